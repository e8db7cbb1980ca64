//! Acts of operators. Each is rejected as a whole, or done and audited in the same step.

use super::{audit, chats, search, void};
use crate::answer::{Answer, AuditEntry, RecoveredAccount};
use crate::credentials::{ServerKeys, code_hash};
use crate::handled::{Handled, HandlerResult, invalid};
use crate::handlers::accounts::{erase, invite, rows, session};
use crate::handlers::admission;
use crate::handlers::chips::ledger;
use crate::handlers::duels::running::Duelling;
use crate::handlers::integrations::push;
use crate::ids::AccountId;
use crate::pending::{Queries, QueryPurpose};
use crate::record::{AuditRow, AuditedAct, InvitationRow, LedgerAccount, Reason, Record};
use crate::rejection::Rejection;
use crate::request::{
    Adjust, Caller, Invite, MemberAct, MemberSelector, Mute, RemoveMessage, RevokeInvitation, RotateKey, VoidTable,
};
use crate::state::{HotState, Transaction};
use crate::timers::Timers;

/// Maximum chips of one act.
const MAX_CHIPS: u64 = 1_000_000_000;
/// Ten years, in seconds.
const MAX_MUTE_S: u64 = 3650 * 86_400;
/// Minimum length of an invitation's id.
const MIN_LETTERS: usize = 8;

/// The operator's name, if it was given, and the reason.
type Signature<'a> = (Option<&'a str>, Option<&'a str>);

