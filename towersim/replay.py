"""Does a record tell the truth? Every action is applied again and every move simulated again."""

import msgspec

from towersim.disturbance import disturbed_again
from towersim.errors import IllegalAction, TowersimError, abridged
from towersim.match import Match
from towersim.physics.profile import Profile
from towersim.placing import Motion, resimulate
from towersim.record import Recording, Step, line_of
from towersim.rules.base import AUTOMATIC_ACTORS
from towersim.table import Table


class Divergence(msgspec.Struct, frozen=True):
    """The first line that is not what the rules, the dice or physics say, and why."""

    line: int
    why: str


class Report(msgspec.Struct, frozen=True):
    """The answer of a validation."""

    valid: bool
    actions: int
    """The number of actions in the record, without the line with the outcome."""
    first_divergence: Divergence | None


def validate(recording: Recording) -> Report:
    """Check what was read from a record line by line; RecordFault if its game cannot be set up.

    Seats may do what the rules allow, the deck and the die must do what the seed says, and
    gravity must answer the same hand with the same bits.
    """
    match = Match.at_start(recording)
    checked = ((step, _difference(match, step)) for step in recording.steps)
    found = (Divergence(line_of(step.n), abridged(why)) for step, why in checked if why)
    first = next(found, None)
    actions = sum(step.over is None for step in recording.steps)
    return Report(valid=first is None, actions=actions, first_divergence=first)


def _difference(match: Match, step: Step) -> str:
    """Take one action; return why it cannot have been, or what nature would have done otherwise."""
    table, stress = match.table, match.stress()
    drawn = match.drawn() if match.actor in AUTOMATIC_ACTORS else None
    try:
        match.follow(step)
    except TowersimError as fault:
        return str(fault)
    if drawn is not None and msgspec.convert(step.action, match.rules.actions) != drawn:
        would = msgspec.json.encode(drawn).decode()
        return f"$.action: with this seed it is {would}"
    if step.shift is not None:
        _, differs = disturbed_again(table, step.shift, match.profile, stress)
        return f"$.shift.{differs}: differs from the simulation" if differs else ""
    return "" if step.motion is None else _first_change(table, step.motion, match.profile)


def _first_change(table: Table, written: Motion, profile: Profile) -> str:
    try:
        simulated = resimulate(table, written, profile)
    except IllegalAction as fault:
        return f"$.motion.let_go: {fault}"
    for name in ("block", "fell", "ticks", "rest", "hash", "poses", "hand"):
        before, now = getattr(written, name), getattr(simulated, name)
        if before != now:
            what = "" if name in {"poses", "hand"} else f": {before} is written, {now} simulated"
            return f"$.motion.{name}: differs from the simulation{what}"
    return ""
