"""Practice and the endless tower as Gymnasium environments.

`towersim/Practice-v0` is any challenge of Practice. With s_t stars after step t, the reward is
r_t = (s_t − s_{t−1}) / 3, so their sum is the stars of the attempt over 3. The episode ends with
the attempt: finished, tested, or fallen in a challenge in which nothing may fall. It is truncated
after 1,000 steps, or `max_episode_steps` of `gymnasium.make`.

`towersim/Stack-v0` is a tower without end on a plinth of 10 cm. The reward is r_t = 1 for a brick
that stands with all others and 0 for one that does not, which ends the episode; it is truncated
when all `bricks` stand, by default 100.
"""

import math
import operator
from typing import Any, Literal, get_args

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.error import InvalidAction, ResetNeeded
from msgspec.structs import replace

from towersim.common.errors import (
    IllegalAction,
    OptionFault,
    check_choice,
    check_kind,
    whole_number,
)
from towersim.common.units import BlockId, Pose, Seat, Target, Vec
from towersim.envs.blocks import BlockView, Observe, numbers_of
from towersim.envs.pictures import RENDER_MODES, Renderer
from towersim.files.challengefile import find_challenge
from towersim.geometry.shapes import Box
from towersim.match.match import Match
from towersim.match.record import SeatSpec
from towersim.physics.hand import SKILLS
from towersim.rules.base import Action, StartTest, StartTower, TakeBack, TakeOut
from towersim.rules.practice.challenge import Challenge, Endless, Piece
from towersim.rules.practice.state import Finish, GiveUp, Options, View
from towersim.scene.scene import Block, Material, TableTop

Control = Literal["drop", "hand", "ticks"]
Seen = dict[str, Any]
TICKS = 12
"""Control ticks per step if an action moves the hand's target: a tenth of a second."""
HIGH = 0.6
"""The greatest height of the hand's target, in metres."""
PLINTH = Block(
    BlockId("plinth"), Box(0.1, 0.04), Material(), 0.03, Pose(0.0, 0.02, 0.0), fixed=True
)
MOST_BRICKS = 120
# It weighs half of what the hand can lift.
BRICK = Piece("brick", Box(0.06, 0.02), Material(), 0.015)
STACK = Challenge(
    name="stack",
    title="Stack",
    chapter="hand",
    number=0,
    hint="",
    table=TableTop(),
    fixed=(PLINTH,),
    pieces=(BRICK,),
    standing=(),
    pick_up=Vec(-0.2, 0.1),
    goal=Endless(),
    stars=(10.0, 30.0, 100.0),
    take_back="no",
)


