//! The requests of the contract, each with what can be said against it, beside the credential that it needs.

use super::case::Case;
use super::grounds::Ground;
use crate::needs::{Need, need_of};
use turnstone_service::credentials::Claims;
use turnstone_service::request::Request;

impl Need {
    /// What is said to whoever comes without.
    fn grounds(self, claims: Option<&Claims>) -> Vec<Ground> {
        let lacks = match (self, claims) {
            (Self::Nothing, _) | (_, Some(Claims::Account { .. })) | (Self::AccountOrSeat, Some(_)) => false,
            (Self::AccountOrGuest, Some(Claims::Seat { grant, .. })) => grant.is_some(),
            (Self::Account, Some(Claims::Seat { .. })) | (_, None) => true,
        };
        match (lacks, claims) {
            (false, _) => Vec::new(),
            (true, None) => vec![Ground::NotSignedIn],
            (true, Some(_)) => vec![Ground::NotSignedIn, Ground::AccountNeeded],
        }
    }
}

impl Case<'_> {
    /// What can be said against a request: first that the credential is not one for it, then what its row says.
    pub(super) fn grounds_against(&self, request: &Request) -> Vec<Ground> {
        // A request of which nobody has said what it needs is refused to all here, and a test tells.
        let need = request.operation().map_or(Some(Need::Nothing), |operation| need_of(operation.name()));
        let lacks = need.unwrap_or(Need::Account).grounds(self.claims);
        if lacks.is_empty() { self.row(request) } else { lacks }
    }

    /// What its row says.
    fn row(&self, request: &Request) -> Vec<Ground> {
        match request {
            // Open to everybody.
            Request::Admission(_)
            | Request::OpenTables { .. }
            | Request::PlayingTables
            | Request::Daily
            | Request::Leaderboard { .. }
            | Request::PushKey
            | Request::Deployment => Vec::new(),
            Request::Join { invite_code, handle, .. } => self.join(invite_code, handle),
            Request::Token { handle, recovery_code } | Request::Recover { handle, recovery_code } => {
                self.log_in(handle, recovery_code)
            }
            Request::JoinMessenger { init_data, invite_code, handle } => {
                self.join_messenger(init_data, invite_code.as_ref(), handle.as_deref())
            }
            Request::MessengerUpdate { secret, .. } => self.update(secret.as_ref()),
            Request::Practice { kind, .. } => self.practice(kind),
            Request::Replay { table, steps_of } => self.step_by_step(*table, *steps_of),
            Request::Card { table } => self.look_back(*table),
            Request::ClaimGrant { claim_token, client_ref } => self.claim(claim_token, client_ref),
            // What is the caller's own.
            Request::Logout
            | Request::Me
            | Request::Profile
            | Request::EditProfile { .. }
            | Request::MyTables
            | Request::MyInvitations
            | Request::History { .. }
            | Request::Ledger { .. }
            | Request::Referral
            | Request::PauseState
            | Request::Pause { .. }
            | Request::ChallengeMessenger
            | Request::Games
            | Request::Duels { .. }
            | Request::CreateParty => Vec::new(),
            Request::Rotate { recovery_code } => self.rotate(recovery_code),
            Request::Erase { confirm_handle } => self.erase(confirm_handle),
            Request::LinkMessenger { state, proof } => self.link(state, proof),
            Request::UnlinkMessenger => self.unlink(),
            Request::Player { handle } => self.player(handle),
            Request::PushSubscribe { endpoint, p256dh, auth } => self.subscribe(endpoint, p256dh, auth),
            Request::PushUnsubscribe { endpoint } => self.unsubscribe(endpoint),
            // Tables.
            Request::CreateTable(create) => self.create(create),
            Request::ReadTable(read) => self.read(read.table),
            Request::Act(act) => self.act(act),
            Request::Forfeit { table } => self.forfeit(*table),
            Request::JoinTable { table } => self.sit_down(*table),
            Request::Decline { table } => self.decline(*table),
            Request::Messages { table, .. } => self.messages(*table),
            Request::PostMessage { table, .. } => self.post(*table),
            Request::IssueGrant { table, .. } => self.hand_out(*table),
            Request::CurrentGrant { table } => self.current_grant(*table),
            Request::RevokeGrant { table, grant } => self.take_back(*table, *grant),
            // Agents.
            Request::Agents { cursor, .. } => self.list_agents(cursor.as_deref()),
            Request::SaveAgent(save) => self.save_agent(save),
            Request::Duel { duel } => self.read_duel(*duel),
            Request::SelfCheck { agent_id, game_id } => self.self_check(agent_id, game_id),
            Request::Challenge(challenge) => self.challenge(challenge),
            // Parties.
            Request::JoinParty { party } => self.join_party(*party),
            Request::SetVisibility { party, .. } => self.set_visibility(*party),
            Request::PartyTable { party, kind, stake, .. } => self.party_table(*party, kind, *stake),
            Request::Party { party, .. } => self.in_party(*party),
            Request::PostPartyMessage { party, .. } => self.talk_in_party(*party),
        }
    }
}
