"""Streams against a scripted server: where they continue, and how they end."""

from __future__ import annotations

import asyncio
import itertools
import json
import unittest
from contextlib import closing
from typing import Any
from unittest.mock import patch

from fake import LOST, TABLE, Asked, Fake, Says, client, view

from turnstone import AsyncClient, BadAnswer, Client, NotFound, Unreachable, codes

PATH = f"/api/tables/{TABLE}/stream"
BEGIN = f"{PATH}?events_since=0"


def written(name: str, data: Any, event_id: str = "") -> bytes:
    line = f"id: {event_id}\n" if event_id else ""
    return f"{line}event: {name}\ndata: {json.dumps(data)}\n\n".encode()


def with_events(table: dict[str, Any], events: list[int]) -> dict[str, Any]:
    return table | {"state": table["state"] | {"events": events}}


def event(plies: int, *, messages: list[int] | None = None, **more: bool) -> bytes:
    """An event with the last of the table's events so far, each of which is the number of a ply."""
    data = with_events(view(plies, **more), [plies] if plies else [])
    if messages is not None:
        data |= {"messages": [{"id": number} for number in messages], "msgsAt": max(messages, default=0)}
    return written("table", data, f"after-{plies}")


def acted(plies: int, events: list[int], *, terminal: bool = False) -> Says:
    """The response to a move."""
    return Says(body={"ok": True, "table": with_events(view(plies, mine=False, terminal=terminal), events)})


def end(reason: str) -> bytes:
    return written("end", {"reason": reason})


def plies(fake: Fake, **more: Any) -> list[int]:
    return [seen["state"]["plies"] for seen in client(fake, **more).table(TABLE).events()]


class Events(unittest.TestCase):
    def test_each_change_is_one_view_until_the_table_is_archived(self) -> None:
        with Fake(Says.stream(event(0), b":\n\n", event(1), event(2, terminal=True), end("archived"))) as fake:
            table = client(fake).table(TABLE)
            self.assertEqual([seen["state"]["plies"] for seen in table.events()], [0, 1, 2])
            self.assertEqual((table.news(), table.terminal), ([1, 2], True))
            self.assertEqual([asked.path for asked in fake.asked], [BEGIN])
            self.assertTrue(fake.left.wait(5))

    def test_a_lost_connection_is_continued_after_the_newest_event(self) -> None:
        script = [
            LOST,
            Says.stream(event(0), event(1)[:-1], then="cut"),
            Says.stream(then="end"),
            Says.no(503, None, Retry_After="0"),
            Says.stream(event(1), then="end"),
            Says.stream(event(2), end("archived")),
        ]
        with Fake(*script) as fake:
            self.assertEqual(plies(fake), [0, 1, 2])
            after = [f"{PATH}?after=after-{number}" for number in (0, 0, 0, 1)]
            self.assertEqual([asked.path for asked in fake.asked], [BEGIN, BEGIN, *after])

    def test_an_end_for_now_is_continued(self) -> None:
        for reason in ("draining", "unavailable", "slow"):
            with self.subTest(reason=reason):
                script = [Says.stream(event(1), end(reason)), Says.stream(event(2), end("archived"))]
                with Fake(*script) as fake:
                    self.assertEqual(plies(fake), [1, 2])

    def test_a_silent_connection_is_lost(self) -> None:
        script = [Says.stream(event(1)), Says.stream(event(2), end("archived"))]
        with Fake(*script) as fake, patch("turnstone.client.QUIET_TIME", 0.2):
            self.assertEqual(plies(fake), [1, 2])
            self.assertTrue(fake.left.wait(5))

    def test_the_patience_counts_pauses_without_a_connection(self) -> None:
        script = [Says.stream(then="end")] * 3 + [Says.stream(event(1), then="end")] + [LOST] * 3
        with Fake(*script) as fake, patch("turnstone.protocol.random.uniform", return_value=1.0):
            # The first three pauses take 0.2, 0.4 and 0.8 seconds, with a connection after each.
            table = client(fake, patience=1.0).table(TABLE)
            with self.assertRaises(Unreachable):
                for seen in table.events():
                    self.assertEqual(seen["state"]["plies"], 1)
            self.assertEqual((table.news(), fake.script), ([1], [LOST]))

    def test_what_was_read_is_not_repeated(self) -> None:
        script = [Says(body=view(1)), Says.stream(event(1), event(2), end("archived"))]
        with Fake(*script) as fake:
            table = client(fake).table(TABLE)
            table.read()
            self.assertEqual([seen["state"]["plies"] for seen in table.events()], [2])
            self.assertEqual(fake.asked[1].path, f"{PATH}?events_since=1")

    def test_a_change_without_events_is_a_view(self) -> None:
        """A member takes a seat of a waiting table."""
        taken = written("table", view(0) | {"seats": [{"seat": 1}]}, "taken")
        with Fake(Says.stream(event(0), taken, taken, end("archived"))) as fake:
            self.assertEqual(plies(fake), [0, 0])

    def test_messages_come_once(self) -> None:
        script = [
            Says.stream(event(1, messages=[]), event(1, messages=[1]), then="cut"),
            Says(body=view(1) | {"messages": [{"id": 2}], "msgsAt": 2}),
            Says.stream(event(1, messages=[2, 3]), end("archived")),
        ]
        with Fake(*script) as fake:
            table = client(fake).table(TABLE)
            seen = []
            for number, _ in enumerate(table.events(chat=True)):
                if number == 1:
                    table.read(chat=True)
                seen.append([message["id"] for message in table.chat()])
            self.assertEqual(seen, [[], [1, 2], [3]])
            self.assertEqual(fake.asked[0].path, f"{BEGIN}&msgs_since=0")

    def test_a_closed_iterator_closes_the_connection(self) -> None:
        with Fake(Says.stream(event(1))) as fake:
            with closing(client(fake).table(TABLE).events()) as events:
                next(events)
                self.assertFalse(fake.left.is_set())
            self.assertTrue(fake.left.wait(5))


