"""The window's sentences: prompts, the needs of a card, the end that is near."""

from typing import Final

from towersim.match import Phase
from towersim.rules.fawlty_towers.cards import CUBES, WILD, Colour
from towersim.rules.fawlty_towers.play import EMPTY_COLUMNS, QUIET_ROUNDS, View, claims
from towersim.rules.fawlty_towers.state import Take
from towersim.ui.games.fawlty_towers.play import FawltyTowersPlay
from towersim.ui.messages import REPLAY, settling
from towersim.units import TowerId

FEW: Final = 8
"""At this number of cubes in the pool or fewer, the coming end is announced."""


def hint(play: FawltyTowersPlay, *, keys: bool = False) -> str:
    """Return the prompt for the seat to move; `keys`: the keyboard is used."""
    match, name = play.match, play.name
    if play.playback.is_replaying:
        return REPLAY
    if match.phase is Phase.OVER:
        return _over(play)
    if match.phase is Phase.SETTLING:
        return settling(play, "cube")
    if not play.is_human_turn:
        return _bot(play, name)
    if play.is_carrying:
        return _carrying(play, name, keys=keys)
    return f"{name}: {_claiming(play, keys=keys) if play.claiming else _choosing(play, keys=keys)}"


def _claiming(play: FawltyTowersPlay, *, keys: bool) -> str:
    """Return the prompt for taking a card."""
    if keys:
        return "arrows choose a marked card, Enter takes it, N takes none."
    cards = len(play.takes())
    return (
        f"take {'the marked card' if cards == 1 else f'one of the {cards} marked cards'}, or none."
    )


def _choosing(play: FawltyTowersPlay, *, keys: bool) -> str:
    """Return the prompt for taking a cube and the places it may go."""
    fell = f"{_fell(play)} " if play.founding_only() else ""
    if keys:
        return f"{fell}1 to 4, or Tab and Enter, take a cube for {_where(play)}."
    if fell:
        return f"{fell}Drag a cube from the pool onto {_where(play)}."
    return f"press a cube in the pool and drag it onto {_where(play)}."


def _bot(play: FawltyTowersPlay, name: str) -> str:
    held, founds = play.held, play.founding_only()
    if held:
        return f"{name} carries a {held.kind} cube …"
    return (
        f"{_fell(play).capitalize()} {name} founds a new one …"
        if founds
        else f"{name} is thinking …"
    )


def _fell(play: FawltyTowersPlay) -> str:
    """Say which towers the last move brought down."""
    numbers = [str(tower + 1) for tower in sorted(play.fallen())]
    if len(numbers) < 2:
        return f"tower {numbers[0]} fell!" if numbers else "it fell!"
    return f"towers {', '.join(numbers[:-1])} and {numbers[-1]} fell!"


def _where(play: FawltyTowersPlay) -> str:
    """Name the kinds of place where a cube may go now."""
    free = sum(tower is None for tower in play.view().towers)
    place = "the free place" if free == 1 else "a free place"
    if play.founding_only():
        return place
    return f"a tower or {place}" if free else "a tower"


def _over(play: FawltyTowersPlay) -> str:
    outcome = play.match.outcome
    if outcome is None:
        return ""
    names = " and ".join(play.match.seats[seat].name for seat in outcome.winners)
    verb = "wins" if len(outcome.winners) == 1 else "share the win"
    return f"{names} {verb} with {max(outcome.scores)} points."


def _carrying(play: FawltyTowersPlay, name: str, *, keys: bool) -> str:
    if play.is_disturbing:
        return f"{name}: that was a push! Let the cube go, and see what falls."
    tower, held = play.over(), play.held
    if tower is None or held is None:
        kind = held.kind if held else ""
        how = "Arrows move it, Q E A D turn it" if keys else "The wheel or Q and E turn it"
        return f"{name}: carry the {kind} cube over {_where(play)}. {how}."
    prospects = len(play.prospects())
    stands = play.view().towers[tower]
    spot = f"tower {tower + 1}" if stands else "the free place"
    cards = {0: "no card", 1: "one card"}.get(prospects, f"one of {prospects} cards")
    release = "let go (Space)" if keys else "let go"
    return f"{name}: lower it onto {spot} and {release}. If it stands, it wins {cards}."


def not_here(play: FawltyTowersPlay) -> str:
    """Return the refusal of letting go here: the places where the cube may be let go."""
    return f"Hold the cube over {_where(play)} to let it go."


def near_end(view: View) -> str:
    """Return the condition that will end the game soon as a sentence, or nothing."""
    cubes = sum(left for _, left in view.pool)
    if view.turn is None:
        return ""
    if view.columns.count(()) == EMPTY_COLUMNS - 1:
        return "One more empty column ends the game."
    if cubes <= FEW:
        return f"{cubes} cubes left; the last one ends the game."
    if view.quiet >= (QUIET_ROUNDS - 1) * len(view.taken):
        return "One more round without a card ends the game."
    return ""


def about_card(view: View, column: int, row: int) -> str:
    """Return the tip of an open card: its name, and the cube that wins it or a reason why not."""
    card = view.columns[column][row]
    title = f"{card.colour.capitalize()} {card.number}, {card.symbol}."
    if view.refusals is not None:
        reason = view.refusals[column][row]
        return f"{title} Not now: {reason}." if reason else f"{title} You may take it."
    towers = winning_towers(view, column, row)
    cube = "any cube" if card.colour in WILD else f"a {card.colour} cube"
    if not towers:
        below = needs(view, column, row)
        return f"{title} No tower reaches it yet: {below}."
    if row == 0:
        return f"{title} It lies at the bottom: {cube} on any tower wins it."
    if len(towers) == sum(tower is not None for tower in view.towers):
        return f"{title} Put {cube} on any tower to win it."
    *names, last = (str(tower + 1) for tower in sorted(towers))
    listed = f"{', '.join(names)} or {last}" if names else last
    return f"{title} Put {cube} on tower {listed} to win it."


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
        return "a black card below it blocks"
    parts = [f"{below.count(c)} {c}" for c in CUBES if c in below]
    if Colour.WHITE in below:
        parts.append(f"{below.count(Colour.WHITE)} more of any colour")
    listed = parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " and " + parts[-1]
    return f"a tower must hold {listed} before your cube goes on"
