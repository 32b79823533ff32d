"""A bot for Bausack that plans pieces on all towers and looks some turns ahead.

It maximizes its chance to win. Tokens are worth the pushes to come: in these every seat accepts or
pays, whichever is better for it, but some pay whenever they can, as their payments so far show.
"""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple, Self

from towersim.bots.base import BotPosition, Prospects, Put, Strength, Thinking
from towersim.common.dice import Stream
from towersim.common.portable_math import total
from towersim.common.units import Seat, TowerId
from towersim.foresight.footing import Spot
from towersim.rules.base import PUTS, Action, Event, swapped
from towersim.rules.bausack.log import Accepted, Opened, PassedOn, Pushed
from towersim.rules.bausack.state import Accept, Bid, Build, Pass, Pay, Phase, PushPiece, View

JOY = 3.0
"""Bonus for building, so that games are not all pushes: times the square of the chance to win, the
chance to lose, and the share of builds in the others' turns."""
FULL = 0.02
"""The smallest risk of a plain piece on a tower."""
AWKWARD, SPOILT = 0.05, 0.9
"""The risk of a pushed piece on a tower with unlimited room, and that of a plain piece after it."""
MENDED = 0.7
"""The risk of the best piece of the supply, as a share of that of a plain piece."""
TURNS = 16
"""The number of seats that stand times that of future turns looked at."""
SHAKY, PURSE = 0.3, 2.0
"""After these turns, a seat's chance is in proportion to its tokens plus `PURSE`, and in inverse
proportion to its risk plus `SHAKY`."""
SAFE, WORST, SOME, CONFIRMED = 6, 4, 6, 2
"""The numbers of pieces planned: the safest, the riskiest, and any; and of those simulated."""
SLICE, MOST = 64, 2**13
"""The number of positions looked at in one slice, and of those that stay known."""
ALIKE = 0.02
"""The difference in risk below which pieces are chosen between at random."""

ERROR: Mapping[Strength, float] = {Strength.NORMAL: 0.1, Strength.EASY: 1.0}
"""Standard deviation of the error in a risk (0 … 1)."""


class Builder(NamedTuple):
    """Builds what its tower needs, and pushes pieces that others cannot place or pay for."""

    name: str = "builder"
    strength: Strength = Strength.HARD

    def choose(self, position: BotPosition[View]) -> Thinking:
        """Choose by the risks of each piece on each tower."""
        view, ahead = position.view, position.prospects
        if self.strength in ERROR:
            ahead = _Misjudged(ahead, position.dice, ERROR[self.strength])
        if view.phase is Phase.PLACING:
            put = next(action for action in view.legal if isinstance(action, PUTS))
            spot = yield from ahead.confirm(view.piece, TowerId(view.seat))
            return Put(put, spot.at)
        at = _Standing.of(view, ahead, position.history)
        match view.phase:
            case Phase.OFFERED:
                return (yield from _answer(view, ahead, at))
            case Phase.BIDDING:
                return (yield from _bid(view, ahead, at))
            case _:
                return (yield from _begin(position, ahead, at))


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
        return Spot(spot.at, self._wrong(spot.risk), self._wrong(spot.after))

    def confirm(self, kind: str, tower: TowerId) -> Generator[None, None, Spot]:
        yield
        return self.plan(kind, tower)


Chances = tuple[float, ...]
"""The probability of each standing seat to win, in the order of the seats."""
_Looking = Generator[None, None, Chances]
"""A look ahead: each step takes some milliseconds."""


class _Piece(NamedTuple):
    """A piece, by the towers of the standing seats."""

    risks: tuple[float, ...]
    leaves: tuple[float, ...]
    """The risk of a plain piece after it."""


