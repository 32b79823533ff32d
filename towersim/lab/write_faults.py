"""Report failed writes with the path of the file or folder."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from towersim.errors import ResultFault


@contextmanager
def writing_to(path: Path) -> Iterator[None]:
    """Turn an OSError while writing into a ResultFault that names `path`."""
    try:
        yield
    except OSError as fault:
        raise ResultFault(path, "$", f"cannot be written: {fault.strerror or fault}") from fault
