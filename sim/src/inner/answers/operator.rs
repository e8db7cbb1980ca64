//! What the operator gets to see: each act as the audit has it, and what there is.

use super::AnsweredStep;
use crate::inner::judge::Judge;
use crate::inner::model::Violation;
use crate::inner::oracles::ExpectedPage;
use crate::inner::permissions::{account_named, whom_of};
use crate::rules::INVITATION_LETTERS;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use turnstone_service::admin::{AdminAct, AdminOrder, AdminQuery, ChatPlace, MemberFilter, MemberStatus};
use turnstone_service::answer::{AdminAnswer, Answer};
use turnstone_service::credentials::code_hash;
use turnstone_service::effects::Order;
use turnstone_service::ids::{AccountId, TableId};
use turnstone_service::record::{AuditRow, AuditedAct, InvitationRow, MessageRow, Player, TableRow};
use turnstone_service::time::Millis;

/// The letters by which an invitation is known.
fn letters(hash: &[u8; 32]) -> String {
    hex::encode(hash)[..INVITATION_LETTERS].to_owned()
}

/// An act as answers have it: its name, and what of the rest it has.
fn entry(id: u64, row: &AuditRow) -> Value {
    let (act, of) = match &row.act {
        AuditedAct::InvitationMinted(hash, uses) => ("invite", json!({ "invitation": letters(hash), "uses": uses })),
        AuditedAct::InvitationRevoked(hash) => ("revoke-invitation", json!({ "invitation": letters(hash) })),
        AuditedAct::Frozen(account) => ("freeze", json!({ "account": account })),
        AuditedAct::Unfrozen(account) => ("unfreeze", json!({ "account": account })),
        AuditedAct::SessionsEnded(account) => ("end-sessions", json!({ "account": account })),
        AuditedAct::Adjusted(account, chips) => ("adjust", json!({ "account": account, "chips": chips })),
        AuditedAct::TableVoided(table) => ("void", json!({ "table": table })),
        AuditedAct::Muted(account, until) => ("mute", json!({ "account": account, "until": until })),
        AuditedAct::Unmuted(account) => ("unmute", json!({ "account": account })),
        AuditedAct::Erased(account) => ("erase", json!({ "account": account })),
        AuditedAct::Exported(account) => ("export", json!({ "account": account })),
        AuditedAct::KeyRotated(key) => ("rotate-key", json!({ "key": key })),
        AuditedAct::Recovered(account) => ("recover", json!({ "account": account })),
        AuditedAct::TableMessageRemoved(account, table, message) => {
            ("remove-message", json!({ "account": account, "table": table, "message": message }))
        }
        AuditedAct::PartyMessageRemoved(account, party, message) => {
            ("remove-message", json!({ "account": account, "party": party, "message": message }))
        }
    };
    let mut told = json!({ "id": id, "at": row.at, "by": row.by, "act": act, "reason": row.reason });
    for (name, value) in of.as_object().into_iter().flatten() {
        told[name] = value.clone();
    }
    told
}

impl Judge {
    /// What the operator ordered.
    pub(super) fn ordered(&mut self, step: &AnsweredStep<'_>) -> Result<Value, Violation> {
        match &step.pending.order {
            Some(Order::Invite { uses, expires_in_s, test }) => self.invited(step, *uses, *expires_in_s, *test),
            Some(Order::Act(order)) => {
                let done = self.acted_as_operator(step, order)?;
                let AdminAct::Invite { uses, expires_in_s, test } = &order.act else { return Ok(done) };
                self.invited(step, *uses, *expires_in_s, *test)
            }
            Some(Order::Show(query)) => self.shown(step, query),
            Some(Order::Drain | Order::Full(_) | Order::Limits(_)) | None => Ok(json!({ "ok": true })),
        }
    }

