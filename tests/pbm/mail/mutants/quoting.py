"""Replies as people and their mail programs write them, with moves and commands in the quotes.

No line of ``QUOTED`` may be taken for the writer's own. The texts in ``OWN`` share no line with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from random import Random

MOVE, DEED, ANSWER = "65-54", "gyges resign 17", "yes"
QUOTED = (
    "7. alice (South)  16-35",
    "8. bob (North)    your move",
    MOVE,
    DEED,
    "",
    f"Reply with {MOVE} or with",
    "resign",
    ANSWER,
    f"  {MOVE}  ",
)
PASSWORD = "quiet-lantern"
OWN = (
    "",
    "13x14=44",
    "13-14-24\n\nGood luck!",
    "Hi,\n\ngyges show 17\n",
    "Merci, à demain \N{EM DASH} bob",
    "Zug folgt, schöne Grüße",
    "34-44-43; 43-53-N \N{SLIGHTLY SMILING FACE}",
    "chat\nnicely done",
    f"gyges move 17 bob {PASSWORD} 13-14",
    "gyges move 17 bob quiet-\N{SOFT HYPHEN}lantern 13-14",
    "subscribe 17 " + "and so on " * 20,
)
MARKS = ("> ", ">", ">> ", "> > ", "\N{ZERO WIDTH SPACE}> ", "\N{FULLWIDTH GREATER-THAN SIGN} ")


@dataclass(frozen=True)
class Language:
    """The texts that a mail program in this language puts between a reply and its quote."""

    attribution: str
    labels: tuple[str, str, str, str]
    rule: str
    telephone: str


# A language added here changes every mutant: after that run `scripts/trials mails` and
# `scripts/bench_reader.py`, and put the new figures into tests/trials/README.md and
# tests/README.md.
LANGUAGES = (
    Language(
        "On Mon, Dec 7, 2026 at 6:00 PM pbm <pbm@games.example.net> wrote:",
        ("From", "Sent", "To", "Subject"),
        "-----Original Message-----",
        "Sent from my iPhone",
    ),
    Language(
        "Am Mo., 7. Dez. 2026 um 18:00 Uhr schrieb pbm <pbm@games.example.net>:",
        ("Von", "Gesendet", "An", "Betreff"),
        "-----Ursprüngliche Nachricht-----",
        "Von meinem iPhone gesendet",
    ),
    Language(
        "Le lun. 7 déc. 2026 à 18:00, pbm <pbm@games.example.net> a écrit :",
        ("De ", "Envoyé ", "À ", "Objet "),
        "-------- Message d'origine --------",
        "Envoyé de mon iPhone",
    ),
    Language(
        "Op ma 7 dec. 2026 om 18:00 schreef pbm <pbm@games.example.net>:",
        ("Van", "Verzonden", "Aan", "Onderwerp"),
        "----- Oorspronkelijk bericht -----",
        "Verstuurd vanaf mijn iPhone",
    ),
    Language(
        "Il giorno lun 7 dic 2026 alle ore 18:00 pbm <pbm@games.example.net> ha scritto:",
        ("Da", "Inviato", "A", "Oggetto"),
        "-----Messaggio originale-----",
        "Inviato da iPhone",
    ),
    Language(
        "pbm kirjoitti 7.12.2026 kello 18.00:",
        ("Lähettäjä", "Lähetetty", "Vastaanottaja", "Aihe"),
        "-------- Alkuperäinen viesti --------",
        "Lähetetty iPhonesta",
    ),
)

# Builds the text of a mail from own text, quoted lines, a language and a random generator.
Style = Callable[[str, Sequence[str], Language, Random], str]


def _marked(lines: Iterable[str], chance: Random) -> str:
    mark = chance.choice(MARKS)
    return "\n".join(mark + line for line in lines)


def _headers(language: Language, chance: Random) -> str:
    values = ("pbm <pbm@games.example.net>", "7.12.2026 18:00", "bob@example.net", "[gyges 17]")
    bold = chance.choice(("", "*"))
    pairs = zip(language.labels, values, strict=True)
    return "\n".join(f"{bold}{label}:{bold} {value}" for label, value in pairs)


def quoted_below(own: str, lines: Sequence[str], language: Language, chance: Random) -> str:
    return f"{own}\n\n{language.attribution}\n{_marked(lines, chance)}\n"


def quoted_above(own: str, lines: Sequence[str], language: Language, chance: Random) -> str:
    return f"{language.attribution}\n{_marked(lines, chance)}\n\n{own}\n"


def answered_between(own: str, lines: Sequence[str], language: Language, chance: Random) -> str:
    """An answer between the quotes, and the "Sent from my phone" that a mail program adds."""
    cut = chance.randrange(1, len(lines))
    above, below = _marked(lines[:cut], chance), _marked(lines[cut:], chance)
    return f"{above}\n\n{own}\n\n{below}\n{language.telephone}\n"


def attributed_alone(own: str, lines: Sequence[str], language: Language, chance: Random) -> str:
    """An attribution, possibly wrapped, and a quote without marks."""
    at = language.attribution.rfind(" ", 0, 60)
    broken = language.attribution[:at] + "\n" + language.attribution[at + 1 :]
    attribution = chance.choice((language.attribution, broken))
    return "\n".join((own, "", attribution, "", *lines))


def outlook(own: str, lines: Sequence[str], language: Language, chance: Random) -> str:
    rule = chance.choice(("", "_" * 32 + "\n"))
    return "\n".join((own, "", rule + _headers(language, chance), "", *lines))


def original_message(own: str, lines: Sequence[str], language: Language, chance: Random) -> str:
    return "\n".join((own, "", language.rule, _headers(language, chance), "", *lines))


def signed(own: str, lines: Sequence[str], _language: Language, _chance: Random) -> str:
    return "\n".join((own, "-- ", *lines))


def wrapped(own: str, lines: Sequence[str], language: Language, _chance: Random) -> str:
    """Quoted lines that were too wide and wrapped, so that the rest has no mark."""
    wide = "> a line that was as wide as the screen already before it got a mark in front"
    broken = "\n".join(f"{wide}\n{line.strip()}" for line in lines if line)
    return f"{own}\n\n{language.attribution}\n{broken}\n> \n"


STYLES: tuple[Style, ...] = (
    quoted_below,
    quoted_above,
    answered_between,
    attributed_alone,
    outlook,
    original_message,
    signed,
    wrapped,
)


def _html_lines(lines: Iterable[str], chance: Random) -> str:
    before, after = chance.choice((("", "<br>\n"), ("<div>", "</div>"), ("<p>\n", "\n")))
    return "".join(f"{before}{escape(line)}{after}" for line in lines)


def gmail(own: str, lines: Sequence[str], language: Language, chance: Random) -> str:
    return (
        f'<div dir="ltr">{_html_lines(own.split(chr(10)), chance)}</div><br>'
        f'<div class="gmail_quote"><div class="gmail_attr">{escape(language.attribution)}</div>'
        f'<blockquote class="gmail_quote">{_html_lines(lines, chance)}</blockquote></div>'
    )


def apple(own: str, lines: Sequence[str], language: Language, chance: Random) -> str:
    attribution = chance.choice((language.attribution, ""))
    return (
        f"<html><head><style>{MOVE}</style></head><body>{_html_lines(own.split(chr(10)), chance)}"
        f'<div>{escape(attribution)}</div><blockquote type="cite">'
        f"{_html_lines(lines, chance)}</blockquote></body></html>"
    )


def outlook_on_the_web(own: str, lines: Sequence[str], language: Language, chance: Random) -> str:
    headers = _html_lines(_headers(language, chance).split("\n"), chance)
    return (
        f"{_html_lines(own.split(chr(10)), chance)}<hr><div id='x_divRplyFwdMsg'>{headers}</div>"
        f"{_html_lines(lines, chance)}<div style='display:none'>{MOVE}</div>"
    )


def thunderbird(own: str, lines: Sequence[str], language: Language, chance: Random) -> str:
    return (
        f'<div class="moz-cite-prefix">{escape(language.attribution)}</div>'
        f'<blockquote type="cite"><pre>{escape(chr(10).join(lines))}</pre></blockquote>'
        f"<p>{_html_lines(own.split(chr(10)), chance)}"
    )


HTML_STYLES: tuple[Style, ...] = (gmail, apple, outlook_on_the_web, thunderbird)
