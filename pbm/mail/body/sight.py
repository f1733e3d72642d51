"""Text of HTML that no reader sees: too small, of the colour of the paper, or out of sight.

Advertising begins with such text, and so do marks of some mail programs.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from pbm.mail.body.styles import Element, Styles

Colour = tuple[int, int, int]

WHITE: Colour = (255, 255, 255)
LEAST_DIFFERENCE = 12
"""Colours whose parts differ less look alike."""

# One of these stands in every page that has text out of sight.
_SIGNS = re.compile(
    r"(?:opacity|height|width|font(?:-size)?)\s*:\s*[01.]|display|visibility|mso-hide"
    r"|:\s*-\d{3}|clip|scale|transparent|white|#f[a-f0-9]|rgb|hsl|color\s*="
)
# A page for dark screens, whose paper is not known.
_DARK = re.compile(r"name=[\"']?(?:supported-)?color-schemes?[\"']?\s+content=[\"']?(?:only )?dark")
_GONE = re.compile(
    r"mso-hide\s*:\s*all|(?<![\w-])opacity\s*:\s*(?:0(?:\.0*)?|\.0+)\s*(?:;|!|$)"
    r"|text-indent\s*:\s*-\d{3}|(?<![\w-])(?:left|top|right|bottom|margin-left|margin-top)\s*:\s*-\d{3}"
    r"|(?<![\w-])clip\s*:\s*rect\(\s*[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?\s*\)"
    r"|clip-path\s*:\s*(?:inset\(\s*(?:50|100)%|circle\(0)|scale[xy]?\(\s*0(?:\s*,\s*0)?\s*\)"
)
_CUT_OFF = re.compile(r"overflow(?:-[xy])?\s*:\s*hidden")
_FLAT = re.compile(r"(?<![\w-])(?:max-)?(?:height|width)\s*:\s*0(?:px|pt|em|%)?\s*(?:;|!|$)")
_DISPLAY = re.compile(r"(?<![\w-])display\s*:\s*([a-z-]+)")
_VISIBILITY = re.compile(r"(?<![\w-])visibility\s*:\s*([a-z-]+)")
_SIZE = re.compile(r"(?<![\w-])font(?:-size)?\s*:\s*([^;]*)")
_LENGTH = re.compile(r"(?<![\w.#-])(\d*\.?\d+)(px|pt|em|rem|%|/|\s*(?:!|$))")
_COLOUR = re.compile(r"(?<![\w-])color\s*:\s*([^;]*)")
_PAPER = re.compile(r"(?<![\w-])background(-color|-image)?\s*:\s*([^;]*)")
_HEX = re.compile(r"#([0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b")
_PARTS = re.compile(r"rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})(?:[\s,/]+([\d.]+%?))?\s*\)")
_NAMES = {"white": WHITE, "black": (0, 0, 0), "snow": (255, 250, 250), "ivory": (255, 255, 240)}
_OUT_OF_SIGHT = frozenset({"none", "hidden", "collapse"})
_CLEAR = frozenset({"transparent", "none"})
_KEPT = 128
"""How many styles are kept with what they come to: most elements of a page share a few."""


class Sight(NamedTuple):
    """How text is seen. paper: the colour behind it; None for one that is not known.

    colour: None for any that can be seen.
    """

    gone: bool = False
    tiny: bool = False
    clear: bool = False
    colour: Colour | None = None
    paper: Colour | None = WHITE

    @property
    def is_unseen(self) -> bool:
        return self.gone or self.tiny or self.clear or self._is_like_paper

    @property
    def _is_like_paper(self) -> bool:
        if self.colour is None or self.paper is None:
            return False
        pairs = zip(self.colour, self.paper, strict=True)
        return all(abs(one - other) < LEAST_DIFFERENCE for one, other in pairs)


SEEN = Sight()


class Sights:
    """The rules of a page by which text is not seen."""

    def __init__(self, html: str, styles: Styles) -> None:
        """html: in lower case."""
        self._styles = styles if _SIGNS.search(html) else None
        self.begin = SEEN._replace(paper=None) if _DARK.search(html) else SEEN

    def of(self, element: Element, around: Sight) -> Sight:
        """How the text of an element is seen. around: that of the element that it stands in."""
        if self._styles is None or around.gone:
            return around
        style = _with_attributes(element, self._styles.of(element, of_media=False))
        return _seen(style, around) if style else around


def _with_attributes(element: Element, style: str) -> str:
    """The declarations, below those of the attributes that HTML had before CSS."""
    old = [f"background:{paper.lower()};" for paper in [element.get("bgcolor")] if paper]
    if element.tag in ("font", "body"):
        colour = element.get("color") or element.get("text")
        old += [f"color:{colour.lower()};"] if colour else []
    if element.get("data-ogsc") is not None:
        # Outlook changed its colour for a dark screen, and keeps the paper to itself.
        style = f"{style};color:windowtext"
    return "".join([*old, style])


@lru_cache(_KEPT)
def _seen(style: str, around: Sight) -> Sight:
    shown = [*_DISPLAY.findall(style)[-1:], *_VISIBILITY.findall(style)[-1:]]
    is_flat = bool(_FLAT.search(style) and _CUT_OFF.search(style))
    is_hidden = not _OUT_OF_SIGHT.isdisjoint(shown)
    if is_hidden or is_flat or _GONE.search(style):
        return around._replace(gone=True)
    sight = around
    for size in _SIZE.findall(style)[-1:]:
        sight = sight._replace(tiny=_is_tiny(size, around.tiny))
    for written in _COLOUR.findall(style)[-1:]:
        colour, is_clear = _colour(written)
        sight = sight._replace(colour=colour, clear=is_clear)
    for written in _PAPER.findall(style)[-1:]:
        colour, is_clear = _colour(written[1])
        sight = sight if is_clear else sight._replace(paper=colour)
    return sight


def _is_tiny(size: str, around: bool) -> bool:
    """Whether text of a size cannot be read. around: whether that around it cannot."""
    found = _LENGTH.search(size)
    if found is None:
        return around and size.strip() in ("", "inherit")
    length, unit = float(found[1]), found[2].strip()
    return length == 0 or (length <= 1 and unit in ("px", "pt")) or (around and unit in ("em", "%"))


def _colour(written: str) -> tuple[Colour | None, bool]:
    """A colour, None for one that is not known, and whether what has it is transparent."""
    parts, digits = _PARTS.search(written), _HEX.search(written)
    if parts:
        red, green, blue = (int(parts[at]) for at in (1, 2, 3))
        return (red, green, blue), bool(parts[4]) and float(parts[4].rstrip("%.") or 0) == 0
    if digits:
        hexed = digits[1] if len(digits[1]) > 4 else "".join(2 * each for each in digits[1])
        red, green, blue = (int(hexed[at : at + 2], 16) for at in (0, 2, 4))
        return (red, green, blue), hexed[6:] == "00"
    words = written.replace("!", " ").split()
    found = next((_NAMES[word] for word in words if word in _NAMES), None)
    return found, found is None and not _CLEAR.isdisjoint(words)
