"""Faults raised in a worker arrive unchanged in the main process."""

import pickle
from collections.abc import Iterator

import pytest

from towersim.common import errors
from towersim.common.errors import FileFault, HeuristicFault, SceneFault, TowersimError


def tree(kind: type[TowersimError]) -> Iterator[type[TowersimError]]:
    yield kind
    for child in kind.__subclasses__():
        if child.__module__ == errors.__name__:
            yield from tree(child)


@pytest.mark.parametrize("kind", list(tree(TowersimError)))
def test_every_fault_survives_pickling(kind: type[TowersimError]) -> None:
    three = issubclass(kind, FileFault | HeuristicFault)
    said = ("a.toml", "$.blocks[0]", "is no block") if three else ("one line",)
    fault = kind(*said)
    home = pickle.loads(pickle.dumps(fault))  # noqa: S301 - pickled by this test
    assert type(home) is kind
    assert str(home) == str(fault)
    assert vars(home) == vars(fault)


def test_the_tree_has_faults_of_files() -> None:
    assert SceneFault in tree(TowersimError)
