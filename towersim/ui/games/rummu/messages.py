"""The texts of Rummü in the window: combinations, instructions, tooltips, and the workbench."""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import islice
from typing import Final, NamedTuple

from towersim.common.messages import Message, message as _, plural
from towersim.common.units import Seat
from towersim.rules.display import count_text, joined
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
from towersim.rules.rummu.state import (
    Add,
    Discard,
    Draw,
    Exchange,
    Lay,
    Options,
    Phase,
    Take,
    View,
    combined,
    worth,
)
from towersim.ui.games.rummu.choices import Play, State, puts
from towersim.ui.sentences import sentence

NUMBERS: Final = (_("three"), _("four"), _("five"), _("six"), _("seven"), _("eight"), _("nine"))
PLUS: Final = _("{before} + {one}")
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
    if has_to_discard(view) and not state.can_undo:
        return _("Nothing can be laid: drag a card onto the discard pile.")
    needed = view.minimum[view.seat]
    more = _("To come out, lay {needed} cards or more in one turn.", needed=needed)
    if view.seat in view.out:
        more = _("Single cards go to combinations on the table: drag them there.")
    return _("{build} {more}", build=build, more=more)


def has_to_discard(view: View) -> bool:
    """Return whether a discard is all that the seat to move may do."""
    return bool(view.legal) and all(isinstance(action, Discard) for action in view.legal)


