"""The presenter of Fawlty Towers: camera, marks, tooltips, flying pictures and frame state."""

from typing import Final

from towersim.common.messages import message as _
from towersim.common.units import Pose, TowerId
from towersim.rules.fawlty_towers.log import Took
from towersim.rules.fawlty_towers.state import Take
from towersim.ui.drawing.animations import FlyingPicture
from towersim.ui.drawing.camera import Camera, fitted
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.layout import number_at
from towersim.ui.drawing.sprites import Sprites, painted
from towersim.ui.drawing.text import Tip
from towersim.ui.drawing.theme import Stage
from towersim.ui.games.fawlty_towers.draw_table import (
    FrameState,
    Place,
    card_face,
    draw_over,
    draw_table,
)
from towersim.ui.games.fawlty_towers.layout import (
    Layout,
    Rack,
    card_at,
    card_rect,
    rack,
    table_layout,
)
from towersim.ui.games.fawlty_towers.messages import (
    about_card,
    hint,
    near_end,
    not_here,
    winning_towers,
)
from towersim.ui.games.fawlty_towers.play import FawltyTowersPlay
from towersim.ui.input.bindings import Pointer
from towersim.ui.sentences import SEE_AGAIN
from towersim.ui.settings import Settings
from towersim.ui.stacking.presenter import Note, TablePresenter

LEFT: Final = 0.08
"""Visible width left of the first tower, including the ruler, in metres."""
RIGHT: Final = 0.05
"""Visible width right of the pick-up position, in metres."""
ABOVE: Final = 0.07
"""Visible height above the highest tower, for the held block, in metres."""
LEAST: Final = 0.30
"""Minimum visible height, in metres."""
LIE: Final = 1.1
"""Seconds that a fallen tower lies on the table before it flies back to the pool."""
TELL: Final = 4.5
"""Seconds that the cause of a fall stays visible."""
ANY: Final = "red"
"""A representative kind of cube: all have the same shape."""
CATCH_UP: Final = 0.14
"""Seconds in which a lifted block glides from the rack to the hand."""


class TablePointer(Pointer):
    """The pointer, with the keyboard's selections on this table."""

    def __init__(self) -> None:
        super().__init__()
        self.kind = ""
        """The kind of block selected in the rack by keyboard; empty for none."""
        self.pick: Take | None = None
        """The card selected by keyboard among the legal takes; None for none."""


