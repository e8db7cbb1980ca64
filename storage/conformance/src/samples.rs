//! A record of every kind with every field in use, and small ones for the tests that need many.

use turnstone_service::answer::TicketEnd;
use turnstone_service::effects::{Batch, BatchId, SlotChange};
use turnstone_service::games::{Brought, Deal, MatchResult, Options, OutcomeEntry, PolicyName, Seat, SeedOf, Setup};
use turnstone_service::glicko::Numbers;
use turnstone_service::ids::{AccountId, AgentId, AgentVersionId, DuelId, GrantId, PartyId, TableId, TicketId};
use turnstone_service::personal::Sealed;
use turnstone_service::record::*;
use turnstone_service::request::{DuelFormat, Fallback, Opponents, Pace, PartyVisibility, Visibility};
use turnstone_service::secret::SecretKey;
use turnstone_service::time::{Day, Millis};
use turnstone_storage::{AppendError, Commit, GroupCommit, Storage};

pub const AT: Millis = Millis(1_795_219_200_000);

pub fn account(n: u8) -> AccountId {
    AccountId::new(AT, [n; 10])
}

pub fn table(n: u8) -> TableId {
    TableId::new(AT, [n; 10])
}

fn sealed() -> Sealed {
    Sealed::Closed { nonce: [7; 12], bytes: b"ciphertext and tag".to_vec() }
}

/// One of every kind, by ascending key.
pub fn every_record() -> Vec<Record> {
    let mut records = fifth_records();
    records.extend(meeting_records());
    records.extend(rating_records());
    records.extend(friendly_records());
    records.extend(ticket_records());
    records.extend(rematch_records());
    records.sort_by_key(Record::key);
    records
}

/// Of the kinds that there were when `golden/storage/5` was written.
#[expect(clippy::wildcard_enum_match_arm, reason = "every other kind is as it was")]
pub fn fifth_records() -> Vec<Record> {
    let mut records = fourth_records();
    for record in &mut records {
        match record {
            Record::Archive(_, row) => row.table.seed = SeedRow::Committed([20; 32]),
            Record::Table(_, row) if !row.seed.is_undealt() => {
                row.seed = SeedRow::Sealed { commit: [21; 32], key: 2, seed: [22; 32] };
            }
            Record::Account(_, row) if row.slot.is_some() => {
                (row.invitation, row.came_early, row.recovery_unconfirmed) = (Some([7; 32]), true, true);
                row.ended = vec![AT, AT.plus_s(1)];
            }
            Record::Ledger(_, _, row) => row.returned = Some("battleship".to_owned()),
            Record::PushSubscription(_, row) => row.rejected_since = Some(AT),
            Record::Daily(_, row) => (row.form, row.era) = (SecretForm::Computed, ERA_DAY.era),
            Record::Duel(_, row) => (row.seed_form, row.pair_era) = (SecretForm::Sealed(2), ERA_DAY.era),
            _ => {}
        }
    }
    records.push(Record::Outage(Millis(AT.0 + 9_000), AT));
    records.extend(era_records());
    records.sort_by_key(Record::key);
    records
}

const ERA_DAY: DayName = DayName { day: Day(20_778), era: 1_795_219_300 };

/// The kinds that came with eras.
fn era_records() -> Vec<Record> {
    let Record::FairEntry(_, number, entry) = fair_entry(3) else { unreachable!() };
    let entry = FairEntryRow { seed_of: FairSeedRow::OfEra(ERA_DAY, 2), ..entry };
    vec![
        Record::FairDay(DayName::of(Day(20_779)), fair_day(SecretForm::Sealed(2))),
        Record::FairDay(ERA_DAY, fair_day(SecretForm::Computed)),
        Record::FairEntry(ERA_DAY, number, entry),
        Record::FairRoots(ERA_DAY, 0, vec![[15; 32]]),
        Record::Restored(()),
    ]
}

const fn fair_day(form: SecretForm) -> FairDayRow {
    FairDayRow { secret: [13; 32], numbers: 9, closed_by: Some(1), form }
}

