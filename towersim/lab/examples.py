"""Towers to look at: where a heuristic was sure and wrong."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from towersim.lab.metrics import right
from towersim.lab.rows import Verdict
from towersim.lab.truth import MOST as ENDS

MOST = 24
"""No more towers than this are shown."""


class Example(NamedTuple):
    """One wrong answer, and what to say about it."""

    row: Verdict

    @property
    def shows(self) -> str:
        """What the picture shows."""
        kind = self.row.structure
        return f"A tower ({kind}) of {self.row.blocks} blocks, drawn from the side."

    @property
    def caption(self) -> str:
        """What was expected of the tower, and what it did."""
        row = self.row
        became = "stood" if row.stands else "fell"
        return (
            f"{row.heuristic}: {row.structure} of {row.blocks} blocks, {_tilt(row.margin)}. "
            f"Expected to stand with {row.probability:.0%}; it {became}."
        )


def examples(answers: Mapping[str, Sequence[Verdict]]) -> list[Example]:
    """Return of each heuristic the faller that it trusted most and the stander it doubted most.

    Of those that it was equally sure about, the clearest case by |λ|.
    """
    found = (row for rows in answers.values() for row in _worst(rows))
    return [Example(row) for row, _ in zip(found, range(MOST), strict=False)]


def _tilt(margin: float) -> str:
    """Return λ in words.

    >>> _tilt(-0.02), _tilt(10.0)
    ('λ = −0.020', 'λ ≥ 10')
    """
    if abs(margin) >= ENDS:
        return f"λ ≥ {ENDS:g}" if margin > 0 else f"λ ≤ −{ENDS:g}"
    return f"λ = {margin:.3f}".replace("-", "−")


def _worst(rows: Sequence[Verdict]) -> Iterator[Verdict]:
    for stands in (False, True):
        wrong = [row for row in rows if not right(row) and row.stands == stands]
        if wrong:
            yield max(wrong, key=lambda row: (abs(row.probability - 0.5), abs(row.margin)))
