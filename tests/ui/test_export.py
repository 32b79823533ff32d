"""An export in the background: what its process says, also after the window is closed."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.ui.pilot import window
from towersim.ui import export

LOUD = "import sys; print(7); sys.stderr.write('warning\\n' * 20_000 + 'towersim: no'); sys.exit(2)"


@pytest.fixture
def running(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], export.Export]:
    """Begin an export whose process runs other code."""
    popen = subprocess.Popen

    def begin(code: str) -> export.Export:
        run = lambda _, **given: popen([sys.executable, "-c", code], **given)  # noqa: E731
        monkeypatch.setattr(subprocess, "Popen", run)
        return export.Export(Path("a.tower"), Path("a.mp4"), "en")

    return begin


def test_a_closed_window_finishes_the_files_it_writes(
    running: Callable[[str], export.Export], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with window(tmp_path) as pilot:
        pilot.app.context.exports.append(running("import time; time.sleep(0.3)"))
    told = f"towersim: Saved as a.mp4 in {Path.cwd()}"
    assert capsys.readouterr().err.splitlines() == ["towersim: Writing the file …", told]


def test_an_export_that_complains_at_length_comes_to_an_end(
    running: Callable[[str], export.Export],
) -> None:
    exporting = running(LOUD)
    news = exporting.result()
    assert (exporting.percent, news[:30], news[-2:]) == (
        7,
        "Not saved: warning\nwarning\nwar",
        "no",
    )
