//! A run of the network level as a page: the lines of its story, in lanes.

use super::NetworkReport;
use crate::inner::{Moment, draw};

/// The page of a run.
pub fn picture(seed: u64, report: &NetworkReport) -> String {
    let moments: Vec<Moment> = report.story.lines().filter_map(moment).collect();
    let broken = report.failure.as_ref().map(|what| ("a rule was broken".to_owned(), what.clone()));
    draw(&format!("Seed {seed}, network level"), "Times are simulated".to_owned(), moments, Vec::new(), broken)
}

/// The moment of a line: `   1.250s  client 2  GET /path  ->  200 {...}`, or a fault.
fn moment(line: &str) -> Option<Moment> {
    let (time, what) = line.trim_start().split_once("s  ")?;
    let at = (time.parse::<f64>().ok()? * 1_000.0).round() as u64;
    let at_lane = |lane: &str, kind, text: &str, more: &str| Moment {
        step: (at / 1_000) as u32,
        at,
        lane: lane.to_owned(),
        kind,
        text: text.to_owned(),
        more: more.to_owned(),
        of: None,
    };
    if let Some(broken) = what.strip_prefix("BROKEN  ") {
        return Some(at_lane("service", "violated", broken, ""));
    }
    let Some((client, exchange)) = what.split_once("  ").filter(|(who, _)| who.starts_with("client ")) else {
        let lane = if what.contains("disk") {
            "disk"
        } else if ["network", "packets", "partition"].iter().any(|word| what.contains(word)) {
            "network"
        } else {
            "service"
        };
        return Some(at_lane(lane, "fault", what, ""));
    };
    let (asked, answer) = exchange.split_once("  ->  ").unwrap_or((exchange, ""));
    let kind = if answer.starts_with('2') || answer.starts_with('3') { "granted" } else { "refused" };
    let status = answer.split(' ').next().unwrap_or_default();
    Some(at_lane(client, kind, &format!("{asked} -> {status}"), answer))
}
