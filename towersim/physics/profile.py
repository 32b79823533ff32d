"""The named numbers of a simulated table; every record says which profile it was played on.

Another profile is another game, so a profile is never changed once games were recorded on it: a
better one gets a new name. `towersim envelope` measures what a profile promises.
"""

import msgspec

from towersim.errors import OptionFault


class Profile(msgspec.Struct, frozen=True):
    """Everything that turns a scene and a stream of hand targets into one exact history."""

    name: str
    tick_hz: int = 120
    """Control ticks per simulated second: hand targets, touches and rest are read this often."""
    ladder: tuple[tuple[int, int], ...] = ((10, 8), (20, 16), (44, 32))
    """Pairs of a number of storeys and the engine steps per tick for scenes up to that height.
    A stack behaves like a rod whose stiffness grows with the square of the step rate; too soft and
    it buckles. A column stays straight at half of these rates."""
    top_steps: int = 64
    """Engine steps per tick above the ladder's last rung."""
    iterations: int = 10
    """Solver iterations per engine step."""
    gravity: float = 9.81
    """Downwards, in m/s²."""
    slop: float = 1e-4
    """Overlap in metres that the solver leaves alone. Much less and contacts flicker."""
    skin: float = 2.5e-5
    """Every outline is this much thicker (metres): blocks that touch overlap within the slop, so a
    resting contact never opens and closes again. Two skins are the gap one sees: 0.05 mm."""
    preload_rounds: int = 5
    """Rounds of solving before time starts (see `towersim.physics.preload`)."""
    preload_iterations: int = 1000
    """Solver iterations in each of these rounds."""
    preload_grading: float = 3.0
    """The factor by which each storey counts as lighter than the one below while preloading."""
    hand_force: float = 0.25
    """The most the hand can push or carry with, in newtons: 4.5 cubes' weight, too little to push
    the foot of a tower of ten. More, and it bulldozes; below 0.055 it cannot lift a cube."""
    hand_torque: float = 0.0025
    """The most the hand can turn with, in newton metres: its force on half a cube's side."""
    hand_speed: float = 0.8
    """The fastest the hand travels, in m/s."""
    hand_turn: float = 6.0
    """The fastest the hand turns, in rad/s."""
    hand_gain: float = 0.3
    """The share of the way to its target that the hand tries to go in one tick (0 … 1)."""
    hand_slack: float = 0.02
    """How far in metres the hand gets ahead of a block that is stuck, before it slips back."""
    slow_damping: float = 4.0
    """How quickly slow motion dies away, in 1/s. The contacts of a solver are springs that lose
    nothing: a tower of 20 that was touched would rock for half a minute. Wood does not. What
    topples still topples, at a rate r with r² + slow_damping · r = r₀² instead of r₀."""
    slow_damping_below: float = 0.03
    """Below this speed of every block, in m/s, motion is slow; what falls, falls freely.
    What slides with less than their product, 0.12 m/s², keeps sliding, slowly."""
    rest_speed: float = 0.0004
    """A block is quiet while no point of it moves faster than this, in m/s."""
    rest_hold: float = 0.5
    """The table has come to rest when everything was quiet for this time, in seconds. What begins
    to topple more slowly counts as standing: a column of 20 whose weight is 0.01 mm past its edge
    is seen to fall, a column of 60 from 0.05 mm on."""
    rest_cap: float = 20.0
    """The time in seconds after which the verdict is given without rest."""

    def steps(self, storeys: int) -> int:
        """Return the number of engine steps per tick for a scene of `storeys` storeys.

        >>> [TABLE_1.steps(n) for n in (1, 10, 11, 40, 60)]
        [8, 8, 16, 32, 64]
        """
        return next((steps for up_to, steps in self.ladder if storeys <= up_to), self.top_steps)

    def ticks(self, seconds: float) -> int:
        """Return the number of control ticks in a time in seconds, rounded to the nearest."""
        return round(seconds * self.tick_hz)


TABLE_1 = Profile("table-1")

PROFILES = {TABLE_1.name: TABLE_1}


def profile(name: str) -> Profile:
    """Return the profile of that name, or raise OptionFault with the names there are."""
    if name not in PROFILES:
        raise OptionFault(f"profile {name!r}: not known; there is {', '.join(PROFILES)}")
    return PROFILES[name]
