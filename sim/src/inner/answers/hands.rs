//! What the operator is told: what he did, as it is kept, and what there is.

use super::AnsweredStep;
use crate::inner::model::Violation;
use crate::inner::oracles::ExpectedPage;
use crate::inner::permissions::{account_named, whom_of};
use crate::inner::world::SimWorld;
use turnstone_service::admin::{AdminAct, AdminOrder, AdminQuery};
use turnstone_service::answer::{
    AccountSheet, AdminAnswer, Answer, AuditEntry, AuditPage, InvitationEntry, InvitationPage,
};
use turnstone_service::credentials::code_hash;
use turnstone_service::ids::AccountId;
use turnstone_service::record::{AuditRow, AuditedAct, Player};
use turnstone_service::time::Millis;

/// Letters by which an invitation is known.
const LETTERS: usize = 16;

fn entry(id: u64, row: &AuditRow) -> AuditEntry {
    let (act, account) = match row.act {
        AuditedAct::InvitationMinted(..) => ("invite", None),
        AuditedAct::InvitationRevoked(_) => ("revoke-invitation", None),
        AuditedAct::Frozen(account) => ("freeze", Some(account)),
        AuditedAct::Unfrozen(account) => ("unfreeze", Some(account)),
        AuditedAct::SessionsEnded(account) => ("end-sessions", Some(account)),
        AuditedAct::Adjusted(account, _) => ("adjust", Some(account)),
        AuditedAct::TableVoided(_) => ("void", None),
        AuditedAct::Muted(account, _) => ("mute", Some(account)),
        AuditedAct::Unmuted(account) => ("unmute", Some(account)),
        AuditedAct::Erased(account) => ("erase", Some(account)),
        AuditedAct::Exported(account) => ("export", Some(account)),
        AuditedAct::KeyRotated(_) => ("rotate-key", None),
    };
    let hash = if let AuditedAct::InvitationRevoked(hash) | AuditedAct::InvitationMinted(hash, _) = row.act {
        Some(hash)
    } else {
        None
    };
    let invitation = hash.map(|hash| hex::encode(&hash[..LETTERS / 2]));
    AuditEntry {
        id,
        at: row.at,
        by: row.by.clone(),
        act,
        account,
        table: if let AuditedAct::TableVoided(table) = row.act { Some(table) } else { None },
        invitation,
        uses: if let AuditedAct::InvitationMinted(_, uses) = row.act { Some(uses) } else { None },
        chips: if let AuditedAct::Adjusted(_, chips) = row.act { Some(chips) } else { None },
        until: if let AuditedAct::Muted(_, until) = row.act { Some(until) } else { None },
        key: if let AuditedAct::KeyRotated(key) = row.act { Some(key) } else { None },
        reason: row.reason.clone(),
    }
}

impl SimWorld {
    /// What an order brought about is the newest act of the audit, and is told as it stands there.
    pub(super) fn acted_as_operator(&self, step: &AnsweredStep<'_>, order: &AdminOrder) -> Result<Answer, Violation> {
        let (id, row) = self.model.audit.last_key_value().ok_or_else(|| step.broken("nothing was written down"))?;
        let should = AuditRow {
            at: self.now(),
            by: order.by.clone(),
            act: self.audited(step, &order.act)?,
            reason: order.reason.clone(),
        };
        step.must(*row == should, || format!("the audit says {row:?}, not {should:?}"))?;
        Ok(Answer::Admin(AdminAnswer::Done(entry(*id, row))))
    }

