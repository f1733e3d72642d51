"""A town where every kind of mail is sent, with names of the maximum length."""

from __future__ import annotations

import copyreg
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from pbm.admin.action import action
from pbm.app.programs import ProgramLoop
from pbm.base.secrets import make_token
from pbm.core.contests.model import ContestKind
from pbm.core.games import Puzzle
from pbm.core.languages import ENGLISH
from pbm.core.marks import Trouble
from pbm.core.model import Cause, PlayerStatus
from pbm.inbox.line.names import all_commands
from pbm.mail.addresses import fill_masks
from pbm.mail.correspondence import OutboxMail
from pbm.notices.alerts import note
from pbm.notices.drafts import Draft
from pbm.notices.help_texts import topics
from pbm.notices.kinds import MailKind
from pbm.notices.pages import Drawing
from pbm.play.contests import rulings
from pbm.play.departures import ask_to_forget, cancel_forgetting
from pbm.play.programs import MOST_BOARDS, enlist
from pbm.play.publicity import PublicAsked
from pbm.play.suspensions import set_status
from pbm.play.work import Work
from tests.pbm.conftest import PRAGMAS, UNSYNCED
from tests.pbm.dsn import bounce
from tests.pbm.town import (
    ALICE,
    BOB,
    DOMAIN,
    NORTH,
    PASSWORD,
    SOUTH,
    STRANGER,
    Mail,
    Town,
    of,
    only,
)
from tests.shared import once

PUZZLES = [
    (
        "gyges/classic",
        Puzzle(
            "2..3../...1.2/....2./.1.32./...31./3..1.. s", ("14x24=42", "64x45=65", "11-32-42-N")
        ),
    ),
    (
        "dvonn/standard",
        Puzzle(
            "........./........../.......[brw]w[wb]r/......bw[wb][bbw]/......[bw][brwb]. b",
            ("G2-H2", "H3-K3", "H2-J2"),
        ),
    ),
]
LONG = "a23456789-b23456789c"
LONG_NAME = "owls" * 4 + "xy"
LONG_BOT = "robot6789-c23456789d"
LONG_ENGINE = "engine789-e23456789f"
LONG_ADDRESS = f"{LONG}@mail.example.org"
COMMENT = (
    "Your triple looks lonely.\n\nresign\n13-14 was better\n"
    + "long " * 60
    + "\n"
    + "x" * 100
    + "\n"
)
# A move's comment must not contain a command about its board.
OF_A_MOVE = COMMENT.replace("resign", "signoff")


def every_mail(language: str = ENGLISH) -> Sequence[Mail]:
    """At least one mail of every kind, to players who have chosen that language. One process of a
    run makes them, in seconds; the others read them.
    """
    return _shared(language)


def _made(language: str) -> Sequence[Mail]:
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(PRAGMAS, UNSYNCED)
        town = Town(Path(folder), operator=f"olga@{'example' * 5}.org")
        return [_whole(mail, town.app.identity.key) for mail in _every_mail(town, language)]


_shared = once("every_mail", _made)


def _whole(mail: Mail, key: bytes) -> Mail:
    """The mail with its tokens. Another process has no server that fills them in."""
    fill = partial(_filled, [make_token(key, nonce) for nonce in mail.row.nonce.split()])
    assert fill(mail.row) == mail.masks(mail.row)
    return replace(mail, masks=fill)


def _filled(tokens: Sequence[str], row: OutboxMail) -> bytes:
    return fill_masks(row.raw, tokens)


# A string with a picture, which pickle would make without the picture.
copyreg.pickle(Drawing, lambda drawing: (Drawing, (str(drawing), drawing.diagram)))


def _every_mail(town: Town, language: str) -> Sequence[Mail]:
    sent = [
        *_beginnings(town, language),
        *_games(town),
        *_talk(town),
        *_seeks(town),
        *_accounts(town),
        *_help(town),
    ]
    sent += [*_refusals(town), *_without_commands(town), *_summaries(town), *_of_the_house(town)]
    sent += _with_programs(town)
    sent += _with_a_program_by_mail(town)
    sent += _studies(town)
    sent += _contests(town)
    sent += town.write(ALICE, f"signoff alice battery-staple\n{COMMENT}")
    town.close()
    return sent


