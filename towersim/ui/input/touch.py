"""Touch input: translation of finger events to mouse events.

The first finger is the mouse with its button down. A second one turns the held block, as the wheel
does; without a held block, two fingers zoom.
"""

import math
from collections.abc import Iterator
from typing import Final

import pygame

from towersim.ui.input.bindings import NOTCH, ZOOM_NOTCH

ABOVE: Final = 0.06
"""Offset of a carried block above the finger, as a share of the window's height."""

Point = tuple[float, float]
Finger = tuple[int, int]


class Touch:
    """The state of the fingers on the screen."""

    def __init__(self) -> None:
        self._at: dict[Finger, Point] = {}
        """Position of each finger, in pixels of the window, in order of touch."""
        self._leads = False
        """Whether the first finger acts as the mouse; not after a zoom with two."""
        self._pointer: Point = (0.0, 0.0)

    def events(
        self, event: pygame.event.Event, size: tuple[int, int], *, carrying: bool
    ) -> Iterator[pygame.event.Event]:
        """Yield mouse events in place of a finger event; other events unchanged.

        `size` is the window's in pixels; `carrying`: a person has a block in the hand.
        """
        if event.type not in (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP):
            yield event
            return
        finger = event.touch_id, event.finger_id
        at = event.x * size[0], event.y * size[1]
        if event.type == pygame.FINGERDOWN:
            yield from self._down(finger, at, carrying=carrying)
        elif finger in self._at:
            raised = at[0], at[1] - ABOVE * size[1] * carrying
            if event.type == pygame.FINGERMOTION:
                yield from self._move(finger, at, raised, carrying=carrying)
            else:
                yield from self._up(finger, raised)

    def _down(self, finger: Finger, at: Point, *, carrying: bool) -> Iterator[pygame.event.Event]:
        self._at[finger] = at
        if len(self._at) == 1:
            self._leads = True
            yield self._motion(at, buttons=(0, 0, 0))
            yield _button(pygame.MOUSEBUTTONDOWN, at)
        elif self._leads and not carrying:
            # Two fingers zoom: cancel the press that the first finger began.
            self._leads = False
            yield pygame.event.Event(pygame.WINDOWFOCUSLOST)

    def _move(
        self, finger: Finger, at: Point, raised: Point, *, carrying: bool
    ) -> Iterator[pygame.event.Event]:
        two = tuple(self._at)[:2]
        before = [self._at[one] for one in two]
        self._at[finger] = at
        if len(two) == 2 and finger in two:
            yield from self._both(before, [self._at[one] for one in two], carrying=carrying)
        if finger == two[0] and self._leads:
            yield self._motion(raised, buttons=(1, 0, 0))

    def _both(
        self, before: list[Point], now: list[Point], *, carrying: bool
    ) -> Iterator[pygame.event.Event]:
        """Turn the held block by the rotation of two fingers, or zoom."""
        if carrying:
            turned = math.remainder(_angle(*now) - _angle(*before), math.tau)
            yield _wheel(turned / NOTCH)
        elif not self._leads:
            middle = (now[0][0] + now[1][0]) / 2, (now[0][1] + now[1][1]) / 2
            yield self._motion(middle, buttons=(0, 0, 0))
            wider = max(math.dist(*now), 1.0) / max(math.dist(*before), 1.0)
            yield _wheel(math.log(wider, ZOOM_NOTCH))

    def _up(self, finger: Finger, raised: Point) -> Iterator[pygame.event.Event]:
        first = next(iter(self._at)) == finger
        del self._at[finger]
        if first and self._leads:
            self._leads = False
            yield _button(pygame.MOUSEBUTTONUP, raised)
            yield pygame.event.Event(pygame.WINDOWLEAVE)

    def _motion(self, at: Point, buttons: tuple[int, int, int]) -> pygame.event.Event:
        rel = tuple(round(a - b) for a, b in zip(at, self._pointer, strict=True))
        self._pointer = at
        pos = (round(at[0]), round(at[1]))
        return pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=rel, buttons=buttons, touch=True)


def _angle(one: Point, other: Point) -> float:
    """Return the angle of the line between two points, counter-clockwise on screen, in radians."""
    return math.atan2(one[1] - other[1], other[0] - one[0])


def _button(kind: int, at: Point) -> pygame.event.Event:
    return pygame.event.Event(kind, pos=(round(at[0]), round(at[1])), button=1, touch=True)


def _wheel(notches: float) -> pygame.event.Event:
    return pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=0, precise_y=notches, flipped=False)
