"""The situation of a writer, from the mail that they answer: their part, the board, the contest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any

from pbm.base.values import replace
from pbm.core.board import Board
from pbm.core.contests.model import ContestKind
from pbm.core.games import AnyGame, RulesError, example_game
from pbm.core.model import Offer, Player
from pbm.core.suggestions import prompts
from pbm.core.zones import zone_of
from pbm.inbox.letter.exchange import Exchange
from pbm.inbox.understanding.situation import Situation, nothing_is_legal
from pbm.notices.contest_views import show_line
from pbm.notices.drafts import CONTEST
from pbm.notices.facts.places import place_of
from pbm.notices.help_texts import topic_of
from pbm.notices.languages import language_of
from pbm.notices.seek_news import program_challenge
from pbm.notices.views import has_program, seat_players
from pbm.play.contests.entering import alive
from pbm.play.programs import here, with_level
from pbm.play.study.analyses import may_be_analysed
from pbm.play.study.puzzles import position_of

MOST_TRIED = 12
"""The most texts that are tried as moves. A game takes up to a millisecond to refuse one."""

MOST_DIGITS = 9
"""The most digits of the number of a board."""


def situation_of(exchange: Exchange) -> Situation:
    """The situation of the writer, on which the meaning of their words depends."""
    player, board = exchange.addressee(), exchange.board
    vacations = exchange.tx.vacations.of(player.id) if player else ()
    situation = Situation(
        place_of(exchange.tx, board, player),
        player.userid if player else "",
        language_of(player),
        contest=_contest(exchange, board),
        own_contests=_own_contests(exchange, player),
        dropped=_dropped(exchange),
        game_on=partial(_game_on, exchange),
        is_player=exchange.context.is_player,
        program=partial(program_named, exchange),
        levels=[each.userid for each in with_level(exchange.tx)],
        today=exchange.now.astimezone(zone_of(player)).date(),
        away=any(each.start <= exchange.now < each.end for each in vacations),
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
        places=board.running and bool(prompts(board.game, board.state)),
        may_analyse=may_be_analysed(exchange.tx, board),
    )


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
        legal=reader_of_moves(puzzle.game, state),
        solves=True,
    )


def _opponent(exchange: Exchange, board: Board, player: Player) -> str:
    """The userid of the other player, "" unless there is exactly one."""
    others = {each.userid for each in seat_players(exchange.tx, board)} - {player.userid}
    return others.pop() if len(others) == 1 else ""


def program_named(exchange: Exchange, name: str) -> str:
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
    return reader_of_moves(board.game, board.state) if is_their_turn else nothing_is_legal


def reader_of_moves(game: AnyGame, state: Any) -> Callable[[str], str]:
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
