"""Makes the HTML part of a mail and its pictures."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from functools import partial
from itertools import chain
from math import ceil

from pbm.base.values import replace
from pbm.core.games import (
    AnyGame,
    GameFault,
    Picture,
    RulesError,
    Scene,
    Seat,
    draw,
    find_kept,
    lesson_of,
    pictured,
    shown,
)
from pbm.mail.addresses import mask, reply_address
from pbm.mail.correspondence import OutboxMail
from pbm.mail.mailto import mailto
from pbm.mail.multipart import content_id, with_html
from pbm.notices.deadlines import with_calendar
from pbm.notices.page.card import LINKS, Card
from pbm.notices.page.folds import FOLD, with_folds
from pbm.notices.page.html import (
    Buttons,
    Choices,
    Face,
    Image,
    Inset,
    Strip,
    Target,
    blocks_with,
    card_page,
    page,
)
from pbm.notices.page.offers import Link, Placed, placed
from pbm.notices.pages import MOST_BOARDS, Chart, Diagram, Figure, Form, Page
from pbm.notices.rendering import quoted, titled
from pbm.notices.wording import say, words_in
from pbm.pictures.curve import curve
from pbm.pictures.png import LEAST_SCALE, encoded, painted, png
from pbm.pictures.sheet import MOST, WIDTH, Labelled, most_for, sheet
from pbm.pictures.words import alt

_NUMBERED = re.compile(r" {0,3}(\d{1,3}\.) (?:.* (\S*\d\S*)$)?")
"""A numbered line, with its last word if that is a move."""


LARGEST = 48 * 1024
"""The most bytes of a mail with up to ``FEW`` pictures, one of which may be a contact sheet. In a
larger mail fewer boards are pictures, and the others stay text."""

FEW, FURTHER = 3, 14 * 1024
"""Each further picture, in its small form, may take so many bytes: it can be read, and a small
board in characters would be as high. Programs load pictures one by one, and cut off none."""

LARGEST_PAGE = 80 * 1024
"""The most bytes besides the text, in a mail that is long or has no pictures: Gmail cuts a page
off at 102 KiB. With a larger page, a mail has its text alone, which says the same."""

_LONG = 16 * 1024
"""A text of more bytes is long, such as the review of a long game."""

_SCALES = (1,), (1, 0.75), (0.75, 0.625), (0.625,)
"""The scales of pictures to try, by their number. Larger ones take 10 ms each, and never fit."""

_FEWER = (4, 3)
"""How many boards a contact sheet shows if the picture of all that it can hold is too large."""

_SHORTEST_PAGE = 3300
"""SpamAssassin takes a shorter page with a picture for an advertisement (HTML_IMAGE_ONLY)."""

_WIDE, _TALL = 600, 460

VIEW = 112
"""The width of each of the pictures that show the rules, of which two are beside each other."""

SMALL = 300
"""The width of a board that only gives an idea of the game, and of a tall one above its rules."""

_FILLING = f"<!--{'.' * 64}-->\n"


def finished(mail: OutboxMail) -> bytes:
    """The final bytes of an unfinished mail: its text, its HTML part, and a file for calendars."""
    wanted = Page.from_json(mail.page)
    return with_calendar(_with_page(mail, wanted), mail.message_id, wanted.deadline)


def _with_page(mail: OutboxMail, wanted: Page) -> bytes:
    message = _message(mail)
    text = str(message.get_content()).replace("\r\n", "\n")
    lines = text.split("\n")
    # A long subject may begin on a line of its own, and its value then begins with a space.
    subject = str(message["Subject"]).strip()
    replies = _Replies(message["From"].addresses[0].addr_spec, subject)
    if wanted.card is not None:
        return _with_card(mail, wanted, wanted.card, lines, replies)
    folded = with_folds(lines, wanted.folded)
    links = [_linked(each, replies, folded) for each in _placed(wanted, lines)]
    cells = {
        link.label: replies.url(link)
        for offer in wanted.offers
        for link in offer.links
        if not offer.text
    }
    marked = "\n".join(folded)
    for insets, pictures in _forms(wanted, lines, partial(content_id, mail.message_id)):
        named = partial(content_id, mail.message_id)
        lesson = wanted.lesson if wanted.form is Form.PICTURES else ""
        strip, views = _strip(lesson, wanted, named, len(pictures))
        taught = [Inset(wanted.below, wanted.below, strip)] if strip else []
        headline = wanted.subject or replies.subject
        shown = [*insets, *taught, *links]
        html = page(headline, marked, shown, wanted.language, cells, names=wanted.names)
        both = [*pictures, *views]
        whole = _whole(mail, html, both)
        if len(whole) <= largest(mail.raw, len(both)):
            return whole
    return mail.raw


def _whole(mail: OutboxMail, html: str, pictures: Sequence[bytes]) -> bytes:
    if pictures:
        html += _FILLING * ceil(max(0, _SHORTEST_PAGE - len(html)) / len(_FILLING))
    return with_html(mail.raw, mail.message_id, html, pictures)


def _with_card(
    mail: OutboxMail, wanted: Page, card: Card, lines: Sequence[str], replies: _Replies
) -> bytes:
    """The mail with its card, or with its text alone if that is too large even without pictures."""
    named = partial(content_id, mail.message_id)
    for insets, pictures in _forms(wanted, lines, named):
        strip, views = _strip(card.lesson if pictures else "", wanted, named, len(pictures))
        least = SMALL if strip else _WIDE
        board = [_in_card(each.shown, least) for each in insets if each.shown is not None]
        face = _face(card, board, strip, wanted.language, replies)
        both = [*pictures, *views]
        whole = _whole(mail, card_page(face, replies.subject, wanted.language), both)
        if len(whole) <= largest(mail.raw, len(both)):
            return whole
    return mail.raw


def _in_card(board: Picture | Image | Buttons | Choices | Strip, tall: int) -> Picture | Image:
    """The board as a card shows it. tall: the most pixels across, for one that is not wide."""
    assert isinstance(board, Picture | Image), "it takes the place of a drawing"
    if not isinstance(board, Image):
        return board
    width = board.width if board.width == _WIDE else min(board.width, tall)
    return replace(board, width=width, legend=board.key)


def _face(
    card: Card,
    board: Sequence[Picture | Image],
    strip: Strip | None,
    language: str,
    replies: _Replies,
) -> Face:
    lines = card.notes.split("\n")
    plain = "\n".join(lines).replace(FOLD, "")
    links = [_linked(each, replies, lines) for each in placed(plain, card.offers)]
    drawn = [Inset(0, 0, each) for each in board]
    targets = {name: [_target(link, replies) for link in getattr(card, name)] for name in LINKS}
    return Face(
        card=card,
        board=blocks_with("", drawn),
        strip=strip,
        lead=blocks_with(card.lead, (), language),
        quote=blocks_with(quoted(card.quote)) if card.quote else (),
        prompt=blocks_with(card.prompt, (), language),
        notes=blocks_with(card.notes, links, language),
        **targets,
    )


def _target(link: Link, replies: _Replies, *, strong: bool = False) -> Target:
    return Target(link.label, replies.url(link), strong=strong)


def _strip(lesson: str, wanted: Page, named: Named, first: int) -> tuple[Strip | None, list[bytes]]:
    """A game in pictures, and these pictures; nothing if no game is to be shown.

    first: the number of the first of them among those of the mail.
    """
    if not lesson:
        return None, []
    game, language = find_kept(lesson), wanted.language
    try:
        return _drawn_strip(game, language, named, first)
    except (GameFault, RulesError):
        return None, []  # the text alone says the same, and a plugin may give no answer


def _drawn_strip(
    game: AnyGame, language: str, named: Named, first: int
) -> tuple[Strip, list[bytes]]:
    """:raises GameFault, RulesError: if the plugin of the game does not play its sample"""
    game = pictured(game)
    words, taught = words_in(language, game), lesson_of(game)
    pictures, views = [], []
    for number, view in enumerate(taught.views, first):
        state = shown(game, view)
        scene = draw(game, state, Seat.FIRST, words)
        part = scene.part(view.cells) if view.cells else scene
        pictures.append(encoded(painted(part, 2 * VIEW)))
        image = Image(f"cid:{named(number)}", VIEW, alt(game, state, None, words))
        views.append((image, say(words, view.caption)))
    return Strip(f"{titled(game.name, language)}: {say(words, taught.aim)}", views), pictures


def largest(raw: bytes, pictures: int) -> int:
    """The most bytes that a mail with so many pictures may have. raw: it with its text alone."""
    least = LARGEST if pictures and len(raw) <= _LONG else len(raw) + LARGEST_PAGE
    return least + max(0, pictures - FEW) * FURTHER


def _message(mail: OutboxMail) -> EmailMessage:
    message = message_from_bytes(mail.raw, policy=default)
    assert isinstance(message, EmailMessage), "the policy makes it one"
    return message


def _placed(wanted: Page, lines: Sequence[str]) -> Iterator[Placed]:
    """Yield what the mail offers, and the mails within it."""
    yield from placed("\n".join(lines), wanted.offers)
    for part in wanted.parts:
        yield from placed("\n".join(lines[part.first : part.end]), part.offers, part.first)


@dataclass(frozen=True)
class _Replies:
    """The replies that a mail's links write. club: the address of the club."""

    club: str
    subject: str

    def url(self, link: Link, subject: str = "") -> str:
        """The address of a link, "" for none. subject: the subject to answer, if not the mail's."""
        if link.words is None:
            return ""
        if link.url:
            return link.url
        token = link.token
        address = self.club if token is None else reply_address(mask(token), self.club)
        return mailto(address, f"Re: {subject or self.subject}", link.words)


