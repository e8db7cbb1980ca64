"""What etcd stores, with its log and its snapshots, has no secret and no personal data in clear."""

import datetime
import hmac
import uuid
from pathlib import Path

from answers import ask, must
from load import KIND
from machines import Cluster, Unready

# The days ahead for which secrets are stated.
AHEAD = 100
HANDLE, BIO = "unmistakable-handle", "A text that stands in no other place."


def files(folder: Path) -> list[tuple[Path, bytes]]:
    """The files of all members of etcd, without the zeros with which they are filled."""
    found = [path for member in folder.glob("etcd-*") if member.is_dir() for path in member.rglob("*") if path.is_file()]
    return [(path, path.read_bytes().rstrip(b"\0")) for path in found]


def server_keys(cluster: Cluster) -> list[bytes]:
    """The keys of the first node; all nodes have the same."""
    lines = (cluster.folder / "data-a" / "server.keys").read_text().split("\n")
    return [bytes.fromhex(line.split()[1]) for line in lines if line.strip()]


def day_secrets(keys: list[bytes]) -> list[bytes]:
    today = datetime.datetime.now(datetime.UTC).date()
    days = [today + datetime.timedelta(days=ahead) for ahead in range(-1, AHEAD + 1)]
    return [hmac.digest(key, f"day secret\n{day}".encode(), "sha256") for key in keys for day in days]


def texts(cluster: Cluster) -> tuple[list[str], bytes]:
    """What a member brings, and the seed of a table whose deal was secret while it was played."""
    leader = cluster.leader()
    code = cluster.command(leader, "invite").stdout.split("\n")[0].strip()
    join = {"inviteCode": code, "handle": HANDLE, "clientRef": str(uuid.uuid4())}
    joined = ask(leader, "POST", "/api/join", join)
    must(joined.status == 200, "a member joins", joined)
    recovery = joined.json["recoveryCode"]
    signed_in = ask(leader, "POST", "/api/token", {"handle": HANDLE, "recoveryCode": recovery})
    token = signed_in.json["token"]
    edited = ask(leader, "PATCH", "/api/me/profile", {"bio": BIO}, token)
    must(edited.status == 200, "a member writes about themselves", edited)
    opened = ask(leader, "POST", "/api/tables", {"kind": KIND, "stake": 10}, token)
    path = f"/api/tables/{opened.json['tableId']}"
    ended = ask(leader, "POST", f"{path}/forfeit", {}, token)
    must(ended.status == 200, "a member gives up a table", ended)
    seed = ask(leader, "GET", f"{path}/replay", token=token).json["seed"]
    return [HANDLE, BIO, recovery, token, code], bytes.fromhex(seed)


def check_secrets(cluster: Cluster) -> None:
    written, seed = texts(cluster)
    keys = server_keys(cluster)
    secret = [*keys, *day_secrets(keys), seed]
    wanted = [text.encode() for text in written] + secret + [each.hex().encode() for each in secret]
    found = files(cluster.folder)
    if not any(b"turnstone/log/" in content for _, content in found):
        raise Unready("the files of etcd do not have the names of the log's entries: the search finds nothing")
    for path, content in found:
        for needle in wanted:
            if needle in content:
                raise Unready(f"{path} has {needle!r} in clear")
    print(f"cluster: none of {len(wanted)} secrets and texts is in {len(found)} files of etcd")
