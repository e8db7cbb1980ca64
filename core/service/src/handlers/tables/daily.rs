//! The daily challenge: one seed for all members, sealed until the next UTC midnight, when the remaining players run
//! out of time.

use super::plan::Plan;
use super::{open, settle};
use crate::answer::{Answer, Created, DailyBoardResponse, DailyMine, DailyRank, TableStatus, TryResult};
use crate::effects::Replied;
use crate::games::Seed;
use crate::handled::HandlerResult;
use crate::handlers::fairness;
use crate::handlers::refs::{InFlight, Reference};
use crate::ids::{AccountId, TableId};
use crate::record::{DailyRow, DailyTryRow, Record, RefResult, SecretForm};
use crate::rejection::Rejection;
use crate::request::{Caller, Visibility};
use crate::state::{DayBoard, HotState, Table, Transaction};
use crate::time::Day;

/// The kinds of the days in turn. One member plays them against the house or alone.
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
/// The stake of the daily challenge.
const STAKE: i64 = 10;

pub(crate) fn daily_board(tx: &Transaction<'_>, caller: &Caller) -> HandlerResult {
    let day = tx.now.day();
    let board = board_of(tx, day);
    let row = challenge(tx, day).ok_or(Rejection::Unavailable)?;
    let seed = seed_of(tx, day).ok_or(Rejection::Unavailable)?;
    let mine = caller.member().ok().and_then(|id| board?.try_of(id));
    let answer = DailyBoardResponse {
        date_key: day.to_string(),
        kind: row.kind,
        seed_hash: Seed::from_bytes(seed).commit(),
        mine: mine.map(|mine| DailyMine {
            table_id: mine.table,
            status: match mine.end {
                Some(_) => TableStatus::Settled,
                None if is_voided_try(tx, mine) => TableStatus::Cancelled,
                None => TableStatus::Playing,
            },
            result: mine.end.map(|end| end.result),
            plies: mine.end.map(|end| end.plies),
        }),
        board: board.map(|board| ranks_of(tx, board)).unwrap_or_default(),
    };
    Ok(Answer::Daily(answer).into())
}

/// Whether the operator has voided the table of an attempt: a running table is always in memory.
fn is_voided_try(state: &HotState, row: DailyTryRow) -> bool {
    row.end.is_none() && !state.table(row.table).is_some_and(Table::is_active)
}

/// Test accounts, erased accounts and voided attempts are not listed.
fn ranks_of(state: &HotState, board: &DayBoard) -> Vec<DailyRank> {
    let shown = |id: &AccountId| {
        let account = state.accounts.known(*id);
        let voided = board.try_of(*id).is_some_and(|row| is_voided_try(state, row));
        !voided && !account.row.test && !account.is_erased()
    };
    let rank = |id: AccountId| {
        let end = board.try_of(id).and_then(|row| row.end);
        DailyRank {
            handle: state.accounts.known(id).handle.clone(),
            result: end.map_or(TryResult::Playing, |end| end.result.into()),
            plies: end.map(|end| end.plies),
            settled_at: end.map(|end| end.settled_at),
        }
    };
    board.ranked().filter(shown).take(state.config.bounds.rows).map(rank).collect()
}

/// A member's table of the daily challenge: the existing one, or a new one.
pub(crate) fn create_daily(
    tx: &mut Transaction<'_>,
    refs: &mut InFlight,
    account: AccountId,
    reference: Option<&Reference>,
) -> HandlerResult {
    let day = tx.now.day();
    let existing = board_of(tx, day).and_then(|board| board.try_of(account));
    let table = match existing {
        Some(existing) => existing.table,
        None => deal_of_the_day(tx, account, day)?,
    };
    if let Some(reference) = reference {
        refs.remember(tx, reference, RefResult::Table(table));
    }
    Ok(Replied::plain(Answer::Created(Created { table_id: table })).into())
}

fn deal_of_the_day(tx: &mut Transaction<'_>, account: AccountId, day: Day) -> Result<TableId, Rejection> {
    let row = challenge(tx, day).ok_or(Rejection::Unavailable)?;
    let mut plan = Plan::new(tx.config.games, &row.kind, None, STAKE)?;
    plan.daily = Some(day);
    plan.open = false;
    plan.visibility = Visibility::Unlisted;
    open::may_open(tx, account, &plan)?;
    today(tx);
    let table = open::open_allowed(tx, account, &plan);
    // A table may be over as soon as it is dealt.
    let end = settle::end_of_daily(tx, table);
    tx.put(Record::DailyTry(day, account, DailyTryRow { table, end }));
    Ok(table)
}

