//! Attacks by a guest without an account and by a member, collected for reading in one sitting. Each story is one of
//! them; its transcript under `golden/stories` shows that the attack fails.
//!
//! Other attackers are tested elsewhere. Reading or changing the disk: `storage/fjall/src/tests` (`damage.rs`,
//! `directories.rs`, `backups.rs`), and for erased data `canary.rs` beside this file. Forged replays:
//! `tests/real/verifying.rs`, `tests/fuzz/bundles.rs`. Slow, half-closed or many peers: `wire.rs`,
//! `tests/real/sockets.rs`. The limits for ordinary members are in their own files: the house's daily limit and the
//! refill in `chips.rs`, addresses in `checks.rs`, foreign pages in `sessions.rs`, long-polls in `polls.rs`.

crate::stories! {

a_hostile_guest_reads_other_tables r##"
ada joins
bob joins
ada POST /api/tables {"kind":"holdem-open"} | tableId
bob POST /api/tables/t_1/join | started
# Without an account no running game can be read, and a seat at another table is not an account.
guest GET /api/tables/t_1
guest GET /api/tables/t_1/replay
guest GET /api/tables/t_1/card
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1"} | tableId
guest uses token_3
guest GET /api/tables/t_1
guest GET /api/tables/t_1/messages
guest POST /api/tables/t_1/action {"action":{"type":"fold"},"expectedPlies":0}
guest GET /api/me
guest GET /api/me/ledger
guest GET /api/players/ada
guest DELETE /api/me {"confirmHandle":"ada"}
"##

a_hostile_guest_knows_the_references_of_examples r##"
# A repeated join returns the recovery code, so its reference must be secret. Examples have shown these.
set credential_per_minute=0
ada joins
bob joins
the operator invites 9 uses
eve POST /api/join {"inviteCode":"invite_1","handle":"eve","clientRef":"0d6cf4c2-5d7c-4b7e-9a42-1f1f0c8ad001"}
eve POST /api/join {"inviteCode":"invite_1","handle":"eve","clientRef":"0D6CF4C2-5D7C-4B7E-9A42-1F1F0C8AD002"}
eve POST /api/join {"inviteCode":"invite_1","handle":"eve","clientRef":"5f6cbd13-54c5-43b1-b3a7-8f3b0f0c2a11"}
eve POST /api/join {"inviteCode":"invite_1","handle":"eve","clientRef":"123e4567-e89b-12d3-a456-426614174000"}
eve POST /api/join {"inviteCode":"invite_1","handle":"eve","clientRef":"00000000-0000-0000-0000-000000000000"}
eve POST /api/join {"inviteCode":"invite_1","handle":"eve","clientRef":"<a new UUID>"}
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"0d6cf4c2-5d7c-4b7e-9a42-1f1f0c8ad001"}
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"00000000-0000-0000-0000-000000000000"}
agent POST /api/seat-grants/claim {"claimToken":"00000-00000-00000-00000-00000-00000","clientRef":"0d6cf4c2-5d7c-4b7e-9a42-1f1f0c8ad004"}
# Where a reference belongs to an account, the same text is harmless.
ada meets bob for 50
ada POST /api/tables/t_1/seat-grants {"clientRef":"0d6cf4c2-5d7c-4b7e-9a42-1f1f0c8ad003","expiresInSeconds":600} | seat
"##

a_hostile_guest_guesses_codes r##"
set credential_per_minute=0
ada joins
# A wrong handle and a wrong code get the same response.
guest POST /api/token {"handle":"ada","recoveryCode":"00000-00000-00000-00000-00000-00000"}
guest POST /api/token {"handle":"unknown-handle","recoveryCode":"00000-00000-00000-00000-00000-00000"}
8 times guest POST /api/recover {"handle":"ada","recoveryCode":"00000-00000-00000-00000-00000-00000"}
# From now on even the right code is rejected from there, and Ada can still sign in from elsewhere.
guest POST /api/token {"handle":"ada","recoveryCode":"recovery_1"}
ada POST /api/token {"handle":"ada","recoveryCode":"recovery_1"} | expiresInSeconds
guest POST /api/seat-grants/claim {"claimToken":"00000-00000-00000-00000-00000-00000","clientRef":"uuid-1"}
guest POST /api/join {"inviteCode":"00000-00000-00000-00000","handle":"eve","clientRef":"uuid-1"}
"##

