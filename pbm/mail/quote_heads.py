"""Heads of quotes in any language, known by their shape: rules, fields and attributions.

A head is what a mail program writes above a quote: ``From: ...``, ``To: ...``, ``Subject: ...``,
perhaps below a rule, or a line that names a writer and a time and ends with a colon.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from pbm.core.names import reads_as_move
from pbm.mail.addresses import message_id_end, parts

MAX_LINES = 24
"""The most lines of a head, empty ones included."""
MAX_WRAPPED = 3
"""The most lines of an attribution."""
MAX_ATTRIBUTION = 400
MOST_WORDS_OF_LABEL = 4
MOST_WORDS_OF_RULE = 8
MOST_NAMES = 4
"""The most words beside an address in a field: its owner's names."""
FEWEST_WORDS = 3
"""The fewest words beside an address in a sentence; one more beside an address in brackets."""
FIELDS_WITHOUT_ADDRESS = 3
"""How many fields make a head if a date is the only sign. People write two, too: when and where."""
MOST_WORDS_OF_DATE = 4
"""The most words of a date and a time: "Fri 20 Nov 2026 10:59 AM"."""
MOST_JOINED = 6
"""The most fields on one line that are looked at."""

DASHES = r"-_=*~#+\u2010-\u2015\u2212\u2500-\u257F\u2E3A\u2E3B\u301C\uFE58\uFE63\uFF0D\uFF5E"
"""The characters of rules, for a set in a pattern: dashes (Unicode Pd), box lines and others."""
_BARE_RULE = re.compile(rf"(?P<dash>[{DASHES}])(?:(?P=dash)|[{DASHES} ]{{2,}})$")
_RULE = re.compile(
    rf"(?P<dash>[{DASHES}])(?P=dash)[{DASHES} ]*"
    rf"(?P<words>[^\W\d_][^{DASHES}]{{0,80}}(?:-[^{DASHES}]{{1,40}}){{0,4}})(?P=dash){{2,}}$"
)
_RULE_BEFORE = re.compile(
    rf"[* ]{{0,4}}(?P<dash>[{DASHES}])(?P=dash){{3,}}+[{DASHES} ]*+"
    rf"(?:[^\W\d_][^{DASHES}:@]{{0,80}}(?P=dash){{3,}}+[{DASHES} ]*+)?(?=\S)"
)
_BEFORE_LABEL = re.compile(r"\s+(?=[*_]{0,4}[^\W\d_][^\W\d_-]{0,20}[*_ ]{0,3}:(?!//))")
_MARK = re.compile(r"[|>*_ ]{0,6}")
_FIELD = re.compile(
    r"(?P<label>[^\W\d_][^:\uFE55\uA789\u2236\u055D|\t@<>\d]{0,40}?)[*_ ]{0,4}"
    r"[:\uFE55\uA789\u2236\u055D|\t](?!//)[*_|\s]{0,4}(?P<value>.*)$"
)
_ADDRESS = re.compile(r"[^\s<>()\[\]\"',;:|]{1,64}@[^\s<>()\[\]\"',;:|]{1,255}")
_BRACKETED = re.compile(r"[<(\[]\s?(?:mailto:)?[^\s<>()\[\]]{1,64}@")
# Lotus Notes: "Alice---20.11.2026 10:59:11---Your move".
_NAMED_BY_NOTES = re.compile(r"[^\W\d_][^-]{1,60}---\d[\d./-]{5,9}[ ,][\d:. AMP]{4,12}---")
_YEAR = re.compile(r"(?<!\d)(?:1[39]|20|25)\d{2}(?!\d)")
_NUMBER = re.compile(r"(?<!\d)\d{1,2}(?!\d)")
_CLOCK = re.compile(r"(?<!\d)\d{1,2}[:.h\N{RATIO}]\d{2}(?!\d)")
_NUMERIC = re.compile(r"(?<![\w/.-])\d{1,4}[-/.] ?\d{1,2}[-/.] ?\d{2,4}(?![\w-])")
_WORD = re.compile(r"[^\W\d_]{2,}")
_OUR_TAG = re.compile(r"\[(?:pbm|[a-z]{2,20} \d{1,9})\]\s")
_OUR_SUBJECT = re.compile(rf"(?:[^\W\d_]{{1,12}}\s?:\s?){{0,3}}{_OUR_TAG.pattern}")


@dataclass(frozen=True)
class _Field:
    """A line ``label: value``. names_someone: whether the value is addresses, with names."""

    label: str
    value: str
    names_someone: bool
    is_dated: bool
    is_ours: bool


