//! Checks the loop: commands in order, commits before replies, and bounds of a group commit.

use crate::inner::events::{AppliedCommand, Input};
use crate::inner::prelude::*;

/// The expected behaviour of the loop towards the core, storage and the callers.
#[derive(Default)]
pub(crate) struct CommitOracle {
    /// Bounds of a group commit: commands, without timers, and bytes.
    bounds: GroupBounds,
    /// Commands that are queued.
    pushed: VecDeque<Input>,
    /// The newest request of the core, where the queue is not observed.
    newest: Option<RequestId>,
    /// Replies that are not released, with the batch that they depend on.
    owed: VecDeque<(RequestId, BatchId)>,
    /// Outbound calls that are not released, with the batch that they depend on.
    owed_calls: VecDeque<(CallId, BatchId)>,
    /// Batches that storage was not given.
    unwritten: Vec<Batch>,
    /// The newest batch that the core made, that storage has, and that the core was notified of.
    made: BatchId,
    stored: BatchId,
    reported: BatchId,
    /// Idempotency keys of recent batches.
    references: BTreeMap<[u8; 32], BatchId>,
    /// The batch of the last command.
    latest: BatchId,
    /// The newest batch of storage when the group commit began.
    stored_before: BatchId,
    /// Commands of this group commit, without timers.
    taken: usize,
    /// Whether a due timer has not run in this group commit.
    is_due: bool,
}

impl CommitOracle {
    /// The oracle of a loop that has just started.
    pub(crate) fn new(bounds: GroupBounds) -> Self {
        Self { bounds, ..Self::default() }
    }

    /// The oracle of a loop whose queue is not observed: its requests have increasing numbers.
    pub(crate) fn numbered(bounds: GroupBounds) -> Self {
        Self { newest: Some(RequestId(0)), ..Self::new(bounds) }
    }

    /// The oracle after a restart.
    pub(crate) fn anew(&self, bounds: GroupBounds) -> Self {
        if self.newest.is_some() { Self::numbered(bounds) } else { Self::new(bounds) }
    }

    pub(crate) fn push(&mut self, command: &Command) {
        self.pushed.push_back(Input::of(command));
    }

    /// Whether the core was notified of every batch.
    pub(crate) fn knows_all(&self) -> bool {
        self.reported >= self.made
    }

    /// Whether storage does not have all batches.
    pub(crate) fn is_under_way(&self) -> bool {
        self.stored < self.made
    }

    /// A group commit begins, with or without a timer that is due.
    pub(crate) const fn begin(&mut self, is_due: bool) {
        (self.taken, self.stored_before, self.is_due) = (0, self.stored, is_due);
    }

