"""The buttons of the free table's materials, in windows of their own."""

from pathlib import Path

import pytest

from tests.ui.pilot import assert_apart, window
from towersim.files.level import levels_dir, load_materials, load_scene
from towersim.scene.scene import Material
from towersim.ui.build import palette
from towersim.ui.build.screen import BuildScreen


@pytest.mark.parametrize(("count", "code"), [(1, "en"), (7, "de"), (12, "en"), (20, "de")])
def test_every_material_has_a_button_that_chooses_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int, code: str
) -> None:
    materials = {**load_materials(), **{f"alloy {n}": Material(n * 1000.0) for n in range(1, 15)}}
    some = dict(list(materials.items())[:count])
    monkeypatch.setattr(palette, "load_materials", lambda: some)
    with window(tmp_path, (960, 600), language=code) as pilot:
        pilot.app.screens[1:] = [BuildScreen(pilot.app.context)]
        pilot.frames(2)
        screen = pilot.screen
        layout, rects = screen.layout, [*screen.layout.swatches]
        assert len(rects) == count
        assert_apart((*rects, layout.pieces, *layout.tools), layout.areas.side)
        assert layout.rows >= 2
        small = pilot.screen.form.widgets[-1].fits
        pilot.change(text_size=175)
        pilot.frames(2)
        layout, rects = screen.layout, [*screen.layout.swatches]
        assert_apart((*rects, layout.pieces, *layout.tools), layout.areas.side)
        assert layout.rows >= 2
        assert pilot.screen.form.widgets[-1].fits > 1.3 * small, "a tool's label grows"
        for name, rect in zip(some, rects, strict=True):
            pilot.click(rect.center)
            assert screen.presenter.palette.material == name


def test_a_block_of_an_unknown_material_is_called_what_it_looks_like() -> None:
    stone, *_ = load_scene(levels_dir() / "scenes" / "arch.toml").blocks
    assert stone.material not in load_materials().values()
    assert palette.Palette().material_of(stone) == "stone"
