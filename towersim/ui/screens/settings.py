"""Settings in four groups: each line is a button that goes through its values."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import pygame

from towersim.ui.app_context import AppContext, CloseScreens, OpenScreen, ScreenChange
from towersim.ui.draw_scene import still_life
from towersim.ui.input import Command, command_for_key
from towersim.ui.screens.keys import KeysPage
from towersim.ui.settings import VOLUME_FIELDS, Settings, altered, pace_label
from towersim.ui.theme import ACCENT_DARK, SOFT_TEXT, TEXT
from towersim.ui.widgets import Form, draw_sheet


class Line(NamedTuple):
    """A setting: its field, what it is called, and what it does."""

    field: str
    name: str
    help: str


GROUPS: Final[tuple[tuple[str, tuple[Line, ...]], ...]] = (
    (
        "Game",
        (
            Line(
                "pace",
                "Speed of bots, cards and falling cubes",
                "Your own hand always moves in real time. At the table: key F.",
            ),
            Line("plumb_line", "Plumb line", "Dots below the held block show where it would land."),
            Line("xray", "X-ray in games", "Forces and what would move first. Practice: key X."),
            Line("preview", "Card preview", "Marks the cards that a cube would win where it is."),
            Line("only_moves", "Push: only place", "A card with only one place goes there itself."),
        ),
    ),
    (
        "Display",
        (
            Line("text_size", "Text size", "Text grows as far as its place on the table allows."),
            Line("high_contrast", "High contrast", "Black or white text, thick lines, plain wall."),
            Line("animations", "Movement", "Cards fly and the camera glides; off: they jump."),
            Line("left_handed", "Left-handed layout", "The side panel lies on the right."),
            Line("full_screen", "Full screen", "F11 does the same anywhere."),
            Line("vsync", "Vertical sync", "Full screen waits for the monitor: no torn pictures."),
            Line("frame_limit", "Frames per second", "Fewer save the battery."),
        ),
    ),
    (
        "Sound",
        (
            Line("muted", "Silence", "Key M does the same at the table."),
            Line("table_volume", "Sound of the table", "Blocks, cards, coins and dice."),
            Line("button_volume", "Sound of buttons", "A click for each button."),
        ),
    ),
    (
        "Controls",
        (
            Line("keys", "Keys", "Which key does what; changed keys stand in all prompts."),
            Line("pad_speed", "Gamepad speed", "How fast a fully pushed stick moves the hand."),
            Line("own_pads", "Own gamepads", "One for each person, in the order of plugging in."),
        ),
    ),
)
"""What there is to set, by what it concerns."""
WIDTH: Final = 860
ROW: Final = 66
TOP: Final = 104
"""From the sheet's upper edge to the first line, in units."""
MOST: Final = max(len(lines) for _, lines in GROUPS)
PAGES: Final = {pygame.K_PAGEUP: -1, pygame.K_PAGEDOWN: 1}


class SettingsPage:
    """The page of settings; every change counts at once and is kept."""

    overlay = False
    is_animating = False

    def __init__(self, context: AppContext) -> None:
        self._context = context
        self._group = 0
        self._lay_out()

    def resize(self) -> None:
        """Lay everything out for the context's stage; the keyboard stays where it is."""
        focus = self.form.focus
        self._lay_out()
        self.form.set_focus(focus)

    @property
    def _lines(self) -> Sequence[Line]:
        return GROUPS[self._group][1]

    def _lay_out(self) -> None:
        stage = self._context.stage
        px = stage.px
        self._sheet = pygame.Rect(0, 0, px(WIDTH), px(TOP + ROW * MOST + 88))
        self._sheet.center = stage.rect.center
        self.form = Form(stage)
        right = self._sheet.right - px(36)
        for index, (title, _) in enumerate(GROUPS):
            left = right - px(126 * (len(GROUPS) - index) - 6)
            rect = pygame.Rect(left, self._sheet.y + px(26), px(120), px(42))
            style = "dark" if index == self._group else ""
            self.form.button(rect, title, ("group", index), style)
        for index, line in enumerate(self._lines):
            rect = pygame.Rect(right - px(190), self._row(index), px(190), px(44))
            value = value_label(self._context.settings, line.field)
            chooser = line.field != "keys"
            words = f"‹  {value}  ›" if chooser else value
            self.form.button(rect, words, line.field, chooser=chooser)
        rect = pygame.Rect(self._sheet.x + px(36), self._sheet.bottom - px(72), px(160), px(46))
        self.form.button(rect, "Back", "back", "strong")

    def _row(self, index: int) -> int:
        return self._sheet.y + self._context.stage.px(TOP + index * ROW)

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Answer an event."""
        if event.type == pygame.KEYDOWN:
            if command_for_key(event.key) is Command.PAUSE:
                return CloseScreens()
            if event.key in PAGES:
                self._turn_to((self._group + PAGES[event.key]) % len(GROUPS))
                return None
        pressed = self.form.handle(event)
        match pressed.command if pressed else None:
            case "back":
                return CloseScreens()
            case ("group", int(index)):
                self._turn_to(index)
            case "keys":
                return OpenScreen(KeysPage(self._context))
            case str(field) if pressed is not None:
                self._context.change(altered(self._context.settings, field, pressed.way))
                self.resize()
        return None

    def _turn_to(self, group: int) -> None:
        self._group = group
        self._lay_out()

    def update(self, seconds: float) -> ScreenChange | None:
        """Let time pass."""
        self.form.update(seconds)
        return None

    def draw(self, target: pygame.Surface) -> None:
        """Draw a frame."""
        stage, sheet = self._context.stage, self._sheet
        px, left = stage.px, sheet.x + stage.px(36)
        target.blit(still_life(stage), (0, 0))
        draw_sheet(target, stage, sheet)
        target.blit(stage.title("Settings", 30, TEXT), (left, sheet.y + px(24)))
        wide = px(WIDTH - 72 - 190 - 16)
        for index, line in enumerate(self._lines):
            y = self._row(index)
            name = stage.text(line.name, 18, TEXT, bold=True, width=wide, height=px(36))
            words = stage.text(stage.prompt(line.help), 15, SOFT_TEXT, width=wide, height=px(30))
            middle = y + px(22 + (2 if stage.look.text > 1 else -2))
            target.blit(name, name.get_rect(bottomleft=(left, middle + px(2))))
            target.blit(words, words.get_rect(topleft=(left, middle)))
        if self._context.notice:
            lines = stage.fonts.wrapped(self._context.notice, px(14), sheet.w - px(260))
            for index, text in enumerate(lines[:3]):
                at = (sheet.x + px(220), sheet.bottom - px(76) + index * px(18))
                target.blit(stage.text(text, 14, ACCENT_DARK), at)
        self.form.draw(target)


def value_label(settings: Settings, field: str) -> str:
    """Return the value of a setting as its button shows it.

    >>> value_label(Settings(), "text_size"), value_label(Settings(muted=True), "table_volume")
    ('100 %', 'muted')
    """
    value = getattr(settings, field)
    if field == "pace":
        return pace_label(settings)
    if field in VOLUME_FIELDS and settings.muted:
        return "muted"
    if field == "keys":
        return f"{len(value)} changed …" if value else "Change …"
    if isinstance(value, bool):
        return "on" if value else "off"
    if field == "frame_limit":
        return str(value)
    return f"{value} %" if value else "off"
