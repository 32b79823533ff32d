"""The files of `levels/`, written challenges, tables of games, and round trips of scenes."""

import math
import re
import string
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import get_args
from zipfile import ZipFile

import pytest
from hatchling.builders.wheel import WheelBuilder
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.examples import tried
from towersim.common.errors import SceneFault
from towersim.common.messages import kind_text
from towersim.common.units import BlockId, Pose, TowerId, Vec
from towersim.files import challengefile, level
from towersim.files.level import levels_dir
from towersim.geometry.shapes import Box, Circle, Polygon, centroid, signed_area
from towersim.geometry.touching import neighbours
from towersim.lab.stability import benchmark
from towersim.physics.hand import SKILLS
from towersim.practice.generated import endless_challenge
from towersim.rules.practice.challenge import CHAPTERS, OWN, Challenge, Piece, TakeBack
from towersim.scene.scene import Block, Material, Scene, TableTop

ROOT = Path(__file__).parents[2]
SCENES = sorted((levels_dir() / "scenes").glob("*.toml"))

GOOD = """\
format = 1
[table]
width_m = 1.0
[materials.stone]
density_kg_m3 = 2400
friction = 0.7
[[blocks]]
id = "a"
shape = { box = [0.06, 0.02] }
material = "stone"
depth_m = 0.03
at = [0.0, 0.01, 0.0]
[[blocks]]
id = "b"
shape = { polygon = [[0, 0], [0.02, 0], [0.02, 0.02], [0, 0.02]] }
at = [0.0, 0.03, 0]
"""


Write = Callable[[str | bytes], Path]


def test_a_scene_has_the_values_of_its_file(file: Write) -> None:
    scene = level.load_scene(file(GOOD))
    assert scene.table == TableTop(width=1.0, friction=0.5)
    a, b = scene.blocks
    stone = Material(2400.0, 0.7)
    assert a == Block(BlockId("a"), Box(0.06, 0.02), stone, 0.03, Pose(0.0, 0.01, 0.0))
    assert (b.material, b.depth, b.fixed) == (Material(), 0.03, False)
    assert isinstance(b.shape, Polygon)
    assert sorted(b.shape.outline) == [(-0.01, -0.01), (-0.01, 0.01), (0.01, -0.01), (0.01, 0.01)]


@pytest.mark.parametrize("text", ["format = 1", "\ufeffformat = 1\n"], ids=["", "mark of Windows"])
def test_a_file_with_only_its_format_is_an_empty_table(file: Write, text: str) -> None:
    assert level.load_scene(file(text)) == Scene(TableTop(), ())


def test_a_polygon_is_turned_counter_clockwise_and_moved_to_its_centroid(file: Write) -> None:
    clockwise = "[[3, 3], [3, 3.02], [3.02, 3.02], [3.02, 3]]"
    text = re.sub(r"polygon = .*\]\]", f"polygon = {clockwise}", GOOD)
    shape = level.load_scene(file(text)).blocks[1].shape
    assert isinstance(shape, Polygon)
    assert signed_area(shape.outline) == pytest.approx(0.0004)
    assert centroid(shape.outline) == pytest.approx((0, 0), abs=1e-12)


def test_a_block_has_the_material_and_depth_of_its_piece_unless_given(file: Write) -> None:
    cube = level.load_pieces("cubes")["cube"]
    block = '[[blocks]]\nid = "{}"\nshape = {{ piece = "cubes/cube" }}\nat = [0, {}, 0]\n{}\n'
    own = 'material = "wood"\ndepth_m = 0.5'
    text = "format = 1\n[materials.wood]\nfriction = 0.25\n"
    text += block.format("a", 0.01, "") + block.format("b", 0.03, own)
    a, b = level.load_scene(file(text)).blocks
    assert (a.shape, a.material, a.depth) == (cube.shape, cube.material, cube.depth)
    assert (b.shape, b.material, b.depth) == (cube.shape, Material(700.0, 0.25), 0.5)


