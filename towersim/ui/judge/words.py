"""Messages to the person during a round."""

import math
from collections.abc import Mapping
from typing import Final

from towersim.common.messages import Message
from towersim.common.messages import message as _
from towersim.lab.judge import Answered, Side

SIDES: Final[Mapping[Side, Message]] = {
    "left": _("to the left"),
    "down": _("straight down"),
    "right": _("to the right"),
}
SHARES: Final = {
    0.25: _("a quarter"),
    0.5: _("half"),
    0.75: _("three quarters"),
    1.0: _("all of it"),
}
STEEPEST: Final = 60.0
"""Tilts above this are not mentioned, in degrees."""


def told(answer: Answered) -> tuple[Message, Message]:
    """Return two sentences: the fate of the tower, and the score of the answer."""
    said, question = answer.said, answer.question
    worth = _(
        "You gave it {chance:.0%} to stand: a Brier score of {loss:.2f}, where 0 is perfect.",
        chance=said.probability,
        loss=answer.loss,
    )
    if said.side is not None and said.share is not None and not question.stands:
        worth = _(
            "You gave it {chance:.0%} to stand: a Brier score of {loss:.2f}; you expected {share} "
            "falling {side}.",
            chance=said.probability,
            loss=answer.loss,
            share=SHARES[said.share],
            side=SIDES[said.side],
        )
    return _became(answer), worth


def _became(answer: Answered) -> Message:
    fate = answer.fate
    tilt = math.degrees(math.atan(abs(answer.question.margin)))
    if answer.question.stands:
        if tilt < STEEPEST:
            return _("It stands: it would withstand a tilt of {tilt:.1f}°.", tilt=tilt)
        return _("It stands.")
    values = {"side": SIDES[fate.side], "fell": len(fate.fell), "blocks": fate.blocks}
    if tilt < STEEPEST:
        return _(
            "It fell {side}: {fell} of {blocks} blocks came down; a tilt of {tilt:.1f}° could "
            "hold it.",
            **values,
            tilt=tilt,
        )
    return _("It fell {side}: {fell} of {blocks} blocks came down.", **values)


def hint(number: int, of: int, *, hides_density: bool, is_hidden: bool) -> Message:
    """Return the line above tower `number` of `of`."""
    values = {"number": number, "all": of}
    if is_hidden:
        return _("Tower {number} of {all}  ·  hidden again: what would it do?", **values)
    if hides_density:
        return _(
            "Tower {number} of {all}  ·  its blocks differ in weight, and nobody can see how",
            **values,
        )
    return _("Tower {number} of {all}", **values)
