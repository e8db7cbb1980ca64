"""A server that is killed and restarted in the middle of a match."""

from __future__ import annotations

import threading
import unittest

from world import Server

from turnstone import Client


class Restart(unittest.TestCase):
    def test_players_do_not_notice_a_restart(self) -> None:
        server = Server()
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
                # The other one long-polls, or is about to move.
                server.kill()
                threading.Timer(0.5, server.start).start()
            moves.append(turn.act(turn.legal[-1]))
        other.join(60)
        self.assertEqual((table.score or 0) + (seat.score or 0), 0)
        self.assertTrue(table.terminal and seat.terminal)
        log = Client(server.address).table(table.id).replay()["log"]
        self.assertEqual(len(log), sum(moves))
        server.stop()


if __name__ == "__main__":
    unittest.main()
