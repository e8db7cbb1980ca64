//! The requests of the contract, each with the credential that it needs and what else can be said against it.

use super::case::Case;
use super::grounds::Ground;
use turnstone_service::credentials::Claims;
use turnstone_service::request::Request;

/// Which credential a request needs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Need {
    /// None at all.
    Nothing,
    /// An account's.
    Account,
    /// An account's, or a guest's at his table.
    AccountOrGuest,
    /// An account's or a seat's.
    AccountOrSeat,
}

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

type Row = (Need, Vec<Ground>);

impl Case<'_> {
    /// What can be said against a request: first that the credential is not one for it, then what its row says.
    pub(super) fn grounds_against(&self, request: &Request) -> Vec<Ground> {
        let (need, grounds) = self.row(request);
        let lacks = need.grounds(self.claims);
        if lacks.is_empty() { grounds } else { lacks }
    }

    fn row(&self, request: &Request) -> Row {
        use Need::{Account, AccountOrGuest, AccountOrSeat, Nothing};
        let none = Vec::new;
        match request {
            // Open to everybody.
            Request::Admission(_)
            | Request::OpenTables { .. }
            | Request::PlayingTables
            | Request::Daily
            | Request::Leaderboard { .. }
            | Request::PushKey
            | Request::Deployment => (Nothing, none()),
            Request::Join { invite_code, handle, .. } => (Nothing, self.join(invite_code, handle)),
            Request::Token { handle, recovery_code } | Request::Recover { handle, recovery_code } => {
                (Nothing, self.log_in(handle, recovery_code))
            }
            Request::JoinMessenger { init_data, invite_code, handle } => {
                (Nothing, self.join_messenger(init_data, invite_code.as_ref(), handle.as_deref()))
            }
            Request::MessengerUpdate { secret, .. } => (Nothing, self.update(secret.as_ref())),
            Request::Practice { kind, .. } => (Nothing, self.practice(kind)),
            Request::Replay { table, steps_of } => (Nothing, self.step_by_step(*table, *steps_of)),
            Request::Card { table } => (Nothing, self.look_back(*table)),
            Request::ClaimGrant { claim_token, client_ref } => (Nothing, self.claim(claim_token, client_ref)),
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
            | Request::Agents
            | Request::Duels { .. }
            | Request::CreateParty => (Account, none()),
            Request::Rotate { recovery_code } => (Account, self.rotate(recovery_code)),
            Request::Erase { confirm_handle } => (Account, self.erase(confirm_handle)),
            Request::LinkMessenger { state, proof } => (Account, self.link(state, proof)),
            Request::UnlinkMessenger => (Account, self.unlink()),
            Request::Player { handle } => (Account, self.player(handle)),
            Request::PushSubscribe { endpoint, p256dh, auth } => (Account, self.subscribe(endpoint, p256dh, auth)),
            Request::PushUnsubscribe { endpoint } => (Account, self.unsubscribe(endpoint)),
            // Tables.
            Request::CreateTable(create) => (Account, self.create(create)),
            Request::ReadTable(read) => (AccountOrSeat, self.read(read.table)),
            Request::Act(act) => (AccountOrSeat, self.act(act)),
            Request::Forfeit { table } => (AccountOrGuest, self.forfeit(*table)),
            Request::JoinTable { table } => (Account, self.sit_down(*table)),
            Request::Decline { table } => (Account, self.decline(*table)),
            Request::Messages { table, .. } => (Account, self.messages(*table)),
            Request::PostMessage { table, .. } => (Account, self.post(*table)),
            Request::IssueGrant { table, .. } => (Account, self.hand_out(*table)),
            Request::CurrentGrant { table } => (Account, self.current_grant(*table)),
            Request::RevokeGrant { table, grant } => (Account, self.take_back(*table, *grant)),
            // Agents.
            Request::SaveAgent(save) => (Account, self.save_agent(save)),
            Request::SelfCheck { agent_id, game_id } => (Account, self.self_check(agent_id, game_id)),
            Request::Challenge(challenge) => (Account, self.challenge(challenge)),
            // Parties.
            Request::JoinParty { party } => (Account, self.join_party(*party)),
            Request::SetVisibility { party, .. } => (Account, self.set_visibility(*party)),
            Request::PartyTable { party, kind, stake, .. } => (Account, self.party_table(*party, kind, *stake)),
            Request::Party { party, .. } => (Account, self.in_party(*party)),
            Request::PostPartyMessage { party, .. } => (Account, self.talk_in_party(*party)),
        }
    }
}
