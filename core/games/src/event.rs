//! The narrative of a match: what happened, in words and as data.

use super::Seat;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

/// One thing that happened at the table. It never tells what some seat may not know.
#[derive(Clone, Debug)]
pub struct Event {
    /// What happened, in a word that is public: `dealt`, `turn`, `settled`, ...
    pub kind: &'static str,
    /// The seat it happened to, if it is about one.
    pub seat: Option<Seat>,
    /// A short English phrase that a person can read aloud.
    pub label: Option<String>,
    /// Its other fields, as JSON.
    pub data: Option<Box<RawValue>>,
}

impl Event {
    /// An event of a kind, about nobody, without words or data yet.
    pub const fn new(kind: &'static str) -> Self {
        Self { kind, seat: None, label: None, data: None }
    }

    /// Whom it is about.
    #[must_use]
    pub fn seat(mut self, seat: impl Into<Option<Seat>>) -> Self {
        self.seat = seat.into();
        self
    }

    /// How it reads aloud.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// The fields of its data: any serialisable value, `serde_json::json!` for one-offs.
    #[must_use]
    pub fn data(mut self, data: &impl Serialize) -> Self {
        self.data = Some(to_raw_value(data).expect("event data is plain data"));
        self
    }
}

/// Where a game tells its events. A listener that is off costs nothing: the event is not even made.
pub struct Events {
    listening: bool,
    told: Vec<Event>,
}

impl Events {
    /// A listener that keeps what it is told.
    pub const fn on() -> Self {
        Self { listening: true, told: Vec::new() }
    }

    /// A listener that hears nothing, for playouts.
    pub const fn off() -> Self {
        Self { listening: false, told: Vec::new() }
    }

    /// Tell what happened.
    #[inline]
    pub fn tell(&mut self, event: impl FnOnce() -> Event) {
        if self.listening {
            self.told.push(event());
        }
    }

    /// `turn` for one seat, with the words of the game.
    pub fn turn(&mut self, seat: Seat, label: impl FnOnce() -> String) {
        self.tell(|| Event::new("turn").seat(seat).label(label()));
    }

    /// What was told since the last call.
    pub fn take(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.told)
    }
}
