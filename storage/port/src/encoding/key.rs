//! Keys: one byte for the kind in the order of [`Key`]'s variants, then the fields, each in a form whose bytes sort as
//! its values do. Texts end in a zero byte (a zero within them is written `00 FF`), so that no text's end is read as
//! part of the next field.

use turnstone_service::games::Seat;
use turnstone_service::ids::{AccountId, AgentId, DuelId, GrantId, PartyId, TableId};
use turnstone_service::record::{DayName, Key, LedgerAccount, NoticeId, NoticeKind};
use turnstone_service::time::{Day, Millis};

const ACCOUNT: u8 = 1;
const PURSE: u8 = 2;
const LEDGER: u8 = 3;
const INVITATION: u8 = 4;
const REF: u8 = 5;
const TABLE: u8 = 6;
const PLY: u8 = 7;
const TABLE_MESSAGE: u8 = 8;
const ARCHIVE: u8 = 9;
const HISTORY: u8 = 10;
const HISTORY_OF_GAME: u8 = 11;
const ROSTER: u8 = 12;
const GRANT: u8 = 13;
const PARTY: u8 = 14;
const PARTY_MESSAGE: u8 = 15;
const DAILY: u8 = 16;
const DAILY_TRY: u8 = 17;
const FREED: u8 = 18;
const CLOCK: u8 = 19;
const PARTY_CHAT: u8 = 20;
const TABLES_MADE: u8 = 21;
const PRACTICE_ENDED: u8 = 22;
const HOUSE_LOSS: u8 = 23;
const IDENTITY: u8 = 24;
const LINK_STATE: u8 = 25;
const PUSH_SUBSCRIPTION: u8 = 26;
const NOTICE: u8 = 27;
const AGENT: u8 = 28;
const DUEL: u8 = 29;
const DUEL_ENTRY: u8 = 30;
const AUDIT: u8 = 31;
const SANCTION: u8 = 32;
const AUDIT_HEAD: u8 = 33;
const CHATS_DROPPED: u8 = 34;
const UNCOUNTED_TABLE: u8 = 35;
const UNCOUNTED_DUEL: u8 = 36;
const KIN_TABLES: u8 = 37;
const MODEL_USE: u8 = 38;
const AGENT_LOSS: u8 = 39;
const BEATEN: u8 = 40;
const FAIR_DAY: u8 = 41;
const FAIR_ENTRY: u8 = 42;
const FAIR_ROOTS: u8 = 43;
const STATEMENT: u8 = 44;
const ERA_DAY: u8 = 45;
const ERA_ENTRY: u8 = 46;
const ERA_ROOTS: u8 = 47;
const RESTORED: u8 = 48;

/// The newest kind.
pub const NEWEST_KIND: u8 = RESTORED;

/// The kinds that are loaded at start ([`Key::is_cold`] is false), in order.
pub const fn hot_prefixes() -> [u8; 34] {
    [
        ACCOUNT,
        PURSE,
        INVITATION,
        REF,
        TABLE,
        PLY,
        TABLE_MESSAGE,
        ROSTER,
        GRANT,
        PARTY,
        DAILY,
        DAILY_TRY,
        FREED,
        CLOCK,
        PARTY_CHAT,
        TABLES_MADE,
        HOUSE_LOSS,
        IDENTITY,
        LINK_STATE,
        PUSH_SUBSCRIPTION,
        NOTICE,
        AGENT,
        DUEL,
        SANCTION,
        AUDIT_HEAD,
        CHATS_DROPPED,
        KIN_TABLES,
        MODEL_USE,
        AGENT_LOSS,
        BEATEN,
        FAIR_DAY,
        STATEMENT,
        ERA_DAY,
        RESTORED,
    ]
}

