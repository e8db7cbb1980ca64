//! An operator who cheats, with the verdict that players are due. Every cheat is possible for somebody who has the store,
//! the keys and the program of a server.

use super::players::World;
use super::server::{Draft, key};
use crate::inner::prelude::*;
use turnstone_fairness::check::{FairCode, FairVerdict};
use turnstone_fairness::{Says, commitment};

const HOUR_MS: u64 = 3_600_000;
/// After it, no table of today is played any more: one without moves waits, and ends by the turns of both seats.
const LONGEST_MS: u64 = 14 * 24 * HOUR_MS;
/// The rule for an operator who cheats.
const NAMED: &str = "a cheat is named by the code that it is due";
/// A key that gives the secret which the operator likes: they try keys until one does.
const LIKED: u32 = 99;
/// More moves than are made at a table.
const MOST_MOVES: u32 = 200;

/// A way to cheat.
pub(super) struct Cheat {
    /// Its name among the counters.
    pub(super) name: &'static str,
    /// What the operator does, and who is cheated.
    act: fn(&mut World) -> CheckResult,
    /// Whether the players use their notes.
    has_notes: bool,
    /// The code that those who were cheated get: one of these.
    due: &'static [FairCode],
    /// What the sentence says.
    says: &'static str,
}

const fn cheat(
    name: &'static str,
    act: fn(&mut World) -> CheckResult,
    due: &'static [FairCode],
    says: &'static str,
) -> Cheat {
    Cheat { name, act, has_notes: true, due, says }
}

/// The same against players without notes.
const fn unnoted(
    name: &'static str,
    act: fn(&mut World) -> CheckResult,
    due: &'static [FairCode],
    says: &'static str,
) -> Cheat {
    Cheat { has_notes: false, ..cheat(name, act, due, says) }
}

use FairCode::{Brought as NotBrought, Day as OtherDay, Holds, Late, Proof, Receipt, Rewritten, Secret as Exchanged};
use FairCode::{Seed as OtherSeed, Statements};

/// All of them. What holds is visible in the sentence: it costs the operator a choice that everybody sees.
pub(super) const CHEATS: [Cheat; 22] = [
    cheat("cheat: a secret is stated on its day", on_its_day, &[Late], "less than a day before that day"),
    cheat("cheat: a late secret is dated back", dated_back, &[Statements], "dated before the one before it"),
    cheat("cheat: a late secret is put in by its date", put_in, &[Rewritten], "noted"),
    unnoted("cheat: the same unseen", put_in, &[Holds], "No note from before the table"),
    cheat("cheat: lists are held back by an open table", list_held, &[Late], "less than a day before that day"),
    cheat("cheat: a day gets a second secret", second_secret, &[Exchanged], "two secrets"),
    cheat("cheat: a secret is exchanged", exchanged, &[Rewritten], "noted"),
    unnoted("cheat: a secret is exchanged unseen", exchanged, &[Holds], "No note from before the table"),
    cheat("cheat: a secret is revealed early", revealed, &[Exchanged], "before the end of that day"),
    cheat("cheat: another seed is dealt", other_seed, &[OtherSeed], "not the one"),
    cheat("cheat: a player's part is left out", left_out, &[NotBrought], "brought"),
    cheat("cheat: a store is restored in silence", silent, &[Rewritten, Proof, Receipt], ""),
    unnoted("cheat: the same without notes", silent, &[Proof, Receipt], ""),
    cheat("cheat: restored until the deal is liked", often, &[Holds], "a choice of deals"),
    cheat("cheat: all statements are signed by another key", signed_anew, &[Rewritten], "noted"),
    unnoted("cheat: the same against receipts alone", signed_anew, &[Receipt], "a key that no statement names"),
    cheat("cheat: a key signs itself", signs_itself, &[Statements], "signed by the key"),
    cheat("cheat: a table is removed", removed, &[Proof, Receipt], ""),
    cheat("cheat: a move is taken back", taken_back, &[Receipt], "acknowledged"),
    cheat("cheat: a table is dealt on the day before", day_before, &[OtherDay], "was created on"),
    cheat("cheat: an era is said to follow a compromised key", compromised, &[Late], "(compromised)"),
    cheat("cheat: the operator breaks off at their own table", broken_off, &[Holds], ""),
];

