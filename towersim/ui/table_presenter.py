"""The table of any game with blocks as it is shown: camera, hand, what fell, what is lifted."""

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import pygame

from towersim.table import Figure
from towersim.ui.animations import Animations, FlyingPicture
from towersim.ui.camera import Camera, pixel_rect
from towersim.ui.camera_control import CameraControl
from towersim.ui.canvas import Canvas
from towersim.ui.collapse_film import Marks
from towersim.ui.draw_text import draw_hint, draw_log
from towersim.ui.layout import TableLayout
from towersim.ui.logbook import Logbook
from towersim.ui.play import Play
from towersim.ui.pointer import Pointer
from towersim.ui.sentences import TOO_LATE
from towersim.ui.settings import Settings
from towersim.ui.theme import Stage
from towersim.ui.xray import Seen, XRay, seen_of
from towersim.units import Pose, TowerId, Vec

Point = tuple[float, float]
Note = tuple[float | None, str]
"""A sentence on a slip of paper, and near which x on the table it lies, in metres, if anywhere."""


class TableFrame(NamedTuple):
    """What a frame shows of the table of any game with blocks."""

    figures: Sequence[Figure]
    boxes: Sequence[tuple[Vec, Vec]]
    """The corners of the upright box around each figure, in metres."""
    camera: Camera
    width: float
    """Of the table, in metres."""
    plumb: bool = False
    """Whether a line shows where the held block would land."""
    in_front: bool = False
    """Whether the held block is in front of another seat's tower, and cannot be let go there."""
    reach: tuple[int, int] | None = None
    """Where the mouse wants the hand, in pixels."""
    notes: Sequence[Note] = ()
    """What is told, unless a collapse is seen again."""
    marks: Marks | None = None
    """What is marked while a collapse is seen again."""
    xray: Seen | None = None
    """The statics of what stands, or of what would if the block were let go, if asked for."""

    @property
    def held(self) -> Figure | None:
        """The block in the hand."""
        return next((figure for figure in self.figures if figure.held), None)

    @property
    def covered(self) -> list[pygame.Rect]:
        """What the figures cover, in pixels; made each time it is asked for."""
        return [pixel_rect(self.camera, *box) for box in self.boxes]

    @property
    def bare(self) -> "TableFrame":
        """The same table with nothing on it."""
        return TableFrame((), (), self.camera, self.width)


