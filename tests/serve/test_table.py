"""What a served table shows to each seat, what it grants, and the bots between."""

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tests.examples import slow
from tests.rules.games import CARD_GAMES, HIDING
from tests.rules.rummu.tables import table as rummu_table
from tests.theatre.games import dealt_game, with_other_hands
from towersim.common.errors import IllegalAction
from towersim.common.messages import Message
from towersim.common.units import Seat
from towersim.match.match import Match
from towersim.match.record import SeatSpec, read
from towersim.match.replay import validate
from towersim.rules.bausack.state import Build
from towersim.rules.rummu.cards import Card, Suit
from towersim.serve.table import LATE, NO_SEAT, NOT_YOURS, ServedTable, has_pages
from towersim.theatre.page import page_shape
from towersim.ui.language import ENGLISH, language


def people(game: str, seats: int, *, record: Path | None = None) -> Match:
    """Return a new game of people."""
    specs = [SeatSpec(name) for name in ("Ada", "Bruno", "Clara", "Dmitri")[:seats]]
    options = {"rounds": 1} if game == "rummu" else {}
    rules = Match.new(game, specs, seed=5).rules
    return Match.new(game, specs, seed=5, options=rules.options(**options), record=record)


def sent(message: object) -> str:
    return msgspec.json.encode(message, enc_hook=str).decode()


def wishes(table: ServedTable, chance: random.Random) -> tuple[Seat, int, list[Any]]:
    """Return the seat to move, a random choice of it, and the answers on the way to it."""
    actor = table.match.last_seat
    state = table.state(actor, ENGLISH.say)
    offers, answers = list(state.offers), []
    view = table.match.view(actor)
    own = [card for card, _face in table.match.rules.own_cards(view)]
    with_cards = [a for a in view.legal if table.match.rules.uses(a)]
    if with_cards and (not offers or chance.random() < 0.8):
        cards = [own.index(c) for c in table.match.rules.uses(chance.choice(with_cards))]
        answer = table.select(actor, cards, ENGLISH.say)
        answers.append(answer)
        offers = list(answer.offers)
    return actor, chance.choice(offers).choice, answers


def played(table: ServedTable, seed: int, *, tells: bool = True) -> list[tuple[Seat | None, str]]:
    """Play by random choices; return all that was sent, with its receiver."""
    told: list[tuple[Seat | None, str]] = []
    chance = random.Random(seed)  # noqa: S311 - a player of a test
    while table.match.outcome is None and table.match.steps < 75:
        for seat in (None, *map(Seat, range(len(table.match.seats)))) if tells else ():
            told += [(seat, sent(table.state(seat, ENGLISH.say)))]
        actor, choice, answers = wishes(table, chance)
        told += [(actor, sent(answer)) for answer in answers]
        table.choose(actor, table.match.steps, choice)
    return told


def public_names(match: Match) -> dict[str, int]:
    """Return the name of each card that an event showed to everybody, with the step after it."""
    known: dict[str, int] = {}
    for step in range(match.steps):
        for event in match.events_of(step):
            seen = match.rules.seen(event, None)
            for value in (getattr(seen, field) for field in seen.__struct_fields__):
                several = isinstance(value, tuple) and not hasattr(value, "_fields")
                for card in value if several else (value,):
                    known.setdefault(str(getattr(card, "card", card)), step + 1)
    return known


def audited(match: Match, known: dict[str, int], seat: Seat | None, text: str) -> int:
    """Return the number of facts checked in a message; AssertionError if it tells a secret.

    `known` are `public_names`. Faces, counts and sentences must follow from what the seat may see,
    and no card that others hold is named.
    """
    message, rules = json.loads(text), match.rules
    if (step := message.get("step")) is None:
        assert message["is"] == "words"
        return 0
    view, names, checked = match.view(seat, step), [one.name for one in match.seats], 0
    if message["is"] == "state":
        zones = [face for zone in rules.zones(view) for face in zone.faces]
        own = [] if seat is None else [face for _card, face in rules.own_cards(view)]
        seen = [face for zone in message["zones"] for face in zone[1]]
        assert message["own"] == [[*map(str, face)] for face in own]
        shown = Counter(map(str, seen + message["own"]))
        assert shown == Counter(str([*map(str, face)]) for face in zones), "each card once"
        counts = rules.counts(match.view(None, step)).texts(len(names))
        assert [one["count"] for one in message["players"]] == [*map(str, counts)]
        told = (rules.seen(event, seat) for n in range(step) for event in match.events_of(n))
        lines = {str(rules.describe(event, names, seat)) for event in told}
        assert set(message["log"]) <= lines
        checked = len(seen) + len(message["log"])
    hands = getattr(match._state_at(step), "hands", ())
    others = {str(card) for owner, hand in enumerate(hands) if owner != seat for card in hand}
    mine = {str(card) for card in hands[seat]} if hands and seat is not None else set()
    secret = {name for name in others - mine if known.get(name, 10**9) > step}
    assert not [name for name in secret if name in text], (seat, step)
    return checked + len(secret)


