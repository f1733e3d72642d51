"""What the writer of a mail has written: the text that its parts show, in order.

That is every text which is not attached, such as those above and below a picture. Of alternatives
(RFC 2046, 5.1.4) the plain one is read, unless it is only a stub beside the HTML one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import chain, islice, pairwise

from pbm.base.values import replace
from pbm.mail import headers, mime
from pbm.mail.body.found import CLOSED, HTML, MAX_PARTS, PLAIN, READABLE, Found, is_attached
from pbm.mail.body.html_text import signature_lines
from pbm.mail.body.parts import MAX_TEXT, Text, bounded, text_of
from pbm.mail.body.raw_parts import raw_parts
from pbm.mail.body.strikes import may_strike
from pbm.mail.mime import Part
from pbm.mail.quotes import own_text

_WORD = re.compile(r"\w+")
_BRACKETS = re.compile(r"\[[^\[\]]{1,300}\]")
MAX_PAGES = 10
MAX_BYTES = 2 * MAX_TEXT

_SHORTEST = 2
# A move by itself is no sentence of a program.
_LETTERS = re.compile(r"[^\W\d_]{2}")
_ALIKE = 0.8
"""The share of common words by which two texts are the same one."""


def written(mail: Part, domain: str) -> Text:
    """The text of a mail to ``pbm@domain``."""
    return _joined(_Reader(domain).texts(mail))


class _Reader:
    """Reads at most ``MAX_PARTS`` parts of a mail, each once, and none beyond ``MAX_BYTES``."""

    def __init__(self, domain: str) -> None:
        self._domain = domain
        self._parts_left, self._bytes_left = MAX_PARTS, MAX_BYTES
        self._read: dict[tuple[bytes, int], Text] = {}

    def texts(self, part: Part) -> list[Text]:
        """The texts that a part shows, in order."""
        inner = [] if part.kind in CLOSED else part.children
        if part.kind == "multipart/alternative" and inner:
            return self._best(inner)
        if part.kind == "multipart/related":
            inner = _shown_of_related(part, inner)
        if inner:
            return _once([*chain.from_iterable(map(self.texts, inner))])
        self._parts_left -= 1
        readable = self._parts_left >= 0 and _is_readable(part)
        text = self._text(part) if readable else Text()
        above, raw = raw_parts(text.lines, part.depth)
        if raw is not None:
            # Below the writer's words, they may be the source of somebody's mail.
            return [Text(tuple(above))] if any(above) else self.texts(raw)
        return [text] if any(text.lines) or text.found else []

    def _text(self, part: Part) -> Text:
        at = part.raw, part.start
        if at not in self._read:
            self._read[at] = text_of(part) if self._bytes_left > 0 else Text()
            self._bytes_left -= len(part.content)
        return self._read[at]

    def _best(self, options: Sequence[Part]) -> list[Text]:
        """The texts of the first alternative that has any, the plain one before others."""
        plain = next((each for each in options if _first(each).kind == PLAIN), None)
        others = [each for each in options if each is not plain]
        texts = self.texts(plain) if plain is not None else []
        found = (leaf for each in others for leaf in _pages(each))
        pages = [*islice(found, MAX_PAGES)]
        if texts and self._speaks_for(_joined(texts), pages):
            texts[-1] = replace(texts[-1], signature=_signature(pages))
            return [self._without_stand_ins(text, pages) for text in texts]
        others.sort(key=lambda each: _first(each).kind != HTML)
        return next(filter(None, map(self.texts, others)), texts)

    def _speaks_for(self, plain: Text, pages: Sequence[Part]) -> bool:
        """Whether a plain text says what the HTML beside it does.

        Ordinary letters have their first line in both, which is seen without parsing the HTML.
        """
        sources = [page.text[:MAX_TEXT] for page in pages]
        is_bare = not any(map(may_strike, sources))
        if not pages or (is_bare and _stands_in(plain.lines, "\n".join(sources))):
            return True
        page = _joined(map(self._text, pages))
        said, shown = self._words_of(plain), self._words_of(page)
        return not (_is_stub(plain, said, shown) or (Found.STRUCK in page.found and said - shown))

    def _without_stand_ins(self, text: Text, pages: Sequence[Part]) -> Text:
        """The text without descriptions of pictures: in brackets there, and not in the HTML."""
        pieces = {piece for line in text.lines for piece in _bracketed(line)}
        if not pages or all(any(piece in page.text for page in pages) for piece in pieces):
            return text
        shown = " ".join(_joined(map(self._text, pages)).lines)
        lines = [
            line if line.startswith(">") else _without_missing(line, shown) for line in text.lines
        ]
        if lines == [*text.lines]:
            return text
        return replace(text, lines=tuple(lines), undecoded=(), found=text.found | {Found.PICTURE})

    def _words_of(self, text: Text) -> Counter[str]:
        """The words of the writer's own lines."""
        return _words(own_text(text.lines, self._domain).lines)


