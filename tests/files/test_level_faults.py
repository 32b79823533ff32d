"""Faults in scenes, piece sets and tables: their messages, and no other exceptions."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import example, given, settings, strategies as st

from tests.examples import MANY, examples, tried
from towersim.common.errors import SceneFault
from towersim.files import level
from towersim.files.level import load_pieces, load_scene, load_table, scene_text
from towersim.scene.scene import Scene

Write = Callable[[str | bytes], Path]


def block_a(**changes: str) -> str:
    """Return a file of one block, with some of its lines replaced or added."""
    lines = {"id": '"a"', "shape": "{ box = [0.02, 0.02] }", "at": "[0.0, 0.01, 0.0]"} | changes
    return "format = 1\n[[blocks]]\n" + "\n".join(f"{k} = {v}" for k, v in lines.items())


def shaped(shape: str) -> str:
    return block_a(shape=shape)


def polygon(points: str) -> str:
    return shaped(f"{{ polygon = [{points}] }}")


def two(x: float, y: float) -> str:
    other = block_a(id='"b"', at=f"[{x}, {y}, 0.0]").replace("format = 1\n", "")
    return f"{block_a(fixed='false')}\n{other}\n\n"


SQUARE = "polygon = [[0, 0], [2, 0], [2, 2], [0, 2]]"


def holed(points: str) -> str:
    return shaped(f"{{ {SQUARE}, holes = [[{points}]] }}")


def piece(name: str) -> str:
    return shaped(f'{{ piece = "{name}" }}')


def path_mm(points: str) -> str:
    return shaped(f"{{ path_mm = [{points}] }}")


BLOCK = "$.blocks[0]"
SHAPE = f"{BLOCK}.shape"
HOLES, PIECE_OF = f"{SHAPE}.holes", f"{SHAPE}.piece"
HOLE = f"{HOLES}[0]"
CORNERS, PATH = f"{SHAPE}.polygon", f"{SHAPE}.path_mm"
FAULTS: dict[str, tuple[str | bytes, str, str]] = {
    "not UTF-8": (b"format = 1 # \xff", "byte 13", "not UTF-8"),
    "not TOML": ("format = 1\nblocks = [1 2]", "line 2, column 13", "not TOML: Unclosed array"),
    "cut off": ("format = 1\nblocks = [", "end of document", "not TOML"),
    "key twice": ("format = 1\nformat = 1\n", "line 2, column 11", "Cannot overwrite a value"),
    "nested": ("format = 1\nblocks = " + "[" * 9999, "$", "nested too deep"),
    "key of many parts": ("format = 1\n" + 'a . \'b\'."c\\"".' * 300 + "d = 1", "$", "16 dots"),
    "section of many parts": ("format = 1\n[" + "a." * 999 + "a]", "$", "16 dots"),
    "long number": ("format = 1" + "0" * 5000, "$", "not a value: Exceeds the limit"),
    "empty file": ("", "$.format", "expected format = 1"),
    "other format": ("format = 2", "$.format", "expected format = 1"),
    "true format": ("format = true", "$.format", "expected format = 1"),
    "unknown key": ("format = 1\ncolour = 3", "$", "unknown key `colour`"),
    "unknown key of a block": (block_a(colour="3"), BLOCK, "unknown key `colour`"),
    "no id": ("format = 1\n[[blocks]]", BLOCK, "missing key `id`"),
    "blocks are no list": ("format = 1\nblocks = 3", "$.blocks", "expected a list, got a whole"),
    "empty id": (block_a(id='""'), f"{BLOCK}.id", "expected text of length >= 1"),
    "blank id": (block_a(id='" "'), f"{BLOCK}.id", "cannot be seen"),
    "control character": (block_a(id=r'"a\u001b"'), f"{BLOCK}.id", "cannot be seen"),
    "long id": (block_a(id=f'"{"a" * 65}"'), f"{BLOCK}.id", "length <= 64"),
    "id twice": (
        two(0, 0.03).replace('"b"', '"a"'),
        "$.blocks[1].id",
        "'a' is the id of $.blocks[0] already",
    ),
    "text for a number": (shaped('{ box = ["1", 2] }'), SHAPE + ".box[0]", "a number, got text"),
    "a date": (block_a(at="1979-05-27"), f"{BLOCK}.at", "expected a list, got `date`"),
    "two of three": (block_a(at="[0, 0.01]"), f"{BLOCK}.at", "length 3, got 2"),
    "text for a flag": (block_a(fixed="1"), f"{BLOCK}.fixed", "expected true or false"),
    "nan": (shaped("{ box = [nan, 0.02] }"), SHAPE + ".box[0]", "expected a number >= 0.0001"),
    "nan place": (block_a(at="[0, nan, 0]"), f"{BLOCK}.at[1]", "a number >= -1000.0"),
    "nan angle": (block_a(at="[0, 0, nan]"), f"{BLOCK}.at[2]", "expected a number >= -1000000.0"),
    "inf": (shaped("{ circle = inf }"), SHAPE + ".circle", "expected a number <= 1000.0"),
    "huge": (shaped(f"{{ circle = 1{'0' * 400} }}"), SHAPE + ".circle", "number out of range"),
    "negative": (shaped("{ circle = -1 }"), SHAPE + ".circle", "expected a number >= 0.0001"),
    "too small": (shaped("{ box = [1, 0.00009] }"), SHAPE + ".box[1]", "number >= 0.0001"),
    "too big": (shaped("{ box = [5.1, 1] }"), SHAPE, "5.1 m, and the simulation takes"),
    "too deep": (block_a(depth_m="5.1"), f"{BLOCK}.depth_m", "the simulation takes"),
    "too far": (block_a(at="[0, 11, 0]"), f"{BLOCK}.at", "the simulation takes ±10 m"),
    "too light": (
        "format = 1\nmaterials.air.density_kg_m3 = 0.5",
        "$.materials.air.density_kg_m3",
        ">= 1.0",
    ),
    "too heavy": (
        "format = 1\nmaterials.'neutron star'.density_kg_m3 = 4e17",
        "$.materials.'neutron star'.density_kg_m3",
        "a number <= 25000.0",
    ),
    "negative friction": ("format = 1\ntable.friction = -1", "$.table.friction", ">= 0.0"),
    "absurd friction": ("format = 1\ntable.friction = 6", "$.table.friction", "<= 5.0"),
    "nan friction": ("format = 1\ntable.friction = nan", "$.table.friction", ">= 0.0"),
    "no table": ("format = 1\ntable.width_m = 0", "$.table.width_m", ">= 0.0001"),
    "unknown material": (
        block_a(material='"gold"'),
        f"{BLOCK}.material",
        "no material 'gold' in this file",
    ),
    "no shape": (shaped("{}"), SHAPE, "exactly one of box, circle, polygon, path_mm and piece"),
    "two shapes": (shaped("{ box = [1, 1], circle = 1 }"), SHAPE, "exactly one of"),
    "unknown shape": (shaped("{ egg = 1 }"), SHAPE, "unknown key `egg`"),
    "piece without a set": (piece("cube"), PIECE_OF, "'cube' is not a name"),
    "unknown set": (piece("x/y"), PIECE_OF, "there is no piece set 'x'"),
    "long name of a set": (piece("x" * 999 + "/y"), PIECE_OF, "is not a name"),
    "unknown piece": (piece("cubes/egg"), PIECE_OF, "no piece 'egg'; there are: cube"),
    "piece from elsewhere": (piece("../tables/x"), PIECE_OF, "'../tables/x' is not a name"),
    "two corners": (polygon("[0, 0], [1, 0]"), CORNERS, "a list of length >= 3"),
    "65 corners": (polygon("[0, 0], " * 65), CORNERS, "a list of length <= 64"),
    "crossing": (polygon("[0, 0], [1, 1], [1, 0], [0, 1]"), CORNERS, "0 and 2 cross"),
    "too wide": (polygon("[0, 0], [6, 0], [0, 1]"), SHAPE, "6 m, and the simulation takes"),
    "bad corner": (polygon("[0, 0], [1, 0], [0, nan]"), f"{CORNERS}[2][1]", "a number >= -1000.0"),
    "path of one": (path_mm("[0, 0]"), PATH, "a list of length >= 2"),
    "path of two": (path_mm("[0, 0], [9, 9]"), PATH, "2 corners when its arcs are cut into sides"),
    "path of giants": (
        path_mm("[0, 0], { via = [2000, 2000], to = [4000, 0] }"),
        PATH,
        "it may have 3 … 64",
    ),
    "path that crosses": (
        path_mm("[0, 0], [9, 0], { via = [9, 9], to = [-3, 4] }, [3, -3]"),
        PATH,
        "cross, with its arcs cut into sides",
    ),
    "arc first": (path_mm("{ via = [0, 1], to = [1, 1] }, [0, 0]"), PATH, "begins with a corner"),
    "arc to nowhere": (path_mm("[0, 0], { via = [0, 1] }"), f"{PATH}[1]", "missing key `to`"),
    "word in a path": (path_mm("[0, 0], 'up'"), f"{PATH}[1]", "of keys or a list, got text"),
    "holes in a box": (
        shaped("{ box = [1, 1], holes = [[[0, 0], [1, 0], [0, 1]]] }"),
        HOLES,
        "they go with polygon",
    ),
    "holes of the other kind": (
        shaped(f"{{ {SQUARE}, holes_mm = [[[0, 0], [1, 0], [0, 1]]] }}"),
        f"{HOLES}_mm",
        "they go with path_mm",
    ),
    "hole outside": (holed("[3, 3], [4, 3], [3, 4]"), HOLE, "it is not inside the outline"),
    "hole in a hole": (
        holed("[0.5, 0.5], [1.5, 0.5], [1.5, 1.5]], [[1, 0.6], [1.4, 0.6], [1.4, 1]"),
        f"{HOLES}[1]",
        "are one inside the other",
    ),
    "hole without area": (holed("[1, 1], [1.2, 1], [1.4, 1]"), HOLE, "it has no area"),
    "too many holes": (
        holed("], [".join(["[1, 1], [1.2, 1], [1, 1.1]"] * 9)),
        HOLES,
        "a list of length <= 8",
    ),
    "in the table": (block_a(at="[0, 0.0094, 0]"), f"{BLOCK}.at", "0.60 mm deep in the table"),
    "in a block": (two(0.0, 0.0294), "$.blocks[1].at", "stands 0.60 mm deep in block 'a'"),
    "in a fixed block": (
        two(0.0, 0.0294).replace("false", "true"),
        "$.blocks[1].at",
        "deep in block 'a'",
    ),
    "too many blocks": (
        "format = 1\nblocks = [" + "{ id = 'a', shape = {}, at = [0, 0, 0] }," * 2001 + "]",
        "$.blocks",
        "a list of length <= 2000",
    ),
    "too long": ("#" * (4 * 1024 * 1024 + 1), "$", "longer than 4 MiB"),
}


@pytest.mark.parametrize(("content", "where", "why"), FAULTS.values(), ids=FAULTS.keys())
def test_every_fault_is_one_line_with_file_place_and_reason(
    file: Write, content: str | bytes, where: str, why: str
) -> None:
    path = file(content)
    with pytest.raises(SceneFault) as raised:
        load_scene(path)
    fault = raised.value
    assert (fault.file, fault.where) == (str(path), where)
    assert why in fault.why
    assert str(fault).splitlines() == [f"{path}: {where}: {fault.why}".replace(" $: ", " ")]


def test_the_cases_differ_from_valid_files_only_by_their_fault(file: Write) -> None:
    assert len(load_scene(file(two(0.0, 0.0296))).blocks) == 2, "0.4 mm deep is allowed"
    assert len(load_scene(file(block_a(at="[0, 0.0096, 0]"))).blocks) == 1
    assert len(load_scene(file(polygon("[0, 0], [0.02, 0], [0.02, 0.02], [0, 0.02]"))).blocks) == 1
    fixed = two(0.0, 0.012).replace("false", "true") + "fixed = true"
    assert len(load_scene(file(fixed)).blocks) == 2, "two fixed blocks may overlap"
    sunk = block_a(at="[0.0, 0.0, 0.0]", fixed="true")
    assert len(load_scene(file(sunk)).blocks) == 1, "a fixed block may stand in the table"


@pytest.mark.parametrize("name", ["missing.toml", ".", "nul\0.toml", "/dev/null"])
def test_a_path_without_a_file_is_reported(tmp_path: Path, name: str) -> None:
    said = {".": "a folder", "/dev/null": "no ordinary file"}.get(name, "there is no such file")
    with pytest.raises(SceneFault, match=said):
        load_scene(tmp_path / name)


def test_an_unreadable_file_is_reported(file: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_path: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    path = file("format = 1")
    monkeypatch.setattr(Path, "read_bytes", refuse)
    with pytest.raises(SceneFault, match=r"cannot be read: Permission denied$"):
        load_scene(path)


def fault_or_scene(path: Path, content: bytes) -> Scene | None:
    path.write_bytes(content)
    try:
        return load_scene(path)
    except SceneFault:
        return None


ANY = st.characters()  # without a codec, of which Hypothesis would try each character


@settings(examples(150), max_examples=60 if MANY else 20)
@given(content=st.binary() | st.text(ANY).map(lambda text: text.encode("utf-8", "surrogatepass")))
@example(content=b"\xef\xbb\xbfformat = 1")
@example(content=b"format = 1\nx = 2024-02-30")
def test_arbitrary_bytes_raise_only_faults(tmp_path: Path, content: bytes) -> None:
    fault_or_scene(tmp_path / "scene.toml", content)


coordinates = st.floats(-2.5, 2.5) | st.integers(-3, 3).map(float)


@tried(150, points=st.lists(st.tuples(coordinates, coordinates), min_size=3, max_size=10))
def test_any_polygon_is_a_block_or_a_fault(
    tmp_path: Path, points: list[tuple[float, float]]
) -> None:
    text = polygon(str([list(p) for p in points])[1:-1]).replace("0.01, 0.0]", "9.0, 0.0]")
    scene = fault_or_scene(tmp_path / "scene.toml", text.encode())
    if scene:
        (tmp_path / "again.toml").write_text(scene_text(scene), encoding="utf-8")
        assert load_scene(tmp_path / "again.toml") == scene


TABLE = {"format": "1", "pieces": '"p/a"', "spots": "[0.1]", "pick_up": "[0.4, 0.1]"}
PIECE = 'format = 1\n[[pieces]]\nid = "a"\nshape = {}\n'
DISC = "{ circle = 0.01 }"
EITHER = r"\$\.spots: a table has either spots, at least one, or seat_m"


@pytest.mark.parametrize(
    ("changes", "shape", "fault"),
    [
        ({"spots": "[0.1, 0.1]"}, DISC, r"t\.toml: \$\.spots: they do not run from left to right"),
        ({"spots": "[0.1, 0.7]"}, DISC, r"t\.toml: \$\.spots: not all on the table"),
        ({"spots": "[]"}, DISC, EITHER),
        ({"seat_m": "0.5"}, DISC, EITHER),
        ({"seat_m": "0"}, DISC, r"\$\.seat_m: expected a number >= 0\.0001"),
        ({"pieces": '"nothing"'}, DISC, r"nothing\.toml: there is no such file"),
        ({"pieces": '"p/ball"'}, DISC, r"\$\.pieces: no piece 'ball'; there are: a"),
        ({"falls": "{ in_hand = 1 }"}, DISC, r"\$\.falls\.in_hand: expected true"),
        ({"falls": "{ held = true }"}, DISC, r"\$\.falls: unknown key `held`"),
        ({"pick_up": ""}, DISC, r"missing key `pick_up`"),
        ({}, "{ circle = 9 }", r"p\.toml: \$\.pieces\[0\]\.shape: 18 m, and the simulation takes"),
        ({}, "{ piece = 'p/a' }", r"\.shape\.piece: a piece has a shape of its own"),
        ({}, f"{DISC}\nsize_mm = [20, 20.3]", r"\.size_mm: the drawing is 20\.00 mm wide and 20\."),
        ({}, f"{DISC}\ncolour = 'blue'", r"none of the words that may stand here: 'blue'"),
    ],
)
def test_a_fault_in_a_table_or_its_pieces_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changes: dict[str, str], shape: str, fault: str
) -> None:
    monkeypatch.setattr(level, "levels_dir", lambda: tmp_path)
    lines = (f"{key} = {value}\n" for key, value in (TABLE | changes).items() if value)
    for folder, text in (("tables/t", "".join(lines)), ("pieces/p", PIECE.format(shape))):
        (tmp_path / folder).parent.mkdir()
        (tmp_path / f"{folder}.toml").write_text(text, encoding="utf-8")
    with pytest.raises(SceneFault, match=fault):
        load_table("t", 2)


@pytest.mark.parametrize("name", ["../scenes/arch", "", "a/b", "A", "/etc/passwd"])
def test_names_of_level_files_cannot_leave_the_folder(name: str) -> None:
    for load in (load_pieces, load_table):
        with pytest.raises(SceneFault, match="no name of a file here"):
            load(name)
    with pytest.raises(SceneFault, match="there is no such file"):
        load_pieces("nobody-knows")
