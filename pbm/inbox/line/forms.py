"""Bind the words of a line to the form of a command, such as ``B u p MOVE...``.

A form is a sequence of slots. ``B`` is a board number, ``u p`` a userid and a password, any other
word a value of that name; ``X...`` takes all words that are left, ``[X]`` is optional.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import groupby, pairwise

from pbm.base.values import quickly_made
from pbm.core.calendar import is_calendar_word
from pbm.core.names import RESERVED, is_address, is_userid

_TOKENS = re.compile(r"u p(?= |$)|\S+")
# Phones turn two dashes into one long one.
_OPTION = re.compile(r"(?:--?|[–—])([a-z]+)(?:=(.*))?", re.IGNORECASE | re.DOTALL)
_DAYS = "when"
_WITH_OPPONENT = 3
"""The number of words of ``u p PLAYER``."""
_NUMBER = re.compile(r"#?([0-9]{1,9})")
_UNITS = frozenset({"h", "hour", "hours", "d", "day", "days", "week", "weeks"})
# Few moves have three letters in a row; the reserved word "pass" does.
_LETTERS = re.compile(r"[^\W\d_]{3}")


class SlotKind(Enum):
    BOARD = "board"
    CLAIM = "claim"
    WORD = "word"
    REST = "rest"


@dataclass(frozen=True)
class Slot:
    name: str
    kind: SlotKind
    required: bool = True

    @property
    def secret(self) -> bool:
        """Whether the slot's value must never be shown."""
        return self.name in ("p", "new", "code")

    @property
    def names_players(self) -> bool:
        """Whether the slot takes any number of userids."""
        return self.kind is SlotKind.REST and self.name == "to"

    @property
    def names_opponent(self) -> bool:
        """Whether the slot takes the userid of one other player."""
        return self.kind is SlotKind.REST and self.name == "player"

    @property
    def asks_addresses(self) -> bool:
        """Whether the slot takes mail addresses and is required."""
        return self.required and self.name == "address"


@dataclass(frozen=True)
class Claim:
    """The values of ``u p``: who the sender claims to be. The password is optional."""

    userid: str
    password: str | None


class Misfit(Exception):
    """The words do not fit the form; ``code`` names the refusal that says why.

    ``secrets``: words that may have been meant as passwords.
    """

    def __init__(self, code: str, secrets: Sequence[str] = (), **facts: str) -> None:
        super().__init__(code)
        self.code, self.facts, self.secrets = code, facts, tuple(secrets)


@quickly_made
@dataclass(frozen=True)
class Arguments:
    """Words bound to a form. ``rest`` keeps the words of a ``X...`` slot apart."""

    board: int | None = None
    claim: Claim | None = None
    words: Mapping[str, str] = field(default_factory=dict)
    rest: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    secrets: tuple[str, ...] = ()

    def word(self, name: str) -> str:
        return self.words.get(name, "")

    @property
    def text(self) -> str:
        return " ".join(self.rest)


def nothing_is_ordinary(_word: str) -> bool:
    return False


@dataclass(frozen=True)
class Known:
    """What binding needs to know about a line and its letter.

    is_player: tells whether a userid belongs to somebody.
    is_move: tells whether a text is one or several moves, and so holds no userid.
    board: the board of the mail that is answered, if any.
    explicit: whether the line itself names its game, and so its board too.
    proven: whether the sender needs no password.
    is_ordinary: tells whether a word is one of sentences, such as "please".
    writer: the userid of the player to whom the From address belongs; "" if there is none.
    """

    is_player: Callable[[str], bool]
    is_move: Callable[[str], bool]
    board: int | None = None
    explicit: bool = True
    proven: bool = False
    is_ordinary: Callable[[str], bool] = nothing_is_ordinary
    writer: str = ""


def parse_form(text: str) -> tuple[Slot, ...]:
    return tuple(_slot(token) for token in _TOKENS.findall(text))


def _slot(token: str) -> Slot:
    if token == "B":
        return Slot("board", SlotKind.BOARD)
    if token == "u p":
        return Slot("claim", SlotKind.CLAIM, required=False)
    required = not token.startswith("[")
    bare = token.strip("[]")
    kind = SlotKind.REST if bare.endswith("...") else SlotKind.WORD
    return Slot(bare.removesuffix("...").casefold(), kind, required)


