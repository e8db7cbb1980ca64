//! Every operation over every listener with every kind of caller: one table of statuses, over the route tables themselves.

use crate::teller::{OPERATOR, Teller};
use turnstone_api::operation::Access;
use turnstone_documents::{OPERATOR_ROUTES, ROUTES};

/// The callers. The table is a public one in play; for those that say so it is a private one with a seat reserved for
/// dan.
pub(crate) const COLUMNS: [(&str, &str, &str); 8] = [
    ("owner", "ada", "t_1"),
    ("other seat", "bob", "t_1"),
    ("invited*", "dan", "t_2"),
    ("spectator", "cyn", "t_1"),
    ("stranger*", "cyn", "t_2"),
    ("seat of t_3", "guest", "t_1"),
    ("erased", "fay", "t_1"),
    ("anonymous", "anonymous", "t_1"),
];

pub(crate) const SCENE: &str = r#"
ada joins
bob joins
cyn joins
dan joins
fay joins
ada meets bob for 50
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","invited":"dan"} | tableId
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1"} | tableId accessToken
guest uses token_6
ada POST /api/parties | partyId
bob POST /api/parties/pty_1/join | ok
ada POST /api/tables/t_1/seat-grants {"clientRef":"uuid-2"} | grantId claimToken
fay DELETE /api/me {"confirmHandle":"fay"} | ok
the operator invites 1 use
"#;

/// A body that the route accepts.
fn body_of(route: &str) -> Option<&'static str> {
    Some(match route {
        "POST /api/join" => r#"{"inviteCode":"invite_1","handle":"eve","clientRef":"uuid-9"}"#,
        "POST /api/token" | "POST /api/recover" => r#"{"handle":"ada","recoveryCode":"recovery_1"}"#,
        "POST /api/logout" => "{}",
        "POST /api/recovery/rotate" => r#"{"recoveryCode":"recovery_1"}"#,
        "DELETE /api/me" => r#"{"confirmHandle":"ada"}"#,
        "PATCH /api/me/profile" => r#"{"bio":"plays to learn"}"#,
        "POST /api/me/pause" => r#"{"duration":"24h"}"#,
        "POST /api/join/messenger" => r#"{"initData":"hash=00"}"#,
        "POST /api/identities/messenger" => {
            r#"{"state":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA","initData":"hash=00"}"#
        }
        "POST /api/msgr/webhook" => "{}",
        "POST /api/push/subscribe" => {
            r#"{"subscription":{"endpoint":"https://fcm.googleapis.com/a","keys":{"p256dh":"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4","auth":"BTBZMqHH6r4Tts7J_aSIgg"}}}"#
        }
        "POST /api/queue" => r#"{"kind":"tic-tac-toe-vs-house","clientRef":"uuid-9"}"#,
        "POST /api/blocks" | "DELETE /api/blocks" => r#"{"handle":"cyn"}"#,
        "DELETE /api/push/subscribe" => r#"{"endpoint":"https://fcm.googleapis.com/a"}"#,
        "POST /api/practice" => r#"{"kind":"blackjack","clientRef":"uuid-9"}"#,
        "POST /api/tables" => r#"{"kind":"blackjack"}"#,
        "POST /api/tables/{id}/join" | "POST /api/tables/{id}/fill" => "{}",
        "POST /api/tables/{id}/guest-seat" | "POST /api/tables/{id}/rematch" => r#"{"clientRef":"uuid-9"}"#,
        "POST /api/tables/{id}/action" => r#"{"action":{"type":"mark","cell":4},"expectedPlies":0}"#,
        "POST /api/tables/{id}/messages" | "POST /api/parties/{id}/messages" => r#"{"body":"hello"}"#,
        "POST /api/tables/{id}/seat-grants" => r#"{"clientRef":"uuid-9"}"#,
        "POST /api/seat-grants/claim" => r#"{"claimToken":"claim_1","clientRef":"uuid-9"}"#,
        "POST /api/agents" => r#"{"name":"rook","kind":"policy","policy":"random"}"#,
        "POST /api/agents/self-check" => r#"{"agentId":"ag_1"}"#,
        "POST /api/duels" => r#"{"agentId":"ag_1","opponentAgentId":"agent:house"}"#,
        "POST /api/parties/{id}/visibility" => r#"{"visibility":"private"}"#,
        "POST /api/parties/{id}/table" => r#"{"kind":"tic-tac-toe-vs-house"}"#,
        _ => return body_of_operator(route),
    })
}

