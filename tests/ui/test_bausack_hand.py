"""Bausack's hand, pictures painted ahead, collapses, the camera and the height measurer."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest
from msgspec.structs import replace

from tests.ui import bausack
from tests.ui.bausack import place, table
from tests.ui.pilot import Pilot
from tests.ui.test_nothing_hidden import drawn, shown
from towersim.common.units import TowerId
from towersim.match.match import Match, MatchPhase
from towersim.rules.bausack.state import Bid, Build, Pass, Phase
from towersim.ui.drawing import canvas as drawing
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.games.bausack.draw_pile import AT_ONCE, Pile
from towersim.ui.games.bausack.draw_table import FrameState
from towersim.ui.games.bausack.presenter import LIE
from towersim.ui.stacking.presenter import TELL
from towersim.ui.watch.finale import Finale

BASES = ("brick", "bridge", "low-arch")
"""The foundations of three people's towers."""


def lead(pilot: Pilot, *points: tuple[float, float]) -> None:
    """Carry the held piece through these points, in metres."""
    for x, y in points:
        pilot.carry(pilot.px(x, y))


def picture(pilot: Pilot, frame: FrameState, **table: Any) -> bytes:
    """Return the pixels of a frame with these fields of its table replaced."""
    return pygame.image.tobytes(drawn(pilot, shown(frame, **table)), "RGB")


@pytest.fixture
def three(tmp_path: Path) -> Iterator[Pilot]:
    """Open the window on three people's towers."""
    with table(tmp_path, bases=BASES) as opened:
        yield opened


@pytest.fixture
def match() -> Match:
    return bausack.built(2, "brick", "bridge")


def test_a_piece_in_front_of_anothers_tower_casts_a_shadow_and_is_not_released(
    three: Pilot,
) -> None:
    bausack.build(three, "square-pole")
    bausack.still(three)
    three.click(bausack.waiting(three))
    three.key(pygame.K_t)
    bausack.still(three)
    own, other, _ = three.match.setup.spots
    lead(three, (own, 0.15), (other, 0.15))
    assert not three.frame.table.in_front, "it is above the tower"
    lead(three, (other + 0.012, 0.05))
    frame = three.frame
    assert frame.table.in_front
    assert picture(three, frame) != picture(three, frame, in_front=False)
    three.key(pygame.K_RETURN)
    assert three.match.phase is MatchPhase.CARRYING
    assert three.screen.hint.endswith("is in front of Bruno's tower: move it clear first.")


def topple(pilot: Pilot) -> None:
    """Let a piece go half beside the brick that Ada has as foundation, until one has fallen."""
    bausack.build(pilot, "ziggurat")
    bausack.still(pilot)
    pilot.grab(bausack.waiting(pilot))
    x = pilot.match.setup.spots[0] + 0.036
    lead(pilot, (x, 0.06), (x, 0.032))
    pilot.up()
    pilot.until(lambda: pilot.table.play.playback.is_tipping, 600)


def test_a_collapse_is_marked_explained_and_cleared_away(three: Pilot) -> None:
    topple(three)
    three.until(lambda: three.match.phase is MatchPhase.CHOOSING, 3000)
    three.frames(5)
    frame = three.frame
    why = "The ziggurat tipped over the right edge of the brick"
    ((_, note),) = frame.table.notes
    assert note.startswith(why)
    assert frame.table.marks.block.startswith("ziggurat"), "the block that gave way is marked"
    assert bausack.kinds(frame) >= {"brick", "ziggurat"}, "it lies there until somebody acts"
    assert three.screen.hint.startswith("Ada's tower is lost: Ada is out.")
    assert not frame.pile
    three.frames(round(LIE * 60) + 600)
    assert bausack.kinds(three.frame) >= {"brick", "ziggurat"}
    assert three.screen.hint == "Ada's tower is lost: Ada is out. Any key goes on."
    three.key(pygame.K_LSHIFT)
    frame = three.frame
    assert bausack.kinds(frame) == {"bridge", "low-arch"}
    assert (frame.table.marks, frame.seat_plates[0].out, frame.pile) == (None, 1, True)
    assert "ziggurat" in frame.view.supply


