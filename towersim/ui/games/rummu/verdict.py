"""What lies on the workbench: what the cards are together, what it brings, or why it is none."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import islice, product
from typing import Final, NamedTuple, TypeVar

from towersim.messages import Message, plural
from towersim.messages import message as _
from towersim.rules.rummu.cards import (
    COLOURS,
    Card,
    Cards,
    Role,
    Suit,
    every_combination,
    fault,
    is_pure,
    is_set,
    jokers,
    ordered,
    plain,
)
from towersim.rules.rummu.score import worth
from towersim.rules.rummu.state import Add, Lay, Options, View
from towersim.ui.cards.overlay import sentence

T = TypeVar("T")
Refuse = Callable[..., str]
"""Says why actions are not legal one after the other, in the rules' words; empty: they are."""

Reading = tuple[Cards, ...]
"""Combinations that hold all cards, the lowest first."""
Part = frozenset[Card]

MOST: Final = 16
"""More cards than that are not read as several combinations."""
ENOUGH: Final = 24
"""So many readings are offered at most."""
NUMBERS: Final = (_("three"), _("four"), _("five"), _("six"), _("seven"), _("eight"), _("nine"))
COUNTS: Final = dict(enumerate((*NUMBERS, _("ten")), 3))


class Assessment(NamedTuple):
    """What there is to say about the cards on the workbench."""

    groups: tuple[Cards, ...]
    """The cards as they are read: one combination, several, or just cards."""
    title: str
    words: str = ""
    good: bool = False
    """Whether they are combinations, whether or not they can be laid now."""
    actions: tuple[Lay | Add, ...] = ()
    """What commits them, one after the other, if that is legal."""
    readings: tuple[str, ...] = ()
    """How else they can be read, if there is a choice; they are read as the first."""

    @property
    def cards(self) -> Cards:
        """All cards, as they lie side by side."""
        return tuple(role for group in self.groups for role in group)


def judge(view: View, bench: tuple[Card, ...], reading: int, refuse: Refuse) -> Assessment:
    """Return what to say about cards that shall be new combinations."""
    found = readings(bench, view.options)
    if not found:
        words = sentence(why_none(bench)) if len(bench) > 1 else _to_begin_with(bench)
        return Assessment((tuple(map(plain, bench)),), _("No combination yet"), words)
    groups = found[reading % len(found)]
    lays = tuple(map(Lay, groups))
    why = refuse(*lays)
    legal = lays[0] in view.legal and not why
    words = _ready(view, sum(map(len, groups))) if legal else sentence(why)
    choice = tuple(map(_meaning, _turned(found, reading))) if len(found) > 1 else ()
    names = _side_by_side([_("{name:capital}", name=name(cards)) for cards in groups])
    brings = points(sum(worth(cards, view.options) for cards in groups))
    said = _("{combinations} – {points}", combinations=names, points=brings)
    return Assessment(
        groups, said, words, good=True, actions=lays if legal else (), readings=choice
    )


def judge_added(view: View, cards: tuple[Card, ...], onto: int, reading: int) -> Assessment:
    """Return what to say about cards that shall be added, if they may stand for several suits."""
    adds = tuple(
        action
        for action in view.legal
        if isinstance(action, Add) and action.combination == onto
        if {role.card for role in action.cards} == {*cards}
    )
    if not adds:
        return Assessment((tuple(map(plain, cards)),), _("It can be added no longer."))
    add = adds[reading % len(adds)]
    after = ordered((*view.table[onto].cards, *add.cards))
    turned = _turned(adds, reading) if len(adds) > 1 else ()
    choice = tuple(_meaning((some.cards,)) for some in turned)
    title, brings = _("Then: {name}", name=name(after)), points(worth(after, view.options))
    words = _("It brings {points}. What shall the yellow one stand for?", points=brings)
    if len(cards) == 1:
        words = _("It brings {points}. What shall the card stand for?", points=brings)
    return Assessment((add.cards,), title, words, good=True, actions=(add,), readings=choice)


@lru_cache(maxsize=256)
def readings(cards: tuple[Card, ...], options: Options) -> tuple[Reading, ...]:
    """Return every combination that all these cards are together, the best first.

    If there is none: how they are several combinations, so that no card is left.
    """
    every = tuple(every_combination(cards)) if len(cards) <= MOST else ()
    whole: list[Reading] = [(some,) for some in every if len(some) == len(cards)]
    found = whole or list(islice(_several(cards, every), ENOUGH))

    def merit(reading: Reading) -> tuple[int, int, int]:
        points = sum(worth(some, options) for some in reading)
        replaced = sum(role.replaces for some in reading for role in some)
        return -points, len(reading), replaced

    return tuple(sorted(found, key=merit)[:ENOUGH])


