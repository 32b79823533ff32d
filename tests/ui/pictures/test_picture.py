"""A picture without a window; painted pieces, exact to the pixel."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pygame
import pytest

from towersim.common.errors import OptionFault
from towersim.files.level import load_pieces
from towersim.geometry.shapes import Circle, area
from towersim.match.match import Match
from towersim.match.record import SeatSpec
from towersim.ui.bench import frame_times, full_table
from towersim.ui.drawing.sprites import piece_face, piece_shadow
from towersim.ui.games import GAME_UIS
from towersim.ui.pictures import save_png
from towersim.ui.pictures.pieces import pieces_picture
from towersim.ui.pictures.table import table_picture

SCRIPT = """
import sys
from pathlib import Path
from towersim.match.match import Match
from towersim.match.record import SeatSpec
from towersim.ui.pictures import save_png
from towersim.ui.pictures.table import table_picture
match = Match.new("fawlty-towers", (SeatSpec("Ada"), SeatSpec("Bruno")), seed=1)
save_png(table_picture(match, (960, 600)), Path(sys.argv[1]))
assert not {f"towersim.ui.games.{other}" for other in ("push", "practice")} & {*sys.modules}
"""


@pytest.mark.slow  # a process
def test_a_picture_needs_no_display(tmp_path: Path) -> None:
    path = tmp_path / "table.png"
    subprocess.run(
        [sys.executable, "-W", "error", "-c", SCRIPT, str(path)],
        check=True,
        env={"SDL_VIDEODRIVER": "nonsense", "PYTHONPATH": str(Path(__file__).parents[3])},
    )
    assert pygame.image.load(path).get_size() == (960, 600)


def test_a_picture_shows_its_match() -> None:
    seats = (SeatSpec("Ada"), SeatSpec("Bruno"))
    bare, full = Match.new("fawlty-towers", seats, seed=1), full_table(79)
    one, other = (pygame.surfarray.array3d(table_picture(match)) for match in (bare, full))
    assert (one[400:1100, 150:560] != other[400:1100, 150:560]).any(axis=2).mean() > 0.05


@pytest.mark.parametrize("game", GAME_UIS)
def test_every_game_has_a_picture(game: str) -> None:
    seats = tuple(SeatSpec(name) for name in ("Ada", "Bruno", "Clara"))
    picture = pygame.surfarray.array3d(table_picture(Match.new(game, seats, seed=1)))
    assert picture.std() > 20


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk is always full there")
@pytest.mark.parametrize(
    ("name", "why"), [("no/folder/table.png", "No such file"), ("full.png", "No space left")]
)
def test_a_picture_that_cannot_be_written_is_one_line(tmp_path: Path, name: str, why: str) -> None:
    (tmp_path / "full.png").symlink_to("/dev/full")
    with pytest.raises(OptionFault, match=rf"\.png: cannot be written: {why}"):
        save_png(pygame.Surface((9, 9)), tmp_path / name)


@pytest.mark.slow
def test_frames_of_a_full_table_are_measured() -> None:
    assert sum(len(tower) for tower in full_table(79).table.towers) == 79
    times = frame_times(full_table(79), frames=20)
    assert len(times) == 20
    assert all(seconds > 0 for seconds in times)


PIECES = load_pieces("blocks")
SCALE = 3000.0


def alpha(face: pygame.Surface) -> "np.ndarray[tuple[int, int], np.dtype[np.float64]]":
    return pygame.surfarray.array_alpha(face) / 255.0


@pytest.mark.parametrize(
    "name", ["brick", "ring", "key", "shallow-bowl", "star", "square-pole", "disc"]
)
def test_a_face_covers_exactly_the_outline_of_its_piece(name: str) -> None:
    shape = PIECES[name].shape if name in PIECES else Circle(0.01)
    covered = alpha(piece_face(name, shape, "natural", SCALE)).sum() / SCALE**2
    assert covered == pytest.approx(area(shape), rel=0.02)


def test_a_hole_is_transparent_and_an_edge_is_smooth() -> None:
    seen = alpha(piece_face("ring", PIECES["ring"].shape, "natural", SCALE))
    middle = seen.shape[0] // 2
    assert seen[middle, middle] == 0
    assert seen[middle, middle + round(0.019 * SCALE)] == 1
    assert ((seen > 0.2) & (seen < 0.8)).sum() > 100


def test_a_stained_piece_shows_its_colour_and_no_two_boards_are_alike() -> None:
    shape = PIECES["heart"].shape

    def mean(name: str, colour: str) -> list[float]:
        face = piece_face(name, shape, colour, SCALE)
        seen = alpha(face) == 1
        tones: list[float] = pygame.surfarray.array3d(face)[seen].mean(axis=0).tolist()
        return tones

    red, green = mean("heart", "red"), mean("heart", "green")
    assert red[0] > 2 * red[1]
    assert green[1] > green[0] > green[2]
    assert mean("a", "natural") != mean("b", "natural")
    assert mean("a", "natural") == mean("a", "natural")


def test_light_falls_from_the_upper_left() -> None:
    face = pygame.surfarray.array3d(
        piece_face("box", PIECES["square-slab"].shape, "natural", SCALE)
    ).sum(axis=2)
    x, y = (side // 2 for side in face.shape)
    left, low = x - round(0.0121 * SCALE), y + round(0.0074 * SCALE)
    assert face[left, y - 12 : y + 12].mean() > face[-left, y - 12 : y + 12].mean()
    assert face[x - 12 : x + 12, -low].mean() > face[x - 12 : x + 12, low].mean()


def test_a_shadow_is_wider_than_the_face() -> None:
    face = piece_face("brick", PIECES["brick"].shape, "natural", SCALE)
    shadow = piece_shadow(face, 6, 0.5)
    assert shadow.get_width() == face.get_width() + 24
    assert (alpha(shadow) > 0).sum() > (alpha(face) > 0).sum()
    assert 0.3 < alpha(shadow).max() <= 0.5


def test_every_piece_is_on_the_sheet() -> None:
    some = [PIECES[name] for name in ("brick", "heart", "leaf")]
    sheet, bare = pieces_picture(some, "three"), pieces_picture(some[:1], "three")
    assert sheet.get_height() > bare.get_height()
    pixels = pygame.surfarray.array3d(sheet).astype(int)
    red = (pixels[..., 0] > 150) & (pixels[..., 1] < 90)
    green = (pixels[..., 1] > 110) & (pixels[..., 2] < 100) & (pixels[..., 0] < pixels[..., 1])
    for colour, name in ((red, "heart"), (green, "leaf")):
        full = area(PIECES[name].shape) * 4200**2
        assert 0.7 < colour.sum() / full < 1.05, name
