"""Does a record tell the truth? Every action is applied again and every move simulated again."""

from pathlib import Path

import msgspec

from towersim.errors import TowersimError
from towersim.match import Match
from towersim.placing import Motion, again
from towersim.record import Step, line_of, read
from towersim.rules.base import BY_ITSELF


class Divergence(msgspec.Struct, frozen=True):
    """The first line that is not what the rules, the dice or physics say, and why."""

    line: int
    why: str


class Report(msgspec.Struct, frozen=True):
    """The answer of a validation."""

    valid: bool
    actions: int
    """How many actions the record holds; the line with the outcome is none."""
    first_divergence: Divergence | None


def validate(path: Path) -> Report:
    """Check a record line by line; RecordFault if it cannot be read.

    Seats may do what the rules allow, the deck and the die must do what the seed says, and
    gravity must answer the same hand with the same bits.
    """
    recording = read(path)
    match = Match.at_start(recording)
    checked = ((step, _difference(match, step)) for step in recording.steps)
    first = next((Divergence(line_of(step.n), why) for step, why in checked if why), None)
    actions = sum(step.over is None for step in recording.steps)
    return Report(valid=first is None, actions=actions, first_divergence=first)


def _difference(match: Match, step: Step) -> str:
    """Take one action; return why it cannot have been, or what nature would have done otherwise."""
    table = match.table
    drawn = match.drawn() if match.actor in BY_ITSELF else None
    try:
        match.follow(step)
    except TowersimError as fault:
        return str(fault)
    if drawn is not None and msgspec.convert(step.action, match.rules.actions) != drawn:
        would = msgspec.json.encode(drawn).decode()
        return f"$.action: with this seed it is {would}"
    if step.motion is not None:
        return _first_change(step.motion, again(table, step.motion, match.profile))
    return ""


def _first_change(written: Motion, simulated: Motion) -> str:
    for name in ("block", "fell", "ticks", "rest", "hash", "poses", "hand"):
        before, now = getattr(written, name), getattr(simulated, name)
        if before != now:
            what = "" if name in {"poses", "hand"} else f": {before} is written, {now} simulated"
            return f"$.motion.{name}: differs from the simulation{what}"
    return ""
