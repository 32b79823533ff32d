"""Hot-seat play: the curtain between two persons."""

from collections.abc import Callable
from typing import Final

import pygame

from towersim.common.messages import message as _
from towersim.ui.app_context import AppContext, ScreenChange
from towersim.ui.cards.card_faces import Cloth, felt
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.frames import draw_card_shadow
from towersim.ui.drawing.theme import SOFT_TEXT, TEXT
from towersim.ui.screens.sheet import SheetScreen
from towersim.ui.widgets.forms import Pressed, draw_sheet

TITLES: Final = (32, 28, 24, 21, 18)
"""Font sizes tried for the title, in units, largest first."""


class Curtain(SheetScreen):
    """A page that asks to pass the screen to a person, whose button shows their hand.

    Stray presses just after it appears do not open it (`PressGuard`). It is no overlay: the table
    is not drawn below it.
    """

    is_guarded = True
    size = 780, 330

    def __init__(
        self,
        context: AppContext,
        name: str,
        opened: Callable[[], object],
        pause: Callable[[], ScreenChange],
        cloth: Cloth = Cloth(),  # noqa: B008 - frozen
    ) -> None:
        """Create the page for the person `name`; `opened` is called when they open it."""
        self.name, self._opened, self._pause, self._cloth = name, opened, pause, cloth
        super().__init__(context)

    @property
    def title(self) -> str:
        """The title, with the next person's name."""
        return _("Pass to {name}", name=self.name)

    def fill(self) -> None:
        """Add the button that opens the curtain."""
        viewport, px = self.context.viewport, self.context.viewport.px
        rect = pygame.Rect(0, 0, px(640), px(54))
        rect.midbottom = (self.sheet.centerx, self.sheet.bottom - px(34))
        label: str = _("I am {name} – show my cards", name=self.name)
        label = viewport.fonts.cut(label, px(18), rect.w - px(30), bold=True)
        self.form.button(rect, label, "open", "strong")

    def execute(self, pressed: Pressed) -> ScreenChange:  # noqa: ARG002 - there is one button
        """Open the curtain."""
        self._opened()
        return super().leave()

    def leave(self) -> ScreenChange:
        """Open the pause: only the button leads back to the table."""
        return self._pause()

    def draw(self, canvas: Canvas) -> None:
        """Draw the page."""
        viewport, sheet, px = canvas.viewport, self.sheet, canvas.px
        canvas.put(felt(viewport, viewport.size[1], self._cloth.felt), (0, 0))
        draw_sheet(canvas, sheet)
        back = self._cloth.back.picture(viewport, px(104))
        for x in (-px(44), 0, px(44)):
            place = back.get_rect(midtop=(sheet.centerx + x, sheet.y + px(30)))
            draw_card_shadow(canvas, place)
            canvas.put(back, place)
        text, most, x = self.title, sheet.w - px(60), sheet.centerx
        sizes = (viewport.title(text, size, TEXT) for size in TITLES)
        fitting = next((picture for picture in sizes if picture.get_width() <= most), None)
        title = fitting or viewport.title(text, TITLES[-1], TEXT, room=(most, None))
        canvas.put(title, center=(x, sheet.y + px(172)))
        low, room = _("The others look away."), (most, px(34))
        canvas.text(low, 17, SOFT_TEXT, room=room, center=(x, sheet.y + px(212)))
        self.form.draw(canvas)
