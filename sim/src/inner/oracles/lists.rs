//! Lists of tables: exactly those that are the caller's to find, newest first.

use super::account_of;
use crate::inner::difference::difference;
use crate::inner::model::{CheckResult, Table, must};
use crate::inner::world::{PendingRequest, SimWorld};
use turnstone_service::answer::Answer;
use turnstone_service::ids::TableId;
use turnstone_service::record::Player;
use turnstone_service::request::{Request, Visibility};

/// Rows of a list at most.
pub(super) const ROWS: usize = 100;

impl SimWorld {
    pub(super) fn check_list(&mut self, pending: &PendingRequest, answer: &Answer) -> CheckResult {
        let caller = account_of(pending);
        let seated = |table: &Table| caller.is_some_and(|account| table.seat_of(account).is_some());
        let (told, should): (Vec<TableId>, Vec<TableId>) = match (answer, &pending.request) {
            (Answer::OpenTables(list), Request::OpenTables { game_id }) => {
                let of_game = |table: &Table| game_id.as_ref().is_none_or(|game| table.row.game_id == *game);
                let open = self.listed(|table| table.is_waiting() && self.is_public(table) && of_game(table));
                (list.tables.iter().map(|row| row.id).collect(), open)
            }
            (Answer::PlayingTables(list), _) => {
                let playing = self.listed(|table| table.is_playing() && self.is_public(table));
                (list.tables.iter().map(|row| row.id).collect(), playing)
            }
            (Answer::MyTables(list), _) => {
                let mut turns = list.tables.iter();
                let right = turns.all(|row| {
                    self.model.tables.get(&row.id).is_some_and(|table| {
                        let seat = caller.and_then(|account| table.seat_of(account));
                        row.your_turn == seat.is_some_and(|seat| table.to_act().contains(seat))
                    })
                });
                must(right, "a list says whose turn it is", || format!("{list:?}"))?;
                let mine = self.listed(|table| table.is_active() && seated(table) && !table.is_for_agents());
                (list.tables.iter().map(|row| row.id).collect(), mine)
            }
            (Answer::MyInvitations(list), _) => {
                let kept = self.listed(|table| table.is_waiting() && caller.is_some() && table.row.invited == caller);
                (list.invitations.iter().map(|row| row.id).collect(), kept)
            }
            _ => return Ok(()),
        };
        self.counts.add("premise: listed tables compared", told.len() as u64);
        must(told == should, "a list names its tables, newest first", || {
            let difference = difference(&format!("{should:?}"), &format!("{told:?}"));
            format!("{} {:?}\n{difference}", pending.who, pending.request)
        })
    }

    /// The tables of which something holds, newest first.
    fn listed(&self, holds: impl Fn(&Table) -> bool) -> Vec<TableId> {
        let tables = self.model.tables.iter().rev().filter(|(_, table)| holds(table));
        tables.take(ROWS).map(|(id, _)| *id).collect()
    }

    /// Whether a table may stand in a public list: no test account sits there.
    fn is_public(&self, table: &Table) -> bool {
        let row = &table.row;
        let is_test = |player: &Player| match player {
            Player::Member(account) => self.model.accounts.get(account).is_some_and(|row| row.test),
            Player::House | Player::Guest | Player::Vacant => false,
        };
        let open = row.visibility == Visibility::Public && !row.practice && row.daily.is_none();
        open && !row.players.iter().any(is_test)
    }
}
