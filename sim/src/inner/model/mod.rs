//! The model: a fold over every batch that checks each change against the rules that hold for any history. It shares no
//! code with the core except the types of the records and the games.

mod acts;
mod chips;
mod club;
mod duels;
mod endings;
mod fairness;
mod friendly;
mod kept;
mod kin;
mod outages;
mod people;
mod queue;
mod ratings;
mod records;
mod reference;
mod rematch;
mod table;
mod uses;

use crate::inner::prelude::*;
use acts::acts_of;
use chips::Chips;
pub(crate) use chips::is_against_house;
use club::ClubModel;
pub(crate) use club::{Standing, member};
pub(crate) use duels::{leg_label, leg_of, side_at};
pub(crate) use fairness::{FairModel, brought, seed_in, shown as shown_entry};
use kin::Kin;
use outages::OutageModel;
pub(crate) use people::HOUSE;
use people::People;
pub(crate) use queue::{QueueModel, asked_sort, is_free, is_matched, ticket_of, waits};
use ratings::RatingModel;
pub(crate) use ratings::{deviation_at, points};
pub(crate) use reference::{entry, played, reported, shown};
pub(crate) use table::Table;

#[derive(Default)]
struct SeedUse {
    tables: BTreeSet<TableId>,
    day: Option<Day>,
}

