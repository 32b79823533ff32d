"""Set-up of the lab's tests: few resamples, small figures, each tower simulated once, here."""

from collections.abc import Iterator, Sequence
from functools import cache

import pytest

from tests.lab.sweeps import here
from towersim.lab import evaluation, export, metrics, plots, stability
from towersim.lab.heuristics import find
from towersim.lab.stability import BenchmarkTower
from towersim.lab.trials import find_generator
from towersim.lab.truth import truth


@pytest.fixture(autouse=True, scope="package")
def _cheap() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(metrics, "RESAMPLES", 200)
        patch.setattr(plots, "DPI", 50)
        # Most tests evaluate or export the same few towers.
        patch.setattr(evaluation, "truth", cache(truth))
        patch.setattr(export, "sample", cache(export.sample))
        # Commands evaluate heuristics in this process, in tests that are not about processes.
        patch.setattr("towersim.cli.lab.heuristic_processes", here)
        yield


@pytest.fixture(autouse=True)
def _forgetful() -> Iterator[None]:
    yield
    find.cache_clear()
    find_generator.cache_clear()


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> Sequence[BenchmarkTower]:
    """Reduce `stability-2` to some towers of each part, and return them."""
    some = {part: towers[::25] for part, towers in stability.benchmark().items()}
    monkeypatch.setattr(stability, "benchmark", lambda: some)
    return [tower for towers in some.values() for tower in towers]
