//! Sitting down, declining, withdrawing, and waiting in vain.

use crate::answer::{Answer, JoinTableResponse, Okay};
use crate::handlers::tables::WHO;
use crate::ids::{AccountId, TableId};
use crate::record::{LedgerAccount, Player, Reason, Record, Status};
use crate::refusal::{NotJoinable, Refusal, TableRefusal as Refused};
use crate::request::{Caller, RequestId};
use crate::step::{HandlerResult, Step};

impl Step<'_> {
    /// Sit down in the first free seat; the last one starts the match.
    pub(crate) fn join_table(&mut self, id: RequestId, caller: &Caller, table: TableId) -> HandlerResult {
        let account = self.member(caller)?;
        let refusal = Refused::NotJoinable(NotJoinable::NotWaiting);
        if self.state.table(table).is_none() {
            return Ok(self.look_up_closed(id, caller, table, refusal.into()));
        }
        let known = self.state.table(table).expect("seen just now");
        self.viewer_of(caller, table, &known.row)?;
        if known.seat_of(account).is_some() {
            return Err(Refused::NotJoinable(NotJoinable::SeatedAlready).into());
        }
        let waits = known.is_waiting() && !self.state.seats_frozen(&known.row);
        let Some(seat) = known.vacant().filter(|_| waits) else { return Err(refusal.into()) };
        if known.row.invited.is_some_and(|invited| invited != account) {
            return Err(Refused::NotJoinable(NotJoinable::Reserved).into());
        }
        self.state.rules_of(&known.row)?;
        let buy_in = known.row.buy_in;
        self.may_stake(account)?;
        self.afford(account, buy_in)?;
        self.house_affords_join(account, &known.row)?;
        self.buy_in(Player::Member(account), buy_in, table);
        let now = self.now;
        let started = self.reseat(table, |row| {
            row.players[seat.index()] = Player::Member(account);
            let full = !row.players.contains(&Player::Vacant);
            if full {
                row.status = Status::Playing { started_at: now };
            }
            full
        });
        if started {
            self.go_on(table);
        }
        Ok(Answer::Joining(JoinTableResponse { ok: crate::answer::True, table_id: table, started }).into())
    }

    /// The invited member says no: the table is cancelled, its host told.
    pub(crate) fn decline(&mut self, id: RequestId, caller: &Caller, table: TableId) -> HandlerResult {
        let account = self.member(caller)?;
        if self.state.table(table).is_none() {
            return Ok(self.look_up_closed(id, caller, table, Refused::NotInvited.into()));
        }
        let known = self.state.table(table).expect("seen just now");
        self.viewer_of(caller, table, &known.row)?;
        if known.row.invited != Some(account) || !known.is_waiting() {
            return Err(Refused::NotInvited.into());
        }
        self.say_as_house(table, account, &format!("{WHO} declined the invitation"));
        self.notify_declined(table);
        self.cancel(table);
        Ok(Answer::Ok(Okay::default()).into())
    }

    /// A member leaves a waiting table: the host takes it back whole, another seat is just freed.
    pub(crate) fn leave_waiting(&mut self, account: AccountId, table: TableId) -> Result<(), Refusal> {
        let known = self.state.table(table).ok_or(Refused::NotFound)?;
        let seat = known.seat_of(account).ok_or(Refused::NotSeated)?;
        if known.row.host == Some(account) {
            self.cancel(table);
            return Ok(());
        }
        self.refund(Player::Member(account), table);
        self.reseat(table, |row| row.players[seat.index()] = Player::Vacant);
        Ok(())
    }

    /// Nobody came in time.
    pub(crate) fn waiting_ends(&mut self, table: TableId) {
        if self.state.table(table).is_some_and(crate::state::Table::is_waiting) {
            self.cancel(table);
        }
    }

    /// End a waiting table: all stakes go back.
    pub(crate) fn cancel(&mut self, table: TableId) {
        let players = self.state.table(table).map(|known| known.row.players.clone()).unwrap_or_default();
        for player in players {
            self.refund(player, table);
        }
        let now = self.now;
        self.reseat(table, |row| row.status = Status::Cancelled { at: now });
        self.party_table_is_over(table);
    }

    pub(crate) fn refund(&mut self, player: Player, table: TableId) {
        let buy_in = self.state.table(table).map_or(0, |known| known.row.buy_in);
        let to = match player {
            Player::Member(account) => LedgerAccount::Member(account),
            Player::House => LedgerAccount::House,
            Player::Vacant | Player::Guest => return,
        };
        self.transfer(LedgerAccount::Held, to, buy_in, Reason::Payout, Some(table));
        self.return_chips_of_erased(player);
    }

    /// Change who sits where, or where the table stands.
    pub(crate) fn reseat<T>(&mut self, table: TableId, change: impl FnOnce(&mut crate::record::TableRow) -> T) -> T {
        let mut row = self.state.table(table).expect("the caller has looked").row.clone();
        let result = change(&mut row);
        self.put(Record::Table(table, Box::new(row)));
        self.touched_tables.insert(table);
        result
    }
}
