"""Cups: pools that begin as soon as they are full."""

from __future__ import annotations

from pbm.core.contests.happenings import Joined, Opened
from pbm.core.contests.model import CUP_SIZE, Contest, ContestKind
from pbm.core.games import AnyGame, spec
from pbm.core.model import Player
from pbm.core.refused import Refused
from pbm.play.contests.entering import (
    blocked_among,
    check_may_enter,
    next_number,
    note,
    open_contest,
    rules,
)
from pbm.play.contests.news import ContestEntered
from pbm.play.suspensions import check_active
from pbm.play.work import Work
from pbm.store.protocol import Transaction


def join(work: Work, by: Player, game: AnyGame, *, both: bool = False) -> Contest:
    """Enter the next cup of a rule set. It begins when it is full.

    both: whether each pair plays both seats.

    :raises Refused: if the player may not enter, or has entered a cup that has not begun
    """
    check_active(by)
    waiting = [each for each in pools(work.tx, game) if each.both is both]
    if any(work.tx.contests.entry(each.id, by.id) for each in waiting):
        raise Refused("entered_already", game=game.name, kind=ContestKind.CUP.value)
    free = next((each for each in waiting if _has_room(work.tx, each, by)), None)
    check_may_enter(work.tx, by, programs=free is not None and free.programs)
    contest = free or open_pool(work, game, both=both)
    contest = note(work, contest, Joined(by.id))
    work.publish(ContestEntered(by, contest))
    return contest


def open_pool(
    work: Work,
    game: AnyGame,
    *,
    size: int = CUP_SIZE,
    both: bool = False,
    programs: bool = False,
) -> Contest:
    """Open a cup that players can enter."""
    number = next_number(work.tx, ContestKind.CUP, game)
    return open_contest(
        work,
        Opened(
            what=ContestKind.CUP,
            spec=spec(game),
            number=number,
            size=size,
            both=both,
            programs=programs,
        ),
    )


def pools(tx: Transaction, game: AnyGame) -> list[Contest]:
    """The cups of a rule set that have not begun, the oldest first."""
    return [
        each for each in rules(game, tx.contests.alive(ContestKind.CUP, game.name)) if each.open
    ]


def _has_room(tx: Transaction, contest: Contest, by: Player) -> bool:
    """Whether a player can enter: a program only if the cup is open to programs."""
    if by.is_program and not contest.programs:
        return False
    entries = tx.contests.entries(contest.id)
    return len(entries) < contest.size and not blocked_among(tx, by.id, entries)
