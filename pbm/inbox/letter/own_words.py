"""Turn a letter in which no command was found into a command, to be executed or asked about"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pbm.base.values import replace
from pbm.core.model import Player
from pbm.inbox.letter.beside import beside_wishes, tells_plan
from pbm.inbox.letter.boards import meant_beside, meant_elsewhere, names_other_board, seeks_taken
from pbm.inbox.letter.exchange import Exchange, aside, with_text
from pbm.inbox.letter.gates import cautious
from pbm.inbox.letter.lessons import answers_lesson
from pbm.inbox.letter.passing_on import LONGEST_CHAT, may_be_passed_on
from pbm.inbox.letter.situations import situation_of
from pbm.inbox.letter.strangers import strangers_wish
from pbm.inbox.letter.unasked import as_if_unasked, between_games, is_another_wish
from pbm.inbox.letter.understood import Understood, called, understood
from pbm.inbox.line.line import Call
from pbm.inbox.line.program_words import may_be_responders
from pbm.inbox.line.questions import (
    agrees_to_preview,
    beside_playing,
    first_answer,
    only_acknowledges,
)
from pbm.inbox.line.reading import MOST_OWN_CHARACTERS, MOST_OWN_LINES
from pbm.inbox.understanding.club import CONTESTS
from pbm.inbox.understanding.intention import UNCLEAR, Certainty, Intention, answer, ask
from pbm.inbox.understanding.newcomers import asks_which, is_absence
from pbm.inbox.understanding.policy import behind_gate
from pbm.inbox.understanding.reading import holds_back, understand
from pbm.inbox.understanding.situation import Situation
from pbm.mail.correspondence import Purpose
from pbm.mail.subject import strip_prefixes
from pbm.notices.drafts import OF_SERVER, PREVIEWED, WRITER
from pbm.notices.facts.places import Place
from pbm.notices.views import has_program, seat_players


def writer_answered(exchange: Exchange) -> Player | None:
    """The player whose message is answered, whom other words than a plain wish are for."""
    token = exchange.own_token
    found = token.data.get(WRITER) if token is not None else None
    writer = exchange.tx.players.get(found) if found is not None else None
    return writer if writer is not None and not writer.left else None


def to_writer(exchange: Exchange, writer: Player, lines: Sequence[str]) -> Understood | None:
    """The words for the player whose message is answered, if they may be passed on."""
    is_short = sum(map(len, lines)) <= LONGEST_CHAT
    if exchange.letter.included or not is_short or not may_be_passed_on(lines, exchange):
        return None
    if is_absence(lines):
        # A program of the writer's would answer the next one, and so on.
        return None
    found = called(exchange, Certainty.PASS_ON, f"message {writer.userid}")
    if found is None or not isinstance(found.line, Call):
        return None
    return replace(found, line=with_text(exchange, found.line, lines))


SHORT = 160
"""A letter of more characters may have so many sentences that reading them takes 40 ms."""

_QUESTION_MARK = "?"
_OUR_MARK = "["


def own_words(exchange: Exchange, *, by_topic: bool = True) -> Understood | None:
    """Return what the letter means, or None if that is not clear enough.

    by_topic: whether words may also be understood regardless of their order.

    :raises WorkWanted: if the letter is not short and was not read yet
    """
    lines = _own_lines(exchange)
    is_quick = sum(map(len, lines)) <= SHORT
    taught = aside(exchange, "lesson", partial(answers_lesson, lines=lines), is_quick=is_quick)
    if taught is not None:
        return taught
    if lines and exchange.addressee() is None:
        return strangers_wish(exchange, lines)
    read = partial(_players, lines=lines, by_topic=by_topic)
    return aside(exchange, ("own words", by_topic), read, is_quick=is_quick)


def _players(exchange: Exchange, *, lines: Sequence[str], by_topic: bool) -> Understood | None:
    """What the lines of a player mean."""
    lines = beside_wishes(exchange, lines)
    if not lines:
        return None
    if exchange.context.question.is_about_security:
        return _another_wish(exchange, lines)
    # "Who do I play next?" begins like a command.
    by_topic = by_topic or (_asks(lines) and _is_in_contests(exchange))
    found = _in_place(exchange, lines, by_topic=by_topic)
    if found is None or found.certainty is Certainty.PASS_ON:
        found = _in_subject(exchange, lines) or found
    if found is None and exchange.dropped is not None and exchange.board is not None:
        return _in_place(between_games(exchange), lines, by_topic=False)
    return found


def _in_subject(exchange: Exchange, lines: Sequence[str]) -> Understood | None:
    """What the writer's own subject asks for above words that ask for nothing."""
    subject = _own_subject(exchange)
    if not subject or [subject] == [*lines]:
        return None
    elsewhere = meant_elsewhere(exchange, [subject]) if exchange.board is None else None
    if elsewhere is not None:
        return elsewhere
    situation = situation_of(exchange)
    meant = understand([subject], situation, by_topic=False)
    if meant.certainty not in (Certainty.DO, Certainty.ASK, Certainty.ANSWER):
        return None
    return understood(exchange, behind_gate(meant), [subject, *lines], situation)


def _another_wish(exchange: Exchange, lines: Sequence[str]) -> Understood | None:
    """What is plainly wished for in place of an answer to our question."""
    unasked = as_if_unasked(exchange)
    if unasked is None:
        return None
    places = [unasked, *([] if unasked.board is None else [between_games(unasked)])]
    phrases = (_in_place(each, lines, by_topic=False) for each in places)
    # Words in any order may be an unclear answer.
    found = next(filter(_is_plain, phrases), None)
    if found is None or (
        isinstance(found.line, Call) and not is_another_wish(exchange, found.line)
    ):
        return None
    return replace(found, unasked=True)


