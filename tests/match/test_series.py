"""Series of games, and the rematch."""

import pytest

from towersim.bots.table import bots_of, play_out
from towersim.common.units import Seat
from towersim.match.match import Match
from towersim.match.record import SeatSpec
from towersim.match.series import Goal, Series, rematch
from towersim.rules import GAMES, checked_options

SEATS = tuple(map(SeatSpec, ("Ada", "Bruno", "Clara")))


def series(goal: Goal, *winners: str) -> Series:
    """Return a series with a game for each winner."""
    played = Series(goal, ("Ada", "Bruno", "Clara"))
    for number, name in enumerate(winners):
        played = played.with_game(f"{number}.tower", (name,))
    return played


@pytest.mark.parametrize(
    ("goal", "winners", "best"),
    [
        ("best-of-3", "AB", None),
        ("best-of-3", "AA", ("Ada",)),
        ("best-of-3", "ABB", ("Bruno",)),
        ("best-of-3", "ABC", ("Ada", "Bruno", "Clara")),
        ("first-to-5", "AAAABBBB", None),
        ("first-to-5", "AAAABBBBA", ("Ada",)),
        ("open", "AAAAAAAAA", None),
    ],
)
def test_a_series_ends_at_its_goal(goal: Goal, winners: str, best: tuple[str, ...] | None) -> None:
    names = {"A": "Ada", "B": "Bruno", "C": "Clara"}
    played = series(goal, *(names[one] for one in winners))
    assert (played.is_over, played.winners) == (best is not None, best or ())


def test_a_game_counts_once_and_a_shared_win_for_each_winner() -> None:
    played = series("first-to-5").with_game("a.tower", ("Ada", "Clara"))
    assert played.with_game("a.tower", ("Ada",)) is played
    assert played.score == (1, 0, 1)


def test_the_game_after_the_last_one_begins_a_new_series() -> None:
    assert series("best-of-3", "Ada", "Ada", "Bruno").score == (0, 1, 0)


def test_a_series_is_of_its_players_in_any_order() -> None:
    assert series("open").is_of(reversed(SEATS))
    assert not series("open").is_of(SEATS[:2])


@pytest.mark.parametrize("game", [name for name in GAMES if name != "practice"])
@pytest.mark.parametrize("seed", [1, 2])
def test_the_next_seat_begins_the_rematch(game: str, seed: int) -> None:
    bot = bots_of(game)["uniform"]
    random = {"first_seat": "random"} if game in ("palace", "push") else {}
    first = Match.new(game, SEATS, seed=seed, options=checked_options(game, random))
    begins = first.actor
    for _ in range(2):
        next(play_out(first, bot))
    assert isinstance(begins, int)
    seats, agreed = rematch(first)
    assert seats[0].name == SEATS[(begins + 1) % 3].name
    second = Match.new(game, seats, seed=seed, options=agreed)
    assert second.actor == Seat(0)
    assert rematch(second)[0][0] == seats[1]
