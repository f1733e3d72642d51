"""What is no text in the text of a letter: armour, files, stand-ins, struck-out words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from pbm.mail.body import enclosures
from pbm.mail.body.armour import SIGN, without_armour
from pbm.mail.body.found import Found
from pbm.mail.program_lines import is_stand_in

# Outlook describes pictures by itself.
_DESCRIBED = (
    r"automatically\ generated(?:\ with\ \w+\ confidence)?"
    r"|AI-generated\ content\ may\ be\ incorrect\.?"
    r"|automatisch\ generierte\ beschreibung|générée\ automatiquement"
    r"|generata\ automaticamente|automatisch\ gegenereerde\ beschrijving"
)
_FILE = r"\.(?:avif|bmp|gif|hei[cf]|jfif|jpe?g|png|svg|tiff?|webp)"
_STAND_IN = re.compile(
    rf"""
    (?:
        \ufffc
        | [\[<] cid: [^\[\]<>\s]{{1,200}} [\]>]
        | \[ (?: image/[\w.+-]{{1,20}} | signature_\d{{1,20}} ) \]
        | \[ [^\[\]]{{1,200}} {_FILE} (?:@[\w.]{{1,80}})? \]
        | < [^<>/]{{1,100}} {_FILE} >
        | !\[ [^\[\]]{{0,100}} \]\( (?: cid | data | attachment ): [^()\s]{{0,200}} \)
        | \[ [^\[\]]{{0,300}} (?:{_DESCRIBED}) \]
      ) (?: <https?://[^<>\s]{{1,300}}> )?
    | <<? \s? (?: OLE\ Object: [^<>]{{0,100}} | [^<>/]{{1,100}} \.\w{{2,4}} ) \s? >>
    | \( (?: embedded\ image | see\ attached\ file ) [^()]{{0,200}} \)
    """,
    re.IGNORECASE | re.VERBOSE,
)
_OBJECT = "\ufffc"
_OPENS = re.compile(rf"[\[<({_OBJECT}]")
"""With one of these each stand-in begins."""
_IN_BRACKETS = re.compile(r"(?<!!)\[([^\[\]]{1,220})\]|<([^<>@/]{1,80})>")
# On several lines the description has blank ones in it.
_END_OF_DESCRIPTION = re.compile(rf"[^\[\]]*(?:{_DESCRIBED})\]\s*", re.IGNORECASE)
_BEGIN_OF_DESCRIPTION = re.compile(r"\[[^\[\]]*")
_MOST_LINES = 4
_STRIKE_SIGNS = ("~", "</", "[/", "\u0336", "\u0335")
# "16~35" is a move; "~ Alice ~" and "~~~~" are decoration.
_STRUCK = re.compile(
    r"""
    (?<![\w~]) ~~ (?=[^\s~]) [^~]{1,300} (?<=\S) ~~ (?![\w~])
    | (?<!\S) ~ (?=[^\W\d_]) [^~\n]{1,300} (?<=\S) ~ (?![^\s.,;:!?])
    | < (?P<tag>s|del|strike) > [^<>]{0,300} </ (?P=tag) >
    | \[ (?P<word>s|del|strike) \] [^\[\]]{0,300} \[/ (?P=word) \]
    | (?: \S[\u0335\u0336] (?:\s[\u0335\u0336]?)? )+
    """,
    re.IGNORECASE | re.VERBOSE,
)


def without_traces(lines: Sequence[str]) -> tuple[tuple[str, ...], frozenset[Found]]:
    """The lines without what is no text in them, and what was found in its place."""
    own = "".join([line for line in lines if line[:1] != ">"])
    kept, found = without_armour(lines) if SIGN in own else ([*lines], set[Found]())
    if _has(own, enclosures.SIGNS):
        armourless, kept = kept, [*enclosures.without_enclosures(kept)]
        found |= {Found.FILE} if kept != armourless else set()
    if "]" in own:
        _drop_descriptions(kept, found)
    if _OPENS.search(own):
        kept = [line if line.startswith(">") else _without(line, found) for line in kept]
    if _has(own, _STRIKE_SIGNS):
        kept = [*_unstruck(kept, found)]
    return tuple(kept), frozenset(found)


def _has(text: str, signs: Iterable[str]) -> bool:
    return any(sign in text for sign in signs)


def _drop_descriptions(lines: list[str], found: set[Found]) -> None:
    """Empty the lines of descriptions that Outlook has written on several of them."""
    for end, line in enumerate(lines):
        if not line.rstrip().endswith("]") or not _END_OF_DESCRIPTION.fullmatch(line):
            continue
        for begin in range(end - 1, max(-1, end - _MOST_LINES), -1):
            if _BEGIN_OF_DESCRIPTION.fullmatch(lines[begin]):
                lines[begin : end + 1] = [""] * (end + 1 - begin)
                found.add(Found.PICTURE)
                break


def _unless_stand_in(bracket: re.Match[str]) -> str:
    """The words in brackets, with a sign in place of those that stand for a picture or a file."""
    return _OBJECT if is_stand_in(bracket[1] or bracket[2]) else bracket[0]


def _without(line: str, found: set[Found]) -> str:
    """The line without stand-ins. If it had any, that is added to ``found``."""
    if not _OPENS.search(line):
        return line
    line = _IN_BRACKETS.sub(_unless_stand_in, line)
    rest, count = _STAND_IN.subn(" ", line)
    if not count:
        return line
    found.add(Found.PICTURE)
    return " ".join(rest.split())


def _unstruck(lines: Iterable[str], found: set[Found]) -> Iterator[str]:
    """The lines without struck words, which may go on over several lines. Quotes are kept."""
    for is_quote, group in groupby(lines, lambda line: line.startswith(">")):
        before = [*group]
        text = "\n".join(before)
        after = before if is_quote else _STRUCK.sub(_line_ends, text).split("\n")
        if after == before:
            yield from before
            continue
        found.add(Found.STRUCK)
        yield from (
            line if line == old else " ".join(line.split())
            for line, old in zip(after, before, strict=True)
        )


def _line_ends(struck: re.Match[str]) -> str:
    return "\n" * struck[0].count("\n") or " "
