"""Generated challenges: the daily one, and endless building by a number.

Both depend on the date or number alone, so all players get the same ones. The date also chooses the
kind of goal. A daily challenge is the first candidate in which the solver reaches all three stars
with the normal hand; all candidates of a day come from one random stream.

Thresholds come from statics: the harmonic stack, the longest arm that a deck can counterweight,
the tipping angle of a column, the number of spare legs, the sum of the long sides.
"""

import math
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from types import MappingProxyType
from typing import Final

import msgspec
from msgspec.structs import replace

from towersim.bots.solver import Solver
from towersim.bots.table import final_outcome
from towersim.common import dice, portable_math
from towersim.common.errors import OptionFault
from towersim.common.messages import Message, message as _, plain
from towersim.common.portable_math import total
from towersim.common.units import BlockId, Pose, Vec
from towersim.common.version import __version__
from towersim.common.whole_file import write_whole
from towersim.files.level import piece_set
from towersim.geometry.shapes import Box
from towersim.match.match import Match
from towersim.match.record import SeatSpec
from towersim.rules import PRACTICE
from towersim.rules.base import Outcome
from towersim.rules.practice import challenge
from towersim.rules.practice.challenge import Challenge, faults
from towersim.rules.practice.log import DAILY, ENDLESS, NUMBER, generated_title
from towersim.rules.practice.state import Options
from towersim.scene.scene import Block, Material, TableTop

EDGE: Final = 0.15
"""x of the table's edge in overhang challenges, in metres."""
REACH_SHARES: Final = (0.55, 0.7, 0.82)
"""The shares of the exact reach required for one, two and three stars."""
TILT_SHARES: Final = (0.35, 0.52, 0.68)
"""The shares of the exact tilt required for one, two and three stars."""
ARM_SHARES: Final = (0.3, 0.6)
"""The range of arm lengths that a bridge requires, as shares of the longest stable arm."""
PIER: Final = 0.1
"""The width of each side of a bridge, in metres."""
SPARE: Final = 2
"""The number of blocks supplied beyond those a column needs."""
SLACK: Final = 0.0015
"""The outer part of a leg's half width that is not counted as support, in metres."""
MOST_WEIGHT: Final = 0.02
"""The maximum mass of a piece in kg, as the hand has to lift it."""
PLAIN: Final = challenge.Challenge(
    name="generated",
    title="",
    chapter="hand",
    number=0,
    hint="",
    table=TableTop(),
    fixed=(),
    pieces=(),
    standing=(),
    pick_up=Vec(-0.2, 0.1),
    goal=challenge.Height(),
    stars=(0.0, 0.0, 0.0),
)
"""The default values of a generated challenge."""


def hint_of(made: challenge.Challenge) -> Message:
    """Return the hint of a generated challenge, derived from its contents.

    >>> from towersim.common import dice
    >>> hint_of(bridge(dice.stream(1, "example")))
    'The gap is 137 mm wide, a plank 110 mm long.'
    """
    one = made.pieces[0]
    wide, high = (one.shape.width, one.shape.height) if isinstance(one.shape, Box) else (0.0, 0.0)
    match made.goal:
        case challenge.Reach():
            return _(
                "{count} bricks of {length:.0f} mm could reach {reach:.0f} mm.",
                count=one.count,
                length=1000 * wide,
                reach=1000 * harmonic_reach(one.count, wide),
            )
        case challenge.Span():
            left, right = (block.pose.x for block in made.fixed)
            return _(
                "The gap is {gap:.0f} mm wide, a plank {length:.0f} mm long.",
                gap=1000 * (right - left - PIER),
                length=1000 * wide,
            )
        case challenge.Tilt():
            storeys = one.count - SPARE
            slope = min(wide / (storeys * high), one.material.friction)
            return _(
                "{count} blocks are high enough; a straight column stands up to {degrees:.1f}°.",
                count=storeys,
                degrees=math.degrees(portable_math.atan(slope)),
            )
        case challenge.Height():
            shapes = (piece.shape for piece in made.pieces)
            sizes = [(s.width, s.height) for s in shapes if isinstance(s, Box)]
            return _(
                "Lying, the blocks are {lying:.0f} mm high, on end {upright:.0f} mm.",
                lying=1000 * total(lying for _long, lying in sizes),
                upright=1000 * total(upright for upright, _flat in sizes),
            )
        case challenge.Pull():
            return _("The stone bears down on one side. Which legs does it need?")
        case _:
            return _("Nothing may touch the table, and the hand trembles more with every piece.")


