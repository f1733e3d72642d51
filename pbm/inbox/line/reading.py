"""Find the commands of a letter in its subject and body"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pbm.base.values import replace
from pbm.core.games import family
from pbm.core.model import Offer
from pbm.core.move_text import SENTENCE_MARKS, is_almost_move, split_move_text
from pbm.core.passwords import may_be_password
from pbm.inbox.line.access import Scope
from pbm.inbox.line.line import (
    MOVE,
    Call,
    Context,
    Misread,
    bare_move,
    new_password,
    not_a_command,
    read_line,
    secrets_of,
)
from pbm.inbox.line.names import MULTIPLE
from pbm.inbox.line.printed import printed
from pbm.inbox.line.program_words import may_be_programs
from pbm.inbox.line.questions import NOTHING, first_answer
from pbm.inbox.line.secrets import passwords_told_in
from pbm.inbox.line.whose import is_explained
from pbm.mail.letter import Letter
from pbm.mail.subject import strip_prefixes
from pbm.mail.tokens import BLANK

_QUEUE = "queue"
_QUEUE_WORDS = ("show", "clear")


def contradiction(found: Call | Misread, read: Sequence[Call | Misread], context: Context) -> str:
    """The code of the refusal if another line contradicts the found command; otherwise ""."""
    if all(each is found for each in read):
        return ""
    if isinstance(found, Misread) or not (_is_act(found, context) or found.command.whole):
        return ""
    bare = [each for each in read if isinstance(each, Call) and each.bare]
    if len({each.args.rest for each in bare}) > 1:
        return "two_moves"
    asked = {_text(each) for each in (found, *read) if _is_act(each, context)}
    if bare and found.command.whole:
        asked.add(_text(found))
    return "two_commands" if len(asked) > 1 else ""


def _text(read: Call | Misread) -> str:
    return printed(read) if isinstance(read, Call) else read.line


def _is_act(read: Call | Misread, context: Context) -> bool:
    """Return whether the line is a command that changes a board, and not a sentence."""
    command = read.command
    if command is None or command.scope is not Scope.BOARD or command.stale:
        return False
    if isinstance(read, Misread):
        return command.name == _QUEUE and _names_move(read.line, context)
    return _is_complete(read) and not _claims_nothing(read, context) and not _says_no(read, context)


def _is_complete(call: Call) -> bool:
    """Return whether the words fit the command; "move on" and "queue is ok" are sentences."""
    offer = call.args.word("offer").casefold().strip(f"{SENTENCE_MARKS}?")
    text = call.args.text.casefold().strip(SENTENCE_MARKS)
    if offer:
        return offer in tuple(Offer)
    return not text or text in _QUEUE_WORDS or any(sign.isdigit() for sign in text)


def _claims_nothing(call: Call, context: Context) -> bool:
    """Return whether the word in the place of a userid is no userid, as in "resign never"."""
    return call.args.claim is not None and not context.is_player(call.args.claim.userid)


def _says_no(call: Call, context: Context) -> bool:
    """Return whether the line rejects a proposal, as a move beside it does anyway."""
    return context.question.command_for(call.line) == context.question.no == call.command.name


def _names_move(line: str, context: Context) -> bool:
    words = line.split()
    game = family(words[0]) or context.game
    return game is not None and any(game.reads(word.strip(":;,.!")) for word in words)


MOST_LINES = 20
# Nobody types more by hand. A letter can hold 100,000 lines, and a quarter of a megabyte of moves
# takes half a second to parse.
MOST_OWN_LINES = 300
MOST_OWN_CHARACTERS = 32 * 1024
_CONFIRM = "confirm"


@dataclass(frozen=True)
class Reading:
    """The command lines of a letter in order, and whether its subject was ``multiple``."""

    lines: tuple[Call | Misread, ...]
    multiple: bool = False


def read_commands(letter: Letter, context: Context) -> Reading:
    """Return the commands of a letter, if it has any."""
    letter = letter.cut(MOST_OWN_LINES, MOST_OWN_CHARACTERS)
    lines = context.question.apart(letter.lines)
    if lines is not letter.lines:
        letter = replace(letter, lines=tuple(lines))
    subject = strip_prefixes(letter.subject)
    if subject.casefold().strip(SENTENCE_MARKS) == MULTIPLE:
        return _read_multiple(letter, context)
    if context.ours and _has_own_line(letter):
        return _read_body(letter, context) or Reading(())
    in_subject = _read_subject(subject, letter, context)
    if context.ours:
        return in_subject or Reading(())
    better = _better(in_subject, _read_body(letter, context), letter)
    return _consistent(in_subject, letter, context) if better is in_subject else better


def _better(in_subject: Reading | None, in_body: Reading | None, letter: Letter) -> Reading:
    """Choose the subject, unless it only begins like a command and the body holds a valid one.

    Of two ``confirm`` commands the body's counts: people write "confirm please" as a subject. So
    does a valid command in the body below a subject that somebody else may have chosen.
    """
    if in_subject is None or in_body is None:
        return in_subject or in_body or Reading(())
    above, below = _called(in_subject), _called(in_body)
    yields = not above or letter.follows_another or above == below == _CONFIRM
    better = below and yields
    return in_body if better else in_subject


def _called(reading: Reading) -> str:
    """The name of the first line's command, "" if it is not valid."""
    first = reading.lines[0]
    return first.command.name if isinstance(first, Call) else ""


