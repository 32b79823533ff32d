"""Recompute the optima of `placement-2` and print its file; takes some minutes."""

import os
import sys

from towersim.lab.executors import processes
from towersim.lab.placement.benchmark import written
from towersim.lab.placement.oracle import optimum
from towersim.lab.placement.tasks import tasks

if __name__ == "__main__":
    them = list(tasks())
    with processes(os.cpu_count() or 1) as pool:
        found = dict(zip((task.name for task in them), pool.map(optimum, them), strict=True))
    sys.stdout.write(written(found))
