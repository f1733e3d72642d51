"""Mails about a player's own seeks, and lists of open ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pbm.core.games import familiar_first, find, rule_sets
from pbm.core.model import Player, Seek
from pbm.notices.clock_views import limits_facts
from pbm.notices.drafts import Draft, account_grant
from pbm.notices.handlers import HANDLERS
from pbm.notices.kinds import MailKind
from pbm.notices.readers import reader_of
from pbm.notices.views import ruleset_of_several
from pbm.play.blocks import either_blocks
from pbm.play.club_news import ClubNews
from pbm.play.news import SeekNews
from pbm.play.programs import here, with_level
from pbm.play.seeks import TAKER, is_paused
from pbm.play.terms import RANDOM, GameOptions
from pbm.store.protocol import Transaction

MOST_GAMES = 4
"""Of how many games a mail has a line to answer with; it names the others below these lines."""

_NEWEST = 500
"""How many boards tell which games are played most."""

MOST_ONWARD = 3
"""How many challenges are offered after a game, besides a rematch."""

MOST_NEW = 20
"""How many new players one mail names."""


@HANDLERS.handles(SeekNews)
def seek_receipt(news: SeekNews, tx: Transaction) -> Iterable[Draft]:
    """A receipt to the player; nobody else is mailed about a seek."""
    row = seek_row(tx, news.seek, news.by) if news.seek else {}
    facts = {
        "game": news.game,
        "seek": row,
        "terms": _terms(news.seek, news.by) if news.seek else {},
        "withdrawn": news.seek is None,
        "program": program_challenge(tx, news.game, news.by),
    }
    return [Draft(news.by, MailKind.SEEK, facts, grant=account_grant(news.by))]


@HANDLERS.handles(ClubNews)
def club_news(news: ClubNews, tx: Transaction) -> Iterable[Draft]:
    joined = [each.userid for each in news.joined]
    facts = {
        "seeks": [seek_row(tx, each, news.to) for each in news.seeks],
        "joined": joined[:MOST_NEW],
        "more": max(len(joined) - MOST_NEW, 0),
        "challenges": example_challenges(tx, joined[0]) if joined else [],
    }
    return [Draft(news.to, MailKind.CLUB_NEWS, facts, grant=account_grant(news.to))]


def open_seeks(tx: Transaction, viewer: Player, games: Iterable[str]) -> list[Mapping[str, Any]]:
    """The seeks of these games as rows: those that the viewer can take, and the viewer's own."""
    found = [seek_row(tx, each, viewer) for game in games for each in tx.seeks.list(game)]
    return [row for row in found if row["yours"] or not row["rests"]]


def _terms(seek: Seek, by: Player) -> Mapping[str, Any]:
    """The terms of the games that a seek offers. first: who moves first there."""
    options = GameOptions.read(find(seek.game), seek.options)
    first = options.first.casefold()
    return {
        "ruleset": ruleset_of_several(options.game),
        "rated": options.rated,
        "first": first if first in (RANDOM, TAKER) else "seeker",
        "limits": limits_facts(options.limits, reader_of(by)),
    }


def seek_row(tx: Transaction, seek: Seek, viewer: Player) -> Mapping[str, Any]:
    """The facts of a seek in the list. rests: whether the viewer cannot take it now."""
    seeker = tx.players.get(seek.player)
    return {
        "number": seek.id,
        "game": seek.game,
        "userid": seeker.userid,
        "left": seek.left,
        "options": seek.terms,
        "since": seek.at.strftime("%Y-%m-%d"),
        "yours": seeker.id == viewer.id,
        "rests": is_paused(tx, seeker) or either_blocks(tx, seeker.id, viewer.id),
    }


def example_challenges(tx: Transaction, userid: str, first: str = "") -> list[str]:
    """A challenge of some games to that player, that of the game ``first`` above the others."""
    return [from_seeded_start(game, f"challenge {userid}") for game in examples_first(tx, first)]


def easiest_challenges(tx: Transaction) -> list[str]:
    """A command for some games that challenges the weakest program; none if none has a level."""
    return [line for each in with_level(tx)[:1] for line in example_challenges(tx, each.userid)]


def program_challenge(tx: Transaction, game: str, reader: Player) -> str:
    """A command that challenges a program to the game; "" if no program plays here."""
    chosen = _program_for(tx, reader)
    return from_seeded_start(game, f"challenge {chosen.userid}") if chosen else ""


def program_facts(tx: Transaction, reader: Player, games: Sequence[str]) -> Mapping[str, Any]:
    """Challenges of a program to these games, and which program that is."""
    chosen = _program_for(tx, reader)
    found = [from_seeded_start(game, f"challenge {chosen.userid}") for game in games if chosen]
    robot = {"userid": chosen.userid, "level": chosen.level} if chosen else {}
    return {"program": found, "robot": robot}


def _program_for(tx: Transaction, reader: Player) -> Player | None:
    """The program to offer to a reader: the weakest to somebody who has not won a game yet."""
    played = tx.matches.of_player(reader.id)
    is_new = not any(match.result.winner is match.seat_of(reader.id) for match in played)
    return next(iter([*(with_level(tx) if is_new else ()), *here(tx)]), None)


def program_challenges(tx: Transaction, reader: Player) -> list[str]:
    """A command for some games that challenges a program; none if no program plays here."""
    chosen = _program_for(tx, reader)
    return example_challenges(tx, chosen.userid) if chosen else []


def next_challenges(tx: Transaction, game: str, opponent: Player, *, won: bool) -> list[str]:
    """Challenges after a game against a program: the next level of the game, and the other games.

    won: whether the reader won, and is offered the next stronger level; otherwise the next weaker.
    """
    levels = {each.level: each.userid for each in with_level(tx)}
    other_level = levels.get(opponent.level + (1 if won else -1)) if opponent.level else None
    lines = [from_seeded_start(game, f"challenge {other_level}")] if other_level else []
    if opponent.userid in {each.userid for each in here(tx)}:
        others = (other for other in examples_first(tx) if other != game)
        lines += [from_seeded_start(other, f"challenge {opponent.userid}") for other in others]
    return lines[:MOST_ONWARD]


def example_seeks(tx: Transaction, first: str = "") -> list[str]:
    """A seek of some games, that of the game ``first`` above the others."""
    return [from_seeded_start(game, "seek") for game in examples_first(tx, first)]


def from_seeded_start(game: str, line: str) -> str:
    """The game and then the command in ``line``, with a seeded start if the game has one.

    Without a seeded start, the pieces would be placed one by one, each in a mail of its own.
    """
    starts = next((each.starts for each in rule_sets(game) if each.starts), ())
    return " ".join([game, line, *(f"-{start}" for start in starts[:1])])


def examples_first(tx: Transaction, first: str = "") -> list[str]:
    """The names of the games that mails offer, ``first`` above the others."""
    return games_in_order(tx, first)[:MOST_GAMES]


def games_in_order(tx: Transaction, first: str = "") -> list[str]:
    """The names of all games, those first that newcomers should see first.

    first: the game that the reader wants to know or play, "" if they have named none.
    """
    known = familiar_first(tx.matches.played_lately(_NEWEST))
    return sorted(known, key=lambda game: game != first)
