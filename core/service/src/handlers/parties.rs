//! Parties: a roster with a chat, a table to go to, and a standing.

use crate::answer::{Answer, Created, Okay, PartyCreated, PartyView, Posted, Reign, Standing, StandingRow, True};
use crate::config::reached;
use crate::effects::Query;
use crate::games::Seat;
use crate::handlers::tables::{Plan, WHO, is_open_eligible};
use crate::ids::{AccountId, PartyId, TableId};
use crate::pending::{PendingQuery, QueryPurpose};
use crate::personal::Sealed;
use crate::polls::PollTarget;
use crate::record::{Key, MessageRow, PartyChatRow, PartyRow, Record, TableRow};
use crate::refusal::{PartyRefusal as Refused, Quota, Refusal, Retry};
use crate::request::{Caller, PartyVisibility, RateClass, RequestId, Visibility};
use crate::state::{ChatMessage, Party};
use crate::step::{Handled, HandlerResult, Step};
use std::collections::BTreeMap;

impl Step<'_> {
    pub(crate) fn create_party(&mut self, caller: &Caller) -> HandlerResult {
        let account = self.member(caller)?;
        let parties = self.state.parties.of(account).filter_map(|id| self.state.parties.get(id));
        let owned: Vec<&Party> = parties.filter(|party| party.row.members[0] == account).collect();
        let limit = self.state.config.limits.parties;
        if reached(owned.len() as u32, limit) {
            let first_end = owned.iter().map(|party| party.ends_at(&self.state.config.pace)).min();
            let after_s = first_end.unwrap_or(self.now).seconds_from(self.now);
            return Err(Quota::Parties(Retry { limit, after_s }).into());
        }
        let party = PartyId::new(self.now, self.random.bytes());
        let row = PartyRow {
            members: vec![account],
            visibility: PartyVisibility::Unlisted,
            current_table: None,
            tables_together: 0,
            standing: Vec::new(),
            reigns: Vec::new(),
            created_at: self.now,
        };
        self.put(Record::Party(party, row));
        Ok(Answer::PartyCreated(PartyCreated { party_id: party }).into())
    }

    pub(crate) fn join_party(&mut self, caller: &Caller, party: PartyId) -> HandlerResult {
        let account = self.member(caller)?;
        let known = self.state.parties.get(party).ok_or(Refused::NotFound)?;
        if !known.row.members.contains(&account) {
            if known.row.visibility == PartyVisibility::Private {
                return Err(Refused::Private.into());
            }
            if known.row.members.len() >= self.rows() {
                return Err(Refused::Full.into());
            }
            self.edit_party(party, |row| row.members.push(account));
            self.say_in_party(party, account, &format!("{WHO} joined the party"));
        }
        Ok(Answer::Ok(Okay::default()).into())
    }

    pub(crate) fn set_visibility(
        &mut self,
        caller: &Caller,
        party: PartyId,
        visibility: PartyVisibility,
    ) -> HandlerResult {
        let account = self.roster_member(caller, party)?;
        let row = self.party_row(party);
        if row.members[0] != account {
            return Err(Refused::NotOwner.into());
        }
        if row.visibility != visibility {
            self.edit_party(party, |row| row.visibility = visibility);
        }
        Ok(Answer::Ok(Okay::default()).into())
    }

    /// Open a table for the roster; the party points at it and the chat tells.
    pub(crate) fn party_table(
        &mut self,
        caller: &Caller,
        party: PartyId,
        kind: String,
        stake: i64,
        seats: Option<u8>,
    ) -> HandlerResult {
        let account = self.roster_member(caller, party)?;
        let mut plan = Plan::new(self.state.config.games, &kind, seats, stake)?;
        if !is_open_eligible(plan.kind) {
            return Err(Refusal::Invalid { field: "kind", problem: "is not one that members play with each other" });
        }
        plan.open = true;
        plan.visibility = Visibility::Unlisted;
        plan.party = Some(party);
        let label = plan.kind.label;
        let table = self.open_table_for(account, &plan)?;
        self.edit_party(party, |row| row.current_table = Some(table));
        self.say_in_party(party, account, &format!("{WHO} opened a table: {label}"));
        Ok(Answer::Created(Created { table_id: table }).into())
    }

    pub(crate) fn party(
        &mut self,
        id: RequestId,
        caller: &Caller,
        party: PartyId,
        wait_ms: u64,
        since: Option<u64>,
    ) -> HandlerResult {
        self.roster_member(caller, party)?;
        let known = self.state.parties.get(party).ok_or(Refused::NotFound)?;
        let head = known.chat.newest;
        // With a cursor from the future nothing is new now; what comes next is.
        let since = since.map(|since| since.min(head));
        let (messages, table) = (since.unwrap_or(head), known.row.current_table);
        if wait_ms == 0 || head > messages {
            return self.show_party(id, caller, party, since.unwrap_or(0));
        }
        self.park(id, caller, PollTarget::Party { party, since, messages, table }, wait_ms)
    }

    pub(crate) fn party_news(
        &mut self,
        id: RequestId,
        caller: &Caller,
        party: PartyId,
        since: Option<u64>,
        known: (u64, Option<TableId>),
        at_once: bool,
    ) -> Result<Option<Handled>, Refusal> {
        self.roster_member(caller, party)?;
        let party_now = self.state.parties.get(party).ok_or(Refused::NotFound)?;
        if !at_once && (party_now.chat.newest, party_now.row.current_table) == known {
            return Ok(None);
        }
        self.show_party(id, caller, party, since.unwrap_or(0)).map(Some)
    }

    /// A party with its messages after a cursor: storage is asked for them, if there are any.
    fn show_party(&mut self, id: RequestId, caller: &Caller, party: PartyId, since: u64) -> HandlerResult {
        let known = self.state.parties.get(party).ok_or(Refused::NotFound)?;
        if known.chat.newest <= since {
            return Ok(Answer::Party(self.party_view(caller, party, since, &[])?).into());
        }
        let asked = QueryPurpose::Party(party, since);
        let pending = PendingQuery::Request { id, caller: Box::new(caller.clone()), class: RateClass::Ordinary, asked };
        Ok(self
            .ask(Query::PartyMessages { party, after: since, limit: self.state.config.bounds.message_page }, pending))
    }

    pub(crate) fn post_party_message(
        &mut self,
        caller: &Caller,
        party: PartyId,
        body: &str,
        client_id: Option<&str>,
    ) -> HandlerResult {
        let account = self.roster_member(caller, party)?;
        let place = self.party_row(party).members.iter().position(|member| *member == account);
        let seat = place.unwrap_or_default().min(i8::MAX as usize) as i8;
        let row = self.words_of(account, seat, body, client_id)?;
        let message = self.state.open_message(&row);
        let id = self.add_party_message(party, row);
        Ok(Answer::Posted(Posted { ok: True, message: self.message(id, &message, account) }).into())
    }

    /// A party as a member sees it, with messages that storage found after a cursor.
    pub(crate) fn party_view(
        &self,
        caller: &Caller,
        party: PartyId,
        since: u64,
        rows: &[Record],
    ) -> Result<PartyView, Refusal> {
        let account = self.roster_member(caller, party)?;
        let known = self.state.parties.get(party).ok_or(Refused::NotFound)?;
        let name = |id: &AccountId| self.state.accounts.known(*id).handle.clone();
        let message = rows.iter().filter_map(|record| {
            let Record::PartyMessage(_, id, row) = record else { return None };
            Some((*id, self.state.open_message(row)))
        });
        let message: BTreeMap<u64, ChatMessage> = message.collect();
        let (messages, msgs_at) = self.messages_after(message.iter(), since, account);
        Ok(PartyView {
            id: party,
            members: known.row.members.iter().map(name).collect(),
            current_table_id: known.row.current_table,
            visibility: known.row.visibility,
            is_owner: known.row.members[0] == account,
            messages,
            msgs_at,
            standing: self.standing(&known.row),
        })
    }

    /// Rows for present members by net, then wins, then handle; reigns from two wins on.
    fn standing(&self, row: &PartyRow) -> Standing {
        let name = |id: AccountId| self.state.accounts.known(id).handle.clone();
        let of = |id: AccountId| row.standing.iter().find(|(other, ..)| *other == id).copied();
        let rows = row.members.iter().map(|id| {
            let (_, net, wins, played) = of(*id).unwrap_or((*id, 0, 0, 0));
            StandingRow { name: name(*id), net, wins, played }
        });
        let mut rows: Vec<StandingRow> = rows.collect();
        rows.sort_by(|a, b| (-a.net, u32::MAX - a.wins, &a.name).cmp(&(-b.net, u32::MAX - b.wins, &b.name)));
        let reigns = row.reigns.iter().filter(|(_, _, length)| *length >= 2);
        let reigns = reigns.map(|(game_id, champion, length)| Reign {
            game_id: game_id.clone(),
            champion_name: name(*champion),
            length: *length,
        });
        Standing { rows, tables_together: row.tables_together, reigns: reigns.collect() }
    }

    /// A table that a party opened is over.
    pub(crate) fn note_party(&mut self, row: &TableRow, nets: &[i64], winner: Option<Seat>) {
        let Some(party) = row.party.filter(|party| self.state.parties.get(*party).is_some()) else { return };
        let winner = winner.and_then(|seat| row.players[seat.index()].member());
        self.edit_party(party, |party| {
            party.tables_together += 1;
            for (player, net) in row.players.iter().zip(nets) {
                let Some(account) = player.member() else { continue };
                let won = u32::from(winner == Some(account));
                match party.standing.iter_mut().find(|(other, ..)| *other == account) {
                    Some((_, sum, wins, played)) => {
                        *sum += net;
                        *wins += won;
                        *played += 1;
                    }
                    None => party.standing.push((account, *net, won, 1)),
                }
            }
            party.reigns.retain(|(game, champion, _)| *game != row.game_id || winner == Some(*champion));
            if let Some(winner) = winner {
                match party.reigns.iter_mut().find(|(game, ..)| *game == row.game_id) {
                    Some((_, _, length)) => *length += 1,
                    None => party.reigns.push((row.game_id.clone(), winner, 1)),
                }
            }
        });
    }

    /// A table was cancelled before it began: a party that points at it points nowhere.
    pub(crate) fn party_table_is_over(&mut self, table: TableId) {
        let Some(party) = self.state.table(table).and_then(|known| known.row.party) else { return };
        if self.state.parties.get(party).is_some_and(|known| known.row.current_table == Some(table)) {
            self.edit_party(party, |row| row.current_table = None);
        }
    }

    /// An erased member leaves; the longest-standing other owns the party then, and an empty one ends.
    pub(crate) fn leave_party(&mut self, account: AccountId, party: PartyId) {
        let row = self.party_row(party);
        if row.members.len() > 1 {
            self.edit_party(party, |row| row.members.retain(|member| *member != account));
        } else {
            self.party_ends(party);
        }
    }

    /// Nothing has happened in a party for too long, or its last member is gone.
    pub(crate) fn party_ends(&mut self, party: PartyId) {
        let Some(known) = self.state.parties.get(party) else { return };
        let PartyChatRow { oldest, newest, .. } = known.chat;
        for message in oldest..=newest {
            self.remove(Key::PartyMessage(party, message));
        }
        self.remove(Key::PartyChat(party));
        self.remove(Key::Party(party));
        self.touched_parties.insert(party);
    }

    /// The caller, if he is in the party; to others there is none.
    fn roster_member(&self, caller: &Caller, party: PartyId) -> Result<AccountId, Refusal> {
        let account = self.member(caller)?;
        let known = self.state.parties.get(party).ok_or(Refused::NotFound)?;
        if known.row.members.contains(&account) { Ok(account) } else { Err(Refused::NotFound.into()) }
    }

    fn party_row(&self, party: PartyId) -> &PartyRow {
        &self.state.parties.get(party).expect("the caller has looked").row
    }

    fn edit_party(&mut self, party: PartyId, edit: impl FnOnce(&mut PartyRow)) {
        let mut row = self.party_row(party).clone();
        edit(&mut row);
        self.put(Record::Party(party, row));
        self.touched_parties.insert(party);
    }

    /// A system message about a member, who is [`WHO`] in it.
    fn say_in_party(&mut self, party: PartyId, about: AccountId, text: &str) {
        let body = Sealed::Open(text.to_owned());
        let row = MessageRow { author: Some(about), seat: -1, body, at: self.now, client_id: None };
        self.add_party_message(party, row);
    }

    fn add_party_message(&mut self, party: PartyId, row: MessageRow) -> u64 {
        let PartyChatRow { mut oldest, newest, .. } =
            self.state.parties.get(party).expect("the caller has looked").chat;
        let id = newest + 1;
        self.put(Record::PartyMessage(party, id, row));
        if id - oldest >= self.state.config.bounds.messages as u64 {
            self.remove(Key::PartyMessage(party, oldest));
            oldest += 1;
        }
        self.put(Record::PartyChat(party, PartyChatRow { oldest, newest: id, active_at: self.now }));
        self.touched_parties.insert(party);
        id
    }
}
