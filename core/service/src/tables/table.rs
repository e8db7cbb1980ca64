//! The hot tables: waiting, playing, or settled a few minutes ago. A table is its setup, seed and log; its board is
//! what playing the log gives.

use crate::answer::{Json, TableStatus};
use crate::config::Config;
use crate::config::Pace as PaceConfig;
use crate::games::{Entry, Events, Leave, Match, Rules, Seat, Seats, Seed};
use crate::ids::{AccountId, TableId};
use crate::record::{EntryRow, Player, PlyRow, Status, TableRow};
use crate::refusal::Refusal;
use crate::request::{Pace, Visibility};
use crate::state::Spoken;
use crate::time::{Day, Millis};
use crate::timers::{Timer, Timers};
use std::collections::{BTreeMap, BTreeSet};

/// A hot table.
pub(crate) struct Table {
    pub(crate) row: TableRow,
    play: Play,
    /// The chat, oldest first.
    pub(crate) messages: BTreeMap<u64, Spoken>,
    /// What was told of the seed before play.
    pub(crate) seed_commit: String,
    /// Counts changes of seats and status.
    pub(crate) version: u64,
    /// The timer that is set for it.
    timer: Option<(Millis, Timer)>,
}

/// What there is of a table's match.
enum Play {
    /// Nothing has been dealt.
    Undealt,
    Dealt(Live),
    /// The log of a match whose rules this program does not have. It is kept for a program that has them.
    Unknown(Vec<PlyRow>),
}

/// A match that has been dealt.
pub(crate) struct Live {
    pub(crate) board: Box<dyn Match>,
    plies: Vec<PlyRow>,
    /// What was told so far, as the API shows it. An event's cursor is its place, from 1.
    pub(crate) events: Vec<Json>,
    /// By seat: since when it has been to act.
    turn_since: Vec<Millis>,
    /// By seat: what is left of its time bank, in milliseconds; empty where there is none.
    bank_ms: Vec<u64>,
    /// How long a turn lasts, without the bank.
    turn_ms: u64,
}

/// All hot tables, and where to find them.
#[derive(Default)]
pub(crate) struct Tables {
    /// Boxed: a tree that is filled in order leaves half of its places empty.
    tables: BTreeMap<TableId, Box<Table>>,
    /// Tables where a member sits, hosts, or has a seat kept for him.
    by_member: BTreeSet<(AccountId, TableId)>,
    /// Those of them that wait or play: a busy member has many more that have ended.
    active: BTreeSet<(AccountId, TableId)>,
    /// Tables that are listed for all while they wait, and while they are played.
    open: BTreeSet<TableId>,
    playing: BTreeSet<TableId>,
    /// Those that wait, by their game.
    open_of_game: BTreeMap<String, BTreeSet<TableId>>,
    /// Deals of a day that are still played.
    of_day: BTreeSet<(Day, TableId)>,
}

impl Tables {
    pub(crate) fn get(&self, id: TableId) -> Option<&Table> {
        self.tables.get(&id).map(|table| &**table)
    }

    /// The hot tables of a member, oldest first.
    pub(crate) fn of(&self, member: AccountId) -> impl DoubleEndedIterator<Item = (TableId, &Table)> {
        self.listed(&self.by_member, member)
    }

    /// Those of them that wait or play, oldest first.
    pub(crate) fn active_of(&self, member: AccountId) -> impl DoubleEndedIterator<Item = (TableId, &Table)> {
        self.listed(&self.active, member)
    }

    /// Who has such a table, once for each.
    pub(crate) fn active_members(&self) -> impl Iterator<Item = AccountId> {
        self.active.iter().map(|(member, _)| *member)
    }

