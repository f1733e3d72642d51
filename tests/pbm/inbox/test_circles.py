"""Loops of programs that answer programs: the traffic always ends."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

import pytest

from pbm.core.model import MatchStatus
from pbm.inbox.limits import REPLIES_PER_HOUR, STRANGER_PER_DAY
from tests.combinations import in_all_tests
from tests.pbm.dsn import report
from tests.pbm.town import ALICE, BOB, PASSWORD, SOUTH, Mail, Town, kinds, only

OTHER_DOMAIN = "other.example"
LIST = "players@lists.example.net"
MANY = 100

Answerer = Callable[[Mail], list[tuple[str, bytes, str]]]
"""Somebody's mail program: returns the letters that it sends by itself when a mail comes, each with
its envelope sender, its bytes and its recipient."""


class Net:
    """Delivers what towns send: to each other, to programs that answer, or to nobody."""

    def __init__(self, *towns: Town) -> None:
        self.towns = {town.address.partition("@")[2]: town for town in towns}
        self.programs: dict[str, Answerer] = {}
        self.carry: Callable[[bytes], bytes] = lambda raw: raw
        self.carried = 0

    def run(self, town: Town, mails: list[Mail]) -> None:
        """Deliver the mails and all mails that they cause, and fail if there is no end of them."""
        waiting = deque((town, mail) for mail in mails)
        while waiting:
            sender, mail = waiting.popleft()
            self.carried += 1
            assert self.carried < MANY, "it never ends"
            waiting.extend(self._deliver(sender, mail))

    def _deliver(self, sender: Town, mail: Mail) -> Iterator[tuple[Town, Mail]]:
        (leaving,) = sender.app.outgoing([mail.row])
        _, _, domain = leaving.recipient.partition("@")
        if domain in self.towns:
            there = self.towns[domain]
            caused = there.post(leaving.sender, self.carry(leaving.raw), leaving.recipient)
            yield from ((there, each) for each in caused)
        elif leaving.recipient in self.programs:
            for letter in self.programs[leaving.recipient](mail):
                yield from ((sender, each) for each in sender.post(*letter))


def without(raw: bytes, *names: str) -> bytes:
    """The mail as it leaves a gateway that drops these headers."""
    message = message_from_bytes(raw, policy=SMTP)
    for name in names:
        del message[name]
    return message.as_bytes()


def answered(mail: Mail, author: str, text: str, **headers: str) -> bytes:
    """A reply to the mail, as a program writes it."""
    message = EmailMessage(policy=SMTP)
    message["From"], message["To"] = author, mail.reply_to
    message["Subject"] = headers.pop("Subject", f"Re: {mail.subject}")
    message["In-Reply-To"] = str(mail.message["Message-ID"])
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content(text)
    return message.as_bytes()


def add(town: Town, userid: str, address: str) -> None:
    """Add a player as the operator, without a signup."""
    with town.app.store.transaction() as tx:
        tx.players.add(userid, userid, [address], None, town.time)


# Two pbm servers


@pytest.fixture
def other(tmp_path: Path, _unsynced: None) -> Iterator[Town]:
    folder = tmp_path / "other"
    folder.mkdir()
    made = Town(folder, domain=OTHER_DOMAIN)
    yield made
    made.close()


LOST = [(), ("Auto-Submitted",), ("Auto-Submitted", "X-Auto-Response-Suppress", "Message-ID")]


@pytest.mark.parametrize("lost", LOST)
def test_two_servers_that_play_on_each_other_do_not_loop(
    lost: tuple[str, ...], town_with_players: Town, other: Town
) -> None:
    """Some gateways drop the headers that mark a mail as automatic."""
    add(town_with_players, "other", other.address)
    add(other, "pbmexample", town_with_players.address)
    net = Net(town_with_players, other)
    net.carry = lambda raw: without(raw, *lost)
    invited = town_with_players.write(ALICE, f"gyges challenge alice {PASSWORD} other\nwhoami\n")
    net.run(town_with_players, invited)
    net.run(town_with_players, town_with_players.write(other.address, "whoami\n"))
    net.run(other, other.write(town_with_players.address, subject="signup alice\n"))
    assert net.carried <= 6
    for town in (town_with_players, other):
        assert town.tick() == []


def test_a_forged_signup_of_one_server_at_another_does_not_loop(
    town_with_players: Town, other: Town
) -> None:
    net = Net(town_with_players, other)
    for number in range(5):
        net.run(
            town_with_players,
            town_with_players.write(other.address, subject=f"signup user{number}x"),
        )
    assert net.carried <= STRANGER_PER_DAY


# Vacation responders

RESPONDERS = [
    {"Auto_Submitted": "auto-replied (vacation)"},
    {"Precedence": "auto_reply"},
    {"X_Autoreply": "yes"},
    {"Subject": "Automatic reply: [gyges 1] ply 3: your move"},
    {"Subject": "Abwesenheitsnotiz: [gyges 1] ply 3: your move"},
]


@pytest.mark.parametrize("headers", RESPONDERS)
def test_a_vacation_reply_plays_nothing_and_ends_there(
    headers: dict[str, str], town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    net = Net(town_with_game)
    net.programs[ALICE] = lambda mail: [
        (ALICE, answered(mail, ALICE, f"{text}\n", **headers), to)
        for text in (SOUTH, "yes", "resign", "help")
        for to in (mail.reply_to, town_with_game.address, _sender(town_with_game, mail))
    ]
    net.run(town_with_game, [*board_mails, *town_with_game.write(ALICE, "gyges resign 1")])
    assert net.carried == 3
    assert (town_with_game.match().plies, town_with_game.match().status) == (0, MatchStatus.RUNNING)


def test_a_vacation_reply_without_an_envelope_sender_is_one(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    assert (
        town_with_game.post(
            "", answered(board_mails[0], ALICE, f"{SOUTH}\n"), board_mails[0].reply_to
        )
        == []
    )
    assert town_with_game.match().plies == 0


@pytest.mark.parametrize(
    "text", ["I am away.", "gyges resign 1", *in_all_tests(["111111", "help"])]
)
def test_a_responder_that_hides_gets_a_number_of_answers_an_hour(
    text: str,
    town_with_game: Town,
    board_mails: tuple[Mail, Mail],
    welcomes: tuple[Mail, Mail],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The program cannot be distinguished from a person who repeats a text."""
    proven = 20
    monkeypatch.setattr("pbm.inbox.limits.PROVEN_PER_HOUR", proven)
    net = Net(town_with_game)
    net.programs[BOB] = lambda mail: [(BOB, answered(mail, BOB, f"{text}\n"), mail.reply_to)]
    net.run(town_with_game, [board_mails[1], welcomes[1]])
    # Answers about a board are counted separately.
    assert net.carried <= 2 + 2 * REPLIES_PER_HOUR + proven


