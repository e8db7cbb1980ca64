//! Secrets: codes and tokens are valid for their resource, and the transport gets the session or the seat that came
//! with an answer.

use crate::inner::answers::AnsweredStep;
use crate::inner::judge::Judge;
use crate::inner::prelude::*;

impl Judge {
    /// The claims of a session token: the account, its current epoch, and thirty days from now.
    fn session(&self, account: AccountId) -> Claims {
        self.session_from(account, self.now)
    }

    /// The same, from this time.
    fn session_from(&self, account: AccountId, mut issued_at: Millis) -> Claims {
        let AccountRow { epoch, ended, .. } = &self.model.accounts[&account];
        while ended.contains(&issued_at) {
            issued_at = issued_at.plus_ms(1);
        }
        Claims::Account { account, epoch: *epoch, issued_at, expires_at: issued_at.plus_s(SESSION_S) }
    }

    /// The expiry of the credential of the guest in a seat.
    fn guest_of(&self, table: TableId, seat: Seat) -> Option<Millis> {
        let guests = &self.model.friendly.get(&table)?.guests;
        guests.get(seat.index())?.as_ref().map(|guest| guest.expires_at)
    }

    /// The codes and tokens of an answer. The transport gets a session after a sign-in and a seat after a claim,
    /// otherwise nothing.
    pub(super) fn check_issued(&self, step: &AnsweredStep<'_>) -> CheckResult {
        let (model, now) = (&self.model, self.now);
        let named = |handle: &str| model.member_named(handle).ok_or_else(|| step.broken("no member has the handle"));
        let is_root = |id: AccountId, code: &str| model.accounts[&id].recovery.hash == code_hash(code);
        let (mut opens, mut reported, mut claims, mut lasts) = (true, None, None, None);
        match (&step.pending.request, &step.replied.answer) {
            (Request::Recover(code), _) => {
                (claims, lasts) = (Some(self.session(named(&code.handle)?)), Some(SESSION_S))
            }
            (_, Answer::Joined(joined)) => {
                let account = named(&joined.handle)?;
                opens = is_root(account, &joined.recovery_code);
                // A repeated join returns the session of the first one.
                let joined_at = model.accounts[&account].joined_at;
                (claims, lasts) = (Some(self.session_from(account, joined_at)), Some(SESSION_S));
            }
            (_, Answer::MessengerJoined(joined)) => {
                let account = named(&joined.handle)?;
                let code = joined.recovery_code.as_ref().filter(|_| joined.created);
                opens = joined.created == code.is_some() && code.is_none_or(|code| is_root(account, code));
                (claims, lasts) = (Some(self.session(account)), Some(SESSION_S));
            }
            (Request::IssueToken(code), Answer::Token(token)) => {
                (reported, claims) = (Some(&token.token), Some(self.session(named(&code.handle)?)));
            }
            (Request::RotateRecovery(rotate), Answer::Rotated(rotated)) => {
                let account = step.member()?;
                opens = is_root(account, &rotated.recovery_code);
                // The session of the join goes on.
                let joined_at = model.accounts[&account].joined_at;
                claims = rotate.recovery_code.is_none().then(|| self.session_from(account, joined_at));
                lasts = claims.as_ref().map(|claims| claims.expires_at().seconds_from(now));
            }
            (_, Answer::Recovered(row)) => opens = is_root(named(&row.handle)?, &row.recovery_code),
            (Request::Practice(practice), Answer::Practice(made)) if practice.open => {
                let known = self.guest_of(made.table_id, Seat(0)).unwrap_or(made.expires_at);
                opens = made.expires_at == known;
                claims = Some(Claims::Seat { table: made.table_id, seat: Seat(0), grant: None, expires_at: known });
                (reported, lasts) = (Some(&made.access_token), Some(self.settings.guest_seat_s));
            }
            (Request::GuestSeat(table, asked), Answer::GuestSeated(made)) => {
                let known = self.guest_of(*table, made.seat).filter(|_| !step.replied.replayed);
                let expires_at = known.unwrap_or(made.expires_at);
                let started = model.tables.get(table).is_some_and(|table| table.board.is_some());
                opens = (made.table_id, made.expires_at, made.started) == (*table, expires_at, started)
                    && made.brought_ref == asked.client_ref;
                claims = Some(Claims::Seat { table: *table, seat: made.seat, grant: None, expires_at });
                (reported, lasts) = (Some(&made.access_token), Some(expires_at.since(now) / 1_000));
            }
            (_, Answer::Rematch(made)) => {
                let row = model.tables.get(&made.table_id).map(|table| &table.row);
                let is_guest = row.is_some_and(|row| row.players[made.seat.index()] == Player::Guest);
                let kept_until = row.map_or(now, |row| row.created_at.plus_s(GUEST_SEAT_S));
                let expires_at = self.guest_of(made.table_id, made.seat).unwrap_or(kept_until);
                opens = made.expires_at == is_guest.then_some(expires_at) && made.token_type.is_some() == is_guest;
                let claim = Claims::Seat { table: made.table_id, seat: made.seat, grant: None, expires_at };
                if is_guest {
                    (claims, lasts) = (Some(claim), Some(expires_at.since(now) / 1_000));
                }
                reported = made.access_token.as_ref();
            }
            (_, Answer::Practice(made)) => {
                // The idempotency key may be kept for longer than the table.
                let made_at = model.row(made.table_id).map(|row| row.created_at.plus_s(GUEST_SEAT_S));
                let expires_at = made_at.unwrap_or(made.expires_at);
                opens = made.expires_at == expires_at;
                let claim = Claims::Seat { table: made.table_id, seat: Seat(0), grant: None, expires_at };
                (reported, claims, lasts) = (Some(&made.access_token), Some(claim), Some(GUEST_SEAT_S));
            }
            (Request::ClaimSeatGrant(claim), Answer::Claimed(claimed)) => {
                let mut grants = model.grants.iter();
                let found = grants.find(|(_, row)| row.claim_hash == code_hash(claim.claim_token.reveal()));
                let (id, row) = found.ok_or_else(|| step.broken("the token claims nothing"))?;
                let GrantRow { table, seat, expires_at, .. } = *row;
                opens = (claimed.table_id, claimed.seat, claimed.expires_at) == (table, seat, expires_at);
                claims = Some(Claims::Seat { table, seat, grant: Some(*id), expires_at });
                (reported, lasts) = (Some(&claimed.access_token), Some(expires_at.since(now) / 1_000));
            }
            (_, Answer::Granted(reported)) => {
                let row = model.grants.get(&reported.grant_id);
                opens = row.is_some_and(|row| row.claim_hash == code_hash(&reported.claim_token));
            }
            (_, Answer::Invited(reported)) => {
                let row = model.invitations.get(&code_hash(&reported.invite_code));
                opens = row.is_some_and(|row| row.uses_left == reported.uses && row.referrer.is_none());
            }
            (_, Answer::Referral(reported)) => {
                let (owner, row) = (step.member()?, model.invitations.get(&code_hash(&reported.code)));
                let uses = row.filter(|row| row.referrer == Some(owner)).map(|row| model.code_uses(owner, row, now));
                opens = uses == Some(reported.uses_left);
            }
            (_, Answer::Challenge(reported)) => {
                let row = model.link_states.get(&step.member()?);
                opens = row.is_some_and(|row| row.hash == sha256(reported.state.as_bytes()))
                    && reported.state.len() >= LINK_STATE_LETTERS;
            }
            _ => {}
        }
        step.must(opens, "a secret is valid for its own resource", || format!("{:?}", step.replied.answer))?;
        self.check_kept(step, reported, claims.as_ref(), lasts)
    }

    /// The token for the transport and the token in the answer have these claims, and the former has this lifetime.
    fn check_kept(
        &self,
        step: &AnsweredStep<'_>,
        reported: Option<&String>,
        claims: Option<&Claims>,
        lasts: Option<u64>,
    ) -> CheckResult {
        let (kept, kept_s) = match &step.replied.issued {
            Some(Issued::Session { token, lasts_s } | Issued::Seat { token, lasts_s, .. }) => {
                (Some(token), Some(*lasts_s))
            }
            None => (None, None),
        };
        // The seat of a repeated claim keeps its lifetime.
        let lasts_right = kept_s == lasts || kept_s.is_some() && step.replied.replayed;
        let kept = kept.map(|token| token.reveal());
        let mut tokens =
            kept.into_iter().chain(reported.map(String::as_str)).map(|token| self.settings.keys().read_token(token));
        let right = lasts_right && tokens.all(|reported| reported.as_ref() == claims);
        let said = || format!("{claims:?} for {lasts:?} s, not for {kept_s:?}");
        step.must(right, "a token has the expected claims", said)
    }
}
