//! What there was to be known before a step, and which credentials counted then.

use crate::inner::judge::{Judge, PendingRequest, StateBefore, account_of, table_of};
use crate::inner::model::Model;
use crate::prelude::*;

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
