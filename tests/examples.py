"""The number of examples that property tests try: all in CI, a fifth elsewhere."""

import os

from hypothesis import settings

IN_CI = bool(os.environ.get("CI"))
FEWEST = 10


def examples(count: int) -> settings:
    """Return settings for `count` examples in CI, and for a fifth of them elsewhere.

    Elsewhere they are new each time; CI tries the same ones in every run.
    """
    return settings(max_examples=count if IN_CI else max(FEWEST, count // 5), deadline=None)
