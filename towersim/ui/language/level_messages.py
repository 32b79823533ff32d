"""The texts of challenges, rules and keys as translatable messages: extraction methods for Babel.

The mappings in ``pyproject.toml`` let ``pybabel extract`` find them.
"""

import re
from collections.abc import Callable, Iterator
from typing import IO, Final

from towersim.common.messages import written_texts
from towersim.rules.display import written
from towersim.ui.input.bindings import written_keys

Found = tuple[int, None, str, list[str]]
"""Babel's tuple: a line number, no function, the text, no comments."""
TEXT: Final = re.compile(r'(title|hint|id) = "(.*)"\s*')
"""A line with a text; the name of a piece is its `id`."""


def _challenge_texts(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield title, hint and the names of all pieces of a challenge file, with line and key."""
    for number, line in enumerate(text.splitlines(), 1):
        if match := TEXT.fullmatch(line):
            key, words = match.groups()
            yield number, key, words.replace("-", " ") if key == "id" else words


def _key_texts(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield the effects of keys, and each use of the mouse with its effect, with line and head."""
    for number, head, words in written_keys(text):
        for one in ([head[2:]] if head.startswith("* ") else []) + words[:1]:
            yield number, head, one


def _method(
    read: Callable[[str], Iterator[tuple[int, object, str]]],
) -> Callable[..., Iterator[Found]]:
    """Return the extraction method for text files whose lines and words `read` yields."""

    def method(file: IO[bytes], *_words: object, **_options: object) -> Iterator[Found]:
        for line, _, text in read(file.read().decode()):
            yield line, None, text, []

    return method


extract, extract_keys = _method(_challenge_texts), _method(_key_texts)
extract_rules, extract_texts = _method(written), _method(written_texts)