def _several(cards: tuple[Card, ...], every: tuple[Cards, ...]) -> Iterator[Reading]:
    """Yield the ways to part cards into combinations, with all that jokers may stand for."""
    meanings: dict[Part, list[Cards]] = {}
    for some in every:
        meanings.setdefault(frozenset(role.card for role in some), []).append(some)
    for parts in _parted(frozenset(cards), tuple(meanings), set()):
        for reading in product(*(meanings[part] for part in parts)):
            yield tuple(sorted(reading, key=lambda some: some[0].card.number))


def _parted(left: Part, known: tuple[Part, ...], hopeless: set[Part]) -> Iterator[tuple[Part, ...]]:
    """Yield the ways to part what is left; what cannot be parted is noted as `hopeless`."""
    if not left:
        yield ()
        return
    first, some = min(left), False
    for part in known if left not in hopeless else ():
        if first in part and part <= left:
            for others in _parted(left - part, known, hopeless):
                some = True
                yield (part, *others)
    if not some:
        hopeless.add(left)


def why_none(cards: Sequence[Card]) -> str:
    """Return why cards are no combination, with the yellow ones read as they come closest."""
    suits = {card.suit for card in cards if card.suit is not Suit.YELLOW}
    one = suits.pop() if len(suits) == 1 else Suit.YELLOW
    read = (Role(card, one) if card.suit is Suit.YELLOW else plain(card) for card in cards)
    return fault(ordered(read)) or _("they are too many")


def name(cards: Cards) -> Message:
    """Return what a combination is called.

    >>> name(tuple(plain(Card(Suit.RED, number)) for number in (3, 4, 5)))
    'pure red run of three'
    """
    many, number = COUNTS[len(cards)], cards[0].card.number
    if is_set(cards) and is_pure(cards):
        return _("pure set of {many} {number}s", many=many, number=number)
    if is_set(cards):
        return _("set of {many} {number}s with a joker, so mixed", many=many, number=number)
    return _name_of_run(cards, many)


def _name_of_run(cards: Cards, many: str) -> Message:
    suits, count = {role.suit for role in cards}, jokers(cards)
    if len(suits) > 1:
        if count:
            return _("mixed run of {many} with a joker", many=many)
        return _("mixed run of {many}", many=many)
    colour = COLOURS[suits.pop()]
    if not count:
        return _("pure {colour} run of {many}", colour=colour, many=many)
    return plural(
        "{colour} run of {many} with a joker, so mixed",
        "{colour} run of {many} with jokers, so mixed",
        count,
        colour=colour,
        many=many,
    )


def points(number: int) -> Message:
    """Return so many points in words.

    >>> points(1), points(-5)
    ('1 point', '-5 points')
    """
    return plural("{count} point", "{count} points", number)


def _to_begin_with(bench: tuple[Card, ...]) -> str:
    three = _("Three cards or more are a combination.")
    if bench[0].suit is not Suit.YELLOW:
        return three
    return _("A yellow card can stand for its number in any colour. {three}", three=three)


def _ready(view: View, cards: int) -> str:
    """Say what it does for coming out; nothing more if the seat is out."""
    if view.seat in view.out:
        return _("It can be laid.")
    laid, needed = view.laid + cards, view.minimum[view.seat]
    if laid >= needed:
        return _("Enough to come out: {laid} of {needed} cards.", laid=laid, needed=needed)
    return _(
        "{laid} of {needed} cards to come out: another one has to follow.",
        laid=laid,
        needed=needed,
    )


def _side_by_side(things: Sequence[str]) -> str:
    return reduce(lambda told, one: _("{told} + {one}", told=told, one=one), things)


def _meaning(groups: Reading) -> str:
    """Return what tells a reading from another one: its jokers, or what it is made of."""
    roles = (role for group in groups for role in group)
    yellow = [str(role) for role in roles if role.card.suit is Suit.YELLOW]
    meaning = joined(yellow) if yellow else ""
    if len(groups) == 1:
        return meaning
    sizes = _side_by_side([str(len(group)) for group in groups])
    if not meaning:
        return _("{sizes} cards", sizes=sizes)
    return _("{sizes} cards: {meaning}", sizes=sizes, meaning=meaning)


def joined(parts: Iterable[str]) -> str:
    """Return parts of a sentence with commas between them."""
    return reduce(lambda before, one: _("{before}, {one}", before=before, one=one), parts)


def _turned(some: Sequence[T], by: int) -> Sequence[T]:
    by %= len(some)
    return (*some[by:], *some[:by])
