"""Challenges of a day, of an endless row and of one's own, their plans, and the solver."""

import math
from collections.abc import Callable, Mapping
from contextlib import closing
from datetime import date, timedelta
from functools import cache
from itertools import combinations
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from tests.practice.planned import match_of
from tests.rules.practice.tables import challenge
from towersim.bots.solver import Solver
from towersim.bots.table import bot, final_outcome, turn
from towersim.common import dice
from towersim.common.errors import OptionFault
from towersim.common.messages import Message, plain
from towersim.common.units import BlockId, Pose, TowerId, Vec
from towersim.common.version import __version__
from towersim.files.challengefile import find_challenge
from towersim.geometry.shapes import Box
from towersim.match.game import Game
from towersim.match.match import Match
from towersim.match.record import SeatSpec, read
from towersim.match.replay import validate
from towersim.practice import generated
from towersim.practice.generated import solve
from towersim.practice.own import Draft, own_challenges, plan_of, proof, save, solver_plan
from towersim.rules.base import Outcome, StartTower, TakeBack
from towersim.rules.practice.challenge import (
    Challenge,
    Endless,
    InitialPiece,
    Piece,
    Pull,
    Reach,
    Span,
    faults,
    table_of,
)
from towersim.rules.practice.state import Finish
from towersim.scene.scene import Block, Material, Scene, TableTop
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


@pytest.mark.parametrize(
    "day", [TODAY, *(pytest.param(day, marks=pytest.mark.slow) for day in DAYS if day != TODAY)]
)
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
    assert kept is not None
    assert isinstance(kept.title, Message)
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
    assert match.outcome is not None
    assert match.outcome.measure == 4.0
    assert validate(read(path)).first_divergence is None
    assert len(Game.loaded(read(path)).table.figures()) == 4


def test_generated_challenges_are_found_by_name() -> None:
    day = generated.named("daily", TODAY)
    assert day is not None
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


STONE = Material(2400.0, 0.7)


def block(name: str, x: float, material: Material = STONE, *, fixed: bool = False) -> Block:
    return Block(BlockId(name), Box(0.04, 0.04), material, 0.03, Pose(x, 0.02, 0.0), fixed=fixed)


PIERS = (block("a", -0.1, fixed=True), block("b", 0.2, fixed=True))
BRICKS = (block("brick-1", 0.0), block("brick-2", 0.05), block("brick-3", 0.1, Material()))
DRAFT = Draft(Scene(TableTop(), (*BRICKS, *PIERS)), supply={"brick": 2})


def test_blocks_of_one_shape_and_material_are_a_kind() -> None:
    assert {kind: len(blocks) for kind, blocks in DRAFT.kinds.items()} == {"brick": 2, "brick-2": 1}
    made = replace(DRAFT, cleared=frozenset({"brick"}), supply={"brick-2": 4}).challenge()
    assert [(piece.kind, piece.count) for piece in made.pieces] == [("brick-2", 4)]
    assert [piece.at.x for piece in made.standing] == [0.1]
    assert table_of(made).room == "hand", "it stays where it was made"


def test_goals_follow_the_scene() -> None:
    assert DRAFT.with_goal("span").challenge().goal == Span(("pier 1", "pier 2"))
    assert DRAFT.with_goal("reach").rule == Reach(0.22)
    pull = replace(DRAFT.with_goal("pull"), piece="brick-2").challenge()
    assert (pull.goal, pull.take_out) == (Pull("brick-2"), ("brick-2",))
    assert not any(piece.count for piece in pull.pieces), "nothing is placed there"
    assert not {"span", "pull"} & set(Draft(Scene(TableTop(), PIERS[:1])).goals)
    assert "endless" not in Draft(Scene(TableTop(), BRICKS)).goals
    endless = DRAFT.with_goal("endless")
    with pytest.raises(OptionFault, match="no piece may stand on the table itself"):
        endless.challenge()
    assert replace(endless, cleared=frozenset(DRAFT.kinds)).challenge().goal == Endless()


def test_thresholds_stay_in_order() -> None:
    assert DRAFT.with_star(1, 1).stars == (0.05, 0.095, 0.13)
    high = DRAFT
    for _step in range(20):
        high = high.with_star(0, 1)
    assert high.stars == (0.15, 0.15, 0.15)
    assert DRAFT.with_goal("span").with_star(2, 1).stars == (3, 2, 2)
    assert DRAFT.with_goal("span").with_star(0, -1).with_star(0, -1).stars == (1, 1, 1)
    assert DRAFT.as_reached(0.1004).stars == (0.06, 0.08, 0.1)


def test_a_scene_without_a_loose_block_or_a_piece_to_place_is_no_challenge() -> None:
    with pytest.raises(OptionFault, match="Put a piece of each kind"):
        Draft(Scene(TableTop(), PIERS)).challenge()
    with pytest.raises(OptionFault, match="Choose how many pieces"):
        replace(DRAFT, supply={}).challenge()
    assert replace(DRAFT, supply={}, goal="pull").challenge().take_out == ("brick",)


