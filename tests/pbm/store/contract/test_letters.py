from __future__ import annotations

from dataclasses import replace

import pytest

from pbm.base.errors import ConflictError
from pbm.core.model import Cause
from pbm.mail.correspondence import Confirmed, LetterStatus, LineDone, Progress
from pbm.mail.letter import Envelope
from pbm.store.protocol import Transaction
from tests.pbm.store.samples import NOW, RAW, SECOND, envelope, keep, kept, mail, open_board

STEP = Progress((LineDone("whoami", "done", "", None, proven=False, told_only=True),))


def test_a_letter_is_stored_byte_by_byte(tx: Transaction) -> None:
    found = kept(tx, tx.letters.keep(envelope(), NOW))
    assert (found.raw, found.received, found.peer) == (RAW, NOW, "192.0.2.1")
    assert found.sender == "alice@example.org"
    assert found.recipients == ("pbm@example.org", "pbm+x@example.org")
    assert found.status is LetterStatus.WAITING


def test_letters_are_numbered_in_the_order_they_were_kept(tx: Transaction) -> None:
    numbers = [keep(tx) for _ in range(3)]
    assert numbers == sorted(numbers)
    assert tx.letters.waiting() == numbers


def test_the_oldest_letter_that_waits_is_found(tx: Transaction) -> None:
    assert tx.letters.oldest_waiting() is None
    done, waiting, _ = keep(tx), keep(tx), keep(tx)
    tx.letters.settle(done, LetterStatus.DONE)
    assert tx.letters.oldest_waiting() == waiting


def test_letters_kept_together_are_numbered_in_their_order(tx: Transaction) -> None:
    raws = [b"one", b"two", b"three"]
    assert list(tx.letters.keep_all([], NOW)) == []
    numbers = [keep(tx), *tx.letters.keep_all([envelope(raw) for raw in raws], NOW)]
    assert tx.letters.waiting() == numbers == sorted(numbers)
    assert [kept(tx, number).raw for number in numbers[1:]] == raws


def test_an_unknown_letter_is_none(tx: Transaction) -> None:
    assert tx.letters.get(17) is None


def test_a_settled_letter_waits_no_longer(tx: Transaction) -> None:
    done, waiting = keep(tx), keep(tx)
    tx.letters.settle(done, LetterStatus.DONE, "a move")
    assert tx.letters.waiting() == [waiting]
    assert (kept(tx, done).status, kept(tx, done).note) == (LetterStatus.DONE, "a move")


def test_a_failed_letter_can_be_made_to_wait_again(tx: Transaction) -> None:
    letter = keep(tx)
    tx.letters.settle(letter, LetterStatus.FAILED)
    tx.letters.settle(letter, LetterStatus.WAITING, was=LetterStatus.FAILED)
    assert tx.letters.waiting() == [letter]


def test_settling_a_letter_with_another_status_is_a_conflict(tx: Transaction) -> None:
    letter = keep(tx)
    tx.letters.settle(letter, LetterStatus.DONE, "a move")
    for was in (LetterStatus.WAITING, LetterStatus.FAILED):
        with pytest.raises(ConflictError), tx.savepoint():
            tx.letters.settle(letter, LetterStatus.IGNORED, was=was)
    with pytest.raises(ConflictError), tx.savepoint():
        tx.letters.settle(letter + 1, LetterStatus.DONE)
    assert (kept(tx, letter).status, kept(tx, letter).note) == (LetterStatus.DONE, "a move")


def done(tx: Transaction, letter: int, key: str) -> None:
    tx.letters.settle(letter, LetterStatus.DONE, kept=replace(kept(tx, letter), key=key))


