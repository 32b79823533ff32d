"""What lies on the workbench: which combination it is, what it brings, or why it is none."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeVar

from towersim.rules.rummu.cards import (
    Card,
    Cards,
    Role,
    Suit,
    fault,
    is_pure,
    is_set,
    jokers,
    ordered,
    plain,
)
from towersim.rules.rummu.score import worth
from towersim.rules.rummu.state import Add, Lay, View
from towersim.ui.games.rummu.readings import Reading, readings

T = TypeVar("T")
Refuse = Callable[..., str]
"""Says why actions are not legal one after the other, in the rules' words; empty: they are."""

COUNTS: Final = {3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine"}


class Verdict(NamedTuple):
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


def judge(view: View, bench: tuple[Card, ...], reading: int, refuse: Refuse) -> Verdict:
    """Return what to say about cards that shall be new combinations."""
    found = readings(bench, view.options)
    if not found:
        words = f"{why_none(bench).capitalize()}." if len(bench) > 1 else _to_begin_with(bench)
        return Verdict((tuple(map(plain, bench)),), "No combination yet", words)
    groups = found[reading % len(found)]
    lays = tuple(map(Lay, groups))
    why = refuse(*lays)
    legal = lays[0] in view.legal and not why
    words = _ready(view, sum(map(len, groups))) if legal else _sentence(why)
    choice = tuple(map(_meaning, _turned(found, reading))) if len(found) > 1 else ()
    said = " + ".join(map(name, groups))
    said += f" – {points(sum(worth(cards, view.options) for cards in groups))}"
    return Verdict(groups, said, words, good=True, actions=lays if legal else (), readings=choice)


def judge_added(view: View, cards: tuple[Card, ...], onto: int, reading: int) -> Verdict:
    """Return what to say about cards that shall be added, if they may stand for several suits."""
    adds = tuple(
        action
        for action in view.legal
        if isinstance(action, Add) and action.combination == onto
        if {role.card for role in action.cards} == {*cards}
    )
    if not adds:
        return Verdict((tuple(map(plain, cards)),), "It can be added no longer.")
    add = adds[reading % len(adds)]
    after = ordered((*view.table[onto].cards, *add.cards))
    turned = _turned(adds, reading) if len(adds) > 1 else ()
    choice = tuple(_meaning((some.cards,)) for some in turned)
    title = f"Then: {name(after)[0].lower()}{name(after)[1:]}"
    asked = "card" if len(cards) == 1 else "yellow one"
    words = f"It brings {points(worth(after, view.options))}. What shall the {asked} stand for?"
    return Verdict((add.cards,), title, words, good=True, actions=(add,), readings=choice)


def why_none(cards: Sequence[Card]) -> str:
    """Return why cards are no combination, with the yellow ones read as they come closest."""
    suits = {card.suit for card in cards if card.suit is not Suit.YELLOW}
    one = suits.pop() if len(suits) == 1 else Suit.YELLOW
    read = (Role(card, one) if card.suit is Suit.YELLOW else plain(card) for card in cards)
    return fault(ordered(read)) or "they are too many"


def name(cards: Cards) -> str:
    """Return what a combination is called.

    >>> name(tuple(plain(Card(Suit.RED, number)) for number in (3, 4, 5)))
    'Pure red run of three'
    """
    many, count = COUNTS.get(len(cards), str(len(cards))), jokers(cards)
    suits = {role.suit for role in cards}
    what = f"set of {many} {cards[0].card.number}s" if is_set(cards) else f"run of {many}"
    if not is_set(cards) and len(suits) == 1:
        what = f"{suits.pop()} {what}"
    elif not is_set(cards):
        return f"Mixed {what}{' with a joker' if count else ''}"
    if is_pure(cards):
        return f"Pure {what}"
    return f"{what[0].upper()}{what[1:]} with {'a joker' if count == 1 else 'jokers'}, so mixed"


def points(number: int) -> str:
    """Return so many points in words.

    >>> points(1), points(-5)
    ('1 point', '-5 points')
    """
    return f"{number} point{'' if number == 1 else 's'}"


def _to_begin_with(bench: tuple[Card, ...]) -> str:
    kind = "A yellow card can stand for its number in any colour. " * (bench[0].suit is Suit.YELLOW)
    return f"{kind}Three cards or more are a combination."


def _ready(view: View, cards: int) -> str:
    """Say what it does for coming out; nothing more if the seat is out."""
    if view.seat in view.out:
        return "It can be laid."
    laid, needed = view.laid + cards, view.minimum[view.seat]
    if laid >= needed:
        return f"Enough to come out: {laid} of {needed} cards."
    return f"{laid} of {needed} cards to come out: another one has to follow."


def _sentence(why: str) -> str:
    return f"{why[0].upper()}{why[1:]}." if why else ""


def _meaning(groups: Reading) -> str:
    """Return what tells a reading from another one: its jokers, or what it is made of."""
    read = (str(role) for group in groups for role in group if role.card.suit is Suit.YELLOW)
    yellow = ", ".join(read)
    if len(groups) == 1:
        return yellow
    sizes = " + ".join(str(len(group)) for group in groups)
    return f"{sizes} cards: {yellow}" if yellow else f"{sizes} cards"


def _turned(some: Sequence[T], by: int) -> Sequence[T]:
    by %= len(some)
    return (*some[by:], *some[:by])
