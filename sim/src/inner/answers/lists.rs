//! Lists and pages: the rows that belong there, each once, in order, within the bound. The other fields of a row are
//! facts of its thing.

use crate::inner::answers::AnsweredStep;
use crate::inner::judge::{ExpectedPage, Judge, PendingRequest, account_of};
use crate::inner::model::{Standing, Table, shown_entry};
use crate::inner::prelude::*;
use turnstone_service::answer::TryResult;

/// Whether a table is public: shown on lists and on the cards of its players.
fn is_open(row: &TableRow) -> bool {
    row.visibility == Visibility::Public && !row.practice && row.daily.is_none()
}

/// The position of a row with this value in the list of an answer. Rows of equal rank may have any order.
fn place(rows: &Value, name: &str, value: &Value) -> usize {
    let rows = rows.as_array().map(Vec::as_slice).unwrap_or_default();
    rows.iter().position(|row| row[name] == *value).unwrap_or(usize::MAX)
}

impl Judge {
    /// The tables that match, newest first.
    fn tables_of(&self, holds: impl Fn(TableId, &Table) -> bool) -> Vec<Value> {
        let tables = self.model.tables.iter().rev().filter(|(id, table)| holds(**id, table));
        tables.take(self.model.config.bounds.rows).map(|(id, _)| json!({ "id": id })).collect()
    }

    /// The expected rows of an answer; null if it lists nothing.
    pub(super) fn rows(&mut self, step: &AnsweredStep<'_>, reported: &Value) -> Result<Value, Violation> {
        let caller = account_of(step.pending);
        Ok(match &step.pending.request {
            Request::MyTables | Request::MyInvitations | Request::OpenTables(_) | Request::PlayingTables => {
                self.tables_listed(step)
            }
            Request::Player(handle) => {
                let account = self.model.member_named(handle).ok_or_else(|| step.broken("no member has the handle"))?;
                let is_kept = |table: &Table| table.is_waiting() && self.model.is_unlisted_for(caller, &table.row);
                let is_shown = |id: TableId, table: &Table| {
                    let public = is_open(&table.row) && !self.model.is_reserved(id);
                    public && table.seat_of(account).is_some() && !is_kept(table)
                };
                let tables = self.tables_of(is_shown);
                let agents: Vec<_> = self.model.agents_of(account).map(|(id, _)| json!({ "id": id })).collect();
                json!({ "handle": self.model.handle(account), "agents": agents, "tables": tables })
            }
            Request::ListBlocks => self.blocks_of(step.member()?),
            Request::ListQueue => self.queue_lengths(),
            Request::PartyInvitation(party) => {
                let row = self.model.parties.get(party).ok_or_else(|| step.broken("there is no such party"))?;
                let owner = self.model.handle(row.members[0]);
                json!({ "id": party, "owner": owner, "members": row.members.len() })
            }
            Request::Leaderboard(Leaderboard { limit, period: Some(Period::Week) }) => self.week(caller, *limit),
            Request::Leaderboard(page) => self.leaderboard(caller, page.limit),
            Request::Ratings(page) => self.ratings(caller, page),
            Request::DailyBoard => self.daily(step, reported)?,
            Request::ListAgents(page) => self.roster(step.member()?, page.limit, page.cursor.as_deref()),
            Request::Fairness(page) => self.statements(page.from),
            Request::FairnessNewest => self.newest_statement(),
            Request::FairnessDay(day, page) => self.day_list(DayName { day: *day, era: 0 }, page.from),
            Request::FairnessEraDay(day, era, page) => self.day_list(DayName { day: *day, era: *era }, page.from),
            Request::EndCard(table) => self.card(step, *table)?,
            Request::Replay(table, replay) => self.replay(step, *table, replay.seat)?,
            Request::CurrentSeatGrant(table) => self.current_grant(step, *table)?,
            Request::History(_) | Request::Ledger(_) | Request::ListDuels(_) => self.page(step, reported)?,
            _ => Value::Null,
        })
    }

