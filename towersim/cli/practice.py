"""`towersim practice`: list the challenges, play or solve them; `build`: the free table."""

import csv
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import typer
from rich.table import Column, Table as Grid

from towersim.cli import terminal
from towersim.cli.games import named_challenge, play, received
from towersim.common.errors import OptionFault, cleaned
from towersim.common.messages import english
from towersim.files.challengefile import all_challenges
from towersim.files.level import load_scene
from towersim.lab.optional_dependencies import requires
from towersim.match.record import HUMAN, SUFFIX, records_dir
from towersim.practice.attempts import FILE, Attempt, Attempts
from towersim.practice.code import attempt_code, code_of, is_sent
from towersim.practice.generated import daily_name, solve
from towersim.practice.league import league
from towersim.rules import PRACTICE
from towersim.rules.practice import log
from towersim.rules.practice.challenge import Challenge

app = typer.Typer()

JUDGE = "judge"
"""The argument in place of a challenge for judging whether towers stand."""


JudgedSet = Literal["stability-2", "stability-3"]
"""The benchmarks whose towers people judge."""
Judged = Annotated[
    JudgedSet,
    typer.Option("--set", help="After `judge`: stability-3 is rated 1–7, drawn by --seed."),
]
LEAGUE = "league"
"""The argument in place of a challenge for ranking the attempts in a folder."""
CODE = "code"
"""The argument in place of a challenge for printing the code of one, or of an attempt."""
Chosen = Annotated[
    str | None,
    typer.Argument(
        help="A challenge by name, `daily`, `endless-7` or its file (TOML); what a friend sent: a "
        "code, a file with one (.txt), an attempt (.tower); or `judge`, `league`, `code`."
    ),
]
Source = Annotated[
    str | None,
    typer.Argument(
        help="After `league`: the folder with the attempts. After `code`: the challenge or the "
        "attempt (.tower) that is printed as a code, which a friend gives to this command."
    ),
]
Sender = Annotated[
    str, typer.Option(help="After `code`: your name, in place of the one in the attempt.")
]


class Solved(msgspec.Struct, frozen=True):
    """The solver's result in a challenge with the normal hand."""

    name: str
    chapter: str
    measure: float | None
    stars: int


def row(challenge: Challenge) -> dict[str, object]:
    """Return a challenge for the list; thresholds are in the unit of its goal."""
    names = ("name", "title", "chapter", "stars", "fewer_is_better")
    known = {name: getattr(challenge, name) for name in names}
    return {**known, "goal": challenge.goal.tag, "hint": english(log.hint_text(challenge))}


def grid(challenges: Sequence[Challenge]) -> Grid:
    """Return the table of challenges, by chapter."""
    head = (Column("chapter", no_wrap=True), Column("name", no_wrap=True))
    rows = (
        (one.chapter, one.name, log.goal_text(one.goal), log.measures_text(one.goal, one.stars))
        for one in challenges
    )
    title = f"{len(challenges)} challenges"
    return terminal.grid(title, (*head, "goal", "one, two and three stars"), rows)


def solved_grid(rows: Sequence[Solved], challenges: Sequence[Challenge]) -> Grid:
    """Return the table of the solver's results."""
    title = f"{sum(row.stars for row in rows)} of {3 * len(rows)} stars"
    pairs = zip(rows, challenges, strict=True)
    cells = (
        (row.chapter, row.name, log.measure_text(challenge.goal, row.measure), "*" * row.stars)
        for row, challenge in pairs
    )
    return terminal.grid(title, ("chapter", "name", "measure", "stars"), cells)


def print_history(attempts: Attempts, challenge: str | None, *, json: bool) -> None:
    """Print all attempts, or those at one challenge, as CSV or JSON."""
    if attempts.notice:
        terminal.warn(attempts.notice)
    today = daily_name(datetime.now().date())
    rows = attempts.history(today if challenge == log.DAILY else challenge)
    if json:
        placed = attempts.placements()
        each = [(msgspec.structs.asdict(row), placed.get(row.id or 0, [])) for row in rows]
        terminal.print_json([{**row, "placements": pieces} for row, pieces in each])
        return
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(Attempt.__struct_fields__)
    writer.writerows(map(_csv_cell, msgspec.structs.astuple(row)) for row in rows)


def _csv_cell(value: object) -> object:
    """Return a value as a cell; text that a spreadsheet would run as a formula begins with '.

    >>> [_csv_cell(value) for value in ("=1+1", "tee", -0.5)]
    ["'=1+1", 'tee', -0.5]
    """
    if not isinstance(value, str):
        return value
    return cleaned(f"'{value}" if value.startswith(tuple("=+-@\t\r")) else value)


def print_league(folder: Path, *, json: bool) -> None:
    """Validate and rank the attempts in a folder; print them as a table or JSON."""
    ranking = league(folder)
    if json:
        terminal.print_json(ranking)
        return
    head = ("challenge", "rank", "name", "stars", "measure", "hand", "file")
    rows = []
    for one in ranking.entries:
        measure = log.measure_text(one.goal, one.measure)
        cells = (one.challenge, str(one.rank), one.name, "*" * one.stars, measure, one.hand)
        rows.append((*cells, one.file))
    if rows:
        terminal.out.print(terminal.grid(f"{len(rows)} attempts", head, rows))
    else:
        terminal.say(f"{folder}: holds no finished attempt (a {SUFFIX} file) that can be ranked")
    for each in ranking.refused:
        terminal.warn(f"{each.file}: {each.why}")


