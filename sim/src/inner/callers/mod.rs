//! The state of the callers: only what replies have shown them. Their requests are built from it.

mod messenger;
mod symbols;

pub(crate) use messenger::{MessengerProof, hidden_words, person_of};
pub(crate) use symbols::{key_of, read, wait_of};

use crate::inner::prelude::*;
use crate::inner::settings::WorldSettings;
use crate::inner::step::Fields;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// How many events a reader of a stream remembers.
const EVENTS_KEPT: usize = 40;

#[derive(Clone, Default)]
pub(crate) struct KnownMember {
    pub(crate) handle: String,
    pub(crate) code: Option<String>,
    pub(crate) token: Option<(String, Claims)>,
    /// Earlier tokens, newest last.
    pub(crate) old_tokens: Vec<(String, Claims)>,
    /// How often a caller of this name has joined. Tokens, codes and handles of several accounts mix.
    pub(crate) joins: u32,
}

/// The last view of a table.
#[derive(Clone, Default)]
pub(crate) struct SeenTable {
    pub(crate) plies: u64,
    pub(crate) legal: Vec<Value>,
    pub(crate) events: u64,
    pub(crate) msgs: u64,
}

/// A request of a caller.
#[derive(Clone)]
pub(crate) struct Asked {
    pub(crate) who: String,
    pub(crate) operation: &'static str,
    /// The sent fields, with their symbols resolved.
    pub(crate) fields: Fields,
    pub(crate) request: Request,
}

/// Everything that replies have shown.
#[derive(Default)]
pub(crate) struct CallerState {
    pub(crate) people: BTreeMap<String, KnownMember>,
    /// Seat credentials by the name of their holder.
    pub(crate) seats: BTreeMap<String, Claims>,
    pub(crate) tables: BTreeMap<u32, TableId>,
    pub(crate) numbers: BTreeMap<TableId, u32>,
    pub(crate) parties: BTreeMap<u32, PartyId>,
    pub(crate) grants: BTreeMap<u32, (GrantId, String, TableId)>,
    /// Agents and their owners, by the steps that saved them.
    pub(crate) agents: BTreeMap<u32, (AgentId, String)>,
    pub(crate) duels: BTreeMap<u32, DuelId>,
    /// Tickets of the queue and their owners, by the steps that showed them first.
    pub(crate) tickets: BTreeMap<u32, (TicketId, String)>,
    /// Invitation codes by the steps that created them.
    pub(crate) codes: BTreeMap<u32, String>,
    /// Link states and their members, by the steps that requested them.
    link_states: BTreeMap<u32, (String, String)>,
    seen: BTreeMap<(String, TableId), SeenTable>,
    party_seen: BTreeMap<(String, PartyId), u64>,
    /// The ids of the events of streams that someone got, by what the stream is of, oldest first.
    events: BTreeMap<(String, String), Vec<String>>,
    /// The cursors of pages and their readers, by step.
    pub(crate) page_ends: BTreeMap<u32, (String, u64)>,
    /// The number of the server key that signs, and of the keys that signed each token.
    newest_key: u32,
    signed_by: BTreeMap<String, u32>,
    /// Requests by the step that first sent them.
    pub(crate) requests: BTreeMap<u32, Asked>,
}

/// The name without a suffix after `/` or `+`.
pub(crate) fn base(who: &str) -> &str {
    who.split_once(['/', '+']).map_or(who, |(name, _)| name)
}

pub(crate) const fn account_in(claims: Option<&Claims>) -> Option<AccountId> {
    if let Some(Claims::Account { account, .. }) = claims { Some(*account) } else { None }
}

impl CallerState {
    /// An empty state. The server key of this number signs.
    pub(crate) fn new(newest_key: u32) -> Self {
        Self { newest_key, ..Self::default() }
    }

    pub(crate) fn person(&mut self, who: &str) -> &mut KnownMember {
        self.people.entry(base(who).to_owned()).or_default()
    }

