//! The leaderboard: net chips won at tables, test accounts left out.

use crate::answer::{Answer, Leader, Leaderboard, MyRank};
use crate::record::Book;
use crate::request::Caller;
use crate::step::{Outcome, Step};

impl Step<'_> {
    pub(crate) fn leaderboard(&self, caller: &Caller, limit: usize) -> Outcome {
        let leaders = self.state.ranking.top(limit).map(|id| Leader {
            handle: self.state.accounts.known(id).handle.clone(),
            chips: self.state.books.get(Book::Member(id)).net,
        });
        let me = self.member(caller).ok().map(|id| {
            let purse = self.state.books.get(Book::Member(id));
            MyRank { rank: self.state.ranking.rank(id, &self.state.accounts, purse), chips: purse.net }
        });
        Ok(Answer::Leaderboard(Leaderboard { leaderboard: leaders.collect(), me }).into())
    }
}
