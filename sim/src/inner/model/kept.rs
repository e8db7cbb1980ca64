//! Temporary rows: parties, chats, grants, practice archives and notices.

use crate::inner::model::Model;
use crate::inner::prelude::*;

/// Members leave a party by their own request, and by an erasure.
const LEFT_UNASKED: &str = "only a member who asks for it, or is erased, leaves a party";

impl Model {
    pub(super) fn put_party(&mut self, id: PartyId, row: &PartyRow) -> CheckResult {
        self.touched.parties.insert(id);
        if !self.live {
            self.party_tables.insert(id, row.current_table);
        }
        must!(!row.members.is_empty(), "a party has members", "{id}: {row:?}")?;
        let Some(before) = self.parties.insert(id, row.clone()) else { return Ok(()) };
        let stayed = before.members.iter().filter(|member| row.members.contains(member));
        let (kept, new) = row.members.split_at(stayed.clone().count().min(row.members.len()));
        must!(stayed.eq(kept), "a roster keeps its order", "{id}: {before:?} to {row:?}")?;
        let left = before.members.iter().filter(|member| !row.members.contains(member));
        let unasked = left.filter(|member| self.leaves != Some((**member, id)));
        self.touched.left.extend(unasked.map(|member| (*member, LEFT_UNASKED)));
        let open = new.is_empty() || before.visibility == PartyVisibility::Unlisted;
        must!(open, "a private party admits no one", "{id}: {before:?} to {row:?}")
    }

    /// A party ends with its last member, or after a time without messages.
    pub(super) fn remove_party(&mut self, id: PartyId) -> CheckResult {
        let quiet = self.party_ends(id).is_some_and(|at| at <= self.latest);
        let members = self.parties.remove(&id).map_or_else(Vec::new, |row| row.members);
        let left = self.party_messages.remove(&id).unwrap_or_default();
        self.gone.parties.insert(id);
        if quiet {
            self.counts.hit("premise: a party expired");
        } else {
            let unasked = members.into_iter().filter(|member| self.leaves != Some((*member, id)));
            self.touched.left.extend(unasked.map(|member| (member, LEFT_UNASKED)));
        }
        must!(left.is_empty(), "a removed party leaves no messages", "{id}: {left:?}")
    }

    /// When a party ends without another message.
    pub(crate) fn party_ends(&self, id: PartyId) -> Option<Millis> {
        let founded = self.parties.get(&id)?.created_at;
        let newest = self.party_messages.get(&id).and_then(|chat| chat.values().next_back());
        Some(newest.map_or(founded, |message| message.at).plus_s(self.config.pace.party_kept_s))
    }

    /// A chat has its newest messages, without gaps, up to the bound.
    pub(super) fn check_chat(&self, id: PartyId) -> CheckResult {
        let Some(messages) = self.party_messages.get(&id) else { return Ok(()) };
        let (Some((oldest, _)), Some((newest, _))) = (messages.first_key_value(), messages.last_key_value()) else {
            return Ok(());
        };
        let kept = messages.len() as u64 == (*newest).min(self.config.bounds.messages as u64);
        let whole = messages.len() as u64 == newest - oldest + 1;
        must!(whole && kept, "a chat keeps its newest messages", "{id}: {:?}", messages.keys())?;
        let Some(PartyRow { members, left, .. }) = self.parties.get(&id) else { return Ok(()) };
        let is_known = |at: &u64, author: &AccountId| {
            members.contains(author) || left.iter().any(|(former, newest)| former == author && newest >= at)
        };
        let named = messages.iter().filter_map(|(at, message)| Some((at, message.author.as_ref()?)));
        let unknown = named.clone().find(|(at, author)| !is_known(at, author));
        // One more: the message about who left last has dropped the oldest one.
        let bounded = left.len() <= self.config.bounds.messages + 1;
        must!(unknown.is_none() && bounded, "a party knows whom its chat names", "{id}: {unknown:?}, {left:?}")
    }

    pub(super) fn put_grant(&mut self, id: GrantId, row: &GrantRow) -> CheckResult {
        if let Some(before) = self.grants.insert(id, row.clone()) {
            let kept = before.claimed.is_none() || before.claimed == row.claimed;
            let over = !before.ended || row.ended;
            must!(kept && over, "a grant is claimed once", "{id}: {before:?} to {row:?}")?;
            if !before.ended && row.ended && self.touched.signed_out.contains(&row.owner) {
                self.counts.hit("premise: a grant ended when its owner signed out");
            }
        }
        Ok(())
    }

    /// When a finished table is archived.
    pub(crate) fn archived_at(&self, row: &TableRow) -> Option<Millis> {
        ended_at(row).map(|at| at.plus_s(self.config.pace.archive_after_s))
    }