def _is_stub(plain: Text, said: Counter[str], shown: Counter[str]) -> bool:
    """Whether a plain text says nothing of what the HTML does.

    said, shown: the writer's own words in the plain text and in the HTML.
    """
    if not any(len(word) >= _SHORTEST for word in shown):
        return False
    if said:
        is_sentence = any(map(_LETTERS.search, said))
        return is_sentence and 2 * len(said.keys() & shown.keys()) < len(said)
    return not shown.keys() <= _words(plain.lines).keys()


def _shown_of_related(whole: Part, inner: Sequence[Part]) -> list[Part]:
    """The page that the others belong to, and what belongs to no page (RFC 2387)."""
    start = whole.parameter("start")
    named = (each for each in inner if start and start in headers.value(each.headers, "Content-ID"))
    root = next(named, inner[0]) if inner else None
    return [each for each in inner if each is root or not _is_resource(each)]


def _is_resource(part: Part) -> bool:
    """Whether the part of a multipart/related may belong to a page."""
    return part.kind != PLAIN and "content-id" in part.headers


def _is_readable(part: Part) -> bool:
    # A multipart letter whose boundary never occurs is read as text. An inner multipart whose
    # boundary never occurs, or which is nested too deep to be parsed, may hold anything, and is not
    # read.
    unparted = mime.is_multipart(part) and part.depth == 0 and part.kind not in CLOSED
    return (part.kind in READABLE or unparted) and not is_attached(part)


def _first(part: Part) -> Part:
    """The first leaf of a part."""
    inner = part.children
    return _first(inner[0]) if inner else part


def _pages(part: Part) -> Iterator[Part]:
    """The HTML that a part shows."""
    for child in part.children:
        yield from _pages(child)
    if part.kind == HTML and not is_attached(part):
        yield part


def _signature(pages: Sequence[Part]) -> tuple[str, ...]:
    """The lines that the first page marks as the writer's signature."""
    return bounded([line for page in pages[:1] for line in signature_lines(page.text[:MAX_TEXT])])


def _stands_in(lines: Sequence[str], page: str) -> bool:
    """Whether the first line that is no quote begins a line or an element of the page."""
    first = next((line.strip() for line in lines if line and line[0] != ">"), "")
    if not _WORD.search(first):
        return False
    spelt = (escape(first, quote=False), escape(first).replace("&#x27;", "&#39;"))
    return any(edge + each in page for each in spelt for edge in (">", "\n"))


def _bracketed(line: str) -> list[str]:
    return [] if line.startswith(">") else _BRACKETS.findall(line)


def _without_missing(line: str, shown: str) -> str:
    if all(piece in shown for piece in _bracketed(line)):
        return line
    return _BRACKETS.sub(lambda found: found[0] if found[0] in shown else "", line).strip()


def _words(lines: Iterable[str]) -> Counter[str]:
    return Counter(word for line in lines for word in _WORD.findall(line.casefold()))


def _once(texts: Sequence[Text]) -> list[Text]:
    """The texts, without one that repeats the one before, as if they were alternatives."""
    return [*texts[:1], *(text for before, text in pairwise(texts) if not _repeats(text, before))]


def _repeats(text: Text, before: Text) -> bool:
    if text.kind == before.kind:
        return False
    words, others = _words(text.lines).keys(), _words(before.lines).keys()
    return len(words & others) >= _ALIKE * max(len(words), len(others), 1)


def _joined(texts: Iterable[Text]) -> Text:
    """The texts below each other, each a paragraph of its own."""
    texts = [*texts]
    if len(texts) == 1:
        return texts[0]
    undecoded = [text.undecoded or text.lines for text in texts]
    return Text(
        bounded(_paragraphs(text.lines for text in texts)),
        bounded(_paragraphs(undecoded)) if any(t.undecoded for t in texts) else (),
        tuple(line for text in texts for line in text.signature),
        found=frozenset(chain.from_iterable(text.found for text in texts)),
    )


def _paragraphs(texts: Iterable[Sequence[str]]) -> list[str]:
    return [line for text in texts for line in (*text, "")][:-1]
