"""Tournaments: deals in every seating, their results, and the command."""

from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
from pathlib import Path
from statistics import fmean
from typing import Any
from unittest.mock import MagicMock, Mock

import msgspec
import pytest
from distributed import KilledWorker, LocalCluster

from tests import known
from tests.commands import Printed, json_of
from tests.lab.sweeps import this_process
from towersim.cli.commands import run as command
from towersim.common.errors import OptionFault, ResultFault, TowersimError
from towersim.lab.executors import dask, processes
from towersim.lab.standings import Standings, TournamentResult, evaluate, sheets, summary
from towersim.lab.store import locked
from towersim.lab.tables import interval
from towersim.lab.tournament import (
    SeatResult,
    SeatTime,
    Tournament,
    begun,
    play,
    play_timed,
    recorded,
    results,
    run,
    tournament,
)
from towersim.match.record import read
from towersim.match.replay import validate
from towersim.rules.palace.state import Deal

LAST = """
class Last:
    def choose(self, position):
        return position.view.legal[-1]

class Broken:
    def choose(self, position):
        return "nonsense"
"""


@pytest.fixture(autouse=True)
def _in_this_process(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Play in this process, two deals of two games in one go."""
    monkeypatch.setattr("towersim.lab.tournament.CHUNK", 4)
    monkeypatch.setattr("towersim.lab.executors.processes", this_process)
    monkeypatch.chdir(tmp_path)


def conditions(*bots: str, game: str = "palace", seed: int = 3) -> Tournament:
    return tournament(Tournament(game, bots or ("low-first", "uniform"), 2, seed, {}))


def played(made: Tournament, deals: int, folder: Path) -> TournamentResult:
    with ThreadPoolExecutor(1) as pool:
        list(run(made, deals, folder, (pool, 1)))
    return evaluate(made, *results(folder, deals))


def rows_of(ranks: list[list[tuple[str, int]]]) -> list[SeatResult]:
    """Return rows of deals of two games, each given by its bots with their ranks."""
    return [
        SeatResult(game // 2, game % 2, seat, bot, float(rank == 0), rank, 1)
        for game, seats in enumerate(ranks)
        for seat, (bot, rank) in enumerate(seats)
    ]


A, B = [("a", 0), ("b", 1)], [("a", 1), ("b", 0)]
"""The ranks of bots in a game that the first or the second wins."""


def figures(rows: list[SeatResult]) -> TournamentResult:
    """Return the figures of a tournament of the bots a and b."""
    made = Tournament("push", ("a", "b"), 2, 1, {}, {})
    return evaluate(made, rows, [SeatTime(r.deal, r.seating, r.seat, 0.004) for r in rows])


@pytest.mark.parametrize(
    ("bots", "seats", "number"), [(2, 2, 2), (3, 3, 6), (3, 2, 6), (2, 3, 6), (2, 4, 6), (3, 4, 36)]
)
def test_every_bot_sits_equally_often_in_every_seat(bots: int, seats: int, number: int) -> None:
    names = tuple("abc"[:bots])
    made = Tournament("push", names, seats, 1, {}, {})
    assert len(made.seatings) == len(set(made.seatings)) == number
    for seat in range(seats):
        there = [names[seat] for names in made.seatings]
        assert {there.count(name) for name in names} == {number // bots}


def test_all_games_of_a_deal_see_the_same_cards() -> None:
    made = conditions()

    def cards(deal: int, seating: int) -> list[Any]:
        match = begun(made, deal, seating)
        play_timed(match, {})
        return [past.action.card for past in match._past if isinstance(past.action, Deal)]

    one, two, other = cards(5, 0), cards(5, 1), cards(6, 0)
    shorter = min(len(one), len(two))
    assert one[:shorter] == two[:shorter] != other[:shorter]
    assert shorter > 20


def test_a_record_of_a_tournament_is_valid_and_names_its_draws(path: Path) -> None:
    match = begun(conditions(), 0, 1, path)
    play_timed(match, {})
    match.close()
    assert b'"draws":"actor"' in path.read_bytes()
    assert validate(read(path)).valid
    text = path.read_text().replace(',"draws":"actor"', "")
    path.write_text(text)
    assert not validate(read(path)).valid


def test_shares_pairs_and_intervals_of_known_games() -> None:
    found = figures(rows_of([A, A, A, A, A, B]))
    first, second = found.standings.bots
    assert (first.share, second.share) == pytest.approx((5 / 6, 1 / 6))
    # Deals' means are 1, 1 and 1/2: the t quantile of 2 degrees of freedom is 4.303.
    trials = (1.959964 / 4.302653) ** 2 * (5 / 6 * 1 / 6) / (1 / 12 / 3)
    ends = interval(5 / 6 * trials, trials)
    assert (first.low, first.high) == pytest.approx(ends, abs=1e-4)
    assert [*map(list, found.standings.pairs)] == [
        [0.5, pytest.approx(5 / 6)],
        [pytest.approx(1 / 6), 0.5],
    ]
    assert first.cpu_ms == pytest.approx(4.0)
    assert first.rating > 25 > second.rating
    # (1.96 + 0.84)² · (1/12) / (1/3)²
    assert found.pairs[0].deals == 6
    assert [*map(tuple, found.upsets)] == [(2, 1, "b", pytest.approx(1 / 6))]


def test_mirrored_games_are_worth_more_than_unpaired_ones() -> None:
    mirrored, _ = figures(rows_of([A, B, A, B, A, A, A, B])).worths
    alike, _ = figures(rows_of([A, A, B, B, A, A, B, B])).worths
    assert known(alike) < 0.5, "if the deals decide, a pair is worth a single game"
    assert known(mirrored) > 2
    assert figures(rows_of([A, A, A, A])).worths == (None, None)


def test_a_stopped_tournament_goes_on_and_more_games_extend_it(tmp_path: Path) -> None:
    made, part = conditions(), tmp_path / "part"
    whole = played(made, 4, tmp_path / "whole")
    with ThreadPoolExecutor(1) as pool:
        first = next(running := run(made, 3, part, (pool, 1)))
        running.close()
        assert sum(run(made, 3, part, (pool, 1))) == 6 - first == 2
        assert not list(run(made, 3, part, (pool, 1)))
        assert sum(run(made, 4, part, (pool, 1))) == 4, "the last chunk is played again"
    again = evaluate(made, *results(part, 4))
    assert timeless(again.standings) == timeless(whole.standings)
    assert parts(part) == parts(tmp_path / "whole")
    next((part / "times").iterdir()).unlink()  # as one is told to do with a damaged one
    assert timeless(played(made, 4, part).standings) == timeless(whole.standings)
    with locked(part):
        assert played(made, 3, part).standings.games == 6, "a finished one needs no lock"


def timeless(standings: Standings) -> Standings:
    """Return standings without what a processor's speed determines."""
    bots = tuple(msgspec.structs.replace(bot, cpu_ms=0.0) for bot in standings.bots)
    return msgspec.structs.replace(standings, bots=bots)


def parts(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((folder / "games").iterdir())}


@pytest.mark.slow  # processes, and a scheduler with its worker, take seconds to start
def test_one_process_two_processes_and_dask_write_the_same_bytes(tmp_path: Path) -> None:
    made = conditions(seed=1)
    played(made, 5, tmp_path / "here")
    with processes(2) as pool:
        list(run(made, 5, tmp_path / "two", (pool, 2)))
    local = LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=":0")
    with local, dask(local.scheduler_address) as workers:
        list(run(made, 5, tmp_path / "dask", workers))
    assert parts(tmp_path / "here") == parts(tmp_path / "two") == parts(tmp_path / "dask")
    assert len(parts(tmp_path / "here")) == 3


