//! Practice without an account.

use crate::room::Room;
use serde_json::{Value, json};
use turnstone_service::record::{Key, Record};

crate::stories! {

a_guest_practises r##"
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1"}
guest uses token_1
guest GET /api/tables/t_1 | mySeat practice visibility stake seats.*.name state.bankMs state.yourTurn
# A seat's credential can only read and play this seat, and must send expectedPlies.
guest marks 4 on t_1
guest POST /api/tables/t_1/action {"action":{"type":"mark","cell":9},"expectedPlies":7}
guest GET /api/me
guest GET /api/leaderboard
guest GET /api/tables/t_1/messages
guest POST /api/tables/t_1/messages {"body":"hello"}
guest GET /api/tables/t_1?msgs_since=0 | messages msgsAt
anonymous GET /api/tables/playing | tables
# The cookie of the same response works too, at this table.
guest uses cookie token_1
guest GET /api/tables/t_1 | mySeat
"##

a_guest_gives_up_a_table r##"
# The guest can read no other table of a member.
ada joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true} | tableId
guest POST /api/practice {"kind":"president","clientRef":"uuid-1"} | tableId
anonymous POST /api/tables/t_2/forfeit
guest uses token_2
guest POST /api/tables/t_1/forfeit
guest POST /api/tables/t_2/forfeit
guest GET /api/tables/t_2 | status state.terminal state.outcome.0
guest POST /api/tables/t_2/forfeit
anonymous GET /api/tables/t_2/replay | log.*.leave
"##

deletes_a_seat_cookie_that_is_no_longer_valid r##"
# Otherwise a member with this cookie would be rejected at this table as long as the browser keeps it.
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1"} | tableId
guest uses cookie token_1
+15m
guest GET /api/tables/t_1 | status
+10m1s
guest GET /api/tables/t_1
"##

a_practice_reference_gives_the_same_table r##"
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1"}
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1"}
guest POST /api/practice {"kind":"chess","clientRef":"uuid-1"}
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"1"}
together
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-2"} | tableId
other POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-2"} | tableId
end
other obeys
"##

a_practice_table_has_a_level r##"
# At level 1 the house never makes its best move if it has another one.
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1","level":1} | tableId
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1","level":1} | tableId
# Another level is another request.
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1","level":2}
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1"}
guest uses token_1
guest GET /api/tables/t_1 | level practice
# Level 5 is the default.
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-2"} | tableId
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-2","level":5} | tableId
guest uses token_2
guest GET /api/tables/t_2 | level practice
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-3","level":0}
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-3","level":6}
# Rock paper scissors is a matter of luck, and the bank of blackjack has no choice.
guest POST /api/practice {"kind":"rps-vs-house","clientRef":"uuid-3","level":1}
guest POST /api/practice {"kind":"blackjack","clientRef":"uuid-3","level":1}
"##

a_member_practises_at_a_level r##"
ada joins
ada POST /api/tables {"kind":"connect-four-vs-house","practice":true,"level":2,"clientRef":"ref-00001"} | tableId
ada POST /api/tables {"kind":"connect-four-vs-house","practice":true,"level":2,"clientRef":"ref-00001"} | tableId replayed
ada POST /api/tables {"kind":"connect-four-vs-house","practice":true,"level":3,"clientRef":"ref-00001"}
ada GET /api/tables/t_1 | level practice
ada POST /api/tables/t_1/forfeit
# The setup in the bundle has the level.
ada GET /api/tables/t_1/replay | config
# For chips the house plays at its best.
ada POST /api/tables {"kind":"connect-four-vs-house","level":2}
ada POST /api/tables {"kind":"connect-four-vs-house","level":2,"daily":true}
ada POST /api/tables {"kind":"connect-four-vs-house","level":5} | tableId
ada GET /api/tables/t_2 | level practice
"##

guest_practice_is_limited_by_address r##"
set practice_active=2 practice_per_day=4
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1"} | tableId
+1m
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-2"} | tableId
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-3"}
other POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-3"} | tableId
# A repeated request is not rejected.
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-2"} | tableId
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-4"}
guest obeys
+20m
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-5"} | tableId
+20m
# The number of a day: the limit is reset at midnight.
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-6"}
guest obeys
"##