    fn listed<'a>(
        &'a self,
        index: &'a BTreeSet<(AccountId, TableId)>,
        member: AccountId,
    ) -> impl DoubleEndedIterator<Item = (TableId, &'a Table)> {
        let own = index.range((member, TableId(0))..=(member, TableId(u128::MAX)));
        own.map(|(_, id)| (*id, &*self.tables[id]))
    }

    /// The tables that wait and are listed for all, newest first.
    pub(crate) fn open(&self, game_id: Option<&str>) -> impl Iterator<Item = (TableId, &Table)> {
        let ids = game_id.map_or(Some(&self.open), |game| self.open_of_game.get(game));
        ids.into_iter().flatten().rev().map(|id| (*id, &*self.tables[id]))
    }

    /// The tables that are played and listed for all, newest first.
    pub(crate) fn playing(&self) -> impl Iterator<Item = (TableId, &Table)> {
        self.playing.iter().rev().map(|id| (*id, &*self.tables[id]))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (TableId, &Table)> {
        self.tables.iter().map(|(id, table)| (*id, &**table))
    }

    /// Until when the seed of a table, hot or cold, is sealed, if it still is at `now`. The deal of a day is one for all:
    /// it opens with the next midnight, or when the last of its tables has ended, if that takes longer.
    pub(crate) fn sealed_until(&self, row: &TableRow, now: Millis) -> Option<Millis> {
        let (day, until) = (row.daily?, row.ends_with_day()?);
        let played = self.of_day.range((day, TableId(0))..=(day, TableId(u128::MAX))).next().is_some();
        (until > now || played).then_some(until)
    }

    /// All chips that tables hold.
    pub(crate) fn held(&self) -> i64 {
        self.tables.values().map(|table| table.row.held()).sum()
    }

    /// Put a table's row; deal when it begins to play. `listed` says whether all may find it. `None` if its rules
    /// cannot deal from its setup.
    pub(crate) fn put(
        &mut self,
        id: TableId,
        row: &TableRow,
        listed: bool,
        config: &Config,
        timers: &mut Timers,
    ) -> Option<()> {
        let mut table = self.tables.remove(&id).unwrap_or_else(|| Box::new(Table::new(row.clone())));
        self.unlist(id, &table);
        table.row = row.clone();
        table.version += 1;
        if let Play::Undealt = table.play
            && let Status::Playing { started_at } | Status::Settled { started_at, .. } = row.status
        {
            table.play = match config.games.find(&row.game_id, &row.version) {
                Some(rules) => Play::Dealt(Live::deal(rules, row, started_at, &config.pace)?),
                None => Play::Unknown(Vec::new()),
            };
        }
        self.list(id, &table, listed);
        table.set_timer(id, &config.pace, timers);
        self.tables.insert(id, table);
        Some(())
    }

    fn list(&mut self, id: TableId, table: &Table, listed: bool) {
        for member in table.members() {
            self.by_member.insert((member, id));
            if table.is_active() {
                self.active.insert((member, id));
            }
        }
        if listed && table.is_waiting() {
            self.open.insert(id);
            self.open_of_game.entry(table.row.game_id.clone()).or_default().insert(id);
        }
        if listed && table.is_playing() {
            self.playing.insert(id);
        }
        if let Some(day) = table.row.daily.filter(|_| table.is_active()) {
            self.of_day.insert((day, id));
        }
    }

    fn unlist(&mut self, id: TableId, table: &Table) {
        for member in table.members() {
            self.by_member.remove(&(member, id));
            self.active.remove(&(member, id));
        }
        self.playing.remove(&id);
        if self.open.remove(&id)
            && let Some(ids) = self.open_of_game.get_mut(&table.row.game_id)
        {
            ids.remove(&id);
        }
        if let Some(day) = table.row.daily {
            self.of_day.remove(&(day, id));
        }
    }

    /// Play an entry of a table's log. `None` if it does not come next or is not possible.
    pub(crate) fn play(
        &mut self,
        id: TableId,
        ply: u32,
        row: &PlyRow,
        pace: &PaceConfig,
        timers: &mut Timers,
    ) -> Option<()> {
        let table = self.tables.get_mut(&id)?;
        match &mut table.play {
            Play::Undealt => return None,
            Play::Dealt(live) => live.play(ply, row)?,
            Play::Unknown(plies) if ply as usize == plies.len() => plies.push(*row),
            Play::Unknown(_) => return None,
        }
        table.set_timer(id, pace, timers);
        Some(())
    }

    pub(crate) fn say(&mut self, id: TableId, message: u64, spoken: Spoken) -> Option<()> {
        self.tables.get_mut(&id)?.messages.insert(message, spoken);
        Some(())
    }

    /// The texts of an erased member are gone.
    pub(crate) fn silence(&mut self, author: AccountId) {
        for table in self.tables.values_mut() {
            for spoken in table.messages.values_mut().filter(|spoken| spoken.is_by(author)) {
                spoken.body.clear();
                spoken.client_id = None;
            }
        }
    }

    pub(crate) fn forget(&mut self, id: TableId, message: u64) {
        if let Some(table) = self.tables.get_mut(&id) {
            table.messages.remove(&message);
        }
    }

    pub(crate) fn remove(&mut self, id: TableId, timers: &mut Timers) {
        let Some(table) = self.tables.remove(&id) else { return };
        self.unlist(id, &table);
        if let Some((at, timer)) = table.timer {
            timers.cancel(at, timer);
        }
    }
}

