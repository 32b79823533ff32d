"""`towersim watch`: a recorded game in the window, from any move and any seat's view."""

from pathlib import Path
from typing import Annotated

import typer

from towersim.cli.terminal import read_record
from towersim.common.errors import OptionFault
from towersim.theatre.timeline import Timeline

app = typer.Typer(rich_markup_mode=None)


@app.command()
def watch(file: Annotated[Path, typer.Argument(help="A record of a game.")]) -> None:
    """Watch a recorded game in the window."""
    timeline = Timeline(read_record(file))
    from towersim.ui.app import run as open_window  # noqa: PLC0415 - pygame is slow
    from towersim.ui.display import display_available  # noqa: PLC0415 - the same
    from towersim.ui.watch.screen import WatchScreen  # noqa: PLC0415 - the same

    if not display_available():
        why = f"there is no display; `towersim export {file} --to game.html` makes a page of it"
        raise OptionFault(why)
    open_window(on_top=lambda context: WatchScreen(context, timeline))
