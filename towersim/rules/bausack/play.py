"""Bausack: bid for pieces that are easy to place, and push the others to your neighbours.

======== ==========================================================================
Seats    2 to 8
Pieces   70, all different; 10 tokens a seat, which only ever go to the bank
Turn     build: auction a piece and place it, or push one to the next seat
Build    the highest bidder pays and places; a seat outbid in its own turn acts again
Push     accept and place, or pay 1, 2, 3 … to pass it on; accept if you cannot pay
Fall     a piece other than the foundation touches the table: that seat is out
End      one tower is left, even for a moment; or all pieces are placed: shared
Score    the number of opponents that collapsed earlier
======== ==========================================================================

Source: the rule text of the game of that name; "ruling" marks how a gap in it is filled.
Forced decisions are automatic: a seat that cannot outbid drops out, one that cannot pay accepts.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain, combinations, islice, product, starmap
from math import comb

from msgspec.structs import asdict, replace

from towersim.common.lazy_sequence import LazySequence
from towersim.common.messages import english, message as _
from towersim.common.units import Seat, TowerId
from towersim.rules import base
from towersim.rules.bausack import log
from towersim.rules.bausack.state import (
    TOKENS,
    Accept,
    Bid,
    Build,
    Measured,
    Options,
    Pass,
    Pay,
    Phase,
    PushPiece,
    SeatAction,
    State,
    View,
)
from towersim.rules.display import sentences

Groups = tuple[tuple[TowerId, ...], ...]
"""Towers grouped by the tick of their fall, earliest first."""


def verdict(fell: Iterable[Iterable[TowerId]]) -> base.Settled:
    """Return gravity's move for towers grouped by tick; towers of one tick are put in order.

    >>> verdict([[TowerId(2)], [TowerId(1), TowerId(0)]])
    Settled(fell=(2, 0, 1), together=(1,))
    """
    ticks = [sorted(tick) for tick in fell]
    return base.Settled(
        fell=tuple(tower for tick in ticks for tower in tick),
        together=tuple(tower for tick in ticks for tower in tick[1:]),
    )


def ticks(verdict: base.Settled) -> Groups:
    """Return the towers that fell, tick by tick.

    >>> ticks(base.Settled((TowerId(2), TowerId(0), TowerId(1)), together=(TowerId(1),)))
    ((2,), (0, 1))
    """
    groups: list[tuple[TowerId, ...]] = []
    for tower in verdict.fell:
        also = groups.pop() if groups and tower in verdict.together else ()
        groups.append((*also, tower))
    return tuple(groups)


class Verdicts(LazySequence[base.Settled]):
    """All possible moves of gravity on some standing towers, each once.

    Lazy, as eight towers can collapse in 1,091,670 ways.
    """

    def __init__(self, standing: Iterable[TowerId]) -> None:
        self._standing = tuple(standing)

    def __contains__(self, action: object) -> bool:
        """Return whether a move names only standing towers, each once and sorted within a tick."""
        return (
            isinstance(action, base.Settled)
            and len({*action.fell} & {*self._standing}) == len(action.fell)
            and action == verdict(ticks(action))
        )

    def __len__(self) -> int:
        return _ways(len(self._standing))

    def nth(self, number: int) -> base.Settled:
        """Return a move by index, ordered by the number of towers that fall first."""
        return verdict(_nth(number, self._standing))


@cache
def _ways(towers: int) -> int:
    """Return the number of ways in which `towers` towers can collapse, including no collapse."""
    return 1 + sum(_ways_after(first, towers) for first in range(1, towers + 1))


def _ways_after(first: int, towers: int) -> int:
    return comb(towers, first) * _ways(towers - first)


def _nth(number: int, standing: tuple[TowerId, ...]) -> Groups:
    """Return the collapse with this index, ordered by the number of towers that fall first."""
    if number == 0:
        return ()
    number, size = number - 1, 1
    while number >= _ways_after(size, len(standing)):
        number -= _ways_after(size, len(standing))
        size += 1
    which, number = divmod(number, _ways(len(standing) - size))
    first = next(islice(combinations(standing, size), which, None))
    return (first, *_nth(number, tuple(tower for tower in standing if tower not in first)))


PIECES = tuple(
    """
    brick rounded-brick square-slab leaning-brick wave square-pole round-pole slanted-cylinder
    trapezoid-cylinder notched-column v-notch long-wedge short-wedge ramp slide quarter-disc
    diamond pyramid small-cone stout-cone pentagon-slab hexagonal-nut house chevron star barrel
    bullet short-tube spool dumbbell hourglass doorknob spinning-top mushroom goblet vase
    shallow-bowl egg-cup bottle egg egg-top egg-half lemon-segment half-disc cheese ring
    crescent bridge low-arch rainbow church-door l-block concave-l t-block u-block h-block
    z-block cross rounded-cross j-hook stairs ziggurat spoon key heart stool little-tree leaf
    pear cactus
    """.split()  # noqa: SIM905 - seventy quoted names would hide the names
)
"""Every piece by its name in the piece set; the shapes are in `levels/pieces/`."""
SHORT = frozenset(
    """
    brick rounded-brick square-slab square-pole round-pole trapezoid-cylinder notched-column
    v-notch long-wedge ramp diamond pyramid stout-cone hexagonal-nut house star barrel
    hourglass mushroom shallow-bowl egg half-disc ring bridge l-block t-block cross j-hook
    spoon little-tree
    """.split()  # noqa: SIM905 - the same
)
"""Ruling: the thirty pieces of a short game, some of every family and colour."""

AWAITED = sentences("bausack")["phases"]
"""The message that refuses any other action, by phase."""


def legal(state: State) -> Sequence[base.Action]:
    """Return every legal action of a seat or nature, each once, in a fixed order."""
    match state.phase:
        case Phase.FALLING:
            return Verdicts(_towers(state))
        case Phase.MEASURING:
            towers = tuple(map(Seat, _towers(state)))
            ties = (combinations(towers, n) for n in range(1, len(towers) + 1))
            return tuple(map(Measured, chain.from_iterable(ties)))
        case _:
            return seat_actions(state)


def seat_actions(state: State) -> tuple[SeatAction, ...]:
    """Return the legal actions of the asked seat; none when nature moves."""
    pool = state.tokens[state.asked]
    match state.phase:
        case Phase.CHOOSING:
            builds = [Build(piece, bid) for piece in state.choices for bid in range(pool + 1)]
            return (*builds, *map(PushPiece, state.choices))
        case Phase.BIDDING:
            return (*map(Bid, range(state.highest + 1, pool + 1)), Pass())
        case Phase.OFFERED:
            return (Accept(), Pay())
        case Phase.PLACING:
            put = base.Place if state.towers[state.asked] else base.StartTower
            return (put(state.piece, TowerId(state.asked)),)
        case _:
            return ()


def refusal(state: State, action: base.Action) -> str:
    """Return the reason why an illegal action is refused; a view serves as a state too."""
    pool = state.tokens[state.asked]
    match state.phase, action:
        case Phase.CHOOSING, Build(piece) | PushPiece(piece) if piece not in state.supply:
            return _("no '{piece}' lies in the supply", piece=piece)
        case Phase.CHOOSING, Build(piece) | PushPiece(piece) if piece not in state.choices:
            return _(
                "the '{piece}' has just brought its tower down: another piece comes first",
                piece=piece,
            )
        case Phase.CHOOSING, Build(_, amount) if amount < 0:
            return _("a bid is 0 or more")
        case Phase.BIDDING, Bid(amount) if amount <= state.highest:
            return _(
                "the highest bid is {bid}, so it takes at least one token more", bid=state.highest
            )
        case (Phase.CHOOSING, Build(_, amount)) | (Phase.BIDDING, Bid(amount)):
            return _("a bid of {bid} is more than the {pool} in the pool", bid=amount, pool=pool)
        case _:
            return AWAITED[state.phase]


def _towers(state: State) -> tuple[TowerId, ...]:
    return tuple(TowerId(i) for i, tower in enumerate(state.towers) if tower)


Result = tuple[State, tuple[base.Event, ...]]

FIRST_PRICE = 1
"""Tokens for the first seat to pass a pushed piece on; each further seat pays one more."""

ENDED_STANDING = _("Only one tower is left.")
ENDED_UNBUILT = _("Only one player is left, who has no tower yet.")
ENDED_MOMENT = _("One tower stood longer than all the others, if only for a moment.")
ENDED_TOGETHER = _("The last towers were lost at the same moment.")
ENDED_PLACED = _("All pieces are placed and more than one tower stands.")

MOVES_FOR = {
    Phase.FALLING: base.Nature.GRAVITY,
    Phase.MEASURING: base.Nature.MEASURER,
    Phase.OVER: base.Nature.OVER,
}
"""The part of nature that moves in a phase; in the other phases the asked seat moves."""


class Bausack(base.Stacking[State, Options, View]):
    """The rules of Bausack."""

    name = "bausack"
    title = "Bausack"
    seats = range(2, 9)
    options = Options
    state = State
    actions = SeatAction | base.Settled | Measured
    answered = Phase.BIDDING, Phase.OFFERED

    def __init__(self, pieces: Iterable[str] = PIECES) -> None:
        """Take the names of the pieces, all different."""
        self.pieces = tuple(sorted(pieces))

    def setup(self, seats: int, options: Options) -> State:
        """Return the state at the first turn; OptionFault for a wrong number of seats."""
        self.check_seats(seats)
        return State(
            phase=Phase.CHOOSING,
            options=options,
            supply=tuple(one for one in self.pieces if not options.short or one in SHORT),
            tokens=(TOKENS,) * seats,
            towers=((),) * seats,
        )

    def actor(self, state: State) -> base.Actor:
        """Return the actor to move."""
        return MOVES_FOR.get(state.phase, state.asked)

    legal = staticmethod(legal)
    refusal = staticmethod(refusal)

    def action_space(self, seats: int) -> tuple[base.Action, ...]:
        """Return 853 actions without placing, by piece and bid, and 140 to place for each seat."""
        builds = starmap(Build, product(self.pieces, range(TOKENS + 1)))
        bids = map(Bid, range(1, TOKENS + 1))
        places = list(product(self.pieces, map(TowerId, range(seats))))
        choices = (*builds, *map(PushPiece, self.pieces), *bids, Pass(), Accept(), Pay())
        return (*choices, *starmap(base.Place, places), *starmap(base.StartTower, places))

    def after(self, state: State, action: base.Action) -> Result:
        """Return the state after a legal action and its events."""
        match action:
            case base.Settled():
                return _settle(state, ticks(action))
            case Measured(tallest):
                return _end(replace(state, tallest=tallest), ENDED_PLACED, log.Tallest(tallest))
            case _:
                return _act(state, action)

    def view_of(self, state: State, viewer: Seat | None) -> View:
        """Return the view of a seat or an onlooker; nothing is hidden."""
        actor = self.actor(state)
        may = seat_actions(state) if actor == viewer else ()
        return View(**asdict(state), viewer=viewer, actor=actor, legal=may)

    def ending(self, state: State) -> base.Outcome:
        """Return the outcome; ruling: outlasting more opponents wins, towers of one tick tie."""
        scores = tuple(_outlasted(state, Seat(seat)) for seat in range(len(state.towers)))
        return base.Outcome(state.ended, base.leaders(scores), scores)

    sentences, values = log.SENTENCES, log.VALUES
    counts = staticmethod(log.counts)
    sounds = log.SOUNDS
    untold = (base.TurnStarted, base.Stacked)

    def towers(self, state: State) -> tuple[tuple[str, ...] | None, ...]:
        """Return the pieces in each seat's tower, foundation first; None for no tower."""
        return tuple(tower or None for tower in state.towers)

    def offered(self, view: View) -> str:
        """Return the piece in the middle or in a hand, empty for none."""
        return view.piece

    def verdict(self, fell: Iterable[Iterable[TowerId]]) -> base.Settled:
        """Return gravity's move for towers that fell in this order, one group per tick."""
        return verdict(fell)

    def measured(self, state: State, survey: base.Survey) -> Measured:  # noqa: ARG002 - the survey suffices
        """Return the height measurer's move: the owners of the tallest towers."""
        return Measured(tuple(map(Seat, survey.tallest)))


