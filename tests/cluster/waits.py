"""A long-poll and an event stream wait on a follower, hear of a move through another node, and survive the loss of the leader."""

import http.client
import json
import re
import threading
import urllib.request
import uuid
from typing import Any

from load import KIND, Again, Seen, ask
from machines import Cluster, Node, Unready, wait_until


class Waiting:
    """A long-poll and a stream of one table, on one node."""

    def __init__(self, node: Node, path: str, token: str, cursor: int) -> None:
        self.node, self.poll = node, None
        query = f"events_since={cursor}"

        def polls() -> None:
            connection = http.client.HTTPConnection(node.address, timeout=40)
            self.poll = ask(connection, "GET", f"{path}?wait=30&{query}", token)

        self.polling = threading.Thread(target=polls)
        self.polling.start()
        self.connection = http.client.HTTPConnection(node.address, timeout=40)
        self.connection.request("GET", f"{path}/stream?{query}", headers={"Authorization": f"Bearer {token}"})
        self.events = self.connection.getresponse()
        if self.events.status != 200:
            raise Unready(f"a stream on {node.name}: {self.events.status}")

    def must_hear(self, plies: int) -> None:
        """Both have at least this many plies."""
        self.polling.join()
        heard = self.poll
        if heard is None or heard[1]["state"]["plies"] < plies:
            raise Unready(f"the long-poll on {self.node.name} has heard {heard}, not of {plies} plies")
        while True:
            line = self.events.readline().decode()
            if not line or line.startswith("event: end"):
                raise Unready(f"the stream on {self.node.name} ended before the move")
            if line.startswith("data: ") and json.loads(line[6:]).get("state", {}).get("plies", 0) >= plies:
                break
        self.events.close()
        self.connection.close()


def answered_itself(node: Node) -> int:
    """How many reads of tables, long-polls and streams of tables a node has answered itself."""
    with urllib.request.urlopen(f"http://{node.metrics}/metrics", timeout=5) as answer:
        text = answer.read().decode()
    return sum(int(count) for count in re.findall(r'^turnstone_http_requests_total\{.*route="/api/tables/\{id\}.*\} (\d+)', text, re.M))


def move(connection: http.client.HTTPConnection, path: str, token: str, seen: Seen) -> int:
    """The next move of the guest, wherever the cluster takes it. Returns the plies after it."""
    said: list[int] = []

    def moved() -> bool:
        try:
            _, view = ask(connection, "GET", path, token, seen=seen)
            state = view["state"]
            body = {"action": state["legalActions"][0], "expectedPlies": state["plies"]}
            status, acted = ask(connection, "POST", f"{path}/action", token, body, seen)
        except Again:
            return False
        if status != 200:
            raise Unready(f"a move: {status} {acted}")
        _, after = ask(connection, "GET", path, token, seen=seen)
        if after["state"]["plies"] <= state["plies"]:
            raise Unready(f"the own move is missing: {after['state']}")
        said.append(after["state"]["plies"])
        return True

    wait_until("a move is accepted", moved, 20)
    return said[0]


def check_waits(cluster: Cluster) -> None:
    leader = cluster.leader()
    followers = [node for node in cluster.nodes if node is not leader]
    moving, seen = http.client.HTTPConnection(followers[1].address, timeout=10), Seen()
    body = {"kind": KIND, "clientRef": str(uuid.uuid4())}
    _, opened = ask(moving, "POST", "/api/practice", body=body, seen=seen)
    path, token = f"/api/tables/{opened['tableId']}", opened["accessToken"]
    before = answered_itself(followers[0])
    for loss in (None, leader):
        _, view = ask(moving, "GET", path, token, seen=seen)
        ask(http.client.HTTPConnection(followers[0].address), "GET", path, token, seen=seen)
        waiting = Waiting(followers[0], path, token, view["state"]["eventsAt"])
        if loss is not None:
            loss.kill()
        waiting.must_hear(move(moving, path, token, seen))
    answered = answered_itself(followers[0]) - before
    if answered < 6:
        raise Unready(f"{followers[0].name} has answered {answered} of 6 reads itself")
    for number in ("x", "-1"):
        with urllib.request.urlopen(f"http://{followers[0].address}/healthz", timeout=5) as healthy:
            commit = healthy.headers["Commit"]
        status, rejected = bad_commit(followers[0], number)
        if status != 400 or "Min-Commit" not in rejected["error"] or int(commit) < seen.commit:
            raise Unready(f"Min-Commit: {number} gets {status} {rejected}; the node is at {commit}")
    cluster.restore()
    cluster.wait_until_whole()
    print(f"cluster: a long-poll and a stream on {followers[0].name} heard of moves, also after {leader.name} was killed")


def bad_commit(node: Node, number: str) -> Any:
    connection = http.client.HTTPConnection(node.address, timeout=10)
    connection.request("GET", "/api/kinds", headers={"Min-Commit": number})
    response = connection.getresponse()
    return response.status, json.loads(response.read())
