//! The state before a step, and which credentials were valid.

use crate::inner::judge::{Judge, PendingRequest, StateBefore, account_of, table_of};
use crate::inner::model::Model;
use crate::inner::prelude::*;

impl Model {
    /// Whether a credential is valid at `now`.
    pub(crate) fn counts(&self, claims: &Claims, now: Millis) -> bool {
        self.has_not_ended(claims, now) && !self.owner_of(claims).is_some_and(|owner| self.is_frozen(owner))
    }

    /// Whether a credential is invalid only because its account is frozen.
    pub(crate) fn is_kept_out(&self, claims: &Claims, now: Millis) -> bool {
        self.has_not_ended(claims, now) && !self.counts(claims, now)
    }

    fn owner_of(&self, claims: &Claims) -> Option<AccountId> {
        match claims {
            Claims::Account { account, .. } => Some(*account),
            Claims::Seat { grant, .. } => grant.and_then(|grant| self.grants.get(&grant)).map(|row| row.owner),
        }
    }

    fn has_not_ended(&self, claims: &Claims, now: Millis) -> bool {
        match claims {
            Claims::Account { account, epoch, issued_at, expires_at } => {
                let runs = |row: &AccountRow| row.epoch == *epoch && !row.ended.contains(issued_at);
                let row = self.accounts.get(account);
                *expires_at > now && row.is_some_and(|row| row.slot.is_some() && runs(row))
            }
            Claims::Seat { table, seat, grant, expires_at } => {
                // At a friendly table the seat may be that of another guest by now.
                let is_of_guest = || {
                    self.friendly.get(table).is_none_or(|row| {
                        let guest = row.guests.get(seat.index()).and_then(Option::as_ref);
                        guest.is_some_and(|guest| guest.expires_at == *expires_at)
                    })
                };
                let claimed = grant.map_or_else(is_of_guest, |grant| {
                    let row = self.grants.get(&grant);
                    row.is_some_and(|row| row.seat == *seat && row.claimed.is_some() && !row.ended)
                });
                *expires_at > now && self.tables.contains_key(table) && claimed
            }
        }
    }

    /// The seat of a credential at a table, hot or archived.
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
        let (now, account, model) = (self.next_now(), account_of(pending), &self.model);
        let counted = pending.caller.claims.as_ref().is_none_or(|claims| model.counts(claims, now));
        let known = table_of(&pending.request).and_then(|table| model.tables.get(&table));
        StateBefore {
            id: Some(id),
            tick: false,
            counted,
            plies: known.map_or(0, |known| known.plies.len() as u64),
            head: known.map_or(0, |known| known.events.len() as u64),
            owed: account.is_some_and(|account| model.is_owed(account, now.day())),
            tried: account.is_some_and(|id| model.try_of(now.day(), id).is_some()),
            rooms: self.rooms(pending, now),
            guest_tables: self.guest_tables(pending).len(),
            idle_practice: self.idle_guest_tables(pending, now),
            house_left: account.and_then(|account| model.house_left(account, now.day())),
            facts: account.map_or(Value::Null, |account| self.facts_before(account, &pending.request)),
            ruling: self.ruling(pending, counted, now),
        }
    }

    /// The core's clock in the next step.
    pub(crate) fn next_now(&self) -> Millis {
        self.now.max(self.at)
    }

    /// The facts of the subject of an edit: the caller's account, or an agent.
    fn facts_before(&self, account: AccountId, request: &Request) -> Value {
        match request {
            Request::EditProfile(_) | Request::Pause(_) => self.member_facts(account),
            Request::SaveAgent(save) => {
                let named = |row: &AgentRow| self.model.agent_name(row).to_lowercase() == save.name.to_lowercase();
                let found = self.model.agents_of(account).find(|(_, row)| named(row));
                found.map_or(Value::Null, |(id, _)| self.agent_facts(Some(account), id))
            }
            _ => Value::Null,
        }
    }
}