def test_a_path_has_millimetres_arcs_and_holes(file: Write) -> None:
    ring = "[[-20, 0], { via = [0, -20], to = [20, 0] }, { via = [0, 20], to = [-20, 0] }]"
    window = "[[-10, -10], [10, -10], [10, 10], [-10, 10]]"
    text = re.sub(r"polygon = .* \}", f"path_mm = {ring}, holes_mm = [{window}] }}", GOOD)
    scene = level.load_scene(file(text.replace("0.03, 0]", "0.05, 0]")))
    shape = scene.blocks[1].shape
    assert isinstance(shape, Polygon)
    assert 24 < len(shape.outline) < 40
    assert {round(math.hypot(*p), 9) for p in shape.outline} == {0.02}
    assert set(map(tuple, shape.holes[0])) == {(x, y) for x in (-0.01, 0.01) for y in (-0.01, 0.01)}
    assert signed_area(shape.holes[0]) == pytest.approx(-0.0004)
    assert level.load_scene(file(level.scene_text(scene))) == scene


def test_a_piece_has_a_name_a_family_and_a_colour() -> None:
    cube, heart = level.load_pieces("cubes")["cube"], level.load_pieces("blocks")["heart"]
    assert (cube.name, cube.family, cube.colour) == ("cube", "", "natural")
    assert (heart.name, heart.family, heart.colour) == ("heart", "things", "red")
    named = {kind: piece.name for kind, piece in level.load_pieces("blocks").items()}
    assert named == {kind: kind_text(kind) for kind in named}, "as sentences about them say"


sizes = st.floats(0.0001, 0.2)


def square(half: float) -> tuple[Vec, ...]:
    return (Vec(-half, -half), Vec(half, -half), Vec(half, half), Vec(-half, half))


shapes = st.one_of(
    st.builds(Box, sizes, sizes),
    st.builds(Circle, sizes),
    st.builds(lambda w, h: Polygon((Vec(-w, -h), Vec(w, -h), Vec(0.0, 2 * h))), sizes, sizes),
    st.builds(lambda w: Polygon(square(w), (square(w / 2)[::-1],)), st.floats(0.001, 0.2)),
)


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    """Draw scenes of blocks high above the table and apart from each other."""
    names = st.text(string.printable.strip() + " äß\u4e2d😀", min_size=1, max_size=64)
    ids = draw(st.lists(names.filter(str.strip), max_size=6, unique=True))
    materials = st.builds(Material, st.floats(1, 25000), st.floats(0, 5)) | st.just(Material())
    blocks = (
        Block(
            BlockId(id_),
            draw(shapes),
            draw(materials),
            draw(st.floats(0.0001, 5)),
            Pose(place - 3, draw(st.floats(1, 10)), draw(st.floats(-100, 100))),
            draw(st.booleans()),
        )
        for place, id_ in enumerate(ids)
    )
    return Scene(TableTop(draw(st.floats(0.0001, 5)), draw(st.floats(0, 5))), tuple(blocks))


@tried(100, scene=scenes())
def test_a_scene_round_trips_through_a_file(tmp_path: Path, scene: Scene) -> None:
    path = tmp_path / "scene.toml"
    path.write_text(level.scene_text(scene), encoding="utf-8")
    assert level.load_scene(path) == scene


