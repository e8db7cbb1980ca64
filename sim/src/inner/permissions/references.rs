//! Idempotency keys, recorded independently: the contents of each, in the scope of its caller and route. Of the records
//! only the existence of the key's row is used.

use super::Case;
use super::causes::is_formed;
use crate::inner::judge::{KnownReference, References, Scoped};
use crate::inner::prelude::*;

/// The result of the check of a key.
pub(super) enum Reuse {
    /// It is new, or expired.
    New,
    /// The same request was sent before and gets the same answer. The record of its key.
    Again([u8; 32]),
    /// The request is rejected.
    Against(&'static str),
}

const CONFLICT: Reuse = Reuse::Against("Idempotency Conflict");

/// The key of a request in its scope, and the contents of the request with defaults.
fn scoped(account: Option<AccountId>, request: &Request) -> Option<(Scoped, String)> {
    let caller = account.map(|account| account.to_string()).unwrap_or_default();
    Some(match request {
        Request::Join { invite_code, handle, client_ref } => {
            let code = hex::encode(code_hash(invite_code.reveal()));
            (("join", String::new(), client_ref.clone()), format!("{} {code}", handle.trim().to_lowercase()))
        }
        Request::Practice { kind, client_ref, level, client_seed } => {
            (("practice", String::new(), client_ref.clone()), format!("{kind} {level:?} {client_seed:?}"))
        }
        Request::CreateTable(create) => {
            let invited = create.invited.as_ref().map(|handle| handle.trim().to_lowercase());
            let seats = create.seats.unwrap_or(DEFAULT_SEATS);
            let what = (&create.kind, create.visibility, create.open, seats, create.pace);
            let how = (invited, create.stake, create.daily, create.practice, create.level, &create.client_seed);
            (("tables", caller, create.client_ref.clone()?), format!("{what:?} {how:?}"))
        }
        Request::IssueGrant { table, client_ref, expires_in_s } => {
            (("grants", format!("{caller} {table}"), client_ref.clone()), expires_in_s.to_string())
        }
        Request::Challenge(challenge) => {
            let what = (&challenge.agent_id, &challenge.opponent_agent_id, &challenge.game_id);
            let how = (challenge.format, challenge.stake, &challenge.rematch_of, &challenge.client_seed);
            (("duels", caller, challenge.client_ref.clone()?), format!("{what:?} {how:?}"))
        }
        _ => return None,
    })
}

impl Case<'_> {
    /// Whether a request was sent before with its key.
    pub(super) fn reuse(&self, request: &Request) -> Reuse {
        let Some((key, contents)) = scoped(self.member(), request) else { return Reuse::New };
        let model = &self.world.model;
        let known = self.world.references.get(&key).filter(|known| model.refs.contains_key(&known.row));
        let Some(known) = known else { return Reuse::New };
        if known.contents != contents {
            // An invalid handle is reported first.
            let formed = |handle: &str| is_formed(&handle.trim().to_lowercase());
            let is_read = !matches!(request, Request::Join { handle, .. } if !formed(handle));
            return if is_read { CONFLICT } else { Reuse::New };
        }
        match known.made {
            RefResult::Account(id, counter) => {
                let row = model.accounts.get(&id).filter(|row| row.slot.is_some() && !model.is_frozen(id));
                let root = row.is_some_and(|row| row.recovery.counter == counter);
                let reported = root && self.now.since(known.at) < REFERENCE_S * 1_000;
                if reported { Reuse::Again(known.row) } else { CONFLICT }
            }
            RefResult::Duel(id) if model.duels.get(&id).is_some_and(|duel| duel.end.is_none()) => {
                Reuse::Against("Idempotency InFlight")
            }
            _ => Reuse::Again(known.row),
        }
    }
}

impl Judge {
    /// A repeated request with an idempotency key gets the same answer.
    pub(crate) fn check_repetition(&mut self, pending: &PendingRequest, replied: &Replied) -> CheckResult {
        let Some((key, _)) = scoped(account_of(pending), &pending.request) else { return Ok(()) };
        let mut answer = serde_json::to_value(&replied.answer).expect("answers are plain data");
        if let Some(fields) = answer.as_object_mut() {
            fields.remove("accessToken");
            let marked = fields.remove("replayed").is_some_and(|replayed| replayed == true);
            let is_duel = matches!(replied.answer, Answer::Challenged(_));
            let said = || answer.to_string();
            must(!is_duel || marked == replied.replayed, "a repeated challenge is marked as replayed", said)?;
        }
        let (text, now) = (answer.to_string(), self.now);
        let Some(known) = self.references.get_mut(&key) else { return Ok(()) };
        let first = known.answer.get_or_insert_with(|| text.clone());
        if replied.replayed && now.since(known.at) < REFERENCE_S * 1_000 {
            self.counts.hit("premise: a request with an idempotency key was repeated");
            must!(*first == text, "a repeated request gets the same response", "{first}, then {text}")?;
        }
        Ok(())
    }
}

/// A key without a record.
pub(super) struct Unkept;

/// Record the key of a request that was granted or is pending. Returns its row, if there is a key.
pub(super) fn remember(
    references: &mut References,
    account: Option<AccountId>,
    request: &Request,
    changes: &[Change],
    at: Millis,
) -> Result<Option<[u8; 32]>, Unkept> {
    let Some((key, contents)) = scoped(account, request) else { return Ok(None) };
    let made =
        |change: &Change| if let Change::Put(Record::Ref(hash, row)) = change { Some((*hash, row.made)) } else { None };
    let (row, made) = changes.iter().find_map(made).ok_or(Unkept)?;
    references.insert(key, KnownReference { contents, row, made, at, answer: None });
    Ok(Some(row))
}
