"""The page with a code for each person's phone, and with who plays in whose place."""

import io
import webbrowser
from typing import Final

import pygame

from towersim.common.errors import OptionFault
from towersim.common.messages import message as _
from towersim.common.units import Seat
from towersim.lab.optional_dependencies import requires
from towersim.match.match import Match
from towersim.serve.table import ServedTable
from towersim.ui.app_context import AppContext, CloseScreens, ScreenChange
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.text import Letters, name_text
from towersim.ui.drawing.theme import SOFT_TEXT, TEXT
from towersim.ui.language.faults import fault_message
from towersim.ui.screens.sheet import FootButton, SheetScreen
from towersim.ui.widgets.forms import Pressed

COLUMNS: Final = 4
WIDE: Final = 212
"""Width of a seat's cell, in units; …"""
HIGH: Final = (288, 262)
"""… its height in one row of cells, and in two; …"""
CODE: Final = (184, 158)
"""… and the width and height of its code."""
TOP: Final = 112
"""y of the first cell from the sheet's top, in units."""


class PhonesPage(SheetScreen):
    """The codes of the people's seats over a table; it closes when the last phone has joined."""

    overlay = True
    title = _("Hands on phones")

    def __init__(self, context: AppContext, match: Match) -> None:
        """Serve the match to phones, unless it is served; without the extra a notice says why."""
        self._match, context.notice = match, phones_fault()
        if not context.notice and context.served(match) is None:
            context.serve(match)
        self.context = context
        self._begun_with = self._waits
        super().__init__(context)

    @property
    def _table(self) -> ServedTable | None:
        return self.context.served(self._match)

    @property
    def _waits(self) -> bool:
        """Whether a seat is played neither here nor on a phone."""
        table = self._table
        return table is not None and any(map(table.is_away, table.people))

    @property
    def size(self) -> tuple[float, float]:
        """The sheet's width and height, in units."""
        people = 0 if self._table is None else len(self._table.people)
        rows = -(-people // COLUMNS)
        self._tall = rows > 1
        return 72 + COLUMNS * WIDE, TOP + rows * HIGH[self._tall] + 84

    def fill(self) -> None:
        """Add for each seat its code, which opens the page here, and the ways to play it."""
        self._shown = self._depends_on()
        self._codes: list[tuple[pygame.Surface, pygame.Rect]] = []
        self._cells: list[tuple[Seat, pygame.Rect]] = []
        serving, table = self.context.phones, self._table
        if serving is None or table is None:
            self.foot()
            return
        px, tall = self.context.viewport.px, self._tall
        people = table.people
        for index, seat in enumerate(people):
            columns = min(COLUMNS, len(people) - index // COLUMNS * COLUMNS)
            x = self.sheet.centerx + px(WIDE) * (index % COLUMNS) - px(WIDE) * columns // 2
            y = self.sheet.y + px(TOP + index // COLUMNS * HIGH[tall])
            cell = pygame.Rect(x, y, px(WIDE), px(HIGH[tall]))
            self._cells.append((seat, cell))
            ways = [("new", _("New code"))]
            if seat in table.here:
                ways = [("new", _("To a phone"))]
            elif table.is_away(seat):
                place = pygame.Rect(0, y + px(30), px(CODE[tall]), px(CODE[tall]))
                place.centerx = cell.centerx
                self.form.button(place, "", ("open", seat))
                self._codes.append((_code(serving.url_of(seat), place.w), place))
                ways = [("here", _("Play here"))]
                ways += [] if seat in table.stands_in else [("bot", _("A bot plays"))]
            wide = px(WIDE - 16) // len(ways)
            for number, (command, words) in enumerate(ways):
                at = cell.x + px(8) + number * wide, cell.bottom - px(46)
                self.form.button(pygame.Rect(at, (wide - px(4), px(36))), words, (command, seat))
        network = _("Other devices: yes") if serving.is_public else _("Other devices: no")
        start = FootButton(_("To the table"), "back", 180, "strong")
        self.foot((FootButton(network, "network", 230, chooser=True),), (start,))

    def _depends_on(self) -> object:
        table = self._table
        return table and (table.version, self.context.phones and self.context.phones.url)

    def answer(self, pressed: Pressed) -> ScreenChange | None:
        """Open a page here, alter who plays a seat, or admit other devices."""
        serving, table = self.context.phones, self._table
        if serving is None or table is None:
            return None
        match pressed.command:
            case "network":
                serving.admit(lan=not serving.is_public)
            case ("open", int(seat)):
                webbrowser.open(serving.url_of(Seat(seat)))
            case ("bot", int(seat)):
                table.stand_in(Seat(seat), seat)
            case ("new" | "here" as way, int(seat)):
                serving.renew(Seat(seat), here=way == "here")
        self.resize()
        return None

    def update(self, seconds: float) -> ScreenChange | None:
        """Advance by `seconds`; close once the last missing phone has joined."""
        if self._shown != self._depends_on():
            self.resize()
        if self._begun_with and not self._waits:
            return CloseScreens()
        return super().update(seconds)

    @property
    def note(self) -> str:
        """The notice, or else the address for everybody and who can open it."""
        serving = self.context.phones
        if self.context.notice or serving is None:
            return self.context.notice
        if serving.is_public:
            return _("Phones in this network scan a code; {url} shows the table.", url=serving.url)
        return _("Only this computer can open the codes; {url} shows the table.", url=serving.url)

    def paint(self, canvas: Canvas) -> None:
        """Draw what to do, and each seat's name and who plays it."""
        table = self._table
        if table is None:
            return
        px, names = canvas.px, [seat.name for seat in self._match.seats]
        line = _("Each player scans their code. A click on a code opens it on this computer.")
        room = self.right - self.left, px(28)
        canvas.text(line, 16, SOFT_TEXT, room=room, topleft=(self.left, self.sheet.y + px(72)))
        for seat, cell in self._cells:
            name = name_text(
                canvas.viewport, names[seat], Letters(17, TEXT, bold=True), (cell.w, px(28))
            )
            canvas.put(name, midtop=(cell.centerx, cell.y))
            if seat in table.here or not table.is_away(seat):
                words = _("plays at this screen") if seat in table.here else _("plays on a phone")
                sign = "person" if seat in table.here else "tick"
                canvas.sign(sign, 56, TEXT, center=(cell.centerx, cell.y + px(100)))
                canvas.text(
                    words,
                    15,
                    SOFT_TEXT,
                    room=(cell.w, px(26)),
                    midtop=(cell.centerx, cell.y + px(140)),
                )

    def paint_on_top(self, canvas: Canvas) -> None:
        """Draw the codes over their buttons."""
        for picture, place in self._codes:
            canvas.put(picture, center=place.center)


def _code(url: str, width: int) -> pygame.Surface:
    """Return the code of an address, at most `width` pixels wide."""
    import segno  # noqa: PLC0415 - of the extra

    code, picture = segno.make(url, error="l"), io.BytesIO()
    scale = max(width // code.symbol_size(border=3)[0], 1)
    code.save(picture, kind="png", scale=scale, border=3, light="#fffaf0", dark="#2b201a")
    picture.seek(0)
    return pygame.image.load(picture)


def phones_fault() -> str:
    """Return why phones cannot be served here, as a message; empty if they can."""
    try:
        with requires("serve"):
            return ""
    except OptionFault as fault:
        return fault_message(fault)
