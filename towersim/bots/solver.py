"""A bot for Practice that looks one move ahead with the goal's measure and exact statics.

Overhangs follow the harmonic stack, and toppling is tried in simulation. For other goals all
placements of every kind of piece are considered: straight down, on each side it can lie on, centred
on or flush with other blocks, across a gap, or out over an edge. Of those that are stable by
statics with a margin, the one with the most progress towards the goal is chosen.
"""

import math
from collections.abc import Generator, Iterator
from functools import reduce
from itertools import groupby, islice, product
from typing import NamedTuple

from msgspec.structs import replace

from towersim.bots.base import BotPosition, Put, Thinking
from towersim.common.portable_math import total
from towersim.common.units import BlockId, Pose, TowerId
from towersim.foresight.reach import GAP, over
from towersim.geometry.convex import resting
from towersim.geometry.shapes import extent
from towersim.physics.profile import TABLE_3
from towersim.rules.base import Action, StartTest, StartTower, Survey, TakeOut, swapped
from towersim.rules.practice import challenge as rules
from towersim.rules.practice.goals import height, measured, of_kind
from towersim.rules.practice.state import Finish, GiveUp, View
from towersim.statics.equilibrium import signed_margin
from towersim.table.disturbance import Disturbance, boxes_of, survey
from towersim.table.placing import apply_move
from towersim.table.table import Placed, Table

MOST_STARS = 3
"""The number of stars at which the attempt is ended."""
PATIENCE = 2
"""Touches per place after which the attempt is ended, as pieces keep falling."""
SPARE = 0.02
"""The minimum margin for a placement with a trembling hand, as tan of a tilt."""
BOLD = 0.88
"""The share of the stable overhang that is used, because of the tremor."""
FIRM = 0.002
"""The minimum margin for a removal, as tan of a tilt."""
FOLLOWED = 12
"""Beam width of the search for series of removals."""
SIDES = 3
"""The number of resting sides tried for each piece."""
SPANNED = 10.0
"""The progress of a spanned gap."""
TIP = 0.005
"""Distance of the trial load from the end of an arm, in metres."""
LEAST = 5e-4
"""The minimum gain of a move, in the unit of `_progress`."""
TRIED = 12
"""The number of moves with equal progress that are compared by statics."""
FLOOR = 0.002
"""A block below this height, in metres, lies on the table."""
SHARES = (0.45, 0.3, 0.22)
"""The overhangs tried beyond the end of a block below, as shares of the piece's width."""


class Idea(NamedTuple):
    """A candidate move, the resulting table if it is stable, and the progress there."""

    action: Action | Put
    table: Table
    gain: float


class Solver:
    """Attempts every challenge by looking one move ahead."""

    name = "solver"

    def choose(self, position: BotPosition[View]) -> Thinking:
        """Choose the stable move with the most progress, or end the attempt."""
        view, table = position.view, position.table
        goal = view.challenge.goal
        if view.stars == MOST_STARS or view.touches > PATIENCE * len(view.blocks):
            return _end(view)
        if isinstance(goal, rules.Reach):
            yield
            return _reach_out(view, table, goal)
        if isinstance(goal, rules.Topple):
            return (yield from _topple(view, table))
        if isinstance(goal, rules.Pull):
            return (yield from _pull(view, table))
        now = _progress(view, table)
        ideas = []
        for idea in _ideas(view, table):
            ideas.append(idea)
            yield
        ideas.sort(key=lambda idea: -idea.gain)
        for gain, alike in groupby(ideas, key=lambda idea: round(idea.gain, 3)):
            if gain < now + LEAST:
                break
            margins = {}
            for idea in islice(alike, TRIED):
                tried = _weighted(idea, goal) if isinstance(goal, rules.Span) else idea
                margins[idea.action] = signed_margin(tried.table.scene())
                yield
            best = max(margins, key=margins.__getitem__)
            if margins[best] > (0.0 if isinstance(best, TakeOut) else SPARE):
                return best
        return _end(view)


def _end(view: View) -> Action:
    """Return the best action to end the attempt: test, finish or give up."""
    ends = [action for action in view.legal if isinstance(action, StartTest | Finish)]
    return ends[0] if ends else GiveUp()


def _reach_out(view: View, table: Table, goal: rules.Reach) -> Action | Put:
    """Return the next piece of a harmonic stack of the longest kind, or end the attempt.

    With k pieces left, the next reaches 1/k of half its length beyond the one below.
    """
    puts = [action for action in view.legal if isinstance(action, StartTower)]
    if not puts:
        return _end(view)
    spans = {put: extent(table.shape(put.block), Pose(0.0, 0.0, 0.0)) for put in puts}
    put = max(puts, key=lambda each: spans[each][1].x - spans[each][0].x)
    half, left = spans[put][1].x, dict(view.supply)[put.block]
    edge = max((box.right for box in boxes_of(table) if box), default=goal.edge_x)
    return Put(put, over(table, put.block, edge - half + BOLD * half / left, 0.0))


def _topple(view: View, table: Table) -> Generator[None, None, Action]:
    """Return a removal that meets the goal in simulation, or end the attempt."""
    challenge = view.challenge
    removals = [action for action in view.legal if isinstance(action, TakeOut)]
    for action in removals if view.value is None else ():
        disturbance = Disturbance(table.without(action.tower), TABLE_3)
        while not disturbance.at_rest:
            disturbance.tick()
            yield
        after = apply_move(table.without(action.tower), disturbance.result())
        kinds = tuple(tower[0].kind if tower else None for tower in after.towers)
        seen = Survey((), boxes_of(after))
        if measured(challenge, kinds, view.touches + 1, seen) is not None:
            return action
    return _end(view)


