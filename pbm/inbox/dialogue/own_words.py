"""Turn a letter in which no command was found into a command, to be executed or asked about."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from pbm.base.values import replace
from pbm.core.board import Board
from pbm.core.contests.model import ContestKind
from pbm.core.games import AnyGame, RulesError, example_game
from pbm.core.model import Offer, Player
from pbm.core.move_text import SENTENCE_MARKS
from pbm.core.zones import zone_of
from pbm.inbox.dialogue.comments import comment
from pbm.inbox.dialogue.exchange import Exchange
from pbm.inbox.dialogue.line import MOVE, Call, Misread, read_line
from pbm.inbox.dialogue.naming import named_in
from pbm.inbox.dialogue.others_words import words_of_others
from pbm.inbox.dialogue.passing_on import may_be_passed_on, may_be_shown
from pbm.inbox.dialogue.questions import NOTHING
from pbm.inbox.dialogue.reading import call_with_text
from pbm.inbox.places import Place, place_of
from pbm.inbox.understanding.contests import HELP
from pbm.inbox.understanding.intention import Certainty, Intention, answer
from pbm.inbox.understanding.lexicon import names_programs
from pbm.inbox.understanding.reading import holds_move, says_only, taken_back, understand
from pbm.inbox.understanding.situation import Situation, nothing_is_legal
from pbm.inbox.understanding.tokens import sentences_of
from pbm.inbox.vocabulary.access import Scope
from pbm.mail.correspondence import Purpose
from pbm.mail.subject import strip_prefixes
from pbm.notices.contest_views import show_line
from pbm.notices.drafts import CONTEST
from pbm.notices.help_texts import topic_of
from pbm.notices.languages import language_of
from pbm.notices.seek_news import program_challenge
from pbm.notices.views import has_program, seat_players
from pbm.play.contests.entering import alive
from pbm.play.programs import here, with_level
from pbm.play.study.analyses import may_be_analysed
from pbm.play.study.puzzles import position_of

MOST_CHARACTERS = 1000
"""A longer text is a letter to nobody in particular, and is not passed on."""
MOST_TRIED = 12
"""The most texts that are tried as moves. A game takes up to a millisecond to refuse one."""

MOST_SENTENCES = 8
"""A line of more sentences is not divided into what is for the server and what is not."""

_SLOTS = re.compile(r"[^a-z0-9]+|x")
"""What stands between the slots of a move as it is printed: ``13x14=44``."""

_MOST_WORDS_OF_MOVE = 6
_QUESTION_MARK = "?"
_ABOUT_PROGRAMS = "help programs"

MOST_DIGITS = 9
"""The most digits of the number of a board."""


@dataclass(frozen=True)
class Understood:
    """A command that the writer's own words stand for.

    line: the command; for CHOOSE, the refusal that asks for one of several moves.
    wrote: the line from which the command was read, "" if that line may hold a password.
    """

    certainty: Certainty
    line: Call | Misread
    wrote: str = ""


def own_words(exchange: Exchange, *, by_topic: bool = True) -> Understood | None:
    """Return what the letter means, or None if that is not clear enough.

    by_topic: whether words may also be understood regardless of their order.
    """
    lines = _own_lines(exchange)
    situation = situation_of(exchange)
    if lines and situation.place is Place.STRANGER:
        return _strangers(exchange, lines)
    if not lines or exchange.context.question.is_about_security:
        return None
    meant = _about_contest(situation, understand(lines, situation, by_topic=by_topic), lines)
    intention = _cautious(exchange, meant, lines)
    if intention.certainty is Certainty.PASS_ON and not _may_pass_on(exchange, lines):
        return None
    return _understood(exchange, intention, lines, situation)


def _about_contest(situation: Situation, meant: Intention, lines: Sequence[str]) -> Intention:
    """The help on contests for any other question in reply to a mail about one."""
    is_other = situation.contest and meant.command != situation.contest
    may_be_it = meant.certainty in (Certainty.ANSWER, Certainty.UNCLEAR)
    asks = any(_QUESTION_MARK in line for line in lines)
    is_asked = situation.place is Place.BETWEEN and asks and may_be_it
    return answer(HELP, 0) if is_other and is_asked else meant


def _strangers(exchange: Exchange, lines: Sequence[str]) -> Understood | None:
    """The signup of a stranger who gives a name in reply to a mail of ours, or help on programs."""
    is_asked = exchange.sender.reads_mail and not exchange.context.question.is_about_security
    if not is_asked or exchange.letter.included:
        return None
    name = named_in(lines)
    if name:
        return _called(exchange, Certainty.DO, f"signup {name}")
    asks = names_programs("\n".join(lines)) and here(exchange.tx)
    return _called(exchange, Certainty.ANSWER, _ABOUT_PROGRAMS) if asks else None


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
    found = _understood(exchange, intention, [call.line], situation) if intention else None
    below = next((line.strip() for line in call.text if line.strip()), "")
    if found is None or not found.wrote or not may_be_shown(below, exchange):
        return found
    # The correction belongs to what is asked about.
    return replace(found, wrote=f"{found.wrote} / {below}")


def situation_of(exchange: Exchange) -> Situation:
    """The situation of the writer, on which the meaning of their words depends."""
    player, board = exchange.addressee(), exchange.board
    situation = Situation(
        place_of(exchange.tx, board, player),
        player.userid if player else "",
        language_of(player),
        contest=_contest(exchange, board),
        own_contests=_own_contests(exchange, player),
        sought=_sought(exchange, player),
        dropped=_dropped(exchange),
        game_on=partial(_game_on, exchange),
        is_player=exchange.context.is_player,
        program=partial(_program, exchange),
        levels=[each.userid for each in with_level(exchange.tx)],
        today=exchange.now.astimezone(zone_of(player)).date(),
        away=_is_away(exchange, player),
    )
    if player is None or (board is None and exchange.context.puzzle is None):
        return situation
    if board is None:
        return _solving(exchange, player, situation)
    return replace(
        situation,
        game=board.game,
        topic=topic_of(board.game),
        offer=_offer_to(player, board),
        legal=_legal(board, player),
        opponent=_opponent(exchange, board, player),
        plays_program=has_program(seat_players(exchange.tx, board)),
        may_analyse=may_be_analysed(exchange.tx, board),
    )


def _is_away(exchange: Exchange, player: Player | None) -> bool:
    vacations = exchange.tx.vacations.of(player.id) if player else ()
    return any(each.start <= exchange.now < each.end for each in vacations)


def _solving(exchange: Exchange, player: Player, situation: Situation) -> Situation:
    """The situation of a player who replies to a puzzle."""
    puzzle = exchange.tx.puzzles.get(exchange.context.puzzle or 0)
    if puzzle is None:
        return situation
    state = position_of(exchange.tx, player, puzzle, exchange.now)
    return replace(
        situation,
        game=puzzle.game,
        topic=topic_of(puzzle.game),
        legal=_reader_of(puzzle.game, state),
        solves=True,
    )


def _opponent(exchange: Exchange, board: Board, player: Player) -> str:
    """The userid of the other player, "" unless there is exactly one."""
    others = {each.userid for each in seat_players(exchange.tx, board)} - {player.userid}
    return others.pop() if len(others) == 1 else ""


def _program(exchange: Exchange, name: str) -> str:
    """The program with this name, perhaps without its level: "owl" may be owl-1; "" for none."""
    found = [each.userid for each in here(exchange.tx)]
    if not name:
        player = exchange.addressee()
        command = program_challenge(exchange.tx, example_game(), player) if player else ""
        return next((each for each in found if each in command.split()), "")
    return next((each for each in found if name in (each, each.rpartition("-")[0])), "")


def _contest(exchange: Exchange, board: Board | None) -> str:
    """The command that shows the contest of the board or, without a board, of the mail answered."""
    tx = exchange.tx
    if board is not None:
        game = tx.contests.game(board.number)
        number = game.contest if game else 0
    else:
        token = exchange.own_token
        number = token.data.get(CONTEST, 0) if token else 0
    # Tokens of earlier versions hold ``True`` in place of a number.
    contest = None if number is True else tx.contests.get(number)
    return show_line(tx, contest) if contest is not None else ""


def _own_contests(exchange: Exchange, player: Player | None) -> Sequence[str]:
    """The commands that show the contests of a player that go on.

    A league stands for its season and for the next one, whose date is in the league's mails.
    """
    tx = exchange.tx
    entries = tx.contests.entries_of(player.id) if player is not None else ()
    found = [*filter(None, (tx.contests.get(each.contest) for each in alive(tx, entries)))]
    leagues = [each for each in found if each.kind is ContestKind.LEAGUE]
    seasons = {each.parent for each in leagues}
    others = [each for each in found if not seasons & {each.id, each.parent}]
    return [show_line(tx, each) for each in (*leagues, *others)]


def _sought(exchange: Exchange, player: Player | None) -> str:
    """The game of the player's last open seek."""
    seeks = exchange.tx.seeks.of(player.id) if player else []
    return seeks[-1].game if seeks else ""


