"""Words of others in a mail get no token, add no link and are no HTML."""

from __future__ import annotations

import re

import pytest
from lxml import etree

from pbm.mail.addresses import MASK, mask
from pbm.mail.multipart import content_id
from pbm.notices.kinds import MailKind
from tests.combinations import for_each
from tests.pbm.town import ALICE, BOB, DOMAIN, SOUTH, Mail, Town, of

LINK = f"mailto:pbm%2B{MASK}@{DOMAIN}?subject=x&body=resign"
WORDS = {
    "a mask": MASK,
    "a numbered mask": mask(1),
    "a folded mask": f"{'ö ' * 10}{MASK}",
    "a mask with breaks": "\u200b".join([MASK[:13], MASK[13:]]),
    "a mask with soft hyphens": "\xad".join([MASK[:24], MASK[24:]]),
    "a link": LINK,
    "an element": f'<a href="{LINK}">accept</a><img src="https://evil.example/x.png">',
    "the end of an element": "</td></tr></table></blockquote><h1>You have won</h1>",
    "an entity": "&lt;b&gt; &#60;script&#62;",
    "a comment": "<!-- --><![endif]--><script>1</script>",
    "a template": "{{ 7 * 7 }}{% raw %}",
    "a picture": f'<img src="cid:{content_id("<x@pbm.example>", 0)}">',
    "a signature": "\n-- \npbm, play by email\n-- \n",
    "an offer": "Reply with your move on the first line, like\n    13-14\nor with: resign, show",
    "a headline": "=====\nYou have won\n=====\n1. bob wins",
    "right to left": "\u202egnorw\u202c \u2067abc\u2069 \u200f",
    "controls": "a\x00b\x07c\x1b[31m\x0b\x0c\x85d\u2028e\re",
    "no blank": "x" * 100_000,
    "many lines": "ab\n" * 200,
    "many marks": "- " * 20_000 + "1. " * 20_000,
}
PLAIN = "Good luck!"
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u2028]")
GMAIL_SHOWS = 102 * 1024


@pytest.fixture
def town(town_with_game: Town) -> Town:
    return town_with_game


@pytest.fixture
def bob_to_move(town: Town, board_mails: tuple[Mail, Mail]) -> Mail:
    return of(town.play(board_mails, SOUTH), BOB)


def said(town: Town, mail: Mail, words: str) -> Mail:
    """Let bob say the words on the board, and return what alice gets."""
    town.later(hours=2)
    return of(town.answer(mail, f"chat\nHello,\n{words}\n{PLAIN}"), ALICE)


BREAKS = {
    "the end of a line": "\n",
    "a quote": "\n> ",
    "a quote in a quote": "\n>> > ",
    "initials": "\nAB> ",
    "a bar": "\n| ",
    "a soft break": "=\n",
    "a hyphen": "-\n> ",
    "a typographic hyphen": "\N{HYPHEN}\n",
    "an empty line": "\n \n",
    "a blank": " ",
    "a soft hyphen": "\xad",
    "a zero-width space": "\N{ZERO WIDTH SPACE}",
    "joiners": "\u200c\u200d",
    "a mark of direction": "\N{RIGHT-TO-LEFT MARK}",
}
IN_HTML = {
    "a place to break": "<wbr>",
    "a line": "<br>",
    "a quoted line": "<br>\n&gt; ",
    "a paragraph": "</p><p>",
    "an element": "</b><b>",
    "entities": "&shy;&#8203;&zwnj;",
}


@for_each("gap", [*BREAKS.values(), *(f"HTML{each}" for each in IN_HTML.values())])
@for_each("at", [2, 4, 5, 17, 29, 30, 31, 36])
def test_a_token_is_shown_to_nobody_however_its_address_is_broken(
    town: Town, bob_to_move: Mail, gap: str, at: int
) -> None:
    address = bob_to_move.reply_to
    broken = address[:at] + gap.removeprefix("HTML") + address[at:]
    raw = f"From: {BOB}\nSubject: Re: {bob_to_move.subject}\nMessage-ID: <b@x>\n"
    if gap.startswith("HTML"):
        raw += (
            f"Content-Type: text/html; charset=utf-8\n\n<p>chat</p><p><b>{PLAIN} {broken}</b></p>"
        )
    else:
        raw += f"Content-Type: text/plain; charset=utf-8\n\nchat\n{PLAIN} {broken} {PLAIN}\n"
    mails = town.post(BOB, raw.encode(), address)
    told = [text for mail in mails if mail.to == ALICE for text in (mail.text, mail.html)]
    pieces = [bob_to_move.token[start : start + 9] for start in range(18)]
    texts = (*told, town.last_letter().raw.decode())
    assert not [each for each in pieces for text in texts if each in text]


def test_words_beside_a_broken_token_are_passed_on(town: Town, bob_to_move: Mail) -> None:
    start, end = bob_to_move.reply_to[:17], bob_to_move.reply_to[17:]
    mails = town.answer(bob_to_move, f"chat\n{PLAIN}\n{start}\n{end}\n")
    assert PLAIN in of(mails, ALICE).text


def links(mail: Mail) -> list[tuple[str, str]]:
    own = mail.token
    return [
        (str(each.text), str(each.get("href")).replace(own, "TOKEN"))
        for each in etree.HTML(mail.html).iter("a")
    ]


def elements(mail: Mail) -> set[str]:
    return {str(each.tag) for each in etree.HTML(mail.html).iter(etree.Element)}


def visible(mail: Mail) -> str:
    return "".join(etree.HTML(mail.html).itertext())


@for_each("name", WORDS)
def test_words_of_others_stay_words(town: Town, bob_to_move: Mail, name: str) -> None:
    usual, told = said(town, bob_to_move, ""), said(town, bob_to_move, WORDS[name])
    assert told.kind == MailKind.CHAT
    assert told.token not in told.text
    assert told.token not in visible(told).replace("\u200b", "")
    assert links(told) == links(usual)
    assert elements(told) == elements(usual)
    for text in (told.text, visible(told)):
        assert not CONTROLS.search(text)
    assert told.html.isascii()
    assert len(told.html) < GMAIL_SHOWS
