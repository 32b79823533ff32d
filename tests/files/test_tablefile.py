"""The tables of the games, and faults in custom ones."""

from pathlib import Path

import pytest

from towersim.common.errors import SceneFault
from towersim.common.units import TowerId, Vec
from towersim.files import level
from towersim.files.level import load_pieces, load_table
from towersim.scene.table_setup import Falls

GOOD = """format = 1
pieces = "cubes/cube"
seat_m = 0.5
pick_up = [0.1, 0.2]
"""


@pytest.fixture(name="written")
def _written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for folder in ("pieces", "tables"):
        (tmp_path / folder).mkdir()
    cubes = level.levels_dir() / "pieces/cubes.toml"
    (tmp_path / "pieces/cubes.toml").write_text(cubes.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(level, "levels_dir", lambda: tmp_path)
    return tmp_path / "tables/t.toml"


@pytest.mark.parametrize("seats", range(2, 9))
def test_bausack_has_61_cm_of_table_for_each_seat_with_its_spot_in_the_middle(seats: int) -> None:
    setup = load_table("bausack", seats)
    assert setup.table.width == pytest.approx(0.61 * seats)
    left = -setup.table.width / 2
    assert setup.spots == pytest.approx([left + 0.61 * (seat + 0.5) for seat in range(seats)])
    for seat, spot in enumerate(setup.spots):
        x, y = setup.pick_up(TowerId(seat))
        assert spot < x < spot + 0.305, "it is taken on one's own table"
        assert y > 0


def test_bausack_has_seventy_kinds_of_piece() -> None:
    setup, blocks = load_table("bausack", 2), load_pieces("blocks")
    assert len(setup.pieces) == 70
    assert all(setup.piece(kind) == piece for kind, piece in blocks.items())
    with pytest.raises(KeyError):
        setup.piece("red")


def test_each_game_has_its_own_definition_of_a_fall() -> None:
    assert load_table("bausack", 2).falls == Falls(in_hand=True, held_elsewhere=True)
    assert load_table("fawlty-towers").falls == Falls(in_hand=False, held_elsewhere=True)


def test_a_table_may_have_one_piece_for_all_kinds_and_a_spot_for_each_seat(written: Path) -> None:
    written.write_text(GOOD, encoding="utf-8")
    setup = load_table("t", 2)
    assert setup.piece("red") == setup.piece("blue") == load_pieces("cubes")["cube"]
    assert (setup.table.width, setup.spots) == (1.0, (-0.25, 0.25))
    assert setup.pick_ups == (Vec(-0.15, 0.2), Vec(0.35, 0.2))


@pytest.mark.parametrize(
    ("line", "instead", "fault"),
    [
        ("seat_m = 0.5", "", r"\$\.spots: a table has either spots, at least one, or seat_m"),
        ("seat_m = 0.5", "seat_m = 0.5\nspots = [0.1]", r"\$\.spots: a table has either"),
        ("seat_m = 0.5", "seat_m = 0", r"\$\.seat_m: expected a number >= 0\.0001"),
        ('"cubes/cube"', '"nothing"', r"nothing\.toml: there is no such file"),
        ('"cubes/cube"', '"cubes/ball"', r"\$\.pieces: no piece 'ball'; there are: cube"),
        ("format = 1", "format = 1\nfalls = { in_hand = 1 }", r"\$\.falls\.in_hand: expected true"),
        ("format = 1", "format = 1\nfalls = { held = true }", r"\$\.falls: unknown key `held`"),
        ("pick_up = [0.1, 0.2]", "", r"missing key `pick_up`"),
    ],
)
def test_a_fault_in_a_table_is_reported(written: Path, line: str, instead: str, fault: str) -> None:
    assert line in GOOD
    written.write_text(GOOD.replace(line, instead), encoding="utf-8")
    with pytest.raises(SceneFault, match=fault):
        load_table("t", 2)
