"""What the free table remembers: every state it was left in, before and after the present one."""

from enum import StrEnum

import msgspec
from msgspec.structs import replace

from towersim.messages import message as _
from towersim.scene import Scene
from towersim.units import BlockId


class Strain(msgspec.Struct, frozen=True):
    """How the table is strained, until it is told otherwise."""

    tilt: float = 0.0
    """In radians; above 0 its right side is down."""
    shake: float = 0.0
    """The peak of its acceleration from side to side, in m/s²."""
    load: float = 0.0
    """The weight hung on one block, in newtons."""
    loaded: BlockId | None = None
    """The block that the weight hangs on."""

    @property
    def is_none(self) -> bool:
        """Whether the table is level and still and nothing hangs on it."""
        return self.tilt == 0.0 and self.shake == 0.0 and (self.load == 0.0 or self.loaded is None)

    def change_to(self, after: "Strain") -> str:
        """Return what is done to the table when another strain comes after this one."""
        if self.tilt != after.tilt:
            return _("table tilted")
        return _("table shaken") if self.shake != after.shake else _("weight hung on")


class SimulationState(StrEnum):
    """Whether time has done its work on a scene."""

    REST = "rest"
    """Everything is at rest: time would change nothing."""
    MOVING = "moving"
    """Time passes, and things may move."""
    FROZEN = "frozen"
    """Time stands still; what would move then is unknown."""


class Snapshot(msgspec.Struct, frozen=True):
    """The table as one command left it."""

    scene: Scene
    phase: SimulationState = SimulationState.REST
    strain: Strain = Strain()
    done: str = ""
    """What the command did, such as "brick placed"."""
    name: str = ""
    """The file that it was opened from or saved to, without its folder and ending."""


class History(msgspec.Struct, frozen=True):
    """The snapshot of now, those before it, oldest first, and those that were undone, next first.

    >>> from towersim.scene import TableTop
    >>> empty = Snapshot(Scene(TableTop(), ()))
    >>> history = History(empty).add(replace(empty, done="brick placed"))
    >>> history.undo().now == empty, history.undo().redo() == history
    (True, True)
    """

    now: Snapshot
    past: tuple[Snapshot, ...] = ()
    future: tuple[Snapshot, ...] = ()

    def add(self, snapshot: Snapshot) -> "History":
        """Return the history with a command more; what was undone is forgotten."""
        return History(snapshot, (*self.past[-MOST:], self.now))

    def amend(self, snapshot: Snapshot) -> "History":
        """Return the history with another state of now, which the same command led to."""
        return replace(self, now=snapshot)

    def undo(self) -> "History":
        """Return the history one command earlier, or the same if there is none."""
        if not self.past:
            return self
        return History(self.past[-1], self.past[:-1], (self.now, *self.future))

    def redo(self) -> "History":
        """Return the history one command later, or the same if none was undone."""
        if not self.future:
            return self
        return History(self.future[0], (*self.past, self.now), self.future[1:])


MOST = 999
"""The number of commands that can be undone, less one."""
