"""Replies with the HTML version of our mail: its links do nothing, its tokens are not kept."""

from __future__ import annotations

import re
from base64 import encodebytes
from collections.abc import Callable
from email import message_from_bytes
from html import unescape
from quopri import encodestring
from urllib.parse import quote, unquote

import pytest

from pbm.mail.addresses import token_in
from tests.combinations import few_fast
from tests.pbm.security.attack import goods
from tests.pbm.town import ALICE, BOB, DOMAIN, PASSWORD, SOUTH, Mail, Town, of, only


def with_urls(page: str, changed: Callable[[str], str]) -> str:
    return re.sub(r'href="([^"]*)"', lambda link: f'href="{changed(unescape(link[1]))}"', page)


def quoted_url(url: str) -> str:
    return quote(url, safe="")


PAGES: dict[str, Callable[[str], str]] = {
    "as it was": str,
    "links through a scanner": lambda page: with_urls(
        page, lambda url: f"https://scan.example/?url={quoted_url(url)}"
    ),
    "links quoted twice": lambda page: with_urls(
        page, lambda url: f"https://scan.example/?url={quoted_url(quoted_url(url))}"
    ),
    "links with dashes": lambda page: with_urls(
        page, lambda url: "https://scan.example/v2/" + quoted_url(url).replace("%", "-")
    ),
    "links as text": lambda page: re.sub(
        r'<a href="([^"]*)"[^>]*>([^<]*)</a>', r"\2 &lt;\1&gt;", page
    ),
    "links in capitals": lambda page: with_urls(page, str.upper),
}
ENCODINGS: dict[str, Callable[[bytes], bytes]] = {
    "8bit": bytes,
    "quoted-printable": encodestring,
    "base64": encodebytes,
}
REPLIES = ["<div>Nice!</div><blockquote>{}</blockquote>", "<p>Nice!</p>{}", "<p>chat</p>{}", "{}"]


@pytest.fixture
def answered(town: Town) -> list[Mail]:
    """Mails to bob with links: a list of seeks, and a board where bob is to move."""
    for address in (ALICE, BOB):
        town.sign_up(address, PASSWORD)
    town.write(ALICE, f"gyges seek alice {PASSWORD} 3\n")
    return [only(town.write(BOB, "gyges seeks\n")), of(town.play(town.board(), SOUTH), BOB)]


def tokens_of(mail: Mail) -> set[str]:
    urls = re.findall(r'href="mailto:([^"?]*)', mail.html)
    return {token for url in urls if (token := token_in([unquote(url)], DOMAIN))} | {mail.token}


@pytest.mark.parametrize(("how", "encoding"), few_fast(PAGES, ENCODINGS, one_in=2))
def test_a_page_that_comes_back_does_nothing_and_its_tokens_are_not_kept(
    town: Town, answered: list[Mail], how: str, encoding: str
) -> None:
    state = goods(town)
    for mail in answered:
        for number, reply in enumerate(REPLIES):
            town.later(hours=1)
            page = reply.format(PAGES[how](mail.html))
            head = f"From: {BOB}\nMessage-ID: <{mail.kind}{number}@x>\nContent-Type: text/html\n"
            head += f"MIME-Version: 1.0\nContent-Transfer-Encoding: {encoding}\n\n"
            raw = head.encode() + ENCODINGS[encoding](page.encode())
            told = town.post(BOB, raw, mail.reply_to)
            assert goods(town) == state
            letter = town.last_letter().raw
            assert letter != raw, "its tokens are blanked"
            kept = message_from_bytes(letter).get_payload(decode=True)
            texts = [each.text + each.html for each in told if each.to != BOB]
            for token in tokens_of(mail):
                assert token not in "".join([str(kept), *texts]).lower()
