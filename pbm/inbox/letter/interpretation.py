"""Execute a letter as its writer means it: a command, or what their own words stand for."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise

from pbm.base.values import replace
from pbm.core.conditional import read_begun, read_path
from pbm.core.refused import Refused
from pbm.inbox.letter.beside import QUEUE, plans_in, said_above, without_plans, without_wishes
from pbm.inbox.letter.exchange import Exchange
from pbm.inbox.letter.execution import execute, refusal_of
from pbm.inbox.letter.gates import lines_above, questioned, without_retracted
from pbm.inbox.letter.no_command import no_command
from pbm.inbox.letter.outcome import Outcome, Step
from pbm.inbox.letter.own_words import own_words
from pbm.inbox.letter.passing_on import may_be_passed_on
from pbm.inbox.letter.unasked import as_if_unasked
from pbm.inbox.letter.understood import DESCRIBED, Understood
from pbm.inbox.line.access import Unproven
from pbm.inbox.line.line import Call, Misread, read_line, secrets_of
from pbm.inbox.line.printed import printed
from pbm.inbox.understanding.intention import Certainty
from pbm.inbox.understanding.policy import policy

UNREADABLE = "notation"
"""The rule that a text breaks which is no move."""


def carried_out(exchange: Exchange, step: Step) -> Outcome:
    """Execute a line; ask first if lines below take it back, or if its words fit no command.

    :raises Stranger: as ``execute`` does
    """
    if step.confirmed is not None:
        return execute(exchange, step)
    call = step.line if isinstance(step.line, Call) else None
    plans: Sequence[str] = ()
    if call is not None and not _is_alone(exchange, call):
        call = without_wishes(exchange, call)
        back = questioned(exchange, call)
        if back is not None:
            return _asked(exchange, back)
        said = [*lines_above(exchange, call), *call.text]
        plans = plans_in(call, said)
        call = with_comment_above(exchange, call)
        step = replace(step, line=replace(call, text=tuple(without_plans(call, call.text))))
    outcome = _with_words_told(replace(execute(exchange, step), kept_back=plans), step)
    may_be_sentence = outcome.refused in policy().refused["may_be_sentence"]
    may_be_sentence |= outcome.refused in policy().refused["may_be_elsewhere"]
    # A line of moves is played whole or not at all, and so is a plan kept.
    is_whole = _names_several_moves(step.line) or _is_plan(step.line)
    is_command = is_whole or _claims_somebody(exchange, step.line)
    return outcome if is_command or not may_be_sentence else _in_words(exchange, step, outcome)


def _is_alone(exchange: Exchange, call: Call) -> bool:
    """Whether the line of the command is all that the letter says, as in most letters."""
    said = [line for line in exchange.letter.lines if line.strip()]
    return len(said) == 1 and said[0].strip() == call.line and not call.text


def _in_words(exchange: Exchange, step: Step, outcome: Outcome) -> Outcome:
    """What the words of a refused line stand for; the refusal, if that is not clear."""
    if exchange.context.question.is_about_security and _is_talk(step.line):
        # "Who are you, and why do you write to me?" begins with an abbreviation, too.
        return replace(outcome, answer=no_command(exchange))
    if exchange.letter.is_relayed:
        return outcome
    meant = own_words(exchange, by_topic=False)
    if meant is None or (meant.certainty is Certainty.PASS_ON and not _is_talk(step.line)):
        return outcome
    is_elsewhere = outcome.refused in policy().refused["may_be_elsewhere"]
    if is_elsewhere and meant.certainty is not Certainty.ASK:
        return outcome
    done = as_meant(exchange, meant)
    is_found = done.refused in policy().refused["found"] and (
        done.refused != outcome.refused or _rule(outcome) == UNREADABLE != _rule(done)
    )
    is_clear = is_found or meant.certainty is Certainty.CHOOSE
    return outcome if done.refused and not is_clear else done


def _with_words_told(outcome: Outcome, step: Step) -> Outcome:
    """The outcome, which tells if the words beside a refused move were not passed on."""
    call = step.line
    if (
        outcome.refused not in policy().refused["of_move"]
        or not isinstance(call, Call)
        or not call.bare
    ):
        return outcome
    return replace(outcome, words_held=any(map(str.strip, call.text)))


def _rule(outcome: Outcome) -> str:
    """The number of the rule that an illegal move breaks, "" for other outcomes."""
    reply = outcome.answer.reply if outcome.answer else None
    return str(reply.facts.get("rule", "")) if reply else ""


def with_comment_above(exchange: Exchange, call: Call) -> Call:
    """The command, with the sentences above it as a part of its comment.

    They are passed on only in reply to the mail of the board, like words without a command.
    """
    is_own = exchange.own_board == call.args.board is not None
    if not is_own or exchange.letter.included or not call.command.passes_on:
        return call
    above = lines_above(exchange, call)
    # Most letters have no more than a greeting there, so that nothing need be read.
    said = said_above(above) and said_above(without_plans(call, without_retracted(exchange, above)))
    is_shown = said and may_be_passed_on(said, exchange)
    return replace(call, text=(*said, *call.text)) if is_shown else call


def _names_several_moves(line: Call | Misread) -> bool:
    _, semicolon, behind = (line.args.text if isinstance(line, Call) else line.line).partition(";")
    return bool(semicolon) and any(map(str.isdigit, behind))


def _is_plan(line: Call | Misread) -> bool:
    """Whether the line is a command to queue moves on conditions."""
    if not isinstance(line, Call) or line.command.name != QUEUE:
        return False
    text = line.args.text
    return bool(read_path(text) or read_path(read_begun(text)[1]))


def _claims_somebody(exchange: Exchange, line: Call | Misread) -> bool:
    """Whether the line names a player as its sender, as no ordinary sentence does."""
    if isinstance(line, Call):
        claim = line.args.claim
        return claim is not None and exchange.context.is_player(claim.userid)
    secrets = secrets_of(line)
    return any(
        password in secrets and exchange.context.is_player(userid)
        for userid, password in pairwise(line.line.split())
    )


def _is_talk(line: Call | Misread) -> bool:
    """Whether a line that was refused only happens to begin with an abbreviation of a command."""
    if isinstance(line, Call) or line.command is None or secrets_of(line):
        return False
    return line.line.split(None, 1)[0].casefold() not in line.command.name.split()


def as_meant(exchange: Exchange, meant: Understood) -> Outcome:
    """Execute, ask about, answer or pass on what the writer's own words stand for."""
    if meant.unasked:
        exchange = as_if_unasked(exchange) or exchange
    if meant.certainty is Certainty.ASK and isinstance(meant.line, Call):
        return _asked(exchange, meant)
    if meant.language:
        _keep_language(exchange, meant.language)
        exchange = replace(exchange, wanted=meant.language)
    outcome = execute(exchange, Step(meant.line))
    # These refusals repeat the words themselves.
    is_reworded = meant.certainty is not Certainty.CHOOSE
    return replace(
        outcome,
        reworded=is_reworded,
        passed_on=meant.certainty is Certainty.PASS_ON,
        kept_back=meant.kept_back,
        words_held=isinstance(meant.line, Misread)
        and meant.line.code == DESCRIBED
        and _says_more(exchange, meant.line.line),
    )


def _keep_language(exchange: Exchange, language: str) -> None:
    """Set the language that a player asks for; that of a stranger is in the next mail."""
    call = read_line(f"set lang {language}", exchange.context)
    if isinstance(call, Call):
        with suppress(Refused, Unproven):
            exchange.run(call)


def _says_more(exchange: Exchange, line: str) -> bool:
    """Whether there are words for the other player on other lines than this one."""
    return bool(said_above([each for each in exchange.letter.lines if each.strip() != line]))


def _asked(exchange: Exchange, meant: Understood) -> Outcome:
    """Hold the command until the writer says yes, unless it cannot be done anyway."""
    call = meant.line
    assert isinstance(call, Call), "only a command can be asked about"
    try:
        outdated = exchange.rehearsed(call)
    except Unproven:
        outdated = None
    except Refused as refusal:
        return refusal_of(exchange, call, refusal)
    # Who gives up after the game went on is asked whether that holds for the board as it is now.
    if outdated is not None and call.command.name not in policy().asked_late:
        return Outcome(printed(call), outdated)
    proven, wrote = exchange.is_proven, meant.wrote
    return Outcome(printed(call), held=call, proven=proven, wrote=wrote, kept_back=meant.kept_back)
