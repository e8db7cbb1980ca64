//! The house's purse: what it may lose to one member in a UTC day. A table that could cost it more is not begun; what a
//! hand wins beyond its buy-in is paid all the same.
//!
//! What counts is what a member won or lost against the house at tables settled in the day, and what he has at stake
//! against it now: without that, tables played at the same time would each have the whole purse.
//!
//! At a table where several members sit with the house, its loss is shared by those who won, in proportion to what each
//! won, rounded up; its gain by those who lost, in proportion, rounded down. So the parts come to its loss at least,
//! and what members win from each other counts for nobody.

use crate::ids::AccountId;
use crate::record::{HouseLossRow, Record, TableRow};
use crate::refusal::Money;
use crate::state::{Transaction, has_house};

/// Whether the house may lose this much more to a member.
pub(crate) fn house_affords(tx: &Transaction<'_>, member: AccountId, needed: i64) -> Result<(), Money> {
    let left = left_of_house(tx, member);
    if left.is_none_or(|left| needed <= left) { Ok(()) } else { Err(house_short(tx, needed, left.unwrap_or(0))) }
}

/// Whether play may begin at a table that a member joins: the house has the chips to play the member, and the other
/// members who sit there, whose buy-ins are counted.
pub(crate) fn house_affords_join(tx: &Transaction<'_>, member: AccountId, row: &TableRow) -> Result<(), Money> {
    if !has_house(&row.players) {
        return Ok(());
    }
    house_affords(tx, member, row.buy_in)?;
    let mut seated = row.players.iter().filter_map(|player| player.member());
    // How much the others have won is nothing for the one who joins to hear.
    let short = seated.any(|other| house_affords(tx, other, 0).is_err());
    if short { Err(house_short(tx, row.buy_in, 0)) } else { Ok(()) }
}

fn house_short(tx: &Transaction<'_>, needed: i64, left: i64) -> Money {
    Money::HouseShort { needed, left: left.max(0), until: tx.now.day().next().start() }
}

/// What the house may still lose to a member; none without a bound.
fn left_of_house(tx: &Transaction<'_>, member: AccountId) -> Option<i64> {
    let purse = tx.config.economy.house_purse;
    let lost = tx.house_losses.get(tx.now.day(), member);
    let staked = tx.ledger.stakes_of(member).against_house;
    (purse != 0).then(|| purse - lost - staked)
}

/// A table was settled: what the house lost there, by member.
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

/// What each member has to do with the house's loss or gain.
fn parts(row: &TableRow, nets: &[i64]) -> Vec<(AccountId, i64)> {
    let members = || row.players.iter().zip(nets).filter_map(|(player, net)| Some((player.member()?, *net)));
    let lost: i64 = members().map(|(_, net)| net).sum();
    let concerned = || members().filter(|(_, net)| lost != 0 && net.signum() == lost.signum());
    let whole: i128 = concerned().map(|(_, net)| i128::from(net.abs())).sum();
    // Towards the higher number: up where it is a loss, down where it is a gain.
    let part = |net: i64| -(-i128::from(lost) * i128::from(net.abs())).div_euclid(whole);
    concerned().map(|(member, net)| (member, part(net) as i64)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Setup;
    use crate::record::{Player, Status};
    use crate::request::{Pace, Visibility};
    use crate::time::Millis;

    fn at_table(nets: &[(Player, i64)]) -> Vec<i64> {
        let setup = Setup::new(None, nets.len(), 10);
        let row = TableRow {
            game_id: String::new(),
            version: String::new(),
            setup,
            seed: [0; 32],
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
    fn what_the_house_lost_is_whose_who_won_it() {
        assert_eq!(at_table(&[(ADA, 30)]), [30]);
        assert_eq!(at_table(&[(ADA, -30), (Player::House, 30)]), [-30]);
        assert_eq!(at_table(&[(ADA, 0), (Player::House, 0)]), [0; 0]);
        // Ten of her forty are bob's.
        assert_eq!(at_table(&[(ADA, 40), (BOB, -10), (Player::House, -30)]), [30]);
        // Two share what the house lost, no less than all of it.
        assert_eq!(at_table(&[(ADA, 20), (BOB, 20), (CYD, -5), (Player::House, -35)]), [18, 18]);
        // What it won is shared by who lost, no more than all of it.
        assert_eq!(at_table(&[(ADA, -20), (BOB, -20), (CYD, 5), (Player::House, 35)]), [-17, -17]);
        // What members win from each other counts for nobody.
        assert_eq!(at_table(&[(ADA, 10), (BOB, -10), (Player::House, 0)]), [0; 0]);
    }
}
