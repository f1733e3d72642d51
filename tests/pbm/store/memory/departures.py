"""Addresses whose owners have left."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from pbm.mail.correspondence import LetterStatus, MailStatus
from tests.pbm.store.memory.state import Part

WAITING = (MailStatus.QUEUED, MailStatus.RESTING, MailStatus.HELD)


class MemoryDepartures(Part):
    def add(self, address: str, at: datetime) -> None:
        self._state.departures[address] = at

    def due(self) -> Sequence[str]:
        mailed = {each.recipient for each in self._state.mails if each.status in WAITING}
        letters = (each for each in self._state.letters if each.status is LetterStatus.WAITING)
        writing = {each.sender.lower() for each in letters}
        return [each for each in self._state.departures if each not in mailed | writing]

    def erase(self, address: str) -> None:
        at = self._state.departures.pop(address, None)
        if at is not None:
            self._erase_letters(address, at)
            self._erase_mails(address, at)
            self._erase_small(address, at)
            self._erase_acts(address)

    def _erase_letters(self, address: str, at: datetime) -> None:
        mails = self._state.mails
        answered = {each.cause.letter for each in mails if each.reply and each.recipient == address}
        for letter in self._state.letters:
            theirs = address in (letter.sender.lower(), letter.author) or letter.id in answered
            if theirs and letter.received <= at:
                failed = letter.status is LetterStatus.FAILED
                self._state.letters.rows[letter.id] = replace(
                    letter,
                    raw=b"",
                    sender="",
                    peer="",
                    token="",
                    passwords={},
                    author="",
                    message_key="",
                    note="" if failed else letter.note,
                    status=LetterStatus.IGNORED if failed else letter.status,
                )

    def _erase_mails(self, address: str, at: datetime) -> None:
        owners = {each.id for each in self._state.players if address in each.addresses}
        for mail in self._state.mails:
            early = mail.queued is not None and mail.queued <= at
            if mail.recipient == address and (early or mail.player not in {None, *owners}):
                dead = mail.status is MailStatus.DEAD
                self._state.mails.rows[mail.id] = replace(
                    mail,
                    raw=b"",
                    recipient="",
                    error="",
                    accepted="",
                    status=MailStatus.DROPPED if dead else mail.status,
                )

    def _erase_small(self, address: str, at: datetime) -> None:
        state = self._state
        state.marks = [
            (each, when) for each, when in state.marks if each.whose != address or when > at
        ]
        state.tokens = {
            each.hash: each
            for each in state.tokens.values()
            if each.data.get("address") != address or each.created > at
        }
        state.withheld = {
            each.letter: each
            for each in state.withheld.values()
            if each.origin.address != address or each.at > at
        }

    def _erase_acts(self, address: str) -> None:
        named = re.compile(re.escape(address), re.IGNORECASE)
        for act in self._state.acts:
            command, why = (named.sub("(gone)", text) for text in (act.command, act.why))
            self._state.acts.change(act.id, command=command, why=why)
