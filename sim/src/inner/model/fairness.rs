//! Fair deals: each day has one secret, numbers have no gaps and are given once, seeds follow from what was brought, and
//! lists and statements say what happened.

use crate::inner::model::{Model, Table};
use crate::inner::prelude::*;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use turnstone_fairness::{Says, Signed, Statement, tree};

/// Days for which secrets are stated ahead.
const AHEAD: u32 = 100;

/// What the records say about fair deals.
#[derive(Default)]
pub(crate) struct FairModel {
    keys: Option<ServerKeys>,
    pub(crate) days: BTreeMap<DayName, FairDayRow>,
    pub(crate) statements: BTreeMap<u32, StatementRow>,
    pub(crate) entries: BTreeMap<(DayName, u32), FairEntryRow>,
    numbers: BTreeSet<(DayName, u32)>,
    /// The commitments to secrets, by day and number of the statement.
    stated: BTreeMap<(Day, u32), [u8; 32]>,
    /// The eras, by the numbers of their statements.
    eras: BTreeMap<u32, u64>,
    /// Secrets that lists have revealed.
    revealed: BTreeSet<[u8; 32]>,
    key: Option<[u8; 32]>,
}

/// The seed of a row: the model has all seeds as they are.
pub(crate) const fn seed_in(row: &TableRow) -> Option<[u8; 32]> {
    if let SeedRow::Clear(seed) = row.seed { Some(seed) } else { None }
}

/// What a seat brought: the hash of its two texts.
pub(crate) fn brought(client_ref: Option<&str>, client_seed: Option<&str>) -> Option<[u8; 32]> {
    let text = [client_ref.unwrap_or_default(), "\n", client_seed.unwrap_or_default()].concat();
    (client_ref.is_some() || client_seed.is_some()).then(|| Sha256::digest(text).into())
}

/// The seed that follows from a secret.
fn seed_of_deal(secret: &[u8; 32], deal: &Deal) -> [u8; 32] {
    let mut lines = vec!["turnstone deal 1".to_owned()];
    match &deal.seed_of {
        Some(SeedOf::Daily(_)) => lines = vec!["turnstone daily 1".to_owned(), deal.day.clone()],
        Some(SeedOf::Table { day, number }) => lines.extend([day.clone(), number.to_string()]),
        None => lines.extend([deal.day.clone(), deal.number.to_string()]),
    }
    if !matches!(deal.seed_of, Some(SeedOf::Daily(_))) {
        lines.extend(deal.brought.iter().map(|hash| hash.map_or_else(|| "-".to_owned(), |hash| hex::encode(hash.0))));
    }
    let mut mac = Hmac::<Sha256>::new_from_slice(secret).expect("any length is a key");
    mac.update((lines.join("\n") + "\n").as_bytes());
    mac.finalize().into_bytes().into()
}

/// The root over texts of leaves, as RFC 6962 defines it.
fn root(leaves: &[String]) -> [u8; 32] {
    match leaves {
        [] => Sha256::digest([]).into(),
        [leaf] => Sha256::digest([&[0], leaf.as_bytes()].concat()).into(),
        _ => {
            let (left, right) = leaves.split_at(leaves.len().next_power_of_two() / 2);
            Sha256::digest([&[1][..], &root(left), &root(right)].concat()).into()
        }
    }
}

/// An entry as a list shows it: the hash of the id, whose seed it has, its commitment, its end.
pub(crate) fn shown(entry: &FairEntryRow) -> [Option<String>; 4] {
    let seed_of = match entry.seed_of {
        FairSeedRow::Own => "own".to_owned(),
        FairSeedRow::Daily => "daily".to_owned(),
        FairSeedRow::Of(day, number) => format!("{day} {number}"),
        FairSeedRow::OfEra(name, number) => format!("{name} {number}"),
    };
    let ending = match entry.ending {
        FairEndingRow::Settled(digest) => hex::encode(digest),
        FairEndingRow::Cancelled => "cancelled".to_owned(),
        FairEndingRow::Voided => "voided".to_owned(),
    };
    let table = hex::encode(Sha256::digest(entry.table.to_string()));
    [Some(table), Some(seed_of), entry.seed_commit.map(hex::encode), Some(ending)]
}

