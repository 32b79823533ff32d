"""How good the answers of heuristics were: pure functions from rows to numbers.

A heuristic says how likely a tower is to stand; one that says 0.5 or more expects it to. Intervals
are of 95 %: Wilson's for shares, since a bootstrap of "all were right" has no width; for all else
percentiles of a bootstrap with a fixed seed (Efron & Tibshirani, An Introduction to the Bootstrap,
1993, chapter 13), so the same rows always give the same interval.
"""

import warnings
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt
from scipy.stats import CensoredData, binned_statistic, bootstrap, ecdf
from sklearn.metrics import brier_score_loss, roc_auc_score, roc_curve

from towersim.lab import wilson
from towersim.lab.rows import Built, Placed, Prediction
from towersim.lab.wilson import LEVEL

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
T = TypeVar("T")

EXPECTED = 0.5
"""From this chance on a heuristic expects a tower to stand."""
NO_ANSWER = 0.5
"""An answer that failed is wrong, and counts as this chance in AUC and Brier score."""
RESAMPLES, DRAWN = 1000, 20_000_000
"""How often a bootstrap draws, and how many rows it draws in all at the most."""
SEED = 1
BINS = 10
"""How many bins of equal width a calibration has."""
MARGINS = (-0.3, -0.1, -0.03, 0.0, 0.03, 0.1, 0.3)
"""Where a band of λ ends and the next begins; what has λ = 0 stands."""
SIZES = (6, 11, 16, 21)
"""Where a band of sizes ends and the next begins, in blocks."""


class Interval(NamedTuple):
    """From where to where the true value lies in 95 of 100 cases."""

    low: float
    high: float


class Summary(msgspec.Struct, frozen=True):
    """How good `n` answers were; all between 0 and 1."""

    n: int
    accuracy: float
    """The share of towers on which the expectation was right."""
    auc: float | None
    """The chance that a tower that stands is given a better one than a tower that falls; None if
    all stand or all fall."""
    brier: float
    """The mean square of what the chance was off by; 0.25 is what "I cannot say" earns."""


class Bin(NamedTuple):
    """Answers that were about the same: their mean, the share that stood, and how many."""

    expected: float
    stood: float
    interval: Interval
    n: int


class Spent(NamedTuple):
    """Seconds per call: the median, and what 95 % of the calls keep below."""

    n: int
    median: float
    p95: float


class Mean(NamedTuple):
    """A mean of n values and its interval; None if there are fewer than two values."""

    n: int
    value: float
    interval: Interval | None


class Survival(NamedTuple):
    """The share of towers that still stand by number of pieces, with its interval at each step."""

    pieces: Floats
    standing: Floats
    low: Floats
    high: Floats
    n: int
    falls: int


def summary(rows: Sequence[Prediction]) -> Summary:
    """Return how good the answers were; ValueError if there are none.

    AUC: Hanley & McNeil 1982; Brier score: Brier 1950.
    """
    if not rows:
        raise ValueError("there is nothing to sum up")
    stood, chance = _stood(rows), _chances(rows)
    return Summary(
        n=len(rows),
        accuracy=sum(map(right, rows)) / len(rows),
        auc=float(roc_auc_score(stood, chance)) if _both(stood) else None,
        brier=float(brier_score_loss(stood, chance, pos_label=1)),
    )


def right(row: Prediction) -> bool:
    """Return whether what the heuristic expected came true."""
    return row.probability is not None and (row.probability >= EXPECTED) == row.stands


def loss(row: Prediction) -> float:
    """Return the square of what the chance was off by."""
    chance = NO_ANSWER if row.probability is None else row.probability
    return (chance - row.stands) ** 2


def accuracy_interval(rows: Sequence[Prediction]) -> Interval:
    """Return the interval of the accuracy of at least one answer."""
    hits = np.array([right(row) for row in rows], dtype=np.float64)
    n = effective_size(hits, clusters(rows))
    return Interval(*wilson.interval(float(hits.mean()) * n, n))


def mean_score(rows: Sequence[Placed]) -> float:
    """Return the mean score of at least one trial."""
    return sum(row.score for row in rows) / len(rows)


def score_interval(rows: Sequence[Placed]) -> Interval | None:
    """Return the bootstrap interval of the mean score, None for fewer than two tasks."""
    scores = np.array([row.score for row in rows])
    return clustered_interval(lambda w: float(np.average(scores, weights=w)), clusters(rows))


