"""Links that write a mail."""

from __future__ import annotations

from urllib.parse import parse_qs, unquote, urlsplit

from pbm.mail.mailto import mailto
from tests.combinations import for_each

SUBJECT = "Re: [gyges 17] ply 9: your move, Zoë & co?"


@for_each("body", ["accept", "13x14=44", "34-44-43; 43-53-N", "été & 100% + 1\nbye"])
def test_a_link_holds_address_subject_and_body_as_they_are(body: str) -> None:
    link = urlsplit(mailto("pbm+abc@pbm.example", SUBJECT, body))
    fields = parse_qs(link.query, strict_parsing=True)
    assert (link.scheme, unquote(link.path)) == ("mailto", "pbm+abc@pbm.example")
    assert fields == {
        "subject": [SUBJECT],
        "body": ["".join(f"{line}\r\n" for line in body.split("\n"))],
    }


def test_a_plus_is_never_taken_for_a_space() -> None:
    assert "+" not in mailto("pbm+abc@pbm.example", "a+b", "c+d")


def test_a_mail_whose_first_line_is_to_be_written_has_no_body() -> None:
    assert "body" not in mailto("pbm@pbm.example", "Hello")
