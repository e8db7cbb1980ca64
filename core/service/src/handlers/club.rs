//! The leaderboard: net chips won at tables, without test accounts.

use crate::answer::{Answer, Leader, Leaderboard, MyRank};
use crate::handled::HandlerResult;
use crate::ids::AccountId;
use crate::record::LedgerAccount;
use crate::request::{self, Caller, Period};
use crate::state::{HotState, Transaction, week_of};

pub(crate) fn leaderboard(tx: &Transaction<'_>, caller: &Caller, page: &request::Leaderboard) -> HandlerResult {
    if page.period == Some(Period::Week) {
        return Ok(Answer::Leaderboard(of_week(tx, caller, page.limit)).into());
    }
    let state: &HotState = tx;
    let leaders = state.ranking.top(page.limit).map(|id| Leader {
        handle: state.accounts.known(id).handle.clone(),
        chips: state.ledger.get(LedgerAccount::Member(id)).net,
    });
    let me = caller.member().ok().map(|id| {
        let balance = state.ledger.get(LedgerAccount::Member(id));
        Some(MyRank { rank: state.ranking.rank(id, &state.accounts, balance), chips: balance.net })
    });
    Ok(Answer::Leaderboard(Leaderboard { leaderboard: leaders.collect(), me }).into())
}

/// The leaderboard of the tables since Monday. Members who do not want to be ranked are left out, and have no place.
fn of_week(tx: &Transaction<'_>, caller: &Caller, limit: usize) -> Leaderboard {
    let week = week_of(tx.now.day());
    let net = |id: AccountId| tx.weeks.get(week, id).map_or(0, |row| row.net);
    let leader = |id: AccountId| Leader { handle: tx.accounts.known(id).handle.clone(), chips: net(id) };
    let mine = |id: AccountId| {
        let account = tx.accounts.known(id);
        let rank = || tx.weeks.rank_in(week, id, &account.handle);
        (!account.row.unranked).then(|| MyRank { rank: rank(), chips: net(id) })
    };
    let leaderboard = tx.weeks.top(week, limit).map(leader).collect();
    Leaderboard { leaderboard, me: caller.member().ok().map(mine) }
}
