"""Quick match on a real server."""

from __future__ import annotations

import asyncio
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

from fake import TABLE, Fake, Says, client
from world import lasting_server, server

from turnstone import NoOpponent

TICKET = "tk_" + "0" * 32


def ticket(state: str, reason: str | None = None) -> Says:
    table = TABLE if state == "matched" else None
    return Says(body={"ticketId": TICKET, "state": state, "tableId": table, "reason": reason})


class QuickMatch(unittest.TestCase):
    def test_two_members_meet_at_a_free_table(self) -> None:
        ada, bob = server().member(), server().member()
        with ThreadPoolExecutor() as pool:
            waiting = pool.submit(ada.find_opponent, "tic-tac-toe-vs-house")
            while not bob.queue():
                time.sleep(0.02)
            self.assertEqual([(row["kind"], row["waiting"]) for row in bob.queue()], [("tic-tac-toe-vs-house", 1)])
            table = bob.find_opponent("tic-tac-toe-vs-house")
            self.assertEqual(waiting.result().id, table.id)
        view = table.read()
        self.assertEqual((view["status"], view.get("free"), bob.queue()), ("playing", True, []))

    def test_the_error_has_the_reason_of_the_end(self) -> None:
        ada = server().member()
        with ThreadPoolExecutor() as pool:
            waiting = pool.submit(ada.find_opponent, "dominoes", seats=3)
            while not ada.queue():
                time.sleep(0.02)
            replacing = pool.submit(ada.find_opponent, "dominoes", seats=4)
            error = waiting.exception()
            assert isinstance(error, NoOpponent)
            self.assertEqual((error.reason, str(error)), ("replaced", "no opponent: replaced"))
            others = [server().member() for _ in range(3)]
            tables = [pool.submit(other.find_opponent, "dominoes", seats=4) for other in others]
            self.assertEqual({table.result().id for table in tables}, {replacing.result().id})

    def test_it_stops_waiting_after_its_timeout(self) -> None:
        ada = lasting_server().member()
        with self.assertRaises(NoOpponent) as ended:
            ada.find_opponent("mancala-vs-house", timeout=0.2)
        self.assertEqual((ended.exception.reason, ada.queue()), ("cancelled", []))

    def test_a_match_at_the_last_moment_counts(self) -> None:
        script = [ticket("waiting"), Says.no(409, "action_rejected"), ticket("matched")]
        with Fake(Says(body={}), *script) as fake:
            self.assertEqual(client(fake).find_opponent("mancala-vs-house", timeout=0).id, TABLE)
        asked = [(asked.method, asked.path.partition("?")[0]) for asked in fake.asked[1:]]
        own = f"/api/queue/{TICKET}"
        self.assertEqual(asked, [("POST", "/api/queue"), ("DELETE", own), ("GET", own)])


class Interrupted(unittest.IsolatedAsyncioTestCase):
    async def test_an_interrupted_search_ends_its_ticket(self) -> None:
        async with server().async_member() as ada:
            search = asyncio.create_task(ada.find_opponent("connect-four-vs-house", 5))
            while not await ada.queue():
                await asyncio.sleep(0.02)
            search.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await search
            self.assertEqual(await ada.queue(), [])


if __name__ == "__main__":
    unittest.main()
