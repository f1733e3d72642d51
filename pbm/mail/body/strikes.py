"""Struck-out text in HTML: which elements strike out their text, by tag, style or class."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

Element = Any  # lxml has no types of its own

MAX_RULES = 1000
MAX_STYLE = 64 * 1024
MAX_SELECTOR = 200

# Searching for these takes a twentieth of the time of a pattern. Most pages have none.
_SIGNS = ("line-through", "strike", "<del", "<s>", "<s ", "<s\n", "<s\r", "<s\t", "<s/")
_TAGS = frozenset({"s", "strike", "del"})
_CLASSES = frozenset({"line-through", "strikethrough", "strike-through", "strike", "ql-strike"})
_DECORATION = re.compile(r"text-decoration(?:-line)?\s*:([^;]*)", re.IGNORECASE)
# The part of a selector that names the element itself: ``del``, ``.x``, ``span.x``, ``#x``.
_SIMPLE = re.compile(r"([a-z][a-z0-9]*|\*)?([.#][\w-]+)?$")


def may_strike(html: str) -> bool:
    """Whether a page may strike out text: a quick check."""
    return _shows_sign(html.lower())


def _shows_sign(html: str) -> bool:
    return any(sign in html for sign in _SIGNS)


class Strikes:
    """The rules of a page by which elements strike out their text.

    As in CSS, a descendant cannot undo it, but an element can undo the rule for its tag or class.
    """

    def __init__(self, html: str) -> None:
        plain = html.lower()
        self._any = _shows_sign(plain)
        found = islice(_rules(_style(plain)), MAX_RULES) if self._any else ()
        self._rules: Mapping[str, bool] = dict(found)

    def strike(self, element: Element) -> bool:
        """Whether the element strikes out the text in it."""
        if not self._any:
            return False
        if element.tag == "del":
            return True
        own = _decoration(element.get("style", ""))
        return self._by_rule(element) if own is None else own

    def _by_rule(self, element: Element) -> bool:
        tag, classes = element.tag, element.get("class", "").lower().split()
        names = [f"#{element.get('id', '').lower()}", *(f".{name}" for name in classes)]
        found = (self._rules.get(key) for name in names for key in (f"{tag}{name}", name))
        known = [each for each in (*found, self._rules.get(tag)) if each is not None]
        return known[0] if known else tag in _TAGS or not _CLASSES.isdisjoint(classes)


def _decoration(style: str) -> bool | None:
    """Whether the declarations strike out text; None if they say nothing about it."""
    found = _DECORATION.findall(style)
    return "line-through" in found[-1].lower() if found else None


def _style(html: str) -> str:
    """The style sheets in a page, without comments."""
    begun = html.split("<style")[1:]
    sheets = "".join(each.partition(">")[2].partition("</style")[0] for each in begun)
    begin, *rest = sheets[:MAX_STYLE].split("/*")
    return begin + "".join(each.partition("*/")[2] for each in rest)


def _rules(style: str) -> Iterator[tuple[str, bool]]:
    """Yield what an element is selected by, and whether that strikes it out."""
    for rule in style.split("}"):
        before, _, declarations = rule.rpartition("{")
        strikes = _decoration(declarations)
        if strikes is None:
            continue
        # A rule may stand in one of media: "@media screen {s {...".
        for selector in before.rpartition("{")[2].split(","):
            simple = _SIMPLE.search(selector.strip()[-MAX_SELECTOR:])
            if simple and simple[0]:
                yield simple[0], strikes
