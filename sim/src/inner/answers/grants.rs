//! Tables as they are made, sat down at and lent: the row that a request brought about is what it asked for.

use super::AnsweredStep;
use super::around::GUEST_S;
use crate::inner::judge::Judge;
use crate::inner::model::{CheckResult, Violation};
use turnstone_service::answer::{
    Answer, ClaimSeatGrantResponse, Created, CurrentSeatGrant, CurrentSeatGrantResponse, GrantState,
    GuestPracticeResponse, IssueSeatGrantResponse, JoinTableResponse, TokenType, True,
};
use turnstone_service::credentials::code_hash;
use turnstone_service::games::{BuyIn, Opening, SHIPPED, Seat};
use turnstone_service::ids::{AccountId, GrantId, PartyId, TableId};
use turnstone_service::record::{GrantRow, Player, Record, Status, TableRow};
use turnstone_service::request::{CreateTable, Pace, Visibility};
use turnstone_service::secret::{Secret, sha256};
use turnstone_service::time::Day;

/// What is staked at the deal of a day, and in name at a guest's table.
const STAKE: i64 = 10;

/// A table as it is to be made.
struct Wanted<'a> {
    kind: &'a str,
    stake: i64,
    seats: Option<u8>,
    host: Option<AccountId>,
    visibility: Visibility,
    pace: Pace,
    open: bool,
    invited: Option<AccountId>,
    practice: bool,
    daily: Option<Day>,
    party: Option<PartyId>,
}

