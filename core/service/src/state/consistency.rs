//! Invariants between records. Storage may return rows that are each valid but contradict each other: for example those
//! of a backup that was changed and hashed again. A start and `check` report the first contradiction as a [`DamageError`],
//! so that no handler meets one. Everything is checked that the rest of the service relies on when it indexes, adds and
//! looks up.

use super::hot::HotState;
use crate::config::Config;
use crate::games::Seat;
use crate::handlers::ratings::check::{RatingCheck, RatingSteps};
use crate::ids::{AccountId, DuelId, TableId};
use crate::record::{
    AccountRow, BalanceRow, DamageError, DayName, DuelRow, EndRow, FriendlyRow, GrantRow, Key, NoticeStage, PartyRow,
    Player, RatingRow, Record, RematchRow, Status, TableRatingRow, TableRow, TicketStage,
};
use crate::time::{Day, Millis};
use std::collections::{BTreeMap, BTreeSet};
use turnstone_fairness::Statement;

/// No moment is after the year 9999.
const LAST_MOMENT: Millis = Millis(253_402_300_800_000);
/// The limit of balances, movements and scores: JSON readers keep such numbers exact.
const MAX_CHIPS: i64 = 1 << 53;
/// The maximum price of a seat.
const MAX_BUY_IN: i64 = 1 << 32;
/// The limit of the sum of all absolute balances: no partial sum overflows.
const MAX_TOTAL_CHIPS: u128 = 1 << 62;
/// The limit of numbers of rows, messages and plies.
const MAX_ROWS: u64 = 1 << 53;
/// The limit of small counts.
const MAX_COUNT: u32 = 1 << 31;

impl HotState {
    /// Check a record before it is folded. Accounts are the first records, so that the accounts that others name are
    /// known.
    pub(super) fn check_record(&self, record: &Record) -> Result<(), DamageError> {
        check_alone(record, &self.config)?;
        let is_account = matches!(record, Record::Account(..));
        let mut named = record.accounts().into_iter().filter(|_| !is_account);
        named.try_for_each(|id| self.check_name(id, || record.key()))
    }

    fn check_name(&self, id: AccountId, by: impl FnOnce() -> Key) -> Result<(), DamageError> {
        if self.accounts.get(id).is_some() {
            return Ok(());
        }
        Err(DamageError(format!("{:?} names {id}, which is not an account", by())))
    }

    /// Check the rows that a start leaves in storage.
    pub(crate) fn check_cold(&self, rows: &ColdRows) -> Result<(), DamageError> {
        if let Some(fault) = &rows.fault {
            return Err(fault.clone());
        }
        rows.named.iter().try_for_each(|(id, by)| self.check_name(*id, || by.clone()))
    }

    /// Compute the steps of all ratings again, those of the cold rows too, and follow them to the stored ratings.
    pub(crate) fn check_ratings(&self, rows: &ColdRows) -> Result<RatingCheck, DamageError> {
        rows.ratings.check(self)
    }

    /// Check all balances before anything is added up: no sum overflows.
    pub(super) fn check_balances(&self) -> Result<(), DamageError> {
        let all: u128 = self.ledger.iter().map(|(_, row)| u128::from(row.balance.unsigned_abs())).sum();
        if all < MAX_TOTAL_CHIPS {
            Ok(())
        } else {
            Err(DamageError("the balances hold more chips than there can be".to_owned()))
        }
    }

    /// Check what needs all records and indexes.
    pub(super) fn check_all(&self) -> Result<(), DamageError> {
        self.check_members()?;
        self.check_server_keys()?;
        self.duels.ids().try_for_each(|id| self.check_leg(id))?;
        self.friendly.iter().try_for_each(|(id, row)| self.check_friendly(*id, row))?;
        self.rematches.iter().try_for_each(|(id, row)| self.check_rematch(id, row))?;
        let seats = self.grants.iter().map(|(id, row)| (id.to_string(), row.table, row.seat));
        let notices = self.notices.ids().map(|id| (format!("{id:?}"), id.table, id.seat));
        for (what, table, seat) in seats.chain(notices) {
            if self.tables.get(table).is_some_and(|known| seat.index() >= known.row.players.len()) {
                return Err(DamageError(format!("{what} is about seat {seat} of {table}, which has fewer seats")));
            }
        }
        Ok(())
    }

