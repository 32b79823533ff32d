"""The pages of settings, in four groups, and of key bindings, with messages on conflicts."""

from collections.abc import Mapping
from functools import reduce
from typing import Final

import pygame
from msgspec.structs import replace

from towersim.common.messages import message as _, texts
from towersim.rules.display import listed
from towersim.ui.app_context import AppContext, OpenScreen, ScreenChange
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.theme import SOFT_TEXT, TEXT
from towersim.ui.input.bindings import JOBS, changed, code, conflict, label, letters
from towersim.ui.language import LANGUAGES
from towersim.ui.screens.base import BACK, FootButton, SheetScreen
from towersim.ui.settings import VOLUME_FIELDS, Settings, speed_label, spoken
from towersim.ui.widgets.forms import Pressed

KEY_ROW: Final = 44
KEY_TOP: Final = 86
"""y of the first key from the sheet's top, in units."""
ROWS: Final = (len(JOBS) + 1) // 2
KEY: Final = 130
"""Width of a key's button, in units."""
HELP: Final = _("Press a key's button, then the new key.")
PARTS: Final = (_("Everywhere"), _("Single games"))
"""Tabs: keys common to most games, and letters used by single games."""


class KeysPage(SheetScreen):
    """The page of key bindings; each change takes effect and is saved at once."""

    title = _("Keys")
    size = 900, KEY_TOP + KEY_ROW * ROWS + 82
    widest = 1060

    def __init__(self, context: AppContext) -> None:
        self._job = ""
        """The job that awaits its new key; empty for none."""
        self.message: str = HELP
        """The text beside the buttons at the foot."""
        self._offered = ""
        """The key whose next press swaps two bindings; empty for none."""
        self._games = {guide.title: guide.keys for guide in context.guides.values()}
        self._letters = letters(self._games)
        shortly = {k: _told(j) if len(j) == 1 else listed(j) for k, j in self._letters.items()}
        self._all = {**JOBS, **shortly}
        """The jobs of all changeable keys, by default key: with the game, or just several games."""
        super().__init__(context)

    @property
    def awaits_key(self) -> bool:
        """Whether the next key press is a new binding."""
        return bool(self._job)

    is_typing = awaits_key

    @property
    def note(self) -> str:
        """The full text of the job pointed at, or a notice, or the last answer to a key."""
        match self.form.pointed:
            case ("job", str(job)) if self.message == HELP and self.page:
                return _told(self._letters[job])
        return self.context.notice or self.message

    def fill(self) -> None:
        """Add a tab for each part, and a button for each key of the open one."""
        px, keys = self.context.viewport.px, self.context.settings.keys
        self.add_tabs(PARTS, 150)
        single = {key: listed(jobs) for key, jobs in self._letters.items()}
        self._jobs = single if self.page else JOBS
        """The jobs of the open part, by default key, with the text beside each."""
        self._column = (self.right - self.left + px(12)) // 2
        """Distance of the two columns, in pixels."""
        for index, job in enumerate(self._jobs):
            x, y = self._place(index)
            caption = "…" if job == self._job else label(keys.get(job, job))
            style = "dark" if job == self._job else ""
            self.form.button(pygame.Rect(x, y, px(KEY), px(36)), caption, ("job", job), style)
        back = BACK._replace(style="strong")
        self.foot((back, FootButton(_("Usual keys"), "usual", 150, on=bool(keys))))

    def _place(self, index: int) -> tuple[int, int]:
        """Return the top left corner of a job's button; two columns, read downwards."""
        px, (column, row) = self.context.viewport.px, divmod(index, ROWS)
        return self.left + self._column * column, self.sheet.y + px(KEY_TOP + KEY_ROW * row)

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Handle an event; the awaited key has no other meaning."""
        if self._job and event.type == pygame.KEYDOWN:
            self._take(event.key)
            return None
        return super().handle(event)

    def execute(self, pressed: Pressed) -> ScreenChange | None:
        """Await a key, open the other part, or restore all default keys."""
        match pressed.command:
            case "usual":
                self._change({}, _("All keys are reset."))
            case ("job", str(job)):
                self._job, self._offered = job, ""
                asked = _("Press the key for “{job}”; Esc leaves it as it is.", job=self._all[job])
                self.message = asked
                self.resize()
        return None

    def turn_page(self, step: int) -> None:
        """Open the other part."""
        self._job, self.message = "", HELP
        super().turn_page(step)

    def _take(self, key: int) -> None:
        """Bind a key to the awaiting job; report a conflict, and swap on a second press."""
        name, keys = pygame.key.name(key), self.context.settings.keys
        if key == pygame.K_ESCAPE or code(name) != key or name.endswith(("shift", "ctrl", "alt")):
            self._job, self.message = "", HELP if key == pygame.K_ESCAPE else _("Take another key.")
            self.resize()
            return
        taken, swappable = conflict(keys, self._job, name, self._all, self._games)
        if taken and not (swappable and self._offered == name):
            self._offered = name if swappable else ""
            more = _("Press it again to swap the two.") if swappable else _("Take another key.")
            self.message = _("{why} {more}", why=taken, more=more)
            return
        done = _("{key}: {job}.", key=label(name), job=self._all[self._job])
        self._change(changed(keys, self._job, name, self._all), done)

    def _change(self, keys: dict[str, str], message: str) -> None:
        self.context.change(replace(self.context.settings, keys=keys))
        self._job, self._offered, self.message = "", "", message
        self.renew()

    def paint(self, canvas: Canvas) -> None:
        """Draw the job of each key."""
        px, jobs = canvas.px, self._jobs.values()
        room = self._column - px(KEY + 14 + 12), px(38)
        size = canvas.viewport.common_size(jobs, 16, room, lines=2)
        for index, job in enumerate(jobs):
            x, y = self._place(index)
            at = x + px(KEY + 14), y + px(18)
            canvas.lines(job, size, TEXT, room[0], 1.1, midleft=at)


def _told(jobs: Mapping[str, str]) -> str:
    """Return the jobs of a key by game, in one line."""
    parts = (_("{game}: {job}", game=game, job=job) for game, job in jobs.items())
    return reduce(lambda before, one: _("{before}; {one}", before=before, one=one), parts)


TEXTS: Final = texts(__file__)
GROUPS: Final = {of: TEXTS[of] for of in (_("General"), _("Display"), _("Sound"), _("Controls"))}
"""The names of the settings by group and field."""
ROW: Final = 66
TOP: Final = 104
"""y of the first line from the sheet's top, in units."""
MOST: Final = max(len(lines) for lines in GROUPS.values())


