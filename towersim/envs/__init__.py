"""Environments for agents and searches: Gymnasium, PettingZoo, OpenSpiel.

Importing this package registers them with the libraries that are installed; `README.md` beside it
describes them. The libraries come with ``pip install 'towersim[envs]'``.
"""

import os
from importlib.util import find_spec

ENVIRONMENTS = {
    # id: (environment, several in one process, most steps)
    "towersim/Practice-v0": ("building:PracticeEnv", "batches:attempts", 1000),
    "towersim/Stack-v0": ("building:StackEnv", "batches:stacks", None),
    "towersim/Placement-v0": ("placement:PlacementEnv", "batches:placements", None),
}
"""Their modules load at first use."""

if find_spec("pettingzoo"):
    _audio = os.environ.get("SDL_AUDIODRIVER")
    import pettingzoo as _pettingzoo  # noqa: F401 - it replaces the audio driver of the process

    if _audio is None:
        os.environ.pop("SDL_AUDIODRIVER", None)
    else:
        os.environ["SDL_AUDIODRIVER"] = _audio
if find_spec("gymnasium"):
    import gymnasium as _gymnasium

    for _name, (_one, _several, _most) in ENVIRONMENTS.items():
        if _name not in _gymnasium.registry:
            _gymnasium.register(
                _name,
                f"towersim.envs.{_one}",
                max_episode_steps=_most,
                vector_entry_point=f"towersim.envs.{_several}",
            )
if find_spec("pyspiel"):
    from towersim.envs.openspiel import register_openspiel

    register_openspiel()
