"""The page of friends: the league of the attempts, and what a friend sends."""

from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Final

import pygame

from towersim.common.messages import Message, known, message as _
from towersim.files.challengefile import all_challenges
from towersim.match.record import newest_first
from towersim.practice.code import Received, checked
from towersim.practice.league import LABELLED, UNFINISHED, Entry, Judged, judged, ranked
from towersim.rules.practice.log import STARS, generated_title, measure_text, title_text
from towersim.ui.app_context import AppContext, OpenScreen, ReplaceScreens, ScreenChange
from towersim.ui.background import new_client, slow_worker
from towersim.ui.build.pages import more_below
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.theme import ACCENT, SOFT_TEXT, TEXT
from towersim.ui.games.practice.layout import TEXTS
from towersim.ui.games.practice.start import attempts_folder, new_attempt, own_name
from towersim.ui.language.faults import fault_message
from towersim.ui.screens.base import BACK, FootButton, SheetScreen
from towersim.ui.settings import HANDS
from towersim.ui.widgets.forms import Pressed

ROW: Final = 26
"""Height of a row, in units."""
COLUMNS: Final = {1: (0.0, 1.0), 2: (0.03, 0.42, 1.0), 6: (0.0, 0.03, 0.18, 0.31, 0.58, 0.75, 1.0)}
"""Where the cells of a row begin and end, as shares of the width, by their number: a challenge; a
file and why it does not count; rank, name, stars, measure, hand and file."""


def pasted_by(event: pygame.event.Event) -> str:
    """Return the text in the clipboard if an event pastes it; empty for another event."""
    is_paste = event.type == pygame.KEYDOWN and event.key == pygame.K_v
    return pasted() if is_paste and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META) else ""


def pasted() -> str:
    """Return the text in the clipboard."""
    return pygame.scrap.get_text() or " "


