//! The kinds of records in one table. [`Key`], [`Record`] and [`RecordKind`] are made from it here, and the bytes of
//! keys and rows in the storage crate.

use super::*;

/// Passes the table of the kinds of records to a macro.
///
/// A kind has a number, the fields of its key, its row, and the version of the row's encoding. The number is the first
/// byte of its keys; it never changes and is never used for another kind. Hot records are loaded at start, in the order
/// of this table, and cold ones are read by queries.
///
/// - Fields of the key that follow a semicolon are fields of the row.
/// - `adds 2`: the version has added the last two bytes of the row. A row in which they are zeros is written as the
///   version before wrote it, so that a program of that version reads it.
/// - A record of `days` has two keys: in era 0 the key of earlier versions, without the era, and in later eras another.
#[macro_export]
macro_rules! records {
    ($handler:ident) => {
        $handler! {
            kinds {
                // Accounts come first because other records name them.
                1 Account(id: AccountId) = Box<AccountRow>, hot, version 4 adds 1;
                2 Balance(account: LedgerAccount) = BalanceRow, hot, version 1;
                3 Ledger(account: LedgerAccount, id: u64) = LedgerRow, cold, version 2;
                4 Invitation(hash: [u8; 32]) = InvitationRow, hot, version 1;
                5 Ref(hash: [u8; 32]) = RefRow, hot, version 1;
                /// A time in which the service did not run: when serving began, and the newest batch before.
                /// Outages come before the tables whose clocks they concern.
                45 Outage(until: Millis) = Millis, hot, version 1;
                /// What only the table of a rematch has, until it is archived. It comes before the table, which is in no list
                /// while it waits.
                57 Rematch(table: TableId) = Box<RematchRow>, hot, version 1;
                6 Table(id: TableId) = Box<TableRow>, hot, version 3;
                7 Ply(table: TableId, ply: u32) = PlyRow, hot, version 1;
                8 TableMessage(table: TableId, id: u64) = MessageRow, hot, version 1;
                9 Archive(id: TableId) = Box<ArchiveRow>, cold, version 4 adds 1;
                10 History(account: AccountId; settled_at: Millis, table: TableId) = HistoryRow, cold, version 2 adds 1;
                11 HistoryOfGame(account: AccountId; game_id: String, settled_at: Millis, table: TableId)
                    = HistoryRow, cold, version 2 adds 1;
                12 Roster(hash: [u8; 32]) = RosterRow, hot, version 1;
                13 Grant(id: GrantId) = GrantRow, hot, version 1;
                14 Party(id: PartyId) = PartyRow, hot, version 2 adds 1;
                15 PartyMessage(party: PartyId, id: u64) = MessageRow, cold, version 1;
                16 Daily(day: Day) = DailyRow, hot, version 2 adds 2;
                17 DailyTry(day: Day, account: AccountId) = DailyTryRow, hot, version 1;
                18 Freed(hash: [u8; 32]) = FreedRow, hot, version 1;
                /// The moment of the newest batch, put with each. The clock never counts as earlier than this after a
                /// restart.
                19 Clock = Millis, hot, version 1;
                20 PartyChat(id: PartyId) = PartyChatRow, hot, version 1;
                /// Tables that a member has created in a UTC day.
                21 TablesMade(day: Day, account: AccountId) = u32, hot, version 1;
                /// An archived practice table, by the moment of its end. Archives are dropped in this order.
                22 PracticeEnded(at: Millis, table: TableId) = (), cold, version 1;
                23 HouseLoss(day: Day, account: AccountId) = HouseLossRow, hot, version 1;
                /// An identity elsewhere, under its keyed hash.
                24 Identity(hash: [u8; 32]) = IdentityRow, hot, version 1;
                /// The newest state with which a member can link an identity.
                25 LinkState(account: AccountId) = LinkStateRow, hot, version 1;
                /// A browser with notifications, under the hash of its endpoint.
                26 PushSubscription(hash: [u8; 32]) = PushSubscriptionRow, hot, version 2;
                27 Notice(id: NoticeId) = NoticeRow, hot, version 1;
                28 Agent(id: AgentId) = Box<AgentRow>, hot, version 2;
                29 Duel(id: DuelId) = Box<DuelRow>, hot, version 4 adds 2;
                /// A duel in the list of all duels.
                30 DuelEntry(id: DuelId) = DuelEntryRow, cold, version 2;
                /// An act of an operator, numbered from 1.
                31 Audit(id: u64) = AuditRow, cold, version 1;
                /// Sanctions of operators against a member.
                32 Sanction(account: AccountId) = SanctionRow, hot, version 2;
                /// The number of the newest act.
                33 AuditHead = u64, hot, version 1;
                /// The archived tables up to this one, by id, have no chat any more.
                34 ChatsDropped = TableId, hot, version 1;
                /// The part of a settled table that does not count, by seat: accounts of one referral tree played
                /// there, and not all of them were established. A table that counts in full has no such row.
                35 UncountedTable(id: TableId) = Vec<UncountedSeatRow>, cold, version 1;
                /// A duel that counts in no agent's record, for the same reason.
                36 UncountedDuel(id: DuelId) = (), cold, version 1;
                /// Settled tables of a referred member that did not count for the referrer's reward, for the same
                /// reason. Kept until the reward.
                37 KinTables(account: AccountId) = u32, hot, version 1;
                /// Calls of the model for a member's agents in a UTC day.
                38 ModelUse(day: Day, account: AccountId) = ModelUseRow, hot, version 1;
                /// Chips that a member's agents have lost to challengers in a UTC day, less what they won from them.
                39 AgentLoss(day: Day, account: AccountId) = i64, hot, version 1;
                /// An agent has won a duel against an agent of this member.
                40 Beaten(agent: AgentId, account: AccountId) = (), hot, version 1;
                /// A signed statement, by its number from 1.
                44 Statement(number: u32) = StatementRow, hot, version 1;
                /// The records are those of a backup or of a damaged store: the next start begins an era, and removes
                /// this.
                49 Restored = (), hot, version 1;
                /// A member blocks another one, since this time.
                50 Block(account: AccountId, blocked: AccountId) = Millis, hot, version 1;
                51 Rating(game_id: String, player: RatedPlayer) = RatingRow, hot, version 1;
                /// What a table has to do with ratings, until it is archived.
                52 TableRating(id: TableId) = TableRatingRow, hot, version 1;
                /// Tables of a UTC day at which two owners, the lower id first, were rated against each other in a game.
                53 PairTables(day: Day, game_id: String, one: AccountId, other: AccountId) = u32, hot, version 1;
                /// A member's results of the week that begins with this day.
                54 WeekNet(week: Day, account: AccountId) = WeekRow, hot, version 1;
                /// What only a friendly table has, until it is archived.
                55 Friendly(table: TableId) = FriendlyRow, hot, version 1;
                56 Ticket(id: TicketId) = Box<TicketRow>, hot, version 1;
            }
            days {
                /// A day with its secret.
                [41 FairDay version 2 adds 1] [46 EraDay version 1] () = FairDayRow, hot;
                /// An archived table in the list of the day on which it was created, by its number.
                [42 FairEntry version 1] [47 EraEntry version 1] (number: u32) = FairEntryRow, cold;
                /// Roots of the pages of a closed day's list, up to [`ROOTS_IN_ROW`], by the number of the row from 0.
                [43 FairRoots version 1] [48 EraRoots version 1] (at: u32) = Vec<[u8; 32]>, cold;
            }
        }
    };
}

