//! A running match: its board, its log, the clocks of its turns, and its recent events.

use super::outages::{Outage, Outages};
use crate::answer::{Json, ReplayStep};
use crate::config::{Config, PaceConfig};
use crate::games::{Audience, Entry, Event, Events, Leave, Match, Rules, Seat, Seats, Seed};
use crate::record::{EntryRow, PlyRow, Status, TableRow};
use crate::request::Pace;
use crate::time::Millis;
use serde_json::value::RawValue;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::fmt::Debug;

/// A match that has been dealt.
pub(crate) struct LiveMatch {
    pub(crate) board: Box<dyn Match>,
    plies: Vec<PlyRow>,
    /// The number of events so far. An event's cursor is its number, from 1.
    event_count: u64,
    /// The newest events, those of the last two moments with events, for readers that follow. Other readers need a
    /// replay of the log.
    recent: Vec<TableEvent>,
    /// Whether all events are kept.
    whole: bool,
    /// The start of each seat's turn, if it is to act.
    turns: Vec<TurnStart>,
    /// The rest of each seat's time bank, in milliseconds; empty without banks.
    bank_ms: Vec<u64>,
    /// Seats whose first turn has no bank, and which have not played yet.
    unproven: Seats,
    /// The length of a turn without the bank.
    turn_ms: u64,
    /// The time that a turn has left at least after an outage; `None` where it begins anew.
    least_left_ms: Option<u64>,
    /// The end of the newest outage that the clocks have taken into account, or the time of the deal.
    served_from: Millis,
}

/// How often a turn is renewed at most.
const MAX_RENEWALS: u8 = 3;

#[derive(Clone, Copy, PartialEq, Debug)]
struct TurnStart {
    at: Millis,
    /// The length of the log at that time.
    ply: u32,
    /// Outages after which it was renewed.
    renewals: u8,
    /// It does not end before this moment.
    least: Millis,
}

impl TurnStart {
    const fn new(at: Millis, ply: u32) -> Self {
        Self { at, ply, renewals: 0, least: Millis(0) }
    }
}

/// An event, and its JSON once it was read.
struct TableEvent {
    event: Event,
    at: Millis,
    json: OnceCell<Json>,
}

impl LiveMatch {
    /// Deal a match. `None` if the rules cannot deal from the table's setup.
    pub(super) fn deal(
        rules: &dyn Rules,
        row: &TableRow,
        seed: [u8; 32],
        at: Millis,
        pace: &PaceConfig,
    ) -> Option<Self> {
        Self::begin(rules, (row, seed), at, pace, false)
    }

    /// Deal a match again and replay its log, with all events. `None` if the log does not fit the rules.
    pub(super) fn again(
        row: &TableRow,
        seed: [u8; 32],
        plies: &[PlyRow],
        config: &Config,
        outages: &Outages,
    ) -> Option<Self> {
        let rules = config.games.find(&row.game_id, &row.version)?;
        let (Status::Playing { started_at } | Status::Settled { started_at, .. } | Status::Voided { started_at, .. }) =
            row.status
        else {
            return None;
        };
        let mut live = Self::begin(rules, (row, seed), started_at, &config.pace, true)?;
        for (ply, row) in plies.iter().enumerate() {
            live.play(ply as u32, row, outages)?;
        }
        Some(live)
    }

    /// A match as one side saw it: after the deal, and after each log entry. `None` if the log does not fit the rules.
    pub(crate) fn steps(
        (row, seed): (&TableRow, [u8; 32]),
        plies: &[PlyRow],
        config: &Config,
        audience: Audience,
    ) -> Option<Vec<ReplayStep>> {
        let outages = Outages::default();
        let mut live = Self::again(row, seed, &[], config, &outages)?;
        let mut steps = vec![live.step(0, audience)];
        for (ply, row) in plies.iter().enumerate() {
            let event_count = live.event_count;
            live.play(ply as u32, row, &outages)?;
            steps.push(live.step(event_count, audience));
        }
        Some(steps)
    }

