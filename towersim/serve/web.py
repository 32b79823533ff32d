"""The application: its pages and sockets, and whom they believe.

The network is not trusted: a seat's code has 128 random bits, `Host` and `Origin` are checked,
messages are short, bounded in number and parsed by msgspec. A page gets the newest state only, so
a slow one costs no memory. The match belongs to another thread, at whose `Desk` pages ask.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Final, ParamSpec, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from towersim.common.errors import IllegalAction
from towersim.common.messages import message as _, texts
from towersim.common.units import Seat
from towersim.serve import messages
from towersim.serve.table import Say, ServedTable
from towersim.theatre.page import filled

P = ParamSpec("P")
T = TypeVar("T")

LONGEST: Final = 2048
"""Greatest length of a message from a page, in bytes."""
MOST: Final = 20
"""Greatest number of messages of a page in a second."""
PAGES: Final = 64
"""Greatest number of open pages of onlookers."""
SEAT_PAGES: Final = 16
"""Greatest number of open pages of a seat."""
WAIT: Final = 10.0
"""Longest time in which a page has to take a message, in seconds."""
REFUSED: Final = 1008
"""The code with which a socket is closed that broke a rule (RFC 6455, section 7.4.1)."""
BUSY: Final = 1013
"""The code with which a socket is closed because too many pages are open."""
REVOKED: Final = 4001
"""The code with which a socket is closed whose seat has a new code (free by section 7.4.2)."""
AGAIN: Final = 1012
"""The code with which a socket is closed that is to be opened again, for another game."""
HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; "
    "script-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
}
"""The headers of every page: it may load nothing, and tells its address to nobody."""
PAGE: Final = Path(__file__).with_name("page.html")
"""The page: one file, without network beyond the host."""
WORDS: Final = {**texts(__file__)["page"], "hidden": _("{count} face down", count="{count}")}
"""The page's own texts."""


