//! Acts of operators. Each is rejected as a whole, or done and audited in the same step.

use super::{audit, chats, search, void};
use crate::admin::{AdminAct, AdminOrder};
use crate::answer::{AdminAnswer, Answer, Invited, RecoveredAccount};
use crate::credentials::{ServerKeys, code_hash};
use crate::effects::Query;
use crate::handled::invalid;
use crate::handlers::accounts::{erase, invite, rows, session};
use crate::handlers::admission;
use crate::handlers::chips::ledger;
use crate::handlers::doors::push;
use crate::handlers::duels::running::Duelling;
use crate::ids::AccountId;
use crate::pending::Queries;
use crate::record::{AuditRow, AuditedAct, InvitationRow, LedgerAccount, Reason, Record};
use crate::rejection::Rejection;
use crate::secret::Secret;
use crate::state::{HotState, Transaction};
use crate::time::Millis;
use crate::timers::Timers;
use std::collections::BTreeSet;

/// Maximum length of an operator's name.
const MAX_NAME_LENGTH: usize = 64;
/// Maximum length of a reason.
const MAX_REASON_LENGTH: usize = 280;
/// Maximum chips of one act.
const MAX_CHIPS: u64 = 1_000_000_000;
/// Ten years, in seconds.
const MAX_MUTE_S: u64 = 3650 * 86_400;
/// Minimum length of an invitation's id.
const MIN_LETTERS: usize = 8;

/// What an act made, shown only in its answer.
enum MadeByAct {
    Invitation(Invited),
    RecoveryCode(Secret),
}

/// The query that an act needs first, if any.
pub(crate) fn rows_needed(state: &HotState, queries: &Queries, order: &AdminOrder) -> Result<Option<Query>, Rejection> {
    signed(order)?;
    chats::cold_rows_for(state, queries, &order.act)
}

/// Carry out an act, with the rows that storage has found for it, and write it to the audit log.
pub(crate) fn do_as_operator(
    tx: &mut Transaction<'_>,
    keys: &ServerKeys,
    duelling: &mut Duelling,
    agenda: &mut Timers,
    order: &AdminOrder,
    rows: &[Record],
) -> Result<Answer, Rejection> {
    let (by, reason) = signed(order)?;
    let about = if let AdminAct::RemoveMessage { chat, message } = &order.act {
        Some(chats::author_of(tx, *chat, *message, rows)?)
    } else {
        account_of(tx, &order.act)?
    };
    if let Some(reason) = &reason {
        check_names_no_member(tx, reason, &seated_at(tx, &order.act).into_iter().chain(about).collect())?;
    }
    let (act, made) = carry_out(tx, keys, duelling, agenda, &ResolvedAct { act: &order.act, about, rows })?;
    let id = tx.audit_head + 1;
    let row = AuditRow { at: tx.now, by, act, reason };
    tx.put(Record::Audit(id, row.clone()));
    tx.put(Record::AuditHead(id));
    let record = audit::entry(id, &row);
    Ok(match made {
        None => Answer::Admin(AdminAnswer::Done(record)),
        Some(MadeByAct::Invitation(invited)) => Answer::Invited(invited),
        Some(MadeByAct::RecoveryCode(code)) => {
            let handle = about.map(|account| tx.accounts.known(account).handle.clone()).unwrap_or_default();
            let recovery_code = code.reveal().to_owned();
            Answer::Admin(AdminAnswer::Recovered(RecoveredAccount { record, handle, recovery_code }))
        }
    })
}

/// An act with its member, and the rows that storage has found for it.
struct ResolvedAct<'a> {
    act: &'a AdminAct,
    about: Option<AccountId>,
    rows: &'a [Record],
}

