"""Time on the free table: a strained world, with a block in the hand or without one."""

import math
from collections.abc import Collection

from msgspec.structs import replace

from towersim.disturbance import QuakeStress
from towersim.free_table.history import Strain
from towersim.physics.profile import Profile
from towersim.physics.settle import RestWatch
from towersim.physics.world import World
from towersim.scene import Block, Scene
from towersim.units import BlockId, Target

TILTING = math.radians(15.0)
"""How fast the table tilts to what it was told, in rad/s."""
SHAKING = 3.0
"""How fast the shaking grows to what it was told, in m/s² a second."""
LOADING = 4.0
"""How fast the weight is hung on, in newtons a second."""
GRIP = 1.8
"""The hand can push with this many times the weight of a block that is heavier than wood."""


class Simulation:
    """A world under strain; what it was built from stays as it is."""

    def __init__(
        self,
        scene: Scene,
        strain: Strain,
        profile: Profile,
        *,
        still: Collection[frozenset[BlockId]] = (),
        lifted: Block | None = None,
    ) -> None:
        """Let time pass for a scene under no strain yet, and a block that is lifted beside it.

        The groups in `still` are at rest until they are touched; under strain nothing is.
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
        """The blocks where they are now, once they were asked for."""
        self._masses: dict[BlockId, float] = {}
        if lifted is not None:
            self.world.lift(lifted)
        self._watch = RestWatch(self.world)

    @property
    def takes_strain(self) -> bool:
        """Whether every block would feel a strain: none is kept still."""
        return self._all_awake

    @property
    def strain(self) -> Strain:
        """The strain so far, on its way to what is wanted."""
        return self._now

    @property
    def sway(self) -> float:
        """How far the shaken table is from its place, in metres: what its acceleration makes."""
        seconds, tones = self.world.ticks / self.world.profile.tick_hz, QuakeStress.TONES
        waves = (math.sin(math.tau * f * seconds + at) / (math.tau * f) ** 2 for f, at in tones)
        return self._now.shake * sum(waves) / len(tones)

    def begin_with(self, strain: Strain) -> None:
        """Begin strained, as the table has been all along."""
        self._now = self._wanted = strain
        self._apply()

    def want(self, strain: Strain) -> None:
        """Go over to another strain, slowly."""
        self._wanted = strain
        self._watch = RestWatch(self.world)

    def tick(self, target: Target | None) -> None:
        """Let one control tick pass; the hand, if it holds something, heads for `target`."""
        self._blocks = None
        if not (self._now.is_none and self._wanted.is_none and self._now == self._wanted):
            self._approach()
            self._apply()
        if self.world.hand.holds:
            self.world.tick(target)
        else:
            self.world.tick()
            self._watch.update()

    def open_hand(self) -> None:
        """Let go of what is in the hand."""
        self.world.hand.open()
        self._watch = RestWatch(self.world)

    @property
    def is_at_rest(self) -> bool:
        """Whether nothing moves any more, or it has moved for as long as anybody waits."""
        quiet = self._watch.done and not self.world.hand.holds
        return quiet and self._now == self._wanted and self._now.shake == 0.0

    def blocks(self) -> tuple[Block, ...]:
        """Return every block where it is now; what is in the hand comes last."""
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
        tones = QuakeStress.TONES
        wave = sum(math.sin(2 * math.pi * f * seconds + at) for f, at in tones) / len(tones)
        world.set_gravity(
            gravity * math.sin(strain.tilt) + strain.shake * wave,
            -gravity * math.cos(strain.tilt),
        )
        self._hang_weight()

    def _hang_weight(self) -> None:
        """Let the loaded block weigh what hangs on it too, and every other one what it did."""
        for index, block in enumerate(self.world.blocks):
            load = self._now.load if block.id == self._now.loaded else 0.0
            mass = block.mass + load / self.world.profile.gravity
            if not block.fixed and mass != self._masses.get(block.id, block.mass):
                self._masses[block.id] = mass
                self.world.set_mass(index, mass)


def _towards(now: float, wanted: float, most: float) -> float:
    return wanted if abs(wanted - now) <= most else now + math.copysign(most, wanted - now)
