"""The link to the composer: its token moves in the state that was mailed, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pbm.mail.addresses import reply_address
from tests.combinations import for_each
from tests.pbm.conftest import SavedTown
from tests.pbm.site.published import OPENING, URL, Published
from tests.pbm.town import ALICE, BOB, CAROL, DOMAIN, PASSWORD, Mail, Town, kinds, of, only

LINK = re.compile(
    rf"{URL}/(?:de/)?games/1\.html#reply=pbm\+([a-z2-7]{{26}})@{DOMAIN}&(?:amp;)?ply=(\d+)"
)


@pytest.fixture(scope="module")
def saved_club(tmp_path_factory: pytest.TempPathFactory) -> SavedTown:
    club = Published(tmp_path_factory.mktemp("club"))
    with closing(club.town) as town:
        club.sign_up_both("mail pictures")
        mails = town.play(town.board(), *OPENING[:-1])
        town.paint()
    return SavedTown(town.folder, mails)


@pytest.fixture
def town(saved_club: SavedTown, tmp_path: Path, _unsynced: None) -> Iterator[Town]:
    """The town of a club with pages, where alice and bob get pictures and bob is to move."""
    with closing(saved_club.copy(tmp_path, site=str(tmp_path / "site"), site_url=URL)) as town:
        yield town


@pytest.fixture
def mails(town: Town, saved_club: SavedTown) -> tuple[Mail, Mail]:
    """The mails of gyges 1 after the opening: alice's, who is to move, and bob's."""
    return town.play(saved_club.mails, OPENING[-1])


def link(mail: Mail) -> tuple[str, str]:
    """The token and the ply in the link to the composer, which both parts must have."""
    ((token, ply),) = {*LINK.findall(mail.text), *LINK.findall(mail.html)}
    return token, ply


def test_the_board_mail_of_who_is_to_move_has_the_link(
    town: Town, mails: tuple[Mail, Mail]
) -> None:
    token, ply = link(of(mails, ALICE))
    assert ply == "4" and token != of(mails, ALICE).token
    assert not LINK.search(of(mails, BOB).text)


def test_the_link_opens_the_page_in_the_language_of_its_reader(
    town: Town, mails: tuple[Mail, Mail]
) -> None:
    question = only(town.answer(of(mails, ALICE), "set lang de"))
    town.answer(question, "ja")
    shown = only(town.answer(of(mails, ALICE), "show"))
    assert f"{URL}/de/games/1.html#reply=" in shown.text


def test_the_link_moves(town: Town, mails: tuple[Mail, Mail]) -> None:
    token, _ = link(of(mails, ALICE))
    moved = town.write(ALICE, "15-24\n", to=reply_address(token, DOMAIN))
    assert of(moved, BOB).moves == ["15-24"]


@for_each("line", ["resign", "propose draw", "undo", "chat\nhello", "queue 61-53", "set mail text"])
def test_the_link_does_nothing_else(town: Town, mails: tuple[Mail, Mail], line: str) -> None:
    token, _ = link(of(mails, ALICE))
    seq = town.match().seq
    told = town.write(ALICE, f"{line}\n", to=reply_address(token, DOMAIN))
    assert town.match().seq == seq
    assert [mail.to for mail in told] == [ALICE]


def test_words_beside_no_move_are_not_passed_on(town: Town, mails: tuple[Mail, Mail]) -> None:
    token, _ = link(of(mails, ALICE))
    told = town.write(ALICE, "What a fine game this is, Bob.\n", to=reply_address(token, DOMAIN))
    assert [mail.to for mail in told] == [ALICE]


def test_at_a_later_state_the_link_shows_the_board(town: Town, mails: tuple[Mail, Mail]) -> None:
    token, _ = link(of(mails, ALICE))
    town.play(mails, "15-24", "64-54")
    plies = town.match().plies
    answer = only(town.write(ALICE, "13-14\n", to=reply_address(token, DOMAIN)))
    assert answer.news == "stale" and town.match().plies == plies


def test_another_sender_cannot_use_the_link(town: Town, mails: tuple[Mail, Mail]) -> None:
    token, _ = link(of(mails, ALICE))
    town.sign_up(CAROL)
    told = town.write(CAROL, "15-24\n", to=reply_address(token, DOMAIN))
    assert town.match().plies == len(OPENING)
    assert "wrong_secret" in kinds(told)


def test_no_token_of_a_link_is_kept(town: Town, mails: tuple[Mail, Mail]) -> None:
    token, _ = link(of(mails, ALICE))
    assert token.encode() not in town.bytes_on_disk()


def test_no_encoding_breaks_the_link(town: Town, saved_club: SavedTown) -> None:
    """Mails in German need quoted-printable, whose lines have at most 76 characters."""
    town.write(ALICE, f"set alice {PASSWORD} lang de\n")
    mail = of(town.play(saved_club.mails, OPENING[-1]), ALICE)
    text = next(part for part in mail.message.walk() if part.get_content_type() == "text/plain")
    assert text["Content-Transfer-Encoding"] == "quoted-printable"
    assert all(len(line) <= 76 for line in str(text.get_payload()).splitlines())
    token, _ = link(mail)
    assert of(town.write(ALICE, "15-24\n", to=reply_address(token, DOMAIN)), BOB).moves == ["15-24"]
