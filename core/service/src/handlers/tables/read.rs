//! Who may see a table, and reading it at once or when there is news.

use crate::answer::Answer;
use crate::credentials::Claims;
use crate::games::{Seat, Sight};
use crate::ids::{AccountId, TableId};
use crate::pending::{PendingQuery, QueryPurpose};
use crate::polls::PollTarget;
use crate::record::TableRow;
use crate::refusal::{Auth, Grant, Refusal, TableRefusal as Refused};
use crate::request::{Caller, ReadTable, RequestId, Visibility};
use crate::state::{LiveMatch, Seal, Table};
use crate::step::{Handled, HandlerResult, Step};

/// As whom a caller looks at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Viewer {
    /// The seat; none for a spectator.
    pub(crate) seat: Option<Seat>,
    /// The member; none with a seat credential.
    pub(crate) account: Option<AccountId>,
}

impl Viewer {
    pub(crate) const fn sight(self, sealed: bool) -> Sight {
        Sight { seat: self.seat, sealed }
    }
}

impl TableRow {
    /// The seat of a member.
    pub(crate) fn seat_of(&self, member: AccountId) -> Option<Seat> {
        self.players.iter().position(|player| player.member() == Some(member)).map(Seat::at)
    }

    /// Whether somebody without a seat may know of the table.
    fn is_readable_by(&self, account: Option<AccountId>, sealed: bool) -> bool {
        let kept_for = account.is_some() && (self.invited == account || self.host == account);
        let open = matches!(self.visibility, Visibility::Public | Visibility::Unlisted);
        kept_for || (open && !sealed)
    }

    /// As whom a caller with these claims looks at it; 404 if he may not know of it.
    fn viewer(&self, id: TableId, claims: Option<&Claims>, sealed: bool) -> Result<Viewer, Refused> {
        match claims {
            Some(Claims::Account { account, .. }) => {
                let seat = self.seat_of(*account);
                let viewer = Viewer { seat, account: Some(*account) };
                let may = seat.is_some() || self.is_readable_by(Some(*account), sealed);
                may.then_some(viewer).ok_or(Refused::NotFound)
            }
            Some(Claims::Seat { table, seat, .. }) if *table == id => Ok(Viewer { seat: Some(*seat), account: None }),
            Some(Claims::Seat { .. }) => Err(Refused::NotFound),
            None => {
                let viewer = Viewer { seat: None, account: None };
                self.is_readable_by(None, sealed).then_some(viewer).ok_or(Refused::NotFound)
            }
        }
    }
}

impl Step<'_> {
    /// As whom the caller looks at a table, hot or cold.
    pub(crate) fn viewer_of(&self, caller: &Caller, table: TableId, row: &TableRow) -> Result<Viewer, Refused> {
        let sealed = self.state.seal_of(table, row, self.now).is_some_and(Seal::is_private);
        row.viewer(table, caller.claims.as_ref(), sealed)
    }

    /// As whom the caller looks at a hot table. While a seat is delegated, its owner is told so.
    pub(crate) fn viewer(&self, caller: &Caller, table: TableId, known: &Table) -> Result<Viewer, Refusal> {
        let viewer = self.viewer_of(caller, table, &known.row)?;
        if let (Some(seat), Some(_)) = (viewer.seat, viewer.account)
            && known.is_playing()
            && self.state.grants.is_delegated(table, seat, self.now)
        {
            return Err(Grant::Delegated.into());
        }
        Ok(viewer)
    }

    pub(crate) fn read_table(&mut self, id: RequestId, caller: &Caller, mut read: ReadTable) -> HandlerResult {
        if caller.claims.is_none() {
            return Err(Auth::NotSignedIn.into());
        }
        if matches!(caller.claims, Some(Claims::Seat { .. })) {
            // Chat is not for seat credentials; the parameter is ignored.
            read.msgs_since = None;
        }
        let Some(known) = self.state.table(read.table) else {
            return Ok(self.look_up(id, caller, read.table, QueryPurpose::Table(read.table, read.msgs_since)));
        };
        let viewer = self.viewer(caller, read.table, known)?;
        self.state.has_rules(known)?;
        // Of a table that is over the events are counted when they are read.
        let over = known.is_dealt() && !known.is_playing();
        let head = known.live().map_or(if over { u64::MAX } else { 0 }, LiveMatch::events_at);
        // With a cursor from the future nothing is new now; what comes next is.
        read.events_since = read.events_since.map(|since| since.min(head));
        read.msgs_since = read.msgs_since.map(|since| since.min(known.newest_message()));
        let on = PollTarget::Table { read, events: read.events_since.unwrap_or(head), version: known.version };
        let my_turn = viewer.seat.is_some_and(|seat| known.waits_for(seat));
        let at_once = read.wait_ms == 0 || (read.events_since.is_none() && my_turn);
        if at_once || self.has_news(on) {
            return Ok(Answer::Table(self.read_view(viewer, read)?).into());
        }
        self.park(id, caller, on, read.wait_ms)
    }

    /// The view for a parked reader, if there is news or he has waited long enough.
    pub(crate) fn table_news(
        &mut self,
        caller: &Caller,
        read: ReadTable,
        events: u64,
        version: u64,
        at_once: bool,
    ) -> Result<Option<Answer>, Refusal> {
        let known = self.state.table(read.table).ok_or(Refused::NotFound)?;
        let viewer = self.viewer(caller, read.table, known)?;
        if !at_once && !self.has_news(PollTarget::Table { read, events, version }) {
            return Ok(None);
        }
        Ok(Some(Answer::Table(self.read_view(viewer, read)?)))
    }

    fn has_news(&self, on: PollTarget) -> bool {
        let PollTarget::Table { read, events, version } = on else { return false };
        let Some(known) = self.state.table(read.table) else { return true };
        let over = !known.is_active();
        let told = known.live().map_or(0, LiveMatch::events_at) > events;
        let said = read.msgs_since.is_some_and(|since| known.newest_message() > since);
        over || told || said || known.version != version
    }

    /// Look for an archived table.
    pub(crate) fn look_up(&mut self, id: RequestId, caller: &Caller, table: TableId, asked: QueryPurpose) -> Handled {
        let pending = PendingQuery::Request { id, caller: Box::new(caller.clone()), class: self.class, asked };
        self.ask(crate::effects::Query::Archive(table), pending)
    }

    /// Refuse what an archived table cannot do any more, or 404 if there is none that the caller may know of.
    pub(crate) fn look_up_closed(
        &mut self,
        id: RequestId,
        caller: &Caller,
        table: TableId,
        refusal: Refusal,
    ) -> Handled {
        self.look_up(id, caller, table, QueryPurpose::Closed(table, refusal))
    }
}
