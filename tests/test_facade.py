"""`import towersim`: its three functions work, and load nothing before they are called."""

import math
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

import towersim
from tests.commands import python
from towersim.common.errors import OptionFault, SceneFault
from towersim.files.level import levels_dir, load_scene
from towersim.geometry.shapes import Box, Polygon
from towersim.lab.analytic_scenes import column
from towersim.match import replay
from towersim.match.record import SeatSpec, read
from towersim.scene.scene import Scene, TableTop

SCENES = levels_dir() / "scenes"


def test_importing_towersim_imports_no_heavy_library() -> None:
    program = (
        "import sys; before = set(sys.modules)  # what the environment's site module imports\n"
        "import towersim.__main__; towersim.analyse, towersim.stand, towersim.evaluate\n"
        "heavy = {'pymunk', 'pygame', 'scipy', 'numpy', 'msgspec', 'typer', 'rich', 'typing'}\n"
        "raise SystemExit(', '.join(heavy & set(sys.modules) - before) or 0)"
    )
    ran = python("-c", program)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_a_scene_may_be_a_value_or_a_file() -> None:
    for given in (SCENES / "too-far.toml", str(SCENES / "too-far.toml"), "too-far"):
        assert not towersim.analyse(given).summary.stable
        assert towersim.stand(given).verdict == "fell"
    assert load_scene(str(SCENES / "arch.toml")) == load_scene("arch")
    assert towersim.analyse(column([0.0, 0.0])).summary.margin == pytest.approx(0.5)
    assert towersim.stand(column([0.0, 0.0]), seconds=0.5).ticks == 60


CUBE = column([0.0]).blocks[0]
CRUDE = [
    *(Scene(TableTop(), (1,)), Scene(TableTop(), 2), Scene(1, 2)),  # type: ignore[arg-type] # they are refused
    *(
        Scene(TableTop(), (replace(CUBE, **wrong),))
        for wrong in (
            *({"shape": 3}, {"pose": (0.0, 0.01, 0.0)}, {"depth": "x"}, {"material": None}),
            *({"fixed": np.zeros(2)}, {"fixed": "no"}, {"depth": np.array(1.0)}),
            *({"id": 3}, {"shape": Box("x", 0.02)}, {"shape": Polygon(np.float64(3))}),  # type: ignore[arg-type] # the same
        )
    ),
]


@pytest.mark.parametrize("given", [[1, 2], None, 3.0, "nowhere.toml", *CRUDE])
def test_a_value_that_is_no_scene_raises_a_scene_fault(given: Any) -> None:
    refused = (
        r"neither scene|not a block|no such file|int may not stand|not a shape|no Pose|wrong type"
        r"|not a float|neither true nor"
    )
    uses = (Scene.plot, Scene._repr_svg_, Scene.to_arrays) if isinstance(given, Scene) else ()
    for function in (towersim.analyse, towersim.stand, *uses):
        with pytest.raises(SceneFault, match=refused):
            function(given)
    assert not uses or repr(given).startswith("Scene(")


@pytest.mark.parametrize("reach", [0.02, 1.0, math.inf, math.nan, -1.0, 10**400])
def test_a_reach_as_wide_as_a_block_is_refused(reach: float) -> None:
    with pytest.raises(OptionFault, match="is not a gap between blocks"):
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


validate: Any = replay.validate
UNTYPED: Any = towersim
"""For arguments of wrong types."""
BOARD = partial(UNTYPED.leaderboard, "placement-3", ["fixed-pose"])
PUSH = partial(UNTYPED.new, "push")


