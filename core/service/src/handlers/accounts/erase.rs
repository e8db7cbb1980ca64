//! Erasure: an anonymous shell stays where the member was; nothing personal does.

use super::join::plain_handle;
use crate::answer::{Answer, EraseResponse, True};
use crate::ids::{AccountId, DuelId, PartyId, TableId};
use crate::personal::Sealed;
use crate::record::{EntryRow, FreedRow, Key, LedgerAccount, Player, Reason, Record};
use crate::refusal::Refusal;
use crate::request::Caller;
use crate::state::HotState;
use crate::step::{HandlerResult, Step};
use crate::time::{Day, Millis};
use crate::timers::{Timer, Timers};

/// How long the handle of an erased account stays taken, in seconds.
const KEPT_FREE_S: u64 = 30 * 86_400;

impl Step<'_> {
    pub(crate) fn erase(&mut self, caller: &Caller, confirm_handle: &str) -> HandlerResult {
        let account = self.member(caller)?;
        let handle = self.state.accounts.known(account).handle.clone();
        if plain_handle(confirm_handle) != handle {
            return Err(Refusal::Invalid { field: "confirmHandle", problem: "is not your handle" });
        }
        Ok(Answer::Erased(self.erase_account(account)).into())
    }

    /// What is personal goes at once; what the member still has a part in, he leaves.
    pub(crate) fn erase_account(&mut self, account: AccountId) -> EraseResponse {
        let handle = self.state.accounts.known(account).handle.clone();
        self.turn_away_duellist(account);
        self.leave_all(account, TableId(0));
        self.return_chips(account);
        // No refill ever again.
        self.edit_balance(account, |balance| balance.refilled = Some(Day(u32::MAX)));
        let hash = self.keys.keyed_hash("freed", &handle);
        self.put(Record::Freed(hash, FreedRow { free_at: self.now.plus_s(KEPT_FREE_S) }));
        let identities_removed = self.free_identities(account);
        let push_subs_removed = self.forget_browsers(account);
        let agents_anonymised = self.anonymise_agents(account);
        if self.state.sanctions.contains_key(&account) {
            self.remove(Key::Sanction(account));
        }
        let shell = self.become_shell(account);
        EraseResponse { ok: True, handle: shell, identities_removed, push_subs_removed, agents_anonymised }
    }

    /// Running tables are forfeited, waiting ones cancelled or left, then the parties: as much as a step has room for. The
    /// rest, of a member with many hundreds of them, follows at once in steps of its own.
    pub(crate) fn leave_all(&mut self, account: AccountId, mut after: TableId) {
        // First, so that the chips of legs that have not been dealt are back.
        let duels: Vec<DuelId> = self.state.duels.running_of(account).map(|(id, _)| id).collect();
        for duel in duels {
            if !self.has_room() {
                return self.agenda.set(self.now, Timer::ErasedLeaves(account, after));
            }
            self.leave_duel(account, duel);
        }
        let hot = self.state.tables.of(account).map(|(id, _)| id);
        let tables: Vec<TableId> = hot.filter(|table| *table > after).collect();
        for table in tables {
            if !self.has_room() {
                return self.agenda.set(self.now, Timer::ErasedLeaves(account, after));
            }
            self.leave_table(account, table);
            after = table;
        }
        let parties: Vec<PartyId> = self.state.parties.of(account).collect();
        for party in parties {
            if !self.has_room() {
                return self.agenda.set(self.now, Timer::ErasedLeaves(account, after));
            }
            self.leave_party(account, party);
        }
    }

    /// An erased member has no use for what a table pays that he could not leave before.
    pub(crate) fn return_chips_of_erased(&mut self, player: Player) {
        if let Some(account) = player.member().filter(|id| self.state.accounts.known(*id).is_erased()) {
            self.return_chips(account);
        }
    }

    /// The chips of a member go back to where they came from.
    fn return_chips(&mut self, account: AccountId) {
        let balance = self.balance(account);
        self.transfer(LedgerAccount::Member(account), LedgerAccount::Mint, balance, Reason::Grant, None);
    }

    fn leave_table(&mut self, account: AccountId, table: TableId) {
        // Also of one that is over: whoever was lent the seat may not look at it any more.
        self.end_grants_of(account, table);
        let Some(known) = self.state.table(table) else { return };
        match known.seat_of(account) {
            Some(seat) if known.is_playing() => {
                let may = known.live().is_some_and(|live| live.board.may_concede(seat));
                if may {
                    self.concede(table, seat, EntryRow::Forfeited);
                }
            }
            Some(_) if known.is_waiting() => {
                self.leave_waiting(account, table).expect("a seated member can leave a waiting table");
            }
            Some(_) => {}
            None if known.is_waiting() && known.row.invited == Some(account) => self.cancel(table),
            None => {}
        }
    }

    fn become_shell(&mut self, account: AccountId) -> String {
        let shell = loop {
            let shell = format!("gone-{}", hex::encode(self.random.bytes::<4>()));
            if self.state.accounts.by_handle(&shell).is_none() {
                break shell;
            }
        };
        let known = self.state.accounts.known(account);
        let (slot, referral) = (known.row.slot, known.row.referral);
        if let Some(referral) = referral {
            self.remove(Key::Invitation(referral.hash));
        }
        self.edit_account(account, |row| {
            row.slot = None;
            row.handle = Sealed::Open(shell.clone());
            row.bio = None;
            row.avatar_url = None;
            row.show_messenger = false;
            row.recovery.hash = [0; 32];
            row.epoch += 1;
            row.referral = None;
        });
        if let Some(slot) = slot {
            self.state.destroy_slot(slot);
        }
        shell
    }

    /// Whether a handle was an erased member's and cannot be taken yet.
    pub(crate) fn is_kept_free(&self, handle: &str) -> bool {
        let hash = self.keys.keyed_hash("freed", handle);
        self.state.freed.get(&hash).is_some_and(|row| row.free_at > self.now)
    }
}

impl HotState {
    /// Erased members may have been stopped in leaving: they go on.
    pub(crate) fn resume_erasures(&self, now: Millis, agenda: &mut Timers) {
        let busy = self.tables.active_members().chain(self.parties.members()).chain(self.duels.busy());
        for account in busy.filter(|id| self.accounts.known(*id).is_erased()) {
            agenda.set(now, Timer::ErasedLeaves(account, TableId(0)));
        }
    }
}
