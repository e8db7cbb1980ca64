//! Streams of members: everything that concerns one member. A reader has digests of whole responses, of which only the
//! newest counts, and for each table and party the cursor that the reader of its own stream has.

use super::accounts::session;
use super::duels::list as duels;
use super::parties::requests as parties;
use super::tables::view::SharedViews;
use super::tables::{archive, list, read};
use crate::answer::Answer;
use crate::cursor::{EventId, MOST_DUELS, MOST_PARTIES, MOST_TABLES, MemberCursor, PartyCursor};
use crate::effects::Query;
use crate::handled::{Handled, HandlerResult};
use crate::ids::{AccountId, PartyId, TableId};
use crate::pending::EventRows;
use crate::polls::Polls;
use crate::record::{Change, Key, LedgerAccount, Record};
use crate::request::{Caller, StreamMe};
use crate::secret::sha256;
use crate::state::{Table, Transaction};
use std::collections::{BTreeMap, BTreeSet};
use std::mem;

/// Open a stream of the caller. A cursor beyond the newest event or message waits for the next one.
pub(crate) fn stream_me(tx: &Transaction<'_>, caller: &Caller, input: StreamMe) -> HandlerResult {
    let account = caller.member()?;
    let mut has = input.after.unwrap_or_default();
    for (table, seen) in &mut has.seen {
        *seen = tx.table(*table).map_or(*seen, |known| read::within(known, *seen));
    }
    for (party, seen) in &mut has.parties {
        seen.messages = tx.parties.get(*party).map_or(seen.messages, |known| seen.messages.min(known.chat.newest));
    }
    Ok(Handled::MemberStream(account, has))
}

/// Members whose streams may have news after changes that touched these tables and parties. Those of whom a table or a
/// party is no longer one have it in their cursors.
pub(crate) fn concerned(
    tx: &Transaction<'_>,
    (changes, polls): (&[Change], &Polls),
    tables: &BTreeSet<TableId>,
    parties: &BTreeSet<PartyId>,
) -> BTreeSet<AccountId> {
    let of_tables = tables.iter().filter_map(|table| tx.table(*table)).filter(|table| !table.row.is_for_agents());
    let of_parties = parties.iter().filter_map(|party| tx.parties.get(*party));
    let mut members: BTreeSet<AccountId> = of_tables.flat_map(Table::members).collect();
    members.extend(of_parties.flat_map(|party| &party.row.members));
    for change in changes {
        add_concerned(tx, polls, change, &mut members);
    }
    members
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the other rows are in no response that a stream carries")]
fn add_concerned(tx: &Transaction<'_>, polls: &Polls, change: &Change, members: &mut BTreeSet<AccountId>) {
    match change {
        Change::Put(Record::Balance(LedgerAccount::Member(member), _)) => drop(members.insert(*member)),
        Change::Put(Record::Duel(_, row)) => members.extend(row.owners()),
        // Others see the member's name, and whether the seats of an invitation are frozen.
        Change::Put(Record::Account(member, _) | Record::Sanction(member, _))
        | Change::Remove(Key::Sanction(member)) => {
            members.insert(*member);
            members.extend(tx.tables.active_of(*member).flat_map(|(_, table)| table.members()));
        }
        Change::Put(Record::Agent(agent, _)) => {
            let readers = polls.members.keys().filter_map(|id| polls.pending[id].caller.member().ok());
            members.extend(
                readers.filter(|reader| tx.duels.running_of(*reader).any(|(_, duel)| duel.agents().contains(agent))),
            );
        }
        _ => {}
    }
}

/// The place of a response's digest in a cursor.
type DigestPlace = fn(&mut MemberCursor) -> &mut u64;

/// The rows that the next event needs.
pub(super) struct NeededRows(pub(super) Query, pub(super) EventRows);

/// The events that a reader lacks: by their kind, then by the id of what they are about.
pub(super) struct Lacking<'a> {
    pub(super) tx: &'a Transaction<'a>,
    pub(super) caller: &'a Caller,
    pub(super) account: AccountId,
    /// What the reader has after the events.
    pub(super) has: MemberCursor,
    pub(super) events: Vec<(EventId, Answer)>,
}

