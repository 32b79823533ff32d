"""Tests mirror the package."""

from typing import TypeVar

T = TypeVar("T")


def known(value: T | None) -> T:
    """Return a value that must be there."""
    assert value is not None
    return value