    /// The account of a caller, by the newest token.
    pub(crate) fn account_of(&self, who: &str) -> Option<AccountId> {
        account_in(self.people.get(base(who))?.token.as_ref().map(|(_, claims)| claims))
    }

    /// The name of the caller who acts as a member.
    pub(crate) fn name_of(&self, account: AccountId) -> Option<String> {
        self.people.keys().find(|name| self.account_of(name) == Some(account)).cloned()
    }

    pub(crate) fn seen(&self, who: &str, table: TableId) -> Option<&SeenTable> {
        self.seen.get(&(base(who).to_owned(), table))
    }

    /// The caller of a request with its credentials.
    pub(crate) fn caller(&self, who: &str) -> Caller {
        let claims = match self.seats.get(who) {
            Some(claims) => Some(claims.clone()),
            None => self.people.get(base(who)).and_then(|person| {
                if who.ends_with("/old") {
                    person.old_tokens.last().map(|(_, claims)| claims.clone())
                } else {
                    person.token.as_ref().map(|(_, claims)| claims.clone())
                }
            }),
        };
        let own = base(who).bytes().fold(0_u16, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
        let house = base(who).bytes().fold(0_u8, u8::wrapping_add) % 4;
        // Two of four addresses are IPv6 networks, in which each caller has an own address.
        let address = match house {
            0 | 1 => IpAddr::V4(Ipv4Addr::new(10, 0, 0, house)),
            _ => IpAddr::V6(Ipv6Addr::new(0x2001, 0xdb8, 0, house.into(), own, 0, 0, own)),
        };
        // A browser may send a seat's cookie beside its session's.
        let seat = who.split_once('+').and_then(|(_, seat)| self.seats.get(seat).cloned());
        Caller { seat, ..Caller::new(claims, address) }
    }

    /// The table of a step, or an id that does not exist.
    pub(crate) fn table(&self, step: u32) -> TableId {
        self.tables.get(&step).copied().unwrap_or(TableId(u128::from(step)))
    }

    fn party(&self, step: u32) -> PartyId {
        self.parties.get(&step).copied().unwrap_or(PartyId(u128::from(step)))
    }

    /// The idempotency key of a step: that of its request, or a new one.
    fn reference(&self, step: u32) -> String {
        let known = self.requests.get(&step).and_then(|asked| key_of(&asked.request));
        known.map_or_else(|| format!("00000000-0000-4000-8000-{step:012}"), str::to_owned)
    }

    /// Update the state from a reply.
    pub(crate) fn learn(&mut self, keys: &ServerKeys, step: u32, who: &str, replied: &Replied) {
        if let Some(Issued::Session { token, .. }) = &replied.issued {
            self.take_token(keys, who, token.reveal());
        }
        match &replied.answer {
            Answer::Audited(entry) if entry.act == "erase" => {
                let account = |person: &KnownMember| account_in(person.token.as_ref().map(|(_, claims)| claims));
                let erased = |person: &KnownMember| entry.account.is_some() && account(person) == entry.account;
                let people = self.people.values_mut().filter(|person| erased(person));
                people.for_each(|person| *person = KnownMember::default());
            }
            // The operator passes the code on to the member.
            Answer::Recovered(reported) => {
                let people = self.people.values_mut().filter(|person| person.handle == reported.handle);
                people.for_each(|person| person.code = Some(reported.recovery_code.clone()));
            }
            Answer::Joined(joined) => {
                let person = self.person(who);
                person.joins += u32::from(person.handle != joined.handle);
                person.handle.clone_from(&joined.handle);
                person.code = Some(joined.recovery_code.clone());
            }
            Answer::MessengerJoined(joined) => {
                let person = self.person(who);
                person.joins += u32::from(person.handle != joined.handle);
                // A caller who signs in to another account does not know its recovery code.
                if person.handle != joined.handle || joined.created {
                    person.code.clone_from(&joined.recovery_code);
                }
                person.handle.clone_from(&joined.handle);
            }
            Answer::Challenge(answer) => {
                self.link_states.insert(step, (base(who).to_owned(), answer.state.clone()));
            }
            Answer::Token(answer) => self.take_token(keys, who, &answer.token),
            Answer::Rotated(answer) => self.person(who).code = Some(answer.recovery_code.clone()),
            Answer::Erased(_) => *self.person(who) = KnownMember::default(),
            Answer::Referral(answer) => drop(self.codes.insert(step, answer.code.clone())),
            Answer::Practice(answer) => {
                self.find_table(step, answer.table_id);
                self.seats.extend(keys.read_token(&answer.access_token).map(|claims| (format!("guest{step}"), claims)));
            }
            Answer::GuestSeated(answer) => {
                self.find_table(step, answer.table_id);
                self.seats.extend(keys.read_token(&answer.access_token).map(|claims| (format!("guest{step}"), claims)));
            }
            Answer::Rematch(answer) => {
                self.find_table(step, answer.table_id);
                let claims = answer.access_token.as_ref().and_then(|token| keys.read_token(token));
                self.seats.extend(claims.map(|claims| (format!("guest{step}"), claims)));
            }
            Answer::Claimed(answer) => {
                let claims = keys.read_token(&answer.access_token);
                self.seats.extend(claims.map(|claims| (format!("delegate{step}"), claims)));
            }
            answer => self.learn_of_things(step, who, answer),
        }
    }

    /// Tables, agents, parties and pages.
    fn learn_of_things(&mut self, step: u32, who: &str, answer: &Answer) {
        match answer {
            Answer::Created(created) => self.find_table(step, created.table_id),
            Answer::Granted(answer) => {
                self.grants.insert(step, (answer.grant_id, answer.claim_token.clone(), answer.table_id));
            }
            Answer::AgentSaved(saved) => drop(self.agents.insert(step, (saved.agent_id, base(who).to_owned()))),
            Answer::Ticket(ticket) => {
                if !self.tickets.values().any(|(id, _)| *id == ticket.ticket_id) {
                    self.tickets.insert(step, (ticket.ticket_id, base(who).to_owned()));
                }
                if let Some(table) = ticket.table_id {
                    self.find_table(step, table);
                }
            }
            Answer::SelfChecked(checked) => self.find_table(step, checked.table_id),
            Answer::Challenged(ended) => {
                self.duels.insert(step, ended.duel_id);
                let leg = if ended.format == DuelFormat::Bo1 { 0 } else { 1 };
                self.find_table(step, TableId::of_leg(ended.duel_id, leg));
            }
            // Some leg of a running duel may be read.
            Answer::Duels(list) => {
                let running = list.duels.iter().find(|duel| duel.outcome.is_none()).map(|duel| duel.id);
                self.tables
                    .extend(running.map(|duel| (step, TableId::of_leg(duel, [1, 1, 0, 2, 3][step as usize % 5]))));
            }
            Answer::PlayingTables(list) => {
                let leg = list.tables.iter().find(|table| table.kind.is_none()).map(|table| table.id);
                self.tables.extend(leg.map(|leg| (step, leg)));
            }
            Answer::PartyCreated(answer) => drop(self.parties.insert(step, answer.party_id)),
            Answer::History(page) => {
                let end = page.hands.last().and_then(|hand| hand.settled_at);
                self.page_ends.extend(end.map(|end| (step, (who.to_owned(), end.0))));
            }
            Answer::Ledger(page) => {
                let end = page.entries.last().map(|entry| entry.id);
                self.page_ends.extend(end.map(|end| (step, (who.to_owned(), end))));
            }
            Answer::Table(view) => self.see(who, view),
            Answer::Acted(acted) => {
                if let Some(view) = &acted.table {
                    self.see(who, view);
                }
            }
            Answer::Party(view) => {
                self.party_seen.insert((base(who).to_owned(), view.id), view.msgs_at);
                if let Some(table) = view.current_table_id {
                    self.find_table(step, table);
                }
            }
            _ => {}
        }
    }

    /// The server keys change. A token is valid while the key that signed it exists. Other tokens are dropped.
    pub(crate) fn change_keys(&mut self, settings: &WorldSettings) -> CheckResult {
        let keys = settings.keys();
        self.newest_key = settings.server_keys;
        let signed_by = &self.signed_by;
        for person in self.people.values_mut() {
            let keep = |(token, claims): &(String, Claims)| {
                let id = signed_by.get(token).copied().unwrap_or(1);
                let read = keys.read_token(token);
                let counts = settings.has_key(id);
                let right = read.as_ref() == Some(claims).filter(|_| counts);
                let said = || format!("key {id}: {read:?}, not {claims:?}");
                must(right, "a token is valid while its signing key exists", said).map(|()| counts)
            };
            if let Some(token) = person.token.take()
                && keep(&token)?
            {
                person.token = Some(token);
            }
            for token in std::mem::take(&mut person.old_tokens) {
                if keep(&token)? {
                    person.old_tokens.push(token);
                }
            }
        }
        Ok(())
    }

    /// An event of a stream was read.
    pub(crate) fn take_event(&mut self, who: &str, request: &Request, event: &EventId) {
        let of = match request {
            Request::StreamTable(table, _) => table.to_string(),
            Request::StreamParty(party, _) => party.to_string(),
            _ => String::new(),
        };
        let events = self.events.entry((base(who).to_owned(), of)).or_default();
        if events.len() == EVENTS_KEPT {
            events.remove(0);
        }
        events.push(event.to_string());
    }

    /// The newest link state of a caller.
    pub(crate) fn challenge_of(&self, who: &str) -> Option<u32> {
        let mut own = self.link_states.iter().rev().filter(|(_, (owner, _))| owner == base(who));
        own.next().map(|(step, _)| *step)
    }

    /// The newest page of a caller's history or ledger.
    pub(crate) fn page_of(&self, who: &str, list: &str) -> Option<u32> {
        let is = |step: &u32| self.requests.get(step).is_some_and(|asked| asked.operation == list);
        let mut pages = self.page_ends.iter().rev().filter(|(step, (owner, _))| owner == who && is(step));
        pages.next().map(|(step, _)| *step)
    }

    pub(crate) fn find_table(&mut self, step: u32, table: TableId) {
        self.tables.insert(step, table);
        self.numbers.entry(table).or_insert(step);
    }

    fn take_token(&mut self, keys: &ServerKeys, who: &str, token: &str) {
        let Some(claims) = keys.read_token(token) else { return };
        self.signed_by.insert(token.to_owned(), self.newest_key);
        let person = self.person(who);
        if let Some(before) = person.token.replace((token.to_owned(), claims)) {
            person.old_tokens.push(before);
            if person.old_tokens.len() > 4 {
                person.old_tokens.remove(0);
            }
        }
    }

    fn see(&mut self, who: &str, view: &TableView) {
        let seen = self.seen.entry((base(who).to_owned(), view.id)).or_default();
        let action = |json: &turnstone_service::answer::Json| serde_json::from_str(json.0.get()).unwrap_or(Value::Null);
        seen.plies = view.state.plies;
        seen.legal = view.state.legal_actions.iter().map(action).collect();
        seen.events = view.state.events_at;
        seen.msgs = view.msgs_at.unwrap_or(seen.msgs);
    }

    /// A member's token is revoked and kept as an old one.
    pub(crate) fn lose_token(&mut self, who: &str) {
        let person = self.person(who);
        if let Some(token) = person.token.take() {
            person.old_tokens.push(token);
        }
    }
}
