//! The state in memory: everything that hot records say, with indexes and timers. Only [`HotState::absorb`] changes it,
//! and only the fold can call that.

use super::accounts::{Account, Accounts};
use super::agent_days::AgentDays;
use super::agents::{Agent, Agents, GONE, HOUSE};
use super::blocks::MemberBlocks;
use super::days::Days;
use super::duels::{HotDuels, REF_RETENTION_S};
use super::fairness::Fairness;
use super::grants::Grants;
use super::house_losses::HouseLosses;
use super::identities::Identities;
use super::ledger::LedgerBalances;
use super::live::LiveMatch;
use super::message::{ChatMessage, NONCE_FOLLOWS};
use super::notices::{Notices, PushSubscriptions};
use super::outages::Outages;
use super::parties::Parties;
use super::queue::Queue;
use super::ranking::Ranking;
use super::ratings::Ratings;
use super::rematches::Rematches;
use super::table::Table;
use super::tables::Tables;
use super::weeks::Weeks;
use crate::config::Config;
use crate::credentials::ServerKeys;
use crate::games::Rules;
use crate::ids::{AccountId, AgentId, PartyId, TableId};
use crate::personal::Vault;
use crate::record::{
    AgentPlay, AgentRow, Change, DamageError, FreedRow, FriendlyRow, InvitationRow, Key, LedgerAccount, MessageRow,
    RatedPlayer, Record, RefResult, RefRow, RematchRow, RosterRow, SanctionRow, Status, TableRow,
};
use crate::rejection::Rejection;
use crate::request::RatedGroup;
use crate::secret::{Secret, sha256};
use crate::time::{Day, Millis};
use crate::timers::{Timer, Timers};
use std::collections::{BTreeMap, BTreeSet};

/// An idempotency key with its minimum retention.
#[derive(Clone, Debug)]
pub(crate) struct RememberedRef {
    pub(crate) row: RefRow,
    kept_until: Millis,
}

/// The whole state.
pub(crate) struct HotState {
    pub(crate) config: Config,
    pub(crate) keys: ServerKeys,
    pub(crate) vault: Vault,
    pub(crate) accounts: Accounts,
    pub(crate) ledger: LedgerBalances,
    pub(crate) ranking: Ranking,
    pub(crate) invitations: BTreeMap<[u8; 32], InvitationRow>,
    pub(crate) refs: BTreeMap<[u8; 32], RememberedRef>,
    pub(crate) tables: Tables,
    pub(crate) rosters: BTreeMap<[u8; 32], RosterRow>,
    pub(crate) grants: Grants,
    pub(crate) parties: Parties,
    pub(crate) days: Days,
    pub(crate) agents: Agents,
    pub(crate) duels: HotDuels,
    pub(crate) agent_days: AgentDays,
    pub(crate) tables_made: BTreeMap<(Day, AccountId), u32>,
    pub(crate) freed: BTreeMap<[u8; 32], FreedRow>,
    pub(crate) house_losses: HouseLosses,
    pub(crate) identities: Identities,
    pub(crate) subscriptions: PushSubscriptions,
    pub(crate) notices: Notices,
    /// The number of the newest act of an operator. The acts themselves are cold.
    pub(crate) audit_head: u64,
    /// The archived tables up to this one have no chat any more.
    pub(crate) chats_dropped: TableId,
    /// Settled tables of referred members that do not count for their referrers' rewards.
    pub(crate) kin_tables: BTreeMap<AccountId, u32>,
    pub(crate) sanctions: BTreeMap<AccountId, SanctionRow>,
    pub(crate) blocks: MemberBlocks,
    pub(crate) fairness: Fairness,
    pub(crate) ratings: Ratings,
    pub(crate) weeks: Weeks,
    /// What friendly tables have besides their rows.
    pub(crate) friendly: BTreeMap<TableId, FriendlyRow>,
    pub(crate) rematches: Rematches,
    pub(crate) queue: Queue,
    pub(crate) outages: Outages,
    /// Whether the records are those of a backup or of a damaged store, so that an era is to begin.
    pub(crate) restored: bool,
    pub(crate) timers: Timers,
    /// The moment of the newest batch. The clock never counts as earlier than this after a restart.
    pub(crate) latest: Millis,
}