    /// The lists of tables, each with its condition. Public lists exclude tables with test accounts. Lists of tables
    /// with a free seat exclude those with frozen accounts.
    fn tables_listed(&self, step: &AnsweredStep<'_>) -> Value {
        let caller = account_of(step.pending);
        let is_test = |player: &Player| matches!(player, Player::Member(id) if self.model.accounts.get(id).is_some_and(|row| row.test));
        let public = |id: TableId, table: &Table| {
            is_open(&table.row) && !self.model.is_reserved(id) && !table.row.players.iter().any(is_test)
        };
        let free = |table: &Table| table.is_waiting() && !self.model.seats_frozen(&table.row);
        let holds = |id: TableId, table: &Table| match &step.pending.request {
            Request::OpenTables(OpenTables { game_id }) => {
                let is_kept = self.model.is_unlisted_for(caller, &table.row);
                free(table)
                    && public(id, table)
                    && !is_kept
                    && game_id.as_ref().is_none_or(|game| table.row.game_id == *game)
            }
            Request::PlayingTables => table.is_playing() && public(id, table),
            Request::MyInvitations => {
                let pair = table.row.host.zip(caller);
                let apart = pair.is_some_and(|(host, caller)| self.model.is_block_between(host, caller));
                let is_kept =
                    |caller| table.seat_of(caller).is_none() && self.model.is_kept_for(caller, id, &table.row);
                free(table) && caller.is_some_and(is_kept) && !apart
            }
            _ => caller.is_some_and(|id| table.seat_of(id).is_some()) && table.is_active() && !table.is_for_agents(),
        };
        let field = if matches!(step.pending.request, Request::MyInvitations) { "invitations" } else { "tables" };
        json!({ field: self.tables_of(holds) })
    }

    /// How many members of public lists wait for what.
    fn queue_lengths(&self) -> Value {
        let model = &self.model;
        let is_shown = |id: &AccountId| {
            let row = &model.accounts[id];
            !row.test && row.slot.is_some() && !model.is_frozen(*id)
        };
        let mut lengths: BTreeMap<&QueueSort, usize> = BTreeMap::new();
        let waiting = model.queue.tickets.values().filter(|row| row.stage == TicketStage::Waiting);
        for row in waiting.filter(|row| is_shown(&row.account)) {
            *lengths.entry(&row.sort).or_default() += 1;
        }
        let row = |(sort, waiting): (&QueueSort, usize)| {
            json!({
                "kind": sort.kind, "stake": sort.stake, "seats": sort.seats, "rated": sort.rated, "waiting": waiting,
            })
        };
        json!({ "kinds": lengths.into_iter().take(model.config.bounds.rows).map(row).collect::<Vec<_>>() })
    }

    /// The members whom a member blocks, newest first.
    fn blocks_of(&self, member: AccountId) -> Value {
        let own = self.model.blocks.iter().filter(|((by, _), _)| *by == member);
        let mut own: Vec<_> = own.map(|((_, id), since)| (Reverse(*since), self.model.handle(*id))).collect();
        own.sort();
        let row = |(since, handle): (Reverse<Millis>, String)| json!({ "handle": handle, "since": since.0 });
        json!({ "blocks": own.into_iter().map(row).collect::<Vec<_>>() })
    }

    /// The chain of statements from a number on.
    fn statements(&self, from: u32) -> Value {
        let mut rows = self.model.fairness.statements.range(from..).map(shown_statement);
        let statements: Vec<Value> = rows.by_ref().take(self.model.config.bounds.fairness_page).collect();
        json!({ "statements": statements, "next": rows.next().map(|row| row["number"].clone()) })
    }

    fn newest_statement(&self) -> Value {
        self.model.fairness.statements.last_key_value().map_or(Value::Null, shown_statement)
    }