impl Cheat {
    /// Cheat. Some days later the players verify.
    pub(super) fn run(&self, world: &mut World) -> CheckResult {
        (self.act)(world)?;
        for _ in 0..4 {
            if world.rng.percent(40) {
                world.server.restart()?;
            }
            world.play_something()?;
            let ms = world.rng.between(12, 24) * HOUR_MS;
            world.server.pass(ms)?;
        }
        world.server.pass(LONGEST_MS)?;
        let mut pocket = world.pocket.clone();
        if !self.has_notes {
            pocket.notes.clear();
        }
        let (published, verdicts) = world.verdicts(&pocket, false)?;
        let names = |verdict: &FairVerdict| {
            self.due.contains(&verdict.code) && verdict.why.contains(self.says) && !verdict.why.contains("(restored)")
        };
        for victim in &world.victims {
            let found = verdicts.iter().find(|(table, _)| table == victim).map(|(_, verdict)| verdict);
            let said = || format!("{}: {victim}: {found:?}", self.name);
            must(found.is_some_and(names), NAMED, said)?;
        }
        must(!world.victims.is_empty(), NAMED, || format!("{}: nobody was cheated", self.name))?;
        for table in &world.aborted {
            let said = || format!("{}: the list does not say that {table} was voided", self.name);
            must(published.ending_of(table) == Some("voided"), NAMED, said)?;
        }
        world.counts.hit(self.name);
        Ok(())
    }
}

fn liked(day: Day) -> [u8; 32] {
    ServerKeys::new(vec![(LIKED, key(LIKED))]).day_secret(day)
}

fn is_secret_of(day: Day) -> impl Fn(&Draft) -> bool {
    move |draft| matches!(&draft.says, Says::Secret { day: stated, .. } if *stated == day.to_string())
}

impl World {
    fn today(&self) -> Day {
        self.server.now().day()
    }

    /// The server has a key that gives the secret which the operator likes. It never signs.
    fn like(&mut self) {
        self.server.keys.insert(0, (LIKED, key(LIKED)));
    }

    /// Until some hours into the next day.
    fn next_day(&mut self) -> CheckResult {
        let now = self.server.now().0;
        let to = self.today().next().start().0 + self.rng.between(4, 10) * HOUR_MS;
        self.server.pass(to - now)
    }

    /// From now on, the program states each secret when its day begins.
    fn state_late(&mut self, is_played: bool) -> CheckResult {
        let ahead = self.server.config.days_ahead.0;
        self.server.config.days_ahead.0 = 0;
        self.server.restart()?;
        for day in 0..=ahead + 1 {
            // Before the last two days there may be no table of others.
            if is_played || day + 1 < ahead {
                self.create(0, "roulette", false)?;
            }
            self.next_day()?;
        }
        Ok(())
    }
}

fn on_its_day(world: &mut World) -> CheckResult {
    world.state_late(true)?;
    world.victim("roulette").map(drop)
}

fn dated_back(world: &mut World) -> CheckResult {
    world.state_late(true)?;
    let today = world.today();
    world.server.restate(|drafts| {
        if let Some(draft) = drafts.iter_mut().rfind(|draft| is_secret_of(today)(draft)) {
            draft.at -= 48 * HOUR_MS;
        }
    })?;
    world.victim("roulette").map(drop)
}

fn put_in(world: &mut World) -> CheckResult {
    world.state_late(true)?;
    world.note()?;
    let today = world.today();
    world.server.restate(|drafts| {
        let Some(place) = drafts.iter().rposition(is_secret_of(today)) else { return };
        let mut draft = drafts.remove(place);
        draft.at = today.start().0 - 40 * HOUR_MS;
        let place = drafts.iter().position(|other| other.at > draft.at).unwrap_or(drafts.len());
        draft.signer = drafts[place - 1].signer;
        drafts.insert(place, draft);
    })?;
    world.victim("roulette").map(drop)
}

