//! What the operator is told: what he did, as it is kept, and what there is.

use super::AnsweredStep;
use crate::inner::judge::Judge;
use crate::inner::model::Violation;
use crate::inner::oracles::ExpectedPage;
use crate::inner::permissions::{account_named, whom_of};
use std::collections::BTreeMap;
use turnstone_service::admin::{AdminAct, AdminOrder, AdminQuery, ChatPlace, MemberFilter, MemberStatus};
use turnstone_service::answer::{
    AccountSheet, AdminAnswer, Answer, AuditEntry, AuditPage, ChatEntry, ChatPage, InvitationEntry, InvitationPage,
    MemberEntry, MemberPage, RecoveredAccount, TableEntry, TablePage,
};
use turnstone_service::credentials::code_hash;
use turnstone_service::ids::AccountId;
use turnstone_service::record::{AuditRow, AuditedAct, MessageRow, Player};
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
        AuditedAct::Recovered(account) => ("recover", Some(account)),
        AuditedAct::TableMessageRemoved(account, ..) | AuditedAct::PartyMessageRemoved(account, ..) => {
            ("remove-message", Some(account))
        }
    };
    let (table, party, message) = if let AuditedAct::TableVoided(table) = row.act {
        (Some(table), None, None)
    } else if let AuditedAct::TableMessageRemoved(_, table, message) = row.act {
        (Some(table), None, Some(message))
    } else if let AuditedAct::PartyMessageRemoved(_, party, message) = row.act {
        (None, Some(party), Some(message))
    } else {
        (None, None, None)
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
        table,
        party,
        message,
        invitation,
        uses: if let AuditedAct::InvitationMinted(_, uses) = row.act { Some(uses) } else { None },
        chips: if let AuditedAct::Adjusted(_, chips) = row.act { Some(chips) } else { None },
        until: if let AuditedAct::Muted(_, until) = row.act { Some(until) } else { None },
        key: if let AuditedAct::KeyRotated(key) = row.act { Some(key) } else { None },
        reason: row.reason.clone(),
    }
}

