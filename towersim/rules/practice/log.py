"""What happens in Practice, and the sentences that tell it."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from towersim.rules.base import Event, GameOver, TowerStarted
from towersim.rules.practice.challenge import (
    AnyGoal,
    Challenge,
    Endless,
    Goal,
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
from towersim.units import Seat, TowerId


class TookOut(Event, frozen=True):
    """The seat took a standing piece out."""

    seat: Seat
    block: str
    tower: TowerId


class Lost(Event, frozen=True):
    """A piece left the table."""

    block: str


class Fell(Event, frozen=True):
    """A piece fell that nobody had touched in this move."""


class Rated(Event, frozen=True):
    """All is at rest: the measure of what stands, and its stars."""

    text: str
    """The measure with its unit, as `measure_text` writes it."""
    stars: int


class TookBack(Event, frozen=True):
    """The seat took its last move back."""

    seat: Seat


class TrialStarted(Event, frozen=True):
    """The test began."""

    seat: Seat


Happened = TowerStarted | TookOut | Lost | Fell | Rated | TookBack | TrialStarted | GameOver
STARS = ("no star", "one star", "two stars", "three stars")


def describe(event: Event) -> str:
    """Return one sentence that tells an event."""
    match event:
        case TowerStarted(block=block):
            return f"You place {_a(block)}."
        case TookOut(block=block):
            return f"You take out {_a(block)}."
        case Lost(block):
            return f"The {_words(block)} leaves the table."
        case Fell():
            return "Something fell."
        case Rated(text, stars):
            return f"All is at rest: {text}, {STARS[stars]}."
        case TookBack():
            return "You take the last move back."
        case TrialStarted():
            return "The test begins."
        case GameOver(outcome):
            return outcome.reason
        case _:
            raise ValueError(f"not an event of Practice: {event}")


MEASURES: Mapping[type[Goal], tuple[float, str]] = MappingProxyType(
    {
        Height: (1000, "{:.1f} mm high"),
        Raise: (1000, "{:.1f} mm up"),
        Reach: (1000, "{:.1f} mm beyond the edge"),
        Span: (1, "pieces used: {:.0f}"),
        Endless: (1, "pieces standing: {:.0f}"),
        Pull: (1, "pieces out: {:.0f}"),
        Topple: (1, "touches: {:.0f}"),
        Tilt: (1, "{:.2f}° of tilt"),
        Quake: (1, "{:.2f} m/s² of shaking"),
        Load: (1, "{:.2f} N of load"),
    }
)
"""For each goal, what a measure is multiplied by, and how it is written."""
ORDERS: Mapping[type[Goal], str] = MappingProxyType(
    {
        Height: "Build high",
        Raise: "Raise the {piece}",
        Reach: "Reach out over the edge",
        Span: "Span the gap with few pieces",
        Endless: "Place as many as you can",
        Pull: "Take out the {piece} pieces; nothing else may fall",
        Topple: "Topple the {piece} to the {side} with few touches",
        Tilt: "Build, then withstand the tilting table",
        Quake: "Build, then withstand the quake",
        Load: "Build, then load the {piece}{where}",
    }
)


def measure_text(goal: AnyGoal, value: float | None) -> str:
    """Return a measure with its unit, for people.

    >>> measure_text(Height(), 0.1234), measure_text(Tilt(), 7.25)
    ('123.4 mm high', '7.25° of tilt')
    """
    if value is None:
        return "not yet"
    scale, text = MEASURES[type(goal)]
    return text.format(scale * value)


def measures_text(goal: AnyGoal, values: Iterable[float]) -> str:
    """Return several measures with their unit said once.

    >>> measures_text(Height(), (0.0595, 0.0995, 0.1395))
    '59.5 / 99.5 / 139.5 mm high'
    """
    scale, text = MEASURES[type(goal)]
    before, _, rest = text.partition("{")
    number, _, after = rest.partition("}")
    numbers = " / ".join(f"{{{number}}}".format(scale * value) for value in values)
    return f"{before}{numbers}{after}"


def goal_text(goal: AnyGoal) -> str:
    """Return what a goal asks for, as one short order.

    >>> goal_text(Raise("egg"))
    'Raise the egg'
    """
    piece = _words(getattr(goal, "piece", ""))
    where = " between the marks" if isinstance(goal, Load) and goal.between else ""
    return ORDERS[type(goal)].format(piece=piece, side=getattr(goal, "side", ""), where=where)


def order_text(challenge: Challenge) -> str:
    """Return what a challenge asks for, with what must stand before a test may begin."""
    order = goal_text(challenge.goal)
    if challenge.least_height:
        order += f", at least {1000 * challenge.least_height:.0f} mm high"
    if challenge.least_pieces:
        order += f", with at least {challenge.least_pieces} pieces"
    if challenge.joined:
        order += ", both sides joined"
    if challenge.absent:
        gone = ", ".join(map(_words, challenge.absent))
        order += f", the {gone} taken out"
    return f"{order}."


def place_text(goal: Load) -> str:
    """Return where the piece that grows heavier must lie before the test.

    >>> place_text(Load("cart", above=0.05))
    'the cart must lie more than 50 mm up'
    """
    where = ["between the marks"] if goal.between else []
    if goal.above:
        where.append(f"more than {1000 * goal.above:.0f} mm up")
    return f"the {_words(goal.piece)} must lie {', '.join(where) or 'on the table'}"


def _words(kind: str) -> str:
    return kind.replace("-", " ")


def _a(kind: str) -> str:
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {_words(kind)}"