def _pull(view: View, table: Table) -> Generator[None, None, Action]:
    """Return the first removal of the longest stable series, or end the attempt.

    A beam search by statics: of the series of one length, those with the largest minimum margin
    are extended.
    """
    removals = [action.tower for action in view.legal if isinstance(action, TakeOut)]
    kept: dict[frozenset[TowerId], tuple[float, tuple[TowerId, ...]]]
    kept = {frozenset(): (math.inf, ())}
    best: tuple[TowerId, ...] = ()
    while kept:
        longer: dict[frozenset[TowerId], tuple[float, tuple[TowerId, ...]]] = {}
        for gone, (least, series) in kept.items():
            for place in removals:
                after = gone | {place}
                if place in gone or after in longer:
                    continue
                margin = min(least, signed_margin(reduce(Table.without, after, table).scene()))
                yield
                if margin > FIRM:
                    longer[after] = (margin, (*series, place))
        firmest = sorted(longer, key=lambda after: -longer[after][0])[:FOLLOWED]
        kept = {after: longer[after] for after in firmest}
        best = kept[firmest[0]][1] if kept else best
    return TakeOut(best[0]) if best else _end(view)


def _ideas(view: View, table: Table) -> Iterator[Idea]:
    for action in view.legal:
        if isinstance(action, TakeOut):
            after = table.without(action.tower)
            yield Idea(action, after, _progress(view, after))
        elif isinstance(action, StartTower):
            for at in _places(table, action.block):
                placed = Placed(BlockId("new"), action.block, at)
                towers = swapped(table.towers, action.tower, (placed,))
                after = replace(table, towers=towers)
                put = Put(action, at._replace(y=at.y + GAP))
                yield Idea(put, after, _progress(view, after))


def _weighted(idea: Idea, goal: rules.Span) -> Idea:
    """Return an idea with one more piece on the arm's tip, as an arm has to carry the middle."""
    if not isinstance(idea.action, Put) or idea.gain >= SPANNED:
        return idea
    table, kind, at = idea.table, idea.action.action.block, idea.action.at
    low, high = extent(table.shape(kind), at)
    ends = [block.pose.x for block in table.setup.fixed if block.id in goal.piers]
    tip = high.x - TIP if at.x < total(ends) / len(ends) else low.x + TIP
    on_tip = over(table, kind, tip, at.angle)
    placed = Placed(BlockId("middle"), kind, on_tip._replace(y=on_tip.y - GAP))
    return idea._replace(table=replace(table, towers=(*table.towers, (placed,))))


def _progress(view: View, table: Table) -> float:
    """Return the progress of a table towards the goal; larger is nearer."""
    joined = isinstance(view.challenge.goal, rules.Span)
    seen = survey(table) if joined else Survey((), boxes_of(table))
    challenge, goal = view.challenge, view.challenge.goal
    kinds = tuple(tower[0].kind if tower else None for tower in table.towers)
    missing = sum(kind in challenge.absent for kind in kinds)
    high = height(seen)
    value = measured(replace(challenge, absent=()), kinds, view.touches, seen)
    match goal:
        case rules.Span(piers):
            gain = SPANNED if value is not None else _joined(table, piers, seen)
        case rules.Raise(piece):
            gain = 10 * (value or 0.0) + (high if piece not in kinds else 0.0)
        case rules.Tilt() | rules.Quake() | rules.Load() | rules.Endless():
            count = sum(kind is not None for kind in kinds)
            gain = min(high, challenge.least_height) + 0.01 * min(count, challenge.least_pieces)
            if isinstance(goal, rules.Endless):
                lying = any(box.low < FLOOR for box in seen.boxes if box)
                gain = -1.0 if lying else value or 0.0
            if isinstance(goal, rules.Load):
                gain += any(box.low > goal.above for box in of_kind(seen, kinds, goal.piece))
        case _:
            gain = value or 0.0
    return gain - 0.5 * missing


def _joined(table: Table, piers: tuple[str, str], seen: Survey) -> float:
    """Return minus the gap between the pieces reaching from both piers, in metres."""
    left, right = sorted(block.extent for block in table.setup.fixed if block.id in piers)
    up = [box for box in seen.boxes if box and box.low > FLOOR]
    from_left = max([left[1].x, *(box.right for box in up if box.left < left[1].x)])
    from_right = min([right[0].x, *(box.left for box in up if box.right > right[0].x)])
    return -max(0.0, from_right - from_left)


def _places(table: Table, kind: str) -> Iterator[Pose]:
    """Yield poses at rest of a piece that is set straight down."""
    seen = set()
    for rest in resting(table.shape(kind))[:SIDES]:
        low, high = extent(table.shape(kind), Pose(0.0, 0.0, rest.angle))
        for x in sorted(set(_columns(table, low.x, high.x))):
            at = over(table, kind, x, rest.angle)
            at = at._replace(y=at.y - GAP)
            key = (round(x, 4), round(at.y, 4), round(rest.angle, 2))
            if key not in seen:
                seen.add(key)
                yield at


def _columns(table: Table, low: float, high: float) -> Iterator[float]:
    """Yield x positions for a piece that extends from `low` to `high` relative to its centre."""
    boxes = [block.extent for block in table.scene().blocks]
    yield 0.0
    for left, right in boxes:
        yield (left.x + right.x) / 2
        yield left.x - low
        yield right.x - high
        yield left.x - high - 0.001
        yield right.x - low + 0.001
        for beyond in (share * (high - low) for share in SHARES):
            yield right.x - high + beyond
            yield left.x - low - beyond
    for (_, one), (other, _) in product(boxes, boxes):
        if one.x < other.x:
            yield (one.x + other.x) / 2
