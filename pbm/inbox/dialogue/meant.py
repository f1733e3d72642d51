"""What a letter in which no command was found may have meant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbm.base.values import replace
from pbm.core.games import example_game, family
from pbm.core.move_text import SENTENCE_MARKS
from pbm.inbox.commands import SHORTEST_BEGINNING, find_command, similar_names
from pbm.inbox.dialogue.line import Call, Context, read_line
from pbm.inbox.dialogue.printed import printed
from pbm.inbox.dialogue.repeated import Repeated
from pbm.inbox.vocabulary.access import Scope
from pbm.mail.letter import Letter
from pbm.mail.subject import strip_prefixes

# As in the other examples of our mails.
_SOME_BOARD = 17
_GAMES_AND_BOARDS = (Scope.GAME, Scope.BOARD)


@dataclass(frozen=True)
class Meant:
    """similar: names of commands. whole: a line that could be sent as it stands.

    in_subject: whether that stood in the Subject already, which is not read beside own lines.
    """

    similar: Sequence[str] = ()
    whole: str = ""
    in_subject: bool = False


def meant(letter: Letter, context: Context) -> Meant:
    """What the first own line may have meant, or else the Subject."""
    own = letter.first_line
    subject = strip_prefixes(letter.subject)
    called = read_line(subject, context) if own else None
    if isinstance(called, Call):
        return Meant(whole=_sendable(called, context), in_subject=True)
    line = own or subject
    whole = _with_game(line, context)
    return Meant(whole=whole) if whole else Meant(_similar(line))


def _with_game(line: str, context: Context) -> str:
    """The line behind a game's name, if that makes a command of it; with no password in it."""
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
    """The line, "" where a word in it may be a password."""
    line = printed(call)
    return line if Repeated(call, context.is_player).line == line else ""


def _names_board(call: Call) -> bool:
    return call.args.board is not None or any(word.isdigit() for word in call.args.rest)


def _similar(line: str) -> Sequence[str]:
    """Names that the first word may have been meant for; the word itself is not shown."""
    first = next(iter(line.split()), "").casefold()
    if len(first) < SHORTEST_BEGINNING or family(first):
        return ()
    return [name for name in similar_names(first, Scope) if name != first]