/// The changes of a batch, checked at its end.
#[derive(Default)]
struct Touched {
    balances: BTreeSet<LedgerAccount>,
    tables: BTreeSet<TableId>,
    /// Tables with new plies.
    played: BTreeSet<TableId>,
    settled: Vec<TableId>,
    voided: Vec<TableId>,
    /// Changed agents, as they were before.
    agents: BTreeMap<AgentId, AgentRow>,
    /// Duels with changed entries.
    fought: Vec<DuelId>,
    /// Model calls that were counted.
    asked: u64,
    parties: BTreeSet<PartyId>,
    tries: BTreeSet<(Day, AccountId)>,
    erased: BTreeSet<AccountId>,
    /// Members whose sessions all ended.
    signed_out: BTreeSet<AccountId>,
    /// Members whom an operator froze.
    frozen: BTreeSet<AccountId>,
    /// Members who left what only erased members leave, with the rule.
    left: Vec<(AccountId, &'static str)>,
    /// The tables of payouts, with the game of a stake that came back.
    returned: Vec<(TableId, Option<String>)>,
    /// Members who created a table, and those for whom one was counted.
    made: Vec<AccountId>,
    /// Members who created a table that counts for the quota, which excludes the daily challenge.
    made_within: Vec<AccountId>,
    counted: Vec<AccountId>,
}

/// Temporary rows that were removed.
#[derive(Default)]
pub(crate) struct ExpiredRows {
    /// Practice tables.
    pub(crate) tables: BTreeSet<TableId>,
    /// Archived tables without their chats.
    pub(crate) chats: BTreeSet<TableId>,
    /// Parties without activity.
    pub(crate) parties: BTreeSet<PartyId>,
}

#[derive(Default)]
pub(crate) struct Model {
    pub(crate) config: Config,
    /// The events of the batches, until the judge takes them.
    pub(crate) counts: Counts,
    people: People,
    /// Whether the model follows a running service. A model of a store cannot check what depends on earlier states.
    live: bool,
    pub(crate) accounts: BTreeMap<AccountId, AccountRow>,
    /// Who leaves which party by the request of this step.
    pub(crate) leaves: Option<(AccountId, PartyId)>,
    /// How many sessions an account had ended one by one before its row was last changed.
    pub(crate) ended_before: BTreeMap<AccountId, usize>,
    pub(crate) chips: Chips,
    pub(crate) tables: BTreeMap<TableId, Table>,
    pub(crate) archives: BTreeMap<TableId, ArchiveRow>,
    pub(crate) refs: BTreeMap<[u8; 32], RefRow>,
    pub(crate) invitations: BTreeMap<[u8; 32], InvitationRow>,
    pub(crate) grants: BTreeMap<GrantId, GrantRow>,
    pub(crate) parties: BTreeMap<PartyId, PartyRow>,
    /// Linked messenger identities, and subscribed browsers.
    pub(crate) identities: BTreeMap<[u8; 32], IdentityRow>,
    pub(crate) subscriptions: BTreeMap<[u8; 32], PushSubscriptionRow>,
    /// Subscriptions that were removed, as they were before.
    pub(crate) unsubscribed: BTreeMap<[u8; 32], PushSubscriptionRow>,
    pub(crate) notices: BTreeMap<NoticeId, NoticeRow>,
    pub(crate) link_states: BTreeMap<AccountId, LinkStateRow>,
    /// The expected table of each party.
    party_tables: BTreeMap<PartyId, Option<TableId>>,
    pub(crate) party_messages: BTreeMap<PartyId, BTreeMap<u64, MessageRow>>,
    /// Tables that members created, by day.
    pub(crate) made: BTreeMap<(Day, AccountId), u32>,
    kin: Kin,
    /// Removed temporary rows of the whole run.
    pub(crate) gone: ExpiredRows,
    /// Finished tables of members, by the time of their end.
    pub(crate) histories: BTreeMap<AccountId, BTreeMap<(Millis, TableId), HistoryRow>>,
    pub(crate) agents: BTreeMap<AgentId, AgentRow>,
    pub(crate) duels: BTreeMap<DuelId, DuelRow>,
    pub(crate) duel_entries: BTreeMap<DuelId, DuelEntryRow>,
    /// Model calls by day and owner.
    model_uses: BTreeMap<(Day, AccountId), ModelUseRow>,
    /// Losses of agents to challengers, by day and owner.
    pub(crate) agent_losses: BTreeMap<(Day, AccountId), i64>,
    pub(crate) beaten: BTreeSet<(AgentId, AccountId)>,
    /// Erased members that were not checked yet.
    pub(crate) leaving: BTreeSet<AccountId>,
    /// Duels that have counted a fallback whose ply is not in the log yet.
    fell_back: BTreeSet<DuelId>,
    pub(crate) days: BTreeMap<Day, DailyRow>,
    pub(crate) tries: BTreeMap<(Day, AccountId), DailyTryRow>,
    daily_tables: BTreeMap<(DayName, AccountId), TableId>,
    pub(crate) club: ClubModel,
    seeds: BTreeMap<[u8; 32], SeedUse>,
    pub(crate) fairness: FairModel,
    pub(crate) outages: OutageModel,
    /// Audit entries, and sanctions of members.
    pub(crate) audit: BTreeMap<u64, AuditRow>,
    pub(crate) sanctions: BTreeMap<AccountId, SanctionRow>,
    /// Who blocks whom, and since when.
    pub(crate) blocks: BTreeMap<(AccountId, AccountId), Millis>,
    pub(crate) ratings: RatingModel,
    /// Friendly tables that are not archived.
    pub(crate) friendly: BTreeMap<TableId, FriendlyRow>,
    pub(crate) rematches: BTreeMap<TableId, RematchRow>,
    pub(crate) queue: QueueModel,
    /// The acts of the current batch; of a store, the adjustments.
    acts: Vec<AuditRow>,
    /// The time of the newest batch.
    pub(crate) latest: Millis,
    touched: Touched,
    /// Cancelled tables whose reason was not checked yet.
    pub(crate) cancelled: Vec<TableId>,
    /// Archived tables that were rewritten during reads, which may return the old row.
    pub(crate) rewritten: BTreeSet<TableId>,
}

impl Model {
    /// An empty model of a server with these keys.
    pub(crate) fn new(config: Config, keys: ServerKeys) -> Self {
        let mut model = Self { config, fairness: FairModel::new(keys), ..Self::default() };
        model.outages.starts = true;
        model
    }

    /// The model of a store, with all checks.
    pub(crate) fn of(
        (config, server_keys): (Config, ServerKeys),
        keys: Vault,
        records: impl IntoIterator<Item = Record>,
    ) -> Result<Self, Violation> {
        let mut model = Self::new(config, server_keys).with_keys(keys);
        // Query rows are not ordered by kind: messages and plies come after their tables.
        let (mut later, mut cold) = (Vec::new(), Vec::new());
        // The clocks of tables take outages into account.
        let (outages, others): (Vec<_>, Vec<_>) =
            records.into_iter().partition(|record| matches!(record, Record::Outage(..)));
        for record in outages.into_iter().chain(others) {
            match record.key() {
                Key::Ply(..) | Key::TableMessage(..) | Key::PartyMessage(..) => later.push(record),
                key if key.is_cold() => cold.push(record),
                _ => model.take(&Change::Put(record))?,
            }
        }
        // An act explains its movement of chips.
        cold.sort_by_key(|record| !matches!(record, Record::Audit(..)));
        for record in later.into_iter().chain(cold) {
            model.take(&Change::Put(record))?;
        }
        for table in model.tables.values_mut() {
            table.catch_up(Millis(u64::MAX));
        }
        model.outages.starts = true;
        model.look_at_everything()?;
        // They were counted while the service ran.
        model.counts = Counts::default();
        Ok(model)
    }