def harmonic_reach(bricks: int, length: float) -> float:
    """Return the overhang of the harmonic stack of `bricks` bricks, in metres.

    >>> harmonic_reach(4, 1.0)
    1.0416666666666665
    """
    return length / 2 * total(1 / k for k in range(1, bricks + 1))


def overhang(stream: dice.Stream) -> challenge.Challenge:
    """Return a challenge to reach out with bricks; the harmonic stack is exact."""
    bricks, length = stream.randint(2, 7), stream.randint(85, 135) / 1000
    height = stream.randint(12, 24) / 1000
    friction = stream.randint(35, 70) / 100
    exact = harmonic_reach(bricks, length)
    return replace(
        PLAIN,
        chapter="reach",
        table=TableTop(2 * EDGE),
        pieces=(_piece("brick", Box(length, height), bricks, friction),),
        pick_up=Vec(0.0, 0.06 + bricks * height),
        goal=challenge.Reach(EDGE),
        stars=tuple(_rounded(share * exact, 0.005) for share in REACH_SHARES),
        take_back="star",
    )


def bridge(stream: dice.Stream) -> challenge.Challenge:
    """Return a challenge to span a gap with three planks.

    A plank of length L that reaches a beyond the pier and carries half a plank at its tip is stable
    while a/2 < L/2 - a, the distance of its centre of mass from the edge: for a up to L/3.
    """
    length, high = stream.randint(100, 140) / 1000, stream.randint(30, 70) / 1000
    gap = round(length * (1 + 2 / 3 * stream.uniform(*ARM_SHARES)), 4)
    sides = (("left-pier", -1), ("right-pier", 1))
    return replace(
        PLAIN,
        chapter="bridges",
        fixed=tuple(
            _fixed(side, sign * (gap / 2 + PIER / 2), Box(PIER, high)) for side, sign in sides
        ),
        pieces=(_piece("plank", Box(length, 0.012), 5), _piece("cube", Box(0.02, 0.02), 4)),
        pick_up=Vec(-gap / 2 - 0.15, high + 0.09),
        goal=challenge.Span(("left-pier", "right-pier")),
        stars=(7.0, 5.0, 3.0),
    )


def column(stream: dice.Stream) -> challenge.Challenge:
    """Return a challenge to build to a height, then tilt; a straight column's tilt is exact."""
    wide, flat = stream.randint(22, 34) / 1000, stream.randint(14, 20) / 1000
    storeys, direction = stream.randint(3, 6), stream.choice((-1, 1))
    exact = math.degrees(portable_math.atan(wide / (storeys * flat)))
    return replace(
        PLAIN,
        chapter="tilt",
        pieces=(_piece("block", Box(wide, flat), storeys + SPARE),),
        pick_up=Vec(-0.14, 0.06 + storeys * flat),
        goal=challenge.Tilt(-1 if direction < 0 else 1),
        stars=tuple(_rounded(share * exact, 0.5) for share in TILT_SHARES),
        least_height=_rounded(storeys * flat - 0.005, 0.005),
        hand="steady",
    )


def tower(stream: dice.Stream) -> challenge.Challenge:
    """Return a challenge to build high with blocks that can lie or stand on end."""
    blocks, long = stream.randint(3, 4), stream.randint(36, 46) / 1000
    sizes = []
    for _block in range(blocks):
        sizes.append((round(long, 4), round(long * stream.randint(48, 62) / 100, 4)))
        long *= stream.randint(78, 92) / 100
    lying, upright = (total(size[side] for size in sizes) for side in (1, 0))
    highs = lying, (lying + upright) / 2, upright
    names = ("largest", *("large",) * (blocks - 3), "smaller", "smallest")
    return replace(
        PLAIN,
        pieces=tuple(
            _piece(f"{name}-block", Box(*size), 1) for name, size in zip(names, sizes, strict=True)
        ),
        pick_up=Vec(-0.14, 0.07),
        stars=tuple(_rounded(each - 0.001, 0.005) for each in highs),
        take_back="star",
        hand="steady",
    )