class TablePresenter:
    """What a player sees of a match on a stage, from frame to frame; a table for their hand.

    Blocks that fell lie for a while and fly back to where blocks are taken; a lifted one glides to
    the hand. Each game fills in the methods of the last part.
    """

    too_late: str = TOO_LATE
    """Why a block that has touched something cannot be put back any more."""
    shrink = 1.0
    """To which share of their size fallen blocks shrink on their way back."""
    lift_seconds = 0.0
    """Seconds that a lifted block takes from where it lay to where it is held."""
    owned = False
    """Whether towers belong to seats: the x-ray is then that of the seat whose turn it is."""
    layout: Any
    """Where everything lies; each game's own."""

    def __init__(self, stage: Stage, play: Play[Any], pointer: Pointer) -> None:
        """Begin to show a match; ends with the camera, so a game has its own things before."""
        self._stage, self._play, self._pointer = stage, play, pointer
        self._xray = XRay()
        self.animations = Animations()
        self._lift_age = self.lift_seconds
        self._lifted_from: Callable[[Pose], Pose] = lambda pose: pose
        self.fallen: tuple[Figure, ...] = ()
        """The blocks that fell in the last move, as long as they are shown."""
        self.layout = self.lay_out()
        self.control = CameraControl(self.goal())

    def resize(self, stage: Stage) -> TableLayout:
        """Show the same on another stage; return where everything lies there."""
        self._stage = stage
        self.layout = layout = self.lay_out()
        self.animations.forget()
        self._lift_age = self.lift_seconds
        self.control.jump(self.goal())
        return layout

    @property
    def camera(self) -> Camera:
        """The camera of this frame."""
        return self.control.camera

    # --- time -----------------------------------------------------------------------------------

    @property
    def is_moving(self) -> bool:
        """Whether something is on its way though the match waits."""
        flies = self.fallen or self.is_lifting or self.animations.flying
        return bool(flies) or self.control.is_moving

    @property
    def is_lifting(self) -> bool:
        """Whether a lifted block has not come to the hand yet."""
        return self._lift_age < self.lift_seconds

    def begin_lift(self, lifted_from: Callable[[Pose], Pose]) -> None:
        """Show the lifted block where a function has it for its pose, and let it glide on."""
        self._lifted_from, self._lift_age = lifted_from, 0.0

    def step(self, seconds: float, pace: float) -> None:
        """Let time pass; to a bot's tower the camera goes as many times as fast as the bot plays.

        So it is there in time.
        """
        eased = self._stage.eased(seconds)
        self.look(eased if self._play.is_human_turn else eased * pace)
        self.animations.step(eased)
        self._lift_age += seconds

    def look(self, seconds: float) -> None:
        """Let the camera follow what is to be seen."""
        self.control.aim(self.goal())
        self.control.step(seconds)

    # --- what is seen ---------------------------------------------------------------------------

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Every block in the pose to be drawn."""
        figures = self._play.figures()
        if self._play.playback.is_replaying:
            return figures
        if self.is_lifting:
            figures = tuple(self._gliding(figure) if figure.held else figure for figure in figures)
        return (*self.fallen, *figures)

    def _gliding(self, figure: Figure) -> Figure:
        share = 0.5 - 0.5 * math.cos(math.pi * self._lift_age / self.lift_seconds)
        ends = zip(self._lifted_from(figure.pose), figure.pose, strict=True)
        return figure._replace(pose=Pose(*(start + (end - start) * share for start, end in ends)))

    def table_frame(
        self, settings: Settings, notes: Sequence[Note] = (), *, xray: bool
    ) -> TableFrame:
        """Return what a frame shows of the table, with what is told and, if wanted, an x-ray."""
        play, figures, marks = self._play, self.figures, self._play.marks
        only = TowerId(play.seat) if self.owned else None
        return TableFrame(
            figures=figures,
            boxes=[play.box(figure) for figure in figures],
            camera=self.camera,
            width=play.match.setup.table.width,
            plumb=settings.plumb_line and play.is_carrying,
            in_front=play.match.obstacle is not None,
            reach=self._pointer.reach,
            notes=notes,
            marks=marks,
            xray=seen_of(self._xray, play, only) if xray and marks is None else None,
        )

    # --- what fell ------------------------------------------------------------------------------

    def lay_fallen(self) -> bool:
        """Keep the blocks that have just gone from the table; return whether any is new."""
        known = {figure.id for figure in (*self._play.figures(), *self.fallen)}
        gone = (figure for figure in self._play.before if figure.id not in known)
        fresh = tuple(figure._replace(tower=None, held=False) for figure in gone)
        self.fallen += fresh
        return bool(fresh)

    def clear_away(
        self, picture: Callable[[Figure], pygame.Surface], home: Callable[[Figure], Point]
    ) -> None:
        """Let each fallen block fly `home`, in pixels."""
        for index, figure in enumerate(self.fallen):
            start = self.camera.to_px(figure.pose.x, figure.pose.y)
            fly = FlyingPicture(picture(figure), start, home(figure), 0.8, self.shrink)
            self.animations.fly(fly._replace(age=-0.04 * index))
        self.fallen = ()

    # --- a picture ------------------------------------------------------------------------------

    def draw_still(self, canvas: Canvas) -> None:
        """Draw the match as it stands over the whole stage, with hint and log but no button."""
        play, areas = self._play, self.layout.areas
        self.draw(canvas, Settings())
        draw_log(canvas, areas, Logbook(play).lines())
        draw_hint(canvas, areas, self.prompt, play.name, play.tint)

    # --- the table for a hand -------------------------------------------------------------------

    @property
    def held(self) -> Figure | None:
        """The block in a person's hand."""
        return self._play.held if self._play.is_carrying else None

    def is_room(self, at: tuple[int, int]) -> bool:
        """Return whether a point belongs to the towers, not to a button or a panel."""
        return bool(self.layout.areas.has_towers(at))

    def seen(self) -> tuple[Vec, Vec]:
        """Return the corners of what is seen, lower left first, in metres."""
        areas = self.layout.areas
        return self.camera.seen(areas.room, areas.hint.bottom)

    def let_go(self) -> str:
        """Let go of the block; return what refuses, or nothing."""
        return "" if self._play.let_go() else self.not_here()

    def put_back(self) -> str:
        """Put the block back where it was taken; return what refuses, or nothing."""
        return "" if self._play.put_back() else self.too_late

    # --- what a game fills in -------------------------------------------------------------------

    @property
    def prompt(self) -> str:
        """What there is to do now."""
        raise NotImplementedError

    def lay_out(self) -> TableLayout:
        """Lay everything out for the stage; return the layout."""
        raise NotImplementedError

    def goal(self) -> Camera:
        """Return the camera that shows what is to be seen now."""
        raise NotImplementedError

    def is_pool(self, at: tuple[int, int]) -> bool:
        """Return whether letting a block go there puts it back."""
        raise NotImplementedError

    def not_here(self) -> str:
        """Return why the block cannot be let go where it is."""
        raise NotImplementedError

    def draw(self, canvas: Canvas, settings: Settings) -> None:
        """Draw the table, below words and buttons."""
        raise NotImplementedError

    def draw_on_top(self, canvas: Canvas) -> None:
        """Draw what lies over words and buttons; after the table of the same frame."""
