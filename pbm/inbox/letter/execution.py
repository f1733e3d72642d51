"""Execute the lines of a letter: each one gives an ``Outcome``.

A refused command is rolled back, and its refusal is the answer. A command without proof of its
writer is held until the player confirms it. Any other exception is a bug, and is left to the desk.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from pbm.base.errors import ConflictError
from pbm.base.values import replace
from pbm.core.games import RulesError
from pbm.core.refused import Refused
from pbm.inbox.letter.exchange import Exchange, Stranger
from pbm.inbox.letter.outcome import Outcome, Step, executed
from pbm.inbox.letter.passing_on import may_be_passed_on
from pbm.inbox.letter.replies import refused
from pbm.inbox.letter.strangers import introduction
from pbm.inbox.line.access import Access, Scope, Unproven
from pbm.inbox.line.line import Call, Context, Misread, read_line, secrets_of
from pbm.inbox.line.newcomers import free_name
from pbm.inbox.line.printed import is_reworded, printed
from pbm.inbox.line.reading import Reading
from pbm.inbox.line.request import Answer
from pbm.inbox.line.secrets import LineMask
from pbm.inbox.line.speaker import Proof, Speaker, WrongSecret, by_token
from pbm.mail.correspondence import Confirmed, Purpose
from pbm.notices.refusals import OutdatedQuestionError, UndecidedError
from pbm.play.moves import IllegalMoveError, OtherPlyError
from pbm.play.signups import EXAMPLE_USERID

YES = "yes"
_UNDECIDED = ("which_move", "two_moves")
"""The codes of refusals of letters that name several moves."""
_WRONG_SECRETS = (
    "wrong_password",
    "too_many_wrong_passwords",
    "too_many_passwords",
    "passwords_off",
)


def steps_of(exchange: Exchange, reading: Reading) -> Sequence[Step]:
    """Return the lines to execute. For a ``yes``, these are the lines that were held for it.

    :raises WrongSecret: if somebody else sent the ``yes``
    """
    confirmed = exchange.progress.confirmed
    if confirmed is None and _confirms(exchange, reading):
        confirmed = _confirmed(exchange, reading)
    if confirmed is None:
        return [Step(line) for line in reading.lines]
    held = zip(confirmed.lines, confirmed.texts, strict=True)
    return [Step(_reread(exchange, line, text), confirmed) for line, text in held]


def execute(exchange: Exchange, step: Step) -> Outcome:
    """Execute one line.

    :raises Stranger: if a stranger's line only looks like a command, and may not be answered
    """
    outcome = _tried(exchange, step)
    reply = outcome.answer.reply if outcome.answer else None
    return replace(
        outcome,
        proven=_is_proven(exchange, step.line, outcome) and _wants_change(step.line),
        shown=reply.player.id if reply and reply.player else None,
        reworded=is_reworded(step.line, outcome.line, exchange.letter),
    )


def used_elsewhere(exchange: Exchange) -> Outcome | None:
    """The outcome of a stranger's letter to a player's reply address; None for other letters."""
    try:
        by_token(exchange.tx, exchange.sender, exchange.now)
    except WrongSecret as wrong:
        return sent_by_other(exchange, wrong)
    return None


def sent_by_other(exchange: Exchange, wrong: WrongSecret, line: str = "") -> Outcome:
    """The outcome of a letter, or of its ``line``, to a reply address that is another player's."""
    return Outcome(line, Answer(refused(exchange, wrong), wrong.reports), wrong.code)


def ends_letter(outcomes: Sequence[Outcome]) -> bool:
    """Return whether the last line had a wrong secret, so that no further line is executed."""
    return bool(outcomes) and outcomes[-1].refused in _WRONG_SECRETS


def _confirms(exchange: Exchange, reading: Reading) -> bool:
    first = reading.lines[0]
    says_yes = isinstance(first, Call) and first.command.name == YES
    return says_yes and exchange.answers(Purpose.CONFIRM)


def _confirmed(exchange: Exchange, reading: Reading) -> Confirmed:
    """Return the lines that the ``yes`` confirms, and use up its token.

    :raises WrongSecret: if somebody else sent the ``yes``
    :raises ConflictError: if another letter was faster
    """
    token = exchange.sender.token
    assert token is not None, "it was read in answer to the question"
    asked = by_token(exchange.tx, exchange.sender, exchange.now)
    assert asked is not None, "a question is always asked of a player"
    if not exchange.tx.tokens.use(token.hash, exchange.now):
        raise ConflictError("the question was answered meanwhile")
    lines, texts = tuple(token.data["lines"]), tuple(map(tuple, token.data["texts"]))
    if len(lines) == 1:
        texts = ((*texts[0], *_greeting(exchange, reading, lines[0])),)
    return Confirmed(asked.player.id, lines, texts)


def _greeting(exchange: Exchange, reading: Reading, line: str) -> tuple[str, ...]:
    """The words below the ``yes`` to an invitation or the like, which are for the other player."""
    (yes, *others), held = reading.lines, _reread(exchange, line, ())
    is_for_other = (
        not others
        and isinstance(yes, Call)
        and isinstance(held, Call)
        and held.command.passes_on
        and held.command.scope is Scope.GAME
    )
    words = tuple(yes.text) if is_for_other and isinstance(yes, Call) else ()
    return words if may_be_passed_on(words, exchange) else ()