/// Of the kinds that there were when `golden/storage/4` was written.
pub fn fourth_records() -> Vec<Record> {
    let mut records = third_records();
    for record in &mut records {
        if let Record::Table(_, row) = record {
            deal_fairly(row);
        } else if let Record::Archive(_, row) = record {
            deal_fairly(&mut row.table);
        } else if let Record::Duel(_, row) = record {
            (row.brought, row.pair) = (Some([6; 32]), Some((Day(20_778), 7)));
        }
    }
    records.extend(fair_records());
    records.sort_by_key(Record::key);
    records
}

fn deal_fairly(row: &mut TableRow) {
    row.setup.deal = Some(Box::new(deal()));
    if matches!(row.status, Status::Waiting { .. }) {
        row.seed = SeedRow::Undealt;
    }
}

/// The kinds that came with version 4.
fn fair_records() -> Vec<Record> {
    vec![
        Record::FairDay(DayName::of(Day(20_778)), fair_day(SecretForm::Clear)),
        fair_entry(9),
        Record::FairRoots(DayName::of(Day(20_778)), 1, vec![[14; 32], [15; 32]]),
        Record::Statement(1, StatementRow { text: statement(), key: [16; 32], signature: vec![17; 64] }),
    ]
}

fn statement() -> String {
    format!("turnstone statement 1\n1\n{:064}\n1795219200000\nkey {:064}\n", 0, 1)
}

/// Of the kinds that there were when `golden/storage/3` was written.
pub fn third_records() -> Vec<Record> {
    let mut records = second_records();
    records.extend(newest_records());
    records.extend(admin_records());
    records.extend(economy_records());
    records.extend(agent_records());
    records.sort_by_key(Record::key);
    records
}

/// Of the kinds that came with 0.2.
pub fn meeting_records() -> Vec<Record> {
    vec![Record::Block(account(1), account(2), AT)]
}

/// The kinds that came with ratings.
pub fn rating_records() -> Vec<Record> {
    let version = RatedPlayer::Version(AgentVersionId::new(AT, [7; 10]));
    vec![
        Record::Rating("mancala".to_owned(), RatedPlayer::Account(account(1)), rating_row(2)),
        Record::Rating("mancala".to_owned(), version, rating_row(1)),
        Record::TableRating(table(1), table_rating()),
        Record::PairTables(Day(20_778), "mancala".to_owned(), account(1), account(2), 7),
        Record::WeekNet(Day(20_774), account(1), WeekRow { net: -40, net_at: AT }),
    ]
}

/// Of the kinds that came with friendly tables, and the result of a guest's request.
pub fn friendly_records() -> Vec<Record> {
    let guest = GuestRow { name: Some("Zo\u{eb}".to_owned()), expires_at: AT.plus_s(7) };
    let row = FriendlyRow {
        host_seat: Seat(1),
        by_guest: true,
        level: Some(3),
        guests: vec![None, Some(guest), Some(GuestRow { name: None, expires_at: AT.plus_s(8) })],
        expiries: vec![AT, AT.plus_s(7), AT.plus_s(8)],
    };
    let made = RefResult::GuestSeat(table(1), Seat(2), AT.plus_s(8));
    vec![Record::Ref([6; 32], RefRow { fingerprint: [7; 32], made, at: AT }), Record::Friendly(table(1), row)]
}

/// Tickets of the queue: one that waits, one that was matched and one that has ended.
pub fn ticket_records() -> Vec<Record> {
    let row = TicketRow {
        account: account(1),
        sort: QueueSort { kind: "mancala-vs-house".to_owned(), stake: 0, seats: 2, rated: true },
        opponents: Opponents::Any,
        fallback: Fallback::House,
        client_ref: "7c1f0d5e-8a57-4f7c-9a6d-2b8c3f6f1a10".to_owned(),
        client_seed: Some("a seed".to_owned()),
        by_model: true,
        rating: Some(1662),
        created_at: AT,
        stage: TicketStage::Waiting,
    };
    let ticket =
        |n: u8, stage| Record::Ticket(TicketId::new(AT, [n; 10]), Box::new(TicketRow { stage, ..row.clone() }));
    vec![
        ticket(1, TicketStage::Waiting),
        ticket(2, TicketStage::Matched { table: table(1), at: AT.plus_s(1) }),
        ticket(3, TicketStage::Ended { reason: TicketEnd::Elsewhere, at: AT.plus_s(2) }),
    ]
}

