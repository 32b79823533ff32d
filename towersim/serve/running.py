"""The server of a table, in a thread of its own; the match stays with its caller's thread."""

import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from threading import Event, Thread
from time import monotonic
from typing import Any, Final

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from towersim.bots.base import AnyBot
from towersim.bots.table import best_bot, turn
from towersim.common.errors import OptionFault
from towersim.common.units import Seat
from towersim.match.match import Match
from towersim.serve.table import Say, ServedTable
from towersim.serve.web import AGAIN, LONGEST, PAGES, REVOKED, WAIT, Desk, TableServer

HERE: Final = "127.0.0.1"
EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 - for those who ask
HTTP: Final = 80
"""The usual port of the web."""
CONNECTIONS: Final = 4 * PAGES
"""Most connections at a time, far below the usual limit of open files."""
FAREWELL: Final = 2.0
"""Seconds for which pages still get the end of the game."""
PATIENCE: Final = 30.0
"""The same for pages that were open during the game and are not at its end, as of phones asleep."""
POLL: Final = 0.2
"""Longest time until `play` sees that it is to end, in seconds."""


def host_names(port: int, *, lan: bool) -> list[str]:
    """Return the names of this host with a port, for the local network or for itself.

    The first is told. Browsers leave port 80 out.
    """
    names = [HERE, "localhost"]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        if lan:
            probe.connect(("192.0.2.1", 9))  # of RFC 5737: nothing is sent
            names.insert(0, str(probe.getsockname()[0]))
    return names if port == HTTP else [f"{name}:{port}" for name in names]


class _Connection(H11Protocol):
    """A connection that is closed unless it asks for something soon, or if there are too many."""

    def connection_made(self, transport: Any) -> None:  # noqa: ANN401 - uvicorn's
        super().connection_made(transport)
        self.loop.call_later(WAIT, self._close_silent)
        if len(self.connections) > CONNECTIONS:
            transport.abort()

    def _close_silent(self) -> None:
        asked: Any = self.cycle
        if asked is None and self.transport.get_protocol() is self:
            self.transport.abort()


class Serving:
    """A table and its server; all methods are for the thread that plays the match."""

    def __init__(
        self,
        match: Match,
        translator: Callable[[str], Say],
        *,
        port: int = 0,
        lan: bool = False,
        wake: Callable[[], object] = lambda: None,
    ) -> None:
        """Serve a match at a port, 0: any free one; OptionFault if it is taken.

        The server's thread calls `wake` when there is work for `step`.
        """
        self.table, self.is_public = ServedTable(match), lan
        """Whether the local network may open pages, and not this host alone."""
        self._desk, self._translator = Desk(wake), translator
        self._told: object = None
        self._listen(port)

    def _listen(self, port: int) -> None:
        try:
            open_ = socket.create_server((EVERYWHERE if self.is_public else HERE, port))
        except OSError as fault:
            raise OptionFault(f"--port {port}: {fault.strerror}") from fault
        hosts = host_names(open_.getsockname()[1], lan=self.is_public)
        self.pages = TableServer(self.table, hosts, self._desk, self._translator)
        config = uvicorn.Config(
            self.pages.app(),
            http=_Connection,
            log_level="critical",
            ws="websockets-sansio",
            ws_max_size=LONGEST,
            ws_ping_interval=20.0,
            ws_ping_timeout=20.0,
            timeout_graceful_shutdown=1,
        )
        self._server = uvicorn.Server(config)
        run = self._server.run
        self._thread = Thread(target=run, kwargs={"sockets": [open_]}, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """The address of the page for everybody."""
        return f"http://{self.pages.name}/"

    def url_of(self, seat: Seat) -> str:
        """Return the address of a seat's page, which only its person should know."""
        return f"http://{self.pages.name}{self.table.path(seat)}"

    def step(self, seconds: float = 0.0) -> None:
        """Do what pages have asked for and tell them; wait up to `seconds` if there is nothing."""
        self._desk.work(seconds)
        shown = self.table.version, self.table.match.steps
        if shown != self._told:
            self._told = shown
            self.pages.tell()

    def admit(self, *, lan: bool) -> None:
        """Let the local network open pages, or this host alone: at another address."""
        self.stop()
        self.is_public = lan
        self._listen(0)

    def renew(self, seat: Seat, *, here: bool = False) -> None:
        """Revoke the code of a seat, to be played at the screen if `here`, or on a page again."""
        self.table.renew(seat)
        self.pages.close_pages(REVOKED, self.table, seat)
        self.table.stands_in.discard(seat)
        (self.table.here.add if here else self.table.here.discard)(seat)

    def begin(self, match: Match) -> None:
        """Go on with another match of the same people, whose codes stay; ignore one of others."""
        old, new = self.table, ServedTable(match)
        before, after = old.people_by_name, new.people_by_name
        if [name for name, _ in before] != [name for name, _ in after]:
            return
        moved = {seat: now for (_, seat), (_, now) in zip(before, after, strict=True)}
        new.here = {moved[seat] for seat in old.here}
        new.stands_in = {moved[seat] for seat in old.stands_in}
        new.codes = {moved[seat]: code for seat, code in old.codes.items()}
        self.table, old.is_replaced = new, True
        self.pages.table = new
        self.pages.close_pages(AGAIN, old)

    def stop(self) -> None:
        """Let the server end soon."""
        self._server.should_exit = True

    def close(self) -> None:
        """End the server, and wait for its end."""
        self.stop()
        while self._thread.is_alive():
            self.step(0.02)


def play(
    serving: Serving,
    bots: Mapping[str, AnyBot],
    pause: float,
    ends: Event,
    warn: Callable[[str], object],
) -> None:
    """Play a match without a window until it is over or `ends` is set.

    Bots wait `pause` seconds before each move; `warn` is told what went wrong with one.
    """
    table, match = serving.table, serving.table.match
    told = len(match.notices)
    moves_at = monotonic() + pause
    while match.outcome is None and not ends.is_set():
        left = moves_at - monotonic() if table.awaits_bot else POLL
        if left > 0:
            serving.step(min(left, POLL))
        if not table.awaits_bot:
            moves_at = monotonic() + pause
        elif monotonic() >= moves_at:
            steps = match.steps
            for _slice in turn(match, best_bot(match.game), bots):
                serving.step()
                # The person may have come back, and may even have moved.
                if steps != match.steps or not table.awaits_bot:
                    break
            for notice in match.notices[told:]:
                warn(notice)
            told, moves_at = len(match.notices), monotonic() + pause


def tell_the_end(serving: Serving, ends: Event) -> None:
    """Let pages get the last state, also those that come back soon, until `ends` is set."""
    missing, begun = serving.table.missing, monotonic()
    leaves = begun + FAREWELL
    while not ends.is_set() and monotonic() < (begun + PATIENCE if missing else leaves):
        serving.step(POLL)
        if back := missing - serving.table.missing:
            missing, leaves = missing - back, monotonic() + FAREWELL