/// The bytes of a key.
pub fn encode_key(key: &Key) -> Vec<u8> {
    match key {
        Key::Account(id) => Bytes::of(ACCOUNT).id(id.0),
        Key::Balance(book) => Bytes::of(PURSE).book(*book),
        Key::Ledger(book, id) => Bytes::of(LEDGER).book(*book).u64(*id),
        Key::Invitation(hash) => Bytes::of(INVITATION).raw(hash),
        Key::Ref(hash) => Bytes::of(REF).raw(hash),
        Key::Table(id) => Bytes::of(TABLE).id(id.0),
        Key::Ply(table, ply) => Bytes::of(PLY).id(table.0).u32(*ply),
        Key::TableMessage(table, id) => Bytes::of(TABLE_MESSAGE).id(table.0).u64(*id),
        Key::Archive(id) => Bytes::of(ARCHIVE).id(id.0),
        Key::History(account, at, table) => Bytes(history_prefix(*account)).u64(at.0).id(table.0),
        Key::HistoryOfGame(account, game, at, table) => {
            Bytes(history_of_game_prefix(*account, game)).u64(at.0).id(table.0)
        }
        Key::Roster(hash) => Bytes::of(ROSTER).raw(hash),
        Key::Grant(id) => Bytes::of(GRANT).id(id.0),
        Key::Party(id) => Bytes::of(PARTY).id(id.0),
        Key::PartyMessage(party, id) => Bytes::of(PARTY_MESSAGE).id(party.0).u64(*id),
        Key::Daily(day) => Bytes::of(DAILY).u32(day.0),
        Key::DailyTry(day, account) => Bytes::of(DAILY_TRY).u32(day.0).id(account.0),
        Key::Freed(hash) => Bytes::of(FREED).raw(hash),
        Key::Clock => Bytes::of(CLOCK),
        Key::PartyChat(id) => Bytes::of(PARTY_CHAT).id(id.0),
        Key::TablesMade(day, account) => Bytes::of(TABLES_MADE).u32(day.0).id(account.0),
        Key::PracticeEnded(at, table) => Bytes::of(PRACTICE_ENDED).u64(at.0).id(table.0),
        Key::Agent(id) => Bytes::of(AGENT).id(id.0),
        Key::Duel(id) => Bytes::of(DUEL).id(id.0),
        Key::DuelEntry(id) => Bytes::of(DUEL_ENTRY).id(id.0),
        Key::Audit(id) => Bytes::of(AUDIT).u64(*id),
        Key::Sanction(account) => Bytes::of(SANCTION).id(account.0),
        Key::AuditHead => Bytes::of(AUDIT_HEAD),
        Key::ChatsDropped => Bytes::of(CHATS_DROPPED),
        Key::UncountedTable(id) => Bytes::of(UNCOUNTED_TABLE).id(id.0),
        Key::UncountedDuel(id) => Bytes::of(UNCOUNTED_DUEL).id(id.0),
        Key::KinTables(account) => Bytes::of(KIN_TABLES).id(account.0),
        Key::ModelUse(day, account) => Bytes::of(MODEL_USE).u32(day.0).id(account.0),
        Key::AgentLoss(day, account) => Bytes::of(AGENT_LOSS).u32(day.0).id(account.0),
        Key::Beaten(agent, account) => Bytes::of(BEATEN).id(agent.0).id(account.0),
        Key::FairDay(day) => Bytes::of(FAIR_DAY).u32(day.0),
        Key::FairEntry(day, number) => Bytes::of(FAIR_ENTRY).u32(day.0).u32(*number),
        Key::FairRoots(day, row) => Bytes::of(FAIR_ROOTS).u32(day.0).u32(*row),
        Key::Statement(number) => Bytes::of(STATEMENT).u32(*number),
        Key::EraDay(name) => Bytes::of(ERA_DAY).day_name(*name),
        Key::EraEntry(name, number) => Bytes::of(ERA_ENTRY).day_name(*name).u32(*number),
        Key::Restored => Bytes::of(RESTORED),
        Key::EraRoots(name, row) => Bytes::of(ERA_ROOTS).day_name(*name).u32(*row),
        Key::HouseLoss(day, account) => Bytes::of(HOUSE_LOSS).u32(day.0).id(account.0),
        Key::Identity(hash) => Bytes::of(IDENTITY).raw(hash),
        Key::LinkState(account) => Bytes::of(LINK_STATE).id(account.0),
        Key::PushSubscription(hash) => Bytes::of(PUSH_SUBSCRIPTION).raw(hash),
        Key::Notice(id) => Bytes::of(NOTICE).id(id.table.0).raw(&[id.seat.0, notice_kind(id.kind)]),
    }
    .0
}

/// The prefix of the keys of parties.
pub fn party_prefix() -> Vec<u8> {
    vec![PARTY]
}