a_guest_can_play_many_short_games r##"
# Tables that are over use up only the limits of ten minutes and of the day.
set practice_active=1 practice_per_10_minutes=3
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1"} | tableId
guest uses token_1
guest POST /api/tables/t_1/forfeit
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-2"} | tableId
guest uses token_2
guest POST /api/tables/t_2/forfeit
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-3"} | tableId
guest uses token_3
guest POST /api/tables/t_3/forfeit
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-4"}
# Another address is not affected, and members are not.
other POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-5"} | tableId
guest obeys
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-4"} | tableId
"##

idle_practice_makes_room_for_a_new_table r##"
set practice_active=2
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1"} | tableId
+1m
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-2"} | tableId
+59s
# The older one has been idle for almost two minutes.
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-3"}
guest obeys
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-3"} | tableId
guest uses token_1
guest GET /api/tables/t_1 | status state.outcome.0.result
guest uses token_2
guest GET /api/tables/t_2 | status
# The second is not idle for long enough yet.
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-4"}
"##

a_guest_credential_expires r##"
# Two hours at most, and ten minutes after the end of the table.
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1"} | tableId
guest uses token_1
+15m
guest GET /api/tables/t_1 | status
+9m59s
guest GET /api/tables/t_1 | status
+1s
guest GET /api/tables/t_1
"##

practice_is_kept_for_a_week r##"
ada joins
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1"} | tableId
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","practice":true} | tableId
ada POST /api/tables {"kind":"tic-tac-toe-vs-house"} | tableId
ada POST /api/tables/t_2/forfeit
ada POST /api/tables/t_3/forfeit
+15m
+10m
anonymous GET /api/tables/t_1/card | seats.*.name
anonymous GET /api/tables/t_2/replay | sessionId
ada GET /api/tables/t_2 | archived
+6d23h
+34m59s
restart
# The member's table ended with the forfeit, the guest's a quarter of an hour later.
anonymous GET /api/tables/t_2/replay | sessionId
+1s
anonymous GET /api/tables/t_2/replay
anonymous GET /api/tables/t_2/card
ada GET /api/tables/t_2
ada GET /api/tables/t_2/messages
anonymous GET /api/tables/t_1/replay | sessionId
+15m
anonymous GET /api/tables/t_1/replay
anonymous GET /api/tables/t_1/card
# Tables played for chips stay.
anonymous GET /api/tables/t_3/card | seats.*.name
midnight
anonymous GET /api/tables/t_2/replay
anonymous GET /api/tables/t_3/replay | sessionId
"##

a_seat_credential_is_valid_for_one_table r##"
ada joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house"} | tableId
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1"} | tableId
guest uses token_2
guest GET /api/tables/t_1
guest POST /api/tables/t_1/action {"action":{"type":"mark","cell":4},"expectedPlies":0}
guest POST /api/tables/t_1/action {"action":{"type":"mark","cell":4}}
"##
}

/// The stored practice tables: their archives, and their index rows.
fn stored(room: &mut Room) -> (usize, usize) {
    let records = room.records();
    let archives = records.iter().filter(|record| matches!(record, Record::Archive(_, row) if row.table.practice));
    let known = records.iter().filter(|record| matches!(record.key(), Key::PracticeEnded(..)));
    (archives.count(), known.count())
}

#[test]
fn all_old_practice_archives_are_dropped() {
    let mut room = Room::new(5);
    let ada = room.joins("ada");
    for _ in 0..1200 {
        let practice = json!({ "kind": "tic-tac-toe-vs-house", "practice": true });
        let table = crate::room::text(&room.post(Some(&ada), "/api/tables", &practice)["tableId"]);
        room.post(Some(&ada), &format!("/api/tables/{table}/forfeit"), &Value::Null);
    }
    room.passes(600_000);
    assert_eq!(stored(&mut room), (1200, 1200));
    room.passes(7 * 86_400_000);
    room.restarts();
    // After the next day they are gone.
    room.passes(86_400_000);
    assert_eq!(stored(&mut room), (0, 0));
}
