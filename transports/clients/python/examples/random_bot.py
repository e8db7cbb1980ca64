"""Plays any kind of table with random legal actions, as a guest or as a member.

python examples/random_bot.py ADDRESS [KIND]

By default it is a guest at a practice table. With TURNSTONE_HANDLE and TURNSTONE_RECOVERY_CODE in the environment it
is that member and plays for chips; with TURNSTONE_INVITATION and TURNSTONE_HANDLE it joins first, and prints the
recovery code.
"""

import os
import random
import sys
from typing import cast

from turnstone import Client, Table
from turnstone.types import GameEvent, TableKind


def sit_down(address: str, kind: TableKind) -> Table:
    handle, code = os.environ.get("TURNSTONE_HANDLE"), os.environ.get("TURNSTONE_RECOVERY_CODE")
    invitation = os.environ.get("TURNSTONE_INVITATION")
    if handle and code:
        return Client(address, handle=handle, recovery_code=code).open_table(kind)
    if handle and invitation:
        client = Client(address)
        print(f"recovery code of {handle}, to be kept: {client.join(invitation, handle)}")
        return client.open_table(kind)
    return Client(address).practice(kind)


def tell(events: list[GameEvent]) -> None:
    for event in events:
        print(event.get("label", event["type"]))


def main(address: str, kind: str = "tic-tac-toe-vs-house") -> None:
    table = sit_down(address, cast(TableKind, kind))
    for turn in table.turns():
        tell(turn.events)
        turn.act(random.choice(turn.legal))
    tell(table.news())
    print(f"{kind}: the score is {table.score}")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        raise SystemExit(__doc__)
    main(*sys.argv[1:])
