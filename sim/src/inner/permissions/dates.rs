//! What is handed out is dated as it should be: seats, grants, states to link with, invitations.

use super::doors::{browser_of, sealed_bytes};
use crate::inner::judge::{Judge, PendingRequest};
use crate::inner::model::{CheckResult, must};
use turnstone_service::admin::{AdminAct, Whom};
use turnstone_service::answer::{AdminAnswer, Answer};
use turnstone_service::credentials::{Claims, code_hash};
use turnstone_service::effects::{Order, Replied, Reply};
use turnstone_service::games::Seat;
use turnstone_service::ids::{AccountId, GrantId};
use turnstone_service::record::{Change, Player, Record};
use turnstone_service::request::Request;
use turnstone_service::secret::sha256;
use turnstone_service::time::Millis;

/// How long a guest's seat is his, in seconds.
const PRACTICE_S: u64 = 2 * 3_600;
/// How long a state counts with which an identity can be linked, in seconds.
const LINK_S: u64 = 600;
/// How long nobody gets the handle of somebody erased, in milliseconds.
const FREED_MS: u64 = 30 * 86_400_000;

impl Judge {
    /// What a reply that comes in the step of its request hands out.
    pub(crate) fn check_dates(
        &mut self,
        pending: &PendingRequest,
        replied: &Replied,
        changes: &[Change],
    ) -> CheckResult {
        let now = self.now();
        let said = || format!("{} {:?} at {now:?}: {:?}", pending.who, pending.request, replied.answer);
        match (&replied.answer, &pending.request) {
            (Answer::Practice(answer), _) if !replied.replayed => {
                let until = now.plus_s(PRACTICE_S);
                let should = Claims::Seat { table: answer.table_id, seat: Seat(0), grant: None, expires_at: until };
                let claims = self.keys.read_token(&answer.access_token);
                let right = answer.expires_at == until && claims == Some(should);
                must(right, "a guest's seat is his for two hours", said)
            }
            (Answer::Granted(answer), Request::IssueGrant { table, expires_in_s, .. }) => {
                let row = self.model.grants.get(&answer.grant_id);
                let owner = row.map(|row| row.owner);
                let until =
                    if replied.replayed { row.map(|row| row.expires_at) } else { Some(now.plus_s(*expires_in_s)) };
                let seat = self.model.row(*table).and_then(|row| row.players.get(answer.seat.index()).copied());
                let told = (answer.table_id, Some(answer.expires_at)) == (*table, until);
                let kept = row.is_some_and(|row| {
                    let same = (row.table, row.seat, Some(row.expires_at)) == (*table, answer.seat, until);
                    same && row.claim_hash == code_hash(&answer.claim_token)
                });
                let own = owner.map(Player::Member) == seat;
                must(told && kept && own, "a grant is of one's own seat, for as long as was asked", said)
            }
            (Answer::Claimed(answer), Request::ClaimGrant { client_ref, .. }) => {
                let claims = self.keys.read_token(&answer.access_token);
                let is_own = |grant: GrantId| {
                    self.model.grants.get(&grant).is_some_and(|row| {
                        let won = row.claimed.is_some_and(|(_, by)| by == sha256(client_ref.as_bytes()));
                        let told = (answer.table_id, answer.seat, answer.expires_at);
                        won && told == (row.table, row.seat, row.expires_at)
                    })
                };
                let right = matches!(&claims, Some(Claims::Seat { table, seat, grant: Some(grant), expires_at })
                    if (*table, *seat, *expires_at) == (answer.table_id, answer.seat, answer.expires_at) && is_own(*grant));
                must(right, "a claim opens the grant's seat, for as long as it lasts", said)
            }
            (Answer::Challenge(answer), _) => {
                let account = claimed_account(pending);
                let row = account.and_then(|account| self.model.link_states.get(&account));
                let right = row.is_some_and(|row| {
                    row.hash == sha256(answer.state.as_bytes()) && row.expires_at == now.plus_s(LINK_S)
                });
                must(right, "a state to link with counts for ten minutes", said)
            }
            (Answer::Erased(_), Request::Erase { confirm_handle }) => {
                let kept = self.free(claimed_account(pending), confirm_handle, changes);
                must(kept, "a handle is kept free for 30 days", said)
            }
            (Answer::Admin(AdminAnswer::Done(done)), _) => {
                let Some(Order::Act(order)) = &pending.order else { return Ok(()) };
                let AdminAct::Erase { whom: Whom::Handle(handle) } = &order.act else { return Ok(()) };
                let kept = self.free(done.account, handle, changes);
                must(kept, "a handle is kept free for 30 days", said)
            }
            (Answer::Ok(_), Request::PushSubscribe { endpoint, p256dh, auth }) => {
                let row = self.model.subscriptions.get(&browser_of(endpoint));
                let own = row.is_some_and(|row| Some(row.account) == claimed_account(pending));
                must(own, "a browser is whose it was subscribed by", said)?;
                let bytes = row.and_then(|row| sealed_bytes(&row.browser)).cloned();
                let keys = (p256dh.reveal().to_owned(), auth.reveal().to_owned());
                self.browser_keys.extend(bytes.map(|bytes| (bytes, keys)));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Somebody was erased: whether nobody gets his handle for a while.
    fn free(&mut self, account: Option<AccountId>, handle: &str, changes: &[Change]) -> bool {
        let free_at = Millis(self.now().0 + FREED_MS);
        let handle = handle.trim().to_lowercase();
        self.freed.extend(account.map(|account| (account, (handle, free_at))));
        changes.iter().any(|change| matches!(change, Change::Put(Record::Freed(_, row)) if row.free_at == free_at))
    }

    /// An invitation is what the operator ordered.
    pub(crate) fn check_invitation(&self, order: &Order, reply: Option<&Reply>) -> CheckResult {
        let Some(Ok(replied)) = reply else { return Ok(()) };
        let (uses, expires_in_s, test) = match order {
            Order::Invite { uses, expires_in_s, test } => (uses, expires_in_s, test),
            Order::Act(order) => {
                let AdminAct::Invite { uses, expires_in_s, test } = &order.act else { return Ok(()) };
                (uses, expires_in_s, test)
            }
            Order::Drain | Order::Full(_) | Order::Limits(_) | Order::Show(_) => return Ok(()),
        };
        let Answer::Invited(invited) = &replied.answer else { return Ok(()) };
        let row = self.model.invitations.get(&code_hash(&invited.invite_code));
        let until = expires_in_s.map(|s| self.now().plus_s(s));
        let right = row
            .is_some_and(|row| (row.uses_left, row.expires_at, row.test, row.referrer) == (*uses, until, *test, None));
        must(right && invited.uses == *uses, "an invitation is what was ordered", || format!("{order:?}: {row:?}"))
    }
}

const fn claimed_account(pending: &PendingRequest) -> Option<AccountId> {
    match &pending.caller.claims {
        Some(Claims::Account { account, .. }) => Some(*account),
        Some(Claims::Seat { .. }) | None => None,
    }
}
