//! All hot tables (waiting, running or recently settled) and their indexes.

use super::message::ChatMessage;
use super::outages::Outages;
use super::table::Table;
use crate::config::{Config, PaceConfig};
use crate::ids::{AccountId, PartyId, TableId};
use crate::record::{DayName, PlyRow, Status, TableRow};
use crate::stats::TableCounts;
use crate::time::{Day, Millis};
use crate::timers::Timers;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Debug;

/// All hot tables with their indexes.
#[derive(Default)]
pub(crate) struct Tables {
    /// Boxed, because a tree that is filled in order leaves half of its slots empty.
    tables: BTreeMap<TableId, Box<Table>>,
    /// Waiting and running tables in which a member sits, which they host, or where they have a reserved seat.
    active: BTreeSet<(AccountId, TableId)>,
    /// The same for ended tables, of which a busy member has many more.
    ended: BTreeSet<(AccountId, TableId)>,
    /// Waiting and running tables that a party opened.
    of_party: BTreeSet<(PartyId, TableId)>,
    /// Tables in public lists: waiting ones and running ones.
    open: BTreeSet<TableId>,
    playing: BTreeSet<TableId>,
    /// The waiting ones, by game.
    open_of_game: BTreeMap<String, BTreeSet<TableId>>,
    /// Running tables of daily challenges.
    of_day: BTreeSet<(Day, TableId)>,
    /// All of them by the day name of their running number.
    of_fair_day: BTreeMap<DayName, DayCounts>,
    /// Settled tables that still have their boards, the first to end first.
    with_boards: VecDeque<TableId>,
    counts: TableCounts,
    /// All chips held by tables.
    held: i64,
    /// Running tables of pace live on which people play.
    live: usize,
}

/// The number of tables in memory with a running number of one day.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
struct DayCounts {
    all: u32,
    /// Waiting or running.
    active: u32,
}

impl Tables {
    pub(crate) fn get(&self, id: TableId) -> Option<&Table> {
        self.tables.get(&id).map(|table| &**table)
    }

    /// The hot tables of a member, oldest first.
    pub(crate) fn of(&self, member: AccountId) -> impl DoubleEndedIterator<Item = (TableId, &Table)> {
        let all: BTreeMap<TableId, &Table> =
            self.listed(&self.ended, member).chain(self.listed(&self.active, member)).collect();
        all.into_iter()
    }

    /// Those of them that wait or run, oldest first.
    pub(crate) fn active_of(&self, member: AccountId) -> impl DoubleEndedIterator<Item = (TableId, &Table)> {
        self.listed(&self.active, member)
    }

    /// Those that a party opened and that wait or run, oldest first.
    pub(crate) fn active_of_party(&self, party: PartyId) -> impl DoubleEndedIterator<Item = (TableId, &Table)> {
        let own = self.of_party.range((party, TableId(0))..=(party, TableId(u128::MAX)));
        own.map(|(_, id)| (*id, &*self.tables[id]))
    }

    /// The members of such tables, once for each table.
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

    /// Waiting tables in the public list, newest first.
    pub(crate) fn open(&self, game_id: Option<&str>) -> impl Iterator<Item = (TableId, &Table)> {
        let ids = game_id.map_or(Some(&self.open), |game| self.open_of_game.get(game));
        ids.into_iter().flatten().rev().map(|id| (*id, &*self.tables[id]))
    }

