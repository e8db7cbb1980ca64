//! Joining: an invitation and a handle become an account with chips and a recovery code.

use crate::answer::{Answer, JoinResponse, True};
use crate::credentials::{SESSION_S, code_hash};
use crate::effects::{Issued, Replied};
use crate::handlers::chips::STARTING_CHIPS;
use crate::handlers::refs::Reference;
use crate::ids::AccountId;
use crate::record::{AccountRow, InvitationRow, LedgerAccount, Reason, Record, RecoveryRow, RefResult};
use crate::refusal::{Auth, Idempotency, Refusal};
use crate::secret::Secret;
use crate::state::REF_RETENTION_S;
use crate::step::{HandlerResult, Step};
use crate::time::Millis;

/// Handles that nobody can take; those that begin with `gone-` are shells.
const RESERVED: [&str; 6] = ["house", "admin", "system", "guest", "anonymous", "me"];
const SHELL: &str = "gone-";

/// A handle as it is looked for, however it was typed.
pub(crate) fn plain_handle(typed: &str) -> String {
    typed.trim().to_lowercase()
}

/// The canonical form of a handle: lowercase, a letter first, then letters, digits, `_` and `-`, 3 to 20 in all.
pub(crate) fn canonical_handle(typed: &str) -> Result<String, Refusal> {
    let handle = plain_handle(typed);
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '-';
    let well_formed = (3..=20).contains(&handle.len())
        && handle.starts_with(|c: char| c.is_ascii_lowercase())
        && handle.chars().all(plain);
    if !well_formed {
        let problem = "must be 3 to 20 letters, digits, _ or -, and begin with a letter";
        return Err(Refusal::Invalid { field: "handle", problem });
    }
    Ok(handle)
}

fn refuse_reserved(handle: &str) -> Result<(), Refusal> {
    if RESERVED.contains(&handle) || handle.starts_with(SHELL) {
        return Err(Refusal::Invalid { field: "handle", problem: "is reserved" });
    }
    Ok(())
}

impl Step<'_> {
    /// Checks in this order: fields, replay, invitation, handle. A failed join uses up nothing.
    pub(crate) fn join(&mut self, invite_code: &Secret, handle: &str, client_ref: &str) -> HandlerResult {
        let handle = canonical_handle(handle)?;
        let invite = crate::handlers::refs::plain_text_of(&code_hash(invite_code.reveal()));
        // The keyed hash keeps the handle out of what is stored.
        let keyed = crate::handlers::refs::plain_text_of(&self.keys.keyed_hash("handle", &handle));
        let reference = Reference::new("join", "", client_ref, &[&keyed, &invite]);
        if let Some(row) = self.recall(&reference)?
            && let RefResult::Account(account, counter) = row.made
        {
            return self.joined_before(account, counter, row.at);
        }
        let (invitation_hash, invitation) = self.invitation(invite_code)?;
        let account = self.admit_member(&handle, invitation_hash, invitation)?;
        self.remember(&reference, RefResult::Account(account, 0));
        Ok(self.welcome(account).into())
    }

    /// A new member with this handle, if it is free: the invitation has one use less, and the chips are there.
    pub(crate) fn admit_member(
        &mut self,
        handle: &str,
        invitation_hash: [u8; 32],
        invitation: InvitationRow,
    ) -> Result<AccountId, Refusal> {
        refuse_reserved(handle)?;
        if self.state.accounts.by_handle(handle).is_some() || self.is_kept_free(handle) {
            return Err(Auth::HandleTaken.into());
        }
        let uses_left = invitation.uses_left - 1;
        self.put(Record::Invitation(invitation_hash, InvitationRow { uses_left, ..invitation }));
        let account = self.make_account(handle, invitation);
        if let Some(referrer) = invitation.referrer {
            self.count_invited(referrer);
        }
        self.transfer(LedgerAccount::Mint, LedgerAccount::Member(account), STARTING_CHIPS, Reason::Grant, None);
        Ok(account)
    }

    fn make_account(&mut self, handle: &str, invitation: InvitationRow) -> AccountId {
        let account = AccountId::new(self.now, self.random.bytes());
        let slot = self.state.fill_slot(&mut self.random);
        let handle = self.state.vault.seal(slot, handle, &mut self.random);
        let row = AccountRow::new(slot, handle, self.new_root(account, 0), self.now);
        let row = AccountRow { test: invitation.test, referrer: invitation.referrer, ..row };
        self.put(Record::Account(account, Box::new(row)));
        account
    }

    /// A recovery code's row, for a new account or after a rotation.
    pub(crate) fn new_root(&mut self, account: AccountId, counter: u32) -> RecoveryRow {
        let salt = self.random.bytes();
        let hash = code_hash(self.keys.recovery_code(account, &salt, counter).reveal());
        RecoveryRow { salt, counter, hash }
    }

    /// The same answer again, for a day and as long as the code it told is still the root. The reference stays used.
    fn joined_before(&self, account: AccountId, counter: u32, at: Millis) -> HandlerResult {
        let known = self.state.accounts.known(account);
        let is_gone = known.is_erased() || self.state.is_frozen(account);
        let is_old = at.plus_s(REF_RETENTION_S) <= self.now;
        if is_old || is_gone || known.row.recovery.counter != counter {
            return Err(Idempotency::Conflict.into());
        }
        Ok(self.welcome(account).replayed().into())
    }

    fn welcome(&self, account: AccountId) -> Replied {
        let known = self.state.accounts.known(account);
        let root = known.row.recovery;
        let answer = JoinResponse {
            ok: True,
            handle: known.handle.clone(),
            recovery_code: self.keys.recovery_code(account, &root.salt, root.counter).reveal().to_owned(),
        };
        let issued = Some(Issued::Session { token: self.session(account), lasts_s: SESSION_S });
        Replied { issued, ..Replied::plain(Answer::Joined(answer)) }
    }
}
