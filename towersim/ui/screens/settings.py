"""Settings: each line is a button that goes through its values."""

from typing import Final

import pygame
from msgspec.structs import replace

from towersim.ui.app_context import AppContext, CloseScreens, ScreenChange
from towersim.ui.draw_scene import still_life
from towersim.ui.input import Command, command_for_key
from towersim.ui.settings import Settings, next_pace, next_volume, pace_label
from towersim.ui.theme import ACCENT_DARK, SOFT_TEXT, TEXT
from towersim.ui.widgets import Form, draw_sheet

LINES: Final = (
    (
        "pace",
        "Speed of bots, cards and falling cubes",
        "Your own hand always moves in real time. At the table: key F.",
    ),
    ("plumb_line", "Plumb line", "Dots below the cube in your hand show where it would land."),
    ("preview", "Card preview", "Marks the cards that a cube would win where you hold it."),
    ("animations", "Flying cards", "Cards are seen on their way when they are dealt or played."),
    ("only_moves", "Push: only place", "A card that has only one place goes there by itself."),
    ("table_volume", "Sound of the table", "Blocks, cards, coins and dice. Key M: silence."),
    ("button_volume", "Sound of buttons", "Key M silences them too."),
    ("full_screen", "Full screen", "F11 does the same anywhere."),
)
ROW: Final = 60


VOLUME_FIELDS: Final = ("table_volume", "button_volume")


class SettingsPage:
    """The page of settings; every change counts at once and is kept."""

    overlay = False
    is_animating = False

    def __init__(self, context: AppContext) -> None:
        self._context = context
        self.resize()

    def resize(self) -> None:
        """Lay everything out for the context's stage."""
        stage = self._context.stage
        px = stage.px
        self._sheet = pygame.Rect(0, 0, px(760), px(182 + ROW * len(LINES)))
        self._sheet.center = stage.rect.center
        self.form = Form(stage)
        for index, (field, _, _) in enumerate(LINES):
            rect = pygame.Rect(self._sheet.right - px(36 + 170), self._row(index), px(170), px(40))
            self.form.button(rect, f"‹  {self._value(field)}  ›", field, chooser=True)
        rect = pygame.Rect(self._sheet.x + px(36), self._sheet.bottom - px(72), px(160), px(46))
        self.form.button(rect, "Back", "back", "strong")

    def _row(self, index: int) -> int:
        return self._sheet.y + self._context.stage.px(96 + index * ROW)

    def _value(self, field: str) -> str:
        value = getattr(self._context.settings, field)
        if field in VOLUME_FIELDS:
            muted = self._context.settings.muted
            return "muted" if muted else f"{value} %" if value else "off"
        if field == "pace":
            return pace_label(self._context.settings)
        return "on" if value else "off"

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Answer an event."""
        if event.type == pygame.KEYDOWN and command_for_key(event.key) is Command.PAUSE:
            return CloseScreens()
        pressed = self.form.handle(event)
        if pressed is None:
            return None
        if pressed.command == "back":
            return CloseScreens()
        self._context.change(_altered(self._context.settings, str(pressed.command), pressed.way))
        focus = self.form.focus
        self.resize()
        self.form.set_focus(focus)
        return None

    def update(self, seconds: float) -> ScreenChange | None:
        """Let time pass."""
        self.form.update(seconds)
        return None

    def draw(self, target: pygame.Surface) -> None:
        """Draw a frame."""
        stage, sheet = self._context.stage, self._sheet
        px = stage.px
        target.blit(still_life(stage), (0, 0))
        draw_sheet(target, stage, sheet)
        target.blit(
            stage.text("Settings", 30, TEXT, bold=True), (sheet.x + px(36), sheet.y + px(24))
        )
        for index, (_, name, words) in enumerate(LINES):
            y = self._row(index)
            target.blit(stage.text(name, 18, TEXT, bold=True), (sheet.x + px(36), y - px(4)))
            target.blit(stage.text(words, 15, SOFT_TEXT), (sheet.x + px(36), y + px(22)))
        if self._context.notice:
            lines = stage.fonts.wrapped(self._context.notice, px(14), sheet.w - px(260))
            for index, line in enumerate(lines[:3]):
                words_at = (sheet.x + px(220), sheet.bottom - px(76) + index * px(18))
                target.blit(stage.text(line, 14, ACCENT_DARK), words_at)
        self.form.draw(target)


def _altered(settings: Settings, field: str, way: int) -> Settings:
    if field == "pace":
        return next_pace(settings, way)
    if field in VOLUME_FIELDS:
        return next_volume(settings, field, way)
    return replace(settings, **{field: not getattr(settings, field)})
