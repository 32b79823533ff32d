"""A bot for Bausack that plans every piece of the supply on its own and on other towers.

All values are in one unit, the probability that a tower collapses. The value of a piece is the
reduction of the next piece's risk, less its own risk; that of a token is the risk it can avert;
that of a push is the risk that others take or pay for, less the risk of its return.
"""

from collections.abc import Generator, Mapping
from typing import NamedTuple

from towersim.bots.base import BotPosition, Prospects, Put, Spot, Strength, Thinking
from towersim.common.dice import Stream
from towersim.common.portable_math import total
from towersim.common.units import Pose, Seat, TowerId
from towersim.rules.base import Action, Place, StartTower
from towersim.rules.bausack.state import Accept, Bid, Build, Pass, Pay, Phase, PushPiece, View

JOY = 0.3
"""Bonus for building instead of pushing, so that games are not all pushes."""
AHEAD = 0.7
"""Weight of the next piece's risk relative to the present one's (0 … 1)."""
BARE = 0.15
"""The risk of the next piece without a foundation, which could be hard to place."""
DRAINED = 0.3
"""Value of a token spent by another seat, as a share of one in the own pool."""
PURSE = 0.4
"""Value of a token: this risk, divided by two plus the number of tokens left without it."""
DOUBT = 0.08
"""The largest gain in a push's value that a simulation is expected to show."""
PLANNED, CONFIRMED = 8, 2
"""The numbers of pieces that are planned with the next block, and that are simulated."""

ERROR: Mapping[Strength, float] = {Strength.NORMAL: 0.1, Strength.EASY: 0.3}
"""Standard deviation of the error in a risk (0 … 1)."""


class Builder(NamedTuple):
    """Builds while that is safe, and pushes pieces that others cannot place."""

    name: str = "builder"
    strength: Strength = Strength.HARD

    def choose(self, position: BotPosition[View]) -> Thinking:
        """Choose by the risks of each piece on each tower."""
        view = position.view
        ahead = position.prospects
        if self.strength in ERROR:
            ahead = _Misjudged(ahead, position.dice, ERROR[self.strength])
        match view.phase:
            case Phase.PLACING:
                put = next(
                    action for action in view.legal if isinstance(action, Place | StartTower)
                )
                spot = yield from ahead.confirm(view.piece, TowerId(view.seat))
                return Put(put, spot.at)
            case Phase.OFFERED:
                return (yield from _answer(view, ahead))
            case Phase.BIDDING:
                return (yield from _bid(view, ahead))
            case _:
                return (yield from _begin(view, ahead))


class _Sight(NamedTuple):
    at: Pose
    risk: float
    after: float


class _Misjudged(NamedTuple):
    """Prospects at a glance, without simulation, with errors in all risks."""

    true: Prospects
    dice: Stream
    error: float

    def _wrong(self, risk: float) -> float:
        return min(1.0, max(0.0, self.dice.gauss(risk, self.error)))

    def room(self, tower: TowerId) -> float:
        return self._wrong(self.true.room(tower))

    def guess(self, kind: str, tower: TowerId) -> float:
        return self._wrong(self.true.guess(kind, tower))

    def plan(self, kind: str, tower: TowerId) -> Spot:
        spot = self.true.plan(kind, tower)
        return _Sight(spot.at, self._wrong(spot.risk), self._wrong(spot.after))

    def confirm(self, kind: str, tower: TowerId) -> Generator[None, None, Spot]:
        yield
        return self.plan(kind, tower)


def _answer(view: View, ahead: Prospects) -> Generator[None, None, Action]:
    """Accept the pushed piece, or pay if that costs less than the risk."""
    spot = yield from ahead.confirm(view.piece, TowerId(view.seat))
    harm = spot.risk + AHEAD * (spot.after - _now(view, ahead))
    return Pay() if harm > _cost(view.tokens[view.seat], view.price) else Accept()


def _bid(view: View, ahead: Prospects) -> Generator[None, None, Action]:
    """Bid one more if the gain of the piece exceeds the cost, else pass."""
    pool, bid = view.tokens[view.seat], view.highest + 1
    if _cost(pool, bid) > AHEAD * _now(view, ahead):
        return Pass()
    spot = yield from ahead.confirm(view.piece, TowerId(view.seat))
    return Bid(bid) if _gain(view, ahead, spot) > _cost(pool, bid) else Pass()


