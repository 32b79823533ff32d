"""The cards of a game by zone, from the view of a seat, for a simple display.

The input is a view, so nothing hidden from the seat can be shown.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from towersim.common.messages import Message, plural
from towersim.common.messages import message as _
from towersim.common.units import Seat
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

SIGNS: Final[Mapping[str, Message]] = {
    sign: sign
    for sign in (
        *(_("red"), _("yellow"), _("green"), _("blue"), _("purple"), _("white"), _("black")),
        *(_("drop"), _("hammers"), _("circles"), _("bricks"), _("wheel"), _("arrow")),
        *(_("clubs"), _("diamonds"), _("hearts"), _("spades")),
        *(_("star"), _("roll"), _("switch")),
    )
}
"""The colours and symbols of cards as messages, by their names in the rules."""


class Face(NamedTuple):
    """The face of a card: its upper and lower text and the name of its colour."""

    top: str
    below: str
    colour: str


class Zone(NamedTuple):
    """Cards that lie together: the open ones and the number of face-down ones."""

    title: str
    faces: tuple[Face, ...] = ()
    hidden: int = 0


class Counts(NamedTuple):
    """A number for each seat with its unit."""

    unit: str
    numbers: tuple[int, ...]


def zones(view: Any, names: Sequence[str], seat: Seat) -> tuple[Zone, ...]:  # noqa: ANN401 - any game's
    """Return the zones of cards in a view, always the same zones in the same order.

    `view` belongs to `seat`; for an onlooker (-1) it may be any seat's, and no hand is shown.
    """
    match view:
        case FawltyTowersView():
            return tuple(_fawlty_towers(view, names))
        case BausackView():
            tokens = zip(names, tallies(view, len(names)), strict=True)
            return tuple(Zone(_("{name}: {held}", name=name, held=held)) for name, held in tokens)
        case PalaceView():
            return tuple(_palace(view, names, seat))
        case PushView():
            return tuple(_push(view, names))
        case RummuView():
            return tuple(_rummu(view, names, seat))
        case _:
            return ()


def counts(view: Any) -> Counts:  # noqa: ANN401 - any game's
    """Return the game's count for each seat (points, tokens or cards); empty if there is none."""
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
    """Return the game's count for each seat as a text; empty texts if there is none."""
    unit, numbers = counts(view)
    return tuple(_told(unit, number) for number in numbers) or ("",) * seats


def _told(unit: str, number: int) -> Message:
    match unit:
        case "points":
            return plural("{count} point", "{count} points", number)
        case "tokens":
            return plural("{count} token", "{count} tokens", number)
        case _:
            return plural("{count} card", "{count} cards", number)


def _fawlty_towers(view: FawltyTowersView, names: Sequence[str]) -> Iterator[Zone]:
    def faces(cards: Iterable[Any]) -> tuple[Face, ...]:
        # The page draws no symbols for colours, so the text names them.
        return tuple(
            Face(
                str(card.number),
                _("{colour} {symbol}", colour=SIGNS[card.colour], symbol=SIGNS[card.symbol]),
                card.colour,
            )
            for card in cards
        )

    for number, cards in enumerate(view.columns, 1):
        yield Zone(_("Column {number}", number=number), faces(cards))
    yield Zone(_("Deck"), hidden=view.deck)
    tallied = tallies(view, len(names))
    for name, cards, tally in zip(names, view.taken, tallied, strict=True):
        yield Zone(_("{name}: {held}", name=name, held=tally), faces(cards))


def _palace(view: PalaceView, names: Sequence[str], seat: Seat) -> Iterator[Zone]:
    def faces(cards: Iterable[PalaceCard]) -> tuple[Face, ...]:
        return tuple(_palace_face(card) for card in cards)

    yield Zone(_("Pile"), faces([view.top] if view.top else []), max(view.pile - 1, 0))
    yield Zone(_("Stock"), hidden=view.stock)
    for other, name in enumerate(names):
        own = other == seat
        yield Zone(
            _("{name}'s hand", name=name),
            faces(view.hand) if own else (),
            0 if own else view.hands[other],
        )
        yield Zone(_("{name}'s row", name=name), faces(view.rows[other]))
        yield Zone(_("{name}'s blind cards", name=name), hidden=view.blind[other])


def _palace_face(card: PalaceCard) -> Face:
    red = card.suit in (Suit.HEARTS, Suit.DIAMONDS)
    return Face(called(card.rank), SIGNS[card.suit], "red" if red else "black")


def _push(view: PushView, names: Sequence[str]) -> Iterator[Zone]:
    def faces(cards: Iterable[PushCard]) -> tuple[Face, ...]:
        return tuple(Face(str(c.number or SIGNS[c.mark]), SIGNS[c.mark], c.mark) for c in cards)

    yield Zone(_("Deck"), faces([view.flipped] if view.flipped else []), view.deck)
    for number, stack in enumerate(view.stacks, 1):
        yield Zone(_("Stack {number}", number=number), faces(stack))
    for name, bench, bank in zip(names, view.benches, view.banks, strict=True):
        yield Zone(_("{name}'s bench", name=name), faces(bench))
        yield Zone(_("{name}'s bank", name=name), hidden=len(bank))


def _rummu(view: RummuView, names: Sequence[str], seat: Seat) -> Iterator[Zone]:
    def faces(cards: Iterable[RummuCard]) -> tuple[Face, ...]:
        return tuple(Face(str(card.number), SIGNS[card.suit], card.suit) for card in cards)

    yield Zone(_("Discards"), faces([view.top] if view.top else []), max(view.discards - 1, 0))
    yield Zone(_("Deck"), hidden=view.deck)
    for other, name in enumerate(names):
        own = other == seat
        yield Zone(
            _("{name}'s hand", name=name),
            faces(view.hand) if own else (),
            0 if own else view.hands[other],
        )
        laid = [role for owner, cards in view.table if owner == other for role in cards]
        yield Zone(_("{name}'s combinations", name=name), tuple(map(_role_face, laid)))


def _role_face(role: Role) -> Face:
    suit = SIGNS[role.suit]
    below = _("as {suit}", suit=suit) if role.replaces else suit
    return Face(str(role.card.number), below, role.card.suit)
