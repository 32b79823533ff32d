"""The texts of challenges, rules and keys as translatable messages: extraction methods for Babel.

The mappings in ``pyproject.toml`` let ``pybabel extract`` find them.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import IO, Any, Final

from towersim.common.messages import written_texts
from towersim.rules.display import written
from towersim.ui.input.bindings import written_keys

Found = tuple[int, None, str, list[str]]
"""Babel's tuple: a line number, no function, the text, no comments."""
TEXT: Final = re.compile(r'(title|hint|id) = "(.*)"\s*')
"""A line with a text; the name of a piece is its `id`."""


def extract(
    file: IO[bytes],
    keywords: Collection[str],  # noqa: ARG001 - Babel's signature
    comment_tags: Collection[str],  # noqa: ARG001 - the same
    options: Mapping[str, Any],  # noqa: ARG001 - the same
) -> Iterator[Found]:
    """Yield title, hint and the names of all pieces of a challenge file."""
    for number, line in enumerate(file.read().decode().splitlines(), 1):
        if match := TEXT.fullmatch(line):
            key, text = match.groups()
            yield number, None, text.replace("-", " ") if key == "id" else text, []


def _method(
    read: Callable[[str], Iterator[tuple[int, object, str]]],
) -> Callable[..., Iterator[Found]]:
    """Return the extraction method for text files whose lines and words `read` yields."""

    def method(file: IO[bytes], *_words: object, **_options: object) -> Iterator[Found]:
        for line, _, text in read(file.read().decode()):
            yield line, None, text, []

    return method


extract_rules, extract_texts = _method(written), _method(written_texts)


def extract_keys(file: IO[bytes], *_words: object, **_options: object) -> Iterator[Found]:
    """Yield the effects of keys, and each use of the mouse with its effect."""
    for line, head, words in written_keys(file.read().decode()):
        for text in ([head[2:]] if head.startswith("* ") else []) + words[:1]:
            yield line, None, text, []
