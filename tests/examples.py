"""The number of examples that property tests try (all in CI, else a fifth), and slow cases."""

import os
from typing import Any

import pytest
from hypothesis import settings

IN_CI = bool(os.environ.get("CI"))
"""Whether the examples are the same ones in every run."""
MANY = IN_CI and os.environ["CI"] != "few"
FEWEST = 10


def examples(count: int) -> settings:
    """Return settings for `count` examples where many are wanted, and for a fifth elsewhere.

    In CI they are the same ones in every run; elsewhere they are new each time.
    """
    most = count if MANY else max(FEWEST, count // 5)
    return settings(max_examples=most, deadline=None, derandomize=IN_CI)


def slow(*case: object) -> Any:
    """Return a row of a table of cases that the quick run leaves out."""
    return pytest.param(*case, marks=pytest.mark.slow)
