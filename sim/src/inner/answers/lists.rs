//! Lists: of the things that belong there each once, in order, within the bound, and each with its facts.

use super::AnsweredStep;
use crate::inner::judge::{ExpectedPage, Judge, account_of};
use crate::inner::model::{Standing, Table};
use crate::prelude::*;
use std::cmp::Reverse;

/// Whether a table is one for all: on lists, and on the cards of those who sit there.
fn is_open(row: &TableRow) -> bool {
    row.visibility == Visibility::Public && !row.practice && row.daily.is_none()
}

impl Judge {
    /// The tables of which something holds, newest first.
    fn listed(&self, viewer: Option<AccountId>, holds: impl Fn(&Table) -> bool) -> Vec<Value> {
        let tables = self.model.tables.iter().rev().filter(|(_, table)| holds(table));
        tables.take(self.model.bounds().rows).map(|(id, table)| self.table_facts(*id, &table.row, viewer)).collect()
    }

    /// The lists of tables that there are, each with what holds for a table there. No test account sits at one of a
    /// public list, and no frozen account where a seat is free.
    pub(super) fn tables_listed(&mut self, step: &AnsweredStep<'_>) -> Value {
        let caller = account_of(step.pending);
        let is_test = |player: &Player| matches!(player, Player::Member(id) if self.model.accounts.get(id).is_some_and(|row| row.test));
        let public = |table: &Table| is_open(&table.row) && !table.row.players.iter().any(is_test);
        let seated = |table: &Table| caller.is_some_and(|caller| table.seat_of(caller).is_some());
        let free = |table: &Table| table.is_waiting() && !self.model.seats_frozen(&table.row);
        let (field, rows) = match &step.pending.request {
            Request::OpenTables { game_id } => {
                let of_game = |table: &Table| game_id.as_ref().is_none_or(|game| table.row.game_id == *game);
                ("tables", self.listed(None, |table| free(table) && public(table) && of_game(table)))
            }
            Request::PlayingTables => ("tables", self.listed(None, |table| table.is_playing() && public(table))),
            Request::MyInvitations => {
                ("invitations", self.listed(caller, |table| free(table) && table.row.invited == caller))
            }
            _ => {
                let own = |table: &Table| table.is_active() && seated(table) && !table.is_for_agents();
                ("tables", self.listed(caller, own))
            }
        };
        let count = rows.len() as u64;
        let invited = field == "invitations";
        self.counts
            .add(if invited { "premise: an invitation compared" } else { "premise: listed tables compared" }, count);
        json!({ field: rows })
    }

    /// A member's card: public tables where the member sits, and the agents.
    pub(super) fn player(&mut self, step: &AnsweredStep<'_>, handle: &str) -> Result<Value, Violation> {
        self.counts.hit("premise: a member's card compared");
        let account = self.model.member_named(handle).ok_or_else(|| step.broken("no member has the handle"))?;
        let mut card = self.member_facts(account);
        let agents = self.model.agents_of(account).map(|(id, _)| self.agent_facts(None, id));
        card["agents"] = agents.collect();
        card["tables"] = self.listed(None, |table| is_open(&table.row) && table.seat_of(account).is_some()).into();
        if !card["messenger"].is_null() {
            self.counts.hit("premise: a member with an identity elsewhere");
        }
        Ok(card)
    }

    /// All kinds that ship, in their order.
    pub(super) fn games() -> Value {
        let kinds = SHIPPED.kinds().map(|(rules, kind)| {
            let about = rules.about();
            let (fixed, per_stake) = match kind.buy_in {
                BuyIn::Stake => (None, None),
                BuyIn::Fixed(chips) => (Some(chips), None),
                BuyIn::PerStake(times) => (None, Some(times)),
            };
            json!({
                "kind": kind.kind, "gameId": about.id, "label": kind.label, "seats": about.default_seats,
                "openEligible": kind.opening != Opening::Never, "duellable": about.duellable,
                "fixedBuyIn": fixed, "buyInPerAmount": per_stake, "rules": about.rules,
                "description": kind.description, "engineVersion": about.version,
            })
        });
        json!({ "games": kinds.collect::<Vec<_>>() })
    }

    /// A place on the leaderboard: net descending, then the earlier time of reaching it, then the handle. A member
    /// without a table yet stands behind all others of the same net.
    fn place(&self, account: AccountId, standing: Standing) -> (Reverse<i64>, Millis, String) {
        let at = if standing.tables == 0 { Millis(u64::MAX) } else { standing.net_at };
        (Reverse(standing.net), at, self.model.handle(account))
    }

