"""Answer letters in which no command was found, and say how to write one.

If the letter answers a question of ours, the answer asks it again. Otherwise it suggests a command
that may have been meant.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbm.base.values import replace
from pbm.core.games import example_game, family
from pbm.core.model import Player
from pbm.core.move_text import SENTENCE_MARKS
from pbm.core.refused import Refused
from pbm.inbox.letter.asking import has_link
from pbm.inbox.letter.exchange import UNPROVEN, Away, Exchange, Stranger
from pbm.inbox.letter.passing_on import FEW_WORDS, may_be_shown
from pbm.inbox.letter.strangers import grant_to_begin, introduction
from pbm.inbox.limits import for_explanations, take
from pbm.inbox.line.access import Access, Scope, Unproven
from pbm.inbox.line.command import Command
from pbm.inbox.line.line import Call, Context, read_line
from pbm.inbox.line.names import SHORTEST_BEGINNING, find_command, similar_names, suggested_names
from pbm.inbox.line.newcomers import free_name
from pbm.inbox.line.printed import printed
from pbm.inbox.line.questions import (
    MOST_LINES_BELOW,
    first_answer,
    only_acknowledges,
    question_of,
    without_ply,
)
from pbm.inbox.line.request import Answer
from pbm.inbox.line.secrets import LineMask
from pbm.inbox.line.speaker import plain_grant
from pbm.inbox.understanding.lexicon import is_courtesy, is_greeting, is_kind, is_word, says_nothing
from pbm.inbox.understanding.newcomers import is_absence
from pbm.inbox.understanding.phrases import plain_words
from pbm.mail.correspondence import Purpose, Token
from pbm.mail.letter import CALENDAR_NOTE, Letter
from pbm.mail.subject import strip_prefixes
from pbm.notices.board_drafts import board_grant
from pbm.notices.drafts import OF_SERVER, Draft, Grant
from pbm.notices.facts.places import Place, place_facts
from pbm.notices.kinds import MailKind
from pbm.notices.languages import language_of, translations
from pbm.notices.views import draw
from pbm.play.listings import BoardFilter, boards_of
from pbm.play.settings import similar_setting

# A longer line is prose, not a signup: prose may begin with "signed" or "signal".
_FEW_WORDS = 4
MOST_LINES, MOST_WORDS_OF_NAME = 6, 2
"""The most lines of a letter of nothing but kind words, and the most words of the name below."""
_NEARLY = 0.75
_ASKED_AGAIN = "Was that a yes?"
"""The subject of a question that is asked again, which does not name what it is about."""
_SIGN_ME_UP = re.compile(r"\bsign me up\b", re.IGNORECASE)

_HEADERS = {
    "precedence": "Precedence",
    "list": "List-Id, List-Unsubscribe",
    CALENDAR_NOTE: "METHOD:REPLY",
}
"""The headers that relays add, by their sign."""

# Questions that stay open until one of their mails is answered, whatever else is mailed.
_STAY_OPEN = (Purpose.SIGNUP, Purpose.RESET, Purpose.OWNER)

_GAMES_AND_BOARDS = (Scope.GAME, Scope.BOARD)


def no_command(exchange: Exchange, *, is_asked: bool = False) -> Answer:
    """The answer to a letter without a command: how to write one.

    is_asked: whether a question about what the letter seems to want is open.

    :raises Stranger: for a stranger who may not be answered
    """
    introduced = introduction(exchange) if _is_unknown(exchange) else None
    return introduced or _how_to_write_one(exchange, is_asked=is_asked)


def _is_unknown(exchange: Exchange) -> bool:
    """Return whether the writer is a stranger who neither answers our mail nor tries to sign up."""
    return exchange.is_strangers and not _meant_signup(exchange)


def _how_to_write_one(exchange: Exchange, *, is_asked: bool) -> Answer:
    """:raises Stranger: for a stranger who may not be answered"""
    player = _reader(exchange)
    question = None if exchange.letter.is_relayed else _question_to(exchange, player)
    name = "" if player else free_name(exchange.tx, exchange.sender.author)
    talked = "" if player else exchange.game_talked
    stands = place_facts(exchange.tx, exchange.board, player, name, talked)
    is_over = question is None and _says_yes_too_late(exchange, player)
    facts = {
        **stands,
        "digest": _answers_digest(exchange),
        "meant": suggest(
            exchange.letter,
            exchange.context,
            _own_board(exchange, player),
            is_strangers=player is None,
        ),
        "question": question.purpose.value if question else "",
        "dropped": exchange.dropped is not None,
        "not_read": exchange.dropped is not None and _says_more(exchange),
        "drawing": _board_of_dropped(exchange, player),
        "question_over": is_over,
        "over": _subject_of_question(exchange, player) if is_over and player else "",
        "open": _open_questions(exchange, player) if is_over or is_asked else (),
        "included": exchange.letter.included,
        "relayed": _header_of_relay(exchange),
        "empty": _is_empty(exchange),
        "found": exchange.letter.found or "",
        "thanks": question is None and _is_thanks(exchange, stands),
        "received": question is None and _acknowledges(exchange, stands),
        "greets": question is None and is_greeting(" ".join(exchange.letter.lines[:MOST_LINES])),
        "lines": [*map(without_ply, question.data.get("lines", ()))] if question else (),
        "message": _message_asked_about(question) if question and player else (),
        "asks_for": _userid_asked_for(question),
        **_unclear_answer(exchange, question),
    }
    plain = _plain(exchange, player) if player else grant_to_begin(exchange, name)
    grant = _again(exchange, question) if question else plain
    to, language = player or exchange.sender.author, "" if player else exchange.language
    return Answer(Draft(to, MailKind.NO_COMMAND, facts, grant=grant, language=language))


def _plain(exchange: Exchange, player: Player) -> Grant:
    """The grant of an answer that changes nothing; behind a no it reaches the board that it shows.

    Of an unproven letter a stranger may have chosen the board.
    """
    dropped, board = exchange.dropped, exchange.board
    if dropped is None or board is None or dropped.data.get("slot", UNPROVEN) == UNPROVEN:
        return plain_grant(exchange.sender, player)
    return replace(board_grant(board, player), data={OF_SERVER: True})


def _header_of_relay(exchange: Exchange) -> str:
    """The header because of which the words of the letter were not read, "" if they were."""
    return _HEADERS[exchange.letter.robot or ""] if exchange.letter.is_relayed else ""


def _says_more(exchange: Exchange) -> bool:
    """Whether there are words besides a no, its courtesies and a name below."""
    lines = [*filter(str.strip, exchange.letter.lines[:MOST_LINES])]
    said = " ".join(_without_name(lines))
    return bool(said) and not (is_courtesy(plain_words(said)) or is_kind(said))


def _board_of_dropped(exchange: Exchange, player: Player | None) -> str:
    """The drawing of the board about which the question was that the letter drops; "" for none."""
    board = exchange.board if exchange.dropped is not None else None
    return draw(board, board.state, player) if board is not None else ""


def _without_name(lines: Sequence[str]) -> Sequence[str]:
    """The lines without the name below them."""
    is_name = len(lines) > 1 and len(lines[-1].split()) <= MOST_WORDS_OF_NAME
    return lines[:-1] if is_name else lines


def _message_asked_about(question: Token) -> Sequence[str]:
    """The words that go to other players with the only command of the question, as it showed them.

    Of an unproven letter none are repeated: a stranger may have written them.
    """
    lines, texts = question.data.get("lines", ()), question.data.get("texts", ())
    if len(lines) != 1 or question.data.get("slot", UNPROVEN) == UNPROVEN:
        return ()
    call = read_line(lines[0], Context(lambda _: True, proven=True))
    return texts[0] if isinstance(call, Call) and call.command.passes_on else ()


def _userid_asked_for(question: Token | None) -> str:
    """The userid that a yes to the question takes; "" for other questions."""
    is_signup = question is not None and question.purpose is Purpose.SIGNUP
    return str(question.data.get("userid", "")) if question and is_signup else ""


def _is_empty(exchange: Exchange) -> bool:
    """Whether the reply holds nothing but a quote, a signature or a line of a mail program."""
    letter = exchange.letter
    is_reply = exchange.context.ours and not letter.included
    return is_reply and not letter.first_line


def _is_thanks(exchange: Exchange, stands: Mapping[str, Any]) -> bool:
    """Whether the letter is nothing but kind words, to nobody who waits for an answer."""
    is_asked = stands["place"] == Place.INVITED or (stands["offer"] and not stands["own_offer"])
    if is_asked or exchange.dropped is not None:
        return False
    lines = [*filter(str.strip, exchange.letter.lines[:MOST_LINES])]
    return is_kind(" ".join(_without_name(lines)))


def _acknowledges(exchange: Exchange, stands: Mapping[str, Any]) -> bool:
    """Whether a reply that no person could get only says that our mail was welcome, or "ok"."""
    is_ours = stands["place"] == Place.BETWEEN or stands["driven"]
    return (
        exchange.context.ours
        and is_ours
        and exchange.dropped is None
        and only_acknowledges(exchange.letter.lines)
    )


def _unclear_answer(exchange: Exchange, question: Token | None) -> Mapping[str, Any]:
    """unclear: whether words answer a question that asks for a yes. wrote: the words to repeat.

    at_once: whether that question had a link for the yes.
    """
    words = _unclear_words(exchange)
    unclear = exchange.context.question.asks_to_confirm and question is not None and bool(words)
    is_players = unclear and exchange.addressee() is not None and not exchange.letter.included
    return {
        "unclear": unclear,
        "at_once": question is not None and has_link(question),
        "wrote": words if is_players and may_be_shown(words, exchange) else "",
    }


def _unclear_words(exchange: Exchange) -> str:
    """The line that is no plain answer; if it is one by itself, with the lines against it."""
    lines = exchange.letter.lines
    said = [*filter(str.strip, lines[first_answer(lines) :])] or [exchange.letter.first_line]
    is_plain = exchange.context.question.command_for(said[0]) != ""
    return " / ".join(line.strip() for line in said[: 1 + MOST_LINES_BELOW * is_plain])


def asked_again(exchange: Exchange) -> Grant | None:
    """A grant for a refusal that leaves a question open: to sign up, or to set a password."""
    question = _question_to(exchange, exchange.addressee())
    if question is None or question.purpose not in _STAY_OPEN:
        return None
    return _again(exchange, question)


def _reader(exchange: Exchange) -> Player | None:
    """The player at the From address, None for a stranger who may be answered.

    :raises Stranger: for a stranger who may not be answered
    """
    player, sender = exchange.addressee(), exchange.sender
    if player is not None:
        return player
    if is_absence(exchange.letter.lines):
        raise Away
    answered = sender.reads_mail and take(
        exchange.tx, [for_explanations(sender.author)], exchange.now
    )
    if not answered and (sender.reads_mail or not _meant_signup(exchange)):
        raise Stranger
    return None


def _answers_digest(exchange: Exchange) -> bool:
    token = exchange.sender.token
    return token is not None and "digest" in token.data


def _question_to(exchange: Exchange, player: Player | None) -> Token | None:
    """The question that the letter answers, if its sender was asked it."""
    token = exchange.sender.token
    if token is None or not exchange.context.question.is_about_security:
        return None
    to_players = token.purpose in (Purpose.CONFIRM, Purpose.RESET)
    asked = to_players and player is not None and token.player == player.id
    return token if asked or exchange.sender.reads_mail else None


def _says_yes_too_late(exchange: Exchange, player: Player | None) -> bool:
    """Return whether the sender says yes to a question that is no longer open."""
    token = exchange.tx.tokens.find(exchange.letter.token)
    if token is None or exchange.sender.token is not None:
        return False
    # A used token no longer shows to which address it was given.
    is_theirs = token.player in (None, player.id if player else None)
    return is_theirs and question_of(token, None).command_for(exchange.letter.first_line) != ""


def _subject_of_question(exchange: Exchange, player: Player) -> str:
    """The subject of the question that is answered too late: its token no longer holds its lines.

    "" if the reply does not have it any more, if it tells nothing, or if it may hold a secret.
    """
    subject = strip_prefixes(exchange.letter.subject)
    tells = subject != translations(language_of(player)).gettext(_ASKED_AGAIN)
    return subject if tells and may_be_shown(subject, exchange) else ""


def _open_questions(exchange: Exchange, player: Player | None) -> Sequence[str]:
    """The commands that the player was asked about and can still confirm."""
    asked = exchange.tx.tokens.unused(player.id, Purpose.CONFIRM) if player else ()
    still = [each for each in asked if each.expires is None or each.expires >= exchange.now]
    lines = [line for each in still for line in each.data.get("lines", ())]
    return [without_ply(line) for line in lines if _may_be_done(exchange, line)]


def _may_be_done(exchange: Exchange, line: str) -> bool:
    """Whether a yes would still do the line: a move, for one, is late after another one."""
    call = read_line(line, Context(exchange.context.is_player, proven=True))
    if not isinstance(call, Call):
        return False
    try:
        return exchange.rehearsed(call) is None
    except Unproven:
        return True
    except Refused:
        return False


def _again(exchange: Exchange, question: Token) -> Grant:
    """A grant for another mail that asks the same question, and expires when the first one does.

    It can still be answered only once: after a signup the address is taken, setting a password uses
    up all such tokens, and of other questions only the newest mail can be answered.
    """
    rest = question.expires - exchange.now if question.expires else None
    return Grant(question.purpose, question.player, data=question.data, good_for=rest)


def _meant_signup(exchange: Exchange) -> bool:
    """Return whether a stranger misspelt ``signup``, as in ``singup dave``, or put it in words."""
    lines = (strip_prefixes(exchange.letter.subject), exchange.letter.first_line)
    return any(_SIGN_ME_UP.search(line) or _nearly_signup(line.split()) for line in lines)


def _nearly_signup(words: Sequence[str]) -> bool:
    if not 1 <= len(words) <= _FEW_WORDS:
        return False
    return similar_names(words[0], [Scope.SERVER], _NEARLY)[:1] == ["signup"]


@dataclass(frozen=True)
class Suggestion:
    """A suggestion. similar: names of commands, or a setting. whole: a line to send as it is.

    in_subject: whether that line was in the subject, which is ignored if the body has own lines.
    """

    similar: Sequence[str] = ()
    whole: str = ""
    in_subject: bool = False


def _own_board(exchange: Exchange, player: Player | None) -> tuple[str, int] | None:
    """The game and number of a board of the player's, if there is one, where they are to move."""
    kinds = (BoardFilter.NEXT, BoardFilter.ACTIVE) if player else ()
    boards = (match for kind in kinds if player for match in boards_of(exchange.tx, player, kind))
    return next(((match.game, match.board) for match in boards), None)


