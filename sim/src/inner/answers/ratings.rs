//! The lists of ratings and of the week, each computed from all rows.

use crate::inner::judge::Judge;
use crate::inner::model::{HOUSE, deviation_at, points};
use crate::inner::prelude::*;

/// A place in the list of ratings: provisional ratings last, then by rating, deviation, name and id.
type Place = (bool, Reverse<i64>, i64, String, String);

/// The deviation above which a rating is provisional.
const MOST: i64 = 110_000_000;

impl Judge {
    /// Net chips of the tables since Monday, with the place of the caller.
    pub(super) fn week(&mut self, caller: Option<AccountId>, limit: usize) -> Value {
        let model = &self.model;
        let key = |id: AccountId, row: &WeekRow| (Reverse(row.net), row.net_at, model.handle(id));
        let rows: Vec<(AccountId, WeekRow)> = model.week(self.now).collect();
        let mut ranks: Vec<_> =
            rows.iter().filter(|(id, _)| model.is_ranked(*id)).map(|(id, row)| key(*id, row)).collect();
        ranks.sort();
        let me = caller.map(|id| {
            let row = rows.iter().find(|(of, _)| *of == id).map(|(_, row)| *row);
            let row = row.unwrap_or(WeekRow { net: 0, net_at: Millis(u64::MAX) });
            let mine = key(id, &row);
            let rank = ranks.iter().filter(|other| **other < mine).count() + 1;
            (!model.accounts[&id].unranked).then(|| json!({ "rank": rank, "chips": row.net }))
        });
        let leaders = ranks.iter().take(limit);
        let leaders: Vec<Value> = leaders.map(|(net, _, handle)| json!({ "handle": handle, "chips": net.0 })).collect();
        self.counts.add("premise: places of the week compared", leaders.len() as u64);
        let mut page = json!({ "leaderboard": leaders });
        if let Some(me) = me {
            page["me"] = json!(me);
        }
        page
    }

    /// All rows of the ratings of a game, in order.
    fn rated(&self, game_id: &str) -> Vec<(Place, Value)> {
        let model = &self.model;
        let mut rows = Vec::new();
        for ((player, of), row) in model.ratings.rows.iter().filter(|((_, of), _)| of == game_id) {
            let named = match player {
                RatedPlayer::Account(id) if model.is_ranked(*id) => {
                    Some(("people", model.handle(*id), id.to_string(), Value::Null, Value::Null, Value::Null))
                }
                RatedPlayer::Version(version) => self.current_agent(*version).map(|(id, agent)| {
                    let owner = agent.owner.map(|owner| model.handle(owner));
                    ("agents", model.agent_name(agent), id.to_string(), json!(owner), json!(id), json!(agent.version))
                }),
                RatedPlayer::Account(_) => None,
            };
            let Some((group, name, id, owner, agent, version)) = named else { continue };
            let (rating, deviation) = (points(row.numbers.rating), deviation_at(row, self.now));
            let shown = json!({
                "of": group, "name": name, "ownerHandle": owner, "agentId": agent, "version": version, "level": null,
                "rating": rating, "deviation": points(deviation), "games": row.games, "provisional": deviation > MOST,
            });
            debug_assert_eq!(of, game_id);
            rows.push(((deviation > MOST, Reverse(rating), points(deviation), name, id), shown));
        }
        for (rating, level) in anchors(game_id).into_iter().flatten().zip(1..) {
            let shown = json!({
                "of": "house", "name": HOUSE, "ownerHandle": null, "agentId": null, "version": null, "level": level,
                "rating": rating, "deviation": 30, "games": null, "provisional": false,
            });
            rows.push(((false, Reverse(rating), 30, HOUSE.to_owned(), level.to_string()), shown));
        }
        rows.sort_by(|(one, _), (other, _)| one.cmp(other));
        rows
    }

    /// The public agent whose current version this is.
    fn current_agent(&self, version: AgentVersionId) -> Option<(AgentId, &AgentRow)> {
        let (id, row) = self.model.agents.iter().find(|(_, row)| row.version_id == version)?;
        let owner = row.owner?;
        let shown = row.play != AgentPlay::Gone
            && !self.model.is_frozen(owner)
            && self.model.accounts.get(&owner).is_some_and(|owner| !owner.test);
        shown.then_some((*id, row))
    }

    pub(super) fn ratings(&mut self, caller: Option<AccountId>, page: &Ratings) -> Value {
        let group = page.of.map(|of| json!(of));
        let mut rows = self.rated(&page.game_id);
        rows.retain(|(_, row)| group.as_ref().is_none_or(|group| row["of"] == *group));
        let ratings: Vec<Option<i64>> =
            rows.iter().map(|((provisional, rating, ..), _)| (!provisional).then_some(rating.0)).collect();
        for ((_, row), rating) in rows.iter_mut().zip(&ratings) {
            let above = ratings.iter().flatten().filter(|other| Some(**other) > *rating).count();
            row["rank"] = json!(rating.map(|_| above + 1));
        }
        let own = caller.map(|id| id.to_string());
        let me = rows.iter().find(|((.., id), _)| Some(id) == own.as_ref()).map(|(_, row)| row.clone());
        let after = page.cursor.as_deref().and_then(|cursor| self.place_of(cursor));
        let mut rest = rows.into_iter().filter(|(place, _)| after.as_ref().is_none_or(|after| place > after));
        let shown: Vec<(Place, Value)> = rest.by_ref().take(page.limit).collect();
        let cursor = |((provisional, rating, deviation, _, id), _): &(Place, Value)| {
            format!("{}.{}.{deviation}.{id}", u8::from(*provisional), rating.0)
        };
        let next = shown.last().map(cursor).filter(|_| rest.next().is_some());
        self.counts.add("premise: rows of ratings compared", shown.len() as u64);
        let shown: Vec<Value> = shown.into_iter().map(|(_, row)| row).collect();
        json!({ "gameId": page.game_id, "ratings": shown, "nextCursor": next, "me": me })
    }

    /// The place that a cursor names.
    fn place_of(&self, cursor: &str) -> Option<Place> {
        let parts: Vec<&str> = cursor.splitn(4, '.').collect();
        let [provisional, rating, deviation, id] = parts.as_slice() else { return None };
        let name = if let Some(account) = AccountId::parse(id) {
            self.model.handle(account)
        } else if let Some(agent) = AgentId::parse(id) {
            self.model.agent_called(agent)
        } else {
            HOUSE.to_owned()
        };
        let (rating, deviation) = (rating.parse().ok()?, deviation.parse().ok()?);
        Some((*provisional == "1", Reverse(rating), deviation, name, (*id).to_owned()))
    }
}
