"""In games with blocks neither text nor rulers hide a block or the table."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest
from msgspec.structs import replace

from tests.examples import slow
from tests.ui.bausack import built, ready, still
from tests.ui.pilot import Pilot, Point, window
from towersim.common.units import BlockId, Pose, TowerId
from towersim.geometry.shapes import extent
from towersim.match.match import Match
from towersim.match.record import SeatSpec
from towersim.rules.bausack.play import PIECES
from towersim.rules.bausack.state import Phase
from towersim.table.table import Figure
from towersim.ui.drawing.canvas import Canvas, StillLayer
from towersim.ui.drawing.room import BEHIND
from towersim.ui.explainer import Marks
from towersim.ui.games.bausack import draw_table as bausack
from towersim.ui.games.fawlty_towers import draw_table as fawlty_towers
from towersim.ui.playback import Film

TOLD = "The tower came down, and this line about it is as long as such lines ever are."
TWO = (SeatSpec("Ada"), SeatSpec("Bruno"))


def wall(pilot: Pilot, kind: str) -> tuple[Figure, ...]:
    """Return blocks of a kind so dense that no note fits between them."""
    areas, camera = pilot.table.layout.areas, pilot.table.presenter.camera
    shape = pilot.match.setup.piece(kind).shape
    low, high = extent(shape, Pose(0.0, 0.0, 0.0))
    wide, tall = high.x - low.x, high.y - low.y
    left, right = (camera.to_m(x, 0).x for x in (areas.room.left, areas.room.right))
    top = camera.to_m(0, areas.hint.bottom).y
    columns, rows = int((right - left) / wide), int(top / tall)
    return tuple(
        Figure(
            BlockId(f"{kind}-{column}-{row}"),
            kind,
            shape,
            Pose(left + (column + 0.5) * wide, (row + 0.5) * tall, 0.0),
            TowerId(0),
            held=False,
        )
        for column in range(columns)
        for row in range(rows)
    )


def drawn(pilot: Pilot, frame: Any) -> pygame.Surface:
    """Return the picture of a frame."""
    screen, target = pilot.table, pygame.Surface(pilot.app.context.viewport.size)
    canvas, presenter = Canvas(target, pilot.app.context.viewport), screen.presenter
    if pilot.match.game == "bausack":
        sprites = presenter.sprites
        bausack.draw_table(canvas, screen.layout, sprites, presenter.pile, frame)
    else:
        fawlty_towers.draw_table(canvas, screen.layout, presenter.sprites, frame)
    return target


def shown(frame: Any, **fields: Any) -> Any:
    """Return a frame with these fields of its table replaced."""
    return frame._replace(table=frame.table._replace(**fields))


def middles(frame: Any) -> Iterator[Point]:
    """Yield the middle of each block, in pixels."""
    for figure in frame.table.figures:
        x, y = frame.table.camera.to_px(*figure.pose[:2])
        yield round(x), round(y)


def assert_alike(one: pygame.Surface, other: pygame.Surface, spots: list[Point]) -> None:
    """Assert that both pictures agree at these points, up to rounding by scaling and layers."""
    for at in spots:
        pair = zip(one.get_at(at), other.get_at(at), strict=True)
        assert max(abs(a - b) for a, b in pair) <= 3, at


def assert_blocks_alike(pilot: Pilot, plain: Any, told: Any) -> None:
    """Assert that the additions change the picture, but no block in it."""
    before, after = drawn(pilot, plain), drawn(pilot, told)
    room = pilot.table.layout.areas.room
    blocks = [at for at in middles(plain) if room.inflate(-4, -4).collidepoint(at)]
    assert blocks
    assert_alike(before, after, blocks)
    assert pygame.image.tobytes(before, "RGB") != pygame.image.tobytes(after, "RGB")


def marks_of(figure: Figure) -> Marks:
    """Return the marks of a collapse with this block unsupported."""
    return Marks(figure.id, sentence=TOLD)


@pytest.mark.parametrize("kind", [slow("red"), "stairs"])
def test_no_note_about_a_fall_covers_a_block_even_without_free_room(
    tmp_path: Path, kind: str
) -> None:
    are_cubes = kind == "red"
    made = built(2, "brick", kind, "square-slab") if not are_cubes else None
    with window(tmp_path, match=made or Match.new("fawlty-towers", TWO, seed=3)) as pilot:
        pilot.frames(60)
        if not are_cubes:
            pilot.key(pygame.K_o)
            still(pilot)
        frame = pilot.frame
        slips = [(x, TOLD) for x in getattr(frame, "spots", [None])]
        for figures in (frame.table.figures, wall(pilot, kind)):
            outside = figures[0]._replace(id=BlockId("x"), pose=Pose(-9.0, 0.0, 0.0))
            boxes = [extent(figure.shape, figure.pose) for figure in figures]
            plain = shown(frame, figures=(*figures, outside), boxes=boxes)
            drawn(pilot, plain)
            assert_blocks_alike(pilot, plain, shown(plain, notes=slips))
            assert_blocks_alike(pilot, plain, shown(plain, marks=marks_of(outside)))
        if not are_cubes:
            over = frame._replace(view=replace(frame.view, phase=Phase.OVER))
            told, button = shown(over, marks=marks_of(outside)), pilot.table.layout.result
            assert_alike(drawn(pilot, over), drawn(pilot, told), [button.midleft, button.center])


def test_speech_bubbles_are_hidden_in_the_replay_of_a_fall(tmp_path: Path) -> None:
    with window(tmp_path, match=built(2, "brick", "bridge")) as pilot:
        ready(pilot)
        screen, playback = pilot.table, pilot.table.play.playback
        film = Film(pilot.match.figures(), pilot.match.tick_seconds, 1 / 8)
        for _ in range(200):
            film.add(pilot.match.figures(), None)
        playback.last_fall = film
        screen.presenter.announce()
        screen.presenter._bubbles = [(pilot.table.play.seat, "I bid 3.", 0.0)]
        pilot.frames(5)
        frame = pilot.frame
        assert (len(frame.bubbles), frame.banner is None) == (1, False)
        pilot.key(pygame.K_v)
        assert playback.is_replaying
        frame = pilot.frame
        assert (list(frame.bubbles), frame.banner) == ([], None)


@pytest.mark.parametrize(
    ("seats", "size"), [(3, (800, 600)), slow(2, (1280, 720)), slow(8, (960, 600))]
)
def test_the_height_measurer_covers_no_tower_held_piece_or_table(
    tmp_path: Path, size: Point, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = built(seats, *(kind for kind in PIECES[: 2 * seats]))
    with window(tmp_path, size, match) as pilot:
        pilot.frames(2)
        pilot.key(pygame.K_o)
        presenter = pilot.table.presenter
        for seat in range(seats):
            presenter.look_at_seat(seat)
            assert_rod_behind(pilot, monkeypatch)
        presenter.toggle_table()
        assert_rod_behind(pilot, monkeypatch)


def assert_rod_behind(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Assert that the rod changes only the wall, even with a piece held in front of it."""
    still(pilot)
    screen = pilot.table
    frame, rod, px = pilot.frame, screen.layout.ruler, pilot.app.context.viewport.px
    at = frame.table.camera.to_m(*rod.center)
    kind = "pentagon-slab"
    shape = pilot.match.setup.piece(kind).shape
    held = Figure(BlockId("held"), kind, shape, Pose(at.x, at.y, 0.0), None, held=True)
    frame = shown(frame, figures=(*frame.table.figures, held))._replace(slider=0.2)
    for _ in range(2 + len(frame.table.figures)):
        drawn(pilot, frame)
    with_rod = drawn(pilot, frame)
    with monkeypatch.context() as patch:
        for name in ("draw_rod", "draw_measures"):
            patch.setattr(bausack, name, lambda *_: None)
        patch.setattr(screen.presenter.sprites, "ground", StillLayer(is_ground=True))
        without = drawn(pilot, frame)
    spots = [at for at in middles(frame) if with_rod.get_rect().collidepoint(at)]
    assert rod.center in spots
    assert_alike(with_rod, without, spots)
    table = pygame.Rect((0, round(frame.table.camera.base) - px(BEHIND)), with_rod.get_size())
    table = table.clip(with_rod.get_rect())
    one, other = (pygame.image.tobytes(p.subsurface(table), "RGB") for p in (with_rod, without))
    assert one == other
    assert pygame.image.tobytes(with_rod, "RGB") != pygame.image.tobytes(without, "RGB")
