"""Custom heuristics: functions, objects, files and packages, and the faults in them."""

import math
import os
import py_compile
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from towersim.common import dice
from towersim.common.dice import Stream
from towersim.common.errors import HeuristicFault, OptionFault
from towersim.common.units import Pose
from towersim.lab.analytic_scenes import column
from towersim.lab.heuristics import find
from towersim.lab.heuristics.base import Heuristic, adapted
from towersim.scene.scene import Block, Scene

SCENE = column([0.0, 0.0])
PIECE = SCENE.blocks[0]
PLACE = r" \(test_own\.py, line \d+\)"
"""Where an exception of this file was raised, as its message ends."""
TEN_LINES = """
def tall(scene):
    return 1.0 if len(scene.blocks) < 8 else 0.3

def lucky(scene, dice):
    return dice.random()

class Both:
    def predict(self, scene): return 0.25
    def propose(self, scene, piece): return [(0.0, 0.1, 0.0)]

number = 3
"""
DATACLASS = """
from __future__ import annotations
from dataclasses import dataclass

@dataclass
class Level:
    chance: float = 0.75
    def predict(self, scene): return self.chance
"""


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    yield
    for name in [name for name in sys.modules if "_here" in name]:
        del sys.modules[name]


@pytest.fixture
def here(cwd: Path) -> Path:
    (cwd / "mine_here.py").write_text(TEN_LINES)
    return cwd


def predicted(heuristic: Heuristic) -> float:
    return heuristic.probability(SCENE, dice.stream(1, "a"), "0123")


def proposed(heuristic: Heuristic) -> Pose:
    return heuristic.proposal(SCENE, PIECE, dice.stream(1, "a"), "0123")


class Object:
    def predict(self, scene: Scene, dice: Stream) -> float:
        return dice.random() / len(scene.blocks)

    def propose(self, scene: Scene, piece: Block, dice: Stream) -> Sequence[Pose]:
        del scene, piece
        return [Pose(dice.random(), 0.1, 0.0)]


@pytest.mark.parametrize("thing", [Object, Object()])
def test_an_object_or_its_class_answers_with_its_methods(thing: object) -> None:
    both = adapted("both", thing)
    assert predicted(both) == dice.stream(1, "a").random() / 2
    assert proposed(both) == Pose(dice.stream(1, "a").random(), 0.1, 0.0)


def test_the_number_of_parameters_whatever_their_names_decides_the_kind() -> None:
    assert predicted(adapted("a", lambda tower: len(tower.blocks) / 4)) == 0.5
    assert predicted(adapted("a", lambda tower, rng: rng.random() * 0)) == 0.0  # noqa: ARG005 - its place decides the kind
    # Parameters with defaults are ignored.
    assert predicted(adapted("a", lambda scene, much=0.5: much)) == 0.5  # noqa: ARG005 - its name decides the kind
    placing = adapted("a", lambda scene, piece: [(0.1, 0.2, 0)])  # noqa: ARG005 - the same
    assert placing.predict is None
    assert proposed(placing) == Pose(0.1, 0.2, 0.0)
    assert proposed(adapted("a", lambda s, p, rng: iter([Pose(0, 1, 2)]))) == (0, 1, 2)  # noqa: ARG005 - the same
    for single in (Pose(1, 2, 0), [1, 2, 0], np.array([1, 2, 0]), np.array([[1, 2, 0], [3, 4, 0]])):
        assert proposed(adapted("a", lambda s, p, rng, it=single: it)) == Pose(1, 2, 0)  # noqa: ARG005 - the same


@pytest.mark.parametrize("said", [True, 1, 0.5, np.float64(0.5), np.bool_(True)])
def test_every_kind_of_number_is_accepted(said: Any) -> None:
    assert predicted(adapted("a", lambda scene: said)) == float(said)  # noqa: ARG005 - its name decides the kind


