"""The cause of a collapse, in one sentence, from a repeated simulation of the recorded move."""

import math
from collections import Counter
from collections.abc import Callable, Generator
from copy import copy
from typing import NamedTuple

import numpy as np

from towersim.common.messages import Message, kind_text, known, message as _, plural, texts
from towersim.common.slices import finished
from towersim.common.units import BlockId
from towersim.physics.collapse import AFTERWARDS, Collapse, Way, explaining
from towersim.physics.profile import Profile
from towersim.physics.settle import Cause, Fall
from towersim.physics.trace import WATCHED, Trace
from towersim.physics.world import Array, World
from towersim.table import disturbance
from towersim.table.disturbance import QuakeStress, Stress, TiltStress, each_tick_of, first_fallen
from towersim.table.placing import Motion, Move, Shift, each_tick
from towersim.table.table import Placed, Table

Namer = Callable[[BlockId | None], Message]
"""A function that returns a block's name for players; None stands for the table."""
_TABLE = _("the table")
LAST = 3.0
"""The part of a test, counted from its end, that is analysed, in seconds."""
SCATTERING = 1.0
"""The time after the first fall in which `on_tick` is still called, in seconds."""
_TEXTS = texts(__file__)
_ORDINALS = (*_TEXTS["ordinals"].values(),)


class TooFar(NamedTuple):
    """A block that moved by more than a test allows, in a tick, though no joint gave way."""

    block: BlockId
    tick: int
    way: str
    """The name of its motion in `texts.txt`."""


class FallCause(NamedTuple):
    """Why something fell in a move, or what ended a test."""

    cause: Collapse | Fall | TooFar
    """The joint that gave way; if none did, the block that fell or moved too far."""
    sentence: str

    @property
    def tipped_by(self) -> BlockId | None:
        """The block without which the joint would have held; None if there is none."""
        return self.cause.tipped_by if isinstance(self.cause, Collapse) else None


def fall_cause(
    table: Table,
    move: Move,
    profile: Profile,
    act: Stress | Placed | None,
    on_tick: Callable[[World], None] | None = None,
) -> Generator[None, None, FallCause | None]:
    """Return the cause of a fall in a move from this table, in every game; None without one.

    A test that ends below its limit has a cause, too, even if nothing falls. `act` is what moves
    the table without the hand: a test, or the piece that was taken out before. The move is
    simulated again, as by `why_it_fell` or, where blocks may be put down anywhere, `why_it_moved`.
    """
    if not table.setup.anywhere:
        if isinstance(move, Shift) or not move.fell:
            return None
        collapse = yield from why_it_fell(table, move, profile, on_tick)
        return FallCause(collapse or first_fall(move), _collapse_told(table, move, collapse))
    taken = act if isinstance(act, Placed) else None
    stress = None if isinstance(act, Placed) else act
    fallen = first_fallen(table, move)
    if stress is None and fallen is None:
        return None
    cause = yield from why_it_moved(table, move, profile, stress, on_tick)
    name = piece_names(table, move, taken)
    told = _act_told(table, move, act, name)
    if isinstance(cause, Collapse):
        return FallCause(cause, sentence(cause, name, told))
    if isinstance(cause, TooFar):
        far, turned = disturbance.FAILURE_DISPLACEMENT, disturbance.FAILURE_ROTATION
        way = _TEXTS["too far"][cause.way].filled(mm=1000 * far, degrees=math.degrees(turned))
        ended = _("{act:capital}: {block} {way}, which ends the test.")
        return FallCause(cause, ended.filled(act=told, block=name(cause.block), way=way))
    if fallen is None or (taken is None and told is not None):
        return None
    begins = move.let_go if isinstance(move, Motion) else 1
    first = move.fell[0] if move.fell else Fall(fallen, begins, Cause.LOWER)
    bare = _bare(move, first.block)
    if taken is not None:
        bare = _("{act:capital}: {block} had nothing left to rest on.")
    return FallCause(first, bare.filled(act=told, block=name(first.block)))


