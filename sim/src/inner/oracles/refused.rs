//! Refusals: their figures are right, and nobody is refused for a limit that is not reached.

use super::{StateBefore, account_of, looked_at};
use crate::inner::judge::{Judge, PendingRequest};
use crate::inner::model::{CheckResult, is_against_house, must};
use crate::refusals::{self, REFUSALS};
use turnstone_api::words::Words;
use turnstone_service::ids::{AccountId, TableId};
use turnstone_service::record::Player;
use turnstone_service::refusal::{AgentRefusal, Auth, Grant, Idempotency, Money, Quota, Refusal, TableRefusal};
use turnstone_service::request::Request;

impl Judge {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "it looks at the few requests and refusals that it knows something about"
    )]
    pub(super) fn check_refusal(
        &mut self,
        pending: &PendingRequest,
        refusal: &Refusal,
        own: bool,
        before: &StateBefore,
    ) -> CheckResult {
        let said = || format!("{} {:?}: {refusal:?}", pending.who, pending.request);
        self.counts.hit(name_of(refusal));
        if let Some(operation) = pending.request.operation().filter(|_| pending.who != "operator") {
            let category = Words::from(refusal.clone()).category;
            let listed = self.counts.hit_cell(&REFUSALS, &refusals::name(operation.name(), category));
            must(listed.is_some(), "a request is refused with what the contract lists for it", said)?;
        }
        if own {
            self.counts.hit("premise: a request was refused");
        }
        match refusal {
            Refusal::Table(TableRefusal::StalePlies { expected, current }) if own => {
                self.counts.hit("premise: a stale move");
                must(*current == before.plies && expected != current, "only a stale move is stale", said)
            }
            Refusal::Table(TableRefusal::NotLegal) if own => {
                self.counts.hit("premise: a move that is not legal");
                must(!before.legal, "a legal move is taken", said)
            }
            Refusal::Money(Money::Paused { until }) => {
                self.counts.hit("premise: somebody who has paused tried to stake");
                let row = account_of(pending).and_then(|account| self.model.accounts.get(&account));
                let right = row.and_then(|row| row.paused_until) == Some(*until) && *until > self.now();
                must(right, "only who has paused is kept from staking", said)
            }
            Refusal::Money(Money::InsufficientChips { needed, balance }) => {
                let has = account_of(pending).map(|account| self.model.chips.balance(account));
                must(has == Some(*balance) && needed > balance, "who has the chips may sit down", said)
            }
            Refusal::Table(TableRefusal::NotFound) => {
                let gone =
                    |table| self.model.is_over_practice(table, self.now()) || self.model.gone.tables.contains(&table);
                if looked_at(&pending.request).is_some_and(gone) {
                    self.counts.hit("premise: a practice table was asked for after its time");
                }
                Ok(())
            }
            Refusal::Money(Money::HouseShort { needed, left, until }) => {
                self.counts.hit("premise: the house's purse was too small");
                let right = self.is_house_short(pending, *needed, *left, before.house_left);
                must(right && *until == self.now().day().next().start(), "the house plays as long as it can", said)
            }
            Refusal::Idempotency(Idempotency::InFlight) => {
                let duels =
                    matches!(&pending.request, Request::Challenge(_)) && self.model.runs_duel_of(account_of(pending));
                must(duels || !self.rounds.knows_all(), "only what storage does not have yet is in flight", said)
            }
            Refusal::Quota(quota) if own => self.check_quota(pending, quota, before),
            _ => Ok(()),
        }
    }

    /// Whether the house cannot pay what a table may cost it: to the caller, or to somebody whom he would join.
    fn is_house_short(&self, pending: &PendingRequest, needed: i64, left: i64, before: Option<i64>) -> bool {
        let Some(mine) = before else { return false };
        if needed > mine {
            return left == mine.max(0);
        }
        let Request::JoinTable { table } = pending.request else { return false };
        let row = self.model.row(table).filter(|row| is_against_house(row));
        let others = row.into_iter().flat_map(|row| &row.players).filter_map(|player| player_account(*player));
        let day = self.now().day();
        let mut short = others.filter_map(|other| self.model.house_left(other, day));
        left == 0 && short.any(|left| left < 0)
    }

    /// A table that was begun against the house is one that the house could pay.
    pub(super) fn check_house_purse(&mut self, table: TableId, before: &StateBefore) -> CheckResult {
        let row = self.model.row(table).filter(|row| is_against_house(row) && !row.practice);
        let (Some(row), Some(left)) = (row, before.house_left) else { return Ok(()) };
        self.counts.hit("premise: the house's purse was enough");
        must(row.buy_in <= left, "the house loses no more than its purse", || format!("{row:?}, {left} were left"))
    }
}