@pytest.mark.parametrize("game", ["palace", *(slow(g) for g in ("push", "rummu"))])
def test_no_byte_sent_to_a_seat_tells_what_it_may_not_know(game: str) -> None:
    table = ServedTable(people(game, 4))
    told, match = played(table, 3), table.match
    known = public_names(match)
    assert sum(audited(match, known, seat, text) for seat, text in told) > 500
    assert len(told) > 100


@pytest.mark.parametrize("game", HIDING)
def test_a_page_is_the_same_whatever_others_hold(path: Path, game: str) -> None:
    recording = dealt_game(path, game, 4, moves=8)
    pages = []
    for each in (recording, with_other_hands(recording)):
        table = ServedTable(Match.loaded(each))
        pages.append([sent(table.state(seat, ENGLISH.say)) for seat in (None, Seat(0))])
    assert pages[0] == pages[1]


@pytest.mark.parametrize("game", CARD_GAMES)
def test_a_game_played_by_choices_is_a_valid_record(path: Path, game: str) -> None:
    table = ServedTable(people(game, 3, record=path))
    played(table, 8, tells=False)
    table.match.close()
    assert validate(read(path)).valid


@pytest.mark.parametrize("game", CARD_GAMES)
def test_every_legal_action_can_be_chosen_and_no_other(game: str) -> None:
    table, chance = ServedTable(people(game, 3)), random.Random(1)  # noqa: S311 - a player of a test
    for _ in range(20):
        if table.match.outcome is not None:
            break
        actor = table.match.last_seat
        view, rules = table.match.view(actor), table.match.rules
        own = [card for card, _face in rules.own_cards(view)]
        found = {offer.choice for offer in table.state(actor, ENGLISH.say).offers}
        for cards in {tuple(sorted(own.index(c) for c in rules.uses(a))) for a in view.legal} - {
            ()
        }:
            found |= {offer.choice for offer in table.select(actor, cards, ENGLISH.say).offers}
        assert found == set(range(len(view.legal)))
        told = {table._request(action, actor) for action in view.legal}
        assert not any(text.startswith("You ") for text in told)
        assert all(
            isinstance(text, Message) and "{" not in language("de").say(text) for text in told
        )
        table.choose(actor, table.match.steps, chance.choice(sorted(found)))


def test_what_cannot_be_done_is_refused_with_its_reason() -> None:
    table = ServedTable(people("palace", 2))
    step, actor = table.match.steps, table.match.last_seat
    other = Seat(1 - actor)
    for seat, at, choice, why in (
        (other, step, 0, NOT_YOURS),
        (None, step, 0, NO_SEAT),
        (actor, step - 1, 0, LATE),
        (actor, step, 10**5, LATE),
    ):
        with pytest.raises(IllegalAction, match=str(why)):
            table.choose(seat, at, choice)
    with pytest.raises(IllegalAction, match=str(LATE)):
        table.select(actor, [99], ENGLISH.say)
    with pytest.raises(IllegalAction, match="Nobody is missing"):
        table.stand_in(actor, 99)
    with pytest.raises(IllegalAction, match="taken back"):
        table.undo(actor, step)
    assert table.match.steps == step
    answer = table.select(actor, [0, 1], ENGLISH.say)
    assert (answer.offers, answer.why != "") == ((), True)
    german = table.select(actor, [0, 1], language("de").say).why
    assert german not in ("", answer.why)


def test_three_cards_are_laid_up_by_tapping_one_after_the_other() -> None:
    table = ServedTable(people("palace", 2))
    answers = [table.select(Seat(0), range(cards), ENGLISH.say) for cards in range(1, 5)]
    assert [answer.why for answer in answers] == ["2 more cards", "one more card", "", ""]
    assert [len(answer.offers) for answer in answers] == [0, 0, 1, 1]
    assert answers[3].meant == (1, 2, 3), "a fourth takes the place of the first"
    table = ServedTable(people("rummu", 3))
    table.match.state = rummu_table("r3 r4 r5 r6 k9")
    assert table.select(Seat(0), [1, 2], ENGLISH.say).why == "one more card", "or two more"