    /// The list of a day, which is empty until the day is closed.
    fn day_list(&mut self, day: DayName, from: u32) -> Value {
        let fairness = &self.model.fairness;
        let closed = fairness.days.get(&day).filter(|row| row.closed_by.is_some());
        let shown = |((_, number), entry): (&(DayName, u32), &FairEntryRow)| {
            let [table, seed_of, seed_commit, ending] = shown_entry(entry);
            json!({
                "number": number, "table": table, "tableId": entry.is_public.then_some(entry.table),
                "seedOf": seed_of, "seedCommit": seed_commit, "ending": ending,
            })
        };
        let mut rows = fairness.entries.range((day, from)..=(day, u32::MAX)).filter(|_| closed.is_some()).map(shown);
        let entries: Vec<Value> = rows.by_ref().take(self.model.config.bounds.fairness_page).collect();
        let next = rows.next().map(|row| row["number"].clone());
        self.counts.add("premise: entries of closed days compared", entries.len() as u64);
        let is_of_day = |table: &&Table| {
            table.is_active() && table.row.setup.deal.as_ref().is_some_and(|deal| deal.day == day.to_string())
        };
        let running = closed.is_none().then(|| self.model.tables.values().filter(is_of_day).count());
        self.counts.add("premise: running tables of open days counted", running.unwrap_or(0) as u64);
        json!({
            "day": day.to_string(), "closed": closed.is_some(), "tables": closed.map(|row| row.numbers),
            "running": running, "entries": entries, "next": next,
        })
    }

    /// The sort key of the leaderboard: net descending, then the earlier time of reaching it, then the handle. A member
    /// without a settled table is behind all others with the same net.
    fn rank(&self, account: AccountId, standing: Standing) -> (Reverse<i64>, Millis, String) {
        let at = if standing.tables == 0 { Millis(u64::MAX) } else { standing.net_at };
        (Reverse(standing.net), at, self.model.handle(account))
    }

    fn leaderboard(&mut self, caller: Option<AccountId>, limit: usize) -> Value {
        let ranked = self.model.club.standings();
        let ranked = ranked.filter(|(id, standing)| standing.tables > 0 && self.model.is_listed(*id));
        let mut ranks: Vec<_> = ranked.map(|(id, standing)| self.rank(id, standing)).collect();
        ranks.sort();
        let me = caller.map(|id| {
            let standing = self.model.club.standing(id);
            let mine = self.rank(id, standing);
            json!({ "rank": ranks.iter().filter(|other| **other < mine).count() + 1, "chips": standing.net })
        });
        self.counts.add("premise: ranks compared", ranks.len() as u64);
        let rows: Vec<Value> = ranks.into_iter().take(limit).map(|(.., handle)| json!({ "handle": handle })).collect();
        json!({ "leaderboard": rows, "me": me })
    }

    fn daily(&mut self, step: &AnsweredStep<'_>, reported: &Value) -> Result<Value, Violation> {
        let (day, model) = (self.now.day(), &self.model);
        let (kind, seed) = model.challenge(day).ok_or_else(|| step.broken("the day has no secret"))?;
        let mine = account_of(step.pending).and_then(|account| model.try_of(day, account));
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
        let of_day = model.tries.iter().filter(|((of, id), _)| *of == day && model.try_of(day, *id).is_some());
        let tries = of_day.filter(|((_, id), row)| shown(*id, row));
        let mut tries: Vec<_> = tries.map(|((_, id), row)| (model.handle(*id).into(), *row)).collect();
        tries.sort_by_key(|(handle, row)| (board_order(row), place(&reported["board"], "handle", handle)));
        let board = tries.iter().take(model.config.bounds.rows).map(|(handle, row)| {
            let result = row.end.map_or(TryResult::Playing, |end| end.result.into());
            let (plies, at) = (row.end.map(|end| end.plies), row.end.map(|end| end.settled_at));
            json!({ "handle": handle, "result": result, "plies": plies, "settledAt": at })
        });
        let (board, commit) = (board.collect::<Vec<_>>(), Seed::from_bytes(seed).commit());
        let facts =
            json!({ "dateKey": day.to_string(), "kind": kind, "seedHash": commit, "mine": mine, "board": board });
        self.counts.add("premise: tries on a board compared", tries.len() as u64);
        Ok(facts)
    }

