"""The application: its pages and sockets, and whom they believe.

The network is not trusted: a seat's code has 128 random bits, `Host` and `Origin` are checked,
messages are short, bounded in number and parsed by msgspec. A page gets the newest state only, so
a slow one costs no memory.
"""

import asyncio
import secrets
from collections import deque
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from towersim.common.errors import IllegalAction
from towersim.common.messages import message as _
from towersim.common.units import Seat
from towersim.serve import messages
from towersim.serve.table import NO_SEAT, ServedTable
from towersim.ui.language import LANGUAGES, Language, language

LONGEST: Final = 2048
"""Greatest length of a message from a page, in bytes."""
MOST: Final = 20
"""Greatest number of messages of a page in a second."""
PAGES: Final = 64
"""Greatest number of open pages."""
WAIT: Final = 10.0
"""Longest time in which a page has to take a message, in seconds."""
REFUSED: Final = 1008
"""The code with which a socket is closed that broke a rule (RFC 6455, section 7.4.1)."""
BUSY: Final = 1013
"""The code with which a socket is closed because too many pages are open."""
HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; "
    "script-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
}
"""The headers of every page: it may load nothing, and tells its address to nobody."""
WORDS: Final = {
    "away": _("is not here"),
    "back": _("Take back"),
    "bot": _("Let a bot play"),
    "code": _("New code for this seat"),
    "revoked": _("This seat has a new code: scan it again."),
    "gone": _("The connection is lost; trying again …"),
    "hidden": _("{count} face down", count="{count}"),
    "log": _("What happened"),
    "tap": _("Tap the cards that you want to play."),
}
"""The page's own texts."""


class Seating:
    """The codes of the seats."""

    def __init__(self, seats: Iterable[Seat]) -> None:
        self._codes = {seat: _code() for seat in seats}

    def path(self, seat: Seat) -> str:
        """Return the path of a seat's page."""
        return f"/seat/{self._codes[seat]}"

    def seat(self, code: str) -> Seat | None:
        """Return the seat with a code, or None, in the same time for every code."""
        found = None
        for seat, known in self._codes.items():
            if secrets.compare_digest(known.encode(), code.encode()):
                found = seat
        return found

    def renew(self, seat: Seat) -> str:
        """Give a seat a new code, which revokes the old one; return its path."""
        self._codes[seat] = _code()
        return self.path(seat)


def _code() -> str:
    # Codes keep strangers out, so they come from the system, not from a game's dice.
    return secrets.token_urlsafe(16)


class Page:
    """One open page: its seat, its language, and what it has still to be told."""

    def __init__(self, socket: WebSocket, table: ServedTable, seat: Seat | None) -> None:
        self.socket, self._table, self.seat = socket, table, seat
        self._answers: asyncio.Queue[messages.Answer] = asyncio.Queue(MOST)
        self._times: deque[float] = deque(maxlen=MOST)

    @property
    def language(self) -> Language:
        """The language that the page asked for, or English."""
        code = self.socket.query_params.get("lang", "")[:2]
        return language(code if code in LANGUAGES else "en")

    def is_flooding(self, now: float) -> bool:
        """Count a message at a time in seconds; return whether there were too many in a second."""
        full = len(self._times) == MOST and now - self._times[0] < 1.0
        self._times.append(now)
        return full

    def answer(self, answer: messages.Answer) -> None:
        """Send an answer soon; asyncio.QueueFull if the page takes none."""
        self._answers.put_nowait(answer)

    async def send_answers(self) -> None:
        """Send answers as they come."""
        while True:
            await self._send(await self._answers.get())

    async def send_states(self) -> None:
        """Send the newest state whenever it has changed."""
        say = self.language.say
        await self._send(messages.Words({name: say(words) for name, words in WORDS.items()}))
        seen = -1
        while True:
            seen = await self._table.next_version(seen)
            await self._send(self._table.state(self.seat, self.language))

    async def _send(self, answer: messages.Answer) -> None:
        text = msgspec.json.encode(answer, enc_hook=str).decode()
        # `wait_for` loses a cancellation in Python 3.11 when the text has just been sent.
        async with asyncio.timeout(WAIT):
            await self.socket.send_text(text)


