"""Imports of optional dependencies, with a hint how to install a missing one."""

from collections.abc import Iterator
from contextlib import contextmanager

from towersim.errors import OptionFault


@contextmanager
def requires(extra: str) -> Iterator[None]:
    """Turn a failed import of a third-party library into an OptionFault with the pip command.

    >>> with requires("lab"):
    ...     import no_such_library
    Traceback (most recent call last):
    towersim.errors.OptionFault: no_such_library is not installed: pip install 'towersim[lab]'
    """
    try:
        yield
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing == "towersim":
            raise
        why = f"{missing} is not installed: pip install 'towersim[{extra}]'"
        raise OptionFault(why) from None
