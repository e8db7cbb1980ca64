//! Views and replays: who may see them, and that a match that is played again is the one that was shown.

use crate::inner::judge::Judge;
use crate::inner::model::{CheckResult, Table, must};
use turnstone_service::answer::{TableStatus, TableView};
use turnstone_service::credentials::Claims;
use turnstone_service::games::{Bundle, SHIPPED, Sight, Verdict as Replayed};
use turnstone_service::ids::TableId;
use turnstone_service::record::{Status, TableRow};

impl Judge {
    /// A view answers a read with this event cursor, as it counted when the request came: one from the future is the head
    /// of then. The view may be of an `earlier` moment where it was given in a tick that then moved the table on.
    pub(super) fn check_view(
        &mut self,
        claims: Option<&Claims>,
        view: &TableView,
        since: Option<u64>,
        earlier: bool,
    ) -> CheckResult {
        let said = |what: &str| format!("{} seat {}: {what} of {:?}", view.id, view.my_seat, view.state);
        let Some(row) = self.model.row(view.id) else { return must(false, "a view has a table", || said("all")) };
        let seat = self.model.seat(claims, view.id);
        let sealed = self.model.is_sealed(view.id, row, self.now());
        if sealed && row.daily.is_some_and(|day| day < self.now().day()) {
            self.counts.hit("premise: a seal that outlived its day");
        }
        let revealed = matches!(row.status, Status::Settled { .. } | Status::Voided { .. }) && !sealed;
        let Some(table) = self.model.tables.get(&view.id) else {
            self.counts.hit("premise: an archived table's view compared");
            return must(view.seed.is_some() == revealed, "a seed is shown at the end and not before", || said("seed"));
        };
        let moment = table.plies.len() as u64 == view.state.plies && status_of(&table.row.status) == view.status;
        let earlier = earlier && view.state.plies <= table.plies.len() as u64;
        must(moment || earlier, "a view is of now", || said("plies"))?;
        self.check_events(view, table, since, moment)?;
        let shown = view.seed.is_some() == revealed || !moment;
        must(shown, "a seed is shown at the end and not before", || said("seed"))?;
        self.counts.hit(match (table_is_dealt(row), seat.is_some(), moment) {
            (_, _, false) => "a view of an earlier moment",
            (false, ..) => "premise: a waiting table's view compared",
            (true, true, _) => "premise: a player's view compared",
            (true, false, _) => "premise: a spectator's view compared",
        });
        let table = self.model.tables.get_mut(&view.id).filter(|_| moment);
        table.map_or(Ok(()), |table| table.judge_sight(Sight { seat, sealed }))
    }

    /// Events begin after the cursor and are the match's own, up to the new cursor.
    fn check_events(&self, view: &TableView, table: &Table, since: Option<u64>, moment: bool) -> CheckResult {
        let (head, at) = (table.events.len() as u64, view.state.events_at);
        let said = || format!("{}: events after {since:?} of {head}, told {:?} up to {at}", view.id, view.state.events);
        must(at <= head && (at == head || !moment), "the new cursor comes along", said)?;
        let Some(events) = &view.state.events else { return must(since.is_none(), "events are delivered", said) };
        let since = since.unwrap_or(at);
        let should = table.events.iter().take(at as usize).skip(since as usize).map(|json| json.0.get());
        must(events.iter().map(|json| json.0.get()).eq(should), "events are the match's own", said)
    }

    pub(super) fn check_replay(&mut self, table: TableId, bundle: &Bundle) -> CheckResult {
        let row = self.model.row(table).filter(|row| matches!(row.status, Status::Settled { .. }));
        let Some(row) = row else { return must(false, "only a settled table has a replay", || table.to_string()) };
        let sealed = self.model.is_sealed(table, row, self.now());
        if sealed && row.daily.is_some_and(|day| day < self.now().day()) {
            self.counts.hit("premise: a seal that outlived its day");
        }
        let verdict = SHIPPED.verify(bundle);
        let plies = self.model.plies_of(table) as usize;
        if sealed && row.daily.is_none() {
            self.counts.hit("premise: a replay was sealed for its twin");
        }
        self.counts.hit(if sealed { "premise: a sealed replay" } else { "premise: a replay was verified" });
        let holds = if sealed {
            let bare = bundle.seed.is_none() && bundle.log.is_empty();
            let reason = if row.daily.is_some() { "daily" } else { "duel" };
            bare && verdict == Replayed::Sealed && bundle.sealed_reason.as_deref() == Some(reason)
        } else {
            verdict == Replayed::Holds && bundle.log.len() == plies && bundle.sealed_until.is_none()
        };
        must(holds, "a replay holds", || format!("{table}: {verdict:?}, {bundle:?}"))
    }
}

const fn table_is_dealt(row: &TableRow) -> bool {
    matches!(row.status, Status::Playing { .. } | Status::Settled { .. } | Status::Voided { .. })
}

pub(crate) const fn status_of(status: &Status) -> TableStatus {
    match status {
        Status::Waiting { .. } => TableStatus::Waiting,
        Status::Playing { .. } => TableStatus::Playing,
        Status::Settled { .. } => TableStatus::Settled,
        Status::Cancelled { .. } | Status::Voided { .. } => TableStatus::Cancelled,
    }
}
