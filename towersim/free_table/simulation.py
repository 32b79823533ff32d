"""The simulation of the free table: a world under strain, and the sentence about its collapse."""

import math
from collections import Counter, deque
from collections.abc import Collection, Sequence

from msgspec.structs import replace

from towersim.common.messages import Message, kind_text, known, message as _
from towersim.common.portable_math import cos, sin
from towersim.common.units import BlockId, Target
from towersim.free_table.edits import kind_of
from towersim.free_table.history import LEVELLED, LOADED, SHAKEN, STILLED, TILTED, Strain
from towersim.physics.collapse import AFTERWARDS, Collapse, Way, explain
from towersim.physics.profile import TABLE_3
from towersim.physics.settle import RestWatch, certain_falls, falls_of_scene
from towersim.physics.trace import Trace
from towersim.physics.world import World
from towersim.scene.scene import Block, Scene
from towersim.statics.equilibrium import verdict
from towersim.table import forensics
from towersim.table.disturbance import LoadStress, QuakeStress, TiltStress

TOGETHER = 1.0
"""The time in seconds within which falls that follow each other are one collapse."""
TILTING = math.radians(15.0)
"""The rate of change of the tilt, in rad/s."""
SHAKING = 3.0
"""The rate of change of the shaking, in m/s² per second."""
LOADING = 4.0
"""The rate of change of the load, in newtons per second."""


class FallWatch:
    """Explains each collapse in a world, once."""

    def __init__(self, world: World, strain: Strain, taken: BlockId | None) -> None:
        self._world, self._trace, self._taken = world, Trace(world), taken
        self._strains = deque([strain], maxlen=self._trace.most)
        self._held = world.blocks[-1].id if world.hand.holds else None
        self._seen: set[BlockId] = set()
        self._waiting: list[tuple[BlockId, int]] = []
        """The blocks that fell, each with the tick in which it may explain a new collapse."""
        self.told = False
        """Whether a collapse has been explained."""
        self._until = self._began = 0
        """The ticks up to which falls belong to the explained collapse, and in which it began."""

    def update(self, strain: Strain) -> tuple[Collapse, Strain] | None:
        """Record a tick; return the cause of a collapse and the strain when it began."""
        world, ticks = self._world, self._world.profile.ticks
        self._trace.update(world)
        self._strains.append(strain)
        # A post that tips over, or what it carried, need not touch the table anew: that is seen
        # at rest, and in a quake, which has no rest, once a second.
        is_due = strain.shake > 0 and self._held is None and world.ticks % ticks(TOGETHER) == 0
        falls = falls_of_scene(world) if is_due else certain_falls(world)
        fell = [fall.block for fall in falls if fall.block not in self._seen]
        self._seen.update(fell)
        if world.hand.holds and self._held in fell:
            fell.remove(self._held)  # it may touch the table
        if fell and world.ticks <= self._until:
            self._until = world.ticks + ticks(TOGETHER)
        elif fell:
            self._waiting += [(block, world.ticks + ticks(AFTERWARDS)) for block in fell]
        if not self._waiting or world.ticks < self._waiting[0][1]:
            return None
        first = self._waiting.pop(0)[0]
        explained = self._explained(first)
        if explained is None:  # what sinks in a quake bit by bit may be explained a second later
            self._seen -= {first}.difference(fall.block for fall in certain_falls(world))
        else:
            self._waiting, self._until = [], world.ticks + ticks(TOGETHER) - ticks(AFTERWARDS)
        return explained

    def at_rest(self) -> tuple[Collapse, Strain] | None:
        """Return the cause of a collapse now that all is at rest: not yet told, or that came first.

        A block that stood on the table has certainly fallen only now.
        """
        for waiting in self._waiting:
            if (explained := self._explained(waiting[0])) is not None:
                return explained
        falls = (fall.block for fall in falls_of_scene(self._world))
        fell = next((b for b in falls if b != self._held and b not in self._seen), None)
        return None if fell is None else self._explained(fell)

    def _explained(self, fell: BlockId) -> tuple[Collapse, Strain] | None:
        """Return the cause of a fall, unless it is part of what has been explained."""
        collapse = explain(self._trace, fell)
        carrier = None if collapse is None or collapse.way is not Way.SLID else collapse.block
        if carrier is not None and carrier == self._taken != fell:  # as the hand left it
            collapse = explain(self._trace, fell, self._taken)
        if collapse is None or (self.told and self._began <= collapse.tick <= self._until):
            return None
        carried = fell != collapse.block and fell in collapse.above
        beside = collapse.support is None or collapse.way is Way.SLIPPED
        if fell == self._held and beside and not carried:
            return None  # a block was put on the table
        self.told, self._began = True, collapse.tick
        ago = self._world.ticks - collapse.tick - 1  # the tick in which the strain moved it
        return collapse, self._strains[max(-1 - ago, -len(self._strains))]


