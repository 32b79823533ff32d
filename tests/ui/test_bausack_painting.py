"""Painting in Bausack is spread over frames: slow pictures are painted ahead, in parts."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest
from msgspec.structs import replace

from tests.ui.bausack import built, pile, play, ready, still, table, take
from tests.ui.pilot import Pilot, window
from towersim.match.record import SeatSpec
from towersim.ui.drawing import room as draw_room
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.games.bausack.draw_pile import AT_ONCE, Pile
from towersim.ui.games.bausack.messages import help_with_bids
from towersim.ui.language import language

OTHER_SIZES = ((800, 600), (1920, 1080), (2560, 1440))


@pytest.fixture(name="painted")
def count_places(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list of painted pieces, in order."""
    found: list[str] = []
    paint: Callable[..., None] = Pile._paint_place

    def counted(self: Pile, boards: pygame.Surface, place: Any, look: Any) -> None:
        found.append(place.kind)
        paint(self, boards, place, look)

    monkeypatch.setattr(Pile, "_paint_place", counted)
    return found


def drawn(pilot: Pilot, times: int) -> None:
    """Draw some frames without advancing time."""
    for _ in range(times):
        pilot.app.draw()


def test_the_pile_is_painted_in_parts_before_it_is_opened(
    tmp_path: Path, painted: list[str]
) -> None:
    with window(tmp_path, match=built(2, "brick", "bridge")) as pilot:
        pilot.frames(2)
        assert 0 < len(painted) <= 4 * AT_ONCE
        pilot.key(pygame.K_o)
        pilot.frames(60)
        assert sorted(painted) == sorted(pilot.match.setup.pieces)
        painted.clear()
        pilot.key(pygame.K_o)
        drawn(pilot, 1)
        assert not painted


def test_only_the_changed_place_of_the_pile_is_repainted(
    tmp_path: Path, painted: list[str]
) -> None:
    with window(tmp_path, match=built(2, "brick", "bridge")) as pilot:
        ready(pilot)
        pilot.frames(60)
        drawn(pilot, 1)
        painted.clear()
        frame = pilot.frame
        seat = play(pilot).seat
        view = pilot.match.view(seat)
        fewer = replace(view, supply=tuple(kind for kind in view.supply if kind != "egg"))
        owners = {**frame.owners, "egg": seat}
        canvas = Canvas(pygame.Surface((1280, 720)), pilot.app.context.viewport)
        pile(pilot).draw(canvas, fewer, owners, "", "")
        assert painted == ["egg"]


@pytest.mark.parametrize(
    "size", [(1280, 720), *(pytest.param(at, marks=pytest.mark.slow) for at in OTHER_SIZES)]
)
def test_the_card_says_in_full_what_a_bid_means(
    tmp_path: Path, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []
    write = Canvas.text

    def noted(self: Canvas, words: str, *args: Any, **more: Any) -> pygame.Rect:
        written.append(words)
        return write(self, words, *args, **more)

    monkeypatch.setattr(Canvas, "text", noted)
    with table(tmp_path, *map(SeatSpec, ("Ada", "Bruno", "Clara", "Dora")), size=size) as pilot:
        context = pilot.app.context
        take(pilot, "vase")
        for first in (True, False):
            for code in ("de", "en"):
                context.change(replace(context.settings, language=code))
                pilot.frames()
                written.clear()
                pilot.app.draw()
                meaning = help_with_bids(pilot.frame.view, pilot.frame.card.bid)
                assert language(code).say(meaning) in " ".join(written)
            if first:
                pilot.press("Build")
                ready(pilot)


def test_moving_the_camera_paints_no_new_shadow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with window(tmp_path, match=built(2, "brick", "bridge")) as pilot:
        pilot.frames(2)
        pilot.key(pygame.K_o)
        pilot.key(pygame.K_t)
        still(pilot)
        drawn(pilot, 2)
        shadows: list[int] = []
        monkeypatch.setattr(draw_room, "soft_shadow", lambda *_: shadows.append(1))
        for _ in range(8):
            pilot.table.presenter.control.pan(0, 5)
            drawn(pilot, 1)
        assert pilot.table.presenter.camera.to_px(-pilot.match.setup.table.width / 2, 0)[0] > 0
        assert not shadows
