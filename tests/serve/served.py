"""A table served to real sockets; a thread of the test plays its match."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import Any

from websockets.sync.client import ClientConnection, connect

from towersim.common.units import Seat
from towersim.match.match import Match
from towersim.serve.running import Serving, play, tell_the_end
from towersim.ui.language import translator

PATIENCE = 60.0
"""Longest wait for a message on a loaded machine, in seconds."""


class Served:
    """A served table, and connections to it."""

    def __init__(self, serving: Serving) -> None:
        self.serving = serving

    @property
    def pages(self) -> Any:
        """The pages at the present address."""
        return self.serving.pages

    @property
    def match(self) -> Match:
        """The match on the table."""
        return self.serving.table.match

    @contextmanager
    def socket(
        self, seat: int | None, *, code: str = "", origin: str | None = "own"
    ) -> Iterator[ClientConnection]:
        """Open a connection of a seat, or of an onlooker."""
        code = code or ("" if seat is None else self.serving.table.codes[Seat(seat)])
        path = f"/ws/{code}" if code else "/ws"
        own = f"http://{self.pages.name}" if origin == "own" else origin
        address = f"ws://{self.pages.name}{path}"
        with connect(address, origin=own, open_timeout=PATIENCE, close_timeout=1) as connection:  # type: ignore[arg-type]  # a new type of str
            yield connection


@contextmanager
def served(match: Match) -> Iterator[Served]:
    """Serve a match until the end of the block; bots move at once."""
    serving, ends = Serving(match, translator), Event()

    def run() -> None:
        play(serving, {}, 0.0, ends, warn=print)
        tell_the_end(serving, ends)
        serving.close()

    thread = Thread(target=run)
    thread.start()
    try:
        yield Served(serving)
    finally:
        ends.set()
        thread.join(PATIENCE)
        assert not thread.is_alive()


def told(socket: ClientConnection, kind: str) -> dict[str, Any]:
    """Return the next message of a kind."""
    while True:
        message: dict[str, Any] = json.loads(socket.recv(PATIENCE))
        if message["is"] == kind:
            return message


def ask(socket: ClientConnection, **wish: object) -> None:
    """Send a wish."""
    socket.send(json.dumps(wish))
