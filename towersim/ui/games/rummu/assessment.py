"""Assessment of the workbench: combinations, their points, or why there is none."""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import islice
from typing import Final, NamedTuple

from towersim.common.messages import message as _
from towersim.rules.rummu.cards import (
    Card,
    Cards,
    Role,
    Suit,
    every_combination,
    fault,
    ordered,
    plain,
)
from towersim.rules.rummu.state import Discard, Exchange, Lay, Options, View, combined, worth
from towersim.ui.cards.overlay import sentence
from towersim.ui.games.rummu.choices import Play, State, puts
from towersim.ui.games.rummu.messages import empty_bench, name, points, side_by_side
from towersim.ui.sentences import joined

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
    brings = points(sum(worth(cards, view.options) for cards in made))
    names = side_by_side([_("{name:capital}", name=name(cards)) for cards in made])
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
    sizes = side_by_side([str(len(group)) for group in groups])
    if not meaning:
        return _("{sizes} cards", sizes=sizes)
    return _("{sizes} cards: {meaning}", sizes=sizes, meaning=meaning)
