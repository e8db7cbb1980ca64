//! What is kept, held open or held back for a time: for all of it, and from the right moment on.

use crate::inner::judge::{Judge, PendingRequest, account_of, ended_at};
use crate::inner::permissions::{browser_of, sealed_bytes};
use crate::prelude::*;

impl Judge {
    /// Look at what a step writes before the model takes it over.
    pub(crate) fn check_times(&self, changes: &[Change]) -> CheckResult {
        let now = self.now();
        for change in changes {
            match change {
                Change::Put(Record::Archive(id, row)) => {
                    let from = ended_at(&row.table).map(|at| at.plus_s(self.settings.archive_after_s));
                    must(from.is_some_and(|from| from <= now), "a table that is over stays for a while", || {
                        format!("{id} is archived at {now:?}, not from {from:?} on")
                    })?;
                }
                Change::Put(Record::Table(id, row)) if !self.model.tables.contains_key(id) => {
                    let Status::Waiting { expires_at } = row.status else { continue };
                    let until = now.plus_s(self.waits_s(row));
                    must(expires_at == until, "a table waits as long as its kind does", || {
                        format!("{id} {row:?} until {expires_at:?}, not {until:?}")
                    })?;
                }
                Change::Put(Record::Freed(_, row)) => {
                    let until = now.plus_s(HANDLE_REST_S);
                    must(row.free_at == until, "the handle of an erased member rests", || {
                        format!("{row:?} at {now:?}")
                    })?;
                }
                Change::Put(Record::LinkState(_, row)) => {
                    let until = now.plus_s(LINK_STATE_S);
                    must(row.expires_at == until, "a state to link with has its time", || {
                        format!("{row:?} at {now:?}")
                    })?;
                }
                Change::Remove(Key::Ref(hash)) => {
                    let made = self.model.refs.get(hash).map(|row| row.at);
                    let is_old = made.is_some_and(|at| at.plus_s(REFERENCE_S) <= now);
                    must(is_old, "a reference is known for a day", || format!("made at {made:?}, gone at {now:?}"))?;
                }
                Change::Put(_) | Change::Remove(_) => {}
            }
        }
        Ok(())
    }

    /// The handle of an erased member rests from now on, and a browser is known with its keys.
    pub(super) fn note_handed(
        &mut self,
        pending: &PendingRequest,
        replied: &Replied,
        changes: &[Change],
    ) -> CheckResult {
        let erased = match (&replied.answer, &pending.request, &pending.order) {
            (Answer::Erased(_), Request::Erase { confirm_handle }, _) => account_of(pending).zip(Some(confirm_handle)),
            (Answer::Admin(AdminAnswer::Done(done)), _, Some(Order::Act(order))) => match &order.act {
                AdminAct::Erase { whom: Whom::Handle(handle) } => done.account.zip(Some(handle)),
                _ => None,
            },
            (Answer::Ok(_), Request::PushSubscribe { endpoint, p256dh, auth }, _) => {
                let row = self.model.subscriptions.get(&browser_of(endpoint));
                let bytes = row.and_then(|row| sealed_bytes(&row.browser)).cloned();
                let keys = (p256dh.reveal().to_owned(), auth.reveal().to_owned());
                self.browser_keys.extend(bytes.map(|bytes| (bytes, keys)));
                None
            }
            _ => None,
        };
        let Some((account, handle)) = erased else { return Ok(()) };
        let free_at = self.now().plus_s(HANDLE_REST_S);
        self.freed.insert(account, (handle.trim().to_lowercase(), free_at));
        let rests = changes.iter().any(|change| matches!(change, Change::Put(Record::Freed(..))));
        must(rests, "the handle of an erased member rests", || format!("{} {:?}", pending.who, pending.request))
    }

    /// How long a new table waits for its members, in seconds.
    fn waits_s(&self, row: &TableRow) -> u64 {
        let pace = self.settings.config().pace;
        match row.pace {
            Pace::Daily => pace.waiting_daily_s,
            Pace::Live if row.invited.is_some() => pace.waiting_invited_s,
            Pace::Live => pace.waiting_live_s,
        }
    }
}
