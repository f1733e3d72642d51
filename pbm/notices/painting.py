"""Makes the HTML part of a mail and its pictures from the facts of its page."""

from __future__ import annotations

from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

from pbm.core.games import draw, find
from pbm.mail.addresses import mask, reply_address, server_address
from pbm.mail.correspondence import OutboxMail
from pbm.mail.mailto import mailto
from pbm.mail.multipart import content_id, with_html
from pbm.notices.page.html import Buttons, Choices, Image, Inset, Target, page
from pbm.notices.page.offers import Link, Placed, placed
from pbm.notices.pages import Diagram, Form, Page
from pbm.notices.wording import words_in
from pbm.pictures.png import png
from pbm.pictures.words import alt


def finished(mail: OutboxMail) -> bytes:
    """The final bytes of an unfinished mail: its text, then its HTML part."""
    wanted, message = Page.from_json(mail.page), _message(mail)
    subject, text = str(message["Subject"]), str(message.get_content()).replace("\r\n", "\n")
    links = [_linked(each, message) for each in placed(text, wanted.offers)]
    cells = {
        link.words: _url(link, message)
        for offer in wanted.offers
        for link in offer.links
        if not offer.text
    }
    if wanted.form is Form.HTML:
        insets = [_table(each, wanted.language) for each in wanted.diagrams]
        html = page(subject, text, [*insets, *links], wanted.language, cells)
        return with_html(mail.raw, mail.message_id, html)
    painted = [_painted(each, wanted.language) for each in wanted.diagrams]
    insets = [each.inset(content_id(mail.message_id, n)) for n, each in enumerate(painted)]
    html = page(subject, text, [*insets, *links], wanted.language, cells)
    return with_html(mail.raw, mail.message_id, html, [each.png for each in painted])


def _message(mail: OutboxMail) -> EmailMessage:
    message = message_from_bytes(mail.raw, policy=default)
    assert isinstance(message, EmailMessage), "the policy makes it one"
    return message


def _url(link: Link, message: EmailMessage) -> str:
    domain, number = message["Reply-To"].addresses[0].domain, link.token
    address = server_address(domain) if number is None else reply_address(mask(number), domain)
    return mailto(address, f"Re: {message['Subject']}", link.words)


def _linked(placed: Placed, message: EmailMessage) -> Inset:
    """The links of an offer, in its place."""
    targets = [
        Target(link.label, _url(link, message), strong=at == 0 and link.label != link.words)
        for at, link in enumerate(placed.offer.links)
    ]
    shown = Choices(targets) if placed.offer.listed else Buttons(targets)
    return Inset(placed.first, placed.end, shown, placed.lead)


@dataclass(frozen=True)
class _Painted:
    """A board as PNG. alt: the board in words. legend: words for what is marked on it."""

    diagram: Diagram
    png: bytes
    alt: str
    legend: str

    def inset(self, name: str) -> Inset:
        width, height = (int.from_bytes(self.png[at : at + 4]) // 2 for at in (16, 20))
        image = Image(f"cid:{name}", width, height, self.alt, self.legend)
        return Inset(self.diagram.first, self.diagram.end, image)


def _painted(diagram: Diagram, language: str) -> _Painted:
    game = find(diagram.spec)
    state = game.recall(diagram.position, diagram.past)
    words = words_in(language, game)
    scene = draw(game, state, diagram.seat, words, diagram.turned)
    return _Painted(diagram, png(scene), alt(game, state, diagram.seat, words), scene.legend)


def _table(diagram: Diagram, language: str) -> Inset:
    game = find(diagram.spec)
    state = game.recall(diagram.position, diagram.past)
    picture = game.picture(state, diagram.seat, words_in(language, game))
    return Inset(diagram.first, diagram.end, picture)
