"""Tokens of our reply addresses in a text, in all forms that programs write."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from pbm.base.secrets import TOKEN_LENGTH
from pbm.mail.addresses import parts

BLANK = "********"

# What may stand between two characters of an address that a program has broken or marked up: the
# end of a line, hyphenated or soft, quote marks with or without initials, a tag such as "<wbr>",
# invisible characters. Possessive, so that a search takes linear time.
_GAP = r"(?:[-=]?[ \t\r]*\n[ \t]*(?:\w{1,9}(?=>))?|<[^<>\n]{0,40}>|[^\w\n.+@%=&-]){0,40}+"
_ENCODED_PLUS = re.compile(r"2[bB]|43;")
_PIECE = re.compile(r"[a-z2-7]+", re.IGNORECASE)
_PIECE_OF_BYTES = re.compile(_PIECE.pattern.encode(), re.IGNORECASE)
_FEWEST_OF_BEGINNING, _FEWEST_OF_END = 8, 20
"""From this many characters on, a part of a token is blanked. Shorter ones may be the address of a
person, who seldom has so many without a dot.
"""


class _Patterns(NamedTuple):
    """token, in_bytes: group 1 is the part of the address that stays, group 2 the token.

    rest: the beginning or the end of a token, beside the part of the address that stays.
    """

    token: re.Pattern[str]
    in_bytes: re.Pattern[bytes]
    rest: re.Pattern[str]


def has_token(text: str, domain: str) -> bool:
    return _has_at(text) and bool(_patterns(domain).token.search(text))


def blank_tokens(text: str, domain: str) -> str:
    """Blank the tokens of our reply addresses. Line ends stay."""
    return _patterns(domain).token.sub(_blanked, text) if _has_at(text) else text


def blank_tokens_in_bytes(data: bytes, domain: str) -> bytes:
    """Blank the tokens in text whose characters are encoded as in ASCII."""
    return _patterns(domain).in_bytes.sub(_blanked_bytes, data)


def mask_tokens_in(text: str, domain: str) -> str:
    """Blank the tokens, and what is left of one that was cut, so that others may see the text."""
    if not _has_at(text) and "+" not in text and not _ENCODED_PLUS.search(text):
        return text
    return _patterns(domain).rest.sub(_blanked_rest, blank_tokens(text, domain))


def mask_tokens_in_lines(lines: Iterable[str], domain: str) -> tuple[str, ...]:
    """``mask_tokens_in`` for successive lines: a token may begin in one and end in the next."""
    found = tuple(lines)
    return tuple(mask_tokens_in("\n".join(found), domain).split("\n")) if found else ()


def _has_at(text: str) -> bool:
    """Whether the text has the sign of an address, in a form as ``_encoded`` finds it.

    Most texts have none, and the patterns take several times as long to find no address.
    """
    return "@" in text or "40" in text or "64;" in text


def _blanked(found: re.Match[str]) -> str:
    return found[1] + BLANK + _PIECE.sub("", found[2])


def _blanked_bytes(found: re.Match[bytes]) -> bytes:
    return found[1] + BLANK.encode() + _PIECE_OF_BYTES.sub(b"", found[2])


def _blanked_rest(found: re.Match[str]) -> str:
    return f"{found['before'] or ''}{BLANK}"


@cache
def _patterns(domain: str) -> _Patterns:
    # The first letter is a class of both cases, which the regex engine can search for quickly. With
    # (?i:...) around it, the whole pattern would be tried at every position. What may follow rules
    # out most words that begin with it.
    local, host = parts(domain)
    first, rest = f"[{local[0]}{local[0].upper()}]", local[1:]
    plus, at = _encoded("+", "2b"), _encoded("@", "40")
    before = rf"{first}(?i:(?=[{re.escape(local[1:2])}\W_]){_GAP}{_broken(rest)}{_GAP}{plus})"
    token = f"(?:{_GAP}[a-z2-7]){{{TOKEN_LENGTH}}}"
    behind = f"{_GAP}{at}{_GAP}{_broken(host)}"
    pattern = f"({before})((?i:{token}))(?i:(?={behind}))"
    beginning = f"(?P<before>{before})(?i:[a-z2-7]{{{_FEWEST_OF_BEGINNING},}}+)"
    end = f"(?<!\\w)(?i:[a-z2-7]{{{_FEWEST_OF_END},{TOKEN_LENGTH}}}+(?={behind}))"
    rests = f"{beginning}|{end}"
    return _Patterns(re.compile(pattern), re.compile(pattern.encode()), re.compile(rests))


def _broken(text: str) -> str:
    """A pattern of the text with a gap between any two of its characters."""
    return _GAP.join(map(re.escape, text))


def _encoded(sign: str, digits: str) -> str:
    """A pattern of a sign of our addresses, such as "+", in all forms that links give it.

    That is ``%2B``, encoded twice ``%252B``, as some programs store it ``=2B``, ``_2B`` or ``-2B``,
    or an HTML entity.
    """
    return rf"(?:{re.escape(sign)}|[%=_-](?:25)*{digits}|&#(?:{ord(sign)}|x{digits});)"
