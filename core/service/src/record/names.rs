//! The accounts that a record names.

use super::{
    AccountRow, BalanceRow, HouseLossRow, IdentityRow, LedgerAccount, NoticeRow, Player, PushSubscriptionRow,
    RatedPlayer, Record, RefResult, TableRatingRow, TableRow,
};
use crate::ids::AccountId;

impl Record {
    /// The accounts that the record names, except its own. Each of them has a row for ever. The audit log is excluded:
    /// no state depends on it.
    pub fn accounts(&self) -> Vec<AccountId> {
        match self {
            Self::Account(_, row) => {
                let AccountRow { referrer, .. } = &**row;
                referrer.iter().copied().collect()
            }
            Self::Balance(LedgerAccount::Member(id), BalanceRow { .. })
            | Self::Ledger(LedgerAccount::Member(id), ..)
            | Self::DailyTry(_, id, _)
            | Self::TablesMade(_, id, _)
            | Self::HouseLoss(_, id, HouseLossRow { .. })
            | Self::ModelUse(_, id, _)
            | Self::AgentLoss(_, id, _)
            | Self::Beaten(_, id, ())
            | Self::LinkState(id, _)
            | Self::KinTables(id, _)
            | Self::WeekNet(_, id, _)
            | Self::Rating(_, RatedPlayer::Account(id), _)
            | Self::Identity(_, IdentityRow { account: id, .. })
            | Self::PushSubscription(_, PushSubscriptionRow { account: id, .. })
            | Self::Notice(_, NoticeRow { account: id, .. }) => vec![*id],
            Self::Invitation(_, row) => row.referrer.into_iter().collect(),
            Self::Ref(_, row) => match row.made {
                RefResult::Account(id, _) => vec![id],
                RefResult::Table(_)
                | RefResult::Practice(_)
                | RefResult::Grant(_)
                | RefResult::Claim(_)
                | RefResult::Duel(_)
                | RefResult::GuestSeat(..)
                | RefResult::Ticket(_) => Vec::new(),
            },
            Self::Table(_, row) => of_table(row),
            Self::Archive(_, row) => {
                let authors = row.messages.iter().filter_map(|(_, message)| message.author);
                of_table(&row.table).into_iter().chain(authors).chain(row.rating.iter().flat_map(rated)).collect()
            }
            Self::History(id, row) | Self::HistoryOfGame(id, row) => members(&row.opponents).chain([*id]).collect(),
            Self::Roster(_, row) => {
                let champions = row.reigns.iter().filter_map(|(_, player, _)| player.member());
                row.nets.iter().filter_map(|(player, _)| player.member()).chain(champions).collect()
            }
            Self::Grant(_, row) => vec![row.owner],
            Self::Agent(_, row) => row.owner.into_iter().collect(),
            Self::Duel(_, row) => row.owners().collect(),
            Self::DuelEntry(_, row) => row.owners.into_iter().flatten().collect(),
            Self::Party(_, row) => {
                let (standing, champions) =
                    (row.standing.iter().map(|(id, ..)| id), row.reigns.iter().map(|(_, id, _)| id));
                row.members.iter().chain(standing).chain(champions).copied().collect()
            }
            Self::TableMessage(_, _, row) | Self::PartyMessage(_, _, row) => row.author.into_iter().collect(),
            Self::Block(id, other, _) | Self::PairTables(_, _, id, other, _) => vec![*id, *other],
            Self::TableRating(_, row) => rated(row).collect(),
            Self::Ticket(_, row) => vec![row.account],
            Self::Rematch(_, row) => row.members().collect(),
            Self::Friendly(..)
            | Self::FairDay(..)
            | Self::FairEntry(..)
            | Self::FairRoots(..)
            | Self::Statement(..)
            | Self::Restored(()) => Vec::new(),
            Self::Balance(LedgerAccount::Mint | LedgerAccount::House | LedgerAccount::Held, _)
            | Self::Ledger(LedgerAccount::Mint | LedgerAccount::House | LedgerAccount::Held, ..)
            | Self::Ply(..)
            | Self::Rating(_, RatedPlayer::Version(_), _)
            | Self::Daily(..)
            | Self::Freed(..)
            | Self::Clock(_)
            | Self::Outage(..)
            | Self::PartyChat(..)
            | Self::PracticeEnded(..)
            | Self::Audit(..)
            | Self::Sanction(..)
            | Self::AuditHead(_)
            | Self::ChatsDropped(_)
            | Self::UncountedTable(..)
            | Self::UncountedDuel(..) => Vec::new(),
        }
    }
}

fn of_table(row: &TableRow) -> Vec<AccountId> {
    members(&row.players).chain(row.host).chain(row.invited).collect()
}

fn rated(row: &TableRatingRow) -> impl Iterator<Item = AccountId> {
    row.steps.iter().filter_map(|step| match step.player {
        RatedPlayer::Account(id) => Some(id),
        RatedPlayer::Version(_) => None,
    })
}

fn members(players: &[Player]) -> impl Iterator<Item = AccountId> {
    players.iter().filter_map(|player| player.member())
}
