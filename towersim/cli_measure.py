"""The commands that list and measure: pieces, what the physics promises, speed, hands, bots."""

import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console

from towersim.lab.envelope import markdown as envelope_markdown
from towersim.lab.envelope import measure as measure_envelope
from towersim.lab.envelope import table as envelope_table
from towersim.lab.hands import measure as measure_hands
from towersim.lab.hands import table as hands_table
from towersim.lab.pieces import rows as piece_rows
from towersim.lab.pieces import table as piece_table
from towersim.lab.shares import measure as measure_shares
from towersim.lab.shares import table as shares_table
from towersim.level import load_pieces

app = typer.Typer(rich_markup_mode=None)
out, err = Console(), Console(stderr=True)

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]


def say(line: str) -> None:
    """Print a line as it is."""
    sys.stdout.write(f"{line}\n")


def print_json(value: object) -> None:
    """Print a value as one line of JSON."""
    say(msgspec.json.encode(value).decode())


@app.command()
def pieces(
    png: Annotated[Path | None, typer.Option(help="Draw them all to scale, as a picture.")] = None,
    json: AsJson = False,
) -> None:
    """List the blocks of Bausack, or show them all in one picture."""
    rows = list(piece_rows("blocks"))
    if png is not None:
        from towersim.ui.pieces_picture import save_pieces  # noqa: PLC0415 - pygame is slow

        save_pieces(list(load_pieces("blocks").values()), f"The {len(rows)} blocks of Bausack", png)
    if json:
        print_json(rows)
    elif png is not None:
        say(f"picture: {png}")
    else:
        out.print(piece_table(rows))


@app.command()
def envelope(
    quick: Annotated[bool, typer.Option("--quick", help="Fewer seeds and seconds.")] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="As in the README.")] = False,
    json: AsJson = False,
) -> None:
    """Measure what the physics profile promises, beside other engines on the same scenes."""
    rows = []
    with err.status("measuring") as status:
        for row in measure_envelope(quick=quick):
            rows.append(row)
            status.update(f"measured: {row.measure}")
    if json:
        print_json(rows)
    elif markdown:
        say(envelope_markdown(rows))
    else:
        out.print(envelope_table(rows))


@app.command()
def bench(json: AsJson = False) -> None:
    """Measure speed: frames, games, replays, and what the world adds to its engine."""
    from towersim import bench as speed  # noqa: PLC0415 - pygame is slow

    with err.status("measuring"):
        figures = list(speed.measure())
    if json:
        print_json(
            {figure.what: {"value": figure.value, "unit": figure.unit} for figure in figures}
        )
    else:
        out.print(speed.table(figures))


@app.command()
def hands(
    towers: Annotated[int, typer.Option(min=1, max=100_000, help="Towers for each hand.")] = 300,
    seed: Annotated[int, typer.Option(help="Seed of all dice.")] = 1,
    json: AsJson = False,
) -> None:
    """Measure how risky one more cube is, by height, for a steady, a normal and a shaky hand."""
    with err.status("building towers"):
        curves = tuple(measure_hands(towers, seed))
    if json:
        print_json(curves)
    else:
        out.print(hands_table(curves))


@app.command()
def shares(
    game: Annotated[str, typer.Argument(help="The game.")],
    players: Annotated[str, typer.Option(help="Bots, one for each seat, separated by commas.")],
    games: Annotated[int, typer.Option(min=1, max=100_000, help="How many games.")] = 200,
    seed: Annotated[int, typer.Option(help="Seed of all dice.")] = 1,
    json: AsJson = False,
) -> None:
    """Measure how often each bot wins: many games, with the seats rotated."""
    names = [name.strip() for name in players.split(",")]
    with err.status("playing"):
        counted = measure_shares(game, names, games, seed)
    if json:
        print_json(counted)
    else:
        out.print(shares_table(counted))
