"""`towersim play` and `resume`: games in the window, or of bots in the terminal; their options."""

import time
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from msgspec.structs import replace
from rich.table import Column, Table as Grid

from towersim.bots.base import AnyBot
from towersim.bots.outside import HERE, Host
from towersim.bots.table import NONE, best_bot, bot, name_of, play_out, player_and_hand, players_of
from towersim.cli import terminal
from towersim.common.dice import fresh_seed
from towersim.common.errors import OptionFault
from towersim.common.messages import plain
from towersim.files.challengefile import find_challenge
from towersim.match.match import Match
from towersim.match.record import HUMAN, NAMES, SeatSpec, fresh_path, read, records_dir
from towersim.physics.hand import SKILLS, skill
from towersim.practice.code import Received, is_sent, receive
from towersim.practice.generated import named
from towersim.practice.league import label
from towersim.rules import GAMES, PRACTICE, checked_options, game as rules_of
from towersim.rules.base import Collapsed, Outcome
from towersim.rules.practice.challenge import Challenge
from towersim.table.forensics import why_told

BOTS = "hard, normal, easy, uniform, another bot's name or file.py:Class"
WITH_HANDS = f"{BOTS}; if wanted each with @ and a hand ({', '.join(SKILLS)})"
"""What may sit at a table, for the help."""
GameName = Annotated[str, typer.Argument(help=f"One of: {', '.join(GAMES)}.")]
GameOptions = Annotated[
    list[str] | None,
    typer.Option("--option", help="An option of the game as name=value; a wrong name lists all."),
]
"""Option of every command that plays a game."""
app = typer.Typer()
Headless = Annotated[
    bool, typer.Option("--headless", help="Play in the terminal; bots play for people.")
]
RecordFile = Annotated[
    Path | None,
    typer.Option(
        help="Record file; default: in your data folder.",
        parser=terminal.output_path,
        metavar="<path>",
    ),
]
GAME = "fawlty-towers"
"""The game that is played without a display and a choice."""


def named_challenge(name: str) -> Challenge:
    """Return a challenge by its name or file, that of today (``daily``), or an endless one.

    The name may also be what a friend sent: a code, a text file with one, or a record.
    """
    if is_sent(name):
        return received(name).challenge
    return named(name, datetime.now().date()) or find_challenge(name)


@cache
def received(text: str) -> Received:
    """Return what a friend sent, once checked; cached, as an attempt is simulated."""
    return receive(text, records_dir() / PRACTICE.name)


def game_options(game: str, given: Sequence[str] | None) -> Mapping[str, Any]:
    """Return a game's options, given as ``name=value``; OptionFault for another form.

    The name or file of a challenge is replaced by its content.

    >>> game_options("palace", ["end=first-wins"])
    {'end': 'first-wins'}
    """
    options = {}
    for option in given or ():
        name, equals, value = option.partition("=")
        if not equals:
            raise OptionFault(f"option {option!r}: it should look like name=value")
        if name.strip() in options:
            raise OptionFault(f"option {option!r}: {name.strip()} is given twice")
        options[name.strip()] = value.strip()
    if game != PRACTICE.name:
        return options
    if "challenge" not in options:
        raise OptionFault("practice: give --option challenge=NAME; `towersim practice --list`")
    challenge = named_challenge(options["challenge"])
    if options["challenge"].endswith(".toml"):  # its attempts do not count for another of its name
        challenge = replace(challenge, name=label(challenge))
    return {**options, "challenge": msgspec.to_builtins(challenge, enc_hook=plain)}


class Result(msgspec.Struct, frozen=True):
    """The result of a game without a window."""

    game: str
    seed: int
    seats: tuple[str, ...]
    outcome: Outcome
    actions: int
    collapses: int
    ticks: int
    sim_seconds: float
    wall_seconds: float
    record: str | None
    notices: tuple[str, ...]
    """What went wrong: the faults of bots, for which the game's best bot moved, and of files."""


