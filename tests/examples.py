"""The number of examples that property tests try: all in CI, a fifth elsewhere and if `CI=few`."""

import os

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
