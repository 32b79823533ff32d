"""Contract tests of events, sentences and views of every game under random play."""

import re
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import strategies as st

from tests.examples import tried
from tests.rules.games import CARD_GAMES, EVERY, Subject
from tests.rules.moves import GOLDEN, Moves, golden, with_hidden_cards_shuffled
from tests.rules.rummu.tables import cards
from tests.strategies import Play, moments, played, plays, steps
from towersim.common.errors import OptionFault
from towersim.common.messages import plain
from towersim.common.units import Seat, TowerId
from towersim.rules.base import SILENT, Event, GameOver, Nature, Outcome, TowerStarted
from towersim.rules.bausack import log as bausack
from towersim.rules.display import Sound
from towersim.rules.palace import log as palace
from towersim.rules.practice import log as practice
from towersim.rules.rummu import log as rummu
from towersim.rules.rummu.state import Combination

every = pytest.mark.parametrize("game", EVERY.values(), ids=EVERY.keys())
some = tried(20, data=st.data())


@every
def test_the_text_of_a_whole_game_equals_the_golden_one(game: Subject) -> None:
    file = GOLDEN / f"{game.rules.name.replace('-', '_')}.txt"
    names = "Ann", "Bob", "Cid"
    example = played(game.rules, Play(3, None, seed=1, steady=0.9), game.golden)
    actions = [] if file.exists() else [step.action for step in example]
    text = golden(file, Moves(game.rules).told(game.golden, actions, names))
    lines = [line for line in text.splitlines() if line.startswith("{")]
    actions = [msgspec.json.decode(line, type=game.rules.actions) for line in lines]
    assert Moves(game.rules).told(game.golden, actions, names) == text


@every
@some
def test_events_and_views_round_trip_through_json(game: Subject, data: st.DataObject) -> None:
    play = data.draw(plays(game.rules))
    last = Seat(play.seats - 1)
    for step in steps(game.rules, play)[::3]:
        for seat in (Seat(0), last):
            seen = [game.rules.seen(event, seat) for event in step.events]
            for event in (*step.events, *seen):
                text = msgspec.json.encode(event, enc_hook=plain)
                assert msgspec.json.decode(text, type=game.events) == event
        view = game.rules.view(step.after, last)
        text = msgspec.json.encode(view, enc_hook=plain)
        assert msgspec.json.decode(text, type=game.view) == view


@every
@some
def test_every_event_is_a_sentence_for_every_seat(game: Subject, data: st.DataObject) -> None:
    play = data.draw(plays(game.rules))
    names = [f"Seat{number}" for number in range(play.seats)]
    for step in steps(game.rules, play)[::2]:
        for event in step.events:
            for seat in map(Seat, range(play.seats)):
                told = game.rules.describe(game.rules.seen(event, seat), names, seat)
                assert told[-1] in ".!)"
                assert "None" not in told
                assert f"Seat{seat}" not in told, "a seat is told about itself as you"
                if not isinstance(event, game.rules.untold):
                    assert not re.search(r"\b[Yy]ou( \w*[^s]s\b|'s)", told), "in the second person"


@pytest.mark.parametrize("name", [*CARD_GAMES, "bausack"])
@some
def test_what_a_seat_does_on_a_page_is_asked_for_in_a_sentence(
    name: str, data: st.DataObject
) -> None:
    rules = EVERY[name].rules
    for step in steps(rules, data.draw(plays(rules))):
        seat, phase = rules.actor(step.before), rules.view(step.before, None).phase
        if isinstance(seat, Nature) or phase not in getattr(rules, "answered", {phase}):
            continue
        seen = [rules.seen(event, seat) for event in step.events]
        told = rules.request(step.action, seen, [f"Seat{number}" for number in range(8)])
        assert told[0].isupper()
        assert told.endswith(".")
        assert f"Seat{seat}" not in told
        assert not told.startswith("You ")


