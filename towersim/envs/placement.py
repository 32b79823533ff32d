"""The tasks of the laboratory's placement benchmark as a Gymnasium environment.

`towersim/Placement-v0` builds one task an episode: its pieces in their order, each with one step.
With s_t the score of the benchmark after step t (0 for its floor or less, 1 for the bound), the
reward is r_t = s_t − s_{t−1}, so their sum is the score of the task. A fall ends the episode and
takes back what was reached: then the sum is 0.
"""

import math
from typing import Any, NamedTuple, get_args

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.error import ResetNeeded

from towersim.common.errors import OptionFault, check_kind, quoted
from towersim.common.units import Pose
from towersim.envs.blocks import BlockView, Observe, numbers_of
from towersim.envs.pictures import RENDER_MODES, Renderer
from towersim.lab.building import put
from towersim.lab.heuristics.placing import landing
from towersim.lab.placement import COUNTS, FAMILIES, HANDS, Goal, Task, benchmark, split
from towersim.scene.scene import Scene

Seen = dict[str, Any]
GOALS: tuple[Goal, ...] = get_args(Goal)
REACH = 0.6
"""x of the actions 1 and −1, in metres."""
SIDE = 480
"""Width and height of a rendered picture, in pixels."""
WINDOW = (-0.5, 1.0)
"""x of a picture's left edge and its width, in metres."""


class TaskProgress(NamedTuple):
    """A task in progress."""

    task: Task
    scene: Scene
    number: int
    """How many pieces were put down or left out."""
    tremor: int
    score: float
    fell: bool

    @property
    def over(self) -> bool:
        """Whether something fell, or no piece is left."""
        return self.fell or self.number == len(self.task.pieces)


class PlacementEnv(gymnasium.Env[Seen, Any]):
    """A task of the placement benchmark; `task` and `scene` are for reading.

    An action has three numbers from −1 to 1: x (−0.6 … 0.6 m), the angle (−180° … 180°), and
    whether the piece is left out (above 0.5). The piece is aimed at its landing straight down; the
    task's hand misses as in the benchmark.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 4}  # noqa: RUF012 - of the interface

    def __init__(
        self, task: str = "", observe: Observe = "blocks", render_mode: str | None = None
    ) -> None:
        """Take the name of a task; without one, each episode draws one of the training set."""
        self._tasks, self.render_mode = benchmark(), render_mode
        self._at: TaskProgress | None = None
        self._renderer = Renderer(render_mode, (SIDE, SIDE))
        check_kind("task", task, str | None, "name of a task")
        if task and task not in self._tasks:
            first, *others = FAMILIES
            known = ", ".join(f"{first}-{part}-1 … {most}" for part, most in COUNTS.items())
            also = f"and those of {', '.join(others)}"
            raise OptionFault(f"task {quoted(task)}: not known; known: {known}, {also}")
        self._names = [task] if task else list(split("train"))
        each = [task for task, _ in self._tasks.values()]
        most = max(len(task.scene.blocks) + len(task.pieces) for task in each)
        self._blocks = BlockView(observe, most, WINDOW)
        self.observation_space = spaces.Dict(
            {
                **self._blocks.spaces,
                "goal": spaces.Discrete(len(GOALS)),
                "hand": spaces.Discrete(len(HANDS)),
                "left": spaces.Discrete(1 + max(len(task.pieces) for task in each)),
            }
        )
        self.action_space = spaces.Box(-1.0, 1.0, (3,), np.float32)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin a task, with a tremor of its own."""
        super().reset(seed=seed, options=options)
        task, _ = self._tasks[self._names[int(self.np_random.integers(len(self._names)))]]
        tremor = int(self.np_random.integers(2**62))
        self._at = TaskProgress(task, task.scene, 0, tremor, 0.0, fell=False)
        self._show()
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:  # noqa: ANN401 - of the interface
        """Put the next piece down, or leave it out; ResetNeeded after the end."""
        now = self.snapshot()
        if now.over:
            raise ResetNeeded(f"{now.task.name} has ended: call reset() first")
        after = self._after(now, numbers_of(action, 3))
        fell = after is None
        score = 0.0 if after is None else self._tasks[now.task.name][1].score(now.task.worth(after))
        self._at = now._replace(
            scene=after or now.scene, number=now.number + 1, score=score, fell=fell
        )
        self._show()
        return self._seen(), score - now.score, self._at.over, False, {**self._info(), "fell": fell}

    def snapshot(self) -> TaskProgress:
        """Return the state of the task for `restore`; ResetNeeded before the first `reset`."""
        if self._at is None:
            raise ResetNeeded("no task has begun: call reset() first")
        return self._at

    def restore(self, snapshot: TaskProgress) -> tuple[Seen, dict[str, Any]]:
        """Go back to a snapshot, which may be used again; return what is seen there."""
        check_kind("snapshot", snapshot, TaskProgress, "snapshot of a task")
        self._at = snapshot
        return self._seen(), self._info()

    @property
    def task(self) -> Task:
        """The present task."""
        return self.snapshot().task

    @property
    def scene(self) -> Scene:
        """The blocks of the task, at rest."""
        return self.snapshot().scene

    def render(self) -> npt.NDArray[np.uint8] | None:
        """Draw the blocks: return the pixels, or show a window."""
        return self._renderer.show_blocks(self.scene.blocks, WINDOW, self.task.name)

    def close(self) -> None:
        """Close the window."""
        self._renderer.close()

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _after(self, now: TaskProgress, action: list[float]) -> Scene | None:
        x, turn, leaves_out = action
        at: Pose | None = None
        if leaves_out <= 0.5:
            piece = now.task.pieces[now.number]
            at = landing(now.scene, piece, x * REACH, turn * math.pi).pose
        return put(now.task, now.scene, now.number, at, now.tremor)

    def _seen(self) -> Seen:
        now = self.snapshot()
        left = now.task.pieces[now.number :]
        return {
            **self._blocks.seen(now.scene.blocks, left[0] if left else None),
            "goal": GOALS.index(now.task.goal),
            "hand": HANDS.index(now.task.hand),
            "left": len(left),
        }

    def _info(self) -> dict[str, Any]:
        now = self.snapshot()
        return {"task": now.task.name, "score": now.score, "worth": now.task.worth(now.scene)}