@pytest.mark.parametrize(
    ("call", "why"),
    [
        (partial(UNTYPED.evaluate, "look-ahead"), "'look-ahead': has no answer to what stands"),
        (partial(UNTYPED.evaluate, 3), "'int': is not a function"),
        (partial(UNTYPED.evaluate, "height", "slow"), "sweep 'slow': not known"),
        (partial(UNTYPED.evaluate, len, workers=-1), "workers -1: is not a whole number from 1"),
        (partial(BOARD, 10**6), "workers 1000000: is not a whole number from 1 to 1024"),
        (partial(BOARD, noise_seed="x"), "noise seed 'x': is not a whole number ≥ 0"),
        (partial(BOARD, track=[]), r"track of placement-3 \[\]: not known; known: all"),
        (partial(UNTYPED.leaderboard, "stability-2", len), "`towersim.evaluate` takes functions"),
        (partial(UNTYPED.leaderboard, "stability-2", []), "heuristics: none is named"),
        (partial(UNTYPED.leaderboard, "stability-2", ["\ud800"]), "is not Unicode, so nothing"),
        (partial(UNTYPED.results, None), "folder None: is not a path"),
        (partial(UNTYPED.results, "a\0b"), r"folder 'a\\x00b': is not a path"),
        (partial(UNTYPED.evaluate, "height", 3), "sweep 3: is not a name or a path"),
        (partial(UNTYPED.load_benchmark, np.zeros(2)), r"array\(\[0., 0.\]\): is not a name"),
        (partial(UNTYPED.analyse, column([0.0]), "x"), "reach 'x': is not a gap between blocks"),
        (partial(UNTYPED.analyse, column([0.0]), np.zeros(1)), r"array\(\[0.\]\): is not a gap"),
        (partial(UNTYPED.stand, column([0.0]), np.str_("1")), "'1'.*: is not a number from 0 to"),
        (partial(UNTYPED.stand, column([0.0]), np.ones(1)), r"array\(\[1.\]\): is not a number"),
        (partial(UNTYPED.stand, column([0.0]), 10**5000), "seconds int: is not a number from 0 to"),
        (partial(UNTYPED.new, np.zeros(2), 2), r"game array\(\[0., 0.\]\): is not a name"),
        (partial(PUSH, 2.5), "seats, their number or a list of names: 2.5: is not a whole number"),
        (partial(PUSH, "Ada"), "'Ada': is not a whole number"),
        (partial(PUSH, 2**63), "9223372036854775808 seats, but it is a game for 2 to 6"),
        (partial(PUSH, 2, options="star"), "options 'star': is not a dictionary"),
        (partial(PUSH, 2, options={"star": "\ud800"}), "push: 'utf-8' codec can't encode"),
        (partial(PUSH, ["Ada", object()]), "seats of the game: Encoding objects of type object"),
        (partial(PUSH, [SeatSpec("Ada", "\udcff"), "Bo"]), r"seats\[0\].player of the game"),
        (partial(PUSH, 2, record=5), "record 5: is not a path"),
        (partial(PUSH, 2, record="a\0b"), r"record 'a\\x00b': is not a path"),
        (partial(read, "\ud800"), r"record '\\ud800': is not a path"),
        (partial(validate, "g.tower"), "recording 'g.tower': is not a recording, as `record.read`"),
        (lambda: PUSH(2).clone("x"), "seed 'x': is not a whole number"),
        (lambda: PUSH(2).clone(2**63), f"seed {2**63}: is not a whole number from 0 to 9"),
        (lambda: PUSH(2).hand(None), "seat None: is not a whole number from 0 to 1"),
        (lambda: PUSH(2).view(np.ones(1)), r"onlooker: array\(\[1.\]\): is not a whole number"),
    ],
)
def test_an_invalid_argument_is_refused_in_one_line(call: Callable[[], object], why: str) -> None:
    with pytest.raises(OptionFault, match=why):
        call()


def test_a_game_takes_the_numbers_of_numpy() -> None:
    names = list(np.array(["Ann", "Bob"]))
    assert PUSH(names, seed=np.int64(7)).seats == PUSH(["Ann", "Bob"], seed=7).seats
    assert type(PUSH(np.int64(2)).clone(np.int64(7)).seed) is int
    match = towersim.new("palace", 2, options={"may_decline": np.bool_(True)})
    assert match.options.may_decline is True
