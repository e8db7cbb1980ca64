//! Who asks, what he has to do with a table, and how it stands.

use super::grounds::Ground;
use crate::inner::judge::Judge;
use crate::inner::model::{FLOOR, Table};
use turnstone_service::credentials::Claims;
use turnstone_service::games::Seat;
use turnstone_service::ids::{AccountId, TableId};
use turnstone_service::record::{Player, Status, TableRow};
use turnstone_service::request::Visibility;
use turnstone_service::time::Millis;

/// A request's caller at a moment.
pub(super) struct Case<'w> {
    pub(super) world: &'w Judge,
    pub(super) claims: Option<&'w Claims>,
    pub(super) now: Millis,
}

/// A table as its caller knows it.
pub(super) struct TableCase<'w> {
    pub(super) row: &'w TableRow,
    /// Unless it is archived.
    pub(super) hot: Option<&'w Table>,
    /// Which seat is the caller's.
    pub(super) seat: Option<Seat>,
    /// Whether that seat is his own and somebody else plays it now.
    pub(super) delegated: bool,
}

impl TableCase<'_> {
    pub(super) fn is_waiting(&self) -> bool {
        self.hot.is_some_and(Table::is_waiting)
    }

    pub(super) fn is_playing(&self) -> bool {
        self.hot.is_some_and(Table::is_playing)
    }

    pub(super) const fn is_cancelled(&self) -> bool {
        matches!(self.row.status, Status::Cancelled { .. } | Status::Voided { .. })
    }

    pub(super) const fn is_for_agents(&self) -> bool {
        self.row.setup.kind.is_none()
    }
}

/// Those grounds of which it is so that they hold.
pub(super) fn those<const N: usize>(of: [(bool, Ground); N]) -> Vec<Ground> {
    of.into_iter().filter(|(holds, _)| *holds).map(|(_, ground)| ground).collect()
}

impl<'w> Case<'w> {
    /// The member who asks.
    pub(super) const fn member(&self) -> Option<AccountId> {
        match self.claims {
            Some(Claims::Account { account, .. }) => Some(*account),
            Some(Claims::Seat { .. }) | None => None,
        }
    }

    /// Whether this is he.
    pub(super) fn is(&self, account: Option<AccountId>) -> bool {
        account.is_some() && self.member() == account
    }

    /// A table, if there is one that the caller may know of: he sits there or is invited; or it is not private, and not
    /// the deal of a day that is still sealed.
    pub(super) fn table(&self, id: TableId) -> Option<TableCase<'w>> {
        let model = &self.world.model;
        let row = model.row(id)?;
        if model.is_over_practice(id, self.now) {
            return None;
        }
        let seat = match self.claims {
            Some(Claims::Account { account, .. }) => {
                row.players.iter().position(|player| *player == Player::Member(*account)).map(Seat::at)
            }
            Some(Claims::Seat { table, seat, .. }) if *table == id => Some(*seat),
            // A seat's credential is for its own table.
            Some(Claims::Seat { .. }) => return None,
            None => None,
        };
        let own_day = row.daily.is_some() && model.is_sealed(id, row, self.now);
        let concerned = seat.is_some() || self.is(row.invited) || self.is(row.host);
        let public = row.visibility != Visibility::Private && !own_day;
        let hot = model.tables.get(&id);
        let playing = hot.is_some_and(Table::is_playing);
        let own = seat.filter(|_| playing && self.member().is_some());
        let delegated = own.is_some_and(|seat| model.is_delegated(id, seat, self.now));
        (concerned || public).then_some(TableCase { row, hot, seat, delegated })
    }

    /// What the caller has in hand once he has been refilled, which comes before anything else.
    pub(super) fn purse(&self, account: AccountId) -> i64 {
        let model = &self.world.model;
        let owed = model.is_owed(account, self.now.day());
        model.chips.balance(account) + if owed { FLOOR - model.wealth(account) } else { 0 }
    }

    /// Whether a member stakes nothing for now.
    pub(super) fn is_paused(&self, account: AccountId) -> bool {
        let row = self.world.model.accounts.get(&account);
        row.and_then(|row| row.paused_until).is_some_and(|until| until > self.now)
    }

    /// Whether the operator lets the caller write in no chat for now.
    pub(super) fn is_muted(&self) -> bool {
        self.member().is_some_and(|account| self.world.model.is_muted(account, self.now))
    }

    /// What keeps the caller from staking so many chips.
    pub(super) fn stakes(&self, chips: i64) -> Vec<Ground> {
        let Some(account) = self.member() else { return Vec::new() };
        those([(self.is_paused(account), Ground::Paused), (self.purse(account) < chips, Ground::Chips)])
    }
}
