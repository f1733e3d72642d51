"""Makes the HTML part of a mail and its pictures from the facts of its page."""

from __future__ import annotations

from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

from pbm.core.games import draw, find
from pbm.mail.correspondence import OutboxMail
from pbm.mail.multipart import content_id, with_html
from pbm.notices.html import Image, Inset, page
from pbm.notices.pages import Diagram, Form, Page
from pbm.notices.wording import words_in
from pbm.pictures.png import png
from pbm.pictures.words import alt


def finished(mail: OutboxMail) -> bytes:
    """The final bytes of an unfinished mail: its text, then its HTML part."""
    wanted = Page.from_json(mail.page)
    if wanted.form is Form.HTML:
        insets = [_table(each, wanted.language) for each in wanted.diagrams]
        return with_html(mail.raw, mail.message_id, page(_text(mail), insets, wanted.language))
    painted = [_painted(each, wanted.language) for each in wanted.diagrams]
    insets = [each.inset(content_id(mail.message_id, n)) for n, each in enumerate(painted)]
    html = page(_text(mail), insets, wanted.language)
    return with_html(mail.raw, mail.message_id, html, [each.png for each in painted])


def _text(mail: OutboxMail) -> str:
    message = message_from_bytes(mail.raw, policy=default)
    assert isinstance(message, EmailMessage), "the policy makes it one"
    return str(message.get_content()).replace("\r\n", "\n")


@dataclass(frozen=True)
class _Painted:
    """A board as PNG. alt: the board in words."""

    diagram: Diagram
    png: bytes
    alt: str

    def inset(self, name: str) -> Inset:
        width, height = (int.from_bytes(self.png[at : at + 4]) // 2 for at in (16, 20))
        image = Image(f"cid:{name}", width, height, self.alt)
        return Inset(self.diagram.first, self.diagram.end, image)


def _painted(diagram: Diagram, language: str) -> _Painted:
    game = find(diagram.spec)
    state = game.recall(diagram.position, diagram.past)
    words = words_in(language, game)
    scene = draw(game, state, diagram.seat, words, diagram.turned)
    return _Painted(diagram, png(scene), alt(game, state, diagram.seat, words))


def _table(diagram: Diagram, language: str) -> Inset:
    game = find(diagram.spec)
    state = game.recall(diagram.position, diagram.past)
    picture = game.picture(state, diagram.seat, words_in(language, game))
    return Inset(diagram.first, diagram.end, picture)
