"""One match: dealing, playing, forking, storing."""

from __future__ import annotations

import copy
import os
import pickle
import random
import signal
import threading
import unittest
from typing import Any

import numpy as np

from turnstone_engine import Match, deal, kinds, restore

KINDS = kinds()


def played(match: Match, plies: int, dice: random.Random) -> Match:
    """The match after some random actions."""
    for _ in range(plies):
        to_act = match.to_act()
        if not to_act:
            break
        seat = dice.choice(to_act)
        match.play(dice.choice(match.legal_indices(seat)), seat)
    return match


def everything(match: Match) -> list[Any]:
    """What all viewers can see."""
    viewers = [None, *range(match.seats)]
    return [match.view(viewer) for viewer in viewers] + [match.legal(seat) for seat in range(match.seats)]


class Matches(unittest.TestCase):
    def test_there_are_eighteen_kinds_with_encodings(self) -> None:
        self.assertEqual(len(KINDS), 18)
        for kind, described in KINDS.items():
            match = deal(kind, 1)
            self.assertEqual((match.game, match.version), (described["game"], described["version"]))
            self.assertEqual([len(match.observation(0))], described["observation"]["shape"])
            self.assertEqual(len(match.mask(0)), described["actions"]["count"])
            self.assertEqual(match.observation(0).dtype, np.float32)

    def test_random_matches_end_with_scores(self) -> None:
        dice = random.Random(1)
        for kind in KINDS:
            for number in range(20):
                match = played(deal(kind, number), 5000, dice)
                scores, outcome = match.scores(), match.outcome()
                assert scores is not None and outcome is not None, kind
                self.assertEqual([entry["score"] for entry in outcome], scores)
                self.assertEqual((match.to_act(), match.legal()), ([], []))
                if not KINDS[kind]["banked"]:
                    self.assertEqual(sum(scores), 0, kind)

    def test_an_action_is_played_by_index_and_as_json_with_the_same_effect(self) -> None:
        dice = random.Random(2)
        for kind in KINDS:
            one, other = deal(kind, 7), deal(kind, 7)
            while to_act := one.to_act():
                seat = dice.choice(to_act)
                at = dice.randrange(len(one.legal(seat)))
                events = one.play(np.int64(one.legal_indices(seat)[at]), seat, events=True)
                self.assertEqual(other.play(other.legal(seat)[at], seat, events=True), events, kind)
                self.assertTrue(events)
            self.assertEqual(everything(one), everything(other))

    def test_the_mask_marks_the_legal_indices(self) -> None:
        match = deal("connect-four-vs-house", 3)
        for _ in range(6):
            match.play(2)
        self.assertEqual(match.mask().tolist(), [True, True, False, True, True, True, True])
        self.assertEqual(match.legal_indices(), [0, 1, 3, 4, 5, 6])

    def test_a_seed_is_hex_bytes_or_a_number(self) -> None:
        number = 258
        raw = number.to_bytes(32, "little")
        seeds = {deal("president", seed).seed for seed in (number, raw, raw.hex())}
        self.assertEqual(seeds, {raw.hex()})
        self.assertNotEqual(deal("president").seed, deal("president").seed)

    def test_a_fork_continues_on_its_own(self) -> None:
        dice = random.Random(3)
        for kind in KINDS:
            match = played(deal(kind, 11), 3, dice)
            before = everything(match)
            one, other = (played(match.fork(), 5000, random.Random(4)) for _ in range(2))
            self.assertEqual(everything(match), before, kind)
            self.assertEqual(everything(one), everything(other), kind)

    def test_a_restored_match_is_the_same_and_continues_the_same(self) -> None:
        dice = random.Random(5)
        for kind in KINDS:
            for plies in (0, 1, 5, 30):
                match = played(deal(kind, plies), plies, dice)
                if match.to_act():
                    match.choose("random")
                again = restore(match.serialize())
                self.assertEqual(everything(again), everything(match), kind)
                self.assertEqual(again.plies, match.plies)
                while match.to_act():
                    choice = match.choose("random")
                    self.assertEqual(again.choose("random"), choice, kind)
                    match.play(choice)
                    again.play(choice)
                self.assertEqual(again.scores(), match.scores(), kind)

    def test_a_seat_leaves(self) -> None:
        match = deal("tic-tac-toe-vs-house", 1)
        events = match.leave(1, timed_out=True, events=True)
        self.assertEqual([event["type"] for event in events], ["timed_out", "settled"])
        self.assertEqual(match.scores(), [10, -10])
        again = restore(match.serialize())
        self.assertEqual(everything(again), everything(match))

    def test_options_set_stacks(self) -> None:
        match = deal("holdem-ring", 1, seats=3, options={"stacks": [100, 250, 40]})
        chips = [seat["stack"] + seat["put"] for seat in match.view()["seats"]]
        self.assertEqual(chips, [100, 250, 40])

    def test_redrawn_hidden_information_does_not_change_the_own_view(self) -> None:
        match = deal("holdem-open", 5)
        match.play({"type": "call"})
        hands = set()
        for number in range(20):
            other = match.redrawn(0, number)
            self.assertEqual(other.view(0), match.view(0))
            hands.add(str(other.view(1)["hand"]))
            self.assertEqual(everything(restore(other.serialize())), everything(other))
            with self.assertRaises(ValueError):
                played(other, 50, random.Random(1)).bundle("t_1")
        self.assertGreater(len(hands), 10)

    def test_copies_are_equal_and_continue_on_their_own(self) -> None:
        dice = random.Random(6)
        for kind in KINDS:
            match = played(deal(kind, 13), 4, dice)
            redrawn = played(match.redrawn(0, 5), 2, dice)
            for original in (match, redrawn):
                for other in (copy.copy(original), copy.deepcopy(original), pickle.loads(pickle.dumps(original))):
                    self.assertEqual(other, original, kind)
                    self.assertEqual(everything(other), everything(original), kind)
                    if other.to_act():
                        other.play(other.legal_indices()[0])
                        self.assertNotEqual(other, original, kind)
            self.assertNotEqual(match, redrawn, kind)
            self.assertNotEqual(match, deal(kind, 14), kind)

    def test_long_loops_end_with_an_interrupt(self) -> None:
        # A shell that starts this in the background has it ignored.
        self.addCleanup(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, signal.default_int_handler))
        match = deal("battleship-vs-house", 1)
        timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            match.random_playouts(10**12)
        timer.join()

    def test_random_playouts_average_the_scores(self) -> None:
        match = deal("tic-tac-toe-vs-house", 2, stake=100)
        first = match.to_act()[0]
        means = match.random_playouts(20_000, seed=1)
        self.assertEqual(means, match.random_playouts(20_000, seed=1))
        # Of all random games the first seat wins 58.5 % and loses 28.8 %.
        self.assertAlmostEqual(means[first], 29.7, delta=2.5)
        self.assertAlmostEqual(sum(means), 0.0)
        self.assertEqual(match.plies, 0)

    def test_playouts_let_other_threads_run(self) -> None:
        match, counted = deal("battleship-vs-house", 1), 0
        thread = threading.Thread(target=match.random_playouts, args=(4000,))
        thread.start()
        while thread.is_alive():
            counted += 1
            thread.join(0.001)
        self.assertGreater(counted, 10)

    def test_wrong_arguments_are_errors_and_change_nothing(self) -> None:
        match = deal("tic-tac-toe-vs-house", 1)
        before = everything(match)
        for wrong in (9, -1, 2**70, {"type": "mark"}, {"type": "mark", "cell": 9}, "not JSON", None, 1.5, 10**30):
            with self.assertRaises(ValueError):
                match.play(wrong)  # type: ignore[arg-type]
        for call in (
            lambda: match.view(2),
            lambda: match.view(-1),
            lambda: match.observation(-1),
            lambda: match.random_playouts(-1),
            lambda: match.play('{"type": "mark", "cell": 1, "cell": 2}'),
            lambda: match.play(0, 1 - match.to_act()[0]),
            lambda: match.choose("calling-station"),
            lambda: match.choose("house", level=6),
            lambda: match.bundle("t_1"),
            lambda: restore(b"{}"),
            lambda: deal("chess"),
            lambda: deal("president", seats=2),
            lambda: deal("rps-vs-house", "00"),
            lambda: deal("rps-vs-house", -1),
            lambda: deal("rps-vs-house", stake=0),
            lambda: deal("rps-vs-house", stake=2**63),
            lambda: deal("president", seats=-1),
            lambda: deal("rps-vs-house", options={"bogus": 1}),
            lambda: deal("rps-vs-house", options={"level": 6}),
            lambda: deal("holdem-ring", options={"stacks": [1]}),
        ):
            with self.assertRaises(ValueError):
                call()
        self.assertEqual(everything(match), before)


if __name__ == "__main__":
    unittest.main()
