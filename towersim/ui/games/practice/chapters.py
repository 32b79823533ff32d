"""The page of Practice, the path of chapters with thumbnails and medals; and personal records."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime, timedelta
from functools import partial
from itertools import count, pairwise
from types import MappingProxyType
from typing import Final

import pygame

from towersim.common.errors import OptionFault
from towersim.common.messages import Day, Message, message as _, plural
from towersim.common.units import Pose
from towersim.files.challengefile import all_challenges, plan_for
from towersim.geometry.shapes import extent
from towersim.match.record import SUFFIX
from towersim.practice import generated
from towersim.practice.attempts import Attempt
from towersim.practice.own import own_challenges, proven_plan
from towersim.practice.records import endless_records, medal, personal_records, streak
from towersim.rules import PRACTICE
from towersim.rules.practice.challenge import (
    CHAPTERS,
    OWN,
    AnyGoal,
    Challenge,
    Chapter,
    Endless,
    Plan,
    table_of,
)
from towersim.rules.practice.log import ENDLESS, chapter_text, measure_text, title_text
from towersim.ui.app_context import AppContext, OpenScreen, ReplaceScreens, Screen, ScreenChange
from towersim.ui.background import new_client, slow_worker
from towersim.ui.build.pages import framed
from towersim.ui.build.screen import BuildScreen
from towersim.ui.drawing import theme
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.sprites import Sprites
from towersim.ui.games.practice.friends import FriendsPage, pasted_by
from towersim.ui.games.practice.hand_page import HandPage
from towersim.ui.games.practice.layout import TEXTS, row_of
from towersim.ui.games.practice.start import attempts_file, new_attempt, own_folder, stars_so_far
from towersim.ui.judge.screen import JudgeStart
from towersim.ui.language.faults import fault_message
from towersim.ui.screens.base import SheetScreen
from towersim.ui.screens.thumbnails import Thumbnails
from towersim.ui.stacking.draw_blocks import fixed_kind, table_pieces
from towersim.ui.watch.games_list import Deleted
from towersim.ui.widgets.forms import ButtonId, Pressed

RECORD: Final = 34
"""Height of a record, in units."""
CELLS: Final = ((0.0, 0.36), (0.38, 0.36), (0.76, 0.24))
"""Where the cells of a record begin and how wide they are, as shares of the width."""
RecordRow = tuple[str, ...]
"""The measure, the challenge and the day of a record; a single cell for a remark."""


class RecordsPage(SheetScreen):
    """Two lists of personal records."""

    title, title_at = _("Records"), 44
    size = 900, 640

    def __init__(self, context: AppContext) -> None:
        best, endless = list[RecordRow](), list[RecordRow]()
        nothing: str = _("None yet.")
        try:
            history = attempts_file(context).history()
            challenges = {challenge.name: challenge for challenge in all_challenges()}
            for goal, attempt in personal_records(history, challenges.values()):
                best.append(_row(goal, attempt, title_text(challenges[attempt.challenge])))
            for one in endless_records(history):
                number = int(one.challenge.rpartition("-")[2])
                endless.append(_row(Endless(), one, _("Endless {number}", number=number)))
        except OptionFault as fault:
            nothing = fault_message(fault)
        self._lists: Sequence[tuple[Message, list[RecordRow]]] = (
            (_("Over all challenges"), best or [(nothing,)]),
            (_("Endless building"), endless or [(nothing,)]),
        )
        super().__init__(context)

    def paint(self, canvas: Canvas) -> None:
        """Draw both lists, one below the other."""
        px, y, room = canvas.px, self.sheet.y + canvas.px(84), self.right - self.left
        for title, rows in self._lists:
            size = room, px(RECORD)
            canvas.text(title, 18, theme.TEXT, bold=True, room=size, topleft=(self.left, y))
            y += px(RECORD)
            for row in rows:
                cells = CELLS if len(row) > 1 else ((0.0, 1.0),)
                for text, (begin, wide) in zip(row, cells, strict=True):
                    size, at = (round(wide * room), px(RECORD)), round(begin * room)
                    canvas.text(text, 16, theme.TEXT, room=size, topleft=(self.left + at, y))
                y += px(RECORD - 6)
            y += px(16)


def _row(goal: AnyGoal, attempt: Attempt, title: Message) -> RecordRow:
    day = Day.fromisoformat(attempt.ended_at.partition("T")[0])
    return measure_text(goal, attempt.measure), title, _("{day:year}", day=day)


PALE: Final = (216, 198, 168)
"""Colour of a star not won yet, and of the road to come."""
WALKED: Final = (206, 150, 84)
"""Colour of the road to the suggested challenge."""


def thumbnail(size: tuple[int, int], challenge: Challenge, plan: Plan | None) -> pygame.Surface:
    """Return a picture of a challenge as a plan leaves it, or as it begins."""
    pieces = table_pieces(table_of(challenge))
    placed = [(fixed_kind(block), block.pose) for block in challenge.fixed]
    placed += [(piece.kind, piece.at) for piece in challenge.standing] if plan is None else []
    placed += plan.steps[-1].rest if plan is not None else []
    if not placed:
        first = challenge.pieces[0]
        placed = [(first.kind, Pose(0.0, -extent(first.shape, Pose(0.0, 0.0, 0.0))[0].y, 0.0))]
    shown = [(kind, pieces[kind].shape, pose) for kind, pose in placed]
    return framed(size, Sprites(pieces), shown, challenge.table.width)


MEDALS: Final[Mapping[str, tuple[Message, theme.RGB, theme.RGB]]] = MappingProxyType(
    {
        "none": (_("no medal yet"), (232, 222, 204), (206, 190, 164)),
        "bronze": (_("bronze"), (204, 140, 90), (140, 84, 44)),
        "silver": (_("silver"), (204, 208, 214), (128, 132, 140)),
        "gold": (_("gold"), (240, 198, 76), (176, 128, 24)),
    }
)
"""The word, the colour and the rim of each medal of a chapter."""
RIBBON: Final = ((176, 52, 44), (126, 36, 32))
"""The colours of the two tails of a medal's ribbon."""


