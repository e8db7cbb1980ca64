"""Playing on a real server."""

from __future__ import annotations

import json
import random
import subprocess
import tempfile
import threading
import time
import unittest
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, assert_type, cast

from world import BINARY, server

from turnstone import Client, Conflict, Forbidden, NotFound, Refused, Table, codes, games, verify
from turnstone.replays import DIGESTED, canonical, sha256
from turnstone.types import GameAction, GameEvent, HoldemRingAction, HoldemRingView, TableView


def fairness(table: Table, receipts: list[str]) -> str:
    """The verdict of `turnstone verify --fair` with these receipts."""
    with tempfile.TemporaryDirectory() as folder:
        bundle, kept = Path(folder) / "bundle.json", Path(folder) / "receipts"
        bundle.write_text(json.dumps(table.replay()))
        kept.write_text("\n".join(receipts))
        command = [BINARY, "verify", "--fair", "--from", table.client.address, "--receipts", str(kept), str(bundle)]
        said = subprocess.run(command, capture_output=True, text=True, check=False)
        return said.stdout.split(":", 1)[0]


def play(table: Table, dice: random.Random) -> Table:
    for turn in table.turns():
        turn.act(dice.choice(turn.legal))
    return table


class Playing(unittest.TestCase):
    def test_every_kind_to_its_end_against_the_house(self) -> None:
        member, dice = server().member(), random.Random(1)
        kinds = [game["kind"] for game in member.games()]
        self.assertGreaterEqual(len(kinds), 18)
        for kind in kinds:
            with self.subTest(kind=kind):
                table = play(member.open_table(kind, practice=True), dice)
                self.assertTrue(table.terminal)
                self.assertIsNotNone(table.score)
                self.assertEqual(table.news()[-1]["type"], "settled")
                self.assertTrue(verify(table.replay(), table_id=table.id, program=BINARY))

    def test_all_that_concerns_a_member_is_one_stream(self) -> None:
        ada, bob = server().member(), server().member()
        with closing(ada.events()) as events:
            self.assertEqual([next(events).name for _ in range(3)], ["me", "tables", "invitations"])
            table = bob.open_table("tic-tac-toe-vs-house", invited=str(ada.handle))
            name, invitations = next(events)
            self.assertEqual((name, invitations["invitations"][0]["id"]), ("invitations", table.id))
            ada.join_table(table.id)
            view = next(data for name, data in events if name == "table")
            self.assertEqual((view["id"], view["status"]), (table.id, "playing"))
            # Each seat moves once. The stream has the moves of both.
            for _ in range(2):
                mover = next(one for one in (ada, bob) if one.table(table.id).read()["state"]["yourTurn"])
                turn = next(mover.table(table.id).turns())
                turn.act(turn.legal[0])
            moves = (data["state"]["plies"] for name, data in events if name == "table")
            self.assertEqual([next(moves), next(moves)], [1, 2])

    def test_every_open_kind_to_its_end_between_members(self) -> None:
        """Each seat waits with a stream while the others move, and has every event once."""
        members = [server().member() for _ in range(6)]
        kinds = [game["kind"] for game in members[0].games() if game["openEligible"]]
        self.assertGreaterEqual(len(kinds), 8)
        for kind in kinds:
            with self.subTest(kind=kind):
                seats = [members[0].open_table(kind, open=True, stake=10)]
                while not (seat := members[len(seats)].table(seats[0].id)).join():
                    seats.append(seat)
                seats.append(seat)
                heard: dict[int, list[GameEvent]] = {}

                def follow(number: int, table: Table, heard: dict[int, list[GameEvent]] = heard) -> None:
                    dice, events = random.Random(number), []
                    for turn in table.turns():
                        events += turn.events
                        turn.act(dice.choice(turn.legal))
                    heard[number] = events + table.news()

                threads = [threading.Thread(target=follow, args=each) for each in enumerate(seats)]
                for thread in threads:
                    thread.start()
                for thread in threads:
                    thread.join(120)
                whole = members[0].call("GET", f"/api/tables/{seats[0].id}", query={"events_since": 0})
                self.assertEqual(
                    [heard[number] for number in range(len(seats))], [whole["state"]["events"]] * len(seats)
                )
                self.assertEqual(sum(seat.score or 0 for seat in seats), 0)

    def test_a_guest_practises(self) -> None:
        table = play(server().guest().practice("tic-tac-toe-vs-house"), random.Random(2))
        assert table.view is not None
        self.assertTrue(table.view["practice"])

    def test_a_guest_plays_with_a_friend(self) -> None:
        host = server().guest().practice("tic-tac-toe-vs-house", open=True, name="Ann")
        friend = server().guest().guest_seat(host.id, name="Bob")
        self.assertEqual([seat.get("guestName") for seat in friend.read()["seats"]], ["Ann", "Bob"])
        friend.forfeit()
        self.assertEqual(host.read()["status"], "settled")
        again = friend.rematch()
        self.assertEqual(again.id, host.rematch().id)
        self.assertEqual([seat.get("guestName") for seat in again.read()["seats"]], ["Bob", "Ann"])
        again.forfeit()
        table = server().member().open_table("dominoes", seats=3, practice=True, open=True)
        server().guest().guest_seat(table.id)
        table.fill(level=2)
        self.assertEqual([seat["name"] for seat in table.read()["seats"]][1:], ["guest", "house"])

    def test_turns_of_a_named_game_have_its_types(self) -> None:
        table = server().member().open_table("holdem-ring", practice=True)
        for turn in table.turns(game=games.HOLDEM_RING):
            assert_type(turn.view, HoldemRingView)
            assert_type(turn.legal, Sequence[HoldemRingAction])
            self.assertGreaterEqual(turn.view["pot"], turn.view["smallBlind"] + turn.view["bigBlind"])
            turn.act(turn.legal[0])
        with self.assertRaises(ValueError):
            next(iter(table.turns(game=games.HOLDEM)))

    def test_every_event_is_read_once(self) -> None:
        table = server().member().open_table("mancala-vs-house", practice=True)
        events = []
        for turn in table.turns():
            events += turn.events
            turn.act(turn.legal[0])
        events += table.news()
        whole = table.client.call("GET", f"/api/tables/{table.id}", query={"events_since": 0})
        self.assertEqual(events, whole["state"]["events"])

    def test_the_receipts_of_all_moves_are_kept(self) -> None:
        table = play(server().member().open_table("mancala-vs-house", practice=True), random.Random(5))
        own = [entry for entry in table.replay()["log"] if entry["seat"] == 0]
        self.assertEqual(len(table.receipts), len(own))
        # Everything holds that can be checked before the day is closed.
        self.assertEqual(fairness(table, table.receipts), "open")
        other = table.receipts[0].replace('"pit":', '"pit":1', 1)
        self.assertEqual(fairness(table, [other]), "receipt")

    def test_a_replay_is_stepped_through_as_a_seat_saw_it(self) -> None:
        table = play(server().member().open_table("holdem-vs-house", practice=True), random.Random(9))
        self.assertNotIn("steps", table.replay())
        bundle = table.replay(seat=-1)
        self.assertEqual(len(bundle["steps"]), len(bundle["log"]) + 1)
        self.assertTrue(verify(bundle, program=BINARY))

    def test_chips_are_booked_and_paged(self) -> None:
        member = server().member()
        self.assertEqual(member.me()["balance"], 1000)
        for _ in range(3):
            play(member.open_table("roulette", stake=10), random.Random(3))
        entries = list(member.ledger(page=2))
        self.assertEqual([entry["id"] for entry in entries], sorted({entry["id"] for entry in entries}))
        self.assertEqual(sum(entry["delta"] for entry in entries), member.me()["balance"])
        self.assertGreaterEqual(len(entries), 4)
        hands = list(member.history(page=1))
        self.assertEqual(len({hand["tableId"] for hand in hands}), 3)
        self.assertEqual(sum(hand["net"] for hand in hands), member.me()["balance"] - 1000)
        self.assertEqual(list(member.history(game_id="rps")), [])

    def test_a_reference_creates_one_table(self) -> None:
        member = server().member()
        first = member.open_table("roulette", client_ref="my-first-table")
        self.assertEqual(member.open_table("roulette", client_ref="my-first-table").id, first.id)
        self.assertEqual(member.me()["balance"], 990)
        with self.assertRaises(codes.IdempotencyConflict):
            member.open_table("baccarat", client_ref="my-first-table")

    def test_errors_are_typed(self) -> None:
        member = server().member()
        with self.assertRaises(codes.InsufficientChips):
            member.open_table("tic-tac-toe-vs-house", open=True, stake=5000)
        with self.assertRaises(codes.InvalidRequest) as raised:
            member.open_table("tic-tac-toe-vs-house", invited="unknown-member")
        self.assertEqual(raised.exception.field, "/invited")
        with self.assertRaises(NotFound):
            member.table("t_" + "0" * 32).read()
        table = member.open_table("roulette")
        with self.assertRaises(Conflict):
            table.replay()
        with self.assertRaises(codes.ActionRejected):
            table.act(cast(GameAction, {"type": "nonsense"}))
        with self.assertRaises(codes.InvalidInvite):
            server().guest().join("AAAAA-AAAAA-AAAAA-AAAAA", "somebody-new")


