"""Small tables of Fawlty Towers for tests of single rules."""

from collections.abc import Iterable

from msgspec.structs import replace

from tests.rules.moves import Moves
from towersim.common.units import Seat, TowerId
from towersim.rules.base import First, Place, Settled, StartTower
from towersim.rules.fawlty_towers import state as fawlty
from towersim.rules.fawlty_towers.play import FawltyTowers

RULES = FawltyTowers()
MOVES = Moves(RULES)
after, happened, refused, outcome = MOVES.after, MOVES.happened, MOVES.refused, MOVES.outcome
BASES = ("red", "blue", "green", "yellow")
FULL = "black black black black black black"


def column(colours: str) -> tuple[fawlty.Card, ...]:
    """Return a column of these colours, numbered 1, 2, 3 … from the bottom."""
    return tuple(
        fawlty.Card(fawlty.Colour(c), fawlty.Symbol.DROP, n)
        for n, c in enumerate(colours.split(), 1)
    )


def table(
    *columns: str, towers: Iterable[str] = BASES, to_come: int = 0, seats: int = 2, quiet: int = 0
) -> fawlty.State:
    """Return a turn of seat 0 with these columns (the rest full of black cards) and towers."""
    return fawlty.State(
        phase=fawlty.Phase.BUILDING,
        columns=tuple(map(column, (*columns, *(FULL,) * (4 - len(columns))))),
        deck=fawlty.deck()[:to_come],
        towers=tuple(tuple(map(fawlty.Colour, tower.split())) for tower in towers),
        taken=((),) * seats,
        quiet=quiet,
    )


def with_taken(*taken: tuple[fawlty.Card, ...], ended: str = "") -> fawlty.State:
    """Return a table at which each seat has these cards; the game is over if `ended` is given."""
    phase = fawlty.Phase.OVER if ended else fawlty.Phase.BUILDING
    return replace(table(seats=len(taken)), taken=taken, phase=phase, ended=ended)


def place(cube: str, tower: int) -> Place:
    return Place(cube, TowerId(tower))


def found(cube: str, tower: int) -> StartTower:
    return StartTower(cube, TowerId(tower))


def settled(*fell: int) -> Settled:
    return Settled(tuple(map(TowerId, fell)))


def takes(state: fawlty.State) -> list[tuple[int, int]]:
    """Return the cards (column, row) that may be taken now."""
    legal = RULES.legal(state)
    return [(action.column, action.row) for action in legal if isinstance(action, fawlty.Take)]


def laid_out(seats: int = 2, first: int = 0) -> fawlty.State:
    """Return the first turn after a fixed deal."""
    state = RULES.setup(seats, fawlty.Options())
    for number in range(24):
        state = after(state, fawlty.Deal(state.deck[7 * number % len(state.deck)]))
    return after(state, First(Seat(first)))
