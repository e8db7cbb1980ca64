//! What the club tells: leaderboard, member cards, end cards, the deal of the day, referrals, pauses.

use super::account_of;
use super::lists::ROWS;
use super::views::status_of;
use crate::inner::model::{CheckResult, Standing, THRESHOLD, must};
use crate::inner::world::{PendingRequest, SimWorld};
use std::cmp::Reverse;
use turnstone_service::answer::{
    Answer, DailyBoardResponse, EndCard, Leaderboard, PauseState, PlayerResponse, Referral, TableStatus, TryResult,
};
use turnstone_service::credentials::code_hash;
use turnstone_service::games::{MatchResult, Seed};
use turnstone_service::ids::{AccountId, TableId};
use turnstone_service::record::{DailyTryRow, Status};
use turnstone_service::request::{PauseDuration, Request, Visibility};
use turnstone_service::time::Millis;

impl SimWorld {
    pub(super) fn check_club(&mut self, pending: &PendingRequest, answer: &Answer) -> CheckResult {
        match (answer, &pending.request) {
            (Answer::Leaderboard(board), Request::Leaderboard { limit }) => {
                self.check_leaderboard(account_of(pending), board, *limit)
            }
            (Answer::Player(card), Request::Player { handle }) => self.check_player(handle, card),
            (Answer::Daily(board), _) => self.check_daily(account_of(pending), board),
            (Answer::Referral(referral), _) => self.check_referral(account_of(pending), referral),
            _ => Ok(()),
        }
    }

    /// A place on the leaderboard: net descending, then the earlier time of reaching it, then the handle. Who has no
    /// table yet stands behind all others of his net.
    fn place(&self, account: AccountId, standing: Standing) -> (Reverse<i64>, Millis, String) {
        let at = if standing.tables == 0 { Millis(u64::MAX) } else { standing.net_at };
        (Reverse(standing.net), at, self.name(account))
    }

    fn check_leaderboard(&mut self, caller: Option<AccountId>, board: &Leaderboard, limit: usize) -> CheckResult {
        let shown = |id: &AccountId| self.model.accounts.get(id).is_some_and(|row| row.slot.is_some() && !row.test);
        let ranked = self.model.club.standings().filter(|(id, standing)| standing.tables > 0 && shown(id));
        let mut places: Vec<_> = ranked.map(|(id, standing)| self.place(id, standing)).collect();
        places.sort();
        let tie = places.windows(2).any(|pair| pair[0].0 == pair[1].0);
        let should = places.iter().take(limit).map(|(Reverse(net), _, name)| (name, *net));
        let told = board.leaderboard.iter().map(|row| (&row.handle, row.chips));
        must(told.eq(should), "the leaderboard ranks what was won", || format!("{board:?}, not {places:?}"))?;
        let me = caller.map(|id| {
            let standing = self.model.club.standing(id);
            let mine = self.place(id, standing);
            (places.iter().filter(|other| **other < mine).count() as u64 + 1, standing.net)
        });
        let told = board.me.as_ref().map(|me| (me.rank, me.chips));
        must(told == me, "the caller's rank is his", || format!("{board:?}, not {me:?} of {places:?}"))?;
        self.counts.add("premise: ranks compared", places.len() as u64);
        self.counts.add("premise: a tie on the leaderboard", u64::from(tie));
        let tests =
            self.model.club.standings().filter(|(id, _)| self.model.accounts.get(id).is_some_and(|row| row.test));
        self.counts.add("premise: a test account that is not on the leaderboard", tests.count() as u64);
        Ok(())
    }

    fn check_player(&mut self, handle: &str, card: &PlayerResponse) -> CheckResult {
        let said = || format!("{handle}: {card:?}");
        let Some(account) = self.member_named(handle) else { return must(false, "a member's card is his", said) };
        let standing = self.model.club.standing(account);
        let joined = self.model.accounts.get(&account).map(|row| row.joined_at);
        let facts = card.handle == self.name(account) && Some(card.member_since) == joined;
        must(facts && card.chips == standing.net, "a member's card is his", said)?;
        let public = self.model.tables.iter().rev().filter(|(_, table)| {
            let row = &table.row;
            let open = row.visibility == Visibility::Public && !row.practice && row.daily.is_none();
            open && table.seat_of(account).is_some()
        });
        let tables: Vec<_> = public.take(ROWS).map(|(id, table)| (*id, status_of(&table.row.status))).collect();
        let told: Vec<_> = card.tables.iter().map(|row| (row.id, row.status)).collect();
        self.counts.hit("premise: a member's card compared");
        must(told == tables, "a member's card names his public tables", || format!("{card:?}, not {tables:?}"))
    }

    /// An end card tells how the table ended; what it counts was compared when it was settled.
    pub(super) fn check_card(&mut self, table: TableId, card: &EndCard) -> CheckResult {
        let said = || format!("{table}: {card:?}");
        let row = self.model.row(table);
        let Some((row, Status::Settled { end, .. })) = row.map(|row| (row, &row.status)) else {
            return must(false, "only a settled table has a card", said);
        };
        let facts = (&card.game_id, &card.kind, card.stake) == (&row.game_id, &row.setup.kind, row.setup.stake);
        let whole =
            (card.winner_seat, card.reign, card.tables_together) == (end.winner, end.reign, end.tables_together);
        must(facts && whole && card.settled_at == Some(end.settled_at), "an end card tells of its roster", said)?;
        must(card.seats.len() == row.players.len(), "an end card tells of its roster", said)?;
        for (seat, player) in card.seats.iter().zip(&row.players) {
            let (entry, stored) = (&end.outcome[seat.seat.index()], &end.card[seat.seat.index()]);
            let who = seat.name == self.player_name(*player);
            let how = (seat.result, seat.rank, &seat.title) == (entry.result, entry.rank, &stored.title);
            let figures = (seat.score, seat.roster_net) == (stored.net, stored.roster_net);
            must(who && how && figures, "an end card tells of its roster", said)?;
        }
        self.counts.hit("premise: an end card compared");
        Ok(())
    }

