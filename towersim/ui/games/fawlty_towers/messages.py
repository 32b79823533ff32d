"""The messages to players of Fawlty Towers: prompts, needs of a card, near end of the game."""

from typing import Final

from towersim.common.messages import message as _
from towersim.common.messages import plural
from towersim.common.units import TowerId
from towersim.match.match import MatchPhase
from towersim.rules.base import listed
from towersim.rules.fawlty_towers.cards import COLOUR_NAMES, CUBES, SYMBOL_NAMES, WILD, Colour
from towersim.rules.fawlty_towers.play import EMPTY_COLUMNS, QUIET_ROUNDS, claims
from towersim.rules.fawlty_towers.state import Take, View
from towersim.ui.games.fawlty_towers.play import FawltyTowersPlay
from towersim.ui.sentences import REPLAY, fallen, settling

FEW: Final = 8
"""Number of cubes in the pool from which on the near end is announced."""


def hint(play: FawltyTowersPlay, *, keys: bool = False) -> str:
    """Return the prompt for the seat to move; `keys`: worded for use of the keyboard."""
    match, name = play.match, play.name
    if play.playback.is_replaying:
        return REPLAY
    if match.phase is MatchPhase.OVER:
        return _over(play)
    if match.phase is MatchPhase.SETTLING:
        return settling(play, cubes=True)
    if not play.is_human_turn:
        return _bot(play, name)
    if play.is_carrying:
        return _carrying(play, name, keys=keys)
    asked = _claiming(play, keys=keys) if play.claiming else _choosing(play, keys=keys)
    return _("{name}: {words}", name=name, words=asked)


def _claiming(play: FawltyTowersPlay, *, keys: bool) -> str:
    if keys:
        return _("{key:arrows} choose a marked card, {key:Enter} takes it, {key:N} takes none.")
    return plural(
        "take the marked card, or none.",
        "take one of the {count} marked cards, or none.",
        len(play.takes()),
    )


def _choosing(play: FawltyTowersPlay, *, keys: bool) -> str:
    """Return the prompt for taking a cube, with its legal places."""
    where = _where(play)
    take = _("1 to 4, or {key:Tab} and {key:Enter}, take a cube for {place}.", place=where)
    if play.founding_only():
        drag = _("Drag a cube from the pool onto {place}.", place=where)
        return _("{fell} {then}", fell=_fell(play), then=take if keys else drag)
    drag = _("press a cube in the pool and drag it onto {place}.", place=where)
    return take if keys else drag


def _bot(play: FawltyTowersPlay, name: str) -> str:
    held = play.held
    if held:
        return _("{name} carries a {colour} cube …", name=name, colour=_colour(held.kind))
    if play.founding_only():
        return _("{fell:capital} {name} founds a new one …", fell=_fell(play), name=name)
    return _("{name} is thinking …", name=name)


def _colour(kind: str) -> str:
    return COLOUR_NAMES[Colour(kind)]


def _fell(play: FawltyTowersPlay) -> str:
    """Return a phrase about the towers that the last move felled."""
    numbers = [str(tower + 1) for tower in sorted(fallen(play))]
    if not numbers:
        return _("it fell!")
    told = listed(numbers)
    return plural("tower {towers} fell!", "towers {towers} fell!", len(numbers), towers=told)


def _where(play: FawltyTowersPlay) -> str:
    """Return a phrase for the legal places of a cube."""
    free = sum(tower is None for tower in play.view().towers)
    if not free:
        return _("a tower")
    if play.founding_only():
        return _("the free place") if free == 1 else _("a free place")
    return _("a tower or the free place") if free == 1 else _("a tower or a free place")


def _over(play: FawltyTowersPlay) -> str:
    outcome = play.match.outcome
    if outcome is None:
        return ""
    return plural(
        "{names} wins with {points} points.",
        "{names} share the win with {points} points.",
        len(outcome.winners),
        names=listed(play.match.seats[seat].name for seat in outcome.winners),
        points=max(outcome.scores),
    )


