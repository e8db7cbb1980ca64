//! A reference model for every table in play. It follows the log and shares no code with the games. The rest of the
//! model plays matches with the service's own games, and would not detect their faults.

use crate::inner::model::Model;
use crate::inner::model::seed_in;
use crate::inner::prelude::*;
use serde_json::value::RawValue;
use turnstone_laws::{Broken, Entry as ReferenceEntry, ReferenceModel, SeatShare, Shown, Viewer};

pub(super) struct TableReference {
    pub(super) reference: ReferenceModel,
    /// Viewers whose current view was checked.
    pub(super) judged: BTreeSet<(Option<usize>, bool)>,
    /// The moves of the log, by ply.
    pub(super) moves: BTreeMap<usize, Value>,
}

pub(crate) fn value(raw: &RawValue) -> Value {
    serde_json::from_str(raw.get()).expect("games make JSON")
}

pub(crate) fn reported(events: &[Event]) -> Shown {
    let events = events.iter().map(|event| value(&event.to_json(0))).collect();
    Shown { events: Some(events), ..Shown::default() }
}

/// The view of a viewer, with the legal actions of the viewer's seat.
pub(crate) fn shown(board: &dyn Match, audience: Audience) -> Shown {
    let seat = audience.seat.map(Seat::index);
    let offer = |seat: Seat| board.legal_actions(seat).iter().map(|action| value(action)).collect();
    Shown {
        views: vec![(Viewer { seat, sealed: audience.sealed }, value(&board.view(audience)))],
        legal: audience.seat.into_iter().map(|seat| (seat.index(), offer(seat))).collect(),
        may_leave: audience.seat.into_iter().map(|seat| (seat.index(), board.may_concede(seat))).collect(),
        events: None,
    }
}

pub(super) fn config(row: &TableRow) -> Value {
    serde_json::to_value(&row.setup).expect("setups are plain data")
}

pub(super) fn begin(row: &TableRow, shown: &Shown) -> Result<ReferenceModel, Broken> {
    ReferenceModel::begin(&row.game_id, &row.version, &config(row), seed_in(row).unwrap_or_default(), shown)
}

/// An entry for the reference model. `before` is the board on which it is played.
pub(crate) fn entry(before: &dyn Match, seat: Seat, entry: Entry) -> ReferenceEntry {
    match entry {
        Entry::Choice(choice) => {
            ReferenceEntry::Action(before.action(seat, choice).map_or(Value::Null, |action| value(&action)))
        }
        Entry::Leave(Leave::Forfeited) => ReferenceEntry::Leave(Some("forfeited")),
        Entry::Leave(Leave::TimedOut) => ReferenceEntry::Leave(Some("timed_out")),
    }
}

/// An entry of the log, for the board.
pub(crate) const fn played(entry: EntryRow) -> Entry {
    match entry {
        EntryRow::Choice(choice) => Entry::Choice(choice),
        EntryRow::Forfeited => Entry::Leave(Leave::Forfeited),
        EntryRow::TimedOut => Entry::Leave(Leave::TimedOut),
    }
}

impl TableReference {
    pub(super) const fn new(reference: ReferenceModel) -> Self {
        Self { reference, judged: BTreeSet::new(), moves: BTreeMap::new() }
    }

    /// A reference model that follows the log up to now, which was checked before.
    pub(super) fn again(row: &TableRow, plies: &[PlyRow]) -> Result<Self, Broken> {
        let mut reference = begin(row, &Shown::default())?;
        let rules = SHIPPED.find(&row.game_id, &row.version);
        let mut events = Events::on();
        let seed = Seed::from_bytes(seed_in(row).unwrap_or_default());
        let board = rules.and_then(|rules| rules.deal(&row.setup, &seed, &mut events));
        if let Some(mut board) = board {
            for ply in plies {
                let entry = entry(board.as_ref(), ply.seat, played(ply.entry));
                reference.step(ply.seat.index(), &entry, &Shown::default())?;
                played(ply.entry).play(ply.seat, board.as_mut(), &mut events);
            }
        }
        Ok(Self::new(reference))
    }
}

impl Model {
    /// Reference models continue for matches whose log did not change.
    pub(crate) fn keep_references(&mut self, before: &mut Self) {
        for (id, table) in &mut self.tables {
            let Some(known) = before.tables.get_mut(id) else { continue };
            if known.plies == table.plies && known.row.seed == table.row.seed {
                table.reference = known.reference.take();
            }
        }
    }

    /// The seats that are to act belong to members or guests: the house plays at once, and a finished match is settled.
    pub(super) fn check_turns(&self, id: TableId) -> CheckResult {
        let Some(table) = self.tables.get(&id).filter(|table| table.is_playing()) else { return Ok(()) };
        let to_act = table.to_act();
        let said = || format!("{id} {}: {to_act:?} of {:?}", table.row.game_id, table.row.players);
        must(!to_act.is_empty(), "a match that is over is settled", said)?;
        let waits = |seat: &Seat| matches!(table.row.players[seat.index()], Player::Member(_) | Player::Guest);
        let automatic = to_act.iter().find(|seat| !waits(seat));
        must(automatic.is_none() || table.is_for_agents(), "the house plays at once", said)
    }

    /// A member whose turn begins at a daily table gets a notice and a later reminder.
    pub(super) fn check_called(&mut self, id: TableId) -> CheckResult {
        let Some(table) = self.tables.get_mut(&id).filter(|table| table.is_playing()) else { return Ok(()) };
        let begun = table.take_begun();
        let table = &self.tables[&id];
        if !self.live || table.row.pace != Pace::Daily || table.row.practice {
            return Ok(());
        }
        for seat in begun.into_iter().filter(|seat| !self.is_delegated(id, *seat, self.latest)) {
            let Player::Member(account) = table.row.players[seat.index()] else { continue };
            let listens = self.subscriptions.values().any(|row| row.account == account);
            let has = |kind| self.notices.contains_key(&NoticeId { table: id, seat, kind });
            let reported = has(NoticeKind::TurnEndsSoon) && (!listens || has(NoticeKind::TurnBegan));
            let said = || format!("{id} {seat:?} {account}: {listens}");
            must(reported || !self.is_member(account), "a member is notified when a turn begins", said)?;
        }
        Ok(())
    }

    /// Check the end of a table. A store's tables were checked while the service ran.
    pub(super) fn judge_end(&mut self, id: TableId) -> Result<Option<Vec<SeatShare>>, Violation> {
        let Some(table) = self.tables.get_mut(&id).filter(|_| self.live) else { return Ok(None) };
        let Status::Settled { end, .. } = &table.row.status else { return Ok(None) };
        let end = end.clone();
        table.judge_end(&end)
    }
}
