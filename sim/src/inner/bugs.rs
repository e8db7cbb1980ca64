//! Faults that the simulator makes at the edges of the loop: it changes what passes there, and must notice. Faults of the
//! product's own code are mutants (`crate::mutants`).

use std::collections::HashMap;
use turnstone_service::answer::Answer;
use turnstone_service::calls::Call;
use turnstone_service::effects::{BatchId, Command, Effects, Order, Replied, Reply};
use turnstone_service::record::{Change, FreedRow, Reason, Record};
use turnstone_service::refusal::{Auth, Refusal};
use turnstone_service::request::{Request, RequestId};
use turnstone_service::secret::Secret;

/// A fault at the edges of the loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Bug {
    DroppedFsync,
    ReplyBeforeCommit,
    LostWakeUp,
    DoubleRefund,
    LedgerRowMissing,
    PlyNotWritten,
    StalePliesIgnored,
    RefillForgotten,
    ReferenceForgotten,
    ClaimForgotten,
    TimerDropped,
    SpectatorSeesSeat,
    SeedShown,
    RepliesSwapped,
    CodeTold,
    MessageNotWritten,
    LogoutNotWritten,
    ReadThatWrites,
    PollNeverEnds,
    RevokedStillServed,
    TooManyPlaces,
    FullForgotten,
    BadReadTold,
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
    /// Whether it is for the rules to find: what depends on more than the seed is found by living it again, and what never
    /// ends by a watchdog.
    pub const fn breaks_a_rule(self) -> bool {
        !matches!(self, Self::HashOrder | Self::NeverEnds)
    }

    /// Spoil a command on its way in.
    pub(crate) fn spoil_command(self, command: &mut Command) {
        match (self, command) {
            (Self::StalePliesIgnored, Command::Request { request, .. }) => {
                if let Request::Act(act) = request.as_mut() {
                    act.expected_plies = None;
                }
            }
            (Self::FullForgotten, Command::Operate { order: Order::Full(full), .. }) => *full = false,
            (Self::DurableDropped, command @ Command::Durable(_)) => *command = Command::Durable(BatchId(0)),
            (Self::NeverEnds, Command::Request { request, .. }) if matches!(**request, Request::Logout) => loop {
                std::thread::park();
            },
            // Told as if there were nothing.
            (Self::BadReadTold, Command::Found { rows, .. }) if rows.is_err() => *rows = Ok(Vec::new()),
            _ => {}
        }
    }

    /// Spoil what a step brought about. `parked` says whether a reply answers a parked poll.
    pub(crate) fn spoil_effects(self, effects: &mut Effects, parked: impl Fn(RequestId) -> bool) {
        let changes = &mut effects.batch.changes;
        match self {
            Self::LostWakeUp => effects.replies.retain(|(id, reply)| !(parked(*id) && reply.is_ok())),
            Self::PollNeverEnds => effects.replies.retain(|(id, _)| !parked(*id)),
            Self::DoubleRefund => {
                let refund = changes.iter().position(|change| is_ledger(change, Reason::Payout));
                if let Some(at) = refund {
                    changes.insert(at, changes[at].clone());
                }
            }
            Self::LedgerRowMissing => drop_first(changes, |change| is_ledger(change, Reason::Buyin)),
            Self::PlyNotWritten => drop_first(changes, |change| matches!(change, Change::Put(Record::Ply(..)))),
            Self::MessageNotWritten => {
                changes.retain(|change| {
                    !matches!(change, Change::Put(Record::TableMessage(..) | Record::PartyMessage(..)))
                });
            }
            Self::ReferenceForgotten => changes.retain(|change| !matches!(change, Change::Put(Record::Ref(..)))),
            Self::RefillForgotten => each_record(changes, |record| {
                if let Record::Balance(_, row) = record {
                    row.refilled = None;
                }
            }),
            Self::ClaimForgotten => each_record(changes, |record| {
                if let Record::Grant(_, row) = record {
                    row.claimed = None;
                }
            }),
            Self::LogoutNotWritten => each_record(changes, |record| {
                if let Record::Account(_, row) = record {
                    row.epoch = 0;
                }
            }),
            Self::RepliesSwapped => {
                if let [(_, a), (_, b)] = effects.replies.as_mut_slice() {
                    std::mem::swap(a, b);
                }
            }
            Self::CodeTold => {
                for (_, reply) in &mut effects.replies {
                    if let Ok(Replied { answer: Answer::Joined(joined), .. }) = reply {
                        joined.handle = joined.recovery_code.clone();
                    }
                }
            }
            Self::RevokedStillServed => {
                for (_, reply) in &mut effects.replies {
                    if matches!(reply, Err(refused) if refused.refusal == Refusal::Auth(Auth::NotSignedIn)) {
                        *reply = Ok(Replied::plain(Answer::Ok(turnstone_service::answer::Okay::default())));
                    }
                }
            }
            Self::ReadThatWrites => {
                let read = |reply: &Reply| matches!(reply, Ok(Replied { answer: Answer::Table(_), .. }));
                if changes.is_empty() && effects.replies.iter().any(|(_, reply)| read(reply)) {
                    let row = FreedRow { free_at: turnstone_service::time::Millis(0) };
                    changes.push(Change::Put(Record::Freed([0; 32], row)));
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
            // These are planted where the model, the disk or the loop is at hand.
            Self::SeedShown | Self::SpectatorSeesSeat => {}
            Self::DroppedFsync | Self::ReplyBeforeCommit | Self::TimerDropped | Self::TooManyPlaces => {}
            Self::QueueReordered | Self::BoundIgnored => {}
            Self::HashOrder => hash_order(&mut effects.replies),
            // These spoil commands.
            Self::StalePliesIgnored | Self::FullForgotten | Self::BadReadTold | Self::DurableDropped => {}
            Self::NeverEnds => {}
        }
    }
}

/// Replies leave in the order of a map that is hashed otherwise each time.
fn hash_order(replies: &mut Vec<(RequestId, Reply)>) {
    let hashed: HashMap<u64, Reply> = replies.drain(..).map(|(id, reply)| (id.0, reply)).collect();
    replies.extend(hashed.into_iter().map(|(id, reply)| (RequestId(id), reply)));
}

fn is_ledger(change: &Change, reason: Reason) -> bool {
    matches!(change, Change::Put(Record::Ledger(_, _, row)) if row.reason == reason)
}

fn drop_first(changes: &mut Vec<Change>, is: impl Fn(&Change) -> bool) {
    if let Some(at) = changes.iter().position(is) {
        changes.remove(at);
    }
}

fn each_record(changes: &mut [Change], edit: impl Fn(&mut Record)) {
    for change in changes {
        if let Change::Put(record) = change {
            edit(record);
        }
    }
}
