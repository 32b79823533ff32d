"""Bausack's hand, pictures painted ahead, collapses, the camera and the height measurer."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest
from msgspec.structs import replace

from tests.ui import bausack
from tests.ui.bausack import pile, place, table
from tests.ui.pilot import Pilot
from towersim.common.units import TowerId
from towersim.match.match import Match, MatchPhase
from towersim.rules.bausack.state import Bid, Build, Pass, Phase
from towersim.ui.drawing import room as draw_room
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.games.bausack.draw_pile import AT_ONCE, Pile
from towersim.ui.games.bausack.draw_table import FrameState, draw_table
from towersim.ui.games.bausack.presenter import LIE

BASES = ("brick", "bridge", "low-arch")
"""The foundations of three people's towers."""


def lead(pilot: Pilot, *points: tuple[float, float]) -> None:
    """Carry the held piece through these points, in metres."""
    for x, y in points:
        at = pilot.table.presenter.camera.to_px(x, y)
        pilot.carry((round(at[0]), round(at[1])))


def picture(pilot: Pilot, frame: FrameState, **table: Any) -> bytes:
    """Return the pixels of a frame with these fields of its table replaced."""
    frame = frame._replace(table=frame.table._replace(**table))
    screen, target = pilot.table, pygame.Surface((1280, 720))
    sprites, pile = screen.presenter.sprites, screen.presenter.pile
    draw_table(Canvas(target, pilot.app.context.viewport), screen.layout, sprites, pile, frame)
    return pygame.image.tobytes(target, "RGB")


@pytest.fixture
def match() -> Match:
    return bausack.built(2, "brick", "bridge")


def test_a_piece_in_front_of_anothers_tower_casts_a_shadow_and_is_not_released(
    tmp_path: Path,
) -> None:
    with table(tmp_path, bases=BASES) as pilot:
        bausack.build(pilot, "square-pole")
        bausack.still(pilot)
        pilot.click(bausack.waiting(pilot))
        pilot.key(pygame.K_t)
        bausack.still(pilot)
        own, other, _ = pilot.match.setup.spots
        lead(pilot, (own, 0.15), (other, 0.15))
        assert not pilot.frame.table.in_front, "it is above the tower"
        lead(pilot, (other + 0.012, 0.05))
        frame = pilot.frame
        assert frame.table.in_front
        assert picture(pilot, frame) != picture(pilot, frame, in_front=False)
        pilot.key(pygame.K_RETURN)
        assert pilot.match.phase is MatchPhase.CARRYING
        hint = "It is in front of Bruno's tower: move it clear to let it go."
        assert pilot.table.hint == hint


def topple(pilot: Pilot) -> None:
    """Let a piece go half beside the brick that Ada has as foundation, until one has fallen."""
    bausack.build(pilot, "ziggurat")
    bausack.still(pilot)
    pilot.move(bausack.waiting(pilot))
    pilot.down()
    x = pilot.match.setup.spots[0] + 0.036
    camera = pilot.table.presenter.camera
    for y in (0.06, 0.032):
        at = camera.to_px(x, y)
        pilot.carry((round(at[0]), round(at[1])))
    pilot.up()
    pilot.until(lambda: bausack.play(pilot).playback.is_tipping, 600)


def test_a_collapse_is_marked_explained_and_cleared_away(tmp_path: Path) -> None:
    with table(tmp_path, bases=BASES) as pilot:
        topple(pilot)
        pilot.until(lambda: pilot.match.phase is MatchPhase.CHOOSING, 3000)
        pilot.frames(5)
        frame = pilot.frame
        why = "The ziggurat tipped over the right edge of the brick"
        assert bausack.told(frame).startswith(why)
        assert frame.table.marks.block.startswith("ziggurat"), "the block that gave way is marked"
        assert bausack.kinds(frame) >= {"brick", "ziggurat"}, "it lies there until somebody acts"
        assert pilot.table.hint.startswith("Ada's tower is lost: Ada is out.")
        assert not frame.pile
        pilot.frames(round(LIE * 60) + 600)
        assert bausack.kinds(pilot.frame) >= {"brick", "ziggurat"}
        assert pilot.table.hint == "Ada's tower is lost: Ada is out. Any key goes on."
        pilot.key(pygame.K_LSHIFT)
        frame = pilot.frame
        assert bausack.kinds(frame) == {"bridge", "low-arch"}
        assert (frame.table.marks, frame.seat_plates[0].out, frame.pile) == (None, 1, True)
        assert "ziggurat" in frame.view.supply


