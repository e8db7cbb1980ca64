//! Errors: their figures are right, and no limit is reported that is not reached.

use crate::inner::judge::{Judge, PendingRequest, StateBefore, account_of, table_of};
use crate::inner::model::{is_against_house, member};
use crate::inner::prelude::*;
use crate::rejections::is_listed;
use turnstone_api::words::Words;

impl Judge {
    pub(super) fn check_rejection(
        &mut self,
        pending: &PendingRequest,
        rejection: &Rejection,
        own: bool,
        before: &StateBefore,
    ) -> CheckResult {
        let said = || format!("{} {:?}: {rejection:?}", pending.who, pending.request);
        if let Some(operation) = pending.request.operation().filter(|_| pending.who != "operator") {
            let category = Words::from(rejection.clone()).category;
            must(is_listed(operation, category), "an error is one that the contract lists", said)?;
        }
        if own {
            self.counts.hit("premise: a request was rejected");
        }
        match rejection {
            Rejection::Table(TableRejection::StalePlies { expected, current }) if own => {
                must(*current == before.plies && expected != current, "only a stale move is rejected as stale", said)
            }
            Rejection::Money(Money::Paused { until }) => {
                self.counts.hit("premise: a paused member tried to stake");
                let row = account_of(pending).and_then(|account| self.model.accounts.get(&account));
                let right = row.and_then(|row| row.paused_until) == Some(*until) && *until > self.now;
                must(right, "only a paused member is rejected as paused", said)
            }
            Rejection::Money(Money::InsufficientChips { needed, balance }) => {
                let has = account_of(pending).map(|account| self.model.chips.balance(account));
                let holds = has == Some(*balance) && needed > balance;
                must(holds, "a member with enough chips is not rejected for chips", said)
            }
            Rejection::Table(TableRejection::NotFound) => {
                let gone =
                    |table| self.model.is_over_practice(table, self.now) || self.model.gone.tables.contains(&table);
                if table_of(&pending.request).is_some_and(gone) {
                    self.counts.hit("premise: an expired practice table was requested");
                }
                Ok(())
            }
            Rejection::Money(Money::HouseShort { needed, left, until }) => {
                self.counts.hit("premise: the house's limit was too small");
                let right = self.is_house_short(pending, *needed, *left, before.house_left);
                let fits_all = right && *until == self.now.day().next().start();
                must(fits_all, "the house is short only at its daily loss limit", said)
            }
            Rejection::Idempotency(Idempotency::InFlight) => {
                let duels =
                    matches!(&pending.request, Request::Challenge(_)) && self.model.runs_duel_of(account_of(pending));
                must(duels || !self.commits.knows_all(), "only an uncommitted request is in flight", said)
            }
            Rejection::Agent(AgentRejection::ModelFails { after_s }) => {
                let used = self.settings.model && self.prompts_of(&pending.request).next().is_some();
                let failed = used && self.decisions.failures >= MODEL_FAILURES;
                let is_kept = failed && (1..=MODEL_REST_S).contains(after_s);
                must(is_kept, "the model is suspended only after failures, for a bounded time", said)
            }
            Rejection::Quota(quota) if own => self.check_quota(pending, quota, before),
            _ => Ok(()),
        }
    }

    /// Whether the house cannot cover a table: for the caller, or for a member whom the caller would join.
    fn is_house_short(&self, pending: &PendingRequest, needed: i64, left: i64, before: Option<i64>) -> bool {
        let Some(mine) = before else { return false };
        if needed > mine {
            return left == mine.max(0);
        }
        let Request::JoinTable(table, _) = pending.request else { return false };
        let row = self.model.row(table).filter(|row| is_against_house(row));
        let others = row.into_iter().flat_map(|row| &row.players).filter_map(|player| member(*player));
        let day = self.now.day();
        let mut short = others.filter_map(|other| self.model.house_left_but(other, day, Some(table)));
        left == 0 && short.any(|left| needed > left)
    }

    /// The house could cover a table that was started against it.
    pub(super) fn check_house_limit(&mut self, table: TableId, before: &StateBefore) -> CheckResult {
        let row = self.model.row(table).filter(|row| is_against_house(row) && !row.practice);
        let (Some(row), Some(left)) = (row, before.house_left) else { return Ok(()) };
        self.counts.hit("premise: the house's limit was enough");
        must!(row.buy_in <= left, "the house loses no more than its daily loss limit", "{row:?}, {left} were left")
    }
}
