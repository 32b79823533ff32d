"""A bot that weighs the card against the risk, by looking ahead with its own hand's tremor."""

from collections.abc import Iterable

from towersim.bots.base import Position, Thinking
from towersim.rules.base import Action, Place, StartTower
from towersim.rules.fawlty_towers.cards import Card, score
from towersim.rules.fawlty_towers.play import claims
from towersim.rules.fawlty_towers.state import Take, View
from towersim.units import TowerId

LOSS = 3.0
"""What a collapse costs besides the card, in points: the tower that was to be built on."""
HALFWAY = 0.75
"""What a card is worth that leaves a set of equal symbols one card short, in points."""


class Careful:
    """Takes the best card that its hand can reach."""

    name = "careful"

    def choose(self, position: Position[View]) -> Thinking:
        """Choose by value and risk; ties go to the first in the order of the rules."""
        view = position.view
        puts = [action for action in view.legal if isinstance(action, Place | StartTower)]
        if not puts:
            return max(view.legal, key=lambda action: _gain(view, action))
        risks: dict[TowerId, float] = {}
        for put in puts:
            # Cubes differ in nothing but colour, so one look at each tower is enough.
            if isinstance(put, Place) and put.tower not in risks:
                risks[put.tower] = yield from position.risk(put.block, put.tower)
        after_fall = _best(view, (take for put in puts for take in _bottoms(view, put.block)))
        return max(puts, key=lambda put: _expected(view, put, risks.get(put.tower, 0), after_fall))


def _expected(view: View, put: Place | StartTower, chance: float, after_fall: float) -> float:
    """Return the points expected from a put: the card if it stands, else a bottom card."""
    stands = _best(view, claims(view, put.block, put.tower))
    return (1 - chance) * stands + chance * (after_fall - LOSS)


def _bottoms(view: View, block: str) -> Iterable[Take]:
    """Return the cards one may take after founding a tower with this cube."""
    return (take for take in claims(view, block, TowerId(0)) if take.row == 0)


def _best(view: View, takes: Iterable[Take]) -> float:
    return max((_gain(view, take) for take in takes), default=0.0)


def _gain(view: View, action: Action) -> float:
    """Return what an action adds to this seat's score, half-made sets included."""
    if not isinstance(action, Take):
        return 0.0
    mine: tuple[Card, ...] = view.taken[view.seat]
    card = view.columns[action.column][action.row]
    alike = sum(other.symbol == card.symbol for other in mine)
    return score((*mine, card)) - score(mine) + HALFWAY * (alike % 5 in {1, 3})
