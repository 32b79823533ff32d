"""Several environments of one kind in one process, as Gymnasium's `make_vec` takes them."""

from collections.abc import Callable
from functools import partial
from typing import Any

from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import TimeLimit

from towersim.common.errors import whole_number
from towersim.envs.building import PracticeEnv, StackEnv
from towersim.envs.placement import PlacementEnv


def batch(
    kind: Callable[..., Any],
    num_envs: int = 1,
    max_episode_steps: int | None = None,
    autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
    **given: Any,  # noqa: ANN401 - the arguments of the kind
) -> SyncVectorEnv:
    """Return `num_envs` environments of one kind, stepped one after the other."""

    def one() -> Any:  # noqa: ANN401 - as the kind
        made = kind(**given)
        return made if max_episode_steps is None else TimeLimit(made, max_episode_steps)

    many = whole_number("num_envs", num_envs, 1)
    return SyncVectorEnv([one] * many, autoreset_mode=autoreset_mode)


stacks, attempts, placements = (partial(batch, e) for e in (StackEnv, PracticeEnv, PlacementEnv))
