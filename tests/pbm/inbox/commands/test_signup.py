"""Becoming a player, and what belongs to an account."""

from __future__ import annotations

import pytest

from pbm.core.games import game_names
from pbm.inbox.limits import EXPLAINED_PER_DAY, STRANGER_PER_DAY
from pbm.inbox.line.guessed_language import guessed_language
from pbm.inbox.line.names import all_commands
from pbm.notices.seek_news import MOST_GAMES
from tests.combinations import for_each
from tests.pbm.town import (
    ALICE,
    BOB,
    CAROL,
    PASSWORD,
    SERVER,
    STRANGER,
    Mail,
    Town,
    kinds,
    of,
    only,
    refused,
)

SECOND = "c@example.net"


def sign_up(town: Town, text: str = "signup carol") -> Mail:
    return only(town.write(CAROL, subject=text))


def test_nobody_is_a_player_before_the_answer(town: Town) -> None:
    assert sign_up(town).to == CAROL
    with town.app.store.reading() as tx:
        assert tx.players.list() == []


@for_each("answer", ["yes", "Yes, please!", "ja", "oui", "sì"])
def test_a_yes_makes_a_player(town: Town, answer: str) -> None:
    assert kinds(town.answer(sign_up(town), answer)) == ["welcome"]
    assert town.player("carol").addresses == (CAROL,)
    assert town.player("carol").password is None


def test_the_code_confirms_where_the_reply_address_was_lost(town: Town) -> None:
    question = sign_up(town)
    assert kinds(town.write(CAROL, f"confirm {question.token}", to=SERVER)) == ["welcome"]


@pytest.mark.parametrize("subject", ["confirm please", "Re: Confirm it", "confirm"])
def test_the_code_is_read_below_a_subject_that_begins_with_confirm(
    town: Town, subject: str
) -> None:
    question = sign_up(town)
    mails = town.write(CAROL, f"confirm {question.token}", subject=subject)
    assert kinds(mails) == ["welcome"]


def test_a_signup_is_confirmed_once(town: Town) -> None:
    question = sign_up(town)
    town.answer(question, "yes")
    town.write(CAROL, f"confirm {question.token}")
    assert town.note == "unknown_code"


@pytest.mark.parametrize("text", ["yes", "confirm {code}"])
def test_nobody_confirms_for_another(town: Town, text: str) -> None:
    question = sign_up(town)
    town.answer(question, text.format(code=question.token), author=STRANGER)
    with town.app.store.reading() as tx:
        assert tx.players.list() == []
    assert kinds(town.answer(question, "yes")) == ["welcome"]


def test_a_signup_is_forgotten_after_a_week(town: Town) -> None:
    question = sign_up(town)
    town.later(days=7, seconds=1)
    town.write(CAROL, f"confirm {question.token}")
    with town.app.store.reading() as tx:
        assert tx.players.list() == []


def test_a_further_address_is_asked_only_once_the_first_has_said_yes(town: Town) -> None:
    question = sign_up(town, f"signup carol marble-tower {SECOND}")
    mails = town.answer(question, "yes")
    assert {mail.to: mail.kind for mail in mails} == {CAROL: "welcome", SECOND: "address"}
    assert town.player("carol").addresses == (CAROL,)
    assert kinds(town.answer(of(mails, SECOND), "yes")) == ["address_added", "addresses"]
    assert town.player("carol").addresses == (CAROL, SECOND)


def test_two_signups_for_one_userid_make_one_player(town: Town) -> None:
    first, second = sign_up(town), only(town.write(STRANGER, subject="signup carol"))
    town.answer(second, "yes")
    mail = only(town.answer(first, "yes"))
    assert refused([mail]) == "taken_userid"
    assert town.player("carol").addresses == (STRANGER,)
    assert kinds(town.answer(mail, "signup caroline")) == ["welcome"]


# Slips of people who are no players yet


@pytest.mark.parametrize("text", ["sign up carol", "Sign up carol.", "Re: sign-up carol"])
def test_signup_may_be_two_words(town: Town, text: str) -> None:
    question = sign_up(town, text)
    assert question.kind == "signup"
    assert question.facts["userid"].startswith("carol")


