"""What the answer to a refused line repeats of it.

People write a password where none belongs. A word as long as one, of which nothing else is known,
stands in no mail of ours.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import Any

from pbm.inbox.commands import all_commands
from pbm.inbox.dialogue.line import Call, Misread
from pbm.inbox.dialogue.printed import shown
from pbm.inbox.dialogue.suspects import may_be_secret
from pbm.mail.redact import BLANK

MOST_LOOKED_UP = 20
"""A person names far fewer players in a line."""

_MARKS = "\"'“”‘’«»„()[]{}<>.,:;!?*_`-–—#"
_JUDGED = frozenset({"words", "move"})
_DATE = re.compile(r"\d{1,4}[-./]\d{1,2}[-./]\d{1,4}")


class Repeated:
    """Blanks what may be a password of one line, wherever it is to be repeated."""

    def __init__(self, line: Call | Misread, is_player: Callable[[str], bool]) -> None:
        self._line = line
        self._doubtful = frozenset(map(_bare, doubtful(line, is_player)))

    @property
    def line(self) -> str:
        return self._blanked(shown(self._line))

    def facts(self, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        """The facts of a refusal; what is ours in them stays."""
        return {
            name: self._blanked(fact) if isinstance(fact, str) else fact
            for name, fact in facts.items()
        }

    def _blanked(self, text: str) -> str:
        if not self._doubtful:
            return text
        return _words().sub(lambda found: self._word(found, found.end() == len(text)), text)

    def _word(self, found: re.Match[str], is_last: bool) -> str:
        word = _bare(found[2])
        # Of what was written a refusal quotes the beginning.
        is_cut = is_last and word and any(each.startswith(word) for each in self._doubtful)
        return f"{found[1] or ''}{BLANK}" if is_cut or word in self._doubtful else found[0]


def doubtful(line: Call | Misread, is_player: Callable[[str], bool]) -> Collection[str]:
    """Words of the line as they were written that may be passwords, and nothing else is known."""
    judged = frozenset(_judged(line) if isinstance(line, Call) else ())
    words = dict.fromkeys(found[2] for found in _words().finditer(line.line))
    unknown = [
        word
        for word in words
        if word not in judged and may_be_secret(word) and not _DATE.fullmatch(word)
    ]
    return [
        word
        for at, word in enumerate(unknown)
        if at >= MOST_LOOKED_UP or not is_player(_bare(word))
    ]


def _judged(call: Call) -> Collection[str]:
    """Words that were looked at when the line was read: speech, moves and addresses."""
    names = {slot.name for slot in call.command.slots}
    if names & _JUDGED:
        return call.args.rest
    addresses = (*call.args.rest, call.args.word("address")) if "address" in names else ()
    return [word for word in addresses if "@" in word]


@cache
def _words() -> re.Pattern[str]:
    """Words, the name of an option apart: one of ours, or one too short to be a password."""
    ours = {name for command in all_commands() for name in command.option_names}
    names = "|".join(map(re.escape, sorted(ours)))
    return re.compile(rf"((?:--?|[–—])(?:[a-z]{{1,7}}|{names})=)?(\S+)", re.IGNORECASE)


def _bare(word: str) -> str:
    return word.casefold().strip(_MARKS)
