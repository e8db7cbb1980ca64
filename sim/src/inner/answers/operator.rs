//! Answers to operators: acts match their request and the audit log, and rows are in order.

use crate::inner::answers::AnsweredStep;
use crate::inner::doing::OPERATOR_NAME;
use crate::inner::judge::{ExpectedPage, Judge};
use crate::inner::permissions::account_named;
use crate::inner::prelude::*;

/// The operator's name and reason of an act.
fn signature_of(request: &Request) -> Option<(Option<&str>, Option<&str>)> {
    Some(match request {
        Request::Freeze(act)
        | Request::Unfreeze(act)
        | Request::EndSessions(act)
        | Request::Unmute(act)
        | Request::EraseMember(act)
        | Request::ExportMember(act)
        | Request::RecoverAccount(act) => act.signature(),
        Request::Invite(act) => act.signature(),
        Request::RevokeInvitation(act) => act.signature(),
        Request::Adjust(act) => act.signature(),
        Request::VoidTable(act) => act.signature(),
        Request::Mute(act) => act.signature(),
        Request::RemoveMessage(act) => act.signature(),
        Request::RotateKey(act) => act.signature(),
        _ => return None,
    })
}

impl Judge {
    /// The expected fields of an answer to an operator, other than facts.
    pub(super) fn ordered(&mut self, step: &AnsweredStep<'_>, reported: &Value) -> Result<Value, Violation> {
        match (&step.pending.order, signature_of(&step.pending.request)) {
            (Some(Order::Invite { uses, .. }), _) => Ok(json!({ "uses": uses })),
            (Some(_), _) => Ok(json!({ "ok": true })),
            (None, Some(signature)) => self.acted(step, signature, reported),
            (None, None) => self.looked_up(step),
        }
    }

    /// The act is the newest audit entry and has the fields of the request.
    fn acted(
        &self,
        step: &AnsweredStep<'_>,
        (by, reason): (Option<&str>, Option<&str>),
        record: &Value,
    ) -> Result<Value, Violation> {
        let (id, row) = self.model.audit.last_key_value().ok_or_else(|| step.broken("nothing was written down"))?;
        let by = by.unwrap_or(OPERATOR_NAME);
        let own = row.at == self.now && row.by == by && row.reason.as_deref() == reason;
        // An erased member has no handle any more.
        let whose = |member: &MemberSelector| {
            account_named(&self.model, member).is_none_or(|account| record["account"] == json!(account))
        };
        let (act, same) = match &step.pending.request {
            Request::Freeze(act) => ("freeze", whose(&act.member)),
            Request::Unfreeze(act) => ("unfreeze", whose(&act.member)),
            Request::EndSessions(act) => ("end-sessions", whose(&act.member)),
            Request::Unmute(act) => ("unmute", whose(&act.member)),
            Request::EraseMember(act) => ("erase", whose(&act.member)),
            Request::ExportMember(act) => ("export", whose(&act.member)),
            Request::RecoverAccount(act) => ("recover", whose(&act.member)),
            Request::Adjust(act) => ("adjust", whose(&act.member) && record["chips"] == json!(act.chips)),
            Request::Mute(act) => ("mute", whose(&act.member) && record["until"] == json!(self.now.plus_s(act.for_s))),
            Request::VoidTable(act) => ("void", record["table"] == json!(act.table)),
            Request::RemoveMessage(act) => ("remove-message", record["message"] == json!(act.message)),
            Request::RotateKey(act) => ("rotate-key", record["key"] == json!(act.key)),
            Request::RevokeInvitation(act) => {
                let (is, asked) = (record["invitation"].as_str().unwrap_or("-"), act.invitation.as_str());
                ("revoke-invitation", is.starts_with(asked) || asked.starts_with(is))
            }
            Request::Invite(act) => ("invite", record["uses"] == json!(act.uses)),
            _ => ("", false),
        };
        let is_act = record["act"].as_str().is_none_or(|name| name == act);
        let said = || format!("the audit says {row:?} of {:?}", step.pending.request);
        step.must(own && is_act && same, "the audit log matches the order", said)?;
        Ok(json!({ "id": id, "at": row.at, "by": row.by, "reason": row.reason }))
    }

    /// A search by status finds all members whose status cannot end by itself.
    fn finds_members(&self, search: &SearchMembers, before: Option<AccountId>, ids: &[AccountId]) -> bool {
        let SearchMembers { status, limit, before: first, .. } = *search;
        if *search != (SearchMembers { status, limit, before: first, ..SearchMembers::default() }) {
            return true;
        }
        let is_wanted = |id: &AccountId, row: &AccountRow| match status {
            Some(MemberStatus::Frozen) => self.model.sanctions.get(id).is_some_and(|row| row.frozen_at.is_some()),
            Some(MemberStatus::Erased) => row.slot.is_none(),
            Some(MemberStatus::Test) => row.test,
            _ => false,
        };
        let is_within = |id: &AccountId| first.is_none_or(|first| *id < first) && before.is_none_or(|last| *id >= last);
        let mut wanted = self.model.accounts.iter().filter(|(id, row)| is_within(id) && is_wanted(id, row));
        wanted.all(|(id, _)| ids.contains(id))
    }