def take_options(
    words: Sequence[str], allowed: Sequence[str], shown: Sequence[str], example: str = ""
) -> tuple[list[str], dict[str, str]]:
    """Split words into plain ones and options by name; unique abbreviations are accepted.

    :raises Misfit: for an option that the command does not have; the error lists those in
        ``shown`` and has the ``example``
    """
    if not allowed:
        return list(words), {}
    plain: list[str] = []
    options: dict[str, str] = {}
    for word in words:
        match = _OPTION.fullmatch(word)
        if match is None:
            plain.append(word)
        else:
            options[_option_name(match[1].casefold(), allowed, shown, example)] = match[2] or ""
    return plain, options


def check_in_one_word(words: Sequence[str], allowed: Sequence[str]) -> None:
    """:raises Misfit: for an option whose value is in the next word, or continues there"""
    valued = [name.partition("=")[0] for name in allowed if "=" in name]
    for word, after in pairwise(words):
        match = _OPTION.fullmatch(word)
        if match is None or not any(name.startswith(match[1].casefold()) for name in valued):
            continue
        if not match[2] or after.casefold() in _UNITS:
            raise Misfit("split_option", option=f"-{match[1].casefold()}")


def _option_name(beginning: str, allowed: Sequence[str], shown: Sequence[str], example: str) -> str:
    fits = [name for name in allowed if name.startswith(beginning)]
    if beginning in allowed:
        return beginning
    if len(fits) != 1:
        facts = {"option": f"-{beginning}", "known": ", ".join(shown), "example": example}
        raise Misfit("unknown_option", **facts)
    return fits[0]


def bind(slots: Sequence[Slot], words: Sequence[str], known: Known) -> Arguments:
    """Bind the words to the slots, left to right.

    :raises Misfit: if words are missing or left over
    """
    return _Binding(slots, list(words), known).bound()


