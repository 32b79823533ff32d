"""Example towers: confident mistakes of a heuristic, and disagreements between heuristics."""

from collections.abc import Iterator, Mapping, Sequence
from statistics import pvariance
from typing import NamedTuple

from towersim.lab.metrics import right
from towersim.lab.rows import Prediction
from towersim.lab.truth import margin_text

MOST = 24
"""Maximum number of towers shown."""


class Example(NamedTuple):
    """A tower and its caption."""

    row: Prediction
    caption: str

    @property
    def alternative(self) -> str:
        """Alternative text of the picture."""
        kind = self.row.structure
        return f"A tower ({kind}) of {self.row.blocks} blocks, drawn from the side."


def examples(answers: Mapping[str, Sequence[Prediction]]) -> list[Example]:
    """Return each heuristic's most trusted tower that fell and most doubted one that stood.

    Among equal probabilities the one with the greatest |λ| is taken.
    """
    found = (row for rows in answers.values() for row in _worst(rows))
    return [
        Example(row, f"{row.heuristic}: {_told(row)} Prediction: {row.probability:.0%}.")
        for row, _ in zip(found, range(MOST), strict=False)
    ]


def disputed(answers: Mapping[str, Sequence[Prediction]]) -> list[Example]:
    """Return the trials with the greatest variance of probabilities, one for each tower."""
    trials: dict[str, list[Prediction]] = {}
    for rows in answers.values():
        for row in rows:
            if row.probability is not None:
                trials.setdefault(row.trial, []).append(row)
    several = (rows for rows in trials.values() if len({right(row) for row in rows}) > 1)
    found: dict[str, list[Prediction]] = {}
    for rows in sorted(several, key=lambda rows: -_variance(rows)):
        found.setdefault(rows[0].tower or rows[0].trial, rows)
    return [_dispute(rows) for rows in list(found.values())[:MOST]]


def _dispute(rows: Sequence[Prediction]) -> Example:
    said = [", ".join(row.heuristic for row in rows if right(row) == it) for it in (True, False)]
    return Example(rows[0], f"{_told(rows[0])} Right: {said[0]}. Wrong: {said[1]}.")


def _variance(rows: Sequence[Prediction]) -> float:
    return pvariance([row.probability for row in rows if row.probability is not None])


def _told(row: Prediction) -> str:
    became = row.verdict or ("stands" if row.stands else "falls")
    return f"{row.structure} of {row.blocks} blocks, {margin_text(row.margin)}; it {became}."


def _worst(rows: Sequence[Prediction]) -> Iterator[Prediction]:
    for stands in (False, True):
        answered = (row for row in rows if row.probability is not None)
        wrong = [row for row in answered if not right(row) and row.stands == stands]
        if wrong:
            yield max(wrong, key=lambda row: (abs((row.probability or 0.0) - 0.5), abs(row.margin)))