def _linked(placed: Placed, replies: _Replies, folded: Sequence[str]) -> Inset:
    """The links of an offer, in place of the offer's lines.

    folded: the lines of the text, with marks where a sentence goes on.
    """
    offer = placed.offer
    whole = placed.lead.count("\n") + 1
    lead = "\n".join(folded[placed.first : placed.first + whole]) if whole > 1 else placed.lead
    targets = [
        Target(
            link.label,
            replies.url(link, offer.subject),
            strong=at == 0 and offer.is_strong,
        )
        for at, link in enumerate(offer.links)
    ]
    shown = Choices(targets, offer.label) if offer.listed else Buttons(targets)
    return Inset(placed.first, placed.end, shown, lead)


Painted = tuple[Sequence[Inset], Sequence[bytes]]
"""Insets for the page, and the pictures that they show."""

Named = Callable[[int], str]
"""Returns the name of a picture by its number."""


@dataclass(frozen=True)
class _Plate:
    """A picture in the place of a board or a curve.

    image: what the page shows there, with no source yet.
    hidden: further boards that the picture shows, so that the page leaves them out.
    """

    picture: bytes
    image: Image
    place: Figure
    hidden: Sequence[Figure] = ()

    def insets(self, name: str) -> Iterator[Inset]:
        yield from (Inset(each.first, each.end, None) for each in self.hidden)
        yield Inset(self.place.first, self.place.end, replace(self.image, source=f"cid:{name}"))