def head(lines: Sequence[str], at: int, domain: str) -> int:
    """The number of lines of a head that begins at ``lines[at]``; 0 if none begins there."""
    if not _may_begin(lines[at]):
        return 0
    return (
        _of_notes(lines, at)
        or _fields(lines, at, domain)
        or _attribution(lines, at)
        or _joined(lines, at, domain)
    )


def _of_notes(lines: Sequence[str], at: int) -> int:
    """The number of lines of a head of Lotus Notes: dashes, or a date below name and address."""
    if _NAMED_BY_NOTES.match(lines[at]):
        return 1
    is_mailbox = lines[at].endswith(">") and _begins_with_names(lines[at])
    below = lines[at + 1] if is_mailbox and at + 1 < len(lines) else ""
    return 2 * (_is_dated(below) and len(_WORD.findall(below)) <= MOST_WORDS_OF_DATE)


def is_rule(line: str) -> bool:
    """Whether the line is a rule of dashes, underscores or boxes, with or without words in it."""
    # Programs leave this reference of HTML in plain text.
    text = line.replace("&nbsp;", " ")
    found = _RULE.match(text)
    is_short = found is not None and len(found["words"].split()) <= MOST_WORDS_OF_RULE
    return is_short or is_bare_rule(text)


def is_bare_rule(line: str) -> bool:
    """Whether the line is a rule without words: two equal signs, or more of any."""
    return bool(_BARE_RULE.match(line))


def is_address_line(line: str) -> bool:
    """Whether the line gives an address as a head does, and not in a sentence."""
    if "@" not in line or not _ADDRESS.search(line):
        return False
    field = _field(_unmarked(line), "")
    if field is not None and field.names_someone:
        return True
    is_attribution = bool(_BRACKETED.search(line)) and (_is_closed(line) or _is_dated(line))
    return is_attribution or _is_names(line) or _begins_with_names(line)


def _begins_with_names(line: str) -> bool:
    """Whether the line begins with capitalised names and an address in brackets: a cut head."""
    address = _BRACKETED.search(line)
    words = line[: address.start()].strip("\"' ").split() if address else []
    return 0 < len(words) <= MOST_NAMES and all(word[0].isupper() for word in words)


def _may_begin(line: str) -> bool:
    """Whether a head may begin with this line. Most lines of people have none of these signs."""
    return bool(line) and (any(map(line.__contains__, ":@<|\t\u055d\u2236")) or is_rule(line))


def _fields(lines: Sequence[str], at: int, domain: str) -> int:
    """The number of lines of a rule and the fields below it that begin at ``lines[at]``, or 0."""
    has_rule = is_rule(lines[at])
    begin = _next(lines, at + 1) if has_rule else at
    found, end = _block(lines, begin, at + MAX_LINES, domain, has_rule=has_rule)
    is_head = bool(found) and _is_head(found, has_rule=has_rule)
    return end - at if is_head and not _says_move(found[0]) else 0


def _joined(lines: Sequence[str], at: int, domain: str) -> int:
    """The number of lines of a head whose rule or fields a program has put on one line, or 0."""
    rule = _RULE_BEFORE.match(lines[at])
    fewest = 2 if rule else FIELDS_WITHOUT_ADDRESS
    if lines[at].count(":") + bool(rule) < fewest or not (rule or "@" in lines[at]):
        return 0
    begin = rule.end() if rule else 0
    parts = [lines[at][:begin].rstrip()] if rule else []
    parts += _BEFORE_LABEL.split(lines[at][begin:], MOST_JOINED)
    span = _fields([*parts, *lines[at + 1 : at + MAX_LINES]], 0, domain)
    return max(1, span - len(parts) + 1) if span >= fewest <= len(parts) else 0


def _block(
    lines: Sequence[str], begin: int, limit: int, domain: str, *, has_rule: bool
) -> tuple[Sequence[_Field], int]:
    """The fields that begin at ``lines[begin]``, and the index behind them.

    A line of addresses goes on with the field above it. Between all fields stand no empty lines, or
    one each. Below a rule, a tab or a cell of a table may have stood between label and value.
    """
    found: list[_Field] = []
    end = at = begin
    gap = None
    while at < min(limit, len(lines)):
        line = _unmarked(lines[at])
        field = _field(line, domain) or (_unseparated(line) if has_rule else None)
        if field is None and not (found and at == end and _is_names(lines[at])):
            break
        if field is not None:
            if gap == 0 and at > end:
                break
            if gap == 1 and at == end:
                # The first line may be the writer's own.
                return (), begin
            gap = at - end if found else None
            found.append(field)
        end = at + 1
        at = end if end < len(lines) and lines[end] else end + 1
    return found, end


