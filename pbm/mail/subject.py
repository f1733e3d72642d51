"""Subjects without the prefixes of mail programs and mailing lists."""

from __future__ import annotations

import re

# Abbreviations of "reply" and "forward" in many languages.
_PREFIXES = (
    "re fw fwd aw wg antw antwort sv vs vb vl tr rif ref r i rv res enc odp pd ynt ilt doorst"
    " betr bls atb trs vá továbbítás σχετ πρθ 回复 答复 回覆 转发 轉寄 返信 転送 답장 전달"
).split()
_PREFIX = re.compile(
    rf"\s*(?:(?:{'|'.join(_PREFIXES)})\s?(?:[\[(^]?\d{{1,3}}[\])]?)?\s?[:：]|\[[^\[\]]{{0,80}}\])\s*",
    re.IGNORECASE,
)


def strip_prefixes(subject: str) -> str:
    """Strip any number of ``Re:``, ``AW:``, ``RE :``, ``Re[2]:`` and ``[tag]``."""
    at = 0
    while found := _PREFIX.match(subject, at):
        at = found.end()
    return subject[at:].strip()
