//! Members: who comes in, by which code, and whose a handle is.

use super::case::{Case, those};
use super::grounds::Ground;
use turnstone_service::credentials::code_hash;
use turnstone_service::ids::AccountId;
use turnstone_service::secret::Secret;

const RESERVED: [&str; 6] = ["admin", "anonymous", "guest", "house", "me", "system"];

/// Whether a handle is formed as handles are: 3 to 20 of letters, digits, `_` and `-`, a letter first.
pub(super) fn is_formed(handle: &str) -> bool {
    let mut letters = handle.chars();
    let first = letters.next().is_some_and(|first| first.is_ascii_lowercase());
    let rest = letters.all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "_-".contains(c));
    first && rest && (3..=20).contains(&handle.len())
}

impl Case<'_> {
    /// Whether a code admits a newcomer now: it has uses left and has not expired, and the owner of a referral code is an
    /// established member whose tree has room.
    fn admits(&self, code: &Secret) -> bool {
        let model = &self.world.model;
        let alive = |id: &AccountId| model.is_member(*id) && !model.is_frozen(*id);
        model.invitations.get(&code_hash(code.reveal())).is_some_and(|row| {
            let in_time = row.expires_at.is_none_or(|until| until > self.now);
            let open = |owner: &AccountId| alive(owner) && model.code_uses(*owner, row, self.now) > 0;
            row.uses_left > 0 && in_time && row.referrer.as_ref().is_none_or(open)
        })
    }

    /// What is said against a newcomer with a code and a handle.
    pub(super) fn newcomer(&self, code: &Secret, handle: &str) -> Vec<Ground> {
        let handle = handle.trim().to_lowercase();
        let reserved = RESERVED.contains(&handle.as_str()) || handle.starts_with("gone-");
        those([
            (!self.admits(code), Ground::InvalidInvite),
            (!is_formed(&handle) || reserved, Ground::Invalid("handle")),
            (self.is_taken(&handle), Ground::HandleTaken),
        ])
    }

    /// A handle is its member's, and that of an erased one for 30 days more.
    fn is_taken(&self, handle: &str) -> bool {
        let model = &self.world.model;
        let kept = |id: &AccountId| model.accounts.contains_key(id) && !model.is_member(*id);
        let mut freed = self.world.freed.iter().filter(|(_, (own, free_at))| own == handle && *free_at > self.now);
        model.member_named(handle).is_some() || freed.any(|(id, _)| kept(id))
    }

    pub(super) fn join(&self, code: &Secret, handle: &str) -> Vec<Ground> {
        self.newcomer(code, handle)
    }

    fn has_code(&self, account: Option<AccountId>, code: &Secret) -> bool {
        let row = account.and_then(|id| self.world.model.accounts.get(&id)).filter(|row| row.slot.is_some());
        row.is_some_and(|row| row.recovery.hash == code_hash(code.reveal()))
    }

    pub(super) fn log_in(&self, handle: &str, code: &Secret) -> Vec<Ground> {
        let account = self.world.model.member_named(handle);
        let right = self.has_code(account, code);
        let frozen = account.is_some_and(|account| self.world.model.is_frozen(account));
        those([(!right, Ground::WrongCredentials), (right && frozen, Ground::Frozen)])
    }

    pub(super) fn rotate(&self, code: &Secret) -> Vec<Ground> {
        those([(!self.has_code(self.member(), code), Ground::WrongCredentials)])
    }

    pub(super) fn erase(&self, confirm: &str) -> Vec<Ground> {
        let own = self.is(self.world.model.member_named(confirm));
        those([(!own, Ground::Invalid("confirmHandle"))])
    }

    pub(super) fn player(&self, handle: &str) -> Vec<Ground> {
        those([(self.world.model.member_named(handle).is_none(), Ground::NoSuchMember)])
    }
}
