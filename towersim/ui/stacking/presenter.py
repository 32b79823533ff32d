"""The presenter of a table with blocks: camera, hand, fallen and lifted blocks, flying pictures."""

import math
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import pygame

from towersim.common.messages import message as _
from towersim.common.units import BlockId, Pose, Vec
from towersim.match.match import Match, MatchPhase
from towersim.rules.base import StressTest
from towersim.table.table import Figure
from towersim.theatre.focus import MovingPart
from towersim.ui.app_context import PlayContext
from towersim.ui.drawing.camera import Box, Camera, CameraControl, pixel_rect, smoothstep
from towersim.ui.drawing.canvas import Canvas, Point
from towersim.ui.drawing.layout import Areas, TableLayout
from towersim.ui.drawing.sprites import Sprites
from towersim.ui.drawing.text import Hint, Tip, draw_hint, draw_log
from towersim.ui.drawing.theme import Viewport
from towersim.ui.explainer import Marks
from towersim.ui.input.bindings import Pointer
from towersim.ui.play import Play
from towersim.ui.sentences import CLICK_AGAIN, Logbook, sentence
from towersim.ui.settings import Settings
from towersim.ui.stacking.effects import Bit, Dust
from towersim.ui.stacking.xray import XRay, XRayPicture, xray_of


class FlyingPicture(NamedTuple):
    """A picture that flies from one point to another and shrinks."""

    picture: pygame.Surface
    start: Point
    end: Point
    seconds: float
    shrink: float
    age: float = 0.0

    def draw(self, canvas: Canvas) -> None:
        """Draw the picture on its way, an arc."""
        eased = smoothstep(self.age / self.seconds)
        x, y = pygame.Vector2(self.start).lerp(self.end, eased)
        arc, scale = 60 * math.sin(math.pi * eased), max(1 + (self.shrink - 1) * eased, 0.05)
        shown = pygame.transform.smoothscale_by(self.picture, scale) if scale < 1 else self.picture
        canvas.put(shown, center=(round(x), round(y - arc)))


Note = tuple[float | None, str]
"""A note: the x on the table near which it is shown, in metres or None, and its sentence."""
RULER: Final = 54
"""Width of the ruler beside a panel, in units."""
TELL: Final = 4.5
"""Shortest time for which the cause of a fall is visible while bots act, in seconds."""


class TableFrame(NamedTuple):
    """The state of a table with blocks in one frame."""

    figures: Sequence[Figure]
    boxes: Sequence[tuple[Vec, Vec]]
    """The corners of the upright box around each figure, in metres."""
    camera: Camera
    width: float
    """Width of the table, in metres."""
    plumb: bool = False
    """Whether the plumb line of the held block is shown."""
    in_front: bool = False
    """Whether the held block is in front of another seat's tower, and cannot be released."""
    reach: tuple[int, int] | None = None
    """The mouse's target for the hand, in pixels."""
    notes: Sequence[Note] = ()
    """The notes, unless a collapse is replayed."""
    marks: Marks | None = None
    """The marks while a collapse is replayed, and of the block that gave way after a fall."""
    xray: XRayPicture | None = None
    """The statics of the table, or of the table after a release of the held block, if wanted."""
    loads: bool = False
    """Whether the x-ray shows the load on each block as a colour."""
    dust: Sequence[Bit] = ()
    """The dust and chips that fly."""

    @property
    def held(self) -> Figure | None:
        """The block in the hand."""
        return next((figure for figure in self.figures if figure.held), None)

    @property
    def covered(self) -> list[pygame.Rect]:
        """The bounding rectangles of the figures, in pixels; computed on each access."""
        return [pixel_rect(self.camera, *box) for box in self.boxes]

    @property
    def bare(self) -> "TableFrame":
        """The same table without blocks."""
        return TableFrame((), (), self.camera, self.width)


