"""Twenty players, five languages, three weeks: the life of a club, with every command.

The diary beside this file says what the members write; every evening they play their moves.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pbm.admin.action import action
from pbm.core.languages import languages
from pbm.inbox.line.access import Scope
from pbm.inbox.line.command import Command
from pbm.inbox.line.names import all_commands, find_command
from pbm.mail.correspondence import MailStatus
from pbm.notices.languages import language_of
from pbm.play import messages
from pbm.play.ratings.table import finished_boards, replayed_game, rewrite
from pbm.store import open_store
from pbm.store.protocol import Transaction
from tests.end_to_end.club.clubhouse import Clubhouse
from tests.end_to_end.club.members import USERIDS, Member
from tests.end_to_end.conftest import findings

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("unsynced")]

DIARY = Path(__file__).with_name("diary.txt")
DAYS = 21
# Boards whose moves are all written in the diary.
SCRIPTED = {14, 16}
_ENTRY = re.compile(r"(?P<who>[\w-]+) ?(?P<where>[>~]|@\d+)?: (?P<text>.*)")


class Club:
    def __init__(self, data: Path) -> None:
        self.house = Clubhouse(data)
        self.members = {userid: Member(self.house, userid) for userid in USERIDS}
        self.elsewhere = {
            "leo-home": Member(self.house, "leo", "leo@home.example.net"),
            "olivia-new": Member(self.house, "olivia", "olivia@new.example.net"),
        }
        self.silent: set[str] = set()
        self.said: list[str] = []

    @property
    def everybody(self) -> dict[str, Member]:
        return self.members | self.elsewhere

    def three_weeks(self) -> None:
        entries = dict(_days(DIARY.read_text(encoding="utf-8")))
        for day in range(1, DAYS + 1):
            for entry in entries.get(day, ()):
                self.do(entry)
            self.house.live(hours=8)
            self.move()
            self.house.live(hours=16)
            self.read()

    def do(self, entry: str) -> None:
        name, _, what = entry.partition(" is ")
        if what == "silent":
            self.silent.add(name)
        elif what == "down":
            self.house.shut()
            self.house.later(days=1)
            self.house.open()
        elif entry.startswith("club writes: "):
            self.broadcast(entry.removeprefix("club writes: "))
        else:
            self.write(entry)

    def write(self, entry: str) -> None:
        """Send an entry of the diary, and read all mails that it causes."""
        found = _ENTRY.fullmatch(entry)
        assert found, entry
        who = self.everybody[found["who"]]
        text = who.filled_in(found["text"].replace(" / ", "\n"), found["where"] or "")
        self.said.append(text)
        who.say(found["where"] or "", text)
        self.house.settle()
        self.read()

    def move(self) -> None:
        """Let everybody who is to move play the example in their mail."""
        for who in self.everybody.values():
            if who.userid not in self.silent:
                for board, move in who.asked().items():
                    if board not in SCRIPTED:
                        who.say(f"@{board}", f"{move}\nGood luck!")
        self.house.settle()
        self.read()

    def read(self) -> None:
        for who in self.everybody.values():
            who.read()

    def broadcast(self, text: str) -> None:
        with self.house.app() as app, action(app, "players broadcast") as work:
            hearers = filter(messages.wants_broadcasts, work.tx.players.list())
            messages.broadcast(work, hearers, messages.Broadcast("News", text))
        self.house.settle()
        self.read()


def _days(text: str) -> Iterator[tuple[int, list[str]]]:
    for day in re.split(r"^day ", text, flags=re.MULTILINE)[1:]:
        number, *lines = day.splitlines()
        yield int(number), [line for line in lines if line]


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """The club after three weeks; its server has stopped."""
    club = Club(tmp_path_factory.mktemp("club") / "data")
    try:
        club.three_weeks()
    finally:
        club.house.close()
    yield club


def test_every_mail_was_answered_exactly_once(club: Club) -> None:
    answers = Counter(
        str(mail.message["In-Reply-To"]) for who in club.everybody.values() for mail in who.mails
    )
    sent = [letter for who in club.everybody.values() for letter in who.sent]
    assert {letter: answers[letter] for letter in sent if answers[letter] != 1} == {}


def test_no_mail_came_twice_and_none_was_left_behind(club: Club) -> None:
    came = Counter(mail.id for who in club.everybody.values() for mail in who.mails)
    with _kept(club) as tx:
        mails = tx.outbox.list(limit=100_000)
        assert tx.letters.waiting() == []
    assert set(came.values()) == {1}
    assert {mail.message_id for mail in mails if mail.status is MailStatus.SENT} == set(came)
    # The other mails are in a digest, or wait for the next digest.
    rest = {mail.status for mail in mails if mail.status is not MailStatus.SENT}
    assert rest <= {MailStatus.GATHERED, MailStatus.HELD}


def test_the_record_holds(club: Club) -> None:
    assert findings(club.house.data) == []


def test_ratings_come_out_the_same_when_they_are_rebuilt(club: Club) -> None:
    with _kept(club) as tx:
        boards = finished_boards(tx)
        games = [game for game in (replayed_game(tx, board) for board in boards) if game]
        assert len(games) >= 4
        assert rewrite(tx, games) == 0


def test_every_way_a_game_can_end_was_gone(club: Club) -> None:
    with _kept(club) as tx:
        reasons = {match.reason for match in tx.matches.list()}
    assert {"goal", "resigned", "agreed", "forfeit"} <= reasons


def test_everybody_reads_the_language_that_they_chose(club: Club) -> None:
    with _kept(club) as tx:
        chosen = Counter(language_of(player) for player in tx.players.list())
    assert chosen == dict.fromkeys(languages(), 4)


def test_every_command_was_used(club: Club) -> None:
    used = {each.name for text in club.said for each in _commands(text)}
    assert {each.name for each in all_commands()} - used == set()


@contextmanager
def _kept(club: Club) -> Iterator[Transaction]:
    store = open_store(club.house.data)
    with store.transaction() as tx:
        yield tx
    store.close()


def _commands(text: str) -> Iterator[Command]:
    for line in text.splitlines():
        words = line.split()
        for start in (words, words[1:]):
            found = find_command(start, Scope)
            if found:
                yield found[0]