def print_code(source: str, name: str) -> None:
    """Print the code of an attempt's record, or of a challenge."""
    if source.endswith(SUFFIX):
        terminal.say(attempt_code(Path(source), name))
    elif name:
        raise OptionFault("--name: it means nothing with a challenge")
    else:
        terminal.say(code_of(named_challenge(source)))


@app.command()
def practice(
    context: typer.Context,
    challenge: Chosen = None,
    source: Source = None,
    name: Sender = "",
    list_all: Annotated[bool, typer.Option("--list", help="List all challenges.")] = False,
    solve: Annotated[bool, typer.Option("--solve", help="Let the solver attempt them.")] = False,
    seed: terminal.Seed = 1,
    judged: Judged = "stability-2",
    history: Annotated[
        bool, typer.Option("--history", help="Print all attempts as CSV or (--json) JSON.")
    ] = False,
    json: terminal.AsJson = False,
) -> None:
    """Play a challenge, judge towers, or list all challenges."""
    if challenge == JUDGE:
        _judge(context, judged, seed)
        return
    terminal.refuse_ignored(context, f"anything but {JUDGE}", "judged")
    if challenge == LEAGUE:
        terminal.refuse_ignored(context, LEAGUE, "list_all", "solve", "seed", "history", "name")
        print_league(Path(_given(source, LEAGUE, "folder with the attempts")), json=json)
        return
    if challenge == CODE:
        terminal.refuse_ignored(context, CODE, "list_all", "solve", "seed", "history", "json")
        print_code(_given(source, CODE, "challenge or the attempt (.tower)"), name)
        return
    terminal.refuse_ignored(context, f"anything but {LEAGUE} or {CODE}", "source")
    terminal.refuse_ignored(context, f"anything but {CODE}", "name")
    if history:
        terminal.refuse_ignored(context, "--history", "list_all", "solve", "seed")
        print_history(Attempts(records_dir().parent / FILE), challenge, json=json)
        return
    if challenge is not None:
        terminal.refuse_ignored(context, "one challenge", "list_all", *(() if solve else ("json",)))
    if not solve:
        terminal.refuse_ignored(context, "nothing to solve", "seed")
    everything = list_all or challenge is None
    challenges = all_challenges() if everything else ()
    if solve:
        _solve(challenges or (named_challenge(challenge or ""),), seed, json=json)
    elif challenges:
        terminal.show([row(each) for each in challenges], json, grid(challenges))
    else:
        _play(challenge or "")


def _given(source: str | None, word: str, what: str) -> str:
    """Return what follows a word in place of a challenge; OptionFault if nothing does."""
    if not source:
        raise OptionFault(f"{word}: name the {what} after it")
    return source


def _play(challenge: str) -> None:
    """Open the window on a challenge; say what there is to beat in one that a friend sent."""
    played = named_challenge(challenge)
    terminal.need_display("--solve lets the solver play")
    if is_sent(challenge) and (entry := received(challenge).entry):
        measure = log.measure_text(played.goal, entry.measure)
        terminal.say(f"{played.name}: {entry.name} has {measure}, {log.STARS[entry.stars]}")
    play(PRACTICE.name, seats=HUMAN, option=[f"challenge={challenge}"])


def _solve(challenges: Sequence[Challenge], seed: int, *, json: bool) -> None:
    rows = []
    with terminal.err.status("solving") as status:
        for each in challenges:
            status.update(f"solving {each.name}")
            end = solve(each, seed)
            rows.append(Solved(each.name, each.chapter, end.reached, end.stars or 0))
    terminal.show(rows, json, solved_grid(rows, challenges))


def _judge(context: typer.Context, judged: JudgedSet, seed: int) -> None:
    """Open the window on the page for judging towers of a benchmark."""
    terminal.refuse_ignored(
        context, JUDGE, "source", "name", "list_all", "solve", "history", "json"
    )
    is_rated = judged == "stability-3"
    if is_rated:
        with requires("lab"):
            import towersim.lab.stability3  # noqa: F401, PLC0415 - an extra
    else:
        terminal.refuse_ignored(context, f"{JUDGE} --set {judged}", "seed")
    terminal.need_display("practice judge shows towers")
    from towersim.ui.app import run as open_window  # noqa: PLC0415 - pygame is slow
    from towersim.ui.judge.screen import JudgeStart  # noqa: PLC0415 - the same

    open_window(on_top=lambda context: JudgeStart(context, judged, seed if is_rated else None))


@app.command()
def build(
    scene: Annotated[
        Path | None,
        typer.Argument(help="A scene by name, or a TOML file; default: the table as you left it."),
    ] = None,
) -> None:
    """Build freely in the window, with any pieces and materials."""
    if scene is not None:
        load_scene(scene)
    terminal.need_display("`towersim stand SCENE` needs none")
    from towersim.ui.app import run as open_window  # noqa: PLC0415 - pygame is slow
    from towersim.ui.build.screen import BuildScreen  # noqa: PLC0415 - the same

    open_window(on_top=lambda context: BuildScreen(context, scene))
