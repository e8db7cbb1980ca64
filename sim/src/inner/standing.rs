//! The current state as text: tables, members, parties, duels, and the world as a whole.

use super::recorded::Thing;
use crate::inner::judge::PendingRequest;
use crate::inner::prelude::*;
use crate::inner::world::SimWorld;

pub(super) fn change_text(change: &Change) -> String {
    match change {
        Change::Put(Record::Clock(at)) => format!("put Clock: {}", moment_text(*at)),
        Change::Put(record) => format!("put {}", text(record)),
        Change::Remove(key) => format!("remove {}", text(key)),
    }
}

fn text(value: &impl Serialize) -> String {
    serde_json::to_value(value).map_or_else(|error| error.to_string(), |value| short(value).to_string())
}

/// Byte arrays become hex.
fn short(value: Value) -> Value {
    match value {
        Value::Array(all) => {
            let byte = |value: &Value| value.as_u64().and_then(|byte| u8::try_from(byte).ok());
            let bytes: Option<Vec<u8>> = all.iter().map(byte).collect();
            match bytes.filter(|bytes| bytes.len() >= 8) {
                Some(bytes) => Value::String(hex::encode(bytes)),
                None => Value::Array(all.into_iter().map(short).collect()),
            }
        }
        Value::Object(fields) => Value::Object(fields.into_iter().map(|(name, value)| (name, short(value))).collect()),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value,
    }
}

/// A time as date and time.
pub(super) fn moment_text(at: Millis) -> String {
    let ms = at.since(at.day().start());
    let (hours, minutes, seconds) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1_000 % 60);
    format!("{} {hours:02}:{minutes:02}:{seconds:02}.{:03}", at.day(), ms % 1_000)
}

/// A row, field by field.
fn row_text(row: &impl Serialize) -> String {
    let row = serde_json::to_value(row).map_or(Value::Null, short);
    let fields = row.as_object().into_iter().flatten();
    fields.map(|(name, value)| format!("{name}: {value}")).collect::<Vec<_>>().join("\n")
}

impl SimWorld {
    pub(super) fn name_of_thing(&self, thing: Thing) -> String {
        match thing {
            Thing::Table(id) => self.known.numbers.get(&id).map_or(format!("{id}"), |n| format!("table {n}, {id}")),
            Thing::Member(id) => format!("{}, {id}", self.member_text(id)),
            Thing::Party(id) => format!("party {id}"),
            Thing::Duel(id) => format!("duel {id}"),
        }
    }

    fn member_text(&self, id: AccountId) -> String {
        Some(self.model.handle(id)).filter(|handle| !handle.is_empty()).unwrap_or_else(|| id.to_string())
    }

    /// The current state of a thing.
    pub(super) fn standing(&self, thing: Thing) -> String {
        match thing {
            Thing::Table(id) => self.table_text(id),
            Thing::Member(id) => self.account_text(id),
            Thing::Party(id) => self.model.parties.get(&id).map_or_else(gone, row_text),
            Thing::Duel(id) => self.model.duels.get(&id).map_or_else(gone, row_text),
        }
    }

    fn table_text(&self, id: TableId) -> String {
        let Some(table) = self.model.tables.get(&id) else {
            let Some(archive) = self.model.archives.get(&id) else { return gone() };
            return format!("archived, {} entries\n{}", archive.plies.len(), row_text(&archive.table));
        };
        let mut lines = vec![row_text(&table.row)];
        let (to_act, banks) = (table.to_act(), table.banks());
        for (at, player) in table.row.players.iter().enumerate() {
            let seat = turnstone_service::games::Seat::at(at);
            let who =
                if let Player::Member(member) = player { self.member_text(*member) } else { format!("{player:?}") };
            let turn = table.turn_ends(seat).filter(|_| to_act.contains(seat)).map(moment_text);
            lines.push(format!("seat {at}: {who}, to act until {turn:?}, bank {:?} ms", banks.get(&seat)));
        }
        let (entries, events) = (table.plies.len(), table.events.len());
        lines.push(format!("{entries} entries, {events} events, the last entry: {:?}", table.plies.last()));
        if let Some(board) = table.board.as_ref().filter(|_| table.is_playing()) {
            lines.push(format!("board: {}", board.view(Audience { seat: None, sealed: false }).get()));
        }
        lines.extend(table.messages.iter().rev().take(3).map(|(id, message)| format!("message {id}: {message:?}")));
        lines.join("\n")
    }

    /// The views of the seats that are to act.
    fn views(&self, id: TableId) -> String {
        let Some((table, board)) = self.model.tables.get(&id).and_then(|table| Some((table, table.board.as_ref()?)))
        else {
            return String::new();
        };
        let seen = |seat| format!("\n{seat:?} sees: {}", board.view(Audience::of(seat)).get());
        table.to_act().iter().map(seen).collect()
    }

    fn account_text(&self, id: AccountId) -> String {
        let Some(row) = self.model.accounts.get(&id) else { return gone() };
        let (balance, wealth) = (self.model.chips.balance(id), self.model.wealth(id));
        let rows = self.model.chips.ledger.get(&LedgerAccount::Member(id)).into_iter().flatten().rev().take(8);
        let rows: String = rows.map(|(n, row)| format!("\nledger {n}: {row:?}")).collect();
        format!("{balance} chips in hand, {wealth} with those at tables\n{}{rows}", row_text(row))
    }

    /// The current state of the world.
    pub(super) fn state_text(&self) -> String {
        let (wall, core) = (moment_text(Millis(self.clock)), moment_text(self.now));
        let mut text = format!("step {}\nwall clock {wall}, clock of the core {core}\n", self.step);
        let mut part = |name: &str, rows: Vec<String>| {
            let rows = rows.iter().map(|row| format!("  {}\n", row.replace('\n', "\n    ")));
            text += &format!("\n{name}: {}\n{}", rows.len(), rows.collect::<String>());
        };
        let stand = |thing: Thing| format!("{}\n{}", self.name_of_thing(thing), self.standing(thing));
        part("tables", self.model.tables.keys().map(|id| stand(Thing::Table(*id)) + &self.views(*id)).collect());
        let archived = self.model.archives.keys().map(|id| self.name_of_thing(Thing::Table(*id)));
        part("tables that are archived", archived.collect());
        part("members", self.model.accounts.keys().map(|id| stand(Thing::Member(*id))).collect());
        part("parties", self.model.parties.keys().map(|id| stand(Thing::Party(*id))).collect());
        part("duels", self.model.duels.keys().map(|id| stand(Thing::Duel(*id))).collect());
        let asked = |PendingRequest { step, who, request, stage, gone, .. }: &PendingRequest| {
            let gone = if *gone { ", the caller hung up" } else { "" };
            format!("step {step} {who}: {request:?}: {stage:?}{gone}")
        };
        part("requests without an answer", self.pending.values().map(asked).collect());
        part("calls without an answer", self.outbound.pending.iter().map(|call| format!("{call:?}")).collect());
        let due = self.driver.service().deadlines();
        let all = due.len();
        let due = due.into_iter().take(12).map(|due| format!("{}: {:?}", moment_text(due.at), due.timer));
        part(&format!("due next, of {all}"), due.collect());
        text
    }
}

fn gone() -> String {
    "gone".to_owned()
}