fn leaf(number: u32, entry: &FairEntryRow) -> String {
    let [table, seed_of, commit, ending] = shown(entry).map(|part| part.unwrap_or_else(|| "-".to_owned()));
    format!("turnstone table 1\n{number}\n{table}\n{seed_of}\n{commit}\n{ending}\n")
}

impl FairModel {
    /// Of a server with these keys.
    pub(super) fn new(keys: ServerKeys) -> Self {
        Self { keys: Some(keys), ..Self::default() }
    }

    /// Whether these bytes are the secret of a day that is not closed.
    pub(crate) fn is_secret(&self, bytes: &[u8; 32]) -> bool {
        let commit: [u8; 32] = Sha256::digest(hex::encode(bytes)).into();
        self.stated.values().any(|stated| *stated == commit) && !self.revealed.contains(bytes)
    }

    /// The current era.
    pub(crate) fn era(&self) -> u64 {
        self.eras.values().copied().max().unwrap_or(0)
    }

    /// What was stated last for a day name, before the era after it.
    fn stated(&self, name: DayName) -> Option<[u8; 32]> {
        let next = self.eras.iter().find(|(_, era)| **era > name.era).map_or(u32::MAX, |(number, _)| *number);
        self.stated.range((name.day, 0)..(name.day, next)).next_back().map(|(_, commit)| *commit)
    }

    /// The secret of a day name: a key of the server gives it, or an earlier version has stored it.
    fn secret(&self, name: DayName) -> Option<[u8; 32]> {
        let stated = self.stated(name)?;
        let keys = self.keys.as_ref()?;
        let stored = self.days.get(&DayName::of(name.day)).and_then(|row| row.stored_secret(name.day, keys));
        let by_keys = keys.day_secrets(name.day).map(|(_, secret)| secret);
        let mut known = by_keys.chain(stored).chain(self.revealed.iter().copied());
        known.find(|secret| Sha256::digest(hex::encode(secret))[..] == stated)
    }

    /// The day and the number of a table's deal.
    fn place(row: &TableRow) -> Option<(DayName, u32)> {
        let deal = row.setup.deal.as_ref()?;
        Some((DayName::parse(&deal.day)?, deal.number))
    }

    /// Whether the day of a table's number is closed.
    pub(crate) fn is_listed(&self, row: &TableRow) -> bool {
        let day = Self::place(row).and_then(|(day, _)| self.days.get(&day));
        day.is_some_and(|day| day.closed_by.is_some())
    }

    /// Whether a proof leads from a table with this digest to the root of its closed day.
    pub(crate) fn is_proven(&self, id: TableId, row: &TableRow, digest: &str, proof: &ReplayProof) -> bool {
        let Some((day, number)) = Self::place(row) else { return false };
        let Some(entry) = self.entries.get(&(day, number)) else { return false };
        let ends = matches!(entry.ending, FairEndingRow::Settled(own) if hex::encode(own) == digest);
        let closed_by = self.days.get(&day).and_then(|row| row.closed_by);
        let statement = closed_by.and_then(|number| self.statements.get(&number));
        let said = statement.is_some_and(|row| row.text == proof.statement.text);
        let leaf = Sha256::digest([&[0], leaf(number, entry).as_bytes()].concat()).into();
        let path: Option<Vec<[u8; 32]>> =
            proof.proof.iter().map(|hash| hex::decode(hash).ok()?.try_into().ok()).collect();
        let tables = self.days.get(&day).map_or(0, |row| row.numbers) as usize;
        let root = path.and_then(|path| tree::root_of_path(leaf, number as usize - 1, tables, &path));
        entry.table == id && ends && said && root == Some(self.root_of(day))
    }

    /// The root of a day's list.
    pub(crate) fn root_of(&self, day: DayName) -> [u8; 32] {
        let of_day = self.entries.range((day, 0)..=(day, u32::MAX));
        root(&of_day.map(|((_, number), entry)| leaf(*number, entry)).collect::<Vec<_>>())
    }
}

