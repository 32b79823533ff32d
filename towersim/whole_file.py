"""Files that are whole or not there at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from towersim.errors import OptionFault


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Lend a name to write to; only when all went well does it become `path`.

    After any fault, Ctrl-C too, nothing of it is left and a file that was there before still is.
    What is no ordinary file, such as a pipe or a device, is written to as it is; of a link, what
    it leads to is written. OptionFault if the file cannot be written.
    """
    target = Path(os.path.realpath(path))
    part = target.parent / f".{target.stem}.part{target.suffix}"
    try:
        if target.exists() and not (target.is_file() or target.is_dir()):
            yield target
            return
        yield part
        part.replace(target)
    except OSError as fault:
        raise OptionFault(f"{path}: cannot be written: {fault.strerror or fault}") from fault
    finally:
        with suppress(OSError):
            part.unlink()