    fn check_daily(&mut self, caller: Option<AccountId>, board: &DailyBoardResponse) -> CheckResult {
        let said = || format!("{board:?}");
        let day = self.now().day();
        let Some(deal) = self.model.days.get(&day) else { return must(false, "a day has its deal", said) };
        let commit = Seed::from_bytes(deal.seed).commit();
        let facts = board.date_key == day.to_string() && board.kind == deal.kind && board.seed_hash == commit;
        must(facts, "the board is of today's deal", said)?;
        let mine = caller.and_then(|account| self.model.tries.get(&(day, account)));
        let told = board.mine.as_ref().map(|mine| (mine.table_id, mine.status, mine.result, mine.plies));
        let should = mine.map(|mine| {
            let status = if mine.end.is_some() { TableStatus::Settled } else { TableStatus::Playing };
            (mine.table, status, mine.end.map(|end| end.result), mine.end.map(|end| end.plies))
        });
        must(told == should, "the board tells the caller's try", || format!("{board:?}, not {mine:?}"))?;
        let shown = |id: &AccountId| self.model.accounts.get(id).is_some_and(|row| row.slot.is_some() && !row.test);
        let tries = self.model.tries.iter().filter(|((of, id), _)| *of == day && shown(id));
        let mut tries: Vec<(AccountId, DailyTryRow)> = tries.map(|((_, id), row)| (*id, *row)).collect();
        tries.sort_by_key(|(_, row)| board_order(row));
        let told: Vec<(AccountId, DailyTryRow)> = board
            .board
            .iter()
            .filter_map(|row| {
                let account = self.member_named(&row.handle)?;
                let tried = *self.model.tries.get(&(day, account))?;
                let same = (row.result, row.plies, row.settled_at)
                    == (
                        tried.end.map_or(TryResult::Playing, |end| end.result.into()),
                        tried.end.map(|end| end.plies),
                        tried.end.map(|end| end.settled_at),
                    );
                same.then_some((account, tried))
            })
            .collect();
        let keys = |list: &[(AccountId, DailyTryRow)]| list.iter().map(|(_, row)| board_order(row)).collect::<Vec<_>>();
        let who = |list: &[(AccountId, DailyTryRow)]| {
            list.iter().map(|(id, _)| *id).collect::<std::collections::BTreeSet<_>>()
        };
        let same = told.len() == board.board.len() && keys(&told) == keys(&tries) && who(&told) == who(&tries);
        must(same, "the board ranks the tries", || format!("{board:?}, not {tries:?}"))?;
        self.counts.add("premise: tries on a board compared", tries.len() as u64);
        if tries.iter().filter(|(_, row)| row.end.is_some()).count() > 1 {
            self.counts.hit("premise: a board with several ends");
        }
        Ok(())
    }

    fn check_referral(&mut self, caller: Option<AccountId>, referral: &Referral) -> CheckResult {
        let Some(account) = caller else { return Ok(()) };
        let row = self.model.invitations.get(&code_hash(&referral.code));
        let invited = self.model.accounts.values().filter(|row| row.referrer == Some(account)).count() as u32;
        let rewarded = self.model.chips.rewards.get(&account).copied().unwrap_or_default();
        let economy = self.settings.config().economy;
        let uses = economy.referral_uses - invited;
        let own = row.is_some_and(|row| row.referrer == Some(account) && row.uses_left == uses);
        let counts = (referral.uses_left, referral.invited, referral.rewarded) == (uses, invited, rewarded);
        let terms = (referral.cap, referral.reward, referral.threshold)
            == (economy.referral_cap, economy.referral_reward, THRESHOLD);
        must(own && counts && terms, "a referral counts whom it brought", || {
            format!("{account}: {referral:?}, not {invited} invited, {rewarded} rewarded, {row:?}")
        })
    }

    pub(super) fn check_pause(&mut self, pending: &PendingRequest, pause: &PauseState) -> CheckResult {
        let row = account_of(pending).and_then(|account| self.model.accounts.get(&account));
        let until = row.and_then(|row| row.paused_until).filter(|until| *until > self.now());
        let said = || format!("{} {:?}: {pause:?}, {until:?}", pending.who, pending.request);
        must(pause.until == until && pause.paused == until.is_some(), "a pause is told as it is", said)?;
        let Request::Pause { duration } = pending.request else { return Ok(()) };
        let days = match duration {
            PauseDuration::Day => 1,
            PauseDuration::Week => 7,
            PauseDuration::Month => 30,
        };
        let least = self.now().plus_s(days * 86_400);
        self.counts.hit(if until > Some(least) { "premise: a shorter pause" } else { "premise: a pause" });
        must(until >= Some(least), "a pause lasts as long as was asked", said)
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
