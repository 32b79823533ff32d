"""`towersim analyse`: one line, one JSON object, or a picture; a user's fault is one line."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from towersim.cli import run

SCENES = Path(__file__).parent.parent.parent / "levels" / "scenes"
Printed = pytest.CaptureFixture[str]


def said(capsys: Printed, *arguments: str | Path) -> str:
    assert run(["analyse", *map(str, arguments)]) == 0
    return capsys.readouterr().out


def test_it_prints_exactly_what_it_promises(capsys: Printed) -> None:
    printed = said(capsys, SCENES / "column.toml", "--json")
    assert printed.count("\n") == 1
    answer = msgspec.json.decode(printed)
    assert list(answer) == [
        *("stable", "margin", "tilt_deg", "direction", "weakest", "shortfall", "contacts")
    ]
    assert answer["margin"] == pytest.approx(0.1, abs=1e-9)
    assert answer["tilt_deg"] == pytest.approx(5.710593)
    assert (answer["stable"], answer["direction"], answer["weakest"]) == (True, "+x", "cube-1")
    assert (answer["shortfall"], answer["contacts"]) == (0, 20)


def test_what_falls_has_no_margin_but_a_shortfall(capsys: Printed) -> None:
    answer = msgspec.json.decode(said(capsys, SCENES / "too-far.toml", "--json"))
    assert answer["stable"] is False
    assert answer["margin"] is answer["tilt_deg"] is answer["direction"] is None
    assert answer["shortfall"] > 0


@pytest.mark.parametrize(
    ("scene", "words"),
    [("column", "stands, and tilts to 5.71°"), ("too-far", "cannot stand"), ("slope", "at waxed")],
)
def test_it_speaks_plain_english(capsys: Printed, scene: str, words: str) -> None:
    printed = said(capsys, SCENES / f"{scene}.toml")
    assert words in printed
    assert printed.count("\n") == 1


@pytest.mark.parametrize("scene", ["arch", "too-far", "cup", "slope"])
def test_it_draws(capsys: Printed, tmp_path: Path, scene: str) -> None:
    path = tmp_path / "picture.png"
    said(capsys, SCENES / f"{scene}.toml", "--png", path)
    assert path.read_bytes().startswith(b"\x89PNG")


def test_a_picture_that_cannot_be_written_is_one_line(capsys: Printed, tmp_path: Path) -> None:
    png = tmp_path / "nowhere" / "picture.png"
    assert run(["analyse", str(SCENES / "cup.toml"), "--png", str(png)]) == 2
    printed = capsys.readouterr()
    assert printed.err.startswith("towersim: ")
    assert printed.err.count("\n") == 1


def test_a_scene_that_is_not_there_is_one_line(capsys: Printed) -> None:
    assert run(["analyse", "/nowhere/scene.toml"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_nobody_pays_for_scipy_who_does_not_ask_for_statics() -> None:
    program = "import sys, towersim.cli; raise SystemExit('scipy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
