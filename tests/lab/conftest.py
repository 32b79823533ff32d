"""Set-up of the lab's tests: intervals from few resamples, which cost most of the time."""

import pytest

from towersim.lab import metrics


@pytest.fixture(autouse=True)
def _few_resamples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "RESAMPLES", 200)