def _beginnings(town: Town, language: str) -> list[Mail]:
    sent = town.write(ALICE, subject=f"signup alice {PASSWORD} a@example.org")
    sent += town.answer(sent[-1], "yes")
    sent += town.answer(of(sent, "a@example.org"), "yes")
    sent += town.write(ALICE, f"set alice {PASSWORD} lang {language}")
    for address in (BOB, LONG_ADDRESS):
        sent += town.write(address, subject=f"signup {address.partition('@')[0]}")
        sent += town.answer(sent[-1], "yes")
        sent += town.answer(sent[-1], f"set lang {language}")
    return sent


def _games(town: Town) -> list[Mail]:
    sent = town.write(ALICE, f"gyges challenge alice {PASSWORD} {LONG}\n{COMMENT}")
    sent += town.answer(of(sent, LONG_ADDRESS), "accept")
    mails = of(sent[-2:], ALICE), of(sent[-2:], LONG_ADDRESS)
    for number, move in enumerate([SOUTH, NORTH, "16-35", "61-53", "15-24"]):
        moved = town.answer(mails[number % 2], f"{move}\n{OF_A_MOVE}")
        mails = of(moved, ALICE), of(moved, LONG_ADDRESS)
        sent += moved
    for question in (
        "show",
        "show 1#2",
        "review",
        "record",
        "preview 62-53 12-13x14=36",
        "preview new 231123",
        "explain 13-14-24",
        "moves",
        "66-11",
        "13-13",
        "resign\n13-14",
    ):
        sent += town.answer(mails[1], question)
    sent += town.answer(mails[1], "no, I meant 62-51")
    sent += town.answer(mails[0], "62-53")
    sent += town.write(BOB, "gyges subscribe 1")
    sent += town.answer(sent[-1], "yes")
    for plan in ("if 62-53 then 11-22", "if 13-66 then 11-22", "show"):
        sent += town.answer(mails[0], f"queue {plan}")
    sent += town.answer(mails[1], f"chat\n{COMMENT}")
    for offer, answer in (("undo", "reject"), ("draw", "accept")):
        sent += town.write(ALICE, f"gyges propose 1 alice {PASSWORD} {offer}")
        sent += town.answer(of(sent[-2:], LONG_ADDRESS), answer)
    sent += town.write(ALICE, f"dvonn challenge alice {PASSWORD} bob -random -first=bob")
    sent += town.answer(of(sent[-2:], BOB), "accept")
    sent += town.answer(of(sent[-2:], BOB), "resign")
    sent += town.write(ALICE, f"gyges challenge alice {PASSWORD} bob")
    sent += town.answer(of(sent[-2:], BOB), "decline")
    return sent


def _talk(town: Town) -> list[Mail]:
    sent = town.write(ALICE, "gyges challenge bob -first=bob")
    sent += town.write(ALICE, "whoami\ngyges challenge bob\nnonsense\n", subject="multiple")
    sent += town.answer(sent[-1], "what is this?")
    sent += town.write(ALICE, "hello")
    sent += town.write("erin@example.org", "Hello, how do I play here?")
    sent += town.write(ALICE, f"message alice {PASSWORD} {LONG}\n{COMMENT}")
    sent += town.write(ALICE, f"block alice {PASSWORD} {LONG}")
    sent += town.write(STRANGER, "learn gyges\n")
    for said in ("A hint, please", "14-44", "How does it bounce?", "learn games", "What is Oware?"):
        sent += town.answer(sent[-1], said)
    sent += town.write(STRANGER, "gyges resign 1 bob wrong-horse")
    sent += town.answer(sent[-1], "what is this?")
    sent += town.answer(sent[-1], "signup carol -lang=de")
    sent += town.answer(sent[-1], "Ja, was ist das?")
    return sent


