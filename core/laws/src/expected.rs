//! The expected events of a step, without their labels.

use serde_json::{Value, json};

/// An expected event.
pub(crate) struct Expected {
    pub(crate) kind: &'static str,
    pub(crate) seat: Option<usize>,
    pub(crate) data: Value,
}

/// The events of a step, in order.
#[derive(Default)]
pub(crate) struct StepEvents(pub(crate) Vec<Expected>);

/// Stands for both `forfeited` and `timed_out`.
pub(crate) const LEFT: &str = "forfeited or timed_out";

impl StepEvents {
    pub(crate) fn push(&mut self, kind: &'static str, seat: impl Into<Option<usize>>, data: Value) {
        self.0.push(Expected { kind, seat: seat.into(), data });
    }

    pub(crate) fn turn(&mut self, seat: usize) {
        self.push("turn", seat, json!({}));
    }

    pub(crate) fn left(&mut self, seat: usize) {
        self.push(LEFT, seat, json!({}));
    }

    /// The last event of a match; its seat is the only winner, if there is one.
    pub(crate) fn settled(&mut self, scores: &[i64], data: Value) {
        let winners: Vec<usize> = (0..scores.len()).filter(|&seat| scores[seat] > 0).collect();
        let seat = if winners.len() == 1 { Some(winners[0]) } else { None };
        self.push("settled", seat, with_scores(data, scores));
    }

    /// The same for a banked table.
    pub(crate) fn settled_by_the_house(&mut self, score: i64, data: Value) {
        self.push("settled", 0, with_scores(data, &[score]));
    }
}

pub(crate) fn with_scores(mut data: Value, scores: &[i64]) -> Value {
    data["scores"] = json!(scores);
    data
}
