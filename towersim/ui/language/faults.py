"""File errors as translatable messages.

An error's text is plain English in parts separated by colons: a file, a place in it, a reason.
Places, and reasons from the operating system, msgspec and our readers, are recognised by pattern;
an unknown part stays untranslated.
"""

import re
from typing import Final

from towersim.common.messages import Message, message as _, texts

REASONS: Final = texts(__file__)["reasons"]
FORMS: Final = (
    (r"line (?P<number>\d+)", _("line {number}")),
    (
        r"line (?P<number>\d+) was cut off and is dropped",
        _("line {number} was cut off and is dropped"),
    ),
    (
        r"(?P<why>.+); it is tried again with every move",
        _("{why}; it is tried again with every move"),
    ),
    (r"\[Errno (?P<number>\d+)\] (?P<why>.+)", _("[Errno {number}] {why}")),
    (r"byte (?P<number>\d+)", _("byte {number}")),
    (
        r"(?P<before>.+) is written, (?P<now>.+) simulated",
        _("{before} is written, {now} simulated"),
    ),
    (r"(?P<why>.+) - at `(?P<at>.+)`", _("{why} - at `{at}`")),
    (r"expected (?P<one>.+), got (?P<other>.+)", _("expected {one}, got {other}")),
    (r"expected (?P<kind>.+) of length (?P<length>.+)", _("expected {kind} of length {length}")),
    (r"expected (?P<kind>.+) (?P<sign>[<>]=?) (?P<limit>\S+)", _("expected {kind} {sign} {limit}")),
    (r"object missing required field (?P<key>.+)", _("object missing required field {key}")),
    (r"object contains unknown field (?P<key>.+)", _("object contains unknown field {key}")),
    (r"(?:it )?is a game of (?P<game>.+)", _("a game of {game}")),
    (r"(?P<library>.+) is not installed", _("{library} is not installed")),
    (r"missing key (?P<key>.+)", _("missing key {key}")),
    (r"unknown key (?P<key>.+)", _("unknown key {key}")),
    (r"invalid enum value (?P<value>.+)", _("invalid enum value {value}")),
    (r"invalid character \(byte (?P<at>\d+)\)", _("invalid character (byte {at})")),
)
"""Patterns of parts (first letter small), each with the message of its groups."""
PARTS: Final = ("kind", "one", "other", "why")
"""The groups that are parts themselves."""


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
        return text.filled(**values)
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
    for form, message in FORMS:
        if match := re.fullmatch(form, text):
            groups = match.groupdict().items()
            return message.filled(**{name: _value(name, at) for name, at in groups})
    return None


def _value(name: str, text: str) -> float | str:
    """Return a group's value: a part, a limit as a float for its decimal sign, or the text."""
    if name == "limit":
        try:
            return float(text) if str(float(text)) == text else text
        except ValueError:
            return text
    return _part(text) if name in PARTS else text
