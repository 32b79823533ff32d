"""The names of the seventy wooden pieces of Bausack; their shapes are in `levels/pieces/`."""

PIECES = tuple(
    """
    brick rounded-brick square-slab leaning-brick wave square-pole round-pole slanted-cylinder
    trapezoid-cylinder notched-column v-notch long-wedge short-wedge ramp slide quarter-disc
    diamond pyramid small-cone stout-cone pentagon-slab hexagonal-nut house chevron star barrel
    bullet short-tube spool dumbbell hourglass doorknob spinning-top mushroom goblet vase
    shallow-bowl egg-cup bottle egg egg-top egg-half lemon-segment half-disc cheese ring
    crescent bridge low-arch rainbow church-door l-block concave-l t-block u-block h-block
    z-block cross rounded-cross j-hook stairs ziggurat spoon key heart stool little-tree leaf
    pear cactus
    """.split()  # noqa: SIM905 - seventy quoted names would hide the names
)
"""Every piece by its name in the piece set."""
SHORT = frozenset(
    """
    brick rounded-brick square-slab square-pole round-pole trapezoid-cylinder notched-column
    v-notch long-wedge ramp diamond pyramid stout-cone hexagonal-nut house star barrel
    hourglass mushroom shallow-bowl egg half-disc ring bridge l-block t-block cross j-hook
    spoon little-tree
    """.split()  # noqa: SIM905 - the same
)
"""Ruling: the thirty pieces of a short game, some of every family and colour."""
