"""The player of a timeline: it plays, seeks, and waits for moves not yet simulated."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from tests.matches import GOLDEN
from tests.practice.planned import Plan, attempt, proofs
from tests.theatre.games import fallen_game
from towersim.match.record import read
from towersim.table.forensics import why_told
from towersim.table.placing import Motion, each_tick
from towersim.theatre.falls import told_fall
from towersim.theatre.impacts import Impact
from towersim.theatre.player import BEFORE_FALL, SPEEDS, Player, Simulation, collapses
from towersim.theatre.timeline import ONLOOKER, Move, Timeline


@pytest.fixture(scope="module")
def timeline() -> Timeline:
    return Timeline(read(GOLDEN))


@pytest.fixture
def player(timeline: Timeline) -> Player:
    return Player(timeline, lambda: 0.0)


@pytest.fixture
def move(timeline: Timeline) -> Move:
    """The first move in which a block is placed."""
    return next(move for move in timeline.moves if move.motion)


def test_time_passes_only_while_it_plays_and_at_its_speed(player: Player) -> None:
    player.advance(0.5, 1.0)
    assert player.seconds == 0.0
    player.toggle()
    player.advance(0.1, 1.0)
    player.faster(1)
    player.advance(0.1, 1.0)
    assert player.seconds == pytest.approx(0.3)


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


def test_a_tick_is_a_tick_of_the_simulation(player: Player, move: Move) -> None:
    player.seek(move.begins + 0.5)
    player.step(1)
    assert player.seconds == pytest.approx(move.begins + 0.5 + 1 / 120)
    player.step(-2)
    assert player.seconds == pytest.approx(move.begins + 0.5 - 1 / 120)


def test_each_step_shows_the_next_tick(player: Player, move: Move) -> None:
    assert isinstance(move.motion, Motion)
    ticks = each_tick(move.before, move.motion, player.timeline.profile)
    player.seek(move.begins)
    for placing in islice(ticks, 250):
        player.step(1)
        player.advance(0.0, 1.0)
        assert player.figures() == placing.figures()


def test_jumps_go_from_move_to_move(player: Player) -> None:
    moves = player.timeline.moves
    player.next_move(1)
    player.next_move(1)
    assert player.at.move == 2
    player.seek(moves[2].begins + 0.9)
    player.next_move(-1)
    assert player.seconds == pytest.approx(moves[2].begins)
    player.next_move(-1)
    assert player.at.move == 1
    player.seek(player.timeline.seconds)
    player.next_move(1)
    assert player.seconds == player.timeline.seconds


def test_a_jump_to_a_collapse_ends_shortly_before_it(path: Path) -> None:
    player = Player(Timeline(fallen_game(path)), lambda: 0.0)
    move = next(move for move in player.timeline.moves if move.falls_at is not None)
    assert move.motion is not None
    player.next_collapse()
    falls = move.begins + move.motion.fell[0].tick / 120
    assert player.seconds == pytest.approx(max(falls - BEFORE_FALL, move.begins))
    player.next_collapse()
    assert player.at.move == move.number


def test_a_collapse_is_told_with_the_block_that_gave_way_and_its_time(tmp_path: Path) -> None:
    timeline = Timeline(fallen_game(tmp_path / "game.tower"))
    (move,) = (move for move in timeline.moves if move.falls_at is not None)
    assert isinstance(move.motion, Motion)
    fall = told_fall(timeline, move)
    assert fall is not None
    assert fall.sentence == why_told(move.before, move.motion, timeline.profile)
    assert fall.sentence.startswith("The fourth cube (blue) tipped over the right edge")
    assert fall.block == move.motion.block.id
    assert move.motion.let_go / 120 <= fall.begins < fall.lands < move.settles
    before = Simulation(move, timeline.profile).figures(fall.lands - 2 / 120)
    assert min(f.pose.y for f in before if f.id == fall.block) > 0.02, "it has not landed yet"
    assert all(told_fall(timeline, other) is None for other in timeline.moves if other != move)


@pytest.mark.parametrize(
    ("name", "made", "told"),
    [
        ("the-right-foot", 2, "You took out the second foot: the slab tipped over the right edge"),
        ("false-arch", 3, "The third brick tipped over the left edge of the second brick"),
        ("domino-run", 2, "You let go of the second ball: the broad domino tipped over its own r"),
        pytest.param(
            "heavy-below",
            5,
            "The table was tilted to 8.7°: the first cube tipped over its own ",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_the_fall_of_an_attempt_is_told_like_that_of_a_tower(
    name: str, made: int, told: str, tmp_path: Path
) -> None:
    record = tmp_path / "attempt.tower"
    attempt(name, Plan(proofs()[name]["first_idea"].moves[:made]), record)
    timeline = Timeline(read(record))
    (move,) = (move for move in timeline.moves if move.falls_at is not None)
    fall = told_fall(timeline, move)
    assert fall is not None
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
    assert move.motion is not None
    player.seek(move.begins + move.settles)
    player.toggle()
    before, frames = player.seconds, 0
    while player.is_behind:
        player.advance(1 / 60, 0.010)
        assert player.seconds == before
        frames += 1
    assert frames > 10
    at_rest = tuple((figure.id, figure.pose) for figure in player.figures())
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


def test_impacts_are_reported_once_while_it_plays(player: Player, move: Move) -> None:
    assert any(list(played(player, move)))
    player.seek(move.begins + move.settles)
    assert player.advance(0.0, 1.0) == ()


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


def test_cards_stay_hidden_until_the_game_is_over(timeline: Timeline, path: Path) -> None:
    assert timeline.is_over
    assert timeline.viewers() == (ONLOOKER, 0, 1)
    unfinished = Timeline(fallen_game(path))
    assert not unfinished.is_over
    assert unfinished.viewers() == (ONLOOKER,)
