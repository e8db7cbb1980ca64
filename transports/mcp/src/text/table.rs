//! A table as text.

use super::{chips, moves, parsed, time_left};
use crate::untrusted::{IN_TEXT, quoted};
use serde::Deserialize;
use turnstone_service::answer::{GuestName, Json, TableStatus, TableView};
use turnstone_service::games::{MatchResult, OutcomeEntry, Rules, SHIPPED, Seat};
use turnstone_service::request::Pace;
use turnstone_service::time::Millis;

/// A table and the circumstances of a result.
pub(crate) struct TableText<'a> {
    pub(crate) view: &'a TableView,
    /// What has happened.
    pub(crate) events: &'a [Json],
    /// Whether it is the first result of this table, with what never changes.
    pub(crate) is_first: bool,
    pub(crate) now: Millis,
}

/// The part of an event that is shown.
#[derive(Deserialize)]
struct EventLabel {
    #[serde(rename = "type")]
    kind: String,
    label: Option<String>,
}

/// Events that a result shows.
const NEWEST: usize = 6;

/// The tool that waits.
const WAIT: &str = "call turnstone_wait_for_turn";

impl TableText<'_> {
    /// The lines of the result.
    pub(crate) fn lines(&self) -> String {
        let mut lines = Vec::new();
        if self.is_first {
            lines.extend(self.constants());
        }
        lines.extend(self.news());
        lines.extend(self.board());
        lines.push(self.status());
        lines.join("\n")
    }

    fn seat(&self) -> Option<Seat> {
        u8::try_from(self.view.my_seat).ok().map(Seat)
    }

    /// What never changes at a table.
    fn constants(&self) -> Vec<String> {
        let view = self.view;
        let kind = view.kind.as_deref().unwrap_or(&view.game_id);
        let chips =
            if view.practice { "practice without chips".to_owned() } else { format!("stake {} chips", view.stake) };
        let level = view.level.map(|level| format!(", house level {level} of 5")).unwrap_or_default();
        let pace = if view.pace == Pace::Daily { ", two days a turn" } else { "" };
        let mut is_quoted = false;
        let name = |seat: &turnstone_service::answer::SeatView| match &*seat.name {
            _ if Some(seat.seat) == self.seat() => format!("seat {} you", seat.seat),
            "house" => format!("seat {} the house", seat.seat),
            "guest" => match &seat.guest_name {
                Some(GuestName(Some(name))) => {
                    is_quoted = true;
                    format!("seat {} a guest called {}", seat.seat, quoted(name))
                }
                Some(GuestName(None)) | None => format!("seat {} a guest", seat.seat),
            },
            name => {
                is_quoted = true;
                format!("seat {} {}", seat.seat, quoted(name))
            }
        };
        let seats: Vec<String> = view.seats.iter().map(name).collect();
        let mut lines = vec![format!("{kind}, {chips}{level}{pace}. Players: {}.", seats.join(", "))];
        lines.extend(is_quoted.then(|| IN_TEXT.to_owned()));
        lines.extend(SHIPPED.newest(&view.game_id).map(|rules| format!("How to write a move: {}", rules.moves_text())));
        lines
    }

    /// What has happened, the newest last.
    fn news(&self) -> Option<String> {
        let shown = |event: &Json| {
            let event: EventLabel = serde_json::from_str(event.0.get()).ok()?;
            event.label.filter(|_| event.kind != "turn")
        };
        let labels: Vec<String> = self.events.iter().filter_map(shown).filter(|label| !label.is_empty()).collect();
        let newest = &labels[labels.len().saturating_sub(NEWEST)..];
        let before = if labels.len() > newest.len() { "... " } else { "" };
        (!newest.is_empty()).then(|| format!("{before}{}.", newest.join(". ")))
    }

    fn board(&self) -> Option<String> {
        let json = self.view.state.view.as_ref().filter(|_| self.view.status != TableStatus::Waiting)?;
        let view = parsed(json);
        let drawn = |rules: &dyn Rules| rules.drawn(&view, self.seat());
        // A former version draws its own views.
        let of_game = SHIPPED.all().filter(|rules| rules.about().id == self.view.game_id);
        of_game.filter(|_| view.get("phase").is_some_and(|phase| phase != "waiting")).find_map(drawn)
    }

    fn status(&self) -> String {
        let (view, state) = (self.view, &self.view.state);
        match view.status {
            TableStatus::Cancelled => return "The table was cancelled; stakes were returned.".to_owned(),
            TableStatus::Waiting => {
                return format!(
                    "Waiting for members: {} of {} seats taken. Then {WAIT}.",
                    view.seats.len(),
                    view.seats_total
                );
            }
            TableStatus::Playing | TableStatus::Settled => {}
        }
        if state.terminal {
            return format!("Game over. {}", self.outcome());
        }
        let left =
            state.turn_deadline_at.map(|until| format!(", {} left", time_left(self.now, until))).unwrap_or_default();
        let plies = state.plies;
        if state.your_turn {
            format!("Your turn (expectedPlies {plies}{left}). {}", moves::in_a_line(view))
        } else {
            format!("Not your turn ({plies} plies{left}): {WAIT}.")
        }
    }

    fn outcome(&self) -> String {
        let Some(outcome) = self.view.state.outcome.as_deref().filter(|outcome| !outcome.is_empty()) else {
            return "Stakes were returned.".to_owned();
        };
        let own = self.seat();
        let result = |entry: &OutcomeEntry| {
            let who = if own == Some(entry.seat) { "you".to_owned() } else { format!("seat {}", entry.seat) };
            let word = match entry.result {
                MatchResult::Win => "won",
                MatchResult::Loss => "lost",
                MatchResult::Draw => "drew",
            };
            let rank = entry.rank.map(|rank| format!(", place {rank}")).unwrap_or_default();
            format!("{who} {word} ({}{rank})", chips(entry.score))
        };
        let results: Vec<String> = outcome.iter().map(result).collect();
        let points = if self.view.practice { " No chips moved." } else { "" };
        format!("Result: {}.{points}", results.join(", "))
    }
}