/// A rematch of a guest, the house and a member, of whom the guest sits.
pub fn rematch_records() -> Vec<Record> {
    let seat = |player, name: Option<&str>, brought_ref: Option<&str>| RematchSeat {
        player,
        name: name.map(str::to_owned),
        brought_ref: brought_ref.map(str::to_owned),
    };
    let seats = vec![
        seat(Player::Guest, Some("Zo\u{eb}"), Some("7c1f0d5e-8a57-4f7c-9a6d-2b8c3f6f1a10")),
        seat(Player::House, None, None),
        seat(Player::Member(account(1)), None, None),
    ];
    vec![Record::Rematch(table(2), Box::new(RematchRow { of: table(1), seats }))]
}

/// A row of the history of a free table.
pub fn free_history() -> Record {
    Record::History(account(1), HistoryRow { free: FreeResult::Win, ..history_row("mancala", AT.0, 1) })
}

fn rating_row(games: u32) -> RatingRow {
    let numbers = Numbers { rating: 1_662_310_894, deviation: 290_318_964, volatility: 59_999_675_372 };
    RatingRow { numbers, games, wins: 1, draws: 0, rated_at: AT }
}

/// A table that is rated between two seats.
pub fn table_rating() -> TableRatingRow {
    let step = |at: u8| RatingStepRow {
        player: RatedPlayer::Account(account(at + 1)),
        seat: Seat(at),
        against: vec![Seat(1 - at)],
        before: rating_row(1),
        after: rating_row(2),
    };
    let at_start = vec![Some(1662), None];
    TableRatingRow { rated: true, at_start, steps: vec![step(0), step(1)], rules: RATING_RULES }
}

/// What limits agents and ranks them: of the kinds that came with version 3.
fn agent_records() -> Vec<Record> {
    vec![
        Record::ModelUse(Day(20_778), account(1), ModelUseRow { calls: 300, hour: 23, in_hour: 7 }),
        Record::AgentLoss(Day(20_778), account(1), -40),
        Record::Beaten(agent_id(), account(2), ()),
    ]
}

/// Of the kinds that there were when `golden/storage/1` was written.
pub fn first_records() -> Vec<Record> {
    let mut records = vec![
        member(1, Some(0)),
        Record::Account(account(2), Box::new(erased())),
        Record::Balance(LedgerAccount::Mint, BalanceRow { balance: -1200, ..BalanceRow::default() }),
        Record::Balance(LedgerAccount::House, BalanceRow { balance: -3, ledger_head: 9, ..BalanceRow::default() }),
        Record::Balance(LedgerAccount::Held, BalanceRow::default()),
        Record::Balance(LedgerAccount::Member(account(1)), balance()),
        ledger(1, 12),
        Record::Invitation([1; 32], invitation()),
        Record::Ref([2; 32], RefRow { fingerprint: [3; 32], made: RefResult::Account(account(1), 4), at: AT }),
        Record::Ref([4; 32], RefRow { fingerprint: [5; 32], made: RefResult::Claim(grant_id()), at: AT }),
        Record::Table(table(1), Box::new(table_row(Status::Waiting { expires_at: AT }))),
        Record::Table(table(2), Box::new(table_row(Status::Playing { started_at: AT }))),
        Record::Table(table(3), Box::new(table_row(Status::Settled { started_at: AT, end: end() }))),
        Record::Table(table(4), Box::new(table_row(Status::Cancelled { at: AT }))),
        Record::Ply(table(2), 0, PlyRow { seat: Seat(1), entry: EntryRow::Choice(300), at: AT, drawn: 1 << 40 }),
        Record::Ply(table(2), 1, PlyRow { seat: Seat(0), entry: EntryRow::TimedOut, at: AT, drawn: 0 }),
        Record::TableMessage(table(2), 5, message()),
        Record::Archive(table(5), Box::new(archive())),
        history(1, 10, 1),
        history_of_game(1, "tic-tac-toe", 10, 1),
        Record::Roster([6; 32], roster()),
        Record::Grant(grant_id(), grant()),
        Record::Party(party_id(), party()),
        Record::PartyMessage(party_id(), 8, message()),
        Record::Daily(Day(20_778), daily()),
        Record::DailyTry(Day(20_778), account(1), daily_try()),
        Record::Freed([9; 32], FreedRow { free_at: AT }),
        Record::Clock(AT),
    ];
    records.sort_by_key(Record::key);
    records
}

