"""The timeline of a record: moves, stored frames and the part framed; its player."""

import math
import tracemalloc
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, strategies as st
from msgspec.structs import replace

from tests import known
from tests.examples import slow
from tests.matches import GOLDEN
from tests.practice.planned import Plan, attempt, match_of, proofs
from tests.rules.practice.tables import TWO, challenge
from tests.theatre.games import attempt_with_test, dealt_game, fallen_game
from towersim.common.errors import OptionFault
from towersim.common.units import BlockId, Pose, TowerId
from towersim.geometry.shapes import Box, bounding_radius, extent
from towersim.match.match import Match
from towersim.match.record import Recording, read
from towersim.rules.base import StressTest
from towersim.table.forensics import why_told
from towersim.table.placing import Frame, Motion, Shift, each_tick
from towersim.table.table import Figure
from towersim.theatre.falls import told_fall
from towersim.theatre.focus import Focus, MovingPart, focus, last_focus
from towersim.theatre.impacts import Impact
from towersim.theatre.margins import margin_of_tallest
from towersim.theatre.player import BEFORE_FALL, SPEEDS, Frames, MoveSimulation, Player, collapses
from towersim.theatre.timeline import ONLOOKER, Move, Timeline


@pytest.fixture(scope="module")
def recording() -> Recording:
    return read(GOLDEN)


@pytest.fixture(scope="module")
def timeline(recording: Recording) -> Timeline:
    return Timeline(recording)


def test_moves_follow_each_other_and_end_where_the_match_ends(
    recording: Recording, timeline: Timeline
) -> None:
    match = Match.loaded(recording)
    at, table = 0.0, Match.at_start(recording).table
    for index, move in enumerate(timeline.moves):
        assert (move.number, move.before) == (index, table)
        assert move.begins == pytest.approx(at)
        at, table = at + move.seconds, move.after
    assert table == match.table
    assert timeline.seconds == pytest.approx(at)
    assert [event for move in timeline.moves for event in move.events] == match.events


def test_every_moment_belongs_to_the_move_in_progress(timeline: Timeline) -> None:
    for index, move in enumerate(timeline.moves):
        found = timeline.at(move.begins + 0.01)
        assert (found.move, round(found.seconds, 9)) == (index, 0.01)
    assert timeline.at(-5.0) == (0, 0.0)
    end = len(timeline.moves) - 1, timeline.moves[-1].seconds
    assert timeline.at(1e9) == timeline.at(timeline.seconds - 1e-9) == end


def test_a_simulated_move_ends_on_the_poses_in_the_record(timeline: Timeline, move: Move) -> None:
    motion = move.motion
    assert isinstance(motion, Motion)
    simulation = MoveSimulation(move, timeline.profile)
    held = simulation.figures(0.0)[-1]
    assert (held.id, held.pose, held.held) == (motion.block.id, motion.block.pose, True)
    at_rest = simulation.figures(motion.ticks / timeline.profile.tick_hz)
    assert tuple((figure.id, figure.pose) for figure in at_rest) == motion.poses
    assert simulation.figures(move.seconds) == move.after.figures()
    bare = replace(move, after=replace(move.after, towers=((),)))
    assert MoveSimulation(bare, timeline.profile).figures(move.seconds) == at_rest


def test_a_simulated_move_does_not_depend_on_the_order_of_seeking(
    timeline: Timeline, move: Move
) -> None:
    there, back = MoveSimulation(move, timeline.profile), MoveSimulation(move, timeline.profile)
    late = back.figures(1.0)
    early = back.figures(0.4)
    assert (there.figures(0.4), there.figures(1.0)) == (early, late)
    assert early != late


def test_a_seat_or_range_of_moves_outside_the_game_is_refused(timeline: Timeline) -> None:
    assert timeline.checked_seat(None) == ONLOOKER
    assert timeline.checked_seat(2) == 1
    with pytest.raises(OptionFault, match="seats 1 to 2"):
        timeline.checked_seat(3)
    assert len(timeline.checked_span(None, None)) == len(timeline.moves)
    assert [move.number for move in timeline.checked_span(2, 4)] == [2, 3, 4]
    with pytest.raises(OptionFault, match="moves 4 to 2: the game has moves 0 to"):
        timeline.checked_span(4, 2)


