"""The gates of a letter: lines that take its command back, contradict it, go on, or only cite it.

A command may be a part of a sentence over several lines: "resign", below it "is what you hope". Who
drops a subject writes so, too: "was away for a week". So the line below counts only if its first
words speak of the command, and it is neither a question nor begins with a capital.

Words that somebody else has written, or a program, are asked about, also if a player sends them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta

from pbm.base.values import replace
from pbm.core.move_text import split_move_text
from pbm.inbox.letter.exchange import Exchange
from pbm.inbox.letter.passing_on import may_be_shown
from pbm.inbox.letter.situations import situation_of
from pbm.inbox.letter.understood import Understood, at_this_ply, understood
from pbm.inbox.line.access import Scope
from pbm.inbox.line.answer_tables import Answers, answers_of_all
from pbm.inbox.line.line import MOVE, Call
from pbm.inbox.line.program_words import has_status, is_of_case, may_be_programs_answer
from pbm.inbox.line.whose import People, is_in_marks, may_cite, surroundings_cite
from pbm.inbox.understanding.intention import Certainty, Intention, ask
from pbm.inbox.understanding.phrases import Node, plain_words
from pbm.inbox.understanding.policy import behind_gate
from pbm.inbox.understanding.reading import is_taken_back, kept_above, other_move_above, taken_back
from pbm.mail import mime
from pbm.mail.body.parts import first_lines
from pbm.mail.correspondence import OutboxMail, Search

_PAUSE = "….-–— "
_ENDS = ".!?:;,…)"
MOST_WORDS_OF_CONDITION = 9
"""A longer line has a consequence of its own: "if you go there I take the corner"."""
_MOST_CHARACTERS = 200

REMEMBERED = timedelta(days=30)
MOST_MAILS = 40
"""The most mails that are searched for others' words: as many as a lively game causes in a week."""
_QUOTED = "| "


def questioned(exchange: Exchange, call: Call) -> Understood | None:
    """The question about a command that other lines put in doubt; None if they do not."""
    found = _retracted(exchange, call) or _contradicted_above(exchange, call)
    return found or _within_sentence(exchange, call) or _cited(exchange, call)


def cautious(exchange: Exchange, meant: Intention, lines: Sequence[str]) -> Intention:
    """The intention, with less certainty if somebody else may have written the words."""
    if meant.certainty not in (Certainty.DO, Certainty.PASS_ON):
        return meant
    line = lines[meant.line]
    # An emoji alone may have been sent by a click.
    is_typed = any(map(str.isalnum, line))
    is_own = is_typed and not exchange.letter.included and not _is_others(exchange, line)
    is_cited = meant.certainty is Certainty.DO and _may_be_cited(exchange, meant, lines)
    return meant if is_own and not is_cited else behind_gate(meant)


def _may_be_cited(exchange: Exchange, meant: Intention, lines: Sequence[str]) -> bool:
    """Whether a deed is only cited, or a program tells what became of a mail."""
    writer = exchange.addressee()
    people = People(exchange.context.is_player, writer.userid if writer else "")
    return (
        may_cite(lines, meant.line, people)
        or has_status([lines[meant.line]])
        or may_be_programs_answer(meant.command, lines)
    )


def _is_others(exchange: Exchange, line: str) -> bool:
    """Whether another player wrote the line to the writer about the board within the last days."""
    player, board = exchange.addressee(), exchange.context.board
    if player is None or board is None:
        return False
    search = Search(player=player.id, board=board, since=exchange.now - REMEMBERED)
    mails = exchange.tx.outbox.find(search, MOST_MAILS)
    return any(_plain(line) == each for mail in mails for each in _quoted(mail))


def _quoted(mail: OutboxMail) -> Iterator[str]:
    # Most mails quote nobody, and are not parsed.
    if b"\n| " not in mail.raw:
        return
    for line in first_lines(mime.parse(mail.raw)):
        if line.startswith(_QUOTED):
            yield _plain(line.removeprefix(_QUOTED))


def _plain(line: str) -> str:
    return " ".join(line.casefold().split())


def is_within_sentence(lines: Sequence[str], at: int, *, is_move: bool) -> bool:
    """Whether the sentence of the command in line ``at`` begins above it or goes on below it.

    at: -1 for a command in the subject. is_move: whether it is a move, beside which "if" belongs
    to talk.
    """
    above = next((line for line in reversed(lines[: max(at, 0)]) if line.strip()), "")
    below = next((line for line in lines[at + 1 :] if line.strip()), "")
    return _leads(above[-_MOST_CHARACTERS:].strip()) or _goes_on(
        below[:_MOST_CHARACTERS].strip(), is_move=is_move
    )


def _leads(line: str) -> bool:
    """Whether a line such as "I will not" ends with words that want the command below it."""
    words = plain_words(line)
    if not words or line.endswith(tuple(_ENDS)):
        return False
    return any(
        each.leading.longest(words, at)[0] == len(words)
        for each in answers_of_all()
        for at in range(len(words))
    )


