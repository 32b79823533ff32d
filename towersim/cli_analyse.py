"""The command that asks statics about a scene, and measures beside it on the simulated table."""

import math
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from towersim.errors import OptionFault
from towersim.level import load_scene
from towersim.physics.tilt import simulated_tilt
from towersim.scene import Scene
from towersim.statics.analysis import Summary, analyse, describe
from towersim.terminal import AsJson, picture_option, print_json, say

app = typer.Typer(rich_markup_mode=None)
BEYOND = 1.1
"""The simulated table is tilted up to this many times the angle of statics."""
STEEPEST = 80.0
"""The steepest tilt of the simulated table, in degrees."""


class MeasuredTilt(msgspec.Struct, frozen=True):
    """The tilt of the simulated table, in degrees: one it stood, and one at which it gave way."""

    stood_deg: float
    gave_way_deg: float | None
    """None if it stood on the steepest tilt that was tried."""


@app.command(name="analyse")
def analyse_command(
    scene: Annotated[Path, typer.Argument(help="A scene file (TOML), of any scale.")],
    reach: Annotated[
        float | None,
        typer.Option(
            min=0.0,
            help="Blocks this near touch, in metres; default: the file's, or by their size.",
        ),
    ] = None,
    tilt: Annotated[bool, typer.Option("--tilt", help="Tilt the simulated table too.")] = False,
    png: Annotated[Path | None, picture_option("Draw forces and mechanism there.")] = None,
    json: AsJson = False,
) -> None:
    """Say by statics whether a scene stands, how far it may be tilted, and what gives way."""
    if reach is not None and not math.isfinite(reach):
        raise OptionFault(f"--reach: {reach} is no distance in metres")
    loaded = load_scene(scene, simulated=tilt)
    analysis = analyse(loaded, reach)
    if png is not None:
        from towersim.ui.analysis_picture import save_analysis  # noqa: PLC0415 - pygame is slow

        save_analysis(loaded, analysis, scene.stem, png)
    measured = _measured(loaded, analysis.summary) if tilt else None
    if json:
        beside = {"simulated_tilt": measured} if tilt else {}
        print_json({**msgspec.structs.asdict(analysis.summary), **beside})
    else:
        say(f"{scene}: {describe(analysis.summary)}")
        if tilt:
            say(_tilt_line(measured))


def _measured(scene: Scene, summary: Summary) -> MeasuredTilt | None:
    """Return the tilt towards the weaker side, or None for what does not stand on the level."""
    if summary.tilt_deg is None:
        return None
    most = math.radians(min(BEYOND * summary.tilt_deg + 1.0, STEEPEST))
    found = simulated_tilt(scene, -1 if summary.direction == "-x" else 1, most)
    gave_way = None if found.gave_way is None else math.degrees(found.gave_way)
    return MeasuredTilt(math.degrees(found.stood), gave_way)


def _tilt_line(measured: MeasuredTilt | None) -> str:
    if measured is None:
        return "on the simulated table: not tilted, since it does not stand on the level by itself"
    stood = f"on the simulated table: stands at {measured.stood_deg:.2f}°"
    if measured.gave_way_deg is None:
        return f"{stood}, the steepest that was tried"
    return f"{stood}, gives way at {measured.gave_way_deg:.2f}°"
