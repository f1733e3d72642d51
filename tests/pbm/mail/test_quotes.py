from __future__ import annotations

import pytest

from pbm.mail.quotes import own_text
from tests.combinations import for_each

# A board as our own mails draw it; its lines must never be read.
BOARD = """\
7. alice (South)   13-14-24x35=33      single 13 bounces on 14 and 24 to 35
8. bob (North)     your move, by Mon 7 Dec 18:00 (Europe/Paris)

     +---+---+---+---+---+---+
   6 |   | 2 | 1 | 1 | 3 |   | 6
     +---+---+---+---+---+---+

alice writes:
| 62x53=11 would be a mistake

Reply with your move on the first line, like   62x53=36
62x53=36"""


def own(text: str) -> list[str]:
    return [line for line in own_text(text.split("\n"), "example.org").lines if line]


def quoted(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.split("\n"))


def test_lines_with_a_quote_mark_are_never_own() -> None:
    assert own(f"13x14=44\n{quoted(BOARD)}") == ["13x14=44"]


def test_lines_with_a_bar_as_quote_mark_are_never_own() -> None:
    assert own("| 13x14=44\nresign\n  | 62x53=36\n|") == ["resign"]


BLOCKS = [
    ("[quote=bob]", "[/quote]"),
    ("[QUOTE]", "[/QUOTE]"),
    ("<blockquote>", "</blockquote>"),
    ("#+BEGIN_QUOTE", "#+END_QUOTE"),
    ("{quote}", "{quote}"),
]


@for_each(("begin", "end"), BLOCKS)
def test_lines_between_the_marks_of_a_forum_are_never_own(begin: str, end: str) -> None:
    assert own(f"Hi\n{begin}\nresign\n{end}\n13x14=44") == ["Hi", "13x14=44"]
    assert own(f"Hi {begin}draw?{end}\n13x14=44") == ["13x14=44"]
    assert own(f"13x14=44\n{begin}\nresign") == ["13x14=44"]


def test_a_quote_may_hold_another_one() -> None:
    assert own("[quote]\n[quote]a[/quote]\nresign\n[/quote]\n13x14=44") == ["13x14=44"]


@for_each("bar", "\u2502\u2503\xa6\u2551\u258c\u226b\u276f")
def test_lines_with_any_bar_are_never_own(bar: str) -> None:
    assert own(f"13x14=44\n{bar} resign\n{bar}") == ["13x14=44"]


def test_a_fully_quoted_mail_has_no_own_line() -> None:
    text = own_text(quoted(BOARD).split("\n"), "example.org")
    assert text.lines == ()
    assert text.ignored == len(BOARD.split("\n"))


def test_quote_marks_after_invisible_characters_or_in_full_width_count() -> None:
    assert own("\u200b> 13x14=44\n＞ 62x53=36\n\ufeffresign") == ["\ufeffresign"]


def test_lines_below_and_between_marked_quotes_are_own() -> None:
    mail = "On Mon, 7 Dec 2026, pbm wrote:\n> a question\n13x14=44\n> another\n\nwell played"
    assert own(mail) == ["13x14=44", "well played"]


def test_text_after_an_attribution_without_marked_quote_is_never_own() -> None:
    assert own(f"13x14=44\n\nOn Mon, 7 Dec 2026, pbm wrote:\n\n{BOARD}") == ["13x14=44"]


def test_an_unmarked_quote_stays_a_quote_if_marked_lines_follow() -> None:
    assert own("On Mon, 7 Dec 2026, pbm wrote:\n\n62x53=36\n> older\n13x14=44") == []


def test_the_rest_of_a_wrapped_quoted_line_is_quoted() -> None:
    wide = "> " + "a rather wide line of somebody else which ends exactly here with " + "words"
    assert own(f"ok\n{wide}\n13x14=44\n> more") == ["ok"]
    assert own(f"ok\n{wide}\n13x14=44\n\n> more") == ["ok"]
    assert own(f"{wide}\n13x14=44") == ["13x14=44"]


def test_a_short_line_between_quotes_is_an_answer() -> None:
    assert own("> your move?\n13x14=44\n> more") == ["13x14=44"]