def test_only_one_of_two_letters_with_the_same_key_is_done(tx: Transaction) -> None:
    first, second, other, *nameless = (keep(tx) for _ in range(5))
    done(tx, first, "the same")
    with pytest.raises(ConflictError), tx.savepoint():
        done(tx, second, "the same")
    with pytest.raises(ConflictError), tx.savepoint():
        tx.letters.keep_progress(second, Progress(), STEP, "the same")
    assert kept(tx, second) == replace(kept(tx, second), status=LetterStatus.WAITING, key="")
    done(tx, other, "another")
    for each in nameless:
        done(tx, each, "")


def test_no_duplicate_of_a_partly_done_letter_is_done(tx: Transaction) -> None:
    first, second = keep(tx), keep(tx)
    tx.letters.keep_progress(first, Progress(), STEP, "the same")
    with pytest.raises(ConflictError), tx.savepoint():
        done(tx, second, "the same")
    done(tx, first, "the same")


def test_storing_progress_twice_is_a_conflict(tx: Transaction) -> None:
    letter = keep(tx)
    further = Progress((*STEP.lines, *STEP.lines))
    tx.letters.keep_progress(letter, Progress(), STEP, "the key")
    with pytest.raises(ConflictError), tx.savepoint():
        tx.letters.keep_progress(letter, Progress(), STEP, "the key")
    tx.letters.keep_progress(letter, STEP, further, "the key")
    assert kept(tx, letter).progress == further
    tx.letters.settle(letter, LetterStatus.FAILED)
    with pytest.raises(ConflictError), tx.savepoint():
        tx.letters.keep_progress(letter, further, STEP, "the key")


def test_the_oldest_letter_of_each_sender_can_be_claimed(tx: Transaction) -> None:
    senders = ("a@example.org", "b@example.org", "a@example.org", "", "")
    letters = [tx.letters.keep(replace(envelope(), sender=each), NOW) for each in senders]
    first, second, third, *bounces = letters
    assert tx.letters.claim(9) == [first, second, *bounces]
    assert tx.letters.claim(1) == [first]
    for settled in (first, bounces[0]):
        tx.letters.settle(settled, LetterStatus.DONE)
    assert tx.letters.claim(9) == [second, third, bounces[1]]


def test_settling_can_replace_the_stored_bytes(tx: Transaction) -> None:
    letter = keep(tx)
    redacted = replace(kept(tx, letter), raw=b"***", recipients=("pbm+*@example.org",), hash="ab")
    tx.letters.settle(letter, LetterStatus.DONE, kept=redacted)
    found = kept(tx, letter)
    assert (found.raw, found.recipients, found.hash) == (b"***", ("pbm+*@example.org",), "ab")


def test_a_duplicate_finds_the_first_letter_that_was_done(tx: Transaction) -> None:
    failed, first, second, again = (keep(tx) for _ in range(4))
    statuses = {failed: LetterStatus.FAILED, first: LetterStatus.DONE}
    statuses[second] = LetterStatus.DUPLICATE
    for letter, status in statuses.items():
        tx.letters.settle(letter, status, kept=replace(kept(tx, letter), key="the same"))
    found = tx.letters.first_with_key("the same", again)
    assert found is not None
    assert found.id == first


def test_a_letter_is_no_duplicate_of_itself_nor_of_one_that_waits(tx: Transaction) -> None:
    letter, other = keep(tx), keep(tx)
    for each, status in ((letter, LetterStatus.DONE), (other, LetterStatus.WAITING)):
        tx.letters.settle(each, status, kept=replace(kept(tx, each), key="the same"))
    assert tx.letters.first_with_key("the same", letter) is None
    assert tx.letters.first_with_key("another", other) is None


def test_letters_are_listed_newest_first_by_status_up_to_a_limit(
    tx: Transaction,
) -> None:
    one, two, three = (keep(tx) for _ in range(3))
    tx.letters.settle(two, LetterStatus.IGNORED)
    assert [each.id for each in tx.letters.list()] == [three, two, one]
    assert [each.id for each in tx.letters.list(LetterStatus.IGNORED)] == [two]
    assert [each.id for each in tx.letters.list(limit=1)] == [three]


