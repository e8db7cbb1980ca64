//! Players: they create and join tables with what the server cannot predict, play them to the end, and keep notes,
//! receipts and bundles.

use super::server::{MEMBERS, Server};
use super::{Pocket, Published};
use crate::inner::prelude::*;
use turnstone_fairness::check::{FairVerdict, Note};

/// What they play: kinds of one player, and of one or two.
const ALONE: [&str; 3] = ["roulette", "blackjack", "baccarat"];
const WITH: [&str; 3] = ["tic-tac-toe-vs-house", "connect-four-vs-house", "mancala-vs-house"];
/// More moves than a player makes at a table.
const MOST_MOVES: u32 = 200;
/// Players whose clocks are ahead of the server's by more than this get a warning, and note nothing.
const CLOCKS_MS: u64 = 600_000;
const PLAYS: &str = "players can play whatever the operator does";

/// A server and those who play there.
pub(super) struct World {
    pub(super) server: Server,
    pub(super) rng: Rng,
    pub(super) counts: Counts,
    pub(super) pocket: Pocket,
    /// What they kept of what the server has lost since.
    pub(super) lost: Pocket,
    /// Bundles that they fetched when a table was over, by its id.
    pub(super) bundles: BTreeMap<String, Value>,
    /// Those of tables that the server has lost since.
    pub(super) lost_bundles: BTreeMap<String, Value>,
    /// Tables that may still be played.
    pub(super) tables: BTreeSet<TableId>,
    /// Whether a salvage has cut the chain.
    pub(super) has_cut: bool,
    /// Whether secrets were replaced: keys were lost or compromised.
    pub(super) has_replaced: bool,
    /// The tables at which somebody was cheated.
    pub(super) victims: BTreeSet<String>,
    /// The tables at which the operator broke off.
    pub(super) aborted: BTreeSet<String>,
    requests: u64,
}

impl World {
    pub(super) fn new(seed: u64, days_ahead: u32) -> Result<Self, Violation> {
        Ok(Self {
            server: Server::new(seed, days_ahead)?,
            rng: Rng::new(mix(&[seed, 0xfa12])),
            counts: Counts::default(),
            pocket: Pocket::default(),
            lost: Pocket::default(),
            bundles: BTreeMap::new(),
            lost_bundles: BTreeMap::new(),
            tables: BTreeSet::new(),
            has_cut: false,
            has_replaced: false,
            victims: BTreeSet::new(),
            aborted: BTreeSet::new(),
            requests: 0,
        })
    }

    /// A player notes the newest statement, with the time of their own clock.
    pub(super) fn note(&mut self) -> CheckResult {
        let at = self.server.right() + self.rng.below(CLOCKS_MS / 2);
        let reply = self.server.ask(MEMBERS[0], Request::FairnessNewest)?;
        let Ok(Replied { answer: Answer::NewestStatement(newest), .. }) = reply else { return Ok(()) };
        if at <= self.server.now().0 + CLOCKS_MS {
            self.pocket.note(&newest.text, at);
            self.counts.hit("premise: a player noted the newest statement");
        }
        Ok(())
    }

    /// Two texts that the server cannot predict.
    fn texts(&mut self) -> (String, String) {
        self.requests += 1;
        (format!("request-{}", self.requests), hex::encode(&self.rng.bytes()[..16]))
    }

    /// A member creates a table. With `is_open`, it waits for the other one.
    pub(super) fn create(&mut self, member: usize, kind: &str, is_open: bool) -> Result<Option<TableId>, Violation> {
        let (own, seed) = self.texts();
        let brought = Brought::of(Some(&own), Some(&seed));
        let create = CreateTable {
            kind: kind.to_owned(),
            stake: Some(1),
            open: is_open,
            // Such a table waits and runs for days.
            pace: if is_open { Pace::Daily } else { Pace::Live },
            client_ref: Some(own),
            client_seed: Some(seed),
            ..CreateTable::default()
        };
        let reply = self.server.ask(MEMBERS[member], Request::CreateTable(create))?;
        let table = match reply {
            Ok(Replied { answer: Answer::Created(created), .. }) => created.table_id,
            Ok(_) => return Ok(None),
            Err(rejected) => return Err(Violation { rule: PLAYS, seen: format!("{kind}: {:?}", rejected.rejection) }),
        };
        self.pocket.brought.insert(table.to_string(), vec![(0, brought)]);
        self.tables.insert(table);
        self.look(table)?;
        Ok(Some(table))
    }

