"""Stairs: entering them, and challenging somebody on one's own step or one above."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from pbm.core.board import Board
from pbm.core.contests.happenings import Challenged, Joined, Opened
from pbm.core.contests.model import Contest, ContestGame, ContestKind, Entry
from pbm.core.contests.stairs import LOWEST, met_lately, takes_slot, within_reach
from pbm.core.games import AnyGame, find, spec
from pbm.core.model import Player
from pbm.core.refused import Refused
from pbm.play.blocks import check_neither_blocks, either_blocks
from pbm.play.bounds import GAMES, charge
from pbm.play.contests.entering import check_may_enter, heard_at, is_away, note, open_contest, rules
from pbm.play.contests.games import begin_game
from pbm.play.contests.news import ContestEntered
from pbm.play.news import BoardNews
from pbm.play.suspensions import check_active
from pbm.play.work import Work
from pbm.store.protocol import Transaction


def join(work: Work, by: Player, game: AnyGame) -> Contest:
    """Enter the stairs of a rule set, on the lowest step.

    :raises Refused: if the player may not enter, is there already, or there are no such stairs
    """
    check_active(by)
    there = stairs_of(work.tx, game)
    if there is not None and work.tx.contests.entry(there.id, by.id) is not None:
        raise Refused("entered_already", game=game.name, kind=ContestKind.STAIRS.value)
    check_may_enter(work.tx, by)
    contest = there or _opened(work, game)
    contest = note(work, contest, Joined(by.id, step=LOWEST))
    work.publish(ContestEntered(by, contest))
    return contest


def challenge(
    work: Work, by: Player, game: AnyGame, userid: str, said: tuple[str, ...] = ()
) -> Board:
    """Challenge a player on stairs: the game begins at once, the other player has the first seat.

    :raises Refused: if the other cannot be challenged by the player now
    """
    check_active(by)
    contest, entry = _own(work.tx, by, game)
    other = work.player(userid)
    rival = work.tx.contests.entry(contest.id, other.id)
    if other.id == by.id:
        raise Refused("not_yourself")
    if rival is None:
        raise Refused("not_on_stairs", userid=other.userid, game=game.name)
    check_neither_blocks(work.tx, by, other)
    _check_reach(work, contest, entry, other, rival)
    charge(work, by, GAMES)
    what, board = begin_game(work, contest, other, by, by=by)
    note(work, contest, Challenged(by.id, other.id, by.id, board.number))
    work.publish(BoardNews(by, what, None, board, said=said))
    return board


def stairs_of(tx: Transaction, game: AnyGame) -> Contest | None:
    return next(iter(rules(game, tx.contests.alive(ContestKind.STAIRS, game.name))), None)


def open_stairs(work: Work, game: AnyGame) -> Contest:
    what = Opened(what=ContestKind.STAIRS, spec=spec(game), number=1)
    return open_contest(work, what)


def is_resting(tx: Transaction, entry: Entry, now: datetime) -> bool:
    """Whether a player on stairs cannot be challenged: they lost on time and have not written
    since, or are away.
    """
    player = tx.players.get(entry.player)
    if is_away(player):
        return True
    if entry.rests is not None and heard_at(tx, player) <= entry.rests:
        return True
    return any(away.start <= now < away.end for away in tx.vacations.of(player.id))


def can_be_challenged(tx: Transaction, contest: Contest, by: Player, now: datetime) -> list[Player]:
    """The players whom ``by`` may challenge now, the highest step first."""
    own = tx.contests.entry(contest.id, by.id)
    if own is None or _busy_as_challenger(tx.contests.games_of(contest.id, by.id), by.id, now):
        return []
    rivals = sorted(tx.contests.entries(contest.id), key=lambda each: (-each.step, each.since))
    return [
        tx.players.get(each.player)
        for each in rivals
        if each.player != by.id
        and within_reach(own.step, each.step)
        and not either_blocks(tx, by.id, each.player)
        and not is_resting(tx, each, now)
        and not _is_taken(tx, contest, by.id, each.player, now)
    ]


def _check_reach(work: Work, contest: Contest, entry: Entry, other: Player, rival: Entry) -> None:
    """:raises Refused: if the step, a game, or a rest forbids the challenge"""
    tx, now = work.tx, work.now
    if not within_reach(entry.step, rival.step):
        raise Refused("other_step", userid=other.userid, step=rival.step, own=entry.step)
    if is_resting(tx, rival, now):
        raise Refused("rests_on_stairs", userid=other.userid)
    if _busy_as_challenger(tx.contests.games_of(contest.id, entry.player), entry.player, now):
        raise Refused("one_challenge")
    games = tx.contests.games_of(contest.id, rival.player)
    if _busy_as_challenged(games, rival.player, now):
        raise Refused("challenged_already", userid=other.userid)
    if _met(games, entry.player, now):
        raise Refused("met_lately", userid=other.userid)


def _is_taken(tx: Transaction, contest: Contest, by: int, rival: int, now: datetime) -> bool:
    games = tx.contests.games_of(contest.id, rival)
    return _busy_as_challenged(games, rival, now) or _met(games, by, now)


def _busy_as_challenger(games: Iterable[ContestGame], player: int, now: datetime) -> bool:
    return any(game.by == player for game in _slots(games, now))


def _busy_as_challenged(games: Iterable[ContestGame], player: int, now: datetime) -> bool:
    return any(game.by != player for game in _slots(games, now))


def _met(games: Iterable[ContestGame], player: int, now: datetime) -> bool:
    own = (game for game in games if player in game.players)
    return any(not game.over or met_lately(game.begun, now) for game in own)


def _slots(games: Iterable[ContestGame], now: datetime) -> Sequence[ContestGame]:
    """The running games that take the slots of their players."""
    return [game for game in games if not game.over and takes_slot(game.begun, now)]


def _own(tx: Transaction, by: Player, game: AnyGame) -> tuple[Contest, Entry]:
    """:raises Refused: if the player is not on the stairs of the rule set"""
    contest = stairs_of(tx, game)
    entry = tx.contests.entry(contest.id, by.id) if contest else None
    if contest is None or entry is None:
        raise Refused("not_entered", game=game.name, kind=ContestKind.STAIRS.value)
    return contest, entry


def _opened(work: Work, game: AnyGame) -> Contest:
    """Open the stairs of the game's first rule set.

    :raises Refused: for any other rule set
    """
    if find(game.name) is not game:
        raise Refused("no_such_contest", game=game.name, kind=ContestKind.STAIRS.value)
    return open_stairs(work, game)