fn list_held(world: &mut World) -> CheckResult {
    let ahead = world.server.config.days_ahead.0;
    world.server.config.days_ahead.0 = 0;
    world.server.restart()?;
    for _ in 0..=ahead {
        world.next_day()?;
    }
    // A table of the operator, which waits for days.
    world.create(1, "tic-tac-toe-vs-house", true)?;
    world.next_day()?;
    world.next_day()?;
    world.victim("roulette").map(drop)
}

fn second_secret(world: &mut World) -> CheckResult {
    let (today, at) = (world.today(), world.server.now().0);
    world.like();
    world.server.restate(|drafts| {
        let signer = drafts.last().map_or([0; 32], |draft| draft.signer);
        drafts.push(Draft {
            at,
            says: Says::Secret { day: today.to_string(), commit: commitment(&liked(today)) },
            signer,
        });
    })?;
    world.victim("roulette").map(drop)
}

fn exchanged(world: &mut World) -> CheckResult {
    world.note()?;
    let tomorrow = world.today().next();
    world.like();
    world.server.restate(|drafts| {
        for draft in drafts.iter_mut().filter(|draft| is_secret_of(tomorrow)(draft)) {
            draft.says = Says::Secret { day: tomorrow.to_string(), commit: commitment(&liked(tomorrow)) };
        }
    })?;
    world.next_day()?;
    world.victim("roulette").map(drop)
}

fn revealed(world: &mut World) -> CheckResult {
    world.victim("roulette")?;
    let (today, at) = (world.today(), world.server.now().0);
    let name = world.server.day_name(today)?;
    let secret = Some(world.server.day_secret(today)?);
    world.server.restate(|drafts| {
        let signer = drafts.last().map_or([0; 32], |draft| draft.signer);
        let root = turnstone_fairness::tree::root(&[]);
        drafts.push(Draft { at, says: Says::List { day: name.to_string(), secret, tables: 0, root }, signer });
    })
}

/// Change the row of a table that is being played and in which nothing has happened.
fn changed(world: &mut World, change: impl Fn(&mut TableRow, [u8; 32])) -> CheckResult {
    let Some(table) = world.create(0, "roulette", false)? else { return Ok(()) };
    let secret = world.server.day_secret(world.today())?;
    world.server.edit(|rows| {
        for record in rows {
            if let Record::Table(id, row) = record
                && *id == table
            {
                change(row, secret);
            }
        }
    })?;
    world.play(table, MOST_MOVES)?;
    world.victims.insert(table.to_string());
    Ok(())
}

fn other_seed(world: &mut World) -> CheckResult {
    changed(world, |row, _| row.seed = SeedRow::Clear([7; 32]))
}

fn left_out(world: &mut World) -> CheckResult {
    changed(world, |row, secret| {
        let Some(deal) = &mut row.setup.deal else { return };
        deal.brought[0] = None;
        row.seed = SeedRow::Clear(*deal.seed(&secret).as_bytes());
    })
}

fn silent(world: &mut World) -> CheckResult {
    let before = world.server.copied()?;
    world.victim("tic-tac-toe-vs-house")?;
    world.note()?;
    world.server.start(&before, false)?;
    world.tables.clear();
    // With the same numbers, other players get the same secret.
    world.create(1, "roulette", false).map(drop)
}

fn often(world: &mut World) -> CheckResult {
    let before = world.server.copied()?;
    for _ in 0..world.rng.between(1, 3) {
        // Of several restores of one backup, the last one is in the chain.
        let copied = if world.rng.percent(50) { before.clone() } else { world.server.copied()? };
        world.restore(&copied)?;
        world.server.pass(HOUR_MS / 4)?;
    }
    world.victim("roulette").map(drop)
}