def _seeks(town: Town) -> list[Mail]:
    sent = town.write(ALICE, f"dvonn seek alice {PASSWORD} 20 -random -first=taker -unrated")
    sent += town.answer(only(town.write(LONG_ADDRESS, "whoami")), "gyges seek")
    sent += town.write(ALICE, f"set alice {PASSWORD} news on")
    sent += town.live(days=1)
    sent += town.write(ALICE, f"set alice {PASSWORD} news off")
    sent += town.write(LONG_ADDRESS, "dvonn seeks")
    sent += town.answer(sent[-1], "dvonn take 1")
    return sent + town.write(ALICE, f"unblock alice {PASSWORD} {LONG}")


def _with_a_program_by_mail(town: Town) -> list[Mail]:
    """The mails by which a program becomes a player, and the mails of a game with it."""
    address = "robby@example.net"
    question = only(town.write(address, subject=f"signup {LONG_BOT} -program -owner={LONG}"))
    sent = [question, *town.answer(question, "yes\n")]
    sent += town.answer(of(sent, LONG_ADDRESS), "yes\n")
    sent += town.answer(of(sent[-2:], address), "gyges challenge alice\n")
    sent += town.answer(of(sent[-2:], ALICE), "accept\n")
    return sent


def _with_programs(town: Town) -> list[Mail]:
    """The mails of a club with programs that have long names."""
    name = LONG_NAME
    with town.app.store.transaction() as tx:
        enlist(tx, name, town.time, {LONG_ENGINE: ["gyges/classic", "gyges/kang"]})
    key = "alice battery-staple"
    (receipt,) = sent = town.write(ALICE, f"dvonn seek {key}")
    for command in ("programs", "users", "help", "help programs"):
        sent += town.answer(receipt, command)
    for rules in ("classic", "modern"):
        sent += town.write(ALICE, f"gyges challenge {key} {LONG_ENGINE} -rules={rules}")
    for _ in range(MOST_BOARDS):
        sent += town.write(ALICE, f"gyges challenge {key} {name}-5")
    board = next(mail.row.board for mail in sent if mail.kind == MailKind.BOARD)
    sent += town.write(ALICE, f"gyges propose {board} {key} draw")
    sent += town.write(ALICE, f"message {key} {name}\nhello\n")
    return [*sent, town.sign_up("dora@example.org")]


def _contests(town: Town) -> list[Mail]:
    """A cup that begins, ends and is watched; a season and stairs that are entered and left."""
    alice, key = "alice battery-staple", only(town.write(BOB, "whoami"))
    guest = town.sign_up("guest@example.org")
    sent = [*town.answer(guest, "contests"), *town.answer(guest, "gyges cup")]
    sent += town.answer(guest, "gyges cup join")
    sent += town.write(ALICE, f"gyges cup {alice} subscribe")
    sent += town.write(ALICE, f"gyges cup {alice} unsubscribe")
    sent += town.write(ALICE, f"gyges cup {alice} join")
    account = only(town.write(LONG_ADDRESS, "whoami"))
    sent += [*town.answer(account, "gyges cup join"), *town.answer(key, "gyges cup join")]
    town.serve_contests()
    sent += town.new_mails()
    watcher = town.sign_up("watcher@example.org")
    sent += town.answer(watcher, "gyges cup subscribe 1")
    sent += town.answer(guest, "gyges cup show 1")
    sent += town.write(ALICE, f"gyges cup {alice} leave")
    sent += town.live(days=1)
    sent += town.live(days=9)
    sent += town.write(ALICE, f"dvonn season {alice} join")
    sent += town.write(ALICE, f"dvonn season {alice} join once")
    sent += town.answer(account, "dvonn season join")
    sent += town.live(days=80)
    sent += town.write(ALICE, f"dvonn season {alice} leave")
    for each in (guest, account):
        sent += town.answer(each, "gyges stairs join")
    sent += town.answer(guest, "gyges stairs")
    sent += town.answer(guest, f"gyges stairs challenge {LONG}")
    with action(town.app, "pbm contests close 1", "the club moves") as work:
        stairs = [each for each in work.tx.contests.list() if each.kind is ContestKind.STAIRS]
        rulings.close(work, stairs[0], "the club moves")
    sent += town.new_mails()
    for line in ("contests", "users", "ratings guest", "help contests"):
        sent += town.answer(guest, line)
    return sent


