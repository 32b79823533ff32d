"""How many examples a test of properties tries: all for CI, some for whoever waits."""

import os

from hypothesis import settings

IN_CI = bool(os.environ.get("CI"))
FEWEST = 10


def examples(count: int) -> settings:
    """Return settings for this many examples, and for a third of them outside CI.

    There they are new each time; CI tries the same ones again and again.
    """
    return settings(max_examples=count if IN_CI else max(FEWEST, count // 3), deadline=None)
