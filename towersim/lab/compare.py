"""Paired comparison of heuristics by the differences of their scores on common trials.

Clusters are independent, trials are not: the trials that vary one tower, or one task, form a
cluster in all statistics, and so do the towers of a family in `stability-3`. Differences and
accuracies are means over trials.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, combinations
from statistics import NormalDist
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec
import numpy as np
import scipy
from msgspec.structs import replace

from towersim.common.errors import OptionFault
from towersim.lab import metrics
from towersim.lab.metrics import Floats, Ints
from towersim.lab.rows import Prediction, TaskResult, grouped
from towersim.lab.tables import LEVEL, Column, Interval, Sheet, share_text
from towersim.physics.hand import skill

POWER = 0.8
"""Power of the test for which `towers_needed` is computed."""
FEWEST = 5
"""Least number of towers in a stratum."""


Scored = Prediction | TaskResult
"""An answer with a score: 1 (right) or 0 (wrong) of a prediction, or the score of a task."""
Row = TypeVar("Row", Prediction, TaskResult)


class Factor(NamedTuple, Generic[Row]):
    """A factor that stratifies trials: the group of a row, and the sort key of groups."""

    group: Callable[[Row], str]
    order: Callable[[Row], float]
    ordered: bool = True
    """Whether a figure joins the groups by a line."""


FACTORS: dict[str, Factor[Prediction]] = {
    "structure": Factor(lambda row: row.structure, lambda _: 0.0, ordered=False),
    "margin": Factor(lambda row: metrics.margin_of(row.margin), lambda row: row.margin),
    "size": Factor(lambda row: metrics.size_of(row.blocks), lambda row: row.blocks),
    "noise": Factor(lambda row: f"{1000 * row.noise_m:g} mm", lambda row: row.noise_m),
    "friction": Factor(
        lambda row: "as built" if row.friction is None else f"{row.friction:g}",
        lambda row: row.friction or 0.0,
    ),
    "density": Factor(
        lambda row: "hidden" if row.hidden_density else "shown",
        lambda row: row.hidden_density,
        ordered=False,
    ),
}

TASK_FACTORS: dict[str, Factor[TaskResult]] = {
    "family": Factor(lambda row: row.family, lambda _: 0.0),
    "hand": Factor(lambda row: row.hand, lambda row: skill(row.hand).tremor),
}


class Stratum(msgspec.Struct, frozen=True):
    """The difference within one group of trials."""

    factor: str
    group: str
    trials: int
    difference: float
    interval: Interval | None
    p: float
    """p-value, adjusted for the number of strata (Holm 1979)."""


class Comparison(msgspec.Struct, frozen=True):
    """The difference of two heuristics (first minus second); shares between 0 and 1."""

    first: str
    second: str
    trials: int
    towers: int
    """Number of clusters."""
    accuracy: tuple[float, float]
    """Accuracy of predictions, or mean score of tasks, of both."""
    difference: float
    interval: Interval | None
    """95 % bootstrap interval of the difference, clustered by tower."""
    brier: float | None
    """Difference of the Brier scores; < 0: the first is better. None for tasks."""
    brier_interval: Interval | None
    only_first: int
    """Number of trials in which only the first was right, or had the higher score."""
    only_second: int
    p: float
    """p-value of McNemar's test: exact with one trial per tower, otherwise by the score test
    of `mcnemar` for clusters, which also accepts scores."""
    p_holm: float
    """p-value adjusted for all pairs that are compared (Holm 1979)."""
    towers_needed: int | None
    """Clusters for a power of 80 % at a level of 5 %; None if they do not differ."""
    strata: tuple[Stratum, ...]


class Point(msgspec.Struct, frozen=True):
    """A heuristic's point in the accuracy-against-CPU diagram."""

    heuristic: str
    cpu_ms: float
    """Median CPU time per call, in milliseconds."""
    accuracy: float
    """Accuracy of predictions, or mean score of tasks."""
    interval: Interval
    on_curve: bool
    """Whether no cheaper heuristic is at least as accurate (Pareto optimal)."""


class Compared(msgspec.Struct, frozen=True):
    """The answer of `towersim lab compare`."""

    on: str
    pairs: tuple[Comparison, ...]
    curve: tuple[Point, ...]
    """Sorted by CPU time."""


class _Pairs(NamedTuple):
    """The first's rows, and the differences of scores (-1 … 1) and of Brier losses by row."""

    rows: Sequence[Scored]
    right: Floats
    loss: Floats
    cluster: Ints


