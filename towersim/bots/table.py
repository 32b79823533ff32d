"""Bots as players of a match: their decisions and the motion of their hands."""

from collections.abc import Generator, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import cast

from towersim.bots.base import AnyBot, BotPosition, Put
from towersim.bots.builder import Builder
from towersim.bots.careful import Careful
from towersim.bots.keeper import Keeper
from towersim.bots.planner import Planner
from towersim.bots.reckoner import Reckoner
from towersim.bots.solver import Solver
from towersim.bots.uniform import Uniform
from towersim.common import dice
from towersim.common.errors import OptionFault, RecordFault
from towersim.common.units import Seat
from towersim.foresight.forecast import RiskForecast
from towersim.foresight.prospect import Prospects
from towersim.match.match import Match, MatchPhase
from towersim.match.record import HUMAN, Recording, read
from towersim.rules import GAMES, PRACTICE
from towersim.rules import game as rules_of
from towersim.rules.base import Action, Nature, Outcome, Place, StartTower

_SENSIBLE: Mapping[str, AnyBot] = MappingProxyType(
    {
        "fawlty-towers": Careful(),
        "bausack": Builder(),
        "palace": Keeper(),
        "push": Reckoner(),
        "rummu": Planner(),
        "practice": Solver(),
    }
)
"""The best bot for each game, by the game's name."""


def bots_of(game: str) -> Mapping[str, AnyBot]:
    """Return a game's bots by name, the best one first; OptionFault for an unknown game."""
    sensible = [_SENSIBLE[rules_of(game).name]]
    return {bot.name: bot for bot in (*sensible, Uniform())}


def bot(game: str, name: str) -> AnyBot:
    """Return a game's bot by name; OptionFault for an unknown name lists the known ones."""
    bots = bots_of(game)
    if name not in bots:
        raise OptionFault(f"player {name!r}: not known in {game}; there is {', '.join(bots)}")
    return bots[name]


def players_of(game: str) -> tuple[str, ...]:
    """Return the names that may stand for the player of a seat; OptionFault for no game.

    >>> players_of("push")
    ('human', 'reckoner', 'uniform')
    """
    return HUMAN, *bots_of(game)


def checked_record(path: Path) -> Recording:
    """Read a record; RecordFault if it is damaged or names an unknown bot."""
    recording = read(path)
    header = recording.header
    # An unknown game is refused when the match is set up.
    known = header.game in (*GAMES, PRACTICE.name)
    players = players_of(header.game) if known else ()
    for number, seat in enumerate(header.seats):
        if known and seat.player not in players:
            why = f"{seat.player!r} is no player of {header.game}; there is {', '.join(players)}"
            raise RecordFault(path, f"line 1: $.seats[{number}].player", why)
    return recording


def turn(match: Match, stand_in: AnyBot | None = None) -> Iterator[bool]:
    """Play one decision of the seat to move; `stand_in` plays for people.

    Yields True after each control tick and False after each slice of thought. Ends when the block
    is released or the action without the hand is done.
    """
    seat = match.actor
    if isinstance(seat, Nature) or match.phase is not MatchPhase.CHOOSING:
        raise RuntimeError("no seat has to choose now")
    spec = match.seats[seat]
    player = stand_in if stand_in and spec.is_person else bot(match.game, spec.player)
    chosen = yield from _think(match, seat, player)
    at = chosen.at if isinstance(chosen, Put) else None
    action = chosen.action if isinstance(chosen, Put) else chosen
    if not isinstance(action, Place | StartTower):
        match.submit(action)
        return
    for _ in match.carry(action, at):
        yield True


def _think(match: Match, seat: Seat, player: AnyBot) -> Generator[bool, None, Action | Put]:
    noise = dice.stream(match.seed, f"bot {seat}", match.steps)
    position = BotPosition(
        match.view(seat),
        RiskForecast(match.table, match.skills[seat], noise),
        noise,
        Prospects(match.table, match.skills),
        match.table,
        match.history(seat),
    )
    thinking = player.choose(position)
    while True:
        try:
            next(thinking)
        except StopIteration as done:
            return cast("Action | Put", done.value)
        yield False


def play_out(match: Match, stand_in: AnyBot | None = None) -> Iterator[None]:
    """Play a match to its end with bots on all seats, `stand_in` for people.

    Yields after each move, including gravity's.
    """
    while match.phase is not MatchPhase.OVER:
        if match.phase is not MatchPhase.SETTLING:
            for _ in turn(match, stand_in):
                pass
        while match.phase is MatchPhase.SETTLING:
            match.tick()
        yield


def final_outcome(match: Match) -> Outcome:
    """Play a match of bots to its end; return how it ended."""
    for _ in play_out(match):
        pass
    if match.outcome is None:
        raise RuntimeError("a game that was played out has no outcome")
    return match.outcome
