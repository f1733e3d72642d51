"""Attacks that cause much mail to others, or much work for the server, with little effort."""

from __future__ import annotations

import random
import smtplib
import time
from collections.abc import Callable, Mapping

from tests.end_to_end.attacks.stage import (
    MALLORY,
    PLAIN,
    VOUCHED,
    Stage,
    Tally,
    forged,
    stage,
    vouched,
)
from tests.end_to_end.player import Mail, Player, letter

# The largest letter of an attack, and how long an honest player may have to wait meanwhile.
_LARGEST = 250_000
_KEPT_SECONDS, _ANSWERED_SECONDS = 2.0, 5.0
# A little more than the mails that one player may cause to another outside a game.
_MOST_MAILS = 20


def _words(number: int, seed: int) -> str:
    draw = random.Random(seed)
    letters = "abcdefghijklmnopqrstuvwxyz"
    return " ".join("".join(draw.choices(letters, k=8)) for _ in range(number))


_HEAVY: Mapping[str, Callable[[], str]] = {
    "260 lines of 100 words after kennwort": lambda: "\r\n".join(
        f"kennwort {_words(100, seed)}" for seed in range(260)
    ),
    "passwords behind userids": lambda: "\r\n".join(
        f"gyges move 1 alice {_words(1, seed)} x" for seed in range(6000)
    ),
    "moves": lambda: ("13-14-24-34 " * 70 + "\r\n") * 290,
    "a line of conditions": lambda: ("gyges queue 1 " + "if 16-35 then 61-53 " * 40 + "\r\n") * 300,
    "encoded addresses of ours": lambda: ("pbm%2b" + "pbm%252Ba " * 90 + "\r\n") * 270,
    "quotes": lambda: "\r\n".join(">" * depth + " x" for depth in range(700)),
    "multiple boards": lambda: "\r\n".join(["gyges show 1 " * 60] * 200),
}


def heavy_letter() -> Tally:
    """Large letters that take long to parse; an honest player writes at the same time."""
    late = []
    for name, body in _HEAVY.items():
        with stage(PLAIN) as club:
            if _is_late(club, body()):
                late.append(name)
    return Tally(len(_HEAVY), tuple(late))


def _is_late(club: Stage, body: str) -> bool:
    """Whether an honest letter after two heavy ones was refused, or took too long."""
    try:
        for subject in ("", "multiple"):
            club.send(forged(body[:_LARGEST], subject, author=MALLORY))
        start = time.monotonic()
        club.send(letter(club.carol.address, "help users", ""))
        kept = time.monotonic() - start
        club.carol.receive()
        answered = time.monotonic() - start
    except smtplib.SMTPDataError:
        return True
    return kept > _KEPT_SECONDS or answered > _ANSWERED_SECONDS


def hashing() -> Tally:
    """Letters of strangers that make the server hash passwords, twenty in each."""
    signups = "\r\n".join(f"signup name{number} longpassword{number}" for number in range(20))
    with stage(PLAIN) as club:
        before = club.server.cpu_seconds()
        for _ in range(10):
            club.send(forged(signups, "multiple", author=MALLORY))
        club.settle()
        spent = club.server.cpu_seconds() - before
        return Tally(10, (f"{spent:.1f} s CPU",) if spent > 1.0 else ())


def bombing() -> Tally:
    """A player who makes the server send many mails to another player."""
    letters: Mapping[str, Callable[[Stage], None]] = {
        "absences": lambda club: _many(
            club, 20, "\n".join(["vacation 2027-03-01 2027-03-02", "vacation off"] * 10)
        ),
        "messages": lambda club: _many(club, 60, "message bob"),
        "invitations": lambda club: _many(club, 3, "\n".join(["gyges challenge bob"] * 20)),
        "chats": lambda club: _many(club, 3, "\n".join(["gyges chat 1"] * 20)),
        "proposals": lambda club: _many(
            club, 3, "\n".join(["gyges propose 1 draw", "gyges reject 1"] * 10)
        ),
    }
    return _bombed(letters, block=False)


def bombing_who_blocks() -> Tally:
    """Like ``bombing``, but the player blocks the sender: only mails about moves may arrive."""
    letters: Mapping[str, Callable[[Stage], None]] = {
        "absences": lambda club: _many(club, 1, "vacation 2027-03-01 2027-03-02\nvacation off"),
        "message": lambda club: _many(club, 1, "message bob"),
        "invitation": lambda club: _many(club, 1, "gyges challenge bob"),
        "chat": lambda club: _many(club, 1, "gyges chat 1"),
    }
    return _bombed(letters, block=True)


def _bombed(letters: Mapping[str, Callable[[Stage], None]], *, block: bool) -> Tally:
    too_many = []
    for name, bomb in letters.items():
        with stage(VOUCHED) as club:
            if block:
                club.send(vouched(forged("", "block alice", author=club.bob.address)))
            before = club.mails_to(club.bob.address)
            bomb(club)
            came = club.mails_to(club.bob.address) - before
            if came > (0 if block else _MOST_MAILS):
                too_many.append(f"{name}: {came} mails")
    return Tally(len(letters), tuple(too_many))


def _many(club: Stage, letters: int, commands: str) -> None:
    for number in range(letters):
        body = f"{commands}\n" if "\n" in commands else f"hello {number}"
        subject = "multiple" if "\n" in commands else commands
        club.send(vouched(forged(body, subject)))


def flood_of_strangers() -> Tally:
    """Hundreds of forged signups, and then real ones, which must be answered."""
    honest = {
        "a newcomer who is vouched for": ("dave@relaxed.example", True, "127.0.0.5"),
        "a newcomer from elsewhere": ("erin@quiet.example", False, "127.0.9.9"),
    }
    with stage(VOUCHED) as club:
        for number in range(250):
            author = f"victim{number}@flood.example"
            club.send(forged("", f"signup name{number}", author=author))
        out = []
        for name, (author, vouches, source) in honest.items():
            raw = forged("", f"signup {author.partition('@')[0]}", author=author)
            raw = vouched(raw, author.partition("@")[2]) if vouches else raw
            club.send(raw, source="127.0.0.1" if vouches else source)
            if not club.mails_to(author):
                out.append(name)
        out += [name for name, held in _players_kept_out(club).items() if held]
        return Tally(4, tuple(out))


def _players_kept_out(club: Stage) -> Mapping[str, bool]:
    before = club.mails_to(club.carol.address)
    club.send(forged("", "help users", author=club.carol.address))
    answered = club.mails_to(club.carol.address)
    club.send(forged("", "password carol", author="carol@elsewhere.example"))
    reset = club.mails_to(club.carol.address)
    return {"a player": answered == before, "a reset": reset == answered}


def silence() -> Tally:
    """A move by a player who has used up the answers of an hour; it must be answered."""
    with stage(PLAIN) as club:
        player = club.alice
        welcome = player.mails[1]
        for _ in range(40):
            player.answer("whoami", welcome)
        club.latest(player)
        tries = {
            "by the reply address of an account": welcome,
            "by the reply address of the board": _board_mail(player),
        }
        unheard = []
        for name, answered in tries.items():
            before = club.mails_to(player.address)
            player.answer("gyges move 1 16-35" if answered is welcome else "16-35", answered)
            if club.mails_to(player.address) == before:
                unheard.append(name)
        return Tally(len(tries), tuple(unheard))


def _board_mail(player: Player) -> Mail:
    return next(mail for mail in reversed(player.mails) if "[gyges 1]" in mail.subject)
