"""What a player looks at: pile, towers, the whole table; what lies under pointer and hand."""

import math

from towersim.messages import message as _
from towersim.ui.app_context import AppContext
from towersim.ui.camera import Camera
from towersim.ui.games.bausack.draw_table import waiting_radius
from towersim.ui.games.bausack.layout import seat_rect
from towersim.ui.games.bausack.messages import not_here
from towersim.ui.games.bausack.play import BausackPlay, Wanted
from towersim.ui.games.bausack.pointer import TablePointer
from towersim.ui.games.bausack.presenter import TablePresenter
from towersim.units import TowerId, Vec


class ViewControl:
    """Changes the camera and the pointer, and nothing in the game."""

    def __init__(
        self,
        context: AppContext,
        presenter: TablePresenter,
        play: BausackPlay,
        pointer: TablePointer,
    ) -> None:
        self._context, self._presenter, self._play, self._pointer = (
            context,
            presenter,
            play,
            pointer,
        )

    @property
    def carded(self) -> bool:
        """Whether the card is seen."""
        return self._presenter.spoken(self._pointer) is not None

    @property
    def camera(self) -> Camera:
        """The camera of this frame."""
        return self._presenter.camera

    def seen(self) -> tuple[Vec, Vec]:
        """Return the corners of the visible table below the hint, lower left first, in metres."""
        areas = self._presenter.layout.areas
        return self.camera.seen(areas.room, areas.hint.bottom)

    def not_here(self) -> str:
        """Return why the held piece cannot be let go where it is."""
        return not_here(self._play)

    def too_late(self) -> str:
        """Return why the held piece cannot be put back any more."""
        return _("The piece has touched something, so you have to place it now.")

    def is_room(self, at: tuple[int, int]) -> bool:
        """Whether a point belongs to the towers, not to a button, the card, pile or side."""
        layout = self._presenter.layout
        areas = layout.areas
        covered = [areas.pause, areas.pace, layout.show_pile, layout.show_table]
        covered += [layout.card] if self.carded else []
        covered += [layout.pile] if self._presenter.pile_shown(self._pointer) else []
        if any(rect.collidepoint(at) for rect in covered):
            return False
        return bool(areas.room.left < at[0] < areas.room.right and at[1] < areas.log.top)

    def over_waiting(self, at: tuple[int, int]) -> bool:
        """Whether a person's piece that waits for the hand is under a point."""
        waiting = self._presenter.waiting(self._pointer)
        if waiting is None or self._play.wanted is not Wanted.PLACE:
            return False
        return self._near(waiting[1].x, waiting[1].y, at)

    def is_pool(self, at: tuple[int, int]) -> bool:
        """Whether a point is where the piece in the hand was taken."""
        held = self._play.held
        if held is None:
            return False
        table = self._play.match.table
        start = table.in_hand(held.kind, TowerId(self._play.seat)).pose
        return self._near(start.x, start.y, at)

    def _near(self, x: float, y: float, at: tuple[int, int]) -> bool:
        camera = self._presenter.camera
        reach = waiting_radius(self._context.stage, camera)
        return math.dist(camera.to_px(x, y), at) <= reach

    def at_seat(self, at: tuple[int, int]) -> None:
        """Look at the tower of the seat whose plate is under a point."""
        presenter, seats = self._presenter, len(self._play.match.seats)
        for seat in range(seats):
            if seat_rect(self._context.stage, presenter.layout, seats, seat).collidepoint(at):
                self.at_tower(seat)

    def at_tower(self, seat: int) -> None:
        """Look at the tower of a seat, if there is such a seat."""
        if seat < len(self._play.match.seats):
            self._pointer.pile_open = False
            self._presenter.camera_control.look(
                self._presenter.framing.tower(TowerId(seat), card=self.carded)
            )

    def toggle_pile(self) -> None:
        """Open the pile, or close it."""
        self._pointer.pile_open = not self._pointer.pile_open
        self._pointer.hovered = ""

    @property
    def is_whole(self) -> bool:
        """Whether one looks at the whole table because one wanted to."""
        control = self._presenter.camera_control
        scale = self._presenter.framing.whole(card=self.carded).scale
        return control.free and math.isclose(control.goal.scale, scale, rel_tol=1e-3)

    def toggle_table(self) -> None:
        """Look at the whole table, or back at the tower whose turn it is."""
        self._pointer.pile_open = False
        if self.is_whole:
            self._presenter.camera_control.home()
        else:
            self._presenter.camera_control.look(self._presenter.framing.whole(card=self.carded))

    def measure_next(self) -> None:
        """Set the slider to the next higher tower, after the highest to the lowest."""
        tops = sorted(self._play.heights().values())
        now = self._pointer.slider or 0.0
        higher = [top for top in tops if top > now + 5e-4]
        self._pointer.slider = next(iter(higher or tops), None)
