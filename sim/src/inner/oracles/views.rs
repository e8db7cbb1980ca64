//! Views and replays: what the match, played again, shows to this viewer, and not a card more.

use crate::inner::model::{CheckResult, Table, must};
use crate::inner::world::SimWorld;
use turnstone_service::answer::{Message, TableStatus, TableView};
use turnstone_service::credentials::Claims;
use turnstone_service::games::{Bundle, SHIPPED, Seat, Seed, Sight, Verdict as Replayed};
use turnstone_service::ids::{AccountId, TableId};
use turnstone_service::record::{MessageRow, Player, Status, TableRow};
use turnstone_service::request::Visibility;

/// Messages in one answer at most.
const PAGE: usize = 100;

impl SimWorld {
    /// A view answers a read with these cursors. `since` is the event cursor as it counted when the request came: one
    /// from the future is the head of then. The view may be of an `earlier` moment where it was given in a tick that
    /// then moved the table on.
    pub(super) fn check_view(
        &mut self,
        claims: Option<&Claims>,
        view: &TableView,
        since: Option<u64>,
        messages: Option<u64>,
        earlier: bool,
    ) -> CheckResult {
        let said = |what: &str| format!("{} seat {}: {what} of {:?}", view.id, view.my_seat, view.state);
        let Some(row) = self.model.row(view.id) else { return must(false, "a view has a table", || said("all")) };
        let seat = self.model.seat(claims, view.id);
        let member = match claims {
            Some(Claims::Account { account, .. }) => Some(*account),
            Some(Claims::Seat { .. }) | None => None,
        };
        let sealed = self.model.is_sealed(view.id, row, self.now());
        must(
            may_read(row, seat, member, sealed && row.daily.is_some()),
            "a private table is shown to its own people",
            || said("all"),
        )?;
        if sealed && row.daily.is_some_and(|day| day < self.now().day()) {
            self.counts.hit("premise: a seal that outlived its day");
        }
        let same_seat = view.my_seat == seat.map_or(-1, |seat| seat.0 as i8);
        must(same_seat, "a viewer has his own seat", || said("mySeat"))?;
        must(view.stake == row.setup.stake && view.practice == row.practice, "a view tells the table's facts", || {
            said("stake")
        })?;
        let commit = Some(Seed::from_bytes(row.seed).commit());
        must(view.seed_commit == commit, "the deal is committed to from the start", || said("seedCommit"))?;
        if let Some(table) = self.model.tables.get(&view.id) {
            check_messages(view, table.messages.iter(), messages.filter(|_| member.is_some()), earlier)?;
            let moment = table.plies.len() as u64 == view.state.plies && status_of(&table.row.status) == view.status;
            let earlier = earlier && view.state.plies <= table.plies.len() as u64;
            must(moment || earlier, "a view is of now", || said("plies"))?;
            self.check_events(view, table, since, moment)?;
            if moment {
                self.check_names(view, row)?;
                self.check_board(view, table, Sight { seat, sealed })?;
                let revealed = matches!(row.status, Status::Settled { .. }) && !sealed;
                must(view.seed.is_some() == revealed, "a seed is shown at the end and not before", || said("seed"))?;
            }
            self.counts.hit(match (table_is_dealt(row), seat.is_some(), moment) {
                (_, _, false) => "a view of an earlier moment",
                (false, ..) => "premise: a waiting table's view compared",
                (true, true, _) => "premise: a player's view compared",
                (true, false, _) => "premise: a spectator's view compared",
            });
            return Ok(());
        }
        self.counts.hit("premise: an archived table's view compared");
        let archive = &self.model.archives[&view.id];
        check_messages(view, archive.messages.iter().map(|(id, row)| (id, row)), messages, earlier)?;
        let hidden = view.archived && view.state.view.is_none() && view.state.legal_actions.is_empty();
        must(hidden && view.state.events.is_none(), "an archived table shows no board", || said("view"))?;
        let outcome = match &row.status {
            Status::Settled { end, .. } => end.outcome.clone(),
            Status::Waiting { .. } | Status::Playing { .. } | Status::Cancelled { .. } => Vec::new(),
        };
        let facts = (view.state.plies, view.state.events_at) == (archive.plies.len() as u64, archive.events);
        let same = view.state.outcome.as_ref() == Some(&outcome) && view.status == status_of(&row.status) && facts;
        must(same, "an archived table serves its settled facts", || said("outcome"))?;
        let revealed = matches!(row.status, Status::Settled { .. }) && !sealed;
        must(view.seed.is_some() == revealed, "a seed is shown at the end and not before", || said("seed"))
    }

    /// Events begin after the cursor and are the match's own, up to the new cursor.
    fn check_events(&self, view: &TableView, table: &Table, since: Option<u64>, moment: bool) -> CheckResult {
        let (head, at) = (table.events.len() as u64, view.state.events_at);
        let said = || format!("{}: events after {since:?} of {head}, told {:?} up to {at}", view.id, view.state.events);
        must(at <= head && (at == head || !moment), "the new cursor comes along", said)?;
        let Some(events) = &view.state.events else { return must(since.is_none(), "events are told", said) };
        let since = since.unwrap_or(at);
        let should = table.events.iter().take(at as usize).skip(since as usize).map(String::as_str);
        must(events.iter().map(|json| json.0.get()).eq(should), "events are the match's own", said)
    }

