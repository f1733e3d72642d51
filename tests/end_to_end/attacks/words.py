"""Words in letters: passwords that must not be stored, and quotes that must not be obeyed."""

from __future__ import annotations

import base64
import textwrap
from collections.abc import Callable, Iterator, Mapping

from tests.end_to_end.attacks.stage import (
    PASSWORD,
    PLAIN,
    Stage,
    Tally,
    attempts,
    forged,
    lines,
    stage,
)
from tests.end_to_end.player import Mail, Player, letter
from tests.end_to_end.table import Table

_STORY = "Here is a story that I always wanted to tell you "
_BASE64 = base64.b64encode(f"gyges show 1 alice {PASSWORD}".encode()).decode()

# Subject and body of letters with a password, by the place of the password.
_PLACES: Mapping[str, tuple[str, str]] = {
    "a command": ("", f"gyges move 1 alice {PASSWORD} 16-35"),
    "a command that takes none": ("", f"gyges show 1 alice {PASSWORD}"),
    "the Subject": (f"gyges show 1 alice {PASSWORD}", "hello"),
    "the Subject beside a command": (f"alice {PASSWORD}", "whoami"),
    "the Subject of prose": (f"my password is {PASSWORD}", "Dear server"),
    "quoted": ("", f"show\n\n> gyges move 1 alice {PASSWORD} 16-35"),
    "quoted, in prose": ("", f"whoami\n\nOn Friday, alice wrote:\n> password: {PASSWORD}"),
    "below the signature": ("", f"whoami\n-- \nalice {PASSWORD}"),
    "beside a command in prose": (
        "",
        f"whoami\n\nBy the way, my password is {PASSWORD}, all right?",
    ),
    "on a line below the userid": ("", f"gyges show 1 alice\n{PASSWORD}"),
    "misspelt": ("", f"gygse move 1 alice {PASSWORD} 16-35"),
    "behind a colon": ("", f"userid: alice\npassword: {PASSWORD}"),
    "in quotation marks": ("", f'gyges show 1 alice "{PASSWORD}"'),
    "with a full stop": ("", f"I am alice and my password is {PASSWORD}."),
    "in German": ("", f"Mein Kennwort lautet {PASSWORD}"),
    "in French": ("", f"mon mot de passe : {PASSWORD}"),
    "in multiple": ("multiple", f"whoami\ngyges show 1 alice {PASSWORD}\nhello"),
    "signup again": (f"signup alice {PASSWORD}", ""),
    "change of password": ("", f"change password alice {PASSWORD} another-one-9"),
    "encoded": ("=?utf-8?b?" + _BASE64 + "?=", "hello"),
}


def kept_passwords() -> Tally:
    """A password in every place of a letter, searched for in every byte of the data directory."""
    letters = {
        name: forged(body.replace("\n", "\r\n"), subject)
        for name, (subject, body) in _PLACES.items()
    }
    letters.update(_parts())
    return Tally(len(letters), tuple(name for name, raw in letters.items() if _is_kept(raw)))


def _is_kept(raw: bytes) -> bool:
    """Whether the password is on the disk after the server has stopped and emptied SQLite's log."""
    with stage(PLAIN) as club:
        club.send(raw)
        club.settle()
        club.server.stop()
        return bool(club.on_disk(PASSWORD.encode()))


def _parts() -> Iterator[tuple[str, bytes]]:
    head = ("From: alice@example.org", "Date: Fri, 20 Nov 2026 10:00:00 +0000", "MIME-Version: 1.0")
    words = f"gyges show 1 alice {PASSWORD}"
    for kind in ("text/plain", "text/html", "application/octet-stream"):
        yield (
            f"an attachment, {kind}",
            lines(
                *head,
                f"Message-ID: <{kind[-4:]}@x.example>",
                'Content-Type: multipart/mixed; boundary="b"',
                body=(
                    "--b\r\nContent-Type: text/plain\r\n\r\nwhoami\r\n"
                    f"--b\r\nContent-Type: {kind}\r\nContent-Disposition: attachment\r\n"
                    f"Content-Transfer-Encoding: base64\r\n\r\n"
                    f"{base64.b64encode(words.encode()).decode()}\r\n--b--\r\n"
                ),
            ),
        )
    yield (
        "HTML",
        lines(
            *head,
            "Message-ID: <html@x.example>",
            "Content-Type: text/html",
            body=f"<p>gyges show 1 alice <b>{PASSWORD[:4]}</b>{PASSWORD[4:]}</p>",
        ),
    )


# Answers of programs without any header that marks them as automatic.
_ROBOTS: Mapping[str, Callable[[str], str]] = {
    "plain": lambda text: f"I am on holiday until Monday.\n\n{text}",
    "by tabs": lambda text: "I am on holiday.\n\n" + textwrap.indent(text, "\t"),
    "under a heading": lambda text: f"I am away.\n\nYour message was:\n\n{text}",
    "a ticket": lambda text: f"Ticket 4711 was opened.\n\nDescription:\n{text}\n\n--\nSupport",
    "ok below": lambda text: "I am away.\n\nok",
    "yes below": lambda text: f"We got your mail.\n\nyes\n\n{text}",
    "folded anew": lambda text: "Hello!\n\n" + textwrap.fill(text, 60, replace_whitespace=False),
    "every line a paragraph": lambda text: "Away.\n\n" + "\n\n".join(text.split("\n")),
    "words on lines": lambda text: "Away.\n\n" + "\n".join(text.split()),
    "the text alone": lambda text: text,
    "in brackets": lambda text: f"[Automatic]\n{text}",
    "yes, then ours": lambda text: f"yes\n{text}",
}


