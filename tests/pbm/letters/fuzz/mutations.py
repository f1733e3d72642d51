"""Changes that mail programs and servers make to letters. Each is chosen by a random generator."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from textwrap import fill

from tests.pbm.letters.fuzz.sources import Kind, Line

Lines = Sequence[Line]

PREFIXES = ("> ", ">", ">> ", "> > ", "| ", "» ", "│ ", "\N{FULLWIDTH GREATER-THAN SIGN} ")
LABELS = (
    ("From", "Sent", "To", "Subject"),
    ("Von", "Gesendet", "An", "Betreff"),
    ("De", "Envoyé", "À", "Objet"),
    ("Van", "Verzonden", "Aan", "Onderwerp"),
    ("Da", "Inviato", "A", "Oggetto"),
    ("De", "Enviado el", "Para", "Asunto"),
    ("Från", "Skickat", "Till", "Ämne"),
    ("Lähettäjä", "Lähetetty", "Vastaanottaja", "Aihe"),
    ("Od", "Wysłane", "Do", "Temat"),
    ("Odesílatel", "Odesláno", "Komu", "Předmět"),
    ("Nga", "Dërguar", "Për", "Subjekti"),
    ("No", "Nosūtīts", "Kam", "Tēma"),
    ("Saatja", "Saadetud", "Adressaat", "Teema"),
    ("Frá", "Sent", "Til", "Efni"),
    ("От", "Отправлено", "Кому", "Тема"),
    ("Від", "Надіслано", "Кому", "Тема"),
    ("Από", "Στάλθηκε", "Προς", "Θέμα"),
    ("Kimden", "Gönderildi", "Kime", "Konu"),
    ("מאת", "נשלח", "אל", "נושא"),
    ("من", "تم الإرسال", "إلى", "الموضوع"),
    ("प्रेषक", "भेजा गया", "प्रति", "विषय"),
    ("จาก", "ส่ง", "ถึง", "เรื่อง"),
    ("Từ", "Đã gửi", "Đến", "Chủ đề"),
    ("发件人", "发送时间", "收件人", "主题"),
    ("差出人", "送信日時", "宛先", "件名"),
    ("보낸 사람", "보낸 날짜", "받는 사람", "제목"),
    ("Nork", "Bidalia", "Nori", "Gaia"),
    ("Oddi wrth", "Anfonwyd", "At", "Pwnc"),
    ("გამომგზავნი", "გაგზავნილია", "ადრესატი", "თემა"),
    ("Mula sa", "Ipinadala", "Kay", "Paksa"),
    ("Van die", "Gestuur", "Aan", "Onderwerp"),
)
RULES = (
    "________________________________",
    "-----Original Message-----",
    "---- 回复的原邮件 ----",
    "----- Mail original -----",
    "‐‐‐ Original Message ‐‐‐",
    "-------- 원본 이메일 --------",
    "------------------ 原始邮件 ------------------",
    "===== Mesazhi origjinal =====",
    "────────────────────",
    "---------- Forwarded message ---------",
)
_LABEL = re.compile(r"(?P<mark>[*\s]*)(?P<label>[^\W\d_][^:@<\d]{0,25}?)(?P<sign>\s?[*]?:)")
_RULE = re.compile(r"\s*[-_=*]{2,}.{0,40}[-_=*]{2,}\s*$")
_MARK = re.compile(r"(?:> ?)+")


def translated(lines: Lines, chance: Random) -> Lines:
    """The labels of each head in another language, or with full-width colons."""
    labels, colon = chance.choice(LABELS), chance.choice((":", " :", ":", "\uff1a"))
    found, place = [], 0
    for line in lines:
        label = _LABEL.match(line.text) if line.kind is Kind.HEAD else None
        is_field = label is not None and len(label["label"].split()) < 4
        if label is None or not is_field or line.text.rstrip().endswith(":"):
            found.append(line)
            continue
        rest = line.text[label.end() :]
        text = f"{label['mark']}{labels[place % len(labels)]}{colon}{rest}"
        found.append(replace(line, text=text))
        place += 1
    return found


def with_other_rules(lines: Lines, chance: Random) -> Lines:
    rule = chance.choice(RULES)
    return [
        replace(line, text=rule) if line.kind is Kind.HEAD and _RULE.match(line.text) else line
        for line in lines
    ]


def with_rule_above_heads(lines: Lines, chance: Random) -> Lines:
    rule = Line(chance.choice(RULES), Kind.HEAD)
    found: list[Line] = []
    for at, line in enumerate(lines):
        begins = line.kind is Kind.HEAD and (not at or lines[at - 1].kind is not Kind.HEAD)
        found += [rule, line] if begins and not _RULE.match(line.text) else [line]
    return found


def with_other_prefixes(lines: Lines, chance: Random) -> Lines:
    prefix = chance.choice(PREFIXES)
    return [
        replace(line, text=_MARK.sub(prefix, line.text, count=1))
        if line.kind is Kind.QUOTE and line.text.startswith(">")
        else line
        for line in lines
    ]


def without_blank_lines(lines: Lines, chance: Random) -> Lines:
    lost = chance.random()
    return [line for line in lines if line.text.strip() or chance.random() > lost]


def with_more_blank_lines(lines: Lines, _chance: Random) -> Lines:
    return [each for line in lines for each in (line, Line("", Kind.OTHER))]


def with_spaces(lines: Lines, chance: Random) -> Lines:
    space = chance.choice((" ", "\t", "\N{NO-BREAK SPACE}", "\N{ZERO WIDTH SPACE}"))
    return [replace(line, text=line.text + space) if line.text else line for line in lines]


def without_prefixes(lines: Lines, _chance: Random) -> Lines:
    """The quotes below heads without marks, as Outlook writes them."""
    found: list[Line] = []
    below = False
    for line in lines:
        below = line.kind is Kind.HEAD or (below and line.kind is not Kind.OWN)
        below = below or (not line.text.strip() and bool(found) and found[-1].kind is Kind.HEAD)
        is_bared = below and line.kind is Kind.QUOTE
        found.append(replace(line, text=_MARK.sub("", line.text, count=1)) if is_bared else line)
    is_last = Kind.OWN not in {line.kind for line in lines[_first(lines) :] if line.text.strip()}
    return found if is_last else lines


def _first(lines: Lines) -> int:
    """The index of the first head. Without marks, nothing below it can be the writer's."""
    return next((at for at, line in enumerate(lines) if line.kind is Kind.HEAD), len(lines))