def completed(
    made: Challenge, before: Mapping[str, int], now: Mapping[str, int], today: date
) -> tuple[str, str]:
    """Return the medal that an attempt completed, or "none", and a line about it or the day's star.

    `before` and `now` are the best stars by challenge. The line is empty without either.

    >>> hand = [each for each in all_challenges() if each.chapter == "hand"]
    >>> now, day = {each.name: 2 for each in hand}, date(2026, 11, 26)
    >>> completed(hand[0], now | {hand[0].name: 0}, now, day)
    ('silver', 'Hand is complete: a medal of silver!')
    >>> completed(hand[0], now, now, day)
    ('none', '')
    >>> from msgspec.structs import replace
    >>> daily = replace(hand[0], name=generated.daily_name(date(2026, 11, 25)))
    >>> completed(daily, {}, {daily.name: 1}, day)[1]
    'The star of the day is yours: the next day makes it two in a row.'
    """
    days = today, today - timedelta(days=1)  # an attempt may end after midnight
    if made.name in map(generated.daily_name, days) and now.get(made.name):
        told = plural(
            "The star of the day is yours: the next day makes it two in a row.",
            "The star of the day is yours: {count} days in a row.",
            streak(now, today),
        )
        return "none", told
    row = [each.name for each in all_challenges() if each.chapter == made.chapter]
    had, won = (medal(stars.get(name, 0) for name in row) for stars in (before, now))
    if won == had:
        return "none", ""
    values = {"chapter": chapter_text(made.chapter), "medal": MEDALS[won][0]}
    return won, _("{chapter:capital} is complete: a medal of {medal}!", **values)