def test_a_deal_has_one_sentence_and_a_card_that_is_drawn_its_own(tmp_path: Path) -> None:
    timeline = Timeline(dealt_game(tmp_path / "game.tower", "palace", seed=3, moves=5))
    told = [timeline.sentences(move, ONLOOKER) for move in timeline.moves]
    assert told[0] == ("The cards are dealt.",)
    assert any("The deck gives Ada a card." in sentences for sentences in told[1:])
    without_deal = Timeline(dealt_game(tmp_path / "push.tower", "push", seed=3, moves=5))
    assert without_deal.sentences(without_deal.moves[0], ONLOOKER) == ("The game begins.",)


def test_what_is_taken_out_vanishes_at_once_and_a_test_leans_until_a_block_moves(
    tmp_path: Path,
) -> None:
    timeline = Timeline(attempt_with_test(tmp_path / "attempt.tower"))
    begun, taken, tested = timeline.moves
    assert (begun.ticks, timeline.room) == (0, "hand")
    simulation = MoveSimulation(taken, timeline.profile)
    assert [figure.kind for figure in simulation.figures(0.0)] == ["tile", "cube"]
    assert [figure.kind for figure in simulation.figures(0.1)] == ["tile"]
    assert isinstance(tested.motion, Shift)
    tilt = tested.motion.strength
    assert 4 < tilt < 7
    assert [math.degrees(tested.lean(s)) for s in (1.0, 99.0)] == pytest.approx([1.0, tilt])
    assert taken.lean(1.0) == 0.0
    simulation = MoveSimulation(tested, timeline.profile)
    early, late = (simulation.figures(s)[0].pose.angle for s in (1.0, tested.settles))
    assert abs(early) < 0.01 < abs(late)
    assert simulation.figures(tested.settles - 1e-9) == tested.after.figures()


def test_the_margin_of_an_attempt_is_that_of_all_its_pieces() -> None:
    match = match_of(challenge(standing=TWO))
    assert margin_of_tallest(match.table) == pytest.approx(0.5, rel=0.01)


BLOCKS = 3
places = st.lists(st.sampled_from([0.0, -1.5, 1e-9]), min_size=BLOCKS, max_size=BLOCKS)


@given(st.lists(places, min_size=1, max_size=8), st.integers(0, 8))
@example([[]], 0)
def test_every_frame_is_restored_exactly(ticks: list[list[float]], held: int) -> None:
    frames = Frames()
    added = [Frame(np.outer(xs, [1.0, 2.0, 3.0]), i < held) for i, xs in enumerate(ticks)]
    for frame in added:
        frames.add(frame)
    assert len(frames) == len(added)
    for tick, frame in enumerate(added, 1):
        kept = frames.at(tick)
        assert np.array_equal(kept.poses, frame.poses)
        assert kept[1:] == frame[1:]


def test_blocks_at_rest_take_no_memory() -> None:
    poses, frames = np.zeros((40, 3)), Frames()
    tracemalloc.start()
    for _ in range(5000):
        poses[-1] += 0.001
        frames.add(Frame(poses.copy(), holds=True))
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert used < 400_000, "all poses of all ticks are five megabytes"


def test_low_towers_are_framed_closely_and_whole(timeline: Timeline) -> None:
    for index, move in enumerate(timeline.moves):
        low, high, top = focus(timeline, index)
        assert high - low < timeline.setup.table.width * 0.7
        assert top < 0.32
        for block in move.after.scene().blocks:
            least, most = extent(block.shape, block.pose)
            assert low < least.x < most.x < high
            assert most.y < top


