"""Lines of programs: labels, summaries.

Programs put them above or below a letter: how secret it is, that it was cut off, what a filter
thinks of it. They are known because all their words are in ``marks.toml``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources

from pbm.core.names import reads_as_move
from pbm.mail.program_lines import folded

MOST_CHARACTERS, MOST_WORDS = 200, 16
MOST_WORDS_ALONE = 5
"""The most words of a label without a name: "Company Confidential - Internal"."""

# The number of a ticket: "[#AB-123-456]", "ref:_00D123._500456:ref".
_NUMBER = re.compile(
    r"[\[({](?=[^\])}]*#)[\w#:-]{4,40}[\])}]|\[[A-Z0-9]{5,9}-[A-Z0-9]{4,9}\]|\[[A-Z]{2,9}-\d{1,9}\]"
    r"|ref:_\w+\._\w+:ref"
)
# What stands for a number or a file in the tables: "#4711", "INC0012345"; "tea.jpg".
_CODE = re.compile(
    r"(?<![^\s:\[(#])(?:[A-Z]{1,6}-?)?\d[\d/-]{2,18}\d(?:_\w{1,9})?(?![^\s:,.\])])|#\d+"
)
_FILE = re.compile(
    r"[\[(<\"«]{0,2}[\w()-]{1,60}\."
    r"(?:jpe?g|png|gif|heic|pdf|docx?|xlsx?|pptx?|txt|zip|mp[34]|mov|ics|vcf|eml|html?|dat)"
    r"[\])>\"»]{0,2}"
)
_A_CODE, _A_FILE = "#", "*.*"
_VALUES = frozenset({_A_CODE, _A_FILE})
# What Lotus Notes writes in place of a file: '[attachment "tea.jpg" deleted by Alice/Example]'.
_DELETED = re.compile(r"\[\w+ \"[^\"]{1,100}\" [^\W\d_ ]+ \w+ [^\[\]]{1,80}\]")
_BEFORE_NUMBER = ("[", "(", "{", "ref:")
_WORD = re.compile(r"[^\W_]+")
_MARKED = re.compile(r"[\[({<*#=~!|-].*[\])}>*#=~!|:-]$|.*:$|#\w+$")
_LEADING = " [(<*#-=~!"
_PAUSES = (":", ".", "\N{FULLWIDTH COLON}")
_PROPERTIES = ("MSIP_", "msip_")
_ALONE, _SUMMARY, _MARKED_ONLY, _ABOVE = "label", "summary", "filtered", "above"
_OF_HELP_DESKS = frozenset({_ABOVE, "ticket", "numbered"})
_BEGUN = "begun"
_WHOLE_LINES = frozenset({"numbered", "file"})
"""Kinds whose lines may be a single word beside a number or a file."""


def mark_at(lines: Sequence[str], at: int) -> int:
    """The number of lines of a mark that begins at ``lines[at]``, or 0."""
    line = lines[at]
    if line.startswith(_PROPERTIES):
        return _end_of_paragraph(lines, at) - at
    if line.startswith(_BEFORE_NUMBER) and (_NUMBER.fullmatch(line) or _DELETED.fullmatch(line)):
        return 1
    begun = _begun_by_program(lines, at)
    if begun:
        return begun
    pieces = _known_pieces(line) if _may_be_mark(line) else ()
    if not pieces:
        return 0
    if len(pieces) == len(line.split()):
        return _lines_of_mark(lines, at)
    heads = (pieces[: end + 1] for end, piece in enumerate(pieces) if piece.endswith(_PAUSES))
    is_begun = any(_is_summary(" ".join(head)) for head in heads)
    return _end_of_paragraph(lines, at) - at if is_begun else 0


def has_mark_of_help_desk(lines: Sequence[str]) -> bool:
    """Whether a line is a mark of a help desk, which may have written what stands above it."""
    if any(line.startswith(_BEFORE_NUMBER) and _NUMBER.fullmatch(line) for line in lines):
        return True
    # Few letters have one of these words.
    if _names_of_help_desks().isdisjoint(_WORD.findall("\n".join(lines).lower())):
        return False
    return any(not _OF_HELP_DESKS.isdisjoint(_kinds(line)) for line in lines if _may_be_mark(line))


def _lines_of_mark(lines: Sequence[str], at: int) -> int:
    """The number of lines of a mark whose first line has no other words, or 0."""
    kinds = _kinds(lines[at])
    if _ABOVE in kinds and any(lines[:at]):
        return len(lines) - at
    if _SUMMARY in kinds:
        return _end_of_summary(lines, at) - at
    return _end_of_links(lines, at + 1) - at if _is_mark(lines, at) else 0


def _begun_by_program(lines: Sequence[str], at: int) -> int:
    """The number of lines of a paragraph that begins as only programs write, or 0."""
    first = _WORD.search(lines[at])
    if first is None or first[0].lower() not in _first_of_begun() or (at and lines[at - 1]):
        return 0
    text, known = folded(" ".join(lines[at].split())).lstrip(_LEADING), _words()[_BEGUN]
    if text.startswith(tuple(known["begin"])):
        return _end_of_begun(lines, at) - at
    whole = text.rstrip(" .:!])>*")
    is_whole = whole in known["anywhere"] or (whole in known["whole"] and any(lines[:at]))
    return int(is_whole and _is_paragraph(lines, at))


def _end_of_begun(lines: Sequence[str], at: int) -> int:
    """The index behind the paragraph, or of a move in it that somebody wrote below."""
    end = _end_of_paragraph(lines, at)
    moves = (below for below in range(at + 1, end) if all(map(reads_as_move, lines[below].split())))
    return next(moves, end)


def _end_of_links(lines: Sequence[str], at: int) -> int:
    """The index behind lines that are nothing but a link."""
    others = (end for end in range(at, len(lines)) if not _is_link(lines[end]) or " " in lines[end])
    return next(others, len(lines))


def _may_be_mark(line: str) -> bool:
    """Whether the line, or a part of it before a pause or a link, has no other words than marks.

    Of most lines, two or three words are looked at.
    """
    known = _known()
    for found in _WORD.finditer(line):
        is_number = found.start() > 0 and (found[0].isdecimal() or found[0].isupper())
        if found[0].lower() not in known and not is_number:
            before = line[: found.end() + 2]
            return "@" in line or any(map(before.__contains__, _PAUSES))
    return True


def _known_pieces(line: str) -> Sequence[str]:
    """The pieces of the line up to the first with a word that no mark has."""
    pieces, known = line[:MOST_CHARACTERS].split(), _known()
    for end, piece in enumerate(pieces):
        is_value = _is_link(piece) or _FILE.fullmatch(piece) or _CODE.search(piece)
        words = () if is_value else _WORD.findall(piece.lower())
        if not all(word in known or word.isdecimal() for word in words):
            return pieces[:end]
    return pieces


def _is_link(piece: str) -> bool:
    return "://" in piece or "@" in piece or piece.startswith("www.")


def _is_summary(text: str) -> bool:
    return _SUMMARY in _kinds(text)


def offers_meeting(line: str) -> bool:
    """Whether the line offers a meeting, by a link of programs for it or as they write it."""
    if "/" in line and any(host in line.lower() for host in _words()["booking"]["hosts"]):
        return len(line.split()) <= MOST_WORDS
    first = _WORD.search(line)
    if first is None or first[0].lower() not in _first_of_booking():
        return False
    text = line[first.start() :]
    is_begun = folded(text).startswith(tuple(_words()["booking"]["begin"]))
    return is_begun and len(text.split()) <= MOST_WORDS and _is_offer(text)


def _is_offer(text: str) -> bool:
    """Whether the line has a link, or names nobody but "me" and names: "with Alice Smith"."""
    bare = _without_links(text)
    if len(bare.split()) < len(text.split()):
        return True
    words = _WORD.findall(bare.rstrip(" .:"))
    others = [word for word in words if folded(word) not in _words_of_booking()]
    return not _words()["booking"]["with"].isdisjoint(map(folded, words)) and (
        bare.rstrip(" .:").replace("-", "").replace(" ", "").isalnum()
        and all(word[0].isupper() for word in others)
    )


def _is_mark(lines: Sequence[str], at: int) -> bool:
    line = lines[at]
    kinds = _kinds(line)
    if not kinds:
        return _is_paragraph(lines, at) and _is_label(line)
    if kinds == [_MARKED_ONLY]:
        is_said = len(_split(line)) > 1 and _is_paragraph(lines, at)
        return is_said or bool(_MARKED.match(line))
    is_sure = len(_split(line)) > 1 or not _WHOLE_LINES.isdisjoint(kinds)
    return is_sure or bool(_MARKED.match(line))


def _kinds(text: str) -> list[str]:
    """The kinds of marks whose names the text has, beside no word of somebody's own."""
    words = _split(text) if len(text) <= MOST_CHARACTERS else []
    if not 0 < len(words) <= MOST_WORDS or _names().isdisjoint(words):
        return []
    kinds = [kind for kind, known in _words().items() if _is_made_of(known, words)]
    return kinds if kinds and not _holds_move(text) else []