def test_a_page_tells_the_seat_to_move_what_its_cards_have_to_be() -> None:
    table = ServedTable(people("palace", 2))
    assert not table.state(Seat(0), ENGLISH.say).log, "no wall of dealt cards"
    assert table.state(Seat(0), ENGLISH.say).wanted.startswith("choose three cards to lie face up")
    assert not table.state(Seat(1), ENGLISH.say).wanted
    for _ in range(3):
        table.choose(table.match.last_seat, table.match.steps, 0)
    actor = table.match.last_seat
    state = table.state(actor, ENGLISH.say)
    assert "the pile asks for a card higher than" in state.wanted
    assert [face.corner for face in state.own] == ["9", "10", "Q"]
    answer = table.select(actor, [0, 2], ENGLISH.say)
    assert answer.meant == (2,), "a card of another rank replaces the choice"
    assert [offer.text for offer in answer.offers] == ["Play the queen of spades."]


def test_a_card_that_equals_the_last_one_in_the_hand_is_still_shown() -> None:
    table = ServedTable(people("rummu", 3))
    match, red_7 = table.match, Card(Suit.RED, 7)
    hands = ((red_7,), *match.state.hands[1:])
    match.state = replace(match.state, hands=hands, discards=(red_7._replace(copy=2),))
    state = table.state(Seat(0), ENGLISH.say)
    shown = {zone.title: zone.faces for zone in state.zones}
    assert shown["Discards"] == state.own
    assert "Ada's hand" not in shown


def test_the_news_of_a_page_are_all_that_came_of_the_last_action_such_as_a_rounds_result() -> None:
    table = ServedTable(Match.new("rummu", people("rummu", 3).seats, seed=5))
    match = table.match
    table.choose(match.last_seat, match.steps, 0)
    match.state = replace(match.state, hands=tuple(hand[:1] for hand in match.state.hands))
    table.choose(match.last_seat, match.steps, 0)
    state = table.state(None, ENGLISH.say)
    begun = ["Ada discards", "Ada has no card", "Round 1 brings", "Round 2 begins", "The "]
    for line, one in zip(state.log[-state.news :], begun, strict=True):
        assert line.startswith(one)


def test_bids_are_made_on_pages_and_pieces_chosen_and_placed_at_the_screen() -> None:
    assert not has_pages("fawlty-towers")
    seats = [SeatSpec(name) for name in ("Ada", "Bruno", "Clara")]
    table = ServedTable(Match.new("bausack", seats, seed=1))
    match = table.match
    assert not table.awaits_page
    assert table.state(Seat(0), ENGLISH.say).asks == "It is your turn, at the screen."
    assert table.state(Seat(0), ENGLISH.say).offers == ()
    with pytest.raises(IllegalAction, match=str(LATE)):
        table.choose(Seat(0), 0, 0)
    assert table.state(None, ENGLISH.say).shape is None
    match.submit(Build("egg", 1))
    asked = table.state(None, ENGLISH.say)
    assert asked.piece == "egg"
    assert asked.shape == page_shape(match.setup, "egg")
    assert [one.notes for one in asked.players] == [
        ("no foundation yet", "bids 1"),
        ("no foundation yet",),
        ("no foundation yet",),
    ]
    for seat, wish in ((1, "Bid 2."), (2, "Pass."), (0, "Pass.")):
        state = table.state(Seat(seat), ENGLISH.say)
        offers = {offer.text: offer.choice for offer in state.offers}
        assert (state.turn, wish in offers, table.awaits_page) == (seat, True, True)
        table.choose(Seat(seat), match.steps, offers[wish])
    told = table.state(None, ENGLISH.say)
    assert told.log[-1] == "Bruno pays 2 tokens and gets the egg."
    assert (told.turn, table.awaits_page) == (1, False)
    assert [one.notes[-1] for one in told.players] == ["passed", "bids 2", "passed"]


def test_a_seat_is_played_on_its_page_at_the_screen_or_by_a_bot() -> None:
    table = ServedTable(people("palace", 2))
    actor = table.match.last_seat
    assert (table.awaits_page, table.awaits_bot, table.is_away(actor)) == (True, False, True)
    for asker in (None, actor):
        table.come("page", asker)
        with pytest.raises(IllegalAction):
            table.stand_in(asker, actor)
    table.leave("page")
    for come, waits in ((False, (False, True)), (True, (True, False))):
        table.come("page", actor) if come else table.stand_in(Seat(1 - actor), actor)
        assert (table.awaits_page, table.awaits_bot) == waits
        assert table.state(None, ENGLISH.say).players[actor].has_bot is not come
    table.leave("one that never came")
    table.leave("page")
    table.here.add(actor)
    assert (table.awaits_page, table.awaits_bot, table.is_away(actor)) == (False, False, False)