def _begin(view: View, ahead: Prospects) -> Generator[None, None, Action]:
    """Build with the best piece or push the worst one, whichever has the higher value."""
    best, gain = yield from _best_build(view, ahead)
    worst, harm = yield from _best_push(view, ahead, gain + JOY)
    if gain + JOY < harm:
        return PushPiece(worst)
    return Build(best, 0 if view.options.opener_may_raise else _most(view, gain))


def _best_build(view: View, ahead: Prospects) -> Generator[None, None, tuple[str, float]]:
    """Return the best piece for the own tower, and its gain."""
    home = TowerId(view.seat)
    safest = sorted((yield from _glances(view, ahead, home)).items(), key=lambda item: item[1])
    gains = {}
    for piece, _ in safest[:PLANNED]:
        gains[piece] = _gain(view, ahead, ahead.plan(piece, home))
        yield
    for piece in _first(gains, CONFIRMED):
        gains[piece] = _gain(view, ahead, (yield from ahead.confirm(piece, home)))
    best = max(_first(gains, CONFIRMED), key=gains.__getitem__)
    return best, gains[best]


def _best_push(
    view: View, ahead: Prospects, rival: float
) -> Generator[None, None, tuple[str, float]]:
    """Return the piece with the highest value of a push, and that value.

    Pieces are simulated only if the value comes within `DOUBT` of `rival`, that of building.
    """
    seats = (view.seat, *_clockwise(view))
    risks = {}
    for seat in seats:
        risks[seat] = yield from _glances(view, ahead, TowerId(seat))
    worth = {
        piece: _push(view, {seat: risks[seat][piece] for seat in seats}) for piece in view.choices
    }
    looked = _first(worth, CONFIRMED)
    for piece in looked if worth[looked[0]] > rival - DOUBT else ():
        sure = {seat: risks[seat][piece] for seat in seats}
        spot = yield from ahead.confirm(piece, TowerId(seats[1]))
        worth[piece] = _push(view, {**sure, seats[1]: spot.risk})
    worst = max(looked, key=worth.__getitem__)
    return worst, worth[worst]


def _glances(
    view: View, ahead: Prospects, tower: TowerId
) -> Generator[None, None, Mapping[str, float]]:
    """Return the risk of every piece in the supply on a tower, without simulation."""
    risks = {}
    for piece in view.choices:
        risks[piece] = ahead.guess(piece, tower)
        yield
    return risks


def _push(view: View, risks: Mapping[Seat, float]) -> float:
    """Return the value of a push: the others' risk or their payments, less the own risk."""
    others = _clockwise(view)
    reached, worth = 1.0, 0.0
    for price, seat in enumerate(others, 1):
        cost = _cost(view.tokens[seat], price)
        pays = risks[seat] / (risks[seat] + cost) if price <= view.tokens[seat] else 0.0
        worth += reached * (1 - pays) * risks[seat] / len(others)
        worth += reached * pays * DRAINED * cost / len(others)
        reached *= pays
    back = _cost(view.tokens[view.seat], len(others) + 1)
    return worth - reached * min(risks[view.seat], back)


def _gain(view: View, ahead: Prospects, spot: Spot) -> float:
    """Return the reduction of the own tower's risk by a piece, less the risk of placing it."""
    return AHEAD * (_now(view, ahead) - spot.after) - spot.risk


def _now(view: View, ahead: Prospects) -> float:
    """Return the risk of placing the next plain piece on the own tower."""
    return ahead.room(TowerId(view.seat)) if view.towers[view.seat] else BARE


def _cost(pool: int, price: int) -> float:
    """Return the cost of a price paid from a pool, as a risk; 1 for more than the pool."""
    if price > pool:
        return 1.0
    return total(PURSE / (2 + left) for left in range(pool - price, pool))


def _most(view: View, gain: float) -> int:
    """Return the largest bid that costs no more than a gain."""
    pool = view.tokens[view.seat]
    return max(bid for bid in range(pool + 1) if _cost(pool, bid) <= max(gain, 0.0))


def _clockwise(view: View) -> tuple[Seat, ...]:
    """Return the other seats still in the game, in playing order."""
    later = tuple(seat for seat in view.standing if seat > view.seat)
    return later + tuple(seat for seat in view.standing if seat < view.seat)


def _first(worth: Mapping[str, float], count: int) -> list[str]:
    """Return the `count` pieces of highest value; ties go to the first in the supply."""
    return sorted(worth, key=lambda piece: -worth[piece])[:count]
