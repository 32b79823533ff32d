"""Heuristics that predict whether a scene stands, or propose poses for the next piece.

A heuristic is a plain function, or an object or class with some of these methods::

    predict(scene)               the probability that the scene stands, 0 … 1
    predict(scene, dice)         the same, with random numbers
    propose(scene, piece)        poses for a piece on top of a scene, best first, or one pose
    propose(scene, piece, dice)
    place(scene, piece, task)    the same for a task of `placement-3` (`towersim.lab.placement`)
    place(scene, piece, task, dice)
    predict_many(scenes)         the probabilities for a list of scenes (methods only); a second
                                 parameter is a list of dice, for each scene its own

    predict_image(image)         the probability that the tower in a picture stands: 128 x 128
    predict_images(images)       pixels, 0 … 255 (`towersim.lab.renders`)

Parameters of methods may have any name. A plain function with two parameters proposes if the second
is called `piece`, otherwise it predicts with dice; one with three places if the third is called
`task`, otherwise it proposes with dice; one with the only parameter `image` takes pictures.

`scene` is a `Scene` of `towersim.scene.scene`, `piece` a `Block` with the pose (0, 0, 0); a pose
has x and y in metres and an angle in radians, as a tuple or an array. `dice` is a stream of random
numbers that depends on the trial and on the name of the function or class only. In a file `mine.py`
of the current folder::

    def tall(scene):
        return 1.0 if len(scene.blocks) < 8 else 0.3

it is ``--heuristic mine:tall`` on the command line (or ``folder/mine.py:tall``). A package offers
it in the entry point group ``towersim.heuristics``::

    [project.entry-points."towersim.heuristics"]
    tall = "mine:tall"
"""

import importlib
from collections.abc import Mapping
from functools import lru_cache

from towersim.common.errors import OptionFault
from towersim.common.plugins import Plugin, from_module, installed, load
from towersim.common.version import __version__
from towersim.lab.heuristics.base import Heuristic, adapted

INCLUDED: Mapping[str, str] = {
    "overlap": "simple:overlap",
    "centre-of-mass": "simple:centre_of_mass",
    "statics": "simple:label",
    "margin": "simple:margin",
    "noisy-simulation": "simulation:NoisySimulation",
    "height": "simple:height",
    "blocks": "simple:blocks",
    "uniform": "simple:uniform",
    "best-margin": "placing:best_margin",
    "lowest-centre": "placing:lowest_centre",
    "greedy-overlap": "placing:greedy_overlap",
    "look-ahead": "placing:LookAhead",
    "image-centre": "simple:image_centre",
    "image-height": "simple:image_height",
    "fixed-pose": "tasks:fixed_pose",
    "random-pose": "tasks:random_pose",
    "harmonic": "tasks:harmonic",
    "rules-of-thumb": "tasks:rules_of_thumb",
    "margin-search": "tasks:margin_search",
    "switch": "tasks:switch",
    "moment-balance": "tasks:moment_balance",
    "forecast-search": "tasks:forecast_search",
}
"""The included heuristics by name, as module:attribute of this package."""


def names() -> tuple[str, ...]:
    """Return the names of the included and the installed heuristics.

    >>> names()[:2]
    ('overlap', 'centre-of-mass')
    """
    return tuple(dict.fromkeys([*INCLUDED, *installed("heuristic")]))


@lru_cache(maxsize=64)
def find(name: str) -> Heuristic:
    """Return a heuristic by its name or `file:function`; raises OptionFault if it is unknown.

    >>> find("height").propose is None
    True
    """
    if name in INCLUDED:
        module, _, attribute = INCLUDED[name].partition(":")
        here = importlib.import_module(f"{__name__}.{module}")
        plugin: Plugin | None = from_module(here, attribute, __version__)
    else:
        plugin = load("heuristic", name)
    if plugin is None:
        known = ", ".join(names())
        raise OptionFault(f"heuristic {name!r}: not known; known: {known}, or your file:function")
    return adapted(name, plugin.thing)._replace(version=plugin.version)
