"""The story of a game: the heaviest moment of each kind, by the stated rules."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.matches import finish, knocked
from tests.theatre.games import fallen_game
from towersim.common.units import Seat
from towersim.files.level import levels_dir
from towersim.match.match import Match
from towersim.match.record import SeatSpec, read
from towersim.rules import GAMES
from towersim.rules.base import Event, GameOver, Outcome
from towersim.rules.display import Counts
from towersim.rules.palace.log import Missed, PileTaken
from towersim.rules.push.log import Flipped, Rolled
from towersim.rules.rummu.log import CameOut, RoundOver
from towersim.theatre.margins import margin_of_tallest
from towersim.theatre.story import FEW, RULES, first_move, story
from towersim.theatre.timeline import Timeline

NAMES = ("Ada", "Bruno", "Clara")
SEEDS = [2, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2))]


def played(path: Path, game: str, seed: int, player: str) -> Timeline:
    """Return a whole game of three bots of a kind."""
    match = Match.new(game, [SeatSpec(name, player) for name in NAMES], seed=seed, record=path)
    finish(match)
    return Timeline(read(path))


def pictured(game: str) -> Timeline:
    """Return the game of the list of games."""
    return Timeline(read(levels_dir() / "pictures" / f"{game}.tower"))


def told(timeline: Timeline, title: str, margins: tuple[float | None, ...] = ()) -> str:
    """Return the sentence of the moment with a title."""
    return next(one.sentence for one in story(timeline, margins) if one.title == title)


def events(timeline: Timeline) -> list[Event]:
    return [event for move in timeline.moves for event in move.events]


def test_every_game_has_a_story() -> None:
    assert set(RULES) == {game for game in GAMES if game != "practice"}


def test_what_weighs_nothing_is_not_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    timeline = Timeline(fallen_game(path))
    tall, fall = story(timeline)
    rules = (lambda *_: [((0, 5), tall)], lambda *_: [((0.5,), fall)])
    monkeypatch.setattr("towersim.theatre.story.RULES", {"fawlty-towers": rules})
    assert story(timeline) == (fall,), "such as a blind card on a pile of none"


def test_the_worst_fall_and_the_tallest_tower_are_those_of_the_table(path: Path) -> None:
    timeline = Timeline(fallen_game(path))
    missed = "Bruno's move brings down 1 cube of 4."
    assert told(timeline, "Worst fall") == missed, "the others stand, though they are lost, too"
    assert told(timeline, "Tallest tower") == "Ada makes it 6.0 cm high: 3 cubes."
    assert told(pictured("bausack"), "Tallest tower").endswith(" pieces.")
    fall = next(one for one in story(timeline) if one.title == "Worst fall")
    assert timeline.moves[fall.move].falls_at is not None
    path.unlink()
    match = knocked(path)
    match.settle()
    match.close()
    assert told(Timeline(read(path)), "Worst fall") == "Ada's move brings down 5 cubes."


@pytest.mark.slow
def test_the_closest_call_is_the_move_with_the_least_margin() -> None:
    timeline = pictured("fawlty-towers")
    margins = tuple(margin_of_tallest(move.after) for move in timeline.moves)
    *_, last = story(timeline, margins)
    assert last.title == "Closest call"
    known = [margin for margin in margins[1:] if margin]
    assert margins[last.move] == min(known)
    assert story(timeline) == story(timeline, margins)[:-1], "without margins there is none"


def test_the_boldest_card_lay_above_most_others_and_the_boldest_bid_cost_most() -> None:
    bold = "Dmitri takes the yellow 5 (bricks), paying for 5 cards below it."
    assert told(pictured("fawlty-towers"), "Boldest card") == bold
    assert told(pictured("bausack"), "Boldest bid").startswith("Bruno pays 5 tokens and passes")


@pytest.mark.parametrize("seed", SEEDS)
def test_palace_tells_the_heaviest_pile_and_what_the_loser_held(tmp_path: Path, seed: int) -> None:
    timeline = played(tmp_path / "a.tower", "palace", seed, "low-first")
    piles = [event.pile for event in events(timeline) if isinstance(event, PileTaken | Missed)]
    assert Counts("cards", (max(piles),)).texts(1)[0] in told(timeline, "Heaviest pile")
    (loser,) = (n for n, left in enumerate(timeline.moves[-1].state.hands) if left)
    left = len(timeline.moves[-1].state.hands[loser])
    title = "Closest call" if left <= FEW else "Left over"
    assert told(timeline, title).startswith(NAMES[loser])


@pytest.mark.parametrize("seed", SEEDS)
def test_push_tells_the_worst_roll_and_the_lead(tmp_path: Path, seed: int) -> None:
    timeline = played(tmp_path / "a.tower", "push", seed, "reckoner")
    lost = max(len(event.lost) for event in events(timeline) if isinstance(event, Rolled))
    worst = next(one for one in story(timeline) if one.title == "Worst roll")
    rolls = [e for e in timeline.moves[worst.move].events if isinstance(e, Rolled)]
    assert max(len(roll.lost) for roll in rolls) == lost
    bold = next(one for one in story(timeline) if one.title == "Boldest turn")
    before, *turn = timeline.moves[first_move(timeline, bold) : bold.move + 1]
    assert before.seat != turn[0].seat
    assert {move.seat for move in turn} == {turn[0].seat}
    flipped = sum(isinstance(event, Flipped) for move in turn for event in move.events)
    assert f" flips {flipped} cards " in bold.sentence
    outcome = next(event.outcome for event in events(timeline) if isinstance(event, GameOver))
    first, second, _third = sorted(outcome.scores, reverse=True)
    title = "Closest call" if 10 * (first - second) <= first else "Clear win"
    sentence = told(timeline, title)
    assert (f" {first - second} point" in sentence) == (first > second)
    assert all(NAMES[seat] in sentence for seat in outcome.winners)
    over = GameOver(Outcome("Over.", (Seat(0),), (9, 5, 5)))
    ended: Any = SimpleNamespace(moves=[over], seen=lambda event, _viewer: [event], names=NAMES)
    ((_weight, moment),) = RULES["push"][-1](ended, ())
    assert moment.sentence == "Ada won, 4 points ahead of Bruno and Clara."


@pytest.mark.slow
def test_rummu_tells_the_longest_combination_and_the_worst_round(tmp_path: Path) -> None:
    timeline = played(tmp_path / "a.tower", "rummu", 13, "planner")
    happened = events(timeline)
    rounds = [event for event in happened if isinstance(event, RoundOver)]
    combinations = [one for event in rounds for one in event.table]
    longest = max(combinations, key=lambda one: len(one.cards))
    sentence = told(timeline, "Longest combination")
    assert sentence == f"{NAMES[longest.seat]} has a combination of {len(longest.cards)} cards."
    worst = -min(min(event.points) for event in rounds)
    assert f"loses {worst} points" in told(timeline, "Worst round")
    most = max(event.cards for event in happened if isinstance(event, CameOut))
    assert f"{most} cards" in told(timeline, "Boldest start")
