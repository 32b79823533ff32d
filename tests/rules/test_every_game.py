"""Contract tests of every game under random play."""

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any

import msgspec
import pytest
from hypothesis import strategies as st

from tests.examples import tried
from tests.rules.games import EVERY
from tests.rules.moves import with_hidden_cards_shuffled
from tests.strategies import moments, plays, steps
from towersim.common.errors import IllegalAction, OptionFault
from towersim.common.messages import plain
from towersim.common.units import Seat
from towersim.rules import GAMES, AnyRules, game
from towersim.rules.base import Action, First, FirstChosen, GameOver, Nature, Outcome, Settled
from towersim.ui.language import language

every = pytest.mark.parametrize("rules", [game.rules for game in EVERY.values()], ids=EVERY)
some = tried(30, data=st.data())


@pytest.mark.parametrize("name", [*GAMES, "practice"])
def test_a_game_is_found_by_its_name(name: str) -> None:
    assert game(name).name == name


def test_an_unknown_game_is_reported_with_the_known_ones() -> None:
    with pytest.raises(OptionFault, match=f"no game is called 'chess'.*{', '.join(GAMES)}"):
        game("chess")


def sample(rules: AnyRules, state: Any, data: st.DataObject) -> list[Action]:
    """Return a sample of the legal actions, of which there can be a million."""
    legal = rules.legal(state)
    some_of_them = st.sets(st.integers(0, len(legal) - 1), min_size=1, max_size=20)
    return [legal[number] for number in sorted(data.draw(some_of_them))]


@every
def test_seats_are_those_of_the_data_card_and_no_others(rules: AnyRules) -> None:
    span = f"{rules.seats[0]} to {rules.seats[-1]}" if len(rules.seats) > 1 else "1"
    card = sys.modules[type(game(rules.name)).__module__].__doc__ or ""
    assert len(rules.seats) == 1 or f"\nSeats    {span}" in card, "the docstring of play.py"
    for seats in rules.seats:
        assert rules.setup(seats, rules.options())
    for seats in (rules.seats.start - 1, rules.seats.stop):
        why = f"{rules.name}: {seats} seats?, .*{span}"
        with pytest.raises(OptionFault, match=why):
            rules.setup(seats, rules.options())


@pytest.mark.parametrize("name", ["fawlty-towers", "bausack", "push"])
@some
def test_a_fixed_action_space_has_every_action_of_a_seat_once(
    name: str, data: st.DataObject
) -> None:
    rules = EVERY[name].rules
    actions = rules.action_space(rules.seats.stop - 1)
    assert len(set(actions)) == len(actions)
    state = data.draw(moments(rules)).before
    if not isinstance(rules.actor(state), Nature):
        assert set(rules.legal(state)) <= set(actions)


@pytest.mark.parametrize("name", ["fawlty-towers", "palace", "push"])
def test_the_die_chooses_any_seat_to_begin_if_so_agreed(name: str) -> None:
    rules = EVERY[name].rules
    state = rules.setup(3, rules.options(first_seat="random"))
    while rules.actor(state) is Nature.DECK:
        state, _ = rules.apply(state, rules.legal(state)[0])
    assert rules.actor(state) is Nature.DIE
    assert rules.legal(state) == tuple(First(Seat(seat)) for seat in range(3))
    assert rules.refusal(state, First(Seat(3)))
    assert rules.refusal(state, Settled())
    state, told = rules.apply(state, First(Seat(2)))
    assert told[0] == FirstChosen(Seat(2))
    while isinstance(rules.actor(state), Nature):
        state, _ = rules.apply(state, rules.legal(state)[0])
    assert rules.actor(state) == 2
    assert rules.actor(rules.setup(3, rules.options())) in (0, Nature.DECK)


TOKEN = re.compile(r'-?\d[\d.]*|"[^"]*"(?!:)')


