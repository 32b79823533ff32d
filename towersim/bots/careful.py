"""A bot for Fawlty Towers that weighs cards against risks forecast with its hand's tremor."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from towersim.bots.base import BotPosition, Strength, Thinking
from towersim.common.units import TowerId
from towersim.rules.base import Action, Place, StartTower
from towersim.rules.fawlty_towers.cards import Card, score
from towersim.rules.fawlty_towers.play import claims
from towersim.rules.fawlty_towers.state import Take, View

LOSS = 3.0
"""The cost of a collapse besides the lost card, in points."""
HALFWAY = 0.75
"""The value of a card that leaves a set of equal symbols one card short, in points."""
ERROR: Mapping[Strength, float] = {Strength.HARD: 0.0, Strength.NORMAL: 1.0, Strength.EASY: 2.5}
"""Standard deviation of the error in the value of a move, in points."""


class Careful(NamedTuple):
    """Chooses the move with the highest expected points."""

    name: str = "careful"
    strength: Strength = Strength.HARD

    def choose(self, position: BotPosition[View]) -> Thinking:
        """Choose by expected points; ties go to the first in the order of the rules."""
        view, error = position.view, ERROR[self.strength]

        def misjudged(value: float) -> float:
            return value + position.dice.gauss(0.0, error)

        puts = [action for action in view.legal if isinstance(action, Place | StartTower)]
        if not puts:
            return max(view.legal, key=lambda action: misjudged(gain(view, action)))
        risks: dict[TowerId, float] = {}
        for put in puts:
            # Cubes differ only in colour, so one forecast per tower is enough.
            if isinstance(put, Place) and put.tower not in risks:
                risks[put.tower] = yield from position.risk(put.block, put.tower)
        founded = (take for put in puts for take in claims(view, put.block, TowerId(0)))
        after_fall = best(view, (take for take in founded if take.row == 0))

        def value(put: Place | StartTower) -> float:
            return misjudged(_expected(view, put, risks.get(put.tower, 0), after_fall))

        return max(puts, key=value)


def _expected(view: View, put: Place | StartTower, chance: float, after_fall: float) -> float:
    """Return the expected points of a put: the best card if it stands, else a bottom card."""
    stands = best(view, claims(view, put.block, put.tower))
    return (1 - chance) * stands + chance * (after_fall - LOSS)


def best(view: View, takes: Iterable[Take]) -> float:
    """Return the greatest gain of a take; 0 for none."""
    return max((gain(view, take) for take in takes), default=0.0)


def gain(view: View, action: Action) -> float:
    """Return the gain in this seat's score by an action, including incomplete sets."""
    if not isinstance(action, Take):
        return 0.0
    mine: tuple[Card, ...] = view.taken[view.seat]
    card = view.columns[action.column][action.row]
    alike = sum(other.symbol == card.symbol for other in mine)
    return score((*mine, card)) - score(mine) + HALFWAY * (alike % 5 in {1, 3})
