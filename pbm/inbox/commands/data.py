"""Mail a player everything that is kept about them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pbm.core.conditional import from_data
from pbm.core.games import game_names, record
from pbm.core.marks import names_of
from pbm.core.model import Match
from pbm.core.ratings import rating_lists
from pbm.inbox.commands.records import folded
from pbm.inbox.vocabulary.access import Access
from pbm.inbox.vocabulary.answers import Answer
from pbm.inbox.vocabulary.command import command
from pbm.inbox.vocabulary.request import Request
from pbm.mail.correspondence import KeptLetter, LetterStatus
from pbm.mail.read import read
from pbm.notices.drafts import Draft, account_grant
from pbm.notices.kinds import MailKind
from pbm.notices.rendering import quoted, wrapped
from pbm.play import departures, exports
from pbm.play.contests.views import name_of, record_of

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
        lines = section(request)
        yield f"\n{title}\n{'-' * len(title)}"
        yield next(lines, "none")
        yield from lines


def _account(request: Request) -> Lines:
    player, tx = request.player, request.tx
    yield f"Userid       {player.userid}"
    yield f"Since        {player.created.strftime(_TIME)} UTC"
    yield f"Status       {player.status.value}"
    yield f"Password     {'a hash of it' if player.password else 'none'}"
    yield from (f"Address      {address}" for address in player.addresses)
    for address, at in player.bouncing.items():
        yield f"Came back    mail to {address}, last on {at:{_TIME}}"
    due = departures.due_moment(tx, player)
    if due is not None:
        yield f"Deleted      on {due:{_TIME}} UTC, as the operator was asked"
    yield from (f"Setting      {name} {value}" for name, value in sorted(player.settings.items()))
    for other in tx.blocks.of(player.id):
        yield f"You block    {tx.players.get(other).userid}"
    yield from (f"You watch    board {board}" for board in tx.subscriptions.of(player.id))
    for away in tx.vacations.of(player.id):
        yield f"Vacation     {away.start.strftime(_TIME)} to {away.end.strftime(_TIME)} UTC"
    for asked in tx.analyses.asked():
        if asked.player == player.id:
            yield f"You wait     for the analysis of board {asked.board}"
    for seek in tx.seeks.of(player.id):
        yield f"You seek     {seek.game}, games: {seek.left} {seek.terms}".rstrip()


def _boards(request: Request) -> Lines:
    for match in sorted(request.tx.matches.of_player(request.player.id), key=_number):
        players = match.players.map(request.tx.players.get)
        yield f"\nBoard {match.board}, {match.spec}, {match.status.value}"
        yield wrapped(", ".join(player.userid for player in players), 4)
        plan = request.tx.queues.of(match.board).get(request.player.id)
        if plan:
            yield from (wrapped(f"queued: {line}", 4) for line in from_data(plan).lines())
        if match.has_record:
            board = request.work.boards.read(request.tx, match)
            yield folded(record.write(record_of(request.tx, board)))


def _contests(request: Request) -> Lines:
    """The contests of the player, with everything that is stored of their entry."""
    tx, player = request.tx, request.player
    for entry in tx.contests.entries_of(player.id):
        contest = tx.contests.get(entry.contest)
        if contest is None:
            continue
        yield f"\n{name_of(tx, contest)}, {contest.status.value}, since {entry.since:{_TIME}} UTC"
        told = {
            "place at the start": entry.place,
            "rating at the start": entry.rating,
            "step": entry.step,
            "final place": entry.final,
            "out": entry.gone.value,
            "mailed before the start": entry.told.value,
        }
        yield from (f"    {name}: {value}" for name, value in told.items() if value)
        yield from (["    for this season only"] if entry.once else [])
        for game in tx.contests.games_of(contest.id, player.id):
            lost = ", lost on time or without play" if game.absent == player.id else ""
            yield f"    board {game.board}: {game.how.value or 'running'}{lost}"
    for other in tx.watched_contests.of(player.id):
        watched = tx.contests.get(other)
        if watched is not None:
            yield f"You watch {name_of(tx, watched)}"


def _number(match: Match) -> int:
    return match.board


def _ratings(request: Request) -> Lines:
    player, tx = request.player, request.tx
    for each in rating_lists(game_names()):
        for change in tx.ratings.of_player(each.name, player.id)[::-1]:
            rated = f"{change.before.points} to {change.after.points}"
            yield f"{change.ended.strftime(_TIME)} UTC, {each.game} {change.board}: {rated}"


def _puzzles(request: Request) -> Lines:
    player, tx = request.player, request.tx
    for game in game_names():
        rating = tx.puzzles.rating(player.id, game)
        if rating.games:
            yield f"{game}: {rating} after {rating.games}"
    for tried in tx.puzzles.tries(player.id):
        yield f"{tried.at.strftime(_TIME)} UTC, puzzle {tried.puzzle}: {tried.state.value}"


def _letters(request: Request) -> Lines:
    player = request.player
    for number in request.tx.letters.about(player.id, player.addresses):
        kept = request.tx.letters.get(number)
        if kept is not None:
            yield _letter(request, kept)


def _letter(request: Request, kept: KeptLetter) -> str:
    """A letter with the lines that its writer wrote; without them until it is redacted."""
    head = f"\nLetter {kept.id}, {kept.received.strftime(_TIME)} UTC, {kept.status.value}"
    if kept.status in _UNREDACTED or not kept.raw:
        return head
    written = read(kept.envelope, domain=request.identity.domain)
    return f"{head}\n{quoted([f'Subject: {written.subject}', *written.lines])}"


def _mails(request: Request) -> Lines:
    player = request.player
    for number in request.tx.outbox.about(player.id, player.addresses):
        mail = request.tx.outbox.get(number)
        if mail is not None and mail.queued is not None:
            queued = mail.queued.strftime(_TIME)
            yield f"{queued} UTC, {mail.kind}, {mail.status.value}\n    to {mail.recipient}"


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
        yield f"{mark!s:28}  last {moments[mark].strftime(_TIME)} UTC"


_SECTIONS: Mapping[str, Callable[[Request], Lines]] = {
    "Account": _account,
    "Boards": _boards,
    "Contests": _contests,
    "Ratings": _ratings,
    "Puzzles": _puzzles,
    "Letters from you": _letters,
    "Mails to you": _mails,
    "Reply addresses given to you": _keys,
    "Counted for limits": _limits,
}
