"""The tasks of the laboratory's placement benchmark as a Gymnasium environment.

`towersim/Placement-v0` builds one task an episode: its pieces in their order, each with one step.
With s_t the score of the benchmark after step t (0 for its floor or less, 1 for the bound), the
reward is r_t = s_t − s_{t−1}, so their sum is the score of the task. A fall ends the episode and
takes back what was reached: then the sum is 0.
"""

import math
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from towersim.common.errors import OptionFault
from towersim.common.units import Pose
from towersim.envs.blocks import BlockView, Observe
from towersim.envs.pictures import RENDER_MODES, Screen
from towersim.lab.building import put
from towersim.lab.heuristics.placing import landing
from towersim.lab.placement import HANDS, Task, benchmark, split
from towersim.scene.scene import Scene

Seen = dict[str, Any]
Snapshot = tuple[Task, Scene, int, int, float]
GOALS = ("reach", "span", "height", "upright", "low")
REACH = 0.6
"""x of the actions 1 and −1, in metres."""
SIDE = 480
"""Width and height of a rendered picture, in pixels."""
WINDOW = (-0.5, 1.0)
"""x of a picture's left edge and its width, in metres."""


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
        self._screen = Screen(render_mode, (SIDE, SIDE))
        if task and task not in self._tasks:
            names = list(self._tasks)
            raise OptionFault(f"task {task!r}: known: {names[0]} … {names[-1]}")
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
        name = self._names[int(self.np_random.integers(len(self._names)))]
        self.task, self._bound = self._tasks[name]
        self.scene, self._number, self._score = self.task.scene, 0, 0.0
        self._tremor = int(self.np_random.integers(2**62))
        self._show()
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:  # noqa: ANN401 - of the interface
        """Put the next piece down, or leave it out."""
        before, after = self._score, self._after(np.asarray(action, np.float64).tolist())
        self._number += 1
        fell = after is None
        if after is not None:
            self.scene = after
        self._score = 0.0 if after is None else self._bound.score(self.task.worth(after))
        over = fell or self._number == len(self.task.pieces)
        self._show()
        return self._seen(), self._score - before, over, False, {**self._info(), "fell": fell}

    def snapshot(self) -> Snapshot:
        """Return the state of the task for `restore`."""
        return self.task, self.scene, self._number, self._tremor, self._score

    def restore(self, snapshot: Snapshot) -> tuple[Seen, dict[str, Any]]:
        """Go back to a snapshot, which may be used again; return what is seen there."""
        self.task, self.scene, self._number, self._tremor, self._score = snapshot
        self._bound = self._tasks[self.task.name][1]
        return self._seen(), self._info()

    def render(self) -> npt.NDArray[np.uint8] | None:
        """Draw the blocks: return the pixels, or show a window."""
        return self._screen.show_blocks(self.scene.blocks, WINDOW, self.task.name)

    def close(self) -> None:
        """Close the window."""
        self._screen.close()

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _after(self, action: list[float]) -> Scene | None:
        x, turn, leaves_out = action
        piece = self.task.pieces[self._number]
        at: Pose | None = None
        if leaves_out <= 0.5:
            at = landing(self.scene, piece, x * REACH, turn * math.pi).pose
        return put(self.task, self.scene, self._number, at, self._tremor)

    def _seen(self) -> Seen:
        left = self.task.pieces[self._number :]
        return {
            **self._blocks.seen(self.scene.blocks, left[0] if left else None),
            "goal": GOALS.index(self.task.goal),
            "hand": HANDS.index(self.task.hand),
            "left": len(left),
        }

    def _info(self) -> dict[str, Any]:
        return {"task": self.task.name, "score": self._score, "worth": self.task.worth(self.scene)}