    fn look_at_everything(&mut self) -> CheckResult {
        self.touched.balances.extend(self.chips.balances.keys());
        self.touched.tables.extend(self.tables.keys().chain(self.chips.stakes.keys()));
        self.touched.parties.extend(self.parties.keys());
        self.touched.tries.extend(self.tries.keys());
        let hot = self.tables.iter().map(|(id, table)| (*id, &table.row));
        let all: Vec<_> = hot.chain(self.archives.iter().map(|(id, row)| (*id, &row.table))).collect();
        let of = |is: fn(&Status) -> bool| all.iter().filter(|(_, row)| is(&row.status)).map(|(id, _)| *id).collect();
        let mut ended: Vec<TableId> = of(|status| matches!(status, Status::Settled { .. }));
        let voided: Vec<TableId> = of(|status| matches!(status, Status::Voided { .. }));
        ended.sort_by_key(|id| self.chips.paid.get(id));
        for id in ended {
            self.end(id)?;
        }
        self.touched.settled.clear();
        for id in voided {
            self.end_voided(id)?;
        }
        self.touched.voided.clear();
        self.chips.unexplained.clear();
        self.check(0)?;
        self.cancelled.clear();
        Ok(())
    }

    /// Apply a batch and run the checks. `active_tables` is the quota, 0 for none.
    pub(crate) fn absorb(&mut self, changes: &[Change], active_tables: u32) -> CheckResult {
        self.live = true;
        self.acts = acts_of(changes);
        for change in changes {
            self.take(change)?;
        }
        for id in std::mem::take(&mut self.touched.settled) {
            self.end(id)?;
        }
        for id in std::mem::take(&mut self.touched.voided) {
            self.end_voided(id)?;
        }
        self.check_acts()?;
        for id in self.cancelled.clone() {
            self.count_end(id)?;
        }
        self.check(active_tables)
    }

    fn take(&mut self, change: &Change) -> CheckResult {
        match change {
            Change::Put(record) => self.put(record),
            Change::Remove(key) => self.remove(key),
        }
    }

    fn check(&mut self, active_tables: u32) -> CheckResult {
        for ledger_account in std::mem::take(&mut self.touched.balances) {
            self.check_balance(ledger_account)?;
        }
        let sum: i64 = self.chips.balances.values().map(|row| row.balance).sum();
        must!(sum == 0, "chips are conserved", "the books sum to {sum}")?;
        let unexplained = std::mem::take(&mut self.chips.unexplained);
        must!(unexplained.is_empty(), "a referral is rewarded once", "{unexplained:?} for a table of no invitee")?;
        let tables = std::mem::take(&mut self.touched.tables);
        for table in &tables {
            self.check_stakes(*table)?;
            self.check_guests(*table)?;
            self.check_rematch(*table)?;
            let messages = self.tables.get(table).map_or(0, |table| table.messages.len());
            let seen = || format!("{table}: {messages} messages");
            must(!self.live || messages <= self.config.bounds.messages, "a chat keeps its newest messages", seen)?;
        }
        for host in std::mem::take(&mut self.touched.made_within).into_iter().filter(|_| active_tables != 0) {
            let active = self.active_tables_of(host);
            let within = active_tables == 0 || active <= active_tables;
            must!(within, "the quota of active tables holds", "{host:?}: {active}")?;
        }
        for table in std::mem::take(&mut self.touched.played) {
            self.check_turns(table)?;
            self.check_called(table)?;
        }
        self.check_kin()?;
        self.check_ratings()?;
        self.check_queue()?;
        self.check_agents()?;
        self.check_beaten()?;
        for party in std::mem::take(&mut self.touched.parties) {
            self.check_party(party)?;
            self.check_chat(party)?;
        }
        let (made, counted) = (std::mem::take(&mut self.touched.made), std::mem::take(&mut self.touched.counted));
        must!(!self.live || made == counted, "a created table is counted", "{made:?}, {counted:?}")?;
        let counted = std::mem::take(&mut self.fell_back);
        must!(counted.is_empty(), "an agent falls back at most once per move", "{counted:?}")?;
        self.leaving.append(&mut self.touched.erased);
        self.check_signed_out()?;
        self.check_returned()?;
        for (member, rule) in std::mem::take(&mut self.touched.left) {
            must(!self.is_member(member), rule, || member.to_string())?;
        }
        self.check_tries()
    }

