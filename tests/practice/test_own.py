"""A challenge made of a scene: its kinds, goals and thresholds, its file; plans of attempts."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests import known
from tests.practice.planned import match_of
from tests.rules.practice.tables import challenge
from towersim.bots.table import bot, final_outcome
from towersim.common.errors import OptionFault
from towersim.common.units import BlockId, Pose, TowerId
from towersim.geometry.shapes import Box
from towersim.match.game import Game
from towersim.match.match import Match
from towersim.match.record import SeatSpec, read
from towersim.practice.own import Draft, own_challenges, plan_of, proof, save, solver_plan
from towersim.rules.base import StartTower, TakeBack
from towersim.rules.practice.challenge import Endless, Pull, Reach, Span, table_of
from towersim.rules.practice.state import Finish
from towersim.scene.scene import Block, Material, Scene, TableTop

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
    with Match.new("push", seats, seed=1, record=path) as match:
        final_outcome(match, {"uniform": bot("push", "uniform")})
    path.write_bytes(path.read_bytes().replace(b'"uniform"', b'"human"'))
    assert Game.loaded(read(path)).hand_proven
    assert proof(path) is None


def test_a_proof_that_cannot_be_read_is_set_aside_for_the_next(tmp_path: Path) -> None:
    path, made = tmp_path / "a.tower", challenge()
    with match_of(made, path) as match:
        match.put(StartTower("cube", TowerId(0)))
        match.submit(Finish())
    own = save(tmp_path, made, None).with_suffix(".tower")
    own.write_text("of a newer version")
    save(tmp_path, made, proof(path))
    assert (tmp_path / f"{own.name}.damaged").read_text() == "of a newer version"
    assert proof(own) is not None


def test_a_move_taken_back_is_no_part_of_a_plan(tmp_path: Path) -> None:
    path = tmp_path / "a.tower"
    match = match_of(challenge(), path)
    for x in (0.0, 0.1):
        match.drop(StartTower("cube", TowerId(0)), x)
        match.submit(TakeBack()) if x == 0.0 else None
    match.submit(Finish())
    match.close()
    plan = known(plan_of(read(path)))
    (step,) = plan.steps
    assert (step.kind, step.taken, round(step.at.x, 3), plan.measure) == ("cube", False, 0.1, 0.02)
    assert plan.next_step(step.rest) is None


def test_the_solver_makes_a_plan_for_a_challenge_without_one() -> None:
    pieces = (replace(challenge().pieces[0], count=2),)
    plan = known(solver_plan(challenge(pieces=pieces, stars=(0.01, 0.02, 0.04))))
    assert len(plan.steps) == 2
    assert plan.measure >= 0.04
    assert solver_plan(challenge(pieces=pieces, stars=(9.0, 9.0, 9.0))) is None
