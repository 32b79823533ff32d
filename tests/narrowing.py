"""Optional values that a test expects to be there."""

from typing import TypeVar

T = TypeVar("T")


def not_none(value: T | None) -> T:
    """Return a value, which must not be None."""
    assert value is not None
    return value
