"""The challenge of the day: an overhang, made from the date alone, so the same for everybody.

Bricks of one kind are to reach out over the table's edge. What n of them can reach with one on each
other is exact: half a length times the sum of 1/k for k up to n (the harmonic stack). The stars are
shares of that, and a challenge is offered only if the solver's normal hand reaches all three.
"""

from datetime import date
from typing import Final

from towersim import dice
from towersim.bots.table import play_out
from towersim.errors import OptionFault
from towersim.geometry.shapes import Box
from towersim.match import Match
from towersim.record import SeatSpec
from towersim.rules import PRACTICE
from towersim.rules.practice.challenge import Challenge, Piece, Reach
from towersim.rules.practice.state import Options, View
from towersim.scene import Material, TableTop
from towersim.units import Vec

PREFIX: Final = "daily"
EDGE: Final = 0.15
"""Where the table ends, in metres."""
SHARES: Final = (0.55, 0.7, 0.82)
"""The shares of the exact reach that are worth one, two and three stars."""
TRIES: Final = 20
"""So many challenges are made for a day until one is solved."""
MOST_WEIGHT: Final = 0.02
"""No brick is heavier than this, in kg: the hand has to lift it."""


def daily_challenge(day: date) -> Challenge:
    """Return the challenge of a day; RuntimeError if none of its tries could be solved."""
    stream = dice.stream(day.toordinal(), "daily challenge")
    for _ in range(TRIES):
        made = _overhang(day, stream)
        if stars_of_solver(made) == len(SHARES):
            return made
    raise RuntimeError(f"no challenge of {day} can be solved")


def named_day(name: str, today: date) -> date | None:
    """Return the day of ``daily`` or ``daily-2026-11-22``, None for another name.

    OptionFault if it names no day.
    """
    if name == PREFIX:
        return today
    if not name.startswith(f"{PREFIX}-"):
        return None
    try:
        return date.fromisoformat(name.removeprefix(f"{PREFIX}-"))
    except ValueError as fault:
        raise OptionFault(f"challenge {name!r}: {fault}; it looks like daily-2026-11-22") from fault


def harmonic_reach(bricks: int, length: float) -> float:
    """Return how far a stack of `bricks`, one on each other, can reach out, in metres.

    >>> harmonic_reach(4, 1.0)
    1.0416666666666665
    """
    return length / 2 * sum(1 / k for k in range(1, bricks + 1))


def stars_of_solver(challenge: Challenge) -> int:
    """Return the stars that the solver reaches with the normal hand."""
    seat = SeatSpec("Solver", "solver", "normal")
    match: Match[View] = Match.new(PRACTICE.name, [seat], seed=1, options=Options(challenge))
    for _ in play_out(match):
        pass
    return (match.outcome.stars or 0) if match.outcome else 0


def _overhang(day: date, stream: dice.Stream) -> Challenge:
    bricks, length = stream.randint(2, 7), stream.randint(85, 135) / 1000
    height = stream.randint(12, 24) / 1000
    material = Material(friction=stream.randint(35, 70) / 100)
    depth = min(0.03, MOST_WEIGHT / (length * height * material.density_kg_m3))
    exact = harmonic_reach(bricks, length)
    one, two, three = (round(share * exact, 3) for share in SHARES)
    return Challenge(
        name=f"{PREFIX}-{day.isoformat()}",
        title=f"Overhang, {day.day}.{day.month}.",
        chapter="reach",
        number=0,
        hint=f"{bricks} bricks of {1000 * length:.0f} mm could reach {1000 * exact:.0f} mm.",
        table=TableTop(2 * EDGE),
        fixed=(),
        pieces=(Piece("brick", Box(length, height), material, round(depth, 4), bricks),),
        standing=(),
        pick_up=Vec(0.0, 0.06 + bricks * height),
        goal=Reach(EDGE),
        stars=(one, two, three),
        take_back="star",
    )
