"""Strangers: who is answered, and how often."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbm.core.choices import Choice
from pbm.inbox.limits import EXPLAINED_PER_DAY, MOST_OF_ONE, PROSE_PER_HOUR, STRANGER_PER_DAY
from pbm.mail.correspondence import LetterStatus
from pbm.mail.notes import Note
from pbm.notices.kinds import MailKind
from tests.combinations import for_each
from tests.pbm.inbox.understanding.scenes import with_programs
from tests.pbm.town import CAROL, STRANGER, Town, only, refused

QUESTION = "Hello,\n\na friend told me I can play Gyges here. How do I start?\n\nErin\n"


def test_a_stranger_who_asks_in_their_own_words_is_told_how_to_begin(
    town_with_players: Town,
) -> None:
    mail = only(town_with_players.write(STRANGER, QUESTION, subject="Hi"))
    assert (mail.to, mail.kind) == (STRANGER, "introduction")
    assert only(town_with_players.answer(mail, "signup erin")).kind == "welcome"


def test_a_line_in_reply_to_our_mail_needs_no_further_yes(town: Town) -> None:
    mail = only(town.write(STRANGER, QUESTION))
    welcome = only(town.answer(mail, "signup erin\n"))
    assert (welcome.kind, town.player("erin").addresses) == ("welcome", (STRANGER,))


@pytest.mark.parametrize("line", ["signup erin quiet-lantern", "I am called Erin, sign me up!"])
def test_a_password_and_words_in_place_of_the_line_are_asked_about(town: Town, line: str) -> None:
    mail = only(town.write(STRANGER, QUESTION))
    assert only(town.answer(mail, f"{line}\n")).kind == "signup"


UNCLEAR = "Is the weather nice where you live?"
LAST = "This was the last answer of this kind for today"

SIGNATURE = (
    "\n\nMit freundlichen Grüßen\n\nJana Krüger\n\nBäckerei Müller GmbH\n\nTelefon 0341/123456\n\n"
    "https://www.baeckerei.example/\n\nwww.baeckerei.example\n"
)


@pytest.mark.parametrize("question", ["Guten Tag, wie kann ich hier mitspielen?", "Hilfe"])
def test_a_link_in_the_signature_is_no_advertising(town_with_players: Town, question: str) -> None:
    mail = only(town_with_players.write(STRANGER, question + SIGNATURE, subject="Frage"))
    assert (mail.to, mail.kind) == (STRANGER, "introduction")


@for_each("subject", ["Gyges spielen", "DVONN by email", "Gyges game", "Gyges?"])
def test_a_stranger_is_introduced_whatever_their_subject_looks_like(
    town_with_players: Town, subject: str
) -> None:
    mail = only(town_with_players.write(STRANGER, QUESTION, subject=subject))
    assert (mail.to, mail.kind) == (STRANGER, "introduction")


def test_a_strangers_sentence_that_begins_with_a_game_is_no_command(
    town_with_players: Town,
) -> None:
    mail = only(town_with_players.write(STRANGER, "Gyges sounds nice, how can I try it?"))
    assert mail.kind == "introduction"


@for_each(
    ("language", "question"),
    [
        ("en", QUESTION),
        ("de", "Hallo, wie kann ich hier mitspielen? Eine Freundin hat mir davon erzählt."),
        ("fr", "Bonjour, comment peut-on jouer avec vous ? C'est gratuit ?"),
        ("nl", "Hallo, hoe kan ik hier een partij spelen? Ik heb het van een vriend."),
        ("it", "Ciao, come si gioca qui? Mi hanno detto che è una bella partita."),
        ("", "Hej, hur spelar man?"),
    ],
)
def test_a_stranger_is_answered_in_their_language(
    town_with_players: Town, language: str, question: str
) -> None:
    mail = only(town_with_players.write(STRANGER, question))
    assert (mail.draft and mail.draft.language) == language


GERMAN = "Hallo, wie kann ich hier mitspielen? Eine Freundin hat mir davon erzählt."


def language_chosen(town: Town, userid: str) -> str:
    with town.app.store.reading() as tx:
        player = tx.players.by_userid(userid)
    assert player is not None
    return player.settings[Choice.LANGUAGE]


def test_the_language_of_the_first_letter_is_that_of_the_player(town_with_players: Town) -> None:
    town = town_with_players
    introduced = only(town.write(STRANGER, GERMAN))
    explained = only(town.answer(introduced, "help tutorial"))
    assert (explained.draft and explained.draft.language) == "de"
    town.answer(explained, "signup dora")
    assert language_chosen(town, "dora") == "de"


@for_each(
    ("line", "text", "headers", "language"),
    [
        ("signup dora", "Je voudrais jouer avec vous, merci beaucoup.", {}, "fr"),
        ("signup dora", "", {"Content_Language": "nl-NL"}, "nl"),
        ("signup dora", "", {"Accept_Language": "it-IT, en-US;q=0.5"}, "it"),
        ("signup dora", "", {"Accept_Language": "sv, de"}, "en"),
        ("signup dora", "Thank you, I would like to play.", {"Content_Language": "de"}, "en"),
        ("signup dora -lang=it", "Ich möchte gern mitspielen, vielen Dank.", {}, "it"),
        ("signup dora", "", {}, "en"),
    ],
)
def test_a_signup_is_in_the_language_that_the_letter_shows(
    town_with_players: Town, line: str, text: str, headers: dict[str, str], language: str
) -> None:
    town = town_with_players
    question = only(town.write(STRANGER, text, subject=line, **headers))
    town.answer(question, "yes")
    assert language_chosen(town, "dora") == language


def test_the_answer_to_the_question_shows_the_language_too(town_with_players: Town) -> None:
    town = town_with_players
    question = only(town.write(STRANGER, subject="signup dora"))
    town.write(STRANGER, "Ja, gerne!", to=question.reply_to, Content_Language="de-AT")
    assert language_chosen(town, "dora") == "de"


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("Deutsch bitte!", "de"),
        ("Auf Deutsch, bitte.", "de"),
        ("Gibt es das auch auf Deutsch?", "de"),
        ("en français s'il vous plaît", "fr"),
        ("italiano per favore", "it"),
        ("Nederlands graag", "nl"),
        ("in Dutch please", "nl"),
        ("Can I have my mails in German?", "de"),
    ],
)
def test_a_player_who_asks_for_a_language_gets_it(
    town_with_players: Town, said: str, language: str
) -> None:
    town = town_with_players
    welcome = town.sign_up("dora@example.org")
    told = only(town.answer(welcome, said))
    assert told.kind == "settings"
    assert language_chosen(town, "dora") == language


def test_how_to_change_the_language_is_a_question(town_with_players: Town) -> None:
    welcome = town_with_players.sign_up("dora@example.org")
    told = only(town_with_players.answer(welcome, "How do I get mails in German?"))
    assert told.kind == "help"


def test_on_a_board_a_language_is_asked_about(town_with_players: Town) -> None:
    board, _ = town_with_players.board()
    assert only(town_with_players.answer(board, "Deutsch bitte!")).kind == "confirm"


@for_each(
    ("text", "headers"),
    [
        ("", {}),
        ("Hello", {}),
        ("x " * 600, {}),
        ("Cheap boards at https://shop.example !", {}),
        ("Cheap boards at www.shop.example !", {}),
        (f"Cheap boards at www.shop.example !{SIGNATURE}", {}),
        ("Cheap boards:\n\nBest wishes\nhttps://shop.example/?offer=1", {}),
        ("Cheap boards\n\nwww.shop.example", {}),
        (QUESTION, {"X_Spam_Flag": "YES"}),
        (QUESTION, {"X_Spam_Status": "Yes, score=9.1"}),
        (QUESTION, {"List_Id": "<games.example>"}),
        (QUESTION, {"Auto_Submitted": "auto-replied"}),
        (QUESTION, {"Precedence": "bulk"}),
    ],
)
def test_advertising_and_programs_are_not_answered(
    town_with_players: Town, text: str, headers: dict[str, str]
) -> None:
    assert town_with_players.write(STRANGER, text, **headers) == []
    assert town_with_players.status is LetterStatus.IGNORED


def test_a_stranger_is_introduced_once_a_week_and_reminded_of_it_once_a_day(
    town_with_players: Town,
) -> None:
    town = town_with_players
    letters = [f"{QUESTION} {'Hm' * number}" for number in range(5)]
    introduced = only(town.write(STRANGER, letters[0]))
    town.later(hours=1)
    reminded = only(town.write(STRANGER, letters[1]))
    assert town.write(STRANGER, letters[2]) == []
    assert [mail.facts["again"] for mail in (introduced, reminded)] == [False, True]
    town.later(days=2)
    assert only(town.write(STRANGER, letters[3])).facts["again"]
    town.later(days=6)
    assert not only(town.write(STRANGER, letters[4])).facts["again"]


def test_a_stranger_who_replies_is_answered_again(town_with_players: Town) -> None:
    mail = only(town_with_players.write(STRANGER, QUESTION))
    for number in range(EXPLAINED_PER_DAY):
        mail = only(town_with_players.answer(mail, f"{UNCLEAR} {'Hm' * number}"))
        assert mail.kind == "no_command"
        assert (LAST in mail.text) == (number == EXPLAINED_PER_DAY - 1)
    assert town_with_players.answer(mail, UNCLEAR) == []
    assert only(town_with_players.answer(mail, "Please sign me up!")).kind == "signup"
    assert only(town_with_players.answer(mail, "help tutorial")).kind == "help"
    assert only(town_with_players.answer(mail, "signup erin")).kind == "welcome"


def test_the_last_answer_before_a_silence_says_so(town_with_players: Town) -> None:
    introduced = only(town_with_players.write(STRANGER, QUESTION))
    reminded = only(town_with_players.write(STRANGER, UNCLEAR))
    assert (LAST in introduced.text, LAST in reminded.text) == (False, True)
    helped = [only(town_with_players.write(CAROL, subject="help")) for _ in range(STRANGER_PER_DAY)]
    assert [LAST in mail.text for mail in helped] == [False, False, True]
    assert only(town_with_players.answer(helped[-1], "help gyges")).kind == "help"


def test_a_program_that_answers_for_a_stranger_who_is_away_gets_no_answer(
    town_with_players: Town,
) -> None:
    town, text = town_with_players, "I am out of the office until 14 January, without a computer."
    assert town.write(STRANGER, text) == []
    assert (town.status, town.note) == (LetterStatus.IGNORED, Note.AWAY)
    introduced = only(town.write(STRANGER, QUESTION))
    assert town.answer(introduced, text) == []


def test_the_rules_are_in_the_language_of_a_stranger_also_on_their_boards(
    town_with_players: Town,
) -> None:
    asked = "Bonjour, comment peut-on jouer avec vous ? C'est gratuit ?"
    introduced = only(town_with_players.write(STRANGER, asked))
    rules = only(town_with_players.answer(introduced, "help gyges")).text
    assert "rive de Nord" in rules
    assert "North's shore" not in rules


WISH = "I'd like to join, call me {} please."


def test_wishes_in_words_have_the_bounds_of_commands_and_of_prose(town_with_players: Town) -> None:
    town = town_with_players
    own = [town.write(STRANGER, WISH.format(f"erin{'a' * number}")) for number in range(4)]
    assert list(map(len, own)) == [1] * STRANGER_PER_DAY + [0]
    town.later(hours=1, minutes=1)
    alike = [town.write(f"s{number}@one.example", WISH.format("erin")) for number in range(7)]
    assert sum(map(len, alike)) == PROSE_PER_HOUR // MOST_OF_ONE


@for_each("headers", [{"X_Spam_Flag": "YES"}, {"Precedence": "bulk"}])
def test_a_wish_in_advertising_is_not_asked_about(
    town_with_players: Town, headers: dict[str, str]
) -> None:
    assert town_with_players.write(STRANGER, WISH.format("erin"), **headers) == []


def test_with_a_front_server_only_those_whom_it_vouches_for_are_asked(tmp_path: Path) -> None:
    town = Town(tmp_path, trust_authserv="mx.example")
    assert town.write(STRANGER, WISH.format("erin")) == []


ABOUT_PROGRAMS = [
    "Are there programs that I can play against?",
    "Can I play against the computer?",
    "Kann man hier gegen einen Computer spielen?",
    "Peut-on jouer contre l'ordinateur ?",
    "Si può giocare contro il computer?",
    "Kan ik ook tegen een computer spelen?",
]


@for_each("said", ABOUT_PROGRAMS)
def test_a_stranger_who_asks_for_programs_is_told_of_them(
    town_with_players: Town, said: str
) -> None:
    town = town_with_players
    with_programs(town)
    introduced = only(town.write(STRANGER, said))
    assert ("help programs", "programs") in introduced.facts["can"]
    told = only(town.answer(introduced, f"{said} Really?"))
    assert (told.kind, told.facts["topic"]) == ("help", "programs")


def test_a_stranger_hears_nothing_of_programs_where_none_play(town_with_players: Town) -> None:
    introduced = only(town_with_players.write(STRANGER, QUESTION))
    assert "programs" not in {code for _, code in introduced.facts["can"]}
    told = only(town_with_players.answer(introduced, ABOUT_PROGRAMS[0]))
    assert told.kind == "no_command"


def test_twenty_strangers_an_hour_are_introduced_and_a_quarter_of_them_from_one_domain(
    town_with_players: Town,
) -> None:
    town = town_with_players
    alike = [town.write(f"s{number}@one.example", QUESTION) for number in range(7)]
    assert sum(map(len, alike)) == PROSE_PER_HOUR // MOST_OF_ONE
    others = [town.write(f"s@d{number}.example", QUESTION) for number in range(20)]
    assert sum(map(len, (*alike, *others))) == PROSE_PER_HOUR
    town.later(hours=1, minutes=1)
    assert len(town.write("t@two.example", QUESTION)) == 1


def test_with_a_front_server_only_those_whom_it_vouches_for_are_introduced(tmp_path: Path) -> None:
    town = Town(tmp_path, trust_authserv="mx.example")
    assert town.write(STRANGER, QUESTION) == []


def test_an_introduction_that_had_to_wait_is_sent_once(tmp_path: Path) -> None:
    town = Town(tmp_path, strangers_per_hour="4")
    assert len(town.write("a@one.example", QUESTION)) == 1
    assert town.write("b@one.example", QUESTION) == []
    late = [mail for _ in range(125) for mail in town.minute()]
    assert [(mail.to, mail.kind) for mail in late if mail.kind == "introduction"] == [
        ("b@one.example", "introduction")
    ]


@for_each("subject", ["help", "help gyges", "signup carol", "confirm abc"])
def test_a_stranger_is_answered_to_help_signup_and_confirm(
    town_with_players: Town, subject: str
) -> None:
    assert only(town_with_players.write(STRANGER, subject=subject)).to == STRANGER


@for_each("subject", ["whoami", "list", "gyges show 1", "dvonn challenge alice"])
def test_a_stranger_is_told_how_to_become_a_player(town_with_players: Town, subject: str) -> None:
    assert refused(town_with_players.write(STRANGER, subject=subject)) == "stranger"


def test_a_stranger_gets_three_mails_a_day(town_with_players: Town) -> None:
    for _ in range(STRANGER_PER_DAY):
        assert len(town_with_players.write(STRANGER, subject="help")) == 1
    assert town_with_players.write(STRANGER, subject="help") == []
    assert town_with_players.status is LetterStatus.IGNORED
    town_with_players.later(hours=25)
    assert len(town_with_players.write(STRANGER, subject="help")) == 1


def test_a_stranger_who_answers_our_mail_is_answered(town_with_players: Town) -> None:
    mails = town_with_players.write(CAROL, subject="signup alice")
    assert refused(mails) == "taken_userid"
    mail = only(mails)
    mail = only(town_with_players.answer(mail, "signup bob"))
    mail = only(town_with_players.answer(mail, "signup carol"))
    assert mail.kind == "welcome"


def test_a_strangers_token_is_of_no_use_to_another_stranger(town_with_players: Town) -> None:
    mail = only(town_with_players.write(CAROL, subject="help"))
    for _ in range(STRANGER_PER_DAY):
        town_with_players.write(STRANGER, subject="help")
    assert town_with_players.answer(mail, "help", author=STRANGER) == []


@for_each(
    ("above", "language"),
    [
        ("Am Freitag, dem 20. November 2026 um 09:00 schrieb pbm <{}>:", "de"),
        ("Le ven. 20 nov. 2026 à 09:00, pbm <{}> a écrit :", "fr"),
        ("Op vr 20 nov. 2026 om 09:00 schreef pbm <{}>:", "nl"),
        ("Il giorno ven 20 nov 2026 alle ore 09:00 pbm <{}> ha scritto:", "it"),
        ("On Fri, 20 Nov 2026 at 09:00, pbm <{}> wrote:", "en"),
    ],
)
def test_a_name_alone_is_answered_in_the_language_of_the_mail_program(
    town: Town, above: str, language: str
) -> None:
    told = only(town.write(STRANGER, subject="help"))
    quote = "\n".join(f"> {line}" for line in told.text.split("\n"))
    asked = only(town.answer(told, f"dagmar\n\n{above.format(town.address)}\n{quote}\n"))
    assert asked.draft is not None
    assert (asked.kind, asked.draft.language) == (MailKind.SIGNUP, language)


def test_a_name_alone_is_answered_in_the_language_of_the_mail_that_is_quoted(town: Town) -> None:
    told = only(town.write(STRANGER, "Guten Tag, wie kann ich hier mitspielen?\n"))
    quote = "\n".join(f"> {line}" for line in told.text.split("\n"))
    assert only(town.write(STRANGER, f"signup dagmar\n\n{quote}\n")).text.startswith("Willst du")
