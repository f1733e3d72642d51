"""The declarations of CSS that apply to the elements of a page, as far as words depend on them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
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
    """The rules of a page, which are read when they are first needed, and those of its elements."""

    def __init__(self, html: str) -> None:
        """html: in lower case."""
        self._html = html

    @cached_property
    def _sheets(self) -> tuple[str, str]:
        return _parted(_sheets(self._html))

    @cached_property
    def _always(self) -> Mapping[str, str]:
        return _by_selector(self._sheets[0])

    @cached_property
    def _of_media(self) -> Mapping[str, str]:
        return _by_selector(self._sheets[1])

    def of(self, element: Element, *, of_media: bool) -> str:
        """The declarations for an element in lower case; of several, the last one counts.

        of_media: whether rules count that only apply to some media.
        """
        own = _COMMENT.sub("", element.get("style", "").lower())
        tables = [table for table in (self._always, of_media and self._of_media) if table]
        if not tables:
            return own
        classes = element.get("class", "").lower().split()
        names = [*(f".{name}" for name in reversed(classes)), f"#{element.get('id', '').lower()}"]
        keys = [element.tag, *(key for name in names for key in (name, f"{element.tag}{name}"))]
        found = [table[key] for table in tables for key in keys if key in table]
        return ";".join([*found, own])[-MAX_DECLARATIONS:]


def _sheets(html: str) -> str:
    """The style sheets in a page, without comments."""
    begun = html.split("<style")[1:]
    sheets = "".join(each.partition(">")[2].partition("</style")[0] for each in begun)
    begin, *rest = sheets[:MAX_STYLE].split("/*")
    return begin + "".join(each.partition("*/")[2] for each in rest)


def _parted(sheets: str) -> tuple[str, str]:
    """The style sheets without what only applies to some media, and that."""
    first, *others = sheets.split("@media")
    blocks = [(text, _end_of_block(text)) for text in others]
    always = first + "".join(text[end:] for text, end in blocks)
    return always, "".join(text[:end] for text, end in blocks)


def _end_of_block(text: str) -> int:
    """The index behind the first block in braces, which may hold others."""
    depth = 0
    for brace in _BRACE.finditer(text):
        depth += 1 if brace[0] == "{" else -1
        if depth <= 0:
            return brace.end()
    return len(text)


def _by_selector(style: str) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for selector, declarations in islice(_rules(style), MAX_RULES):
        found[selector] = f"{found.get(selector, '')};{declarations}"[-MAX_DECLARATIONS:]
    return found


def _rules(style: str) -> Iterator[tuple[str, str]]:
    """Yield what an element is selected by, and the declarations for it."""
    for rule in style.split("}"):
        before, _, declarations = rule.rpartition("{")
        # A rule may stand in one of media: "@media screen {s {...".
        for selector in before.rpartition("{")[2].split(","):
            simple = _SIMPLE.search(selector.strip()[-MAX_SELECTOR:])
            if simple and simple[0]:
                yield simple[0], declarations
