"""The table of Palace: animations, messages and the log."""

from itertools import pairwise
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace

from tests.rules.palace.tables import cards, table as state_of
from tests.ui.cards.tables import come_to_rest, flying, table
from tests.ui.palace.matches import (
    USUAL,
    card,
    chosen,
    drag,
    hand,
    heap,
    match_at,
    pile,
    spot,
    waits,
)
from tests.ui.pilot import Pilot, window
from towersim.common.units import Seat
from towersim.match.match import Match
from towersim.match.record import SeatSpec
from towersim.rules.palace.log import PileTaken
from towersim.rules.palace.state import Play, State
from towersim.ui.drawing.fonts import Fonts
from towersim.ui.drawing.text import BLUSH
from towersim.ui.drawing.theme import PAPER, WALNUT_DARK, Viewport
from towersim.ui.games.palace.layout import Layout
from towersim.ui.games.palace.moments import mattering
from towersim.ui.pictures.table import table_picture
from towersim.ui.watch.finale import Finale

# --- animations ---------------------------------------------------------------------------------


def test_the_first_cards_are_dealt_visibly_and_a_click_ends_it(tmp_path: Path) -> None:
    seats = (SeatSpec("Ada"), SeatSpec("Bruno", "uniform"))
    with window(tmp_path, match=Match.new("palace", seats, seed=1)) as pilot:
        pilot.frames(10)
        screen = table(pilot)
        assert flying(pilot)
        assert screen.hint == "The cards are dealt …"
        assert "asks" not in {node.key for node in screen.nodes}
        assert sum(screen.state.view.hands) < 6, "one card after the other"
        pilot.until(lambda: screen.state.view.hands[1] == 1)
        keys = {node.key for node in screen.nodes}
        assert ("hand count", 1) not in keys, "a number waits where no card lies yet"
        pilot.click((600, 300))
        assert screen.ready
        assert screen.state.view.hands == (6, 6)
        assert chosen(pilot) == frozenset()


def test_three_cards_are_laid_up_before_the_first_turn(tmp_path: Path) -> None:
    seats = (SeatSpec("Ada"), SeatSpec("Bruno", "uniform"))
    with window(tmp_path, match=Match.new("palace", seats, seed=1)) as pilot:
        pilot.until(lambda: waits(pilot))
        come_to_rest(pilot)
        mine = hand(pilot)
        for wanted in mine[2:]:
            pilot.click(spot(pilot, wanted))
            pilot.frames(30)
        assert chosen(pilot) == set(mine[2:5]), "a fourth does not go"
        pilot.press("Lay face up")
        assert table(pilot).match.state.rows[0] == mine[2:5]
        assert set(mine[2:5]) <= flying(pilot)


BURNS = state_of("10d 4d 5d/5h 10c Kd/3", "3h 8d Qc/6s 7d As/3", pile="6c 9h 9s", stock=5)


@pytest.mark.parametrize("pilot", [BURNS], indirect=True)
def test_a_pile_is_shown_burning_before_it_disappears(pilot: Pilot) -> None:
    drag(pilot, spot(pilot, card("10d")), pile(pilot))
    screen = table(pilot)
    assert screen.state.view.burned == 0
    assert heap(pilot) == cards("10d")
    pilot.until(lambda: bool(screen.pump.motion._flashes))
    assert card("10d") in flying(pilot)
    pilot.until(lambda: screen.ready)
    assert (screen.state.view.burned, heap(pilot)) == (4, ())
    assert screen.play.has_choice(Play), "who burned it plays again"


def test_bots_wait_until_every_card_has_landed(pilot: Pilot) -> None:
    drag(pilot, spot(pilot, card("Jd")), pile(pilot))
    screen, steps = table(pilot), table(pilot).match.steps
    while not screen.ready:
        assert screen.match.steps == steps
        pilot.frames()
    pilot.until(lambda: screen.match.steps > steps, 60)


def test_a_card_played_by_another_seat_leaves_its_hand(pilot: Pilot) -> None:
    drag(pilot, spot(pilot, card("9d")), pile(pilot))
    screen = table(pilot)
    pilot.until(lambda: screen.match.actor == 0 and not screen.ready)
    assert screen.state.view.hands[1] == 2
    assert flying(pilot) & set(cards("3h 8d Qc"))


@pytest.mark.parametrize(
    ("name", "brief"), [("Ada", set()), ("Maximilian von Hohenfels", {"14 cards"})]
)
def test_the_own_plate_counts_the_hand_only_beside_a_short_name(
    tmp_path: Path, written: list[str], name: str, brief: set[str]
) -> None:
    eight = "2c 4d 4h 5c 6d 9s 9d Jd/5h 10c Kd/3"
    match = match_at(state_of(eight, "3h 8d Qc/6s 7d As/3", pile="6c 8h", stock=9), "human")
    match.header = replace(match.header, seats=(SeatSpec(name), *match.header.seats[1:]))
    with window(tmp_path, match=match) as pilot:
        come_to_rest(pilot)
        written.clear()
        pilot.app.draw()
    assert {*written} & {"14 cards"} == brief


