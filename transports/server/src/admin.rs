//! The admin API: what an operator reads and does, on a running server over its socket, or on the data directory
//! itself, by the same orders to the same core. Exports and key rotation need files; they are done here, after the core
//! has audited them.

use crate::config::Config;
use crate::host::answered;
use crate::storage::engine;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use tokio::sync::Mutex;
use turnstone_engine::Handle;
use turnstone_service::admin::{AdminAct, AdminOrder, AdminQuery};
use turnstone_service::answer::{AdminAnswer, Answer};
use turnstone_service::effects::Order;
use turnstone_service::export;
use turnstone_service::ids::AccountId;
use turnstone_service::personal::Vault;
use turnstone_storage::{Failure, State};

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
    /// Carry out a request. The answer is the core's, and for an export the exported data.
    pub async fn answer(&self, request: AdminRequest) -> Result<Value, String> {
        match request {
            AdminRequest::Show(query) => to_json(self.show(query).await?),
            AdminRequest::Act { act: AdminAct::RotateKey { .. }, .. } => {
                Err("a rotation is a request of its own: the caller cannot choose the key's id".to_owned())
            }
            AdminRequest::Act { act, by, reason } => {
                let exports = matches!(act, AdminAct::Export { .. });
                let done = self.act(act, by, reason).await?;
                let exported = if let AdminAnswer::Done(entry) = &done { entry.account } else { None };
                match exported.filter(|_| exports) {
                    Some(account) => self.export(account).await,
                    None => to_json(done),
                }
            }
            AdminRequest::RotateKey { by, reason } => {
                let _guard = ROTATES.lock().await;
                let (engine, data) = (engine(self.config), &self.config.server.data);
                let key = engine.next_server_key(data).map_err(|error| error.to_string())?;
                let done = self.act(AdminAct::RotateKey { key }, by, reason).await?;
                engine.add_server_key(data, key).map_err(|error| error.to_string())?;
                to_json(done)
            }
        }
    }

    /// A search reads a bounded number of rows in one step, so that other requests are not delayed. It is repeated here
    /// until the page is full.
    async fn show(&self, mut query: AdminQuery) -> Result<AdminAnswer, String> {
        let wanted = rows_wanted(&query);
        let mut all = self.order(Order::Show(query.clone())).await?;
        while next_page(&mut query, &all, wanted) {
            match (&mut all, self.order(Order::Show(query.clone())).await?) {
                (AdminAnswer::Members(all), AdminAnswer::Members(page)) => {
                    all.members.extend(page.members);
                    all.before = page.before;
                }
                (AdminAnswer::Tables(all), AdminAnswer::Tables(page)) => {
                    all.tables.extend(page.tables);
                    all.before = page.before;
                }
                _ => unreachable!("each page of a search is of the same type"),
            }
        }
        Ok(all)
    }

    async fn act(&self, act: AdminAct, by: Option<String>, reason: Option<String>) -> Result<AdminAnswer, String> {
        let by = by.unwrap_or_else(|| self.user.clone());
        self.order(Order::Act(Box::new(AdminOrder { act, by, reason }))).await
    }

    async fn order(&self, order: Order) -> Result<AdminAnswer, String> {
        let reply = self.handle.operate(order).await;
        answered(reply, |answer| if let Answer::Admin(answer) = answer { Some(answer) } else { None })
    }

    /// Read everything stored, in the background.
    async fn export(&self, account: AccountId) -> Result<Value, String> {
        let state = self.state.clone();
        let walked = tokio::task::spawn_blocking(move || {
            let vault = Vault::new(state.personal_keys()?);
            export::export(account, &vault, state.snapshot()?.records())
        });
        let found = walked.await.map_err(|panic| panic.to_string())?.map_err(|error: Failure| error.to_string())?;
        found.ok_or_else(|| "there is no such account".to_owned())
    }
}

fn to_json(answer: AdminAnswer) -> Result<Value, String> {
    serde_json::to_value(answer).map_err(|error| error.to_string())
}

/// The number of rows that a search asks for.
const fn rows_wanted(query: &AdminQuery) -> usize {
    match query {
        AdminQuery::Members { limit, .. }
        | AdminQuery::Tables { limit, .. }
        | AdminQuery::Messages { limit, .. }
        | AdminQuery::Invitations { limit, .. }
        | AdminQuery::Audit { limit, .. } => *limit,
        AdminQuery::Account { .. } => 0,
    }
}

/// Change the query to the next page, if more rows are wanted and available.
fn next_page(query: &mut AdminQuery, found: &AdminAnswer, wanted: usize) -> bool {
    let (rows, more) = match (query, found) {
        (AdminQuery::Members { before, limit, .. }, AdminAnswer::Members(page)) => {
            *before = page.before;
            *limit = wanted.saturating_sub(page.members.len());
            (page.members.len(), page.before.is_some())
        }
        (AdminQuery::Tables { before, limit, .. }, AdminAnswer::Tables(page)) => {
            *before = page.before;
            *limit = wanted.saturating_sub(page.tables.len());
            (page.tables.len(), page.before.is_some())
        }
        _ => return false,
    };
    more && rows < wanted
}
