"""Recognise subjects that responders and mail servers write, by their first words."""

from __future__ import annotations

import re
import unicodedata

from pbm.mail.robot_words import RECEIPTS, RESPONDERS
from pbm.mail.subject import is_repeated

_MOST_CHARACTERS = 200
"""Of longer subjects only this much is looked at."""

_COLON = re.compile("[:：]")
_DASH = re.compile(r"\s[-–—|~]+\s|[—|]")
_BRACKETED = re.compile(r"\s*[\[(【（<*\"「『]([^\])】）>*\"」』]*)[\])】）>*\"」』]\s*")
_EDGES = " \t.!*_-–—…\"'<>()[]{}【】（）「」『』"
_LONGEST_TAG = 12


def is_of_program(subject: str) -> bool:
    """Whether a program wrote the subject: a responder, a receipt, a mail server.

    A person's reply to such a mail begins with "Re:" in some language, and is not one.
    """
    text = subject[:_MOST_CHARACTERS]
    bracketed = _BRACKETED.match(text)
    if bracketed is not None and _is(bracketed[1]):
        return True
    behind = text[bracketed.end() :] if bracketed is not None else text
    return not (is_repeated(text) or is_repeated(behind)) and _begins_so(behind)


def _begins_so(text: str) -> bool:
    first, *rest = _COLON.split(text, maxsplit=1)
    if rest and _simple(first) in _RECEIPTS and rest[0].lstrip().startswith("["):
        return True
    behind_tag = rest and first.strip().isupper() and len(first.strip()) <= _LONGEST_TAG
    heads = {first, text, _DASH.split(text, maxsplit=1)[0]}
    return any(map(_is, heads)) or bool(behind_tag and _is(_COLON.split(rest[0], maxsplit=1)[0]))


def _simple(text: str) -> str:
    """The words in lower case, without dates, hyphens, and marks around them."""
    spaced = unicodedata.normalize("NFC", text.replace("-", " ").replace("’", "'"))
    words = (word for word in spaced.split() if not any(map(str.isdigit, word)))
    # Turkish has two letters I, of which only one has another case in other languages.
    folded = " ".join(words).strip(_EDGES).casefold()
    return folded.replace("i\N{COMBINING DOT ABOVE}", "i").replace("ı", "i")


def _is(text: str) -> bool:
    return _simple(text) in _RESPONDERS


_RESPONDERS, _RECEIPTS = (frozenset(map(_simple, each)) for each in (RESPONDERS, RECEIPTS))
