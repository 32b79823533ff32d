"""A bot for Bausack that plans every piece of the supply on its own and on other towers.

All values are probabilities that a tower collapses, the others' less the own. Tokens are worth the
pushes to come: in these, the others pay as long as they can, and this seat if that is better.
"""

from collections.abc import Generator, Mapping
from functools import lru_cache
from typing import NamedTuple

from towersim.bots.base import BotPosition, Prospects, Put, Spot, Strength, Thinking
from towersim.common.dice import Stream
from towersim.common.units import Pose, Seat, TowerId
from towersim.rules.base import Action, Place, StartTower
from towersim.rules.bausack.state import Accept, Bid, Build, Pass, Pay, Phase, PushPiece, View

AHEAD = 0.7
"""Weight of the next piece's risk relative to the present one's (0 … 1)."""
AWKWARD = 0.2
"""The risk of a pushed piece in the future on a tower with unlimited room."""
BENT = 0.4
"""The risk of a plain piece after an awkward one on such a tower."""
FULL = 0.01
"""The smallest risk of a plain piece on a foundation."""
TURNS = 16
"""The number of seats that stand times that of future turns looked at."""
WORST, PLANNED, CONFIRMED = 12, 4, 2
"""The numbers of pieces planned for the next seat, for all seats or the own, and simulated."""

ERROR: Mapping[Strength, float] = {Strength.NORMAL: 0.1, Strength.EASY: 0.3}
"""Standard deviation of the error in a risk (0 … 1)."""


class Builder(NamedTuple):
    """Pushes what others cannot place or pay for, and builds what its own tower needs."""

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


Losses = tuple[float, ...]
"""The probability of each standing seat to collapse first, in the order of the seats."""


class _Race(NamedTuple):
    """A piece on its way to a seat, and the pushes after it; seats count among the standing."""

    me: int
    turn: int
    risks: Losses
    """The piece's risk on each tower."""
    leaves: Losses
    """The risk of a plain piece after it."""
    rooms: Losses
    """The risk of a plain piece now; 0 without a foundation."""
    turns: int

    def taken(self, tokens: tuple[int, ...], seat: int, again: int = 0) -> Losses:
        """Return the losses if a seat takes the piece; `again` if the turn does not end."""
        risk, after = self.risks[seat], (self.turn + 1 - again) % len(tokens)
        rooms = (*self.rooms[:seat], self.leaves[seat], *self.rooms[seat + 1 :])
        awkward = self._replace(
            turn=after,
            risks=tuple(1 - (1 - AWKWARD) * (1 - room) if room else 0.0 for room in rooms),
            leaves=tuple(1 - (1 - BENT) * (1 - room) for room in rooms),
            rooms=rooms,
            turns=self.turns - 1,
        )
        plain = awkward._replace(risks=rooms, leaves=tuple(max(room, FULL) for room in rooms))
        later = [_pushed(race, tokens) for race in (awkward, plain)[: 1 + (after == self.me)]]
        best = max(later, key=lambda losses: _worth(losses, after))
        losses = [(1 - risk) * loss for loss in best]
        losses[seat] += risk
        return tuple(losses)

    def offered(self, tokens: tuple[int, ...], seat: int, price: int) -> Losses:
        """Return the losses if the others pay whenever they can, and `me` if that is better."""
        paid = self.paid(tokens, seat, price)
        if seat != self.me:
            return paid
        return max(self.taken(tokens, seat), paid, key=lambda losses: _worth(losses, seat))

    def paid(self, tokens: tuple[int, ...], seat: int, price: int) -> Losses:
        """Return the losses if a seat pays, or accepts if it cannot pay."""
        if price > tokens[seat]:
            return self.taken(tokens, seat)
        return self.offered(_less(tokens, seat, price), (seat + 1) % len(tokens), price + 1)


@lru_cache(maxsize=2**14)
def _pushed(race: _Race, tokens: tuple[int, ...]) -> Losses:
    """Return the losses if the seat in turn pushes the piece."""
    if not race.turns:
        return (0.0,) * len(tokens)
    return race.offered(tokens, (race.turn + 1) % len(tokens), 1)


def _worth(losses: Losses, seat: int) -> float:
    """Return the mean loss of the other seats less a seat's own."""
    return (sum(losses) - losses[seat]) / (len(losses) - 1) - losses[seat]


def _less(tokens: tuple[int, ...], seat: int, price: int) -> tuple[int, ...]:
    return tuple(pool - price * (place == seat) for place, pool in enumerate(tokens))


def _tokens(view: View) -> tuple[int, ...]:
    return tuple(view.tokens[seat] for seat in view.standing)


