"""The userid that somebody chooses in their own words, in reply to the mail that asks for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pbm.core.languages import languages
from pbm.core.names import MARKS_AROUND, near_userid
from pbm.inbox.commands import command_words
from pbm.inbox.dialogue.consent import answers_in
from pbm.inbox.understanding.lexicon import is_word
from pbm.inbox.understanding.phrases import plain_words
from pbm.play.signups import free_userid
from pbm.store.protocol import Transaction

MOST_CHARACTERS = 400
"""People give a name in fewer characters; later ones are not read."""
MOST_WORDS = 12
MOST_LETTERS = 18
"""The most letters of a suggested userid."""

_PLACE = "userid"
_ENDS = re.compile(r"[.!?;](?:\s+|$)")


def named_in(lines: Sequence[str]) -> str:
    """The userid that the lines give, "" if they give none, or more than one."""
    own = [line for line in "\n".join(lines)[:MOST_CHARACTERS].split("\n") if line.strip()]
    if len(own) == 1 and len(own[0].split()) == 1:
        alone = bare(own[0])
        return alone if _may_be_name(alone) else ""
    sentences = (each for line in own for each in _ENDS.split(line))
    found = {name for each in sentences for name in _names(each)}
    return found.pop() if len(found) == 1 else ""


def free_name(tx: Transaction, author: str, *, wanted: str = "") -> str:
    """A valid and free userid for the owner of a mail address; "" for none.

    wanted: the name that they would like; otherwise, or if it is taken, one made from the address.
    """
    local = author.partition("@")[0].partition("+")[0]
    words = plain_words(local.replace(".", " ").replace("_", " "))
    first, whole = "".join(words[:1])[:MOST_LETTERS], "".join(words)[:MOST_LETTERS]
    return free_userid(tx, [*filter(None, [wanted]), first, whole], command_words())


def bare(word: str) -> str:
    """The word in lower case, without the marks around it."""
    return word.strip().strip(MARKS_AROUND).casefold()


def _names(sentence: str) -> Iterator[str]:
    words = sentence.split()
    for at, word in enumerate(words if len(words) <= MOST_WORDS else ()):
        name = bare(word)
        if _may_be_name(name) and _is_given([*words[:at], _PLACE, *words[at + 1 :]]):
            yield name


def _may_be_name(word: str) -> bool:
    name = near_userid(word)
    is_ours = word in command_words() or is_word(name)
    return bool(name) and not is_ours


def _is_given(words: Sequence[str]) -> bool:
    """Whether the sentence ends with words such as "call me" and, behind them, the name's place.

    Words such as "just" count only if nothing but the name stands beside them.
    """
    plain = plain_words(" ".join(words))
    spoken = [*map(answers_in, languages())]
    ends = [
        *(each.alone.longest(plain, 0)[0] for each in spoken),
        *(
            each.called.longest(plain, at)[0]
            for each in spoken
            for at in range(plain.index(_PLACE) + 1)
        ),
    ]
    return any(end == len(plain) for end in ends)
