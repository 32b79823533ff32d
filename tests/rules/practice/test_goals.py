"""The measure of a table at rest, for each goal."""

from typing import Any

from msgspec import structs

from tests.rules.practice.tables import RULES, begun, box, challenge, pier, standing
from towersim.common.units import TowerId
from towersim.geometry.shapes import Box, Circle
from towersim.rules.base import Survey
from towersim.rules.practice import challenge as practice
from towersim.rules.practice.goals import (
    dropped,
    is_in_place,
    is_joined,
    measured,
    out_of_place,
    stack_height,
    stars_left,
)
from towersim.scene.scene import Material

A, B = TowerId(0), TowerId(1)
CUBES, ONE = ("cube", "cube", None), ("cube", None, None)
PIERS = (pier("a", -0.1), pier("b", 0.1))
SPAN = challenge(goal=practice.Span(("a", "b")), fixed=PIERS)
JOINED = challenge(joined=("a", "b"), fixed=PIERS)
TOPPLE = challenge(goal=practice.Topple("cube", 0.1, "right", 0.025))
RAISE = challenge(goal=practice.Raise("cube"))


def seen(
    *boxes: object, touching: tuple[object, ...] = (), fell: tuple[TowerId, ...] = ()
) -> Survey:
    padded = (*boxes, *(None,) * (3 - len(boxes)))
    return Survey((), padded, touching, fell=fell)  # type: ignore[arg-type]


def test_height_is_that_of_the_highest_point() -> None:
    assert measured(challenge(), CUBES, 2, seen(box(0, 0.01), box(0, 0.03))) == 0.04
    assert measured(challenge(), (None,) * 3, 0, seen()) == 0.0


def test_reach_counts_from_the_edge() -> None:
    asked = challenge(goal=practice.Reach(0.1))
    assert measured(asked, CUBES, 2, seen(box(0.05, 0.01), box(0.12, 0.03))) == 0.03


def test_raising_measures_the_lowest_point_of_the_named_piece() -> None:
    assert measured(RAISE, ONE, 1, seen(box(0, 0.05))) == 0.04
    assert measured(RAISE, (None,) * 3, 1, seen()) is None


def test_a_span_is_a_chain_of_contacts_without_a_piece_on_the_floor() -> None:
    boxes = (box(-0.05, 0.11, 0.1), box(0.05, 0.11, 0.1))
    chain = ((A, "a"), (A, B), (B, "b"))
    assert measured(SPAN, CUBES, 2, seen(*boxes, touching=chain)) == 2
    assert measured(SPAN, CUBES, 2, seen(*boxes, touching=chain[:2])) is None
    on_floor = (*chain, (B, ""))
    assert measured(SPAN, CUBES, 2, seen(*boxes, touching=on_floor)) is None
    outside = (box(-0.13, 0.02, 0.04), box(0.13, 0.02, 0.04))
    by_the_table = ((A, "a"), (A, ""), (B, ""), (B, "b"))
    assert measured(SPAN, CUBES, 2, seen(*outside, touching=by_the_table)) is None


def test_a_span_counts_the_pieces_that_did_not_stand_at_the_start() -> None:
    asked = structs.replace(SPAN, standing=(standing(),))
    beam = seen(None, box(0.0, 0.11, 0.2), touching=((B, "a"), (B, "b")))
    assert measured(asked, CUBES, 1, beam) == 1


def test_a_piece_on_the_floor_is_between_the_piers_if_its_middle_is() -> None:
    floor = ((A, ""), (A, "a"), (A, "b"))
    for x, between in ((-0.11, False), (-0.09, True), (0.09, True), (0.11, False)):
        over_a_pier = seen(box(x, 0.02, 0.04), touching=floor)
        assert out_of_place(SPAN, over_a_pier) == ((A,) if between else ())
        assert measured(SPAN, ONE, 1, over_a_pier) == (None if between else 1)


def test_two_sides_are_joined_by_contacts() -> None:
    assert is_joined(JOINED, seen(box(0, 0.11, 0.2), touching=((A, "a"), (A, "b"))))
    assert not is_joined(JOINED, seen(box(0, 0.11, 0.2), touching=((A, "a"),)))
    assert is_joined(challenge(), seen())


def test_a_load_must_be_between_the_marks_and_above_the_least_height() -> None:
    asked = challenge(goal=practice.Load("cube", 0.02, (-0.02, 0.02)))
    assert is_in_place(asked, ONE, seen(box(0.005, 0.04)))
    assert not is_in_place(asked, ONE, seen(box(0.015, 0.04))), "it is half out"
    assert not is_in_place(asked, ONE, seen(box(0.0, 0.01))), "it is not up"
    assert not is_in_place(asked, (None,) * 3, seen()), "it is in the supply"
    assert is_in_place(challenge(), ONE, seen()), "no other goal has a place"


def test_a_piece_that_must_be_absent_makes_the_measure_void() -> None:
    asked = challenge(absent=("cube",))
    assert measured(asked, CUBES, 2, seen(box(0, 0.01), box(0, 0.03))) is None


def test_the_measure_of_a_test_is_the_strength_it_found() -> None:
    assert measured(challenge(goal=practice.Tilt()), CUBES, 2, Survey((), strength=12.5)) == 12.5


def test_pulling_counts_the_named_pieces_taken_out() -> None:
    asked = challenge(goal=practice.Pull("cube"), standing=(standing(), standing(y=0.03)))
    assert measured(asked, ONE, 1, seen(box(0, 0.01))) == 1


