"""Win rates of bots."""

from collections.abc import Iterator

import msgspec
import pytest

from tests.lab.sweeps import this_process
from towersim.cli.commands import run
from towersim.common.errors import OptionFault
from towersim.lab.executors import processes
from towersim.lab.shares import Contest, Share, Shares, measure, sheets

PLAYERS = ("uniform", "builder", "uniform")
BAUSACK = Contest("bausack", PLAYERS, seed=3)


@pytest.fixture(autouse=True, scope="module")
def _in_this_process() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("towersim.lab.shares.processes", this_process)
        yield


@pytest.fixture(scope="module")
def shares() -> Shares:
    """Return the shares of a game with a bot that searches."""
    return measure(BAUSACK, games=1, workers=1)


@pytest.fixture(scope="module")
def chance() -> Shares:
    """Return the shares of two short games."""
    return measure(Contest("bausack", ("uniform",) * 2, seed=3), games=2, workers=1)


def test_the_won_games_add_up_to_all_games(shares: Shares, chance: Shares) -> None:
    assert [share.player for share in shares.shares] == ["uniform", "builder"]
    for measured in (shares, chance):
        assert sum(share.won for share in measured.shares) == pytest.approx(measured.games)
        assert sum(share.by_chance for share in measured.shares) == pytest.approx(1)
        for share in measured.shares:
            assert share.share == share.won / measured.games
            low, high = share.interval
            assert low <= share.share <= high


def test_seats_are_counted_over_all_games(shares: Shares, chance: Shares) -> None:
    assert [share.seats for share in shares.shares] == [2, 1]
    assert [share.seats for share in chance.shares] == [4]
    assert shares.seconds > 1


def test_heights_are_measured_in_a_game_with_own_towers(shares: Shares) -> None:
    uniform, builder = shares.shares
    assert uniform.height is not None
    assert builder.height is not None
    assert 1 < uniform.height < builder.height, "the builder builds higher"
    assert shares.own is not None
    assert shares.collapses is not None
    assert 1 <= shares.own <= shares.collapses <= len(PLAYERS)


@pytest.mark.slow
def test_only_collapses_are_counted_in_a_game_with_shared_towers() -> None:
    found = measure(Contest("fawlty-towers", ("uniform",) * 2, seed=1), games=1, workers=1)
    assert found.collapses
    assert found.own is None
    assert [share.height for share in found.shares] == [None]


def test_shares_of_a_card_game_have_no_columns_about_towers() -> None:
    found = measure(Contest("push", ("uniform",) * 2, seed=1), games=2, workers=1)
    told = msgspec.to_builtins(found)
    assert set(told) == {"games", "shares", "by_seat", "seconds"}
    assert set(told["shares"][0]) == {*Share.__struct_fields__} - {"height"}
    heads = sheets(found)[0].heads
    assert heads == ["player", "seats", "won (95 %)", "by chance"]


@pytest.mark.slow  # two processes import the laboratory
def test_the_same_seed_gives_the_same_shares_with_any_number_of_workers(
    chance: Shares, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("towersim.lab.shares.processes", processes)
    contest = Contest("bausack", ("uniform",) * 2, seed=3)
    assert measure(contest, games=2, workers=2) == chance


def test_every_seat_has_a_share(shares: Shares, chance: Shares) -> None:
    for measured, numbers in ((shares, [1, 2, 3]), (chance, [1, 2])):
        assert [row.seat for row in measured.by_seat] == numbers
        assert sum(row.won for row in measured.by_seat) == pytest.approx(measured.games)
        for row in measured.by_seat:
            assert row.share == row.won / measured.games
            assert row.interval[0] <= row.share <= row.interval[1]
    seats, won, by_chance = zip(*sheets(shares)[1].cells, strict=True)
    assert [cell.words for cell in (*seats, *by_chance)] == ["1", "2", "3", *["33%"] * 3]
    assert all(cell.words.endswith("%)") for cell in won)


def test_options_change_the_measured_game(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["shares", "rummu", "--players", "uniform,uniform,uniform", "--games", "2", "--json"]
    assert run([*command, "--option", "rounds=1"]) == 0
    told = msgspec.json.decode(capsys.readouterr().out, type=Shares)
    contest = Contest("rummu", ("uniform",) * 3, seed=1)
    assert told == measure(contest._replace(options={"rounds": 1}), games=2, workers=1)
    assert told != measure(contest._replace(options={"rounds": 3}), games=2, workers=1)


def test_an_unknown_bot_is_an_option_fault() -> None:
    with pytest.raises(OptionFault, match="'clever'"):
        measure(Contest("bausack", ("clever", "uniform"), seed=1), games=1)


def test_the_table_has_a_row_for_every_bot() -> None:
    row = Share("builder", 4, 3.0, 0.75, (0.3006, 0.9544), 0.25, 5.25)
    (cells,) = sheets(Shares(4, (row,), (), 60.0, 12, 11))[0].cells
    assert [cell.words for cell in cells] == ["builder", "4", "75.0% (30%–95%)", "25%", "5.2"]


def test_the_command_prints_the_measured_shares(
    chance: Shares, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["shares", "bausack", "--players", "uniform, uniform", "--games", "2", "--seed", "3"]
    assert run([*command, "--json"]) == 0
    assert msgspec.json.decode(capsys.readouterr().out, type=Shares) == chance


@pytest.mark.parametrize(
    ("game", "players", "why"),
    [
        ("bausack", "clever,uniform", "'clever'"),
        ("bausack", "uniform", "2 to 8"),
        ("chess", "uniform,uniform", "'chess'"),
    ],
)
def test_a_fault_gives_one_line(
    game: str, players: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["shares", game, "--players", players, "--games", "1"]) == 2
    (line,) = capsys.readouterr().err.strip().splitlines()
    assert why in line


@pytest.mark.parametrize(
    ("option", "why"), [("rounds", "name=value"), ("rounds=2", "rummu"), ("size=2", "'size'")]
)
def test_a_fault_of_an_option_gives_one_line(
    option: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["shares", "rummu", "--players", "uniform,uniform,uniform", "--option", option]
    assert run(command) == 2
    (line,) = capsys.readouterr().err.strip().splitlines()
    assert why in line