/// The current day, with its challenge stored.
pub(crate) fn today(tx: &mut Transaction<'_>) -> Day {
    let day = tx.now.day();
    if board_of(tx, day).is_none() {
        let row = challenge(tx, day).expect("the secret of a day is stated before anything else");
        tx.put(Record::Daily(day, row));
    }
    day
}

/// The challenge of a day: the stored one, or the one that will be. A request may come before anything else on a day.
/// `None` without the secret of that day.
fn challenge(state: &HotState, day: Day) -> Option<DailyRow> {
    if let Some(board) = board_of(state, day) {
        return Some(board.row.clone());
    }
    let games = state.config.games;
    let mut known: Vec<&str> = ROTATION.into_iter().filter(|kind| games.kind(kind).is_some()).collect();
    if known.is_empty() {
        known = games.kinds().map(|(_, kind)| kind.kind).collect();
    }
    let kind = known[day.0 as usize % known.len()].to_owned();
    let name = state.fairness.name_of(day);
    fairness::daily_seed(state, name)?;
    Some(DailyRow { kind, seed: [0; 32], form: SecretForm::Computed, era: name.era })
}

/// The board of a day in the current era.
fn board_of(state: &HotState, day: Day) -> Option<&DayBoard> {
    state.days.get(day).filter(|board| board.row.era == state.fairness.name_of(day).era)
}

/// The seed of a day's challenge. `None` without the secret of that day.
pub(crate) fn seed_of(state: &HotState, day: Day) -> Option<[u8; 32]> {
    let stored = board_of(state, day).and_then(|board| board.row.stored_seed(day, &state.keys));
    stored.or_else(|| fairness::daily_seed(state, state.fairness.name_of(day)))
}

#[cfg(test)]
mod tests {
    use crate::answer::Answer;
    use crate::config::{Bounds, Config};
    use crate::credentials::{Claims, ServerKeys};
    use crate::effects::{Command, Effects, Order, Query, SlotChange, Stamp};
    use crate::ids::TableId;
    use crate::personal::Vault;
    use crate::record::{self, Change, Record, Status};
    use crate::request::{Caller, CreateTable, Join, RecoveryCode, Replay, Request, RequestId};
    use crate::secret::{Secret, SecretKey};
    use crate::service::Service;
    use crate::time::Millis;
    use std::collections::{BTreeMap, BTreeSet};
    use std::net::{IpAddr, Ipv4Addr};

    const PLAYERS: u32 = 3000;
    const DAY_MS: u64 = 86_400_000;
    const NOON: u64 = 20_000 * DAY_MS + DAY_MS / 2;

    /// A service with its stored records, and a clock for its requests.
    struct Host {
        service: Service,
        config: Config,
        keys: ServerKeys,
        asked: u64,
        rows: BTreeMap<record::Key, Record>,
        personal: Vec<(u32, SecretKey)>,
    }

    impl Host {
        fn new(mut config: Config) -> Self {
            let limits = &mut config.limits;
            [limits.credential_per_minute, limits.requests_per_minute, limits.anonymous_per_minute] = [0; 3];
            let keys = ServerKeys::new(vec![(1, SecretKey([7; 32]))]);
            let service = Service::open(config.clone(), keys.clone(), Vault::default(), []).unwrap();
            Self { service, config, keys, asked: 0, rows: BTreeMap::new(), personal: Vec::new() }
        }

        fn step(&mut self, at: u64, command: Command) -> Effects {
            self.asked += 1;
            let mut entropy = [0; 32];
            entropy[..8].copy_from_slice(&self.asked.to_be_bytes());
            let effects = self.service.apply(Stamp { at: Millis(at), entropy }, command);
            for change in &effects.batch.changes {
                match change {
                    Change::Put(record) => drop(self.rows.insert(record.key(), record.clone())),
                    Change::Remove(key) => drop(self.rows.remove(key)),
                }
            }
            for slot in &effects.batch.slots {
                if let SlotChange::Fill(slot, key) = slot {
                    self.personal.push((*slot, key.clone()));
                }
            }
            effects
        }

        fn ask(&mut self, claims: Option<Claims>, request: Request) -> Answer {
            self.ask_at(NOON, claims, request)
        }

        fn ask_at(&mut self, at: u64, claims: Option<Claims>, request: Request) -> Answer {
            let caller = Caller::new(claims, IpAddr::V4(Ipv4Addr::LOCALHOST));
            let id = RequestId(self.asked);
            let mut effects = self.step(at, Command::Request { id, caller, request: Box::new(request) });
            if let Some((query, Query::Archive(table))) = effects.queries.pop() {
                let rows = Ok(self.rows.get(&record::Key::Archive(table)).cloned().into_iter().collect());
                effects = self.step(at, Command::Found { query, rows });
            }
            effects.replies.pop().unwrap().1.unwrap().answer
        }