def _studies(town: Town) -> list[Mail]:
    """Puzzles with right and wrong answers, and the analysis of a game."""
    with town.app.store.transaction() as tx:
        for spec, puzzle in PUZZLES:
            tx.puzzles.add(spec, puzzle, "a test")
    town.later(hours=2)
    receipt = only(town.write(ALICE, "set alice battery-staple puzzle daily"))
    sent = [receipt, *town.live(days=1)]
    for spec, puzzle in PUZZLES:
        given = only(town.answer(receipt, f"{spec.partition('/')[0]} puzzle"))
        sent += [given, *town.answer(given, "11-13" if "gyges" in spec else "A1-A2")]
        sent += town.answer(given, str(given.facts["example"]))
        for move in puzzle.line[::2]:
            sent += town.answer(given, move)
    sent += town.answer(given, "stop")
    sent += town.write(ALICE, "gyges analyse 1 alice battery-staple")
    loop = ProgramLoop(town.app, lambda: None)
    while loop.play() == 0:
        pass
    return [*sent, *town.new_mails()]


def _accounts(town: Town) -> list[Mail]:
    commands = [
        "whoami",
        "users",
        "list",
        "gyges games",
        "all show alice all",
        "gyges history",
        "gyges show 1 2",
    ]
    commands += [
        f"{game}{which}"
        for game in ("gyges ", "")
        for which in ("standings", "ratings", f"ratings {LONG}")
    ]
    commands += ["seeks", "history"]
    sent = [mail for command in commands for mail in town.write(LONG_ADDRESS, command)]
    sent += town.write(ALICE, f"set alice {PASSWORD} board compact")
    sent += town.write(ALICE, f"change password alice {PASSWORD} battery-staple")
    sent += town.write(ALICE, "password alice")
    sent += town.write(LONG_ADDRESS, "password alice")
    sent += town.write(ALICE, "data alice battery-staple")
    sent += town.write(LONG_ADDRESS, "password alice")
    more = f"alice battery-staple b@{'example' * 3}.org"
    sent += town.write(ALICE, f"add address {more}")
    sent += town.answer(sent[-1], "yes")
    sent += town.write(ALICE, f"drop address {more}")
    sent += town.write(ALICE, f"add address alice battery-staple {BOB}")
    account = only(town.write(LONG_ADDRESS, "whoami"))
    sent += [only(town.answer(account, line)) for line in ("gyges resign 1", "signoff")]
    return sent


def _help(town: Town) -> list[Mail]:
    subjects = ["help", *(f"help {topic}" for topic in topics())]
    subjects += [f"help {each.name}" for each in all_commands() if not each.hidden]
    sent: list[Mail] = []
    for subject in subjects:
        town.later(minutes=10)
        sent += town.write(LONG_ADDRESS, subject=subject)
    return [*sent, *_clocks(town)]


def _refusals(town: Town) -> list[Mail]:
    lines = ("gyges moev 1", "gyges show 99", "gyges move 1", "signup alice", "help xyzzy")
    town.later(hours=2)
    return [only(town.write(BOB, line)) for line in lines]


def _without_commands(town: Town) -> list[Mail]:
    """Answers to letters in which no command is found."""
    town.later(hours=2)
    account = only(town.write(LONG_ADDRESS, "whoami"))
    lost = {"In_Reply_To": str(account.message["Message-ID"])}
    sent = town.write(LONG_ADDRESS, "Shall we?", **lost)
    sent += town.write(LONG_ADDRESS, "take 2")
    sent += town.answer(account, "Shall we?", subject="gyges challenge bob")
    sent += [*town.answer(account, "Hello!"), *town.answer(account, "help signup")]
    sent += town.answer(account, "please delete my account")
    sent += town.answer(account, "I might seek a game of gyges")
    question = only(town.write(LONG_ADDRESS, "message bob\nShall we?"))
    town.later(hours=49)
    return [*sent, question, *town.answer(question, "yes")]