def test_what_stands_at_the_start_earns_no_star() -> None:
    plank = Block(BlockId("plank-1"), Box(0.3, 0.01), STONE, 0.03, Pose(0.05, 0.045, 0.0))
    bridged = Draft(Scene(TableTop(), (*PIERS, plank)), supply={"plank": 2})
    with pytest.raises(OptionFault, match="It has three stars before the first move"):
        bridged.with_goal("span").challenge()
    assert replace(bridged.with_goal("span"), cleared={"plank"}).challenge().standing == ()
    with pytest.raises(OptionFault, match="It has one star before the first move"):
        bridged.challenge()
    assert bridged.with_goal("height").challenge().stars == (0.1, 0.14, 0.18)


def test_every_challenge_has_a_file_of_its_own_and_a_damaged_one_is_told(tmp_path: Path) -> None:
    made = replace(DRAFT, title="Über/2").challenge()
    another = replace(DRAFT, title="Über/2", hand="shaky").challenge()
    names = [save(tmp_path, one, None).name for one in (made, another) * 2]
    assert names == ["own-uber-2.toml", "own-uber-2-2.toml"] * 2, "the same is saved once"
    (tmp_path / "own-bad.toml").write_text("format = 2", encoding="utf-8")
    found, why = own_challenges(tmp_path)
    assert [(own.challenge.title, own.offered) for own in found] == [("Über/2", 0), ("Über/2 2", 0)]
    assert "own-bad.toml" in why


def test_a_record_of_another_game_proves_nothing(tmp_path: Path) -> None:
    path, seats = tmp_path / "own-a.tower", [SeatSpec(name, "uniform") for name in ("Ada", "Eva")]
    with closing(Match.new("push", seats, seed=1, record=path)) as match:
        final_outcome(match, {"uniform": bot("push", "uniform")})
    path.write_bytes(path.read_bytes().replace(b'"uniform"', b'"human"'))
    assert Game.loaded(read(path)).hand_proven
    assert proof(path) is None


def test_a_move_taken_back_is_no_part_of_a_plan(tmp_path: Path) -> None:
    path = tmp_path / "a.tower"
    match = match_of(challenge(), path)
    for x in (0.0, 0.1):
        match.drop(StartTower("cube", TowerId(0)), x)
        match.submit(TakeBack()) if x == 0.0 else None
    match.submit(Finish())
    match.close()
    plan = plan_of(read(path))
    assert plan is not None
    (step,) = plan.steps
    assert (step.kind, step.taken, round(step.at.x, 3), plan.measure) == ("cube", False, 0.1, 0.02)
    assert plan.next_step(step.rest) is None


def test_the_solver_makes_a_plan_for_a_challenge_without_one() -> None:
    pieces = (replace(challenge().pieces[0], count=2),)
    plan = solver_plan(challenge(pieces=pieces, stars=(0.01, 0.02, 0.04)))
    assert plan is not None
    assert len(plan.steps) == 2
    assert plan.measure >= 0.04
    assert solver_plan(challenge(pieces=pieces, stars=(9.0, 9.0, 9.0))) is None


LONG = ("two-arms", "lopsided", "on-end")
"""The challenges with the longest search; the steps of the solver are the same for all."""


@pytest.mark.parametrize(
    "name",
    [
        *("three-posts", "harmonic", "the-right-foot"),
        *(pytest.param(name, marks=pytest.mark.slow) for name in LONG),
    ],
)
def test_the_solver_reaches_three_stars(name: str) -> None:
    assert solve(find_challenge(name)).stars == 3


def test_the_same_seed_gives_the_same_attempt() -> None:
    asked = find_challenge("two-bricks")
    assert solve(asked, 4) == solve(asked, 4)


@pytest.mark.parametrize(
    ("xs", "left"), [((0.03, 0.05), 0.05), ((0.05, 0.03), 0.05), ((0.045,), 0.045)]
)
def test_the_solver_takes_the_weight_without_which_all_stands_firmest_and_never_the_last(
    xs: tuple[float, ...], left: float
) -> None:
    """Either of two weights may go, but the beam falls without any."""
    sizes = {"beam": (0.12, 0.01), "counter": (0.02, 0.03), "weight": (0.02, 0.02)}
    wood = Material()
    spots = (("beam", 0.0), ("counter", -0.04), *(("weight", x) for x in xs))
    asked = challenge(
        fixed=(Block(BlockId("pier"), Box(0.02, 0.04), wood, 0.02, Pose(0, 0.02, 0), fixed=True),),
        pieces=tuple(Piece(kind, Box(*size), wood, 0.02) for kind, size in sizes.items()),
        standing=tuple(
            InitialPiece(kind, Pose(x, (0.04 if kind == "beam" else 0.05) + sizes[kind][1] / 2, 0))
            for kind, x in spots
        ),
        take_out=("weight",),
        goal=Pull("weight"),
        stars=(1, 1, 1),
    )
    match = match_of(asked)
    for _ in turn(match, Solver()):
        pass
    stands = [p.pose.x for tower in match.table.towers for p in tower if p.kind == "weight"]
    assert stands == [left]