/// Of the kinds that there were when `golden/storage/2` was written.
pub fn second_records() -> Vec<Record> {
    let mut records = first_records();
    records.extend(later_records());
    records.sort_by_key(Record::key);
    records
}

/// Of the kinds that came after that.
pub fn newest_records() -> Vec<Record> {
    let due = NoticeRow {
        account: account(1),
        turn: 300,
        until: AT.plus_s(9),
        tries: 0,
        left: None,
        stage: NoticeStage::Due(AT.plus_s(5)),
    };
    let sent = NoticeStage::Sent { failed: vec![[7; 32]], again_at: AT.plus_s(6) };
    let notice = |kind| NoticeId { table: table(2), seat: Seat(1), kind };
    vec![
        Record::Identity([10; 32], IdentityRow { account: account(1), linked: Some(sealed()) }),
        Record::Identity([11; 32], IdentityRow { account: account(1), linked: None }),
        Record::LinkState(account(1), LinkStateRow { hash: [12; 32], expires_at: AT }),
        Record::PushSubscription(
            [13; 32],
            PushSubscriptionRow { account: account(1), browser: sealed(), rejected_since: None },
        ),
        Record::Notice(notice(NoticeKind::TurnBegan), due.clone()),
        Record::Notice(
            notice(NoticeKind::TurnEndsSoon),
            NoticeRow { tries: 2, left: Some(vec![[13; 32]]), stage: sent, ..due },
        ),
        Record::Agent(agent_id(), Box::new(agent())),
        Record::Duel(duel_id(1), Box::new(duel())),
        duel_entry(1, 5),
    ]
}

/// What operators do: of the kinds that came after those.
pub fn admin_records() -> Vec<Record> {
    let row = |act, reason: Option<&str>| AuditRow { at: AT, by: "mia".into(), act, reason: reason.map(str::to_owned) };
    let acts = [
        AuditedAct::InvitationRevoked([14; 32]),
        AuditedAct::Frozen(account(1)),
        AuditedAct::Unfrozen(account(1)),
        AuditedAct::SessionsEnded(account(1)),
        AuditedAct::Adjusted(account(1), -40),
        AuditedAct::TableVoided(table(7)),
        AuditedAct::Muted(account(1), AT.plus_s(60)),
        AuditedAct::Unmuted(account(1)),
        AuditedAct::Erased(account(2)),
        AuditedAct::Exported(account(1)),
        AuditedAct::KeyRotated(2),
        AuditedAct::InvitationMinted([15; 32], 3),
        AuditedAct::Recovered(account(1)),
        AuditedAct::TableMessageRemoved(account(1), table(7), 4),
        AuditedAct::PartyMessageRemoved(account(1), party_id(), 5),
    ];
    let mut records = vec![
        Record::Table(table(7), Box::new(table_row(Status::Voided { started_at: AT, at: AT.plus_s(9) }))),
        Record::Sanction(
            account(1),
            SanctionRow { frozen_at: Some(AT), muted_until: Some(AT.plus_s(60)), recovered_at: Some(AT) },
        ),
        Record::AuditHead(acts.len() as u64),
    ];
    let acts = acts.into_iter().zip(1..);
    records.extend(acts.map(|(act, id)| Record::Audit(id, row(act, (id % 2 == 0).then_some("because")))));
    records
}

