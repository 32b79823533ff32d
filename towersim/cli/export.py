"""`towersim export`: a recorded game as a picture, a film or an HTML page."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from towersim.cli.terminal import read_record, refuse_ignored, say
from towersim.common.errors import OptionFault
from towersim.common.units import Seat
from towersim.common.whole_file import whole_file
from towersim.lab.optional_dependencies import requires
from towersim.theatre.page import page, page_game
from towersim.theatre.timeline import Move, Timeline

app = typer.Typer(rich_markup_mode=None)
err = Console(stderr=True)

KINDS = (".png", ".gif", ".mp4", ".html")
IGNORED = {".html": ("speed", "size", "fps"), ".png": ("speed", "fps")}
"""The options that have no effect on a kind of file."""
Span = tuple[Move, ...]


@app.command()
def export(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="A record of a game.")],
    to: Annotated[Path, typer.Option(help="Output file: .png, .gif, .mp4 or .html.")],
    first: Annotated[
        int | None, typer.Option("--from", min=0, help="First move; 0 is the deal.")
    ] = None,
    last: Annotated[
        int | None, typer.Option("--to-move", min=0, help="Last move; default: the game's last.")
    ] = None,
    speed: Annotated[
        float, typer.Option(min=0.125, max=16.0, help="Speed of a film, relative to real time.")
    ] = 1.0,
    seat: Annotated[
        int | None, typer.Option(min=1, help="Show what this seat sees; default: public only.")
    ] = None,
    last_collapse: Annotated[
        bool, typer.Option("--last-collapse", help="Only the last move with a collapse.")
    ] = False,
    size: Annotated[str, typer.Option(help="Size of pictures and films, in pixels.")] = "1280x720",
    fps: Annotated[int, typer.Option(min=1, max=60, help="Frames per second of a film.")] = 30,
    language: Annotated[str, typer.Option(help="Language of the texts: en or de.")] = "en",
) -> None:
    """Export a recorded game as a picture, a film or an HTML page.

    The page is self-contained and needs no network. A picture shows the last collapse.
    """
    if to.suffix not in KINDS:
        raise OptionFault(f"{to}: it should end in {', '.join(KINDS)}")
    refuse_ignored(context, f"a {to.suffix} file", *IGNORED.get(to.suffix, ()))
    timeline = Timeline(read_record(file))
    eyes, moves = timeline.checked_seat(seat), timeline.checked_span(first, last)
    moves = _last_collapse(moves) if last_collapse else moves
    if to.suffix == ".html":
        _page(timeline, moves, eyes, to, language)
    else:
        _film(timeline, moves, eyes, to, (size, fps, speed, language))
    say(f"{to}: moves {moves[0].number} to {moves[-1].number}, {to.stat().st_size / 1e6:.2f} MB")


def _last_collapse(moves: Span) -> Span:
    """Return a span of the last move in which a tower fell; raises OptionFault if none did."""
    fallen = [move for move in moves if move.collapsed]
    if not fallen:
        raise OptionFault(f"no tower falls in moves {moves[0].number} to {moves[-1].number}")
    return (fallen[-1],)


def _page(timeline: Timeline, moves: Span, seat: Seat | None, to: Path, code: str) -> None:
    from towersim.ui.language import language  # noqa: PLC0415 - pygame is slow

    spoken = language(code)
    with whole_file(to) as part, _progress("moves", len(moves)) as step:
        part.write_bytes(page(page_game(timeline, moves, seat, lambda _: step()), spoken.say, code))


def _film(
    timeline: Timeline, moves: Span, seat: Seat | None, to: Path, form: tuple[str, int, float, str]
) -> None:
    """Write a film, an animation or a strip; `form` is size, frame rate, speed, language."""
    with requires("share"):
        from towersim.ui.games import GAME_UIS, SOLO_UIS  # noqa: PLC0415 - pygame is slow
        from towersim.ui.language import language  # noqa: PLC0415 - the same
        from towersim.ui.watch import film  # noqa: PLC0415 - the codecs are slow

    size, fps, speed, code = form
    ui = {**GAME_UIS, **SOLO_UIS}[timeline.recording.header.game]
    shot = film.Shot(timeline, moves, seat, ui, film.checked_size(size), fps, speed, language(code))
    with whole_file(to) as part, _progress("frames", shot.frames) as step:
        match to.suffix:
            case ".png":
                film.save_strip(shot, part)
            case ".gif":
                film.save_animation(shot, part, step)
            case _:
                film.save_film(shot, part, step)


@contextmanager
def _progress(what: str, total: float) -> Iterator[Callable[[], None]]:
    """Show a progress bar in a terminal and yield a function that advances it by one."""
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TaskProgressColumn())
    with Progress(
        *columns,
        TimeRemainingColumn(),
        console=err,
        transient=True,
        disable=not err.is_terminal,
    ) as progress:
        task = progress.add_task(what, total=total)
        yield lambda: progress.advance(task)
