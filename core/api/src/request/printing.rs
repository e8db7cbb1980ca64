//! How requests print: with ids, kinds and numbers, without members' texts and names.

use super::{CreateTable, History, ListAgents, Request};
use crate::operation::Operation;
use std::fmt;

/// A request prints as the name of its operation and what it is about: ids, kinds and numbers, never what a member wrote
/// or is called. A request that is not listed prints without its fields.
impl fmt::Debug for Request {
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other requests show no field")]
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let about: &dyn fmt::Debug = match self {
            Self::Admission(class) => class,
            Self::History(History { limit, .. }) | Self::ListAgents(ListAgents { limit, .. }) => limit,
            Self::Leaderboard(page) => page,
            Self::Ledger(page) => page,
            Self::ListDuels(page) => page,
            Self::Fairness(page) => page,
            Self::FairnessDay(day, page) => &(*day, page),
            Self::FairnessEraDay(day, era, page) => &(*day, *era, page),
            Self::Pause(pause) => pause,
            Self::Practice(practice) => &(&practice.kind, practice.open, practice.seats, practice.level),
            Self::FillTable(table, fill) => &(*table, fill.level),
            Self::CreateTable(create) => create,
            Self::ReadTable(table, read) => &(*table, read),
            Self::StreamTable(table, stream) => &(*table, stream),
            Self::TableMessages(table, page) => &(*table, page),
            Self::Replay(table, replay) => &(*table, replay),
            Self::Act(table, act) => &(*table, act.expected_plies),
            Self::Forfeit(table)
            | Self::JoinTable(table, _)
            | Self::Decline(table)
            | Self::GuestSeat(table, _)
            | Self::Rematch(table, _)
            | Self::PostTableMessage(table, _)
            | Self::EndCard(table)
            | Self::CurrentSeatGrant(table) => table,
            Self::IssueSeatGrant(table, issue) => &(*table, issue.expires_in_seconds),
            Self::RevokeSeatGrant(table, grant) => &(*table, *grant),
            Self::SaveAgent(save) => &save.kind,
            Self::Challenge(challenge) => &(challenge.format, challenge.stake),
            Self::ReadDuel(duel) => duel,
            Self::JoinParty(party)
            | Self::LeaveParty(party)
            | Self::PartyInvitation(party)
            | Self::PostPartyMessage(party, _) => party,
            Self::SetPartyVisibility(party, set) => &(*party, set),
            Self::CreatePartyTable(party, create) => &(*party, &create.kind),
            Self::ReadParty(party, read) => &(*party, read),
            Self::StreamParty(party, stream) => &(*party, stream),
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
        let Self { kind, visibility, seats, pace, level, .. } = self;
        let flags = [
            ("open", self.open),
            ("daily", self.daily),
            ("practice", self.practice),
            ("invited", self.invited.is_some()),
        ];
        let flags: Vec<&str> = flags.into_iter().filter_map(|(name, is_set)| is_set.then_some(name)).collect();
        let stake = self.stake();
        write!(out, "{kind} {visibility:?} {pace:?} seats: {seats:?} stake: {stake} level: {level:?} {flags:?}")
    }
}
