//! What the records say, told a second time: a plain fold over every batch that checks each change against the rules
//! which hold for any history. It shares no code with the core but the types of the records and the games.

mod acts;
mod chips;
mod club;
mod duels;
mod endings;
mod house;
mod kin;
mod laws;
mod people;
mod records;
mod table;

use crate::count::Counts;
use acts::acts_of;
use chips::Chips;
pub(crate) use chips::is_against_house;
use club::ClubModel;
pub(crate) use club::Standing;
use kin::Kin;
pub(crate) use people::HOUSE;
use people::People;
use std::collections::{BTreeMap, BTreeSet};
pub(crate) use table::{Table, played};
use turnstone_service::config::{Bounds, Config};
use turnstone_service::games::Seat;
use turnstone_service::ids::{AccountId, AgentId, DuelId, GrantId, PartyId, TableId};
use turnstone_service::personal::Vault;
use turnstone_service::record::{
    AccountRow, AgentRow, ArchiveRow, AuditRow, Change, DailyRow, DailyTryRow, DuelEntryRow, DuelRow, GrantRow,
    HistoryRow, IdentityRow, InvitationRow, Key, LedgerAccount, LinkStateRow, MessageRow, ModelUseRow, NoticeId,
    NoticeRow, NoticeStage, PartyChatRow, PartyRow, PushSubscriptionRow, Record, RefRow, SanctionRow, Status, TableRow,
};
use turnstone_service::request::PartyVisibility;
use turnstone_service::time::{Day, Millis};

/// Something that must never be, and is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// Which rule was broken: the name under which runs are compared while a story is shortened.
    pub rule: &'static str,
    /// What was seen.
    pub seen: String,
}

/// Nothing to say if a rule holds.
pub(crate) type CheckResult = Result<(), Violation>;

/// Check a rule.
pub(crate) fn must(holds: bool, rule: &'static str, seen: impl FnOnce() -> String) -> CheckResult {
    if holds { Ok(()) } else { Err(Violation { rule, seen: seen() }) }
}

/// What a seed deals.
#[derive(Default)]
struct SeedUse {
    tables: BTreeSet<TableId>,
    day: Option<Day>,
}

/// What a batch changed: looked at when it is whole.
#[derive(Default)]
struct Touched {
    books: BTreeSet<LedgerAccount>,
    tables: BTreeSet<TableId>,
    /// Tables that moved.
    played: BTreeSet<TableId>,
    /// Tables that were settled, in order.
    settled: Vec<TableId>,
    /// Tables that ended in play without a result.
    voided: Vec<TableId>,
    /// Agents that were written, as they were before.
    agents: BTreeMap<AgentId, AgentRow>,
    /// Duels whose entries were written.
    fought: Vec<DuelId>,
    /// Calls of the model that were counted.
    asked: u64,
    members: BTreeSet<AccountId>,
    parties: BTreeSet<PartyId>,
    tries: BTreeSet<(Day, AccountId)>,
    erased: BTreeSet<AccountId>,
    /// Members whose sessions all ended.
    signed_out: BTreeSet<AccountId>,
    /// Members whose identities were set free.
    freed: BTreeSet<AccountId>,
    /// Members who left a party.
    left: Vec<AccountId>,
    /// Members who made a table, and those for whom one more was counted.
    made: Vec<AccountId>,
    /// Those who made one that counts for the quota: the deal of a day does not.
    made_within: Vec<AccountId>,
    counted: Vec<AccountId>,
}

/// What was kept for a time only.
#[derive(Default)]
pub(crate) struct ExpiredRows {
    /// Practice tables.
    pub(crate) tables: BTreeSet<TableId>,
    /// Archived tables that lost their chats.
    pub(crate) chats: BTreeSet<TableId>,
    /// Parties in which nothing happened any more.
    pub(crate) parties: BTreeSet<PartyId>,
}

type Histories = BTreeMap<(Millis, TableId), HistoryRow>;

