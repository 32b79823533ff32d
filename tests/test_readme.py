"""README and pages: examples run as printed, links lead to files, a plain install is enough."""

import os
import re
from contextlib import suppress
from pathlib import Path
from pkgutil import resolve_name

import pytest

from tests.commands import python
from towersim.lab.optional_dependencies import EXTRAS as LIBRARIES

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
FOLDERS = ("levels", "towersim")
PAGES = ["README.md", "CONTRIBUTING.md"]
PAGES += [p.relative_to(ROOT).as_posix() for name in FOLDERS for p in (ROOT / name).rglob("*.md")]


@pytest.mark.slow  # the example of `towersim.evaluate` evaluates as many towers
def test_the_python_example_is_right(tmp_path: Path) -> None:
    heuristic, example = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    (tmp_path / "mine.py").write_text(heuristic, encoding="utf-8")
    (tmp_path / "example.txt").write_text(example, encoding="utf-8")
    # In a process of its own, as evaluating starts others that have to find `mine`.
    path = {"PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT)))}
    ran = python("-m", "doctest", "-v", tmp_path / "example.txt", cwd=ROOT, env=path)
    assert (ran.returncode, ran.stdout.count("\nok\n")) == (0, 5), ran.stdout


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_to_files_and_names_to_code(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    links = re.findall(r"\]\((?!http)([^)]+)\)", text)
    named = re.findall(r"`((?:tests|towersim|levels)/[\w/.-]+)`", text)
    missing = [link for link in links if not (ROOT / page).parent.joinpath(link).exists()]
    missing += [n for n in named if not (n.endswith("-v0") or (ROOT / n).exists())]
    assert missing == []
    for name in re.findall(r"`(towersim(?:\.\w+)+)`", text):
        with suppress(*[ModuleNotFoundError] * name.startswith("towersim.envs")):
            assert resolve_name(name) is not None


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
    ended = python("-c", PROGRAM, *commands)
    assert ended.returncode == 0, ended.stdout + ended.stderr