impl HotState {
    pub(super) fn new(config: Config, keys: ServerKeys, vault: Vault) -> Self {
        Self {
            config,
            keys,
            vault,
            accounts: Accounts::default(),
            ledger: LedgerBalances::default(),
            ranking: Ranking::default(),
            invitations: BTreeMap::new(),
            refs: BTreeMap::new(),
            tables: Tables::default(),
            rosters: BTreeMap::new(),
            grants: Grants::default(),
            parties: Parties::default(),
            days: Days::default(),
            agents: Agents::default(),
            duels: HotDuels::default(),
            agent_days: AgentDays::default(),
            tables_made: BTreeMap::new(),
            freed: BTreeMap::new(),
            house_losses: HouseLosses::default(),
            identities: Identities::default(),
            subscriptions: PushSubscriptions::default(),
            notices: Notices::default(),
            audit_head: 0,
            chats_dropped: TableId(0),
            kin_tables: BTreeMap::new(),
            sanctions: BTreeMap::new(),
            blocks: MemberBlocks::default(),
            fairness: Fairness::default(),
            ratings: Ratings::default(),
            weeks: Weeks::default(),
            friendly: BTreeMap::new(),
            rematches: Rematches::default(),
            queue: Queue::default(),
            outages: Outages::default(),
            restored: false,
            timers: Timers::default(),
            latest: Millis::default(),
        }
    }

    /// Apply one change.
    pub(super) fn absorb(&mut self, change: &Change) -> Result<(), DamageError> {
        match change {
            Change::Put(record) => self.put(record),
            Change::Remove(key) => {
                self.remove(key);
                Ok(())
            }
        }
    }

    /// Apply a row that a start has read. `index_all` builds the indexes at the end.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other row is taken over as a change is")]
    pub(super) fn load(&mut self, record: &Record) -> Result<(), DamageError> {
        match record {
            Record::Account(id, row) => self.accounts.load(*id, row, &self.vault).ok_or_else(|| misfit(record)),
            Record::Balance(account, row) => {
                self.ledger.load(*account, *row);
                Ok(())
            }
            Record::Table(id, row) => self.put_table(*id, row).ok_or_else(|| misfit(record)),
            Record::Outage(until, from) => {
                self.outages.put(*until, *from);
                Ok(())
            }
            Record::Duel(id, row) => {
                self.duels.put(*id, row, &mut self.timers);
                Ok(())
            }
            _ => self.put(record),
        }
    }

    /// All rows have been read: build the indexes. From now on each change maintains them.
    pub(super) fn index_all(&mut self) {
        self.accounts.index_all();
        self.ledger.count_all(&self.config.games, self.tables.iter().map(|(_, table)| &table.row), self.duels.iter());
        self.ranking = Ranking::of_all(&self.accounts, &self.ledger);
        self.tables.go_on_after(&self.outages, &self.config.pace, &mut self.timers);
    }

    fn rank(&mut self, id: AccountId) {
        self.ranking.set(id, &self.accounts, self.ledger.get(LedgerAccount::Member(id)));
    }

    /// List a member, and their agents, in the lists of ratings and of the week.
    fn list(&mut self, id: AccountId) {
        let shown = self.is_listed(id).then(|| self.accounts.known(id).handle.as_str());
        self.weeks.rank(id, shown);
        self.list_player(RatedPlayer::Account(id));
        let versions: Vec<RatedPlayer> =
            self.agents.of(id).map(|(_, agent)| RatedPlayer::Version(agent.row.version_id)).collect();
        versions.into_iter().for_each(|version| self.list_player(version));
    }