@pytest.mark.parametrize("text", ["singup carol", "sinup"])
def test_a_misspelt_signup_is_told_how_it_is_written(town: Town, text: str) -> None:
    for mail in (only(town.write(CAROL, subject=text)), only(town.write(BOB, f"\n{text[-12:]}\n"))):
        assert mail.kind == "no_command"
        assert f"\n    signup {mail.to.partition('@')[0]}\n" in mail.text
        assert kinds(town.answer(mail, f"signup {mail.to[:3]}ly")) == ["welcome"]


def test_a_sentence_without_a_name_is_told_how_a_signup_is_written(town: Town) -> None:
    text = "Hello, please sign me up!"
    for mail in (only(town.write(CAROL, subject=text)), only(town.write(BOB, text))):
        assert mail.kind == "no_command"
        assert f"\n    signup {mail.to.partition('@')[0]}\n" in mail.text


@pytest.mark.parametrize("text", ["I am fine, yes", "Yes, but not now", "wer ist da?"])
def test_an_unclear_answer_has_the_question_asked_again(town: Town, text: str) -> None:
    first = sign_up(town, "signup carol -lang=de")
    second = only(town.answer(first, text))
    assert second.kind == "no_command"
    assert second.facts["question"] == "signup"
    assert f"\n    confirm {second.token}\n" in second.text
    assert second.draft is not None and second.draft.language == "de"
    assert kinds(town.answer(second, "ja")) == ["welcome"]
    assert town.player("carol").settings["lang"] == "de"
    assert kinds(town.answer(first, "yes")) == ["refusal"]


@pytest.mark.parametrize("question", [0, 1])
def test_a_refused_answer_leaves_the_question_open(town: Town, question: int) -> None:
    asked = sign_up(town)
    refusal = only(town.answer(asked, "signup carol short"))
    assert refusal.kind == "refusal"
    assert kinds(town.answer((asked, refusal)[question], "yes")) == ["welcome"]


def test_a_question_is_asked_again_a_limited_number_of_times_a_day(town: Town) -> None:
    """Otherwise an automatic reply without the usual headers would cause the question forever."""
    mail, asked = sign_up(town), 0
    while answers := town.answer(mail, f"I am away{'y' * asked}."):
        mail, asked = only(answers), asked + 1
    assert asked == EXPLAINED_PER_DAY
    assert kinds(town.answer(mail, "yes")) == ["welcome"]


@for_each("text", ["help", "signup 9lives", "signup carol", "singup carol"])
def test_a_stranger_who_has_used_up_three_mails_a_day_can_still_reply(
    town: Town, text: str
) -> None:
    for _ in range(STRANGER_PER_DAY):
        mail = only(town.write(CAROL, subject=text))
    assert town.write(CAROL, subject="signup carla") == []
    assert kinds(town.answer(mail, "signup carla")) == ["welcome"]


@for_each(("userid", "offered"), [("Дмитрий", "alice"), ("9lives", "alice")])
def test_a_name_that_nobody_can_have_is_refused_with_an_example(
    town_with_players: Town, userid: str, offered: str
) -> None:
    told = only(town_with_players.write(CAROL, subject=f"signup {userid}"))
    assert " ".join(told.text.split()).count(f"for example: signup {offered} --") == 1


def test_what_may_be_a_password_is_not_offered_as_a_userid(town_with_players: Town) -> None:
    told = only(town_with_players.write(CAROL, subject="signup Märble77Töwer"))
    assert "marble" not in told.text.casefold()


def test_no_command_word_is_a_userid(town: Town) -> None:
    words = {word for each in all_commands() for name in each.names for word in name.split()}
    notes = set()
    for word in sorted(words):
        town.later(days=2)  # a stranger gets three mails a day
        town.write(CAROL, subject=f"signup {word}")
        notes.add(town.note)
    assert notes == {"reserved_userid"}


def test_a_player_does_not_sign_up_again(town_with_players: Town) -> None:
    town_with_players.write(ALICE, subject="signup alicia")
    assert town_with_players.note == "taken_address"


