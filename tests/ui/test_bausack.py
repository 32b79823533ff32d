"""The window of Bausack: pile, card, auction, hand, camera and measurer, by posted events."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path

import pygame
import pytest

from tests.ui.bausack import QUARTER, pile, place, play, ready, still, take, waiting, wheel
from tests.ui.pilot import Pilot, Point, window
from towersim.match import Match, Phase
from towersim.record import SeatSpec
from towersim.rules.bausack_state import TOKENS
from towersim.ui.games.bausack.layout import seat_rect, table_layout
from towersim.ui.games.bausack.play import Wanted
from towersim.ui.games.bausack.shelf import shelf
from towersim.ui.games.bausack.sight import LIE
from towersim.ui.input import NOTCH
from towersim.ui.screens.rules import RulesPages
from towersim.ui.theme import Letters, Stage
from towersim.units import Seat, Target, TowerId

PEOPLE = tuple(map(SeatSpec, ("Ada", "Bruno", "Clara")))
SIZES = [(960, 600), (1280, 720), (1920, 1080)]


@contextmanager
def table(folder: Path, *seats: SeatSpec, size: Point = (1280, 720)) -> Iterator[Pilot]:
    """Open the window on a fresh match of these, by default of three people."""
    match = Match.new("bausack", seats or PEOPLE, seed=2)
    with window(folder, size, match) as pilot:
        ready(pilot)
        yield pilot


def build(pilot: Pilot, piece: str, notches: int = 0) -> None:
    """Build with a piece for nothing, the others passing, up to its being placed."""
    ready(pilot)
    take(pilot, piece, notches)
    pilot.press("Build")
    ready(pilot)
    while play(pilot).wanted is Wanted.BID:
        pilot.press("Pass")
        ready(pilot)


def found(pilot: Pilot, *pieces: str) -> None:
    """Let each person in turn set a piece as foundation."""
    for piece in pieces:
        build(pilot, piece)
        place(pilot)
    ready(pilot)


def buttons(pilot: Pilot) -> dict[str, bool]:
    """Return the card's buttons that are seen, and whether each can be pressed."""
    made = pilot.table.buttons._made.values()
    return {button.text: bool(button.is_enabled) for button in made if button.visible}


# --- pile and card ------------------------------------------------------------------------------


def test_what_is_pointed_at_is_shown_large_and_what_is_clicked_can_be_built(
    tmp_path: Path,
) -> None:
    with table(tmp_path) as pilot:
        assert pilot.table.sight().pile
        assert buttons(pilot) == {}
        pilot.move(pile(pilot).middle("goblet"))
        card = pilot.table.sight().card
        assert (card.piece, card.bid, buttons(pilot)) == ("goblet", None, {})
        take(pilot, "vase")
        assert pilot.table.sight().card.piece == "vase"
        assert list(buttons(pilot).values()) == [False, True, True, True, True]
        assert "Push to Bruno  (U)" in buttons(pilot)
        assert "double-flared vase" in pilot.table.sight().hint
        pilot.press("Put it back")
        assert pilot.table.pointer.examined == ""


def test_a_piece_turned_in_the_pile_is_turned_in_the_hand(tmp_path: Path) -> None:
    with table(tmp_path) as pilot:
        build(pilot, "key", notches=9)
        assert play(pilot).wanted is Wanted.PLACE
        sight = pilot.table.sight()
        assert sight.waiting is not None
        assert sight.waiting[1].angle == pytest.approx(9 * NOTCH)
        wheel(pilot, 1)
        still(pilot)
        pilot.move(waiting(pilot))
        pilot.down()
        pilot.frames(60)
        held = play(pilot).held
        assert held is not None
        assert held.pose.angle == pytest.approx(9 * NOTCH, abs=0.05)


def test_the_wheel_over_a_waiting_piece_turns_it_and_w_sets_it_straight(tmp_path: Path) -> None:
    with table(tmp_path) as pilot:
        build(pilot, "brick")
        still(pilot)
        pilot.move(waiting(pilot))
        for _ in range(QUARTER + 2):
            wheel(pilot, 1)
        pilot.key(pygame.K_w)
        assert pilot.table.sight().waiting[1].angle == pytest.approx(math.pi / 2)