def _race(view: View, ahead: Prospects, piece: str, sure: Mapping[Seat, Spot]) -> _Race:
    """Return the race of a piece, with the spots that were simulated, by seat."""
    seats = view.standing
    spots = [sure.get(seat) or ahead.plan(piece, TowerId(seat)) for seat in seats]
    rooms = tuple(
        max(ahead.room(TowerId(seat)), FULL) if view.towers[seat] else 0.0 for seat in seats
    )
    return _Race(
        seats.index(view.seat),
        seats.index(view.turn),
        tuple(spot.risk for spot in spots),
        tuple(max(spot.after, FULL) for spot in spots),
        rooms,
        max(1, TURNS // len(seats)),
    )


def _harm(spot: Spot) -> float:
    """Return the risk of a piece and of the one after it."""
    return spot.risk + AHEAD * spot.after


def _answer(view: View, ahead: Prospects) -> Generator[None, None, Action]:
    """Accept the pushed piece or pay, whichever is better."""
    spot = yield from ahead.confirm(view.piece, TowerId(view.seat))
    race, tokens = _race(view, ahead, view.piece, {view.seat: spot}), _tokens(view)
    me = view.standing.index(view.seat)
    paid = _worth(race.paid(tokens, me, view.price), me)
    return Pay() if paid > _worth(race.taken(tokens, me), me) else Accept()


def _bid(view: View, ahead: Prospects) -> Generator[None, None, Action]:
    """Bid one more if that is better than to leave the piece to the highest bidder."""
    bid = view.highest + 1
    spot = yield from ahead.confirm(view.piece, TowerId(view.seat))
    race = _race(view, ahead, view.piece, {view.seat: spot})
    me = view.standing.index(view.seat)
    won = _worth(_won(view, race, view.seat, bid), me)
    lost = _worth(_won(view, race, view.bidder, view.highest), me)
    return Bid(bid) if bid <= view.tokens[view.seat] and won > lost else Pass()


def _won(view: View, race: _Race, seat: Seat, bid: int) -> Losses:
    """Return the losses if a seat wins the piece; another than the one in turn ends no turn."""
    place = view.standing.index(seat)
    return race.taken(_less(_tokens(view), place, bid), place, int(seat != view.turn))


def _begin(view: View, ahead: Prospects) -> Generator[None, None, Action]:
    """Build with the best piece or push the worst one, whichever has the higher value."""
    me, tokens = view.standing.index(view.seat), _tokens(view)
    piece, spot = yield from _best_build(view, ahead)
    worst, harm = yield from _best_push(view, ahead, piece)
    race = _race(view, ahead, piece, {view.seat: spot})
    gains = [_worth(race.taken(_less(tokens, me, bid), me), me) for bid in range(tokens[me] + 1)]
    if gains[0] < harm:
        return PushPiece(worst)
    most = max(bid for bid, gain in enumerate(gains) if gain >= harm)
    return Build(piece, 0 if view.options.opener_may_raise else most)


def _best_build(view: View, ahead: Prospects) -> Generator[None, None, tuple[str, Spot]]:
    """Return the best piece for the own tower, and its spot."""
    home = TowerId(view.seat)
    risks = yield from _glances(view, ahead, home)
    spots = {}
    for piece in sorted(risks, key=risks.__getitem__)[:PLANNED]:
        spots[piece] = ahead.plan(piece, home)
        yield
    for piece in _first({p: -_harm(spot) for p, spot in spots.items()}, CONFIRMED):
        spots[piece] = yield from ahead.confirm(piece, home)
    return min(spots.items(), key=lambda item: _harm(item[1]))


def _best_push(view: View, ahead: Prospects, best: str) -> Generator[None, None, tuple[str, float]]:
    """Return the best push and its value; others may also pay for the return of `best`."""
    me, tokens = view.standing.index(view.seat), _tokens(view)
    to = view.standing[(me + 1) % len(tokens)]
    risks = yield from _glances(view, ahead, TowerId(to))
    harms, worth = {}, {}
    for piece in _first(risks, WORST):
        harms[piece] = _harm(ahead.plan(piece, TowerId(to)))
        yield
    for piece in dict.fromkeys((*_first(harms, PLANNED), best)):
        worth[piece] = _worth(_pushed(_race(view, ahead, piece, {}), tokens), me)
        yield
    worst, sure = _first(worth, 1)[0], {}
    for seat in (to, view.seat):
        sure[seat] = yield from ahead.confirm(worst, TowerId(seat))
    worth[worst] = _worth(_pushed(_race(view, ahead, worst, sure), tokens), me)
    worst = max(worth, key=worth.__getitem__)
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


def _first(worth: Mapping[str, float], count: int) -> list[str]:
    """Return the `count` pieces of highest value; ties go to the first in the supply."""
    return sorted(worth, key=lambda piece: -worth[piece])[:count]
