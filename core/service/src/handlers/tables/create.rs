//! Creating a table: against the house, open, with a reserved seat, for practice, or for the daily challenge.

use super::plan::Plan;
use super::{daily, open, plan};
use crate::answer::{Answer, Created, GameKind, Games};
use crate::effects::Replied;
use crate::games::Brought;
use crate::handled::{Handled, HandlerResult, invalid};
use crate::handlers::accounts::handle;
use crate::handlers::refs::{InFlight, Reference};
use crate::ids::{AccountId, TableId};
use crate::record::RefResult;
use crate::rejection::Rejection;
use crate::request::{CreateTable, Pace, Visibility};
use crate::state::{HotState, Transaction};
use crate::stored_names::StoredName;

/// The number of seats if the request has none, before it is limited to the game's.
const DEFAULT_SEATS: u8 = 4;

/// The daily challenge is played for chips, against the house or alone, and ends with its day.
const fn goes_with_daily(create: &CreateTable) -> Result<(), Rejection> {
    match create {
        CreateTable { practice: true, .. } => {
            Err(invalid("practice", "cannot be combined with daily: the daily challenge is played for chips"))
        }
        CreateTable { open: true, .. } => Err(invalid(
            "open",
            "cannot be combined with daily: the daily challenge is played against the house or alone",
        )),
        CreateTable { invited: Some(_), .. } => Err(invalid(
            "invited",
            "cannot be combined with daily: the daily challenge is played against the house or alone",
        )),
        CreateTable { pace: Pace::Daily, .. } => {
            Err(invalid("pace", "cannot be combined with daily: the daily challenge ends with the day"))
        }
        CreateTable { .. } => Ok(()),
    }
}

pub(crate) fn games(state: &HotState) -> Handled {
    let kinds = state.config.games.kinds().map(|(rules, kind)| GameKind::of(rules.about(), kind));
    Answer::Games(Games { games: kinds.collect() }).into()
}

pub(crate) fn create_table(
    tx: &mut Transaction<'_>,
    refs: &mut InFlight,
    account: AccountId,
    create: &CreateTable,
) -> HandlerResult {
    let reference = create.client_ref.as_deref().map(|client_ref| reference(account, client_ref, create));
    if let Some(reference) = &reference
        && let Some(row) = refs.recall(tx, reference)?
        && let RefResult::Table(table) = row.made
    {
        return Ok(created(table).replayed().into());
    }
    if create.level().is_some() && !create.practice {
        return Err(invalid("level", "below 5 needs practice: true, since the house plays at its best for chips"));
    }
    if create.daily {
        goes_with_daily(create)?;
        return daily::create_daily(tx, refs, account, reference.as_ref());
    }
    let plan = plan(tx, account, create)?;
    let table = open::open_table_for(tx, account, &plan)?;
    if let Some(reference) = &reference {
        refs.remember(tx, reference, RefResult::Table(table));
    }
    Ok(created(table).into())
}

fn plan(state: &HotState, account: AccountId, create: &CreateTable) -> Result<Plan, Rejection> {
    let mut plan = Plan::new(state.config.games, &create.kind, create.seats, create.stake())?;
    plan.pace = create.pace;
    plan.visibility = create.visibility;
    plan.rated = create.rated.unwrap_or(true);
    plan.brought = Brought::of(create.client_ref.as_deref(), create.client_seed.as_deref());
    if create.practice {
        if create.invited.is_some() {
            return Err(invalid("invited", "cannot be combined with practice: send open, and pass on the id"));
        }
        if !create.open {
            return plan.for_practice(create.level());
        }
        if create.pace == Pace::Daily {
            return Err(invalid("pace", "must be live where practice is open"));
        }
        return plan.for_friends(create.level(), None);
    }
    if (create.open || create.invited.is_some()) && !plan::is_open_eligible(plan.kind) {
        let field = if create.open { "open" } else { "invited" };
        return Err(invalid(field, "cannot be used with this kind: only the house plays against it"));
    }
    plan.open |= create.open;
    if let Some(handle) = &create.invited {
        let invited = state.accounts.by_handle(&handle::plain_handle(handle));
        let invited = invited.filter(|id| !state.is_gone(*id));
        plan.invited = Some(invited.ok_or_else(|| invalid("invited", "is not a member's handle"))?);
        plan.visibility = Visibility::Private;
        if plan.invited == Some(account) {
            return Err(invalid("invited", "is your own handle"));
        }
        if plan.invited.is_some_and(|invited| state.blocks.holds(account, invited)) {
            return Err(invalid("invited", "is a member whom you block: unblock them first"));
        }
    }
    Ok(plan)
}

fn created(table: TableId) -> Replied {
    Replied::plain(Answer::Created(Created { table_id: table }))
}

fn reference(account: AccountId, client_ref: &str, create: &CreateTable) -> Reference {
    let seats = create.seats.unwrap_or(DEFAULT_SEATS);
    let mut request = vec![
        create.kind.clone(),
        format!("{} {} {seats}", create.visibility.stored_name(), create.pace.stored_name()),
        format!("{} {} {}", create.open, create.daily, create.practice),
        create.stake().to_string(),
        handle::plain_handle(create.invited.as_deref().unwrap_or_default()),
    ];
    // Stored fingerprints have none of these.
    request.extend((create.rated == Some(false)).then(|| "rated: false".to_owned()));
    request.extend(create.level().map(|level| level.number().to_string()));
    request.extend(create.client_seed.clone());
    let request: Vec<&str> = request.iter().map(String::as_str).collect();
    Reference::new("tables", &account.to_string(), client_ref, &request)
}
