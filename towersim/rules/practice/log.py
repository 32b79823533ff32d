"""The events of Practice, and a sentence for each."""

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from types import MappingProxyType

from towersim.common.messages import Day, Message, kind_text, known, message as _, plural
from towersim.common.units import TowerId
from towersim.rules import base
from towersim.rules.base import Event, SeatEvent
from towersim.rules.display import Sound, joined, sentences
from towersim.rules.practice import challenge as rules


class TookOut(SeatEvent, frozen=True):
    """The seat took a standing piece out."""

    block: str
    tower: TowerId


class Lost(Event, frozen=True):
    """A piece left the table."""

    block: str


class Fell(Event, frozen=True):
    """A piece fell that nobody had touched in this move."""

    void: bool = False
    """Whether it no longer counts."""


class TouchesTable(Event, frozen=True):
    """A piece touches a forbidden part of the table."""

    block: str
    between: bool = False
    """Whether that is so only between the piers."""
    river: bool = False
    """Whether a river flows there."""


class Rated(Event, frozen=True):
    """Everything is at rest: the measure of the building, and its stars."""

    text: str
    """The measure with its unit, as `measure_text` writes it; empty if the goal is not met."""
    stars: int


class TookBack(SeatEvent, frozen=True):
    """The seat took its last move back."""


class TrialStarted(SeatEvent, frozen=True):
    """The test began."""


STARS = (_("no star"), _("one star"), _("two stars"), _("three stars"))


SENTENCES: base.Sentences = {
    **base.sentences_of(__name__),
    base.GameOver: lambda event, _names: _message(event.outcome.reason),
}
VALUES: base.Values = {
    "piece": lambda event, _names: (
        _a(event.block)
        if isinstance(event, base.TowerStarted | TookOut)
        else kind_text(event.block)
    ),
    "measure": lambda event, _names: event.text,
    "stars": lambda event, _names: STARS[event.stars],
}


DAILY, ENDLESS = "daily", "endless"
"""How the names of generated challenges begin."""
NUMBER = re.compile(r"[0-9]{1,9}")
"""What follows in the name of an endless one, after a dash."""
TEXTS = sentences("practice")
"""The texts of Practice by part and name."""
_MEASURES: Mapping[type[rules.Goal], Callable[[float], Message]] = MappingProxyType(
    {
        rules.Height: lambda metres: _("{mm:g} mm high", mm=round(1000 * metres, 1)),
        rules.Raise: lambda metres: _("{mm:g} mm up", mm=max(0.0, round(1000 * metres, 1))),
        rules.Reach: lambda metres: (
            _("{mm:g} mm beyond the edge", mm=round(1000 * metres, 1))
            if metres >= 0
            else _("{mm:g} mm short of the edge", mm=round(-1000 * metres, 1))
        ),
        rules.Span: lambda count: plural("{count} piece used", "{count} pieces used", int(count)),
        rules.Endless: lambda count: plural(
            "{count} piece standing", "{count} pieces standing", int(count)
        ),
        rules.Pull: lambda count: plural("{count} piece out", "{count} pieces out", int(count)),
        rules.Topple: lambda count: plural("{count} touch", "{count} touches", int(count)),
        rules.Tilt: lambda degrees: _("{degrees:g}° of tilt", degrees=round(degrees, 2)),
        rules.Quake: lambda peak: _("{peak:g} m/s² of shaking", peak=round(peak, 2)),
        rules.Load: lambda newtons: _("{newtons:g} N of load", newtons=round(newtons, 2)),
    }
)
"""For each goal, how a measure or what a star takes is written."""


def measure_text(goal: rules.AnyGoal, value: float | None) -> Message:
    """Return a measure with its unit, for people, without decimals that it does not need.

    >>> measure_text(rules.Height(), 0.1234), measure_text(rules.Reach(0.3), -0.04)
    ('123.4 mm high', '40 mm short of the edge')
    """
    return _("not yet") if value is None else _MEASURES[type(goal)](value)