def test_whoami_shows_the_account_and_where_it_is_ones_turn(town_with_game: Town) -> None:
    mail = only(town_with_game.write(ALICE, "whoami"))
    assert (mail.facts["userid"], mail.facts["addresses"]) == ("alice", [ALICE])
    assert (mail.facts["running"], mail.facts["next"]) == (["gyges 1"], ["gyges 1"])
    assert only(town_with_game.write(BOB, "whoami")).facts["next"] == []
    assert PASSWORD not in mail.text


def test_many_boards_take_several_lines(town_with_players: Town) -> None:
    for _ in range(5):
        town_with_players.board()
    text = only(town_with_players.write(ALICE, "whoami")).text
    assert " gyges 1, gyges 2, gyges 3, gyges 4,\n             gyges 5\n" in text


def test_a_forgotten_password_is_set_by_reply_from_a_registered_address(
    town_with_players: Town,
) -> None:
    (mail,) = town_with_players.write(ALICE, "password alice")
    told = town_with_players.answer(mail, "change password marble-tower")
    assert kinds(told) == ["password_changed"]
    town_with_players.write(STRANGER, "set alice marble-tower board list")
    assert town_with_players.player("alice").settings["board"] == "list"


@pytest.mark.parametrize("said", ["marble-tower", "\nmarble-tower\n\n", "Password marble-tower"])
def test_the_new_password_alone_is_enough_in_answer_to_the_question(
    said: str, town_with_players: Town
) -> None:
    (reset,) = town_with_players.write(ALICE, "password alice")
    told = town_with_players.answer(reset, said)
    assert kinds(told) == ["password_changed"]
    assert "marble-tower" not in told[0].text
    assert b"marble-tower" not in town_with_players.bytes_on_disk()
    town_with_players.write(STRANGER, "set alice marble-tower board list")
    assert town_with_players.player("alice").settings["board"] == "list"


@pytest.mark.parametrize(
    "said",
    [
        *("Hello there!", "Greetings,\n\nmarble-tower", "my-word is best"),
        "Received.\n\nKind regards\nSupport Desk",
    ],
)
def test_a_greeting_is_no_password_and_no_word_of_it_is_kept(
    said: str, town_with_players: Town
) -> None:
    (reset,) = town_with_players.write(ALICE, "password alice")
    before = town_with_players.player("alice").password
    assert kinds(town_with_players.answer(reset, said)) == ["no_command"]
    assert town_with_players.player("alice").password == before
    assert b"marble-tower" not in town_with_players.bytes_on_disk()


def test_a_word_too_short_for_a_password_is_refused(town_with_players: Town) -> None:
    (reset,) = town_with_players.write(ALICE, "password alice")
    town_with_players.answer(reset, "tower")
    assert town_with_players.note == "bad_password"


def test_a_lone_word_is_no_password_in_answer_to_any_other_mail(town_with_players: Town) -> None:
    (account,) = town_with_players.write(ALICE, "whoami")
    before = town_with_players.player("alice").password
    for said in ("marble-tower", "password marble-tower"):
        town_with_players.answer(account, said)
    assert town_with_players.player("alice").password == before


def test_a_reset_is_good_for_one_reply(town_with_players: Town) -> None:
    (mail,) = town_with_players.write(ALICE, "password alice")
    town_with_players.answer(mail, "change password marble-tower")
    changed = town_with_players.player("alice").password
    town_with_players.answer(mail, "change password other-tower")
    assert town_with_players.player("alice").password == changed


def test_a_stranger_can_ask_for_a_reset_and_learns_nothing(town_with_players: Town) -> None:
    assert [mail.to for mail in town_with_players.write(STRANGER, "password alice")] == [ALICE]
    assert town_with_players.write(STRANGER, "password nobody") == []


def test_a_reset_is_mailed_once_a_day(town_with_players: Town) -> None:
    assert kinds(town_with_players.write(ALICE, "password alice")) == ["reset"]
    town_with_players.write(ALICE, "password alice")
    assert town_with_players.note == "reset_sent_today"
    assert town_with_players.write(STRANGER, "password alice") == []
    town_with_players.later(days=1, seconds=1)
    assert kinds(town_with_players.write(ALICE, "password alice")) == ["reset"]


