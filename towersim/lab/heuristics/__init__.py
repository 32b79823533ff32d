"""Heuristics: quick answers to `does it stand` and `where next`, yours beside the included ones.

A heuristic is a plain function, or an object or class with such methods. What it is for is told by
its parameters::

    predict(scene)               the probability that the scene stands, 0 … 1
    predict(scene, dice)         the same, for those who need chance
    propose(scene, piece)        poses for a piece on top of a scene, best first
    propose(scene, piece, dice)

`scene` is a `towersim.scene.Scene`, `piece` a `towersim.scene.Block` whose pose is still (0, 0, 0);
poses are x and y in metres and an angle in radians. `dice` is a stream of random numbers that is
the same whenever the trial is the same. In a file `mine.py` of the folder one is in::

    def tall(scene):
        return 1.0 if len(scene.blocks) < 8 else 0.3

it is ``--heuristic mine:tall`` on the command line (or ``folder/mine.py:tall``). A package offers
it to everybody by the entry point group ``towersim.heuristics``::

    [project.entry-points."towersim.heuristics"]
    tall = "mine:tall"
"""

import importlib
import importlib.util
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import TypeVar

from towersim.errors import OptionFault
from towersim.lab.heuristics.base import Heuristic, adapted, why

T = TypeVar("T")

GROUP = "towersim.heuristics"
"""The entry point group of installed heuristics."""

INCLUDED: Mapping[str, str] = MappingProxyType(
    {
        "overlap": "support:overlap",
        "centre-of-mass": "support:centre_of_mass",
        "statics": "limit:label",
        "margin": "limit:margin",
        "noisy-simulation": "simulation:NoisySimulation",
        "height": "simple:height",
        "blocks": "simple:blocks",
        "uniform": "simple:uniform",
        "best-margin": "placing:best_margin",
        "lowest-centre": "placing:lowest_centre",
        "greedy-overlap": "placing:greedy_overlap",
        "look-ahead": "placing:LookAhead",
    }
)
"""The included heuristics: name, and where in this package each one is."""


def names() -> tuple[str, ...]:
    """Return the names of the included and the installed heuristics.

    >>> names()[:2]
    ('overlap', 'centre-of-mass')
    """
    return tuple(dict.fromkeys([*INCLUDED, *_installed()]))


@lru_cache(maxsize=64)
def find(name: str) -> Heuristic:
    """Return a heuristic by its name, or by `file:function`; OptionFault if there is none.

    >>> find("height").propose is None
    True
    """
    if name in INCLUDED:
        module, _, attribute = INCLUDED[name].partition(":")
        return adapted(name, getattr(importlib.import_module(f"{__name__}.{module}"), attribute))
    if name in _installed():
        return adapted(name, _loaded(name, _installed()[name].load))
    place, colon, attribute = name.rpartition(":")
    if not colon:
        known = ", ".join(names())
        raise OptionFault(f"heuristic {name!r}: not known; there is {known}, or your file:function")
    module_ = _loaded(name, lambda: _module(place))
    if not hasattr(module_, attribute):
        raise OptionFault(f"heuristic {name!r}: there is no {attribute!r} in {place}")
    return adapted(name, getattr(module_, attribute))


def _installed() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


def _loaded(name: str, load: Callable[[], T]) -> T:
    """Return what somebody else's code gives; OptionFault if it breaks down while it is read."""
    try:
        return load()
    except (Exception, SystemExit) as error:
        raise OptionFault(f"heuristic {name!r}: cannot be loaded: {why(error)}") from error


def _module(place: str) -> ModuleType:
    """Return a module by the path of its file, or by its name as seen from the current folder."""
    if not place.endswith(".py"):
        with _current_folder_first():
            return importlib.import_module(place)
    path = Path(place).resolve()
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{place} is no Python file")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@contextmanager
def _current_folder_first() -> Iterator[None]:
    before = sys.path
    sys.path = [str(Path.cwd()), *before]
    try:
        yield
    finally:
        sys.path = before