    /// List the ratings of a player in the group to which they belong, or in none.
    fn list_player(&mut self, player: RatedPlayer) {
        let group = match player {
            RatedPlayer::Account(id) => self.is_listed(id).then_some(RatedGroup::People),
            RatedPlayer::Version(version) => {
                let agent = self.ratings.agent(version).and_then(|id| self.agents.get(id));
                let is_shown =
                    |agent: &Agent| agent.is_shown() && !agent.row.owner.is_some_and(|id| self.is_frozen(id));
                agent.is_some_and(is_shown).then_some(RatedGroup::Agents)
            }
        };
        self.ratings.list(player, group);
    }

    /// Whether a member is in the lists of ratings and of the week.
    pub(crate) fn is_listed(&self, id: AccountId) -> bool {
        self.is_shown(id) && !self.accounts.known(id).row.unranked
    }

    /// Whether a member is in lists and counts that others see.
    pub(crate) fn is_shown(&self, id: AccountId) -> bool {
        self.accounts.get(id).is_some_and(|account| !account.row.test) && !self.is_gone(id)
    }

    /// Whether an account is erased, or frozen by an operator.
    pub(crate) fn is_gone(&self, id: AccountId) -> bool {
        self.accounts.known(id).is_erased() || self.is_frozen(id)
    }

    fn put_table(&mut self, id: TableId, row: &TableRow) -> Option<()> {
        let known = self.tables.get(id).filter(|known| known.seed.is_some() && known.seed_commit == row.seed_commit());
        let seed = known.map_or_else(|| self.seed_of(id, row), |known| known.seed);
        let listed =
            row.is_listed() && !self.is_reserved(id, row) && !row.players.iter().any(|player| self.is_test(*player));
        let reserved = self.rematches.get(id).into_iter().flat_map(RematchRow::members).collect();
        self.tables.put(id, (row, seed), (listed, reserved), (&self.config, &self.outages), &mut self.timers)
    }

    /// The seed of a table, hot or archived; `None` if nothing was dealt or the key that gives it is lost.
    pub(crate) fn seed_of(&self, id: TableId, row: &TableRow) -> Option<[u8; 32]> {
        self.fairness.seed_of(id, row, &self.keys)
    }