def _summaries(town: Town) -> list[Mail]:
    """The answers to letters of many lines: one line for each result."""
    about_gyges = ["games", "history", "standings", "ratings", "ratings bob", "show 1", "show 1 2"]
    about_gyges += ["review 1", "record 1", "moves 1", "preview new 231123", "show 1#1"]
    lines = [f"gyges {each}" for each in about_gyges]
    lines += [
        "whoami",
        "users",
        "list",
        "set",
        "help",
        "help gyges",
        "learn",
        "dvonn seeks",
        "nonsense",
    ]
    lines += ["seeks", "standings", "ratings", f"ratings {LONG}"]
    return town.write(LONG_ADDRESS, "\n".join(lines), subject="multiple")


def _clocks(town: Town) -> list[Mail]:
    """Reminders and a game lost by time, in a zone with a long name."""
    sent = town.write(BOB, "set timezone America/Argentina/ComodRivadavia")
    sent += town.answer(sent[-1], "yes")
    for _ in range(2):
        sent += town.write(ALICE, f"gyges challenge alice battery-staple {LONG} -totaltime=60d")
        sent += town.answer(of(sent[-2:], LONG_ADDRESS), "accept")
    board = of(sent[-2:], LONG_ADDRESS)
    sent += [*bounce(town, board), *town.answer(board, "show")]
    sent += town.live(days=8)
    sent += town.write(ALICE, f"vacation alice battery-staple tomorrow tomorrow\n{COMMENT}")
    sent += town.write(ALICE, "vacation alice battery-staple off")
    sent += town.live(days=14)
    sent += town.write(ALICE, "set alice battery-staple digest daily")
    sent += town.write(ALICE, "set alice battery-staple digest all")
    account = only(town.write(BOB, "whoami"))
    sent += town.answer(account, f"gyges challenge alice\n{COMMENT}")
    sent += town.live(days=1)
    return sent + town.write(ALICE, "set alice battery-staple digest off")


def _of_the_house(town: Town) -> list[Mail]:
    """Mails about faults in pbm, and mails from the operator."""
    number = town.keep(ALICE, f"From: {ALICE}\r\nMessage-ID: <f@x>\r\n\r\nwhoami\r\n".encode())
    with town.app.store.transaction() as tx:
        town.app.put_aside(number, RuntimeError("a fault"))(tx)
        act = tx.acts.add("players broadcast", "", {}, town.time)
        facts = {"subject": "The server rests on Sunday", "said": COMMENT.split("\n")}
        note(tx, Trouble.CROWDED, town.time)
        town.app.dead(1, f"550 <{LONG_ADDRESS}> {'is not here ' * 9}")(tx)
        draft = Draft(town.player(LONG), MailKind.BROADCAST, facts)
        town.app.post.send(Work(tx, town.time, Cause(act=act.id), town.app.repository), draft)
    for status in (PlayerStatus.SUSPENDED, PlayerStatus.ACTIVE):
        why = "a reason of some length " * 6
        with action(town.app, "players suspend", why) as work:
            set_status(work, town.player(LONG), status, why)
    for decide in (ask_to_forget, cancel_forgetting):
        with action(town.app, "players forget", "a letter") as work:
            decide(work, town.player(LONG), "a letter")
    with action(town.app, "clock", "") as work:
        work.publish(PublicAsked(None, town.player(LONG)))
    sent = town.new_mails()
    town.write(LONG_ADDRESS, COMMENT, subject="complaint " * 9, to=f"postmaster@{DOMAIN}")
    town.later(hours=2)
    return [*sent, *town.tick()]
