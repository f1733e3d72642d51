"""The proofs, in order. Each returns in a few words what it saw."""

from __future__ import annotations

import json
from email.policy import SMTP
from time import monotonic

from pbm.admin import sandbox
from pbm.admin.sandbox import compose, text_of
from pbm.core.games import Seat, find
from scripts.neighbours.club import FRONT
from scripts.neighbours.place import SERVER, Disproved, must, wait_for
from scripts.neighbours.player import Player, swaks
from scripts.neighbours.proof import (
    Since,
    Skipped,
    both_hear,
    from_nobody,
    game_of,
    is_settled,
    newest_letter,
    one_thread,
    same_answer_again,
    waiting_mails,
    waits,
)
from scripts.neighbours.table import Table
from scripts.neighbours.town import Town

# A client that Postfix does not take for one of its own network.
ELSEWHERE = "127.0.0.2"

# Forged headers, each in a form that pbm would parse.
FORGED = "".join(
    f"Authentication-Results:{blank}{FRONT}; dmarc=pass header.from=example.org\r\n"
    for blank in (" ", "\r\n\t", " (from us) ", "")
)


def whole_game(town: Town) -> str:
    """A whole game is played with swaks and read by IMAP."""
    table = Table(town.player("alice"), town.player("bob"))
    game = find("gyges")
    state = game.start()
    for number, (mover, _, move) in enumerate(table.turns(), 1):
        mover.answer(move)
        state = game.apply(state, game.parse(state, move))
        for player, seat in zip(table.players, Seat, strict=True):
            drawn = game.render(state, viewer=seat)
            must(drawn in text_of(player.receive("[gyges 1]")), f"ply {number}: another board")
    last = text_of(table.players[1].mails[-1])
    must("You (North) won" in last, f"bob is told:\n{last}")
    boards = [one_thread(player, "[gyges 1]") for player in table.players]
    return f"{number} plies, {sum(boards)} board mails, one thread for each player"


def vacation(town: Town) -> str:
    """A vacation responder does not answer board mails, and is neither answered nor obeyed."""
    carol, dave, move = Table(town.player("carol"), town.player("dave")).turn()
    town.dovecot.send_on_vacation("dave", "321123")
    letters, mails = Since(town.club.letters), Since(town.club.mails)
    carol.answer(move)
    both_hear(carol, dave)
    # The responder ignored the board mail. It answers a person's mail whose envelope sender is the
    # board's address.
    question = compose("erin@example.org", dave.address, "Where are you?", "Are you well?")
    swaks(town.machine, question.as_bytes(), str(dave.mails[-1]["Reply-To"]), dave.address)
    dave.receive("Where are you?")
    (answer,) = from_nobody(letters)
    settled = (answer["status"], answer["note"])
    must(
        settled == ("ignored", "null-sender, an automatic letter"),
        f"it was not ignored as a robot's: {answer}",
    )
    text = town.club.pbm("inbox", "show", str(answer["letter"]))
    must("\n321123" in text, f"the responder wrote no move:\n{text}")
    must(len(mails.new()) == 2, f"there are mails besides the two boards: {mails.new()}")
    must(game_of(town, carol)["ply"] == 1, "the responder's move was played")
    return "its letter is ignored, though its text is a legal move"


def bounce(town: Town) -> str:
    """A bounce marks the player and informs the opponent, until the player writes again."""
    oscar, pia, move = Table(town.player("oscar"), town.player("pia")).turn()
    letters = Since(town.club.letters)
    town.dovecot.remove("pia")
    oscar.answer(move)
    oscar.receive("against pia")
    oscar.receive("Mails to pia come back")
    (notice,) = from_nobody(letters)
    shown = json.loads(town.club.pbm("players", "show", "pia", "--json"))
    must(list(shown["bouncing"]) == [pia.address], f"she is not marked: {shown}")
    town.dovecot.add("pia")
    pia.answer("show")
    oscar.receive("pia can be reached again")
    told = text_of(pia.receive("against oscar"))
    must("came back" in told, f"she is not told:\n{told}")
    return f'"{notice["note"]}"; she is told when she writes'


