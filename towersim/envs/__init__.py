"""Environments for agents and searches: Gymnasium, PettingZoo, OpenSpiel.

Importing this package registers them with the libraries that are installed; `README.md` beside it
describes them. The libraries come with ``pip install 'towersim[envs]'``.
"""

import os
from importlib.util import find_spec

if find_spec("pettingzoo"):
    _audio = os.environ.get("SDL_AUDIODRIVER")
    import pettingzoo as _pettingzoo  # noqa: F401 - it replaces the audio driver of the process

    if _audio is None:
        os.environ.pop("SDL_AUDIODRIVER", None)
    else:
        os.environ["SDL_AUDIODRIVER"] = _audio
if find_spec("gymnasium"):
    from towersim.envs.registration import register_gymnasium

    register_gymnasium()
if find_spec("pyspiel"):
    from towersim.envs.openspiel import register_openspiel

    register_openspiel()