class TablePresenter:
    """The presenter of a match on a viewport; also the `HandTable` of a player's hand.

    Fallen blocks stay for a while and fly back to the pool; a lifted one glides to the hand. Each
    game implements the methods of the last section.
    """

    shrink = 1.0
    """Final scale of fallen blocks on their way back."""
    lift_seconds = 0.0
    """Duration of a lifted block's way to the hand, in seconds."""
    layout: Any
    sprites: Sprites

    def __init__(self, viewport: Viewport, play: Play[Any], pointer: Pointer) -> None:
        """Present a match; calls `lay_out` and `goal`, so subclasses set their fields first."""
        self._viewport, self.play, self.pointer = viewport, play, pointer
        self._xray = XRay()
        self._moving, self._replayed = MovingPart(), MovingPart()
        self.flights: list[FlyingPicture] = []
        self.dust = Dust()
        self._lift_age = self.lift_seconds
        self._lifted_from: Callable[[Pose], Pose] = lambda pose: pose
        self.fallen: tuple[Figure, ...] = ()
        """The blocks that fell in the last move, until somebody acts."""
        self._stood: dict[BlockId, Pose] = {}
        """Where the others stood when they were laid there."""
        self._told: tuple[Note, ...] = ()
        """The notes about the last fall, until somebody acts."""
        self._told_at, self._told_for = -1, 0.0
        """The number of actions when they were written or blocks fell; their age in seconds."""
        self.reach: tuple[int, int] | None = None
        """The mouse's target for the hand, in pixels; None: the mouse does not move it."""
        self.slips: Sequence[pygame.Rect] = ()
        """The rectangles of these notes as drawn last, in games where a click on them counts."""
        self.layout = self.lay_out()
        self.control = CameraControl(self.goal())

    def resize(self, viewport: Viewport) -> TableLayout:
        """Lay out the table if the viewport is another one; return the layout."""
        layout: TableLayout = self.layout
        if viewport is not self._viewport:
            self._viewport = viewport
            self.layout = layout = self.lay_out()
            self.flights.clear()
            self._lift_age = self.lift_seconds
            self.control.jump(self.goal())
        return layout

    @property
    def camera(self) -> Camera:
        """The camera of this frame."""
        return self.control.camera

    @property
    def is_moving(self) -> bool:
        """Whether an animation runs, even if the match waits."""
        flies = self.flights or self.dust.bits
        return bool(self.is_lifting or flies) or self.control.is_moving

    @property
    def is_lifting(self) -> bool:
        """Whether a lifted block is still on its way to the hand."""
        return self._lift_age < self.lift_seconds

    def begin_lift(self, lifted_from: Callable[[Pose], Pose]) -> None:
        """Start the lift of a block; `lifted_from` maps its pose to the start of its way."""
        self._lifted_from, self._lift_age = lifted_from, 0.0

    def step(self, seconds: float, pace: float) -> None:
        """Advance by a time step; in a bot's turn the camera is `pace` times as fast.

        So it arrives in time for the bot's move.
        """
        eased = self._viewport.eased(seconds)
        self.follow_goal(eased if self.play.is_human_turn else eased * pace)
        older = (flight._replace(age=flight.age + eased) for flight in self.flights)
        self.flights = [flight for flight in older if flight.age < flight.seconds]
        self.dust.step(eased)
        self._lift_age += seconds
        if not self.play.playback.is_replaying:
            self._told_for += seconds
            self._let_notes_go()
            if self.play.playback.is_showing:
                self.lay_fallen()
                # A tower that leaned on fallen blocks moves without them.
                if self.fallen and self.play.is_upset(self._stood):
                    self.take_away()

    def follow_goal(self, seconds: float) -> None:
        """Advance the camera towards its goal; it holds all that moves until that is at rest."""
        playback, control = self.play.playback, self.control
        moving = self._replayed if playback.is_replaying else self._moving
        if not playback.is_replaying:
            self._replayed = MovingPart()
            if self._is_at_rest:
                moving.begin(self.play.figures())
        if moving.swept is None:
            control.aim(self.goal())
        for frame in playback.take_frames():
            moving.see(frame, self.test)
        moving.see(self.figures, self.test)
        control.hold(moving, self.tower_box)
        control.step(seconds)

    @property
    def test(self) -> StressTest | None:
        """The test of the table whose motion is shown; None without one."""
        return None

    @property
    def _is_at_rest(self) -> bool:
        """Whether no block moves, is in the hand or lies fallen."""
        play, phase = self.play, self.play.match.phase
        if play.playback.is_showing or play.queue.busy or self.fallen:
            return False
        return phase in (MatchPhase.CHOOSING, MatchPhase.OVER)

    @property
    def tower_box(self) -> Box:
        """The box for towers, in pixels: beside panel and ruler, below the hint."""
        left, top, right, base = self.layout.areas.tower_box(self._viewport.px(4))
        return left + self._viewport.px(RULER), top, right - self._viewport.px(12), base

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Every block in the pose to be drawn."""
        figures = self.play.figures()
        if self.play.playback.is_replaying:
            return figures
        if self.is_lifting:
            figures = tuple(self._gliding(figure) if figure.held else figure for figure in figures)
        return (*self.fallen, *figures)

    def _gliding(self, figure: Figure) -> Figure:
        share = smoothstep(self._lift_age / self.lift_seconds)
        ends = zip(self._lifted_from(figure.pose), figure.pose, strict=True)
        return figure._replace(pose=Pose(*(start + (end - start) * share for start, end in ends)))

    def table_frame(self, settings: Settings, *, xray: bool) -> TableFrame:
        """Return the state of the table for one frame, with an optional x-ray."""
        play, figures, marks = self.play, self.figures, self.play.falls.marks
        # A cause has red marks of its own, and a replay is not at rest.
        shows = xray and not (self.is_telling or play.playback.is_replaying)
        return TableFrame(
            figures=figures,
            boxes=[figure.extent for figure in figures],
            camera=self.camera,
            width=play.match.setup.table.width,
            plumb=settings.plumb_line and play.is_carrying,
            in_front=play.match.obstacle is not None,
            reach=self.reach,
            notes=self._told,
            marks=marks or (play.falls.culprit if self.is_telling else None),
            xray=xray_of(self._xray, play) if shows else None,
            loads=settings.xray_loads,
            dust=self.dust.bits,
        )

    def lay_fallen(self) -> bool:
        """Keep the blocks that just left the table as fallen; return whether there are new ones."""
        known = {figure.id for figure in (*self.play.figures(), *self.fallen)}
        gone = (figure for figure in self.play.before if figure.id not in known)
        fresh = tuple(figure._replace(tower=None, held=False) for figure in gone)
        self.fallen += fresh
        if fresh:
            self._told_at = self.play.match.steps
            self._stood = {figure.id: figure.pose for figure in self.play.figures()}
        return bool(fresh)

    @property
    def is_telling(self) -> bool:
        """Whether the cause of a fall is told, and the block that gave way marked."""
        return bool(self._told)

    def is_slip(self, at: tuple[int, int]) -> bool:
        """Return whether a point hits a note about the last fall."""
        is_shown = self.is_telling and not self.play.playback.is_replaying
        return is_shown and any(slip.collidepoint(at) for slip in self.slips)

    def show_fall(self, x: float, sentence: str) -> bool:
        """Show a note near x (metres) until somebody acts; return whether there is news to see.

        A tower that another took along has no sentence, and no note.
        """
        if sentence:
            self._told = ((x, _("{fell}  {again}", fell=sentence, again=CLICK_AGAIN)),)
            self._told_at, self._told_for = self.play.match.steps, 0.0
        return self.lay_fallen() or bool(sentence)

    def _let_notes_go(self) -> None:
        """Clear what fell away once a bot acts, and the notes when they can have been read."""
        play = self.play
        if play.queue.busy or not (play.held or play.match.steps > self._told_at):
            return
        self.take_away()
        if self._told_for >= TELL or play.is_human_turn:
            self._told = ()

    def acted(self) -> None:
        """Clear away what fell, with its notes, as a person acts."""
        if not self.play.queue.busy:
            self._told = ()
            self.take_away()

    def take_away(self) -> None:
        """Start the flights of the fallen blocks, in games that take them away."""

    def clear_away(self, home: Callable[[str], Point]) -> None:
        """Start the flight of each fallen block to the `home` of its kind, in pixels."""
        for index, (kind, pose) in enumerate((f.kind, f.pose) for f in self.fallen):
            picture = self.sprites.picture(kind, self.camera.scale, pose.angle)
            start = self.camera.to_px(pose.x, pose.y)
            fly = FlyingPicture(picture, start, home(kind), 0.8, self.shrink, -0.04 * index)
            self.flights.append(fly)
        self.fallen = ()

    @property
    def held(self) -> Figure | None:
        """The block in a person's hand."""
        return self.play.held if self.play.is_carrying else None

    def is_room(self, at: tuple[int, int]) -> bool:
        """Return whether a point is in the area of towers, not on a button or a panel."""
        areas: Areas = self.layout.areas
        on_button = areas.pause.collidepoint(at) or areas.pace.collidepoint(at)
        return (
            areas.room.left < at[0] < areas.room.right and at[1] < areas.log.top and not on_button
        )

    def seen(self) -> tuple[Vec, Vec]:
        """Return the lower left and upper right corners of the visible table, in metres.

        While the camera moves, they are those at the end of its motion.
        """
        camera, room, top = self.control.goal, self.layout.areas.room, self.layout.areas.hint.bottom
        return camera.to_m(*room.bottomleft), camera.to_m(room.right, top)

    def let_go(self) -> str:
        """Release the block; return why it is refused, or an empty string."""
        is_beside = self.play.over() is None and self.play.match.obstacle is None
        return self.not_here() if is_beside else sentence(self.play.let_go())

    def put_back(self) -> str:
        """Put the block back; return why it is refused, or an empty string."""
        return sentence(self.play.put_back())

    @property
    def prompt(self) -> str:
        """The prompt for the present decision."""
        raise NotImplementedError

    def lay_out(self) -> TableLayout:
        """Return the layout for the viewport."""
        raise NotImplementedError

    def goal(self) -> Camera:
        """Return the goal of the camera."""
        raise NotImplementedError

    def is_pool(self, at: tuple[int, int]) -> bool:
        """Return whether a block released there is put back."""
        raise NotImplementedError

    def not_here(self) -> str:
        """Return where to hold a block that is beside its places."""
        raise NotImplementedError

    def draw(self, canvas: Canvas, settings: Settings) -> None:
        """Draw the table, below words and buttons."""
        raise NotImplementedError

    def draw_on_top(self, canvas: Canvas) -> None:
        """Draw flying pictures over text and buttons; called after `draw` in the same frame."""
        for flight in self.flights:
            flight.draw(canvas)

    def tip(self) -> Tip | None:
        """Return the tooltip of the object under the pointer, with its position, or None."""
        return None


def draw_match(
    present: Callable[[Viewport, Match, PlayContext], TablePresenter], canvas: Canvas, match: Match
) -> None:
    """Draw the present state of a match over the whole viewport, without buttons."""
    presenter = present(canvas.viewport, match, PlayContext())
    play, areas = presenter.play, presenter.layout.areas
    presenter.sprites.live = False
    presenter.draw(canvas, Settings())
    draw_log(canvas, areas, Logbook(play).lines())
    draw_hint(canvas, areas, Hint(presenter.prompt, play.name, play.tint))
