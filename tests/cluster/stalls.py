"""A client that reads nothing over HTTP/2 does not stall what a follower forwards for others."""

import socket
import struct
import time
import uuid

from answers import ask, counted, must
from load import KIND
from machines import Cluster, Node, Unready, wait_until

# As many requests as one connection may have, but for some.
STREAMS = 59
HEADERS, RST_STREAM, SETTINGS = 1, 3, 4
# No byte of a body may be sent.
NO_WINDOW = struct.pack(">HI", 4, 0)


def frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def literal(name: bytes, value: bytes) -> bytes:
    return b"\0" + bytes([len(name)]) + name + bytes([len(value)]) + value


class Unread:
    """A connection that asks and never reads."""

    def __init__(self, node: Node) -> None:
        host, port = node.address.split(":")
        self.socket = socket.create_connection((host, int(port)), timeout=10)
        self.authority = node.address.encode()
        self.stream = 1
        self.socket.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(SETTINGS, 0, 0, NO_WINDOW))

    def get(self, path: str, token: str, least: int) -> None:
        head = b"\x82\x86" + b"\x04" + bytes([len(path)]) + path.encode() + b"\x01" + bytes([len(self.authority)]) + self.authority
        head += literal(b"min-commit", str(least).encode())
        if token:
            # Longer than 126 bytes: its length takes two bytes.
            value = f"Bearer {token}".encode()
            size = bytes([127]) + bytes([(len(value) - 127) % 128 | 128, (len(value) - 127) // 128]) if len(value) > 126 else bytes([len(value)])
            head += b"\0\x0dauthorization" + size + value
        self.socket.sendall(frame(HEADERS, 5, self.stream, head))
        self.stream += 2

    def heads(self, within: float) -> int:
        """How many responses have begun."""
        end, received, heads = time.monotonic() + within, b"", 0
        self.socket.settimeout(0.2)
        while time.monotonic() < end and heads < STREAMS:
            try:
                received += self.socket.recv(65536)
            except TimeoutError:
                continue
            while len(received) >= 9:
                size = int.from_bytes(received[:3], "big")
                if len(received) < 9 + size:
                    break
                heads += received[3] == HEADERS
                received = received[9 + size :]
        return heads


def check_stalls(cluster: Cluster) -> None:
    leader = cluster.leader()
    first = next(node for node in cluster.nodes if node is not leader)
    opened = ask(first, "POST", "/api/practice", {"kind": "battleship-vs-house", "clientRef": str(uuid.uuid4())})
    path, token = f"/api/tables/{opened.json['tableId']}", opened.json["accessToken"]
    # Documents are never forwarded, and a commit that cannot be is rejected.
    for read, least in (("/docs/api", opened.commit + 900_000), ("/openapi.json", opened.commit + 900_000)):
        before = counted(first)[1]
        must(ask(first, "GET", read, least=least).status == 200 and counted(first)[1] == before, f"{read} is not forwarded", opened)
    for far in (opened.commit + 1_100_000, 2**64 - 1):
        rejected = ask(first, "GET", path, token=token, least=far)
        must(rejected.status == 400 and rejected.json["field"] == "Min-Commit", "a commit that cannot be is rejected", rejected)
    reached = ask(leader, "GET", path, token=token, least=opened.commit + 1_100_000)
    must(reached.status == 400, "the leader rejects it, too", reached)
    before = counted(first)[1]
    unread = [Unread(first) for _ in range(3)]
    for connection in unread:
        for _ in range(STREAMS):
            connection.get(path, token, opened.commit + 900_000)
    begun = sum(connection.heads(10) for connection in unread)
    if begun < 3 * STREAMS // 2 or counted(first)[1] - before > begun:
        raise Unready(f"{begun} of {3 * STREAMS} responses have begun, {counted(first)[1] - before} were forwarded to their end")
    slowest = 0.0
    for _ in range(10):
        response = ask(first, "POST", "/api/practice", {"kind": KIND, "clientRef": str(uuid.uuid4())})
        must(response.status == 200 and response.seconds < 2, "a change is forwarded beside unread responses", response)
        slowest = max(slowest, response.seconds)
    for connection in unread:
        connection.socket.close()
    wait_until("the places are free again", lambda: ask(first, "GET", path, token=token).status == 200, 5)
    print(f"cluster: {begun} unread responses at {first.name}, and changes through it took {slowest:.2f} s at most")


__all__ = ["check_stalls"]
