//! Fair deals: each day has one secret, numbers have no gaps and are given once, seeds follow from what was brought, and
//! lists and statements say what happened.

use crate::inner::model::{Model, Table};
use crate::inner::prelude::*;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use turnstone_fairness::{Says, Signed, Statement, tree};

/// Days for which secrets are stated ahead.
const AHEAD: u32 = 2;

/// What the records say about fair deals.
#[derive(Default)]
pub(crate) struct FairModel {
    pub(crate) days: BTreeMap<Day, FairDayRow>,
    pub(crate) statements: BTreeMap<u32, StatementRow>,
    pub(crate) entries: BTreeMap<(Day, u32), FairEntryRow>,
    numbers: BTreeSet<(Day, u32)>,
    /// The days whose secrets were stated.
    stated: BTreeSet<Day>,
    key: Option<[u8; 32]>,
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
    /// Whether these bytes are the secret of a day that is not closed.
    pub(crate) fn is_secret(&self, bytes: &[u8; 32]) -> bool {
        self.days.values().any(|row| row.closed_by.is_none() && row.secret == *bytes)
    }

    /// The day and the number of a table's deal.
    fn place(row: &TableRow) -> Option<(Day, u32)> {
        let deal = row.setup.deal.as_ref()?;
        Some((Day::parse(&deal.day)?, deal.number))
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
    pub(crate) fn root_of(&self, day: Day) -> [u8; 32] {
        let of_day = self.entries.range((day, 0)..=(day, u32::MAX));
        root(&of_day.map(|((_, number), entry)| leaf(*number, entry)).collect::<Vec<_>>())
    }
}

impl Model {
    pub(super) fn put_fair_day(&mut self, day: Day, row: FairDayRow) -> CheckResult {
        let before = self.fairness.days.insert(day, row);
        let today = self.latest.day();
        let Some(before) = before.filter(|_| self.live) else {
            let new = row.numbers == 0 && row.closed_by.is_none() && (today.0..=today.0 + AHEAD).contains(&day.0);
            return must!(new || !self.live, "a new day has no tables", "{day} on {today}: {row:?}");
        };
        let counted = row.numbers == before.numbers
            || row.numbers == before.numbers + 1 && day == today && row.closed_by.is_none();
        let closes = row.closed_by == before.closed_by || before.closed_by.is_none() && day < today;
        let same = row.secret == before.secret && counted && closes;
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
                let day = Day::parse(&day).unwrap_or_default();
                let secret = self.fairness.days.get(&day).map(|row| row.secret);
                let right = secret.is_some_and(|secret| commit[..] == Sha256::digest(hex::encode(secret))[..]);
                let new = self.fairness.stated.insert(day);
                must(right && new, "the secret of a day is stated once", said)?;
            }
            Says::List { day, secret: Some(secret), tables, root } => {
                self.check_list(Day::parse(&day).unwrap_or_default(), secret, tables, root)?;
            }
            Says::List { secret: None, .. } | Says::Era { .. } | Says::Unknown(_) => {
                return must(false, "a statement is of a kind that this version makes", said);
            }
        }
        Ok(())
    }

    /// A list names all tables of its day, once all of them are over and no seed of the day is sealed.
    fn check_list(&self, day: Day, secret: [u8; 32], tables: u32, root: [u8; 32]) -> CheckResult {
        if !self.live {
            return Ok(());
        }
        let said = || format!("{day}: {tables} tables");
        let row = self.fairness.days.get(&day);
        must(row.is_some_and(|row| row.secret == secret), "a list reveals the secret of its day", said)?;
        let numbers = self.fairness.entries.range((day, 0)..=(day, u32::MAX)).map(|((_, number), _)| *number);
        let whole = numbers.eq(1..=tables) && row.is_some_and(|row| row.numbers == tables);
        must(whole && self.fairness.root_of(day) == root, "a list has all tables of its day", said)?;
        let date = day.to_string();
        let waits = |table: &Table| {
            let deal = table.row.setup.deal.as_deref();
            deal.is_some_and(|deal| deal.day == date || table.is_active() && deal.seed_day() == date)
        };
        must(!self.tables.values().any(waits), "a day is closed when its tables are archived", said)?;
        let duel = self.duels.values().find(|duel| duel.end.is_none() && duel.pair.is_some_and(|(of, _)| of == day));
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
            must(new && given == Some(number) && day == self.latest.day(), "a new table has the next number", said)?;
            let holds = deal.seed_of.is_none() || deal.seed_day() <= deal.day.as_str();
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
        let Some(seed) = row.seed else {
            let waits = matches!(row.status, Status::Waiting { .. } | Status::Cancelled { .. });
            return must(waits, "a dealt table has a seed", said);
        };
        must(!row.players.contains(&Player::Vacant), "a seed follows from what all seats brought", said)?;
        let secret = Day::parse(deal.seed_day()).and_then(|day| self.fairness.days.get(&day)).map(|row| row.secret);
        let right = secret.is_some_and(|secret| seed_of_deal(&secret, deal) == seed);
        must(right || !self.live, "a seed follows from the secret of its day", said)
    }

    /// Whether an earlier version drew the seed of a new table: that of the daily challenge, or of the first leg.
    fn is_of_former(&self, id: TableId, row: &TableRow) -> bool {
        let Some(day) = row.daily else {
            let duel = id.leg().and_then(|(duel, _)| self.duels.get(&duel));
            return duel.is_some_and(|duel| duel.pair.is_none());
        };
        self.drawn(day).is_some_and(|drawn| row.seed != Some(drawn.seed))
    }

    /// The daily challenge that follows from the secret of a day. It is written with the first command of that day.
    pub(crate) fn drawn(&self, day: Day) -> Option<DailyRow> {
        let seed_of = Some(SeedOf::Daily(DailyWord::Daily));
        let deal = Deal { day: day.to_string(), number: 0, seed_of, brought: Vec::new() };
        let secret = self.fairness.days.get(&day)?.secret;
        let kind = DAILY_KINDS[day.0 as usize % DAILY_KINDS.len()].to_owned();
        Some(DailyRow { kind, seed: seed_of_deal(&secret, &deal) })
    }

    /// The number of a table is taken.
    pub(super) fn note_number(&mut self, row: &TableRow) {
        self.fairness.numbers.extend(FairModel::place(row));
    }

    /// An archived table is in the list of its day, as it was.
    pub(super) fn put_entry(&mut self, day: Day, number: u32, entry: &FairEntryRow) -> CheckResult {
        let said = || format!("{day} {number}: {entry:?}");
        must(self.fairness.entries.insert((day, number), entry.clone()).is_none(), "a number is listed once", said)?;
        let Some(row) = self.row(entry.table).filter(|_| self.live) else { return Ok(()) };
        let seed_of = row.setup.deal.as_ref().map(|deal| match &deal.seed_of {
            None => FairSeedRow::Own,
            Some(SeedOf::Daily(_)) => FairSeedRow::Daily,
            Some(SeedOf::Table { day, number }) => FairSeedRow::Of(Day::parse(day).unwrap_or_default(), *number),
        });
        let ended = match (&row.status, &entry.ending) {
            (Status::Settled { .. }, FairEndingRow::Settled(_)) | (Status::Voided { .. }, FairEndingRow::Voided) => {
                true
            }
            (Status::Cancelled { .. }, FairEndingRow::Cancelled) => row.seed.is_none() || row.daily.is_some(),
            _ => false,
        };
        let commit = row.seed.map(|seed| Sha256::digest(hex::encode(seed)).into());
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