    /// The agents that a member sees in the list after the house's, with their tiers. Own agents have no tier.
    fn agents_listed(&self, reader: Option<AccountId>) -> Vec<(Option<usize>, AgentId)> {
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
        // The number of agents of the same owner that are ranked before one.
        let before = |at: usize| all[..at].iter().filter(|(_, row)| row.owner == all[at].1.owner).count();
        let mut tiers: Vec<(usize, usize)> = (0..all.len()).map(|at| (before(at) / AGENTS_IN_A_TIER, at)).collect();
        tiers.sort_unstable();
        let own = reader.into_iter().flat_map(|reader| self.model.agents_of(reader)).map(|(id, _)| (None, id));
        let others = tiers.into_iter().filter(|(_, at)| all[*at].1.owner != reader);
        own.chain([(None, AgentId::HOUSE)]).chain(others.map(|(tier, at)| (Some(tier), all[at].0))).collect()
    }

    pub(crate) fn is_agent_listed(&self, reader: Option<AccountId>, id: AgentId) -> bool {
        self.agents_listed(reader).iter().any(|(_, listed)| *listed == id)
    }

    pub(super) fn owners_beaten(&self, agent: AgentId) -> usize {
        self.model.beaten.iter().filter(|(id, _)| *id == agent).count()
    }

    /// A page of the caller's agents, the house's, then the others. It ends at the end of a tier.
    fn roster(&self, reader: AccountId, limit: usize, cursor: Option<&str>) -> Value {
        let all = self.agents_listed(Some(reader));
        let after = cursor.and_then(AgentId::parse);
        let start = after.and_then(|after| all.iter().position(|(_, id)| *id == after)).map_or(0, |at| at + 1);
        let rows = &all[start..];
        let first = rows.iter().find_map(|(tier, _)| *tier);
        let of_tier = rows.iter().take_while(|(tier, _)| tier.is_none() || *tier == first).count();
        let length = of_tier.min(limit).min(self.model.config.bounds.rows);
        let next = rows[..length].last().map(|(_, id)| *id).filter(|_| length < rows.len());
        let agents: Vec<Value> = rows[..length].iter().map(|(_, id)| json!({ "id": id })).collect();
        let threshold = self.model.config.agents.ranking_threshold;
        json!({ "agents": agents, "nextCursor": next, "rankingThreshold": threshold })
    }

    /// The active grant of the caller's seat, while the match is in play.
    fn current_grant(&self, step: &AnsweredStep<'_>, table: TableId) -> Result<Value, Violation> {
        let owner = step.member()?;
        let seat = self.model.tables.get(&table).filter(|table| table.is_playing()).and_then(|it| it.seat_of(owner));
        let counts = |row: &GrantRow| row.table == table && Some(row.seat) == seat && !row.ended;
        let live = self.model.grants.iter().filter(|(_, row)| counts(row) && row.expires_at > self.now);
        let live: Vec<&GrantId> = live.map(|(id, _)| id).collect();
        step.must(live.len() < 2, "a seat has at most one active grant", || format!("{live:?}"))?;
        Ok(json!({ "grant": live.first().map(|id| json!({ "grantId": id })) }))
    }

    /// The page that was queried. Rows with equal times may have any order.
    fn page(&mut self, step: &AnsweredStep<'_>, reported: &Value) -> Result<Value, Violation> {
        let (field, premise, rows): (_, _, Vec<Value>) = match self.pages.remove(&step.id) {
            Some(ExpectedPage::History(mut rows)) => {
                rows.sort_by_key(|row| {
                    (Reverse(row.settled_at), place(&reported["hands"], "tableId", &json!(row.table)))
                });
                let hands = rows.into_iter().map(|row| {
                    let names = row.opponents.iter().map(|player| self.model.player_name(*player));
                    json!({
                        "tableId": row.table, "gameId": row.game_id, "kind": row.kind, "result": row.result,
                        "opponents": names.collect::<Vec<_>>(), "net": row.net, "settledAt": row.settled_at,
                    })
                });
                ("hands", "premise: rows of histories compared", hands.collect())
            }
            Some(ExpectedPage::Ledger(rows)) => {
                let entries = rows.into_iter().map(|(id, row)| {
                    let mut entry = json!({
                        "id": id, "delta": row.delta, "reason": row.reason, "tableId": row.table, "createdAt": row.at,
                    });
                    if let Some(game) = row.returned {
                        entry["returned"] = json!(game);
                    }
                    entry
                });
                ("entries", "premise: rows of ledgers compared", entries.collect())
            }
            Some(ExpectedPage::Duels(mut ids)) => {
                ids.sort_by_key(|id| (Reverse(id.made_at()), place(&reported["duels"], "id", &json!(id))));
                let duels = ids.into_iter().map(|id| json!({ "id": id }));
                ("duels", "premise: rows of duels compared", duels.collect())
            }
            _ => return Err(step.broken("no such page was looked up in storage")),
        };
        self.counts.add(premise, rows.len() as u64);
        Ok(json!({ field: rows }))
    }
}

