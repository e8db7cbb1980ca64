//! Streams of members: each event is what the read of its name would answer, its id says what the reader has then, and
//! nothing that concerns the member is missing.

use super::polls::newest_message;
use crate::inner::judge::{
    FORMER, Judge, OpenMemberStream, OpenStream, PendingRequest, RequestStage, StepReply, account_of, status_of,
};
use crate::inner::model::{Table, waits};
use crate::inner::prelude::*;
use turnstone_api::cursor::{Cursor, PartyCursor, TableCursor};
use turnstone_service::answer::{AccountName, Invitation, MeResponse, MyInvitations, MyTable, MyTables, TicketState};

/// The digest of a response in an id.
fn digest(answer: &Answer) -> u64 {
    digest_of(answer.json().as_bytes())
}

/// The start of a hash, which is not 0.
pub(super) fn digest_of(bytes: &[u8]) -> u64 {
    let [a, b, c, d, e, f, g, h, ..] = sha256(bytes);
    u64::from_be_bytes([a, b, c, d, e, f, g, h]).max(1)
}

impl Judge {
    /// A reply to a request that opens a stream of a member.
    pub(super) fn check_member_stream(
        &mut self,
        pending: &mut PendingRequest,
        replied: &Replied,
        step: StepReply<'_>,
    ) -> CheckResult {
        let before = step.before;
        let said = |what: &str| format!("{} {:?} {what}: {:?}", pending.who, pending.request, pending.stage);
        match (&replied.place, &pending.stage) {
            (ReplyPlace::Opened, RequestStage::Queued) => {
                self.check_reply_to(pending, step)?;
                self.check_rooms(pending, before)?;
                self.counts.hit("premise: a stream of a member was opened");
                pending.stage = RequestStage::Member(Box::new(self.opened_by(pending)));
                Ok(())
            }
            (ReplyPlace::Event(EventId::Member(text)), RequestStage::Member(stream)) => {
                let read = MemberCursor::parse(text).filter(|_| text.len() <= 8_192);
                let cursor = read.ok_or_else(|| broken(said("has no id")))?;
                let mut next = OpenMemberStream { searches: None, ..*stream.clone() };
                let read = self.read_of(pending, stream, &cursor, &replied.answer)?;
                self.check_read(&read, &replied.answer, &cursor, step)?;
                next.left.retain(|table, _| cursor.seen.contains_key(table) && read.table() != Some(*table));
                next.has = cursor;
                self.counts.hit("premise: a stream of a member had an event");
                pending.stage = RequestStage::Member(Box::new(next));
                Ok(())
            }
            (ReplyPlace::Last, RequestStage::Member(stream)) => {
                let Answer::StreamEnd(StreamEnd { reason }) = &replied.answer else {
                    return Err(broken(said("ends")));
                };
                self.check_end(pending, stream.searches.is_some(), *reason, before)?;
                pending.stage = RequestStage::Replied;
                Ok(())
            }
            _ => Err(broken(said(&format!("{:?}", replied.place)))),
        }
    }

    fn opened_by(&mut self, pending: &PendingRequest) -> OpenMemberStream {
        let mut has = MemberCursor::default();
        if let Request::StreamMe(StreamMe { after: Some(after) }) = &pending.request {
            self.counts.hit("premise: a stream of a member went on");
            has = (**after).clone();
        }
        for (id, seen) in &mut has.seen {
            let Some(table) = self.model.tables.get(id).filter(|table| table.board.is_some()) else { continue };
            seen.events = seen.events.min(table.events.len() as u64);
            seen.messages = seen.messages.map(|since| since.min(newest_message(table)));
        }
        let until = pending.caller.claims.as_ref().map_or(Millis(u64::MAX), Claims::expires_at);
        OpenMemberStream { has, until, opened: self.commands, searches: None, left: Default::default() }
    }

