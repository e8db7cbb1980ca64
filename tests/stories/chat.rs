//! The chat of a table.

use crate::room::Room;
use serde_json::{Value, json};
use turnstone_service::record::Record;

crate::stories! {

members_at_a_table_talk r##"
ada joins
bob joins
cyn joins
ada meets bob for 50
ada POST /api/tables/t_1/messages {"body":"  hello there ","clientId":"nonce-1"}
+1s
bob POST /api/tables/t_1/messages {"body":"hi"} | message
# The clientId is returned only to its sender.
bob GET /api/tables/t_1/messages
ada GET /api/tables/t_1/messages | messages.*.clientId
bob GET /api/tables/t_1/messages?since=1 | messages.*.body since
bob GET /api/tables/t_1/messages?since=2 | messages since
# Spectators of a public table can read the chat, but not write.
cyn GET /api/tables/t_1/messages | messages.*.body
cyn GET /api/tables/t_1?msgs_since=1 | messages.*.body msgsAt
cyn POST /api/tables/t_1/messages {"body":"hello"}
anonymous GET /api/tables/t_1/messages
# Messages are included in the table only on request.
ada GET /api/tables/t_1 | messages msgsAt
"##

a_message_has_bounds r##"
ada joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house"} | tableId
ada POST /api/tables/t_1/messages {"body":""}
ada POST /api/tables/t_1/messages {"body":"   "}
ada POST /api/tables/t_1/messages {"body":"<<501>>"}
ada POST /api/tables/t_1/messages {"body":"  <<500>>  "} | message.id
ada POST /api/tables/t_1/messages {"body":"a\u0007b"}
ada POST /api/tables/t_1/messages {"text":"hello"}
ada POST /api/tables/t_1/messages {"body":"hello","clientId":""}
ada POST /api/tables/t_1/messages {"body":"hello","clientId":"<<65>>"}
ada POST /api/tables/t_1/messages {"body":"hello","clientId":null} | message.id
ada POST /api/tables/t_nonsense/messages {"body":"hello"}
ada GET /api/tables/t_1/messages?since=-1
ada GET /api/tables/t_1/messages?since=last
# Characters are counted, not bytes.
ada POST /api/tables/t_1/messages {"body":"ééé"} | message.body
"##

a_chat_keeps_its_last_200_messages r##"
# A page has at most 100 messages; the cursor leads to the next.
set requests_per_minute=0
ada joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house"} | tableId
204 times ada POST /api/tables/t_1/messages {"body":"hello"} | -
ada GET /api/tables/t_1/messages | messages.# messages.0.id since
ada GET /api/tables/t_1/messages?since=104 | messages.# since
ada GET /api/tables/t_1/messages?since=204 | messages.# since
"##

the_chat_of_an_archived_table_is_kept_for_a_time r##"
set chat_kept_s=86400
ada joins
bob joins
ada meets bob for 50
ada POST /api/tables/t_1/messages {"body":"hello"} | message.id
bob POST /api/tables/t_1/forfeit
+10m
ada GET /api/tables/t_1 | archived
ada GET /api/tables/t_1/messages | messages.*.body since
+23h49m59s
ada GET /api/tables/t_1/messages | messages.*.body since
+1s
ada GET /api/tables/t_1/messages
ada GET /api/tables/t_1?msgs_since=0 | archived messages msgsAt
# The rest of the archive stays.
anonymous GET /api/tables/t_1/replay | sessionId
midnight
restart
bob GET /api/tables/t_1/messages
anonymous GET /api/tables/t_1/card | seats.*.name
"##

texts_must_be_visible_lines r##"
ada joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true} | tableId
ada POST /api/tables/t_1/messages {"body":"a\u202eb"}
ada POST /api/tables/t_1/messages {"body":"a\u2028b"}
ada POST /api/tables/t_1/messages {"body":"\u200b\u200d \ufeff"}
ada POST /api/tables/t_1/messages {"body":"\u2800\u3164"}
# A family emoji is three characters with joiners; Hebrew needs no direction marks.
ada POST /api/tables/t_1/messages {"body":"\ud83d\udc69\u200d\ud83d\udc69\u200d\ud83d\udc67"} | message.id
ada POST /api/tables/t_1/messages {"body":"\u05e9\u05dc\u05d5\u05dd"} | message.id
ada PATCH /api/me/profile {"bio":"\u2066x\u2069"}
ada PATCH /api/me/profile {"bio":"\u00a0"}
ada PATCH /api/me/profile {"bio":""} | bio
ada POST /api/token {"handle":"a\u202eda","recoveryCode":"recovery_1"}
"##

accepts_pictures_at_public_hosts_only r##"
ada joins
ada PATCH /api/me/profile {"avatarUrl":"https://example.org/ada.png"} | avatarUrl
ada PATCH /api/me/profile {"avatarUrl":"https://ada:secret@example.org/ada.png"}
ada PATCH /api/me/profile {"avatarUrl":"https://localhost/ada.png"}
ada PATCH /api/me/profile {"avatarUrl":"https://192.168.0.1/ada.png"}
ada PATCH /api/me/profile {"avatarUrl":"https://[::ffff:127.0.0.1]/ada.png"}
ada PATCH /api/me/profile {"avatarUrl":"https://2130706433/ada.png"}
"##
}

/// The stored archives, and the messages in them.
fn stored(room: &mut Room) -> (usize, usize) {
    let messages = |record| if let Record::Archive(_, row) = record { Some(row.messages.len()) } else { None };
    let messages: Vec<usize> = room.records().into_iter().filter_map(messages).collect();
    (messages.len(), messages.iter().sum())
}

#[test]
fn all_old_chats_of_archived_tables_are_dropped() {
    let mut room = Room::new(6);
    let talks = |room: &mut Room, name: &str, times: usize| {
        let member = room.joins(name);
        for _ in 0..times {
            let table = json!({ "kind": "tic-tac-toe-vs-house", "stake": 1 });
            let table = crate::room::text(&room.post(Some(&member), "/api/tables", &table)["tableId"]);
            room.post(Some(&member), &format!("/api/tables/{table}/messages"), &json!({ "body": "hello" }));
            room.post(Some(&member), &format!("/api/tables/{table}/forfeit"), &Value::Null);
        }
        room.passes(600_000);
    };
    talks(&mut room, "ada", 40);
    room.passes(90 * 86_400_000);
    talks(&mut room, "bob", 3);
    assert_eq!(stored(&mut room), (43, 43));
    room.passes(89 * 86_400_000);
    room.restarts();
    assert_eq!(stored(&mut room), (43, 43), "179 days");
    // After the 180th day the older ones are gone.
    room.passes(2 * 86_400_000);
    assert_eq!(stored(&mut room), (43, 3));
    room.passes(91 * 86_400_000);
    assert_eq!(stored(&mut room), (43, 0));
}
