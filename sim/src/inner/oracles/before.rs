//! What there was to be known before a step, and which credentials counted then.

use super::account_of;
use super::quotas::Used;
use crate::inner::judge::{Judge, PendingRequest};
use crate::inner::model::Model;
use crate::inner::permissions::{Ruling, table_of};
use turnstone_service::credentials::Claims;
use turnstone_service::games::Seat;
use turnstone_service::ids::{AccountId, AgentId, TableId};
use turnstone_service::record::{AccountRow, AgentRow, Player};
use turnstone_service::request::{Request, RequestId};
use turnstone_service::time::Millis;

/// What there was to be known before a step.
#[derive(Default)]
pub(crate) struct StateBefore {
    /// The request of the step, if it is one.
    pub(crate) id: Option<RequestId>,
    /// Whether much may happen in it: a poll can end, and then the table move on.
    pub(crate) tick: bool,
    /// Whether its credential counted.
    pub(super) counted: bool,
    /// The table's plies and events.
    pub(super) plies: u64,
    pub(crate) head: u64,
    /// Whether the caller is owed a refill.
    pub(super) owed: bool,
    /// Whether the caller has a table of the day.
    pub(crate) tried: bool,
    /// What the caller has used of the quota that the request counts in.
    pub(super) used: Used,
    /// Guest tables of the caller's address that make room for another, oldest first.
    pub(super) idle_practice: Vec<TableId>,
    /// What the house may still lose to the caller, if there is a bound.
    pub(super) house_left: Option<i64>,
    /// How many accounts there were.
    pub(crate) accounts: usize,
    /// The caller's account, and how many identities, browsers and agents belonged to it.
    pub(crate) account: Option<Box<AccountRow>>,
    pub(crate) belongings: (u32, u32, u32),
    /// The caller's agent of the name that is to be saved.
    pub(crate) agent: Option<(AgentId, AgentRow)>,
    /// What is to be said against the request.
    pub(crate) ruling: Ruling,
}

impl StateBefore {
    /// Before an order of the operator.
    pub(crate) fn order(id: RequestId, ruling: Ruling) -> Self {
        Self { id: Some(id), counted: true, ruling, ..Self::default() }
    }

    /// Whether the credential counted.
    pub(crate) const fn is_counted(&self) -> bool {
        self.counted
    }

    /// Before a tick.
    pub(crate) fn tick() -> Self {
        Self { tick: true, ..Self::default() }
    }
}

impl Model {
    /// Whether a credential counts at `now`.
    pub(crate) fn counts(&self, claims: &Claims, now: Millis) -> bool {
        self.has_not_ended(claims, now) && !self.owner_of(claims).is_some_and(|owner| self.is_frozen(owner))
    }

    /// Whether nothing but a frozen account keeps a credential from counting.
    pub(crate) fn is_kept_out(&self, claims: &Claims, now: Millis) -> bool {
        self.has_not_ended(claims, now) && !self.counts(claims, now)
    }

    /// Whose account a credential speaks for.
    fn owner_of(&self, claims: &Claims) -> Option<AccountId> {
        match claims {
            Claims::Account { account, .. } => Some(*account),
            Claims::Seat { grant, .. } => grant.and_then(|grant| self.grants.get(&grant)).map(|row| row.owner),
        }
    }

    fn has_not_ended(&self, claims: &Claims, now: Millis) -> bool {
        match claims {
            Claims::Account { account, epoch, expires_at, .. } => {
                let row = self.accounts.get(account);
                *expires_at > now && row.is_some_and(|row| row.slot.is_some() && row.epoch == *epoch)
            }
            Claims::Seat { table, seat, grant, expires_at } => {
                let claimed = grant.is_none_or(|grant| {
                    let row = self.grants.get(&grant);
                    row.is_some_and(|row| row.seat == *seat && row.claimed.is_some() && !row.ended)
                });
                *expires_at > now && self.tables.contains_key(table) && claimed
            }
        }
    }

    /// The seat of a credential at a table, hot or cold.
    pub(crate) fn seat(&self, claims: Option<&Claims>, table: TableId) -> Option<Seat> {
        match claims? {
            Claims::Account { account, .. } => {
                let players = &self.row(table)?.players;
                players.iter().position(|player| *player == Player::Member(*account)).map(Seat::at)
            }
            Claims::Seat { table: own, seat, .. } => (*own == table).then_some(*seat),
        }
    }
}

impl Judge {
    pub(crate) fn look_before(&self, id: RequestId, pending: &PendingRequest) -> StateBefore {
        let now = self.next_now();
        let counted = pending.caller.claims.as_ref().is_none_or(|claims| self.model.counts(claims, now));
        let owed = account_of(pending).is_some_and(|account| self.model.is_owed(account, now.day()));
        let used = self.used(pending);
        let idle_practice = self.idle_guest_tables(pending, self.next_now());
        let tried = account_of(pending).is_some_and(|id| self.model.tries.contains_key(&(now.day(), id)));
        let house_left = account_of(pending).and_then(|account| self.model.house_left(account, now.day()));
        let ruling = self.ruling(pending, counted, now);
        let mut before = StateBefore {
            id: Some(id),
            counted,
            owed,
            tried,
            used,
            idle_practice,
            house_left,
            ruling,
            ..StateBefore::default()
        };
        self.look_at_caller(pending, &mut before);
        let Some(table) = table_of(&pending.request) else { return before };
        let Some(known) = self.model.tables.get(&table) else { return before };
        before.plies = known.plies.len() as u64;
        before.head = known.events.len() as u64;
        before
    }

    /// The core's clock in the step to come.
    pub(crate) fn next_now(&self) -> Millis {
        self.now().max(self.at)
    }

    /// What the caller's account was, where a request changes it.
    #[expect(clippy::wildcard_enum_match_arm, reason = "it looks at the few requests that change much")]
    fn look_at_caller(&self, pending: &PendingRequest, before: &mut StateBefore) {
        before.accounts = self.model.accounts.len();
        let Some(account) = account_of(pending) else { return };
        let row = || self.model.accounts.get(&account).map(|row| Box::new(row.clone()));
        match &pending.request {
            Request::EditProfile { .. } | Request::Pause { .. } => before.account = row(),
            Request::Erase { .. } => before.belongings = self.model.belongings(account),
            Request::SaveAgent(save) => {
                let named = |row: &AgentRow| self.model.agent_name(row).to_lowercase() == save.name.to_lowercase();
                let found = self.model.agents_of(account).find(|(_, row)| named(row));
                before.agent = found.map(|(id, row)| (id, row.clone()));
            }
            _ => {}
        }
    }
}
