"""UTF-8 that was decoded as another charset."""

from __future__ import annotations

from pbm.base.garbled import ungarbled
from tests.combinations import for_each

CHARSETS = ("cp1252", "mac_roman", "cp437", "cp850", "cp1250", "cp1251", "koi8_r", "cp866")


@for_each("charset", CHARSETS)
def test_what_was_decoded_as_another_charset_is_as_it_was_written(charset: str) -> None:
    for text in ("16–35", "16—35", "16→35…"):
        assert ungarbled(text.encode().decode(charset)) == text


@for_each(
    ("garbled", "text"),
    [
        ("16â\x80\x9335", "16–35"),
        ("16Ã¢â‚¬â€œ35", "16–35"),
        ("16ÃƒÂ¢Ã¢â€šÂ¬Ã¢â‚¬Å“35", "16–35"),
        ('16â€"35', "16–35"),
        ("16â€35", "16\ufffd35"),
        ("16â35", "16\ufffd35"),
        ("16â€“35😊", "16–35😊"),
    ],
)
def test_text_that_was_garbled_twice_or_has_lost_bytes_is_mended(garbled: str, text: str) -> None:
    assert ungarbled(garbled) == text


@for_each("text", ["Grüße", "à bientôt, 16 – 35", "«Ça va ?»", "Это ход", "16-35", "€ 35"])
def test_other_text_stays_as_it_is(text: str) -> None:
    assert ungarbled(text) == text
