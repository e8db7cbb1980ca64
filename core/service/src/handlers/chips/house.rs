//! The daily loss limit: the chips that the house may lose to one member in a UTC day. A table whose buy-in is more than
//! the rest does not start. The win of a running hand is always paid in full.
//!
//! The limit counts a member's results against the house at tables settled that day, and what their open tables could still
//! win from it. Otherwise tables that were opened at the same time could each use the whole limit. A table's own gain does
//! not count against itself: one table alone may win more than the limit.
//!
//! At a table where several members play with the house, its loss is shared by the winners in proportion to their wins,
//! rounded up, and its gain by the losers in proportion, rounded down. So the shares are at least its loss, and chips
//! that members win from each other do not count.

use crate::ids::AccountId;
use crate::record::{HouseLossRow, Record, TableRow};
use crate::rejection::Money;
use crate::state::{Transaction, gain_from_house, has_house};

/// Whether the limit allows a member to stake this against the house.
pub(crate) fn house_affords(tx: &Transaction<'_>, member: AccountId, needed: i64) -> Result<(), Money> {
    let could_win = tx.ledger.stakes_of(member).could_win;
    affords(tx, member, needed, could_win).map_err(|left| house_short(tx, needed, left))
}

/// Whether a table may start when a member joins: the limit must allow it for them and for the other members there, apart
/// from what those could win at this table.
pub(crate) fn house_affords_join(tx: &Transaction<'_>, member: AccountId, row: &TableRow) -> Result<(), Money> {
    if !has_house(&row.players) {
        return Ok(());
    }
    house_affords(tx, member, row.buy_in)?;
    let here = gain_from_house(&tx.config.games, row);
    let elsewhere = |other: AccountId| tx.ledger.stakes_of(other).could_win - here;
    let mut seated = row.players.iter().filter_map(|player| player.member());
    // The caller does not learn which other member has reached the limit.
    let short = seated.any(|other| affords(tx, other, row.buy_in, elsewhere(other)).is_err());
    if short { Err(house_short(tx, row.buy_in, 0)) } else { Ok(()) }
}

/// Whether the limit allows a member to stake this, if their other open tables could win so much; or else the rest.
fn affords(tx: &Transaction<'_>, member: AccountId, needed: i64, could_win: i64) -> Result<(), i64> {
    let limit = tx.config.economy.house_purse;
    let left = (limit - tx.house_losses.get(tx.now.day(), member)).saturating_sub(could_win);
    if limit == 0 || needed <= left { Ok(()) } else { Err(left) }
}

fn house_short(tx: &Transaction<'_>, needed: i64, left: i64) -> Money {
    Money::HouseShort { needed, left: left.max(0), until: tx.now.day().next().start() }
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
