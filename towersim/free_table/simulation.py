"""The simulation of the free table: a world under strain, with or without a block in the hand."""

import math
from collections.abc import Collection, Sequence

from msgspec.structs import replace

from towersim.common.portable_math import cos, sin
from towersim.common.units import BlockId, Target
from towersim.free_table.falls import FallWatch
from towersim.free_table.history import Strain
from towersim.physics.collapse import Collapse
from towersim.physics.profile import Profile
from towersim.physics.settle import RestWatch
from towersim.physics.world import World
from towersim.scene.scene import Block, Scene
from towersim.table.disturbance import QuakeStress

TILTING = math.radians(15.0)
"""The rate of change of the tilt, in rad/s."""
SHAKING = 3.0
"""The rate of change of the shaking, in m/s² per second."""
LOADING = 4.0
"""The rate of change of the load, in newtons per second."""
GRIP = 1.8
"""The minimum force of the hand, in multiples of the held block's weight."""


class Simulation:
    """A world under strain; its scene is not modified."""

    def __init__(
        self,
        scene: Scene,
        strain: Strain,
        profile: Profile,
        *,
        still: Collection[Sequence[BlockId]] = (),
        lifted: Block | None = None,
    ) -> None:
        """Begin with an unstrained scene and, if given, a `lifted` block that is not part of it.

        The groups in `still` sleep until they are touched, unless there is a strain.
        """
        grip = GRIP * lifted.mass * profile.gravity / profile.hand_force if lifted else 1.0
        own = replace(
            profile,
            hand_force=profile.hand_force * max(grip, 1.0),
            hand_torque=profile.hand_torque * max(grip, 1.0),
        )
        self.world = World(scene, own, still if strain.is_none else ())
        self._all_awake = not still or not strain.is_none
        self._now = Strain()
        self._wanted = strain
        self._blocks: tuple[Block, ...] | None = None
        """The cached result of `blocks`."""
        self._masses: dict[BlockId, float] = {}
        if lifted is not None:
            self.world.lift(lifted)
        self._watch = RestWatch(self.world)
        self._falls = FallWatch(self.world, self._now)
        self.collapse: tuple[Collapse, Strain] | None = None
        """The cause of the collapse of the last tick, and the strain when it began."""

    @property
    def takes_strain(self) -> bool:
        """Whether no group of blocks was put to sleep, so that a strain acts on all."""
        return self._all_awake

    @property
    def has_told(self) -> bool:
        """Whether a collapse has been explained."""
        return self._falls.told

    @property
    def strain(self) -> Strain:
        """The present strain, on its way to the wanted one."""
        return self._now

    @property
    def sway(self) -> float:
        """The displacement of the shaken table in metres, integrated from its acceleration."""
        seconds = self.world.ticks / self.world.profile.tick_hz
        return QuakeStress.sway(seconds, self._now.shake)

    def begin_with(self, strain: Strain) -> None:
        """Set the present strain at once."""
        self._now = self._wanted = strain
        self._apply()

    def want(self, strain: Strain) -> None:
        """Set the strain to approach at limited rates."""
        self._wanted = strain
        self._watch = RestWatch(self.world)

    def tick(self, target: Target | None) -> None:
        """Simulate one control tick; a hand that holds a block moves towards `target`."""
        self._blocks = None
        if not (self._now.is_none and self._wanted.is_none and self._now == self._wanted):
            self._approach()
            self._apply()
        if self.world.hand.holds:
            self.world.tick(target)
        else:
            self.world.tick()
            self._watch.update()
        self.collapse = self._falls.update(self._now)
        if self.collapse is None and self.is_at_rest:
            self.collapse = self._falls.at_rest()

    def open_hand(self) -> None:
        """Release the block in the hand."""
        self.world.hand.open()
        self._watch = RestWatch(self.world)

    @property
    def is_at_rest(self) -> bool:
        """Whether all is at rest, or the time limit is reached, under a constant tilt and load."""
        quiet = self._watch.done and not self.world.hand.holds
        return quiet and self._now == self._wanted and self._now.shake == 0.0

    def blocks(self) -> tuple[Block, ...]:
        """Return every block with its present pose; a lifted one comes last."""
        if self._blocks is None:
            self._blocks = tuple(map(self.world.block, range(len(self.world.blocks))))
        return self._blocks

    def _approach(self) -> None:
        if self._now == self._wanted:
            return
        now, wanted, dt = self._now, self._wanted, 1 / self.world.profile.tick_hz
        before = now.load if now.loaded == wanted.loaded else 0.0
        self._now = Strain(
            tilt=_towards(now.tilt, wanted.tilt, TILTING * dt),
            shake=_towards(now.shake, wanted.shake, SHAKING * dt),
            load=_towards(before, wanted.load, LOADING * dt),
            loaded=wanted.loaded,
        )

    def _apply(self) -> None:
        world, strain = self.world, self._now
        gravity, seconds = world.profile.gravity, world.ticks / world.profile.tick_hz
        wave = QuakeStress.wave(seconds) / len(QuakeStress.TONES)
        world.set_gravity(
            gravity * sin(strain.tilt) + strain.shake * wave, -gravity * cos(strain.tilt)
        )
        self._hang_weight()

    def _hang_weight(self) -> None:
        """Set the mass of the loaded block, and restore those of the others."""
        for index, block in enumerate(self.world.blocks):
            load = self._now.load if block.id == self._now.loaded else 0.0
            mass = block.mass + load / self.world.profile.gravity
            if not block.fixed and mass != self._masses.get(block.id, block.mass):
                self._masses[block.id] = mass
                self.world.set_mass(index, mass)


def _towards(now: float, wanted: float, most: float) -> float:
    return wanted if abs(wanted - now) <= most else now + math.copysign(most, wanted - now)
