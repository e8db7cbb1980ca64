//! How many files the system lets the process have open at a time, sockets among them. The limit is raised as far as it
//! goes and shared out: connections never take what the next commit needs, or the first crowd would end the service.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Kept for all that is no connection of a client: the store's files, the keys, the mark, a backup, the operator, the
/// readers of the metrics. The store's open tables, the most of them, are bounded by half of this.
const RESERVE: u64 = 512;
/// With room for fewer connections it is better to say so than to start.
const FEWEST: u64 = 64;

/// The system lets the process open too few files.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "the system lets this process open {allowed} files and sockets at a time, and it needs {needed} at least: raise the \
     limit (ulimit -n, or LimitNOFILE= of a systemd unit)"
)]
pub struct TooFew {
    /// What the system allows.
    allowed: u64,
    /// What a service needs.
    needed: u64,
}

/// Raise the limit as far as it goes; how many connections may be open then, and no more than `most`.
pub(crate) fn connections(most: u32) -> Result<u32, TooFew> {
    let limit = getrlimit(Resource::Nofile);
    let allowed = raise(limit, RESERVE + u64::from(most));
    let connections = share(allowed, most)?;
    tracing::debug!(allowed, connections, "open files");
    Ok(connections)
}

/// Raise the soft limit up to the hard one, no further than what is wanted; what it is then.
fn raise(limit: Rlimit, wanted: u64) -> u64 {
    let own = limit.current.unwrap_or(u64::MAX);
    let higher = limit.maximum.unwrap_or(u64::MAX).min(wanted);
    if higher <= own {
        return own;
    }
    match setrlimit(Resource::Nofile, Rlimit { current: Some(higher), ..limit }) {
        Ok(()) => higher,
        Err(error) => {
            tracing::warn!(%error, "the limit of open files stays as it is");
            own
        }
    }
}

/// The files that are left of `allowed` without the reserve, `most` at most.
fn share(allowed: u64, most: u32) -> Result<u32, TooFew> {
    let left = allowed.saturating_sub(RESERVE);
    if left < FEWEST {
        return Err(TooFew { allowed, needed: RESERVE + FEWEST });
    }
    Ok(u32::try_from(left).map_or(most, |left| left.min(most)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_have_what_the_reserve_leaves() {
        assert_eq!(share(1024, 120_000), Ok(512));
        assert_eq!(share(RESERVE + FEWEST, 120_000), Ok(64));
        assert_eq!(share(1 << 20, 120_000), Ok(120_000));
        assert_eq!(share(u64::MAX, 120_000), Ok(120_000));
        let few = share(RESERVE + FEWEST - 1, 120_000).unwrap_err();
        assert!(few.to_string().contains("open 575 files and sockets at a time, and it needs 576"), "{few}");
        assert_eq!(share(0, 120_000), Err(TooFew { allowed: 0, needed: 576 }));
    }
}
