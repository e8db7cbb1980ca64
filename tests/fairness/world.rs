//! A server that deals, closes days and signs, as data: examples change a part of it before or after it is signed.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use turnstone_fairness::tree::{self, Hash};
use turnstone_fairness::{
    Ending, Entry, EraReason, MoveFact, Receipt, Says, Signed, SigningKey, Statement, commitment, receipts, seed_of,
    table_hash, text_hash,
};
use turnstone_games::{Brought, Bundle, Deal, Events, Policy, Rules, SHIPPED, Seat, Seed, SeedOf, Setup};

pub(crate) const BEFORE: &str = "2026-11-24";
pub(crate) const DAY: &str = "2026-11-25";
pub(crate) const NEXT: &str = "2026-11-26";
/// 2026-11-24, 08:00.
pub(crate) const START: u64 = 1_795_507_200_000;
pub(crate) const HOUR: u64 = 3_600_000;
/// When the tables of most examples were created: 09:00.
const CREATED: u64 = START + 25 * HOUR;
/// The entries of a page.
const PAGE: usize = 20;

/// One of the server's keys, oldest first.
pub(crate) fn key(number: u8) -> SigningKey {
    SigningKey::from_seed(&[number + 1; 32])
}

/// The secret of a day.
pub(crate) fn secret(day: &str) -> [u8; 32] {
    Sha256::digest(format!("the secret of {day}")).into()
}

pub(crate) fn brought(seat: u8) -> Option<Brought> {
    Brought::of(Some(&format!("ref-{seat}")), Some(&format!("{seat:032x}")))
}

/// The deal of a table for which seat 0 sent a reference and a seed.
pub(crate) fn deal(number: u32, seats: usize) -> Deal {
    let mut all = vec![None; seats];
    all[0] = brought(0);
    Deal { day: DAY.to_owned(), number, seed_of: None, brought: all }
}

/// A table and its entry in the list.
#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) bundle: Option<Bundle>,
    pub(crate) entry: Entry,
    pub(crate) is_public: bool,
}

/// A UUIDv7 of a time. Its other bits are those of a hash.
pub(crate) fn uuid(at: u64, name: &str) -> String {
    let mut bytes: [u8; 16] = Sha256::digest(name)[..16].try_into().unwrap();
    bytes[..6].copy_from_slice(&at.to_be_bytes()[2..]);
    bytes[6] = 0x70 | (bytes[6] & 0x0f);
    bytes[8] = 0x80 | (bytes[8] & 0x3f);
    hex::encode(bytes)
}

/// The id of a table that was created at a time.
pub(crate) fn id(at: u64, name: &str) -> String {
    format!("t_{}", uuid(at, name))
}

/// The id of a leg of a duel that began at a time.
pub(crate) fn leg(at: u64, number: u8) -> String {
    format!("duel_{}_l{number}", uuid(at, "duel"))
}

pub(crate) fn kind(name: &str) -> (&'static dyn Rules, Setup) {
    let (rules, kind) = SHIPPED.kind(name).unwrap();
    (rules, rules.setup(Some(kind), rules.about().default_seats, 10))
}

/// A settled table of a kind. Its seed is `dealt` or follows from the deal; the house plays all seats.
pub(crate) fn settled(kind: &str, deal: &Deal, dealt: Option<&Deal>) -> Table {
    let (rules, setup) = self::kind(kind);
    played(rules, setup, deal, dealt)
}

pub(crate) fn played(rules: &'static dyn Rules, setup: Setup, deal: &Deal, dealt: Option<&Deal>) -> Table {
    let made = dealt.unwrap_or(deal);
    let seed = made.seed(&secret(made.seed_day()));
    let id = id(CREATED, &format!("{} {} {}", rules.about().id, deal.day, deal.number));
    Playing { rules, setup, id, seed, begins: CREATED + HOUR, pair: None }.settled(deal)
}

/// A table that is played from a time on, with a move in each second.
pub(crate) struct Playing {
    pub(crate) rules: &'static dyn Rules,
    pub(crate) setup: Setup,
    pub(crate) id: String,
    pub(crate) seed: Seed,
    pub(crate) begins: u64,
    /// The member `pair` of its deal.
    pub(crate) pair: Option<Value>,
}

