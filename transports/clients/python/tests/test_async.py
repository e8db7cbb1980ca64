"""The async client on a real server."""

from __future__ import annotations

import asyncio
import random
import unittest

from world import server

from turnstone import AsyncTable


async def play(table: AsyncTable, dice: random.Random) -> int | None:
    async for turn in table.turns():
        await turn.act(dice.choice(turn.legal))
    return table.score


class Async(unittest.IsolatedAsyncioTestCase):
    async def test_two_bots_play_holdem_against_each_other(self) -> None:
        async with server().async_member() as cleo, server().async_member() as dan:
            for hand in range(3):
                table = await cleo.open_table("holdem-open")
                seat = await dan.join_table(table.id)
                one, other = await asyncio.gather(
                    play(table, random.Random(hand)), play(seat, random.Random(100 + hand))
                )
                assert one is not None and other is not None
                self.assertEqual(one + other, 0)
            balances = [(await each.me())["balance"] for each in (cleo, dan)]
            self.assertEqual(sum(balances), 2000)
            hands = [hand async for hand in cleo.history(page=2)]
            self.assertEqual((len(hands), sum(hand["net"] for hand in hands)), (3, balances[0] - 1000))

    async def test_many_tables_at_a_time(self) -> None:
        async with server().async_member() as cleo:
            tables = [await cleo.open_table("rps-vs-house", practice=True) for _ in range(10)]
            scores = await asyncio.gather(*(play(table, random.Random(1)) for table in tables))
            self.assertTrue(all(score in (-10, 0, 10) for score in scores))

    async def test_cancelled_polls_free_their_places(self) -> None:
        """An account may have six pending polls: six times as many can be begun one after the other."""
        async with server().async_member() as cleo, server().async_member() as dan:
            table = await cleo.open_table("rps-vs-house", open=True)
            await dan.join_table(table.id)
            await table.read()
            for _ in range(6):
                polls = [asyncio.create_task(cleo.table(table.id).read()) for _ in range(2)]
                polls += [asyncio.create_task(table.read(40)) for _ in range(4)]
                await asyncio.sleep(0.05)
                for poll in polls:
                    poll.cancel()
                await asyncio.gather(*polls, return_exceptions=True)
            cleo.patience = 5.0
            poll = asyncio.create_task(table.read(0.1))
            while not poll.done():
                await asyncio.to_thread(server().advance, seconds=0.1)
            self.assertEqual((await poll)["status"], "playing")

    async def test_pages_are_async_iterators(self) -> None:
        async with server().async_member() as cleo:
            self.assertEqual([entry["delta"] async for entry in cleo.ledger(page=1)], [1000])


if __name__ == "__main__":
    unittest.main()
