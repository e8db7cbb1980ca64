"""A long-poll and an event stream through one node hear of a move through another one."""

import http.client
import json
import threading
import uuid
from typing import Any

from load import KIND, ask
from machines import Cluster, Unready


def check_waits(cluster: Cluster) -> None:
    leader = cluster.leader()
    followers = [node for node in cluster.nodes if node is not leader]
    moving = http.client.HTTPConnection(followers[1].address, timeout=10)
    body = {"kind": KIND, "clientRef": str(uuid.uuid4())}
    _, opened = ask(moving, "POST", "/api/practice", body=body)
    path, token = f"/api/tables/{opened['tableId']}", opened["accessToken"]
    _, view = ask(moving, "GET", path, token)
    heard: dict[str, Any] = {}

    def polls() -> None:
        connection = http.client.HTTPConnection(followers[0].address, timeout=20)
        heard["poll"] = ask(connection, "GET", f"{path}?wait=20&events_since={view['state']['eventsAt']}", token)

    stream = http.client.HTTPConnection(followers[0].address, timeout=20)
    stream.request("GET", f"{path}/stream?events_since={view['state']['eventsAt']}", headers={"Authorization": f"Bearer {token}"})
    events = stream.getresponse()
    if events.status != 200:
        raise Unready(f"a stream through {followers[0].name}: {events.status}")
    polling = threading.Thread(target=polls)
    polling.start()
    action = {"action": view["state"]["legalActions"][0], "expectedPlies": view["state"]["plies"]}
    status, said = ask(moving, "POST", f"{path}/action", token, action)
    if status != 200:
        raise Unready(f"a move through {followers[1].name}: {status} {said}")
    polling.join()
    plies = heard["poll"][1]["state"]["plies"]
    while True:
        line = events.readline().decode()
        if not line:
            raise Unready("the stream ended before the move")
        if line.startswith("data: ") and json.loads(line[6:]).get("state", {}).get("plies", 0) >= plies > 0:
            break
    events.close()
    stream.close()
    print(f"cluster: a long-poll and a stream through {followers[0].name} heard of a move through {followers[1].name}")
