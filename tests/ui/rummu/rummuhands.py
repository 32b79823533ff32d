"""Play Rummü in the window: do a bot's actions by mouse or by keys."""

from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from tests.ui.cards import tables
from tests.ui.cards.tables import node, set_up, shown_nodes, table as table_of
from tests.ui.pilot import Pilot, Point
from towersim.common.units import Seat
from towersim.match.match import Match
from towersim.rules.base import Action
from towersim.rules.rummu.cards import Card, Cards, Suit, deck, ordered, plain
from towersim.rules.rummu.state import Add, Combination, Exchange, Lay, Options, Phase, Take
from towersim.ui.cards.controller import CardController
from towersim.ui.cards.table import Reaction
from towersim.ui.games.rummu.choices import Arrangement, State, put, puts
from towersim.ui.games.rummu.messages import Assessment, assess
from towersim.ui.games.rummu.table import lay, turn_joker
from towersim.ui.nodes.node import NodeMarks, Spot

RED, BLUE, GREEN, YELLOW, BLACK = Suit


match_of = partial(tables.match_of, "rummu", options=Options(rounds=1))
"""Return a fresh match with these kinds of player."""


def cards(*faces: tuple[Suit, int]) -> Cards:
    """Return a combination without jokers."""
    return ordered(plain(Card(*face)) for face in faces)


def laid_out(
    hand: Sequence[Card],
    table: Sequence[Cards] = (),
    players: Sequence[str] = ("human", "uniform", "uniform"),
    *,
    phase: Phase = Phase.PLAYING,
    out: bool = True,
) -> Match:
    """Return a match with this hand of the first seat and these combinations on the table."""
    match = match_of(*players)
    used = {*hand, *(role.card for some in table for role in some)}
    free = [card for card in deck() if card not in used]
    others = tuple(tuple(sorted(free[i * 3 : i * 3 + 3])) for i in range(len(players) - 1))
    free = free[3 * len(others) :]
    state = replace(
        match.state,
        hands=(tuple(sorted(hand)), *others),
        table=tuple(Combination(Seat(i % len(players)), some) for i, some in enumerate(table)),
        out=tuple(map(Seat, range(len(players)))) if out else (),
        discards=tuple(free[:4]),
        deck=tuple(sorted(free[4:])),
        phase=phase,
    )
    return set_up(match, state)


def rest(pilot: Pilot) -> None:
    """Wait until all events were shown."""
    table = table_of(pilot)
    pilot.until(lambda: table.ready)


def shelf(pilot: Pilot) -> Arrangement:
    """Return the arrangement of the own cards."""
    arranged: Arrangement = table_of(pilot).selection
    return arranged


def assessment(table: CardController) -> Assessment:
    """Return the assessment of the workbench."""
    return assess(table.state)


def goals(pilot: Pilot) -> dict[Card, Spot]:
    """Return the place of each open card."""
    return {card: node.place for card, node in shown_nodes(pilot, Card).items()}


def looks(pilot: Pilot) -> dict[Card, NodeMarks]:
    """Return the look of each own card."""
    return {card: node.marks for card, node in shown_nodes(pilot, Card).items() if node.drags}


def at_card(pilot: Pilot, card: Card) -> Point:
    """Return a point near the left edge of an own card, which no other card covers."""
    spot = goals(pilot)[card]
    return round(spot.x - 0.27 * spot.height), round(spot.y + 0.1 * spot.height)


def at_group(pilot: Pilot, number: int) -> Point:
    """Return the centre of a combination on the table."""
    return node(pilot, ("combination", number)).rect().center


def at_discard(pilot: Pilot, below: int = 0) -> Point:
    """Return a point on the top discard, or on the one `below` cards further down."""
    state = table_of(pilot).state
    fan = state.layout.discard_fan(max(state.view.discards, 1))
    spot = fan.spots()[-1 - below]
    return round(spot.x - 0.32 * spot.height), round(spot.y)


def led_to(state: State, action: Action) -> object:
    """Return the next request on the way to an action: cards first, then the meaning of jokers."""
    bench = state.selection.bench
    match action:
        case Take():
            return Reaction(state.selection, (action,))
        case Lay(roles) | Add(roles) if missing := {role.card for role in roles} - {*bench}:
            return Reaction(state.selection.toggle(min(missing)))
        case Exchange(card, _) if card not in bench:
            return Reaction(state.selection.toggle(card))
        case Exchange():
            return action
        case Add(_, number) if state.selection.onto is None:
            return put(state, number, bench, puts(state, bench))
        case Lay() | Add():
            laid = lay(state)
            ready = isinstance(laid, Reaction) and action in laid.actions
            return lay if ready else turn_joker
        case _:
            return action
