"""`towersim analyse`, `stand` and `pieces`: scenes by exact statics and by simulation."""

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from towersim.cli.terminal import AsJson, err, picture_option, print_json, refuse_ignored, say, show
from towersim.common.units import BlockId, Pose
from towersim.files.level import load_pieces, load_scene
from towersim.geometry.convex import convex_parts
from towersim.geometry.shapes import area, extent
from towersim.lab.tables import Column, Sheet
from towersim.lab.truth import BAND
from towersim.physics.settle import Verdict
from towersim.physics.stand import LONGEST, StandResult, simulated_tilt, stand as stand_scene
from towersim.physics.world import World
from towersim.scene.contacts import TABLE, overlaps_of, tolerance_of
from towersim.scene.scene import Block, Scene
from towersim.statics.analysis import Summary, describe, solved, structure_of
from towersim.statics.certificate import SECONDS, CertificateVerdict, certify as certificate_of
from towersim.statics.equilibrium import label, signed_margin
from towersim.table.forensics import scene_names, sentence

app = typer.Typer()
BEYOND = 1.1
"""The simulated tilt is limited to this multiple of the angle by statics."""
STEEPEST = 80.0
"""Greatest tilt of the simulated table, in degrees."""


@app.command(name="analyse")
def analyse_command(
    context: typer.Context,
    scene: Annotated[
        Path, typer.Argument(help="An included scene by name, or a TOML file, of any scale.")
    ],
    reach: Annotated[
        float | None,
        typer.Option(
            min=0.0,
            help="Greatest gap of touching blocks, in metres; default: the file's, or by size.",
        ),
    ] = None,
    tilt: Annotated[bool, typer.Option("--tilt", help="Simulate the tilt as well.")] = False,
    certify: Annotated[
        bool, typer.Option("--certify", help="Search for a second solution, which moves.")
    ] = False,
    seconds: Annotated[
        float, typer.Option(min=0.0, help="Time limit of --certify, in seconds.")
    ] = SECONDS,
    png: Annotated[Path | None, picture_option("Draw forces and mechanism to a file.")] = None,
    json: AsJson = False,
) -> None:
    """Analyse the statics of a scene: stability, tilt, weakest block."""
    if not certify:
        refuse_ignored(context, "no --certify", "seconds")
    loaded = load_scene(scene, simulated=tilt)
    structure = structure_of(loaded, reach)
    analysis = solved(structure)
    if png is not None:
        from towersim.ui.pictures import save_png  # noqa: PLC0415 - pygame is slow
        from towersim.ui.pictures.analysis import analysis_picture  # noqa: PLC0415

        save_png(analysis_picture(analysis, scene.stem), png)
    measured = _measured(loaded, analysis.summary) if tilt else None
    certainty = certificate_of(structure.rows, seconds).verdict if certify else None
    if json:
        beside: dict[str, object] = {"simulated_tilt": measured} if tilt else {}
        beside |= {"certificate": certainty} if certify else {}
        print_json({**msgspec.structs.asdict(analysis.summary), **beside})
    else:
        say(f"{scene}: {describe(analysis.summary)}")
        _say_sunk(loaded, reach)
        if certainty is not None:
            say(_certificate_line(certainty, seconds))
        if tilt:
            say(_tilt_line(measured))


