"""From a match of Bausack to what a frame shows: camera, marks, bubbles and flying pieces."""

import math
from collections.abc import Iterator
from typing import Final

import pygame

from towersim.geometry.shapes import extent
from towersim.match import MatchPhase
from towersim.messages import message as _
from towersim.rules.base import Event
from towersim.rules.bausack.state import Phase
from towersim.ui.animations import Animations, FlyingPicture
from towersim.ui.camera import Camera, pixel_rect
from towersim.ui.cards.draw_plates import SHORT
from towersim.ui.games.bausack.draw_card import OfferCard
from towersim.ui.games.bausack.draw_pile import AHEAD, Pile
from towersim.ui.games.bausack.draw_seats import SeatPlate
from towersim.ui.games.bausack.draw_table import waiting_radius
from towersim.ui.games.bausack.frame_state import FrameState
from towersim.ui.games.bausack.layout import Layout, seat_rect, table_layout
from towersim.ui.games.bausack.messages import bubble, called, fell_first, not_here, why_barred
from towersim.ui.games.bausack.pending_decision import TablePointer
from towersim.ui.games.bausack.play import BausackPlay, Wanted
from towersim.ui.games.bausack.view_control import ViewControl
from towersim.ui.screens.chrome import Tip
from towersim.ui.sentences import SEE_AGAIN, TOO_LATE
from towersim.ui.settings import Settings
from towersim.ui.shown_blocks import ShownBlocks
from towersim.ui.sprites import Sprites
from towersim.ui.theme import Stage
from towersim.ui.xray import Seen, XRay, seen_of
from towersim.units import BlockId, Pose, Seat, TowerId, Vec

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
    """What a player sees of a match on a stage, from frame to frame; a table for their hand."""

    too_late = TOO_LATE

    def __init__(self, stage: Stage, play: BausackPlay, pointer: TablePointer) -> None:
        self._play, self._pointer = play, pointer
        layout = self._set(stage)
        self.animations, self._xray = Animations(), XRay()
        self.view = ViewControl(stage, layout, play)
        self._blocks = ShownBlocks(play, self.animations, shrink=0.3, lift_seconds=TURN_IN)
        self._first: BlockId | None = None
        self._why = ""
        self._start = -1, Vec(0.0, 0.0)
        """The number of actions so far, and where the piece waits that is to be placed then."""
        self._bubbles: list[tuple[Seat, str, float]] = []
        self._banner_for = 0.0
        """Seconds for which it is still said in large letters whose move it is."""

    def _set(self, stage: Stage) -> Layout:
        self._stage, self.layout = stage, table_layout(stage)
        self.sprites = Sprites(self._play.match.setup.pieces, live=True)
        self.pile = Pile(stage, self.layout, self.sprites)
        return self.layout

    def resize(self, stage: Stage) -> Layout:
        """See the same on another stage; return where everything lies there."""
        self.animations.forget()
        self.view.resize(stage, self._set(stage))
        return self.layout

    # --- the table for a hand -------------------------------------------------------------------

    @property
    def camera(self) -> Camera:
        """The camera of this frame."""
        return self.view.control.camera

    def is_room(self, at: tuple[int, int]) -> bool:
        """Whether a point belongs to the towers, not to a button, the card, pile or side."""
        layout, areas = self.layout, self.layout.areas
        covered = [areas.pause, areas.pace, layout.show_pile, layout.show_table]
        covered += [layout.card] if self.has_card else []
        covered += [layout.pile] if self.is_pile_shown else []
        if any(rect.collidepoint(at) for rect in covered):
            return False
        return bool(areas.room.left < at[0] < areas.room.right and at[1] < areas.log.top)

    def is_pool(self, at: tuple[int, int]) -> bool:
        """Whether a point is where the piece in the hand was taken."""
        held = self._play.held
        if held is None:
            return False
        table = self._play.match.table
        return self._is_near(table.in_hand(held.kind, TowerId(self._play.seat)).pose, at)

    def is_over_waiting(self, at: tuple[int, int]) -> bool:
        """Whether a person's piece that waits for the hand is under a point."""
        waiting = self.waiting
        if waiting is None or self._play.wanted is not Wanted.PLACE:
            return False
        return self._is_near(waiting[1], at)

    def _is_near(self, pose: Pose, at: tuple[int, int]) -> bool:
        reach = waiting_radius(self._stage, self.camera)
        return math.dist(self.camera.to_px(pose.x, pose.y), at) <= reach

    def not_here(self) -> str:
        """Return why the held piece cannot be let go where it is."""
        return not_here(self._play)

    # --- what a player looks at -----------------------------------------------------------------

    def look_at_seat(self, seat: int) -> None:
        """Look at the tower of a seat, if there is such a seat."""
        if seat < len(self._play.match.seats):
            self._pointer.pile_open = False
            self.view.control.look(self.view.tower(TowerId(seat), card=self.has_card))

    def plate_at(self, at: tuple[int, int]) -> tuple[Seat, pygame.Rect] | None:
        """Return the seat whose plate is under a point, and that plate's rectangle."""
        seats = range(len(self._play.match.seats))
        rects = ((Seat(n), seat_rect(self._stage, self.layout, len(seats), n)) for n in seats)
        return next((plate for plate in rects if plate[1].collidepoint(at)), None)

    def toggle_table(self) -> None:
        """Look at the whole table, or back at the tower whose turn it is."""
        self._pointer.pile_open = False
        self.view.toggle_table(card=self.has_card)

    # --- what happened --------------------------------------------------------------------------

    @property
    def is_moving(self) -> bool:
        """Whether something is on its way though the match waits."""
        said, blocks = self._bubbles or self._banner_for > 0, self._blocks
        flies = blocks.fallen or blocks.is_lifting or self.animations.flying
        return bool(said or flies or self.view.control.is_moving)

    def says(self, event: Event) -> None:
        """Show what somebody says or does beside their seat."""
        seats = self._play.match.seats
        to = getattr(event, "to", None)
        words = bubble(event, seats[to].name if to is not None else "")
        if words:
            seat = Seat(getattr(event, "seat", 0))
            others = [one for one in self._bubbles if one[0] != seat]
            self._bubbles = [*others, (seat, words, 0.0)]

    def announce(self) -> None:
        """Show in large letters whose move it is."""
        self._banner_for = BANNER

    def begin_lift(self, angle: float) -> None:
        """Show the lifted piece turned like this first; it is turned in the hand."""
        self._blocks.begin_lift(lambda pose: pose._replace(angle=angle))

    def fly_from_pile(self, piece: str) -> None:
        """Let a piece that was chosen fly to the card."""
        start = self.layout.show_pile.center
        if self.is_pile_shown:
            start = self.pile.middle(piece)
        card = self.layout.card
        end = card.centerx, card.y + self._stage.px(140)
        picture = self.sprites.picture(piece, self.pile.shelf.scale, 0.0)
        self.animations.fly(FlyingPicture(picture, start, end, 0.45, 1.6))

    def lay_fallen(self) -> bool:
        """Keep the fallen pieces on the table until the queue goes on; return whether any fell."""
        return self._blocks.lay_fallen()

    def step(self, seconds: float, pace: float) -> None:
        """Let time pass.

        To a bot the camera goes as many times as fast as the bot plays, its `pace`, to be there in
        time.
        """
        play = self._play
        if not play.playback.is_replaying:
            self._watch()
        eased = self._stage.eased(seconds)
        self.view.step(eased if play.is_human_turn else eased * pace, card=self.has_card)
        self.pile.prepare(play.queue.view, self._owners, AHEAD)
        self.animations.step(eased)
        self._blocks.step(seconds)
        older = ((seat, words, age + seconds) for seat, words, age in self._bubbles)
        # Nothing that was said may lie over what falls.
        falls = play.playback.is_tipping or play.playback.is_replaying
        self._bubbles = [one for one in older if one[2] < BUBBLE and not falls]
        self._banner_for -= seconds

    def _watch(self) -> None:
        """Mark the piece that touched first while it is seen; then clear the fallen away."""
        play = self._play
        fall = play.playback.first_fall
        if fall is not None and self._first is None:
            self._first = fall.block
            figure = next((f for f in play.figures() if f.id == fall.block), None)
            name = called(play, figure.kind) if figure else _("piece")
            self._why = _("{why}  {again}", why=fell_first(name, fall.why), again=SEE_AGAIN)
        if self._blocks.fallen and not play.queue.busy:
            self._blocks.clear_away(
                self.camera,
                lambda f: self.sprites.picture(f.kind, self.camera.scale, f.pose.angle),
                lambda _: self.layout.show_pile.center,
            )
        if not self._blocks.fallen and not play.playback.is_tipping:
            self._first = None

    # --- the frame ------------------------------------------------------------------------------

    @property
    def waiting(self) -> tuple[str, Pose] | None:
        """The piece that waits to be taken into the hand, and where."""
        play, view = self._play, self._play.view()
        if view.phase is not Phase.PLACING or play.held or self._blocks.fallen:
            return None
        if play.match.phase is not MatchPhase.CHOOSING or play.playback.is_replaying:
            return None
        if self._start[0] != play.match.steps:
            start = play.match.table.in_hand(view.piece, TowerId(play.seat)).pose
            self._start = play.match.steps, Vec(start.x, start.y)
        x, y = self._start[1]
        angle = self._pointer.angles.get(view.piece, 0.0) if play.is_human_turn else 0.0
        return view.piece, Pose(x, y, angle)

    @property
    def seat_plates(self) -> Iterator[SeatPlate]:
        """Every seat as its plate shows it."""
        play, view = self._play, self._play.view()
        order = [seat for tick in view.collapsed for seat in tick]
        asked = play.seat if play.match.phase is not MatchPhase.OVER else None
        for index, spec in enumerate(play.match.seats):
            seat = Seat(index)
            figures = [f for f in play.figures() if f.tower == TowerId(index)]
            out = order.index(seat) + 1 if seat in order else 0
            yield SeatPlate(seat, spec, figures, play.span(TowerId(index)), seat == asked, out)

    @property
    def card(self) -> OfferCard | None:
        """The content of the card, or None if there is none now."""
        play, view, pointer = self._play, self._play.view(), self._pointer
        if play.match.phase is not MatchPhase.CHOOSING or play.queue.busy:
            return None
        if play.playback.is_replaying:
            return None
        wanted, piece = play.wanted, view.piece
        if pointer.pile_open and (wanted is Wanted.CHOOSE or pointer.hovered):
            piece = pointer.looked_at
        elif view.phase not in (Phase.BIDDING, Phase.OFFERED):
            return None
        asks = ASKS[wanted] if play.is_human_turn else _("is thinking …")
        names_bid = wanted is Wanted.CHOOSE and bool(piece) and pointer.examined == piece
        bid = pointer.bid if wanted is Wanted.BID or names_bid else None
        return OfferCard(play.seat, asks, piece, pointer.angles.get(piece, 0.0), bid)

    @property
    def has_card(self) -> bool:
        """Whether the card is seen."""
        return self.card is not None

    @property
    def _slider(self) -> float:
        if self._pointer.slider is not None:
            return self._pointer.slider
        held = self._play.held
        if held is not None:
            return max(extent(held.shape, held.pose)[0].y, 0.0)
        heights = self._play.heights()
        if self._play.match.phase is MatchPhase.OVER:
            return max(heights.values(), default=0.0)
        return heights.get(TowerId(self._play.seat), 0.0)

    @property
    def _owners(self) -> dict[str, Seat]:
        view = self._play.queue.view
        owners = {k: Seat(seat) for seat, tower in enumerate(view.towers) for k in tower}
        return {**owners, **({view.piece: view.asked} if view.piece else {})}

    @property
    def is_pile_shown(self) -> bool:
        """Whether the shelves lie over the table now."""
        play = self._play
        is_free = play.held is None and not (self._blocks.fallen or play.playback.is_replaying)
        return self._pointer.pile_open and is_free

    @property
    def _seen(self) -> Seen | None:
        """What the x-ray shows of the tower of whose turn it is."""
        play = self._play
        return None if play.marks else seen_of(self._xray, play, TowerId(play.seat))

    @property
    def _banner(self) -> tuple[Seat, str] | None:
        """Whose move it is and what they are asked, as long as that is said in large letters."""
        play = self._play
        if self._banner_for <= 0 or play.playback.is_replaying or not ASKS[play.wanted]:
            return None
        return play.seat, _("{name}: {words}", name=play.name, words=ASKS[play.wanted])

    def frame_state(self, settings: Settings) -> FrameState:
        """Return everything that a frame shows now."""
        play, pointer, setup = self._play, self._pointer, self._play.match.setup
        figures = self._blocks.figures
        return FrameState(
            view=play.queue.view,
            seats=play.match.seats,
            seat_plates=tuple(self.seat_plates),
            figures=figures,
            covered=[pixel_rect(self.camera, *play.box(figure)) for figure in figures],
            camera=self.camera,
            spots=setup.spots,
            table_width=setup.table.width,
            heights=play.heights(),
            slider=self._slider,
            asked=play.seat,
            over=play.match.phase is MatchPhase.OVER,
            waiting=self.waiting,
            first=self._first,
            why=self._why,
            marks=play.marks,
            xray=seen_of(self._xray, play, TowerId(play.seat))
            if settings.xray and not play.marks
            else None,
            plumb=settings.plumb_line and play.is_carrying,
            in_front=play.match.obstacle is not None,
            reach=pointer.reach,
            bubbles=[(seat, words) for seat, words, _ in self._bubbles],
            card=self.card,
            pile=self.is_pile_shown,
            chosen=pointer.examined,
            hovered=pointer.hovered,
            owners=self._owners,
            flights=tuple(self.animations.flying),
            banner=self._banner,
        )

    def tip(self) -> Tip | None:
        """Return the tip of the thing under the pointer and its place, or None."""
        layout, shelf, at = self.layout, self.pile.shelf, self._pointer.at
        barred = self._play.view().barred_now
        if barred and self.is_pile_shown and shelf.at(at) == barred:
            return why_barred(self._play), shelf.place(barred).rect.topright
        if self._play.is_carrying:
            return None
        for rect, words in (
            (layout.show_table, _("The whole table, and back (T)")),
            (layout.show_pile, _("All pieces that are left (O)")),
        ):
            if rect.collidepoint(at):
                return words, rect.bottomleft
        if (plate := self.plate_at(at)) is not None:
            name = self._play.match.seats[plate[0]].name
            return (name, plate[1].bottomleft) if len(name) > SHORT else None
        if layout.ruler.collidepoint(at):
            place = layout.ruler.right + self._stage.px(30), at[1]
            return _("Height measurer: drag the slider (H: next tower)"), place
        return None
