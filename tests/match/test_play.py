"""Playing from Python: `towersim.new`, and a match that places blocks in one call and is cloned."""

import math
import pickle
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import towersim
from tests.matches import last_motion
from tests.practice.planned import match_of
from towersim.bots.base import BotPosition, Thinking
from towersim.bots.table import play_out
from towersim.common.errors import IllegalAction, OptionFault
from towersim.common.units import Pose, Seat, Target, TowerId
from towersim.files.challengefile import find_challenge
from towersim.match.match import Match, MatchPhase
from towersim.match.record import SeatSpec, read
from towersim.match.replay import validate
from towersim.rules.base import Event, Place, Settled, StartTower, Stood
from towersim.rules.palace.log import Dealt
from towersim.rules.palace.state import View
from towersim.rules.push.state import Flip, Put
from towersim.table.placing import Placing
from towersim.table.table import Placed

HERE = TowerId(1)
RED = Place("red", HERE)


def fawlty(record: Path | None = None) -> Match:
    return towersim.new("fawlty-towers", ["Ada", "Bruno"], seed=5, record=record)


def test_a_new_game_has_named_seats_with_normal_hands() -> None:
    match = towersim.new("push", 3, seed=4, options={"star": "lose-bench"})
    assert [(seat.name, seat.skill) for seat in match.seats] == [
        (f"seat {number}", "normal") for number in (1, 2, 3)
    ]
    assert (match.seed, match.options.star) == (4, "lose-bench")
    steady = SeatSpec("Ada", skill="steady")
    assert towersim.new("push", [steady, "Bruno"]).seats == (
        steady,
        SeatSpec("Bruno", skill="normal"),
    )


def test_a_block_is_placed_in_one_call_and_the_record_replays(path: Path) -> None:
    match = fawlty(record=path)
    events = match.put(RED)
    assert [type(event).__name__ for event in events][:2] == ["Stacked", "Stood"]
    match.submit(match.legal[-1])
    x = match.table.towers[2][-1].pose.x
    events = match.drop(Place("blue", TowerId(2)), x + 0.001)
    assert Stood(Seat(match.last_seat), TowerId(2), 2) in events
    match.submit(match.legal[-1])
    match.drop(Place("blue", TowerId(2)), x, math.pi / 2)
    assert towersim.analyse(match.table.scene()).summary.stable
    match.close()
    assert validate(read(path)).valid
    again = Match.resume(read(path))
    assert again.table == match.table
    assert again.notices == []
    again.close()


@pytest.mark.parametrize(
    ("tower", "lower", "why"), [(2, 0.0, "another tower"), (0, 0.01, "above its first contact")]
)
def test_a_record_with_a_forged_drop_is_not_valid(
    tower: int, lower: float, why: str, path: Path
) -> None:
    match = fawlty(record=path)
    x, y, angle = match.above(RED, match.table.towers[0][-1].pose.x)
    block = Placed(match.table.name("red"), "red", Pose(x, y - lower, angle))
    match._moving = placing = Placing(match.table, block, TowerId(tower), match.profile)
    match._record(Place("red", TowerId(tower)))
    placing.let_go(TowerId(tower))
    match.settle()
    match.close()
    divergence = validate(read(path)).first_divergence
    assert divergence is not None
    assert why in divergence.why


def test_the_hand_trembles_and_a_drop_does_not() -> None:
    def ended(seed: int, *, by_hand: bool) -> Pose:
        match = towersim.new("bausack", 2, seed=seed)
        match.submit(match.legal[0])
        match.submit(match.legal[-1])
        (action,) = match.legal
        at = Pose(match.setup.spots[0], 0.2, 0.0)
        _ = match.put(action, at) if by_hand else match.drop(action, at.x)
        return last_motion(match).poses[-1][1]

    assert ended(1, by_hand=False) == ended(2, by_hand=False)
    assert ended(1, by_hand=True) != ended(2, by_hand=True)


def test_an_impossible_placement_is_refused_and_changes_nothing() -> None:
    match = fawlty()
    before = match.clone()
    for action in (Place("red", TowerId(9)), Place("pink", TowerId(1)), StartTower("red", HERE)):
        with pytest.raises(IllegalAction):
            match.drop(action, 0.0)
        with pytest.raises(IllegalAction):
            match.put(action)
    for number in (math.nan, math.inf, 9.0):
        with pytest.raises(IllegalAction, match="the hand cannot go there"):
            match.drop(RED, number)
        with pytest.raises(IllegalAction, match="the hand cannot go there"):
            match.put(RED, Pose(0.0, number * 9, 0.0))
        with pytest.raises(IllegalAction, match="the hand cannot go there"):
            match.drop(RED, 0.0, number * 1e9)
    for act in (towersim.new("push", 2).drop, match.above):
        with pytest.raises(IllegalAction, match="puts no block down"):
            act(Flip(), 0.0)  # type: ignore[arg-type] # it is refused
    for what in (np.int64(0), np.zeros(2), None):
        with pytest.raises(IllegalAction, match=": now the seat whose turn it is flips a card"):
            towersim.new("push", np.int8(2)).submit(what)  # type: ignore[arg-type] # it is refused
    assert (match.phase, match.state) == (MatchPhase.CHOOSING, before.state)