    /// Running tables in the public list, newest first.
    pub(crate) fn playing(&self) -> impl Iterator<Item = (TableId, &Table)> {
        self.playing.iter().rev().map(|id| (*id, &*self.tables[id]))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (TableId, &Table)> {
        self.tables.iter().map(|(id, table)| (*id, &**table))
    }

    /// Tables with ids before this one, newest first.
    pub(crate) fn before(&self, id: TableId) -> impl Iterator<Item = (TableId, &Table)> {
        self.tables.range(..id).rev().map(|(id, table)| (*id, &**table))
    }

    /// The compared parts of each table.
    pub(super) fn compared(&self) -> impl PartialEq + Debug {
        self.iter().map(|(id, table)| (id, table.compared())).collect::<Vec<_>>()
    }

    /// All indexes, for the comparison of two states. The boards of ended matches in memory depend on the last start.
    pub(super) fn index(&self) -> impl PartialEq + Debug {
        let Self {
            tables: _,
            active,
            ended,
            of_party,
            open,
            playing,
            open_of_game,
            of_day,
            of_fair_day,
            with_boards: _,
            counts,
            held,
            live,
        } = self;
        let of_games = open_of_game.iter().filter(|(_, ids)| !ids.is_empty()).collect::<Vec<_>>();
        (active, ended, of_party, open, playing, of_games, of_day, of_fair_day, counts, (held, live))
    }

    /// Until when the seed of a table, hot or archived, is sealed, if it is at `now`. The daily challenge has one deal:
    /// it is revealed at the next midnight, or when the last of its tables has ended, if that is later.
    pub(crate) fn sealed_until(&self, row: &TableRow, now: Millis) -> Option<Millis> {
        let (day, until) = (row.daily?, row.ends_with_day()?);
        let played = self.of_day.range((day, TableId(0))..=(day, TableId(u128::MAX))).next().is_some();
        (until > now || played).then_some(until)
    }

    /// Whether tables with a running number of this day are in memory.
    pub(crate) fn has_of_fair_day(&self, name: DayName) -> bool {
        self.of_fair_day.contains_key(&name)
    }

    /// The number of waiting and running tables with a running number of this day.
    pub(crate) fn active_of_fair_day(&self, name: DayName) -> u32 {
        self.of_fair_day.get(&name).map_or(0, |counts| counts.active)
    }

    /// The number of running tables of pace live on which people play.
    pub(crate) const fn live(&self) -> usize {
        self.live
    }

    /// The number of tables by status.
    pub(crate) const fn counts(&self) -> &TableCounts {
        &self.counts
    }

    /// All chips held by tables.
    pub(crate) const fn held(&self) -> i64 {
        self.held
    }

    /// Whether the running counts are right.
    pub(crate) fn counts_right(&self) -> bool {
        let mut counts = TableCounts::default();
        for table in self.tables.values() {
            *counts.of(&table.row.status) += 1;
        }
        let held: i64 = self.tables.values().map(|table| table.row.held()).sum();
        (&counts, held) == (&self.counts, self.held)
    }

    /// Put a table's row, and deal when play starts. `listed` says whether public lists have it, and `reserved` for whom its
    /// seats are. `None` if its rules cannot deal from its setup.
    pub(super) fn put(
        &mut self,
        id: TableId,
        (row, seed): (&TableRow, Option<[u8; 32]>),
        (listed, reserved): (bool, Vec<AccountId>),
        (config, outages): (&Config, &Outages),
        timers: &mut Timers,
    ) -> Option<()> {
        let before = self.tables.remove(&id);
        if let Some(table) = &before {
            self.unlist(id, table);
        }
        let mut table = before.unwrap_or_else(|| Box::new(Table::new(row.clone())));
        table.set_timer(id, None, timers);
        let ends = table.is_playing() && matches!(row.status, Status::Settled { .. } | Status::Voided { .. });
        table.reserved = reserved;
        table.put(row, seed, config)?;
        self.list(id, &table, listed);
        table.set_timer(id, table.next_due(&config.pace, outages), timers);
        self.tables.insert(id, table);
        if ends {
            self.keep_board(id, config.bounds.boards);
        }
        Some(())
    }

    /// Keep the board of a table that was just settled, and drop the oldest one.
    fn keep_board(&mut self, id: TableId, most: usize) {
        self.with_boards.push_back(id);
        if self.with_boards.len() > most
            && let Some(table) = self.with_boards.pop_front().and_then(|first| self.tables.get_mut(&first))
        {
            table.drop_board();
        }
    }

    fn list(&mut self, id: TableId, table: &Table, listed: bool) {
        *self.counts.of(&table.row.status) += 1;
        self.held += table.row.held();
        self.live += usize::from(table.row.is_live());
        for member in table.members() {
            let index = if table.is_active() { &mut self.active } else { &mut self.ended };
            index.insert((member, id));
        }
        if let Some(party) = table.row.party.filter(|_| table.is_active()) {
            self.of_party.insert((party, id));
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
        if let Some(day) = table.row.fair_day() {
            let counts = self.of_fair_day.entry(day).or_default();
            counts.all += 1;
            counts.active += u32::from(table.is_active());
        }
    }

    fn unlist(&mut self, id: TableId, table: &Table) {
        *self.counts.of(&table.row.status) -= 1;
        self.held -= table.row.held();
        self.live -= usize::from(table.row.is_live());
        for member in table.members() {
            let index = if table.is_active() { &mut self.active } else { &mut self.ended };
            index.remove(&(member, id));
        }
        if let Some(party) = table.row.party {
            self.of_party.remove(&(party, id));
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
        if let Some(day) = table.row.fair_day()
            && let Entry::Occupied(mut counts) = self.of_fair_day.entry(day)
        {
            counts.get_mut().all -= 1;
            counts.get_mut().active -= u32::from(table.is_active());
            if counts.get().all == 0 {
                counts.remove();
            }
        }
    }

    /// Play an entry of a table's log. `None` if it is not the next one or is not possible.
    pub(super) fn play(
        &mut self,
        id: TableId,
        ply: u32,
        row: &PlyRow,
        (pace, outages): (&PaceConfig, &Outages),
        timers: &mut Timers,
    ) -> Option<()> {
        let table = self.tables.get_mut(&id)?;
        table.play(ply, row, outages)?;
        table.set_timer(id, table.next_due(pace, outages), timers);
        Some(())
    }

    /// Take outages into account that have ended.
    pub(super) fn go_on_after(&mut self, outages: &Outages, pace: &PaceConfig, timers: &mut Timers) {
        if outages.len() == 0 {
            return;
        }
        for (id, table) in self.tables.iter_mut().filter(|(_, table)| table.is_active()) {
            table.go_on_after(outages);
            table.set_timer(*id, table.next_due(pace, outages), timers);
        }
    }

    pub(super) fn say(&mut self, id: TableId, number: u64, message: ChatMessage) -> Option<()> {
        self.tables.get_mut(&id)?.messages.insert(number, message);
        Some(())
    }

    /// Drop the texts of an erased member.
    pub(super) fn silence(&mut self, author: AccountId) {
        for table in self.tables.values_mut() {
            for message in table.messages.values_mut().filter(|message| message.row.author == Some(author)) {
                message.erased = true;
                if message.is_by(author) && !message.row.is_removed() {
                    message.body.clear();
                    message.client_id = None;
                }
            }
        }
    }

    /// The tables whose chats name a member, who may have left them.
    pub(crate) fn chats_of(&self, account: AccountId) -> impl Iterator<Item = TableId> {
        let names = move |table: &Table| table.messages.values().any(|message| message.row.author == Some(account));
        self.tables.iter().filter(move |(_, table)| names(table)).map(|(id, _)| *id)
    }

    pub(super) fn forget(&mut self, id: TableId, message: u64) {
        if let Some(table) = self.tables.get_mut(&id) {
            table.messages.remove(&message);
        }
    }

    pub(super) fn remove(&mut self, id: TableId, timers: &mut Timers) {
        let Some(mut table) = self.tables.remove(&id) else { return };
        self.unlist(id, &table);
        table.set_timer(id, None, timers);
    }
}
