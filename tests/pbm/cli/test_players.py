from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from pbm.core.bookkeeping import Act, ServerAct
from pbm.mail.correspondence import MailStatus
from pbm.notices.dates import local_moment
from pbm.notices.headlines import Headline
from pbm.play.departures import FORGETS, due_moment
from tests.pbm.cli.program import numbers_in, pbm
from tests.pbm.dsn import bounce, row
from tests.pbm.town import (
    ALICE,
    BOB,
    CAROL,
    DOMAIN,
    NORTH,
    PASSWORD,
    SOUTH,
    STRANGER,
    Town,
    kinds,
    of,
    only,
    refused,
)

SECOND = "alice@example.net"


def test_a_list_of_players_is_added_except_for_those_who_cannot_be(cli_town: Town) -> None:
    listed = (
        "\ufeff# the old club\n\n"
        f"carol {CAROL} carol@example.net\r\n"
        "alice new@example.net\n"
        "  Dave;dave@example.net\n"
        "erin, erin@example.net, erin@example.org"
    )
    result = pbm("players", "add", "-", stdin=listed)
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
    assert "alice" in result.stderr
    assert result.stdout.startswith("3 players")
    welcomed = [(mail.to, mail.kind) for mail in cli_town.new_mails() if mail.kind == "welcome"]
    first = (CAROL, "dave@example.net", "erin@example.net")
    assert welcomed == [(address, "welcome") for address in first]


def test_an_added_player_can_reply_to_the_welcome(cli_town: Town) -> None:
    result = pbm("players", "add", "Carol", CAROL, "carol@example.net")
    assert (result.exit_code, result.stderr) == (0, "")
    welcome = only(cli_town.new_mails())
    assert (welcome.to, welcome.kind) == (CAROL, "welcome")
    assert cli_town.player("carol").addresses == (CAROL, "carol@example.net")
    assert "invited" in kinds(cli_town.answer(welcome, "gyges challenge bob\n"))


def test_a_player_can_be_sent_another_welcome(cli_town: Town) -> None:
    assert BOB in pbm("players", "welcome", "Bob").stdout
    welcome = only(cli_town.new_mails())
    assert (welcome.to, welcome.kind) == (BOB, "welcome")
    assert "invited" in kinds(cli_town.answer(welcome, "gyges challenge alice\n"))


def test_a_bounced_welcome_is_sent_again_to_the_corrected_address(cli_town: Town) -> None:
    pbm("players", "add", "carol", "wrong@example.net")
    (first,) = cli_town.new_mails()
    bounce(cli_town, first)
    pbm("players", "address", "carol", CAROL)
    assert only(cli_town.new_mails()).kind == "address_added"
    result = pbm("outbox", "retry", str(first.row.id))
    assert result.stdout.startswith(f"mail {first.row.id} ") and CAROL in result.stdout
    assert row(cli_town, first).recipient == CAROL