def test_a_barred_piece_is_marked_in_the_pile_and_a_tip_explains_it(tmp_path: Path) -> None:
    with table(tmp_path, bases=BASES) as pilot:
        for action in (Build("ziggurat", 0), Bid(1), Pass(), Pass()):
            pilot.match.submit(action)
        bausack.ready(pilot)
        place(pilot, right=0.05)
        bausack.ready(pilot)
        pilot.key(pygame.K_LSHIFT)
        assert (bausack.play(pilot).seat, bausack.play(pilot).view().barred_now) == (0, "ziggurat")
        pilot.move(pile(pilot).middle("ziggurat"), steps=3)
        frame = pilot.frame
        why = "The ziggurat has just brought a tower down: choose another piece first"
        assert (pilot.table.tip[0], frame.hovered, frame.pile) == (why, "", True)
        free = frame._replace(view=replace(frame.view, barred=""))
        assert picture(pilot, frame) != picture(pilot, free)
        pilot.click(pile(pilot).middle("ziggurat"))
        assert pilot.table.pointer.examined == ""
        pilot.move(pile(pilot).middle("stool"), steps=3)
        frame = pilot.frame
        assert (pilot.table.tip, frame.hovered) == (None, "stool")


def test_the_camera_can_be_moved_and_reset(tmp_path: Path) -> None:
    with table(tmp_path, bases=BASES) as pilot:
        pilot.key(pygame.K_o)
        bausack.still(pilot)
        presenter, room = pilot.table.presenter, pilot.table.layout.areas.room
        home = presenter.camera
        assert abs(home.to_px(pilot.match.setup.spots[0], 0.0)[0] - room.centerx) < room.w / 4
        pilot.move(room.center)
        bausack.wheel(pilot, 3)
        bausack.still(pilot)
        assert presenter.camera.scale > 1.2 * home.scale
        assert presenter.camera.to_m(*room.center) == pytest.approx(
            home.to_m(*room.center), abs=0.02
        )
        before = presenter.camera
        pilot.down(2)
        pilot.post(pygame.MOUSEMOTION, pos=(700, 300), rel=(-150, 40), buttons=(0, 1, 0))
        pilot.up(2)
        bausack.still(pilot)
        assert presenter.camera.left == pytest.approx(before.left - 150, abs=2)
        assert presenter.camera.base == pytest.approx(before.base + 40, abs=2)
        pilot.key(pygame.K_t)
        bausack.still(pilot)
        xs = [presenter.camera.to_px(x, 0.0)[0] for x in pilot.match.setup.spots]
        assert all(room.left < x < room.right for x in xs)
        pilot.key(pygame.K_HOME)
        bausack.still(pilot)
        assert presenter.camera == home


def test_the_card_of_an_auction_covers_no_part_of_the_table(tmp_path: Path) -> None:
    with table(tmp_path) as pilot:
        bausack.take(pilot, "brick")
        pilot.press("Build")
        bausack.ready(pilot)
        assert bausack.play(pilot).wanted is Phase.BIDDING
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


