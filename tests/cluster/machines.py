"""The processes of a cluster: members of etcd and nodes of Turnstone, on free ports, with their data in one folder."""

import base64
import json
import re
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any


# Without limits, as lines of the configuration.
LIMITS = "\n".join(
    f"{limit} = 0"
    for limit in (
        "requests_per_minute",
        "moves_per_minute",
        "anonymous_per_minute",
        "credential_per_minute",
        "connections_per_address",
        "active_tables",
        "tables_per_day",
        "practice_active",
        "practice_per_10_minutes",
        "practice_per_day",
    )
)


class Unready(Exception):
    """Something did not come about in time, or a process ended by itself."""


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def wait_until(what: str, holds: Callable[[], bool], within: float = 60) -> None:
    end = time.monotonic() + within
    while not holds():
        if time.monotonic() > end:
            raise Unready(f"not within {within} s: {what}")
        time.sleep(0.05)


def is_ready(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"http://{address}/readyz", timeout=2) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


class Machine:
    """A process that is killed, paused and started again."""

    def __init__(self, name: str, command: list[str], log: Path) -> None:
        self.name = name
        self.command = command
        self.log = log
        self.process: subprocess.Popen[bytes] | None = None
        self.paused = False

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.command, stdout=log, stderr=log)

    @property
    def runs(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def signal(self, which: signal.Signals) -> None:
        if self.runs and self.process is not None:
            self.process.send_signal(which)

    def kill(self) -> None:
        self.signal(signal.SIGKILL)
        self.wait_until_over()

    def terminate(self) -> None:
        self.signal(signal.SIGTERM)

    def pause(self) -> None:
        self.paused = True
        self.signal(signal.SIGSTOP)

    def wait_until_over(self) -> None:
        if self.process is None:
            return
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            raise Unready(f"{self.name} does not end") from None

    def restore(self) -> None:
        """Continue it if it is paused, start it if it has ended or is about to end."""
        if self.paused:
            self.paused = False
            self.signal(signal.SIGCONT)
            return
        if self.process is not None and not self.runs and self.process.returncode not in (0, -signal.SIGKILL):
            raise Unready(f"{self.name} ended with {self.process.returncode}: see {self.log}")
        if not self.runs:
            self.start()


class Node(Machine):
    """A node of Turnstone."""

    address: str
    metrics: str


class Cluster:
    def __init__(self, folder: Path, turnstone: str, etcd: str) -> None:
        self.folder = folder
        self.turnstone = turnstone
        self.clients = [free_port() for _ in range(3)]
        peers = [free_port() for _ in range(3)]
        members = ",".join(f"e{number}=http://127.0.0.1:{peer}" for number, peer in enumerate(peers))
        self.etcd = [self._member(etcd, number, peers[number], members) for number in range(3)]
        self.key = folder / "cluster.key"
        self.nodes = [self._node(name) for name in "abc"]

    def _member(self, etcd: str, number: int, peer: int, members: str) -> Machine:
        client, peers = f"http://127.0.0.1:{self.clients[number]}", f"http://127.0.0.1:{peer}"
        command = [etcd, "--name", f"e{number}", "--data-dir", str(self.folder / f"etcd-{number}")]
        command += ["--listen-client-urls", client, "--advertise-client-urls", client, "--listen-peer-urls", peers]
        command += ["--initial-advertise-peer-urls", peers, "--initial-cluster", members, "--logger", "zap"]
        # As etcd 3.5 does by itself: otherwise a member that is behind can prevent elections for many seconds.
        command += ["--pre-vote", "--auto-compaction-mode", "revision", "--auto-compaction-retention", "1000"]
        return Machine(f"etcd {number}", command, self.folder / f"etcd-{number}.log")

    def _node(self, name: str) -> Node:
        listen, internal, metrics = free_port(), free_port(), free_port()
        config = self.folder / f"{name}.toml"
        etcd = ", ".join(f'"http://127.0.0.1:{port}"' for port in self.clients)
        config.write_text(
            f'[server]\nlisten = "127.0.0.1:{listen}"\ndata = "{self.folder}/data-{name}"\naccess_log = false\n'
            f'base_url = "http://127.0.0.1:{listen}"\nmetrics_listen = "127.0.0.1:{metrics}"\n[limits]\n{LIMITS}\n[storage]\nfree_space_mark_mib = 0\n'
            f'[cluster]\netcd = [{etcd}]\nnode = "{name}"\nlisten = "127.0.0.1:{internal}"\nkey_file = "{self.key}"\n'
        )
        node = Node(name, [self.turnstone, "--config", str(config), "serve"], self.folder / f"{name}.log")
        node.address, node.metrics = f"127.0.0.1:{listen}", f"127.0.0.1:{metrics}"
        return node

    def command(self, node: Machine, *words: str) -> subprocess.CompletedProcess[str]:
        config = str(self.folder / f"{node.name}.toml")
        return subprocess.run([self.turnstone, "--config", config, *words], capture_output=True, text=True, check=False)

    def start(self, nodes: int = 3) -> None:
        """Start etcd, and this many nodes."""
        for member in self.etcd:
            member.start()
        wait_until("etcd has a leader", lambda: self._etcd_leader() is not None)
        subprocess.run([self.turnstone, "standby-key", str(self.key)], check=True, capture_output=True)
        self.begin()
        for node in self.nodes[:nodes]:
            node.start()
        self.wait_until_whole(nodes)

    def restore(self) -> None:
        for machine in [*self.etcd, *self.nodes]:
            machine.restore()

    def kill(self) -> None:
        for machine in [*self.nodes, *self.etcd]:
            machine.signal(signal.SIGKILL)

    def _etcd_leader(self) -> Machine | None:
        for number, member in enumerate(self.etcd):
            try:
                url = f"http://127.0.0.1:{self.clients[number]}/v3/maintenance/status"
                with urllib.request.urlopen(urllib.request.Request(url, b"{}"), timeout=1) as answer:
                    said = json.load(answer)
            except (OSError, ValueError):
                continue
            if said.get("leader") and said["leader"] == said["header"]["member_id"]:
                return member
        return None

    def etcd_leader(self) -> Machine:
        found: list[Machine] = []

        def look() -> bool:
            leader = self._etcd_leader()
            if leader is not None:
                found.append(leader)
            return bool(found)

        wait_until("etcd has a leader", look)
        return found[0]

    def status(self) -> tuple[str | None, int, dict[str, int]]:
        """The leader, the last commit of the log, and the last commit of each live node."""
        said = self.command(self.nodes[0], "cluster", "status").stdout
        head = re.search(r"^log: commit (\d+), term \d+; leader: (\w+)", said)
        nodes = {name: int(commit) for name, commit in re.findall(r"^(\w+): \w+, commit (\d+)", said, re.MULTILINE)}
        if head is None:
            return None, 0, nodes
        return (None if head[2] == "none" else head[2]), int(head[1]), nodes

    def leader(self) -> Node:
        self.wait_for_leader()
        name = self.status()[0]
        return next((node for node in self.nodes if node.name == name), self.nodes[0])

    def wait_for_leader(self, wanted: Node | None = None) -> None:
        def leads() -> bool:
            leader = self.status()[0]
            return leader is not None and (wanted is None or leader == wanted.name)

        wait_until("a node leads", leads)

    def wait_until_whole(self, nodes: int = 3) -> None:
        """Every process runs, and this many nodes are ready."""
        for machine in [*self.etcd, *self.nodes]:
            # One that was told to end may still do so.
            if machine.runs and machine.process is not None and machine.process.poll() is not None:
                machine.restore()
        for node in self.nodes[:nodes]:

            def ready(node: Node = node) -> bool:
                if not node.runs:
                    node.restore()
                return is_ready(node.address)

            wait_until(f"{node.name} is ready", ready)
        wait_until("every node is alive", lambda: len(self.status()[2]) == nodes)

    def wait_until_equal(self) -> int:
        def equal() -> bool:
            _, head, nodes = self.status()
            return len(nodes) == len(self.nodes) and set(nodes.values()) == {head}

        wait_until("every node has every commit", equal)
        return self.status()[1]

    def forget(self, keys: str) -> None:
        """Delete the keys of etcd below this one."""
        first, end = (base64.b64encode(key.encode()).decode() for key in (f"{keys}/", f"{keys}0"))
        if int(self.etcd_call("kv/deleterange", {"key": first, "range_end": end}).get("deleted", 0)) == 0:
            raise Unready(f"{keys} had no keys")

    def etcd_call(self, method: str, body: dict[str, str]) -> Any:
        url = f"http://127.0.0.1:{self.clients[0]}/v3/{method}"
        with urllib.request.urlopen(urllib.request.Request(url, json.dumps(body).encode()), timeout=5) as answer:
            return json.load(answer)

    def begin(self) -> None:
        begun = self.command(self.nodes[0], "cluster", "begin")
        if begun.returncode == 1 and "a cluster needs 3.5.13 or newer" in begun.stderr:
            # Debian's etcd, which is enough for a test.
            begun = self.command(self.nodes[0], "cluster", "begin", "--accept-old-etcd")
        if begun.returncode != 0:
            raise Unready(f"the cluster does not begin: {begun.stderr}")

    def must_not_start(self, node: Machine, reason: str) -> None:
        """A node that cannot follow ends, and says why."""
        node.start()
        node.wait_until_over()
        if node.process is None or node.process.returncode != 1 or reason not in node.log.read_text():
            raise Unready(f"{node.name} does not end with {reason!r}: see {node.log}")

    def move_data_away(self, node: Machine) -> None:
        data = self.folder / f"data-{node.name}"
        data.rename(data.with_suffix(".old"))

    def stop_and_check(self) -> list[str]:
        """Stop all nodes, and check each data directory: its files, chain, records and ledger."""
        for node in self.nodes:
            node.terminate()
        found = []
        for node in self.nodes:
            node.wait_until_over()
            checked = self.command(node, "check")
            if checked.returncode != 0:
                raise Unready(f"the data directory of {node.name}: {checked.stderr}")
            found.append(f"{node.name}: {checked.stdout.strip()}")
        return found


__all__ = ["LIMITS", "Cluster", "Machine", "Node", "Unready", "free_port", "is_ready", "wait_until"]
