//! Operations of operators as stories write them: `{"freeze":{"whom":{"handle":"ada"}}}`.

use serde_json::{Map, Value};
use turnstone_api::input::fields_of;
use turnstone_api::invalid::Invalid;
use turnstone_api::operation::OPERATOR;
use turnstone_api::request::Request;

/// The words of the stories, and the operations.
const WORDS: [(&str, &str); 20] = [
    ("invitations", "list_invitations"),
    ("account", "show_account"),
    ("members", "search_members"),
    ("tables", "search_tables"),
    ("messages", "read_chat"),
    ("audit", "read_audit"),
    ("invite", "invite"),
    ("revokeInvitation", "revoke_invitation"),
    ("freeze", "freeze"),
    ("unfreeze", "unfreeze"),
    ("endSessions", "end_sessions"),
    ("adjust", "adjust"),
    ("void", "void_table"),
    ("mute", "mute"),
    ("unmute", "unmute"),
    ("erase", "erase_member"),
    ("export", "export_member"),
    ("recover", "recover_account"),
    ("removeMessage", "remove_message"),
    ("rotateKey", "rotate_key"),
];

/// The request of an operation with its word and its fields, and with these further fields.
pub(crate) fn request_of(written: &Value, further: Map<String, Value>) -> Result<Request, Invalid> {
    let (word, fields) =
        written.as_object().and_then(|of| of.iter().next()).expect("an operation in a story has a word");
    let (_, name) = WORDS.iter().find(|(own, _)| own == word).expect("the word of an operation");
    let operation = OPERATOR.iter().find(|operation| operation.name() == *name).expect("an operation of operators");
    let mut all = further;
    flatten(fields, &mut all);
    let mut request = operation.read(&[], &fields_of(&all))?;
    if let Request::RotateKey(input) = &mut request {
        // The server chooses it.
        input.key = fields["key"].as_u64().unwrap_or_default() as u32;
    }
    Ok(request)
}

/// A member and a chat are texts, and the fields of a filter are those of the operation.
fn flatten(fields: &Value, into: &mut Map<String, Value>) {
    for (name, value) in fields.as_object().into_iter().flatten() {
        let only = value.as_object().and_then(|of| of.values().next());
        match (name.as_str(), only) {
            ("filter", _) => flatten(value, into),
            ("whom" | "member", Some(member)) => drop(into.insert("member".to_owned(), member.clone())),
            ("chat", Some(chat)) => drop(into.insert("chat".to_owned(), chat.clone())),
            _ => drop(into.insert(name.clone(), value.clone())),
        }
    }
}
