"""Count the simulated games that go otherwise on a processor without fused multiply-add.

::

    python -m tests.without_fma 100

plays games of bots on this processor and simulates their moves again without FMA and AVX2, which
only glibc on Linux can switch off. It takes about twenty CPU minutes and is no test.
"""

import os
import subprocess
import sys
from collections import Counter
from math import dist
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tests.common.test_dice import PLAIN
from towersim.bots.table import final_outcome
from towersim.match.game import Game
from towersim.match.match import Match
from towersim.match.record import SeatSpec, read
from towersim.table.placing import fallen_by_tick, resimulate

GAMES = ("fawlty-towers", "fawlty-towers", "bausack")


def play(number: int, path: Path) -> None:
    """Play a game of bots with normal hands into a record."""
    seats = [SeatSpec(f"Bot {n}", "uniform", "normal") for n in range(2 + number % 2)]
    match = Match.new(GAMES[number % len(GAMES)], seats, seed=number, record=path)
    final_outcome(match)
    match.close()


def main(count: int) -> None:
    """Play on this processor, and simulate every move again without FMA."""
    with TemporaryDirectory() as folder:
        for number in range(count):
            play(number, Path(folder) / f"{number:03}.tower")
        tunables = {"GLIBC_TUNABLES": PLAIN}
        command = [sys.executable, "-m", "tests.without_fma", folder]
        subprocess.run(command, env={**os.environ, **tunables}, check=True)


def check(folder: Path) -> None:
    """Simulate every move of the records of a folder again, each from the written poses."""
    found: Counter[str] = Counter()
    firsts: dict[str, list[int]] = {}
    farthest = 0.0
    for path in sorted(folder.glob("*.tower")):
        recording = read(path)
        Game.loaded(recording)
        game, first, moves, others = Game.at_start(recording), 0, 0, 0
        for step in recording.steps:
            table = game.table
            game.follow(step)
            if step.motion is None or game.last_motion is None:
                continue
            moves, written = moves + 1, game.last_motion
            motion = resimulate(table, written, game.profile)
            if motion.hash != written.hash:
                first = first or moves
                found["moves with other bits"] += 1
                if fallen_by_tick(table, motion) != fallen_by_tick(table, written):
                    others += 1
                else:
                    pairs = zip(motion.poses, written.poses, strict=True)
                    far = max(dist(a[1][:2], b[1][:2]) for a, b in pairs)
                    farthest = max(farthest, far)
        found["moves"] += moves
        found["moves with another verdict"] += others
        found["games with another verdict"] += others > 0
        found["games that diverge" if first else "equal games"] += 1
        if first:
            firsts.setdefault(game.game, []).append(first)
        what = f"diverges in move {first} of {moves}" if first else f"equal in all {moves} moves"
        sys.stdout.write(f"{path.name} {game.game}: {what}, {others} other verdicts\n")
        sys.stdout.flush()
    sys.stdout.write(f"{dict(found)}; otherwise within {farthest:.1e} m\n")
    for name, moves_of in sorted(firsts.items()):
        sys.stdout.write(f"{name}: {len(moves_of)} diverge, first in move {median(moves_of)}\n")


if __name__ == "__main__":
    check(Path(sys.argv[1])) if Path(sys.argv[1]).is_dir() else main(int(sys.argv[1]))