class _Binding:
    def __init__(self, slots: Sequence[Slot], words: list[str], known: Known) -> None:
        self.slots, self.words, self.known = slots, words, known
        self.board: int | None = None
        self.claim: Claim | None = None
        self.values: dict[str, str] = {}
        self.rest: tuple[str, ...] = ()
        self.secrets: list[str] = []

    def bound(self) -> Arguments:
        for index, slot in enumerate(self.slots):
            self._fill(slot, self.slots[index + 1 :])
        if self.words:
            raise Misfit("too_many_words", self._suspects())
        return Arguments(
            self.board, self.claim, self.values, self.rest, secrets=tuple(self.secrets)
        )

    def _fill(self, slot: Slot, later: Sequence[Slot]) -> None:
        if slot.kind is SlotKind.BOARD:
            self._fill_board(later)
        elif slot.kind is SlotKind.CLAIM:
            self._fill_claim(later)
        elif slot.kind is SlotKind.REST:
            self.rest, self.words = tuple(self.words), []
            if slot.required and not self.rest:
                raise Misfit("missing_word", self._suspects(), word=slot.name.upper())
            if slot.name == "move":
                self._check_moves()
            elif slot.asks_addresses:
                self._check_addresses(self.rest)
        else:
            self._fill_word(slot, later)

    def _fill_board(self, later: Sequence[Slot]) -> None:
        number = _NUMBER.fullmatch(self.words[0]) if self.words else None
        # A placement consists of digits, too: the only word of a move is not a board number.
        enough = len(self.words) > _needed(later)
        if self.known.board is None and number is None:
            raise Misfit("no_board", self._suspects())
        if number and (self.known.board is None or enough) and self._may_name(int(number[1])):
            self.board = int(number[1])
            del self.words[0]
        else:
            self.board = self.known.board

    def _may_name(self, board: int) -> bool:
        """Whether the number may be a board's. In a reply without a game, only its board's is."""
        return self.known.board in (None, board) or self.known.explicit

    def _fill_claim(self, later: Sequence[Slot]) -> None:
        spare = self._spare(later)
        if spare < 1 or not self._names_somebody(self.words[0], spare, later):
            return
        userid = self.words.pop(0).casefold()
        password = self.words.pop(0) if spare > 1 else None
        self.claim = Claim(userid, password)
        self.secrets.extend([password] if password else [])

    def _spare(self, later: Sequence[Slot]) -> int:
        """The number of words that the later slots leave for this one."""
        if any(each.asks_addresses for each in later):
            # Words before the first address are not part of them, but userid and password.
            return next((at for at, word in enumerate(self.words) if "@" in word), len(self.words))
        return len(self.words) - _needed(later)

    def _names_somebody(self, word: str, spare: int, later: Sequence[Slot]) -> bool:
        if any(each.names_players for each in later):
            return spare > 1 and self._is_claim(*self.words[:2])
        takes_days = any(each.name == _DAYS for each in later)
        if takes_days and self.known.proven and is_calendar_word(word):
            # "vacation Jan 5 - Jan 9" is no claim to be Jan, who would need none here.
            return False
        if self.known.is_player(word):
            return not (any(each.names_opponent for each in later) and self._names_other(word))
        if not is_userid(word) or word.casefold() in RESERVED or self.known.is_move(word):
            return False
        if any(each.kind is SlotKind.REST for each in later):
            return spare > 2 and not self.known.proven
        # More words than the slots take: the first two can only be a userid and a password, or
        # words of a sentence if no proof is needed.
        is_sentence = self.known.proven and all(map(self.known.is_ordinary, self.words[:2]))
        return len(self.words) > len(later) and not is_sentence

    def _names_other(self, word: str) -> bool:
        """Whether a userid is an opponent's: not the known writer's, nor before a password and a
        player.
        """
        is_other = self.known.writer not in ("", word.casefold())
        claims = len(self.words) == _WITH_OPPONENT and self.known.is_player(self.words[-1])
        return is_other and not claims

    def _is_claim(self, userid: str, password: str) -> bool:
        """Return whether two words before a list of players are ``u p``, not two players."""
        if self.known.is_player(password):
            return False
        return self.known.is_player(userid) or (is_userid(userid) and not self.known.proven)

    def _check_moves(self) -> None:
        """:raises Misfit: for a word that is part of no move, as a password would be."""
        strange = [
            word
            for is_reserved, words in groupby(self.rest, _is_reserved)
            if not is_reserved
            for word in self._strange([*words])
        ]
        if strange:
            raise Misfit("not_a_move", (*self.secrets, *strange))

    def _strange(self, words: Sequence[str]) -> list[str]:
        """The words that are part of no move; none in a game whose moves are words."""
        wordy = [word for word in words if _LETTERS.search(word)]
        return [] if wordy and self.known.is_move(" ".join(words)) else wordy

    def _check_addresses(self, words: Sequence[str]) -> None:
        """:raises Misfit: for a word that is no address, as a password would be."""
        strange = [word for word in words if "@" not in word]
        if strange:
            raise Misfit("not_an_address", (*self.secrets, *strange))

    def _fill_word(self, slot: Slot, later: Sequence[Slot]) -> None:
        passed = slot.secret and not slot.required and _is_like_address("".join(self.words[:1]))
        if passed or len(self.words) <= _needed(later):
            if slot.required:
                raise Misfit("missing_word", self._suspects(), word=slot.name.upper())
            return
        if slot.asks_addresses:
            self._check_addresses(self.words[:1])
        value = self.values[slot.name] = self.words.pop(0)
        if slot.secret:
            self.secrets.append(value)

    def _suspects(self) -> tuple[str, ...]:
        """Words that may be a password: people write one even where none is needed."""
        return tuple(
            word
            for word in [*self.secrets, *self.words]
            if not self.known.is_move(word) and not self.known.is_player(word)
        )


def _is_reserved(word: str) -> bool:
    return word.strip(";,.!").casefold() in RESERVED


def _needed(slots: Sequence[Slot]) -> int:
    return sum(slot.required and slot.kind is not SlotKind.CLAIM for slot in slots)


def _is_like_address(word: str) -> bool:
    """Return whether the word is a mail address with a dotted domain; a password may hold an @."""
    return is_address(word) and "." in word.rpartition("@")[2]
