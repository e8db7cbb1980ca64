"""The example bots play; the one with a model asks a scripted one."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import unittest
from pathlib import Path
from typing import Any, cast
from unittest import mock

from fake import Asked, Fake, Says
from world import server

from turnstone import Turn

EXAMPLES = Path(__file__).parents[1] / "examples"
sys.path.append(str(EXAMPLES))
import model_bot  # noqa: E402


def run(bot: str, *words: str, **environment: str) -> str:
    known = {name: value for name, value in os.environ.items() if not name.startswith("TURNSTONE")}
    done = subprocess.run(
        [sys.executable, EXAMPLES / bot, server().address, *words],
        env=known | environment, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def score(said: str) -> int:
    found = re.search(r"the score is (-?\d+)", said)
    assert found, said
    return int(found[1])


class Model(Fake):
    """Chooses the last offered action, and sometimes answers nonsense."""

    def says(self, asked: Asked) -> Says:
        numbers = re.findall(r"^(\d+): ", asked.body["messages"][1]["content"], re.MULTILINE)
        word = f"I choose {numbers[-1]}." if len(self.asked) % 3 else "Lovely weather today!"
        return Says(body={"choices": [{"message": {"role": "assistant", "content": word}}]})


class Examples(unittest.TestCase):
    def test_without_an_address_each_prints_its_usage(self) -> None:
        for bot in ("random_bot.py", "search_bot.py", "model_bot.py"):
            done = subprocess.run([sys.executable, EXAMPLES / bot], capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 1)
            self.assertIn(f"python examples/{bot} ADDRESS", done.stderr)
            self.assertNotIn("Traceback", done.stderr)

    def test_random_plays_any_kind_as_a_guest(self) -> None:
        for game in server().member().games():
            with self.subTest(kind=game["kind"]):
                score(run("random_bot.py", game["kind"]))

    def test_random_plays_for_chips_as_a_member(self) -> None:
        kind = "tic-tac-toe-vs-house"
        first = run("random_bot.py", kind, TURNSTONE_INVITATION=server().invitation, TURNSTONE_HANDLE="random-bot")
        code = re.search(r"to be kept: (\S+)", first)
        assert code
        second = run("random_bot.py", kind, TURNSTONE_HANDLE="random-bot", TURNSTONE_RECOVERY_CODE=code[1])
        chips = server().member().player("random-bot")["chips"]
        self.assertEqual(chips, score(first) + score(second))

    def test_search_never_loses_at_tic_tac_toe(self) -> None:
        for _ in range(4):
            self.assertGreaterEqual(score(run("search_bot.py", "tic-tac-toe-vs-house")), 0)

    def test_search_plays_connect_four(self) -> None:
        score(run("search_bot.py", "connect-four-vs-house"))

    def test_a_model_is_asked_and_its_number_played(self) -> None:
        with Model() as model:
            url = f"{model.address}/v1/chat/completions"
            said = run("model_bot.py", "mancala-vs-house", MODEL_URL=url, MODEL_NAME="tiny", MODEL_KEY="sk-test")
            asked = model.asked
        score(said)
        self.assertIn(f"{len(asked) // 3} by chance", said)
        self.assertEqual({each.token for each in asked}, {"sk-test"})
        self.assertEqual({each.body["model"] for each in asked}, {"tiny"})
        system, question = (message["content"] for message in asked[0].body["messages"])
        self.assertIn("Each seat has six pits", system)
        self.assertIn('\n1: {"type": "sow"', question)
        self.assertNotIn("\n0: ", question)

    def test_actions_are_numbered_from_1_as_by_the_server(self) -> None:
        legal = [{"type": "mark", "cell": 4}, {"type": "mark", "cell": 8}]
        turn = Turn(cast(Any, None), cast(Any, {"mySeat": 0, "state": {"view": {}, "legalActions": legal}}), [])
        for word, action in (("1", legal[0]), ("2.", legal[1]), ("0", None), ("3", None), ("-", None)):
            with self.subTest(word=word), mock.patch("model_bot.ask", return_value=word) as asked:
                self.assertEqual(model_bot.choose("", turn), action)
                self.assertIn('\n1: {"type": "mark", "cell": 4}\n2: ', asked.call_args.args[1])

    def test_random_moves_replace_a_missing_model(self) -> None:
        self.assertIn("1 by chance", run("model_bot.py", "roulette", MODEL_URL="http://127.0.0.1:9/"))


if __name__ == "__main__":
    unittest.main()