/// The fold.
#[derive(Default)]
pub(crate) struct Model {
    pub(crate) config: Config,
    people: People,
    /// Whether it goes along with a running service, and not over a whole store: there much that was true in its time
    /// cannot be told any more.
    live: bool,
    pub(crate) accounts: BTreeMap<AccountId, AccountRow>,
    pub(crate) chips: Chips,
    pub(crate) tables: BTreeMap<TableId, Table>,
    pub(crate) archives: BTreeMap<TableId, ArchiveRow>,
    pub(crate) refs: BTreeMap<[u8; 32], RefRow>,
    pub(crate) invitations: BTreeMap<[u8; 32], InvitationRow>,
    pub(crate) grants: BTreeMap<GrantId, GrantRow>,
    pub(crate) parties: BTreeMap<PartyId, PartyRow>,
    /// Who came from the messenger, and browsers that are notified.
    pub(crate) identities: BTreeMap<[u8; 32], IdentityRow>,
    pub(crate) subscriptions: BTreeMap<[u8; 32], PushSubscriptionRow>,
    notices: BTreeMap<NoticeId, NoticeRow>,
    pub(crate) link_states: BTreeMap<AccountId, LinkStateRow>,
    /// The table that each party should point at.
    party_tables: BTreeMap<PartyId, Option<TableId>>,
    pub(crate) party_messages: BTreeMap<PartyId, BTreeMap<u64, MessageRow>>,
    party_chats: BTreeMap<PartyId, PartyChatRow>,
    /// How many tables members made, by the day.
    made: BTreeMap<(Day, AccountId), u32>,
    practice_ended: BTreeSet<(Millis, TableId)>,
    /// Up to which table chats were dropped.
    chats_dropped: TableId,
    kin: Kin,
    /// What had its time and is gone, of all that this world ever saw.
    pub(crate) gone: ExpiredRows,
    pub(crate) histories: BTreeMap<AccountId, Histories>,
    histories_of_game: BTreeMap<(AccountId, String), Histories>,
    expected_histories: Vec<(AccountId, HistoryRow)>,
    pub(crate) agents: BTreeMap<AgentId, AgentRow>,
    pub(crate) duels: BTreeMap<DuelId, DuelRow>,
    pub(crate) duel_entries: BTreeMap<DuelId, DuelEntryRow>,
    /// Calls of the model, by the day and owner.
    model_uses: BTreeMap<(Day, AccountId), ModelUseRow>,
    /// What agents lost to challengers, as stored and as their legs came to.
    pub(crate) agent_losses: BTreeMap<(Day, AccountId), i64>,
    expected_losses: BTreeMap<(Day, AccountId), i64>,
    /// Agents with the owners whose agents they have beaten.
    pub(crate) beaten: BTreeSet<(AgentId, AccountId)>,
    /// The erased of whom nobody has looked yet whether they have left everything.
    leaving: BTreeSet<AccountId>,
    /// Duels that have counted a decision that is not in the log yet.
    fell_back: BTreeSet<DuelId>,
    pub(crate) days: BTreeMap<Day, DailyRow>,
    pub(crate) tries: BTreeMap<(Day, AccountId), DailyTryRow>,
    daily_tables: BTreeMap<(Day, AccountId), TableId>,
    pub(crate) club: ClubModel,
    seeds: BTreeMap<[u8; 32], SeedUse>,
    /// What operators did, in order, and what they have laid on members.
    pub(crate) audit: BTreeMap<u64, AuditRow>,
    audit_head: u64,
    pub(crate) sanctions: BTreeMap<AccountId, SanctionRow>,
    /// The acts of the batch that is taken in; of a whole store all that gave or took chips.
    acts: Vec<AuditRow>,
    /// The moment of the newest batch.
    pub(crate) latest: Millis,
    touched: Touched,
    /// Tables that were cancelled and of which nobody has asked why.
    pub(crate) cancelled: Vec<TableId>,
    /// Archived tables that were written again in this group commit: reads that were under way show them as they were.
    pub(crate) rewritten: BTreeSet<TableId>,
}