/// The audited act, and what it made.
fn carry_out(
    tx: &mut Transaction<'_>,
    keys: &ServerKeys,
    duelling: &mut Duelling,
    agenda: &mut Timers,
    resolved: &ResolvedAct<'_>,
) -> Result<(AuditedAct, Option<MadeByAct>), Rejection> {
    let ResolvedAct { act, about, rows } = *resolved;
    // The member of every act on a member was found before.
    let whom = || about.ok_or(Rejection::NoSuchMember);
    let done = match act {
        AdminAct::Invite { uses, expires_in_s, test } => {
            let minted = invite(tx, *uses, *expires_in_s, *test)?;
            let hash = code_hash(&minted.invite_code);
            return Ok((AuditedAct::InvitationMinted(hash, *uses), Some(MadeByAct::Invitation(minted))));
        }
        AdminAct::Recover { .. } => {
            let code = replace_recovery_code(tx, keys, whom()?);
            return Ok((AuditedAct::Recovered(whom()?), Some(MadeByAct::RecoveryCode(code))));
        }
        AdminAct::RemoveMessage { chat, message } => chats::remove_message(tx, whom()?, *chat, *message, rows)?,
        AdminAct::RevokeInvitation { invitation } => AuditedAct::InvitationRevoked(revoke(tx, invitation)?),
        AdminAct::Freeze { .. } => AuditedAct::Frozen(freeze(tx, whom()?)?),
        AdminAct::Unfreeze { .. } => AuditedAct::Unfrozen(unfreeze(tx, whom()?)?),
        AdminAct::EndSessions { .. } => {
            session::end_sessions(tx, whom()?);
            AuditedAct::SessionsEnded(whom()?)
        }
        AdminAct::Adjust { chips, .. } => {
            adjust(tx, whom()?, *chips)?;
            AuditedAct::Adjusted(whom()?, *chips)
        }
        AdminAct::Void { table } => {
            void::void(tx, duelling, *table)?;
            AuditedAct::TableVoided(*table)
        }
        AdminAct::Mute { for_s, .. } => AuditedAct::Muted(whom()?, mute(tx, whom()?, *for_s)?),
        AdminAct::Unmute { .. } => AuditedAct::Unmuted(unmute(tx, whom()?)?),
        AdminAct::Erase { .. } => {
            erase::erase(tx, keys, duelling, agenda, whom()?);
            AuditedAct::Erased(whom()?)
        }
        // The data is read from storage once the audit entry is durable.
        AdminAct::Export { .. } => AuditedAct::Exported(whom()?),
        AdminAct::RotateKey { key } => AuditedAct::KeyRotated(*key),
    };
    Ok((done, None))
}

fn invite(tx: &mut Transaction<'_>, uses: u32, expires_in_s: Option<u64>, test: bool) -> Result<Invited, Rejection> {
    if uses == 0 {
        return Err(invalid("uses", "must be at least 1"));
    }
    if expires_in_s == Some(0) {
        return Err(invalid("expiresInS", "must be at least one second"));
    }
    Ok(invite::mint_invitation(tx, uses, expires_in_s, test))
}

/// The member of an act. On erased members only an export is possible.
fn account_of(state: &HotState, act: &AdminAct) -> Result<Option<AccountId>, Rejection> {
    let whom = match act {
        AdminAct::Invite { .. }
        | AdminAct::RevokeInvitation { .. }
        | AdminAct::Void { .. }
        | AdminAct::RemoveMessage { .. }
        | AdminAct::RotateKey { .. } => return Ok(None),
        AdminAct::Export { whom } => return search::find_member(state, whom).map(Some),
        AdminAct::Freeze { whom }
        | AdminAct::Unfreeze { whom }
        | AdminAct::EndSessions { whom }
        | AdminAct::Adjust { whom, .. }
        | AdminAct::Mute { whom, .. }
        | AdminAct::Unmute { whom }
        | AdminAct::Recover { whom }
        | AdminAct::Erase { whom } => whom,
    };
    let account = search::find_member(state, whom)?;
    if state.accounts.known(account).is_erased() {
        return Err(invalid("account", "is erased"));
    }
    Ok(Some(account))
}

/// The members at the table of an act.
fn seated_at(state: &HotState, act: &AdminAct) -> Vec<AccountId> {
    let table = if let AdminAct::Void { table } = act { state.table(*table) } else { None };
    table.into_iter().flat_map(|table| table.row.players.iter().filter_map(|player| player.member())).collect()
}

