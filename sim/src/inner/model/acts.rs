//! Acts of operators: every act is audited in its own step, and nothing happens without an audit entry.

use super::kept::ended_at;
use crate::inner::model::Model;
use crate::inner::prelude::*;

/// The audit entries of a batch.
pub(super) fn acts_of(changes: &[Change]) -> Vec<AuditRow> {
    let act = |change: &Change| if let Change::Put(Record::Audit(_, row)) = change { Some(row.clone()) } else { None };
    changes.iter().filter_map(act).collect()
}

impl Model {
    pub(crate) fn is_frozen(&self, account: AccountId) -> bool {
        self.sanctions.get(&account).is_some_and(|row| row.frozen_at.is_some())
    }

    /// Whether a player's account is frozen.
    pub(crate) fn seats_frozen(&self, row: &TableRow) -> bool {
        row.players.iter().any(|player| matches!(player, Player::Member(account) if self.is_frozen(*account)))
    }

    /// Whether a member may not post messages.
    pub(crate) fn is_muted(&self, account: AccountId, now: Millis) -> bool {
        self.sanctions.get(&account).and_then(|row| row.muted_until).is_some_and(|until| until > now)
    }

    /// Whether a table was voided, by the operator or because the model was unavailable.
    pub(crate) fn is_voided(&self, table: TableId) -> bool {
        self.row(table).is_some_and(|row| matches!(row.status, Status::Voided { .. }))
    }

    pub(crate) fn is_voided_by_operator(&self, table: TableId) -> bool {
        let act = AuditedAct::TableVoided(table);
        self.is_voided(table) && (self.is_acted(act) || self.audit.values().any(|row| row.act == act))
    }

    /// Whether a duel counts for its agents: its owners' results count, the operator voided none of its legs, and at
    /// least one leg was served.
    pub(super) fn is_counted_duel(&self, duel: DuelId, outcome: DuelOutcome) -> bool {
        let legs = || (0..=5).map(|leg| TableId::of_leg(duel, leg));
        let settled = |table| self.row(table).is_some_and(|row| matches!(row.status, Status::Settled { .. }));
        !self.is_uncounted(duel)
            && !legs().any(|table| self.is_voided_by_operator(table))
            && (outcome != DuelOutcome::Draw || legs().any(settled))
    }

    /// Whether the batch contains this act of the operator.
    pub(super) fn is_acted(&self, act: AuditedAct) -> bool {
        self.acts.iter().any(|row| row.act == act)
    }

    /// Whether the operator made a movement of chips. Each act explains one movement.
    pub(super) fn take_adjustment(&mut self, account: AccountId, row: &LedgerRow) -> bool {
        let is_it = |act: &AuditRow| act.act == AuditedAct::Adjusted(account, row.delta) && act.at == row.at;
        let Some(at) = self.acts.iter().position(is_it) else { return false };
        self.acts.remove(at);
        let before = self.chips.balance(account);
        self.chips.adjusted.entry((account, row.delta, row.at)).or_insert(before);
        true
    }

    /// Audit entries are appended, and their acts have happened.
    pub(super) fn put_audit(&mut self, id: u64, row: &AuditRow) -> CheckResult {
        let said = || format!("{id}: {row:?}");
        let last = self.audit.last_key_value().map_or(0, |(last, _)| *last);
        must(!self.live || id == last + 1, "audit entries are numbered without gaps", said)?;
        self.audit.insert(id, row.clone());
        if !self.live {
            // The movement of chips follows with the cold rows.
            self.acts.push(row.clone());
            return Ok(());
        }
        must(row.at == self.latest, "an act is audited in its own step", said)?;
        let sanction = |account: AccountId| self.sanctions.get(&account).copied().unwrap_or_default();
        let uses_left = |hash: &[u8; 32]| self.invitations.get(hash).map(|row| row.uses_left);
        let removed = |chat: ChatPlace, id: u64, by: AccountId| {
            self.message_of(chat, id).is_some_and(|row| row.author == Some(by) && row.is_removed())
        };
        let done = match row.act {
            AuditedAct::InvitationMinted(hash, uses) => uses_left(&hash) == Some(uses),
            AuditedAct::InvitationRevoked(hash) => uses_left(&hash) == Some(0),
            AuditedAct::Frozen(account) => sanction(account).frozen_at == Some(row.at),
            AuditedAct::Unfrozen(account) => sanction(account).frozen_at.is_none(),
            AuditedAct::SessionsEnded(account) => self.touched.signed_out.contains(&account),
            // The ledger row was explained by the act.
            AuditedAct::Adjusted(..) => !self.is_acted(row.act),
            AuditedAct::TableVoided(table) => self.row(table).and_then(ended_at) == Some(row.at),
            AuditedAct::Muted(account, until) => sanction(account).muted_until == Some(until),
            AuditedAct::Unmuted(account) => sanction(account).muted_until.is_none(),
            AuditedAct::Erased(account) => self.touched.erased.contains(&account),
            AuditedAct::Exported(account) => self.accounts.contains_key(&account),
            AuditedAct::KeyRotated(_) => true,
            AuditedAct::Recovered(account) => {
                sanction(account).recovered_at == Some(row.at) && self.touched.signed_out.contains(&account)
            }
            AuditedAct::TableMessageRemoved(author, table, id) => removed(ChatPlace::Table(table), id, author),
            AuditedAct::PartyMessageRemoved(author, party, id) => removed(ChatPlace::Party(party), id, author),
        };
        must(done, "an audited act has happened", said)
    }

    /// Sanctions change only by an audited act or an erasure.
    pub(super) fn put_sanction(&mut self, account: AccountId, row: SanctionRow) -> CheckResult {
        let before = self.sanctions.get(&account).copied().unwrap_or_default();
        self.touched.frozen.extend(Some(account).filter(|_| before.frozen_at.is_none() && row.frozen_at.is_some()));
        if row == SanctionRow::default() {
            self.sanctions.remove(&account);
        } else {
            self.sanctions.insert(account, row);
        }
        // A member may rotate the recovery code after a recovery, and an erasure leaves nothing.
        let by_member = SanctionRow { recovered_at: None, ..before } == row || row == SanctionRow::default();
        let reported = |act: &AuditRow| match act.act {
            AuditedAct::Frozen(of) | AuditedAct::Unfrozen(of) => {
                of == account && SanctionRow { frozen_at: row.frozen_at, ..before } == row
            }
            AuditedAct::Muted(of, _) | AuditedAct::Unmuted(of) => {
                of == account && SanctionRow { muted_until: row.muted_until, ..before } == row
            }
            AuditedAct::Recovered(of) => {
                of == account && SanctionRow { recovered_at: row.recovered_at, ..before } == row
            }
            _ => false,
        };
        let is_reported = !self.live || by_member || self.acts.iter().any(reported);
        must!(is_reported, "sanctions are audited", "{account}: {before:?} to {row:?}")
    }

    /// After a batch every act is explained.
    pub(super) fn check_acts(&mut self) -> CheckResult {
        let acts = std::mem::take(&mut self.acts);
        must!(acts.len() <= 1, "a step performs at most one act", "{acts:?}")?;
        let adjusted = acts.iter().find(|row| matches!(row.act, AuditedAct::Adjusted(..)));
        must!(adjusted.is_none(), "adjusted chips have a ledger row", "{adjusted:?}")
    }
}