@pytest.mark.parametrize(
    "arguments",
    [
        ["alice", CAROL],
        ["a1ice", CAROL],
        ["c", CAROL],
        ["resign", CAROL],
        ["dvonn", CAROL],
        ["carol", ALICE],
        ["carol", "carol"],
        ["carol"],
    ],
)
def test_a_player_who_cannot_be_added_leaves_no_trace(
    arguments: Sequence[str], cli_town: Town
) -> None:
    result = pbm("players", "add", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "carol" not in pbm("players", "list").stdout
    assert cli_town.new_mails() == []


def test_the_list_of_players(cli_town: Town) -> None:
    assert [line.split()[:3] for line in pbm("players", "list").stdout.splitlines()] == [
        ["alice", "active", ALICE],
        ["bob", "active", BOB],
    ]


def test_a_player_who_signed_off_is_listed_as_left(cli_town: Town) -> None:
    cli_town.write(STRANGER, f"signoff alice {PASSWORD}\n")
    assert [line.split()[:3] for line in pbm("players", "list").stdout.splitlines()] == [
        ["alice", "left", "2026-11-20"],
        ["bob", "active", BOB],
    ]
    assert "players  active=1 suspended=0 left=1" in pbm("stats").stdout


def test_the_list_of_players_as_json(cli_town: Town) -> None:
    first, second = json.loads(pbm("players", "list", "--json").stdout)
    assert first == {
        "userid": "alice",
        "status": "active",
        "addresses": [ALICE],
        "since": "2026-11-20",
        "forgotten": None,
        "bouncing": [],
    }
    assert second["userid"] == "bob"


def test_a_player_is_shown_with_their_boards_and_without_their_password(cli_town: Town) -> None:
    cli_town.board()
    facts = json.loads(pbm("players", "show", "Alice", "--json").stdout)
    assert facts["running"] == [1]
    assert facts["password"] == "set"
    assert "argon2" not in pbm("players", "show", "alice").stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["show", "carol"],
        ["password", "carol"],
        ["address", "carol", CAROL],
        ["reach", "carol"],
        ["welcome", "carol"],
        ["suspend", "carol"],
        ["resume", "carol"],
    ],
)
def test_an_unknown_player_is_wrong_usage(arguments: Sequence[str], cli_town: Town) -> None:
    assert pbm("players", *arguments, stdin="long-enough\n").exit_code == 2


def test_a_password_is_read_from_standard_input_and_stored_only_as_a_hash(cli_town: Town) -> None:
    cli_town.board()
    cli_town.new_mails()
    assert pbm("players", "password", "bob", stdin="swordfish-9\n").exit_code == 0
    told = only(cli_town.new_mails())
    assert (told.to, told.kind) == (BOB, "password_changed")
    assert "swordfish-9" not in told.text
    assert b"swordfish-9" not in cli_town.bytes_on_disk()
    shown = cli_town.write(STRANGER, "gyges resign 1 bob swordfish-9\n")
    assert of(shown, BOB).kind == "board"


@pytest.mark.parametrize("password", ["", "short", "x" * 101, "my-name-is-bob"])
def test_an_invalid_password_is_wrong_usage(password: str, cli_town: Town) -> None:
    result = pbm("players", "password", "bob", stdin=f"{password}\n")
    assert result.exit_code == 2
    assert cli_town.player("bob").password is None
    assert cli_town.new_mails() == []


def test_a_new_address_replaces_all_old_ones(cli_town: Town) -> None:
    old = cli_town.write(BOB, "whoami\n")[0]
    assert pbm("players", "address", "bob", "Bob@example.net").exit_code == 0
    told = only(cli_town.new_mails())
    assert told.to == "bob@example.net"
    assert cli_town.player("bob").addresses == ("bob@example.net",)
    assert only(cli_town.answer(told, "whoami\n")).facts["userid"] == "bob"
    assert kinds(cli_town.answer(old, "gyges challenge alice\n", author=BOB)) == [
        "refusal",
        "wrong_secret",
    ]


@pytest.mark.parametrize("address", [ALICE, "bob"])
def test_an_invalid_or_taken_address_is_wrong_usage(address: str, cli_town: Town) -> None:
    assert pbm("players", "address", "bob", address).exit_code == 2
    assert cli_town.player("bob").addresses == (BOB,)


def test_a_bouncing_address_is_shown_and_tried_again(cli_town: Town) -> None:
    # The commands use the real clock.
    cli_town.time = datetime.now(UTC).replace(microsecond=0)
    mails = cli_town.board()
    bounce(cli_town, mails[1])
    cli_town.answer(mails[0], "231123")
    facts = json.loads(pbm("players", "show", "bob", "--json").stdout)
    assert facts["bouncing"] == {BOB: cli_town.time.isoformat()}
    assert pbm("outbox", "list", "--status", "resting").stdout
    assert pbm("players", "reach", "Bob").exit_code == 0
    assert cli_town.player("bob").bouncing == {}
    (stop,) = cli_town.match().clock.absences
    assert stop.end <= datetime.now(UTC)
    assert pbm("outbox", "list", "--status", "resting").stdout == ""
    told = cli_town.new_mails()[-1]
    assert (told.kind, told.facts["until"]) == ("unreachable", "")


