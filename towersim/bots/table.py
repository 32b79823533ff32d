"""Bots as players of a match: their decisions and the motion of their hands."""

from collections.abc import Callable, Generator, Iterator, Mapping
from typing import cast

from towersim.bots.base import AnyBot, BotPosition, Put, Strength
from towersim.bots.baselines import Greedy, Layer, LowFirst, Pusher, StopAt11, Uniform
from towersim.bots.builder import Builder
from towersim.bots.careful import Careful
from towersim.bots.keeper import Keeper
from towersim.bots.outside import HERE, Host, installed_bots, outside_bot
from towersim.bots.planner import Planner
from towersim.bots.reckoner import Reckoner
from towersim.common import dice
from towersim.common.errors import BotFault, IllegalAction, OptionFault
from towersim.common.messages import Message, message as _
from towersim.common.units import Seat
from towersim.foresight.prospect import Prospects
from towersim.match.match import Match, MatchPhase
from towersim.match.record import HUMAN
from towersim.rules import game as rules_of
from towersim.rules.base import PUTS, Action, Nature, Outcome

PATIENCE = 3
"""The failures in a row after which the game's best bot plays on for a bot from outside."""
NONE: Mapping[str, AnyBot] = {}
_ROWS: Mapping[str, tuple[Callable[..., AnyBot], tuple[int, int], tuple[AnyBot, ...]]] = {
    "fawlty-towers": (Careful, (62, 33), (Greedy(),)),
    "bausack": (Builder, (63, 22), (Pusher(),)),
    "palace": (Keeper, (64, 29), (LowFirst(),)),
    "push": (Reckoner, (71, 22), (StopAt11(),)),
    "rummu": (Planner, (62, 31), (Layer(),)),
}
"""For each game the class of its best bot, with a name and a strength; the games in percent that it
wins against `normal` as `hard` and as `easy` (README.md; with three seats in Rummü); other bots.
"""
_BOTS: Mapping[str, tuple[AnyBot, ...]] = {
    game: (best(), *(best(each.value, each) for each in Strength), *others)
    for game, (best, _shares, others) in _ROWS.items()
}
"""The bots of each game, the best one first; Practice has none but `Uniform`."""
SHARES: Mapping[str, Mapping[str, int]] = {
    game: {Strength.HARD: hard, Strength.EASY: easy}
    for game, (_b, (hard, easy), _o) in _ROWS.items()
}
"""The measured shares of games that a strength wins against `normal`, in percent."""


def bots_of(game: str) -> Mapping[str, AnyBot]:
    """Return a game's bots by name, the best one first; OptionFault for an unknown game."""
    return {bot.name: bot for bot in (*_BOTS.get(rules_of(game).name, ()), Uniform())}


def best_bot(game: str) -> AnyBot:
    """Return a game's best bot; OptionFault for an unknown game."""
    return next(iter(bots_of(game).values()))


def bot(game: str, name: str, host: Host = HERE) -> AnyBot:
    """Return a game's bot by name, or one from outside as ``file.py:Class``.

    OptionFault for an unknown name lists the game's and the installed ones. A file named here is
    run, as `host` says.
    """
    if name == HUMAN:
        raise OptionFault(f"player {name!r}: no bot plays for people here")
    bots = bots_of(game)
    known = bots.get(name) or outside_bot(name, host)
    if known is None:
        some = ", ".join((*players_of(game), *installed_bots()))
        raise OptionFault(f"player {name!r}: not known in {game}; known: {some}, or file.py:Class")
    return known


def players_of(game: str) -> tuple[str, ...]:
    """Return the names that may stand for the player of a seat; OptionFault for no game.

    >>> players_of("push")
    ('human', 'reckoner', 'hard', 'normal', 'easy', 'stop-at-11', 'uniform')
    """
    return HUMAN, *bots_of(game)


def player_and_hand(game: str, text: str) -> tuple[str, str]:
    """Return the player and the hand of a text such as ``careful@shaky``.

    Without a hand it is that of a bot's strength, else empty.

    >>> player_and_hand("push", "mine.py:Mine@firm"), player_and_hand("push", "reckoner:shaky")
    (('mine.py:Mine', 'firm'), ('reckoner', 'shaky'))
    >>> player_and_hand("push", "easy"), player_and_hand("push", "easy@steady")
    (('easy', 'shaky'), ('easy', 'steady'))
    """
    player, at, hand = (part.strip() for part in text.rpartition("@"))
    if not at:
        player, _, after = (part.strip() for part in hand.partition(":"))
        player, hand = (player, after) if player in players_of(game) else (hand, "")
    return player, hand or (Strength(player).hand if player in [*Strength] else "")