# Bounces


def test_mailboxes_that_are_all_gone(town_with_game: Town, board_mails: tuple[Mail, Mail]) -> None:
    """Every mail bounces to the envelope sender and, against all rules, to the author too."""
    net = Net(town_with_game)
    for address in (ALICE, BOB):
        net.programs[address] = lambda mail: [
            ("", report(to, mail), to) for to in (_sender(town_with_game, mail), mail.reply_to)
        ]
    net.run(town_with_game, [*board_mails, *town_with_game.write(ALICE, "whoami")])
    assert net.carried <= 5
    assert town_with_game.player("alice").unreachable
    assert town_with_game.player("bob").unreachable


def _sender(town: Town, mail: Mail) -> str:
    (leaving,) = town.app.outgoing([mail.row])
    return leaving.sender


# A mailing list that somebody signed up


def post_to_list(mail: Mail) -> list[tuple[str, bytes, str]]:
    """Mails caused by a mail to the list: the post, a note to moderators, a vacation reply."""
    posted = answered(mail, f"pbm via players <{LIST}>", mail.text, List_Id="<players.lists>")
    waits = answered(
        mail,
        "players-owner@lists.example.net",
        "Your mail awaits approval.\n",
        Subject="Your message to players awaits moderator approval",
        Precedence="bulk",
        Auto_Submitted="auto-generated",
        List_Id="<players.lists>",
    )
    bounced = answered(
        mail,
        "players-bounces@lists.example.net",
        "You are not a member.\n",
        Subject="Your message to players was rejected",
        Precedence="bulk",
    )
    return [
        ("players-bounces@lists.example.net", raw, to)
        for raw in (posted, waits, bounced)
        for to in (mail.reply_to, "pbm@pbm.example")
    ]


def test_a_mailing_list_never_becomes_a_player(town_with_players: Town) -> None:
    net = Net(town_with_players)
    net.programs[LIST] = post_to_list
    net.run(town_with_players, town_with_players.write(LIST, subject="signup players"))
    # The question, and a mail that says that no yes of a list counts.
    assert net.carried == 2
    with town_with_players.app.store.reading() as tx:
        assert tx.players.by_address(LIST) is None


def test_a_reader_of_the_list_confirms_nothing(town_with_players: Town) -> None:
    question = only(town_with_players.write(LIST, subject="signup players"))
    for _ in range(3):
        answers = town_with_players.answer(question, "yes", author="reader@example.com")
        assert {mail.to for mail in answers} <= {"reader@example.com"}
    with town_with_players.app.store.reading() as tx:
        assert tx.players.by_address(LIST) is None


def test_a_mailing_list_as_a_player_plays_nothing(town_with_players: Town) -> None:
    """The operator has added the list as a player, and the list sends our mails back to us."""
    add(town_with_players, "readers", LIST)
    net = Net(town_with_players)
    net.programs[LIST] = post_to_list
    net.run(
        town_with_players,
        town_with_players.write(ALICE, f"gyges challenge alice {PASSWORD} readers"),
    )
    net.run(
        town_with_players,
        town_with_players.write(LIST, "gyges accept 1\n", List_Id="<players.lists>"),
    )
    assert net.carried == 4
    assert town_with_players.match().status is MatchStatus.INVITED
    assert kinds(town_with_players.write(ALICE, "whoami")) == ["account"]