@pytest.mark.parametrize("said", [math.nan, 1.5, -0.1, math.inf, None, "0.5", [0.5], 1j])
def test_an_answer_that_is_no_probability_gives_one_line(said: object) -> None:
    with pytest.raises(HeuristicFault) as fault:
        predicted(adapted("odd", lambda scene: said))  # noqa: ARG005 - its name decides the kind
    assert str(fault.value) == f"heuristic 'odd': trial 0123: {said!r} is not a probability, 0 … 1"


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (None, "None is not a list of poses"),
        ([], "[] is not a list of poses"),
        (3, "3 is not a list of poses"),
        ([(0.0, 0.1)], "does not begin with a pose"),
        ([(0.0, 0.1, math.nan)], "does not begin with a pose"),
        ([(0.0, 99.0, 0.0)], "x, y, angle (within 5 m and 100 rad)"),
        (["abc"], "does not begin with a pose"),
        ([0.0, 0.1], "does not begin with a pose"),
    ],
)
def test_an_answer_that_is_no_pose_gives_one_line(said: object, why: str) -> None:
    with pytest.raises(HeuristicFault) as fault:
        proposed(adapted("odd", lambda scene, piece: said))  # noqa: ARG005 - its name decides the kind
    assert str(fault.value).startswith("heuristic 'odd': trial 0123: ")
    assert why in str(fault.value)


def test_angles_may_be_counted_from_zero_to_a_full_turn() -> None:
    assert proposed(adapted("a", lambda scene, piece: [(0.0, 0.1, 6.2)])).angle == 6.2  # noqa: ARG005 - the same


@pytest.mark.parametrize(
    "said", [np.array([0.2, 0.8]), 10**400, -(10**5000)], ids=["row", "huge", "endless"]
)
def test_an_answer_that_is_no_number_gives_one_line(said: object) -> None:
    with pytest.raises(HeuristicFault, match="is not a probability"):
        predicted(adapted("odd", lambda scene: said))  # noqa: ARG005 - its name decides the kind
    with pytest.raises(HeuristicFault, match="does not begin with a pose"):
        proposed(adapted("odd", lambda scene, piece: [(said, 0.0, 0.0)]))  # noqa: ARG005 - the same


def test_an_iterator_of_poses_that_fails_gives_one_line() -> None:
    poses = adapted("odd", lambda scene, piece: (1 / 0 for _ in "a"))  # noqa: ARG005 - its name decides the kind
    with pytest.raises(HeuristicFault, match=r"^heuristic 'odd': trial 0123: ZeroDivisionError: "):
        proposed(poses)


def test_a_class_that_exits_in_its_constructor_is_refused() -> None:
    class Leaving:
        def __init__(self) -> None:
            raise SystemExit(3)

    with pytest.raises(OptionFault, match=rf"^heuristic 'odd': SystemExit: 3{PLACE}$"):
        adapted("odd", Leaving)


class Mute(Exception):
    def __str__(self) -> str:
        raise ValueError


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ValueError("2 is\ntoo many"), "ValueError: 2 is too many"),
        (SystemExit(2), "SystemExit: 2"),
        (ValueError("half \ud800"), r"ValueError: half \ud800"),
        (Mute(), "Mute"),
    ],
)
def test_an_error_is_reported_in_one_line_that_names_trial_and_place(
    error: BaseException, said: str
) -> None:
    def broken(scene: Scene) -> float:
        raise error if scene.blocks else ValueError

    with pytest.raises(HeuristicFault) as fault:
        predicted(adapted("odd", broken))
    place = f" (test_own.py, line {broken.__code__.co_firstlineno + 1})"
    assert str(fault.value) == f"heuristic 'odd': trial 0123: {said}{place}"
    assert fault.value.__cause__ is error


def test_a_heuristic_is_not_asked_for_an_unsupported_answer() -> None:
    with pytest.raises(HeuristicFault, match="no answer to that question"):
        proposed(find("height"))