def test_letters_are_counted_by_status(tx: Transaction) -> None:
    tx.letters.settle(keep(tx), LetterStatus.DONE)
    keep(tx)
    keep(tx)
    counts = tx.letters.counts()
    assert (counts[LetterStatus.WAITING], counts[LetterStatus.DONE]) == (2, 1)


def test_numbers_are_read_in_batches(tx: Transaction) -> None:
    one, two, three = (keep(tx) for _ in range(3))
    assert list(tx.letters.numbers(0, 2)) == [one, two]
    assert list(tx.letters.numbers(two, 2)) == [three]


def test_letters_about_a_player_are_from_their_address_or_answered_to_them(tx: Transaction) -> None:
    match = open_board(tx)
    player = match.players[0]
    sent, answered, other = (tx.letters.keep(envelope_of(name), NOW) for name in "abc")
    tx.outbox.add(mail(Cause(letter=answered), reply=True, player=player), NOW)
    tx.outbox.add(mail(Cause(letter=other), player=player), NOW)
    assert tx.letters.about(player, ["a@example.org"]) == [sent, answered]
    assert tx.letters.about(match.players[1], []) == []


def envelope_of(name: str) -> Envelope:
    return Envelope(f"{name}@example.org", ("pbm@example.org",), RAW)


def test_the_progress_of_a_letter_is_kept_until_it_is_settled(tx: Transaction) -> None:
    letter, other = keep(tx), keep(tx)
    done = (
        LineDone("whoami", "done", "account", None, proven=False, told_only=True),
        LineDone("gyges seek", "held", "", 7, proven=True, told_only=False),
    )
    progress = Progress(done, has_token=True, confirmed=Confirmed(7, ("a", "b"), (("x",), ())))
    tx.letters.keep_progress(letter, Progress(), progress, "the key")
    assert kept(tx, letter).progress == progress
    found = tx.letters.first_with_key("the key", other)
    assert found is not None
    assert found.id == letter
    tx.letters.settle(letter, LetterStatus.DONE, kept=replace(kept(tx, letter), raw=b""))
    assert kept(tx, letter).progress == Progress()


def test_password_hashes_are_kept_until_the_letter_is_settled(tx: Transaction) -> None:
    letter = keep(tx)
    tx.letters.note_passwords(letter, {"alice": "a hash", "bob": None})
    assert kept(tx, letter).passwords == {"alice": "a hash", "bob": None}
    tx.letters.settle(letter, LetterStatus.DONE, kept=kept(tx, letter))
    assert kept(tx, letter).passwords == {}


def test_statuses_are_returned_for_existing_letters(tx: Transaction) -> None:
    waiting, done = keep(tx), keep(tx)
    tx.letters.settle(done, LetterStatus.DONE)
    found = tx.letters.statuses([done, waiting, done + 1])
    assert found == {done: "done", waiting: "waiting"}


def settled(tx: Transaction, status: LetterStatus, note: str = "", seconds: int = 0) -> int:
    letter = tx.letters.keep(envelope(), NOW + seconds * SECOND)
    done = replace(kept(tx, letter), author="a@example.org", message_key="key", hash="hash")
    tx.letters.settle(letter, status, note, kept=done)
    return letter


def test_the_bytes_of_letters_with_some_statuses_are_erased_and_rows_stay(
    tx: Transaction,
) -> None:
    old, new = settled(tx, LetterStatus.DONE), settled(tx, LetterStatus.DONE, seconds=1)
    wanted = [keep(tx), settled(tx, LetterStatus.FAILED)]
    tx.letters.blank(NOW + SECOND, [LetterStatus.DONE, LetterStatus.IGNORED])
    blank = kept(tx, old)
    assert (blank.raw, blank.peer, blank.author, blank.message_key) == (b"", "", "", "")
    assert (blank.sender, blank.hash) == ("alice@example.org", "hash")
    assert [kept(tx, letter).raw for letter in (new, *wanted)] == [RAW] * 3


