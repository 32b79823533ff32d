"""File errors as translatable messages.

An error's text is plain English in parts separated by colons: a file, a place in it, a reason.
Places, and reasons from the operating system, msgspec and our readers, are recognised by pattern;
an unknown part stays untranslated.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final

from towersim.common.messages import Message, message as _

REASONS: Final[Mapping[str, Message]] = {
    words: words
    for words in (
        *(_("No such file or directory"), _("Permission denied"), _("Operation not permitted")),
        *(_("No space left on device"), _("Disk quota exceeded"), _("Read-only file system")),
        *(_("Is a directory"), _("Not a directory"), _("File exists"), _("File too large")),
        *(_("File name too long"), _("Input/output error")),
        *(_("there is no such file"), _("a folder, not a file"), _("no ordinary file")),
        *(_("is no ordinary file"), _("the file is empty"), _("not UTF-8"), _("not TOML")),
        *(_("is not JSON"), _("JSON is malformed"), _("Input data was truncated")),
        *(_("cannot be read"), _("cannot be written"), _("cannot be used")),
        *(_("cannot write a record there"), _("attempts cannot be kept there")),
        *(_("the answer cannot be kept"), _("was written to by another program while it was read")),
        _("is open in another program or window, which writes to it"),
        *(_("database is locked"), _("file is not a database")),
        _("was written by a newer towersim; this one is too old"),
        *(_("unable to open database file"), _("the attempt is not over")),
        *(_("the record does not prove its hand"), _("differs from the simulation")),
        *(_("number out of range"), _("none of the words that may stand here")),
        *(_("a whole number"), _("a number"), _("text"), _("true or false"), _("a list")),
        *(_("a table of keys"), _("a table of keys or a list")),
    )
}
FORMS: Final[tuple[tuple[str, Callable[..., Message]], ...]] = (
    (r"line (\d+)", lambda number: _("line {number}", number=number)),
    (
        r"\[Errno (\d+)\] (.+)",
        lambda no, reason: _("[Errno {number}] {why}", number=no, why=_part(reason)),
    ),
    (r"byte (\d+)", lambda number: _("byte {number}", number=number)),
    (r"(.+) - at `(.+)`", lambda reason, at: _("{why} - at `{at}`", why=_part(reason), at=at)),
    (
        r"expected (.+), got (.+)",
        lambda one, other: _("expected {one}, got {other}", one=_part(one), other=_part(other)),
    ),
    (
        r"expected (.+) of length (.+)",
        lambda kind, length: _(
            "expected {kind} of length {length}", kind=_part(kind), length=length
        ),
    ),
    (
        r"expected (.+) ([<>]=?) (\S+)",
        lambda kind, sign, limit: _(
            "expected {kind} {sign} {limit}", kind=_part(kind), sign=sign, limit=_number(limit)
        ),
    ),
    (
        r"object missing required field (.+)",
        lambda key: _("object missing required field {key}", key=key),
    ),
    (
        r"object contains unknown field (.+)",
        lambda key: _("object contains unknown field {key}", key=key),
    ),
    (r"(?:it )?is a game of (.+)", lambda game: _("a game of {game}", game=game)),
    (r"(.+) is not installed", lambda library: _("{library} is not installed", library=library)),
    (r"missing key (.+)", lambda key: _("missing key {key}", key=key)),
    (r"unknown key (.+)", lambda key: _("unknown key {key}", key=key)),
    (r"invalid enum value (.+)", lambda value: _("invalid enum value {value}", value=value)),
    (r"invalid character \(byte (\d+)\)", lambda at: _("invalid character (byte {at})", at=at)),
)
"""Patterns of parts (first letter small), each with a function from its groups to a message."""


def fault_message(fault: Exception | str) -> str:
    """Return an error as a message, or as plain text if no part of it is known.

    For an OSError, return the reason only.

    >>> fault_message("a.toml: $.at: expected a list, got text")
    'a.toml: $.at: expected a list, got text'
    """
    text = (isinstance(fault, OSError) and fault.strerror) or str(fault)
    if isinstance(text, Message):
        values = {
            name: fault_message(value) if isinstance(value, str) else value
            for name, value in text.values.items()
        }
        return Message(text.template, values, text.many, text.number)
    first, *rest = map(_part, text.split(": "))
    for part in rest:
        first = _("{first}: {rest}", first=first, rest=part)
    return first


def _part(text: str) -> str:
    """Return a part as a message if it is known."""
    if message := REASONS.get(text) or _formed(text):
        return message
    small = text[:1].lower() + text[1:]
    if small != text and (message := REASONS.get(small) or _formed(small)):
        return _("{fault:capital}", fault=message)
    return text


def _formed(text: str) -> Message | None:
    matches = ((re.fullmatch(form, text), made) for form, made in FORMS)
    return next((made(*match.groups()) for match, made in matches if match), None)


def _number(text: str) -> float | str:
    """Return a number as a float, for the language's decimal sign; other text unchanged."""
    try:
        return float(text) if str(float(text)) == text else text
    except ValueError:
        return text