def test_a_click_on_a_seat_shows_its_tower_without_acting(tmp_path: Path) -> None:
    with table(tmp_path, bases=BASES) as pilot:
        steps = pilot.match.steps
        pilot.click(pilot.table.layout.plates[2].center)
        bausack.still(pilot)
        room = pilot.table.layout.areas.room
        x, _ = pilot.table.presenter.camera.to_px(pilot.match.setup.spots[2], 0.0)
        assert abs(x - room.centerx) < room.w / 4
        assert pilot.match.steps == steps
        assert "open the pile" in pilot.table.hint
        for key, seat in ((pygame.K_2, 1), (pygame.K_8, 1), (pygame.K_3, 2)):
            pilot.key(key)
            bausack.still(pilot)
            x, _ = pilot.table.presenter.camera.to_px(pilot.match.setup.spots[seat], 0.0)
            assert abs(x - room.centerx) < room.w / 4


def test_the_height_measurer_shows_the_height_of_every_tower_and_can_be_slid(
    tmp_path: Path,
) -> None:
    with table(tmp_path, bases=BASES) as pilot:
        pilot.key(pygame.K_o)
        bausack.still(pilot)
        heights = bausack.play(pilot).heights()
        assert heights[TowerId(0)] == pytest.approx(0.0127, abs=5e-4)
        assert heights[TowerId(1)] == pytest.approx(0.0254, abs=5e-4)
        assert pilot.frame.slider == heights[TowerId(0)]
        rod, camera = pilot.table.layout.ruler, pilot.table.presenter.camera
        pilot.drag(
            (rod.centerx, round(camera.to_px(0.0, 0.05)[1])),
            (rod.centerx + 40, round(camera.to_px(0.0, 0.1)[1])),
            steps=5,
        )
        assert pilot.frame.slider == pytest.approx(0.1, abs=1e-3)
        pilot.move((700, 300))
        assert pilot.frame.slider == pytest.approx(0.1, abs=1e-3)
        pilot.key(pygame.K_h)
        lowest, second, _ = sorted(heights.values())
        assert pilot.frame.slider == lowest
        pilot.key(pygame.K_h)
        assert pilot.frame.slider == second
        pilot.key(pygame.K_HOME)
        assert pilot.table.pointer.slider is None


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


def drawn(pilot: Pilot, times: int) -> None:
    """Draw some frames without advancing time."""
    for _ in range(times):
        pilot.app.draw()


def test_the_pile_is_painted_in_parts_before_it_is_opened(painted: list[str], pilot: Pilot) -> None:
    pilot.frames(1)
    assert pile(pilot)._boards is None, "the first frame does not wait for the pile"
    pilot.frames(2)
    assert 0 < len(painted) <= 4 * AT_ONCE
    pilot.key(pygame.K_o)
    pilot.frames(400)
    assert sorted(painted) == sorted(pilot.match.setup.pieces)
    painted.clear()
    pilot.key(pygame.K_o)
    drawn(pilot, 1)
    assert not painted


def test_only_the_changed_place_of_the_pile_is_repainted(painted: list[str], pilot: Pilot) -> None:
    bausack.ready(pilot)
    pilot.frames(400)
    drawn(pilot, 1)
    painted.clear()
    frame = pilot.frame
    seat = bausack.play(pilot).seat
    view = pilot.match.view(seat)
    fewer = replace(view, supply=tuple(kind for kind in view.supply if kind != "egg"))
    owners = {**frame.owners, "egg": seat}
    canvas = Canvas(pygame.Surface((1280, 720)), pilot.app.context.viewport)
    pile(pilot).draw(canvas, fewer, owners, "", "")
    assert painted == ["egg"]


def test_moving_the_camera_paints_no_new_shadow(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot.frames(2)
    pilot.key(pygame.K_o)
    pilot.key(pygame.K_t)
    bausack.still(pilot)
    drawn(pilot, 2)
    shadows: list[int] = []
    monkeypatch.setattr(draw_room, "soft_shadow", lambda *_: shadows.append(1))
    for _ in range(8):
        pilot.table.presenter.control.pan(0, 5)
        drawn(pilot, 1)
    assert pilot.table.presenter.camera.to_px(-pilot.match.setup.table.width / 2, 0)[0] > 0
    assert not shadows