    fn invited(
        &self,
        step: &AnsweredStep<'_>,
        uses_left: u32,
        expires_in_s: Option<u64>,
        test: bool,
    ) -> Result<Value, Violation> {
        let Answer::Invited(told) = step.answer() else { return Err(step.broken("no recovery code was sent")) };
        let row = self.model.invitations.get(&code_hash(&told.invite_code));
        let expires_at = expires_in_s.map(|seconds| self.now().plus_s(seconds));
        let should = InvitationRow { uses_left, expires_at, test, referrer: None };
        step.must(row == Some(&should), || format!("its code opens {row:?}, not {should:?}"))?;
        Ok(json!({ "uses": uses_left }))
    }

    /// What an order brought about is the newest act of the audit, and is answered as it stands there.
    fn acted_as_operator(&self, step: &AnsweredStep<'_>, order: &AdminOrder) -> Result<Value, Violation> {
        let (id, row) = self.model.audit.last_key_value().ok_or_else(|| step.broken("nothing was written down"))?;
        let should = AuditRow {
            at: self.now(),
            by: order.by.clone(),
            act: self.audited(step, &order.act)?,
            reason: order.reason.clone(),
        };
        step.must(*row == should, || format!("the audit says {row:?}, not {should:?}"))?;
        let mut record = entry(*id, row);
        if let AuditedAct::Recovered(account) = row.act {
            let Answer::Admin(AdminAnswer::Recovered(told)) = step.answer() else {
                return Err(step.broken("no recovery code was sent"));
            };
            self.check_root(step, account, &told.recovery_code)?;
            record["handle"] = self.model.handle(account).into();
        }
        Ok(record)
    }

    fn audited(&self, step: &AnsweredStep<'_>, act: &AdminAct) -> Result<AuditedAct, Violation> {
        let told = if let Answer::Admin(AdminAnswer::Done(entry)) = step.answer() { entry.account } else { None };
        // An erased member has no handle any more.
        let named = whom_of(act).and_then(|whom| account_named(&self.model, whom));
        let erased = told.filter(|id| matches!(act, AdminAct::Erase { .. }) && !self.model.is_member(*id));
        let whom = || named.or(erased).ok_or_else(|| step.broken("no account is meant"));
        Ok(match act {
            AdminAct::Invite { uses, .. } => {
                let Answer::Invited(told) = step.answer() else { return Err(step.broken("no recovery code was sent")) };
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
                let author = self.author_of(*chat, *message).ok_or_else(|| step.broken("no member wrote it"))?;
                match chat {
                    ChatPlace::Table(table) => AuditedAct::TableMessageRemoved(author, *table, *message),
                    ChatPlace::Party(party) => AuditedAct::PartyMessageRemoved(author, *party, *message),
                }
            }
        })
    }

    fn author_of(&self, chat: ChatPlace, message: u64) -> Option<AccountId> {
        let model = &self.model;
        let row = match chat {
            ChatPlace::Party(party) => model.party_messages.get(&party)?.get(&message)?,
            ChatPlace::Table(table) => match model.tables.get(&table) {
                Some(known) => known.messages.get(&message)?,
                None => {
                    model.archives.get(&table)?.messages.iter().find(|(id, _)| *id == message).map(|(_, row)| row)?
                }
            },
        };
        row.author
    }

