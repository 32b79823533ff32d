"""Which part of the table is seen: a tower with its neighbours, all of it, or what one likes."""

import math
from collections.abc import Callable
from typing import Final

from towersim.rules.bausack.state import Phase
from towersim.ui.camera import Camera, fitted
from towersim.ui.camera_control import CameraControl
from towersim.ui.games.bausack.layout import Layout
from towersim.ui.games.bausack.play import BausackPlay
from towersim.ui.theme import Stage
from towersim.units import Seat, TowerId

NEAREST: Final = 5200.0
"""The greatest scale of the camera, in pixels per metre of a usual window."""
ABOVE: Final = 0.085
"""Metres shown above the tower: room for the hand."""
LEAST: Final = 0.2
"""The least height that is shown, in metres."""
NEIGHBOUR: Final = 0.05
"""A neighbour's tower at most this far outside of the picture is shown too, in metres."""
BESIDE: Final = 0.14
"""Metres shown at least to the left and to the right of a tower's place."""


class ViewControl:
    """Cameras for a stage; `has_card` says whether the card of a piece covers part of it."""

    def __init__(
        self, stage: Stage, layout: Layout, play: BausackPlay, has_card: Callable[[], bool]
    ) -> None:
        self._stage, self._layout, self._play, self._has_card = stage, layout, play, has_card
        self._replay_camera: Camera | None = None
        """The camera that frames the tower that is seen again, from the first frame on."""
        self.control = CameraControl(self.goal())

    def resize(self, stage: Stage, layout: Layout) -> None:
        """See the same on another stage."""
        self._stage, self._layout, self._replay_camera = stage, layout, None
        self.control.jump(self.goal())

    # --- what a player does ---------------------------------------------------------------------

    def zoom(self, notches: float, at: tuple[float, float]) -> None:
        """Look from nearer or farther, around a point of the screen."""
        least = 0.9 * self.whole().scale
        self.control.zoom(notches, at, least, NEAREST * self._stage.unit)

    def is_whole(self) -> bool:
        """Return whether one looks at the whole table because one wanted to."""
        scale = self.whole().scale
        return self.control.free and math.isclose(self.control.goal.scale, scale, rel_tol=1e-3)

    def toggle_table(self) -> None:
        """Look at the whole table, or back at the tower whose turn it is."""
        if self.is_whole():
            self.control.home()
        else:
            self.control.look(self.whole())

    def step(self, seconds: float) -> None:
        """Move on; the camera is on its way to the next tower once all has been seen."""
        play, playback = self._play, self._play.playback
        if not playback.is_replaying:
            self._replay_camera = None
            if not (play.queue.busy or playback.is_tipping):
                self.control.aim(self.goal())
        else:
            if self._replay_camera is None:
                self._replay_camera = self._frame_collapse()
                self.control.home()
            self.control.aim(self._replay_camera)
        self.control.keep(self._layout.areas.room, play.match.setup.table.width / 2)
        self.control.step(seconds)

    # --- cameras --------------------------------------------------------------------------------

    def _frame_collapse(self) -> Camera:
        """Return the camera that frames the tower that is seen again."""
        play, marks = self._play, self._play.marks
        towers = [f.tower for f in play.figures() if marks is not None and f.id == marks.block]
        tower = towers[0] if towers else None
        return self.control.camera if tower is None else self.tower(tower)

    def _room(self) -> tuple[float, float, float, float]:
        """Return the box that towers fit into, in pixels: left, top, right, bottom."""
        layout, px = self._layout, self._stage.px
        right = layout.card.left - px(8) if self._has_card() else layout.areas.room.right
        top = layout.areas.hint.bottom + px(8)
        return layout.ruler.right + px(28), top, right, layout.areas.base

    def goal(self) -> Camera:
        """Return the camera that frames the tower of whose turn it is; at the end, the winner's."""
        play = self._play
        outcome = play.match.outcome
        if outcome is not None:
            winner, *others = (TowerId(seat) for seat in outcome.winners)
            alone = not others and play.span(winner) is not None
            return self.tower(winner) if alone else self.whole()
        return self.tower(TowerId(self._focus()))

    def _focus(self) -> Seat:
        """Return the seat whose tower is framed: while bots bid, the seat whose turn it is."""
        play, view = self._play, self._play.view()
        auction = view.phase in (Phase.BIDDING, Phase.OFFERED)
        in_it = view.turn in view.standing
        return view.turn if auction and in_it and not play.is_human_turn else play.seat

    def tower(self, tower: TowerId) -> Camera:
        """Return the camera that frames one tower, or the part of the table that is free for it."""
        play = self._play
        span, spot = play.span(tower), play.match.setup.spots[tower]
        middle = (span[0].x + span[1].x) / 2 if span else spot
        low, high = (middle - BESIDE, middle + BESIDE) if span else play.area(tower)
        tall = span[1].y if span else 0.0
        if play.view().phase in (Phase.PLACING, Phase.FALLING) and tower == TowerId(play.seat):
            high = max(high, play.match.setup.pick_up(tower).x + 0.06)
        if span:
            low, high = min(low, span[0].x - 0.08), max(high, span[1].x + 0.08)
        for other in (play.span(TowerId(seat)) for seat in range(len(play.match.seats))):
            if other is not None and low - NEIGHBOUR < other[1].x and other[0].x < high + NEIGHBOUR:
                low, high = min(low, other[0].x - 0.01), max(high, other[1].x + 0.01)
                tall = max(tall, other[1].y)
        # The tower that is built on stands in the middle.
        half = max(middle - low, high - middle)
        return fitted(self._room(), middle - half, middle + half, max(tall + ABOVE, LEAST))

    def whole(self) -> Camera:
        """Return the camera that shows the whole table."""
        half = self._play.match.setup.table.width / 2
        tall = max(self._play.heights().values(), default=0.0)
        return fitted(self._room(), -half, half, max(tall + 0.04, LEAST))
