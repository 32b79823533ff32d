"""`import towersim`: its three functions work, and load nothing before they are called."""

import math
import subprocess
import sys
from pathlib import Path

import pytest

import towersim
from towersim.common.errors import OptionFault, SceneFault
from towersim.files.level import levels_dir
from towersim.lab.analytic_scenes import column
from towersim.scene.scene import Scene, TableTop

SCENES = levels_dir() / "scenes"


def test_importing_towersim_imports_no_heavy_library() -> None:
    program = (
        "import sys, towersim; towersim.analyse, towersim.stand, towersim.evaluate\n"
        "heavy = {'pymunk', 'pygame', 'scipy', 'numpy', 'msgspec', 'typer', 'rich', 'sklearn'}\n"
        "raise SystemExit(', '.join(heavy & set(sys.modules)) or 0)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")


def test_a_scene_may_be_a_value_or_a_file() -> None:
    for given in (SCENES / "too-far.toml", str(SCENES / "too-far.toml")):
        assert not towersim.analyse(given).summary.stable
        assert towersim.stand(given).verdict == "fell"
    assert towersim.analyse(column([0.0, 0.0])).summary.margin == pytest.approx(0.5)
    assert towersim.stand(column([0.0, 0.0]), seconds=0.5).ticks == 60


def test_a_file_that_is_no_scene_raises_a_scene_fault() -> None:
    with pytest.raises(SceneFault, match="there is no such file"):
        towersim.analyse("nowhere.toml")


@pytest.mark.parametrize("given", [[1, 2], None, 3.0, Scene(TableTop(), (1,))])  # type: ignore[arg-type] # it is refused
def test_a_value_that_is_no_scene_raises_a_scene_fault(given: Scene) -> None:
    for function in (towersim.analyse, towersim.stand):
        with pytest.raises(SceneFault, match=r"no scene|no block"):
            function(given)


@pytest.mark.parametrize("reach", [0.02, 1.0, math.inf, math.nan, -1.0])
def test_a_reach_as_wide_as_a_block_is_refused(reach: float) -> None:
    with pytest.raises(OptionFault, match="is no gap between blocks"):
        towersim.analyse(column([0.0, 0.0]), reach)


@pytest.mark.parametrize("workers", [1, pytest.param(None, marks=pytest.mark.slow)])
def test_a_custom_function_is_evaluated(tmp_path: Path, workers: int | None) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'format = 1\nname = "mine"\nheuristics = ["height"]\n'
        '[[predict]]\nscenes = ["arch", "too-far", "wall"]\n'
    )

    def hopeful(scene: Scene) -> float:
        return 0.75 if scene.blocks else 0.5

    found = towersim.evaluate(hopeful, path, workers=workers)
    assert (found.heuristic, found.n, found.auc) == ("hopeful", 3, 0.5)
    assert found.accuracy == pytest.approx(2 / 3)
    assert found.brier == pytest.approx((2 * 0.25**2 + 0.75**2) / 3)


def test_an_invalid_argument_of_evaluate_is_refused() -> None:
    with pytest.raises(OptionFault, match="'look-ahead': has no answer to what stands in quick"):
        towersim.evaluate("look-ahead")
    with pytest.raises(OptionFault, match="'int': is no function"):
        towersim.evaluate(3)
    with pytest.raises(OptionFault, match="sweep 'slow': not known"):
        towersim.evaluate("height", "slow")
