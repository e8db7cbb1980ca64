//! Recognisable secrets and personal texts are planted, and searched for where they must not be: in errors, in log
//! lines, in printed requests, and, once their owner is erased, in every byte of the storage.

use crate::teller::Teller;
use std::io::Write;
use std::sync::{Arc, Mutex};
use turnstone_documents::ROUTES;
use turnstone_storage::Disk;

/// Everything that identifies a member or is their secret, in valid and invalid requests.
const PLANTED: &str = r#"
set messenger=1
canary-ada joins
bob joins
canary-ada PATCH /api/me/profile {"bio":"canary-bio","avatarUrl":"https://canary-avatar.example/"}
canary-ada PATCH /api/me/profile {"bio":"canary-bio \u0007"}
canary-ada PATCH /api/me/profile {"bio":["canary-bio"]}
canary-ada PATCH /api/me/profile {"avatarUrl":"http://canary-avatar.example/"}
canary-ada POST /api/tables {"kind":"tic-tac-toe-vs-house","invited":"bob"} | tableId
bob POST /api/tables/t_1/join | started
canary-ada POST /api/tables/t_1/messages {"body":"canary-chat","clientId":"canary-nonce"} | -
canary-ada POST /api/tables/t_1/messages {"body":"canary-chat \u0007"}
canary-ada POST /api/tables/t_1/messages {"body":{"text":"canary-chat"}}
canary-ada POST /api/parties | partyId
bob POST /api/parties/pty_1/join
bob POST /api/parties | partyId
canary-ada POST /api/parties/pty_2/join
canary-ada POST /api/parties/pty_1/messages {"body":"canary-chat","clientId":"canary-nonce"} | -
canary-ada POST /api/parties/pty_2/table {"kind":"tic-tac-toe-vs-house"} | -
bob POST /api/tables {"kind":"tic-tac-toe-vs-house","invited":"canary-ada"} | tableId
canary-ada POST /api/tables/t_3/decline
canary-ada POST /api/tables/t_1/seat-grants {"clientRef":"uuid-1"} | claimToken
canary-ada GET /api/me/referral | code
the operator invites 1 use
canary-ada POST /api/identities/messenger/challenge | -
canary-ada POST /api/identities/messenger {"state":"state_1","messengerAuth":"widget(7,canary_user)"} | -
canary-ada POST /api/agents {"name":"canary-agent","kind":"prompt","prompt":"canary-prompt"} | agentId
canary-ada POST /api/agents {"name":"canary-agent \u0007","kind":"prompt","prompt":"canary-prompt"}
canary-ada POST /api/agents {"name":"canary-agent","kind":"prompt","prompt":["canary-prompt"]}
canary-ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"agent:house","gameId":"tic-tac-toe"}
bob POST /api/agents {"name":"dice","kind":"policy","policy":"random"} | agentId
bob POST /api/duels {"agentId":"canary-agent","opponentAgentId":"canary-agent"}
canary-ada subscribes fcm.googleapis.com/canary-endpoint
canary-ada POST /api/tables {"kind":"tic-tac-toe-vs-house","pace":"daily"} | -
# Secrets in the wrong places.
bob POST /api/identities/messenger {"state":"state_1","initData":"app(7,canary_user)"}
bob POST /api/identities/messenger {"state":"state_1","messengerAuth":{"id":["canary_user"]}}
bob POST /api/join/messenger {"initData":"app(7,canary_user)canary_user"}
bob POST /api/join/messenger {"initData":["canary_user"]}
bob POST /api/push/subscribe {"subscription":{"endpoint":"https://fcm.googleapis.com/canary-endpoint","keys":{"p256dh":"point-2","auth":"AAAAAAAAAAAAAAAAAAAAAA"}}}
bob POST /api/push/subscribe {"subscription":{"endpoint":"http://canary-endpoint.example/","keys":{"p256dh":"canary-endpoint","auth":"canary-endpoint"}}}
bob DELETE /api/push/subscribe {"endpoint":"https://fcm.googleapis.com/canary-endpoint"}
bob POST /api/msgr/webhook [X-Messenger-Bot-Api-Secret-Token: a-secret-of-storiesX] {"message":{"text":"canary_user"}}
bob POST /api/msgr/webhook [X-Messenger-Bot-Api-Secret-Token: a-secret-of-stories] {"message":"canary_user"
bob POST /api/join {"inviteCode":"invite_1","handle":"canary-ada","clientRef":"uuid-2"}
bob POST /api/join {"inviteCode":"invite_1","handle":"Canary-Ada!","clientRef":"uuid-2"}
bob POST /api/join {"inviteCode":["invite_1"],"handle":"x","clientRef":"recovery_1"}
bob POST /api/token {"handle":"canary-ada","recoveryCode":"recovery_1 wrong"}
bob POST /api/token {"handle":"recovery_1","recoveryCode":"canary-ada"}
bob POST /api/token {"handle":"canary-ada","recoveryCode":["recovery_1"]}
bob POST /api/token {"handle":"canary-ada","recoveryCode":"recovery_1"
bob GET /api/tables/t_1?wait=claim_1
bob GET /api/tables/t_1?events_since=token_1
bob GET /api/players/canary-adas
bob GET /api/recovery_1
bob POST /api/seat-grants/claim {"claimToken":{"is":"claim_1"},"clientRef":"uuid-3"}
bob POST /api/seat-grants/claim {"claimToken":"claim_1 wrong","clientRef":"token_1"}
canary-ada POST /api/recovery/rotate {"recoveryCode":"recovery_2"}
canary-ada DELETE /api/me {"confirmHandle":"canary-adas"}
eve GET /api/me [Authorization: Bearer token_1x]
eve GET /api/me [Authorization: token_1]
"#;

const PERSONAL: [&str; 11] = [
    "canary-agent",
    "canary-prompt",
    "canary-ada",
    "canary-bio",
    "canary-avatar",
    "canary-chat",
    "canary-nonce",
    "canary_user",
    "canary-endpoint",
    // The bot's own.
    "a-token-of-stories",
    "a-secret-of-stories",
];
const SECRET: [&str; 8] =
    ["token_1", "token_2", "recovery_1", "recovery_2", "claim_1", "invite_1", "invite_2", "state_1"];

/// Captured log lines.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn canary_texts() -> (Teller, String) {
    let lines = Lines::default();
    let kept = lines.clone();
    let writer = move || kept.clone();
    let subscriber = tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(writer).finish();
    let teller = tracing::subscriber::with_default(subscriber, || {
        tracing::info!("listening");
        let mut teller = Teller::new();
        teller.go_on(PLANTED);
        teller
    });
    let lines = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
    assert!(lines.contains("listening"), "log lines are kept");
    (teller, lines)
}

/// The secrets themselves.
fn secrets(teller: &Teller) -> Vec<String> {
    SECRET.iter().map(|label| teller.labels().real(label).unwrap_or_else(|| panic!("no {label}")).to_owned()).collect()
}

#[test]
fn errors_and_log_lines_contain_no_secret() {
    let (teller, lines) = canary_texts();
    let secrets = secrets(&teller);
    let words = secrets.iter().map(String::as_str).chain(PERSONAL);
    let rejections: Vec<&String> =
        teller.sent.iter().filter(|(status, _)| *status >= 400).map(|(_, response)| response).collect();
    assert!(rejections.len() > 15, "the story is refused often");
    for word in words {
        assert!(!lines.contains(word), "{word} is in a log line");
        for rejection in &rejections {
            assert!(!rejection.contains(word), "{word} is in an error: {rejection}");
        }
    }
}

#[test]
fn a_request_prints_without_its_secrets() {
    let bodies = [
        ("POST", "/api/join", r#"{"inviteCode":"canary-secret","handle":"ada","clientRef":"REF"}"#),
        ("POST", "/api/token", r#"{"handle":"ada","recoveryCode":"canary-secret-of-ada"}"#),
        ("POST", "/api/recover", r#"{"handle":"ada","recoveryCode":"canary-secret-of-ada"}"#),
        ("POST", "/api/recovery/rotate", r#"{"recoveryCode":"canary-secret-of-ada"}"#),
        ("POST", "/api/join/messenger", r#"{"initData":"canary-secret","inviteCode":"canary-secret"}"#),
        (
            "POST",
            "/api/identities/messenger",
            r#"{"state":"canary-secret-canary-secret-canary-secret-1","initData":"canary-secret"}"#,
        ),
        ("POST", "/api/msgr/webhook", r#"{"message":"canary-secret"}"#),
        (
            "POST",
            "/api/push/subscribe",
            r#"{"subscription":{"endpoint":"https://canary.example/","keys":{"p256dh":"canary-secret-of-ada","auth":"canary-secret"}}}"#,
        ),
        ("DELETE", "/api/push/subscribe", r#"{"endpoint":"https://canary.example/"}"#),
        ("POST", "/api/seat-grants/claim", r#"{"claimToken":"canary-secret","clientRef":"REF"}"#),
        ("POST", "/api/agents/self-check", r#"{"agentId":"canary-secret"}"#),
    ];
    for (method, path, body) in bodies {
        let route = ROUTES.iter().find(|route| route.method() == method && route.path() == path).unwrap();
        let body = body.replace("REF", "00000000-0000-4000-8000-000000000001");
        let request = turnstone_http::request::read(route, &Default::default(), "", body.as_bytes()).unwrap();
        let printed = format!("{request:?}");
        assert!(printed.contains("***") && !printed.contains("canary"), "{printed}");
    }
}

#[test]
fn erased_personal_data_is_not_on_the_disk() {
    let (mut teller, _) = canary_texts();
    let secrets = secrets(&teller);
    let bytes = bytes_of(&mut teller);
    // Even before the erasure: personal data is encrypted, and secrets are only hashes.
    for word in secrets.iter().map(String::as_str).chain(PERSONAL) {
        assert!(!contains(&bytes, word.as_bytes()), "{word} stands on the disk");
    }
    let before = teller.world().personal_keys();
    teller.go_on("canary-ada DELETE /api/me {\"confirmHandle\":\"canary-ada\"}\n+11m\nrestart");
    let after = teller.world().personal_keys();
    let (bytes, lost) = (bytes_of(&mut teller), before.iter().filter(|key| !after.contains(key)).collect::<Vec<_>>());
    assert_eq!(lost.len(), 1, "one key is destroyed");
    assert!(contains(&bytes, &after[0].0), "keys are found where they are");
    assert!(!contains(&bytes, &lost[0].0), "the key of what she wrote is on the disk");
    // Her opponent does not see it on any page either.
    let seen = teller.sent.len();
    teller.go_on(
        "bob GET /api/tables/t_1?msgs_since=0\nbob GET /api/tables/t_3?msgs_since=0\nbob GET /api/parties/pty_1\n\
         bob GET /api/parties/pty_2\nbob GET /api/me/history\nbob GET /api/players/canary-ada\nbob GET /api/leaderboard",
    );
    for (_, response) in &teller.sent[seen..] {
        PERSONAL.iter().for_each(|word| assert!(!response.contains(word), "{word} is still in a response: {response}"));
    }
}

fn bytes_of(teller: &mut Teller) -> Vec<u8> {
    let disk = teller.world().disk().clone();
    let files = disk.pending().into_iter().map(|(name, _)| name);
    files.flat_map(|name| disk.read(&name).unwrap().unwrap_or_default()).collect()
}

fn contains(bytes: &[u8], word: &[u8]) -> bool {
    bytes.windows(word.len()).any(|window| window == word)
}
