"""The table as it is shown: fallen blocks lie for a while, a lifted one glides to the hand."""

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import pygame

from towersim.table import Figure
from towersim.ui.animations import Animations, FlyingPicture
from towersim.ui.camera import Camera, pixel_rect
from towersim.ui.collapse_film import Marks
from towersim.ui.play import Play
from towersim.ui.pointer import Pointer
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


class ShownBlocks:
    """What lies, stands and is held; blocks that fell fly back to where blocks are taken."""

    def __init__(
        self,
        play: Play[Any],
        *,
        shrink: float = 1.0,
        lift_seconds: float = 0.0,
        owned: bool = False,
    ) -> None:
        """Let fallen blocks shrink to a share of their size on the way back.

        A lifted block takes some seconds from where it lay to where it is held. Where towers are
        `owned` by seats, the x-ray is that of the seat whose turn it is.
        """
        self._play, self._shrink, self._owned, self._xray = play, shrink, owned, XRay()
        self.animations = Animations()
        self._lift_seconds = self._lift_age = lift_seconds
        self._lifted_from: Callable[[Pose], Pose] = lambda pose: pose
        self.fallen: tuple[Figure, ...] = ()
        """The blocks that fell in the last move, as long as they are shown."""

    @property
    def is_lifting(self) -> bool:
        """Whether a lifted block has not come to the hand yet."""
        return self._lift_age < self._lift_seconds

    def begin_lift(self, lifted_from: Callable[[Pose], Pose]) -> None:
        """Show the lifted block where a function has it for its pose, and let it glide on."""
        self._lifted_from, self._lift_age = lifted_from, 0.0

    def end_lift(self) -> None:
        """Show the lifted block where it is."""
        self._lift_age = self._lift_seconds

    def step(self, seconds: float) -> None:
        """Let time pass."""
        self._lift_age += seconds

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Every block in the pose to be drawn."""
        figures = self._play.figures()
        if self._play.playback.is_replaying:
            return figures
        if self.is_lifting:
            figures = tuple(self._gliding(figure) if figure.held else figure for figure in figures)
        return (*self.fallen, *figures)

    def frame(
        self,
        camera: Camera,
        pointer: Pointer,
        notes: Sequence[Note] = (),
        *,
        plumb: bool,
        xray: bool,
    ) -> TableFrame:
        """Return what a frame shows, with plumb line and x-ray where they are wanted."""
        play, figures, marks = self._play, self.figures, self._play.marks
        only = TowerId(play.seat) if self._owned else None
        return TableFrame(
            figures=figures,
            boxes=[play.box(figure) for figure in figures],
            camera=camera,
            width=play.match.setup.table.width,
            plumb=plumb and play.is_carrying,
            in_front=play.match.obstacle is not None,
            reach=pointer.reach,
            notes=notes,
            marks=marks,
            xray=seen_of(self._xray, play, only) if xray and marks is None else None,
        )

    def _gliding(self, figure: Figure) -> Figure:
        share = 0.5 - 0.5 * math.cos(math.pi * self._lift_age / self._lift_seconds)
        ends = zip(self._lifted_from(figure.pose), figure.pose, strict=True)
        return figure._replace(pose=Pose(*(start + (end - start) * share for start, end in ends)))

    def lay_fallen(self) -> bool:
        """Keep the blocks that have just gone from the table; return whether any is new."""
        known = {figure.id for figure in (*self._play.figures(), *self.fallen)}
        gone = (figure for figure in self._play.before if figure.id not in known)
        fresh = tuple(figure._replace(tower=None, held=False) for figure in gone)
        self.fallen += fresh
        return bool(fresh)

    def clear_away(
        self,
        camera: Camera,
        picture: Callable[[Figure], pygame.Surface],
        home: Callable[[Figure], Point],
    ) -> None:
        """Let each fallen block fly `home`, in pixels."""
        for index, figure in enumerate(self.fallen):
            start = camera.to_px(figure.pose.x, figure.pose.y)
            fly = FlyingPicture(picture(figure), start, home(figure), 0.8, self._shrink)
            self.animations.fly(fly._replace(age=-0.04 * index))
        self.fallen = ()