class SettingsPage(SheetScreen):
    """The page of settings; each change takes effect and is saved at once."""

    title = _("Settings")
    size = 860, TOP + ROW * MOST + 88
    widest = 1060

    def fill(self) -> None:
        """Add a tab for each group, and the buttons of the open group."""
        px = self.context.viewport.px
        self.add_tabs(tuple(GROUPS), 120)
        self._lines = tuple(GROUPS.values())[self.page]
        for index, field in enumerate(self._lines):
            rect = pygame.Rect(self.right - px(190), self._row(index), px(190), px(44))
            value = value_label(self.context.settings, field)
            self.form.button(rect, value, field, chooser=field != "keys")
        self.foot([BACK._replace(style="strong")])

    def _row(self, index: int) -> int:
        return self.sheet.y + self.context.viewport.px(TOP + index * ROW)

    def execute(self, pressed: Pressed) -> ScreenChange | None:
        """Open a group or the page of keys, or change a setting."""
        match pressed.command:
            case "keys":
                return OpenScreen(KeysPage(self.context))
            case str(field):
                self.context.alter(field, pressed.direction)
                self.renew()
        return None

    def paint(self, canvas: Canvas) -> None:
        """Draw the name and the description of each setting."""
        viewport, px, left, effects = canvas.viewport, canvas.px, self.left, TEXTS["effects"]
        wide = self.right - left - px(190 + 16)
        head = viewport.common_size(self._lines.values(), 18, (wide, px(36)), bold=True)
        small = viewport.common_size([effects[field] for field in self._lines], 15, (wide, px(30)))
        for index, (field, title) in enumerate(self._lines.items()):
            y = self._row(index) + px(22 + (2 if viewport.look.text > 1 else -2))
            room, at = (wide, None), (left, y + px(2))
            canvas.text(title, head, TEXT, bold=True, room=room, bottomleft=at)
            canvas.text(effects[field], small, SOFT_TEXT, room=room, topleft=(left, y))


def value_label(settings: Settings, field: str) -> str:
    """Return the value of a setting as shown on its button.

    >>> value_label(Settings(), "text_size"), value_label(Settings(muted=True), "table_volume")
    ('100 %', 'muted')
    """
    value = getattr(settings, field)
    if field == "language":
        return LANGUAGES[spoken(settings)]
    if field == "pace":
        return speed_label(value)
    if field in VOLUME_FIELDS and settings.muted:
        return _("muted")
    if field == "keys":
        return _("{count} changed …", count=len(value)) if value else _("Change …")
    if isinstance(value, bool):
        return _("on") if value else _("off")
    if field == "frame_limit":
        return str(value)
    return f"{value} %" if value else _("off")