a_hostile_guest_exceeds_limits r##"
set practice_active=2 practice_per_day=3
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1"} | tableId
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-2"} | tableId
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-3"}
# The credential of one seat gives no other access.
guest uses token_1
guest GET /api/tables/t_1 | mySeat
guest GET /api/tables/t_2 | mySeat
guest POST /api/tables/t_2/action {"action":{"type":"mark","cell":4},"expectedPlies":0}
guest POST /api/tables {"kind":"tic-tac-toe-vs-house"}
guest GET /api/me
"##

a_hostile_guest_has_a_network_of_addresses r##"
set failed_logins=2 practice_active=1
ada joins
# One rented machine has a /64 network: each wrong code comes from another address, and all count as one.
eve comes from 2001:db8:0:1::1
eve POST /api/token {"handle":"ada","recoveryCode":"00000-00000-00000-00000-00000-00000"}
eve comes from 2001:db8:0:1:ffff::2
eve POST /api/token {"handle":"ada","recoveryCode":"00000-00000-00000-00000-00000-00000"}
eve comes from 2001:db8:0:1:ffff:ffff:ffff:ffff
eve POST /api/token {"handle":"ada","recoveryCode":"recovery_1"}
# The same for tables.
eve POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1"} | tableId
eve comes from 2001:db8:0:1::3
eve POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-2"}
# A neighbouring network is not affected.
ada comes from 2001:db8:0:2::1
ada POST /api/token {"handle":"ada","recoveryCode":"recovery_1"} | expiresInSeconds
gus comes from 2001:db8:0:2::2
gus POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-3"} | tableId
"##