def altered(rules: AnyRules, action: Action, others: Sequence[Action], data: st.DataObject) -> Any:
    """Return the action with a word or number of its text replaced; itself if that is none."""
    text, *more = (msgspec.json.encode(one, enc_hook=plain).decode() for one in (action, *others))
    gone = data.draw(st.sampled_from([found.span() for found in TOKEN.finditer(text)]))
    new = data.draw(st.sampled_from([*TOKEN.findall("".join([text, *more])), "-1", "99"]))
    with suppress(msgspec.MsgspecError):
        return msgspec.json.decode(text[: gone[0]] + new + text[gone[1] :], type=rules.actions)
    return action


@every
@tried(100, data=st.data())
def test_an_action_is_listed_once_if_it_applies_and_quoted_with_its_refusal_if_not(
    rules: AnyRules, data: st.DataObject
) -> None:
    now, then = data.draw(moments(rules)).before, data.draw(moments(rules)).before
    actor, listed, late = rules.actor(now), sample(rules, now, data), sample(rules, then, data)
    assert len(set(listed)) == len(listed)
    near = [altered(rules, action, late, data) for action in (*listed[:5], *late[:5])]
    seat = None if isinstance(actor, Nature) else actor
    twin = with_hidden_cards_shuffled(now, seat, data.draw(st.randoms()))
    for action in (*listed, *late, *near):
        legal = action in rules.legal(now)
        if seat is not None:
            assert legal == (action in tuple(rules.legal(now)))
        if legal:
            assert rules.apply(now, action)[0] != now
            continue
        if seat is not None:
            assert rules.refusal(twin, action) == rules.refusal(now, action)
        with pytest.raises(IllegalAction) as caught:
            rules.apply(now, action)
        quoted, reason = str(caught.value).split("}: ")
        assert msgspec.json.decode(f"{quoted}}}", type=rules.actions) == action
        assert reason == caught.value.why == rules.refusal(now, action)


@every
@some
def test_states_and_actions_round_trip_through_json_and_are_hashable(
    rules: AnyRules, data: st.DataObject
) -> None:
    step = data.draw(moments(rules))
    for value, kind in ((step.after, rules.state), (step.action, rules.actions)):
        again = msgspec.json.decode(msgspec.json.encode(value, enc_hook=plain), type=kind)
        assert again == value
        assert hash(again) == hash(value)


def cards_in(value: Any) -> Iterator[Any]:
    """Yield the cards of a state, wherever they are."""
    if type(value).__name__ == "Card":
        yield value
    elif isinstance(value, msgspec.Struct):
        yield from cards_in(msgspec.structs.astuple(value))
    elif isinstance(value, tuple):
        yield from chain.from_iterable(map(cards_in, value))


@pytest.mark.parametrize("name", ["fawlty-towers", "palace", "push", "rummu"])
@some
def test_no_card_is_lost_or_duplicated_and_hands_and_hidden_piles_are_sorted(
    name: str, data: st.DataObject
) -> None:
    first, *later = steps(EVERY[name].rules, data.draw(plays(EVERY[name].rules)))
    every = sorted(cards_in(first.before))
    for step in later[::5]:
        assert sorted(cards_in(step.after)) == every
        hidden = (getattr(step.after, pile, ()) for pile in ("deck", "unseen", "burned"))
        for pile in (*hidden, *getattr(step.after, "hands", ())):
            assert pile == tuple(sorted(pile))


@every
@some
def test_an_action_uses_cards_of_its_seat_and_choosing_cards_means_an_action_with_these(
    rules: AnyRules, data: st.DataObject
) -> None:
    state = data.draw(moments(rules)).before
    seat = rules.actor(state)
    if isinstance(seat, Nature):
        return
    view = rules.view(state, seat)
    own = {card for card, _face in rules.own_cards(view)}
    for action in sample(rules, state, data):
        cards = rules.uses(action)
        assert own.issuperset(cards)
        meant = rules.attempt(view, cards)
        assert meant is not None or not own
        if meant is not None and cards:
            assert sorted(rules.uses(meant)) == sorted(cards)


