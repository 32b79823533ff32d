"""`towersim build`: the free table, with a scene or with its last contents."""

from pathlib import Path
from typing import Annotated

import typer

from towersim.common.errors import OptionFault
from towersim.files.level import load_scene

app = typer.Typer(rich_markup_mode=None)


@app.command()
def build(
    scene: Annotated[
        Path | None,
        typer.Argument(help="A scene file (TOML); default: the table as you left it."),
    ] = None,
) -> None:
    """Build freely in the window, with any pieces and materials."""
    if scene is not None:
        load_scene(scene)
    from towersim.ui.app import run as open_window  # noqa: PLC0415 - pygame is slow
    from towersim.ui.build.screen import BuildScreen  # noqa: PLC0415 - the same
    from towersim.ui.display import display_available  # noqa: PLC0415 - the same

    if not display_available():
        raise OptionFault("there is no display to build on; `towersim stand SCENE` needs none")
    open_window(on_top=lambda context: BuildScreen(context, scene))