def name_of(player: str, number: int) -> str:
    """Return the usual name of a bot in the seat of this number, from 1.

    >>> name_of("mine.py:LowCards", 2), name_of("careful", 1)
    ('LowCards 2', 'Careful 1')
    """
    bare = player.rpartition(":")[2]
    return f"{bare[:1].upper()}{bare[1:60]} {number}"


def turn(
    match: Match, stand_in: AnyBot | None = None, outside: Mapping[str, AnyBot] = NONE
) -> Iterator[bool]:
    """Play one decision of the seat to move; `stand_in` plays for people.

    `outside` are bots from outside by name; a record's header alone never makes their code run.

    Yields True after each control tick and False after each slice of thought. Ends when the block
    is released or the action without the hand is done. A block for which no release is found in
    the chosen pose is put down where it lands by itself.
    """
    seat = match.actor
    if isinstance(seat, Nature) or match.phase is not MatchPhase.CHOOSING:
        raise RuntimeError("no seat has to choose now")
    chosen = yield from _chosen(match, seat, stand_in, outside)
    action, at = chosen if isinstance(chosen, Put) else (chosen, None)
    if not isinstance(action, PUTS):
        match.submit(action)
        return
    try:
        for _tick in match.carry(action, at):
            yield True
    except IllegalAction as fault:
        if at is None:
            raise
        _note(match, seat, _("{why}; its hand puts the block down where it lands", why=str(fault)))
        for _tick in match.lay_down() if match.carrying else match.carry(action):
            yield True


def _note(match: Match, seat: Seat, what: Message) -> None:
    """Tell what went wrong with a seat's bot, once for each reason."""
    name = match.seats[seat].name
    told = (_reason(other) for other in match.notices if other.startswith(f"{name}: "))
    notice = _("{first}: {rest}", first=name, rest=what)
    match.notices += [] if _reason(notice) in told else [notice]


def _reason(words: object) -> object:
    """Return the templates of a message, without values such as the bot's own words."""
    if isinstance(words, Message):
        return words.template, *map(_reason, words.values.values())
    return None


def _chosen(
    match: Match, seat: Seat, stand_in: AnyBot | None, outside: Mapping[str, AnyBot]
) -> Generator[bool, None, Action | Put]:
    """Return the choice of a seat's bot, or of the game's best bot if that one fails."""
    spec, best = match.seats[seat], best_bot(match.game)
    if spec.is_person and stand_in is None:
        raise OptionFault(f"player {spec.player!r}: no bot plays for people here")
    known = {**outside, **bots_of(match.game), **({HUMAN: stand_in} if stand_in else {})}
    if spec.player not in known:
        why = _("{bot} is not loaded from a record", bot=spec.player)
        _note(match, seat, _("{why}; the best bot chooses for it", why=why))
    elif match.failures[seat] < PATIENCE:
        try:
            chosen = yield from _think(match, seat, known[spec.player])
        except BotFault as fault:
            match.failures[seat] += 1
            _note(match, seat, _("{why}; the best bot chooses for it", why=str(fault)))
            if match.failures[seat] == PATIENCE:
                many = _("failed {count} times in a row", count=PATIENCE)
                _note(match, seat, _("{why}; the best bot plays on for it", why=many))
        else:
            match.failures[seat] = 0
            return chosen
    match.replaced[seat] += 1
    return (yield from _think(match, seat, best))


def _think(match: Match, seat: Seat, player: AnyBot) -> Generator[bool, None, Action | Put]:
    noise = dice.stream(match.seed, f"bot {seat}", match.steps)
    own = match.table.setup.own_towers
    hands = match.skills if own else [match.skills[seat]] * len(match.table.towers)
    position = BotPosition(
        match.view(seat), noise, Prospects(match.table, hands), match.table, match.history(seat)
    )
    thinking = player.choose(position)
    while True:
        try:
            next(thinking)
        except StopIteration as done:
            return cast("Action | Put", done.value)
        yield False


def play_out(
    match: Match, stand_in: AnyBot | None = None, outside: Mapping[str, AnyBot] = NONE
) -> Iterator[None]:
    """Play a match to its end with bots on all seats (`turn`), yielding after each move."""
    while match.phase is not MatchPhase.OVER:
        if match.phase is not MatchPhase.SETTLING:
            for _ in turn(match, stand_in, outside):
                pass
        match.settle()
        yield


def final_outcome(match: Match, outside: Mapping[str, AnyBot] = NONE) -> Outcome:
    """Play a match of bots to its end; return how it ended."""
    for _move in play_out(match, None, outside):
        pass
    if match.outcome is None:
        raise RuntimeError("a game that was played out has no outcome")
    return match.outcome
