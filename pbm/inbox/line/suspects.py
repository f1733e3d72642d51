"""Find words that may be passwords anywhere in a letter.

A password cannot be searched for, as only its slow hash is stored. A fast hash beside it, even one
of ten bits, would let the thief of a backup try a thousand times as many words. So words are judged
by their neighbours, and in doubt count as passwords: only the stored letter loses them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from pbm.core.dates import is_about_days
from pbm.core.names import is_address, is_userid, reads_as_move
from pbm.core.passwords import LONGEST, SHORTEST, may_be_password
from pbm.inbox.line.access import Scope
from pbm.inbox.line.line import Context
from pbm.inbox.line.names import similar_names
from pbm.mail.passages import Passage
from pbm.mail.redact import MAX_SECRETS
from pbm.notices.phrases import is_word_of_ours

# No command has more words, unless it names a player or has a password.
MOST_WORDS = 6
NEARLY = 0.7
# Limits that no person's letter reaches. Beyond them every word counts as a password.
MOST_LOOKED_UP = 200
MOST_COMPARED = 30
MOST_JUDGED = 3000
MOST_READ = 64 * 1024

_MARKS = "\"'“”‘’«»„()[]{}<>.,:;!?*_`"
_QUOTES = "> |:\t"
_PIECE = re.compile(r"[^\s<>\"'“”«»()\[\]{},;:=|]+")
_PASSWORD_BEGINS = ("pass", "pwd", "kennwort", "wachtwoord", "parola", "mot de passe")
_PASSWORD = re.compile(
    r"pass(?:wor[dt]|wd|code|phrase|e\b)|pwd\b|kennwort|wachtwoord|parola|mot de passe",
    re.IGNORECASE,
)
_GIVEN = re.compile(
    rf"(?:{_PASSWORD.pattern})\s*(?:[:=]|\b(?:is|ist|lautet|est|è)\b)\s*(\S+)", re.IGNORECASE
)
"""A password that is given, whatever word it is: "mot de passe = tulipsarenice"."""
# A userid followed by a word that is as long as a password.
_PAIR = re.compile(
    rf"(?<![\w.@-])([a-z][\w.-]{{1,19}})(?=[\s,:;]+(\S{{{SHORTEST},{LONGEST}}}))", re.IGNORECASE
)
_SPOKEN = 200
# Letters mixed with digits or signs, as in no word of any language.
_UNLIKE_A_WORD = re.compile(r"(?=.*[^\W\d_])(?=.*(?:\d|\w[^\w\s'’/]\w|_|[a-zß-ÿ][A-ZÀ-Þ]))")
_SAYS_SOMETHING = re.compile(r"[^\W_]")
_URL = re.compile(r"(?:https?:|www\.)", re.IGNORECASE)


def suspects(passages: Iterable[Passage], context: Context) -> tuple[str, ...]:
    """Return words that may be passwords.

    The search stops once there are enough to blank the whole letter. Each word is as long
    as a password. In a person's own text: words that are alone on a line or look like no word of a
    language, and every word of a line that names a player, mentions a password or is nearly a
    command. Elsewhere: words after a player's userid or the word "password".
    """
    found: dict[str, None] = {}
    search = _Search(context)
    for passage in passages:
        for word in search.words_of(passage):
            found[word] = None
            if len(found) > MAX_SECRETS:
                return tuple(found)
    return tuple(found)


def passwords_told_in(line: str) -> Sequence[str]:
    """Return the words that a line for other players gives as a password."""
    if not _PASSWORD.search(line):
        return ()
    found = (piece for word in line.split() if len(word) >= SHORTEST for piece in _candidates(word))
    given = (piece for word in _GIVEN.findall(line) for piece in _candidates(word))
    return [*dict.fromkeys((*filter(is_unlike_a_word, found), *given))]


def may_be_secret(word: str) -> bool:
    """Return whether the word, or a part of it, may be a password and is known as nothing else."""
    return bool(_candidates(word))


class _Search:
    """The search of one letter: it caches look-ups and bounds their number."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._looked_up: dict[str, bool] = {}
        self._compared: dict[str, bool] = {}
        self._found_in: dict[str, Sequence[str]] = {}
        self._read = 0

    def words_of(self, passage: Passage) -> Iterator[str]:
        if not passage.written:
            return self._behind_pointers(passage.text)
        self._read += len(passage.text)
        # In most letters every long word is known, as they quote a mail of ours.
        if not any(map(self._candidates, passage.long_words)):
            return iter(())
        return self._of_lines(passage.text.split("\n"))

    def _of_lines(self, lines: Sequence[str]) -> Iterator[str]:
        above = ""
        for line in lines:
            words = line.lstrip(_QUOTES).split()
            if any(len(word) >= SHORTEST for word in words):
                yield from self._of_line(line, words, above)
            above = line if words else above

    def _of_line(self, line: str, words: Sequence[str], above: str) -> Iterator[str]:
        candidates = [each for word in words for each in self._candidates(word)]
        if not candidates:
            return
        if len(words) == 1 or self._points_at_password(line, words, above):
            yield from candidates
        else:
            yield from filter(is_unlike_a_word, candidates)

    def _points_at_password(self, line: str, words: Sequence[str], above: str) -> bool:
        return (
            self._read > MOST_READ
            or self._context.question.wants_password
            or bool(_PASSWORD.search(line) or _PASSWORD.search(above))
            or any(map(self._names_player, (*words, *above.split()[-1:])))
            or (len(words) <= MOST_WORDS and self._is_nearly_command(words[0]))
        )

    def _behind_pointers(self, text: str) -> Iterator[str]:
        for userid, word in set(_PAIR.findall(text)):
            if self._candidates(word) and self._names_player(userid):
                yield from self._candidates(word)
        folded = text.casefold()
        # The pattern takes ten times as long, as it ignores case.
        if not any(each in folded for each in _PASSWORD_BEGINS):
            return
        at = 0
        while spoken := _PASSWORD.search(text, at):
            at = spoken.end() + _SPOKEN
            for line in text[spoken.end() : at].split("\n")[:2]:
                for word in line.split():
                    yield from self._candidates(word)

    def _candidates(self, word: str) -> Sequence[str]:
        """The word and its parts, as far as each may be a password and is known as nothing else."""
        if len(word) < SHORTEST:
            return ()
        if word not in self._found_in:
            if len(self._found_in) >= MOST_JUDGED:
                return (word,)
            self._found_in[word] = _candidates(word)
        return self._found_in[word]

    def _names_player(self, word: str) -> bool:
        userid = word.casefold().strip(_MARKS)
        if not is_userid(userid):
            return False
        if userid not in self._looked_up:
            if len(self._looked_up) >= MOST_LOOKED_UP:
                return True
            self._looked_up[userid] = self._context.is_player(userid)
        return self._looked_up[userid]

    def _is_nearly_command(self, word: str) -> bool:
        if word not in self._compared:
            if len(self._compared) >= MOST_COMPARED:
                return True
            self._compared[word] = bool(similar_names(word, Scope, NEARLY))
        return self._compared[word]


def _candidates(word: str) -> Sequence[str]:
    pieces = dict.fromkeys((word, word.strip(_MARKS), *_PIECE.findall(word)))
    found = [piece for piece in pieces if may_be_password(piece) and not _is_known(piece)]
    # Moves come last, because every game has to try the word.
    if found and (_URL.match(word) or reads_as_move(word.strip(_MARKS))):
        return ()
    return found


def _is_known(word: str) -> bool:
    plain = word.strip(_MARKS)
    return (
        not _SAYS_SOMETHING.search(plain)
        or is_word_of_ours(plain)
        or _is_address(plain)
        or is_about_days(plain)
    )


def _is_address(word: str) -> bool:
    """Return whether the word is a mail address with a dotted domain; a password may hold an @."""
    return "." in word.rpartition("@")[2] and is_address(word)


def is_unlike_a_word(word: str) -> bool:
    """Return whether the word mixes letters with digits or signs, as words of no language do."""
    return bool(_UNLIKE_A_WORD.match(word))
