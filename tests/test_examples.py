"""The examples run as they are printed, and the API pages are built without a warning."""

from pathlib import Path

import pytest

from tests.commands import python

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted((ROOT / "tests" / "notebooks").glob("*.py"))
WRITES = {"label_scenes": "scene.npz", "plan_with_the_margin": "crane.png"}
WRITES |= {"draw_the_disagreement": "disagreement.png"}


def runs(folder: Path, *arguments: str | Path) -> None:
    """Run Python in a folder; it ends without a message."""
    ran = python(*arguments, cwd=folder)
    # Said if that takes more than five seconds, as on a busy machine.
    told = ran.stderr.replace(
        "Matplotlib is building the font cache; this may take a moment.\n", ""
    )
    assert (ran.returncode, told) == (0, "")


@pytest.mark.slow
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_runs(path: Path, tmp_path: Path) -> None:
    runs(tmp_path, "-W", "error", path)
    assert path.stem not in WRITES or (tmp_path / WRITES[path.stem]).stat().st_size > 1000


@pytest.mark.slow
def test_the_api_pages_are_built_without_a_warning(tmp_path: Path) -> None:
    runs(ROOT, "-m", "tests.api_pages", tmp_path)
    page = (tmp_path / "towersim" / "scene" / "scene.html").read_text(encoding="utf-8")
    assert "n x 5: centre x and y in metres" in page
    assert "angles in radians:</p>" in (tmp_path / "towersim.html").read_text("utf-8")
    assert "load_scene" in (tmp_path / "towersim" / "files" / "level.html").read_text("utf-8")