ATTRIBUTIONS = {
    "English, Gmail": "On Mon, Dec 7, 2026 at 6:00 PM pbm <pbm@example.com> wrote:",
    "English, broken twice": "On Dec 7, 2026,\nat 18:00,\npbm <pbm@example.com> wrote:",
    "English, without a colon": "On Mon, 7 Dec 2026 18:00:00 +0100 pbm <pbm@example.com> wrote",
    "English, Zoho": "---- On Mon, 07 Dec 2026 18:00:00 +0100 pbm <pbm@example.com> wrote ----",
    "English, no date": "pbm via Example <pbm@example.com> wrote:",
    "German": "Am Mo., 7. Dez. 2026 um 18:00 Uhr schrieb pbm <pbm@example.com>:",
    "German, Gmail": "pbm <pbm@example.com> schrieb am Mo., 7. Dez. 2026 um 18:00:",
    "German, broken at the date": "pbm <p@example.com> schrieb am Mo., 7.\nDez. 2026 um 18:00 Uhr:",
    "German, KMail": "Am Montag, 7. Dezember 2026, 18:00:00 CET schrieben Sie:",
    "mutt": "* pbm <pbm@example.com> [2026-12-07 18:00]:",
    "Notes": "-----pbm@example.com wrote: -----",
    "French": "Le lun. 7 déc. 2026 à 18:00, pbm <pbm@example.com> a écrit :",
    "French, broken twice": "Le 7 déc. 2026 18:00, pbm\n<pbm@example.com>\na écrit :",
    "Dutch": "Op ma 7 dec. 2026 om 18:00 schreef pbm <pbm@example.com>:",
    "Dutch, telephone": "Op 7 dec 2026 om 18:00 heeft pbm <p@example.com> het volgende geschreven:",
    "Italian": "Il giorno lun 7 dic 2026 alle ore 18:00 pbm <pbm@example.com> ha scritto:",
    "Italian, In data": 'In data 7 dicembre 2026 18:00:00 "pbm" <pbm@example.com> ha scritto:',
    "Spanish": "El lun, 7 dic 2026 a las 18:00, pbm (<pbm@example.com>) escribió:",
    "Portuguese": "Em 7 de dezembro de 2026 18:00, pbm <\npbm@example.com> escreveu:",
    "Swedish": "Den mån 7 dec. 2026 kl 18:00 skrev pbm <pbm@example.com>:",
    "Norwegian": "man. 7. des. 2026 kl. 18:00 skrev pbm <pbm@example.com\n>:",
    "Finnish": "ma 7. jouluk. 2026 klo 18.00 pbm (pbm@example.com) kirjoitti:",
    "Polish": "W dniu 2026-12-07 18:00:00 użytkownik pbm <pbm@example.com> napisał:",
    "Czech": "Dne po 7. 12. 2026 18:00 uživatel pbm <pbm@example.com> napsal:",
    "Russian": "пн, 7 дек. 2026 г. в 18:00, pbm <pbm@example.com>:",
    "Hungarian": "2026.12.07. 18:00 keltezéssel, pbm írta:",
    "Turkish": "pbm <pbm@example.com>, 7 Ara 2026 Pzt, 18:00 tarihinde şunu yazdı:",
    "Chinese": "在 2026年12月7日，下午6:00，pbm <pbm@example.com> 写道：",
    "Japanese": "2026年12月7日(月) 18:00 pbm <pbm@example.com>:",
    "Korean": "2026년 12월 7일 (월) 오후 6:00, pbm <pbm@example.com>님이 작성:",
    "Russian, Mail.ru": "Понедельник, 7 декабря 2026, 18:00 +03:00 от pbm <pbm@example.com>:",
    "Dutch, name first": "pbm schreef op ma 07-12-2026 om 18:00 [+0100]:",
    "Polish, Apple": "Wiadomość napisana przez pbm w dniu 7 gru 2026, o godz. 18:00:",
    "Polish, Apple, broken": "Wiadomość napisana przez pbm w dniu\n7 gru 2026, o godz. 18:00:",
    "Swedish, KMail": "måndag 7 december 2026 kl. 18:00:00 CET skrev pbm:",
    "Finnish, Apple": "pbm kirjoitti 7.12.2026 kello 18.00:",
    "Finnish, broken twice": "pbm kirjoitti\n7.12.2026\nkello 18.00:",
    "Portuguese, time first": "Às 18:00 de 07/12/2026, pbm escreveu:",
    "Czech, Evolution": "pbm píše v Po 07. 12. 2026 v 18\N{RATIO}00 +0100:",
    "Croatian, Apple": "pbm je napisao dana 7. pro 2026., u 18:00:",
    "Hungarian, Apple": "2026. dec. 7. dátummal, 18:00 időpontban pbm írta:",
    "Turkish, Apple": "pbm şunları yazdı (7 Ara 2026 18:00):",
    "Bulgarian": "На пн, 7.12.2026 г. в 18:00 pbm <pbm@example.com> написа:",
    "Persian": "در تاریخ دوشنبه ۷ دسامبر ۲۰۲۶، ۱۸:۰۰ pbm <pbm@example.com> نوشت:",
    "Hindi": "सोम, 7 दिस॰ 2026 को 6:00 pm बजे को pbm <pbm@example.com> ने लिखा:",
    "Thai": "ในวันที่ จ. 7 ธ.ค. 2026 เวลา 18:00 pbm <pbm@example.com> เขียนว่า:",
    "Chinese, name first": "pbm 於 2026年12月7日 下午6:00 寫道：",
    "unknown, but it names us": "Ar 7 Noll 2026, scríobh pbm <pbm+abc@example.org>:",
}


