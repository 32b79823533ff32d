"""`towersim watch`, `replay` and `export`: a recorded game in the window, as text or as a file."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec
import typer

from towersim.cli import terminal
from towersim.common.errors import OptionFault
from towersim.common.units import Seat
from towersim.common.whole_file import whole_file
from towersim.lab.optional_dependencies import requires
from towersim.match.game import Game
from towersim.match.record import Recording, line_of, read
from towersim.match.replay import Report, validate as validate_record
from towersim.rules.base import Nature
from towersim.table.forensics import why_told
from towersim.theatre.page import page, page_game
from towersim.theatre.timeline import Move, Timeline

app = typer.Typer()

KINDS = (".png", ".gif", ".mp4", ".html")
IGNORED = {".html": ("speed", "size", "fps", "at_most"), ".png": ("speed", "fps", "at_most")}
"""The options that have no effect on a kind of file."""
QUICKEST = 50
"""The most frames per second of a GIF: browsers show a frame of less than 0.02 s for 0.1 s."""
Span = tuple[Move, ...]


@app.command()
def watch(file: terminal.GameRecord) -> None:
    """Watch a recorded game in the window."""
    timeline = Timeline(read_record(file))
    terminal.need_display(f"`towersim export {file} --to game.html` makes a page of it")
    from towersim.ui.app import run as open_window  # noqa: PLC0415 - pygame is slow
    from towersim.ui.watch.screen import WatchScreen  # noqa: PLC0415 - the same

    open_window(on_top=lambda context: WatchScreen(context, timeline))


@app.command()
def replay(
    file: terminal.GameRecord,
    validate: Annotated[bool, typer.Option(help="Simulate the record again and compare.")] = False,
    json: terminal.AsJson = False,
) -> int:
    """Print a recorded game as sentences, or validate its record."""
    recording = read_record(file)
    if validate:
        report = validate_record(recording)
        _print_report(report, json)
        return 0 if report.valid else 1
    if json:
        terminal.print_json(story(recording))
        return 0
    for step in told_steps(recording):
        for sentence_ in step.events:
            terminal.say(sentence_)
        if step.collapse is not None:
            terminal.say(f"  {step.collapse}")
    return 0


@app.command()
def export(
    context: typer.Context,
    file: terminal.GameRecord,
    to: Annotated[Path, terminal.out_option("File: .png, .gif, .mp4 or .html.", "--to", "--out")],
    first: Annotated[
        int | None, typer.Option("--from", min=0, help="First move; 0 is the deal.")
    ] = None,
    last: Annotated[
        int | None, typer.Option("--to-move", min=0, help="Last move; default: the game's last.")
    ] = None,
    speed: Annotated[
        float, typer.Option(min=0.125, max=16.0, help="Speed of a film; towers fall slowly.")
    ] = 1.0,
    seat: Annotated[
        int | None, typer.Option(min=1, help="Show what this seat sees; default: public only.")
    ] = None,
    last_collapse: Annotated[
        bool, typer.Option("--last-collapse", help="Only the last move in which something falls.")
    ] = False,
    size: Annotated[str, typer.Option(help="Pixels: even sides, 160 to 3840.")] = "1280x720",
    fps: Annotated[int, typer.Option(min=1, max=60, help="Frames per second of a film.")] = 30,
    at_most: Annotated[
        float, typer.Option(min=5.0, help="Longest film in seconds; its end is not hastened.")
    ] = 3600.0,
    language: Annotated[str, typer.Option(help="Language of the texts: en or de.")] = "en",
    percent: Annotated[
        bool, typer.Option("--percent", help="Print the share that is done as lines.")
    ] = False,
) -> None:
    """Export a recorded game as a picture, a film or an HTML page.

    The page is self-contained and needs no network. A picture shows the last collapse.
    """
    if to.suffix not in KINDS:
        raise OptionFault(f"{to}: it should end in {', '.join(KINDS)}")
    terminal.refuse_ignored(context, f"a {to.suffix} file", *IGNORED.get(to.suffix, ()))
    if to.suffix == ".gif" and fps > QUICKEST:
        raise OptionFault(f"--fps {fps}: a .gif file shows at most {QUICKEST} frames per second")
    timeline = Timeline(read_record(file))
    viewer, moves = timeline.checked_seat(seat), timeline.checked_span(first, last)
    if last_collapse:
        fallen = [move for move in moves if move.falls_at is not None]
        if not fallen:
            raise OptionFault(f"nothing falls in moves {moves[0].number} to {moves[-1].number}")
        moves = (fallen[-1],)
    form = _Form(size, fps, speed, language, at_most, percent)
    (_page if to.suffix == ".html" else _film)(timeline, moves, viewer, to, form)
    terminal.say(
        f"{to}: moves {moves[0].number} to {moves[-1].number}, {to.stat().st_size / 1e6:.2f} MB"
    )


class _Form(NamedTuple):
    """The options of an export that are not about what is shown."""

    size: str
    fps: int
    speed: float
    language: str
    at_most: float
    percent: bool


def _page(timeline: Timeline, moves: Span, seat: Seat | None, to: Path, form: _Form) -> None:
    from towersim.ui.language import language  # noqa: PLC0415 - pygame is slow

    spoken, counted = language(form.language), partial(terminal.counted, percent=form.percent)
    with whole_file(to) as part, counted("moves", len(moves)) as advance:
        game = page_game(timeline, moves, seat, lambda _: advance(1))
        part.write_bytes(page(game, spoken.say, form.language))


def _film(timeline: Timeline, moves: Span, seat: Seat | None, to: Path, form: _Form) -> None:
    """Write a film, an animation or a strip."""
    with requires("share"):
        from towersim.ui.games import UIS  # noqa: PLC0415 - pygame is slow
        from towersim.ui.language import language  # noqa: PLC0415 - the same
        from towersim.ui.watch import film  # noqa: PLC0415 - the codecs are slow

    ui = UIS[timeline.recording.header.game]
    size, spoken = film.checked_size(form.size), language(form.language)
    rest = size, form.fps, form.speed, spoken, form.at_most
    shot = film.Shot(timeline, moves, seat, ui, *rest, film.falls(timeline, moves))
    counted = partial(terminal.counted, percent=form.percent)
    with whole_file(to) as part, counted("frames", shot.frames) as advance:
        match to.suffix:
            case ".png":
                film.save_strip(shot, part)
            case ".gif":
                film.save_animation(shot, part, lambda: advance(1))
            case _:
                film.save_film(shot, part, lambda: advance(1))


def read_record(file: Path) -> Recording:
    """Read a record and report a dropped end on standard error."""
    recording = read(file)
    if recording.cut_off:
        terminal.warn(recording.cut_off)
    return recording


class ToldStep(msgspec.Struct, frozen=True):
    """The events of one line of a record, as sentences."""

    line: int
    """Number of the line in the file, from 1."""
    actor: Seat | Nature
    events: tuple[str, ...]
    collapse: str | None
    """The cause of a collapse, as a sentence, or None."""


def story(recording: Recording) -> dict[str, object]:
    """Return a recorded game in sentences with its outcome, if it is over."""
    header, told = recording.header, tuple(told_steps(recording))
    game = Game.loaded(recording)
    over = game.outcome if game.ended else None
    about = {"game": header.game, "seed": header.seed, "seats": header.seats}
    return {**about, "steps": told, "outcome": over}


def told_steps(recording: Recording) -> Iterator[ToldStep]:
    """Yield the actions of a recorded game with their events and the cause of a collapse.

    RecordFault names a line that the rules do not allow.
    """
    Game.loaded(recording)
    game = Game.at_start(recording)
    names = [seat.name for seat in game.seats]
    for step in recording.steps:
        table, told, act = game.table, len(game.events), game.stress() or game.taken
        game.follow(step)
        events = tuple(game.rules.describe(event, names) for event in game.events[told:])
        move = game.last_motion if step.motion else step.shift
        cause = why_told(table, move, game.profile, act) if move else ""
        if step.over is None:
            yield ToldStep(line_of(step.n), step.actor, events, cause or None)


def _print_report(report: Report, json: bool) -> None:
    if json:
        terminal.print_json(report)
    elif report.first_divergence is None:
        hand = "" if report.hand_proven else "; the hands are not proven"
        terminal.say(f"valid: {report.actions} actions, every one as written{hand}")
    else:
        line, reason = report.first_divergence.line, report.first_divergence.why
        terminal.say(f"divergent from line {line} on: {reason}")