class FriendsPage(SheetScreen):
    """The league of a folder, which is simulated in another process, file by file."""

    title, title_at = _("Friends"), 42
    size, widest = (940, 640), 1060

    def __init__(self, context: AppContext, sent: str = "", folder: Path | None = None) -> None:
        """Show the league of a folder, by default one's own; `sent` is a friend's code or file."""
        self._folder = folder or attempts_folder(context)
        self._client, self._sent = new_client(), sent
        self._judged: dict[Path, Judged] = {}
        self._files = newest_first(self._folder)
        self._received: Received | None = None
        self._told, self._below = "", 0
        """What a friend sent, and the number of rows on further pages."""
        super().__init__(context)

    @property
    def _next(self) -> Path | None:
        """The next file to judge."""
        return next((path for path in self._files if path not in self._judged), None)

    @property
    def is_animating(self) -> bool:
        """Whether something is still being simulated."""
        return bool(self._sent) or self._next is not None

    @property
    def note(self) -> str:
        """What a friend sent, what is being done, or that there are more rows."""
        if self._sent:
            return _("Checking what you were sent …")
        done, most = len(self._judged), len(self._files)
        counting = _("{count} of {most} attempts checked …", count=done, most=most)
        return self._told or (counting if done < most else more_below(self._below))

    def fill(self) -> None:
        """Add the buttons."""
        play = FootButton(_("Play it"), "play", 140, "strong", on=self._received is not None)
        self.foot((BACK,), (FootButton(_("Paste a code"), "paste", 170), play))

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Handle an event: check a file or a text, or show the league of a dropped folder."""
        sent = str(event.file) if event.type == pygame.DROPFILE else pasted_by(event)
        if not sent:
            return super().handle(event)
        if event.type == pygame.DROPFILE and Path(sent).is_dir():
            return OpenScreen(FriendsPage(self.context, folder=Path(sent)))
        self._sent = sent
        return None

    def execute(self, pressed: Pressed) -> ScreenChange | None:
        """Paste a code, or play the challenge that was sent."""
        if pressed.command == "paste":
            self._sent = pasted()
        elif pressed.command == "play" and self._received is not None:
            return ReplaceScreens(new_attempt(self.context, self._received.challenge))
        return None

    def update(self, seconds: float) -> ScreenChange | None:
        """Advance by `seconds`; take what the other process has found, and ask it for the next."""
        done, path = slow_worker().result(self._client), self._next
        if done is not None and done[0] == self._sent and self._sent:
            self._take(done[1])
        elif done is not None and done[0] == path is not None:
            self._judged[path] = done[1]
        elif self._sent:
            work = partial(checked, self._sent, attempts_folder(self.context))
            slow_worker().ask(self._client, self._sent, work)
        elif path is not None:
            slow_worker().ask(self._client, path, partial(judged, path))
        return super().update(seconds)

    def _take(self, received: Received | str) -> None:
        """Take what a friend sent, or the reason why it is refused."""
        self._sent, self._received = "", None
        if isinstance(received, str):
            self._told = fault_message(received)
        else:
            self._received, entry = received, received.entry
            self._told = title_text(received.challenge)
            if entry is not None:
                values = {"name": entry.name, "measure": measure_text(entry.goal, entry.measure)}
                self._told = _("{title}: {measure}, by {name}.", title=self._told, **values)
            self._files = newest_first(self._folder)
        self.resize()

    def _rows(self) -> Iterator[tuple[str, ...]]:
        """Yield the rows: a challenge's title, the cells of its attempts, what does not count."""
        shown, league = "", ranked(list(self._judged.values()))
        for one in league.entries:
            if one.challenge != shown:
                shown = one.challenge
                yield (title_of(one),)
            told = measure_text(one.goal, one.measure), HANDS.get(one.hand, one.hand)
            yield (str(one.rank), one.name, STARS[one.stars], *told, one.file)
        if not (league.entries or self._next):
            yield (_("No finished attempt is in this folder yet."),)
        is_own = self._folder == attempts_folder(self.context)
        refused = [each for each in league.refused if not (is_own and each.why == UNFINISHED)]
        if refused:
            yield (_("Does not count"),)
        for each in refused:
            yield (each.file, fault_message(each.why))

    def paint(self, canvas: Canvas) -> None:
        """Draw the introduction and the rows."""
        px, room, y = canvas.px, self.right - self.left, self.sheet.y + canvas.px(70)
        size = canvas.viewport.grown(14)
        told = TEXTS["pages"]["friends"].filled(name=own_name(self.context))
        for line in canvas.viewport.fonts.wrapped(told, px(size), room)[:4]:
            canvas.text(line, size, SOFT_TEXT, topleft=(self.left, y))
            y += px(1.25 * size)
        y += px(10)
        high, rows = px(ROW * canvas.viewport.look.text), []
        every, most = list(self._rows()), max((self._foot.y - y) // high, 1)
        # There are more of them with each file that is judged.
        self.page_count = -(-len(every) // most)
        self._below = len(every) - (self.page + 1) * most
        for cells in every[self.page * most : (self.page + 1) * most]:
            ends = [self.left + round(end * room) for end in COLUMNS[len(cells)]]
            spots = [(left, right - left - px(8)) for left, right in pairwise(ends)]
            rows.append(list(zip(cells, spots, strict=True)))
        # Names of people and files may be long: they are cut instead, so that the rest can be read.
        entries = [cell for row in rows if len(row) > 2 for cell in row[2:-1]]
        common = partial(canvas.viewport.common_size, units=14)
        size = min((common([text], room=(wide, high)) for text, (_, wide) in entries), default=size)
        for row in rows:
            tint, is_title = (ACCENT, True) if len(row) == 1 else (TEXT, False)
            for text, (at, wide) in row:
                if len(row) > 2:
                    canvas.text(text, size, tint, room=(wide, None), topleft=(at, y))
                else:
                    canvas.fitted(text, size, tint, wide, bold=is_title, topleft=(at, y))
            y += high


def title_of(entry: Entry) -> Message:
    """Return the title of an entry's challenge; if that is not included, with its label's mark."""
    marked, name = LABELLED.search(entry.challenge), LABELLED.sub("", entry.challenge)
    titles = (title_text(each) for each in all_challenges() if each.name == name)
    title = next(titles, generated_title(name, entry.goal) or known(entry.title))
    if marked is None:
        return title
    if marked[1]:
        return _("{title} (changed: {mark})", title=title, mark=marked[2])
    return _("{title} ({mark})", title=title, mark=marked[2])
