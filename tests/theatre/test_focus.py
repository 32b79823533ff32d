"""The part of the table that the camera of a watched game frames."""

from tests.matches import GOLDEN
from towersim.common.units import BlockId, Pose, TowerId
from towersim.geometry.shapes import Box, bounding_radius, extent
from towersim.match.record import read
from towersim.table.table import Figure
from towersim.theatre.focus import Focus, MovingPart, focus
from towersim.theatre.timeline import Timeline


def test_low_towers_are_framed_closely_and_whole() -> None:
    timeline = Timeline(read(GOLDEN))
    for index, move in enumerate(timeline.moves):
        low, high, top = focus(timeline, index)
        assert high - low < timeline.setup.table.width * 0.7
        assert top < 0.32
        for block in move.after.scene().blocks:
            least, most = extent(block.shape, block.pose)
            assert low < least.x < most.x < high
            assert most.y < top


def figure(x: float, y: float, *, held: bool = False) -> Figure:
    """Return a cube of 20 mm."""
    return Figure(BlockId("a"), "red", Box(0.02, 0.02), Pose(x, y, 0.0), TowerId(0), held=held)


def after(*moments: Figure) -> tuple[Focus | None, Focus | None]:
    """Return the part swept and the part at last, of one block from its rest on."""
    moving = MovingPart()
    moving.begin(moments[:1])
    for moment in moments:
        moving.see([moment])
    return moving.swept, moving.now


def test_a_moving_part_grows_with_the_motion() -> None:
    rest, far = figure(0.0, 0.1), bounding_radius(Box(0.02, 0.02))
    assert after(rest, figure(0.001, 0.1)) == (None, None), "it only trembles"
    there = Focus(0.1 - far, 0.1 + far, 0.05 + far)
    assert after(rest, figure(0.1, 0.05)) == (there, there)
    both = Focus(0.1 - far, 0.3 + far, 0.05 + far)
    last = Focus(0.3 - far, 0.3 + far, 0.01 + far)
    assert after(rest, figure(0.1, 0.05), figure(0.3, 0.01)) == (both, last)
    assert after(rest, figure(0.1, 0.05), figure(0.9, -0.4)) == (there, None), "it left the table"


def test_the_block_in_the_hand_is_no_motion_until_it_is_released() -> None:
    carried = figure(0.0, 0.3, held=True), figure(0.2, 0.3, held=True)
    assert after(*carried, figure(0.2, 0.3)) == (None, None)
    assert after(*carried, figure(0.2, 0.3), figure(0.2, 0.2))[0] is not None
