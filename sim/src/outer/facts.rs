//! What all clients together have been told. There is one server and nothing leaves it before it is durable: so what
//! anybody was told holds for everybody who asks afterwards, whatever was killed in between.

use madsim::time::Instant;
use serde_json::Value;
use std::collections::BTreeMap;
use turnstone_service::secret::sha256;

/// How far a table was known to be when a request for it was sent.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct TableFloor {
    plies: u64,
    pub(super) events: u64,
    pub(super) rank: u8,
}

#[derive(Default)]
struct Table {
    plies: u64,
    rank: u8,
    events: BTreeMap<u64, Value>,
    /// The newest cursor, and when somebody was first told of each.
    heads: Vec<(u64, Instant)>,
    commit: Option<String>,
    outcome: Option<Value>,
}

/// All that was told.
#[derive(Default)]
pub(super) struct KnownFacts {
    tables: BTreeMap<String, Table>,
    chats: BTreeMap<String, BTreeMap<u64, Value>>,
    /// Bodies by the tags they came with.
    tags: BTreeMap<String, Vec<u8>>,
    /// Seeds that were revealed.
    pub(super) seeds: BTreeMap<String, String>,
}

impl KnownFacts {
    pub(super) fn floor(&self, table: &str) -> TableFloor {
        let Some(known) = self.tables.get(table) else { return TableFloor::default() };
        TableFloor { plies: known.plies, events: known.heads.last().map_or(0, |(head, _)| *head), rank: known.rank }
    }

    /// When somebody was first told of an event after this cursor.
    pub(super) fn told_of_event_after(&self, table: &str, cursor: u64) -> Option<Instant> {
        let heads = &self.tables.get(table)?.heads;
        heads.iter().find(|(head, _)| *head > cursor).map(|(_, at)| *at)
    }

    pub(super) fn is_over(&self, table: &str) -> bool {
        self.tables.get(table).is_some_and(|known| known.rank == 2)
    }

    /// The table somewhere in a view came with events after `since`, and was asked for when it was known up to `floor`.
    pub(super) fn learn_view(&mut self, view: &Value, floor: TableFloor, since: Option<u64>) -> Result<(), String> {
        let id = view["id"].as_str().ok_or("a view without an id")?;
        let known = self.tables.entry(id.to_owned()).or_default();
        let state = &view["state"];
        let (plies, events) = (number(&state["plies"]), number(&state["eventsAt"]));
        let rank = match view["status"].as_str() {
            Some("waiting") => 0,
            Some("playing") => 1,
            Some("settled" | "cancelled") => 2,
            other => return Err(format!("{id} has the status {other:?}")),
        };
        if plies < floor.plies || events < floor.events || rank < floor.rank {
            return Err(format!("{id} goes back: {plies} plies, {events} events, status {rank}; known: {floor:?}"));
        }
        if state["terminal"].as_bool() != Some(rank == 2) {
            return Err(format!("{id} is {} and terminal: {}", view["status"], state["terminal"]));
        }
        known.plies = known.plies.max(plies);
        known.rank = known.rank.max(rank);
        if known.heads.last().is_none_or(|(head, _)| *head < events) {
            known.heads.push((events, Instant::now()));
        }
        let commit = view["seedCommit"].as_str().ok_or_else(|| format!("{id} has no seedCommit"))?;
        if known.commit.get_or_insert_with(|| commit.to_owned()) != commit {
            return Err(format!("{id} has two seedCommits"));
        }
        if let Some(seed) = view["seed"].as_str() {
            if rank != 2 || hex::encode(sha256(seed.as_bytes())) != commit {
                return Err(format!("{id}: the seed {seed} is not what was committed to, or too early"));
            }
            self.seeds.insert(seed.to_owned(), id.to_owned());
        }
        if let Some(outcome) = state.get("outcome").filter(|_| rank == 2)
            && known.outcome.get_or_insert_with(|| outcome.clone()) != outcome
        {
            return Err(format!("{id} has two outcomes: {:?} and {outcome}", known.outcome));
        }
        match (since, state["events"].as_array()) {
            (Some(since), Some(response)) => known.learn_events(id, since, events, response),
            _ => Ok(()),
        }
    }

    /// Messages of a chat after a cursor. `erased` says whether authors may have become shells.
    pub(super) fn learn_messages(
        &mut self,
        chat: &str,
        since: u64,
        cursor: u64,
        response: &[Value],
        erased: bool,
    ) -> Result<(), String> {
        const KEPT: u64 = 200;
        let known = self.chats.entry(chat.to_owned()).or_default();
        let mut last = since;
        for message in response {
            let id = number(&message["id"]);
            if id <= last {
                return Err(format!("{chat}: message {id} came after {last}"));
            }
            last = id;
            let mut plain = message.clone();
            if let Some(fields) = plain.as_object_mut() {
                fields.remove("clientId");
            }
            match known.get(&id) {
                Some(before) if *before == plain || (erased && is_shell_of(&plain, before)) => {}
                Some(before) => return Err(format!("{chat}: message {id} was {before} and is {plain}")),
                None => {}
            }
            known.insert(id, plain);
        }
        if cursor != last {
            return Err(format!("{chat}: the cursor is {cursor}, the newest message {last}, asked since {since}"));
        }
        let head = known.keys().next_back().copied().unwrap_or(0);
        let shown = |id: u64| response.iter().any(|message| number(&message["id"]) == id);
        let lost = known.keys().find(|id| **id > since && **id <= cursor && **id + KEPT > head && !shown(**id));
        lost.map_or(Ok(()), |id| Err(format!("{chat}: message {id} is gone")))
    }

    /// The newest message that was told of.
    pub(super) fn newest_message(&self, chat: &str) -> u64 {
        self.chats.get(chat).and_then(|known| known.keys().next_back().copied()).unwrap_or(0)
    }

    /// A body with its tag: the same tag is never another body.
    pub(super) fn learn_tag(&mut self, tag: &str, body: &[u8]) -> Result<(), String> {
        let known = self.tags.entry(tag.to_owned()).or_insert_with(|| body.to_owned());
        if known == body { Ok(()) } else { Err(format!("the tag {tag} stands for two bodies")) }
    }

    /// What a tag stands for.
    pub(super) fn body_of(&self, tag: &str) -> Option<&[u8]> {
        self.tags.get(tag).map(Vec::as_slice)
    }
}

impl Table {
    fn learn_events(&mut self, id: &str, since: u64, head: u64, response: &[Value]) -> Result<(), String> {
        let from = since.min(head);
        if response.len() as u64 != head - from {
            return Err(format!("{id}: {} events after {since}, the cursor is {head}", response.len()));
        }
        for (at, event) in (from..).zip(response) {
            let before = self.events.entry(at).or_insert_with(|| event.clone());
            if before != event {
                return Err(format!("{id}: event {at} was {before} and is {event}"));
            }
        }
        Ok(())
    }
}

/// Whether a message is the former one with its author, or the member it tells of, erased.
fn is_shell_of(now: &Value, before: &Value) -> bool {
    let same = ["id", "seat", "modality", "at"].iter().all(|field| now[field] == before[field]);
    let is_gone = |value: &Value| value.as_str().is_some_and(|text| text.contains("gone-"));
    same && (is_gone(&now["name"]) || (now["seat"] == -1 && is_gone(&now["body"])))
}

pub(super) fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_default()
}
