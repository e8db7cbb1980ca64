//! The requests of the contract, each with what draws it: a request that has none does not compile here, and one whose
//! generator never makes it fails the test that looks for its name.

use super::{Generator, replay};
use crate::inner::step::{Cursor, Op};
use crate::inner::world::SimWorld;
use turnstone_service::request::Request;

/// What draws requests of one kind.
pub(crate) struct RequestGenerator {
    /// The name of the requests among the counters.
    pub(crate) name: &'static str,
    /// How often it is drawn, against the others.
    pub(super) weight: u64,
    /// The next step of that kind; `None` if there is nothing that it could be about.
    pub(super) draw: fn(&mut Generator, &SimWorld, String) -> Option<(String, Op)>,
}

macro_rules! generators {
    ($($request:pat => $name:literal, $weight:literal, $draw:expr;)*) => {
        /// All kinds of requests.
        pub(crate) const GENERATORS: &[RequestGenerator] =
            &[$(RequestGenerator { name: concat!("request: ", $name), weight: $weight, draw: $draw }),*];

        /// The name of a request among the counters.
        pub(crate) const fn name_of(request: &Request) -> &'static str {
            match request {
                $($request => concat!("request: ", $name),)*
            }
        }
    };
}

generators! {
    Request::Admission(_) => "admission", 1, |_, _, who| Some((who, Op::Unreadable));
    Request::Join { .. } => "join", 1, Generator::join;
    Request::Token { .. } => "token", 2, |draw, _, who| Some((who, Op::Token { wrong: draw.rng.percent(25) }));
    Request::Recover { .. } => "recover", 2, |draw, _, who| Some((who, Op::Recover { wrong: draw.rng.percent(25) }));
    Request::Rotate { .. } => "rotate", 1, |draw, _, who| Some((who, Op::Rotate { wrong: draw.rng.percent(25) }));
    Request::Logout => "logout", 1, |_, _, who| Some((who, Op::Logout));
    Request::Me => "me", 2, |_, _, who| Some((who, Op::Me));
    Request::Erase { .. } => "erase", 2, |draw, _, who| Some((who, Op::Erase { right: draw.rng.percent(50) }));
    Request::Profile => "profile", 2, |_, _, who| Some((who, Op::Profile));
    Request::EditProfile { .. } => "edit-profile", 2, |draw, _, who| Some((who, draw.edit_profile()));
    Request::MyTables => "my-tables", 2, |_, _, who| Some((who, Op::MyTables));
    Request::MyInvitations => "my-invitations", 2, |_, _, who| Some((who, Op::MyInvitations));
    Request::History { .. } => "history", 2, |draw, world, who| {
        let before = world.known.page_of(&who, true);
        Some((who, Op::History { limit: draw.rng.between(1, 50) as usize, game: None, before }))
    };
    Request::Ledger { .. } => "ledger", 2, |draw, world, who| {
        let after = world.known.page_of(&who, false);
        Some((who, Op::Ledger { since: None, limit: draw.rng.between(1, 50) as usize, after }))
    };
    Request::Referral => "referral", 2, |_, _, who| Some((who, Op::Referral));
    Request::PauseState => "pause-state", 2, |_, _, who| Some((who, Op::PauseState));
    Request::Pause { .. } => "pause", 1, |draw, _, who| Some((who, Op::Pause { days: draw.rng.one(&[1, 7, 30]) }));
    Request::JoinMessenger { .. } => "join-messenger", 2, Generator::join_messenger;
    Request::LinkMessenger { .. } => "link-messenger", 4, Generator::link;
    Request::UnlinkMessenger => "unlink-messenger", 1, |_, _, who| Some((who, Op::Unlink));
    Request::ChallengeMessenger => "challenge-messenger", 4, |_, _, who| Some((who, Op::Challenge));
    Request::MessengerUpdate { .. } => "messenger-update", 1, |draw, _, _| Some(draw.update());
    Request::Games => "games", 2, |_, _, who| Some((who, Op::Games));
    Request::Practice { .. } => "practice", 2, |draw, _, _| {
        Some(("stranger".into(), Op::Practice { kind: draw.kind(false).kind.to_owned() }))
    };
    Request::CreateTable(_) => "create-table", 4, |draw, world, who| Some((who, draw.create(world)));
    Request::ReadTable(_) => "read-table", 4, |draw, world, who| draw.read(world, &who, 0).map(|op| (who, op));
    Request::Act(_) => "act", 4, |draw, world, who| draw.act(world, &who, false).map(|op| (who, op));
    Request::Forfeit { .. } => "forfeit", 2, |draw, world, who| {
        draw.table(world, &who).map(|table| (who, Op::Forfeit { table }))
    };
    Request::OpenTables { .. } => "open-tables", 2, |_, _, who| Some((who, Op::OpenTables { game: None }));
    Request::PlayingTables => "playing-tables", 2, |_, _, who| Some((who, Op::PlayingTables));
    Request::JoinTable { .. } => "join-table", 4, |draw, world, who| draw.sit(world, &who).map(|op| (who, op));
    Request::Decline { .. } => "decline", 2, |draw, world, who| {
        draw.table(world, &who).map(|table| (who, Op::Decline { table }))
    };
    Request::Messages { .. } => "messages", 2, |draw, world, who| {
        draw.table(world, &who).map(|table| (who, Op::Messages { table, since: Cursor::Seen }))
    };
    Request::PostMessage { .. } => "post-message", 2, |draw, world, who| {
        draw.table(world, &who).map(|table| (who, Op::Say { table, text: "good luck".into() }))
    };
    Request::Replay { .. } => "replay", 2, |draw, world, who| {
        draw.table(world, &who).map(|table| (who, replay(world, table)))
    };
    Request::Card { .. } => "card", 2, |draw, world, who| {
        draw.table(world, &who).map(|table| (who, Op::Card { table }))
    };
    Request::Daily => "daily", 2, |_, _, who| Some((who, Op::Daily));
    Request::IssueGrant { .. } => "issue-grant", 2, |draw, world, who| {
        let expires_in_s = draw.rng.between(60, 7_200);
        draw.table(world, &who).map(|table| (who, Op::Grant { table, expires_in_s }))
    };
    Request::CurrentGrant { .. } => "current-grant", 2, |draw, world, who| {
        draw.table(world, &who).map(|table| (who, Op::CurrentGrant { table }))
    };
    Request::RevokeGrant { .. } => "revoke-grant", 2, |draw, world, who| {
        draw.a_grant(world).map(|grant| (who, Op::Revoke { grant }))
    };
    Request::ClaimGrant { .. } => "claim-grant", 2, |draw, world, _| {
        draw.a_grant(world).map(|grant| ("stranger".into(), Op::Claim { grant }))
    };
    Request::Leaderboard { .. } => "leaderboard", 2, |_, _, who| Some((who, Op::Leaderboard { limit: 20 }));
    Request::Player { .. } => "player", 2, |draw, world, who| Some((who, draw.player(world)));
    Request::PushSubscribe { .. } => "push-subscribe", 4, |draw, _, who| Some((who, draw.subscribe()));
    Request::PushUnsubscribe { .. } => "push-unsubscribe", 1, |draw, _, who| Some((who, draw.unsubscribe()));
    Request::PushKey => "push-key", 1, |_, _, who| Some((who, Op::PushKey));
    Request::Agents { .. } => "agents", 2, |draw, world, who| Some((who, draw.list_agents(world)));
    Request::SaveAgent(_) => "save-agent", 2, |draw, _, who| Some((who, draw.save_agent()));
    Request::SelfCheck { .. } => "self-check", 2, |draw, world, who| draw.self_check(world, &who).map(|op| (who, op));
    Request::Challenge(_) => "duel", 4, |draw, world, who| draw.challenge(world, &who).map(|op| (who, op));
    Request::Duel { .. } => "read-duel", 2, |draw, world, who| Some((who, draw.read_duel(world)));
    Request::Duels { .. } => "duels", 2, |draw, _, who| Some((who, Op::Duels { limit: draw.rng.between(1, 5) as usize }));
    Request::CreateParty => "create-party", 2, |_, _, who| Some((who, Op::CreateParty));
    Request::JoinParty { .. } => "join-party", 4, |draw, world, who| {
        draw.a_party(world).map(|party| (who, Op::JoinParty { party }))
    };
    Request::SetVisibility { .. } => "set-visibility", 1, |draw, world, who| {
        let private = draw.rng.percent(30);
        draw.a_party(world).map(|party| (who, Op::SetVisibility { party, private }))
    };
    Request::PartyTable { .. } => "party-table", 2, |draw, world, who| {
        let kind = draw.kind(true).kind.to_owned();
        draw.a_party(world).map(|party| (who, Op::PartyTable { party, kind, stake: 1, seats: None }))
    };
    Request::Party { .. } => "party", 8, |draw, world, who| draw.party_read(world, 0).map(|op| (who, op));
    Request::PostPartyMessage { .. } => "post-party-message", 6, |draw, world, who| {
        draw.a_party(world).map(|party| (who, Op::PartySay { party, text: "well played".into() }))
    };
    Request::Deployment => "deployment", 1, |_, _, who| Some((who, Op::Deployment));
}

impl Generator {
    /// Any request of the contract.
    pub(super) fn any(&mut self, world: &SimWorld, who: String) -> Option<(String, Op)> {
        let total: u64 = GENERATORS.iter().map(|generator| generator.weight).sum();
        let mut at = self.rng.below(total);
        let found = GENERATORS.iter().find(|generator| {
            let hit = at < generator.weight;
            at = at.saturating_sub(generator.weight);
            hit
        });
        found.and_then(|generator| (generator.draw)(self, world, who))
    }
}
