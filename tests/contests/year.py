"""A club that plays contests for a year: its members write letters, the clock is set forward, and
everything that happens is written into a diary.

    python -m tests.contests.year [--players 40] [--days 365] [DIARY]

Letters enter, leave, challenge and answer; games end by the use cases that letters call. What
people do follows from a seed, so that every run tells the same story.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from pbm.core.contests import happenings as h
from pbm.core.contests.events import ContestEvent
from pbm.core.contests.leagues import cut
from pbm.core.contests.model import Contest, ContestKind, ContestStatus, How, letter
from pbm.core.games import find
from pbm.core.model import Cause, Match, Offer, PlayerStatus
from pbm.notices.contest_views import table_facts
from pbm.notices.text_tables import crosstable
from pbm.play.contests import climbing, views
from pbm.play.moves import move, resign
from pbm.play.proposals import agree, propose
from pbm.play.reachability import note_bounce
from pbm.play.rulings import create
from pbm.play.suspensions import set_status
from pbm.play.terms import GameOptions
from pbm.play.work import Work
from pbm.store.protocol import Transaction
from tests.contests.plain_tables import places
from tests.pbm.town import NORTH, SOUTH, Mail, Town, findings

OPENED = datetime(2026, 12, 1, 9, tzinfo=UTC)
GYGES = find("gyges")
LEFT_OUT = ("silent", "suspended", "unreachable")
"""The codes of reasons for leaving somebody out of a contest that begins."""
LOST = {How.WALKOVER: "without play", How.TIME: "on time"}
DECIDED = {
    "berger": "Sonneborn-Berger",
    "direct": "their games against each other",
    "wins": "the number of wins",
}
HEADINGS = ("Player", "Start", "Points", "SB", "To play")
NAMES = """alice bob carol dave erin frank grace heidi ivan judy kim leo mallory niaj olivia peggy
quentin rupert sybil trent uma victor walter xena yves zoe anton berta caesar dora emil friedrich
gustav heinrich ida julius konrad ludwig martha nora""".split()


@dataclass
class Club:
    """The club, with the actions of its members."""

    town: Town
    names: list[str]
    random: Random = field(default_factory=lambda: Random(2027))
    keys: dict[str, Mail] = field(default_factory=dict)
    silent: set[str] = field(default_factory=set)
    told: dict[int, int] = field(default_factory=dict)
    diary: list[str] = field(default_factory=list)
    tables: int = 0

    def say(self, who: str, line: str) -> list[Mail]:
        """Reply to the welcome mail with a command, and to a question that comes back with yes."""
        if who in self.silent or who not in self.keys:
            return []
        mails = self.town.answer(self.keys[who], f"{line}\n")
        asked = [mail for mail in mails if mail.kind == "confirm"]
        return self.town.answer(asked[0], "yes\n") if asked else mails

    def found(self) -> list[str]:
        """Return the findings of the audit."""
        return findings(self.town)

    def note(self, text: str) -> None:
        self.diary.append(f"{self.town.time:%Y-%m-%d}  {text}")

    def gather(self) -> None:
        """Everybody signs up, and finishes a friendly game, so that nobody is a newcomer."""
        self.town.time = OPENED
        for name in self.names:
            self.keys[name] = self.town.sign_up(f"{name}@example.org")
        self.note(f"{len(self.names)} players sign up.")
        for one, other in zip(self.names, [*self.names[1:], self.names[0]], strict=True):
            self.do(lambda work, pair=(one, other): self._friendly(work, *pair))

    def _friendly(self, work: Work, one: str, other: str) -> None:
        pair = work.player(one), work.player(other)
        board = create(work, GameOptions(GYGES, rated=False), *pair)
        self._end(work, board.number, one_first=True)

    def do(self, what) -> None:  # type: ignore[no-untyped-def]
        """Do something in a transaction of its own, with the mails about it."""
        with self.town.app.store.transaction() as tx:
            act = tx.acts.add("a player", "", {}, self.town.time)
            work = Work(tx, self.town.time, Cause(act=act.id), self.town.app.repository)
            what(work)
            self.town.app.post.tell(work)

    def day(self) -> None:
        """A day: games end and begin, people challenge each other, and whatever is due is done."""
        self.town.time = self.town.time.replace(hour=9)
        for board in self._ending():
            self.do(lambda work, number=board: self._end(work, number))
        for board in self._waiting():
            self.do(lambda work, number=board: self._begin(work, number))
        self._climb()
        self.town.live(days=1)
        self._tell()

    def _ending(self) -> list[int]:
        """Some of the running games of players who are not silent."""
        with self.town.app.store.reading() as tx:
            running = [match for match in tx.matches.list() if match.running]
            free = [match for match in running if not self._is_stuck(tx, match)]
        return [match.board for match in free if self.random.random() < 0.3]

    def _waiting(self) -> list[int]:
        """The games against somebody silent in which the other player has the first move."""
        with self.town.app.store.reading() as tx:
            return [
                match.board
                for match in tx.matches.list()
                if match.running and not match.plies and self._is_stuck(tx, match)
                if tx.players.get(match.players.first).userid not in self.silent
            ]

    def _is_stuck(self, tx: Transaction, match: Match) -> bool:
        return any(tx.players.get(player).userid in self.silent for player in match.players)

    def _begin(self, work: Work, number: int) -> None:
        board = work.board(number)
        move(work, work.tx.players.get(board.match.players.first), number, SOUTH)

    def _end(self, work: Work, number: int | None, *, one_first: bool = False) -> None:
        """Let both place their rings, and one resign, or both agree to a draw."""
        board = work.board(number)
        first, second = (work.tx.players.get(player) for player in board.match.players)
        if not board.match.plies:
            move(work, first, number, SOUTH)
            move(work, second, number, NORTH)
        outcome = 0.0 if one_first else self.random.random()
        if outcome > 0.85:
            after = propose(work, first, number, Offer.DRAW)
            agree(work, second, number, after.match.seq)
        else:
            resign(work, first if outcome < 0.42 else second, number)

    def _climb(self) -> None:
        """Let some players on stairs challenge somebody."""
        with self.town.app.store.reading() as tx:
            stairs = climbing.stairs_of(tx, GYGES)
            if stairs is None:
                return
            pairs = []
            for entry in tx.contests.entries(stairs.id):
                player = tx.players.get(entry.player)
                can = climbing.can_be_challenged(tx, stairs, player, self.town.time)
                if can and self.random.random() < 0.05:
                    pairs.append((player.userid, can[0].userid))
        for one, other in pairs:
            self.say(one, f"gyges stairs challenge {other}")

    def _tell(self) -> None:
        """Write what has happened in contests since yesterday into the diary, in order of time."""
        with self.town.app.store.reading() as tx:
            for contest, event in sorted(self._unseen(tx), key=_order):
                for line in _lines(tx, contest, event):
                    self.note(line)
                if isinstance(event.what, h.Finished) and contest.kind.has_table:
                    self._check(tx, contest, event.what)

    def _unseen(self, tx: Transaction) -> Iterator[tuple[Contest, ContestEvent]]:
        for contest in tx.contests.list():
            seen = self.told.get(contest.id, 0)
            for event in tx.contests.events(contest.id)[seen:]:
                self.told[contest.id] = event.seq
                yield contest, event

    def _check(self, tx: Transaction, contest: Contest, what: h.Finished) -> None:
        """Compare a final table with the plain calculation, and write the table to the diary."""
        assert places(tx, contest) == what.places, views.name_of(tx, contest)
        self.tables += 1
        facts = table_facts(tx, views.table(tx, contest))
        shown = [*crosstable(facts, HEADINGS).splitlines(), *_decided(facts)]
        self.diary += ["", *(f"    {line}".rstrip() for line in shown), ""]


def _order(found: tuple[Contest, ContestEvent]) -> tuple[datetime, bool]:
    """A sort key: by time, and the end of a season after that of its leagues."""
    contest, event = found
    is_last = contest.kind is ContestKind.SEASON and isinstance(event.what, h.Finished)
    return event.at, is_last


def _decided(facts: Mapping[str, Any]) -> Iterator[str]:
    """The tie-breaks that decided in a final table, and the players who share a place."""
    for tie, pairs in facts["ties"].items():
        if pairs:
            named = ", ".join(f"{first} before {second}" for first, second in pairs)
            yield f"By {DECIDED[tie]}: {named}."
    for place, userids in facts["shared"].items():
        yield f"Sharing place {place}: {userids}."


def _lines(tx: Transaction, contest: Contest, event: ContestEvent) -> Iterator[str]:
    """The lines of the diary about an event; none for a frequent kind of event."""
    name, what = views.name_of(tx, contest), event.what
    match what:
        case h.Begun(players) if contest.kind.has_table:
            yield f"{name} begins: {', '.join(_userid(tx, each) for each in players)}."
        case h.Drawn():
            yield from _moved(tx, contest, what)
        case h.Left() if what.why != "again":
            yield f"{_userid(tx, what.player)} {_leaves(contest, what.why)} {name} ({what.why})."
        case h.Postponed():
            yield f"{name} begins on {what.starts:%Y-%m-%d} instead ({what.why})."
        case h.Out():
            struck = ", and is struck from the table" if what.struck else ""
            yield f"{_userid(tx, what.player)} is out of {name} ({what.why.value}){struck}."
        case h.Ended() if what.absent:
            yield f"{name}: {_userid(tx, what.absent)} loses board {what.board} {LOST[what.how]}."
        case h.Finished() if contest.kind.has_table:
            halved = f"; {len(what.halved)} games count half" if what.halved else ""
            yield f"{name} is over{halved}."
        case h.Finished():
            yield f"{name} is over: all leagues are."
        case h.Closed():
            yield f"{name} is closed ({what.why})."


def _leaves(contest: Contest, why: str) -> str:
    """The words for the end of an entry, which precede the name of the contest."""
    if why in LEFT_OUT:
        return "is left out of"
    if why == "forfeits":
        return "is no longer entered for"
    return "leaves" if contest.kind is ContestKind.STAIRS else "takes back the entry for"


def _moved(tx: Transaction, season: Contest, what: h.Drawn) -> Iterator[str]:
    """When a season begins late, who plays in another league than before, and who is kept apart."""
    name, now = views.name_of(tx, season), _leagues(what.leagues)
    (event,) = tx.contests.events(season.id, h.Drawn.kind)
    if season.starts is not None and event.at.date() != season.starts.date():
        yield f"{name} begins late, and ends on {what.ends:%Y-%m-%d}."
    before = [tx.contests.entries(each.id) for each in tx.contests.leagues(season.parent)]
    then = _leagues([[entry.player for entry in each] for each in before])
    if then:
        up = [player for player in now if player in then and now[player] < then[player]]
        down = [player for player in now if player in then and now[player] > then[player]]
        for direction, players in (("up", up), ("down", down)):
            moves = (f"{_userid(tx, each)} to {letter(now[each])}" for each in players)
            yield f"{name}, {direction}: {', '.join(moves) or 'nobody'}."
    for one, other in what.foes:
        yield f"{_userid(tx, one)} and {_userid(tx, other)} are not paired: one blocks the other."
    for number, league in enumerate(cut(what.order, season.size), 1):
        for player in league:
            if now[player] != number:
                where = f"league {letter(now[player])} instead of {letter(number)}"
                yield f"{_userid(tx, player)} therefore plays in {where}."


def _leagues(leagues: Iterable[Iterable[int]]) -> Mapping[int, int]:
    """The number of the league of each player, from 1."""
    return {player: number for number, each in enumerate(leagues, 1) for player in each}


def _userid(tx: Transaction, player: int) -> str:
    return tx.players.get(player).userid


def year(folder: Path, players: int = 40, days: int = 365) -> Club:
    """Let the club live for some days, and check everything at the end."""
    club = Club(Town(folder), NAMES[:players])
    club.gather()
    for name in club.names:
        club.say(name, "gyges season join")
    for name in club.names[::2]:
        club.say(name, "gyges stairs join")
    calendar = _calendar(club)
    for day in range(days):
        for act in calendar.get(day, ()):
            act()
        club.day()
        print(f"day {day}", end="\r", file=sys.stderr, flush=True)
        _keep_in_touch(club, day)
    _check_all(club)
    club.town.close()
    return club


def _calendar(club: Club) -> Mapping[int, list]:  # type: ignore[type-arg]
    """The events besides games, by day. Day 31 is the first of January."""
    names, town = club.names, club.town
    found: dict[int, list] = {}  # type: ignore[type-arg]

    def at(day: int, text: str, act) -> None:  # type: ignore[no-untyped-def]
        found.setdefault(day, []).extend([lambda: club.note(text), act])

    for month in range(12):
        four = [names[(month * 5 + step * 3) % len(names)] for step in range(4)]
        for each in four:
            found.setdefault(month * 28 + 3, []).append(
                lambda each=each: club.say(each, "gyges cup join")
            )
    at(31, f"{names[4]} stops writing.", lambda: club.silent.add(names[4]))
    at(60, f"{names[4]} is back.", lambda: club.silent.discard(names[4]))
    at(
        36,
        f"{names[5]} goes on a vacation of 14 days.",
        lambda: club.say(names[5], f"vacation {town.time:%Y-%m-%d} 2027-01-19"),
    )
    found.setdefault(31, []).append(lambda: club.say(names[2], "gyges season leave 1"))
    at(48, f"Mails to {names[3]} bounce.", lambda: club.do(_bounce(names[3])))
    at(118, "The server is down for a week.", lambda: _down(town))
    at(80, f"{names[1]} blocks {names[0]}.", lambda: club.say(names[1], f"block {names[0]}"))
    at(95, f"{names[6]} signs off.", lambda: _sign_off(club, names[6]))
    at(124, f"{names[7]} is suspended.", lambda: club.do(_suspend(names[7])))
    at(130, f"{names[7]} stops writing.", lambda: club.silent.add(names[7]))
    found.setdefault(150, []).append(lambda: club.say(names[1], "gyges season leave"))
    return found


def _down(town: Town) -> None:
    town.later(days=7)
    # The first look at the clocks subtracts the time when the server was down from all clocks.
    town.tick()


def _keep_in_touch(club: Club, day: int) -> None:
    """Let everybody write now and then, so that nobody is taken for a player who has left."""
    if day % 14 == 0:
        for name in club.names:
            club.say(name, "gyges season show")


def _bounce(name: str):  # type: ignore[no-untyped-def]
    return lambda work: note_bounce(work, f"{name}@example.org", None, None)


def _suspend(name: str):  # type: ignore[no-untyped-def]
    def act(work: Work) -> None:
        player = work.tx.players.by_userid(name)
        assert player is not None
        set_status(work, player, PlayerStatus.SUSPENDED, "a test")

    return act


def _sign_off(club: Club, name: str) -> None:
    club.say(name, "signoff")
    del club.keys[name]


def _check_all(club: Club) -> None:
    """Check that contests are over in time with all their games, and that the audit is clean."""
    found = findings(club.town)
    assert found == [], "\n".join([*club.diary, *found])
    with club.town.app.store.reading() as tx:
        for contest in tx.contests.list():
            if contest.kind.has_table and contest.status is ContestStatus.OVER:
                assert all(game.over for game in tx.contests.games(contest.id))
        club.note(f"{club.tables} final tables were recalculated; the audit finds nothing.")
        stairs = climbing.stairs_of(tx, GYGES)
        if stairs is not None:
            rows = views.climbers(tx, stairs, club.town.time)
            club.note("The stairs at the end:")
            club.diary += ["", *(f"    step {each.step}  {each.userid}" for each in rows)]


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=len(NAMES))
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("diary", nargs="?")
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        club = year(Path(folder), given.players, given.days)
    text = "\n".join(club.diary) + "\n"
    if given.diary:
        Path(given.diary).write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