def _has_own_line(letter: Letter) -> bool:
    return any(line.strip() for line in letter.lines)


def _read_subject(subject: str, letter: Letter, context: Context) -> Reading | None:
    # A robot can copy a yes into the subject, so only a line of the body answers a question.
    found = read_line(subject, replace(context, question=NOTHING))
    if found is None:
        return None
    return Reading((_with_text(found, letter.lines, context),))


def _consistent(in_subject: Reading, letter: Letter, context: Context) -> Reading:
    """The command in the subject, or its refusal if a line of the body contradicts it."""
    (found,) = in_subject.lines
    if isinstance(found, Call) and found.args.board is not None:
        context = replace(context, game=found.game, board=found.args.board)
    read = [each for each in _read_each(letter.lines, context) if each]
    return _contradicted(found, read, context) or in_subject


def _read_multiple(letter: Letter, context: Context) -> Reading:
    own = [line.strip() for line in letter.lines if line.strip()]
    alone = replace(context, question=NOTHING)
    read = [read_line(line, alone) or not_a_command(line, context) for line in own]
    if len(read) > MOST_LINES:
        more = tuple(secret for each in read[MOST_LINES:] for secret in secrets_of(each))
        read[MOST_LINES:] = [
            Misread("too_many_lines", "...", facts=(("most", str(MOST_LINES)),), secrets=more)
        ]
    return Reading(tuple(read), multiple=True)


def _read_body(letter: Letter, context: Context) -> Reading | None:
    read = _read_lines(letter, letter.lines, context)
    # Decoding a text that was never encoded may spoil a move: 13x14=44 becomes 13x14D.
    if read is None or _is_slip(read):
        return _read_lines(letter, letter.undecoded, context) or read
    return read


def _is_slip(reading: Reading) -> bool:
    first = reading.lines[0]
    return isinstance(first, Call) and first.command.name == MOVE and not first.bare


def _read_lines(letter: Letter, lines: Sequence[str], context: Context) -> Reading | None:
    """The line that holds the command or, without one, the first that was meant as a command."""
    found = [*enumerate(_read_each(lines, context))]
    answer = None if letter.included else _answer_at(lines, context)
    calls = [
        (index, each)
        for index, each in found
        if isinstance(each, Call) and _counts(each, context, lines, is_first=index == answer)
    ]
    if not calls:
        return _nothing_fits([each for _, each in found], letter, lines, context)
    index, call = _first_meant(calls)
    read = [each for _, each in found if each is not None]
    contradicted = _contradicted(call, read, context)
    return contradicted or Reading((_with_text(call, lines[index + 1 :], context),))


def _read_each(lines: Sequence[str], context: Context) -> Iterator[Call | Misread | None]:
    """Read each line. A letter alone is a move in the first one only: below, it may sign a mail."""
    first = next((at for at, line in enumerate(lines) if line.strip()), 0)
    for at, line in enumerate(lines):
        read = read_line(line, context)
        is_move = isinstance(read, Call) and read.bare
        yield None if is_move and at > first and len(line.strip(SENTENCE_MARKS)) == 1 else read


