//! Lists of tables and pages of histories and ledgers: all their rows, from the first field to the last.

use super::AnsweredStep;
use crate::inner::judge::Judge;
use crate::inner::model::{Table, Violation};
use crate::inner::oracles::{ExpectedPage, status_of};
use std::sync::OnceLock;
use turnstone_service::answer::{
    Answer, GameKind, Games, Hand, History, Invitation, Ledger, LedgerEntry, MyInvitations, MyTable, MyTables,
    OpenTable, OpenTables, PlayingTable, PlayingTables,
};
use turnstone_service::games::{BuyIn, Opening, SHIPPED};
use turnstone_service::ids::{AccountId, TableId};
use turnstone_service::record::{Player, TableRow};
use turnstone_service::request::Visibility;

/// What people call a table: by its kind, or by its game where it has none.
fn label_of(row: &TableRow) -> String {
    let kind = row.setup.kind.as_deref().and_then(|kind| SHIPPED.kind(kind));
    kind.map_or_else(|| row.game_id.clone(), |(_, kind)| kind.label.to_owned())
}

impl Judge {
    /// The tables of which something holds, newest first.
    fn listed(&self, holds: impl Fn(&Table) -> bool) -> impl Iterator<Item = (TableId, &Table)> {
        let tables = self.model.tables.iter().rev().filter(move |(_, table)| holds(table));
        tables.take(self.model.bounds().rows).map(|(id, table)| (*id, table))
    }

    /// Whether a table may stand in a public list: no test account sits there.
    fn is_public(&self, table: &Table) -> bool {
        let row = &table.row;
        let is_test = |player: &Player| match player {
            Player::Member(account) => self.model.accounts.get(account).is_some_and(|row| row.test),
            Player::House | Player::Guest | Player::Vacant => false,
        };
        is_open(row) && !row.players.iter().any(is_test)
    }

    fn host(&self, row: &TableRow) -> String {
        self.model.player_name(row.host.map_or(Player::Guest, Player::Member))
    }

    pub(super) fn open_tables(&mut self, game: Option<&str>) -> Answer {
        let of_game = |table: &Table| game.is_none_or(|game| table.row.game_id == game);
        let open = self.listed(|table| {
            table.is_waiting() && self.is_public(table) && of_game(table) && !self.model.seats_frozen(&table.row)
        });
        let tables: Vec<OpenTable> = open
            .map(|(id, Table { row, .. })| OpenTable {
                id,
                game_id: row.game_id.clone(),
                kind: row.setup.kind.clone(),
                label: label_of(row),
                stake: row.setup.stake,
                created_at: row.created_at,
                seats_filled: row.players.iter().filter(|player| **player != Player::Vacant).count(),
                seats_total: row.players.len(),
                host: self.host(row),
            })
            .collect();
        self.counts.add("premise: listed tables compared", tables.len() as u64);
        Answer::OpenTables(OpenTables { tables })
    }

    pub(super) fn playing_tables(&mut self) -> Answer {
        let playing = self.listed(|table| table.is_playing() && self.is_public(table));
        let tables: Vec<PlayingTable> = playing
            .map(|(id, Table { row, .. })| PlayingTable {
                id,
                game_id: row.game_id.clone(),
                kind: row.setup.kind.clone(),
                label: label_of(row),
                stake: row.setup.stake,
                seats: row.players.iter().map(|player| self.model.player_name(*player)).collect(),
                created_at: row.created_at,
            })
            .collect();
        self.counts.add("premise: listed tables compared", tables.len() as u64);
        Answer::PlayingTables(PlayingTables { tables })
    }

    pub(super) fn my_tables(&mut self, caller: AccountId) -> Answer {
        let seated = |table: &Table| table.is_active() && table.seat_of(caller).is_some() && !table.is_for_agents();
        let tables: Vec<MyTable> = self
            .listed(seated)
            .map(|(id, table)| MyTable {
                id,
                game_id: table.row.game_id.clone(),
                kind: table.row.setup.kind.clone(),
                status: status_of(&table.row.status),
                pace: table.row.pace,
                stake: table.row.setup.stake,
                your_turn: table.seat_of(caller).is_some_and(|seat| table.to_act().contains(seat)),
            })
            .collect();
        self.counts.add("premise: listed tables compared", tables.len() as u64);
        Answer::MyTables(MyTables { tables })
    }

