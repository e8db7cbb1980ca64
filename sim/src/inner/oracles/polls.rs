//! Long-polls and deadlines: due work is done at once, and a poll with news is answered.

use super::members::digest_of;
use crate::inner::judge::{
    ExpectedChat, Judge, PendingPoll, PendingRequest, RequestStage, SeatsSeen, UNSURE, account_of,
};
use crate::inner::model::{Model, Table};
use crate::inner::prelude::*;

impl Model {
    /// What the id of an event has a digest of.
    pub(super) fn seats_seen(&self, id: TableId, row: &TableRow, seat: Option<Seat>) -> SeatsSeen {
        let members = row.players.iter().filter_map(|player| player.member());
        let erased = members.filter(|id| self.accounts[id].slot.is_none()).collect();
        let hot = self.tables.get(&id);
        let messages = hot.into_iter().flat_map(|table| table.messages.values());
        let erased_messages = messages.filter(|message| self.names_erased(message)).count();
        let renewed = hot.map_or(Millis(0), Table::renewed);
        let rematch = self.rematch_shown(id, row, seat).filter(|_| hot.is_some());
        SeatsSeen { row: row.clone(), archived: hot.is_none(), erased, erased_messages, renewed, rematch }
    }

    /// Whether a message is by an erased member, or about one.
    pub(crate) fn names_erased(&self, message: &MessageRow) -> bool {
        message.author.is_some_and(|author| self.accounts[&author].slot.is_none())
    }

    /// The state with which a pending poll compares. A cursor from the future counts as the newest one.
    pub(crate) fn pending_poll(&self, request: &Request, until: Millis) -> PendingPoll {
        match request {
            Request::ReadTable(table, read) => {
                let table = self.tables.get(table);
                let (since, messages) = (read.events_since, read.msgs_since);
                self.has_of_table(table, (since, messages), table.map_or(0, |table| table.version), until)
            }
            Request::ReadParty(party, read) => {
                self.has_of_party(*party, read.msgs_since, self.party_seen(*party), until)
            }
            _ => PendingPoll {
                until,
                since: None,
                events: 0,
                version: 0,
                messages: None,
                party: (None, 0),
                rematch: None,
            },
        }
    }

    /// What someone has of a table who has these cursors, and seats and status of this version.
    pub(super) fn has_of_table(
        &self,
        table: Option<&Table>,
        (since, messages): (Option<u64>, Option<u64>),
        version: u64,
        until: Millis,
    ) -> PendingPoll {
        let head = table.map_or(0, |table| table.events.len() as u64);
        let said = table.map_or(0, newest_message);
        let since = since.map(|since| since.min(head));
        let messages = messages.map(|since| since.min(said));
        PendingPoll { until, since, events: since.unwrap_or(head), version, messages, party: (None, 0), rematch: None }
    }

    /// The table that a party shows, and the digest of the erased members whom it may name.
    pub(super) fn party_seen(&self, party: PartyId) -> (Option<TableId>, u32) {
        self.parties.get(&party).map_or((None, 0), |row| {
            let (left, champions) = (row.left.iter().map(|(id, _)| id), row.reigns.iter().map(|(_, id, _)| id));
            let named: BTreeSet<&AccountId> = row.members.iter().chain(left).chain(champions).collect();
            let erased = named.into_iter().filter(|id| self.accounts[id].slot.is_none());
            let ids: Vec<u8> = erased.flat_map(|id| id.0.to_be_bytes()).collect();
            (row.current_table, if ids.is_empty() { 0 } else { ((digest_of(&ids) >> 32) as u32).max(1) })
        })
    }

    /// What someone has of a party who has this cursor and knows of this table and these erased members.
    pub(super) fn has_of_party(
        &self,
        id: PartyId,
        since: Option<u64>,
        party: (Option<TableId>, u32),
        until: Millis,
    ) -> PendingPoll {
        let said = self.newest_party_message(id);
        let since = since.map(|since| since.min(said));
        PendingPoll { until, since, events: 0, version: 0, messages: Some(since.unwrap_or(said)), party, rematch: None }
    }

    pub(super) fn newest_party_message(&self, party: PartyId) -> u64 {
        self.party_messages.get(&party).and_then(|all| all.keys().next_back().copied()).unwrap_or(0)
    }

    /// Whether a credential was ended by an act, and not only by time.
    fn was_ended(&self, claims: &Claims, now: Millis) -> bool {
        match claims {
            Claims::Account { expires_at, .. } => *expires_at > now && !self.counts(claims, now),
            Claims::Seat { grant, .. } => {
                grant.is_some_and(|grant| self.grants.get(&grant).is_none_or(|row| row.ended))
            }
        }
    }
}