@app.command()
def play(
    game: GameName,
    seats: Annotated[
        str | None, typer.Option(help=f"Players by commas: human, {WITH_HANDS}.")
    ] = None,
    seed: terminal.FreshSeed = None,
    option: GameOptions = None,
    record: RecordFile = None,
    isolate: terminal.Isolate = True,
    budget: terminal.Budget = HERE.budget,
    headless: Headless = False,
    json: terminal.AsJson = False,
) -> None:
    """Play a game in the window, or by bots in the terminal."""
    rules_of(game)
    named = default_seats(game) if seats is None else seats
    seats_ = parsed_seats(game, named, headless or json)
    bots = named_bots(game, seats_, host(isolate, json, budget))
    if not (headless or json) and any(seat.player == HUMAN for seat in seats_):
        terminal.need_display("with --headless bots play for people")
    options = checked_options(game, game_options(game, option))
    match = begun(game, seats_, seed, options, record)
    if headless or json:
        _finish(match, json, bots)
    else:
        open_window(match, bots)


@app.command()
def rules(
    game: Annotated[str, typer.Argument(help=f"One of: {', '.join(GAMES)}, {PRACTICE.name}.")],
    option: GameOptions = None,
    json: terminal.AsJson = False,
) -> None:
    """Print the rules of a game, for the options that you give."""
    any_challenge = game == PRACTICE.name and not option
    options = None if any_challenge else checked_options(game, game_options(game, option))
    pages = rules_of(game).pages(options)
    if json:
        terminal.print_json({"game": game, "pages": [page._asdict() for page in pages]})
    for title, paragraphs in () if json else pages:
        terminal.out.print(title, style="bold", markup=False, highlight=False)
        for paragraph in paragraphs:
            terminal.out.print(paragraph, markup=False, highlight=False)
        terminal.out.print()


@app.command()
def resume(
    file: terminal.GameRecord,
    bot: Annotated[
        list[str] | None, typer.Option(help="A bot of the record that may run, as file.py:Class.")
    ] = None,
    isolate: terminal.Isolate = True,
    budget: terminal.Budget = HERE.budget,
    headless: Headless = False,
    json: terminal.AsJson = False,
) -> None:
    """Continue a recorded game."""
    recording = read(file)
    players = {seat.player for seat in recording.header.seats}
    if not (headless or json) and HUMAN in players:
        terminal.need_display("with --headless bots play for people")
    if strange := set(bot or ()) - players:
        there = ", ".join(sorted(players))
        raise OptionFault(f"--bot {min(strange)}: plays on no seat of {file}; there: {there}")
    match = Match.resume(recording)
    allowed = [seat for seat in match.seats if seat.player in (bot or ())]
    bots = named_bots(match.game, allowed, host(isolate, json, budget))
    for notice in match.notices:
        terminal.warn(notice)
    told = len(match.events)
    if headless or json:
        _finish(match, json, bots, told)
    else:
        open_window(match, bots, told)


def default_seats(game: str) -> str:
    """Return the default players: three of the game's best bot, and one random one.

    In a game for one player it is one of the best bot.

    >>> default_seats("fawlty-towers")
    'careful,careful,careful,uniform'
    """
    _, *sensible, uniform = players_of(game)
    return ",".join([*sensible[:1] * 3, uniform][: rules_of(game).seats[-1]])


def parsed_seats(game: str, text: str, headless: bool) -> list[SeatSpec]:
    """Parse seats such as ``human,careful@shaky``; raises OptionFault for an unknown hand.

    >>> seats = parsed_seats("fawlty-towers", "careful@shaky,uniform", headless=True)
    >>> [(seat.name, seat.skill) for seat in seats]
    [('Ada', 'shaky'), ('Bruno', 'normal')]
    """
    seats = []
    for number, part in enumerate(text.split(","), 1):
        player, hand = player_and_hand(game, part)
        default = "none" if player == HUMAN and not headless else "normal"
        name = name_of(player, number) if ":" in player else NAMES[(number - 1) % len(NAMES)]
        seats.append(SeatSpec(name, player, hand or default))
        skill(seats[-1].skill)
    return seats


def named_bots(game: str, seats: Iterable[SeatSpec], host: Host) -> Mapping[str, AnyBot]:
    """Return the bots of seats; raises OptionFault for an unknown one."""
    named = dict.fromkeys(seat.player for seat in seats if not seat.is_person)
    return {name: bot(game, name, host) for name in named}


def host(isolate: bool, json: bool, budget: float = HERE.budget) -> Host:
    """Return how bots run; OptionFault if one in this process could print beside the JSON."""
    if json and not isolate:
        raise OptionFault("--no-isolate: a bot in this process could print beside the JSON")
    return Host(isolate, budget)