@pytest.mark.parametrize("attribution", ATTRIBUTIONS.values(), ids=ATTRIBUTIONS)
def test_an_attribution_ends_the_own_text(attribution: str) -> None:
    assert own(f"13x14=44\n{attribution}\n\n{BOARD}") == ["13x14=44"]


@pytest.mark.parametrize("attribution", ATTRIBUTIONS.values(), ids=ATTRIBUTIONS)
def test_text_below_an_attribution_and_its_marked_quote_is_own(attribution: str) -> None:
    assert own(f"{attribution}\n{quoted(BOARD)}\n\n13x14=44") == ["13x14=44"]


HEADER_BLOCKS = {
    "English": "From: pbm <pbm@example.com>\nSent: Monday, 7 December 2026 18:00\nTo: bob",
    "English, bold": "*From:* pbm\n*Sent:* Monday\n*To:* bob\n*Subject:* your move",
    "English, spaced out": "From: pbm\n\nDate: Monday\n\nTo: bob\n\nSubject: your move",
    "English, address on its own line": "From: pbm\n<pbm@example.com>\nSent: Monday\nTo: bob",
    "German, webmail": "Gesendet: Montag\nVon: pbm <pbm@example.com>\nAn: bob\nBetreff: Zug",
    "German": "Von: pbm <pbm@example.com>\nGesendet: Montag\nAn: bob\nBetreff: AW: Zug",
    "French": "De : pbm <pbm@example.com>\nEnvoyé : lundi\nÀ : bob\nObjet : à vous",
    "Dutch": "Van: pbm\nVerzonden: maandag\nAan: bob\nOnderwerp: jouw zet",
    "Italian": "Da: pbm\nInviato: lunedì\nA: bob\nOggetto: tocca a te",
    "Spanish": "De: pbm\nEnviado: lunes\nPara: bob\nAsunto: tu turno",
    "Portuguese": "De: pbm\nEnviada em: segunda-feira\nPara: bob\nAssunto: sua vez",
    "Swedish": "Från: pbm\nSkickat: den 7 december\nTill: bob\nÄmne: ditt drag",
    "Danish": "Fra: pbm\nSendt: 7. december\nTil: bob\nEmne: dit træk",
    "Finnish": "Lähettäjä: pbm\nLähetetty: maanantai\nVastaanottaja: bob\nAihe: siirto",
    "Polish": "Od: pbm\nWysłano: poniedziałek\nDo: bob\nTemat: ruch",
    "Russian": "От: pbm\nОтправлено: понедельник\nКому: bob\nТема: ход",
    "Chinese": "发件人： pbm\n发送时间： 2026年12月7日\n收件人： bob\n主题： 走棋",
    "only ours": "Od kogo: pbm <pbm+abcdefghijklmnopqrstuvwxyz@example.org>",
}


@pytest.mark.parametrize("block", HEADER_BLOCKS.values(), ids=HEADER_BLOCKS)
def test_an_outlook_header_block_ends_the_own_text(block: str) -> None:
    assert own(f"13x14=44\n\n{block}\n\n{BOARD}") == ["13x14=44"]


