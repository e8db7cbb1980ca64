//! A read-only page of the state of the service. It has no script and loads nothing.

use crate::logs::{self, Recent};
use crate::measures::{Readings, Sources};
use std::fmt::Write;
use std::time::Instant;
use tracing::Level;
use turnstone_engine::Check;

const STYLE: &str = concat!(
    "body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:72rem;padding:0 1rem;color:#1d2327;background:#fff}",
    "h1,h2{line-height:1.2}table{border-collapse:collapse;width:100%;margin-bottom:2rem}",
    "th,td{text-align:left;vertical-align:top;padding:.25rem .75rem .25rem 0;border-bottom:1px solid #ccd3d8;overflow-wrap:anywhere}",
    "td:last-child{font-variant-numeric:tabular-nums}.bad{color:#a30d11;font-weight:600}",
    "@media (prefers-color-scheme:dark){body{color:#e6e9eb;background:#15191c}th,td{border-color:#3c454b}",
    ".bad{color:#ff8f8f}}",
);

/// Allows the style, by its hash, and nothing else.
pub(crate) const POLICY: &str = "default-src 'none'; style-src 'sha256-vmePAY8pWq66f0ytjsHauReCAoerIvJQmJrb3+7s1sM='; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";

/// Seconds after which a browser reloads it.
const AGAIN_S: u32 = 10;

/// The page with these readings.
pub(crate) fn page(sources: &Sources, found: &Readings) -> String {
    let mut page = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\">\
         <meta http-equiv=\"refresh\" content=\"{AGAIN_S}\"><title>Turnstone</title><style>{STYLE}</style></head><body>\
         <h1>Turnstone</h1><p>{}. It is {}.</p>",
        escaped(&crate::version::version()),
        humantime::format_rfc3339_seconds(std::time::SystemTime::now()),
    );
    table(&mut page, "Ready", &readiness(found));
    table(&mut page, "Service", &service(found));
    table(&mut page, "Loop and store", &store(sources, found));
    events(&mut page, &logs::recent());
    page.push_str("</body></html>\n");
    page
}

/// A value, and whether it is as expected.
struct OverviewRow {
    name: &'static str,
    value: String,
    is_well: bool,
}

fn row(name: &'static str, value: impl ToString) -> OverviewRow {
    OverviewRow { name, value: value.to_string(), is_well: true }
}

fn readiness(found: &Readings) -> Vec<OverviewRow> {
    let reported = |check: Check| {
        let is_well = !found.failing.contains(&check);
        OverviewRow { name: check.name(), value: if is_well { "ok" } else { "failing" }.to_owned(), is_well }
    };
    Check::ALL.into_iter().map(reported).collect()
}

fn service(found: &Readings) -> Vec<OverviewRow> {
    let Some(stats) = &found.stats else {
        return vec![OverviewRow { is_well: false, ..row("service", "does not answer") }];
    };
    let (tables, chips) = (&stats.tables, &stats.chips);
    let nothing = |name, value: i64| OverviewRow { is_well: value == 0, ..row(name, value) };
    vec![
        row("accounts", stats.accounts),
        row("tables waiting", tables.waiting),
        row("tables playing", tables.playing),
        row("tables settled, still in memory", tables.settled),
        row("tables cancelled, still in memory", tables.cancelled),
        row("pending long-polls", stats.polls),
        row("running duels", stats.duels),
        row("pending outbound calls", stats.calls),
        nothing("overdue deadlines", i64::try_from(stats.overdue).unwrap_or(i64::MAX)),
        row("chips granted", chips.granted),
        row("chips of members", chips.members),
        row("chips of the house", chips.house),
        row("chips held by tables and duels", chips.held),
        nothing("chips beyond those granted", chips.surplus()),
        nothing("held chips without an owner", chips.unclaimed()),
    ]
}

fn store(sources: &Sources, found: &Readings) -> Vec<OverviewRow> {
    let metrics = sources.handle.metrics();
    let mib = |bytes: u64| format!("{} MiB", bytes >> 20);
    let (commits, last_commit) = metrics.commits();
    let still = metrics.still_for(Instant::now()).unwrap_or_default();
    let health = found.health;
    vec![
        row("commits since the start", commits),
        row("the last commit took", format!("{:.2} ms", last_commit.as_secs_f64() * 1000.0)),
        row("last iteration of the loop", format!("{:.1} s ago", still.as_secs_f64())),
        row("store", mib(health.stored_bytes)),
        row("free on the disk", found.free.map_or_else(|| "unknown".to_owned(), mib)),
        row("nothing new is created below", mib(sources.mark)),
        row("completed scrubs", health.scrubs),
        OverviewRow { is_well: health.damaged_files == 0, ..row("damaged files", health.damaged_files) },
        OverviewRow { is_well: health.failed_merges == 0, ..row("failed compactions", health.failed_merges) },
    ]
}

fn table(page: &mut String, title: &str, rows: &[OverviewRow]) {
    let mut reported = format!("<h2>{title}</h2><table>");
    for OverviewRow { name, value, is_well } in rows {
        let class = if *is_well { "" } else { " class=\"bad\"" };
        let _ = write!(reported, "<tr><th>{name}</th><td{class}>{}</td></tr>", escaped(value));
    }
    page.push_str(&reported);
    page.push_str("</table>");
}

fn events(page: &mut String, recent: &[Recent]) {
    page.push_str("<h2>Warnings and events of security</h2><table>");
    for Recent { at, level, target, text } in recent {
        let class = if *level == Level::ERROR { " class=\"bad\"" } else { "" };
        let at = humantime::format_rfc3339_seconds(*at);
        let _ =
            write!(page, "<tr><td>{at}</td><td{class}>{level}</td><td>{target}</td><td>{}</td></tr>", escaped(text));
    }
    page.push_str("</table>");
}

/// A text, escaped for HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use sha2::{Digest, Sha256};
    use std::time::SystemTime;

    #[test]
    fn the_policy_allows_only_the_style() {
        let hash = STANDARD.encode(Sha256::digest(STYLE.as_bytes()));
        assert!(POLICY.starts_with(&format!("default-src 'none'; style-src 'sha256-{hash}'; ")), "{hash}");
    }

    #[test]
    fn escapes_the_text_of_events() {
        let text = "peer=\"<img src=x onerror=alert('1')>&\"".to_owned();
        let recent = Recent { at: SystemTime::UNIX_EPOCH, level: Level::WARN, target: "t", text };
        let mut page = String::new();
        events(&mut page, &[recent]);
        assert!(
            !page.contains("<img") && page.contains("&lt;img src=x onerror=alert(&#39;1&#39;)&gt;&amp;&quot;"),
            "{page}"
        );
    }
}
