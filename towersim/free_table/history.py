"""The free table's history, for undo and redo; its files: scenes saved by name or by itself."""

import re
from contextlib import suppress
from enum import StrEnum
from itertools import count
from pathlib import Path

import msgspec
from msgspec.structs import replace

from towersim.common.errors import OptionFault, SceneFault, TowersimError
from towersim.common.messages import message as _
from towersim.common.units import BlockId
from towersim.common.whole_file import delete_abandoned, set_aside, write_whole
from towersim.files.level import load_materials, load_scene, scene_text
from towersim.geometry.touching import SETTLED
from towersim.scene.check import MAX_COORDINATE, check_fit
from towersim.scene.scene import Scene, TableTop
from towersim.statics.analysis import structure_of
from towersim.statics.equilibrium import label

TILTED, SHAKEN, LOADED = _("table tilted"), _("table shaken"), _("weight hung on")
LEVELLED, STILLED, UNLOADED = _("table levelled"), _("shaking stopped"), _("weight taken off")
"""The descriptions of commands that change the strain, or end a part of it."""
MOST = 999
"""The maximum number of commands that can be undone, less one."""
AUTOSAVE = "free-table.toml"
SCENES = "scenes"
_UNFIT = re.compile(r"[^\w \-.]|^\.+")
"""Characters that are not allowed in file names on some system, and leading dots."""


class Strain(msgspec.Struct, frozen=True):
    """The strain on the table: tilt, shaking and a load on one block."""

    tilt: float = 0.0
    """The tilt in radians; positive lowers the right side."""
    shake: float = 0.0
    """The peak of the horizontal acceleration, in m/s²."""
    load: float = 0.0
    """The weight added to one block, in newtons."""
    loaded: BlockId | None = None

    @property
    def is_none(self) -> bool:
        """Whether the table is level and still and no block is loaded."""
        return self.tilt == 0.0 and self.shake == 0.0 and (self.load == 0.0 or self.loaded is None)

    def change_to(self, after: "Strain") -> str:
        """Return the description of a command that changes this strain to another."""
        if self.tilt != after.tilt:
            return TILTED if after.tilt else LEVELLED
        if self.shake != after.shake:
            return SHAKEN if after.shake else STILLED
        return LOADED if after.load else UNLOADED


class SimulationState(StrEnum):
    """The state of a scene's simulation."""

    REST = "rest"
    MOVING = "moving"
    """Time passes, and blocks may move."""
    FROZEN = "frozen"
    """Time is stopped; blocks may not be in equilibrium."""


class Snapshot(msgspec.Struct, frozen=True):
    """The table after one command."""

    scene: Scene
    phase: SimulationState = SimulationState.REST
    strain: Strain = Strain()
    done: str = ""
    """The description of the command, such as "brick placed"."""
    name: str = ""
    """The stem of the file that it was opened from or saved to."""


class History(msgspec.Struct, frozen=True):
    """The present snapshot, those before it (oldest first) and undone ones (next first).

    >>> from towersim.scene.scene import TableTop
    >>> empty = Snapshot(Scene(TableTop(), ()))
    >>> history = History(empty).add(replace(empty, done="brick placed"))
    >>> history.undo().now == empty, history.undo().redo() == history
    (True, True)
    """

    now: Snapshot
    past: tuple[Snapshot, ...] = ()
    future: tuple[Snapshot, ...] = ()

    def add(self, snapshot: Snapshot) -> "History":
        """Return the history with a further snapshot; undone ones are dropped."""
        return History(snapshot, (*self.past[-MOST:], self.now))

    def amend(self, snapshot: Snapshot) -> "History":
        """Return the history with another present snapshot, for the same command."""
        return replace(self, now=snapshot)

    def undo(self) -> "History":
        """Return the history one command back."""
        return History(self.past[-1], self.past[:-1], (self.now, *self.future))

    def redo(self) -> "History":
        """Return the history one undone command forward."""
        return History(self.future[0], (*self.past, self.now), self.future[1:])


def opened(path: Path) -> Snapshot:
    """Return a snapshot with the scene of a file; SceneFault names its first fault in one line.

    A scene that is stable by statics is at rest with exactly its poses; any other is frozen, so
    that nothing moves before the user has seen it.
    """
    scene = load_scene(path)
    return Snapshot(
        scene, resting_phase(scene), done=_("{scene} opened", scene=path.stem), name=path.stem
    )


