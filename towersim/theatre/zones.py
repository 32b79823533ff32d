"""The cards of a game as one seat sees them, by the places they lie in: what a simple table shows.

Only a view goes in, so nothing can come out that the seat may not know.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from towersim.rules.bausack.state import View as BausackView
from towersim.rules.fawlty_towers.state import View as FawltyTowersView
from towersim.rules.palace.cards import Card as PalaceCard
from towersim.rules.palace.cards import Suit, called
from towersim.rules.palace.state import View as PalaceView
from towersim.rules.push.cards import Card as PushCard
from towersim.rules.push.cards import value
from towersim.rules.push.state import View as PushView
from towersim.rules.rummu.cards import Card as RummuCard
from towersim.rules.rummu.cards import Role
from towersim.rules.rummu.state import View as RummuView
from towersim.units import Seat


class Face(NamedTuple):
    """The face of a card: what it says above and below, and the name of its colour."""

    top: str
    below: str
    colour: str


class Zone(NamedTuple):
    """Cards that lie together: the open ones, then how many more lie face down."""

    title: str
    faces: tuple[Face, ...] = ()
    hidden: int = 0


class Counts(NamedTuple):
    """A number for each seat, and of what."""

    unit: str
    numbers: tuple[int, ...]


def zones(view: Any, names: Sequence[str], seat: Seat) -> tuple[Zone, ...]:  # noqa: ANN401 - any game's
    """Return where cards lie after a move, always the same places in the same order.

    `view` is that of `seat`; for an onlooker (-1) it may be anybody's, and no hand is shown.
    """
    match view:
        case FawltyTowersView():
            return tuple(_fawlty_towers(view, names))
        case BausackView():
            tokens = zip(names, tallies(view, len(names)), strict=True)
            return tuple(Zone(f"{name}: {held}") for name, held in tokens)
        case PalaceView():
            return tuple(_palace(view, names, seat))
        case PushView():
            return tuple(_push(view, names))
        case RummuView():
            return tuple(_rummu(view, names, seat))
        case _:
            return ()


def counts(view: Any) -> Counts:  # noqa: ANN401 - any game's
    """Return how each seat stands, in what the game counts; no numbers where it does not count."""
    match view:
        case FawltyTowersView():
            return Counts("points", view.scores)
        case BausackView():
            return Counts("tokens", view.tokens)
        case PalaceView():
            lying = zip(view.hands, view.rows, view.blind, strict=True)
            return Counts("cards", tuple(hand + len(row) + blind for hand, row, blind in lying))
        case PushView():
            taken = zip(view.benches, view.banks, strict=True)
            return Counts("points", tuple(value((*bench, *bank)) for bench, bank in taken))
        case RummuView():
            return Counts("points", view.scores)
        case _:
            return Counts("", ())


def tallies(view: Any, seats: int) -> tuple[str, ...]:  # noqa: ANN401 - any game's
    """Return how each seat stands, in two words; nothing in games that do not count."""
    unit, numbers = counts(view)
    return tuple(f"{number} {unit}" for number in numbers) or ("",) * seats


def _fawlty_towers(view: FawltyTowersView, names: Sequence[str]) -> Iterator[Zone]:
    def faces(cards: Iterable[Any]) -> tuple[Face, ...]:
        # The colour is said, not only shown: a page draws no marks on cards.
        return tuple(
            Face(str(card.number), f"{card.colour} {card.symbol}", card.colour) for card in cards
        )

    for number, cards in enumerate(view.columns, 1):
        yield Zone(f"Column {number}", faces(cards))
    yield Zone("Deck", hidden=view.deck)
    for name, cards, score in zip(names, view.taken, view.scores, strict=True):
        yield Zone(f"{name}: {score} points", faces(cards))


def _palace(view: PalaceView, names: Sequence[str], seat: Seat) -> Iterator[Zone]:
    def faces(cards: Iterable[PalaceCard]) -> tuple[Face, ...]:
        return tuple(_palace_face(card) for card in cards)

    yield Zone("Pile", faces([view.top] if view.top else []), max(view.pile - 1, 0))
    yield Zone("Stock", hidden=view.stock)
    for other, name in enumerate(names):
        own = other == seat
        yield Zone(
            f"{name}'s hand",
            faces(view.hand) if own else (),
            0 if own else view.hands[other],
        )
        yield Zone(f"{name}'s row", faces(view.rows[other]))
        yield Zone(f"{name}'s blind cards", hidden=view.blind[other])


def _palace_face(card: PalaceCard) -> Face:
    red = card.suit in (Suit.HEARTS, Suit.DIAMONDS)
    return Face(called(card.rank), card.suit, "red" if red else "black")


def _push(view: PushView, names: Sequence[str]) -> Iterator[Zone]:
    def faces(cards: Iterable[PushCard]) -> tuple[Face, ...]:
        return tuple(Face(str(c.number or c.mark), c.mark, c.mark) for c in cards)

    yield Zone("Deck", faces([view.flipped] if view.flipped else []), view.deck)
    for number, stack in enumerate(view.stacks, 1):
        yield Zone(f"Stack {number}", faces(stack))
    for name, bench, bank in zip(names, view.benches, view.banks, strict=True):
        yield Zone(f"{name}'s bench", faces(bench))
        yield Zone(f"{name}'s bank", hidden=len(bank))


def _rummu(view: RummuView, names: Sequence[str], seat: Seat) -> Iterator[Zone]:
    def faces(cards: Iterable[RummuCard]) -> tuple[Face, ...]:
        return tuple(Face(str(card.number), card.suit, card.suit) for card in cards)

    yield Zone("Discards", faces([view.top] if view.top else []), max(view.discards - 1, 0))
    yield Zone("Deck", hidden=view.deck)
    for other, name in enumerate(names):
        own = other == seat
        yield Zone(
            f"{name}'s hand",
            faces(view.hand) if own else (),
            0 if own else view.hands[other],
        )
        laid = [role for owner, cards in view.table if owner == other for role in cards]
        yield Zone(f"{name}'s combinations", tuple(map(_role_face, laid)))


def _role_face(role: Role) -> Face:
    below = f"as {role.suit}" if role.replaces else str(role.suit)
    return Face(str(role.card.number), below, role.card.suit)