def _act_told(table: Table, move: Move, act: Stress | Placed | None, name: Namer) -> Message | None:
    """Return the act of a move that was made on a table where blocks may be put down anywhere."""
    if isinstance(act, Placed):
        return took_out(name(act.id))
    if (toppling := disturbance.toppling_block(table, move)) is not None:
        return _("You let go of {block}", block=name(toppling))
    return None if act is None or isinstance(move, Motion) else stress_told(act, move.strength)


def why_it_fell(
    table: Table, motion: Motion, profile: Profile, on_tick: Callable[[World], None] | None = None
) -> Generator[None, None, Collapse | None]:
    """Return the cause of the collapse in a move from this table; None if no joint failed.

    Nor did a joint fail if the block touched the table in the hand, or missed its tower and tipped
    on the table.

    The move is simulated again up to its first fall, which takes some milliseconds for each second
    of it, with a yield after each tick. `on_tick` is called with the world after each tick, from
    `WATCHED` before the hand opened or the fall to `SCATTERING` after the fall.
    """
    if not motion.fell:
        return None
    fell = first_fall(motion).tick
    # A tall tower still leans when the block that pushed it has come down.
    later = next((fall.tick for fall in motion.fell if fall.block != motion.block.id), fell)
    begin = min(fell, motion.let_go) - profile.ticks(WATCHED)
    scattered = fell + profile.ticks(SCATTERING)
    end = min(max(fell, later) + profile.ticks(AFTERWARDS), scattered)
    last = end if on_tick is None else scattered
    trace: Trace | None = None
    for placing in each_tick(table, motion, profile):
        ticks = placing.world.ticks
        if begin <= ticks <= end:
            trace = _watched(trace, placing.world)
        if on_tick is not None and ticks >= begin:
            on_tick(placing.world)
        if ticks >= last:
            break
        yield
    if trace is None or _is_in_hand(table, motion):
        return None
    trace.landed = motion.block.id  # also if it was dropped without the hand
    return (yield from _first_to_give_way(table, motion, trace, profile.ticks(AFTERWARDS)))


def _first_to_give_way(
    table: Table, motion: Motion, trace: Trace, ticks: int
) -> Generator[None, None, Collapse | None]:
    """Return the collapse in a move watched until `ticks` after its first fall, or longer.

    It is that of another block if that began before the hand opened, or if the hand pushed it.
    """
    put, first = motion.block.id, first_fall(motion)
    others = [fall.block for fall in motion.fell if fall.block != put]
    until = copy(trace)
    until.frames = trace.frames[: first.tick + ticks - trace.first + 1]
    collapse = yield from explaining(until, first.block)
    for seen in (trace, until) if first.block == put and others else ():
        other = yield from explaining(seen, others[0])
        if other and (other.tick < motion.let_go or (other.pushed and other.hand != "dropped")):
            collapse = other
    if collapse is None or (put not in collapse.above and not others):
        return None  # what moved elsewhere did not make it fall
    missed = table.towers[motion.tower] and collapse.support is None
    return None if missed and collapse.block == put else collapse


def first_fall(motion: Motion) -> Fall:
    """Return the fall that a move is explained by; IndexError if nothing fell.

    The block in the hand may lie on the table when another one falls and the hand opens.
    """
    others = (fall for fall in motion.fell if fall.block != motion.block.id)
    return next((fall for fall in others if fall.tick <= motion.let_go), motion.fell[0])


def _is_in_hand(table: Table, motion: Motion) -> bool:
    """Return whether a move is explained by the block in the hand, which touched the table."""
    fall = first_fall(motion)
    counts = table.setup.falls.in_hand and fall.block == motion.block.id
    return counts and fall.tick <= motion.let_go


