"""`towersim lab`: run a sweep of heuristics, report on it, and rank heuristics on the benchmark."""

import os
import sys
import time
from concurrent.futures import Executor
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from towersim.cli_measure import print_json, say
from towersim.errors import OptionFault
from towersim.lab.executors import cluster, processes
from towersim.lab.extras import needing

app = typer.Typer(
    name="lab",
    rich_markup_mode=None,
)
out, err = Console(), Console(stderr=True)

RESULTS = Path("results")
"""Where results go if nothing else is said, a folder for each sweep."""
Workers = Annotated[
    int | None, typer.Option(min=1, max=1024, help="Processes; default: one for each processor.")
]
Heuristics = Annotated[
    list[str] | None,
    typer.Option("--heuristic", help="A name or file:function instead of those of the sweep."),
]


class Ran(msgspec.Struct, frozen=True):
    """What `towersim lab run --json` prints: where the results are, and how much was done now."""

    sweep: str
    folder: str
    trials: int
    answers: int
    seconds: float


@app.callback(invoke_without_command=True)
def start(context: typer.Context) -> None:
    """Test heuristics: does it stand, and where next? Sweeps, reports, a leaderboard."""
    if context.invoked_subcommand is None:
        say(context.get_help())


@app.command()
def run(
    sweep: Annotated[str, typer.Argument(help="An included sweep by its name, or a TOML file.")],
    workers: Workers = None,
    scheduler: Annotated[
        str | None, typer.Option(help="A Dask scheduler's address, instead of processes.")
    ] = None,
    folder: Annotated[
        Path | None, typer.Option("--out", help="Where results go; default: results/<sweep>.")
    ] = None,
    heuristic: Heuristics = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Ask heuristics about all trials of a sweep; the same command goes on after a stop."""
    from towersim.lab import run as running  # noqa: PLC0415 - SciPy is slow
    from towersim.lab.sweep import load_sweep, sweep_path  # noqa: PLC0415 - the same

    if scheduler is not None and workers is not None:
        raise OptionFault("--workers: the scheduler has workers of its own")
    path, began = sweep_path(sweep), time.perf_counter()
    name = load_sweep(path).name
    plan = running.plan(path, folder or RESULTS / name, heuristic or ())
    with _executor(workers, scheduler) as executor, _progress() as progress:
        done = progress.track(running.run(plan, executor), len(plan.jobs), description=name)
        answers = sum(len(job.heuristics) for job in done)
    seconds = time.perf_counter() - began
    ran = Ran(name, str(plan.folder), len(plan.jobs), answers, round(seconds, 3))
    if json:
        print_json(ran)
    else:
        before = f", {plan.known} were there" if plan.known else ""
        say(f"{name}: {answers} answers in {len(plan.jobs)} trials, {seconds:.1f} s{before}")
        say(f"results: {plan.folder}\nreport:  towersim lab report {plan.folder}")


@app.command()
def report(
    folder: Annotated[Path, typer.Argument(help="A folder that `towersim lab run` filled.")],
) -> None:
    """Write a page about the results of a sweep: tables, curves and the towers that misled."""
    with needing("lab"):
        from towersim.lab.report import write  # noqa: PLC0415 - an extra that need not be there

    say(f"report: {write(folder)}")


@app.command()
def leaderboard(
    workers: Workers = None,
    heuristic: Heuristics = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="As in the README.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Rank heuristics by how well they foresee 1,000 towers that are always the same."""
    with needing("lab"):
        from towersim.lab import leaderboard as ranking  # noqa: PLC0415 - an extra, as above

    with _progress() as progress:
        board = ranking.measure(heuristic or None, workers or _processors(), progress)
    if json:
        print_json(board)
    elif markdown:
        sys.stdout.write(ranking.markdown(board))
    else:
        out.print(ranking.table(board))


def _executor(workers: int | None, scheduler: str | None) -> AbstractContextManager[Executor]:
    return processes(workers or _processors()) if scheduler is None else cluster(scheduler)


def _processors() -> int:
    return os.cpu_count() or 1


def _progress() -> Progress:
    """Return a bar that a terminal shows, with the time that remains."""
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn())
    return Progress(
        *columns,
        TimeRemainingColumn(),
        console=err,
        transient=True,
        disable=not err.is_terminal,
    )
