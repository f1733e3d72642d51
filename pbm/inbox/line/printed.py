"""Write a command as text: for questions, which quote it, and answers, which repeat it."""

from __future__ import annotations

from collections.abc import Sequence

from pbm.core.move_text import SENTENCE_MARKS
from pbm.core.passwords import SHORTEST
from pbm.inbox.line.access import Access, Scope
from pbm.inbox.line.line import Call, Misread, holds_password
from pbm.inbox.line.questions import TO_CONFIRM
from pbm.mail.letter import Letter


def printed(call: Call) -> str:
    """The command in full, as it could be typed again, but without userid and password.

    A word in the place of a password that is too short for one is shown, as it may be anything.
    """
    args, command = call.args, call.command
    if command.hidden:
        return command.name
    secret = {slot.name for slot in command.slots if slot.secret}
    parts = [named(call)]
    parts.extend(
        value
        for name, value in args.words.items()
        if name not in secret or (value and name == "p" and len(value) < SHORTEST)
    )
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


def is_reworded(line: Call | Misread, said: str, letter: Letter) -> bool:
    """Whether the answer needs to say how the line was read.

    It needs to if the writer used words that are not in ``said``, the line as it was understood.
    It also does if other lines of the letter were left out: only commands that change something
    pass such lines on.
    """
    if not said:
        return False
    if isinstance(line, Misread):
        return _has_other_lines(letter)
    left_out = line.command.access in (Access.ANYONE, Access.READER) and _has_other_lines(letter)
    differs = left_out or not set(_own_words(line)) <= set(said.casefold().split())
    # Most lines say what they were read as, so that a yes is not looked for in five languages.
    return differs and not _is_plain_yes(line)


def _has_other_lines(letter: Letter) -> bool:
    return sum(bool(own.strip()) for own in letter.lines) > 1


def _is_plain_yes(call: Call) -> bool:
    """Whether the line is a yes in one of our languages, which needs no explanation."""
    return TO_CONFIRM.command_for(call.line) == call.command.name


def _own_words(call: Call) -> Sequence[str]:
    """The words of the line, without userid and secrets."""
    claim, words = call.args.claim, call.line.casefold().split()
    left_out = {secret.casefold() for secret in call.args.secrets}
    left_out |= {claim.userid.casefold()} if claim else set()
    return [word.rstrip(SENTENCE_MARKS) or word for word in words if word not in left_out]