    /// The members that fit, newest first. When they were seen is within its bounds.
    fn members(&self, step: &AnsweredStep<'_>, filter: &MemberFilter, limit: usize) -> Result<Value, Violation> {
        let told =
            if let Answer::Admin(AdminAnswer::Members(page)) = step.answer() { page.members.as_slice() } else { &[] };
        let seen: BTreeMap<AccountId, Option<Millis>> = told.iter().map(|row| (row.id, row.seen_at)).collect();
        let mut rows: Vec<Value> = Vec::new();
        let mut before = None;
        for id in self.model.accounts.keys().rev() {
            if rows.len() == limit {
                before = rows.last().map(|last| last["id"].clone());
                break;
            }
            let mut member = self.member_facts(*id);
            let is = |name: &str| !matches!(member[name], Value::Null | Value::Bool(false));
            let fits = match filter.status {
                None => true,
                Some(MemberStatus::Active) => !is("erased") && !is("frozenAt"),
                Some(MemberStatus::Frozen) => is("frozenAt"),
                Some(MemberStatus::Muted) => is("mutedUntil"),
                Some(MemberStatus::Paused) => is("pausedUntil"),
                Some(MemberStatus::Erased) => is("erased"),
                Some(MemberStatus::Test) => is("test"),
            };
            let handle = self.model.handle(*id);
            let begins = filter.handle.as_ref().is_none_or(|prefix| handle.starts_with(&prefix.trim().to_lowercase()));
            if fits && begins && filter.balance_min.is_none_or(|least| self.model.chips.balance(*id) >= least) {
                member["seenAt"] = json!(self.seen(step, *id, seen.get(id).copied().flatten())?);
                rows.push(member);
            }
        }
        Ok(json!({ "members": rows, "before": before }))
    }

    /// A member was seen between the join and now; of an erased one it is not said.
    fn seen(&self, step: &AnsweredStep<'_>, id: AccountId, seen: Option<Millis>) -> Result<Option<Millis>, Violation> {
        let row = &self.model.accounts[&id];
        let fits = match seen {
            Some(at) => row.slot.is_some() && row.joined_at <= at && at <= self.now(),
            None => row.slot.is_none(),
        };
        step.must(fits, || format!("{id} was seen at {seen:?}"))?;
        Ok(seen)
    }

    /// A table in a search.
    pub(crate) fn table_entry(&self, id: TableId, row: &TableRow, messages: usize, archived: bool) -> Value {
        let mut facts = self.table_facts(id, row, None);
        (facts["messages"], facts["archived"]) = (messages.into(), archived.into());
        facts
    }

    fn tables(&mut self, step: &AnsweredStep<'_>, limit: usize) -> Result<Value, Violation> {
        let Some(ExpectedPage::Tables(found)) = self.pages.remove(&step.id) else {
            return Err(step.broken("no such tables were looked up"));
        };
        let cold = found.cold.iter().map(|(id, row, messages)| (*id, self.table_entry(*id, row, *messages, true)));
        let mut all: BTreeMap<TableId, Value> = cold.collect();
        self.counts.add("premise: archived tables searched", found.cold.len() as u64);
        all.extend(found.hot);
        let mut tables: Vec<(TableId, Value)> =
            all.into_iter().rev().filter(|(id, _)| Some(*id) >= found.floor).collect();
        let before = if tables.len() > limit { Some(tables[limit - 1].0) } else { found.floor };
        tables.truncate(limit);
        let rows: Vec<Value> = tables.into_iter().map(|(_, entry)| entry).collect();
        Ok(json!({ "tables": rows, "before": before }))
    }

    fn chat(&mut self, step: &AnsweredStep<'_>, chat: ChatPlace, after: u64, limit: usize) -> Result<Value, Violation> {
        let (hot, archive) = match chat {
            ChatPlace::Table(table) => (self.model.tables.get(&table), self.model.archives.get(&table)),
            ChatPlace::Party(_) => (None, None),
        };
        let rows: Vec<(u64, MessageRow)> = match (hot, self.pages.remove(&step.id)) {
            (_, Some(ExpectedPage::Chat(Some(rows)))) => rows,
            (Some(table), _) => table.messages.iter().map(|(id, row)| (*id, row.clone())).collect(),
            (None, _) => return Err(step.broken("no such chat was looked up")),
        };
        let dropped = archive.is_some_and(|row| self.model.is_chat_over(row, self.now()));
        let rows: Vec<_> = rows.into_iter().filter(|(id, _)| *id > after && !dropped).collect();
        let next = rows.get(limit - 1).filter(|_| rows.len() > limit).map(|(id, _)| *id);
        let told = rows.iter().take(limit).map(|(id, row)| {
            let message = self.model.message(*id, row, None);
            json!({
                "id": id, "seat": row.seat, "name": message.name, "account": row.author, "body": message.body,
                "at": row.at, "removed": message.removed.is_some(),
            })
        });
        Ok(json!({ "messages": told.collect::<Vec<_>>(), "after": next }))
    }

