"""The page of key bindings, with messages about conflicts."""

from collections.abc import Mapping
from typing import Final

import pygame
from msgspec.structs import replace

from towersim.common.messages import message as _
from towersim.rules.base import listed
from towersim.ui.app_context import AppContext, ScreenChange
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.theme import TEXT
from towersim.ui.input.keymap import JOBS, changed, code, conflict, label, letters
from towersim.ui.screens.sheet import BACK, FootButton, SheetScreen
from towersim.ui.widgets.forms import Pressed

ROW: Final = 44
TOP: Final = 86
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
    size = 900, TOP + ROW * ROWS + 82

    def __init__(self, context: AppContext) -> None:
        self._part = 0
        self._job = ""
        """The job that awaits its new key; empty for none."""
        self.said: str = HELP
        """The text beside the buttons at the foot."""
        self._offered = ""
        """The key whose next press swaps two bindings; empty for none."""
        self._games = {guide.title: guide.keys for guide in context.guides.values()}
        self._letters = letters(self._games)
        self._all = {**JOBS, **{key: _told(does) for key, does in self._letters.items()}}
        """The jobs of all changeable keys, by default key."""
        super().__init__(context)

    @property
    def _jobs(self) -> Mapping[str, str]:
        """The jobs of the open part, by default key, with the text beside each."""
        if self._part == 0:
            return JOBS
        return {key: listed(does) for key, does in self._letters.items()}

    @property
    def is_typing(self) -> bool:
        """Whether the next key press is a new binding."""
        return bool(self._job)

    @property
    def note(self) -> str:
        """The full text of the job pointed at, or a notice, or the last answer to a key."""
        match self.form.pointed:
            case ("job", str(job)) if self.said == HELP and self._part:
                return self._all[job]
        return self.context.notice or self.said

    @property
    def is_note_strong(self) -> bool:
        """Whether a key is awaited, or something went wrong."""
        return bool(self._job or self.context.notice)

    def fill(self) -> None:
        """Add a tab for each part, and a button for each key of the open one."""
        px, keys = self.context.stage.px, self.context.settings.keys
        self.add_tabs(PARTS, self._part, 150)
        for index, job in enumerate(self._jobs):
            x, y = self._place(index)
            words = _("press a key …") if job == self._job else label(keys.get(job, job))
            style = "dark" if job == self._job else ""
            self.form.button(pygame.Rect(x, y, px(KEY), px(36)), words, ("job", job), style)
        back = BACK._replace(style="strong")
        self.foot((back, FootButton(_("Usual keys"), "usual", 150, on=bool(keys))))

    def _place(self, index: int) -> tuple[int, int]:
        """Return the top left corner of a job's button; two columns, read downwards."""
        px, (column, row) = self.context.stage.px, divmod(index, ROWS)
        return self.left + px(426) * column, self.sheet.y + px(TOP + ROW * row)

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Handle an event; the awaited key has no other meaning."""
        if self._job and event.type == pygame.KEYDOWN:
            self._take(event.key)
            return None
        return super().handle(event)

    def answer(self, pressed: Pressed) -> ScreenChange | None:
        """Await a key, open the other part, or restore all default keys."""
        match pressed.command:
            case "usual":
                self._change({}, _("All keys are reset."))
            case ("part", int(part)):
                self.turn_page(part - self._part)
            case ("job", str(job)):
                self._job, self._offered = job, ""
                asked = _("Press the key for “{job}”; Esc leaves it as it is.", job=self._all[job])
                self.said = asked
                self.resize()
        return None

    def turn_page(self, way: int) -> None:
        """Open the other part."""
        self._part = (self._part + way) % len(PARTS)
        self._job, self.said = "", HELP
        self.lay_out()

    def _take(self, key: int) -> None:
        """Bind a key to the awaiting job; report a conflict, and swap on a second press."""
        name, keys = pygame.key.name(key), self.context.settings.keys
        if key == pygame.K_ESCAPE or code(name) != key or name.endswith(("shift", "ctrl", "alt")):
            self._job, self.said = "", HELP if key == pygame.K_ESCAPE else _("Take another key.")
            self.resize()
            return
        why, swappable = conflict(keys, self._job, name, self._all, self._games)
        if why and not (swappable and self._offered == name):
            self._offered = name if swappable else ""
            more = _("Press it again to swap the two.") if swappable else _("Take another key.")
            self.said = _("{why} {more}", why=why, more=more)
            return
        said = _("{key}: {job}.", key=label(name), job=self._all[self._job])
        self._change(changed(keys, self._job, name, self._all), said)

    def _change(self, keys: dict[str, str], said: str) -> None:
        self.context.change(replace(self.context.settings, keys=keys))
        self._job, self._offered, self.said = "", "", said
        self.renew()

    def paint(self, canvas: Canvas) -> None:
        """Draw the job of each key."""
        px = canvas.px
        for index, does in enumerate(self._jobs.values()):
            x, y = self._place(index)
            at = x + px(KEY + 14), y + px(18)
            canvas.text(does, 16, TEXT, room=(px(280), px(38)), midleft=at)


def _told(does: Mapping[str, str]) -> str:
    """Return the jobs of a key by game, in one line."""
    (game, job), *others = does.items()
    told = _("{game}: {job}", game=game, job=job)
    for game, job in others:
        told = _("{before}; {one}", before=told, one=_("{game}: {job}", game=game, job=job))
    return told
