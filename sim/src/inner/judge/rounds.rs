//! The loop: commands in the order in which they came, commits before replies, and no more in a group commit than it
//! may hold.

use crate::inner::events::{AppliedCommand, Input};
use crate::prelude::*;
use turnstone_engine::GroupBounds;
use turnstone_storage::GroupCommit;

/// What the loop owes: to the core, to storage and to the callers.
#[derive(Default)]
pub(crate) struct RoundOracle {
    /// Commands of a group commit at most, what was due aside, and bytes of its commit.
    bounds: GroupBounds,
    /// What was let in and has not reached the core.
    pushed: VecDeque<Input>,
    /// Where it is not seen what is let in: the newest request of which the core heard.
    newest: Option<RequestId>,
    /// Replies of the core that have not left, with the batch that they rest on.
    owed: VecDeque<(RequestId, BatchId)>,
    /// Calls of the core that have not left, with the batch that they rest on.
    owed_calls: VecDeque<(CallId, BatchId)>,
    /// Batches that storage was not given.
    unwritten: Vec<Batch>,
    /// The newest batch that the core made, that storage has, and of which the core knows that.
    made: BatchId,
    stored: BatchId,
    reported: BatchId,
    /// Idempotency keys that were kept of late, with the batch that they came with.
    references: BTreeMap<[u8; 32], BatchId>,
    /// The batch of the command that the core took last.
    latest: BatchId,
    /// What storage had when the group commit began.
    stored_before: BatchId,
    /// Commands of this group commit, what was due aside.
    taken: usize,
    /// Whether something is due and was not done in this group commit.
    is_due: bool,
}

impl RoundOracle {
    /// A loop that has done nothing yet.
    pub(crate) fn new(bounds: GroupBounds) -> Self {
        Self { bounds, ..Self::default() }
    }

    /// A loop of which it is not seen what is let in: its requests are numbered as they come.
    pub(crate) fn numbered(bounds: GroupBounds) -> Self {
        Self { newest: Some(RequestId(0)), ..Self::new(bounds) }
    }

    /// The same loop in a process that has done nothing yet.
    pub(crate) fn anew(&self, bounds: GroupBounds) -> Self {
        if self.newest.is_some() { Self::numbered(bounds) } else { Self::new(bounds) }
    }

    /// A command is let in.
    pub(crate) fn push(&mut self, command: &Command) {
        self.pushed.push_back(Input::of(command));
    }

    /// Whether the core knows of every batch that it made that it is stored.
    pub(crate) fn knows_all(&self) -> bool {
        self.reported >= self.made
    }

    /// A group commit begins, in which something is due or not.
    pub(crate) const fn begin(&mut self, is_due: bool) {
        (self.taken, self.stored_before, self.is_due) = (0, self.stored, is_due);
    }

    /// The core took a command, at this moment of the simulated clock.
    pub(crate) fn applied(&mut self, applied: &AppliedCommand, clock: Millis) -> CheckResult {
        let AppliedCommand { input, at, stale_dice, due, effects, .. } = applied;
        must(*at == clock && !stale_dice, "every command has its own stamp", || format!("{input:?} at {at:?}"))?;
        if matches!(input, Input::Tick) {
            self.is_due = false;
            must(self.taken == 0, "what is due comes first", || format!("after {} commands", self.taken))?;
        } else {
            let late = due.is_some_and(|deadline| deadline.at <= clock);
            must(self.taken > 0 || !late, "what is due comes first", || format!("{input:?} before {due:?}"))?;
            self.taken += 1;
        }
        must(self.taken <= self.bounds.commands, "a round has a bound", || format!("{} commands", self.taken))?;
        match input {
            Input::Request(id) | Input::Operate(id, _) if self.newest.is_some() => {
                let newest = self.newest.replace(*id);
                must(newest < Some(*id), "commands are taken in the order in which they came", || {
                    format!("{input:?} after {newest:?}")
                })?;
            }
            Input::Hangup(_) | Input::Returned(_) if self.newest.is_some() => {}
            Input::Request(_) | Input::Operate(..) | Input::Hangup(_) | Input::Returned(_) => {
                let next = self.pushed.pop_front();
                let same = next.as_ref().is_some_and(|next| next.same(input));
                must(same, "commands are taken in the order in which they came", || {
                    format!("{input:?}, not {next:?}")
                })?;
            }
            Input::Durable(batch) => {
                let said = || format!("{batch:?} of {:?} in storage", self.stored);
                must(*batch <= self.stored, "the core learns of a batch when storage has it", said)?;
                self.reported = self.reported.max(*batch);
                self.references.retain(|_, made_in| *made_in > *batch);
            }
            Input::Found { .. } | Input::Tick => {}
        }
        self.latest = effects.batch.id;
        self.owed_calls.extend(effects.calls.iter().map(|(id, _)| (*id, effects.batch.id)));
        self.owed.extend(effects.replies.iter().map(|(id, _)| (*id, effects.batch.id)));
        Ok(())
    }