/// Of the kinds that came after those of operators.
pub fn economy_records() -> Vec<Record> {
    vec![
        Record::ChatsDropped(table(5)),
        Record::UncountedTable(table(6), vec![UncountedSeatRow { seat: Seat(1), chips: -7 }]),
        Record::UncountedDuel(duel_id(2), ()),
        Record::KinTables(account(1), 3),
    ]
}

/// Of the kinds that came later: an older store has none of them.
pub fn later_records() -> Vec<Record> {
    vec![
        party_chat(),
        Record::TablesMade(Day(20_778), account(1), 300),
        Record::PracticeEnded(AT, table(5), ()),
        Record::HouseLoss(Day(20_778), account(1), HouseLossRow { chips: -40 }),
    ]
}

/// What the messages of the sample party tell.
pub fn party_chat() -> Record {
    Record::PartyChat(party_id(), PartyChatRow { oldest: 8, newest: 8, active_at: AT })
}

fn agent_id() -> AgentId {
    AgentId::new(AT, [6; 10])
}

fn duel_id(n: u8) -> DuelId {
    DuelId::new(AT, [n; 10])
}

fn agent() -> AgentRow {
    AgentRow {
        owner: Some(account(1)),
        name: Sealed::Open("rook".into()),
        play: AgentPlay::Policy { policy: PolicyName::Minimax, aggression: 50 },
        accepts_challenges: true,
        version: 2,
        version_id: AgentVersionId::new(AT, [7; 10]),
        version_duels: 3,
        wins: 4,
        losses: 5,
        stake_limit: Some(50),
    }
}

fn duel() -> DuelRow {
    let AgentRow { owner, play, version_id, .. } = agent();
    let house = DuelSideRow { agent: AgentId::HOUSE, version: AgentVersionId(0), owner: None, play: AgentPlay::House };
    DuelRow {
        sides: [DuelSideRow { agent: agent_id(), version: version_id, owner, play }, house],
        game_id: "mancala".into(),
        version: "1".into(),
        stake: 10,
        format: DuelFormat::Bo3,
        self_check: false,
        seed: [5; 32],
        dealt: 2,
        legs: DuelLegs { challenger: 1, defender: 1, drawn: 0 },
        net: -3,
        plies: 60,
        fallbacks: 1,
        left: None,
        created_at: AT,
        end: None,
        reasons: [reasons(), FallbackReasons::default()],
        unserved: [1, 0],
        voided: 1,
        brought: None,
        pair: None,
        pair_era: 0,
        seed_form: SecretForm::Clear,
    }
}

const fn reasons() -> FallbackReasons {
    FallbackReasons { time_out: 1, unreadable: 2, refused: 3, host: 400 }
}

/// A duel in the list, made this many milliseconds after the others.
pub fn duel_entry(n: u8, later: u64) -> Record {
    let end = DuelEndRow { at: AT, outcome: DuelOutcome::Draw };
    let row = DuelEntryRow {
        agents: [agent_id(), AgentId::HOUSE],
        owners: [Some(account(1)), None],
        stake: 10,
        end: Some(end),
        terms: Some(DuelTermsRow {
            game_id: "mancala".into(),
            format: DuelFormat::Bo3,
            versions: [AgentVersionId::new(AT, [7; 10]), AgentVersionId(0)],
            dealt: 2,
            reasons: [FallbackReasons::default(), reasons()],
        }),
    };
    Record::DuelEntry(DuelId::new(AT.plus_ms(later), [n; 10]), row)
}

pub fn party_message(party: u8, id: u64) -> Record {
    Record::PartyMessage(PartyId::new(AT, [party; 10]), id, message())
}