def _carrying(play: FawltyTowersPlay, name: str, *, keys: bool) -> str:
    if play.is_disturbing:
        return _("{name}: that was a push! Let the cube go, and see what falls.", name=name)
    tower, held = play.over(), play.held
    if held is None:
        return ""
    if tower is None:
        return _(
            "{name}: carry the {colour} cube over {place}. {how}",
            name=name,
            colour=_colour(held.kind),
            place=_where(play),
            how=_("{key:Arrows} move it, {key:Q} {key:E} {key:A} {key:D} turn it.")
            if keys
            else _("The wheel or {key:Q} and {key:E} turn it."),
        )
    return _(
        "{name}: lower it onto {place} and {release}. {wins}",
        name=name,
        place=_("tower {number}", number=tower + 1)
        if play.view().towers[tower]
        else _("the free place"),
        release=_("let go ({key:Space})") if keys else _("let go"),
        wins=_wins(len(play.prospects())),
    )


def _wins(cards: int) -> str:
    """Return a sentence about the number of cards that the held cube may win."""
    if not cards:
        return _("If it stands, it wins no card.")
    return plural(
        "If it stands, it wins one card.", "If it stands, it wins one of {count} cards.", cards
    )


def not_here(play: FawltyTowersPlay) -> str:
    """Return the refusal of a release here, with the legal places."""
    return _("Hold the cube over {place} to let it go.", place=_where(play))


def near_end(view: View) -> str:
    """Return a sentence about a near end of the game; empty for none."""
    cubes = sum(left for _, left in view.pool)
    if view.turn is None:
        return ""
    if view.columns.count(()) == EMPTY_COLUMNS - 1:
        return _("One more empty column ends the game.")
    if cubes <= FEW:
        return _("{count} cubes left; the last one ends the game.", count=cubes)
    if view.quiet >= (QUIET_ROUNDS - 1) * len(view.taken):
        return _("One more round without a card ends the game.")
    return ""


def about_card(view: View, column: int, row: int) -> str:
    """Return the tooltip of an open card: its name, and the cube that wins it or the obstacle."""
    card = view.columns[column][row]
    return _(
        "{colour:capital} {number}, {symbol}. {advice}",
        colour=COLOUR_NAMES[card.colour],
        number=card.number,
        symbol=SYMBOL_NAMES[card.symbol],
        advice=_advice(view, column, row),
    )


def _advice(view: View, column: int, row: int) -> str:
    """Return a sentence about the cube that wins an open card, or about the obstacle."""
    if view.refusals is not None:
        reason = view.refusals[column][row]
        return _("Not now: {reason}.", reason=reason) if reason else _("You may take it.")
    towers, colour = winning_towers(view, column, row), view.columns[column][row].colour
    if not towers:
        return _("No tower reaches it yet: {needs}.", needs=needs(view, column, row))
    cube = _("any cube") if colour in WILD else _("a {colour} cube", colour=COLOUR_NAMES[colour])
    if row == 0:
        return _("It lies at the bottom: {cube} on any tower wins it.", cube=cube)
    if len(towers) == sum(tower is not None for tower in view.towers):
        return _("Put {cube} on any tower to win it.", cube=cube)
    told = listed((str(tower + 1) for tower in sorted(towers)), either=True)
    return _("Put {cube} on tower {towers} to win it.", cube=cube, towers=told)


def winning_towers(view: View, column: int, row: int) -> frozenset[TowerId]:
    """Return the standing towers on which some cube would win this card."""
    wanted = Take(column, row)
    return frozenset(
        TowerId(index)
        for index, tower in enumerate(view.towers)
        if tower and any(wanted in claims(view, cube, TowerId(index)) for cube in CUBES)
    )


def needs(view: View, column: int, row: int) -> str:
    """Return the cubes that a tower has to hold before this card can be won from it.

    A black card below blocks; a white one asks for one cube more, of any colour.
    """
    below = [card.colour for card in view.columns[column][:row]]
    if Colour.BLACK in below:
        return _("a black card below it blocks")
    parts = [
        _("{count} {colour}", count=below.count(colour), colour=COLOUR_NAMES[colour])
        for colour in CUBES
        if colour in below
    ]
    if Colour.WHITE in below:
        parts.append(_("{count} more of any colour", count=below.count(Colour.WHITE)))
    return _("a tower must hold {cubes} before your cube goes on", cubes=listed(parts))
