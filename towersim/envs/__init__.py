"""Environments for agents and searches: Gymnasium, PettingZoo, OpenSpiel.

Importing this package registers them with the libraries that are installed; `README.md` beside it
describes them. The libraries come with ``pip install 'towersim[envs]'``.
"""

from importlib.util import find_spec

if find_spec("gymnasium"):
    from towersim.envs.registration import register_gymnasium

    register_gymnasium()
if find_spec("pyspiel"):
    from towersim.envs.openspiel import register_openspiel

    register_openspiel()