/// A body that the route of operators accepts, whatever it finds.
fn body_of_operator(route: &str) -> Option<&'static str> {
    Some(match route.strip_prefix("POST /operator/")? {
        "show-account" | "freeze" | "unfreeze" | "end-sessions" | "unmute" | "erase-member" | "export-member"
        | "recover-account" => r#"{"member":"bob","by":"root","reason":"asked for"}"#,
        "read-chat" => r#"{"chat":"t_1"}"#,
        "revoke-invitation" => r#"{"invitation":"0123456789abcdef"}"#,
        "adjust" => r#"{"member":"bob","chips":5,"reason":"a gift"}"#,
        "void-table" => r#"{"table":"t_1","reason":"asked for"}"#,
        "mute" => r#"{"member":"bob","forS":60}"#,
        "remove-message" => r#"{"chat":"t_1","message":1,"reason":"asked for"}"#,
        "dev-account" => r#"{"handle":"ada"}"#,
        "check-stored" | "standby-state" => return None,
        _ => "{}",
    })
}

/// The scene as it is, for one column. A read and a rejected request leave it as it is, so that the next route can be
/// asked in it.
struct Column {
    who: &'static str,
    table: &'static str,
    teller: Option<Teller>,
}

impl Column {
    fn status(&mut self, route: &str) -> u16 {
        let teller = self.teller.get_or_insert_with(|| {
            let mut teller = Teller::new();
            teller.go_on(SCENE);
            teller
        });
        let (method, path) = route.split_once(' ').unwrap();
        let id = if path.starts_with("/api/parties") { "pty_1" } else { self.table };
        let path = path
            .replace("{id}", id)
            .replace("{grantId}", "grant_1")
            .replace("{duelId}", "duel_1")
            .replace("{ticketId}", "tk_1")
            .replace("{handle}", "ada")
            .replace("{date}", "2030-03-12")
            .replace("{era}", "1899000000");
        assert!(!path.contains('{'), "the matrix has no value for {route}");
        let status = teller.ask(self.who, method, &path, body_of(route).map(str::to_owned)).0;
        if method != "GET" && status < 400 {
            self.teller = None;
        }
        status
    }
}

#[test]
fn every_operation_over_every_listener_with_every_kind_of_caller() {
    let callers = || COLUMNS.into_iter().chain([("operator", OPERATOR, "t_1")]);
    let mut table = format!("{:<45}", "");
    callers().for_each(|(column, ..)| table += &format!("{column:>12}"));
    let mut columns: Vec<Column> = callers().map(|(_, who, table)| Column { who, table, teller: None }).collect();
    for route in ROUTES.iter().chain(OPERATOR_ROUTES.iter()) {
        let name = format!("{} {}", route.method(), route.path());
        assert_eq!(route.has_body(), body_of(&name).is_some(), "the matrix has no body for {name}");
        table += &format!("\n{name:<45}");
        for column in &mut columns {
            let status = column.status(&name);
            table += &format!("{status:>12}");
            // The listener of operators serves their operations alone, and no other listener serves these, whatever the
            // method: a caller does not find out that they exist.
            let is_operators = route.operation().about().access == Access::Operator;
            let is_elsewhere = is_operators != (column.who == OPERATOR);
            assert!(status == 404 || !is_elsewhere, "{}: {name}: {status}", column.who);
            for method in ["GET", "OPTIONS"].into_iter().filter(|_| is_operators && is_elsewhere) {
                assert_eq!(
                    column.status(&format!("{method} {}", route.path())),
                    404,
                    "{}: {method} {name}",
                    column.who
                );
            }
        }
    }
    crate::hold("matrix", &table);
}
