"""HTML to the lines of text that a reader sees; quotes and signatures are marked with ``> ``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from lxml import etree

from pbm.mail.body.sight import Sight, Sights
from pbm.mail.body.strikes import Strikes
from pbm.mail.body.styles import Element, Styles

MAX_HTML = 256 * 1024
MAX_EVENTS = 20_000
MAX_SIGNED = 64 * 1024
"""Where a signature is looked for: above the quote, which may be long."""
# libxml2 compares each attribute of a tag with all those before: 30,000 attributes take a second.
MAX_ATTRIBUTES = 10_000
MAX_IN_TAG = 1_000
"""The most attributes of one tag, with or without values."""
_FEW_PIECES = 5_000
"""A page with fewer blanks and slashes cannot hold so many attributes that they take long."""
_TAG = re.compile(
    r"<[a-zA-Z][^\s/>]*+"
    r"(?:[\s/]++(?:[^\s/>=]++(?:\s*+=\s*+(?:\"[^\"]*+\"?|'[^']*+'?|[^\s>]*+))?|=)?)*+"
)
_PIECES = re.compile(r"[\s/]+")

_BLOCKS = frozenset(
    "address article aside blockquote body center dd div dl dt fieldset figure footer form h1 h2 h3"
    " h4 h5 h6 header hr html li main nav ol p pre section table tbody tfoot thead tr ul".split()
)
_CELLS = frozenset({"td", "th"})
_DROPPED = frozenset(
    "audio button canvas datalist head iframe link map math meta noframes noscript object rp"
    " script select style svg template textarea title video xml".split()
)
_RULED = re.compile(
    r"border-left\s*:(?!\s*(?:none|0[a-z]{0,3}|medium none|hidden)\b)", re.IGNORECASE
)
"""A line at the left, by which mail programs show quotes."""
_PREFORMATTED = re.compile(r"white-space\s*:\s*pre", re.IGNORECASE)

# Tags, classes and ids that mail programs put around quotes.
_QUOTE_TAGS = frozenset({"blockquote", "includetail"})
_QUOTE_MARKS = frozenset(
    "gmail_attr gmail_extra moz-cite-prefix moz-forward-container zmail_extra isreplycontent"
    " isforwardcontent ms-outlook-mobile-reference-message outlookmessageheader"
    " edo-original gmail_chip apple-rich-link lp-rich-link lpcontainer _card_linkpreview"
    " moz-email-headers-table".split()
)
"""With the cards that programs draw of links and of headers."""
_QUOTE_WORD = "quote"
"""Part of the marks of most programs: ``gmail_quote``, ``bluemail_quote``, ``yahoo_quoted``."""
# Those around signatures; "signature" is the id in Outlook on the web and for Windows.
_SIGNATURE_TAGS = frozenset({"signature"})
_SIGNATURE_MARKS = frozenset(
    "gmail_signature moz-signature protonmail_signature_block signature applemailsignature"
    " ms-outlook-mobile-signature outlook-signature fairemail_signature composer_signature"
    " mail-signature tutanota_signature zmail_signature _rc_sig".split()
)
_SIGNATURE_PREFIXES = ("ymail_android_signature", "ydp-signature", "yahoo-signature")
_SIGNS = ("signature", "_rc_sig")
# Everything after one of these marks is quoted, to the end: Outlook, Hotmail, Zimbra.
_QUOTE_BEGINS = frozenset(
    "divrplyfwdmsg stopspelling zwchr mail-editor-reference-message-container".split()
)
_SPACES = re.compile(r"[ \t\r\n\f]+")


class Visible(NamedTuple):
    """The visible text of a page, one line per block. whole: whether no limit has cut it off.

    signature: the lines that its mail program marks as the writer's signature.
    struck: whether words are struck out that are no quote or signature.
    unseen: whether there are words that no reader sees.
    """

    lines: list[str]
    whole: bool
    signature: list[str]
    struck: bool = False
    unseen: bool = False


def signature_lines(html: str) -> list[str]:
    """The lines of the writer's signature; those of a quoted mail are not among them."""
    beginning = html[:MAX_SIGNED]
    plain = beginning.lower()
    has_sign = any(sign in plain for sign in _SIGNS)
    return read_html(beginning, with_struck=False).signature if has_sign else []


def read_html(html: str, *, with_struck: bool = True) -> Visible:
    """The visible text, one line per block, with or without what is struck out or unseen in it.

    Inline tags leave no trace.
    """
    bounded = _bounded(html[:MAX_HTML])
    root, is_read = _parse(bounded)
    if root is None:
        nothing_cut = is_read and len(bounded) == len(html)
        return Visible([], whole=nothing_cut, signature=[])
    page = _Page(bounded.lower(), with_struck=with_struck)
    walk = etree.iterwalk(root, events=("start", "end"))
    for event, element in islice(walk, MAX_EVENTS):
        if event == "end":
            page.leave(element)
        elif _is_dropped(element) or not page.enter(element):
            walk.skip_subtree()
            page.pass_over()
    page.end_line()
    whole = is_read and len(bounded) == len(html) and next(walk, None) is None
    return Visible(page.lines, whole, page.signature, page.struck, page.unseen)


def _bounded(html: str) -> str:
    """The page up to its ``MAX_ATTRIBUTES``-th "=", or to a tag of more than ``MAX_IN_TAG``."""
    few = "=".join(html.split("=", MAX_ATTRIBUTES)[:MAX_ATTRIBUTES])
    if sum(map(few.count, " /\n\t\r\f")) < _FEW_PIECES:
        return few
    long = (tag for tag in _TAG.finditer(few) if len(tag[0]) > 2 * MAX_IN_TAG)
    crowded = (tag for tag in long if len(_PIECES.findall(tag[0])) > MAX_IN_TAG)
    return few[: next((tag.start() for tag in crowded), len(few))]


