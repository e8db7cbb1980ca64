//! Streams of members: everything that concerns one member. A reader has digests of whole responses, of which only the
//! newest counts, and for each table and party the cursor that the reader of its own stream has.

use super::accounts::session;
use super::duels::list as duels;
use super::news::{AfterEvents, News, answer_of};
use super::parties::requests as parties;
use super::queue;
use super::tables::view::SharedViews;
use super::tables::{list, read};
use crate::answer::Answer;
use crate::cursor::{EventId, MAX_DUELS, MAX_PARTIES, MAX_TABLES, MAX_TICKETS, MemberCursor, PartyCursor, TableCursor};
use crate::effects::Query;
use crate::handled::{Handled, HandlerResult};
use crate::ids::{AccountId, DuelId, PartyId, TableId, TicketId};
use crate::pending::{ArchivedRead, QueryPurpose};
use crate::record::{Change, Key, LedgerAccount, Record, TicketRow};
use crate::request::{Caller, StreamMe};
use crate::secret::sha256;
use crate::state::{Table, Transaction};
use crate::watches::{WatchCursor, Watches};
use std::collections::{BTreeMap, BTreeSet};
use std::mem;
use std::ops::ControlFlow;

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
    Ok(Handled::Stream(WatchCursor::Member(account, has), false))
}

/// Members whose streams may have news after changes that affected these tables and parties. Those of whom a table or a
/// party is no longer one have it in their cursors.
pub(crate) fn concerned(
    tx: &Transaction<'_>,
    (changes, watches): (&[Change], &Watches),
    tables: &BTreeSet<TableId>,
    parties: &BTreeSet<PartyId>,
) -> BTreeSet<AccountId> {
    let of_tables = tables.iter().filter_map(|table| tx.table(*table)).filter(|table| !table.row.is_for_agents());
    let of_parties = parties.iter().filter_map(|party| tx.parties.get(*party));
    let mut members: BTreeSet<AccountId> = of_tables.flat_map(Table::members).collect();
    members.extend(of_parties.flat_map(|party| &party.row.members));
    for change in changes {
        add_concerned(tx, watches, change, &mut members);
    }
    members
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the other rows are in no response that a stream carries")]
fn add_concerned(tx: &Transaction<'_>, watches: &Watches, change: &Change, members: &mut BTreeSet<AccountId>) {
    match change {
        Change::Put(Record::Balance(LedgerAccount::Member(member), _)) => drop(members.insert(*member)),
        Change::Put(Record::Duel(_, row)) => members.extend(row.owners()),
        Change::Put(Record::Ticket(_, row)) => drop(members.insert(row.account)),
        // Their invitations to each other are hidden or shown again.
        Change::Put(Record::Block(by, blocked, _)) | Change::Remove(Key::Block(by, blocked)) => {
            members.extend([*by, *blocked]);
        }
        // Others see the member's name, and whether the seats of an invitation are frozen.
        Change::Put(Record::Account(member, _) | Record::Sanction(member, _))
        | Change::Remove(Key::Sanction(member)) => {
            members.insert(*member);
            members.extend(tx.tables.active_of(*member).flat_map(|(_, table)| table.members()));
        }
        Change::Put(Record::Agent(agent, _)) => {
            let readers = watches.members.iter().filter_map(|id| watches.pending[id].caller.member().ok());
            members.extend(
                readers.filter(|reader| tx.duels.running_of(*reader).any(|(_, duel)| duel.agents().contains(agent))),
            );
        }
        _ => {}
    }
}

/// The place of a response's digest in a cursor.
type DigestPlace = fn(&mut MemberCursor) -> &mut u64;

/// All events that a reader lacks, or those before the first that needs rows.
pub(super) fn news(
    tx: &Transaction<'_>,
    caller: &Caller,
    account: AccountId,
    has: &mut MemberCursor,
    views: &mut SharedViews,
) -> News {
    let mut news = MemberNews { tx, account, has, events: Vec::new() };
    let then = news.all(caller, views).break_value().unwrap_or_default();
    News { events: news.events, then }
}

/// The event that these rows are for, if a request for it gets an answer. What is not the member's any more leaves the cursor.
pub(super) fn found(
    tx: &Transaction<'_>,
    account: AccountId,
    has: &mut MemberCursor,
    purpose: &QueryPurpose,
    answer: Option<Answer>,
) -> News {
    let mut news = MemberNews { tx, account, has, events: Vec::new() };
    news.found(purpose, answer);
    let then = news.cold().unwrap_or_default();
    News { events: news.events, then }
}

/// The events that a reader lacks: by their kind, then by the id of what they are about.
struct MemberNews<'a> {
    tx: &'a Transaction<'a>,
    account: AccountId,
    /// What the reader has after the events.
    has: &'a mut MemberCursor,
    events: Vec<(EventId, Answer)>,
}

