"""The table of a piece set, and its command."""

from pathlib import Path

import msgspec
import pygame
import pytest

from tests.commands import Printed, output
from towersim.cli import analyse
from towersim.cli.analyse import PieceRow, piece_rows, piece_sheet
from towersim.cli.commands import run
from towersim.files.level import load_pieces


def test_a_row_describes_a_piece() -> None:
    found = {row.id: row for row in piece_rows("blocks")}
    assert len(found) == 70
    assert found["brick"] == PieceRow(
        id="brick",
        name="brick",
        family="bricks",
        colour="natural",
        width_mm=50.8,
        height_mm=12.7,
        depth_mm=25.4,
        area_mm2=645.16,
        mass_g=11.471,
        parts=1,
    )
    ring = found["ring"]
    assert (ring.width_mm, ring.depth_mm) == (45.7, 5.8)
    assert 15 < ring.parts < 40
    assert [row.parts for row in piece_rows("cubes")] == [1]


def test_pieces_are_listed_as_text_and_as_json(capsys: Printed) -> None:
    assert run(["pieces", "--json"]) == 0
    said = msgspec.json.decode(capsys.readouterr().out, type=list[PieceRow])
    assert said == list(piece_rows("blocks"))
    assert "V notch" in output(capsys, "pieces")
    assert len([*piece_sheet(said).cells]) == 70


def test_pieces_are_drawn_to_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    """The command draws the blocks it loads: here one cube in place of seventy blocks."""
    monkeypatch.setattr(analyse, "load_pieces", lambda _set: load_pieces("cubes"))
    path = tmp_path / "pieces.png"
    assert output(capsys, "pieces", "--png", path) == f"picture: {path}\n"
    assert pygame.image.load(path).get_width() == 2400