def why_it_moved(
    table: Table,
    move: Move,
    profile: Profile,
    stress: Stress | None = None,
    on_tick: Callable[[World], None] | None = None,
) -> Generator[None, None, Collapse | TooFar | None]:
    """Return the cause of the first failed joint in a move, even without a fall, or None.

    Without one it is the block by whose motion a test ended. The move is simulated again, with a
    yield after each tick. What is analysed begins `LAST` seconds before the end, or twice `WATCHED`
    before the hand opened. `on_tick` is called with the world after each analysed tick.
    """
    trace: Trace | None = None
    begin = move.ticks - profile.ticks(LAST)
    if isinstance(move, Motion):
        begin = move.let_go - 2 * profile.ticks(WATCHED)
    for moving in each_tick_of(table, move, profile, stress):
        if moving.world.ticks >= begin:
            trace = _watched(trace, moving.world)
            if on_tick is not None:
                on_tick(moving.world)
        yield
    if trace is None:
        return None
    if isinstance(move, Motion):
        trace.landed = move.block.id
    toppling, fell = disturbance.toppling_block(table, move), first_fallen(table, move)
    if not move.fell and not (isinstance(move, Motion) and fell == move.block.id):
        fell = None  # of several that came down it is not the first in time
    collapse = yield from explaining(trace, fell, toppling)
    if collapse is not None or stress is None:
        return collapse
    return _too_far(trace, moving.world.starts, move.ticks - profile.ticks(disturbance.AFTERMATH))


def _too_far(trace: Trace, starts: Array, tick: int) -> TooFar | None:
    """Return the block that had moved too far when a test ended in a tick; None at its limit."""
    changes = trace.frames[tick - trace.first].poses - starts
    far = np.hypot(changes[:, 0], changes[:, 1]) / disturbance.FAILURE_DISPLACEMENT
    turned = abs(changes[:, 2]) / disturbance.FAILURE_ROTATION
    most = int(np.maximum(far, turned).argmax())
    if max(far[most], turned[most]) <= 1:
        return None
    x, y, _angle = changes[most]
    way = ("down" if y < 0 else "up") if abs(y) > abs(x) else ("left" if x < 0 else "right")
    return TooFar(trace.blocks[most].id, tick, way if far[most] > 1 else "turned")


def piece_names(table: Table, move: Move, taken: Placed | None) -> Namer:
    """Return a namer for pieces without towers: by kind, counted in the order of placing.

    A piece that was `taken` out of the table before counts like the others.
    """
    placed = [piece for tower in table.towers for piece in tower]
    placed += [move.block] if isinstance(move, Motion) else []
    placed += [taken] if taken is not None else []
    placed.sort(key=lambda piece: int(piece.id.rpartition("-")[2]))

    def name(block: BlockId | None) -> Message:
        named = next((piece for piece in placed if piece.id == block), None)
        if named is None:
            return _TABLE if block is None else the_piece(block)
        alike = [piece.id for piece in placed if piece.kind == named.kind]
        if len(alike) == 1:
            return the_piece(named.kind)
        ordinal = _ordinal(alike.index(named.id))
        return _("the {ordinal} {piece}", ordinal=ordinal, piece=kind_text(named.kind))

    return name


def why_told(table: Table, move: Move, profile: Profile, act: Stress | Placed | None = None) -> str:
    """Return one sentence about the cause of a fall in a move, as `fall_cause`; "" without one."""
    told = finished(fall_cause(table, move, profile, act))
    return "" if told is None else told.sentence


def _collapse_told(table: Table, motion: Motion, collapse: Collapse | None) -> str:
    """Return one sentence about the collapse in a move; None: no joint failed."""
    fall = first_fall(motion)
    name = block_names(table, motion, fall.block)
    if collapse is not None:
        return sentence(collapse, name)
    if _is_in_hand(table, motion):
        return _("{block:capital} touched the table in the hand.", block=name(fall.block))
    if fall.why is Cause.ON_OTHER_TOWER:
        return _("{block:capital} came to rest on another tower.", block=name(fall.block))
    return _bare(motion, fall.block).filled(block=name(fall.block))


