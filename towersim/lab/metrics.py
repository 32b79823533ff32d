"""Metrics of the answers of heuristics: pure functions from rows to numbers.

A probability of 0.5 or more predicts that a tower stands. Intervals are 95 %: Wilson's for shares,
since a bootstrap of "all were right" has no width; otherwise percentiles of a bootstrap with a
fixed seed, so that the same rows always give the same interval, expanded for few clusters (T.
Hesterberg, What teachers should know about the bootstrap, The American Statistician 69, 2015).
"""

import warnings
from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt
import scipy

from towersim.lab.rows import NO_ANSWER, BuildResult, Prediction, TaskResult
from towersim.lab.tables import LEVEL, Interval, interval

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

RESAMPLES, DRAWN = 1000, 20_000_000
"""Number of bootstrap resamples, and the maximum total number of rows drawn."""
SEED = 1
BINS = 10
"""Number of bins of equal width in a calibration."""
MARGINS = (-0.3, -0.1, -0.03, 0.0, 0.03, 0.1, 0.3)
"""Bounds between bands of λ; a tower with λ = 0 stands."""
SIZES = (6, 11, 16, 21)
"""Least sizes of the bands after the first, in blocks."""


class MetricSummary(msgspec.Struct, frozen=True):
    """Metrics of `n` answers, between 0 and 1."""

    n: int
    accuracy: float
    auc: float | None
    """Probability that a random standing tower is rated higher than a falling one; None if all
    stand or all fall."""
    brier: float
    """Mean squared error of the probabilities; always answering 0.5 gives 0.25."""


class Bin(NamedTuple):
    """Answers in one bin: their mean, the share of towers that stood, and their number."""

    expected: float
    stood: float
    interval: Interval
    n: int


class Spent(NamedTuple):
    """Seconds per call: the median and the 95th percentile of n calls."""

    n: int
    median: float
    p95: float


class Survival(NamedTuple):
    """The share of towers that still stand by number of pieces, with its interval at each step."""

    pieces: Floats
    standing: Floats
    low: Floats
    high: Floats
    n: int
    falls: int


def summary(rows: Sequence[Prediction]) -> MetricSummary:
    """Return the metrics of some answers; raises ValueError if there are none.

    AUC: Hanley & McNeil 1982; Brier score: Brier 1950.
    """
    if not rows:
        raise ValueError("there is nothing to sum up")
    from sklearn.metrics import brier_score_loss, roc_auc_score  # noqa: PLC0415 - 0.7 s

    stood, chance = _stood(rows), chances(rows)
    return MetricSummary(
        n=len(rows),
        accuracy=accuracy(rows),
        auc=float(roc_auc_score(stood, chance)) if _both(stood) else None,
        brier=float(brier_score_loss(stood, chance, pos_label=1)),
    )


def accuracy(rows: Sequence[Prediction] | Sequence[TaskResult]) -> float:
    """Return the share of right answers, or the mean score of tasks (of at least one)."""
    return sum(row.score for row in rows) / len(rows)


def accuracy_interval(rows: Sequence[Prediction]) -> Interval:
    """Return the interval of the accuracy (of at least one answer)."""
    return share_interval(np.array([row.is_right for row in rows]), clusters(rows))


def share_interval(hits: npt.NDArray[np.bool_], cluster: Ints) -> Interval:
    """Return Wilson's interval of a share of right answers, by their effective sample size."""
    n = effective_size(hits.astype(np.float64), cluster)
    return interval(float(hits.mean()) * n, n)


def score_interval(rows: Sequence[TaskResult]) -> Interval | None:
    """Return the bootstrap interval of the mean score; None for fewer than two tasks.

    Tasks are drawn within their families, which are fixed: a stratified bootstrap.
    """
    scores = np.array([row.score for row in rows])
    family = np.unique([row.family for row in rows], return_inverse=True)[1].astype(np.int64)
    return mean_interval(scores, clusters(rows), family)


def clusters(rows: Sequence[Prediction | TaskResult]) -> Ints:
    """Return the cluster (tower) index of each row; a row without a tower is its own cluster."""
    names = [row.tower or f"row {n}" for n, row in enumerate(rows)]
    return np.unique(names, return_inverse=True)[1].astype(np.int64)


def effective_size(hits: Floats, cluster: Ints) -> float:
    """Return the effective sample size: the number of independent answers of equal information.

    n if each cluster has one answer; if all are right or all are wrong, the number of clusters;
    otherwise that of `mean_trials`, at most n.
    """
    n, k = len(hits), int(cluster.max()) + 1
    if k == n:
        return float(n)
    if float(hits.mean()) in (0.0, 1.0) or k < 2:
        return float(k)
    parts = cluster_parts(hits, cluster)
    return min(float(n), mean_trials(parts, number_of(cluster))) if np.ptp(parts) else float(n)


def number_of(cluster: Ints) -> float:
    """Return how many clusters of equal size tell as much: (Σn)² / Σn² (Kish 1965), at most k."""
    sizes = np.bincount(cluster)
    return float(sizes.sum() ** 2 / (sizes**2).sum())


