"""From a match being played to what a frame shows: camera, marks, tips and flying things."""

import math
from functools import partial
from typing import Final

import pygame

from towersim.geometry.shapes import extent
from towersim.messages import message as _
from towersim.rules.fawlty_towers.log import Took
from towersim.table import Figure
from towersim.ui.animations import Animations, FlyingPicture, follow
from towersim.ui.camera import Camera, fitted
from towersim.ui.draw_cubes import block_picture
from towersim.ui.fallen import FallenBlocks
from towersim.ui.games.fawlty_towers.draw_cards import card_face
from towersim.ui.games.fawlty_towers.draw_seats import seat_rect
from towersim.ui.games.fawlty_towers.frame_state import FallNote, FrameState
from towersim.ui.games.fawlty_towers.layout import Layout, card_at, card_rect
from towersim.ui.games.fawlty_towers.messages import about_card, near_end, not_here, winning_towers
from towersim.ui.games.fawlty_towers.play import FawltyTowersPlay
from towersim.ui.games.fawlty_towers.pool_layout import cube_at, kind_at, rack
from towersim.ui.pointer import NOWHERE, Pointer
from towersim.ui.screens.chrome import Tip
from towersim.ui.sentences import SEE_AGAIN
from towersim.ui.settings import Settings
from towersim.ui.theme import Stage
from towersim.units import Pose, TowerId, Vec

LEFT: Final = 0.08
"""Metres shown to the left of the first tower, ruler included."""
RIGHT: Final = 0.05
"""Metres shown to the right of where a block is taken."""
ABOVE: Final = 0.07
"""Metres shown above the highest tower: room for the hand."""
LEAST: Final = 0.30
"""The least height that is shown, in metres."""
LIE: Final = 1.1
"""Seconds for which a fallen tower lies on the table before it goes back to the pool."""
TELL: Final = 4.5
"""Seconds for which a slip of paper says why it fell."""
ANY: Final = "red"
"""All kinds of cube have the same shape."""
CATCH_UP: Final = 0.14
"""Seconds in which a lifted block comes from the rack to where the hand really is."""


class TablePointer(Pointer):
    """Where mouse and keyboard point on this table."""

    def __init__(self) -> None:
        super().__init__()
        self.kind = ""
        """The kind of block that the keyboard points at in the rack."""
        self.pick: int | None = None
        """Which of the cards that may be taken the keyboard points at."""