def _forms(wanted: Page, lines: Sequence[str], named: Named) -> Iterator[Painted]:
    """Yield ways to show the boards, the smallest last."""
    if wanted.form is Form.HTML:
        boards = (each for each in wanted.diagrams if isinstance(each, Diagram))
        yield [_table(each, wanted.language) for each in boards], ()
    else:
        for plates in _plates(wanted, lines):
            ordered = sorted(plates, key=lambda plate: plate.place.first)
            insets = (plate.insets(named(number)) for number, plate in enumerate(ordered))
            yield list(chain.from_iterable(insets)), [plate.picture for plate in ordered]


def _plates(wanted: Page, lines: Sequence[str]) -> Iterator[Sequence[_Plate]]:
    """Yield pictures of all boards, then small ones of all, then of fewer and fewer.

    The many positions of a game share one picture, because each move of it is told in words.
    """
    single, games = _sorted_out(wanted.diagrams)
    painted = [_painted(each, wanted.language) for each in single]
    for scale in _scales(len(single)) if not games else ():
        yield [each.plate(png(each.scene, each.scale(scale))) for each in painted]
    small = [each.plate(png(each.scene, LEAST_SCALE)) for each in painted]
    sheets: Sequence[_Plate] = ()
    for most in (MOST, *_FEWER) if games else ():
        sheets = [_contact_sheet(each, lines, wanted.language, most) for each in games]
        yield [*sheets, *small]
    for most in range(len(small), -1, -1) if small else ():
        yield [*sheets, *small[:most]]


