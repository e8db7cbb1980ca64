//! The facts of tables, members, agents, duels and grants, under the names of the response fields. Each list and each
//! page is checked against the same facts.

use crate::inner::answers::AnsweredStep;
use crate::inner::judge::{Judge, account_of, status_of};
use crate::inner::model::{HOUSE, leg_label};
use crate::inner::prelude::*;
use turnstone_service::answer::DuelLegs;

const fn is_of_week(request: &Request) -> bool {
    matches!(request, Request::Leaderboard(Leaderboard { period: Some(Period::Week), .. }))
}

/// Whether a field can be a fact of the same name. Fields of other things may share the name with another type.
fn is_same_type(fact: &Value, reported: &Value) -> bool {
    match (fact, reported) {
        (Value::Null, _) | (_, Value::Null) => true,
        (Value::Array(fact), Value::Array(reported)) => {
            fact.first().zip(reported.first()).is_none_or(|(fact, reported)| is_same_type(fact, reported))
        }
        _ => std::mem::discriminant(fact) == std::mem::discriminant(reported),
    }
}

impl Judge {
    /// An answer in which each fact of the thing that is named beside it has its expected value.
    pub(super) fn with_facts(&self, step: &AnsweredStep<'_>, reported: Value) -> Value {
        let reader = account_of(step.pending);
        let own = match &step.replied.answer {
            Answer::Me(_) | Answer::Referral(_) | Answer::Pause(_) => reader.map(|reader| self.member_facts(reader)),
            // Searches of tables show the state at the time of the search. A replay is checked on its own.
            Answer::TablePage(_) | Answer::Replay(_) => return reported,
            // Their rows are compared as a whole.
            Answer::Ratings(_) => return reported,
            Answer::Leaderboard(_) if is_of_week(&step.pending.request) => return reported,
            _ => None,
        };
        self.reported_again(reader, own, reported)
    }

    fn reported_again(&self, reader: Option<AccountId>, own: Option<Value>, reported: Value) -> Value {
        match reported {
            Value::Array(rows) => rows.into_iter().map(|row| self.reported_again(reader, None, row)).collect(),
            Value::Object(fields) => {
                let facts = own.or_else(|| self.facts_of(reader, &fields)).unwrap_or_default();
                let fact = |(name, reported): (String, Value)| match facts.get(&name) {
                    Some(fact) if is_same_type(fact, &reported) => (name, fact.clone()),
                    _ => (name, self.reported_again(reader, None, reported)),
                };
                fields.into_iter().map(fact).collect()
            }
            plain => plain,
        }
    }

    /// The facts of the thing that these fields identify.
    fn facts_of(&self, reader: Option<AccountId>, fields: &Map<String, Value>) -> Option<Value> {
        let named = |name: &str| fields.get(name).and_then(Value::as_str);
        let id = named("id").unwrap_or_default();
        if let Some(grant) = named("grantId").and_then(GrantId::parse) {
            return self.grant_facts(grant);
        }
        if let Some(duel) = named("duelId").or(Some(id)).and_then(DuelId::parse) {
            // A duel that was read before its end is shown as it was.
            return self.duel_facts(reader, duel, fields.get("outcome").is_some_and(|outcome| !outcome.is_null()));
        }
        if let Some(table) = TableId::parse(id) {
            return self.model.row(table).map(|row| self.table_facts(table, row, reader));
        }
        if let Some(agent) = named("agentId").or(Some(id)).and_then(AgentId::parse) {
            return Some(self.agent_facts(reader, agent));
        }
        if id.len() == INVITATION_LETTERS {
            let (_, row) = self.model.invitations.iter().find(|(hash, _)| hex::encode(hash).starts_with(id))?;
            let InvitationRow { uses_left, expires_at, test, referrer } = row;
            return Some(json!({ "usesLeft": uses_left, "expiresAt": expires_at, "test": test, "referrer": referrer }));
        }
        let account = AccountId::parse(id).or_else(|| self.model.member_named(named("handle")?));
        account.filter(|id| self.model.accounts.contains_key(id)).map(|id| self.member_facts(id))
    }

