"""Real time becomes control ticks; bots think in slices; texts explain the rules."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from towersim.common.units import Seat, Target, TowerId
from towersim.match.match import Match, MatchPhase
from towersim.match.record import SeatSpec
from towersim.rules.base import Collapsed
from towersim.rules.fawlty_towers.state import Card, Colour, Symbol, Take, View
from towersim.ui.app_context import PlayContext
from towersim.ui.games.fawlty_towers.presenter import (
    FawltyTowersPlay,
    about_card,
    hint,
    near_end,
    needs,
)
from towersim.ui.play import BREATH, BotTurn
from towersim.ui.settings import PACES

PEOPLE = (SeatSpec("Ada"), SeatSpec("Bruno"))


def ticking(step: float) -> Callable[[], float]:
    """Return a clock that advances by `step` seconds with each reading."""
    now = 0.0

    def clock() -> float:
        nonlocal now
        now += step
        return now

    return clock


def new(*seats: SeatSpec, step: float = 0.0) -> FawltyTowersPlay:
    """Return a play with a clock that advances by `step` seconds with each reading."""
    return FawltyTowersPlay(
        Match.new("fawlty-towers", seats or PEOPLE, seed=4), PlayContext(ticking(step))
    )


def count_ticks(play: FawltyTowersPlay, monkeypatch: pytest.MonkeyPatch) -> list[Target | None]:
    """Return a list to which every tick appends its target."""
    seen: list[Target | None] = []
    tick = play.match.tick

    def counted(target: Target | None = None) -> object:
        seen.append(target)
        return tick(target)

    monkeypatch.setattr(play.match, "tick", counted)
    return seen


@pytest.mark.parametrize("pace", PACES)
def test_the_hand_moves_in_real_time_at_any_pace(
    pace: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = new()
    x, y, _ = play.lift("red")
    ticks = count_ticks(play, monkeypatch)
    for _ in range(60):
        play.advance(1 / 60, Target(x, y, 0.0), pace, 1.0)
    assert len(ticks) == pytest.approx(120, abs=1)
    assert set(ticks) == {Target(x, y, 0.0)}


def test_settling_is_faster_at_a_higher_pace() -> None:
    play = new()
    play.lift("red")
    target = Target(play.match.setup.spots[0], 0.0320, 0.0)
    for _ in range(240):
        play.advance(1 / 60, target, 1, 1.0)
    assert play.let_go() == ""
    play.advance(0.0, None, 4, 1.0)
    projector = play.playback._now
    assert projector is not None
    assert projector.film.is_complete, "simulated ahead of what is shown"
    assert not play.legal(), "gravity answers when it has been shown"
    for _ in range(3):
        play.advance(1 / 60, None, 4, 1.0)
    assert projector.at == pytest.approx(min(24, len(projector.film.frames) - 1))
    while play.match.phase is MatchPhase.SETTLING:
        play.advance(1 / 60, None, 4, 1.0)
    assert play.view().towers[0] == ("red", "red")


def test_a_slow_machine_slows_the_game_but_not_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    play = new(step=0.004)
    x, y, _ = play.lift("red")
    ticks = count_ticks(play, monkeypatch)
    play.advance(5.0, Target(x, y, 0.0), 1, 0.010)
    assert 1 <= len(ticks) <= 3
    ticks.clear()
    play.advance(1 / 60, Target(x, y, 0.0), 1, 1.0)
    assert len(ticks) <= 3, "what did not fit is not made up for"


def test_a_bot_thinks_in_slices_that_fit_into_frames() -> None:
    bots = (SeatSpec("Ada", "careful", "steady"), SeatSpec("Bruno", "careful", "steady"))
    play = new(*bots, step=0.004)
    play.advance(BREATH, None, 1, 0.010)
    frames = 0
    while play.match.phase is MatchPhase.CHOOSING:
        play.advance(1 / 60, None, 1, 0.010)
        frames += 1
    assert frames > 1


def test_the_hint_says_what_to_do_in_every_phase() -> None:
    play = new()
    name = play.match.seats[play.seat].name
    assert hint(play).startswith(name)
    assert "pool" in hint(play)
    play.lift("red")
    assert "red cube over a tower" in hint(play)
    for _ in range(300):
        play.advance(1 / 60, Target(play.match.setup.spots[2], 0.035, 0.0), 1, 1.0)
    assert play.over() == TowerId(2)
    assert "tower 3" in hint(play)
    play.let_go()
    assert hint(play) == "Hold your breath …"


def test_the_hint_names_the_possible_places() -> None:
    play = new()
    bases = play.match.state.towers

    def stand(*standing: bool) -> str:
        towers = tuple(b if on else () for b, on in zip(bases, standing, strict=True))
        play.match.state = replace(play.match.state, towers=towers)
        play._seen = None
        return hint(play)

    assert stand(True, True, True, True).endswith("onto a tower.")
    assert stand(True, False, True, True).endswith("onto a tower or the free place.")
    assert stand(True, False, False, True).endswith("onto a tower or a free place.")
    play.match.state = replace(play.match.state, phase="founding")
    play.match.events.append(Collapsed(play.seat, TowerId(1), ("blue",)))
    assert stand(True, False, True, True).endswith("onto the free place.")


def test_after_knocking_over_a_tower_a_cube_may_not_be_put_back() -> None:
    play = new()
    play.lift("red")
    spots = play.match.setup.spots
    between = (spots[2] + spots[3]) / 2
    for x in (between, between, spots[2] + 0.005, between):
        for _ in range(60):
            play.advance(1 / 60, Target(x, 0.012, 0.0), 1, 1.0)
    assert play.is_disturbing
    assert "push" in hint(play)
    assert play.put_back() == "the block has touched something and must be placed"
    assert play.let_go() == "the red cube is beside the places where it may be put down"
    for _ in range(60):
        play.advance(1 / 60, Target(spots[3], 0.06, 0.0), 1, 1.0)
    assert play.let_go() == ""


COLUMN = (
    Card(Colour.YELLOW, Symbol.DROP, 1),
    Card(Colour.WHITE, Symbol.DROP, 2),
    Card(Colour.YELLOW, Symbol.WHEEL, 3),
    Card(Colour.RED, Symbol.ARROW, 5),
    Card(Colour.BLACK, Symbol.ARROW, 4),
    Card(Colour.RED, Symbol.WHEEL, 6),
)


def seen(*tower: Colour) -> View:
    """Return a view of one column and a first tower of these cubes."""
    view: View = new().match.view(Seat(0))
    others = tuple((Colour.GREEN,) for _ in range(3))
    return replace(view, columns=(COLUMN, (), (), ()), towers=(tower, *others))


def test_the_tip_of_a_card_names_the_cubes_it_needs_and_towers_that_have_them() -> None:
    poor, rich = seen(Colour.YELLOW), seen(Colour.YELLOW, Colour.RED, Colour.YELLOW)
    assert needs(poor, Take(0, 3)) == (
        "a tower must hold 2 yellow and 1 more of any colour before your cube goes on"
    )
    assert "No tower reaches it yet" in about_card(poor, Take(0, 3))
    assert about_card(rich, Take(0, 3)) == "Red 5, arrow. Put a red cube on tower 1 to win it."
    assert "at the bottom" in about_card(poor, Take(0, 0))
    assert "black card below" in about_card(rich, Take(0, 5))


def test_a_near_end_of_the_game_is_announced_with_its_reason() -> None:
    view = replace(seen(Colour.YELLOW), columns=(COLUMN,) * 4)
    assert near_end(view) == ""
    assert "empty column" in near_end(replace(view, columns=(COLUMN, COLUMN, (), COLUMN)))
    assert near_end(replace(view, pool=((Colour.RED, 3),))).startswith("3 cubes left")
    assert near_end(replace(view, pool=((Colour.RED, 1),))) == "One cube left; it ends the game."
    assert near_end(replace(view, quiet=3)) == ""
    assert "without a card" in near_end(replace(view, quiet=4))
    assert near_end(replace(view, turn=None, quiet=6)) == ""


def test_a_refused_card_explains_the_reason() -> None:
    reason = "two yellow cubes are needed for the cards below it, the tower held one"
    view = replace(seen(Colour.YELLOW), refusals=((None, None, None, reason, "", ""), (), (), ()))
    assert about_card(view, Take(0, 3)) == f"Red 5, arrow. Not now: {reason}."
    assert about_card(view, Take(0, 0)).endswith("You may take it.")


def test_a_turn_of_a_bot_is_dropped_once_somebody_else_has_moved() -> None:
    match = Match.new("bausack", PEOPLE, seed=4)
    turn = BotTurn(match, {})
    turn.step()
    assert turn.is_under_way
    match.submit(match.legal[0])
    assert not turn.is_under_way
