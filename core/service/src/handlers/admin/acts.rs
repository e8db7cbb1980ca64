//! Acts of the operator. Each is refused whole, or done and written down in the same step.

use super::show::entry;
use crate::admin::{AdminAct, AdminOrder, Whom};
use crate::answer::{AdminAnswer, Answer, Invited, RecoveredAccount};
use crate::credentials::code_hash;
use crate::handlers::accounts::plain_handle;
use crate::ids::AccountId;
use crate::pending::PendingQuery;
use crate::record::{AuditRow, AuditedAct, InvitationRow, Key, LedgerAccount, Reason, Record, SanctionRow};
use crate::refusal::Refusal;
use crate::request::RequestId;
use crate::secret::Secret;
use crate::step::{HandlerResult, Step};
use crate::time::Millis;
use std::collections::BTreeSet;

/// Letters of an operator's name.
const LONGEST_NAME: usize = 64;
/// Letters of a reason.
const LONGEST_REASON: usize = 280;
/// Chips that one act gives or takes.
const MOST_CHIPS: u64 = 1_000_000_000;
/// Ten years, in seconds.
const LONGEST_MUTE_S: u64 = 3650 * 86_400;
/// Letters that tell one invitation from the others.
const FEWEST_LETTERS: usize = 8;

/// What an act made, to be shown this once.
enum MadeByAct {
    Invitation(Invited),
    RecoveryCode(Secret),
}

pub(super) const fn invalid(field: &'static str, problem: &'static str) -> Refusal {
    Refusal::Invalid { field, problem }
}

