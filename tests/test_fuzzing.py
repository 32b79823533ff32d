"""Fuzzing: each of a thousand damaged files of each kind gives one line of a known fault, or none.

They are divided into five parts of two hundred; CI runs the first. `damage.py` says what fails, and
damages many more.
"""

import sys

import pytest

from tests.damage import Kind, counted, kinds

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="limits of processes are Linux's"),
]
FILES = 200
KINDS = 15
PARTS = [0, *(pytest.param(n, marks=pytest.mark.sweep) for n in range(1, 5))]


@pytest.fixture(scope="module")
def every(tmp_path_factory: pytest.TempPathFactory) -> list[Kind]:
    found = kinds(tmp_path_factory.mktemp("kinds"))
    assert len(found) == KINDS
    return found


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("n", range(KINDS))
def test_damaged_files_are_read_or_refused_in_one_line(
    n: int, part: int, every: list[Kind]
) -> None:
    found = counted(every[n], FILES, part)
    assert found.keys() <= {"fine", "refused"}, (every[n].name, found)
    assert found["refused"] > FILES / 4, every[n].name