def test_a_bid_is_never_more_than_the_rules_allow(tmp_path: Path) -> None:
    with table(tmp_path) as pilot:
        take(pilot, "egg")
        for _ in range(TOKENS + 3):
            pilot.key(pygame.K_PLUS)
        assert pilot.table.pointer.bid == TOKENS
        assert not buttons(pilot)["+"]
        for _ in range(3):
            pilot.key(pygame.K_MINUS)
        pilot.press("Build, bid 7")
        ready(pilot)
        assert play(pilot).name == "Bruno"
        assert pilot.table.pointer.bid == 8
        pilot.press("+")
        pilot.press("Bid 9")
        ready(pilot)
        pilot.press("Pass")
        ready(pilot)
        assert play(pilot).name == "Ada"
        pilot.press("Pass")
        ready(pilot)
        assert (play(pilot).name, play(pilot).wanted) == ("Bruno", Wanted.PLACE)
        assert pilot.match.state.tokens == (10, 1, 10)


def test_a_pushed_piece_goes_round_for_more_and_more(tmp_path: Path) -> None:
    with table(tmp_path) as pilot:
        take(pilot, "egg")
        pilot.press("Push to Bruno")
        for name, pay in (("Bruno", "Pay 1 token: to Clara"), ("Clara", "Pay 2 tokens: to Ada")):
            ready(pilot)
            assert (play(pilot).name, play(pilot).wanted) == (name, Wanted.ACCEPT)
            pilot.press(pay)
        ready(pilot)
        assert play(pilot).name == "Ada"
        assert pilot.match.state.tokens == (10, 9, 8)
        pilot.press("Accept")
        ready(pilot)
        assert play(pilot).wanted is Wanted.PLACE


def test_it_is_plain_whose_move_it_is_and_what_was_said(tmp_path: Path) -> None:
    with table(tmp_path) as pilot:
        take(pilot, "egg")
        pilot.press("Push")
        pilot.frames(12)
        sight = pilot.table.sight()
        assert sight.bubbles == [(Seat(0), "For you, Bruno!")]
        assert (sight.banner.name, sight.banner.asks) == ("Bruno", "accept, or pay")
        assert sight.card.seat == sight.asked == 1
        assert [one.lit for one in sight.seated] == [False, True, False]
        assert sight.hint == "Bruno: do you accept the egg?"
        pilot.frames(180)
        sight = pilot.table.sight()
        assert (sight.banner, list(sight.bubbles)) == (None, [])


def test_during_a_bots_turn_one_may_look_through_the_pile_but_not_choose(tmp_path: Path) -> None:
    bot = SeatSpec("Clara", "uniform", "steady")
    match = Match.new("bausack", (bot, SeatSpec("Ada")), seed=2)
    with window(tmp_path, match=match) as pilot:
        pilot.key(pygame.K_o)
        pilot.click(pile(pilot).middle("egg"))
        sight = pilot.table.sight()
        assert sight.pile
        assert sight.card.piece == "egg"
        assert (pilot.table.pointer.examined, buttons(pilot)) == ("", {})


def test_taken_pieces_leave_an_empty_place_with_their_owner(tmp_path: Path) -> None:
    with table(tmp_path) as pilot:
        found(pilot, "brick", "bridge")
        sight = pilot.table.sight()
        assert sight.owners == {"brick": Seat(0), "bridge": Seat(1)}
        pilot.move(pile(pilot).middle("brick"))
        assert pilot.table.sight().hovered == ""


@pytest.mark.parametrize("size", SIZES)
def test_every_piece_has_a_place_of_its_own_on_the_shelves(size: Point) -> None:
    stage = Stage(size, Letters())
    layout = table_layout(stage)
    pieces = Match.new("bausack", PEOPLE, seed=1).setup.pieces
    places = shelf(stage, layout.pile, pieces).places()
    assert [one.kind for one in places] == list(pieces)
    assert all(layout.pile.contains(one.rect) for one in places)
    assert not any(a.rect.colliderect(b.rect) for a, b in combinations(places, 2))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [2, 5, 8])
def test_seats_card_and_pile_share_the_window(size: Point, seats: int) -> None:
    stage = Stage(size, Letters())
    layout = table_layout(stage)
    rows = [seat_rect(stage, layout, seats, seat) for seat in range(seats)]
    assert all(layout.seats.contains(row) for row in rows)
    assert not any(a.colliderect(b) for a, b in combinations(rows, 2))
    assert not layout.pile.colliderect(layout.card)
    assert not layout.areas.hint.colliderect(layout.show_pile)
    assert layout.card.bottom < layout.areas.log.top
    parts = [layout.less, layout.bid, layout.more, *layout.buttons]
    assert all(layout.card.contains(part) for part in parts)
    assert not any(a.colliderect(b) for a, b in combinations(parts, 2))


# --- the hand -----------------------------------------------------------------------------------


