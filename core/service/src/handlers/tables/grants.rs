//! Seat grants: one seat of a running table is delegated to a player without the owner's account.

use crate::answer::{
    Answer, ClaimSeatGrantResponse, CurrentSeatGrant, CurrentSeatGrantResponse, GrantState, IssueSeatGrantResponse,
    Okay, TokenType,
};
use crate::credentials::{Claims, ServerKeys, code_hash};
use crate::effects::{Issued, Replied};
use crate::handled::{Handled, HandlerResult};
use crate::handlers::refs;
use crate::handlers::refs::{InFlight, Reference};
use crate::ids::{AccountId, GrantId, TableId};
use crate::pending::ArchivedRead;
use crate::record::{GrantRow, Record, RefResult};
use crate::rejection::{Grant as Rejected, TableRejection};
use crate::request::{ClaimSeatGrant, IssueSeatGrant};
use crate::state::{Table, Transaction};

pub(crate) fn issue_seat_grant(
    tx: &mut Transaction<'_>,
    keys: &ServerKeys,
    refs: &mut InFlight,
    account: AccountId,
    table: TableId,
    IssueSeatGrant { client_ref, expires_in_seconds }: &IssueSeatGrant,
) -> HandlerResult {
    let scope = format!("{account} {table}");
    let reference = Reference::new("seat-grants", &scope, client_ref, &[&expires_in_seconds.to_string()]);
    if let Some(row) = refs.recall(tx, &reference)?
        && let RefResult::Grant(grant) = row.made
    {
        let row = tx.grants.get(grant).ok_or(Rejected::NotEligible)?;
        return Ok(issued(keys, grant, row).replayed().into());
    }
    let Some(known) = tx.table(table) else {
        let rejection = Err(Rejected::NotEligible.into());
        return Ok(Handled::look_up(table, ArchivedRead::OwnSeat(rejection)));
    };
    let seat = known.seat_of(account).ok_or(TableRejection::NotFound)?;
    let taken = tx.grants.live(table, seat, tx.now).is_some();
    let full = tx.grants.of_owner(account).count() >= tx.config.bounds.grants;
    if !known.is_playing() || known.row.practice || known.row.is_for_agents() || taken || full {
        return Err(Rejected::NotEligible.into());
    }
    let grant = GrantId::new(tx.now, tx.bytes());
    let salt = tx.bytes();
    let row = GrantRow {
        table,
        seat,
        owner: account,
        salt,
        claim_hash: code_hash(keys.claim_token(grant, &salt).reveal()),
        expires_at: tx.now.plus_s(*expires_in_seconds),
        claimed: None,
        ended: false,
    };
    tx.put(Record::Grant(grant, row.clone()));
    refs.remember(tx, &reference, RefResult::Grant(grant));
    Ok(issued(keys, grant, &row).into())
}

fn issued(keys: &ServerKeys, grant_id: GrantId, row: &GrantRow) -> Replied {
    Replied::plain(Answer::Granted(IssueSeatGrantResponse {
        grant_id,
        claim_token: keys.claim_token(grant_id, &row.salt).reveal().to_owned(),
        table_id: row.table,
        seat: row.seat,
        expires_at: row.expires_at,
    }))
}

pub(crate) fn current_seat_grant(tx: &Transaction<'_>, account: AccountId, table: TableId) -> HandlerResult {
    let Some(known) = tx.table(table) else {
        let none = Ok(CurrentSeatGrantResponse { grant: None });
        return Ok(Handled::look_up(table, ArchivedRead::OwnSeat(none)));
    };
    let seat = known.seat_of(account).ok_or(TableRejection::NotFound)?;
    let live = tx.grants.live(table, seat, tx.now).filter(|_| known.is_playing());
    let grant = live.map(|(grant_id, row)| CurrentSeatGrant {
        grant_id,
        table_id: table,
        seat,
        state: if row.claimed.is_some() { GrantState::Delegated } else { GrantState::Ready },
        expires_at: row.expires_at,
    });
    Ok(Answer::CurrentGrant(CurrentSeatGrantResponse { grant }).into())
}

/// Revoke a grant. Revoking it again succeeds.
pub(crate) fn revoke_seat_grant(
    tx: &mut Transaction<'_>,
    account: AccountId,
    table: TableId,
    grant: GrantId,
) -> HandlerResult {
    let owned = |row: &&GrantRow| row.owner == account && row.table == table;
    let row = tx.grants.get(grant).filter(owned).cloned().ok_or(Rejected::NotFound)?;
    end_grant(tx, grant, row);
    Ok(Answer::Ok(Okay::default()).into())
}

/// The grant has expired.
pub(crate) fn grant_ends(tx: &mut Transaction<'_>, grant: GrantId) {
    if let Some(row) = tx.grants.get(grant).cloned() {
        end_grant(tx, grant, row);
    }
}

fn end_grant(tx: &mut Transaction<'_>, grant: GrantId, row: GrantRow) {
    if !row.ended {
        tx.put(Record::Grant(grant, GrantRow { ended: true, ..row }));
    }
}

/// The owner signs out everywhere: all grants end.
pub(crate) fn end_all_grants(tx: &mut Transaction<'_>, owner: AccountId) {
    for grant in tx.grants.of_owner(owner).collect::<Vec<_>>() {
        grant_ends(tx, grant);
    }
}

/// The owner is being erased: end the grants of their seats at a table.
pub(crate) fn end_grants_of(tx: &mut Transaction<'_>, owner: AccountId, table: TableId) {
    for grant in tx.grants.of_table(table) {
        let row = tx.grants.get(grant).filter(|row| row.owner == owner).cloned();
        if let Some(row) = row {
            end_grant(tx, grant, row);
        }
    }
}

/// Claim a seat, once. Only a claim with the same idempotency key gets the answer again.
pub(crate) fn claim_seat_grant(
    tx: &mut Transaction<'_>,
    keys: &ServerKeys,
    ClaimSeatGrant { claim_token, client_ref }: &ClaimSeatGrant,
) -> HandlerResult {
    let known = tx.grants.by_claim(&code_hash(claim_token.reveal()));
    let (grant, row) = known.map(|(grant, row)| (grant, row.clone())).ok_or(Rejected::Unavailable)?;
    if tx.is_frozen(row.owner) {
        return Err(Rejected::Unavailable.into());
    }
    let playing = tx.table(row.table).is_some_and(Table::is_playing);
    let winner = refs::plain_hash(client_ref);
    match row.claimed {
        // Also after the grant's end: the repeated token is then as invalid as the first one.
        Some((_, by)) if by == winner => Ok(claimed(tx, keys, grant, &row).replayed().into()),
        Some(_) => Err(Rejected::Unavailable.into()),
        None if !playing || !row.is_live(tx.now) => Err(Rejected::Unavailable.into()),
        None => {
            let row = GrantRow { claimed: Some((tx.now, winner)), ..row };
            tx.put(Record::Grant(grant, row.clone()));
            Ok(claimed(tx, keys, grant, &row).into())
        }
    }
}

fn claimed(tx: &Transaction<'_>, keys: &ServerKeys, grant: GrantId, row: &GrantRow) -> Replied {
    let claims = Claims::Seat { table: row.table, seat: row.seat, grant: Some(grant), expires_at: row.expires_at };
    let token = keys.token(&claims);
    let claimed_at = row.claimed.map_or(tx.now, |(at, _)| at);
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