class Ends(unittest.TestCase):
    def test_the_end_of_a_right_raises_the_error_of_the_server(self) -> None:
        ends: list[tuple[str, Says, type[Exception]]] = [
            ("signed_out", Says.no(401, "not_signed_in"), codes.NotSignedIn),
            ("seat_delegated", Says.no(409, "seat_delegated"), codes.SeatDelegated),
            ("not_found", Says.no(404, None), NotFound),
        ]
        for reason, error, kind in ends:
            for script in ([error], [Says.stream(event(1), end(reason)), error]):
                with self.subTest(reason=reason), Fake(*script) as fake:
                    with self.assertRaises(kind):
                        plies(fake)
                    self.assertEqual(len(fake.asked), len(script))

    def test_an_ended_session_is_renewed(self) -> None:
        class Members(Fake):
            made = 0

            def says(self, asked: Asked) -> Says:
                if asked.path == "/api/token":
                    self.made += 1
                    return Says(body={"token": f"token{self.made}", "expiresInSeconds": 9})
                if asked.path == BEGIN:
                    return Says.stream(event(1), end("signed_out"))
                if asked.token == "token1":
                    return Says.no(401, "not_signed_in")
                return Says.stream(event(2), end("archived"))

        with Members() as fake:
            table = Client(fake.address, handle="ada", recovery_code="AAAAA-BBBBB").table(TABLE)
            self.assertEqual([seen["state"]["plies"] for seen in table.events()], [1, 2])

    def test_rejects_responses_that_are_no_stream(self) -> None:
        strange = [Says(body=b"<html>"), Says.stream(b"id: 1\nevent: table\ndata: <html>\n\n")]
        for says in strange:
            with Fake(says) as fake, self.assertRaises(BadAnswer):
                plies(fake)
        with Fake(Says.stream(event(1), then="end")) as fake, self.assertRaises(BadAnswer):
            client(fake).call("GET", PATH)


