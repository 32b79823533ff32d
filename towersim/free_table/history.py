"""The history of the free table: snapshots after each command, for undo and redo."""

from enum import StrEnum

import msgspec
from msgspec.structs import replace

from towersim.common.messages import message as _
from towersim.common.units import BlockId
from towersim.scene.scene import Scene

TILTED, SHAKEN, LOADED = _("table tilted"), _("table shaken"), _("weight hung on")
"""The descriptions of commands that change the strain."""


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
            return TILTED
        return SHAKEN if self.shake != after.shake else LOADED


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
        """Return the history one command back, or unchanged if there is none."""
        if not self.past:
            return self
        return History(self.past[-1], self.past[:-1], (self.now, *self.future))

    def redo(self) -> "History":
        """Return the history one undone command forward, or unchanged if there is none."""
        if not self.future:
            return self
        return History(self.future[0], (*self.past, self.now), self.future[1:])


MOST = 999
"""The maximum number of commands that can be undone, less one."""
