//! Seat grants: one seat of a running table handed to somebody without the owner's account.

use crate::answer::{
    Answer, ClaimSeatGrantResponse, CurrentSeatGrant, CurrentSeatGrantResponse, GrantState, IssueSeatGrantResponse,
    Okay, TokenType,
};
use crate::credentials::{Claims, code_hash};
use crate::effects::{Issued, Replied};
use crate::handlers::refs::{Reference, plain_hash};
use crate::ids::{AccountId, GrantId, TableId};
use crate::pending::QueryPurpose;
use crate::record::{GrantRow, Record, RefResult};
use crate::refusal::{Grant as Refused, Refusal, TableRefusal};
use crate::request::{Caller, RequestId};
use crate::secret::Secret;
use crate::step::{HandlerResult, Step};

impl Step<'_> {
    pub(crate) fn issue_grant(
        &mut self,
        id: RequestId,
        caller: &Caller,
        table: TableId,
        client_ref: &str,
        expires_in_s: u64,
    ) -> HandlerResult {
        let account = self.member(caller)?;
        let scope = format!("{account} {table}");
        let reference = Reference::new("seat-grants", &scope, client_ref, &[&expires_in_s.to_string()]);
        if let Some(row) = self.recall(&reference)?
            && let RefResult::Grant(grant) = row.made
        {
            let row = self.state.grants.get(grant).ok_or(Refused::NotEligible)?;
            return Ok(self.issued(grant, row).replayed().into());
        }
        let Some(known) = self.state.table(table) else {
            let refusal = Err(Refused::NotEligible.into());
            return Ok(self.look_up(id, caller, table, QueryPurpose::OwnSeat(refusal)));
        };
        let seat = known.seat_of(account).ok_or(TableRefusal::NotFound)?;
        let taken = self.state.grants.live(table, seat, self.now).is_some();
        let full = self.state.grants.of_owner(account).count() >= self.state.config.bounds.grants;
        if !known.is_playing() || known.row.practice || known.row.is_for_agents() || taken || full {
            return Err(Refused::NotEligible.into());
        }
        let grant = GrantId::new(self.now, self.random.bytes());
        let salt = self.random.bytes();
        let row = GrantRow {
            table,
            seat,
            owner: account,
            salt,
            claim_hash: code_hash(self.keys.claim_token(grant, &salt).reveal()),
            expires_at: self.now.plus_s(expires_in_s),
            claimed: None,
            ended: false,
        };
        self.put(Record::Grant(grant, row.clone()));
        self.remember(&reference, RefResult::Grant(grant));
        Ok(self.issued(grant, &row).into())
    }

    fn issued(&self, grant_id: GrantId, row: &GrantRow) -> Replied {
        Replied::plain(Answer::Granted(IssueSeatGrantResponse {
            grant_id,
            claim_token: self.keys.claim_token(grant_id, &row.salt).reveal().to_owned(),
            table_id: row.table,
            seat: row.seat,
            expires_at: row.expires_at,
        }))
    }

    pub(crate) fn current_grant(&mut self, id: RequestId, caller: &Caller, table: TableId) -> HandlerResult {
        let account = self.member(caller)?;
        let Some(known) = self.state.table(table) else {
            let none = Ok(CurrentSeatGrantResponse { grant: None });
            return Ok(self.look_up(id, caller, table, QueryPurpose::OwnSeat(none)));
        };
        let seat = known.seat_of(account).ok_or(TableRefusal::NotFound)?;
        let live = self.state.grants.live(table, seat, self.now).filter(|_| known.is_playing());
        let grant = live.map(|(grant_id, row)| CurrentSeatGrant {
            grant_id,
            table_id: table,
            seat,
            state: if row.claimed.is_some() { GrantState::Delegated } else { GrantState::Ready },
            expires_at: row.expires_at,
        });
        Ok(Answer::CurrentGrant(CurrentSeatGrantResponse { grant }).into())
    }

    /// Take a seat back; the same again is fine.
    pub(crate) fn revoke_grant(&mut self, caller: &Caller, table: TableId, grant: GrantId) -> HandlerResult {
        let account = self.member(caller)?;
        let owned = |row: &&GrantRow| row.owner == account && row.table == table;
        let row = self.state.grants.get(grant).filter(owned).cloned().ok_or(Refused::NotFound)?;
        self.end_grant(grant, row);
        Ok(Answer::Ok(Okay::default()).into())
    }

    /// The time of a grant is up.
    pub(crate) fn grant_ends(&mut self, grant: GrantId) {
        if let Some(row) = self.state.grants.get(grant).cloned() {
            self.end_grant(grant, row);
        }
    }

    fn end_grant(&mut self, grant: GrantId, row: GrantRow) {
        if !row.ended {
            self.touched_tables.insert(row.table);
            self.put(Record::Grant(grant, GrantRow { ended: true, ..row }));
        }
    }

    /// The owner signs out everywhere: whom a seat was handed to is out, too.
    pub(crate) fn end_all_grants(&mut self, owner: AccountId) {
        for grant in self.state.grants.of_owner(owner).collect::<Vec<_>>() {
            self.grant_ends(grant);
        }
    }

    /// The owner is erased: whom a seat was handed to has no part in it any more.
    pub(crate) fn end_grants_of(&mut self, owner: AccountId, table: TableId) {
        for grant in self.state.grants.of_table(table) {
            let row = self.state.grants.get(grant).filter(|row| row.owner == owner).cloned();
            if let Some(row) = row {
                self.end_grant(grant, row);
            }
        }
    }

    /// Whoever has the token takes the seat, once; only the reference that won can have the answer again.
    pub(crate) fn claim_grant(&mut self, claim_token: &Secret, client_ref: &str) -> HandlerResult {
        let known = self.state.grants.by_claim(&code_hash(claim_token.reveal()));
        let (grant, row) = known.map(|(grant, row)| (grant, row.clone())).ok_or(Refused::Unavailable)?;
        if self.state.is_frozen(row.owner) {
            return Err(Refused::Unavailable.into());
        }
        let playing = self.state.table(row.table).is_some_and(crate::state::Table::is_playing);
        let winner = plain_hash(client_ref);
        match row.claimed {
            // Also after the end: the token in the answer counts as little as the first one does then.
            Some((_, by)) if by == winner => Ok(self.claimed(grant, &row).replayed().into()),
            Some(_) => Err(Refused::Unavailable.into()),
            None if !playing || !row.is_live(self.now) => Err(Refused::Unavailable.into()),
            None => {
                let row = GrantRow { claimed: Some((self.now, winner)), ..row };
                self.touched_tables.insert(row.table);
                self.put(Record::Grant(grant, row.clone()));
                Ok(self.claimed(grant, &row).into())
            }
        }
    }

    fn claimed(&self, grant: GrantId, row: &GrantRow) -> Replied {
        let claims = Claims::Seat { table: row.table, seat: row.seat, grant: Some(grant), expires_at: row.expires_at };
        let token = self.keys.token(&claims);
        let claimed_at = row.claimed.map_or(self.now, |(at, _)| at);
        let answer = ClaimSeatGrantResponse {
            access_token: token.reveal().to_owned(),
            token_type: TokenType::Bearer,
            table_id: row.table,
            seat: row.seat,
            expires_at: row.expires_at,
        };
        let lasts_s = row.expires_at.since(claimed_at) / 1000;
        let issued = Some(Issued::Seat { token, table: row.table, lasts_s });
        Replied { issued, ..Replied::plain(Answer::Claimed(answer)) }
    }

    /// What the owner of a seat at an archived table is told; to others there is no such table here.
    pub(crate) fn archived_own_seat(
        &self,
        caller: &Caller,
        own: Result<CurrentSeatGrantResponse, Refusal>,
        rows: &[Record],
    ) -> Result<Answer, Refusal> {
        let account = self.member(caller)?;
        let row = self.archived(rows)?;
        if row.table.players.iter().all(|player| player.member() != Some(account)) {
            return Err(TableRefusal::NotFound.into());
        }
        own.map(Answer::CurrentGrant)
    }
}
