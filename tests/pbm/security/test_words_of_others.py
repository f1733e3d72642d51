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
