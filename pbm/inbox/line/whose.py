"""Whose words a writer cites: in quotation marks, behind "you wrote", or behind a name"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from pbm.core.move_text import SENTENCE_MARKS
from pbm.inbox.line.answer_tables import answers_of_all, in_any, made_of
from pbm.inbox.line.questions import greets
from pbm.inbox.understanding.lexicon import is_word
from pbm.inbox.understanding.phrases import Node, plain_words

MOST_OF_HEAD = 80
"""The most characters before a colon."""
_MOST_WORDS_OF_PHRASE = 5
"""The most words of a phrase such as "your question"."""
_SPEAKER = re.compile(r"[\W\d]*([^\W\d][\w.-]*)(?:(\s?:(?!\d)|[)\]>])|\s(?=(\w+)))")
"""The beginning of a line of a conversation, ``[10:00] <bob> yes``, or of a report: "bob said"."""
_HEAD = re.compile(rf"((?:[^:：]|[:：](?=\d)){{1,{MOST_OF_HEAD}}}?)(?:\s?[:：](?!\d)|\s[-–—]\s)")
_BRACKETED = re.compile(r"\W*[(\[<]([^()\[\]<>]{1,80})[)\]>]")
_BEHIND = re.compile(
    r"(?:[(\[<^]|(?<!\S)[-–—~]{1,3}(?=\s|\w))([^()\[\]<>–—~^]{1,80})[)\]>]?\W{0,9}$"
)
"""What stands behind words in brackets, or behind a dash: "(you)", "-- Bob"."""
_HEADING = re.compile(r"\d[:.h/]\d|\w\s?:\s|^(?:[-–—=*_]{2,}\s?\w|[(\[<])")
_LAST_WORDS = _MOST_WORDS_OF_NAME = 3
"""So many words at the end of a line count, and a name has at most so many."""


@dataclass(frozen=True)
class People:
    """Whom a writer may cite. is_player: tells whether a userid belongs to somebody.

    writer: the writer's own userid.
    """

    is_player: Callable[[str], bool]
    writer: str = ""

    def is_other(self, word: str) -> bool:
        return word != self.writer and self.is_player(word)


NOBODY = People(lambda _: False)


def tells_who_said(text: str) -> bool:
    """Whether the text tells that somebody said something."""
    words = plain_words(text)
    return any(
        table.occurs(words) for each in answers_of_all() for table in (each.saying, each.citing)
    )


def ends_saying(line: str) -> bool:
    """Whether a line such as "Bob wrote" tells so, although it has no colon."""
    last = plain_words(line)[-_LAST_WORDS:]
    return line[-1].isalnum() and any(each.saying.occurs(last) for each in answers_of_all())


def introduces(line: str, people: People) -> bool:
    """Whether a line such as "Bob wrote:" tells that the next one is cited."""
    if not line.endswith((":", "：")):
        return False
    head = line.rstrip(":： ")
    return tells_who_said(line) or _is_head(head, people)


def is_heading(line: str, people: People) -> bool:
    """Whether a line such as "[bob, 10:00]" tells that the next one is cited."""
    return _HEADING.search(line) is not None and _is_source(line, people.is_player)


def begins_with_source(line: str, people: People) -> bool:
    """Whether whose words the line cites stands before a colon or in brackets."""
    bracketed, head = _BRACKETED.match(line[: 2 * MOST_OF_HEAD]), _HEAD.match(line)
    if bracketed and _is_source(bracketed[1], people.is_player):
        return True
    return head is not None and _is_head(head[1], people)


def ends_with_source(line: str, people: People) -> bool:
    """Whether whose words the line cites stands behind them: "resign (you)", "resign, said Bob"."""
    _, comma, clause = line.rpartition(",")
    if comma and len(clause.split()) > 1 and any(map(people.is_other, plain_words(clause))):
        return _is_source(clause, people.is_other)
    found = _BEHIND.search(line.rstrip()[-MOST_OF_HEAD - 10 :])
    return found is not None and _tells_source(found[1], people)


def is_only_source(line: str, people: People) -> bool:
    """Whether the line is nothing but whose words are cited, as an aside: "(you said)"."""
    found = _BEHIND.match(line)
    return found is not None and _tells_source(found[1], people)


def _tells_source(text: str, people: People) -> bool:
    return _is_source(text, people.is_other) or tells_who_said(text)


def names_speaker(line: str, people: People) -> bool:
    """Whether the line begins with a player who speaks: "bob: draw?", "bob said draw"."""
    found = _SPEAKER.match(line[:MOST_OF_HEAD])
    if found is None or not people.is_player(found[1].casefold()):
        return False
    speaks = found[2] is not None or not is_word(found[1].casefold())
    return speaks or _is_source(found[3], people.is_player)


def _is_head(text: str, people: People) -> bool:
    """Whether a text before a colon tells whose words stand behind it."""
    # "Dear Bob, my move" speaks to the one whom it names.
    clause = text.rpartition(",")[2]
    return bool(text.strip()) and (
        _is_source(text, people.is_player)
        or _is_unknown_name(text)
        or _ends_introducing(text)
        or (not greets(text) and any(map(people.is_other, plain_words(clause))))
    )


def _is_source(text: str, is_name: Callable[[str], bool]) -> bool:
    """Whether the text is nothing but whose words are cited, and when they were written."""
    words = plain_words(text)
    names = {each.casefold() for each in text.split() if each[:1].isupper()}
    if not words or not any(map(str.isalpha, words)) or greets(text):
        return False
    return any(_covers(each.source, words, names, is_name) for each in answers_of_all())


def _covers(
    source: Node, words: Sequence[str], names: set[str], is_name: Callable[[str], bool]
) -> bool:
    found = made_of(
        words,
        0,
        in_any(source),
        lambda words, at: at + is_name(words[at]),
        lambda words, at: at + (words[at].isdigit() or _may_be_name(words[at], names)),
    )
    return found is not None and bool({0, 1} & {*found})


def _is_unknown_name(text: str) -> bool:
    """Whether the text is one to three words with capitals, as no sentence of ours holds."""
    names = text.split()
    is_short = 1 <= len(names) <= _MOST_WORDS_OF_NAME and not greets(text)
    return is_short and all(
        each.isalpha() and each[0].isupper() and not any(map(is_word, plain_words(each)))
        for each in names
    )


def _may_be_name(word: str, names: set[str]) -> bool:
    return any(word in name for name in names) and not is_word(word)


def _ends_introducing(text: str) -> bool:
    """Whether the text ends with a phrase such as "your question"."""
    words = plain_words(text)
    return any(_ends_with(each.introducing, words) for each in answers_of_all())


def _ends_with(table: Node, words: Sequence[str]) -> bool:
    first = max(0, len(words) - _MOST_WORDS_OF_PHRASE)
    return any(table.longest(words, at)[0] == len(words) for at in range(first, len(words)))


MOST_CHARACTERS = 1000
"""Later words of a line are not read."""
MOST_ABOVE, MOST_OF_OTHERS = 5, 200
"""The most lines above that may introduce a citation, and the most characters of all but the
nearest of them."""

_PAIR = r"[\"“”„«»‹][^\"“”„«»‹›]+[\"“”«»›]|(?<!\w)['‘‚][^'‘’‚]{2,}['‘’](?!\w)"
_CITATION = re.compile(rf"{_PAIR}|`[^`]+`")
_OPENS, _CLOSES = re.compile(r"[\"“„«»‹]"), re.compile(r"[\"”“»«›]")
_FENCE = re.compile(r"\s*(?:`{3}|~{3})")
_OF_WRITERS = r"[-+*•·–—―→_`\"'“”„«»‹›‘’‚(\[¿¡.…!☀-➿]"
"""Signs before words of the writer's own: bullets, quotation marks and brackets, symbols."""
_MARKED = re.compile(rf"\s*(?:[-–—=]{{2,}}\s|(?![:;]-?[()DP]|{_OF_WRITERS}|\w)[!-~¡-⿿＀-￯])")
"""A line that begins with a sign that nobody puts before words of their own, such as ``:``."""
_TAGGED = re.compile(r"[\[{<]/?\s?(?:block|bb)?(?:quote|cite|q)\b", re.IGNORECASE)
_OUR_MARK = re.compile(r"\[(?:pbm|[a-z]+ \d+)\]")


