"""Execution of the free table's commands, from keys or buttons."""

import math
from collections.abc import Callable
from enum import StrEnum
from functools import partial
from typing import Final

from msgspec.structs import replace

from towersim.common.messages import message as _
from towersim.common.units import BlockId, Pose, Vec
from towersim.free_table.edits import TURN, fresh_id, kind_of, material_text
from towersim.free_table.history import Strain
from towersim.free_table.table import NO_CHOICE
from towersim.scene.scene import Block
from towersim.ui.build.presenter import Presenter
from towersim.ui.input import bindings
from towersim.ui.rulebook import BuildCommand
from towersim.ui.stacking.controller import Carry

NUDGE: Final = 0.001
"""Distance that an arrow nudges a block, in metres; with Shift a tenth of it."""
TWIST: Final = math.radians(1.0)
"""Angle by which Q and E turn a block on the table, in radians; with Shift `FINE` times that."""
STEEPEST, WILDEST, HEAVIEST = math.radians(30.0), 6.0, 10.0
"""The limits of tilt, shake and load: radians, m/s² and newtons."""
STEPS: Final = {
    BuildCommand.TILT_LEFT: (-math.radians(1.0), 0.0),
    BuildCommand.TILT_RIGHT: (math.radians(1.0), 0.0),
    BuildCommand.CALMER: (0.0, -0.25),
    BuildCommand.WILDER: (0.0, 0.25),
}
"""Increments of tilt (radians) and shake (m/s²), by command."""
MODES: Final = {
    BuildCommand.SNAP: (_("Snapping off"), _("Snapping on")),
    BuildCommand.SLOW: (_("Time at normal speed"), _("Time at an eighth")),
    BuildCommand.XRAY: ("", ""),
}
"""What to say when a mode is switched off, and on."""


