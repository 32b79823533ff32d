"""Say why blocks fell, in one sentence; a recorded move is simulated again and watched."""

from collections import Counter
from collections.abc import Callable

from towersim.disturbance import Disturbance, Shift, Stress
from towersim.physics.collapse import AFTERWARDS, Collapse, Trace, Way, explain
from towersim.physics.profile import Profile
from towersim.physics.world import World
from towersim.placing import Motion, Placing, each_tick
from towersim.table import Table
from towersim.units import BlockId

Namer = Callable[[BlockId | None], str]
"""Says what people call a block; None is the table."""
LAST = 3.0
"""How much of the end of a test is watched, in seconds."""
SCATTERING = 1.0
"""How long the blocks are looked at after the first fall, in seconds."""
_ORDINALS = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"),
    *("tenth", "eleventh", "twelfth"),
)


def why_it_fell(
    table: Table,
    motion: Motion,
    profile: Profile,
    look: Callable[[World], None] | None = None,
) -> Collapse | None:
    """Return how the collapse in a move from this table began; None if no joint gave way.

    The move is simulated once more up to its first fall: milliseconds to some tenths of a second.
    `look` is called with the world after each tick, and for a while after the fall.
    """
    if not motion.fell:
        return None
    fell = motion.fell[0].tick
    end = fell + profile.ticks(AFTERWARDS)
    last = end if look is None else fell + profile.ticks(SCATTERING)
    trace: Trace | None = None
    for placing in each_tick(table, motion, profile):
        if placing.world.ticks <= end:
            trace = _watched(trace, placing)
        if look is not None:
            look(placing.world)
        if placing.world.ticks >= last:
            break
    return explain(trace) if trace is not None else None


def why_it_moved(
    table: Table,
    move: Motion | Shift,
    profile: Profile,
    stress: Stress | None = None,
    look: Callable[[World], None] = lambda _: None,
) -> Collapse | None:
    """Return how the first joint gave way in a move, whatever a game makes of it; None if none did.

    The move is simulated once more; of one without the hand, the last seconds are watched. `look`
    is called with the world after each tick that is watched.
    """
    trace: Trace | None = None
    if isinstance(move, Motion):
        for placing in each_tick(table, move, profile):
            trace = _watched(trace, placing)
            look(placing.world)
        return explain(trace) if trace is not None else None
    disturbance, begin = Disturbance(table, profile, stress), move.ticks - profile.ticks(LAST)
    while not disturbance.at_rest:
        disturbance.tick()
        if trace is not None:
            trace.update(disturbance.world)
        elif disturbance.world.ticks >= begin:
            trace = Trace(disturbance.world)
        if trace is not None:
            look(disturbance.world)
    return explain(trace) if trace is not None else None


def piece_names(table: Table, move: Motion | Shift) -> Namer:
    """Return how to call pieces that stand each for itself: by their kind, counted as placed."""
    placed = [it for tower in table.towers for it in tower]
    placed += [move.block] if isinstance(move, Motion) else []
    placed.sort(key=lambda it: int(it.id.rpartition("-")[2]))

    def name(block: BlockId | None) -> str:
        found = next((it for it in placed if it.id == block), None)
        if found is None:
            return "the table" if block is None else f"the {block.replace('-', ' ')}"
        alike = [it.id for it in placed if it.kind == found.kind]
        kind, number = found.kind.replace("-", " "), alike.index(found.id)
        if len(alike) == 1:
            return f"the {kind}"
        return f"the {_ORDINALS[number] if number < len(_ORDINALS) else f'{number + 1}th'} {kind}"

    return name


def why_told(table: Table, motion: Motion, profile: Profile) -> str:
    """Return one sentence that says how the collapse in a move began; "" if nothing fell."""
    return collapse_told(table, motion, why_it_fell(table, motion, profile))