def wrapped(lines: Lines, chance: Random) -> Lines:
    """Long lines wrapped; in quotes the mark is repeated."""
    width = chance.choice((60, 66, 72, 76))
    found: list[Line] = []
    for line in lines:
        mark = _MARK.match(line.text)
        begin = mark[0] if mark else ""
        rows = fill(line.text, width, subsequent_indent=begin).split("\n")
        found += [Line(row, line.kind) for row in rows]
    return found


def in_bold(lines: Lines, _chance: Random) -> Lines:
    """The labels of heads between stars, as bold type becomes in plain text."""
    return [
        replace(line, text=_LABEL.sub(r"*\g<label>:*", line.text, count=1))
        if line.kind is Kind.HEAD and not line.text.rstrip().endswith(":")
        else line
        for line in lines
    ]


def as_they_are(lines: Lines, _chance: Random) -> Lines:
    return lines


OF_LINES: Sequence[Callable[[Lines, Random], Lines]] = (
    as_they_are,
    translated,
    translated,
    with_other_rules,
    with_rule_above_heads,
    with_other_prefixes,
    without_blank_lines,
    with_more_blank_lines,
    with_spaces,
    without_prefixes,
    wrapped,
    in_bold,
)


def cut(raw: bytes, chance: Random) -> bytes:
    """The letter without its end, as a full disk or a broken connection leaves it."""
    begin = raw.find(b"\r\n\r\n") + 4
    return raw[: begin + int((len(raw) - begin) * chance.uniform(0.5, 1))]


def with_other_line_ends(raw: bytes, chance: Random) -> bytes:
    return raw.replace(b"\r\n", chance.choice((b"\n", b"\r", b"\r\r\n")))


def with_flipped_bytes(raw: bytes, chance: Random) -> bytes:
    """The letter with some of the letters and digits of its body changed."""
    begin = raw.find(b"\r\n\r\n") + 4
    changed = bytearray(raw)
    places = [at for at in range(begin, len(raw)) if changed[at : at + 1].isalnum()]
    for at in chance.sample(places, min(len(places), chance.randrange(1, 5))):
        changed[at] ^= 1 << chance.randrange(8)
    return bytes(changed)


def with_folded_headers(raw: bytes, chance: Random) -> bytes:
    """The letter with its longer header fields folded at each blank."""
    head, separator, body = raw.partition(b"\r\n\r\n")
    fold = b"\r\n" + chance.choice((b" ", b"\t"))
    fields = [_folded(each, fold) for each in re.split(rb"\r\n(?![ \t])", head)]
    return b"\r\n".join(fields) + separator + body


def _folded(field: bytes, fold: bytes) -> bytes:
    name, colon, value = field.partition(b": ")
    return name + colon + value.replace(b" ", fold) if len(field) > 40 else field


def unchanged(raw: bytes, _chance: Random) -> bytes:
    return raw


OF_BYTES: Sequence[Callable[[bytes, Random], bytes]] = (
    unchanged,
    unchanged,
    cut,
    with_other_line_ends,
    with_flipped_bytes,
    with_folded_headers,
)