def cluster_parts(values: Floats, cluster: Ints) -> Floats:
    """Return a number for each cluster, with the mean of all values and the variance of k means."""
    sizes, sums, mean = np.bincount(cluster), np.bincount(cluster, weights=values), values.mean()
    parts = (sums - mean * sizes) / sizes.mean()
    # The mean follows large clusters, so the parts of unequal ones vary less around it.
    lost, usual = 1 - 1 / number_of(cluster), 1 - 1 / len(sizes)
    varying: Floats = mean + parts * np.sqrt(usual / lost if lost else 1.0)
    return varying


def mean_trials(shares: Floats, number: float | None = None) -> float:
    """Return how many trials would give a share with the variance of a mean of k ≥ 2 shares.

    k / design effect (Kish, Survey Sampling, 1965), reduced since the variance is known from k
    shares only (E. Korn and B. Graubard, Confidence intervals for proportions with small expected
    number of positive counts, Survey Methodology 24, 1998); k if all shares are equal. Shares of
    unequal weight are a smaller `number` (F. Satterthwaite, An approximate distribution of
    estimates of variance components, Biometrics Bulletin 2, 1946).
    """
    k, share = len(shares), float(shares.mean())
    if not np.ptp(shares):
        return float(k)
    # Wilson's interval has the normal quantile; k shares have that of t with k - 1 degrees.
    half, stats = (1 + LEVEL) / 2, scipy.stats
    few = float(stats.norm.ppf(half) / stats.t.ppf(half, max(1.0, (number or k) - 1))) ** 2
    return few * share * (1 - share) / (float(shares.var(ddof=1)) / k)


def brier_interval(rows: Sequence[Prediction]) -> Interval | None:
    """Return the bootstrap interval of the Brier score; None for fewer than two clusters."""
    return mean_interval(np.array([row.loss for row in rows]), clusters(rows))


def auc_interval(rows: Sequence[Prediction]) -> Interval | None:
    """Return the bootstrap interval of the AUC; None if fewer than two stand or fall."""
    stood, chance = _stood(rows), chances(rows)
    if min(stood.sum(), len(rows) - stood.sum()) < 2:
        return None
    order = np.argsort(chance, kind="stable")
    level = np.unique(chance, return_inverse=True)[1][order]

    def auc(weights: Floats) -> float:
        """Return the AUC of weighted answers (Mann & Whitney 1947; ties count half).

        A resample in which all stand or all fall has none; it gets the AUC of all answers.
        """
        drawn = weights[order]
        standing = np.bincount(level, weights=drawn * stood[order])
        falling = np.bincount(level, weights=drawn * (1 - stood[order]))
        below = np.cumsum(falling) - falling / 2
        pairs = standing.sum() * falling.sum()
        return float((standing * below).sum() / pairs) if pairs else whole

    whole = auc(np.ones(len(rows)))
    return clustered_interval(auc, clusters(rows))


def calibration(rows: Sequence[Prediction], bins: int = BINS) -> tuple[Bin, ...]:
    """Return the non-empty bins of equal width (Niculescu-Mizil & Caruana 2005)."""
    stood, chance = _stood(rows), chances(rows)
    means, _, place = scipy.stats.binned_statistic(
        chance, [chance, stood], statistic="mean", bins=bins, range=(0.0, 1.0)
    )
    counts = np.bincount(place - 1, minlength=bins)
    cluster, filled = clusters(rows), []
    for k in np.flatnonzero(counts):
        inside = place == k + 1
        owner = np.unique(cluster[inside], return_inverse=True)[1].astype(np.int64)
        ends = share_interval(stood[inside] == 1, owner)
        filled.append(Bin(float(means[0, k]), float(means[1, k]), ends, int(counts[k])))
    return tuple(filled)


def calibration_error(bins: Sequence[Bin]) -> float:
    """Return the mean |predicted - observed| share of the bins, weighted by their answers."""
    return sum(b.n * abs(b.expected - b.stood) for b in bins) / sum(b.n for b in bins)


def roc(rows: Sequence[Prediction]) -> tuple[Floats, Floats] | None:
    """Return the false and true positive rates at each threshold; None if the AUC is None.

    Both rise from 0 to 1 (Fawcett, An introduction to ROC analysis, 2006).
    """
    stood = _stood(rows)
    if not _both(stood):
        return None
    from sklearn.metrics import roc_curve  # noqa: PLC0415 - 0.7 s

    false, true, _ = roc_curve(stood, chances(rows))
    return false, true


def margin_of(margin: float) -> str:
    """Return the name of the band of a margin λ.

    >>> [margin_of(margin) for margin in (-1.0, -0.01, 0.3)]
    ['λ < −0.3', '−0.03 … 0', 'λ ≥ 0.3']
    """
    place = bisect_right(MARGINS, margin)
    ends = [f"{end:g}".replace("-", "−") for end in MARGINS]
    if place == 0:
        return f"λ < {ends[0]}"
    return f"λ ≥ {ends[-1]}" if place == len(ends) else f"{ends[place - 1]} … {ends[place]}"