impl MemberNews<'_> {
    fn all(&mut self, caller: &Caller, views: &mut SharedViews) -> ControlFlow<AfterEvents> {
        self.responses();
        self.tickets();
        self.duels()?;
        self.tables(caller, views)?;
        self.parties()
    }

    /// The rows of the next duel or table in the cursor that is not in memory. It looks at nothing else, so that a long cursor of such
    /// ids costs little.
    fn cold(&self) -> Option<AfterEvents> {
        let (tx, account) = (self.tx, self.account);
        let duel = self.has.duels.keys().find(|id| !duels::is_in_memory(tx, account, **id)).copied();
        if let Some(id) = duel {
            return Some(search_duel(id));
        }
        let table = self.has.seen.keys().find(|id| tx.table(**id).is_none()).copied()?;
        Some(self.search_archive(table))
    }

    fn search_archive(&self, table: TableId) -> AfterEvents {
        let since = self.has.seen.get(&table).and_then(|seen| seen.messages);
        AfterEvents::Searches(Query::Archive(table), QueryPurpose::Archived(table, ArchivedRead::View(since)))
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
            if mem::replace(place(self.has), digest) != digest {
                self.event(replied.answer);
            }
        }
    }

    fn tickets(&mut self) {
        let tx = self.tx;
        let own = tx.queue.waiting_of(self.account);
        let all: BTreeSet<TicketId> = own.chain(self.has.tickets.iter().copied()).collect();
        for id in all {
            let own = tx.queue.get(id).filter(|row| row.account == self.account);
            let waits = own.is_some_and(TicketRow::waits);
            if waits && self.has.tickets.len() == MAX_TICKETS && !self.has.tickets.contains(&id) {
                self.has.tickets.pop_first();
            }
            let is_new = if waits { self.has.tickets.insert(id) } else { self.has.tickets.remove(&id) };
            let ticket = queue::ticket(tx, id).filter(|_| is_new && own.is_some());
            ticket.into_iter().for_each(|ticket| self.event(Answer::Ticket(ticket)));
        }
    }

    fn duels(&mut self) -> ControlFlow<AfterEvents> {
        let running = self.tx.duels.running_of(self.account).filter(|(_, row)| !row.self_check);
        for id in newest(running.map(|(id, _)| id), &mut self.has.duels, MAX_DUELS) {
            let Some(duel) = duels::duel_in_memory(self.tx, self.account, id) else {
                return ControlFlow::Break(search_duel(id));
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
        ControlFlow::Continue(())
    }

    fn tables(&mut self, caller: &Caller, views: &mut SharedViews) -> ControlFlow<AfterEvents> {
        let (tx, account) = (self.tx, self.account);
        let listed = list::tables_of(tx, account).take(tx.config.bounds.rows).map(|(id, ..)| id);
        for id in newest(listed, &mut self.has.seen, MAX_TABLES) {
            let Some(known) = tx.table(id) else { return ControlFlow::Break(self.search_archive(id)) };
            if known.seat_of(account).is_none() {
                self.has.seen.remove(&id);
                continue;
            }
            loop {
                // The first view is without earlier events and messages.
                let had = self.has.seen.get(&id).copied();
                let nothing = TableCursor { events: 0, messages: None, row_digest: 0 };
                let place = (had.is_some(), had.unwrap_or(nothing));
                match read::next_view(tx, caller, id, place, had.is_none(), views) {
                    Ok(Some((view, after))) => {
                        let messages = after.messages.or_else(|| Some(known.newest_message()));
                        self.has.seen.insert(id, TableCursor { messages, ..after });
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
        ControlFlow::Continue(())
    }

    fn parties(&mut self) -> ControlFlow<AfterEvents> {
        let (tx, account) = (self.tx, self.account);
        for id in newest(tx.parties.of(account), &mut self.has.parties, MAX_PARTIES) {
            loop {
                let had = self.has.parties.get(&id).copied();
                let known = had.unwrap_or(PartyCursor { messages: 0, table: None, erased: 0 });
                match parties::party_news(tx, account, id, (known.messages, known), had.is_none()) {
                    Ok(Some(Handled::Ask(query, purpose))) => {
                        return ControlFlow::Break(AfterEvents::Searches(query, purpose));
                    }
                    Ok(Some(handled)) => self.party(id, answer_of(handled)),
                    Ok(None) => break,
                    Err(_) => {
                        self.has.parties.remove(&id);
                        break;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn party(&mut self, id: PartyId, answer: Option<Answer>) {
        if let Some(Answer::Party(view)) = &answer {
            self.has.parties.insert(id, parties::cursor_after(self.tx, view));
        } else {
            self.has.parties.remove(&id);
        }
        answer.into_iter().for_each(|answer| self.event(answer));
    }

    fn found(&mut self, purpose: &QueryPurpose, answer: Option<Answer>) {
        if let QueryPurpose::Party(party, _) = purpose {
            return self.party(*party, answer);
        }
        if let QueryPurpose::Archived(table, _) = purpose {
            self.has.seen.remove(table);
        }
        if let QueryPurpose::Duel(duel) = purpose {
            self.has.duels.remove(duel);
        }
        let is_own_table = |answer: &Answer| matches!(answer, Answer::Table(view) if view.my_seat >= 0);
        let is_own_duel = |answer: &Answer| matches!(answer, Answer::Duel(duel) if duel.mine);
        if let Some(answer) = answer.filter(|answer| is_own_table(answer) || is_own_duel(answer)) {
            self.event(answer);
        }
    }
}

fn search_duel(id: DuelId) -> AfterEvents {
    AfterEvents::Searches(duels::query_of(id), QueryPurpose::Duel(id))
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
