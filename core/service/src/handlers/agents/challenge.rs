//! A challenge: everything that can be said against it, then the stakes of all legs, then the duel. Its answer comes when
//! it is over.

use super::roster::invalid;
use crate::answer::{Answer, ChallengeResponse, True};
use crate::duelling::Waiter;
use crate::effects::Replied;
use crate::games::Rules;
use crate::handlers::refs::Reference;
use crate::ids::{AccountId, AgentId, DuelId};
use crate::limits::{Hourly, RateKey};
use crate::record::{
    AgentRow, DuelEntryRow, DuelLegs, DuelRow, DuelSideRow, DuelTermsRow, FallbackReasons, Player, Record, RefResult,
};
use crate::refusal::{AgentRefusal as Refused, Auth, Idempotency, Quota, Refusal, Retry};
use crate::request::{Caller, Challenge, DuelFormat, RequestId};
use crate::state::{Agent, Meeting};
use crate::step::{Handled, HandlerResult, Step};
use crate::stored_names::StoredName;

/// What is fought for.
struct Terms {
    rules: &'static dyn Rules,
    format: DuelFormat,
    stake: i64,
}

impl Step<'_> {
    pub(crate) fn challenge(&mut self, id: RequestId, caller: &Caller, challenge: &Challenge) -> HandlerResult {
        let account = self.member(caller)?;
        let reference = challenge.client_ref.as_deref().map(|client_ref| reference(account, client_ref, challenge));
        if let Some(reference) = &reference
            && let Some(answer) = self.duel_of(reference)?
        {
            return Ok(answer.replayed().into());
        }
        let limit = self.state.config.limits.duels_per_hour;
        self.limiter.may_again(account, Hourly::Duel, limit, self.now).map_err(Quota::Duels)?;
        // One that is rejected counts too: else rejections would measure what a defender can stake.
        self.limiter.done(account, Hourly::Duel);
        let (own, other) = self.opponents(account, challenge)?;
        let terms = self.terms(challenge, own, other)?;
        self.plays_game(own, "agentId", terms.rules)?;
        self.plays_game(other, "opponentAgentId", terms.rules)?;
        self.may_stake(account)?;
        self.has_cooled_down(account, challenge, own, other)?;
        self.model_answers([own, other])?;
        self.sides_can_pay(account, other, &terms)?;
        let duel = self.begin_duel([own, other], &terms);
        if let Some(reference) = &reference {
            self.remember(reference, RefResult::Duel(duel));
        }
        Ok(self.await_duel(id, caller, duel))
    }

    /// What the duel came to that an earlier request with this key began; none if the key is new.
    fn duel_of(&self, reference: &Reference) -> Result<Option<Replied>, Refusal> {
        let made = self.recall(reference)?.map(|row| row.made);
        let Some(RefResult::Duel(id)) = made else { return Ok(None) };
        let Some(duel) = self.state.duels.get(id) else { return Ok(None) };
        if duel.end.is_none() {
            return Err(Idempotency::InFlight.into());
        }
        Ok(Some(Replied::plain(Answer::Challenged(ChallengeResponse { replayed: Some(true), ..duel.answer(id) }))))
    }

    /// The caller's agent and the one that it challenges.
    fn opponents(&self, account: AccountId, challenge: &Challenge) -> Result<(AgentId, AgentId), Refusal> {
        let own = self.own_agent(account, &challenge.agent_id)?;
        let unknown = || invalid("opponentAgentId", "is not an agent");
        let other = AgentId::parse(&challenge.opponent_agent_id).ok_or_else(unknown)?;
        let Agent { row, .. } = self.state.agents.get(other).ok_or_else(unknown)?;
        if row.owner == Some(account) {
            return Err(invalid("opponentAgentId", "is an agent of yours"));
        }
        if !row.accepts_challenges {
            return Err(invalid("opponentAgentId", "accepts no challenges"));
        }
        Ok((own, other))
    }

    /// The agent of the caller's that is named.
    pub(super) fn own_agent(&self, account: AccountId, agent_id: &str) -> Result<AgentId, Refusal> {
        let owner = |id: &AgentId| self.state.agents.get(*id).and_then(|agent| agent.row.owner);
        let own = AgentId::parse(agent_id).filter(|id| owner(id) == Some(account));
        own.ok_or_else(|| invalid("agentId", "is not an agent of yours"))
    }

    /// A rematch is for what its first duel was for.
    fn terms(&self, challenge: &Challenge, own: AgentId, other: AgentId) -> Result<Terms, Refusal> {
        let (game_id, format, stake) = match &challenge.rematch_of {
            None => (&challenge.game_id, challenge.format, challenge.stake),
            Some(rematch_of) => {
                let duel = DuelId::parse(rematch_of).and_then(|id| self.state.duels.get(id));
                let duel = duel.filter(|duel| !duel.self_check);
                let duel = duel.filter(|duel| [[own, other], [other, own]].contains(&duel.agents()));
                let unknown = || invalid("rematchOf", "is not a duel that these two agents fought in the last day");
                let duel = duel.ok_or_else(unknown)?;
                if duel.end.is_none() {
                    return Err(invalid("rematchOf", "is not over yet"));
                }
                (&duel.game_id, duel.format, duel.stake)
            }
        };
        let rules = self.state.config.games.newest(game_id).filter(|rules| rules.about().duellable);
        let rules = rules.ok_or_else(|| invalid("gameId", "is not a game that agents duel in"))?;
        Ok(Terms { rules, format, stake })
    }

    /// Whether an agent can play a game: not every policy knows every game.
    pub(super) fn plays_game(&self, agent: AgentId, field: &'static str, rules: &dyn Rules) -> Result<(), Refusal> {
        let policy = self.state.agents.get(agent).and_then(|agent| agent.row.play.policy());
        if policy.is_some_and(|policy| !rules.about().policies.contains(&policy)) {
            return Err(invalid(field, "has a policy that does not know this game"));
        }
        Ok(())
    }

    /// Agents of the same two owners do not meet again at once, unless the owner who was challenged last strikes back.
    fn has_cooled_down(
        &self,
        account: AccountId,
        challenge: &Challenge,
        own: AgentId,
        other: AgentId,
    ) -> Result<(), Quota> {
        let owner = self.state.agents.get(other).and_then(|agent| agent.row.owner);
        let meeting = Meeting::of([(own, Some(account)), (other, owner)]);
        let Some((last, duel)) = self.state.duels.last_at(meeting) else { return Ok(()) };
        let names_it = challenge.rematch_of.as_deref().and_then(DuelId::parse) == Some(last);
        if names_it && duel.sides[1].owner == Some(account) {
            return Ok(());
        }
        let cooldown_s = self.state.config.agents.rematch_cooldown_s;
        let until = duel.end.map_or(self.now, |end| end.at).plus_s(cooldown_s);
        if until > self.now {
            return Err(Quota::Rematch(Retry { limit: 1, after_s: until.seconds_from(self.now) }));
        }
        Ok(())
    }

    /// Whether both owners can stake this. Of the defender no more is said than that they cannot.
    fn sides_can_pay(&self, account: AccountId, other: AgentId, terms: &Terms) -> Result<(), Refusal> {
        let chips = terms.stake * i64::from(terms.format.legs());
        self.afford(account, chips).map_err(Refused::Unpaid)?;
        let Some(agent) = self.state.agents.get(other) else { return Ok(()) };
        let Some(owner) = agent.row.owner else {
            return Ok(self.house_affords(account, chips).map_err(Refused::Unpaid)?);
        };
        let can_stake = self.may_stake(owner).is_ok()
            && self.afford(owner, chips).is_ok()
            && !self.state.is_frozen(owner)
            && agent.row.stake_limit.is_none_or(|limit| terms.stake <= limit)
            && self.may_lose(owner, terms);
        if can_stake { Ok(()) } else { Err(invalid("opponentAgentId", "has an owner who cannot stake that now")) }
    }

    /// Whether a member's agents stay within what they may lose to challengers today, even if this duel and all that run
    /// are lost.
    fn may_lose(&self, owner: AccountId, terms: &Terms) -> bool {
        let limit = self.state.config.agents.daily_loss;
        let running = self.state.duels.running_of(owner).filter(|(_, duel)| duel.sides[1].owner == Some(owner));
        let at_risk: i64 = running.map(|(_, duel)| duel.defender_may_lose()).sum();
        let lost = self.state.agent_days.lost(owner, self.now.day());
        limit == 0 || lost + at_risk + terms.stake * i64::from(terms.format.majority()) <= limit
    }

    /// Take the stakes of all legs.
    fn begin_duel(&mut self, agents: [AgentId; 2], terms: &Terms) -> DuelId {
        let id = DuelId::new(self.now, self.random.bytes());
        let duel = DuelRow {
            sides: agents.map(|agent| self.side(agent)),
            game_id: terms.rules.about().id.to_owned(),
            version: terms.rules.about().version.to_owned(),
            stake: terms.stake,
            format: terms.format,
            self_check: false,
            seed: [0; 32],
            dealt: 0,
            legs: DuelLegs::default(),
            net: 0,
            plies: 0,
            fallbacks: 0,
            left: None,
            created_at: self.now,
            end: None,
            reasons: [FallbackReasons::default(); 2],
            unserved: [0; 2],
            voided: 0,
        };
        for leg in 1..=duel.format.legs() {
            for side in [0, 1] {
                self.buy_in(duel.player(side), duel.stake, duel.table(id, leg));
            }
        }
        self.put(Record::DuelEntry(id, duel.entry()));
        self.put(Record::Duel(id, Box::new(duel)));
        id
    }

    /// An agent as it is now.
    pub(super) fn side(&self, agent: AgentId) -> DuelSideRow {
        let AgentRow { owner, version_id, play, .. } = &self.state.agents.get(agent).expect("looked up").row;
        DuelSideRow { agent, version: *version_id, owner: *owner, play: play.clone() }
    }

    /// Have it played, and the request answered at its end.
    pub(super) fn await_duel(&mut self, id: RequestId, caller: &Caller, duel: DuelId) -> Handled {
        self.duelling.park(duel, Waiter { id, caller: caller.clone(), class: self.class });
        self.duelling.wake(self.now, self.agenda);
        Handled::Later
    }

    /// The sessions of a member may have ended: then he waits for nothing any more.
    pub(crate) fn turn_away_signed_out(&mut self, member: AccountId) {
        for duel in self.duelling.awaited_by(RateKey::Account(member)) {
            let claims = self.duelling.waiter(duel).and_then(|waiter| waiter.caller.claims.as_ref());
            let refused = claims.map_or(Err(Auth::NotSignedIn), |claims| self.admit_claims(claims));
            if let Err(refused) = refused {
                self.turn_away(duel, refused.into());
            }
        }
    }

    /// A member is about to be erased: he waits for nothing any more.
    pub(crate) fn turn_away_duellist(&mut self, member: AccountId) {
        for duel in self.duelling.awaited_by(RateKey::Account(member)) {
            self.turn_away(duel, Auth::NotSignedIn.into());
        }
    }

    /// Before a stop: whoever waits is told to ask again. The duels go on with the next start.
    pub(crate) fn turn_away_duellists(&mut self) {
        for duel in self.duelling.awaited() {
            self.turn_away(duel, Refusal::Unavailable);
        }
    }

    pub(super) fn turn_away(&mut self, duel: DuelId, refusal: Refusal) {
        if let Some(waiter) = self.duelling.release(duel) {
            self.reply(waiter.id, &waiter.caller, waiter.class, Err(refusal));
        }
    }
}

impl DuelRow {
    /// What its caller is told at its end.
    pub(super) fn answer(&self, id: DuelId) -> ChallengeResponse {
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

    /// Its place in the list of all.
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

    /// Who sits where in the leg that was dealt last.
    pub(super) fn players(&self, seats: usize) -> Vec<Player> {
        (0..seats).map(|seat| self.player(self.side_in(crate::games::Seat::at(seat)))).collect()
    }
}

fn reference(account: AccountId, client_ref: &str, challenge: &Challenge) -> Reference {
    let Challenge { agent_id, opponent_agent_id, game_id, format, stake, rematch_of, client_ref: _ } = challenge;
    let request = [
        agent_id.as_str(),
        opponent_agent_id.as_str(),
        game_id.as_str(),
        &format!("{} {stake}", format.stored_name()),
        rematch_of.as_deref().unwrap_or_default(),
    ];
    Reference::new("duels", &account.to_string(), client_ref, &request)
}