def _parse(html: str) -> tuple[Element | None, bool]:
    """Return the root of a page, and whether the parser has read the page to its end.

    libxml2 ends at an element that is nested 256 deep. A limit of 2,048 costs 0.3 s.
    """
    parser = etree.HTMLParser(
        encoding="utf-8", remove_comments=True, remove_pis=True, no_network=True, recover=True
    )
    try:
        root = etree.fromstring(html.replace("\0", "").encode("utf-8", "replace"), parser)
    except (etree.LxmlError, ValueError):
        root = None
    last = parser.error_log.last_error
    return root, last is None or last.level != etree.ErrorLevels.FATAL


class _Page:
    """The lines so far, and how deep we are in quotes, signatures, preformatted and struck text."""

    def __init__(self, html: str, *, with_struck: bool) -> None:
        """html: the page, in lower case."""
        self.lines: list[str] = []
        self.signature: list[str] = []
        self._line: list[str] = []
        self.struck = False
        self.unseen = False
        styles = Styles(html)
        self._strikes, self._sights = Strikes(html, styles), Sights(html, styles)
        self._with_struck = with_struck
        self._open: list[tuple[bool, bool, bool, bool, Sight]] = []
        self._sight = self._sights.begin
        self._quotes = 0
        self._signatures = 0
        self._preformatted = 0
        self._struck = 0

    def enter(self, element: Element) -> bool:
        """Whether the element is read. One that nobody sees is passed over, quotes included."""
        sight = self._sight if self._quotes else self._sights.of(element, self._sight)
        if sight.gone and not self._with_struck:
            self.unseen = True
            return False
        marks = _marks(element)
        quote, signature = _is_quote(element, marks), _is_signature(element, marks)
        if quote or element.tag in _BLOCKS:
            self.end_line()
        elif element.tag in _CELLS:
            self._write(" ")
        preformatted, struck = _is_preformatted(element), self._strikes.strike(element)
        # A quote that lasts to the end is never closed.
        self._quotes += quote + (not _QUOTE_BEGINS.isdisjoint(marks))
        self._signatures += signature
        self._preformatted += preformatted
        self._struck += struck
        self._open.append((quote, signature, preformatted, struck, self._sight))
        self._sight = sight
        self._write(element.text)
        return True

    def pass_over(self) -> None:
        self._open.append((False, False, False, False, self._sight))

    def leave(self, element: Element) -> None:
        quote, signature, preformatted, struck, self._sight = self._open.pop()
        if element.tag == "br":
            self._break()
        elif quote or element.tag in _BLOCKS:
            self.end_line()
        self._quotes -= quote
        self._signatures -= signature
        self._preformatted -= preformatted
        self._struck -= struck
        self._write(element.tail)

    def end_line(self) -> None:
        """Break the line if it has content, as the edge of a block does."""
        if self._line:
            self._break()

    def _break(self) -> None:
        text = "".join(self._line).rstrip(" ")
        if self._signatures and not self._quotes:
            self.signature.append(text)
        self.lines.append("> " + text if self._quotes or self._signatures else text)
        self._line.clear()

    def _write(self, text: str | None) -> None:
        if not text:
            return
        if self._struck:
            self.struck |= not (self._quotes or self._signatures or text.isspace())
            if not self._with_struck:
                return
        if self._sight.is_unseen and not self._quotes:
            self.unseen |= not text.isspace()
            if not self._with_struck:
                return
        if self._preformatted:
            self._write_preformatted(text)
            return
        collapsed = _SPACES.sub(" ", text)
        if not self._line or self._line[-1].endswith(" "):
            collapsed = collapsed.removeprefix(" ")
        if collapsed:
            self._line.append(collapsed)

    def _write_preformatted(self, text: str) -> None:
        first, *others = text.splitlines() or [""]
        self._line.append(first)
        for line in others:
            self._break()
            self._line.append(line)
        if text.endswith("\n"):
            self._break()


def _is_dropped(element: Element) -> bool:
    return element.tag in _DROPPED or element.get("hidden") is not None


def _is_quote(element: Element, marks: Sequence[str]) -> bool:
    return (
        element.tag in _QUOTE_TAGS
        or any(mark in _QUOTE_MARKS or _QUOTE_WORD in mark for mark in marks)
        or (element.tag == "div" and element.get("name") == _QUOTE_WORD)
        or element.get("fairemail") == "reference"
        or (element.tag in _BLOCKS and bool(_RULED.search(element.get("style", ""))))
    )


def _is_signature(element: Element, marks: Sequence[str]) -> bool:
    return element.tag in _SIGNATURE_TAGS or any(
        mark in _SIGNATURE_MARKS or mark.startswith(_SIGNATURE_PREFIXES) for mark in marks
    )


def _marks(element: Element) -> Sequence[str]:
    """Classes and id. Outlook on the web prefixes those of a quoted mail with ``x_``."""
    named = element.get("class"), element.get("id")
    names = " ".join(filter(None, named)).lower().split() if any(named) else ()
    return [name.removeprefix("x_") for name in names]


def _is_preformatted(element: Element) -> bool:
    return element.tag == "pre" or bool(_PREFORMATTED.search(element.get("style", "")))
