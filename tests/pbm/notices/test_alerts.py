"""Alerts to the operator: their content, at most one an hour, and no mail loops."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pbm.core.marks import MarkKind, Trouble
from pbm.mail.correspondence import MailStatus
from pbm.notices.alerts import LEAST_FREE, MOST_SHOWN, note
from pbm.notices.kinds import MailKind
from pbm.notices.rendering import render
from tests.pbm.conftest import SavedTown
from tests.pbm.dsn import address, bounce, report
from tests.pbm.town import ALICE, BOB, DOMAIN, STRANGER, Mail, Town, kinds, letter, of, only

OPERATOR = "olga@example.net"
Usage = namedtuple("Usage", "total used free")


WORDS = """\
Only 199 MiB are free where the data are: letters are refused when it is
full.

1 letter met a fault of ours: see the log, then "pbm inbox retry N".
    letter 17

3 mails were sent as text alone, because no HTML could be made: see the
log.

Programs cannot play on gyges 17: see the log. Their clocks stand. Decide
or abort these games ("pbm games"); "pbm programs start" lets them try
again.

External engines fail: hal. Level 4 plays in their place. The log tells
why, "pbm doctor" tries them. You are told again after a day at the
earliest.

The mail server that sends our mail refuses it: 550 5.4.5 Daily sending
limit exceeded. All mails wait, none is lost; one is tried after an hour,
or the next day if the limit of a day is used up.

Most of the mails that may leave in a day (per_day in [mailbox]) have
left. Until the day is over (UTC) only moves, results, invitations and
questions leave, and none beyond the limit; all others wait, none is lost.

carol has given up 5 games to bob after a few moves within 30 days. If one
person has both accounts, "pbm players suspend" stops one of them.

2 mails were given up: "pbm outbox retry N" or "pbm outbox drop N".
    mail 3 (board): no thanks

Mails come back from these addresses. Nothing need be done: they are tried
again after seven days, or when their players write.
"pbm players reach USERID" tries them at once.
    bob  bob@example.org  Fri 20 Nov

So many strangers wanted mail from us that some have to wait for it:
"pbm inbox list --withheld". If nobody forges their addresses, raise
strangers_per_hour.

Letter 18 to abuse@pbm.example, from stranger@example.net: A complaint
| Alice swears.

2 more came: "pbm inbox list --status ignored".

