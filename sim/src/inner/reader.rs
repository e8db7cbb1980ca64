//! A core that absorbs each batch of the leader at once, and has some of its long-polls and streams of tables. Its replies to
//! them must be those of the leader.

use super::starts::{follow, reported as broken};
use super::storage::FaultyStorage;
use crate::inner::difference::difference;
use crate::inner::prelude::*;

/// One long-poll or stream in this many is also the reader's.
const SELDOM: u64 = 2;

/// The core that follows.
pub(crate) struct Reader {
    service: Service,
    /// The long-polls and streams that it has.
    has: BTreeSet<RequestId>,
}

impl Reader {
    /// A core that follows from storage, in some runs.
    pub(crate) fn open(
        seed: u64,
        storage: &mut FaultyStorage,
        config: &Config,
        keys: &ServerKeys,
    ) -> Result<Option<Self>, Violation> {
        let opened =
            || follow(storage, &Self::config(config), keys).map(|service| Self { service, has: BTreeSet::new() });
        mix(&[seed, 0xf011]).is_multiple_of(3).then(opened).transpose()
    }

    /// A configuration with which it counts nothing: it does not get all requests.
    fn config(config: &Config) -> Config {
        let limits = Limits {
            credential_per_minute: 0,
            anonymous_per_minute: 0,
            requests_per_minute: 0,
            moves_per_minute: 0,
            long_polls_total: 0,
            long_polls_per_credential: 0,
            watch_streams: 0,
            ..config.limits.clone()
        };
        Config { limits, ..config.clone() }
    }

    /// The command that the reader gets for one of the leader, if any.
    pub(crate) fn copy_of(&self, command: &Command) -> Option<Command> {
        match command {
            Command::Request { id, caller, request } => {
                let reads = matches!(**request, Request::ReadTable(..) | Request::StreamTable(..));
                let copy = || Command::Request { id: *id, caller: caller.clone(), request: request.clone() };
                (reads && mix(&[id.0]).is_multiple_of(SELDOM)).then(copy)
            }
            Command::Hangup(id) => self.has.contains(id).then_some(Command::Hangup(*id)),
            Command::Tick => Some(Command::Tick),
            Command::Operate { order: Order::Drain, id } => Some(Command::Operate { order: Order::Drain, id: *id }),
            Command::Found { .. } | Command::Durable(_) | Command::Returned { .. } | Command::Operate { .. } => None,
        }
    }

    /// Follow a step of the leader, and compare the replies. Returns how many were compared.
    pub(crate) fn follow(&mut self, stamp: Stamp, copy: Option<Command>, leader: &Effects) -> Result<usize, Violation> {
        let mut replies = Vec::new();
        if !leader.batch.changes.is_empty() {
            // A commit holds only the last change of each row.
            let mut group = GroupCommit::default();
            group.add(&leader.batch).map_err(broken("a batch fits into a group commit"))?;
            let batch = group.batch().map_err(broken("a group commit can be read"))?;
            let absorbed = self.service.absorb(stamp.at, &batch);
            replies.extend(absorbed.map_err(broken("a follower absorbs every batch"))?.replies);
        }
        if let Some(command) = copy.filter(|copy| !is_limited(copy, leader)) {
            let id = request_of(&command);
            self.has.extend(id);
            let effects = self.service.apply(stamp, command);
            must!(effects.batch.changes.is_empty(), "a core that follows writes nothing", "{:?}", effects.batch)?;
            // Rows are only read for the leader.
            if !effects.queries.is_empty()
                && let Some(id) = id
            {
                self.has.remove(&id);
                let _ = self.service.apply(stamp, Command::Hangup(id));
            }
            replies.extend(effects.replies);
        }
        let mut expected: Vec<_> = leader.replies.iter().filter(|(id, _)| self.has.contains(id)).collect();
        let mut reported: Vec<_> = replies.iter().filter(|(id, _)| self.has.contains(id)).collect();
        // News come before what ends by its time in both, but the reader has a step for each.
        expected.sort_by_key(|(id, _)| *id);
        reported.sort_by_key(|(id, _)| *id);
        let (expected, reported) = (texts(&expected), texts(&reported));
        let said = || difference(&expected, &reported);
        must(expected == reported, "a follower answers its long-polls as the leader does", said)?;
        for (id, reply) in &leader.replies {
            if is_last(reply) {
                self.has.remove(id);
            }
        }
        Ok(reported.lines().count())
    }
}

const fn request_of(command: &Command) -> Option<RequestId> {
    if let Command::Request { id, .. } = command { Some(*id) } else { None }
}

/// Whether the leader rejected a request because of a limit. The reader has none.
fn is_limited(copy: &Command, leader: &Effects) -> bool {
    let limited = |reply: &Reply| matches!(reply, Err(rejected) if matches!(rejected.rejection, Rejection::Quota(_)));
    let id = request_of(copy);
    leader.replies.iter().any(|(of, reply)| Some(*of) == id && limited(reply))
}

fn texts(replies: &[&(RequestId, Reply)]) -> String {
    replies.iter().map(|(id, reply)| format!("{id:?} {}\n", text_of_reply(reply))).collect()
}

/// A reply without the limits of its caller.
pub(super) fn text_of_reply(reply: &Reply) -> String {
    match reply {
        Ok(replied) => format!("{} {:?}", replied.answer.json(), replied.place),
        Err(rejected) => format!("{:?}", rejected.rejection),
    }
}
