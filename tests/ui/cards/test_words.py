"""Singular and plural in every sentence with a number."""

import pytest
from msgspec.structs import replace

from tests.rules.palace.tables import cards, table as palace_table
from tests.ui.palace.matches import match_at
from tests.ui.push.pushing import new_match
from towersim.common.units import Seat
from towersim.match.match import Match
from towersim.rules.palace.log import Burned
from towersim.rules.push.log import Banked, Took
from towersim.rules.push.state import Card, Flip, Mark, Phase, View
from towersim.rules.rummu.state import Phase as RummuPhase
from towersim.ui.cards.screen import state_of
from towersim.ui.drawing.fonts import Fonts
from towersim.ui.drawing.theme import USUAL, Viewport
from towersim.ui.games.palace.choices import Choice
from towersim.ui.games.palace.messages import burned, in_hand
from towersim.ui.games.palace.table import PalaceTable
from towersim.ui.games.push import messages, nodes
from towersim.ui.games.push.moments import Chances
from towersim.ui.games.push.table import PushTable
from towersim.ui.games.rummu.messages import offers

ONE, SIX = (Card(Mark.RED, 1),), (Card(Mark.RED, 1), Card(Mark.RED, 5))
ADA = Seat(0)


@pytest.fixture
def deciding() -> View:
    """Return Ada's view of a turn of Push in which she may flip again."""
    match = new_match("human", "uniform")
    match.state = replace(match.state, phase=Phase.DECIDING)
    view: View = match.view(ADA)
    return view


def test_points_banked_or_taken_in_push() -> None:
    told = [messages.told_large(Banked(ADA, Mark.RED, held), ["Ada"]) for held in (ONE, SIX)]
    assert told == ["Ada banks red: 1 point is safe.", "Ada banks red: 6 points are safe."]
    told = [messages.told_large(Took(ADA, 1, held), ["Ada"]) for held in (ONE, SIX)]
    assert told == ["Ada takes stack 2: 1 point.", "Ada takes stack 2: 6 points."]


@pytest.mark.parametrize(
    ("unseen", "deck", "sentence"),
    [
        (1, 1, "One card lies in the deck. 1 card is not seen"),
        (5, 3, "3 cards lie in the deck. 5 cards are not seen"),
    ],
)
def test_unseen_cards_in_push(
    monkeypatch: pytest.MonkeyPatch, deciding: View, unseen: int, deck: int, sentence: str
) -> None:
    monkeypatch.setattr(messages, "chances", lambda _view: Chances(1, unseen))
    assert messages.about_deck(replace(deciding, deck=deck)).startswith(sentence)


def test_no_risk_is_shown_if_every_card_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    match = new_match("human", "uniform")
    match.state = replace(match.state, phase=Phase.DECIDING, benches=(SIX, ()))
    assert Flip() in match.view(ADA).legal
    state = state_of(PushTable(), Viewport(USUAL, Fonts()), match)
    for fitting, risk in ((7, False), (6, True)):
        monkeypatch.setattr(nodes, "chances", lambda _view, fit=fitting: Chances(fit, 7))
        keys = {node.key for node in nodes.table_nodes(state)}
        assert {"chances", "will fit"} <= keys
        assert ("risk" in keys) == risk


def test_numbers_of_cards_in_palace() -> None:
    match = match_at(palace_table("9s 9d/5h/1", "3h/6s/1", pile="6c"), "human")
    state = state_of(PalaceTable(), Viewport(USUAL, Fonts()), match)
    for chosen, what in (("9s", "drag it "), ("9s 9d", "drag them ")):
        picked = state._replace(selection=Choice(frozenset(cards(chosen))))
        assert PalaceTable().hint(picked).startswith(what)
    view = match.view(ADA)
    assert in_hand(view, 0, mine=True) == "4 cards"
    one = replace(view, hands=(0, 1), rows=((), ()), blind=(1, 1))
    assert in_hand(one, 0, mine=False) == "1 card left"
    told = [burned(Burned(ADA, many, alike=False)) for many in (1, 4)]
    assert told == ["The 10 burns the pile: 1 card", "The 10 burns the pile: 4 cards"]


def test_rummu_offers_no_discard_when_none_can_be_taken() -> None:
    match = Match.new("rummu", new_match("human", "uniform", "uniform").seats, seed=1)
    match.submit(match.rules.legal(match.state)[0])
    view = match.view(Seat(int(match.actor)))
    assert view.phase is RummuPhase.PLAYING
    assert "next discard" not in offers(replace(view, legal=()))
