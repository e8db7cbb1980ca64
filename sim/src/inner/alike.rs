//! Sends the same read to the follower and to a core that was just started from storage. Both must respond alike.

use super::difference::difference;
use super::driver::Driver;
use super::events::request_id;
use super::world::SimWorld;
use crate::inner::judge::is_read;
use crate::rng::mix;
use crate::violation::{CheckResult, must};
use std::collections::BTreeMap;
use turnstone_service::effects::{Command, Effects, Stamp};
use turnstone_service::request::{Caller, Request};
use turnstone_service::service::Service;
use turnstone_service::time::Millis;

/// Number of latest requests that are searched for reads. One of each kind is sent.
const LATEST: usize = 80;
/// One check in this many repeats reads, because two more cores have to be started from storage.
const SELDOM: u64 = 3;

/// A read request and its caller.
type Question = (Caller, Request);

impl SimWorld {
    /// Repeat the latest read of each kind.
    pub(super) fn ask_alike(&mut self) -> CheckResult {
        if !mix(&[self.seed, self.step.into(), 0xa11e]).is_multiple_of(SELDOM) {
            return Ok(());
        }
        let mut questions: BTreeMap<&str, Question> = BTreeMap::new();
        let latest = self.known.requests.values().rev().take(LATEST);
        for asked in latest.filter(|asked| is_read(&asked.request)) {
            let question = || (self.known.caller(&asked.who), asked.request.clone());
            questions.entry(asked.operation).or_insert_with(question);
        }
        let at = self.judge.now().max(Millis(self.clock));
        self.driver.ask_alike(questions.into_values().collect(), at)
    }
}

impl Driver {
    /// The follower is opened again afterwards, because reads change its counters.
    fn ask_alike(&mut self, questions: Vec<Question>, at: Millis) -> CheckResult {
        let mut fresh = self.reopen()?;
        let follower = self.reopen()?;
        let mut asked = std::mem::replace(&mut self.follower, follower);
        for (n, question) in questions.into_iter().enumerate() {
            let said = |service: &mut Service| ask(service, n, question.clone(), at);
            let (reported, expected) = (said(&mut asked), said(&mut fresh));
            let seen = || format!("{:?}\n{}", question.1, difference(&expected, &reported));
            must(reported == expected, "a follower and a fresh start give equal responses", seen)?;
        }
        Ok(())
    }
}

/// The reply of a core to a request, with its effects.
fn ask(service: &mut Service, n: usize, (caller, request): Question, at: Millis) -> String {
    let (id, stamp) = (request_id(u32::MAX, n as u64), Stamp { at, entropy: [n as u8; 32] });
    let command = Command::Request { id, caller, request: Box::new(request) };
    let Effects { batch, replies, queries, calls } = service.apply(stamp, command);
    let reported: Vec<String> = replies
        .iter()
        .map(|(_, reply)| match reply {
            Ok(replied) => format!("{} {:?}", replied.answer.json(), replied.place),
            Err(rejected) => format!("{:?}", rejected.rejection),
        })
        .collect();
    format!("{reported:?} {queries:?} {:?} {} calls", batch.changes, calls.len())
}
