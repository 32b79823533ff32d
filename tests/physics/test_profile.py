"""The parameters of a named profile never change."""

import math

import msgspec
import pytest

from towersim.common.errors import OptionFault
from towersim.physics.profile import PROFILES, TABLE_1, TABLE_2, Profile, profile

TABLE_1_NUMBERS = {
    # A record holds only the name "table-1": a changed parameter would change every record of it.
    # An improved profile gets a new name and its own golden copy.
    "name": "table-1",
    "tick_hz": 120,
    "ladder": ((10, 8), (20, 16), (44, 32)),
    "top_steps": 64,
    "iterations": 10,
    "gravity": 9.81,
    "slop": 1e-4,
    "skin": 2.5e-5,
    "preload_rounds": 5,
    "preload_iterations": 1000,
    "preload_grading": 3.0,
    "scaled_from": math.inf,
    "uneven_from": math.inf,
    "scaled_to": 10.0,
    "narrow": math.inf,
    "skin_share": math.inf,
    "hand_force": 0.25,
    "hand_torque": 0.0025,
    "hand_speed": 0.8,
    "hand_turn": 6.0,
    "hand_gain": 0.3,
    "hand_slack": 0.02,
    "slow_damping": 4.0,
    "slow_damping_below": 0.03,
    "rest_speed": 0.0004,
    "rest_hold": 0.5,
    "rest_cap": 20.0,
    "portable": True,
}


TABLE_2_NUMBERS = TABLE_1_NUMBERS | {
    "name": "table-2",
    "scaled_from": 50.0,
    "uneven_from": 25.0,
    "narrow": 16.0,
    "skin_share": 1 / 600,
}


@pytest.mark.parametrize(("p", "numbers"), [(TABLE_1, TABLE_1_NUMBERS), (TABLE_2, TABLE_2_NUMBERS)])
def test_the_numbers_of_a_profile_are_golden(p: Profile, numbers: dict[str, object]) -> None:
    assert msgspec.structs.asdict(p) == numbers


def test_a_profile_is_found_by_its_own_name() -> None:
    assert {p.name: p for p in PROFILES.values()} == PROFILES
    assert profile("table-1") is TABLE_1


def test_the_fault_of_an_unknown_profile_lists_the_known_ones() -> None:
    with pytest.raises(OptionFault, match=r"'table-0': not known; there is table-1, table-2"):
        profile("table-0")


@pytest.mark.parametrize(
    ("storeys", "steps"),
    [(0, 8), (1, 8), (10, 8), (11, 16), (20, 16), (21, 32), (44, 32), (45, 64), (500, 64)],
)
def test_higher_stacks_take_more_steps(storeys: int, steps: int) -> None:
    assert TABLE_1.steps(storeys) == steps


@pytest.mark.parametrize("p", PROFILES.values(), ids=lambda p: p.name)
def test_the_ladder_of_steps_increases_with_height_in_every_profile(p: Profile) -> None:
    rungs = [*p.ladder, (10**9, p.top_steps)]
    assert rungs == sorted(set(rungs))
    assert [steps for _, steps in rungs] == sorted(steps for _, steps in rungs)


def test_seconds_are_rounded_to_ticks() -> None:
    assert [TABLE_1.ticks(s) for s in (0.0, 0.004, 0.005, 0.5, 20.0)] == [0, 0, 1, 60, 2400]