def test_nothing_is_put_down_where_no_record_could_hold_it() -> None:
    match = match_of(find_challenge("first-tower"))
    match.lift("cube")
    for _ in range(1700):
        match.tick(Target(0.0, 10.5))
    with pytest.raises(IllegalAction, match="is higher than 10 m, where nothing can be put down"):
        match.release()
    for _ in range(1700):
        match.tick(Target(0.0, 0.1))
    match.release()


def test_a_hand_that_may_not_open_tries_again_from_higher_up(
    monkeypatch: pytest.MonkeyPatch, path: Path
) -> None:
    match, heights, release = fawlty(record=path), [], Match.release

    def slips_first(match: Match) -> tuple[Event, ...]:
        heights.append(match.held.pose.y)
        if len(heights) == 1:
            raise IllegalAction("the block slipped off its tower")
        return release(match)

    monkeypatch.setattr(Match, "release", slips_first)
    match.put(RED, Pose(match.setup.spots[1], 0.15, 0.0))
    match.close()
    assert len(heights) == 2
    assert heights[0] == pytest.approx(0.15, abs=0.005)
    assert heights[1] > heights[0] + 0.01
    assert validate(read(path)).valid


def test_a_clone_goes_its_own_way_without_a_record(path: Path) -> None:
    match = fawlty(record=path)
    match.put(RED)
    written = path.read_bytes()
    same = pickle.loads(pickle.dumps(match))  # noqa: S301 - pickled here
    one, other = match.clone(), match.clone(seed=99)
    for copy in (one, same, other):
        copy.submit(copy.legal[0])
        copy.put(Place("blue", TowerId(2)))
    assert (one.events, one.table) == (same.events, same.table)
    assert one.events != other.events
    assert len(match.events) < len(one.events)
    assert len(match.table.towers[2]) == 1
    assert path.read_bytes() == written
    match.close()


@pytest.mark.parametrize("at", [(1, 2), 0.1, "abc", (0, 10**400, 0), np.zeros((2, 3))])
def test_a_pose_that_is_none_is_refused_in_one_line(at: Any) -> None:
    held = fawlty()
    held.lift("red")
    for act in (partial(fawlty().put, RED), held.tick):
        with pytest.raises(IllegalAction, match="a pose has three numbers: x, y, angle"):
            act(at)


def test_a_clone_is_refused_while_a_block_is_in_the_hand_or_in_the_air() -> None:
    match = fawlty()
    match.lift("red")
    with pytest.raises(IllegalAction, match="clone: put the block in the hand back or let it go"):
        pickle.dumps(match)
    match.put_back()
    for _ in match.carry(RED):
        pass
    with pytest.raises(IllegalAction, match="clone: the move that goes on comes first"):
        match.clone()
    match.settle()
    assert isinstance(match.clone().last_action, Settled)


def test_legal_actions_have_indices_in_a_fixed_action_space() -> None:
    match = towersim.new("push", 2, seed=1)
    space = match.rules.action_space(2)
    for _ in range(20):
        assert tuple(space[index] for index in match.legal_indices) == match.legal
        assert match.legal == match.view(match.last_seat).legal
        match.submit(match.legal[0])
    with pytest.raises(TypeError, match="Palace has no fixed action space"):
        _ = towersim.new("palace", 2).legal_indices


def test_the_history_of_a_seat_hides_what_it_has_not_seen() -> None:
    match = towersim.new("palace", 2, seed=1)
    dealt = [event for event in match.history(Seat(0)) if isinstance(event, Dealt)]
    assert all((event.card is None) == (event.seat == 1) for event in dealt)
    public = [event for event in match.history(None) if isinstance(event, Dealt)]
    assert len(public) == len(dealt)
    assert {event.card for event in public} == {None}
    match.submit(match.legal[0])
    assert len(match.history(None)) == len(match.events)


def test_an_action_taken_back_leaves_the_history() -> None:
    match = towersim.new("push", 2, seed=3)
    while not isinstance(match.last_action, Put):
        match.submit(match.legal[0])
    before = match.history(None)
    match.undo()
    assert before[: len(match.events)] == match.history(None)
    assert len(match.history(None)) < len(before)


def test_a_seat_that_does_not_exist_is_refused_everywhere() -> None:
    match = towersim.new("push", 3, seed=1)
    for seat in (-1, 3, 99):
        for ask in (match.view, match.history):
            with pytest.raises(OptionFault, match=f"onlooker: {seat}: is not a whole"):
                ask(Seat(seat))


def test_a_bot_is_given_the_history_of_its_seat() -> None:
    told: list[tuple[Event, ...]] = []

    class Listener:
        name = "listener"

        def choose(self, position: BotPosition[View]) -> Thinking:
            yield from ()
            told.append(tuple(position.history))
            return position.view.legal[0]

    match = towersim.new("palace", 2, seed=1)
    next(play_out(match, Listener()))
    next(play_out(match, Listener()))
    assert [len(events) for events in told] == sorted({len(events) for events in told})
    hidden = {event.seat for event in told[1] if isinstance(event, Dealt) and event.card is None}
    assert hidden == {0}
