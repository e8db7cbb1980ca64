//! Parties as their members see them.

use super::account_of;
use crate::inner::model::{CheckResult, must};
use crate::inner::world::{ExpectedChat, PendingRequest, RequestStage, SimWorld};
use std::cmp::Reverse;
use turnstone_service::answer::{Message, PartyView};
use turnstone_service::effects::{Query, QueryId};
use turnstone_service::ids::{PartyId, TableId};
use turnstone_service::record::Player;
use turnstone_service::request::{Request, RequestId, Visibility};

/// Messages in one answer at most.
const PAGE: usize = 100;

impl SimWorld {
    /// A party is shown as it is; in a tick it may be shown before a table of it ends, or it
    /// ends itself.
    pub(super) fn check_party_view(
        &mut self,
        pending: &PendingRequest,
        view: &PartyView,
        earlier: bool,
    ) -> CheckResult {
        let said = || format!("{} {:?}: {view:?}", pending.who, pending.request);
        if earlier && !self.model.parties.contains_key(&view.id) {
            // The poll's time was up first, and then the party's: until now it was there, or the poll would have ended.
            self.counts.hit("a party of an earlier moment");
            return Ok(());
        }
        let (Some(account), Some(row)) = (account_of(pending), self.model.parties.get(&view.id)) else {
            return must(false, "a party is shown to its members", said);
        };
        must(row.members.contains(&account), "a party is shown to its members", said)?;
        let names = row.members.iter().map(|member| self.name(*member));
        let stands = self.model.club.party_standing(view.id);
        if earlier && view.standing.tables_together < stands.tables {
            self.counts.hit("a party of an earlier moment");
            return Ok(());
        }
        let points = view.current_table_id == row.current_table || (earlier && view.current_table_id.is_some());
        let facts = (view.visibility, view.is_owner) == (row.visibility, row.members[0] == account);
        must(facts && points && view.members.iter().cloned().eq(names), "a party is shown as it is", said)?;
        let of = |member| stands.rows.get(member).copied().unwrap_or_default();
        let mut rows: Vec<_> = row.members.iter().map(|member| (self.name(*member), of(member))).collect();
        rows.sort_by_key(|(name, (net, wins, _))| (Reverse(*net), Reverse(*wins), name.clone()));
        let told = view.standing.rows.iter().map(|row| (row.name.clone(), (row.net, row.wins, row.played)));
        must(told.eq(rows.iter().cloned()), "a party stands as its tables say", || format!("{view:?}, not {rows:?}"))?;
        let mut reigns: Vec<_> =
            view.standing.reigns.iter().map(|reign| (&reign.game_id, &reign.champion_name, reign.length)).collect();
        reigns.sort();
        let long = stands.reigns.iter().filter(|(_, (_, length))| *length >= 2);
        let long: Vec<_> =
            long.map(|(game, (champion, length))| (game.clone(), self.name(*champion), *length)).collect();
        let same = reigns.iter().copied().eq(long.iter().map(|(game, name, length)| (game, name, *length)));
        let tables = view.standing.tables_together == stands.tables;
        must(same && tables, "a party stands as its tables say", || format!("{view:?}, not {stands:?}"))?;
        if stands.tables > 0 {
            self.counts.hit("premise: a party with tables compared");
        }
        if !long.is_empty() {
            self.counts.hit("premise: a reign in a party");
        }
        self.check_party_messages(pending, view)
    }