class Turns(unittest.TestCase):
    def test_a_turn_without_an_action_comes_again_after_the_next_event(self) -> None:
        script = [Says(body=view(1)), Says.stream(event(1), event(2), event(3, mine=False, terminal=True))]
        with Fake(*script) as fake:
            self.assertEqual([turn.plies for turn in client(fake).table(TABLE).turns()], [1, 2])
            self.assertTrue(fake.left.wait(5))

    def test_only_a_waiting_seat_reads_a_stream(self) -> None:
        with Fake(Says(body=view(1)), acted(2, [2], terminal=True)) as fake:
            self.assertEqual([turn.act(turn.legal[0]) for turn in client(fake).table(TABLE).turns()], [True])
            self.assertEqual([asked.method for asked in fake.asked], ["GET", "POST"])

    def test_outdated_events_are_skipped_and_every_event_is_news_once(self) -> None:
        # The response to the first turn has both moves of the opponent before the stream's events of them are read.
        early = [event(2), event(3, messages=[1], mine=False), event(4), event(5, mine=False), event(6)]
        script = [
            Says(body=view(1, mine=False)),
            Says.stream(*early, then="cut"),
            acted(5, [3, 4, 5]),
            acted(8, [7, 8]),
            # It continues after 6.
            Says.stream(written("table", with_events(view(9), [7, 8, 9]), "after-9")),
            acted(10, [10], terminal=True),
        ]
        with Fake(*script) as fake:
            table = client(fake).table(TABLE)
            turns, chat = [], []
            for turn in table.turns(chat=True):
                turns.append((turn.plies, turn.events))
                chat.append(len(table.chat()))
                turn.act(turn.legal[0])
            self.assertEqual(turns, [(2, [2]), (6, [3, 4, 5, 6]), (9, [7, 8, 9])])
            self.assertEqual((table.news(), chat), ([10], [0, 1, 0]))
            self.assertEqual([asked.body["eventsSince"] for asked in fake.asked if asked.body], [2, 6, 9])


class Async(unittest.TestCase):
    def test_a_cancelled_or_closed_iterator_closes_the_connection(self) -> None:
        async def cancel(client: AsyncClient) -> None:
            seen = asyncio.Event()

            async def follow() -> None:
                async for _ in client.table(TABLE).events():
                    seen.set()

            following = asyncio.create_task(follow())
            await seen.wait()
            following.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await following

        async def leave(client: AsyncClient) -> None:
            async for _ in client.table(TABLE).events():
                break

        async def close(client: AsyncClient) -> None:
            events = client.table(TABLE).events()
            await anext(events)
            await events.aclose()

        # After `Connection: close`, http.client hands the socket over to the response.
        for stop, connection in itertools.product((cancel, leave, close), ("keep-alive", "close")):
            says = Says.stream(event(1), connection=connection)
            with self.subTest(stop=stop.__name__, connection=connection), Fake(says) as fake:

                async def story(fake: Fake = fake, stop: Any = stop) -> None:
                    async with AsyncClient(fake.address, token="x") as client:
                        await stop(client)
                        self.assertTrue(await asyncio.to_thread(fake.left.wait, 5))

                asyncio.run(story())

    def test_a_lost_connection_is_continued(self) -> None:
        async def story(fake: Fake) -> list[int]:
            async with AsyncClient(fake.address, token="x") as client:
                return [seen["state"]["plies"] async for seen in client.table(TABLE).events()]

        with Fake(Says.stream(event(1), event(2)[:9], then="cut"), Says.stream(event(2), end("archived"))) as fake:
            self.assertEqual(asyncio.run(story(fake)), [1, 2])


if __name__ == "__main__":
    unittest.main()
