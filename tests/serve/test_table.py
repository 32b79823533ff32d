"""What a served table shows to each seat, what it grants, and the bots between."""

import asyncio
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.theatre.games import dealt_game, with_other_hands
from towersim.common.errors import IllegalAction, OptionFault
from towersim.common.messages import Message
from towersim.common.units import Seat
from towersim.match.match import Match
from towersim.match.record import SeatSpec, read
from towersim.match.replay import validate
from towersim.rules.base import Nature
from towersim.serve.messages import State
from towersim.serve.table import LATE, NO_SEAT, NOT_YOURS, ServedTable
from towersim.ui.language import ENGLISH, language

CARD_GAMES = ("palace", "push", "rummu")


def people(game: str, seats: int, *, record: Path | None = None) -> ServedTable:
    """Return the table of a new game of people."""
    specs = [SeatSpec(name) for name in ("Ada", "Bruno", "Clara", "Dmitri")[:seats]]
    options = {"rounds": 1} if game == "rummu" else {}
    rules = Match.new(game, specs, seed=5).rules
    return ServedTable(
        Match.new(game, specs, seed=5, options=rules.options(**options), record=record)
    )


def sent(message: object) -> str:
    return msgspec.json.encode(message, enc_hook=str).decode()


def wishes(table: ServedTable, chance: random.Random) -> tuple[Seat, int, list[Any]]:
    """Return the seat to move, a random choice of it, and the answers on the way to it."""
    actor = table.match.actor
    assert not isinstance(actor, Nature)
    state = table.state(actor, ENGLISH)
    offers, answers = list(state.offers), []
    view = table.match.view(actor)
    own = [card for card, _face in table.match.rules.own_cards(view)]
    with_cards = [a for a in view.legal if table.match.rules.uses(a)]
    if with_cards and (not offers or chance.random() < 0.8):
        cards = [own.index(c) for c in table.match.rules.uses(chance.choice(with_cards))]
        answer = table.select(actor, cards, ENGLISH)
        answers.append(answer)
        offers = list(answer.offers)
    return actor, chance.choice(offers).choice, answers


async def played(
    table: ServedTable, seed: int, *, tells: bool = True
) -> list[tuple[Seat | None, str, int]]:
    """Play by random choices; return all that was sent, with receiver and step."""
    told: list[tuple[Seat | None, str, int]] = []
    chance = random.Random(seed)  # noqa: S311 - a player of a test
    while table.match.outcome is None and table.match.steps < 200:
        for seat in (None, *map(Seat, range(len(table.match.seats)))) if tells else ():
            told += [(seat, sent(table.state(seat, ENGLISH)), table.match.steps)]
        actor, choice, answers = wishes(table, chance)
        told += [(actor, sent(answer), table.match.steps) for answer in answers]
        await table.choose(actor, table.match.steps, choice)
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


@pytest.mark.parametrize("game", ["palace", "rummu"])
def test_no_byte_sent_to_a_seat_names_a_card_that_it_may_not_know(game: str) -> None:
    table = people(game, 4)
    told, match, checked = asyncio.run(played(table, 3)), table.match, 0
    known = public_names(match)
    for seat, text, step in told:
        hands = match._state_at(step).hands
        others = {str(card) for owner, hand in enumerate(hands) if owner != seat for card in hand}
        own = set() if seat is None else {str(card) for card in hands[seat]}
        secret = {name for name in others - own if known.get(name, 10**9) > step}
        assert not [name for name in secret if name in text], (seat, step)
        checked += len(secret)
    assert checked > 500
    assert len(told) > 100


@pytest.mark.parametrize("game", ["palace", "rummu"])
def test_a_page_is_the_same_whatever_others_hold(tmp_path: Path, game: str) -> None:
    recording = dealt_game(tmp_path / "game.tower", game, 4, moves=8)
    pages = []
    for each in (recording, with_other_hands(recording)):
        table = ServedTable(Match.loaded(each))
        pages.append([sent(table.state(seat, ENGLISH)) for seat in (None, Seat(0))])
    assert pages[0] == pages[1]