def _goes_on(line: str, *, is_move: bool) -> bool:
    bare = line.lstrip(_PAUSE)
    if not bare[:1].islower() or line.endswith("?"):
        return False
    words = plain_words(bare)
    if _begins(words, lambda each: each.going_on):
        return True
    if bare != line:
        return _begins(words, lambda each: each.verbs)
    is_bare = "," not in line and len(words) <= MOST_WORDS_OF_CONDITION
    return is_bare and not is_move and _begins(words, lambda each: each.conditions)


def _begins(words: Sequence[str], table: Callable[[Answers], Node]) -> bool:
    return any(table(each).longest(words, 0)[0] for each in answers_of_all())


def _retracted(exchange: Exchange, call: Call) -> Understood | None:
    """The question about a command that the lines below it take back; None if they do not."""
    if call.command.stale or not call.text:
        return None
    if call.command.scope is not Scope.BOARD:
        is_back = not call.command.informs and is_taken_back(call.text, situation_of(exchange))
        return _held(exchange, call) if is_back and exchange.addressee() is not None else None
    command = exchange.context.question.command_for(call.line) or call.line
    situation = situation_of(exchange)
    intention = taken_back(command, call.command.name, call.text, situation)
    if intention is None:
        return None
    # What stands above the move that is taken back goes with the one that replaces it.
    above = kept_above(lines_above(exchange, call), situation) if intention.chosen else ()
    lines = [*above, call.line, *call.text[: None if intention.chosen else 0]]
    meant = replace(intention, line=intention.line + len(above))
    found = understood(exchange, meant, lines, situation)
    # The correction belongs to what is asked about.
    below = next((line.strip() for line in call.text if line.strip()), "")
    shown = [line for line in (call.line.strip(), below) if may_be_shown(line, exchange)]
    wrote = " / ".join(shown) if call.line.strip() in shown else ""
    return replace(found, wrote=wrote) if found is not None else None


def lines_above(exchange: Exchange, call: Call) -> Sequence[str]:
    """The writer's own lines above that of the command."""
    lines = exchange.letter.lines
    at = next((at for at, line in enumerate(lines) if line.strip() == call.line), 0)
    return lines[:at]


def without_retracted(exchange: Exchange, above: Sequence[str]) -> Sequence[str]:
    """The lines above a move without those that are taken back before it."""
    return kept_above(above, situation_of(exchange))


def _contradicted_above(exchange: Exchange, call: Call) -> Understood | None:
    """The question about a move if lines above it say to play another one; None if they do not."""
    above = lines_above(exchange, call)
    if not call.bare or call.command.stale or not any(map(str.isdigit, "".join(above))):
        return None
    situation = situation_of(exchange)
    move = situation.legal(split_move_text(call.line)[0])
    if not move or not other_move_above(kept_above(above, situation), move, situation):
        return None
    meant = replace(ask(move, len(above)), alone=True)
    return understood(exchange, meant, exchange.letter.lines, situation)


def _cited(exchange: Exchange, call: Call) -> Understood | None:
    """The question about a command that somebody else may have said or a program; else None."""
    claim, writer = call.args.claim, exchange.addressee()
    is_proven = claim is not None and claim.password is not None
    if call.command.stale or is_proven or writer is None:
        return None
    if not _may_be_others(exchange, call, People(exchange.context.is_player, writer.userid)):
        return None
    return _held(exchange, call)


def _within_sentence(exchange: Exchange, call: Call) -> Understood | None:
    """The question about a command that is a part of a sentence over several lines; else None."""
    if call.command.stale or call.command.informs or exchange.addressee() is None:
        return None
    lines = exchange.letter.lines
    at = next((at for at, line in enumerate(lines) if line.strip() == call.line), -1)
    is_inside = is_within_sentence(lines, at, is_move=call.command.name == MOVE)
    return _held(exchange, call) if is_inside else None


def _held(exchange: Exchange, call: Call) -> Understood:
    """The question whether the command is meant, which quotes its line."""
    is_move = call.command.name == MOVE and call.args.board is not None
    asked = at_this_ply(exchange, call) if is_move and exchange.is_proven else call
    wrote = call.line if may_be_shown(call.line, exchange) else ""
    return Understood(Certainty.ASK, asked, wrote)


def _may_be_others(exchange: Exchange, call: Call, people: People) -> bool:
    """Whether the line of a command is cited, or is a program's answer."""
    lines = exchange.letter.lines
    at = next((at for at, line in enumerate(lines) if line.strip() == call.line), None)
    if at is None:
        return is_of_case(exchange.letter.subject)
    # The command alone is what a mail of ours tells to write.
    is_programs = len(lines) > 1 and may_be_programs_answer(call.command.name, lines)
    is_marked = call.bare and is_in_marks(lines, at)
    return is_programs or is_marked or surroundings_cite(lines, at, people)
