"""From a match of Bausack to what a frame shows: camera, marks, bubbles and flying pieces."""

import math
from collections.abc import Iterator
from typing import Final

from towersim.geometry.shapes import extent
from towersim.match import Phase as Going
from towersim.messages import message as _
from towersim.rules.base import Event
from towersim.rules.bausack.state import Phase, View
from towersim.table import Figure
from towersim.ui.animations import Animations, FlyingPicture
from towersim.ui.camera import Camera, pixel_rect
from towersim.ui.camera_control import CameraControl
from towersim.ui.cards.draw_plates import SHORT
from towersim.ui.fallen import FallenBlocks
from towersim.ui.games.bausack.draw_card import OfferCard
from towersim.ui.games.bausack.draw_pile import AHEAD, Pile
from towersim.ui.games.bausack.draw_seats import SeatPlate
from towersim.ui.games.bausack.frame_state import Banner, FrameState
from towersim.ui.games.bausack.framing import Framing
from towersim.ui.games.bausack.layout import Layout, seat_rect
from towersim.ui.games.bausack.messages import bubble, called, fell_first, why_barred
from towersim.ui.games.bausack.play import BausackPlay, Wanted
from towersim.ui.games.bausack.pointer import TablePointer
from towersim.ui.pointer import NOWHERE
from towersim.ui.screens.chrome import Tip
from towersim.ui.sentences import SEE_AGAIN
from towersim.ui.settings import Settings
from towersim.ui.sprites import Sprites
from towersim.ui.theme import Stage
from towersim.units import BlockId, Pose, Seat, TowerId, Vec

NEAREST: Final = 5200.0
"""The greatest scale of the camera, in pixels per metre of a usual window."""
LIE: Final = 2.0
"""Seconds for which what fell lies there before it goes back to the pile."""
BUBBLE: Final = 2.6
"""Seconds for which one reads what somebody said."""
BANNER: Final = 1.5
"""Seconds for which a name is shown in large letters."""
TURN_IN: Final = 0.4
"""Seconds in which a lifted piece turns from its lying angle to that in the hand."""
ASKS: Final = {
    Wanted.CHOOSE: _("build or push"),
    Wanted.BID: _("bid or pass"),
    Wanted.ACCEPT: _("accept, or pay"),
    Wanted.PLACE: _("place the piece"),
    Wanted.NOTHING: "",
}