class TablePresenter:
    """What a player sees of a match on a stage, smoothly followed from frame to frame."""

    def __init__(self, stage: Stage, layout: Layout, play: FawltyTowersPlay) -> None:
        self._stage, self._layout, self._play = stage, layout, play
        self.animations = Animations()
        self.camera = self._goal()
        self._fallen = FallenBlocks(self.animations, 0.8)
        self._told: tuple[FallNote, ...] = ()
        self._fell_for = TELL
        self._lift_from: tuple[float, float] | None = None
        self._lift_age = 0.0

    def resize(self, stage: Stage, layout: Layout) -> None:
        """See the same on another stage."""
        self._stage, self._layout = stage, layout
        self.animations.forget()
        self.camera = self._goal()
        self._lift_from = None

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of block in the rack, from the top."""
        return tuple(kind for kind, _ in self._play.view().pool)

    @property
    def rack(self) -> pygame.Rect:
        """Where the rack stands."""
        return rack(self._stage, self.camera, self._play.match.setup.pick_ups[0].x, len(self.kinds))

    def cube_in_rack(self, kind: str) -> tuple[float, float]:
        """Return the middle of the block of that kind in the rack, in pixels."""
        side = self._stage.px(24)
        return cube_at(self._stage, self.rack, self.kinds.index(kind), side)

    def _goal(self) -> Camera:
        setup, room = self._play.match.setup, self._layout.areas.room
        standing = (f for f in self._play.figures() if f.tower is not None)
        tall = max((extent(f.shape, f.pose)[1].y for f in standing), default=0.0)
        top = self._layout.areas.hint.bottom + self._stage.px(4)
        box = (room.left, top, room.right, self._layout.areas.base)
        low, high = setup.spots[0] - LEFT, setup.pick_ups[0].x + RIGHT
        return fitted(box, low, high, max(tall + ABOVE, LEAST))

    def seen(self) -> tuple[Vec, Vec]:
        """Return the corners of the visible table below the hint, lower left first, in metres."""
        return self.camera.seen(self._layout.areas.room, self._layout.areas.hint.bottom)

    def is_room(self, at: tuple[int, int]) -> bool:
        """Return whether a point belongs to the towers, not to a button or the side panel."""
        areas = self._layout.areas
        buttons = areas.pause.collidepoint(at) or areas.pace.collidepoint(at)
        return bool(areas.room.collidepoint(at) and not buttons)

    def is_pool(self, at: tuple[int, int]) -> bool:
        """Return whether a point is over the rack."""
        return bool(self.rack.collidepoint(at))

    def not_here(self) -> str:
        """Return why the held cube cannot be let go where it is."""
        return not_here(self._play)

    def too_late(self) -> str:
        """Return why the held cube cannot be put back any more."""
        return _("The cube has touched something, so you have to place it now.")

    @property
    def is_moving(self) -> bool:
        """Whether cards, flying things or the camera are on their way."""
        animations = self.animations
        on_its_way = animations.shift or animations.flying or self.camera != self._goal()
        return bool(on_its_way or self._fallen.figures or self._told)

    def begin_lift(self, start: tuple[float, float]) -> None:
        """Show the lifted block at `start` (pixels) first; it catches up with the real one."""
        self._lift_from, self._lift_age = start, 0.0
        self._clear_away()

    def step(self, seconds: float) -> None:
        """Let time pass."""
        eased = self._stage.eased(seconds)
        self.camera = follow(self.camera, self._goal(), eased)
        self.animations.cards(
            self._play.view().columns, lambda column, row: card_rect(self._layout, column, row).y
        )
        self.animations.step(eased)
        self._lift_age += seconds
        if self._play.playback.is_replaying:
            return
        self._fell_for += seconds
        if self._fallen.figures and not self._play.queue.busy:
            self._clear_away()
        if self._fell_for >= TELL:
            self._told = ()

    def fly_card(self, took: Took) -> None:
        """Let a card fly from its column to the seat that took it."""
        layout, stage = self._layout, self._stage
        start = card_rect(layout, took.column, len(took.below))
        seat = seat_rect(stage, layout, len(self._play.match.seats), took.seat)
        face = card_face(stage, took.card, layout.card, layout.strip)
        self.animations.fly(FlyingPicture(face, start.center, seat.center, 0.6, 0.35))

    def show_fall(self, tower: TowerId, why: str) -> bool:
        """Note which tower fell and why; return whether new blocks lie on the table."""
        fresh = self._fell_for > 0
        fell = _("Tower {number} fell. {why}", number=tower + 1, why=why)
        told = FallNote(tower, _("{fell}  {again}", fell=fell, again=SEE_AGAIN))
        self._told = (told,) if fresh else (*self._told, told)
        self._fell_for = 0.0
        return self._fallen.lay(self._play.before, self._play.figures())

    def _clear_away(self) -> None:
        """Let the blocks that fell fly back to the rack."""
        paint = partial(block_picture, self._stage, self.camera.scale)
        self._fallen.clear_away(
            self.camera,
            lambda figure: paint(figure.kind, figure.shape, figure.pose.angle),
            lambda figure: self.cube_in_rack(figure.kind),
        )

    def _figures(self) -> tuple[Figure, ...]:
        """Return the blocks; one just lifted is still on its way from the rack to the hand."""
        figures = self._play.figures()
        if self._play.playback.is_replaying:
            return figures
        figures = (*self._fallen.figures, *figures)
        if self._lift_from is None or self._lift_age >= CATCH_UP:
            return figures
        share = 0.5 - 0.5 * math.cos(math.pi * self._lift_age / CATCH_UP)
        start = self.camera.to_m(*self._lift_from)

        def shown(figure: Figure) -> Figure:
            if not figure.held:
                return figure
            x, y, angle = figure.pose
            pose = Pose(start.x + (x - start.x) * share, start.y + (y - start.y) * share, angle)
            return figure._replace(pose=pose)

        return tuple(map(shown, figures))

    def frame_state(self, pointer: TablePointer, settings: Settings) -> FrameState:
        """Return everything that a frame shows now."""
        play, view, setup = self._play, self._play.queue.view, self._play.match.setup
        takes = play.takes()
        marked = frozenset((take.column, take.row) for take in takes)
        prospects = play.prospects() if settings.preview else ()
        pointed = self._pointed_card(pointer)
        picked = self._picked(pointer)
        return FrameState(
            view=view,
            seats=play.match.seats,
            figures=self._figures(),
            camera=self.camera,
            spots=play.spots(ANY),
            table_width=setup.table.width,
            shape=setup.piece(ANY).shape,
            pick_up_x=setup.pick_ups[0].x,
            near_end=near_end(view),
            claiming=play.claiming,
            marked=marked,
            hinted=frozenset((take.column, take.row) for take in prospects),
            chosen=picked or (pointed if pointed in marked else None),
            aim=play.over(),
            told=self._told,
            marks=play.marks,
            plumb=settings.plumb_line and play.is_carrying,
            wanted=self._wanted(pointed),
            seat=self._pointed_seat(pointer),
            reach=pointer.at if pointer.grips and pointer.at != NOWHERE else None,
            held=play.held.kind if play.held else None,
            pool_open=play.is_choosing_block,
            pool_chosen=self._pointed_kind(pointer),
            card_shift=self.animations.shift,
            flights=tuple(self.animations.flying),
        )

    def _picked(self, pointer: TablePointer) -> tuple[int, int] | None:
        """Return the card that the keyboard points at."""
        takes, pick = self._play.takes(), pointer.pick
        if pick is None or pick >= len(takes):
            return None
        return takes[pick].column, takes[pick].row

    def tip(self, pointer: TablePointer) -> Tip | None:
        """Return the tip of the card under the pointer and its place, or None."""
        layout, card = self._layout, self._picked(pointer) or self._pointed_card(pointer)
        if card is None:
            return None
        px = self._stage.px
        left = layout.areas.beside(px(54), px(self._stage.grown(300)))
        return about_card(self._play.view(), *card), (left, card_rect(layout, *card).y)

    def _pointed_card(self, pointer: TablePointer) -> tuple[int, int] | None:
        heights = tuple(len(column) for column in self._play.view().columns)
        return card_at(self._layout, heights, pointer.at)

    def _pointed_seat(self, pointer: TablePointer) -> int | None:
        seats = len(self._play.match.seats)
        for seat in range(seats):
            if seat_rect(self._stage, self._layout, seats, seat).collidepoint(pointer.at):
                return seat
        return None

    def _wanted(self, pointed: tuple[int, int] | None) -> frozenset[TowerId]:
        if pointed is None or not self._play.is_choosing_block:
            return frozenset()
        return winning_towers(self._play.view(), *pointed)

    def _pointed_kind(self, pointer: TablePointer) -> str | None:
        if pointer.keys:
            return pointer.kind
        return kind_at(self._stage, self.rack, self.kinds, pointer.at)
