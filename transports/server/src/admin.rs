//! The admin API: what an operator reads and does, on a running server over its socket, or on the data directory
//! itself, by the same orders to the same core. Exports and key rotation need files; they are done here, after the core
//! has audited them.

use crate::config::Config;
use crate::host::worded;
use crate::storage::engine;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use tokio::sync::Mutex;
use turnstone_engine::{Handle, Typed};
use turnstone_service::admin::{AdminAct, AdminOrder, AdminQuery, MemberFilter, TableFilter};
use turnstone_service::answer::{Answer, MemberPage, TablePage};
use turnstone_service::effects::Order;
use turnstone_service::export;
use turnstone_service::ids::{AccountId, TableId};
use turnstone_service::personal::Vault;
use turnstone_storage::{State, StorageError};

/// Held during a rotation of the server key: two concurrent ones would take the same id.
static ROTATES: Mutex<()> = Mutex::const_new(());

/// A request to the admin API.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum AdminRequest {
    /// Show something.
    Show(AdminQuery),
    /// Do something, and record it in the audit log.
    Act {
        /// The act.
        act: AdminAct,
        /// The name for the audit log; by default the user at the other end of the socket.
        by: Option<String>,
        /// The reason.
        reason: Option<String>,
    },
    /// Add a server key that signs from the next start on.
    RotateKey {
        /// The name for the audit log; by default the user at the other end of the socket.
        by: Option<String>,
        /// The reason.
        reason: Option<String>,
        /// Whether others may know the older keys: new secrets of days are stated, too.
        #[serde(default)]
        compromised: bool,
    },
}

impl AdminRequest {
    /// Its name in the log.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Show(_) => "show",
            Self::Act { act, .. } => act.name(),
            Self::RotateKey { .. } => "rotate-key",
        }
    }
}

/// Carries out requests to the admin API.
pub struct Administration<'a> {
    /// The loop.
    pub handle: &'a Handle,
    /// The reading side of storage.
    pub state: &'a Arc<dyn State>,
    /// The configuration.
    pub config: &'a Config,
    /// The operator's name where a command gives none.
    pub user: String,
}

impl Administration<'_> {
    /// Do what is asked. The answer is what the core tells, and at an export all that was found.
    pub async fn answer(&self, asked: AdminRequest) -> Result<Value, String> {
        match asked {
            AdminRequest::Show(AdminQuery::Members { filter, before, limit }) => {
                to_json(self.members(filter, before, limit).await?)
            }
            AdminRequest::Show(AdminQuery::Tables { filter, before, limit }) => {
                to_json(self.tables(filter, before, limit).await?)
            }
            AdminRequest::Show(query) => to_json(self.order(Order::Show(query)).await?),
            AdminRequest::Act { act: AdminAct::RotateKey { .. }, .. } => {
                Err("a rotation is a request of its own: the caller cannot choose the key's id".to_owned())
            }
            AdminRequest::Act { act: AdminAct::Export { whom }, by, reason } => {
                let by = by.unwrap_or_else(|| self.user.clone());
                self.export(self.ask(Typed::export(whom, by, reason)).await?).await
            }
            AdminRequest::Act { act, by, reason } => to_json(self.act(act, by, reason).await?),
            AdminRequest::RotateKey { by, reason, compromised } => {
                let _guard = ROTATES.lock().await;
                let (engine, data) = (engine(self.config), &self.config.server.data);
                let key = engine.next_server_key(data).map_err(|error| error.to_string())?;
                let done = self.act(AdminAct::RotateKey { key }, by, reason).await?;
                engine.add_server_key(data, key, compromised).map_err(|error| error.to_string())?;
                to_json(done)
            }
        }
    }

    /// A search looks at a bounded number of rows in one step, so that others have their turn. It goes on until the page
    /// is full.
    async fn members(
        &self,
        filter: MemberFilter,
        before: Option<AccountId>,
        limit: usize,
    ) -> Result<MemberPage, String> {
        let mut all = self.ask(Typed::members(filter.clone(), before, limit)).await?;
        while all.before.is_some() && all.members.len() < limit {
            let rest = limit - all.members.len();
            let page = self.ask(Typed::members(filter.clone(), all.before, rest)).await?;
            all.members.extend(page.members);
            all.before = page.before;
        }
        Ok(all)
    }

    /// The same over tables.
    async fn tables(&self, filter: TableFilter, before: Option<TableId>, limit: usize) -> Result<TablePage, String> {
        let mut all = self.ask(Typed::tables(filter.clone(), before, limit)).await?;
        while all.before.is_some() && all.tables.len() < limit {
            let rest = limit - all.tables.len();
            let page = self.ask(Typed::tables(filter.clone(), all.before, rest)).await?;
            all.tables.extend(page.tables);
            all.before = page.before;
        }
        Ok(all)
    }

    async fn act(&self, act: AdminAct, by: Option<String>, reason: Option<String>) -> Result<Answer, String> {
        let by = by.unwrap_or_else(|| self.user.clone());
        self.order(Order::Act(Box::new(AdminOrder { act, by, reason }))).await
    }

    async fn order(&self, order: Order) -> Result<Answer, String> {
        let reply = self.handle.operate(order).await;
        reply.map(|replied| replied.answer).map_err(|rejected| worded(rejected.rejection))
    }

    async fn ask<T>(&self, order: Typed<Order, T>) -> Result<T, String> {
        self.handle.ask(order).await.map_err(worded)
    }

    /// Read everything stored, in the background.
    async fn export(&self, account: AccountId) -> Result<Value, String> {
        let state = self.state.clone();
        let walked = tokio::task::spawn_blocking(move || {
            let vault = Vault::new(state.personal_keys()?);
            export::export(account, &vault, state.snapshot()?.records())
        });
        let found =
            walked.await.map_err(|panic| panic.to_string())?.map_err(|error: StorageError| error.to_string())?;
        to_json(found.ok_or_else(|| "there is no such account".to_owned())?)
    }
}

fn to_json(answer: impl Serialize) -> Result<Value, String> {
    serde_json::to_value(answer).map_err(|error| error.to_string())
}