class Members(unittest.TestCase):
    def test_a_repeated_join_with_a_reference_joins_once(self) -> None:
        client, ref = server().guest(), "00000000-0000-4000-8000-000000000002"
        code = client.join(server().invitation, "twice", client_ref=ref)
        self.assertEqual(client.join(server().invitation, "twice", client_ref=ref), code)
        self.assertEqual(Client(server().address, handle="twice", recovery_code=code).me()["balance"], 1000)

    def test_ended_sessions_are_renewed(self) -> None:
        address = server().address
        code = Client(address).join(server().invitation, "renewing")
        one, other = (Client(address, handle="renewing", recovery_code=code) for _ in range(2))
        one.me()
        before = one.token
        other.logout()
        self.assertEqual(one.me()["balance"], 1000)
        self.assertNotEqual(one.token, before)
        with self.assertRaises(codes.NotSignedIn):
            other.me()

    def test_a_rotated_code_is_the_only_one(self) -> None:
        code = (member := server().guest()).join(server().invitation, "rotating")
        new = member.rotate_recovery_code()
        member.me()
        self.assertNotEqual(new, code)
        with self.assertRaises(codes.NotSignedIn):
            Client(server().address, handle="rotating", recovery_code=code).me()

    def test_an_erased_account_has_no_credentials(self) -> None:
        code = (member := server().guest()).join(server().invitation, "erased")
        self.assertTrue(member.erase()["ok"])
        for gone in (member, Client(server().address, handle="erased", recovery_code=code)):
            with self.assertRaises(codes.NotSignedIn):
                gone.me()

    def test_guests_read_the_rules_and_the_build(self) -> None:
        guest = server().guest()
        kinds = [game["kind"] for game in server().member().games()]
        self.assertEqual([rules["kind"] for rules in guest.rules()], kinds)
        self.assertTrue(guest.deployment()["schemaReady"])

    def test_a_private_party_takes_no_new_members(self) -> None:
        owner, friend = server().member(), server().member()
        party = owner.create_party()
        owner.set_party_visibility(party, "private")
        with self.assertRaises(Forbidden):
            friend.join_party(party)
        owner.set_party_visibility(party, "unlisted")
        friend.join_party(party)

    def test_profiles_cards_boards_and_pauses(self) -> None:
        member = server().member()
        assert member.handle
        self.assertEqual(member.change_profile(bio="plays slowly")["bio"], "plays slowly")
        self.assertIsNone(member.change_profile(bio=None)["bio"])
        self.assertEqual(member.player(member.handle)["handle"], member.handle)
        self.assertIn("leaderboard", member.leaderboard(limit=5))
        self.assertIn("leaderboard", member.leaderboard(limit=5, period="week"))
        self.assertEqual(len(member.ratings("connect-four", of="house")["ratings"]), 5)
        self.assertIn("seedHash", member.daily())
        self.assertEqual(member.referral()["tablesNeeded"], 0, "a server for tests needs none")
        self.assertFalse(member.pause_state()["paused"])
        self.assertTrue(member.pause("24h")["paused"])