    /// A search finds all archived tables that it asks for.
    fn finds_tables(&self, search: &SearchTables, before: Option<TableId>, ids: &[TableId]) -> bool {
        let SearchTables { member, status, before: first, kind, created_since, created_until, .. } = search;
        let (status, first) = (*status, *first);
        if kind.is_some() || created_since.is_some() || created_until.is_some() {
            return true;
        }
        let Some(member) = member.as_ref().map_or(Some(None), |member| account_named(&self.model, member).map(Some))
        else {
            return true;
        };
        let is_theirs = |row: &TableRow, id: AccountId| {
            let sits = row.players.iter().any(|player| player.member() == Some(id));
            sits || row.host == Some(id) || row.invited == Some(id)
        };
        let is_wanted = |row: &TableRow| {
            let fits = match status {
                None => true,
                Some(TableStatus::Settled) => matches!(row.status, Status::Settled { .. }),
                Some(TableStatus::Cancelled) => matches!(row.status, Status::Cancelled { .. }),
                Some(_) => false,
            };
            fits && member.is_none_or(|id| is_theirs(row, id))
        };
        let is_within = |id: &TableId| first.is_none_or(|first| *id < first) && before.is_none_or(|last| *id >= last);
        let mut wanted = self.model.archives.iter().filter(|(id, row)| is_within(id) && is_wanted(&row.table));
        wanted.all(|(id, _)| ids.contains(id))
    }

    /// Rows are in order, newest first, and within the limit.
    fn looked_up(&mut self, step: &AnsweredStep<'_>) -> Result<Value, Violation> {
        let (request, answer) = (&step.pending.request, &step.replied.answer);
        let (in_order, rows) = match (request, answer) {
            (Request::SearchMembers(search), Answer::MemberPage(page)) => {
                let ids: Vec<AccountId> = page.members.iter().map(|row| row.id).collect();
                let all = self.model.accounts.keys().rev();
                let all = all.filter(|id| search.before.is_none_or(|before| **id < before)).take(search.limit);
                let SearchMembers { before, limit, .. } = *search;
                let is_filtered = *search != SearchMembers { before, limit, ..SearchMembers::default() };
                let whole = is_filtered || all.eq(&ids);
                let whole = whole && self.finds_members(search, page.before, &ids);
                (whole && ids.is_sorted_by(|one, next| one > next) && ids.len() <= limit, Value::Null)
            }
            (Request::SearchTables(search), Answer::TablePage(page)) => {
                let SearchTables { status, limit, .. } = search;
                let fits = |of| status.is_none_or(|wanted| wanted == of);
                let ids: Vec<TableId> = page.tables.iter().filter(|row| fits(row.status)).map(|row| row.id).collect();
                let all = ids.len() == page.tables.len() && ids.len() <= *limit;
                let all = all && self.finds_tables(search, page.before, &ids);
                (all && ids.is_sorted_by(|one, next| one > next), Value::Null)
            }
            (Request::ReadChat(ReadChat { chat, after, limit }), Answer::ChatPage(page)) => {
                let ids: Vec<u64> = page.messages.iter().map(|row| row.id).collect();
                let said = page.messages.iter().all(|row| {
                    let known =
                        self.model.message_of(*chat, row.id).map(|known| self.model.message(row.id, known, None));
                    // The message may have been removed after the query.
                    known.is_none_or(|known| {
                        known.removed.is_some() || (known.name, known.body) == (row.name.clone(), row.body.clone())
                    })
                });
                let in_order = ids.is_sorted_by(|one, next| one < next) && ids.iter().all(|id| id > after);
                (in_order && said && ids.len() <= *limit, Value::Null)
            }
            (Request::ReadAudit(_), _) => {
                let Some(ExpectedPage::Audit(rows)) = self.pages.remove(&step.id) else {
                    return Err(step.broken("no such page was looked up in storage"));
                };
                let before = rows.last().map(|(id, _)| *id).filter(|id| *id > 1);
                let entry =
                    |(id, row): &(u64, AuditRow)| json!({ "id": id, "at": row.at, "by": row.by, "reason": row.reason });
                (true, json!({ "audit": rows.iter().map(entry).collect::<Vec<_>>(), "before": before }))
            }
            _ => (true, Value::Null),
        };
        step.must(in_order, "a list has its rows in order, each once", || format!("{answer:?} to {request:?}"))?;
        Ok(rows)
    }
}
