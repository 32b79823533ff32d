"""The page of settings in four groups; each setting has a button that cycles its values."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import pygame

from towersim.common.messages import message as _
from towersim.ui.app_context import AppContext, OpenScreen, ScreenChange
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.theme import SOFT_TEXT, TEXT
from towersim.ui.language import LANGUAGES
from towersim.ui.screens.keys import KeysPage
from towersim.ui.screens.sheet import BACK, SheetScreen
from towersim.ui.settings import VOLUME_FIELDS, Settings, altered, pace_label, spoken
from towersim.ui.widgets.forms import Pressed


class Line(NamedTuple):
    """A setting: its field, its name and a description."""

    field: str
    name: str
    help: str


GROUPS: Final[Mapping[str, tuple[Line, ...]]] = {
    _("General"): (
        Line("language", _("Language"), _("Of all texts; names and saved games stay as they are.")),
        Line(
            "pace",
            _("Speed of bots, cards and falling cubes"),
            _("Your own hand always moves in real time. At the table: key {key:F}."),
        ),
        Line(
            "assist", _("Beginner's hand"), _("Steadier, a little slower; from the next game on.")
        ),
        Line(
            "plumb_line", _("Plumb line"), _("Dots below the held block show where it would land.")
        ),
        Line(
            "xray",
            _("X-ray in games"),
            _("Forces and what would move first. Practice: key {key:X}."),
        ),
        Line("preview", _("Card preview"), _("Marks the cards that a cube would win where it is.")),
        Line(
            "only_moves", _("Push: only place"), _("A card with only one place goes there itself.")
        ),
    ),
    _("Display"): (
        Line("text_size", _("Text size"), _("Text grows as far as its place on the table allows.")),
        Line(
            "high_contrast", _("High contrast"), _("Black or white text, thick lines, plain wall.")
        ),
        Line("animations", _("Movement"), _("Cards fly and the camera glides; off: they jump.")),
        Line("left_handed", _("Left-handed layout"), _("The side panel lies on the right.")),
        Line("full_screen", _("Full screen"), _("{key:F11} does the same anywhere.")),
        Line("vsync", _("Vertical sync"), _("Each frame waits for the monitor: no torn pictures.")),
        Line("frame_limit", _("Frames per second"), _("Fewer save the battery.")),
    ),
    _("Sound"): (
        Line("muted", _("Silence"), _("Key {key:M} does the same at the table.")),
        Line("table_volume", _("Sound of the table"), _("Blocks, cards, coins and dice.")),
        Line("button_volume", _("Sound of buttons"), _("A click for each button.")),
    ),
    _("Controls"): (
        Line("keys", _("Keys"), _("The key of each function; prompts name changed keys.")),
        Line("pad_speed", _("Gamepad speed"), _("How fast a fully pushed stick moves the hand.")),
        Line("own_pads", _("Own gamepads"), _("One for each person, in the order of plugging in.")),
    ),
}
"""The settings by group."""
WIDTH: Final = 860
ROW: Final = 66
TOP: Final = 104
"""y of the first line from the sheet's top, in units."""
MOST: Final = max(len(lines) for lines in GROUPS.values())


class SettingsPage(SheetScreen):
    """The page of settings; each change takes effect and is saved at once."""

    title = _("Settings")
    size = WIDTH, TOP + ROW * MOST + 88

    def __init__(self, context: AppContext) -> None:
        self._group = 0
        super().__init__(context)

    @property
    def _lines(self) -> Sequence[Line]:
        return tuple(GROUPS.values())[self._group]

    def fill(self) -> None:
        """Add a tab for each group, and the buttons of the open group."""
        px = self.context.stage.px
        self.add_tabs(tuple(GROUPS), self._group, 120)
        for index, line in enumerate(self._lines):
            rect = pygame.Rect(self.right - px(190), self._row(index), px(190), px(44))
            value = value_label(self.context.settings, line.field)
            self.form.button(rect, value, line.field, chooser=line.field != "keys")
        self.foot([BACK._replace(style="strong")])

    def _row(self, index: int) -> int:
        return self.sheet.y + self.context.stage.px(TOP + index * ROW)

    def turn_page(self, way: int) -> None:
        """Open the next (1) or previous (-1) group, cyclically."""
        self._group = (self._group + way) % len(GROUPS)
        self.lay_out()

    def answer(self, pressed: Pressed) -> ScreenChange | None:
        """Open a group or the page of keys, or change a setting."""
        match pressed.command:
            case ("part", int(index)):
                self.turn_page(index - self._group)
            case "keys":
                return OpenScreen(KeysPage(self.context))
            case str(field):
                self.context.change(altered(self.context.settings, field, pressed.way))
                self.renew()
        return None

    def paint(self, canvas: Canvas) -> None:
        """Draw the name and the description of each setting."""
        stage, px, left = canvas.stage, canvas.px, self.left
        wide = px(WIDTH - 72 - 190 - 16)
        for index, line in enumerate(self._lines):
            y = self._row(index) + px(22 + (2 if stage.look.text > 1 else -2))
            name, does = (wide, px(36)), (wide, px(30))
            canvas.text(line.name, 18, TEXT, bold=True, room=name, bottomleft=(left, y + px(2)))
            canvas.text(line.help, 15, SOFT_TEXT, room=does, topleft=(left, y))


def value_label(settings: Settings, field: str) -> str:
    """Return the value of a setting as shown on its button.

    >>> value_label(Settings(), "text_size"), value_label(Settings(muted=True), "table_volume")
    ('100 %', 'muted')
    """
    value = getattr(settings, field)
    if field == "language":
        return LANGUAGES[spoken(settings)]
    if field == "pace":
        return pace_label(settings)
    if field in VOLUME_FIELDS and settings.muted:
        return _("muted")
    if field == "keys":
        return _("{count} changed …", count=len(value)) if value else _("Change …")
    if isinstance(value, bool):
        return _("on") if value else _("off")
    if field == "frame_limit":
        return str(value)
    return f"{value} %" if value else _("off")
