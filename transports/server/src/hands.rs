//! What an operator sees and does, beside a running server over its socket, or on the data directory itself: the same
//! orders to the same core. What only a file or the whole store can give is done here, once it is written down.

use crate::config::Config;
use crate::host::answered;
use crate::storage;
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

/// Held while the server key is rotated: two rotations at once would take the same id.
static ROTATES: Mutex<()> = Mutex::const_new(());

/// What is asked of an operator's hands.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum AdminRequest {
    /// Show something.
    Show(AdminQuery),
    /// Do something, and write it down.
    Act {
        /// What.
        act: AdminAct,
        /// The name for the audit log; by default the user at the other end of the socket.
        by: Option<String>,
        /// Why.
        reason: Option<String>,
    },
    /// Have another server key sign from the next start on.
    RotateKey {
        /// Who does it.
        by: Option<String>,
        /// Why.
        reason: Option<String>,
    },
}

impl AdminRequest {
    /// What the log calls it.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Show(_) => "show",
            Self::Act { act, .. } => act.name(),
            Self::RotateKey { .. } => "rotate-key",
        }
    }
}

/// Where orders go, and what lies behind.
pub struct Desk<'a> {
    /// The loop.
    pub handle: &'a Handle,
    /// What is stored.
    pub state: &'a Arc<dyn State>,
    /// The configuration.
    pub config: &'a Config,
    /// The operator's name where a command gives none.
    pub user: String,
}

impl Desk<'_> {
    /// Do what is asked. The answer is what the core tells, and at an export all that was found.
    pub async fn answer(&self, asked: AdminRequest) -> Result<Value, String> {
        match asked {
            AdminRequest::Show(query) => to_json(self.show(query).await?),
            AdminRequest::Act { act: AdminAct::RotateKey { .. }, .. } => {
                Err("a rotation is asked for as one: the key's id is not for the caller to choose".to_owned())
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
                let _alone = ROTATES.lock().await;
                let data = &self.config.server.data;
                let key = storage::next_server_key(data).map_err(|error| error.to_string())?;
                let done = self.act(AdminAct::RotateKey { key }, by, reason).await?;
                storage::add_server_key(data, key).map_err(|error| error.to_string())?;
                to_json(done)
            }
        }
    }

    /// A search looks at a bounded number of rows at once, so that others have their turn. It goes on here until the page
    /// is full.
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

    /// Walk all that is stored, beside the server's own work.
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

/// How many rows a search asks for.
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

/// Make the query that of the rows that are still wanted, if there are some and there is more to look at.
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