    /// An idempotency key was kept with what the command did that the core took last.
    pub(crate) fn reference(&mut self, row: [u8; 32]) {
        self.references.insert(row, self.latest);
    }

    /// Whether the core does not know yet that what this key made is in storage.
    pub(crate) fn is_in_flight(&self, row: &[u8; 32]) -> bool {
        self.references.contains_key(row)
    }

    /// A batch that the core made is to be written.
    pub(crate) fn keep(&mut self, batch: Batch) {
        if !(batch.changes.is_empty() && batch.slots.is_empty()) {
            self.made = self.made.max(batch.id);
            self.unwritten.push(batch);
        }
    }

    /// Storage is given a group commit. Returns its batches, and whether there are more that did not fit into it.
    pub(crate) fn append(&mut self, round: &GroupCommit) -> Result<(Vec<Batch>, bool), Violation> {
        let bytes = round.bytes();
        let there = self.unwritten.iter().take_while(|batch| batch.id <= round.last()).count();
        let batches: Vec<Batch> = self.unwritten.drain(..there).collect();
        // What one command brings about is never cut.
        let most = if there == 1 { COMMIT_BYTES } else { self.bounds.bytes };
        must(bytes <= most, "a round has a bound", || format!("{bytes} bytes"))?;
        must(is_merged(&batches, round), "a commit is what the core wanted written", || {
            format!("{} batches up to {:?}", there, round.last())
        })?;
        Ok((batches, !self.unwritten.is_empty()))
    }

    /// Storage has all batches up to this one.
    pub(crate) fn stored(&mut self, batch: BatchId) {
        self.stored = self.stored.max(batch);
    }

    /// Cold rows are read.
    pub(crate) fn read(&self) -> CheckResult {
        let said = || format!("{:?} were made, storage has {:?}", self.made, self.stored);
        must(self.stored >= self.made, "storage is read when it has what was made before", said)
    }

    /// A group commit is over, and these replies and calls leave.
    pub(crate) fn end(&mut self, replies: &[(RequestId, Reply)], calls: &[(CallId, Call)]) -> CheckResult {
        must(!self.is_due, "what is due comes first", || "nothing was done of it".to_owned())?;
        for (id, _) in replies {
            let owed = self.owed.pop_front();
            let said = || format!("{id:?}, not {owed:?}");
            must(owed.is_some_and(|(other, _)| other == *id), "every reply leaves once, in order", said)?;
            let stored = self.stored;
            must(owed.is_some_and(|(_, batch)| batch <= stored), "a reply leaves after its commit", || {
                format!("{owed:?} left, storage has {stored:?}")
            })?;
        }
        for (id, _) in calls {
            let (owed, stored) = (self.owed_calls.pop_front(), self.stored);
            let durable = owed.is_some_and(|(other, batch)| other == *id && batch <= stored);
            must(durable, "a call leaves once, in order, after its commit", || format!("{owed:?}, stored {stored:?}"))?;
        }
        must(self.owed_calls.is_empty(), "a call leaves once, in order, after its commit", || {
            format!("{:?} stay", self.owed_calls)
        })?;
        must(self.owed.is_empty(), "every reply leaves once, in order", || format!("{:?} stay", self.owed))?;
        let said = || format!("{:?}, storage has had {:?}", self.reported, self.stored_before);
        must(self.reported >= self.stored_before, "the core learns what storage has", said)
    }

    /// Everything has come to rest.
    pub(crate) fn at_rest(&self) -> CheckResult {
        let said = || format!("{:?} of {:?}, {:?}", self.reported, self.made, self.pushed);
        must(self.pushed.is_empty() && self.knows_all(), "nothing stays in flight", said)
    }
}

/// Whether a group commit is these batches and nothing else.
fn is_merged(batches: &[Batch], round: &GroupCommit) -> bool {
    if let [batch] = batches {
        // Encoding it once more would say little, and takes its time.
        return batch.id == round.last() && round.changes().len() <= batch.changes.len();
    }
    let mut merged = GroupCommit::default();
    let fits = batches.iter().all(|batch| merged.add(batch).is_ok());
    fits && merged.changes() == round.changes() && merged.slots().len() == round.slots().len()
}