/// Carry out an act, and write it to the audit log. The reason must not name the members whom the act is `about`.
fn audited(
    tx: &mut Transaction<'_>,
    caller: &Caller,
    (by, reason): Signature<'_>,
    about: &[AccountId],
    act: impl FnOnce(&mut Transaction<'_>) -> Result<AuditedAct, Rejection>,
) -> Result<AuditEntry, Rejection> {
    let (by, reason) = (by.unwrap_or(caller.operator()?).to_owned(), reason.map(str::to_owned));
    if let Some(reason) = &reason {
        check_names_no_member(tx, reason, about)?;
    }
    let act = act(tx)?;
    let id = tx.audit_head + 1;
    let row = AuditRow { at: tx.now, by, act, reason };
    tx.put(Record::Audit(id, row.clone()));
    tx.put(Record::AuditHead(id));
    Ok(audit::entry(id, &row))
}

fn done(record: AuditEntry) -> HandlerResult {
    Ok(Answer::Audited(record).into())
}

/// An act on a member who is not erased.
fn on_member(
    tx: &mut Transaction<'_>,
    caller: &Caller,
    signature: Signature<'_>,
    member: &MemberSelector,
    act: impl FnOnce(&mut Transaction<'_>, AccountId) -> Result<AuditedAct, Rejection>,
) -> HandlerResult {
    let account = present_member(tx, member)?;
    done(audited(tx, caller, signature, &[account], |tx| act(tx, account))?)
}

fn present_member(state: &HotState, member: &MemberSelector) -> Result<AccountId, Rejection> {
    let account = search::find_member(state, member)?;
    if state.accounts.known(account).is_erased() { Err(invalid("member", "is erased")) } else { Ok(account) }
}

fn needs_reason((_, reason): Signature<'_>) -> Result<(), Rejection> {
    reason.map(drop).ok_or(invalid("reason", "is needed"))
}

/// Reject a reason that names a member, because it is kept for ever. A handle may be an ordinary word: it counts as a
/// name after an @, and without one if the act is about its member.
fn check_names_no_member(state: &HotState, reason: &str, about: &[AccountId]) -> Result<(), Rejection> {
    let lower = reason.to_lowercase();
    let of_handles = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let whose = |word: &str| state.accounts.by_handle(word);
    let mut words = lower.split(|c: char| !of_handles(c));
    let mut behind_at = lower.split('@').skip(1).map(|rest| rest.split(|c: char| !of_handles(c)).next());
    let named = words.any(|word| whose(word).is_some_and(|id| about.contains(&id)))
        || behind_at.any(|word| word.and_then(whose).is_some());
    if named {
        return Err(invalid("reason", "must not name a member, because it is kept after an erasure: use the id"));
    }
    Ok(())
}

pub(crate) fn invite(tx: &mut Transaction<'_>, caller: &Caller, input: &Invite) -> HandlerResult {
    if input.uses == 0 {
        return Err(invalid("uses", "must be at least 1"));
    }
    if input.expires_in_s == Some(0) {
        return Err(invalid("expiresInS", "must be at least one second"));
    }
    let mut minted = None;
    audited(tx, caller, input.signature(), &[], |tx| {
        let invited = minted.insert(invite::mint_invitation(tx, input.uses, input.expires_in_s, input.test));
        Ok(AuditedAct::InvitationMinted(code_hash(&invited.invite_code), invited.uses))
    })?;
    Ok(Answer::Invited(minted.expect("the act has minted it")).into())
}

/// Revoke an invitation: it counts as used up.
pub(crate) fn revoke_invitation(tx: &mut Transaction<'_>, caller: &Caller, input: &RevokeInvitation) -> HandlerResult {
    done(audited(tx, caller, input.signature(), &[], |tx| {
        let hash = find_invitation(tx, &input.invitation)?;
        let row = tx.invitations[&hash];
        if row.uses_left == 0 {
            return Err(invalid("invitation", "has no uses left"));
        }
        tx.put(Record::Invitation(hash, InvitationRow { uses_left: 0, ..row }));
        Ok(AuditedAct::InvitationRevoked(hash))
    })?)
}

fn find_invitation(state: &HotState, id: &str) -> Result<[u8; 32], Rejection> {
    let id = id.trim().to_lowercase();
    if id.len() < MIN_LETTERS || id.len() > 64 || !id.chars().all(|c| c.is_ascii_hexdigit()) {
        return Err(invalid("invitation", "is not an id of an invitation: 8 or more characters of 0-9 and a-f"));
    }
    let first = hash_from(&id);
    let mut found = state.invitations.range(first..).map(|(hash, _)| *hash);
    let mut next = || found.next().filter(|hash| hex::encode(hash).starts_with(&id));
    let hash = next().ok_or(invalid("invitation", "is not known"))?;
    if next().is_some() { Err(invalid("invitation", "matches several: give more characters")) } else { Ok(hash) }
}

/// The first hash that starts with these letters.
fn hash_from(letters: &str) -> [u8; 32] {
    let mut hash = [0; 32];
    for (at, letter) in letters.chars().enumerate() {
        let half = letter.to_digit(16).unwrap_or_default() as u8;
        hash[at / 2] |= if at % 2 == 0 { half << 4 } else { half };
    }
    hash
}

pub(crate) fn freeze(tx: &mut Transaction<'_>, caller: &Caller, input: &MemberAct) -> HandlerResult {
    on_member(tx, caller, input.signature(), &input.member, |tx, account| {
        if tx.is_frozen(account) {
            return Err(invalid("member", "is frozen already"));
        }
        let frozen_at = Some(tx.now);
        rows::sanction(tx, account, |row| row.frozen_at = frozen_at);
        push::forget_browsers(tx, account);
        Ok(AuditedAct::Frozen(account))
    })
}

pub(crate) fn unfreeze(tx: &mut Transaction<'_>, caller: &Caller, input: &MemberAct) -> HandlerResult {
    on_member(tx, caller, input.signature(), &input.member, |tx, account| {
        if !tx.is_frozen(account) {
            return Err(invalid("member", "is not frozen"));
        }
        rows::sanction(tx, account, |row| row.frozen_at = None);
        // A day may have begun meanwhile.
        ledger::refill(tx, account);
        Ok(AuditedAct::Unfrozen(account))
    })
}

pub(crate) fn end_sessions(tx: &mut Transaction<'_>, caller: &Caller, input: &MemberAct) -> HandlerResult {
    on_member(tx, caller, input.signature(), &input.member, |tx, account| {
        session::end_sessions(tx, account);
        Ok(AuditedAct::SessionsEnded(account))
    })
}

/// Chips come from the mint and return to it.
pub(crate) fn adjust(tx: &mut Transaction<'_>, caller: &Caller, input: &Adjust) -> HandlerResult {
    let chips = input.chips;
    needs_reason(input.signature())?;
    on_member(tx, caller, input.signature(), &input.member, |tx, account| {
        if chips == 0 || chips.unsigned_abs() > MAX_CHIPS {
            return Err(invalid("chips", "must not be 0 or beyond 1,000,000,000"));
        }
        if ledger::balance(tx, account) + chips < 0 {
            return Err(invalid("chips", "are more than the account has"));
        }
        let member = LedgerAccount::Member(account);
        let (from, to) = if chips > 0 { (LedgerAccount::Mint, member) } else { (member, LedgerAccount::Mint) };
        ledger::transfer(tx, from, to, chips.abs(), Reason::Grant, None);
        ledger::refill(tx, account);
        Ok(AuditedAct::Adjusted(account, chips))
    })
}

pub(crate) fn void_table(
    tx: &mut Transaction<'_>,
    duelling: &mut Duelling,
    caller: &Caller,
    input: &VoidTable,
) -> HandlerResult {
    let players = tx.table(input.table).into_iter().flat_map(|table| &table.row.players);
    let seated: Vec<AccountId> = players.filter_map(|player| player.member()).collect();
    done(audited(tx, caller, input.signature(), &seated, |tx| {
        void::void(tx, duelling, input.table)?;
        Ok(AuditedAct::TableVoided(input.table))
    })?)
}

pub(crate) fn mute(tx: &mut Transaction<'_>, caller: &Caller, input: &Mute) -> HandlerResult {
    on_member(tx, caller, input.signature(), &input.member, |tx, account| {
        if input.for_s == 0 || input.for_s > MAX_MUTE_S {
            return Err(invalid("forS", "must be from one second to ten years"));
        }
        let until = tx.now.plus_s(input.for_s);
        rows::sanction(tx, account, |row| row.muted_until = Some(until));
        Ok(AuditedAct::Muted(account, until))
    })
}

pub(crate) fn unmute(tx: &mut Transaction<'_>, caller: &Caller, input: &MemberAct) -> HandlerResult {
    on_member(tx, caller, input.signature(), &input.member, |tx, account| {
        if admission::muted_until(tx, account).is_none() {
            return Err(invalid("member", "is not muted"));
        }
        rows::sanction(tx, account, |row| row.muted_until = None);
        Ok(AuditedAct::Unmuted(account))
    })
}

pub(crate) fn erase_member(
    tx: &mut Transaction<'_>,
    keys: &ServerKeys,
    (duelling, agenda): (&mut Duelling, &mut Timers),
    caller: &Caller,
    input: &MemberAct,
) -> HandlerResult {
    on_member(tx, caller, input.signature(), &input.member, |tx, account| {
        erase::erase(tx, keys, duelling, agenda, account);
        Ok(AuditedAct::Erased(account))
    })
}

/// Also of an erased member. The data is read from storage once the audit entry is durable.
pub(crate) fn export_member(tx: &mut Transaction<'_>, caller: &Caller, input: &MemberAct) -> HandlerResult {
    let account = search::find_member(tx, &input.member)?;
    done(audited(tx, caller, input.signature(), &[account], |_| Ok(AuditedAct::Exported(account)))?)
}

/// Replace the recovery code and end all sessions. The operator sees the new code, so the member is shown a notice
/// until they rotate it.
pub(crate) fn recover_account(
    tx: &mut Transaction<'_>,
    keys: &ServerKeys,
    caller: &Caller,
    input: &MemberAct,
) -> HandlerResult {
    needs_reason(input.signature())?;
    let account = present_member(tx, &input.member)?;
    let counter = tx.accounts.known(account).row.recovery.counter + 1;
    let record = audited(tx, caller, input.signature(), &[account], |tx| {
        let recovery = rows::new_root(tx, keys, account, counter);
        rows::edit_account(tx, account, |row| row.recovery = recovery);
        session::end_sessions(tx, account);
        let recovered_at = Some(tx.now);
        rows::sanction(tx, account, |row| row.recovered_at = recovered_at);
        Ok(AuditedAct::Recovered(account))
    })?;
    let known = tx.accounts.known(account);
    let code = keys.recovery_code(account, &known.row.recovery.salt, counter);
    let (handle, recovery_code) = (known.handle.clone(), code.reveal().to_owned());
    Ok(Answer::Recovered(RecoveredAccount { record, handle, recovery_code }).into())
}

/// Remove the text of a message, once its rows are found if they are not in memory.
pub(crate) fn remove_message(
    tx: &mut Transaction<'_>,
    queries: &Queries,
    caller: &Caller,
    input: RemoveMessage,
) -> HandlerResult {
    needs_reason(input.signature())?;
    match chats::cold_rows_for(tx, queries, &input)? {
        Some(query) => Ok(Handled::Ask(query, QueryPurpose::RemoveMessage(Box::new(input)))),
        None => removed_message(tx, caller, &input, &[]),
    }
}

/// The same with the rows that storage has found.
pub(crate) fn removed_message(
    tx: &mut Transaction<'_>,
    caller: &Caller,
    input: &RemoveMessage,
    rows: &[Record],
) -> HandlerResult {
    let author = chats::author_of(tx, input, rows)?;
    let remove = |tx: &mut Transaction<'_>| chats::remove_message(tx, author, input, rows);
    done(audited(tx, caller, input.signature(), &[author], remove)?)
}

pub(crate) fn rotate_key(tx: &mut Transaction<'_>, caller: &Caller, input: &RotateKey) -> HandlerResult {
    done(audited(tx, caller, input.signature(), &[], |_| Ok(AuditedAct::KeyRotated(input.key)))?)
}