impl Playing {
    /// The table when it is over.
    pub(crate) fn settled(mut self, deal: &Deal) -> Table {
        self.setup.deal = Some(Box::new(deal.clone()));
        let mut live = self.rules.deal(&self.setup, &self.seed, &mut Events::off()).unwrap();
        let mut log = Vec::new();
        while let Some(seat) = live.to_act().first() {
            let choice = live.choose(seat, Policy::HOUSE).unwrap();
            let action = serde_json::from_str(live.action(seat, choice).unwrap().get()).unwrap();
            let at = self.begins + 1000 * log.len() as u64;
            log.push(turnstone_games::LogEntry { seat, action, leave: false, at });
            assert!(live.play(seat, choice, &mut Events::off()));
        }
        let mut config = serde_json::to_value(&self.setup).unwrap();
        if let Some(pair) = self.pair {
            config["deal"]["pair"] = pair;
        }
        let bundle = Bundle {
            session_id: self.id,
            game_id: self.rules.about().id.to_owned(),
            version: self.rules.about().version.to_owned(),
            seats: self.setup.seats,
            seed: Some(self.seed.to_hex()),
            seed_commit: Some(self.seed.commit()),
            seed_hash: None,
            sealed_until: None,
            sealed_reason: None,
            config,
            log,
            digest: String::new(),
            outcome: live.outcome().unwrap().entries(),
        };
        listed(deal, bundle)
    }
}

/// A table with its entry, from its bundle, which gets its digest.
pub(crate) fn listed(deal: &Deal, mut bundle: Bundle) -> Table {
    bundle.digest = bundle.computed_digest();
    let entry = Entry {
        number: deal.number,
        table: table_hash(&bundle.session_id),
        seed_of: seed_of(deal),
        seed_commit: bundle.seed_commit.as_deref().map(hash),
        ending: Ending::Settled(hash(&bundle.digest)),
    };
    Table { bundle: Some(bundle), entry, is_public: true }
}

/// A table without a bundle.
pub(crate) fn ended(number: u32, ending: Ending, seed_commit: Option<Hash>) -> Table {
    let table = table_hash(&id(CREATED, &format!("ended {number}")));
    let entry = Entry { number, table, seed_of: "own".to_owned(), seed_commit, ending };
    Table { bundle: None, entry, is_public: false }
}

pub(crate) fn hash(hex: &str) -> Hash {
    hex::decode(hex).unwrap().try_into().unwrap()
}

/// The tables of a day as most examples have them: numbers 1 to 7.
pub(crate) fn tables() -> Vec<Table> {
    let daily = |number| Deal {
        seed_of: Some(SeedOf::Daily(turnstone_games::DailyWord::Daily)),
        brought: Vec::new(),
        ..deal(number, 1)
    };
    let first = Deal { brought: vec![brought(0), brought(1)], ..deal(4, 2) };
    let of_first = SeedOf::Table { day: DAY.to_owned(), number: 4 };
    let second = Deal { number: 5, seed_of: Some(of_first), ..first.clone() };
    let of_duel = |deal: &Deal, number| {
        let (rules, setup) = kind("holdem-vs-house");
        let seed = deal.seed(&secret(deal.seed_day()));
        Playing { rules, setup, id: leg(CREATED, number), seed, begins: CREATED + HOUR, pair: None }.settled(deal)
    };
    vec![
        settled("tic-tac-toe-vs-house", &deal(1, 2), None),
        settled("blackjack", &daily(2), None),
        settled("blackjack", &daily(3), None),
        of_duel(&first, 1),
        of_duel(&second, 2),
        ended(6, Ending::Cancelled, None),
        ended(7, Ending::Voided, Some(commitment(&[9; 32]))),
    ]
}

/// Statements before they are signed: time and what they say.
pub(crate) type Drafts = Vec<(u64, Says)>;

pub(crate) fn says_secret(day: &str) -> Says {
    Says::Secret { day: day.to_owned(), commit: commitment(&secret(day)) }
}

pub(crate) fn says_list(day: &str, entries: &[Entry]) -> Says {
    let leaves: Vec<Hash> = entries.iter().map(Entry::leaf).collect();
    Says::List {
        day: day.to_owned(),
        secret: Some(secret(day)),
        tables: entries.len() as u32,
        root: tree::root(&leaves),
    }
}

/// The statements of a server that began on the day before, up to the list of the day.
pub(crate) fn drafts(entries: &[Entry]) -> Drafts {
    vec![
        (START, Says::Key(key(0).public())),
        (START, says_secret(DAY)),
        (START, says_secret(NEXT)),
        (START + 41 * HOUR, says_list(DAY, entries)),
    ]
}

/// Sign statements, each by the key that signs there. A key that is stated because the one before was lost signs itself.
pub(crate) fn sign(drafts: &Drafts) -> Vec<Signed> {
    let mut signer = key(0);
    let mut signed: Vec<Signed> = Vec::new();
    for (place, (at, says)) in drafts.iter().enumerate() {
        let previous = signed.last().map_or([0; 32], |before| text_hash(&before.text));
        let statement = Statement { number: signed.len() as u32 + 1, previous, at: *at, says: says.clone() };
        let is_lost = matches!(drafts.get(place + 1), Some((_, Says::Era { reason: EraReason::Lost, .. })));
        let named = |public| (0..4).map(key).find(|key| key.public() == public).unwrap();
        match *says {
            Says::Key(public) if is_lost => {
                signer = named(public);
                signed.push(statement.signed(&signer));
            }
            Says::Key(public) => {
                signed.push(statement.signed(&signer));
                signer = named(public);
            }
            Says::Secret { .. } | Says::Era { .. } | Says::List { .. } | Says::Unknown(_) => {
                signed.push(statement.signed(&signer));
            }
        }
    }
    signed
}

