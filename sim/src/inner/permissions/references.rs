//! Idempotency keys, recorded independently: the contents of each, in the scope of its caller and route. Of the records
//! only the existence of the key's row is used.

use super::Case;
use super::causes::is_formed;
use crate::inner::judge::{Judge, KnownReference, PendingRequest, Ruling, Scoped, account_of};
use crate::inner::model::asked_sort;
use crate::inner::prelude::*;

/// The key of a request in its scope, and the contents of the request with defaults.
fn scoped(account: Option<AccountId>, request: &Request) -> Option<(Scoped, String)> {
    let caller = account.map(|account| account.to_string()).unwrap_or_default();
    Some(match request {
        Request::Join(Join { invite_code, handle, client_ref }) => {
            let code = hex::encode(code_hash(invite_code.reveal()));
            (("join", String::new(), client_ref.clone()), format!("{} {code}", handle.trim().to_lowercase()))
        }
        Request::Practice(practice) => {
            let contents = format!("{} {:?} {:?}", practice.kind, practice.level(), practice.client_seed);
            let people = (practice.open, practice.seats, &practice.name);
            (("practice", String::new(), practice.client_ref.clone()), format!("{contents} {people:?}"))
        }
        Request::GuestSeat(table, GuestSeat { client_ref, name, client_seed }) => {
            (("guest_seat", table.to_string(), client_ref.clone()), format!("{name:?} {client_seed:?}"))
        }
        Request::CreateTable(create) => {
            let invited = create.invited.as_ref().map(|handle| handle.trim().to_lowercase());
            let seats = create.seats.unwrap_or(DEFAULT_SEATS);
            let what = (&create.kind, create.visibility, create.open, seats, create.pace);
            let how = (invited, create.stake(), create.daily, create.practice, create.level(), &create.client_seed);
            (("tables", caller, create.client_ref.clone()?), format!("{what:?} {how:?}"))
        }
        Request::JoinQueue(join) => {
            let asked = (asked_sort(join)?, join.opponents, join.fallback, &join.client_seed);
            (("queue", caller, join.client_ref.clone()), format!("{asked:?}"))
        }
        Request::IssueSeatGrant(table, issue) => {
            let key = ("grants", format!("{caller} {table}"), issue.client_ref.clone());
            (key, issue.expires_in_seconds.to_string())
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
    /// The expected result of a request that was sent before with its key: the earlier answer, or an error. `None` if the
    /// key is new or has expired.
    pub(super) fn reuse(&self, request: &Request) -> Option<Ruling> {
        let (key, contents) = scoped(self.member(), request)?;
        let model = &self.world.model;
        // No seat can be taken at an archived table, not even again.
        if matches!(request, Request::GuestSeat(table, _) if !model.friendly.contains_key(table)) {
            return None;
        }
        let known = self.world.references.get(&key).filter(|known| model.refs.contains_key(&known.row))?;
        let conflict = || vec!["Idempotency Conflict"].into();
        if known.contents != contents {
            // An invalid handle is reported first.
            let formed = |handle: &str| is_formed(&handle.trim().to_lowercase());
            return (!matches!(request, Request::Join(Join { handle, .. }) if !formed(handle))).then(conflict);
        }
        let again = Ruling { against: Vec::new(), again: Some(known.row) };
        Some(match known.made {
            RefResult::Account(id, counter) => {
                let row = model.accounts.get(&id).filter(|row| row.slot.is_some() && !model.is_frozen(id));
                let root = row.is_some_and(|row| row.recovery.counter == counter);
                // A clock that jumps can end the time of a key that is not committed yet.
                let kept = self.now.since(known.at) < REFERENCE_S * 1_000 && root;
                if kept || self.world.commits.is_in_flight(&known.row) { again } else { conflict() }
            }
            RefResult::Duel(id) if model.duels.get(&id).is_some_and(|duel| duel.end.is_none()) => {
                vec!["Idempotency InFlight"].into()
            }
            RefResult::Ticket(id) if !model.queue.tickets.contains_key(&id) => vec!["Queue NoTicket"].into(),
            _ => again,
        })
    }
}

impl Judge {
    /// A repeated request with an idempotency key gets the same answer.
    pub(crate) fn check_repetition(&mut self, pending: &PendingRequest, replied: &Replied) -> CheckResult {
        let Some((key, _)) = scoped(account_of(pending), &pending.request) else { return Ok(()) };
        let mut answer = serde_json::to_value(&replied.answer).expect("answers are plain data");
        if let Some(fields) = answer.as_object_mut() {
            fields.remove("accessToken");
            // It is that of now.
            if matches!(replied.answer, Answer::GuestSeated(_)) {
                fields.remove("started");
            }
            // A ticket is shown as it is by now.
            if matches!(replied.answer, Answer::Ticket(_)) {
                ["state", "tableId", "reason"].into_iter().for_each(|name| drop(fields.remove(name)));
            }
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

    /// A request that was granted or is pending stored its idempotency key with its result.
    pub(crate) fn note_reference(&mut self, pending: &PendingRequest, changes: &[Change]) -> CheckResult {
        let Some((key, contents)) = scoped(account_of(pending), &pending.request) else { return Ok(()) };
        let stored = changes.iter().find_map(|change| {
            if let Change::Put(Record::Ref(hash, row)) = change { Some((*hash, row.made)) } else { None }
        });
        let said = || format!("{} {:?}", pending.who, pending.request);
        must(stored.is_some(), "an idempotency key is stored with its result", said)?;
        if let Some((row, made)) = stored {
            self.references.insert(key, KnownReference { contents, row, made, at: self.now, answer: None });
            self.commits.reference(row);
        }
        Ok(())
    }
}
