"""Struck-out text in HTML: which elements strike out their text, by tag, style or class."""

from __future__ import annotations

import re

from pbm.mail.body.styles import Element, Styles

# Searching for these takes a twentieth of the time of a pattern. Most pages have none.
_SIGNS = (
    *("line-through", ";through", "strike", "msodel"),
    *("<del", "<s>", "<s ", "<s\n", "<s\r", "<s\t", "<s/"),
)
_TAGS = frozenset({"s", "strike", "del"})
_CLASSES = frozenset(
    {"line-through", "strikethrough", "strike-through", "strike", "ql-strike", "msodel"}
)
_DECORATION = re.compile(r"text-decoration(?:-line)?\s*:([^;]*)")


def may_strike(html: str) -> bool:
    """Whether a page may strike out text: a quick check."""
    return _shows_sign(html.lower())


def _shows_sign(html: str) -> bool:
    return any(sign in html for sign in _SIGNS)


class Strikes:
    """The rules of a page by which elements strike out their text.

    As in CSS, a descendant cannot undo it, but an element can undo the rule for its tag or class.
    """

    def __init__(self, html: str, styles: Styles) -> None:
        """html: in lower case."""
        self._styles = styles if _shows_sign(html) else None

    def strike(self, element: Element) -> bool:
        """Whether the element strikes out the text in it."""
        if self._styles is None:
            return False
        if element.tag == "del":
            return True
        found = _DECORATION.findall(self._styles.of(element, of_media=True))
        if found:
            return "line-through" in found[-1]
        classes = element.get("class", "").lower().split()
        return element.tag in _TAGS or not _CLASSES.isdisjoint(classes)
