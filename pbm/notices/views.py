"""Facts about boards for templates: players, moves, drawing, clock, result."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Any

from pbm.core.board import Board
from pbm.core.by_seat import BySeat
from pbm.core.changes import undo_to
from pbm.core.choices import Choice
from pbm.core.games import (
    AnyGame,
    Phrase,
    Ply,
    Scored,
    Seat,
    Style,
    find_kept,
    has_one_rule_set,
    is_default,
    may_be_drawn,
    spec,
)
from pbm.core.model import Match, MatchStatus, Player
from pbm.core.ratings import WITHIN
from pbm.core.results import Result
from pbm.core.suggestions import aim, example_move, plies_of_placing, prompts
from pbm.notices.clock_views import clock_facts
from pbm.notices.help_texts import topic_of
from pbm.notices.pages import Drawing, Figure, diagram_of, form_for
from pbm.notices.readers import Reader, reader_of
from pbm.notices.rendering import name_of
from pbm.play.proposals import may_undo
from pbm.play.ratings.uncounted import uncounted
from pbm.play.settings import TURNED, chosen
from pbm.play.study.analyses import may_be_analysed
from pbm.store.protocol import Transaction

Facts = Mapping[str, Any]
Plies = Sequence[Ply[Any, Any]]
_NEW = 3
"""The last ply whose mail tells the aim of the game: both players have moved at most twice."""

PLIES_WITH_EXAMPLE = 4
"""So many plies after the placing of pieces have an example of a move where a result counts."""


def seat_players(tx: Transaction, board: Board) -> BySeat[Player]:
    return board.match.players.map(tx.players.get)


def has_program(players: Iterable[Player]) -> bool:
    """Whether a player is one of our programs, which agree to no draw and read no chat."""
    return any(player.is_driven for player in players)


def audience(tx: Transaction, board: Board) -> tuple[Player, ...]:
    """The players of a board, then its spectators: all who get its board mails."""
    watching = map(tx.players.get, tx.subscriptions.to(board.number))
    return (*seat_players(tx, board), *watching)


def boards_by_opponent(player: int, matches: Iterable[Match]) -> Mapping[int, list[str]]:
    """The names of a player's boards by opponent, so that each opponent gets one mail."""
    boards: defaultdict[int, list[str]] = defaultdict(list)
    for match in matches:
        (other,) = (each for each in match.players if each != player)
        boards[other].append(match.name)
    return boards


def board_facts(tx: Transaction, board: Board, viewer: Player | None) -> dict[str, Any]:
    """All facts about the current state of a board that templates use."""
    players, reader = seat_players(tx, board), reader_of(viewer)
    seat = board.match.seat_of(viewer.id) if viewer else None
    your_turn = seat is not None and board.running and seat is board.turn
    driven = has_program(players)
    return {
        "game": board.game.name,
        "title": reader.title(board.game),
        "variant": variant(board.game),
        "topic": topic_of(board.game),
        "rules_of": spec(board.game),
        "ruleset": ruleset_of_several(board.game),
        "board": board.number,
        "ply": board.match.plies,
        "running": board.running,
        "invited": board.match.status is MatchStatus.INVITED,
        "declined": board.match.status is MatchStatus.DECLINED,
        "players": [player.userid for player in players],
        "programs": program_facts(tx, players),
        "rated": board.match.rated,
        "seats": seat_names(board.game, reader),
        "your_seat": reader.seat(board.game, seat) if seat else "",
        "queued": bool(viewer and seat and tx.queues.of(board.number).get(viewer.id)),
        "your_turn": your_turn,
        "turn": _turn_facts(board.match, players, reader),
        "watching": bool(viewer and not seat and tx.subscriptions.holds(viewer.id, board.number)),
        "analysable": may_be_analysed(tx, board),
        "drawable": may_propose_draw(board, driven=driven),
        "undoable": seat is not None and may_undo(tx, board, seat),
        "driven": driven,
        "gone": [each.userid for each in players if each.left],
        "proposal": _proposal_facts(board, players, seat),
        "clock": clock_facts(board, players, viewer),
        "result": result_facts(board, players, reader),
        "ratings": rating_facts(tx, board),
        "uncounted": _uncounted_facts(tx, board),
        "drawing": draw(board, board.state, viewer, players=players),
        "hint": hint(tx, board) if your_turn else "",
        "prompt": prompt_facts(board.game, board.state, reader) if your_turn else [],
        "brief": _brief(board.game, board.state, reader) if your_turn else [],
        "aim": _aim_facts(tx, board, viewer, seat),
        "instead": _instead(board, players, seat),
    }


