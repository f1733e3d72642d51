"""Turn a letter in which no command was found into a command, to be executed or asked about."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from pbm.base.values import replace
from pbm.core.games import AnyGame
from pbm.core.model import Player
from pbm.core.move_text import SENTENCE_MARKS
from pbm.inbox.dialogue.beside_question import (
    as_if_unasked,
    between_games,
    is_another_wish,
)
from pbm.inbox.dialogue.citations import is_introduced, may_cite
from pbm.inbox.dialogue.comments import comment
from pbm.inbox.dialogue.consent import may_be_receipt, only_acknowledges, says_yes
from pbm.inbox.dialogue.elsewhere import (
    again_elsewhere,
    answered_elsewhere,
    moves_elsewhere,
    shown_elsewhere,
)
from pbm.inbox.dialogue.exchange import Exchange
from pbm.inbox.dialogue.introductions import LONGEST, may_be_read, take_for_wish
from pbm.inbox.dialogue.line import MOVE, Call, Misread, read_line, secrets_of
from pbm.inbox.dialogue.naming import free_name, name_of_newcomer, named_in
from pbm.inbox.dialogue.others_words import words_of_others
from pbm.inbox.dialogue.passing_on import may_be_passed_on, may_be_shown
from pbm.inbox.dialogue.questions import NOTHING, agrees_to_preview, first_answer
from pbm.inbox.dialogue.reading import call_with_text
from pbm.inbox.dialogue.situations import program_named, situation_of
from pbm.inbox.dialogue.wishes_beside import beside_wishes, without_wishes
from pbm.inbox.places import Place
from pbm.inbox.understanding.contests import HELP
from pbm.inbox.understanding.intention import UNCLEAR, Certainty, Intention, answer, ask
from pbm.inbox.understanding.lexicon import names_programs
from pbm.inbox.understanding.newcomers import help_wanted, is_absence, wants_to_join
from pbm.inbox.understanding.reading import (
    holds_move,
    kept_above,
    other_move_above,
    said_behind_moves,
    says_only,
    taken_back,
    understand,
)
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.tokens import sentences_of
from pbm.inbox.vocabulary.access import Scope
from pbm.mail.correspondence import Purpose
from pbm.mail.subject import strip_prefixes
from pbm.notices.drafts import PREVIEWED, WRITER
from pbm.notices.views import has_program, seat_players
from pbm.play.programs import here

MOST_CHARACTERS = 1000
"""A longer text is a letter to nobody in particular, and is not passed on."""

MOST_SENTENCES = 8
"""A line of more sentences is not divided into what is for the server and what is not."""

_SLOTS = re.compile(r"[^a-z0-9]+|x")
"""What stands between the slots of a move as it is printed: ``13x14=44``."""

_MOST_WORDS_OF_MOVE = 6
_QUESTION_MARK = "?"
_OUR_MARK = "["
_ABOUT_PROGRAMS, _ACCEPT = "help programs", "accept"


@dataclass(frozen=True)
class Understood:
    """A command that the writer's own words stand for.

    line: the command; for CHOOSE and DESCRIBED, the refusal that asks for a move.
    wrote: the line from which the command was read, "" if that line may hold a password.
    unasked: whether it is meant as if the mail that is answered had asked nothing.
    """

    certainty: Certainty
    line: Call | Misread
    wrote: str = ""
    unasked: bool = False


def own_words(exchange: Exchange, *, by_topic: bool = True) -> Understood | None:
    """Return what the letter means, or None if that is not clear enough.

    by_topic: whether words may also be understood regardless of their order.
    """
    lines = beside_wishes(exchange, _own_lines(exchange))
    if lines and exchange.addressee() is None:
        return _strangers(exchange, lines)
    if not lines:
        return None
    if exchange.context.question.is_about_security:
        return _another_wish(exchange, lines)
    found = _in_place(exchange, lines, by_topic=by_topic)
    if found is None or found.certainty is Certainty.PASS_ON:
        found = _in_subject(exchange, lines) or found
    if found is None and exchange.dropped is not None and exchange.board is not None:
        return _in_place(between_games(exchange), lines, by_topic=False)
    return found


def _in_subject(exchange: Exchange, lines: Sequence[str]) -> Understood | None:
    """What the writer's own subject asks for above words that ask for nothing."""
    subject = _own_subject(exchange)
    if not subject or [subject] == [*lines] or exchange.addressee() is None:
        return None
    elsewhere = _elsewhere(exchange, [subject]) if exchange.board is None else None
    if elsewhere is not None:
        return elsewhere
    situation = situation_of(exchange)
    meant = understand([subject], situation, by_topic=False)
    if meant.certainty not in (Certainty.DO, Certainty.ASK, Certainty.ANSWER):
        return None
    is_deed = meant.certainty is Certainty.DO
    asked = replace(meant, certainty=Certainty.ASK) if is_deed else meant
    return _understood(exchange, asked, [subject, *lines], situation)


