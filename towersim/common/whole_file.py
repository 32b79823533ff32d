"""Atomic writing of files."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from towersim.common.errors import OptionFault


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Yield a temporary path to write to, which is renamed to `path` on success.

    Each call yields another path, so several programs may write the same file; the last one wins.
    After any exception, including Ctrl-C, the temporary file is deleted and an existing file is
    kept. A special file, such as a pipe or a device, is written directly; of a link, the target
    is written. OptionFault if the file cannot be written.
    """
    target = Path(os.path.realpath(path))
    # The suffix is kept, as it selects the format of pictures and films.
    unique = f".{target.stem[:40]}.{secrets.token_hex(6)}.part{target.suffix}"
    part = target.parent / unique
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
