"""Parse one line: a ``Call``, a ``Misread``, or None.

A line that fits a command's form is a ``Call``; one that begins like a command but does not fit is
a ``Misread``; plain text is None.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pbm.base.values import quickly_made, replace
from pbm.core.choices import Choice
from pbm.core.games import AnyGame, family, game_names, reads_line, spec, with_game_first
from pbm.core.move_text import SENTENCE_MARKS, plain_moves, split_move_text
from pbm.core.names import is_address, reads_as_move
from pbm.core.passwords import may_be_password
from pbm.inbox.line.access import Access, Scope
from pbm.inbox.line.command import Command
from pbm.inbox.line.forms import Arguments, Known, Misfit, bind, check_in_one_word, take_options
from pbm.inbox.line.names import find_command, suggested_names
from pbm.inbox.line.questions import NOTHING, Question
from pbm.inbox.line.written_rules import take_terms
from pbm.inbox.understanding.lexicon import is_word
from pbm.inbox.understanding.phrases import plain_words
from pbm.notices.help_texts import topics
from pbm.notices.phrases import is_word_of_ours
from pbm.notices.topic_names import behind_help, topic_named
from pbm.play.settings import is_bare_setting
from pbm.play.study.puzzles import PUZZLE_WORDS

MOST_CHARACTERS = 1000
MOVE, PUZZLE, LEARN, HELP = "move", "puzzle", "learn", "help"
_MOST_WORDS_OF_HELP = 8
_GAME_AND_BOARD = 3
"""The number of words of ``gyges board 2``."""
_CHANGE_PASSWORD = ("change", "password")
_SETTINGS = frozenset(Choice)


@quickly_made
@dataclass(frozen=True)
class Context:
    """The context of a line, by which it is parsed: mostly, the mail that its letter answers.

    is_player: tells whether a userid belongs to somebody.
    game, board: of the mail that is answered. question: what that mail asks.
    puzzle: the number of the puzzle in that mail, if it is about one.
    lesson: the rule set and the number of the lesson in that mail, if it is one, and how many
        answers in a row it has missed.
    proven: whether the sender needs no password. ours: whether any mail of ours is answered.
    writer: the userid of the player to whom the From address belongs; "" if there is none.
    """

    is_player: Callable[[str], bool]
    game: AnyGame | None = None
    board: int | None = None
    question: Question = NOTHING
    puzzle: int | None = None
    lesson: tuple[str, ...] = ()
    proven: bool = False
    ours: bool = False
    writer: str = ""

    @property
    def key(self) -> Hashable:
        """Contexts with equal keys parse a letter alike, as long as the players stay the same."""
        game = spec(self.game) if self.game else ""
        mail = game, self.board, self.question, self.puzzle, self.lesson, self.ours
        return mail, self.proven, self.writer


@quickly_made
@dataclass(frozen=True)
class Call:
    """A line that fits the form of a command.

    line: the line as written. text: the writer's other own lines, without passwords.
    secrets: the passwords that were in those lines.
    bare: whether it is a move alone, without the name of a command.
    inferred: whether it was not written, but stands for the writer's own words.
    """

    command: Command
    game: AnyGame | None
    args: Arguments
    line: str
    text: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ()
    bare: bool = False
    inferred: bool = False

    @property
    def access(self) -> Access:
        """The access that the command needs."""
        eased = self.command.eased(self.args) if self.command.eased else None
        return eased or self.command.access


@dataclass(frozen=True)
class Misread:
    """A line that begins like a command. ``code`` names the refusal; ``usage`` can be copied.

    command: the command that was meant, if that is clear.
    quotable: whether no word of the line looks like a password.
    """

    code: str
    line: str
    usage: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    secrets: tuple[str, ...] = ()
    command: Command | None = None
    quotable: bool = False


def read_line(line: str, context: Context) -> Call | Misread | None:
    """Parse one line of a body or a subject."""
    line = line.strip()
    if not line or len(line) > MOST_CHARACTERS:
        return None
    if context.game is not None and reads_line(context.game, split_move_text(line)[0]):
        return replace(bare_move(line, context), bare=True)
    words = _command_words(line, context)
    if _is_row_of_settings(words):
        return None
    if context.puzzle is not None and _is_about_puzzle(words):
        words = _about_puzzle(context, words)
    words = _game_first(_help_first(words))
    game = family(words[0])
    if game is not None and len(words) > 1:
        words = _shown_board(words, context)
        return _read_words(line, words[1:], game, context, (Scope.GAME, Scope.BOARD))
    scopes = (Scope.SERVER, Scope.BOARD) if context.board is not None else (Scope.SERVER,)
    return _read_words(line, words, None, context, scopes)


def new_password(word: str, context: Context) -> Call | Misread | None:
    """Return the command that sets this password, in reply to the mail that asks for one."""
    return _read_words(word, [*_CHANGE_PASSWORD, word], None, context, (Scope.SERVER,))


def _command_words(line: str, context: Context) -> list[str]:
    """The words of the line, or of the command that it stands for as the answer to a question."""
    answer = context.question.command_for(line)
    words = answer.split() if answer else _zone_in_one_word(line.split())
    if is_bare_setting(" ".join(_bare_words(words)).casefold()):
        return ["set", *_bare_words(words)]
    if context.question.wants_password and len(words) == 2 and not context.is_player(words[1]):
        verb, word = words
        return [*_CHANGE_PASSWORD, word] if verb.casefold() == "password" else words
    return words


def _zone_in_one_word(words: list[str]) -> list[str]:
    """The words of ``set timezone New York``, with the place in one word.

    "set timezone = New York" and "set timezone to New York" are the same.
    """
    plain = [word.casefold().rstrip(":=") for word in words]
    if plain[0] != "set" or Choice.TIMEZONE not in plain:
        return words
    at = plain.index(Choice.TIMEZONE)
    place = _bare_words(words)[at + 1 :]
    if len(place) > 1 and place[0].casefold() in ("to", "=", ":"):
        del place[0]
    return [*words[:at], Choice.TIMEZONE, *filter(None, ["_".join(place)])]


def _is_row_of_settings(words: Sequence[str]) -> bool:
    """Whether the words are a line of our list of settings, ``puzzle off (off, daily)``."""
    is_named = words[0].casefold() in _SETTINGS
    return is_named and len(words) > 2 and words[2].startswith("(") and words[-1].endswith(")")


def _is_about_puzzle(words: Sequence[str]) -> bool:
    return len(words) == 1 and _bare_words([*words])[0].casefold() in PUZZLE_WORDS


def _help_first(words: list[str]) -> list[str]:
    """The words of the command that asks for help on a topic in any language: "Hilfe: Uhr"."""
    asked = behind_help(" ".join(words)) if len(words) <= _MOST_WORDS_OF_HELP else ""
    known = asked and (topic_named(asked) or asked in topics() or family(asked))
    return [HELP, *asked.split()] if known else words


def _shown_board(words: list[str], context: Context) -> list[str]:
    """The words of ``gyges board 2`` as they are meant: to show it, as no move follows.

    In reply to a board the number may be a move there.
    """
    is_shown = [word.casefold() for word in words[1:2]] == ["board"] and context.board is None
    only_number = len(words) == _GAME_AND_BOARD and words[-1].removeprefix("#").isdigit()
    return [words[0], "show", words[-1]] if is_shown and only_number else words


def _game_first(words: list[str]) -> list[str]:
    """The words with the name of the game first, as "show dvonn 3" is meant.

    What gives a game up must be written as it is: "resign" in a board's mail is about its board.
    """
    words = with_game_first(words)
    if not _is_of_games(words[0].casefold()):
        return words
    behind = with_game_first(words[1:])
    named = behind and behind[0].casefold() in game_names()
    return [behind[0], words[0], *behind[1:]] if named else words


def _is_of_games(name: str) -> bool:
    """Whether the word is the whole name of a command of games, and of none of the server."""
    found = find_command([name], (Scope.GAME, Scope.BOARD))
    if found is None or found[0].whole or name not in found[0].names:
        return False
    return name == PUZZLE or find_command([name], (Scope.SERVER,)) is None


def _about_puzzle(context: Context, words: Sequence[str]) -> list[str]:
    """The words of a whole command about the puzzle of the mail that is answered."""
    assert context.game is not None, "every puzzle has a game"
    return [context.game.name, PUZZLE, str(context.puzzle), *words]


def _read_words(
    line: str,
    words: list[str],
    game: AnyGame | None,
    context: Context,
    scopes: tuple[Scope, ...],
) -> Call | Misread | None:
    found = find_command(_bare_words(words), scopes)
    if found is None:
        return None if game is None else _unknown(line, words, scopes, context)
    command, _ = found
    rest = words[len(words) - len(found[1]) :]
    if command.hidden and context.question.command_for(line) != command.name:
        return None
    explicit = game is not None
    named = game or (context.game if command.scope is not Scope.SERVER else None)
    try:
        args = _bind(command, rest, context, named, explicit=explicit)
    except Misfit as misfit:
        facts = tuple(misfit.facts.items())
        secrets = misfit.secrets or _after_userids(rest, context)
        in_reply = command.scope is Scope.BOARD and not explicit
        usage = command.usage_in_reply if in_reply else command.usage_for(named)
        return Misread(misfit.code, line, usage, facts, secrets, command)
    spare = () if command.talks else _spare_passwords(rest, args, context)
    if spare:
        usage = command.usage_for(named)
        return Misread("too_many_words", line, usage, secrets=(*args.secrets, *spare))
    return Call(command, named, args, line)


def _bare_words(words: list[str]) -> list[str]:
    """The words, the last one without the punctuation of a sentence."""
    return [*words[:-1], words[-1].rstrip(SENTENCE_MARKS) or words[-1]]


def _unknown(line: str, words: Sequence[str], scopes: Iterable[Scope], context: Context) -> Misread:
    similar = ", ".join(suggested_names(words[0], scopes))
    code = "unknown_command_similar" if similar else "unknown_command"
    facts = (("word", words[0][:30]), ("similar", similar))
    return Misread(code, line, facts=facts, secrets=_after_userids(words, context))


def _bind(
    command: Command,
    words: list[str],
    context: Context,
    game: AnyGame | None,
    *,
    explicit: bool,
) -> Arguments:
    plain, options = take_options(
        words, command.option_names, command.options_for(game), command.example_for(game)
    )
    check_in_one_word(words, command.options)
    known = Known(
        context.is_player,
        lambda text: game is not None and reads_line(game, split_move_text(text)[0]),
        context.board if command.scope is Scope.BOARD else None,
        explicit,
        context.proven,
        lambda word: all(map(is_word, plain_words(word))),
        context.writer,
    )
    if game is not None and command.has_terms:
        plain, options = take_terms(command.slots, plain, options, game, known)
    return replace(bind(command.slots, plain, known), options=options)


def not_a_command(line: str, context: Context) -> Misread:
    """Return the refusal of a line in a place where only commands are allowed."""
    return Misread("not_a_command", line, secrets=_after_userids(line.split(), context))


def bare_move(line: str, context: Context) -> Call:
    """Return the line as a move on the board, in the puzzle or the lesson that is answered."""
    words = plain_moves(line).split()
    if context.lesson:
        found = find_command([LEARN], [Scope.SERVER])
        assert found is not None, "there is always a command about lessons"
        return Call(found[0], None, Arguments(rest=(*context.lesson[:2], *words)), line)
    if context.puzzle is not None:
        found = find_command([PUZZLE], [Scope.GAME])
        assert found is not None, "there is always a command about puzzles"
        rest = (str(context.puzzle), *words)
        return Call(found[0], context.game, Arguments(rest=rest), line)
    found = find_command([MOVE], [Scope.BOARD])
    assert found is not None, "there is always a command to move"
    return Call(found[0], context.game, Arguments(context.board, rest=tuple(words)), line)


def secrets_of(line: Call | Misread) -> tuple[str, ...]:
    """Every password, and every word that may be one, in the line and the lines beside it."""
    found = line.args.secrets + line.secrets if isinstance(line, Call) else line.secrets
    return tuple(filter(may_be_password, found))


def holds_password(call: Call) -> bool:
    """Return whether a password is in the lines beside the command, or among its last words."""
    own = filter(may_be_password, call.args.secrets)
    return bool(call.secrets) or any(secret in call.args.text for secret in own)


def _spare_passwords(words: Sequence[str], args: Arguments, context: Context) -> tuple[str, ...]:
    """Passwords in a command that takes none: our answer would repeat them."""
    plain = [word for word in words if not word.startswith(("-", "–", "—"))]
    return tuple(
        word
        for word in _after_userids(plain, context)
        if may_be_password(word)
        and word not in args.secrets
        and not (is_word_of_ours(word) or is_address(word) or reads_as_move(word))
    )


def _after_userids(words: Sequence[str], context: Context) -> tuple[str, ...]:
    """The words after userids, where a password would stand."""
    return tuple(
        word
        for userid, word in pairwise(words)
        if context.is_player(userid) and not context.is_player(word)
    )
