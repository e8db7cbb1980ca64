//! The facts of tables, members, agents and duels, by the names of the fields under which answers have them. A
//! fact is the same wherever it stands: each list and each page is judged by these.

use crate::inner::judge::{Judge, status_of};
use crate::inner::model::HOUSE;
use crate::prelude::*;

impl Judge {
    /// An answer as the model has it: each field that is a fact of the thing whose `id` stands beside it is that fact.
    pub(super) fn with_facts(&self, reader: Option<AccountId>, reported: Value) -> Value {
        match reported {
            Value::Array(rows) => rows.into_iter().map(|row| self.with_facts(reader, row)).collect(),
            Value::Object(fields) => {
                let facts = fields.get("id").and_then(|id| self.facts_of(reader, id.clone())).unwrap_or_default();
                let fact = |(name, reported): (String, Value)| match facts.get(&name) {
                    Some(fact) => (name, fact.clone()),
                    None => (name, self.with_facts(reader, reported)),
                };
                fields.into_iter().map(fact).collect()
            }
            plain => plain,
        }
    }

    /// The facts of the thing of an id.
    fn facts_of(&self, reader: Option<AccountId>, id: Value) -> Option<Value> {
        if let Ok(table) = serde_json::from_value(id.clone()) {
            return self.model.row(table).map(|row| self.table_facts(table, row, reader));
        }
        if let Ok(account) = serde_json::from_value(id.clone()) {
            return self.model.accounts.contains_key(&account).then(|| self.member_facts(account));
        }
        if let Ok(agent) = serde_json::from_value(id) {
            return self.model.agents.contains_key(&agent).then(|| self.agent_facts(reader, agent));
        }
        None
    }

    pub(crate) fn table_facts(&self, id: TableId, row: &TableRow, viewer: Option<AccountId>) -> Value {
        let kind = row.setup.kind.as_deref().and_then(|kind| SHIPPED.kind(kind));
        let hot = self.model.tables.get(&id);
        let own = hot.zip(viewer).and_then(|(table, viewer)| table.seat_of(viewer));
        let taken: Vec<Player> = row.players.iter().copied().filter(|player| *player != Player::Vacant).collect();
        let names: Vec<String> = taken.iter().map(|player| self.model.player_name(*player)).collect();
        json!({
            "id": id,
            "gameId": row.game_id,
            "kind": row.setup.kind,
            // A table without a kind is called by its game.
            "label": kind.map_or(row.game_id.as_str(), |(_, kind)| kind.label),
            "status": status_of(&row.status),
            "pace": row.pace,
            "stake": row.setup.stake,
            "createdAt": row.created_at,
            "host": self.model.player_name(row.host.map_or(Player::Guest, Player::Member)),
            "seats": names,
            "players": names,
            "seatsFilled": taken.len(),
            "seatsTotal": row.players.len(),
            "practice": row.practice,
            "yourTurn": own.is_some_and(|seat| hot.is_some_and(|table| table.to_act().contains(seat))),
        })
    }

    pub(super) fn member_facts(&self, id: AccountId) -> Value {
        let (model, row) = (&self.model, &self.model.accounts[&id]);
        let later = |at: Option<Millis>| at.filter(|at| *at > self.now());
        let sanction = model.sanctions.get(&id).copied().unwrap_or_default();
        let standing = model.club.standing(id);
        let doors = model.doors(id);
        let username = doors.first().and_then(|door| door.username.clone());
        json!({
            "id": id,
            "handle": model.handle(id),
            "avatarUrl": model.avatar(id),
            "bio": model.bio(id),
            "messenger": username.filter(|_| row.show_messenger),
            "showMessenger": row.show_messenger,
            "identities": doors.iter().map(|door| &door.provider).collect::<Vec<_>>(),
            "doors": doors,
            "joinedAt": row.joined_at,
            "memberSince": row.joined_at,
            "balance": model.chips.balance(id),
            "chips": standing.net,
            "net": standing.net,
            "settledTables": standing.tables,
            "recoveredAt": sanction.recovered_at,
            "frozenAt": sanction.frozen_at,
            "mutedUntil": later(sanction.muted_until),
            "pausedUntil": later(row.paused_until),
            "erased": row.slot.is_none(),
            "test": row.test,
            "referrer": row.referrer,
        })
    }