    /// The read that would have answered what an event carries. The id has what is new, and lacks what has left.
    fn read_of(
        &self,
        pending: &PendingRequest,
        stream: &OpenMemberStream,
        cursor: &MemberCursor,
        answer: &Answer,
    ) -> Result<PendingRequest, Violation> {
        let said = || format!("{} {cursor:?} after {stream:?} of {answer:?}", pending.who);
        let mut should = stream.has.clone();
        let request = match answer {
            Answer::Me(_) => {
                should.me = digest(answer);
                Request::Me
            }
            Answer::MyTables(_) => {
                should.tables = digest(answer);
                Request::MyTables
            }
            Answer::MyInvitations(_) => {
                should.invitations = digest(answer);
                Request::MyInvitations
            }
            Answer::Duel(duel) => {
                let _ = if duel.outcome.is_none() {
                    should.duels.insert(duel.id, digest(answer))
                } else {
                    should.duels.remove(&duel.id)
                };
                Request::ReadDuel(duel.id)
            }
            Answer::Ticket(ticket) => {
                let _ = if ticket.state == TicketState::Waiting {
                    should.tickets.insert(ticket.ticket_id)
                } else {
                    should.tickets.remove(&ticket.ticket_id)
                };
                Request::ReadTicket(ticket.ticket_id, ReadTicket { wait_ms: 0 })
            }
            Answer::Table(view) => {
                let had = should.seen.remove(&view.id);
                let begins = view.state.events.is_none() && !view.archived;
                must(begins == had.is_none() || begins && stream.left.contains_key(&view.id), RULE, said)?;
                should.seen.extend(cursor.seen.get(&view.id).filter(|_| !view.archived).map(|next| (view.id, *next)));
                let after = had.filter(|_| !begins);
                Request::StreamTable(view.id, StreamTable { after, events_since: None, msgs_since: None })
            }
            Answer::Party(view) => {
                let (_, erased) = self.model.party_seen(view.id);
                let next = PartyCursor { messages: view.msgs_at, table: view.current_table_id, erased };
                let after = should.parties.insert(view.id, next);
                Request::StreamParty(view.id, StreamParty { after, msgs_since: None })
            }
            _ => return Err(broken(said())),
        };
        // A table that has left and is back begins again, even if it is as it was.
        let is_back = matches!(answer, Answer::Table(view) if stream.left.contains_key(&view.id));
        must(should != stream.has || is_back, "an event of a stream has news", said)?;
        let account = account_of(pending).ok_or_else(|| broken(said()))?;
        must(self.is_rest((account, stream), &should, cursor), RULE, said)?;
        let stage = RequestStage::Queued;
        Ok(PendingRequest { request, stage, ..pending.clone() })
    }

    /// Whether a cursor is another one without what is not the member's any more.
    fn is_rest(
        &self,
        (account, stream): (AccountId, &OpenMemberStream),
        whole: &MemberCursor,
        rest: &MemberCursor,
    ) -> bool {
        let table = |(id, seen): (&TableId, &TableCursor)| match rest.seen.get(id) {
            Some(kept) => kept == seen,
            // It may be back, and its event follows.
            None => self.is_left(account, *id) || stream.left.contains_key(id),
        };
        let party = |(id, seen): (&PartyId, &PartyCursor)| {
            let left = || self.is_party_left(account, *id) || !self.is_party_covered(account, whole, *id);
            rest.parties.get(id).map_or_else(left, |kept| kept == seen)
        };
        let duel = |(id, seen): (&DuelId, &u64)| {
            rest.duels.get(id).map_or_else(|| self.is_duel_left(account, *id), |kept| kept == seen)
        };
        let ticket = |id: &TicketId| rest.tickets.contains(id) || self.own_ticket_row(account, *id).is_none();
        (whole.me, whole.tables, whole.invitations) == (rest.me, rest.tables, rest.invitations)
            && whole.seen.iter().all(table)
            && whole.parties.iter().all(party)
            && whole.duels.iter().all(duel)
            && whole.tickets.iter().all(ticket)
            && rest.seen.keys().all(|id| whole.seen.contains_key(id))
            && rest.parties.keys().all(|id| whole.parties.contains_key(id))
            && rest.duels.keys().all(|id| whole.duels.contains_key(id))
            && rest.tickets.is_subset(&whole.tickets)
    }

