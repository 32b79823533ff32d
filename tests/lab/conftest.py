"""Set-up of the lab's tests: few resamples and small figures, which cost most of the time."""

import pytest

from towersim.lab import metrics, plots


@pytest.fixture(autouse=True)
def _cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "RESAMPLES", 200)
    monkeypatch.setattr(plots, "DPI", 50)