def _act(state: State, action: base.Action) -> Result:
    """Apply an action of the asked seat."""
    seat = state.asked
    match action:
        case Build(piece, bid):
            passed = () if state.options.opener_may_raise else (seat,)
            opened = replace(_chosen(state, piece), bids=((seat, bid),), passed=passed)
            return _ask_bidder(opened, log.Opened(seat, piece, bid))
        case Bid(amount):
            raised = replace(state, bids=(*state.bids, (seat, amount)))
            return _ask_bidder(raised, log.Raised(seat, amount))
        case Pass():
            return _ask_bidder(replace(state, passed=(*state.passed, seat)), log.Passed(seat))
        case PushPiece(piece):
            pushed = replace(_chosen(state, piece), price=FIRST_PRICE)
            return _offer(pushed, log.Pushed(seat, piece, _next(state, seat)))
        case Pay():
            paid = replace(_paid(state, seat, state.price), price=state.price + 1)
            return _offer(paid, log.PassedOn(seat, state.piece, _next(state, seat), state.price))
        case base.Place(piece, tower):
            return _put(state, base.Stacked(seat, piece, tower))
        case base.StartTower(piece, tower):
            return _put(state, base.TowerStarted(seat, piece, tower))
        case _:
            return replace(state, phase=Phase.PLACING), (log.Accepted(seat, state.piece),)


