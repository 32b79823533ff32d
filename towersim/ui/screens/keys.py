"""The keys: each can be changed by pressing another one; conflicts are said in words."""

from typing import Final

import pygame
from msgspec.structs import replace

from towersim.rules import game as rules_of
from towersim.ui.app_context import AppContext, CloseScreens, ScreenChange
from towersim.ui.draw_scene import still_life
from towersim.ui.input import Command, KeyMap, command_for_key
from towersim.ui.keymap import JOBS, changed, code, conflict, label
from towersim.ui.theme import ACCENT_DARK, SOFT_TEXT, TEXT
from towersim.ui.watch.screen import KEYS as WATCHING
from towersim.ui.widgets import Form, draw_sheet

WIDTH: Final = 900
ROW: Final = 44
TOP: Final = 86
"""From the sheet's upper edge to the first key, in units."""
ROWS: Final = (len(JOBS) + 1) // 2
KEY: Final = 130
"""Width of a key's button, in units."""
HELP: Final = "Press a key's button, then the key that shall do its job."


class KeysPage:
    """The page on which keys are changed; each change counts at once and is kept."""

    overlay = False
    is_animating = False

    def __init__(self, context: AppContext) -> None:
        self._context = context
        self._job = ""
        """The job that a key is awaited for."""
        self._said, self._offered = HELP, ""
        """The key that would be swapped if it were pressed once more."""
        self._lay_out()

    @property
    def is_typing(self) -> bool:
        """Whether the next key is meant as itself."""
        return bool(self._job)

    def resize(self) -> None:
        """Lay everything out for the context's stage; the keyboard stays where it is."""
        focus = self.form.focus
        self._lay_out()
        self.form.set_focus(focus)

    def _lay_out(self) -> None:
        stage = self._context.stage
        px, keys = stage.px, self._context.settings.keys
        self._sheet = pygame.Rect(0, 0, px(WIDTH), px(TOP + ROW * ROWS + 82))
        self._sheet.center = stage.rect.center
        self.form = Form(stage)
        for index, job in enumerate(JOBS):
            x, y = self._place(index)
            words = "press a key …" if job == self._job else label(keys.get(job, job))
            style = "dark" if job == self._job else ""
            self.form.button(pygame.Rect(x, y, px(KEY), px(36)), words, ("job", job), style)
        x, y = self._sheet.x + px(36), self._sheet.bottom - px(66)
        self.form.button(pygame.Rect(x, y, px(120), px(46)), "Back", "back", "strong")
        usual = pygame.Rect(x + px(132), y, px(150), px(46))
        self.form.allow(self.form.button(usual, "Usual keys", "usual"), on=bool(keys))

    def _place(self, index: int) -> tuple[int, int]:
        """Return where the button of a job lies: two columns, read downwards."""
        px, (column, row) = self._context.stage.px, divmod(index, ROWS)
        return self._sheet.x + px(36 + 426 * column), self._sheet.y + px(TOP + ROW * row)

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Answer an event."""
        if event.type == pygame.KEYDOWN:
            if self._job:
                self._take(event.key)
                return None
            if command_for_key(event.key) is Command.PAUSE:
                return CloseScreens()
        pressed = self.form.handle(event)
        match pressed.command if pressed else None:
            case "back":
                return CloseScreens()
            case "usual":
                self._change({}, "All keys are as usual again.")
            case ("job", str(job)):
                self._job, self._offered = job, ""
                self._said = f"Press the key for “{JOBS[job]}”; Esc leaves it as it is."
                self.resize()
        return None

    def _take(self, key: int) -> None:
        """Let a key have the awaited job, unless it has another one; ask before they swap."""
        name, keys = pygame.key.name(key), self._context.settings.keys
        if key == pygame.K_ESCAPE or code(name) != key or name.endswith(("shift", "ctrl", "alt")):
            self._job, self._said = "", HELP if key == pygame.K_ESCAPE else "Take another key."
            self.resize()
            return
        why, swappable = conflict(keys, self._job, name, self._games())
        if why and not (swappable and self._offered == name):
            self._offered = name if swappable else ""
            more = "Press it again to swap the two." if swappable else "Take another key."
            self._said = f"{why} {more}"
            return
        said = f"{label(name)}: {JOBS[self._job]}."
        self._change(changed(keys, self._job, name), said)

    def _change(self, keys: dict[str, str], said: str) -> None:
        self._context.change(replace(self._context.settings, keys=keys))
        self._job, self._offered, self._said = "", "", said
        self.resize()

    def _games(self) -> dict[str, KeyMap]:
        """Return the keys of all games by their titles, and those of watching one."""
        uis = {**self._context.game_uis, **self._context.solo_uis}
        return {rules_of(game).title: ui.keys for game, ui in uis.items()} | {"Watch": WATCHING}

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
        target.blit(stage.title("Keys", 30, TEXT), (left, sheet.y + px(20)))
        note = "Everywhere; a game's help page (F1) has them all."
        words = stage.text(stage.prompt(note), 15, SOFT_TEXT, width=px(560), height=px(34))
        target.blit(words, words.get_rect(midright=(sheet.right - px(36), sheet.y + px(46))))
        for index, does in enumerate(JOBS.values()):
            x, y = self._place(index)
            words = stage.text(does, 16, TEXT, width=px(280), height=px(38))
            target.blit(words, words.get_rect(midleft=(x + px(KEY + 14), y + px(18))))
        told = self._context.notice or self._said
        tint = ACCENT_DARK if self._job or self._context.notice else SOFT_TEXT
        room = sheet.w - px(36 + 150 + 132 + 36 + 16)
        tall = min(stage.grown(15), 20)
        lines = stage.fonts.wrapped(told, px(tall), room)[:3]
        step = px(1.3 * tall)
        top = sheet.bottom - px(43) - len(lines) * step // 2
        for index, line in enumerate(lines):
            target.blit(
                stage.text(line, tall, tint), (left + px(132 + 150 + 16), top + index * step)
            )
        self.form.draw(target)