impl Step<'_> {
    /// Do what the operator says, and write it down. What the act is about may have to be read from storage first.
    pub(crate) fn act_as_operator(&mut self, id: RequestId, order: AdminOrder) -> HandlerResult {
        signed(&order)?;
        match self.cold_rows_for(&order.act)? {
            Some(query) => Ok(self.ask(query, PendingQuery::Act(id, Box::new(order)))),
            None => Ok(self.do_as_operator(&order, &[])?.into()),
        }
    }

    /// The same with the rows that storage found for it.
    pub(crate) fn do_as_operator(&mut self, order: &AdminOrder, rows: &[Record]) -> Result<Answer, Refusal> {
        let (by, reason) = signed(order)?;
        let about = if let AdminAct::RemoveMessage { chat, message } = &order.act {
            Some(self.author_of(*chat, *message, rows)?)
        } else {
            self.account_of(&order.act)?
        };
        if let Some(reason) = &reason {
            self.names_nobody(reason, &self.seated_at(&order.act).into_iter().chain(about).collect())?;
        }
        let (act, made) = self.carry_out(&order.act, about, rows)?;
        let id = self.state.audit_head + 1;
        let row = AuditRow { at: self.now, by, act, reason };
        self.put(Record::Audit(id, row.clone()));
        self.put(Record::AuditHead(id));
        let record = entry(id, &row);
        Ok(match made {
            None => Answer::Admin(AdminAnswer::Done(record)),
            Some(MadeByAct::Invitation(invited)) => Answer::Invited(invited),
            Some(MadeByAct::RecoveryCode(code)) => {
                let handle = about.map(|account| self.state.accounts.known(account).handle.clone()).unwrap_or_default();
                let recovery_code = code.reveal().to_owned();
                Answer::Admin(AdminAnswer::Recovered(RecoveredAccount { record, handle, recovery_code }))
            }
        })
    }

    /// What was done, as it is written down, and what it made.
    fn carry_out(
        &mut self,
        act: &AdminAct,
        about: Option<AccountId>,
        rows: &[Record],
    ) -> Result<(AuditedAct, Option<MadeByAct>), Refusal> {
        // Every act on a member was resolved to one.
        let whom = || about.ok_or(Refusal::NoSuchMember);
        let done = match act {
            AdminAct::Invite { uses, expires_in_s, test } => {
                let minted = self.invite(*uses, *expires_in_s, *test)?;
                let hash = code_hash(&minted.invite_code);
                return Ok((AuditedAct::InvitationMinted(hash, *uses), Some(MadeByAct::Invitation(minted))));
            }
            AdminAct::Recover { .. } => {
                let code = self.replace_recovery_code(whom()?);
                return Ok((AuditedAct::Recovered(whom()?), Some(MadeByAct::RecoveryCode(code))));
            }
            AdminAct::RemoveMessage { chat, message } => self.remove_message(whom()?, *chat, *message, rows)?,
            AdminAct::RevokeInvitation { invitation } => AuditedAct::InvitationRevoked(self.revoke(invitation)?),
            AdminAct::Freeze { .. } => AuditedAct::Frozen(self.freeze(whom()?)?),
            AdminAct::Unfreeze { .. } => AuditedAct::Unfrozen(self.unfreeze(whom()?)?),
            AdminAct::EndSessions { .. } => {
                self.end_sessions(whom()?);
                AuditedAct::SessionsEnded(whom()?)
            }
            AdminAct::Adjust { chips, .. } => {
                self.adjust(whom()?, *chips)?;
                AuditedAct::Adjusted(whom()?, *chips)
            }
            AdminAct::Void { table } => {
                self.void(*table)?;
                AuditedAct::TableVoided(*table)
            }
            AdminAct::Mute { for_s, .. } => AuditedAct::Muted(whom()?, self.mute(whom()?, *for_s)?),
            AdminAct::Unmute { .. } => AuditedAct::Unmuted(self.unmute(whom()?)?),
            AdminAct::Erase { .. } => {
                self.erase_account(whom()?);
                AuditedAct::Erased(whom()?)
            }
            // What is handed out is read from storage, once this is on disk.
            AdminAct::Export { .. } => AuditedAct::Exported(whom()?),
            AdminAct::RotateKey { key } => AuditedAct::KeyRotated(*key),
        };
        Ok((done, None))
    }

    fn invite(&mut self, uses: u32, expires_in_s: Option<u64>, test: bool) -> Result<Invited, Refusal> {
        if uses == 0 {
            return Err(invalid("uses", "must be 1 at least"));
        }
        if expires_in_s == Some(0) {
            return Err(invalid("expiresInS", "must be a second at least"));
        }
        Ok(self.mint_invitation(uses, expires_in_s, test))
    }

    /// The member that an act is about. Of one who was erased there is nothing left to act on but what is still stored.
    fn account_of(&self, act: &AdminAct) -> Result<Option<AccountId>, Refusal> {
        let whom = match act {
            AdminAct::Invite { .. }
            | AdminAct::RevokeInvitation { .. }
            | AdminAct::Void { .. }
            | AdminAct::RemoveMessage { .. }
            | AdminAct::RotateKey { .. } => return Ok(None),
            AdminAct::Export { whom } => return self.find_member(whom).map(Some),
            AdminAct::Freeze { whom }
            | AdminAct::Unfreeze { whom }
            | AdminAct::EndSessions { whom }
            | AdminAct::Adjust { whom, .. }
            | AdminAct::Mute { whom, .. }
            | AdminAct::Unmute { whom }
            | AdminAct::Recover { whom }
            | AdminAct::Erase { whom } => whom,
        };
        let account = self.find_member(whom)?;
        if self.state.accounts.known(account).is_erased() {
            return Err(invalid("account", "is erased"));
        }
        Ok(Some(account))
    }

    /// The members at the table that an act is about.
    fn seated_at(&self, act: &AdminAct) -> Vec<AccountId> {
        let table = if let AdminAct::Void { table } = act { self.state.table(*table) } else { None };
        table.into_iter().flat_map(|table| table.row.players.iter().filter_map(|player| player.member())).collect()
    }

    pub(super) fn find_member(&self, whom: &Whom) -> Result<AccountId, Refusal> {
        match whom {
            Whom::Id(id) => self.state.accounts.get(*id).map(|_| *id),
            Whom::Handle(handle) => self.state.accounts.by_handle(&plain_handle(handle)),
        }
        .ok_or(Refusal::NoSuchMember)
    }

    /// What is kept for ever must not say who somebody was. A handle may be an ordinary word: it is looked for where it
    /// stands behind an @, and without one if the act is about its member.
    fn names_nobody(&self, reason: &str, about: &BTreeSet<AccountId>) -> Result<(), Refusal> {
        let lower = reason.to_lowercase();
        let of_handles = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        let whose = |word: &str| self.state.accounts.by_handle(word);
        let mut words = lower.split(|c: char| !of_handles(c));
        let mut behind_at = lower.split('@').skip(1).map(|rest| rest.split(|c: char| !of_handles(c)).next());
        let named = words.any(|word| whose(word).is_some_and(|id| about.contains(&id)))
            || behind_at.any(|word| word.and_then(whose).is_some());
        if named {
            return Err(invalid("reason", "names a member: it outlives an erasure, so give the id, or no name"));
        }
        Ok(())
    }

    /// As if it had been used up.
    fn revoke(&mut self, invitation: &str) -> Result<[u8; 32], Refusal> {
        let hash = self.find_invitation(invitation)?;
        let row = self.state.invitations[&hash];
        if row.uses_left == 0 {
            return Err(invalid("invitation", "is used up already"));
        }
        self.put(Record::Invitation(hash, InvitationRow { uses_left: 0, ..row }));
        Ok(hash)
    }

    fn find_invitation(&self, id: &str) -> Result<[u8; 32], Refusal> {
        let id = id.trim().to_lowercase();
        if id.len() < FEWEST_LETTERS || id.len() > 64 || !id.chars().all(|c| c.is_ascii_hexdigit()) {
            return Err(invalid("invitation", "is no id of an invitation: those are 8 letters or more of 0-9 and a-f"));
        }
        let first = hash_from(&id);
        let mut found = self.state.invitations.range(first..).map(|(hash, _)| *hash);
        let mut next = || found.next().filter(|hash| hex::encode(hash).starts_with(&id));
        let hash = next().ok_or(invalid("invitation", "is not known"))?;
        if next().is_some() { Err(invalid("invitation", "fits several: give more letters")) } else { Ok(hash) }
    }

    fn freeze(&mut self, account: AccountId) -> Result<AccountId, Refusal> {
        if self.state.is_frozen(account) {
            return Err(invalid("account", "is frozen already"));
        }
        let frozen_at = Some(self.now);
        self.sanction(account, |row| row.frozen_at = frozen_at);
        // Whoever waits with his credentials, or for him, hears of it at once.
        self.touched_accounts.insert(account);
        let tables: Vec<_> = self.state.grants.of_owner(account).collect();
        let tables = tables.into_iter().filter_map(|grant| self.state.grants.get(grant)).map(|grant| grant.table);
        self.touched_tables.extend(tables.collect::<Vec<_>>());
        Ok(account)
    }

    fn unfreeze(&mut self, account: AccountId) -> Result<AccountId, Refusal> {
        if !self.state.is_frozen(account) {
            return Err(invalid("account", "is not frozen"));
        }
        self.sanction(account, |row| row.frozen_at = None);
        Ok(account)
    }

    fn mute(&mut self, account: AccountId, for_s: u64) -> Result<Millis, Refusal> {
        if for_s == 0 || for_s > LONGEST_MUTE_S {
            return Err(invalid("for", "must be a second at least and ten years at most"));
        }
        let until = self.now.plus_s(for_s);
        self.sanction(account, |row| row.muted_until = Some(until));
        Ok(until)
    }

    fn unmute(&mut self, account: AccountId) -> Result<AccountId, Refusal> {
        if self.muted_until(account).is_none() {
            return Err(invalid("account", "is not muted"));
        }
        self.sanction(account, |row| row.muted_until = None);
        Ok(account)
    }

    /// Another recovery code; the former one and all sessions end. The operator reads the new code, so the member is
    /// shown a notice until they have rotated it.
    fn replace_recovery_code(&mut self, account: AccountId) -> Secret {
        let counter = self.state.accounts.known(account).row.recovery.counter + 1;
        let recovery = self.new_root(account, counter);
        self.edit_account(account, |row| row.recovery = recovery);
        self.end_sessions(account);
        let recovered_at = Some(self.now);
        self.sanction(account, |row| row.recovered_at = recovered_at);
        self.keys.recovery_code(account, &recovery.salt, recovery.counter)
    }

    /// When an operator replaced the recovery code, if the member has not rotated it since.
    pub(crate) fn recovered_at(&self, account: AccountId) -> Option<Millis> {
        self.state.sanctions.get(&account)?.recovered_at
    }

    /// The recovery code is the member's own again.
    pub(crate) fn forget_recovery(&mut self, account: AccountId) {
        if self.recovered_at(account).is_some() {
            self.sanction(account, |row| row.recovered_at = None);
        }
    }

    fn sanction(&mut self, account: AccountId, change: impl FnOnce(&mut SanctionRow)) {
        let mut row = self.state.sanctions.get(&account).copied().unwrap_or_default();
        change(&mut row);
        if row == SanctionRow::default() {
            self.remove(Key::Sanction(account));
        } else {
            self.put(Record::Sanction(account, row));
        }
    }

    /// Chips come from where all chips come from, and go back there.
    fn adjust(&mut self, account: AccountId, chips: i64) -> Result<(), Refusal> {
        if chips == 0 || chips.unsigned_abs() > MOST_CHIPS {
            return Err(invalid("chips", "must be a number other than 0, and a billion at most"));
        }
        if self.balance(account) + chips < 0 {
            return Err(invalid("chips", "are more than the account has"));
        }
        let member = LedgerAccount::Member(account);
        let (from, to) = if chips > 0 { (LedgerAccount::Mint, member) } else { (member, LedgerAccount::Mint) };
        self.transfer(from, to, chips.abs(), Reason::Grant, None);
        Ok(())
    }
}

