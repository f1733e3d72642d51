#!/usr/bin/env python3
"""A program that plays by mail: it answers the board mails in a Maildir with a move.

    example_bot.py MAILDIR ADDRESS HOST:PORT      once, for a cron job or a mail filter

ADDRESS is the address of the program's account, which must have ``set machine on``; HOST:PORT is a
mail server that takes its mails. The program chooses a random move: put your own choice into
``choose``.
"""

from __future__ import annotations

import json
import mailbox
import random
import smtplib
import sys
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Any


def choose(board: dict[str, Any]) -> str:
    return str(random.choice(board["legal"]))  # noqa: S311 (no secret)


def answer(mail: EmailMessage, board: dict[str, Any], author: str) -> EmailMessage:
    reply = EmailMessage(policy=policy.SMTP)
    reply["From"], reply["To"] = author, board["reply_to"]
    reply["Subject"] = f"Re: {mail['Subject']}"
    reply["Date"], reply["Message-ID"] = formatdate(), make_msgid()
    reply["In-Reply-To"] = mail["Message-ID"]
    reply["Auto-Submitted"] = "auto-replied"
    reply.set_content(f"{choose(board)}\n")
    return reply


def main(folder: str, author: str, server: str) -> None:
    inbox = mailbox.Maildir(folder, create=False)
    with smtplib.SMTP(server) as client:
        for key in list(inbox.keys()):
            mail = message_from_bytes(inbox.get_bytes(key), EmailMessage, policy=policy.default)
            for part in mail.walk():
                if part.get_content_type() == "application/json":
                    board = json.loads(part.get_content())
                    if board["your_turn"] and board["legal"]:
                        client.send_message(answer(mail, board, author))
            inbox.remove(key)


if __name__ == "__main__":
    main(*sys.argv[1:])
