"""The frames stored for the ticks of a move."""

import tracemalloc

import numpy as np
from hypothesis import given, strategies as st

from towersim.common.units import TowerId
from towersim.table.placing import Frame
from towersim.theatre.simulation import Frames

BLOCKS = 3
moving = st.lists(
    st.tuples(
        st.lists(st.sampled_from([0.0, -1.5, 1e-9]), min_size=BLOCKS, max_size=BLOCKS),
        st.booleans(),
        st.frozensets(st.sampled_from([TowerId(0), TowerId(1)])),
    ),
    min_size=1,
    max_size=8,
)


@given(moving)
def test_every_frame_is_restored_exactly(
    ticks: list[tuple[list[float], bool, frozenset[TowerId]]],
) -> None:
    frames = Frames()
    added = [Frame(np.outer(xs, [1.0, 2.0, 3.0]), holds, gone) for xs, holds, gone in ticks]
    for frame in added:
        frames.add(frame)
    assert len(frames) == len(added)
    for tick, frame in enumerate(added, 1):
        kept = frames.at(tick)
        assert np.array_equal(kept.poses, frame.poses)
        assert kept[1:] == frame[1:]


def test_a_table_without_blocks_has_frames() -> None:
    (frames := Frames()).add(Frame(np.zeros((0, 3)), holds=False, cleared=frozenset()))
    assert frames.at(1).poses.shape == (0, 3)


def test_blocks_at_rest_take_no_memory() -> None:
    poses, frames = np.zeros((40, 3)), Frames()
    tracemalloc.start()
    for _ in range(5000):
        poses[-1] += 0.001
        frames.add(Frame(poses.copy(), holds=True, cleared=frozenset()))
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert used < 400_000, "all poses of all ticks are five megabytes"