def _bare(move: Move, block: BlockId) -> Message:
    """Return what is said of a block that fell though no joint gave way, or long before."""
    if isinstance(move, Motion) and block != move.block.id:
        return _("{block:capital} was pushed out of its place.")
    return _("{block:capital} found nothing to rest on.")


def _watched(trace: Trace | None, world: World) -> Trace:
    if trace is None:
        return Trace(world)
    trace.update(world)
    return trace


def block_names(table: Table, motion: Motion, of: BlockId) -> Namer:
    """Return a namer for the blocks of a move: by kind, or by storey among cubes of a colour.

    Storeys count from the bottom cube. A cube of another tower than that of the block `of` is named
    with the tower.
    """
    homes = table.homes() | {motion.block.id: motion.tower}
    placed = {piece.id: piece for tower in table.towers for piece in tower}
    placed[motion.block.id] = motion.block
    kinds = Counter(piece.kind for piece in placed.values())

    def name(block: BlockId | None) -> Message:
        if block is None:
            return _TABLE
        kind = placed[block].kind
        if kinds[kind] == 1 or kind in table.setup.pieces:
            return _("the {piece}", piece=table.named(kind))
        tower = [other for other in placed if homes[other] == homes[block]]
        values = {"ordinal": _ordinal(tower.index(block)), "colour": known(kind)}
        if homes[block] == homes[of]:
            return _("the {ordinal} cube ({colour})", **values)
        number = homes[block] + 1
        return _("the {ordinal} cube ({colour}) of tower {number}", **values, number=number)

    return name


def sentence(collapse: Collapse, name: Namer, act: Message | None = None) -> Message:
    """Return one sentence about a collapse: what gave way, and why or after which act.

    `name` returns the names of blocks and of the table (None).

    >>> from towersim.common.units import Vec
    >>> said = Collapse(
    ...     9, Way.TIPPED, BlockId("b"), BlockId("a"), Vec(0.01, 0.02), "right", False, 0.0021,
    ...     (BlockId("b"),), None, True, 0.0, 26.6, (), None)
    >>> sentence(said, scene_names)
    'Block b tipped over the right edge of block a: its weight was 2.1 mm too far out.'
    """
    block, off = name(collapse.block), _off(collapse, name)
    along = _TEXTS["hand"].get(collapse.hand)
    if along is not None and (act is None or collapse.hand != "dropped"):
        act = along.filled(block=name(collapse.pushed[0]))
    match () if along is not None else collapse.pushed:
        case (touched, *_) if touched == collapse.block:
            if collapse.hand == "pressed":
                return _("The hand pressed on {block}: it {off}.", block=block, off=off)
            return _("The hand knocked {block}: it {off}.", block=block, off=off)
        case (touched,):
            first = name(touched)
            return _("The hand pushed {first}: {block} {off}.", first=first, block=block, off=off)
        case (touched, *_, last):
            return _(
                "The hand pushed {first} against {last}: {block} {off}.",
                first=name(touched),
                last=name(last),
                block=block,
                off=off,
            )
    if act is not None:
        return _("{act:capital}: {block} {off}.", act=act, block=block, off=off)
    reason = _because(collapse, name)
    return _("{block:capital} {off}: {why}.", block=block, off=off, why=reason)


def limit_told(stress: Stress, strength: float) -> Message:
    """Return one sentence about a test that reached its limit."""
    act = stress_told(stress, strength)
    return _("{act:capital}, the most that the test applies, and everything held.", act=act)


def took_out(block: Message) -> Message:
    """Return the act of taking out a block that supported others."""
    return _("You took out {block}", block=block)