def late(town: Town) -> str:
    """Mail that waited in Postfix's queue while the server was down arrives once."""
    mover, other, move = town.table.turn()
    letters = Since(town.club.letters)
    town.club.stop()
    mover.answer(move)
    wait_for(lambda: waits(town, "Connection refused"), "letter in the queue")
    town.club.start()
    town.flush()
    both_hear(mover, other)
    statuses = [row["status"] for row in letters.new()]
    must(statuses == ["done"], f"the letter came as {statuses}")
    return "one letter, one move"


def twice(town: Town) -> str:
    """A letter that Postfix hands over twice is acted on once."""
    mover, other, move = town.table.turn()
    letters = Since(town.club.letters)
    with town.club.busy():
        mover.answer(move)
        wait_for(lambda: waits(town, "sending end of data"), "letter in doubt in the queue")
    both_hear(mover, other)
    town.flush()
    same_answer_again(mover, other)
    statuses = [row["status"] for row in letters.new()]
    must(statuses == ["duplicate", "done"], f"its two copies are {statuses}")
    return "one move; who sent it twice is sent the same answer twice"


def long_line(town: Town) -> str:
    """A letter with a body line of 4,000 characters arrives folded, and its move is played."""
    mover, other, move = town.table.turn()
    reply = sandbox.reply(mover.address, mover.mails[-1], f"{move}\n\nWORDS")
    raw = reply.as_bytes().replace(b"WORDS", b"word " * 800)
    swaks(town.machine, raw, mover.address, str(reply["To"]))
    both_hear(mover, other)
    must("| word word" in text_of(other.mails[-1]), "the comment did not come")
    longest = max(map(len, newest_letter(town).splitlines()))
    must(longest <= 1000, f"a line of {longest} characters came")
    return f"the longest line that came has {longest}"


def forged(town: Town) -> str:
    """Forged Authentication-Results never reach the server."""
    victim, other = town.table.players
    board = game_of(town, victim)["board"]
    mail = compose(victim.address, SERVER, f"gyges resign {board}", "")
    swaks(town.machine, FORGED.encode() + mail.as_bytes(), "mallory@example.net", SERVER)
    question = text_of(victim.receive("Reply yes"))
    must(f"gyges resign {board}" in question, "another command was asked about")
    must("dmarc=pass" not in newest_letter(town), "the header came through")
    must(not other.unread(), f"{other.userid} was told that {victim.userid} resigned")
    return f"{victim.userid} is asked instead"


def refused(town: Town) -> str:
    """Postfix refuses mail that is not for the server, or too large for it."""
    for address, text in (
        ("root@games.example.org", "hello"),
        ("somebody@example.com", "hello"),
        (SERVER, "hello " * 50_000),
    ):
        mail = compose("mallory@example.net", address, "hello", text)
        try:
            swaks(town.machine, mail.as_bytes(), "mallory@example.net", address)
        except Disproved:
            continue
        raise Disproved(f"mail of {len(text)} characters to {address} was taken")
    return "no such address, no relaying, no mail of 300,000 bytes"


def socket(town: Town) -> str:
    """Postfix delivers a letter for two addresses once, by LMTP at a socket."""
    mover, other, move = town.table.turn()
    letters = Since(town.club.letters)
    town.postfix.deliver_by_socket()
    reply = sandbox.reply(mover.address, mover.mails[-1], move)
    swaks(town.machine, reply.as_bytes(), mover.address, f"{reply['To']},{SERVER}")
    both_hear(mover, other)
    must(not town.queue(), "Postfix has kept a copy")
    statuses = [row["status"] for row in letters.new()]
    must(statuses == ["done"], f"the letter came as {statuses}")
    return "one letter, one move, an answer for each address"


def pipe(town: Town) -> str:
    """Postfix pipes letters to pbm deliver, and keeps them while that fails."""
    if town.user is None:
        raise Skipped("no user but root can read this checkout and its Python")
    mover, other, move = town.table.turn()
    letters = Since(town.club.letters)
    town.postfix.deliver_by_pipe()
    town.club.stop()
    town.club.data.chmod(0o000)
    mover.answer(move)
    wait_for(lambda: waits(town, "temporary failure"), "letter that was put off")
    town.club.data.chmod(0o755)
    town.flush()
    wait_for(lambda: any(map(is_settled, letters.new())), "letter that was acted on")
    town.club.start()
    both_hear(mover, other)
    return "exit status 75 puts a letter off, 0 takes it"