    fn table_facts(&self, id: TableId, row: &TableRow, viewer: Option<AccountId>) -> Value {
        let kind = row.setup.kind.as_deref().and_then(|kind| SHIPPED.kind(kind));
        let hot = self.model.tables.get(&id);
        let own = hot.zip(viewer).and_then(|(table, viewer)| table.seat_of(viewer));
        let taken: Vec<Player> = row.players.iter().copied().filter(|player| *player != Player::Vacant).collect();
        let names: Vec<String> = taken.iter().map(|player| self.model.player_name(*player)).collect();
        json!({
            "id": id, "gameId": row.game_id, "kind": row.setup.kind,
            "label": kind.map_or_else(|| leg_label(&row.game_id), |(_, kind)| kind.label), "status": status_of(&row.status),
            "pace": row.pace, "stake": row.setup.stake, "createdAt": row.created_at,
            "host": self.model.player_name(row.host.map_or(Player::Guest, Player::Member)), "seats": names,
            "seatsFilled": taken.len(), "seatsTotal": row.players.len(),
            "yourTurn": own.is_some_and(|seat| hot.is_some_and(|table| table.to_act().contains(seat))),
        })
    }

    pub(crate) fn member_facts(&self, id: AccountId) -> Value {
        let (model, row, now) = (&self.model, &self.model.accounts[&id], self.now);
        let later = |at: Option<Millis>| at.filter(|at| *at > now);
        let sanction = model.sanctions.get(&id).copied().unwrap_or_default();
        let standing = model.club.standing(id);
        let identities = model.linked_identities(id);
        let username = identities.first().and_then(|identity| identity.username.clone());
        let economy = &model.config.economy;
        json!({
            "id": id, "handle": model.handle(id), "account": { "id": id, "handle": model.handle(id) },
            "avatarUrl": model.avatar(id), "bio": model.bio(id),
            "messenger": username.filter(|_| row.show_messenger), "showMessenger": row.show_messenger,
            "identities": identities.iter().map(|identity| &identity.provider).collect::<Vec<_>>(),
            "doors": identities, "joinedAt": row.joined_at, "memberSince": row.joined_at,
            "balance": model.chips.balance(id), "atTables": model.wealth(id) - model.chips.balance(id),
            "chips": standing.net, "net": standing.net, "settledTables": standing.tables,
            "recoveredAt": sanction.recovered_at, "recoveryConfirmed": !row.recovery_unconfirmed, "frozenAt": sanction.frozen_at,
            "mutedUntil": later(sanction.muted_until), "pausedUntil": later(row.paused_until),
            "paused": later(row.paused_until).is_some(), "until": later(row.paused_until),
            "ranked": !row.unranked, "ratings": model.ratings_of(RatedPlayer::Account(id), now),
            "erased": row.slot.is_none(), "test": row.test, "referrer": row.referrer,
            "tablesNeeded": model.tables_needed(id), "waitsUntil": later(Some(model.stayed_at(id))),
            "treeLeft": model.tree_room(id),
            "invited": model.accounts.values().filter(|row| row.referrer == Some(id)).count(),
            "rewarded": model.chips.rewards.get(&id).copied().unwrap_or_default(), "cap": economy.referral_cap,
            "reward": economy.referral_reward, "threshold": REWARDED_TABLES,
        })
    }

    /// Only the owner sees an agent's prompt and stake limit.
    pub(crate) fn agent_facts(&self, reader: Option<AccountId>, id: AgentId) -> Value {
        let (wins, losses, duels_of_house) = self.model.record_of(id);
        let row = self.model.agents.get(&id);
        let owner = row.and_then(|row| row.owner);
        let mine = owner.is_some() && owner == reader;
        let (kind, prompt, policy) = match row.map(|row| &row.play) {
            Some(AgentPlay::Prompt(text)) => {
                (AgentKind::Prompt, owner.and_then(|owner| self.model.text(owner, text)), None)
            }
            Some(AgentPlay::Policy { policy, aggression }) => (AgentKind::Policy, None, Some((*policy, *aggression))),
            Some(AgentPlay::House | AgentPlay::Gone) | None => (AgentKind::Policy, None, None),
        };
        let version_duels = row.map_or(duels_of_house, |row| row.version_duels);
        json!({
            "id": id, "name": self.model.agent_called(id), "kind": kind,
            "ownerHandle": owner.map_or_else(|| HOUSE.to_owned(), |owner| self.model.handle(owner)), "mine": mine,
            "wins": wins, "losses": losses, "ownersBeaten": self.owners_beaten(id),
            "acceptsChallenges": row.is_none_or(|row| row.accepts_challenges),
            "version": row.map_or(1, |row| row.version), "versionId": row.map(|row| row.version_id),
            "versionDuels": version_duels,
            "ratings": row.map_or_else(Vec::new, |row| self.model.ratings_of(RatedPlayer::Version(row.version_id), self.now)),
            "provisional": version_duels < self.model.config.agents.ranking_threshold,
            "prompt": prompt.filter(|_| mine), "policy": policy.map(|(policy, _)| policy),
            "aggression": policy.map(|(_, aggression)| aggression),
            "stakeLimit": row.and_then(|row| row.stake_limit).filter(|_| mine),
        })
    }

