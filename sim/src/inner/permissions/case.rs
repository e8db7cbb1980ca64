//! The caller of a request, the caller's relation to a table, and the table's stage.

use crate::inner::callers::account_in;
use crate::inner::judge::{Judge, table_of};
use crate::inner::model::Table;
use crate::inner::prelude::*;

pub(crate) struct Case<'w> {
    pub(super) world: &'w Judge,
    pub(super) claims: Option<&'w Claims>,
    pub(super) now: Millis,
}

/// The relation of a caller to a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Relation {
    /// The caller may not see it.
    Hidden,
    /// The caller may read it.
    Reader,
    /// A seat is reserved for the caller.
    Invited,
    /// The caller plays a seat.
    Seated,
    /// The holder of a grant plays the caller's seat.
    Delegating,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    /// It does not exist.
    Missing,
    Waiting,
    Playing,
    Settled,
    Cancelled,
    ArchivedSettled,
    ArchivedCancelled,
}

/// A table as its caller sees it.
pub(super) struct TableCase<'w> {
    pub(super) row: &'w TableRow,
    /// `None` if it is archived.
    pub(super) hot: Option<&'w Table>,
    /// The caller's seat.
    pub(super) seat: Option<Seat>,
    /// Whether a seat is or was kept for the caller.
    pub(super) kept: bool,
    delegated: bool,
}

pub(super) fn kind_named(name: &str) -> Option<&'static Kind> {
    SHIPPED.kinds().map(|(_, kind)| kind).find(|kind| kind.kind == name)
}

/// The buy-in of a seat.
pub(crate) const fn price(kind: &Kind, stake: i64) -> i64 {
    match kind.buy_in {
        BuyIn::Stake => stake,
        BuyIn::Fixed(chips) => chips,
        BuyIn::PerStake(times) => times * stake,
    }
}

impl<'w> Case<'w> {
    pub(super) const fn member(&self) -> Option<AccountId> {
        account_in(self.claims)
    }

    /// Whether this is the calling member.
    pub(super) fn is(&self, account: Option<AccountId>) -> bool {
        account.is_some() && self.member() == account
    }

    /// A table that the caller may see: as a player, the host or the invited member, or because it is neither private
    /// nor a sealed daily challenge.
    pub(super) fn table(&self, id: TableId) -> Option<TableCase<'w>> {
        let model = &self.world.model;
        let row = model.row(id).filter(|_| !model.is_over_practice(id, self.now))?;
        let seat = match self.claims {
            // A seat credential is valid for its own table.
            Some(Claims::Seat { table, .. }) if *table != id => return None,
            claims => model.seat(claims, id),
        };
        let own_day = row.daily.is_some() && model.is_sealed(id, row, self.now);
        // An invitation by a member whom the caller blocks is hidden.
        let kept = self.member().is_some_and(|member| model.is_kept_for(member, id, row));
        if seat.is_none() && kept && row.host.is_some_and(|host| self.blocks(host)) {
            return None;
        }
        let concerned = seat.is_some() || kept || self.is(row.host);
        let public = row.visibility != Visibility::Private && !own_day && !model.is_reserved(id);
        let hot = model.tables.get(&id);
        let own = seat.filter(|_| hot.is_some_and(Table::is_playing) && self.member().is_some());
        let delegated = own.is_some_and(|seat| model.is_delegated(id, seat, self.now));
        (concerned || public).then_some(TableCase { row, hot, seat, kept, delegated })
    }

    /// The table of a request, if the caller may see it.
    pub(super) fn about(&self, request: &Request) -> Option<TableCase<'w>> {
        self.table(table_of(request)?)
    }

    pub(super) fn relation(&self, id: TableId) -> Relation {
        match self.table(id) {
            None => Relation::Hidden,
            Some(table) if table.delegated => Relation::Delegating,
            Some(table) if table.seat.is_some() => Relation::Seated,
            Some(table) if table.kept => Relation::Invited,
            Some(_) => Relation::Reader,
        }
    }

    pub(super) fn stage(&self, id: TableId) -> Stage {
        let model = &self.world.model;
        let row = model.row(id).filter(|_| !model.is_over_practice(id, self.now));
        match (row.map(|row| &row.status), model.tables.contains_key(&id)) {
            (None, _) => Stage::Missing,
            (Some(Status::Waiting { .. }), _) => Stage::Waiting,
            (Some(Status::Playing { .. }), _) => Stage::Playing,
            (Some(Status::Settled { .. }), true) => Stage::Settled,
            (Some(Status::Settled { .. }), false) => Stage::ArchivedSettled,
            (Some(Status::Cancelled { .. } | Status::Voided { .. }), true) => Stage::Cancelled,
            (Some(Status::Cancelled { .. } | Status::Voided { .. }), false) => Stage::ArchivedCancelled,
        }
    }

    /// Whether the caller blocks this member.
    pub(super) fn blocks(&self, other: AccountId) -> bool {
        self.member().is_some_and(|caller| self.world.model.blocks.contains_key(&(caller, other)))
    }

    /// Whether this member blocks the caller.
    pub(super) fn is_blocked_by(&self, other: AccountId) -> bool {
        self.member().is_some_and(|caller| self.world.model.blocks.contains_key(&(other, caller)))
    }

    pub(super) fn is_paused(&self, account: AccountId) -> bool {
        let row = self.world.model.accounts.get(&account);
        row.and_then(|row| row.paused_until).is_some_and(|until| until > self.now)
    }

    /// The counter of the caller and the table.
    pub(super) fn asked(&self, id: TableId) -> String {
        asked(self.relation(id), self.stage(id))
    }
}

fn asked(relation: Relation, stage: Stage) -> String {
    format!("{relation:?} asks about {stage:?}")
}

/// Counters of all relations at tables of all stages.
pub(super) static ASKED: LazyLock<Grid> = LazyLock::new(|| {
    use Relation::*;
    use Stage::*;
    let mut grid = Grid::default();
    for relation in [Hidden, Reader, Invited, Seated, Delegating] {
        for stage in [Waiting, Playing, Settled, Cancelled, ArchivedSettled, ArchivedCancelled] {
            let may_be = match relation {
                // An invited member has a seat when the table is in play.
                Invited => matches!(stage, Waiting | Cancelled | ArchivedCancelled),
                Delegating => stage == Playing,
                Hidden | Reader | Seated => true,
            };
            if may_be {
                grid.add(asked(relation, stage), Cell::Must);
            }
        }
    }
    grid
});

#[cfg(test)]
mod tests {
    use crate::inner::judge::table_of;
    use serde_json::{Map, Value};
    use std::borrow::Cow;
    use turnstone_api::operation::ALL;

    #[test]
    fn finds_the_table_of_every_request_that_names_one() {
        let id = "018bcfe568007b3ab7e1a04c4d1f2a90";
        for operation in ALL {
            let (body, _) = operation.about().example;
            let fields: Map<String, Value> = serde_json::from_str(body).unwrap_or_default();
            let named = |name: &&str| match *name {
                "id" => format!("t_{id}"),
                "grantId" => format!("grant_{id}"),
                "duelId" => format!("duel_{id}"),
                _ => "ada".to_owned(),
            };
            let names: Vec<_> = operation.names().iter().map(|name| Cow::Owned(named(name))).collect();
            // An operation on a party does not accept the id of a table.
            let Ok(request) = operation.read(&names, &turnstone_api::input::fields_of(&fields)) else { continue };
            let names_table = operation.names().first() == Some(&"id");
            assert_eq!(table_of(&request).is_some(), names_table, "{}", operation.name());
        }
    }
}