    /// Its chat from the cursor on.
    fn check_party_messages(&mut self, pending: &PendingRequest, view: &PartyView) -> CheckResult {
        let Request::Party { msgs_since, .. } = pending.request else { return Ok(()) };
        for message in &view.messages {
            self.check_words(view.id, message)?;
        }
        if let Some(ExpectedChat { after, should }) = self.chat.take() {
            let at = should.last().copied().unwrap_or(after);
            let told = view.messages.iter().map(|message| message.id);
            // One from the future counts as the newest there was.
            let asked_for = after <= msgs_since.unwrap_or(0);
            self.counts.add("premise: party messages compared", should.len() as u64);
            return must(
                asked_for && told.eq(should.iter().copied()) && view.msgs_at == at,
                "a chat is told from the cursor on",
                || format!("{view:?} after {after}, not {should:?}"),
            );
        }
        let chat = self.model.party_messages.get(&view.id);
        let newest = chat.and_then(|chat| chat.keys().next_back().copied()).unwrap_or(0);
        let since =
            if let RequestStage::Parked(parked) = &pending.stage { parked.since } else { msgs_since }.unwrap_or(0);
        let since = since.min(newest);
        let ids = chat.into_iter().flat_map(|chat| chat.keys().copied());
        let should: Vec<u64> = ids.filter(|id| *id > since).take(PAGE).collect();
        let told: Vec<u64> = view.messages.iter().map(|message| message.id).collect();
        let at = should.last().copied().unwrap_or(since);
        must(told == should && view.msgs_at == at, "a chat is told from the cursor on", || {
            format!("{view:?} after {msgs_since:?}, not {should:?}")
        })
    }

    /// A message says what its author wrote, for as long as there is an author.
    fn check_words(&mut self, party: PartyId, message: &Message) -> CheckResult {
        let Some((author, words)) = self.said.get(&(party, message.id)) else { return Ok(()) };
        let erased = self.model.accounts.get(author).is_none_or(|row| row.slot.is_none());
        let should = if erased { "" } else { words.as_str() };
        let same = message.body == should && message.name == self.name(*author);
        if erased {
            self.counts.hit("premise: a party message of somebody erased");
        }
        must(same, "a message says what was written", || format!("{party}: {message:?}, not {words:?} of {author}"))
    }

    /// What storage should find of a chat: it has just what the model has.
    pub(crate) fn expect_chat(&mut self, query: QueryId, what: &Query) {
        let Query::PartyMessages { party, after, .. } = what else { return };
        let chat = self.model.party_messages.get(party).into_iter().flat_map(|chat| chat.keys().copied());
        let should: Vec<u64> = chat.filter(|id| id > after).take(PAGE).collect();
        self.chats.insert(query, ExpectedChat { after: *after, should });
    }

    /// The polls of a party that do not get their reply at once: what is new is read from storage first. In the order in
    /// which the core looks at them: those whose time is up, then the others.
    pub(crate) fn searching_polls(&mut self, queries: &[(QueryId, Query)], replied: &[RequestId]) -> CheckResult {
        let now = self.now();
        for (query, what) in queries {
            let Query::PartyMessages { party, after, .. } = what else { continue };
            let waits = |(id, pending): (&RequestId, &PendingRequest)| {
                let Request::Party { party: of, .. } = &pending.request else { return None };
                let RequestStage::Parked(parked) = &pending.stage else { return None };
                let due = of == party && parked.since.unwrap_or(0) == *after && !replied.contains(id);
                due.then_some((parked.until > now, parked.until.min(now), *id))
            };
            let first = self.pending.iter().filter_map(waits).min();
            let found = first.and_then(|(.., id)| Some((id, self.pending.get_mut(&id)?)));
            let Some((id, pending)) = found else {
                return must(false, "storage is asked for somebody", || format!("{what:?}"));
            };
            pending.stage = RequestStage::Searching;
            self.searches.insert(*query, id);
            self.counts.hit("premise: a poll of a party read what was new");
        }
        Ok(())
    }

    /// A table that a party opened is the party's, its others may sit down, and the party points at it.
    pub(super) fn check_party_table(&mut self, party: PartyId, table: TableId) -> CheckResult {
        let row = self.model.row(table);
        let open = row.is_some_and(|row| {
            let free = row.players.iter().skip(1).all(|player| *player == Player::Vacant);
            row.party == Some(party) && row.visibility == Visibility::Unlisted && row.invited.is_none() && free
        });
        let points = self.model.parties.get(&party).is_some_and(|row| row.current_table == Some(table));
        let newest = self.model.party_messages.get(&party).and_then(|chat| chat.values().next_back());
        let told = newest.is_some_and(|message| message.seat == -1);
        self.counts.hit("premise: a party opened a table");
        must(open && points && told, "a party points at its table", || format!("{party}: {table} {row:?}"))
    }
}
