"""A player causes few mails to others, and none across a block; nothing is lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from shutil import copytree

import pytest

from pbm.mail.correspondence import MailStatus
from pbm.notices.bounds import MOST_FROM_OTHERS, MOST_INVITATIONS_AT_ONCE
from pbm.play.bounds import (
    ABSENCES,
    ADDRESSES,
    ALL_CHAT,
    CHAT,
    GAMES,
    MESSAGES,
    MOST_INVITATIONS,
    MOST_PROPOSALS,
    MOST_WATCHED,
)
from tests.pbm.conftest import SavedTown
from tests.pbm.dsn import bounce
from tests.pbm.inbox.commands.test_every_command import COMMANDS, line
from tests.pbm.security.attack import goods
from tests.pbm.town import (
    ALICE,
    BOB,
    CAROL,
    PASSWORD,
    SOUTH,
    Mail,
    Town,
    findings,
    kinds,
    of,
    only,
    refused_because,
)

TOGGLES = "vacation 2027-03-01 2027-03-02\nvacation off\n" * 10
MULTIPLE = "multiple"


class Club:
    """A town whose players answer the mails that welcomed them."""

    def __init__(self, town: Town, *welcomes: Mail) -> None:
        self.town = town
        self._keys = {mail.to: mail for mail in welcomes}

    @property
    def welcomes(self) -> Sequence[Mail]:
        return [*self._keys.values()]

    def join(self, address: str) -> None:
        self._keys[address] = self.town.sign_up(address)

    def say(self, author: str, text: str, subject: str = "") -> list[Mail]:
        return self.town.answer(self._keys[author], text, subject)

    def begin(self, opponent: str, game: str = "gyges") -> None:
        invited = self.say(ALICE, f"{game} challenge {opponent.partition('@')[0]}\n")
        self.town.answer(of(invited, opponent), "accept\n")

    def bomb(self, text: str, letters: int, subject: str = "") -> list[Mail]:
        """Send this many letters from alice, and return the mails that they cause to others."""
        sent = [mail for _ in range(letters) for mail in self.say(ALICE, text, subject)]
        return [mail for mail in sent if mail.to != ALICE]

    @property
    def note(self) -> str:
        return self.town.note


@pytest.fixture(scope="module")
def saved_club(
    saved_town_with_players: SavedTown, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, Sequence[Mail]]:
    """The folder of the club, and the mails that welcomed its players."""
    with closing(saved_town_with_players.copy(tmp_path_factory.mktemp("club"))) as town:
        made = Club(town, *saved_town_with_players.mails)
        made.join(CAROL)
        made.begin(BOB)
        made.begin(BOB, "dvonn")
        made.begin(CAROL)
    return town.folder, made.welcomes


@pytest.fixture
def club(
    saved_club: tuple[Path, Sequence[Mail]], tmp_path: Path, _unsynced: None
) -> Iterator[Club]:
    """Alice attacks; bob and carol play against her, bob on two boards."""
    folder, welcomes = saved_club
    copytree(folder, tmp_path, dirs_exist_ok=True)
    with closing(Town(tmp_path)) as town:
        town.later(hours=2)
        yield Club(town, *welcomes)


def at_once(mails: Iterable[Mail]) -> list[Mail]:
    return [mail for mail in mails if mail.row.status is MailStatus.QUEUED]


def rows(club: Club, table: str) -> int:
    return int(club.town.rows(f"SELECT count(*) FROM {table}")[0][0])


def events(club: Club, board: int = 1) -> int:
    return club.town.match(board).seq


# Absences


def test_absences_that_come_and_go_are_one_mail_for_each_opponent(club: Club) -> None:
    sent = club.bomb(TOGGLES, 3, MULTIPLE)
    assert Counter(mail.to for mail in sent) == {BOB: 1, CAROL: 1}
    assert "many_absences" in club.note
    last = club.town.tick()
    assert last == []
    club.town.later(hours=1)
    told = club.town.tick()
    assert Counter(mail.to for mail in told) == {BOB: 1, CAROL: 1}
    assert (of(told, BOB).facts["by"], of(told, BOB).facts["periods"]) == ("alice", [])
    club.town.later(hours=5)
    assert [mail for mail in club.town.tick() if mail.kind == "absence"] == []
    assert findings(club.town) == []


def test_changes_of_absences_are_few_on_every_board(club: Club) -> None:
    before = [events(club, board) for board in (1, 2, 3)]
    club.bomb(TOGGLES, 20, MULTIPLE)
    assert [events(club, board) for board in (1, 2, 3)] == [n + ABSENCES.most for n in before]


def test_the_final_vacation_is_told_even_after_a_restart(club: Club) -> None:
    club.bomb(
        "vacation 2027-03-01 2027-03-02\nvacation off\nvacation 2027-04-01 2027-04-02\n",
        1,
        MULTIPLE,
    )
    club.town.reopen()
    club.town.later(hours=1)
    told = of(club.town.tick(), CAROL)
    (period,) = told.facts["periods"]
    assert (period["from"], period["until"]) == ("Thu 1 Apr 2027", "Fri 2 Apr 2027")


def test_changing_a_vacation_again_tells_when_the_opponents_will_be_told(club: Club) -> None:
    club.bomb("vacation 2027-03-01 2027-03-02\nBeach!\n", 1)
    later = of(club.say(ALICE, "vacation off\nRain!\n"), ALICE)
    assert later.facts["told_at"].startswith("Fri 20 Nov 13:00")
    assert later.facts["unsent"]


# Messages, invitations, chat


def test_messages_of_one_player_end_and_none_of_them_is_lost(club: Club) -> None:
    sent = club.bomb("message bob\nHello!\n", 60)
    assert len(sent) == MESSAGES.most
    assert len(at_once(sent)) == MOST_FROM_OTHERS
    assert club.note == "many_messages"
    digest = only(of_kind(club.town.live(days=1), "digest"))
    assert (digest.to, digest.text.count("| Hello!")) == (BOB, MESSAGES.most - MOST_FROM_OTHERS)
    assert "block USERID" in digest.text
    assert findings(club.town) == []


def test_a_message_counts_once_for_each_recipient(club: Club) -> None:
    assert len(club.bomb("message bob carol\nHello!\n", MESSAGES.most)) == MESSAGES.most


def test_a_mail_that_is_held_back_comes_with_the_next_digest(club: Club) -> None:
    club.bomb("message bob\nHello!\n", MESSAGES.most)
    assert of_kind(club.town.tick(), "digest") == []


def of_kind(mails: Iterable[Mail], kind: str) -> list[Mail]:
    return [mail for mail in mails if mail.kind == kind]


def test_a_refused_sender_can_go_on_at_the_time_that_the_refusal_names(club: Club) -> None:
    club.bomb("message bob\nHello!\n", MESSAGES.most)
    code, facts = refused_because(club.say(ALICE, "message bob\nHello!\n"))
    assert code == "many_messages"
    assert facts["again"].startswith("Fri 20 Nov 13:00")
    club.town.later(hours=1)
    assert club.say(ALICE, "message bob\nHello!\n")[-1].to == BOB


def test_all_other_players_together_have_a_bound_for_one_reader(club: Club) -> None:
    senders = [f"sender{number}x@example.com" for number in range(3)]
    for sender in senders:
        club.join(sender)
    mails = [
        mail
        for sender in senders
        for _ in range(MOST_FROM_OTHERS)
        for mail in club.say(sender, "message bob\nHello!\n")
        if mail.to == BOB
    ]
    assert len(mails) == 3 * MOST_FROM_OTHERS
    assert len(at_once(mails)) == MOST_FROM_OTHERS
    digests = of_kind(club.town.live(days=1), "digest")
    assert sum(digest.text.count("| Hello!") for digest in digests) == 2 * MOST_FROM_OTHERS


def test_a_digest_of_much_comes_in_several_mails(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbm.notices.digest.LONGEST", 5000)
    club.bomb("message bob\nHello!\n", MESSAGES.most)
    digests = of_kind(club.town.live(days=1), "digest")
    assert len(digests) > 1
    told = sum(digest.text.count("| Hello!") for digest in digests)
    assert told == MESSAGES.most - MOST_FROM_OTHERS


def test_a_game_tells_its_moves_whatever_others_write(club: Club) -> None:
    club.bomb("message bob\nHello!\n", MESSAGES.most)
    moved = club.town.write(ALICE, f"gyges move 1 alice {PASSWORD} {SOUTH}\n")
    assert of(moved, BOB).row.status is MailStatus.QUEUED


def test_invitations_and_the_boards_they_open_end(club: Club) -> None:
    sent = club.bomb("gyges challenge bob\n" * 20, 3, MULTIPLE)
    assert kinds(sent) == ["invitation"] * GAMES.most
    assert len(at_once(sent)) == MOST_INVITATIONS_AT_ONCE
    assert rows(club, "matches") == 3 + GAMES.most
    assert "many_games" in club.note or "many_invitations" in club.note


def test_many_invitations_by_one_player_are_one_mail_the_next_morning(club: Club) -> None:
    club.bomb("gyges challenge bob\n" * 20, 1, MULTIPLE)
    club.say(CAROL, "gyges challenge bob\n")
    club.town.later(days=1)
    digest = only([mail for mail in club.town.tick() if mail.to == BOB and mail.kind == "digest"])
    assert digest.text.count("gyges") >= GAMES.most - MOST_INVITATIONS_AT_ONCE
    assert findings(club.town) == []


def test_invitations_that_wait_are_few(club: Club) -> None:
    for _ in range(3):
        club.bomb("gyges challenge bob\n" * 10, 1, MULTIPLE)
        club.town.later(hours=1, seconds=1)
    assert rows(club, "matches") == 3 + MOST_INVITATIONS
    assert club.note.endswith("many_invitations")
    code, facts = refused_because(club.say(ALICE, "gyges challenge carol\n"))
    assert (code, facts["game"], facts["board"]) == ("many_invitations", "gyges", 4)


def test_invitations_that_are_taken_back_count(club: Club) -> None:
    boards = range(4, 4 + 3 * GAMES.most)
    sent = [
        mail
        for board in boards
        for text in ("gyges challenge bob\n", f"gyges decline {board} alice {PASSWORD}\n")
        for mail in club.bomb(text, 1)
    ]
    assert rows(club, "matches") == 3 + GAMES.most
    assert len(at_once(sent)) == MOST_FROM_OTHERS


def test_seeks_that_are_taken_and_games_given_up_count(club: Club) -> None:
    for _ in range(2):
        club.say(BOB, "gyges seek 20\n")
    takes = "gyges take 1\n" * 20
    club.bomb(takes, 1, MULTIPLE)
    club.bomb(takes.replace("1", "2"), 1, MULTIPLE)
    assert rows(club, "matches") == 3 + GAMES.most


def test_chat_on_a_board_and_on_all_of_them_ends(club: Club) -> None:
    sent = club.bomb(f"gyges chat 1 alice {PASSWORD} Hello!\n", CHAT.most + 20)
    assert kinds(sent) == ["chat"] * CHAT.most
    assert club.note == "much_chat"
    more = [
        mail
        for board in ("dvonn chat 2", "gyges chat 3")
        for mail in club.bomb(f"{board} alice {PASSWORD} Hello!\n", CHAT.most)
    ]
    assert len(more) == ALL_CHAT.most - CHAT.most


def test_talk_about_games_that_are_over_counts_as_messages(club: Club) -> None:
    club.town.write(ALICE, f"gyges resign 1 alice {PASSWORD}\n")
    chat = f"gyges chat 1 alice {PASSWORD} Hello!\n"
    sent = club.bomb(chat, MESSAGES.most + 10)
    assert len(sent) == MESSAGES.most
    assert len(at_once(sent)) == MOST_FROM_OTHERS


@pytest.mark.parametrize("offer", ["draw", "undo"])
def test_a_player_proposes_few_things_before_the_next_move(club: Club, offer: str) -> None:
    club.town.write(ALICE, f"gyges move 1 alice {PASSWORD} {SOUTH}\n")
    before = events(club)
    lines = f"gyges propose 1 alice {PASSWORD} {offer}\ngyges reject 1 alice {PASSWORD}\n"
    for _ in range(20):
        club.town.write(ALICE, lines, subject="multiple")
    assert events(club) == before + 2 * MOST_PROPOSALS
    club.town.write(BOB, f"gyges move 1 {SOUTH}\n")


def test_few_addresses_are_asked_for_their_consent(club: Club) -> None:
    sent = [
        mail
        for number in range(ADDRESSES.most + 5)
        for mail in club.town.write(ALICE, f"add address alice {PASSWORD} v{number}@example.com\n")
        if mail.to != ALICE
    ]
    assert len(sent) == ADDRESSES.most
    assert club.note == "many_addresses"


def test_few_boards_are_watched_at_a_time(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_WATCHED <= 50
    monkeypatch.setattr("pbm.play.spectators.MOST_WATCHED", 1)
    for board in (4, 5):
        club.town.answer(of(club.say(BOB, "gyges challenge carol\n"), CAROL), "accept")
        club.say(ALICE, f"gyges subscribe {board}\n")
    assert club.note == "many_watched"
    club.say(ALICE, "gyges unsubscribe 4\n")
    assert kinds(club.say(ALICE, "gyges subscribe 5\n")) == ["board"]


# Words in place of commands

THINGS = ("garden", "river", "winter", "summer", "bread", "window", "kitchen", "music", "guitar")
WORDS = [f"{one} and the {other}" for one in THINGS for other in THINGS if one != other]


def in_words(club: Club, mail: Mail, *texts: str) -> list[Mail]:
    """Reply to the mail with words that never repeat, and return the mails to bob."""
    told = (
        club.town.answer(mail, texts[number % len(texts)].format(words))
        for number, words in enumerate(WORDS)
    )
    return [mail for mails in told for mail in mails if mail.to == BOB]


def test_talk_on_a_board_in_words_has_the_bound_of_chat(club: Club) -> None:
    board = of(club.say(ALICE, "gyges show 1"), ALICE)
    talk = (
        "You like the {} very much!",
        "Greetings from the {}",
        "shall we call it a draw? The {}",
    )
    sent = in_words(club, board, *talk)
    assert 0 < len([each for each in sent if each.kind == "chat"]) <= CHAT.most
    assert len(sent) <= CHAT.most + MOST_PROPOSALS


def test_words_in_reply_to_a_message_have_the_bound_of_messages(club: Club) -> None:
    message = of(club.say(BOB, "message alice\nHello!\n"), ALICE)
    sent = in_words(club, message, "Thanks, how is the {}?", "ok", "Greetings from the {}")
    assert kinds(sent) == ["message"] * len(sent)
    assert len(sent) == MESSAGES.most
    assert len(at_once(sent)) == MOST_FROM_OTHERS


def test_games_wished_for_in_words_have_the_bound_of_games(club: Club) -> None:
    over = of(club.say(ALICE, f"gyges resign 1 alice {PASSWORD}\n"), ALICE)
    sent = in_words(club, over, "rematch please", "Good game, like the {}", "another game?")
    sent += in_words(club, club.welcomes[0], "gyges challenge bob\nthe {}", "play gyges with bob")
    assert len([each for each in sent if each.kind == "invitation"]) <= GAMES.most
    assert len([each for each in sent if each.kind == "chat"]) <= MESSAGES.most
    assert len(at_once(sent)) == MOST_FROM_OTHERS


def test_nobody_is_mailed_because_a_friend_is_named_with_an_address(club: Club) -> None:
    friends = ("invite {}@example.com please", "my brother {}@example.com wants to join, can he?")
    for text in friends:
        told = club.say(ALICE, text.format("dagmar"))
        assert {mail.to for mail in told} == {ALICE}


EVERYTHING = (
    "gyges challenge bob",
    "dvonn challenge carol",
    "gyges seek 20",
    "gyges take 1",
    "message bob carol",
    "gyges propose 1 alice {p} draw",
    "gyges reject 1 alice {p}",
    "gyges chat 1 alice {p} Hello!",
    "vacation 2027-03-01 2027-03-02",
    "vacation off",
    "gyges subscribe 4",
    "gyges queue 1 if 231123 then 321123",
    "block bob",
    "unblock bob",
    "set board compact",
)


def test_an_hour_of_everything_makes_few_rows(club: Club) -> None:
    def count() -> int:
        return sum(map(len, goods(club.town).values()))

    lines = "".join(f"{each.format(p=PASSWORD)}\n" for each in EVERYTHING)
    club.bomb(lines, 10, MULTIPLE)
    few = count()
    club.bomb(lines, 30, MULTIPLE)
    assert count() == few
    assert few < 150


# Blocks


def test_across_a_block_no_command_mails_anything_but_the_game(
    town_with_game: Town, welcomes: tuple[Mail, Mail]
) -> None:
    town_with_game.answer(welcomes[1], "block alice")
    for command in COMMANDS:
        with town_with_game.rehearsing():
            sent = town_with_game.write(ALICE, line(command, claim=True) + "\nHello!\n")
        reached = [mail for mail in sent if mail.to == BOB]
        assert {mail.kind for mail in reached} <= {"board", "reset"}, command.name
        assert not any("Hello!" in mail.text for mail in reached), command.name


def test_absences_are_not_told_across_a_block(club: Club) -> None:
    club.say(BOB, "block alice")
    assert [mail.to for mail in club.bomb(TOGGLES, 3, MULTIPLE)] == [CAROL]
    club.town.later(hours=1)
    assert [mail.to for mail in club.town.tick()] == [CAROL]
    assert "alice" in only(club.say(BOB, "gyges show 1\n")).text


def test_a_bounce_is_not_told_across_a_block(club: Club) -> None:
    club.say(BOB, "block alice")
    told = only(club.say(ALICE, "whoami\n"))
    assert [mail.to for mail in bounce(club.town, told)] == [CAROL]


def test_a_seek_across_a_block_is_refused_like_an_unknown_one(club: Club) -> None:
    club.say(BOB, "gyges seek\n")
    club.say(BOB, "block alice")
    refusal = only(club.say(ALICE, "gyges take 1\n"))
    assert club.note == "no_such_seek"
    unknown = only(club.say(ALICE, "gyges take 9\n"))
    assert refusal.text.replace("1", "9") == unknown.text


def test_an_invitation_from_before_a_block_begins_no_game(club: Club) -> None:
    ours = of(club.say(ALICE, "gyges challenge bob\n"), BOB)
    club.say(BOB, "block alice")
    assert kinds(club.town.answer(ours, "accept\n")) == ["refusal"]
    assert club.note == "you_block"
    assert not club.town.match(4).running


def test_a_spectator_whom_a_player_blocks_can_watch_but_not_write(club: Club) -> None:
    """A blocked player may watch, because spectators can send nothing to the players."""
    club.say(BOB, "block carol")
    club.say(CAROL, "gyges subscribe 1\n")
    moved = club.town.write(ALICE, f"gyges move 1 alice {PASSWORD} {SOUTH}\n")
    assert {mail.to for mail in moved} == {ALICE, BOB, CAROL}