def collapse_told(
    collapse: Collapse, blocks: Sequence[Block], done: str, strain: Strain, taken: BlockId | None
) -> forensics.FallCause:
    """Return a collapse with its sentence, which begins with the command that was `done` before.

    The `strain` is that when the collapse began, `taken` the block without whose support it began.
    Blocks of one kind are told apart by number.
    """
    kinds = Counter(map(kind_of, blocks))

    def name(block: BlockId | None) -> Message:
        kind = next((kind_of(one) for one in blocks if one.id == block), None)
        if block is None or kind is None or kinds[kind] > 1:
            return forensics.scene_names(None) if block is None else kind_text(block)
        return forensics.the_piece(kind)

    act = _act(collapse, done, strain, name)
    if taken is not None:
        act, collapse = forensics.took_out(name(taken)), replace(collapse, pushed=(), hand="pushed")
    return forensics.FallCause(collapse, forensics.sentence(collapse, name, act))


def _act(collapse: Collapse, done: str, strain: Strain, name: forensics.Namer) -> Message | None:
    """Return the act of a collapse: the strain that lasts, or the command that was `done`."""
    told = None
    if strain.shake and done in (SHAKEN, STILLED, ""):
        told = forensics.stress_told(QuakeStress(), round(strain.shake, 1))
    elif strain.tilt and done in (TILTED, LEVELLED, ""):
        told = forensics.stress_told(TiltStress(1), round(math.degrees(abs(strain.tilt)), 1))
    elif done == LOADED and strain.loaded is not None:
        told = forensics.stress_told(LoadStress(strain.loaded), strain.load)
    if told is None:
        return done if isinstance(done, Message) else known(done) if done else None
    if done or collapse.landed is None:
        return told
    landed = collapse.landed in (collapse.block, collapse.support, *collapse.above)
    if not landed and collapse.hand != "dropped":
        return told
    if collapse.way is Way.ROLLED or (collapse.overhang > 0 and collapse.balanced):
        return None
    return _("{act}, and {block} came down", act=told, block=name(collapse.landed))


