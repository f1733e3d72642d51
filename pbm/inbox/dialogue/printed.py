"""Write a command as text: for questions, which quote it, and answers, which repeat it."""

from __future__ import annotations

from pbm.inbox.dialogue.line import Call, Misread, holds_password
from pbm.inbox.vocabulary.access import Scope


def printed(call: Call) -> str:
    """The command in full, as it could be typed again, but without userid and password."""
    args, command = call.args, call.command
    if command.hidden:
        return command.name
    secret = {slot.name for slot in command.slots if slot.secret}
    parts = [named(call)]
    parts.extend(value for name, value in args.words.items() if name not in secret)
    parts.extend(args.rest)
    parts.extend(
        f"-{name}={value}" if value else f"-{name}" for name, value in args.options.items()
    )
    return " ".join(parts)


def named(call: Call) -> str:
    """The game, the command and its board, without any words that the writer chose."""
    command, board = call.command, call.args.board
    parts = [call.game.name] if call.game and command.scope is not Scope.SERVER else []
    parts.append(command.name)
    parts.extend([str(board)] if board is not None else [])
    return " ".join(parts)


def shown(line: Call | Misread) -> str:
    """The line as an answer may repeat it: "" if it could hold a password."""
    if isinstance(line, Call):
        return "" if holds_password(line) else printed(line)
    return "" if line.secrets else line.line
