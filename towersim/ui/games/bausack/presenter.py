"""The presenter of Bausack: camera, marks, speech bubbles, flying pieces and frame state."""

import math
from collections.abc import Iterator
from typing import Final

from pygame.math import clamp

from towersim.common.messages import message as _
from towersim.common.units import Pose, Seat, TowerId, Vec
from towersim.match.match import Match, MatchPhase
from towersim.rules.base import Event
from towersim.rules.bausack.state import Phase
from towersim.ui.app_context import PlayContext
from towersim.ui.cards.nodes import SHORT
from towersim.ui.drawing.camera import Box, Camera, fitted
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.layout import thing_at
from towersim.ui.drawing.sprites import Sprites
from towersim.ui.drawing.text import Tip
from towersim.ui.drawing.theme import Viewport
from towersim.ui.games.bausack import draw_table, messages
from towersim.ui.games.bausack.draw_pile import AHEAD, Pile
from towersim.ui.games.bausack.draw_seats import Layout, SeatPlate
from towersim.ui.games.bausack.play import BausackPlay, BausackPointer
from towersim.ui.settings import Settings
from towersim.ui.stacking.presenter import FlyingPicture, TablePresenter

ABOVE: Final = 0.085
"""Visible height above the tower, for the held piece, in metres."""
LEAST: Final = 0.2
"""Minimum visible height, in metres."""
NEIGHBOUR: Final = 0.05
"""Distance outside the frame up to which a neighbour's tower is included, in metres."""
BESIDE: Final = 0.14
"""Minimum visible width on either side of a tower's middle, in metres."""


def turn_camera(play: BausackPlay, box: Box) -> Camera:
    """Return the camera that frames a tower: the winner's, the opener's while bots bid, the seat's.

    Several winners are shown with the whole table.
    """
    outcome = play.match.outcome
    if outcome is not None:
        winner, *others = (TowerId(seat) for seat in outcome.winners)
        alone = not others and play.span(winner) is not None
        return tower_camera(play, box, winner) if alone else whole_camera(play, box)
    view = play.view()
    auction = view.phase in (Phase.BIDDING, Phase.OFFERED) and view.turn in view.standing
    seat = view.turn if auction and not play.is_human_turn else play.seat
    return tower_camera(play, box, TowerId(seat))


def tower_camera(play: BausackPlay, box: Box, tower: TowerId) -> Camera:
    """Return the camera that frames one tower, or its empty part of the table."""
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
    # The framed tower stays in the middle.
    half = max(middle - low, high - middle)
    return fitted(box, middle - half, middle + half, max(tall + ABOVE, LEAST))


def whole_camera(play: BausackPlay, box: Box) -> Camera:
    """Return the camera that shows the whole table."""
    half = play.match.setup.table.width / 2
    tall = max(play.heights().values(), default=0.0)
    return fitted(box, -half, half, max(tall + 0.04, LEAST))


LIE: Final = 2.0
"""Shortest time for which fallen pieces lie on the table before they fly back, in seconds."""
BUBBLE: Final = 2.6
"""Seconds that a speech bubble stays visible."""
BANNER: Final = 1.5
"""Seconds that the turn banner stays visible."""
TURN_IN: Final = 0.4
"""Seconds in which a lifted piece glides to the hand."""
NEAREST: Final = 5200.0
"""Maximum scale of the camera, in pixels per metre at viewport unit 1."""


