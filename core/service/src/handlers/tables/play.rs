//! Playing: moves, forfeits, time-outs, and the turns of automatic players, all as entries of the table's log.

use crate::answer::{Acted, Answer, Okay, True};
use crate::credentials::Claims;
use crate::games::{Policy, Seat};
use crate::ids::TableId;
use crate::record::{EntryRow, PlyRow, Record};
use crate::refusal::{Auth, Refusal, TableRefusal as Refused};
use crate::request::{Act, Caller, RequestId};
use crate::step::{HandlerResult, Step};

impl Step<'_> {
    /// Play one of the caller's legal actions.
    pub(crate) fn act(&mut self, id: RequestId, caller: &Caller, act: &Act) -> HandlerResult {
        match &caller.claims {
            None => return Err(Auth::NotSignedIn.into()),
            Some(Claims::Seat { .. }) if act.expected_plies.is_none() => {
                return Err(Refusal::Invalid { field: "expectedPlies", problem: "is needed with a seat credential" });
            }
            Some(Claims::Account { .. } | Claims::Seat { .. }) => {}
        }
        let Some(table) = self.state.table(act.table) else {
            return Ok(self.look_up_closed(id, caller, act.table, Refused::NotPlaying.into()));
        };
        let viewer = self.viewer(caller, act.table, table)?;
        let seat = viewer.seat.ok_or(Refused::NotSeated)?;
        if table.row.is_for_agents() {
            return Err(Refused::AgentPlays.into());
        }
        self.state.has_rules(table)?;
        // At a table that is over no move is late: it is none.
        let live = table.live().filter(|_| table.is_playing()).ok_or(Refused::NotPlaying)?;
        let current = table.plies().len() as u64;
        if let Some(expected) = act.expected_plies
            && expected != current
        {
            return Err(Refused::StalePlies { expected, current }.into());
        }
        let choice = live.board.find(seat, &act.action).ok_or(Refused::NotLegal)?;
        self.log(act.table, current as u32, seat, EntryRow::Choice(choice), 0);
        self.go_on(act.table);
        let view = |since| self.table_view(act.table, viewer, Some(since), None).map(Box::new);
        let table = act.events_since.map(view).transpose()?;
        Ok(Answer::Acted(Acted { ok: True, table }).into())
    }

    /// Give up, or take a waiting table back. A guest may give up the table that he practises at; who plays a seat for
    /// its owner may not give it away.
    pub(crate) fn forfeit(&mut self, id: RequestId, caller: &Caller, table: TableId) -> HandlerResult {
        match &caller.claims {
            None => return Err(Auth::NotSignedIn.into()),
            Some(Claims::Seat { grant: Some(_), .. }) => return Err(Auth::AccountNeeded.into()),
            Some(Claims::Account { .. } | Claims::Seat { grant: None, .. }) => {}
        }
        let Some(known) = self.state.table(table) else {
            return Ok(self.look_up_closed(id, caller, table, Refused::NotPlaying.into()));
        };
        let viewer = self.viewer(caller, table, known)?;
        let seat = viewer.seat.ok_or(Refused::NotSeated)?;
        if known.row.is_for_agents() {
            return Err(Refused::AgentPlays.into());
        }
        if known.is_waiting() {
            let account = self.member(caller)?;
            self.leave_waiting(account, table)?;
        } else {
            self.state.has_rules(known)?;
            let live = known.live().filter(|_| known.is_playing()).ok_or(Refused::NotPlaying)?;
            if !live.board.may_concede(seat) {
                return Err(Refused::CannotLeave.into());
            }
            self.concede(table, seat, EntryRow::Forfeited);
        }
        Ok(Answer::Ok(Okay::default()).into())
    }

    /// A seat leaves a running match.
    pub(crate) fn concede(&mut self, table: TableId, seat: Seat, how: EntryRow) {
        let ply = self.state.table(table).map_or(0, |known| known.plies().len());
        self.log(table, ply as u32, seat, how, 0);
        self.go_on(table);
    }

    /// The turn of the seat that is due first has ended: it concedes. A seat that is to act can always concede.
    pub(crate) fn turn_ends(&mut self, table: TableId) {
        let due = self.state.table(table).and_then(crate::state::Table::next_to_time_out);
        if let Some((_, seat)) = due.filter(|(at, _)| *at <= self.now) {
            self.concede(table, seat, EntryRow::TimedOut);
        }
    }

    /// Let automatic players take their turns, and settle when the match is over.
    pub(crate) fn go_on(&mut self, table: TableId) {
        let since = self.state.table(table).map_or(0, |known| known.plies().len()) as u32;
        while let Some((known, live)) = self.state.table(table).and_then(|known| Some((known, known.live()?))) {
            let Some(seat) = known.automatic_to_act() else {
                if let Some(outcome) = live.board.outcome() {
                    self.settle(table, &outcome);
                }
                return self.notify_turns(table, since);
            };
            let chosen = live.board.choice_of(seat, Policy::House);
            let (choice, drawn) = chosen.expect("a seat that is to act has a legal action");
            self.log(table, live.plies().len() as u32, seat, EntryRow::Choice(choice), drawn);
        }
    }

    pub(crate) fn log(&mut self, table: TableId, ply: u32, seat: Seat, entry: EntryRow, drawn: u64) {
        self.put(Record::Ply(table, ply, PlyRow { seat, entry, at: self.now, drawn }));
        self.touched_tables.insert(table);
    }
}
