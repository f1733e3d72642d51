"""Mail a player everything that is kept about them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from functools import partial
from typing import Any

from pbm.core.conditional import from_data
from pbm.core.games import game_names, record
from pbm.core.marks import names_of
from pbm.core.model import Match
from pbm.core.ratings import rating_lists
from pbm.inbox.commands.records import folded
from pbm.inbox.line.access import Access
from pbm.inbox.line.answers import Answer
from pbm.inbox.line.command import command
from pbm.inbox.line.request import Request
from pbm.mail.correspondence import KeptLetter, LetterStatus
from pbm.mail.read import read
from pbm.notices.contest_views import contest_name
from pbm.notices.drafts import Draft, account_grant
from pbm.notices.kinds import MailKind
from pbm.notices.rendering import name_of, quoted, wrapped
from pbm.notices.text_tables import labelled
from pbm.play import departures, exports
from pbm.play.contests.views import record_of

Lines = Iterator[str]

# The most characters in one mail, so that its HTML part does not get too long.
PART = 20_000

_UNREDACTED = (LetterStatus.WAITING, LetterStatus.FAILED)
_TIME = "%Y-%m-%d %H:%M"


@command("data", "u p", access=Access.PLAYER)
def data(request: Request) -> Answer:
    """Have everything mailed to you that is kept about you, in as many mails as it takes.

    Your account, your boards and their records, your ratings, your puzzles, your letters, a list of
    the mails sent to you.
    At most once a day.
    """
    player = request.player
    exports.ask(request.work, player)
    parts = list(_parts(request))
    grant = account_grant(player)
    first, *more = [
        Draft(
            player, MailKind.DATA, {"part": number, "parts": len(parts), "text": text}, grant=grant
        )
        for number, text in enumerate(parts, 1)
    ]
    return Answer(first, tuple(more))


def _parts(request: Request) -> Iterator[str]:
    """Yield the whole text in parts, cut between lines."""
    part: list[str] = []
    size = 0
    for lines in _lines(request):
        if size + len(lines) > PART and part:
            yield "\n".join(part)
            part, size = [], 0
        part.append(lines)
        size += len(lines) + 1
    yield "\n".join(part)


def _lines(request: Request) -> Lines:
    for title, section in _SECTIONS.items():
        lines, words = section(request), _told(request, title)
        yield f"\n{words}\n{'-' * len(words)}"
        yield next(lines, _told(request, "none"))
        yield from lines


def _told(request: Request, code: str, **facts: Any) -> str:
    """A text about what is kept, in the player's language; stored codes stay as they are."""
    return name_of(code, "kept", request.reader.language) % facts


def _account(request: Request) -> Lines:
    facts = [(_told(request, label), value) for label, value in _account_facts(request)]
    row_of = labelled(11, [label for label, _ in facts])
    yield from (row_of(*each) for each in facts)


def _account_facts(request: Request) -> Iterator[tuple[str, str]]:
    """Yield the codes of labels with their values."""
    player, tx, told = request.player, request.tx, partial(_told, request)
    yield "userid", player.userid
    yield "since", _at(player.created)
    yield "status", player.status.value
    yield "password", told("hash" if player.password else "no_password")
    yield from (("address", address) for address in player.addresses)
    for address, at in player.bouncing.items():
        yield "came_back", told("bounce", address=address, at=_at(at))
    due = departures.due_moment(tx, player)
    if due is not None:
        yield "deleted", told("asked", at=_at(due))
    yield from (("setting", f"{name} {value}") for name, value in sorted(player.settings.items()))
    for other in tx.blocks.of(player.id):
        yield "blocks", tx.players.get(other).userid
    for board in tx.subscriptions.of(player.id):
        yield "watches", told("watched", board=board)
    for away in tx.vacations.of(player.id):
        yield "vacation", told("span", start=_at(away.start), end=_at(away.end))
    for asked in tx.analyses.asked():
        if asked.player == player.id:
            yield "waits", told("analysis", board=asked.board)
    for seek in tx.seeks.of(player.id):
        yield "seeks", told("seek", game=seek.game, left=seek.left, terms=seek.terms).rstrip()


def _at(at: datetime) -> str:
    return f"{at.strftime(_TIME)} UTC"


def _boards(request: Request) -> Lines:
    for match in sorted(request.tx.matches.of_player(request.player.id), key=_number):
        players = match.players.map(request.tx.players.get)
        facts = {"board": match.board, "rules": match.spec, "status": match.status.value}
        yield "\n" + _told(request, "board", **facts)
        yield wrapped(", ".join(player.userid for player in players), 4)
        plan = request.tx.queues.of(match.board).get(request.player.id)
        for line in from_data(plan).lines() if plan else ():
            yield wrapped(_told(request, "queued", line=line), 4)
        if match.has_record:
            board = request.work.boards.read(request.tx, match)
            yield folded(record.write(record_of(request.tx, board)))