def compare(on: str, rows: Sequence[Scored], names: Sequence[str]) -> Compared:
    """Compare heuristics (at least two) in pairs, on the trials that both answered.

    Raises OptionFault if one has no answer, or two of them no trial in common.
    """
    by_name = grouped(rows, lambda row: row.heuristic)
    for name in names:
        if name not in by_name:
            known = ", ".join(by_name) or "none"
            raise OptionFault(f"heuristic {name!r}: gave no answer on {on}; known: {known}")
    some = {name: by_name[name] for name in names}
    pairs = [_compared((a, some[a]), (b, some[b])) for a, b in combinations(some, 2)]
    adjusted = holm([pair.p for pair in pairs])
    seeds = {row.seed for row in rows if isinstance(row, TaskResult)}
    return Compared(
        ", noise seed ".join([on, *map(str, seeds)]),
        tuple(replace(pair, p_holm=p) for pair, p in zip(pairs, adjusted, strict=True)),
        curve(some),
    )


def curve(rows: Mapping[str, Sequence[Scored]]) -> tuple[Point, ...]:
    """Return the accuracy-against-CPU curve of heuristics, the cheapest first."""
    points = [
        Point(
            name,
            1000 * metrics.spent([row.cpu_seconds for row in some]).median,
            float(np.mean([row.score for row in some])),
            _share_interval(some),
            on_curve=False,
        )
        for name, some in rows.items()
    ]
    points.sort(key=lambda point: (point.cpu_ms, -point.accuracy))
    bests = accumulate((point.accuracy for point in points), max, initial=-1.0)
    return tuple(replace(p, on_curve=p.accuracy > b) for p, b in zip(points, bests, strict=False))


