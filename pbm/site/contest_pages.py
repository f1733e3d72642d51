"""The pages of contests: a list, and one each with table or steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import nlargest
from typing import Any

from pbm.core.contests.model import ContestGame, ContestKind
from pbm.notices.readers import Reader
from pbm.play.contests.views import table
from pbm.site import contest_views as views
from pbm.site import places
from pbm.site.club import Club
from pbm.site.contests import ShownContest
from pbm.site.files import Page
from pbm.site.pages import Pages
from pbm.store.protocol import Transaction

Facts = Mapping[str, Any]

MOST_RUNNING, MOST_OVER, MOST_GAMES, MOST_ENTERED = 200, 100, 60, 200
"""The most contests in the list that go on, and that are over; the most games, and entered players,
on the page of a contest. Only stairs have more games than that."""


class ContestPages:
    """The pages of contests in one language."""

    def __init__(self, club: Club, pages: Pages) -> None:
        self._club, self._pages = club, pages
        self._reader = Reader(pages.language)

    def listing(self) -> Page:
        """The contests that go on, and those that ended last. Leagues are on the season's page."""
        found = [each for each in self._club.contests.all() if each.kind is not ContestKind.LEAGUE]
        ended = [each for each in found if each.over is not None]
        latest = nlargest(MOST_OVER, ended, key=lambda each: (each.over, each.id))
        facts = {
            "alive": views.running_rows(self._club, self._reader, MOST_RUNNING),
            "over": [views.row(self._club, each, self._reader) for each in latest],
            "enter": views.ways_to_enter(self._club),
            "other_games": views.other_games(),
            "rules": views.offered(self._club, "help contests"),
            "feed": places.CONTESTS_FEED,
        }
        return self._pages.page("contests.html", self._pages.places.contests, facts)

    def contest(self, tx: Transaction, shown: ShownContest) -> Page:
        contest = shown.contest
        entered = [views.who(self._club, player) for player in shown.entries]
        facts = {
            **views.row(self._club, shown, self._reader),
            "kind": contest.kind.value,
            "ends": contest.ends,
            "goes_on": shown.goes_on,
            "entered": [each for each in entered if not each["hidden"]][:MOST_ENTERED],
            "enter": views.entering(self._club, shown),
            "before": self._linked(self._club.contests.before(shown)),
            "season": self._linked(contest.parent) if shown.season else None,
            "feed": places.contest_feed(shown.id),
        }
        leagues = self._club.contests.leagues(shown.id)
        names = [(each["hidden"], each["userid"]) for each in entered]
        return self._pages.page(
            "contest.html",
            self._pages.places.contest(shown.id),
            facts,
            [contest.head, repr(names), *(each.contest.head for each in leagues)],
            more=lambda: self._played(tx, shown),
        )

    def _played(self, tx: Transaction, shown: ShownContest) -> Facts:
        """The games on a contest's page: a table, steps, or leagues with tables of their own."""
        is_stairs = shown.kind is ContestKind.STAIRS
        is_season = shown.kind is ContestKind.SEASON
        stands = table(tx, shown.contest) if shown.has_table else None
        games: Sequence[ContestGame] = tx.contests.games(shown.id)
        leagues = self._club.contests.leagues(shown.id)
        tables = {each.id: table(tx, each.contest) for each in leagues}
        return {
            "table": views.crosstable(self._club, stands) if stands else None,
            "games": views.games(self._club, games[-MOST_GAMES:]),
            "steps": views.steps(self._club, shown) if is_stairs else [],
            "leagues": views.leagues(self._club, shown, tables, self._reader) if is_season else [],
        }

    def _linked(self, contest: int) -> Facts | None:
        """The id and the name of another contest; None for 0."""
        if not contest:
            return None
        return {"id": contest, "name": views.name(self._club.contests.get(contest), self._reader)}