impl Model {
    pub(super) fn put_fair_day(&mut self, day: DayName, row: FairDayRow) -> CheckResult {
        let secret = self.fairness.secret(day);
        let before = self.fairness.days.insert(day, row);
        let today = self.latest.day();
        let Some(before) = before.filter(|_| self.live) else {
            let new = row.numbers == 0 && row.closed_by.is_none() && day.day <= today;
            let hides = row.form == SecretForm::Computed;
            return must!(new && hides || !self.live, "a new day has no tables", "{day} on {today}: {row:?}");
        };
        let counted = row.numbers == before.numbers
            || row.numbers == before.numbers + 1 && day.day == today && row.closed_by.is_none();
        let closes = row.closed_by == before.closed_by || before.closed_by.is_none() && day.day < today;
        let same = self.fairness.secret(day) == secret && counted && closes;
        must!(same, "a day has one secret, and counts its tables one by one", "{day}: {before:?} to {row:?}")
    }

    pub(super) fn put_statement(&mut self, number: u32, row: &StatementRow) -> CheckResult {
        let said = || format!("{number}: {:?}", row.text);
        let last = self.fairness.statements.last_key_value();
        let previous: [u8; 32] = last.map_or([0; 32], |(_, last)| Sha256::digest(&last.text).into());
        let next = last.map_or(1, |(number, _)| number + 1);
        let statement = Statement::parse(&row.text)
            .filter(|statement| (statement.number, statement.previous) == (next, previous) && number == next);
        let Some(statement) = statement else { return must(false, "each statement follows the one before it", said) };
        must(statement.at == self.latest.0 || !self.live, "a statement has the time of its batch", said)?;
        let signature = row.signature.as_slice().try_into();
        let signed =
            signature.is_ok_and(|signature| Signed { text: row.text.clone(), key: row.key, signature }.is_signed());
        // A server that has lost its former key states the new one by itself.
        let states_itself = statement.says == Says::Key(row.key);
        let known = states_itself || self.fairness.key == Some(row.key);
        must(signed && known, "the stated key signs", said)?;
        self.fairness.statements.insert(number, row.clone());
        match statement.says {
            Says::Key(key) => self.fairness.key = Some(key),
            Says::Secret { day, commit } => {
                let (day, era) = (Day::parse(&day).unwrap_or_default(), self.fairness.era());
                let new = self.fairness.stated(DayName { day, era }).is_none();
                self.fairness.stated.insert((day, number), commit);
                let known = self.fairness.secret(DayName { day, era }).is_some();
                must(known && new || !self.live, "the secret of a day is stated once", said)?;
                let ahead = day.0 <= self.latest.day().0 + AHEAD;
                must(ahead || !self.live, "secrets are stated for a fixed time ahead", said)?;
            }
            Says::Era { era, .. } => {
                let later = era > self.fairness.era() && era * 1000 <= statement.at;
                self.fairness.eras.insert(number, era);
                must(later, "an era begins after the one before", said)?;
            }
            Says::List { day, secret: Some(secret), tables, root } => {
                self.check_list(DayName::parse(&day).unwrap_or_default(), secret, tables, root)?;
                self.fairness.revealed.insert(secret);
            }
            Says::List { secret: None, .. } | Says::Unknown(_) => {
                return must(false, "a statement is of a kind that this version makes", said);
            }
        }
        Ok(())
    }

    /// A list names all tables of its day, once all of them are over and no seed of the day is sealed.
    fn check_list(&self, day: DayName, secret: [u8; 32], tables: u32, root: [u8; 32]) -> CheckResult {
        if !self.live {
            return Ok(());
        }
        let said = || format!("{day}: {tables} tables");
        let row = self.fairness.days.get(&day);
        must(self.fairness.secret(day) == Some(secret), "a list reveals the secret of its day", said)?;
        let numbers = self.fairness.entries.range((day, 0)..=(day, u32::MAX)).map(|((_, number), _)| *number);
        let whole = numbers.eq(1..=tables) && row.is_some_and(|row| row.numbers == tables);
        must(whole && self.fairness.root_of(day) == root, "a list has all tables of its day", said)?;
        let stated = self.fairness.stated(day);
        let shares = |name: &str| {
            DayName::parse(name).is_some_and(|name| name.day == day.day && self.fairness.stated(name) == stated)
        };
        let waits = |table: &Table| {
            let deal = table.row.setup.deal.as_deref();
            deal.is_some_and(|deal| shares(&deal.day) || table.is_active() && shares(deal.seed_day()))
        };
        must(!self.tables.values().any(waits), "a day is closed when its tables are archived", said)?;
        let duel =
            self.duels.values().find(|duel| duel.end.is_none() && duel.pair.is_some_and(|(of, _)| of == day.day));
        must(duel.is_none(), "a day is closed when its duels are over", said)
    }

