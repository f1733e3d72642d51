"""The HTML part of a mail, made from the facts of its page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from itertools import zip_longest
from typing import Any

import pytest

from pbm.core.games import Seat, all_games, spec
from pbm.core.model import Cause
from pbm.mail.correspondence import OutboxMail
from pbm.mail.write import Mail, compose
from pbm.notices import painting
from pbm.notices.pages import MOST_BOARDS, Drawing, Form, diagram_of, page_of
from pbm.notices.painting import LARGEST, finished, largest
from pbm.pictures.png import TALL, WIDE
from tests.combinations import for_each
from tests.rules.playouts import final, turns

SMALL = 48 * 1024
MAIL = Mail(
    message_id="<0123456789abcdef01234567@pbm.example>",
    recipient="alice@example.org",
    sender="pbm@pbm.example",
    reply_to="pbm@pbm.example",
    subject="[pbm] your move",
    body="",
    date=datetime(2026, 11, 20, 10, tzinfo=UTC),
)


def unfinished(
    form: Form,
    game: Any,
    *states: Any,
    name: str = "Zoe",
    language: str = "en",
    series: Sequence[int] = (),
) -> Any:
    drawings = [
        Drawing(
            game.render(state, viewer=Seat.FIRST),
            diagram_of(game, state, Seat.FIRST, series=number),
        )
        for state, number in zip_longest(states, series[: len(states)], fillvalue=0)
    ]
    text = f"Hello {name}\n\n" + "".join(f"{drawing}\n\n" for drawing in drawings) + "-- \npbm\n"
    page = page_of(form, language, text, {"drawings": drawings})
    raw = compose(replace(MAIL, body=text))
    return OutboxMail(
        MAIL.recipient, "board", MAIL.message_id, raw, Cause(letter=1), page=page.to_json()
    )


def parsed(raw: bytes) -> EmailMessage:
    message = message_from_bytes(raw, policy=default)
    assert isinstance(message, EmailMessage)
    assert not any(part.defects for part in message.walk())
    return message


@pytest.mark.parametrize("game", all_games(), ids=spec)
def test_boards_are_inline_pictures_that_the_html_shows(game: Any) -> None:
    mail = unfinished(Form.PICTURES, game, *(each[0] for each in turns(spec(game), 1)[1:3]))
    message = parsed(finished(mail))
    text, related = message.iter_parts()
    page, *pictures = related.iter_parts()
    assert text.get_content() == parsed(mail.raw).get_content()
    assert [each.get_content_type() for each in pictures] == ["image/png"] * 2
    for each in pictures:
        assert each.get_content().startswith(b"\x89PNG")
        assert page.get_content().count(f'src="cid:{each["Content-ID"].strip("<>")}"') == 1


def shown(mail: OutboxMail) -> tuple[int, int]:
    """How many boards of a mail are pictures, and how many are text."""
    message = parsed(finished(mail))
    _, related = message.iter_parts()
    page, *pictures = related.iter_parts()
    assert page.get_content().count("<img") == len(pictures)
    return len(pictures), page.get_content().count("<pre")


@pytest.mark.parametrize("game", all_games(), ids=spec)
def test_many_boards_of_a_game_are_one_contact_sheet_in_the_place_of_the_last(game: Any) -> None:
    states = [each[0] for each in turns(spec(game), 1)[: MOST_BOARDS + 3]]
    assert shown(unfinished(Form.PICTURES, game, *states, series=[1] * len(states))) == (1, 0)


@pytest.mark.parametrize("game", all_games(), ids=spec)
def test_each_of_many_boards_has_a_picture_large_enough_to_read(game: Any) -> None:
    states = [each[0] for each in turns(spec(game), 1)[-10:]]
    mail = unfinished(Form.PICTURES, game, *states)
    assert shown(mail) == (len(states), 0)
    for part in parsed(finished(mail)).walk():
        if part.get_content_type() == "image/png":
            assert int.from_bytes(part.get_content()[16:20]) >= min(WIDE, TALL) // 2


@pytest.mark.parametrize(("boards", "scale"), [(1, 1), (2, 0.75), (3, 0.62)])
@pytest.mark.parametrize("game", all_games(), ids=spec)
def test_the_fewer_boards_a_mail_has_the_sharper_they_are(
    game: Any, boards: int, scale: float
) -> None:
    mail = unfinished(Form.PICTURES, game, *[each[0] for each in turns(spec(game), 1)[:boards]])
    raw = finished(mail)
    widths = [
        int.from_bytes(part.get_content()[16:20])
        for part in parsed(raw).walk()
        if part.get_content_type() == "image/png"
    ]
    assert len(widths) == boards
    assert min(widths) >= scale * min(WIDE, TALL)
    assert len(raw) <= LARGEST


@pytest.mark.parametrize("game", all_games(), ids=spec)
def test_a_game_among_other_boards_is_a_sheet_of_its_own(game: Any) -> None:
    states = [each[0] for each in turns(spec(game), 1)[: MOST_BOARDS + 4]]
    series = [0, *[1] * (MOST_BOARDS + 1), 0, 0]
    assert shown(unfinished(Form.PICTURES, game, *states, series=series)) == (4, 0)


@pytest.mark.parametrize("game", all_games(), ids=spec)
def test_a_whole_game_is_a_contact_sheet_however_long_its_text_is(game: Any) -> None:
    states = [each[0] for each in turns(spec(game), 1)]
    mail = unfinished(Form.PICTURES, game, *states, series=[1] * len(states))
    raw = finished(mail)
    page = parsed(raw).get_body(("html",))
    assert page is not None
    assert page.get_content().count("<img") == 1
    assert len(raw) <= largest(mail.raw, pictures=1)


@pytest.mark.parametrize("game", all_games(), ids=spec)
def test_a_mail_with_a_picture_is_small(game: Any) -> None:
    assert len(finished(unfinished(Form.PICTURES, game, final(spec(game))[0]))) <= SMALL


@pytest.mark.parametrize("game", all_games(), ids=spec)
def test_boards_that_would_make_a_mail_too_large_stay_text(
    game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(painting, "FURTHER", 0)
    states = [each[0] for each in turns(spec(game), 1)[-MOST_BOARDS:]]
    mail = unfinished(Form.PICTURES, game, *states)
    drawn, written = shown(mail)
    assert len(finished(mail)) <= LARGEST
    assert drawn > 0
    assert drawn + written == MOST_BOARDS


@pytest.mark.parametrize("form", Form)
def test_a_mail_with_an_endless_page_is_its_text(form: Form) -> None:
    mail = unfinished(form, all_games()[0], name="Zoe\n\n" + "| a\n" * 3000)
    assert len(mail.raw) < LARGEST
    assert finished(mail) == mail.raw


@pytest.mark.parametrize("game", all_games(), ids=spec)
def test_boards_are_tables_for_who_wants_no_pictures(game: Any) -> None:
    message = parsed(finished(unfinished(Form.HTML, game, final(spec(game))[0])))
    assert [part.get_content_type() for part in message.iter_parts()] == ["text/plain", "text/html"]
    page = message.get_body(("html",))
    assert page is not None
    assert "<table" in page.get_content()
    assert "<img" not in page.get_content()


@for_each("form", Form)
@for_each("name", ["Zoe", "Zoë", "Zo" + "e" * 2000])
def test_the_same_mail_gives_the_same_bytes_of_ascii_in_short_lines(form: Form, name: str) -> None:
    game = all_games()[0]
    mail = unfinished(form, game, final(spec(game))[0], name=name)
    raw = finished(mail)
    assert raw == finished(mail)
    assert raw.isascii()
    assert max(map(len, raw.split(b"\r\n"))) <= 998
    assert raw.count(b"\n") == raw.count(b"\r\n")
    page = parsed(raw).get_body(("html",))
    assert page is not None
    assert name.replace("ë", "&#235;") in page.get_content().replace("<wbr>", "")


def test_a_subject_as_long_as_a_line_has_a_headline_without_its_tag() -> None:
    subject = f"[pbm] {'word ' * 13}words"
    game = all_games()[0]
    mail = unfinished(Form.PICTURES, game, game.start("", 0))
    mail = replace(mail, raw=compose(replace(MAIL, subject=subject, body="Hello\n\n-- \npbm\n")))
    assert b"Subject:\r\n" in mail.raw, "the value has a line of its own"
    message = parsed(finished(mail))
    html = message.get_body(("html",))
    assert html is not None
    assert ">Word word" in html.get_content()
