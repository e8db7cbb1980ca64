//! `turnstone verify --fair`: how the seed of a table was chosen.

use super::{MAX_NAME_LENGTH, harmless, read, worse};
use crate::commands::{CommandResult, say};
use clap::Args;
use serde_json::Value;
use std::collections::BTreeSet;
use std::error::Error;
use std::process::ExitCode;
use turnstone_fairness::check::{Checker, FairCode, FairRecord, FairVerdict, Kept, Note, days_of, days_of_receipts};
use turnstone_service::games::{Brought, SHIPPED};

/// Maximum length of a shown sentence: that of `holds` says much.
const MAX_REASON_LENGTH: usize = 700;

#[derive(Args, Debug)]
pub(super) struct Fair {
    /// Also verify how the seed was chosen. Each bundle gets a line with a code; exit status 2 also while a day is not
    /// closed, 4 if a bundle has commit and reveal only
    #[arg(long)]
    fair: bool,
    /// The server whose statements and lists are fetched, such as https://turnstone.example
    #[arg(long, requires = "fair", value_name = "URL")]
    from: Option<String>,
    /// A response of /api/fairness: a file or URL; repeat it for further pages
    #[arg(long, requires = "fair", value_name = "FILE")]
    statements: Vec<String>,
    /// A response of /api/fairness/days/DAY, likewise
    #[arg(long, requires = "fair", value_name = "FILE")]
    list: Vec<String>,
    /// A file with a line for each receipt: the table's id, a space, the action, a tab, the value of Move-Receipt
    #[arg(long, requires = "fair", value_name = "FILE")]
    receipts: Option<String>,
    /// The clientRef and the clientSeed that a seat sent; either may be empty
    #[arg(long, requires = "fair", value_name = "SEAT:REF:SEED", value_parser = brought)]
    brought: Vec<(usize, Option<Brought>)>,
    /// The sha256 of the text of a statement that was noted earlier, and when it was the newest one, in epoch
    /// milliseconds; repeat it for further notes
    #[arg(long, requires = "fair", value_name = "HASH@TIME")]
    noted: Vec<Note>,
}

fn brought(text: &str) -> Result<(usize, Option<Brought>), String> {
    let parts: Vec<&str> = text.splitn(3, ':').collect();
    let [seat, client_ref, client_seed] = *parts.as_slice() else { return Err("not SEAT:REF:SEED".to_owned()) };
    let seat = seat.parse().map_err(|_| format!("{seat} is no seat"))?;
    let sent = |text: &'_ str| (!text.is_empty()).then(|| text.to_owned());
    Ok((seat, Brought::of(sent(client_ref).as_deref(), sent(client_seed).as_deref())))
}

impl Fair {
    pub(super) const fn is_asked(&self) -> bool {
        self.fair
    }

    /// Print a verdict for each bundle.
    pub(super) async fn verify(&self, places: &[String]) -> CommandResult {
        if !self.noted.is_empty() && self.statements.is_empty() && self.from.is_none() {
            return Err("--noted needs --statements or --from".into());
        }
        let mut bundles = Vec::new();
        for place in places {
            // Bytes that are no JSON get a verdict, too.
            let bundle: Value = serde_json::from_slice(&read(place).await?).unwrap_or_default();
            bundles.push((place, bundle));
        }
        let receipts = match &self.receipts {
            Some(place) => String::from_utf8(read(place).await?.to_vec())?,
            None => String::new(),
        };
        let receipts = receipts.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect();
        let kept = Kept { brought: self.brought.clone(), receipts };
        let (names, bundles): (Vec<&String>, Vec<Value>) = bundles.into_iter().unzip();
        let checker = Checker::new(SHIPPED, &self.record(&bundles, &kept.receipts).await?);
        let mut worst = 0;
        for (place, bundle) in names.into_iter().zip(&bundles) {
            let name = bundle.get("sessionId").and_then(Value::as_str).unwrap_or(place);
            worst = worse(worst, report(name, &checker.verdict(bundle, &kept)));
        }
        for (table, verdict) in checker.unlisted(&bundles, &kept) {
            worst = worse(worst, report(&table, &verdict));
        }
        Ok(ExitCode::from(worst))
    }

    /// What the server publishes, from files and from the server.
    async fn record(&self, bundles: &[Value], receipts: &[String]) -> Result<FairRecord, Box<dyn Error>> {
        let mut statements = all(&self.statements).await?;
        let mut lists = all(&self.list).await?;
        if let Some(from) = &self.from {
            let server = from.trim_end_matches('/');
            let list = |day: &str| format!("{server}/api/fairness/days/{day}");
            statements.extend(pages(&format!("{server}/api/fairness")).await?);
            let days: BTreeSet<String> = bundles.iter().flat_map(days_of).collect();
            for day in &days {
                lists.extend(pages(&list(day)).await?);
            }
            for day in days_of_receipts(&statements, bundles, receipts).difference(&days) {
                // A server that has lost the table may not have its day either.
                lists.extend(pages(&list(day)).await.unwrap_or_default());
            }
        }
        Ok(FairRecord { statements, lists, noted: self.noted.clone() })
    }
}

/// Print a verdict; returns the exit status.
fn report(name: &str, verdict: &FairVerdict) -> u8 {
    let (name, why) = (harmless(name, MAX_NAME_LENGTH), harmless(&verdict.why, MAX_REASON_LENGTH));
    say(&format!("{}: {name}: {why}", verdict.code.word()));
    status(verdict.code)
}

async fn json(place: &str) -> Result<Value, Box<dyn Error>> {
    let bytes = read(place).await?;
    serde_json::from_slice(&bytes).map_err(|error| format!("{place}: {error}").into())
}

async fn all(places: &[String]) -> Result<Vec<Value>, Box<dyn Error>> {
    let mut read = Vec::new();
    for place in places {
        read.push(json(place).await?);
    }
    Ok(read)
}

/// All pages of a route.
async fn pages(address: &str) -> Result<Vec<Value>, Box<dyn Error>> {
    let mut pages = Vec::new();
    let mut from = 1;
    loop {
        let page = json(&format!("{address}?from={from}")).await?;
        let next = page.get("next").and_then(Value::as_u64);
        pages.push(page);
        match next {
            Some(next) if next > from => from = next,
            Some(_) | None => return Ok(pages),
        }
    }
}

/// The exit status for a code.
fn status(code: FairCode) -> u8 {
    match code {
        FairCode::Holds => 0,
        FairCode::Sealed | FairCode::Open => 2,
        FairCode::Unknown => 3,
        FairCode::CommitAndReveal => 4,
        FairCode::Bundle
        | FairCode::Statements
        | FairCode::Rewritten
        | FairCode::Secret
        | FairCode::List
        | FairCode::Seed
        | FairCode::Brought
        | FairCode::Proof
        | FairCode::Receipt
        | FairCode::Day
        | FairCode::Late => 1,
    }
}
