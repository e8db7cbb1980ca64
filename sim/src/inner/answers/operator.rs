//! What the operator gets: an act as the audit has it, and rows with the facts of what they are about.

use super::AnsweredStep;
use crate::inner::judge::{ExpectedPage, Judge};
use crate::inner::permissions::account_named;
use crate::prelude::*;

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
    let mut reported = json!({ "id": id, "at": row.at, "by": row.by, "act": act, "reason": row.reason });
    for (name, value) in of.as_object().into_iter().flatten() {
        reported[name] = value.clone();
    }
    reported
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
        let Answer::Invited(reported) = step.answer() else { return Err(step.broken("no recovery code was sent")) };
        let row = self.model.invitations.get(&code_hash(&reported.invite_code));
        let expires_at = expires_in_s.map(|seconds| self.now().plus_s(seconds));
        let should = InvitationRow { uses_left, expires_at, test, referrer: None };
        step.must(row == Some(&should), || format!("its code opens {row:?}, not {should:?}"))?;
        Ok(json!({ "uses": uses_left }))
    }

    /// What an order brought about is the newest act of the audit: it has the fields of the order, and is answered as
    /// it stands there.
    fn acted_as_operator(&self, step: &AnsweredStep<'_>, order: &AdminOrder) -> Result<Value, Violation> {
        let (id, row) = self.model.audit.last_key_value().ok_or_else(|| step.broken("nothing was written down"))?;
        let mut record = entry(*id, row);
        let own = row.at == self.now() && row.by == order.by && row.reason == order.reason;
        let ordered = serde_json::to_value(&order.act).expect("orders are plain data");
        for (act, fields) in ordered.as_object().into_iter().flatten() {
            let is_act = record["act"].as_str().is_some_and(|name| name.replace('-', "") == act.to_lowercase());
            let named = |(name, field): (&String, &Value)| match name.as_str() {
                // An erased member has no handle any more.
                "whom" => serde_json::from_value(field.clone()).ok().is_none_or(|whom| {
                    account_named(&self.model, &whom).is_none_or(|account| record["account"] == json!(account))
                }),
                "forS" => record["until"] == json!(self.now().plus_s(field.as_u64().unwrap_or(0))),
                "invitation" => {
                    let (is, asked) = (record[name].as_str().unwrap_or("-"), field.as_str().unwrap_or(""));
                    is.starts_with(asked) || asked.starts_with(is)
                }
                _ => record.get(name).is_none_or(|is| is == field),
            };
            let same = own && is_act && fields.as_object().into_iter().flatten().all(named);
            step.must(same, || format!("the audit says {row:?} of {ordered}"))?;
        }
        if let AuditedAct::Recovered(account) = row.act {
            let Answer::Admin(AdminAnswer::Recovered(reported)) = step.answer() else {
                return Err(step.broken("no recovery code was sent"));
            };
            self.check_root(step, account, &reported.recovery_code)?;
            record["handle"] = self.model.handle(account).into();
        }
        Ok(record)
    }

    /// Members, newest first. When they were seen is within its bounds.
    fn members(&self, step: &AnsweredStep<'_>, filter: &MemberFilter, limit: usize) -> Result<Value, Violation> {
        let Answer::Admin(AdminAnswer::Members(page)) = step.answer() else { return Err(step.broken("no members")) };
        let ids: Vec<AccountId> = page.members.iter().map(|row| row.id).collect();
        let all: Vec<AccountId> = self.model.accounts.keys().rev().copied().collect();
        let in_order = ids.windows(2).all(|pair| pair[0] > pair[1]) && ids.len() <= limit;
        let whole = *filter != MemberFilter::default() || ids[..] == all[..limit.min(all.len())];
        step.must(in_order && whole, || format!("{ids:?} of {all:?}"))?;
        for row in &page.members {
            self.check_seen(step, row.id, row.seen_at)?;
        }
        Ok(self.with_facts(None, step.reported()))
    }

    /// A member was seen between the join and now; of an erased one it is not said.
    fn check_seen(&self, step: &AnsweredStep<'_>, id: AccountId, seen: Option<Millis>) -> CheckResult {
        let row = &self.model.accounts[&id];
        let fits = match seen {
            Some(at) => row.slot.is_some() && row.joined_at <= at && at <= self.now(),
            None => row.slot.is_none(),
        };
        step.must(fits, || format!("{id} was seen at {seen:?}"))
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
        let reported = rows.iter().take(limit).map(|(id, row)| {
            let message = self.model.message(*id, row, None);
            json!({
                "id": id, "seat": row.seat, "name": message.name, "account": row.author, "body": message.body,
                "at": row.at, "removed": message.removed.is_some(),
            })
        });
        Ok(json!({ "messages": reported.collect::<Vec<_>>(), "after": next }))
    }

    /// What there is to be seen.
    fn shown(&mut self, step: &AnsweredStep<'_>, query: &AdminQuery) -> Result<Value, Violation> {
        match query {
            AdminQuery::Account { whom } => {
                let account = account_named(&self.model, whom).ok_or_else(|| step.broken("no account is meant"))?;
                self.sheet(step, account)
            }
            AdminQuery::Members { filter, before: None, limit } => self.members(step, filter, *limit),
            AdminQuery::Members { .. } => Ok(self.with_facts(None, step.reported())),
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
            AdminQuery::Invitations { .. } => {
                let open = |row: &&InvitationRow| row.uses_left > 0 && row.expires_at.is_none_or(|at| at > self.now());
                let mut reported = step.reported();
                for row in reported["invitations"].as_array_mut().into_iter().flatten() {
                    let known = self.model.invitations.iter().find(|(hash, _)| row["id"] == letters(hash));
                    let Some(known) = known.map(|(_, known)| known).filter(open) else {
                        return Err(step.broken(format!("{row} is not open")));
                    };
                    row["usesLeft"] = json!(known.uses_left);
                    row["expiresAt"] = json!(known.expires_at);
                    (row["test"], row["referrer"]) = (json!(known.test), json!(known.referrer));
                }
                Ok(reported)
            }
        }
    }

    /// All of an account.
    fn sheet(&self, step: &AnsweredStep<'_>, id: AccountId) -> Result<Value, Violation> {
        let Answer::Admin(AdminAnswer::Account(sheet)) = step.answer() else { return Err(step.broken("no account")) };
        self.check_seen(step, id, sheet.seen_at)?;
        let model = &self.model;
        let is_theirs = |row: &TableRow| {
            row.players.contains(&Player::Member(id)) || row.host == Some(id) || row.invited == Some(id)
        };
        let tables = model.tables.iter().filter(|(_, table)| table.is_active() && is_theirs(&table.row));
        let mut facts = self.with_facts(None, step.reported());
        facts["atTables"] = (model.wealth(id) - model.chips.balance(id)).into();
        facts["tables"] = tables.map(|(id, _)| json!(id)).collect();
        // Of an account it is how many there are.
        facts["identities"] = model.doors(id).len().into();
        facts["agents"] = model.agents_of(id).map(|(id, _)| json!(id)).collect();
        Ok(facts)
    }
}
