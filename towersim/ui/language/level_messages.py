"""The texts of challenges and of rules as translatable messages: extraction methods for Babel.

Mappings with the methods here and the patterns ``levels/practice/*.toml``,
``towersim/rules/*/pages.txt`` and ``towersim/ui/*/guide.txt`` let ``pybabel extract`` find them.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import IO, Any, Final

from towersim.rules.display import written

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
        if text := TEXT.fullmatch(line):
            key, words = text.groups()
            yield number, None, words.replace("-", " ") if key == "id" else words, []


def extract_rules(
    file: IO[bytes],
    keywords: Collection[str],  # noqa: ARG001 - Babel's signature
    comment_tags: Collection[str],  # noqa: ARG001 - the same
    options: Mapping[str, Any],  # noqa: ARG001 - the same
) -> Iterator[Found]:
    """Yield the titles and paragraphs of a game's rules."""
    for line, _, words in written(file.read().decode()):
        yield line, None, words, []
