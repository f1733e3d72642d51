"""Everything that is kept about a player, as text for them"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from pbm.core.conditional import from_data
from pbm.core.games import game_names, record
from pbm.core.marks import names_of
from pbm.core.model import Match, Player
from pbm.core.ratings import rating_lists
from pbm.mail.correspondence import KeptLetter, LetterStatus
from pbm.mail.read import read
from pbm.notices.contest_views import contest_name
from pbm.notices.facts.records import folded
from pbm.notices.readers import Reader
from pbm.notices.rendering import name_of, quoted, wrapped
from pbm.notices.text_tables import labelled
from pbm.play import departures
from pbm.play.contests.views import record_of
from pbm.play.work import Work
from pbm.store.protocol import Transaction

Lines = Iterator[str]


# The most characters in one mail, so that its HTML part does not get too long.
PART = 20_000


_UNREDACTED = (LetterStatus.WAITING, LetterStatus.FAILED)


_TIME = "%Y-%m-%d %H:%M"


@dataclass(frozen=True)
class Kept:
    """Whose data is told, and to which reader. domain: that of the server's own addresses."""

    work: Work
    player: Player
    reader: Reader
    domain: str

    @property
    def tx(self) -> Transaction:
        return self.work.tx


def parts_of(of: Kept) -> Iterator[str]:
    """Yield the whole text in parts, cut between lines."""
    part: list[str] = []
    size = 0
    for lines in _lines(of):
        if size + len(lines) > PART and part:
            yield "\n".join(part)
            part, size = [], 0
        part.append(lines)
        size += len(lines) + 1
    yield "\n".join(part)


def _lines(of: Kept) -> Lines:
    for title, section in _SECTIONS.items():
        lines, words = section(of), _told(of, title)
        yield f"\n{words}\n{'-' * len(words)}"
        yield next(lines, _told(of, "none"))
        yield from lines


def _told(of: Kept, code: str, **facts: Any) -> str:
    """A text about what is kept, in the player's language; stored codes stay as they are."""
    return name_of(code, "kept", of.reader.language) % facts


def _account(of: Kept) -> Lines:
    facts = [(_told(of, label), value) for label, value in _account_facts(of)]
    row_of = labelled(11, [label for label, _ in facts])
    yield from (row_of(*each) for each in facts)


def _account_facts(of: Kept) -> Iterator[tuple[str, str]]:
    """Yield the codes of labels with their values."""
    player, tx, told = of.player, of.tx, partial(_told, of)
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


def _boards(of: Kept) -> Lines:
    for match in sorted(of.tx.matches.of_player(of.player.id), key=_number):
        players = match.players.map(of.tx.players.get)
        facts = {"board": match.board, "rules": match.spec, "status": match.status.value}
        yield "\n" + _told(of, "board", **facts)
        yield wrapped(", ".join(player.userid for player in players), 4)
        plan = of.tx.queues.of(match.board).get(of.player.id)
        for line in from_data(plan).lines() if plan else ():
            yield wrapped(_told(of, "queued", line=line), 4)
        if match.has_record:
            board = of.work.boards.read(of.tx, match)
            yield folded(record.write(record_of(of.tx, board)))


def _contests(of: Kept) -> Lines:
    """The contests of the player, with everything that is stored of their entry."""
    tx, player, told = of.tx, of.player, partial(_told, of)
    for entry in tx.contests.entries_of(player.id):
        contest = tx.contests.get(entry.contest)
        if contest is None:
            continue
        facts = {"status": contest.status.value, "at": _at(entry.since)}
        name = contest_name(tx, contest, of.reader)
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
            yield told("watched_contest", name=contest_name(tx, watched, of.reader))


def _number(match: Match) -> int:
    return match.board


def _ratings(of: Kept) -> Lines:
    player, tx = of.player, of.tx
    for each in rating_lists(game_names()):
        for change in tx.ratings.of_player(each.name, player.id)[::-1]:
            rated = {"before": change.before.points, "after": change.after.points}
            where = {"game": each.game, "board": change.board}
            yield _told(of, "rated", at=_at(change.ended), **where, **rated)


def _puzzles(of: Kept) -> Lines:
    player, tx = of.player, of.tx
    for game in game_names():
        rating = tx.puzzles.rating(player.id, game)
        if rating.games:
            yield _told(of, "solved", game=game, rating=rating, games=rating.games)
    for tried in tx.puzzles.tries(player.id):
        state = tried.state.value
        yield _told(of, "puzzle", at=_at(tried.at), number=tried.puzzle, state=state)


def _letters(of: Kept) -> Lines:
    player = of.player
    for number in of.tx.letters.about(player.id, player.addresses):
        kept = of.tx.letters.get(number)
        if kept is not None:
            yield _letter(of, kept)


def _letter(of: Kept, kept: KeptLetter) -> str:
    """A letter with the lines that its writer wrote; without them until it is redacted."""
    facts = {"at": _at(kept.received), "status": kept.status.value}
    head = "\n" + _told(of, "letter", number=kept.id, **facts)
    if kept.status in _UNREDACTED or not kept.raw:
        return head
    written = read(kept.envelope, domain=of.domain)
    return f"{head}\n{quoted([f'Subject: {written.subject}', *written.lines])}"


def _mails(of: Kept) -> Lines:
    player = of.player
    for number in of.tx.outbox.about(player.id, player.addresses):
        mail = of.tx.outbox.get(number)
        if mail is not None and mail.queued is not None:
            to = _told(of, "to", address=mail.recipient)
            yield f"{_at(mail.queued)}, {mail.kind}, {mail.status.value}\n    {to}"


def _keys(of: Kept) -> Lines:
    """The number of reply addresses by purpose; of the tokens only hashes are stored."""
    for purpose, count in sorted(of.tx.tokens.counts(of.player.id).items()):
        yield f"{purpose.value:12} {count}"


def _limits(of: Kept) -> Lines:
    """The counters of rate limits, such as wrong passwords, and the times that are stored."""
    names = names_of(of.player)
    counted, moments = of.tx.marks.about(names), of.tx.moments.about(names)
    for mark in sorted(counted, key=lambda mark: mark.place):
        yield f"{mark!s:28}  {counted[mark]}"
    for mark in sorted(moments, key=lambda mark: mark.place):
        yield f"{mark!s:28}  {_told(of, 'last', at=_at(moments[mark]))}"


_SECTIONS: Mapping[str, Callable[[Kept], Lines]] = {
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
