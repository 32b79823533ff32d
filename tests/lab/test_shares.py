"""How often a bot wins."""

import pytest

from towersim.errors import OptionFault
from towersim.lab.shares import Share, Shares, measure, table

PLAYERS = ("uniform", "builder", "uniform")


@pytest.fixture(scope="module")
def shares() -> Shares:
    return measure("bausack", PLAYERS, games=3, seed=1, workers=1)


def test_every_game_is_won_once(shares: Shares) -> None:
    assert [share.player for share in shares.shares] == ["uniform", "builder"]
    assert sum(share.won for share in shares.shares) == pytest.approx(3)
    assert sum(share.by_chance for share in shares.shares) == pytest.approx(1)
    for share in shares.shares:
        assert share.share == share.won / 3
        low, high = share.interval
        assert low <= share.share <= high


def test_seats_are_counted_over_all_games(shares: Shares) -> None:
    uniform, builder = shares.shares
    assert (uniform.seats, builder.seats) == (6, 3)
    assert uniform.height >= 0
    assert builder.height >= 1, "who wins has a tower, or nearly"
    assert shares.seconds > 1
    assert 3 * 1 <= shares.own <= shares.collapses <= 3 * len(PLAYERS)


def test_the_same_seed_gives_the_same_shares_with_any_number_of_workers(shares: Shares) -> None:
    assert measure("bausack", PLAYERS, games=3, seed=1, workers=2) == shares


def test_an_unknown_bot_is_an_option_fault() -> None:
    with pytest.raises(OptionFault, match="'clever'"):
        measure("bausack", ("clever", "uniform"), games=1, seed=1)


def test_the_table_has_a_row_for_every_bot() -> None:
    row = Share("builder", 4, 3.0, 0.75, (0.3006, 0.9544), 0.25, 5.25)
    grid = table(Shares(4, (row,), 60.0, 12, 11))
    assert [list(column.cells) for column in grid.columns] == [
        ["builder"],
        ["4"],
        ["75.0% (30%–95%)"],
        ["25%"],
        ["5.2"],
    ]
