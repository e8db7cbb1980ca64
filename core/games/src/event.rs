//! The events of a match, as text and as data.

mod parts;

use super::Seat;
use parts::{EventParts, PartsSerializer};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::value::RawValue;

/// An event at the table. It never contains what a seat may not know.
#[derive(Clone, Debug)]
pub struct Event {
    /// The public name of the event: `dealt`, `turn`, `settled`, ...
    pub kind: &'static str,
    /// The seat that it concerns, if it concerns one.
    pub seat: Option<Seat>,
    /// A short English phrase for screen readers.
    pub label: Option<String>,
    /// Its other fields, as JSON.
    pub data: Option<Box<RawValue>>,
}

impl Event {
    /// An event without a seat or a label. The argument is a value of an enum with
    /// `#[serde(tag = "type", content = "data")]`.
    pub fn of(event: &impl Serialize) -> Self {
        let EventParts { kind, data } = event.serialize(PartsSerializer).expect("an event is such an enum");
        Self { kind, seat: None, label: None, data }
    }

    /// Set the seat.
    #[must_use]
    pub fn seat(mut self, seat: impl Into<Option<Seat>>) -> Self {
        self.seat = seat.into();
        self
    }

    /// Set the label.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }
}

/// The events about seats that nearly all games share.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", content = "data", rename_all = "snake_case")]
pub(crate) enum Plain {
    /// The seat is to act.
    Turn,
    /// The seat gave up.
    Forfeited,
    /// The seat ran out of time.
    TimedOut,
}

/// The receiver of a game's events. A disabled receiver costs nothing: the events are not even created.
pub struct Events {
    listening: bool,
    kept: Vec<Event>,
}

impl Events {
    /// A receiver that keeps the events.
    pub const fn on() -> Self {
        Self { listening: true, kept: Vec::new() }
    }

    /// A receiver that discards the events, for playouts.
    pub const fn off() -> Self {
        Self { listening: false, kept: Vec::new() }
    }

    /// Report an event.
    #[inline]
    pub fn push(&mut self, event: impl FnOnce() -> Event) {
        if self.listening {
            self.kept.push(event());
        }
    }

    /// `turn` for one seat, with the game's label.
    pub fn turn(&mut self, seat: Seat, label: impl FnOnce() -> String) {
        self.push(|| Event::of(&Plain::Turn).seat(seat).label(label()));
    }

    /// The events since the last call.
    pub fn take(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.kept)
    }
}