pub(super) fn newest_message(table: &Table) -> u64 {
    table.messages.keys().next_back().copied().unwrap_or(0)
}

impl Judge {
    /// After a tick nothing is overdue, unless the core has more to do. `before` is the day before it, `day_goes_on`
    /// whether the core has more to do for a day that began.
    pub(crate) fn check_deadlines(&mut self, before: Day, day_goes_on: bool) -> CheckResult {
        let now = self.now;
        self.day_turns |= now.day() != before || day_goes_on;
        if self.next.is_some_and(|deadline| deadline.at <= now) {
            return Ok(());
        }
        for pending in self.pending.values() {
            if let Some(until) = pending.stage.until() {
                must!(until > now || pending.gone, "every poll ends", "{} {:?}", pending.who, pending.request)?;
            }
        }
        for (id, table) in &self.model.tables {
            let waits_until = self.model.waits_until(table);
            must!(waits_until.is_none_or(|at| at > now), "a waiting table expires on time", "{id}")?;
            let ends = table.first_turn_ends();
            must!(ends.is_none_or(|at| at > now), "a turn ends at its deadline", "{id}: {ends:?}")?;
        }
        self.model.check_ticket_times(now)?;
        for (id, grant) in &self.model.grants {
            must!(grant.ended || grant.expires_at > now, "a grant expires on time", "{id}")?;
        }
        for id in self.model.parties.keys() {
            let ends = self.model.party_ends(*id);
            must!(ends.is_none_or(|at| at > now), "a party expires on time", "{id}: {ends:?}")?;
        }
        // A bounded number of members is refilled at a time.
        if !self.day_turns || day_goes_on {
            return Ok(());
        }
        self.day_turns = false;
        self.counts.hit("premise: a day began");
        let members = self.model.accounts.iter().filter(|(_, row)| row.slot.is_some());
        let owed = members.map(|(id, _)| *id).find(|id| self.model.is_owed(*id, now.day()));
        must!(owed.is_none(), "a member under the floor gets a refill", "{owed:?} on {}", now.day())
    }

    /// No poll with news is pending.
    pub(crate) fn check_polls(&mut self) -> CheckResult {
        let now = self.now;
        for pending in self.pending.values().filter(|pending| !pending.gone) {
            if pending.stage.until().is_none() {
                continue;
            }
            let lost = |why: &str| Violation {
                rule: "no wake-up is lost",
                seen: format!("{why}: {} {:?}", pending.who, pending.request),
            };
            if pending.caller.claims.as_ref().is_some_and(|claims| self.model.was_ended(claims, now)) {
                return Err(lost("the credential has ended"));
            }
            let Some(has) = pending.stage.has() else { continue };
            let stream = if let RequestStage::Open(stream) = &pending.stage { Some(stream) } else { None };
            if stream.is_some_and(|stream| stream.is_first && !stream.searches) {
                return Err(lost("the present state"));
            }
            // While rows are read for it, a stream gets what is new with them, or after them.
            let waits = stream.is_none_or(|stream| !stream.searches);
            if let Some(why) = self.news_for(pending, has, now).filter(|_| waits) {
                return Err(lost(why));
            }
        }
        self.check_members()
    }

