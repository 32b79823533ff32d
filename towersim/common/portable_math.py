"""sin, cos, exp, powers, log and arcs that give the same bits on every processor.

The functions of the C library differ in the last bit between processors with and without fused
multiply-add. These use +, -, *, / and square roots only, which IEEE 754 rounds in one way. What is
drawn or generated, and what the simulation is fed with, has to come from here. The methods and
constants are those of FreeBSD's msun (Sun Microsystems, 1993); the error stays below one unit in
the last place. Write x * x for a square: ``x**2`` calls the C library.
"""

import math
from collections.abc import Iterable
from decimal import Context, Decimal
from functools import cache, reduce
from operator import add
from typing import Final

# fmt: off
_HALF_PI: Final = 1.57079632673412561417, 6.07710050630396597660e-11, 2.02226624879595063154e-21
"""π/2 as the sum of three numbers, of which the first two have 33 bits."""
_LN_2: Final = 6.93147180369123816490e-01, 1.90821492927058770002e-10
_BITS: Final = 160
_ONE: Final = 1 << _BITS
_PER_LN_2: Final = 1.44269504088896338700
_ATAN: Final = (
    1.62858201153657823623e-02, -3.65315727442169155270e-02, 4.97687799461593236017e-02,
    -5.83357013379057348645e-02, 6.66107313738753120669e-02, -7.69187620504482999495e-02,
    9.09088713343650656196e-02, -1.11111104054623557880e-01, 1.42857142725034663711e-01,
    -1.99999999998764832476e-01, 3.33333333333329318027e-01,
)
_TURNED: Final = (
    (0.4375, 0.0, 1.0, 0.0, 0.0),
    (0.6875, 0.5, 1.0, 4.63647609000806093515e-01, 2.26987774529616870924e-17),
    (1.1875, 1.0, 1.0, 7.85398163397448278999e-01, 3.06161699786838301793e-17),
    (2.4375, 1.5, 1.0, 9.82793723247329054082e-01, 1.39033110312309984516e-17),
    (math.inf, 1.0, 0.0, 1.57079632679489655800e00, 6.12323399573676603587e-17),
)
"""Rows for slopes up to the first number: y and x of the direction that is turned away, and its
angle as the sum of two numbers."""
# fmt: on


def sin(x: float) -> float:
    """Return the sine of `x` radians; below a million its error is under one last place.

    >>> sin(0.0), sin(math.pi / 2)
    (0.0, 1.0)
    """
    turns, y, rest = _reduced(x)
    size = _cosine(y, rest) if turns & 1 else _sine(y, rest)
    return -size if turns & 2 else size


def cos(x: float) -> float:
    """Return the cosine of `x` radians; below a million its error is under one last place.

    >>> cos(0.0), cos(math.pi)
    (1.0, -1.0)
    """
    turns, y, rest = _reduced(x)
    size = _sine(y, rest) if turns & 1 else _cosine(y, rest)
    return -size if turns + 1 & 2 else size


def exp(x: float) -> float:
    """Return e to the power of a finite `x`; OverflowError above 709.78.

    Its error is at most two last places.

    >>> exp(0.0), exp(1.0) - math.e == math.ulp(math.e)
    (1.0, True)
    """
    if x < -746:
        return 0.0
    k = round(x * _PER_LN_2) if x < 710 else 1025
    high, low = x - k * _LN_2[0], k * _LN_2[1]
    y = high - low
    z = y * y
    r = -1.65339022054652515390e-06 + z * 4.13813679705723846039e-08
    r = 6.61375632143793436117e-05 + z * r
    r = 1.66666666666666019037e-01 + z * (-2.77777777770155933842e-03 + z * r)
    c = y - r * z
    return math.ldexp(1 - ((low - y * c / (2 - c)) - high), k)


