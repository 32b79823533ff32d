"""Contract tests of events, sentences and views of every game under random play."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.rules.games import EVERY, Subject
from tests.rules.moves import GOLDEN, Moves
from tests.strategies import moments, plays, steps
from towersim.common.messages import plain
from towersim.common.units import Seat
from towersim.rules.base import Event

pytestmark = pytest.mark.parametrize("game", EVERY.values(), ids=EVERY.keys())
some = examples(20)

HIDING = {"palace", "rummu"}
"""The games with events that are hidden from some seats."""


def test_the_text_of_a_whole_game_equals_the_golden_one(game: Subject) -> None:
    file = GOLDEN / f"{game.rules.name.replace('-', '_')}.txt"
    text = file.read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith("{")]
    actions = [msgspec.json.decode(line, type=game.rules.actions) for line in lines]
    assert Moves(game.rules).told(game.golden, actions, ("Ann", "Bob", "Cid")) == text


@some
@given(data=st.data())
def test_events_and_views_round_trip_through_json(game: Subject, data: st.DataObject) -> None:
    play = data.draw(plays(game.rules))
    for step in steps(game.rules, play)[::3]:
        for seat in (Seat(0), Seat(1)):
            seen = [game.rules.seen(event, seat) for event in step.events]
            for event in (*step.events, *seen):
                text = msgspec.json.encode(event, enc_hook=plain)
                assert msgspec.json.decode(text, type=game.events) == event
        view = game.rules.view(step.after, Seat(1))
        text = msgspec.json.encode(view, enc_hook=plain)
        assert msgspec.json.decode(text, type=game.view) == view


@some
@given(data=st.data())
def test_every_event_is_a_sentence_for_every_seat(game: Subject, data: st.DataObject) -> None:
    play = data.draw(plays(game.rules))
    names = [f"Seat{number}" for number in range(play.seats)]
    for step in steps(game.rules, play):
        for event in step.events:
            for seat in map(Seat, range(play.seats)):
                told = game.rules.describe(game.rules.seen(event, seat), names)
                assert told[-1] in ".!)"
                assert "None" not in told


@some
@given(data=st.data())
def test_a_seat_sees_every_event_except_cards_dealt_to_others(
    game: Subject, data: st.DataObject
) -> None:
    step = data.draw(moments(game.rules))
    for event in step.events:
        for seat in map(Seat, range(2)):
            dealt = type(event).__name__ == "Dealt" and game.rules.name in HIDING
            hidden = dealt and getattr(event, "seat", None) != seat
            seen = game.rules.seen(event, seat)
            assert (seen != event) is hidden
            assert type(seen) is type(event)


def test_an_event_of_another_game_raises_a_type_error(game: Subject) -> None:
    with pytest.raises(TypeError, match="does not happen in this game"):
        game.rules.describe(Event(), ("Ann", "Bob"))