def test_a_worker_of_dask_that_ends_gives_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("distributed.Client", MagicMock())
    with pytest.raises(TowersimError, match="has ended"), dask("tcp://127.0.0.1:9"):
        raise KilledWorker("task", Mock(), 3)


def test_a_folder_of_other_conditions_is_refused(tmp_path: Path) -> None:
    played(conditions(seed=1), 2, tmp_path / "out")
    with pytest.raises(ResultFault, match="choose another folder"):
        played(conditions(seed=2), 2, tmp_path / "out")


def test_a_changed_bot_is_another_tournament(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(LAST)
    before = conditions("uniform", f"{file}:Last")
    file.write_text(f"{LAST}\n# changed")
    after = conditions("uniform", f"{file}:Last")
    assert before.versions != after.versions
    assert before.label != after.label
    with pytest.raises(OptionFault, match=r"--bots [^,]+mine\.py:Last: another"):
        played(before, 2, tmp_path / "out")


def test_a_bot_that_ends_its_worker_is_named_and_earlier_games_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ends(made: Tournament, deals: range) -> list[SeatResult | SeatTime]:
        if deals.start:
            raise BrokenExecutor
        return play(made, deals)

    monkeypatch.setattr("towersim.lab.tournament.play", ends)
    (tmp_path / "mine.py").write_text(LAST)
    for name, why in (("mine.py:Last", "by mine.py:Last: with --isolate"), ("low-first", "killed")):
        with pytest.raises(TowersimError, match=why):
            played(conditions("uniform", name), 3, tmp_path / name)
        assert len(parts(tmp_path / name)) == 1


def told(capsys: Printed, *arguments: str) -> Any:
    return json_of(capsys, "tournament", *arguments, "--json")


@pytest.mark.slow
def test_the_command_prints_the_stated_json(capsys: Printed) -> None:
    found = told(capsys, "palace", "--bots", "uniform, low-first", "--games", "5")
    assert list(found) == ["game", "games", "bots", "pairs"]
    assert (found["game"], found["games"]) == ("palace", 6), "whole deals"
    assert list(found["bots"][0]) == ["name", "share", "low", "high", "rating", "cpu_ms"]
    assert [bot["name"] for bot in found["bots"]] == ["uniform", "low-first"]
    assert fmean(bot["share"] for bot in found["bots"]) == pytest.approx(0.5)
    assert found["bots"][0]["cpu_ms"] > 0
    assert found["pairs"][0][1] + found["pairs"][1][0] == pytest.approx(1)
    assert found == told(capsys, "palace", "--bots", "uniform, low-first", "--games", "5")


@pytest.mark.slow  # games with hands
def test_options_hands_and_bots_from_files_play(capsys: Printed, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(LAST)
    bots = "uniform@shaky,mine.py:Last,mine.py:Broken"
    given = f"palace|--bots|{bots}|--games|2|--option|stock=false|--out|my results"
    arguments = given.split("|")
    assert command(["tournament", *arguments, "--report", "page.html"]) == 0
    out, err = capsys.readouterr()
    assert "--games 2: raised to 12, in whole deals" in out
    fault = "mine.py:Broken: answered what is not legal: nonsense; the best bot chooses for it ("
    assert err.startswith(f"towersim: {fault}in 12 of its games, 100.0% of its moves)")
    assert command(["tournament", *arguments, "--json"]) == 0
    assert fault in capsys.readouterr().err, "its share is that of another bot"
    page = (tmp_path / "page.html").read_text()
    for text in (
        "A tournament of Palace",
        "stock=false",
        "Cross table",
        "Broken",
        "towersim watch &#x27;my results/records/",
        "the number of games with deals of their own that tell as much about the share",
    ):
        assert text in page
    record = next(Path("my results", "records").glob("*.tower"))
    game = read(record)
    assert {seat.skill for seat in game.header.seats} == {"shaky", "normal"}
    assert game.steps[-1].over is not None


def test_a_game_whose_recording_was_interrupted_is_not_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = conditions("uniform", "low-first")
    monkeypatch.setattr("towersim.lab.tournament.play_timed", Mock(side_effect=KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        recorded(made, 0, 0, tmp_path)
    assert not [*tmp_path.rglob("*.tower")]
    monkeypatch.undo()
    whole = recorded(made, 0, 0, tmp_path)
    assert [*whole.parent.iterdir()] == [whole], "what was interrupted is gone"


def test_a_stacking_game_is_played_by_hands() -> None:
    made = conditions("uniform@none", "uniform@shaky", game="bausack")
    match = begun(made, 0, 0)
    moves, seconds = play_timed(match, {})
    assert min(moves) > 0
    assert min(seconds) > 0
    assert match.ticks > 0


def test_the_table_and_its_summary() -> None:
    found = figures(rows_of([A, B, A, B, A, A, A, B]))
    bots, cross, pairs, seats = ([[c.words for c in row] for row in s.cells] for s in sheets(found))
    assert bots[0][1].startswith("62.5% (")
    assert bots[0][-1] == f"{found.worths[0]:.2f}", "as the summary counts"
    assert cross == [["a", "–", "62.5%"], ["b", "37.5%", "–"]]
    assert pairs[0][0] == "a – b"
    assert seats == [["1", bots[0][1]], ["2", bots[1][1]]], "clustered by deal, as those of bots"
    always = figures(rows_of([A] * 8)).standings.bots[0]
    assert (round(always.low, 3), always.high) == (0.51, 1.0), "Wilson, 4 of 4"
    rare = figures(rows_of([*[B] * 39, A])).standings.bots[0]
    assert 0 < rare.low < rare.share == 0.025 < rare.high < 0.2, "not cut off at 0"
    assert summary(found).startswith("8 games: 4 deals, each in 2 seatings. The shares are as")


def test_too_many_seatings_are_refused() -> None:
    bots = (f"uniform@{hand}" for hand in ("none", "steady", "normal", "shaky"))
    with pytest.raises(OptionFault, match="more than 5040 seatings"):
        tournament(Tournament("bausack", (*bots, "builder"), 8, 1, {}))
