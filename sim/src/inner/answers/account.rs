//! Answers of accounts, sessions and profiles.

use super::AnsweredStep;
use crate::inner::judge::Judge;
use crate::prelude::*;

impl Judge {
    /// A new member has the handle that was asked for, and the code in the answer is the account's root.
    pub(super) fn joined(&self, step: &AnsweredStep<'_>, handle: &str) -> Result<Value, Violation> {
        let handle = handle.trim().to_lowercase();
        let account = self.model.member_named(&handle).ok_or_else(|| step.broken("no member has the handle"))?;
        if let Answer::Joined(joined) = step.answer() {
            self.check_root(step, account, &joined.recovery_code)?;
        }
        if !step.replied.replayed {
            self.check_new_member(step, account)?;
        }
        Ok(json!({ "ok": true, "handle": handle }))
    }

    pub(super) fn check_root(&self, step: &AnsweredStep<'_>, account: AccountId, code: &str) -> CheckResult {
        let row = &self.model.accounts[&account];
        step.must(code_hash(code) == row.recovery.hash, || format!("its code does not open {account}"))
    }

    /// A new account is as its invitation makes it, and the invitation has one use less.
    fn check_new_member(&self, step: &AnsweredStep<'_>, account: AccountId) -> CheckResult {
        let row = &self.model.accounts[&account];
        let invitation =
            step.put().find_map(|record| if let Record::Invitation(_, row) = record { Some(*row) } else { None });
        let invitation = invitation.ok_or_else(|| step.broken("no invitation was used"))?;
        let should = AccountRow {
            test: invitation.test,
            referrer: invitation.referrer,
            ..AccountRow::new(row.slot.unwrap_or_default(), row.handle.clone(), row.recovery, self.now())
        };
        step.must(*row == should, || format!("{row:?}, not {should:?}"))?;
        let chips = self.model.chips.balance(account);
        step.must(chips == STARTING_CHIPS, || format!("{chips} chips"))
    }

    pub(super) fn token(&self, step: &AnsweredStep<'_>, handle: &str) -> Result<Value, Violation> {
        let account = self.model.member_named(handle).ok_or_else(|| step.broken("no member has the handle"))?;
        if let Answer::Token(reported) = step.answer() {
            self.check_session(step, account, &reported.token)?;
        }
        Ok(json!({ "expiresInSeconds": SESSION_S }))
    }

    /// A session's token is its account's, of its present epoch, for thirty days from now.
    pub(super) fn check_session(&self, step: &AnsweredStep<'_>, account: AccountId, token: &str) -> CheckResult {
        let epoch = self.model.accounts.get(&account).map_or(0, |row| row.epoch);
        let (issued_at, expires_at) = (self.now(), self.now().plus_s(SESSION_S));
        let should = Some(Claims::Account { account, epoch, issued_at, expires_at });
        let claims = self.keys.read_token(token);
        step.must(claims == should, || format!("a token says {claims:?}, not {should:?}"))
    }

    pub(super) fn rotated(&self, step: &AnsweredStep<'_>) -> Result<Value, Violation> {
        if let Answer::Rotated(reported) = step.answer() {
            self.check_root(step, step.member()?, &reported.recovery_code)?;
        }
        self.check_epoch(step)?;
        Ok(json!({ "ok": true }))
    }

    /// All sessions so far have ended.
    pub(super) fn check_epoch(&self, step: &AnsweredStep<'_>) -> CheckResult {
        let Some(Claims::Account { account, epoch, .. }) = &step.pending.caller.claims else { return Ok(()) };
        let now = self.model.accounts[account].epoch;
        step.must(now == epoch + 1, || format!("the epoch is {now}, after {epoch}"))
    }

    pub(super) fn erased(&self, step: &AnsweredStep<'_>) -> Result<Value, Violation> {
        let account = step.member()?;
        let handle = self.model.handle(account);
        let number = handle.strip_prefix(ERASED_HANDLE.0).unwrap_or_default();
        let is_shell =
            number.len() == ERASED_HANDLE.1 && number.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        step.must(is_shell && !self.model.is_member(account), || format!("{account} is called {handle}"))?;
        let left = self.model.belongings(account);
        step.must((left.0, left.1) == (0, 0), || format!("{left:?} are left"))?;
        let (identities, browsers, agents) = step.before.belongings;
        Ok(json!({
            "ok": true, "handle": handle, "identitiesRemoved": identities, "pushSubsRemoved": browsers,
            "agentsAnonymised": agents,
        }))
    }