def may_cite(lines: Sequence[str], at: int, people: People) -> bool:
    """Whether the words of a line may be somebody else's, which the writer repeats."""
    line = lines[at][:MOST_CHARACTERS]
    return (
        bool(_MARKED.match(line) or _TAGGED.search(line) or _OUR_MARK.search(line))
        or is_in_marks(lines, at)
        or tells_who_said(line)
        or names_speaker(line, people)
        or begins_with_source(line, people)
        or surroundings_cite(lines, at, people)
    )


def is_in_marks(lines: Sequence[str], at: int) -> bool:
    """Whether words stand in quotation marks, and others beside them.

    A move may have marks around it, and a comment below.
    """
    whole = lines[at][:MOST_CHARACTERS].strip(SENTENCE_MARKS)
    found = _CITATION.search(whole)
    if found is None:
        return _is_open(whole, lines[at + 1 :])
    others = [*lines[:at], *([] if any(map(str.isdigit, found[0])) else lines[at + 1 :])]
    return found[0] != whole or any(map(str.strip, others))


def surroundings_cite(lines: Sequence[str], at: int, people: People) -> bool:
    """Whether the lines around a line, or what stands behind it, tell that it is cited.

    A line may be the writer's own command even if it looks like a sentence.
    """
    line, above, below = lines[at][:MOST_CHARACTERS], lines[:at], lines[at + 1 :]
    return (
        ends_with_source(line, people)
        or _is_introduced(above, people)
        or _is_within(above, lines[at:])
        or is_explained(below, people)
    )