class Together(unittest.TestCase):
    def test_two_play_at_an_open_table_and_talk(self) -> None:
        host, guest = server().member(), server().member()
        table = host.open_table("connect-four-vs-house", open=True, stake=20)
        self.assertIn(table.id, [row["id"] for row in guest.open_tables("connect-four")])
        seat = guest.join_table(table.id)
        self.assertIn(table.id, [row["id"] for row in host.my_tables()])
        seat.say("good luck", client_id="one")
        self.assertEqual([said["body"] for said in table.messages()], ["good luck"])
        other = threading.Thread(target=play, args=(seat, random.Random(4)))
        other.start()
        play(table, random.Random(5))
        other.join()
        assert table.score is not None
        self.assertEqual(table.score, -(seat.score or 0))
        self.assertEqual({row["score"] for row in table.card()["seats"]}, {table.score, -table.score})

    def test_chat_comes_with_the_turns(self) -> None:
        host, guest = server().member(), server().member()
        table = host.open_table("rps-vs-house", open=True)
        seat = guest.join_table(table.id)
        seat.say("rock, I swear")
        next(iter(table.turns(chat=True)))
        self.assertEqual([said["body"] for said in table.chat()], ["rock, I swear"])
        table.forfeit()

    def test_a_stale_turn_comes_again(self) -> None:
        member = server().member()
        table = member.open_table("minesweeper-vs-house", practice=True)
        turns = table.turns()
        turn = next(turns)
        member.table(table.id).act(turn.legal[0])
        self.assertFalse(turn.act(turn.legal[-1]))
        again = next(turns, None)
        self.assertTrue(again is None or again.plies > turn.plies)

    def test_a_spectator_watches_every_change(self) -> None:
        host, guest, third = (server().member() for _ in range(3))
        table = host.open_table("rps-vs-house", open=True)
        seat = guest.join_table(table.id)
        seen: list[TableView] = []
        watcher = threading.Thread(target=lambda: seen.extend(third.table(table.id).watch()))
        watcher.start()
        other = threading.Thread(target=play, args=(seat, random.Random(6)))
        other.start()
        play(table, random.Random(7))
        other.join()
        watcher.join()
        self.assertEqual(seen[-1]["status"], "settled")
        self.assertTrue(all(view["mySeat"] == -1 and view["state"]["legalActions"] == [] for view in seen))

    def test_an_invitation_is_declined(self) -> None:
        host, guest = server().member(), server().member()
        table = host.open_table("rps-vs-house", invited=guest.handle)
        self.assertEqual([row["id"] for row in guest.invitations()], [table.id])
        guest.table(table.id).decline()
        self.assertEqual(list(table.turns()), [])
        assert table.view is not None
        self.assertEqual(table.view["status"], "cancelled")
        self.assertEqual(host.me()["balance"], 1000)

    def test_a_party_opens_a_table(self) -> None:
        owner, friend = server().member(), server().member()
        party = owner.create_party()
        friend.join_party(party)
        self.assertEqual(friend.say_to_party(party, "shall we?", client_id="mine")["clientId"], "mine")
        table = owner.open_party_table(party, "rps-vs-house")
        told = friend.party(party, wait=5, msgs_since=0)
        self.assertEqual(told["currentTableId"], table.id)
        self.assertIn("shall we?", [said["body"] for said in told["messages"]])
        self.assertTrue(friend.table(table.id).join())


