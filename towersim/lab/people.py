"""People on the leaderboard: their answers as rows, and their similarity to heuristics.

A person is compared with a heuristic on the towers that the person judged, each tower once: by the
correlation of both probabilities, and by error consistency (Geirhos, Meding & Wichmann, Beyond
accuracy, 2020), the agreement of their errors beyond chance.
"""

from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np
from msgspec.structs import replace

from towersim.common.errors import ResultFault
from towersim.lab import metrics
from towersim.lab.evaluation import prediction_row
from towersim.lab.heuristics.base import HeuristicInfo
from towersim.lab.judge import BENCHMARK, RATED, read, towers_of
from towersim.lab.metrics import Floats
from towersim.lab.rows import Prediction, grouped
from towersim.lab.tables import Column, Interval, Sheet, digits_text


class Likeness(msgspec.Struct, frozen=True):
    """The similarity of a person's and a heuristic's judgements of the same towers."""

    person: str
    heuristic: str
    towers: int
    accuracy: tuple[float, float]
    """Accuracy of the person and of the heuristic on these towers."""
    correlation: float | None
    """Pearson's r of both probabilities; None if either is constant."""
    interval: Interval | None
    """95 % bootstrap interval of r, by towers."""
    error_consistency: float | None
    """Cohen's κ of both being right: 1 if both err on the same towers, 0 by chance; None if both
    are always right or always wrong."""


def rows(path: Path, benchmark: str = BENCHMARK) -> tuple[Prediction, ...]:
    """Return the answers in a file of people's judgements as predictions.

    A person may have been shown the result, so only the first answer of a person to a tower counts.
    Answers to the other benchmark are left out. `cpu_seconds` holds the time to answer. Raises
    ResultFault for a damaged or empty file, and for an answer to an unknown benchmark or tower.
    """
    towers = towers_of(benchmark)
    predictions: dict[tuple[str, str], Prediction] = {}
    for number, judgement in enumerate(read(path), 1):
        if judgement.benchmark != benchmark and judgement.benchmark in (BENCHMARK, RATED):
            continue
        if judgement.benchmark != benchmark or judgement.trial not in towers:
            reason = f"trial {judgement.trial} of {judgement.benchmark} is not of {benchmark}"
            raise ResultFault(path, f"line {number}", reason)
        trial, truth = towers[judgement.trial]
        person = HeuristicInfo(f"{judgement.person} (person)", "")
        blank = prediction_row(trial, person, truth)
        row = replace(blank, probability=judgement.probability, cpu_seconds=judgement.seconds)
        predictions.setdefault((judgement.person, judgement.trial), row)
    if not predictions:
        reason = f"holds no answer on {benchmark}; `towersim practice judge` asks for some"
        raise ResultFault(path, "$", reason)
    return tuple(predictions.values())


def likenesses(
    people: Sequence[Prediction], heuristics: Sequence[Prediction]
) -> tuple[Likeness, ...]:
    """Return the similarity of each person to each heuristic, the most similar first."""
    named = grouped(heuristics, lambda row: row.heuristic)
    ranked = []
    for person, judged in grouped(people, lambda row: row.heuristic).items():
        mine = [
            _likeness(person, name, judged, {row.trial: row for row in some})
            for name, some in named.items()
        ]
        ranked += sorted(mine, key=lambda like: -(like.correlation or 0.0))
    return tuple(ranked)


def _likeness(
    person: str, heuristic: str, judged: Sequence[Prediction], answers: dict[str, Prediction]
) -> Likeness:
    both = [(row, answers[row.trial]) for row in judged if row.trial in answers]
    one, other = (metrics.chances([pair[i] for pair in both]) for i in (0, 1))
    right = np.array([[row.is_right for row in pair] for pair in both], dtype=np.float64)
    r = _correlation(one, other, np.ones(len(both)))
    clusters = metrics.clusters([row for row, _ in both])
    interval = None
    if r is not None:

        def resampled(weights: Floats) -> float:
            again = _correlation(one, other, weights)
            # A resample in which either is constant has no r; it gets the r of all answers.
            return r if again is None else again

        interval = metrics.clustered_interval(resampled, clusters)
    accuracy = float(right[:, 0].mean()), float(right[:, 1].mean())
    return Likeness(person, heuristic, len(both), accuracy, r, interval, _consistency(right))


def _correlation(one: Floats, other: Floats, weights: Floats) -> float | None:
    """Return Pearson's r of weighted pairs; None if either does not vary."""
    if len(one) < 2:
        return None
    covariance = np.cov(one, other, aweights=weights, ddof=0)
    spread = float(np.sqrt(covariance[0, 0] * covariance[1, 1]))
    return float(covariance[0, 1] / spread) if spread > 1e-12 else None


def _consistency(right: Floats) -> float | None:
    """Return κ of two columns of zeros and ones; None if both are all ones or all zeros."""
    p, q = right.mean(axis=0)
    expected = float(p * q + (1 - p) * (1 - q))
    agreed = float((right[:, 0] == right[:, 1]).mean())
    return (agreed - expected) / (1 - expected) if expected < 1 else None


def sheet(likenesses: Sequence[Likeness]) -> Sheet[Likeness]:
    """Return the table of similarities."""
    columns: list[Column[Likeness]] = [
        Column("person", lambda like: like.person, is_text=True),
        Column("heuristic", lambda like: like.heuristic, is_text=True),
        Column("n", lambda like: str(like.towers)),
        Column("right", lambda like: f"{like.accuracy[0]:.1%}"),
        Column("its", lambda like: f"{like.accuracy[1]:.1%}"),
        Column("r (95 %)", lambda like: digits_text(like.correlation, 2, like.interval)),
        Column("κ", lambda like: digits_text(like.error_consistency, 2)),
    ]
    title = "On the towers that each person judged (κ: 1 if both err on the same ones)"
    return Sheet(columns, likenesses, title)