class BausackPresenter(TablePresenter):
    """The presenter of a match of Bausack: towers, pile, offer card and speech bubbles."""

    shrink = 0.3
    lift_seconds = TURN_IN
    layout: Layout
    play: BausackPlay
    pointer: BausackPointer

    def __init__(self, viewport: Viewport, match: Match, context: PlayContext) -> None:
        self._start = -1, Vec(0.0, 0.0)
        """Cache: number of actions so far, and position of the waiting piece after them."""
        self._bubbles: list[tuple[Seat, str, float]] = []
        self._banner_for = 0.0
        """Seconds until the turn banner disappears."""
        play = BausackPlay(match, context)
        super().__init__(viewport, play, BausackPointer(play))

    def lay_out(self) -> Layout:
        """Lay out everything for the viewport; return the layout."""
        layout = Layout(self._viewport, len(self.play.match.seats))
        self.sprites = Sprites(self.play.match.setup.pieces, live=True)
        self.pile = Pile(self._viewport, layout, self.sprites, self.play.view().pieces)
        return layout

    @property
    def prompt(self) -> str:
        """The prompt for the seat to move; what fell lies there until a person goes on."""
        play = self.play
        waits = play.is_waiting and play.match.outcome is None and not play.queue.busy
        if self.fallen and waits:
            return _("{said} Any key goes on.", said=messages.collapsed(play))
        return messages.hint(play, self.pointer)

    def is_room(self, at: tuple[int, int]) -> bool:
        """Whether a point hits the room, not a button, the card, the pile or the panel."""
        layout = self.layout
        covered = [layout.show_pile, layout.show_table]
        covered += [layout.card] if self.card is not None else []
        covered += [layout.pile] if self.is_pile_shown else []
        return super().is_room(at) and not any(rect.collidepoint(at) for rect in covered)

    def is_pool(self, at: tuple[int, int]) -> bool:
        """Whether a point hits the place from which the held piece was taken."""
        held = self.play.held
        if held is None:
            return False
        table = self.play.match.table
        return self._is_near(table.in_hand(held.kind, TowerId(self.play.seat)).pose, at)

    def is_over_waiting(self, at: tuple[int, int]) -> bool:
        """Whether a point hits the piece that a person has to take into the hand."""
        waiting = self.waiting
        if waiting is None or self.play.wanted is not Phase.PLACING:
            return False
        return self._is_near(waiting[1], at)

    def _is_near(self, pose: Pose, at: tuple[int, int]) -> bool:
        reach = draw_table.waiting_radius(self._viewport, self.camera)
        return math.dist(self.camera.to_px(pose.x, pose.y), at) <= reach

    def not_here(self) -> str:
        """Return where to hold the piece: over the own tower or, without one, the own place."""
        if self.play.view().towers[self.play.seat]:
            return _("Hold the piece over your own tower to let it go.")
        return _("Hold the piece over your own part of the table to let it go.")

    def look_at_seat(self, seat: int) -> None:
        """Point the camera at the tower of a seat, if there is such a seat."""
        if seat < len(self.play.match.seats):
            self.pointer.pile_open = False
            self.control.look(tower_camera(self.play, self.tower_box, TowerId(seat)))

    @property
    def is_whole(self) -> bool:
        """Whether a person has switched the camera to the whole table."""
        scale = whole_camera(self.play, self.tower_box).scale
        return self.control.free and math.isclose(self.control.goal.scale, scale, rel_tol=1e-3)

    def go_home(self) -> None:
        """Point the camera at the default view again, which limits a hand from now on."""
        self.control.home()
        self.control.aim(self.goal())

    def toggle_table(self) -> None:
        """Switch the camera between the whole table and the default view."""
        self.pointer.pile_open = False
        if self.is_whole:
            self.control.home()
        else:
            self.control.look(whole_camera(self.play, self.tower_box))

    def zoom(self, notches: float, at: tuple[float, float]) -> None:
        """Zoom around a point of the screen; positive `notches` zoom in."""
        least = 0.9 * whole_camera(self.play, self.tower_box).scale
        self.control.zoom(notches, at, least, NEAREST * self._viewport.unit)

    @property
    def tower_box(self) -> Box:
        """The box for towers, in pixels: beside ruler and offer card, below the hint."""
        layout, px = self.layout, self._viewport.px
        right = layout.card.left - px(8) if self.card is not None else layout.areas.room.right
        top = layout.areas.hint.bottom + px(8)
        return layout.ruler.right + px(28), top, right, layout.areas.base

    def goal(self) -> Camera:
        """Return the camera of the replayed tower, or `turn_camera` once all events are shown."""
        play, box = self.play, self.tower_box
        if play.playback.is_replaying:
            self.control.home()
            block = None if play.falls.marks is None else play.falls.marks.block
            towers = (f.tower for f in play.figures() if f.id == block and f.tower is not None)
            return next((tower_camera(play, box, tower) for tower in towers), self.camera)
        return self.control.goal if play.queue.busy else turn_camera(play, box)

    def follow_goal(self, seconds: float) -> None:
        """Advance the camera, and keep the table in its picture."""
        self.control.keep(self.layout.areas.room, self.play.match.setup.table.width / 2)
        super().follow_goal(seconds)

    @property
    def is_moving(self) -> bool:
        """Whether an animation, a bubble or the banner is visible while the match waits."""
        return super().is_moving or bool(self._bubbles) or self._banner_for > 0

    def says(self, event: Event) -> None:
        """Show the speech bubble of an event beside its seat, if it has one."""
        seats = self.play.match.seats
        to = getattr(event, "to", None)
        sentence = messages.bubble(event, seats[to].name if to is not None else "")
        if sentence:
            seat = Seat(getattr(event, "seat", 0))
            others = [one for one in self._bubbles if one[0] != seat]
            self._bubbles = [*others, (seat, sentence, 0.0)]

    def announce(self) -> None:
        """Show the turn banner."""
        self._banner_for = BANNER

    def fly_from_pile(self, piece: str) -> None:
        """Start the flight of a piece chosen from the open pile to the card."""
        if self.is_pile_shown:
            card, start = self.layout.card, self.pile.middle(piece)
            end = card.centerx, card.y + self._viewport.px(140)
            picture = self.sprites.picture(piece, self.pile.shelf.scale, 0.0)
            self.flights.append(FlyingPicture(picture, start, end, 0.45, 1.6))

    def step(self, seconds: float, pace: float) -> None:
        """Advance the animations by `seconds`."""
        play = self.play
        super().step(seconds, pace)
        if self.sprites.ground.is_painted:  # nothing delays the first frame
            self.pile.prepare(play.queue.view, self._owners, AHEAD)
        older = ((seat, sentence, age + seconds) for seat, sentence, age in self._bubbles)
        # A bubble would cover falling pieces.
        falls = play.playback.is_tipping or play.playback.is_replaying
        self._bubbles = [one for one in older if one[2] < BUBBLE and not falls]
        self._banner_for -= seconds

    def take_away(self) -> None:
        """Start the flights of the fallen pieces to the pile."""
        self.clear_away(lambda _: self.layout.show_pile.center)

    @property
    def waiting(self) -> tuple[str, Pose] | None:
        """Kind and pose of the piece to be taken into the hand; None for none."""
        play, view = self.play, self.play.view()
        if view.phase is not Phase.PLACING or play.held or self.fallen:
            return None
        if play.match.phase is not MatchPhase.CHOOSING or play.playback.is_replaying:
            return None
        return view.piece, self.waiting_pose

    @property
    def waiting_pose(self) -> Pose:
        """The pose in which that piece is shown: in a view without it, at the nearest edge."""
        play, piece = self.play, self.play.view().piece
        if self._start[0] != play.match.steps:
            start = play.match.table.in_hand(piece, TowerId(play.seat)).pose
            self._start = play.match.steps, Vec(start.x, start.y)
        angle = self.pointer.angles.get(piece, 0.0) if play.is_human_turn else 0.0
        left, top, right, base = self.tower_box
        camera, usual = self.camera, self._start[1]
        reach, (x, y) = draw_table.waiting_radius(self._viewport, camera), camera.to_px(*usual)
        near = clamp(x, left + reach, right - reach), clamp(y, top + reach, base - reach)
        shown = usual if near == (x, y) else camera.to_m(*near)
        return Pose(*shown, angle)

    @property
    def seat_plates(self) -> Iterator[SeatPlate]:
        """The content of each seat's plate."""
        play = self.play
        asked = play.seat if play.match.phase is not MatchPhase.OVER else None
        for index, spec in enumerate(play.match.seats):
            seat, tower = Seat(index), TowerId(index)
            figures = [figure for figure in play.figures() if figure.tower == tower]
            yield SeatPlate(seat, spec, figures, play.span(tower), seat == asked, play.out(seat))

    @property
    def card(self) -> draw_table.OfferCard | None:
        """The content of the offer card; None while it is hidden."""
        play, view, pointer = self.play, self.play.view(), self.pointer
        if play.match.phase is not MatchPhase.CHOOSING or play.queue.busy:
            return None
        if play.playback.is_replaying:
            return None
        wanted, piece = play.wanted, view.piece
        if self.is_pile_shown and (wanted is Phase.CHOOSING or pointer.hovered):
            piece = pointer.looked_at
        elif view.phase not in (Phase.BIDDING, Phase.OFFERED):
            return None
        asks = messages.wanted(play) if play.is_human_turn else _("is thinking …")
        names_bid = wanted is Phase.CHOOSING and bool(piece) and pointer.examined == piece
        bid = pointer.bid if wanted is Phase.BIDDING or names_bid else None
        return draw_table.OfferCard(play.seat, asks, piece, pointer.angles.get(piece, 0.0), bid)

    @property
    def _slider(self) -> float:
        if self.pointer.slider is not None:
            return self.pointer.slider
        held = self.play.held
        if held is not None:
            return max(held.extent[0].y, 0.0)
        heights = self.play.heights()
        if self.play.match.phase is MatchPhase.OVER:
            return max(heights.values(), default=0.0)
        return heights.get(TowerId(self.play.seat), 0.0)

    @property
    def _owners(self) -> dict[str, Seat]:
        view = self.play.queue.view
        owners = {k: Seat(seat) for seat, tower in enumerate(view.towers) for k in tower}
        return {**owners, **({view.piece: view.asked} if view.piece else {})}

    @property
    def is_pile_shown(self) -> bool:
        """Whether the shelves cover the table now."""
        play = self.play
        is_free = play.held is None and not (self.fallen or play.playback.is_replaying)
        return self.pointer.pile_open and is_free

    @property
    def _banner(self) -> tuple[Seat, str] | None:
        """The seat to move and the text of the turn banner; None while it is hidden."""
        play = self.play
        asks = messages.wanted(play)
        if self._banner_for <= 0 or play.playback.is_replaying or not asks:
            return None
        return play.seat, _("{name}: {words}", name=play.name, words=asks)

    def frame_state(self, settings: Settings) -> draw_table.FrameState:
        """Return the present frame state."""
        play, pointer = self.play, self.pointer
        return draw_table.FrameState(
            view=play.queue.view,
            seat_plates=tuple(self.seat_plates),
            table=self.table_frame(settings, xray=settings.xray),
            spots=play.match.setup.spots,
            slider=self._slider,
            waiting=self.waiting,
            bubbles=[(seat, sentence) for seat, sentence, _ in self._bubbles],
            card=self.card,
            pile=self.is_pile_shown,
            chosen=pointer.examined,
            hovered=pointer.hovered,
            owners=self._owners,
            banner=self._banner,
        )

    def draw(self, canvas: Canvas, settings: Settings) -> None:
        """Draw the table, below texts and buttons."""
        self._frame = self.frame_state(settings)
        self.slips = draw_table.draw_table(
            canvas, self.layout, self.sprites, self.pile, self._frame
        )

    def draw_on_top(self, canvas: Canvas) -> None:
        """Draw flying pictures, speech bubbles and the turn banner."""
        super().draw_on_top(canvas)
        draw_table.draw_over(canvas, self.layout, self._frame, self.slips)

    def tip(self) -> Tip | None:
        """Return the tooltip under the pointer and its position; None for none."""
        layout, shelf, at = self.layout, self.pile.shelf, self.pointer.at
        barred = self.play.view().barred_now
        if barred and self.is_pile_shown and shelf.at(at) == barred:
            return messages.why_barred(self.play), shelf.place(barred).rect.topright
        if self.play.is_carrying:
            return None
        tips = {
            _("The whole table, and back ({key:T})"): layout.show_table,
            _("All pieces that are left ({key:O})"): layout.show_pile,
        }
        if (text := thing_at(tips.items(), at)) is not None:
            return text, tips[text].bottomleft
        if (seat := thing_at(enumerate(layout.plates), at)) is not None:
            name = self.play.match.seats[seat].name
            return (name, layout.plates[seat].bottomleft) if len(name) > SHORT else None
        if layout.ruler.collidepoint(at):
            place = layout.ruler.right + self._viewport.px(30), at[1]
            return _("Height measurer: drag the slider ({key:H}: next tower)"), place
        return None
