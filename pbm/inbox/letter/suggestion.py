"""Suggest a command to the writer of a letter in which none was found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbm.base.values import replace
from pbm.core.games import example_game, family
from pbm.core.move_text import SENTENCE_MARKS
from pbm.inbox.line.access import Access, Scope
from pbm.inbox.line.command import Command
from pbm.inbox.line.line import Call, Context, read_line
from pbm.inbox.line.masking import LineMask
from pbm.inbox.line.names import SHORTEST_BEGINNING, find_command, similar_names
from pbm.inbox.line.printed import printed
from pbm.inbox.understanding.lexicon import says_nothing
from pbm.mail.letter import Letter
from pbm.mail.subject import strip_prefixes
from pbm.play.settings import similar_setting

# The board number in all examples of our mails.
_SOME_BOARD = 17
_GAMES_AND_BOARDS = (Scope.GAME, Scope.BOARD)


@dataclass(frozen=True)
class Suggestion:
    """A suggestion. similar: names of commands, or a setting. whole: a line to send as it is.

    in_subject: whether that line was in the subject, which is ignored if the body has own lines.
    """

    similar: Sequence[str] = ()
    whole: str = ""
    in_subject: bool = False


def suggest(letter: Letter, context: Context, *, is_strangers: bool = False) -> Suggestion:
    """Suggest what the first own line may have meant or, without one, the subject.

    is_strangers: whether nobody knows the writer, so that most commands are of no use to them.
    """
    own = letter.first_line
    subject = strip_prefixes(letter.subject)
    called = read_line(subject, context) if own else None
    if isinstance(called, Call):
        return Suggestion(whole=_sendable(called, context), in_subject=True)
    line = own or subject
    setting = similar_setting(" ".join(line.split()).strip(SENTENCE_MARKS))
    if setting:
        return Suggestion([f"set {setting}"])
    whole = _with_game(line, context)
    return Suggestion(whole=whole) if whole else Suggestion(_similar(line, is_strangers))


def _with_game(line: str, context: Context) -> str:
    """The line after the name of a game, if that makes it a command; without passwords."""
    line = line.strip(SENTENCE_MARKS)
    words = line.split()
    named = find_command(words, _GAMES_AND_BOARDS) if words else None
    if named is None:
        return ""
    command, _ = named
    game = context.game.name if context.game else example_game()
    call = read_line(f"{game} {line}", replace(context, board=None))
    if isinstance(call, Call) and (command.scope is Scope.GAME or _names_board(call)):
        return _sendable(call, context)
    return f"{game} {command.name} {_SOME_BOARD}" if command.scope is Scope.BOARD else ""


def _sendable(call: Call, context: Context) -> str:
    """The line in full, or "" if a word in it may be a password."""
    line = printed(call)
    return line if LineMask(call, context.is_player).line == line else ""


def _names_board(call: Call) -> bool:
    return call.args.board is not None or any(word.isdigit() for word in call.args.rest)


def _similar(line: str, is_strangers: bool) -> Sequence[str]:
    """Names of commands that are similar to the first word, which itself is not shown.

    A command that gives something up is named only if no other one is nearer.
    """
    first = next(iter(line.split()), "").casefold()
    # "Thanks" is like some command, too.
    if len(first) < SHORTEST_BEGINNING or family(first) or says_nothing(line):
        return ()
    names = [name for name in similar_names(first, Scope) if name != first]
    if is_strangers:
        return [name for name in names if _command(name).access is Access.ANYONE]
    return [name for at, name in enumerate(names) if at == 0 or not _command(name).whole]


def _command(name: str) -> Command:
    found = find_command(name.split(), Scope)
    assert found is not None, "it is a command's name"
    return found[0]
