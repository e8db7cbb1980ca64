//! What a node looks at in its etcd beside the log: its version, and the ends of the certificates.

use std::time::Duration;
use tokio::time::sleep;
use turnstone_cluster::ClusterMetrics;
use turnstone_etcd::{EtcdClient, check_versions};

/// How often it looks.
const LOOK: Duration = Duration::from_secs(10);

/// Warn of an etcd that is too old, once it is reached. Then measure the ends of the certificates, for ever.
pub(super) async fn look_at_etcd(mut client: EtcdClient, metrics: ClusterMetrics) {
    let mut is_checked = false;
    loop {
        metrics.certificates(client.certificate_ends());
        if !is_checked {
            let checked = check_versions(&mut client).await;
            is_checked = checked != Ok(0);
            if let Err(old) = checked {
                tracing::warn!("{old}");
            }
        }
        sleep(LOOK).await;
    }
}