def test_a_foundation_goes_anywhere_on_ones_own_part_and_nowhere_else(tmp_path: Path) -> None:
    with table(tmp_path) as pilot:
        build(pilot, "brick")
        place(pilot, right=-0.22)
        (placed,) = pilot.match.table.towers[0]
        left = pilot.match.setup.spots[0]
        assert placed.pose.x == pytest.approx(left - 0.22, abs=0.01)
        build(pilot, "bridge")
        still(pilot)
        pilot.click(waiting(pilot))
        pilot.key(pygame.K_t)
        still(pilot)
        x, y = pilot.table.eye.camera.to_px(pilot.match.setup.spots[2], 0.03)
        pilot.move((round(x), round(y)), steps=60)
        pilot.frames(120)
        pilot.down()
        pilot.up()
        assert pilot.match.phase is Phase.CARRYING
        assert "your own part of the table" in pilot.table.sight().hint


def test_a_hand_that_has_a_foundation_to_lose_does_not_touch_the_table(tmp_path: Path) -> None:
    with table(tmp_path) as pilot:
        found(pilot, "brick", "bridge", "low-arch")
        build(pilot, "square-pole", notches=QUARTER // 2)
        still(pilot)
        pilot.move(waiting(pilot))
        pilot.down()
        room = pilot.table.layout.areas.room
        pilot.move((pilot.at[0], room.bottom + 30), steps=20)
        pilot.frames(90)
        for _ in range(2 * QUARTER):
            wheel(pilot, 1)
        pilot.frames(60)
        assert pilot.match.phase is Phase.CARRYING
        assert play(pilot).first is None


def test_an_untouched_piece_goes_back_and_must_be_placed_all_the_same(tmp_path: Path) -> None:
    with table(tmp_path) as pilot:
        build(pilot, "brick")
        still(pilot)
        pilot.move(waiting(pilot))
        pilot.down()
        pilot.move((600, 300), steps=10)
        pilot.frames(10)
        pilot.down(3)
        assert play(pilot).held is None
        assert play(pilot).wanted is Wanted.PLACE
        assert pilot.table.sight().waiting is not None


# --- a collapse ---------------------------------------------------------------------------------


def topple(pilot: Pilot) -> None:
    """Let a piece go half beside the brick that Ada has as foundation, until one has fallen."""
    found(pilot, "brick", "bridge", "low-arch")
    build(pilot, "ziggurat")
    still(pilot)
    pilot.move(waiting(pilot))
    pilot.down()
    x = pilot.match.setup.spots[0] + 0.036
    camera = pilot.table.eye.camera
    for y in (0.06, 0.032):
        at = camera.to_px(x, y)
        pilot.move((round(at[0]), round(at[1])), steps=25)
        pilot.frames(40)
    pilot.up()
    pilot.until(lambda: play(pilot).first is not None, 600)


def test_a_collapse_is_slow_marked_told_and_cleared_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with table(tmp_path) as pilot:
        topple(pilot)
        ticks: list[Target | None] = []
        tick = pilot.match.tick

        def counted(target: Target | None = None) -> object:
            ticks.append(target)
            return tick(target)

        monkeypatch.setattr(pilot.match, "tick", counted)
        pilot.frames(30)
        assert len(ticks) < 30, "slow motion: less than half as many ticks as in real time"
        sight = pilot.table.sight()
        assert sight.first is not None
        assert sight.first.startswith("ziggurat")
        assert sight.why == "The ziggurat touched the table first."
        pilot.until(lambda: pilot.match.phase is Phase.CHOOSING, 3000)
        pilot.frames(5)
        sight = pilot.table.sight()
        assert {f.kind for f in sight.figures} >= {"brick", "ziggurat"}, "it lies there for a while"
        assert sight.hint == "Ada's tower has collapsed: Ada is out."
        assert not sight.pile
        pilot.frames(round(LIE * 60) + 20)
        sight = pilot.table.sight()
        assert {f.kind for f in sight.figures} == {"bridge", "low-arch"}
        assert (sight.first, sight.seated[0].out, sight.pile) == (None, 1, True)
        assert "ziggurat" in sight.view.supply


def test_the_result_tells_in_which_order_towers_collapsed(tmp_path: Path) -> None:
    with table(tmp_path, *PEOPLE[:2]) as pilot:
        found(pilot, "brick", "bridge")
        build(pilot, "ziggurat")
        place(pilot, right=0.04)
        pilot.until(lambda: pilot.match.phase is Phase.OVER, 3000)
        ending = pilot.table.ending(pilot.match.outcome)
        assert ending.outcome.winners == (1,)
        pilot.until(lambda: hasattr(pilot.screen, "_ending"), 600)
        pilot.press("Look")
        pilot.frames(60)
        assert "Bruno wins" in pilot.table.sight().hint
        assert pilot.table.sight().banner is None


# --- looking ------------------------------------------------------------------------------------


def test_one_looks_around_and_comes_back(tmp_path: Path) -> None:
    with table(tmp_path) as pilot:
        found(pilot, "brick", "bridge", "low-arch")
        pilot.key(pygame.K_o)
        still(pilot)
        eye, room = pilot.table.eye, pilot.table.layout.areas.room
        home = eye.camera
        assert abs(home.to_px(pilot.match.setup.spots[0], 0.0)[0] - room.centerx) < room.w / 4
        pilot.move(room.center)
        wheel(pilot, 3)
        still(pilot)
        assert eye.camera.scale > 1.2 * home.scale
        assert eye.camera.to_m(*room.center) == pytest.approx(home.to_m(*room.center), abs=0.02)
        before = eye.camera
        pilot.down(2)
        pilot.post(pygame.MOUSEMOTION, pos=(700, 300), rel=(-150, 40), buttons=(0, 1, 0))
        pilot.up(2)
        still(pilot)
        assert eye.camera.left == pytest.approx(before.left - 150, abs=2)
        assert eye.camera.base == pytest.approx(before.base + 40, abs=2)
        pilot.key(pygame.K_t)
        still(pilot)
        xs = [eye.camera.to_px(x, 0.0)[0] for x in pilot.match.setup.spots]
        assert all(room.left < x < room.right for x in xs)
        pilot.key(pygame.K_HOME)
        still(pilot)
        assert eye.camera == home


def test_a_click_on_a_seat_shows_its_tower_without_acting(tmp_path: Path) -> None:
    with table(tmp_path) as pilot:
        found(pilot, "brick", "bridge", "low-arch")
        steps = pilot.match.steps
        rect = seat_rect(pilot.app.desk.stage, pilot.table.layout, 3, 2)
        pilot.click(rect.center)
        still(pilot)
        room = pilot.table.layout.areas.room
        x, _ = pilot.table.eye.camera.to_px(pilot.match.setup.spots[2], 0.0)
        assert abs(x - room.centerx) < room.w / 4
        assert pilot.match.steps == steps
        assert "open the pile" in pilot.table.sight().hint


def test_the_height_measurer_tells_every_tower_and_can_be_slid(tmp_path: Path) -> None:
    with table(tmp_path) as pilot:
        found(pilot, "brick", "bridge", "low-arch")
        pilot.key(pygame.K_o)
        still(pilot)
        heights = pilot.table.sight().heights
        assert heights[TowerId(0)] == pytest.approx(0.0127, abs=5e-4)
        assert heights[TowerId(1)] == pytest.approx(0.0254, abs=5e-4)
        assert pilot.table.sight().slider == heights[TowerId(0)]
        rod, camera = pilot.table.layout.ruler, pilot.table.eye.camera
        pilot.move((rod.centerx, round(camera.to_px(0.0, 0.05)[1])))
        pilot.down()
        pilot.move((rod.centerx + 40, round(camera.to_px(0.0, 0.1)[1])), steps=5)
        pilot.up()
        assert pilot.table.sight().slider == pytest.approx(0.1, abs=1e-3)
        pilot.move((700, 300))
        assert pilot.table.sight().slider == pytest.approx(0.1, abs=1e-3)
        pilot.key(pygame.K_h)
        lowest, second, _ = sorted(heights.values())
        assert pilot.table.sight().slider == lowest
        pilot.key(pygame.K_h)
        assert pilot.table.sight().slider == second
        pilot.key(pygame.K_HOME)
        assert pilot.table.pointer.slider is None


def test_f1_shows_the_rules_of_this_game_and_of_any_from_the_menu(tmp_path: Path) -> None:
    with table(tmp_path) as pilot:
        pilot.key(pygame.K_F1)
        assert isinstance(pilot.screen, RulesPages)
        assert pilot.screen._title == "Bausack"
        assert not any("‹  Bausack" in w.text for w in pilot.screen.form._order)
    with window(tmp_path / "menu") as pilot:
        pilot.press("Rules and keys")
        pilot.press("Fawlty Towers")
        assert pilot.screen._title != "Fawlty Towers"


def test_the_log_calls_pieces_as_the_shelves_do(tmp_path: Path) -> None:
    with table(tmp_path) as pilot:
        take(pilot, "vase")
        pilot.press("Push")
        assert pilot.table.sight().log == ["Ada pushes the double flared vase to Bruno."]