    pub(crate) fn notices_due(&self) -> impl Iterator<Item = Millis> {
        self.notices.values().filter_map(|row| if let NoticeStage::Due(at) = row.stage { Some(at) } else { None })
    }

    /// A stake that comes back names the game of its table, which was not played or does not count.
    fn check_returned(&mut self) -> CheckResult {
        for (table, returned) in std::mem::take(&mut self.touched.returned).into_iter().filter(|_| self.live) {
            let row = self.row(table);
            let settled = row.is_some_and(|row| matches!(row.status, Status::Settled { .. }));
            let names = row.is_none_or(|row| returned.as_ref().is_none_or(|game| *game == row.game_id));
            must!(returned.is_some() != settled && names, "a returned stake names its game", "{table}: {returned:?}")?;
        }
        Ok(())
    }

    /// The grants of a member end with the member's sessions, and so do the notifications of their browsers.
    fn check_signed_out(&mut self) -> CheckResult {
        let mut signed_out = std::mem::take(&mut self.touched.signed_out);
        let frozen = std::mem::take(&mut self.touched.frozen);
        for (id, grant) in self.grants.iter().filter(|(_, grant)| signed_out.contains(&grant.owner)) {
            must!(grant.ended, "a grant ends with its owner's sessions", "{id}: {grant:?}")?;
        }
        signed_out.extend(frozen);
        let mut browsers = self.subscriptions.values().map(|row| row.account);
        let kept = browsers.find(|account| self.live && signed_out.contains(account));
        must!(kept.is_none(), "the browsers of a member are forgotten with the member's sessions", "{kept:?}")?;
        Ok(())
    }

    /// Active tables that count for the quota of a member.
    pub(crate) fn active_tables_of(&self, host: AccountId) -> u32 {
        let is_own =
            |table: &Table| table.row.host == Some(host) || is_matched(&table.row) && table.seat_of(host).is_some();
        let mine = |table: &&Table| is_own(table) && table.is_active() && table.row.daily.is_none();
        self.tables.values().filter(mine).count() as u32
    }

    pub(crate) fn is_delegated(&self, table: TableId, seat: Seat, now: Millis) -> bool {
        self.grants.values().any(|grant| {
            grant.table == table
                && grant.seat == seat
                && grant.claimed.is_some()
                && !grant.ended
                && grant.expires_at > now
        })
    }

    /// Whether a seed may be shown at `now`: all its matches are over and it is not sealed.
    pub(crate) fn is_revealed(&self, seed: [u8; 32], now: Millis) -> Option<bool> {
        let dealt = self.seeds.get(&seed)?;
        let is_over = |row: &TableRow| matches!(row.status, Status::Settled { .. } | Status::Voided { .. });
        let over = |table: &TableId| self.row(*table).is_some_and(is_over);
        Some(dealt.day.is_none_or(|day| day.next().start() <= now) && dealt.tables.iter().all(over))
    }

    /// Whether the deal of a table is sealed at `now`: a daily one until the day and all its tables are over, a leg's
    /// until its twin is over.
    pub(crate) fn is_sealed(&self, id: TableId, row: &TableRow, now: Millis) -> bool {
        let is_revealed = || seed_in(row).and_then(|seed| self.is_revealed(seed, now));
        self.waits_for_twin(id) || row.daily.is_some() && is_revealed() == Some(false)
    }

    /// A member's attempt at a day's challenge. One in an earlier era of the day does not count.
    pub(crate) fn try_of(&self, day: Day, account: AccountId) -> Option<DailyTryRow> {
        let row = self.tries.get(&(day, account)).copied();
        row.filter(|row| row.table.made_at().0 >= self.fairness.era() * 1000)
    }

    /// The row of a table, hot or archived.
    pub(crate) fn row(&self, table: TableId) -> Option<&TableRow> {
        self.tables.get(&table).map(|table| &table.row).or_else(|| self.archives.get(&table).map(|row| &row.table))
    }

    /// Number of plies of a table, hot or archived.
    pub(crate) fn plies_of(&self, table: TableId) -> u32 {
        let hot = self.tables.get(&table).map(|table| table.plies.len());
        hot.or_else(|| self.archives.get(&table).map(|row| row.plies.len())).unwrap_or_default() as u32
    }

    /// Whether any table or duel is active.
    pub(crate) fn has_active(&self) -> bool {
        self.tables.values().any(Table::is_active) || self.duels.values().any(|duel| duel.end.is_none())
    }
}