/// The first hash that begins with these letters.
fn hash_from(letters: &str) -> [u8; 32] {
    let mut hash = [0; 32];
    for (at, letter) in letters.chars().enumerate() {
        let half = letter.to_digit(16).unwrap_or_default() as u8;
        hash[at / 2] |= if at % 2 == 0 { half << 4 } else { half };
    }
    hash
}

/// Who acts, and why.
fn signed(order: &AdminOrder) -> Result<(String, Option<String>), Refusal> {
    let by = name(&order.by)?;
    let reason = order.reason.as_deref().map(reason).transpose()?;
    if reason.is_none() && order.act.needs_reason() {
        return Err(invalid("reason", "is needed"));
    }
    Ok((by, reason))
}

fn name(text: &str) -> Result<String, Refusal> {
    let name = plain(text).ok_or(invalid("by", "has control characters"))?;
    if name.is_empty() || name.chars().count() > LONGEST_NAME {
        return Err(invalid("by", "must be 1 to 64 letters"));
    }
    Ok(name)
}

fn reason(text: &str) -> Result<String, Refusal> {
    let reason = plain(text).ok_or(invalid("reason", "has control characters"))?;
    if reason.is_empty() || reason.chars().count() > LONGEST_REASON {
        return Err(invalid("reason", "must be 1 to 280 letters"));
    }
    Ok(reason)
}

fn plain(text: &str) -> Option<String> {
    let trimmed = text.trim();
    (!trimmed.chars().any(char::is_control)).then(|| trimmed.to_owned())
}
