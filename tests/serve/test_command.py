"""`towersim serve` as its user runs it: addresses, a game of bots, signals, resuming."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.serve.served import PATIENCE
from towersim.match.record import read
from towersim.match.replay import validate


def started(*arguments: str, stderr: int | None = None) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "towersim", "serve", *arguments, "--json"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=stderr, text=True)


@pytest.mark.slow  # a process
def test_addresses_and_the_outcome_are_one_line_each(tmp_path: Path) -> None:
    path, bot = tmp_path / os.fsdecode(b"\xff.tower"), tmp_path / "mine.py"
    bot.write_text("class Wrong:\n    def choose(self, position):\n        return 42\n")
    game = ("palace", "--seats", f"keeper,{bot}:Wrong", "--pause", "0", "--record", str(path))
    with started(*game, stderr=subprocess.PIPE) as server:
        out, complained = server.communicate(timeout=PATIENCE)
    first, second = out.splitlines()
    assert server.returncode == 0
    wrong = "towersim: Wrong 2: "
    assert complained.splitlines() == [
        f"{wrong}answered what is not legal: 42; the best bot chooses for it",
        f"{wrong}failed 3 times in a row; the best bot plays on for it",
    ]
    addresses = json.loads(first)
    assert addresses["seats"] == []
    assert addresses["table"].startswith("http://127.0.0.1:")
    assert addresses["record"] == str(tmp_path / r"\xff.tower")
    assert json.loads(second)["outcome"]["winners"]
    assert validate(read(path)).valid


@pytest.mark.slow  # two processes
def test_a_signal_ends_it_and_the_game_goes_on_later(path: Path) -> None:
    new = ("--record", str(path), "--seats", "human,keeper", "--names", "Mia, Kim")
    how = "`towersim serve GAME --resume FILE` goes on\n"
    for more, sent, code, told in (
        (new, signal.SIGINT, 130, how),
        (("--resume", str(path)), signal.SIGTERM, 0, ""),
    ):
        with started("palace", *more, stderr=subprocess.PIPE) as server:
            assert server.stdout is not None
            told_first = json.loads(server.stdout.readline())
            (seat,), record = told_first["seats"], told_first["record"]
            assert (seat["seat"], seat["name"], record) == (0, "Mia", str(path))
            assert len(seat["url"].rpartition("/")[2]) >= 22, "128 bits"
            server.send_signal(sent)
            out, complained = server.communicate(timeout=PATIENCE)
            assert (out, complained.endswith(told), server.returncode) == ("", True, code)
            assert told or not complained
    assert validate(read(path)).valid
