"""What is made by scripts is what they make now."""

from __future__ import annotations

import subprocess
import sys
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).parents[1] / "scripts"


class Generated(unittest.TestCase):
    def test_types_and_codes_are_those_of_the_document(self) -> None:
        self.check("make_types.py")

    def test_the_sync_client_is_made_of_the_async_one(self) -> None:
        self.check("make_sync.py")

    def check(self, script: str) -> None:
        done = subprocess.run([sys.executable, SCRIPTS / script, "--check"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()
