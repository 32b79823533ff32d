"""Files that are whole or not there at all."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from towersim.errors import OptionFault


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Lend a name to write to; only when all went well does it become `path`.

    After any fault, Ctrl-C too, nothing of it is left and a file that was there before still is.
    What is no ordinary file, such as a pipe or a device, is written to as it is. OptionFault if the
    file cannot be written.
    """
    part = path.parent / f".{path.stem}.part{path.suffix}"
    try:
        if path.exists() and not (path.is_file() or path.is_dir()):
            yield path
            return
        yield part
        part.replace(path)
    except OSError as fault:
        raise OptionFault(f"{path}: cannot be written: {fault.strerror or fault}") from fault
    finally:
        with suppress(OSError):
            part.unlink()