const fn player_account(player: Player) -> Option<AccountId> {
    match player {
        Player::Member(account) => Some(account),
        Player::House | Player::Guest | Player::Vacant => None,
    }
}

/// A refusal among the counters.
const fn name_of(refusal: &Refusal) -> &'static str {
    match refusal {
        Refusal::Invalid { .. } => "refused: invalid",
        Refusal::Auth(Auth::NotSignedIn) => "refused: not signed in",
        Refusal::Auth(Auth::Frozen) => "refused: frozen",
        Refusal::Auth(_) => "refused: credentials",
        Refusal::Money(Money::Paused { .. }) => "refused: paused",
        Refusal::Money(Money::InsufficientChips { .. }) => "refused: chips",
        Refusal::Money(Money::HouseShort { .. }) => "refused: the house's chips",
        Refusal::Table(TableRefusal::NotFound) => "refused: no such table",
        Refusal::Table(TableRefusal::ChatClosed) => "refused: chat closed",
        Refusal::Table(TableRefusal::StalePlies { .. }) => "refused: stale plies",
        Refusal::Table(TableRefusal::NotLegal) => "refused: not legal",
        Refusal::Table(TableRefusal::NotSeated) => "refused: not seated",
        Refusal::Table(TableRefusal::NotPlaying) => "refused: not playing",
        Refusal::Table(TableRefusal::NotJoinable(_)) => "refused: not joinable",
        Refusal::Table(_) => "refused: by the table",
        Refusal::Idempotency(Idempotency::Conflict) => "refused: idempotency conflict",
        Refusal::Idempotency(_) => "refused: in flight",
        Refusal::Grant(Grant::Delegated) => "refused: seat delegated",
        Refusal::Grant(_) => "refused: grant",
        Refusal::Quota(quota) => match quota {
            Quota::Rate(_) => "refused: rate",
            Quota::FailedLogins(_) => "refused: failed logins",
            Quota::LongPolls(_) => "refused: long-poll quota",
            Quota::AllLongPolls(_) => "refused: quota of all long-polls",
            Quota::Practice(_) | Quota::PracticeToday(_) => "refused: practice quota",
            Quota::ActiveTables(_) => "refused: table quota",
            Quota::TablesToday(_) => "refused: the day's table quota",
            Quota::Parties(_) => "refused: party quota",
            Quota::PushSubscriptions(_) => "refused: push quota",
            Quota::Duels(_) => "refused: duel quota",
            Quota::Rematch(_) => "refused: rematch cooldown",
            Quota::SelfChecks(_) => "refused: self-check quota",
            Quota::ModelCalls(_) => "refused: the model's calls are used up",
        },
        Refusal::Party(_) => "refused: party",
        Refusal::Messenger(_) => "refused: by the messenger's door",
        Refusal::Push(_) => "refused: by push",
        Refusal::Agent(AgentRefusal::Unpaid(_)) => "refused: chips for a duel",
        Refusal::Agent(AgentRefusal::NoModel) => "refused: no model",
        Refusal::Agent(AgentRefusal::ModelFails { .. }) => "refused: the model fails",
        Refusal::Agent(AgentRefusal::SelfCheckRuns) => "refused: a self-check runs",
        Refusal::Agent(AgentRefusal::NoDuel) => "refused: no such duel",
        Refusal::NoSuchMember => "refused: no such member",
        Refusal::Muted { .. } => "refused: muted",
        Refusal::UnknownRules { .. } => "refused: unknown rules",
        Refusal::Full => "refused: full",
        Refusal::Unavailable => "refused: unavailable",
    }
}