impl Table {
    fn new(row: TableRow) -> Self {
        let seed_commit = Seed::from_bytes(row.seed).commit();
        Self { row, play: Play::Undealt, messages: BTreeMap::new(), seed_commit, version: 0, timer: None }
    }

    /// The match, if it has been dealt.
    pub(crate) const fn live(&self) -> Option<&Live> {
        match &self.play {
            Play::Dealt(live) => Some(live),
            Play::Undealt | Play::Unknown(_) => None,
        }
    }

    /// The log so far.
    pub(crate) fn plies(&self) -> &[PlyRow] {
        match &self.play {
            Play::Undealt => &[],
            Play::Dealt(live) => &live.plies,
            Play::Unknown(plies) => plies,
        }
    }

    /// Refuses what cannot be done without the table's rules.
    pub(crate) fn has_rules(&self) -> Result<(), Refusal> {
        match self.play {
            Play::Undealt | Play::Dealt(_) => Ok(()),
            Play::Unknown(_) => Err(self.row.unknown_rules()),
        }
    }

    /// Members who sit here, made it, or have a seat kept for them.
    fn members(&self) -> BTreeSet<AccountId> {
        let seated = self.row.players.iter().filter_map(|player| player.member());
        seated.chain(self.row.host).chain(self.row.invited).collect()
    }

    /// The cursor of the newest message.
    pub(crate) fn newest_message(&self) -> u64 {
        self.messages.keys().next_back().copied().unwrap_or(0)
    }

    /// The seat of a member.
    pub(crate) fn seat_of(&self, member: AccountId) -> Option<Seat> {
        self.row.players.iter().position(|player| player.member() == Some(member)).map(Seat::at)
    }

    /// The seat that nobody has taken yet, lowest first.
    pub(crate) fn vacant(&self) -> Option<Seat> {
        self.row.players.iter().position(|player| *player == Player::Vacant).map(Seat::at)
    }

    pub(crate) const fn is_waiting(&self) -> bool {
        matches!(self.row.status, Status::Waiting { .. })
    }

    pub(crate) const fn is_playing(&self) -> bool {
        matches!(self.row.status, Status::Playing { .. })
    }

    /// Whether it is waiting or playing.
    pub(crate) const fn is_active(&self) -> bool {
        self.row.is_active()
    }

    /// The API's word for where it stands.
    pub(crate) const fn status(&self) -> TableStatus {
        told_status(&self.row.status)
    }

    /// Seats that may act now and whose players act by themselves.
    pub(crate) fn automatic_to_act(&self) -> Option<Seat> {
        let to_act = self.live()?.board.to_act();
        to_act.iter().find(|seat| self.row.players[seat.index()] == Player::House)
    }

    /// Whether somebody waits for this seat's move.
    pub(crate) fn waits_for(&self, seat: Seat) -> bool {
        self.is_playing() && self.live().is_some_and(|live| live.board.to_act().contains(seat))
    }

    /// When the turn of `seat` times out, if it is to act. A deal of the day does not outlive its day.
    pub(crate) fn deadline_of(&self, seat: Seat) -> Option<Millis> {
        let live = self.live().filter(|_| self.waits_for(seat))?;
        let bank = live.bank_ms.get(seat.index()).copied().unwrap_or_default();
        let at = live.turn_since[seat.index()].plus_ms(live.turn_ms + bank);
        Some(self.row.ends_with_day().map_or(at, |end| at.min(end)))
    }

    /// The seat that times out first, and when; of several at one moment the lowest.
    pub(crate) fn next_to_time_out(&self) -> Option<(Millis, Seat)> {
        let to_act = self.live()?.board.to_act();
        to_act.iter().filter_map(|seat| Some((self.deadline_of(seat)?, seat))).min()
    }

    fn set_timer(&mut self, id: TableId, pace: &PaceConfig, timers: &mut Timers) {
        let timer = match &self.row.status {
            Status::Waiting { expires_at } => Some((*expires_at, Timer::WaitingEnds(id))),
            Status::Playing { .. } => self.next_to_time_out().map(|(at, _)| (at, Timer::Turn(id))),
            Status::Settled { end, .. } => Some((end.settled_at.plus_s(pace.archive_after_s), Timer::Archive(id))),
            Status::Cancelled { at } => Some((at.plus_s(pace.archive_after_s), Timer::Archive(id))),
        };
        if timer == self.timer {
            return;
        }
        if let Some((at, timer)) = self.timer {
            timers.cancel(at, timer);
        }
        if let Some((at, timer)) = timer {
            timers.set(at, timer);
        }
        self.timer = timer;
    }
}