@pytest.mark.slow
def test_only_neighbours_of_two_thousand_blocks_are_compared(file: Write) -> None:
    wood = Material()
    wall = tuple(
        Block(BlockId(str(i)), Box(0.02, 0.02), wood, 0.02, Pose(x, y, 0.0))
        for i in range(2000)
        for x, y in [(0.02 * (i % 45) - 0.44, 0.01 + 0.02 * (i // 45))]
    )
    path = file(level.scene_text(Scene(TableTop(), wall)))
    blocks = level.load_scene(path).blocks
    assert len(blocks) == 2000
    assert len(list(neighbours(blocks))) <= 4 * len(blocks), "eight around each, in pairs"


@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)
def test_a_scene_of_levels_loads_has_a_comment_and_round_trips(path: Path, file: Write) -> None:
    scene = level.load_scene(path)
    assert scene.blocks
    assert path.read_text(encoding="utf-8").startswith("# "), "what the scene is"
    assert level.load_scene(file(level.scene_text(scene))) == scene


def test_every_file_of_levels_is_read() -> None:
    for path in levels_dir().glob("pieces/*.toml"):
        assert level.load_pieces(path.stem)
    for path in levels_dir().glob("tables/*.toml"):
        assert level.load_table(path.stem).spots
    benchmarks = {path.stem for path in levels_dir().glob("benchmarks/*.toml")}
    assert benchmarks == {"placement-3", "stability-2", "stability-3"}
    assert len(benchmark()) == 4
    assert "wood" in level.load_materials()
    plans = {path.stem for path in levels_dir().glob("plans/*.toml")}
    assert plans == set(challengefile.challenge_names()), "python -m tests.practice.shipped NAME"
    assert all(map(challengefile.plan_for, plans))
    readable = {"materials", "pieces", "tables", "scenes", "sweeps", "benchmarks", "practice"}
    readable |= {"plans"}
    found = {path.parent.name for path in levels_dir().rglob("*.toml")}
    assert found <= readable, "a new folder needs a reader and a line above"


@pytest.mark.slow  # builds the wheel
def test_levels_are_beside_the_package_in_a_checkout_and_inside_it_in_a_wheel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert levels_dir() == ROOT / "levels"
    builder = WheelBuilder(str(ROOT))
    (wheel,) = builder.build(directory=str(tmp_path), versions=["standard"])
    with ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    packed = tmp_path / "towersim/levels"
    files = {path.relative_to(ROOT / "levels") for path in (ROOT / "levels").rglob("*.toml")}
    assert {path.relative_to(packed) for path in packed.rglob("*.toml")} == files
    monkeypatch.setattr(level, "__file__", str(tmp_path / "towersim/files/level.py"))
    assert levels_dir() == packed


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ('kind = "height"', 'kind = "heigth"', "heigth'; known: height, reach, span, raise"),
        ('chapter = "hand"', 'chapter = "hands"', "known: hand, balance, reach"),
    ],
)
def test_a_wrong_word_in_a_challenge_is_answered_with_the_right_ones(
    tmp_path: Path, right: str, wrong: str, said: str
) -> None:
    text = (levels_dir() / "practice" / "first-tower.toml").read_text(encoding="utf-8")
    path = tmp_path / "wrong.toml"
    path.write_text(text.replace(right, wrong), encoding="utf-8")
    with pytest.raises(SceneFault, match=said):
        challengefile.find_challenge(str(path))
    path.write_text(text.replace("number = 1", "number = -1"), encoding="utf-8")
    with pytest.raises(SceneFault, match=r"\$\.number"):
        challengefile.find_challenge(str(path))


AMOUNTS = st.floats(0.0, 1000.0)
ENCODED = st.characters(max_codepoint=0xD7FF) | st.characters(min_codepoint=0xE000)


@st.composite
def challenges(draw: st.DrawFn) -> Challenge:
    """Draw an included challenge with other texts, numbers and materials."""
    base = draw(st.sampled_from(challengefile.all_challenges()))
    stars = sorted(draw(st.tuples(AMOUNTS, AMOUNTS, AMOUNTS)), reverse=base.fewer_is_better)
    material = Material(draw(st.floats(1.0, 25000.0)), draw(st.floats(0.0, 5.0)))

    def changed(piece: Piece) -> Piece:
        return replace(piece, material=material, count=draw(st.integers(0, 9)))

    return replace(
        base,
        title=draw(st.text(ENCODED, min_size=1, max_size=64)),
        chapter=draw(st.sampled_from((*CHAPTERS, OWN))),
        pieces=(*map(changed, base.pieces[:1]), *base.pieces[1:]),
        stars=tuple(stars),
        take_back=draw(st.sampled_from(get_args(TakeBack))),
        hand=draw(st.sampled_from(tuple(SKILLS))),
        growth=draw(AMOUNTS),
    )


def read_back(challenge: Challenge) -> Challenge:
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"{challenge.name}.toml"
        path.write_text(challengefile.challenge_text(challenge), encoding="utf-8")
        return challengefile.load_challenge(path)


@pytest.mark.slow
@tried(60, challenge=challenges())
def test_a_written_challenge_is_read_as_an_equal_one(challenge: Challenge) -> None:
    if challenge.places:
        assert read_back(challenge) == challenge


def test_a_generated_challenge_with_translatable_texts_is_written() -> None:
    assert read_back(endless_challenge(3)) == endless_challenge(3)


@pytest.mark.parametrize("seats", range(2, 9))
def test_bausack_has_all_blocks_and_61_cm_of_table_around_the_spot_of_each_seat(seats: int) -> None:
    setup = level.load_table("bausack", seats)
    assert setup.pieces == level.load_pieces("blocks")
    with pytest.raises(KeyError):
        setup.piece("red")
    assert setup.table.width == pytest.approx(0.61 * seats)
    left = -setup.table.width / 2
    assert setup.spots == pytest.approx([left + 0.61 * (seat + 0.5) for seat in range(seats)])
    for seat, spot in enumerate(setup.spots):
        x, y = setup.pick_up(TowerId(seat))
        assert spot < x < spot + 0.305, "it is taken on one's own table"
        assert y > 0