def test_the_sentence_of_the_last_fall_can_be_read_before_the_result(pilot: Pilot) -> None:
    topple(pilot)
    pilot.until(lambda: pilot.frame.table.notes, 3000)
    pilot.frames(round(60 * TELL))
    assert pilot.match.phase is MatchPhase.OVER
    assert not pilot.shows(Finale)
    pilot.until(lambda: pilot.shows(Finale), 120)


def test_a_barred_piece_is_marked_in_the_pile_and_a_tip_explains_it(three: Pilot) -> None:
    for action in (Build("ziggurat", 0), Bid(1), Pass(), Pass()):
        three.match.submit(action)
    bausack.ready(three)
    place(three, right=0.05)
    bausack.ready(three)
    three.key(pygame.K_LSHIFT)
    assert (three.table.play.seat, three.table.play.view().barred_now) == (0, "ziggurat")
    three.move(three.table.presenter.pile.middle("ziggurat"), steps=3)
    frame = three.frame
    why = "The ziggurat has just brought a tower down: choose another piece first"
    assert (three.table.tip[0], frame.hovered, frame.pile) == (why, "", True)
    free = frame._replace(view=replace(frame.view, barred=""))
    assert picture(three, frame) != picture(three, free)
    three.click(three.table.presenter.pile.middle("ziggurat"))
    assert three.table.pointer.examined == ""
    three.move(three.table.presenter.pile.middle("stool"), steps=3)
    frame = three.frame
    assert (three.table.tip, frame.hovered) == (None, "stool")


def test_the_camera_can_be_moved_and_reset(three: Pilot) -> None:
    three.key(pygame.K_o)
    bausack.still(three)
    presenter, room = three.table.presenter, three.table.layout.areas.room
    home = presenter.camera
    assert abs(home.to_px(three.match.setup.spots[0], 0.0)[0] - room.centerx) < room.w / 4
    three.move(room.center)
    three.wheel(3)
    bausack.still(three)
    assert presenter.camera.scale > 1.2 * home.scale
    assert presenter.camera.to_m(*room.center) == pytest.approx(home.to_m(*room.center), abs=0.02)
    before = presenter.camera
    three.down(2)
    three.post(pygame.MOUSEMOTION, pos=(700, 300), rel=(-150, 40), buttons=(0, 1, 0))
    three.up(2)
    bausack.still(three)
    assert presenter.camera.left == pytest.approx(before.left - 150, abs=2)
    assert presenter.camera.base == pytest.approx(before.base + 40, abs=2)
    three.key(pygame.K_t)
    bausack.still(three)
    xs = [presenter.camera.to_px(x, 0.0)[0] for x in three.match.setup.spots]
    assert all(room.left < x < room.right for x in xs)
    three.key(pygame.K_HOME)
    bausack.still(three)
    assert presenter.camera == home


def test_the_waiting_piece_is_in_every_view_and_a_click_there_takes_it(tmp_path: Path) -> None:
    with table(tmp_path) as pilot:
        bausack.build(pilot, "square-pole")
        bausack.still(pilot)
        presenter = pilot.table.presenter
        usual, home = bausack.waiting(pilot), presenter.camera
        pilot.move((500, 500))
        pilot.wheel(8)
        bausack.still(pilot)
        seen = bausack.waiting(pilot)
        right = pilot.table.layout.areas.room.right
        assert presenter.camera.to_px(*home.to_m(*usual))[0] > right
        assert presenter.is_room(seen)
        pilot.click(seen)
        assert pilot.match.carrying, "it is over the own part, but not dropped again"
        bausack.still(pilot)
        assert presenter.camera.scale < 1.5 * home.scale


def test_the_card_of_an_auction_covers_no_part_of_the_table(tmp_path: Path) -> None:
    with table(tmp_path) as pilot:
        bausack.take(pilot, "brick")
        bausack.answer(pilot, "Build")
        assert pilot.table.play.wanted is Phase.BIDDING
        pilot.key(pygame.K_t)
        bausack.still(pilot)
        layout, camera = pilot.table.layout, pilot.table.presenter.camera
        half = pilot.match.setup.table.width / 2
        assert layout.ruler.right < camera.to_px(-half, 0.0)[0]
        assert camera.to_px(half, 0.0)[0] < layout.card.left
        assert pilot.button("Table").is_selected
        pilot.key(pygame.K_t)
        bausack.still(pilot)
        assert not pilot.button("Table").is_selected
        assert camera.scale < pilot.table.presenter.camera.scale, "the same key looks back"