impl Model {
    /// A model of nothing.
    pub(crate) fn new(config: Config) -> Self {
        Self { config, ..Self::default() }
    }

    /// How much is done at once.
    pub(crate) const fn bounds(&self) -> &Bounds {
        &self.config.bounds
    }

    /// The fold over all records of a store, everything checked.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the kinds that others rest on come first")]
    pub(crate) fn of(
        config: Config,
        keys: Vault,
        records: impl IntoIterator<Item = Record>,
    ) -> Result<Self, Violation> {
        let counts = &mut Counts::default();
        let mut model = Self::new(config).with_keys(keys);
        // Rows that a query reads come without order between the kinds: messages and plies after their tables.
        let (mut later, mut cold) = (Vec::new(), Vec::new());
        for record in records {
            match record.key() {
                Key::Ply(..) | Key::TableMessage(..) | Key::PartyMessage(..) => later.push(record),
                key if key.is_cold() => cold.push(record),
                _ => model.take(&Change::Put(record), counts)?,
            }
        }
        // An act explains its movement of chips.
        cold.sort_by_key(|record| !matches!(record, Record::Audit(..)));
        for record in later.into_iter().chain(cold) {
            model.take(&Change::Put(record), counts)?;
        }
        model.look_at_everything(counts)?;
        Ok(model)
    }

    fn look_at_everything(&mut self, counts: &mut Counts) -> CheckResult {
        self.check_audit_head()?;
        self.touched.books.extend(self.chips.purses.keys());
        self.touched.tables.extend(self.tables.keys().chain(self.chips.stakes.keys()));
        self.touched.members.extend(self.histories.keys());
        self.touched.parties.extend(self.parties.keys());
        self.touched.tries.extend(self.tries.keys());
        let settled = |row: &TableRow| matches!(row.status, Status::Settled { .. });
        let hot = self.tables.iter().filter(|(_, table)| settled(&table.row)).map(|(id, _)| *id);
        let cold = self.archives.iter().filter(|(_, row)| settled(&row.table)).map(|(id, _)| *id);
        let mut ended: Vec<TableId> = hot.chain(cold).collect();
        ended.sort_by_key(|id| self.chips.paid.get(id));
        for id in ended {
            self.end(id, counts)?;
        }
        self.touched.settled.clear();
        let voided = |row: &TableRow| matches!(row.status, Status::Voided { .. });
        let hot = self.tables.iter().filter(|(_, table)| voided(&table.row)).map(|(id, _)| *id);
        let cold = self.archives.iter().filter(|(_, row)| voided(&row.table)).map(|(id, _)| *id);
        for id in hot.chain(cold).collect::<Vec<_>>() {
            self.end_voided(id, counts)?;
        }
        self.touched.voided.clear();
        self.check_practice()?;
        self.check_chats()?;
        self.chips.unexplained.clear();
        self.check(0, counts)?;
        self.cancelled.clear();
        Ok(())
    }

    /// Take a batch in and check what must hold after each. `active_tables` is the quota, 0 for none.
    pub(crate) fn absorb(&mut self, changes: &[Change], active_tables: u32, counts: &mut Counts) -> CheckResult {
        self.live = true;
        self.acts = acts_of(changes);
        for change in changes {
            self.take(change, counts)?;
        }
        for id in std::mem::take(&mut self.touched.settled) {
            self.end(id, counts)?;
        }
        for id in std::mem::take(&mut self.touched.voided) {
            self.end_voided(id, counts)?;
        }
        self.check_acts()?;
        for id in &self.cancelled {
            self.count_end(*id, counts)?;
        }
        self.check(active_tables, counts)
    }

    fn take(&mut self, change: &Change, counts: &mut Counts) -> CheckResult {
        match change {
            Change::Put(record) => self.put(record, counts),
            Change::Remove(key) => self.remove(key, counts),
        }
    }

