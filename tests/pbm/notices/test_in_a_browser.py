"""Mails in a browser: no scroll bar in the widths of a telephone, a tablet and a desktop, and board
mails that are not too high for a telephone."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from base64 import b64encode
from collections.abc import Iterator, Sequence
from contextlib import closing
from html import escape, unescape
from pathlib import Path
from typing import NamedTuple

import pytest

from pbm.core.languages import languages
from rules import games
from tests.pbm.inbox.letter.mails import every_mail
from tests.pbm.notices.looks import club_with_pages, mails_about, most_words, speak, tallest, words
from tests.pbm.town import Mail

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
WIDTHS = (320, 360, 800)
NARROW = 360

_FLAGS = "--headless --no-sandbox --disable-gpu --no-first-run --hide-scrollbars".split()

_MEASURE = """
<script>
addEventListener("load", () => {
    const wide = [...document.querySelectorAll("iframe")].map(frame => {
        const page = frame.contentDocument.documentElement;
        return [frame.title, page.clientWidth, page.scrollWidth, page.scrollHeight];
    });
    document.body.innerHTML = "";
    document.body.append("measured " + JSON.stringify(wide));
});
</script>
"""
"""Replaces a page by the widths of its frames and of their content, once everything is loaded."""

_MEASURED = re.compile(r"<body>measured (.*?)</body>", re.DOTALL)


def pictured(mail: Mail) -> str:
    """The HTML part with its pictures in it."""
    page = mail.html
    for part in mail.message.walk():
        if part.get_content_type() == "image/png":
            name = str(part["Content-ID"]).strip("<>")
            source = f"data:image/png;base64,{b64encode(part.get_content()).decode()}"
            page = page.replace(f"cid:{name}", source)
    return page


def like_arial(html: str) -> str:
    """The page in a typeface with the widths of Arial, which many machines lack."""
    sans = html.replace("Arial,sans-serif", "Arial,'DejaVu Sans Condensed'")
    return sans.replace("Georgia,serif", "Georgia,'DejaVu Serif Condensed'")


def one_of_each_kind(language: str) -> Iterator[Mail]:
    """The longest mail of each kind that has an HTML part."""
    mails = [each for each in every_mail(language) if each.message.get_body(("html",))]
    for kind in {mail.kind for mail in mails}:
        yield max((mail for mail in mails if mail.kind == kind), key=lambda mail: len(mail.html))


class Measured(NamedTuple):
    """A mail in a frame. width, height: of its page."""

    kind: str
    frame: int
    width: int
    height: int


def measured(
    folder: Path, mails: Sequence[Mail], among: Sequence[int] = WIDTHS
) -> Sequence[Measured]:
    """The sizes of each mail, in frames of these widths."""
    frames = (
        f'<iframe title="{mail.kind}" width="{width}" height="100" style="border:0"'
        f' srcdoc="{escape(like_arial(pictured(mail)))}"></iframe>'
        for mail in mails
        for width in among
    )
    source = folder / "frames.html"
    source.write_text(f"<!DOCTYPE html>{_MEASURE}<body>{''.join(frames)}", encoding="utf-8")
    assert CHROMIUM is not None, "the test is skipped"
    profile = f"--user-data-dir={folder / 'profile'}"
    command = [CHROMIUM, *_FLAGS, profile, "--dump-dom", source.as_uri()]
    shown = subprocess.run(command, capture_output=True, check=True, timeout=300).stdout.decode()
    found = _MEASURED.search(shown)
    assert found is not None, shown[:500]
    return [Measured(*each) for each in json.loads(unescape(found[1]))]


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="Debian's package chromium is not installed")
@pytest.mark.parametrize("language", languages())
def test_no_mail_is_wider_than_its_window(tmp_path: Path, language: str) -> None:
    mails = list(one_of_each_kind(language))
    widths = measured(tmp_path, mails)
    assert len(widths) == len(mails) * len(WIDTHS)
    assert {each.frame for each in widths} == set(WIDTHS)
    assert [each for each in widths if each.width > each.frame] == []


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="Debian's package chromium is not installed")
@pytest.mark.parametrize("language", languages())
def test_a_board_mail_is_not_too_long_in_any_game(tmp_path: Path, language: str) -> None:
    with closing(club_with_pages(tmp_path)) as town:
        speak(town, language)
        mails = [(spec, mail) for spec in games() for mail in mails_about(town, spec)]
        sizes = measured(tmp_path, [mail for _, mail in mails], (NARROW,))
    found = [
        (spec, mail.facts["ply"], size.height, len(words(mail)))
        for (spec, mail), size in zip(mails, sizes, strict=True)
        if size.height > tallest(mail) or len(words(mail)) > most_words(mail)
    ]
    assert found == []
