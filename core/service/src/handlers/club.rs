//! The leaderboard: net chips won at tables, without test accounts.

use crate::answer::{Answer, Leader, Leaderboard, MyRank};
use crate::handled::HandlerResult;
use crate::record::LedgerAccount;
use crate::request::{self, Caller};
use crate::state::HotState;

pub(crate) fn leaderboard(state: &HotState, caller: &Caller, page: &request::Leaderboard) -> HandlerResult {
    let leaders = state.ranking.top(page.limit).map(|id| Leader {
        handle: state.accounts.known(id).handle.clone(),
        chips: state.ledger.get(LedgerAccount::Member(id)).net,
    });
    let me = caller.member().ok().map(|id| {
        let balance = state.ledger.get(LedgerAccount::Member(id));
        MyRank { rank: state.ranking.rank(id, &state.accounts, balance), chips: balance.net }
    });
    Ok(Answer::Leaderboard(Leaderboard { leaderboard: leaders.collect(), me }).into())
}
