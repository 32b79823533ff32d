"""Small tables of Bausack for tests of single rules."""

from collections.abc import Iterable

from tests.rules.moves import Moves
from towersim.common.units import Seat, TowerId
from towersim.rules.base import Place, Settled, StartTower
from towersim.rules.bausack.play import Bausack, verdict
from towersim.rules.bausack.state import Build, Options, Phase, State

BOX = ("barrel", "brick", "cross", "egg", "house", "ring", "spoon", "star")
RULES = Bausack(BOX)
MOVES = Moves(RULES)
after, happened, refused, outcome = MOVES.after, MOVES.happened, MOVES.refused, MOVES.outcome


def table(
    *towers: str,
    supply: str = "barrel brick egg ring",
    tokens: Iterable[int] = (),
    turn: int = 0,
    out: Iterable[int] = (),
    options: Options | None = None,
) -> State:
    """Return a turn with these towers; the seats `out` have collapsed in that order."""
    return State(
        phase=Phase.CHOOSING,
        options=options or Options(),
        supply=tuple(supply.split()),
        tokens=tuple(tokens) or (10,) * len(towers),
        towers=tuple(tuple(tower.split()) for tower in towers),
        collapsed=tuple((Seat(seat),) for seat in out),
        turn=Seat(turn),
        asked=Seat(turn),
    )


def placed(state: State) -> State:
    """Return the state after the held piece was placed, before gravity answers."""
    (put,) = RULES.legal(state)
    assert isinstance(put, Place | StartTower)
    return after(state, put)


def settled(state: State, *fell: Iterable[int]) -> State:
    """Return the state after the piece was placed and towers collapsed (in groups by tick)."""
    return after(placed(state), collapse(*fell))


def collapse(*fell: Iterable[int]) -> Settled:
    return verdict([map(TowerId, tick) for tick in fell])


def built(state: State, *fell: Iterable[int], piece: str = "egg") -> State:
    """Return the state after the seat to move bought a piece for all its tokens."""
    return settled(after(state, Build(piece, state.tokens[state.turn])), *fell)
