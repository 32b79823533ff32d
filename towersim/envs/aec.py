"""Any game of several seats as a PettingZoo environment, in which agents act in turn (AEC).

An observation is a dictionary of `observation` (numbers from 0 to 1: the facts of the game's
coding, in games with blocks the heights of the towers, then a mark for each number of the action
that was chosen so far) and `action_mask`; the mask is in `info`, too. After the end it is all ones,
and the only action is None. The reward is 0 until the end, then (n·w − 1) / (n − 1) for a seat with
the share w of the win among n seats: 1 for a sole winner, −1 for the loser of two, in sum 0.
"""

import operator
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, NamedTuple, TypedDict

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import BaseWrapper

from towersim.common import dice
from towersim.common.errors import IllegalAction, whole_number
from towersim.common.units import Seat
from towersim.envs.coding import Choice, Coding, Numbers, Observer, marked, rewards
from towersim.envs.pictures import RENDER_MODES, Renderer
from towersim.envs.placing import STEPS, Drop, drops, outlines
from towersim.match.match import Match
from towersim.match.record import SeatSpec
from towersim.rules import checked_options, game as rules_of
from towersim.rules.base import Action, Place, StartTower

Mask = npt.NDArray[np.int8]


class Observation(TypedDict):
    """What an agent sees, and which numbers it may choose."""

    observation: Numbers
    action_mask: Mask


Env = Any
"""An environment of the library, which has no types."""


