//! Sends the same read to the follower and to a core that was just started from storage. Both must respond alike. The
//! follower writes nothing, whatever it is sent and however long it has heard nothing.

use super::reader::text_of_reply;
use crate::inner::difference::difference;
use crate::inner::driver::Driver;
use crate::inner::events::request_id;
use crate::inner::judge::is_read;
use crate::inner::prelude::*;
use crate::inner::world::SimWorld;

/// Number of latest requests that are searched for reads. One of each kind is sent.
const LATEST: usize = 80;
/// One check in this many repeats reads, because two more cores have to be started from storage.
const SELDOM: u64 = 3;

type Question = (Caller, Request);

impl SimWorld {
    /// Repeat the latest read of each kind.
    pub(super) fn ask_alike(&mut self) -> CheckResult {
        if !mix(&[self.seed, self.step.into(), 0xa11e]).is_multiple_of(SELDOM) {
            return Ok(());
        }
        let mut questions: BTreeMap<&str, Question> = BTreeMap::new();
        for asked in self.known.requests.values().rev().take(LATEST) {
            questions.entry(asked.operation).or_insert_with(|| (self.known.caller(&asked.who), asked.request.clone()));
        }
        let at = self.judge.now.max(Millis(self.clock));
        let (reads, writes) = questions.into_values().partition(|(_, request)| is_read(request));
        self.driver.ask_alike(reads, at)?;
        self.driver.ask_follower(writes, at)
    }
}

impl Driver {
    /// The follower is opened again afterwards, because reads change its counters.
    fn ask_alike(&mut self, questions: Vec<Question>, at: Millis) -> CheckResult {
        let mut fresh = self.reopen()?;
        let follower = self.reopen_follower()?;
        let mut asked = std::mem::replace(&mut self.follower, follower);
        for (n, question) in questions.into_iter().enumerate() {
            let said = |service: &mut Service| ask(service, n, question.clone(), at);
            let ((reported, changes), (expected, begun)) = (said(&mut asked), said(&mut fresh));
            must!(changes.is_empty(), WRITES_NOTHING, "{:?}: {changes:?}", question.1)?;
            let seen = || format!("{:?}\n{}", question.1, difference(&expected, &reported));
            // The core that leads may begin a day first.
            must(reported == expected || !begun.is_empty(), "a follower and a fresh start give equal responses", seen)?;
        }
        Ok(())
    }

    /// Send the follower what only the core that leads can do, and then let it hear nothing for a day.
    fn ask_follower(&mut self, writes: Vec<Question>, at: Millis) -> CheckResult {
        let mut follower = self.reopen_follower()?;
        for (n, question) in writes.into_iter().enumerate() {
            let (reported, changes) = ask(&mut follower, n, question, at);
            must!(changes.is_empty(), WRITES_NOTHING, "{changes:?}")?;
            must(reported.contains("Unavailable"), "a follower rejects what changes something", || reported)?;
        }
        let later = Millis(at.0 + DAY_MS);
        let anonymous = Caller::new(None, [192, 0, 2, 1].into());
        let (reported, changes) = ask(&mut follower, 0, (anonymous, Request::DailyBoard), later);
        must!(changes.is_empty(), WRITES_NOTHING, "{changes:?}")?;
        must(reported.contains("dateKey"), "a follower knows the challenge of the day", || reported)?;
        let tick = follower.apply(Stamp { at: later, entropy: [0; 32] }, Command::Tick).batch;
        must!(tick.changes.is_empty(), WRITES_NOTHING, "{tick:?}")
    }
}

const WRITES_NOTHING: &str = "a core that follows writes nothing";

/// The reply of a core to a request, with its effects; and the changes.
fn ask(service: &mut Service, n: usize, (caller, request): Question, at: Millis) -> (String, Vec<Change>) {
    let (id, stamp) = (request_id(u32::MAX, n as u64), Stamp { at, entropy: [n as u8; 32] });
    let command = Command::Request { id, caller, request: Box::new(request) };
    let Effects { batch, replies, queries, calls, .. } = service.apply(stamp, command);
    let reported: Vec<String> = replies.iter().map(|(_, reply)| text_of_reply(reply)).collect();
    (format!("{reported:?} {queries:?} {} calls", calls.len()), batch.changes)
}
