"""What Keeper plays in Palace."""

from msgspec.structs import replace

from tests.bots.card_games import decided
from tests.rules.palace_tables import RULES, cards, play, table
from towersim.bots.keeper import Keeper
from towersim.dice import stream
from towersim.rules.base import Action
from towersim.rules.palace_state import LayUp, Phase, State
from towersim.units import Seat

HIGH_PILE = "4h 4d 5h 5d 6h 6d 8h 8d"


def chosen(state: State) -> Action:
    return decided(Keeper(), RULES.view(state, state.turn), stream(1, "bot"))


def test_it_lays_its_best_cards_face_up() -> None:
    state = table("4c 5d 10h 2s 6c Ah", "7c 7d 7h 8c 8d 8h")
    state = replace(state, phase=Phase.CHOOSING, rows=((), ()))
    assert chosen(state) == LayUp(cards("2s 10h Ah"))


def test_it_sheds_the_lowest_card_that_goes() -> None:
    assert chosen(table("5c 9c Kc", "4d 5d 6d 9d Ad", pile="4h")) == play("5c")


def test_it_sheds_all_low_cards_of_one_rank_at_once() -> None:
    assert chosen(table("5c 5d 5h Kc", "4d 6d 9d Ad", pile="4h")) == play("5c 5d 5h")


def test_it_keeps_what_is_magic_while_something_else_goes() -> None:
    assert chosen(table("2c 3c 10c 9c", "4d 5d 6d Ad", pile="4h")) == play("9c")


def test_of_magic_cards_it_keeps_the_10() -> None:
    assert chosen(table("2c 10c 4c", "4d 5d 6d Ad", pile="Ah")) == play("2c")


def test_it_plays_what_the_open_row_of_the_next_seat_cannot_answer() -> None:
    harmless = table("9c Qc", "/ Jd Kd", pile=HIGH_PILE)
    assert chosen(harmless) == play("9c")
    assert chosen(replace(harmless, rows=((), cards("Jd Jh")))) == play("Qc")


def test_it_looks_past_a_seat_that_is_out() -> None:
    state = table("9c Qc", "", "/ Jd Jh", pile=HIGH_PILE)
    assert state.out == (1,)
    assert chosen(state) == play("Qc")


def test_the_longer_the_same_cards_go_round_the_more_it_varies() -> None:
    state = table("5c 6c 8c", "4d 5d 6d 9d Ad", pile="4h")
    restless = RULES.view(replace(state, quiet=39), Seat(0))
    calm = RULES.view(state, Seat(0))
    played = [{decided(Keeper(), v, stream(n, "bot")) for n in range(60)} for v in (calm, restless)]
    assert played[0] == {play("5c")}
    assert len(played[1]) > 1
