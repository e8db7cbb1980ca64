//! The daily loss limit: the chips that the house may lose to one member in a UTC day. A table that could cost more
//! does not start. The win of a running hand is always paid in full.
//!
//! The limit counts a member's results against the house at tables settled that day, and their current stakes against
//! it. Without the stakes, tables played at the same time could each use the whole limit.
//!
//! At a table where several members play with the house, its loss is shared by the winners in proportion to their wins,
//! rounded up, and its gain by the losers in proportion, rounded down. So the shares are at least its loss, and chips
//! that members win from each other do not count.

use crate::ids::AccountId;
use crate::record::{HouseLossRow, Record, TableRow};
use crate::rejection::Money;
use crate::state::{Transaction, has_house};

/// Whether the limit allows such an additional loss to a member.
pub(crate) fn house_affords(tx: &Transaction<'_>, member: AccountId, needed: i64) -> Result<(), Money> {
    let left = left_of_house(tx, member);
    if left.is_none_or(|left| needed <= left) { Ok(()) } else { Err(house_short(tx, needed, left.unwrap_or(0))) }
}

/// Whether a table may start when a member joins: the limit must allow it for them and for the other members there,
/// whose buy-ins count already.
pub(crate) fn house_affords_join(tx: &Transaction<'_>, member: AccountId, row: &TableRow) -> Result<(), Money> {
    if !has_house(&row.players) {
        return Ok(());
    }
    house_affords(tx, member, row.buy_in)?;
    let mut seated = row.players.iter().filter_map(|player| player.member());
    // The caller does not learn which other member has reached the limit.
    let short = seated.any(|other| house_affords(tx, other, 0).is_err());
    if short { Err(house_short(tx, row.buy_in, 0)) } else { Ok(()) }
}

fn house_short(tx: &Transaction<'_>, needed: i64, left: i64) -> Money {
    Money::HouseShort { needed, left: left.max(0), until: tx.now.day().next().start() }
}

/// The rest of the limit for a member; `None` without a limit.
fn left_of_house(tx: &Transaction<'_>, member: AccountId) -> Option<i64> {
    let limit = tx.config.economy.house_purse;
    let lost = tx.house_losses.get(tx.now.day(), member);
    let staked = tx.ledger.stakes_of(member).against_house;
    (limit != 0).then(|| limit - lost - staked)
}

/// Note the house's losses at a settled table, by member.
pub(crate) fn note_house_losses(tx: &mut Transaction<'_>, row: &TableRow, nets: &[i64]) {
    if !has_house(&row.players) {
        return;
    }
    let day = tx.now.day();
    for (member, part) in parts(row, nets) {
        let chips = tx.house_losses.get(day, member) + part;
        tx.put(Record::HouseLoss(day, member, HouseLossRow { chips }));
    }
}

/// The share of each member in the house's loss or gain.
fn parts(row: &TableRow, nets: &[i64]) -> Vec<(AccountId, i64)> {
    let members = || row.players.iter().zip(nets).filter_map(|(player, net)| Some((player.member()?, *net)));
    let lost: i64 = members().map(|(_, net)| net).sum();
    let concerned = || members().filter(|(_, net)| lost != 0 && net.signum() == lost.signum());
    let whole: i128 = concerned().map(|(_, net)| i128::from(net.abs())).sum();
    // Rounded towards the higher number: up for a loss, down for a gain.
    let part = |net: i64| -(-i128::from(lost) * i128::from(net.abs())).div_euclid(whole);
    concerned().map(|(member, net)| (member, part(net) as i64)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Setup;
    use crate::record::{Player, SeedRow, Status};
    use crate::request::{Pace, Visibility};
    use crate::time::Millis;

    fn at_table(nets: &[(Player, i64)]) -> Vec<i64> {
        let setup = Setup::new(None, nets.len(), 10);
        let row = TableRow {
            game_id: String::new(),
            version: String::new(),
            setup,
            seed: SeedRow::Undealt,
            players: nets.iter().map(|(player, _)| *player).collect(),
            buy_in: 10,
            host: None,
            visibility: Visibility::Public,
            pace: Pace::Live,
            invited: None,
            practice: false,
            daily: None,
            party: None,
            created_at: Millis(0),
            status: Status::Cancelled { at: Millis(0) },
        };
        parts(&row, &nets.iter().map(|(_, net)| *net).collect::<Vec<_>>()).into_iter().map(|(_, part)| part).collect()
    }

    const ADA: Player = Player::Member(AccountId(1));
    const BOB: Player = Player::Member(AccountId(2));
    const CYD: Player = Player::Member(AccountId(3));

    #[test]
    fn shares_the_house_loss_among_the_winners() {
        assert_eq!(at_table(&[(ADA, 30)]), [30]);
        assert_eq!(at_table(&[(ADA, -30), (Player::House, 30)]), [-30]);
        assert_eq!(at_table(&[(ADA, 0), (Player::House, 0)]), [0; 0]);
        // Ten of her forty are bob's.
        assert_eq!(at_table(&[(ADA, 40), (BOB, -10), (Player::House, -30)]), [30]);
        // Two members share the house's loss, rounded up.
        assert_eq!(at_table(&[(ADA, 20), (BOB, 20), (CYD, -5), (Player::House, -35)]), [18, 18]);
        // The losers share the house's gain, rounded down.
        assert_eq!(at_table(&[(ADA, -20), (BOB, -20), (CYD, 5), (Player::House, 35)]), [-17, -17]);
        // Chips between members do not count.
        assert_eq!(at_table(&[(ADA, 10), (BOB, -10), (Player::House, 0)]), [0; 0]);
    }
}