class GameEnv(AECEnv):
    """A game as an AEC environment; `match` is the game, for reading and cloning."""

    metadata: dict[str, Any] = {  # noqa: RUF012 - each environment has a name of its own
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 4,
    }

    def __init__(
        self,
        coding: Coding,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Take the number of seats (by default the least) and the game's options by name."""
        super().__init__()
        rules = rules_of(coding.game)
        many = rules.seats.start if seats is None else whole_number("seats", seats)
        self.metadata = {**self.metadata, "name": f"{coding.game.replace('-', '_')}_v0"}
        self.render_mode = render_mode
        self.coding = coding
        self.options = checked_options(coding.game, {} if options is None else options)
        rules.setup(many, self.options)  # refuses options that do not fit the seats
        self.observer = Observer(coding, many)
        self.possible_agents = [f"seat_{seat}" for seat in range(many)]
        self._seat_of = {agent: Seat(seat) for seat, agent in enumerate(self.possible_agents)}
        self._renderer = Renderer(render_mode)
        self._seeds = dice.stream(dice.fresh_seed(), "episodes")
        size, numbers = self.observer.size, len(coding.numbers)
        if coding.angles:
            size += len(self._begun(0).table.towers) * len(STEPS)
        self._nothing = np.zeros(numbers, np.int8)
        self._choice: Choice[Action | Drop] = Choice([])
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0.0, 1.0, (size + numbers,), np.float32),
                    "action_mask": spaces.Box(0, 1, (numbers,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(numbers) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: object = None) -> None:  # noqa: ARG002 - of the interface
        """Begin the game with this seed; without one, the next after the last seed's."""
        if seed is not None:
            self._seeds = dice.stream(whole_number("seed", seed), "episodes")
        number = self._seeds.randrange(2**63) if seed is None else operator.index(seed)
        self.match = self._begun(number)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._ask()

    def _begun(self, seed: int) -> Match:
        seats = [SeatSpec(agent) for agent in self.possible_agents]
        return Match.new(self.coding.game, seats, seed=seed, options=self.options)

    def step(self, action: Any) -> None:  # noqa: ANN401 - of the interface
        """Choose a number for the agent whose turn it is; IllegalAction if the mask forbids it."""
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        try:
            number = operator.index(action)  # quicker than to ask the space
        except TypeError:
            number = -1
        if not 0 <= number < len(self._legal):
            raise IllegalAction(f"{agent}: {action} is not in the action space")
        if self._legal[number]:
            self._choice = self._choice.after(number)
            self._do(self._choice.certain)
        else:
            self._refuse(agent, number)
        if self.render_mode == "human":
            self.render()

    def _refuse(self, agent: str, action: int) -> None:
        raise IllegalAction(f"{agent}: {action} cannot be chosen now")

    def _do(self, chosen: Action | Drop | None) -> None:
        """Do what is chosen, if it is certain; a block that is put down needs two more numbers."""
        match chosen:
            case Drop(put, x, angle):
                self.match.drop(put, x, angle)
            case Place() | StartTower():
                self._choice = self._drops(chosen)
                self._show(self._choice.legal)
                return
            case None:
                self._show(self._choice.legal)
                return
            case _:
                self.match.submit(chosen)
        self._ask()

    def _drops(self, put: Place | StartTower) -> Choice[Action | Drop]:
        """Return the choice of a drop, after the numbers that say what is put down."""
        so_far = self._choice.chosen
        first = len(self._nothing) - len(self.coding.angles) - len(STEPS)
        return Choice(
            [
                ((*so_far, first + turn, first + step), drop)
                for (turn, step), drop in drops(self.match, put, self.coding.angles)
            ],
            so_far,
        )

    def _ask(self) -> None:
        """Let the seat to move choose, or end the game."""
        seat = self.match.last_seat
        self.agent_selection = self._chooser = self.possible_agents[seat]
        self._view, word = self.match.view(seat), self.coding.word
        self._choice = Choice([(word(action), action) for action in self._view.legal])
        outcome = self.match.outcome
        if outcome is None:
            self._show(self._choice.legal)
            return
        self._end(dict(zip(self.agents, rewards(outcome, len(self.agents)), strict=True)))

    def _end(self, rewarded: dict[str, float]) -> None:
        """Give each agent its reward, and end the game for all of them."""
        self.rewards = rewarded
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self._show(range(len(self._nothing)))

    def _show(self, legal: Iterable[int]) -> None:
        """Mark the numbers that the agent may choose, and tell each agent in its info."""
        self._legal = np.frombuffer(marked(len(self._nothing), legal), np.int8)
        self._is_over = self.terminations[self._chooser]
        self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}

    def _mask(self, agent: str) -> Mask:
        """Return an agent's mask, in an array that the agent may change."""
        told = agent == self._chooser or self._is_over
        return (self._legal if told else self._nothing).copy()

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees; the mask is empty while another agent has to choose."""
        mine = agent == self._chooser  # after the end, others are selected, too
        view = self._view if mine else self.match.view(self._seat_of[agent])
        chosen = self._choice.chosen if mine else ()
        row = self.observer.numbers(view, marked(len(self._nothing), chosen))
        if self.coding.angles:
            corners, size = outlines(self.match, self._seat_of[agent]), self.observer.size
            row = np.concatenate((row[:size], corners, row[size:]))
        return {"observation": row, "action_mask": self._mask(agent)}

    def render(self) -> npt.NDArray[np.uint8] | None:
        """Draw the table as an onlooker sees it: return the pixels, or show a window."""
        return self._renderer.show(self.match)

    def close(self) -> None:
        """Close the window."""
        self._renderer.close()


class CheckedEnv(GameEnv):
    """A game that ends with −1 for an agent that chooses a number which the mask forbids."""

    def _refuse(self, agent: str, action: int) -> None:  # noqa: ARG002 - whatever it is
        EnvLogger.warn_on_illegal_move()
        self.truncations = dict.fromkeys(self.agents, True)
        self._end({other: -1.0 * (other == agent) for other in self.agents})
        self._deads_step_first()

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - what is missing
        """Raise AttributeError for what there is only after `reset`."""
        raise AttributeError(f"{name} cannot be accessed before reset")


class Flat(BaseWrapper):
    """An environment whose observation is the array alone; the mask is in `info`."""

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        space: spaces.Dict = super().observation_space(agent)
        return space["observation"]

    def observe(self, agent: str) -> Numbers:
        """Return what an agent sees."""
        seen: Observation = super().observe(agent)
        return seen["observation"]


class Makers(NamedTuple):
    """The functions that make a game's environments; they take the arguments of `GameEnv`."""

    env: Callable[..., Env]
    """The environment; an illegal number ends it with −1 for the agent that chose it."""
    raw_env: Callable[..., GameEnv]
    """An illegal number raises IllegalAction."""
    flat_env: Callable[..., Env]
    """With an array as observation, and the mask in `info` only."""
    parallel_env: Callable[..., Env]
    """As a parallel environment, in which only the agent whose turn it is acts."""


def makers(coding: Coding) -> Makers:
    """Return the functions that make the environments of a game."""
    env = partial(CheckedEnv, coding)
    return Makers(
        env,
        partial(GameEnv, coding),
        lambda **given: Flat(env(**given)),
        lambda **given: turn_based_aec_to_parallel_wrapper(env(**given)),
    )
