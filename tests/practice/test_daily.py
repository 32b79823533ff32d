"""Generated challenges: those of a day, and endless ones."""

import math
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from functools import cache
from itertools import combinations
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from tests import known
from tests.examples import slow
from tests.practice.planned import match_of
from towersim.common import dice
from towersim.common.errors import OptionFault
from towersim.common.messages import Message, plain
from towersim.common.units import BlockId, Pose, TowerId, Vec
from towersim.common.version import __version__
from towersim.geometry.shapes import Box
from towersim.match.game import Game
from towersim.match.record import read
from towersim.match.replay import validate
from towersim.practice import generated
from towersim.rules.base import Outcome, StartTower
from towersim.rules.practice.challenge import Challenge, faults, table_of
from towersim.rules.practice.state import Finish
from towersim.scene.scene import Block, Material, Scene
from towersim.statics.equilibrium import signed_margin

TODAY = date(2026, 11, 21)
DAYS = {
    TODAY: "reach",
    date(2026, 11, 25): "span",
    date(2026, 11, 27): "height",
    date(2026, 11, 30): "tilt",
    date(2026, 12, 12): "pull",
}


def stars_by_goal(stars: Mapping[str, int]) -> Callable[[Challenge], Outcome]:
    """Return a solver that reaches given stars by kind of goal, and none for other kinds."""
    return lambda made: Outcome("", (), (), stars=stars.get(made.goal.tag, 0))


@cache
def of_day(day: date) -> Challenge:
    """Return the challenge of a day, cached for several tests."""
    return generated.daily_challenge(day)


@pytest.mark.parametrize("day", [TODAY, *(slow(day) for day in DAYS if day != TODAY)])
def test_the_date_alone_determines_the_challenge(day: date) -> None:
    made = of_day(day)
    assert made.goal.tag == DAYS[day]
    assert made.name == f"daily-{day}"
    assert not list(faults(made))


def test_a_kept_challenge_is_of_its_day_and_of_this_version(tmp_path: Path) -> None:
    path, made = tmp_path / "daily.json", of_day(TODAY)
    assert generated.kept_daily(path, TODAY) is None
    generated.keep_daily(path, made)
    kept = generated.kept_daily(path, TODAY)
    assert kept == made
    assert isinstance(made.title, Message)
    assert isinstance(known(kept).title, Message)
    assert generated.kept_daily(path, TODAY + timedelta(days=1)) is None
    text = path.read_text(encoding="utf-8")
    for other in (text.replace(__version__, "0.0.1"), text[:-9], "spam", '{"version":1}'):
        path.write_text(other, encoding="utf-8")
        assert generated.kept_daily(path, TODAY) is None


def test_a_challenge_that_the_solver_does_not_solve_is_not_offered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("towersim.practice.generated.solve", stars_by_goal({"tilt": 3}))
    assert all(generated.daily_challenge(day).goal.tag == "tilt" for day in DAYS)


def test_if_all_tries_are_too_hard_the_one_with_the_most_stars_is_offered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("towersim.practice.generated.TRIES", 2)
    for stars, kinds in (({"height": 1, "span": 2}, {"span"}), ({}, set(generated.MAKERS))):
        monkeypatch.setattr("towersim.practice.generated.solve", stars_by_goal(stars))
        made = generated.daily_challenge(TODAY)
        assert made == generated.daily_challenge(TODAY)
        assert made.goal.tag in kinds
        assert made.name == f"daily-{TODAY}"
        assert not list(faults(made))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(31))
def test_every_day_of_a_month_has_a_challenge(number: int) -> None:
    made = generated.daily_challenge(date(2027, 1, 1) + timedelta(number))
    assert not list(faults(made))
    assert generated.solve(made).stars == 3


def test_an_overhang_is_rated_by_shares_of_the_exact_reach() -> None:
    made = generated.overhang(dice.stream(1, "test"))
    (brick,) = made.pieces
    assert isinstance(brick.shape, Box)
    exact = generated.harmonic_reach(brick.count, brick.shape.width)
    for star, share in zip(made.stars, generated.REACH_SHARES, strict=True):
        assert 0 <= share * exact - star < 0.005
        assert 1000 * star % 5 == 0, "a number to remember"


