//! Records what a granted request hands over.

use crate::inner::judge::{Judge, PendingRequest, account_of};
use crate::inner::permissions::{browser_of, sealed_bytes};
use crate::rules::HANDLE_REST_S;
use crate::violation::{CheckResult, must};
use turnstone_service::admin::{AdminAct, Whom};
use turnstone_service::answer::{AdminAnswer, Answer};
use turnstone_service::effects::{Order, Replied};
use turnstone_service::record::{Change, Record};
use turnstone_service::request::Request;

impl Judge {
    /// The handle of an erased member is reserved from now on, and a subscribed browser is known with its keys.
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
        must(rests, "the handle of an erased member is reserved", || format!("{} {:?}", pending.who, pending.request))
    }
}