impl TableRow {
    /// Whether lists for all may name it, as far as its own facts tell.
    pub(crate) fn is_listed(&self) -> bool {
        self.visibility == Visibility::Public && !self.practice && self.daily.is_none()
    }

    /// Whether it is waiting or playing.
    pub(crate) const fn is_active(&self) -> bool {
        matches!(self.status, Status::Waiting { .. } | Status::Playing { .. })
    }

    pub(crate) fn unknown_rules(&self) -> Refusal {
        Refusal::UnknownRules { game: self.game_id.clone(), version: self.version.clone() }
    }

    /// Chips that the table holds.
    pub fn held(&self) -> i64 {
        if self.practice || !self.is_active() {
            return 0;
        }
        let taken = self.players.iter().filter(|player| **player != Player::Vacant).count();
        self.buy_in * taken as i64
    }

    /// When a deal of the day is over for all who play it.
    fn ends_with_day(&self) -> Option<Millis> {
        self.daily.map(|day| day.next().start())
    }
}

/// A status as callers are told of it.
pub(crate) const fn told_status(status: &Status) -> TableStatus {
    match status {
        Status::Waiting { .. } => TableStatus::Waiting,
        Status::Playing { .. } => TableStatus::Playing,
        Status::Settled { .. } => TableStatus::Settled,
        Status::Cancelled { .. } => TableStatus::Cancelled,
    }
}

impl Player {
    /// The member, if it is one.
    pub const fn member(self) -> Option<AccountId> {
        match self {
            Self::Member(id) => Some(id),
            Self::Vacant | Self::Guest | Self::House => None,
        }
    }
}

impl Live {
    fn deal(rules: &dyn Rules, row: &TableRow, at: Millis, pace: &PaceConfig) -> Option<Self> {
        let mut events = Events::on();
        let board = rules.deal(&row.setup, &Seed::from_bytes(row.seed), &mut events)?;
        let seats = row.players.len();
        let people = row.players.iter().filter(|player| **player != Player::House).count();
        let (turn_s, bank_s) = match row.pace {
            Pace::Daily => (pace.daily_turn_s, None),
            Pace::Live if people == 1 => (pace.solo_turn_s, None),
            Pace::Live => (pace.live_turn_s, Some(pace.live_bank_s)),
        };
        let bank_ms = bank_s.map_or_else(Vec::new, |bank_s| vec![bank_s * 1000; seats]);
        let turn_ms = turn_s * 1000;
        let mut live =
            Self { board, plies: Vec::new(), events: Vec::new(), turn_since: vec![at; seats], bank_ms, turn_ms };
        live.tell(&mut events, at);
        Some(live)
    }

    /// How many entries the log has.
    pub(crate) fn plies(&self) -> u64 {
        self.plies.len() as u64
    }

    /// The cursor of the newest event.
    pub(crate) fn events_at(&self) -> u64 {
        self.events.len() as u64
    }

    /// What is left of each seat's bank, by seat.
    pub(crate) fn banks(&self) -> BTreeMap<Seat, u64> {
        self.bank_ms.iter().enumerate().map(|(seat, ms)| (Seat::at(seat), *ms)).collect()
    }

    fn play(&mut self, ply: u32, row: &PlyRow) -> Option<()> {
        if ply as usize != self.plies.len() {
            return None;
        }
        let before = self.board.to_act();
        self.board.seek(row.seat, row.drawn);
        let mut events = Events::on();
        if !row.entry.played().play(row.seat, self.board.as_mut(), &mut events) {
            return None;
        }
        self.tell(&mut events, row.at);
        self.take_time(before, row);
        self.plies.push(*row);
        Some(())
    }

    /// What a turn took beyond its length comes out of the seat's bank; whoever is to act now begins a turn.
    fn take_time(&mut self, before: Seats, row: &PlyRow) {
        if before.contains(row.seat)
            && let Some(bank) = self.bank_ms.get_mut(row.seat.index())
        {
            let took = row.at.since(self.turn_since[row.seat.index()]);
            *bank = bank.saturating_sub(took.saturating_sub(self.turn_ms));
        }
        for seat in self.board.to_act().iter() {
            if seat == row.seat || !before.contains(seat) {
                self.turn_since[seat.index()] = row.at;
            }
        }
    }

    fn tell(&mut self, events: &mut Events, at: Millis) {
        self.events.extend(events.take().iter().map(|event| Json::from(event.to_json(at.0))));
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