def test_a_piece_is_toppled_if_it_lies_low_beyond_the_line() -> None:
    assert measured(TOPPLE, ONE, 1, seen(box(0.12, 0.01))) == 1
    assert measured(TOPPLE, ONE, 1, seen(box(0.12, 0.05))) is None, "it is not down"
    assert measured(TOPPLE, ONE, 1, seen(box(-0.12, 0.01))) is None, "it is on the other side"
    assert measured(TOPPLE, CUBES, 1, seen(box(0.12, 0.01), box(0.15, 0.05))) is None, "one is not"
    left = challenge(goal=practice.Topple("cube", 0.1, "left", 0.025))
    assert measured(left, ONE, 1, seen(box(0.08, 0.01))) == 1
    for goal in (TOPPLE, left):
        assert measured(goal, ONE, 1, seen(box(0.1, 0.01))) is None, "it lies on the line"


def test_endless_building_counts_pieces_until_one_lies_on_the_table() -> None:
    asked = challenge(goal=practice.Endless(), stars=(1, 2, 3))
    state, up = begun(asked), seen(box(0, 0.05), box(0, 0.07))
    assert measured(asked, CUBES, 2, up) == 2
    assert not RULES.measured(state, up).dropped
    assert RULES.measured(state, seen(box(0, 0.05), box(0, 0.01), touching=((B, ""),))).dropped


def test_a_fall_is_more_than_five_millimetres_except_for_the_held_piece() -> None:
    before = (0.02, 0.0, None)

    def fell(*boxes: object, spared: TowerId | None = None) -> bool:
        return dropped(before, seen(*boxes)._replace(fell=None), spared)

    assert not fell(box(0, 0.026), box(0, 0.01))
    assert fell(box(0, 0.024), box(0, 0.01))
    assert fell(box(0, 0.03), None)
    assert not fell(box(0, 0.03), None, spared=B)


def test_a_fall_is_what_the_verdict_says_where_a_record_holds_it() -> None:
    before = (0.02, 0.0, None)
    lower = seen(box(0, 0.024), box(0, 0.01))
    assert not dropped(before, lower, None)
    assert dropped(before, lower._replace(fell=(A,)), None)
    assert not dropped(before, lower._replace(fell=(A,)), A)
    assert dropped(before, seen(box(0, 0.03), None), None)
    assert not dropped(before, seen(box(0, 0.03), None), B)


def test_a_fallen_piece_counts_in_no_goal_but_a_fall() -> None:
    high = seen(box(0, 0.05), box(0.12, 0.01))
    fallen = high._replace(fell=(A,))
    assert measured(challenge(), CUBES, 2, fallen) == 0.02
    assert measured(RAISE, ONE, 1, fallen) is None
    assert measured(TOPPLE, CUBES, 2, fallen) is None
    assert measured(TOPPLE, ONE, 1, seen(box(0.12, 0.01), fell=(A,))) == 1
    beam = seen(box(0, 0.11, 0.2), touching=((A, "a"), (A, "b")), fell=(A,))
    assert not is_joined(JOINED, beam)
    loaded = challenge(goal=practice.Load("cube", 0.02))
    assert not is_in_place(loaded, ONE, seen(box(0, 0.05), fell=(A,)))


def test_the_stars_that_are_left_follow_from_the_stack_the_pieces_used_and_the_touches() -> None:
    def left(placed: int, value: float | None = 0.0, high: float = 0.0, **changes: Any) -> int:
        state = begun(challenge(**changes), value)
        now = structs.replace(state.now, blocks=("cube",) * placed + (None,) * (3 - placed))
        now = structs.replace(now, value=value, height=high, touches=placed)
        return stars_left(RULES.view(structs.replace(state, now=now), None))

    assert [left(placed, high=0.02 * (placed > 0)) for placed in range(4)] == [3, 3, 2, 1]
    assert left(2, high=0.02, take_out=("cube",)) == 3, "what can be taken out is stacked again"
    disc = (practice.Piece("disc", Circle(0.005), Material(), 0.02, 3),)
    assert left(0, pieces=disc) == 1
    assert (
        left(1, goal=practice.Reach(0.0)) == left(1, goal=practice.Tilt(), least_height=0.04) == 3
    )
    assert left(1, goal=practice.Tilt(), least_height=0.05) == 0
    out: dict[str, Any] = {"goal": practice.Reach(0.0), "stars": (0.01, 0.03, 0.1)}
    assert (left(3, 0.04, **out), left(3, None, **out), left(2, 0.04, **out)) == (2, 0, 3)
    many: dict[str, Any] = {"goal": practice.Quake(), "least_pieces": 4}
    assert (left(3, **many), left(3, take_out=("cube",), **many)) == (0, 3)
    assert left(3, goal=practice.Quake(), least_pieces=3) == 3
    ends: dict[str, Any] = {"goal": SPAN.goal, "fixed": PIERS, "stars": (3, 2, 1)}
    assert [left(placed, None, **ends) for placed in (1, 2, 3)] == [3, 2, 1]
    assert left(3, None, take_out=("cube",), **ends) == 3
    few: dict[str, Any] = {"goal": practice.Topple("cube", 0.0, "left", 0.1), "stars": (3, 2, 1)}
    assert (left(1, None, **few), left(1, 1, **few), left(3, None, **few)) == (2, 3, 0)
    up: dict[str, Any] = {"goal": practice.Raise("cube"), "stars": (0.01, 0.03, 0.1)}
    assert [left(n, None, **up) for n in range(4)] == [2, 1, 0, 0], "others may carry the last one"
    assert (left(1, 0.04, **up), left(3, 0.04, **up)) == (2, 2)
    assert left(0, None, fixed=(pier("a", 0.0),), **up) == 3


def test_a_box_is_stacked_on_its_short_side() -> None:
    plank = (practice.Piece("plank", Box(0.06, 0.01), Material(), 0.02, 2),)
    assert stack_height(RULES.view(begun(challenge(pieces=plank)), None)) == 0.12