def robots_that_confirm() -> Tally:
    """Answers of programs to questions: a signup under a forged From, and a forged command."""
    with stage(PLAIN) as club:
        confirmed = []
        for number, (name, told) in enumerate(_ROBOTS.items()):
            victim = Player(club.server, f"victim{number}", f"victim@v{number}.example")
            club.send(
                forged("", f"signup victim{number}", author=victim.address),
                source=f"127.0.{number}.1",
            )
            question = victim.receive()
            club.send(_answer(victim, question, told), question.reply_to)
            club.settle()
            if club.rows(f"SELECT id FROM players WHERE userid = 'victim{number}'"):
                confirmed.append(f"signup: {name}")
        confirmed += [f"command: {name}" for name in _confirming(club)]
        return Tally(2 * len(_ROBOTS), tuple(confirmed))


def _confirming(club: Stage) -> Iterator[str]:
    """Yield the programs that confirm a forged command. All answer one question, until one does:
    while it is open, it is only asked again in the answers to them.
    """
    club.send(forged("", "block bob"))
    question = club.latest(club.alice)
    before = club.goods()
    for name, told in _ROBOTS.items():
        club.send(_answer(club.alice, question, told), question.reply_to)
        if club.goods() != before:
            yield name
            return
        question = club.latest(club.alice) if club.alice.unread() else question
    club.send(_answer(club.alice, question, lambda _: "yes"), question.reply_to)
    assert club.goods() != before, "alice cannot confirm the question, so no program could"


def robots_that_play() -> Tally:
    """Answers of ``_ROBOTS`` to a board mail."""

    def attack(told: Callable[[str], str]) -> Callable[[Stage], None]:
        return lambda club: club.send(
            _answer(club.alice, _board(club), told), _board(club).reply_to
        )

    return attempts({name: attack(told) for name, told in _ROBOTS.items()})


def _board(club: Stage) -> Mail:
    return next(mail for mail in reversed(club.alice.mails) if "[gyges 1]" in mail.subject)


def _answer(player: Player, answered: Mail, told: Callable[[str], str]) -> bytes:
    text = told(answered.text)
    return letter(player.address, f"Re: {answered.subject}", text, answered.reply_to).as_bytes()


def quotes_broken_anew() -> Tally:
    """An opponent's words, quoted by a program that wraps lines and marks only the first part."""

    def attack(width: int, column: int) -> Callable[[Stage], None]:
        def talk(club: Stage) -> None:
            said = (_STORY * 3)[: width - len(" resign")] + " resign"
            club.alice.answer(f"chat\n\n{said} How nice for you!\n", club.alice.last)
            chat = club.latest(club.bob)
            answer = _answer(club.bob, chat, lambda text: _quoted_at(text, column))
            club.send(answer, chat.reply_to)

        return talk

    # The lengths of the quoted line, and the columns at which programs wrap it.
    letters = {
        f"{width}, column {column}": attack(width, column)
        for width in (56, 74)
        for column in range(60, 78, 4)
    }
    return attempts(letters, harm=_is_over)


def _is_over(club: Stage) -> bool:
    club.settle()
    return bool(club.rows("SELECT board FROM matches WHERE status != 'running'"))


def _quoted_at(text: str, column: int) -> str:
    """Return a reply that quotes only the first line of the comment, wrapped at the column.

    Only the first part of the wrapped line has a quote mark.
    """
    said = next(line for line in text.splitlines() if line.startswith("| "))
    broken = textwrap.fill(f"> {said}", column)
    return f"{broken}\n\nThanks!\n"


# What stands between two characters of a reply address, and behind which character.
_GAPS: Mapping[str, tuple[str, int]] = {
    "an end of a line in its name": ("\n", 2),
    "an end of a line": ("\n", 12),
    "an end of a line before its domain": ("\n", 31),
    "a quoted line": ("\n> ", 12),
    "a line quoted twice": ("\n>> > ", 20),
    "a bar": ("\n| ", 8),
    "a soft break": ("=\n", 17),
    "a hyphen": ("-\n", 17),
    "a blank": (" ", 9),
    "a soft hyphen": ("\xad", 12),
    "a zero-width space": ("\N{ZERO WIDTH SPACE}", 20),
    "joiners": ("\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}", 25),
}
_PIECE = 9
"""The fewest characters of a token that must not be shown."""


def split_tokens() -> Tally:
    """The reply address of a player in their words to another, split in ways of mail programs."""

    def attack(gap: str, at: int) -> Callable[[Stage], None]:
        def talk(club: Stage) -> None:
            board = _board(club)
            address = f"{board.reply_to[:at]}{gap}{board.reply_to[at:]}"
            club.send(
                _answer(club.alice, board, lambda _: f"chat\nSee {address} there\n"), board.reply_to
            )

        return talk

    return attempts({name: attack(*gap) for name, gap in _GAPS.items()}, harm=_pieces_shown)


def _pieces_shown(club: Stage) -> list[str]:
    """The pieces of the token of alice's board that bob has read."""
    club.settle()
    while club.bob.unread():
        club.bob.receive()
    read, token = "".join(mail.text for mail in club.bob.mails), _board(club).token
    pieces = [token[at : at + _PIECE] for at in range(len(token) - _PIECE + 1)]
    return [piece for piece in pieces if piece in read]


def points_of_a_second_account() -> Tally:
    """Games that one of two accounts gives to the other after a move of each."""
    games = 3
    with stage(PLAIN) as club:
        table = Table(club.alice, club.bob)
        for _ in range(games - 1):
            club.alice.told("resign")
            club.bob.receive()
            table.begin("gyges challenge bob")
            table.play(("231123", "321123"))
        club.alice.told("resign")
        club.settle()
        rated = club.rows("SELECT DISTINCT board FROM ratings")
    return Tally(games, tuple(f"game {board}" for (board,) in rated))
