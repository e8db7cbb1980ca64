//! What operators do: every act is written down in the step that brings it about, and nothing of it happens without.

use super::Model;
use crate::prelude::*;

/// The acts that a batch writes down.
pub(super) fn acts_of(changes: &[Change]) -> Vec<AuditRow> {
    let act = |change: &Change| if let Change::Put(Record::Audit(_, row)) = change { Some(row.clone()) } else { None };
    changes.iter().filter_map(act).collect()
}

impl Model {
    /// Whether the operator has frozen an account.
    pub(crate) fn is_frozen(&self, account: AccountId) -> bool {
        self.sanctions.get(&account).is_some_and(|row| row.frozen_at.is_some())
    }

    /// Whether someone sits at a table whose account is frozen.
    pub(crate) fn seats_frozen(&self, row: &TableRow) -> bool {
        row.players.iter().any(|player| matches!(player, Player::Member(account) if self.is_frozen(*account)))
    }

    /// Whether a member may not write in any chat.
    pub(crate) fn is_muted(&self, account: AccountId, now: Millis) -> bool {
        self.sanctions.get(&account).and_then(|row| row.muted_until).is_some_and(|until| until > now)
    }

    /// Whether a table ended in play, by the operator or because the model was unavailable.
    pub(crate) fn is_voided(&self, table: TableId) -> bool {
        self.row(table).is_some_and(|row| matches!(row.status, Status::Voided { .. }))
    }

    /// Whether the operator ended a table in play.
    pub(crate) fn is_voided_by_operator(&self, table: TableId) -> bool {
        let act = AuditedAct::TableVoided(table);
        self.is_voided(table) && (self.is_acted(act) || self.audit.values().any(|row| row.act == act))
    }

    /// Whether a duel counts for its agents: it does between its owners, the operator ended none of its legs, and at
    /// least one was served.
    pub(super) fn is_counted_duel(&self, duel: DuelId, outcome: DuelOutcome) -> bool {
        let legs = || (0..=5).map(|leg| TableId::of_leg(duel, leg));
        let settled = |table| self.row(table).is_some_and(|row| matches!(row.status, Status::Settled { .. }));
        !self.is_uncounted(duel)
            && !legs().any(|table| self.is_voided_by_operator(table))
            && (outcome != DuelOutcome::Draw || legs().any(settled))
    }

    /// Whether the operator has used an invitation up. Under another server key a referral code moves to another hash.
    pub(crate) fn is_revoked(&self, hash: [u8; 32]) -> bool {
        let used_up = self.invitations.get(&hash).is_some_and(|row| row.uses_left == 0);
        let moved = |of: &[u8; 32]| *of == hash || !self.invitations.contains_key(of);
        used_up && self.audit.values().any(|row| matches!(&row.act, AuditedAct::InvitationRevoked(of) if moved(of)))
    }

    /// Whether the batch says that the operator did this.
    pub(super) fn is_acted(&self, act: AuditedAct) -> bool {
        self.acts.iter().any(|row| row.act == act)
    }

    /// Whether a movement of chips is one that the operator made: each is explained once.
    pub(super) fn take_adjustment(&mut self, account: AccountId, row: &LedgerRow) -> bool {
        let is_it = |act: &AuditRow| act.act == AuditedAct::Adjusted(account, row.delta) && act.at == row.at;
        let Some(at) = self.acts.iter().position(is_it) else { return false };
        self.acts.remove(at);
        true
    }