def _is_within(above: Sequence[str], below: Sequence[str]) -> bool:
    """Whether a quotation mark above is closed further down, or a fence is open."""
    before = [each for each in above[-MOST_ABOVE:] if each.strip()]
    if not before:
        return False
    if sum(map(bool, map(_FENCE.match, before))) % 2:
        return True
    return _is_open("\n".join(before)[-MOST_CHARACTERS:], below)


def _is_open(text: str, below: Sequence[str]) -> bool:
    """Whether the text opens a quotation that ends on a line below."""
    left = _CITATION.sub("", text)
    return bool(_OPENS.search(left)) and bool(_CLOSES.search("\n".join(below)[:MOST_CHARACTERS]))


def _is_introduced(above: Sequence[str], people: People) -> bool:
    """Whether the lines above in the same paragraph, or the last one above it, introduce words."""
    before = list(islice(_last_paragraph(above), MOST_ABOVE))
    return any(introduces(each, people) or is_heading(each, people) for each in before) or any(
        map(ends_saying, before[:1])
    )


def _last_paragraph(above: Sequence[str]) -> Iterator[str]:
    """The lines of the last paragraph and the last one above it, in reverse order."""
    is_blank, most = False, MOST_CHARACTERS
    for line in reversed(above):
        if line.strip():
            yield line.strip()[-most:]
            most = MOST_OF_OTHERS
            if is_blank:
                return
        is_blank = not line.strip()


def is_explained(below: Sequence[str], people: People = NOBODY) -> bool:
    """Whether the next line is no more than whose words stand above it: "(you said)"."""
    line = next((each.strip() for each in below if each.strip()), "")
    return is_only_source(line[:MOST_CHARACTERS], people)