def test_a_new_password_is_announced_to_every_address(town_with_players: Town) -> None:
    with town_with_players.app.store.transaction() as tx:
        for address in ("ice@example.org", SECOND):
            tx.players.add_address(town_with_players.player("alice").id, address)
    mails = town_with_players.write(ALICE, f"change password alice {PASSWORD} marble-tower")
    assert {mail.to for mail in mails} == {ALICE, "ice@example.org", SECOND}
    assert set(kinds(mails)) == {"password_changed"}


@pytest.mark.parametrize("said", ["quiet tower", "tower"])
def test_after_an_answer_that_sets_no_password_a_reply_can_still_set_it(
    said: str, town_with_players: Town
) -> None:
    (reset,) = town_with_players.write(ALICE, "password alice")
    (told,) = town_with_players.answer(reset, said)
    assert kinds(town_with_players.answer(told, "marble-tower")) == ["password_changed"]
    before = town_with_players.player("alice").password
    town_with_players.answer(reset, "other-tower")
    assert town_with_players.player("alice").password == before


def test_an_answer_that_is_no_password_is_answered_with_the_form(town_with_players: Town) -> None:
    (reset,) = town_with_players.write(ALICE, "password alice")
    (told,) = town_with_players.answer(reset, "quiet rejoicing")
    assert (told.kind, told.facts["question"]) == ("no_command", "reset")
    assert "    change password NEW\n" in told.text


# The welcome


def test_a_welcome_names_who_is_here_and_what_can_be_joined(town_with_players: Town) -> None:
    town = town_with_players
    town.write(ALICE, subject=f"dvonn seek alice {PASSWORD} -random")
    facts = town.sign_up(CAROL).facts
    assert set(facts["here"]) == {"alice", "bob"}
    first = facts["here"][0]
    games = [line.partition(f" challenge {first}")[0] for line in facts["challenges"]]
    assert (games[0], len(set(games)), set(games) - {*game_names()}) == ("gyges", MOST_GAMES, set())
    (seek,) = facts["seeks"]
    assert (seek["game"], seek["number"], seek["userid"]) == ("dvonn", 1, "alice")


def test_the_first_player_is_told_to_offer_a_game(town: Town) -> None:
    facts = town.sign_up(ALICE).facts
    assert (facts["here"], facts["challenges"], facts["seeks"]) == ([], [], [])
    games = [line.partition(" seek")[0] for line in facts["offers"]]
    assert (games[:2], len(set(games))) == (["gyges", "dvonn"], MOST_GAMES)
    assert set(games) <= {*game_names()}


def test_a_courtesy_behind_the_userid_is_no_password(town: Town) -> None:
    question = only(town.write(CAROL, "signup carol merci\n"))
    assert (question.kind, question.facts["userid"]) == ("signup", "carol")
    assert kinds(town.answer(question, "yes")) == ["welcome"]
    assert town.player("carol").password is None


def test_a_word_too_short_for_a_password_is_named_with_the_way_without_one(town: Town) -> None:
    answer = only(town.write(CAROL, "signup carol keller\n"))
    assert town.note == "short_password"
    assert '"keller" is too short' in " ".join(answer.text.split())
    assert "signup carol\n" in answer.text
    assert "marble-tower" not in only(town.write(CAROL, "signup a marble-tower\n")).text


@pytest.mark.parametrize("said", ["signup jürgen", "ich bin der Jürgen", "Jürgen"])
def test_umlauts_of_a_german_name_are_two_letters(town: Town, said: str) -> None:
    told = only(town.write(STRANGER, "Hallo, wie kann ich hier mitspielen?\n"))
    assert only(town.answer(told, f"{said}\n")).facts["userid"] == "juergen"


def test_an_address_tells_no_language() -> None:
    assert guessed_language("pbm <pbm@games.example.com>") == ""
    assert guessed_language("On Mon 7 Dec at 18:00, pbm <pbm@games.example.com> wrote:") == "en"
