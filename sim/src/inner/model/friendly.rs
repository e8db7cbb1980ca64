//! Friendly tables: who sits there without an account.

use super::Model;
use crate::inner::prelude::*;

impl Model {
    /// The host of a friendly table is the same for ever, and each credential expires later than the one before.
    pub(super) fn put_friendly(&mut self, id: TableId, row: &FriendlyRow) -> CheckResult {
        let before = self.friendly.insert(id, row.clone());
        let Some(before) = before.filter(|_| self.live) else { return Ok(()) };
        let said = || format!("{id}: {before:?}, then {row:?}");
        let host = |row: &FriendlyRow| (row.host_seat, row.by_guest, row.level, row.expiries.len());
        must(host(&before) == host(row), "a friendly table keeps its host", said)?;
        for (seat, (then, now)) in
            before.guests.iter().zip(&row.guests).enumerate().filter(|(_, (then, now))| then != now)
        {
            let vacated = now.is_none() && before.expiries[seat] == row.expiries[seat];
            let taken = then.is_none() && before.expiries[seat] < row.expiries[seat];
            must(vacated || taken, "a guest keeps their seat, and a credential has one guest", said)?;
        }
        Ok(())
    }

    /// Practice with open seats has guests: each in a seat of theirs, with a credential of the configured lifetime.
    pub(super) fn check_guests(&self, id: TableId) -> CheckResult {
        let Some(table) = self.tables.get(&id) else {
            return must(!self.friendly.contains_key(&id), "a friendly table is removed with its guests", || {
                id.to_string()
            });
        };
        let players = &table.row.players;
        let said = || format!("{id}: {players:?}, {:?}", self.friendly.get(&id));
        let Some(row) = self.friendly.get(&id) else {
            return must(!table.row.practice || !table.is_waiting(), "practice with open seats is friendly", said);
        };
        let guests = players.iter().map(|player| *player == Player::Guest);
        let seated = guests.eq(row.guests.iter().map(Option::is_some));
        let named = row
            .guests
            .iter()
            .zip(&row.expiries)
            .all(|(guest, expiry)| guest.as_ref().is_none_or(|guest| guest.expires_at == *expiry));
        let host = table.row.host.map_or(Player::Guest, Player::Member);
        let hosted = row.by_guest == table.row.host.is_none() && players.get(row.host_seat.index()) == Some(&host);
        must(table.row.practice && seated && named && hosted, "each guest of a friendly table has a seat", said)
    }

    /// When a credential that a seat gets now expires: after the configured time, and later than the former one.
    pub(crate) fn guest_expires_at(&self, former: Millis, now: Millis) -> Millis {
        now.plus_s(self.config.pace.guest_seat_s).max(former.plus_ms(1))
    }
}