@pytest.mark.parametrize("game", CARD_GAMES)
def test_a_game_played_by_choices_is_a_valid_record(tmp_path: Path, game: str) -> None:
    table = people(game, 3, record=tmp_path / "game.tower")
    asyncio.run(played(table, 8, tells=False))
    table.match.close()
    assert validate(read(tmp_path / "game.tower")).valid


@pytest.mark.parametrize("game", CARD_GAMES)
def test_every_legal_action_can_be_chosen_and_no_other(game: str) -> None:
    table, chance = people(game, 3), random.Random(1)  # noqa: S311 - a player of a test
    for _ in range(40):
        actor = table.match.actor
        if isinstance(actor, Nature):
            break
        view, rules = table.match.view(actor), table.match.rules
        own = [card for card, _face in rules.own_cards(view)]
        found = {offer.choice for offer in table.state(actor, ENGLISH).offers}
        for cards in {tuple(sorted(own.index(c) for c in rules.uses(a))) for a in view.legal} - {
            ()
        }:
            found |= {offer.choice for offer in table.select(actor, cards, ENGLISH).offers}
        assert found == set(range(len(view.legal)))
        told = {table._would_be(actor, action) for action in view.legal}
        assert not told & set(map(str, view.legal))
        assert all(
            isinstance(text, Message) and "{" not in language("de").say(text) for text in told
        )
        asyncio.run(table.choose(actor, table.match.steps, chance.choice(sorted(found))))


def test_what_cannot_be_done_is_refused_with_its_reason() -> None:
    table = people("palace", 2)
    step, actor = table.match.steps, table.match.actor
    assert not isinstance(actor, Nature)
    other = Seat(1 - actor)
    for seat, at, choice, why in (
        (other, step, 0, NOT_YOURS),
        (None, step, 0, NO_SEAT),
        (actor, step - 1, 0, LATE),
        (actor, step, 10**5, LATE),
    ):
        with pytest.raises(IllegalAction, match=str(why)):
            asyncio.run(table.choose(seat, at, choice))
    with pytest.raises(IllegalAction, match=str(LATE)):
        table.select(actor, [99], ENGLISH)
    with pytest.raises(IllegalAction, match="taken back"):
        asyncio.run(table.undo(actor, step))
    assert table.match.steps == step
    answer = table.select(actor, [0, 1], ENGLISH)
    assert (answer.offers, answer.why != "") == ((), True)
    german = table.select(actor, [0, 1], language("de")).why
    assert german not in ("", answer.why)


def test_a_game_with_gravity_is_refused() -> None:
    with pytest.raises(OptionFault, match="placed in the window"):
        ServedTable(Match.new("bausack", [SeatSpec("Ada"), SeatSpec("Bruno")], seed=1))


def test_bots_fill_in_and_stand_in_for_people_whose_page_is_closed() -> None:
    specs = [SeatSpec("Ada"), SeatSpec("Keeper", "keeper")]

    async def whole() -> State:
        table = ServedTable(Match.new("palace", specs, seed=2), pause=0.0)
        playing = asyncio.ensure_future(table.play())
        with pytest.raises(IllegalAction):
            await table.stand_in(None, 0)
        await table.come(Seat(0))
        with pytest.raises(IllegalAction, match="Nobody is missing"):
            await table.stand_in(Seat(0), 0)
        await table.leave(Seat(0))
        assert table.state(None, ENGLISH).players[0].is_away
        await table.stand_in(Seat(1), 0)
        await playing
        return table.state(None, ENGLISH)

    assert asyncio.run(whole()).is_over


def test_a_person_who_comes_back_gets_the_seat_back() -> None:
    async def back() -> tuple[int, int]:
        table = ServedTable(
            Match.new("palace", [SeatSpec("Ada"), SeatSpec("Bruno")], seed=2), pause=0.0
        )
        playing = asyncio.ensure_future(table.play())
        await table.stand_in(Seat(1), 0)
        await table.come(Seat(0))
        await asyncio.sleep(0.05)
        steps = table.match.steps
        await asyncio.sleep(0.05)
        playing.cancel()
        return steps, table.match.steps

    before, after = asyncio.run(back())
    assert before == after, "nobody plays for Ada any more"