/// The prefix of the keys of ended practice tables; the time follows.
pub fn practice_ended_prefix() -> Vec<u8> {
    vec![PRACTICE_ENDED]
}

/// The prefix of the keys of the roots of a day's list.
pub fn fair_roots_prefix(name: DayName) -> Vec<u8> {
    if name.era == 0 { Bytes::of(FAIR_ROOTS).u32(name.day.0).0 } else { Bytes::of(ERA_ROOTS).day_name(name).0 }
}

/// The prefix of the keys of an account's history; the time follows.
pub fn history_prefix(account: AccountId) -> Vec<u8> {
    Bytes::of(HISTORY).id(account.0).0
}

/// The prefix of the keys of a table's log.
pub fn plies_prefix(table: TableId) -> Vec<u8> {
    Bytes::of(PLY).id(table.0).0
}

/// The prefix of the keys of an account's history in one game; the time follows.
pub fn history_of_game_prefix(account: AccountId, game: &str) -> Vec<u8> {
    Bytes::of(HISTORY_OF_GAME).id(account.0).text(game).0
}

/// The inverse of [`encode_key`]; `None` for any other bytes.
pub fn decode_key(bytes: &[u8]) -> Option<Key> {
    let (kind, rest) = bytes.split_first()?;
    let mut from = KeyReader(rest);
    let key = match *kind {
        ACCOUNT => Key::Account(AccountId(from.id()?)),
        PURSE => Key::Balance(from.book()?),
        LEDGER => Key::Ledger(from.book()?, from.u64()?),
        INVITATION => Key::Invitation(from.raw()?),
        REF => Key::Ref(from.raw()?),
        TABLE => Key::Table(TableId(from.id()?)),
        PLY => Key::Ply(TableId(from.id()?), from.u32()?),
        TABLE_MESSAGE => Key::TableMessage(TableId(from.id()?), from.u64()?),
        ARCHIVE => Key::Archive(TableId(from.id()?)),
        HISTORY => Key::History(AccountId(from.id()?), Millis(from.u64()?), TableId(from.id()?)),
        HISTORY_OF_GAME => {
            Key::HistoryOfGame(AccountId(from.id()?), from.text()?, Millis(from.u64()?), TableId(from.id()?))
        }
        ROSTER => Key::Roster(from.raw()?),
        GRANT => Key::Grant(GrantId(from.id()?)),
        PARTY => Key::Party(PartyId(from.id()?)),
        PARTY_MESSAGE => Key::PartyMessage(PartyId(from.id()?), from.u64()?),
        DAILY => Key::Daily(Day(from.u32()?)),
        DAILY_TRY => Key::DailyTry(Day(from.u32()?), AccountId(from.id()?)),
        FREED => Key::Freed(from.raw()?),
        CLOCK => Key::Clock,
        PARTY_CHAT => Key::PartyChat(PartyId(from.id()?)),
        TABLES_MADE => Key::TablesMade(Day(from.u32()?), AccountId(from.id()?)),
        PRACTICE_ENDED => Key::PracticeEnded(Millis(from.u64()?), TableId(from.id()?)),
        HOUSE_LOSS => Key::HouseLoss(Day(from.u32()?), AccountId(from.id()?)),
        IDENTITY => Key::Identity(from.raw()?),
        LINK_STATE => Key::LinkState(AccountId(from.id()?)),
        PUSH_SUBSCRIPTION => Key::PushSubscription(from.raw()?),
        NOTICE => Key::Notice(from.notice()?),
        AGENT => Key::Agent(AgentId(from.id()?)),
        DUEL => Key::Duel(DuelId(from.id()?)),
        DUEL_ENTRY => Key::DuelEntry(DuelId(from.id()?)),
        AUDIT => Key::Audit(from.u64()?),
        SANCTION => Key::Sanction(AccountId(from.id()?)),
        AUDIT_HEAD => Key::AuditHead,
        CHATS_DROPPED => Key::ChatsDropped,
        UNCOUNTED_TABLE => Key::UncountedTable(TableId(from.id()?)),
        UNCOUNTED_DUEL => Key::UncountedDuel(DuelId(from.id()?)),
        KIN_TABLES => Key::KinTables(AccountId(from.id()?)),
        MODEL_USE => Key::ModelUse(Day(from.u32()?), AccountId(from.id()?)),
        AGENT_LOSS => Key::AgentLoss(Day(from.u32()?), AccountId(from.id()?)),
        BEATEN => Key::Beaten(AgentId(from.id()?), AccountId(from.id()?)),
        FAIR_DAY => Key::FairDay(Day(from.u32()?)),
        FAIR_ENTRY => Key::FairEntry(Day(from.u32()?), from.u32()?),
        FAIR_ROOTS => Key::FairRoots(Day(from.u32()?), from.u32()?),
        STATEMENT => Key::Statement(from.u32()?),
        ERA_DAY => Key::EraDay(from.day_name()?),
        ERA_ENTRY => Key::EraEntry(from.day_name()?, from.u32()?),
        RESTORED => Key::Restored,
        ERA_ROOTS => Key::EraRoots(from.day_name()?, from.u32()?),
        _ => return None,
    };
    from.0.is_empty().then_some(key)
}