def measures_text(goal: rules.AnyGoal, values: Iterable[float]) -> str:
    """Return several measures, at least one, with one unit.

    >>> measures_text(rules.Height(), (0.05, 0.0995, 0.13))
    '50 / 99.5 / 130 mm high'
    >>> measures_text(rules.Pull("log"), (1, 2))
    '1 / 2 pieces out'
    """
    numbers, units = zip(*(measure_text(goal, one).split(" ", 1) for one in values), strict=True)
    return f"{' / '.join(numbers)} {max(units, key=len)}"


def goal_text(goal: rules.AnyGoal) -> Message:
    """Return the goal as a short imperative sentence.

    >>> goal_text(rules.Raise("egg"))
    'Raise the egg'
    """
    name = goal.tag
    if isinstance(goal, rules.Topple):
        name += f" {goal.side}"
    if isinstance(goal, rules.Load) and goal.between:
        name += " between"
    return TEXTS["goals"][name].filled(piece=kind_text(getattr(goal, "piece", "")))


def order_text(challenge: rules.Challenge) -> Message:
    """Return the goal of a challenge, with the conditions for beginning its test."""
    order = goal_text(challenge.goal)
    if challenge.least_height:
        high = 1000 * challenge.least_height
        order = _("{order}, at least {mm:.0f} mm high", order=order, mm=high)
    if challenge.least_pieces:
        count = challenge.least_pieces
        order = _("{order}, with at least {count} pieces", order=order, count=count)
    if challenge.joined:
        order = _("{order}, both sides joined", order=order)
    if challenge.absent:
        gone = joined(map(kind_text, challenge.absent))
        order = _("{order}, the {pieces} taken out", order=order, pieces=gone)
    return _("{order}.", order=order)


def place_text(goal: rules.Load) -> Message:
    """Return the required position of the piece that grows heavier in the test.

    >>> place_text(rules.Load("cart", above=0.05))
    'the cart must lie more than 50 mm up first'
    >>> place_text(rules.Load("cart"))
    'the cart must lie on the table first'
    """
    place = ("between " if goal.between else "") + ("above " if goal.above else "")
    text = TEXTS["places"][place.strip() or "on table"]
    return text.filled(piece=kind_text(goal.piece), mm=1000 * goal.above)


def chapter_text(chapter: rules.Chapter) -> Message:
    """Return the name of a chapter."""
    return TEXTS["chapters"][chapter]


def title_text(challenge: rules.Challenge) -> Message:
    """Return the title of a challenge."""
    generated = None if challenge.number else generated_title(challenge.name, challenge.goal)
    return generated or _message(challenge.title)


def generated_title(name: str, goal: rules.AnyGoal) -> Message | None:
    """Return the title of a generated challenge; None for the name of another one.

    A record holds its English text only.
    """
    (kind, _dash, rest), titles = name.partition("-"), TEXTS["titles"]
    if kind == ENDLESS and NUMBER.fullmatch(rest):
        return titles[ENDLESS].filled(number=int(rest))
    with suppress(ValueError):
        if kind == DAILY:
            title, day = titles.get(goal.tag, titles["pull"]), Day.fromisoformat(rest)
            return _("{title}, {day}", title=title, day=day)
    return None


def hint_text(challenge: rules.Challenge) -> Message:
    """Return the line of advice of a challenge."""
    return _message(challenge.hint)


def _message(text: str) -> Message:
    """Return a text of a challenge as a message; a generated one is a message already."""
    return text if isinstance(text, Message) else known(text)


def _a(kind: str) -> Message:
    """Return a kind of piece with its article.

    >>> _a("egg"), _a("cube"), _a("largest-block")
    ('an egg', 'a cube', 'the largest block')
    """
    piece = kind_text(kind)
    if kind.partition("-")[0].endswith("est"):
        return _("the {piece}", piece=piece)
    return _("an {piece}", piece=piece) if kind[0] in "aeiou" else _("a {piece}", piece=piece)


SOUNDS = {
    Sound.BREATH: base.TowerStarted,
    Sound.NONE: TookOut | Lost | Fell | TouchesTable | Rated | TookBack | TrialStarted,
}