/// Win, draw, loss, unfinished; then the higher score, fewer plies, the earlier end.
fn board_order(row: &DailyTryRow) -> (u8, Reverse<i64>, u32, Millis) {
    let Some(end) = row.end else { return (3, Reverse(0), 0, Millis(0)) };
    let first = match end.result {
        MatchResult::Win => 0,
        MatchResult::Draw => 1,
        MatchResult::Loss => 2,
    };
    (first, Reverse(end.score), end.plies, end.settled_at)
}

impl Judge {
    /// The expected page of a request, if it asks for one.
    pub(crate) fn page_of(&self, pending: &PendingRequest) -> Option<ExpectedPage> {
        if let Request::ReadAudit(ReadAudit { before, limit }) = &pending.request {
            let acts = self.model.audit.iter().rev().filter(|(id, _)| before.is_none_or(|before| **id < before));
            return Some(ExpectedPage::Audit(acts.take(*limit).map(|(id, row)| (*id, row.clone())).collect()));
        }
        let account = account_of(pending)?;
        match &pending.request {
            Request::History(History { game_id, limit, before }) => {
                let rows = self.model.histories.get(&account).into_iter().flatten().rev().map(|(_, row)| row.clone());
                let rows = rows.filter(|row| game_id.as_ref().is_none_or(|game| row.game_id == *game));
                let rows = rows.filter(|row| before.is_none_or(|before| row.settled_at < before));
                Some(ExpectedPage::History(page(rows, *limit, |row| row.settled_at)))
            }
            Request::Ledger(Ledger { since, limit }) => {
                let rows = self.model.chips.ledger.get(&LedgerAccount::Member(account));
                let rows = rows.into_iter().flatten().filter(|(id, _)| **id > since.unwrap_or(0)).take(*limit);
                Some(ExpectedPage::Ledger(rows.map(|(id, row)| (*id, row.clone())).collect()))
            }
            Request::ListDuels(ListDuels { limit, before }) => {
                Some(ExpectedPage::Duels(page(self.duels_shown(account, *before), *limit, |id| id.made_at())))
            }
            _ => None,
        }
    }

    /// Newest first. Duels of test accounts are shown to their owners only.
    fn duels_shown(&self, reader: AccountId, before: Option<Millis>) -> impl Iterator<Item = DuelId> {
        let is_test = |owner: &Option<AccountId>| {
            owner.and_then(|owner| self.model.accounts.get(&owner)).is_some_and(|owner| owner.test)
        };
        let shown = move |row: &DuelEntryRow| row.owners.contains(&Some(reader)) || !row.owners.iter().any(is_test);
        let older = move |id: DuelId| before.is_none_or(|before| id.made_at() < before);
        self.model.duel_entries.iter().rev().filter(move |(id, row)| older(**id) && shown(row)).map(|(id, _)| *id)
    }
}

/// The newest rows up to the limit, and all others of the last millisecond.
fn page<T>(rows: impl Iterator<Item = T>, limit: usize, at: impl Fn(&T) -> Millis) -> Vec<T> {
    let mut page: Vec<T> = Vec::new();
    for row in rows {
        if page.len() >= limit && page.last().is_none_or(|last| at(last) != at(&row)) {
            break;
        }
        page.push(row);
    }
    page
}

fn shown_statement((number, row): (&u32, &StatementRow)) -> Value {
    json!({
        "number": number, "text": row.text, "key": hex::encode(row.key), "signature": hex::encode(&row.signature),
    })
}
