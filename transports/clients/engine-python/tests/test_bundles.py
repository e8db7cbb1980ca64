"""Every golden bundle replays to the same digest."""

from __future__ import annotations

import copy
import hashlib
import json
import random
import unittest
from pathlib import Path
from typing import Any

from turnstone_engine import deal, kinds, replay, verify


def golden() -> Path:
    """`golden/games/bundles` of the project."""
    for folder in Path(__file__).resolve().parents:
        bundles = folder / "golden" / "games" / "bundles"
        if bundles.is_dir():
            return bundles
    raise FileNotFoundError("there is no golden/games/bundles above the tests")


def digest(bundle: dict[str, Any]) -> str:
    """The digest by its definition. With only integers and ASCII, sorted keys make canonical JSON."""
    members = ("config", "gameId", "log", "outcome", "seats", "seed", "sessionId", "version")
    text = json.dumps({member: bundle[member] for member in members}, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def bundles() -> dict[str, dict[str, Any]]:
    """The golden bundles by name. They are stored without a digest."""
    read = {path.stem: json.loads(path.read_text()) for path in sorted(golden().glob("*.json"))}
    return {name: bundle | {"digest": digest(bundle)} for name, bundle in read.items()}


BUNDLES = bundles()


class Bundles(unittest.TestCase):
    def test_every_golden_bundle_replays_to_the_same_digest(self) -> None:
        self.assertGreater(len(BUNDLES), 18)
        for name, bundle in BUNDLES.items():
            with self.subTest(name):
                made = replay(bundle).bundle(bundle["sessionId"])
                for member, value in made.items():
                    self.assertEqual(value, bundle[member], member)
                self.assertEqual(verify(bundle), ("holds", None))
                self.assertEqual(verify(json.dumps(bundle)), ("holds", None))

    def test_bundles_of_random_matches_hold_and_replay_to_themselves(self) -> None:
        dice = random.Random(1)
        for kind in kinds():
            with self.subTest(kind):
                for number in range(20):
                    match = deal(kind, number)
                    while to_act := match.to_act():
                        seat = dice.choice(to_act)
                        if number % 4 == 0 and dice.randrange(20) == 0:
                            match.leave(seat)
                        else:
                            match.play(dice.choice(match.legal_indices(seat)), seat)
                    bundle = match.bundle(f"t_{number}")
                    self.assertEqual(bundle["digest"], digest(bundle))
                    self.assertEqual(verify(bundle), ("holds", None))
                    self.assertEqual(replay(bundle).bundle(f"t_{number}"), bundle)

    def test_a_changed_bundle_does_not_hold(self) -> None:
        for name, bundle in BUNDLES.items():
            with self.subTest(name):
                for member, change in (("digest", "0" * 64), ("outcome", []), ("log", bundle["log"][:-1])):
                    changed = copy.deepcopy(bundle)
                    changed[member] = change
                    verdict, why = verify(changed)
                    self.assertEqual(verdict, "broken")
                    self.assertTrue(why)

    def test_a_bundle_is_replayed_up_to_a_ply(self) -> None:
        bundle = BUNDLES["connect-four"]
        match = replay(bundle, 3)
        self.assertEqual(match.plies, 3)
        self.assertEqual(sum(cell is not None for cell in match.view()["board"]), 3)
        self.assertIsNone(match.outcome())

    def test_a_sealed_or_unknown_bundle_is_reported(self) -> None:
        bundle = copy.deepcopy(BUNDLES["connect-four"])
        sealed = bundle | {"seed": None, "log": [], "sealedReason": "daily"}
        self.assertEqual(verify(sealed), ("sealed", None))
        self.assertEqual(verify(bundle | {"version": "0"})[0], "unknown")
        with self.assertRaises(ValueError):
            replay(sealed)
        with self.assertRaises(ValueError):
            verify({})


if __name__ == "__main__":
    unittest.main()
