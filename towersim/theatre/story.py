"""The story of a finished game: its greatest moments, found in the record by fixed rules.

Each rule weighs the moments of one kind; the first of the heaviest is told, if it weighs anything.

| moment | game | weight |
| --- | --- | --- |
| tallest tower | stacking | height after a move in which nothing fell |
| worst fall | stacking | blocks that came down in a move, then all of their towers |
| closest call | stacking | least margin below `CLOSE` of the tallest tower with a new block |
| boldest card | Fawlty Towers | cards below a card that was taken, then its number |
| boldest bid | Bausack | tokens paid for a piece, or to pass it on |
| heaviest pile | Palace | cards of a pile that was taken |
| boldest card | Palace | cards of the pile on which a blind card was played |
| closest call; left over if more than `FEW` | Palace | fewest cards left at the end |
| boldest turn | Push | cards flipped in a turn that was stopped in time |
| worst roll | Push | cards lost to the die |
| longest combination | Rummü | its cards |
| boldest start | Rummü | cards with which a seat came out |
| worst round | Rummü | points lost in a round |
| closest call; clear win if not `NARROW` | Push, Rummü | least lead of the winners |
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from towersim.common.messages import Message, message as _, plural
from towersim.rules.base import Collapsed, Event, GameOver, TurnStarted
from towersim.rules.bausack.log import PassedOn, Won
from towersim.rules.display import count_text, listed
from towersim.rules.fawlty_towers.log import Took
from towersim.rules.palace.log import Missed, PileTaken, Played
from towersim.rules.palace.state import Source
from towersim.rules.push.log import Flipped, Rolled, Stopped
from towersim.rules.rummu.log import Added, CameOut, Laid, RoundOver
from towersim.table.placing import Motion
from towersim.theatre.timeline import ONLOOKER, Move, Timeline

E = TypeVar("E", bound=Event)
CLOSE: Final = 0.5
"""The margin from which a tower is not in danger; the tangent of 27 degrees."""
NARROW: Final = 0.1
"""The largest lead of a closest call, as a share of the winners' points."""
FEW: Final = 3
"""The most cards that are left after a closest call."""

MOVED: Final = 0.01
"""The least displacement of a block that came down, in metres."""


class Highlight(NamedTuple):
    """A moment worth telling: what it is, a sentence about it, and the index of its move."""

    title: Message
    sentence: str
    move: int


Weighed = tuple[tuple[float, ...], Highlight]
"""A moment behind its weight."""
Rule = Callable[[Timeline, Sequence[float | None]], Iterator[Weighed]]
"""Yields the moments of one kind; it gets the margins of the tallest tower after each move."""


def story(timeline: Timeline, margins: Sequence[float | None] = ()) -> tuple[Highlight, ...]:
    """Return the greatest moments of a game, in the order of its rules.

    `margins` are those of the tallest tower after each move, as far as they are known.
    """
    rules = RULES.get(timeline.recording.header.game, ())
    heaviest = (
        max(rule(timeline, margins), key=lambda one: one[0], default=None) for rule in rules
    )
    return tuple(one[1] for one in heaviest if one is not None and one[0][0])


def first_move(timeline: Timeline, moment: Highlight) -> int:
    """Return the index of the first move of a moment's clip.

    A moment with cards begins with the move before that turn; one with blocks is a single move.
    """
    moves, first = timeline.moves, moment.move
    if moves[first].motion is not None:
        return first
    while first and moves[first - 1].seat == moves[moment.move].seat:
        first -= 1
    return max(first - 1, 0)


def _events(timeline: Timeline, *kinds: type[E]) -> Iterator[tuple[int, E]]:
    """Yield the events of some kinds that all may know, with the indices of their moves."""
    for index, move in enumerate(timeline.moves):
        for event in timeline.seen(move, ONLOOKER):
            if isinstance(event, kinds):
                yield index, event


def _stood(timeline: Timeline) -> Iterator[tuple[int, Move, int]]:
    """Yield the moves in which a block was put down and nothing fell, with the block's tower."""
    for index, move in enumerate(timeline.moves):
        if isinstance(move.motion, Motion) and move.falls_at is None:
            yield index, move, move.motion.tower


