"""What a node that follows answers itself, what it forwards, and what it says while no node leads."""

import base64
import http.client
import json
import re
import threading
import time
import urllib.request
import uuid
from dataclasses import dataclass
from typing import Any

from load import KIND
from machines import Cluster, Node, Unready, wait_until

# The leader's key in etcd.
LEADER = base64.b64encode(b"turnstone/leader").decode()


@dataclass
class Response:
    status: int
    headers: http.client.HTTPMessage
    body: bytes
    seconds: float

    @property
    def commit(self) -> int:
        return int(self.headers.get("Commit", 0))

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def ask(node: Node, method: str, path: str, body: Any = None, token: str = "", least: int = 0) -> Response:
    headers = {"Content-Type": "application/json"} if body is not None else {}
    headers |= {"Authorization": f"Bearer {token}"} if token else {}
    headers |= {"Min-Commit": str(least)} if least else {}
    connection, began = http.client.HTTPConnection(node.address, timeout=10), time.monotonic()
    connection.request(method, path, None if body is None else json.dumps(body), headers)
    response = connection.getresponse()
    return Response(response.status, response.headers, response.read(), time.monotonic() - began)


def counted(node: Node) -> tuple[int, int]:
    """The requests that a node has answered itself, and those that it has forwarded."""
    with urllib.request.urlopen(f"http://{node.metrics}/metrics", timeout=5) as answer:
        text = answer.read().decode()
    found = re.findall(r'^turnstone_http_requests_total\{.*?route="([^"]*)".*?\} (\d+)', text, re.M)
    forwarded = sum(int(count) for route, count in found if route == "forwarded")
    return sum(int(count) for _, count in found) - forwarded, forwarded


def must(holds: bool, what: str, response: Response) -> None:
    if not holds:
        raise Unready(f"{what}: {response.status} after {response.seconds:.2f} s: {dict(response.headers)} {response.body[:300]!r}")


def check(node: Node, forwards: bool, status: int, *request: Any, **more: Any) -> Response:
    """A request to a node that follows gets this status, from the leader or from the node itself."""
    before = counted(node)
    response = ask(node, *request, **more)
    own, forwarded = (now - then for now, then in zip(counted(node), before, strict=True))
    what = f"{node.name}: {' '.join(request[:2])} is {'forwarded' if forwards else 'answered by the node itself'}"
    must(response.status == status and (own, forwarded) == (int(not forwards), int(forwards)), what, response)
    must(response.commit > 0, f"{what} and names a commit", response)
    return response


def check_answers(cluster: Cluster) -> None:
    leader = cluster.leader()
    first, second = (node for node in cluster.nodes if node is not leader)
    practice = {"kind": KIND, "clientRef": str(uuid.uuid4())}
    opened = check(first, True, 200, "POST", "/api/practice", practice)
    path, token = f"/api/tables/{opened.json['tableId']}", opened.json["accessToken"]
    for read in (path, f"{path}?wait=1&events_since=99", "/api/fairness", "/", "/openapi.json"):
        shown = check(first, False, 200, "GET", read, token=token if read.startswith(path) else "")
        must(shown.commit >= opened.commit or read in ("/", "/openapi.json"), "a read after the own write shows it", shown)
    check(first, False, 401, "GET", path)
    check(first, True, 401, "POST", "/api/token", {"handle": "nobody", "recoveryCode": "AAAAA-AAAAA-AAAAA-AAAAA-AAAAA-AAAAA"})
    check_operator(cluster, leader, first)
    check_min_commit(first, second, path, token)
    check_no_loop(cluster, leader, first, second)
    check_deleted_lead(cluster, leader, first)
    leader = cluster.leader()
    first = next(node for node in cluster.nodes if node is not leader)
    check_no_leader(cluster, leader, first, path, token)
    check_start(cluster, path, token)


def check_operator(cluster: Cluster, leader: Node, first: Node) -> None:
    """A node that follows makes a backup and is checked. The rest is for the node that leads."""
    for words, code in ((["backup", str(cluster.folder / "backup")], 0), (["check"], 0), (["invite"], 1), (["admin", "audit"], 1)):
        done = cluster.command(first, *words)
        if done.returncode != code or code == 1 and f"{leader.name} leads" not in done.stderr:
            raise Unready(f"{words[0]} on {first.name}: {done.returncode} {done.stdout}{done.stderr}")


