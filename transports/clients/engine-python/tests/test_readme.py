"""The examples of the README run, and what they train plays well."""

from __future__ import annotations

import contextlib
import io
import re
import unittest
from pathlib import Path

from world import lasting_server as server

README = (Path(__file__).resolve().parents[1] / "README.md").read_text()


class Readme(unittest.TestCase):
    def test_the_examples_run_and_the_trained_player_beats_random_play(self) -> None:
        examples = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
        printed = []
        for example in (example.replace("http://127.0.0.1:8080", server().address) for example in examples):
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                exec(compile(example, "README.md", "exec"), {})
            printed.append(out.getvalue())
        self.assertEqual(len(printed), 4)
        won, lost = re.findall(r"([\d.]+)%", printed[1])
        self.assertGreater(float(won), 85)
        self.assertLess(float(lost), 2)


if __name__ == "__main__":
    unittest.main()