    fn put(&mut self, record: &Record) -> Result<(), DamageError> {
        let damage = || misfit(record);
        match record {
            Record::Account(id, row) => {
                self.accounts.put(*id, row, &self.vault).ok_or_else(damage)?;
                self.rank(*id);
                self.list(*id);
                if row.slot.is_none() {
                    // The key is destroyed: texts of the member can no longer be opened.
                    self.tables.silence(*id);
                    let naming: Vec<PartyId> = self.parties.naming(*id).collect();
                    naming.into_iter().for_each(|party| self.count_erased(party));
                }
            }
            Record::Balance(account, row) => {
                self.ledger.put(*account, *row);
                if let LedgerAccount::Member(id) = account {
                    self.rank(*id);
                }
            }
            Record::Invitation(hash, row) => drop(self.invitations.insert(*hash, *row)),
            Record::Ref(hash, row) => {
                let is_said_again = self.forget_ref(hash);
                let needed = is_said_again.then(|| self.ref_is_needed_until(row.made, self.latest)).flatten();
                let kept_until = needed.unwrap_or_else(|| row.at.plus_s(REF_RETENTION_S));
                // The idempotency key of a signup is kept for ever.
                if !matches!(row.made, RefResult::Account(..)) {
                    self.timers.set(kept_until, Timer::RefEnds(*hash));
                }
                self.refs.insert(*hash, RememberedRef { row: row.clone(), kept_until });
            }
            Record::Table(id, row) => {
                self.ledger.restake(&self.config.games, self.tables.get(*id).map(|table| &table.row), Some(row));
                self.put_table(*id, row).ok_or_else(damage)?;
            }
            Record::Ply(table, ply, row) => {
                let clocks = (&self.config.pace, &self.outages);
                self.tables.play(*table, *ply, row, clocks, &mut self.timers).ok_or_else(damage)?;
            }
            Record::TableMessage(table, id, row) => {
                let message = self.open_message(row);
                self.tables.say(*table, *id, message).ok_or_else(damage)?;
            }
            Record::Roster(hash, row) => drop(self.rosters.insert(*hash, row.clone())),
            Record::Grant(id, row) => self.grants.put(*id, row, &mut self.timers),
            Record::Party(id, row) => {
                self.parties.put(*id, row, &self.config.pace, &mut self.timers);
                self.count_erased(*id);
            }
            Record::PartyChat(id, row) => {
                self.parties.put_chat(*id, *row, &self.config.pace, &mut self.timers).ok_or_else(damage)?;
            }
            Record::Daily(day, row) => self.days.put(*day, row),
            Record::DailyTry(day, account, row) => self.days.put_try(*day, *account, *row).ok_or_else(damage)?,
            Record::Freed(hash, row) => drop(self.freed.insert(*hash, *row)),
            Record::Clock(at) => self.latest = *at,
            Record::TablesMade(day, account, tables) => drop(self.tables_made.insert((*day, *account), *tables)),
            Record::HouseLoss(day, account, row) => self.house_losses.put(*day, *account, *row),
            Record::Identity(hash, row) => self.identities.put(*hash, row),
            Record::LinkState(account, row) => self.identities.put_link_state(*account, *row, &mut self.timers),
            Record::PushSubscription(hash, row) => self.subscriptions.put(*hash, row),
            Record::Notice(id, row) => self.notices.put(*id, row, &mut self.timers),
            Record::Agent(id, row) => self.put_agent(*id, row).ok_or_else(damage)?,
            Record::Duel(id, row) => {
                self.ledger.restake_duel(self.duels.get(*id), Some(row));
                self.duels.put(*id, row, &mut self.timers);
            }
            Record::AuditHead(id) => self.audit_head = *id,
            Record::ChatsDropped(table) => self.chats_dropped = *table,
            Record::KinTables(account, tables) => drop(self.kin_tables.insert(*account, *tables)),
            Record::ModelUse(day, account, row) => self.agent_days.put_use(*day, *account, *row),
            Record::AgentLoss(day, account, chips) => self.agent_days.put_loss(*day, *account, *chips),
            Record::Beaten(agent, account, ()) => self.agents.put_beaten(*agent, *account),
            Record::Sanction(account, row) => {
                self.sanctions.insert(*account, *row);
                self.list(*account);
            }
            Record::Block(by, blocked, since) => self.blocks.put(*by, *blocked, *since),
            Record::Rating(game_id, player, row) => {
                self.ratings.put(game_id, *player, *row);
                self.list_player(*player);
            }
            Record::TableRating(id, row) => self.ratings.put_table(*id, row),
            Record::PairTables(day, game_id, one, other, tables) => {
                self.ratings.put_pair((*day, game_id.clone(), *one, *other), *tables);
            }
            Record::WeekNet(week, account, row) => {
                self.weeks.put(*week, *account, *row);
                self.list(*account);
            }
            Record::Friendly(table, row) => drop(self.friendly.insert(*table, row.clone())),
            Record::Rematch(table, row) => self.rematches.put(*table, row),
            Record::FairDay(name, row) => self.fairness.put_day(*name, *row, &self.keys),
            Record::Ticket(id, row) => self.queue.put(*id, row, &mut self.timers),
            Record::Restored(()) => self.restored = true,
            Record::Statement(number, row) => self.fairness.put_statement(*number, row, &self.keys),
            Record::Outage(until, from) => {
                self.outages.put(*until, *from);
                self.tables.go_on_after(&self.outages, &self.config.pace, &mut self.timers);
            }
            // Cold rows are in storage only.
            Record::Ledger(..)
            | Record::Audit(..)
            | Record::Archive(..)
            | Record::History(..)
            | Record::HistoryOfGame(..)
            | Record::PartyMessage(..)
            | Record::PracticeEnded(..)
            | Record::DuelEntry(..)
            | Record::UncountedTable(..)
            | Record::UncountedDuel(..)
            | Record::FairEntry(..)
            | Record::FairRoots(..) => {}
        }
        Ok(())
    }

