"""The legal actions of Bausack, and the reasons for refusing any other."""

from collections.abc import Sequence
from itertools import chain, combinations

from towersim.common.messages import message as _
from towersim.common.units import Seat, TowerId
from towersim.rules.base import Action, Place, StartTower
from towersim.rules.bausack.gravity import Verdicts
from towersim.rules.bausack.state import (
    Accept,
    Bid,
    Build,
    Measured,
    Pass,
    Pay,
    Phase,
    PushPiece,
    SeatAction,
    State,
)

AWAITED = {
    Phase.CHOOSING: _(
        "now the seat whose turn it is builds with a piece of the supply or pushes one"
    ),
    Phase.BIDDING: _("now the seat that is asked bids more or passes"),
    Phase.OFFERED: _("now the seat that is asked accepts the piece or pays to pass it on"),
    Phase.PLACING: _(
        "now the piece goes on the tower of the seat that got it, or is its foundation"
    ),
    Phase.FALLING: _("now gravity names standing towers that collapsed, each once, tick by tick"),
    Phase.MEASURING: _("now the height measurer names the tallest of the standing towers"),
    Phase.OVER: _("now the game is over"),
}
"""The message that refuses any other action, by phase."""


def legal(state: State) -> Sequence[Action]:
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
            put = Place if state.towers[state.asked] else StartTower
            return (put(state.piece, TowerId(state.asked)),)
        case _:
            return ()


def can_outbid(state: State, seat: Seat) -> bool:
    """Return whether a seat has more tokens than the highest bid."""
    return state.tokens[seat] > state.highest


def can_pass_on(state: State, seat: Seat) -> bool:
    """Return whether a seat can pay to pass the pushed piece on."""
    return state.tokens[seat] >= state.price


def refusal(state: State, action: Action) -> str:
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