def suggest(
    letter: Letter,
    context: Context,
    board: tuple[str, int] | None = None,
    *,
    is_strangers: bool = False,
) -> Suggestion:
    """Suggest what the first own line may have meant or, without one, the subject.

    board: the game and number of a board of the writer's, for a command that lacks one.
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
    whole = _with_game(line, context, board)
    return Suggestion(whole=whole) if whole else Suggestion(_similar(line, is_strangers))


def _with_game(line: str, context: Context, board: tuple[str, int] | None) -> str:
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
    if command.scope is not Scope.BOARD or board is None:
        return ""
    return f"{board[0]} {command.name} {board[1]}"


def _sendable(call: Call, context: Context) -> str:
    """The line in full, or "" if a word in it may be a password."""
    line = printed(call)
    return line if LineMask(call, context.is_player).line == line else ""


def _names_board(call: Call) -> bool:
    return call.args.board is not None or any(word.isdigit() for word in call.args.rest)


def _similar(line: str, is_strangers: bool) -> Sequence[str]:
    """Names of commands that the first word of a short line nearly is; it itself is not shown."""
    words = line.split()
    first = words[0].casefold() if 0 < len(words) <= FEW_WORDS else ""
    # "Thanks" is like some command, too.
    is_short = len(first) < SHORTEST_BEGINNING
    if is_short or family(first) or is_word(first) or says_nothing(line):
        return ()
    names = [name for name in suggested_names(first, Scope) if name != first]
    return [name for name in names if not is_strangers or _command(name).access is Access.ANYONE]


def _command(name: str) -> Command:
    found = find_command(name.split(), Scope)
    assert found is not None, "it is a command's name"
    return found[0]
