"""`towersim serve`: a card game whose hands are played in browsers."""

import signal
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from msgspec.structs import replace

from towersim.cli import games, terminal
from towersim.common.errors import OptionFault
from towersim.lab.optional_dependencies import requires
from towersim.match.match import Match
from towersim.match.record import SeatSpec, read
from towersim.rules import checked_options, game as rules_of
from towersim.rules.base import Outcome, Stacking
from towersim.serve.table import has_pages

if TYPE_CHECKING:
    from towersim.serve.running import Serving

app = typer.Typer()


@app.command()
def serve(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="A card game, such as palace.")],
    seats: Annotated[
        str | None, typer.Option(help=f"Players by commas: human, {games.BOTS}.")
    ] = None,
    names: Annotated[str | None, typer.Option(help="Names of the players by commas.")] = None,
    seed: terminal.FreshSeed = None,
    option: games.GameOptions = None,
    record: games.RecordFile = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with the game of a record.")] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0: any free one.")] = 0,
    lan: Annotated[bool, typer.Option("--lan", help="Listen to the whole local network.")] = False,
    pause: Annotated[float, typer.Option(min=0, max=60, help="Seconds before a bot moves.")] = 0.8,
    isolate: terminal.Isolate = True,
    json: terminal.AsJson = False,
) -> None:
    """Play a card game with each hand in a browser, as on a phone.

    Prints an address for each person's seat, which only that person should open, and one for
    everybody. It ends with the game, but waits half a minute for a phone that sleeps then. A
    stopped game goes on with --resume.
    """
    with requires("serve"):
        from towersim.serve.running import Serving, play, tell_the_end  # noqa: PLC0415 - an extra
        from towersim.ui.language import translator  # noqa: PLC0415 - it loads pygame
    _check_handless(game)
    if resume is not None:
        terminal.refuse_ignored(context, "--resume", "seats", "names", "seed", "option", "record")
        match = _resumed(resume, game)
    else:
        people = _seats(game, seats, names)
        options = checked_options(game, games.game_options(game, option))
        match = games.begun(game, people, seed, options, record)
    # What a record names does not run; the game's best bot plays for it.
    new = match.seats if resume is None else ()
    bots = games.named_bots(match.game, new, games.host(isolate, json))
    for notice in match.notices:
        terminal.warn(notice)
    ends = Event()
    signal.signal(signal.SIGTERM, lambda *_: ends.set())
    serving = Serving(match, translator, port=port, lan=lan)
    _tell(serving, json)
    play(serving, bots, pause, ends, terminal.warn)
    match.close()
    if match.outcome is not None:
        _tell_outcome(match.outcome, json)
        signal.signal(signal.SIGINT, lambda *_: ends.set())  # from now on as SIGTERM
        tell_the_end(serving, ends)
    serving.close()


def _tell_outcome(outcome: Outcome, json: bool) -> None:
    if json:
        terminal.print_json({"outcome": outcome})
    else:
        terminal.say(outcome.reason)
    terminal.out.file.flush()


def _check_handless(game: str) -> None:
    """Raise OptionFault for a game whose blocks somebody has to place."""
    if isinstance(rules_of(game), Stacking):
        bids = "; the pause has codes for bids on phones" if has_pages(game) else ""
        window = f"its blocks are placed in the window: `towersim play {game}`{bids}"
        raise OptionFault(f"{game}: {window}")


def _seats(game: str, text: str | None, names: str | None) -> list[SeatSpec]:
    """Return the seats as given, with these names; OptionFault for a faulty one of either."""
    usual = ",".join(["human", "human", *games.default_seats(game).split(",")[:1]])
    seats = games.parsed_seats(game, usual if text is None else text, headless=False)
    if names is None:
        return seats
    parts = [name.strip() for name in names.split(",")]
    named = [replace(seat, name=name) for seat, name in zip(seats, parts, strict=False)]
    try:
        if len(parts) == len(seats) == len(set(parts)):
            return msgspec.convert(msgspec.to_builtins(named), list[SeatSpec])
    except msgspec.ValidationError:
        pass
    raise OptionFault(
        f"--names: {len(seats)} different names by commas, each of 1 to 64 characters"
    )


def _resumed(file: Path, game: str) -> Match:
    """Return the match of a record; OptionFault for another game."""
    recording = read(file)
    if recording.header.game != game:
        raise OptionFault(f"{file}: it is a game of {recording.header.game}")
    return Match.resume(recording)


def _tell(serving: "Serving", json: bool) -> None:
    """Print the addresses of the table and of each person's seat."""
    table = serving.table
    names = [seat.name for seat in table.match.seats]
    seats = [{"seat": s, "name": names[s], "url": serving.url_of(s)} for s in table.people]
    record = None if table.match.record is None else str(table.match.record)
    if json:
        terminal.print_json({"table": serving.url, "seats": seats, "record": record})
        terminal.out.file.flush()
        return
    import segno  # noqa: PLC0415 - of the extra

    terminal.say(f"Everybody may open {serving.url} and see the table.")
    for seat in seats:
        terminal.say(f"{seat['name']}: {seat['url']}")
        if terminal.out.is_terminal:
            segno.make(str(seat["url"]), error="m").terminal(compact=True)
    terminal.say(f"record: {record}")
    terminal.out.file.flush()