def _another_wish(exchange: Exchange, lines: Sequence[str]) -> Understood | None:
    """What is plainly wished for in place of an answer to our question."""
    unasked = as_if_unasked(exchange)
    if unasked is None:
        return None
    places = [unasked, *([] if unasked.board is None else [between_games(unasked)])]
    phrases = (_in_place(each, lines, by_topic=False) for each in places)
    found = next(filter(_is_plain, phrases), None) or _exactly(unasked, lines)
    if found is None:
        # Words in any order may be an unclear answer, so that nothing is done or asked by them.
        topics = (_in_place(each, lines, by_example=False) for each in places)
        found = next(filter(_only_shows, topics), None)
    if found is None or (
        isinstance(found.line, Call) and not is_another_wish(exchange, found.line)
    ):
        return None
    return replace(found, unasked=True)


def _only_shows(found: Understood | None) -> bool:
    """Whether a board or a table is asked for; help may be about the question itself."""
    if found is None or found.certainty is not Certainty.ANSWER:
        return False
    return isinstance(found.line, Call) and found.line.command.name != "help"


def _is_plain(found: Understood | None) -> bool:
    return found is not None and found.certainty is not Certainty.PASS_ON


def _exactly(exchange: Exchange, lines: Sequence[str]) -> Understood | None:
    """The only line, if it is a command about the board of the question."""
    said = [line for line in lines if line.strip()]
    call = read_line(said[0], exchange.context) if len(said) == 1 else None
    if not isinstance(call, Call) or call.command.scope is not Scope.BOARD or secrets_of(call):
        return None
    return Understood(Certainty.DO, call)


def _in_place(
    exchange: Exchange, lines: Sequence[str], *, by_topic: bool = True, by_example: bool = True
) -> Understood | None:
    """What the lines mean at the board, or between games, where the exchange stands."""
    situation = situation_of(exchange)
    is_between = situation.place is Place.BETWEEN
    elsewhere = _elsewhere(exchange, lines) if is_between else None
    if elsewhere is not None:
        return elsewhere
    writer = _writer(exchange) if is_between else None
    meant = _previewed(exchange, lines, situation)
    if meant is None and is_between and only_acknowledges(lines):
        meant = UNCLEAR
    if meant is None:
        # Words about a move that is shown resemble examples of proposals.
        by_example = by_example and not _shows_move(exchange)
        by_topic = by_topic and writer is None
        meant = understand(lines, situation, by_topic=by_topic, by_example=by_example)
    if meant is UNCLEAR and writer is not None:
        return _to_writer(exchange, writer, lines)
    meant = _about_contest(situation, meant, lines)
    intention = _cautious(exchange, meant, lines)
    if intention.certainty is Certainty.PASS_ON and not _may_pass_on(exchange, lines):
        return None
    return _understood(exchange, intention, lines, situation)


def _elsewhere(exchange: Exchange, lines: Sequence[str]) -> Understood | None:
    """A move or a board that is plainly meant, although the answered mail is about no board."""
    moves = moves_elsewhere(exchange, lines)
    if len(moves) > 1:
        move = moves[0].intention.command
        named = ", ".join(f"{each.line} {move}" for each in moves)
        facts = (("lines", named), ("move", move))
        return Understood(Certainty.CHOOSE, Misread("which_board_to_move", named, facts=facts))
    if moves:
        (found,) = moves
        return _understood(found.exchange, found.intention, lines, found.situation)
    answered = answered_elsewhere(exchange, lines)
    if answered is not None:
        meant = answered.intention
        return _understood(answered.exchange, meant, lines, answered.situation)
    again = again_elsewhere(exchange, lines)
    if again:
        return _called(exchange, Certainty.ASK, again)
    shown = shown_elsewhere(exchange, lines)
    return _called(exchange, Certainty.ANSWER, shown) if shown else None


