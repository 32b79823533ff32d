"""Unfinished games for the pictures in the list of games.

`python -m tests.pictures [GAME …]` plays them, or all, again and writes them to `levels/pictures/`.
"""

import sys
from pathlib import Path
from typing import Final

from towersim.bots.table import bots_of, turn
from towersim.files.level import levels_dir
from towersim.match.match import Match, MatchPhase
from towersim.match.record import NAMES, SeatSpec

FOLDER: Final = levels_dir() / "pictures"
MOVES: Final = {"fawlty-towers": 104, "bausack": 120, "palace": 44, "push": 106, "rummu": 150}
"""Least number of actions before the picture, which is taken when the first seat has to act."""
SEATS: Final = 4


def play(game: str, path: Path) -> None:
    """Play a game with good bots up to its picture, and write the record."""
    sensible = next(iter(bots_of(game).values()))
    seats = [SeatSpec(name, "human" if i == 0 else sensible.name) for i, name in enumerate(NAMES)]
    path.unlink(missing_ok=True)
    match = Match.new(game, seats[:SEATS], seed=11, record=path)
    while match.phase is not MatchPhase.OVER and (match.steps < MOVES[game] or match.actor != 0):
        for _ in turn(match, sensible):
            pass
        while match.phase is MatchPhase.SETTLING:
            match.tick()
    match.close()


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for game in sys.argv[1:] or MOVES:
        play(game, FOLDER / f"{game}.tower")
