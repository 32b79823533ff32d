"""Imports of optional dependencies, with a hint how to install a missing one."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec

from towersim.common.errors import OptionFault
from towersim.common.interrupts import ctrl_c_waits

EXTRAS: Mapping[str, tuple[str, ...]] = {
    "lab": (
        *("jinja2", "joblib", "matplotlib", "openskill", "PIL", "pyarrow"),
        *("scipy", "sklearn", "skops"),
    ),
    "learn": ("safetensors", "torch"),
    "serve": ("segno", "starlette", "uvicorn", "websockets"),
}
"""The libraries of an extra, as they are imported."""


@contextmanager
def requires(extra: str) -> Iterator[None]:
    """Turn a failed import of a third-party library into an OptionFault with the pip command.

    The extra's libraries are looked for before any import, as some take a second to import.

    >>> with requires("lab"):  # doctest: +ELLIPSIS
    ...     import no_such_library
    Traceback (most recent call last):
    towersim...OptionFault: no_such_library is not installed: pip install 'towersim[lab]'
    """
    for library in EXTRAS.get(extra, ()):
        if find_spec(library) is None:
            raise _missing(library, extra)
    try:
        with ctrl_c_waits():
            yield
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        if library == "towersim":
            raise
        raise _missing(library, extra) from None


def _missing(library: str, extra: str) -> OptionFault:
    return OptionFault(f"{library} is not installed: pip install 'towersim[{extra}]'")
