"""Metrics computed by hand, and a survival curve from a textbook."""

from collections.abc import Sequence

import numpy as np
import pytest
import scipy
from msgspec.structs import replace

from tests import known
from towersim.lab import metrics, tables
from towersim.lab.rows import BuildResult, Prediction
from towersim.lab.tables import Interval

TRIAL = "0" * 16


def verdict(chance: float, *, stands: bool, structure: str = "column") -> Prediction:
    margin = 0.2 if stands else -0.2
    return Prediction(TRIAL, structure, 5, margin, stands, "guess", chance)


def verdicts(chances: Sequence[float], stood: Sequence[int]) -> list[Prediction]:
    return [verdict(c, stands=bool(s)) for c, s in zip(chances, stood, strict=True)]


def built(pieces: int, height: float, *, fell: bool) -> BuildResult:
    return BuildResult(TRIAL, "greedy", "steady", pieces, height, fell, 10)


SMALL = verdicts([0.1, 0.4, 0.35, 0.8], [0, 0, 1, 1])


def test_a_summary_by_hand() -> None:
    found = metrics.summary(SMALL)
    assert (found.n, found.accuracy) == (4, 0.75)
    assert found.auc == pytest.approx(3 / 4), "of four pairs only 0.35 and 0.4 are the wrong way"
    assert found.brier == pytest.approx((0.1**2 + 0.4**2 + 0.65**2 + 0.2**2) / 4)


def test_a_probability_of_one_half_counts_as_standing() -> None:
    assert metrics.summary(verdicts([0.5], [1])).accuracy == 1
    assert metrics.summary(verdicts([0.499], [1])).accuracy == 0


def test_one_class_has_no_auc_and_no_curve() -> None:
    rows = verdicts([0.2, 0.9], [1, 1])
    assert metrics.summary(rows).auc is None
    assert metrics.auc_interval(rows) is None
    assert metrics.roc(rows) is None
    assert metrics.auc_interval(verdicts([0.2, 0.9, 0.8], [0, 1, 1])) is None, "one that fell"


def test_a_summary_of_no_rows_is_an_error() -> None:
    with pytest.raises(ValueError, match="nothing"):
        metrics.summary([])


def test_intervals_contain_the_value_shrink_with_more_rows_and_are_reproducible() -> None:
    noise = [(k * 37 % 100) / 100 for k in range(100)]
    rows = verdicts(noise, [int(c + (k * 53 % 100) / 100 > 1) for k, c in enumerate(noise)])
    widths = []
    for some in (rows, rows * 4):
        summary = metrics.summary(some)
        found, brier = known(metrics.auc_interval(some)), known(metrics.brier_interval(some))
        assert found.low < known(summary.auc) < found.high
        assert found == metrics.auc_interval(some)
        assert brier.low < summary.brier < brier.high
        widths.append((found.high - found.low, brier.high - brier.low))
    for narrow, wide in zip(widths[1], widths[0], strict=True):
        assert wide / narrow == pytest.approx(2, rel=0.25)


def repeated(rows: Sequence[Prediction]) -> list[Prediction]:
    """Return eight equal trials of a tower for each of these."""
    each = (replace(row, tower=f"tower {n}") for n, row in enumerate(rows))
    return [row for row in each for _ in range(8)]


def test_repeated_trials_of_a_tower_add_no_certainty() -> None:
    mixed, right = verdicts([1, 1, 1, 0, 0], [1] * 5), verdicts([1] * 5, [1] * 5)
    # Five towers give four independent answers; the fifth has gone into the mean. The quantile of t
    # with four degrees of freedom is 2.776, not 1.960.
    found, four = metrics.accuracy_interval(repeated(mixed)), 4 * (1.959964 / 2.776445) ** 2
    assert [*found] == pytest.approx([*tables.interval(0.6 * four, four)], abs=1e-5)
    assert metrics.accuracy_interval(repeated(right)) == tables.interval(5, 5)
    assert metrics.brier_interval(repeated(mixed)) == metrics.brier_interval(mixed)


@pytest.mark.parametrize("sizes", [[200] * 6, [1, 5, 60] * 3])
def test_an_interval_of_few_clusters_contains_the_true_share_as_often_as_it_says(
    sizes: list[int],
) -> None:
    noise, cluster, contained = np.random.default_rng(1), np.repeat(np.arange(len(sizes)), sizes), 0
    for _ in range(300):
        hits = noise.random(len(cluster)) < noise.beta(8, 2, len(sizes))[cluster]
        low, high = metrics.share_interval(hits, cluster)
        contained += low <= 0.8 <= high
    assert 0.91 < contained / 300 < 0.98


@pytest.mark.parametrize("strata", [1, 3])
def test_a_bootstrap_of_few_clusters_is_as_wide_as_the_interval_of_student(strata: int) -> None:
    k = 12
    means = scipy.stats.norm.ppf((np.arange(k) + 0.5) / k)
    values, cluster = np.repeat(means, 5), np.repeat(np.arange(k), 5)
    stratum = cluster % strata
    inside = [means[place::strata] for place in range(strata)]
    variance = sum(len(some) / k**2 * some.var(ddof=1) for some in inside)
    low, high = known(metrics.mean_interval(values, cluster, stratum))
    width = 2 * scipy.stats.t.ppf(0.975, k - strata) * np.sqrt(variance)
    assert high - low == pytest.approx(width, rel=0.1)