@pytest.mark.parametrize("kind", generated.MAKERS)
def test_every_generated_challenge_can_be_played(kind: str) -> None:
    for seed in range(20):
        made = generated.MAKERS[kind](dice.stream(seed, "test"))
        assert not list(faults(made))
        assert table_of(made).spots
        numbered = any(piece.kind[-1].isdigit() for piece in made.pieces)
        assert not numbered, "a hint says 'the largest block', not 'the block 1'"
    solved = generated.solve(generated.MAKERS[kind](dice.stream(3, "test")))
    assert solved.stars == 3, "or no day would have this goal"


def test_statics_lets_as_many_legs_be_taken_out_as_the_third_star_wants() -> None:
    made = generated.legs(dice.stream(2, "test"))
    scene = match_of(made).table.scene()

    def stands(out: tuple[Block, ...]) -> bool:
        left = tuple(block for block in scene.blocks if block not in out)
        return signed_margin(replace(scene, blocks=left)) > 0

    legs = [block for block in scene.blocks if block.id.startswith("post")]
    assert any(map(stands, combinations(legs, int(made.stars[2]))))
    assert not any(map(stands, combinations(legs, int(made.stars[2]) + 1)))


@pytest.mark.parametrize("seed", [0, 1])
def test_the_hint_of_a_column_names_the_tilt_at_which_it_tips_or_slides(seed: int) -> None:
    made = generated.column(dice.stream(seed, "test"))
    (piece,) = made.pieces
    assert isinstance(piece.shape, Box)
    wide, high = piece.shape.width, piece.shape.height
    heights = [(n + 0.5) * high for n in range(piece.count - generated.SPARE)]
    straight = Scene.boxes([[0.0, y, 0.0, wide, high] for y in heights])
    told = generated.hint_of(made).values["degrees"]
    assert told == pytest.approx(math.degrees(math.atan(signed_margin(straight))))


def test_an_endless_challenge_is_determined_by_its_number() -> None:
    first, second = generated.endless_challenge(1), generated.endless_challenge(2)
    assert first == generated.endless_challenge(1)
    assert first.pieces != second.pieces
    assert first.growth > 0
    assert first.hand != "none", "there must be a tremor that grows"
    for number in range(1, 20):
        assert not list(faults(generated.endless_challenge(number)))


def test_an_endless_record_with_more_pieces_than_its_first_supply_replays(tmp_path: Path) -> None:
    plate = Block(BlockId("plate"), Box(1.0, 0.02), Material(), 0.03, Pose(0, 0.01, 0), fixed=True)
    made, path = generated.endless_challenge(1), tmp_path / "endless.tower"
    pieces = (replace(made.pieces[0], count=1),)
    few = replace(made, fixed=(plate,), pieces=pieces, pick_up=Vec(-0.45, 0.1))
    match = match_of(few, path)
    for number in range(4):
        place = StartTower(pieces[0].kind, TowerId(number))
        match.drop(place, -0.3 + 0.2 * number, 0.0)
    match.submit(Finish())
    match.close()
    assert known(match.outcome).measure == 4.0
    assert validate(read(path)).first_divergence is None
    assert len(Game.loaded(read(path)).table.figures()) == 4


def test_generated_challenges_are_found_by_name() -> None:
    day = known(generated.named("daily", TODAY))
    assert day == generated.named("daily-2026-11-21", date(2000, 1, 1))
    assert generated.named("far-out", TODAY) is None
    assert generated.named("endless", TODAY) == generated.endless_challenge(1)
    assert generated.named("endless-17", TODAY) == generated.endless_challenge(17)
    with pytest.raises(OptionFault, match="daily-2026-11-22"):
        generated.named("daily-tomorrow", TODAY)
    for wrong in ("endless-on", "endless-"):
        with pytest.raises(OptionFault, match="endless-17"):
            generated.named(wrong, TODAY)
    with pytest.raises(OptionFault, match="it looks like daily-2026-11-22"):
        generated.named("daily-", TODAY)


def test_a_generated_challenge_read_from_a_record_has_translatable_messages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    daily = []
    for kind in generated.MAKERS:
        monkeypatch.setattr("towersim.practice.generated.solve", stars_by_goal({kind: 3}))
        daily.append(generated.daily_challenge(TODAY))
    assert {made.goal.tag for made in daily} == set(DAYS.values())
    for made in (*daily, generated.endless_challenge(3)):
        kept = msgspec.convert(msgspec.to_builtins(made, enc_hook=plain), Challenge)
        assert type(kept.hint) is str
        again = generated.in_words(kept)
        assert again == made
        for one, other in ((again.title, made.title), (again.hint, made.hint)):
            assert isinstance(one, Message)
            assert isinstance(other, Message)
            assert one.template == other.template