    fn check(&mut self, active_tables: u32, counts: &mut Counts) -> CheckResult {
        for book in std::mem::take(&mut self.touched.books) {
            self.check_book(book)?;
        }
        let sum: i64 = self.chips.purses.values().map(|purse| purse.balance).sum();
        must(sum == 0, "chips are conserved", || format!("the books sum to {sum}"))?;
        let unexplained = std::mem::take(&mut self.chips.unexplained);
        must(unexplained.is_empty(), "a referral is rewarded once", || format!("{unexplained:?} for nobody's table"))?;
        let tables = std::mem::take(&mut self.touched.tables);
        for table in &tables {
            self.check_stakes(*table, counts)?;
            let messages = self.tables.get(table).map_or(0, |table| table.messages.len());
            must(!self.live || messages <= self.config.bounds.messages, "a chat keeps its newest messages", || {
                format!("{table}: {messages} messages")
            })?;
        }
        for host in std::mem::take(&mut self.touched.made_within).into_iter().filter(|_| active_tables != 0) {
            let active = self.active_tables_of(host);
            let within = active_tables == 0 || active <= active_tables;
            must(within, "the quota of active tables holds", || format!("{host:?}: {active}"))?;
        }
        for table in std::mem::take(&mut self.touched.played) {
            self.check_turns(table)?;
            self.check_called(table, counts)?;
        }
        self.check_house()?;
        self.check_kin(counts)?;
        self.check_agent_losses()?;
        self.check_agents()?;
        self.check_beaten()?;
        self.check_histories()?;
        for party in std::mem::take(&mut self.touched.parties) {
            self.check_party(party)?;
            self.check_chat(party)?;
        }
        let (made, counted) = (std::mem::take(&mut self.touched.made), std::mem::take(&mut self.touched.counted));
        must(!self.live || made == counted, "a table that is made is counted", || format!("{made:?}, {counted:?}"))?;
        let counted = std::mem::take(&mut self.fell_back);
        must(counted.is_empty(), "an agent falls back once a move", || format!("{counted:?}"))?;
        self.leaving.append(&mut self.touched.erased);
        self.check_signed_out()?;
        for member in std::mem::take(&mut self.touched.freed) {
            let gone = self.accounts.get(&member).is_none_or(|row| row.slot.is_none());
            must(gone, "an identity belongs to one account for ever", || member.to_string())?;
        }
        for member in std::mem::take(&mut self.touched.left) {
            let gone = self.accounts.get(&member).is_none_or(|row| row.slot.is_none());
            must(gone, "only an erased member leaves a party", || member.to_string())?;
        }
        self.check_tries()
    }

    /// A party ends with the last of its members, or when nothing has happened there for too long.
    fn remove_party(&mut self, id: PartyId, counts: &mut Counts) -> CheckResult {
        let quiet = self.party_ends(id).is_some_and(|at| at <= self.latest);
        let members = self.parties.remove(&id).map_or_else(Vec::new, |row| row.members);
        let left = self.party_messages.remove(&id).unwrap_or_default();
        self.party_chats.remove(&id);
        self.gone.parties.insert(id);
        if quiet {
            counts.hit("premise: a party went quiet");
        } else {
            self.touched.left.extend(members);
        }
        must(left.is_empty(), "the messages of a party go with it", || format!("{id}: {left:?}"))
    }

    /// When a party ends if nothing happens there any more.
    pub(crate) fn party_ends(&self, id: PartyId) -> Option<Millis> {
        let founded = self.parties.get(&id)?.created_at;
        let active_at = self.party_chats.get(&id).map_or(founded, |chat| chat.active_at);
        Some(active_at.plus_s(self.config.pace.party_kept_s))
    }

