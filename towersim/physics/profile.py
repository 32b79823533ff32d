"""Named sets of simulation parameters; every record names the profile it was played on.

Results depend on the profile, so a profile is never changed once games were recorded on it: an
improved one gets a new name. `towersim envelope` measures the accuracy of a profile.
"""

import math

import msgspec
from msgspec.structs import replace

from towersim.common.errors import check_choice

_THINNEST = 2e-6
"""Least skin in metres."""
_UNEVEN = 4.0
"""Mass ratio above which blocks count as unequal."""
_GRIP = 1.8
"""The force of a hand for heavy blocks, in multiples of the held block's weight."""


class Profile(msgspec.Struct, frozen=True):
    """All parameters of the simulation; with a scene and hand targets they determine the result."""

    name: str
    tick_hz: int = 120
    """Control ticks per simulated second; hand targets, touches and rest are read once a tick."""
    ladder: tuple[tuple[int, int], ...] = ((10, 8), (20, 16), (44, 32))
    """Pairs (storeys, engine steps per tick) for scenes up to that height. A stack behaves like a
    rod whose stiffness grows with the square of the step rate; if too soft it buckles. A column
    stays straight at half of these rates."""
    top_steps: int = 64
    """Engine steps per tick above the ladder's last rung."""
    iterations: int = 10
    """Solver iterations per engine step."""
    gravity: float = 9.81
    """Gravity in m/s², downwards."""
    slop: float = 1e-4
    """Overlap that the solver does not correct, in metres. If much smaller, contacts flicker."""
    skin: float = 2.5e-5
    """Thickness added to every outline, in metres: blocks that touch overlap within the slop, so a
    resting contact does not open and close. The visible gap is two skins: 0.05 mm."""
    skin_share: float = math.inf
    """Maximum skin as a share of the diameter of the smallest block; the slop shrinks with it."""
    preload_rounds: int = 5
    """Rounds of solving before time starts (see `towersim.physics.loads`)."""
    preload_iterations: int = 1000
    """Solver iterations in each of these rounds."""
    preload_grading: float = 3.0
    """Factor between the inertia of a storey and that of the one above it while preloading."""
    scaled_from: float = math.inf
    """Load ratio above which masses are scaled (see `towersim.physics.loads`): the mass that a
    block carries over its own, or the heaviest block over the lightest."""
    uneven_from: float = math.inf
    """The same for scenes whose heaviest block has more than four times the mass of the lightest:
    ten iterations hold a load of equal blocks better than that of one heavy block."""
    scaled_to: float = 10.0
    """Load ratio left by the scaling: the inertia of what a block carries over its own."""
    narrow: float = math.inf
    """Greatest narrowness for which the steps of the ladder suffice: the diameter of gyration of a
    block over the width on which it rests. Each doubling of it doubles the steps."""
    hand_force: float = 0.25
    """Maximum force of the hand, in newtons: the weight of 4.5 cubes, too little to push away the
    foot of a tower of ten. With more it pushes towers about; below 0.055 it cannot lift a cube."""
    hand_torque: float = 0.0025
    """Maximum torque of the hand, in newton metres: its force on half a cube's side."""
    grips_heavy: bool = False
    """Whether the hand is as strong as is needed (`gripping`) for a block that outweighs its force.
    Without it such a block sinks to the table and knocks things over."""
    hand_speed: float = 0.8
    """Maximum speed of the hand, in m/s."""
    hand_turn: float = 6.0
    """Maximum angular speed of the hand, in rad/s."""
    hand_gain: float = 0.3
    """Share of the distance to its target that the hand tries to cover in one tick (0 … 1)."""
    hand_slack: float = 0.02
    """Maximum distance of the hand ahead of a block that is stuck, in metres."""
    slow_damping: float = 4.0
    """Damping rate of slow motion, in 1/s. The solver's contacts are springs without losses: a
    tower of 20 that was touched would rock for half a minute, unlike wood. A toppling tower still
    topples, at a rate r with r² + slow_damping · r = r₀² instead of r₀."""
    slow_damping_below: float = 0.03
    """Speed in m/s; `slow_damping` acts only while every block is slower, so falls are free.
    A block that slides with less than the product of the two, 0.12 m/s², keeps sliding slowly."""
    rest_speed: float = 0.0004
    """A block is quiet while none of its points moves faster than this, in m/s."""
    rest_hold: float = 0.5
    """Time for which all blocks must be quiet until they count as at rest, in seconds. A tower that
    begins to topple more slowly counts as standing: a column of 20 falls if its centre of mass is
    0.01 mm beyond its edge, a column of 60 from 0.05 mm on, and with scaled masses (`scales`) from
    0.13 mm on."""
    rest_cap: float = 20.0
    """Time after which the verdict is given without rest, in seconds."""
    portable: bool = True
    """Whether `common.portable_math` feeds the engine; False for records up to format 2, in which
    the C library did: they replay to the bit only on processors with fused multiply-add."""
    distinct_contacts: bool = False
    """Whether the two contact points of two sides never share an id. The engine makes ids from the
    numbers of shapes and corners: if shapes 2 and 3 touch with their sides from corner 2 to 3, it
    takes both points for one. A column whose third cube was upside down walked and fell."""

    def steps(self, storeys: int, narrowness: float = 0.0) -> int:
        """Return the engine steps per tick for a scene of this height and greatest narrowness.

        >>> [TABLE_3.steps(n) for n in (0, 10, 11, 20, 21, 44, 45, 500)]
        [8, 8, 16, 16, 32, 32, 64, 64]
        >>> [TABLE_3.steps(2, narrowness) for narrowness in (12.0, 13.0, 25.0)]
        [8, 16, 32]
        """
        steps = next((steps for up_to, steps in self.ladder if storeys <= up_to), self.top_steps)
        while narrowness > self.narrow and steps < self.top_steps:
            steps, narrowness = 2 * steps, narrowness / 2
        return steps

    def skin_for(self, diameter: float) -> float:
        """Return the skin in metres if the smallest block has this diameter in metres.

        >>> TABLE_3.skin_for(0.02), TABLE_3.skin_for(0.006)
        (2.5e-05, 1e-05)
        """
        return min(self.skin, max(self.skin_share * diameter, _THINNEST))

    def scales(self, load_ratio: float, mass_ratio: float) -> bool:
        """Return whether the masses of a scene are scaled; `mass_ratio` is heaviest over lightest.

        >>> [TABLE_3.scales(load, mass) for load, mass in ((50, 1), (51, 1), (16, 5), (0, 51))]
        [False, True, True, True]
        """
        least = self.uneven_from if mass_ratio > _UNEVEN else self.scaled_from
        return load_ratio > least or mass_ratio > self.scaled_from

    def gripping(self, mass: float) -> "Profile":
        """Return this profile with a force of at least `_GRIP` times the weight of a mass in kg.

        >>> TABLE_3.gripping(0.0056) is TABLE_3, round(TABLE_3.gripping(0.05).hand_force, 2)
        (True, 0.88)
        """
        more = _GRIP * mass * self.gravity / self.hand_force
        if more <= 1:
            return self
        return replace(self, hand_force=more * self.hand_force, hand_torque=more * self.hand_torque)

    def ticks(self, seconds: float) -> int:
        """Return the number of control ticks in `seconds`, rounded to the nearest."""
        return round(seconds * self.tick_hz)


TABLE_1 = Profile("table-1")
"""The profile of the oldest records. A light block under a heavy one falls."""
TABLE_2 = Profile("table-2", scaled_from=50.0, uneven_from=25.0, narrow=16.0, skin_share=1 / 600)
"""The profile of older records. It gives the bits of `table-1` in scenes in which no block carries
more than 50 times its own mass (25 times if blocks are uneven), has more than 50 times that of
another or rests on a narrow foot, and none is smaller than 15 mm."""
TABLE_3 = replace(
    TABLE_2, name="table-3", distinct_contacts=True, uneven_from=15.0, narrow=12.0, grips_heavy=True
)
"""The profile of new games. It gives the bits of `table-2` unless two shapes, one of them added
just after the other, touch with the sides of their numbers, which boxes that are not turned never
do, a block among uneven ones carries 15 to 25 times its own mass, its foot is narrow, or the hand
holds a block of more than 24 g."""

PROFILES = {p.name: p for p in (TABLE_1, TABLE_2, TABLE_3)}


def profile(name: str) -> Profile:
    """Return the profile of that name, or raise OptionFault with the names there are."""
    check_choice("profile", name, PROFILES)
    return PROFILES[name]