def _chosen(state: State, piece: str) -> State:
    supply = tuple(other for other in state.supply if other != piece)
    return replace(state, supply=supply, piece=piece, barred="")


def _ask_bidder(state: State, *events: base.Event) -> Result:
    """Ask the next seat that can outbid; without one, sell the piece to the highest bidder."""
    seat, told = _next(state, state.asked), list(events)
    while seat != state.bidder:
        if seat not in state.passed and state.tokens[seat] > state.highest:
            return replace(state, phase=Phase.BIDDING, asked=seat), tuple(told)
        if seat not in state.passed:
            state = replace(state, passed=(*state.passed, seat))
            told.append(log.OutOfBids(seat, state.tokens[seat]))
        seat = _next(state, seat)
    won = replace(_paid(state, seat, state.highest), phase=Phase.PLACING, asked=seat)
    return won, (*told, log.Won(seat, state.piece, state.highest))


def _offer(state: State, moved: log.Pushed | log.PassedOn) -> Result:
    offered = replace(state, asked=moved.to)
    if state.tokens[moved.to] >= state.price:
        return replace(offered, phase=Phase.OFFERED), (moved,)
    forced = log.HadToAccept(moved.to, state.piece, state.price)
    return replace(offered, phase=Phase.PLACING), (moved, forced)


