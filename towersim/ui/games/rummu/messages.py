"""The texts of Rummü in the window: names of combinations, instructions and tooltips."""

from collections.abc import Iterable, Sequence
from typing import Final

from towersim.common.messages import Message, message as _, plural
from towersim.common.units import Seat
from towersim.rules.rummu.cards import COLOURS, Card, Cards, is_pure, is_set, jokers
from towersim.rules.rummu.state import Add, Discard, Exchange, Lay, Phase, Take, View
from towersim.ui.games.rummu.choices import State
from towersim.ui.sentences import joined

NUMBERS: Final = (_("three"), _("four"), _("five"), _("six"), _("seven"), _("eight"), _("nine"))
COUNTS: Final = dict(enumerate((*NUMBERS, _("ten")), 3))


def name(cards: Cards) -> Message:
    """Return the name of a combination.

    >>> from towersim.rules.rummu.cards import Suit, plain
    >>> name(tuple(plain(Card(Suit.RED, number)) for number in (3, 4, 5)))
    'pure red run of three'
    """
    many, number = COUNTS[len(cards)], cards[0].card.number
    if is_set(cards) and is_pure(cards):
        return _("pure set of {many} {number}s", many=many, number=number)
    if is_set(cards):
        return _("set of {many} {number}s with a joker, so mixed", many=many, number=number)
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
    """Return a number of points in words.

    >>> points(1), points(-5)
    ('1 point', '-5 points')
    """
    return plural("{count} point", "{count} points", number)


def side_by_side(texts: Iterable[str]) -> str:
    """Return texts joined by plus signs."""
    return joined(texts, _("{before} + {one}"))


def hint(state: State) -> str:
    """Return the instruction to the person who has to act."""
    view = state.view
    if view.phase is not Phase.DRAWING:
        return _("{offers}.", offers=offers(view))
    if Take() in view.legal:
        return _("draw from the deck, or take discards from the top down.")
    return _("draw from the deck.")


def empty_bench(state: State) -> str:
    """Return the text on the empty workbench."""
    view = state.view
    build = _("Click cards or drag them here: a combination is built, then laid.")
    if state.can_undo:
        build = _("What you laid this turn can be taken back until you discard.")
    if not view.hand:
        return build
    needed = view.minimum[view.seat]
    more = _("To come out, lay {needed} cards or more in one turn.", needed=needed)
    if view.seat in view.out:
        more = _("Single cards go to combinations on the table: drag them there.")
    return _("{build} {more}", build=build, more=more)


def offers(view: View) -> str:
    """Return the legal kinds of play after the draw, in words."""
    offered = {
        _("take the next discard too"): Take,
        _laying(view): Lay,
        _("put cards to a combination on the table"): Add | Exchange,
        _("discard a card to end your turn"): Discard,
    }
    possible = [
        choice
        for choice, kind in offered.items()
        if any(isinstance(action, kind) for action in view.legal)
    ]
    *others, last = possible or [_laying(view)]
    return _("{others} – or {last}", others=joined(others), last=last) if others else last


def _laying(view: View) -> str:
    if view.seat in view.out:
        return _("lay a combination")
    needed = view.minimum[view.seat]
    if not view.laid:
        return _("come out with {needed} cards or more", needed=needed)
    return _(
        "{laid} of {needed} cards are laid, another combination has to follow",
        laid=view.laid,
        needed=needed,
    )


def state_of(view: View, seat: Seat, home: Seat) -> str:
    """Return the line below a seat's plate: dealer, partner, and whether it has come out."""
    parts = []
    if seat == view.dealer:
        parts.append(_("deals"))
    if seat != home and partners(view, seat, home):
        parts.append(_("partner"))
    needed = view.minimum[seat]
    out = seat in view.out
    parts.append(_("has come out") if out else _("needs {needed} to come out", needed=needed))
    return joined(parts, _("{before} · {one}"))


def partners(view: View, one: Seat, other: Seat) -> bool:
    """Return whether two seats are partners."""
    return view.options.partners and (one - other) % (len(view.hands) // 2) == 0


def about_combination(view: View, number: int, names: Sequence[str]) -> str:
    """Return the tooltip of a combination on the table."""
    owner, cards = view.table[number]
    brings = points(view.worth[number])
    sentence = _("{owner}: {name}, {points}.", owner=names[owner], name=name(cards), points=brings)
    for role in cards:
        if role.replaces:
            more = _(
                "The {card} stands for {colour}: a {exact} can be exchanged for it.",
                card=str(role.card),
                colour=COLOURS[role.suit],
                exact=str(Card(role.suit, role.card.number)),
            )
            sentence = _("{said} {more}", said=sentence, more=more)
    return sentence


def about_discards(view: View, cards: int) -> str:
    """Return the tooltip of the top `cards` cards of the discard pile."""
    if cards == 1 or Take() not in view.legal:
        return plural(
            "{count} discard, on top the {card}.",
            "{count} discards, on top the {card}.",
            view.discards,
            card=str(view.top),
        )
    return _(
        "Take {cards} of {count} discards: all but the top one turn over as you do.",
        cards=cards,
        count=view.discards,
    )


def about_deck(view: View) -> str:
    """Return the tooltip of the deck."""
    if view.deck:
        return plural(
            "{count} card in the deck ({key:D} draws one).",
            "{count} cards in the deck ({key:D} draws one).",
            view.deck,
        )
    return _("The deck is out: who draws shuffles the discards, all but the top one.")