def _name(timeline: Timeline, move: Move) -> str:
    return "" if move.seat is None else timeline.names[move.seat]


def _blocks(timeline: Timeline, count: int) -> str:
    """Return a number of cubes, where all blocks have one shape, or of pieces, as words."""
    return count_text("cubes" if "" in timeline.setup.pieces else "pieces", count)


def _tallest(timeline: Timeline, _margins: Sequence[float | None]) -> Iterator[Weighed]:
    for index, move, tower in _stood(timeline):
        blocks = [move.after.block(block) for block in move.after.towers[tower]]
        high = max((one.extent[1].y for one in blocks), default=0.0)
        told = _(
            "{name} makes it {cm:.1f} cm high: {blocks}.",
            name=_name(timeline, move),
            cm=100 * high,
            blocks=_blocks(timeline, len(blocks)),
        )
        yield (high,), Highlight(_("Tallest tower"), told, index)


def _worst_fall(timeline: Timeline, _margins: Sequence[float | None]) -> Iterator[Weighed]:
    for index, move in enumerate(timeline.moves):
        lost = [event.tower for event in move.events if isinstance(event, Collapsed)]
        if lost and isinstance(motion := move.motion, Motion):
            stood = {one.id: one.pose for tower in lost for one in move.start.towers[tower]}
            if motion.tower in lost:
                stood[motion.block.id] = motion.released
            whole, fell, ends = len(stood), {one.block for one in motion.fell}, dict(motion.poses)
            moved = {name for name in stood if math.dist(stood[name][:2], ends[name][:2]) > MOVED}
            down = len(moved | fell & stood.keys())
            values = {"name": _name(timeline, move), "blocks": _blocks(timeline, down)}
            told = _("{name}'s move brings down {blocks}.", **values)
            if down < whole:
                told = _("{name}'s move brings down {blocks} of {whole}.", **values, whole=whole)
            yield (down, whole), Highlight(_("Worst fall"), told, index)


def _close_tower(timeline: Timeline, margins: Sequence[float | None]) -> Iterator[Weighed]:
    known = dict(enumerate(margins))
    for index, move, tower in _stood(timeline):
        margin = known.get(index)
        if margin is not None and 0 < margin < CLOSE and tower in move.after.tallest():
            told = _(
                "After {name}'s move, a tilt of {degrees:.1f}° would have been too much.",
                name=_name(timeline, move),
                degrees=math.degrees(math.atan(margin)),
            )
            yield (-margin,), Highlight(_("Closest call"), told, index)


def _by_event(
    title: Message, weigh: Callable[[Any], tuple[float, ...]], *kinds: type[Event]
) -> Rule:
    """Return the rule that weighs events of some types."""

    def rule(timeline: Timeline, _margins: Sequence[float | None]) -> Iterator[Weighed]:
        for index, event in _events(timeline, *kinds):
            told = timeline.rules.describe(event, timeline.names)
            yield weigh(event), Highlight(title, told, index)

    return rule


def _bold_card(timeline: Timeline, _margins: Sequence[float | None]) -> Iterator[Weighed]:
    for index, event in _events(timeline, Took):
        below = len(event.below)
        told = plural(
            "{name} takes the {card}, paying for {count} card below it.",
            "{name} takes the {card}, paying for {count} cards below it.",
            below,
            name=timeline.names[event.seat],
            card=event.card.title,
        )
        yield (below, event.card.number), Highlight(_("Boldest card"), told, index)


def _blind_card(timeline: Timeline, _margins: Sequence[float | None]) -> Iterator[Weighed]:
    for index, event in _events(timeline, Played):
        if event.source is Source.BLIND:
            pile = timeline.view(timeline.moves[index - 1], ONLOOKER).pile
            told = plural(
                "{name} turns the {card} over blind, and it goes on a pile of {count} card.",
                "{name} turns the {card} over blind, and it goes on a pile of {count} cards.",
                pile,
                name=timeline.names[event.seat],
                card=str(event.cards[0]),
            )
            yield (pile,), Highlight(_("Boldest card"), told, index)


