"""A server that is killed and restarted in the middle of a match."""

from __future__ import annotations

import threading
import unittest

from world import LastingServer

from turnstone import Client
from turnstone.types import GameEvent


class Restart(unittest.TestCase):
    def test_players_do_not_notice_a_restart(self) -> None:
        server = LastingServer()
        cleo, dan = server.member(), server.member()
        table = cleo.open_table("mancala-vs-house", open=True)
        seat = dan.join_table(table.id)
        moves: list[bool] = []

        def play() -> None:
            for turn in seat.turns():
                moves.append(turn.act(turn.legal[0]))

        other = threading.Thread(target=play)
        other.start()
        for number, turn in enumerate(table.turns()):
            if number == 3:
                # The other one waits, or is about to move.
                server.kill()
                threading.Timer(0.5, server.start).start()
            moves.append(turn.act(turn.legal[-1]))
        other.join(60)
        self.assertEqual((table.score or 0) + (seat.score or 0), 0)
        self.assertTrue(table.terminal and seat.terminal)
        log = Client(server.address).table(table.id).replay()["log"]
        self.assertEqual(len(log), sum(moves))
        server.stop()

    def test_a_reader_of_events_misses_and_repeats_nothing(self) -> None:
        server = LastingServer()
        cleo, dan = server.member(), server.member()
        table = cleo.open_table("connect-four-vs-house", open=True)
        seats = [table, dan.join_table(table.id)]
        reader = server.member().table(table.id)
        plies: list[int] = []
        events: list[GameEvent] = []
        chat: list[str] = []
        is_connected = threading.Event()

        def read() -> None:
            for view in reader.events(chat=True):
                plies.append(view["state"]["plies"])
                events.extend(reader.news())
                chat.extend(message["body"] for message in reader.chat())
                is_connected.set()
                if view["state"]["terminal"]:
                    return

        def move() -> None:
            for seat in seats:
                state = seat.read()["state"]
                if state["yourTurn"]:
                    seat.act(state["legalActions"][0])

        reading = threading.Thread(target=read)
        reading.start()
        is_connected.wait(30)
        for said in ("one", "two", "three"):
            seats[1].say(said)
            move()
            server.kill()
            server.start()
            move()
        table.forfeit()
        reading.join(60)
        whole = cleo.call("GET", f"/api/tables/{table.id}", query={"events_since": 0})
        self.assertEqual(events, whole["state"]["events"])
        self.assertEqual(chat, ["one", "two", "three"])
        self.assertEqual(plies, sorted(plies))
        server.stop()


if __name__ == "__main__":
    unittest.main()