def collapse_told(table: Table, motion: Motion, collapse: Collapse | None) -> str:
    """Return one sentence that says how a collapse began that is known; "" if nothing fell."""
    if not motion.fell:
        return ""
    name = block_names(table, motion)
    if collapse is not None:
        return sentence(collapse, name)
    missed = name(motion.fell[0].block)
    return f"{missed[0].upper()}{missed[1:]} found nothing to rest on."


def _watched(trace: Trace | None, placing: Placing) -> Trace:
    if trace is None:
        return Trace(placing.world)
    trace.update(placing.world)
    return trace


def block_names(table: Table, motion: Motion) -> Namer:
    """Return how to call the blocks of a move: by their kind, or by storey if there are several.

    The bottom block of a tower is its first.
    """
    homes = table.homes() | {motion.block.id: motion.tower}
    placed = {it.id: it for tower in table.towers for it in tower} | {motion.block.id: motion.block}
    kinds = Counter(it.kind for it in placed.values())

    def name(block: BlockId | None) -> str:
        if block is None:
            return "the table"
        kind = placed[block].kind.replace("-", " ")
        if kinds[placed[block].kind] == 1:
            return f"the {kind}"
        tower = [it for it in placed if homes[it] == homes[block]]
        storey = tower.index(block)
        ordinal = _ORDINALS[storey] if storey < len(_ORDINALS) else f"{storey + 1}th"
        return f"the {ordinal} block ({kind})"

    return name


def sentence(collapse: Collapse, name: Namer) -> str:
    """Return one sentence that says how it began; `name` calls blocks, and the table (None).

    >>> from towersim.units import Vec
    >>> said = Collapse(
    ...     9, Way.TIPPED, BlockId("b"), BlockId("a"), Vec(0.01, 0.02), "right", False, 0.0021,
    ...     (BlockId("b"),), None, 0.0, 26.6, False, None)
    >>> sentence(said, lambda block: f"block {block}")
    'Block b tipped over the right edge of block a: its weight was 2.1 mm too far out.'
    """
    block, support = name(collapse.block), name(collapse.support)
    off = {
        Way.TIPPED: f"tipped over the {collapse.direction} edge of {support}",
        Way.SLID: f"slid to the {collapse.direction} on {support}",
        Way.ROLLED: f"rolled to the {collapse.direction} on {support}",
    }[collapse.way]
    if collapse.way is Way.TIPPED and collapse.own_edge:
        off = f"tipped over its own {collapse.direction} edge"
    if collapse.by_hand:
        told = f"the hand knocked {block}: it {off}."
    else:
        told = f"{block} {off}{_because(collapse, name)}."
    return f"{told[0].upper()}{told[1:]}"


def _because(collapse: Collapse, name: Namer) -> str:
    far = f"{abs(collapse.overhang) * 1000:.1f} mm"
    if collapse.way is Way.ROLLED:
        return ": nothing holds a round block there"
    if collapse.way is Way.SLID and collapse.slope_deg > collapse.friction_deg:
        steep = f"{collapse.slope_deg:.0f}°"
        return f": {steep} is too steep, friction holds up to {collapse.friction_deg:.0f}°"
    if collapse.way is Way.SLID or collapse.overhang <= 0:
        return f": {_push(collapse, name)}"
    if len(collapse.above) == 1:
        return f": its weight was {far} too far out"
    if collapse.tipped_by is not None:
        return f": with {name(collapse.tipped_by)}, the weight above was {far} too far out"
    others = len(collapse.above) - 1
    more = "the block above" if others == 1 else f"the {others} blocks above"
    return f": the weight of it and {more} was {far} too far out"


def _push(collapse: Collapse, name: Namer) -> str:
    """Return what set it in motion although its weight was supported."""
    if collapse.landed == collapse.block:
        return "it was still moving when it was let go"
    if collapse.landed in collapse.above:
        return f"{name(collapse.landed)} came down on it too hard"
    return "its neighbours pushed it"


def scene_names(block: BlockId | None) -> str:
    """Return how to call a block of a scene: by its id.

    >>> scene_names(BlockId("brick-1")), scene_names(None)
    ('brick-1', 'the table')
    """
    return "the table" if block is None else str(block)