def _previewed(exchange: Exchange, lines: Sequence[str], situation: Situation) -> Intention | None:
    """The move of the preview that is answered, if the letter only agrees to it."""
    move = _shows_move(exchange)
    at = first_answer(lines) if move else len(lines)
    agrees = at < len(lines) and agrees_to_preview(lines[at])
    return replace(ask(move, at), alone=True) if agrees and situation.legal(move) else None


def _writer(exchange: Exchange) -> Player | None:
    """The player whose message is answered, whom other words than a plain wish are for."""
    token = exchange.own_token
    found = token.data.get(WRITER) if token is not None else None
    writer = exchange.tx.players.get(found) if found is not None else None
    return writer if writer is not None and not writer.left else None


def _to_writer(exchange: Exchange, writer: Player, lines: Sequence[str]) -> Understood | None:
    """The words for the player whose message is answered, if they may be passed on."""
    is_short = sum(map(len, lines)) <= MOST_CHARACTERS
    if exchange.letter.included or not is_short or not may_be_passed_on(lines, exchange):
        return None
    if is_absence(lines):
        # A program of the writer's would answer the next one, and so on.
        return None
    found = _called(exchange, Certainty.PASS_ON, f"message {writer.userid}")
    if found is None or not isinstance(found.line, Call):
        return None
    return replace(found, line=call_with_text(found.line, lines, exchange.context))


def _shows_move(exchange: Exchange) -> str:
    """The move that the answered mail shows as a preview, "" for none."""
    token = exchange.own_token
    return str(token.data.get(PREVIEWED, "")) if token is not None else ""


def _about_contest(situation: Situation, meant: Intention, lines: Sequence[str]) -> Intention:
    """The help on contests for any other question in reply to a mail about one."""
    is_other = situation.contest and meant.command != situation.contest
    may_be_it = meant.certainty in (Certainty.ANSWER, Certainty.UNCLEAR)
    asks = any(_QUESTION_MARK in line for line in lines)
    is_asked = situation.place is Place.BETWEEN and asks and may_be_it
    return answer(HELP, 0) if is_other and is_asked else meant


def _strangers(exchange: Exchange, lines: Sequence[str]) -> Understood | None:
    """What a stranger wants: to become a player, whose yes is asked for, or help."""
    if exchange.context.question.is_about_security or exchange.letter.included:
        return None
    if exchange.sender.reads_mail:
        return _in_reply(exchange, lines)
    if exchange.context.ours or not may_be_read(exchange):
        return None
    subject = strip_prefixes(exchange.letter.subject)
    lines = [*([f"{subject}."] if subject else []), *lines]
    name = name_of_newcomer(lines, exchange.sender.author) if wants_to_join(lines) else ""
    command = f"signup {name}" if name else help_wanted(lines, replies=False)
    if not command or not take_for_wish(exchange):
        return None
    return _called(exchange, Certainty.DO if name else Certainty.ANSWER, command)


def _in_reply(exchange: Exchange, lines: Sequence[str]) -> Understood | None:
    """What a stranger wants who answers a mail of ours, which may have suggested a name."""
    author, suggested = exchange.sender.author, exchange.context.question.yes
    name, is_short = named_in(lines), exchange.letter.size <= LONGEST
    joins = not name and is_short and wants_to_join(lines)
    name = name or (name_of_newcomer(lines, author) if joins else "")
    if name:
        return _called(exchange, Certainty.DO, f"signup {name}")
    if names_programs("\n".join(lines)) and here(exchange.tx):
        return _called(exchange, Certainty.ANSWER, _ABOUT_PROGRAMS)
    wanted = help_wanted(lines, replies=True) if is_short else ""
    if wanted:
        return _called(exchange, Certainty.ANSWER, wanted)
    if not joins and not _agrees(lines, suggested):
        return None
    own = "" if suggested else free_name(exchange.tx, author)
    command = suggested or (f"signup {own}" if own else "")
    return _called(exchange, Certainty.DO, command) if command else None


