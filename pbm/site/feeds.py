"""Atom feeds (RFC 4287) of the club, of a game, and of games where a player is to move."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from heapq import nlargest

from pbm.core.games import find_kept
from pbm.core.model import Match, Player
from pbm.notices.readers import Reader
from pbm.site import places, views
from pbm.site.club import Club
from pbm.site.hands import GameInHand
from pbm.site.places import Places
from pbm.site.rendering import render

MOST_ENTRIES = 40


@dataclass(frozen=True)
class Entry:
    """One entry of a feed.

    name: its identifier, unique within the club.
    text: its text; "" for an entry about a turn or a new game.
    turn: the userid of the player to move, in an entry about a turn; "" in all others.
    """

    name: str
    place: str
    title: str
    at: datetime
    text: str = ""
    turn: str = ""


def club_feed(club: Club, language: str) -> str:
    """The feed of the club: the games that began last, and those that ended last."""
    reader = Reader(language)
    begun = nlargest(MOST_ENTRIES, club.shown, key=lambda each: (each.created, each.board))
    entries = [_begun(club, match, reader) for match in begun]
    entries += [_ended(club, match, reader) for match in club.shown.ended(MOST_ENTRIES)]
    return atom(
        club,
        places.CLUB_FEED,
        page=Places().index,
        title=club.domain,
        entries=entries,
        language=language,
    )


def turn_feed(club: Club, player: Player, language: str) -> str:
    """The feed of the games where a player is to move: a new entry for each turn."""
    reader = Reader(language)
    turns = [match for match in views.games_of(club, player) if match.mover == player.id]
    entries = [
        Entry(
            f"turn/{match.board}/{match.plies + 1}",
            Places().game(match.board),
            _title(club, match, reader),
            match.updated,
            turn=player.userid,
        )
        for match in turns
    ]
    place = places.turn_feed(player.userid)
    page, title = Places().player(player.userid), player.userid
    return atom(club, place, page=page, title=title, entries=entries, language=language)


def game_feed(club: Club, hand: GameInHand, language: str) -> str:
    """The feed of a game: its latest moves."""
    reader, match = Reader(language), hand.board.match
    plies = views.plies_of(club, hand.board, hand.told, reader)
    page = Places().game(match.board)
    entries = [
        Entry(
            f"game/{match.board}/{ply.number}",
            f"{page}#ply-{ply.number}",
            f"{ply.number}. {ply.by} {ply.text}",
            at,
            ply.told,
        )
        for ply, at in [*zip(plies, hand.times, strict=True)][-MOST_ENTRIES:]
    ]
    title = _title(club, match, reader)
    place = places.game_feed(match.board)
    return atom(club, place, page=page, title=title, entries=entries, language=language)


def _begun(club: Club, match: Match, reader: Reader) -> Entry:
    title, page = _title(club, match, reader), Places().game(match.board)
    return Entry(f"begun/{match.board}", page, title, match.created)


def _ended(club: Club, match: Match, reader: Reader) -> Entry:
    title, page = _title(club, match, reader), Places().game(match.board)
    row = views.game_row(club, match, reader)
    told = ", ".join(filter(None, (row.score, row.reason)))
    return Entry(f"ended/{match.board}/{match.seq}", page, title, match.updated, told)


def _title(club: Club, match: Match, reader: Reader) -> str:
    gone = reader.gettext("(gone)")
    first, second = match.players.map(lambda player: club.userid(player) or gone)
    name = views.game_name(find_kept(match.spec, match.rules), reader)
    return f"{first} – {second}, {name} {match.board}"


def atom(  # noqa: PLR0913 (what a feed consists of)
    club: Club, place: str, *, page: str, title: str, entries: Iterable[Entry], language: str
) -> str:
    """A feed with the newest of these entries."""
    newest = sorted(entries, key=lambda each: (each.at, each.name), reverse=True)[:MOST_ENTRIES]
    facts = {
        "domain": club.domain,
        "url": club.url,
        "page": page,
        "title": title,
        "updated": newest[0].at if newest else club.since,
        "year": club.since.year,
        "entries": newest,
    }
    return render("feed.xml", language, place, facts)