    /// A new table has the next number of the day. Its seed follows from the secret of the day and what was brought.
    pub(super) fn check_deal(&self, id: TableId, row: &TableRow, before: Option<&TableRow>) -> CheckResult {
        let said = || format!("{id}: {:?}", row.setup.deal);
        let (Some(deal), Some((day, number))) = (row.setup.deal.as_deref(), FairModel::place(row)) else {
            let is_former = !self.live || before.is_some() || self.is_of_former(id, row);
            return must(is_former, "a new table has a number", said);
        };
        if self.live && before.is_none() {
            let given = self.fairness.days.get(&day).map(|row| row.numbers);
            let new = !self.fairness.numbers.contains(&(day, number));
            let is_now = day == DayName { day: self.latest.day(), era: self.fairness.era() };
            must(new && given == Some(number) && is_now, "a new table has the next number", said)?;
            let holds = deal.seed_of.is_none() || DayName::parse(deal.seed_day()) <= Some(day);
            must(holds, "a shared seed is of an earlier table", said)?;
        }
        if let Some(before) = before.filter(|_| self.live) {
            let seats = row.players.iter().zip(&before.players).enumerate();
            let kept = seats.filter(|(_, (now, then))| now == then).map(|(seat, _)| seat);
            let same = |seat: usize| {
                let of = |row: &TableRow| row.setup.deal.as_ref().and_then(|deal| deal.brought.get(seat).copied());
                of(row) == of(before)
            };
            must(kept.into_iter().all(same), "what a seat brought does not change", said)?;
        }
        let mut seats = row.players.iter().zip(&deal.brought);
        let is_empty = seats.all(|(player, brought)| *player != Player::Vacant || brought.is_none());
        must(is_empty || !self.live, "a vacant seat has brought nothing", said)?;
        let Some(seed) = seed_in(row) else {
            let waits = matches!(row.status, Status::Waiting { .. } | Status::Cancelled { .. });
            return must(waits, "a dealt table has a seed", said);
        };
        must(!row.players.contains(&Player::Vacant), "a seed follows from what all seats brought", said)?;
        let secret = DayName::parse(deal.seed_day()).and_then(|name| self.fairness.secret(name));
        let right = secret.is_some_and(|secret| seed_of_deal(&secret, deal) == seed);
        must(right || !self.live, "a seed follows from the secret of its day", said)
    }

    /// Whether an earlier version drew the seed of a new table: that of the daily challenge, or of the first leg.
    fn is_of_former(&self, id: TableId, row: &TableRow) -> bool {
        let Some(day) = row.daily else {
            let duel = id.leg().and_then(|(duel, _)| self.duels.get(&duel));
            return duel.is_some_and(|duel| duel.pair.is_none());
        };
        let era = row.setup.deal.as_ref().and_then(|deal| DayName::parse(&deal.day)).map_or(0, |name| name.era);
        self.drawn_seed(DayName { day, era }).is_some_and(|drawn| seed_in(row) != Some(drawn))
    }

    /// The seed of the daily challenge that follows from the secret of a day.
    fn drawn_seed(&self, name: DayName) -> Option<[u8; 32]> {
        let seed_of = Some(SeedOf::Daily(DailyWord::Daily));
        let deal = Deal { day: name.to_string(), number: 0, seed_of, brought: Vec::new() };
        Some(seed_of_deal(&self.fairness.secret(name)?, &deal))
    }

    /// The seed of a day's challenge: an earlier version has stored it, or it follows from the secret of the day.
    pub(super) fn daily_seed(&self, name: DayName) -> Option<[u8; 32]> {
        let row = self.days.get(&name.day).filter(|row| row.era == name.era);
        let stored = row.and_then(|row| row.stored_seed(name.day, self.fairness.keys.as_ref()?));
        stored.or_else(|| self.drawn_seed(name))
    }