        /// This many members, with their credentials.
        fn members(&mut self, count: u32) -> Vec<Option<Claims>> {
            let order = Order::Invite { uses: count, expires_in_s: None, test: false };
            let mut invited = self.step(NOON, Command::Operate { id: RequestId(0), order });
            let Answer::Invited(invited) = invited.replies.pop().unwrap().1.unwrap().answer else { unreachable!() };
            (0..count).map(|member| self.member(member, &invited.invite_code)).collect()
        }

        fn member(&mut self, number: u32, code: &str) -> Option<Claims> {
            let (handle, invite_code) = (format!("player-{number}"), Secret::new(code.to_owned()));
            let client_ref = format!("00000000-0000-4000-8000-{number:012}");
            let Answer::Joined(joined) = self.ask(None, Request::Join(Join { invite_code, handle, client_ref })) else {
                unreachable!()
            };
            let (handle, recovery_code) = (joined.handle, Secret::new(joined.recovery_code));
            let Answer::Token(token) = self.ask(None, Request::IssueToken(RecoveryCode { handle, recovery_code }))
            else {
                unreachable!()
            };
            self.keys.read_token(&token.token)
        }

        fn deal_of_the_day(&mut self, claims: &Option<Claims>) -> TableId {
            let daily =
                CreateTable { kind: "blackjack".into(), stake: Some(10), daily: true, ..CreateTable::default() };
            let answer = self.ask(claims.clone(), Request::CreateTable(daily));
            let Answer::Created(created) = answer else { unreachable!() };
            created.table_id
        }

        /// Open another process from the stored records.
        fn restart(&mut self) {
            let mut vault = Vault::default();
            for (slot, key) in &self.personal {
                vault.insert(*slot, key.clone());
            }
            let hot = self.rows.values().filter(|record| !record.key().is_cold()).cloned();
            self.service = Service::open(self.config.clone(), self.keys.clone(), vault, hot).unwrap();
        }

        fn is_playing(&self, table: TableId) -> bool {
            let row = self.rows.get(&record::Key::Table(table));
            matches!(row, Some(Record::Table(_, row)) if matches!(row.status, Status::Playing { .. }))
        }
    }

    #[test]
    fn reveals_the_seed_when_the_last_table_of_its_day_has_ended() {
        // One change per step: the tables of the day end one after another.
        let mut host = Host::new(Config { bounds: Bounds { step_bytes: 1, ..Bounds::default() }, ..Config::default() });
        let members = host.members(4);
        let tables: Vec<TableId> = members.iter().map(|member| host.deal_of_the_day(member)).collect();
        host.ask(members[0].clone(), Request::Forfeit(tables[0]));
        host.restart();
        let days_later = NOON + 3 * DAY_MS;
        let mut left = BTreeSet::new();
        while host.service.next_deadline().is_some_and(|due| due.at.0 <= days_later) {
            let _ = host.step(days_later, Command::Tick);
            let played = tables.iter().filter(|table| host.is_playing(**table)).count();
            left.insert(played);
            for claims in [None, members[0].clone()] {
                let read = Request::Replay(tables[0], Replay { seat: None });
                let Answer::Replay(replay) = host.ask_at(days_later, claims, read) else { unreachable!() };
                let bundle = replay.bundle;
                let sealed = bundle.seed.is_none() && bundle.log.is_empty() && bundle.sealed_until.is_some();
                assert_eq!(sealed, played > 0, "{played} tables are still played: {bundle:?}");
            }
        }
        assert_eq!(left, BTreeSet::from([0, 1, 2, 3]), "they end one after another");
    }

    #[test]
    fn forgets_a_day_of_thousands_of_attempts_in_bounded_steps() {
        let mut host = Host::new(Config::default());
        for member in host.members(PLAYERS) {
            host.deal_of_the_day(&member);
        }
        let mut largest = 0;
        for at in [NOON + DAY_MS, NOON + 2 * DAY_MS] {
            let within_a_minute = |due: &crate::timers::Deadline| due.at.0 <= at + 60_000;
            while let Some(due) = host.service.next_deadline().filter(within_a_minute) {
                let batch = host.step(due.at.0.max(at), Command::Tick).batch;
                largest = largest.max(postcard::experimental::serialized_size(&batch.changes).unwrap());
            }
        }
        // The bound of a tick, and one more timer.
        assert!(largest <= 264 << 10, "{largest} bytes in one batch");
    }
}
