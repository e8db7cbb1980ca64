//! Who may see a table, and in which role.

use crate::credentials::Claims;
use crate::games::{Audience, Seat};
use crate::ids::{AccountId, TableId};
use crate::record::TableRow;
use crate::rejection::{Grant, Rejection, TableRejection as Rejected};
use crate::request::{Caller, Visibility};
use crate::state::{Seal, Table, Transaction};

/// The role of a caller at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Viewer {
    /// The seat; `None` for a spectator.
    pub(crate) seat: Option<Seat>,
    /// The member; `None` with a seat credential.
    pub(crate) account: Option<AccountId>,
}

impl Viewer {
    pub(crate) const fn audience(self, sealed: bool) -> Audience {
        Audience { seat: self.seat, sealed }
    }
}

impl TableRow {
    /// The seat of a member.
    pub(crate) fn seat_of(&self, member: AccountId) -> Option<Seat> {
        self.players.iter().position(|player| player.member() == Some(member)).map(Seat::at)
    }

    /// Whether a caller without a seat may read the table.
    fn is_readable_by(&self, account: Option<AccountId>, sealed: bool) -> bool {
        let kept_for = account.is_some() && (self.invited == account || self.host == account);
        let open = matches!(self.visibility, Visibility::Public | Visibility::Unlisted);
        kept_for || (open && !sealed)
    }

    /// The role of a caller with these claims; 404 if they may not know of the table.
    fn viewer(&self, id: TableId, claims: Option<&Claims>, sealed: bool) -> Result<Viewer, Rejected> {
        match claims {
            Some(Claims::Account { account, .. }) => {
                let seat = self.seat_of(*account);
                let viewer = Viewer { seat, account: Some(*account) };
                let may = seat.is_some() || self.is_readable_by(Some(*account), sealed);
                may.then_some(viewer).ok_or(Rejected::NotFound)
            }
            Some(Claims::Seat { table, seat, .. }) if *table == id => Ok(Viewer { seat: Some(*seat), account: None }),
            Some(Claims::Seat { .. }) => Err(Rejected::NotFound),
            None => {
                let viewer = Viewer { seat: None, account: None };
                self.is_readable_by(None, sealed).then_some(viewer).ok_or(Rejected::NotFound)
            }
        }
    }
}

/// The role of the caller at a table, hot or archived. An invitation or a rematch by a member whom the
/// caller blocks is hidden, and a rematch that waits is hidden from all but its people.
pub(crate) fn viewer_of(
    tx: &Transaction<'_>,
    caller: &Caller,
    table: TableId,
    row: &TableRow,
) -> Result<Viewer, Rejected> {
    let sealed = tx.seal_of(table, row, tx.now).is_some_and(Seal::is_private);
    let known = row.viewer(table, caller.claims.as_ref(), sealed);
    if let Ok(viewer) = known
        && viewer.seat.is_some()
    {
        return Ok(viewer);
    }
    let is_invited = |account: &AccountId| {
        let rematch = tx.rematches.get(table);
        row.invited == Some(*account) || rematch.is_some_and(|rematch| rematch.seat_of(*account).is_some())
    };
    let invited = caller.member().ok().filter(is_invited);
    let viewer = match known {
        Err(_) if invited.is_some() => Viewer { seat: None, account: invited },
        known => known?,
    };
    let is_hidden = || match invited {
        Some(account) => row.host.is_some_and(|host| tx.blocks.holds(account, host)),
        None => tx.is_reserved(table, row),
    };
    if is_hidden() { Err(Rejected::NotFound) } else { Ok(viewer) }
}

/// The role of the caller at a hot table. While a seat is delegated, its owner is rejected.
pub(crate) fn viewer(
    tx: &Transaction<'_>,
    caller: &Caller,
    table: TableId,
    known: &Table,
) -> Result<Viewer, Rejection> {
    let viewer = viewer_of(tx, caller, table, &known.row)?;
    if let (Some(seat), Some(_)) = (viewer.seat, viewer.account)
        && known.is_playing()
        && tx.grants.is_delegated(table, seat, tx.now)
    {
        return Err(Grant::Delegated.into());
    }
    Ok(viewer)
}
