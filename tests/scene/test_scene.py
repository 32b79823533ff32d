"""Derived quantities of a scene, and scenes as arrays, as pictures and as text."""

import math
import sys
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace

import towersim
from tests.physics.builders import column_margin
from towersim import Scene
from towersim.common.errors import OptionFault, SceneFault
from towersim.common.units import BlockId, Pose, Vec
from towersim.files.level import levels_dir, load_scene
from towersim.geometry import shapes
from towersim.scene.picture import scene_picture
from towersim.scene.scene import Block, Material, TableTop
from towersim.statics.analysis import THRUST


def regular(n: int, radius: float, x: float = 0.0, y: float = 0.0) -> tuple[Vec, ...]:
    around = [math.tau * i / n for i in range(n)]
    return tuple(Vec(x + radius * math.cos(a), y + radius * math.sin(a)) for a in around)


@pytest.mark.parametrize("n", [3, 4, 7, 40])
def test_the_area_of_a_regular_polygon_equals_its_closed_form(n: int) -> None:
    outline = regular(n, 0.02, 3, -1)
    assert shapes.signed_area(outline) == pytest.approx(n / 2 * 0.02**2 * math.sin(math.tau / n))
    assert shapes.centroid(outline) == pytest.approx((3, -1))


def test_area_and_mass() -> None:
    assert shapes.area(shapes.Circle(0.01)) == pytest.approx(math.pi * 1e-4)
    assert shapes.area(shapes.Polygon(shapes.corners(shapes.Box(0.3, 0.2)))) == pytest.approx(0.06)
    cube = Block(BlockId("a"), shapes.Box(0.02, 0.02), Material(700), 0.02, Pose(0, 0.01, 0))
    assert cube.mass == pytest.approx(0.0056)


def test_a_hole_reduces_area_and_mass() -> None:
    outline = regular(4, 0.02, 1, 1)
    hole = regular(5, 0.004, 1.008, 1)[::-1]
    whole, gone = shapes.signed_area(outline), -shapes.signed_area(hole)
    shape, middle = shapes.centred(outline[::-1], [hole[::-1]])
    assert shapes.signed_area(shape.outline) > 0 > shapes.signed_area(shape.holes[0])
    assert shapes.area(shape) == pytest.approx(whole - gone)
    assert middle == pytest.approx((1 - 0.008 * gone / (whole - gone), 1))
    assert shapes.centroid(shape.outline, shape.holes) == pytest.approx((0, 0), abs=1e-12)
    assert shapes.centred(shape.outline, shape.holes)[0] == shape
    back = shapes.placed(shape.holes[0], Pose(*middle, 0))
    assert sorted(back) == [pytest.approx(p) for p in sorted(hole)]
    assert shapes.extent(shape, Pose(*middle, 0))[1] == pytest.approx((1.02, 1.02))
    weight = Block(BlockId("a"), shape, Material(700), 0.02, Pose(0, 0, 0)).mass
    assert weight == pytest.approx((whole - gone) * 14)


@given(st.floats(-5, 5), st.floats(-5, 5), st.sampled_from([1, -1]))
def test_centring_keeps_the_position_and_orients_counter_clockwise(
    x: float, y: float, way: int
) -> None:
    outline = regular(5, 0.02, x, y)[::way]
    polygon, middle = shapes.centred(outline)
    assert shapes.signed_area(polygon.outline) > 0
    assert shapes.centroid(polygon.outline) == pytest.approx((0, 0), abs=1e-9)
    back = shapes.placed(polygon.outline, Pose(*middle, 0))
    for point, given_point in zip(back, outline[::way], strict=True):
        assert point == pytest.approx(given_point, abs=1e-9)


@given(st.floats(-5, 5), st.floats(-5, 5))
def test_centring_a_centred_outline_changes_no_digit(x: float, y: float) -> None:
    polygon, _ = shapes.centred(regular(7, 0.02, x, y))
    assert shapes.centred(polygon.outline)[0] == polygon


@given(st.floats(-4, 4))
def test_the_extent_of_a_turned_box_equals_its_closed_form(angle: float) -> None:
    low, high = shapes.extent(shapes.Box(0.3, 0.1), Pose(1, 2, angle))
    c, s = abs(math.cos(angle)), abs(math.sin(angle))
    assert high.x - low.x == pytest.approx(0.3 * c + 0.1 * s)
    assert high.y - low.y == pytest.approx(0.3 * s + 0.1 * c)
    assert ((low.x + high.x) / 2, (low.y + high.y) / 2) == pytest.approx((1, 2))