def open_window(match: Match | None, bots: Mapping[str, AnyBot] = NONE, told: int = 0) -> None:
    """Open the window, or let bots play in the terminal if there is no display.

    `told` is the number of earlier events, which the terminal does not repeat.
    """
    from towersim.ui.app import run as opened  # noqa: PLC0415 - pygame is slow
    from towersim.ui.display import display_available  # noqa: PLC0415 - the same

    if display_available():
        opened(match, bots=bots)
        return
    terminal.warn("there is no display, so bots play in the terminal instead")
    if match is None:
        match = begun(GAME, parsed_seats(GAME, default_seats(GAME), headless=True))
    _finish(match, False, bots, told)


def begun(
    game: str,
    seats: Sequence[SeatSpec],
    seed: int | None = None,
    options: msgspec.Struct | None = None,
    record: Path | None = None,
) -> Match:
    """Return a new match; by default with a random seed, and its record in the data folder."""
    path = record or fresh_path(records_dir(), game, datetime.now())
    seed = fresh_seed() if seed is None else seed
    return Match.new(game, seats, seed=seed, options=options, record=path)


def _finish(match: Match, json: bool, bots: Mapping[str, AnyBot], told: int = 0) -> None:
    result = play_headless(match, bots, None if json else told)
    if json:
        terminal.print_json(result)
        return
    terminal.out.print(result_table(result, match.seats))
    simulated = f", {result.collapses} collapses, {result.sim_seconds:.0f} s of physics"
    effort = simulated if result.ticks else f" in {result.wall_seconds:.1f} s"
    terminal.say(f"{result.actions} actions{effort}")
    if match.record is not None:
        from towersim.ui.pictures import save_png  # noqa: PLC0415 - pygame is slow
        from towersim.ui.pictures.table import table_picture  # noqa: PLC0415

        picture = match.record.with_name(f"{match.record.name}.png")
        terminal.say(f"record:  {match.record}")
        try:
            save_png(table_picture(match), picture)
            terminal.say(f"picture: {picture}")
        except OptionFault as fault:  # the game is saved all the same
            terminal.warn(str(fault))


def sentences(match: Match, first: int) -> list[str]:
    """Return the events from index `first` on in sentences, and the cause of the last collapse."""
    names, events, motion = [seat.name for seat in match.seats], match.events[first:], None
    if any(isinstance(event, Collapsed) for event in events):
        motion = match.last_motion
    told = [match.rules.describe(event, names) for event in events]
    cause = motion and why_told(match.settled_from, motion, match.profile)
    return [*told, cause] if cause else told


def play_headless(match: Match, bots: Mapping[str, AnyBot], tell_from: int | None) -> Result:
    """Play a match to its end; the game's best bot plays for people.

    A terminal shows a progress line. Prints the sentence of every event from index `tell_from` on,
    past events at once; with None, none.
    """
    began, noticed, record = time.perf_counter(), len(match.notices), match.record
    console = terminal.err if tell_from is None else terminal.out
    with console.status("the bots think") as status:
        for _ in chain([None], play_out(match, best_bot(match.game), bots)):
            if tell_from is not None and tell_from < len(match.events):
                console.print("\n".join(sentences(match, tell_from)), soft_wrap=True)
                tell_from = len(match.events)
            status.update(f"action {match.steps}, {time.perf_counter() - began:.0f} s")
    match.close()
    for notice in match.notices[noticed:]:
        terminal.warn(notice)
    if match.outcome is None:
        raise RuntimeError("a game that was played out has no outcome")
    return Result(
        game=match.game,
        seed=match.seed,
        seats=tuple(seat.player for seat in match.seats),
        outcome=match.outcome,
        actions=match.steps,
        collapses=match.collapses,
        ticks=match.ticks,
        sim_seconds=match.ticks * match.tick_seconds,
        wall_seconds=time.perf_counter() - began,
        record=None if record is None else str(record),
        notices=tuple(match.notices),
    )


def result_table(result: Result, seats: tuple[SeatSpec, ...]) -> Grid:
    """Return the final scores, best first."""
    scores, rows = result.outcome.scores, []
    for seat in sorted(range(len(seats)), key=lambda seat: -scores[seat]):
        won = "  won" if seat in result.outcome.winners else ""
        hand = f", {seats[seat].skill} hand" if result.ticks else ""
        rows.append((seats[seat].name, f"{seats[seat].player}{hand}", f"{scores[seat]}{won}"))
    head = ("seat", "player", Column("score", justify="right"))
    return terminal.grid(result.outcome.reason, head, rows)