class PracticeEnv(gymnasium.Env[Seen, Any]):
    """A challenge of Practice; `match` is the attempt, for reading.

    `info` has the `stars`, the `height` in metres and, once there is one, the `measure`.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 4}  # noqa: RUF012 - of the interface

    def __init__(
        self,
        challenge: str | Challenge = "first-tower",
        control: Control = "drop",
        hand: str = "normal",
        observe: Observe = "blocks",
        render_mode: str | None = None,
    ) -> None:
        """Take a challenge by name or file, and how pieces are placed.

        `control` is "drop" (directly), "hand" (by the trembling hand called `hand`) or "ticks"
        (an action is the hand's target for a tenth of a second).
        """
        check_choice("control", control, get_args(Control))
        check_choice("hand", hand, SKILLS)
        self.challenge = (
            challenge if isinstance(challenge, Challenge) else find_challenge(str(challenge))
        )
        if isinstance(self.challenge.goal, Endless):  # an observation has room for one supply
            self.challenge = replace(self.challenge, goal=Endless())
        self.control, self.render_mode = control, render_mode
        self._seats, self._renderer = [SeatSpec("agent", skill=hand)], Renderer(render_mode)
        self._match: Match | None = None
        kinds = [piece.kind for piece in self.challenge.pieces]
        places = self.challenge.places if self.challenge.take_out else 0
        self.choices = (
            *(f"place {kind}" for kind in kinds),
            *(f"take out {place}" for place in range(places)),
            *("finish", "test", "take back"),
        )
        """The meaning of each number of `choice`."""
        self._kinds, self._test = kinds, len(kinds) + places
        self.reach, self.turned = self.challenge.table.width / 2, math.pi
        """x in metres and angle in radians of a 1 in the pose."""
        most = len(self.challenge.fixed) + self.challenge.places + 1
        self._blocks = BlockView(observe, most, (-self.reach, 2 * self.reach))
        self.observation_space = spaces.Dict(
            {
                **self._blocks.spaces,
                "supply": spaces.Box(0, 120, (len(kinds),), np.int16),
                "action_mask": spaces.MultiBinary(len(self.choices)),
            }
        )
        self._size = 4 if control == "ticks" else 2
        self.action_space: spaces.Space[Any] = spaces.Dict(
            {
                "choice": spaces.Discrete(len(self.choices)),
                "pose": spaces.Box(-1.0, 1.0, (self._size,), np.float32),
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin an attempt."""
        super().reset(seed=seed, options=options)
        number = int(self.np_random.integers(2**62))
        options_ = Options(self.challenge)
        self._match = Match.new("practice", self._seats, seed=number, options=options_)
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:  # noqa: ANN401 - of the interface
        """Do a choice, with the pose as the action of this control says.

        An illegal choice changes nothing; `info` has it as `illegal`. InvalidAction for an action
        that is not in the space.
        """
        before, illegal = self._worth(), ""
        try:
            choice, pose = operator.index(action["choice"]), action["pose"]
        except (LookupError, TypeError):
            raise InvalidAction(f"{action!r}: expected numbers as choice and pose") from None
        if choice not in range(len(self.choices)):
            raise InvalidAction(f"choice {choice}: expected 0 to {len(self.choices) - 1}")
        numbers = numbers_of(pose, self._size)
        try:
            self._act(choice, numbers)
        except IllegalAction as refusal:
            illegal = str(refusal)
        over = self.match.outcome is not None
        reward = self._worth() - before
        if self.render_mode == "human":
            self.render()
        return self._seen(), reward, over, False, {**self._info(), "illegal": illegal}

    def snapshot(self) -> Match:
        """Return the attempt for `restore`; IllegalAction unless all is at rest."""
        return self.match.clone()

    def restore(self, snapshot: Match) -> tuple[Seen, dict[str, Any]]:
        """Go back to a snapshot, which may be used again; return what is seen there.

        OptionFault for one of another challenge or hand.
        """
        check_kind("snapshot", snapshot, Match, "snapshot of an attempt")
        if (snapshot.options, *snapshot.seats) != (Options(self.challenge), *self._seats):
            raise OptionFault(f"snapshot {snapshot}: is not of this challenge and hand")
        self._match = snapshot.clone()
        return self._seen(), self._info()

    def render(self) -> npt.NDArray[np.uint8] | None:
        """Draw the table: return the pixels, or show a window."""
        return self._renderer.show(self.match)

    def close(self) -> None:
        """Close the window."""
        self._renderer.close()

    @property
    def match(self) -> Match:
        """The attempt; ResetNeeded before the first `reset`."""
        if self._match is None:
            raise ResetNeeded("no attempt has begun: call reset() first")
        return self._match

    @property
    def _view(self) -> View:
        view: View = self.match.view(Seat(0))
        return view

    def _worth(self) -> float:
        """Return the sum of the rewards that the present table is worth."""
        return self._view.stars / 3

    def _act(self, choice: int, pose: list[float]) -> None:
        if self.match.carrying:
            self._guide(pose)
            return
        action = self._legal().get(choice)
        if action is None:
            raise IllegalAction(f"{self.choices[choice]}: is not possible now")
        if not isinstance(action, StartTower):
            self.match.submit(action)
            self.match.settle()
        elif self.control == "ticks":
            self.match.lift(action.block)
        else:
            x, angle = pose[0] * self.reach, pose[1] * self.turned
            if self.control == "drop":
                self.match.drop(action, x, angle)
            else:
                self.match.put(action, self.match.above(action, x, angle))

    def _guide(self, pose: list[float]) -> None:
        """Move the hand for some ticks, and release the block if the action opens it."""
        x, y, turn, opening = pose
        target = Target(x * self.reach, (y + 1) / 2 * HIGH, turn * self.turned)
        for _ in range(TICKS):
            if self.match.carrying:
                self.match.tick(target)
        if self.match.carrying and opening > 0:
            self.match.release()
        self.match.settle()

    def _legal(self) -> dict[int, Action]:
        """Return the legal actions by the number of their choice; giving up is none."""
        return {self._number(one): one for one in self._view.legal if not isinstance(one, GiveUp)}

    def _number(self, action: Action) -> int:
        match action:
            case StartTower(kind):
                return self._kinds.index(kind)
            case TakeOut(place):
                return len(self._kinds) + place
            case _:
                return self._test + (Finish, StartTest, TakeBack).index(type(action))

    def _seen(self) -> Seen:
        setup, held = self.match.setup, None
        blocks = list(setup.fixed)
        for figure in self.match.figures():
            piece = setup.piece(figure.kind)
            block = Block(figure.id, figure.shape, piece.material, piece.depth, figure.pose)
            if figure.held:
                held = block
            else:
                blocks.append(block)
        supply = np.array([count for _, count in self._view.supply], np.int16)
        mask = np.zeros(len(self.choices), np.int8)
        mask[list(self._legal())] = 1
        return {**self._blocks.seen(blocks, held), "supply": supply, "action_mask": mask}

    def _info(self) -> dict[str, Any]:
        view = self._view
        # A float, since several environments share an array of the first one's type; NaN would fail
        # the library's check, as it differs from itself.
        measure = {} if view.value is None else {"measure": float(view.value)}
        return {"stars": view.stars, **measure, "height": view.height}


class StackEnv(PracticeEnv):
    """A tower without end: an action is x (−1 … 1: −10 … 10 cm) and angle (−1 … 1: −90° … 90°)."""

    def __init__(
        self,
        bricks: int = 100,
        control: Control = "drop",
        hand: str = "normal",
        observe: Observe = "blocks",
        render_mode: str | None = None,
    ) -> None:
        """Take the bricks, `MOST_BRICKS` at most, and how they are placed: "drop" or "hand"."""
        check_choice("control", control, ("drop", "hand"))
        count = whole_number("bricks", bricks, 1, MOST_BRICKS)
        tower = replace(STACK, pieces=(replace(BRICK, count=count),))
        super().__init__(tower, control, hand, observe, render_mode)
        self.reach, self.turned = 0.1, math.pi / 2
        self.action_space = spaces.Box(-1.0, 1.0, (2,), np.float32)

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:  # noqa: ANN401 - of the interface
        """Put the next brick at x with this angle."""
        seen, reward, over, _, info = super().step({"choice": 0, "pose": action})
        return seen, reward, over, not over and not seen["supply"].any(), info

    def _worth(self) -> float:
        return float(self._view.value or 0.0)