def said(tx: Transaction, words: str, seconds: int = 0) -> int:
    letter = tx.letters.keep(envelope(), NOW + seconds * SECOND)
    tx.letters.settle(letter, LetterStatus.DONE, kept=replace(kept(tx, letter), words=words))
    return letter


def test_the_earliest_letter_with_the_same_words_is_found(tx: Transaction) -> None:
    said(tx, "one")
    later, *_ = [said(tx, words, seconds=1) for words in ("one", "one", "two", "")]
    assert kept(tx, later).words == "one"
    assert tx.letters.answered_words("one", NOW) == later
    assert tx.letters.answered_words("one", NOW + SECOND) is None
    assert tx.letters.answered_words("", NOW) is None


def test_words_of_letters_that_were_erased_or_blanked_are_not_found(tx: Transaction) -> None:
    erased, _ = said(tx, "one", seconds=1), said(tx, "two", seconds=1)
    tx.letters.erase([erased])
    assert tx.letters.answered_words("one", NOW) is None
    tx.letters.blank(NOW + 2 * SECOND, [LetterStatus.DONE])
    assert tx.letters.answered_words("two", NOW) is None


def test_letters_with_one_note_can_be_excluded_from_erasure(tx: Transaction) -> None:
    notes = ("a robot", "a stranger")
    robot, stranger = (settled(tx, LetterStatus.IGNORED, note) for note in notes)
    done = settled(tx, LetterStatus.DONE, "a robot")
    tx.letters.blank(NOW + SECOND, [LetterStatus.IGNORED], except_note="a stranger")
    assert [bool(kept(tx, letter).raw) for letter in (robot, stranger, done)] == [False, True, True]


def test_a_letter_is_sealed_again_unless_it_has_changed(tx: Transaction) -> None:
    letter = settled(tx, LetterStatus.DONE)
    blanked = replace(kept(tx, letter), raw=b"blanked", hash="new")
    tx.letters.reseal(blanked, "other")
    assert kept(tx, letter).raw == RAW
    tx.letters.reseal(blanked, "hash")
    assert kept(tx, letter) == blanked
    tx.letters.blank(NOW + SECOND, [LetterStatus.DONE])
    tx.letters.reseal(blanked, "new")
    assert kept(tx, letter).raw == b""


def test_old_letters_that_failed_are_ignored(tx: Transaction) -> None:
    old, new = (settled(tx, LetterStatus.FAILED, seconds=seconds) for seconds in (0, 1))
    waits = keep(tx)
    tx.letters.lapse(NOW + SECOND)
    assert tx.letters.statuses([old, new, waits]) == {
        old: "ignored",
        new: "failed",
        waits: "waiting",
    }


def test_a_letter_that_was_foreseen_is_read_as_it_was_changed_last(tx: Transaction) -> None:
    first, second = keep(tx), keep(tx)
    tx.letters.foresee(second)
    done(tx, first, "the key")
    assert kept(tx, second).status is LetterStatus.WAITING
    tx.letters.foresee_key("the key", second)
    assert tx.letters.waiting() == [second]
    copied = tx.letters.first_with_key("the key", second)
    assert copied is not None
    assert copied.id == first


def test_copies_are_looked_for_again_after_a_letter_was_done(tx: Transaction) -> None:
    first, second = keep(tx), keep(tx)
    tx.letters.foresee_key("the key", second)
    assert tx.letters.waiting() == [first, second]
    done(tx, first, "the key")
    assert tx.letters.first_with_key("the key", second) is not None


def test_a_letter_that_was_foreseen_is_read_again_after_letters_were_blanked(
    tx: Transaction,
) -> None:
    letter = keep(tx)
    tx.letters.foresee(letter)
    assert tx.letters.waiting() == [letter]
    tx.letters.blank(NOW + SECOND, [LetterStatus.WAITING])
    assert kept(tx, letter).raw == b""
