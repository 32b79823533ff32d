"""Files that are whole or not there at all."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from towersim.errors import OptionFault


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Lend a name to write to; only when all went well does it become `path`.

    After any fault, Ctrl-C too, nothing of it is left and a file that was there before still is.
    OptionFault if the file cannot be written.
    """
    part = path.with_name(f".{path.stem}.part{path.suffix}")
    try:
        yield part
        part.replace(path)
    except OSError as fault:
        raise OptionFault(f"{path}: cannot be written: {fault.strerror or fault}") from fault
    finally:
        with suppress(OSError):
            part.unlink()
