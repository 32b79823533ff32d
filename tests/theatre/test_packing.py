"""Packed poses: the error is at most half a unit."""

import pytest
from hypothesis import given, strategies as st

from tests.theatre.unpacking import unpacked
from towersim.common.units import Pose
from towersim.theatre.page import LENGTH, TURN, packed, units

NUMBERS = st.integers(-(2**40), 2**40)


@given(st.lists(st.tuples(NUMBERS, NUMBERS, NUMBERS), max_size=30))
def test_unpacking_reverses_packing(track: list[tuple[int, int, int]]) -> None:
    assert unpacked(packed(track)) == track


def test_a_block_at_rest_costs_three_bytes_a_frame() -> None:
    assert len(packed([(5000, 300, 0)] * 101)) == len(packed([(5000, 300, 0)])) + 300


def test_units_are_far_finer_than_a_tenth_of_a_millimetre() -> None:
    x, y, angle = units(Pose(0.123456, 0.65432, -3.14159))
    assert x * LENGTH == pytest.approx(0.123456, abs=1.01e-5)
    assert y * LENGTH == pytest.approx(0.65432, abs=1.01e-5)
    assert angle * TURN == pytest.approx(-3.14159, abs=1.01e-4)