a_hostile_page_signs_its_visitor_in r##"
# The page has an account and its code. It tries to sign its visitor in there unnoticed.
eve joins
visitor POST /api/recover [Origin: https://evil.example] {"handle":"eve","recoveryCode":"recovery_1"}
# A form cannot send JSON, but plain text. And a page can hide its origin.
visitor POST /api/recover [Content-Type: text/plain] [Origin: null] {"handle":"eve","recoveryCode":"recovery_1"}
visitor POST /api/recover [Content-Type: text/plain] [Sec-Fetch-Site: cross-site] {"handle":"eve","recoveryCode":"recovery_1"}
# The same for an account's seat: the page claims a delegated seat.
ada joins
eve meets ada for 50
eve POST /api/tables/t_1/seat-grants {"clientRef":"uuid-1","expiresInSeconds":600} | claimToken
visitor POST /api/seat-grants/claim [Origin: https://evil.example] {"claimToken":"claim_1","clientRef":"uuid-2"}
visitor POST /api/seat-grants/claim [Content-Type: text/plain] [Origin: null] {"claimToken":"claim_1","clientRef":"uuid-2"}
visitor POST /api/seat-grants/claim [Content-Type: text/plain] [Sec-Fetch-Site: cross-site] {"claimToken":"claim_1","clientRef":"uuid-2"}
# The rejected request used up nothing: the service's own page succeeds.
visitor POST /api/seat-grants/claim [Origin: https://turnstone.example] {"claimToken":"claim_1","clientRef":"uuid-2"} | seat
"##

a_hostile_page_uses_a_members_browser r##"
ada joins
ada uses cookie token_1
ada POST /api/tables [Content-Type: text/plain] {"kind":"tic-tac-toe-vs-house"}
ada POST /api/tables [Origin: https://evil.example] {"kind":"tic-tac-toe-vs-house"}
ada POST /api/tables [Sec-Fetch-Site: cross-site] {"kind":"tic-tac-toe-vs-house"}
ada DELETE /api/me [Origin: null] {"confirmHandle":"ada"}
ada GET /api/me [Origin: https://evil.example] | balance @access-control-allow-origin
"##

a_hostile_member_reads_private_data r##"
ada joins
bob joins
eve joins
ada POST /api/tables {"kind":"holdem-open"} | tableId
bob POST /api/tables/t_1/join | started
# She may watch a public game, and sees only public information: no hand, no coming card, no seed.
eve GET /api/tables/t_1 | mySeat state.view.hand state.view.seats.*.cards state.view.undealtBoard state.legalActions seed
eve GET /api/tables/t_1?events_since=0 | state.events.*.type
eve GET /api/tables/t_1/messages
# All routes of a private table answer 404 to her.
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","visibility":"private"} | tableId
eve GET /api/tables/t_2
eve POST /api/tables/t_2/join
eve GET /api/tables/t_2/card
eve GET /api/tables/t_2/seat-grants/current
eve GET /api/tables/playing | tables.*.id
"##

a_hostile_member_plays_for_others r##"
ada joins
bob joins
eve joins
ada meets bob for 50
# She has no seat at it.
eve POST /api/tables/t_1/action {"action":{"type":"mark","cell":4}}
eve POST /api/tables/t_1/forfeit
eve POST /api/tables/t_1/join
eve POST /api/tables/t_1/messages {"body":"I am the house"}
eve POST /api/tables/t_1/seat-grants {"clientRef":"uuid-1"}
# She cannot take both sides of her own table.
eve POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true,"stake":50} | tableId
eve POST /api/tables/t_2/join
eve POST /api/tables/t_2/decline
# The same move twice, and an invalid move.
idle POST /api/tables/t_1/action {"action":{"type":"mark","cell":4}}
mover POST /api/tables/t_1/action {"action":{"type":"mark","cell":9}}
mover POST /api/tables/t_1/action {"action":{"type":"mark","cell":4,"and":5}}
mover POST /api/tables/t_1/action {"action":{"type":"win"}}
"##

a_hostile_member_tries_to_create_chips r##"
ada joins
eve joins
eve POST /api/tables {"kind":"tic-tac-toe-vs-house","stake":-50}
eve POST /api/tables {"kind":"tic-tac-toe-vs-house","stake":9007199254740993}
eve POST /api/tables {"kind":"tic-tac-toe-vs-house","stake":0.5}
eve POST /api/tables {"kind":"tic-tac-toe-vs-house","stake":1001}
# A repeated request takes effect once.
eve POST /api/tables {"kind":"tic-tac-toe-vs-house","stake":400,"open":true,"clientRef":"uuid-1"} | tableId
eve POST /api/tables {"kind":"tic-tac-toe-vs-house","stake":400,"open":true,"clientRef":"uuid-1"} | tableId
eve GET /api/me | balance
eve POST /api/tables/t_1/forfeit
eve POST /api/tables/t_1/forfeit
eve GET /api/me | balance
eve GET /api/me/ledger | entries.*.delta
"##

a_hostile_member_tries_to_empty_the_house r##"
set house_purse=25
ada joins
eve joins
# At many tables at once: the possible win at one reduces the limit for the next.
eve POST /api/tables {"kind":"roulette","stake":20} | tableId
eve POST /api/tables {"kind":"tic-tac-toe-vs-house","stake":1}
# One table after another: her wins reduce the limit until the day is over.
eve POST /api/tables/t_1/action {"action":{"type":"bet","bet":"red"}} | ok
eve GET /api/tables/t_1 | state.view.number state.outcome.*.score
eve POST /api/tables {"kind":"roulette","stake":1}
# The limit stays reached, and she may play with other members.
restart
eve POST /api/tables {"kind":"roulette","stake":1}
eve meets ada for 50
# The deal is intact for others, and she can play the next day.
ada POST /api/tables {"kind":"roulette","stake":25} | tableId
midnight
eve POST /api/tables {"kind":"roulette","stake":26}
eve POST /api/tables {"kind":"roulette","stake":25} | tableId
"##

a_hostile_member_hides_chips_for_a_refill r##"
eve joins
# She stakes all her chips on a table that no other member joins, asks for a refill, and withdraws the table.
eve POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true,"pace":"daily","stake":1000} | tableId
eve GET /api/me | balance
midnight
eve GET /api/me | balance
eve POST /api/tables/t_1/forfeit
eve GET /api/me | balance
eve GET /api/me/ledger | entries.*.delta entries.*.reason
"##

a_hostile_member_looks_into_the_daily_challenge r##"
ada joins
eve joins
# All players have the same deal, so it is not revealed before the day is over, not even to players who have finished it.
eve POST /api/tables {"kind":"tic-tac-toe-vs-house","daily":true} | tableId
eve POST /api/tables/t_1/forfeit
eve GET /api/tables/t_1 | status seed
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","daily":true} | tableId
ada GET /api/tables/t_1/replay | seed log
ada GET /api/tables/t_1
midnight
ada GET /api/tables/t_1/replay | seed
"##

a_hostile_member_uses_ended_credentials r##"
ada joins
eve joins
ada meets eve for 50
eve uses token_2
eve waits 30s on t_1 events_since=2 | -
eve POST /api/logout
# Her token, her pending poll, and her recovery code.
eve GET /api/me
eve POST /api/tables/t_1/action {"action":{"type":"mark","cell":4}}
anonymous GET /api/me [Authorization: Bearer token_2x]
anonymous GET /api/me [Authorization: Bearer tsn1.AAAA.AAAA]
eve POST /api/token {"handle":"ada","recoveryCode":"recovery_2"}
eve POST /api/recovery/rotate {"recoveryCode":"recovery_2"}
"##

}
