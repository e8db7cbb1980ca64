//! Views and replays: who may see them, and that a match that is played again is the one that was shown.

use crate::inner::judge::{Judge, status_of};
use crate::prelude::*;
use turnstone_service::games::Verdict as Replayed;

impl Judge {
    /// A view of now shows what the laws of its game show. What else stands in it is compared with the model.
    pub(super) fn check_view(&mut self, claims: Option<&Claims>, view: &TableView) -> CheckResult {
        let Some(row) = self.model.row(view.id) else {
            return must(false, "a view has a table", || view.id.to_string());
        };
        let seat = self.model.seat(claims, view.id);
        let sealed = self.model.is_sealed(view.id, row, self.now());
        let dealt = matches!(row.status, Status::Playing { .. } | Status::Settled { .. } | Status::Voided { .. });
        let Some(table) = self.model.tables.get_mut(&view.id) else {
            self.counts.hit("premise: an archived table's view compared");
            return Ok(());
        };
        if table.plies.len() as u64 != view.state.plies || status_of(&table.row.status) != view.status {
            return Ok(());
        }
        self.counts.hit(match (dealt, seat.is_some()) {
            (false, _) => "premise: a waiting table's view compared",
            (true, true) => "premise: a player's view compared",
            (true, false) => "premise: a spectator's view compared",
        });
        table.judge_audience(Audience { seat, sealed })
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
