//! Personal texts, opened with the keys from the batches.

use super::member;
use crate::inner::model::{ExpiredRows, Model, Table};
use crate::inner::prelude::*;
use turnstone_service::answer::{LinkedIdentity, Message, Modality};

/// The public name of the house.
pub(crate) const HOUSE: &str = "house";

/// Keys, and the opened handles.
#[derive(Default)]
pub(crate) struct People {
    vault: Vault,
    handles: BTreeMap<AccountId, String>,
}

impl Model {
    /// Take the keys of a batch, before its records. Destroyed keys are kept, because a power failure may undo the
    /// batch.
    pub(crate) fn take_keys(&mut self, slots: &[SlotChange]) {
        for change in slots {
            if let SlotChange::Fill(slot, key) = change {
                self.people.vault.insert(*slot, key.clone());
            }
        }
    }

    /// Take all keys, for the next model.
    pub(crate) fn keys(&mut self) -> Vault {
        std::mem::take(&mut self.people.vault)
    }

    /// Forget what is not in the records of an earlier state, which has these personal keys.
    pub(crate) fn forget(&mut self, keys: &[SlotChange]) {
        self.gone = ExpiredRows::default();
        self.people.vault = Vault::default();
        self.take_keys(keys);
    }

    pub(super) fn with_keys(mut self, vault: Vault) -> Self {
        self.people.vault = vault;
        self
    }

    /// Open the handle of a row before it is stored.
    pub(super) fn read_handle(&mut self, id: AccountId, row: &AccountRow) {
        if self.accounts.get(&id).is_none_or(|before| before.handle != row.handle) {
            self.people.handles.insert(id, self.people.vault.open(row.slot, &row.handle).unwrap_or_default());
        }
    }

    /// The public name of a member.
    pub(crate) fn handle(&self, account: AccountId) -> String {
        self.people.handles.get(&account).cloned().unwrap_or_default()
    }

    pub(crate) fn player_name(&self, player: Player) -> String {
        match player {
            Player::Member(account) => self.handle(account),
            Player::Guest => "guest".to_owned(),
            Player::House | Player::Vacant => HOUSE.to_owned(),
        }
    }

    /// The member with a handle. Case and surrounding spaces are ignored.
    pub(crate) fn member_named(&self, handle: &str) -> Option<AccountId> {
        let handle = handle.trim().to_lowercase();
        let named = self.people.handles.iter().filter(|(_, own)| **own == handle).map(|(id, _)| *id);
        named.into_iter().find(|id| self.is_member(*id))
    }

    /// Whether an account exists and is not erased.
    pub(crate) fn is_member(&self, account: AccountId) -> bool {
        self.accounts.get(&account).is_some_and(|row| row.slot.is_some())
    }

    /// Whether a member is shown in lists: erased members and test accounts are not.
    pub(crate) fn is_listed(&self, account: AccountId) -> bool {
        self.is_member(account) && !self.accounts[&account].test
    }

    /// An opened text; `None` for an erased member.
    pub(crate) fn text(&self, account: AccountId, sealed: &Sealed) -> Option<String> {
        self.people.vault.open(self.accounts.get(&account)?.slot, sealed)
    }

    pub(crate) fn bio(&self, account: AccountId) -> Option<String> {
        self.text(account, self.accounts.get(&account)?.bio.as_ref()?)
    }

    pub(crate) fn avatar(&self, account: AccountId) -> Option<String> {
        self.text(account, self.accounts.get(&account)?.avatar_url.as_ref()?)
    }

    pub(crate) fn player_avatar(&self, player: Player) -> Option<String> {
        self.avatar(member(player)?)
    }

    /// The messenger identities of a member.
    pub(crate) fn linked_identities(&self, account: AccountId) -> Vec<LinkedIdentity> {
        let own = self.identities.values().filter(|row| row.account == account);
        let details = own.filter_map(|row| self.text(account, row.linked.as_ref()?));
        let read = details.filter_map(|text| serde_json::from_str::<(Option<String>, Option<String>)>(&text).ok());
        let identity = |(username, photo_url)| LinkedIdentity { provider: "messenger".to_owned(), username, photo_url };
        read.map(identity).collect()
    }

