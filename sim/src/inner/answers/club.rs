//! The leaderboard, members' cards and the deal of the day.

use super::AnsweredStep;
use super::lists::is_open;
use crate::inner::judge::Judge;
use crate::inner::model::{Standing, Violation};
use crate::inner::oracles::{account_of, status_of};
use std::cmp::Reverse;
use turnstone_service::answer::{
    Answer, DailyBoardResponse, DailyMine, DailyRank, Leader, Leaderboard, MyRank, PlayerAgent, PlayerResponse,
    PlayerTable, TableStatus, TryResult,
};
use turnstone_service::games::{MatchResult, Seed};
use turnstone_service::ids::AccountId;
use turnstone_service::record::DailyTryRow;
use turnstone_service::time::Millis;

impl Judge {
    /// A place on the leaderboard: net descending, then the earlier time of reaching it, then the handle. Who has no
    /// table yet stands behind all others of his net.
    fn place(&self, account: AccountId, standing: Standing) -> (Reverse<i64>, Millis, String) {
        let at = if standing.tables == 0 { Millis(u64::MAX) } else { standing.net_at };
        (Reverse(standing.net), at, self.model.handle(account))
    }

    pub(super) fn leaderboard(&mut self, caller: Option<AccountId>, limit: usize) -> Answer {
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
            MyRank { rank: before as u64 + 1, chips: standing.net }
        });
        self.counts.add("premise: ranks compared", places.len() as u64);
        self.counts.add("premise: a tie on the leaderboard", u64::from(tie));
        self.counts.add("premise: a test account that is not on the leaderboard", tests as u64);
        let leaders = places.into_iter().take(limit);
        let leaderboard = leaders.map(|(Reverse(chips), _, handle)| Leader { handle, chips }).collect();
        Answer::Leaderboard(Leaderboard { leaderboard, me })
    }

    pub(super) fn player(&mut self, step: &AnsweredStep<'_>, handle: &str) -> Result<Answer, Violation> {
        self.counts.hit("premise: a member's card compared");
        let account = self.model.member_named(handle).ok_or_else(|| step.broken("nobody has the handle"))?;
        let row = &self.model.accounts[&account];
        let username = self.model.doors(account).into_iter().next().and_then(|door| door.username);
        let agents = self.model.agents_of(account).map(|(id, row)| PlayerAgent {
            id,
            name: self.model.agent_name(row),
            wins: self.model.record_of(id).0,
            losses: self.model.record_of(id).1,
        });
        let public = self.model.tables.iter().rev();
        let public = public.filter(|(_, table)| is_open(&table.row) && table.seat_of(account).is_some());
        let tables = public.take(self.model.bounds().rows).map(|(id, table)| PlayerTable {
            id: *id,
            game_id: table.row.game_id.clone(),
            kind: table.row.setup.kind.clone(),
            status: status_of(&table.row.status),
            created_at: table.row.created_at,
        });
        let card = PlayerResponse {
            handle: self.model.handle(account),
            avatar_url: self.model.avatar(account),
            bio: self.model.bio(account),
            member_since: row.joined_at,
            chips: self.model.club.standing(account).net,
            messenger: username.filter(|_| row.show_messenger),
            agents: agents.collect(),
            tables: tables.collect(),
        };
        if card.messenger.is_some() {
            self.counts.hit("premise: a member who shows who he is elsewhere");
        }
        Ok(Answer::Player(card))
    }

    /// Ties on the board may stand in any order.
    pub(super) fn daily(&mut self, step: &AnsweredStep<'_>) -> Result<Answer, Violation> {
        let day = self.now().day();
        let deal = self.model.days.get(&day).ok_or_else(|| step.broken("the day has no deal"))?;
        let mine = account_of(step.pending).and_then(|account| self.model.tries.get(&(day, account)));
        let mine = mine.map(|mine| DailyMine {
            table_id: mine.table,
            status: match mine.end {
                Some(_) => TableStatus::Settled,
                None if self.model.is_voided(mine.table) => TableStatus::Cancelled,
                None => TableStatus::Playing,
            },
            result: mine.end.map(|end| end.result),
            plies: mine.end.map(|end| end.plies),
        });
        let tries = self
            .model
            .tries
            .iter()
            .filter(|((of, id), row)| *of == day && self.model.is_listed(*id) && !self.model.is_voided(row.table));
        let mut tries: Vec<(String, DailyTryRow)> =
            tries.map(|((_, id), row)| (self.model.handle(*id), *row)).collect();
        let told = if let Answer::Daily(told) = step.answer() { told.board.as_slice() } else { &[] };
        let place = |handle: &String| told.iter().position(|row| row.handle == *handle);
        tries.sort_by_key(|(handle, row)| (board_order(row), place(handle).unwrap_or(usize::MAX)));
        let rank = |(handle, row): &(String, DailyTryRow)| DailyRank {
            handle: handle.clone(),
            result: row.end.map_or(TryResult::Playing, |end| end.result.into()),
            plies: row.end.map(|end| end.plies),
            settled_at: row.end.map(|end| end.settled_at),
        };
        let answer = DailyBoardResponse {
            date_key: day.to_string(),
            kind: deal.kind.clone(),
            seed_hash: Seed::from_bytes(deal.seed).commit(),
            mine,
            board: tries.iter().take(self.model.bounds().rows).map(rank).collect(),
        };
        self.counts.add("premise: tries on a board compared", tries.len() as u64);
        if tries.iter().filter(|(_, row)| row.end.is_some()).count() > 1 {
            self.counts.hit("premise: a board with several ends");
        }
        Ok(Answer::Daily(answer))
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
