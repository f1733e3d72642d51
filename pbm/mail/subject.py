"""Subjects without the prefixes of mail programs and mailing lists."""

from __future__ import annotations

import re

# Abbreviations of "reply" and "forward" in many languages.
_PREFIXES = (
    "re fw fwd aw wg antw antwort sv vs vb vl tr rif ref r i rv res enc odp pd ynt ilt doorst"
    " betr bls atb trs vá továbbítás σχετ πρθ 回复 答复 回覆 转发 轉寄 返信 転送 답장 전달"
).split()
_OF_PROGRAM = rf"(?:{'|'.join(_PREFIXES)})\s?(?:[\[(^]?\d{{1,3}}[\])]?)?\s?[:：]"
_TAG = r"\[[^\[\]]{0,80}\]"
_PREFIX = re.compile(rf"\s*(?:{_OF_PROGRAM}|{_TAG})\s*", re.IGNORECASE)
_REPEATED = re.compile(rf"\s*(?:{_TAG}\s*)*{_OF_PROGRAM}", re.IGNORECASE)


def strip_prefixes(subject: str) -> str:
    """Strip any number of ``Re:``, ``AW:``, ``RE :``, ``Re[2]:`` and ``[tag]``."""
    at = 0
    while found := _PREFIX.match(subject, at):
        at = found.end()
    return subject[at:].strip()


def is_repeated(subject: str) -> bool:
    """Whether a mail program has taken the subject from another mail, answered or forwarded."""
    return _REPEATED.match(subject) is not None
