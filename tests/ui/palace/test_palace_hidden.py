"""No frame shows a card that is another seat's secret: not in the view, the log or in flight."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tests.ui.cards.tables import flying, table
from tests.ui.palace.matches import best
from tests.ui.pilot import Pilot, window
from towersim.common.units import Seat
from towersim.match.match import Match
from towersim.match.record import SeatSpec
from towersim.rules.palace.cards import DECK, Card
from towersim.rules.palace.log import Dealt, LaidUp, Missed, Played
from towersim.ui.cards.curtain import Curtain
from towersim.ui.cards.screen import CardScreen
from towersim.ui.games.palace.nodes import face
from towersim.ui.play import NOBODY
from towersim.ui.settings import Settings, save_settings

NAMES = {card: str(card) for card in DECK}
FACES = {card: face(card) for card in DECK}


def cards_in(value: object) -> Iterator[Card]:
    """Yield every card inside a value, however deep."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from cards_in(getattr(value, name))
    elif isinstance(value, dict):
        yield from cards_in(tuple(value.items()))
    elif isinstance(value, tuple | list | frozenset | set):
        for item in value:
            yield from cards_in(item)


def secrets(match: Match, watcher: Seat | None) -> set[Card]:
    """Return the cards that the watcher cannot know: unseen, or drawn by another seat."""
    known: set[Card] = set()
    for event in match.events:
        if isinstance(event, LaidUp | Played):
            known |= set(event.cards)
        elif isinstance(event, Missed) or (isinstance(event, Dealt) and event.seat == watcher):
            known.add(event.card) if event.card else None
    return {card for hand in (*match.state.hands, match.state.unseen) for card in hand} - known


def shown(pilot: Pilot) -> set[Card]:
    """Return every card that this frame shows, in the view, the log or in flight."""
    state, nodes = table(pilot).state, table(pilot).nodes
    log, seen_faces = "\n".join(table(pilot).hud.log), {node.face for node in nodes}
    told = {card for card, name in NAMES.items() if name in log}
    faces = {card for card, its_face in FACES.items() if its_face in seen_faces}
    seen = (state.view, state.memory, state.selection, flying(pilot))
    keys = [(node.key, node.action, node.drags) for node in nodes]
    return {*cards_in(seen), *cards_in(keys), *told, *faces}


@pytest.mark.parametrize(
    "players",
    [
        ("human", "human"),
        pytest.param(("human", "uniform"), marks=pytest.mark.slow),
        pytest.param(("uniform",) * 3, marks=pytest.mark.slow),
    ],
)
def test_no_frame_of_a_game_shows_another_seats_card(
    tmp_path: Path, players: tuple[str, ...]
) -> None:
    save_settings(tmp_path / "settings.json", Settings(pace=4))
    names = zip(("Ada", "Bruno", "Clara"), players, strict=False)
    match = Match.new("palace", tuple(SeatSpec(*who) for who in names), seed=2)
    looked, frames = set(), 0
    with window(tmp_path, match=match) as pilot:
        for _ in range(700):
            if isinstance(pilot.screen, Curtain):
                pilot.frames(40)
                pilot.press(f"I am {pilot.screen.name}")
            if not isinstance(pilot.screen, CardScreen):
                break
            screen, watcher = table(pilot), table(pilot).play.watcher
            hidden = secrets(match, watcher)
            assert not shown(pilot) & hidden
            looked.add(watcher)
            frames += 1
            if screen.play.legal() and screen.ready:
                screen.play.submit(best(screen.play.view()))
            pilot.frames()
    assert frames > 300
    people = {Seat(seat) for seat, player in enumerate(players) if player == "human"}
    assert looked - {NOBODY} == people
    assert (NOBODY in looked) == (len(people) != 1)


def test_the_search_finds_a_secret_card_that_is_shown(tmp_path: Path) -> None:
    seats = (SeatSpec("Ada"), SeatSpec("Bruno", "uniform"))
    match = Match.new("palace", seats, seed=2)
    with window(tmp_path, match=match) as pilot:
        pilot.app.context.change(Settings(animations=False))
        pilot.frames(200)
        screen = table(pilot)
        assert not shown(pilot) & secrets(match, Seat(0))
        screen.play.open(Seat(1))
        screen.show_watcher()
        assert shown(pilot) & secrets(match, Seat(0)) == set(match.state.hands[1])
