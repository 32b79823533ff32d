"""A bot for Fawlty Towers that weighs cards against risks, and against what others can take next.

Its risks are those of the law of the lever, which in towers of cubes predict falls better than the
few simulations of a forecast.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import chain
from typing import NamedTuple, Self

from towersim.bots.base import BotPosition, Strength, Thinking
from towersim.common.units import TowerId
from towersim.rules.base import PUTS, Action, Place, StartTower, swapped
from towersim.rules.fawlty_towers.play import claims, reach
from towersim.rules.fawlty_towers.state import Card, Colour, Columns, Take, View, score

LOSS = 3.0
"""The cost of a collapse besides the lost card, in points."""
HALFWAY = 0.75
"""The value of a card that leaves a set of equal symbols one card short, in points."""
SPITE = 2.0
"""The weight of what the next seat can gain, times the number of seats."""
ERROR: Mapping[Strength, float] = {Strength.HARD: 0.0, Strength.NORMAL: 0.7, Strength.EASY: 0.8}
"""Standard deviation of the error in the value of a move, in points."""

Towers = tuple[tuple[Colour, ...] | None, ...]


class Careful(NamedTuple):
    """Chooses the move with the most expected points, less those that it leaves the next seat."""

    name: str = "careful"
    strength: Strength = Strength.HARD

    def choose(self, position: BotPosition[View]) -> Thinking:
        """Choose by expected points; ties go to the first in the order of the rules."""
        view, error = position.view, ERROR[self.strength]
        threat = _Threat.of(view)

        def misjudged(value: float) -> float:
            return value + position.dice.gauss(0.0, error)

        puts = [action for action in view.legal if isinstance(action, PUTS)]
        if not puts:
            return max(view.legal, key=lambda a: misjudged(threat.worth(view, a, view.towers)))
        risks: dict[TowerId, float] = {}
        for put in puts:
            # Cubes differ only in colour, so one estimate per tower is enough.
            if isinstance(put, Place) and put.tower not in risks:
                risks[put.tower] = position.prospects.guess(put.block, put.tower)
                yield
        founded = (take for put in puts for take in claims(view, put.block, TowerId(0)))
        after_fall = best(view, (take for take in founded if take.row == 0))

        def value(put: Place | StartTower) -> float:
            risk, tower = risks.get(put.tower, 0.0), view.towers[put.tower] or ()
            raised = swapped(view.towers, put.tower, (*tower, Colour(put.block)))
            takes = claims(view, put.block, put.tower) or (None,)
            stands = max(threat.worth(view, take, raised) for take in takes)
            fallen = threat(view.columns, swapped(view.towers, put.tower, None))
            return misjudged((1 - risk) * stands + risk * (after_fall - LOSS - fallen))

        return max(puts, key=value)


class _Threat(NamedTuple):
    """What the next seat can gain, by the cards on the table."""

    gains: Mapping[Card, float]
    """Its gain by each card, weighted by `SPITE`."""

    @classmethod
    def of(cls, view: View) -> Self:
        """Return it for the view of a seat."""
        seats = len(view.taken)
        theirs, every = view.taken[(view.seat + 1) % seats], chain.from_iterable(view.columns)
        return cls({card: SPITE / seats * _worth(theirs, card) for card in every})

    def __call__(self, columns: Columns, towers: Towers) -> float:
        """Return the greatest gain with these cards and towers."""
        standing = [tower for tower in towers if tower]
        near = (c[: max((_reach(c, t) for t in standing), default=0)] for c in columns)
        return max((self.gains[card] for card in chain.from_iterable(near)), default=0.0)

    def worth(self, view: View, action: Action | None, towers: Towers) -> float:
        """Return the gain of an action with these towers, less the threat after it."""
        columns = view.columns
        if isinstance(action, Take):
            column = columns[action.column]
            rest = column[: action.row] + column[action.row + 1 :]
            columns = swapped(columns, action.column, rest)
        return gain(view, action) - self(columns, towers)


_reach = lru_cache(1 << 12)(reach)


def best(view: View, takes: Iterable[Take]) -> float:
    """Return the greatest gain of a take; 0 for none."""
    return max((gain(view, take) for take in takes), default=0.0)


def gain(view: View, action: Action | None) -> float:
    """Return the gain in this seat's score by an action, including incomplete sets."""
    if not isinstance(action, Take):
        return 0.0
    return _worth(view.taken[view.seat], view.columns[action.column][action.row])


def _worth(mine: tuple[Card, ...], card: Card) -> float:
    """Return the points of one more card, including incomplete sets."""
    alike = sum(other.symbol == card.symbol for other in mine)
    return score((*mine, card)) - score(mine) + HALFWAY * (alike % 5 in {1, 3})