def holm(ps: Sequence[float]) -> list[float]:
    """Return p-values adjusted for their number (Holm, Scand. J. Stat. 6, 1979).

    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    adjusted, most = [0.0] * len(ps), 0.0
    for rank, place in enumerate(sorted(range(len(ps)), key=ps.__getitem__)):
        most = max(most, min(1.0, (len(ps) - rank) * ps[place]))
        adjusted[place] = most
    return adjusted


def mcnemar(differences: Floats, cluster: Ints) -> float:
    """Return the p-value of the hypothesis that both are right equally often.

    Exact (McNemar 1947; binomial) where each cluster has one trial, else by the chi-square of
    D. Boos, On generalized score tests, The American Statistician 46 (1992), with clusters as the
    independent units. Every trial counts alike, as in the mean difference; with few clusters the
    test errs on the side of no difference.
    """
    if int(cluster.max()) + 1 == len(cluster) and set(np.abs(differences)) <= {0.0, 1.0}:
        only = int((differences > 0).sum()), int((differences < 0).sum())
        return float(scipy.stats.binomtest(only[0], sum(only)).pvalue) if sum(only) else 1.0
    each = np.bincount(cluster, weights=differences)
    square = float((each**2).sum())
    return float(scipy.stats.chi2.sf(each.sum() ** 2 / square, 1)) if square else 1.0


def clusters_needed(each: Floats) -> int | None:
    """Return the number of clusters needed to detect a mean difference; None if there is none.

    (z₀.₉₇₅ + z₀.₈)² · variance / mean² of the differences per cluster (Lachin 1981).
    """
    mean = float(each.mean())
    if not mean or len(each) < 2:
        return None
    z = NormalDist().inv_cdf(1 - (1 - LEVEL) / 2) + NormalDist().inv_cdf(POWER)
    return max(2, int(np.ceil(z**2 * float(each.var(ddof=1)) / mean**2)))


def sheets(compared: Compared) -> Iterator[Sheet[Any]]:
    """Yield the tables: pairs, curve and, if there is one pair only, its strata, if it has any."""
    pairs: list[Column[Comparison]] = [
        Column("better", lambda pair: pair.first, is_text=True),
        Column("worse", lambda pair: pair.second, is_text=True),
        Column("points (95 %)", lambda pair: _difference(pair.difference, pair.interval)),
        Column("trials\nbetter", lambda pair: f"{pair.only_first} : {pair.only_second}"),
        Column("p (Holm)", lambda pair: _p(pair.p_holm)),
        Column(
            "clusters\nneeded",
            lambda pair: "–" if pair.towers_needed is None else f"{pair.towers_needed:,}",
        ),
    ]
    title = f"on {compared.on}: differences in percentage points"
    yield Sheet(pairs, [*map(_better_first, compared.pairs)], title)
    costs: list[Column[Point]] = [
        Column("heuristic", lambda point: point.heuristic, is_text=True),
        Column("CPU ms\nper call", lambda point: f"{point.cpu_ms:.3g}"),
        Column("right, or score (95 %)", lambda point: share_text(point.accuracy, point.interval)),
        Column("Pareto front", lambda point: "●" if point.on_curve else ""),
    ]
    yield Sheet(costs, compared.curve, "accuracy against CPU time")
    strata: list[Column[Stratum]] = [
        Column("factor", lambda group: group.factor, is_text=True),
        Column("group", lambda group: group.group, is_text=True),
        Column("trials", lambda group: f"{group.trials:,}"),
        Column("points (95 %)", lambda group: _difference(group.difference, group.interval)),
        Column("p (Holm)", lambda group: _p(group.p)),
    ]
    pair, *others = compared.pairs
    if pair.strata and not others:
        title = f"{pair.first} minus {pair.second}, by group of {FEWEST} clusters or more"
        yield Sheet(strata, pair.strata, title)


def _better_first(pair: Comparison) -> Comparison:
    """Return the comparison with the better heuristic first; strata are unchanged."""
    if pair.difference >= 0:
        return pair
    ends = pair.interval and Interval(-pair.interval.high, -pair.interval.low)
    return replace(
        pair,
        first=pair.second,
        second=pair.first,
        difference=-pair.difference,
        interval=ends,
        only_first=pair.only_second,
        only_second=pair.only_first,
    )


def _compared(
    first: tuple[str, Sequence[Scored]], second: tuple[str, Sequence[Scored]]
) -> Comparison:
    (a, rows), (b, others) = first, second
    pairs = _paired(rows, others)
    if not pairs.rows:
        raise OptionFault(f"heuristics {a!r} and {b!r}: have answered no trial in common")
    known = {row.trial for row in pairs.rows}
    both = [[row.score for row in some if row.trial in known] for some in (rows, others)]
    graded = isinstance(pairs.rows[0], TaskResult)
    p = mcnemar(pairs.right, pairs.cluster)
    strata = [*_by_factor(pairs, Prediction, FACTORS), *_by_factor(pairs, TaskResult, TASK_FACTORS)]
    adjusted = holm([stratum.p for stratum in strata])
    return Comparison(
        first=a,
        second=b,
        trials=len(pairs.rows),
        towers=int(pairs.cluster.max()) + 1,
        accuracy=(float(np.mean(both[0])), float(np.mean(both[1]))),
        difference=float(pairs.right.mean()),
        interval=metrics.mean_interval(pairs.right, pairs.cluster),
        brier=None if graded else float(pairs.loss.mean()),
        brier_interval=None if graded else metrics.mean_interval(pairs.loss, pairs.cluster),
        only_first=int((pairs.right > 0).sum()),
        only_second=int((pairs.right < 0).sum()),
        p=p,
        p_holm=p,
        towers_needed=clusters_needed(metrics.cluster_parts(pairs.right, pairs.cluster)),
        strata=tuple(replace(s, p=p) for s, p in zip(strata, adjusted, strict=True)),
    )


def _share_interval(rows: Sequence[Scored]) -> Interval:
    tasks = [row for row in rows if isinstance(row, TaskResult)]
    if tasks:
        mean = metrics.accuracy(tasks)
        return metrics.score_interval(tasks) or Interval(mean, mean)
    return metrics.accuracy_interval([row for row in rows if isinstance(row, Prediction)])


def _paired(rows: Sequence[Scored], others: Sequence[Scored]) -> _Pairs:
    by_trial = {row.trial: row for row in others}
    both = [(row, by_trial[row.trial]) for row in rows if row.trial in by_trial]
    right = [x.score - y.score for x, y in both]
    loss = [x.loss - y.loss for x, y in both]
    mine = [x for x, _ in both]
    return _Pairs(mine, np.array(right, float), np.array(loss, float), metrics.clusters(mine))


def _by_factor(
    pairs: _Pairs, kind: type[Row], factors: dict[str, Factor[Row]]
) -> Iterator[Stratum]:
    """Yield the strata of each factor that has several groups; none for rows of another kind."""
    rows = [row for row in pairs.rows if isinstance(row, kind)]
    for factor, (group_of, order, _) in factors.items():
        groups = np.array([group_of(row) for row in rows])
        names = dict.fromkeys(group_of(row) for row in sorted(rows, key=order))
        for group in names if len(names) > 1 else ():
            mask = groups == group
            cluster = np.unique(pairs.cluster[mask], return_inverse=True)[1]
            if cluster.max() + 1 >= FEWEST:
                right = pairs.right[mask]
                p, ends = mcnemar(right, cluster), metrics.mean_interval(right, cluster)
                mean = float(right.mean())
                yield Stratum(factor, group, len(right), mean, ends, p)


def _difference(value: float, interval: Interval | None) -> str:
    """Return a difference of shares in percentage points.

    Where clusters do not differ in it, a bootstrap knows no interval: its ends would be equal.
    """
    ends = ""
    if interval and interval.low < interval.high:
        ends = f" ({100 * interval.low:+.1f} … {100 * interval.high:+.1f})"
    return f"{100 * value:+.1f}{ends}".replace("-", "−")


def _p(p: float) -> str:
    return "< 0.001" if p < 0.001 else f"{p:.3f}"
