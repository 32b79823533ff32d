"""The stored optima are reached, and the search finds those of the literature."""

from pathlib import Path

import pytest

from tests.lab.content import content_hash
from towersim.common.errors import SceneFault
from towersim.files.level import levels_dir, load_pieces
from towersim.geometry.touching import SETTLED
from towersim.lab.placement import tasks as stored
from towersim.lab.placement.episode import let_go, lifted
from towersim.lab.placement.oracle import BRICKS, optimum, rebuilt, searched
from towersim.lab.placement.tasks import (
    EACH,
    FAMILIES,
    NAME,
    benchmark,
    flat,
    resting_angles,
    rise,
    tasks,
    written,
)
from towersim.lab.trials import task_trials
from towersim.scene.scene import Scene
from towersim.statics.equilibrium import signed_margin

GOLDEN = "093b091e20a8737e83a58022b835a7de76413a6952cb9858876762b9d2f3dfa3"
FILE = levels_dir() / "benchmarks" / f"{NAME}.toml"


def test_the_tasks_have_their_golden_hash() -> None:
    """Another hash means another benchmark: give it a new name, or undo the change."""
    assert content_hash(tasks()) == GOLDEN


def test_there_are_thirty_tasks_each_built_four_times() -> None:
    assert len(benchmark()) == EACH * len(FAMILIES) == 30
    them = task_trials()
    assert len({trial.id for trial in them}) == len(them) == 120
    assert len({trial.tower for trial in them}) == 30


@pytest.mark.parametrize("name", [f"{name}-{n}" for name in FAMILIES for n in (1, 5)][:8])
def test_statics_finds_every_step_of_the_witness_stable(name: str) -> None:
    task, best = benchmark()[name]
    assert task.worth(rebuilt(task, best.witness)) == pytest.approx(best.best, abs=5e-5)
    whole = rebuilt(task, best.witness)
    for count in range(len(task.scene.blocks) + 1, len(whole.blocks) + 1):
        # An optimum lies at its limit, and the file rounds to a micrometre.
        assert signed_margin(Scene(whole.table, whole.blocks[:count]), SETTLED) > -2e-3, count


def test_the_egg_stands_on_its_end_in_the_simulation() -> None:
    task, best = benchmark()["egg-3"]
    scene: Scene | None = task.scene
    for piece in rebuilt(task, best.witness).blocks[len(task.scene.blocks) :]:
        held = lifted(scene or task.scene, piece)
        assert held is not None
        scene = let_go(scene or task.scene, held)
        assert scene is not None
    assert task.worth(scene or task.scene) == pytest.approx(best.best, abs=5e-4)
    assert best.best == pytest.approx(0.0315, abs=1e-4)


def test_the_greatest_overhangs_are_those_of_the_literature() -> None:
    """They are from Paterson & Zwick (2009), with four bricks for building piece by piece."""
    assert BRICKS == {2: 0.75, 3: 1.0, 4: 1.125}
    for name, (task, best) in benchmark().items():
        if task.family == "reach":
            known = 2 * best.floor * BRICKS[len(task.pieces)]
            assert best.best == pytest.approx(known, abs=2e-6), name


def test_scores_run_from_the_floor_to_the_optimum() -> None:
    for _, best in benchmark().values():
        middle = (best.floor + best.best) / 2
        worths = (0.0, best.floor, middle, best.best, 2 * best.best)
        assert [best.score(worth) for worth in worths] == pytest.approx([0, 0, 0.5, 1, 1])


def found_and_known(name: str) -> tuple[float, float]:
    task, best = benchmark()[name]
    return searched(task).worth, best.best


@pytest.mark.slow
@pytest.mark.parametrize("name", ["reach-1", "reach-3", "reach-5"])
def test_a_search_finds_the_overhangs_of_the_literature(name: str) -> None:
    found, known = found_and_known(name)
    assert 0.999 * known < found < 1.0001 * known


@pytest.mark.slow
@pytest.mark.parametrize("name", [f"{family}-1" for family in FAMILIES])
def test_the_file_equals_newly_found_optima(name: str) -> None:
    task, best = benchmark()[name]
    found = optimum(task)
    assert (found.floor, found.best) == pytest.approx((best.floor, best.best), abs=1e-5)


def test_resting_angles_have_the_centre_of_mass_over_a_side() -> None:
    house = load_pieces("blocks")["house"].shape
    for angle in resting_angles(house):
        assert rise(house, angle) > 0
    assert rise(house, flat(house)) == min(rise(house, a) for a in resting_angles(house))


def test_the_file_round_trips() -> None:
    assert written({name: best for name, (_, best) in benchmark().items()}) == FILE.read_text()


@pytest.mark.parametrize(
    "edit",
    [
        ("optima.reach-2]", "optima.reach-9]", "has no reach-2"),
        ("floor_m = 0.0625", "floor_m = 9.0", r"reach-2: is no optimum"),
    ],
)
def test_a_damaged_file_gives_one_line(
    edit: tuple[str, str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new, why = edit
    (tmp_path / "benchmarks").mkdir()
    (tmp_path / "benchmarks" / FILE.name).write_text(FILE.read_text().replace(old, new))
    monkeypatch.setattr(stored, "levels_dir", lambda: tmp_path)
    with pytest.raises(SceneFault, match=why):
        benchmark()
