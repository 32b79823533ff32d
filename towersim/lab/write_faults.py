"""What cannot be written is said of the file or folder, not of the output."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from towersim.errors import ResultFault


@contextmanager
def writing_to(path: Path) -> Iterator[None]:
    """Turn an error while writing into a ResultFault of `path`: Arrow and disks name no file."""
    try:
        yield
    except OSError as fault:
        raise ResultFault(path, "$", f"cannot be written: {fault.strerror or fault}") from fault
