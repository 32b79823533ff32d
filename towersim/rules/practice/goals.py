"""The measure of each goal, computed from a survey of the table at rest."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence

from towersim.common.portable_math import total
from towersim.common.units import TowerId
from towersim.geometry.shapes import Box, Shape, bounding_radius
from towersim.rules.base import Survey, UprightBox
from towersim.rules.practice.challenge import (
    Challenge,
    Endless,
    Height,
    Load,
    Pull,
    Quake,
    Raise,
    Reach,
    Span,
    Tilt,
    Topple,
)
from towersim.rules.practice.state import View, worth

DROP = 0.005
"""A piece has fallen if its lowest point is lower by more than this, in metres."""
DIGITS = 4
"""Decimal places of measures: 0.1 mm, 0.0001 degrees, 0.1 mN."""
Kinds = tuple[str | None, ...]
"""The kind of piece in every place, or None for an empty place."""


def measured(challenge: Challenge, kinds: Kinds, touches: int, survey: Survey) -> float | None:
    """Return the measure of the standing pieces, or None if the goal is not met.

    A test's measure is the survey's strength; those of `Pull` and `Endless` are counts of pieces.
    """
    if any(kind in challenge.absent for kind in kinds):
        return None
    value = _measure(challenge, kinds, touches, survey)
    return None if value is None else round(value, DIGITS)


def _measure(challenge: Challenge, kinds: Kinds, touches: int, survey: Survey) -> float | None:
    match challenge.goal:
        case Height():
            return height(survey)
        case Reach(edge_x):
            return max((box.right - edge_x for box in boxes(survey)), default=0.0)
        case Raise(piece):
            return max((box.low for box in of_kind(survey, kinds, piece)), default=None)
        case Span(piers):
            return used(challenge, kinds) if _spanned(challenge, piers, survey) else None
        case Topple() as goal:
            return touches if _toppled(goal, kinds, survey) else None
        case Tilt() | Quake() | Load():
            return survey.strength
        case Pull(piece):
            stood = sum(standing.kind == piece for standing in challenge.standing)
            return stood - sum(kind == piece for kind in kinds)
        case _:  # endless building
            return sum(kind is not None for kind in kinds) - len(challenge.standing)


def is_joined(challenge: Challenge, survey: Survey) -> bool:
    """Return whether the fixed blocks are joined as the test requires."""
    return challenge.joined is None or _spanned(challenge, challenge.joined, survey)


def is_in_place(challenge: Challenge, kinds: Kinds, survey: Survey) -> bool:
    """Return whether the piece to load is in the place required before the test."""
    goal = challenge.goal
    if not isinstance(goal, Load):
        return True
    left, right = goal.between or (-math.inf, math.inf)
    return any(
        box.low > goal.above and left <= box.left and box.right <= right
        for box in of_kind(survey, kinds, goal.piece)
    )


def used(challenge: Challenge, kinds: Kinds) -> int:
    """Return the number of standing pieces in excess of the initial count of their kind."""
    now = Counter(kind for kind in kinds if kind)
    return (now - Counter(piece.kind for piece in challenge.standing)).total()


def stack_height(view: View) -> float | None:
    """Return the height to which what is left can be stacked on what stands, in metres.

    A box is as high as its long side, another shape as its greatest extent, and the last piece to
    be raised does not count. None if the goal asks for no height, or that piece has its place.
    """
    challenge, goal, left = view.challenge, view.challenge.goal, Counter(dict(view.supply))
    free = [kind for kind in view.blocks if kind in challenge.take_out]
    raised = goal.piece if isinstance(goal, Raise) else ""
    is_placed = raised in view.blocks and not (raised in free or left[raised])
    if is_placed or not (challenge.least_height or isinstance(goal, Height | Raise)):
        return None
    left.update(free)
    left[raised] -= 1
    sizes = {each.kind: _longest(each.shape) for each in challenge.pieces}
    base = max([view.height, *(block.extent[1].y for block in challenge.fixed)])
    return round(base + total(size * left[kind] for kind, size in sizes.items()), DIGITS)


def _longest(shape: Shape) -> float:
    return max(shape.width, shape.height) if isinstance(shape, Box) else 2 * bounding_radius(shape)


def stars_left(view: View) -> int:
    """Return the most stars that what is left allows, less the cost of moves taken back.

    Pieces used and touches only add up, and a piece to be raised stays where it was put. It is 3,
    less that cost, where no bound is known: a piece in the hand may push others over an edge.
    """
    challenge, best, high = view.challenge, math.inf, stack_height(view)
    left = Counter(dict(view.supply)).total()
    most = standing(view.blocks, view.fallen) + left
    match challenge.goal:
        case Reach() if not (left or challenge.take_out):
            best = view.value or 0.0
        case Span():
            best = used(challenge, view.blocks)
            best -= sum(kind in challenge.take_out for kind in view.blocks)
        case Topple():
            best = view.touches + (view.value is None)
        case Raise() if high is None:
            best = view.value or 0.0
        case Height() | Raise() if high is not None:
            best = max(high, view.value or 0.0)
        case _ if high is not None and high < challenge.least_height:
            best = 0.0
        case _ if not challenge.take_out and most < challenge.least_pieces:
            best = 0.0
    return worth(challenge, best, view.taken_back)


def standing(kinds: Kinds, fallen: Sequence[TowerId]) -> int:
    """Return the number of pieces that are on the table and have not fallen."""
    return sum(kind is not None for kind in kinds) - len(fallen)


def height(survey: Survey) -> float:
    """Return the greatest height of a piece, in metres; 0 if there is none."""
    return max((box.high for box in boxes(survey)), default=0.0)


def boxes(survey: Survey) -> Iterator[UprightBox]:
    """Yield the bounding box of each piece that has not fallen."""
    return (box for _, box in _standing(survey))


def _standing(survey: Survey) -> Iterator[tuple[int, UprightBox]]:
    fell = survey.fell or ()
    return ((i, box) for i, box in enumerate(survey.boxes) if box is not None and i not in fell)


def of_kind(survey: Survey, kinds: Kinds, piece: str) -> Iterator[UprightBox]:
    """Yield the bounding box of each piece of one kind that has not fallen."""
    return (box for place, box in _standing(survey) if kinds[place] == piece)


def dropped(before: tuple[float | None, ...], survey: Survey, spared: TowerId | None) -> bool:
    """Return whether a piece has fallen or gone, other than the one in place `spared`.

    Without the survey's own answer, a piece has fallen if it is more than `DROP` lower.
    """
    if survey.fell is not None:
        gone = (i for i, low in enumerate(before) if low is not None and survey.boxes[i] is None)
        return bool({*survey.fell, *gone} - {spared})
    for place, (low, box) in enumerate(zip(before, survey.boxes, strict=True)):
        if low is not None and place != spared and (box is None or box.low < low - DROP):
            return True
    return False


def out_of_place(challenge: Challenge, survey: Survey) -> tuple[TowerId, ...]:
    """Return the places of the pieces that touch the table against the goal's rule."""
    on_table = (place for place, other in survey.touching if other == "")
    match challenge.goal:
        case Endless():
            return tuple(on_table)
        case Span(piers):
            return tuple(_between(challenge, piers, survey))
        case _:
            return ()


