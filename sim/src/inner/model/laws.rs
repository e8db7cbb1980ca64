//! A referee beside every table that is played. It follows the log by laws of its own, which share nothing with the
//! games: the rest of the model plays the match with the service's own game, and would not see what that gets wrong.

use super::Model;
use crate::prelude::*;
use serde_json::value::RawValue;
use turnstone_laws::{Broken, Entry as LawEntry, ReferenceModel, SeatShare, Shown, Viewer};

/// The referee of a table.
pub(super) struct TableReference {
    pub(super) reference: ReferenceModel,
    /// Whose views of now were judged.
    pub(super) judged: BTreeSet<(Option<usize>, bool)>,
    /// The moves that it has seen, by their plies.
    pub(super) moves: BTreeMap<usize, Value>,
}

pub(crate) fn value(raw: &RawValue) -> Value {
    serde_json::from_str(raw.get()).expect("games make JSON")
}

pub(crate) fn reported(events: &[Event]) -> Shown {
    let events = events.iter().map(|event| value(&event.to_json(0))).collect();
    Shown { events: Some(events), ..Shown::default() }
}

/// What a viewer is shown, and offered if the viewer has a seat.
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
    ReferenceModel::begin(&row.game_id, &row.version, &config(row), row.seed, shown)
}

/// The entry as the laws have it; `before` is the board that it is played on.
pub(crate) fn entry(before: &dyn Match, seat: Seat, entry: Entry) -> LawEntry {
    match entry {
        Entry::Choice(choice) => {
            LawEntry::Action(before.action(seat, choice).map_or(Value::Null, |action| value(&action)))
        }
        Entry::Leave(Leave::Forfeited) => LawEntry::Leave(Some("forfeited")),
        Entry::Leave(Leave::TimedOut) => LawEntry::Leave(Some("timed_out")),
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

    /// Over the log up to now, of which all was judged in its time.
    pub(super) fn again(row: &TableRow, plies: &[PlyRow]) -> Result<Self, Broken> {
        let mut reference = begin(row, &Shown::default())?;
        let rules = SHIPPED.find(&row.game_id, &row.version);
        let mut events = Events::on();
        let board = rules.and_then(|rules| rules.deal(&row.setup, &Seed::from_bytes(row.seed), &mut events));
        if let Some(mut board) = board {
            for ply in plies {
                reference.step(
                    ply.seat.index(),
                    &entry(board.as_ref(), ply.seat, played(ply.entry)),
                    &Shown::default(),
                )?;
                played(ply.entry).play(ply.seat, board.as_mut(), &mut events);
            }
        }
        Ok(Self::new(reference))
    }
}

impl Model {
    /// The referees of matches that stand as they stood go on: they have seen the same log.
    pub(crate) fn take_referees(&mut self, before: &mut Self) {
        for (id, table) in &mut self.tables {
            let Some(known) = before.tables.get_mut(id) else { continue };
            if known.plies == table.plies && known.row.seed == table.row.seed {
                table.reference = known.reference.take();
            }
        }
    }

    /// Anyone who is to act at a table that moved is someone who can: the house has played, and who has no one to wait
    /// for has come to the end.
    pub(super) fn check_turns(&self, id: TableId) -> CheckResult {
        let Some(table) = self.tables.get(&id).filter(|table| table.is_playing()) else { return Ok(()) };
        let to_act = table.to_act();
        let said = || format!("{id} {}: {to_act:?} of {:?}", table.row.game_id, table.row.players);
        must(!to_act.is_empty(), "a match that is over is settled", said)?;
        let waits = |seat: &Seat| matches!(table.row.players[seat.index()], Player::Member(_) | Player::Guest);
        let automatic = to_act.iter().find(|seat| !waits(seat));
        must(automatic.is_none() || table.is_for_agents(), "the house plays at once", said)
    }

    /// A member whose turn begins at a daily table is called to it, and reminded of it later.
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
            must(reported || !self.is_member(account), "a member is called to a turn that begins", || {
                format!("{id} {seat:?} {account}: {listens}")
            })?;
        }
        Ok(())
    }

    /// A settled table, judged: nothing of a whole store, where it was judged in its time.
    pub(super) fn judge_end(&mut self, id: TableId) -> Result<Option<Vec<SeatShare>>, Violation> {
        let Some(table) = self.tables.get_mut(&id).filter(|_| self.live) else { return Ok(None) };
        let Status::Settled { end, .. } = &table.row.status else { return Ok(None) };
        let end = end.clone();
        table.judge_end(&end)
    }
}
