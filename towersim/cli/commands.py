"""The command line; an error of the user gives one line on standard error and exit code 2."""

import errno
import os
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from typer.exceptions import TyperException

from towersim.bots.table import bots_of, checked_record, players_of
from towersim.cli.analyse import app as analysing
from towersim.cli.build import app as building
from towersim.cli.export import app as exports
from towersim.cli.lab import app as lab
from towersim.cli.measure import app as measures
from towersim.cli.practice import app as practice
from towersim.cli.practice import game_options
from towersim.cli.terminal import (
    AsJson,
    GameOptions,
    Result,
    play_headless,
    print_json,
    read_record,
    result_table,
    say,
    seed_option,
    story,
    told_steps,
)
from towersim.cli.watch import app as watching
from towersim.common.dice import fresh_seed
from towersim.common.errors import OptionFault, TowersimError
from towersim.common.version import __version__
from towersim.files.level import load_scene
from towersim.match.match import Match
from towersim.match.record import HUMAN, SeatSpec, fresh_path, records_dir
from towersim.match.replay import Report
from towersim.match.replay import validate as validate_record
from towersim.physics.hand import skill
from towersim.physics.stand import StandResult
from towersim.physics.stand import stand as stand_scene
from towersim.rules import GAMES, checked_options
from towersim.rules import game as rules_of
from towersim.table.forensics import scene_names, sentence

app = typer.Typer(
    name="towersim",
    help="Tabletop tower games on simulated physics.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.add_typer(analysing)
app.add_typer(measures)
app.add_typer(lab)
app.add_typer(exports)
app.add_typer(watching)
app.add_typer(practice)
app.add_typer(building)
out, err = Console(), Console(stderr=True)

Headless = Annotated[bool, typer.Option("--headless", help="Play in the terminal, with bots only.")]
RecordFile = Annotated[Path | None, typer.Option(help="Record file; default: in your data folder.")]
INTERRUPTED = 130
HUNG_UP = (errno.EPIPE, errno.EINVAL)
"""Errors when the reader of the output has gone; Windows raises the second."""
GAME = "fawlty-towers"
"""The game that is played without a display and a choice."""


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return the exit code.

    0; 1 for a divergent record or a closed pipe; 2 for an error of the user; 130 for Ctrl-C.
    """
    try:
        code = app(args=arguments, standalone_mode=False, prog_name="towersim")
        sys.stdout.flush()
    except TyperException as fault:
        return _complain(fault.format_message())
    except TowersimError as fault:
        return _complain(str(fault))
    except OSError as fault:
        # Keep the interpreter from writing the rest of the output again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if fault.errno in HUNG_UP and fault.filename is None:
            return 1
        return _complain(f"{fault.filename or 'the output'}: {fault.strerror}")
    if code == INTERRUPTED:
        _complain(_stopped(sys.argv[1:] if arguments is None else arguments))
    return code if isinstance(code, int) else 0


def _stopped(arguments: Sequence[str]) -> str:
    """Return the message for an interrupted command, with how to continue it."""
    if not arguments or arguments[0] in {"play", "resume"}:
        return "stopped; every finished move is saved, and `towersim resume FILE` goes on"
    if [*arguments[:2]] == ["lab", "run"]:
        return "stopped; every finished trial is saved, and the same command goes on"
    return "stopped"


def _complain(message: str) -> int:
    sys.stderr.write(f"towersim: {' '.join(message.split())}\n")
    return 2


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Open the window or, without a display, play a game of four bots in the terminal."""
    if version:
        say(__version__)
        raise typer.Exit
    if context.invoked_subcommand is None:
        _window(None)


@app.command()
def play(
    game: Annotated[str, typer.Argument(help=f"One of: {', '.join(GAMES)}.")],
    seats: Annotated[
        str | None, typer.Option(help="Players by commas: human or a bot, and :HAND if wanted.")
    ] = None,
    seed: Annotated[int | None, seed_option("Seed of all random numbers; default: random.")] = None,
    option: GameOptions = None,
    record: RecordFile = None,
    headless: Headless = False,
    json: AsJson = False,
) -> None:
    """Play a game in the window, or by bots in the terminal."""
    rules_of(game)
    named = default_seats(game) if seats is None else seats
    seats_ = parsed_seats(game, named, headless or json)
    options = checked_options(game, game_options(game, option))
    seed = fresh_seed() if seed is None else seed
    path = record or fresh_path(records_dir(), game, datetime.now())
    match = Match.new(game, seats_, seed=seed, options=options, record=path)
    if headless or json:
        _finish(match, path, json)
    else:
        _window(match)


@app.command()
def resume(
    file: Annotated[Path, typer.Argument(help="A record of a game.")],
    headless: Headless = False,
    json: AsJson = False,
) -> None:
    """Continue a recorded game."""
    match = Match.resume(checked_record(file))
    for notice in match.notices:
        sys.stderr.write(f"towersim: {notice}\n")
    told = len(match.events)
    if headless or json:
        _finish(match, file, json, told)
    else:
        _window(match, told)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A record of a game.")],
    validate: Annotated[bool, typer.Option(help="Simulate the record again and compare.")] = False,
    json: AsJson = False,
) -> int:
    """Print a recorded game as sentences, or validate its record."""
    recording = read_record(file)
    if validate:
        report = validate_record(recording)
        _print_report(report, json)
        return 0 if report.valid else 1
    if json:
        print_json(story(recording))
        return 0
    for step in told_steps(recording):
        for sentence_ in step.events:
            say(sentence_)
        if step.collapse is not None:
            say(f"  {step.collapse}")
    return 0


