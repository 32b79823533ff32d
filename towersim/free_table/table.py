"""The free table: commands, a hand and time; every command can be undone.

Its history holds immutable scenes. A `Simulation` is built from the present scene whenever blocks
may move; at rest there is none. A move of the hand enters the history when it ends, so a killed
program loses only the block in the hand.
"""

from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from towersim.common.messages import message as _
from towersim.common.units import BlockId, Pose, Target
from towersim.free_table import edits
from towersim.free_table.history import History, SimulationState, Snapshot, Strain
from towersim.free_table.simulation import Simulation, collapse_told
from towersim.geometry.touching import SETTLED
from towersim.physics.profile import TABLE_3
from towersim.physics.world import World
from towersim.scene.scene import Block, Material, Scene
from towersim.table.forensics import FallCause

FULL_HAND = _("Let go of the block first.")
NO_CHOICE = _("Choose a block first: click on it, or press {key:Tab}.")


class FreeTable:
    """An editable scene with a simulation.

    Commands return "", or a sentence with the reason for a refusal, which changes nothing.
    """

    tick_seconds: Final = 1 / TABLE_3.tick_hz
    """The length of a tick in seconds."""

    def __init__(self, first: Snapshot) -> None:
        """Begin with a snapshot; a frozen one stops time."""
        self.history = History(first)
        self.news: list[str] = []
        """Sentences about events without a command; the reader empties the list."""
        self.fall: FallCause | None = None
        """The last collapse and its cause, until the next command, but for more of a strain."""
        self.is_frozen = first.phase is SimulationState.FROZEN
        self._simulation: Simulation | None = None
        self._held: Block | None = None
        """The block in the hand in its initial pose, or in its present one if time is stopped."""
        self._act = ""
        """The command without the hand that set blocks in motion, or empty."""
        self._scene = first.scene
        self._parts: tuple[Scene, tuple[Block, ...] | None, Block | None] | None = None
        """What `_scene` was made of: the present snapshot, the simulated blocks, and the hand."""
        self._take_up()

    @property
    def scene(self) -> Scene:
        """The present scene without the block in the hand; unmoved blocks keep exact poses."""
        blocks = None if self._simulation is None else self._simulation.blocks()
        parts = self.history.now.scene, blocks, self._held
        if self._parts is None or any(a is not b for a, b in zip(parts, self._parts, strict=True)):
            self._parts, self._scene = parts, _present_scene(*parts)
        return self._scene

    @property
    def loaded_scene(self) -> Scene:
        """The present scene with the load included in the loaded block's mass."""
        load = self.strain.load / TABLE_3.gravity
        return edits.heavier(self.scene, self.strain.loaded, load)

    @property
    def held(self) -> Block | None:
        """The block in the hand with its present pose, or None."""
        if self._held is None or self._simulation is None:
            return self._held
        return self._simulation.blocks()[-1]

    @property
    def strain(self) -> Strain:
        """The commanded strain."""
        return self.history.now.strain

    @property
    def strain_now(self) -> Strain:
        """The present strain, on its way to the commanded one."""
        return self.strain if self._simulation is None else self._simulation.strain

    @property
    def sway(self) -> float:
        """The displacement of the shaken table, in metres."""
        return 0.0 if self._simulation is None else self._simulation.sway

    @property
    def world(self) -> World | None:
        """The simulated world, for reading only; None without a simulation."""
        return None if self._simulation is None else self._simulation.world

    @property
    def is_moving(self) -> bool:
        """Whether a tick would change something."""
        return self._simulation is not None

    @property
    def is_at_rest(self) -> bool:
        """Whether nothing is simulated and nothing is in the hand."""
        return self._simulation is None and self._held is None

    def tick(self, target: Target | None = None) -> None:
        """Simulate one control tick; if time is stopped, only move the held block to `target`."""
        if self._simulation is None:
            if self._held is not None and target is not None:
                self._held = replace(self._held, pose=Pose(*target))
            return
        self._simulation.tick(target)
        if self._simulation.collapse is not None:
            collapse, strain = self._simulation.collapse
            blocks, taken = self._simulation.world.blocks, self._simulation.taken_before(collapse)
            self.fall = collapse_told(collapse, blocks, self._act, strain, taken)
        if self._held is None and self._simulation.is_at_rest:
            self._come_to_rest(self._simulation)

    def freeze(self, *, on: bool) -> str:
        """Stop time, or let it pass again."""
        if self._held is not None:
            return FULL_HAND
        if on and self._simulation is not None:
            now = replace(self.history.now, scene=self.scene, phase=SimulationState.FROZEN)
            self.history = self.history.amend(now)
            self._simulation = None
        self.is_frozen = on
        now = self.history.now
        if not on and now.phase is SimulationState.FROZEN:
            self._commit(now.scene, _("time let run"))
            self._act = ""
        return ""

    def strain_to(self, strain: Strain, *, follows: bool = False) -> str:
        """Strain the table; a strain that `follows` another belongs to the same command."""
        if self._held is not None:
            return FULL_HAND
        if self.is_frozen:
            return _("Time stands still: let it run first ({key:T}).")
        if strain == self.strain:
            return ""
        self._note_poses()
        now = self.history.now
        before, self._act = self._act, now.strain.change_to(strain)
        if not follows and self._act != before:
            self.fall = None
        snapshot = replace(now, phase=SimulationState.MOVING, strain=strain, done=self._act)
        self.history = self.history.amend(snapshot) if follows else self.history.add(snapshot)
        if self._simulation is not None and self._simulation.takes_strain:
            self._simulation.want(strain)
        else:
            self._simulate(now.strain)
        return ""

    def take(self, name: BlockId) -> str:
        """Take a block on the table into the hand."""
        scene = self.scene
        block = edits.block_of(scene, name)
        if block is None:
            return _("That block is no longer there.")
        if block.fixed and not self.is_frozen:
            return _("The {block} is fixed; {key:K} makes it loose.", block=edits.block_text(block))
        return self._lift(edits.without(scene, {name}), block)

    def take_new(self, block: Block) -> str:
        """Take a new, movable block into the hand: in its pose, or above it if there is no room."""
        loose = replace(block, fixed=False)
        return self._lift(self.scene, edits.lifted_clear(self.scene, loose))

    def _lift(self, others: Scene, block: Block) -> str:
        if self._held is not None:
            return FULL_HAND
        self._note_poses()
        self._held, self._act, self.fall = block, "", None
        if not self.is_frozen:
            still, now = self._still({block.id}), self.history.now
            rests = now.phase is SimulationState.REST and edits.block_of(now.scene, block.id)
            self._simulation = Simulation(
                others,
                (self.strain_now, self.strain),
                still=still,
                lifted=block,
                taken=block.id if rests else None,
            )
        return ""

    @property
    def fits(self) -> bool:
        """Whether the hand may open: while time is stopped, its block must overlap nothing."""
        held = self.held
        return held is None or not self.is_frozen or edits.obstacle(self.scene, held) is None

    def let_go(self) -> str:
        """Open the hand."""
        held, scene = self.held, self.scene
        if held is None:
            return ""
        if self.is_frozen and (inside := edits.obstacle(scene, held)) is not None:
            return _("It cannot stay there: it is inside the {block}.", block=inside)
        self._held = None
        whole = replace(scene, blocks=(*scene.blocks, held))
        done = _("{block} placed", block=edits.block_text(held))
        now = replace(self.history.now, scene=whole, phase=self._next_phase, done=done)
        self.history = self.history.add(now)
        if self._simulation is not None:
            self._simulation.open_hand()
        return ""

    def put_back(self) -> None:
        """Put the block in the hand back and restore the table before it was taken."""
        if self._held is not None:
            self._held = self._simulation = None
            self._take_up()

    def delete(self, name: BlockId) -> str:
        """Delete a block."""
        block = edits.block_of(self.scene, name)
        if block is None:
            return NO_CHOICE
        scene = edits.without(self.scene, {name})
        done = _("{block} deleted", block=edits.block_text(block))
        return self._commit(scene, done, self._still({name}))

    def clear(self) -> str:
        """Delete all blocks."""
        return self._commit(replace(self.scene, blocks=()), _("table cleared"))

    def set_material(self, name: BlockId, material: Material, name_of: str) -> str:
        """Change the material of a block."""
        done = _("material changed to {material}", material=edits.material_text(name_of))
        return self._change(name, done, lambda block: replace(block, material=material))

    def set_fixed(self, name: BlockId, *, on: bool) -> str:
        """Fix a block in its place, or release it."""
        done = _("block fixed") if on else _("block loosened")
        return self._change(name, done, lambda block: replace(block, fixed=on))

    def move(self, name: BlockId, by: Pose, *, follows: bool = False) -> str:
        """Move a block at once by metres and radians, unless it would overlap another one.

        A move that `follows` another belongs to the same command.
        """

        def moved(block: Block) -> Block:
            return replace(block, pose=Pose(*(a + b for a, b in zip(block.pose, by, strict=True))))

        return self._change(name, _("block moved"), moved, follows=follows)

    def open(self, first: Snapshot) -> str:
        """Replace the scene by another snapshot; undo restores this one."""
        self.put_back()
        self._note_poses()
        self.history = self.history.add(first)
        self.is_frozen = first.phase is SimulationState.FROZEN
        self._take_up()
        return ""

    def call(self, name: str) -> None:
        """Set the name of the present snapshot to that of its file."""
        self.history = self.history.amend(replace(self.history.now, name=name))

    def _change(
        self, name: BlockId, done: str, change: Callable[[Block], Block], *, follows: bool = False
    ) -> str:
        """Replace a block by a changed one."""
        scene = self.scene
        block = edits.block_of(scene, name)
        if block is None:
            return NO_CHOICE
        changed = change(block)
        inside = edits.obstacle(scene, changed)
        if changed.pose != block.pose and inside is not None:
            return _("It cannot go there: the {block} is in the way.", block=inside)
        whole = edits.with_block(scene, changed)
        return self._commit(whole, done, self._still({name}), follows=follows)

    def undo(self) -> str:
        """Undo a command; with a block in the hand, put that back instead."""
        if self._held is not None:
            self.put_back()
            return ""
        if not self.history.past:
            return _("There is nothing to undo.")
        undone = self.history.now.done
        self._note_poses()
        self.history = self.history.undo()
        self._restore()
        return _("Undone: {what}.", what=undone)

    def redo(self) -> str:
        """Redo a command that was undone."""
        if self._held is not None:
            return FULL_HAND
        if not self.history.future:
            return _("There is nothing to redo.")
        self.history = self.history.redo()
        self._restore()
        return _("Done again: {what}.", what=self.history.now.done)

    def _restore(self) -> None:
        """Restore the present snapshot of the history; stopped time stays stopped."""
        now = self.history.now
        if self.is_frozen and now.phase is SimulationState.MOVING:
            self.history = self.history.amend(replace(now, phase=SimulationState.FROZEN))
        self.is_frozen |= now.phase is SimulationState.FROZEN
        self._take_up()

    def _note_poses(self) -> None:
        """Update the present snapshot to the present poses."""
        if self._simulation is not None and self._held is None:
            self.history = self.history.amend(replace(self.history.now, scene=self.scene))

    @property
    def _next_phase(self) -> SimulationState:
        return SimulationState.FROZEN if self.is_frozen else SimulationState.MOVING

    def _commit(
        self,
        scene: Scene,
        done: str,
        still: Sequence[Sequence[BlockId]] = (),
        *,
        follows: bool = False,
    ) -> str:
        if self._held is not None:
            return FULL_HAND
        self._note_poses()
        self._act, self.fall = done, None
        strain, begin = self.strain, self.strain_now
        if strain.loaded is not None and edits.block_of(scene, strain.loaded) is None:
            strain = replace(strain, load=0.0, loaded=None)
        snapshot = Snapshot(scene, self._next_phase, strain, done, self.history.now.name)
        self.history = self.history.amend(snapshot) if follows else self.history.add(snapshot)
        self._simulate(begin, still)
        return ""

    def _take_up(self) -> None:
        """Simulate the present scene if it moves or is shaken."""
        self._simulation, self._act, self.fall = None, "", None
        now = self.history.now
        if now.phase is SimulationState.MOVING or (now.strain.shake and not self.is_frozen):
            self._simulate(now.strain)

    def _simulate(self, begin: Strain, still: Sequence[Sequence[BlockId]] = ()) -> None:
        """Build the simulation of the present scene from an initial strain, if time passes."""
        now, self._simulation = self.history.now, None
        if not self.is_frozen:
            strains = begin, now.strain
            self._simulation = Simulation(now.scene, strains, still=still)

    def _still(self, touched: set[BlockId]) -> list[tuple[BlockId, ...]]:
        """Return the groups of blocks at rest that a change of these blocks does not affect."""
        if self._simulation is not None or self.history.now.phase is not SimulationState.REST:
            return []
        return [
            group for group in edits.clusters(self.history.now.scene) if touched.isdisjoint(group)
        ]

    def _come_to_rest(self, simulation: Simulation) -> None:
        """Store the simulated scene at rest, without blocks that left the table."""
        now = self.history.now
        gone = set(simulation.world.departed)
        for block in now.scene.blocks:
            if block.id in gone and not simulation.falls.told:
                over = _(
                    "The {block} went over the edge of the table.", block=edits.block_text(block)
                )
                self.news.append(over)
        scene = edits.without(self.scene, gone)
        scene = now.scene if scene == now.scene else scene
        strain = now.strain
        if strain.loaded in gone:
            strain = replace(strain, load=0.0, loaded=None)
        self._simulation = None
        self.history = self.history.amend(
            replace(now, scene=scene, strain=strain, phase=SimulationState.REST)
        )


def _present_scene(left: Scene, moving: tuple[Block, ...] | None, held: Block | None) -> Scene:
    """Return the scene `left` by the last command as it is now, without the block in the hand.

    `moving` are the simulated blocks, that in the hand last; None without a simulation.
    """
    if moving is None:
        return edits.without(left, {held.id}) if held else left
    before = {block.id: block for block in left.blocks}
    standing = moving[:-1] if held else moving
    kept = tuple(edits.if_moved(before.get(block.id, block), block) for block in standing)
    return left if kept == left.blocks else replace(left, blocks=kept, reach=SETTLED)