def test_a_bootstrap_of_unequal_clusters_is_as_wide_as_the_interval_of_student() -> None:
    sizes = np.array([2, 2, 12] * 4)
    means = scipy.stats.norm.ppf((np.arange(12) * 5 % 12 + 0.5) / 12)
    values, cluster = np.repeat(means, sizes), np.repeat(np.arange(12), sizes)
    number = 64**2 / 608  # (Σn)² / Σn²
    variance = float((((means - values.mean()) * sizes / 64) ** 2).sum()) * number / (number - 1)
    assert metrics.cluster_parts(values, cluster).var(ddof=1) / 12 == pytest.approx(variance)
    low, high = known(metrics.mean_interval(values, cluster))
    width = 2 * scipy.stats.t.ppf(0.975, number - 1) * np.sqrt(variance)
    assert high - low == pytest.approx(width, rel=0.1)
    lone = metrics.mean_interval(values, cluster, np.minimum(cluster, 1))
    assert lone == (low, high), "of one cluster, a stratum cannot be drawn again"


def test_the_auc_of_guesses_that_are_all_equal_is_one_half_for_sure() -> None:
    assert metrics.auc_interval(verdicts([0.5] * 6, [0, 1] * 3)) == Interval(0.5, 0.5)


def test_a_perfect_heuristic_has_a_perfect_auc() -> None:
    rows = verdicts([0.0, 0.0, 1.0, 1.0], [0, 0, 1, 1])
    assert metrics.auc_interval(rows) == Interval(1, 1)
    assert metrics.accuracy_interval(rows).low < 0.6, "four are not many"


def test_calibration_by_hand() -> None:
    rows = verdicts([0.0, 0.05, 0.62, 0.64, 0.69, 1.0], [0, 1, 1, 1, 0, 1])
    low, middle, high = metrics.calibration(rows)
    assert (low.expected, low.stood, low.n) == pytest.approx((0.025, 0.5, 2))
    assert (middle.expected, middle.stood) == pytest.approx((0.65, 2 / 3))
    assert middle.interval == tables.interval(2, 3)
    assert (high.expected, high.n) == (1.0, 1), "1 is in the last bin"
    three = metrics.calibration(repeated(rows))[1].interval
    assert three.high - three.low > middle.interval.high - middle.interval.low


def test_a_roc_curve_by_hand() -> None:
    false, true = known(metrics.roc(SMALL))
    assert false.tolist() == [0, 0, 0.5, 0.5, 1]
    assert true.tolist() == [0, 0.5, 0.5, 1, 1]


@pytest.mark.parametrize(
    ("margin", "band"),
    [
        (-10, "λ < −0.3"),
        (-0.3, "−0.3 … −0.1"),
        (-1e-9, "−0.03 … 0"),
        (0, "0 … 0.03"),
        (0.05, "0.03 … 0.1"),
        (10, "λ ≥ 0.3"),
    ],
)
def test_a_margin_on_a_boundary_belongs_to_the_upper_band(margin: float, band: str) -> None:
    assert metrics.margin_of(margin) == band


def test_cost_is_median_and_95th_percentile() -> None:
    found = metrics.spent([k / 100 for k in range(101)])
    assert tuple(found) == pytest.approx((101, 0.5, 0.95))


def test_the_mean_height_has_an_interval() -> None:
    mean, ends = metrics.mean_height([built(k, 0.1 * k, fell=True) for k in (1, 2, 3, 6)])
    assert mean == pytest.approx(0.3)
    low, high = known(ends)
    assert 0.1 - 1e-9 <= low < 0.3 < high <= 0.6 + 1e-9
    assert metrics.mean_height([built(1, 0.1, fell=True)])[1] is None


RELAPSED = (6, 6, 6, 7, 10, 13, 16, 22, 23)
WATCHED = (6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35)
"""Weeks of 21 patients on 6-MP (Freireich et al. 1963), until a relapse or the last visit."""


def test_kaplan_and_meier_agree_with_the_textbook() -> None:
    ends = [True] * len(RELAPSED) + [False] * len(WATCHED)
    curve = metrics.kaplan_meier([*RELAPSED, *WATCHED], ends)
    assert (curve.n, curve.falls) == (21, 9)
    at = dict(zip(curve.pieces, curve.standing, strict=True))
    # Kleinbaum & Klein, Survival Analysis, table 2.3
    book = {6: 0.8571, 7: 0.8067, 10: 0.7529, 13: 0.6902, 16: 0.6275, 22: 0.5378, 23: 0.4482}
    assert {week: round(float(at[week]), 4) for week in book} == book
    assert ((curve.low <= curve.standing) & (curve.standing <= curve.high)).all()
    first = curve.pieces.tolist().index(6)
    # Log-log of Greenwood's variance, as in R's survfit(conf.type = "log-log").
    assert (curve.low[first], curve.high[first]) == pytest.approx((0.620, 0.952), abs=5e-4)


def test_a_tower_falls_at_the_piece_after_its_last() -> None:
    curve = metrics.survival([built(3, 0.1, fell=True), built(10, 0.4, fell=False)])
    assert curve.pieces.tolist() == [4, 10]
    assert curve.standing.tolist() == [0.5, 0.5]


def test_a_survival_curve_ends_at_zero_if_all_fall() -> None:
    curve = metrics.survival([built(2, 0.1, fell=True)] * 3)
    assert curve.standing.tolist() == [0]
    assert np.isfinite([curve.low, curve.high]).all()


@pytest.mark.parametrize(("count", "of"), [(0, 1), (1, 1), (0, 40), (7, 40), (40, 40), (501, 1000)])
def test_the_interval_of_a_share_agrees_with_scipy(count: int, of: int) -> None:
    """SciPy accepts integer counts only, but a shared win is a fraction."""
    expected = scipy.stats.binomtest(count, of).proportion_ci(0.95, method="wilson")
    assert tables.interval(count, of) == pytest.approx((expected.low, expected.high), abs=1e-12)