    pub(super) fn my_invitations(&mut self, caller: AccountId) -> Answer {
        let kept = self.listed(|table| {
            table.is_waiting() && table.row.invited == Some(caller) && !self.model.seats_frozen(&table.row)
        });
        let invitations: Vec<Invitation> = kept
            .map(|(id, Table { row, .. })| Invitation {
                id,
                game_id: row.game_id.clone(),
                kind: row.setup.kind.clone(),
                label: label_of(row),
                stake: row.setup.stake,
                host: self.host(row),
                pace: row.pace,
                created_at: row.created_at,
            })
            .collect();
        self.counts.add("premise: an invitation compared", invitations.len() as u64);
        Answer::MyInvitations(MyInvitations { invitations })
    }

    /// All kinds that ship, in their order.
    pub(super) fn games() -> Answer {
        static GAMES: OnceLock<Answer> = OnceLock::new();
        let made = || {
            let kinds = SHIPPED.kinds().map(|(rules, kind)| {
                let about = rules.about();
                let many = about.seats.0 < about.seats.1;
                let (fixed_buy_in, buy_in_per_amount) = match kind.buy_in {
                    BuyIn::Stake => (None, None),
                    BuyIn::Fixed(chips) => (Some(chips), None),
                    BuyIn::PerStake(times) => (None, Some(times)),
                };
                GameKind {
                    kind: kind.kind,
                    game_id: about.id,
                    label: kind.label,
                    seats: many.then_some(about.default_seats),
                    open_eligible: matches!(kind.opening, Opening::OnRequest | Opening::Always),
                    duellable: about.duellable,
                    fixed_buy_in,
                    buy_in_per_amount,
                    rules: about.rules,
                    description: kind.description,
                    engine_version: about.version,
                }
            });
            Answer::Games(Games { games: kinds.collect() })
        };
        GAMES.get_or_init(made).clone()
    }

    /// The page that was looked up. Histories of one millisecond may stand in any order.
    pub(super) fn page(&mut self, step: &AnsweredStep<'_>) -> Result<Answer, Violation> {
        match self.pages.remove(&step.id) {
            Some(ExpectedPage::History(mut rows)) => {
                if rows.windows(2).any(|pair| pair[0].settled_at == pair[1].settled_at) {
                    self.counts.hit("premise: a history page with a tie");
                }
                self.counts.add("premise: rows of histories compared", rows.len() as u64);
                if let Answer::History(told) = step.answer() {
                    let place = |table| told.hands.iter().position(|hand| hand.table_id == table);
                    rows.sort_by_key(|row| (std::cmp::Reverse(row.settled_at), place(row.table)));
                }
                let hands = rows.into_iter().map(|row| Hand {
                    table_id: row.table,
                    game_id: row.game_id,
                    kind: row.kind,
                    result: row.result,
                    opponents: row.opponents.iter().map(|player| self.model.player_name(*player)).collect(),
                    net: row.net,
                    settled_at: Some(row.settled_at),
                });
                Ok(Answer::History(History { hands: hands.collect() }))
            }
            Some(ExpectedPage::Ledger(rows)) => {
                self.counts.add("premise: rows of ledgers compared", rows.len() as u64);
                let entries = rows.into_iter().map(|(id, row)| LedgerEntry {
                    id,
                    delta: row.delta,
                    reason: row.reason,
                    currency: "chips",
                    table_id: row.table,
                    created_at: row.at,
                });
                Ok(Answer::Ledger(Ledger { entries: entries.collect() }))
            }
            Some(
                ExpectedPage::Duels(..) | ExpectedPage::Audit(_) | ExpectedPage::Tables(_) | ExpectedPage::Chat(_),
            )
            | None => Err(step.broken("no such page was looked up in storage")),
        }
    }
}

/// Whether a table is one for all: on lists, and on the cards of those who sit there.
pub(super) fn is_open(row: &TableRow) -> bool {
    row.visibility == Visibility::Public && !row.practice && row.daily.is_none()
}