@every
@some
def test_a_seat_sees_every_event_except_cards_dealt_to_others(
    game: Subject, data: st.DataObject
) -> None:
    step = data.draw(moments(game.rules))
    hides = "hand" in game.view.__struct_fields__  # other hands are numbers in such a view
    for event in step.events:
        for seat in (None, *map(Seat, range(game.rules.seats[-1])[:2])):
            dealt = type(event).__name__ == "Dealt" and hides
            hidden = dealt and getattr(event, "seat", None) != seat
            seen = game.rules.seen(event, seat)
            assert (seen != event) is hidden
            assert type(seen) is type(event)


@every
def test_an_event_of_another_game_raises_a_type_error(game: Subject) -> None:
    with pytest.raises(TypeError, match=f"no sentence in the game {game.rules.name}"):
        game.rules.describe(Event(), ("Ann", "Bob"))


@every
def test_every_event_has_one_sound_which_may_be_none(game: Subject) -> None:
    every = [*game.rules.sounds.items(), (Sound.NONE, SILENT), (Sound.FANFARE, GameOver)]
    for event in get_args(game.events):
        sounds = [sound for sound, kinds in every if issubclass(event, kinds)]
        assert len(sounds) == 1, f"{event} is not once in the game's sounds, perhaps as Sound.NONE"
    assert game.rules.sound(GameOver(Outcome("", (), ()))) is Sound.FANFARE


@every
@some
def test_every_viewer_is_shown_the_same_zones_with_a_count_for_every_seat(
    game: Subject, data: st.DataObject
) -> None:
    play = data.draw(plays(game.rules))
    ahead: list[int] = []
    cards: set[int] = set()
    for step in steps(game.rules, play)[::25]:
        for viewer in (None, *map(Seat, range(play.seats))):
            view = game.rules.view(step.after, viewer)
            zones = game.rules.zones(view)
            ahead.append(len(zones))
            # A deck that is dealt may hold cards that nobody gets.
            if game.rules.actor(step.after) is not Nature.DECK:
                aside = len(getattr(view, "aside", ()))
                cards.add(aside + sum(len(zone.faces) + zone.hidden for zone in zones))
            numbers = game.rules.counts(view).numbers
            assert len(numbers) in (play.seats, 0 if game.rules.name == "practice" else play.seats)
            hand = getattr(view, "hand", ())
            faces = [face for zone in zones for face in zone.faces]
            assert len(hand) <= len(faces)
            assert all(zone.title and zone.hidden >= 0 for zone in zones)
            owned = {zone.seat for zone in zones} - {None}
            has_cards = zones or game.rules.name in CARD_GAMES
            assert owned == (set(range(play.seats)) if has_cards else set())
            assert all(sum(zone.groups) in (0, len(zone.faces)) for zone in zones)
    assert len(set(ahead)) == 1
    assert len(cards) <= 1, "none is lost or shown twice"


@every
@some
def test_what_a_viewer_gets_does_not_depend_on_hidden_cards(
    game: Subject, data: st.DataObject
) -> None:
    play = data.draw(plays(game.rules))
    state = data.draw(st.sampled_from(steps(game.rules, play))).after
    for viewer in (None, *map(Seat, range(play.seats))):
        twin = with_hidden_cards_shuffled(state, viewer, data.draw(st.randoms()))
        view, other = game.rules.view(state, viewer), game.rules.view(twin, viewer)
        assert view == other
        assert game.rules.zones(view) == game.rules.zones(other)


OTHERWISE = {"fawlty-towers": {"deck", "towers", "turn"}, "push": {"flipped"}, "rummu": {"scores"}}
"""The fields of a view that are neither a state's nor the number of its cards."""