pub fn member(n: u8, slot: Option<u32>) -> Record {
    let row = AccountRow {
        slot,
        handle: sealed(),
        bio: Some(sealed()),
        avatar_url: Some(sealed()),
        show_messenger: true,
        recovery: RecoveryRow { salt: [1; 16], counter: 2, hash: [3; 32] },
        epoch: 4,
        test: true,
        joined_at: AT,
        referrer: Some(account(9)),
        referral: Some(ReferralRow { salt: [5; 16], hash: [6; 32], invited: 7, rewarded: 8 }),
        paused_until: Some(AT.plus_s(1)),
        invitation: None,
        came_early: false,
        recovery_unconfirmed: false,
        ended: Vec::new(),
        unranked: false,
    };
    Record::Account(account(n), Box::new(row))
}

fn erased() -> AccountRow {
    AccountRow {
        slot: None,
        handle: Sealed::Open("gone-01234567".to_owned()),
        bio: None,
        avatar_url: None,
        show_messenger: false,
        recovery: RecoveryRow { salt: [0; 16], counter: 0, hash: [0; 32] },
        epoch: u32::MAX,
        test: false,
        joined_at: Millis(0),
        referrer: None,
        referral: None,
        paused_until: None,
        invitation: None,
        came_early: false,
        recovery_unconfirmed: false,
        ended: Vec::new(),
        unranked: false,
    }
}

fn balance() -> BalanceRow {
    BalanceRow {
        balance: i64::MAX,
        ledger_head: 12,
        refilled: Some(Day(20_778)),
        net: -5,
        net_at: AT,
        settled_tables: 6,
    }
}

fn invitation() -> InvitationRow {
    InvitationRow { uses_left: 10, expires_at: Some(AT), test: true, referrer: Some(account(1)) }
}

fn deal() -> Deal {
    let seed_of = SeedOf::Table { day: "2026-11-20".to_owned(), number: 4 };
    let brought = vec![Some(Brought([12; 32])), None];
    Deal { day: "2026-11-21".to_owned(), number: 9, seed_of: Some(seed_of), brought }
}

