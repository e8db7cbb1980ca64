//! Duels of built-in policies: 200 of five legs for each game and pair of policies, with the winners and the duels per
//! second; and the latency of another member's move that waits for a step of the duels, without and with 50 running
//! duels. The core only: no disk, no network.
//!
//! `cargo bench -p turnstone-service --bench duels`

#![allow(clippy::unwrap_used, reason = "a bench that cannot set itself up has failed")]
#![allow(clippy::disallowed_types, clippy::disallowed_methods, reason = "a bench looks at the clock")]
#![allow(clippy::print_stdout, reason = "a bench tells its figures")]

use serde_json::json;
use std::time::{Duration, Instant};
use turnstone_service::answer::{Answer, DuelOutcome};
use turnstone_service::config::{AgentConfig, Config, Economy, Limits};
use turnstone_service::credentials::{Claims, ServerKeys};
use turnstone_service::effects::{Command, Effects, Stamp};
use turnstone_service::games::{PolicyName, Registry};
use turnstone_service::ids::{AccountId, AgentId, TableId};
use turnstone_service::personal::{Sealed, Vault};
use turnstone_service::record::{AccountRow, BalanceRow, LedgerAccount, Record, RecoveryRow};
use turnstone_service::request::{
    Act, AgentKind, Caller, Challenge, CreateTable, DuelFormat, MoveEvents, Request, RequestId, SaveAgent,
};
use turnstone_service::secret::SecretKey;
use turnstone_service::service::Service;
use turnstone_service::time::Millis;
use turnstone_service::timers::Timer;

/// The allocator of the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const START: Millis = Millis(1_800_000_000_000);
const CHIPS: i64 = 1 << 40;
const DUELS: u32 = 200;
const RUNNING: u32 = 50;
const MOVES: usize = 5_000;

/// A service with two members who have enough chips.
struct Club {
    service: Service,
    now: Millis,
    steps: u64,
}

impl Club {
    fn new() -> Self {
        let limits = Limits {
            requests_per_minute: 0,
            moves_per_minute: 0,
            active_tables: 0,
            tables_per_day: 0,
            duels_per_hour: 0,
            ..Limits::default()
        };
        let agents = AgentConfig { rematch_cooldown_s: 0, ..AgentConfig::default() };
        let config =
            Config { limits, agents, economy: Economy { house_purse: 0, ..Economy::default() }, ..Config::default() };
        let keys = ServerKeys::new(vec![(1, SecretKey([1; 32]))]);
        let vault = Vault::new((0..2).map(|slot| (slot, SecretKey([7; 32]))).collect());
        let accounts = (0..2).map(|at| Record::Account(id(at), Box::new(account(at))));
        let minted = BalanceRow { balance: -2 * CHIPS, ..BalanceRow::default() };
        let balance = BalanceRow { balance: CHIPS, ..BalanceRow::default() };
        let balances = (0..2).map(|at| Record::Balance(LedgerAccount::Member(id(at)), balance));
        let rows = accounts.chain([Record::Balance(LedgerAccount::Mint, minted)]).chain(balances);
        let service = Service::open(config, keys, vault, rows).unwrap();
        let mut club = Self { service, now: START, steps: 0 };
        club.tidy();
        club
    }

    fn apply(&mut self, command: Command) -> Effects {
        self.steps += 1;
        let mut entropy = [0; 32];
        entropy[..8].copy_from_slice(&self.steps.to_le_bytes());
        let effects = self.service.apply(Stamp { at: self.now, entropy }, command);
        let _ = self.service.apply(Stamp { at: self.now, entropy }, Command::Durable(effects.batch.id));
        effects
    }

    fn ask(&mut self, who: u32, request: Request) -> Effects {
        let claims = Claims::Account { account: id(who), epoch: 0, issued_at: START, expires_at: Millis(u64::MAX) };
        let caller = Caller::new(Some(claims), [127, 0, 0, 1].into());
        self.apply(Command::Request { id: RequestId(self.steps), caller, request: Box::new(request) })
    }

    fn agent(&mut self, who: u32, policy: PolicyName) -> AgentId {
        let save = SaveAgent {
            name: format!("{policy:?}"),
            kind: AgentKind::Policy,
            prompt: None,
            policy: Some(policy),
            aggression: None,
            accepts_challenges: None,
            stake_limit: None,
        };
        let effects = self.ask(who, Request::SaveAgent(save));
        let Ok(Answer::AgentSaved(saved)) = answer(&effects) else { panic!() };
        saved.agent_id
    }

    fn challenge(&mut self, own: AgentId, other: AgentId, game: &str) {
        let challenge = Challenge {
            agent_id: own.to_string(),
            opponent_agent_id: other.to_string(),
            game_id: game.to_owned(),
            format: DuelFormat::Bo5,
            stake: 200,
            rematch_of: None,
            client_ref: None,
            client_seed: None,
        };
        assert!(self.ask(0, Request::Challenge(challenge)).replies.is_empty());
    }