    /// The audit grows at its end, and what it says has happened by then.
    pub(super) fn put_audit(&mut self, id: u64, row: &AuditRow, counts: &mut Counts) -> CheckResult {
        let said = || format!("{id}: {row:?}");
        let last = self.audit.last_key_value().map_or(0, |(last, _)| *last);
        must(!self.live || id == last + 1, "acts are numbered without a hole", said)?;
        self.audit.insert(id, row.clone());
        if !self.live {
            // Its movement of chips comes later, with the cold rows.
            self.acts.push(row.clone());
            return Ok(());
        }
        must(row.at == self.latest, "an act is written down in its step", said)?;
        let sanction = |account: AccountId| self.sanctions.get(&account).copied().unwrap_or_default();
        let (done, premise) = match row.act {
            AuditedAct::InvitationMinted(hash, uses) => {
                (self.invitations.get(&hash).is_some_and(|row| row.uses_left == uses), "act: invite")
            }
            AuditedAct::InvitationRevoked(hash) => {
                (self.invitations.get(&hash).is_some_and(|row| row.uses_left == 0), "act: revoke-invitation")
            }
            AuditedAct::Frozen(account) => (sanction(account).frozen_at == Some(row.at), "act: freeze"),
            AuditedAct::Unfrozen(account) => (sanction(account).frozen_at.is_none(), "act: unfreeze"),
            AuditedAct::SessionsEnded(account) => (self.touched.signed_out.contains(&account), "act: end-sessions"),
            // Its row in the ledger has been explained by it.
            AuditedAct::Adjusted(..) => (!self.is_acted(row.act), "act: adjust"),
            AuditedAct::TableVoided(table) => {
                let at = self.row(table).and_then(|row| match row.status {
                    Status::Voided { at, .. } | Status::Cancelled { at } => Some(at),
                    Status::Waiting { .. } | Status::Playing { .. } | Status::Settled { .. } => None,
                });
                (at == Some(row.at), "act: void")
            }
            AuditedAct::Muted(account, until) => (sanction(account).muted_until == Some(until), "act: mute"),
            AuditedAct::Unmuted(account) => (sanction(account).muted_until.is_none(), "act: unmute"),
            AuditedAct::Erased(account) => (self.touched.erased.contains(&account), "act: erase"),
            AuditedAct::Exported(account) => (self.accounts.contains_key(&account), "act: export"),
            AuditedAct::KeyRotated(_) => (true, "act: rotate-key"),
            AuditedAct::Recovered(account) => {
                let reported = sanction(account).recovered_at == Some(row.at);
                (reported && self.touched.signed_out.contains(&account), "act: recover")
            }
            AuditedAct::TableMessageRemoved(author, table, id) => {
                let hot = self.tables.get(&table).and_then(|table| table.messages.get(&id));
                let find =
                    |row: &'_ ArchiveRow| row.messages.iter().find(|(of, _)| *of == id).map(|(_, row)| row.clone());
                let (premise, found) = match hot {
                    Some(hot) => ("act: remove-message", Some(hot.clone())),
                    None => ("act: remove-message of an archive", self.archives.get(&table).and_then(find)),
                };
                (found.is_some_and(|row| row.author == Some(author) && row.is_removed()), premise)
            }
            AuditedAct::PartyMessageRemoved(author, party, id) => {
                let found = self.party_messages.get(&party).and_then(|chat| chat.get(&id));
                let done = found.is_some_and(|row| row.author == Some(author) && row.is_removed());
                (done, "act: remove-message of a party")
            }
        };
        counts.hit(premise);
        must(done, "an act that is written down has happened", said)
    }

    /// What is laid on a member, or taken off, the audit tells; with an erasure it goes.
    pub(super) fn put_sanction(&mut self, account: AccountId, row: SanctionRow) -> CheckResult {
        let before = self.sanctions.get(&account).copied().unwrap_or_default();
        if row == SanctionRow::default() {
            self.sanctions.remove(&account);
        } else {
            self.sanctions.insert(account, row);
        }
        let (frozen, muted) = (before.frozen_at != row.frozen_at, before.muted_until != row.muted_until);
        let recovered = before.recovered_at != row.recovered_at;
        let reported = |act: &AuditRow| match act.act {
            AuditedAct::Frozen(of) | AuditedAct::Unfrozen(of) => of == account && !muted && !recovered,
            AuditedAct::Muted(of, _) | AuditedAct::Unmuted(of) => of == account && !frozen && !recovered,
            AuditedAct::Recovered(of) => of == account && !frozen && !muted,
            AuditedAct::Erased(of) => of == account && row == SanctionRow::default(),
            _ => false,
        };
        let erases = row == SanctionRow::default();
        // A member who rotates the code has it for themselves again.
        let rotates = recovered && row.recovered_at.is_none() && !frozen && !muted;
        let is_reported = !self.live || erases || rotates || self.acts.iter().any(reported);
        must(is_reported, "what is laid on a member is written down", || format!("{account}: {before:?} to {row:?}"))
    }

    /// Of a batch that is taken in no act is left unexplained, and no table was voided in secret.
    pub(super) fn check_acts(&mut self) -> CheckResult {
        let acts = std::mem::take(&mut self.acts);
        must(acts.len() <= 1, "a step is one act at most", || format!("{acts:?}"))?;
        let adjusted = acts.iter().find(|row| matches!(row.act, AuditedAct::Adjusted(..)));
        must(adjusted.is_none(), "chips that were given or taken are booked", || format!("{adjusted:?}"))
    }
}
