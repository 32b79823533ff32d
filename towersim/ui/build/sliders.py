"""The sliders for tilt, shake and load below the free table."""

import math
from collections.abc import Sequence
from typing import Final

import pygame
import pygame_gui
from msgspec.structs import replace
from pygame_gui.elements import UIHorizontalSlider

from towersim.free_table.history import Strain
from towersim.ui.build.actions import HEAVIEST, STEEPEST, WILDEST
from towersim.ui.drawing.theme import Stage
from towersim.ui.widgets.forms import Form

LIMITS: Final = ((-math.degrees(STEEPEST), math.degrees(STEEPEST)), (0.0, WILDEST), (0.0, HEAVIEST))
"""Ranges of tilt (degrees), shake (m/s²) and load (newtons)."""
DETENT: Final = 0.03
"""Values below this share of the maximum snap to zero."""


class Sliders:
    """Three sliders that command a strain; one drag is one command in the history."""

    def __init__(self, form: Form, stage: Stage, rects: Sequence[pygame.Rect]) -> None:
        high = stage.px(18)
        self._sliders = [
            UIHorizontalSlider(
                pygame.Rect(rect.x, rect.bottom - high - stage.px(8), rect.w, high),
                start_value=0.0,
                value_range=limits,
                manager=form.manager,
            )
            for rect, limits in zip(rects, LIMITS, strict=True)
        ]
        self._dragged: UIHorizontalSlider | None = None
        self._follows = False

    def show(self, strain: Strain) -> None:
        """Move the sliders to the commanded strain, except one being dragged."""
        values = (math.degrees(strain.tilt), strain.shake, strain.load)
        for slider, told, (least, most) in zip(self._sliders, values, LIMITS, strict=True):
            value = min(max(told, least), most)
            if slider is not self._dragged and abs(slider.get_current_value() - value) > 1e-6:
                slider.set_current_value(value)

    def wanted(self, event: pygame.event.Event, strain: Strain) -> tuple[Strain, bool] | None:
        """Return the strain of a moved slider, and whether its drag has changed it before."""
        if event.type == pygame.MOUSEBUTTONUP:
            self._dragged, self._follows = None, False
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT:
            return self._pressed(event.pos, strain)
        if event.type != pygame_gui.UI_HORIZONTAL_SLIDER_MOVED:
            return None
        if event.ui_element not in self._sliders:
            return None
        asked = _with_value(strain, self._sliders.index(event.ui_element), float(event.value))
        follows = self._follows and self._dragged is event.ui_element
        self._dragged, self._follows = event.ui_element, follows or asked != strain
        return asked, follows

    def _pressed(self, at: tuple[int, int], strain: Strain) -> tuple[Strain, bool] | None:
        """Move the knob below a press beside it, from where it may be dragged on."""
        for number, slider in enumerate(self._sliders):
            if slider.sliding_button is None:
                continue
            track = pygame.Rect(slider.get_abs_rect())
            knob = pygame.Rect(slider.sliding_button.get_abs_rect())
            if track.collidepoint(at) and not knob.collidepoint(at):
                share = (at[0] - track.x - knob.w / 2) / (track.w - knob.w)
                low, high = LIMITS[number]
                slider.set_current_value(low + min(max(share, 0.0), 1.0) * (high - low))
                self._dragged, self._follows = slider, True
                return _with_value(strain, number, slider.get_current_value()), False
        return None

    def refuse(self) -> None:
        """Release the dragged slider, as its strain was refused."""
        self._dragged, self._follows = None, False


def _with_value(strain: Strain, number: int, value: float) -> Strain:
    if abs(value) < DETENT * LIMITS[number][1]:
        value = 0.0
    match number:
        case 0:
            return replace(strain, tilt=math.radians(value))
        case 1:
            return replace(strain, shake=value)
        case _:
            return replace(strain, load=value)