    /// The other member joins a table that waits.
    pub(super) fn join(&mut self, table: TableId) -> CheckResult {
        let (_, seed) = self.texts();
        let brought = Brought::of(None, Some(&seed));
        let reply = self.server.ask(MEMBERS[1], Request::JoinTable(table, JoinTable { client_seed: Some(seed) }))?;
        if reply.is_ok() {
            self.pocket.brought.entry(table.to_string()).or_default().push((1, brought));
            self.counts.hit("premise: two members brought something to one table");
        }
        Ok(())
    }

    /// A drawn table of a drawn kind.
    pub(super) fn play_something(&mut self) -> CheckResult {
        let member = self.rng.below(2) as usize;
        match self.rng.below(6) {
            0 | 1 => self.create(member, self.rng.clone().one(&ALONE), false).map(drop),
            2 => self.create(member, self.rng.clone().one(&WITH), false).map(drop),
            3 => {
                let Some(table) = self.create(0, WITH[0], true)? else { return Ok(()) };
                if self.rng.percent(80) { self.join(table) } else { Ok(()) }
            }
            4 => self.challenge(member),
            _ => {
                let moves = self.rng.between(1, 12) as u32;
                let table = self.rng.pick(&self.tables.iter().copied().collect::<Vec<_>>()).copied();
                table.map_or(Ok(()), |table| self.play(table, moves))
            }
        }
    }

    /// The daily challenge.
    fn challenge(&mut self, member: usize) -> CheckResult {
        let (own, _) = self.texts();
        let create = CreateTable { daily: true, client_ref: Some(own), ..CreateTable::default() };
        if let Ok(Replied { answer: Answer::Created(created), .. }) =
            self.server.ask(MEMBERS[member], Request::CreateTable(create))?
        {
            self.tables.insert(created.table_id);
            self.counts.hit("premise: a daily challenge was played");
        }
        Ok(())
    }

    /// Play a table on until it is over, no player can move, or this many moves were made.
    pub(super) fn play(&mut self, table: TableId, moves: u32) -> CheckResult {
        for _ in 0..moves {
            let Some((member, legal)) = self.mover(table)? else { break };
            let action = legal[self.rng.below(legal.len() as u64) as usize].0.get();
            let action: Value = serde_json::from_str(action).unwrap_or_default();
            let act = Act { action: action.clone(), expected_plies: None, events: None };
            let Ok(replied) = self.server.ask(member, Request::Act(table, act))? else { break };
            if let Some(accepted) = &replied.accepted {
                self.pocket.keep(&action, accepted);
                self.counts.hit("premise: a player kept a receipt");
            }
            let pause = self.rng.below(3_000);
            self.server.pass(pause)?;
        }
        self.look(table)
    }

    /// The member who is to move, with their legal actions.
    fn mover(&mut self, table: TableId) -> Result<Option<(AccountId, Vec<Json>)>, Violation> {
        for member in MEMBERS {
            let read = ReadTable { wait_ms: 0, events_since: None, msgs_since: None };
            if let Ok(Replied { answer: Answer::Table(view), .. }) =
                self.server.ask(member, Request::ReadTable(table, read))?
                && !view.state.legal_actions.is_empty()
            {
                return Ok(Some((member, view.state.legal_actions.clone())));
            }
        }
        Ok(None)
    }

    /// Keep the bundle of a table that is over.
    fn look(&mut self, table: TableId) -> CheckResult {
        let reply = self.server.ask(MEMBERS[0], Request::Replay(table, Replay { seat: None }))?;
        if let Ok(replied) = reply
            && let Ok(bundle) = serde_json::from_str(&replied.answer.json())
        {
            self.tables.remove(&table);
            self.bundles.insert(table.to_string(), bundle);
        }
        Ok(())
    }

    /// A table that one member plays to its end. Cheats that need a victim happen there.
    pub(super) fn victim(&mut self, kind: &str) -> Result<TableId, Violation> {
        let table = self.create(0, kind, false)?.ok_or_else(|| Violation { rule: PLAYS, seen: kind.to_owned() })?;
        self.play(table, MOST_MOVES)?;
        self.victims.insert(table.to_string());
        Ok(table)
    }