@app.command()
def stand(
    scene: Annotated[Path, typer.Argument(help="A scene file (TOML).")],
    seconds: Annotated[
        float | None, typer.Option(min=0.0, max=3600.0, help="Simulated time; default: until rest.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Simulate a scene and print whether it stood, shifted or fell."""
    answer = stand_scene(load_scene(scene), seconds)
    if json:
        print_json(answer)
    else:
        say(_standing_line(scene, answer))
        if answer.collapse is not None:
            say(sentence(answer.collapse, scene_names))


def default_seats(game: str) -> str:
    """Return the default players: three of the game's best bot, and one random one.

    In a game for one player it is one of the best bot.

    >>> default_seats("fawlty-towers")
    'careful,careful,careful,uniform'
    """
    *sensible, uniform = bots_of(game)
    return ",".join([*sensible[:1] * 3, uniform][: rules_of(game).seats[-1]])


def parsed_seats(game: str, text: str, headless: bool) -> list[SeatSpec]:
    """Parse seats such as ``human,careful:shaky``; raises OptionFault for an unknown player.

    >>> seats = parsed_seats("fawlty-towers", "careful:shaky,uniform", headless=True)
    >>> [seat.skill for seat in seats]
    ['shaky', 'normal']
    """
    seats = []
    for number, part in enumerate(text.split(","), 1):
        player, _, hand = (word.strip() for word in part.partition(":"))
        players = players_of(game)
        if player not in players:
            raise OptionFault(f"player {player!r}: not known; there is {', '.join(players)}")
        default = "none" if player == HUMAN and not headless else "normal"
        seats.append(SeatSpec(f"{player.capitalize()} {number}", player, hand or default))
        skill(seats[-1].skill)
    return seats


def _window(match: Match | None, told: int = 0) -> None:
    """Open the window, or play in the terminal if there is no display.

    `told` is the number of earlier events, which the terminal does not repeat.
    """
    from towersim.ui.app import run as open_window  # noqa: PLC0415 - pygame is slow
    from towersim.ui.display import display_available  # noqa: PLC0415 - the same

    if display_available():
        open_window(match)
        return
    sys.stderr.write("towersim: there is no display, so bots play in the terminal instead\n")
    if match is None:
        seed, path = fresh_seed(), fresh_path(records_dir(), GAME, datetime.now())
        seats = parsed_seats(GAME, default_seats(GAME), headless=True)
        match = Match.new(GAME, seats, seed=seed, record=path)
    _finish(match, match.record, False, told)


def _finish(match: Match, path: Path | None, json: bool, told: int = 0) -> None:
    before = match.ticks
    result = play_headless(match, path, err if json else out, tell_from=None if json else told)
    if json:
        print_json(result)
        return
    out.print(result_table(result, match.seats))
    say(_effort(result, match.ticks - before, match.tick_seconds))
    if path is not None:
        from towersim.ui.pictures.table import save_picture  # noqa: PLC0415 - pygame is slow

        picture = path.with_name(f"{path.name}.png")
        save_picture(match, picture)
        say(f"record:  {path}\npicture: {picture}")


def _effort(result: Result, ticks: int, tick_seconds: float) -> str:
    """Return the statistics of a game; `ticks` were simulated in this session."""
    if not result.ticks:
        return f"{result.actions} actions in {result.wall_seconds:.1f} s"
    pace = f" at {ticks * tick_seconds / result.wall_seconds:.0f} x real time" if ticks else ""
    return (
        f"{result.actions} actions, {result.collapses} collapses, "
        f"{result.sim_seconds:.0f} s of physics{pace}"
    )


def _print_report(report: Report, json: bool) -> None:
    if json:
        print_json(report)
    elif report.first_divergence is None:
        say(f"valid: {report.actions} actions, every one as written")
    else:
        line, why = report.first_divergence.line, report.first_divergence.why
        say(f"divergent from line {line} on: {why}")


def _standing_line(scene: Path, answer: StandResult) -> str:
    named = answer.fell or answer.shifted
    which = f" ({', '.join(named)})" if named else ""
    rest = "at rest" if answer.rest else "not yet at rest"
    after = f"{rest} after {answer.sim_seconds:.2f} s, hash {answer.hash}"
    return f"{scene}: {answer.verdict}{which}; {after}"
