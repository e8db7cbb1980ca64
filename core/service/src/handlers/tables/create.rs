//! Making a table: against the house, open to members, with a seat kept for one, for practice, or of the day's deal.

use crate::answer::{Answer, Created, GameKind, Games, GuestPracticeResponse, TokenType};
use crate::config::reached;
use crate::credentials::Claims;
use crate::effects::{Issued, Replied};
use crate::games::{BuyIn, Kind, Opening, Registry, Rules, Seat};
use crate::handlers::accounts::plain_handle;
use crate::handlers::refs::Reference;
use crate::ids::{AccountId, PartyId, TableId};
use crate::record::{EntryRow, Key, LedgerAccount, Player, Reason, Record, RefResult, Status, TableRow};
use crate::refusal::{Money, Quota, Refusal, Retry};
use crate::request::{Caller, CreateTable, Pace, Visibility};
use crate::state::has_house;
use crate::step::{HandlerResult, Step};
use crate::stored_names::StoredName;
use crate::time::{Day, Millis};

/// How long a guest's credential for a practice seat counts.
const PRACTICE_S: u64 = 2 * 3600;
/// What is staked, in name, at a practice table that asks for nothing.
const PRACTICE_STAKE: i64 = 10;

/// Seats of a table that asks for no number, before they are clamped to the game's.
const DEFAULT_SEATS: u8 = 4;

/// What is to be made, all questions answered.
pub(crate) struct Plan {
    pub(crate) rules: &'static dyn Rules,
    pub(crate) kind: &'static Kind,
    pub(crate) seats: usize,
    pub(crate) stake: i64,
    pub(crate) visibility: Visibility,
    pub(crate) pace: Pace,
    /// Whether the other seats are left to members.
    pub(crate) open: bool,
    pub(crate) invited: Option<AccountId>,
    pub(crate) practice: bool,
    pub(crate) daily: Option<Day>,
    pub(crate) party: Option<PartyId>,
    /// The seed of the day's deal; any other table draws its own.
    pub(crate) seed: Option<[u8; 32]>,
}

impl Plan {
    /// A public live table of a kind against the house.
    pub(crate) fn new(games: Registry, kind: &str, seats: Option<u8>, stake: i64) -> Result<Self, Refusal> {
        let (rules, kind) = games.kind(kind).ok_or_else(|| invalid("kind", "is not a table kind"))?;
        let (fewest, most) = rules.about().seats;
        let seats = seats.map_or(rules.about().default_seats, usize::from).clamp(fewest, most);
        let stake = if let BuyIn::Fixed(chips) = kind.buy_in { chips } else { stake };
        Ok(Self {
            rules,
            kind,
            seats,
            stake,
            visibility: Visibility::Public,
            pace: Pace::Live,
            open: kind.opening == Opening::Always,
            invited: None,
            practice: false,
            daily: None,
            party: None,
            seed: None,
        })
    }

    /// The same table for practice: unlisted, against the house.
    pub(crate) fn for_practice(mut self) -> Self {
        self.practice = true;
        self.open = false;
        self.visibility = Visibility::Unlisted;
        self
    }

    pub(crate) const fn buy_in(&self) -> i64 {
        match self.kind.buy_in {
            BuyIn::Stake => self.stake,
            BuyIn::Fixed(chips) => chips,
            BuyIn::PerStake(times) => self.stake * times,
        }
    }

    /// Who sits where when the table is made: its maker, members to come, the house.
    fn players(&self, maker: Player) -> Vec<Player> {
        let seat = |at: usize| match at {
            0 => maker,
            _ if self.invited.is_some() && at == 1 => Player::Vacant,
            _ if self.invited.is_none() && self.open => Player::Vacant,
            _ => Player::House,
        };
        (0..self.seats).map(seat).collect()
    }

    fn expires_at(&self, now: Millis, pace: &crate::config::PaceConfig) -> Millis {
        now.plus_s(match (self.pace, self.invited) {
            (Pace::Daily, _) => pace.waiting_daily_s,
            (Pace::Live, Some(_)) => pace.waiting_invited_s,
            (Pace::Live, _) => pace.waiting_live_s,
        })
    }
}

const fn invalid(field: &'static str, problem: &'static str) -> Refusal {
    Refusal::Invalid { field, problem }
}