    fn own_ticket_row(&self, account: AccountId, id: TicketId) -> Option<&TicketRow> {
        self.model.queue.tickets.get(&id).filter(|row| row.account == account)
    }

    /// Whether a table is not the member's any more, or for a while a program's.
    fn is_left(&self, account: AccountId, id: TableId) -> bool {
        let Some(table) = self.model.tables.get(&id) else {
            // An archive of practice expires.
            let sits = |player: &Player| *player == Player::Member(account);
            let archive = self.model.archives.get(&id);
            return archive.is_none_or(|row| row.table.practice || !row.table.players.iter().any(sits));
        };
        let seat = table.seat_of(account);
        seat.is_none_or(|seat| table.is_playing() && self.model.is_delegated(id, seat, self.now))
    }

    /// Whether a grant has expired whose timer has not been handled: each step handles one of the due timers.
    fn grant_is_due(&self, table: TableId) -> bool {
        let mut grants = self.model.grants.values().filter(|grant| grant.table == table);
        grants.any(|grant| grant.claimed.is_some() && !grant.ended && grant.expires_at <= self.now)
    }

    fn is_party_left(&self, account: AccountId, id: PartyId) -> bool {
        self.model.parties.get(&id).is_none_or(|row| !row.members.contains(&account))
    }

    /// Whether a party is among the newest ones of the member and the reader, which a stream covers.
    fn is_party_covered(&self, account: AccountId, has: &MemberCursor, id: PartyId) -> bool {
        let own = self.model.parties.iter().filter(|(_, row)| row.members.contains(&account)).map(|(own, _)| own);
        let newer: BTreeSet<_> = own.chain(has.parties.keys()).filter(|other| **other > id).collect();
        newer.len() < STREAM_PARTIES
    }

    fn is_duel_left(&self, account: AccountId, id: DuelId) -> bool {
        self.model.duel_entries.get(&id).is_none_or(|row| !row.owners.contains(&Some(account)))
    }

    /// An event is the reply to its read, and for a table or a party what its own stream would have.
    fn check_read(
        &mut self,
        read: &PendingRequest,
        answer: &Answer,
        cursor: &MemberCursor,
        step: StepReply<'_>,
    ) -> CheckResult {
        let said = || format!("{} {:?}: {cursor:?}", read.who, read.request);
        let event = match answer {
            Answer::Table(view) if view.archived => {
                self.counts.hit("premise: a stream of a member had an archived table");
                None
            }
            Answer::Table(view) => {
                let next = cursor.seen.get(&view.id).ok_or_else(|| broken(said()))?;
                let newest = self.model.tables.get(&view.id).map(newest_message);
                must(next.messages == view.msgs_at.or(newest), RULE, said)?;
                Some(EventId::Table(TableCursor { messages: view.msgs_at, ..*next }))
            }
            Answer::Party(view) => cursor.parties.get(&view.id).map(|next| EventId::Party(*next)),
            _ => return self.check_reply_to(read, step),
        };
        let (has, continues) = self.start_of(read);
        let open = OpenStream { has, is_first: !continues, searches: false };
        let read = PendingRequest { stage: RequestStage::Open(open.clone()), ..read.clone() };
        self.check_reply_to(&read, step)?;
        let Some(event) = event else { return Ok(()) };
        self.after_event(&read, &open, &event, answer, step.before.tick).map(|_| ())
    }