fn signed_anew(world: &mut World) -> CheckResult {
    world.victim("roulette")?;
    world.note()?;
    let number = world.add_key();
    let new = ServerKeys::new(vec![(number, key(number))]).signing_keys().remove(0).public();
    world.server.restate(|drafts| {
        drafts.retain(|draft| !matches!(draft.says, Says::Key(_)));
        drafts.iter_mut().for_each(|draft| draft.signer = new);
        let at = drafts.first().map_or(0, |draft| draft.at);
        drafts.insert(0, Draft { at, says: Says::Key(new), signer: new });
    })
}

fn signs_itself(world: &mut World) -> CheckResult {
    world.victim("roulette")?;
    let (number, at) = (world.add_key(), world.server.now().0);
    let new = ServerKeys::new(vec![(number, key(number))]).signing_keys().remove(0).public();
    world.server.restate(|drafts| drafts.push(Draft { at, says: Says::Key(new), signer: new }))
}

fn removed(world: &mut World) -> CheckResult {
    let table = world.victim("roulette")?;
    world.server.edit(|rows| {
        let deal = |record: &Record| match record {
            Record::Table(id, row) if *id == table => row.setup.deal.as_ref().map(|deal| deal.day.clone()),
            _ => None,
        };
        let name = rows.iter().find_map(deal).and_then(|day| DayName::parse(&day));
        rows.retain(|record| {
            !matches!(record, Record::Table(id, _) | Record::Ply(id, ..) | Record::TableMessage(id, ..) if *id == table)
        });
        for record in rows {
            if let Record::FairDay(day, row) = record
                && Some(*day) == name
            {
                row.numbers -= 1;
            }
        }
    })
}

fn taken_back(world: &mut World) -> CheckResult {
    let Some(table) = world.create(0, "tic-tac-toe-vs-house", false)? else { return Ok(()) };
    let before = world.pocket.receipts.len();
    while world.pocket.receipts.len() == before {
        world.play(table, 1)?;
    }
    world.server.edit(|rows| rows.retain(|record| !matches!(record, Record::Ply(id, ..) if *id == table)))?;
    world.server.pass(1_000)?;
    world.play(table, MOST_MOVES)?;
    world.victims.insert(table.to_string());
    Ok(())
}

fn day_before(world: &mut World) -> CheckResult {
    // A table of the operator holds the day open.
    world.create(1, "tic-tac-toe-vs-house", true)?;
    let before = world.server.day_name(world.today())?;
    world.next_day()?;
    let today = world.server.day_name(world.today())?;
    let Some(table) = world.create(0, "roulette", false)? else { return Ok(()) };
    let secret = world.server.day_secret(before.day)?;
    world.server.edit(|rows| {
        let mut number = 0;
        for record in rows.iter_mut() {
            match record {
                Record::FairDay(day, row) if *day == before => {
                    row.numbers += 1;
                    number = row.numbers;
                }
                Record::FairDay(day, row) if *day == today => row.numbers -= 1,
                _ => {}
            }
        }
        for record in rows {
            if let Record::Table(id, row) = record
                && *id == table
                && let Some(deal) = &mut row.setup.deal
            {
                (deal.day, deal.number) = (before.to_string(), number);
                row.seed = SeedRow::Clear(*deal.seed(&secret).as_bytes());
            }
        }
    })?;
    world.play(table, MOST_MOVES)?;
    world.victims.insert(table.to_string());
    Ok(())
}

fn compromised(world: &mut World) -> CheckResult {
    world.replace_compromised()?;
    world.victim("roulette").map(drop)
}

/// The operator plays as a member, and ends the table when it goes badly. The list says so.
fn broken_off(world: &mut World) -> CheckResult {
    world.victim("roulette")?;
    let Some(table) = world.create(0, "tic-tac-toe-vs-house", true)? else { return Ok(()) };
    world.join(table)?;
    world.play(table, 2)?;
    let void = VoidTable { table, by: None, reason: None };
    let reply = world.server.administer(Request::VoidTable(void))?;
    must(reply.is_ok(), NAMED, || format!("{:?}", reply.map(drop)))?;
    world.aborted.insert(table.to_string());
    Ok(())
}
