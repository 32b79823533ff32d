"""`towersim envelope`, `hands` and `tournament`: accuracy of the physics, hands and bots."""

import os
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.box import MARKDOWN

from towersim.bots.outside import HERE, Host
from towersim.cli import terminal
from towersim.cli.games import WITH_HANDS, GameName, GameOptions, game_options
from towersim.common.errors import OptionFault
from towersim.common.whole_file import write_whole
from towersim.lab import envelope as accuracy, hands as risk
from towersim.lab.executors import dask, processes
from towersim.lab.optional_dependencies import requires

app = typer.Typer()


@app.command()
def envelope(
    context: typer.Context,
    quick: Annotated[bool, typer.Option("--quick", help="Fewer seeds and seconds.")] = False,
    full: Annotated[bool, typer.Option("--full", help="1,000 scenes a decade.")] = False,
    seed: terminal.Seed = 1,
    markdown: terminal.AsMarkdown = False,
    json: terminal.AsJson = False,
) -> None:
    """Measure the accuracy of the physics, beside other engines."""
    if quick:
        terminal.refuse_ignored(context, "--quick", "full")
    rows = []
    with terminal.err.status("measuring") as status:
        scenes = 1000 if full else 100
        for row in accuracy.measure(quick=quick, per_decade=scenes, seed=seed):
            rows.append(row)
            status.update(f"measured: {row.measure}")
    sheets = accuracy.sheets(rows, texts=markdown)
    terminal.show_sheets(rows, sheets, json=json, markdown=markdown)


@app.command()
def hands(
    towers: Annotated[int, typer.Option(min=1, max=100_000, help="Towers for each hand.")] = 300,
    seed: terminal.Seed = 1,
    png: Annotated[Path | None, terminal.picture_option("Draw the curves to a file.")] = None,
    json: terminal.AsJson = False,
) -> None:
    """Measure the risk of one more cube, by height and hand."""
    if png is not None:
        with requires("lab"):
            from towersim.lab import plots  # noqa: PLC0415 - only a picture needs matplotlib
        if towers < (least := plots.FEWEST):
            raise OptionFault(f"--png: only heights that {least} towers have reached are drawn")
    with terminal.err.status("building towers"):
        curves = tuple(risk.measure(towers, seed))
    if png is not None:
        write_whole(png, plots.png(plots.hands_figure(curves)))
    terminal.show(curves, json, risk.sheet(curves).grid(MARKDOWN))
    if png is not None and not json:
        terminal.say(f"picture: {png}")


@app.command()
def tournament(
    context: typer.Context,
    game: GameName,
    bots: Annotated[str, typer.Option(help=f"Bots by commas: {WITH_HANDS}.")],
    games: Annotated[
        int, typer.Option(min=1, max=1_000_000, help="Number of games, raised to whole deals.")
    ] = 200,
    seats: Annotated[
        int | None, typer.Option(min=2, max=8, help="Number of seats; default: one for each bot.")
    ] = None,
    seed: terminal.Seed = 1,
    option: GameOptions = None,
    jobs: terminal.WorkerCount = None,
    scheduler: terminal.Scheduler = None,
    folder: Annotated[
        Path | None,
        typer.Option("--out", help="Folder of results; default: one of its own in results/."),
    ] = None,
    report: Annotated[
        Path | None,
        terminal.out_option("Write a page, with games to watch.", "--report", suffix=".html"),
    ] = None,
    isolate: terminal.Isolate = False,
    budget: terminal.Budget = HERE.budget,
    json: terminal.AsJson = False,
) -> None:
    """Play bots against each other: win shares and ratings."""
    with requires("lab"):
        from towersim.lab import standings, tournament as playing  # noqa: PLC0415 - an optional extra

    if scheduler is not None:
        terminal.refuse_ignored(context, "--scheduler", "jobs")
    names = tuple(name.strip() for name in bots.split(","))
    options, many = dict(game_options(game, option)), len(names) if seats is None else seats
    asked = playing.Tournament(game, names, many, seed, options, host=Host(isolate, budget))
    made = playing.tournament(asked)
    folder, deals = folder or terminal.RESULTS / made.label, made.deals(games)
    total = deals * len(made.seatings)
    with _executor(jobs, scheduler) as workers, terminal.counted(game, total) as advance:
        for played in playing.run(made, deals, folder, workers):
            advance(played)
    evaluation = standings.evaluate(made, *playing.results(folder, deals))
    if report is not None:
        standings.write_report(evaluation, folder, report)
    terminal.show_sheets(evaluation.standings, standings.sheets(evaluation), json=json)
    if not json:
        terminal.say(f"{standings.summary(evaluation, games)}\nresults: {folder}")
    for fault in evaluation.faults:
        terminal.warn(fault)


@contextmanager
def _executor(jobs: int | None, scheduler: str | None) -> Iterator[tuple[Executor, int]]:
    if scheduler is None:
        with processes(jobs) as pool:
            yield pool, jobs or os.cpu_count() or 1
    else:
        with dask(scheduler) as workers:
            yield workers
