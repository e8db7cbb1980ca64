"""The code of README is well typed, and plays."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from world import BINARY, server

HERE = Path(__file__).parents[1]


def blocks() -> list[str]:
    """The Python blocks, in order: each continues those before it."""
    text = (HERE / "README.md").read_text(encoding="utf-8")
    return [rest.split("```")[0] for rest in text.split("```python\n")[1:]]


def run(script: str, **environment: str) -> str:
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


def check(script: str) -> str:
    """The errors of a strict type check."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "readme.py").write_text(script, encoding="utf-8")
        words = ["--strict", "--config-file=", "--no-error-summary", "--show-error-context", "--pretty", "readme.py"]
        done = subprocess.run([sys.executable, "-m", "mypy", *words], cwd=folder, capture_output=True, text=True)
        return "" if done.returncode == 0 else done.stdout + done.stderr


class Readme(unittest.TestCase):
    def test_the_strict_type_check_passes(self) -> None:
        self.assertEqual(check("\n".join(blocks())), "")

    def test_an_unknown_action_fails_the_type_check(self) -> None:
        self.assertIn("raisee", check(blocks()[0].replace("turn.legal[0]", '{"type": "raisee"}')))

    def test_a_view_of_another_game_fails_the_type_check(self) -> None:
        self.assertIn('"pot"', check("\n".join(blocks()).replace("games.HOLDEM_RING", "games.RPS")))

    def test_a_turn_of_one_game_is_a_turn_of_any(self) -> None:
        typed = "\n".join(blocks()[:3])
        self.assertEqual(check(f"{typed}\n    choose(decision)\n"), "")
        other = "\n\ndef other(turn: Turn[RpsView, RpsAction]) -> None: ...\n"
        imports = "from turnstone.types import RpsAction, RpsView\n"
        self.assertIn("other", check(f"{imports}{blocks()[0]}{blocks()[1]}{other}{blocks()[2]}\n    other(decision)\n"))

    def test_its_first_lines_play_a_match(self) -> None:
        self.assertIn("http://127.0.0.1:8080", blocks()[0])
        self.assertIn("'seat': 1", run(blocks()[0].replace("http://127.0.0.1:8080", server().address)))

    def test_a_test_of_an_agent_moves_the_clock(self) -> None:
        (script,) = (block for block in blocks() if "with DevServer(" in block)
        said = run(script, TURNSTONE=BINARY)
        # Three moves each, and then it was ada's turn for two days.
        self.assertIn("'result': 'loss'", said.split("'seat': 1")[0])
        self.assertIn("'result': 'win'", said.split("'seat': 1")[1])


if __name__ == "__main__":
    unittest.main()
