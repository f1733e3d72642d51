"""Entering contests: who may, and what all kinds of contests share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from pbm.core.contests.changes import is_alive
from pbm.core.contests.events import ContestDeed
from pbm.core.contests.happenings import ContestHappening, Opened
from pbm.core.contests.model import Contest, ContestKind, Entry
from pbm.core.games import AnyGame, PluginGame, find, spec
from pbm.core.marks import MarkKind
from pbm.core.model import Player
from pbm.core.refused import Refused
from pbm.play.blocks import either_blocks
from pbm.play.contest_events.recording import begin, record
from pbm.play.contests.debts import owed_games
from pbm.play.work import Work
from pbm.store.protocol import Transaction


def open_contest(work: Work, what: Opened) -> Contest:
    """:raises Refused: for a game of a plugin, which may not be there when its games must go on"""
    if isinstance(game := find(what.spec), PluginGame):
        raise Refused("no_contests_of_plugins", game=game.name)
    return begin(work.tx, ContestDeed(what, work.now), work.cause)


def note(work: Work, contest: Contest, what: ContestHappening) -> Contest:
    """Record a happening, and return the contest after it."""
    return record(work.tx, contest, ContestDeed(what, work.now), work.cause)


def check_may_enter(tx: Transaction, by: Player, *, programs: bool = False) -> None:
    """Check that a player may enter a contest.

    programs: whether the contest is open to programs.

    :raises Refused: for a program, a newcomer in another contest, or a player who still owes games
    """
    if by.is_program and not programs:
        raise Refused("programs_no_contest")
    if is_newcomer(tx, by):
        for entry in alive(tx, tx.contests.entries_of(by.id)):
            raise Refused("one_contest_first", contest=entry.contest)
    owed = owed_games(tx, by)
    if owed:
        raise Refused("owes_games", games=owed)


def is_newcomer(tx: Transaction, player: Player) -> bool:
    """Whether a player has not finished a game yet; they may be in only one contest."""
    return not any(match.finished for match in tx.matches.of_player(player.id))


def alive(tx: Transaction, entries: Sequence[Entry]) -> Iterator[Entry]:
    """Yield the entries in contests that go on, except those of players who are out."""
    for entry in entries:
        contest = tx.contests.get(entry.contest)
        if contest is not None and is_alive(contest) and not entry.out:
            yield entry


def is_away(player: Player) -> bool:
    """Whether a player cannot be paired, because they would not play."""
    return player.suspended or player.left or player.unreachable


def why_away(player: Player) -> str:
    """The code of the reason why a player is left out when a contest begins."""
    if player.suspended:
        return "suspended"
    if player.left:
        return "gone"
    return "unreachable" if player.unreachable else "silent"


def able(tx: Transaction, entries: Sequence[Entry]) -> list[Entry]:
    """The entries of those who can be paired."""
    return [each for each in entries if not is_away(tx.players.get(each.player))]


def heard_at(tx: Transaction, player: Player) -> datetime:
    """Return when a player last wrote a proven letter; or when they signed up."""
    return tx.moments.get(MarkKind.HEARD.of(player.id)) or player.created


def blocked_among(tx: Transaction, player: int, others: Sequence[Entry]) -> bool:
    """Whether one of the others blocks the player, or is blocked by them."""
    return any(either_blocks(tx, player, each.player) for each in others)


def rules(game: AnyGame, contests: Sequence[Contest]) -> Sequence[Contest]:
    """The contests of a rule set."""
    return [each for each in contests if each.spec == spec(game)]


def next_number(tx: Transaction, kind: ContestKind, game: AnyGame) -> int:
    last = tx.contests.last(kind, spec(game))
    return last.number + 1 if last else 1
