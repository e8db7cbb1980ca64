//! Idempotency keys, remembered a second time: what each stood for, in the scope of its caller and route. What the
//! records say is only whether the row that came with the effect is still there.

use super::accounts::is_formed;
use super::case::Case;
use super::grounds::Ground;
use std::collections::BTreeMap;
use turnstone_service::credentials::code_hash;
use turnstone_service::ids::{AccountId, DuelId};
use turnstone_service::record::{Change, Record, RefResult};
use turnstone_service::request::Request;
use turnstone_service::time::Millis;

/// How long a newcomer is told again what he was told.
const JOIN_KEPT_MS: u64 = 86_400_000;
/// Seats of a table of which nothing is said.
const SEATS: u8 = 4;

/// A key in its scope.
type Scoped = (&'static str, String, String);

/// What a key stood for.
pub(crate) struct KnownReference {
    contents: String,
    /// The record of it.
    row: [u8; 32],
    made: RefResult,
    at: Millis,
}

/// All keys that ever were.
pub(crate) type References = BTreeMap<Scoped, KnownReference>;

/// What there is to be said about a key.
pub(super) enum Reuse {
    /// It is new, or forgotten.
    New,
    /// The same was asked for before: the same answer again. The record of its key.
    Again([u8; 32]),
    /// Something can be said against it.
    Against(Ground),
}

/// The key of a request in its scope, and the request with its defaults filled in.
#[expect(clippy::wildcard_enum_match_arm, reason = "the other requests have no key")]
fn scoped(account: Option<AccountId>, request: &Request) -> Option<(Scoped, String)> {
    let caller = account.map(|account| account.to_string()).unwrap_or_default();
    Some(match request {
        Request::Join { invite_code, handle, client_ref } => {
            let code = hex::encode(code_hash(invite_code.reveal()));
            let contents = format!("{} {code}", handle.trim().to_lowercase());
            (("join", String::new(), client_ref.clone()), contents)
        }
        Request::Practice { kind, client_ref } => (("practice", String::new(), client_ref.clone()), kind.clone()),
        Request::CreateTable(create) => {
            let invited = create.invited.as_ref().map(|handle| handle.trim().to_lowercase());
            let seats = create.seats.unwrap_or(SEATS);
            let what = (&create.kind, create.visibility, create.open, seats, create.pace);
            let how = (invited, create.stake, create.daily, create.practice);
            (("tables", caller, create.client_ref.clone()?), format!("{what:?} {how:?}"))
        }
        Request::IssueGrant { table, client_ref, expires_in_s } => {
            (("grants", format!("{caller} {table}"), client_ref.clone()), expires_in_s.to_string())
        }
        Request::Challenge(challenge) => {
            let what = (&challenge.agent_id, &challenge.opponent_agent_id, &challenge.game_id);
            let how = (challenge.format, challenge.stake, &challenge.rematch_of);
            (("duels", caller, challenge.client_ref.clone()?), format!("{what:?} {how:?}"))
        }
        _ => return None,
    })
}

impl Case<'_> {
    /// Whether a request has been made before under its key.
    pub(super) fn reuse(&self, request: &Request) -> Reuse {
        let Some((key, contents)) = scoped(self.member(), request) else { return Reuse::New };
        let model = &self.world.model;
        let known = self.world.references.get(&key);
        let Some(known) = known.filter(|known| model.refs.contains_key(&known.row)) else { return Reuse::New };
        if known.contents != contents {
            // What is no handle is seen before that.
            return if is_no_handle(request) { Reuse::New } else { Reuse::Against(Ground::Conflict) };
        }
        match known.made {
            RefResult::Account(id, counter) => {
                let row = model.accounts.get(&id).filter(|row| row.slot.is_some());
                let root = row.is_some_and(|row| row.recovery.counter == counter);
                let frozen = model.is_frozen(id);
                let told = root && !frozen && self.now.since(known.at) < JOIN_KEPT_MS;
                if told { Reuse::Again(known.row) } else { Reuse::Against(Ground::Conflict) }
            }
            RefResult::Duel(id) if self.runs(id) => Reuse::Against(Ground::InFlight),
            RefResult::Duel(_)
            | RefResult::Table(_)
            | RefResult::Practice(_)
            | RefResult::Grant(_)
            | RefResult::Claim(_) => Reuse::Again(known.row),
        }
    }

    fn runs(&self, id: DuelId) -> bool {
        self.world.model.duels.get(&id).is_some_and(|duel| duel.end.is_none())
    }
}

fn is_no_handle(request: &Request) -> bool {
    matches!(request, Request::Join { handle, .. } if !is_formed(&handle.trim().to_lowercase()))
}

/// A key that has left no record.
pub(super) struct Unkept;

/// Remember the key of a request that was granted, or is under way. The record of it, if there is a key.
pub(super) fn remember(
    references: &mut References,
    account: Option<AccountId>,
    request: &Request,
    changes: &[Change],
    at: Millis,
) -> Result<Option<[u8; 32]>, Unkept> {
    let Some((key, contents)) = scoped(account, request) else { return Ok(None) };
    let row = changes.iter().find_map(|change| match change {
        Change::Put(Record::Ref(hash, row)) => Some((*hash, row.made)),
        Change::Put(_) | Change::Remove(_) => None,
    });
    let Some((row, made)) = row else { return Err(Unkept) };
    references.insert(key, KnownReference { contents, row, made, at });
    Ok(Some(row))
}
