"""Secrets in letters: words that may be passwords, in all of it or a refused line, and tokens.

A password cannot be searched for, as only its slow hash is stored. A fast hash beside it, even one
of ten bits, would let the thief of a backup try a thousand times as many words. So words are judged
by their neighbours, and in doubt count as passwords: only the stored letter loses them.

People write passwords where none belongs. A word that is long enough to be one, and that is known
as nothing else, is repeated in no mail.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import Any

from rapidfuzz import process
from rapidfuzz.distance import Indel

from pbm.base.secrets import TOKEN_LENGTH, token_hash
from pbm.core.calendar import calendar_words
from pbm.core.dates import is_about_days
from pbm.core.names import is_address, is_userid, near_userid, reads_as_move
from pbm.core.passwords import LONGEST, SHORTEST, may_be_password
from pbm.core.zones import places
from pbm.inbox.line.access import Scope
from pbm.inbox.line.line import Call, Context, Misread
from pbm.inbox.line.names import all_commands, similar_names
from pbm.inbox.line.printed import shown
from pbm.mail.passages import Passage, Unsearchable
from pbm.mail.quote_heads import is_address_line
from pbm.mail.redact import MAX_SECRETS
from pbm.mail.tokens import BLANK
from pbm.notices.phrases import is_word_of_ours
from pbm.play.settings import OPTIONS
from pbm.store.protocol import Transaction

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


MOST_NAMED = 20
"""The most words that are looked up among names and players: a person names far fewer in a line."""

_MARKS_AROUND = "\"'“”‘’«»„()[]{}<>.,:;!?*_`-–—#"
_MISSPELT = 0.84
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
        if at >= MOST_NAMED or not _is_misspelt(_bare(word))
    ]
    return [
        word for at, word in enumerate(unknown) if at >= MOST_NAMED or not is_player(_bare(word))
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
    return process.extractOne(word, _names(), scorer=similar, score_cutoff=_MISSPELT) is not None


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
    return word.casefold().strip(_MARKS_AROUND)


# Bounds the look-ups for hostile text; a person's text has a few at most.
MOST_TOKENS = 1000
# An address that was encoded for a link may have letters and digits right before its token: %2B.
# Addresses are read in any case, and a phone makes the first letter of a line a capital.
_RUN = re.compile(rf"[a-z2-7]{{{TOKEN_LENGTH},}}", re.IGNORECASE)


def for_others(tx: Transaction, lines: Sequence[str]) -> tuple[str, ...]:
    """Return the lines that other players may read, without tokens.

    A line that gives an address outside of a sentence is withheld: a mail program may have written
    it above a quote.
    """
    return without_tokens(tx, [line for line in lines if not is_address_line(line)])


def without_tokens(tx: Transaction, words: Sequence[str]) -> tuple[str, ...]:
    """Return the lines or words with each known token blanked, whatever surrounds it.

    Text with more look-alikes than any person writes has all of them blanked.
    """
    text = "\n".join(words)
    try:
        for token in known_tokens(tx, [text]):
            text = text.replace(token, BLANK)
    except Unsearchable:
        text = _RUN.sub(BLANK, text)
    return tuple(text.split("\n")) if words else ()


def known_tokens(tx: Transaction, texts: Iterable[str]) -> Sequence[str]:
    """Return the tokens in the texts that we have sent to somebody, as they are written there.

    :raises Unsearchable: if there are too many words like tokens to look each of them up
    """
    found = (word for text in texts for word in _look_alikes(text))
    words = dict.fromkeys(islice(found, MOST_TOKENS + 1))
    if len(words) > MOST_TOKENS:
        raise Unsearchable
    return [word for word in words if tx.tokens.find(token_hash(word)) is not None]


def _look_alikes(text: str) -> Iterator[str]:
    # Few texts have a word of this length; this check takes a fifth of the time of a search.
    if max(map(len, text.split()), default=0) < TOKEN_LENGTH:
        return
    for run in _RUN.findall(text):
        for at in range(len(run) - TOKEN_LENGTH + 1):
            yield run[at : at + TOKEN_LENGTH]
