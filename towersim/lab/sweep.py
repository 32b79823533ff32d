"""Sweeps (`levels/README.md`): the trials of an experiment and its heuristics, from TOML files."""

from collections.abc import Collection, Iterator
from itertools import product
from pathlib import Path, PurePosixPath
from typing import Annotated, Literal

import msgspec

from towersim.common.errors import OptionFault, SceneFault
from towersim.common.plugins import installed
from towersim.common.whole_file import write_whole
from towersim.files.level import FILE_NAME, level_file, level_names, load_pieces, load_scene
from towersim.files.tomlfile import TomlFile
from towersim.lab.templates import TEMPLATES
from towersim.lab.towers import HARD_KINDS, KINDS
from towersim.scene.check import Density, Friction
from towersim.scene.scene import Scene

SWEEP = "sweep.toml"
"""File name of the sweep in a folder of results."""
BOXES = "boxes"
"""Name for random boxes in place of a piece set."""
MOST = 10**9
"""Greatest count in a sweep."""
_SCENE = ".toml"

STRUCTURES = (*KINDS, *HARD_KINDS)
"""The structures of `towersim.lab.towers`."""
INCLUDED = (*STRUCTURES, *TEMPLATES)
"""All included structures of random towers."""
Count = Annotated[int, msgspec.Meta(ge=1, le=MOST)]
Noise = Annotated[float, msgspec.Meta(ge=0.0, le=0.1)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Some = msgspec.Meta(min_length=1, max_length=1000)


class _Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of the file's tables, which forbids unknown fields."""


class Predicting(_Strict, frozen=True):
    """One `[[predict]]` table: towers, and how they are shown; metres, kg/m³."""

    structures: tuple[Name, ...] = ()
    towers: Count = 10
    scenes: tuple[Name, ...] = ()
    friction: Annotated[tuple[Friction, ...], Some] | None = None
    density_kg_m3: tuple[Density, Density] | None = None
    hidden_density: bool = False
    noise_m: Annotated[tuple[Noise, ...], Some] = (0.0,)

    @property
    def trials(self) -> int:
        """Number of trials."""
        shown = len(self.friction or (None,)) * len(self.noise_m)
        return (len(self.structures) * self.towers + len(self.scenes)) * shown


class Building(_Strict, frozen=True):
    """One `[[place]]` table: pieces, their number, and hands."""

    pieces: Name = BOXES
    supply: Annotated[int, msgspec.Meta(ge=2, le=200)] = 20
    hands: Annotated[tuple[Literal["none", "steady", "normal", "shaky"], ...], Some] = ("normal",)
    towers: Count = 5

    @property
    def trials(self) -> int:
        """Number of trials."""
        return len(self.hands) * self.towers


class _SweepFile(_Strict, frozen=True):
    name: str
    heuristics: Annotated[tuple[Name, ...], Some]
    seed: Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)] = 1
    predict: tuple[Predicting, ...] = ()
    place: tuple[Building, ...] = ()
    truth: Literal["table", "statics"] = "table"


class Sweep(_SweepFile, frozen=True):
    """A validated sweep with its scenes."""

    scenes: dict[str, Scene] = {}


def sweep_path(text: str, *others: str) -> Path:
    """Return the path of an included sweep by its name, or of a custom one by its path.

    OptionFault for an unknown name; `others` are benchmarks that might have been meant.
    """
    if text in (known := level_names("sweeps")):
        return level_file("sweeps", text)
    if FILE_NAME.fullmatch(text) and not Path(text).exists():
        names = ", ".join((*others, *known))
        raise OptionFault(f"sweep {text!r}: not known; known: {names}, or your file")
    return Path(text)


def load_sweep(path: Path) -> Sweep:
    """Read and validate a sweep; raises SceneFault for an invalid file.

    No code that it names is imported, so a `file:function` may turn out not to exist.
    """
    source = TomlFile(path)
    written = source.read(_SweepFile)
    if not FILE_NAME.fullmatch(written.name):
        raise source.fault("$.name", f"{written.name!r} is not a name such as 'my-sweep'")
    scenes: dict[str, Scene] = {}
    for index, part in enumerate(written.predict):
        scenes |= _checked_prediction(source, f"$.predict[{index}]", part)
    for index, building in enumerate(written.place):
        _check_pieces(source, f"$.place[{index}].pieces", building.pieces)
    count = sum(p.trials for p in written.predict) + sum(p.trials for p in written.place)
    if not count:
        raise source.fault("$", "asks for 0 trials")
    seen: dict[object, str] = {}
    for key, where in _keys(written):
        if key in seen:
            raise source.fault(where, f"asks again for what {seen[key]} asks for")
        seen[key] = where
    return Sweep(**msgspec.structs.asdict(written), scenes=scenes)


