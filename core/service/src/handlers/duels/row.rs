//! A duel's row at its start, and the answers made from it.

use crate::answer::{Answer, ChallengeResponse, SelfCheckResponse, SelfCheckVerdict, True};
use crate::games::{Rules, Seat};
use crate::ids::{AgentId, DuelId};
use crate::record::{
    AgentRow, DuelEntryRow, DuelLegs, DuelRow, DuelSideRow, DuelTermsRow, FallbackReasons, Player, SecretForm,
};
use crate::request::DuelFormat;
use crate::state::Transaction;

/// The terms of a duel.
pub(super) struct Terms {
    pub(super) rules: &'static dyn Rules,
    pub(super) format: DuelFormat,
    pub(super) stake: i64,
}

/// A duel of two agents, as they are now.
pub(super) fn new(tx: &Transaction<'_>, agents: [AgentId; 2], terms: &Terms) -> DuelRow {
    let side = |agent| {
        let AgentRow { owner, version_id, play, .. } = &tx.agents.get(agent).expect("looked up").row;
        DuelSideRow { agent, version: *version_id, owner: *owner, play: play.clone() }
    };
    DuelRow {
        sides: agents.map(side),
        game_id: terms.rules.about().id.to_owned(),
        version: terms.rules.about().version.to_owned(),
        stake: terms.stake,
        format: terms.format,
        self_check: false,
        seed: [0; 32],
        seed_form: SecretForm::Computed,
        pair_era: 0,
        dealt: 0,
        legs: DuelLegs::default(),
        net: 0,
        plies: 0,
        fallbacks: 0,
        left: None,
        created_at: tx.now,
        end: None,
        reasons: [FallbackReasons::default(); 2],
        unserved: [0; 2],
        voided: 0,
        brought: None,
        pair: None,
    }
}

impl DuelRow {
    /// The answer to the request that started it.
    pub(super) fn answer(&self, id: DuelId) -> Answer {
        if self.self_check { Answer::SelfChecked(self.verdict(id)) } else { Answer::Challenged(self.response(id)) }
    }

    pub(super) fn response(&self, id: DuelId) -> ChallengeResponse {
        ChallengeResponse {
            ok: True,
            duel_id: id,
            outcome: self.end.map_or_else(|| self.outcome(), |end| end.outcome),
            net: self.net,
            plies: self.plies,
            legs: self.legs,
            voided_legs: self.voided,
            fallbacks: self.fallbacks,
            fallback_reasons: self.reasons[0],
            game_id: self.game_id.clone(),
            format: self.format,
            replayed: None,
        }
    }

    fn verdict(&self, id: DuelId) -> SelfCheckResponse {
        SelfCheckResponse {
            ok: True,
            table_id: self.table(id, 1),
            plies: self.plies,
            fallbacks: self.fallbacks,
            fallback_reasons: self.reasons[0],
            verdict: if self.fallbacks == 0 { SelfCheckVerdict::Clean } else { SelfCheckVerdict::FellBack },
        }
    }

    /// Its entry in the list of all duels.
    pub(super) fn entry(&self) -> DuelEntryRow {
        let owners = [self.sides[0].owner, self.sides[1].owner];
        let terms = DuelTermsRow {
            game_id: self.game_id.clone(),
            format: self.format,
            versions: [self.sides[0].version, self.sides[1].version],
            dealt: self.dealt,
            reasons: self.reasons,
        };
        DuelEntryRow { agents: self.agents(), owners, stake: self.stake, end: self.end, terms: Some(terms) }
    }

    /// The players of the current leg, by seat.
    pub(super) fn players(&self, seats: usize) -> Vec<Player> {
        (0..seats).map(|seat| self.player(self.side_in(Seat::at(seat)))).collect()
    }
}
