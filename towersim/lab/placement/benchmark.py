"""The stored optima of `placement-2`, and the trials of its tasks.

They are stored in `levels/benchmarks/placement-2.toml`, so that another version of the solver
cannot change them; `python -m towersim.lab.placement` recomputes and prints the file, which takes
some minutes. A benchmark is never changed: a better one gets a new name.
"""

from collections.abc import Mapping

import msgspec

from towersim.common.units import Pose
from towersim.files.level import levels_dir
from towersim.files.tomlfile import TomlFile
from towersim.lab.placement.tasks import Optimum, Task, tasks
from towersim.lab.trials import TaskTrial

NAME = "placement-2"
REPEATS = 4
"""Number of times each task is built, each with another tremor."""


class _Optimum(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file's fields of one task."""

    floor_m: float
    best_m: float
    witness: tuple[Pose, ...]


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file's fields, without its format."""

    optima: dict[str, _Optimum]


def benchmark() -> dict[str, tuple[Task, Optimum]]:
    """Return the tasks by name, with their optima; raises SceneFault if the file is damaged.

    >>> len(benchmark())
    30
    """
    source = TomlFile(levels_dir() / "benchmarks" / f"{NAME}.toml")
    known = source.read(_File).optima
    found = {}
    for task in tasks():
        if task.name not in known:
            raise source.fault("$.optima", f"has no {task.name}")
        said = known[task.name]
        if not said.floor_m < said.best_m or len(said.witness) != len(task.pieces):
            raise source.fault(f"$.optima.{task.name}", "is no optimum of that task")
        found[task.name] = task, Optimum(said.floor_m, said.best_m, said.witness)
    return found


def trials() -> list[TaskTrial]:
    """Return all trials: each task with each tremor."""
    return [
        TaskTrial(seed, task, optimum)
        for task, optimum in benchmark().values()
        for seed in range(1, 1 + REPEATS)
    ]


def written(optima: Mapping[str, Optimum]) -> str:
    """Return optima as the text of the benchmark's file."""
    lines = [
        "# The worth of each task in metres at the floor of its scores and at its optimum, and the",
        "# poses (x, y, angle) of all pieces with which a hand that never misses reaches it.",
        "format = 1",
    ]
    for name, it in optima.items():
        lines += ["", f"[optima.{name}]", f"floor_m = {it.floor:.6f}", f"best_m = {it.best:.6f}"]
        poses = (f"    [{p.x:.6f}, {p.y:.6f}, {p.angle:.6f}]," for p in it.witness)
        lines += ["witness = [", *poses, "]"]
    return "\n".join(lines).replace("-0.000000", "0.000000") + "\n"