const fn notice_kind(kind: NoticeKind) -> u8 {
    match kind {
        NoticeKind::TurnBegan => 0,
        NoticeKind::TurnEndsSoon => 1,
        NoticeKind::Declined => 2,
    }
}

struct Bytes(Vec<u8>);

impl Bytes {
    fn of(kind: u8) -> Self {
        Self(vec![kind])
    }

    fn raw(mut self, bytes: &[u8]) -> Self {
        self.0.extend_from_slice(bytes);
        self
    }

    fn id(self, id: u128) -> Self {
        self.raw(&id.to_be_bytes())
    }

    fn u64(self, number: u64) -> Self {
        self.raw(&number.to_be_bytes())
    }

    fn u32(self, number: u32) -> Self {
        self.raw(&number.to_be_bytes())
    }

    fn day_name(self, name: DayName) -> Self {
        self.u32(name.day.0).u64(name.era)
    }

    fn book(self, book: LedgerAccount) -> Self {
        match book {
            LedgerAccount::Mint => self.raw(&[0]),
            LedgerAccount::House => self.raw(&[1]),
            LedgerAccount::Held => self.raw(&[2]),
            LedgerAccount::Member(id) => self.raw(&[3]).id(id.0),
        }
    }

    fn text(mut self, text: &str) -> Self {
        for byte in text.bytes() {
            self.0.push(byte);
            if byte == 0 {
                self.0.push(0xFF);
            }
        }
        self.0.push(0);
        self
    }
}

struct KeyReader<'a>(&'a [u8]);

impl KeyReader<'_> {
    fn raw<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (field, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*field)
    }

    fn id(&mut self) -> Option<u128> {
        self.raw().map(u128::from_be_bytes)
    }

    fn u64(&mut self) -> Option<u64> {
        self.raw().map(u64::from_be_bytes)
    }

    fn u32(&mut self) -> Option<u32> {
        self.raw().map(u32::from_be_bytes)
    }

    /// A day of a later era than 0.
    fn day_name(&mut self) -> Option<DayName> {
        Some(DayName { day: Day(self.u32()?), era: self.u64().filter(|era| *era > 0)? })
    }

    fn book(&mut self) -> Option<LedgerAccount> {
        let [kind] = self.raw()?;
        match kind {
            0 => Some(LedgerAccount::Mint),
            1 => Some(LedgerAccount::House),
            2 => Some(LedgerAccount::Held),
            3 => Some(LedgerAccount::Member(AccountId(self.id()?))),
            _ => None,
        }
    }

    fn notice(&mut self) -> Option<NoticeId> {
        let (table, [seat, kind]) = (TableId(self.id()?), self.raw()?);
        let kind = match kind {
            0 => NoticeKind::TurnBegan,
            1 => NoticeKind::TurnEndsSoon,
            2 => NoticeKind::Declined,
            _ => return None,
        };
        Some(NoticeId { table, seat: Seat(seat), kind })
    }

    fn text(&mut self) -> Option<String> {
        let mut text = Vec::new();
        loop {
            let [byte] = self.raw()?;
            if byte != 0 {
                text.push(byte);
            } else if self.0.first() == Some(&0xFF) {
                self.raw::<1>()?;
                text.push(0);
            } else {
                return String::from_utf8(text).ok();
            }
        }
    }
}