fn setup() -> Setup {
    Setup {
        kind: Some("holdem-open".to_owned()),
        seats: 2,
        stake: 200,
        deal: None,
        options: Options::from_bytes(br#"{"smallBlind":5,"stacks":[200,190]}"#).unwrap(),
    }
}

fn table_row(status: Status) -> TableRow {
    TableRow {
        game_id: "holdem".to_owned(),
        version: "1".to_owned(),
        setup: setup(),
        seed: SeedRow::Clear([11; 32]),
        players: vec![Player::Member(account(1)), Player::Vacant, Player::Guest, Player::House],
        buy_in: 200,
        host: Some(account(1)),
        visibility: Visibility::Unlisted,
        pace: Pace::Daily,
        invited: Some(account(2)),
        practice: false,
        daily: Some(Day(20_778)),
        party: Some(party_id()),
        created_at: AT,
        status,
    }
}

fn end() -> EndRow {
    let entry = OutcomeEntry { seat: Seat(0), result: MatchResult::Win, score: 5, rank: None, winning_pieces: None };
    EndRow {
        settled_at: AT,
        outcome: vec![
            entry.clone(),
            OutcomeEntry { seat: Seat(1), rank: Some(2), winning_pieces: Some(vec![0, 4, 8]), ..entry },
        ],
        card: vec![CardSeatRow { net: 5, title: Some("First".to_owned()), roster_net: -6 }],
        winner: Some(Seat(0)),
        reign: 3,
        tables_together: 4,
    }
}

fn message() -> MessageRow {
    MessageRow { author: Some(account(1)), seat: -1, body: sealed(), at: AT, client_id: Some("nonce".to_owned()) }
}

fn archive() -> ArchiveRow {
    ArchiveRow {
        table: table_row(Status::Settled { started_at: AT, end: end() }),
        plies: vec![PlyRow { seat: Seat(0), entry: EntryRow::Forfeited, at: AT, drawn: 3 }],
        messages: vec![(5, message())],
        events: 17,
        rating: None,
    }
}

pub fn archived(n: u8) -> Record {
    Record::Archive(table(n), Box::new(archive()))
}

pub fn ledger(n: u8, id: u64) -> Record {
    let row = LedgerRow { delta: -10, reason: Reason::Buyin, table: Some(table(n)), at: AT, returned: None };
    Record::Ledger(LedgerAccount::Member(account(n)), id, row)
}

fn history_row(game: &str, at: u64, n: u8) -> HistoryRow {
    HistoryRow {
        table: table(n),
        game_id: game.to_owned(),
        kind: Some(game.to_owned()),
        result: MatchResult::Draw,
        opponents: vec![Player::House],
        net: 0,
        settled_at: Millis(at),
        free: FreeResult::NotFree,
    }
}

/// A row of `member`'s history that was settled `at` this moment at table `n`.
pub fn history(member: u8, at: u64, n: u8) -> Record {
    Record::History(account(member), history_row("rps", at, n))
}

pub fn history_of_game(member: u8, game: &str, at: u64, n: u8) -> Record {
    Record::HistoryOfGame(account(member), history_row(game, at, n))
}

fn roster() -> RosterRow {
    RosterRow {
        tables: 2,
        nets: vec![(Player::House, -1), (Player::Member(account(1)), 1)],
        reigns: vec![("rps".to_owned(), Player::House, 2)],
    }
}

fn grant_id() -> GrantId {
    GrantId::new(AT, [1; 10])
}

fn grant() -> GrantRow {
    GrantRow {
        table: table(2),
        seat: Seat(1),
        owner: account(1),
        salt: [1; 16],
        claim_hash: [2; 32],
        expires_at: AT,
        claimed: Some((AT, [3; 32])),
        ended: true,
    }
}

fn party_id() -> PartyId {
    PartyId::new(AT, [1; 10])
}

fn party() -> PartyRow {
    PartyRow {
        members: vec![account(1), account(2)],
        visibility: PartyVisibility::Private,
        current_table: Some(table(1)),
        tables_together: 3,
        standing: vec![(account(1), 5, 1, 2)],
        reigns: vec![("rps".to_owned(), account(1), 2)],
        created_at: AT,
        left: Vec::new(),
    }
}

fn daily() -> DailyRow {
    DailyRow { kind: "minesweeper-vs-house".to_owned(), seed: [12; 32], form: SecretForm::Clear, era: 0 }
}

fn daily_try() -> DailyTryRow {
    let end = DailyEndRow { result: MatchResult::Loss, score: -10, plies: 9, settled_at: AT };
    DailyTryRow { table: table(6), end: Some(end) }
}

pub fn key(n: u8) -> SecretKey {
    SecretKey([n; 32])
}

pub fn put(records: impl IntoIterator<Item = Record>) -> GroupCommit {
    changes(records.into_iter().map(Change::Put), [])
}

pub fn changes(changes: impl IntoIterator<Item = Change>, slots: impl IntoIterator<Item = SlotChange>) -> GroupCommit {
    let mut group = GroupCommit::default();
    let batch = Batch { id: BatchId(1), changes: changes.into_iter().collect(), slots: slots.into_iter().collect() };
    group.add(&batch).unwrap();
    group
}

/// Append after whatever is the head.
pub fn append_next(storage: &mut dyn Storage, group: &GroupCommit) -> Result<Commit, AppendError> {
    storage.append(storage.head(), group)
}

/// A table in the list of a day.
pub fn fair_entry(number: u32) -> Record {
    let row = FairEntryRow {
        table: table(1),
        is_public: true,
        seed_of: FairSeedRow::Of(Day(20_777), 4),
        seed_commit: Some([18; 32]),
        ending: FairEndingRow::Settled([19; 32]),
    };
    Record::FairEntry(DayName::of(Day(20_778)), number, row)
}