/// The deal of the day is played for chips, against the house or alone, and ends with the day.
const fn goes_with_daily(create: &CreateTable) -> Result<(), Refusal> {
    match create {
        CreateTable { practice: true, .. } => {
            Err(invalid("practice", "goes not with daily: the deal of the day is played for chips"))
        }
        CreateTable { open: true, .. } => {
            Err(invalid("open", "goes not with daily: the deal of the day is played against the house or alone"))
        }
        CreateTable { invited: Some(_), .. } => {
            Err(invalid("invited", "goes not with daily: the deal of the day is played against the house or alone"))
        }
        CreateTable { pace: Pace::Daily, .. } => {
            Err(invalid("pace", "goes not with daily: the deal of the day ends with the day"))
        }
        CreateTable { .. } => Ok(()),
    }
}

/// Whether members may sit down at tables of this kind.
pub(crate) fn is_open_eligible(kind: &Kind) -> bool {
    kind.opening != Opening::Never
}

impl Step<'_> {
    pub(crate) fn games(&self, caller: &Caller) -> HandlerResult {
        self.member(caller)?;
        let kinds = self.state.config.games.kinds().map(|(rules, kind)| GameKind::of(rules.about(), kind));
        Ok(Answer::Games(Games { games: kinds.collect() }).into())
    }

    pub(crate) fn create_table(&mut self, caller: &Caller, create: CreateTable) -> HandlerResult {
        let account = self.member(caller)?;
        let reference = create.client_ref.as_deref().map(|client_ref| reference(account, client_ref, &create));
        if let Some(reference) = &reference
            && let Some(row) = self.recall(reference)?
            && let RefResult::Table(table) = row.made
        {
            return Ok(created(table).replayed().into());
        }
        if create.daily {
            goes_with_daily(&create)?;
            return self.create_daily(account, reference.as_ref());
        }
        let plan = self.plan(account, &create)?;
        let table = self.open_table_for(account, &plan)?;
        if let Some(reference) = &reference {
            self.remember(reference, RefResult::Table(table));
        }
        Ok(created(table).into())
    }

    fn plan(&self, account: AccountId, create: &CreateTable) -> Result<Plan, Refusal> {
        let mut plan = Plan::new(self.state.config.games, &create.kind, create.seats, create.stake)?;
        plan.pace = create.pace;
        plan.visibility = create.visibility;
        if create.practice {
            if create.open || create.invited.is_some() {
                return Err(invalid("practice", "is against the house: it goes with neither open nor invited"));
            }
            return Ok(plan.for_practice());
        }
        if (create.open || create.invited.is_some()) && !is_open_eligible(plan.kind) {
            let field = if create.open { "open" } else { "invited" };
            return Err(invalid(field, "is not for this kind: only the house plays it"));
        }
        plan.open |= create.open;
        if let Some(handle) = &create.invited {
            let invited = self.state.accounts.by_handle(&plain_handle(handle));
            let is_there = |id: &AccountId| !self.state.accounts.known(*id).is_erased() && !self.state.is_frozen(*id);
            let invited = invited.filter(is_there);
            plan.invited = Some(invited.ok_or_else(|| invalid("invited", "is not a member's handle"))?);
            plan.visibility = Visibility::Private;
            if plan.invited == Some(account) {
                return Err(invalid("invited", "is your own handle"));
            }
        }
        Ok(plan)
    }

    /// A member makes a table: not while paused, within the quota, and where he and the house have the chips for it.
    pub(crate) fn open_table_for(&mut self, account: AccountId, plan: &Plan) -> Result<TableId, Refusal> {
        if !plan.practice {
            self.may_stake(account)?;
        }
        self.may_make_another(account)?;
        // The deal of the day is not counted.
        let limit = self.state.config.limits.active_tables;
        if plan.daily.is_none() && limit != 0 && self.counted_tables_of(account).nth(limit as usize - 1).is_some() {
            let after_s = self.soonest_end(account).seconds_from(self.now);
            return Err(Quota::ActiveTables(Retry { limit, after_s }).into());
        }
        if !plan.practice {
            self.afford(account, plan.buy_in())?;
            if has_house(&plan.players(Player::Member(account))) {
                self.house_affords(account, plan.buy_in())?;
            }
        }
        let today = self.now.day();
        let made = self.tables_made(account) + 1;
        self.put(Record::TablesMade(today, account, made));
        Ok(self.make_table(Player::Member(account), plan))
    }

    /// How many tables a member has made today, by whatever way.
    fn tables_made(&self, account: AccountId) -> u32 {
        self.state.tables_made.get(&(self.now.day(), account)).copied().unwrap_or_default()
    }

    fn may_make_another(&self, account: AccountId) -> Result<(), Quota> {
        let limit = self.state.config.limits.tables_per_day;
        if reached(self.tables_made(account), limit) {
            let after_s = self.now.day().next().start().seconds_from(self.now);
            return Err(Quota::TablesToday(Retry { limit, after_s }));
        }
        Ok(())
    }

    /// Forget how many tables were made before today, at most so many members'; whether there may be more.
    pub(crate) fn forget_tables_made(&mut self, bound: usize) -> bool {
        let before = self.state.tables_made.range(..(self.now.day(), AccountId(0))).map(|(key, _)| *key);
        let old: Vec<(Day, AccountId)> = before.take(bound).collect();
        for (day, account) in &old {
            self.remove(Key::TablesMade(*day, *account));
        }
        old.len() == bound
    }

    /// Forget the model's calls and the losses to challengers before today, at most `bound` of each; whether there may be
    /// more.
    pub(crate) fn forget_agent_days(&mut self, bound: usize) -> bool {
        let today = self.now.day();
        let (used, lost) =
            (self.state.agent_days.uses_before(today, bound), self.state.agent_days.losses_before(today, bound));
        for (day, account) in &used {
            self.remove(Key::ModelUse(*day, *account));
        }
        for (day, account) in &lost {
            self.remove(Key::AgentLoss(*day, *account));
        }
        used.len() == bound || lost.len() == bound
    }

    /// Whether a member may stake chips now.
    pub(crate) fn may_stake(&self, account: AccountId) -> Result<(), Money> {
        match self.state.accounts.known(account).row.paused_until {
            Some(until) if until > self.now => Err(Money::Paused { until }),
            Some(_) | None => Ok(()),
        }
    }

    /// The tables that count for the account's quota: its own that wait or play, the deal of the day aside.
    fn counted_tables_of(&self, account: AccountId) -> impl Iterator<Item = &crate::state::Table> {
        let tables = self.state.tables.active_of(account).map(|(_, table)| table);
        tables.filter(move |table| table.row.host == Some(account) && table.row.daily.is_none())
    }

    /// When the first of these tables ends or moves on by itself.
    fn soonest_end(&self, account: AccountId) -> Millis {
        let end = |table: &crate::state::Table| match table.row.status {
            Status::Waiting { expires_at } => Some(expires_at),
            Status::Playing { .. } => table.next_to_time_out().map(|(at, _)| at),
            Status::Settled { .. } | Status::Cancelled { .. } | Status::Voided { .. } => None,
        };
        self.counted_tables_of(account).filter_map(end).min().unwrap_or(self.now)
    }

    /// Make a table, take the stakes, and deal if nobody is waited for.
    pub(crate) fn make_table(&mut self, maker: Player, plan: &Plan) -> TableId {
        let id = TableId::new(self.now, self.random.bytes());
        let players = plan.players(maker);
        let waits = players.contains(&Player::Vacant);
        let status = if waits {
            Status::Waiting { expires_at: plan.expires_at(self.now, &self.state.config.pace) }
        } else {
            Status::Playing { started_at: self.now }
        };
        let row = TableRow {
            game_id: plan.rules.about().id.to_owned(),
            version: plan.rules.about().version.to_owned(),
            setup: plan.rules.setup(Some(plan.kind), plan.seats, plan.stake),
            seed: plan.seed.unwrap_or_else(|| self.random.bytes()),
            players,
            buy_in: plan.buy_in(),
            host: maker.member(),
            visibility: plan.visibility,
            pace: plan.pace,
            invited: plan.invited,
            practice: plan.practice,
            daily: plan.daily,
            party: plan.party,
            created_at: self.now,
            status,
        };
        if !row.practice {
            for player in row.players.clone() {
                self.buy_in(player, row.buy_in, id);
            }
        }
        self.put(Record::Table(id, Box::new(row)));
        self.touched_tables.insert(id);
        if !waits {
            self.go_on(id);
        }
        id
    }

    /// A player puts his stake on the table.
    pub(crate) fn buy_in(&mut self, player: Player, chips: i64, table: TableId) {
        match player {
            Player::Member(account) => {
                self.transfer(LedgerAccount::Member(account), LedgerAccount::Held, chips, Reason::Buyin, Some(table));
            }
            Player::House => {
                self.transfer(LedgerAccount::House, LedgerAccount::Held, chips, Reason::Buyin, Some(table))
            }
            Player::Vacant | Player::Guest => {}
        }
    }

    /// A match against the house without an account.
    pub(crate) fn practice(&mut self, caller: &Caller, kind: &str, client_ref: &str) -> HandlerResult {
        let reference = Reference::new("practice", "", client_ref, &[kind]);
        let plan = Plan::new(self.state.config.games, kind, None, PRACTICE_STAKE)?.for_practice();
        if let Some(row) = self.recall(&reference)?
            && let RefResult::Practice(table) = row.made
        {
            return Ok(guest_seat(self.keys, table, row.at).replayed().into());
        }
        self.make_room_to_practise(caller)?;
        let table = self.make_table(Player::Guest, &plan);
        self.remember(&reference, RefResult::Practice(table));
        self.limiter.practised(caller.address.into(), table);
        Ok(guest_seat(self.keys, table, self.now).into())
    }

    /// An address has room for another practice table within its quotas. Where its active ones are too many, as many as
    /// that needs are given up, the oldest first, of those on which nothing was done for a while.
    fn make_room_to_practise(&mut self, caller: &Caller) -> Result<(), Quota> {
        let limits = &self.state.config.limits;
        if reached(self.limiter.practice_today(caller.address.into(), self.now), limits.practice_per_day) {
            let after_s = self.now.day().next().start().seconds_from(self.now);
            return Err(Quota::PracticeToday(Retry { limit: limits.practice_per_day, after_s }));
        }
        let (state, limit) = (&*self.state, limits.practice_active);
        let playing = |table: TableId| state.table(table).is_some_and(crate::state::Table::is_playing);
        let active = self.limiter.practice_tables(caller.address.into(), playing);
        if !reached(active.len() as u32, limit) {
            return Ok(());
        }
        let surplus = active.len() + 1 - limit as usize;
        let idle_from = |table: &TableId| Some((*table, self.practice_idle_from(*table)?));
        let mut idle: Vec<(TableId, Millis)> = active.iter().filter_map(idle_from).collect();
        let given_up: Vec<TableId> =
            idle.iter().filter(|(_, at)| *at <= self.now).map(|(table, _)| *table).take(surplus).collect();
        if given_up.len() < surplus {
            idle.sort_by_key(|(_, at)| *at);
            let free_at = idle.get(surplus - 1).map_or(self.now, |(_, at)| *at);
            return Err(Quota::Practice(Retry { limit, after_s: free_at.seconds_from(self.now) }));
        }
        for table in given_up {
            self.concede(table, Seat(0), EntryRow::Forfeited);
        }
        Ok(())
    }

    /// When a guest's table may be ended to make room for another: a while after the last entry of its log, or when its
    /// turn ends, if that is sooner. A table that cannot be played on has no such moment.
    fn practice_idle_from(&self, table: TableId) -> Option<Millis> {
        let known = self.state.table(table)?;
        let (turn_ends, _) = known.next_to_time_out()?;
        let acted_at = known.plies().last().map_or(known.row.created_at, |ply| ply.at);
        Some(acted_at.plus_s(self.state.config.pace.practice_idle_s).min(turn_ends))
    }
}

