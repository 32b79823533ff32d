"""Seats bots at a match: they think, then move the hand, like everybody else."""

from collections.abc import Generator, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import cast

from towersim import dice
from towersim.bots.base import Bot, Position
from towersim.bots.careful import Careful
from towersim.bots.uniform import Uniform
from towersim.errors import OptionFault
from towersim.forecast import risk
from towersim.match import Match, Phase
from towersim.reach import landing, way
from towersim.rules.base import Action, Found, Nature, Place
from towersim.units import Seat, Vec

BOTS: Mapping[str, Bot] = MappingProxyType({bot.name: bot for bot in (Careful(), Uniform())})
"""Every bot by its name."""
HUMAN = "human"


def bot(name: str) -> Bot:
    """Return the bot of that name, or raise OptionFault with the names there are."""
    if name not in BOTS:
        raise OptionFault(f"player {name!r}: not known; there is {', '.join(BOTS)}")
    return BOTS[name]


def turn(match: Match, stand_in: Bot | None = None) -> Iterator[bool]:
    """Play one decision of the seat whose turn it is; `stand_in` plays for people.

    Yields True after each control tick that passed and False after each slice of thought. Ends when
    the block is let go or the action without the hand is done.
    """
    seat = match.actor
    if isinstance(seat, Nature) or match.phase is not Phase.CHOOSING:
        raise RuntimeError("no seat has to choose now")
    name = match.seats[seat].player
    player = stand_in if stand_in and name == HUMAN else bot(name)
    chosen = yield from _think(match, seat, player)
    if not isinstance(chosen, Place | Found):
        match.submit(chosen)
        return
    match.lift(chosen.block)
    start = Vec(*match.table.in_hand(chosen.block).pose[:2])
    end = landing(match.table, chosen.tower)
    for target in way(match.table, start, end, match.skills[seat], match.tick_seconds):
        match.tick(target)
        yield True
    match.release(chosen.tower)


def _think(match: Match, seat: Seat, player: Bot) -> Generator[bool, None, Action]:
    noise = dice.stream(match.seed, f"bot {seat}", match.steps)
    looks = partial(risk, match.table, match.skills[seat], noise)
    position = Position(match.view(seat), looks, noise)
    thinking = player.choose(position)
    while True:
        try:
            next(thinking)
        except StopIteration as done:
            return cast("Action", done.value)
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
