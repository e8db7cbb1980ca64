//! Profiles, public member cards, and the self-imposed pause.

use super::join::plain_handle;
use crate::answer::{Answer, PauseState, PlayerResponse, PlayerTable, Profile};
use crate::ids::AccountId;
use crate::record::LedgerAccount;
use crate::refusal::{Auth, Refusal};
use crate::request::{Caller, PauseDuration};
use crate::step::{HandlerResult, Step};

impl Step<'_> {
    pub(crate) fn profile(&self, caller: &Caller) -> HandlerResult {
        let account = self.member(caller)?;
        Ok(self.profile_of(account).into())
    }

    /// Change what was sent; `Some(None)` clears.
    pub(crate) fn edit_profile(
        &mut self,
        caller: &Caller,
        bio: Option<Option<String>>,
        avatar_url: Option<Option<String>>,
        show_messenger: Option<bool>,
    ) -> HandlerResult {
        let account = self.member(caller)?;
        let slot = self.state.accounts.known(account).row.slot.ok_or(Refusal::Auth(Auth::NotSignedIn))?;
        let mut seal = |text: Option<String>| text.map(|text| self.state.vault.seal(slot, &text, &mut self.random));
        let (bio, avatar_url) = (bio.map(&mut seal), avatar_url.map(&mut seal));
        self.edit_account(account, |row| {
            row.bio = bio.unwrap_or_else(|| row.bio.take());
            row.avatar_url = avatar_url.unwrap_or_else(|| row.avatar_url.take());
            row.show_messenger = show_messenger.unwrap_or(row.show_messenger);
        });
        Ok(self.profile_of(account).into())
    }

    fn profile_of(&self, account: AccountId) -> Answer {
        let known = self.state.accounts.known(account);
        let doors = self.state.doors_of(account);
        Answer::Profile(Profile {
            handle: known.handle.clone(),
            avatar_url: known.avatar_url.clone(),
            bio: known.bio.clone(),
            identities: doors.iter().map(|door| door.provider.clone()).collect(),
            doors,
            show_messenger: known.row.show_messenger,
        })
    }

    /// A member's public card, for members.
    pub(crate) fn player(&self, caller: &Caller, handle: &str) -> HandlerResult {
        self.member(caller)?;
        let account = self.state.accounts.by_handle(&plain_handle(handle)).ok_or(Refusal::NoSuchMember)?;
        let known = self.state.accounts.known(account);
        if known.is_erased() {
            return Err(Refusal::NoSuchMember);
        }
        let public = self
            .state
            .tables
            .of(account)
            .rev()
            .filter(|(_, table)| table.row.is_listed() && table.seat_of(account).is_some());
        let tables = public.take(self.rows()).map(|(id, table)| PlayerTable {
            id,
            game_id: table.row.game_id.clone(),
            kind: table.row.setup.kind.clone(),
            status: table.status(),
            created_at: table.row.created_at,
        });
        let messenger = self.state.doors_of(account).into_iter().next().filter(|_| known.row.show_messenger);
        let card = PlayerResponse {
            handle: known.handle.clone(),
            avatar_url: known.avatar_url.clone(),
            bio: known.bio.clone(),
            member_since: known.row.joined_at,
            chips: self.state.ledger.get(LedgerAccount::Member(account)).net,
            messenger: messenger.and_then(|door| door.username),
            agents: self.agents_on_card(account),
            tables: tables.collect(),
        };
        Ok(Answer::Player(card).into())
    }

    pub(crate) fn pause_state(&self, caller: &Caller) -> HandlerResult {
        let account = self.member(caller)?;
        Ok(self.pause_of(account).into())
    }

    /// Pause, or pause for longer. A shorter one than what is in force changes nothing.
    pub(crate) fn pause(&mut self, caller: &Caller, duration: PauseDuration) -> HandlerResult {
        let account = self.member(caller)?;
        let days = match duration {
            PauseDuration::Day => 1,
            PauseDuration::Week => 7,
            PauseDuration::Month => 30,
        };
        let until = self.now.plus_s(days * 86_400);
        let before = self.state.accounts.known(account).row.paused_until;
        if before.is_none_or(|before| before < until) {
            self.edit_account(account, |row| row.paused_until = Some(until));
        }
        Ok(self.pause_of(account).into())
    }

    fn pause_of(&self, account: AccountId) -> Answer {
        let until = self.state.accounts.known(account).row.paused_until.filter(|until| *until > self.now);
        Answer::Pause(PauseState { paused: until.is_some(), until })
    }
}