def clusters(rows: Sequence[Prediction | Placed]) -> Ints:
    """Return for each row the number of its tower; a row that names none is one by itself."""
    names = [row.tower or f"row {n}" for n, row in enumerate(rows)]
    return np.unique(names, return_inverse=True)[1].astype(np.int64)


def effective_size(hits: Floats, cluster: Ints) -> float:
    """Return the number of independent answers that tell as much as these.

    n, unless a cluster has several answers: then n over the design effect (Kish 1965), at most n
    and, if all are right or all are wrong, the number of clusters.
    """
    n, k = len(hits), int(cluster.max()) + 1
    share = float(hits.mean())
    if k == n:
        return float(n)
    if share in (0.0, 1.0) or k < 2:
        return float(k)
    spread = np.bincount(cluster, weights=hits - share)
    variance = float((spread**2).sum()) / n**2 * k / (k - 1)
    return min(float(n), share * (1 - share) / variance) if variance else float(n)


def brier_interval(rows: Sequence[Prediction]) -> Interval | None:
    """Return the bootstrap interval of the Brier score, None for fewer than two answers."""
    losses = (_chances(rows) - _stood(rows)) ** 2
    return clustered_interval(lambda w: float(np.average(losses, weights=w)), clusters(rows))


def auc_interval(rows: Sequence[Prediction]) -> Interval | None:
    """Return the bootstrap interval of the AUC, None if fewer than two stand or fall."""
    stood, chance = _stood(rows), _chances(rows)
    if min(stood.sum(), len(rows) - stood.sum()) < 2:
        return None
    order = np.argsort(chance, kind="stable")
    level = np.unique(chance, return_inverse=True)[1][order]

    def auc(weights: Floats) -> float:
        """Return the AUC of weighted answers (Mann & Whitney 1947; ties count half).

        A draw in which all stand or all fall has none, and tells nothing new.
        """
        drawn = weights[order]
        standing = np.bincount(level, weights=drawn * stood[order])
        falling = np.bincount(level, weights=drawn * (1 - stood[order]))
        below = np.cumsum(falling) - falling / 2
        pairs = standing.sum() * falling.sum()
        return float((standing * below).sum() / pairs) if pairs else whole

    whole = float(roc_auc_score(stood, chance))
    return clustered_interval(auc, clusters(rows))


def calibration(rows: Sequence[Prediction], bins: int = BINS) -> tuple[Bin, ...]:
    """Return the bins of equal width that hold an answer (Niculescu-Mizil & Caruana 2005)."""
    stood, chance = _stood(rows), _chances(rows)
    means, _, place = binned_statistic(
        chance, [chance, stood], statistic="mean", bins=bins, range=(0.0, 1.0)
    )
    counts = np.bincount(place - 1, minlength=bins)
    hits = np.bincount(place - 1, weights=stood, minlength=bins)
    return tuple(
        Bin(
            float(means[0, k]),
            float(means[1, k]),
            Interval(*wilson.interval(round(hits[k]), int(counts[k]))),
            int(counts[k]),
        )
        for k in np.flatnonzero(counts)
    )


def calibration_error(rows: Sequence[Prediction]) -> float:
    """Return the mean difference of expected and true shares over the bins, by their answers."""
    bins = calibration(rows)
    return sum(it.n * abs(it.expected - it.stood) for it in bins) / len(rows)


def roc(rows: Sequence[Prediction]) -> tuple[Floats, Floats] | None:
    """Return the share of fallers and of standers passed at each threshold, None if AUC is None.

    Both run from 0 to 1 (Fawcett, An introduction to ROC analysis, 2006).
    """
    stood = _stood(rows)
    if not _both(stood):
        return None
    false, true, _ = roc_curve(stood, _chances(rows))
    return false, true