    /// The server has gone on from rows of earlier: what it lacks is lost.
    pub(super) fn find_lost(&mut self) -> CheckResult {
        let published = self.server.published()?;
        let hashes: BTreeSet<String> = published.hashes().collect();
        let rows = self.server.copied()?.rows;
        let (mut moves, mut known) = (BTreeMap::new(), BTreeSet::new());
        for record in &rows {
            match record {
                Record::Table(id, _) => drop(known.insert(id.to_string())),
                Record::Ply(id, ply, row) => drop(moves.insert((id.to_string(), u64::from(*ply)), row.at.0)),
                Record::Archive(id, row) => {
                    known.insert(id.to_string());
                    let plies = (0..).zip(&row.plies);
                    moves.extend(plies.map(|(ply, row)| ((id.to_string(), ply), row.at.0)));
                }
                _ => {}
            }
        }
        let is_kept = |line: &String| {
            let table = line.split(' ').next().unwrap_or_default().to_owned();
            let at = part(line, "\tply=").and_then(|ply| moves.get(&(table, ply)).copied());
            at.is_some() && at == part(line, ", at=")
        };
        let (receipts, lost_receipts): (Vec<String>, Vec<String>) =
            std::mem::take(&mut self.pocket.receipts).into_iter().partition(is_kept);
        let (notes, lost_notes): (Vec<Note>, Vec<Note>) =
            std::mem::take(&mut self.pocket.notes).into_iter().partition(|note| hashes.contains(&note.hash));
        (self.pocket.receipts, self.pocket.notes) = (receipts, notes);
        self.lost.notes.extend(lost_notes);
        self.lost.receipts.extend(lost_receipts);
        let is_there = |table: &String| published.bundles.iter().any(|bundle| bundle["sessionId"] == **table);
        let (kept, lost): (BTreeMap<_, _>, BTreeMap<_, _>) =
            std::mem::take(&mut self.bundles).into_iter().partition(|(table, _)| is_there(table));
        self.bundles = kept;
        self.lost_bundles.extend(lost);
        // An era does not explain what is later by another clock, that of a player or the server's when it was ahead, nor
        // statements that another branch of the store had, or those with which the era began.
        self.lost.notes.retain(|note| published.explains(note.at, note.number));
        self.lost.receipts.retain(|line| published.explains(part(line, ", at="), None));
        let created = |table: &str| u64::from_str_radix(table.get(2..14)?, 16).ok();
        let stated = |bundle: &Value| bundle.pointer("/fair/statement/number").and_then(Value::as_u64);
        self.lost_bundles
            .retain(|table, bundle| published.explains(created(table), stated(bundle).map(|number| number as u32)));
        self.pocket.brought.retain(|table, _| known.contains(table));
        self.tables.retain(|table| known.contains(&table.to_string()));
        Ok(())
    }

    /// The verdicts on everything published and kept, by table; also on what the server has lost, if asked.
    pub(super) fn verdicts(
        &mut self,
        pocket: &Pocket,
        has_lost: bool,
    ) -> Result<(Published, Vec<(String, FairVerdict)>), Violation> {
        let mut published = self.server.published()?;
        let shown: BTreeSet<String> = published.bundles.iter().map(|bundle| id_of(bundle).to_owned()).collect();
        let lost = self.lost_bundles.iter().filter(|_| has_lost);
        let kept = self.bundles.iter().chain(lost).filter(|(table, _)| !shown.contains(*table));
        published.bundles.extend(kept.map(|(_, bundle)| bundle.clone()));
        let verdicts = pocket.verdicts(&published);
        let ids = published.bundles.iter().map(|bundle| id_of(bundle).to_owned());
        let all = ids.zip(verdicts.bundles).chain(verdicts.unlisted).collect();
        Ok((published, all))
    }
}

/// A number in a receipt.
fn part(line: &str, name: &str) -> Option<u64> {
    line.split(name).nth(1)?.split(',').next()?.parse().ok()
}

fn id_of(bundle: &Value) -> &str {
    bundle["sessionId"].as_str().unwrap_or_default()
}