class _Standing(NamedTuple):
    """The seats that stand, and in whose turn; seats count among the standing."""

    turn: int
    tokens: tuple[int, ...]
    rooms: tuple[float, ...]
    """The risk of a plain piece; 0 without a foundation."""
    payers: tuple[float, ...]
    """The probability of each seat to pay whenever it can."""
    turns: int

    @classmethod
    def of(cls, view: View, ahead: Prospects, history: Iterable[Event]) -> Self:
        """Return the position of a view."""
        seats = view.standing
        answers = [event for event in history if isinstance(event, Accepted | PassedOn)]

        def pays(seat: Seat) -> float:
            own = [type(event) for event in answers if event.seat == seat]
            return 0.0 if seat == view.seat else (1 + own.count(PassedOn)) / (2 + len(own))

        return cls(
            turn=seats.index(view.turn),
            tokens=tuple(view.tokens[seat] for seat in seats),
            rooms=tuple(
                _room(ahead.room(TowerId(seat))) if view.towers[seat] else 0.0 for seat in seats
            ),
            payers=tuple(map(pays, seats)),
            turns=max(1, TURNS // len(seats)),
        )

    def after(self, seat: int) -> int:
        return (seat + 1) % len(self.tokens)

    def less(self, seat: int, price: int) -> "_Standing":
        """Return the position after a payment."""
        pools = swapped(self.tokens, seat, self.tokens[seat] - price)
        return _Standing(self.turn, pools, self.rooms, self.payers, self.turns)

    def chances(self, fallen: int | None = None) -> Chances:
        """Return an estimate without looking ahead, after the collapse of a seat if given."""
        rates = list(map(_rate, self.rooms, self.tokens))
        if fallen is not None:
            rates[fallen] = 0.0
        whole = total(rates)
        return tuple([rate / whole for rate in rates])

    def taken(self, piece: _Piece, seat: int, *, again: bool = False) -> _Looking:
        """Return the chances if a seat takes the piece; `again` if that does not end the turn."""
        rooms = swapped(self.rooms, seat, piece.leaves[seat])
        turn = self.turn if again else self.after(self.turn)
        stood = yield from _later(_Standing(turn, self.tokens, rooms, self.payers, self.turns - 1))
        return _mixed(piece.risks[seat], self.chances(fallen=seat), stood)

    def offered(self, piece: _Piece, seat: int, price: int = 1) -> _Looking:
        """Return the chances if a seat may accept a piece or pay to pass it on."""
        taken = yield from self.taken(piece, seat)
        if price > self.tokens[seat]:
            return taken
        paid = yield from self.paid(piece, seat, price)
        better = taken if taken[seat] >= paid[seat] else paid
        return _mixed(self.payers[seat], paid, better)

    def paid(self, piece: _Piece, seat: int, price: int) -> _Looking:
        """Return the chances if a seat pays."""
        return self.less(seat, price).offered(piece, self.after(seat), price + 1)

    def pushed(self, piece: _Piece) -> _Looking:
        """Return the chances if the seat in turn pushes the piece."""
        return self.offered(piece, self.after(self.turn))


def _mixed(weight: float, one: Chances, other: Chances) -> Chances:
    """Return `weight` parts of one and the rest of the other."""
    rest = 1 - weight
    return tuple([weight * a + rest * b for a, b in zip(one, other, strict=True)])


@lru_cache(maxsize=2**12)
def _rate(room: float, tokens: int) -> float:
    return (PURSE + tokens) / (SHAKY + room)


_known: dict[_Standing, Chances] = {}
"""What `_later` has found, of at most `MOST` positions."""


def _later(at: _Standing) -> _Looking:
    """Return the chances if the seat in turn pushes an awkward piece or builds with the best."""
    if at in _known:
        return _known[at]
    if not at.turns:
        chances = at.chances()
    else:
        awkward, best = _usual(at.rooms)
        pushed = yield from at.pushed(awkward)
        taken = yield from at.taken(best, at.turn)
        chances = max(pushed, taken, key=itemgetter(at.turn))
    if len(_known) == MOST:
        _known.clear()
    _known[at] = chances
    if len(_known) % SLICE == 0:
        yield
    return chances


@lru_cache(maxsize=2**12)
def _usual(rooms: tuple[float, ...]) -> tuple[_Piece, _Piece]:
    """Return the piece that is usually pushed and the one that is built with, at these risks."""
    risks = tuple(1 - (1 - AWKWARD) * (1 - room) if room else 0.0 for room in rooms)
    best = tuple(MENDED * room for room in rooms)
    return _Piece(risks, (SPOILT,) * len(rooms)), _Piece(best, (FULL,) * len(rooms))


def _answer(view: View, ahead: Prospects, at: _Standing) -> Generator[None, None, Action]:
    """Accept the pushed piece or pay, whichever is better."""
    me = view.standing.index(view.seat)
    piece = yield from _confirmed(view, ahead, view.piece)
    taken = yield from at.taken(piece, me)
    paid = yield from at.paid(piece, me, view.price)
    return Pay() if paid[me] > taken[me] else Accept()


def _bid(view: View, ahead: Prospects, at: _Standing) -> Generator[None, None, Action]:
    """Bid one more if that is better than to leave the piece to the highest bidder."""
    me, bidder = view.standing.index(view.seat), view.standing.index(view.bidder)
    piece = yield from _confirmed(view, ahead, view.piece)

    def chances(seat: int, amount: int) -> _Looking:
        return at.less(seat, amount).taken(piece, seat, again=seat != at.turn)

    bid = view.highest + 1
    own = yield from chances(me, bid)
    other = yield from chances(bidder, view.highest)
    return Bid(bid) if own[me] > other[me] else Pass()


def _begin(
    position: BotPosition[View], ahead: Prospects, at: _Standing
) -> Generator[None, None, Action]:
    """Build with the best piece or push the worst one, whichever is better."""
    view, dice, me = position.view, position.dice, at.turn
    best, piece = yield from _best_build(view, ahead, at, dice)
    worst, least = yield from _best_push(view, ahead, at, dice, best)
    joy, worth = JOY * _peace(view, position.history), []
    for bid in range(at.tokens[me] + 1):
        chance = (yield from at.less(me, bid).taken(piece, me))[me]
        worth.append(chance + joy * chance**2 * (1 - chance))
    if worth[0] < least:
        return PushPiece(worst)
    most = max(bid for bid, each in enumerate(worth) if each >= least)
    return Build(best, 0 if view.options.opener_may_raise else most)


def _peace(view: View, history: Sequence[Event]) -> float:
    """Return the share of builds in the turns of the other seats, with one build before them."""
    others = [type(e) for e in history if isinstance(e, Opened | Pushed) and e.seat != view.seat]
    builds = 1 + others.count(Opened)
    return builds / (builds + others.count(Pushed))


def _best_build(
    view: View, ahead: Prospects, at: _Standing, dice: Stream
) -> Generator[None, None, tuple[str, _Piece]]:
    """Return the best piece for the own tower, by simulation."""
    home = TowerId(view.seat)
    risks = yield from _each(view.choices, lambda name: ahead.guess(name, home))
    safest = _least(risks, dice)[:SAFE]
    harms = yield from _each(safest, lambda name: _harm(ahead.plan(name, home)))
    pieces, chances = {}, {}
    for name in _least(harms, dice)[:CONFIRMED]:
        pieces[name] = yield from _confirmed(view, ahead, name)
        chances[name] = (yield from at.taken(pieces[name], at.turn))[at.turn]
    best = max(chances, key=chances.__getitem__)
    return best, pieces[best]


def _best_push(
    view: View, ahead: Prospects, at: _Standing, dice: Stream, best: str
) -> Generator[None, None, tuple[str, float]]:
    """Return the piece that is best pushed, and the chance to win then.

    The `best` for the own tower is considered, too, as the others may pay for its return.
    """
    to = view.standing[at.after(at.turn)]
    tower = TowerId(to)
    risks = yield from _each(view.choices, lambda name: ahead.guess(name, tower))
    some = dice.sample(view.choices, min(SOME, len(view.choices)))
    tried = dict.fromkeys((*_least(risks, dice)[-WORST:], *some))
    harms = yield from _each(tried, lambda name: _harm(ahead.plan(name, tower)))
    chances = {}
    for name in dict.fromkeys((*_least(harms, dice)[-CONFIRMED:], best)):
        piece = yield from _confirmed(view, ahead, name)
        chances[name] = (yield from at.pushed(piece))[at.turn]
    worst = max(chances, key=chances.__getitem__)
    return worst, chances[worst]


def _each(
    names: Iterable[str], look: Callable[[str], float]
) -> Generator[None, None, Mapping[str, float]]:
    """Return the result of a look at each piece, which takes some milliseconds."""
    values = {}
    for name in names:
        values[name] = look(name)
        yield
    return values


def _harm(spot: Spot) -> float:
    """Return the probability that a piece or a plain one after it falls."""
    return 1 - (1 - spot.risk) * (1 - spot.after)


def _confirmed(view: View, ahead: Prospects, name: str) -> Generator[None, None, _Piece]:
    """Return a piece on all towers, by simulation on the own one."""
    spots = []
    for seat in view.standing:
        own, tower = seat == view.seat, TowerId(seat)
        spots.append((yield from ahead.confirm(name, tower)) if own else ahead.plan(name, tower))
    return _Piece(tuple(spot.risk for spot in spots), tuple(_room(spot.after) for spot in spots))


def _room(risk: float) -> float:
    """Return the risk of a plain piece, so rounded that alike positions are computed once."""
    return max(round(risk, 2), FULL)


def _least(risks: Mapping[str, float], dice: Stream) -> list[str]:
    """Return the pieces by risk, lowest first; those of like risk in any order."""
    return sorted(risks, key=lambda piece: (round(risks[piece] / ALIKE), dice.random()))