    pub(super) fn leaderboard(&mut self, caller: Option<AccountId>, limit: usize) -> Value {
        let standings = || self.model.club.standings();
        let ranked = standings().filter(|(id, standing)| standing.tables > 0 && self.model.is_listed(*id));
        let mut places: Vec<_> = ranked.map(|(id, standing)| self.place(id, standing)).collect();
        places.sort();
        let tie = places.windows(2).any(|pair| pair[0].0 == pair[1].0);
        let tests = standings().filter(|(id, _)| self.model.accounts.get(id).is_some_and(|row| row.test)).count();
        let me = caller.map(|id| {
            let standing = self.model.club.standing(id);
            let mine = self.place(id, standing);
            let before = places.iter().filter(|other| **other < mine).count();
            json!({ "rank": before + 1, "chips": standing.net })
        });
        self.counts.add("premise: ranks compared", places.len() as u64);
        self.counts.add("premise: a tie on the leaderboard", u64::from(tie));
        self.counts.add("premise: a test account that is not on the leaderboard", tests as u64);
        let rows = places.into_iter().take(limit);
        let rows: Vec<Value> =
            rows.map(|(Reverse(chips), _, handle)| json!({ "handle": handle, "chips": chips })).collect();
        json!({ "leaderboard": rows, "me": me })
    }

    /// Ties on the board may stand in any order.
    pub(super) fn daily(&mut self, step: &AnsweredStep<'_>) -> Result<Value, Violation> {
        let (day, model) = (self.now().day(), &self.model);
        let deal = model.days.get(&day).ok_or_else(|| step.broken("the day has no deal"))?;
        let mine = account_of(step.pending).and_then(|account| model.tries.get(&(day, account)));
        let mine = mine.map(|mine| {
            let status = match mine.end {
                Some(_) => TableStatus::Settled,
                None if model.is_voided(mine.table) => TableStatus::Cancelled,
                None => TableStatus::Playing,
            };
            let (result, plies) = (mine.end.map(|end| end.result), mine.end.map(|end| end.plies));
            json!({ "tableId": mine.table, "status": status, "result": result, "plies": plies })
        });
        let shown = |id: AccountId, row: &DailyTryRow| model.is_listed(id) && !model.is_voided(row.table);
        let tries = model.tries.iter().filter(|((of, id), row)| *of == day && shown(*id, row));
        let mut tries: Vec<(String, DailyTryRow)> = tries.map(|((_, id), row)| (model.handle(*id), *row)).collect();
        let reported = if let Answer::Daily(reported) = step.answer() { reported.board.as_slice() } else { &[] };
        let place = |handle: &String| reported.iter().position(|row| row.handle == *handle);
        tries.sort_by_key(|(handle, row)| (board_order(row), place(handle).unwrap_or(usize::MAX)));
        let board = tries.iter().take(model.bounds().rows).map(|(handle, row)| {
            let result = row.end.map_or(TryResult::Playing, |end| end.result.into());
            let (plies, at) = (row.end.map(|end| end.plies), row.end.map(|end| end.settled_at));
            json!({ "handle": handle, "result": result, "plies": plies, "settledAt": at })
        });
        let answer = json!({
            "dateKey": day.to_string(),
            "kind": deal.kind,
            "seedHash": Seed::from_bytes(deal.seed).commit(),
            "mine": mine,
            "board": board.collect::<Vec<_>>(),
        });
        self.counts.add("premise: tries on a board compared", tries.len() as u64);
        if tries.iter().filter(|(_, row)| row.end.is_some()).count() > 1 {
            self.counts.hit("premise: a board with several ends");
        }
        Ok(answer)
    }

    /// The agents that a member sees in the list besides the house's, in order.
    pub(crate) fn agents_listed(&self, reader: Option<AccountId>) -> Vec<AgentId> {
        let own = reader.into_iter().flat_map(|reader| self.model.agents_of(reader)).map(|(id, _)| id);
        let is_other = |id: &AgentId| self.model.agents.get(id).is_some_and(|row| row.owner != reader);
        own.chain(self.others_listed().into_iter().map(|(_, id)| id).filter(is_other)).collect()
    }

    /// All agents that every member sees, by how many agents of the same owner stand before them, some of them counting
    /// as one; then those that are provisional last, and by owners beaten, duels won and name.
    fn others_listed(&self) -> Vec<(usize, AgentId)> {
        let shown = |row: &AgentRow| {
            let owner = row.owner.and_then(|owner| self.model.accounts.get(&owner));
            row.play != AgentPlay::Gone && owner.is_some_and(|owner| !owner.test)
        };
        let all = self.model.agents.iter().filter(|(_, row)| shown(row));
        let mut all: Vec<(AgentId, &AgentRow)> = all.map(|(id, row)| (*id, row)).collect();
        all.sort_by_key(|(id, row)| {
            let provisional = row.version_duels < self.model.config.agents.ranking_threshold;
            (provisional, Reverse(self.owners_beaten(*id)), Reverse(row.wins), self.model.agent_name(row), *id)
        });
        let before = |at: usize| all[..at].iter().filter(|(_, row)| row.owner == all[at].1.owner).count();
        let mut tiers: Vec<(usize, usize)> = (0..all.len()).map(|at| (before(at) / AGENTS_IN_A_TIER, at)).collect();
        tiers.sort_unstable();
        tiers.into_iter().map(|(tier, at)| (tier, all[at].0)).collect()
    }

    pub(super) fn owners_beaten(&self, agent: AgentId) -> u32 {
        self.model.beaten.iter().filter(|(id, _)| *id == agent).count() as u32
    }

