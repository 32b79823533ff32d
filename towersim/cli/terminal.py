"""What commands share: options, output as text or JSON, and a progress bar."""

import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console, ConsoleOptions, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.segment import Segment
from rich.table import Column, Table as Grid

from towersim.common.dice import LARGEST_SEED
from towersim.common.errors import OptionFault, cleaned, path_of
from towersim.common.messages import plain
from towersim.common.processes import MOST_WORKERS
from towersim.lab.tables import Sheet


class _Console(Console):
    """A console that prints text as it is: no markup, and no control characters but its own."""

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Yield the parts of something to print."""
        for part in super().render(renderable, options):
            yield part if part.control else part._replace(text=cleaned(part.text))


out, err = (_Console(stderr=e, markup=False, emoji=False, highlight=False) for e in (False, True))


def out_option(help_: str, name: str = "--out", *others: str, suffix: str = "") -> Any:  # noqa: ANN401 - as typer says of its options
    """Return the option for an output file; OptionFault for another suffix, or without its folder.

    It is checked before minutes of work.
    """

    def checked(file: Path | None) -> Path | None:
        if file is not None and suffix and file.suffix.lower() not in ("", suffix):
            raise OptionFault(f"{name}: {str(file)!r} does not end in {suffix}")
        if file is not None and not file.parent.is_dir():
            raise OptionFault(f"{file}: cannot be written: there is no folder {file.parent}")
        return file

    return typer.Option(
        name, *others, help=help_, callback=checked, parser=output_path, metavar="<path>"
    )


def picture_option(help_: str) -> Any:  # noqa: ANN401 - the same
    """Return the option for the file of a picture."""
    return out_option(help_, "--png", suffix=".png")


def output_path(text: str) -> Path:
    """Return the path of an output file; OptionFault for a folder's, which may end in a slash."""
    if text.endswith(("/", os.sep)) or Path(text).is_dir():
        raise OptionFault(f"{text!r}: cannot be written: it is a folder, not a file")
    return path_of("file", text)


Seed = Annotated[int, typer.Option(min=0, max=LARGEST_SEED, help="Seed of all random numbers.")]
"""The seed of every command that draws towers or plays games."""
FreshSeed = Annotated[
    int | None,
    typer.Option(min=0, max=LARGEST_SEED, help="Seed of all random numbers; default: random."),
]
GameRecord = Annotated[Path, typer.Argument(help="A record of a game.")]
"""The argument of every command that reads a game."""


def _one_form(context: typer.Context, given: bool) -> bool:
    if given and (context.params.get("json") or context.params.get("markdown")):
        raise OptionFault("--markdown: it means nothing with --json")
    return given


AsJson = Annotated[
    bool,
    typer.Option("--json", callback=_one_form, help="Print one line of JSON and nothing else."),
]
"""The option of every command with JSON output."""
WorkerCount = Annotated[
    int | None,
    typer.Option(min=1, max=MOST_WORKERS, help="Processes; default: one for each processor."),
]
Scheduler = Annotated[
    str | None,
    typer.Option(
        help="Address of a Dask scheduler, in place of processes; a file must be in the folder "
        "that its workers run in."
    ),
]
Isolate = Annotated[
    bool, typer.Option(help="Run each bot of a file in its own process, which alone it can end.")
]
Budget = Annotated[
    float, typer.Option(min=0.01, max=3600, help="Seconds for a move of a bot from a file.")
]
AsMarkdown = Annotated[
    bool, typer.Option("--markdown", callback=_one_form, help="As a table for a README.")
]
RESULTS = Path("results")
"""Default folder of results, with a subfolder for each sweep or tournament."""


def say(line: str) -> None:
    """Print a line without markup."""
    sys.stdout.write(f"{cleaned(line)}\n")


def warn(line: str) -> None:
    """Print a notice on standard error."""
    sys.stderr.write(f"towersim: {cleaned(line)}\n")


def print_json(value: object) -> None:
    r"""Print a value as a line of JSON; bytes of a file's name that are no Unicode as ``\xff``."""
    try:
        line = msgspec.json.encode(value, enc_hook=plain).decode()
    except UnicodeEncodeError:
        line = json.dumps(msgspec.to_builtins(value, enc_hook=plain), ensure_ascii=False)
        line = re.sub("[\udc80-\udcff]", lambda byte: f"\\\\x{ord(byte[0]) & 0xFF:x}", line)
    say(line)


def grid(title: str, head: Iterable[str | Column], rows: Iterable[Iterable[str]]) -> Grid:
    """Return a table with a title, for the terminal."""
    table = Grid(*head, title=title, title_justify="left")
    for row in rows:
        table.add_row(*map(cleaned, row))
    return table


def show(value: object, json: bool, *tables: RenderableType) -> None:
    """Print a value as JSON or the tables that show it."""
    print_json(value) if json else out.print(*tables)


def show_sheets(
    value: object, sheets: Iterable[Sheet[Any]], *, json: bool, markdown: bool = False
) -> None:
    """Print a value as JSON, or the tables that show it, for a README or the terminal."""
    if markdown:
        sys.stdout.write(cleaned("\n".join(sheet.markdown() for sheet in sheets)))
    else:
        show(value, json, *(sheet.grid() for sheet in sheets))


def refuse_ignored(context: typer.Context, with_: str, *options: str) -> None:
    """Raise OptionFault if one of a command's options was given but would be ignored.

    `with_` is the argument that makes it meaningless; `options` are names of parameters.
    """
    for parameter in context.command.params:
        source = context.get_parameter_source(parameter.name or "")
        if parameter.name in options and source is not None and source.name == "COMMANDLINE":
            raise OptionFault(f"{parameter.opts[0]}: it means nothing with {with_}")


def need_display(instead: str) -> None:
    """Raise OptionFault if no window can be opened; `instead` says what needs none."""
    from towersim.ui.display import display_available  # noqa: PLC0415 - pygame is slow

    if not display_available():
        raise OptionFault(f"there is no display for a window; {instead}")


def progress() -> Progress:
    """Return a progress bar for a terminal, with the remaining time."""
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn())
    return Progress(
        *columns, TimeRemainingColumn(), console=err, transient=True, disable=not err.is_terminal
    )


@contextmanager
def counted(
    what: str, total: float | None = None, *, percent: bool = False
) -> Iterator[Callable[[float], None]]:
    """Show a progress bar and yield a function that advances it by a number.

    `percent`: print a line with the share that is done, in percent, whenever that grows.
    """
    with progress() as bar:
        task = bar.add_task(what, total=total)

        def advance(by: float) -> None:
            before = int(bar.tasks[0].percentage)
            bar.advance(task, by)
            if percent and int(bar.tasks[0].percentage) > before:
                say(f"{bar.tasks[0].percentage:.0f}")
                sys.stdout.flush()

        yield advance