def _scales(boards: int) -> Sequence[float]:
    """The scales to try for so many boards, besides the smallest."""
    return _SCALES[min(boards, len(_SCALES) - 1)] if boards <= MOST_BOARDS else ()


def _sorted_out(diagrams: Sequence[Figure]) -> tuple[Sequence[Figure], Sequence[Sequence[Figure]]]:
    """The boards to be shown each by itself, and the positions of games that are shown whole."""
    single: list[Figure] = []
    games: dict[int, list[Figure]] = {}
    for each in diagrams:
        series = each.series if isinstance(each, Diagram) else 0
        (games.setdefault(series, []) if series else single).append(each)
    whole = [game for game in games.values() if len(game) > MOST_BOARDS]
    few = (each for game in games.values() if len(game) <= MOST_BOARDS for each in game)
    return [*single, *few], whole


def _contact_sheet(
    diagrams: Sequence[Figure], lines: Sequence[str], language: str, most: int
) -> _Plate:
    """One picture of at most ``most`` of the boards, in the place of the last board."""
    *others, last = diagrams
    end = _painted(last, language)
    boards = [
        Labelled(_label(lines[: each.first]), _scene(each, language))
        for each in _spread(diagrams, min(most, most_for(end.scene)))
    ]
    return _Plate(sheet(boards), Image("", WIDTH, end.alt), last, others)


def _spread(diagrams: Sequence[Figure], most: int) -> Sequence[Figure]:
    """At most this many diagrams, evenly, with the first and the last."""
    last, most = len(diagrams) - 1, min(most, len(diagrams))
    return [diagrams[round(at * last / (most - 1))] for at in range(most)]


def _label(above: Sequence[str]) -> str:
    """The number of the item above a board, with its move; "" without such an item."""
    for line in reversed(above):
        numbered = _NUMBERED.match(line)
        if numbered:
            return " ".join(filter(None, numbered.groups()))
    return ""


def _scene(diagram: Figure, language: str) -> Scene:
    if isinstance(diagram, Chart):
        drawn = curve(diagram.heights, diagram.marks, diagram.above, diagram.below)
        return replace(drawn, legend=diagram.legend)
    game = find_kept(diagram.spec)
    state = game.recall(diagram.position, diagram.past)
    words = words_in(language, game)
    return draw(
        game,
        state,
        diagram.seat,
        words,
        diagram.turned,
        names=diagram.names,
        failure=diagram.failure,
    )


@dataclass(frozen=True)
class _Shown:
    """A board or a curve to be shown. alt: its description in words."""

    diagram: Figure
    scene: Scene
    alt: str

    def scale(self, wanted: float) -> float:
        return LEAST_SCALE if is_small(self.diagram) else wanted

    def plate(self, picture: bytes) -> _Plate:
        width = SMALL if is_small(self.diagram) else shown_width(self.scene)
        image = Image("", width, self.alt, self.scene.legend, self.scene.key)
        return _Plate(picture, image, self.diagram)


def _painted(diagram: Figure, language: str) -> _Shown:
    return _Shown(diagram, _scene(diagram, language), _alt(diagram, language))


def _alt(diagram: Figure, language: str) -> str:
    if isinstance(diagram, Chart):
        return diagram.alt
    game = find_kept(diagram.spec)
    state = game.recall(diagram.position, diagram.past)
    return alt(game, state, diagram.seat, words_in(language, game))


def is_small(diagram: Figure) -> bool:
    return isinstance(diagram, Diagram) and diagram.small


def shown_width(scene: Scene) -> int:
    """Return the width in pixels of a board where there is room for it."""
    return _WIDE if scene.width > scene.height else _TALL


def _table(diagram: Diagram, language: str) -> Inset:
    game = find_kept(diagram.spec)
    state = game.recall(diagram.position, diagram.past)
    picture = game.picture(state, diagram.seat, words_in(language, game))
    return Inset(diagram.first, diagram.end, picture)