def resting_phase(scene: Scene) -> SimulationState:
    """Return the state of a new scene: at rest if it is stable by statics, else frozen."""
    if all(block.fixed for block in scene.blocks):
        return SimulationState.REST
    labels = (label(structure_of(scene, reach).rows) for reach in (None, SETTLED))
    stands = any(each.verdict == "stands" for each in labels)
    return SimulationState.REST if stands else SimulationState.FROZEN


def save(path: Path, scene: Scene) -> None:
    """Write a scene to a file atomically, without what has fallen too far below the table.

    OptionFault if that fails, SceneFault for a scene that could not be opened again.
    """
    near = (block for block in scene.blocks if block.pose.y >= -MAX_COORDINATE)
    scene = replace(scene, blocks=tuple(near))
    check_fit(scene, path, simulated=True)
    names = {material: name for name, material in load_materials().items()}
    write_whole(path, scene_text(scene, names), make_folder=True)


def scene_path(folder: Path, name: str) -> Path:
    """Return the path for a scene in the user's folder; OptionFault for an empty name.

    >>> scene_path(Path("data"), " My bridge/1 ").as_posix()
    'data/scenes/My bridge-1.toml'
    """
    plain = _UNFIT.sub("-", name.strip()).removesuffix(".toml").strip()
    if not plain or not plain.strip("-. "):
        raise OptionFault(_("Give the scene a name of letters or digits."))
    return folder / SCENES / f"{plain}.toml"


def saved_scenes(folder: Path) -> list[Path]:
    """Return the files of scenes in the user's folder, newest first."""
    paths = (folder / SCENES).glob("*.toml")
    return sorted(
        (path for path in paths if path.is_file() and not path.name.startswith(".")),
        key=lambda path: (-path.stat().st_mtime, path.name),
    )


class Autosave:
    """The automatically saved free table, written after each command and at rest."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / AUTOSAVE
        self._kept: Scene | None = None
        self._refused: Scene | None = None
        """The last scene that no file may contain."""
        self._stamp = _stamp(self.path)
        """The state of the file as it was read or written last; another window may write it."""

    def begin(self) -> tuple[Snapshot, str]:
        """Return the snapshot left by the last session, and a sentence about it.

        A damaged file is renamed, and the table is empty.
        """
        for folder in (self.path.parent, self.path.parent / SCENES):
            delete_abandoned(folder)
        empty = Snapshot(Scene(TableTop(), ()))
        if not self.path.exists():
            return empty, ""
        try:
            snapshot = replace(opened(self.path), done="", name="")
        except TowersimError as fault:
            return empty, self._set_aside(fault)
        if not snapshot.scene.blocks:
            self._kept = empty.scene
            return empty, ""
        self._kept = snapshot.scene
        if snapshot.phase is SimulationState.FROZEN:
            return snapshot, _("Here is what you left on the table; {key:T} lets time run.")
        return snapshot, _("Here is what you left on the table.")

    def _set_aside(self, fault: TowersimError) -> str:
        try:
            aside = set_aside(self.path, ".toml")
        except OSError:
            return _("{fault}; the table is empty", fault=str(fault))
        return _(
            "{fault}; it is set aside as {file}, and the table is empty",
            fault=str(fault),
            file=aside.name,
        )

    def keep(self, now: Snapshot) -> str:
        """Write the present scene unless it is written already; OptionFault if that fails.

        The last scene is kept while blocks overlap by more than a file may contain. What another
        window has written stays: this table goes on in a file among the scenes, which the returned
        sentence names.
        """
        path, told, is_foreign = self.path, "", _stamp(self.path) not in (None, self._stamp)
        if is_foreign and now.scene.blocks:
            numbered = (path.with_name(SCENES) / f"free table {n}.toml" for n in count(2))
            path = next(each for each in numbered if not each.exists())
            file = path.stem
            told = _("Another window saves its table, too; this one is now {file}.", file=file)
        elif is_foreign or now.scene is self._kept:
            return ""
        if now.scene is self._refused:
            return ""
        try:
            save(path, now.scene)
        except SceneFault:
            self._refused = now.scene
            return ""
        self.path, self._stamp, self._kept = path, _stamp(path), now.scene
        return told


def _stamp(path: Path) -> tuple[int, int] | None:
    """Return what differs once a file is written anew; None without one."""
    with suppress(OSError):
        status = path.stat()
        return status.st_ino, status.st_mtime_ns
    return None
