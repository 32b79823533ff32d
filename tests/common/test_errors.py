"""Messages about files are short, whatever their content."""

import pytest

from towersim.common.errors import QUOTED, FileFault, abridged

TEXTS = ["x" * 10_000, "many words " * 1_000, "it's " * 2_000, 'say "it" ' * 1_000]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("quote", ["'{}'", '"{}"', "`{}`"])
def test_a_message_quotes_only_a_short_part_of_a_file(quote: str, text: str) -> None:
    said = quote.format(text)
    fault = FileFault("game.tower", f"$.options[{said}]", f"unknown key {said}")
    assert len(str(fault)) < 2 * QUOTED + 60
    assert str(fault).startswith("game.tower: $.options[")
    assert "unknown key" in str(fault)


def test_a_short_message_is_not_abridged() -> None:
    said = f"'{'x' * (QUOTED - 2)}' is none of the words that may stand here"
    assert abridged(said) == said
    assert abridged(f"'{'x' * QUOTED}'") != f"'{'x' * QUOTED}'"


def test_a_message_is_one_line() -> None:
    assert abridged("one\n  line\tonly") == "one line only"