    fn remove(&mut self, key: &Key) {
        match key {
            Key::Invitation(hash) => drop(self.invitations.remove(hash)),
            Key::Ref(hash) => drop(self.forget_ref(hash)),
            Key::Table(id) => {
                self.ledger.restake(&self.config.games, self.tables.get(*id).map(|table| &table.row), None);
                self.tables.remove(*id, &mut self.timers);
            }
            Key::Grant(id) => self.grants.remove(*id, &mut self.timers),
            Key::Party(id) => self.parties.remove(*id, &mut self.timers, &self.config.pace),
            Key::TablesMade(day, account) => drop(self.tables_made.remove(&(*day, *account))),
            Key::TableMessage(table, id) => self.tables.forget(*table, *id),
            Key::Freed(hash) => drop(self.freed.remove(hash)),
            Key::HouseLoss(day, account) => self.house_losses.remove(*day, *account),
            Key::Daily(day) => self.days.remove(*day),
            Key::DailyTry(day, account) => self.days.forget_try(*day, *account),
            Key::Identity(hash) => self.identities.remove(hash),
            Key::LinkState(account) => self.identities.remove_link_state(*account, &mut self.timers),
            Key::PushSubscription(hash) => self.subscriptions.remove(hash),
            Key::Notice(id) => self.notices.remove(*id, &mut self.timers),
            Key::Roster(hash) => drop(self.rosters.remove(hash)),
            Key::Restored => self.restored = false,
            Key::Sanction(account) => {
                self.sanctions.remove(account);
                self.list(*account);
            }
            Key::Friendly(table) => drop(self.friendly.remove(table)),
            Key::Rematch(table) => self.rematches.remove(*table),
            Key::TableRating(id) => self.ratings.remove_table(*id),
            Key::PairTables(day, game_id, one, other) => {
                self.ratings.remove_pair(&(*day, game_id.clone(), *one, *other));
            }
            Key::WeekNet(week, account) => self.weeks.remove(*week, *account),
            Key::Block(by, blocked) => self.blocks.remove(*by, *blocked),
            Key::Ticket(id) => self.queue.remove(*id, &mut self.timers),
            Key::Outage(until) => self.outages.remove(*until),
            Key::ModelUse(day, account) => self.agent_days.remove_use(*day, *account),
            Key::AgentLoss(day, account) => self.agent_days.remove_loss(*day, *account),
            Key::Duel(id) => {
                self.ledger.restake_duel(self.duels.get(*id), None);
                self.duels.remove(*id, &mut self.timers);
            }
            // The summary of a chat is removed with its party, and a log with its table. The other rows are never
            // removed or are in storage only.
            Key::PartyChat(_)
            | Key::Ply(..)
            | Key::Clock
            | Key::Audit(_)
            | Key::AuditHead
            | Key::ChatsDropped
            | Key::UncountedTable(_)
            | Key::UncountedDuel(_)
            | Key::KinTables(_)
            | Key::Agent(_)
            | Key::DuelEntry(_)
            | Key::Beaten(..)
            | Key::Rating(..)
            | Key::FairDay(_)
            | Key::FairEntry(..)
            | Key::FairRoots(..)
            | Key::Statement(_)
            | Key::EraDay(_)
            | Key::EraEntry(..)
            | Key::EraRoots(..)
            | Key::Account(_)
            | Key::Balance(_)
            | Key::Ledger(..)
            | Key::Archive(_)
            | Key::History(..)
            | Key::HistoryOfGame(..)
            | Key::PartyMessage(..)
            | Key::PracticeEnded(..) => {}
        }
    }

