"""The server of a table, from its first page to the end of the game."""

import asyncio
import socket
from collections.abc import Callable
from typing import Final

import uvicorn

from towersim.common.errors import OptionFault
from towersim.serve.table import ServedTable
from towersim.serve.web import LONGEST, TableServer

HERE: Final = "127.0.0.1"
FAREWELL: Final = 2.0
"""Seconds for which pages still get the end of the game."""


def listening(port: int, *, lan: bool) -> socket.socket:
    """Return a socket that listens on this host, or for the local network; OptionFault if taken.

    Port 0 is any free one.
    """
    open_ = socket.socket()
    open_.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        open_.bind(("0.0.0.0" if lan else HERE, port))  # noqa: S104 - the user asked for it
    except OSError as fault:
        open_.close()
        raise OptionFault(f"--port {port}: {fault.strerror}") from fault
    open_.listen()
    return open_


def addresses(open_: socket.socket) -> tuple[str, ...]:
    """Return the names of a listening socket, as ``host:port``; the one to be told first."""
    host, port = open_.getsockname()
    own = (HERE,) if host == HERE else (_own_address(), HERE)
    return tuple(f"{name}:{port}" for name in (*own, "localhost"))


def _own_address() -> str:
    """Return this host's address in the local network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # of RFC 5737: nothing is sent
        except OSError:
            return HERE
        return str(probe.getsockname()[0])


async def serve(
    table: ServedTable, open_: socket.socket, begun: Callable[[TableServer], None]
) -> bool:
    """Serve a table until its game is over (True) or the process is to end; `begun` is called once.

    At the end its pages still get the last state.
    """
    pages = TableServer(table, addresses(open_))
    server = uvicorn.Server(
        uvicorn.Config(
            pages.app(),
            log_level="critical",
            ws="websockets-sansio",
            ws_max_size=LONGEST,
            ws_ping_interval=20.0,
            ws_ping_timeout=20.0,
            timeout_graceful_shutdown=1,
        )
    )
    playing = asyncio.ensure_future(table.play())
    with open_:
        serving = asyncio.ensure_future(server.serve(sockets=[open_]))
        # Addresses are told once signals are heard.
        while not (server.started or serving.done()):
            await asyncio.sleep(0.01)
        begun(pages)
        try:
            await asyncio.wait([playing, serving], return_when=asyncio.FIRST_COMPLETED)
            if not serving.done():
                await asyncio.sleep(FAREWELL)
        finally:
            server.should_exit = True
            await serving
    if not playing.done():
        playing.cancel()
        return False
    await playing
    return True