def program_facts(tx: Transaction, players: Iterable[Player]) -> Sequence[Facts]:
    """The programs among these players."""
    return [program_row(tx, each) for each in players if each.is_program]


def program_row(tx: Transaction, program: Player) -> Facts:
    """The facts of a program. level: None if it is not ours. owner: its owner's userid, or ""."""
    owner = tx.players.get(program.owner).userid if program.owner is not None else ""
    return {"userid": program.userid, "level": program.level, "owner": owner}


def draw(
    board: Board,
    state: Any,
    viewer: Player | None,
    *,
    in_series: bool = False,
    players: Iterable[Player] = (),
) -> str:
    """The board in the viewer's style, with their side marked.

    in_series: whether it is one of many positions of this game in the mail.
    players: those of the board, whose names the picture shows; without them it names the sides.
    """
    seat = board.match.seat_of(viewer.id) if viewer else None
    series = board.number if in_series else 0
    names = _beside(players, viewer) if form_for(viewer) is not None else ()
    return drawn(board.game, state, viewer, seat, series=series, names=names)


def _beside(players: Iterable[Player], viewer: Player | None) -> Sequence[str]:
    """The names of players beside a drawn board; the reader's own says that it is theirs."""
    language = reader_of(viewer).language
    own = name_of("you", "beside_board", language)
    return [
        own % {"userid": each.userid} if viewer and each.id == viewer.id else each.userid
        for each in players
    ]


def illustration(board: Board, viewer: Player) -> Figure | None:
    """The board for a mail whose text does not draw it; None for those who want it in words."""
    drawing = draw(board, board.state, viewer)
    return drawing.diagram if isinstance(drawing, Drawing) else None


def drawn(  # noqa: PLR0913 (what a diagram shows)
    game: AnyGame,
    state: Any,
    viewer: Player | None,
    seat: Seat | None,
    *,
    series: int = 0,
    names: Sequence[str] = (),
) -> str:
    """The board for a viewer, with the facts of its picture if they want HTML.

    The style ``list`` is for screen readers, and stays text in HTML.

    seat: the viewer's seat, None for a spectator. series, names: as in ``Diagram``.
    """
    style = Style(viewer.settings.get(Choice.BOARD, Style.GRID)) if viewer else Style.GRID
    words = reader_of(viewer).words(game)
    text = game.render(state, style, seat, words)
    if viewer is None or style is Style.LIST or form_for(viewer) is None:
        return text
    turned = seat is Seat.SECOND and chosen(viewer, Choice.SIDE) == TURNED
    diagram = diagram_of(game, state, seat, turned=turned, series=series, names=names)
    return Drawing(text, diagram)


def result_facts(board: Board, players: BySeat[Player], reader: Reader) -> Facts:
    """The result, its reason and the winner; empty unless the game has finished."""
    match = board.match
    if not match.finished:
        return {}
    winner = match.result.winner
    outcome = board.game.outcome(board.state)
    return {
        "result": match.result,
        "reason": match.reason,
        "how": reader.ending(board.game, match.reason, outcome),
        "winner": "" if winner is None else players.at(winner).userid,
        "winning_seat": "" if winner is None else reader.seat(board.game, winner),
    }


