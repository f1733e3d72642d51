"""HTML parts after the text of a mail."""

from __future__ import annotations

from dataclasses import replace
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

import pytest

from pbm.mail.addresses import MASK, fill_masks
from pbm.mail.multipart import content_id, with_html
from pbm.mail.write import Mail, compose
from tests.pbm.mail.test_write import MAIL, TOKEN

PAGE = f"<p>confirm {MASK}</p>\n"
PNG = b"\x89PNG" + bytes(range(256)) * 20


def parsed(raw: bytes) -> EmailMessage:
    message = message_from_bytes(raw, policy=default)
    assert isinstance(message, EmailMessage)
    assert not any(part.defects for part in message.walk())
    return message


def made(mail: Mail = MAIL, page: str = PAGE, *pictures: bytes) -> bytes:
    return with_html(compose(mail, TOKEN), mail.message_id, page, pictures)


@pytest.mark.parametrize("body", ["Hello\n", "Grüße\n", "a\n-- \npbm\n"])
def test_the_text_is_the_first_part_and_is_not_changed(body: str) -> None:
    mail = replace(MAIL, body=body)
    text = compose(mail, TOKEN).partition(b"\r\n\r\n")[2]
    raw = made(mail)
    first, second = parsed(raw).iter_parts()
    assert text in raw
    assert first.get_content() == parsed(compose(mail, TOKEN)).get_content()
    assert first.get_content_type() == "text/plain"
    assert (second.get_content_type(), second["Content-Transfer-Encoding"]) == ("text/html", "7bit")
    assert second.get_content().replace("\r\n", "\n").strip("\n") == PAGE.strip("\n")


def test_the_headers_of_the_mail_stay_and_come_once() -> None:
    plain, whole = parsed(compose(MAIL, TOKEN)), parsed(made())
    ours = {"Content-Type", "Content-Transfer-Encoding", "MIME-Version"}
    assert [(k, v) for k, v in whole.items() if k not in ours] == [
        (k, v) for k, v in plain.items() if k not in ours
    ]
    assert [name for name in whole if name in ours] == ["MIME-Version", "Content-Type"]


def test_pictures_stand_beside_the_page_that_shows_them() -> None:
    _, related = parsed(made(MAIL, PAGE, PNG, PNG[:99])).iter_parts()
    page, *pictures = related.iter_parts()
    assert (page.get_content_type(), related.get_param("type")) == ("text/html", "text/html")
    assert [each.get_content() for each in pictures] == [PNG, PNG[:99]]
    names = [each["Content-ID"] for each in pictures]
    assert names == [f"<{content_id(MAIL.message_id, number)}>" for number in range(2)]
    assert {each.get_content_disposition() for each in pictures} == {"inline"}


def test_the_same_mail_gives_the_same_bytes_and_another_one_other_boundaries() -> None:
    other = replace(MAIL, message_id="<other@pbm.example>")
    boundaries = {parsed(raw).get_boundary() for raw in (made(), made(), made(other))}
    assert made(MAIL, PAGE, PNG) == made(MAIL, PAGE, PNG)
    assert len(boundaries) == 2


@pytest.mark.parametrize("length", [100, 2000])
def test_a_mask_is_filled_in_html_with_lines_of_any_length(length: int) -> None:
    raw = made(MAIL, f"<p>{'x=' * length}</p>\n{PAGE}")
    page = parsed(fill_masks(raw, [TOKEN])).get_body(("html",))
    assert page is not None
    assert f"confirm {TOKEN}" in page.get_content()
    assert max(map(len, raw.split(b"\r\n"))) <= 998
