"""Yes in several words, in answer to a mail that asks for a yes or shows a move.

Every word must be known: programs that answer mails begin sentences with yes, too.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from pbm.inbox.line.answer_tables import Answers, answers_of_all
from pbm.inbox.line.asked_moves import move_in
from pbm.inbox.line.thanks import without_signs
from pbm.inbox.line.yes_and_no import after_no, may_be_quoted, undrawn
from pbm.inbox.understanding.lexicon import is_word
from pbm.inbox.understanding.phrases import Node, plain_words
from pbm.inbox.understanding.wishes import Sign, Wish

MOST_WORDS = 12
MOST_LINES_BELOW = 2
"""People take a yes back at once; farther below, a line may go on with any sentence."""
_PARTS = re.compile(r"(?<=[,;:.!?–—])\s+")
_MOVES = re.compile(r"\b\w?\d[-–x][\w=x–-]*\w")
"""What may be a move in a line of words."""
_REFUSING = frozenset({Sign.NOT, Wish.NO, Wish.UNWILLING})
"""The meanings of words that never repeat a deed, even if it has them: "of course not" """
_GLADLY_DONE = frozenset({"signup", "challenge", "rematch", "seek", "take", "join"})
"""The deeds to which a yes may be warm: they give nothing up, and agree to no proposal."""
_PROPOSE, _MOVE = "propose", "move"
_DEEDS = (Wish.RESIGN, Wish.DRAW, Wish.UNDO, Wish.REMATCH, Wish.CHALLENGE, Wish.SEEK)
"""The deeds that people repeat in words other than the command."""


def says_yes(line: str, deed: str, userid: str = "") -> bool:
    """Whether the line does nothing but confirm ``deed``, the command that was asked about.

    userid: the writer's, which they may add to the yes.
    """
    if line.strip().casefold() == move_in(deed).casefold() != "":
        return True
    # Who is called "Later" has to say yes without their name.
    own = "" if is_word(userid) else userid
    words, named = _words_of_answer(line), frozenset(plain_words(f"{deed} {own}"))
    return any(_is_yes(each, words, named) for each in answers_of_all() if words)


def takes_back(below: Sequence[str], deed: str) -> bool:
    """Whether the lines below a yes begin by taking it back or qualifying it: "but not now".

    So does another move than that of ``deed``, the command that was asked about.
    """
    lines = [line for line in below if line.strip()][:MOST_LINES_BELOW]
    begins = any(
        each.against.longest(plain_words(line), 0)[0] for line in lines for each in answers_of_all()
    )
    others = {each.casefold() for line in lines for each in _MOVES.findall(line)}
    is_other = not others <= {move_in(deed).casefold()}
    return begins or is_other or any(after_no(line) is not None for line in lines)


def goes_ahead(line: str) -> bool:
    """Whether the line only agrees to the move that a mail shows: "ok, play it"."""
    words = _words_of_answer(line)
    return any(_only_says(each, words, each.yes, each.playing) for each in answers_of_all())


def beside_playing(line: str) -> str | None:
    """What a line says beside "play it", about the move that a mail shows; None without that."""
    parts = _PARTS.split(line)
    others = [part for part in parts if not _says_to_play(part)]
    return " ".join(others) if len(others) < len(parts) else None


def _says_to_play(part: str) -> bool:
    words = _words_of_answer(part)
    return any(_only_says(each, words, each.playing) for each in answers_of_all())


def _words_of_answer(line: str) -> Sequence[str]:
    """The words of a line that may be a short answer; none if it asks, is quoted or says more."""
    words = undrawn(without_signs(plain_words(line)))
    is_answer = not ("?" in line or may_be_quoted(line)) and len(words) <= MOST_WORDS
    return words if is_answer else ()


def _only_says(answers: Answers, words: Sequence[str], *wanted: Node) -> bool:
    """Whether a phrase of these tables is there, and no words but such as may go with it."""
    others = (answers.yes, answers.playing, answers.beside, answers.warm, answers.around)
    at, found = 0, False
    while at < len(words):
        end = max(each.longest(words, at)[0] for each in wanted)
        found = found or end > at
        end = max(end, *(each.longest(words, at)[0] for each in others))
        if end == at:
            return False
        at = end
    return found


def _is_yes(answers: Answers, words: Sequence[str], deed: Collection[str]) -> bool:
    """Whether the words of one language confirm the deed. deed: the words of its command."""
    at = answers.yes.longest(words, 0)[0]
    if at <= answers.against.longest(words, 0)[0]:
        return False
    return _only_agrees(answers, _without_signature(answers.regards, words), at, deed)


def _without_signature(regards: Node, words: Sequence[str]) -> Sequence[str]:
    """The words without a name at their end, behind words such as "best regards"."""
    *others, name = words
    is_signed = any(regards.longest(others, at)[0] == len(others) for at in range(len(others)))
    return others if is_signed and name.isalpha() and not is_word(name) else words


def _only_agrees(answers: Answers, words: Sequence[str], at: int, deed: Collection[str]) -> bool:
    """Whether all words from index ``at`` on are courtesies, or repeat the deed.

    Joy about the deed is a courtesy, too, if it is nothing to regret.
    """
    repeats = connects = False
    is_glad = not _GLADLY_DONE.isdisjoint(deed)
    courtesies = (answers.beside, *([answers.warm] if is_glad else ()))
    while at < len(words):
        end = max(each.longest(words, at)[0] for each in courtesies)
        if end == at:
            end = _end_of_deed(answers, words, at, deed)
            repeats = repeats or end > at
        if end == at and _MOVE in deed:
            end = answers.playing.longest(words, at)[0]
            repeats = repeats or end > at
        if end == at:
            end = answers.around.longest(words, at)[0]
            connects = connects or end > at
        if end == at:
            return False
        at = end
    return repeats or not connects


def _end_of_deed(answers: Answers, words: Sequence[str], at: int, deed: Collection[str]) -> int:
    """Where words that repeat the deed end; ``at`` if none begin there."""
    end, meanings = answers.words.phrases.longest(words, at)
    if not meanings.isdisjoint(_REFUSING):
        return at
    if words[at] in deed:
        return at + 1
    proposes = answers.proposing.longest(words, at)[0] if _PROPOSE in deed else at
    if proposes > at:
        return proposes
    return end if any(wish in deed and wish in meanings for wish in _DEEDS) else at
