"""A font for pygame_gui's widgets with fallback fonts."""

import pygame
from pygame_gui.core.gui_font_pygame import GUIFontPygame

from towersim.ui.drawing.fonts import Fonts


class WidgetFont(GUIFontPygame):
    """A font of pygame_gui that renders with the window's `Fonts`; `size` in pixels."""

    def __init__(self, fonts: Fonts, size: int, *, bold: bool = False) -> None:
        super().__init__(None, size)
        self._fonts, self._bold = fonts, bold

    def size(self, text: str) -> tuple[int, int]:
        """Return the width and height of a text, in pixels."""
        return self.get_rect(text).size

    def get_rect(self, text: str) -> pygame.Rect:
        """Return the size of a text, with the font's ascent as y."""
        font = self._fonts.font(self.point_size, bold=self._bold)
        high = font.get_height() if text else 0
        wide = self._fonts.width(text, self.point_size, bold=self._bold) if text else 0
        return pygame.Rect(0, font.get_ascent() if text else 0, wide, high)

    def render_premul(self, text: str, text_color: pygame.Color) -> pygame.Surface:
        """Return a text with premultiplied alpha."""
        colour = (text_color.r, text_color.g, text_color.b)
        picture = self._fonts.text(text, self.point_size, colour, bold=self._bold)
        return picture.convert_alpha().premul_alpha()

    def render_premul_to(
        self,
        text: str,
        text_colour: pygame.Color,
        surf_size: tuple[int, int],
        surf_position: tuple[int, int],
    ) -> pygame.Surface:
        """Return a surface with a text whose baseline starts at a position."""
        surface = pygame.Surface(surf_size, pygame.SRCALPHA)
        if text:
            picture = self.render_premul(text, text_colour)
            top = surf_position[1] - self._fonts.font(self.point_size, bold=self._bold).get_ascent()
            surface.blit(picture, (surf_position[0], top), special_flags=pygame.BLEND_PREMULTIPLIED)
        return surface

    def get_padding_height(self) -> int:
        """Return the padding below the baseline, in pixels."""
        return 1 - self._fonts.font(self.point_size).get_descent()
