"""Does a record tell the truth? Every action is applied again and every move simulated again."""

from pathlib import Path

import msgspec

from towersim.errors import TowersimError
from towersim.match import Match
from towersim.placing import Motion, again
from towersim.record import Step, line_of, read
from towersim.rules.base import Nature


class Divergence(msgspec.Struct, frozen=True):
    """The first line that is not what the rules, the dice or physics say, and why."""

    line: int
    why: str


class Report(msgspec.Struct, frozen=True):
    """The answer of a validation."""

    valid: bool
    actions: int
    first_divergence: Divergence | None


def validate(path: Path) -> Report:
    """Check a record line by line; RecordFault if it cannot be read.

    Seats may do what the rules allow, the deck and the die must do what the seed says, and
    gravity must answer the same hand with the same bits.
    """
    recording = read(path)
    match = Match.at_start(recording)
    for step in recording.steps:
        try:
            why = _difference(match, step)
            if not why:
                match.follow(step)
        except TowersimError as fault:
            why = str(fault)
        if why:
            return Report(
                valid=False,
                actions=len(recording.steps),
                first_divergence=Divergence(line_of(step.n), why),
            )
    return Report(valid=True, actions=len(recording.steps), first_divergence=None)


def _difference(match: Match, step: Step) -> str:
    """Return what nature would have done otherwise, or an empty string."""
    if step.actor in (Nature.DECK, Nature.DIE) and step.actor == match.actor:
        drawn = match.drawn()
        if msgspec.json.encode(step.action) != msgspec.json.encode(drawn):
            return f"$.action: the {step.actor} would have drawn {drawn}"
    if step.motion is not None:
        return _first_change(step.motion, again(match.table, step.motion, match.profile))
    return ""


def _first_change(written: Motion, simulated: Motion) -> str:
    for name in ("block", "fell", "ticks", "rest", "hash", "poses", "hand"):
        before, now = getattr(written, name), getattr(simulated, name)
        if before != now:
            what = "" if name in {"poses", "hand"} else f": {before} is written, {now} simulated"
            return f"$.motion.{name}: differs from the simulation{what}"
    return ""
