//! Parties.

use crate::teller::Teller;
use turnstone_service::record::{Key, Record};

crate::stories! {

members_join_a_party r##"
ada joins
bob joins
cyn joins
ada POST /api/parties
ada GET /api/parties/pty_1
bob GET /api/parties/pty_1
bob POST /api/parties/pty_1/join
bob POST /api/parties/pty_1/join
bob GET /api/parties/pty_1 | members isOwner messages.*.body
# Only the owner can close the party. Its members stay.
bob POST /api/parties/pty_1/visibility {"visibility":"private"}
cyn POST /api/parties/pty_1/visibility {"visibility":"private"}
ada POST /api/parties/pty_1/visibility {"visibility":"public"}
ada POST /api/parties/pty_1/visibility {"visibility":"private"}
cyn POST /api/parties/pty_1/join
bob POST /api/parties/pty_1/join
ada POST /api/parties/pty_1/visibility {"visibility":"unlisted"}
cyn POST /api/parties/pty_1/join
cyn POST /api/parties/pty_9/join
anonymous POST /api/parties
"##

a_member_leaves_a_party r##"
ada joins
bob joins
cyn joins
ada POST /api/parties | partyId
# Whoever has the link sees whose party it is.
bob GET /api/parties/pty_1/invitation
bob POST /api/parties/pty_1/join | ok
cyn POST /api/parties/pty_1/join | ok
bob POST /api/parties/pty_1/messages {"body":"hello"} | message.id
bob waits 30s on pty_1 msgs_since=4
cyn streams pty_1 msgs_since=4 | members owner messages.*.body
bob POST /api/parties/pty_1/leave
bob POST /api/parties/pty_1/leave
bob GET /api/parties/pty_1
bob POST /api/parties/pty_1/messages {"body":"one more thing"}
# The message stays. With the owner the party passes to the oldest other member.
ada POST /api/parties/pty_1/leave | ok
cyn GET /api/parties/pty_1 | owner members isOwner messages.*.name messages.*.body standing.rows.*.name
cyn POST /api/parties/pty_1/visibility {"visibility":"private"} | ok
bob POST /api/parties/pty_1/join
bob GET /api/parties/pty_1/invitation
cyn GET /api/parties/pty_1/invitation | owner members
# A party without members ends.
cyn POST /api/parties/pty_1/leave | ok
cyn POST /api/parties/pty_1/leave
cyn GET /api/parties/pty_1/invitation
anonymous POST /api/parties/pty_1/leave
anonymous GET /api/parties/pty_1/invitation
"##

who_leaves_a_party_plays_on_at_its_tables r##"
ada joins
bob joins
ada POST /api/parties | partyId
bob POST /api/parties/pty_1/join | ok
bob POST /api/parties/pty_1/table {"kind":"tic-tac-toe-vs-house","stake":50} | tableId
bob POST /api/parties/pty_1/table {"kind":"connect-four-vs-house","stake":10} | tableId
ada GET /api/parties/pty_1 | currentTableId tables
ada POST /api/tables/t_1/join | started
ada GET /api/parties/pty_1 | tables.*.id tables.*.status tables.*.seats
bob POST /api/parties/pty_1/leave | ok
ada GET /api/parties/pty_1 | tables.*.id tables.*.status tables.*.seats
mover marks 0 on t_1 | ok
ada POST /api/tables/t_2/join | started
ada POST /api/tables/t_1/forfeit | ok
ada GET /api/parties/pty_1 | tables.*.id standing.rows
restart
bob POST /api/tables/t_2/forfeit | ok
ada GET /api/parties/pty_1 | currentTableId tables standing.rows standing.tablesTogether
bob GET /api/me | balance
"##

a_party_has_a_chat r##"
ada joins
bob joins
cyn joins
ada POST /api/parties | partyId
bob POST /api/parties/pty_1/join
ada POST /api/parties/pty_1/messages {"body":" hello ","clientId":"nonce-1"}
bob POST /api/parties/pty_1/messages {"body":"hi"} | message
ada GET /api/parties/pty_1?msgs_since=1 | messages msgsAt
cyn POST /api/parties/pty_1/messages {"body":"let me in"}
ada POST /api/parties/pty_1/messages {"body":"  "}
ada POST /api/parties/pty_1/messages {"body":"<<501>>"}
"##

a_party_opens_tables r##"
# The table is unlisted and open; the party points at it, the chat announces it.
ada joins
bob joins
cyn joins
ada POST /api/parties | partyId
bob POST /api/parties/pty_1/join | ok
bob waits 30s on pty_1 msgs_since=1 | currentTableId messages
ada POST /api/parties/pty_1/table {"kind":"tic-tac-toe-vs-house","stake":50}
anonymous GET /api/tables/open | tables
ada GET /api/tables/t_1 | visibility status stake
bob POST /api/tables/t_1/join | started
bob POST /api/tables/t_1/forfeit
# The standing counts results at the party's tables.
ada GET /api/parties/pty_1 | standing
bob POST /api/parties/pty_1/table {"kind":"tic-tac-toe-vs-house"} | tableId
ada POST /api/tables/t_2/join | started
bob POST /api/tables/t_2/forfeit
ada GET /api/parties/pty_1 | standing currentTableId
# A member who knows the id may join, too; only party members are in the rows.
ada POST /api/parties/pty_1/table {"kind":"tic-tac-toe-vs-house"} | tableId
cyn POST /api/tables/t_3/join | started
ada POST /api/tables/t_3/forfeit
ada GET /api/parties/pty_1 | standing
# Tables that other members opened do not count.
bob beats ada for 10
ada GET /api/parties/pty_1 | standing.tablesTogether
cyn POST /api/parties/pty_1/table {"kind":"tic-tac-toe-vs-house"}
ada POST /api/parties/pty_1/table {"kind":"tic-tac-toe-vs-house","stake":100000}
ada POST /api/parties/pty_1/table {"kind":"chess"}
ada POST /api/parties/pty_1/table {"stake":10}
"##

a_party_can_be_polled r##"
ada joins
bob joins
ada POST /api/parties | partyId
ada waits 30s on pty_1 | members messages.*.body
bob POST /api/parties/pty_1/join
ada waits 30s on pty_1 msgs_since=0 | messages.*.body msgsAt
ada waits 30s on pty_1 msgs_since=900 | messages msgsAt
bob POST /api/parties/pty_1/messages {"body":"hi"} | message.id
bob waits 30s on pty_1 msgs_since=2 | currentTableId
ada POST /api/parties/pty_1/table {"kind":"tic-tac-toe-vs-house"} | tableId
bob waits 30s on pty_1 msgs_since=3 | currentTableId
ada POST /api/tables/t_1/forfeit
ada waits 10s on pty_1 msgs_since=3 | messages
+10s
bob waits 30s on pty_1 msgs_since=3
bob POST /api/logout
"##

a_party_keeps_its_last_200_messages r##"
# The newest two hundred, a hundred in each response; a member who joins late can read them, also after a restart.
set requests_per_minute=0
ada joins
bob joins
ada POST /api/parties | partyId
199 times ada POST /api/parties/pty_1/messages {"body":"word"} | ok
ada POST /api/parties/pty_1/messages {"body":"number 200","clientId":"nonce-1"} | message.id
ada GET /api/parties/pty_1 | messages.0.id msgsAt
bob POST /api/parties/pty_1/join
ada POST /api/parties/pty_1/messages {"body":"number 202"} | message.id
bob GET /api/parties/pty_1 | messages.0.id msgsAt
restart
bob GET /api/parties/pty_1 | messages.0.id msgsAt
bob GET /api/parties/pty_1?msgs_since=199 | messages msgsAt
ada GET /api/parties/pty_1?msgs_since=199 | messages.*.clientId
ada GET /api/parties/pty_1?msgs_since=202 | messages msgsAt
# A pending poll gets the next event, or the present state when its wait is over.
bob waits 10s on pty_1 msgs_since=202 | messages.*.body msgsAt
cyn joins
cyn POST /api/parties/pty_1/join
bob waits 10s on pty_1 | messages.0.id msgsAt
+10s
ada POST /api/parties/pty_1/messages {"body":"number 204"} | message.id
# An erased member's messages and name are gone.
ada DELETE /api/me {"confirmHandle":"ada"} | ok
bob GET /api/parties/pty_1?msgs_since=201 | messages.*.name messages.*.body
restart
bob GET /api/parties/pty_1?msgs_since=201 | messages.*.name messages.*.body
"##

an_idle_party_ends r##"
set party_kept_s=3600 parties=1
ada joins
bob joins
ada POST /api/parties | partyId
ada POST /api/parties
ada obeys
ada GET /api/parties/pty_1
# Joining, writing and opening a table keep the party; reading does not. It survives a restart.
+59m
bob POST /api/parties/pty_2/join
+59m
bob POST /api/parties/pty_2/messages {"body":"still here"} | message.id
+59m
ada POST /api/parties/pty_2/table {"kind":"tic-tac-toe-vs-house"} | tableId
+59m
ada GET /api/parties/pty_2 | msgsAt
restart
bob waits 50s on pty_2 msgs_since=3
bob waits 50s on pty_2
+30s
bob waits 50s on pty_2 msgs_since=3
+29s
ada GET /api/parties/pty_2 | msgsAt
+1s
bob GET /api/parties/pty_2
bob POST /api/parties/pty_2/join
ada POST /api/parties/pty_2/messages {"body":"anybody?"}
restart
ada GET /api/parties/pty_2
ada POST /api/parties | partyId
"##

parties_are_limited r##"
set parties=2
ada joins
bob joins
bob POST /api/parties | partyId
ada POST /api/parties/pty_1/join
# Parties that the member owns count.
2 times ada POST /api/parties | -
ada POST /api/parties
"##
}

