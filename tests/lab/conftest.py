"""Set-up of the lab's tests: few resamples and small figures, and no file is found again."""

from collections.abc import Iterator

import pytest

from towersim.lab import metrics, plots
from towersim.lab.generators import find_generator
from towersim.lab.heuristics import find


@pytest.fixture(autouse=True)
def _cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "RESAMPLES", 200)
    monkeypatch.setattr(plots, "DPI", 50)


@pytest.fixture(autouse=True)
def _forgetful() -> Iterator[None]:
    yield
    find.cache_clear()
    find_generator.cache_clear()
