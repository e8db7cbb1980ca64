//! Resolves the symbols in a step's JSON, and reads the request as the caller's transport does.

use super::{SeenTable, messenger};
use crate::inner::callers::{CallerState, base};
use crate::inner::prelude::*;
use crate::inner::step::Fields;
use std::borrow::Cow;
use turnstone_api::input::fields_of;
use turnstone_api::invalid::Invalid;

/// The caller that sends the webhook's secret.
const MESSENGER: &str = "messenger";
/// A four-byte character that is fast to print.
const WIDE: &str = "\u{20000}";
/// The version bits of an id.
const VERSION: u128 = 0xf << 76;
const LEG: u128 = 8 << 76;
const USUAL: u128 = 7 << 76;

/// The caller, the step, and the table or party of a request.
struct Scope<'a> {
    known: &'a CallerState,
    who: &'a str,
    step: u32,
    about: Option<String>,
}

impl CallerState {
    /// The fields of a step with resolved symbols. A field whose symbol is unknown is left out.
    pub(crate) fn resolve(&self, step: u32, who: &str, fields: &Fields) -> Fields {
        let mut scope = Scope { known: self, who, step, about: None };
        scope.about = fields.get("id").and_then(|id| scope.value(id)).and_then(|id| id.as_str().map(str::to_owned));
        fields.iter().filter_map(|(name, value)| Some((name.clone(), scope.value(value)?))).collect()
    }

    /// The fields of an earlier request, some of them changed.
    pub(crate) fn changed(&self, before: &Fields, with: Fields) -> Fields {
        let mut fields = before.clone();
        for (name, value) in with {
            let other = value.as_str().and_then(|how| self.strange(&name, before.get(&name)?.as_str()?, how));
            fields.insert(name, other.map_or(value, Value::from));
        }
        fields
    }

    /// A changed id: another version, the next number, zero, or the id of another thing.
    fn strange(&self, field: &str, id: &str, how: &str) -> Option<String> {
        if how == "$other-table" {
            return self.tables.values().rev().map(ToString::to_string).find(|other| other != id);
        }
        let table = self.tables.values().next_back().map_or(0, |table| table.0);
        let party = self.parties.values().next_back().map_or(0, |party| party.0);
        let agent = self.agents.values().next_back().map_or(0, |(agent, _)| agent.0);
        let duel = self.duels.values().next().map_or(0, |duel| duel.0);
        let changed = |id: u128, other: u128| {
            Some(match how {
                "$version" if id & VERSION == LEG => id & !VERSION | USUAL,
                "$version" => id & !VERSION | LEG,
                "$next" => id.wrapping_add(1),
                "$nothing" => 0,
                "$another" => other,
                _ => return None,
            })
        };
        if let Some(id) = DuelId::parse(id).filter(|_| field != "id") {
            return changed(id.0, duel).map(|id| DuelId(id).to_string());
        }
        if let Some(id) = TableId::parse(id) {
            return changed(id.0, party).map(|id| TableId(id).to_string());
        }
        if let Some(id) = PartyId::parse(id) {
            return changed(id.0, table).map(|id| PartyId(id).to_string());
        }
        if let Some(id) = GrantId::parse(id) {
            return changed(id.0, 0).map(|id| GrantId(id).to_string());
        }
        if let Some(id) = TicketId::parse(id) {
            return changed(id.0, 0).map(|id| TicketId(id).to_string());
        }
        AgentId::parse(id).and_then(|id| changed(id.0, agent)).map(|id| AgentId(id).to_string())
    }
}