def check_min_commit(first: Node, second: Node, path: str, token: str) -> None:
    """A node waits for a commit that a client has seen. After a second it forwards the request."""
    least = ask(first, "GET", path, token=token).commit + 1
    # The commit comes from another node meanwhile, or with the leader's sign of life.
    writes = threading.Timer(0.3, lambda: ask(second, "POST", "/api/practice", {"kind": KIND, "clientRef": str(uuid.uuid4())}))
    writes.start()
    waited = check(first, False, 200, "GET", path, token=token, least=least)
    writes.join()
    must(waited.commit >= least and 0.01 < waited.seconds < 1, "a read waits for the commit", waited)
    waited = check(first, True, 200, "GET", path, token=token, least=waited.commit + 1000)
    must(1 <= waited.seconds < 2, "a read waits for a second and is forwarded", waited)


def check_no_loop(cluster: Cluster, leader: Node, first: Node, second: Node) -> None:
    """A node does not forward what another one has forwarded, not even if both believe that the other one leads."""
    held = cluster.etcd_call("kv/range", {"key": LEADER})["kvs"][0]
    said = json.loads(base64.b64decode(held["value"]))
    address = (cluster.folder / f"{second.name}.toml").read_text().split('\nlisten = "')[2].split('"')[0]
    wrong = base64.b64encode(json.dumps({**said, "node": second.name, "address": f"http://{address}"}).encode()).decode()
    cluster.etcd_call("kv/put", {"key": LEADER, "value": wrong, "lease": held["lease"]})
    before, wanted = counted(second), {"kind": KIND, "clientRef": str(uuid.uuid4())}
    for node in (first, second):
        wait_until(f"{node.name} does not reach a leader", lambda node=node: ask(node, "POST", "/api/practice", wanted).status == 503, 5)
        check_later(ask(node, "POST", "/api/practice", wanted))
    if counted(second)[0] != before[0]:
        raise Unready(f"{second.name} has answered what {first.name} forwarded")
    cluster.etcd_call("kv/put", {"key": LEADER, "value": held["value"], "lease": held["lease"]})
    wait_until(f"{leader.name} is found again", lambda: ask(first, "POST", "/api/practice", wanted).status == 200, 5)


def check_deleted_lead(cluster: Cluster, leader: Node, first: Node) -> None:
    """If the leader's key is deleted by hand, another node leads, and the former leader soon shows what that one changes."""
    cluster.etcd_call("kv/deleterange", {"key": LEADER})
    # Before that, the write could go to the former leader, which then finds out by itself.
    cluster.wait_for_leader()
    time.sleep(0.2)
    written: list[int] = []

    def writes() -> bool:
        response = ask(first, "POST", "/api/practice", {"kind": KIND, "clientRef": str(uuid.uuid4())})
        written.append(response.commit)
        return response.status == 200

    wait_until("another node leads", writes, 10)
    wait_until(f"{leader.name} has commit {written[-1]}", lambda: ask(leader, "GET", "/healthz").commit >= written[-1], 5)
    cluster.wait_until_whole()


def check_no_leader(cluster: Cluster, leader: Node, first: Node, path: str, token: str) -> None:
    """Without a leader a node goes on to answer reads. A change waits for the next leader, or gets 503."""
    leader.kill()
    # It waits for the next leader for a second.
    changed = ask(first, "POST", "/api/practice", {"kind": KIND, "clientRef": str(uuid.uuid4())})
    must(changed.seconds < 2, "a change without a leader is answered soon", changed)
    if changed.status != 200:
        check_later(changed)
    check(first, False, 200, "GET", path, token=token)
    cluster.restore()
    cluster.wait_until_whole()
    print(f"cluster: {first.name} answers what reads, forwards the rest once, and says when no node leads")


def check_start(cluster: Cluster, path: str, token: str) -> None:
    """A node that starts rejects connections until it can answer. No client waits for it or gets 503."""
    leader = cluster.leader()
    node = next(node for node in cluster.nodes if node is not leader)
    node.kill()
    cluster.restore()
    end, rejected, slowest = time.monotonic() + 20, 0, 0.0
    for _ in range(50):
        while True:
            try:
                response = ask(node, "GET", path, token=token)
                break
            except ConnectionRefusedError:
                rejected += 1
                if time.monotonic() > end:
                    raise Unready(f"{node.name} does not listen") from None
                time.sleep(0.01)
        must(response.status == 200 and response.seconds < 1, "a node that has just started answers", response)
        slowest = max(slowest, response.seconds)
    cluster.wait_until_whole()
    print(f"cluster: {node.name} rejected {rejected} connections while it started, and then answered within {slowest:.2f} s")


def check_later(response: Response) -> None:
    must(response.status == 503 and response.headers.get("Retry-After") == "1", "a change without a leader gets 503", response)