    pub(super) fn news_for(&self, pending: &PendingRequest, poll: &PendingPoll, now: Millis) -> Option<&'static str> {
        match &pending.request {
            Request::ReadTable(id, _) | Request::StreamTable(id, _) => {
                let Some(table) = self.model.tables.get(id) else { return Some("the table is gone") };
                let is_poll = !pending.request.is_stream();
                let member = account_of(pending);
                let said = newest_message(table);
                let place = self.model.seat(pending.caller.claims.as_ref(), *id);
                let rematch = self.model.rematch_shown(*id, &table.row, place);
                let seat = member.and_then(|id| table.seat_of(id)).filter(|_| table.is_playing());
                let news = [
                    (is_poll && !table.is_active(), "the table is over"),
                    (pending.caller.claims.is_none() && !table.is_playing(), "the watched game is over"),
                    (table.events.len() as u64 > poll.events, "there are events"),
                    (![table.version, UNSURE].contains(&poll.version), "seats or status changed"),
                    (
                        pending.request.is_stream() && poll.version != UNSURE && rematch != poll.rematch,
                        "there is a rematch",
                    ),
                    (member.is_some() && poll.messages.is_some_and(|since| said > since), "there are messages"),
                    (seat.is_some_and(|seat| self.model.is_delegated(*id, seat, now)), "the seat is delegated"),
                ];
                news.into_iter().find(|(is, _)| *is).map(|(_, news)| news)
            }
            Request::ReadTicket(ticket, _) => {
                let row = self.model.queue.tickets.get(ticket);
                (!row.is_some_and(|row| row.stage == TicketStage::Waiting)).then_some("the ticket does not wait")
            }
            Request::ReadParty(party, _) | Request::StreamParty(party, _) => {
                let Some(row) = self.model.parties.get(party) else { return Some("the party is gone") };
                let said = self.model.newest_party_message(*party);
                let news = [
                    (account_of(pending).is_some_and(|id| !row.members.contains(&id)), "not a member any more"),
                    (self.model.party_seen(*party) != poll.party, "the party's table or an erased name changed"),
                    (poll.messages.is_some_and(|since| said > since), "there are party messages"),
                ];
                news.into_iter().find(|(is, _)| *is).map(|(_, news)| news)
            }
            _ => None,
        }
    }

    /// The expected result of a chat query: storage has the same rows as the model.
    pub(crate) fn expect_chat(&mut self, query: QueryId, what: &Query) {
        let Query::PartyMessages { party, after, .. } = what else { return };
        let chat = self.model.party_messages.get(party).into_iter().flatten().filter(|(id, _)| *id > after);
        let should = chat.take(self.model.config.bounds.message_page).map(|(id, row)| (*id, row.clone())).collect();
        self.chats.insert(query, ExpectedChat { after: *after, should });
    }

    /// Polls of a party that first read new messages from storage, in the order of the core: expired polls, then the
    /// others.
    pub(crate) fn searching_polls(
        &mut self,
        queries: &[(QueryId, Query)],
        replied: &[RequestId],
        found: Option<RequestId>,
    ) -> CheckResult {
        let now = self.now;
        for (query, what) in queries {
            if !matches!(what, Query::PartyMessages { .. } | Query::Archive(_) | Query::Duels { .. }) {
                continue;
            }
            let waits = |(id, pending): (&RequestId, &PendingRequest)| {
                if let RequestStage::Member(stream) = &pending.stage {
                    let due = stream.searches.is_none() && self.is_needed(account_of(pending)?, &stream.has, what);
                    // A stream whose rows have come asks for the next ones in the same step.
                    let is_new = stream.opened == self.commands || found == Some(*id);
                    return due.then_some((!is_new, false, now, *id));
                }
                let Query::PartyMessages { party, after, .. } = what else { return None };
                let (Request::ReadParty(of, _) | Request::StreamParty(of, _)) = &pending.request else {
                    return None;
                };
                let has = pending.stage.has()?;
                let free = match &pending.stage {
                    RequestStage::Open(stream) => {
                        !stream.searches && (stream.is_first || self.news_for(pending, has, now).is_some())
                    }
                    _ => !replied.contains(id),
                };
                let due = of == party && has.since.unwrap_or(0) == *after && free;
                // A stream that was just opened is the only one that asks in its step.
                let is_new = matches!(&pending.stage, RequestStage::Open(stream) if stream.is_first);
                // Those with news ask by their requests, then those whose time is over by its end.
                let over = self.news_for(pending, has, now).is_none();
                due.then_some((!is_new, over, if over { has.until } else { now }, *id))
            };
            let first = self.pending.iter().filter_map(waits).min();
            let Some((id, pending)) = first.and_then(|(.., id)| Some((id, self.pending.get_mut(&id)?))) else {
                return must!(false, "storage is queried for a pending request", "{what:?}");
            };
            self.searches.insert(*query, id);
            if let RequestStage::Member(stream) = &mut pending.stage {
                stream.searches = Some(what.clone());
                self.counts.hit("premise: a stream of a member read what was new");
                continue;
            }
            if let RequestStage::Open(stream) = &mut pending.stage {
                stream.searches = true;
                self.counts.hit("premise: a stream of a party read what was new");
                continue;
            }
            pending.stage = RequestStage::Searching { known: false };
            self.counts.hit("premise: a poll of a party read new messages");
        }
        Ok(())
    }

    /// Whether the next event of a member's stream may need this query.
    fn is_needed(&self, account: AccountId, has: &MemberCursor, query: &Query) -> bool {
        match query {
            Query::Archive(table) => has.seen.contains_key(table),
            Query::PartyMessages { party, after, .. } => {
                let is_member = self.model.parties.get(party).is_some_and(|row| row.members.contains(&account));
                is_member && has.parties.get(party).map_or(0, |seen| seen.messages) == *after
            }
            Query::Duels { before, .. } => has.duels.keys().any(|duel| *before == Some(duel.made_at().plus_ms(1))),
            _ => false,
        }
    }
}