# A block of fields that is no head is looked at from each of its lines on.
@lru_cache(MAX_LINES)
def _field(line: str, domain: str) -> _Field | None:
    found = _FIELD.match(line)
    if found is None or len(found["label"].split()) > MOST_WORDS_OF_LABEL:
        return None
    value = found["value"].strip()
    is_ours = bool(_OUR_SUBJECT.match(value) or (domain and _ours(domain).search(value)))
    return _Field(found["label"], value, _is_names(value), _is_dated(value), is_ours)


def _unseparated(line: str) -> _Field | None:
    """The line as a field whose label is not known, if its value is plainly one of a head."""
    is_ours = bool(_OUR_TAG.search(line))
    field = _Field("", line, _is_names(line), _is_dated(line), is_ours)
    return field if is_ours or field.names_someone or field.is_dated else None


def _is_head(found: Sequence[_Field], *, has_rule: bool) -> bool:
    if any(field.is_ours for field in found):
        return True
    names_someone = any(field.names_someone for field in found)
    dated = sum(field.is_dated for field in found)
    if has_rule and (names_someone or dated == 1):
        return True
    if names_someone:
        return len(found) > 1
    return dated == 1 and len(found) >= FIELDS_WITHOUT_ADDRESS


def _says_move(field: _Field) -> bool:
    """Whether the field holds a move, and so is the writer's: "My move: 16-35"."""
    value = _CLOCK.sub(" ", _NUMERIC.sub(" ", field.value))
    if field.is_ours or field.names_someone or field.is_dated:
        return False
    return reads_as_move(value) or any(map(reads_as_move, value.split()))


def _attribution(lines: Sequence[str], at: int) -> int:
    """The number of lines of an attribution that begins at ``lines[at]``, or 0.

    It names a time and an address in brackets, and ends with a colon.
    """
    for span in range(1, MAX_WRAPPED + 1):
        window = lines[at : at + span]
        text = " ".join(window)
        if len(window) < span or not window[-1] or len(text) > MAX_ATTRIBUTION:
            break
        # Most lines do not end with a colon, and nothing is searched in them.
        if _is_closed(text):
            is_begun = _is_dated(window[0]) or _ADDRESS.search(window[0])
            is_of_mail = is_begun and (_BRACKETED.search(text) or _is_of_somebody(text))
            return span if is_of_mail and _is_dated(text) else 0
    return 0


def _is_of_somebody(text: str) -> bool:
    """Whether a text has brackets, a name beside its date, and few other words: "Alice [date]:"."""
    words = _WORD.findall(text) if "[" in text or "(" in text else []
    small = [word for word in words if word[0].islower()]
    return len(small) < len(words) <= MOST_NAMES + FEWEST_WORDS and len(small) < FEWEST_WORDS


def _is_closed(text: str) -> bool:
    return text.rstrip(" -_=*~").endswith(":")


def _is_names(text: str) -> bool:
    """Whether the text is addresses, with at most a few names beside each, and no sentence."""
    count = len(_ADDRESS.findall(text))
    if not count:
        return False
    words = _WORD.findall(_ADDRESS.sub(" ", text).replace("mailto:", " "))
    uncapitalised = sum(not word[0].isupper() for word in words)
    fewest = FEWEST_WORDS + bool(_BRACKETED.search(text))
    is_sentence = len(words) >= fewest and uncapitalised > 1
    return not is_sentence and len(words) <= MOST_NAMES * count


def _is_dated(text: str) -> bool:
    """Whether the text has a date in numbers, or a year and another number, and a time of day."""
    undated = _NUMERIC.sub(" ", text, count=1)
    rest = _CLOCK.sub(" ", undated, count=1)
    if rest == undated:
        return False
    return undated != text or bool(_YEAR.search(rest) and _NUMBER.search(rest))


def _unmarked(line: str) -> str:
    """The line without the marks of tables, quotes and bold type before it."""
    mark = _MARK.match(line)
    return line[mark.end() :] if mark else line


def _next(lines: Sequence[str], at: int) -> int:
    """The index of the next nonempty line."""
    return next((place for place in range(at, len(lines)) if lines[place]), len(lines))


@cache
def _ours(domain: str) -> re.Pattern[str]:
    """Our own address, and the Message-IDs of our mails."""
    local, host = map(re.escape, parts(domain))
    address = rf"\b{local}(?:\+[\w.=-]{{1,100}})?@{host}\b"
    message_id = rf"<[^\s<>@]{{8,200}}\d[^\s<>@]{{0,200}}{re.escape(message_id_end(domain))}"
    return re.compile(f"{address}|{message_id}", re.IGNORECASE)