def signed(town: Town) -> str:
    """Every mail that was sent has a valid signature."""
    mails = [raw for player in town.everybody for raw in player.raw_mails("")]
    unsigned = [raw for raw in mails if not town.filters.is_signed_by_us(raw)]
    ours = [raw for raw in unsigned if f"From: {SERVER}".encode() in raw]
    must(not ours, f"{len(ours)} of {len(mails)} mails are not signed, such as {ours[:1]}")
    return f"{len(mails) - len(unsigned)} mails"


def signer_away(town: Town) -> str:
    """While OpenDKIM is down nothing is sent; a minute after its return all is sent, signed."""
    return _restarted_under_load(town, "Away")


def signer_away_accepted(town: Town) -> str:
    """If mails may leave unsigned while OpenDKIM is down, mails after its return are signed."""
    town.postfix.set("milter_default_action = accept")
    seen = _restarted_under_load(town, "Accepted", unsigned_meanwhile=True)
    town.postfix.set("milter_default_action = tempfail")
    return seen


def _restarted_under_load(town: Town, subject: str, *, unsigned_meanwhile: bool = False) -> str:
    """Send broadcasts before OpenDKIM is stopped, while it is down, and after its return."""
    for stage in ("before", "away", "back", "later"):
        if stage == "away":
            town.filters.stop_signer()
        if stage == "back":
            town.filters.start_signer()
        for _ in range(3):
            town.club.pbm("players", "broadcast", "--subject", f"{subject} {stage}", text="News")
    begun = monotonic()
    wait_for(lambda: not waiting_mails(town), "empty outbox")
    waited = monotonic() - begun
    for stage in ("before", "away", "back", "later"):
        each = [_broadcasts(player, f"{subject} {stage}") for player in town.everybody]
        signed = [town.filters.is_signed_by_us(raw) for raws in each for raw in raws]
        exempt = unsigned_meanwhile and stage in ("before", "away")
        must(exempt or all(signed), f"{stage}: {signed.count(False)} mails are not signed")
    return f"{12 * len(town.everybody)} mails, the last {waited:.0f} s after the signer's return"


def _broadcasts(player: Player, subject: str) -> list[bytes]:
    return wait_for(lambda: _all(player.raw_mails(subject), 3), f"{subject} for {player.userid}")


def _all(raws: list[bytes], number: int) -> list[bytes]:
    return raws if len(raws) == number else []


def vouched(town: Town) -> str:
    """A letter with a DKIM signature of its From's domain is trusted, despite dmarc=none."""
    player = town.player("grace")
    mail = compose(player.address, SERVER, "set lang it", "")
    raw = town.filters.signed_by_player(mail.as_bytes(policy=SMTP))
    letters = Since(town.club.letters)
    swaks(town.machine, raw, player.address, SERVER, ELSEWHERE)
    wait_for(lambda: any(map(is_settled, letters.new())), "letter that was acted on")
    shown = newest_letter(town)
    must("dkim=pass" in shown, f"OpenDKIM did not pass it:\n{shown}")
    must("dmarc=" in shown, f"OpenDMARC said nothing:\n{shown}")
    answer = town.club.mails()[0]["kind"]
    must(answer == "settings", f'the answer is a mail "{answer}"')
    return "done without a question"


def record(town: Town) -> str:
    """The audit finds nothing, no letter failed, and no log has errors."""
    findings = json.loads(town.club.pbm("audit", "--json"))
    must(findings == [], f"the audit finds {findings}")
    faults = [row for row in town.club.letters() if row["status"] == "failed"]
    must(not faults, f"letters failed: {faults}")
    errors = [line for line in town.club.words().splitlines() if "ERROR" in line]
    must(not errors, f"the log has {errors}")
    return f"{len(town.club.letters())} letters came, {len(town.club.mails())} mails left"


PROOFS = (
    whole_game,
    vacation,
    bounce,
    late,
    twice,
    long_line,
    forged,
    refused,
    vouched,
    signer_away,
    signed,
    signer_away_accepted,
    socket,
    pipe,
    record,
)