class TableServer:
    """The pages of one table."""

    def __init__(self, table: ServedTable, hosts: Sequence[str]) -> None:
        """Serve a table under these names, each as ``host:port``; the first is the one told."""
        self.table, self.name, self._hosts = table, hosts[0], frozenset(hosts)
        seats = enumerate(table.match.seats)
        self.people = tuple(Seat(index) for index, spec in seats if spec.is_person)
        """The seats that get a code."""
        self.seating = Seating(self.people)
        self._pages: set[Page] = set()

    def app(self) -> ASGIApp:
        """Return the application."""
        routes = [
            Route("/", self._page),
            Route("/seat/{code}", self._page),
            WebSocketRoute("/ws", self._talk),
            WebSocketRoute("/ws/{code}", self._talk),
        ]
        return _OwnHost(Starlette(routes=routes), self._hosts)

    async def _page(self, request: Request) -> Response:
        code = request.path_params.get("code")
        if code is not None and self.seating.seat(code) is None:
            return PlainTextResponse("this code is not valid any more", 404, headers=HEADERS)
        return HTMLResponse(page(), headers=HEADERS)

    async def _talk(self, socket: WebSocket) -> None:
        """Talk with one page until it is closed."""
        code = socket.path_params.get("code")
        seat = None if code is None else self.seating.seat(code)
        origin = socket.headers.get("origin", "").partition("://")[2]
        if origin not in self._hosts or (code is not None and seat is None):
            await socket.close(REFUSED)
            return
        if len(self._pages) >= PAGES:
            await socket.close(BUSY)
            return
        await socket.accept()
        talking = Page(socket, self.table, seat)
        self._pages.add(talking)
        await self.table.come(seat)
        try:
            await _until_first(talking.send_states(), talking.send_answers(), self._hear(talking))
        finally:
            self._pages.discard(talking)
            await self.table.leave(seat)
            if socket.application_state is WebSocketState.CONNECTED:
                await _closed(socket)

    async def _hear(self, talking: Page) -> None:
        """Grant the wishes of a page until it is closed or breaks a rule."""
        clock = asyncio.get_running_loop().time
        while True:
            text = await talking.socket.receive_text()
            if len(text) > LONGEST or talking.is_flooding(clock()):
                return
            try:
                wish = messages.read_wish(text)
            except msgspec.DecodeError:
                return
            try:
                answer = await self._grant(talking, wish)
            except IllegalAction as refusal:
                answer = messages.Refusal(talking.language.say(refusal.why))
            if answer is not None:
                talking.answer(answer)

    async def _grant(self, talking: Page, wish: messages.Wish) -> messages.Answer | None:
        table, seat = self.table, talking.seat
        match wish:
            case messages.Choose(step, choice):
                await table.choose(seat, step, choice)
            case messages.Undo(step):
                await table.undo(seat, step)
            case messages.StandIn(other):
                await table.stand_in(seat, other)
            case messages.Select(cards):
                return table.select(seat, cards, talking.language)
            case messages.Renew():
                return await self._renew(talking)
        return None

    async def _renew(self, talking: Page) -> messages.Code:
        """Give a page's seat a new code, and close the other pages with the old one."""
        if talking.seat is None:
            raise IllegalAction(NO_SEAT)
        path = self.seating.renew(talking.seat)
        for page_ in [p for p in self._pages if p.seat == talking.seat and p is not talking]:
            await _closed(page_.socket)
        return messages.Code(path)


async def _until_first(*works: Any) -> None:  # noqa: ANN401 - coroutines
    """Run coroutines until the first ends; end the others. A page that is gone is no error."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
    gone = (WebSocketDisconnect, asyncio.CancelledError, asyncio.QueueFull, TimeoutError, KeyError)
    for fault in results:
        # Starlette raises RuntimeError for a send after the page has closed, KeyError for bytes.
        if isinstance(fault, Exception) and not isinstance(fault, (*gone, RuntimeError)):
            raise fault


async def _closed(socket: WebSocket) -> None:
    with suppress(RuntimeError, TimeoutError):  # it is closed already, or not listening
        async with asyncio.timeout(WAIT):
            await socket.close(REFUSED)


class _OwnHost:
    """Refuses requests under another name, as of a page whose name was rebound to this host."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str]) -> None:
        self._app, self._hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        within = scope["type"] == "lifespan"
        if within or HTTPConnection(scope).headers.get("host") in self._hosts:
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await PlainTextResponse("unknown host", 400)(scope, receive, send)
        else:
            await WebSocket(scope, receive, send).close(REFUSED)


@cache
def page() -> str:
    """Return the page: one file, without network beyond the host."""
    folder = Path(__file__).parent / "web"
    parts = {name: (folder / name).read_text("utf-8") for name in ("page.css", "page.js")}
    text = (folder / "page.html").read_text("utf-8")
    for name, part in parts.items():
        text = text.replace(f"/* {name} */", part)
    return text