def _keys(written: _SweepFile) -> Iterator[tuple[object, str]]:
    """Yield what determines each kind of trial, and the table that asks for it."""
    for index, part in enumerate(written.predict):
        towers = [*part.structures, *(("scene", name) for name in part.scenes)]
        for tower in product(towers, part.friction or (None,), part.noise_m):
            yield (tower, part.density_kg_m3, part.hidden_density), f"$.predict[{index}]"
    for index, building in enumerate(written.place):
        for hand in building.hands:
            yield (building.pieces, building.supply, hand), f"$.place[{index}]"


def keep(path: Path, folder: Path) -> None:
    """Copy a sweep's scene files, and then the sweep itself, into a folder of results.

    Raises OptionFault or OSError on failure.
    """
    for name in load_sweep(path).scenes:
        if name.endswith(_SCENE):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            _copy(path.parent / name, folder / name)
    _copy(path, folder / SWEEP)


def _copy(file: Path, to: Path) -> None:
    """Copy a file atomically, unless source and target are the same file."""
    if not to.exists() or not file.samefile(to):
        write_whole(to, file.read_bytes())


def _checked_prediction(source: TomlFile, where: str, part: Predicting) -> dict[str, Scene]:
    if not part.structures and not part.scenes:
        raise source.fault(where, "names neither structures nor scenes")
    for index, name in enumerate(part.structures):
        if name not in INCLUDED and ":" not in name and name not in installed("generator"):
            known = ", ".join(INCLUDED)
            reason = f"generator {name!r}: not known; there are {known}, or your file:function"
            raise source.fault(f"{where}.structures[{index}]", reason)
    density = part.density_kg_m3
    if density is not None and density[0] > density[1]:
        raise source.fault(f"{where}.density_kg_m3", "the least comes first")
    if part.hidden_density and density is None:
        raise source.fault(f"{where}.hidden_density", "there is no density_kg_m3 to hide")
    places = ((name, f"{where}.scenes[{index}]") for index, name in enumerate(part.scenes))
    return {name: _scene(source, place, name) for name, place in places}


def unnamed_generators(sweep: Sweep, named: Collection[str]) -> list[tuple[str, str]]:
    """Return the places and names of custom structures that are not among the `named` ones.

    OptionFault for one that the sweep does not use.
    """
    custom = list(custom_structures(sweep))
    used = dict.fromkeys(name for _, name in custom)
    for name in named:
        if name not in used:
            there = ", ".join(used) or "none"
            raise OptionFault(f"--generator {name}: {sweep.name} does not use it, but {there}")
    return [structure for structure in custom if structure[1] not in named]


def custom_structures(sweep: Sweep) -> Iterator[tuple[str, str]]:
    """Yield the place in the file and the name of each structure of a custom generator."""
    for index, part in enumerate(sweep.predict):
        for number, name in enumerate(part.structures):
            if name not in INCLUDED:
                yield f"$.predict[{index}].structures[{number}]", name


def _scene(source: TomlFile, where: str, name: str) -> Scene:
    if not name.endswith(_SCENE):
        known = level_names("scenes")
        if name not in known:
            there = ", ".join(known)
            raise source.fault(where, f"no scene {name!r}; there are: {there}, or your file.toml")
        return load_scene(Path(name))
    inside = PurePosixPath(name)
    if inside.is_absolute() or ".." in inside.parts or "\\" in name or ":" in name:
        raise source.fault(where, f"{name!r} is not in the sweep's folder or below it")
    if str(inside).casefold() == SWEEP:
        raise source.fault(where, f"{SWEEP} is what results call the sweep itself")
    try:
        return load_scene(source.path.parent / inside)
    except SceneFault as fault:
        told = SceneFault(name, fault.where, fault.why)
        raise source.fault(where, str(told)) from None


def _check_pieces(source: TomlFile, where: str, name: str) -> None:
    if name == BOXES:
        return
    if name not in (known := level_names("pieces")):
        raise source.fault(where, f"no piece set {name!r}; there are: {BOXES}, {', '.join(known)}")
    load_pieces(name)