    /// What is known of a chat without reading it is so, and its newest messages are there.
    fn check_chat(&self, id: PartyId) -> CheckResult {
        if !self.parties.contains_key(&id) {
            return Ok(());
        }
        let empty = BTreeMap::new();
        let messages = self.party_messages.get(&id).unwrap_or(&empty);
        let chat = self.party_chats.get(&id);
        let newest = chat.map_or(0, |chat| chat.newest);
        let oldest = chat.map_or(1, |chat| chat.oldest);
        let whole = messages.keys().copied().eq(oldest..=newest);
        let kept = messages.len() as u64 == newest.min(self.config.bounds.messages as u64);
        let said_at = messages.values().next_back().map(|message| message.at);
        must(whole && kept && chat.map(|chat| chat.active_at) == said_at, "a chat keeps its newest messages", || {
            format!("{id}: {chat:?}, {:?}", messages.keys())
        })
    }

    /// How many tables a member has made on a day.
    pub(crate) fn made_on(&self, day: Day, member: AccountId) -> u32 {
        self.made.get(&(day, member)).copied().unwrap_or_default()
    }

    /// Whether this is a practice table that has been cold and kept long enough by then.
    pub(crate) fn is_over_practice(&self, table: TableId, now: Millis) -> bool {
        let Some(row) = self.archives.get(&table).map(|row| &row.table).filter(|row| row.practice) else {
            return false;
        };
        let ended = match &row.status {
            Status::Settled { end, .. } => end.settled_at,
            Status::Cancelled { at } | Status::Voided { at, .. } => *at,
            Status::Waiting { .. } | Status::Playing { .. } => return false,
        };
        ended.plus_s(self.config.pace.practice_kept_s) <= now
    }

    /// Whether the chat of an archived table has been kept long enough by then.
    pub(crate) fn is_chat_over(&self, row: &ArchiveRow, now: Millis) -> bool {
        let ended = match &row.table.status {
            Status::Settled { end, .. } => end.settled_at,
            Status::Cancelled { at } | Status::Voided { at, .. } => *at,
            Status::Waiting { .. } | Status::Playing { .. } => return false,
        };
        ended.plus_s(self.config.pace.chat_kept_s) <= now
    }