def _is_plain(found: Understood | None) -> bool:
    return found is not None and found.certainty is not Certainty.PASS_ON


def _in_place(
    exchange: Exchange, lines: Sequence[str], *, by_topic: bool = True
) -> Understood | None:
    """What the lines mean at the board, or between games, where the exchange stands."""
    situation = situation_of(exchange)
    is_between = situation.place is Place.BETWEEN
    is_other = not is_between and names_other_board(exchange, lines)
    elsewhere = _elsewhere(exchange, lines, situation.place, is_other=is_other)
    if elsewhere is not None:
        return elsewhere
    # Behind a no, the name of a game says which one is wanted in place of what was asked about.
    asked = asks_which(lines) if is_between and exchange.dropped is None else ""
    if asked:
        return called(exchange, Certainty.ANSWER, asked)
    writer = writer_answered(exchange) if is_between else None
    meant = _previewed(exchange, lines, situation)
    if meant is None and is_between and only_acknowledges(lines):
        meant = UNCLEAR
    if meant is None:
        # Words about a move that is shown resemble examples of proposals.
        by_topic, by_example = by_topic and writer is None, not _shows_move(exchange)
        meant = understand(lines, situation, by_topic=by_topic, by_example=by_example)
    if meant is UNCLEAR and writer is not None:
        return to_writer(exchange, writer, lines)
    meant = _about_contest(situation, meant, lines)
    intention = cautious(exchange, meant, lines)
    if is_other and intention.certainty is Certainty.DO:
        intention = behind_gate(intention)
    if intention.certainty is Certainty.PASS_ON and not _may_pass_on(exchange, lines):
        return None
    return understood(exchange, intention, lines, situation)


def _elsewhere(
    exchange: Exchange, lines: Sequence[str], place: Place, *, is_other: bool
) -> Understood | None:
    """What the lines mean somewhere else than where they are written."""
    if place is Place.BETWEEN:
        return meant_elsewhere(exchange, lines) or seeks_taken(exchange, lines)
    if place is Place.OVER:
        # The opponent may have invited the writer to another game.
        return meant_beside(between_games(exchange), lines)
    return meant_elsewhere(between_games(exchange), lines) if is_other else None


def _previewed(exchange: Exchange, lines: Sequence[str], situation: Situation) -> Intention | None:
    """The move of the preview that is answered, if the letter agrees to it."""
    move = _shows_move(exchange)
    at = first_answer(lines) if move else len(lines)
    if at == len(lines) or not situation.legal(move):
        return None
    if not agrees_to_preview(lines[at]):
        beside = beside_playing(lines[at])
        if beside is None or holds_back([beside, *lines[at + 1 :]], situation):
            return None
    return replace(ask(move, at), alone=True)


def _shows_move(exchange: Exchange) -> str:
    """The move that the answered mail shows as a preview, "" for none."""
    token = exchange.own_token
    return str(token.data.get(PREVIEWED, "")) if token is not None else ""


def _about_contest(situation: Situation, meant: Intention, lines: Sequence[str]) -> Intention:
    """The help on contests for any other question in reply to a mail about one."""
    is_other = situation.contest and meant.command != situation.contest
    may_be_it = meant.certainty in (Certainty.ANSWER, Certainty.UNCLEAR)
    is_asked = situation.place is Place.BETWEEN and _asks(lines) and may_be_it
    return answer(CONTESTS, 0) if is_other and is_asked else meant


def _is_in_contests(exchange: Exchange) -> bool:
    """Whether the writer plays in contests, and answers no mail of a board."""
    situation = situation_of(exchange)
    return situation.place is Place.BETWEEN and bool(situation.own_contests)


def _asks(lines: Sequence[str]) -> bool:
    return any(_QUESTION_MARK in line for line in lines)


def _own_lines(exchange: Exchange) -> Sequence[str]:
    """The own lines, as many as are read beside a command, or the writer's own subject."""
    letter = exchange.letter.cut(MOST_OWN_LINES, MOST_OWN_CHARACTERS)
    if any(line.strip() for line in letter.lines):
        return letter.lines
    subject = _own_subject(exchange)
    return [subject] if subject else []


def _own_subject(exchange: Exchange) -> str:
    """The subject, "" for one that a mail of ours had: these begin with "[pbm]" or a board."""
    subject = exchange.letter.subject
    return "" if _OUR_MARK in subject else strip_prefixes(subject)


def _may_pass_on(exchange: Exchange, lines: Sequence[str]) -> bool:
    """Whether the words may go to the opponent, a person, with a board's token as proof."""
    board = exchange.board
    if board is None or has_program(seat_players(exchange.tx, board)):
        return False
    token = exchange.sender.token
    may_talk = exchange.answers(Purpose.BOARD) and token is not None and not token.only_moves
    may_talk &= token is not None and OF_SERVER not in token.data
    is_proven = may_talk and exchange.own_board == exchange.context.board
    is_short = sum(map(len, lines)) <= LONGEST_CHAT
    is_chat = is_proven and is_short and may_be_passed_on(lines, exchange)
    return is_chat and not may_be_responders(lines) and not tells_plan(exchange, lines)