def test_a_click_on_a_seat_shows_its_tower_without_acting(three: Pilot) -> None:
    steps = three.match.steps
    three.click(three.table.layout.plates[2].center)
    bausack.still(three)
    room = three.table.layout.areas.room
    x, _ = three.table.presenter.camera.to_px(three.match.setup.spots[2], 0.0)
    assert abs(x - room.centerx) < room.w / 4
    assert three.match.steps == steps
    assert "open the supply" in three.screen.hint
    for key, seat in ((pygame.K_2, 1), (pygame.K_8, 1), (pygame.K_3, 2)):
        three.key(key)
        bausack.still(three)
        x, _ = three.table.presenter.camera.to_px(three.match.setup.spots[seat], 0.0)
        assert abs(x - room.centerx) < room.w / 4


def test_the_height_measurer_shows_the_height_of_every_tower_and_can_be_slid(three: Pilot) -> None:
    three.key(pygame.K_o)
    bausack.still(three)
    heights = three.table.play.heights()
    assert heights[TowerId(0)] == pytest.approx(0.0127, abs=5e-4)
    assert heights[TowerId(1)] == pytest.approx(0.0254, abs=5e-4)
    assert three.frame.slider == heights[TowerId(0)]
    rod, camera = three.table.layout.ruler, three.table.presenter.camera
    three.drag(
        (rod.centerx, round(camera.to_px(0.0, 0.05)[1])),
        (rod.centerx + 40, round(camera.to_px(0.0, 0.1)[1])),
        steps=5,
    )
    assert three.frame.slider == pytest.approx(0.1, abs=1e-3)
    three.move((700, 300))
    assert three.frame.slider == pytest.approx(0.1, abs=1e-3)
    three.key(pygame.K_h)
    lowest, second, _ = sorted(heights.values())
    assert three.frame.slider == lowest
    three.key(pygame.K_h)
    assert three.frame.slider == second
    three.key(pygame.K_HOME)
    assert three.table.pointer.slider is None


@pytest.fixture(name="painted")
def count_places(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list of painted pieces, in order."""
    painted: list[str] = []
    paint: Callable[..., None] = Pile._paint_place

    def counted(self: Pile, boards: pygame.Surface, place: Any, look: Any) -> None:
        painted.append(place.kind)
        paint(self, boards, place, look)

    monkeypatch.setattr(Pile, "_paint_place", counted)
    return painted


def test_the_pile_is_painted_in_parts_before_it_is_opened_and_then_what_changes(
    painted: list[str], pilot: Pilot
) -> None:
    pilot.frames(1)
    assert pilot.table.presenter.pile._boards is None, "the first frame does not wait for the pile"
    pilot.frames(2)
    assert 0 < len(painted) <= 4 * AT_ONCE
    pilot.key(pygame.K_o)
    pilot.frames(400)
    assert sorted(painted) == sorted(pilot.match.setup.pieces)
    painted.clear()
    pilot.key(pygame.K_o)
    pilot.app.draw()
    assert not painted
    frame, seat = pilot.frame, pilot.table.play.seat
    view = pilot.match.view(seat)
    fewer = replace(view, supply=tuple(kind for kind in view.supply if kind != "egg"))
    canvas = Canvas(pygame.Surface((1280, 720)), pilot.app.context.viewport)
    pilot.table.presenter.pile.draw(canvas, fewer, {**frame.owners, "egg": seat}, "", "")
    assert painted == ["egg"], "only the changed place"


def test_moving_the_camera_paints_no_new_shadow(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot.frames(2)
    pilot.keys(pygame.K_o, pygame.K_t)
    bausack.still(pilot)
    pilot.app.draw()
    pilot.app.draw()
    shadows: list[int] = []
    monkeypatch.setattr(drawing, "soft_shadow", lambda *_: shadows.append(1))
    for _ in range(8):
        pilot.table.presenter.control.pan(0, 5)
        pilot.app.draw()
    assert pilot.table.presenter.camera.to_px(-pilot.match.setup.table.width / 2, 0)[0] > 0
    assert not shadows
