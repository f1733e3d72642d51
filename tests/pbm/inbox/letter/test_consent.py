"""A yes with words beside it: which words leave it plain, and which ones put it in doubt."""

from __future__ import annotations

import pytest

from pbm.base.values import replace
from pbm.inbox.line.questions import TO_CONFIRM
from tests.combinations import for_each
from tests.pbm.town import ALICE, BOB, NORTH, SOUTH, Mail, Town, kinds, of, only

DEEDS = ("gyges challenge bob", "gyges resign 1", "signup carol", "gyges move 1 13-33#4")

PLAIN = [
    # Thanks, and whom they are for
    *("yes please, thank you in advance", "Yes, thanks for asking", "yes dear", "yes, my friend"),
    *("Ja, bitte. Vielen Dank im Voraus", "ja mann", "ja, mein Lieber", "Ja, danke der Nachfrage"),
    *("Oui, merci d'avance", "oui mon ami", "oui monsieur", "Oui, en vous remerciant d'avance"),
    *("Ja, alvast bedankt", "ja maat", "ja hoor, doe maar", "ja, bij voorbaat dank"),
    *("sì, grazie in anticipo", "sì amico mio", "sì signore", "sì, vi ringrazio"),
    # How sure they are
    *("yes, 100%", "Yes, I am quite sure.", "yesss", "aye aye", "yes, why not", "yes ofc"),
    *("jaa 👍", "ja, ganz sicher", "na klar", "aber ja", "ja freilich", "jup", "jaja"),
    *("ouiii", "oui évidemment", "bien entendu", "oui, sûr et certain", "oui carrément"),
    *("ja absoluut", "tuurlijk", "ja, ik weet het heel zeker", "jawel hoor", "jaaa"),
    *("certo che sì", "sì, sono sicuro al cento per cento", "sììì", "ma certo", "sì ovviamente"),
    # Who wrote what is asked about
    *("yes, that mail was from me", "yes I wrote that", "yes, that's what I asked for"),
    *("ja, das war ich. Ich bestätige das gerne.", "ja, die Mail war von mir", "ja, hab ich"),
    *("Oui, c'est moi qui ai écrit ça", "oui, ce message est de moi", "oui je l'ai écrit"),
    *("ja, dat heb ik geschreven", "ja dat mailtje was van mij", "ja, dat was ik"),
    *("sì, l'ho scritto io", "sì, il messaggio era mio", "sì, confermo tutto"),
    # What to do
    *("yep do it", "yes, go on then", "ja, bitte so machen", "ja, alles richtig", "ja los gehts"),
    *("oui oui, vas-y", "oui, faites donc", "oui c'est parfait", "ja, ga maar door"),
    *("ja is goed", "ja, dat klopt helemaal", "sì sì certo", "sì, fate pure", "sì vai"),
    *("yes, send it", "Yes, I can confirm that this was me", "yes, please go ahead with that"),
    *("Ja, das ist in Ordnung so", "Ja, ich bestätige hiermit meine Nachricht"),
    *("Oui, vous pouvez y aller", "Oui je confirme ma demande", "oui, merci de le faire"),
    *("ja, stuur maar", "ja, ik bevestig mijn bericht", "sì, potete procedere"),
    *("sì, mandatelo", "Sì, confermo la mia richiesta", "ok va bene, procedi"),
    # Their own name
    *("yes, alice", "Yes. Regards, Percival", "Ja, bitte. Viele Grüße, Wendelin"),
]
IN_DOUBT = [
    *("yes but not now", "yes, later", "yes dear, tomorrow", "yes maybe", "yeah right", "na ja"),
    *("yes, I sent it to my colleague", "Yes, all staff are on holiday", "yes, that was not me"),
    *("Yes, thanks for your message", "yes, thank you for contacting us", "Ok thanks", "oh yes"),
    *("ja, morgen", "jaja, später", "ja, das war ich nicht", "ja von wegen", "ja, ich"),
    *("Ja, vielen Dank für Ihre Nachricht", "ja, danke, wir melden uns", "ok, danke"),
    *("oui mon ami, demain", "oui peut-être", "oui, ce n'était pas moi", "bien sûr que non"),
    *("oui, merci pour votre message", "Oui merci, nous vous répondrons", "OK merci"),
    *("ja, straks", "ja maar niet nu", "ja, dat was ik niet", "natuurlijk niet"),
    *("ja, bedankt voor uw bericht", "ja, bedankt, we nemen contact op", "ok dank je"),
    *("sì, forse", "sì ma non ora", "sì, non ero io", "certo che no", "sì, come no"),
    *("sì, grazie per il tuo messaggio", "sì grazie, risponderemo", "ok grazie"),
    *("yes, 16-35", "yes, bob", "yes?", "that was me", "dear", "ja, Regards", "regards, Percival"),
]

