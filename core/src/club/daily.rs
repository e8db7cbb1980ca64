//! The deal of the day: one seed for all members, sealed until the next UTC midnight (decisions, 7).

use super::days::DayBoard;
use crate::answer::{Answer, Created, DailyBoardResponse, DailyMine, DailyRank};
use crate::effects::Replied;
use crate::games::Seed;
use crate::ids::{AccountId, TableId};
use crate::record::{DailyEndRow, DailyRow, DailyTryRow, Key, Made, Record, Status};
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
/// Members refilled, and tries and handles forgotten, in one step when a day begins: a commit is bounded.
const REFILLS: usize = 200;
const FORGOTTEN: usize = 1000;

impl Step<'_> {
    pub(crate) fn daily(&mut self, caller: &Caller) -> Outcome {
        let day = self.today();
        let board = self.state.days.get(day).expect("drawn just now");
        let mine = self.member(caller).ok().and_then(|id| board.try_of(id));
        let answer = DailyBoardResponse {
            date_key: day.to_string(),
            kind: board.row.kind.clone(),
            seed_hash: Seed::from_bytes(board.row.seed).commit(),
            mine: mine.map(|mine| DailyMine {
                table_id: mine.table,
                status: if mine.end.is_some() { "settled" } else { "playing" },
                result: mine.end.map(|end| end.result),
                plies: mine.end.map(|end| end.plies),
            }),
            board: self.ranks_of(board),
        };
        Ok(Answer::Daily(answer).into())
    }

    /// Test accounts and erased ones are not shown.
    fn ranks_of(&self, board: &DayBoard) -> Vec<DailyRank> {
        let shown = |id: &AccountId| {
            let account = self.state.accounts.known(*id);
            !account.row.test && !account.is_erased()
        };
        let rank = |id: AccountId| {
            let end = board.try_of(id).and_then(|row| row.end);
            DailyRank {
                handle: self.state.accounts.known(id).handle.clone(),
                result: end.map(|end| end.result),
                plies: end.map(|end| end.plies),
                settled_at: end.map(|end| end.settled_at),
            }
        };
        board.ranked().filter(shown).take(crate::tables::ROWS).map(rank).collect()
    }

    /// A member's table of the day: the one he has, or a new one.
    pub(crate) fn create_daily(&mut self, account: AccountId, pace: Pace, reference: Option<&Reference>) -> Outcome {
        let day = self.today();
        let existing = self.state.days.get(day).and_then(|board| board.try_of(account));
        let table = match existing {
            Some(existing) => existing.table,
            None => self.deal_of_the_day(account, day, pace)?,
        };
        if let Some(reference) = reference {
            self.remember(reference, Made::Table(table));
        }
        Ok(Replied::plain(Answer::Created(Created { table_id: table })).into())
    }

    fn deal_of_the_day(&mut self, account: AccountId, day: Day, pace: Pace) -> Result<TableId, Refusal> {
        let row = &self.state.days.get(day).expect("drawn just now").row;
        let mut plan = Plan::new(&row.kind, None, STAKE)?;
        plan.daily = Some(day);
        plan.seed = Some(row.seed);
        plan.pace = pace;
        plan.open = false;
        plan.visibility = Visibility::Unlisted;
        let table = self.open_table_for(account, &plan)?;
        // A table may be over as soon as it is dealt.
        let end = self.end_of_daily(table);
        self.put(Record::DailyTry(day, account, DailyTryRow { table, end }));
        Ok(table)
    }

    fn end_of_daily(&self, table: TableId) -> Option<DailyEndRow> {
        let known = self.state.table(table)?;
        let Status::Settled { end, .. } = &known.row.status else { return None };
        let mine = end.outcome.first()?;
        let plies = known.live.as_ref().map_or(0, |live| live.plies.len() as u32);
        Some(DailyEndRow { result: mine.result, score: mine.score, plies, settled_at: end.settled_at })
    }

    /// A table of the day has been settled.
    pub(crate) fn note_daily(&mut self, table: TableId) {
        let Some(row) = self.state.table(table).map(|known| &known.row) else { return };
        let (Some(day), Some(account)) = (row.daily, row.host) else { return };
        let tried = self.state.days.get(day).is_some_and(|board| board.try_of(account).is_some());
        if tried {
            let end = self.end_of_daily(table);
            self.put(Record::DailyTry(day, account, DailyTryRow { table, end }));
        }
    }

    /// The present day, with its deal drawn.
    pub(crate) fn today(&mut self) -> Day {
        let day = self.now.day();
        if self.state.days.get(day).is_none() {
            let known: Vec<&str> =
                ROTATION.into_iter().filter(|kind| crate::games::find_kind(kind).is_some()).collect();
            let kind = known[day.0 as usize % known.len()].to_owned();
            let row = DailyRow { kind, seed: self.random.bytes() };
            self.put(Record::Daily(day, row));
        }
        day
    }

    /// A day begins: its deal is drawn, members under the floor are refilled, the day before yesterday is forgotten.
    pub(crate) fn day_turns(&mut self) {
        let today = self.today();
        if self.refill_some(REFILLS)
            || self.forget_some(Day(today.0.saturating_sub(1)), FORGOTTEN)
            || self.forget_tables_made(FORGOTTEN)
        {
            // In a moment: others are to have their turn meanwhile.
            self.state.timers.set(self.now.plus_ms(1), Timer::DayTurns);
            return;
        }
        self.state.timers.set(today.next().start(), Timer::DayTurns);
        self.find_old_practice();
        let state = &*self.state;
        self.limiter.forget_practice(|table| state.table(table).is_some_and(crate::tables::Table::is_playing));
    }

    /// Forget the days before one, and whom they were played by, and handles that were kept free long enough, at most
    /// `bound` of either; whether there may be more.
    fn forget_some(&mut self, day: Day, bound: usize) -> bool {
        let tries = self.state.days.tries_before(day, bound);
        for (day, account) in &tries {
            self.remove(Key::DailyTry(*day, *account));
        }
        let free = self.state.freed.iter().filter(|(_, row)| row.free_at <= self.now).map(|(hash, _)| *hash);
        let free: Vec<[u8; 32]> = free.take(bound).collect();
        for hash in &free {
            self.remove(Key::Freed(*hash));
        }
        if tries.len() == bound || free.len() == bound {
            return true;
        }
        for day in self.state.days.before(day) {
            self.remove(Key::Daily(day));
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use crate::answer::Answer;
    use crate::config::Config;
    use crate::credentials::{Claims, ServerKeys};
    use crate::effects::{Command, Effects, Order, Stamp};
    use crate::personal::Vault;
    use crate::request::{Caller, CreateTable, Request, RequestId};
    use crate::secret::{Key, Secret};
    use crate::service::Service;
    use crate::time::Millis;
    use std::net::{IpAddr, Ipv4Addr};

    const PLAYERS: u32 = 3000;
    const DAY_MS: u64 = 86_400_000;
    const NOON: u64 = 20_000 * DAY_MS + DAY_MS / 2;

    /// A service that is asked by whoever comes, at a time.
    struct Door {
        service: Service,
        keys: ServerKeys,
        asked: u64,
    }

    impl Door {
        fn step(&mut self, at: u64, command: Command) -> Effects {
            self.asked += 1;
            let mut entropy = [0; 32];
            entropy[..8].copy_from_slice(&self.asked.to_be_bytes());
            self.service.apply(Stamp { at: Millis(at), entropy }, command)
        }

        fn ask(&mut self, claims: Option<Claims>, request: Request) -> Answer {
            let caller = Caller { claims, seat: None, address: IpAddr::V4(Ipv4Addr::LOCALHOST) };
            let id = RequestId(self.asked);
            let mut effects = self.step(NOON, Command::Request { id, caller, request: Box::new(request) });
            effects.replies.pop().unwrap().1.unwrap().answer
        }
    }

    #[test]
    fn a_day_that_thousands_played_is_forgotten_in_bounded_steps() {
        let keys = ServerKeys::new(vec![(1, Key([7; 32]))]);
        let mut config = Config::default();
        let limits = &mut config.limits;
        [limits.credential_per_minute, limits.requests_per_minute] = [0; 2];
        let service = Service::open(config, keys.clone(), Vault::default(), []).unwrap();
        let mut door = Door { service, keys, asked: 0 };
        let order = Order::Invite { uses: PLAYERS, expires_in_s: None, test: false };
        let mut invited = door.step(NOON, Command::Operate { id: RequestId(0), order });
        let Answer::Invited(invited) = invited.replies.pop().unwrap().1.unwrap().answer else { unreachable!() };
        for player in 0..PLAYERS {
            let (handle, invite_code) = (format!("player-{player}"), Secret::new(invited.invite_code.clone()));
            let client_ref = format!("00000000-0000-4000-8000-{player:012}");
            let Answer::Joined(joined) = door.ask(None, Request::Join { invite_code, handle, client_ref }) else {
                unreachable!()
            };
            let (handle, recovery_code) = (joined.handle, Secret::new(joined.recovery_code));
            let Answer::Token(token) = door.ask(None, Request::Token { handle, recovery_code }) else { unreachable!() };
            let claims = door.keys.read_token(&token.token);
            let daily = CreateTable { kind: "blackjack".into(), stake: 10, daily: true, ..CreateTable::default() };
            door.ask(claims, Request::CreateTable(daily));
        }
        let mut largest = 0;
        for at in [NOON + DAY_MS, NOON + 2 * DAY_MS] {
            let within_a_minute = |due: &crate::effects::Deadline| due.at.0 <= at + 60_000;
            while let Some(due) = door.service.next_deadline().filter(within_a_minute) {
                let batch = door.step(due.at.0.max(at), Command::Tick).batch;
                largest = largest.max(postcard::experimental::serialized_size(&batch.changes).unwrap());
            }
        }
        // What the bound of a tick lets through, and one more thing that was due.
        assert!(largest <= 264 << 10, "{largest} bytes in one batch");
    }
}
