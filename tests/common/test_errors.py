"""Messages about files, faults raised in workers, and lazy values that are made once."""

import pickle

import pytest

from towersim.common import errors
from towersim.common.lazy_sequence import LazyMapping, LazySequence

TEXTS = ["x" * 10_000, "many words " * 1_000, "it's " * 2_000, 'say "it" ' * 1_000]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("quote", ["'{}'", '"{}"', "`{}`"])
def test_a_message_quotes_only_a_short_part_of_a_file(quote: str, text: str) -> None:
    said = quote.format(text)
    fault = errors.FileFault("game.tower", f"$.options[{said}]", f"unknown key {said}")
    assert len(str(fault)) < 2 * errors.QUOTED + 60
    assert str(fault).startswith("game.tower: $.options[")
    assert "unknown key" in str(fault)


@pytest.mark.parametrize("text", TEXTS)
def test_an_earlier_quotation_hides_no_long_one(text: str) -> None:
    said = errors.abridged(f"option 'first_seat' of any game: unknown \"Ω'{text}\"")
    assert said.startswith("option 'first_seat' of any game: unknown")
    assert len(said) < errors.QUOTED + 60


def test_a_short_message_is_not_abridged() -> None:
    said = f"'{'x' * (errors.QUOTED - 2)}' is none of the words that may stand here"
    assert errors.abridged(said) == said
    assert errors.abridged(f"'{'x' * errors.QUOTED}'") != f"'{'x' * errors.QUOTED}'"


def test_a_message_is_one_line() -> None:
    assert errors.abridged("one\n  line\tonly") == "one line only"
    fault = errors.FileFault("my\ngame.tower", "$.options[one\ntwo]", "no\nJSON")
    assert str(fault) == "my game.tower: $.options[one two]: no JSON"
    assert str(errors.OptionFault("mine \x1b[2J\nis not known")) == r"mine \u001b[2J is not known"


class Squares(LazySequence[int]):
    """A sequence of far more squares than fit into memory."""

    def __len__(self) -> int:
        return 10**15

    def nth(self, number: int) -> int:
        return number * number


SQUARES = Squares()


def test_items_are_indexed_from_both_ends() -> None:
    assert (SQUARES[3], SQUARES[-1]) == (9, (10**15 - 1) ** 2)


@pytest.mark.parametrize("index", [10**15, -(10**15) - 1])
def test_an_index_beyond_the_ends_is_an_error(index: int) -> None:
    with pytest.raises(IndexError):
        SQUARES[index]


def test_slices_are_tuples() -> None:
    assert SQUARES[1:8:3] == (1, 16, 49)
    assert SQUARES[2::-1] == (4, 1, 0)
    assert SQUARES[5:5] == ()


def test_a_lazy_mapping_makes_a_value_when_it_is_asked_for_and_once() -> None:
    made: list[str] = []

    def make(name: str) -> str:
        made.append(name)
        return name.upper()

    mapping = LazyMapping(["b", "a"], make)
    assert (list(mapping), len(mapping), "a" in mapping) == (["b", "a"], 2, True)
    assert made == []
    assert [mapping["a"], mapping["a"]] == ["A", "A"]
    assert made == ["a"]
    with pytest.raises(KeyError):
        mapping["c"]


FAULTS = [
    kind
    for kind in vars(errors).values()
    if isinstance(kind, type) and issubclass(kind, errors.TowersimError)
]


@pytest.mark.parametrize("kind", FAULTS)
def test_every_fault_survives_pickling(kind: type[errors.TowersimError]) -> None:
    three = issubclass(kind, errors.FileFault | errors.HeuristicFault)
    said = ("a.toml", "$.blocks[0]", "is not a block") if three else ("one line",)
    fault = kind(*said)
    home = pickle.loads(pickle.dumps(fault))  # noqa: S301 - pickled by this test
    assert type(home) is kind
    assert str(home) == str(fault)
    assert vars(home) == vars(fault)
