"""The sentence about a collapse on the free table, from the ticks that led to it."""

import math
from collections import Counter, deque
from collections.abc import Sequence

from towersim.common.messages import Message, kind_text, known
from towersim.common.units import BlockId
from towersim.free_table.edits import kind_of
from towersim.free_table.history import LOADED, SHAKEN, TILTED, Strain
from towersim.physics.collapse import AFTERWARDS, Collapse, Trace, explain
from towersim.physics.settle import certain_falls, falls_of_scene
from towersim.physics.world import World
from towersim.scene.scene import Block
from towersim.table.disturbance import LoadStress, QuakeStress, TiltStress
from towersim.table.forensics import scene_names, sentence, stress_told, the_piece

TOGETHER = 1.0
"""The time in seconds within which falls that follow each other are one collapse."""


class FallWatch:
    """Explains each collapse in a world, once."""

    def __init__(self, world: World, strain: Strain) -> None:
        """Begin to watch a world, with a block in the hand or without."""
        self._world, self._trace = world, Trace(world)
        self._strains = deque([strain], maxlen=self._trace.most)
        self._held = world.blocks[-1].id if world.hand.holds else None
        self._seen: set[BlockId] = set()
        self._first: BlockId | None = None
        """The block that fell first in the present collapse, if there is one."""
        self.told = False
        """Whether a collapse has been explained."""
        self._due = self._last = 0
        """The ticks in which the collapse is explained, and of its last fall."""

    def update(self, strain: Strain) -> tuple[Collapse, Strain] | None:
        """Record a tick; return the cause of a collapse and the strain when it began."""
        world, ticks = self._world, self._world.profile.ticks
        self._trace.update(world)
        self._strains.append(strain)
        fell = [fall.block for fall in certain_falls(world) if fall.block not in self._seen]
        self._seen.update(fell)
        if world.hand.holds and self._held in fell:
            fell.remove(self._held)  # it may touch the table
        if fell:
            self._last = world.ticks
        if fell and self._first is None:
            self._first, self._due = fell[0], world.ticks + ticks(AFTERWARDS)
        if self._first is None:
            return None
        if world.ticks == self._due:
            return self._explained(self._first)
        if world.ticks > max(self._due, self._last + ticks(TOGETHER)):
            self._first = None
        return None

    def at_rest(self) -> tuple[Collapse, Strain] | None:
        """Return the cause of a collapse that is not yet told, now that all is at rest."""
        if self._first is not None:
            return self._explained(self._first) if self._world.ticks < self._due else None
        falls = (fall.block for fall in falls_of_scene(self._world))
        fell = next((b for b in falls if b != self._held and b not in self._seen), None)
        return None if fell is None else self._explained(fell)

    def _explained(self, fell: BlockId) -> tuple[Collapse, Strain] | None:
        collapse = explain(self._trace, fell)
        if collapse is None or (fell == self._held and collapse.support is None):
            return None  # a block was put on the table
        self.told = True
        ago = self._world.ticks - collapse.tick - 1  # the tick in which the strain moved it
        return collapse, self._strains[max(-1 - ago, -len(self._strains))]


def collapse_told(
    collapse: Collapse, blocks: Sequence[Block], done: str, strain: Strain
) -> Message:
    """Return one sentence about a collapse, which begins with the command that was `done` before.

    The `strain` is that when the collapse began. Blocks of one kind are told apart by number.
    """
    kinds = Counter(map(kind_of, blocks))

    def name(block: BlockId | None) -> Message:
        kind = next((kind_of(one) for one in blocks if one.id == block), None)
        if block is None or kind is None or kinds[kind] > 1:
            return scene_names(None) if block is None else kind_text(block)
        return the_piece(kind)

    return sentence(collapse, name, _act(done, strain))


def _act(done: str, strain: Strain) -> Message | None:
    if done == TILTED:
        return stress_told(TiltStress(1), math.degrees(abs(strain.tilt)))
    if done == SHAKEN:
        return stress_told(QuakeStress(), strain.shake)
    if done == LOADED and strain.loaded is not None:
        return stress_told(LoadStress(strain.loaded), strain.load)
    return done if isinstance(done, Message) else known(done) if done else None
