from __future__ import annotations

from pbm.rules.folding import fold
from tests.combinations import for_each


@for_each(
    ("text", "plain"),
    [
        ("13×14", "13x14"),
        ("a–b—c−d‑e", "a-b-c-d-e"),
        ("F3\u00a0\u202fG3", "F3  G3"),
        ("１２３４５６７８９０", "1234567890"),
        ("A\u200b3\u00ad-\ufeffA5", "A3-A5"),
        ("A3→A5", "A3-A5"),
        ("١٦-٣٥", "16-35"),
        ("१६‒३५", "16-35"),
        ("𝟏𝟔➡️𝟑𝟓", "16-35"),
        ("1️⃣6️⃣➖3️⃣5️⃣", "16-35"),
        ("⑯－㉟", "16-35"),
        ("１３✖１４＝４４", "13x14=44"),
        ("В3-С4", "B3-C4"),
        ("16-35？", "16-35?"),
        ("16←35, ½, e²", "16←35, ½, e²"),
        ("Grüße, N", "Grüße, N"),
    ],
)
def test_typographic_characters_become_plain_ones(text: str, plain: str) -> None:
    assert fold(text) == plain


def test_plain_text_stays_as_it_is() -> None:
    plain = "".join(map(chr, range(32, 127)))
    assert fold(plain) == plain
