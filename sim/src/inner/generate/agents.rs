//! Agents: saving them, sending them into duels, rehearsing.

use super::{Generator, RECENT, replay};
use crate::inner::step::Op;
use crate::inner::world::SimWorld;
use turnstone_service::games::{PolicyName, SHIPPED};
use turnstone_service::ids::TableId;
use turnstone_service::request::Request;

/// Whose agents are drawn, by the steps that saved them.
fn agents(world: &SimWorld, mine: Option<&str>) -> Vec<u32> {
    let saved = world.known.agents.iter().rev().filter(|(_, (_, owner))| mine.is_none_or(|who| who == owner));
    saved.take(RECENT).map(|(step, _)| *step).collect()
}

impl Generator {
    /// Whatever an agent's owner does.
    pub(super) fn agent(&mut self, world: &SimWorld, who: String) -> Option<(String, Op)> {
        let sealed = self.sealed_leg(world);
        if let Some(table) = sealed.filter(|_| self.rng.percent(50)) {
            return Some((who, if self.rng.percent(70) { replay(world, table) } else { Op::Card { table } }));
        }
        if let Some(again) = self.rng.percent(15).then(|| self.rematch(world)).flatten() {
            return Some(again);
        }
        self.with_an_agent(world, &who).map(|op| (who, op))
    }

    fn with_an_agent(&mut self, world: &SimWorld, who: &str) -> Option<Op> {
        match self.rng.below(10) {
            0 | 1 => Some(self.save_agent()),
            2 | 3 => self.self_check(world, who),
            4 if self.rng.percent(50) => Some(self.read_duel(world)),
            4 => Some(Op::Duels { limit: self.rng.between(1, 5) as usize }),
            5 => Some(self.list_agents(world)),
            _ => self.challenge(world, who),
        }
    }

    /// A leg that is over, and whose twin is still to be played.
    fn sealed_leg(&mut self, world: &SimWorld) -> Option<u32> {
        let over = |id: &&TableId| world.model.tables.get(id).is_some_and(|table| !table.is_active());
        let legs = world.known.tables.iter().rev().take(4 * RECENT);
        let sealed = legs.filter(|(_, id)| world.model.waits_for_twin(**id) && over(id)).map(|(n, _)| *n);
        self.rng.pick(&sealed.collect::<Vec<u32>>()).copied()
    }

    /// Names are few, so that agents change.
    pub(super) fn save_agent(&mut self) -> Op {
        let rng = &mut self.rng;
        let accepts = rng.percent(40).then(|| rng.percent(60));
        let name = rng.one(&["rook", "Rook", "dice", "muse"]).to_owned();
        let play =
            rng.one(&["random", "random", "minimax", "calling-station", "prompt", "prompt", "prompt"]).to_owned();
        let limit = rng.percent(20).then(|| rng.one(&[0, 1, 10, 40]));
        Op::SaveAgent { name, play, accepts, limit }
    }

    /// One of the last duels, or none.
    pub(super) fn read_duel(&mut self, world: &SimWorld) -> Op {
        let duels: Vec<u32> = world.known.duels.keys().rev().take(RECENT).copied().collect();
        Op::ReadDuel { duel: self.rng.pick(&duels).copied().unwrap_or_default() }
    }

    /// From the first, or after any agent.
    pub(super) fn list_agents(&mut self, world: &SimWorld) -> Op {
        let all = agents(world, None);
        let after = self.rng.pick(&all).copied().unwrap_or_default();
        let limit = self.rng.between(1, 6) as usize;
        if self.rng.percent(50) { Op::AgentsAfter { limit, after } } else { Op::Agents }
    }

    pub(super) fn self_check(&mut self, world: &SimWorld, who: &str) -> Option<Op> {
        let agent = self.own_or_any(world, who)?;
        let games: Vec<&str> = SHIPPED.games().map(|rules| rules.about().id).collect();
        let game = self.rng.one(&games).to_owned();
        Some(Op::SelfCheck { agent, game })
    }

    /// Two agents meet again, from either side, by the last duel or by one of before.
    fn rematch(&mut self, world: &SimWorld) -> Option<(String, Op)> {
        let duels: Vec<u32> = world.known.duels.keys().rev().take(RECENT).copied().collect();
        let of = self.rng.pick(&duels).copied()?;
        let (_, Request::Challenge(met)) = world.known.requests.get(&of)? else { return None };
        let saved = |id: &str| {
            let mut agents = world.known.agents.iter();
            agents.find(|(_, (agent, _))| agent.to_string() == id).map(|(step, (_, owner))| (*step, owner.clone()))
        };
        let mut sides = (saved(&met.agent_id)?, saved(&met.opponent_agent_id)?);
        if self.rng.percent(40) {
            sides = (sides.1, sides.0);
        }
        let ((agent, owner), (opponent, _)) = sides;
        let newest = duels.first().copied();
        let named = self.rng.percent(80);
        let rematch = if self.rng.percent(70) { Some(of) } else { newest }.filter(|_| named);
        let (game, stake) = (met.game_id.clone(), self.rng.one(&[1, 5]));
        Some((owner, Op::Duel { agent, opponent, game, legs: 1, stake, rematch, keyed: self.rng.percent(30) }))
    }

    pub(super) fn challenge(&mut self, world: &SimWorld, who: &str) -> Option<Op> {
        let agent = self.own_or_any(world, who)?;
        let rng = &mut self.rng;
        let others = agents(world, None);
        let opponent = if rng.percent(25) { 0 } else { rng.pick(&others).copied()? };
        let has = |policy| SHIPPED.games().filter(move |rules| rules.about().policies.contains(&policy));
        let any: Vec<&str> = SHIPPED.games().map(|rules| rules.about().id).collect();
        let duellable: Vec<&str> =
            has(PolicyName::Random).filter(|rules| rules.about().duellable).map(|rules| rules.about().id).collect();
        let game = if rng.percent(5) { rng.one(&any) } else { rng.one(&duellable) }.to_owned();
        let duels: Vec<u32> = world.known.duels.keys().rev().take(RECENT).copied().collect();
        let rematch = if rng.percent(20) { rng.pick(&duels).copied() } else { None };
        Some(Op::Duel {
            agent,
            opponent,
            game,
            legs: rng.one(&[1, 3, 3, 5]),
            stake: rng.one(&[1, 5, 10, 10, 40, 300]),
            rematch,
            keyed: rng.percent(60),
        })
    }

    fn own_or_any(&mut self, world: &SimWorld, who: &str) -> Option<u32> {
        let own = agents(world, Some(who).filter(|_| self.rng.percent(95)));
        self.rng.pick(&own).copied()
    }
}
