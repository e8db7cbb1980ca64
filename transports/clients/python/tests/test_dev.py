"""A server that a test starts and stops."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from datetime import UTC, datetime, timedelta
from pathlib import Path
from unittest import mock

from world import BINARY

from turnstone import Client, TurnstoneError, Unavailable, Unreachable
from turnstone.dev import DevServer, NotStarted


def hand(server: DevServer) -> object:
    """The view of a new game of blackjack, in which the cards are dealt."""
    return server.member("ada").open_table("blackjack").read()["state"]["view"]


def is_gone(address: str) -> bool:
    try:
        Client(address, patience=0).deployment()
    except Unreachable:
        return True
    except Unavailable:
        pass
    return False


class Dev(unittest.TestCase):
    def test_the_same_seed_deals_the_same(self) -> None:
        with DevServer(seed=7, program=BINARY) as one, DevServer(seed=7, program=BINARY) as same:
            self.assertEqual(hand(one), hand(same))
            self.assertNotEqual(one.address, same.address)
        with DevServer(program=BINARY) as drawn, DevServer(seed=drawn.seed, program=BINARY) as again:
            self.assertEqual(hand(drawn), hand(again))

    def test_each_reference_of_a_member_is_new(self) -> None:
        with DevServer(seed=7, program=BINARY) as server:
            tables = {server.member("ada").open_table("blackjack").id for _ in range(3)}
            tables |= {server.guest().practice("blackjack").id for _ in range(3)}
            self.assertEqual(len(tables), 6)

    def test_members_are_created_once(self) -> None:
        with DevServer(program=BINARY) as server:
            ada = server.member("ada")
            self.assertEqual(server.member("ada").me()["account"]["id"], ada.me()["account"]["id"])
            code = Client(server.address).join(server.invitation, "bob")
            self.assertTrue(code)
            with self.assertRaisesRegex(TurnstoneError, "turnstone dev account bob: "):
                server.member("bob")

            async def handle() -> str:
                async with server.async_member("ada") as client:
                    return (await client.me())["account"]["handle"]

            self.assertEqual(asyncio.run(handle()), "ada")

    def test_the_clock_moves_on_request_only(self) -> None:
        with DevServer(program=BINARY) as server:
            noon = datetime(2030, 1, 1, 12, tzinfo=UTC)
            self.assertEqual(server.now(), noon)
            moved = noon + timedelta(days=1, hours=2, minutes=3, seconds=4.5)
            self.assertEqual(server.advance(days=1, hours=2, minutes=3, seconds=4.5), moved)
            self.assertEqual(server.now(), moved)
            with self.assertRaises(ValueError):
                server.advance(hours=-1)

    def test_it_stops_when_the_test_fails(self) -> None:
        with self.assertRaises(ZeroDivisionError), DevServer(program=BINARY) as server:
            address = server.address
            self.assertFalse(is_gone(address))
            raise ZeroDivisionError
        self.assertTrue(is_gone(address))

    def test_it_stops_however_the_process_of_the_test_ends(self) -> None:
        script = "import time; from turnstone.dev import DevServer; s = DevServer(); print(s.address, flush=True)"
        for ending in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL, None):
            with self.subTest(ending), tempfile.TemporaryDirectory() as folder:
                wait = "" if ending is None else "; time.sleep(600)"
                environment = os.environ | {"TURNSTONE": BINARY, "TMPDIR": folder}
                command = [sys.executable, "-c", script + wait]
                with subprocess.Popen(
                    command, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
                ) as process:
                    assert process.stdout
                    address = process.stdout.readline().strip()
                    if ending is not None:
                        process.send_signal(ending)
                    process.wait(60)
                for _ in range(300):
                    if is_gone(address):
                        break
                    time.sleep(0.1)
                self.assertTrue(is_gone(address))

    def test_settings_of_other_servers_do_not_reach_it(self) -> None:
        with (
            mock.patch.dict(os.environ, TURNSTONE_SERVER__LISTEN="127.0.0.1:1", TURNSTONE_INVITATION="x"),
            DevServer(program=BINARY) as server,
        ):
            self.assertEqual(server.member("ada").me()["account"]["handle"], "ada")
            self.assertIn("DEV MODE", server.log())

    def test_an_error_says_how_to_get_the_program(self) -> None:
        with (
            mock.patch.dict(os.environ, PATH=""),
            self.assertRaisesRegex(NotStarted, "Set TURNSTONE to its path, .* `cargo build --release`"),
        ):
            os.environ.pop("TURNSTONE", None)
            DevServer()

    def test_another_program_of_the_same_name_is_an_error(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            other = Path(folder) / "turnstone"
            for lines, words in (("echo hello", "it printed nothing"), ("echo no such command >&2", "no such command")):
                other.write_text(f"#!/bin/sh\n{lines}\n")
                other.chmod(0o755)
                with self.subTest(lines), self.assertRaisesRegex(NotStarted, f"this project did not start: {words}"):
                    DevServer(program=str(other))
            with self.assertRaisesRegex(NotStarted, "cannot be run"):
                DevServer(program=str(Path(folder) / "missing"))


if __name__ == "__main__":
    unittest.main()