def _reread(exchange: Exchange, line: str, text: Sequence[str]) -> Call | Misread:
    plain = Context(exchange.context.is_player, proven=True)
    read = read_line(line, plain)
    if isinstance(read, Call):
        return replace(read, text=tuple(text))
    return read or Misread("not_a_command", line)


def _tried(exchange: Exchange, step: Step) -> Outcome:
    """:raises Stranger: as ``execute`` does"""
    line = step.line
    try:
        if isinstance(line, Misread):
            if _is_talk_of_a_stranger(exchange, line):
                return _introduced(exchange)
            raise _misfit(exchange, line)
        return Outcome(printed(line), exchange.run(line, _confirming(exchange, step)))
    except Unproven:
        assert isinstance(line, Call), "a misread line never runs"
        return Outcome(printed(line), held=line)
    except Refused as refusal:
        if refusal.code == "stranger" and _is_subject_above_prose(exchange, line):
            with suppress(Stranger):
                return _introduced(exchange)
        if isinstance(refusal, OtherPlyError) and step.confirmed is not None:
            # The number of plies is our own: the question was about the board as it stood then.
            player, refusal = refusal.player, OutdatedQuestionError(refusal)
            refusal.player = player
        return refusal_of(exchange, line, refusal)


def _misfit(exchange: Exchange, line: Misread) -> Refused:
    """The refusal of a misread line; if it can only be a move, the refusal shows the board."""
    facts = dict(line.facts)
    if line.code == "missing_word" and line.command is not None and line.command.name == "signup":
        name = free_name(exchange.tx, exchange.sender.author)
        return Refused("no_name", name=name or EXAMPLE_USERID)
    error = _unreadable_move(exchange, line)
    board = exchange.board
    if board is not None and exchange.is_proven and line.code in _UNDECIDED:
        return UndecidedError(board, line.code, **facts)
    if error is None or board is None:
        return Refused(line.code, usage=line.usage, **facts)
    return IllegalMoveError(board, line.line, error, quotable=line.quotable)


def _unreadable_move(exchange: Exchange, line: Misread) -> RulesError | None:
    """Why the line is no move of the proven player whose turn it is on the board of the mail."""
    board, player = exchange.board, exchange.addressee()
    if line.code != "not_a_move" or board is None or player is None or not exchange.is_proven:
        return None
    is_theirs = board.running and board.match.seat_of(player.id) is board.turn
    if not is_theirs or secrets_of(line):
        return None
    try:
        board.game.parse(board.state, line.line)
    except RulesError as error:
        return error
    return None


def _is_talk_of_a_stranger(exchange: Exchange, line: Misread) -> bool:
    """Whether a stranger's line is no command, and the most similar one is not for strangers."""
    is_strangers = exchange.is_strangers and not executed(exchange)
    return is_strangers and not _is_for_anyone(line)


def _is_subject_above_prose(exchange: Exchange, line: Call | Misread) -> bool:
    """Whether the line is a subject, such as ``Gyges game``, of a letter that says more."""
    first = exchange.letter.first_line.strip()
    return first not in ("", line.line.strip())


def _introduced(exchange: Exchange) -> Outcome:
    """:raises Stranger: if the stranger may not be answered"""
    introduced = introduction(exchange)
    if introduced is None:
        raise Stranger
    return used_elsewhere(exchange) or Outcome("", introduced, "stranger")


def _is_for_anyone(line: Misread) -> bool:
    return line.command is not None and line.command.access is Access.ANYONE


def _confirming(exchange: Exchange, step: Step) -> Speaker | None:
    """The player who confirmed the line, read again: an earlier line may have changed settings."""
    if step.confirmed is None:
        return None
    return Speaker(exchange.tx.players.get(step.confirmed.player), Proof.CONFIRMED)


def _is_proven(exchange: Exchange, line: Call | Misread, outcome: Outcome) -> bool:
    """Return whether the letter, or a password in the line, proves who wrote the line."""
    claim = line.args.claim if isinstance(line, Call) else None
    has_password = claim is not None and claim.password is not None
    return exchange.is_proven or (has_password and outcome.refused not in _WRONG_SECRETS)


def _wants_change(line: Call | Misread) -> bool:
    return line.command is not None and line.command.access not in (Access.ANYONE, Access.READER)


def refusal_of(exchange: Exchange, line: Call | Misread, refusal: Refused) -> Outcome:
    """The outcome of a line that was refused."""
    notices = refusal.reports if isinstance(refusal, WrongSecret) else ()
    mask = LineMask(line, exchange.context.is_player)
    if refusal.code != "no_name":
        # The name is our own suggestion.
        refusal.facts = mask.facts(refusal.facts)
    # Which words of a stranger's line are passwords is unknown, so none is repeated.
    said = "" if refusal.code in ("stranger", "no_such_topic") else mask.line
    return Outcome(said, Answer(refused(exchange, refusal), notices), refusal.code)
