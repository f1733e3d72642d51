"""Searches: whether a letter or a mail matches."""

from __future__ import annotations

from pbm.mail.correspondence import KeptLetter, OutboxMail, Search, message_key
from tests.pbm.store.memory.state import State


def is_letter(state: State, search: Search, letter: KeptLetter) -> bool:
    return (
        search.status in (None, letter.status)
        and (search.note is None or search.note in letter.note)
        and (search.since is None or letter.received >= search.since)
        and is_from(search, letter)
        and (search.recipient is None or is_to(search.recipient, letter))
        and (search.player is None or is_of_player(state, search.player, letter))
        and (search.board is None or letter.id in letters_about(state, search.board))
        and (search.message_id is None or has_id(letter, search.message_id))
    )


def is_mail(state: State, search: Search, mail: OutboxMail) -> bool:
    caused = state.letters.get(mail.cause.letter or 0)
    return (
        search.status in (None, mail.status)
        and search.kind in (None, mail.kind)
        and search.board in (None, mail.board)
        and (search.since is None or (mail.queued is not None and mail.queued >= search.since))
        and (search.sender is None or (caused is not None and is_from(search, caused)))
        and (search.recipient is None or fits(search.recipient, mail.recipient))
        and (search.player is None or is_to_player(state, search.player, mail))
        and (search.message_id is None or mail.message_id == f"<{bare(search.message_id)}>")
    )


def fits(wanted: str, address: str) -> bool:
    """Whether an address matches. wanted: an address, or ``@`` and a domain."""
    wanted, address = wanted.lower(), address.lower()
    return address.endswith(wanted) if wanted.startswith("@") else address == wanted


def is_from(search: Search, letter: KeptLetter) -> bool:
    if search.sender is None:
        return True
    return any(fits(search.sender, each) for each in (letter.sender, letter.author) if each)


def is_to(wanted: str, letter: KeptLetter) -> bool:
    return any(fits(wanted, each) for each in letter.recipients)


def is_of_player(state: State, player: int, letter: KeptLetter) -> bool:
    own = state.players.rows[player].addresses
    answered = {mail.cause.letter for mail in state.mails if mail.reply and mail.player == player}
    return letter.sender.lower() in own or letter.author in own or letter.id in answered


def is_to_player(state: State, player: int, mail: OutboxMail) -> bool:
    return mail.player == player or mail.recipient in state.players.rows[player].addresses


def letters_about(state: State, board: int) -> set[int | None]:
    events = {event.cause.letter for event in state.events.get(board, ())}
    return events | {mail.cause.letter for mail in state.mails if mail.board == board}


def has_id(letter: KeptLetter, message_id: str) -> bool:
    return letter.message_key == message_key(message_id) != ""


def bare(message_id: str) -> str:
    return message_id.strip().removeprefix("<").removesuffix(">")
