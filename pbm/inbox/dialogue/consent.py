"""Yes and no in several words, in answer to a mail that asks for a yes.

Every word must be known: programs that answer mails begin sentences with yes, too.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache

from pbm.core.languages import languages
from pbm.inbox.dialogue.asked_moves import move_in
from pbm.inbox.understanding.lexicon import Lexicon, is_word, lexicon
from pbm.inbox.understanding.phrases import Node, plain_words, tables_of
from pbm.inbox.understanding.wishes import HARMLESS, Sign, Wish

ANSWERS = "answers.toml"
MOST_WORDS, MOST_WORDS_OF_THANKS = 12, 24
MOST_LINES_BELOW = 2
"""Whoever takes a yes back says so at once; farther below, a line may go on with any sentence."""
_PARTS = re.compile(r"(?<=[,;:.!?–—])\s+")
_AGREEING_SIGNS = frozenset("👍👌🤝✅💪")
_DRAWN = re.compile(r"(.)\1+")
"""A letter that is repeated for emphasis, as in "yess" and "jaaa"."""
_MOVES = re.compile(r"\b\w?\d[-–x][\w=x–-]*\w")
"""What may be a move in a line of words."""
_REFUSING = frozenset({Sign.NOT, Wish.NO, Wish.UNWILLING})
"""The meanings of words that never repeat a deed, even if it has them: "of course not" """
_GLADLY_DONE = frozenset({"signup", "challenge", "rematch", "seek", "take", "join"})
"""The deeds to which a yes may be warm: they give nothing up, and agree to no proposal."""
_PROPOSE, _MOVE = "propose", "move"
_DEEDS = (Wish.RESIGN, Wish.DRAW, Wish.UNDO, Wish.REMATCH, Wish.CHALLENGE, Wish.SEEK)
"""The deeds that people repeat in words other than the command."""


@dataclass(frozen=True, eq=False)
class Answers:
    """The answers of people in one language: the tables of its ``answers.toml``."""

    words: Lexicon
    yes: Node
    no: Node
    beside: Node
    warm: Node
    proposing: Node
    playing: Node
    around: Node
    received: Node
    called: Node
    being: Node
    alone: Node
    saying: Node
    citing: Node
    introducing: Node
    source: Node
    status: Node
    receipt: Node
    regards: Node
    against: Node
    telling: Node

    def is_yes(self, words: Sequence[str], deed: Collection[str]) -> bool:
        at = self.yes.longest(words, 0)[0]
        if at <= self.against.longest(words, 0)[0]:
            return False
        return self._only_agrees(self._without_signature(words), at, deed)

    def _without_signature(self, words: Sequence[str]) -> Sequence[str]:
        """The words without a name at their end, behind words such as "best regards"."""
        *others, name = words
        is_signed = any(
            self.regards.longest(others, at)[0] == len(others) for at in range(len(others))
        )
        return others if is_signed and name.isalpha() and not is_word(name) else words

    def goes_ahead(self, words: Sequence[str]) -> bool:
        """Whether the words agree to the move that a mail shows, and say nothing else."""
        return self._only_says(words, self.yes, self.playing)

    def plays(self, words: Sequence[str]) -> bool:
        """Whether the words say to play the move that a mail shows, and nothing else."""
        return self._only_says(words, self.playing)

    def _only_says(self, words: Sequence[str], *wanted: Node) -> bool:
        """Whether a phrase of these tables is there, and no words but such as may go with it."""
        others = (self.yes, self.playing, self.beside, self.warm, self.around)
        at, found = 0, False
        while at < len(words):
            end = max(each.longest(words, at)[0] for each in wanted)
            found = found or end > at
            end = max(end, *(each.longest(words, at)[0] for each in others))
            if end == at:
                return False
            at = end
        return found

    def only_acknowledges(self, words: Sequence[str]) -> bool:
        """Whether the words are nothing but thanks, praise, or a short "ok"."""
        usual = [*self.words.spelling.usual(words)]
        tables = (self.received, self.yes, self.beside, self.warm)
        at = 0
        while at < len(words):
            end, meanings = self.words.longest(usual, at)
            end = end if meanings & HARMLESS else at
            end = max(end, *(each.longest(words, at)[0] for each in tables))
            if end == at:
                return False
            at = end
        return bool(words)

    def _only_agrees(self, words: Sequence[str], at: int, deed: Collection[str]) -> bool:
        """Whether all words from index ``at`` on are courtesies, or repeat the deed.

        Joy about the deed is a courtesy, too, if it is nothing to regret.
        """
        repeats = connects = False
        is_glad = not _GLADLY_DONE.isdisjoint(deed)
        courtesies = (self.beside, *([self.warm] if is_glad else ()))
        while at < len(words):
            end = max(each.longest(words, at)[0] for each in courtesies)
            if end == at:
                end = self._end_of_deed(words, at, deed)
                repeats = repeats or end > at
            if end == at and _MOVE in deed:
                end = self.playing.longest(words, at)[0]
                repeats = repeats or end > at
            if end == at:
                end = self.around.longest(words, at)[0]
                connects = connects or end > at
            if end == at:
                return False
            at = end
        return repeats or not connects

    def _end_of_deed(self, words: Sequence[str], at: int, deed: Collection[str]) -> int:
        end, meanings = self.words.phrases.longest(words, at)
        if not meanings.isdisjoint(_REFUSING):
            return at
        if words[at] in deed:
            return at + 1
        proposes = self.proposing.longest(words, at)[0] if _PROPOSE in deed else at
        if proposes > at:
            return proposes
        return end if any(wish in deed and wish in meanings for wish in _DEEDS) else at


def says_yes(line: str, deed: str, userid: str = "") -> bool:
    """Whether the line does nothing but confirm ``deed``, the command that was asked about.

    userid: the writer's, which they may add to the yes.
    """
    if line.strip().casefold() == move_in(deed).casefold() != "":
        return True
    # Who is called "Later" has to say yes without their name.
    own = "" if is_word(userid) else userid
    words, named = _words_of_answer(line), frozenset(plain_words(f"{deed} {own}"))
    return any(answers_in(each).is_yes(words, named) for each in languages() if words)


def goes_ahead(line: str) -> bool:
    """Whether the line says to play the move that a mail shows: "ok, play it"."""
    words = _words_of_answer(line)
    return any(answers_in(each).goes_ahead(words) for each in languages() if words)


def beside_playing(line: str) -> str | None:
    """What a line says beside "play it", about the move that a mail shows; None without that."""
    parts = _PARTS.split(line)
    others = [part for part in parts if not _says_to_play(part)]
    return " ".join(others) if len(others) < len(parts) else None


def _says_to_play(part: str) -> bool:
    words = _words_of_answer(part)
    return any(answers_in(each).plays(words) for each in languages() if words)


def only_acknowledges(lines: Sequence[str]) -> bool:
    """Whether the lines are nothing but thanks for a mail, or a short "ok" to it."""
    text = "\n".join(lines)
    words = _without_signs(plain_words(text))
    if "?" in text or not 1 <= len(words) <= MOST_WORDS_OF_THANKS:
        return False
    return any(answers_in(each).only_acknowledges(words) for each in languages())


def asks_to_tell(words: Sequence[str]) -> bool:
    """Whether the words begin by asking to tell somebody what follows: "tell them that"."""
    return any(answers_in(each).telling.longest(words, 0)[0] for each in languages())


def takes_back(below: Sequence[str], deed: str) -> bool:
    """Whether the lines below a yes begin by taking it back or qualifying it: "but not now".

    So does another move than that of ``deed``, the command that was asked about.
    """
    lines = [line for line in below if line.strip()][:MOST_LINES_BELOW]
    begins = any(
        answers_in(each).against.longest(plain_words(line), 0)[0]
        for line in lines
        for each in languages()
    )
    others = {each.casefold() for line in lines for each in _MOVES.findall(line)}
    is_other = not others <= {move_in(deed).casefold()}
    return begins or is_other or any(after_no(line) is not None for line in lines)


def begins_with_yes(line: str) -> bool:
    """Whether the line begins with a yes in any language, whatever follows it."""
    words = _undrawn(plain_words(line))
    if words and len(words[0]) == 1 < len(words):
        # "J" alone is a German yes, but not in "J'aimerais".
        return False
    return any(answers_in(each).yes.longest(words, 0)[0] for each in languages())


def _words_of_answer(line: str) -> Sequence[str]:
    """The words of a line that may be a short answer; none if it asks, is quoted or says more."""
    words = _undrawn(_without_signs(plain_words(line)))
    is_answer = not ("?" in line or _may_be_quoted(line)) and len(words) <= MOST_WORDS
    return words if is_answer else ()


def _without_signs(words: Sequence[str]) -> Sequence[str]:
    """The words without emoji that only decorate them; an emoji alone may be sent by a click."""
    return [each for each in words if each not in _AGREEING_SIGNS] or words


def _undrawn(words: Sequence[str]) -> Sequence[str]:
    """The words, each yes of them without letters that are repeated for emphasis: "jaaa"."""
    short = ((word, _DRAWN.sub(r"\1", word)) for word in words)
    return [other if other != word and other in _yeses() else word for word, other in short]


@cache
def _yeses() -> frozenset[str]:
    """The words that are a yes by themselves, in all languages."""
    nodes = (answers_in(each).yes for each in languages())
    return frozenset(word for each in nodes for word, end in each.after.items() if end.meanings)


def after_no(line: str) -> str | None:
    """The rest of a line that begins with a no; None for any other line."""
    words, spoken = plain_words(line), [*map(answers_in, languages())]
    said = max(each.no.longest(words, 0)[0] for each in spoken)
    if _may_be_quoted(line) or max(each.beside.longest(words, 0)[0] for each in spoken) >= said:
        # "No problem" is not a no, but "please don't" is.
        return None
    return _after(line, said) if said else None


def after_yes(line: str) -> str | None:
    """The rest of a line that begins with a yes; None for any other line."""
    words = _undrawn(plain_words(line))
    said = max(answers_in(each).yes.longest(words, 0)[0] for each in languages())
    return _after(line, said) if said and not _may_be_quoted(line) else None


def _after(line: str, said: int) -> str:
    """The line without its first words. said: their number."""
    return re.sub(rf"\W*(?:\w+\W*){{{said}}}", "", line, count=1)


def _may_be_quoted(line: str) -> bool:
    """Whether the line begins with a quote mark, as in "| yes", or holds a subject of ours."""
    return not line.strip()[:1].isalnum() or "[" in line


@cache
def answers_in(language: str) -> Answers:
    """The answers of one language, none if it has no such file."""
    node = tables_of(language, ANSWERS)
    return Answers(
        lexicon(language),
        yes=node("yes"),
        no=node("no"),
        beside=node("beside"),
        warm=node("warm"),
        proposing=node("proposing"),
        playing=node("playing"),
        around=node("around"),
        received=node("received"),
        called=node("called"),
        being=node("being"),
        alone=node("alone"),
        saying=node("saying"),
        citing=node("citing"),
        introducing=node("introducing"),
        source=node("source"),
        status=node("status"),
        receipt=node("receipt"),
        regards=node("regards"),
        against=node("against"),
        telling=node("telling"),
    )