def _contests(request: Request) -> Lines:
    """The contests of the player, with everything that is stored of their entry."""
    tx, player, told = request.tx, request.player, partial(_told, request)
    for entry in tx.contests.entries_of(player.id):
        contest = tx.contests.get(entry.contest)
        if contest is None:
            continue
        facts = {"status": contest.status.value, "at": _at(entry.since)}
        name = contest_name(tx, contest, request.reader)
        yield "\n" + told("entry", name=name, **facts)
        stored = {
            "place": entry.place,
            "rating": entry.rating,
            "step": entry.step,
            "final": entry.final,
            "out": entry.gone.value,
            "mailed": entry.told.value,
        }
        yield from (f"    {told(code)}: {value}" for code, value in stored.items() if value)
        yield from ([f"    {told('once')}"] if entry.once else [])
        for game in tx.contests.games_of(contest.id, player.id):
            code = "lost" if game.absent == player.id else "game"
            how = game.how.value or told("running")
            yield f"    {told(code, board=game.board, how=how)}"
    for other in tx.watched_contests.of(player.id):
        watched = tx.contests.get(other)
        if watched is not None:
            yield told("watched_contest", name=contest_name(tx, watched, request.reader))


def _number(match: Match) -> int:
    return match.board


def _ratings(request: Request) -> Lines:
    player, tx = request.player, request.tx
    for each in rating_lists(game_names()):
        for change in tx.ratings.of_player(each.name, player.id)[::-1]:
            rated = {"before": change.before.points, "after": change.after.points}
            where = {"game": each.game, "board": change.board}
            yield _told(request, "rated", at=_at(change.ended), **where, **rated)


def _puzzles(request: Request) -> Lines:
    player, tx = request.player, request.tx
    for game in game_names():
        rating = tx.puzzles.rating(player.id, game)
        if rating.games:
            yield _told(request, "solved", game=game, rating=rating, games=rating.games)
    for tried in tx.puzzles.tries(player.id):
        state = tried.state.value
        yield _told(request, "puzzle", at=_at(tried.at), number=tried.puzzle, state=state)


def _letters(request: Request) -> Lines:
    player = request.player
    for number in request.tx.letters.about(player.id, player.addresses):
        kept = request.tx.letters.get(number)
        if kept is not None:
            yield _letter(request, kept)


def _letter(request: Request, kept: KeptLetter) -> str:
    """A letter with the lines that its writer wrote; without them until it is redacted."""
    facts = {"at": _at(kept.received), "status": kept.status.value}
    head = "\n" + _told(request, "letter", number=kept.id, **facts)
    if kept.status in _UNREDACTED or not kept.raw:
        return head
    written = read(kept.envelope, domain=request.identity.address)
    return f"{head}\n{quoted([f'Subject: {written.subject}', *written.lines])}"


def _mails(request: Request) -> Lines:
    player = request.player
    for number in request.tx.outbox.about(player.id, player.addresses):
        mail = request.tx.outbox.get(number)
        if mail is not None and mail.queued is not None:
            to = _told(request, "to", address=mail.recipient)
            yield f"{_at(mail.queued)}, {mail.kind}, {mail.status.value}\n    {to}"


def _keys(request: Request) -> Lines:
    """The number of reply addresses by purpose; of the tokens only hashes are stored."""
    for purpose, count in sorted(request.tx.tokens.counts(request.player.id).items()):
        yield f"{purpose.value:12} {count}"


def _limits(request: Request) -> Lines:
    """The counters of rate limits, such as wrong passwords, and the times that are stored."""
    names = names_of(request.player)
    counted, moments = request.tx.marks.about(names), request.tx.moments.about(names)
    for mark in sorted(counted, key=lambda mark: mark.place):
        yield f"{mark!s:28}  {counted[mark]}"
    for mark in sorted(moments, key=lambda mark: mark.place):
        yield f"{mark!s:28}  {_told(request, 'last', at=_at(moments[mark]))}"


_SECTIONS: Mapping[str, Callable[[Request], Lines]] = {
    "account": _account,
    "boards": _boards,
    "contests": _contests,
    "ratings": _ratings,
    "puzzles": _puzzles,
    "letters": _letters,
    "mails": _mails,
    "keys": _keys,
    "limits": _limits,
}
"""The parts of the export by the codes of their titles."""