    fn audited(&self, step: &AnsweredStep<'_>, act: &AdminAct) -> Result<AuditedAct, Violation> {
        let told = if let Answer::Admin(AdminAnswer::Done(entry)) = step.answer() { entry.account } else { None };
        // Whoever was erased has no handle any more.
        let named = whom_of(act).and_then(|whom| account_named(&self.model, whom));
        let erased = told.filter(|id| matches!(act, AdminAct::Erase { .. }) && !self.model.is_member(*id));
        let whom = || named.or(erased).ok_or_else(|| step.broken("nobody is meant"));
        Ok(match act {
            AdminAct::Invite { uses, .. } => {
                let Answer::Invited(told) = step.answer() else { return Err(step.broken("no code was told")) };
                AuditedAct::InvitationMinted(code_hash(&told.invite_code), *uses)
            }
            AdminAct::RevokeInvitation { invitation } => {
                let known = self.model.invitations.keys().find(|hash| hex::encode(hash).starts_with(invitation));
                AuditedAct::InvitationRevoked(*known.ok_or_else(|| step.broken("no such invitation"))?)
            }
            AdminAct::Freeze { .. } => AuditedAct::Frozen(whom()?),
            AdminAct::Unfreeze { .. } => AuditedAct::Unfrozen(whom()?),
            AdminAct::EndSessions { .. } => AuditedAct::SessionsEnded(whom()?),
            AdminAct::Adjust { chips, .. } => AuditedAct::Adjusted(whom()?, *chips),
            AdminAct::Void { table } => AuditedAct::TableVoided(*table),
            AdminAct::Mute { for_s, .. } => AuditedAct::Muted(whom()?, self.now().plus_s(*for_s)),
            AdminAct::Unmute { .. } => AuditedAct::Unmuted(whom()?),
            AdminAct::Erase { .. } => AuditedAct::Erased(whom()?),
            AdminAct::Export { .. } => AuditedAct::Exported(whom()?),
            AdminAct::RotateKey { key } => AuditedAct::KeyRotated(*key),
        })
    }

    /// What there is to be seen.
    pub(super) fn shown(&mut self, step: &AnsweredStep<'_>, query: &AdminQuery) -> Result<Answer, Violation> {
        Ok(Answer::Admin(match query {
            AdminQuery::Account { whom } => {
                let account = account_named(&self.model, whom).ok_or_else(|| step.broken("nobody is meant"))?;
                AdminAnswer::Account(self.sheet(account))
            }
            AdminQuery::Audit { .. } => {
                let Some(ExpectedPage::Audit(rows)) = self.pages.remove(&step.id) else {
                    return Err(step.broken("no such page was looked up in storage"));
                };
                let audit: Vec<AuditEntry> = rows.iter().map(|(id, row)| entry(*id, row)).collect();
                let before = audit.last().map(|last| last.id).filter(|id| *id > 1);
                AdminAnswer::Audit(AuditPage { audit, before })
            }
            AdminQuery::Invitations { after: _, limit } => {
                let open = self.model.invitations.iter();
                let open = open.filter(|(_, row)| row.uses_left > 0 && row.expires_at.is_none_or(|at| at > self.now()));
                let invitations: Vec<InvitationEntry> = open
                    .map(|(hash, row)| InvitationEntry {
                        id: hex::encode(&hash[..LETTERS / 2]),
                        uses_left: row.uses_left,
                        expires_at: row.expires_at,
                        test: row.test,
                        referrer: row.referrer,
                    })
                    .collect();
                let after = invitations.get(limit - 1).filter(|_| invitations.len() > *limit).map(|row| row.id.clone());
                let invitations = invitations.into_iter().take(*limit).collect();
                AdminAnswer::Invitations(InvitationPage { invitations, after })
            }
        }))
    }

    fn sheet(&self, id: AccountId) -> AccountSheet {
        let model = &self.model;
        let row = &model.accounts[&id];
        let later = |at: Option<Millis>| at.filter(|at| *at > self.now());
        let sanction = model.sanctions.get(&id).copied().unwrap_or_default();
        let standing = model.club.standing(id);
        let concerned = |row: &turnstone_service::record::TableRow| {
            row.players.contains(&Player::Member(id)) || row.host == Some(id) || row.invited == Some(id)
        };
        let tables = model.tables.iter().filter(|(_, table)| table.is_active() && concerned(&table.row));
        let parties = model.parties.iter().filter(|(_, row)| row.members.contains(&id));
        let linked = model.identities.values().filter(|row| row.account == id && row.linked.is_some());
        AccountSheet {
            id,
            handle: model.handle(id),
            joined_at: row.joined_at,
            test: row.test,
            erased: row.slot.is_none(),
            frozen_at: sanction.frozen_at,
            muted_until: later(sanction.muted_until),
            paused_until: later(row.paused_until),
            referrer: row.referrer,
            balance: model.chips.balance(id),
            at_tables: model.wealth(id) - model.chips.balance(id),
            net: standing.net,
            settled_tables: standing.tables,
            tables: tables.map(|(id, _)| *id).collect(),
            grants: model.grants.values().filter(|row| row.owner == id && !row.ended).count() as u32,
            parties: parties.map(|(id, _)| *id).collect(),
            agents: model.agents_of(id).map(|(id, _)| id).collect(),
            identities: linked.count() as u32,
            push_subscriptions: model.subscriptions.values().filter(|row| row.account == id).count() as u32,
        }
    }
}
