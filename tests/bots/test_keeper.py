"""Keeper, Palace's bot: its plays, and the deals that it imagines."""

from typing import Any

import pytest
from msgspec.structs import replace

from tests.bots.card_games import decided, play as play_game
from tests.rules.palace.tables import RULES, cards, play, table
from towersim.bots import keeper
from towersim.bots.base import AnyBot, Strength
from towersim.bots.baselines import LowFirst
from towersim.bots.keeper import Keeper
from towersim.bots.palace_deals import Memory, wins
from towersim.common.dice import stream
from towersim.common.units import Seat
from towersim.rules.base import Action, Event
from towersim.rules.palace import log
from towersim.rules.palace.state import LayUp, Options, Phase, Source, State, TakePile, TurnOver

HIGH_PILE, LOW_PILE = "4h 4d 5h 5d 6h 6d 8h 8d", "4h 4d 5h 5d 6h 6d"
BARE = Options(stock=False)


def won_by_baseline(bots: tuple[AnyBot, ...], options: Options) -> float:
    """Return the win rate of the simple baseline, with all bots on all seats in turn."""
    won, games = 0.0, 1000
    for number in range(games):
        first = number % len(bots)
        seats = (*bots[first:], *bots[:first])
        winners = play_game(RULES, seats, number, options).outcome.winners
        won += sum(isinstance(seats[seat], LowFirst) for seat in winners) / len(winners)
    return won / games