    /// When an archived practice table is removed.
    pub(crate) fn dropped_at(&self, row: &TableRow) -> Option<Millis> {
        ended_at(row).map(|at| at.plus_s(self.config.pace.practice_kept_s))
    }

    /// When the chat of an archived table is removed.
    pub(crate) fn chat_ends_at(&self, row: &TableRow) -> Option<Millis> {
        ended_at(row).map(|at| at.plus_s(self.config.pace.chat_kept_s))
    }

    /// Whether a practice table was archived and its retention time is over.
    pub(crate) fn is_over_practice(&self, table: TableId, now: Millis) -> bool {
        let row = self.archives.get(&table).map(|row| &row.table).filter(|row| row.practice);
        row.and_then(|row| self.dropped_at(row)).is_some_and(|at| at <= now)
    }

    /// Whether the retention time of an archived chat is over.
    pub(crate) fn is_chat_over(&self, row: &ArchiveRow, now: Millis) -> bool {
        self.chat_ends_at(&row.table).is_some_and(|at| at <= now)
    }

    /// The visible chat of an archived table.
    pub(crate) fn archived_chat<'m>(
        &self,
        row: &'m ArchiveRow,
        now: Millis,
    ) -> impl Iterator<Item = (&'m u64, &'m MessageRow)> + Clone {
        let shown = if self.is_chat_over(row, now) { &[] } else { row.messages.as_slice() };
        shown.iter().map(|(id, message)| (id, message))
    }

    /// After all retention times no temporary row is left.
    pub(crate) fn check_gone(&self) -> CheckResult {
        let party = self.parties.keys().next();
        must!(party.is_none(), "a party expires on time", "{party:?}")?;
        let notice = self.notices.keys().next();
        must!(notice.is_none(), "every notice is completed", "{notice:?}")?;
        let state = self.link_states.keys().next();
        must!(state.is_none(), "a link state expires on time", "{state:?}")?;
        let practice = self.archives.iter().find(|(_, row)| row.table.practice).map(|(id, _)| *id);
        must!(practice.is_none(), "a practice archive expires on time", "{practice:?}")?;
        let chat = self.archives.iter().find(|(_, row)| !row.messages.is_empty()).map(|(id, _)| *id);
        must!(chat.is_none(), "an archived chat expires on time", "{chat:?}")
    }

    pub(super) fn put_archive(&mut self, id: TableId, row: &ArchiveRow) -> CheckResult {
        self.note_deal(id, &row.table)?;
        self.note_number(&row.table);
        self.check_listed(id, row)?;
        if let Some(table) = self.tables.get(&id) {
            let messages = row.messages.iter().map(|(id, message)| (id, message)).eq(&table.messages);
            let same = row.table == table.row && row.plies == table.plies && row.events == table.events.len() as u64;
            let same = same && row.rating.as_ref() == self.ratings.tables.get(&id);
            let said = || format!("{id}: {:?}, {} plies, {} messages", row.table, row.plies.len(), row.messages.len());
            must(same && messages, "an archive equals the table at its end", said)?;
        }
        let Some(before) = self.archives.insert(id, row.clone()) else {
            let from = self.archived_at(&row.table);
            let is_old = from.is_some_and(|from| from <= self.latest) || !self.live;
            return must!(is_old, "a finished table is not archived early", "{id} from {from:?} on");
        };
        self.rewritten.insert(id);
        let bare = ArchiveRow { messages: Vec::new(), ..before.clone() };
        if *row == bare && self.is_chat_over(&before, self.latest) {
            self.counts.hit("premise: the chat of an archived table was dropped");
            self.gone.chats.insert(id);
            return Ok(());
        }
        let same = ArchiveRow { messages: before.messages.clone(), ..row.clone() } == before;
        let ids = row.messages.iter().map(|(id, _)| id).eq(before.messages.iter().map(|(id, _)| id));
        let seen = || format!("{id}: {} messages, then {}", before.messages.len(), row.messages.len());
        must(same && ids, "an archive loses only an expired chat or removed messages", seen)?;
        for ((message, row), (_, before)) in row.messages.iter().zip(&before.messages) {
            self.check_message(Some(before), row, |author| AuditedAct::TableMessageRemoved(author, id, *message))?;
        }
        Ok(())
    }
}

pub(crate) const fn ended_at(row: &TableRow) -> Option<Millis> {
    match &row.status {
        Status::Settled { end, .. } => Some(end.settled_at),
        Status::Cancelled { at } | Status::Voided { at, .. } => Some(*at),
        Status::Waiting { .. } | Status::Playing { .. } => None,
    }
}
