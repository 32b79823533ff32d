"""What a person is told while judging."""

import math
from typing import Final

from towersim.judge import Answered

_SIDES: Final = {"left": "to the left", "down": "straight down", "right": "to the right"}
_SHARES: Final = {0.25: "a quarter", 0.5: "half", 0.75: "three quarters", 1.0: "all of it"}
STEEPEST: Final = 60.0
"""A greater tilt than this is not told, in degrees."""


def share_words(share: float) -> str:
    """Return how a share of a tower is called.

    >>> share_words(0.75)
    'three quarters'
    """
    return _SHARES[share]


def told(answer: Answered) -> tuple[str, ...]:
    """Return what became of a tower, what the answer was worth, as two lines."""
    fate, said, question = answer.fate, answer.said, answer.question
    tilt = math.degrees(math.atan(abs(question.margin)))
    if question.stands:
        became = "It stands"
        became += f": it would withstand a tilt of {tilt:.1f}°." if tilt < STEEPEST else "."
    else:
        became = f"It fell {_SIDES[fate.side]}: {len(fate.fell)} of {fate.blocks} blocks came down"
        became += f"; a tilt of {tilt:.1f}° could hold it." if tilt < STEEPEST else "."
    worth = f"You gave it {said.probability:.0%} to stand: a Brier score of {answer.loss:.2f}"
    if said.side is not None and said.share is not None and not question.stands:
        expected = f"{share_words(said.share)} falling {_SIDES[said.side]}"
        worth += f"; you expected {expected}"
    return became, f"{worth}."


def hint(number: int, of: int, *, hides_density: bool) -> str:
    """Return the line over a tower."""
    heavy = "  ·  its blocks differ in weight, and nobody can see how" if hides_density else ""
    return f"Tower {number} of {of}{heavy}"
