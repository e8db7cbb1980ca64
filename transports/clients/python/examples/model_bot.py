"""Plays any kind of table by asking a model behind a chat-completions endpoint in OpenAI's form.

python examples/model_bot.py ADDRESS [KIND]

MODEL_URL is the full URL of the endpoint, for example http://127.0.0.1:11434/v1/chat/completions; MODEL_NAME and
MODEL_KEY are its model and key. The model's answer must be the number of a legal action; otherwise the bot picks a
random one and counts it. Actions are numbered from 1, as the server does for its own agents.
"""

import json
import os
import random
import re
import sys
import urllib.request
from typing import cast

from turnstone import Client, Turn
from turnstone.types import GameAction, TableKind

SYSTEM = "You play a game. Answer with the number of the action that you choose, and nothing else.\n\n"


def rules(address: str, kind: str) -> str:
    with urllib.request.urlopen(f"{address}/rules.json", timeout=20) as answer:
        told = json.load(answer)
    return next(str(each["rules"]) for each in told["games"] if each["kind"] == kind)


def ask(system: str, question: str) -> str:
    body = {
        "model": os.environ.get("MODEL_NAME", ""),
        "messages": [{"role": "system", "content": system}, {"role": "user", "content": question}],
    }
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {os.environ.get('MODEL_KEY', '')}"}
    request = urllib.request.Request(os.environ["MODEL_URL"], json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return str(json.load(answer)["choices"][0]["message"]["content"])


def choose(system: str, turn: Turn) -> GameAction | None:
    """The action that the model chooses, or None."""
    told = [event.get("label", event["type"]) for event in turn.events]
    actions = "\n".join(f"{number}: {json.dumps(action)}" for number, action in enumerate(turn.legal, 1))
    question = f"You have seat {turn.seat}.\nNews: {told}\nWhat you see: {json.dumps(turn.view)}\nActions:\n{actions}"
    try:
        number = re.search(r"\d+", ask(system, question))
    except (OSError, ValueError, LookupError) as error:
        print(f"the model does not answer: {error}", file=sys.stderr)
        return None
    return turn.legal[int(number[0]) - 1] if number and 0 < int(number[0]) <= len(turn.legal) else None


def main(address: str, kind: str = "tic-tac-toe-vs-house") -> None:
    system, by_chance = SYSTEM + rules(address, kind), 0
    table = Client(address).practice(cast(TableKind, kind))
    for turn in table.turns():
        action = choose(system, turn)
        by_chance += action is None
        turn.act(random.choice(turn.legal) if action is None else action)
    print(f"{kind}: the score is {table.score}, {by_chance} by chance")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        raise SystemExit(__doc__)
    main(*sys.argv[1:])
