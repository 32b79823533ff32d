"""The page with a code for each person's phone, and with who plays in whose place."""

import io
import webbrowser
from typing import TYPE_CHECKING, Final

import pygame

from towersim.common.errors import OptionFault
from towersim.common.messages import message as _
from towersim.common.units import Seat
from towersim.lab.optional_dependencies import requires
from towersim.match.match import Match
from towersim.ui.app_context import AppContext, CloseScreens, ScreenChange
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.theme import SOFT_TEXT, TEXT
from towersim.ui.language.faults import fault_message
from towersim.ui.screens.base import FootButton, SheetScreen
from towersim.ui.widgets.forms import Pressed

if TYPE_CHECKING:
    from towersim.serve.running import Serving

COLUMNS: Final = 4
WIDE: Final = 212
"""Width of a seat's cell, in units."""
CODES: Final = (196, 150)
"""Width and height of a code in one row of cells, and in two, in units."""
AROUND: Final = 108
"""Height of a cell without its code, in units."""
TOP: Final = 104
"""y of the first cell from the sheet's top, in units."""
PLAYED: Final = {
    "phone": _("plays on a phone"),
    "here": _("plays at this screen"),
    "bot": _("a bot plays until then"),
    "": "",
}
"""Who plays a seat; nobody until its phone has joined."""
WAYS: Final = {
    "phone": {"phone": _("New code")},
    "here": {"phone": _("To a phone")},
    "bot": {"here": _("Play here")},
    "": {"here": _("Play here"), "bot": _("A bot plays")},
}
"""The buttons of a seat by who plays it: who is to play it, and their texts."""


class PhonesPage(SheetScreen):
    """The codes of the people's seats over a table; it closes when the last phone has joined."""

    overlay = True
    title = _("Hands on phones")

    def __init__(self, context: AppContext, match: Match) -> None:
        """Serve the match to phones, unless it is served; if that fails, a notice says why."""
        fault = phones_fault()
        if not fault and context.served(match) is None:
            fault = context.serve(match)
        context.notice, self._serving = fault, None if fault else context.phones
        self._begun_with = self._waits
        self._rows = -(-len(self._serving.table.people) // COLUMNS) if self._serving else 0
        self._code = CODES[self._rows > 1]
        super().__init__(context)

    @property
    def _waits(self) -> bool:
        """Whether a seat is played neither here nor on a phone."""
        table = None if self._serving is None else self._serving.table
        return table is not None and any(map(table.is_away, table.people))

    @property
    def size(self) -> tuple[float, float]:
        """The sheet's width and height, in units."""
        return 72 + COLUMNS * WIDE, TOP + self._rows * (self._code + AROUND) + 84

    def fill(self) -> None:
        """Add for each seat its code, which opens the page here, and the ways to play it."""
        self._codes: list[tuple[pygame.Surface, pygame.Rect]] = []
        self._cells: list[tuple[Seat, str, pygame.Rect]] = []
        serving, px = self._serving, self.context.viewport.px
        if serving is None:
            self.foot()
            return
        table = serving.table
        self._version = table.version
        for index, seat in enumerate(table.people):
            row, column = divmod(index, COLUMNS)
            columns = min(COLUMNS, len(table.people) - row * COLUMNS)
            cell = pygame.Rect(0, 0, px(WIDE), px(self._code + AROUND))
            cell.x = self.sheet.centerx + (2 * column - columns) * cell.w // 2
            cell.y = self.sheet.y + px(TOP) + row * cell.h
            self._fill_cell(seat, cell, serving)
        network = _("Other devices: yes") if serving.is_public else _("Other devices: no")
        start = FootButton(_("To the table"), "back", 180, "strong")
        self.foot((FootButton(network, "network", 230, chooser=True),), (start,))

    def _fill_cell(self, seat: Seat, cell: pygame.Rect, serving: "Serving") -> None:
        """Add the code and the buttons of a seat."""
        px, table, who = self.context.viewport.px, serving.table, "phone"
        if seat in table.here:
            who = "here"
        elif table.is_away(seat):
            who = "bot" if seat in table.stands_in else ""
            place = pygame.Rect(0, cell.y + px(30), px(self._code), px(self._code))
            place.centerx = cell.centerx
            self.form.button(place, "", ("open", seat))
            self._codes.append((_code(serving.url_of(seat), place.w), place))
        self._cells.append((seat, who, cell))
        wide = px(WIDE - 16) // len(WAYS[who])
        for number, (player, label) in enumerate(WAYS[who].items()):
            at = cell.x + px(8) + number * wide, cell.bottom - px(46)
            self.form.button(pygame.Rect(at, (wide - px(4), px(36))), label, (player, seat))

    def execute(self, pressed: Pressed) -> ScreenChange | None:
        """Open a page here, alter who plays a seat, or admit other devices."""
        serving = self._serving
        if serving is None:
            return None
        match pressed.command:
            case "network":
                serving.admit(lan=not serving.is_public)
            case ("open", int(seat)):
                webbrowser.open(serving.url_of(Seat(seat)))
            case ("bot", int(seat)):
                serving.table.stand_in(Seat(seat), seat)
            case ("phone" | "here" as player, int(seat)):
                serving.renew(Seat(seat), here=player == "here")
        self.resize()
        return None

    def update(self, seconds: float) -> ScreenChange | None:
        """Advance by `seconds`; close once the last missing phone has joined."""
        if self._serving is not None and self._version != self._serving.table.version:
            self.resize()
        if self._begun_with and not self._waits:
            return CloseScreens()
        return super().update(seconds)

    @property
    def note(self) -> str:
        """The notice, or else the address for everybody and who can open it."""
        serving = self._serving
        if self.context.notice or serving is None:
            return self.context.notice
        if serving.is_public:
            return _("Phones in this network scan a code; {url} shows the table.", url=serving.url)
        return _("Only this computer can open the codes; {url} shows the table.", url=serving.url)

    def paint(self, canvas: Canvas) -> None:
        """Draw what to do, and each seat's name and who plays it."""
        if self._serving is None:
            return
        px, signs = canvas.px, {"phone": "tick", "here": "person"}
        line = _("Each player scans their code. A click on a code opens it on this computer.")
        if not self._serving.is_public:
            line = _(
                "Allow other devices below, so that phones can scan. A click opens a code here."
            )
        room = self.right - self.left, px(28)
        canvas.text(line, 16, SOFT_TEXT, room=room, topleft=(self.left, self.sheet.y + px(72)))
        for seat, who, cell in self._cells:
            name, room = self._serving.table.match.seats[seat].name, (cell.w, px(28))
            canvas.name(name, 17, TEXT, room, bold=True, midtop=cell.midtop)
            if who in signs:
                canvas.sign(signs[who], 56, TEXT, center=(cell.centerx, cell.y + px(110)))
            room, at = (cell.w, px(26)), (cell.centerx, cell.bottom - px(50))
            canvas.text(PLAYED[who], 14, SOFT_TEXT, room=room, midbottom=at)

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
