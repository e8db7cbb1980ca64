//! Everything that is stored about a member, in the clear, for that member: read from the hot and cold records as stored.
//! Hashes, salts and seeds are left out: they say nothing about a person.

use crate::answer::AuditEntry;
use crate::games::{MatchResult, PolicyName, Seat};
use crate::glicko::shown;
use crate::ids::{AccountId, AgentId, AgentVersionId, DuelId, GrantId, PartyId, TableId, TicketId};
use crate::personal::{Sealed, Vault};
use crate::record::{
    AccountRow, AgentPlay, AgentRow, AuditRow, GrantRow, HistoryRow, LedgerAccount, LedgerRow, MessageRow, PartyRow,
    Player, RatedPlayer, RatingRow, Reason, Record, RosterRow, SanctionRow, Status, TableRow, TicketStage,
};
use crate::state::NONCE_FOLLOWS;
use crate::time::Millis;
use serde::Serialize;
use serde_json::Value;

/// The JSON objects of an export.
macro_rules! shapes {
    ($($name:ident { $($body:tt)* })+) => { $(
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct $name { $($body)* }
    )+ };
}

/// The export: the account, and lists that are left out where they are empty.
macro_rules! export {
    ($($list:ident: $row:ty,)+) => {
        /// Everything that is stored about a member.
        #[derive(Default, Serialize)]
        #[serde(rename_all = "camelCase")]
        pub struct MemberExport {
            account: Option<Account>,
            $(#[serde(skip_serializing_if = "Vec::is_empty")] $list: Vec<$row>,)+
        }
    };
}

export! {
    balance: Balance,
    ledger: Movement,
    invitations: Invitation,
    tables: Table,
    messages: Message,
    history: Played,
    rosters: Roster,
    seat_grants: SeatGrant,
    parties: Party,
    daily_tries: DailyTry,
    tables_made: TablesOfDay,
    won_from_house: ChipsOfDay,
    model_calls: CallsOfDay,
    lost_to_challengers: ChipsOfDay,
    identities: Identity,
    link_states: LinkState,
    push_subscriptions: Option<Value>,
    notices: Notice,
    agents: Agent,
    duels: Duel,
    audit: AuditEntry,
    sanctions: Sanction,
    blocks: Blocked,
    ratings: Rating,
    weeks: ChipsOfWeek,
    rated_against: RatedAgainst,
    tickets: Ticket,
}

shapes! {
    Account {
        id: AccountId, handle: Option<String>, bio: Option<String>, avatar_url: Option<String>, show_messenger: bool,
        joined_at: Millis, test: bool, referrer: Option<AccountId>, referral: Option<Referral>,
        paused_until: Option<Millis>, erased: bool,
    }
    Referral { invited: u32, rewarded: u32 }
    Balance { chips: i64, net: i64, settled_tables: u32, refilled: Option<String> }
    Movement { id: u64, delta: i64, reason: Reason, table: Option<TableId>, at: Millis, returned: Option<String> }
    Invitation { id: String, uses_left: u32 }
    Table {
        id: TableId, game: String, kind: Option<String>, status: &'static str, seat: Option<usize>, buy_in: i64,
        practice: bool, created_at: Millis, ended_at: Option<Millis>,
    }
    Message { r#in: String, id: u64, body: String, at: Millis }
    Played {
        table: TableId, game: String, kind: Option<String>, result: MatchResult, net: i64,
        opponents: Vec<Option<String>>, settled_at: Millis,
    }
    Roster { players: Vec<Option<String>>, tables: u32, net: i64 }
    SeatGrant {
        id: GrantId, table: TableId, seat: Seat, expires_at: Millis, claimed_at: Option<Millis>, ended: bool,
    }
    Party { id: PartyId, place: Option<usize>, standing: Option<Standing>, created_at: Millis }
    Standing { net: i64, wins: u32, played: u32 }
    DailyTry { day: String, table: TableId, result: Option<MatchResult>, settled_at: Option<Millis> }
    TablesOfDay { day: String, tables: u32 }
    ChipsOfDay { day: String, chips: i64 }
    CallsOfDay { day: String, calls: u32 }
    Identity { provider: &'static str, linked: Option<Value> }
    LinkState { expires_at: Millis }
    Notice { table: TableId, kind: String, until: Millis }
    Agent {
        id: AgentId, name: Option<String>, play: Option<ExportedPlay>, accepts_challenges: bool, version: u32, wins: u32,
        losses: u32, stake_limit: Option<i64>,
    }
    Duel { id: DuelId, agents: [AgentId; 2], stake: i64, settled_at: Option<Millis> }
    Blocked { account: AccountId, since: Millis }
    Rating {
        game: String, version: Option<AgentVersionId>, rating: i64, deviation: i64, games: u32, wins: u32, draws: u32,
        losses: u32, rated_at: Millis,
    }
    ChipsOfWeek { week: String, chips: i64 }
    Ticket { id: TicketId, kind: String, stake: i64, created_at: Millis, table: Option<TableId> }
    RatedAgainst { day: String, game: String, account: AccountId, tables: u32 }
    Sanction { frozen_at: Option<Millis>, muted_until: Option<Millis>, recovered_at: Option<Millis> }
}

#[derive(Serialize)]
#[serde(untagged)]
enum ExportedPlay {
    Policy { policy: PolicyName, aggression: u8 },
    Prompt { prompt: Option<String> },
}

/// Everything that records, by ascending key, say about a member whose texts these keys open; nothing if there is no such
/// account.
pub fn export<E>(
    account: AccountId,
    vault: &Vault,
    records: impl IntoIterator<Item = Result<Record, E>>,
) -> Result<Option<MemberExport>, E> {
    let mut export = Export { account, vault, slot: None, versions: Vec::new(), found: MemberExport::default() };
    for record in records {
        export.look(&record?);
    }
    Ok(Some(export.found).filter(|found| found.account.is_some()))
}

/// What was found so far about one member.
struct Export<'a> {
    account: AccountId,
    vault: &'a Vault,
    slot: Option<u32>,
    /// The current versions of the member's agents.
    versions: Vec<AgentVersionId>,
    found: MemberExport,
}

impl Export<'_> {
    /// Look at a record. The account's own comes first.
    fn look(&mut self, record: &Record) {
        let mine = self.account;
        let found = &mut self.found;
        match record {
            Record::Account(id, row) if *id == mine => {
                self.slot = row.slot;
                self.found.account = Some(self.account_of(row));
            }
            Record::Balance(LedgerAccount::Member(id), row) if *id == mine => {
                // Of an erased one this is no day: it keeps refills away.
                let refilled = row.refilled.filter(|_| self.slot.is_some()).map(|day| day.to_string());
                let (chips, net, settled_tables) = (row.balance, row.net, row.settled_tables);
                found.balance.push(Balance { chips, net, settled_tables, refilled });
            }
            Record::Ledger(LedgerAccount::Member(id), n, row) if *id == mine => {
                let LedgerRow { delta, reason, table, at, returned } = row.clone();
                found.ledger.push(Movement { id: *n, delta, reason, table, at, returned });
            }
            Record::Invitation(hash, row) if row.referrer == Some(mine) => {
                found.invitations.push(Invitation { id: hex::encode(hash), uses_left: row.uses_left });
            }
            Record::Table(id, row) => self.table(*id, row),
            Record::Archive(id, row) => {
                self.table(*id, &row.table);
                for (n, message) in &row.messages {
                    self.message(&id.to_string(), *n, message);
                }
            }
            Record::TableMessage(id, n, row) => self.message(&id.to_string(), *n, row),
            Record::PartyMessage(id, n, row) => self.message(&id.to_string(), *n, row),
            Record::History(id, row) if *id == mine => {
                let HistoryRow { table, game_id: game, kind, result, opponents, net, settled_at, free: _ } =
                    row.clone();
                let opponents = opponents.iter().map(player).collect();
                found.history.push(Played { table, game, kind, result, net, opponents, settled_at });
            }
            Record::Roster(_, row) => self.roster(row),
            Record::Grant(id, row) if row.owner == mine => {
                let GrantRow { table, seat, expires_at, claimed, ended, .. } = *row;
                let claimed_at = claimed.map(|(at, _)| at);
                found.seat_grants.push(SeatGrant { id: *id, table, seat, expires_at, claimed_at, ended });
            }
            Record::Party(id, row) => self.party(*id, row),
            Record::DailyTry(day, id, row) if *id == mine => {
                let (result, settled_at) = (row.end.map(|end| end.result), row.end.map(|end| end.settled_at));
                found.daily_tries.push(DailyTry { day: day.to_string(), table: row.table, result, settled_at });
            }
            Record::TablesMade(day, id, tables) if *id == mine => {
                found.tables_made.push(TablesOfDay { day: day.to_string(), tables: *tables });
            }
            Record::HouseLoss(day, id, row) if *id == mine => {
                found.won_from_house.push(ChipsOfDay { day: day.to_string(), chips: row.chips });
            }
            Record::ModelUse(day, id, row) if *id == mine => {
                found.model_calls.push(CallsOfDay { day: day.to_string(), calls: row.calls });
            }
            Record::AgentLoss(day, id, chips) if *id == mine => {
                found.lost_to_challengers.push(ChipsOfDay { day: day.to_string(), chips: *chips });
            }
            Record::Identity(_, row) if row.account == mine => {
                let linked = row.linked.as_ref().and_then(|sealed| self.json(sealed));
                self.found.identities.push(Identity { provider: "messenger", linked });
            }
            Record::LinkState(id, row) if *id == mine => {
                found.link_states.push(LinkState { expires_at: row.expires_at });
            }
            Record::PushSubscription(_, row) if row.account == mine => {
                let browser = self.json(&row.browser);
                self.found.push_subscriptions.push(browser);
            }
            Record::Notice(id, row) if row.account == mine => {
                let kind = format!("{:?}", id.kind);
                found.notices.push(Notice { table: id.table, kind, until: row.until });
            }
            Record::Agent(id, row) if row.owner == Some(mine) => {
                self.versions.push(row.version_id);
                let agent = self.agent(*id, row);
                self.found.agents.push(agent);
            }
            Record::DuelEntry(id, row) if row.owners.contains(&Some(mine)) => {
                let settled_at = row.end.map(|end| end.at);
                found.duels.push(Duel { id: *id, agents: row.agents, stake: row.stake, settled_at });
            }
            Record::Audit(id, row) => self.act(*id, row),
            Record::Sanction(id, row) if *id == mine => {
                let SanctionRow { frozen_at, muted_until, recovered_at } = *row;
                found.sanctions.push(Sanction { frozen_at, muted_until, recovered_at });
            }
            Record::Block(id, blocked, since) if *id == mine => {
                found.blocks.push(Blocked { account: *blocked, since: *since });
            }
            Record::Rating(game_id, player, row) => self.rating(game_id, *player, row),
            Record::WeekNet(week, id, row) if *id == mine => {
                found.weeks.push(ChipsOfWeek { week: week.to_string(), chips: row.net });
            }
            Record::PairTables(day, game_id, one, other, tables) if [*one, *other].contains(&mine) => {
                let account = if *one == mine { *other } else { *one };
                let (day, game) = (day.to_string(), game_id.clone());
                found.rated_against.push(RatedAgainst { day, game, account, tables: *tables });
            }
            Record::Ticket(id, row) if row.account == mine => {
                let table = if let TicketStage::Matched { table, .. } = row.stage { Some(table) } else { None };
                let (kind, stake) = (row.sort.kind.clone(), row.sort.stake);
                found.tickets.push(Ticket { id: *id, kind, stake, created_at: row.created_at, table });
            }
            // Copies, moves and deals without texts, what is known by a hash alone, and records of others.
            Record::HistoryOfGame(..)
            | Record::Ply(..)
            | Record::Ref(..)
            | Record::Daily(..)
            | Record::Freed(..)
            | Record::Clock(_)
            | Record::Outage(..)
            | Record::PartyChat(..)
            | Record::AuditHead(_)
            | Record::ChatsDropped(_)
            | Record::UncountedTable(..)
            | Record::UncountedDuel(..)
            | Record::KinTables(..)
            | Record::PracticeEnded(..)
            | Record::Beaten(..)
            | Record::FairDay(..)
            | Record::FairEntry(..)
            | Record::FairRoots(..)
            | Record::Restored(())
            | Record::Statement(..)
            | Record::Duel(..)
            | Record::Account(..)
            | Record::Balance(..)
            | Record::Ledger(..)
            | Record::Invitation(..)
            | Record::History(..)
            | Record::Grant(..)
            | Record::DailyTry(..)
            | Record::TablesMade(..)
            | Record::HouseLoss(..)
            | Record::ModelUse(..)
            | Record::AgentLoss(..)
            | Record::Identity(..)
            | Record::LinkState(..)
            | Record::PushSubscription(..)
            | Record::Notice(..)
            | Record::Agent(..)
            | Record::DuelEntry(..)
            | Record::Sanction(..)
            | Record::Block(..)
            | Record::Ticket(..)
            | Record::TableRating(..)
            | Record::PairTables(..)
            | Record::WeekNet(..)
            | Record::Friendly(..)
            | Record::Rematch(..) => {}
        }
    }

    fn text(&self, sealed: &Sealed) -> Option<String> {
        self.vault.open(self.slot, sealed)
    }

    fn json(&self, sealed: &Sealed) -> Option<Value> {
        serde_json::from_str(&self.text(sealed)?).ok()
    }

    fn account_of(&self, row: &AccountRow) -> Account {
        let open = |sealed: &Option<Sealed>| sealed.as_ref().and_then(|sealed| self.text(sealed));
        Account {
            id: self.account,
            handle: self.text(&row.handle),
            bio: open(&row.bio),
            avatar_url: open(&row.avatar_url),
            show_messenger: row.show_messenger,
            joined_at: row.joined_at,
            test: row.test,
            referrer: row.referrer,
            referral: row.referral.map(|row| Referral { invited: row.invited, rewarded: row.rewarded }),
            paused_until: row.paused_until,
            erased: row.slot.is_none(),
        }
    }

    fn table(&mut self, id: TableId, row: &TableRow) {
        let seat = row.players.iter().position(|player| player.member() == Some(self.account));
        if seat.is_none() && row.host != Some(self.account) && row.invited != Some(self.account) {
            return;
        }
        let (status, ended_at) = match &row.status {
            Status::Waiting { .. } => ("waiting", None),
            Status::Playing { .. } => ("playing", None),
            Status::Settled { end, .. } => ("settled", Some(end.settled_at)),
            Status::Cancelled { at } => ("cancelled", Some(*at)),
            Status::Voided { at, .. } => ("voided", Some(*at)),
        };
        let (game, kind, buy_in) = (row.game_id.clone(), row.setup.kind.clone(), row.buy_in);
        let (practice, created_at) = (row.practice, row.created_at);
        self.found.tables.push(Table { id, game, kind, status, seat, buy_in, practice, created_at, ended_at });
    }

    /// The member's own words.
    fn message(&mut self, place: &str, id: u64, row: &MessageRow) {
        if row.author != Some(self.account) || row.seat < 0 {
            return;
        }
        let words = self.text(&row.body).unwrap_or_default();
        let body = words.split_once(NONCE_FOLLOWS).map_or(words.as_str(), |(body, _)| body).to_owned();
        self.found.messages.push(Message { r#in: place.to_owned(), id, body, at: row.at });
    }

    fn roster(&mut self, row: &RosterRow) {
        let net = row.nets.iter().find(|(player, _)| player.member() == Some(self.account));
        if let Some((_, net)) = net {
            let players = row.nets.iter().map(|(other, _)| player(other)).collect();
            self.found.rosters.push(Roster { players, tables: row.tables, net: *net });
        }
    }

    fn party(&mut self, id: PartyId, row: &PartyRow) {
        let place = row.members.iter().position(|member| *member == self.account);
        let standing = row.standing.iter().find(|(member, ..)| *member == self.account);
        let has_left = row.left.iter().any(|(former, _)| *former == self.account);
        if place.is_some() || standing.is_some() || has_left {
            let standing = standing.map(|(_, net, wins, played)| Standing { net: *net, wins: *wins, played: *played });
            self.found.parties.push(Party { id, place, standing, created_at: row.created_at });
        }
    }

    fn agent(&self, id: AgentId, row: &AgentRow) -> Agent {
        Agent {
            id,
            name: self.text(&row.name),
            play: match &row.play {
                AgentPlay::Policy { policy, aggression } => {
                    Some(ExportedPlay::Policy { policy: *policy, aggression: *aggression })
                }
                AgentPlay::Prompt(sealed) => Some(ExportedPlay::Prompt { prompt: self.text(sealed) }),
                AgentPlay::House | AgentPlay::Gone => None,
            },
            accepts_challenges: row.accepts_challenges,
            version: row.version,
            wins: row.wins,
            losses: row.losses,
            stake_limit: row.stake_limit,
        }
    }

    fn rating(&mut self, game: &str, player: RatedPlayer, row: &RatingRow) {
        let version = match player {
            RatedPlayer::Account(id) if id == self.account => None,
            RatedPlayer::Version(version) if self.versions.contains(&version) => Some(version),
            RatedPlayer::Account(_) | RatedPlayer::Version(_) => return,
        };
        self.found.ratings.push(Rating {
            game: game.to_owned(),
            version,
            rating: shown(row.numbers.rating),
            deviation: shown(row.numbers.deviation),
            games: row.games,
            wins: row.wins,
            draws: row.draws,
            losses: row.losses(),
            rated_at: row.rated_at,
        });
    }

    /// What operators did to the member.
    fn act(&mut self, id: u64, row: &AuditRow) {
        let entry = crate::handlers::audit_entry(id, row);
        if entry.account == Some(self.account) {
            self.found.audit.push(entry);
        }
    }
}

fn player(player: &Player) -> Option<String> {
    match player {
        Player::Member(id) => Some(id.to_string()),
        Player::House => Some("house".to_owned()),
        Player::Guest => Some("guest".to_owned()),
        Player::Vacant => None,
    }
}
