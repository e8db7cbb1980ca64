//! Blocks: a member blocks another one. Only the blocking member can see that. The other one gets the responses of a full table, a
//! private party, or an agent that accepts no challenges.

use super::accounts::handle;
use crate::answer::{Answer, Block, Blocks, Okay};
use crate::config::reached;
use crate::handled::{HandlerResult, invalid};
use crate::ids::{AccountId, TableId};
use crate::record::{Key, Record, Status, TableRow};
use crate::rejection::{BlockRejection as Rejected, NotJoinable, Quota, Rejection, Retry, TableRejection};
use crate::request::BlockedMember;
use crate::state::{HotState, Transaction};
use std::cmp::Reverse;

/// When to retry with too many blocks: only the member ends one.
const RETRY_S: u64 = 60;

pub(crate) fn block(tx: &mut Transaction<'_>, account: AccountId, input: &BlockedMember) -> HandlerResult {
    let other = member_named(tx, input).ok_or(Rejected::NoSuchMember)?;
    if other == account {
        return Err(invalid("handle", "is your own handle"));
    }
    if !tx.blocks.holds(account, other) {
        let limit = tx.config.limits.blocks;
        if reached(tx.blocks.of(account).count() as u32, limit) {
            return Err(Quota::Blocks(Retry { limit, after_s: RETRY_S }).into());
        }
        tx.put(Record::Block(account, other, tx.now));
    }
    Ok(Answer::Ok(Okay::default()).into())
}

pub(crate) fn unblock(tx: &mut Transaction<'_>, account: AccountId, input: &BlockedMember) -> HandlerResult {
    let other = member_named(tx, input).filter(|other| tx.blocks.holds(account, *other));
    let other = other.ok_or(Rejected::NotBlocked)?;
    tx.remove(Key::Block(account, other));
    Ok(Answer::Ok(Okay::default()).into())
}

pub(crate) fn list_blocks(state: &HotState, account: AccountId) -> HandlerResult {
    let block = |(id, since)| Block { handle: state.accounts.known(id).handle.clone(), since };
    let mut blocks: Vec<Block> = state.blocks.of(account).map(block).collect();
    blocks.sort_by(|a, b| (Reverse(a.since), &a.handle).cmp(&(Reverse(b.since), &b.handle)));
    Ok(Answer::Blocks(Blocks { blocks }).into())
}

fn member_named(state: &HotState, BlockedMember { handle }: &BlockedMember) -> Option<AccountId> {
    let account = state.accounts.by_handle(&handle::plain_handle(handle))?;
    Some(account).filter(|id| !state.accounts.known(*id).is_erased())
}

/// An error if a block keeps a member away from a waiting table: at a table of two seats, or if a seat is reserved for
/// them. At other tables both can sit.
pub(crate) fn may_sit(state: &HotState, account: AccountId, id: TableId, row: &TableRow) -> Result<(), Rejection> {
    let host = row.host.filter(|_| row.players.len() == 2 || state.is_reserved_for(account, id, row));
    let Some(host) = host else { return Ok(()) };
    if state.blocks.holds(account, host) {
        return Err(Rejected::HostBlocked.into());
    }
    if state.blocks.holds(host, account) {
        return Err(TableRejection::NotJoinable(NotJoinable::NotWaiting).into());
    }
    Ok(())
}

/// Whether a waiting table is not in the lists of a member, because its host blocks them.
pub(crate) fn is_unlisted_for(state: &HotState, reader: Option<AccountId>, row: &TableRow) -> bool {
    let waits = row.players.len() == 2 && matches!(row.status, Status::Waiting { .. });
    waits && row.host.zip(reader).is_some_and(|(host, reader)| state.blocks.holds(host, reader))
}
