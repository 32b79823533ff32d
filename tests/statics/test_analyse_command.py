"""`towersim analyse`: one line, one JSON object, or a picture; faults are one line."""

from pathlib import Path

import msgspec
import pytest

from tests.commands import Printed, output
from tests.examples import slow
from towersim.files.level import scene_text
from towersim.scene.scene import Scene

SCENES = Path(__file__).parent.parent.parent / "levels" / "scenes"


def said(capsys: Printed, *arguments: str | Path) -> str:
    return output(capsys, "analyse", *map(str, arguments))


def test_json_has_exactly_the_documented_keys(capsys: Printed) -> None:
    printed = said(capsys, SCENES / "column.toml", "--json")
    assert printed.count("\n") == 1
    answer = msgspec.json.decode(printed)
    assert list(answer) == [
        *("verdict", "stable", "margin", "bound", "tilt_deg", "direction"),
        *("weakest", "shortfall", "contacts", "reach", "snapped", "widest_gap", "facets"),
    ]
    assert answer["margin"] == pytest.approx(0.1, abs=1e-9)
    assert answer["tilt_deg"] == pytest.approx(5.710593)
    assert (answer["verdict"], answer["bound"]) == ("stands", "exact")
    assert (answer["stable"], answer["direction"], answer["weakest"]) == (True, "+x", "cube-1")
    assert (answer["shortfall"], answer["contacts"]) == (0, 20)


@pytest.mark.parametrize(
    ("scene", "words"),
    [
        ("column", "stands up to a tilt of 5.71°"),
        ("too-far", "cannot stand"),
        ("plug", "depends on jamming"),
        ("slope", "at waxed"),
    ],
)
def test_the_verdict_is_one_line_of_plain_english(capsys: Printed, scene: str, words: str) -> None:
    printed = said(capsys, SCENES / f"{scene}.toml")
    assert words in printed
    assert printed.count("\n") == 1


@pytest.mark.parametrize(
    ("low", "high", "pair"),
    [(0.005, 0.0148, ""), (0.005, 0.0147, "0 and 1"), (0.0047, 0.0147, "0 and the table")],
)
def test_blocks_that_overlap_too_deeply_for_a_contact_are_named(
    capsys: Printed, path: Path, low: float, high: float, pair: str
) -> None:
    path.write_text(scene_text(Scene.boxes([[0.0, y, 0.0, 0.01, 0.01] for y in (low, high)])))
    line = f"{pair} overlap by 0.3 mm, more than the 0.247 mm of a contact: for statics they do not"
    for command in ("analyse", "stand"):
        assert output(capsys, command, str(path)).count(line) == bool(pair)


@pytest.mark.parametrize("scene", ["cup", *(slow(s) for s in ("plug", "too-far"))])
def test_it_writes_a_picture(capsys: Printed, tmp_path: Path, scene: str) -> None:
    path = tmp_path / "picture.png"
    said(capsys, SCENES / f"{scene}.toml", "--png", path)
    assert path.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("scene", "options", "line"),
    [
        ("levels/scenes/column.toml", (), "stands; no motion obeys the laws of friction"),
        ("levels/scenes/too-far.toml", (), "falls; no forces hold it"),
        ("tests/statics/two_solutions/tent.toml", (), "open; rest and a motion both obey"),
        ("levels/scenes/arch.toml", ("--seconds", "0"), "not decided in 0 s"),
    ],
)
def test_a_certificate_is_a_line_of_its_own(
    capsys: Printed, scene: str, options: tuple[str, ...], line: str
) -> None:
    _, certificate = said(capsys, SCENES.parents[1] / scene, "--certify", *options).splitlines()
    assert certificate.startswith(f"certificate: {line}")


@pytest.mark.slow
def test_a_certificate_is_one_word_of_the_json(capsys: Printed) -> None:
    answer = msgspec.json.decode(said(capsys, SCENES / "arch.toml", "--certify", "--json"))
    assert answer["certificate"] == "proved"


def test_gaps_within_the_tolerance_are_closed_and_reported(capsys: Printed, tmp_path: Path) -> None:
    path = tmp_path / "rounded.toml"
    boxes = [[0.0, round((n + 0.5) * 0.015337, 5), 0.0, 0.06, 0.015337] for n in range(10)]
    path.write_text(scene_text(Scene.boxes(boxes)), encoding="utf-8")
    answer = msgspec.json.decode(said(capsys, path, "--json"))
    assert answer["verdict"] == "stands"
    assert answer["margin"] == pytest.approx(0.06 / 0.15337, rel=1e-3)
    assert answer["snapped"] >= 5
    assert 1e-6 < answer["widest_gap"] < 1.1e-5 < answer["reach"]
    assert " contacts had a gap or overlap of up to 0.00" in said(capsys, path)
    assert "cannot stand" in said(capsys, path, "--reach", "1e-6")


def test_the_simulated_tilt_is_printed_beside_the_margin(capsys: Printed) -> None:
    first, second = said(capsys, SCENES / "too-far.toml", "--tilt").splitlines()
    assert "cannot stand" in first
    assert "not tilted" in second
    answer = msgspec.json.decode(said(capsys, SCENES / "counterweight.toml", "--tilt", "--json"))
    tilt = answer["simulated_tilt"]
    assert tilt["stood_deg"] < tilt["gave_way_deg"]
    assert tilt["stood_deg"] == pytest.approx(answer["tilt_deg"], rel=0.05)
