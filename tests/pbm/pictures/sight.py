"""The perception of colours: luminance, contrast, distance, and colour-blindness."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import dist

Colour = tuple[float, float, float]
"""Linear red, green and blue, from 0 to 1."""

_PROTAN = ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216))
_DEUTAN = ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413))
_TRITAN = ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602))
BLINDNESS: Mapping[str, Sequence[Sequence[float]]] = {
    "nobody": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (*_PROTAN, (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": (*_DEUTAN, (-0.011820, 0.042940, 0.968881)),
    "tritanopia": (*_TRITAN, (0.004733, 0.691367, 0.303900)),
}
"""The matrices of Machado, Oliveira and Fernandes (2009) for complete loss, on linear colours."""

_TO_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
_WHITE = (0.9505, 1.0, 1.089)


def linear(colour: str) -> Colour:
    red, green, blue = (_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return red, green, blue


def luminance(colour: str) -> float:
    """Return the relative luminance of WCAG 2."""
    return _applied(_TO_XYZ, linear(colour))[1]


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of WCAG 2, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def distance(one: str, other: str, blindness: str = "nobody") -> float:
    """Return the distance of two colours in CIELAB, as a person with that blindness sees them."""
    return dist(*(_lab(_applied(BLINDNESS[blindness], linear(each))) for each in (one, other)))


def seen_by(colour: str, blindness: str) -> str:
    """Return the colour as a person with a colour-blindness sees it."""
    seen = _applied(BLINDNESS[blindness], linear(colour))
    return "#" + "".join(f"{round(255 * min(1.0, _encoded(part))):02x}" for part in seen)


def _encoded(part: float) -> float:
    return 12.92 * part if part <= 0.0031308 else float(1.055 * part ** (1 / 2.4) - 0.055)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _applied(matrix: Sequence[Sequence[float]], colour: Colour) -> Colour:
    first, second, third = (
        min(1.1, max(0.0, sum(a * b for a, b in zip(row, colour, strict=True)))) for row in matrix
    )
    return first, second, third


def _lab(colour: Colour) -> Colour:
    x, y, z = (
        _root(part / white) for part, white in zip(_applied(_TO_XYZ, colour), _WHITE, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(part: float) -> float:
    return float(part ** (1 / 3)) if part > 0.008856 else 7.787 * part + 16 / 116
