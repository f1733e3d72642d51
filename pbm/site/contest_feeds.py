"""Atom feeds of contests, and of each with its results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from heapq import nlargest

from pbm.core.contests.model import ContestGame, ContestKind
from pbm.notices.readers import Reader
from pbm.notices.rendering import name_of
from pbm.site import contest_views as views
from pbm.site import places
from pbm.site.club import Club
from pbm.site.contests import ShownContest
from pbm.site.feeds import MOST_ENTRIES, Entry, atom
from pbm.site.places import Places
from pbm.store.protocol import Transaction


def contests_feed(club: Club, language: str) -> str:
    """The feed of all contests: when each begins, and when it ends."""
    reader = Reader(language)
    return atom(
        club,
        places.CONTESTS_FEED,
        page=Places().contests,
        title=f"{club.domain}: {reader.gettext('Contests')}",
        entries=_dates(club, club.contests.all(), reader),
        language=language,
    )


def contest_feed(tx: Transaction, club: Club, shown: ShownContest, language: str) -> str:
    """The feed of a contest: its beginning and end, those of its leagues, and its results."""
    reader = Reader(language)
    parts = [shown, *club.contests.leagues(shown.id)]
    entries = [*_dates(club, parts, reader), *_results(tx, club, shown, reader)]
    return atom(
        club,
        places.contest_feed(shown.id),
        page=Places().contest(shown.id),
        title=views.name(shown, reader),
        entries=entries,
        language=language,
    )


def _dates(club: Club, found: Iterable[ShownContest], reader: Reader) -> Iterator[Entry]:
    """The beginning and the end of each of the contests that changed last."""
    dated = (each for each in found if each.begun or each.over)
    for each in nlargest(MOST_ENTRIES, dated, key=_changed):
        yield from _dates_of(club, each, reader)


def _changed(shown: ShownContest) -> tuple[datetime, int]:
    latest = shown.over or shown.begun
    assert latest is not None, "only such contests are compared"
    return latest, shown.id


def _dates_of(club: Club, shown: ShownContest, reader: Reader) -> Iterator[Entry]:
    """The beginning of a contest, unless it is one of many leagues, and its end."""
    title, page = views.name(shown, reader), Places().contest(shown.id)
    key = f"contest/{shown.id}"
    if shown.begun is not None and shown.kind is not ContestKind.LEAGUE:
        told = reader.gettext("%(name)s begins.") % {"name": title}
        yield Entry(f"{key}/begun", page, title, shown.begun, told)
    if shown.over is not None:
        yield Entry(f"{key}/over", page, title, shown.over, _end(club, shown, reader))


def _end(club: Club, shown: ShownContest, reader: Reader) -> str:
    winners = views.names(club, club.contests.winners(shown), reader)
    if not winners:
        return name_of(shown.contest.status.value, "contest_status", reader.language)
    return reader.gettext("Won by %(userids)s.") % {"userids": winners}


def _results(tx: Transaction, club: Club, shown: ShownContest, reader: Reader) -> Iterator[Entry]:
    ended = [game for game in tx.contests.games(shown.id) if game.ended is not None]
    for game in sorted(ended, key=_ended)[-MOST_ENTRIES:]:
        for fact in views.games(club, [game]):
            gone = reader.gettext("(gone)")
            first, second = (userid or gone for userid in fact["players"])
            how = name_of(fact["how"], "contest_how", reader.language) if fact["how"] else ""
            told = ", ".join(filter(None, (fact["score"], how)))
            page = Places().game(game.board)
            key = f"contest/{shown.id}/{game.board}"
            yield Entry(key, page, f"{first} – {second}", fact["ended"], told)


def _ended(game: ContestGame) -> tuple[str, int]:
    return game.ended.isoformat() if game.ended else "", game.board