/// Reject a reason that names a member, because it is kept for ever. A handle may be an ordinary word: it counts as a
/// name after an @, and without one if the act is about its member.
fn check_names_no_member(state: &HotState, reason: &str, about: &BTreeSet<AccountId>) -> Result<(), Rejection> {
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

/// Revoke an invitation: it counts as used up.
fn revoke(tx: &mut Transaction<'_>, invitation: &str) -> Result<[u8; 32], Rejection> {
    let hash = find_invitation(tx, invitation)?;
    let row = tx.invitations[&hash];
    if row.uses_left == 0 {
        return Err(invalid("invitation", "has no uses left"));
    }
    tx.put(Record::Invitation(hash, InvitationRow { uses_left: 0, ..row }));
    Ok(hash)
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

fn freeze(tx: &mut Transaction<'_>, account: AccountId) -> Result<AccountId, Rejection> {
    if tx.is_frozen(account) {
        return Err(invalid("account", "is frozen already"));
    }
    let frozen_at = Some(tx.now);
    rows::sanction(tx, account, |row| row.frozen_at = frozen_at);
    push::forget_browsers(tx, account);
    Ok(account)
}

fn unfreeze(tx: &mut Transaction<'_>, account: AccountId) -> Result<AccountId, Rejection> {
    if !tx.is_frozen(account) {
        return Err(invalid("account", "is not frozen"));
    }
    rows::sanction(tx, account, |row| row.frozen_at = None);
    // A day may have begun meanwhile.
    ledger::refill(tx, account);
    Ok(account)
}

fn mute(tx: &mut Transaction<'_>, account: AccountId, for_s: u64) -> Result<Millis, Rejection> {
    if for_s == 0 || for_s > MAX_MUTE_S {
        return Err(invalid("for", "must be from one second to ten years"));
    }
    let until = tx.now.plus_s(for_s);
    rows::sanction(tx, account, |row| row.muted_until = Some(until));
    Ok(until)
}

fn unmute(tx: &mut Transaction<'_>, account: AccountId) -> Result<AccountId, Rejection> {
    if admission::muted_until(tx, account).is_none() {
        return Err(invalid("account", "is not muted"));
    }
    rows::sanction(tx, account, |row| row.muted_until = None);
    Ok(account)
}

/// Replace the recovery code and end all sessions. The operator sees the new code, so the member is shown a notice
/// until they rotate it.
fn replace_recovery_code(tx: &mut Transaction<'_>, keys: &ServerKeys, account: AccountId) -> Secret {
    let counter = tx.accounts.known(account).row.recovery.counter + 1;
    let recovery = rows::new_root(tx, keys, account, counter);
    rows::edit_account(tx, account, |row| row.recovery = recovery);
    session::end_sessions(tx, account);
    let recovered_at = Some(tx.now);
    rows::sanction(tx, account, |row| row.recovered_at = recovered_at);
    keys.recovery_code(account, &recovery.salt, recovery.counter)
}

/// Chips come from the mint and return to it.
fn adjust(tx: &mut Transaction<'_>, account: AccountId, chips: i64) -> Result<(), Rejection> {
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
    Ok(())
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

/// The operator's name and reason.
fn signed(order: &AdminOrder) -> Result<(String, Option<String>), Rejection> {
    let by = name(&order.by)?;
    let reason = order.reason.as_deref().map(reason).transpose()?;
    if reason.is_none() && order.act.needs_reason() {
        return Err(invalid("reason", "is needed"));
    }
    Ok((by, reason))
}

fn name(text: &str) -> Result<String, Rejection> {
    let name = plain(text).ok_or(invalid("by", "has control characters"))?;
    if name.is_empty() || name.chars().count() > MAX_NAME_LENGTH {
        return Err(invalid("by", "must be 1 to 64 characters"));
    }
    Ok(name)
}

fn reason(text: &str) -> Result<String, Rejection> {
    let reason = plain(text).ok_or(invalid("reason", "has control characters"))?;
    if reason.is_empty() || reason.chars().count() > MAX_REASON_LENGTH {
        return Err(invalid("reason", "must be 1 to 280 characters"));
    }
    Ok(reason)
}

fn plain(text: &str) -> Option<String> {
    let trimmed = text.trim();
    (!trimmed.chars().any(char::is_control)).then(|| trimmed.to_owned())
}