    fn step(&self, since: u64, audience: Audience) -> ReplayStep {
        ReplayStep { view: self.board.view(audience).into(), events: self.events_after(since) }
    }

    fn begin(
        rules: &dyn Rules,
        (row, seed): (&TableRow, [u8; 32]),
        at: Millis,
        pace: &PaceConfig,
        whole: bool,
    ) -> Option<Self> {
        let mut events = Events::on();
        let board = rules.deal(&row.setup, &Seed::from_bytes(seed), &mut events)?;
        let seats = row.players.len();
        let people = row.players.iter().filter(|player| **player != crate::record::Player::House).count();
        let (turn_s, bank_s) = match row.pace {
            Pace::Daily => (pace.daily_turn_s, None),
            Pace::Live if people == 1 || row.is_for_agents() => (pace.solo_turn_s, None),
            Pace::Live => (pace.live_turn_s, Some(pace.live_bank_s)),
        };
        let mut live = Self {
            board,
            plies: Vec::new(),
            event_count: 0,
            recent: Vec::new(),
            whole,
            turns: vec![TurnStart::new(at, 0); seats],
            bank_ms: bank_s.map_or_else(Vec::new, |bank_s| vec![bank_s * 1000; seats]),
            unproven: if row.is_matched() { Seats::all(seats) } else { Seats::default() },
            turn_ms: turn_s * 1000,
            least_left_ms: (row.pace == Pace::Daily).then_some(pace.daily_left_s * 1000),
            served_from: at,
        };
        live.tell(events.take(), at);
        Some(live)
    }

    /// The log so far.
    pub(crate) fn plies(&self) -> &[PlyRow] {
        &self.plies
    }

    /// The cursor of the newest event.
    pub(crate) const fn events_at(&self) -> u64 {
        self.event_count
    }

    /// The number of first events that are no longer kept.
    const fn dropped(&self) -> u64 {
        self.event_count - self.recent.len() as u64
    }

    /// Whether the events after a cursor are all kept.
    pub(crate) const fn keeps_after(&self, since: u64) -> bool {
        since >= self.dropped()
    }

    /// The events after a cursor, as far as they are kept.
    pub(crate) fn events_after(&self, since: u64) -> Vec<Json> {
        let skipped = since.saturating_sub(self.dropped());
        self.recent.iter().skip(skipped as usize).map(TableEvent::json).collect()
    }

    /// The parts that must be equal in two states.
    pub(super) fn compared(&self) -> impl PartialEq + Debug {
        let Self {
            board,
            plies: _,
            event_count,
            recent,
            whole,
            turns,
            bank_ms,
            unproven,
            turn_ms,
            least_left_ms,
            served_from,
        } = self;
        let recent: Vec<_> = recent.iter().map(TableEvent::compared).collect();
        let clocks = (turns, bank_ms, unproven, turn_ms, least_left_ms, served_from);
        (board.to_act(), board.outcome(), event_count, recent, whole, clocks)
    }

    /// The rest of each seat's bank, by seat.
    pub(crate) fn banks(&self) -> BTreeMap<Seat, u64> {
        self.bank_ms.iter().enumerate().map(|(seat, ms)| (Seat::at(seat), *ms)).collect()
    }

    /// The length of the log at the start of the current turn of a seat.
    pub(crate) fn turn_of(&self, seat: Seat) -> u32 {
        self.turns[seat.index()].ply
    }

    /// The end of the current turn of a seat.
    pub(crate) fn turn_ends(&self, seat: Seat) -> Millis {
        let bank = if self.unproven.contains(seat) { None } else { self.bank_ms.get(seat.index()) };
        let bank = bank.copied().unwrap_or_default();
        let turn = self.turns[seat.index()];
        turn.at.plus_ms(self.turn_ms + bank).max(turn.least)
    }

