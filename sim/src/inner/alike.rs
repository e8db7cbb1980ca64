//! Sends the same read to the follower and to a core that was just started from storage. Both must respond alike.
//! Public responses must be equal for every caller.

use super::difference::difference;
use super::driver::Driver;
use super::events::request_id;
use super::world::SimWorld;
use crate::inner::judge::is_read;
use crate::rng::mix;
use crate::violation::{CheckResult, must};
use serde_json::Value;
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
        let callers: Vec<Caller> = self.known.people.keys().take(2).map(|who| self.known.caller(who)).collect();
        let at = self.judge.now().max(Millis(self.clock));
        self.driver.ask_alike(questions.into_values().collect(), &callers, at)
    }
}

impl Driver {
    /// The follower is opened again afterwards, because reads change its counters.
    fn ask_alike(&mut self, questions: Vec<Question>, callers: &[Caller], at: Millis) -> CheckResult {
        let mut fresh = self.reopen()?;
        let follower = self.reopen()?;
        let mut asked = std::mem::replace(&mut self.follower, follower);
        for (n, question) in questions.into_iter().enumerate() {
            let said = |service: &mut Service| ask(service, n, question.clone(), at);
            let (reported, expected) = (said(&mut asked), said(&mut fresh));
            must(reported == expected, "a follower and a fresh start give equal responses", || {
                format!("{:?}\n{}", question.1, difference(&expected, &reported))
            })?;
        }
        self.equal_for_all(callers, &mut fresh, at)
    }

    fn equal_for_all(&self, callers: &[Caller], fresh: &mut Service, at: Millis) -> CheckResult {
        let public = [
            Request::OpenTables { game_id: None },
            Request::PlayingTables,
            Request::Leaderboard { limit: 20 },
            Request::Daily,
        ];
        for request in public {
            let mut first: Option<Value> = None;
            for caller in callers {
                let Some(reported) = shared_part(fresh, caller.clone(), request.clone(), at) else { continue };
                let expected = first.get_or_insert_with(|| reported.clone());
                must(*expected == reported, "public responses are equal for every caller", || {
                    format!("{request:?}\n{}", difference(&expected.to_string(), &reported.to_string()))
                })?;
            }
        }
        Ok(())
    }
}

/// The reply of a core to a request, with its effects.
fn ask(service: &mut Service, n: usize, (caller, request): Question, at: Millis) -> String {
    let Effects { batch, replies, queries, calls } = apply(service, n, caller, request, at);
    let reported: Vec<String> = replies
        .iter()
        .map(|(_, reply)| match reply {
            Ok(replied) => format!("{} {:?}", replied.answer.json(), replied.place),
            Err(rejected) => format!("{:?}", rejected.rejection),
        })
        .collect();
    format!("{reported:?} {queries:?} {:?} {} calls", batch.changes, calls.len())
}

fn apply(service: &mut Service, n: usize, caller: Caller, request: Request, at: Millis) -> Effects {
    let id = request_id(u32::MAX, n as u64);
    service.apply(Stamp { at, entropy: [n as u8; 32] }, Command::Request { id, caller, request: Box::new(request) })
}

/// An answer without the fields about the caller.
fn shared_part(service: &mut Service, caller: Caller, request: Request, at: Millis) -> Option<Value> {
    let effects = apply(service, 0, caller, request, at);
    let replied = effects.replies.into_iter().next()?.1.ok()?;
    let mut reported = serde_json::to_value(&replied.answer).ok()?;
    let fields = reported.as_object_mut()?;
    fields.remove("me");
    fields.remove("mine");
    Some(reported)
}
