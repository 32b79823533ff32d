"""The benchmark is fixed, half of it stands, and its labels are certain."""

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.examples import slow
from tests.lab.content import content_hash
from towersim.common.errors import SceneFault
from towersim.files.level import levels_dir
from towersim.lab import stability, truth
from towersim.lab.stability import NEAR, PARTS, benchmark
from towersim.physics.stand import stands

GOLDEN = "b559393b001df36f076ca1350f059f86dfa7dd54527b1aa788172352ea7c2207"
GOLDEN_OF_SOME = "9a487b9b1c7c568bc65d4e5b5eb6e026138200727f3dbff124bac1e371bc77f2"
"""The hash of every `SOME`-th tower of each part."""
FILE = levels_dir() / "benchmarks" / f"{stability.NAME}.toml"
SOME = 13
"""Step between the towers of which quick tests take the hash."""


@pytest.mark.parametrize(
    ("step", "golden"), [(SOME, GOLDEN_OF_SOME), slow(1, GOLDEN)], ids=["some", "all"]
)
def test_the_benchmark_has_its_golden_hash(step: int, golden: str) -> None:
    """Another hash means another benchmark: give it a new name, or undo the change.

    It also fixes the random towers of `lab/towers.py`, of which the benchmark consists.
    """
    trials = (it.trial for towers in benchmark().values() for it in towers[::step])
    assert content_hash((trial.scene(), trial.seen()) for trial in trials) == golden


def test_the_towers_differ_and_have_twenty_blocks_at_most() -> None:
    assert len({it.trial.id for it in stability.towers()}) == 1000
    assert max(it.truth.blocks for it in stability.towers()) <= 20


@pytest.mark.slow
@pytest.mark.parametrize("part", PARTS)
def test_statics_and_simulation_agree_on_all_towers_and_half_of_every_kind_stand(part: str) -> None:
    counts: Counter[tuple[str, bool]] = Counter()
    for trial, known in benchmark()[part]:
        scene = trial.scene()
        assert NEAR <= abs(known.margin) < PARTS[part].below, trial
        assert truth.margin(scene) == pytest.approx(known.margin, abs=1e-6), trial
        assert len(scene.blocks) == known.blocks, trial
        assert stands(scene) == known.stands, trial
        counts[trial.structure, known.stands] += 1
    for kind in PARTS[part].kinds:
        assert abs(counts[kind, True] - counts[kind, False]) <= 1, kind
        assert counts[kind, True] + counts[kind, False] == PARTS[part].each
    standing = sum(n for (_, stands), n in counts.items() if stands)
    assert standing == counts.total() / 2


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (r"\[towers\.plain\.", "[towers.easy.", r"towers\.easy"),
        (r"draws = \[\n +", r"\g<0>9, ", r"towers\.plain\.column: its lists are not of one length"),
    ],
)
def test_a_damaged_file_gives_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, why: str
) -> None:
    (tmp_path / "benchmarks").mkdir()
    text = re.sub(old, new, FILE.read_text(), count=1)
    (tmp_path / "benchmarks" / FILE.name).write_text(text)
    monkeypatch.setattr(stability, "levels_dir", lambda: tmp_path)
    with pytest.raises(SceneFault, match=why):
        benchmark()
