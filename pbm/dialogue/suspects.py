"""Words that may be passwords, in a letter of which nothing was understood."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbm.dialogue.access import Scope
from pbm.dialogue.command import similar_names
from pbm.dialogue.line import Context
from pbm.dialogue.reading import MOST_OWN_CHARACTERS, MOST_OWN_LINES
from pbm.mail.letter import Letter
from pbm.passwords import SHORTEST

# A command of more words names a player or a password among them.
MOST_WORDS = 6
_PASSWORD = ("password", "passwort", "kennwort", "passe", "wachtwoord", "parola")


def suspects(letter: Letter, context: Context) -> tuple[str, ...]:
    """Words as long as a password, in lines that were nearly commands or speak of one.

    Rather too many than too few: the letter was answered with a question what it meant. Beyond
    what is read of a letter every such word is one.
    """
    found = (word for word in _suspicious(letter, context) if len(word) >= SHORTEST)
    return tuple(dict.fromkeys(found))


def _suspicious(letter: Letter, context: Context) -> Iterator[str]:
    read = letter.cut(MOST_OWN_LINES, MOST_OWN_CHARACTERS)
    for line in (letter.subject, *read.lines, *read.undecoded):
        yield from _in_line(line, context)
    unread = (*letter.lines[len(read.lines) :], *letter.undecoded[len(read.undecoded) :])
    for line in unread:
        yield from line.split()


def _in_line(line: str, context: Context) -> Iterator[str]:
    first, *others = line.split() or [""]
    if context.question.wants_password:
        yield from (first, *others)
    elif _is_suspicious(first, others, context):
        yield from (word for word in others if "@" not in word)


def _is_suspicious(first: str, others: Iterable[str], context: Context) -> bool:
    words = [word.casefold().strip(":;,.!?\"'") for word in (first, *others)]
    speaks_of_it = any(word.endswith(_PASSWORD) for word in words)
    names_player = any(context.is_player(word) for word in words)
    nearly_command = len(words) <= MOST_WORDS and bool(similar_names(first, Scope))
    return speaks_of_it or names_player or nearly_command