    /// `None` if there is no such owner. Agents of test accounts are private. An agent whose owner came out of a
    /// damaged store without a key has lost its texts.
    fn put_agent(&mut self, id: AgentId, row: &AgentRow) -> Option<()> {
        let owner = row.owner.map(|owner| self.accounts.get(owner).ok_or(())).transpose().ok()?;
        let slot = owner.and_then(|owner| owner.row.slot);
        let name = self.vault.open(slot, &row.name);
        let prompt = if let AgentPlay::Prompt(sealed) = &row.play { self.vault.open(slot, sealed) } else { None };
        let shown = owner.is_some_and(|owner| !owner.row.test) && row.play != AgentPlay::Gone && name.is_some();
        let threshold = self.config.agents.ranking_threshold;
        let before = self.agents.get(id).map(|agent| agent.row.version_id).filter(|before| *before != row.version_id);
        self.agents.put(id, row, name.unwrap_or_else(|| GONE.to_owned()), prompt.map(Secret::new), shown, threshold);
        self.ratings.put_version(id, row.version_id, before);
        for version in before.into_iter().chain([row.version_id]) {
            self.list_player(RatedPlayer::Version(version));
        }
        Some(())
    }

    /// Forget an idempotency key. Returns whether it was known.
    fn forget_ref(&mut self, hash: &[u8; 32]) -> bool {
        let Some(known) = self.refs.remove(hash) else { return false };
        self.timers.cancel(known.kept_until, Timer::RefEnds(*hash));
        true
    }

    /// Until when an idempotency key must be kept beyond its retention: while its table is live, and as long as its
    /// claim can be repeated.
    pub(crate) fn ref_is_needed_until(&self, made: RefResult, now: Millis) -> Option<Millis> {
        let while_live = |table: TableId| self.table(table).map(|_| now.plus_s(REF_RETENTION_S));
        match made {
            RefResult::Table(table) | RefResult::Practice(table) | RefResult::GuestSeat(table, ..) => while_live(table),
            RefResult::Grant(grant) | RefResult::Claim(grant) => {
                let row = self.grants.get(grant)?;
                let claimed = || row.claimed.map(|(at, _)| at.plus_s(REF_RETENTION_S)).filter(|until| *until > now);
                while_live(row.table).or_else(claimed)
            }
            RefResult::Duel(duel) => {
                let until = self.duels.get(duel)?.kept_until().unwrap_or_else(|| now.plus_s(REF_RETENTION_S));
                Some(until).filter(|until| *until > now)
            }
            RefResult::Account(..) | RefResult::Ticket(_) => None,
        }
    }

    /// Whether the player is a member with a test invitation.
    pub(crate) fn is_test(&self, player: crate::record::Player) -> bool {
        player.member().is_some_and(|id| self.accounts.is_test(id))
    }

    /// Open a message. One whose author was erased has lost its text.
    pub(crate) fn open_message(&self, row: &MessageRow) -> ChatMessage {
        let slot = row.author.and_then(|author| self.accounts.get(author)).and_then(|author| author.row.slot);
        let words = self.vault.open(slot, &row.body).unwrap_or_default();
        let (body, sealed_id) = match words.split_once(NONCE_FOLLOWS) {
            Some((body, client_id)) => (body.to_owned(), Some(client_id.to_owned())),
            None => (words, None),
        };
        // A nonce in the open outlives its sender. It is not shown for an erased member.
        let open_id = || row.client_id.clone().filter(|_| slot.is_some());
        let erased = row.author.is_some() && slot.is_none();
        ChatMessage { body, client_id: sealed_id.or_else(open_id), erased, row: row.clone() }
    }

    /// Whether an operator has frozen an account.
    pub(crate) fn is_frozen(&self, account: AccountId) -> bool {
        self.sanctions.get(&account).is_some_and(|row| row.frozen_at.is_some())
    }

    /// Whether a player at a table has a frozen account. Such tables get no further players.
    pub(crate) fn seats_frozen(&self, row: &TableRow) -> bool {
        row.players.iter().filter_map(|player| player.member()).any(|member| self.is_frozen(member))
    }