def draw_medal(canvas: Canvas, name: str, center: tuple[int, int], units: float) -> None:
    """Draw a medal on its ribbon, with its word below; `units` is the width of its disc."""
    px, (x, y) = canvas.px, center
    text, tint, rim = MEDALS[name]
    half = px(units / 2)
    if name != "none":
        for side, red in zip((-1, 1), RIBBON, strict=True):
            outer, inner = x + side * half, x + side * half // 4
            tail = [(x, y), (inner, y - 2 * half), (outer, y - 2 * half), (x + side * half // 2, y)]
            pygame.draw.polygon(canvas.target, red, tail)
    for radius, colour in ((1.0, rim), (0.82, tint)):
        pygame.draw.aacircle(canvas.target, colour, center, round(radius * half))
    canvas.sign("star", 0.56 * units, rim, center=center)
    room, at = (px(3.6 * units), px(22)), (x, y + half + px(2))
    canvas.text(text, 13, theme.SOFT_TEXT, room=room, midtop=at)


class Today:
    """The challenge of the day, made once by another process and then kept in a file."""

    def __init__(self, context: AppContext) -> None:
        self._path = context.files.records.parent / "daily.json"
        self._client = new_client()
        self.day = datetime.now().date()
        self._known = generated.kept_daily(self._path, self.day)

    def made(self) -> Challenge | None:
        """Return the challenge, or None while it is made; call it again then."""
        if self._known is None:
            make = partial(generated.daily_challenge, self.day)
            slow_worker().ask(self._client, self.day, make)
            _day, self._known = slow_worker().result(self._client) or (None, None)
            if self._known is not None:
                with suppress(OptionFault):  # then it is made again another time
                    generated.keep_daily(self._path, self._known)
        return self._known


NAME: Final = 150
"""Width of a chapter's name and medal, in units."""
COLUMNS, ROWS = 6, 4
"""Challenges abreast, and chapters on one part of the page."""
TOP, BOTTOM, ROAD = 86, 58, 16
"""Heights above and below the path, and the distance of two tiles, in units."""
TITLED: Final = 13
"""Size of a tile's title, in units."""
TITLE: Final = (18, 42)
"""Height of a tile's title: of one line, and of two for large text, in units."""
STAR: Final = 14
"""Width of a star, in units."""
HEAD: Final = TEXTS["head"]
"""The texts of the buttons beside the title, by command."""
PAGES: Final[Mapping[str, Callable[[AppContext], Screen]]] = {
    "judge": JudgeStart,
    "free": BuildScreen,
    "hand": HandPage,
    "records": RecordsPage,
    "friends": FriendsPage,
}
"""The pages that the buttons open, by command."""
Row = tuple[Chapter, Sequence[Challenge]]
"""A chapter and some of its challenges, at most `COLUMNS`."""
PASSING: Final = 1.0
"""Seconds for which the page is open before the challenge of the day is made."""


class PracticePage(SheetScreen):
    """The path of chapters, some on each part of the page; every challenge is always unlocked.

    `PressGuard` ignores the second click of a double click that opened the page.
    """

    title, title_at = _("Practice"), 34
    guide = PRACTICE.name, None
    note = ""
    is_guarded = True

    def __init__(self, context: AppContext, left: str = "") -> None:
        """Show the part with the challenge that was `left`, or else with the suggested one."""
        self.stars, self.notice = stars_so_far(context)
        self._deleted, self._deletes = Deleted(own_folder(context)), False
        """The deleted files, and whether a click on a challenge of one's own deletes it."""
        self._read_own(context)
        self._next = next((n for n in self._included if not self.stars.get(n)), None)
        """The suggested challenge: the first one without a star."""
        wanted = left if left in self._challenges else self._next
        names = [{one.name for _chapter, row in part for one in row} for part in self._parts]
        self.page = next((n for n, part in enumerate(names) if wanted in part), 0)
        self._today, self._wants_today = Today(context), False
        """The challenge of the day, and whether it was asked for."""
        self._waited = 0.0
        """Seconds since the page was opened."""
        self._is_back = False
        """Whether a challenge of one's own may have been made on another page."""
        super().__init__(context)

    def _read_own(self, context: AppContext) -> None:
        """Read one's own challenges, and arrange all."""
        own, fault = own_challenges(own_folder(context))
        self.notice = self.notice or fault_message(fault)
        self.own = {each.challenge.name: each for each in own}
        self._parts = _parts([each.challenge for each in own])
        challenges = [one for part in self._parts for _chapter, row in part for one in row]
        self._challenges = {each.name: each for each in challenges}
        self._included = [name for name in self._challenges if name not in self.own]

    @property
    def is_animating(self) -> bool:
        """Whether the page may change without input: while a picture or a challenge is made."""
        return self._wants_today or not self._pictures.has_all(self.places)

    @property
    def size(self) -> tuple[float, float]:
        """The sheet's width and height, in units; they follow the window."""
        viewport = self.context.viewport
        wide, high = (side / viewport.unit - 8 for side in viewport.size)
        return min(1196, wide), min(780, high)

    def fill(self) -> None:
        """Add a button for each challenge, those of `HEAD`, and those to the other parts."""
        self.page_count = len(self._parts)
        px, sheet = self.context.viewport.px, self.sheet
        self.places: dict[str, pygame.Rect] = {}
        step = (self.right - self.left - px(NAME)) / COLUMNS
        self._named: dict[str, float] = {}
        """The size of each challenge's title, in units at 100 %; those abreast share it."""
        for number, (_chapter, row) in enumerate(self._parts[self.page]):
            room = round(step) - px(ROAD + 6), self._text - px(1.4 * STAR)
            fit, large = self.context.viewport.fit_name, self.context.viewport.look.text
            fits = [fit(title_text(one), TITLED, room, bold=True) for one in row]
            least = min((fit[1] for fit in fits if fit), default=0) / large or TITLED
            for place, challenge in enumerate(row):
                self._named[challenge.name] = least
                x = self.left + px(NAME) + round(place * step)
                rect = pygame.Rect(x, self._row(number), round(step) - px(ROAD), self._high)
                self.places[challenge.name] = rect
                style = "strong" if challenge.name == self._next else ""
                self.form.button(rect, "", ("challenge", challenge.name), style)
        room = next(iter(self.places.values())).w - px(12), self._high - px(8) - self._text
        self._pictures: Thumbnails[str] = Thumbnails(room, partial(self._thumbnail, room))
        head = pygame.Rect(self.left + px(142), sheet.y + px(14), 0, px(46))
        head.w = self.right - head.x
        rects = row_of(self.context.viewport, head, list(HEAD.values()))
        for (command, label), rect in zip(HEAD.items(), rects, strict=True):
            self.form.button(rect, "" if command == "daily" else label, command)
            if command == "daily":
                self.daily = rect
        self._foot.update(self.left, sheet.bottom - px(BOTTOM - 10), self._foot.w, px(42))
        for turn, x in ((-1, self.left), (1, self.right - px(260))):
            part = self.page + turn
            if 0 <= part < len(self._parts):
                rect = pygame.Rect(x, self._foot.y, px(260), self._foot.h)
                self._foot.x += px(272) * (turn < 0)
                self._foot.w -= px(272)
                chapter = chapter_text(self._parts[part][0][0])
                label = _("‹  {chapter:capital} …", chapter=chapter)
                label = label if turn < 0 else _("{chapter:capital} …  ›", chapter=chapter)
                self.form.button(rect, label, ("part", part))
        if any(name in self.own for name in self.places):
            label, last = _("Delete …"), list(self.places.values())[-1]
            label = _("Stop deleting") if self._deletes else label
            rect = pygame.Rect(self.left, last.bottom - px(42), px(NAME - 20), px(42))
            self.form.button(rect, label, "deletes")
        if self._deleted.paths:
            rect = pygame.Rect(0, self._foot.y, px(200), self._foot.h)
            rect.centerx = sheet.centerx
            self._foot.w = rect.x - self._foot.x - px(12)
            self.form.button(rect, _("Undo delete"), "undo")

    def _thumbnail(self, size: tuple[int, int], name: str) -> pygame.Surface:
        """Return the picture of a challenge after its plan, or the proof of one of one's own.

        Those of included ones are painted once.
        """
        challenge = self._challenges[name]
        if name in self.own:
            return thumbnail(size, challenge, proven_plan(own_folder(self.context), challenge))
        paint = partial(thumbnail, size, challenge, plan_for(name))
        return self.context.viewport.cached(("challenge", size, name), paint)

    @property
    def _high(self) -> int:
        """The height of a tile, in pixels."""
        px = self.context.viewport.px
        return (self.sheet.h - px(TOP + BOTTOM)) // ROWS - px(ROAD)

    @property
    def _text(self) -> int:
        """The height of a tile's title and stars, in pixels."""
        viewport = self.context.viewport
        return viewport.px(TITLE[viewport.look.text > 1] + 1.4 * STAR)

    def _row(self, row: int) -> int:
        px = self.context.viewport.px
        return self.sheet.y + px(TOP) + row * (self._high + px(ROAD))

    def leave(self) -> ScreenChange:
        """Return to the menu, also after a challenge has replaced the menu."""
        return ReplaceScreens(self.context.pages["menu"](self.context))

    def execute(self, pressed: Pressed) -> ScreenChange | None:
        """Start a challenge, or open another page."""
        context = self.context
        match pressed.command:
            case "daily":
                self._wants_today = True
            case "endless":
                fresh = next(n for n in count(1) if f"{ENDLESS}-{n}" not in self.stars)
                made = generated.endless_challenge(fresh)
                return ReplaceScreens(new_attempt(context, made))
            case "deletes" | "undo" | ("challenge", str()) as command if self._edits(command):
                return None
            case ("challenge", str(name)):
                return ReplaceScreens(new_attempt(context, self._challenges[name]))
            case str(page):
                self._is_back = True
                return OpenScreen(PAGES[page](context))
        return None

    def _edits(self, command: ButtonId) -> bool:
        """Delete a challenge of one's own, or undo that; return whether the command does so."""
        match command:
            case "deletes":
                self._deletes = not self._deletes
            case "undo":
                last = self._deleted.paths[-1].stem
                same = [path for path in self._deleted.paths if path.stem == last]
                self.notice = next(filter(None, [self._deleted.undo() for _path in same]), "")
            case ("challenge", str(name)) if self._deletes and name in self.own:
                path, title = self.own[name].path, title_text(self._challenges[name])
                proven = path.with_suffix(SUFFIX)
                faults = [self._deleted.take(one) for one in (proven, path) if one.exists()]
                self.notice = next(filter(None, faults), _("Deleted: {name}", name=title))
            case _:
                return False
        self._read_own(self.context)
        self.page = min(self.page, len(self._parts) - 1)
        self._deletes = self._deletes and bool(self.own)
        self.lay_out()
        return True

    def handle(self, event: pygame.event.Event) -> ScreenChange | None:
        """Handle an event; a friend's code may be pasted."""
        sent = pasted_by(event)
        return OpenScreen(FriendsPage(self.context, sent)) if sent else super().handle(event)

    def update(self, seconds: float) -> ScreenChange | None:
        """Advance by `seconds`; start the challenge of the day once it is ready."""
        super().update(seconds)
        if self._is_back:
            self._is_back = False
            self._read_own(self.context)
            self.lay_out()
        if self._waited:  # the first frame comes without pictures
            self._pictures.paint_next(self.places)
        self._waited += seconds
        if self._today.day != datetime.now().date():  # the page stood open at midnight
            self._today = Today(self.context)
        made = self._today.made() if self._wants_today or self._waited > PASSING else None
        if made is None or not self._wants_today:
            return None
        self._wants_today = False
        return ReplaceScreens(new_attempt(self.context, made))

    def paint(self, canvas: Canvas) -> None:
        """Draw the number of stars, or the notice, the road, and title and medal of chapters."""
        px, left = canvas.px, self.left
        won = sum(self.stars.get(name, 0) for name in self._included)
        total = _("{count} of {most} stars", count=won, most=3 * len(self._included))
        days = streak(self.stars, datetime.now().date())
        if days > 1:
            total = _("{stars}  ·  {days} days in a row with a star", stars=total, days=days)
        text, tint = (self.notice, theme.ACCENT_DARK) if self.notice else (total, theme.SOFT_TEXT)
        at, room = (left, self.sheet.y + px(72)), (self.right - left, px(26))
        canvas.text(text, 14, tint, room=room, midleft=at)
        foot, notice = self._foot, self.context.notice
        canvas.name(notice, 14, theme.ACCENT_DARK, foot.size, midleft=foot.midleft)
        self._draw_road(canvas)
        for number, (chapter, _row) in enumerate(self._parts[self.page]):
            title = _("{chapter:capital}", chapter=chapter_text(chapter))
            x, y, room = left + px(NAME // 2 - 10), self._row(number), (px(NAME - 26), px(40))
            canvas.name(title, 18, theme.TEXT, room, bold=True, midtop=(x, y + px(6)))
            if chapter != OWN:
                every = (one for one in self._challenges.values() if one.chapter == chapter)
                name = medal(self.stars.get(each.name, 0) for each in every)
                draw_medal(canvas, name, (x, y + self._high * 2 // 3), 34)

    def _draw_road(self, canvas: Canvas) -> None:
        """Draw the road through all tiles of this part; it is walked up to the suggested one."""
        px, places = canvas.px, list(self.places.items())
        names = list(self._challenges)
        walked = names.index(self._next) if self._next is not None else len(names)
        for (name, rect), (_before, last) in zip(places[1:], places, strict=False):
            tint = WALKED if names.index(name) <= walked and name not in self.own else PALE
            road = [last.center, rect.center]
            if last.y != rect.y:
                low, right = last.bottom + px(ROAD / 2), last.right + px(ROAD / 2)
                edge = rect.x - px(ROAD / 2)
                road = [last.center, (right, last.centery), (right, low), (edge, low)]
                road += [(edge, rect.centery), rect.center]
            for start, end in pairwise(road):
                pygame.draw.line(canvas.target, tint, start, end, px(10))
                pygame.draw.aacircle(canvas.target, tint, end, px(5))

    def paint_on_top(self, canvas: Canvas) -> None:
        """Draw picture, title and stars of each challenge over its button."""
        px = canvas.px
        for name, rect in self.places.items():
            text, is_next = title_text(self._challenges[name]), name == self._next
            if (picture := self._pictures.picture(name)) is not None:
                canvas.put(picture, midtop=(rect.centerx, rect.y + px(6)))
            tint = theme.PAPER if is_next else theme.TEXT
            at = rect.centerx, rect.bottom - self._text
            room = rect.w - px(6), self._text - px(1.4 * STAR)
            canvas.name(text, self._named[name], tint, room, bold=True, midtop=at)
            won, offered = self.stars.get(name, 0), 3
            if name in self.own:
                won = offered = self.own[name].offered  # as its proof is one's own best attempt
            if self._deletes and name in self.own:
                at = rect.right - px(16), rect.y + px(16)
                canvas.sign("wrong", 18, theme.ACCENT_DARK, center=at)
            if offered:
                _draw_stars(canvas, rect, range(won), offered)
            else:
                text, at = _("no stars offered"), (rect.centerx, rect.bottom - px(0.7 * STAR))
                canvas.fitted(text, 12, theme.SOFT_TEXT, rect.w - px(8), center=at)
        rect = self.daily
        text = _("Making it …") if self._wants_today else _("Today's challenge")
        at, room = (rect.centerx, rect.y + px(14)), (rect.w - px(8), px(26))
        canvas.text(text, 13, theme.TEXT, bold=True, room=room, center=at)
        lit = range(self.stars.get(generated.daily_name(datetime.now().date()), 0))
        if self._wants_today:
            star = 1 if canvas.viewport.look.still else int(4 * self._waited) % 3
            lit = range(star, star + 1)
        _draw_stars(canvas, rect, lit, 3)


def _parts(own: Sequence[Challenge]) -> list[list[Row]]:
    """Return the rows on each part of the page: the chapters, then one's own challenges."""
    every = all_challenges()
    rows = [row for c in CHAPTERS for row in _rows(c, [one for one in every if one.chapter == c])]
    both = rows, _rows(OWN, own)
    return [some[at : at + ROWS] for some in both for at in range(0, len(some), ROWS)]


def _rows(chapter: Chapter, every: Sequence[Challenge]) -> list[Row]:
    return [(chapter, every[at : at + COLUMNS]) for at in range(0, len(every), COLUMNS)]


def _draw_stars(canvas: Canvas, rect: pygame.Rect, lit: range, count: int) -> None:
    """Draw `count` stars at the foot of a button, those in `lit` bright."""
    for index in range(count):
        x = rect.centerx + round((index - (count - 1) / 2) * canvas.px(1.4 * STAR))
        at = x, rect.bottom - canvas.px(0.75 * STAR)
        canvas.sign("star", STAR, theme.ACCENT if index in lit else PALE, center=at)
