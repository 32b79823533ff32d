"""An export in the background: what its process says."""

import subprocess
import sys
from pathlib import Path

import pytest

from towersim.ui import export

LOUD = "import sys; print(7); sys.stderr.write('warning\\n' * 20_000 + 'towersim: no'); sys.exit(2)"


def test_an_export_that_complains_at_length_comes_to_an_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    popen = subprocess.Popen
    monkeypatch.setattr(
        subprocess, "Popen", lambda _, **given: popen([sys.executable, "-c", LOUD], **given)
    )
    exporting = export.Export(Path("a.tower"), Path("a.mp4"), "en")
    exporting._process.wait(60)
    news = exporting.news()
    assert (exporting.percent, news[:30], news[-2:]) == (
        7,
        "Not saved: warning\nwarning\nwar",
        "no",
    )
