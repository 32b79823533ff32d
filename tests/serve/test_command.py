"""`towersim serve` as its user runs it: addresses, a game of bots, SIGTERM, resuming."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.serve.served import PATIENCE
from towersim.match.record import read
from towersim.match.replay import validate


def started(*arguments: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "towersim", "serve", *arguments, "--json"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


@pytest.mark.slow  # a process
def test_addresses_and_the_outcome_are_one_line_each(path: Path) -> None:
    seats = "keeper,keeper"
    with started("palace", "--seats", seats, "--pause", "0", "--record", str(path)) as server:
        assert server.stdout is not None
        first, second = server.stdout
    assert server.returncode == 0
    addresses = json.loads(first)
    assert addresses["seats"] == []
    assert addresses["table"].startswith("http://127.0.0.1:")
    assert json.loads(second)["outcome"]["winners"]
    assert validate(read(path)).valid


@pytest.mark.slow  # two processes
def test_sigterm_ends_it_without_an_error_and_the_game_goes_on_later(path: Path) -> None:
    new = ("--record", str(path), "--seats", "human,keeper", "--names", "Mia, Kim")
    for more in (new, ("--resume", str(path))):
        with started("palace", *more) as server:
            assert server.stdout is not None
            (seat,) = json.loads(server.stdout.readline())["seats"]
            assert (seat["seat"], seat["name"]) == (0, "Mia")
            assert len(seat["url"].rpartition("/")[2]) >= 22, "128 bits"
            server.send_signal(signal.SIGTERM)
            assert server.stdout.read() == ""
            assert server.wait(PATIENCE) == 0
    assert validate(read(path)).valid
