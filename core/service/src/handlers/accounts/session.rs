//! Sessions: the recovery code becomes a token; logout, rotation and erasure end all tokens of the older epoch,
//! and with them the seats that the account has handed out.

use super::join::plain_handle;
use crate::answer::{AccountName, Answer, MeResponse, Okay, RotateRecoveryResponse, TokenResponse, True};
use crate::credentials::{Claims, SESSION_S, code_hash};
use crate::effects::{Issued, Replied};
use crate::ids::AccountId;
use crate::record::{AccountRow, Record};
use crate::refusal::{Auth, Refusal};
use crate::request::Caller;
use crate::secret::{Secret, same};
use crate::step::{HandlerResult, Step};

impl Step<'_> {
    /// A token of the account's present epoch.
    pub(crate) fn session(&self, account: AccountId) -> Secret {
        let epoch = self.state.accounts.known(account).row.epoch;
        let expires_at = self.now.plus_s(SESSION_S);
        self.keys.token(&Claims::Account { account, epoch, issued_at: self.now, expires_at })
    }

    pub(crate) fn issue_token(&mut self, caller: &Caller, handle: &str, code: &Secret) -> HandlerResult {
        let account = self.log_in(caller, handle, code)?;
        let token = self.session(account).reveal().to_owned();
        Ok(Answer::Token(TokenResponse { token, expires_in_seconds: SESSION_S }).into())
    }

    pub(crate) fn recover(&mut self, caller: &Caller, handle: &str, code: &Secret) -> HandlerResult {
        let account = self.log_in(caller, handle, code)?;
        let issued = Issued::Session { token: self.session(account), lasts_s: SESSION_S };
        Ok(Replied { issued: Some(issued), ..Replied::plain(Answer::Ok(Okay::default())) }.into())
    }

    /// Whose handle and recovery code these are. Which of the two is wrong is not to be told, by no time either: the
    /// same hash is made and the same comparison done.
    fn log_in(&mut self, caller: &Caller, handle: &str, code: &Secret) -> Result<AccountId, Refusal> {
        self.limiter.may_log_in(caller.address.into(), self.now, &self.state.config.limits)?;
        let account = self.state.accounts.by_handle(&plain_handle(handle));
        let known = account.map(|id| (id, self.state.accounts.known(id)));
        let expected = known.map_or([0; 32], |(_, account)| account.row.recovery.hash);
        let right = same(&code_hash(code.reveal()), &expected);
        match known {
            Some((id, account)) if right && !account.is_erased() => {
                self.is_not_frozen(id)?;
                self.seen.insert(id, self.now);
                Ok(id)
            }
            Some(_) | None => {
                self.limiter.failed_login(caller.address.into());
                Err(Auth::WrongCredentials.into())
            }
        }
    }

    /// A new root for the present one; all sessions so far end.
    pub(crate) fn rotate(&mut self, caller: &Caller, code: &Secret) -> HandlerResult {
        let account = self.member(caller)?;
        self.limiter.may_log_in(caller.address.into(), self.now, &self.state.config.limits)?;
        let row = &self.state.accounts.known(account).row;
        if !same(&code_hash(code.reveal()), &row.recovery.hash) {
            self.limiter.failed_login(caller.address.into());
            return Err(Auth::WrongCredentials.into());
        }
        let recovery = self.new_root(account, row.recovery.counter + 1);
        let code = self.keys.recovery_code(account, &recovery.salt, recovery.counter);
        self.forget_recovery(account);
        self.edit_account(account, |row| row.recovery = recovery);
        self.end_sessions(account);
        let recovery_code = code.reveal().to_owned();
        Ok(Answer::Rotated(RotateRecoveryResponse { ok: True, recovery_code }).into())
    }

    pub(crate) fn logout(&mut self, caller: &Caller) -> HandlerResult {
        let account = self.member(caller)?;
        self.end_sessions(account);
        Ok(Answer::Ok(Okay::default()).into())
    }

    /// Everybody who speaks for the account is out: its sessions, and whoever plays a seat for it.
    pub(crate) fn end_sessions(&mut self, account: AccountId) {
        self.edit_account(account, |row| row.epoch += 1);
        self.end_all_grants(account);
    }

    pub(crate) fn me(&self, caller: &Caller) -> HandlerResult {
        let account = self.member(caller)?;
        let handle = self.state.accounts.known(account).handle.clone();
        let balance = self.balance(account);
        let recovered_at = self.recovered_at(account);
        Ok(Answer::Me(MeResponse { account: AccountName { id: account, handle }, balance, recovered_at }).into())
    }

    /// Change a member's row; parked polls of his are looked at again.
    pub(crate) fn edit_account(&mut self, account: AccountId, edit: impl FnOnce(&mut AccountRow)) {
        let mut row = self.state.accounts.known(account).row.clone();
        edit(&mut row);
        self.put(Record::Account(account, Box::new(row)));
        self.touched_accounts.insert(account);
    }
}