@pytest.mark.parametrize(
    ("thing", "why"),
    [
        (3, "is not a function and has no predict or propose"),
        (lambda: 0.5, r"takes \(\), but should take one of"),
        (lambda a, b, c, d, e: 0.5, r"takes \(a, b, c, d, e\), but should take one of"),  # noqa: ARG005 - deliberately wrong
        (max, "its parameters are not known: "),
    ],
)
def test_an_object_that_can_be_no_heuristic_is_refused(thing: object, why: str) -> None:
    with pytest.raises(OptionFault, match=why):
        adapted("odd", thing)


def test_a_long_exception_text_is_cut() -> None:
    def broken(scene: Scene) -> float:
        raise ValueError("a tower " * 10_000 + str(scene))

    with pytest.raises(HeuristicFault) as fault:
        predicted(adapted("broken", broken))
    assert len(fault.value.why) == 500
    assert fault.value.why.startswith("ValueError: a tower a tower")


def test_a_file_of_the_current_folder_needs_no_packaging(here: Path) -> None:
    assert predicted(find("mine_here:tall")) == 1.0
    assert predicted(find("mine_here:lucky")) == dice.stream(1, "a").random()
    assert proposed(find("mine_here:Both")) == (0.0, 0.1, 0.0)
    assert find("mine_here:tall").name == "mine_here:tall"
    assert str(here) not in sys.path


def test_a_file_in_another_folder_is_named_by_its_path(here: Path) -> None:
    assert predicted(find(f"{here / 'mine_here.py'}:Both")) == 0.25
    assert predicted(find("mine_here.py:tall")) == 1.0


@pytest.mark.parametrize("name", ["mine_here", "mine_here.py", "package_here.mine"])
def test_a_change_with_an_equal_timestamp_is_noticed(here: Path, name: str) -> None:
    (here / "package_here").mkdir()
    mine = here / name.removesuffix(".py").replace(".", "/")
    mine = mine.with_suffix(".py")
    mine.write_text("def tall(scene): return 0.25\n")
    py_compile.compile(str(mine), doraise=True)
    before = mine.stat()
    mine.write_text("def tall(scene): return 0.75\n")
    os.utime(mine, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert predicted(find(f"{name}:tall")) == 0.75


@pytest.mark.parametrize("name", ["data_here:Level", "data_here.py:Level"])
def test_a_file_may_contain_a_dataclass_with_postponed_annotations(here: Path, name: str) -> None:
    (here / "data_here.py").write_text(DATACLASS)
    assert predicted(find(name)) == 0.75
    assert "file data_here" not in sys.modules


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("tallest", "not known; known: overlap, .*, or your file:function"),
        ("mine_here:small", "there is no 'small' in mine_here"),
        ("mine_here:Both.small", "there is no 'Both.small' in mine_here"),
        ("sys:path", "sys is not a Python file"),
        ("mine_here:number", "is not a function"),
        ("not_here:tall", "cannot be loaded: ModuleNotFoundError: No module named 'not_here'$"),
        ("not_here.py:tall", "': not_here.py: there is no such file$"),
        ("a/model.zip:tall", "model.zip: is neither a Python file .* nor the name of a module$"),
        ("folder.py:tall", "': folder.py: a folder, not a file$"),
        (":tall", "needs a file before the colon and a name after it"),
        ("mine_here:", "needs a file before the colon and a name after it"),
    ],
)
def test_an_unknown_name_gives_one_line(name: str, why: str) -> None:
    Path("folder.py").mkdir(exist_ok=True)
    with pytest.raises(OptionFault, match=why) as fault:
        find(name)
    assert str(fault.value).startswith(f"heuristic {name!r}: ")


@pytest.mark.parametrize("text", ["1/0", "def f(:", "raise SystemExit(3)"])
def test_a_file_that_cannot_be_loaded_gives_one_line(here: Path, text: str) -> None:
    (here / "bad_here.py").write_text(text)
    with pytest.raises(OptionFault, match="heuristic 'bad_here:f': cannot be loaded: "):
        find("bad_here:f")