def grouped(rows: Iterable[T], key: Callable[[T], str]) -> dict[str, list[T]]:
    """Return the rows by a name, in the order in which the names turned up."""
    groups: dict[str, list[T]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return groups


def by_structure(rows: Iterable[Prediction]) -> dict[str, list[Prediction]]:
    """Return the rows by the structure of the tower, by name."""
    return dict(sorted(grouped(rows, lambda row: row.structure).items()))


def margin_band(place: int) -> str:
    """Return the name of a band of λ by its place, 0 being the lowest.

    >>> [margin_band(place) for place in (0, 3, 7)]
    ['λ < −0.3', '−0.03 … 0', 'λ ≥ 0.3']
    """
    ends = [f"{end:g}".replace("-", "−") for end in MARGINS]
    if place == 0:
        return f"λ < {ends[0]}"
    return f"λ ≥ {ends[-1]}" if place == len(ends) else f"{ends[place - 1]} … {ends[place]}"


def size_band(place: int) -> str:
    """Return the name of a band of sizes by its place, 0 being the smallest.

    >>> [size_band(place) for place in (0, 1, 4)]
    ['1–5', '6–10', '21 +']
    """
    low = 1 if place == 0 else SIZES[place - 1]
    return f"{low} +" if place == len(SIZES) else f"{low}–{SIZES[place] - 1}"


def margin_of(margin: float) -> str:
    """Return the name of the band that a margin λ is in."""
    return margin_band(bisect_right(MARGINS, margin))


def size_of(blocks: int) -> str:
    """Return the name of the band that a number of blocks is in."""
    return size_band(bisect_right(SIZES, blocks))


def spent(seconds: Sequence[float]) -> Spent:
    """Return the median and the 95th percentile of at least one cost in seconds per call."""
    median, p95 = np.percentile(seconds, (50, 95))
    return Spent(len(seconds), float(median), float(p95))


def mean_height(rows: Sequence[Built]) -> Mean:
    """Return the mean height in metres that towers reached before they fell.

    A tower of all its pieces counts with the height it has: how far it could have come is not
    known, so the mean is a lower bound if there are such.
    """
    heights = np.array([row.height for row in rows], dtype=np.float64)
    return Mean(len(rows), float(heights.mean()), _interval(np.mean, heights))


def survival(rows: Sequence[Built]) -> Survival:
    """Return the share of towers that stand by number of pieces.

    A tower that fell did so at the piece after its last; one of all its pieces is censored there.
    """
    return kaplan_meier([row.pieces + row.fell for row in rows], [row.fell for row in rows])


def kaplan_meier(pieces: Sequence[float], fell: Sequence[bool]) -> Survival:
    """Return the curve for towers that fell at, or were watched up to, these numbers of pieces.

    Kaplan & Meier 1958, with the log-log interval of Borgan & Liestøl 1990; where nothing is left
    it has none, and is as wide as the curve itself.
    """
    sample = CensoredData.right_censored(np.array(pieces, float), ~np.array(fell, bool))
    curve = ecdf(sample).sf
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        # SciPy warns where the formula has no value; those are filled in below.
        warnings.simplefilter("ignore", RuntimeWarning)
        ends = curve.confidence_interval(LEVEL, method="log-log")
    low, high = (
        np.where(np.isnan(end.probabilities), curve.probabilities, end.probabilities)
        for end in (ends.low, ends.high)
    )
    return Survival(curve.quantiles, curve.probabilities, low, high, len(fell), sum(fell))


def _stood(rows: Sequence[Prediction]) -> Floats:
    return np.array([row.stands for row in rows], dtype=np.float64)


def _chances(rows: Sequence[Prediction]) -> Floats:
    said = (row.probability for row in rows)
    return np.array([NO_ANSWER if it is None else it for it in said], dtype=np.float64)


def _both(stood: Floats) -> bool:
    return bool(0 < stood.sum() < len(stood))


def clustered_interval(statistic: Callable[[Floats], float], cluster: Ints) -> Interval | None:
    """Return the interval of a statistic by drawing whole clusters, None for fewer than two.

    `statistic` takes the weight of each row: how often its cluster was drawn (Davison & Hinkley,
    Bootstrap Methods, 1997, section 3.8).
    """
    k = int(cluster.max()) + 1
    if k < 2:
        return None
    found = bootstrap(
        (np.arange(k),),
        lambda drawn: statistic(np.bincount(drawn, minlength=k)[cluster].astype(np.float64)),
        n_resamples=min(RESAMPLES, max(100, DRAWN // len(cluster))),
        vectorized=False,
        confidence_level=LEVEL,
        method="percentile",
        random_state=SEED,
    ).confidence_interval
    return Interval(float(found.low), float(found.high))


def _interval(statistic: Callable[..., Floats], *samples: Floats) -> Interval | None:
    n = sum(map(len, samples))
    if min(map(len, samples)) < 2:
        return None
    draws = min(RESAMPLES, max(100, DRAWN // n))
    found = bootstrap(
        samples,
        statistic,
        n_resamples=draws,
        batch=max(1, DRAWN // (10 * n)),
        vectorized=True,
        confidence_level=LEVEL,
        method="percentile",
        # Not dice: a bootstrap of arrays needs numpy's, and with one seed it is a pure function.
        random_state=SEED,
    ).confidence_interval
    return Interval(float(found.low), float(found.high))