    /// The rows of an event were read, and it was not the member's any more.
    pub(crate) fn found_nothing(&mut self, id: RequestId) -> CheckResult {
        let Some(pending) = self.pending.get(&id) else { return Ok(()) };
        let (RequestStage::Member(stream), Some(account)) = (&pending.stage, account_of(pending)) else {
            return Ok(());
        };
        let mut stream = stream.clone();
        let holds = match stream.searches.take() {
            Some(Query::Archive(table)) => {
                stream.has.seen.remove(&table);
                self.is_left(account, table)
            }
            Some(Query::PartyMessages { party, .. }) => {
                stream.has.parties.remove(&party);
                self.is_party_left(account, party)
            }
            Some(Query::Duels { before, .. }) => {
                let first = stream.has.duels.keys().copied().find(|id| before == Some(id.made_at().plus_ms(1)));
                first.is_some_and(|duel| stream.has.duels.remove(&duel).is_some() && self.is_duel_left(account, duel))
            }
            _ => false,
        };
        must!(holds, "the result of a query reaches its request", "{id:?} {stream:?}")?;
        self.pending.entry(id).and_modify(|pending| pending.stage = RequestStage::Member(stream));
        Ok(())
    }

    /// No stream of a member lacks anything.
    pub(crate) fn check_members(&mut self) -> CheckResult {
        let mut pending = std::mem::take(&mut self.pending);
        let checked = pending.values_mut().filter(|pending| !pending.gone).try_for_each(|pending| {
            let Some(account) = account_of(pending) else { return Ok(()) };
            let RequestStage::Member(stream) = &mut pending.stage else { return Ok(()) };
            let is_sure = stream.searches.is_none();
            for id in stream.has.seen.keys().filter(|id| self.is_left(account, **id)) {
                stream.left.entry(*id).and_modify(|sure| *sure |= is_sure).or_insert(is_sure);
            }
            if is_sure {
                // Who is back begins again.
                stream.has.parties.retain(|id, _| !self.is_party_left(account, *id));
            }
            let news = if is_sure { self.news_of(account, stream) } else { None };
            news.map_or(Ok(()), |news| {
                Err(Violation { rule: "no wake-up is lost", seen: format!("{news}: {} {stream:?}", pending.who) })
            })
        });
        self.pending = pending;
        checked
    }

    /// What a reader does not have.
    fn news_of(&self, account: AccountId, stream: &OpenMemberStream) -> Option<String> {
        let has = &stream.has;
        let responses = [
            (self.me_of(account), has.me),
            (self.tables_of_member(account), has.tables),
            (self.invitations_of(account), has.invitations),
        ];
        let other =
            responses.iter().find(|(should, has)| digest(should) != *has).map(|(should, _)| format!("{should:?}"));
        let mut running = self.model.duels.iter().filter(|(_, row)| row.end.is_none() && !row.self_check);
        let duel = running
            .find(|(id, row)| row.sides.iter().any(|side| side.owner == Some(account)) && !has.duels.contains_key(id));
        let ended = has.duels.keys().find(|id| self.model.duels.get(id).is_some_and(|row| row.end.is_some()));
        let listed = self.listed_of(account).filter(|(id, _)| !self.is_left(account, **id) && !self.grant_is_due(**id));
        let mut new = listed.filter(|(id, _)| !has.seen.contains_key(id) || stream.left.get(id) == Some(&true));
        let mut seen = has.seen.iter().filter(|(id, _)| !stream.left.contains_key(id));
        let moved = seen.find(|(id, seen)| {
            let Some(table) = self.model.tables.get(id) else { return true };
            let seats = self.model.seats_seen(**id, &table.row, table.seat_of(account));
            let version = self.seats.version(**id, seen.row_digest, &seats, table.version);
            table.events.len() as u64 > seen.events || Some(newest_message(table)) > seen.messages || version == FORMER
        });
        let mut own = self.model.parties.iter().filter(|(_, row)| row.members.contains(&account));
        let party = own.find(|(id, _)| {
            let (table, erased) = self.model.party_seen(**id);
            let now = PartyCursor { messages: self.model.newest_party_message(**id), table, erased };
            has.parties.get(id) != Some(&now) && self.is_party_covered(account, has, **id)
        });
        let mut waiting = self.model.queue.tickets.iter().filter(|(_, row)| waits(row) && row.account == account);
        let ticket = waiting.find(|(id, _)| !has.tickets.contains(id));
        let matched = has.tickets.iter().find(|id| self.own_ticket_row(account, **id).is_some_and(|row| !waits(row)));
        let ids = [
            ticket.map(|(id, _)| id.to_string()),
            matched.map(TicketId::to_string),
            duel.map(|(id, _)| id.to_string()),
            ended.map(DuelId::to_string),
            new.next().map(|(id, _)| id.to_string()),
            moved.map(|(id, _)| id.to_string()),
            party.map(|(id, _)| id.to_string()),
        ];
        other.or_else(|| ids.into_iter().flatten().next())
    }

