//! A referee beside every table that is played. It follows the log by laws of its own, which share nothing with the games:
//! the rest of the model plays the match with the service's own game, and would not see what that gets wrong.

use super::table::{Table, played};
use super::{CheckResult, Model, Violation, must};
use crate::count::Counts;
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::{BTreeMap, BTreeSet};
use turnstone_laws::{Broken, Entry, Referee, SeatShare, Shown, Viewer};
use turnstone_service::games::{Event, Events, Match, SHIPPED, Seat, Seats, Seed, Sight};
use turnstone_service::ids::TableId;
use turnstone_service::record::{EndRow, EntryRow, NoticeId, NoticeKind, Player, PlyRow, Status, TableRow};
use turnstone_service::request::Pace;

/// Entries between two views that are looked at though nobody asked for them: to judge one takes longer than to play it.
const BETWEEN: usize = 3;

/// The referee of a table.
pub(super) struct TableReferee {
    referee: Referee,
    /// Whose views of now were judged.
    judged: BTreeSet<(Option<usize>, bool)>,
    /// The moves that it has seen, by their plies.
    moves: BTreeMap<usize, Value>,
}

fn value(raw: &RawValue) -> Value {
    serde_json::from_str(raw.get()).expect("games make JSON")
}

fn told(events: &[Event]) -> Vec<Value> {
    events.iter().map(|event| value(&event.to_json(0))).collect()
}

/// What a viewer is shown, and offered where he has a seat.
fn shown(board: &dyn Match, sight: Sight) -> Shown {
    let seat = sight.seat.map(Seat::index);
    let offer = |seat: Seat| board.legal_actions(seat).iter().map(|action| value(action)).collect();
    Shown {
        views: vec![(Viewer { seat, sealed: sight.sealed }, value(&board.view(sight)))],
        legal: sight.seat.into_iter().map(|seat| (seat.index(), offer(seat))).collect(),
        may_leave: sight.seat.into_iter().map(|seat| (seat.index(), board.may_concede(seat))).collect(),
        events: None,
    }
}

fn config(row: &TableRow) -> Value {
    serde_json::to_value(&row.setup).expect("setups are plain data")
}

fn begin(row: &TableRow, shown: &Shown) -> Result<Referee, Broken> {
    Referee::begin(&row.game_id, &row.version, &config(row), row.seed, shown)
}

/// The entry as the laws have it; `before` is the board that it is played on.
fn entry(before: &dyn Match, row: &PlyRow) -> Entry {
    match row.entry {
        EntryRow::Choice(choice) => {
            Entry::Action(before.action(row.seat, choice).map_or(Value::Null, |action| value(&action)))
        }
        EntryRow::Forfeited => Entry::Leave(Some("forfeited")),
        EntryRow::TimedOut => Entry::Leave(Some("timed_out")),
    }
}

impl TableReferee {
    const fn new(referee: Referee) -> Self {
        Self { referee, judged: BTreeSet::new(), moves: BTreeMap::new() }
    }

    /// Over the log up to now, of which all was judged in its time.
    fn again(row: &TableRow, plies: &[PlyRow]) -> Result<Self, Broken> {
        let mut referee = begin(row, &Shown::default())?;
        let rules = SHIPPED.find(&row.game_id, &row.version);
        let mut events = Events::on();
        let board = rules.and_then(|rules| rules.deal(&row.setup, &Seed::from_bytes(row.seed), &mut events));
        if let Some(mut board) = board {
            for ply in plies {
                referee.step(ply.seat.index(), &entry(board.as_ref(), ply), &Shown::default())?;
                played(ply.entry).play(ply.seat, board.as_mut(), &mut events);
            }
        }
        Ok(Self::new(referee))
    }
}

impl Table {
    fn law<T>(&self, judged: Result<T, Broken>) -> Result<T, Violation> {
        let seen = |broken| format!("{} {}: {broken}", self.row.game_id, config(&self.row));
        judged.map_err(|broken| Violation { rule: "a game follows its reference model", seen: seen(broken) })
    }

    /// Whether there are laws for its game.
    pub(super) fn has_laws(&self) -> bool {
        Referee::knows(&self.row.game_id, &self.row.version)
    }

    /// The match was dealt just now, and this was told.
    pub(super) fn judge_deal(&mut self, events: &[Event]) -> CheckResult {
        if !self.has_laws() {
            return Ok(());
        }
        let shown = Shown { events: Some(told(events)), ..Shown::default() };
        let referee = self.law(begin(&self.row, &shown))?;
        self.referee = Some(Box::new(TableReferee::new(referee)));
        self.judge_somebody()
    }

