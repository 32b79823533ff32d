"""The curtain between people at one screen: nothing of the table is seen behind it."""

from collections.abc import Callable
from typing import Final

import pygame

from towersim.messages import message as _
from towersim.ui.app_context import AppContext, CloseScreens, ScreenChange
from towersim.ui.cards.card_faces import face_picture
from towersim.ui.cards.draw_felt import Cloth, felt
from towersim.ui.draw_frames import draw_card_shadow
from towersim.ui.input import Command, command_for_key
from towersim.ui.press_guard import PressGuard
from towersim.ui.theme import SOFT_TEXT, TEXT
from towersim.ui.widgets import Form, draw_sheet

TITLES: Final = (32, 28, 24, 21, 18)
"""Sizes of the title that are tried, in units."""


class Curtain:
    """Asks that the screen be passed to somebody, who then opens the own cards.

    A press of whoever sat there before does not open it (`PressGuard`).

    It is no overlay: the table is not drawn at all as long as it hangs.
    """

    overlay = False
    is_animating = False

    def __init__(
        self,
        context: AppContext,
        name: str,
        opened: Callable[[], object],
        pause: Callable[[], ScreenChange],
        cloth: Cloth = Cloth(),  # noqa: B008 - frozen
    ) -> None:
        """Hang it for `name`; `opened` is called when that one opens it."""
        self._context, self.name = context, name
        self._opened, self._pause, self._cloth = opened, pause, cloth
        self._guard = PressGuard()
        self.resize()

    def resize(self) -> None:
        """Lay everything out for the context's stage."""
        stage = self._context.stage
        px = stage.px
        self._sheet = pygame.Rect(0, 0, px(780), px(330))
        self._sheet.center = stage.rect.center
        self.form = Form(stage)
        words: str = _("I am {name} – show my cards", name=self.name)
        wide = px(640)
        words = stage.fonts.cut(words, px(18), wide - px(30), bold=True)
        rect = pygame.Rect(0, 0, wide, px(54))
        rect.midbottom = (self._sheet.centerx, self._sheet.bottom - px(34))
        self.form.button(rect, words, "open", "strong")

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Answer an event."""
        if event.type == pygame.KEYDOWN and command_for_key(event.key) is Command.PAUSE:
            return self._pause()
        self._guard.note(event)
        pressed = self.form.handle(event)
        if pressed is None or self._guard.is_stray(event, pressed.command):
            return None
        self._opened()
        return CloseScreens()

    def update(self, seconds: float) -> ScreenChange | None:
        """Let time pass."""
        self.form.update(seconds)
        self._guard.update(seconds, self.form)
        return None

    def draw(self, target: pygame.Surface) -> None:
        """Draw a frame."""
        stage, sheet = self._context.stage, self._sheet
        px = stage.px
        target.blit(felt(stage, stage.size[1], self._cloth.felt), (0, 0))
        draw_sheet(target, stage, sheet)
        back = face_picture(stage, self._cloth.back, px(104))
        for x in (-px(44), 0, px(44)):
            place = back.get_rect(midtop=(sheet.centerx + x, sheet.y + px(30)))
            draw_card_shadow(target, stage, place)
            target.blit(back, place)
        words, most = _("Pass to {name}", name=self.name), sheet.w - px(60)
        sizes = (stage.title(words, size, TEXT) for size in TITLES)
        found = next((picture for picture in sizes if picture.get_width() <= most), None)
        title = found or stage.title(words, TITLES[-1], TEXT, width=most)
        target.blit(title, title.get_rect(center=(sheet.centerx, sheet.y + px(172))))
        low = stage.text(
            _("The others look away."), 17, SOFT_TEXT, width=sheet.w - px(60), height=px(34)
        )
        target.blit(low, low.get_rect(center=(sheet.centerx, sheet.y + px(212))))
        self.form.draw(target)
