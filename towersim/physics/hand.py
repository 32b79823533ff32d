"""The hand: carries one block with bounded force along targets, one target per control tick.

Mouse, keyboard and bots set the same targets; a record stores these targets.
"""

import math
from types import MappingProxyType
from typing import Protocol

import msgspec
import pymunk

from towersim.common import portable_math
from towersim.common.errors import check_choice
from towersim.common.units import Target
from towersim.physics.profile import Profile

_GRIP_BIAS = portable_math.exp(-20.0)
"""Share of a grip's position error that remains after one second (it decays at 20 per second)."""


class Hand:
    """A force-limited hand in a space; it holds at most one block."""

    def __init__(self, space: pymunk.Space, profile: Profile) -> None:
        self._space = space
        self._profile = profile
        self._palm = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
        self._grip: tuple[pymunk.Constraint, ...] = ()
        self._held: pymunk.Body | None = None

    @property
    def holds(self) -> bool:
        """Whether a block is in the hand."""
        return self._held is not None

    def close(self, body: pymunk.Body) -> None:
        """Grip a block that has just been added to the world."""
        self._palm.position, self._palm.angle = body.position, body.angle
        pivot = pymunk.PivotJoint(self._palm, body, (0.0, 0.0), (0.0, 0.0))
        pivot.max_force = self._profile.hand_force
        gear = pymunk.GearJoint(self._palm, body, 0.0, 1.0)
        gear.max_force = self._profile.hand_torque
        for joint in (pivot, gear):
            joint.error_bias = _GRIP_BIAS
            joint.collide_bodies = False
        pivot.max_bias, gear.max_bias = self._profile.hand_speed, self._profile.hand_turn
        self._space.add(self._palm, pivot, gear)
        self._grip, self._held = (pivot, gear), body

    def open(self) -> None:
        """Release the block; it keeps its velocity."""
        self._space.remove(self._palm, *self._grip)
        self._grip, self._held = (), None

    def follow(self, target: Target, dt: float) -> None:
        """Move towards `target` during the next tick of `dt` seconds, limited by the profile."""
        if self._held is None:
            return
        p, at, palm = self._profile, self._held.position, self._palm
        here = palm.position
        path, reach = (target.x - at.x, target.y - at.y), p.hand_slack + p.hand_speed * dt
        x, y = _shortened(*path, reach, portable=p.portable)
        gain = p.hand_gain / dt
        velocity = (at.x + x - here.x) * gain, (at.y + y - here.y) * gain
        palm.velocity = _shortened(*velocity, p.hand_speed, portable=p.portable)
        turn = (target.angle - palm.angle) * gain
        palm.angular_velocity = max(-p.hand_turn, min(p.hand_turn, turn))


def _shortened(x: float, y: float, most: float, *, portable: bool) -> tuple[float, float]:
    """Return a vector of at most this length; plain floats, as this runs every tick."""
    length = math.sqrt(x * x + y * y if portable else x**2 + y**2)
    share = 1.0 if length <= most else most / length
    return x * share, y * share


class Skill(msgspec.Struct, frozen=True):
    """The steadiness of a hand: the tremor added to its targets, or the smoothing of them."""

    name: str
    tremor: float
    """Standard deviation of the tremor at table height, in metres (≥ 0)."""
    growth: float = 2.3
    """Relative increase of the tremor for each metre above the table, in 1/m."""
    speed: float = 0.35
    """Speed of the hand when a bot moves it, in m/s."""
    smoothing: float = 0.0
    """Time constant of the low-pass filter on its targets, in seconds; 0: no filter."""

    def sway(self, height: float) -> float:
        """Return the standard deviation of the tremor at this height above the table, in metres."""
        return self.tremor * (1 + self.growth * max(height, 0.0))


SKILLS = MappingProxyType(
    {
        skill.name: skill
        for skill in (
            Skill("none", 0.0),
            Skill("steady", 0.0013),
            Skill("normal", 0.002),
            Skill("shaky", 0.003),
            # 0.1 s damps a tremor of 10 Hz by six sevenths and is barely noticeable as a delay.
            Skill("assisted", 0.0, smoothing=0.1),
        )
    }
)


def swing(sway: float) -> float:
    """Return the angular error, in radians, that goes with a position error of `sway` metres."""
    return sway / 0.02


def skill(name: str) -> Skill:
    """Return the hand of that name, or raise OptionFault with the names there are."""
    check_choice("hand", name, SKILLS)
    return SKILLS[name]


class Noise(Protocol):
    """A source of normal deviates, such as a stream of dice."""

    def gauss(self, mu: float = 0.0, sigma: float = 1.0) -> float:
        """Return a normal deviate."""


class Tremor:
    """The error of a hand: a first-order autoregressive process with a time constant of 0.15 s.

    If the skill has `smoothing`, targets pass a first-order low-pass filter first.
    """

    _MEMORY = 0.15

    def __init__(self, skill: Skill, noise: Noise, tick_seconds: float) -> None:
        self._skill = skill
        self._noise = noise
        self._keep = portable_math.exp(-tick_seconds / self._MEMORY)
        self._fresh = math.sqrt(1 - self._keep * self._keep)
        self._state: tuple[float, ...] = 0.0, 0.0, 0.0
        self._lag = portable_math.exp(-tick_seconds / skill.smoothing) if skill.smoothing else 0.0
        self._smooth: Target | None = None

    def shake(self, target: Target) -> Target:
        """Return the target that results when the hand aims at `target`."""
        if self._lag:
            pairs = zip(self._smooth or target, target, strict=True)
            self._smooth = Target(*(new + self._lag * (old - new) for old, new in pairs))
            target = self._smooth
        if self._skill.tremor == 0:
            return target.rounded()
        keep, fresh, gauss = self._keep, self._fresh, self._noise.gauss
        x, y, turn = self._state = tuple([keep * old + fresh * gauss() for old in self._state])
        size = self._skill.sway(target.y)
        there = target.x + size * x, target.y + 0.5 * size * y, target.angle + swing(size * turn)
        return Target(*there).rounded()
