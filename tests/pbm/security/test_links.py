"""Links in mails: each sends what its mail offers, and its token allows nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from lxml import etree

from pbm.inbox.limits import STRANGER_PER_DAY
from pbm.mail.addresses import token_in
from pbm.mail.correspondence import Purpose
from pbm.notices.kinds import MailKind
from pbm.notices.page.link_tokens import MOST
from tests.pbm.conftest import Prepared
from tests.pbm.town import (
    ALICE,
    BOB,
    CAROL,
    DOMAIN,
    NORTH,
    PASSWORD,
    SOUTH,
    Mail,
    Town,
    findings,
    kinds,
    of,
    only,
)

# Mails name the numbers of boards; each link is for one board.
pytestmark = pytest.mark.both_engines(slow=True)


def sign_up_both(town: Town) -> None:
    for address in (ALICE, BOB):
        town.sign_up(address, PASSWORD)
        userid = address.partition("@")[0]
        town.write(address, f"set {userid} {PASSWORD} mail pictures\n")


@pytest.fixture
def town_with_pages(town: Town, prepared: Prepared) -> Town:
    """A town with alice and bob, who get HTML."""
    prepared(town, sign_up_both)
    return town


TAKE = "Take offer 1 of Gyges"
"""The label of the link that writes ``gyges take 1``."""


def links(mail: Mail) -> dict[str, str]:
    """The addresses of the links of a mail, by their labels."""
    return dict(all_links(mail))


def all_links(mail: Mail) -> list[tuple[str, str]]:
    """The labels and addresses of the links of a mail, in their order."""
    tree = etree.HTML(mail.html)
    found = ((str(each.text), str(each.get("href"))) for each in tree.iter("a"))
    return [(label.replace("\u2011", "-").replace("\xa0", " "), url) for label, url in found]


def taken_apart(url: str) -> tuple[str, str, str]:
    """The recipient, subject and body of the mail that a link writes."""
    link = urlsplit(url)
    fields = parse_qs(link.query, strict_parsing=True)
    return unquote(link.path), fields["subject"][0], "".join(fields.get("body", []))


def tap(town: Town, mail: Mail, label: str, author: str = "", typed: str = "") -> list[Mail]:
    """Follow a link, add text below its lines, and send the mail."""
    return follow(town, links(mail)[label], author or mail.to, typed)


def follow(town: Town, url: str, author: str, typed: str = "") -> list[Mail]:
    to, subject, body = taken_apart(url)
    return town.write(author, body + typed, subject=subject, to=to)


def token_of(town: Town, mail: Mail, label: str) -> str | None:
    return token_in([taken_apart(links(mail)[label])[0]], DOMAIN)


def seek(town: Town) -> Mail:
    """The list of seeks that bob gets, with a seek of alice."""
    town.write(ALICE, f"gyges seek alice {PASSWORD} 3\n")
    return only(town.write(BOB, "gyges seeks\n"))


def test_an_invitation_is_accepted_and_a_whole_game_is_played_by_links(
    town_with_pages: Town,
) -> None:
    town = town_with_pages
    invited = town.write(ALICE, f"gyges challenge alice {PASSWORD} bob\n")
    mails = tap(town, of(invited, BOB), "Accept")
    assert kinds(mails) == [MailKind.BOARD] * 2
    for typed in (SOUTH, NORTH):
        mover = next(mail for mail in mails if "Write your move" in links(mail))
        mails = tap(town, mover, "Write your move", typed=typed)
    assert town.match().plies == 2
    mover = next(mail for mail in mails if "Write your move" in links(mail))
    hint = next(label for label in links(mover) if label[0].isdigit())
    assert tap(town, mover, hint)[0].moves == [hint]
    assert findings(town) == []


def test_every_link_does_what_it_says(town_with_pages: Town) -> None:
    town = town_with_pages
    board = of(town.play(town.board(), SOUTH, NORTH, "16-35"), BOB)
    offered = [label for label in links(board) if label not in (("Write your move", "Resign"))]
    for label in offered:
        answers = tap(town, board, label, typed="Hello.\n" if label.startswith("Write to ") else "")
        assert {mail.kind for mail in answers} <= set(MailKind) - {MailKind.NO_COMMAND}
        assert "refusal" not in kinds(answers), label


def test_links_of_a_board_hold_its_reply_address(town_with_pages: Town) -> None:
    board = town_with_pages.play(town_with_pages.board(), SOUTH)[0]
    assert {taken_apart(url)[0] for url in links(board).values()} == {board.reply_to}


def test_each_link_of_a_digest_is_about_its_own_board(town_with_pages: Town) -> None:
    """Both boards have the same position, so their mails have the same texts and labels."""
    town = town_with_pages
    town.write(BOB, f"set bob {PASSWORD} digest all\n")
    for board in [town.board(), town.board()]:
        town.answer(of(board, ALICE), SOUTH)
    (digest,) = (mail for mail in town.live(days=1) if mail.kind == MailKind.DIGEST)
    assert digest.message.get_content_type() == "multipart/alternative"
    urls = [url for label, url in all_links(digest) if label == "Write your move"]
    assert len(urls) == 2
    for number in (2, 1):
        news = of(follow(town, urls[number - 1], BOB, NORTH), BOB)
        assert (news.kind, news.facts["board"]) == (MailKind.BOARD, number)
    assert findings(town) == []


def test_a_link_in_a_digest_has_a_token_for_its_command_and_its_own_subject(
    town_with_pages: Town,
) -> None:
    town = town_with_pages
    town.write(BOB, f"set bob {PASSWORD} digest daily\n")
    held = of(town.write(ALICE, f"message alice {PASSWORD} bob\nHello\n"), BOB)
    (digest,) = (mail for mail in town.live(days=1) if mail.kind == MailKind.DIGEST)
    _, subject, body = taken_apart(links(digest)["Block alice"])
    assert (subject, body) == (f"Re: {held.subject}", "block alice\r\n")
    assert token_of(town, digest, "Block alice") not in (None, digest.token)
    assert token_of(town, digest, "Write to alice") not in (None, digest.token)
    assert tap(town, digest, "Block alice")[0].kind == MailKind.BLOCKED


def test_every_legal_move_that_a_mail_lists_is_a_link_for_who_is_to_move(
    town_with_pages: Town,
) -> None:
    town = town_with_pages
    board = of(town.play(town.board(), SOUTH, NORTH), ALICE)
    (listed,) = town.answer(board, "moves")
    moves = [move for group in listed.facts["groups"] for move in group["shown"]]
    assert set(moves) <= set(links(listed))
    assert tap(town, listed, moves[-1])[0].moves == [moves[-1]]
    (looked_at,) = town.write(ALICE, "gyges moves 1")
    assert not set(moves) & set(links(looked_at))


def test_a_move_that_was_tried_is_played_by_a_link(town_with_pages: Town) -> None:
    town = town_with_pages
    board = of(town.play(town.board(), SOUTH, NORTH), ALICE)
    (preview,) = town.answer(board, "preview 16-35")
    assert tap(town, preview, "Play 16-35")[0].moves == ["16-35"]


def test_the_mail_of_a_finished_game_holds_an_invitation_for_a_friend_without_a_token(
    town_with_pages: Town,
) -> None:
    town = town_with_pages
    board = of(town.play(town.board(), SOUTH, NORTH), ALICE)
    over = of(town.answer(board, "resign"), ALICE)
    to, _, body = taken_apart(links(over)["Bring a friend"])
    lines = body.splitlines()
    assert (to, town.address in body, over.token in body) == ("", True, False)
    assert {"signup NAME", "gyges challenge alice"} <= set(lines)


def test_each_setting_is_changed_by_a_link_from_the_mail_that_lists_them(
    town_with_pages: Town,
) -> None:
    town = town_with_pages
    (listed,) = town.write(ALICE, f"set alice {PASSWORD}\n")
    labels = {
        label: line for each in listed.facts["options"] for label, line in each["lines"].items()
    }
    assert set(labels) <= set(links(listed))
    for label in ("boards in words", "one subject for all mails of a game"):
        if label in labels:
            name, value = labels[label].split()[1:]
            assert tap(town, listed, label)[0].facts["changed"] == f"{name} {value}"


def test_a_mail_has_no_more_than_some_tokens(town_with_pages: Town) -> None:
    town = town_with_pages
    for number in range(MOST + 1):
        welcome = town.sign_up(f"player{number}@example.org")
        town.answer(welcome, "gyges seek")
    mail = seek(town)
    tokens = {token_in([taken_apart(url)[0]], DOMAIN) for url in links(mail).values()}
    assert len(tokens - {None}) == MOST


def test_text_mails_hold_no_link(town_with_pages: Town) -> None:
    mail = seek(town_with_pages)
    assert "mailto:" not in mail.text
    assert mail.text.count("gyges take 1") == 1


def test_the_token_of_a_link_is_for_its_command(town_with_pages: Town) -> None:
    mail = seek(town_with_pages)
    assert token_of(town_with_pages, mail, TAKE) not in (None, mail.token)
    with town_with_pages.app.store.reading() as tx:
        player = town_with_pages.player("bob").id
        tokens = tx.tokens.unused(player, Purpose.COMMAND)
    assert {"line": "gyges take 1"} in [token.data for token in tokens]
    assert tap(town_with_pages, mail, TAKE)[0].kind == MailKind.BOARD


def test_a_link_that_was_used_is_asked_about(town_with_pages: Town) -> None:
    mail = seek(town_with_pages)
    tap(town_with_pages, mail, TAKE)
    (question,) = tap(town_with_pages, mail, TAKE)
    assert question.kind == MailKind.CONFIRM
    assert question.facts["proven"]
    assert tap(town_with_pages, question, "Yes, do it")[0].kind == MailKind.BOARD


@pytest.mark.parametrize("days", [13, 15])
def test_a_link_is_good_for_two_weeks(town_with_pages: Town, days: int) -> None:
    mail = seek(town_with_pages)
    town_with_pages.later(days=days)
    mails = tap(town_with_pages, mail, TAKE)
    assert (kinds(mails) == [MailKind.CONFIRM]) == (days > 14)


@pytest.mark.parametrize("line", ["gyges take 1 -x", "gyges seek 9", "set lang de", "signoff"])
def test_a_link_does_nothing_else_unasked(town_with_pages: Town, line: str) -> None:
    to, subject, _ = taken_apart(links(seek(town_with_pages))[TAKE])
    answer = only(town_with_pages.write(BOB, f"{line}\n", subject=subject, to=to))
    assert answer.kind in (MailKind.CONFIRM, MailKind.REFUSAL)


def test_a_link_works_from_its_readers_addresses_only(town_with_pages: Town) -> None:
    town = town_with_pages
    town.sign_up(CAROL)
    mails = tap(town, seek(town), TAKE, author=CAROL)
    assert MailKind.WRONG_SECRET in kinds(mails)
    assert MailKind.BOARD not in kinds(mails)


def test_commands_that_only_read_hold_no_token(town_with_pages: Town) -> None:
    (reminders,) = (mail for mail in _reminded(town_with_pages) if mail.to == ALICE)
    assert token_of(town_with_pages, reminders, "Show the board") is None
    assert tap(town_with_pages, reminders, "Show the board")[0].kind == MailKind.BOARD


def _reminded(town: Town) -> Iterator[Mail]:
    for _ in range(2):
        town.board()
    return (mail for mail in town.live(days=8) if mail.kind == MailKind.REMINDERS)


def test_links_to_a_stranger_hold_the_mails_own_reply_address(town: Town) -> None:
    introduced = only(town.write(CAROL, "Hello, how can I play here?\n"))
    for mail in (introduced, only(town.answer(introduced, "It looks nice, thanks.\n"))):
        assert {taken_apart(url)[0] for url in links(mail).values()} == {mail.reply_to}


def test_a_stranger_who_taps_the_links_is_answered_however_many_mails_they_got(town: Town) -> None:
    mail = only(town.write(CAROL, "Hello, how can I play here?\n"))
    for _ in range(STRANGER_PER_DAY):
        town.write(CAROL, subject="help gyges")
    assert town.write(CAROL, subject="help gyges") == []
    assert kinds(tap(town, mail, "Sign up")) == ["welcome"]


@pytest.mark.parametrize("command", ["signoff", "add address b@example.org", "gyges resign 1"])
def test_security_questions_have_no_link(town_with_pages: Town, command: str) -> None:
    town_with_pages.board()
    (question,) = town_with_pages.write(ALICE, command)
    assert question.kind == MailKind.CONFIRM
    assert links(question) == {}


def test_the_help_on_contests_has_links_to_enter_them(town_with_pages: Town) -> None:
    mail = only(town_with_pages.write(ALICE, "help contests"))
    (entered,) = tap(town_with_pages, mail, "Enter a cup of Gyges")
    assert entered.kind == MailKind.CONTEST


def test_a_stored_mail_holds_no_token_of_its_links(town_with_pages: Town) -> None:
    mail = seek(town_with_pages)
    token = token_of(town_with_pages, mail, TAKE)
    assert token is not None
    assert token.encode() not in town_with_pages.bytes_on_disk()