    /// The agents of a member, oldest first.
    pub(crate) fn agents_of(&self, account: AccountId) -> impl Iterator<Item = (AgentId, &AgentRow)> {
        self.agents.iter().filter(move |(_, row)| row.owner == Some(account)).map(|(id, row)| (*id, row))
    }

    /// Duels that an agent has won, lost and played.
    pub(crate) fn record_of(&self, agent: AgentId) -> (u32, u32, u32) {
        let mut record = (0, 0, 0);
        for (id, row) in &self.duel_entries {
            let (Some(end), Some(side)) = (row.end, row.agents.iter().position(|other| *other == agent)) else {
                continue;
            };
            if !self.is_counted_duel(*id, end.outcome) {
                continue;
            }
            record.2 += 1;
            match (end.outcome, side) {
                (DuelOutcome::Draw, _) => {}
                (DuelOutcome::Challenger, 0) | (DuelOutcome::Defender, 1) => record.0 += 1,
                (DuelOutcome::Challenger | DuelOutcome::Defender, _) => record.1 += 1,
            }
        }
        record
    }

    pub(crate) fn agent_name(&self, row: &AgentRow) -> String {
        match (&row.name, row.owner) {
            (Sealed::Open(name), _) => name.clone(),
            (sealed, owner) => owner.and_then(|owner| self.text(owner, sealed)).unwrap_or_default(),
        }
    }

    pub(crate) fn agent_called(&self, id: AgentId) -> String {
        self.agents.get(&id).map_or_else(|| HOUSE.to_owned(), |row| self.agent_name(row))
    }

    /// A message as a reader gets it. A system message has a placeholder for the name of its subject. Only the sender
    /// gets the nonce.
    pub(crate) fn message(&self, id: u64, row: &MessageRow, reader: Option<AccountId>) -> Message {
        let (name, body, nonce) = match (row.author, &row.body) {
            (Some(author), Sealed::Open(text)) if row.seat >= 0 => (self.handle(author), text.clone(), None),
            (author, Sealed::Open(text)) => {
                let about = author.map_or_else(|| HOUSE.to_owned(), |about| self.handle(about));
                (HOUSE.to_owned(), text.replace("{}", &about), None)
            }
            (Some(author), sealed) => {
                let words = self.text(author, sealed).unwrap_or_default();
                let (body, nonce) = words.split_once('\0').map_or((words.as_str(), None), |(b, n)| (b, Some(n)));
                (self.handle(author), body.to_owned(), nonce.map(str::to_owned))
            }
            (None, Sealed::Closed { .. }) => (HOUSE.to_owned(), String::new(), None),
        };
        Message {
            id,
            seat: row.seat,
            name,
            modality: Modality::Text,
            body,
            at: row.at,
            client_id: nonce.filter(|_| row.author.is_some() && row.author == reader),
            removed: matches!((row.seat, &row.body), (0.., Sealed::Open(_))).then_some(True),
        }
    }

    /// A stored message by its number.
    pub(crate) fn message_of(&self, chat: ChatPlace, id: u64) -> Option<&MessageRow> {
        match chat {
            ChatPlace::Party(party) => self.party_messages.get(&party)?.get(&id),
            ChatPlace::Table(table) => {
                let hot = self.tables.get(&table).and_then(|table| table.messages.get(&id));
                let cold = self.archives.get(&table).and_then(|row| row.messages.iter().find(|(of, _)| *of == id));
                hot.or(cold.map(|(_, row)| row))
            }
        }
    }