def test_bouncing_players_can_be_listed_and_reached_together(cli_town: Town) -> None:
    cli_town.time = datetime.now(UTC)
    for mail in cli_town.board():
        bounce(cli_town, mail)
    assert len(pbm("players", "list").stdout.splitlines()) == 2
    listed = pbm("players", "list", "--bouncing").stdout
    assert [line.split()[-1] for line in listed.splitlines()] == [ALICE, BOB]
    assert pbm("players", "reach", "-", stdin=listed).exit_code == 0
    assert pbm("players", "list", "--bouncing").stdout == ""
    (act,) = [each for each in acts(cli_town) if each.command == "pbm players reach -"]
    assert act.facts == {"players": ["alice", "bob"]}


@pytest.mark.parametrize(
    ("options", "reached"),
    [
        (["--all"], {ALICE, BOB}),
        (["--to", ALICE], {ALICE}),
        (["--to", "@example.org"], {ALICE, BOB}),
        (["--to", "@example.net"], set()),
        (["--kind", "invited"], {ALICE}),
        (["--kind", "board", "--status", "queued"], {ALICE, BOB}),
        (["--status", "dropped"], set()),
    ],
)
def test_players_are_chosen_by_the_mails_to_them(
    options: list[str], reached: set[str], cli_town: Town
) -> None:
    cli_town.time = datetime.now(UTC)
    mails = cli_town.board()
    for mail in mails:
        bounce(cli_town, mail)
    with cli_town.app.store.transaction() as tx:
        for mail in mails:
            tx.outbox.revive(mail.row.id, mail.to, cli_town.time, was=MailStatus.DEAD)
    result = pbm("players", "reach", *options)
    left = {address for each in ("alice", "bob") for address in cli_town.player(each).bouncing}
    assert ({ALICE, BOB} - left, result.exit_code) == (reached, int(not reached))


@pytest.mark.parametrize("arguments", [[], ["alice", "--all"]])
def test_players_to_reach_are_either_named_or_chosen_by_options(
    arguments: list[str], cli_town: Town
) -> None:
    assert pbm("players", "reach", *arguments).exit_code == 2


def acts(cli_town: Town) -> Sequence[Act]:
    with cli_town.app.store.reading() as tx:
        return tx.acts.list()


def test_reach_needs_an_address_that_bounces(cli_town: Town) -> None:
    result = pbm("players", "reach", "bob")
    assert result.exit_code == 1
    assert acts(cli_town) == []


def test_mails_that_wait_for_a_bouncing_address_go_to_the_new_one(cli_town: Town) -> None:
    cli_town.time = datetime.now(UTC)
    mails = cli_town.board()
    bounce(cli_town, mails[1])
    moved = of(cli_town.answer(mails[0], "231123"), BOB)
    pbm("players", "address", "bob", "bob@example.net")
    assert [mail.to for mail in cli_town.new_mails()] == ["bob@example.net", ALICE]
    with cli_town.app.store.reading() as tx:
        woken = tx.outbox.get(moved.row.id)
    assert woken is not None
    assert (woken.recipient, woken.error) == ("bob@example.net", "")


def test_a_suspended_player_cannot_play_until_they_are_resumed(cli_town: Town) -> None:
    mails = cli_town.board()
    assert pbm("players", "suspend", "alice", "--why", "rude").exit_code == 0
    assert only(cli_town.new_mails()).to == ALICE
    assert refused(cli_town.answer(mails[0], "231123\n")) == "suspended"
    assert pbm("players", "resume", "alice").exit_code == 0
    assert not only(cli_town.new_mails()).facts["suspended"]
    assert kinds(cli_town.answer(mails[0], "231123\n")) == ["board", "board"]


