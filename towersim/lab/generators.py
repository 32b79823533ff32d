"""Generators of towers from outside: a function of a file, or of an installed package.

``structures`` of a sweep may name one as ``mine.py:stairs``, or by its name in the entry point
group ``towersim.generators`` of a package. It takes dice and returns a scene::

    def stairs(dice):
        return Scene(TableTop(), ...)

The dice are a random stream for each tower, so the same index always gives the same tower.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from towersim.common import dice
from towersim.common.errors import OptionFault, SceneFault
from towersim.common.plugins import load, why
from towersim.scene.check import check_scene
from towersim.scene.scene import Scene


class Generator(NamedTuple):
    """A function that draws towers, with the version of its source."""

    name: str
    draw: Callable[[dice.Stream], Any]
    version: str

    def scene(self, seed: int, index: int) -> Scene:
        """Return tower `index`; raises OptionFault if it is no valid scene."""
        try:
            scene = self.draw(dice.stream(seed, f"generator {self.name}", index))
        except (Exception, SystemExit) as error:
            raise self._fault(index, why(error)) from error
        if not isinstance(scene, Scene):
            raise self._fault(index, f"returned {type(scene).__name__}, not a Scene")
        try:
            check_scene(scene, simulated=True)
        except SceneFault as fault:
            raise self._fault(index, str(fault)) from None
        return scene

    def _fault(self, index: int, text: str) -> OptionFault:
        return OptionFault(f"generator {self.name!r}: tower {index}: {text}")


@lru_cache(maxsize=64)
def find_generator(name: str) -> Generator:
    """Return a generator by its name or `file:function`; raises OptionFault if it is unknown."""
    plugin = load("generator", name)
    if plugin is None:
        raise OptionFault(f"generator {name!r}: not known")
    if not callable(plugin.thing):
        raise OptionFault(f"generator {name!r}: is no function")
    return Generator(name, plugin.thing, plugin.version)