    /// The server has the key that signs and the keys of all days whose secrets are not revealed, unless it may have lost
    /// them.
    pub(crate) fn check_server_keys(&self) -> Result<(), DamageError> {
        if self.config.begins.new_keys {
            return Ok(());
        }
        let Some(day) = self.fairness.lacks_key_of(self.latest.day()) else { return Ok(()) };
        Err(DamageError(format!(
            "server.keys lacks the key under which the secret of {day} was stated: copy the file of a server that has it"
        )))
    }

    /// Each key belongs to one member, and no two members have the same handle.
    fn check_members(&self) -> Result<(), DamageError> {
        let mut slots = Vec::with_capacity(self.accounts.len());
        for (id, account) in self.accounts.iter() {
            if let Some(referrer) = account.row.referrer {
                self.check_name(referrer, || Key::Account(id))?;
            }
            let Some(slot) = account.row.slot else { continue };
            if !self.vault.has(slot) {
                return Err(DamageError(format!("{id} has no key for its personal texts")));
            }
            slots.push((slot, id));
        }
        slots.sort_unstable();
        if let Some([(_, one), (_, other)]) = slots.array_windows().find(|[one, other]| one.0 == other.0) {
            return Err(DamageError(format!("{one} and {other} have one key for their personal texts")));
        }
        if let Some([one, other]) = self.accounts.namesakes() {
            return Err(DamageError(format!("{one} and {other} have one handle")));
        }
        match self.sanctions.keys().find(|id| self.accounts.get(**id).is_none()) {
            Some(id) => Err(DamageError(format!("a sanction is laid on {id}, which is not an account"))),
            None => Ok(()),
        }
    }

    /// A friendly table is for practice, has the seats that its row says, and each guest in one of them.
    fn check_friendly(&self, id: TableId, row: &FriendlyRow) -> Result<(), DamageError> {
        let Some(known) = self.tables.get(id) else {
            return Err(DamageError(format!("{id} is friendly and is no table")));
        };
        let guests = known.row.players.iter().map(|player| *player == Player::Guest);
        if known.row.practice && guests.eq(row.guests.iter().map(Option::is_some)) {
            return Ok(());
        }
        Err(DamageError(format!("{id} is a friendly table that has not the guests of its seats")))
    }

    /// Those who sit at a rematch sit in their seats.
    fn check_rematch(&self, id: TableId, row: &RematchRow) -> Result<(), DamageError> {
        let Some(known) = self.tables.get(id) else {
            return Err(DamageError(format!("{id} is a rematch and is no table")));
        };
        let players = &known.row.players;
        let mut seats = players.iter().zip(&row.seats);
        let is_right = seats.all(|(player, seat)| *player == Player::Vacant || *player == seat.player);
        if is_right && players.len() == row.seats.len() {
            return Ok(());
        }
        Err(DamageError(format!("{id} is a rematch in which others sit than those who played before")))
    }

    /// The current leg of a duel has two seats, except in a self-check.
    fn check_leg(&self, id: DuelId) -> Result<(), DamageError> {
        let Some(duel) = self.duels.get(id).filter(|duel| !duel.self_check && duel.dealt > 0) else { return Ok(()) };
        let table: TableId = duel.table(id, duel.dealt);
        match self.tables.get(table).is_some_and(|known| known.row.players.len() != 2) {
            true => Err(DamageError(format!("{table} is a leg of a duel and has not two seats"))),
            false => Ok(()),
        }
    }
}