@app.command()
def stand(
    scene: Annotated[Path, typer.Argument(help="An included scene by name, or a TOML file.")],
    seconds: Annotated[
        float | None,
        typer.Option(min=0.0, max=LONGEST, help="Simulated time; default: until rest."),
    ] = None,
    json: AsJson = False,
) -> None:
    """Simulate a scene and print whether it stood, shifted or fell."""
    loaded = load_scene(scene)
    with err.status("simulating") as status:

        def on_tick(world: World) -> None:
            if world.ticks % (world.profile.tick_hz // 4) == 0:
                status.update(f"simulated {world.ticks / world.profile.tick_hz:.2f} s")

        answer = stand_scene(loaded, seconds, on_tick=on_tick)
    objection = _objection(loaded, answer)
    if json:
        print_json({**msgspec.structs.asdict(answer), "statics": objection})
    else:
        say(_standing_line(scene, answer))
        if answer.collapse is not None:
            say(sentence(answer.collapse, scene_names))
        if objection is not None:
            say(f"exact statics disagrees: {objection}")
            _say_sunk(loaded)
        if answer.outside:
            say(f"outside the proven range: {answer.outside}")


@app.command()
def pieces(
    png: Annotated[Path | None, picture_option("Draw all blocks to scale, to a file.")] = None,
    json: AsJson = False,
) -> None:
    """List the blocks of Bausack, or save a picture of them."""
    rows = list(piece_rows("blocks"))
    if png is not None:
        from towersim.ui.pictures import save_png  # noqa: PLC0415 - pygame is slow
        from towersim.ui.pictures.pieces import pieces_picture  # noqa: PLC0415

        blocks = list(load_pieces("blocks").values())
        save_png(pieces_picture(blocks, f"The {len(rows)} blocks of Bausack"), png)
    if png is not None and not json:
        say(f"picture: {png}")
    else:
        show(rows, json, piece_sheet(rows).grid())


class PieceRow(msgspec.Struct, frozen=True):
    """One piece: lengths in mm, area in mm², mass in g, number of convex parts."""

    id: str
    name: str
    family: str
    colour: str
    width_mm: float
    height_mm: float
    depth_mm: float
    area_mm2: float
    mass_g: float
    parts: int


def piece_rows(name: str) -> Iterator[PieceRow]:
    """Yield the rows of `levels/pieces/<name>.toml`, in its order; raises SceneFault if invalid."""
    upright = Pose(0.0, 0.0, 0.0)
    for piece in load_pieces(name).values():
        low, high = extent(piece.shape, upright)
        block = Block(BlockId(piece.id), piece.shape, piece.material, piece.depth, upright)
        yield PieceRow(
            id=piece.id,
            name=piece.name,
            family=piece.family,
            colour=piece.colour,
            width_mm=round(1000 * (high.x - low.x), 2),
            height_mm=round(1000 * (high.y - low.y), 2),
            depth_mm=round(1000 * piece.depth, 2),
            area_mm2=round(1e6 * area(piece.shape), 2),
            mass_g=round(1000 * block.mass, 3),
            # A disc has no convex parts but is simulated as one shape.
            parts=len(convex_parts(piece.shape)) or 1,
        )


def piece_sheet(rows: Sequence[PieceRow]) -> Sheet[PieceRow]:
    """Return the table of the rows."""
    columns: list[Column[PieceRow]] = [
        Column("piece", lambda row: row.name, is_text=True),
        Column("family", lambda row: row.family, is_text=True),
        Column("colour", lambda row: row.colour, is_text=True),
        Column("size mm", lambda row: f"{row.width_mm:.1f} × {row.height_mm:.1f}"),
        Column("mm²", lambda row: f"{row.area_mm2:.0f}"),
        Column("g", lambda row: f"{row.mass_g:.1f}"),
        Column("parts", lambda row: str(row.parts)),
    ]
    return Sheet(columns, rows)


def _say_sunk(scene: Scene, reach: float | None = None) -> None:
    """Name blocks that overlap too deeply for a contact, which the simulation pushes apart."""
    most, names = tolerance_of(scene, reach).depth, {TABLE: "the table"}
    names |= {n: block.id for n, block in enumerate(scene.blocks)}
    for i, j, depth in overlaps_of(scene):
        if depth > most:
            too_deep = f"{1000 * depth:.3g} mm, more than the {1000 * most:.3g} mm of a contact"
            say(f"{names[i]} and {names[j]} overlap by {too_deep}: for statics they do not touch")


def _measured(scene: Scene, summary: Summary) -> dict[str, float | None] | None:
    """Return the tilts in degrees towards the weaker side that a scene withstood, and not.

    The second is None if it withstood all that were tried. None for a scene that does not stand.
    """
    if summary.tilt_deg is None:
        return None
    most = math.radians(min(BEYOND * summary.tilt_deg + 1.0, STEEPEST))
    tilt = simulated_tilt(scene, -1 if summary.direction == "-x" else 1, most)
    gave_way = None if tilt.gave_way is None else math.degrees(tilt.gave_way)
    return {"stood_deg": math.degrees(tilt.stood), "gave_way_deg": gave_way}


def _certificate_line(certainty: CertificateVerdict, seconds: float) -> str:
    return {
        "falls": "certificate: falls; no forces hold it",
        "proved": "certificate: stands; no motion obeys the laws of friction",
        "open": "certificate: open; rest and a motion both obey the laws of friction",
        "undecided": f"certificate: not decided in {seconds:g} s",
    }[certainty]


def _tilt_line(measured: dict[str, float | None] | None) -> str:
    if measured is None:
        return "in the simulation: not tilted, because it does not stand on a level table"
    stood, gave_way = measured.values()
    end = (
        "the steepest tilt that was tried" if gave_way is None else f"collapses at {gave_way:.2f}°"
    )
    return f"in the simulation: stands at {stood:.2f}°, {end}"


def _objection(scene: Scene, answer: StandResult) -> str | None:
    """Return what exact statics says of a scene if the simulation says otherwise, else None.

    Scenes so near to their limit that a simulation may differ do not count.
    """
    structure, stood = structure_of(scene), answer.verdict is Verdict.STOOD
    if (label(structure.rows).verdict == "stands") is stood:
        return None
    summary = solved(structure).summary
    margin = summary.margin if summary.stable else signed_margin(scene)
    near = margin is not None and abs(margin) < BAND
    return None if near else describe(summary)


def _standing_line(scene: Path, answer: StandResult) -> str:
    named = answer.fell or answer.shifted
    which = f" ({', '.join(named)})" if named else ""
    rest = "at rest" if answer.rest else "not yet at rest"
    after = f"{rest} after {answer.sim_seconds:.2f} s, hash {answer.hash}"
    return f"{scene}: {answer.verdict}{which}; {after}"
