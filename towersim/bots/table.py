"""Seats bots at a match: they think, then move the hand, like everybody else."""

from collections.abc import Generator, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import cast

from towersim import dice
from towersim.bots.base import Bot, Position, Put
from towersim.bots.builder import Builder
from towersim.bots.careful import Careful
from towersim.bots.keeper import Keeper
from towersim.bots.planner import Planner
from towersim.bots.reckoner import Reckoner
from towersim.bots.uniform import Uniform
from towersim.errors import OptionFault
from towersim.foresight.forecast import risk
from towersim.foresight.prospect import Prospects
from towersim.foresight.reach import landing, way
from towersim.match import Match, Phase
from towersim.rules import game as rules_of
from towersim.rules.base import Action, Found, Nature, Place
from towersim.units import Seat

HUMAN = "human"
_SENSIBLE: Mapping[str, Bot] = MappingProxyType(
    {
        "fawlty-towers": Careful(),
        "bausack": Builder(),
        "palace": Keeper(),
        "push": Reckoner(),
        "rummu": Planner(),
    }
)
"""The bot that plays a game well, by the game's name."""


def bots_of(game: str) -> Mapping[str, Bot]:
    """Return the bots that play a game by name, the best one first; OptionFault for no game."""
    sensible = [_SENSIBLE[rules_of(game).name]]
    return {bot.name: bot for bot in (*sensible, Uniform())}


def bot(game: str, name: str) -> Bot:
    """Return a game's bot of that name, or raise OptionFault with the names there are."""
    bots = bots_of(game)
    if name not in bots:
        raise OptionFault(f"player {name!r}: not known in {game}; there is {', '.join(bots)}")
    return bots[name]


def turn(match: Match, stand_in: Bot | None = None) -> Iterator[bool]:
    """Play one decision of the seat whose turn it is; `stand_in` plays for people.

    Yields True after each control tick that passed and False after each slice of thought. Ends when
    the block is let go or the action without the hand is done.
    """
    seat = match.actor
    if isinstance(seat, Nature) or match.phase is not Phase.CHOOSING:
        raise RuntimeError("no seat has to choose now")
    name = match.seats[seat].player
    player = stand_in if stand_in and name == HUMAN else bot(match.game, name)
    chosen = yield from _think(match, seat, player)
    at = chosen.at if isinstance(chosen, Put) else None
    action = chosen.action if isinstance(chosen, Put) else chosen
    if not isinstance(action, Place | Found):
        match.submit(action)
        return
    end = landing(match.table, action.block, action.tower) if at is None else at
    start = match.table.in_hand(action.block, action.tower).pose
    match.lift(action.block)
    for target in way(match.table, start, end, match.skills[seat], match.tick_seconds):
        match.tick(target)
        yield True
        if not match.carrying:
            # The tower collapsed while the block was still in the hand, which has opened.
            return
    match.release(action.tower)


def _think(match: Match, seat: Seat, player: Bot) -> Generator[bool, None, Action | Put]:
    noise = dice.stream(match.seed, f"bot {seat}", match.steps)
    looks = partial(risk, match.table, match.skills[seat], noise)
    position = Position(match.view(seat), looks, noise, Prospects(match.table, match.skills))
    thinking = player.choose(position)
    while True:
        try:
            next(thinking)
        except StopIteration as done:
            return cast("Action | Put", done.value)
        yield False


def play_out(match: Match, stand_in: Bot | None = None) -> Iterator[None]:
    """Play a match to its end with bots on all seats, `stand_in` for people; yields each move."""
    while match.phase is not Phase.OVER:
        if match.phase is Phase.SETTLING:
            match.tick()
            continue
        for _ in turn(match, stand_in):
            pass
        yield
