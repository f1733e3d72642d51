"""Ten mail programs: how each of them writes a reply to a mail of ours, in five languages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from email.message import EmailMessage
from email.policy import SMTP
from html import escape

from tests.pbm.inbox.understanding.rows import Row
from tests.pbm.inbox.understanding.scenes import Scene
from tests.pbm.mail.mutants.quoting import LANGUAGES, Language
from tests.pbm.town import Mail, Town

BY_CODE = dict(zip(("en", "de", "fr", "nl", "it"), LANGUAGES, strict=False))
ADVERTS: Mapping[str, tuple[str, str, str]] = {
    "en": ("Get Outlook for iOS", "Sent from my Android device with K-9 Mail.", "Sent with Proton"),
    "de": ("Outlook für iOS beziehen", "Von meinem Android-Gerät gesendet.", "Mit Proton gesendet"),
    "fr": ("Télécharger Outlook", "Envoyé de mon appareil Android.", "Envoyé avec Proton"),
    "nl": ("Outlook voor iOS downloaden", "Verzonden vanaf mijn Android.", "Verzonden met Proton"),
    "it": ("Scarica Outlook per iOS", "Inviato dal mio Android.", "Inviato con Proton"),
}
"""Lines that programs add below a reply: Outlook, K-9, Proton."""

# Makes a reply, as plain text and as HTML, from the writer's own text, the quoted text and a
# language.
Texts = Callable[[str, str, str], tuple[str, str]]


def _marked(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.splitlines())


def _lines(text: str) -> str:
    return "".join(f"<div>{escape(line) or '<br>'}</div>" for line in text.splitlines())


def _headers(language: Language) -> Sequence[str]:
    values = ("pbm <pbm@games.example.net>", "7.12.2026 18:00", "alice@example.org", "[gyges 1]")
    return [f"{label}: {value}" for label, value in zip(language.labels, values, strict=True)]


def gmail(own: str, quote: str, code: str) -> tuple[str, str]:
    attribution = BY_CODE[code].attribution
    page = (
        f'<div dir="ltr">{_lines(own)}</div><br><div class="gmail_quote"><div class="gmail_attr">'
        f'{escape(attribution)}</div><blockquote class="gmail_quote"><pre>{escape(quote)}</pre>'
        "</blockquote></div>"
    )
    return f"{own}\n\n{attribution}\n\n{_marked(quote)}\n", page


def apple_mail(own: str, quote: str, code: str) -> tuple[str, str]:
    attribution = BY_CODE[code].attribution
    page = (
        f"<html><body>{_lines(own)}<div><br><blockquote type='cite'><div>{escape(attribution)}"
        f"</div><div><pre>{escape(quote)}</pre></div></blockquote></div></body></html>"
    )
    return f"{own}\n\n> {attribution}\n> \n{_marked(quote)}\n", page


def iphone(own: str, quote: str, code: str) -> tuple[str, str]:
    language = BY_CODE[code]
    return f"{own}\n\n{language.telephone}\n\n> {language.attribution}\n{_marked(quote)}\n", ""


def outlook(own: str, quote: str, code: str) -> tuple[str, str]:
    language = BY_CODE[code]
    return "\n".join((own, "", language.rule, *_headers(language), "", quote)), ""


def outlook_on_the_web(own: str, quote: str, code: str) -> tuple[str, str]:
    headers = _lines("\n".join(_headers(BY_CODE[code])))
    page = (
        f"<div class='elementToProof'>{_lines(own)}</div><hr><div id='divRplyFwdMsg'>{headers}"
        f"</div><div class='PlainText'>{'<br>'.join(map(escape, quote.splitlines()))}</div>"
    )
    return "", page


def outlook_mobile(own: str, quote: str, code: str) -> tuple[str, str]:
    headers = _headers(BY_CODE[code])
    return "\n".join((own, "", ADVERTS[code][0], "_" * 32, *headers, "", quote)), ""


def thunderbird(own: str, quote: str, code: str) -> tuple[str, str]:
    return f"{BY_CODE[code].attribution}\n{_marked(quote)}\n\n{own}\n", ""


def mutt(own: str, quote: str, code: str) -> tuple[str, str]:
    above, below = quote.splitlines()[:3], quote.splitlines()[3:]
    attribution = BY_CODE[code].attribution
    parts = (attribution, _marked("\n".join(above)), "", own, "", _marked("\n".join(below)))
    return "\n".join(parts), ""


def k9(own: str, quote: str, code: str) -> tuple[str, str]:
    text = f"{own}\n-- \n{ADVERTS[code][1]}\n\n{BY_CODE[code].attribution}\n{_marked(quote)}\n"
    return text, ""


def proton(own: str, quote: str, code: str) -> tuple[str, str]:
    text = f"{own}\n\n{ADVERTS[code][2]}\n\n{BY_CODE[code].attribution}\n\n{_marked(quote)}\n"
    return text, ""


MAILERS: Sequence[Texts] = (
    *(gmail, apple_mail, iphone, outlook, outlook_on_the_web),
    *(outlook_mobile, thunderbird, mutt, k9, proton),
)


def written_with(mailer: Texts, scene: Scene, row: Row, town: Town) -> Sequence[Mail]:
    """Write the letter of a row with a mail program."""
    assert scene.mail is not None, "a mail that is answered"
    _, own = row.text(scene.words)
    raw = reply(mailer, scene.mail, own, row.language)
    return town.post(scene.writer, raw, scene.mail.reply_to)


def reply(mailer: Texts, mail: Mail, own: str, code: str) -> bytes:
    """The reply of a mail program to this mail, in a language."""
    plain, page = mailer(own, mail.text, code)
    message = EmailMessage(policy=SMTP)
    message["From"], message["To"] = mail.to, mail.reply_to
    message["Subject"] = f"Re: {mail.subject}"
    message["Date"] = "Mon, 23 Nov 2026 10:00:00 +0000"
    message["Message-ID"] = f"<{mailer.__name__}@example.org>"
    message["In-Reply-To"] = mail.message["Message-ID"]
    if plain:
        message.set_content(plain)
        if page:
            message.add_alternative(page, subtype="html")
    else:
        message.set_content(page, subtype="html")
    return message.as_bytes()