impl Lacking<'_> {
    /// All events, or those before the first that needs rows.
    pub(super) fn all(&mut self, views: &mut SharedViews) -> Result<(), NeededRows> {
        self.responses();
        self.duels()?;
        self.tables(views)?;
        self.parties()
    }

    /// The rows of the next duel or table in the cursor that is not in memory. It looks at nothing else, so that a long cursor of such
    /// ids costs little.
    pub(super) fn cold(&self) -> Option<NeededRows> {
        let (tx, account) = (self.tx, self.account);
        let duel = self.has.duels.keys().find(|id| !duels::is_in_memory(tx, account, **id)).copied();
        if let Some(id) = duel {
            return Some(NeededRows(duels::query_of(id), EventRows::Duel(id)));
        }
        let table = self.has.seen.keys().find(|id| tx.table(**id).is_none()).copied()?;
        Some(NeededRows(Query::Archive(table), EventRows::Archive(table)))
    }

    fn event(&mut self, answer: Answer) {
        self.events.push((EventId::Member(self.has.to_string().into()), answer));
    }

    fn responses(&mut self) {
        let (tx, account) = (self.tx, self.account);
        let responses: [(HandlerResult, DigestPlace); 3] = [
            (session::me(tx, account), |has| &mut has.me),
            (list::my_tables(tx, account), |has| &mut has.tables),
            (list::my_invitations(tx, account), |has| &mut has.invitations),
        ];
        for (handled, place) in responses {
            let Ok(Handled::Now(replied)) = handled else { continue };
            let digest = digest(&replied.answer);
            if mem::replace(place(&mut self.has), digest) != digest {
                self.event(replied.answer);
            }
        }
    }

    fn duels(&mut self) -> Result<(), NeededRows> {
        let running = self.tx.duels.running_of(self.account).filter(|(_, row)| !row.self_check);
        for id in newest(running.map(|(id, _)| id), &mut self.has.duels, MOST_DUELS) {
            let Some(duel) = duels::duel_in_memory(self.tx, self.account, id) else {
                return Err(NeededRows(duels::query_of(id), EventRows::Duel(id)));
            };
            let (is_over, answer) = (duel.outcome.is_some(), Answer::Duel(duel));
            let digest = digest(&answer);
            if self.has.duels.insert(id, digest) != Some(digest) {
                if is_over {
                    self.has.duels.remove(&id);
                }
                self.event(answer);
            }
        }
        Ok(())
    }

    fn tables(&mut self, views: &mut SharedViews) -> Result<(), NeededRows> {
        let (tx, account) = (self.tx, self.account);
        let listed = list::tables_of(tx, account).take(tx.config.bounds.rows).map(|(id, ..)| id);
        for id in newest(listed, &mut self.has.seen, MOST_TABLES) {
            let Some(known) = tx.table(id) else { return Err(NeededRows(Query::Archive(id), EventRows::Archive(id))) };
            if known.seat_of(account).is_none() {
                self.has.seen.remove(&id);
                continue;
            }
            loop {
                match read::next_view(tx, self.caller, id, self.has.seen.get(&id).copied(), views) {
                    Ok(Some((view, after))) => {
                        self.has.seen.insert(id, after);
                        self.event(Answer::Table(view));
                    }
                    Ok(None) => break,
                    // It is not for the member, for example while another program plays the seat.
                    Err(_) => {
                        self.has.seen.remove(&id);
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    fn parties(&mut self) -> Result<(), NeededRows> {
        let (tx, account) = (self.tx, self.account);
        for id in newest(tx.parties.of(account), &mut self.has.parties, MOST_PARTIES) {
            loop {
                let had = self.has.parties.get(&id).copied();
                let known = had.map_or((0, None), |had| (had.messages, had.table));
                match parties::party_news(tx, account, id, Some(known.0), known, had.is_none()) {
                    Ok(Some(Handled::Now(replied))) => self.party(id, replied.answer),
                    Ok(Some(Handled::Ask(query, _))) => return Err(NeededRows(query, EventRows::Party(id, known.0))),
                    Ok(_) => break,
                    Err(_) => {
                        self.has.parties.remove(&id);
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    fn party(&mut self, id: PartyId, answer: Answer) {
        if let Answer::Party(view) = &answer {
            let after = PartyCursor { messages: view.msgs_at, table: view.current_table_id };
            self.has.parties.insert(id, after);
            self.event(answer);
        }
    }

    /// The event that these rows are for. What is not the member's any more leaves the cursor.
    pub(super) fn found(&mut self, read: EventRows, rows: &[Record]) {
        let (tx, account) = (self.tx, self.account);
        match read {
            EventRows::Party(party, since) => match parties::party_view(tx, account, party, since, rows) {
                Ok(view) => self.party(party, Answer::Party(view.into())),
                Err(_) => drop(self.has.parties.remove(&party)),
            },
            EventRows::Archive(table) => {
                let since = self.has.seen.remove(&table).and_then(|seen| seen.messages);
                let view = archive::last_view(tx, self.caller, table, since, rows);
                if let Some(view) = view.ok().filter(|view| view.my_seat >= 0) {
                    self.event(Answer::Table(view.into()));
                }
            }
            EventRows::Duel(duel) => {
                self.has.duels.remove(&duel);
                let found = duels::duel_of_id(tx, self.caller, duel, rows);
                if let Some(answer) = found.ok().filter(|found| matches!(found, Answer::Duel(duel) if duel.mine)) {
                    self.event(answer);
                }
            }
        }
    }
}

/// The newest of those that are the member's and those that the reader has. The others leave the cursor.
fn newest<K: Ord + Copy, V>(own: impl Iterator<Item = K>, has: &mut BTreeMap<K, V>, most: usize) -> BTreeSet<K> {
    let mut all: BTreeSet<K> = own.chain(has.keys().copied()).collect();
    while all.len() > most {
        all.pop_first().and_then(|oldest| has.remove(&oldest));
    }
    all
}

/// A digest of a response, which is not 0.
fn digest(answer: &Answer) -> u64 {
    let [a, b, c, d, e, f, g, h, ..] = sha256(answer.json().as_bytes());
    u64::from_be_bytes([a, b, c, d, e, f, g, h]).max(1)
}
