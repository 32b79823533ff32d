"""Properties of Fawlty Towers under random play, its cards, and its event sentences."""

from collections import Counter

import pytest
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.examples import tried
from tests.rules.fawlty_towers.tables import RULES, after, laid_out, place, refused, settled, table
from tests.strategies import Play, Step, moments, plays, steps
from towersim.common.units import Seat
from towersim.rules.base import Place, Settled, StartTower
from towersim.rules.fawlty_towers.log import Took
from towersim.rules.fawlty_towers.play import SHORT, claims
from towersim.rules.fawlty_towers.state import Card, Colour, Phase, Symbol, Take, deck


@tried(30, step=moments(RULES))
def test_no_cube_is_lost_or_duplicated(step: Step) -> None:
    pool = RULES.view(step.after, Seat(0)).pool
    assert all(0 <= left <= 20 for _, left in pool)
    assert sum(left for _, left in pool) + sum(map(len, step.after.towers)) == 80


@tried(30, step=moments(RULES), data=st.data())
def test_a_view_does_not_depend_on_the_cards_in_the_deck(step: Step, data: st.DataObject) -> None:
    size = len(step.after.deck)
    other = data.draw(st.lists(st.sampled_from(deck()), min_size=size, max_size=size))
    hidden = replace(step.after, deck=tuple(sorted(other)))
    for seat in map(Seat, range(len(hidden.taken))):
        assert RULES.view(hidden, seat) == RULES.view(step.after, seat)
    options = hidden.options
    aside = len(deck(black=options.black_cards)) - SHORT if options.short else 0
    assert RULES.view(hidden, Seat(0)).deck == size - aside


@tried(30, play=plays(RULES))
def test_claims_predict_the_cards_that_may_be_taken(play: Play) -> None:
    for step in steps(RULES, play):
        if isinstance(step.action, Place | StartTower):
            stood, _ = RULES.apply(step.after, Settled())
            foretold = claims(
                RULES.view(step.before, Seat(0)), step.action.block, step.action.tower
            )
            takes = [action for action in RULES.legal(stood) if isinstance(action, Take)]
            assert list(foretold) == takes


@tried(30, play=plays(RULES))
def test_a_view_has_a_refusal_for_every_card_that_may_not_be_taken(play: Play) -> None:
    for step in steps(RULES, play):
        view = RULES.view(step.after, step.after.turn)
        if view.phase is not Phase.CLAIMING:
            assert view.refusals is None
            continue
        assert view.refusals is not None
        assert [*map(len, view.refusals)] == [*map(len, view.columns)]
        free = {
            (c, r) for c, row in enumerate(view.refusals) for r, why in enumerate(row) if not why
        }
        assert free == {(t.column, t.row) for t in view.legal if isinstance(t, Take)}


def test_a_view_names_the_acting_seat_from_the_first_turn_to_the_last() -> None:
    turns = [RULES.view(step.after, Seat(0)).turn for step in steps(RULES, ONE)]
    assert turns[:24] == [None] * 24
    assert None not in turns[24:-1]
    assert turns[-1] is None


ONE = Play(seats=2, options=RULES.options(), seed=1, steady=0.9)


def test_of_a_short_game_thirty_cards_are_dealt_and_the_others_stay_in_the_deck() -> None:
    game = steps(RULES, Play(seats=2, options=RULES.options(short=True), seed=1, steady=1.0))
    left = [RULES.view(step.after, None).deck for step in game]
    assert (left[0], min(left), len(game[-1].after.deck)) == (29, 0, 24)


NUMBERS = [1, 1, 1, 2, 2, 3, 4, 5, 6]


def test_each_colour_and_each_symbol_has_each_of_the_nine_numbers() -> None:
    for mark in (*Colour, *Symbol):
        assert sorted(card.number for card in deck() if mark in card) == NUMBERS


def test_all_cards_differ_but_four_pairs_look_alike() -> None:
    assert len(set(deck())) == 54
    faces = Counter(card[:3] for card in deck())
    assert sorted(faces.values()) == [1] * 46 + [2] * 4


NAMES = ("Ann", "Bob")


@pytest.mark.parametrize(
    ("column", "tower", "reason"),
    [
        ("yellow", "red", "its colour is yellow, the cube is red"),
        ("black red", "red", "a black card lies below it"),
        ("red", "red", None),
        ("yellow red", "red", "one yellow cube is needed, the tower held none"),
        ("yellow yellow red", "yellow", "two yellow cubes are needed, the tower held one"),
        ("white white red", "blue", "two cubes are needed, the tower held one"),
        ("white red red", "red", "two cubes are needed, the tower held one"),
    ],
)
def test_a_card_out_of_reach_is_refused_with_its_colour_or_the_missing_cubes(
    column: str, tower: str, reason: str | None
) -> None:
    state = after(table(column, "red", towers=(tower, "", "", "")), place("red", 0), settled())
    refusals = RULES.view(state, Seat(0)).refusals
    said = reason and reason.replace("needed", "needed for the cards below it")
    assert refusals is not None
    assert refusals[0][column.count(" ")] == said


NOW = "now the seat takes one of the open cards or declines"


@pytest.mark.parametrize(
    ("take", "reason"),
    [
        (Take(0, 0), "its colour is blue, the cube is red"),
        *((Take(*at), NOW) for at in ((0, 1), (0, -1), (4, 0), (-1, 0))),
    ],
)
def test_an_illegal_take_is_refused_with_the_reason_or_the_legal_actions(
    take: Take, reason: str
) -> None:
    assert refused(after(table("blue"), place("red", 0), settled()), take) == reason
    assert refused(laid_out(), take) == (
        "now a cube from the pool goes on a standing tower, or founds one in a free place"
    )


def took(colour: Colour, *below: Colour) -> str:
    cards = tuple(Card(other, Symbol.DROP, 1) for other in below)
    card = Card(colour, Symbol.WHEEL, 5)
    return RULES.describe(Took(Seat(1), card, 2, Colour.RED, cards), NAMES)


def test_a_taken_card_is_described_with_the_reason() -> None:
    assert took(Colour.RED) == (
        "Bob takes the red 5 (wheel) from column 3: red like the cube, and it lay at the bottom."
    )
    assert took(Colour.WHITE, Colour.RED).endswith(
        "white goes with any cube, and the tower held a cube for the card below."
    )
    assert took(Colour.BLACK, Colour.RED, Colour.BLUE).endswith(
        "black goes with any cube, and the tower held a cube for each of the 2 cards below."
    )
