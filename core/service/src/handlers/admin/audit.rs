//! The audit log as operators see it.

use crate::answer::{Answer, AuditEntry, AuditPage};
use crate::record::{AuditRow, AuditedAct, Record};

/// Letters of an invitation's id.
pub(super) const ID_LETTERS: usize = 16;

/// A page of the audit log, from the rows that storage has found.
pub(crate) fn audit_page(rows: &[Record]) -> Answer {
    let shown = |record: &Record| if let Record::Audit(id, row) = record { Some(entry(*id, row)) } else { None };
    let audit: Vec<AuditEntry> = rows.iter().filter_map(shown).collect();
    let before = audit.last().map(|last| last.id).filter(|id| *id > 1);
    Answer::AuditPage(AuditPage { audit, before })
}

/// An act as operators see it.
pub(crate) fn entry(id: u64, row: &AuditRow) -> AuditEntry {
    let AuditRow { at, by, act, reason } = row;
    let entry = AuditEntry {
        id,
        at: *at,
        by: by.clone(),
        act: word(act),
        account: None,
        table: None,
        party: None,
        message: None,
        invitation: None,
        uses: None,
        chips: None,
        until: None,
        key: None,
        reason: reason.clone(),
    };
    match *act {
        AuditedAct::InvitationMinted(hash, uses) => {
            AuditEntry { invitation: Some(id_of_invitation(&hash)), uses: Some(uses), ..entry }
        }
        AuditedAct::InvitationRevoked(hash) => AuditEntry { invitation: Some(id_of_invitation(&hash)), ..entry },
        AuditedAct::Adjusted(account, chips) => AuditEntry { account: Some(account), chips: Some(chips), ..entry },
        AuditedAct::Muted(account, until) => AuditEntry { account: Some(account), until: Some(until), ..entry },
        AuditedAct::TableVoided(table) => AuditEntry { table: Some(table), ..entry },
        AuditedAct::KeyRotated(key) => AuditEntry { key: Some(key), ..entry },
        AuditedAct::TableMessageRemoved(account, table, message) => {
            AuditEntry { account: Some(account), table: Some(table), message: Some(message), ..entry }
        }
        AuditedAct::PartyMessageRemoved(account, party, message) => {
            AuditEntry { account: Some(account), party: Some(party), message: Some(message), ..entry }
        }
        AuditedAct::Frozen(account)
        | AuditedAct::Unfrozen(account)
        | AuditedAct::SessionsEnded(account)
        | AuditedAct::Unmuted(account)
        | AuditedAct::Erased(account)
        | AuditedAct::Exported(account)
        | AuditedAct::Recovered(account) => AuditEntry { account: Some(account), ..entry },
    }
}

fn id_of_invitation(hash: &[u8; 32]) -> String {
    hex::encode(&hash[..ID_LETTERS / 2])
}

const fn word(act: &AuditedAct) -> &'static str {
    match act {
        AuditedAct::InvitationMinted(..) => "invite",
        AuditedAct::InvitationRevoked(_) => "revoke-invitation",
        AuditedAct::Frozen(_) => "freeze",
        AuditedAct::Unfrozen(_) => "unfreeze",
        AuditedAct::SessionsEnded(_) => "end-sessions",
        AuditedAct::Adjusted(..) => "adjust",
        AuditedAct::TableVoided(_) => "void",
        AuditedAct::Muted(..) => "mute",
        AuditedAct::Unmuted(_) => "unmute",
        AuditedAct::Erased(_) => "erase",
        AuditedAct::Exported(_) => "export",
        AuditedAct::KeyRotated(_) => "rotate-key",
        AuditedAct::Recovered(_) => "recover",
        AuditedAct::TableMessageRemoved(..) | AuditedAct::PartyMessageRemoved(..) => "remove-message",
    }
}
