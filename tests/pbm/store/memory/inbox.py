"""Letters, withheld letters and quotas."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime

from pbm.base.errors import ConflictError
from pbm.mail.correspondence import KeptLetter, LetterStatus, Origin, Progress, Search, Withheld
from pbm.mail.letter import Envelope
from pbm.store.mail_protocol import Message
from tests.pbm.store.memory.searches import is_letter
from tests.pbm.store.memory.state import Repository, after


class MemoryLetters(Repository):
    def keep(self, envelope: Envelope, at: datetime) -> int:
        return self._state.letters.add(lambda number: kept(number, envelope, at)).id

    def keep_all(self, letters: Sequence[Envelope], at: datetime) -> Sequence[int]:
        return [self.keep(each, at) for each in letters]

    def foresee(self, letter: int) -> None:
        pass

    def foresee_key(self, key: str, letter: int) -> None:
        pass

    def get(self, letter: int) -> KeptLetter | None:
        return self._state.letters.get(letter)

    def waiting(self) -> list[int]:
        return [each.id for each in self._state.letters if each.status is LetterStatus.WAITING]

    def oldest_waiting(self) -> int | None:
        return next(iter(self.waiting()), None)

    def claim(self, limit: int) -> Sequence[int]:
        waiting = [each for each in self._state.letters if each.status is LetterStatus.WAITING]
        senders: set[str] = set()
        oldest = []
        for each in waiting:
            if each.sender not in senders:
                oldest.append(each.id)
            senders.update({each.sender} - {""})
        return oldest[:limit]

    def settle(
        self,
        letter: int,
        status: LetterStatus,
        note: str = "",
        *,
        was: LetterStatus = LetterStatus.WAITING,
        kept: KeptLetter | None = None,
    ) -> None:
        as_it_came = self._still(letter, was)
        if kept is not None:
            if status is LetterStatus.DONE:
                self._check_key(letter, kept.key)
            self._state.letters.rows[letter] = replace(
                kept,
                id=letter,
                received=as_it_came.received,
                peer=as_it_came.peer,
                believed=as_it_came.believed,
                token=as_it_came.token,
                passwords={},
                progress=Progress(),
            )
        self._state.letters.change(letter, status=status, note=note)

    def note_passwords(self, letter: int, hashes: Mapping[str, str | None]) -> None:
        self._state.letters.change(letter, passwords=dict(hashes))

    def keep_progress(self, letter: int, before: Progress, progress: Progress, key: str) -> None:
        if self._still(letter, LetterStatus.WAITING).progress != before:
            raise ConflictError(f"letter {letter} has made progress meanwhile")
        self._check_key(letter, key)
        self._state.letters.change(letter, progress=progress, key=key)

    def first_with_key(self, key: str, letter: int) -> KeptLetter | None:
        return next(
            (
                each
                for each in self._state.letters
                if each.key == key != "" and each.id != letter
                if each.status is LetterStatus.DONE or each.progress != Progress()
            ),
            None,
        )

    def answered_words(self, words: str, since: datetime) -> int | None:
        like = (
            each.id
            for each in self._state.letters
            if each.words == words != "" and each.received > since
        )
        return min(like, default=None)

    def list(self, status: LetterStatus | None = None, limit: int = 100) -> list[KeptLetter]:
        return [*self.find(Search(status=status), limit)]

    def find(self, search: Search, limit: int) -> Sequence[KeptLetter]:
        return self._found(search)[::-1][:limit]

    def found(self, search: Search) -> int:
        return len(self._found(search))

    def about(self, player: int, addresses: Sequence[str]) -> Sequence[int]:
        answers = [mail for mail in self._state.mails if mail.reply and mail.player == player]
        answered = {mail.cause.letter for mail in answers}
        return [
            letter.id
            for letter in self._state.letters
            if letter.sender in addresses or letter.id in answered
        ]

    def tied_to(self, address: str, until: datetime) -> Sequence[int]:
        answers = [mail for mail in self._state.mails if mail.reply and mail.recipient == address]
        answered = {mail.cause.letter for mail in answers}
        return [
            letter.id
            for letter in self._state.letters
            if letter.received <= until
            if address in (letter.sender.lower(), letter.author) or letter.id in answered
        ]

    def erase(self, letters: Sequence[int]) -> None:
        nobody = {"sender": "", "peer": "", "token": "", "author": "", "message_key": ""}
        for letter in letters:
            self._state.letters.change(letter, raw=b"", passwords={}, words="", **nobody)

    def numbers(self, after_: int, limit: int) -> Sequence[int]:
        return after(self._state.letters, after_, limit)

    def statuses(self, letters: Sequence[int]) -> Mapping[int, str]:
        kept = self._state.letters.rows
        return {each: kept[each].status.value for each in letters if each in kept}

    def blank(
        self,
        before: datetime,
        statuses: Collection[LetterStatus],
        *,
        except_note: str | None = None,
    ) -> None:
        for each in self._state.letters:
            if each.received < before and each.status in statuses and each.note != except_note:
                self._state.letters.change(
                    each.id, raw=b"", peer="", token="", author="", message_key="", words=""
                )

    def reseal(self, blanked: KeptLetter, before: str) -> None:
        found = self.get(blanked.id)
        if found is not None and found.hash == before and found.raw:
            self._state.letters.change(blanked.id, raw=blanked.raw, hash=blanked.hash)

    def lapse(self, before: datetime) -> None:
        for each in self._state.letters:
            if each.received < before and each.status is LetterStatus.FAILED:
                self._state.letters.change(
                    each.id, status=LetterStatus.IGNORED, passwords={}, progress=Progress()
                )

    def counts(self) -> Mapping[LetterStatus, int]:
        return Counter(each.status for each in self._state.letters)

    def _still(self, letter: int, was: LetterStatus) -> KeptLetter:
        found = self.get(letter)
        if found is None or found.status is not was:
            raise ConflictError(f"letter {letter} is no longer {was.value}")
        return found

    def _check_key(self, letter: int, key: str) -> None:
        if self.first_with_key(key, letter) is not None:
            raise ConflictError(f"a letter like {letter} was done")

    def _found(self, search: Search) -> Sequence[KeptLetter]:
        return [each for each in self._state.letters if is_letter(self._state, search, each)]


def kept(number: int, envelope: Envelope, at: datetime) -> KeptLetter:
    return KeptLetter(
        id=number,
        received=at,
        peer=envelope.peer,
        sender=envelope.sender,
        recipients=tuple(envelope.recipients),
        raw=envelope.raw,
        status=LetterStatus.WAITING,
        note="",
        key="",
        hash="",
        believed=envelope.believed,
        token=envelope.token,
    )


class MemoryFetchedMessages(Repository):
    def add(self, message: Message) -> None:
        place = message.mailbox, message.validity, message.uid
        if place in self._state.fetched:
            raise ConflictError(f"message {message.uid} was fetched before")
        self._state.fetched[place] = message

    def known(self, mailbox: str, validity: int, uids: Collection[int]) -> Collection[int]:
        return {uid for uid in uids if (mailbox, validity, uid) in self._state.fetched}

    def letters(self, mailbox: str, digests: Collection[str]) -> Mapping[str, int]:
        found: dict[str, int] = {}
        for each in self._state.fetched.values():
            if each.mailbox == mailbox and each.digest in digests and each.letter is not None:
                found[each.digest] = min(each.letter, found.get(each.digest, each.letter))
        return found


class MemoryWithheldLetters(Repository):
    def add(self, withheld: Withheld) -> bool:
        origin = withheld.origin
        taken = {(each.origin.address, each.origin.vouched) for each in self.list()}
        if withheld.letter in self._state.withheld or (origin.address, origin.vouched) in taken:
            return False
        self._state.withheld[withheld.letter] = withheld
        return True

    def drop(self, letter: int) -> None:
        self._state.withheld.pop(letter, None)

    def erase(self, address: str, until: datetime) -> None:
        for each in self.list():
            if each.origin.address == address and each.at <= until:
                self.drop(each.letter)

    def list(self) -> Sequence[Withheld]:
        return sorted(self._state.withheld.values(), key=lambda each: (each.at, each.letter))

    def like(self, origin: Origin) -> tuple[int, int, int]:
        alike = [each.origin for each in self.list() if each.origin.vouched == origin.vouched]
        return (
            len(alike),
            sum(each.domain == origin.domain for each in alike),
            sum(each.network == origin.network for each in alike),
        )


class MemoryQuotas(Repository):
    def take(self, name: str, day: date, size: int, most: int) -> bool:
        total = size + self._state.quotas.get((name, day), 0)
        if total <= most:
            self._state.quotas[name, day] = total
        return total <= most

    def forget(self, before: date) -> None:
        for place in [place for place in self._state.quotas if place[1] < before]:
            del self._state.quotas[place]
