"""Letters read as if nothing had been asked: replies that say no, or wish for something else.

What stands below a no, or in place of a yes and a no, is read as in reply to the mail about which
the question was asked.
"""

from __future__ import annotations

from pbm.base.values import replace
from pbm.core.games import find_kept, listed_games
from pbm.core.model import Match
from pbm.inbox.letter.exchange import UNPROVEN, Exchange
from pbm.inbox.letter.situations import situation_of
from pbm.inbox.line.answer_tables import begins_with_yes
from pbm.inbox.line.line import Call, Context, read_line
from pbm.inbox.line.printed import printed
from pbm.inbox.line.questions import NOTHING, first_answer, without_no, without_ply
from pbm.inbox.understanding.gates import refuses_deed
from pbm.mail.correspondence import Purpose, Token
from pbm.notices.help_texts import topic_of
from pbm.store.protocol import Transaction

_HELP = "help"
_ANSWERS = frozenset({"accept", "decline", "reject", "undo"})
"""Commands for words that may be an unclear answer to the question itself."""


def without_question(exchange: Exchange) -> Exchange:
    """Drop a leading "no" and the question that it answers, so that the rest is read by itself."""
    token, letter = exchange.own_token, exchange.letter
    rest = without_no(letter.lines) if token and not letter.included else None
    if token is None or rest is None:
        return exchange
    letter = replace(letter, lines=tuple(rest), undecoded=())
    return replace(exchange, letter=letter, context=_unasked(exchange, token), dropped=token)


def as_if_unasked(exchange: Exchange) -> Exchange | None:
    """The exchange as if nothing had been asked; None if the letter has to answer the question.

    A question about an unproven letter has to be answered: a stranger may have chosen its board.
    """
    token, letter = question_left_open(exchange), exchange.letter
    if token is None or letter.included:
        return None
    at = first_answer(letter.lines)
    if at == len(letter.lines) or begins_with_yes(letter.lines[at]):
        return None
    return replace(exchange, context=_unasked(exchange, token))


def question_left_open(exchange: Exchange) -> Token | None:
    """The question about a proven letter that its own player neither answers yes nor no."""
    token = exchange.own_token if exchange.answers(Purpose.CONFIRM) else None
    is_proven = token is not None and token.data.get("slot", UNPROVEN) != UNPROVEN
    return token if is_proven and exchange.dropped is None else None


def between_games(exchange: Exchange) -> Exchange:
    """The exchange as if the mail that is answered were about no board."""
    return replace(exchange, context=replace(exchange.context, game=None, board=None))


def is_another_wish(exchange: Exchange, call: Call) -> bool:
    """Whether the command is neither what was asked about nor perhaps an answer to the question."""
    token = exchange.sender.token
    asked = map(without_ply, token.data["lines"]) if token is not None else ()
    # "What does that mean?" is likely about the question, and not about the rules.
    about_rules = call.args.text in ("", *map(topic_of, listed_games()))
    is_answer = call.command.name in _ANSWERS or (call.command.name == _HELP and about_rules)
    return not is_answer and without_ply(printed(call)) not in asked


def _unasked(exchange: Exchange, token: Token) -> Context:
    match = _board_asked_about(exchange.tx, exchange.context, token)
    return replace(
        exchange.context,
        question=NOTHING,
        game=find_kept(match.spec, match.rules) if match else None,
        board=match.board if match else None,
    )


def _board_asked_about(tx: Transaction, context: Context, token: Token) -> Match | None:
    """The player's own board that the question was about."""
    plain = Context(context.is_player, proven=True)
    # Of a question that a former line of the letter has replaced, nothing is known any more.
    read = [read_line(line, plain) for line in token.data.get("lines", ())]
    boards = {each.args.board for each in read if isinstance(each, Call)}
    number = boards.pop() if len(boards) == 1 else None
    match = tx.matches.get(number) if number is not None else None
    return match if match is not None and token.player in match.players else None


def without_refused(exchange: Exchange) -> Exchange | None:
    """The exchange without the question whose deed the letter refuses; None if it refuses none.

    All words are about that then. Behind a no they are no wish either: "no, not the computer".
    """
    dropped = exchange.dropped
    unasked = exchange if dropped is not None else as_if_unasked(exchange)
    token = dropped or exchange.own_token
    if unasked is None or token is None or exchange.letter.included:
        return None
    asked = " ".join(token.data.get("lines", ()))
    refused = refuses_deed(exchange.letter.lines, asked, situation_of(unasked))
    return replace(unasked, dropped=token) if refused else None