def _agrees(lines: Sequence[str], suggested: str) -> bool:
    """Whether the first line says yes to a suggested command, in several words."""
    at = first_answer(lines)
    return suggested != "" and at < len(lines) and says_yes(lines[at], suggested)


def _called(exchange: Exchange, certainty: Certainty, command: str) -> Understood | None:
    call = read_line(command, exchange.context)
    return Understood(certainty, call) if isinstance(call, Call) else None


def retracted(exchange: Exchange, call: Call) -> Understood | None:
    """The question about a command that the lines below it take back; None if they do not."""
    if call.command.scope is not Scope.BOARD or call.command.stale or not call.text:
        return None
    command = exchange.context.question.command_for(call.line) or call.line
    situation = situation_of(exchange)
    intention = taken_back(command, call.command.name, call.text, situation)
    if intention is None:
        return None
    lines = [call.line, *call.text[: None if intention.chosen else 0]]
    found = _understood(exchange, intention, lines, situation)
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


def contradicted_above(exchange: Exchange, call: Call) -> Understood | None:
    """The question about a move if lines above it say to play another one; None if they do not."""
    above = lines_above(exchange, call)
    if not call.bare or call.command.stale or not any(map(str.isdigit, "".join(above))):
        return None
    situation = situation_of(exchange)
    move = situation.legal(call.line)
    if not move or not other_move_above(kept_above(above, situation), move, situation):
        return None
    meant = replace(ask(move, len(above)), alone=True)
    return _understood(exchange, meant, exchange.letter.lines, situation)


def cited(exchange: Exchange, call: Call) -> Understood | None:
    """The question about a command if a line such as "Bob wrote:" is above it; else None."""
    is_own = call.command.stale or call.args.claim is not None or exchange.addressee() is None
    if is_own or not is_introduced(lines_above(exchange, call)):
        return None
    is_move = call.command.name == MOVE and call.args.board is not None
    asked = _at_this_ply(exchange, call) if is_move and exchange.is_proven else call
    wrote = call.line if may_be_shown(call.line, exchange) else ""
    return Understood(Certainty.ASK, asked, wrote)


def _own_lines(exchange: Exchange) -> Sequence[str]:
    """The own lines or, without any, the writer's own subject."""
    letter = exchange.letter
    if any(line.strip() for line in letter.lines):
        return letter.lines
    subject = _own_subject(exchange)
    return [subject] if subject else []


def _own_subject(exchange: Exchange) -> str:
    """The subject, "" for one that a mail of ours had: these begin with "[pbm]" or a board."""
    subject = exchange.letter.subject
    return "" if _OUR_MARK in subject else strip_prefixes(subject)


def _cautious(exchange: Exchange, intention: Intention, lines: Sequence[str]) -> Intention:
    """The intention, with less certainty if somebody else may have written the words."""
    if intention.certainty not in (Certainty.DO, Certainty.PASS_ON):
        return intention
    others = words_of_others(
        exchange.tx, exchange.addressee(), exchange.context.board, exchange.now
    )
    line = lines[intention.line]
    # An emoji alone may have been sent by a click.
    is_typed = any(map(str.isalnum, line))
    is_deed = intention.certainty is Certainty.DO
    is_own = is_typed and not exchange.letter.included and not others.hold(line)
    cites = is_deed and may_cite(lines, intention.line, exchange.context.is_player)
    is_receipt = is_deed and intention.command == _ACCEPT and may_be_receipt(lines)
    if is_own and not (cites or is_receipt):
        return intention
    return replace(intention, certainty=Certainty.ASK if is_deed else Certainty.UNCLEAR)


def _may_pass_on(exchange: Exchange, lines: Sequence[str]) -> bool:
    """Whether the words may go to the opponent, a person, with a board's token as proof."""
    board = exchange.board
    if board is None or has_program(seat_players(exchange.tx, board)):
        return False
    token = exchange.sender.token
    may_talk = exchange.answers(Purpose.BOARD) and token is not None and not token.only_moves
    is_proven = may_talk and exchange.own_board == exchange.context.board
    is_short = sum(map(len, lines)) <= MOST_CHARACTERS
    return is_proven and is_short and may_be_passed_on(lines, exchange)


