"""The club as its pages show it: public players, games, seeks and ratings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from pbm.core.clocks import Pause
from pbm.core.games import game_names
from pbm.core.model import Match, Player, Seek
from pbm.core.puzzles import KeptPuzzle
from pbm.core.ratings import RatingChange
from pbm.mail.addresses import parts
from pbm.play.programs import take_part
from pbm.play.publicity import begun_since, public_players
from pbm.play.seeks import is_paused
from pbm.site.contests import Contests
from pbm.site.shown import ShownGames
from pbm.store.protocol import Transaction

Ratings = Mapping[str, Sequence[RatingChange]]

MOST_PUZZLES = 10
"""How many puzzles of each rule set have a page. The solutions of all others stay unpublished,
because the others come by mail, where a first try counts."""


@dataclass
class Club:
    """The facts that pages may show. They stay in memory; ``read_*`` bring them up to date.

    A move concerns only the page of its game and lists of running games, so it is quick to read.

    address: the club's mail address, or its domain. url: the address of the site, "" if unknown.
    since: when the club began to show games. clock: tells the time.
    players, matches: all players and boards, by number.
    begun: the players who have begun a game at ``since`` or later.
    public: the players who are shown, including some who have left. people: the shown players who
    are still here, programs last.
    shown: the games that everybody may see.
    programs: the userids of programs, and of no people.
    away: the end of each vacation that opponents in shown games see now, by player.
    analysed: when the analysis of each game was made, by board. puzzles: the puzzles with a page.
    """

    address: str
    url: str
    since: datetime
    clock: Callable[[], datetime]
    players: dict[int, Player] = field(default_factory=dict)
    matches: dict[int, Match] = field(default_factory=dict)
    begun: frozenset[int] = frozenset()
    public: frozenset[int] = frozenset()
    seeks: Sequence[Seek] = ()
    ratings: Ratings = field(default_factory=dict)
    shown: ShownGames = field(default_factory=ShownGames)
    people: Sequence[Player] = ()
    contests: Contests = field(default_factory=Contests)
    programs: frozenset[str] = frozenset()
    away: Mapping[int, datetime] = field(default_factory=dict)
    analysed: Mapping[int, datetime] = field(default_factory=dict)
    puzzles: Sequence[KeptPuzzle] = ()

    @property
    def domain(self) -> str:
        return parts(self.address)[1]

    def read_all(self, tx: Transaction) -> None:
        self.matches = {match.board: match for match in tx.matches.list() if match.has_record}
        self._read_games(tx)
        self.read_puzzles(tx)
        self._read_people(tx)
        self._show()
        self.away = self._absent()
        self.contests.read(tx)

    def read_changes(self, tx: Transaction, boards: Iterable[int]) -> Collection[int]:
        """Read these boards, and the players.

        Return the boards on which more than a move has happened, since lists show that.
        """
        listed = {board for board in boards if not self._moved(tx, board)}
        if listed:
            self._read_games(tx)
        public = self.public
        self._read_people(tx)
        if listed or self.public != public:
            self._show()
        self.away = self._absent()
        return listed

    def _moved(self, tx: Transaction, board: int) -> bool:
        """Read a board, and return whether its game ran before and still does."""
        before, match = self.matches.pop(board, None), tx.matches.get(board)
        if match is None or not match.has_record:
            return False
        self.matches[board] = match
        if before is None or not (before.running and match.running):
            return False
        self.shown.moved(match)
        return before.private == match.private

    def read_puzzles(self, tx: Transaction) -> None:
        """Read the puzzles that have a page, once: which ones these are never changes."""
        self.puzzles = self.puzzles or _first_puzzles(tx)

    def _read_games(self, tx: Transaction) -> None:
        """Derive what changes when games begin or end."""
        self.ratings = {game: tx.ratings.standing(game) for game in game_names()}
        self.begun = begun_since(self.matches.values(), self.since)

    def _show(self) -> None:
        self.shown = ShownGames(filter(self.is_shown, self.matches.values()))

    def _read_people(self, tx: Transaction) -> None:
        """Read the players, their seeks, and the times of analyses."""
        self.players = {player.id: player for player in tx.players.list()}
        self.public = public_players(self.players, self.begun, self.since)
        here = (each for each in self.players.values() if each.id in self.public and not each.left)
        self.people = sorted(here, key=lambda each: (each.is_program, each.userid))
        self.programs = frozenset(each.userid for each in self.players.values() if each.is_program)
        self.analysed = tx.analyses.made()
        seeks = [seek for game in game_names() for seek in tx.seeks.list(game)]
        self.seeks = [
            seek
            for seek in seeks
            if seek.player in self.public and not is_paused(tx, self.players[seek.player])
        ]

    def _absent(self) -> Mapping[int, datetime]:
        now = self.clock()
        return {
            match.player_at(each.seat): each.end
            for match in self.shown
            for each in match.clock.absences
            if match.running and each.why is Pause.VACATION and each.start <= now < each.end
        }

    def is_shown(self, match: Match) -> bool:
        """Whether everybody may see a game."""
        known = not match.private and match.players.first in self.public
        return known and match.players.second in self.public

    def userid(self, player: int) -> str:
        """The name of a player; "" if they have left."""
        found = self.players[player]
        return "" if found.left else found.userid


def _first_puzzles(tx: Transaction) -> Sequence[KeptPuzzle]:
    """The first puzzles of each rule set; none if the club takes no answers to puzzles by mail."""
    found: defaultdict[str, list[KeptPuzzle]] = defaultdict(list)
    for each in tx.puzzles.list() if take_part(tx) else ():
        found[each.spec].append(each)
    return [each for of_rules in found.values() for each in of_rules[:MOST_PUZZLES]]