    fn me_of(&self, account: AccountId) -> Answer {
        let (model, handle) = (&self.model, self.model.handle(account));
        let recovered_at = model.sanctions.get(&account).and_then(|row| row.recovered_at);
        let balance = model.chips.balance(account);
        let recovery_confirmed = !model.accounts[&account].recovery_unconfirmed;
        Answer::Me(MeResponse {
            account: AccountName { id: account, handle },
            balance,
            recovered_at,
            recovery_confirmed,
        })
    }

    fn listed_of(&self, account: AccountId) -> impl Iterator<Item = (&TableId, &crate::inner::model::Table)> {
        let all = self.model.tables.iter().rev();
        let own = all
            .filter(move |(_, table)| table.is_active() && !table.is_for_agents() && table.seat_of(account).is_some());
        own.take(self.model.config.bounds.rows)
    }

    fn tables_of_member(&self, account: AccountId) -> Answer {
        let tables = self.listed_of(account).map(|(id, table)| MyTable {
            id: *id,
            game_id: table.row.game_id.clone(),
            kind: table.row.setup.kind.clone(),
            status: status_of(&table.row.status),
            pace: table.row.pace,
            stake: table.row.setup.stake,
            your_turn: table.is_playing() && table.seat_of(account).is_some_and(|seat| table.to_act().contains(seat)),
        });
        Answer::MyTables(MyTables { tables: tables.collect() })
    }

    fn invitations_of(&self, account: AccountId) -> Answer {
        let is_kept = |(id, table): &(&TableId, &Table)| {
            table.seat_of(account).is_none() && self.model.is_kept_for(account, **id, &table.row)
        };
        let all = self.model.tables.iter().rev().filter(is_kept);
        let apart = |host| self.model.is_block_between(host, account);
        let all = all.filter(|(_, table)| !table.row.host.is_some_and(apart));
        let open = all.filter(|(_, table)| table.is_waiting() && !self.model.seats_frozen(&table.row));
        let invitations = open.take(self.model.config.bounds.rows).map(|(id, table)| {
            let kind = table.row.setup.kind.as_deref().and_then(|kind| SHIPPED.kind(kind));
            Invitation {
                id: *id,
                game_id: table.row.game_id.clone(),
                kind: table.row.setup.kind.clone(),
                label: kind.map_or(table.row.game_id.as_str(), |(_, kind)| kind.label).to_owned(),
                stake: table.row.setup.stake,
                host: self.model.player_name(table.row.host.map_or(Player::Guest, Player::Member)),
                pace: table.row.pace,
                created_at: table.row.created_at,
            }
        });
        Answer::MyInvitations(MyInvitations { invitations: invitations.collect() })
    }
}

const RULE: &str = "the id of an event says what its reader has";

fn broken(seen: String) -> Violation {
    Violation { rule: "a stream opens, has events, and ends", seen }
}
