//! How requests print: with ids, kinds and numbers, without members' texts and names.

use super::{CreateTable, Request};
use crate::operation::Operation;
use std::fmt;

/// A request prints as the name of its operation and what it is about: ids, kinds and numbers, never what a member wrote
/// or is called. A request that is not listed prints without its fields.
impl fmt::Debug for Request {
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other requests show no field")]
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let about: &dyn fmt::Debug = match self {
            Self::Admission(class) => class,
            Self::History { limit, .. } | Self::Leaderboard { limit } | Self::ListAgents { limit, .. } => limit,
            Self::Ledger { since, limit } => &(*since, *limit),
            Self::Pause { duration } => duration,
            Self::Practice { kind, .. } => kind,
            Self::CreateTable(create) => create,
            Self::ReadTable(read) => read,
            Self::StreamTable(stream) => stream,
            Self::StreamParty(stream) => stream,
            Self::Act(act) => &(act.table, act.expected_plies),
            Self::Forfeit { table }
            | Self::JoinTable { table, .. }
            | Self::Decline { table }
            | Self::PostTableMessage { table, .. }
            | Self::EndCard { table }
            | Self::CurrentSeatGrant { table } => table,
            Self::TableMessages { table, since } => &(*table, *since),
            Self::Replay { table, steps_of } => &(*table, *steps_of),
            Self::IssueSeatGrant { table, expires_in_s, .. } => &(*table, *expires_in_s),
            Self::RevokeSeatGrant { table, grant } => &(*table, *grant),
            Self::SaveAgent(save) => &save.kind,
            Self::Challenge(challenge) => &(challenge.format, challenge.stake),
            Self::Fairness { from } => from,
            Self::FairnessDay { day, from } => &(*day, *from),
            Self::FairnessEraDay { day, era, from } => &(*day, *era, *from),
            Self::ReadDuel { duel } => duel,
            Self::ListDuels { limit, before } => &(*limit, *before),
            Self::JoinParty { party }
            | Self::LeaveParty { party }
            | Self::PartyInvitation { party }
            | Self::PostPartyMessage { party, .. } => party,
            Self::SetPartyVisibility { party, visibility } => &(*party, *visibility),
            Self::CreatePartyTable { party, kind, .. } => &(*party, kind),
            Self::ReadParty { party, wait_ms, msgs_since } => &(*party, *wait_ms, *msgs_since),
            _ => return write!(out, "{}(***)", self.name()),
        };
        write!(out, "{}({about:?})", self.name())
    }
}

impl Request {
    fn name(&self) -> &'static str {
        self.operation().map_or("admission", Operation::name)
    }
}

/// The same, without the invited handle, the reference and the seed.
impl fmt::Debug for CreateTable {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            kind,
            visibility,
            open,
            seats,
            pace,
            invited,
            stake,
            client_ref: _,
            daily,
            practice,
            level,
            client_seed: _,
        } = self;
        let flags = [("open", *open), ("daily", *daily), ("practice", *practice), ("invited", invited.is_some())];
        let flags: Vec<&str> = flags.into_iter().filter_map(|(name, is_set)| is_set.then_some(name)).collect();
        write!(out, "{kind} {visibility:?} {pace:?} seats: {seats:?} stake: {stake} level: {level:?} {flags:?}")
    }
}
