"""The part of the table that the camera of a watched game frames."""

from tests.matches import GOLDEN
from towersim.geometry.shapes import extent
from towersim.match.record import read
from towersim.theatre.focus import focus
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
