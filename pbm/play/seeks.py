"""Seeks: offering games to anyone, and taking such an offer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from pbm.core.board import Board
from pbm.core.clocks import DAY
from pbm.core.games import AnyGame, game_names
from pbm.core.model import Player, Seek
from pbm.core.openings import Created
from pbm.core.refused import Refused
from pbm.play.blocks import check_not_blocking, either_blocks
from pbm.play.bounds import GAMES, charge
from pbm.play.news import BoardNews, SeekNews
from pbm.play.programs import check_free
from pbm.play.settings import is_at_limit
from pbm.play.suspensions import check_active
from pbm.play.terms import RANDOM, GameOptions, Options
from pbm.play.work import Work
from pbm.store.protocol import Transaction

MOST_GAMES = 20
MOST_SEEKS = 10
TAKER = "taker"
"""In place of a userid in ``-first``: the player who will take the seek."""
PROGRAMS = "programs"
"""The option with which a program may take a seek that no person has taken for ``UNANSWERED``."""
UNANSWERED = DAY


def seek(work: Work, by: Player, game: AnyGame, games: int, options: Options) -> Seek:
    """Offer a number of games to anyone.

    options: as for ``GameOptions.read``; ``first`` may also be ``taker``.

    :raises Refused: if an option is wrong, or the player offers too many games or has too many
        seeks
    """
    check_active(by)
    if not 0 < games <= MOST_GAMES:
        raise Refused("how_many_games", most=MOST_GAMES)
    first = GameOptions.read(game, options).first
    if first.casefold() not in ("", by.userid, RANDOM, TAKER):
        raise Refused("unknown_first", first=first.casefold()[:30], u1=by.userid, u2=TAKER)
    if len(work.tx.seeks.of(by.id)) >= MOST_SEEKS:
        raise Refused("too_many_seeks", most=MOST_SEEKS, game=game.name)
    opened = work.tx.seeks.add(by.id, game.name, games, options, work.now)
    work.publish(SeekNews(by, game.name, opened))
    return opened


def withdraw(work: Work, by: Player, game: AnyGame) -> None:
    """Withdraw all seeks of a player for a game.

    :raises Refused: if the player has none
    """
    check_active(by)
    own = [each for each in work.tx.seeks.of(by.id) if each.game == game.name]
    if not own:
        raise Refused("no_own_seek", game=game.name)
    for each in own:
        work.tx.seeks.drop(each.id)
    work.publish(SeekNews(by, game.name, None))


def take(work: Work, by: Player, game: AnyGame, number: int, said: tuple[str, ...] = ()) -> Board:
    """Take a seek, which begins a game at once.

    :raises Refused: if there is no such seek for the game, or the player cannot take it or has
        reached the rate limit
    """
    check_active(by)
    found, seeker = _offered(work, by, game, number)
    check_free(work.tx, seeker, by)
    options = GameOptions.read(game, found.options)
    if options.first.casefold() == TAKER:
        options = replace(options, first=by.userid)
    terms = replace(options.terms(seeker, by, seeker), seek=found.id)
    charge(work, by, GAMES)
    what = Created(terms)
    board = work.open(what)
    work.tx.seeks.take(found.id)
    work.publish(BoardNews(by, what, None, board, said=said))
    return board


def open_to(tx: Transaction, player: Player) -> list[Seek]:
    """The seeks of others, in all games, that the player can take now."""
    offered = (each for game in game_names() for each in tx.seeks.list(game))
    others = [(each, tx.players.get(each.player)) for each in offered if each.player != player.id]
    return [
        each
        for each, seeker in others
        if not is_paused(tx, seeker) and not either_blocks(tx, seeker.id, player.id)
    ]


def unanswered(tx: Transaction, now: datetime) -> Sequence[Seek]:
    """The seeks, in all games, that a program may take now.

    Those of players who have an open game with a program are left out.
    """
    programs = {each.id for each in tx.players.programs()}
    offered = (each for game in game_names() for each in tx.seeks.list(game))
    return [
        each
        for each in offered
        if PROGRAMS in each.options
        and each.at + UNANSWERED <= now
        and not is_paused(tx, tx.players.get(each.player))
        and not any(programs & {*match.players} for match in tx.matches.open_of(each.player))
    ]


def is_paused(tx: Transaction, seeker: Player) -> bool:
    """Whether the seeks of a player cannot be taken now: they cannot begin another game."""
    return seeker.suspended or seeker.left or is_at_limit(tx, seeker)


def _offered(work: Work, by: Player, game: AnyGame, number: int) -> tuple[Seek, Player]:
    """Return a seek that the player may take, and the player who offers it.

    :raises Refused: if there is no seek of that number, or the player cannot take it
    """
    found = work.tx.seeks.get(number)
    # The seeks of somebody who blocks the player seem not to exist: taking one must not reveal it.
    if found is None or found.game != game.name or work.tx.blocks.holds(found.player, by.id):
        raise Refused("no_such_seek", seek=number, game=game.name)
    if found.player == by.id:
        raise Refused("own_seek", game=game.name)
    seeker = work.tx.players.get(found.player)
    check_not_blocking(work.tx, by, seeker)
    if is_paused(work.tx, seeker):
        raise Refused("seek_rests", userid=seeker.userid, game=game.name)
    return found, seeker