def _understood(
    exchange: Exchange, intention: Intention, lines: Sequence[str], situation: Situation
) -> Understood | None:
    if intention.certainty is Certainty.UNCLEAR:
        return None
    if intention.certainty is Certainty.CHOOSE:
        named = (("moves", intention.command),)
        return Understood(
            intention.certainty, Misread("which_move", intention.command, facts=named)
        )
    if intention.certainty is Certainty.DESCRIBED:
        said = lines[intention.line].strip()
        quotable = may_be_shown(said, exchange)
        return Understood(intention.certainty, Misread("not_a_move", said, quotable=quotable))
    call = read_line(intention.command, replace(exchange.context, question=NOTHING))
    if not isinstance(call, Call):
        return None
    beside = _said(exchange, intention, lines, call, situation)
    if intention.certainty is Certainty.ASK and call.command.name == MOVE:
        call = _at_this_ply(exchange, call)
    line = lines[intention.line]
    wrote = line.strip() if may_be_shown(line, exchange) else ""
    call = call_with_text(call, beside, exchange.context)
    if intention.certainty is not Certainty.PASS_ON:
        call = without_wishes(exchange, call)
    return Understood(intention.certainty, call, wrote)


def _said(
    exchange: Exchange,
    intention: Intention,
    lines: Sequence[str],
    call: Call,
    situation: Situation,
) -> Sequence[str]:
    """The lines that go with the command: what they say beside it, or all that are passed on."""
    if intention.certainty is Certainty.PASS_ON:
        return lines
    if any(program_named(exchange, word) for word in intention.command.split()[2:]):
        # An invitation to a program: it reads no words.
        return ()
    at = intention.line
    above, line, below = lines[:at], lines[at], lines[at + 1 :]
    is_passed_on = call.command.scope is Scope.BOARD and call.command.passes_on
    sentences = sentences_of(line)
    is_long = len(sentences) > MOST_SENTENCES
    if intention.chosen and is_passed_on and not is_long:
        behind = [" ".join(said_behind_moves(sentences, situation)), *below]
        return behind if may_be_passed_on(behind, exchange) else below
    if intention.alone or not is_passed_on or is_long:
        return below
    left_of = partial(_left_of_move if call.command.name == MOVE else _left_of_deed, intention)
    said = comment(above, sentences, below, partial(left_of, situation))
    if may_be_passed_on(said, exchange):
        return said
    return () if intention.talks and call.command.name != MOVE else below


def _left_of_move(intention: Intention, situation: Situation, sentence: str) -> str:
    """What a sentence says beside the move: "good luck" in "13-33 good luck"."""
    move = intention.command
    if not holds_move(sentence, move, situation):
        return sentence
    is_whole = not intention.talks or says_only(sentence, move, situation)
    if is_whole:
        return ""
    left = _without_move(sentence, move, situation.game)
    # The verb may stand behind the move: "dat ik 16-35 speel, en de groeten".
    clause, comma, rest = left.partition(",")
    return rest.strip() if comma and says_only(clause, move, situation) else left


def _left_of_deed(intention: Intention, situation: Situation, sentence: str) -> str:
    """The sentence, if it says more than the deed."""
    return "" if says_only(sentence, intention.command, situation) else sentence


def _without_move(line: str, move: str, game: AnyGame | None) -> str:
    """What the line says behind the move, which may be "b1 to b2" for ``B1-B2``."""
    words = [word.strip(SENTENCE_MARKS).casefold() for word in line.split()]
    slots = set(_SLOTS.split(move.casefold()))
    begins = (at for at, word in enumerate(words) if word in slots or (game and game.reads(word)))
    first = next(begins, None)
    if first is None or (game is None and first > 0):
        return line
    end = min(first + _MOST_WORDS_OF_MOVE, len(words))
    last = max((at for at in range(first, end) if words[at] in slots), default=first)
    return " ".join(line.split()[last + 1 :])


def _at_this_ply(exchange: Exchange, call: Call) -> Call:
    """The move with the number of plies, so that a late ``yes`` does not play it at another ply."""
    board = exchange.work.board(call.args.board)
    if "#" in call.args.text:
        return call
    *first, last = call.args.rest
    rest = (*first, f"{last}#{board.match.plies}")
    return replace(call, args=replace(call.args, rest=rest))
