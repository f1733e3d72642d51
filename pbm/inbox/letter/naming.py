"""The userid that somebody chooses in their own words, in reply to the mail that asks for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pbm.core.names import MARKS_AROUND, near_userid
from pbm.inbox.line.answer_tables import answers_of_all
from pbm.inbox.line.names import command_words, is_command_word
from pbm.inbox.line.questions import first_answer
from pbm.inbox.line.yes_and_no import after_no, after_yes
from pbm.inbox.understanding.lexicon import is_courtesy, is_word
from pbm.inbox.understanding.phrases import plain_words
from pbm.play.signups import free_userid
from pbm.store.protocol import Transaction

MOST_CHARACTERS = 400
"""People give a name in fewer characters; later ones are not read."""
MOST_CHARACTERS_OF_LETTER = 990
MOST_WORDS = 16
MOST_COURTESIES = 3
"""The most words of a courtesy that precede "I am" and a name."""
MOST_CLAUSES = 40
MOST_WORDS_OF_SIGNATURE = 3
MOST_LETTERS = 18
"""The most letters of a suggested userid."""

_PLACE = "userid"
_QUESTION_MARK = "?"
_ENDS = re.compile(r"[.!?;](?:\s+|$)")
_PAUSES = re.compile(
    r"[,;:()–—]+(?:\s+|$)|\s(?:and|und|et|en|e|ed|but|aber|mais|maar|ma|if|wenn|si|als|se)\s"
)
"""Commas, and words behind which a sentence may go on about something else."""


def name_of_newcomer(lines: Sequence[str], author: str) -> str:
    """The userid that a letter gives that asks to become a player; "" if none is clear.

    A first letter says more than a reply to the mail that asks for a name: "I am" names only who
    has that name in their address, too, or below the letter.
    """
    whole = " ".join(lines)[:MOST_CHARACTERS_OF_LETTER]
    sentences = [*_ENDS.split(whole), *(each for line in lines for each in _ENDS.split(line))]
    clauses = [clause for each in sentences for clause in (each, *_PAUSES.split(each))]
    clauses = [*dict.fromkeys(clauses)][:MOST_CLAUSES]
    found = {name for each in clauses for name in _names(each, by_being=False)}
    if not found:
        *above, below = [line.split() for line in lines if line.strip()] or [[]]
        signed = below if above and len(below) <= MOST_WORDS_OF_SIGNATURE else ()
        known = {*plain_words(author.partition("@")[0]), *map(near_userid, signed)}
        found = {name for each in clauses for name in _names(each, by_being=True)}
        found = {each for each in found if near_userid(each) in known}
    return if_no_password(found.pop()) if len(found) == 1 else ""


def if_no_password(name: str) -> str:
    """The name, "" if it has digits or signs: it may be a password, which no answer repeats."""
    return name if name.isalpha() else ""


def named_in(lines: Sequence[str]) -> str:
    """The userid that the lines give, "" if they give none, or more than one."""
    own = [line for line in "\n".join(lines)[:MOST_CHARACTERS].split("\n") if line.strip()]
    if len(own) == 1 and len(own[0].split()) == 1:
        alone = bare(own[0])
        return alone if _may_be_name(alone) else ""
    sentences = (each for line in own for each in _ENDS.split(line))
    # Who asks something may be no player yet: "Is it free? I am retired."
    asks = any(_QUESTION_MARK in line for line in own)
    found = {name for each in sentences for name in _names(each, by_being=not asks)}
    return found.pop() if len(found) == 1 else ""


def other_name(lines: Sequence[str], asked: str) -> str:
    """The userid that a reply wants in place of the one that it was asked about; "" for none.

    "I am" and a name are taken for one only behind a yes or a no: robots tell who they are.
    """
    at = first_answer(lines)
    if at == len(lines) or any(_QUESTION_MARK in line for line in lines):
        return ""
    line = lines[at][:MOST_CHARACTERS]
    refused = after_no(line)
    rest = after_yes(line) if refused is None else refused
    said = line if rest is None else rest
    found = {name for each in _ENDS.split(said) for name in _names(each, by_being=rest is not None)}
    name = found.pop() if len(found) == 1 else ""
    return name if name != asked else ""


def free_name(tx: Transaction, author: str, *, wanted: str = "") -> str:
    """A valid and free userid for the owner of a mail address; "" for none.

    wanted: the name that they would like; otherwise, or if it is taken, one made from the address.
    """
    local = author.partition("@")[0].partition("+")[0]
    words = plain_words(local.replace(".", " ").replace("_", " "))
    first, whole = "".join(words[:1])[:MOST_LETTERS], "".join(words)[:MOST_LETTERS]
    return free_userid(tx, [*filter(None, [wanted]), first, whole], is_command_word)


def bare(word: str) -> str:
    """The word in lower case, without the marks around it, and without accents if it is a name."""
    plain = near_userid(word.strip())
    return plain if plain.isalpha() else word.strip().strip(MARKS_AROUND).casefold()


def _names(sentence: str, *, by_being: bool) -> Iterator[str]:
    """The words that are given as a name. by_being: also behind "I am"."""
    words = sentence.split()
    for at, word in enumerate(words if len(words) <= MOST_WORDS else ()):
        name = bare(word)
        if _may_be_name(name) and _is_given(
            [*words[:at], _PLACE, *words[at + 1 :]], by_being=by_being
        ):
            yield name


def _may_be_name(word: str) -> bool:
    name = near_userid(word)
    is_ours = word in command_words() or is_word(name)
    return bool(name) and not is_ours


def _is_given(words: Sequence[str], *, by_being: bool) -> bool:
    """Whether the sentence ends with words such as "call me" and, behind them, the name's place.

    Words such as "just" count only if nothing but the name stands beside them.
    """
    plain = plain_words(" ".join(words))
    answers = answers_of_all()
    place = plain.index(_PLACE)
    ends = {
        *(each.alone.longest(plain, 0)[0] for each in answers),
        *(each.called.longest(plain, at)[0] for each in answers for at in range(place + 1)),
    }
    if by_being:
        starts = [at for at in range(min(place, MOST_COURTESIES) + 1) if _is_beginning(plain[:at])]
        ends |= {each.being.longest(plain, at)[0] for each in answers for at in starts}
    behind = [end for end in ends if end > place]
    return any(end == len(plain) or is_courtesy(plain[end:]) for end in behind)


def _is_beginning(before: Sequence[str]) -> bool:
    """Whether nothing but courtesies stand there: "qui" names a person in Italian at the beginning
    alone, and is another word in French anywhere.
    """
    return not before or is_courtesy(before)