def test_after_a_fall_all_that_stands_is_framed(path: Path) -> None:
    timeline = Timeline(fallen_game(path))
    *_, fall = timeline.moves
    later: Any = SimpleNamespace(moves=(*timeline.moves, timeline.moves[0]), setup=timeline.setup)
    stands = last_focus(timeline)
    assert focus(later, fall.number) != stands
    assert focus(later, fall.number + 1) == stands


def figure(x: float, y: float, *, held: bool = False) -> Figure:
    """Return a cube of 20 mm."""
    return Figure(BlockId("a"), "red", Box(0.02, 0.02), Pose(x, y, 0.0), TowerId(0), held=held)


def after(*moments: Figure, test: StressTest | None = None) -> tuple[Focus | None, Focus | None]:
    """Return the part swept and the part at last, of one block from its rest on."""
    moving = MovingPart()
    moving.begin(moments[:1])
    for moment in moments:
        moving.see([moment], test)
    return moving.swept, moving.now


def test_a_moving_part_grows_with_the_motion() -> None:
    rest, far = figure(0.0, 0.1), bounding_radius(Box(0.02, 0.02))
    assert after(rest, figure(0.001, 0.1)) == (None, None), "it only trembles"
    there = Focus(0.1 - far, 0.1 + far, 0.05 + far)
    assert after(rest, figure(0.1, 0.05)) == (there, there)
    both = Focus(0.1 - far, 0.3 + far, 0.05 + far)
    last = Focus(0.3 - far, 0.3 + far, 0.01 + far)
    moments = (rest, figure(0.1, 0.05), figure(0.3, 0.01))
    assert after(*moments) == (both, last)
    assert after(*moments, test=StressTest("tilt")) == (both, last)
    assert after(*moments, test=StressTest("quake")) == (there, None), "a quake swept it off"
    assert after(rest, figure(0.1, 0.05), figure(0.9, -0.4)) == (there, None), "it left the table"


def test_the_block_in_the_hand_is_no_motion_until_it_is_released() -> None:
    carried = figure(0.0, 0.3, held=True), figure(0.2, 0.3, held=True)
    assert after(*carried, figure(0.2, 0.3)) == (None, None)
    assert after(*carried, figure(0.2, 0.3), figure(0.2, 0.2))[0] is not None


@pytest.fixture
def player(timeline: Timeline) -> Player:
    return Player(timeline, lambda: 0.0)


@pytest.fixture
def move(timeline: Timeline) -> Move:
    """The first move in which a block is placed."""
    return next(move for move in timeline.moves if move.motion)


def test_speeds_go_from_an_eighth_to_sixteen_times(player: Player) -> None:
    for way, end in ((-1, 0.125), (1, 16.0)):
        for _ in range(2 * len(SPEEDS)):
            player.faster(way)
        assert player.speed == end


def test_it_stops_at_the_end_and_plays_again_from_the_beginning(player: Player) -> None:
    player.seek(player.timeline.seconds - 0.05)
    player.toggle()
    player.advance(1.0, 1.0)
    assert (player.seconds, player.is_playing) == (player.timeline.seconds, False)
    assert player.figures() == player.timeline.moves[-1].after.figures()
    player.toggle()
    assert (player.seconds, player.is_playing) == (0.0, True)


def test_each_step_shows_the_next_tick(player: Player, move: Move) -> None:
    assert isinstance(move.motion, Motion)
    ticks = each_tick(move.before, move.motion, player.timeline.profile)
    player.seek(move.begins)
    for placing in islice(ticks, 250):
        player.step(1)
        player.advance(0.0, 1.0)
        assert player.figures() == placing.figures()


def test_a_jump_to_a_collapse_ends_shortly_before_it(path: Path) -> None:
    player = Player(Timeline(fallen_game(path)), lambda: 0.0)
    move = next(move for move in player.timeline.moves if move.falls_at is not None)
    player.next_collapse()
    assert move.motion is not None
    falls = move.begins + move.motion.fell[0].tick / 120
    assert player.seconds == pytest.approx(max(falls - BEFORE_FALL, move.begins))
    player.next_collapse()
    assert player.at.move == move.number