class Delegation(unittest.TestCase):
    def test_a_seat_is_delegated_played_and_taken_back(self) -> None:
        owner = server().member()
        table = owner.open_table("battleship-vs-house")
        self.assertIsNone(table.grant())
        grant = table.delegate(expires_in=600)
        agent = server().guest()
        seat = agent.claim(grant["claimToken"])
        turn = next(iter(seat.turns()))
        self.assertTrue(turn.act(turn.legal[0]))
        current = table.grant()
        assert current is not None
        self.assertEqual(current["state"], "delegated")
        with self.assertRaises(codes.SeatDelegated):
            table.read()
        with self.assertRaises(codes.GrantUnavailable):
            agent.claim(grant["claimToken"])
        table.revoke(grant["grantId"])
        table.revoke(grant["grantId"])
        with self.assertRaises(codes.NotSignedIn):
            seat.read()
        table.read()
        table.forfeit()

    def test_ended_rights_end_what_waits(self) -> None:
        """A claim ends the owner's long-polls and streams, a revocation the holder's."""
        host, guest = server().member(), server().member()
        table = host.open_table("rps-vs-house", open=True)
        guest.join_table(table.id)
        table.read()
        heard: list[Any] = []

        def wait(work: Callable[[], object]) -> threading.Thread:
            def run() -> None:
                try:
                    work()
                except Refused as refused:
                    heard.append(type(refused))

            waiting = threading.Thread(target=run)
            waiting.start()
            return waiting

        waiting = [wait(lambda: table.read(30)), wait(lambda: list(host.table(table.id).events()))]
        time.sleep(0.3)
        grant = host.table(table.id).delegate()
        seat = server().guest().claim(grant["claimToken"])
        for each in waiting:
            each.join(20)
        self.assertEqual(heard, [codes.SeatDelegated] * 2)
        waiting = [wait(lambda: list(seat.events()))]
        time.sleep(0.3)
        table.revoke(grant["grantId"])
        waiting[0].join(20)
        self.assertEqual(heard[2:], [codes.NotSignedIn])
        table.forfeit()


