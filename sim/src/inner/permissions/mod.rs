//! A second opinion on every permission: what can be said against a request, by who asks, what he has to do with the thing
//! and how that stands. Written from the contract in words of its own; `requests.rs` has a row for each request, so that a
//! new one does not compile before somebody has said who may make it. Each reply is judged both ways: a grant where
//! something is to be said against it, and a refusal where nothing is, or something else.

mod accounts;
mod agents;
mod case;
mod dates;
mod doors;
mod grounds;
mod hands;
mod judge;
mod parties;
mod references;
mod relations;
mod requests;
mod tables;

pub(crate) use agents::meets;
pub(crate) use hands::{account_named, whom_of};
pub(crate) use judge::Ruling;
pub(crate) use references::References;
pub(crate) use relations::table_of;

/// Nothing that comes in a run: rosters are small, a table where a seat is kept for somebody is private, whoever is invited
/// sits there when it is played, and the credential of a seat is for what was dealt and is not archived. A model that fails
/// so often that it is left alone comes seldom, and so does a seat's credential where an account's is needed.
const NEVER: [&str; 14] = [
    "ground: a full roster",
    "ground: a seat that is kept for somebody else",
    "ground: a model that fails",
    "ground: a seat's credential for what needs an account's",
    "an invited member asks about a running table",
    "an invited member asks about a settled table",
    "an invited member asks about an archived table",
    "the owner of a delegated seat asks about a waiting table",
    "the owner of a delegated seat asks about a settled table",
    "the owner of a delegated seat asks about a cancelled table",
    "the owner of a delegated seat asks about an archived table",
    "the holder of a seat's credential asks about a waiting table",
    "the holder of a seat's credential asks about a cancelled table",
    "the holder of a seat's credential asks about an archived table",
];

/// What should come in any run of some hundred seeds: all grounds, and all sorts of callers at tables of all states.
pub(crate) fn expected() -> impl Iterator<Item = &'static str> {
    let all = grounds::GROUNDS.iter().chain(relations::RELATIONS).copied();
    all.filter(|what| !NEVER.contains(what))
}
