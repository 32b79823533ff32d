"""Output on the terminal as text or JSON, and games of bots without a window."""

import os
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table as Grid
from rich.text import Text

from towersim.bots.table import bots_of, checked_record, play_out
from towersim.common.errors import OptionFault
from towersim.common.messages import plain
from towersim.common.units import Seat
from towersim.match.game import Game
from towersim.match.match import Match
from towersim.match.record import Recording, SeatSpec, line_of
from towersim.rules.base import Nature, Outcome
from towersim.table.forensics import why_told


def seed_option(help_: str) -> Any:  # noqa: ANN401 - as typer says of its options
    """Return the option for a seed that a record can hold."""
    return typer.Option(min=0, max=2**63 - 1, help=help_)


def picture_option(help_: str) -> Any:  # noqa: ANN401 - the same
    """Return the option for the file of a picture; OptionFault for another suffix, or no folder."""

    def checked(path: Path | None) -> Path | None:
        if path is not None and path.suffix.lower() not in ("", ".png"):
            raise OptionFault(f"--png: {str(path)!r} is no name of a picture, which ends in .png")
        return in_a_folder(path)

    return typer.Option(help=help_, callback=checked)


def in_a_folder(path: Path | None) -> Path | None:
    """Return the path of an output file, before minutes of work; OptionFault without its folder."""
    if path is not None and not path.parent.is_dir():
        raise OptionFault(f"{path}: cannot be written: there is no folder {path.parent}")
    return path


Seed = Annotated[int, seed_option("Seed of all random numbers.")]
"""The seed of every command that draws towers or plays games."""
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
"""The option of every command with JSON output."""
GameOptions = Annotated[
    list[str] | None, typer.Option("--option", help="An option of the game, as name=value.")
]
"""Option of every command that plays a game."""


def say(line: str) -> None:
    """Print a line without markup."""
    sys.stdout.write(f"{line}\n")


def print_json(value: object) -> None:
    """Print a value as one line of JSON."""
    say(msgspec.json.encode(value, enc_hook=plain).decode())


def read_record(file: Path) -> Recording:
    """Read a record and report a dropped end on standard error."""
    recording = checked_record(file)
    if recording.cut_off:
        sys.stderr.write(f"towersim: {recording.cut_off}\n")
    return recording


def option_pairs(options: Sequence[str]) -> dict[str, str]:
    """Return a game's options by name; OptionFault for one without the form name=value.

    >>> option_pairs(["end=first-wins"])
    {'end': 'first-wins'}
    """
    pairs = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not equals:
            raise OptionFault(f"option {option!r}: it should look like name=value")
        pairs[name.strip()] = value.strip()
    return pairs


def refuse_ignored(context: typer.Context, with_: str, *options: str) -> None:
    """Raise OptionFault if one of a command's options was given but would be ignored.

    `with_` is the argument that makes it meaningless; `options` are names of parameters.
    """
    for parameter in context.command.params:
        source = context.get_parameter_source(parameter.name or "")
        if parameter.name in options and source is not None and source.name == "COMMANDLINE":
            raise OptionFault(f"{parameter.opts[0]}: it means nothing with {with_}")


class Result(msgspec.Struct, frozen=True):
    """The result of a game without a window."""

    game: str
    seed: int
    seats: tuple[str, ...]
    outcome: Outcome
    actions: int
    collapses: int
    ticks: int
    sim_seconds: float
    wall_seconds: float
    record: str | None


def play_headless(
    match: Match, record: Path | None, console: Console, *, tell_from: int | None = None
) -> Result:
    """Play a match to its end, with bots in the seats of people.

    A terminal shows a progress line. Prints the sentence of every event from index `tell_from` on,
    past events at once; without it, none.
    """
    began = time.perf_counter()
    names = [seat.name for seat in match.seats]
    with Progress(
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        TimeElapsedColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    ) as progress:
        task = progress.add_task("the bots think")
        stand_in = next(iter(bots_of(match.game).values()))
        for _ in chain([None], play_out(match, stand_in)):
            if tell_from is not None and tell_from < len(match.events):
                said = [match.rules.describe(event, names) for event in match.events[tell_from:]]
                tell_from = len(match.events)
                progress.console.print(Text("\n".join(said)), soft_wrap=True)
            progress.update(task, description=f"action {match.steps}")
    match.close()
    if match.outcome is None:
        raise RuntimeError("a game that was played out has no outcome")
    return Result(
        game=match.game,
        seed=match.seed,
        seats=tuple(seat.player for seat in match.seats),
        outcome=match.outcome,
        actions=match.steps,
        collapses=match.collapses,
        ticks=match.ticks,
        sim_seconds=match.ticks * match.tick_seconds,
        wall_seconds=time.perf_counter() - began,
        # On Linux a file's name may be invalid Unicode, which JSON cannot hold.
        record=None if record is None else os.fsencode(record).decode(errors="backslashreplace"),
    )


class ToldStep(msgspec.Struct, frozen=True):
    """The events of one line of a record, as sentences."""

    line: int
    """Number of the line in the file, from 1."""
    actor: Seat | Nature
    events: tuple[str, ...]
    collapse: str | None
    """The cause of a collapse, as a sentence, or None."""


class Story(msgspec.Struct, frozen=True):
    """A recorded game in sentences, with its outcome, if it is over."""

    game: str
    seed: int
    seats: tuple[SeatSpec, ...]
    steps: tuple[ToldStep, ...]
    outcome: Outcome | None


def story(recording: Recording) -> Story:
    """Return a recorded game in sentences; RecordFault as in `told_steps`."""
    first, told = recording.header, tuple(told_steps(recording))
    over = recording.steps[-1].over if recording.steps else None
    return Story(first.game, first.seed, first.seats, told, over)


def told_steps(recording: Recording) -> Iterator[ToldStep]:
    """Yield the actions of a recorded game with their events and the cause of a collapse.

    RecordFault names a line that the rules do not allow.
    """
    Game.loaded(recording)
    game = Game.at_start(recording)
    names = [seat.name for seat in game.seats]
    for step in recording.steps:
        table, told = game.table, len(game.events)
        game.follow(step)
        events = tuple(game.rules.describe(event, names) for event in game.events[told:])
        why = step.motion and why_told(table, step.motion, game.profile)
        if step.over is None:
            yield ToldStep(line_of(step.n), step.actor, events, why or None)


def result_table(result: Result, seats: tuple[SeatSpec, ...]) -> Grid:
    """Return the final scores, best first."""
    grid = Grid(title=result.outcome.reason, title_justify="left")
    grid.add_column("seat")
    grid.add_column("player")
    grid.add_column("score", justify="right")
    order = sorted(range(len(seats)), key=lambda seat: -result.outcome.scores[seat])
    for seat in order:
        won = "  won" if seat in result.outcome.winners else ""
        hand = f", {seats[seat].skill} hand" if result.ticks else ""
        player = f"{seats[seat].player}{hand}"
        # Text, not str: names may contain markup characters.
        cells = (seats[seat].name, player, f"{result.outcome.scores[seat]}{won}")
        grid.add_row(*map(Text, cells))
    return grid