class Duels(unittest.TestCase):
    def test_an_agent_self_checks_and_duels(self) -> None:
        member = server().member()
        agent = member.save_agent("rook", kind="policy", policy="minimax")
        self.assertEqual(member.self_check(agent["agentId"], "tic-tac-toe")["verdict"], "clean")
        ref = "my-first-duel"
        first = member.duel(agent["agentId"], game_id="tic-tac-toe", format="bo3", stake=10, client_ref=ref)
        again = member.duel(agent["agentId"], game_id="tic-tac-toe", format="bo3", stake=10, client_ref=ref)
        self.assertEqual((again["duelId"], again.get("replayed")), (first["duelId"], True))
        self.assertIn(first["duelId"], [duel["id"] for duel in member.duels()])
        self.assertIn("rook", [each["name"] for each in member.agents()["agents"]])
        self.assertTrue(verify(member.table(f"{first['duelId']}_l1").replay(), program=BINARY))


class Verifying(unittest.TestCase):
    def setUp(self) -> None:
        table = server().member().open_table("holdem-vs-house", practice=True)
        self.commit = table.read()["seedCommit"]
        play(table, random.Random(8))
        self.table_id = table.id
        self.bundle: dict[str, Any] = json.loads(json.dumps(table.replay()))

    def broken(self, **more: Any) -> set[str]:
        verdict = verify(self.bundle, **more)
        return {finding.name for finding in verdict.findings if finding.holds is False}

    def test_an_unchanged_bundle_is_verified(self) -> None:
        verdict = verify(self.bundle, table_id=self.table_id, commit=self.commit, program=BINARY)
        self.assertTrue(verdict, str(verdict))
        self.assertTrue(verdict.replayed)
        self.assertTrue(all(finding.holds for finding in verdict.findings))

    def test_without_the_program_unchecked_findings_are_reported(self) -> None:
        verdict = verify(self.bundle, program="")
        self.assertTrue(verdict)
        self.assertFalse(verdict.replayed)
        self.assertEqual([finding.name for finding in verdict.findings if finding.holds is None], ["replay"])
        self.assertIn("replay: not checked", str(verdict))
        self.assertFalse(verify(self.bundle, program="/nowhere/turnstone").replayed)

    def test_changes_of_a_replay_are_named(self) -> None:
        whole = json.dumps(self.bundle)
        for change, names in {
            "seed": {"seed", "digest"},
            "score": {"digest", "chips"},
            "action": {"digest"},
            "seat": {"digest", "log"},
            "time": {"digest", "log"},
            "digest": {"digest"},
            "commit": {"seed"},
            "member": {"form"},
        }.items():
            with self.subTest(change=change):
                self.bundle = json.loads(whole)
                first = self.bundle["log"][0]
                match change:
                    case "seed":
                        self.bundle["seed"] = "00" * 32
                    case "score":
                        self.bundle["outcome"][0]["score"] += 1
                    case "action":
                        first["action"] = {"type": "raise", "to": 199}
                    case "seat":
                        first["seat"] = 7
                    case "time":
                        first["at"] = self.bundle["log"][-1]["at"] + 1
                    case "digest":
                        self.bundle["digest"] = "0" * 64
                    case "commit":
                        self.bundle["seedCommit"] = "0" * 64
                    case "member":
                        del self.bundle["outcome"]
                self.assertEqual(self.broken(program=""), names)
                self.assertTrue(self.broken(program=BINARY) >= names)

    def test_another_table_and_another_commitment_are_named(self) -> None:
        self.assertEqual(self.broken(table_id="t_1", commit="0" * 64, program=""), {"table", "commitment"})

    def test_a_forged_bundle_needs_the_program(self) -> None:
        self.bundle["log"] = self.bundle["log"][:1]
        self.bundle["digest"] = sha256(canonical({name: self.bundle[name] for name in DIGESTED}))
        self.assertEqual(self.broken(program=""), set())
        self.assertEqual(self.broken(program=BINARY), {"replay"})


class Canonical(unittest.TestCase):
    def test_members_are_sorted_by_utf_16(self) -> None:
        self.assertEqual(canonical({"\ufb33": 1, "\U0001f600": 2, "a": None}), '{"a":null,"\U0001f600":2,"\ufb33":1}')
        self.assertEqual(canonical([True, 'é"\\\n', 10.0]), '[true,"é\\"\\\\\\n",10]')
        with self.assertRaises(ValueError):
            canonical(0.5)


if __name__ == "__main__":
    unittest.main()
