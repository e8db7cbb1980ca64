//! The table of what is checked: for each operation, tool, header, metric and log line the checks that fail when it is wrong. Each
//! check counts what it has compared, and a cell that no check has reached is a hole.

use crate::count::Counts;
use crate::grid::{Cell, Grid};
use crate::mutants::Level;
use crate::network;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use turnstone_api::operation::ALL;

const PREFIX: &str = "checked: ";

/// Operations that the network level seldom calls.
const SELDOM: [&str; 4] = ["link_messenger", "join_messenger", "self_check", "unlink_messenger"];

/// The counter of a check of a subject.
pub(crate) fn checked(subject: &str, check: &str) -> String {
    format!("{PREFIX}{subject}, {check}")
}

fn grid(cells: impl Iterator<Item = (String, Cell)>) -> Grid {
    cells.collect()
}

/// Operations at the core level: every answer, and every error.
pub(crate) static OF_CORE: LazyLock<Grid> = LazyLock::new(|| {
    let all = ALL.iter().flat_map(|operation| {
        let name = operation.name();
        [(checked(name, "its answer"), Cell::Must), (checked(name, "its permission"), Cell::Must)]
    });
    grid(all)
});

/// Operations at the network level. The answers of some are too rare there.
pub(crate) static OF_ROUTES: LazyLock<Grid> = LazyLock::new(|| {
    let seldom = Cell::May("too rare at this level");
    let all = ALL.iter().flat_map(|operation| {
        let name = operation.name();
        let is_stream = name.starts_with("stream_");
        let body = if is_stream { "its events" } else { "its body" };
        let headers = if SELDOM.contains(&name) { seldom } else { Cell::Must };
        [(checked(name, "its headers"), headers), (checked(name, body), seldom), (checked(name, "its time"), seldom)]
    });
    grid(all)
});

pub(crate) static CHECKED_HEADERS: LazyLock<Grid> = LazyLock::new(|| {
    grid(network::headers().map(|name| (checked(&format!("the header {name}"), "its value"), Cell::Must)))
});

/// The metrics that a run knows the values of, and the lines of the log.
pub(crate) static OF_OPERATORS: LazyLock<Grid> = LazyLock::new(|| {
    let metrics = network::metrics().map(|name| (checked(&format!("the metric {name}"), "its value"), Cell::Must));
    let lines = ["access", "security"].map(|kind| (checked(&format!("the log of {kind}"), "its lines"), Cell::Must));
    grid(metrics.chain(lines))
});

pub(crate) static OF_TOOLS: LazyLock<Grid> = LazyLock::new(|| {
    let all = network::tools().flat_map(|(tool, is_plain)| {
        let tool = format!("the tool {tool}");
        let error = if is_plain { Cell::Never("it rejects nothing but its arguments") } else { Cell::Must };
        [(checked(&tool, "its result"), Cell::Must), (checked(&tool, "its error"), error)]
    });
    grid(all)
});

/// The grids of a level.
fn grids(level: Level) -> Vec<&'static Grid> {
    match level {
        Level::Core => vec![&OF_CORE],
        Level::Network => vec![&OF_ROUTES, &CHECKED_HEADERS, &OF_TOOLS, &OF_OPERATORS],
        Level::Cluster | Level::Standby | Level::Fairness => Vec::new(),
    }
}

/// The checks that a run of many seeds has to make.
pub(crate) fn expected(level: Level) -> impl Iterator<Item = &'static str> {
    grids(level).into_iter().flat_map(Grid::expected)
}

/// The table of a level after some runs: a line for each subject with its checks and how often each was made.
pub fn table(level: Level, counts: &Counts) -> String {
    let mut rows = BTreeMap::<&str, Vec<String>>::new();
    for (name, cell) in grids(level).into_iter().flat_map(Grid::cells) {
        let (subject, check) = name[PREFIX.len()..].split_once(", ").unwrap_or((name, ""));
        let shown = match (counts.get(name), cell) {
            (0, Cell::Must) => format!("{check}: HOLE"),
            (0, Cell::May(why) | Cell::Never(why)) => format!("{check}: - ({why})"),
            (times, _) => format!("{check}: {times}"),
        };
        rows.entry(subject).or_default().push(shown);
    }
    rows.into_iter().map(|(subject, checks)| format!("{subject:<34} {}\n", checks.join("; "))).collect()
}