    /// A page of the caller's agents, the house's, then the others; it ends at the end of a tier.
    pub(super) fn roster(&mut self, reader: AccountId, limit: usize, cursor: Option<&str>) -> Value {
        let own = self.model.agents_of(reader).map(|(id, _)| (None, id));
        let is_other = |id: &AgentId| self.model.agents.get(id).is_some_and(|row| row.owner != Some(reader));
        let others = self.others_listed().into_iter().map(|(tier, id)| (Some(tier), id));
        let house = [(None, AgentId::HOUSE)];
        let all: Vec<_> = own.chain(house).chain(others.filter(|(_, id)| is_other(id))).collect();
        let after = cursor.and_then(AgentId::parse);
        let start = after.and_then(|after| all.iter().position(|(_, id)| *id == after)).map_or(0, |at| at + 1);
        let rows = &all[start..];
        let first = rows.iter().find_map(|(tier, _)| *tier);
        let of_tier = rows.iter().take_while(|(tier, _)| tier.is_none() || *tier == first).count();
        let length = of_tier.min(limit).min(self.model.bounds().rows);
        let next = rows[..length].last().map(|(_, id)| *id).filter(|_| length < rows.len());
        let agents: Vec<Value> = rows[..length].iter().map(|(_, id)| self.agent_facts(Some(reader), *id)).collect();
        if length == of_tier && length < rows.len() {
            self.counts.hit("premise: a page of agents ended at its tier");
        }
        let threshold = self.model.config.agents.ranking_threshold;
        json!({ "agents": agents, "nextCursor": next, "rankingThreshold": threshold })
    }

    /// The page that was looked up. What has one millisecond may stand in any order.
    pub(super) fn page(&mut self, step: &AnsweredStep<'_>) -> Result<Value, Violation> {
        match self.pages.remove(&step.id) {
            Some(ExpectedPage::History(mut rows)) => {
                if rows.windows(2).any(|pair| pair[0].settled_at == pair[1].settled_at) {
                    self.counts.hit("premise: a history page with a tie");
                }
                self.counts.add("premise: rows of histories compared", rows.len() as u64);
                if let Answer::History(reported) = step.answer() {
                    let place = |table| reported.hands.iter().position(|hand| hand.table_id == table);
                    rows.sort_by_key(|row| (Reverse(row.settled_at), place(row.table)));
                }
                let hands = rows.into_iter().map(|row| {
                    let names = row.opponents.iter().map(|player| self.model.player_name(*player));
                    json!({
                        "tableId": row.table, "gameId": row.game_id, "kind": row.kind, "result": row.result,
                        "opponents": names.collect::<Vec<_>>(), "net": row.net, "settledAt": row.settled_at,
                    })
                });
                Ok(json!({ "hands": hands.collect::<Vec<_>>() }))
            }
            Some(ExpectedPage::Ledger(rows)) => {
                self.counts.add("premise: rows of ledgers compared", rows.len() as u64);
                let entries = rows.into_iter().map(|(id, row)| {
                    json!({
                        "id": id, "delta": row.delta, "reason": row.reason, "currency": "chips",
                        "tableId": row.table, "createdAt": row.at,
                    })
                });
                Ok(json!({ "entries": entries.collect::<Vec<_>>() }))
            }
            // Where duels were looked up in several steps, one that has ended meanwhile may stand as it was before.
            Some(ExpectedPage::Duels(mut rows, several)) => {
                let reader = step.member()?;
                if let Answer::Duels(reported) = step.answer() {
                    let place = |id| reported.duels.iter().position(|duel| duel.id == id);
                    rows.sort_by_key(|(id, _)| (Reverse(id.made_at()), place(*id)));
                    for (id, row) in rows.iter_mut().filter(|_| several) {
                        let over = self.model.duel_entries.get(id).and_then(|row| row.end);
                        let says_so = reported.duels.iter().any(|duel| duel.id == *id && duel.outcome.is_some());
                        row.end = row.end.or(over.filter(|_| says_so));
                    }
                }
                self.counts.add("premise: rows of duels compared", rows.len() as u64);
                let duels: Vec<Value> = rows.iter().map(|(id, row)| self.duel_facts(reader, *id, row)).collect();
                Ok(json!({ "duels": duels }))
            }
            Some(ExpectedPage::Audit(_) | ExpectedPage::Tables(_) | ExpectedPage::Chat(_)) | None => {
                Err(step.broken("no such page was looked up in storage"))
            }
        }
    }
}

/// Win before draw before loss before unfinished, then the higher score, fewer plies, the earlier end.
fn board_order(row: &DailyTryRow) -> (u8, Reverse<i64>, u32, Millis) {
    let Some(end) = row.end else { return (3, Reverse(0), 0, Millis(0)) };
    let first = match end.result {
        MatchResult::Win => 0,
        MatchResult::Draw => 1,
        MatchResult::Loss => 2,
    };
    (first, Reverse(end.score), end.plies, end.settled_at)
}
