//! What the operator is shown.

use crate::admin::{AdminQuery, Whom};
use crate::answer::{AccountSheet, AdminAnswer, Answer, AuditEntry, AuditPage, InvitationEntry, InvitationPage};
use crate::effects::Query;
use crate::pending::PendingQuery;
use crate::record::{AuditRow, AuditedAct, InvitationRow, LedgerAccount, Record};
use crate::refusal::Refusal;
use crate::request::RequestId;
use crate::step::{HandlerResult, Step};

/// Rows of a page at most.
const MOST_ROWS: usize = 1000;
/// Letters that an invitation is known by.
const ID_LETTERS: usize = 16;

impl Step<'_> {
    pub(crate) fn show(&mut self, id: RequestId, query: &AdminQuery) -> HandlerResult {
        let shown = match query {
            AdminQuery::Invitations { after, limit } => {
                AdminAnswer::Invitations(self.invitation_page(after.as_deref(), rows(*limit)?))
            }
            AdminQuery::Account { whom } => AdminAnswer::Account(self.account_sheet(whom)?),
            AdminQuery::Members { filter, before, limit } => {
                AdminAnswer::Members(self.member_page(filter, *before, rows(*limit)?))
            }
            AdminQuery::Tables { filter, before, limit } => {
                return self.search_tables(id, filter, *before, rows(*limit)?);
            }
            AdminQuery::Messages { chat, after, limit } => return self.chat_page(id, *chat, *after, rows(*limit)?),
            AdminQuery::Audit { before, limit } => {
                let query = Query::Audit { before: *before, limit: rows(*limit)? };
                return Ok(self.ask(query, PendingQuery::Audit(id)));
            }
        };
        Ok(Answer::Admin(shown).into())
    }

    fn invitation_page(&self, after: Option<&str>, limit: usize) -> InvitationPage {
        let opens = |row: &InvitationRow| row.uses_left > 0 && row.expires_at.is_none_or(|at| at > self.now);
        let open = self.state.invitations.iter().filter(|(_, row)| opens(row));
        let later = open.map(|(hash, row)| (hex::encode(hash), row)).filter(|(id, _)| {
            // What it was told by is how the one begins that it was told of.
            after.is_none_or(|after| !id.starts_with(after) && id.as_str() > after)
        });
        let mut page: Vec<InvitationEntry> = later.take(limit + 1).map(|(id, row)| invitation(&id, row)).collect();
        let more = page.len() > limit;
        page.truncate(limit);
        let after = page.last().filter(|_| more).map(|last| last.id.clone());
        InvitationPage { invitations: page, after }
    }

    fn account_sheet(&self, whom: &Whom) -> Result<AccountSheet, Refusal> {
        let id = self.find_member(whom)?;
        let known = self.state.accounts.known(id);
        let sanction = self.state.sanctions.get(&id).copied().unwrap_or_default();
        let ledger = self.state.ledger.get(LedgerAccount::Member(id));
        Ok(AccountSheet {
            id,
            handle: known.handle.clone(),
            joined_at: known.row.joined_at,
            seen_at: self.seen_at(id),
            test: known.row.test,
            erased: known.is_erased(),
            recovered_at: sanction.recovered_at,
            frozen_at: sanction.frozen_at,
            muted_until: self.muted_until(id),
            paused_until: known.row.paused_until.filter(|until| *until > self.now),
            referrer: known.row.referrer,
            balance: ledger.balance,
            at_tables: self.state.ledger.stakes_of(id).all,
            net: ledger.net,
            settled_tables: ledger.settled_tables,
            tables: self.state.tables.active_of(id).map(|(table, _)| table).collect(),
            grants: self.state.grants.of_owner(id).count() as u32,
            parties: self.state.parties.of(id).collect(),
            agents: self.state.agents.of(id).map(|(agent, _)| agent).collect(),
            identities: self.state.identities.of(id).filter(|(_, row)| row.linked.is_some()).count() as u32,
            push_subscriptions: self.state.subscriptions.of(id).count() as u32,
        })
    }
}

/// What storage found of the audit.
pub(crate) fn audit_page(rows: &[Record]) -> AdminAnswer {
    let told = |record: &Record| if let Record::Audit(id, row) = record { Some(entry(*id, row)) } else { None };
    let audit: Vec<AuditEntry> = rows.iter().filter_map(told).collect();
    let before = audit.last().map(|last| last.id).filter(|id| *id > 1);
    AdminAnswer::Audit(AuditPage { audit, before })
}

fn rows(limit: usize) -> Result<usize, Refusal> {
    if limit == 0 || limit > MOST_ROWS {
        return Err(Refusal::Invalid { field: "limit", problem: "must be 1 to 1000" });
    }
    Ok(limit)
}

fn invitation(id: &str, row: &InvitationRow) -> InvitationEntry {
    InvitationEntry {
        id: id[..ID_LETTERS].to_owned(),
        uses_left: row.uses_left,
        expires_at: row.expires_at,
        test: row.test,
        referrer: row.referrer,
    }
}

/// An act as it is told.
pub(crate) fn entry(id: u64, row: &AuditRow) -> AuditEntry {
    let AuditRow { at, by, act, reason } = row;
    let told = AuditEntry {
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
            AuditEntry { invitation: Some(id_of_invitation(&hash)), uses: Some(uses), ..told }
        }
        AuditedAct::InvitationRevoked(hash) => AuditEntry { invitation: Some(id_of_invitation(&hash)), ..told },
        AuditedAct::Adjusted(account, chips) => AuditEntry { account: Some(account), chips: Some(chips), ..told },
        AuditedAct::Muted(account, until) => AuditEntry { account: Some(account), until: Some(until), ..told },
        AuditedAct::TableVoided(table) => AuditEntry { table: Some(table), ..told },
        AuditedAct::KeyRotated(key) => AuditEntry { key: Some(key), ..told },
        AuditedAct::TableMessageRemoved(account, table, message) => {
            AuditEntry { account: Some(account), table: Some(table), message: Some(message), ..told }
        }
        AuditedAct::PartyMessageRemoved(account, party, message) => {
            AuditEntry { account: Some(account), party: Some(party), message: Some(message), ..told }
        }
        AuditedAct::Frozen(account)
        | AuditedAct::Unfrozen(account)
        | AuditedAct::SessionsEnded(account)
        | AuditedAct::Unmuted(account)
        | AuditedAct::Erased(account)
        | AuditedAct::Exported(account)
        | AuditedAct::Recovered(account) => AuditEntry { account: Some(account), ..told },
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