    /// The kind and the seed of a day's challenge.
    pub(crate) fn challenge(&self, day: Day) -> Option<(String, [u8; 32])> {
        let kind = DAILY_KINDS[day.0 as usize % DAILY_KINDS.len()].to_owned();
        let kind = self.days.get(&day).map_or(kind, |row| row.kind.clone());
        Some((kind, self.daily_seed(DayName { day, era: self.fairness.era() })?))
    }

    /// A record with the seed of its table as it is.
    pub(super) fn with_seed<'a>(&self, record: &'a Record) -> Result<Cow<'a, Record>, Violation> {
        let (id, row) = match record {
            Record::Table(id, row) => (*id, &**row),
            Record::Archive(id, row) => (*id, &row.table),
            _ => return Ok(Cow::Borrowed(record)),
        };
        let over = matches!(row.status, Status::Settled { .. } | Status::Voided { .. });
        let hidden = !matches!(row.seed, SeedRow::Clear(_)) || over || self.is_sealed(id, row, self.latest);
        must(hidden || !self.live, "the seed of a running table is not stored", || format!("{id}: {row:?}"))?;
        let deal = row.setup.deal.as_deref();
        let by_list = |commit: [u8; 32]| {
            let name = DayName::parse(deal?.seed_day())?;
            let seed = seed_of_deal(&self.fairness.secret(name)?, deal?);
            (Seed::from_bytes(seed).commitment() == commit).then_some(seed)
        };
        let opened = self.fairness.keys.as_ref().and_then(|keys| row.seed.open(id, deal, keys));
        let opened = opened.or_else(|| by_list(row.seed.commit()?));
        let Some(seed) = opened.map(SeedRow::Clear) else { return Ok(Cow::Borrowed(record)) };
        Ok(Cow::Owned(match record {
            Record::Table(id, row) => Record::Table(*id, Box::new(TableRow { seed, ..(**row).clone() })),
            Record::Archive(id, row) => {
                let table = TableRow { seed, ..row.table.clone() };
                Record::Archive(*id, Box::new(ArchiveRow { table, ..(**row).clone() }))
            }
            other => other.clone(),
        }))
    }

    /// The number of a table is taken.
    pub(super) fn note_number(&mut self, row: &TableRow) {
        self.fairness.numbers.extend(FairModel::place(row));
    }

    /// An archived table is in the list of its day, as it was.
    pub(super) fn put_entry(&mut self, day: DayName, number: u32, entry: &FairEntryRow) -> CheckResult {
        let said = || format!("{day} {number}: {entry:?}");
        must(self.fairness.entries.insert((day, number), entry.clone()).is_none(), "a number is listed once", said)?;
        let Some(row) = self.row(entry.table).filter(|_| self.live) else { return Ok(()) };
        let seed_of = row.setup.deal.as_ref().map(|deal| match &deal.seed_of {
            None => FairSeedRow::Own,
            Some(SeedOf::Daily(_)) => FairSeedRow::Daily,
            Some(SeedOf::Table { day, number }) => FairSeedRow::of(DayName::parse(day).unwrap_or_default(), *number),
        });
        let ended = match (&row.status, &entry.ending) {
            (Status::Settled { .. }, FairEndingRow::Settled(_)) | (Status::Voided { .. }, FairEndingRow::Voided) => {
                true
            }
            (Status::Cancelled { .. }, FairEndingRow::Cancelled) => row.seed.is_undealt() || row.daily.is_some(),
            _ => false,
        };
        let commit = seed_in(row).map(|seed| Sha256::digest(hex::encode(seed)).into());
        let right = FairModel::place(row) == Some((day, number))
            && seed_of == Some(entry.seed_of)
            && commit == entry.seed_commit
            && ended
            && entry.is_public == (row.visibility == Visibility::Public && !row.practice);
        must(right, "a list has a table as it was", said)
    }

    /// A table with a number is listed when it is archived.
    pub(super) fn check_listed(&self, id: TableId, row: &ArchiveRow) -> CheckResult {
        let place = FairModel::place(&row.table);
        let listed = place.is_none_or(|place| self.fairness.entries.get(&place).is_some_and(|entry| entry.table == id));
        must!(listed || !self.live, "an archived table is listed", "{id}: {place:?}")
    }
}