def _between(challenge: Challenge, piers: tuple[str, str], survey: Survey) -> Iterator[TowerId]:
    """Yield the places of the pieces that touch the table between two fixed blocks."""
    inner = sorted(block.pose.x for block in challenge.fixed if block.id in piers)
    for place, other in survey.touching:
        box = survey.boxes[place]
        if other == "" and box is not None and inner[0] < (box.left + box.right) / 2 < inner[-1]:
            yield place


def _spanned(challenge: Challenge, piers: tuple[str, str], survey: Survey) -> bool:
    """Return whether standing pieces join the piers and no piece touches the table between."""
    if any(True for _ in _between(challenge, piers, survey)):
        return False
    fell = survey.fell or ()
    touching = [pair for pair in survey.touching if not set(pair) & set(fell)]
    seen: set[TowerId | str] = {piers[0]}
    edge: list[TowerId | str] = [piers[0]]
    while edge:
        here = edge.pop()
        for place, other in touching:
            for near, far in ((place, other), (other, place)):
                if near == here and far != "" and far not in seen:
                    seen.add(far)
                    edge.append(far)
    return piers[1] in seen


def _toppled(goal: Topple, kinds: Kinds, survey: Survey) -> bool:
    pairs = zip(survey.boxes, kinds, strict=True)
    boxes = [box for box, kind in pairs if box is not None and kind == goal.piece]
    beyond = all(
        box.right < goal.beyond_x if goal.side == "left" else box.left > goal.beyond_x
        for box in boxes
    )
    return bool(boxes) and beyond and all(box.high <= goal.below for box in boxes)