macro_rules! is_cold {
    (hot) => {
        false
    };
    (cold) => {
        true
    };
}

macro_rules! define {
    (
        kinds {$(
            $(#[$doc:meta])*
            $number:literal $name:ident $(($($field:ident: $type:ty),+ $(; $($taken:ident: $taken_type:ty),+)?))?
            = $row:ty, $load:ident, version $version:literal $(adds $added:literal)?;
        )+}
        days {$(
            $(#[$day_doc:meta])*
            [$day_number:literal $day_name:ident version $day_version:literal $(adds $day_added:literal)?]
            [$era_number:literal $era_name:ident version $era_version:literal]
            ($($day_field:ident: $day_type:ty),*) = $day_row:ty, $day_load:ident;
        )+}
    ) => {
        /// The kind of a key.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        #[expect(missing_docs, reason = "each is the kind of the keys of the same name")]
        #[repr(u8)]
        pub enum RecordKind {
            $($name = $number,)+
            $($day_name = $day_number, $era_name = $era_number,)+
        }

        impl RecordKind {
            /// Every kind, in the order in which a start loads them.
            pub const ALL: &[Self] = &[$(Self::$name,)+ $(Self::$day_name, Self::$era_name,)+];

            /// Whether its records stay in storage at start and are read only by queries.
            pub const fn is_cold(self) -> bool {
                match self {
                    $(Self::$name => is_cold!($load),)+
                    $(Self::$day_name | Self::$era_name => is_cold!($day_load),)+
                }
            }

            /// The version of the encoding of its rows that is written.
            pub const fn version(self) -> u8 {
                match self {
                    $(Self::$name => $version,)+
                    $(Self::$day_name => $day_version, Self::$era_name => $era_version,)+
                }
            }

            /// How many of the last bytes of a row the version before did not have, if rows are written in both.
            pub const fn added_bytes(self) -> usize {
                match self {
                    $(Self::$name => 0 $(+ $added)?,)+
                    $(Self::$day_name => 0 $(+ $day_added)?, Self::$era_name => 0,)+
                }
            }
        }

        /// The key of a record. Keys sort by the numbers of their kinds, and those of one kind by their fields, in order.
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
        #[expect(missing_docs, reason = "each is the identity of the record of the same name")]
        #[repr(u8)]
        pub enum Key {
            $($name $(($($type,)+ $($($taken_type,)+)?))? = $number,)+
            $($day_name(Day, $($day_type,)*) = $day_number, $era_name(DayName, $($day_type,)*) = $era_number,)+
        }

        impl Key {
            pub const fn kind(&self) -> RecordKind {
                match self {
                    $(Self::$name { .. } => RecordKind::$name,)+
                    $(
                        Self::$day_name { .. } => RecordKind::$day_name,
                        Self::$era_name { .. } => RecordKind::$era_name,
                    )+
                }
            }
        }

        /// One stored row. It prints as its key, because rows hold seeds, salts and hashes.
        #[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
        #[expect(missing_docs, reason = "each is an identity and the row described at its type")]
        pub enum Record {
            $($(#[$doc])* $name($($($type,)+)? $row),)+
            $($(#[$day_doc])* $day_name(DayName, $($day_type,)* $day_row),)+
        }

        impl Record {
            #[expect(unused_variables, reason = "few keys have fields of the row")]
            pub fn key(&self) -> Key {
                match self {
                    $(Self::$name($($($field,)+)? row) => {
                        Key::$name $(($(Clone::clone($field),)+ $($(row.$taken.clone(),)+)?))?
                    })+
                    $(
                        Self::$day_name(DayName { day, era: 0 }, $($day_field,)* _) => Key::$day_name(*day, $(*$day_field,)*),
                        Self::$day_name(name, $($day_field,)* _) => Key::$era_name(*name, $(*$day_field,)*),
                    )+
                }
            }
        }
    };
}

records!(define);

impl RecordKind {
    /// The first byte of its keys.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The kinds that are loaded at start.
    pub fn hot() -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(|kind| !kind.is_cold())
    }
}

/// The numbers are 1 to the number of kinds: storage uses 0 for its own rows, and takes a larger number for the kind of
/// a newer program.
const _: () = {
    let mut at = 0;
    while at < RecordKind::ALL.len() {
        assert!(1 <= RecordKind::ALL[at].number() && RecordKind::ALL[at].number() as usize <= RecordKind::ALL.len());
        at += 1;
    }
};

impl Key {
    /// An entry of the list of a day.
    pub const fn fair_entry(name: DayName, number: u32) -> Self {
        if name.era == 0 { Self::FairEntry(name.day, number) } else { Self::EraEntry(name, number) }
    }

    /// A row of the roots of a day's list.
    pub const fn fair_roots(name: DayName, at: u32) -> Self {
        if name.era == 0 { Self::FairRoots(name.day, at) } else { Self::EraRoots(name, at) }
    }

    /// Whether the record stays in storage at start and is read only by queries.
    pub const fn is_cold(&self) -> bool {
        self.kind().is_cold()
    }
}

impl fmt::Debug for Record {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.key().fmt(out)
    }
}
