"""Still objects are painted once, once more for a cached layer, and then only blitted."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pygame
import pytest

from tests.ui.pilot import Pilot
from towersim.common.units import Pose
from towersim.files.level import load_pieces
from towersim.ui.app import App
from towersim.ui.bench import full_practice, full_table
from towersim.ui.drawing.camera import Camera
from towersim.ui.drawing.canvas import Canvas, StillLayer
from towersim.ui.drawing.fonts import Fonts
from towersim.ui.drawing.sprites import COARSE, Sprites
from towersim.ui.drawing.theme import Viewport
from towersim.ui.games.fawlty_towers.controller import FawltyTowersController
from towersim.ui.games.practice.controller import PracticeController
from towersim.ui.screens.game import GameScreen

STAGE = Viewport((100, 90), Fonts())


class Painter:
    """Paints a red square, optionally over an opaque ground, and counts its calls."""

    def __init__(self, *, lasting: bool = True, covers: bool = False) -> None:
        self.times, self.lasting, self.covers = 0, lasting, covers
        self.part = pygame.Rect(0, 0, 100, 90)

    def __call__(self, canvas: Canvas) -> pygame.Rect | None:
        self.times += 1
        if self.covers:
            canvas.target.fill((90, 70, 50), self.part)
        pygame.draw.rect(canvas.target, (200, 20, 20, 255), (10, 20, 30, 40))
        return self.part if self.lasting else None


def fawlty_towers(app: App) -> FawltyTowersController:
    return FawltyTowersController(app.context, full_table(11))


def practice(app: App) -> PracticeController:
    return PracticeController(app.context, full_practice(11))


def picture(controller: FawltyTowersController | PracticeController) -> npt.NDArray[np.int64]:
    surface = pygame.Surface(controller._context.viewport.size)
    controller.paint(Canvas(surface, controller._context.viewport))
    return pygame.surfarray.array3d(surface).astype(np.int64)


def wall() -> pygame.Surface:
    surface = pygame.Surface((100, 90))
    surface.fill((40, 60, 80))
    return surface


def drawn(layer: StillLayer, key: str, paint: Painter) -> bytes:
    surface = wall()
    layer.draw(Canvas(surface, STAGE), key, paint)
    return pygame.image.tobytes(surface, "RGB")


@pytest.mark.parametrize("covers", [False, True])
@pytest.mark.parametrize(("keys", "times"), [("aaaa", 2), ("abcab", 5), ("aabbbccaaab", 9)])
def test_an_unchanged_object_is_not_repainted_and_a_changed_one_once_in_each_frame(
    keys: str, times: int, *, covers: bool
) -> None:
    layer, paint = StillLayer(is_ground=covers), Painter(covers=covers)
    paint.part = pygame.Rect(5, 10, 60, 70)
    pictures = {drawn(layer, key, paint) for key in keys}
    assert paint.times == times
    assert len(pictures) == 1, "it looks the same"
    assert layer._picture.get_size() in ((0, 0), paint.part.size if covers else (100, 90))


def test_a_temporary_painting_is_not_cached() -> None:
    layer, paint = StillLayer(), Painter(lasting=False)
    for _ in range(4):
        drawn(layer, "a", paint)
    assert paint.times == 4


@pytest.mark.parametrize(("side", "viewport"), [(50, STAGE), (100, Viewport((100, 90), Fonts()))])
def test_a_resized_window_or_one_with_other_texts_is_repainted(
    side: int, viewport: Viewport
) -> None:
    layer, paint = StillLayer(), Painter()
    for _ in range(2):
        layer.draw(Canvas(pygame.Surface((100, 90)), STAGE), "a", paint)
    layer.draw(Canvas(pygame.Surface((side, 90)), viewport), "a", paint)
    assert paint.times == 3


@pytest.mark.parametrize("angle", [0.0, 0.3])
def test_pieces_look_the_same_on_the_cached_layer_and_off_it(angle: float) -> None:
    sprites = Sprites(load_pieces("blocks"))
    camera = Camera(COARSE, 100.0, 180.0)
    kinds = sorted(sprites.pieces)[:3]
    blocks = tuple((kind, Pose(0.03 * n, 0.03, angle)) for n, kind in enumerate(kinds))
    frames = []
    for _ in range(4):
        surface = pygame.Surface((240, 200))
        surface.fill((200, 180, 150))
        sprites.begin(STAGE)
        sprites.draw_blocks(Canvas(surface, STAGE), camera, blocks)
        frames.append(pygame.surfarray.array3d(surface).astype(int))
    assert abs(frames[0] - frames[-1]).max() <= 2
    assert (frames[-2] == frames[-1]).all()


def test_a_coarse_painting_of_a_piece_becomes_fine_without_motion() -> None:
    sprites = Sprites(load_pieces("blocks"), live=True)
    camera = Camera(1000.0, 100.0, 180.0)
    blocks = tuple((kind, Pose(0.0, 0.03, 0.0)) for kind in sorted(sprites.pieces)[:4])
    fine = Sprites(sprites.pieces)
    wanted, surface = wall(), wall()
    fine.draw_blocks(Canvas(wanted, STAGE), camera, blocks)
    for _ in range(8):
        surface = wall()
        sprites.begin(STAGE)
        sprites.draw_blocks(Canvas(surface, STAGE), camera, blocks)
    difference = pygame.surfarray.array3d(surface).astype(int) - pygame.surfarray.array3d(wanted)
    assert abs(difference).max() <= 2


def test_a_piece_that_is_not_painted_yet_is_plain_with_sharp_edges() -> None:
    sprites = Sprites(load_pieces("blocks"), live=True)
    camera = Camera(3000.0, 100.0, 180.0)
    red = [kind for kind, piece in sorted(sprites.pieces.items()) if piece.colour == "red"]
    surface = pygame.Surface((240, 200))
    sprites.begin(STAGE)
    for kind in red[:2]:
        surface.fill((0, 0, 0))
        sprites.draw_placed(surface, camera, kind, Pose(0.0, 0.03, 0.0))
    colours = {tuple(surface.get_at((x, y)))[:3] for x in range(240) for y in range(200)}
    assert colours == {(0, 0, 0), (190, 57, 41)}


@pytest.mark.slow
@pytest.mark.parametrize("make", [fawlty_towers, practice])
def test_a_cached_table_looks_like_a_fully_painted_one(
    pilot: Pilot,
    monkeypatch: pytest.MonkeyPatch,
    make: Callable[[App], FawltyTowersController | PracticeController],
) -> None:
    controller = make(pilot.app)
    pilot.app.show(GameScreen(pilot.app.context, controller))
    pilot.frames(60)
    controller.play.lift(controller.play.kinds()[0])
    pick_up = controller.match.setup.pick_ups[0]
    controller.carry.hand.begin(Pose(pick_up.x + 0.02, pick_up.y + 0.05, 0.3))
    pilot.frames(90)
    pictures = [picture(controller) for _ in range(3)]
    monkeypatch.setattr(StillLayer, "draw", lambda _layer, canvas, _key, paint: paint(canvas))
    whole = picture(controller)
    # Translucent shadows are blended, and so rounded, in another order.
    assert all(abs(whole - seen).max() <= 8 for seen in pictures)


def test_a_cube_in_the_hand_is_missing_in_the_pool(written: list[str], pilot: Pilot) -> None:
    controller = fawlty_towers(pilot.app)
    pilot.app.show(GameScreen(pilot.app.context, controller))
    pilot.frames(60)
    pool, kind = controller.play.view().pool, controller.play.kinds()[0]
    controller.play.lift(kind)
    pilot.frames(2)
    written.clear()
    pilot.app.draw()
    counts = [f"×{count - (here == kind)}" for here, count in pool]
    assert [text for text in written if text.startswith("×")][-len(counts) :] == counts