    /// What there is to be seen.
    fn shown(&mut self, step: &AnsweredStep<'_>, query: &AdminQuery) -> Result<Value, Violation> {
        match query {
            AdminQuery::Account { whom } => {
                let account = account_named(&self.model, whom).ok_or_else(|| step.broken("no account is meant"))?;
                self.sheet(step, account)
            }
            AdminQuery::Members { filter, before: _, limit } => self.members(step, filter, *limit),
            AdminQuery::Tables { limit, .. } => self.tables(step, *limit),
            AdminQuery::Messages { chat, after, limit } => self.chat(step, *chat, *after, *limit),
            AdminQuery::Audit { .. } => {
                let Some(ExpectedPage::Audit(rows)) = self.pages.remove(&step.id) else {
                    return Err(step.broken("no such page was looked up in storage"));
                };
                let before = rows.last().map(|(id, _)| *id).filter(|id| *id > 1);
                let audit: Vec<Value> = rows.iter().map(|(id, row)| entry(*id, row)).collect();
                Ok(json!({ "audit": audit, "before": before }))
            }
            AdminQuery::Invitations { after: _, limit } => {
                let open = self.model.invitations.iter();
                let open = open.filter(|(_, row)| row.uses_left > 0 && row.expires_at.is_none_or(|at| at > self.now()));
                let mut rows: Vec<Value> = open
                    .map(|(hash, row)| {
                        json!({
                            "id": letters(hash), "usesLeft": row.uses_left, "expiresAt": row.expires_at,
                            "test": row.test, "referrer": row.referrer,
                        })
                    })
                    .collect();
                let after = rows.get(limit - 1).filter(|_| rows.len() > *limit).map(|row| row["id"].clone());
                rows.truncate(*limit);
                Ok(json!({ "invitations": rows, "after": after }))
            }
        }
    }

    /// All of an account.
    fn sheet(&self, step: &AnsweredStep<'_>, id: AccountId) -> Result<Value, Violation> {
        let (model, mut sheet) = (&self.model, self.member_facts(id));
        let told = if let Answer::Admin(AdminAnswer::Account(told)) = step.answer() { told.seen_at } else { None };
        let concerned = |row: &TableRow| {
            row.players.contains(&Player::Member(id)) || row.host == Some(id) || row.invited == Some(id)
        };
        let tables = model.tables.iter().filter(|(_, table)| table.is_active() && concerned(&table.row));
        let parties = model.parties.iter().filter(|(_, row)| row.members.contains(&id));
        let linked = model.identities.values().filter(|row| row.account == id && row.linked.is_some());
        let browsers = model.subscriptions.values().filter(|row| row.account == id);
        let grants = model.grants.values().filter(|row| row.owner == id && !row.ended);
        sheet["seenAt"] = json!(self.seen(step, id, told)?);
        sheet["atTables"] = (model.wealth(id) - model.chips.balance(id)).into();
        sheet["tables"] = json!(tables.map(|(id, _)| id).collect::<Vec<_>>());
        sheet["parties"] = json!(parties.map(|(id, _)| id).collect::<Vec<_>>());
        sheet["agents"] = json!(model.agents_of(id).map(|(id, _)| id).collect::<Vec<_>>());
        sheet["grants"] = grants.count().into();
        sheet["identities"] = linked.count().into();
        sheet["pushSubscriptions"] = browsers.count().into();
        Ok(sheet)
    }
}