def _cards_left(timeline: Timeline, _margins: Sequence[float | None]) -> Iterator[Weighed]:
    view = timeline.view(timeline.moves[-1], ONLOOKER)
    for name, left in zip(timeline.names, timeline.rules.counts(view).numbers, strict=True):
        if left:
            cards = count_text("cards", left)
            told = _("{name} has {cards} left at the end.", name=name, cards=cards)
            title = _("Closest call") if left <= FEW else _("Left over")
            yield (-left,), Highlight(title, told, len(timeline.moves) - 1)


def _long_turn(timeline: Timeline, _margins: Sequence[float | None]) -> Iterator[Weighed]:
    flipped = 0
    for index, event in _events(timeline, TurnStarted, Flipped, Stopped):
        if isinstance(event, TurnStarted):
            flipped = 0
        elif isinstance(event, Flipped):
            flipped += 1
        else:
            told = plural(
                "{name} flips {count} card and stops in time.",
                "{name} flips {count} cards and stops in time.",
                flipped,
                name=timeline.names[event.seat],
            )
            yield (flipped,), Highlight(_("Boldest turn"), told, index)


def _longest(timeline: Timeline, _margins: Sequence[float | None]) -> Iterator[Weighed]:
    laying: Iterator[tuple[int, Laid | Added]] = _events(timeline, Laid, Added)
    for index, event in laying:
        owner, laid = event.combination if isinstance(event, Added) else (event.seat, ())
        count, name = len(event.cards) + len(laid), timeline.names[owner]
        told = _("{name} has a combination of {count} cards.", name=name, count=count)
        yield (count,), Highlight(_("Longest combination"), told, index)


def _bad_round(timeline: Timeline, _margins: Sequence[float | None]) -> Iterator[Weighed]:
    for index, event in _events(timeline, RoundOver):
        least = min(event.points)
        if least < 0:
            told = _(
                "{name} loses {points} in round {round}.",
                name=timeline.names[event.points.index(least)],
                points=count_text("points", -least),
                round=event.round,
            )
            yield (-least,), Highlight(_("Worst round"), told, index)


def _lead(timeline: Timeline, _margins: Sequence[float | None]) -> Iterator[Weighed]:
    for index, event in _events(timeline, GameOver):
        scores, winners = event.outcome.scores, event.outcome.winners
        others = [seat for seat in range(len(scores)) if seat not in winners]
        if others:
            second = max(scores[seat] for seat in others)
            who = listed(timeline.names[seat] for seat in winners)
            name = listed(timeline.names[seat] for seat in others if scores[seat] == second)
            told = _("{who} won with as many points as {name}.", who=who, name=name)
            if lead := scores[winners[0]] - second:
                won = count_text("points", lead)
                told = _("{who} won, {points} ahead of {name}.", who=who, points=won, name=name)
            is_close = lead <= NARROW * abs(scores[winners[0]])
            title = _("Closest call") if is_close else _("Clear win")
            yield (1,), Highlight(title, told, index)


RULES: Final[Mapping[str, tuple[Rule, ...]]] = {
    "fawlty-towers": (_tallest, _worst_fall, _bold_card, _close_tower),
    "bausack": (
        _tallest,
        _worst_fall,
        _by_event(_("Boldest bid"), lambda bid: (bid.paid,), Won, PassedOn),
        _close_tower,
    ),
    "palace": (
        _by_event(_("Heaviest pile"), lambda taken: (taken.pile,), PileTaken, Missed),
        _blind_card,
        _cards_left,
    ),
    "push": (
        _long_turn,
        _by_event(_("Worst roll"), lambda rolled: (len(rolled.lost),), Rolled),
        _lead,
    ),
    "rummu": (
        _longest,
        _by_event(_("Boldest start"), lambda out: (out.cards,), CameOut),
        _bad_round,
        _lead,
    ),
}
"""The rules of each game, in the order in which they are told."""
