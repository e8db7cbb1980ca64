//! Faults that the simulator injects at the boundary of the loop. Each must be detected. Faults in the code of the
//! product are mutants (`crate::mutants`).

use crate::inner::prelude::*;
use crate::inner::settings::WorldSettings;
use crate::switch;
use clap::ValueEnum;
use std::collections::HashMap;
use turnstone_service::answer::Reason;

/// A fault at the boundary of the loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Bug {
    DroppedFsync,
    ReplyBeforeCommit,
    DoubleRefund,
    LedgerRowMissing,
    RefillForgotten,
    TimerDropped,
    TooManyPlaces,
    BadReadHidden,
    DurableDropped,
    QueueReordered,
    BoundIgnored,
    PushTwice,
    PushElsewhere,
    PushNotWritten,
    HashOrder,
    NeverEnds,
}

impl Bug {
    /// Whether a rule detects it. Non-determinism is detected by repeating the run, and a step that does not end by a
    /// watchdog.
    pub const fn breaks_a_rule(self) -> bool {
        !matches!(self, Self::HashOrder | Self::NeverEnds)
    }

    /// Its number as a switch. Mutants have small numbers.
    pub const fn number(self) -> u32 {
        1 << 31 | self as u32
    }

    /// Inject it in this thread until the guard is dropped.
    pub fn inject(self) -> switch::Active {
        switch::activate(Some(self.number()))
    }

    /// Whether it is injected in this thread.
    pub(crate) fn is_active(self) -> bool {
        switch::active() == Some(self.number())
    }

    /// The fault that is injected in this thread.
    pub(crate) fn active() -> Option<Self> {
        Self::value_variants().get(switch::active()?.checked_sub(1 << 31)? as usize).copied()
    }
}

/// The configuration of the core, which a fault may change.
pub(super) fn spoiled_config(settings: &WorldSettings) -> Config {
    let mut config = settings.config();
    if Bug::TooManyPlaces.is_active() {
        config.limits.long_polls_total = config.limits.long_polls_total.saturating_mul(2);
    }
    config
}

/// Corrupt a command before the core gets it, if a fault does so.
pub(crate) fn spoil_command(command: &mut Command) {
    match (Bug::active(), command) {
        (Some(Bug::DurableDropped), command @ Command::Durable(_)) => *command = Command::Durable(BatchId(0)),
        (Some(Bug::NeverEnds), Command::Request { request, .. }) if matches!(**request, Request::Logout(_)) => loop {
            std::thread::park();
        },
        // The error is reported as an empty result.
        (Some(Bug::BadReadHidden), Command::Found { rows, .. }) if rows.is_err() => *rows = Ok(Vec::new()),
        _ => {}
    }
}

/// Corrupt the effects of a command, if a fault does so.
pub(crate) fn spoil_effects(effects: &mut Effects) {
    let changes = &mut effects.batch.changes;
    match Bug::active() {
        Some(Bug::DoubleRefund) => {
            if let Some(at) = changes.iter().position(|change| is_ledger(change, Reason::Payout)) {
                changes.insert(at, changes[at].clone());
            }
        }
        Some(Bug::LedgerRowMissing) => {
            if let Some(at) = changes.iter().position(|change| is_ledger(change, Reason::Buyin)) {
                changes.remove(at);
            }
        }
        Some(Bug::RefillForgotten) => {
            for change in changes {
                if let Change::Put(Record::Balance(_, row)) = change {
                    row.refilled = None;
                }
            }
        }
        Some(Bug::PushTwice) => {
            let again = effects.calls.iter().find(|(_, call)| matches!(call, Call::Push(_))).cloned();
            effects.calls.extend(again);
        }
        Some(Bug::PushElsewhere) => {
            for (_, call) in &mut effects.calls {
                if let Call::Push(push) = call {
                    push.endpoint = Secret::new("https://push.example.org/somebody-elses".to_owned());
                }
            }
        }
        Some(Bug::PushNotWritten) => changes.retain(|change| !matches!(change, Change::Put(Record::Notice(..)))),
        Some(Bug::HashOrder) => hash_order(&mut effects.replies),
        // The other faults are injected by the disk or the loop, or corrupt commands.
        _ => {}
    }
}

/// The replies leave in the order of a randomly seeded hash map.
fn hash_order(replies: &mut Vec<(RequestId, Reply)>) {
    let hashed: HashMap<u64, Reply> = replies.drain(..).map(|(id, reply)| (id.0, reply)).collect();
    replies.extend(hashed.into_iter().map(|(id, reply)| (RequestId(id), reply)));
}

fn is_ledger(change: &Change, reason: Reason) -> bool {
    matches!(change, Change::Put(Record::Ledger(_, _, row)) if row.reason == reason)
}
