//! Which versions of etcd a cluster needs.

use crate::client::EtcdClient;

/// The oldest version without known errors in leases, compactions and their revisions after a crash.
const MIN_VERSION: [u32; 3] = [3, 5, 13];

/// An endpoint with an older etcd.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "etcd at {endpoint} has version {version}, and a cluster needs 3.5.13 or newer: older versions can lose writes after a crash"
)]
pub struct OldEtcd {
    pub endpoint: String,
    pub version: String,
}

/// Check the version of each endpoint that answers. Returns how many do.
pub async fn check_versions(client: &mut EtcdClient) -> Result<usize, OldEtcd> {
    let found = client.versions().await;
    let count = found.len();
    match found.into_iter().find(|(_, version)| !is_new_enough(version)) {
        Some((endpoint, version)) => Err(OldEtcd { endpoint, version }),
        None => Ok(count),
    }
}

/// Whether a version such as 3.5.13 or 3.6.0-rc.1 is new enough.
fn is_new_enough(version: &str) -> bool {
    let release = version.split(['-', '+']).next().unwrap_or_default();
    let numbers: Option<Vec<u32>> = release.split('.').map(|number| number.parse().ok()).collect();
    numbers.is_some_and(|numbers| numbers.as_slice() >= MIN_VERSION.as_slice())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_by_their_numbers() {
        for version in ["3.5.13", "3.5.16", "3.6.0", "3.6.0-rc.1", "3.10.1", "4.0.0"] {
            assert!(is_new_enough(version), "{version}");
        }
        for version in ["3.4.23", "3.5.12", "3.5.9", "3.3.25+git", "", "3", "x"] {
            assert!(!is_new_enough(version), "{version}");
        }
    }
}
