"""What `pip install .` brings is enough to play, practise and ask whether a scene stands."""

import subprocess
import sys

import pytest

EXTRAS = ("PIL", "matplotlib", "pyarrow", "sklearn", "jinja2", "av", "dask", "distributed")
"""What only the extras of `pyproject.toml` bring."""
PROGRAM = f"""
import sys
sys.modules.update(dict.fromkeys({EXTRAS}))
import towersim.ui.app
from towersim.cli import run
sys.exit(run(sys.argv[1:]))
"""


@pytest.mark.parametrize(
    "command", ["practice --list", "stand levels/scenes/harmonic.toml", "lab leaderboard --help"]
)
def test_without_extras(command: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM, *command.split()],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
