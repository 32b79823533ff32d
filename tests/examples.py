"""The number of examples that property tests try (all in CI, else a fifth), and slow cases."""

import os
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

IN_CI = bool(os.environ.get("CI"))
"""Whether the examples are the same ones in every run."""
MANY = IN_CI and os.environ["CI"] != "few"
FEWEST = 10


def examples(count: int) -> settings:
    """Return settings for `count` examples where many are wanted, and for a fifth elsewhere.

    In CI they are the same ones in every run; elsewhere they are new each time. All examples of a
    test share its fixtures.
    """
    most = count if MANY else max(FEWEST, count // 5)
    shared = [HealthCheck.function_scoped_fixture]
    return settings(
        max_examples=most, deadline=None, derandomize=IN_CI, suppress_health_check=shared
    )


def tried(
    count: int, **drawn: st.SearchStrategy[Any]
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that tries a test on `count` examples of these strategies."""
    return lambda test: examples(count)(given(**drawn)(test))


def slow(*case: object) -> Any:
    """Return a row of a table of cases that the quick run leaves out."""
    return pytest.param(*case, marks=pytest.mark.slow)