def _is_made_of(known: Mapping[str, frozenset[str]], words: Sequence[str]) -> bool:
    names, makers = known.get("names", frozenset()), known.get("makers")
    others = _VALUES - known["all"]
    if names.isdisjoint(words) or not known["all"].issuperset({*words} - others):
        return False
    return makers is None or not makers.isdisjoint(words)


def _is_label(line: str) -> bool:
    """Whether the line is a label of secrecy without a name: "Internal use only"."""
    if len(line) > MOST_CHARACTERS or line.endswith(("?", "!")):
        return False
    words, known = _split(line), _words()[_ALONE]
    return (
        0 < len(words) <= MOST_WORDS_ALONE
        and not (known["alone"] - _levels()).isdisjoint(words)
        and (known["alone"] | known["near"]).issuperset(words)
        and not _holds_move(line)
    )


def _is_paragraph(lines: Sequence[str], at: int) -> bool:
    """Whether nothing stands directly above or below the line, and something else in the text."""
    above, below = lines[:at][-1:], lines[at + 1 : at + 2]
    return not any(above) and not any(below) and len(lines) > 1


def _end_of_summary(lines: Sequence[str], at: int) -> int:
    """The index behind a summary whose head is a line of its own. It stands directly below this,
    or in the next paragraph."""
    end = _end_of_paragraph(lines, at)
    if end > at + 1:
        return end
    below = next((place for place in range(end, len(lines)) if lines[place]), len(lines))
    behind = _end_of_paragraph(lines, below)
    is_own = not any(lines[behind:]) or all(map(reads_as_move, lines[below].split()))
    return end if is_own else behind