impl Judge {
    /// The table that a request made.
    fn made_by<'s>(&self, step: &'s AnsweredStep<'_>) -> Result<(TableId, &'s TableRow), Violation> {
        let made = step.put().find_map(|record| {
            if let Record::Table(id, row) = record
                && row.created_at == self.now()
            {
                Some((*id, &**row))
            } else {
                None
            }
        });
        made.ok_or_else(|| step.broken("no table was made"))
    }

    /// A table is made as it was asked for. It may be over by now.
    fn check_made(&self, step: &AnsweredStep<'_>, row: &TableRow, wanted: &Wanted<'_>) -> CheckResult {
        let Some((rules, kind)) = SHIPPED.kind(wanted.kind) else { return Err(step.broken("there is no such kind")) };
        let about = rules.about();
        let (stake, buy_in) = match kind.buy_in {
            BuyIn::Stake => (wanted.stake, wanted.stake),
            BuyIn::Fixed(chips) => (chips, chips),
            BuyIn::PerStake(times) => (wanted.stake, wanted.stake * times),
        };
        let seats = wanted.seats.map_or(about.default_seats, usize::from).clamp(about.seats.0, about.seats.1);
        let open = !wanted.practice && wanted.invited.is_none() && (wanted.open || kind.opening == Opening::Always);
        let maker = wanted.host.map_or(Player::Guest, Player::Member);
        let players = (0..seats).map(|seat| match seat {
            0 => maker,
            1 if wanted.invited.is_some() => Player::Vacant,
            _ if open => Player::Vacant,
            _ => Player::House,
        });
        let players: Vec<Player> = players.collect();
        let pace = &self.model.config.pace;
        let wait_s = match (wanted.pace, wanted.invited) {
            (Pace::Daily, _) => pace.waiting_daily_s,
            (Pace::Live, Some(_)) => pace.waiting_invited_s,
            (Pace::Live, None) => pace.waiting_live_s,
        };
        let begins = match &row.status {
            Status::Waiting { expires_at } => {
                players.contains(&Player::Vacant) && *expires_at == self.now().plus_s(wait_s)
            }
            Status::Playing { started_at } | Status::Settled { started_at, .. } => {
                !players.contains(&Player::Vacant) && *started_at == self.now()
            }
            Status::Cancelled { .. } | Status::Voided { .. } => false,
        };
        let seed = wanted.daily.map_or(row.seed, |day| self.model.days.get(&day).map_or([0; 32], |deal| deal.seed));
        let should = TableRow {
            game_id: about.id.to_owned(),
            version: about.version.to_owned(),
            setup: rules.setup(Some(kind), seats, stake),
            seed,
            players,
            buy_in,
            host: wanted.host,
            visibility: wanted.visibility,
            pace: wanted.pace,
            invited: wanted.invited,
            practice: wanted.practice,
            daily: wanted.daily,
            party: wanted.party,
            created_at: self.now(),
            status: row.status.clone(),
        };
        step.must(*row == should && begins, || {
            crate::inner::difference::difference(&format!("{should:?}"), &format!("{row:?}"))
        })
    }

    /// A table is made as it was asked for, or is the one that an earlier request made.
    pub(super) fn created(&self, step: &AnsweredStep<'_>, create: &CreateTable) -> Result<Answer, Violation> {
        let host = step.member()?;
        let Answer::Created(told) = step.answer() else { return Err(step.broken("no table")) };
        let mut table_id = told.table_id;
        let today = self.now().day();
        if step.replied.replayed {
            let mine = self.model.row(table_id).is_some_and(|row| row.host == Some(host));
            step.must(mine || self.model.gone.tables.contains(&table_id), || "it is not the caller's".to_owned())?;
        } else if create.daily && step.before.tried {
            table_id = self.model.tries.get(&(today, host)).map_or(TableId(0), |tried| tried.table);
        } else {
            let (made, row) = self.made_by(step)?;
            table_id = made;
            let daily = create.daily.then_some(today);
            let kind = daily.and_then(|day| self.model.days.get(&day)).map_or(&create.kind, |deal| &deal.kind);
            let invited = create.invited.as_ref().and_then(|handle| self.model.member_named(handle));
            let unlisted = create.practice || create.daily;
            let visibility = if unlisted { Visibility::Unlisted } else { create.visibility };
            let wanted = Wanted {
                kind,
                stake: if create.daily { STAKE } else { create.stake },
                seats: create.seats.filter(|_| !create.daily),
                host: Some(host),
                visibility: if invited.is_some() { Visibility::Private } else { visibility },
                pace: create.pace,
                open: create.open,
                invited,
                practice: create.practice,
                daily,
                party: None,
            };
            self.check_made(step, row, &wanted)?;
        }
        Ok(Answer::Created(Created { table_id }))
    }

    /// A party's table is unlisted and open, and the party points at it and says so.
    pub(super) fn party_table(
        &mut self,
        step: &AnsweredStep<'_>,
        party: PartyId,
        kind: &str,
        stake: i64,
        seats: Option<u8>,
    ) -> Result<Answer, Violation> {
        let (table_id, row) = self.made_by(step)?;
        let wanted = Wanted {
            kind,
            stake,
            seats,
            host: Some(step.member()?),
            visibility: Visibility::Unlisted,
            pace: Pace::Live,
            open: true,
            invited: None,
            practice: false,
            daily: None,
            party: Some(party),
        };
        self.check_made(step, row, &wanted)?;
        let points = self.model.parties.get(&party).and_then(|row| row.current_table);
        step.must(points == Some(table_id), || format!("the party points at {points:?}"))?;
        self.check_party_told(step, party)?;
        self.counts.hit("premise: a party opened a table");
        Ok(Answer::Created(Created { table_id }))
    }

    /// A guest gets a table against the house, and two hours at its first seat.
    pub(super) fn practice(&self, step: &AnsweredStep<'_>, kind: &str) -> Result<Answer, Violation> {
        let Answer::Practice(told) = step.answer() else { return Err(step.broken("no table")) };
        let table_id = if step.replied.replayed { told.table_id } else { self.made_by(step)?.0 };
        if step.replied.replayed && self.model.gone.tables.contains(&table_id) {
            // Its key may be kept for longer than the table.
            return Ok(Answer::Practice(GuestPracticeResponse { access_token: String::new(), ..told.clone() }));
        }
        let row = self.model.row(table_id).ok_or_else(|| step.broken("there is no such table"))?;
        if !step.replied.replayed {
            let wanted = Wanted {
                kind,
                stake: STAKE,
                seats: None,
                host: None,
                visibility: Visibility::Unlisted,
                pace: Pace::Live,
                open: false,
                invited: None,
                practice: true,
                daily: None,
                party: None,
            };
            self.check_made(step, row, &wanted)?;
        }
        step.must(row.setup.kind.as_deref() == Some(kind), || format!("{:?}", row.setup.kind))?;
        let expires_at = row.created_at.plus_s(GUEST_S);
        self.check_seat_token(step, &told.access_token, (table_id, Seat(0), None), expires_at)?;
        Ok(Answer::Practice(GuestPracticeResponse {
            table_id,
            access_token: String::new(),
            token_type: TokenType::Bearer,
            expires_at,
        }))
    }

    /// Whoever sits down has the first free seat, and the last of them begins the match.
    pub(super) fn sat_down(&self, step: &AnsweredStep<'_>, table_id: TableId) -> Result<Answer, Violation> {
        let member = Player::Member(step.member()?);
        let row = self.model.row(table_id).ok_or_else(|| step.broken("there is no such table"))?;
        let seat = row.players.iter().position(|player| *player == member);
        let first = row.players.iter().position(|player| *player == Player::Vacant);
        let in_order = seat.is_some_and(|seat| first.is_none_or(|first| seat < first));
        let started = first.is_none();
        let begun = match &row.status {
            Status::Waiting { .. } => !started,
            Status::Playing { started_at } | Status::Settled { started_at, .. } => *started_at == self.now(),
            Status::Cancelled { .. } | Status::Voided { .. } => false,
        };
        step.must(in_order && begun, || format!("{:?} {:?}", row.players, row.status))?;
        Ok(Answer::Joining(JoinTableResponse { ok: True, table_id, started }))
    }

    /// The grant that a request made, or one like it made before.
    fn granted_row(&self, step: &AnsweredStep<'_>, grant: GrantId) -> Result<(GrantId, &GrantRow), Violation> {
        let made = step.put().find_map(|record| {
            if let Record::Grant(id, row) = record
                && !step.replied.replayed
                && !row.ended
            {
                Some(*id)
            } else {
                None
            }
        });
        step.must(made.is_some() || step.replied.replayed, || "no grant was made".to_owned())?;
        let id = made.unwrap_or(grant);
        let row = self.model.grants.get(&id).ok_or_else(|| step.broken("there is no such grant"))?;
        Ok((id, row))
    }

    pub(super) fn granted(
        &self,
        step: &AnsweredStep<'_>,
        table: TableId,
        expires_in_s: u64,
    ) -> Result<Answer, Violation> {
        let owner = step.member()?;
        let Answer::Granted(told) = step.answer() else { return Err(step.broken("no grant")) };
        let (grant_id, row) = self.granted_row(step, told.grant_id)?;
        let hash = code_hash(&told.claim_token);
        step.must(row.claim_hash == hash, || "its token does not claim it".to_owned())?;
        let seat = self.model.row(table).and_then(|row| row.players.iter().position(|it| *it == Player::Member(owner)));
        let seat = Seat::at(seat.ok_or_else(|| step.broken("the caller has no seat there"))?);
        if !step.replied.replayed {
            let should = GrantRow {
                table,
                seat,
                owner,
                salt: row.salt,
                claim_hash: hash,
                expires_at: self.now().plus_s(expires_in_s),
                claimed: None,
                ended: false,
            };
            step.must(*row == should, || format!("{row:?}, not {should:?}"))?;
        }
        Ok(Answer::Granted(IssueSeatGrantResponse {
            grant_id,
            claim_token: String::new(),
            table_id: table,
            seat,
            expires_at: row.expires_at,
        }))
    }

    /// The grant of the caller's seat that still counts, while the match is played.
    pub(super) fn current_grant(&mut self, step: &AnsweredStep<'_>, table_id: TableId) -> Result<Answer, Violation> {
        let owner = step.member()?;
        let playing = self.model.tables.get(&table_id).filter(|table| table.is_playing());
        let seat = playing.and_then(|table| table.seat_of(owner));
        let now = self.now();
        let counts = |row: &GrantRow| row.table == table_id && Some(row.seat) == seat;
        let mut live = self.model.grants.iter().filter(|(_, row)| counts(row) && !row.ended && row.expires_at > now);
        let grant = live.next().map(|(grant_id, row)| CurrentSeatGrant {
            grant_id: *grant_id,
            table_id,
            seat: row.seat,
            state: if row.claimed.is_some() { GrantState::Delegated } else { GrantState::Ready },
            expires_at: row.expires_at,
        });
        step.must(live.next().is_none(), || "a seat is lent once at a time".to_owned())?;
        self.counts.hit(match grant.as_ref().map(|grant| grant.state) {
            None => "a seat that is not lent",
            Some(GrantState::Ready) => "premise: a grant that waits compared",
            Some(GrantState::Delegated) => "premise: a grant that was claimed compared",
        });
        Ok(Answer::CurrentGrant(CurrentSeatGrantResponse { grant }))
    }

    pub(super) fn claimed(
        &self,
        step: &AnsweredStep<'_>,
        claim_token: &Secret,
        client_ref: &str,
    ) -> Result<Answer, Violation> {
        let Answer::Claimed(told) = step.answer() else { return Err(step.broken("no seat")) };
        let hash = code_hash(claim_token.reveal());
        let found = self.model.grants.iter().find(|(_, row)| row.claim_hash == hash);
        let (grant, row) = found.ok_or_else(|| step.broken("the token claims nothing"))?;
        let mine = row
            .claimed
            .is_some_and(|(at, by)| by == sha256(client_ref.as_bytes()) && (step.replied.replayed || at == self.now()));
        step.must(mine, || format!("{row:?}"))?;
        self.check_seat_token(step, &told.access_token, (row.table, row.seat, Some(*grant)), row.expires_at)?;
        Ok(Answer::Claimed(ClaimSeatGrantResponse {
            access_token: String::new(),
            token_type: TokenType::Bearer,
            table_id: row.table,
            seat: row.seat,
            expires_at: row.expires_at,
        }))
    }
}