FILES = sorted((levels_dir() / "scenes").glob("*.toml"))
CUBES = [[0.0, 0.01, 0.0, 0.02, 0.02], [0.006, 0.03, 0.0, 0.02, 0.02]]
DISC = Block(BlockId("d"), shapes.Circle(0.01), Material(2000.0), 0.02, Pose(-0.1, 0.01, 0.0))


def test_boxes_have_their_poses_sizes_densities_and_frictions() -> None:
    scene = Scene.boxes(np.array(CUBES), density=[700, 2400], friction=0.3)
    assert scene.blocks[1].pose == Pose(0.006, 0.03, 0.0)
    assert [block.material.density_kg_m3 for block in scene.blocks] == [700, 2400]
    assert {block.material.friction for block in scene.blocks} == {0.3}
    margin = column_margin([0.0, 0.3])
    assert towersim.analyse(Scene.boxes(CUBES)).summary.margin == pytest.approx(margin)


def test_density_and_friction_may_be_columns() -> None:
    table = np.column_stack([CUBES, [700, 2400], [0.3, 0.3]])
    assert Scene.boxes(table) == Scene.boxes(CUBES, density=[700, 2400], friction=0.3)
    assert Scene.boxes(table[:, :6], friction=0.3) == Scene.boxes(table)
    with pytest.raises(SceneFault, match="density: is a column of the boxes already"):
        Scene.boxes(table[:, :6], density=1.0)
    with pytest.raises(SceneFault, match="pose: has a value that is not a number"):
        Scene.from_arrays(Scene.boxes(CUBES).to_arrays() | {"pose": [[np.nan] * 3] * 2})


def test_the_text_of_a_result_is_a_few_short_lines() -> None:
    column = [[0.006 * n, 0.01 + 0.02 * n, 0, 0.02, 0.02] for n in range(40)]
    lines = repr(towersim.stand(Scene.boxes(column), seconds=0.5)).splitlines()
    assert lines[0].startswith("StandResult(fell: 40 blocks, ")
    assert lines[-1] == "  collapse: 1 tipped off 0"
    assert len(lines) <= 10
    assert max(map(len, lines)) <= 100
    one = Scene.boxes(column[:1])
    for result in (one, towersim.analyse(one), towersim.stand(one, seconds=0.1)):
        assert "1 block, " in repr(result)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_scene_survives_the_way_through_arrays(path: Any, tmp_path: Any) -> None:
    scene = load_scene(path)
    scene = replace(scene, blocks=(*scene.blocks, DISC), reach=0.0001)
    np.savez(tmp_path / "scene.npz", **scene.to_arrays())  # type: ignore[arg-type] # NumPy's stubs take the names for options
    with np.load(tmp_path / "scene.npz") as arrays:
        assert Scene.from_arrays(arrays) == scene


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ([[1, 2, 3]], r"\(1, 3\), not n x 5"),
        ("column", "boxes: is not an array of numbers"),
        ([[0, 0, 0, 1, 1], [0]], "boxes: has rows of different lengths$"),
        ([1, 2, 3, 4, 5], r"\(5,\), not n x 5"),
        ([*CUBES[:1], [0, 0, 0, -1, 1]], r"boxes\[1\].width: -1 is not > 0"),
        ([[0, np.nan, 0, 1, 1]], r"boxes\[0\].y: nan is not finite"),
        ([[0, 0, 0, 1, 1, 0]], r"boxes\[0\].density: 0 is not > 0"),
        ([[0, 0, 0, 1, 1, 700, -0.1]], r"boxes\[0\].friction: -0.1 is not ≥ 0"),
    ],
)
def test_a_table_of_another_shape_is_refused(values: Any, why: str) -> None:
    with pytest.raises(SceneFault, match=why):
        Scene.boxes(values)


def test_a_density_for_another_number_of_boxes_is_refused() -> None:
    with pytest.raises(SceneFault, match=r"density.*neither \(\) nor \(2,\)"):
        Scene.boxes(CUBES, density=[1, 2, 3])


