//! Answers to operators: acts match their order and the audit log, and rows are in order.

use crate::inner::answers::AnsweredStep;
use crate::inner::judge::{ExpectedPage, Judge};
use crate::inner::permissions::account_named;
use crate::inner::prelude::*;

impl Judge {
    /// The expected fields of an answer to an operator, other than facts.
    pub(super) fn ordered(&mut self, step: &AnsweredStep<'_>, reported: &Value) -> Result<Value, Violation> {
        match (&step.pending.order, &step.replied.answer) {
            (Some(Order::Act(order)), _) => self.acted(step, order, reported),
            (Some(Order::Show(query)), Answer::Admin(answer)) => self.looked_up(step, query, answer),
            (Some(Order::Invite { uses, .. }), _) => Ok(json!({ "uses": uses })),
            _ => Ok(json!({ "ok": true })),
        }
    }

    /// The act is the newest audit entry and has the fields of the order.
    fn acted(&self, step: &AnsweredStep<'_>, order: &AdminOrder, record: &Value) -> Result<Value, Violation> {
        let (id, row) = self.model.audit.last_key_value().ok_or_else(|| step.broken("nothing was written down"))?;
        let own = row.at == self.now && row.by == order.by && row.reason == order.reason;
        let ordered = serde_json::to_value(&order.act).expect("orders are plain data");
        for (act, fields) in ordered.as_object().into_iter().flatten() {
            let is_act = record["act"].as_str().is_none_or(|name| name.replace('-', "") == act.to_lowercase());
            let named = |(name, field): (&String, &Value)| match name.as_str() {
                // An erased member has no handle any more.
                "whom" => {
                    let whom = serde_json::from_value(field.clone()).ok();
                    let account = whom.and_then(|whom| account_named(&self.model, &whom));
                    account.is_none_or(|account| record["account"] == json!(account))
                }
                "forS" => record["until"] == json!(self.now.plus_s(field.as_u64().unwrap_or(0))),
                "invitation" => {
                    let (is, asked) = (record[name].as_str().unwrap_or("-"), field.as_str().unwrap_or(""));
                    is.starts_with(asked) || asked.starts_with(is)
                }
                _ => record.get(name).is_none_or(|is| is == field),
            };
            let same = own && is_act && fields.as_object().into_iter().flatten().all(named);
            step.must(same, "the audit log matches the order", || format!("the audit says {row:?} of {ordered}"))?;
        }
        Ok(json!({ "id": id, "at": row.at, "by": row.by, "reason": row.reason }))
    }

    /// Rows are in order, newest first, and within the limit.
    fn looked_up(
        &mut self,
        step: &AnsweredStep<'_>,
        query: &AdminQuery,
        answer: &AdminAnswer,
    ) -> Result<Value, Violation> {
        let (in_order, rows) = match (query, answer) {
            (AdminQuery::Members { filter, before, limit }, AdminAnswer::Members(page)) => {
                let ids: Vec<AccountId> = page.members.iter().map(|row| row.id).collect();
                let all = self.model.accounts.keys().rev().filter(|id| before.is_none_or(|before| **id < before));
                let whole = *filter != MemberFilter::default() || all.take(*limit).eq(&ids);
                (whole && ids.is_sorted_by(|one, next| one > next) && ids.len() <= *limit, Value::Null)
            }
            (AdminQuery::Tables { filter, limit, .. }, AdminAnswer::Tables(page)) => {
                let fits = |status| filter.status.is_none_or(|wanted| wanted == status);
                let ids: Vec<TableId> = page.tables.iter().filter(|row| fits(row.status)).map(|row| row.id).collect();
                let all = ids.len() == page.tables.len() && ids.len() <= *limit;
                (all && ids.is_sorted_by(|one, next| one > next), Value::Null)
            }
            (AdminQuery::Messages { chat, after, limit }, AdminAnswer::Messages(page)) => {
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
            (AdminQuery::Audit { .. }, _) => {
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
        step.must(in_order, "a list has its rows in order, each once", || format!("{answer:?} to {query:?}"))?;
        Ok(rows)
    }
}
