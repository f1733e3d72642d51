"""The declarations of CSS that apply to the elements of a page, as far as words depend on them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

Element = Any  # lxml has no types of its own

MAX_RULES = 1000
MAX_STYLE = 64 * 1024
MAX_SELECTOR = 200
MAX_DECLARATIONS = 600
"""The most characters of the declarations for an element: hostile pages have thousands of both."""

# The part of a selector that names the element itself: ``del``, ``.x``, ``span.x``, ``#x``.
_SIMPLE = re.compile(r"([a-z][a-z0-9]*|\*)?([.#][\w-]+)?$")
_COMMENT = re.compile(r"/\*[^*]*\*+(?:[^/*][^*]*\*+)*/")
_BRACE = re.compile(r"[{}]")


class Styles:
    """The rules of a page, and the styles of its elements."""

    def __init__(self, html: str, *, of_media: bool) -> None:
        """html: in lower case. of_media: whether rules count that only apply to some media."""
        sheets = _sheets(html)
        rules = _rules(sheets if of_media else _without_media(sheets))
        self._rules: dict[str, str] = {}
        for selector, declarations in islice(rules, MAX_RULES):
            before = self._rules.get(selector, "")
            self._rules[selector] = f"{before};{declarations}"[-MAX_DECLARATIONS:]

    def of(self, element: Element) -> str:
        """The declarations for an element in lower case; of several, the last one counts."""
        own = _COMMENT.sub("", element.get("style", "").lower())
        if not self._rules:
            return own
        classes = element.get("class", "").lower().split()
        names = [*(f".{name}" for name in reversed(classes)), f"#{element.get('id', '').lower()}"]
        keys = [element.tag, *(key for name in names for key in (name, f"{element.tag}{name}"))]
        return ";".join([*filter(None, map(self._rules.get, keys)), own])[-MAX_DECLARATIONS:]


def _sheets(html: str) -> str:
    """The style sheets in a page, without comments."""
    begun = html.split("<style")[1:]
    sheets = "".join(each.partition(">")[2].partition("</style")[0] for each in begun)
    begin, *rest = sheets[:MAX_STYLE].split("/*")
    return begin + "".join(each.partition("*/")[2] for each in rest)


def _without_media(sheets: str) -> str:
    """The style sheets without what only applies to some media."""
    first, *others = sheets.split("@media")
    return first + "".join(map(_behind_block, others))


def _behind_block(text: str) -> str:
    """What follows the first block in braces, which may hold others."""
    depth = 0
    for brace in _BRACE.finditer(text):
        depth += 1 if brace[0] == "{" else -1
        if depth <= 0:
            return text[brace.end() :]
    return ""


def _rules(style: str) -> Iterator[tuple[str, str]]:
    """Yield what an element is selected by, and the declarations for it."""
    for rule in style.split("}"):
        before, _, declarations = rule.rpartition("{")
        # A rule may stand in one of media: "@media screen {s {...".
        for selector in before.rpartition("{")[2].split(","):
            simple = _SIMPLE.search(selector.strip()[-MAX_SELECTOR:])
            if simple and simple[0]:
                yield simple[0], declarations
