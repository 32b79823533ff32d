"""A whole game against three bots by mouse, from menu to result, with the window reopened once."""

from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace

from tests.ui.pilot import Pilot, window
from towersim.match.match import Match, MatchPhase
from towersim.match.record import SeatSpec, read, unfinished
from towersim.match.replay import validate
from towersim.rules.base import Place, StartTower
from towersim.rules.fawlty_towers.cards import score
from towersim.rules.fawlty_towers.play import claims
from towersim.rules.fawlty_towers.state import Take, View
from towersim.ui.games.fawlty_towers.screen import FawltyTowersScreen
from towersim.ui.screens.sheet import STRAY
from towersim.ui.settings import Settings, save_settings
from towersim.ui.watch.finale import Finale


def gain(view: View, take: Take) -> int:
    """Return the points of a card for the view's seat."""
    mine = view.taken[view.seat]
    return score((*mine, view.columns[take.column][take.row])) - score(mine)


def worth(view: View, put: Place | StartTower) -> tuple[int, int]:
    """Return the possible gain of a placement, and how low its tower is."""
    best = max((gain(view, take) for take in claims(view, put.block, put.tower)), default=0)
    return best, -len(view.towers[put.tower] or ())


def play_turn(pilot: Pilot) -> None:
    """Perform the person's action by mouse: place a cube, or take the best card."""
    play = pilot.table.play
    view = play.view()
    if play.claiming:
        pilot.take(max(play.takes(), key=lambda take: gain(view, take)))
        return
    puts = [action for action in view.legal if isinstance(action, Place | StartTower)]
    best = max(puts, key=lambda put: worth(view, put))
    pilot.put(best.block, best.tower)


def play_on(pilot: Pilot, turns: int) -> bool:
    """Play `turns` decisions of the person; return whether the game lasted that long."""
    for _ in range(turns):
        pilot.until(lambda: _waits(pilot) or isinstance(pilot.screen, Finale), 20_000)
        if isinstance(pilot.screen, Finale):
            return False
        play_turn(pilot)
    return True


def _waits(pilot: Pilot) -> bool:
    if (
        not isinstance(pilot.screen, FawltyTowersScreen)
        or pilot.match.phase is not MatchPhase.CHOOSING
    ):
        return False
    return bool(pilot.table.play.is_choosing_block or pilot.table.play.claiming)


@pytest.mark.slow
def test_a_whole_game_against_three_bots_with_a_break(tmp_path: Path) -> None:
    save_settings(tmp_path / "settings.json", Settings(pace=4))
    with window(tmp_path, (960, 600)) as pilot:
        pilot.press("New game")
        pilot.screen.seed.set_text("12")
        pilot.press("Start the game")
        assert [seat.player for seat in pilot.match.seats] == ["human", *["careful"] * 3]
        while not pilot.table.play.is_choosing_block or len(pilot.table.play.view().taken[0]) < 4:
            assert play_on(pilot, 1)
            pilot.until(lambda: _waits(pilot), 20_000)
        before = pilot.match.state
        pilot.click(pilot.in_rack("red"))
        assert pilot.table.play.is_carrying, "the window is closed with a cube in the hand"
    with window(tmp_path, (960, 600)) as pilot:
        pilot.press("Continue")
        assert pilot.match.state == before
        while play_on(pilot, 1):
            pass
        outcome = pilot.screen._ending.outcome
        assert max(outcome.scores) > 0
        pilot.frames(round(60 * STRAY) + 1)  # "Menu" opened under the mouse
        pilot.press("Menu")
        assert not pilot.button("Continue").is_enabled
    (path,) = (tmp_path / "records").glob("*.tower")
    assert list(unfinished(tmp_path / "records")) == []
    assert read(path).steps[-1].over == outcome
    assert validate(read(path)).valid


@pytest.mark.slow  # a whole game
def test_the_result_can_be_opened_again(tmp_path: Path) -> None:
    seats = (SeatSpec("Ada", "uniform", "none"), SeatSpec("Bruno", "uniform", "none"))
    match = Match.new("fawlty-towers", seats, seed=5)
    state = replace(match.state, columns=(match.state.columns[0][:1], (), *match.state.columns[2:]))
    match.state = replace(state, deck=())
    with window(tmp_path, match=match) as pilot:
        pilot.app.context.change(Settings(pace=4))
        pilot.until(lambda: isinstance(pilot.screen, Finale), 20_000)
        pilot.press("Table")
        pilot.frames(2)
        pilot.press("Result")
        assert isinstance(pilot.screen, Finale)
        pilot.key(pygame.K_ESCAPE)
        pilot.key(pygame.K_RETURN)
        assert isinstance(pilot.screen, Finale)
