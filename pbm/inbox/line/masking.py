"""Mask what may be a password in a refused line, before the answer repeats it.

People write passwords where none belongs. A word that is long enough to be one, and that is known
as nothing else, is repeated in no mail.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from typing import Any

from rapidfuzz import process
from rapidfuzz.distance import Indel

from pbm.core.calendar import calendar_words
from pbm.core.names import near_userid
from pbm.core.passwords import SHORTEST
from pbm.core.zones import places
from pbm.inbox.line.line import Call, Misread
from pbm.inbox.line.names import all_commands
from pbm.inbox.line.printed import shown
from pbm.inbox.line.suspects import is_unlike_a_word, may_be_secret
from pbm.mail.tokens import BLANK
from pbm.play.settings import OPTIONS

MOST_LOOKED_UP = 20
"""The most words that are looked up among names and players: a person names far fewer in a line."""

_MARKS = "\"'“”‘’«»„()[]{}<>.,:;!?*_`-–—#"
_NEARLY = 0.84
"""How similar a misspelt name is to what is meant: the share of letters in common."""
_CHECKED_SLOTS = frozenset({"words", "move"})


class LineMask:
    """Blanks those words of one line that may be passwords, wherever they are repeated."""

    def __init__(self, line: Call | Misread, is_player: Callable[[str], bool]) -> None:
        self._line = line
        possible = [_bare(each) for each in possible_passwords(line, is_player)]
        self._possible = frozenset((*possible, *filter(None, map(near_userid, possible))))

    @property
    def line(self) -> str:
        return self._blanked(shown(self._line))

    def facts(self, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        """The facts of the refusal, with the words that may be passwords blanked in each text."""
        return {
            name: self._blanked(fact) if isinstance(fact, str) else fact
            for name, fact in facts.items()
        }

    def _blanked(self, text: str) -> str:
        if not self._possible:
            return text
        return _words().sub(lambda found: self._word(found, found.end() == len(text)), text)

    def _word(self, found: re.Match[str], is_last: bool) -> str:
        word = _bare(found[2])
        # A refusal quotes the beginning of a long word, so a cut word is compared as a prefix.
        is_cut = is_last and word and any(each.startswith(word) for each in self._possible)
        return f"{found[1] or ''}{BLANK}" if is_cut or word in self._possible else found[0]


def possible_passwords(line: Call | Misread, is_player: Callable[[str], bool]) -> Collection[str]:
    """Words of the line, as written, that may be passwords and are known as nothing else."""
    if len(line.line) < SHORTEST:
        return ()
    checked = frozenset(_checked(line) if isinstance(line, Call) else ())
    words = dict.fromkeys(found[2] for found in _words().finditer(line.line))
    possible = [word for word in words if word not in checked and may_be_secret(word)]
    unknown = [
        word
        for at, word in enumerate(possible)
        if at >= MOST_LOOKED_UP or not _is_misspelt(_bare(word))
    ]
    return [
        word
        for at, word in enumerate(unknown)
        if at >= MOST_LOOKED_UP or not is_player(_bare(word))
    ]


def _checked(call: Call) -> Collection[str]:
    """Words that were checked when the line was parsed: speech, moves and addresses.

    The userid of a signup is one, too, if it could be somebody's name.
    """
    if call.command.name == "signup":
        userid = call.args.word("userid")
        named = near_userid(userid) and not is_unlike_a_word(userid.replace("-", ""))
        return [*(each for each in call.args.rest if "@" in each), *([userid] if named else [])]
    names = {slot.name for slot in call.command.slots}
    if names & _CHECKED_SLOTS:
        return call.args.rest
    addresses = (*call.args.rest, call.args.word("address")) if "address" in names else ()
    return [word for word in addresses if "@" in word]


def _is_misspelt(word: str) -> bool:
    """Whether a word of letters is nearly a name that belongs into commands: "Septmber"."""
    if not word.replace("/", "").replace("_", "").isalpha():
        return False
    similar = Indel.normalized_similarity
    return process.extractOne(word, _names(), scorer=similar, score_cutoff=_NEARLY) is not None


@cache
def _names() -> Sequence[str]:
    """The names of days, commands, options, settings and time zones."""
    commands = (name for each in all_commands() for name in (*each.names, *each.option_names))
    found = (*calendar_words(), *commands, *OPTIONS, *places())
    return [*dict.fromkeys(name.casefold() for name in found)]


@cache
def _words() -> re.Pattern[str]:
    """Matches each word; group 2 is the word without an option's name such as ``--limit=``.

    The name must be a known one, or too short to be a password itself.
    """
    ours = {name for command in all_commands() for name in command.option_names}
    names = "|".join(map(re.escape, sorted(ours)))
    return re.compile(rf"((?:--?|[–—])(?:[a-z]{{1,7}}|{names})=)?(\S+)", re.IGNORECASE)


def _bare(word: str) -> str:
    return word.casefold().strip(_MARKS)