fn created(table: TableId) -> Replied {
    Replied::plain(Answer::Created(Created { table_id: table }))
}

/// The credential of a guest's seat; the same for the same table and time.
fn guest_seat(keys: &crate::credentials::ServerKeys, table: TableId, issued_at: Millis) -> Replied {
    let expires_at = issued_at.plus_s(PRACTICE_S);
    let token = keys.token(&Claims::Seat { table, seat: Seat(0), grant: None, expires_at });
    let answer = GuestPracticeResponse {
        table_id: table,
        access_token: token.reveal().to_owned(),
        token_type: TokenType::Bearer,
        expires_at,
    };
    Replied {
        issued: Some(Issued::Seat { token, table, lasts_s: PRACTICE_S }),
        ..Replied::plain(Answer::Practice(answer))
    }
}

fn reference(account: AccountId, client_ref: &str, create: &CreateTable) -> Reference {
    let seats = create.seats.unwrap_or(DEFAULT_SEATS);
    let request = [
        create.kind.as_str(),
        &format!("{} {} {seats}", create.visibility.stored_name(), create.pace.stored_name()),
        &format!("{} {} {}", create.open, create.daily, create.practice),
        &create.stake.to_string(),
        &plain_handle(create.invited.as_deref().unwrap_or_default()),
    ];
    Reference::new("tables", &account.to_string(), client_ref, &request)
}
