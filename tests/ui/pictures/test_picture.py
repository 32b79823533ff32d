"""A picture without a window, and the time per frame."""

import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from towersim.common.errors import OptionFault
from towersim.match.match import Match
from towersim.match.record import SeatSpec
from towersim.ui.bench import frame_times, full_table
from towersim.ui.games import GAME_UIS
from towersim.ui.pictures.table import save_picture, table_picture

SCRIPT = """
import sys
from pathlib import Path
from towersim.match.match import Match
from towersim.match.record import SeatSpec
from towersim.ui.games import GAME_UIS
from towersim.ui.pictures.table import save_picture
match = Match.new("fawlty-towers", (SeatSpec("Ada"), SeatSpec("Bruno")), seed=1)
save_picture(match, Path(sys.argv[1]), (960, 600))
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


def test_a_picture_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(OptionFault, match=r"\.png: cannot be written: No such file"):
        save_picture(full_table(4), tmp_path / "no" / "folder" / "table.png")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk is always full there")
def test_a_picture_on_a_full_disk_is_one_line_too(tmp_path: Path) -> None:
    (full := tmp_path / "table.png").symlink_to("/dev/full")
    with pytest.raises(OptionFault, match=r"table\.png: cannot be written: No space left"):
        save_picture(full_table(4), full)


def test_frames_of_a_full_table_are_measured() -> None:
    assert sum(len(tower) for tower in full_table(79).table.towers) == 79
    times = frame_times(full_table(79), frames=20)
    assert len(times) == 20
    assert all(seconds > 0 for seconds in times)