"pbm doctor" tells what is wrong now.
"""


@pytest.fixture
def town_with_operator(
    saved_town_with_game: SavedTown, tmp_path: Path, _unsynced: None
) -> Iterator[Town]:
    """A town with a game between alice and bob, and an operator who gets alerts."""
    with closing(saved_town_with_game.copy(tmp_path, operator=OPERATOR)) as town:
        yield town


def alert_of(town: Town) -> Mail:
    """The alert of this tick; the tick must send no other mail."""
    mail = only(town.tick())
    assert (mail.to, mail.kind) == (OPERATOR, "alert")
    return mail


def fail(town: Town) -> None:
    number = town.keep(ALICE, letter(ALICE, "whoami").as_bytes())
    with town.app.store.transaction() as tx:
        town.app.put_aside(number, RuntimeError("a fault"))(tx)
    town.new_mails()


def give_up(town: Town, mail: Mail, why: str = "554 5.7.1 no thanks") -> None:
    with town.app.store.transaction() as tx:
        town.app.dead(mail.row.id, why)(tx)


def ask_operator(town: Town, to: str = "abuse", **headers: str) -> None:
    to = f"{to}@{DOMAIN}"
    assert town.write(STRANGER, "Alice swears.\n", subject="A complaint", to=to, **headers) == []


def test_without_problems_there_is_no_alert(town_with_operator: Town) -> None:
    assert town_with_operator.tick() == []


@pytest.mark.parametrize("box", ["postmaster", "abuse", "PostMaster"])
def test_a_letter_to_the_operator_is_in_the_alert(box: str, town_with_operator: Town) -> None:
    ask_operator(town_with_operator, box)
    facts = alert_of(town_with_operator).facts
    assert facts["letters"] == [
        {
            "letter": town_with_operator.last_letter().id,
            "sender": STRANGER,
            "to": f"{box}@{DOMAIN}",
            "subject": "A complaint",
            "lines": ["Alice swears."],
        }
    ]
    assert facts["more"] == 0


def test_letters_of_programs_to_the_operator_are_not_in_an_alert(
    town_with_operator: Town, board_mails: tuple[Mail, Mail]
) -> None:
    ask_operator(town_with_operator, Auto_Submitted="auto-generated")
    ask_operator(town_with_operator, Precedence="bulk")
    to = f"postmaster@{DOMAIN}"
    town_with_operator.post("", report(to, board_mails[0]), to)
    assert town_with_operator.tick() == []


def test_an_alert_shows_a_limited_number_of_letters(town_with_operator: Town) -> None:
    for _ in range(MOST_SHOWN + 2):
        ask_operator(town_with_operator)
    facts = alert_of(town_with_operator).facts
    assert (len(facts["letters"]), facts["more"]) == (MOST_SHOWN, 2)


def test_a_letter_that_failed_is_in_the_alert(town_with_operator: Town) -> None:
    fail(town_with_operator)
    letter_ = town_with_operator.last_letter().id
    assert alert_of(town_with_operator).facts["failed"] == {
        "number": 1,
        "shown": [f"letter {letter_}"],
    }


def test_a_mail_that_was_given_up_is_in_the_alert_without_its_address(
    town_with_operator: Town, board_mails: tuple[Mail, Mail]
) -> None:
    mail = board_mails[0]
    give_up(town_with_operator, mail, f"554 5.7.1 <{ALICE}>: no thanks")
    assert alert_of(town_with_operator).facts["dead"] == {
        "number": 1,
        "shown": [f"mail {mail.row.id} (board): 554 5.7.1 <a…@example.org>: no thanks"],
    }


def test_a_next_hop_that_refuses_us_is_in_the_alert_while_it_does(
    town_with_operator: Town, board_mails: tuple[Mail, Mail]
) -> None:
    town, refused = town_with_operator, MarkKind.REFUSED.of("550 5.4.5 Daily limit")
    with town.app.store.transaction() as tx:
        note(tx, Trouble.REFUSED, town.time)
        tx.moments.set(refused, town.time)
    assert alert_of(town).facts["refused"] == refused.whose


def test_mails_without_their_html_are_in_the_alert(
    town_with_operator: Town, board_mails: tuple[Mail, Mail]
) -> None:
    with town_with_operator.app.store.transaction() as tx:
        for _ in board_mails:
            note(tx, Trouble.PLAIN, town_with_operator.time)
    assert alert_of(town_with_operator).facts["plain"] == len(board_mails)


def test_an_address_that_bounces_is_in_the_alert(
    town_with_operator: Town, board_mails: tuple[Mail, Mail]
) -> None:
    bounce(town_with_operator, board_mails[1])
    assert alert_of(town_with_operator).facts["bouncing"] == [
        {"userid": "bob", "address": BOB, "day": "Fri 20 Nov"}
    ]


def test_a_disk_that_is_nearly_full_is_in_an_alert_once_a_day(
    town_with_operator: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: Usage(0, 0, LEAST_FREE - 1))
    assert alert_of(town_with_operator).facts["disk"] == "199 MiB"
    town_with_operator.later(hours=23)
    assert town_with_operator.tick() == []
    town_with_operator.later(hours=1)
    assert alert_of(town_with_operator).facts["disk"] == "199 MiB"


def test_problems_are_collected_in_at_most_one_alert_an_hour(town_with_operator: Town) -> None:
    fail(town_with_operator)
    alert_of(town_with_operator)
    town_with_operator.later(minutes=1)
    fail(town_with_operator)
    ask_operator(town_with_operator)
    town_with_operator.later(minutes=58)
    assert town_with_operator.tick() == []
    town_with_operator.later(minutes=1)
    facts = alert_of(town_with_operator).facts
    assert (facts["failed"]["number"], len(facts["letters"])) == (1, 1)


def test_each_problem_is_in_one_alert(
    town_with_operator: Town, board_mails: tuple[Mail, Mail]
) -> None:
    fail(town_with_operator)
    ask_operator(town_with_operator)
    bounce(town_with_operator, board_mails[1])
    alert_of(town_with_operator)
    town_with_operator.later(hours=1)
    assert town_with_operator.tick() == []


def test_without_an_operator_s_address_there_are_no_alerts(town_with_players: Town) -> None:
    fail(town_with_players)
    ask_operator(town_with_players)
    assert town_with_players.tick() == []


def test_the_words_of_an_alert() -> None:
    facts = {
        "language": "en",
        "server": f"pbm@{DOMAIN}",
        "read_as": "",
        "last_reply": "",
        "not_done": (),
        "rules": "",
        "still_asked": (),
        "kept_back": (),
        "words_held": False,
        "plans": (),
        "in_text": False,
        "came_back": [],
        "disk": "199 MiB",
        "failed": {"number": 1, "shown": ["letter 17"]},
        "refused": "550 5.4.5 Daily sending limit exceeded",
        "dead": {"number": 2, "shown": ["mail 3 (board): no thanks"]},
        "bouncing": [{"userid": "bob", "address": BOB, "day": "Fri 20 Nov"}],
        "plain": 3,
        "scarce": True,
        "stuck": ["gyges 17"],
        "engines": ["hal"],
        "feeding": [{"giver": "carol", "taker": "bob", "games": 5, "days": 30}],
        "crowded": True,
        "letters": [
            {
                "letter": 18,
                "sender": STRANGER,
                "to": f"abuse@{DOMAIN}",
                "subject": "A complaint",
                "lines": ["Alice swears."],
            }
        ],
        "more": 2,
    }
    assert render(MailKind.ALERT, facts).body.partition("\n-- \n")[0] == WORDS


# No mail loops


def test_an_alert_that_was_given_up_causes_no_alert(town_with_operator: Town) -> None:
    fail(town_with_operator)
    give_up(town_with_operator, alert_of(town_with_operator))
    town_with_operator.later(hours=1)
    assert town_with_operator.tick() == []


def test_an_alert_that_bounces_causes_no_alert(town_with_operator: Town) -> None:
    fail(town_with_operator)
    assert bounce(town_with_operator, alert_of(town_with_operator)) == []
    town_with_operator.later(hours=1)
    assert town_with_operator.tick() == []


def test_an_alert_that_bounces_from_a_player_s_address_causes_no_alert(
    town_with_operator: Town, saved_town_with_game: SavedTown
) -> None:
    """The operator is a player, too."""
    town_with_operator.close()
    town = saved_town_with_game.copy(town_with_operator.folder, operator=BOB)
    fail(town)
    alert = of(town.tick(), BOB)
    assert kinds(bounce(town, alert)) == ["unreachable"]
    town.later(hours=1)
    assert town.tick() == []
    town.close()


def test_an_alert_forwarded_back_to_postmaster_causes_no_alert(town_with_operator: Town) -> None:
    """In this test, the operator's mailbox is forwarded to postmaster@."""
    fail(town_with_operator)
    alert, to = alert_of(town_with_operator), f"postmaster@{DOMAIN}"
    for raw in (alert.raw, alert.raw.replace(b"Auto-Submitted", b"X-Was-Auto-Submitted")):
        assert town_with_operator.post(address(town_with_operator, alert), raw, to) == []
    town_with_operator.later(hours=1)
    assert town_with_operator.tick() == []


def test_a_vacation_reply_to_an_alert_causes_no_alert(town_with_operator: Town) -> None:
    fail(town_with_operator)
    alert = alert_of(town_with_operator)
    away = f"From: {OPERATOR}\r\nSubject: Away\r\nAuto-Submitted: auto-replied\r\n\r\nBack soon\r\n"
    for to in (address(town_with_operator, alert), f"pbm@{DOMAIN}", f"postmaster@{DOMAIN}"):
        assert town_with_operator.post("", away.encode(), to) == []
    town_with_operator.later(hours=1)
    assert town_with_operator.tick() == []


def test_an_alert_is_marked_as_sent_by_a_program(town_with_operator: Town) -> None:
    fail(town_with_operator)
    alert = alert_of(town_with_operator)
    assert alert.message["Auto-Submitted"] == "auto-generated"
    assert alert.row.status is MailStatus.QUEUED


def test_a_failing_alert_stops_no_clock(
    town_with_operator: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail(town_with_operator)
    monkeypatch.setattr("shutil.disk_usage", None)
    assert kinds(town_with_operator.live(days=8)) == ["board"]