def legs(stream: dice.Stream) -> challenge.Challenge:
    """Return a challenge to take out legs of a building that is loaded with a stone."""
    post = Box(0.016, stream.randint(16, 26) / 1000)
    floors, posts = stream.choice(((2, 3), (2, 4), (3, 3)))
    standing: list[challenge.InitialPiece] = []
    xs: list[list[float]] = []
    y = 0.0
    for _floor in range(floors):
        # Evenly spread over the floor, with a deviation of up to 5 mm.
        even = [-0.048 + 0.096 * index / (posts - 1) for index in range(posts)]
        xs.append([round(x + stream.randint(-5, 5) / 1000, 4) for x in even])
        spots = [Pose(x, y + post.height / 2, 0.0) for x in xs[-1]]
        standing += [challenge.InitialPiece("post", at) for at in spots]
        y = round(y + post.height + 0.012, 4)
        standing.append(challenge.InitialPiece("floor", Pose(0.0, y - 0.006, 0.0)))
    stone = stream.choice((-1, 1)) * stream.randint(15, 38) / 1000
    standing.append(challenge.InitialPiece("stone", Pose(stone, y + 0.015, 0.0)))
    kinds = {
        "post": _piece("post", post, 0),
        "floor": _piece("floor", Box(0.12, 0.012), 0),
        "stone": replace(_piece("stone", Box(0.03, 0.03), 0), material=Material(1400.0)),
    }
    blocks = [kinds[each.kind].block(each.kind, each.at) for each in standing]
    spare = _spare_legs(blocks, xs, post.height + 0.012)
    return replace(
        PLAIN,
        chapter="pull-out",
        pieces=tuple(kinds.values()),
        standing=tuple(standing),
        goal=challenge.Pull("post"),
        stars=(max(1.0, spare // 3), max(2.0, spare * 2 // 3), float(spare)),
        take_out=("post",),
        take_back="no",
    )


def endless(stream: dice.Stream) -> challenge.Challenge:
    """Return a challenge to place as many Bausack pieces as possible with a growing tremor."""
    box = piece_set("blocks")
    chosen = [STORED[index] for index in sorted(stream.sample(range(len(STORED)), 4))]
    width, high = stream.randint(50, 80) / 1000, stream.randint(20, 40) / 1000
    return replace(
        PLAIN,
        fixed=(_fixed("footing", 0.0, Box(width, high)),),
        pieces=tuple(
            challenge.Piece(name, box[name].shape, box[name].material, box[name].depth, EACH)
            for name in chosen
        ),
        pick_up=Vec(-0.14, high + 0.07),
        goal=challenge.Endless(refilled=True),
        stars=(4.0, 8.0, 12.0),
        take_back="no",
        hand="steady",
        growth=0.05,
    )


EACH: Final = 30
"""Pieces of each kind in the supply of an endless challenge, which is then filled anew."""
STORED: Final = ("brick", "square-slab", "leaning-brick", "square-pole", "stout-cone", "barrel")
"""The pieces from which endless challenges are drawn."""
MAKERS: Final = MappingProxyType(
    {"reach": overhang, "span": bridge, "tilt": column, "height": tower, "pull": legs}
)
"""The maker of each kind of challenge."""


def _piece(kind: str, shape: Box, count: int, friction: float = 0.5) -> challenge.Piece:
    """Return a piece whose depth keeps it light enough for the hand."""
    material = Material(friction=friction)
    weight = shape.width * shape.height * material.density_kg_m3
    return challenge.Piece(kind, shape, material, round(min(0.03, MOST_WEIGHT / weight), 4), count)


def _fixed(name: str, x: float, box: Box) -> Block:
    """Return a fixed block that stands on the table."""
    at = Pose(x, box.height / 2, 0.0)
    return Block(BlockId(name), box, Material(), 0.03, at, fixed=True)


def _rounded(value: float, step: float) -> float:
    """Return the greatest multiple of a step up to a value: a threshold that people remember."""
    return round(math.floor(value / step + 1e-9) * step, 4)


def _spare_legs(blocks: list[Block], xs: list[list[float]], rise: float) -> int:
    """Return the number of spare legs, of floors that are each `rise` metres above the last.

    A floor needs a leg under the centre of mass of all above, or else two.
    """
    spare, height = 0, 0.0
    for row in xs:
        height += rise
        above = [(block.mass, block.pose.x) for block in blocks if block.pose.y > height - 0.012]
        middle = total(mass * x for mass, x in above) / total(mass for mass, _ in above)
        alone = any(abs(x - middle) < 0.008 - SLACK for x in row)
        spare += len(row) - (1 if alone else 2)
    return spare


TRIES: Final = 20
"""The number of candidates of one kind that are tried for a day."""


def named(name: str, today: date) -> Challenge | None:
    """Return the generated challenge called `name`, or None if the name is of another kind.

    ``daily`` is that of `today`, ``daily-2026-11-22`` of a date, ``endless`` the first and
    ``endless-17`` the seventeenth endless one. OptionFault for an invalid date or number.
    """
    kind, dash, rest = name.partition("-")
    if kind == ENDLESS:
        if dash and not NUMBER.fullmatch(rest):
            raise OptionFault(
                f"challenge {name!r}: {rest!r} is not 1 to 9 digits; it looks like endless-17"
            )
        return endless_challenge(int(rest or 1))
    if kind != DAILY:
        return None
    try:
        day = date.fromisoformat(rest) if dash else today
    except ValueError as fault:
        raise OptionFault(f"challenge {name!r}: {fault}; it looks like daily-2026-11-22") from fault
    return daily_challenge(day)


def daily_challenge(day: date) -> Challenge:
    """Return the challenge of a day: the first candidate that the solver solves.

    If it solves none, the first of those in which it reaches the most stars.
    """
    best, most = PLAIN, -1
    for made in _candidates(day):
        stars = solve(made).stars or 0
        if stars > most:
            best, most = made, stars
        if stars == len(made.stars):
            break
    return in_words(replace(best, name=daily_name(day)))


class _Kept(msgspec.Struct):
    """The challenge of a day in a file; another version may make another one."""

    version: str
    challenge: Challenge


def kept_daily(path: Path, day: date) -> Challenge | None:
    """Return the challenge of a day that `keep_daily` has written, or None."""
    try:
        kept = msgspec.json.decode(path.read_bytes(), type=_Kept)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return None
    is_right = (kept.version, kept.challenge.name) == (__version__, daily_name(day))
    return in_words(kept.challenge) if is_right and not any(faults(kept.challenge)) else None


def keep_daily(path: Path, challenge: Challenge) -> None:
    """Write the challenge of a day to a file, in place of an earlier one; OptionFault if not."""
    write_whole(path, msgspec.json.encode(_Kept(__version__, challenge), enc_hook=plain))


def _candidates(day: date) -> Iterator[Challenge]:
    """Yield the candidates for a day's challenge, kind after kind; their thresholds differ."""
    stream = dice.stream(day.toordinal(), "daily challenge")
    kinds = list(MAKERS)
    stream.shuffle(kinds)
    for kind in kinds:
        for _try in range(TRIES):
            made = MAKERS[kind](stream)
            if len(set(made.stars)) == len(made.stars):
                yield made


def daily_name(day: date) -> str:
    """Return the name of the challenge of a day, without generating it.

    >>> daily_name(date(2026, 11, 22))
    'daily-2026-11-22'
    """
    return f"{DAILY}-{day.isoformat()}"


def endless_challenge(number: int) -> Challenge:
    """Return the endless challenge with this number."""
    made = endless(dice.stream(number, "endless challenge"))
    return in_words(replace(made, name=f"{ENDLESS}-{number}"))


def in_words(challenge: Challenge) -> Challenge:
    """Return a generated challenge with translatable title and hint; others are unchanged.

    A record holds their English text only; both can be derived from the challenge and its name.
    """
    title = None if challenge.number else generated_title(challenge.name, challenge.goal)
    if title is None:
        return challenge
    return replace(challenge, title=title, hint=hint_of(challenge))


def solve(challenge: Challenge, seed: int = 1, record: Path | None = None) -> Outcome:
    """Return the solver's outcome with the normal hand; `seed` is that of its tremor."""
    seat, options = SeatSpec("Solver", "solver", "normal"), Options(challenge)
    with Match.new(PRACTICE.name, [seat], seed=seed, options=options, record=record) as on:
        return final_outcome(on, {seat.player: Solver()})
