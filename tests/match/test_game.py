"""Invalid set-ups of a game, and previews of moves."""

from pathlib import Path

import msgspec
import pytest

from tests.matches import GAME, fresh
from towersim.common.errors import OptionFault
from towersim.common.units import Seat
from towersim.files.level import levels_dir
from towersim.files.tablefile import load_table
from towersim.match import game as game_module
from towersim.match.game import Game
from towersim.match.match import Match
from towersim.match.record import SeatSpec, header, read
from towersim.rules.palace.log import Dealt
from towersim.rules.palace.state import Deal, Options


def test_a_table_with_the_wrong_number_of_spots_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = load_table(GAME)
    narrow = msgspec.structs.replace(setup, spots=setup.spots[:3])
    monkeypatch.setattr(game_module, "load_table", lambda *_: narrow)
    with pytest.raises(OptionFault, match="3 places for towers, not 4"):
        fresh()


@pytest.mark.parametrize(
    ("game", "seats", "seed"),
    [
        ("chess", [SeatSpec("Ada")] * 2, 1),
        (GAME, [SeatSpec("Ada")], 1),
        (GAME, [SeatSpec("Ada")] * 9, 1),
        (GAME, [SeatSpec("Ada", skill="clumsy")] * 2, 1),
        (GAME, [SeatSpec("Ada\n")] * 2, 1),
        (GAME, [SeatSpec("")] * 2, 1),
        (GAME, [SeatSpec("A" * 65)] * 2, 1),
        (GAME, [SeatSpec("Ada")] * 2, -1),
        (GAME, [SeatSpec("Ada")] * 2, 2**63),
    ],
)
def test_an_invalid_set_up_raises_an_option_fault(
    game: str, seats: list[SeatSpec], seed: int, tmp_path: Path
) -> None:
    path = tmp_path / "game.tower"
    with pytest.raises(OptionFault) as fault:
        Match.new(game, seats, seed=seed, record=path)
    assert "\n" not in str(fault.value)
    assert not path.exists(), "no game, no record"


def test_a_preview_of_a_move_shows_a_seat_no_more_than_the_move_will() -> None:
    game = Game(header("palace", Options(), [SeatSpec("Ada"), SeatSpec("Bruno")], 1))
    deal = game.drawn()
    assert isinstance(deal, Deal)
    assert game.would_bring(deal, deal.seat) == (Dealt(deal.seat, deal.card),)
    assert game.would_bring(deal, Seat(1 - deal.seat)) == (Dealt(deal.seat, None),)


def test_the_actor_of_each_action_is_the_one_in_the_view_before_it() -> None:
    recording = read(levels_dir() / "pictures" / "push.tower")
    game = Game.at_start(recording)
    for step in recording.steps:
        game.follow(step)
    actors = [game.actor_of(step) for step in range(game.steps + 1)]
    assert actors == [game.view(Seat(0), step).actor for step in range(game.steps + 1)]
    assert actors[:-1] == [step.actor for step in recording.steps]
