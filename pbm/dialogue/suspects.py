"""Words that may be passwords, in a letter of which nothing was understood."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbm.dialogue.access import Scope
from pbm.dialogue.command import similar_names
from pbm.dialogue.line import Context
from pbm.mail.letter import Letter
from pbm.passwords import SHORTEST

# A command of more words names a player or a password among them.
MOST_WORDS = 6
_PASSWORD = ("password", "passwort", "kennwort", "passe", "wachtwoord", "parola")


def suspects(letter: Letter, context: Context) -> tuple[str, ...]:
    """Words as long as a password, in lines that were nearly commands or speak of one.

    Rather too many than too few: the letter was answered with a question what it meant.
    """
    lines = (letter.subject, *letter.lines, *letter.undecoded)
    found = (word for line in lines for word in _in_line(line, context))
    return tuple(dict.fromkeys(word for word in found if len(word) >= SHORTEST))


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
