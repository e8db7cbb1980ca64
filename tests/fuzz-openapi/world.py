"""Creates objects for the requests: world.py ADDRESS INVITATION SEED. Prints credentials for the shell, and writes the
ids for the hooks."""

import json
import sys
import uuid
from datetime import datetime, timezone
from pathlib import Path
from random import Random
from urllib.request import Request, urlopen

address, invitation, seed = sys.argv[1:]
chance = Random(int(seed))


def ask(method: str, path: str, body: object = None, token: str = "") -> dict:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(address + path, data=data, headers=headers, method=method), timeout=30) as answer:
        return json.load(answer)


def join(handle: str) -> tuple[str, str]:
    signup = {"inviteCode": invitation, "handle": handle, "clientRef": str(uuid.uuid4())}
    code = ask("POST", "/api/join", signup)["recoveryCode"]
    return ask("POST", "/api/token", {"handle": handle, "recoveryCode": code})["token"], code


def play(table: str, token: str, moves: int) -> None:
    for _ in range(moves):
        state = ask("GET", f"/api/tables/{table}", token=token)["state"]
        if state["terminal"] or not state["yourTurn"]:
            return
        ask("POST", f"/api/tables/{table}/action", {"action": chance.choice(state["legalActions"])}, token)


(member, code), (other, _) = join("hedy"), join("grace")
kinds = [game["kind"] for game in ask("GET", "/rules.json")["games"]]
tables = []
for kind in chance.sample([kind for kind in kinds if kind != "holdem-open"], 9):
    table = ask("POST", "/api/tables", {"kind": kind, "practice": True}, member)["tableId"]
    play(table, member, chance.choice([0, 2, 200]))
    tables.append(table)
for options in ({"open": True}, {"invited": "grace"}, {"open": True, "visibility": "private"}):
    tables.append(ask("POST", "/api/tables", {"kind": "connect-four-vs-house", **options}, member)["tableId"])
tables.append(ask("POST", "/api/tables", {"kind": "mancala-vs-house", "invited": "hedy"}, other)["tableId"])
played = ask("POST", "/api/tables", {"kind": "holdem-open"}, other)["tableId"]
ask("POST", f"/api/tables/{played}/join", {}, member)
tables.append(played)
grant = ask("POST", f"/api/tables/{played}/seat-grants", {"clientRef": str(uuid.uuid4())}, member)["grantId"]
guest = ask("POST", "/api/practice", {"kind": "battleship-vs-house", "clientRef": str(uuid.uuid4())})
tables.append(guest["tableId"])
agent = ask("POST", "/api/agents", {"name": "Max", "kind": "policy", "policy": "minimax"}, member)["agentId"]
agent = ask("POST", "/api/agents", {"name": "dice", "kind": "policy", "policy": "random"}, member)["agentId"]
terms = {"agentId": agent, "opponentAgentId": "agent:house", "gameId": "tic-tac-toe", "stake": 1}
duel = ask("POST", "/api/duels", terms, member)["duelId"]
tickets = []
for kind in ("rps-vs-house", "dominoes"):
    ticket = {"kind": kind, "stake": 1, "clientRef": str(uuid.uuid4())}
    tickets.append(ask("POST", "/api/queue", ticket, member)["ticketId"])
ask("DELETE", f"/api/queue/{tickets[0]}", token=member)
party = ask("POST", "/api/parties", token=member)["partyId"]
ask("POST", f"/api/parties/{party}/join", token=other)
closed = ask("POST", "/api/parties", token=other)["partyId"]
ask("POST", f"/api/parties/{closed}/visibility", {"visibility": "private"}, other)


nothing = "0" * 32
world = {
    "address": address,
    "tables": [*tables, f"t_{nothing}"],
    "queue": [*tickets, f"tk_{nothing}"],
    "parties": [party, closed, f"pty_{nothing}"],
    "duels": [duel, f"duel_{nothing}"],
    "players": ["hedy", "grace", "unknown"],
    "fairness/days": [datetime.now(timezone.utc).date().isoformat(), "2020-02-02"],
    "grants": [grant, f"grant_{nothing}"],
    # Values that random generation would not find.
    "fields": {"inviteCode": invitation, "agentId": agent, "opponentAgentId": "agent:house", "recoveryCode": code},
}
Path("world.json").write_text(json.dumps(world))
print(f"MEMBER={member}\nGUEST={guest['accessToken']}")