    /// The entry that is going to be played, for the referee, who is there then.
    pub(super) fn entry(&mut self, row: &PlyRow) -> Result<Option<Entry>, Violation> {
        if !self.has_laws() {
            return Ok(None);
        }
        self.referee = Some(self.take_referee()?);
        Ok(self.board.as_ref().map(|board| entry(board.as_ref(), row)))
    }

    /// It was played just now, and this was told.
    pub(super) fn judge_entry(&mut self, row: &PlyRow, entry: &Entry, events: &[Event]) -> CheckResult {
        let mut referee = self.take_referee()?;
        let shown = Shown { events: Some(told(events)), ..Shown::default() };
        let judged = referee.referee.step(row.seat.index(), entry, &shown);
        referee.judged.clear();
        if let Entry::Action(action) = entry {
            referee.moves.insert(self.plies.len() - 1, action.clone());
        }
        self.referee = Some(referee);
        self.law(judged)?;
        self.judge_somebody()
    }

    /// The move that an entry of the log is, as far as the referee saw it.
    pub(crate) fn move_at(&self, ply: u64) -> Option<&Value> {
        self.referee.as_ref()?.moves.get(&(ply as usize))
    }

    fn take_referee(&mut self) -> Result<Box<TableReferee>, Violation> {
        if let Some(referee) = self.referee.take() {
            return Ok(referee);
        }
        self.law(TableReferee::again(&self.row, &self.plies)).map(Box::new)
    }

    /// What one viewer after the other sees, now and then, and at the end one seat and the spectators: besides what somebody
    /// asked for, which is judged when he is shown it.
    fn judge_somebody(&mut self) -> CheckResult {
        let (seats, plies) = (self.row.players.len(), self.plies.len());
        let over = self.board.as_ref().is_some_and(|board| board.to_act().is_empty());
        let sealed = self.row.seed[0].is_multiple_of(2);
        if over {
            self.judge_sight(Sight { seat: None, sealed })?;
            return self.judge_sight(Sight { seat: Some(Seat::at(plies % seats)), sealed: !sealed });
        }
        if plies % BETWEEN != 1 {
            return Ok(());
        }
        let seat = Seats::all(seats).iter().nth(plies / BETWEEN % (seats + 1));
        self.judge_sight(Sight { seat, sealed })
    }

    /// What a viewer is shown now is what the laws show him.
    pub(crate) fn judge_sight(&mut self, sight: Sight) -> CheckResult {
        if self.board.is_none() || !self.has_laws() {
            return Ok(());
        }
        let mut referee = self.take_referee()?;
        let sealed = sight.sealed && referee.referee.is_over();
        let judged = match &self.board {
            Some(board) if referee.judged.insert((sight.seat.map(Seat::index), sealed)) => {
                referee.referee.look(&shown(board.as_ref(), Sight { sealed, ..sight }))
            }
            Some(_) | None => Ok(()),
        };
        self.referee = Some(referee);
        self.law(judged)
    }

    /// The end is what the laws make of the log. What it means to each seat beside result and score; nothing where there
    /// are no laws, or nobody played it.
    pub(super) fn judge_end(&mut self, end: &EndRow) -> Result<Option<Vec<SeatShare>>, Violation> {
        if self.board.is_none() || !self.has_laws() {
            return Ok(None);
        }
        let referee = self.take_referee()?;
        let outcome = serde_json::to_value(&end.outcome).expect("outcomes are plain data");
        let judged = referee.referee.end(&outcome).map(|()| referee.referee.shares());
        self.referee = Some(referee);
        self.law(judged).map(Some)
    }
}

impl Model {
    /// The referees of matches that stand as they stood go on: they have seen the same log.
    pub(crate) fn take_referees(&mut self, before: &mut Self) {
        for (id, table) in &mut self.tables {
            let Some(known) = before.tables.get_mut(id) else { continue };
            if known.plies == table.plies && known.row.seed == table.row.seed {
                table.referee = known.referee.take();
            }
        }
    }

    /// Whoever is to act at a table that moved is somebody who can: the house has played, and who has nobody to wait for
    /// has come to the end.
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
    pub(super) fn check_called(&mut self, id: TableId, counts: &mut Counts) -> CheckResult {
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
            let told = has(NoticeKind::TurnEndsSoon) && (!listens || has(NoticeKind::TurnBegan));
            counts.add("premise: a turn that a member is called to", u64::from(listens));
            must(told || !self.is_member(account), "a member is called to a turn that begins", || {
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