def stress_told(stress: Stress, strength: float) -> Message:
    """Return the act of testing what stands, up to a strength in the unit of the test.

    It has the figures of the measure that Practice shows beside it.
    """
    strength = round(strength, 2)
    match stress:
        case TiltStress():
            return _("The table was tilted to {degrees:g}°", degrees=strength)
        case QuakeStress():
            return _("The quake reached {strength:g} m/s²", strength=strength)
    return _("The load reached {newtons:g} N", newtons=strength)


def _off(collapse: Collapse, name: Namer) -> Message:
    """Return the way in which a block left its support."""
    ways, to_side = _TEXTS["ways"], f"{collapse.way} {collapse.direction}"
    own = ways.get(f"own {to_side}") if collapse.own_edge else None
    text = own or ways.get(to_side) or ways[collapse.way]
    return text.filled(support=name(collapse.support))


def _because(collapse: Collapse, name: Namer) -> Message:
    far = max(0.1, 1000 * collapse.overhang)  # never "0.0 mm"
    if collapse.way is Way.ROLLED:
        return _("nothing holds a round block there")
    if collapse.way is Way.SLIPPED and not collapse.balanced:
        return _("its neighbours did not press on it firmly enough")
    steep, most = collapse.slope_deg, collapse.friction_deg
    # Where an edge holds a corner, no slope is seen.
    on_edge = steep > most and not collapse.own_edge and collapse.overhang > 0
    slid = collapse.way in (Way.SLID, Way.SLIPPED) and not on_edge
    if slid and steep > most:
        told = _TEXTS["too steep"]["barely" if round(steep) == round(most) else "by far"]
        return told.filled(steep=steep, most=most)
    came_down = collapse.landed in {*collapse.above} - {collapse.block}
    decides = collapse.balanced or (came_down and collapse.tipped_by == collapse.landed)
    if slid or collapse.overhang <= 0 or (came_down and not decides):
        return _push(collapse, name)
    if not decides:
        return _("its neighbours did not hold it")
    if len(collapse.above) == 1:
        return _("its weight was {mm:.1f} mm too far out", mm=far)
    if collapse.tipped_by is not None:
        last = name(collapse.tipped_by)
        return _("with {block}, the weight above was {mm:.1f} mm too far out", block=last, mm=far)
    return plural(
        "the weight of it and the one above was {mm:.1f} mm too far out",
        "the weight of it and the {count} above was {mm:.1f} mm too far out",
        len(collapse.above) - 1,
        mm=far,
    )


def _push(collapse: Collapse, name: Namer) -> Message:
    """Return the reason why a block moved although its weight was supported."""
    if collapse.landed == collapse.block:
        return _("it was still moving when it came down")
    if collapse.landed is not None and collapse.landed in (collapse.support, *collapse.above):
        return _("{block} pushed it as it came down", block=name(collapse.landed))
    return _("its neighbours pushed it")


def _ordinal(number: int) -> Message:
    """Return the ordinal for an index, which counts from 0.

    >>> _ordinal(3), _ordinal(12), _ordinal(20), _ordinal(110), _ordinal(121)
    ('fourth', '13th', '21st', '111th', '122nd')
    """
    if number < len(_ORDINALS):
        return _ORDINALS[number]
    number += 1
    ending = 0 if number % 100 in (11, 12, 13) else number % 10
    counted = _TEXTS["counted"]
    return counted.get(str(ending), counted["else"]).filled(number=number)


def the_piece(kind: str) -> Message:
    """Return the name of the only block of a kind; one with a number has no article.

    >>> the_piece("left-pier"), the_piece("pier 2")
    ('the left pier', 'pier 2')
    """
    piece = kind_text(kind.replace(" ", "-"))
    return piece if "number" in piece.values else _("the {piece}", piece=piece)


def scene_names(block: BlockId | None) -> Message:
    """Return the name of a block of a scene, with its id as it is written.

    >>> scene_names(BlockId("p")), scene_names(None)
    ('block p', 'the table')
    """
    return _TABLE if block is None else _("block {id}", id=str(block))
