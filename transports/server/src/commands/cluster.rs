//! `turnstone cluster`

use super::{CommandResult, block_on, must_have_keys, say};
use crate::config::Config;
use crate::storage::engine;
use clap::Subcommand;
use std::process::ExitCode;
use std::sync::Arc;
use turnstone_cluster::{ClusterOverview, NodeError, begin};
use turnstone_etcd::{EtcdClient, check_versions};
use turnstone_link::ReplicaDirectory;

#[derive(Subcommand, Debug)]
pub(super) enum ClusterCommand {
    /// Begin the log of a new cluster with the data directory of this machine, whose server must be stopped; without a data
    /// directory, with a new one. Run it on one machine only
    Begin {
        /// Accept an etcd older than 3.5.13, for tests
        #[arg(long, hide = true)]
        accept_old_etcd: bool,
    },
    /// Show the log, the leader and the nodes: exit status 0 if a node leads, otherwise 1
    Status,
}

impl ClusterCommand {
    pub(super) fn run(self, config: &Config) -> CommandResult {
        match self {
            Self::Begin { accept_old_etcd } => {
                let settings = config.node()?;
                let (engine, data) = (engine(config), &config.server.data);
                if engine.exists(data)? {
                    must_have_keys(config)?;
                }
                let mut client = EtcdClient::new(&settings.etcd).map_err(NodeError::from)?;
                if !accept_old_etcd {
                    block_on(check_versions(&mut client))??;
                    // Its connections are those of another runtime.
                    client = client.clone();
                }
                let directory = ReplicaDirectory::new(engine, data, config.durability());
                let head = block_on(begin(Arc::new(directory), client, &settings.prefix))??;
                say(&format!(
                    "the log of the cluster begins after commit {}. Start `turnstone serve` here, and then on the other nodes",
                    head.n
                ));
                Ok(ExitCode::SUCCESS)
            }
            Self::Status => {
                let overview = block_on(ClusterOverview::read(&config.etcd()?, &config.cluster.prefix))??;
                say(overview.to_string().trim_end());
                Ok(if overview.leader.is_some() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
            }
        }
    }
}