class Desk(Executor):
    """Runs what pages ask for on the thread that calls `work`, which owns the match."""

    def __init__(self, wake: Callable[[], object]) -> None:
        """Create an idle desk; `wake` is called on the asking thread for each question."""
        self._asked = SimpleQueue[tuple[Future[Any], Callable[[], Any]]]()
        self._wake = wake

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Ask for a call; its future fails with IllegalAction alone."""
        future = Future[T]()
        self._asked.put((future, partial(fn, *args, **kwargs)))
        self._wake()
        return future

    def work(self, seconds: float = 0.0) -> None:
        """Make the calls asked for by now; without any, wait up to `seconds` for the first."""
        for number in range(max(self._asked.qsize(), 1)):
            try:
                future, call = self._asked.get(not number and seconds > 0, seconds)
            except Empty:
                return
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(call())
                except IllegalAction as refusal:
                    future.set_exception(refusal)


class Page:
    """One open page: its table and seat, its language, and what it has still to be told."""

    def __init__(self, socket: WebSocket, table: ServedTable, seat: Seat | None, say: Say) -> None:
        self.socket, self.table, self.seat, self.say = socket, table, seat, say
        self.changed = asyncio.Event()
        """Set while the page has not been told the newest state."""
        self.changed.set()
        self._times: deque[float] = deque(maxlen=MOST)

    def is_flooding(self, now: float) -> bool:
        """Count a message at a time in seconds; return whether there were too many in a second."""
        full = len(self._times) == MOST and now - self._times[0] < 1.0
        self._times.append(now)
        return full

    async def send(self, answer: messages.Answer) -> None:
        """Send an answer; TimeoutError if the page does not take it."""
        text = msgspec.json.encode(answer, enc_hook=str).decode()
        # `wait_for` loses a cancellation in Python 3.11 when the text has just been sent.
        async with asyncio.timeout(WAIT):
            await self.socket.send_text(text)


class TableServer:
    """The pages of one table at one address."""

    def __init__(
        self, table: ServedTable, hosts: Sequence[str], desk: Desk, translator: Callable[[str], Say]
    ) -> None:
        """Serve a table under these names, each as ``host:port``; the first is the one told.

        Pages ask at the `desk`; `translator` returns what translates for a language tag.
        """
        self.table, self.name, self._hosts = table, hosts[0], frozenset(hosts)
        self._desk, self._translator = desk, translator
        self._pages: set[Page] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    def app(self) -> ASGIApp:
        """Return the application."""
        routes = [
            Route("/", self._page),
            Route("/seat/{code}", self._page),
            WebSocketRoute("/ws", self._talk),
            WebSocketRoute("/ws/{code}", self._talk),
        ]
        # Another name is refused, as of a page whose name was rebound to this host.
        names = [host.partition(":")[0] for host in self._hosts]
        return TrustedHostMiddleware(Starlette(routes=routes), names, www_redirect=False)

    async def _page(self, request: Request) -> Response:
        code = request.path_params.get("code")
        say = self._translator(request.headers.get("accept-language", ""))
        if code is not None and self.table.owner(code) is None:
            told = f'<meta name="viewport" content="width=device-width"><p>{say(WORDS["revoked"])}'
            return HTMLResponse(told, 404, headers=HEADERS)
        text = filled(PAGE.read_text(encoding="utf-8"), {"script": say(WORDS["script"])})
        return HTMLResponse(text, headers=HEADERS)

    def tell(self) -> None:
        """Let every page know that the table has changed; called on the table's thread."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the server has ended
                self._loop.call_soon_threadsafe(self._mark_changed)

    def _mark_changed(self) -> None:
        for page_ in self._pages:
            page_.changed.set()

    def close_pages(self, code: int, table: ServedTable, seat: Seat | None = None) -> None:
        """Close a table's pages of a seat, by default all; called on the table's thread."""
        if self._loop is not None:
            asyncio.run_coroutine_threadsafe(self._close_pages(code, table, seat), self._loop)

    async def _close_pages(self, code: int, table: ServedTable, seat: Seat | None) -> None:
        shown = [each for each in self._pages if each.table is table]
        pages = [each for each in shown if seat in (None, each.seat)]
        await asyncio.gather(*(_closed(each.socket, code) for each in pages))

    async def _run(self, call: Callable[..., T], *args: object) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._desk, call, *args)

    async def _talk(self, socket: WebSocket) -> None:
        """Talk with one page until it is closed."""
        self._loop = asyncio.get_running_loop()
        if socket.headers.get("origin", "").partition("://")[2] not in self._hosts:
            await socket.close(REFUSED)
            return
        await socket.accept()
        # No pause until the page is known: a new code or table closes only pages that are.
        code, table = socket.path_params.get("code"), self.table
        seat = None if code is None else table.owner(code)
        revoked = code is not None and seat is None
        same = sum(each.seat == seat for each in self._pages)
        if revoked or same >= (PAGES if seat is None else SEAT_PAGES):
            await socket.close(REVOKED if revoked else BUSY)
            return
        page_ = Page(socket, table, seat, self._translator(socket.query_params.get("lang", "")))
        self._pages.add(page_)
        try:
            await self._run(table.come, page_, seat)
            await _until_first(self._show(page_), self._hear(page_))
        finally:
            self._pages.discard(page_)
            await self._run(table.leave, page_)
            if socket.application_state is WebSocketState.CONNECTED:
                await _closed(socket)

    async def _show(self, page_: Page) -> None:
        """Send the newest state whenever it has changed."""
        await page_.send(messages.Words({name: page_.say(text) for name, text in WORDS.items()}))
        while True:
            await page_.changed.wait()
            page_.changed.clear()
            await page_.send(await self._run(page_.table.state, page_.seat, page_.say))

    async def _hear(self, page_: Page) -> None:
        """Grant the wishes of a page until it is closed or breaks a rule."""
        clock = asyncio.get_running_loop().time
        while True:
            try:
                wish = msgspec.json.decode(await page_.socket.receive_text(), type=messages.Wish)
            except (msgspec.DecodeError, KeyError):  # Starlette raises KeyError for bytes
                await _closed(page_.socket, REFUSED, "no wish as in towersim.serve.messages")
                return
            if page_.is_flooding(clock()):
                await _closed(page_.socket, REFUSED, f"more than {MOST} messages in a second")
                return
            try:
                answer = await self._grant(page_, wish)
            except IllegalAction as refusal:
                answer = messages.Refusal(page_.say(refusal.why))
            if answer is not None:
                await page_.send(answer)

    async def _grant(self, page_: Page, wish: messages.Wish) -> messages.Answer | None:
        table, seat = page_.table, page_.seat
        match wish:
            case messages.Choose(step, choice):
                await self._run(table.choose, seat, step, choice)
            case messages.Undo(step):
                await self._run(table.undo, seat, step)
            case messages.StandIn(other):
                await self._run(table.stand_in, seat, other)
            case messages.Select(cards):
                return await self._run(table.select, seat, cards, page_.say)
            case messages.Renew():
                await page_.send(messages.Code(await self._run(table.renew, seat)))
                await self._close_pages(REVOKED, table, seat)
        return None


async def _until_first(*works: Any) -> None:  # noqa: ANN401 - coroutines
    """Run coroutines until the first ends; end the others. A page that is gone is no error."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
    # Starlette raises RuntimeError for a send after the page has closed.
    gone = (WebSocketDisconnect, asyncio.CancelledError, TimeoutError, RuntimeError)
    for fault in results:
        if isinstance(fault, Exception) and not isinstance(fault, gone):
            raise fault


async def _closed(socket: WebSocket, code: int = REFUSED, reason: str = "") -> None:
    # It is closed already, or not listening.
    with suppress(RuntimeError, TimeoutError, WebSocketDisconnect):
        async with asyncio.timeout(WAIT):
            await socket.close(code, reason)