    /// Play a log entry. `None` if it is not the next one or is not possible.
    pub(super) fn play(&mut self, ply: u32, row: &PlyRow, outages: &Outages) -> Option<()> {
        if ply as usize != self.plies.len() {
            return None;
        }
        self.go_on_after(outages, row.at);
        let before = self.board.to_act();
        self.board.seek(row.seat, row.drawn);
        let mut events = Events::on();
        if !row.entry.played().play(row.seat, self.board.as_mut(), &mut events) {
            return None;
        }
        self.tell(events.take(), row.at);
        self.take_time(before, row);
        self.plies.push(*row);
        Some(())
    }

    /// Take the outages that ended by this moment into account. The turns that ran begin anew, with the banks that they
    /// began with; a daily turn has some time left.
    pub(super) fn go_on_after(&mut self, outages: &Outages, by: Millis) {
        for outage in outages.after(self.served_from).take_while(|outage| outage.until <= by) {
            self.served_from = outage.until;
            for seat in self.board.to_act().iter() {
                self.renew(seat, outage);
            }
        }
    }

    /// When the turns that run were last renewed after an outage; 0 if none was.
    pub(crate) fn renewed(&self) -> Millis {
        let turns = self.board.to_act().iter().map(|seat| self.turns[seat.index()]);
        let renewed = turns.filter(|turn| turn.renewals > 0).map(|turn| turn.at.max(turn.least)).max();
        renewed.unwrap_or(Millis(0))
    }

    fn renew(&mut self, seat: Seat, outage: Outage) {
        let end = self.turn_ends(seat);
        let turn = &mut self.turns[seat.index()];
        if turn.renewals == MAX_RENEWALS || turn.at > outage.from {
            return;
        }
        let least = self.least_left_ms.map(|left_ms| outage.until.plus_ms(left_ms));
        match least {
            Some(least) if least <= end => return,
            Some(least) => turn.least = least,
            None => turn.at = outage.until,
        }
        turn.renewals += 1;
    }

    /// Take the overtime of a turn from the seat's bank, and start the turns of the seats that are to act now.
    fn take_time(&mut self, before: Seats, row: &PlyRow) {
        if before.contains(row.seat)
            && let Some(bank) = self.bank_ms.get_mut(row.seat.index())
        {
            let took = row.at.since(self.turns[row.seat.index()].at);
            let over = took.saturating_sub(self.turn_ms);
            *bank = bank.saturating_sub(over);
        }
        self.unproven = self.unproven.without(row.seat);
        for seat in self.board.to_act().iter() {
            if seat == row.seat || !before.contains(seat) {
                self.turns[seat.index()] = TurnStart::new(row.at, self.plies.len() as u32 + 1);
            }
        }
    }

    fn tell(&mut self, events: Vec<Event>, at: Millis) {
        let newest = self.recent.last().map_or(at, |event| event.at);
        if newest != at && !self.whole {
            self.recent.retain(|event| event.at == newest);
        }
        self.event_count += events.len() as u64;
        self.recent.extend(events.into_iter().map(|event| TableEvent { event, at, json: OnceCell::new() }));
    }
}

impl TableEvent {
    /// The event alone: its JSON is derived from it.
    fn compared(&self) -> impl PartialEq + Debug {
        let Self { event: Event { kind, seat, label, data }, at, json: _ } = self;
        (at, kind, seat, label, data.as_deref().map(RawValue::get))
    }

    fn json(&self) -> Json {
        self.json.get_or_init(|| self.event.to_json(self.at.0).into()).clone()
    }
}

impl EntryRow {
    pub(crate) const fn played(self) -> Entry {
        match self {
            Self::Choice(choice) => Entry::Choice(choice),
            Self::Forfeited => Entry::Leave(Leave::Forfeited),
            Self::TimedOut => Entry::Leave(Leave::TimedOut),
        }
    }
}