@pytest.fixture(autouse=True)
def by_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Keeper choose by its sense of values alone."""
    monkeypatch.setattr(keeper, "DEALS", dict.fromkeys(Strength, 0))


def chosen(state: State) -> Action:
    return decided(Keeper(), RULES.view(state, state.turn), stream(1, "bot"))


@pytest.mark.parametrize(
    ("mine", "other", "stock", "options", "up"),
    [
        ("4c 5d 10h 2s 6c Ah", "7c 7d 7h 8c 8d 8h", 0, Options(), "2s 10h Ah"),
        ("4c 8d 10h 9s Kc Ah", "4d 5d 6d Jd Qd 5s", 1, Options(), "10h Kc Ah"),
        ("4c 8d 10h 9s Kc Ah", "4d 5d 6d Jd Qd 5s", 1, BARE, "8d 9s 10h"),
        ("4c 6d 9h 9s Kc Ah", "4d 5d 6h Jd Qd 5s", 0, BARE, "6d 9h 9s"),
        ("4c 9h 9s 9d Kc Ah", "4d 5d 6h Jd Qd 5s", 0, BARE, "9d 9h 9s"),
    ],
    ids=["the best", "the highest", "middling without a stock", "a pair", "three alike"],
)
def test_it_lays_cards_face_up(
    mine: str, other: str, stock: int, options: Options, up: str
) -> None:
    state = table(mine, other, stock=stock)
    state = replace(state, phase=Phase.CHOOSING, rows=((), ()), options=options)
    assert chosen(state) == LayUp(cards(up))


PLAYS = {
    "the lowest legal card": (table("5c 9c Kc", "4d 5d 6d 9d Ad", pile="4h"), "5c"),
    "not the commonest rank": (table("5c 9c 9d 9h", "4d 6d 7d Ad", pile="4h"), "5c"),
    "all low cards of a rank": (table("5c 5d 5h Kc", "4d 6d 9d Ad", pile="4h"), "5c 5d 5h"),
    "a magic card only if need be": (table("2c 3c 10c 9c", "4d 5d 6d Ad", pile="4h"), "9c"),
    "other magic cards before the 10": (table("2c 10c 4c", "4d 5d 6d Ad", pile="Ah"), "2c"),
    "low before a harmless open row": (table("9c Qc", "/ Jd Kd", pile=HIGH_PILE), "9c"),
    "what an open row cannot answer": (table("9c Qc", "/ Jd Jh", pile=HIGH_PILE), "Qc"),
    "no price to block a row with an answer": (table("9c Qc", "/ Jd Ad", pile=HIGH_PILE), "9c"),
    "no price to block a row behind a hand": (table("9c Qc", "4d / Jd Jh", pile=HIGH_PILE), "9c"),
    "past a seat that is out": (table("9c Qc", "", "/ Jd Jh", pile=HIGH_PILE), "Qc"),
    "high cards singly from a stock": (table("Kc Kd Ah", "4d", "5d", pile="9h", stock=5), "Kc"),
    "high cards together": (table("Kc Kd Ah", "4d", "5d", pile="9h"), "Kc Kd"),
    "jacks together": (table("Jc Jd Kh", "4d", "5d", pile="9h", stock=5), "Jc Jd"),
    "low cards together": (table("8c 8d Kh", "4d 5d 6d", pile="4h", stock=5), "8c 8d"),
    "jacks singly in a duel": (table("Jc Jd Kh", "4d 5d 6d", pile="9h"), "Jc"),
    "jacks equals answer": (table("Jc Jd Kh", "4d 5d 6d", pile="9h", equal_allowed=True), "Jc Jd"),
    "no pile while it can": (table("Ac 2c", "4d 5d 6d", pile="4h 5h Kh", may_decline=True), "Ac"),
    "a 7 against a row": (table("7c 9c", "/ 8d Jd", pile=LOW_PILE), "7c"),
    "an invisible 3 against a row": (table("3c 7c", "/ 5s", pile=LOW_PILE), "3c"),
    "magic cards singly": (table("2c 2d 4c", "4d", "5d", pile="Ah", stock=5), "2c"),
    "magic cards singly with two left": (table("2c 2d 4c", "4d", pile="Ah"), "2c"),
    "four alike before a lower card": (table("4c 9c 9d 9h 9s", "4d 6d 7d Ad"), "9c 9d 9h 9s"),
}


@pytest.mark.parametrize(("state", "played"), PLAYS.values(), ids=PLAYS)
def test_it_plays(state: State, played: str) -> None:
    assert chosen(state) == play(played)


def test_it_takes_no_pile_while_it_can_turn_a_card_over() -> None:
    state = table("//1", "4d 5d 6d", pile="Kh", may_decline=True)
    assert TakePile() in RULES.legal(state)
    assert chosen(state) == TurnOver()


def test_it_varies_its_play_when_no_card_leaves_the_game_for_long() -> None:
    state = table("5c 6c 8c", "4d 5d 6d 9d Ad", pile="4h")
    restless = RULES.view(replace(state, quiet=39), Seat(0))
    calm = RULES.view(state, Seat(0))
    played = [{decided(Keeper(), v, stream(n, "bot")) for n in range(60)} for v in (calm, restless)]
    assert played[0] == {play("5c")}
    assert len(played[1]) > 1


OTHERS = (
    *(BARE, Options(equal_allowed=True), Options(stock=False, equal_allowed=True)),
    *(Options(seven_shines_through=True), Options(may_decline=True)),
    *(Options(first_seat="random"), Options(end="first-wins")),
)


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [Options(), *(pytest.param(other, marks=pytest.mark.sweep) for other in OTHERS)],
    ids=str,
)
def test_a_rival_that_plays_by_rank_alone_wins_less_than_half_of_a_thousand_duels(
    options: Options,
) -> None:
    assert won_by_baseline((Keeper(), LowFirst()), options) < 0.5


@pytest.mark.slow
@pytest.mark.parametrize("seats", [3, pytest.param(4, marks=pytest.mark.sweep)])
def test_without_a_stock_a_rival_that_plays_by_rank_alone_wins_less_than_its_share(
    seats: int,
) -> None:
    bots: tuple[AnyBot, ...] = (LowFirst(), *(Keeper() for _ in range(1, seats)))
    assert won_by_baseline(bots, BARE) < 1 / seats


ME, OTHER = Seat(0), Seat(1)
DEALS = 30


def won(state: State, *plays: tuple[int, int], history: tuple[Event, ...] = ()) -> list[float]:
    """Return the shares that are won by plays of the first seat, given as rank and count."""
    return wins(RULES.view(state, ME), history, plays, DEALS, stream(1, "bot"))


def test_it_remembers_the_cards_of_a_pile_that_went_to_a_hand() -> None:
    pile, played = cards("4h 5h"), log.Played(OTHER, cards("5h"), Source.HAND)
    first = log.Played(ME, pile, Source.HAND)
    held, lying, burned = Memory.of((first, log.PileTaken(OTHER, 2), played), 2)
    assert (held, lying, burned) == ((set(), {pile[0]}), [pile[1]], set())
    missed = log.Missed(OTHER, cards("6h")[0], 1)
    assert Memory.of((first, missed), 2).held[OTHER] == {*pile, *cards("6h")}
    assert Memory.of((first, log.Burned(ME, 2, alike=False)), 2).burned == {*pile}


@pytest.mark.parametrize(
    ("mine", "other", "pile", "play", "options", "share"),
    [
        ("9c", "/ 4d", "8h", (9, 1), {}, 1.0),
        ("9c 9d", "/ 4d", "8h", (9, 2), {}, 1.0),
        ("10c 4c", "/ 4d", "Ah", (10, 1), {}, 1.0),
        ("9c 9d 9h 9s 4c", "/ 4d", "", (9, 4), {}, 1.0),
        ("9c 4c", "/ 4d", "9d 9h 9s", (9, 1), {"equal_allowed": True}, 1.0),
        ("7c 8c", "/ 9d", "4h", (7, 1), {}, 1.0),
        ("3c Kc", "/ 9d", "Qh", (3, 1), {}, 1.0),
        ("Kc Ac", "/ Qd", "4h", (13, 1), {}, 1.0),
        ("3c 2c", "/ 8d", "7h", (3, 1), {"seven_shines_through": True}, 1.0),
        ("9c 4c", "/ Kd", "8h", (9, 1), {}, 0.0),
        ("7c 8c", "/ 4d", "4h", (7, 1), {}, 0.0),
        ("3c 2c", "/ 8d", "7h", (3, 1), {}, 0.0),
        ("9c 4c", "/ 9d", "8h", (9, 1), {"equal_allowed": True}, 0.0),
        ("4c 5c //", "/ Kd", "", (4, 1), {}, 0.0),
    ],
)
def test_a_sure_win_is_won_in_every_deal_and_a_sure_loss_in_none(
    mine: str, other: str, pile: str, play: tuple[int, int], options: dict[str, Any], share: float
) -> None:
    assert won(table(mine, other, pile=pile, **options), play) == [share]


def test_a_blind_card_is_any_unseen_card() -> None:
    (share,) = won(table("4c //1", "/ Kd Qd Jd", unseen="5h 3h"), (4, 1))
    assert 0 < share < 1, "the 3 and the 5 go on a 4 but not on what follows"


def test_a_hand_whose_cards_were_seen_has_them_in_every_deal() -> None:
    """Of the seat's ace and king, only the one that the known card cannot answer wins."""
    state = table("Qc Ac", "Kd")
    history = (log.Played(ME, cards("Kd"), Source.HAND), log.PileTaken(OTHER, 1))
    assert won(state, (12, 1), (14, 1), history=history) == [0.0, 1.0]


def test_hands_are_refilled_from_the_stock() -> None:
    shares = [won(table("4c", "/ Ad", stock=stock), (4, 1)) for stock in (0, 2)]
    assert shares == [[1.0], [0.0]], "with two more cards the seat lets the other one be out first"


def test_the_same_dice_deal_the_same_cards() -> None:
    state = table("9c Qc 4c //3", "4d 5d //3", "6d 8d //3", pile="5h", stock=20)
    assert won(state, (9, 1), (12, 1)) == won(state, (9, 1), (12, 1))
