"""Decisions of Keeper in Palace."""

import pytest
from msgspec.structs import replace

from tests.bots.card_games import decided, play as play_game
from tests.bots.frugal import Frugal
from tests.rules.palace.tables import RULES, cards, play, table
from towersim.bots import keeper
from towersim.bots.base import AnyBot, Strength
from towersim.bots.keeper import Keeper
from towersim.common.dice import stream
from towersim.common.units import Seat
from towersim.rules.base import Action
from towersim.rules.palace.state import LayUp, Options, Phase, State, TakePile, TurnOver

HIGH_PILE = "4h 4d 5h 5d 6h 6d 8h 8d"


def won_by_frugal(bots: tuple[AnyBot, ...], games: int, options: Options) -> float:
    """Return the win rate of the simple baseline, with all bots on all seats in turn."""
    won = 0.0
    for number in range(games):
        first = number % len(bots)
        seats = (*bots[first:], *bots[:first])
        winners = play_game(RULES, seats, number, options).outcome.winners
        won += sum(isinstance(seats[seat], Frugal) for seat in winners) / len(winners)
    return won / games


@pytest.fixture(autouse=True)
def by_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Keeper choose by its sense of values alone."""
    monkeypatch.setattr(keeper, "DEALS", dict.fromkeys(Strength, 0))


def chosen(state: State) -> Action:
    return decided(Keeper(), RULES.view(state, state.turn), stream(1, "bot"))


def test_it_lays_its_best_cards_face_up() -> None:
    state = table("4c 5d 10h 2s 6c Ah", "7c 7d 7h 8c 8d 8h")
    state = replace(state, phase=Phase.CHOOSING, rows=((), ()))
    assert chosen(state) == LayUp(cards("2s 10h Ah"))


def test_without_a_stock_it_lays_middling_cards_and_keeps_high_ones() -> None:
    state = table("4c 8d 10h 9s Kc Ah", "4d 5d 6d Jd Qd 5s", stock=1)
    state = replace(state, phase=Phase.CHOOSING, rows=((), ()))
    assert chosen(state) == LayUp(cards("10h Kc Ah"))
    bare = replace(state, options=Options(stock=False))
    assert chosen(bare) == LayUp(cards("8d 9s 10h"))


def test_it_keeps_cards_of_one_rank_together() -> None:
    state = table("4c 6d 9h 9s Kc Ah", "4d 5d 6h Jd Qd 5s")
    state = replace(state, phase=Phase.CHOOSING, rows=((), ()), options=Options(stock=False))
    assert chosen(state) == LayUp(cards("6d 9h 9s"))
    state = table("4c 9h 9s 9d Kc Ah", "4d 5d 6h Jd Qd 5s")
    state = replace(state, phase=Phase.CHOOSING, rows=((), ()), options=Options(stock=False))
    assert chosen(state) == LayUp(cards("9d 9h 9s"))


@pytest.mark.parametrize(
    ("mine", "other", "pile", "played"),
    [
        pytest.param("5c 9c Kc", "4d 5d 6d 9d Ad", "4h", "5c", id="the lowest legal card"),
        pytest.param("5c 9c 9d 9h", "4d 6d 7d Ad", "4h", "5c", id="not the commonest rank"),
        pytest.param("5c 5d 5h Kc", "4d 6d 9d Ad", "4h", "5c 5d 5h", id="all low cards of a rank"),
        pytest.param("2c 3c 10c 9c", "4d 5d 6d Ad", "4h", "9c", id="a magic card only if need be"),
        pytest.param("2c 10c 4c", "4d 5d 6d Ad", "Ah", "2c", id="other magic cards before the 10"),
    ],
)
def test_it_plays_its_cheapest_cards(mine: str, other: str, pile: str, played: str) -> None:
    assert chosen(table(mine, other, pile=pile)) == play(played)


def test_it_plays_a_card_that_the_next_seats_open_row_cannot_answer() -> None:
    harmless = table("9c Qc", "/ Jd Kd", pile=HIGH_PILE)
    assert chosen(harmless) == play("9c")
    assert chosen(replace(harmless, rows=((), cards("Jd Jh")))) == play("Qc")


def test_it_pays_no_price_to_block_a_row_that_has_an_answer() -> None:
    state = table("9c Qc", "/ Jd Ad", pile=HIGH_PILE)
    assert chosen(state) == play("9c")


def test_it_plays_high_cards_one_by_one_while_there_is_a_stock() -> None:
    assert chosen(table("Kc Kd Ah", "4d", "5d", pile="9h", stock=5)) == play("Kc")
    assert chosen(table("Kc Kd Ah", "4d", "5d", pile="9h")) == play("Kc Kd")
    assert chosen(table("Jc Jd Kh", "4d", "5d", pile="9h", stock=5)) == play("Jc Jd")
    assert chosen(table("8c 8d Kh", "4d 5d 6d", pile="4h", stock=5)) == play("8c 8d")


def test_in_a_duel_it_keeps_jacks_too_unless_equal_ranks_answer_them() -> None:
    assert chosen(table("Jc Jd Kh", "4d 5d 6d", pile="9h")) == play("Jc")
    short = table("Jc Jd Kh", "4d 5d 6d", pile="9h", equal_allowed=True)
    assert chosen(short) == play("Jc Jd")


def test_it_takes_no_pile_while_it_can_play() -> None:
    state = table("Ac 2c", "4d 5d 6d", pile="4h 5h Kh", may_decline=True)
    assert TakePile() in RULES.legal(state)
    assert chosen(state) == play("Ac")
    assert chosen(table("//1", "4d 5d 6d", pile="Kh", may_decline=True)) == TurnOver()


def test_it_blocks_a_row_with_a_7_or_an_invisible_3() -> None:
    pile = "4h 4d 5h 5d 6h 6d"
    assert chosen(table("7c 9c", "/ 8d Jd", pile=pile)) == play("7c")
    assert chosen(table("3c 7c", "/ 5s", pile=pile)) == play("3c")


def test_it_plays_magic_cards_one_by_one() -> None:
    assert chosen(table("2c 2d 4c", "4d", "5d", pile="Ah", stock=5)) == play("2c")
    assert chosen(table("2c 2d 4c", "4d", pile="Ah")) == play("2c"), "only two are left"


def test_it_burns_the_pile_with_four_alike_before_it_plays_a_lower_card() -> None:
    assert chosen(table("4c 9c 9d 9h 9s", "4d 6d 7d Ad")) == play("9c 9d 9h 9s")


def test_it_skips_a_seat_that_is_out() -> None:
    state = table("9c Qc", "", "/ Jd Jh", pile=HIGH_PILE)
    assert state.out == (1,)
    assert chosen(state) == play("Qc")


def test_it_varies_its_play_when_no_card_leaves_the_game_for_long() -> None:
    state = table("5c 6c 8c", "4d 5d 6d 9d Ad", pile="4h")
    restless = RULES.view(replace(state, quiet=39), Seat(0))
    calm = RULES.view(state, Seat(0))
    played = [{decided(Keeper(), v, stream(n, "bot")) for n in range(60)} for v in (calm, restless)]
    assert played[0] == {play("5c")}
    assert len(played[1]) > 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        Options(),
        *(
            pytest.param(options, marks=pytest.mark.sweep)
            for options in (
                Options(stock=False),
                Options(equal_allowed=True),
                Options(stock=False, equal_allowed=True),
                Options(seven_shines_through=True),
                Options(may_decline=True),
                Options(first_seat="random"),
                Options(end="first-wins"),
            )
        ),
    ],
    ids=str,
)
def test_a_rival_that_plays_by_rank_alone_wins_less_than_half_of_a_thousand_duels(
    options: Options,
) -> None:
    assert won_by_frugal((Keeper(), Frugal()), 1000, options) < 0.5


@pytest.mark.slow
@pytest.mark.parametrize("seats", [3, pytest.param(4, marks=pytest.mark.sweep)])
def test_without_a_stock_a_rival_that_plays_by_rank_alone_wins_less_than_its_share(
    seats: int,
) -> None:
    bots: tuple[AnyBot, ...] = (Frugal(), *(Keeper() for _ in range(1, seats)))
    assert won_by_frugal(bots, 1000, Options(stock=False)) < 1 / seats