def test_a_suspension_is_mailed_with_its_reason(cli_town: Town) -> None:
    pbm("players", "suspend", "alice", "--why", "rude")
    told = only(cli_town.new_mails())
    assert (told.to, told.kind) == (ALICE, "suspended")
    assert told.facts == {"suspended": True, "why": "rude"}
    assert f"postmaster@{DOMAIN}" in told.text
    assert kinds(cli_town.answer(told, "list")) == ["table"]
    assert kinds(cli_town.answer(told, "gyges challenge bob")) == ["refusal"]


@pytest.mark.parametrize(("command", "status"), [("resume", "active"), ("suspend", "suspended")])
def test_a_player_is_not_suspended_or_resumed_twice(
    command: str, status: str, cli_town: Town
) -> None:
    pbm("players", "suspend", "alice")
    if command == "resume":
        pbm("players", "resume", "alice")
    result = pbm("players", command, "alice")
    assert result.exit_code == 1
    assert cli_town.player("alice").suspended is (status == "suspended")


def forget(*more: str) -> str:
    return pbm("players", "forget", "Alice", "--why", "a letter of hers", *more).stdout


def forgotten_on(cli_town: Town) -> datetime:
    with cli_town.app.store.reading() as tx:
        due = due_moment(tx, cli_town.player("alice"))
    assert due is not None
    return due


def live_until(cli_town: Town, time: datetime) -> None:
    """Let the town run through the minute before this time. Commands use the real clock."""
    cli_town.time = time - timedelta(minutes=1)
    cli_town.live(minutes=1)


def test_a_mail_to_every_address_announces_the_deletion_a_week_before(cli_town: Town) -> None:
    with cli_town.app.store.transaction() as tx:
        alice = cli_town.player("alice")
        tx.players.add_address(alice.id, SECOND)
        tx.players.set_bounced(ALICE, datetime.now(UTC))
        tx.players.set_setting(alice.id, "digest", "daily")
        tx.players.set_setting(alice.id, "timezone", "Europe/Paris")
    said, due = forget(), forgotten_on(cli_town)
    assert f"{due:%Y-%m-%d %H:%M} UTC" in said
    assert abs(due - datetime.now(UTC) - timedelta(days=7)) < timedelta(hours=1)
    moment = local_moment(due, ZoneInfo("Europe/Paris"))
    mails = cli_town.new_mails()
    assert [(mail.to, mail.kind, mail.row.status) for mail in mails] == [
        (ALICE, "forgetting", MailStatus.QUEUED),
        (SECOND, "forgetting", MailStatus.QUEUED),
    ]
    for mail in mails:
        assert moment in " ".join(mail.text.split())
        assert f"postmaster@{DOMAIN}" in mail.text
        assert mail.facts["why"] == "a letter of hers"


def test_a_player_can_play_for_a_week_and_is_then_deleted(cli_town: Town) -> None:
    mails = cli_town.board()
    forget()
    cli_town.new_mails()
    cli_town.play(mails, SOUTH, NORTH)
    due = forgotten_on(cli_town)
    live_until(cli_town, due - timedelta(minutes=1))
    assert cli_town.player("alice").addresses == (ALICE,)
    cli_town.new_mails()
    farewell, told = cli_town.live(minutes=1)
    assert (farewell.to, farewell.kind) == (ALICE, "signed_off")
    assert farewell.facts["why"] == "a letter of hers"
    assert (told.to, told.news) == (BOB, Headline.RESIGNED)
    assert json.loads(pbm("players", "show", "alice", "--json").stdout)["status"] == "left"
    (asked,) = [act for act in acts(cli_town) if act.facts.get(FORGETS) == "alice"]
    (done,) = [act for act in acts(cli_town) if act.facts.get("act") == asked.id]
    assert done.command == ServerAct.CLOCK
    assert pbm("audit").stdout == ""


