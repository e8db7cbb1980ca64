//! Who asks about tables in which state: the sides of the table of permissions, counted, so that a run in which one of
//! them never came is known.

use super::case::Case;
use crate::inner::model::Table;
use turnstone_service::credentials::Claims;
use turnstone_service::ids::TableId;
use turnstone_service::record::{Player, Status, TableRow};
use turnstone_service::request::{Request, Visibility};

macro_rules! relations {
    ($($relation:ident => $who:literal),*; $states:tt) => {
        #[derive(Clone, Copy)]
        enum Relation {
            $($relation,)*
        }

        /// The names of all that there can be.
        pub(crate) const RELATIONS: &[&str] = &[$(relations!(@names $who, $states)),*].as_flattened();

        const fn name(relation: Relation, state: State) -> &'static str {
            match relation {
                $(Relation::$relation => relations!(@name $who, state, $states),)*
            }
        }
    };
    (@names $who:literal, ($($state:ident => $how:literal),*)) => { [$(concat!($who, " asks about ", $how)),*] };
    (@name $who:literal, $at:ident, ($($state:ident => $how:literal),*)) => {
        match $at {
            $(State::$state => concat!($who, " asks about ", $how),)*
        }
    };
}

/// How a table stands.
#[derive(Clone, Copy)]
enum State {
    Waiting,
    Playing,
    Settled,
    Cancelled,
    Archived,
}

relations! {
    Nobody => "nobody in particular",
    SignedOut => "somebody whose credential has ended",
    Outsider => "a member without relation",
    OutsiderOfPrivate => "a member without relation to a private table",
    Invited => "an invited member",
    Host => "a host",
    Seated => "a seated member",
    Delegating => "the owner of a delegated seat",
    Holder => "the holder of a seat's credential",
    HolderElsewhere => "the holder of another table's seat";
    (
        Waiting => "a waiting table",
        Playing => "a running table",
        Settled => "a settled table",
        Cancelled => "a cancelled table",
        Archived => "an archived table"
    )
}

/// The table that a request is about.
#[expect(clippy::wildcard_enum_match_arm, reason = "the other requests are about no table")]
pub(crate) const fn table_of(request: &Request) -> Option<TableId> {
    match request {
        Request::ReadTable(read) => Some(read.table),
        Request::Act(act) => Some(act.table),
        Request::Forfeit { table }
        | Request::JoinTable { table }
        | Request::Decline { table }
        | Request::Messages { table, .. }
        | Request::PostMessage { table, .. }
        | Request::Replay { table, .. }
        | Request::Card { table }
        | Request::IssueGrant { table, .. }
        | Request::CurrentGrant { table }
        | Request::RevokeGrant { table, .. } => Some(*table),
        _ => None,
    }
}

const fn state_of(hot: Option<&Table>, row: &TableRow) -> State {
    match (hot, &row.status) {
        (None, _) => State::Archived,
        (_, Status::Waiting { .. }) => State::Waiting,
        (_, Status::Playing { .. }) => State::Playing,
        (_, Status::Settled { .. }) => State::Settled,
        (_, Status::Cancelled { .. } | Status::Voided { .. }) => State::Cancelled,
    }
}

fn relation_of(case: &Case<'_>, id: TableId, row: &TableRow) -> Relation {
    match case.claims {
        None => Relation::Nobody,
        Some(Claims::Seat { table, .. }) if *table == id => Relation::Holder,
        Some(Claims::Seat { .. }) => Relation::HolderElsewhere,
        Some(Claims::Account { account, .. }) => {
            let delegated = case.table(id).is_some_and(|table| table.delegated);
            let seated = row.players.contains(&Player::Member(*account));
            match (delegated, row.host == Some(*account), seated, row.invited == Some(*account)) {
                (true, ..) => Relation::Delegating,
                (false, true, ..) => Relation::Host,
                (false, false, true, _) => Relation::Seated,
                (false, false, false, true) => Relation::Invited,
                (false, false, false, false) if row.visibility == Visibility::Private => Relation::OutsiderOfPrivate,
                (false, false, false, false) => Relation::Outsider,
            }
        }
    }
}

/// Who asks about what, among the counters.
pub(super) fn name_of(case: &Case<'_>, id: TableId, counts: bool) -> &'static str {
    let Some(row) = case.world.model.row(id) else { return "somebody asks about no table" };
    let relation = if counts { relation_of(case, id, row) } else { Relation::SignedOut };
    name(relation, state_of(case.world.model.tables.get(&id), row))
}
