//! Parties (decisions, 6).

use crate::teller::Teller;

crate::stories! {

a_party_gathers r##"
ada joins
bob joins
cyn joins
ada POST /api/parties
ada GET /api/parties/pty_1
bob GET /api/parties/pty_1
bob POST /api/parties/pty_1/join
bob POST /api/parties/pty_1/join
bob GET /api/parties/pty_1 | members isOwner messages.*.body
# Only the owner freezes the roster. Who is in stays in.
bob POST /api/parties/pty_1/visibility {"visibility":"private"}
cyn POST /api/parties/pty_1/visibility {"visibility":"private"}
ada POST /api/parties/pty_1/visibility {"visibility":"public"}
ada POST /api/parties/pty_1/visibility {"visibility":"private"}
cyn POST /api/parties/pty_1/join
bob POST /api/parties/pty_1/join
ada POST /api/parties/pty_1/visibility {"visibility":"unlisted"}
cyn POST /api/parties/pty_1/join
cyn POST /api/parties/pty_9/join
nobody POST /api/parties
"##

a_party_talks r##"
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

a_party_plays r##"
# The table is unlisted and open; the party points at it, the chat announces it.
ada joins
bob joins
cyn joins
ada POST /api/parties | partyId
bob POST /api/parties/pty_1/join | ok
bob waits 30s on pty_1 msgs_since=1 | currentTableId messages
ada POST /api/parties/pty_1/table {"kind":"tic-tac-toe-vs-house","stake":50}
nobody GET /api/tables/open | tables
ada GET /api/tables/t_1 | visibility status stake
bob POST /api/tables/t_1/join | started
bob POST /api/tables/t_1/forfeit
# The standing counts what was settled at the party's tables.
ada GET /api/parties/pty_1 | standing
bob POST /api/parties/pty_1/table {"kind":"tic-tac-toe-vs-house"} | tableId
ada POST /api/tables/t_2/join | started
bob POST /api/tables/t_2/forfeit
ada GET /api/parties/pty_1 | standing currentTableId
# Somebody else with the id may sit down too; only present members stand in the rows.
ada POST /api/parties/pty_1/table {"kind":"tic-tac-toe-vs-house"} | tableId
cyn POST /api/tables/t_3/join | started
ada POST /api/tables/t_3/forfeit
ada GET /api/parties/pty_1 | standing
# Tables that others made do not count.
bob beats ada for 10
ada GET /api/parties/pty_1 | standing.tablesTogether
cyn POST /api/parties/pty_1/table {"kind":"tic-tac-toe-vs-house"}
ada POST /api/parties/pty_1/table {"kind":"tic-tac-toe-vs-house","stake":100000}
ada POST /api/parties/pty_1/table {"kind":"chess"}
ada POST /api/parties/pty_1/table {"stake":10}
"##

waiting_for_a_party r##"
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

parties_are_limited r##"
set parties=2
ada joins
bob joins
bob POST /api/parties | partyId
ada POST /api/parties/pty_1/join
# Owned ones count.
2 times ada POST /api/parties | -
ada POST /api/parties
"##
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
    let (status, refused) = join(&mut teller, 100);
    assert_eq!((status, refused.get("code")), (403, None), "{refused}");
    assert_eq!(teller.ask("member-7", "POST", "/api/parties/pty_1/join", None).0, 200, "who is in is in");
    // One leaves, and there is room again.
    let erase = r#"{"confirmHandle":"member-7"}"#.to_owned();
    assert_eq!(teller.ask("member-7", "DELETE", "/api/me", Some(erase)).0, 200);
    assert_eq!(teller.ask("member-100", "POST", "/api/parties/pty_1/join", None).0, 200);
}