/// The cold rows as far as `check` looks at them: each by itself, and the accounts that they name.
pub struct ColdRows {
    config: Config,
    /// Accounts, each with the first row that names them.
    named: BTreeMap<AccountId, Key>,
    fault: Option<DamageError>,
    ratings: RatingSteps,
}

impl ColdRows {
    /// An empty collection.
    pub fn new(config: Config) -> Self {
        Self { config, named: BTreeMap::new(), fault: None, ratings: RatingSteps::default() }
    }

    /// Check a row, if it is cold.
    pub fn look(&mut self, record: &Record) {
        let key = record.key();
        if !key.is_cold() {
            return;
        }
        if self.fault.is_none() {
            self.fault = check_alone(record, &self.config).err();
        }
        if let Record::Archive(id, row) = record
            && let Some(rating) = &row.rating
        {
            self.ratings.look(*id, &row.table, rating);
        }
        for id in record.accounts() {
            self.named.entry(id).or_insert_with(|| key.clone());
        }
    }
}

/// Check a record by itself. The error names it.
fn check_alone(record: &Record, config: &Config) -> Result<(), DamageError> {
    match fault_of(record, config) {
        Some(fault) => Err(DamageError(format!("{:?} {fault}", record.key()))),
        None => Ok(()),
    }
}