def offers(view: View) -> str:
    """Return the legal kinds of play after the draw, in words."""
    offered = {
        _("take the next discard too"): Take,
        _laying(view): Lay,
        _("add cards to a combination on the table"): Add | Exchange,
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
    brings = count_text("points", view.worth[number])
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
    if view.deck and Draw() in view.legal:
        return plural(
            "{count} card in the deck ({key:D} draws one).",
            "{count} cards in the deck ({key:D} draws one).",
            view.deck,
        )
    if view.deck:
        return plural("One card lies in the deck.", "{count} cards lie in the deck.", view.deck)
    return _("The deck is out: who draws shuffles the discards, all but the top one.")


Reading = tuple[Cards, ...]
"""Combinations that together hold all the cards."""

MOST: Final = 16
"""Largest number of cards for which readings are searched."""
ENOUGH: Final = 24
"""Largest number of partitions examined for each rest of the cards."""


class Assessment(NamedTuple):
    """The assessment of the cards on the workbench."""

    groups: tuple[Cards, ...]
    """The cards in their reading: one combination, several, or one group that is none."""
    title: str
    advice: str
    good: bool = False
    """Whether they are combinations, even if they cannot be laid now."""
    actions: tuple[Play, ...] = ()
    """The actions that play them, in order; empty if that is illegal."""
    reading: str = ""
    """The name of the reading, if there are several."""


def assess(state: State) -> Assessment:
    """Return the assessment of the workbench."""
    view, chosen = state.view, state.selection
    if not chosen.bench:
        return Assessment((), _("Workbench"), empty_bench(state))
    plays = _possible(state)
    if not plays:
        cards = tuple(map(plain, chosen.bench))
        return Assessment((cards,), _("No combination yet"), _elsewhere(state))
    play = plays[chosen.reading % len(plays)]
    made = [combined(view.table, action) for action in play]
    brings = count_text("points", sum(worth(cards, view.options) for cards in made))
    names = joined([_("{name:capital}", name=name(cards)) for cards in made], PLUS)
    groups = tuple(
        (plain(action.card),) if isinstance(action, Exchange) else action.cards for action in play
    )
    refusal = state.why_not(*play)
    return Assessment(
        groups=groups,
        title=_("{combinations} – {points}", combinations=names, points=brings),
        advice=sentence(refusal) or _ready(view, play, choice=len(plays) > 1),
        good=True,
        actions=() if refusal else play,
        reading=_meaning(groups) if len(plays) > 1 else "",
    )


def _possible(state: State) -> Sequence[tuple[Play, ...]]:
    """Return the ways to add the workbench to its combination or to lay it, the best first."""
    view, bench, onto = state.view, state.selection.bench, state.selection.onto
    added = [action for action in puts(state, bench) if action.combination == onto]
    added.sort(key=lambda action: -worth(combined(view.table, action), view.options))
    if added:
        return [(action,) for action in added]
    return [tuple(map(Lay, reading)) for reading in readings(bench, view.options)]


@lru_cache(maxsize=256)
def readings(cards: tuple[Card, ...], options: Options) -> tuple[Reading, ...]:
    """Return every reading of the cards as one combination, the best first.

    If there is none, return their readings as several combinations with no card left.
    """
    every = tuple(every_combination(cards)) if len(cards) <= MOST else ()
    whole = tuple((some,) for some in every if len(some) == len(cards))

    def merit(reading: Reading) -> tuple[int, int, int]:
        points = sum(worth(some, options) for some in reading)
        replaced = sum(role.replaces for some in reading for role in some)
        return -points, len(reading), replaced

    return tuple(sorted(whole or _several(cards, every), key=merit))


def _several(cards: tuple[Card, ...], every: tuple[Cards, ...]) -> tuple[Reading, ...]:
    """Return partitions of the cards into some of these combinations."""
    held = {some: frozenset(role.card for role in some) for some in every}

    def parting(left: frozenset[Card]) -> Iterator[Reading]:
        for some, part in held.items():
            if min(left) in part and part <= left:
                for others in partings(left - part):
                    yield tuple(sorted((some, *others), key=lambda each: each[0].card.number))

    @cache
    def partings(left: frozenset[Card]) -> tuple[Reading, ...]:
        return tuple(islice(parting(left), ENOUGH)) if left else ((),)

    return partings(frozenset(cards))


def why_none(cards: Sequence[Card]) -> str:
    """Return why cards are no combination; yellow ones count as the single other suit, if any."""
    suits = {card.suit for card in cards if card.suit is not Suit.YELLOW}
    one = suits.pop() if len(suits) == 1 else Suit.YELLOW
    read = (Role(card, one) if card.suit is Suit.YELLOW else plain(card) for card in cards)
    return fault(ordered(read)) or _("they are too many")


def _elsewhere(state: State) -> str:
    """Return another use of cards that are no combination, or why they are none."""
    bench = state.selection.bench
    if puts(state, bench):
        return _("Click on a combination that shines to add to it.")
    if len(bench) == 1 and Discard(bench[0]) in state.legal:
        return _("Choose more cards, or click on the discard pile to end your turn.")
    return sentence(why_none(bench))


def _ready(view: View, play: Sequence[Play], *, choice: bool) -> str:
    """Return the progress towards coming out; if the seat is out, that the play is possible."""
    if not isinstance(play[0], Lay):
        return _("Choose what the yellow card stands for.") if choice else _("It can be added.")
    if view.seat in view.out:
        return _("It can be laid.")
    cards = sum(len(combined(view.table, action)) for action in play)
    laid, needed = view.laid + cards, view.minimum[view.seat]
    if laid >= needed:
        return _("Enough to come out: {laid} of {needed} cards.", laid=laid, needed=needed)
    return _(
        "{laid} of {needed} cards to come out: another one has to follow.", laid=laid, needed=needed
    )


def _meaning(groups: Reading) -> str:
    """Return the name of a reading: the roles of its jokers, and the sizes of its groups."""
    roles = (role for group in groups for role in group)
    yellow = [str(role) for role in roles if role.card.suit is Suit.YELLOW]
    meaning = joined(yellow) if yellow else ""
    if len(groups) == 1:
        return meaning
    sizes = joined([str(len(group)) for group in groups], PLUS)
    if not meaning:
        return _("{sizes} cards", sizes=sizes)
    return _("{sizes} cards: {meaning}", sizes=sizes, meaning=meaning)