    pub(super) fn me(&mut self, id: AccountId) -> Value {
        let recovered_at = self.model.sanctions.get(&id).and_then(|row| row.recovered_at);
        if recovered_at.is_some() {
            self.counts.hit("premise: a member saw that an operator replaced the recovery code");
        }
        let account = json!({ "id": id, "handle": self.model.handle(id) });
        json!({ "account": account, "balance": self.model.chips.balance(id), "recoveredAt": recovered_at })
    }

    /// What was sent is so now; the rest stayed as it was.
    pub(super) fn edited(
        &self,
        step: &AnsweredStep<'_>,
        bio: Option<&Option<String>>,
        avatar_url: Option<&Option<String>>,
        show_messenger: Option<bool>,
    ) -> Result<Value, Violation> {
        let account = step.member()?;
        let Some(before) = &step.before.account else { return Err(step.broken("there was no such account")) };
        let text = |sealed: &Option<_>| sealed.as_ref().and_then(|sealed| self.model.text(account, sealed));
        let should = (
            bio.cloned().unwrap_or_else(|| text(&before.bio)),
            avatar_url.cloned().unwrap_or_else(|| text(&before.avatar_url)),
            show_messenger.unwrap_or(before.show_messenger),
        );
        let row = &self.model.accounts[&account];
        let rest = AccountRow {
            bio: row.bio.clone(),
            avatar_url: row.avatar_url.clone(),
            show_messenger: row.show_messenger,
            ..AccountRow::clone(before)
        };
        step.must(*row == rest, || format!("{row:?}, not {rest:?}"))?;
        let kept = (self.model.bio(account), self.model.avatar(account), row.show_messenger);
        step.must(kept == should, || format!("{kept:?} is kept, not {should:?}"))?;
        Ok(self.member_facts(account))
    }

    /// The identity that was proved is the one that is linked.
    pub(super) fn linked(&self, step: &AnsweredStep<'_>, proof: &MessengerProof) -> Result<Value, Violation> {
        let account = step.member()?;
        let words = match proof {
            MessengerProof::InApp(data) => data.reveal().to_owned(),
            MessengerProof::Widget(fields) => fields["username"].reveal().to_owned(),
        };
        self.check_door(step, account, &words)?;
        step.must(!self.model.link_states.contains_key(&account), || "its state counts again".to_owned())?;
        Ok(self.member_facts(account))
    }

    fn check_door(&self, step: &AnsweredStep<'_>, account: AccountId, proof: &str) -> CheckResult {
        let doors = self.model.doors(account);
        let names = |name: &str| proof.contains(&format!("{name}%22")) || proof == name;
        let own = doors.len() == 1 && doors[0].username.as_deref().is_some_and(names) && doors[0].photo_url.is_none();
        step.must(own, || format!("{doors:?} are linked"))
    }

    pub(super) fn joined_by_messenger(
        &self,
        step: &AnsweredStep<'_>,
        handle: Option<&str>,
    ) -> Result<Value, Violation> {
        let Answer::MessengerJoined(reported) = step.answer() else { return Err(step.broken("no member joined")) };
        let account = self.session_of(step)?;
        let created = self.model.accounts.len() > step.before.accounts;
        if created {
            self.check_root(step, account, reported.recovery_code.as_deref().unwrap_or_default())?;
            self.check_new_member(step, account)?;
            let asked = handle.map(|handle| handle.trim().to_lowercase());
            step.must(asked.is_none_or(|handle| self.model.handle(account) == handle), || "another handle".to_owned())?;
        }
        if let Request::JoinMessenger { init_data, .. } = &step.pending.request {
            self.check_door(step, account, init_data.reveal())?;
        }
        step.must(created == reported.recovery_code.is_some(), || "only a new member gets a recovery code".to_owned())?;
        Ok(json!({ "ok": true, "handle": self.model.handle(account), "created": created }))
    }

