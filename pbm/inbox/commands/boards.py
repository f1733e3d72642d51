"""Show, list and watch boards, and send their records"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from pbm.core.board import Board
from pbm.core.games import example_game, family, game_names
from pbm.core.games import record as records
from pbm.core.model import Match, Player
from pbm.core.ratings import rating_lists
from pbm.core.refused import Refused
from pbm.inbox.line.access import Access, Scope
from pbm.inbox.line.command import command
from pbm.inbox.line.request import Answer, Request
from pbm.notices.board_drafts import board_draft, board_grant, last_plies
from pbm.notices.drafts import Draft, account_grant
from pbm.notices.facts.records import folded, review_facts
from pbm.notices.headlines import Headline
from pbm.notices.kinds import MailKind
from pbm.notices.views import (
    board_facts,
    draw,
    match_row,
    ply_facts,
    result_facts,
    score_facts,
    seat_players,
)
from pbm.play import spectators
from pbm.play.contests.views import record_of
from pbm.play.listings import (
    BoardFilter,
    boards_of,
    boards_with,
    finished_boards,
    own_boards,
    running_boards,
)
from pbm.play.publicity import may_see

_BOARD = re.compile(r"#?([0-9]{1,9})(?:#([0-9]{1,4}))?")
_NOTHING: Mapping[int, str] = MappingProxyType({})
_MOST_BOARDS = 10
_MOST_ROWS = 200
_MINE = "mine"


@command("show", "[BOARD...]", scope=Scope.BOARD, access=Access.READER, stale=True)
def show(request: Request) -> Answer:
    """Show boards: by number, after an earlier move with NUMBER#PLY, or all of a player's.

    After a player's userid, "all", "active" or "next" say which boards. In a reply to a board mail
    "show" alone shows that board.
    """
    words = [word.casefold() for word in request.args.rest]
    numbers = [_BOARD.fullmatch(word) for word in words]
    if words and not any(numbers):
        return _named_boards(request, words)
    if not words:
        return _one(request, _context_board(request), "")
    if len(words) > _MOST_BOARDS:
        raise Refused("too_many_boards", most=_MOST_BOARDS)
    wanted = [_numbered(request, word) for word in words]
    if len(wanted) == 1:
        return _one(request, *wanted[0])
    return _several(request, [_shown(request, board, ply) for board, ply in wanted])


@command("score", "[BOARD]", scope=Scope.BOARD, access=Access.READER, stale=True)
def score(request: Request) -> Answer:
    """Show a board, and say who is ahead if the game counts something.

    In DVONN that is the pieces that each player owns. A game that is decided by reaching a goal,
    as Gyges is, counts nothing.
    """
    word = request.args.word("board")
    board = _numbered(request, word)[0] if word else _context_board(request)
    last = last_plies(request.tx, board, board.plies[-2:])
    facts = score_facts(request.tx, board)
    draft = board_draft(
        request.tx, board, request.player, Headline.SCORED, last=last, event=False, score=facts
    )
    return Answer(draft)


@command("all show", "PLAYER [WHICH]")
def all_show(request: Request) -> Answer:
    """Show a player's running boards in all games; "next", "inactive" or "all" shows others.

    "next" are those where it is the player's turn, "inactive" those that are over or have not
    begun.
    """
    which = request.args.word("which").casefold() or BoardFilter.ACTIVE
    if which not in tuple(BoardFilter):
        raise Refused("unknown_filter", word=which[:30], known=", ".join(BoardFilter))
    player = request.work.player(request.args.word("player"))
    return _boards_of(request, player, BoardFilter(which))


@command("review", "[BOARD]", scope=Scope.BOARD, access=Access.READER, stale=True)
def review(request: Request) -> Answer:
    """Show a whole game, every move with its board."""
    word = request.args.word("board")
    board = _numbered(request, word)[0] if word else _context_board(request)
    facts = review_facts(request.tx, board, request.player)
    draft = Draft(
        request.player,
        MailKind.REVIEW,
        facts,
        board.number,
        grant=board_grant(board, request.player),
    )
    return Answer(draft)


@command("list", "[GAME...]")
def list_boards(request: Request) -> Answer:
    """List the boards that are being played, of all games or of those named.

    "list mine" lists your own, those where it is your turn first, and then your finished games.
    """
    words = [word.casefold() for word in request.args.rest]
    wanted = {_game_named(word) for word in words if word != _MINE}
    if _MINE in words:
        return _table(request, _MINE, own_boards(request.tx, request.player, wanted), wanted)
    return _table(request, "running", _seen(request, running_boards(request.tx, wanted)), wanted)


def _game_named(word: str) -> str:
    """:raises Refused: if there is no such game."""
    game = family(word)
    if game is None:
        raise Refused("unknown_game", word=word[:30], known=", ".join(game_names()))
    return game.name


@command("games", "[PLAYER...]", scope=Scope.GAME)
def games(request: Request) -> Answer:
    """List a game's boards, of everybody or of the players named.

    "all", "active", "inactive" or "next" (where it is the player's turn) at the end choose among
    them; "next" alone means your own turn.
    """
    words = [word.casefold() for word in request.args.rest]
    which = _take_filter(words)
    players = [request.work.player(userid) for userid in words]
    if which is BoardFilter.NEXT and not players:
        players = [request.player]
    matches = boards_with(request.tx, request.named_game.name, which, players)
    return _table(request, which, _seen(request, matches), [request.named_game.name])


@command("history", "[PLAYER]", short=False)
@command("history", "[PLAYER]", scope=Scope.GAME)
def history(request: Request) -> Answer:
    """List finished games, newest first: your own, or those of the player named.

    The number at the end of a line is what the game did to the player's rating.
    """
    named, tx = request.args.word("player"), request.tx
    player = request.work.player(named) if named else request.player
    gains = {
        change.board: f"{change.gain:+d}"
        for each in rating_lists(request.games)
        for change in tx.ratings.of_player(each.name, player.id)
    }
    matches = _seen(request, finished_boards(tx, player, request.games))
    return _table(request, "finished", matches, request.games, gains)


def _context_board(request: Request) -> Board:
    """The board of the mail that is answered.

    :raises Refused: if that mail was not about a board
    """
    if request.about is None:
        raise Refused("which_board", game=_game_for_examples(request))
    return request.numbered(request.about)


def _game_for_examples(request: Request) -> str:
    return request.game.name if request.game else example_game()


def _numbered(request: Request, word: str) -> tuple[Board, str]:
    match = _BOARD.fullmatch(word)
    if match is None:
        raise Refused("no_board_number", word=word[:30], game=_game_for_examples(request))
    return request.numbered(int(match[1])), match[2] or ""


def _one(request: Request, board: Board, ply: str) -> Answer:
    if not ply:
        last = last_plies(request.tx, board, board.plies[-2:])
        draft = board_draft(
            request.tx, board, request.player, Headline.SHOWN, last=last, event=False
        )
        return Answer(draft)
    facts = {"boards": [_shown(request, board, ply)], "left_out": []}
    grant = board_grant(board, request.player)
    return Answer(Draft(request.player, MailKind.BOARDS, facts, board.number, grant=grant))


def _shown(request: Request, board: Board, ply: str) -> dict[str, Any]:
    number = int(ply) if ply else board.match.plies
    try:
        state = board.state_at(number)
    except IndexError:
        raise Refused("no_such_ply", board=board.number, plies=board.match.plies) from None
    last = board.plies[number - 1] if number else None
    return {
        **board_facts(request.tx, board, request.player),
        "at": number,
        "last": ply_facts(request.tx, board, last, request.reader) if last else None,
        "drawing": draw(board, state, request.player),
    }


def _named_boards(request: Request, words: list[str]) -> Answer:
    which = _take_filter(words) if len(words) > 1 else BoardFilter.ACTIVE
    if len(words) != 1:
        raise Refused("no_board_number", word=words[0][:30], game=_game_for_examples(request))
    player = request.work.player(words[0])
    game = request.game.name if request.game else None
    return _boards_of(request, player, which, game)


def _take_filter(words: list[str]) -> BoardFilter:
    """Remove a trailing filter from the words, and return it; the default one if there is none."""
    if words and words[-1] in tuple(BoardFilter):
        return BoardFilter(words.pop())
    return BoardFilter.ACTIVE


def _boards_of(
    request: Request, player: Player, which: BoardFilter, game: str | None = None
) -> Answer:
    """:raises Refused: if the player has no boards of that kind"""
    wanted = _seen(request, boards_of(request.tx, player, which, game))
    if not wanted:
        raise Refused("no_boards_of", userid=player.userid, which=which)
    boards = [request.work.boards.read(request.tx, match) for match in wanted[:_MOST_BOARDS]]
    shown = [_shown(request, board, "") for board in boards]
    return _several(request, shown, wanted[_MOST_BOARDS:])


def _seen(request: Request, matches: Iterable[Match]) -> list[Match]:
    """The boards that the player who asks may see."""
    return [match for match in matches if may_see(match, request.player)]


def _several(
    request: Request, shown: Sequence[Mapping[str, Any]], left_out: Sequence[Match] = ()
) -> Answer:
    more = [match.name for match in left_out]
    facts = {"boards": shown, "left_out": more}
    return Answer(
        Draft(request.player, MailKind.BOARDS, facts, grant=account_grant(request.player))
    )


def _table(
    request: Request,
    which: str,
    matches: list[Match],
    games: Collection[str],
    gains: Mapping[int, str] = _NOTHING,
) -> Answer:
    """games: those that were asked for. gains: by board, how it changed a player's rating."""
    shown = matches[:_MOST_ROWS]
    rows = [
        {**match_row(request.tx, match, request.reader), "gain": gains.get(match.board, "")}
        for match in shown
    ]
    facts = {
        "which": which,
        "rows": rows,
        "zone": str(request.reader.zone) if any(row["by"] for row in rows) else "",
        "more": len(matches) - len(shown),
        "userid": request.player.userid,
        "game": min(games) if len(games) == 1 else "",
    }
    return Answer(Draft(request.player, MailKind.TABLE, facts, grant=account_grant(request.player)))


@command("record|download", "B", scope=Scope.BOARD, access=Access.READER, stale=True)
def record(request: Request) -> Answer:
    """Send the game record: tags, then the numbered moves, as other programs read them."""
    board = request.board()
    if not board.match.has_record:
        raise Refused("no_record", board=board.number)
    players = seat_players(request.tx, board)
    written = records.write(record_of(request.tx, board))
    facts = {
        "game": board.game.name,
        "board": board.number,
        "record": folded(written),
        "result": result_facts(board, players, request.reader),
    }
    grant = board_grant(board, request.player)
    return Answer(Draft(request.player, MailKind.RECORD, facts, board.number, grant=grant))


@command("subscribe|follow", "B u p", scope=Scope.BOARD, access=Access.EITHER, stale=True)
def subscribe(request: Request) -> Answer:
    """Watch a board: every move on it is mailed to you, and what the players say about it."""
    spectators.subscribe(request.work, request.player, request.board().number)
    return request.told()


@command("unsubscribe", "B u p", scope=Scope.BOARD, access=Access.EITHER, stale=True)
def unsubscribe(request: Request) -> Answer:
    """Watch a board no more."""
    spectators.unsubscribe(request.work, request.player, request.board().number)
    return request.told()