/// The fault of a record by itself, as the rest of a sentence that starts with its key.
fn fault_of(record: &Record, config: &Config) -> Option<&'static str> {
    let (times, counts, chips) =
        ("has a time beyond the year 9999", "counts too many", "has an impossible number of chips");
    let is_moment = |at: &Millis| *at <= LAST_MOMENT;
    let are_moments = |moments: &[Option<Millis>]| moments.iter().flatten().all(is_moment);
    let is_day = |day: Day| u64::from(day.0) <= LAST_MOMENT.day().0.into();
    let check = |holds: bool, fault: &'static str| (!holds).then_some(fault);
    match record {
        Record::Account(_, row) => {
            let AccountRow { slot, epoch, referral, recovery, joined_at, paused_until, ended, .. } = &**row;
            let brought = referral.map_or(0, |referral| referral.invited.max(referral.rewarded));
            let are_times = are_moments(&[Some(*joined_at), *paused_until]) && ended.iter().all(is_moment);
            check(are_times, times).or_else(|| {
                // An erased account may have any epoch: it has no valid tokens, and nothing raises its epoch.
                let raised = if slot.is_some() { *epoch } else { 0 };
                check(brought.max(raised).max(recovery.counter) <= MAX_COUNT, counts)
            })
        }
        Record::Balance(_, row) => fault_of_balance(row, is_day),
        Record::Ledger(_, id, row) => check(is_moment(&row.at), times)
            .or_else(|| check(*id <= MAX_ROWS, counts))
            .or_else(|| check(are_chips(row.delta), chips)),
        Record::Ref(_, row) => check(is_moment(&row.at), times),
        Record::Table(_, row) => fault_of_table(row, config),
        Record::Archive(_, row) => fault_of_table(&row.table, config)
            .or_else(|| row.rating.as_ref().and_then(fault_of_table_rating))
            .or_else(|| check(row.plies.iter().all(|ply| is_moment(&ply.at)), times))
            .or_else(|| check(row.messages.iter().all(|(id, row)| *id <= MAX_ROWS && is_moment(&row.at)), times)),
        Record::Ply(_, _, row) => check(is_moment(&row.at), times).or_else(|| check(row.drawn <= MAX_ROWS, counts)),
        Record::TableMessage(_, id, row) | Record::PartyMessage(_, id, row) => {
            check(is_moment(&row.at), times).or_else(|| check(*id <= MAX_ROWS, counts))
        }
        Record::History(_, row) | Record::HistoryOfGame(_, row) => {
            check(is_moment(&row.settled_at), times).or_else(|| check(are_chips(row.net), chips))
        }
        Record::Roster(_, row) => {
            let nets = row.nets.iter().all(|(_, net)| are_chips(*net));
            let reigns = row.reigns.iter().all(|(_, _, length)| *length <= MAX_COUNT);
            check(nets, chips).or_else(|| check(reigns && row.tables <= MAX_COUNT, counts))
        }
        Record::Grant(_, row) => {
            let GrantRow { expires_at, claimed, .. } = row;
            check(are_moments(&[Some(*expires_at), claimed.map(|(at, _)| at)]), times)
        }
        Record::Party(_, row) => fault_of_party(row),
        Record::PartyChat(_, row) => check(is_moment(&row.active_at), times)
            .or_else(|| check(row.newest <= MAX_ROWS && (1..=row.newest + 1).contains(&row.oldest), counts)),
        Record::Daily(day, _) | Record::TablesMade(day, _, 0..=MAX_COUNT) => check(is_day(*day), times),
        Record::TablesMade(..) => Some(counts),
        Record::DailyTry(day, _, row) => {
            let end = row.end.is_none_or(|end| is_moment(&end.settled_at));
            check(end && is_day(*day), times).or_else(|| check(row.end.is_none_or(|end| are_chips(end.score)), chips))
        }
        Record::Freed(_, row) => check(is_moment(&row.free_at), times),
        Record::Clock(at) | Record::PracticeEnded(at, ..) | Record::Block(.., at) => check(is_moment(at), times),
        Record::Outage(until, from) => check(from < until && is_moment(until), times),
        Record::HouseLoss(day, _, row) => check(is_day(*day), times).or_else(|| check(are_chips(row.chips), chips)),
        Record::AgentLoss(day, _, lost) => check(is_day(*day), times).or_else(|| check(are_chips(*lost), chips)),
        Record::ModelUse(day, _, row) => check(is_day(*day), times)
            .or_else(|| check(row.calls.max(row.in_hour) <= MAX_COUNT && row.hour < 24, counts)),
        Record::LinkState(_, row) => check(is_moment(&row.expires_at), times),
        Record::Notice(_, row) => {
            let (NoticeStage::Due(next) | NoticeStage::Sent { again_at: next, .. }) = &row.stage;
            check(is_moment(&row.until) && is_moment(next), times).or_else(|| check(row.tries < u8::MAX, counts))
        }
        Record::Agent(_, row) => {
            let most = row.version.max(row.version_duels).max(row.wins).max(row.losses);
            check(most <= MAX_COUNT, counts)
                .or_else(|| check(row.stake_limit.is_none_or(|limit| (1..=MAX_CHIPS).contains(&limit)), chips))
        }
        Record::Duel(_, row) => fault_of_duel(row),
        Record::DuelEntry(_, row) => check(row.end.is_none_or(|end| is_moment(&end.at)), times)
            .or_else(|| check((0..=MAX_BUY_IN).contains(&row.stake), chips))
            .or_else(|| check(row.terms.as_ref().is_none_or(|terms| terms.dealt <= terms.format.legs()), counts)),
        Record::Audit(id, row) => check(is_moment(&row.at), times).or_else(|| check(*id <= MAX_ROWS, counts)),
        Record::AuditHead(id) => check(*id <= MAX_ROWS, counts),
        Record::UncountedTable(_, seats) => check(seats.iter().all(|seat| are_chips(seat.chips)), chips),
        Record::Rating(_, _, row) => check(is_rating(row), RATING),
        Record::TableRating(_, row) => fault_of_table_rating(row),
        Record::Friendly(_, row) => fault_of_friendly(row),
        Record::Rematch(_, row) => check(!row.seats.is_empty(), "has no seats"),
        Record::PairTables(day, _, one, other, tables) => check(is_day(*day), times)
            .or_else(|| check(one < other, "names its members in the wrong order"))
            .or_else(|| check((1..=MAX_COUNT).contains(tables), counts)),
        Record::WeekNet(week, _, row) => {
            check(is_day(*week) && is_moment(&row.net_at), times).or_else(|| check(are_chips(row.net), chips))
        }
        Record::Ticket(_, row) => {
            let end = match row.stage {
                TicketStage::Waiting => row.created_at,
                TicketStage::Matched { at, .. } | TicketStage::Ended { at, .. } => at,
            };
            check(is_moment(&row.created_at) && is_moment(&end), times)
                .or_else(|| check((0..=MAX_CHIPS).contains(&row.sort.stake), chips))
        }
        Record::KinTables(_, tables) => check(*tables <= MAX_COUNT, counts),
        Record::ChatsDropped(_) | Record::UncountedDuel(..) => None,
        // Invitations and sanctions of operators may last for ever.
        Record::Invitation(..) | Record::Sanction(..) | Record::Identity(..) | Record::PushSubscription(..) => None,
        Record::Beaten(..) | Record::FairRoots(..) | Record::Restored(()) => None,
        Record::FairDay(name, row) => {
            check(is_day(name.day), times).or_else(|| check(row.numbers <= MAX_COUNT, counts))
        }
        Record::FairEntry(name, number, _) => {
            check(is_day(name.day), times).or_else(|| check((1..=MAX_COUNT).contains(number), counts))
        }
        Record::Statement(number, row) => check(
            Statement::parse(&row.text).is_some() && row.signature.len() == 64,
            "is not a statement with a signature",
        )
        .or_else(|| check((1..=MAX_COUNT).contains(number), counts)),
    }
}

