//! Answers. Views, chats, pages, secrets and tokens are compared exactly. In all others each field with the name of a
//! fact must equal that fact (`facts.rs`), lists must have their rows in order, each once (`lists.rs`), and the request
//! must have its effect (`changed.rs`).

mod changed;
mod facts;
mod issued;
mod lists;
mod operator;
mod ratings;
mod replay;
mod view;

use super::difference::fields;
use crate::coverage::{OF_CORE, checked};
use crate::inner::difference::difference;
use crate::inner::judge::{Judge, PendingRequest, StateBefore, account_of};
use crate::inner::prelude::*;
use turnstone_api::operation::ALL;

/// Counters of the answers to each operation.
pub(crate) static ANSWERS: LazyLock<Grid> = LazyLock::new(|| {
    let names = ALL.iter().map(|operation| operation.name()).chain(["admin"]);
    names.map(|name| (format!("answer: {name}"), Cell::Must)).collect()
});

pub(crate) struct AnsweredStep<'a> {
    pub(crate) pending: &'a PendingRequest,
    pub(crate) id: RequestId,
    pub(crate) replied: &'a Replied,
    pub(crate) before: &'a StateBefore,
    pub(crate) changes: &'a [Change],
}

impl AnsweredStep<'_> {
    /// The rows that the step wrote.
    fn put(&self) -> impl Iterator<Item = &Record> {
        self.changes.iter().filter_map(|change| if let Change::Put(record) = change { Some(record) } else { None })
    }

    fn member(&self) -> Result<AccountId, Violation> {
        account_of(self.pending).ok_or_else(|| self.broken("it is for members"))
    }

    fn broken(&self, why: &str) -> Violation {
        let PendingRequest { who, request, .. } = self.pending;
        Violation { rule: "a response refers to existing rows", seen: format!("{who} {request:?}\n{why}") }
    }

    fn must(&self, holds: bool, rule: &'static str, why: impl FnOnce() -> String) -> CheckResult {
        let PendingRequest { who, request, .. } = self.pending;
        must!(holds, rule, "{who} {request:?}\n{}", why())
    }
}

impl Judge {
    pub(crate) fn check_whole(&mut self, step: &AnsweredStep<'_>) -> CheckResult {
        let is_order = step.pending.is_operators();
        let name = step.pending.request.operation().filter(|_| !is_order);
        self.counts.hit_cell(&ANSWERS, &format!("answer: {}", name.map_or("admin", Operation::name)));
        self.counts.hit_cell(&OF_CORE, &checked(name.map_or("", Operation::name), "its answer"));
        self.check_issued(step)?;
        if !is_order {
            self.check_changed(step)?;
        }
        match self.shown(step)? {
            Some(Some(should)) => {
                let text = |answer: &Answer| serde_json::to_string(answer).expect("answers are plain data");
                let (should, reported) = (text(&should), text(&step.replied.answer));
                let said = || difference(&should, &reported);
                return step.must(should == reported, "a view shows what its viewer may see", said);
            }
            Some(None) => return Ok(()),
            None => {}
        }
        let reported = serde_json::to_value(&step.replied.answer).expect("answers are plain data");
        let rows = if is_order { self.ordered(step, &reported)? } else { self.rows(step, &reported)? };
        let different = fields(&rows, &reported);
        step.must(different.is_empty(), "a list has its rows in order, each once", || different)?;
        let different = fields(&self.with_facts(step, reported.clone()), &reported);
        step.must(different.is_empty(), "a response reports the stored facts", || different)
    }
}
