"""What is drawn on: a picture, and the stage in whose sizes and letters it is drawn."""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

import pygame

from towersim.ui.theme import RGB, Stage

Point = tuple[float, float]
Room = tuple[int | None, int | None]
"""A width and a height in pixels, each None where there is no bound."""


class Canvas(NamedTuple):
    """A picture and its stage; `*canvas` gives both to a function that takes them one by one.

    What is put or written `at` a place has its upper left corner there; otherwise the point of it
    that is named as `pygame.Rect` does: `midleft=(x, y)`.
    """

    target: pygame.Surface
    stage: Stage

    def px(self, units: float) -> int:
        """Return a length in pixels, at least one."""
        return self.stage.px(units)

    def cached(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Return what `make` painted for this key, painting it only once; only ever put it."""
        return self.stage.cached(key, make)

    def put(
        self, picture: pygame.Surface, at: pygame.Rect | Point | None = None, **point: Point
    ) -> None:
        """Draw a picture."""
        self.target.blit(picture, picture.get_rect(**point) if at is None else at)

    def text(
        self,
        words: str,
        units: float,
        tint: RGB,
        *,
        bold: bool = False,
        room: Room = (None, None),
        **point: Point,
    ) -> None:
        """Write one line of text `units` high; the room's width and height are `Stage.text`'s."""
        wide, high = room
        self.put(self.stage.text(words, units, tint, bold=bold, width=wide, height=high), **point)

    def title(
        self, words: str, units: float, tint: RGB, *, room: Room = (None, None), **point: Point
    ) -> None:
        """Write a title or a number in the display typeface."""
        self.put(self.stage.title(words, units, tint, width=room[0], height=room[1]), **point)

    @contextmanager
    def clipped(self, area: pygame.Rect) -> Iterator[None]:
        """Draw nothing outside of an area."""
        clip = self.target.get_clip()
        self.target.set_clip(area)
        yield
        self.target.set_clip(clip)