const RATING: &str = "has an impossible rating";

fn is_rating(row: &RatingRow) -> bool {
    let count = u64::from(row.wins) + u64::from(row.draws);
    row.numbers.are_possible() && row.rated_at <= LAST_MOMENT && row.games <= MAX_COUNT && count <= u64::from(row.games)
}

fn fault_of_table_rating(row: &TableRatingRow) -> Option<&'static str> {
    let possible = row.rules > 0 && row.steps.iter().all(|step| is_rating(&step.before) && is_rating(&step.after));
    (!possible).then_some(RATING)
}

const fn are_chips(amount: i64) -> bool {
    amount.unsigned_abs() <= MAX_CHIPS as u64
}

fn fault_of_balance(row: &BalanceRow, is_day: impl Fn(Day) -> bool) -> Option<&'static str> {
    if !are_chips(row.balance) || !are_chips(row.net) {
        return Some("has an impossible number of chips");
    }
    if row.ledger_head > MAX_ROWS || row.settled_tables > MAX_COUNT {
        return Some("counts too many");
    }
    // An erased member is never refilled: the day is the last possible one.
    let has_day = row.refilled.is_none_or(|day| is_day(day) || day == Day(u32::MAX));
    (row.net_at > LAST_MOMENT || !has_day).then_some("has a time beyond the year 9999")
}

/// A table that cannot have been created, or cannot have this state.
fn fault_of_table(row: &TableRow, config: &Config) -> Option<&'static str> {
    let rules = config.games.find(&row.game_id, &row.version);
    if row.players.is_empty() || row.players.len() != row.setup.seats {
        return Some("has not as many players as seats");
    }
    if rules.is_some_and(|rules| !rules.allows(&row.setup)) {
        return Some("has a setup that its game does not allow");
    }
    if !(0..=MAX_BUY_IN).contains(&row.buy_in) {
        return Some("has an impossible number of chips");
    }
    let is_dealt = !matches!(row.status, Status::Waiting { .. } | Status::Cancelled { .. });
    if is_dealt && row.players.contains(&Player::Vacant) {
        return Some("has been dealt with a vacant seat");
    }
    if is_dealt && row.seed.is_undealt() {
        return Some("has been dealt without a seed");
    }
    if row.setup.deal.as_ref().is_some_and(|deal| deal.number == 0 || DayName::parse(&deal.day).is_none()) {
        return Some("has a deal without a day and a number");
    }
    if !row.practice && row.players.contains(&Player::Guest) {
        return Some("has a guest and is not for practice");
    }
    let (first, last) = match &row.status {
        Status::Waiting { expires_at: at } | Status::Playing { started_at: at } | Status::Cancelled { at } => {
            (*at, *at)
        }
        Status::Voided { started_at, at } => (*started_at, *at),
        Status::Settled { started_at, end } => {
            if let Some(fault) = fault_of_end(end, row.players.len()) {
                return Some(fault);
            }
            (*started_at, end.settled_at)
        }
    };
    let is_late = row.created_at.max(first).max(last) > LAST_MOMENT
        || row.daily.is_some_and(|day| u64::from(day.0) > LAST_MOMENT.day().0.into());
    is_late.then_some("has a time beyond the year 9999")
}

