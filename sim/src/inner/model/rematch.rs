//! Rematches: the same people once more, each a seat further.

use super::Model;
use crate::inner::prelude::*;

impl Model {
    /// A new rematch has the people of a table that was settled a short while ago. Afterwards only what they brought changes.
    pub(super) fn put_rematch(&mut self, id: TableId, row: &RematchRow) -> CheckResult {
        let before = self.rematches.insert(id, row.clone());
        self.touched.tables.insert(id);
        if !self.live {
            return Ok(());
        }
        let said = || format!("{id}: {before:?}, then {row:?}");
        if let Some(before) = &before {
            let people = |row: &RematchRow| {
                let seats = row.seats.iter().map(|seat| (seat.player, seat.name.clone()));
                (row.of, seats.collect::<Vec<_>>())
            };
            return must(people(before) == people(row), "a rematch keeps its people", said);
        }
        self.counts.hit("premise: a rematch was made");
        let others = self.rematches.values().filter(|other| other.of == row.of).count();
        must(others == 1, "a table has one rematch", said)?;
        let former = self.tables.get(&row.of).map(|table| &table.row);
        let allowed = former.is_some_and(|former| self.has_rematch(former, self.latest));
        must(allowed, "some tables have a rematch for a while", said)?;
        let mut players = former.map(|former| former.players.clone()).unwrap_or_default();
        players.rotate_right(1);
        must(row.seats.iter().map(|seat| seat.player).eq(players), "in a rematch everybody sits one seat further", said)
    }

    /// Whether the people of a table may play once more now: it was settled a short while ago, and people made it for each
    /// other or for practice.
    pub(crate) fn has_rematch(&self, row: &TableRow, now: Millis) -> bool {
        let Status::Settled { end, .. } = &row.status else { return false };
        let is_gone =
            |id: &AccountId| self.accounts.get(id).is_none_or(|row| row.slot.is_none()) || self.is_frozen(*id);
        let mut members = row.players.iter().filter_map(|player| player.member());
        row.party.is_none()
            && row.daily.is_none()
            && row.setup.kind.is_some()
            && now <= end.settled_at.plus_s(self.config.pace.rematch_s)
            && !members.any(|id| is_gone(&id))
    }

    /// A rematch is the same table once more, in which its people sit where they are to sit.
    pub(super) fn check_rematch(&mut self, id: TableId) -> CheckResult {
        let Some(rematch) = self.rematches.get(&id) else { return Ok(()) };
        let said = || format!("{id}: {rematch:?}, {:?}", self.row(id));
        let Some(row) = self.tables.get(&id).map(|table| &table.row) else {
            return must(false, "a rematch is removed with its table", said);
        };
        let sits = |(player, seat): (&Player, &RematchSeat)| match seat.player {
            Player::House => *player == Player::House,
            own => *player == own || *player == Player::Vacant,
        };
        let seated = row.players.len() == rematch.seats.len() && row.players.iter().zip(&rematch.seats).all(sits);
        must(seated, "the seats of a rematch are for its people", said)?;
        let guests = self.friendly.get(&id).into_iter().flat_map(|friendly| friendly.guests.iter().zip(&rematch.seats));
        let named = guests
            .filter_map(|(guest, seat)| Some((guest.as_ref()?, seat)))
            .all(|(guest, seat)| guest.name == seat.name);
        must(named, "a guest keeps their name in a rematch", said)?;
        let Some(former) = self.tables.get(&rematch.of).map(|table| &table.row) else { return Ok(()) };
        let terms = |row: &TableRow| {
            let setup = (row.setup.kind.clone(), row.setup.stake, row.setup.level());
            (row.game_id.clone(), setup, row.buy_in, row.pace, row.visibility, row.practice)
        };
        // A table of a version before ratings is not rated.
        let rated = |id: TableId| self.table_rating(id).is_some_and(|rating| rating.rated);
        let people = rematch.seats.iter().filter(|seat| seat.player != Player::House).count();
        let begins = people > 1 && row.status == (Status::Playing { started_at: self.latest });
        let alike = terms(row) == terms(former) && rated(id) == rated(rematch.of);
        let friendly = self.friendly.contains_key(&id) == self.friendly.contains_key(&rematch.of);
        must(alike && friendly, "a rematch is the same table once more", said)?;
        self.counts.add("premise: a rematch began with two people", u64::from(begins));
        Ok(())
    }

    pub(super) fn remove_rematch(&mut self, id: TableId) -> CheckResult {
        let archived = self.archives.contains_key(&id);
        self.rematches.remove(&id);
        must!(archived, "a rematch is kept as long as its table", "{id}")
    }

    /// Whether a table is a rematch that waits: only its people know of it.
    pub(crate) fn is_reserved(&self, id: TableId) -> bool {
        self.rematches.contains_key(&id) && self.row(id).is_some_and(|row| matches!(row.status, Status::Waiting { .. }))
    }

    /// Whether a seat of a table is or was kept for a member.
    pub(crate) fn is_kept_for(&self, account: AccountId, id: TableId, row: &TableRow) -> bool {
        let is_own = |seat: &RematchSeat| seat.player == Player::Member(account);
        row.invited == Some(account) || self.rematches.get(&id).is_some_and(|row| row.seats.iter().any(is_own))
    }

    /// The rematch of a table and the caller's seat there, if there is one that they may know of.
    pub(crate) fn rematch_place(&self, claims: Option<&Claims>, of: TableId) -> Option<(TableId, Seat)> {
        let (next, row) = self.rematch_of(of)?;
        let seat = match claims? {
            Claims::Account { account, .. } => {
                row.seats.iter().position(|seat| seat.player == Player::Member(*account)).map(Seat::at)?
            }
            Claims::Seat { table, seat, .. } if *table == of => Seat::at((seat.index() + 1) % row.seats.len()),
            Claims::Seat { .. } => return None,
        };
        self.is_rematch_shown(next, row.seats.get(seat.index())?.player).then_some((next, seat))
    }

    /// The rematch that a reader in this seat sees at a table.
    pub(crate) fn rematch_shown(&self, of: TableId, row: &TableRow, seat: Option<Seat>) -> Option<TableId> {
        let (next, _) = self.rematch_of(of)?;
        let player = *row.players.get(seat?.index())?;
        self.is_rematch_shown(next, player).then_some(next)
    }

    fn rematch_of(&self, of: TableId) -> Option<(TableId, &RematchRow)> {
        self.rematches.iter().find(|(_, row)| row.of == of).map(|(id, row)| (*id, row))
    }

    /// One who blocks the maker of a rematch does not see it before it begins.
    fn is_rematch_shown(&self, next: TableId, player: Player) -> bool {
        let Some(row) = self.row(next) else { return false };
        let has_begun = !matches!(row.status, Status::Waiting { .. } | Status::Cancelled { .. });
        let pair = player.member().zip(row.host);
        has_begun || !pair.is_some_and(|(member, host)| self.blocks.contains_key(&(member, host)))
    }
}