@every
@some
def test_only_the_actor_sees_the_legal_actions_and_sees_all_of_them(
    rules: AnyRules, data: st.DataObject
) -> None:
    play = data.draw(plays(rules))
    for step in steps(rules, play)[::7]:
        for seat in (None, *map(Seat, range(play.seats))):
            acts = rules.actor(step.before) == seat
            listed = rules.legal(step.before) if acts else ()
            assert rules.view(step.before, seat).legal == tuple(listed)


@every
@some
def test_every_game_ends_once_with_winners_and_scores(rules: AnyRules, data: st.DataObject) -> None:
    play = data.draw(plays(rules))
    told = []
    for step in steps(rules, play):
        assert rules.outcome(step.before) is None
        told += [event for event in step.events if isinstance(event, GameOver)]
    outcome = rules.outcome(step.after)
    assert outcome is not None
    assert told == [GameOver(outcome)] == [step.events[-1]]
    assert outcome.winners or play.seats == 1, "a person alone may fail"
    assert len(outcome.scores) == play.seats
    assert rules.legal(step.after) == ()
    assert rules.actor(step.after) is Nature.OVER


@pytest.mark.parametrize(
    ("game", "winners", "scores", "told"),
    [
        ("fawlty-towers", (1,), (3, 7), "Bob wins with 7 points (Ann 3, Bob 7)."),
        ("fawlty-towers", (0,), (1, 0), "Ann wins with 1 point (Ann 1, Bob 0)."),
        ("fawlty-towers", (0, 1), (4, 4), "Ann and Bob share the win with 4 points (Ann "),
        ("bausack", (1,), (1, 2, 0), "Bob wins (opponents outlasted: Ann 1, Bob 2, Cid 0)."),
        ("bausack", (0, 1), (1, 2, 0), "Ann and Bob share the win (opponents "),
        ("palace", (1,), (1, 2, 0), "Bob wins and Cid comes last (opponents left behind: "),
        ("palace", (1,), (0, 2, 0), "Bob wins (opponents left behind: Ann 0, Bob 2, "),
        ("palace", (0, 1), (1, 1, 0), "Ann and Bob share the win and Cid comes last ("),
        ("palace", (0, 1, 2), (0, 0, 0), "Ann, Bob and Cid share the win (opponents left behind: "),
        ("push", (1,), (1, 12, 0), "Bob wins with 12 points (Ann 1, Bob 12, Cid 0)."),
        ("push", (1,), (12, 12, 0), "Bob wins with 12 points, level on points but with more "),
        ("push", (0, 1, 2), (1, 1, 1), "Ann, Bob and Cid share the win with 1 point (Ann 1, "),
        ("rummu", (0, 1), (4, 4, 0), "Ann and Bob share the win with 4 points (Ann 4, Bob 4, "),
    ],
)
def test_a_result_names_the_winners_and_all_scores(
    game: str, winners: tuple[int, ...], scores: tuple[int, ...], told: str
) -> None:
    over = GameOver(Outcome("Over.", tuple(map(Seat, winners)), scores))
    said = EVERY[game].rules.describe(over, ("Ann", "Bob", "Cid")[: len(scores)])
    assert said.startswith(f"Over. {told}")


def test_a_result_addresses_its_reader() -> None:
    told = "Over. Du gewinnst (überdauerte Gegner: Ann 1, du 2)."
    loses = "Over. Ann gewinnt, und du kommst zuletzt (hinter sich gelassen: Ann 1, du 0)."
    shared = "Over. Ann und du teilt euch den Sieg: 4 Punkte (Ann 4, du 4)."
    wins = (("bausack", (1,), (1, 2), told), ("palace", (0,), (1, 0), loses))
    for name, winners, scores, said in (*wins, ("rummu", (0, 1), (4, 4), shared)):
        over = GameOver(Outcome("Over.", tuple(map(Seat, winners)), scores))
        assert language("de").say(EVERY[name].rules.describe(over, ("Ann", "Bob"), Seat(1))) == said