@every
@some
def test_a_view_shows_what_is_public_the_own_hand_and_the_numbers_of_hidden_cards(
    game: Subject, data: st.DataObject
) -> None:
    play = data.draw(plays(game.rules))
    state = data.draw(st.sampled_from(steps(game.rules, play))).after
    for viewer in (None, *map(Seat, range(play.seats))):
        view = game.rules.view(state, viewer)
        names = {*view.__struct_fields__} & {*state.__struct_fields__}
        for name in names - OTHERWISE.get(game.rules.name, set()):
            shown, held = getattr(view, name), getattr(state, name)
            counted = name in ("hands", "deck", "discards", "pile", "burned")
            number = tuple(map(len, held)) if name == "hands" else len(held) if counted else held
            assert shown == number, name
        assert getattr(view, "viewer", viewer) == viewer
        assert getattr(view, "actor", game.rules.actor(state)) == game.rules.actor(state)
        if viewer is not None:
            assert getattr(view, "seat", viewer) == viewer
        if hasattr(view, "hand"):
            assert view.hand == (() if viewer is None else state.hands[viewer])
        if hasattr(view, "top"):
            pile = state.pile if hasattr(state, "pile") else state.discards
            assert view.top == (pile[-1] if pile else None)


@every
@pytest.mark.parametrize("viewer", [-1, -2, 99, 0.0])
def test_a_seat_that_does_not_exist_is_no_viewer(game: Subject, viewer: Any) -> None:
    with pytest.raises(OptionFault, match="None for an onlooker"):
        game.rules.view(game.golden, viewer)
    with pytest.raises(OptionFault, match="None for an onlooker"):
        game.rules.seen(Event(), viewer)


RUN = Combination(Seat(1), cards("r3 y4=r r5"))
TOLD: list[tuple[str, Event, str]] = [
    ("bausack", bausack.Won(Seat(1), "egg-cup", 0), "Bob gets the egg cup for nothing."),
    ("bausack", bausack.Tallest((Seat(0),)), "The height measurer finds Ann's tower the tallest."),
    (
        "bausack",
        bausack.Tallest((Seat(0), Seat(2))),
        "The height measurer finds several towers equally tall: Ann and Cid.",
    ),
    ("palace", palace.Dealt(Seat(1), None), "The deck gives Bob a card."),
    ("palace", palace.PileTaken(Seat(1), 1), "Bob takes the pile of 1 card."),
    (
        "palace",
        palace.Burned(Seat(1), 1, alike=False),
        "The 10 burns the pile: 1 card out of play.",
    ),
    ("rummu", rummu.Dealt(Seat(1), None), "Bob gets a card from the deck."),
    ("rummu", rummu.Laid(Seat(0), RUN.cards), "Ann lays red 3 – yellow 4 as red – red 5."),
    (
        "rummu",
        rummu.Added(Seat(1), cards("r6 r7"), RUN),
        "Bob adds the red 6 and the red 7 to their own red 3 – yellow 4 as red – red 5.",
    ),
    ("rummu", rummu.Reshuffled(1), "The deck is out: 1 discard is shuffled to be the new one."),
    ("rummu", rummu.RoundStarted(2, Seat(2)), "Round 2 begins: Cid deals."),
    ("rummu", rummu.Halted("Quiet: the round ends."), "Quiet: the round ends."),
    (
        "rummu",
        rummu.RoundOver(1, (40, -25, 0, 10), (40, -15)),
        "; the score is Ann and Cid 40, Bob and Dee -15.",
    ),
    ("practice", TowerStarted(Seat(0), "egg", TowerId(1)), "You place an egg."),
    ("practice", practice.TookOut(Seat(0), "long-plank", TowerId(1)), "You take out a long plank."),
    ("practice", practice.Fell(void=True), "Something fell, and no longer counts."),
    (
        "practice",
        practice.TouchesTable("cube", between=True),
        "The cube touches the table between the piers, so nothing spans the gap.",
    ),
    ("practice", practice.TrialStarted(Seat(0)), "The test begins."),
    ("practice", GameOver(Outcome("Done.", (), (0,))), "Done."),
]


@pytest.mark.parametrize(("game", "event", "told"), TOLD)
def test_rare_events_are_described_in_sentences(game: str, event: Event, told: str) -> None:
    said = EVERY[game].rules.describe(event, ("Ann", "Bob", "Cid", "Dee"))
    assert said.endswith(told)
    assert said == told or told.startswith(";")