class TablePresenter:
    """What a player sees of a match on a stage, from frame to frame."""

    def __init__(self, stage: Stage, layout: Layout, play: BausackPlay) -> None:
        self._play = play
        self._set(stage, layout)
        self.animations = Animations()
        self.camera_control = CameraControl(self.framing.whole(card=False))
        self.camera_control.jump(self.framing.goal(card=False))
        self._fallen = FallenBlocks(self.animations, 0.3)
        self._first: BlockId | None = None
        self._why = ""
        self._replay_camera: Camera | None = None
        """The camera that frames the tower that is seen again, from the first frame on."""
        self._start = -1, Vec(0.0, 0.0)
        """The number of actions so far, and where the piece waits that is to be placed then."""
        self._bubbles: list[tuple[Seat, str, float]] = []
        self._banner: tuple[Seat, float] | None = None
        self._lifted, self._lift_age = 0.0, TURN_IN

    def _set(self, stage: Stage, layout: Layout) -> None:
        self._stage, self.layout = stage, layout
        self.sprites = Sprites(self._play.match.setup.pieces, live=True)
        self.pile = Pile(stage, layout, self.sprites)
        self.framing = Framing(stage, layout, self._play)

    def resize(self, stage: Stage, layout: Layout) -> None:
        """See the same on another stage."""
        self._set(stage, layout)
        self._replay_camera = None
        self.animations.forget()
        self.camera_control.jump(self.framing.goal(card=False))

    @property
    def camera(self) -> Camera:
        """The camera of this frame."""
        return self.camera_control.camera

    # --- where one looks ------------------------------------------------------------------------

    def zoom(self, notches: float, at: tuple[float, float]) -> None:
        """Look from nearer or farther, around a point of the screen."""
        least = 0.9 * self.framing.whole(card=True).scale
        self.camera_control.zoom(notches, at, least, NEAREST * self._stage.unit)

    # --- what happened --------------------------------------------------------------------------

    @property
    def clearing(self) -> bool:
        """Whether what fell still lies there."""
        return bool(self._fallen.figures)

    @property
    def is_moving(self) -> bool:
        """Whether something is on its way though the match waits."""
        still = self._bubbles or self._banner or self.clearing or self.animations.flying
        return bool(still or self.camera_control.is_moving or self._lift_age < TURN_IN)

    def says(self, event: Event) -> None:
        """Show what somebody says or does beside their seat."""
        seats = self._play.match.seats
        to = getattr(event, "to", None)
        words = bubble(event, seats[to].name if to is not None else "")
        if words:
            seat = Seat(getattr(event, "seat", 0))
            others = [one for one in self._bubbles if one[0] != seat]
            self._bubbles = [*others, (seat, words, 0.0)]

    def announce(self, seat: Seat) -> None:
        """Show in large letters whose move it is."""
        self._banner = (seat, 0.0)

    def begin_lift(self, angle: float) -> None:
        """Show the lifted piece turned like this first; it is turned in the hand."""
        self._lifted, self._lift_age = angle, 0.0

    def fly_from_pile(self, piece: str, *, shelf: bool) -> None:
        """Let a piece that was chosen fly to the card."""
        start = self.pile.middle(piece) if shelf else self.layout.show_pile.center
        card = self.layout.card
        end = card.centerx, card.y + self._stage.px(140)
        picture = self.sprites.picture(piece, self.pile.shelf.scale, 0.0)
        self.animations.fly(FlyingPicture(picture, start, end, 0.45, 1.6))

    def lay_fallen(self) -> bool:
        """Keep the fallen pieces on the table until the queue goes on; return whether any fell."""
        return self._fallen.lay(self._play.before, self._play.figures())

    def step(self, seconds: float, *, pace: float, card: bool) -> None:
        """Let time pass; the camera is on its way to the next tower once all has been seen.

        To a bot it goes as many times as fast as the bot plays, its `pace`, to be there in time.
        """
        play = self._play
        if not play.playback.is_replaying:
            self._watch()
            self._replay_camera = None
        if play.playback.is_replaying:
            if self._replay_camera is None:
                self._replay_camera = self._frame_collapse()
                self.camera_control.home()
            self.camera_control.aim(self._replay_camera)
        elif not (play.queue.busy or play.playback.is_tipping):
            self.camera_control.aim(self.framing.goal(card=card))
        half = play.match.setup.table.width / 2
        self.camera_control.keep(self.layout.areas.room, half)
        view = play.queue.view
        self.pile.prepare(view, self._owners(view), AHEAD)
        eased = self._stage.eased(seconds)
        self.camera_control.step(eased if play.is_human_turn else eased * pace)
        self.animations.step(eased)
        self._lift_age += seconds
        older = ((seat, words, age + seconds) for seat, words, age in self._bubbles)
        # Nothing that was said may lie over what falls.
        falls = play.playback.is_tipping or play.playback.is_replaying
        self._bubbles = [one for one in older if one[2] < BUBBLE and not falls]
        if self._banner is not None:
            seat, age = self._banner
            self._banner = (seat, age + seconds) if age + seconds < BANNER else None

    def _frame_collapse(self) -> Camera:
        """Return the camera that frames the tower that is seen again."""
        play, marks = self._play, self._play.marks
        towers = [f.tower for f in play.figures() if marks is not None and f.id == marks.block]
        tower = towers[0] if towers else None
        return self.camera if tower is None else self.framing.tower(tower)

    def _watch(self) -> None:
        """Mark the piece that touched first while it is seen; then clear the fallen away."""
        play = self._play
        fall = play.playback.first_fall
        if fall is not None and self._first is None:
            self._first = fall.block
            figure = next((f for f in play.figures() if f.id == fall.block), None)
            name = called(play, figure.kind) if figure else _("piece")
            self._why = _("{why}  {again}", why=fell_first(name, fall.why), again=SEE_AGAIN)
        if self.clearing and not play.queue.busy:
            self._fallen.clear_away(
                self.camera,
                lambda f: self.sprites.picture(f.kind, self.camera.scale, f.pose.angle),
                lambda _: self.layout.show_pile.center,
            )
        if not self.clearing and not play.playback.is_tipping:
            self._first = None

    # --- the frame ------------------------------------------------------------------------------

    def waiting(self, pointer: TablePointer) -> tuple[str, Pose] | None:
        """Return the piece that waits to be taken into the hand, and where."""
        play, view = self._play, self._play.view()
        if view.phase is not Phase.PLACING or play.held or self.clearing:
            return None
        if play.match.phase is not Going.CHOOSING or play.playback.is_replaying:
            return None
        if self._start[0] != play.match.steps:
            start = play.match.table.in_hand(view.piece, TowerId(play.seat)).pose
            self._start = play.match.steps, Vec(start.x, start.y)
        x, y = self._start[1]
        angle = pointer.angles.get(view.piece, 0.0) if play.is_human_turn else 0.0
        return view.piece, Pose(x, y, angle)

    def _figures(self) -> tuple[Figure, ...]:
        figures = self._play.figures()
        if self._play.playback.is_replaying:
            return figures
        figures = (*self._fallen.figures, *figures)
        if self._lift_age >= TURN_IN:
            return figures
        share = 0.5 - 0.5 * math.cos(math.pi * self._lift_age / TURN_IN)

        def shown(figure: Figure) -> Figure:
            x, y, angle = figure.pose
            turned = self._lifted + (angle - self._lifted) * share
            return figure._replace(pose=Pose(x, y, turned)) if figure.held else figure

        return tuple(map(shown, figures))

    def seat_plates(self) -> Iterator[SeatPlate]:
        """Yield every seat as its plate shows it."""
        play, view = self._play, self._play.view()
        order = [seat for tick in view.collapsed for seat in tick]
        asked = play.seat if play.match.phase is not Going.OVER else None
        for index, spec in enumerate(play.match.seats):
            seat = Seat(index)
            figures = [f for f in play.figures() if f.tower == TowerId(index)]
            out = order.index(seat) + 1 if seat in order else 0
            yield SeatPlate(seat, spec, figures, play.span(TowerId(index)), seat == asked, out)

    def spoken(self, pointer: TablePointer) -> OfferCard | None:
        """Return the content of the card, or None if there is none now."""
        play, view = self._play, self._play.view()
        if play.match.phase is not Going.CHOOSING or play.queue.busy:
            return None
        if play.playback.is_replaying:
            return None
        wanted, piece = play.wanted, view.piece
        if pointer.pile_open and (wanted is Wanted.CHOOSE or pointer.hovered):
            piece = pointer.looked_at
        elif view.phase not in (Phase.BIDDING, Phase.OFFERED):
            return None
        asks = ASKS[wanted] if play.is_human_turn else _("is thinking …")
        examining = wanted is Wanted.CHOOSE and pointer.examined in ("", piece)
        bid = pointer.bid if wanted is Wanted.BID or (examining and piece) else None
        if wanted is Wanted.CHOOSE and not pointer.examined:
            bid = None
        return OfferCard(play.seat, asks, piece, pointer.angles.get(piece, 0.0), bid)

    def _slider(self, pointer: TablePointer) -> float:
        if pointer.slider is not None:
            return pointer.slider
        held = self._play.held
        if held is not None:
            return max(extent(held.shape, held.pose)[0].y, 0.0)
        heights = self._play.heights()
        if self._play.match.phase is Going.OVER:
            return max(heights.values(), default=0.0)
        return heights.get(TowerId(self._play.seat), 0.0)

    def _owners(self, view: View) -> dict[str, Seat]:
        owners = {k: Seat(seat) for seat, tower in enumerate(view.towers) for k in tower}
        return {**owners, **({view.piece: view.asked} if view.piece else {})}

    def pile_shown(self, pointer: TablePointer) -> bool:
        """Whether the shelves lie over the table now."""
        play = self._play
        is_free = play.held is None and not (self.clearing or play.playback.is_replaying)
        return pointer.pile_open and is_free

    def frame_state(self, pointer: TablePointer, settings: Settings) -> FrameState:
        """Return everything that a frame shows now."""
        play, view, setup = self._play, self._play.queue.view, self._play.match.setup
        banner = None
        figures = self._figures()
        replays = play.playback.is_replaying
        if self._banner is not None and play.wanted is not Wanted.NOTHING and not replays:
            seat, age = self._banner
            solid = min(age / 0.15, (BANNER - age) / 0.35, 1.0)
            name = play.match.seats[seat].name
            banner = Banner(seat, name, ASKS[play.wanted], max(solid, 0.0))
        return FrameState(
            view=view,
            seats=play.match.seats,
            seat_plates=tuple(self.seat_plates()),
            figures=figures,
            covered=[pixel_rect(self.camera, *play.box(figure)) for figure in figures],
            camera=self.camera,
            spots=setup.spots,
            table_width=setup.table.width,
            heights=play.heights(),
            slider=self._slider(pointer),
            asked=play.seat,
            over=play.match.phase is Going.OVER,
            waiting=self.waiting(pointer),
            aim=play.over(),
            first=self._first,
            why=self._why,
            marks=play.marks,
            plumb=settings.plumb_line and play.is_carrying,
            in_front=play.match.obstacle is not None,
            reach=pointer.at if pointer.grips and pointer.at != NOWHERE else None,
            bubbles=[(seat, words) for seat, words, _ in self._bubbles],
            card=self.spoken(pointer),
            pile=self.pile_shown(pointer),
            chosen=pointer.examined,
            hovered=pointer.hovered,
            owners=self._owners(view),
            flights=tuple(self.animations.flying),
            banner=banner,
        )

    def tip(self, pointer: TablePointer) -> Tip | None:
        """Return the tip of the thing under the pointer and its place, or None."""
        layout, shelf, barred = self.layout, self.pile.shelf, self._play.view().barred_now
        if barred and self.pile_shown(pointer) and shelf.at(pointer.at) == barred:
            return why_barred(self._play), shelf.place(barred).rect.topright
        if self._play.is_carrying:
            return None
        for rect, words in (
            (layout.show_table, _("The whole table, and back (T)")),
            (layout.show_pile, _("All pieces that are left (O)")),
        ):
            if rect.collidepoint(pointer.at):
                return words, rect.bottomleft
        seats = self._play.match.seats
        for index, seat in enumerate(seats):
            rect = seat_rect(self._stage, layout, len(seats), Seat(index))
            if len(seat.name) > SHORT and rect.collidepoint(pointer.at):
                return seat.name, (rect.x, rect.bottom)
        if layout.ruler.collidepoint(pointer.at):
            at = layout.ruler.right + self._stage.px(30), pointer.at[1]
            return _("Height measurer: drag the slider (H: next tower)"), at
        return None
