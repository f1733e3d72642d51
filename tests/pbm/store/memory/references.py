"""References between rows, which are checked before a transaction commits."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from pbm.base.errors import ConflictError
from pbm.core.model import Cause
from tests.pbm.store.memory.state import State

Reference = tuple[Collection[int], int | None]
"""The existing numbers, and the number that a row refers to, if any."""


def check(state: State) -> None:
    """:raises ConflictError: if a row refers to a missing row"""
    for numbers, number in (*_of_play(state), *_of_mail(state)):
        if number is not None and number not in numbers:
            raise ConflictError(f"there is no row {number}")


def _of_play(state: State) -> Iterator[Reference]:
    players, boards = state.players.rows, state.boards.rows
    yield from ((players, player) for board in state.boards for player in board.players)
    yield from ((players, seek.player) for seek in state.seeks)
    yield from ((players, request.player) for request in state.requests)
    yield from ((players, player) for player, _ in state.vacations)
    yield from ((players, player) for pair in state.blocks for player in pair)
    yield from ((players, change.player) for change in state.ratings)
    yield from _of_contests(state)
    yield from _of_study(state)
    pairs = (*state.queues, *state.analyses_asked)
    for player, board in (*state.subscriptions, *(pair[::-1] for pair in pairs)):
        yield from ((players, player), (boards, board))
    for board in (
        *state.events,
        *state.snapshots,
        *state.analyses,
        *(unheard.board for unheard in state.unheard),
        *(line.board for line in state.feed),
        *(change.board for change in state.ratings),
    ):
        yield boards, board


def _of_study(state: State) -> Iterator[Reference]:
    players = state.players.rows
    yield from ((players, player) for player, _ in (*state.solvers, *state.puzzle_tries))
    yield from ((state.puzzles.rows, puzzle) for _, puzzle in state.puzzle_tries)


def _of_contests(state: State) -> Iterator[Reference]:
    players, contests = state.players.rows, state.contests.rows
    for contest, player in state.contest_entries:
        yield from ((players, player), (contests, contest))
    for player, contest in state.watched_contests:
        yield from ((players, player), (contests, contest))
    for game in state.contest_games.values():
        yield from ((contests, game.contest), (state.boards.rows, game.board))
        yield from ((players, player) for player in game.players)
    for event in (event for events in state.contest_events.values() for event in events):
        yield contests, event.contest
        yield from _cause(state, event.cause)


def _of_mail(state: State) -> Iterator[Reference]:
    players, boards = state.players.rows, state.boards.rows
    for row in (*state.mails, *state.tokens.values()):
        yield from ((players, row.player), (boards, row.board))
    for mail in state.mails:
        yield from _cause(state, mail.cause)
    for event in (event for events in state.events.values() for event in events):
        yield from _cause(state, event.cause)
    yield from ((state.letters.rows, letter) for letter in state.withheld)
    yield from ((state.letters.rows, each.letter) for each in state.fetched.values())


def _cause(state: State, cause: Cause) -> Iterator[Reference]:
    kept = state.letters.rows, state.acts.rows, state.requests.rows
    yield from zip(kept, cause, strict=True)
