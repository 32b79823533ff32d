"""The validation of records: every action is applied and every move simulated again."""

import msgspec

from towersim.common.errors import IllegalAction, TowersimError, abridged
from towersim.match.game import Game
from towersim.match.record import Recording, Step, line_of
from towersim.physics.profile import Profile
from towersim.rules.base import AUTOMATIC_ACTORS
from towersim.table.disturbance import disturbed_again
from towersim.table.placing import Motion, resimulate
from towersim.table.table import Table


class Divergence(msgspec.Struct, frozen=True):
    """The first line that contradicts rules, random streams or physics, and the reason."""

    line: int
    why: str


class Report(msgspec.Struct, frozen=True):
    """The result of a validation."""

    valid: bool
    actions: int
    """The number of actions in the record, without the outcome's line."""
    first_divergence: Divergence | None


def validate(recording: Recording) -> Report:
    """Check the contents of a record line by line; RecordFault if its game cannot be set up.

    Seats have to act legally, the deck and the die as the seed determines, and the simulation of
    the same hand has to give bit-identical results.
    """
    game = Game.at_start(recording)
    checked = ((step, _difference(game, step)) for step in recording.steps)
    divergences = (Divergence(line_of(step.n), abridged(why)) for step, why in checked if why)
    earliest = next(divergences, None)
    actions = sum(step.over is None for step in recording.steps)
    return Report(valid=earliest is None, actions=actions, first_divergence=earliest)


def _difference(game: Game, step: Step) -> str:
    """Apply one step; return its difference from rules, seed or simulation, or ""."""
    table, stress = game.table, game.stress()
    drawn = game.drawn() if game.actor in AUTOMATIC_ACTORS else None
    try:
        game.follow(step)
    except TowersimError as fault:
        return str(fault)
    if drawn is not None and game.last_action != drawn:
        would = msgspec.json.encode(drawn).decode()
        return f"$.action: with this seed it is {would}"
    if step.shift is not None:
        _, differs = disturbed_again(table, step.shift, game.profile, stress)
        return f"$.shift.{differs}: differs from the simulation" if differs else ""
    return "" if step.motion is None else _first_change(table, step.motion, game.profile)


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