/// The server's response with all statements.
pub(crate) fn statements(signed: &[Signed]) -> Value {
    let shown: Vec<Value> = signed.iter().zip(1..).map(|(signed, number)| shown(number, signed)).collect();
    json!({ "statements": shown, "next": null })
}

pub(crate) fn shown(number: usize, signed: &Signed) -> Value {
    let (key, signature) = (hex::encode(signed.key), hex::encode(signed.signature));
    json!({ "number": number, "text": signed.text, "key": key, "signature": signature })
}

/// The server's responses with the list of the day.
pub(crate) fn list(tables: &[Table]) -> Vec<Value> {
    list_of(DAY, tables)
}

/// The server's responses with the list of a day.
pub(crate) fn list_of(name: &str, tables: &[Table]) -> Vec<Value> {
    if tables.is_empty() {
        return vec![json!({ "day": name, "closed": true, "tables": 0, "entries": [], "next": null })];
    }
    let entry = |Table { bundle, entry, is_public }: &Table| {
        let id = bundle.as_ref().filter(|_| *is_public).map(|bundle| &bundle.session_id);
        json!({
            "number": entry.number, "table": hex::encode(entry.table), "tableId": id, "seedOf": entry.seed_of,
            "seedCommit": entry.seed_commit.map(hex::encode), "ending": entry.ending.to_string(),
        })
    };
    let pages = tables.chunks(PAGE).enumerate().map(|(at, page)| {
        let entries: Vec<Value> = page.iter().map(entry).collect();
        let last = at * PAGE + page.len();
        let next = (last < tables.len()).then_some(last + 1);
        json!({ "day": name, "closed": true, "tables": tables.len(), "entries": entries, "next": next })
    });
    pages.collect()
}

/// The bundle of a table, with its proof from the statements and entries that were published.
pub(crate) fn proven(table: &Table, entries: &[Entry], signed: &[Signed]) -> Value {
    let mut bundle = serde_json::to_value(table.bundle.as_ref().unwrap()).unwrap();
    let leaves: Vec<Hash> = entries.iter().map(Entry::leaf).collect();
    let at = entries.iter().position(|entry| entry.table == table.entry.table).unwrap_or_default();
    let proof: Vec<String> = tree::path(&leaves, at).into_iter().map(hex::encode).collect();
    let deal = bundle.pointer("/config/deal/day").and_then(Value::as_str).unwrap();
    let is_list = |signed: &Signed| signed.text.contains(&format!("\nlist {deal} "));
    let last = signed.iter().position(is_list).unwrap();
    bundle["fair"] = json!({ "statement": shown(last + 1, &signed[last]), "proof": proof });
    bundle
}

/// The lines that a player of seat 0 kept: a receipt for each of their moves.
pub(crate) fn kept(bundle: &Bundle, key: &SigningKey) -> Vec<String> {
    let own = bundle.log.iter().zip(0..).filter(|(entry, _)| entry.seat == Seat(0));
    let (actions, facts): (Vec<String>, Vec<MoveFact>) = own
        .map(|(entry, ply)| {
            let action = serde_json_canonicalizer::to_string(&entry.action).unwrap();
            let digest = Sha256::digest(&action).into();
            let table = bundle.session_id.clone();
            (action, MoveFact { table, ply, seat: 0, action: digest, at: entry.at })
        })
        .unzip();
    let receipts = receipts(&facts, key);
    let lines = actions.iter().zip(&facts).zip(&receipts);
    lines.map(|((action, fact), receipt)| format!("{} {action}\t{}", fact.table, header(fact, receipt))).collect()
}

fn header(fact: &MoveFact, receipt: &Receipt) -> String {
    use base64::Engine;
    let bytes = |bytes: &[u8]| format!(":{}:", base64::engine::general_purpose::STANDARD.encode(bytes));
    let path: Vec<String> = receipt.path.iter().map(|hash| bytes(hash)).collect();
    let (key, signature) = (bytes(&receipt.key), bytes(&receipt.signature));
    let (MoveFact { ply, seat, at, .. }, Receipt { index, count, .. }) = (fact, receipt);
    let path = path.join(" ");
    format!(
        "ply={ply}, seat={seat}, at={at}, index={index}, count={count}, path=({path}), key={key}, signature={signature}"
    )
}
