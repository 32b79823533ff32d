"""The search for the smallest tower that a heuristic gets confidently wrong."""

import json
from pathlib import Path

import pytest

from tests.commands import Printed, complaint, output
from tests.lab.sweeps import Here
from towersim.cli.commands import run
from towersim.files.level import load_scene
from towersim.lab import adversary
from towersim.lab.adversary import CLEAR, SURE, broken
from towersim.lab.heuristics import find
from towersim.physics.stand import stands
from towersim.statics.equilibrium import signed_margin

MINE = "def sure(scene):\n    return 1.0\n\n\ndef unsure(scene):\n    return 0.6\n"
TRIES = 32
FAILS = "\n\ndef fails(scene):\n    return 1 / 0\n"
LATE = "\n\nALL = []\n\n\ndef late(scene):\n    ALL.append(1)\n    return 0.6 / (len(ALL) < 3)\n"


@pytest.fixture(autouse=True)
def _here(cwd: Path) -> None:
    (cwd / "mine.py").write_text(MINE + FAILS + LATE)


@pytest.mark.slow
def test_a_heuristic_that_trusts_every_tower_fails_on_two_blocks_at_most(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(adversary, "ROUNDS", 4)
    found = broken(find("mine.py:sure").card, Here(), TRIES)
    assert found is not None
    assert len(found.scene.blocks) <= 2
    assert found.probability >= SURE
    assert not found.truth.stands
    assert not stands(found.scene)
    assert signed_margin(found.scene) <= -CLEAR


@pytest.mark.slow  # two searches each
@pytest.mark.parametrize("name", ["overlap", "height"])
def test_the_found_tower_is_certified_and_reproducible(name: str) -> None:
    first, second = (broken(find(name).card, Here(), TRIES) for _ in range(2))
    assert first == second
    assert first is not None
    margin = signed_margin(first.scene)
    assert abs(margin) >= CLEAR
    assert stands(first.scene) == (margin >= 0) != (first.probability >= SURE)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["mine.py:unsure", "statics"])
def test_no_tower_is_found_for_a_heuristic_that_is_never_sure_and_wrong(name: str) -> None:
    assert broken(find(name).card, Here(), TRIES) is None


def test_a_search_goes_on_after_the_first_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the size of a batch, which depends on the number of processes."""
    monkeypatch.setattr(adversary, "BATCH", 2)
    assert broken(find("mine.py:late").card, Here(), 4) is None


@pytest.mark.slow
def test_the_command_saves_the_tower(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    monkeypatch.setattr(adversary, "ROUNDS", 2)  # the tower need not be the smallest
    command = ["lab", "break", "mine.py:sure", "--tries", "16", "--workers", "1"]
    said = output(capsys, *command, "--out", "tower.toml")
    assert said.startswith("mine.py:sure: 100.0% sure that this stands, but it falls: ")
    assert not stands(load_scene(tmp_path / "tower.toml"))
    assert run(["lab", "break", "mine.py:unsure", "--tries", "8", "--workers", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) is None


def test_a_heuristic_that_fails_on_every_tower_is_reported(capsys: Printed) -> None:
    said = complaint(capsys, "lab", "break", "mine.py:fails", "--tries", "8", "--workers", "1")
    assert said.startswith("towersim: heuristic 'mine.py:fails': trial ")
    assert said.endswith("ZeroDivisionError: division by zero (mine.py, line 10)\n")