def _end_of_paragraph(lines: Sequence[str], at: int) -> int:
    return next((end for end in range(at, len(lines)) if not lines[end]), len(lines))


def _split(text: str) -> list[str]:
    """The words, without links, addresses and numbers. Codes and files are words of their own."""
    bare = _without_values(text)
    words = [word for word in _WORD.findall(folded(bare)) if not word.isdecimal()]
    if bare != text:
        words += [_A_CODE] * bool(_CODE.search(text))
        words += [_A_FILE] * any(map(_FILE.fullmatch, text.split()))
    return words


def _without_values(text: str) -> str:
    """The text without links, files and codes."""
    pieces = text.split()
    others = [each for each in pieces if not (_is_link(each) or _FILE.fullmatch(each))]
    return _CODE.sub(" ", " ".join(others))


def _without_links(text: str) -> str:
    return " ".join(piece for piece in text.split() if not _is_link(piece))


def _holds_move(text: str) -> bool:
    words = folded(_without_values(text)).split()
    return any(word not in _levels() and reads_as_move(word) for word in words)


@cache
def _words() -> Mapping[str, Mapping[str, frozenset[str]]]:
    tables = {
        kind: {name: frozenset(map(folded, words)) for name, words in table.items()}
        for kind, table in _tables().items()
    }
    return {
        kind: {**words, "all": frozenset().union(*words.values())} for kind, words in tables.items()
    }


@cache
def _names() -> frozenset[str]:
    """The words of which each mark has one."""
    return frozenset().union(*(words.get("names", ()) for words in _words().values()))


@cache
def _names_of_help_desks() -> frozenset[str]:
    """The names of marks of help desks with and without accents."""
    written = {word for kind in _OF_HELP_DESKS for word in _tables()[kind]["names"]}
    return frozenset(written | {*map(folded, written)})


@cache
def _tables() -> Mapping[str, Mapping[str, Sequence[str]]]:
    text = resources.files(__package__).joinpath("marks.toml").read_text("utf-8")
    return tomllib.loads(text)


@cache
def _levels() -> frozenset[str]:
    """Levels of secrecy such as "C2", which are fields of boards, too."""
    return frozenset(word for word in _words()[_ALONE]["alone"] if word[-1].isdecimal())


@cache
def _known() -> frozenset[str]:
    """The words of all marks with and without accents."""
    lists = [words for table in _tables().values() for words in table.values()]
    words = {word for each in lists for word in each}
    return frozenset(words | {*map(folded, words)})


@cache
def _first_of_begun() -> frozenset[str]:
    lists = (*_words()[_BEGUN].values(), *_tables()[_BEGUN].values())
    begins = {_WORD.search(each) for words in lists for each in words}
    return frozenset(found[0] for found in begins if found)


@cache
def _first_of_booking() -> frozenset[str]:
    begins = (*_words()["booking"]["begin"], *_tables()["booking"]["begin"])
    return frozenset(_WORD.findall(each)[0] for each in begins)


@cache
def _words_of_booking() -> frozenset[str]:
    booking = _words()["booking"]
    return booking["with"].union(*map(_WORD.findall, booking["begin"]))