def rating_facts(tx: Transaction, board: Board) -> Sequence[Facts]:
    """The changes of both players' ratings; empty unless the game has finished and is rated."""
    if not board.match.finished:
        return []
    return [
        {
            "userid": tx.players.get(change.player).userid,
            "rating": str(change.after),
            "gain": f"{change.gain:+d}",
        }
        for change in tx.ratings.of_board(board.number)
    ]


def _uncounted_facts(tx: Transaction, board: Board) -> Facts:
    """Why a rated game that is over does not count; empty if it counts, or was not rated."""
    what = uncounted(tx, board.match)
    days = WITHIN // timedelta(days=1)
    return {"why": what.why.value, "most": what.most, "days": days} if what else {}


def hint(tx: Transaction, board: Board) -> str:
    """A legal move as an example of the notation; "" if there is none.

    Examples must not play for anybody. So where the result counts, they are given in the first
    turns only, and between people none ends the game: it would tell a player what they had not
    seen. Against a program it may, where somebody who copies it learns to win.
    """
    counts = board.match.rated
    if not board.running or (counts and not _is_early(board)):
        return ""
    against_program = has_program(seat_players(tx, board))
    return example_move(board.game, board.state, may_decide=against_program and not counts)


def _is_early(board: Board) -> bool:
    """Whether the players have hardly moved since their pieces were placed."""
    match = board.match
    return match.plies < plies_of_placing(match.spec, match.start) + PLIES_WITH_EXAMPLE


def may_propose_draw(board: Board, *, driven: bool) -> bool:
    """Whether mails about the board offer to propose a draw; the command is there in any case.

    driven: whether a program plays, as programs accept none.
    """
    return board.match.plies > 0 and not driven and may_be_drawn(board.game)


def prompt_facts(game: AnyGame, state: Any, reader: Reader) -> Sequence[str]:
    """The instructions for the side to move; empty at an ordinary turn."""
    return [reader.say(game, phrase) for phrase in prompts(game, state)]


def _brief(game: AnyGame, state: Any, reader: Reader) -> Sequence[str]:
    """The instructions in the few words that a card has room for, if the game has such words."""
    words = reader.words(game)
    found = prompts(game, state)
    short = [Phrase(f"{each.code}_short", each.facts) for each in found]
    return [
        reader.say(game, brief if brief.code in words else whole)
        for brief, whole in zip(short, found, strict=True)
    ]


def _instead(board: Board, players: BySeat[Player], seat: Seat | None) -> str:
    """A line that asks the opponent for a game with all pieces placed; "" if this game is one.

    Only the mails about the first turns of both players have it.
    """
    game, match = board.game, board.match
    is_asked = match.status is MatchStatus.INVITED or (board.running and match.turn is seat)
    is_early = match.plies < len(Seat) and is_asked
    if seat is None or not is_early or not game.starts or not prompts(game, board.state):
        return ""
    return f"{game.name} challenge {players.at(seat.other).userid} -{game.starts[0]}"


def _aim_facts(
    tx: Transaction, board: Board, viewer: Player | None, seat: Seat | None
) -> Sequence[str]:
    """The aim of the game, for the first mails of a player's first game of its kind; else empty."""
    match = board.match
    is_early = match.plies == 0 or (match.plies <= _NEW and match.turn is seat)
    if viewer is None or seat is None or not is_early or match.finished:
        return []
    # One row of the ratings saves most players the list of all their boards.
    if tx.ratings.now(match.game, viewer.id).games or _has_played(tx, viewer, board):
        return []
    reader = reader_of(viewer)
    return [reader.say(board.game, phrase) for phrase in aim(board.game, seat)]


def _has_played(tx: Transaction, player: Player, board: Board) -> bool:
    """Whether a player began a game of this kind before."""
    others = (match for match in tx.matches.of_player(player.id) if match.board < board.number)
    return any(each.game == board.match.game and each.plies > _NEW for each in others)