RECEIPTS = [
    *("I confirm receipt", "We confirm your request", "Yes, we confirm receipt of your message"),
    *("Yes, thank you for your patience", "Yes, the message was sent", "Confirmed receipt"),
    *("Ich bestätige den Eingang Ihrer Nachricht", "Hiermit bestätige ich den Eingang"),
    *(
        "Ja, danke für Ihre Geduld",
        "Je confirme la bonne réception",
        "Oui, merci de votre patience",
    ),
    *("Je confirme la réception de votre message", "Ik bevestig de ontvangst van uw bericht"),
    *("Ja, bedankt voor uw geduld", "Confermo la ricezione della sua mail"),
    *("Confermo di aver ricevuto", "Sì, grazie per la pazienza"),
]


def is_yes(line: str, deed: str) -> bool:
    asked = replace(TO_CONFIRM, deed=deed, userid="alice")
    return asked.command_for(line) == "yes"


@for_each("line", PLAIN)
def test_a_yes_with_courtesies_is_plain_whatever_was_asked(line: str) -> None:
    assert [deed for deed in DEEDS if not is_yes(line, deed)] == []


@for_each("line", [*IN_DOUBT, *RECEIPTS])
def test_a_yes_with_other_words_is_none(line: str) -> None:
    assert [deed for deed in DEEDS[1:] if is_yes(line, deed)] == []


@for_each("line", ["yes, play it", "oui, jouez", "ja, spiel", "ja, speel", "sì, gioca"])
def test_who_plays_on_does_not_resign(line: str) -> None:
    assert not is_yes(line, "gyges resign 1")


def test_a_name_that_may_be_a_word_goes_with_no_yes() -> None:
    asked = replace(TO_CONFIRM, deed="gyges resign 1", userid="later")
    assert asked.command_for("yes, later") == ""


@pytest.fixture
def question(town_with_players: Town) -> Mail:
    mail, _ = town_with_players.play(town_with_players.board(), SOUTH, NORTH)
    return only(town_with_players.answer(mail, "I think I will go 16-35."))


TAKEN_BACK = [
    *("yes\nbut not now", "Yes\nno wait, stop", "yes.\n11-31 instead", "yes\nthanks\nno, sorry"),
    *(
        "ja, bitte\naber erst morgen",
        "ja\nnein, doch nicht",
        "oui\nnon attendez",
        "oui\nplutôt 11-31",
    ),
    *("ja\nmaar niet vandaag", "sì\nanzi no", "ja\nlieber 11-31"),
    *("Yes\n\nWe have received your request.", "ok\nYour ticket number is 1234."),
    *("Ja.\n\nIhre Nachricht ist eingegangen.", "Oui\nNous avons bien reçu votre demande."),
]


@for_each("text", TAKEN_BACK)
def test_a_yes_that_lines_below_put_in_doubt_is_asked_again(
    town_with_players: Town, question: Mail, text: str
) -> None:
    again = only(town_with_players.answer(question, text))
    assert (again.kind, again.facts["unclear"]) == ("no_command", True)
    assert again.facts["wrote"] == " / ".join(filter(None, text.split("\n")))
    assert town_with_players.match().plies == 2


@for_each("text", ["yes\n16-35", "yes\n\nNot bad, hm?", "ja\nNo hurry!", "Yes\n\nAlice", "jaa 👍"])
def test_other_lines_below_a_yes_leave_it_plain(
    town_with_players: Town, question: Mail, text: str
) -> None:
    assert kinds(town_with_players.answer(question, text)) == ["board", "board"]


@for_each("text", ["ok\nYour ticket number is 1234.", "Ja.\n\nIhre Nachricht ist eingegangen."])
def test_a_yes_above_the_receipt_of_a_mail_accepts_no_invitation(
    town_with_players: Town, text: str
) -> None:
    invitation = of(town_with_players.write(ALICE, "gyges challenge alice quiet-lantern bob"), BOB)
    answer = kinds(town_with_players.answer(invitation, text))
    assert answer in (["confirm"], ["chat", "chat"])
    assert not town_with_players.match().running