@for_each(
    "rule",
    [
        "-----Original Message-----",
        "*-------- Original Message --------*",
        "-----Ursprüngliche Nachricht-----",
        "-------- Message d'origine --------",
        "----- Oorspronkelijk bericht -----",
        "-----Messaggio originale-----",
        "-----Mensaje original-----",
        "-------- Oprindelig besked --------",
        "-------- Исходное сообщение --------",
        "---------- Forwarded message ---------",
        "Begin forwarded message:",
        "________________________________",
        "-- ",
        "--",
        "—",
    ],
)
def test_a_rule_over_a_quote_or_signature_ends_the_own_text(rule: str) -> None:
    assert own(f"13x14=44\n\n{rule}\n{BOARD}") == ["13x14=44"]


@for_each(
    "line",
    [
        "Sent from my iPhone",
        "Sent from Yahoo Mail on Android",
        "Get Outlook for iOS<https://example.com/ios>",
        "Von meinem iPhone gesendet",
        "Gesendet mit der Example Mail App",
        "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
        "Envoyé de mon iPhone",
        "Envoye de mon telephone",
        "Virus-free. www.avast.example",
        "Virenfrei.www.avast.example",
        "envoye depuis mon mobile",
        "Telecharger Outlook pour Android",
        "von meinem Mobilgeraet gesendet",
        "von meinem mobilgerat gesendet",
        "geschrieben auf dem Handy",
        "vom Handy",
        "typed on my phone",
        "from my old phone",
        "ecrit depuis mon portable",
        "getypt op mijn telefoon",
        "van mijn telefoon",
        "scritto dal cellulare",
        "dal mio telefono",
        "Télécharger Outlook pour Android",
        "Verstuurd vanaf mijn iPhone",
        "Verzonden met BlackBerry Work",
        "Inviato da iPhone",
        "Enviado desde mi iPhone",
        "Enviado do meu iPhone",
        "Sendt fra min iPad",
        "Skickat från min iPhone",
        "Отправлено с iPhone",
        "Wysłane z iPhone'a",
        "iPhone'umdan gönderildi",
        "從我的 iPhone 傳送",
    ],
)
def test_a_line_that_a_telephone_adds_is_a_signature(line: str) -> None:
    assert own(f"13x14=44\n\n{line}\n\n62x53=36") == ["13x14=44"]
    assert own(f"{line}\n\n13x14=44") == ["13x14=44"]


@for_each("cut", range(6))
def test_a_board_mail_quoted_without_marks_is_recognised_by_its_text(cut: int) -> None:
    rest = "\n".join(BOARD.split("\n")[cut:])
    assert "62x53=36" not in own(f"13x14=44\n\n{rest}")


@for_each(
    "line",
    [
        "[gyges 17] ply 7: your move, bob",
        "7. alice (South)   13-14-24x35=33",
        "12. a.very-long.user.id (South) 13-14-24x35=33",
        "+---+---+---+---+---+---+",
    ],
)
def test_a_line_of_our_own_mails_ends_the_own_text(line: str) -> None:
    assert own(f"13x14=44\n{line}\n62x53=36") == ["13x14=44"]


@for_each(
    "line",
    [
        "On the other hand it may rain.",
        "On Thursday I am away:",
        "Hello pbm@example.org,",
        "Dear pbm <pbm@example.org>",
        "13-14-24x35=33",
        "34-44-43; 43-53-N",
        "vacation 2026-12-01 2026-12-24",
        "I wrote to carol@example.org about it.",
        "From: here on it is easy",
        "2026-12-07 18:00",
        "This is not a ---------- rule.",
        "As alice wrote on 7.12.2026:",
        "We play on 7.12.2026 at 18:00:",
    ],
)
def test_ordinary_lines_stay_own(line: str) -> None:
    assert own(f"{line}\n\nresign") == [line, "resign"]


def test_a_move_directly_above_an_attribution_stays_own() -> None:
    for attribution in ATTRIBUTIONS.values():
        assert own(f"13-14-24\n{attribution}\n{quoted(BOARD)}") == ["13-14-24"]


def test_empty_lines_are_stripped_only_at_both_ends() -> None:
    lines = ["", "a", "", "b", "", "----", "-- ", "bob"]
    assert own_text(lines, "example.org").lines == ("a", "", "b")


def test_ignored_counts_nonempty_lines() -> None:
    assert own_text(["13x14=44", "", "> a", ">", "", "-- ", "bob"], "example.org").ignored == 4


def test_a_line_of_invisible_characters_counts_as_empty() -> None:
    assert own_text(["\u200b", "13x14=44", "\u200b", "> a"], "example.org").ignored == 1