def _dropped(exchange: Exchange) -> str:
    lines = exchange.dropped.data["lines"] if exchange.dropped else []
    return lines[0] if len(lines) == 1 else ""


def _game_on(exchange: Exchange, number: str) -> str:
    match = exchange.tx.matches.get(int(number)) if len(number) <= MOST_DIGITS else None
    return match.game if match else ""


def _offer_to(player: Player, board: Board) -> Offer | None:
    """The proposal of the other player of the board."""
    proposal, seat = board.proposal, board.match.seat_of(player.id)
    return proposal.offer if proposal and seat and proposal.seat is not seat else None


def _legal(board: Board, player: Player) -> Callable[[str], str]:
    """A function that returns a legal move of the player in its usual notation, "" for others."""
    is_their_turn = board.running and board.turn is board.match.seat_of(player.id)
    return _reader_of(board.game, board.state) if is_their_turn else nothing_is_legal


def _reader_of(game: AnyGame, state: Any) -> Callable[[str], str]:
    """A function that returns a move that is legal in this state, and tries only a few texts.

    It keeps the route that was written; of several routes of one move, the first one.
    """
    tried: set[str] = set()
    written: dict[str, str] = {}

    @cache
    def legal(text: str) -> str:
        tried.add(text)
        if len(tried) > MOST_TRIED:
            return ""
        try:
            move = game.parse(state, text)
        except RulesError:
            return ""
        return written.setdefault(game.format(state, move), game.format(state, move, text))

    return legal


