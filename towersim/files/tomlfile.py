"""Strict reading of TOML files, with one `SceneFault` per fault, and writing."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import tomli_w

from towersim.common.errors import SceneFault, in_plain_words

FORMAT = 1
"""The `format` of every file in `levels/`."""
MAX_BYTES = 4 * 1024 * 1024
MAX_DOTS = 16
"""The maximum number of dots in a key: tomllib takes time and memory of their square."""
_PART = r"""(?:[\w-]++|"(?:\\.|[^"\\\n])*+"|'[^'\n]*+')[ \t]*+"""
_LONG_KEY = re.compile(rf"""(?<![\w\\"'-])(?:{_PART}\.[ \t]*+){{{MAX_DOTS + 1}}}""")

T = TypeVar("T")


def toml_text(sections: Mapping[str, object]) -> str:
    """Return the text of a file with these sections and the format on top.

    >>> print(toml_text({"table": {"friction": 0.5}}), end="")
    format = 1
    <BLANKLINE>
    [table]
    friction = 0.5
    """
    return tomli_w.dumps({"format": FORMAT, **sections})


class TomlFile:
    """One file being read; every method raises SceneFault, which names file and place."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)

    def fault(self, where: str, why: str) -> SceneFault:
        """Return the fault to raise for this place, such as ``$.blocks[3].at``."""
        return SceneFault(self.path, where, why)

    def read(self, kind: type[T]) -> T:
        """Return the file's contents as a `kind`, with checked keys, types and ranges."""
        data = self._data(self._text())
        version = data.pop("format", None)
        if type(version) is not int or version != FORMAT:
            raise self.fault("$.format", f"expected format = {FORMAT}, the only one there is")
        return self.convert(data, kind, "$")

    def head(self) -> dict[str, Any]:
        """Return the unchecked keys above the first table; the rest of the file is not parsed."""
        return self._data(self._text().partition("\n[")[0])

    def convert(self, data: object, kind: type[T], where: str) -> T:
        """Return a part of the file, located at `where`, as a `kind`."""
        try:
            return msgspec.convert(data, kind)
        except msgspec.ValidationError as error:
            reason, inner = in_plain_words(error)
            raise self.fault(where + inner, reason) from None

    def _text(self) -> str:
        try:
            if self.path.is_dir():
                raise self.fault("$", "a folder, not a file")
            if not self.path.exists():
                raise self.fault("$", "there is no such file")
            if not self.path.is_file():
                raise self.fault("$", "no ordinary file")
            if self.path.stat().st_size > MAX_BYTES:
                raise self.fault("$", f"longer than {MAX_BYTES // 1024**2} MiB")
            return self.path.read_bytes().decode("utf-8-sig")
        except OSError as error:
            raise self.fault("$", f"cannot be read: {error.strerror}") from None
        except UnicodeDecodeError as error:
            raise self.fault(f"byte {error.start}", "not UTF-8") from None

    def _data(self, text: str) -> dict[str, Any]:
        if _LONG_KEY.search(text):
            raise self.fault("$", f"a key has more than {MAX_DOTS} dots")
        try:
            return tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            reason, _, where = str(error).removesuffix(")").rpartition(" (at ")
            raise self.fault(where, f"not TOML: {reason}") from None
        except ValueError as error:
            # Python itself raises it for integers above 4,300 digits and for 30 February.
            raise self.fault("$", f"not a value: {str(error).partition(';')[0]}") from None
        except RecursionError:
            raise self.fault("$", "lists or tables are nested too deep") from None