    /// The chat of an archived table, as far as it is shown.
    pub(crate) fn archived_chat<'m>(
        &self,
        row: &'m ArchiveRow,
        now: Millis,
    ) -> impl Iterator<Item = (&'m u64, &'m MessageRow)> + Clone {
        let shown = if self.is_chat_over(row, now) { &[] } else { row.messages.as_slice() };
        shown.iter().map(|(id, message)| (id, message))
    }

    /// No chat is old and stays behind the mark up to which all were dropped. Practice that is over goes as a whole.
    fn check_chats(&self) -> CheckResult {
        let kept =
            |(id, row): &(&TableId, &ArchiveRow)| !row.messages.is_empty() && !self.is_over_practice(**id, self.latest);
        let left = self.archives.range(..=self.chats_dropped).find(kept);
        let left = left.map(|(id, _)| (*id, self.chats_dropped));
        must(left.is_none(), "no chat is left behind the mark", || format!("{left:?}"))
    }

    /// Every cold practice table is known by its end.
    fn check_practice(&self) -> CheckResult {
        let practice = self.archives.iter().filter(|(_, row)| row.table.practice).map(|(id, _)| *id);
        let (practice, known): (BTreeSet<TableId>, BTreeSet<TableId>) =
            (practice.collect(), self.practice_ended.iter().map(|(_, id)| *id).collect());
        must(practice == known, "an archive that stays is known", || format!("{practice:?}, {known:?}"))
    }

    /// Whether there is such a notice.
    pub(crate) fn has_notice(&self, is_it: impl Fn(&NoticeId) -> bool) -> bool {
        self.notices.keys().any(is_it)
    }

    /// Notices that have left, and of which nobody knows yet what came of them.
    pub(crate) fn under_way(&self) -> impl Iterator<Item = (&NoticeId, &NoticeRow)> {
        self.notices.iter().filter(|(_, row)| matches!(row.stage, NoticeStage::Sent { .. }))
    }

    /// When notices leave next, the first time or again.
    pub(crate) fn notices_due(&self) -> impl Iterator<Item = Millis> {
        self.notices.values().filter_map(|row| if let NoticeStage::Due(at) = row.stage { Some(at) } else { None })
    }

    /// Whether a notice has been tried that is not there yet.
    pub(crate) fn tries_again(&self) -> bool {
        self.notices.values().any(|row| row.tries > 0)
    }

    /// Long after everything has come to rest nothing is left that was kept for a time only.
    pub(crate) fn check_gone(&self) -> CheckResult {
        let party = self.parties.keys().next();
        must(party.is_none(), "a party lasts no longer than it should", || format!("{party:?}"))?;
        let notice = self.notices.keys().next();
        must(notice.is_none(), "every notice comes to its end", || format!("{notice:?}"))?;
        let state = self.link_states.keys().next();
        must(state.is_none(), "a state to link with lasts no longer than it should", || format!("{state:?}"))?;
        let practice = self.practice_ended.first();
        must(practice.is_none(), "an archive of practice lasts no longer than it should", || format!("{practice:?}"))?;
        let chat = self.archives.iter().find(|(_, row)| !row.messages.is_empty()).map(|(id, _)| *id);
        must(chat.is_none(), "a chat lasts no longer than it should", || format!("{chat:?}"))
    }

    /// With the sessions of a member the seats are back that he had handed out, claimed or not.
    fn check_signed_out(&mut self) -> CheckResult {
        let signed_out = std::mem::take(&mut self.touched.signed_out);
        for (id, grant) in self.grants.iter().filter(|(_, grant)| signed_out.contains(&grant.owner)) {
            must(grant.ended, "a grant ends with its owner's sessions", || format!("{id}: {grant:?}"))?;
        }
        Ok(())
    }

    /// Tables that count for the quota of a member: those he made that wait or play, the deal of the day aside.
    pub(crate) fn active_tables_of(&self, host: AccountId) -> u32 {
        let mine = |table: &&Table| table.row.host == Some(host) && table.is_active() && table.row.daily.is_none();
        self.tables.values().filter(mine).count() as u32
    }

    /// Whether the grant's credential counts at `now`.
    pub(crate) fn is_delegated(&self, table: TableId, seat: Seat, now: Millis) -> bool {
        self.grants.values().any(|grant| {
            grant.table == table
                && grant.seat == seat
                && grant.claimed.is_some()
                && !grant.ended
                && grant.expires_at > now
        })
    }

    /// Whether a seed may be shown at `now`: every match it deals is over and no seal is on it.
    pub(crate) fn is_revealed(&self, seed: [u8; 32], now: Millis) -> Option<bool> {
        let dealt = self.seeds.get(&seed)?;
        let is_over = |row: &TableRow| matches!(row.status, Status::Settled { .. } | Status::Voided { .. });
        let over = |table: &TableId| self.row(*table).is_some_and(is_over);
        let lifted = dealt.day.is_none_or(|day| day.next().start() <= now);
        Some(lifted && dealt.tables.iter().all(over))
    }

    /// Whether the deal of a table is sealed at `now`: one of a day until the day is over and so are all its tables, one of
    /// a duel's leg until its twin is over.
    pub(crate) fn is_sealed(&self, id: TableId, row: &TableRow, now: Millis) -> bool {
        self.waits_for_twin(id) || row.daily.is_some() && self.is_revealed(row.seed, now) == Some(false)
    }

    /// The row of a table, hot or cold.
    pub(crate) fn row(&self, table: TableId) -> Option<&TableRow> {
        self.tables.get(&table).map(|table| &table.row).or_else(|| self.archives.get(&table).map(|row| &row.table))
    }

    /// How many entries the log of a table has, hot or cold.
    pub(crate) fn plies_of(&self, table: TableId) -> u32 {
        let hot = self.tables.get(&table).map(|table| table.plies.len());
        hot.or_else(|| self.archives.get(&table).map(|row| row.plies.len())).unwrap_or_default() as u32
    }

    /// Whether any table still waits or is played, or any duel.
    pub(crate) fn has_active(&self) -> bool {
        self.tables.values().any(Table::is_active) || self.duels.values().any(|duel| duel.end.is_none())
    }
}
