"""Matches of Palace in a given state, as the window shows them."""

from tests.rules.palace.tables import cards, table as state_of
from tests.ui.cards.tables import at, match_of, node, set_up, table
from tests.ui.pilot import Pilot, Point
from towersim.common.units import Seat
from towersim.match.match import Match
from towersim.rules.base import Action
from towersim.rules.palace.log import Played
from towersim.rules.palace.state import Card, LayUp, Play, Source, State, View
from towersim.ui.screens.game import GameScreen

USUAL = state_of("2c 4d 4h 9s 9d Jd/5h 10c Kd/3", "3h 8d Qc/6s 7d As/3", pile="6c 8h", stock=9)


def match_at(state: State, *players: str) -> Match:
    """Return a match in this state; a bot plays each seat without a player."""
    kinds = (*players, *("uniform",) * (len(state.hands) - len(players)))
    match = match_of("palace", *kinds, seed=1, options=state.options)
    played = [Played(Seat(0), (card,), Source.HAND) for card in state.pile]
    return set_up(match, state, played)


def waits(pilot: Pilot) -> bool:
    """Return whether a person has to act at the table and all events were shown."""
    return isinstance(pilot.screen, GameScreen) and table(pilot).state.mine


def spot(pilot: Pilot, card: Card) -> Point:
    """Return a point near the left edge of a card, which no other card covers."""
    place = node(pilot, card).place
    return round(place.x - 0.27 * place.height), round(place.y)


def blind_spots(pilot: Pilot) -> list[Point]:
    """Return the centres of the own blind cards, from left to right."""
    home = table(pilot).play.home
    keys = [("blind", home, place) for place in range(3)]
    return [n.rect().center for n in table(pilot).nodes if n.key in keys]


def pile(pilot: Pilot) -> Point:
    """Return the centre of the pile."""
    return at(pilot, "pile")


def chosen(pilot: Pilot) -> frozenset[Card]:
    picked: frozenset[Card] = table(pilot).selection.cards
    return picked


def heap(pilot: Pilot) -> tuple[Card, ...]:
    """Return the visible cards of the pile."""
    return tuple(n.key for n in table(pilot).nodes if n.zone == "heap")  # type: ignore[misc]  # cards


def best(view: View) -> Action:
    """Return a sensible action: as many as possible of the lowest legal rank."""
    plays = [action for action in view.legal if isinstance(action, Play)]
    if not plays:
        return view.legal[0] if not isinstance(view.legal[0], LayUp) else view.legal[-1]
    dear = (2, 3, 10)
    return min(plays, key=lambda p: (p.cards[0].rank in dear, p.cards[0].rank, -len(p.cards)))


def card(text: str) -> Card:
    return cards(text)[0]


def hand(pilot: Pilot) -> tuple[Card, ...]:
    """Return Ada's hand."""
    held: tuple[Card, ...] = table(pilot).match.state.hands[0]
    return held


def top(pilot: Pilot) -> tuple[Card, ...]:
    """Return the cards of the pile."""
    lying: tuple[Card, ...] = table(pilot).match.state.pile
    return lying