def variant(game: AnyGame) -> str:
    """The rule set as mails name it; "" for the first one of the game."""
    return "" if is_default(game) else game.ruleset


def ruleset_of_several(game: AnyGame) -> str:
    """The rule set of a game that has several, such as the size of its board; "" if it has one."""
    return "" if has_one_rule_set(game) else game.ruleset


def match_row(tx: Transaction, match: Match, reader: Reader) -> Facts:
    """A board as a row of a table, from its stored match alone: no moves are replayed."""
    players, game = match.players.map(tx.players.get), find_kept(match.spec, match.rules)
    winner, deadline = match.result.winner, match.clock.deadline()
    return {
        "board": match.board,
        "game": match.spec,
        "players": [player.userid for player in players],
        "ply": match.plies,
        "status": match.status.value,
        "turn": _turn_facts(match, players, reader),
        "by": reader.time(deadline) if deadline and match.running else "",
        "winner": "" if winner is None else players.at(winner).userid,
        "drawn": match.result is Result.DRAWN,
        "how": reader.ending(game, match.reason, None),
        "reason": reader.reason(game, match.reason) if match.finished else "",
    }


def _turn_facts(match: Match, players: BySeat[Player], reader: Reader) -> Facts:
    """The player to move, and the number of the next ply; empty if the game is not running."""
    if match.turn is None or not match.running:
        return {}
    return {
        "userid": players.at(match.turn).userid,
        "seat": reader.seat(find_kept(match.spec, match.rules), match.turn),
        "number": match.plies + 1,
    }


def _proposal_facts(board: Board, players: BySeat[Player], viewer: Seat | None) -> Facts:
    """The proposal that waits for an answer; empty if there is none."""
    proposal = board.proposal
    if proposal is None:
        return {}
    return {
        "offer": proposal.offer.value,
        "by": players.at(proposal.seat).userid,
        "to": players.at(proposal.seat.other).userid,
        "yours": viewer is proposal.seat,
        "asked": viewer is proposal.seat.other,
        "ply": (undo_to(board, proposal.seat) or 0) + 1,
    }


def ply_facts(tx: Transaction, board: Board, ply: Ply[Any, Any], reader: Reader) -> Facts:
    player = tx.players.get(board.match.player_at(ply.seat))
    return {**move_facts(board.game, ply, reader), "userid": player.userid}


def move_facts(game: AnyGame, ply: Ply[Any, Any], reader: Reader) -> Facts:
    """The facts of a move without its player, as in a preview."""
    return {
        "number": ply.number,
        "seat": reader.seat(game, ply.seat),
        "text": reader.words(game)["pass"] if ply.automatic else ply.text,
        "automatic": ply.automatic,
        "told": _described(game, ply, reader),
    }


def seat_names(game: AnyGame, reader: Reader) -> list[str]:
    return [reader.seat(game, seat) for seat in Seat]


def _described(game: AnyGame, ply: Ply[Any, Any], reader: Reader) -> str:
    """The move in words; "" for a pass."""
    if ply.move is None:
        return ""
    phrases = game.describe(ply.before, ply.move, ply.text)
    return ", ".join(reader.say(game, phrase) for phrase in phrases)


def score_facts(tx: Transaction, board: Board) -> Facts:
    """The points of who is ahead and of the other player, if the game counts any by now.

    later: whether the game counts points, but has none yet.
    """
    game = board.game
    points = game.score(board.state) if isinstance(game, Scored) else None
    if points is None:
        return {"points": None, "leader": "", "later": isinstance(game, Scored)}
    first, second = points
    ahead = Seat.FIRST if first > second else Seat.SECOND
    leader = "" if first == second else seat_players(tx, board).at(ahead).userid
    return {"points": sorted(points, reverse=True), "leader": leader, "later": False}