    /// The board, the legal actions and the clocks of a hot table.
    fn check_board(&self, view: &TableView, table: &Table, sight: Sight) -> CheckResult {
        let said = |what: &str| format!("{} seat {}: {what} of {:?}", view.id, view.my_seat, view.state);
        let shown = view.state.view.as_ref().map(|json| json.0.get());
        let Some(board) = &table.board else {
            let taken = table.row.players.iter().enumerate().filter(|(_, player)| **player != Player::Vacant);
            let seats: Vec<_> = taken.map(|(seat, _)| serde_json::json!({ "seat": seat, "status": "in" })).collect();
            let game = &table.row.game_id;
            let should = serde_json::json!({ "game": game, "phase": "waiting", "toAct": [], "seats": seats });
            let shown = shown.and_then(|text| serde_json::from_str::<serde_json::Value>(text).ok());
            let cancelled = matches!(table.row.status, Status::Cancelled { .. });
            let state = &view.state;
            let bare = state.legal_actions.is_empty() && !state.your_turn && state.terminal == cancelled;
            let outcome = state.outcome.as_ref().map(Vec::len) == cancelled.then_some(0);
            return must(shown == Some(should) && bare && outcome, "a waiting table shows who sits", || said("view"));
        };
        let should = board.view(sight);
        must(shown == Some(should.get()), "a viewer sees what is his to see", || said(&format!("{should} instead")))?;
        let legal = sight
            .seat
            .filter(|_| table.is_playing() && !table.is_for_agents())
            .map(|seat| board.legal_actions(seat))
            .unwrap_or_default();
        let shown = view.state.legal_actions.iter().map(|json| json.0.get());
        must(shown.eq(legal.iter().map(|json| json.get())), "legal actions are the viewer's own", || said("legal"))?;
        let turn = !table.is_for_agents() && sight.seat.is_some_and(|seat| table.to_act().contains(seat));
        must(view.state.your_turn == turn, "legal actions are the viewer's own", || said("yourTurn"))?;
        let mine = sight.seat.and_then(|seat| table.turn_ends(seat));
        let ends = mine.or_else(|| table.first_turn_ends());
        let banks = table.banks();
        let same = view.state.turn_deadline_at == ends && view.state.bank_ms == banks;
        must(same, "a turn lasts as long as it says", || said(&format!("{ends:?}, {banks:?} instead")))?;
        let outcome = match &table.row.status {
            Status::Settled { end, .. } => Some(&end.outcome),
            Status::Waiting { .. } | Status::Playing { .. } | Status::Cancelled { .. } => None,
        };
        let same = view.state.outcome.as_ref() == outcome && view.state.terminal == outcome.is_some();
        must(same, "a table ends as its match does", || said("outcome"))
    }

    /// Who sits where, by name.
    fn check_names(&self, view: &TableView, row: &TableRow) -> CheckResult {
        let taken = row.players.iter().enumerate().filter(|(_, player)| **player != Player::Vacant);
        let names: Vec<_> = taken.map(|(seat, player)| (Seat::at(seat), self.player_name(*player))).collect();
        let shown: Vec<_> = view.seats.iter().map(|seat| (seat.seat, seat.name.clone())).collect();
        let invited = row.invited.map(|account| self.name(account));
        let same = shown == names && view.invited_handle == invited && view.seats_total == row.players.len();
        must(same, "a view tells the table's facts", || format!("{}: {shown:?}, not {names:?}", view.id))
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

fn may_read(row: &TableRow, seat: Option<Seat>, member: Option<AccountId>, sealed: bool) -> bool {
    let concerned = seat.is_some() || member.is_some_and(|id| row.host == Some(id) || row.invited == Some(id));
    concerned || (row.visibility != Visibility::Private && !sealed)
}

const fn table_is_dealt(row: &TableRow) -> bool {
    matches!(row.status, Status::Playing { .. } | Status::Settled { .. })
}

/// Messages in a view are those after the cursor, oldest first; to seat credentials none.
fn check_messages<'m>(
    view: &TableView,
    there: impl Iterator<Item = (&'m u64, &'m MessageRow)> + Clone,
    since: Option<u64>,
    earlier: bool,
) -> CheckResult {
    let newest = there.clone().last().map_or(0, |(id, _)| *id);
    let said = || format!("{}: after {since:?} of {newest}: {:?}", view.id, view.messages);
    let Some(since) = since else { return must(view.messages.is_none(), "chat is for members who ask", said) };
    let shown: Vec<u64> = view.messages.iter().flatten().map(|message: &Message| message.id).collect();
    let since = since.min(newest);
    let should: Vec<u64> = there.map(|(id, _)| *id).filter(|id| *id > since).take(PAGE).collect();
    let at = should.last().copied().unwrap_or(since);
    // What was waited for may have been told before more was said.
    let same = shown == should && view.msgs_at == Some(at) || earlier && should.starts_with(&shown);
    must(same, "a chat is told from the cursor on", said)
}

pub(super) const fn status_of(status: &Status) -> TableStatus {
    match status {
        Status::Waiting { .. } => TableStatus::Waiting,
        Status::Playing { .. } => TableStatus::Playing,
        Status::Settled { .. } => TableStatus::Settled,
        Status::Cancelled { .. } => TableStatus::Cancelled,
    }
}
