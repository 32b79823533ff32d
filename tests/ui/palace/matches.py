"""Matches of Palace at a certain turn, as the window shows them."""

from tests.rules.palace_tables import cards, table
from tests.ui.pilot import Pilot, Point
from towersim.match import Match
from towersim.record import SeatSpec
from towersim.rules.base import Action
from towersim.rules.palace_cards import Card
from towersim.rules.palace_log import Played
from towersim.rules.palace_state import LayUp, Play, Source, State, View
from towersim.ui.games.palace.layout import blind_spot
from towersim.ui.games.palace.screen import PalaceScreen
from towersim.units import Seat

NAMES = ("Ada", "Bruno", "Clara", "Dmitri", "Elif")

USUAL = table("2c 4d 4h 9s 9d Jd/5h 10c Kd/3", "3h 8d Qc/6s 7d As/3", pile="6c 8h", stock=9)


def match_at(state: State, *players: str) -> Match:
    """Return a match in which this is the state; of seats without a player a bot plays."""
    kinds = (*players, *("uniform",) * (len(state.hands) - len(players)))
    seats = tuple(SeatSpec(*who) for who in zip(NAMES, kinds, strict=False))
    match = Match.new("palace", seats, options=state.options, seed=1)
    match.state = state
    match.events = [Played(Seat(0), (card,), Source.HAND) for card in state.pile]
    return match


def screen_of(pilot: Pilot) -> PalaceScreen:
    """Return the table, which has to be what is shown."""
    assert isinstance(pilot.screen, PalaceScreen)
    return pilot.screen


def waits(pilot: Pilot) -> bool:
    """Return whether a person has to act at the table and everything has landed."""
    if not isinstance(pilot.screen, PalaceScreen) or pilot.screen.flights.busy:
        return False
    return bool(pilot.screen.play.human and pilot.screen.play.legal())


def spot(pilot: Pilot, card: Card) -> Point:
    """Return a point on a card where nothing lies over it: near its left edge."""
    table = screen_of(pilot)
    found = table.eye.spot_of(card, table.shown)
    assert found is not None, f"the {card} cannot be seen"
    return round(found.x - 0.27 * found.height), round(found.y)


def blind_spots(pilot: Pilot) -> list[Point]:
    """Return where the own blind cards lie."""
    table = screen_of(pilot)
    places = table.eye.blind_places(table.play.home, table.shown)
    spots = [blind_spot(table.layout.places[place]) for place in places]
    return [(round(spot.x), round(spot.y)) for spot in spots]


def pile(pilot: Pilot) -> Point:
    """Return the middle of the pile."""
    at = screen_of(pilot).layout.pile
    return round(at.x), round(at.y)


def drag(pilot: Pilot, start: Point, end: Point) -> None:
    """Pull something from one point to another."""
    pilot.move(start)
    pilot.down()
    pilot.move(end, steps=4)
    pilot.up()


def settle(pilot: Pilot) -> None:
    """Wait until everything has landed and lies where it belongs."""
    pilot.frames(2)
    pilot.until(lambda: not screen_of(pilot).moving)


def best(view: View) -> Action:
    """Return a sensible action: the lowest cards that go, as many as there are of them."""
    plays = [action for action in view.legal if isinstance(action, Play)]
    if not plays:
        return view.legal[0] if not isinstance(view.legal[0], LayUp) else view.legal[-1]
    dear = (2, 3, 10)
    return min(plays, key=lambda p: (p.cards[0].rank in dear, p.cards[0].rank, -len(p.cards)))


def card(text: str) -> Card:
    return cards(text)[0]


def hand(pilot: Pilot) -> tuple[Card, ...]:
    """Return Ada's cards."""
    found: tuple[Card, ...] = screen_of(pilot).match.state.hands[0]
    return found


def top(pilot: Pilot) -> tuple[Card, ...]:
    """Return the pile."""
    found: tuple[Card, ...] = screen_of(pilot).match.state.pile
    return found