def _own_lines(exchange: Exchange) -> Sequence[str]:
    """The own lines or, without any, the subject of a letter that answers no mail of ours."""
    letter = exchange.letter
    if any(line.strip() for line in letter.lines):
        return letter.lines
    subject = strip_prefixes(letter.subject)
    return [subject] if subject and not exchange.context.ours else []


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
    if is_typed and not exchange.letter.included and not others.hold(line):
        return intention
    is_deed = intention.certainty is Certainty.DO
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
    call = read_line(intention.command, replace(exchange.context, question=NOTHING))
    if not isinstance(call, Call):
        return None
    said = _said(exchange, intention, lines, call, situation)
    if intention.certainty is Certainty.ASK and call.command.name == MOVE:
        call = _at_this_ply(exchange, call)
    line = lines[intention.line]
    wrote = line.strip() if may_be_shown(line, exchange) else ""
    return Understood(intention.certainty, call_with_text(call, said, exchange.context), wrote)


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
    if any(_program(exchange, word) for word in intention.command.split()[2:]):
        # An invitation to a program: it reads no words.
        return ()
    at = intention.line
    above, line, below = lines[:at], lines[at], lines[at + 1 :]
    if call.command.scope is not Scope.BOARD or not call.command.passes_on:
        return below
    left_of = partial(_left_of_move if call.command.name == MOVE else _left_of_deed, intention)
    sentences = sentences_of(line)
    if len(sentences) > MOST_SENTENCES:
        return below
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
    return "" if is_whole else _without_move(sentence, move, situation.game)


def _left_of_deed(intention: Intention, situation: Situation, sentence: str) -> str:
    """The sentence, if it says more than the deed."""
    return "" if says_only(sentence, intention.command, situation) else sentence


def _without_move(line: str, move: str, game: AnyGame | None) -> str:
    """The line without the move that it begins with, which may be "b1 to b2" for ``B1-B2``."""
    words = [word.strip(SENTENCE_MARKS).casefold() for word in line.split()]
    slots = set(_SLOTS.split(move.casefold()))
    ends = [at for at, word in enumerate(words[:_MOST_WORDS_OF_MOVE]) if word in slots]
    if ends and ends[0] == 0:
        return " ".join(line.split()[ends[-1] + 1 :])
    is_move = game is not None and words and game.reads(words[0])
    return line.strip().partition(" ")[2] if is_move else line


def _at_this_ply(exchange: Exchange, call: Call) -> Call:
    """The move with the number of plies, so that a late ``yes`` does not play it at another ply."""
    board = exchange.work.board(call.args.board)
    if "#" in call.args.text:
        return call
    *first, last = call.args.rest
    rest = (*first, f"{last}#{board.match.plies}")
    return replace(call, args=replace(call.args, rest=rest))