class Simulation:
    """A world under strain; its scene is not modified."""

    def __init__(
        self,
        scene: Scene,
        strains: tuple[Strain, Strain],
        *,
        still: Collection[Sequence[BlockId]] = (),
        lifted: Block | None = None,
        taken: BlockId | None = None,
    ) -> None:
        """Begin with a scene and, if given, a `lifted` block that is not part of it.

        `taken` is its name if it was taken out of the scene at rest.
        `strains` are the present and the wanted one. The groups in `still` sleep until they are
        touched, unless a strain is wanted.
        """
        self.strain, self._wanted = strains
        """The present strain, on its way to the wanted one."""
        own = TABLE_3 if lifted is None else TABLE_3.gripping(lifted.mass)
        self.world = World(scene, own, still if self._wanted.is_none else ())
        self.takes_strain = not still or not self._wanted.is_none
        """Whether no group of blocks was put to sleep, so that a strain acts on all."""
        self._blocks: tuple[Block, ...] | None = None
        """The cached result of `blocks`."""
        self._masses: dict[BlockId, float] = {}
        if lifted is not None:
            self.world.lift(lifted)
        self._taken, self._opened = taken, math.inf
        self._watch = RestWatch(self.world)
        self.falls = FallWatch(self.world, self.strain, taken)
        self.collapse: tuple[Collapse, Strain] | None = None
        """The cause of the collapse of the last tick, and the strain when it began."""
        self._apply()

    @property
    def sway(self) -> float:
        """The displacement of the shaken table in metres, integrated from its acceleration."""
        seconds = self.world.ticks / self.world.profile.tick_hz
        return QuakeStress.sway(seconds, self.strain.shake)

    def want(self, strain: Strain) -> None:
        """Set the strain to approach at limited rates."""
        self._wanted = strain
        self._watch = RestWatch(self.world)

    def tick(self, target: Target | None) -> None:
        """Simulate one control tick; a hand that holds a block moves towards `target`."""
        self._blocks = None
        if not (self.strain.is_none and self.strain == self._wanted):
            self._approach()
            self._apply()
        if self.world.hand.holds:
            self.world.tick(target)
        else:
            self.world.tick()
            self._watch.update()
        self.collapse = self.falls.update(self.strain)
        if self.collapse is None and self.is_at_rest:
            self.collapse = self.falls.at_rest()

    def taken_before(self, collapse: Collapse) -> BlockId | None:
        """Return the block taken out of the scene, without which it does not stand, or None.

        The hand may push blocks over, or drag them along, before they miss what held them.
        """
        drawn = collapse.way is Way.SLID and collapse.hand == "dragged"
        dropped = collapse.support is None and collapse.block not in self.world.grounded
        pushed = bool(collapse.pushed) and (drawn or collapse.overhang <= 0) and not dropped
        if self._taken is None or collapse.tick > self._opened or pushed:
            return None
        return self._taken if verdict(self.world.scene) == "falls" else None

    def open_hand(self) -> None:
        """Release the block in the hand."""
        self._opened = self.world.ticks
        self.world.hand.open()
        self._watch = RestWatch(self.world)

    @property
    def is_at_rest(self) -> bool:
        """Whether all is at rest, or the time limit is reached, under a constant tilt and load."""
        quiet = self._watch.done and not self.world.hand.holds
        return quiet and self.strain == self._wanted and self.strain.shake == 0.0

    def blocks(self) -> tuple[Block, ...]:
        """Return every block with its present pose; a lifted one comes last."""
        if self._blocks is None:
            self._blocks = tuple(map(self.world.block, range(len(self.world.blocks))))
        return self._blocks

    def _approach(self) -> None:
        if self.strain == self._wanted:
            return
        now, wanted, dt = self.strain, self._wanted, 1 / self.world.profile.tick_hz
        before = now.load if now.loaded == wanted.loaded else 0.0
        self.strain = Strain(
            tilt=_towards(now.tilt, wanted.tilt, TILTING * dt),
            shake=_towards(now.shake, wanted.shake, SHAKING * dt),
            load=_towards(before, wanted.load, LOADING * dt),
            loaded=wanted.loaded,
        )

    def _apply(self) -> None:
        world, strain = self.world, self.strain
        gravity, seconds = world.profile.gravity, world.ticks / world.profile.tick_hz
        wave = QuakeStress.wave(seconds) / len(QuakeStress.TONES)
        world.set_gravity(
            gravity * sin(strain.tilt) + strain.shake * wave, -gravity * cos(strain.tilt)
        )
        # The loaded block gets its mass, and the others theirs back.
        for index, block in enumerate(world.blocks):
            load = strain.load if block.id == strain.loaded else 0.0
            mass = block.mass + load / gravity
            if not block.fixed and mass != self._masses.get(block.id, block.mass):
                self._masses[block.id] = mass
                world.set_mass(index, mass)


def _towards(now: float, wanted: float, most: float) -> float:
    return wanted if abs(wanted - now) <= most else now + math.copysign(most, wanted - now)
