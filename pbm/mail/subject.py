"""Subjects without the prefixes of mail programs and mailing lists."""

from __future__ import annotations

import re
from functools import lru_cache

from pbm.base.alternatives import any_of

# Abbreviations of "reply" and "forward" in many languages, and words for them.
_PREFIXES = (
    "re fw fwd aw wg antw antwort sv vs vb vl tr rif ref réf rép r i rv res enc odp pd ynt ilt İLT"
    " doorst betr bls atb trs vá továbbítás σχετ πρθ απ απάντηση reply forward forwarded response"
    " weitergeleitet weiterl réponse transfert risposta inoltro inoltra respuesta reenv resposta"
    " beantwoord doorgestuurd svar vidarebefordrat fs yml tl ctp odg pros posr ats persl ed přep"
    " odpověď odpowiedź vast välitys ответ отв пересл пересылка на ha відп відповідь переслано"
    " رد الرد הועבר השב תגובה תשובה ตอบ ตอบกลับ ส่งต่อ"
    " 回复 答复 回覆 回信 答覆 转发 轉寄 轉發 返信 転送 답장 회신 전달"
).split()
_COUNTER = r"[\[(（^*]?\d{1,3}[\])）]?"
_OF_PROGRAM = rf"[\u200e\u200f]*{any_of(_PREFIXES)}\.?\s{{0,2}}(?:{_COUNTER})?\s{{0,2}}[:：﹕︰]"
_TAG = r"\[[^\[\]]{0,80}\][:：]?"

# Marks of gateways, as words: one that tells what is marked, with others around it.
_SPAM = r"spam|junk|bulk|фишинг|спам"
_OUTSIDE = (
    r"ext|external|extern|externe[rns]?|extern[oa]|estern[oa]|ekstern[at]?|ulkoinen|zewn[eę]trzn[aey]"
    r"|extérieure?|exterior|outside|вне[шщ]н(?:ее|яя|ий)|unchecked|unverified|untrusted|外部|外部邮件|外部郵件"
)
_ALONGSIDE = (
    r"e-?mails?|mail|messages?|nachricht|courriel|bericht|messaggio|correo|sender|absender|expéditeur"
    r"|afzender|mittente|remitente|organi[sz]ation|source|origin|from|письмо|caution|warning|attention"
    r"|vorsicht|achtung|warnung|attenzione|waarschuwing|prudence|avertissement|alert|notice"
    r"|suspected|possible|probable|potential|likely|mögliche[rs]?|verdacht|vermutete[rs]?|mogelijke?"
)
_BETWEEN = r"[\s:!,/-]{1,3}"
# Before Python 3.11.5 a group that can backtrack must not be possessive: it then fits too little.
_WORDS = (
    rf"(?:(?:{_ALONGSIDE}){_BETWEEN}){{0,4}}(?:{_SPAM}|{_OUTSIDE})"
    rf"(?:{_BETWEEN}(?:{_ALONGSIDE}|{_SPAM})){{0,8}}(?:[\s(]{{1,2}}[\d.]{{1,6}}\)?)?[?!]{{0,3}}"
)
# Asterisks and braces say by themselves that a program wrote what they enclose.
_MARK = (
    rf"(?:[\u26a0\u26d4\u2757\U0001f534\U0001f6a8\U0001f6d1]\ufe0f?\s?(?:{_WORDS}\b)?|【{_WORDS}[^【】]{{0,9}}】"
    rf"|\*{{2,8}}[^*\[\]]{{1,60}}\*{{2,8}}|\{{[^{{}}]{{1,60}}\}}|[(<#_|*=-]{{1,2}}\s?{_WORDS}\s?[)>#_|*=-]{{1,2}}"
    rf"|{_WORDS}(?=\s?[:：|>–-])"
    rf"|(?:(?:{_ALONGSIDE}){_BETWEEN})?(?:{_OUTSIDE}){_BETWEEN}(?:{_ALONGSIDE})(?=\s))"
    r"(?:\s?[:：|>–-]+)?"
)
_PREFIX = re.compile(rf"\s*(?:{_OF_PROGRAM}|{_TAG}|{_MARK})\s*", re.IGNORECASE)
_REPEATED = re.compile(rf"\s*(?:(?:{_TAG}|{_MARK})\s*)*{_OF_PROGRAM}", re.IGNORECASE)
_SPAM_IN_MARK = re.compile(rf"\b(?:{_SPAM})\b", re.IGNORECASE)


def strip_prefixes(subject: str) -> str:
    """Strip any number of ``Re:``, ``AW:``, ``RE :``, ``Re[2]:``, ``[tag]`` and ``***SPAM***``."""
    return subject[_end_of_prefixes(subject) :].strip()


def is_repeated(subject: str) -> bool:
    """Whether a mail program has taken the subject from another mail, answered or forwarded."""
    return _REPEATED.match(subject) is not None


def has_spam_mark(subject: str) -> bool:
    """Whether a filter has marked the subject as that of spam."""
    return _SPAM_IN_MARK.search(subject, 0, _end_of_prefixes(subject)) is not None


@lru_cache(maxsize=4)
def _end_of_prefixes(subject: str) -> int:
    at = 0
    while found := _PREFIX.match(subject, at):
        at = found.end()
    return at