def test_the_open_log_covers_no_own_card_and_no_button(pilot: Pilot) -> None:
    screen = table(pilot)
    where = screen.table.log_rect(screen.layout)
    own = [n.rect() for n in screen.nodes if n.key in {*USUAL.hands[0], *USUAL.rows[0]}]
    assert where.h > 150
    assert where.collidelist([*own, screen.layout.go, screen.layout.take]) == -1
    pilot.app.draw()
    before = pygame.image.tobytes(pilot.app.window.subsurface(screen.layout.hand), "RGB")
    pilot.key(pygame.K_l)
    pilot.app.draw()
    assert pilot.app.window.get_at(where.center)[:3] == WALNUT_DARK
    after = pygame.image.tobytes(pilot.app.window.subsurface(screen.layout.hand), "RGB")
    assert after == before


def test_the_wheel_scrolls_the_open_log_at_any_mouse_position(pilot: Pilot) -> None:
    match, screen = table(pilot).match, table(pilot)
    match.events.extend(60 * [PileTaken(Seat(1), 3)])
    screen.pump.queue.told += 60
    pilot.key(pygame.K_l)
    for at_ in (screen.layout.hand.center, screen.layout.others.center):
        pilot.move(at_)
        pilot.app.draw()
        low = screen.table.log_rect(screen.layout)
        newest = pygame.image.tobytes(pilot.app.window.subsurface(low), "RGB")
        for y in (3, -9):
            pilot.post(pygame.MOUSEWHEEL, x=0, y=y, precise_y=float(y), flipped=False)
            pilot.app.draw()
            shown = pygame.image.tobytes(pilot.app.window.subsurface(low), "RGB")
            assert (shown == newest) == (y < 0)


def test_a_refusal_does_not_look_like_a_prompt(pilot: Pilot) -> None:
    screen = table(pilot)
    hint = screen.layout.areas.hint
    pilot.key(pygame.K_t)
    assert screen.message == "You can play a card, so the pile is not yours to take."
    pilot.app.draw()
    paper = pilot.app.window.get_at((hint.centerx, hint.bottom - 5))[:3]
    assert paper == BLUSH
    screen.say("Sound off")
    pilot.app.draw()
    assert pilot.app.window.get_at((hint.centerx, hint.bottom - 5))[:3] == PAPER


# --- messages and pictures ----------------------------------------------------------------------


def test_only_the_relevant_top_of_the_pile_is_shown() -> None:
    assert mattering(cards("4c 9h 9s")) == cards("9h 9s")
    assert mattering(cards("4c 9h 9s 3c 3d")) == cards("9h 9s 3c 3d")
    assert mattering(cards("3c")) == cards("3c")
    assert mattering(()) == ()


@pytest.mark.parametrize("size", [(1280, 720), (960, 600), (880, 550), (1920, 1080), (2560, 1080)])
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_no_area_of_palace_overlaps_another(size: tuple[int, int], seats: int) -> None:
    viewport = Viewport(size, Fonts())
    layout = Layout(viewport)
    places = layout.seatings(seats, home=1)
    others = [seating.plate for seat, seating in enumerate(places) if seat != 1]
    for one, other in pairwise(sorted(others, key=lambda rect: rect.x)):
        assert one.right < other.left
    assert max(rect.right for rect in others) <= viewport.size[0]
    for piled in (layout.stock, layout.pile, layout.burnt):
        assert piled.y - piled.height / 2 > layout.asks.bottom
        assert piled.y + piled.height / 2 < layout.hand.y
    assert layout.pile.height >= viewport.px(96)
    assert layout.own.plate.right < layout.hand.left
    assert layout.hand.right < layout.go.left
    assert layout.take.bottom < layout.areas.log.top
    for seating in places:
        assert seating.hand.w > viewport.px(36)


OVER = state_of("4d", "3h/6s/2", "", pile="3d")


@pytest.mark.parametrize("pilot", [replace(OVER, out=(2,))], indirect=True)
def test_the_result_lists_seats_in_the_order_they_went_out(pilot: Pilot) -> None:
    drag(pilot, spot(pilot, card("4d")), pile(pilot))
    pilot.until(lambda: isinstance(pilot.screen, Finale))
    pilot.frames(2)
    assert pilot.screen.ending.outcome.scores == (1, 0, 2)
    drawn: list[object] = []
    ending = pilot.screen.ending
    pilot.screen.ending = ending._replace(draw_row=lambda *row: drawn.append(row[-1]))
    pilot.frames(40)
    pilot.key(pygame.K_t)
    pilot.app.draw()
    assert drawn[-3:] == [2, 0, 1]


def test_a_picture_of_a_game_between_people_shows_no_hand() -> None:
    hidden, other = (
        state_of(f"{mine}/10c 10d 10h/3", "3h 8d Qc/6s 7d As/3", pile="6c 9h")
        for mine in ("4d 5d 6d", "Jd Jh Js")
    )

    def pixels(state: State, *players: str) -> bytes:
        return pygame.image.tobytes(table_picture(match_at(state, *players)), "RGB")

    assert pixels(hidden, "human", "human") == pixels(other, "human", "human")
    assert pixels(hidden, "human") != pixels(other, "human")
