"""Which requests are repeated, against a scripted server."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
import unittest
from collections.abc import Callable
from typing import cast

from fake import GO, LOST, TABLE, Asked, Fake, Says, client, view

from turnstone import AsyncClient, BadAnswer, Client, ClockWarning, NotFound, Refused, Unavailable, Unreachable, codes
from turnstone.errors import BY_STATUS
from turnstone.protocol import MOST_BYTES, Attempts, Reply, Request
from turnstone.types import GameAction

NEWEST = Says(body={"number": 1, "text": "turnstone statement 1\n", "key": "", "signature": ""})


class Notes(unittest.TestCase):
    def test_the_newest_statement_is_kept_before_the_first_seed_of_a_day(self) -> None:
        started = Says(body={"started": True})
        with Fake(NEWEST, started, started) as fake:
            caller = client(fake)
            for _ in range(2):
                self.assertTrue(caller.table(TABLE).join())
            paths = [asked.path for asked in fake.asked]
            self.assertEqual(paths, ["/api/fairness/newest", *[f"/api/tables/{TABLE}/join"] * 2])
            self.assertEqual([note.text for note in caller.notes], ["turnstone statement 1\n"])
            self.assertRegex(caller.notes[0].noted, r"\A[0-9a-f]{64}@[0-9]{13}\Z")

    def test_a_server_without_statements_is_joined_without_a_note(self) -> None:
        with Fake(Says.no(404, None), Says(body={"started": False})) as fake:
            caller = client(fake)
            self.assertFalse(caller.table(TABLE).join())
            self.assertEqual(caller.notes, [])

    def test_an_id_of_another_time_is_told(self) -> None:
        made = 1_795_600_000_000
        table = f"t_{made:012x}7000800000000000000a"
        opened = {"id": table, "createdAt": made + 601_000}
        with Fake(Says(body={"tables": [opened]}), NEWEST, Says(body={"started": True})) as fake:
            caller = client(fake)
            caller.open_tables()
            with self.assertWarnsRegex(ClockWarning, "10 minutes off"):
                caller.join_table(table)
        with Fake(Says(body={"tableId": table})) as fake, self.assertWarns(ClockWarning):
            client(fake).open_table("rps-vs-house")


class Given(unittest.TestCase):
    def test_a_handle_and_its_recovery_code_come_together(self) -> None:
        with self.assertRaises(ValueError):
            Client("http://127.0.0.1:9", handle="ada")
        with self.assertRaises(ValueError):
            Client("http://127.0.0.1:9", recovery_code="AAAAA-AAAAA")
        Client("http://127.0.0.1:9", handle="ada", token="tsn1.x.y")

    def test_a_wait_is_limited_to_the_servers_maximum(self) -> None:
        with Fake(Says(body=view(1)), Says(body={})) as fake:
            client(fake).table(TABLE).read(wait=120)
            client(fake).party("pty_1", wait=120)
            self.assertIn("wait=50", fake.asked[0].path)
            self.assertIn("wait=50", fake.asked[1].path)


class Clusters(unittest.TestCase):
    def test_a_request_names_the_newest_commit_that_the_server_has_shown(self) -> None:
        script = [Says(headers={"Commit": commit}) for commit in ("9", "12", "none", "12", "1" * 5000)]
        with Fake(*script, Says()) as fake:
            for _ in range(6):
                client(fake).me()
            self.assertEqual([asked.min_commit for asked in fake.asked], [None, "9", "12", "12", "12", "12"])

    def test_the_commit_of_a_restored_server_replaces_the_number(self) -> None:
        with Fake(*(Says(headers={"Commit": commit}) for commit in ("900", "7", "8"))) as fake:
            for _ in range(3):
                client(fake).me()
            self.assertEqual([asked.min_commit for asked in fake.asked], [None, "900", "7"])

    def test_a_number_that_the_server_cannot_have_is_dropped_once(self) -> None:
        rejected = Says(400, {"error": "no", "code": "invalid_request", "field": "Min-Commit"})
        shown = Says(headers={"Commit": "9000000"})
        with Fake(shown, rejected, Says(body={"balance": 7}), shown, rejected, rejected) as fake:
            client(fake).me()
            self.assertEqual(client(fake).me()["balance"], 7)
            self.assertEqual([asked.min_commit for asked in fake.asked], [None, "9000000", None])
            client(fake).me()
            with self.assertRaises(Refused):
                client(fake).me()
            self.assertEqual([asked.min_commit for asked in fake.asked][3:], [None, "9000000", None])


class Bounds(unittest.TestCase):
    def test_a_body_without_an_end_is_not_kept(self) -> None:
        with Fake(Says(body=b" " * (MOST_BYTES + 2), then="stay")) as fake, self.assertRaises(BadAnswer):
            client(fake).me()


class Limits(unittest.TestCase):
    def test_a_429_is_retried_after_retry_after(self) -> None:
        with Fake(Says.no(429, "rate_limited", Retry_After="1"), Says(body={"balance": 7})) as fake:
            began = time.monotonic()
            self.assertEqual(client(fake).me()["balance"], 7)
            self.assertGreaterEqual(time.monotonic() - began, 1.0)
            self.assertEqual(len(fake.asked), 2)

    def test_a_retry_after_beyond_the_patience_raises_at_once(self) -> None:
        with Fake(Says.no(429, "active_table_quota", Retry_After="3600")) as fake:
            with self.assertRaises(codes.ActiveTableQuota) as raised:
                client(fake).open_table("roulette")
            self.assertEqual(raised.exception.retry_after, 3600)
            self.assertEqual(len(fake.asked), 1)

    def test_a_message_is_repeated_after_a_429_which_has_changed_nothing(self) -> None:
        said = Says(body={"ok": True, "message": {"id": 1, "body": "hi"}})
        with Fake(Says.no(429, "rate_limited", Retry_After="1"), said) as fake:
            self.assertEqual(client(fake).table(TABLE).say("hi")["id"], 1)

    def test_a_503_is_retried_if_that_is_safe(self) -> None:
        with Fake(Says.no(503, None, Retry_After="1"), Says(body={"tableId": TABLE})) as fake:
            self.assertEqual(client(fake).open_table("roulette").id, TABLE)
            self.assertEqual(fake.asked[0].body, fake.asked[1].body)
            self.assertTrue(fake.asked[0].body["clientRef"])

    def test_a_503_to_a_message_raises(self) -> None:
        with Fake(Says.no(503, None, Retry_After="1")) as fake, self.assertRaises(Unavailable):
            client(fake).table(TABLE).say("hi")

    def test_not_configured_is_not_retried(self) -> None:
        with Fake(Says.no(503, "not_configured", Retry_After="1")) as fake, self.assertRaises(codes.NotConfigured):
            client(fake).duel("ag_1")

    def test_a_creation_in_flight_is_retried(self) -> None:
        with Fake(Says.no(409, "in_flight", Retry_After="1"), Says(body={"tableId": TABLE})) as fake:
            self.assertEqual(client(fake).open_table("roulette").id, TABLE)

    def test_a_running_duel_is_retried_beyond_the_patience_and_a_cooldown_is_not(self) -> None:
        with Fake(Says.no(409, "in_flight", Retry_After="1"), Says(body={"duelId": "duel_1"})) as fake:
            self.assertEqual(client(fake, patience=0.0).duel("ag_1")["duelId"], "duel_1")
        with Fake(Says.no(429, "rate_limited", Retry_After="600")) as fake, self.assertRaises(codes.RateLimited):
            client(fake).duel("ag_1")

    def test_endless_in_flight_raises_after_a_limit(self) -> None:
        attempts, pauses = Attempts(safe=True, patience=60.0), 0.0
        with self.assertRaises(codes.InFlight):
            while True:
                pauses += attempts.after_refusal(Reply(409, {"retry-after": "7"}, b'{"code": "in_flight"}'))
        self.assertLess(pauses, 910)

    def test_pauses_without_retry_after_grow_and_end_with_the_patience(self) -> None:
        attempts = Attempts(safe=True, patience=20.0)
        pauses: list[float] = []
        with self.assertRaises(Unavailable):
            while True:
                pauses.append(attempts.after_refusal(Reply(503, {}, b"{}")))
        self.assertLessEqual(sum(pauses), 20.0)
        self.assertLess(pauses[0], 0.3)
        self.assertGreater(max(pauses), 2.0)


class Losses(unittest.TestCase):
    def test_a_creation_whose_answer_was_lost_is_repeated_with_its_reference(self) -> None:
        with Fake(LOST, Says(body={"tableId": TABLE})) as fake:
            client(fake).open_table("roulette", stake=25)
            self.assertEqual(fake.asked[0].body, fake.asked[1].body)

    def test_a_message_with_a_lost_response_is_not_repeated(self) -> None:
        with Fake(LOST) as fake:
            with self.assertRaises(Unreachable) as raised:
                client(fake).table(TABLE).say("hi")
            self.assertTrue(raised.exception.sent)
            self.assertEqual(len(fake.asked), 1)

    def test_no_other_unsafe_request_is_repeated(self) -> None:
        unsafe: list[Callable[[Client], object]] = [
            lambda c: c.logout(),
            lambda c: c.rotate_recovery_code(),
            lambda c: c.create_party(),
            lambda c: c.self_check("ag_1"),
            lambda c: c.table(TABLE).forfeit(),
            lambda c: c.table(TABLE).decline(),
            lambda c: c.say_to_party("pty_1", "hi"),
            lambda c: c.open_party_table("pty_1", "roulette"),
        ]
        for ask in unsafe:
            with Fake(LOST) as fake:
                with self.assertRaises(Unreachable):
                    ask(client(fake))
                self.assertEqual(len(fake.asked), 1)

    def test_an_unreachable_server_is_retried_and_nothing_was_sent(self) -> None:
        with socket.socket() as unused:
            unused.bind(("127.0.0.1", 0))
            address = f"http://127.0.0.1:{unused.getsockname()[1]}"
            with self.assertRaises(Unreachable) as raised:
                Client(address, token="x", patience=0.5).table(TABLE).say("hi")
            self.assertFalse(raised.exception.sent)

    def test_a_move_with_a_lost_response_was_made(self) -> None:
        acted = view(2, mine=False)
        with Fake(Says(body=view(1)), LOST, Says.no(409, "stale_plies"), Says(body=acted)) as fake:
            table = client(fake).table(TABLE)
            table.read()
            self.assertEqual(table.act(GO)["state"]["plies"], 2)
            self.assertEqual([asked.method for asked in fake.asked], ["GET", "POST", "POST", "GET"])
            self.assertEqual(fake.asked[1].body, {"action": {"type": "go"}, "expectedPlies": 1, "eventsSince": 1})

    def test_a_lost_move_is_sent_again(self) -> None:
        with Fake(Says(body=view(1)), LOST, Says(body={"ok": True, "table": view(2)})) as fake:
            self.assertEqual(client(fake).table(TABLE).act(GO)["state"]["plies"], 2)

    def test_a_join_with_a_lost_response_is_recognised(self) -> None:
        with Fake(NEWEST, LOST, Says.no(409, "not_joinable"), Says(body=view(0))) as fake:
            self.assertTrue(client(fake).table(TABLE).join())
        with Fake(NEWEST, Says.no(409, "not_joinable")) as fake, self.assertRaises(codes.NotJoinable):
            client(fake).table(TABLE).join()


class Turns(unittest.TestCase):
    def test_a_stale_move_is_decided_again(self) -> None:
        script = [
            Says(body=view(1)),
            Says.no(409, "stale_plies"),
            Says(body=view(3)),
            Says(body={"ok": True, "table": view(4, mine=False, terminal=True)}),
        ]
        with Fake(*script) as fake:
            table = client(fake).table(TABLE)
            taken = [(turn.plies, turn.act(turn.legal[0])) for turn in table.turns()]
            self.assertEqual(taken, [(1, False), (3, True)])

    def test_a_move_after_the_end_ends_the_turns(self) -> None:
        script = [Says(body=view(1)), Says.no(409, "action_rejected"), Says(body=view(2, mine=False, terminal=True))]
        with Fake(*script) as fake:
            taken = [turn.act(turn.legal[0]) for turn in client(fake).table(TABLE).turns()]
            self.assertEqual(taken, [False])

    def test_an_illegal_move_raises(self) -> None:
        script = [Says(body=view(1)), Says.no(409, "action_rejected"), Says(body=view(1))]
        with Fake(*script) as fake, self.assertRaises(codes.ActionRejected):
            for turn in client(fake).table(TABLE).turns():
                turn.act(cast(GameAction, {"type": "nonsense"}))


class Sessions(unittest.TestCase):
    class Members(Fake):
        """Accepts one recovery code, and tokens until they are revoked."""

        made = 0
        good = ""
        denies = False

        def says(self, asked: Asked) -> Says:
            if asked.path == "/api/token":
                if self.denies or asked.body["recoveryCode"] != "right-right-right":
                    return Says.no(401, "not_signed_in")
                self.made += 1
                self.good = f"token{self.made}"
                return Says(body={"token": self.good, "expiresInSeconds": 9})
            if asked.token != self.good:
                return Says.no(401, "not_signed_in")
            return Says(body={"balance": 1})

    def member(self, fake: Fake, code: str = "right-right-right") -> Client:
        return Client(fake.address, handle="ada", recovery_code=code)

    def test_a_revoked_session_is_renewed_by_itself(self) -> None:
        with self.Members() as fake:
            ada = self.member(fake)
            ada.me()
            fake.good = "revoked"
            ada.me()
            self.assertEqual(fake.made, 2)

    def test_a_401_without_a_recovery_code_raises(self) -> None:
        with self.Members() as fake, self.assertRaises(codes.NotSignedIn):
            Client(fake.address, token="old").me()

    def test_a_wrong_recovery_code_raises_and_is_tried_once(self) -> None:
        with self.Members() as fake:
            with self.assertRaises(codes.NotSignedIn):
                self.member(fake, "wrong-wrong-wrong").me()
            self.assertEqual(len(fake.asked), 1)

    def test_a_401_for_a_new_token_raises(self) -> None:
        class Never(self.Members):  # type: ignore[name-defined, misc]
            def says(self, asked: Asked) -> Says:
                return super().says(asked) if asked.path == "/api/token" else Says.no(401, "not_signed_in")

        with Never() as fake:
            with self.assertRaises(codes.NotSignedIn):
                self.member(fake).me()
            self.assertEqual(fake.made, 2)

    def test_threads_renew_together(self) -> None:
        with self.Members() as fake:
            ada = self.member(fake)
            ada.me()
            fake.good = "revoked"
            threads = [threading.Thread(target=ada.me) for _ in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(fake.made, 2)

    def test_tasks_renew_together(self) -> None:
        async def story(fake: Sessions.Members) -> None:
            async with AsyncClient(fake.address, handle="ada", recovery_code="right-right-right") as ada:
                await ada.me()
                fake.good = "revoked"
                await asyncio.gather(*(ada.me() for _ in range(8)))

        with self.Members() as fake:
            asyncio.run(story(fake))
            self.assertEqual(fake.made, 2)


class Connections(unittest.TestCase):
    def test_a_connection_is_reused(self) -> None:
        with Fake(*[Says(body={"balance": 1})] * 5) as fake, client(fake) as someone:
            for _ in range(5):
                someone.me()
            self.assertEqual(len({asked.peer for asked in fake.asked}), 1)

    def test_a_connection_that_the_server_closed_is_not_reused(self) -> None:
        """Even for requests that must not be sent twice: it was never sent on the dead connection."""
        message = Says(body={"message": {"id": 1}}, close=True)
        with Fake(message, message) as fake, client(fake) as someone:
            someone.table(TABLE).say("one")
            time.sleep(0.1)
            someone.table(TABLE).say("two")
            self.assertEqual(len(fake.asked), 2)

    def test_rejects_responses_that_are_not_json(self) -> None:
        with Fake(Says(body=b"<html>")) as fake, self.assertRaises(BadAnswer):
            client(fake).me()

    def test_rejects_invalid_addresses(self) -> None:
        for wrong in ("127.0.0.1:8080", "ftp://x", ""):
            with self.assertRaises(ValueError):
                Client(wrong)

    def test_a_cancelled_poll_disconnects(self) -> None:
        """The server sees the end of the connection at once, so that the place for a poll is free again."""
        with socket.create_server(("127.0.0.1", 0)) as door:

            async def story() -> None:
                client = AsyncClient(f"http://127.0.0.1:{door.getsockname()[1]}", token="x")
                poll = asyncio.create_task(client.table(TABLE).read(50))
                peer, _ = await asyncio.to_thread(door.accept)
                with peer:
                    await asyncio.to_thread(peer.recv, 65536)
                    poll.cancel()
                    peer.settimeout(5)
                    self.assertEqual(await asyncio.to_thread(peer.recv, 1), b"")
                with self.assertRaises(asyncio.CancelledError):
                    await poll
                await client.close()

            asyncio.run(story())


class Refusals(unittest.TestCase):
    def test_each_code_has_its_class(self) -> None:
        for code, kind in codes.BY_CODE.items():
            refused = Reply(409, {"x-request-id": "r1"}, f'{{"error":"no","code":"{code}"}}'.encode())
            told = refused.refusal(repeated=False)
            self.assertIs(type(told), kind)
            self.assertEqual((told.code, told.request_id), (code, "r1"))

    def test_errors_without_a_code_have_a_class_for_their_status(self) -> None:
        for status, kind in BY_STATUS.items():
            self.assertIs(type(Reply(status, {}, b'{"error":"no"}').refusal(repeated=False)), kind)

    def test_an_unknown_code_is_still_refused(self) -> None:
        told = Reply(404, {}, b'{"error":"no","code":"new","hint":"ask"}').refusal(repeated=False)
        self.assertIs(type(told), Refused)
        self.assertEqual(str(told), "404 new: no (ask)")

    def test_a_foreign_error_response_is_refused(self) -> None:
        self.assertIs(type(Reply(404, {}, b"<html>").refusal(repeated=False)), NotFound)


class Credentials(unittest.TestCase):
    def test_a_redirect_is_not_followed(self) -> None:
        for status in (301, 302, 303, 307, 308):
            with self.subTest(status=status), Fake() as other:
                moved = Says(status, headers={"Location": f"{other.address}/api/token"})
                with Fake(moved, moved) as fake:
                    with self.assertRaises(BadAnswer):
                        Client(fake.address, handle="ada", recovery_code="AAAAA-BBBBB").me()
                    with self.assertRaises(BadAnswer):
                        client(fake).me()
                    self.assertEqual((len(fake.asked), other.asked), (2, []))

    def test_printed_objects_show_no_credential(self) -> None:
        with Fake(Says(body={"token": "tsn1.secret.made"}), Says(body=view(1))) as fake:
            member = Client(fake.address, handle="ada", recovery_code="SECRE-TCODE")
            turn = next(iter(member.table(TABLE).turns()))
            self.assertEqual(member.token, "tsn1.secret.made")
            given = AsyncClient(fake.address, token="tsn1.secret.given")
            asked = Request.make("POST", "/api/token", None, {"recoveryCode": "SECRE-TCODE"}, 1.0)
            reply = Reply(200, {"set-cookie": "tsn1.secret"}, b'{"token": "tsn1.secret.made"}')
            for thing in (member, given, turn.table, turn, asked.with_token("tsn1.secret.sent"), reply):
                for text in (repr(thing), str(thing), f"{thing}"):
                    self.assertNotIn("secre", text.lower())
            self.assertEqual(repr(member), f"Client('{fake.address}', handle='ada')")
        with self.assertRaises(ValueError) as raised:
            Client("http://ada:secret@127.0.0.1:9")
        self.assertNotIn("secret", str(raised.exception))


if __name__ == "__main__":
    unittest.main()
