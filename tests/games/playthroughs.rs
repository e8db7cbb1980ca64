//! One readable match of every table kind, kept under `golden/games/playthroughs`. A difference there is a change of the
//! rules, of the order of draws or of the wording.

use crate::table::{Case, Table};
use insta::{Settings, assert_snapshot};
use serde_json::{Map, Value};
use std::fmt::Write;
use turnstone_games::{Entry, Leave, Outcome, Policy, SHIPPED, Seat, Seats};

/// The first and the last plies are shown with views and legal actions, the plies between in one line each.
const FIRST_PLIES: usize = 10;
const LAST_PLIES: usize = 3;
/// For a match with one line for each ply: the number of plies before the cut; `FIRST_PLIES` follow it.
const BRIEF_PLIES: usize = 50;
/// Longer lists of legal actions are cut.
const LEGAL_SHOWN: usize = 6;
/// Longer fields of a view are cut in the middle, by characters.
const FIELD_SHOWN: usize = 240;
const MATCH: u64 = 20;

#[test]
fn playthroughs_are_unchanged() {
    settings("playthroughs").bind(|| {
        for rules in SHIPPED.all() {
            let default_seats = rules.about().default_seats;
            for case in Case::of(rules).filter(|case| case.seats == default_seats) {
                assert_snapshot!(format!("{}-v{}", case.kind.kind, rules.about().version), playthrough(case));
            }
        }
    });
}