    /// Whether a table is a rematch that waits: only its people see it.
    pub(crate) fn is_reserved(&self, id: TableId, row: &TableRow) -> bool {
        matches!(row.status, Status::Waiting { .. }) && self.rematches.get(id).is_some()
    }

    /// Whether a waiting table has a seat for this member and not for others.
    pub(crate) fn is_reserved_for(&self, account: AccountId, id: TableId, row: &TableRow) -> bool {
        let waits = matches!(row.status, Status::Waiting { .. });
        let rematch = || self.rematches.get(id).is_some_and(|rematch| rematch.seat_of(account).is_some());
        waits && (row.invited == Some(account) || rematch())
    }

    /// The digest of a hot table's seats, with their names, of its status, and of all else that its row has.
    pub(crate) fn row_digest(&self, table: &Table) -> u64 {
        self.with_names(table.row_digest(), &table.row)
    }

    /// The same of an archived table.
    pub(crate) fn archived_row_digest(&self, row: &TableRow) -> u64 {
        self.with_names(row.digest(true), row)
    }

    /// A digest that an erasure changes, which is when the name of a player changes.
    fn with_names(&self, digest: u64, row: &TableRow) -> u64 {
        let members = row.players.iter().enumerate().filter_map(|(seat, player)| Some((seat, player.member()?)));
        let erased = members.filter(|(_, id)| self.accounts.known(*id).is_erased());
        erased.fold(digest, |digest, (seat, _)| digest ^ 1 << seat)
    }

    /// Note which erased members a party may name. It is done here and not by its readers: each change that concerns a member
    /// compares all of their parties.
    fn count_erased(&mut self, party: PartyId) {
        let Some(known) = self.parties.get(party) else { return };
        let is_erased = |id: &AccountId| self.accounts.get(*id).is_some_and(Account::is_erased);
        let erased: BTreeSet<AccountId> = known.row.named().filter(is_erased).collect();
        let ids: Vec<u8> = erased.iter().flat_map(|id| id.0.to_be_bytes()).collect();
        let [a, b, c, d, ..] = sha256(&ids);
        let digest = if ids.is_empty() { 0 } else { u32::from_be_bytes([a, b, c, d]).max(1) };
        self.parties.set_erased(party, digest);
    }

    /// The public name of a player.
    pub(crate) fn name_of(&self, player: crate::record::Player) -> String {
        use crate::record::Player;
        match player {
            Player::Member(id) => self.accounts.known(id).handle.clone(),
            Player::Guest => "guest".to_owned(),
            Player::House | Player::Vacant => HOUSE.to_owned(),
        }
    }

    /// The rules of a table, hot or archived, in its own version.
    pub(crate) fn rules_of(&self, row: &TableRow) -> Result<&'static dyn Rules, Rejection> {
        self.config.games.find(&row.game_id, &row.version).ok_or_else(|| row.unknown_rules())
    }

    /// An error if the table's rules are not available.
    pub(crate) fn has_rules(&self, table: &Table) -> Result<(), Rejection> {
        if table.is_dealt() && table.live().is_none() { self.rules_of(&table.row).map(drop) } else { Ok(()) }
    }

    /// Replay a table's log, with all events.
    pub(crate) fn play_again(&self, table: &Table) -> Result<LiveMatch, Rejection> {
        self.rules_of(&table.row)?;
        let seed = table.seed.ok_or(Rejection::Unavailable)?;
        LiveMatch::again(&table.row, seed, table.plies(), &self.config, &self.outages).ok_or(Rejection::Unavailable)
    }

    /// The table, if it is hot.
    pub(crate) fn table(&self, id: TableId) -> Option<&Table> {
        self.tables.get(id)
    }
}

fn misfit(record: &Record) -> DamageError {
    DamageError(format!("{:?} does not fit what was stored before it", record.key()))
}