    /// The core applied a command, at this time of the simulated clock.
    pub(crate) fn applied(&mut self, applied: &AppliedCommand, clock: Millis) -> CheckResult {
        let AppliedCommand { input, at, stale_dice, due, effects, .. } = applied;
        must!(*at == clock && !stale_dice, "every command has its own stamp", "{input:?} at {at:?}")?;
        if matches!(input, Input::Tick) {
            self.is_due = false;
            must!(self.taken == 0, "due timers run before commands", "after {} commands", self.taken)?;
        } else {
            // Further decisions of agents may wait: they need no time.
            let waits = |due: &Deadline| due.timer == Timer::AgentsDecide && due.at == clock;
            let late = due.is_some_and(|deadline| deadline.at <= clock && !waits(&deadline));
            must!(self.taken > 0 || !late, "due timers run before commands", "{input:?} before {due:?}")?;
            self.taken += 1;
        }
        must!(self.taken <= self.bounds.commands, "a group commit stays within its bounds", "{} commands", self.taken)?;
        match input {
            Input::Request(id) | Input::Operate(id, _) if self.newest.is_some() => {
                let newest = self.newest.replace(*id);
                let shown = || format!("{input:?} after {newest:?}");
                must(newest < Some(*id), "commands are applied in the order of arrival", shown)?;
            }
            Input::Hangup(_) | Input::Returned(_) if self.newest.is_some() => {}
            Input::Request(_) | Input::Operate(..) | Input::Hangup(_) | Input::Returned(_) => {
                let next = self.pushed.pop_front();
                let same = next.as_ref().is_some_and(|next| next.same(input));
                must!(same, "commands are applied in the order of arrival", "{input:?}, not {next:?}")?;
            }
            Input::Durable(batch) => {
                let said = || format!("{batch:?} of {:?} in storage", self.stored);
                must(*batch <= self.stored, "the core is notified of a batch after storage has it", said)?;
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

    /// The last command stored an idempotency key.
    pub(crate) fn reference(&mut self, row: [u8; 32]) {
        self.references.insert(row, self.latest);
    }

    /// Whether the core was not yet notified that the batch of this key is stored.
    pub(crate) fn is_in_flight(&self, row: &[u8; 32]) -> bool {
        self.references.contains_key(row)
    }

    /// A batch of the core is to be written.
    pub(crate) fn keep(&mut self, batch: Batch) {
        if !(batch.changes.is_empty() && batch.slots.is_empty()) {
            self.made = self.made.max(batch.id);
            self.unwritten.push(batch);
        }
    }

    /// Storage gets a group commit. Returns its batches, and whether others did not fit.
    pub(crate) fn append(&mut self, group: &GroupCommit) -> Result<(Vec<Batch>, bool), Violation> {
        let bytes = group.bytes();
        let there = self.unwritten.iter().take_while(|batch| batch.id <= group.last()).count();
        let batches: Vec<Batch> = self.unwritten.drain(..there).collect();
        // The changes of one command are never split.
        let most = if there == 1 { COMMIT_BYTES } else { self.bounds.bytes };
        must!(bytes <= most, "a group commit stays within its bounds", "{bytes} bytes")?;
        let said = || format!("{} batches up to {:?}", there, group.last());
        must(is_merged(&batches, group), "a commit contains exactly the core's changes", said)?;
        Ok((batches, !self.unwritten.is_empty()))
    }

    /// Storage has all batches up to this one.
    pub(crate) fn stored(&mut self, batch: BatchId) {
        self.stored = self.stored.max(batch);
    }

    /// Cold rows are read.
    pub(crate) fn read(&self) -> CheckResult {
        let said = || format!("{:?} were made, storage has {:?}", self.made, self.stored);
        must(self.stored >= self.made, "storage is read after earlier changes are written", said)
    }

    /// A group commit is over, with these replies and calls.
    pub(crate) fn end(&mut self, replies: &[(RequestId, Reply)], calls: &[(CallId, Call)]) -> CheckResult {
        let done = !self.is_due || self.is_under_way();
        must(done, "due timers run before commands", || "nothing was done of it".to_owned())?;
        for (id, _) in replies {
            let owed = self.owed.pop_front();
            let said = || format!("{id:?}, not {owed:?}");
            must(owed.is_some_and(|(other, _)| other == *id), "every reply is released once, in order", said)?;
            let stored = self.stored;
            let seen = || format!("{owed:?} left, storage has {stored:?}");
            must(owed.is_some_and(|(_, batch)| batch <= stored), "a reply is released after its commit", seen)?;
        }
        for (id, _) in calls {
            let (owed, stored) = (self.owed_calls.pop_front(), self.stored);
            let durable = owed.is_some_and(|(other, batch)| other == *id && batch <= stored);
            let shown = || format!("{owed:?}, stored {stored:?}");
            must(durable, "an outbound call is released once, in order, after its commit", shown)?;
        }
        // What shares a commit with later changes waits for them. No command is applied while a query waits for them.
        let stays = self.is_under_way();
        let (done, said) = (stays || self.owed_calls.is_empty(), || format!("{:?} stay", self.owed_calls));
        must(done, "an outbound call is released once, in order, after its commit", said)?;
        must!(stays || self.owed.is_empty(), "every reply is released once, in order", "{:?} stay", self.owed)?;
        let said = || format!("{:?}, storage has had {:?}", self.reported, self.stored_before);
        let notified = self.reported >= self.stored_before || stays;
        must(notified, "the core is notified of every stored batch", said)
    }

    /// The run has come to rest.
    pub(crate) fn at_rest(&self) -> CheckResult {
        let said = || format!("{:?} of {:?}, {:?}", self.reported, self.made, self.pushed);
        must(self.pushed.is_empty() && self.knows_all(), "nothing is in flight at the end", said)
    }
}

/// Whether a group commit consists of exactly these batches.
fn is_merged(batches: &[Batch], group: &GroupCommit) -> bool {
    if let [batch] = batches {
        // Encoding the batch again would be slow and check little.
        return batch.id == group.last() && group.changes().len() <= batch.changes.len();
    }
    let mut merged = GroupCommit::default();
    let fits = batches.iter().all(|batch| merged.add(batch).is_ok());
    fits && merged.changes() == group.changes() && merged.slots().len() == group.slots().len()
}