class FawltyTowersPresenter(TablePresenter):
    """The presenter of a match of Fawlty Towers: cards, rack and towers."""

    too_late = _("The cube has touched something, so you have to place it now.")
    shrink = 0.8
    lift_seconds = CATCH_UP
    layout: Layout
    _play: FawltyTowersPlay
    _pointer: TablePointer

    def __init__(self, stage: Stage, play: FawltyTowersPlay, pointer: TablePointer) -> None:
        self.cubes = Sprites(painted(play.match.setup.pieces[""].shape))
        self._told: tuple[Note, ...] = ()
        self._fell_for = TELL
        self._held = play.held
        super().__init__(stage, play, pointer)

    def lay_out(self) -> Layout:
        """Lay out everything for the stage; return the layout."""
        return table_layout(self._stage, len(self._play.match.seats))

    @property
    def prompt(self) -> str:
        """The prompt for the seat to move."""
        return hint(self._play, keys=self._pointer.keys)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of block in the rack, from the top."""
        return tuple(kind for kind, _ in self._play.view().pool)

    @property
    def rack(self) -> Rack:
        """The rack of the pool."""
        setup = self._play.match.setup
        return rack(self._stage, self.camera, setup.pick_ups[0].x, self.kinds)

    def cube_in_rack(self, kind: str) -> tuple[float, float]:
        """Return the centre of a kind's block in the rack, in pixels."""
        return self.rack.cube_at(self.kinds.index(kind), self._stage.px(24))

    def card_at(self, at: tuple[int, int]) -> Place | None:
        """Return the open card at a point; None elsewhere."""
        heights = tuple(len(column) for column in self._play.view().columns)
        return card_at(self.layout, heights, at)

    def goal(self) -> Camera:
        """Return the camera that shows all towers and the rack."""
        setup, box = self._play.match.setup, self.layout.areas.tower_box(self._stage.px(4))
        tall = max(self._play.heights().values(), default=0.0)
        low, high = setup.spots[0] - LEFT, setup.pick_ups[0].x + RIGHT
        return fitted(box, low, high, max(tall + ABOVE, LEAST))

    def is_pool(self, at: tuple[int, int]) -> bool:
        """Return whether a point hits the rack."""
        return bool(self.rack.rect.collidepoint(at))

    def not_here(self) -> str:
        """Return the reason why the held cube cannot be released here."""
        return not_here(self._play)

    @property
    def is_moving(self) -> bool:
        """Whether an animation or a note is visible while the match waits."""
        return super().is_moving or bool(self.animations.shift or self._told)

    def lift_from(self, start: tuple[float, float]) -> None:
        """Let the lifted block glide from `start` (pixels) to the hand; clear away the fallen."""
        self.begin_lift(lambda pose: Pose(*self.camera.to_m(*start), pose.angle))
        self._clear_away()

    def step(self, seconds: float, pace: float) -> None:
        """Advance the animations by `seconds`."""
        play = self._play
        if play.held and not (self._held or play.is_human_turn):
            self.lift_from(self.cube_in_rack(play.held.kind))
        self._held = play.held
        if not play.claiming:
            self._pointer.pick = None
        self.animations.cards(
            play.view().columns, lambda column, row: card_rect(self.layout, column, row).y
        )
        super().step(seconds, pace)
        if play.playback.is_replaying:
            return
        self._fell_for += seconds
        if self.fallen and not play.queue.busy:
            self._clear_away()
        if self._fell_for >= TELL:
            self._told = ()

    def fly_card(self, took: Took) -> None:
        """Start the flight of a card from its column to its taker's seat."""
        layout, stage = self.layout, self._stage
        start = card_rect(layout, took.column, len(took.below))
        face = card_face(stage, took.card, layout.card, layout.strip)
        end = layout.rows[took.seat].center
        self.animations.fly(FlyingPicture(face, start.center, end, 0.6, 0.35))

    def show_fall(self, tower: TowerId, cause: str) -> bool:
        """Show a note on a fallen tower; return whether new blocks lie on the table."""
        fresh = self._fell_for > 0
        fell = _("Tower {number} fell. {why}", number=tower + 1, why=cause)
        x = self._play.spots(ANY)[tower]
        told = x, _("{fell}  {again}", fell=fell, again=SEE_AGAIN)
        self._told = (told,) if fresh else (*self._told, told)
        self._fell_for = 0.0
        return self.lay_fallen()

    def _clear_away(self) -> None:
        self.clear_away(
            lambda it: self.cubes.picture(it.kind, self.camera.scale, it.pose.angle),
            lambda figure: self.cube_in_rack(figure.kind),
        )

    def frame_state(self, settings: Settings) -> FrameState:
        """Return the present frame state."""
        play, view, pointer = self._play, self._play.queue.view, self._pointer
        takes = play.takes()
        marked = frozenset((take.column, take.row) for take in takes)
        prospects = play.prospects() if settings.preview else ()
        pointed = self.card_at(pointer.at)
        picked = self._picked()
        return FrameState(
            view=view,
            seats=play.match.seats,
            table=self.table_frame(settings, self._told, xray=settings.xray),
            spots=play.spots(ANY),
            shape=play.match.setup.piece(ANY).shape,
            heights=play.heights(),
            rack=self.rack,
            near_end=near_end(view),
            claiming=play.claiming,
            marked=marked,
            hinted=frozenset((take.column, take.row) for take in prospects),
            chosen=picked or (pointed if pointed in marked else None),
            aim=play.over(),
            wanted=self._wanted(pointed),
            seat=number_at(self.layout.rows, pointer.at),
            pool_open=play.is_choosing_block,
            pool_chosen=pointer.kind if pointer.keys else self.rack.kind_at(pointer.at),
            card_shift=self.animations.shift,
            flights=tuple(self.animations.flying),
        )

    def draw(self, canvas: Canvas, settings: Settings) -> None:
        """Draw the table, below texts and buttons."""
        self._frame = self.frame_state(settings)
        draw_table(canvas, self.layout, self.cubes, self._frame)

    def draw_on_top(self, canvas: Canvas) -> None:
        """Draw flying pictures and the tooltip of the hovered seat."""
        draw_over(canvas, self.layout, self._frame)

    def _picked(self) -> Place | None:
        """Return the card selected by keyboard; None for none."""
        pick = self._pointer.pick
        return (pick.column, pick.row) if pick and pick in self._play.takes() else None

    def tip(self) -> Tip | None:
        """Return the tooltip of the selected or hovered card and its position; None for none."""
        layout, card = self.layout, self._picked() or self.card_at(self._pointer.at)
        if card is None:
            return None
        px = self._stage.px
        left = layout.areas.beside(px(54), px(self._stage.grown(300)))
        return about_card(self._play.view(), *card), (left, card_rect(layout, *card).y)

    def _wanted(self, pointed: tuple[int, int] | None) -> frozenset[TowerId]:
        if pointed is None or not self._play.is_choosing_block:
            return frozenset()
        return winning_towers(self._play.view(), *pointed)
