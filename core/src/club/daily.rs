//! The deal of the day: one seed for all members, sealed until the next UTC midnight (decisions, 7).

use crate::answer::{Answer, Created, DailyBoardResponse, DailyMine, DailyRank};
use crate::effects::Replied;
use crate::games::{MatchResult, Outcome as MatchOutcome, Seed};
use crate::ids::{AccountId, TableId};
use crate::record::{DailyEntry, DailyRow, Key, Made, Record, TableRow};
use crate::refs::Reference;
use crate::refusal::Refusal;
use crate::request::{Caller, Pace, Visibility};
use crate::step::{Outcome, Step};
use crate::tables::Plan;
use crate::time::Day;
use crate::timers::Timer;

/// The kinds of the days, in turn: those that one member plays against the house or alone.
const ROTATION: [&str; 12] = [
    "blackjack-3",
    "tic-tac-toe-vs-house",
    "connect-four-vs-house",
    "video-poker",
    "mancala-vs-house",
    "holdem-vs-house",
    "minesweeper-vs-house",
    "liars-dice-vs-house",
    "memory-vs-house",
    "battleship-vs-house",
    "rps-vs-house",
    "dominoes",
];
/// What is staked at the deal of the day.
const STAKE: i64 = 10;
/// Members refilled in one step when a day begins.
const REFILLS: usize = 200;

impl Step<'_> {
    pub(crate) fn daily(&mut self, caller: &Caller) -> Outcome {
        let day = self.today();
        let row = &self.state.days[&day];
        let mine = self.member(caller).ok().and_then(|id| row.board.iter().find(|entry| entry.account == id));
        let answer = DailyBoardResponse {
            date_key: day.to_string(),
            kind: row.kind.clone(),
            seed_hash: Seed::from_bytes(row.seed).commit(),
            mine: mine.map(|entry| DailyMine {
                table_id: entry.table,
                status: if entry.end.is_some() { "settled" } else { "playing" },
                result: entry.end.map(|(result, ..)| result),
                plies: entry.end.map(|(_, _, plies, _)| plies),
            }),
            board: self.board_of(row),
        };
        Ok(Answer::Daily(answer).into())
    }

    /// Win before draw before loss, then the higher score, then fewer plies, then the earlier settlement; unfinished
    /// tries last. Test accounts and erased ones are not shown.
    fn board_of(&self, row: &DailyRow) -> Vec<DailyRank> {
        let shown = |entry: &&DailyEntry| {
            let account = self.state.accounts.known(entry.account);
            !account.row.test && !account.is_erased()
        };
        let mut entries: Vec<&DailyEntry> = row.board.iter().filter(shown).collect();
        entries.sort_by_key(|entry| match entry.end {
            Some((result, score, plies, at)) => (order_of(result), -score, plies, at, entry.table),
            None => (3, 0, 0, crate::time::Millis(0), entry.table),
        });
        let rank = |entry: &DailyEntry| DailyRank {
            handle: self.state.accounts.known(entry.account).handle.clone(),
            result: entry.end.map(|(result, ..)| result),
            plies: entry.end.map(|(_, _, plies, _)| plies),
            settled_at: entry.end.map(|(.., at)| at),
        };
        entries.into_iter().take(crate::tables::ROWS).map(rank).collect()
    }

    /// A member's table of the day: the one he has, or a new one.
    pub(crate) fn create_daily(&mut self, account: AccountId, pace: Pace, reference: Option<&Reference>) -> Outcome {
        let day = self.today();
        let row = &self.state.days[&day];
        let existing = row.board.iter().find(|entry| entry.account == account).map(|entry| entry.table);
        let table = match existing {
            Some(table) => table,
            None => self.deal_of_the_day(account, day, pace)?,
        };
        if let Some(reference) = reference {
            self.remember(reference, Made::Table(table));
        }
        Ok(Replied::plain(Answer::Created(Created { table_id: table })).into())
    }

    fn deal_of_the_day(&mut self, account: AccountId, day: Day, pace: Pace) -> Result<TableId, Refusal> {
        let row = &self.state.days[&day];
        let mut plan = Plan::new(&row.kind, None, STAKE)?;
        plan.daily = Some(day);
        plan.seed = Some(row.seed);
        plan.pace = pace;
        plan.open = false;
        plan.visibility = Visibility::Unlisted;
        // The try is written down before the table, because a table may be over as soon as it is dealt.
        let table = self.open_table_for(account, &plan)?;
        if !self.state.days[&day].board.iter().any(|entry| entry.account == account) {
            self.edit_day(day, |row| row.board.push(DailyEntry { account, table, end: None }));
            if let Some(end) = self.end_of_daily(table) {
                self.note_end(day, account, end);
            }
        }
        Ok(table)
    }

    fn end_of_daily(&self, table: TableId) -> Option<(MatchResult, i64, u32, crate::time::Millis)> {
        let known = self.state.table(table)?;
        let crate::record::Status::Settled { end, .. } = &known.row.status else { return None };
        let mine = end.outcome.first()?;
        let plies = known.live.as_ref().map_or(0, |live| live.plies.len() as u32);
        Some((mine.result, mine.score, plies, end.settled_at))
    }

    fn note_end(&mut self, day: Day, account: AccountId, end: (MatchResult, i64, u32, crate::time::Millis)) {
        self.edit_day(day, |row| {
            if let Some(entry) = row.board.iter_mut().find(|entry| entry.account == account) {
                entry.end = Some(end);
            }
        });
    }

    /// A table of the day is over.
    pub(crate) fn note_daily(&mut self, table: TableId, row: &TableRow, outcome: &MatchOutcome) {
        let (Some(day), Some(account)) = (row.daily, row.players.first().and_then(|player| player.member())) else {
            return;
        };
        let plies = self.state.table(table).and_then(|known| known.live.as_ref()).map_or(0, |live| live.plies.len());
        let mine = &outcome.seats[0];
        if self.state.days.contains_key(&day) {
            self.note_end(day, account, (mine.result, mine.score, plies as u32, self.now));
        }
    }

    fn edit_day(&mut self, day: Day, edit: impl FnOnce(&mut DailyRow)) {
        let mut row = self.state.days[&day].clone();
        edit(&mut row);
        self.put(Record::Daily(day, row));
    }

    /// The present day, with its deal drawn.
    pub(crate) fn today(&mut self) -> Day {
        let day = self.now.day();
        if !self.state.days.contains_key(&day) {
            let known: Vec<&str> =
                ROTATION.into_iter().filter(|kind| crate::games::find_kind(kind).is_some()).collect();
            let kind = known[day.0 as usize % known.len()].to_owned();
            let row = DailyRow { kind, seed: self.random.bytes(), board: Vec::new() };
            self.put(Record::Daily(day, row));
        }
        day
    }

    /// A day begins: its deal is drawn, members under the floor are refilled, the day before yesterday is forgotten.
    pub(crate) fn day_turns(&mut self, at: crate::time::Millis) {
        let today = self.today();
        if self.refill_some(REFILLS) {
            self.state.timers.set(at, Timer::DayTurns);
            return;
        }
        self.state.timers.set(today.next().start(), Timer::DayTurns);
        let old: Vec<Day> = self.state.days.range(..Day(today.0.saturating_sub(1))).map(|(day, _)| *day).collect();
        for day in old {
            self.remove(Key::Daily(day));
        }
    }
}

const fn order_of(result: MatchResult) -> u8 {
    match result {
        MatchResult::Win => 0,
        MatchResult::Draw => 1,
        MatchResult::Loss => 2,
    }
}
