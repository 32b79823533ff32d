"""Several environments of one kind in one process, as Gymnasium's `make_vec` takes them."""

from collections.abc import Callable
from functools import partial
from typing import Any

from gymnasium.vector import SyncVectorEnv

from towersim.envs.building import PracticeEnv, StackEnv
from towersim.envs.placement import PlacementEnv


class Batch(SyncVectorEnv):
    """`num_envs` environments of one kind, stepped one after the other."""

    def __init__(self, kind: Callable[..., Any], num_envs: int = 1, **given: Any) -> None:  # noqa: ANN401 - the arguments of the kind
        """Take the kind of environment, their number, and the arguments of each."""
        super().__init__([partial(kind, **given)] * num_envs)


stacks = partial(Batch, StackEnv)
attempts = partial(Batch, PracticeEnv)
placements = partial(Batch, PlacementEnv)