def test_a_player_is_shown_with_the_date_of_their_deletion(cli_town: Town) -> None:
    forget()
    due = forgotten_on(cli_town)
    listed = due.replace(microsecond=0).isoformat()
    assert json.loads(pbm("players", "show", "alice", "--json").stdout)["forgotten"] == listed
    assert listed in pbm("players", "list").stdout.splitlines()[0]
    cli_town.new_mails()
    told = only(cli_town.write(ALICE, f"data alice {PASSWORD}\n")).text
    assert f"{due:%Y-%m-%d %H:%M} UTC" in told


def test_a_deletion_can_be_cancelled(cli_town: Town) -> None:
    forget()
    due = forgotten_on(cli_town)
    cli_town.new_mails()
    forget("--cancel")
    (told,) = cli_town.new_mails()
    assert (told.to, told.kind) == (ALICE, "forgetting")
    assert told.facts["due"] == ""
    live_until(cli_town, due)
    assert cli_town.player("alice").addresses == (ALICE,)


def test_a_deletion_needs_a_reason_and_is_asked_for_once(cli_town: Town) -> None:
    assert pbm("players", "forget", "alice").exit_code == 2
    cli_town.new_mails()
    result = pbm("players", "forget", "alice", "--why", "a request", "--cancel")
    assert result.exit_code == 1
    forget()
    result = pbm("players", "forget", "alice", "--why", "a request")
    assert result.exit_code == 1
    assert f"forgotten on {forgotten_on(cli_town):%Y-%m-%d %H:%M} UTC" in result.stderr
    cli_town.write(ALICE, f"signoff alice {PASSWORD}\n")
    for more in ((), ("--cancel",)):
        result = pbm("players", "forget", "alice", "--why", "a request", *more)
        assert result.exit_code == 1


def test_a_broadcast_goes_to_everybody_who_wants_broadcasts(cli_town: Town) -> None:
    for userid in ("carol", "dave", "erin"):
        pbm("players", "add", userid, f"{userid}@example.org")
    pbm("players", "suspend", "dave")
    with cli_town.app.store.transaction() as tx:
        tx.players.set_setting(cli_town.player("erin").id, "broadcasts", "off")
    cli_town.new_mails()
    result = pbm("players", "broadcast", "--subject", "A pause", stdin="Off on Sunday.\n- Zoë\n")
    assert numbers_in(result.stdout) == [3, 5]
    mails = cli_town.new_mails()
    assert {mail.to for mail in mails} == {ALICE, BOB, CAROL}
    assert (mails[0].facts["subject"], mails[0].facts["said"]) == (
        "A pause",
        ["Off on Sunday.", "- Zoë"],
    )


@pytest.mark.parametrize(("options", "status"), [([], "held"), (["--urgent"], "queued")])
def test_an_urgent_broadcast_is_not_held_for_the_digest(
    options: list[str], status: str, cli_town: Town
) -> None:
    with cli_town.app.store.transaction() as tx:
        tx.players.set_setting(cli_town.player("bob").id, "digest", "daily")
    pbm("players", "broadcast", *options, stdin="Off at noon.\n")
    assert of(cli_town.new_mails(), BOB).row.status.value == status


def test_an_empty_broadcast_is_wrong_usage(cli_town: Town) -> None:
    result = pbm("players", "broadcast", stdin=" \n")
    assert result.exit_code == 2
    assert cli_town.new_mails() == []


def test_an_act_records_the_command_as_it_was_typed(cli_town: Town) -> None:
    pbm("players", "suspend", "bob", "--why", "they asked for it")
    with cli_town.app.store.reading() as tx:
        act = tx.acts.get(1)
    assert act is not None
    assert act.command == "pbm players suspend bob --why 'they asked for it'"
    assert act.why == "they asked for it"


def test_a_refused_command_records_no_act(cli_town: Town) -> None:
    pbm("players", "add", "alice", CAROL)
    with cli_town.app.store.reading() as tx:
        assert tx.acts.count() == 0
        assert tx.removals is not None
        assert tx.removals.acts() == []


def test_a_password_is_not_accepted_as_an_argument(cli_town: Town) -> None:
    assert pbm("players", "password", "bob", PASSWORD).exit_code == 2