impl Scope<'_> {
    fn value(&self, value: &Value) -> Option<Value> {
        Some(match value {
            Value::String(text) => match text.strip_prefix('$') {
                Some(symbol) => return self.symbol(symbol, text),
                None => value.clone(),
            },
            Value::Array(all) => all.iter().filter_map(|value| self.value(value)).collect(),
            Value::Object(fields) => Value::Object(
                fields.iter().filter_map(|(name, value)| Some((name.clone(), self.value(value)?))).collect(),
            ),
            Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
        })
    }

    /// The value of a symbol: a word, then numbers, usually of steps. An unknown symbol is its own value.
    fn symbol(&self, symbol: &str, text: &str) -> Option<Value> {
        let mut parts = symbol.split(':');
        let word = parts.next()?;
        let numbers: Vec<i64> = parts.filter_map(|part| part.parse().ok()).collect();
        let number = numbers.first().copied().unwrap_or_default();
        let (step, CallerState { codes, grants, .. }) = (number as u32, self.known);
        let (user, at_s) = (step, numbers.get(1).copied().unwrap_or_default() as u64);
        let value = match word {
            "ref" => self.known.reference(if numbers.is_empty() { self.step } else { step }).into(),
            "table" => self.known.table(step).to_string().into(),
            "party" => self.known.party(step).to_string().into(),
            "duel" => self.known.duels.get(&step).copied().unwrap_or_default().to_string().into(),
            "ticket" => self.known.tickets.get(&step).map_or(TicketId(0), |(id, _)| *id).to_string().into(),
            "agent" => self.known.agents.get(&step).map_or(AgentId::HOUSE, |(id, _)| *id).to_string().into(),
            "grant" => grants.get(&step).map_or(GrantId(0), |(id, ..)| *id).to_string().into(),
            "granted" => grants.get(&step).map_or(TableId(0), |(.., table)| *table).to_string().into(),
            "claim" => grants.get(&step).map_or("NOT-A-TOKEN", |(_, token, _)| token).into(),
            "code" => codes.get(&step).map_or("NONE", String::as_str).into(),
            "invitation" => hex::encode(code_hash(codes.get(&step).map_or("", String::as_str))).into(),
            "state" => {
                self.known.link_states.get(&step).map_or_else(|| "A".repeat(43), |(_, state)| state.clone()).into()
            }
            "end" => self.known.page_ends.get(&step)?.1.into(),
            "handle" => self.handle().into(),
            "recovery" => self.recovery().to_lowercase().into(),
            "wrong-recovery" => format!("{}-WRONG", self.recovery()).into(),
            "action" => self.action(number as usize),
            "plies" => self.seen(|seen| seen.plies).saturating_add_signed(number).into(),
            "events" => self.seen(|seen| seen.events).saturating_add_signed(number).into(),
            "event" => self.event(number as usize)?.into(),
            "msgs" => self.messages_seen().saturating_add_signed(number).into(),
            "proof" | "forged" => messenger::init_data(user, at_s, word == "forged").into(),
            "widget" | "forged-widget" => json!(messenger::widget(user, at_s, word == "forged-widget")),
            "browser" => messenger::endpoint(user).into(),
            "subscription" => messenger::subscription(user, at_s),
            "text" => "x".repeat(number as usize).into(),
            "wide" => WIDE.repeat(number as usize).into(),
            _ => text.into(),
        };
        Some(value)
    }

    fn handle(&self) -> String {
        let person = self.known.people.get(base(self.who));
        person.map_or_else(|| base(self.who).to_owned(), |person| person.handle.clone())
    }

    fn recovery(&self) -> String {
        let code = self.known.people.get(base(self.who)).and_then(|person| person.code.clone());
        code.unwrap_or_else(|| "00000-00000-00000".to_owned())
    }

    fn table(&self) -> Option<TableId> {
        self.about.as_deref().and_then(TableId::parse)
    }

    fn seen(&self, what: impl Fn(&SeenTable) -> u64) -> u64 {
        self.table().and_then(|table| self.known.seen(self.who, table)).map_or(0, what)
    }

    /// The id of an event of this table's, this party's or the caller's own stream: the newest one that the caller got, or
    /// the one that many events before it.
    fn event(&self, back: usize) -> Option<String> {
        let events = self.known.events.get(&(base(self.who).to_owned(), self.about.clone().unwrap_or_default()))?;
        events.iter().rev().nth(back).cloned()
    }

    fn messages_seen(&self) -> u64 {
        match self.about.as_deref().and_then(PartyId::parse) {
            Some(party) => self.known.party_seen.get(&(base(self.who).to_owned(), party)).copied().unwrap_or_default(),
            None => self.seen(|seen| seen.msgs),
        }
    }

    /// One of the legal actions of the last view.
    fn action(&self, pick: usize) -> Value {
        let seen = self.table().and_then(|table| self.known.seen(self.who, table));
        let legal = seen.map(|seen| &seen.legal[..]).unwrap_or_default();
        legal.get(pick % legal.len().max(1)).cloned().unwrap_or_else(|| json!({}))
    }
}

/// The request that a transport reads from the fields, or the reason why it is invalid.
pub(crate) fn read(operation: &dyn Operation, who: &str, fields: &Fields) -> Result<Request, Invalid> {
    let names = operation.names();
    let texts: Vec<Cow<'_, str>> =
        names.iter().map(|name| fields.get(*name).and_then(Value::as_str).unwrap_or_default().into()).collect();
    let mut rest = Cow::Borrowed(fields);
    if !names.is_empty() {
        rest.to_mut().retain(|name, _| !names.contains(&name.as_str()));
    }
    let mut request = operation.read(&texts, &fields_of(&rest))?;
    if let Request::MessengerWebhook(MessengerWebhook { secret, .. }) = &mut request {
        *secret = (who == MESSENGER).then(|| Secret::new(crate::inner::settings::WEBHOOK_SECRET.to_owned()));
    }
    Ok(request)
}

/// The idempotency key of a request, if it has one.
pub(crate) fn key_of(request: &Request) -> Option<&str> {
    match request {
        Request::Join(Join { client_ref, .. })
        | Request::Practice(Practice { client_ref, .. })
        | Request::GuestSeat(_, GuestSeat { client_ref, .. })
        | Request::IssueSeatGrant(_, IssueSeatGrant { client_ref, .. })
        | Request::ClaimSeatGrant(ClaimSeatGrant { client_ref, .. }) => Some(client_ref),
        Request::JoinQueue(join) => Some(&join.client_ref),
        Request::Rematch(_, rematch) => Some(&rematch.client_ref),
        Request::CreateTable(create) => create.client_ref.as_deref(),
        Request::Challenge(challenge) => challenge.client_ref.as_deref(),
        _ => None,
    }
}

/// The end of a long-poll.
pub(crate) const fn wait_of(request: &Request, now: Millis) -> Option<Millis> {
    let (Request::ReadTable(_, ReadTable { wait_ms, .. })
    | Request::ReadParty(_, ReadParty { wait_ms, .. })
    | Request::ReadTicket(_, ReadTicket { wait_ms })) = request
    else {
        return None;
    };
    Some(now.plus_ms(*wait_ms))
}
