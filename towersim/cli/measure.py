"""`towersim envelope`, `hands` and `shares`: accuracy of the physics, hands and bots."""

from pathlib import Path
from typing import Annotated

import typer
from rich.box import MARKDOWN

from towersim.cli.game_options import GameOptions, game_options
from towersim.cli.terminal import (
    AsJson,
    Seed,
    err,
    picture_option,
    refuse_ignored,
    say,
    show,
)
from towersim.common.whole_file import whole_file
from towersim.lab import envelope as accuracy
from towersim.lab import hands as risk
from towersim.lab import shares as strength
from towersim.lab.optional_dependencies import requires

app = typer.Typer()


@app.command()
def envelope(
    context: typer.Context,
    quick: Annotated[bool, typer.Option("--quick", help="Fewer seeds and seconds.")] = False,
    full: Annotated[bool, typer.Option("--full", help="1,000 scenes a decade.")] = False,
    seed: Seed = 1,
    markdown: Annotated[bool, typer.Option("--markdown", help="As a table for a README.")] = False,
    json: AsJson = False,
) -> None:
    """Measure the accuracy of the physics, beside other engines."""
    if json:
        refuse_ignored(context, "--json", "markdown")
    if quick:
        refuse_ignored(context, "--quick", "full")
    rows = []
    with err.status("measuring") as status:
        scenes = 1000 if full else 100
        for row in accuracy.measure(quick=quick, per_decade=scenes, seed=seed):
            rows.append(row)
            status.update(f"measured: {row.measure}")
    if markdown:
        say(accuracy.markdown(rows))
    else:
        show(rows, json, accuracy.table(rows))


@app.command()
def hands(
    towers: Annotated[int, typer.Option(min=1, max=100_000, help="Towers for each hand.")] = 300,
    seed: Seed = 1,
    png: Annotated[Path | None, picture_option("Draw the curves to a file.")] = None,
    json: AsJson = False,
) -> None:
    """Measure the risk of one more cube, by height and hand."""
    if png is not None:
        with requires("lab"):
            from towersim.lab import plots  # noqa: PLC0415 - only a picture needs matplotlib
    with err.status("building towers"):
        curves = tuple(risk.measure(towers, seed))
    if png is not None:
        with whole_file(png) as part:
            part.write_bytes(plots.png(plots.hands_figure(curves)))
    show(curves, json, risk.sheet(curves).grid(MARKDOWN))
    if png is not None and not json:
        say(f"picture: {png}")


@app.command()
def shares(
    game: Annotated[str, typer.Argument(help="Name of the game.")],
    players: Annotated[str, typer.Option(help="Bots for all seats, separated by commas.")],
    games: Annotated[int, typer.Option(min=1, max=100_000, help="Number of games.")] = 200,
    seed: Seed = 1,
    option: GameOptions = None,
    json: AsJson = False,
) -> None:
    """Measure how often each bot and each seat wins; seats rotate."""
    names = tuple(name.strip() for name in players.split(","))
    contest = strength.Contest(game, names, seed, options=game_options(game, option))
    with err.status("playing"):
        counted = strength.measure(contest, games)
    show(counted, json, *(sheet.grid(MARKDOWN) for sheet in strength.sheets(counted)))