/// A friendly table with more guests than seats, or an impossible time.
fn fault_of_friendly(row: &FriendlyRow) -> Option<&'static str> {
    let seats = row.expiries.len();
    if row.guests.len() != seats || row.host_seat.index() >= seats {
        return Some("has not as many guests as seats");
    }
    let ends = row.guests.iter().flatten().map(|guest| guest.expires_at).chain(row.expiries.iter().copied());
    (ends.max() > Some(LAST_MOMENT)).then_some("has a time beyond the year 9999")
}

/// An end card that does not fit its table.
fn fault_of_end(end: &EndRow, seats: usize) -> Option<&'static str> {
    if end.outcome.len() != seats || end.card.len() != seats {
        return Some("has not ended for each of its seats");
    }
    let named = end.outcome.iter().map(|entry| entry.seat).chain(end.winner);
    if named.map(Seat::index).any(|at| at >= seats) {
        return Some("has ended for a seat that it does not have");
    }
    let sums = end.card.iter().all(|seat| are_chips(seat.net) && are_chips(seat.roster_net));
    (!sums).then_some("has an impossible number of chips")
}

fn fault_of_party(row: &PartyRow) -> Option<&'static str> {
    let PartyRow { members, standing, reigns, created_at, tables_together, left, .. } = row;
    let people: BTreeSet<&AccountId> = members.iter().chain(left.iter().map(|(former, _)| former)).collect();
    if members.is_empty() || people.len() != members.len() + left.len() {
        return Some("has no members, or one of them twice");
    }
    if *created_at > LAST_MOMENT {
        return Some("has a time beyond the year 9999");
    }
    if !standing.iter().all(|(_, net, ..)| are_chips(*net)) {
        return Some("has an impossible number of chips");
    }
    let counts = standing.iter().flat_map(|(_, _, wins, played)| [*wins, *played]);
    let most = counts.chain(reigns.iter().map(|(_, _, length)| *length)).chain([*tables_together]).max();
    most.is_some_and(|most| most > MAX_COUNT).then_some("counts too many")
}

/// A duel whose legs do not add up.
fn fault_of_duel(row: &DuelRow) -> Option<&'static str> {
    let legs = &row.legs;
    let over = [legs.challenger, legs.defender, legs.drawn, row.voided].map(u16::from).iter().sum::<u16>();
    let (dealt, most) = (u16::from(row.dealt), u16::from(row.format.legs()));
    if dealt > most || over > dealt || over + 1 < dealt || row.left.is_some_and(|side| side > 1) {
        return Some("has legs that do not add up");
    }
    if !(0..=MAX_BUY_IN).contains(&row.stake) || !are_chips(row.net) {
        return Some("has an impossible number of chips");
    }
    let decisions = row.reasons.iter().flat_map(|of| [of.time_out, of.unreadable, of.refused, of.host]);
    let is_too_much = |count: u32| count > MAX_COUNT;
    if row.plies.max(row.fallbacks) > MAX_ROWS || decisions.chain(row.unserved).any(is_too_much) {
        return Some("counts too many");
    }
    let last = row.end.map_or(row.created_at, |end| end.at.max(row.created_at));
    (last > LAST_MOMENT).then_some("has a time beyond the year 9999")
}