def size_of(blocks: int) -> str:
    """Return the name of the band of a number of blocks.

    >>> [size_of(blocks) for blocks in (3, 6, 40)]
    ['1–5', '6–10', '21 +']
    """
    place = bisect_right(SIZES, blocks)
    low = 1 if place == 0 else SIZES[place - 1]
    return f"{low} +" if place == len(SIZES) else f"{low}–{SIZES[place] - 1}"


def spent(seconds: Sequence[float]) -> Spent:
    """Return the median and the 95th percentile of costs in seconds per call (at least one)."""
    median, p95 = np.percentile(seconds, (50, 95))
    return Spent(len(seconds), float(median), float(p95))


def mean_height(rows: Sequence[BuildResult]) -> tuple[float, Interval | None]:
    """Return the mean height that towers reached before they fell, in metres, and its interval.

    A tower of all its pieces counts with its final height, so the mean is a lower bound if there
    are such towers.
    """
    heights = np.array([row.height for row in rows], dtype=np.float64)
    return float(heights.mean()), mean_interval(heights, np.arange(len(rows)))


def survival(rows: Sequence[BuildResult]) -> Survival:
    """Return the share of towers that stand by number of pieces.

    A tower that fell did so at the piece after its last; one of all its pieces is right-censored.
    """
    return kaplan_meier([row.pieces + row.fell for row in rows], [row.fell for row in rows])


def kaplan_meier(pieces: Sequence[float], fell: Sequence[bool]) -> Survival:
    """Return the survival curve of towers that fell at, or were censored at, `pieces`.

    Kaplan & Meier 1958, with the log-log interval of Borgan & Liestøl 1990; where that is
    undefined, both ends equal the curve.
    """
    sample = scipy.stats.CensoredData.right_censored(np.array(pieces, float), ~np.array(fell, bool))
    curve = scipy.stats.ecdf(sample).sf
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        # SciPy warns where the formula is undefined; these values are replaced below.
        warnings.simplefilter("ignore", RuntimeWarning)
        ends = curve.confidence_interval(LEVEL, method="log-log")
    low, high = (
        np.where(np.isnan(end.probabilities), curve.probabilities, end.probabilities)
        for end in (ends.low, ends.high)
    )
    return Survival(curve.quantiles, curve.probabilities, low, high, len(fell), sum(fell))


def _stood(rows: Sequence[Prediction]) -> Floats:
    return np.array([row.stands for row in rows], dtype=np.float64)


def chances(rows: Sequence[Prediction]) -> Floats:
    """Return the probabilities, `NO_ANSWER` in place of those that are missing."""
    answers = (row.probability for row in rows)
    return np.array([NO_ANSWER if p is None else p for p in answers], dtype=np.float64)


def _both(stood: Floats) -> bool:
    return bool(0 < stood.sum() < len(stood))


def mean_interval(values: Floats, cluster: Ints, stratum: Ints | None = None) -> Interval | None:
    """Return the bootstrap interval of a mean, drawing whole clusters; None for fewer than two."""
    return clustered_interval(lambda w: float(np.average(values, weights=w)), cluster, stratum)


def clustered_interval(
    statistic: Callable[[Floats], float], cluster: Ints, stratum: Ints | None = None
) -> Interval | None:
    """Return the bootstrap interval of a statistic by clusters; None for fewer than two clusters.

    `statistic` takes the weight of each row, the number of times its cluster was drawn (Davison &
    Hinkley, Bootstrap Methods, 1997, section 3.8). Clusters are drawn within the strata of their
    rows, if each stratum has two or more.
    """
    k = int(cluster.max()) + 1
    if k < 2:
        return None
    owner = np.zeros(k, np.int64)
    owner[cluster] = 0 if stratum is None else stratum
    groups = [np.flatnonzero(owner == n) for n in np.unique(owner)]
    if min(map(len, groups)) < 2:
        groups = [np.arange(k)]

    # Resamples vary less than samples do, and the quantile is that of t with the free degrees.
    number = number_of(cluster)
    free = max(1.0, number - len(groups))
    wide = scipy.stats.t.ppf((1 + LEVEL) / 2, free) * np.sqrt(number / free)

    def drawn(*some: Ints) -> float:
        times = np.bincount(np.concatenate(some), minlength=k)
        return statistic(times[cluster].astype(np.float64))

    ends = scipy.stats.bootstrap(
        groups,
        drawn,
        n_resamples=min(RESAMPLES, max(100, DRAWN // len(cluster))),
        vectorized=False,
        confidence_level=float(2 * scipy.stats.norm.cdf(wide) - 1),
        method="percentile",
        # Not `dice`: SciPy needs NumPy's generator; with a fixed seed this is a pure function.
        random_state=SEED,
    ).confidence_interval
    return Interval(float(ends.low), float(ends.high))
