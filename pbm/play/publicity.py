"""Publicity: which games and players the club shows to everybody."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from pbm.core.choices import ON, Choice
from pbm.core.marks import MarkKind
from pbm.core.model import Match, Player
from pbm.core.refused import Refused
from pbm.play.news import News
from pbm.store.protocol import Transaction

SINCE = MarkKind.PUBLISHED.of()
"""The mark of the moment when the club began to show games. Earlier players are asked first."""

ALL_ASKED = MarkKind.ALL_ASKED.of()
"""The mark of the moment when the last of the players from before ``SINCE`` was asked."""

MOST_ASKED = 100
"""How many players are asked together."""


@dataclass(frozen=True)
class PublicAsked(News):
    """A player from before ``SINCE`` is asked whether the club may show their games."""

    to: Player


def published_since(tx: Transaction) -> datetime | None:
    """The moment when the club began to show games; None if it does not."""
    return tx.moments.get(SINCE)


def publish_from(tx: Transaction, now: datetime) -> datetime:
    """Begin to show games, unless the club does so already. Return since when it does."""
    since = tx.moments.get(SINCE)
    if since is None:
        tx.moments.set(SINCE, since := now)
    return since


def begun_since(matches: Iterable[Match], since: datetime) -> frozenset[int]:
    """The players of games that began at ``since`` or later."""
    return frozenset(
        player
        for match in matches
        if match.has_record and match.created >= since
        for player in match.players
    )


def public_players(
    players: Mapping[int, Player], begun: Collection[int], since: datetime
) -> frozenset[int]:
    """The players who are shown.

    Players who have not chosen are shown if they signed up, or began a game, at ``since`` or later:
    the mails about that say so.

    begun: as ``begun_since`` returns it.
    """
    return frozenset(
        player.id for player in players.values() if _is_public(player, since, player.id in begun)
    )


def _is_public(player: Player, since: datetime, has_begun: bool) -> bool:
    chosen = player.settings.get(Choice.PUBLIC)
    if chosen is None or player.is_program:
        return player.is_program or player.created >= since or has_begun
    return chosen == ON


def is_shown(tx: Transaction, match: Match) -> bool:
    """Whether everybody may see a game that has begun."""
    since = published_since(tx)
    if since is None or match.private or not match.has_record:
        return False
    players = (tx.players.get(player) for player in match.players)
    return all(_is_public(each, since, _has_begun(tx, each, match, since)) for each in players)


def _has_begun(tx: Transaction, player: Player, match: Match, since: datetime) -> bool:
    """Whether the player signed up, or one of their games began, at ``since`` or later."""
    if match.created >= since or player.created >= since:
        return True
    return _has_begun_since(tx, player, since)


def _has_begun_since(tx: Transaction, player: Player, since: datetime) -> bool:
    games = tx.matches.of_player(player.id)
    return any(each.has_record and each.created >= since for each in games)


def take_questions(tx: Transaction, now: datetime) -> Sequence[PublicAsked]:
    """Return the players who are asked now whether the club may show their games.

    Each player from before ``SINCE`` is asked once, unless they are shown already or have chosen.
    The caller has to publish them.
    """
    since = published_since(tx)
    if since is None or tx.moments.get(ALL_ASKED) is not None:
        return []
    asked = tx.moments.of(MarkKind.PUBLIC_ASKED)
    waiting = [
        player
        for player in tx.players.list()
        if MarkKind.PUBLIC_ASKED.of(player.id) not in asked and _is_asked(tx, player, since)
    ]
    for player in waiting[:MOST_ASKED]:
        tx.moments.set(MarkKind.PUBLIC_ASKED.of(player.id), now)
    if len(waiting) <= MOST_ASKED:
        tx.moments.set(ALL_ASKED, now)
    return [PublicAsked(None, player) for player in waiting[:MOST_ASKED]]


def _is_asked(tx: Transaction, player: Player, since: datetime) -> bool:
    if player.left or player.is_program or Choice.PUBLIC in player.settings:
        return False
    return player.created < since and not _has_begun_since(tx, player, since)


def may_see(match: Match, player: Player | None) -> bool:
    """Whether a player may see a game by mail: a private one is for its players."""
    return not match.private or (player is not None and player.id in match.players)


def check_may_see(match: Match, player: Player | None) -> None:
    """:raises Refused: if the game is private and not the player's, as if it did not exist"""
    if not may_see(match, player):
        raise Refused("unknown_board", board=match.board)