#[test]
fn an_ended_party_is_removed_completely() {
    let mut teller = Teller::new();
    teller.go_on("set party_kept_s=3600\nada joins\nada POST /api/parties\nada POST /api/parties");
    for body in ["one", "two"] {
        let message = format!(r#"{{"body":"{body}"}}"#);
        assert_eq!(teller.ask("ada", "POST", "/api/parties/pty_1/messages", Some(message)).0, 200);
    }
    let is_of_a_party =
        |record: &Record| matches!(record.key(), Key::Party(_) | Key::PartyChat(_) | Key::PartyMessage(..));
    let left = |teller: &mut Teller| teller.world().records().iter().filter(|record| is_of_a_party(record)).count();
    assert_eq!(left(&mut teller), 2 + 1 + 2);
    teller.go_on("+1h");
    assert_eq!(left(&mut teller), 0);
}

#[test]
fn a_chat_of_an_earlier_build_continues() {
    let mut teller = Teller::new();
    teller.go_on("ada joins\nada POST /api/parties\nada POST /api/parties");
    let post = |teller: &mut Teller, body: &str| {
        let message = Some(format!(r#"{{"body":"{body}"}}"#));
        let (status, posted) = teller.ask("ada", "POST", "/api/parties/pty_1/messages", message);
        assert_eq!(status, 200, "{posted}");
        posted.at("message.id").to_string()
    };
    let shown = |teller: &mut Teller, since: u64| {
        let path = format!("/api/parties/pty_1?msgs_since={since}");
        let (status, party) = teller.ask("ada", "GET", &path, None);
        assert_eq!(status, 200, "{party}");
        (party.at("messages.*.body").to_string(), party.at("msgsAt").to_string())
    };
    for word in 1..=203 {
        assert_eq!(post(&mut teller, &format!("word {word}")), word.to_string());
    }
    // It kept the messages and no row about their authors.
    teller.world().without(|key| matches!(key, Key::PartyChat(_)));
    teller.go_on("restart");
    assert_eq!(shown(&mut teller, 201), (r#"["word 202", "word 203"]"#.to_owned(), "203".to_owned()));
    assert_eq!(shown(&mut teller, 203).1, "203");
    assert_eq!(post(&mut teller, "word 204"), "204");
    teller.go_on("restart");
    assert_eq!(shown(&mut teller, 202).0, r#"["word 203", "word 204"]"#);
    let messages = teller.world().records().into_iter().filter(|record| matches!(record, Record::PartyMessage(..)));
    assert_eq!(messages.count(), 200);
}

#[test]
fn a_party_has_a_hundred_members_at_most() {
    let mut teller = Teller::new();
    teller.go_on("host joins\nhost POST /api/parties");
    let join = |teller: &mut Teller, at: usize| {
        let name = format!("member-{at}");
        teller.go_on(&format!("{name} joins"));
        teller.ask(&name, "POST", "/api/parties/pty_1/join", None)
    };
    for at in 1..100 {
        assert_eq!(join(&mut teller, at).0, 200, "member {at}");
    }
    let (status, rejected) = join(&mut teller, 100);
    assert_eq!((status, rejected.get("code")), (403, None), "{rejected}");
    assert_eq!(teller.ask("member-7", "POST", "/api/parties/pty_1/join", None).0, 200, "present members stay");
    // One leaves, and there is room again.
    let erase = r#"{"confirmHandle":"member-7"}"#.to_owned();
    assert_eq!(teller.ask("member-7", "DELETE", "/api/me", Some(erase)).0, 200);
    assert_eq!(teller.ask("member-100", "POST", "/api/parties/pty_1/join", None).0, 200);
}
