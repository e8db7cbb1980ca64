//! Faults that the simulator injects at the boundary of the loop. Each must be detected. Faults in the code of the
//! product are mutants (`crate::mutants`).

use std::collections::HashMap;
use turnstone_service::answer::Reason;
use turnstone_service::calls::Call;
use turnstone_service::effects::{BatchId, Command, Effects, Reply};
use turnstone_service::record::{Change, Record};
use turnstone_service::request::{Request, RequestId};
use turnstone_service::secret::Secret;

/// A fault at the boundary of the loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
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

    /// Corrupt a command before the core gets it.
    pub(crate) fn spoil_command(self, command: &mut Command) {
        match (self, command) {
            (Self::DurableDropped, command @ Command::Durable(_)) => *command = Command::Durable(BatchId(0)),
            (Self::NeverEnds, Command::Request { request, .. }) if matches!(**request, Request::Logout) => loop {
                std::thread::park();
            },
            // The error is reported as an empty result.
            (Self::BadReadHidden, Command::Found { rows, .. }) if rows.is_err() => *rows = Ok(Vec::new()),
            _ => {}
        }
    }

    /// Corrupt the effects of a command.
    pub(crate) fn spoil_effects(self, effects: &mut Effects) {
        let changes = &mut effects.batch.changes;
        match self {
            Self::DoubleRefund => {
                let refund = changes.iter().position(|change| is_ledger(change, Reason::Payout));
                if let Some(at) = refund {
                    changes.insert(at, changes[at].clone());
                }
            }
            Self::LedgerRowMissing => {
                if let Some(at) = changes.iter().position(|change| is_ledger(change, Reason::Buyin)) {
                    changes.remove(at);
                }
            }
            Self::RefillForgotten => {
                for change in changes {
                    if let Change::Put(Record::Balance(_, row)) = change {
                        row.refilled = None;
                    }
                }
            }
            Self::PushTwice => {
                let again = effects.calls.iter().find(|(_, call)| matches!(call, Call::Push(_))).cloned();
                effects.calls.extend(again);
            }
            Self::PushElsewhere => {
                for (_, call) in &mut effects.calls {
                    if let Call::Push(push) = call {
                        push.endpoint = Secret::new("https://push.example.org/somebody-elses".to_owned());
                    }
                }
            }
            Self::PushNotWritten => changes.retain(|change| !matches!(change, Change::Put(Record::Notice(..)))),
            Self::HashOrder => hash_order(&mut effects.replies),
            // The other faults are injected by the disk or the loop, or corrupt commands.
            _ => {}
        }
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