impl Judge {
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
        let record = entry(*id, row);
        if let AuditedAct::Recovered(account) = row.act {
            let Answer::Admin(AdminAnswer::Recovered(told)) = step.answer() else {
                return Err(step.broken("no code was told"));
            };
            self.check_root(step, account, &told.recovery_code)?;
            let handle = self.model.handle(account);
            return Ok(Answer::Admin(AdminAnswer::Recovered(RecoveredAccount {
                record,
                handle,
                recovery_code: String::new(),
            })));
        }
        Ok(Answer::Admin(AdminAnswer::Done(record)))
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
            AdminAct::Recover { .. } => AuditedAct::Recovered(whom()?),
            AdminAct::RemoveMessage { chat, message } => {
                let row = self.message_row(*chat, *message).ok_or_else(|| step.broken("no such message"))?;
                let author = row.author.ok_or_else(|| step.broken("nobody wrote it"))?;
                match chat {
                    ChatPlace::Table(table) => AuditedAct::TableMessageRemoved(author, *table, *message),
                    ChatPlace::Party(party) => AuditedAct::PartyMessageRemoved(author, *party, *message),
                }
            }
        })
    }

    fn message_row(&self, chat: ChatPlace, message: u64) -> Option<MessageRow> {
        let model = &self.model;
        match chat {
            ChatPlace::Party(party) => model.party_messages.get(&party)?.get(&message).cloned(),
            ChatPlace::Table(table) => match model.tables.get(&table) {
                Some(known) => known.messages.get(&message).cloned(),
                None => {
                    let rows = &model.archives.get(&table)?.messages;
                    rows.iter().find(|(id, _)| *id == message).map(|(_, row)| row.clone())
                }
            },
        }
    }

    /// The members that fit, newest first. What is told of when they were seen is within its bounds.
    fn members(&self, step: &AnsweredStep<'_>, filter: &MemberFilter, limit: usize) -> Result<MemberPage, Violation> {
        let told =
            if let Answer::Admin(AdminAnswer::Members(page)) = step.answer() { page.members.as_slice() } else { &[] };
        let seen: BTreeMap<AccountId, Option<Millis>> = told.iter().map(|row| (row.id, row.seen_at)).collect();
        let mut page = MemberPage { members: Vec::new(), before: None };
        for (id, row) in self.model.accounts.iter().rev() {
            if page.members.len() == limit {
                page.before = page.members.last().map(|last| last.id);
                break;
            }
            let member = self.member(*id, seen.get(id).copied().unwrap_or(Some(row.joined_at)));
            let has_status = match filter.status {
                None => true,
                Some(MemberStatus::Active) => !member.erased && member.frozen_at.is_none(),
                Some(MemberStatus::Frozen) => member.frozen_at.is_some(),
                Some(MemberStatus::Muted) => member.muted_until.is_some(),
                Some(MemberStatus::Paused) => member.paused_until.is_some(),
                Some(MemberStatus::Erased) => member.erased,
                Some(MemberStatus::Test) => member.test,
            };
            let begins =
                filter.handle.as_ref().is_none_or(|prefix| member.handle.starts_with(&prefix.trim().to_lowercase()));
            if has_status && begins && filter.balance_min.is_none_or(|least| member.balance >= least) {
                self.check_seen(step, *id, member.seen_at)?;
                page.members.push(member);
            }
        }
        Ok(page)
    }

    /// A member was seen between the join and now; of an erased one nothing is told.
    fn check_seen(&self, step: &AnsweredStep<'_>, id: AccountId, seen: Option<Millis>) -> Result<(), Violation> {
        let row = &self.model.accounts[&id];
        let fits = match seen {
            Some(at) => row.slot.is_some() && row.joined_at <= at && at <= self.now(),
            None => row.slot.is_none(),
        };
        step.must(fits, || format!("{id} was seen at {seen:?}"))
    }

    fn member(&self, id: AccountId, seen_at: Option<Millis>) -> MemberEntry {
        let row = &self.model.accounts[&id];
        let later = |at: Option<Millis>| at.filter(|at| *at > self.now());
        let sanction = self.model.sanctions.get(&id).copied().unwrap_or_default();
        MemberEntry {
            id,
            handle: self.model.handle(id),
            joined_at: row.joined_at,
            seen_at: seen_at.filter(|_| row.slot.is_some()),
            balance: self.model.chips.balance(id),
            frozen_at: sanction.frozen_at,
            muted_until: later(sanction.muted_until),
            paused_until: later(row.paused_until),
            erased: row.slot.is_none(),
            test: row.test,
        }
    }

    fn tables(&mut self, step: &AnsweredStep<'_>, limit: usize) -> Result<TablePage, Violation> {
        let Some(ExpectedPage::Tables(found)) = self.pages.remove(&step.id) else {
            return Err(step.broken("no such tables were looked up"));
        };
        let mut all: BTreeMap<_, TableEntry> = BTreeMap::new();
        for (id, row, messages) in &found.cold {
            all.insert(*id, self.table_entry(*id, row, *messages, true));
        }
        self.counts.add("premise: archived tables searched", found.cold.len() as u64);
        all.extend(found.hot.into_iter().map(|entry| (entry.id, entry)));
        let mut tables: Vec<TableEntry> =
            all.into_values().rev().filter(|entry| Some(entry.id) >= found.floor).collect();
        let before = if tables.len() > limit { Some(tables[limit - 1].id) } else { found.floor };
        tables.truncate(limit);
        Ok(TablePage { tables, before })
    }

    fn chat(
        &mut self,
        step: &AnsweredStep<'_>,
        chat: ChatPlace,
        after: u64,
        limit: usize,
    ) -> Result<ChatPage, Violation> {
        let hot = if let ChatPlace::Table(table) = chat { self.model.tables.get(&table) } else { None };
        let rows: Vec<(u64, MessageRow)> = match (hot, self.pages.remove(&step.id)) {
            (_, Some(ExpectedPage::Chat(Some(rows)))) => rows,
            (Some(table), _) => table.messages.iter().map(|(id, row)| (*id, row.clone())).collect(),
            (None, _) => return Err(step.broken("no such chat was looked up")),
        };
        let archive = if let ChatPlace::Table(table) = chat { self.model.archives.get(&table) } else { None };
        let dropped = archive.is_some_and(|row| self.model.is_chat_over(row, self.now()));
        let rows: Vec<_> = rows.into_iter().filter(|(id, _)| *id > after && !dropped).collect();
        let next = rows.get(limit - 1).filter(|_| rows.len() > limit).map(|(id, _)| *id);
        let told = rows.iter().take(limit).map(|(id, row)| {
            let message = self.model.message(*id, row, None);
            ChatEntry {
                id: *id,
                seat: row.seat,
                name: message.name,
                account: row.author,
                body: message.body,
                at: row.at,
                removed: message.removed.is_some(),
            }
        });
        Ok(ChatPage { messages: told.collect(), after: next })
    }

    /// What there is to be seen.
    pub(super) fn shown(&mut self, step: &AnsweredStep<'_>, query: &AdminQuery) -> Result<Answer, Violation> {
        Ok(Answer::Admin(match query {
            AdminQuery::Account { whom } => {
                let account = account_named(&self.model, whom).ok_or_else(|| step.broken("nobody is meant"))?;
                let told =
                    if let Answer::Admin(AdminAnswer::Account(told)) = step.answer() { told.seen_at } else { None };
                self.check_seen(step, account, told)?;
                AdminAnswer::Account(AccountSheet { seen_at: told, ..self.sheet(account) })
            }
            AdminQuery::Members { filter, before: _, limit } => {
                AdminAnswer::Members(self.members(step, filter, *limit)?)
            }
            AdminQuery::Tables { limit, .. } => AdminAnswer::Tables(self.tables(step, *limit)?),
            AdminQuery::Messages { chat, after, limit } => {
                AdminAnswer::Messages(self.chat(step, *chat, *after, *limit)?)
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
            seen_at: None,
            test: row.test,
            erased: row.slot.is_none(),
            recovered_at: sanction.recovered_at,
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
