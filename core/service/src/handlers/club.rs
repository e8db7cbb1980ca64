//! The leaderboard: net chips won at tables, test accounts left out.

use crate::answer::{Answer, Leader, Leaderboard, MyRank};
use crate::record::LedgerAccount;
use crate::request::Caller;
use crate::step::{HandlerResult, Step};

impl Step<'_> {
    pub(crate) fn leaderboard(&self, caller: &Caller, limit: usize) -> HandlerResult {
        let leaders = self.state.ranking.top(limit).map(|id| Leader {
            handle: self.state.accounts.known(id).handle.clone(),
            chips: self.state.ledger.get(LedgerAccount::Member(id)).net,
        });
        let me = self.member(caller).ok().map(|id| {
            let balance = self.state.ledger.get(LedgerAccount::Member(id));
            MyRank { rank: self.state.ranking.rank(id, &self.state.accounts, balance), chips: balance.net }
        });
        Ok(Answer::Leaderboard(Leaderboard { leaderboard: leaders.collect(), me }).into())
    }
}