def test_a_collapse_is_told_with_the_block_that_gave_way_and_its_time(tmp_path: Path) -> None:
    timeline = Timeline(fallen_game(tmp_path / "game.tower"))
    (move,) = (move for move in timeline.moves if move.falls_at is not None)
    assert isinstance(move.motion, Motion)
    fall = known(told_fall(timeline, move))
    assert fall.sentence == why_told(move.before, move.motion, timeline.profile)
    assert fall.sentence.startswith("The fourth cube (blue) tipped over the right edge")
    assert fall.block == move.motion.block.id
    assert move.motion.let_go / 120 <= fall.begins < fall.lands < move.settles
    before = MoveSimulation(move, timeline.profile).figures(fall.lands - 2 / 120)
    assert min(f.pose.y for f in before if f.id == fall.block) > 0.02, "it has not landed yet"
    assert all(told_fall(timeline, other) is None for other in timeline.moves if other != move)


@pytest.mark.parametrize(
    ("name", "made", "told"),
    [
        ("the-right-foot", 2, "You took out the second foot: the slab tipped over the right edge"),
        ("false-arch", 3, "The third brick tipped over the left edge of the second brick"),
        ("domino-run", 2, "You let go of the second ball: the broad domino tipped over its own r"),
        slow("heavy-below", 5, "The table was tilted to 8.7°: the first cube tipped over its own "),
    ],
)
def test_the_fall_of_an_attempt_is_told_like_that_of_a_tower(
    name: str, made: int, told: str, tmp_path: Path
) -> None:
    record = tmp_path / "attempt.tower"
    attempt(name, Plan(proofs()[name]["first_idea"].moves[:made]), record)
    timeline = Timeline(read(record))
    (move,) = (move for move in timeline.moves if move.falls_at is not None)
    fall = known(told_fall(timeline, move))
    assert fall.sentence.startswith(told)
    assert 0.0 < fall.begins < fall.lands <= move.settles
    assert collapses(timeline) == [move.begins + max((move.falls_at or 0.0) - BEFORE_FALL, 0.0)]


def test_a_move_not_yet_simulated_is_simulated_within_the_budget(
    timeline: Timeline, move: Move
) -> None:
    now = [0.0]

    def clock() -> float:
        now[0] += 0.004
        return now[0]

    player = Player(timeline, clock)
    player.seek(move.begins + move.settles)
    player.toggle()
    before, frames = player.seconds, 0
    while player.is_behind:
        player.advance(1 / 60, 0.010)
        assert player.seconds == before
        frames += 1
    assert frames > 10
    at_rest = tuple((figure.id, figure.pose) for figure in player.figures())
    assert move.motion is not None
    assert at_rest == move.motion.poses


def played(player: Player, move: Move) -> Iterator[tuple[Impact, ...]]:
    """Play a move from beginning to end and yield the impacts of each frame."""
    player.seek(move.begins)
    player.toggle()
    while player.at.move == move.number:
        heard = player.advance(1 / 30, 1.0)
        player.figures()
        while player.is_behind:
            player.advance(0.0, 1.0)
        yield heard


def test_impacts_skipped_by_a_jump_are_reported_when_played(player: Player, move: Move) -> None:
    player.seek(move.begins + move.settles)
    assert player.advance(0.0, 1.0) == ()
    end, frames = player.figures(), []
    for heard in played(player, move):
        frames.append(heard)
        if player.at.move == move.number and player.at.seconds >= move.settles:
            assert player.figures() == end
    assert any(frames)


def test_a_move_that_is_heard_again_leaves_the_others_simulated(player: Player) -> None:
    first, second = [move for move in player.timeline.moves if move.motion][:2]
    for moment in (first.begins + 0.2, second.begins + second.settles, second.begins):
        player.seek(moment)
        player.advance(0.0, 1.0)
    player.toggle()
    player.advance(0.01, 1.0)
    player.seek(first.begins + 0.2)
    assert not player.is_behind
