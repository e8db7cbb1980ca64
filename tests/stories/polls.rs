//! Long-polls: which are answered at once, what wakes them, what ends them.

use crate::teller::Teller;

crate::stories! {

a_poll_without_a_cursor r##"
# It is answered at once if it is the caller's turn or the table is over, otherwise at the next event.
ada joins
bob joins
ada meets bob for 50
mover GET /api/tables/t_1?wait=30 | state.yourTurn
idle GET /api/tables/t_1?wait=30 | state.yourTurn state.events
mover marks 0 on t_1
ada GET /api/tables/t_1 | state.eventsAt
ada GET /api/tables/t_1?wait=0 | state.plies
"##

a_poll_with_a_cursor r##"
# Below the newest event it is answered at once, at the newest event it waits, also on the caller's own turn.
ada joins
bob joins
ada meets bob for 50
ada GET /api/tables/t_1?wait=30&events_since=0 | state.events.*.type state.eventsAt
ada waits 30s on t_1 events_since=2 | state.events state.eventsAt
bob waits 30s on t_1 events_since=2 | state.events.*.type state.eventsAt
mover marks 0 on t_1
# Without an event the wait ends by itself, with the cursor.
ada GET /api/tables/t_1?wait=1.5&events_since=4 | state.events state.eventsAt
+1s
+1s
ada waits 51s on t_1
ada GET /api/tables/t_1?wait=-1
ada GET /api/tables/t_1?wait=soon
ada GET /api/tables/t_1?wait=1&wait=2
"##

accepts_cursors_beyond_the_newest_event r##"
# They are answered without new events, with the newest cursor.
ada joins
bob joins
ada meets bob for 50
ada POST /api/tables/t_1/messages {"body":"hello"} | message.id
ada GET /api/tables/t_1?events_since=900&msgs_since=900 | state.events state.eventsAt messages
ada GET /api/tables/t_1/messages?since=900 | messages
# A poll with one still gets the next event.
bob waits 30s on t_1 events_since=900 | state.eventsAt state.plies
cyn joins
cyn waits 30s on t_1 events_since=2 msgs_since=900 | messages.*.body
ada POST /api/tables/t_1/messages {"body":"still there?"} | message.id
mover marks 0 on t_1
"##

chat_wakes_polls_with_a_message_cursor r##"
ada joins
bob joins
ada meets bob for 50
ada waits 30s on t_1 events_since=2 msgs_since=0 | messages msgsAt
bob waits 30s on t_1 events_since=2 | messages
bob POST /api/tables/t_1/messages {"body":"hello"} | message.id
ada GET /api/tables/t_1?wait=30&events_since=2&msgs_since=0 | messages.*.body msgsAt
+30s
"##

joins_and_leaves_wake_polls r##"
ada joins
bob joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true} | tableId
ada waits 30s on t_1 | status seats.*.name
bob waits 30s on t_1 events_since=0 | status
bob POST /api/tables/t_1/join | started
ada waits 30s on t_1 events_since=2 | status state.terminal
bob POST /api/tables/t_1/forfeit
# A poll at a finished table is answered at once.
ada waits 30s on t_1 events_since=900 | status
"##

ended_rights_wake_polls r##"
# A claim wakes the owner; a revocation wakes the holder; a logout or an erasure wakes the member.
ada joins
bob joins
ada meets bob for 50
ada POST /api/tables/t_1/seat-grants {"clientRef":"uuid-1"} | grantId claimToken
ada waits 30s on t_1 events_since=2
agent POST /api/seat-grants/claim {"claimToken":"claim_1","clientRef":"uuid-2"} | accessToken
agent uses token_3
agent waits 30s on t_1 events_since=2
ada DELETE /api/tables/t_1/seat-grants/grant_1
bob waits 30s on t_1 events_since=2
bob DELETE /api/me {"confirmHandle":"bob"} | ok
"##

pending_polls_are_limited r##"
set long_polls_per_credential=2
ada joins
bob joins
ada meets bob for 50
ada waits 30s on t_1 events_since=2 | -
+10s
phone POST /api/token {"handle":"ada","recoveryCode":"recovery_1"} | token
phone uses token_3
phone waits 30s on t_1 events_since=2 | -
# Counted by member, not by token.
ada waits 30s on t_1 events_since=2 | -
bob waits 30s on t_1 events_since=2 | -
# A caller who disconnects frees the place at once.
phone hangs up
ada waits 30s on t_1 events_since=2 | -
phone waits 30s on t_1 events_since=2 | -
phone obeys
"##

guests_have_half_of_all_places r##"
set long_polls_total=3
ada joins
bob joins
ada meets bob for 50
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1"} | tableId
guest uses token_3
guest waits 30s on t_2 events_since=900 | -
guest waits 30s on t_2 events_since=900 | -
ada waits 30s on t_1 events_since=2 | -
bob waits 30s on t_1 events_since=2 | -
cyn joins
cyn waits 30s on t_1 events_since=2 | -
guest hangs up
cyn waits 30s on t_1 events_since=2 | -
"##

reading_changes_nothing r##"
ada joins
bob joins
cyn joins
ada meets bob for 50
3 times cyn GET /api/tables/t_1 | state.plies state.eventsAt state.turnDeadlineAt
"##
}

#[test]
fn the_limit_of_long_polls_is_not_reported_as_the_rate_limit() {
    let mut teller = Teller::new();
    teller.go_on(
        "set long_polls_per_credential=1\nada joins\nbob joins\nada meets bob for 50\n\
         ada waits 30s on t_1 events_since=2\nada waits 30s on t_1 events_since=2",
    );
    let (status, reported) = teller.sent.last().unwrap();
    assert_eq!(*status, 429);
    assert!(reported.contains("ratelimit-policy") && !reported.contains("r=0"), "{reported}");
}
