"""Writes the pages and feeds of contests."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from pbm.core.contests.model import ContestKind
from pbm.site import places
from pbm.site.club import Club
from pbm.site.contest_feeds import contest_feed, contests_feed
from pbm.site.contest_pages import ContestPages
from pbm.site.files import Folder
from pbm.site.pages import Pages
from pbm.store.protocol import Transaction


class ContestWriter:
    """The writer of the pages of contests. languages: the pages in each; the club's own first."""

    def __init__(self, folder: Folder, club: Club, languages: Sequence[Pages]) -> None:
        self._folder, self._club = folder, club
        self._main = languages[0].language
        self._places = [each.places for each in languages]
        self._languages = [ContestPages(club, each) for each in languages]

    def build(self, tx: Transaction, *, anew: bool) -> None:
        self._write(tx, [each.id for each in self._club.contests.all()], anew=anew)

    def update(
        self, tx: Transaction, contests: Collection[int], players: Collection[int]
    ) -> set[int]:
        """Write the pages of these contests, and of all contests that these players are in.

        Return the players whose own pages show these contests, and so have to be written.
        """
        theirs = {each.id for player in players for each in self._club.contests.of(player)}
        wanted = {*contests, *theirs}
        shown = [self._club.contests.get(each) for each in wanted]
        # The feed of a season tells of its leagues.
        seasons = {each.contest.parent for each in shown if each.kind is ContestKind.LEAGUE}
        if wanted:
            self._write(tx, sorted(wanted | seasons))
        with_tables = (each for each in shown if each.id in contests and each.has_table)
        return {player for each in with_tables for player in each.entries}

    def needed(self) -> Iterator[str]:
        """Every file that belongs to contests."""
        yield places.CONTESTS_FEED
        yield from (each.contests for each in self._places)
        for shown in self._club.contests.all():
            yield places.contest_feed(shown.id)
            yield from (each.contest(shown.id) for each in self._places)

    def _write(self, tx: Transaction, contests: Iterable[int], *, anew: bool = False) -> None:
        for number in contests:
            shown = self._club.contests.get(number)
            pages = [each.contest(tx, shown) for each in self._languages]
            feed = contest_feed(tx, self._club, shown, self._main)
            self._folder.write(places.contest_feed(number), feed)
            for page in pages:
                self._folder.put(page, anew=anew)
        for each in self._languages:
            self._folder.put(each.listing(), anew=anew)
        self._folder.write(places.CONTESTS_FEED, contests_feed(self._club, self._main))
