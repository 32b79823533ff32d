"""Decisions of bots."""

from typing import Any

from msgspec.structs import replace

from tests.bots.card_games import decided
from tests.rules.fawlty_towers.tables import FULL, after, place, settled, table
from towersim.bots.base import BotPosition
from towersim.bots.baselines import Uniform
from towersim.bots.careful import Careful
from towersim.common.dice import stream
from towersim.common.slices import finished
from towersim.common.units import TowerId
from towersim.rules.base import StartTower
from towersim.rules.fawlty_towers.play import FawltyTowers
from towersim.rules.fawlty_towers.state import CUBES, Card, Colour, State, Symbol, Take

RULES = FawltyTowers()


class Risky:
    """Prospects with fixed risks by tower; plans are never asked for."""

    def __init__(self, chances: dict[int, float], usual: float = 0.1) -> None:
        self.chances = chances
        self.usual = usual

    def guess(self, kind: str, tower: TowerId) -> float:
        assert kind in CUBES
        return self.chances.get(tower, self.usual)


def chosen(state: State, risks: Risky | None = None) -> Any:
    """Return Careful's action."""
    ahead: Any = risks or Risky({})
    view = RULES.view(state, state.turn)
    return finished(Careful().choose(BotPosition(view, stream(1, "bot"), ahead)))


def test_uniform_chooses_every_legal_action_at_some_time() -> None:
    state = table()
    view = RULES.view(state, state.turn)
    tried = {decided(Uniform(), view, stream(seed, "bot")) for seed in range(200)}
    assert tried == set(RULES.legal(state))


def test_careful_takes_the_better_card() -> None:
    # Cards are numbered from the bottom: the second red card is worth more than the first.
    state = table("red red", towers=("red red", "blue", "green", "yellow"))
    assert chosen(state) == place("red", 0)
    assert chosen(after(state, place("red", 0), settled())) == Take(0, 1)


def test_careful_prefers_a_symbol_of_which_it_has_cards() -> None:
    state = table("red", "red", towers=("red", "blue", "green", "yellow"))
    drop, wheel = Card(Colour.RED, Symbol.DROP, 2), Card(Colour.RED, Symbol.WHEEL, 2)
    for mine, column in ((Symbol.DROP, 0), (Symbol.WHEEL, 1)):
        columns = ((drop,), (wheel,), *state.columns[2:])
        before = replace(state, columns=columns, taken=((Card(Colour.BLUE, mine, 1),), ()))
        assert chosen(after(before, place("red", 0), settled())) == Take(column, 0)


def test_careful_completes_a_set_rather_than_take_a_higher_card() -> None:
    state = table("red", "red", towers=("red", "blue", "green", "yellow"))
    six, one = Card(Colour.RED, Symbol.DROP, 5), Card(Colour.RED, Symbol.WHEEL, 1)
    wheels = (Card(Colour.BLUE, Symbol.WHEEL, 1), Card(Colour.GREEN, Symbol.WHEEL, 1))
    other = Card(Colour.RED, Symbol.ARROW, 5)  # what it leaves the next seat is worth 5 anyway
    columns = ((six,), (one,), (other,), state.columns[3])
    state = replace(state, columns=columns, taken=(wheels, ()))
    assert chosen(after(state, place("red", 0), settled())) == Take(1, 0)


def test_careful_places_on_the_safest_tower() -> None:
    state = table("red", "blue", towers=("red", "red", "blue", "blue"))
    for safe in range(4):
        assert chosen(state, Risky({safe: 0.02}, usual=0.6)).tower == safe


def test_careful_risks_more_for_a_better_card() -> None:
    # Six black cards block their columns: only the red column has a value.
    state = table("red red red", FULL, towers=("red red red", "blue", "green", "yellow"))
    assert chosen(state, Risky({0: 0.2}, usual=0.0)) == place("red", 0)
    assert chosen(state, Risky({0: 0.9}, usual=0.0)).tower != 0


def test_careful_leaves_the_next_seat_what_is_worth_least() -> None:
    # Both cards are worth the same to it; without the black one, the best card is free for others.
    state = table("red red", "red", towers=("red", "blue", "green", "yellow"))
    two, six = Card(Colour.BLACK, Symbol.DROP, 2), Card(Colour.GREEN, Symbol.WHEEL, 6)
    alike = Card(Colour.RED, Symbol.ARROW, 2)
    state = replace(state, columns=((two, six), (alike,), *state.columns[2:]))
    assert chosen(after(state, place("red", 0), settled())) == Take(1, 0)


def test_careful_starts_a_tower_if_all_others_would_fall() -> None:
    state = table("red", towers=("red", "", "green", "yellow"))
    assert isinstance(chosen(state, Risky({}, usual=0.99)), StartTower)
