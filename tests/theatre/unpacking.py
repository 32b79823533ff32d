"""Decoding of packed poses."""

from collections.abc import Iterable

from towersim.theatre.page import Units


def unpacked(data: Iterable[int]) -> list[Units]:
    """Return the track encoded in these bytes, as the page does in JavaScript."""
    numbers, value, shift = [], 0, 0
    for byte in data:
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            numbers.append(value >> 1 ^ -(value & 1))
            value = shift = 0
    track, x, y, angle = [], 0, 0, 0
    for dx, dy, turn in zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True):
        x, y, angle = x + dx, y + dy, angle + turn
        track.append((x, y, angle))
    return track