    pub(super) fn link_state(&self, step: &AnsweredStep<'_>) -> Result<Value, Violation> {
        let Answer::Challenge(reported) = step.answer() else { return Err(step.broken("no state")) };
        let row = self.model.link_states.get(&step.member()?);
        let (hash, expires_at) = (sha256(reported.state.as_bytes()), self.now().plus_s(LINK_STATE_S));
        let kept = row.is_some_and(|row| row.hash == hash && row.expires_at == expires_at);
        step.must(kept && reported.state.len() >= LINK_STATE_LETTERS, || format!("{row:?} until {expires_at:?}"))?;
        Ok(json!({}))
    }

    pub(super) fn referral(&mut self, step: &AnsweredStep<'_>) -> Result<Value, Violation> {
        let account = step.member()?;
        let economy = &self.model.config.economy;
        let invited = self.model.accounts.values().filter(|row| row.referrer == Some(account)).count() as u32;
        let rewarded = self.model.chips.rewards.get(&account).copied().unwrap_or_default();
        let mut uses_left = economy.referral_uses.saturating_sub(invited);
        if let Answer::Referral(reported) = step.answer() {
            let test = self.model.accounts[&account].test;
            let row = self.model.invitations.get(&code_hash(&reported.code));
            // A code has as many uses as were set when it was made.
            let made_with = row.map(|row| row.uses_left + invited).filter(|uses| self.referral_uses.contains(uses));
            uses_left = made_with.map_or(uses_left, |uses| uses - invited);
            if self.model.is_revoked(code_hash(&reported.code)) {
                uses_left = 0;
            }
            let should = InvitationRow { uses_left, expires_at: None, test, referrer: Some(account) };
            step.must(row == Some(&should), || format!("its code opens {row:?}, not {should:?}"))?;
            let shown = self.model.code_uses(account, &should, self.now());
            let room = self.model.tree_room(account);
            if uses_left > 0 && shown == 0 {
                let full = room == Some(0);
                let premise = "premise: a referral code of a member who is not established";
                self.counts.hit(if full { "premise: a referral code of a full tree" } else { premise });
            }
            uses_left = shown;
        }
        let now = self.now();
        let stayed_at = self.model.stayed_at(account);
        let (tables_needed, tree_left) = (self.model.tables_needed(account), self.model.tree_room(account));
        let economy = &self.model.config.economy;
        Ok(json!({
            "usesLeft": uses_left,
            "tablesNeeded": tables_needed,
            "waitsUntil": (stayed_at > now).then_some(stayed_at),
            "treeLeft": tree_left,
            "invited": invited,
            "rewarded": rewarded,
            "cap": economy.referral_cap,
            "reward": economy.referral_reward,
            "threshold": REWARDED_TABLES,
        }))
    }

    pub(super) fn pause(&self, account: AccountId) -> Value {
        let until = self.model.accounts.get(&account).and_then(|row| row.paused_until);
        let until = until.filter(|until| *until > self.now());
        json!({ "paused": until.is_some(), "until": until })
    }

    /// A pause lasts as long as was asked, or as the one before if that is longer.
    pub(super) fn paused(&mut self, step: &AnsweredStep<'_>, duration: PauseDuration) -> Result<Value, Violation> {
        let days = match duration {
            PauseDuration::Day => PAUSE_DAYS[0],
            PauseDuration::Week => PAUSE_DAYS[1],
            PauseDuration::Month => PAUSE_DAYS[2],
        };
        let asked = self.now().plus_s(days * DAY_S);
        let before = step.before.account.as_ref().and_then(|row| row.paused_until);
        let until = before.map_or(asked, |before| before.max(asked));
        self.counts.hit(if until > asked { "premise: a shorter pause" } else { "premise: a pause" });
        let kept = self.model.accounts[&step.member()?].paused_until;
        step.must(kept == Some(until), || format!("{kept:?} is kept, not {until:?}"))?;
        Ok(json!({ "paused": true, "until": until }))
    }
}
