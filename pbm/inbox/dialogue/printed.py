"""Commands put back into words: what confirmations quote and answers repeat."""

from __future__ import annotations

from pbm.inbox.dialogue.line import Call, Misread, holds_password
from pbm.inbox.vocabulary.access import Scope


def printed(call: Call) -> str:
    """The command in full but for userid and password, as it could be typed again."""
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
    """The command and its board, without any word that its writer was free in."""
    command, board = call.command, call.args.board
    parts = [call.game.name] if call.game and command.scope is not Scope.SERVER else []
    parts.append(command.name)
    parts.extend([str(board)] if board is not None else [])
    return " ".join(parts)


def shown(line: Call | Misread) -> str:
    """A line as it may be repeated: nothing of it where a password could be among its words."""
    if isinstance(line, Call):
        return "" if holds_password(line) else printed(line)
    return "" if line.secrets else line.line