    /// Prompts and stake limits are for an agent's owner alone.
    pub(super) fn agent_facts(&self, reader: Option<AccountId>, id: AgentId) -> Value {
        let threshold = self.model.config.agents.ranking_threshold;
        let (wins, losses, duels_of_house) = self.model.record_of(id);
        let row = self.model.agents.get(&id);
        let owner = row.and_then(|row| row.owner);
        let mine = owner.is_some() && owner == reader;
        let (kind, prompt, policy) = match row.map(|row| &row.play) {
            Some(AgentPlay::Prompt(text)) => {
                (AgentKind::Prompt, owner.and_then(|owner| self.model.text(owner, text)), None)
            }
            Some(AgentPlay::Policy { policy, .. }) => (AgentKind::Policy, None, Some(*policy)),
            Some(AgentPlay::House | AgentPlay::Gone) | None => (AgentKind::Policy, None, None),
        };
        let version_duels = row.map_or(duels_of_house, |row| row.version_duels);
        json!({
            "id": id,
            "name": row.map_or_else(|| HOUSE.to_owned(), |row| self.model.agent_name(row)),
            "kind": kind,
            "ownerHandle": owner.map_or_else(|| HOUSE.to_owned(), |owner| self.model.handle(owner)),
            "mine": mine,
            "wins": wins,
            "losses": losses,
            "ownersBeaten": self.owners_beaten(id),
            "acceptsChallenges": row.is_none_or(|row| row.accepts_challenges),
            "version": row.map_or(1, |row| row.version),
            "versionDuels": version_duels,
            "provisional": version_duels < threshold,
            "prompt": prompt.filter(|_| mine),
            "policy": policy,
            "stakeLimit": row.and_then(|row| row.stake_limit).filter(|_| mine),
        })
    }

    pub(super) fn duel_facts(&self, reader: AccountId, id: DuelId, row: &DuelEntryRow) -> Value {
        let name = |id: AgentId| match self.model.agents.get(&id) {
            Some(row) => self.model.agent_name(row),
            None => HOUSE.to_owned(),
        };
        // While a duel is known its own row says most; then its entry does, if it was written so.
        let known = self.model.duels.get(&id);
        let (format, dealt, reasons) = match (known, &row.terms) {
            (Some(known), _) => (Some(known.format), known.dealt, Some(known.reasons)),
            (None, Some(terms)) => (Some(terms.format), terms.dealt, Some(terms.reasons)),
            (None, None) => (None, 0, None),
        };
        let game = known.map(|known| &known.game_id).or_else(|| row.terms.as_ref().map(|terms| &terms.game_id));
        let versions = known.map(|known| [known.sides[0].version, known.sides[1].version]);
        let versions = versions.or_else(|| row.terms.as_ref().map(|terms| terms.versions));
        let version = |side: usize| versions.map(|both| both[side]).filter(|version| *version != AgentVersionId(0));
        let only = format.is_some_and(|format| format.legs() == 1);
        let own = row.owners.iter().position(|owner| *owner == Some(reader));
        json!({
            "id": id,
            "challenger": name(row.agents[0]),
            "defender": name(row.agents[1]),
            "outcome": row.end.map(|end| end.outcome),
            "stake": row.stake,
            "settledAt": row.end.map(|end| end.at),
            "mine": own.is_some(),
            "gameId": game,
            "format": format,
            "challengerVersionId": version(0),
            "defenderVersionId": version(1),
            "tables": (1..=dealt).map(|leg| TableId::of_leg(id, if only { 0 } else { leg })).collect::<Vec<_>>(),
            "fallbackReasons": own.and_then(|own| Some(reasons?[own])),
        })
    }
}
