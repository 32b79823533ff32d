"""A table served by a real server in a thread of the test."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import Any

from websockets.sync.client import ClientConnection, connect

from towersim.common.units import Seat
from towersim.serve.running import listening, serve
from towersim.serve.table import ServedTable
from towersim.serve.web import TableServer

PATIENCE = 20.0
"""Longest wait for a message on a loaded machine, in seconds."""


class Served:
    """The server of a test, and connections to it."""

    def __init__(self, pages: TableServer) -> None:
        self.pages, self.table = pages, pages.table

    @property
    def base(self) -> str:
        """The address of the public page."""
        return f"http://{self.pages.name}/"

    def url(self, seat: int) -> str:
        """Return the address of a seat's page."""
        return f"http://{self.pages.name}{self.pages.seating.path(Seat(seat))}"

    @contextmanager
    def socket(
        self, seat: int | None, *, code: str = "", origin: str | None = "own"
    ) -> Iterator[ClientConnection]:
        """Open a connection of a seat, or of an onlooker."""
        path = "/ws" if seat is None else self.pages.seating.path(Seat(seat))
        path = f"/ws/{code}" if code else path.replace("/seat/", "/ws/")
        own = f"http://{self.pages.name}" if origin == "own" else origin
        address = f"ws://{self.pages.name}{path}"
        with connect(address, origin=own, open_timeout=PATIENCE, close_timeout=1) as connection:  # type: ignore[arg-type]  # a new type of str
            yield connection


@contextmanager
def served(table: ServedTable) -> Iterator[Served]:
    """Serve a table until the end of the block."""
    begun, found, ends = Event(), [], asyncio.Event()

    def begin(pages: TableServer) -> None:
        found.append(Served(pages))
        begun.set()

    async def run() -> None:
        serving = asyncio.ensure_future(serve(table, listening(0, lan=False), begin))
        loops.append(asyncio.get_running_loop())
        await asyncio.wait(
            [serving, asyncio.ensure_future(ends.wait())], return_when=asyncio.FIRST_COMPLETED
        )
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)

    loops: list[asyncio.AbstractEventLoop] = []
    thread = Thread(target=lambda: asyncio.run(run()))
    thread.start()
    try:
        assert begun.wait(PATIENCE)
        yield found[0]
    finally:
        if thread.is_alive():
            loops[0].call_soon_threadsafe(ends.set)
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
