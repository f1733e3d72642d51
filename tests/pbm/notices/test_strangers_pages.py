"""The HTML part of mails from which strangers begin."""

from __future__ import annotations

import re
from urllib.parse import unquote

import pytest

from pbm.core.games import game_names
from pbm.mail.addresses import MASK
from pbm.rules.lesson import VIEWS
from tests.pbm.town import CAROL, Mail, Town, only

LINK = re.compile(r'href="mailto:([^"?]+)\?subject=([^"&]*)(?:&amp;body=([^"]*))?"')

IMAGES = re.compile(r'src="cid:([^"]+)"')


def links(mail: Mail) -> list[tuple[str, str]]:
    """The address and the body of each link, decoded."""
    return [(unquote(to), unquote(body).strip("\r\n")) for to, _, body in LINK.findall(mail.html)]


@pytest.fixture
def told(town: Town) -> Mail:
    """The answer to a stranger who asks how to begin."""
    return only(town.write(CAROL, "hi, a friend told me you play by mail here, how do i start?\n"))


def test_links_for_strangers_hold_the_reply_address_of_their_mail(told: Mail) -> None:
    assert {to for to, _ in links(told)} == {told.reply_to}
    assert MASK not in told.html
    assert {body for _, body in links(told)} >= {"signup carol", "help tutorial"}


def test_the_words_of_a_link_are_answered_as_a_new_letter(town: Town, told: Mail) -> None:
    (begun,) = [body for _, body in links(told) if body.startswith("signup")]
    assert only(town.write(CAROL, f"{begun}\n")).facts["userid"] == "carol"


def test_the_link_of_a_signup_answers_the_mail_itself(town: Town) -> None:
    question = only(town.write(CAROL, subject="signup carol"))
    ((to, words),) = links(question)
    assert (to, words) == (f"pbm+{question.token}@pbm.example", "yes")
    town.answer(question, f"{words}\n")
    assert town.player("carol").addresses == (CAROL,)


def test_the_page_says_what_the_text_says(told: Mail) -> None:
    assert told.message.get_content_type() == "multipart/alternative"
    shown = " ".join(re.sub(r"<[^>]+>", " ", told.html).split())
    assert "Here people play board games" in shown
    assert "a name of your choice" in " ".join(told.text.split())


@pytest.mark.parametrize("line", ["signup", "signup Carol Hollis"])
def test_a_refused_signup_offers_the_line_that_works(told: Mail, town: Town, line: str) -> None:
    refusal = only(town.answer(told, f"{line}\n"))
    assert "signup carol" in " ".join(refusal.text.split())
    assert "***" not in refusal.text
    assert "signup carol" in {body for _, body in links(refusal)}


def test_the_userid_is_repeated_however_long_and_a_password_is_not(told: Mail, town: Town) -> None:
    refusal = only(town.answer(told, "signup Margaret Hollis\n"))
    assert "signup margaret" in " ".join(refusal.text.split())
    refusal = only(town.answer(told, "signup hunter2secret x9\n"))
    assert "hunter2secret" not in refusal.text
    assert "signup" not in {body.split(" ")[0] for _, body in links(refusal)}


def test_the_suggested_userid_is_free(told: Mail, town: Town) -> None:
    town.sign_up(CAROL)
    mail = only(town.write("carol.hall@example.net", "how do i start playing here please?\n"))
    assert "signup carolhall" in {body for _, body in links(mail)}


def test_a_stranger_sees_a_game_in_four_pictures_before_anything_has_to_be_read(
    town: Town, told: Mail
) -> None:
    pictures = IMAGES.findall(told.html)
    assert len(pictures) == len(set(pictures)) == VIEWS
    parts = {str(part["Content-ID"]).strip("<>") for part in told.message.walk()}
    assert set(pictures) <= parts
    assert len(IMAGES.findall(town.sign_up(CAROL).html)) == VIEWS


@pytest.mark.parametrize("game", game_names())
def test_the_help_of_a_game_is_drawn_for_strangers_as_for_players(town: Town, game: str) -> None:
    asked = only(town.write(CAROL, f"help {game}\n"))
    town.sign_up(CAROL)
    as_player = only(town.write(CAROL, f"help {game}\n"))
    example = 2
    for mail in (asked, as_player):
        assert len(IMAGES.findall(mail.html)) == VIEWS + example
        assert len(mail.html) < 60 * 1024


def test_the_help_about_the_server_lets_strangers_begin(town: Town) -> None:
    mail = only(town.write(CAROL, "help about\n"))
    assert {body for _, body in links(mail)} >= {"learn hex", "signup carol"}
