"""Libraries that need not be there: who asks for one is told how to get it."""

from collections.abc import Iterator
from contextlib import contextmanager

from towersim.errors import OptionFault


@contextmanager
def requires(extra: str) -> Iterator[None]:
    """Turn an import of somebody else's library that fails into one line that installs it.

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
