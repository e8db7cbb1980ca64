//! How requests print: with ids, kinds and numbers, without members' texts and names.

use super::{CreateTable, Request};
use std::fmt;

/// A request prints as its name with ids, kinds and numbers, and never with members' texts or names.
impl fmt::Debug for Request {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, about): (&str, Option<&dyn fmt::Debug>) = match self {
            Self::Admission(class) => ("Admission", Some(class)),
            Self::Join { .. } => ("Join", Some(&HIDDEN)),
            Self::Token { .. } => ("Token", Some(&HIDDEN)),
            Self::Recover { .. } => ("Recover", Some(&HIDDEN)),
            Self::Rotate { .. } => ("Rotate", Some(&HIDDEN)),
            Self::Logout => ("Logout", None),
            Self::Me => ("Me", None),
            Self::Erase { .. } => ("Erase", Some(&HIDDEN)),
            Self::Profile => ("Profile", None),
            Self::EditProfile { .. } => ("EditProfile", Some(&HIDDEN)),
            Self::MyTables => ("MyTables", None),
            Self::MyInvitations => ("MyInvitations", None),
            Self::History { limit, .. } => ("History", Some(limit)),
            Self::Ledger { since, limit } => ("Ledger", Some(&(*since, *limit))),
            Self::Referral => ("Referral", None),
            Self::PauseState => ("PauseState", None),
            Self::Pause { duration } => ("Pause", Some(duration)),
            Self::JoinMessenger { .. } => ("JoinMessenger", Some(&HIDDEN)),
            Self::LinkMessenger { .. } => ("LinkMessenger", Some(&HIDDEN)),
            Self::UnlinkMessenger => ("UnlinkMessenger", None),
            Self::ChallengeMessenger => ("ChallengeMessenger", None),
            Self::MessengerUpdate { .. } => ("MessengerUpdate", Some(&HIDDEN)),
            Self::Games => ("Games", None),
            Self::Practice { kind, .. } => ("Practice", Some(kind)),
            Self::CreateTable(create) => ("CreateTable", Some(create)),
            Self::ReadTable(read) => ("ReadTable", Some(read)),
            Self::Act(act) => ("Act", Some(&(act.table, act.expected_plies))),
            Self::Forfeit { table } => ("Forfeit", Some(table)),
            Self::OpenTables { .. } => ("OpenTables", None),
            Self::PlayingTables => ("PlayingTables", None),
            Self::JoinTable { table } => ("JoinTable", Some(table)),
            Self::Decline { table } => ("Decline", Some(table)),
            Self::Messages { table, since } => ("Messages", Some(&(*table, *since))),
            Self::PostMessage { table, .. } => ("PostMessage", Some(table)),
            Self::Replay { table, steps_of } => ("Replay", Some(&(*table, *steps_of))),
            Self::Card { table } => ("Card", Some(table)),
            Self::Daily => ("Daily", None),
            Self::IssueGrant { table, expires_in_s, .. } => ("IssueGrant", Some(&(*table, *expires_in_s))),
            Self::CurrentGrant { table } => ("CurrentGrant", Some(table)),
            Self::RevokeGrant { table, grant } => ("RevokeGrant", Some(&(*table, *grant))),
            Self::ClaimGrant { .. } => ("ClaimGrant", Some(&HIDDEN)),
            Self::Leaderboard { limit } => ("Leaderboard", Some(limit)),
            Self::Player { .. } => ("Player", Some(&HIDDEN)),
            Self::PushSubscribe { .. } => ("PushSubscribe", Some(&HIDDEN)),
            Self::PushUnsubscribe { .. } => ("PushUnsubscribe", Some(&HIDDEN)),
            Self::PushKey => ("PushKey", None),
            Self::Agents { limit, .. } => ("Agents", Some(limit)),
            Self::SaveAgent(save) => ("SaveAgent", Some(&save.kind)),
            Self::SelfCheck { .. } => ("SelfCheck", Some(&HIDDEN)),
            Self::Challenge(challenge) => ("Challenge", Some(&(challenge.format, challenge.stake))),
            Self::Duel { duel } => ("Duel", Some(duel)),
            Self::Duels { limit, before } => ("Duels", Some(&(*limit, *before))),
            Self::CreateParty => ("CreateParty", None),
            Self::JoinParty { party } => ("JoinParty", Some(party)),
            Self::SetVisibility { party, visibility } => ("SetVisibility", Some(&(*party, *visibility))),
            Self::PartyTable { party, kind, .. } => ("PartyTable", Some(&(*party, kind))),
            Self::Party { party, wait_ms, msgs_since } => ("Party", Some(&(*party, *wait_ms, *msgs_since))),
            Self::PostPartyMessage { party, .. } => ("PostPartyMessage", Some(party)),
            Self::Deployment => ("Deployment", None),
        };
        match about {
            None => out.write_str(name),
            Some(about) => write!(out, "{name}({about:?})"),
        }
    }
}

/// The same, without the invited handle and the reference.
impl fmt::Debug for CreateTable {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, visibility, open, seats, pace, invited, stake, client_ref: _, daily, practice } = self;
        let flags = [("open", *open), ("daily", *daily), ("practice", *practice), ("invited", invited.is_some())];
        let flags: Vec<&str> = flags.into_iter().filter_map(|(name, is_set)| is_set.then_some(name)).collect();
        write!(out, "{kind} {visibility:?} {pace:?} seats: {seats:?} stake: {stake} {flags:?}")
    }
}

/// Printed for an absent value.
struct Hidden;

const HIDDEN: Hidden = Hidden;

impl fmt::Debug for Hidden {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("***")
    }
}
