//! Tables as they are made, sat down at and lent: the row that a request brought about is what it asked for.

use super::AnsweredStep;
use crate::inner::difference::difference;
use crate::inner::judge::Judge;
use crate::prelude::*;

/// A table of a kind for which a request says no more.
fn plain(kind: &str, stake: i64, seats: Option<u8>) -> CreateTable {
    CreateTable {
        kind: kind.to_owned(),
        stake,
        seats,
        visibility: Visibility::Unlisted,
        open: false,
        invited: None,
        pace: Pace::Live,
        daily: false,
        practice: false,
        client_ref: None,
    }
}

impl Judge {
    /// The table that a request made.
    fn made_by<'s>(&self, step: &'s AnsweredStep<'_>) -> Result<(TableId, &'s TableRow), Violation> {
        let made = step.put().find_map(|record| match record {
            Record::Table(id, row) if row.created_at == self.now() => Some((*id, &**row)),
            _ => None,
        });
        made.ok_or_else(|| step.broken("no table was made"))
    }

    /// A table is made as it was asked for. It may be over by now.
    fn check_made(
        &self,
        step: &AnsweredStep<'_>,
        row: &TableRow,
        wanted: &CreateTable,
        (host, party): (Option<AccountId>, Option<PartyId>),
    ) -> CheckResult {
        let now = self.now();
        let daily = wanted.daily.then(|| now.day());
        let deal = daily.and_then(|day| self.model.days.get(&day));
        let found = SHIPPED.kind(deal.map_or(&wanted.kind, |deal| &deal.kind));
        let Some((rules, kind)) = found else { return Err(step.broken("there is no such kind")) };
        let about = rules.about();
        let asked = if wanted.daily { FIXED_STAKE } else { wanted.stake };
        let (stake, buy_in) = match kind.buy_in {
            BuyIn::Stake => (asked, asked),
            BuyIn::Fixed(chips) => (chips, chips),
            BuyIn::PerStake(times) => (asked, asked * times),
        };
        let seats = wanted.seats.filter(|_| !wanted.daily).map_or(about.default_seats, usize::from);
        let seats = seats.clamp(about.seats.0, about.seats.1);
        let invited = wanted.invited.as_ref().and_then(|handle| self.model.member_named(handle));
        let open = !wanted.practice && invited.is_none() && (wanted.open || kind.opening == Opening::Always);
        let players: Vec<Player> = (0..seats)
            .map(|seat| match seat {
                0 => host.map_or(Player::Guest, Player::Member),
                1 if invited.is_some() => Player::Vacant,
                _ if open => Player::Vacant,
                _ => Player::House,
            })
            .collect();
        let waits = players.contains(&Player::Vacant);
        let begins = match &row.status {
            // How long it waits is looked at where all that is written is.
            Status::Waiting { .. } => waits,
            Status::Playing { started_at } | Status::Settled { started_at, .. } => !waits && *started_at == now,
            Status::Cancelled { .. } | Status::Voided { .. } => false,
        };
        let should = TableRow {
            game_id: about.id.to_owned(),
            version: about.version.to_owned(),
            setup: rules.setup(Some(kind), seats, stake),
            seed: deal.map_or(row.seed, |deal| deal.seed),
            players,
            buy_in,
            host,
            visibility: match (invited, wanted.practice || wanted.daily) {
                (Some(_), _) => Visibility::Private,
                (None, true) => Visibility::Unlisted,
                (None, false) => wanted.visibility,
            },
            pace: wanted.pace,
            invited,
            practice: wanted.practice,
            daily,
            party,
            created_at: now,
            status: row.status.clone(),
        };
        step.must(*row == should && begins, || difference(&format!("{should:?}"), &format!("{row:?}")))
    }

    /// A table is made as it was asked for, or is the one that an earlier request made.
    pub(super) fn created(&self, step: &AnsweredStep<'_>, create: &CreateTable) -> Result<Value, Violation> {
        let host = step.member()?;
        let Answer::Created(reported) = step.answer() else { return Err(step.broken("no table")) };
        let today = self.now().day();
        if step.replied.replayed {
            let mine = self.model.row(reported.table_id).is_some_and(|row| row.host == Some(host));
            let gone = self.model.gone.tables.contains(&reported.table_id);
            step.must(mine || gone, || "it is not the caller's".to_owned())?;
            return Ok(json!({ "tableId": reported.table_id }));
        }
        if create.daily && step.before.tried {
            return Ok(json!({ "tableId": self.model.tries.get(&(today, host)).map(|tried| tried.table) }));
        }
        let (made, row) = self.made_by(step)?;
        self.check_made(step, row, create, (Some(host), None))?;
        Ok(json!({ "tableId": made }))
    }

    /// A party's table is unlisted and open, and the party points at it and says so.
    pub(super) fn party_table(
        &mut self,
        step: &AnsweredStep<'_>,
        party: PartyId,
        (kind, stake, seats): (&str, i64, Option<u8>),
    ) -> Result<Value, Violation> {
        let (table, row) = self.made_by(step)?;
        let wanted = CreateTable { open: true, ..plain(kind, stake, seats) };
        self.check_made(step, row, &wanted, (Some(step.member()?), Some(party)))?;
        let points = self.model.parties.get(&party).and_then(|row| row.current_table);
        step.must(points == Some(table), || format!("the party points at {points:?}"))?;
        let label = SHIPPED.kind(kind).map_or("", |(_, kind)| kind.label);
        self.check_party_reported(step, party, &format!("opened a table: {label}"))?;
        self.counts.hit("premise: a party opened a table");
        Ok(json!({ "tableId": table }))
    }

    /// A guest gets a table against the house, and its first seat for a while.
    pub(super) fn practice(&self, step: &AnsweredStep<'_>, kind: &str) -> Result<Value, Violation> {
        let Answer::Practice(reported) = step.answer() else { return Err(step.broken("no table")) };
        let table = if step.replied.replayed { reported.table_id } else { self.made_by(step)?.0 };
        if step.replied.replayed && self.model.gone.tables.contains(&table) {
            // Its key may be kept for longer than the table.
            return Ok(json!({ "tableId": table, "tokenType": "Bearer", "expiresAt": reported.expires_at }));
        }
        let row = self.model.row(table).ok_or_else(|| step.broken("there is no such table"))?;
        if !step.replied.replayed {
            let wanted = CreateTable { practice: true, ..plain(kind, FIXED_STAKE, None) };
            self.check_made(step, row, &wanted, (None, None))?;
        }
        step.must(row.setup.kind.as_deref() == Some(kind), || format!("{:?}", row.setup.kind))?;
        let expires_at = row.created_at.plus_s(GUEST_SEAT_S);
        self.check_seat_token(step, &reported.access_token, (table, Seat(0), None), expires_at)?;
        Ok(json!({ "tableId": table, "tokenType": "Bearer", "expiresAt": expires_at }))
    }

    /// A seat's token is for that seat, until then.
    fn check_seat_token(
        &self,
        step: &AnsweredStep<'_>,
        token: &str,
        (table, seat, grant): (TableId, Seat, Option<GrantId>),
        expires_at: Millis,
    ) -> CheckResult {
        let should = Some(Claims::Seat { table, seat, grant, expires_at });
        let claims = self.keys.read_token(token);
        step.must(claims == should, || format!("a token says {claims:?}, not {should:?}"))
    }

    /// A member who sits down has the first free seat, and the last of them begins the match.
    pub(super) fn sat_down(&self, step: &AnsweredStep<'_>, table: TableId) -> Result<Value, Violation> {
        let member = Player::Member(step.member()?);
        let row = self.model.row(table).ok_or_else(|| step.broken("there is no such table"))?;
        let seat = row.players.iter().position(|player| *player == member);
        let first = row.players.iter().position(|player| *player == Player::Vacant);
        let in_order = seat.is_some_and(|seat| first.is_none_or(|first| seat < first));
        let begun = match &row.status {
            Status::Waiting { .. } => first.is_some(),
            Status::Playing { started_at } | Status::Settled { started_at, .. } => *started_at == self.now(),
            Status::Cancelled { .. } | Status::Voided { .. } => false,
        };
        step.must(in_order && begun, || format!("{:?} {:?}", row.players, row.status))?;
        Ok(json!({ "ok": true, "tableId": table, "started": first.is_none() }))
    }

    /// The grant that a request made, or one like it made before.
    pub(super) fn granted(
        &self,
        step: &AnsweredStep<'_>,
        table: TableId,
        expires_in_s: u64,
    ) -> Result<Value, Violation> {
        let (owner, replayed) = (step.member()?, step.replied.replayed);
        let Answer::Granted(reported) = step.answer() else { return Err(step.broken("no grant")) };
        let made = step.put().find_map(|record| match record {
            Record::Grant(id, row) if !replayed && !row.ended => Some(*id),
            _ => None,
        });
        step.must(made.is_some() || replayed, || "no grant was made".to_owned())?;
        let grant = made.unwrap_or(reported.grant_id);
        let row = self.model.grants.get(&grant).ok_or_else(|| step.broken("there is no such grant"))?;
        let claim_hash = code_hash(&reported.claim_token);
        step.must(row.claim_hash == claim_hash, || "its token does not claim it".to_owned())?;
        let seat = self.model.row(table).and_then(|row| row.players.iter().position(|it| *it == Player::Member(owner)));
        let seat = Seat::at(seat.ok_or_else(|| step.broken("the caller has no seat there"))?);
        let expires_at = if replayed { row.expires_at } else { self.now().plus_s(expires_in_s) };
        let new = GrantRow { table, seat, owner, salt: row.salt, claim_hash, expires_at, claimed: None, ended: false };
        step.must(replayed || *row == new, || format!("{row:?}, not {new:?}"))?;
        Ok(json!({ "grantId": grant, "tableId": table, "seat": seat, "expiresAt": expires_at }))
    }

    /// The grant of the caller's seat that still counts, while the match is played.
    pub(super) fn current_grant(&mut self, step: &AnsweredStep<'_>, table: TableId) -> Result<Value, Violation> {
        let owner = step.member()?;
        let playing = self.model.tables.get(&table).filter(|table| table.is_playing());
        let seat = playing.and_then(|table| table.seat_of(owner));
        let counts = |row: &GrantRow| row.table == table && Some(row.seat) == seat && !row.ended;
        let mut live = self.model.grants.iter().filter(|(_, row)| counts(row) && row.expires_at > self.now());
        let grant = live.next();
        step.must(live.next().is_none(), || "a seat is lent once at a time".to_owned())?;
        let state = grant.map(|(_, row)| if row.claimed.is_some() { "delegated" } else { "ready" });
        let grant = grant.map(|(id, row)| {
            json!({ "grantId": id, "tableId": table, "seat": row.seat, "state": state, "expiresAt": row.expires_at })
        });
        self.counts.hit(match state {
            None => "a seat that is not lent",
            Some("ready") => "premise: a grant that waits compared",
            Some(_) => "premise: a grant that was claimed compared",
        });
        Ok(json!({ "grant": grant }))
    }

    pub(super) fn claimed(
        &self,
        step: &AnsweredStep<'_>,
        claim_token: &Secret,
        client_ref: &str,
    ) -> Result<Value, Violation> {
        let Answer::Claimed(reported) = step.answer() else { return Err(step.broken("no seat")) };
        let hash = code_hash(claim_token.reveal());
        let found = self.model.grants.iter().find(|(_, row)| row.claim_hash == hash);
        let (grant, row) = found.ok_or_else(|| step.broken("the token claims nothing"))?;
        let own = |(at, by)| by == sha256(client_ref.as_bytes()) && (step.replied.replayed || at == self.now());
        step.must(row.claimed.is_some_and(own), || format!("{row:?}"))?;
        self.check_seat_token(step, &reported.access_token, (row.table, row.seat, Some(*grant)), row.expires_at)?;
        Ok(json!({
            "tokenType": "Bearer", "tableId": row.table, "seat": row.seat, "expiresAt": row.expires_at,
        }))
    }
}
