"""A hash of the content of a benchmark, which must never change."""

import hashlib
from collections.abc import Iterable

import msgspec

DIGITS = 7
"""Decimal places that are hashed; libraries may differ in further ones."""


def content_hash(values: Iterable[object]) -> str:
    """Return the SHA-256 of values as JSON, with all floats rounded to `DIGITS`."""
    return exact_hash(rounded(msgspec.to_builtins(value)) for value in values)


def exact_hash(values: Iterable[object]) -> str:
    """Return the SHA-256 of the JSON of values."""
    content = hashlib.sha256()
    for value in values:
        content.update(msgspec.json.encode(value))
    return content.hexdigest()


def rounded(value: object) -> object:
    """Return a value of plain types with all floats rounded."""
    if isinstance(value, float):
        # Adding 0.0 turns -0.0 into 0.0.
        return round(value, DIGITS) + 0.0
    if isinstance(value, dict):
        return {key: rounded(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(inner) for inner in value]
    return value
