"""A writer's own lines, split into sentences of tokens: words, and what may be slots."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from pbm.base.links import without_links
from pbm.base.values import replace
from pbm.core.days import goes_on_date, is_shortened
from pbm.core.games import plain_characters, with_game_names
from pbm.core.names import is_address
from pbm.inbox.understanding.board_words import Words, any_word
from pbm.inbox.understanding.phrases import ADDRESS, SIGNS, plain_words

MOST_LINES = 12
MOST_TOKENS = 80
"""Later tokens are ignored: a person who wants something says so in fewer words."""
_LONGEST_LINE = 1000

_ARROW = rf" *(?:[-=–—−]*>|[→➔➜➝➡⇒⟶–—−-])️? *|{any_word(Words.TO)}"
"""The signs and words that may be between two cells, even without spaces."""
_CELL = r"[a-k]?\d{1,2}\*?"
_ARROWS = re.compile(
    rf"(?<![^\W_])({_CELL})(?:{_ARROW})(?=(?:{_CELL}|[ns])(?![^\W_]))", re.IGNORECASE
)
_NUMBERED = re.compile(r"^\s*\d{1,3}[.)] +(?=[a-k]?\d)")
_DIGIT = re.compile(r"\d")
SLOT = r"(?:[a-k]\d{1,2}|\d\d)"
"""A slot of any game, in small letters."""
_JOINED = re.compile(rf"\W*{SLOT}(?:--+|[./]|, ?)?{SLOT}\W*", re.IGNORECASE)
"""A whole line of two slots, written together or with a mark of no other move between them."""
_SLOTS = re.compile(SLOT, re.IGNORECASE)
_ROW = rf"{any_word(Words.ROWS)} *(\d{{1,2}})"
_COLUMN = rf"{any_word(Words.COLUMNS)} *([a-k]|\d)"
_AND = rf"(?:,? *(?:{any_word(Words.AND)})? )"
_CELL_IN_WORDS = re.compile(rf"\b(?:{_ROW}{_AND}{_COLUMN}|{_COLUMN}{_AND}{_ROW})\b", re.IGNORECASE)
_SETTING = re.compile(
    rf"^\s*({any_word(Words.SETTINGS)})\s*:\s*(?=\S+(?:\s\S+)?\s*$)", re.IGNORECASE
)
"""The name of a setting before its value, with a colon that ends no sentence."""
_MARKS = "\"'“”‘’«»„()[]{}<>.,:;!?*_`~…¿¡|#"
_NO_SIGNS = dict.fromkeys(map(ord, SIGNS))
_DASHES = ("-", "--", "–", "—")
_PAUSES = (",", ";", ":", *_DASHES)
_STOPS = re.compile(r"[.!?…]+[)\"'”»]*$")
_ENDS = re.compile(r"[.!?…:;]+[)\"'”»]*$")


_SMILEY = re.compile(r"[:;=8]['-]?[)(DPpOo3*|/\\]+|\^\^|<3|[^\w\s!-/:-@\[-`{-~‐-―…“”‘’«»→]+")
"""A smiley or an emoji, which ends a sentence like a full stop."""

_DAY = re.compile(r"(?:\d{1,2}\.){1,2}$")
"""A day, behind which a sentence goes on: "bis 3. Dezember", "vom 20.12. bis 3.1."."""


_DAY_NUMBER = re.compile(r"\d{1,2}(?![\d-])")
"""A day without a month: "22", "22nd"; a move goes on with a dash."""


@dataclass(frozen=True)
class Token:
    """A word without case and accents; or, with a digit in it, as it is written without marks.

    mended: whether a typo in it was corrected. pauses: whether a comma or a dash follows it.
    """

    text: str
    mended: bool = False
    pauses: bool = False

    @property
    def has_digit(self) -> bool:
        return any(map(str.isdigit, self.text))

    @property
    def may_be_slot(self) -> bool:
        return len(self.text) <= 3 and self.has_digit


@dataclass(frozen=True)
class TokenSentence:
    """A sentence of tokens.

    line: the index of the own line that it is in. first: whether it begins that line.
    asks: whether it ends with a question mark.
    """

    tokens: tuple[Token, ...]
    line: int
    first: bool
    asks: bool = False


def names_cells(text: str) -> bool:
    """Whether the text has two slots, as each move has."""
    return len(_SLOTS.findall(text[:_LONGEST_LINE])) > 1


def sentences_of(line: str) -> list[str]:
    """The sentences of a line as they are written; what follows a colon belongs to its sentence."""
    found: list[str] = []
    words: list[str] = []
    raw = _NUMBERED.sub("", line[:_LONGEST_LINE], count=1).split()
    for word, behind in zip_longest(raw, raw[1:], fillvalue=""):
        if found and not words and not any(map(str.isalnum, word)):
            # An emoji behind a sentence.
            found[-1] += f" {word}"
            continue
        before = words[-1] if words else ""
        words.append(word)
        is_day = _is_in_date(word, before, behind)
        if (_STOPS.search(word) and not is_day) or _SMILEY.fullmatch(word):
            found.append(" ".join(words))
            words = []
    return [*found, " ".join(words)] if words else found


def _is_in_date(word: str, before: str, behind: str) -> bool:
    """Whether the dot behind a word ends no sentence: "bis 3. Dezember", "mar. 22 déc. au 3"."""
    if _DAY.match(word):
        return goes_on_date(behind, before)
    return is_shortened(word) and (
        _DAY_NUMBER.match(behind) is not None or goes_on_date(behind, before)
    )


def without_sentences(line: str, left_out: Collection[str]) -> str:
    """The line without these of its sentences, and as it is written if it has none of them."""
    said = sentences_of(line)
    kept = [each for each in said if each not in left_out]
    return line if len(kept) == len(said) else " ".join(kept)


def token_sentences(lines: Sequence[str]) -> list[TokenSentence]:
    """The sentences of the first lines, up to a number of tokens."""
    found: list[TokenSentence] = []
    left = MOST_TOKENS
    for number, line in enumerate(lines[:MOST_LINES]):
        for sentence in _of_line(line[:_LONGEST_LINE], number):
            left -= len(sentence.tokens)
            if left < 0:
                return found
            found.append(sentence)
    return found


def _of_line(line: str, number: int) -> Iterator[TokenSentence]:
    tokens: list[Token] = []
    first = True
    line = with_game_names(plain_characters(without_links(line)))
    if any(map(str.isalnum, line)):
        # Beside words an emoji only decorates them.
        line = line.translate(_NO_SIGNS)
    words = _with_plain_arrows(_SETTING.sub(r"\1 ", line) if ":" in line else line).split()
    for raw, behind in zip_longest(words, words[1:], fillvalue=""):
        if tokens and raw in _PAUSES:
            tokens[-1] = replace(tokens[-1], pauses=True)
        before = tokens[-1].text if tokens else ""
        tokens += _tokens(raw)
        is_day = _is_in_date(raw, before, behind)
        if tokens and _ENDS.search(raw) and not is_day:
            yield TokenSentence(tuple(tokens), number, first, asks="?" in raw and "!?" not in raw)
            tokens, first = [], False
    if tokens:
        yield TokenSentence(tuple(tokens), number, first)


def _with_plain_arrows(line: str) -> str:
    """The line with ``13-33`` in place of ``13 → 33`` and the like, and without a move number."""
    if not _DIGIT.search(line):
        return line
    line = _CELL_IN_WORDS.sub(_cell, line)
    if _JOINED.fullmatch(line):
        return "-".join(_SLOTS.findall(line))
    return _ARROWS.sub(r"\1-", _NUMBERED.sub("", line, count=1))


def _cell(found: re.Match[str]) -> str:
    """``13`` for "row 1, column 3", and ``A3`` for "column A, row 3"."""
    row, column = found[1] or found[4], found[2] or found[3]
    return f"{row}{column}" if column.isdigit() else f"{column}{row}"


def _tokens(raw: str) -> Iterator[Token]:
    bare = raw.strip(_MARKS)
    pauses = raw.endswith(_PAUSES)
    if "@" in bare and is_address(bare.casefold()):
        yield Token(ADDRESS, pauses=pauses)
        return
    if any(map(str.isdigit, bare)):
        yield Token(bare.casefold(), pauses=pauses)
        return
    *words, last = plain_words(bare) or ("",)
    yield from map(Token, words)
    if last:
        yield Token(last, pauses=pauses)