class Actions:
    """Executes commands; each method returns a message for the player, or an empty string."""

    def __init__(self, presenter: Presenter, carry: Carry) -> None:
        self._presenter, self._carry, table = presenter, carry, presenter.table
        self._table, self._pointer = table, presenter.pointer
        self._nudged: BlockId | None = None
        """The block nudged by the last command, or None."""
        self._plain: dict[BuildCommand, Callable[[], str | None]] = {
            BuildCommand.UNDO: table.undo,
            BuildCommand.REDO: table.redo,
            BuildCommand.FREEZE: self._freeze,
            BuildCommand.COPY: partial(self._on_chosen, self._copy),
            BuildCommand.DELETE: self._delete,
            BuildCommand.FIX: partial(
                self._on_chosen, lambda block: table.set_fixed(block.id, on=not block.fixed)
            ),
            BuildCommand.LOAD: partial(self._on_chosen, self._load),
            BuildCommand.LEVEL: partial(table.strain_to, Strain()),
            BuildCommand.MATERIAL: lambda: self.set_material(
                bindings.neighbour([*presenter.palette.materials], presenter.palette.material, 1)
            ),
            **{mode: partial(self._turn, mode) for mode in MODES},
            BuildCommand.WHOLE: presenter.control.home,
            BuildCommand.BACK: partial(self._scroll, -1),
            BuildCommand.ON: partial(self._scroll, 1),
        }
        """The commands without arguments; each returns a message, if there is one."""

    def do(self, command: StrEnum | None) -> str:
        """Execute a command without a position; None or an unknown one does nothing."""
        nudged, self._nudged = self._nudged, None
        if command in self._plain:
            return self._plain[BuildCommand(command)]() or ""
        if command in STEPS:
            tilt, shake = STEPS[BuildCommand(command)]
            strain = self._table.strain
            tilt = max(min(strain.tilt + tilt, STEEPEST), -STEEPEST)
            shake = max(min(strain.shake + shake, WILDEST), 0.0)
            return self.strain(replace(strain, tilt=tilt, shake=shake))
        self._nudged = nudged
        return self._nudge(command)

    def strain(self, strain: Strain, *, follows: bool = False) -> str:
        """Set the strain of the table; a load without a block goes onto the chosen one."""
        if strain.load and strain.loaded is None:
            if (chosen := self._chosen()) is None or chosen.fixed:
                return NO_CHOICE
            strain = replace(strain, loaded=chosen.id)
        if not strain.load:
            strain = replace(strain, loaded=None)
        return self._table.strain_to(strain, follows=follows)

    def _chosen(self) -> Block | None:
        """Return the target of a command: the chosen block, else the one under the mouse."""
        return self._presenter.chosen or self._presenter.block_at(self._pointer.at)

    def _on_chosen(self, act: Callable[[Block], str]) -> str:
        """Do something with the target of a command, or refuse without one."""
        block = self._chosen()
        return NO_CHOICE if block is None else act(block)

    def _freeze(self) -> str:
        on = not self._table.is_frozen
        refusal = self._table.freeze(on=on)
        stands = _("Time stands still: blocks stay where you let them go")
        return refusal or (stands if on else _("Time runs again"))

    def _turn(self, mode: BuildCommand) -> str:
        """Switch a mode of the pointer on or off; return what to say then."""
        self._pointer.modes ^= {mode}
        return MODES[mode][mode in self._pointer.modes]

    def _scroll(self, pages: int) -> None:
        palette = self._presenter.palette
        palette.scroll(pages * palette.rows)

    def _copy(self, block: Block) -> str:
        copy = replace(block, id=fresh_id(self._table.scene, kind_of(block)), fixed=False)
        over = self._presenter.is_over_table(self._pointer.at) and not self._pointer.keys
        return self._take_new(copy, with_mouse=over)

    def _delete(self) -> str:
        if self._table.held is not None:
            self._table.put_back()
            return ""
        block = self._chosen()
        if block is None:
            return NO_CHOICE
        refusal = self._table.delete(block.id)
        if self._pointer.chosen == block.id:
            self._pointer.chosen = None
        return refusal

    def _load(self, block: Block) -> str:
        """Add half a newton to the load of a block; a new block starts at zero."""
        strain = self._table.strain
        if block.fixed:
            return _("What is fixed feels no weight.")
        load = strain.load if strain.loaded == block.id else 0.0
        return self.strain(replace(strain, load=min(load + 0.5, HEAVIEST), loaded=block.id))

    def set_material(self, name: str) -> str:
        """Select the material of new pieces; apply it to a block that was chosen, too."""
        palette, block = self._presenter.palette, self._presenter.chosen
        palette.material = name
        if block is None or self._pointer.is_new or self._table.held is not None:
            return _("Pieces are made of {material} now", material=material_text(name))
        return self._table.set_material(block.id, palette.materials[name], name)

    def choose_next(self, step: int) -> None:
        """Choose the next (1) or previous (-1) block, ordered by x, then y, or visible piece."""
        pointer, seen = self._pointer, self._presenter.palette.seen
        blocks = sorted(self._table.scene.blocks, key=lambda block: block.pose[:2])
        choices = [*(block.id for block in blocks), *range(len(seen))]
        choice = bindings.neighbour(choices, pointer.chosen or pointer.slot, step)
        pointer.slot = choice if isinstance(choice, int) else None
        pointer.chosen = None if isinstance(choice, int) else choice
        pointer.is_new = False

    def take_chosen(self) -> str:
        """Pick up what is chosen, to be moved by keys: a block, or by keys a piece of the panel."""
        slot, chosen = self._presenter.slot, self._pointer.chosen
        if self._pointer.keys and slot is not None:
            return self.take_piece(slot, with_mouse=False)
        return NO_CHOICE if chosen is None else self.take(chosen)

    def take(self, name: BlockId, grip: Vec | None = None) -> str:
        """Pick up a block; `grip` is the point gripped by the mouse, None for keys."""
        return self._table.take(name) or self._lead(grip)

    def _take_new(self, block: Block, *, with_mouse: bool) -> str:
        """Pick up a new block; the mouse grips it at its centre."""
        grip = Vec(*block.pose[:2]) if with_mouse else None
        return self._table.take_new(block) or self._lead(grip)

    def _lead(self, grip: Vec | None) -> str:
        """Start carrying the held block: with the mouse if there is a grip, else with keys."""
        held = self._table.held
        if held is not None:
            self._carry.take(held.pose, None if grip is None else self._pointer.at, grip)
        return ""

    def take_piece(self, place: int, *, with_mouse: bool) -> str:
        """Pick up the piece in a visible slot of the panel, at the left of the table."""
        shown, palette = self._presenter, self._presenter.palette
        if place not in range(len(palette.seen)) or self._table.held is not None:
            return ""
        low, high = shown.seen()
        x = shown.camera.to_m(shown.layout.areas.room.left + shown.viewport.px(90), 0)[0]
        at = Pose(x, low.y + (high.y - low.y) * 0.6, 0.0)
        block = palette.block(palette.seen[place], self._table.scene, at)
        self._pointer.chosen, self._pointer.slot = None, place
        return self._take_new(block, with_mouse=with_mouse)

    def _nudge(self, command: StrEnum | None) -> str:
        """Move or turn the chosen block by the command's step."""
        by, name = self._step(command), self._pointer.chosen
        if by is None or name is None:
            return ""
        refusal = self._table.move(name, by, follows=self._nudged == name)
        self._nudged = self._nudged if refusal else name
        return refusal

    def _step(self, command: StrEnum | None) -> Pose | None:
        """Return the step of a command: metres and radians; None for other commands."""
        fine, block = self._pointer.fine, self._chosen()
        if command is not None and command in bindings.DIRECTIONS:
            far = NUDGE / 10 if fine else NUDGE
            x, y = bindings.DIRECTIONS[command]
            return Pose(far * x, far * y, 0.0)
        match command:
            case bindings.KeyCommand.TURN_LEFT | bindings.KeyCommand.TURN_RIGHT:
                sign = 1 if command is bindings.KeyCommand.TURN_LEFT else -1
                snaps = BuildCommand.SNAP in self._pointer.modes
                turn = TWIST * bindings.FINE if fine else TURN if snaps else TWIST
                return Pose(0.0, 0.0, sign * turn)
            case bindings.KeyCommand.QUARTER_LEFT | bindings.KeyCommand.QUARTER_RIGHT:
                return Pose(0.0, 0.0, bindings.quarter_turn(0.0, bindings.QUARTERS[command]))
            case bindings.KeyCommand.UPRIGHT if block is not None:
                return Pose(0.0, 0.0, bindings.quarter_turn(block.pose.angle, 0) - block.pose.angle)
            case _:
                return None