/// The snapshots of a folder under `golden/games`.
pub(crate) fn settings(folder: &str) -> Settings {
    let mut settings = Settings::clone_current();
    settings.set_snapshot_path(format!("../../golden/games/{folder}"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings
}

/// A finished match, its last plies and its end in full.
pub(crate) fn ending(whole: &Table, title: &str) -> String {
    let (mut page, mut table) = (Page::default(), whole.again(0));
    page.head(&table, title);
    for (ply, &(seat, entry, _)) in whole.log.iter().enumerate() {
        if ply + LAST_PLIES >= whole.log.len() {
            page.step(&mut table, seat, entry);
        } else {
            page.brief_step(&mut table, seat, entry);
        }
    }
    page.views = vec![Map::new(); table.case.seats + 1];
    page.situation(&table);
    page.end(&table);
    page.text
}

fn playthrough(case: Case) -> String {
    let mut page = Page::default();
    page.whole_match(case.deal(MATCH), Policy::HOUSE, "The house in every seat");
    page.briefly(case.deal(MATCH + 1), "Random players");
    for seat in Seats::all(case.seats).iter() {
        page.left_after(case.deal(MATCH), 3, seat);
    }
    page.text
}

#[derive(Default)]
struct Page {
    text: String,
    /// The last view of each viewer that was written.
    views: Vec<Map<String, Value>>,
}

impl Page {
    fn line(&mut self, line: &str) {
        writeln!(self.text, "{}", line.trim_end()).expect("writing to a String cannot fail");
    }

    fn whole_match(&mut self, mut table: Table, policy: Policy, title: &str) {
        let mut whole = table.again(0);
        whole.play_out(policy, |_| ());
        self.head(&table, title);
        self.views = vec![Map::new(); table.case.seats + 1];
        self.situation(&table);
        for &(seat, entry, _) in &whole.log {
            let ply = table.log.len();
            if ply < FIRST_PLIES || ply + LAST_PLIES >= whole.log.len() {
                self.step(&mut table, seat, entry);
                self.situation(&table);
            } else {
                self.brief_step(&mut table, seat, entry);
            }
        }
        self.end(&table);
    }

    fn briefly(&mut self, mut table: Table, title: &str) {
        let mut whole = table.again(0);
        whole.play_out(Policy::Random, |_| ());
        self.head(&table, title);
        for (ply, &(seat, entry, _)) in whole.log.iter().enumerate() {
            if ply < BRIEF_PLIES || ply + FIRST_PLIES >= whole.log.len() {
                self.brief_step(&mut table, seat, entry);
                continue;
            }
            play(&mut table, seat, entry);
            if ply == BRIEF_PLIES {
                self.line("...");
            }
        }
        self.end(&table);
    }

    /// The same match as the first, with a seat that leaves after this many plies, or after fewer if the seat may not
    /// leave there.
    fn left_after(&mut self, table: Table, plies: usize, seat: Seat) {
        let mut whole = table.again(0);
        whole.play_out(Policy::HOUSE, |_| ());
        let Some(mut table) =
            (0..=plies.min(whole.log.len())).rev().map(|ply| whole.again(ply)).find(|at| at.live.may_concede(seat))
        else {
            return;
        };
        self.text.push('\n');
        self.line(&format!("# Seat {seat} leaves after {} plies", table.log.len()));
        self.step(&mut table, seat, Entry::Leave(Leave::Forfeited));
        if table.is_over() {
            self.end(&table);
        } else {
            self.line(&format!("  to act: {}", json(&table.live.to_act())));
        }
    }

    fn head(&mut self, table: &Table, title: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.line(&format!("# {title}"));
        self.line(&format!("config {}", json(&table.setup)));
        self.line(&format!("seed {}", table.seed.to_hex()));
        self.line(&format!("version {}", table.case.rules.about().version));
        self.reported(table);
    }

    fn step(&mut self, table: &mut Table, seat: Seat, entry: Entry) {
        let action = play(table, seat, entry);
        self.line(&format!("{}. seat {seat} {action}", table.log.len()));
        self.reported(table);
    }

    /// A ply in one line: the labels of its events, without those of the next turns.
    fn brief_step(&mut self, table: &mut Table, seat: Seat, entry: Entry) {
        let action = play(table, seat, entry);
        let labels: Vec<&str> = table
            .reported
            .iter()
            .filter(|event| event.kind != "turn")
            .filter_map(|event| event.label.as_deref())
            .collect();
        self.line(&format!("{}. seat {seat} {action}: {}", table.log.len(), labels.join("; ")));
    }

    fn reported(&mut self, table: &Table) {
        for event in &table.reported {
            let label = event.label.as_deref().unwrap_or("-");
            let data = event.data.as_ref().map_or("", |data| data.get());
            let seat = event.seat.map_or_else(String::new, |seat| format!(" [{seat}]"));
            self.line(&format!("  {}{seat}: {label} {data}", event.kind));
        }
    }

    /// The changes of each view, and the legal actions now.
    fn situation(&mut self, table: &Table) {
        for (at, viewer) in [None].into_iter().chain(Seats::all(table.case.seats).iter().map(Some)).enumerate() {
            let view = by_seat(serde_json::from_str(&table.view(viewer, false)).expect("a view is an object"));
            let changed: Vec<String> = view
                .iter()
                .filter(|(key, value)| self.views[at].get(*key) != Some(value))
                // The seats' views are shown if they differ from the public one.
                .filter(|(key, value)| at == 0 || self.views[0].get(*key) != Some(value))
                .map(|(key, value)| format!("{key} {}", shortened(value.to_string())))
                .collect();
            self.views[at] = view;
            let name = viewer.map_or_else(|| "everybody".to_owned(), |seat| format!("seat {seat}"));
            if !changed.is_empty() {
                self.line(&format!("  {name} sees: {}", changed.join(", ")));
            }
        }
        for seat in table.live.to_act().iter() {
            let legal = table.legal(seat);
            let more = if legal.len() > LEGAL_SHOWN { " ..." } else { "" };
            let shown = legal[..legal.len().min(LEGAL_SHOWN)].join(" ");
            self.line(&format!("  seat {seat} has {}: {shown}{more}", legal.len()));
        }
    }

    fn end(&mut self, table: &Table) {
        let Outcome { seats } = table.outcome();
        for (seat, end) in seats.iter().enumerate() {
            let rank = end.rank.map_or_else(String::new, |rank| format!(", rank {rank}"));
            let title = end.title.map_or_else(String::new, |title| format!(", {title}"));
            let pieces =
                end.winning_pieces.as_ref().map_or_else(String::new, |pieces| format!(", winning pieces {pieces:?}"));
            self.line(&format!("seat {seat}: {} {:+}{rank}{title}{pieces}", json(&end.result), end.score));
        }
    }
}

/// Play the entry, and return its action as JSON.
fn play(table: &mut Table, seat: Seat, entry: Entry) -> String {
    let action = match entry {
        Entry::Choice(choice) => table.live.action(seat, choice).expect("it was possible before").get().to_owned(),
        Entry::Leave(_) => "leaves".to_owned(),
    };
    assert!(table.play(seat, entry), "{table}: it was possible before");
    action
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("plain data")
}

/// The view with an entry for each seat in place of the list of them.
fn by_seat(mut view: Map<String, Value>) -> Map<String, Value> {
    if let Some(Value::Array(seats)) = view.remove("seats") {
        view.extend(seats.into_iter().enumerate().map(|(seat, entry)| (format!("seats[{seat}]"), entry)));
    }
    view
}

fn shortened(text: String) -> String {
    let count = text.chars().count();
    if count <= FIELD_SHOWN {
        return text;
    }
    let half = FIELD_SHOWN / 2;
    let start: String = text.chars().take(half).collect();
    let end: String = text.chars().skip(count - half).collect();
    format!("{start} [..] {end}")
}