    /// The result of a duel follows from the tables of its legs. While the duel's row exists it has the terms, then the
    /// duel's entry does, if it has any.
    fn duel_facts(&self, reader: Option<AccountId>, id: DuelId, is_over: bool) -> Option<Value> {
        let (model, row) = (&self.model, self.model.duel_entries.get(&id)?);
        let known = model.duels.get(&id);
        let terms = known.map(|row| (&row.game_id, row.format, row.dealt, row.reasons));
        let terms = terms.or_else(|| row.terms.as_ref().map(|of| (&of.game_id, of.format, of.dealt, of.reasons)));
        let versions = known.map(|known| [known.sides[0].version, known.sides[1].version]);
        let versions = versions.or_else(|| row.terms.as_ref().map(|terms| terms.versions));
        let version = |side: usize| versions.map(|both| both[side]).filter(|version| *version != AgentVersionId(0));
        let table =
            |leg| TableId::of_leg(id, if terms.is_some_and(|(_, format, ..)| format.legs() == 1) { 0 } else { leg });
        let tables: Vec<TableId> = (1..=terms.map_or(0, |(_, _, dealt, _)| dealt)).map(table).collect();
        let own = row.owners.iter().position(|owner| reader.is_some() && *owner == reader);
        let mut facts = json!({
            "challenger": model.agent_called(row.agents[0]), "defender": model.agent_called(row.agents[1]),
            "stake": row.stake, "mine": own.is_some(), "gameId": terms.map(|(game, ..)| game),
            "format": terms.map(|(_, format, ..)| format), "challengerVersionId": version(0),
            "defenderVersionId": version(1), "tables": tables,
            "fallbackReasons": own.and_then(|own| Some(terms?.3[own])),
        });
        let Some(end) = row.end.filter(|_| is_over) else {
            // It was read before its end, and answered a day later, when its row was gone: its legs of then are not known.
            if let Some(facts) = facts.as_object_mut().filter(|_| row.end.is_some() && known.is_none()) {
                ["tables", "fallbackReasons"].into_iter().for_each(|key| drop(facts.remove(key)));
            }
            return Some(facts);
        };
        (facts["outcome"], facts["settledAt"]) = (json!(end.outcome), json!(end.at));
        let (mut net, mut plies, mut legs) = (0, 0, DuelLegs::default());
        for (leg, table) in tables.iter().enumerate() {
            let Some(Status::Settled { end, .. }) = model.row(*table).map(|row| &row.status) else { continue };
            // Challenger and defender swap seats after each leg.
            net += end.card[leg % 2].net;
            plies += model.plies_of(*table);
            match end.outcome[leg % 2].result {
                MatchResult::Win => legs.challenger += 1,
                MatchResult::Loss => legs.defender += 1,
                MatchResult::Draw => legs.drawn += 1,
            }
        }
        (facts["net"], facts["plies"], facts["legs"]) = (json!(net), json!(plies), json!(legs));
        Some(facts)
    }

    fn grant_facts(&self, id: GrantId) -> Option<Value> {
        let row = self.model.grants.get(&id)?;
        let state = if row.claimed.is_some() { "delegated" } else { "ready" };
        Some(json!({ "tableId": row.table, "seat": row.seat, "state": state, "expiresAt": row.expires_at }))
    }
}