def power(base: float, exponent: float) -> float:
    """Return `base` to the power of `exponent`, rounded correctly; ValueError unless `base` > 0.

    >>> power(3.0, -1.0), power(3.0, 0.0), power(2.0, 0.5) == math.sqrt(2)
    (0.3333333333333333, 1.0, True)
    """
    over, under = exponent.as_integer_ratio()
    k, rest = divmod(over * _fixed_log(base) // under, _fixed_log(2.0))
    # The series of a 256th, then squared eight times.
    step, value, term, n = rest >> 8, _ONE, _ONE, 0
    while term:
        n += 1
        term = (term * step >> _BITS) // n
        value += term
    for _ in range(8):
        value = value * value >> _BITS
    return math.ldexp(value / _ONE, k)


@cache
def _fixed_log(x: float) -> int:
    """Return the natural logarithm in units of 2⁻¹⁶⁰."""
    if not 0 < x < math.inf:
        raise ValueError(f"log of {x}")
    exact = Context(prec=80)
    return int(exact.multiply(exact.ln(Decimal(x)), Decimal(_ONE)))


def log(x: float) -> float:
    """Return the natural logarithm; ValueError unless `x` > 0.

    >>> log(1.0), log(math.e)
    (0.0, 1.0)
    """
    if not 0 < x < math.inf:
        return math.log(x)
    part, k = math.frexp(x)
    if part < math.sqrt(0.5):
        part, k = 2 * part, k - 1
    f = part - 1
    s, half = f / (2 + f), 0.5 * f * f
    z = s * s
    r = 1.818357216161805012e-01 + z * (1.531383769920937332e-01 + z * 1.479819860511658591e-01)
    r = 2.857142874366239149e-01 + z * (2.222219843214978396e-01 + z * r)
    r = 6.666666666666735130e-01 + z * (3.999999999940941908e-01 + z * r)
    rest = s * (half + z * r)
    return k * _LN_2[0] - ((half - (rest + k * _LN_2[1])) - f)


def atan2(y: float, x: float) -> float:
    """Return the angle of the direction (x, y), both finite, between -π and π.

    >>> atan2(1.0, 0.0) == math.pi / 2, atan2(0.0, -1.0) == math.pi
    (True, True)
    """
    high, wide = abs(y), abs(x)
    if high == 0 == wide:
        angle = 0.0
    else:
        slope = high / wide if wide else math.inf
        _, up, right, turned, low = next(row for row in _TURNED if slope <= row[0])
        t = (high * right - wide * up) / (wide * right + high * up)
        r = reduce(lambda sum_, factor: sum_ * (t * t) + factor, _ATAN)
        angle = turned - ((t * t * t * r - low) - t)
    if x < 0 or (y == 0 and math.copysign(1.0, x) < 0):
        angle = math.pi - (angle - 1.2246467991473531772e-16)
    return math.copysign(angle, y)


def atan(x: float) -> float:
    """Return the arctangent, between -π/2 and π/2."""
    return atan2(x, 1.0)


def asin(x: float) -> float:
    """Return the arcsine, between -π/2 and π/2; ValueError unless -1 ≤ `x` ≤ 1."""
    return atan2(x, math.sqrt((1 - x) * (1 + x)))


def _reduced(x: float) -> tuple[int, float, float]:
    """Return the nearest number of quarter turns, and the angle that is left, in two parts."""
    if -0.7853 < x < 0.7853:
        return 0, x, 0.0
    turns = round(x * (2 / math.pi))
    start = x - turns * _HALF_PI[0]
    w = turns * _HALF_PI[1]
    left = start - w
    w = turns * _HALF_PI[2] - ((start - left) - w)
    y = left - w
    return turns, y, (left - y) - w


def _sine(x: float, rest: float) -> float:
    z = x * x
    r = -2.50507602534068634195e-08 + z * 1.58969099521155010221e-10
    r = -1.98412698298579493134e-04 + z * (2.75573137070700676789e-06 + z * r)
    r = 8.33333333332248946124e-03 + z * r
    return x - ((z * (0.5 * rest - z * x * r) - rest) - z * x * -1.66666666666666324348e-01)


def _cosine(x: float, rest: float) -> float:
    z = x * x
    half = 0.5 * z
    w = 1.0 - half
    r = 2.08757232129817482790e-09 + z * -1.13596475577881948265e-11
    r = 2.48015872894767294178e-05 + z * (-2.75573143513906633035e-07 + z * r)
    r = 4.16666666666666019037e-02 + z * (-1.38888888888741095749e-03 + z * r)
    return w + (((1.0 - w) - half) + (z * z * r - x * rest))


def total(numbers: Iterable[float]) -> float:
    """Return the sum from left to right; the built-in one compensates since Python 3.12."""
    return reduce(add, numbers, 0.0)
