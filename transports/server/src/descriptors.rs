//! The limit of open files, sockets included. It is raised as far as possible and divided: connections never take the
//! files that the next commit needs.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Reserved for everything but connections of clients: the store's files, the keys, the watermark, a backup, the
/// operator, monitoring. The store's open tables are bounded by half of this.
const RESERVE: u64 = 512;
/// With fewer connections than this the server does not start.
const MIN_CONNECTIONS: u64 = 64;

/// The limit of open files is too low.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "the system lets this process open {allowed} files and sockets at a time, and it needs {needed} at least: raise the \
     limit (ulimit -n, or LimitNOFILE= of a systemd unit)"
)]
pub struct DescriptorLimitError {
    /// What the system allows.
    allowed: u64,
    /// What a service needs.
    needed: u64,
}

/// Raise the limit as far as possible. Returns the number of connections that it allows, at most `most`.
pub(crate) fn connections(most: u32) -> Result<u32, DescriptorLimitError> {
    let limit = getrlimit(Resource::Nofile);
    let allowed = raise(limit, RESERVE + u64::from(most));
    let connections = share(allowed, most)?;
    tracing::debug!(allowed, connections, "open files");
    Ok(connections)
}

/// Raise the soft limit to `wanted`, at most to the hard limit. Returns the soft limit.
fn raise(limit: Rlimit, wanted: u64) -> u64 {
    let own = limit.current.unwrap_or(u64::MAX);
    let higher = limit.maximum.unwrap_or(u64::MAX).min(wanted);
    if higher <= own {
        return own;
    }
    match setrlimit(Resource::Nofile, Rlimit { current: Some(higher), ..limit }) {
        Ok(()) => higher,
        Err(error) => {
            tracing::warn!(%error, "the limit of open files cannot be raised");
            own
        }
    }
}

/// The files of `allowed` beyond the reserve, at most `most`.
fn share(allowed: u64, most: u32) -> Result<u32, DescriptorLimitError> {
    let left = allowed.saturating_sub(RESERVE);
    if left < MIN_CONNECTIONS {
        return Err(DescriptorLimitError { allowed, needed: RESERVE + MIN_CONNECTIONS });
    }
    Ok(u32::try_from(left).map_or(most, |left| left.min(most)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_get_the_files_beyond_the_reserve() {
        assert_eq!(share(1024, 120_000), Ok(512));
        assert_eq!(share(RESERVE + MIN_CONNECTIONS, 120_000), Ok(64));
        assert_eq!(share(1 << 20, 120_000), Ok(120_000));
        assert_eq!(share(u64::MAX, 120_000), Ok(120_000));
        let few = share(RESERVE + MIN_CONNECTIONS - 1, 120_000).unwrap_err();
        assert!(few.to_string().contains("open 575 files and sockets at a time, and it needs 576"), "{few}");
        assert_eq!(share(0, 120_000), Err(DescriptorLimitError { allowed: 0, needed: 576 }));
    }
}