@pytest.mark.parametrize("name", Scene.boxes(CUBES).to_arrays())
def test_arrays_that_do_not_fit_together_are_refused(name: str) -> None:
    arrays = load_scene(levels_dir() / "scenes" / "arch.toml").to_arrays()
    with pytest.raises(SceneFault, match=name):
        Scene.from_arrays({key: array for key, array in arrays.items() if key != name})
    with pytest.raises(SceneFault):
        Scene.from_arrays(arrays | {name: np.concatenate([arrays[name], arrays[name]])})
    ragged: dict[str, Any] = {**arrays, name: [1, [2, 3]]}
    with pytest.raises(SceneFault, match=f"{name}: has rows of different lengths"):
        Scene.from_arrays(ragged)


@pytest.mark.parametrize(
    ("name", "value"), [("ring_block", 99), ("ring_block", 0), ("ring_size", 2.5), ("fixed", 0.5)]
)
def test_a_value_that_belongs_to_no_polygon_or_is_no_number_of_corners_is_refused(
    name: str, value: float
) -> None:
    arrays = load_scene(levels_dir() / "scenes" / "arch.toml").to_arrays()
    box = Scene.boxes(CUBES[:1]).to_arrays()
    joined: dict[str, Any] = {
        key: np.concatenate([box[key], arrays[key]]) if key != "table" else box[key] for key in box
    }
    joined["ring_block"] = joined["ring_block"] + 1
    assert len(Scene.from_arrays(joined).blocks) == len(box["id"]) + len(arrays["id"])
    values = joined[name].astype(float)
    values[0] = value
    with pytest.raises(SceneFault, match=f"{name}: "):
        Scene.from_arrays(joined | {name: values})


def test_a_picture_shows_blocks_forces_and_mechanism() -> None:
    scene = load_scene(levels_dir() / "scenes" / "bridge.toml")
    plain = ET.fromstring(scene._repr_svg_())  # noqa: S314 - our own text
    analysis = towersim.analyse(scene)
    full = ET.fromstring(analysis._repr_svg_())  # noqa: S314 - the same
    paths = ["{http://www.w3.org/2000/svg}path"] * 2
    assert len(plain.findall(paths[0])) == 1 + len(scene.blocks)
    assert plain.findall(paths[0])[0].get("d", "").split("L")[0].endswith(",360.00"), "the foot"
    assert full[0].text is not None
    assert full[0].text.startswith("stands up to a tilt of 18.43°")
    colours = [path.get("stroke") for path in full.findall(paths[0])]
    assert colours.count("#2868a0") == len(analysis.forces)
    arrows = colours.count("#c43428") - len(analysis.mechanism)
    assert arrows == 6, "beside each outline, but where it would be shorter than its head"
    axes = analysis.plot()
    assert scene.plot(axes) is axes
    _, left, foot, side, _ = scene_picture(scene.table, scene.blocks)
    assert (axes.get_xlim(), axes.get_ylim()) == ((left, left + side), (foot, foot + side))
    assert (axes.axison, axes.get_aspect()) == (False, 1.0)
    with pytest.raises(OptionFault, match="axes: str"):
        scene.plot("x")
    # A post is loaded at one point and carried at another; the load on the beam at its centre.
    assert colours.count("#143c6e") == 9


def test_no_thrust_is_drawn_where_several_loads_have_several_carriers() -> None:
    wall = towersim.analyse(load_scene(levels_dir() / "scenes" / "wall.toml"))
    brick = next(block for block in wall.scene.blocks if block.id == "brick-33")
    of_it = [thrust for thrust in wall.thrusts if brick.id in (thrust.a, thrust.b)]
    lines = [p.rings[0] for p in wall.picture().patches if p.fill is None and p.edge == THRUST]
    assert len(of_it) >= 4
    assert lines
    assert not [line for line in lines if {thrust.at for thrust in of_it} >= {*line}]


def test_without_matplotlib_a_plot_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(OptionFault, match=r"pip install 'towersim\[plots\]'"):
        Scene.boxes(CUBES).plot()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_texts_have_ten_lines_at_most(path: Any) -> None:
    scene = load_scene(path)
    many = replace(scene, blocks=tuple(replace(DISC, id=BlockId(f"{n}")) for n in range(50)))
    analysis = towersim.analyse(scene)
    for text in map(repr, (scene, many, Scene(TableTop(), ()), analysis)):
        assert len(text.splitlines()) <= 10
        assert max(map(len, text.splitlines())) < 250
    assert repr(many).endswith("… and 42 more")