    /// A page of a chat: the messages after a cursor, oldest first, and the next cursor. A cursor from the future
    /// counts as the newest one.
    pub(crate) fn chat_page<'m>(
        &self,
        rows: impl Iterator<Item = (&'m u64, &'m MessageRow)> + Clone,
        since: u64,
        reader: Option<AccountId>,
    ) -> (Vec<Message>, u64) {
        let since = since.min(rows.clone().last().map_or(0, |(id, _)| *id));
        let rows = rows.filter(|(id, _)| **id > since).take(self.config.bounds.message_page);
        let at = rows.clone().last().map_or(since, |(id, _)| *id);
        (self.shown_to(rows, reader), at)
    }

    /// The messages that a reader sees: a block hides those of members from each other.
    pub(crate) fn shown_to<'m>(
        &self,
        rows: impl Iterator<Item = (&'m u64, &'m MessageRow)>,
        reader: Option<AccountId>,
    ) -> Vec<Message> {
        let is_hidden = |row: &MessageRow| {
            let author = row.author.filter(|_| row.seat >= 0);
            author.zip(reader).is_some_and(|(author, reader)| self.is_block_between(author, reader))
        };
        rows.filter(|(_, row)| !is_hidden(row)).map(|(id, row)| self.message(*id, row, reader)).collect()
    }

    /// Whether one of two members blocks the other.
    pub(crate) fn is_block_between(&self, one: AccountId, other: AccountId) -> bool {
        self.blocks.contains_key(&(one, other)) || self.blocks.contains_key(&(other, one))
    }

    /// Whether a table of two seats is kept from a reader's lists, because its host blocks them.
    pub(crate) fn is_unlisted_for(&self, reader: Option<AccountId>, row: &TableRow) -> bool {
        let pair = row.host.zip(reader).filter(|_| row.players.len() == 2);
        pair.is_some_and(|pair| self.blocks.contains_key(&pair))
    }

    /// At the end of the run, erased members have no chips and their agents no longer play.
    pub(crate) fn check_erased(&self) -> CheckResult {
        let erased = |id: &AccountId| self.accounts.get(id).is_some_and(|row| row.slot.is_none());
        let rich = self.accounts.keys().find(|id| erased(id) && self.chips.balance(**id) != 0);
        must!(rich.is_none(), "an erased member has no chips", "{rich:?}")?;
        let is_gone = |row: &AgentRow| row.play == AgentPlay::Gone && !row.accepts_challenges;
        let plays = |row: &AgentRow| row.owner.as_ref().is_some_and(erased) && !is_gone(row);
        let agent = self.agents.iter().find(|(_, row)| plays(row));
        must!(agent.is_none(), "an erased member's agents no longer play", "{agent:?}")
    }

    /// Erased members leave every table and party that they may leave before anything else happens.
    pub(crate) fn check_left(&mut self) -> CheckResult {
        for id in std::mem::take(&mut self.leaving) {
            let stays = |at: TableId, table: &Table| match table.seat_of(id) {
                Some(seat) if table.is_playing() => {
                    !table.is_for_agents() && table.board.as_ref().is_some_and(|board| board.may_concede(seat))
                }
                Some(_) => table.is_waiting(),
                None => table.is_waiting() && self.is_kept_for(id, at, &table.row),
            };
            let table = self.tables.iter().find(|(at, table)| stays(**at, table)).map(|(table, _)| table);
            must!(table.is_none(), "an erased member leaves all tables at once", "{id}: {table:?}")?;
            let party = self.parties.iter().find(|(_, row)| row.members.contains(&id));
            must!(party.is_none(), "an erased member is in no party", "{id}: {party:?}")?;
            let kept = [
                self.identities.values().any(|row| row.account == id),
                self.subscriptions.values().any(|row| row.account == id),
                self.invitations.values().any(|row| row.referrer == Some(id)),
                self.link_states.contains_key(&id),
                self.sanctions.contains_key(&id),
                self.blocks.keys().any(|(by, blocked)| [*by, *blocked].contains(&id)),
            ];
            must!(!kept.contains(&true), "an erasure clears the account", "{id}: {kept:?}")?;
        }
        Ok(())
    }
}