def _answer_at(lines: Sequence[str], context: Context) -> int | None:
    """The index of the line that may answer a question; None if other lines put it in doubt."""
    at = first_answer(lines)
    in_doubt = at < len(lines) and context.question.is_taken_back(lines, at)
    return None if in_doubt else at


def _is_nobodys(lines: Sequence[str]) -> bool:
    """Whether more than one line is written by a program, or cited: then none is an answer."""
    said = [line for line in lines if line.strip()]
    return len(said) > 1 and (may_be_programs(said) or is_explained(said[1:]))


def _counts(call: Call, context: Context, lines: Sequence[str], *, is_first: bool) -> bool:
    """Return whether the line counts.

    A yes or a code counts only where an answer may stand: elsewhere a program may have written it.
    """
    is_answer = call.command.consents or context.question.command_for(call.line)
    return not is_answer or (is_first and not _is_nobodys(lines))


def _contradicted(
    found: Call | Misread, read: Sequence[Call | Misread], context: Context
) -> Reading | None:
    """The refusal of a letter whose lines contradict each other; None if they do not."""
    code = contradiction(found, read, context)
    if not code:
        return None
    secrets = tuple(secret for each in (found, *read) for secret in secrets_of(each))
    return Reading((Misread(code, found.line, secrets=secrets, command=found.command),))


def _nothing_fits(
    found: Sequence[Call | Misread | None],
    letter: Letter,
    lines: Sequence[str],
    context: Context,
) -> Reading | None:
    """The first line that was meant as a command, or that looks like a move with a typo."""
    misread = next((each for each in found if isinstance(each, Misread)), None)
    if misread is not None:
        return Reading((misread,))
    own = [line.split() for line in lines if line.strip()]
    # A single word in the whole letter: more words may be a greeting, or a program's answer.
    is_alone = len(own) == 1 and len(own[0]) == 1 and not letter.signed
    if context.question.wants_password and is_alone:
        found_password = new_password(own[0][0], context)
        return Reading((found_password,)) if found_password else None
    for line in lines:
        if context.game is not None and is_almost_move(split_move_text(line)[0]):
            return Reading((bare_move(line.strip(), context),))
    return None


def _first_meant(calls: Sequence[tuple[int, Call]]) -> tuple[int, Call]:
    """The first call, or the first bare move if that call may be a sentence.

    Only a command that must be written in full is certainly no sentence.
    """
    moves = [each for each in calls if each[1].bare]
    return calls[0] if calls[0][1].command.whole or not moves else moves[0]


def _with_text(found: Call | Misread, lines: Sequence[str], context: Context) -> Call | Misread:
    if isinstance(found, Call):
        return call_with_text(found, lines, context)
    return replace(found, secrets=found.secrets + _secrets_of(lines, context))


def call_with_text(found: Call, lines: Sequence[str], context: Context) -> Call:
    """The command with the lines beside it, their passwords blanked."""
    secrets = _secrets_of(lines, context)
    repeated = (each for each in secrets_of(found) if any(each in line for line in lines))
    secrets = tuple(dict.fromkeys((*secrets, *repeated, *_broken_off(found, lines))))
    text = "\n".join(line.rstrip() for line in lines).strip("\n")
    for secret in secrets:
        text = text.replace(secret, BLANK)
    return replace(found, text=tuple(text.split("\n")) if text else (), secrets=secrets)


def _broken_off(found: Call, lines: Sequence[str]) -> Sequence[str]:
    """The password on the next line, if a mail program broke the command's line before it."""
    claim, words = found.args.claim, found.line.casefold().split()
    if claim is None or claim.password is not None or claim.userid != words[-1]:
        return ()
    return list(filter(may_be_password, lines[0].split()[:1])) if lines else ()


def _secrets_of(lines: Sequence[str], context: Context) -> tuple[str, ...]:
    found_in = (secret for line in lines for secret in _secrets_in(line, context))
    return tuple(dict.fromkeys(found_in))


def _secrets_in(line: str, context: Context) -> Sequence[str]:
    """Passwords in a line of text. A sentence that only begins like a command has none."""
    read = read_line(line, context)
    sure = isinstance(read, Call) or family(line.split(None, 1)[0]) if read else False
    return secrets_of(read) if read and sure else passwords_told_in(line)
