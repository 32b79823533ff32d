"""A plain `pip install .` is enough to play, practise and test whether a scene stands."""

import subprocess
import sys

import pytest

from towersim.lab.optional_dependencies import EXTRAS as LIBRARIES

EXTRAS = (*LIBRARIES["lab"], "av", "dask", "distributed")
"""Libraries that only the extras of `pyproject.toml` install."""
PROGRAM = f"""
import sys
sys.modules.update(dict.fromkeys({EXTRAS}))
import towersim.ui.app
from towersim.cli.commands import run
sys.exit(any(run(command.split()) for command in sys.argv[1:]))
"""


@pytest.mark.slow  # CI also installs it so
def test_the_program_works_without_extras() -> None:
    commands = ["practice --list", "stand levels/scenes/harmonic.toml", "lab leaderboard --help"]
    commands += ["analyse levels/scenes/arch.toml", "lab break height --tries 10"]
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM, *commands], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