    /// The effects of the duels that are due now; `None` if none runs.
    fn go_on(&mut self) -> Option<Vec<DuelOutcome>> {
        let due = self.service.next_deadline().filter(|due| due.timer == Timer::AgentsDecide)?;
        self.now = self.now.max(due.at);
        let effects = self.apply(Command::Tick);
        let ended = effects.replies.into_iter().filter_map(|(_, reply)| {
            let reported = reply.unwrap().answer;
            if let Answer::Challenged(ended) = reported { Some(ended.outcome) } else { None }
        });
        Some(ended.collect())
    }

    /// Settled tables are archived and old duels are forgotten, as on a server.
    fn tidy(&mut self) {
        self.now = self.now.plus_s(100_000);
        while self.service.next_deadline().is_some_and(|due| due.at <= self.now) {
            let _ = self.apply(Command::Tick);
        }
    }
}

fn answer(effects: &Effects) -> Result<&Answer, ()> {
    effects.replies[0].1.as_ref().map(|replied| &replied.answer).map_err(|_| ())
}

const fn id(at: u32) -> AccountId {
    AccountId(at as u128 + 1)
}

fn account(at: u32) -> AccountRow {
    AccountRow::new(
        at,
        Sealed::Open(format!("member-{at}")),
        RecoveryRow { salt: [0; 16], counter: 0, hash: [0; 32] },
        START,
    )
}

fn main() {
    for rules in Registry::default().games().filter(|rules| rules.about().duellable) {
        let about = rules.about();
        for (at, own) in about.policies.iter().enumerate() {
            for other in &about.policies[at..] {
                series(about.id, *own, *other);
            }
        }
    }
    for running in [0, RUNNING] {
        moves(running);
    }
}

fn series(game: &str, own: PolicyName, other: PolicyName) {
    let mut club = Club::new();
    let (mine, theirs) = (club.agent(0, own), club.agent(1, other));
    let (mut won, mut lost, mut drawn, mut took) = (0, 0, 0, Duration::ZERO);
    for _ in 0..DUELS {
        let begun = Instant::now();
        club.challenge(mine, theirs, game);
        let mut ended = Vec::new();
        while let Some(more) = club.go_on().filter(|_| ended.is_empty()) {
            ended = more;
        }
        took += begun.elapsed();
        match ended[..] {
            [DuelOutcome::Challenger] => won += 1,
            [DuelOutcome::Defender] => lost += 1,
            [DuelOutcome::Draw] => drawn += 1,
            ref other => panic!("{other:?}"),
        }
        club.tidy();
    }
    club.service.audit().unwrap();
    let a_second = f64::from(DUELS) / took.as_secs_f64();
    println!("{game:14} {own:?} - {other:?}: {won} won, {lost} lost, {drawn} drawn; {a_second:.0} duels/s");
}

/// Moves of other members, each as if it had arrived at the start of a step of the duels.
fn moves(running: u32) {
    let mut club = Club::new();
    let (mine, theirs) = (club.agent(0, PolicyName::Minimax), club.agent(1, PolicyName::Minimax));
    let (mut took, mut table, mut runs) = (Vec::new(), None::<TableId>, 0);
    while took.len() < MOVES {
        while runs < running {
            club.challenge(mine, theirs, ["holdem", "mancala", "connect-four", "tic-tac-toe"][runs as usize % 4]);
            runs += 1;
        }
        let here = *table.get_or_insert_with(|| {
            let kind = "tic-tac-toe-vs-house".to_owned();
            let create = CreateTable { kind, stake: Some(1), practice: true, ..CreateTable::default() };
            let effects = club.ask(1, Request::CreateTable(create));
            let Ok(Answer::Created(made)) = answer(&effects) else { panic!() };
            made.table_id
        });
        let begun = Instant::now();
        runs -= club.go_on().map_or(0, |ended| ended.len() as u32);
        let cell = took.len() % 9;
        let act = Act {
            action: json!({ "type": "mark", "cell": cell }),
            expected_plies: None,
            events: Some(MoveEvents::After(0)),
        };
        let effects = club.ask(1, Request::Act(here, act));
        let elapsed = begun.elapsed();
        match answer(&effects) {
            Ok(Answer::Acted(acted)) => {
                took.push(elapsed);
                table = table.filter(|_| acted.table.as_ref().is_some_and(|view| !view.state.terminal));
            }
            // The cell is taken: try the next one.
            Ok(_) | Err(()) => took.push(elapsed),
        }
    }
    took.sort();
    let at = |share: usize| took[(took.len() - 1) * share / 1000].as_micros();
    println!("{running} duels running: a move takes {} us, p99 {} us, p99.9 {} us", at(500), at(990), at(999));
}