def _put(state: State, put: base.Stacked | base.TowerStarted) -> Result:
    tower = (*state.towers[put.seat], put.block)
    towers = base.swapped(state.towers, put.seat, tower)
    return replace(state, phase=Phase.FALLING, towers=towers, piece=""), (put,)


def _settle(state: State, fell: Groups) -> Result:
    """Remove the seats of collapsed towers; the others go on, unless that ends the game."""
    events: list[base.Event] = []
    settled = state
    for tower in (tower for tick in fell for tower in tick):
        events += [base.Collapsed(state.asked, tower, state.towers[tower])]
        events += [log.PutOut(Seat(tower), state.tokens[tower])]
        settled = _without(settled, Seat(tower))
    out = tuple(tuple(map(Seat, tick)) for tick in fell)
    settled = replace(settled, collapsed=state.collapsed + out, bids=(), passed=(), price=0)
    if state.asked in settled.standing:
        height = len(state.towers[state.asked])
        events.append(base.Stood(state.asked, TowerId(state.asked), height))
    resolved = state.price > 0 or state.asked == state.turn
    piece = state.towers[state.asked][-1]
    settled = replace(settled, barred=piece if piece in settled.supply and not resolved else "")
    return _go_on(settled, *events, resolved=resolved)


def _without(state: State, seat: Seat) -> State:
    """Return the state with a seat's pieces in the supply and its tokens in the bank."""
    return replace(
        state,
        supply=tuple(sorted(state.supply + state.towers[seat])),
        towers=base.swapped(state.towers, seat, ()),
        tokens=base.swapped(state.tokens, seat, 0),
    )


def _go_on(state: State, *events: base.Event, resolved: bool) -> Result:
    """Continue with the end of the game, the next turn, or the same turn if not `resolved`."""
    if len(state.standing) <= 1:
        return _end(state, _last_standing(state), *events)
    if not state.supply and state.options.tie_break == "height":
        return replace(state, phase=Phase.MEASURING), events
    if not state.supply:
        return _end(state, ENDED_PLACED, *events)
    if resolved or state.turn not in state.standing:
        turn = _next(state, state.turn)
        started = replace(state, phase=Phase.CHOOSING, turn=turn, asked=turn, barred="")
        return started, (*events, base.TurnStarted(turn))
    again = replace(state, phase=Phase.CHOOSING, asked=state.turn)
    return again, (*events, log.ChoosesAgain(state.turn))


def _last_standing(state: State) -> str:
    if state.standing:
        return ENDED_STANDING if state.towers[state.standing[0]] else ENDED_UNBUILT
    return ENDED_MOMENT if len(state.collapsed[-1]) == 1 else ENDED_TOGETHER


def _end(state: State, reason: str, *events: base.Event) -> Result:
    return replace(state, phase=Phase.OVER, ended=english(reason)), events


def _outlasted(state: State, seat: Seat) -> int:
    """Return the number of opponents that collapsed earlier or whose towers are lower."""
    earlier = 0
    for tick in state.collapsed:
        if seat in tick:
            return earlier
        earlier += len(tick)
    lower = len(state.standing) - len(state.tallest)
    return earlier + lower if seat in state.tallest else earlier


def _next(state: State, seat: Seat) -> Seat:
    """Return the next seat clockwise that is still in the game."""
    later = [other for other in state.standing if other > seat]
    return (later or state.standing)[0]


def _paid(state: State, seat: Seat, amount: int) -> State:
    return replace(state, tokens=base.swapped(state.tokens, seat, state.tokens[seat] - amount))
