//! The operator's socket: a Unix socket in the data directory, for its owner and root alone. It carries HTTP with the
//! operations of operators. Most are the core's; those that need files or the process are carried out here.

mod client;

use crate::cluster::NodeSide;
use crate::config::Config;
use crate::dev::Dev;
use crate::host;
use crate::listeners::{Unix, each};
use crate::runtime::Tokio;
use crate::storage::engine;
pub use client::{ask, ask_server, is_served, save_backup};
use hyper::body::Bytes;
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use std::fs::File;
use std::future::{pending, ready};
use std::io::{self, BufWriter, Write};
use std::net::Ipv4Addr;
use std::os::fd::AsRawFd;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::task::Poll;
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::{Mutex, mpsc};
use tokio::task::spawn_blocking;
use turnstone_api::operation::Operation;
use turnstone_api::operation::operator::BACKUP;
use turnstone_api::words::{Category, Words};
use turnstone_directory::Os;
use turnstone_engine::{Handle, Port, Transport};
use turnstone_http::HttpTransport;
use turnstone_http::operator::{OperatorAnswer, OperatorHost, PendingOperatorAnswer};
use turnstone_service::answer::{Answer, AuditEntry};
use turnstone_service::credentials::ServerKeys;
use turnstone_service::export;
use turnstone_service::ids::AccountId;
use turnstone_service::personal::Vault;
use turnstone_service::request::{
    Backup, Caller, DevAccount, DevAdvance, Request, RotateKey, SearchMembers, SearchTables,
};
use turnstone_standby::{Feed, FeedFigures};
use turnstone_storage::{State, StateReading, StorageError};

const FILE: &str = "operator.sock";
/// Peers at a time. Further ones wait to be accepted.
const PEERS: u32 = 64;
/// The size of the pieces of a backup, in bytes.
const PIECE_BYTES: usize = 64 << 10;
/// Held during a rotation of the server key: two concurrent ones would take the same id.
static ROTATES: Mutex<()> = Mutex::const_new(());

/// Carries out the operations of operators.
#[derive(Clone)]
pub struct Operator {
    /// The loop.
    pub handle: Handle,
    /// The reading side of storage.
    pub state: Arc<dyn State>,
    /// The root secrets, for a check.
    pub keys: ServerKeys,
    /// The configuration.
    pub config: Arc<Config>,
    /// Set in a server for tests.
    pub dev: Option<Arc<Dev>>,
    /// The commits for the standby, if there is a listener for one.
    pub feed: Option<Arc<Feed>>,
    /// Set in a node of a cluster.
    pub(crate) node: Option<NodeSide>,
}

/// Answers the requests of operators without a core.
pub(crate) struct Reports<F>(pub(crate) F);

impl<F: Fn(&Request) -> Result<Value, String> + Send + Sync + 'static> OperatorHost for Reports<F> {
    fn answer(&self, _: Port, _: Caller, request: Request) -> PendingOperatorAnswer {
        let answer = (self.0)(&request).map(|answer| OperatorAnswer::Json(answer.to_string()));
        Box::pin(ready(answer.map_err(failed)))
    }
}

/// The maximum length of the address of a Unix socket, on all supported systems.
const MAX_ADDRESS_LENGTH: usize = 100;

/// An address of the socket that is short enough. A long path is replaced by one through the open directory, which must
/// stay open until the address was used.
fn address(data: &Path) -> io::Result<(PathBuf, Option<File>)> {
    let path = data.join(FILE);
    if path.as_os_str().len() <= MAX_ADDRESS_LENGTH {
        return Ok((path, None));
    }
    let directory = File::open(data)?;
    let near = format!("/proc/self/fd/{}/{FILE}", directory.as_raw_fd());
    Ok((near.into(), Some(directory)))
}

/// Listen in the data directory. A socket that a killed server left is replaced: this process has locked the directory.
pub fn listen(data: &Path) -> io::Result<UnixListener> {
    let (path, _directory) = address(data)?;
    match std::fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        Ok(()) | Err(_) => {}
    }
    let listener = UnixListener::bind(&path)?;
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600))?;
    Ok(listener)
}

/// Remove the socket.
pub fn leave(data: &Path) {
    // The next start replaces a remaining one.
    let _ = std::fs::remove_file(data.join(FILE));
}

/// The transport for operators: the routes of their operations, which `host` answers.
pub(crate) fn open(
    listener: UnixListener,
    http: Arc<HttpTransport<Tokio>>,
    host: impl OperatorHost,
) -> Box<dyn Transport> {
    let host = Arc::new(host);
    each(Unix(listener), PEERS, move |stream: UnixStream| {
        let (http, host) = (http.clone(), host.clone());
        async move {
            match stream.peer_cred().map(|peer| peer.uid()) {
                Ok(uid) if is_operator(uid, own_uid()) => {
                    let transport = http.for_operator(host, user_name(uid));
                    transport.serve(TokioIo::new(stream), Ipv4Addr::LOCALHOST.into(), pending()).await;
                }
                Ok(uid) => tracing::warn!(uid, "another user connected to the operator's socket: rejected"),
                Err(error) => tracing::debug!(%error, "a peer of the operator's socket disconnected"),
            }
        }
    })
}

/// Whether a user of this machine may administer a server of the user `own`: that user itself, and root.
const fn is_operator(uid: u32, own: u32) -> bool {
    uid == own || uid == 0
}

fn own_uid() -> u32 {
    rustix::process::geteuid().as_raw()
}

/// The default name in the audit log for a user of this machine.
fn user_name(uid: u32) -> String {
    format!("uid {uid}")
}

/// The state of a standby, as its own process or its primary reports it: in words, and whether the connection between
/// the two exists and commits flow.
pub(crate) fn standby_state(is_following: bool, state: &str) -> Value {
    json!({ "isFollowing": is_following, "state": state })
}

/// The state as the primary knows it.
fn of_primary(figures: &FeedFigures) -> Value {
    let FeedFigures { is_connected, head, written } = *figures;
    let standby = if is_connected { "a standby is connected" } else { "no standby is connected" };
    let written = match written {
        Some(written) => format!("on the standby's disk: commit {written} ({} behind)", head.saturating_sub(written)),
        None => "no standby has confirmed a commit since the start".to_owned(),
    };
    standby_state(is_connected, &format!("primary at commit {head}; {standby}; {written}"))
}

/// An error of the process.
fn failed(error: impl ToString) -> Words {
    let error = error.to_string().into();
    Words { category: Category::Conflict, error, field: None, hint: "", after_s: None }
}

impl OperatorHost for Operator {
    /// Carry out an operation. Each is a security event, logged without its subject (a code, a file).
    fn answer(&self, port: Port, caller: Caller, request: Request) -> PendingOperatorAnswer {
        let own = self.clone();
        Box::pin(async move {
            let act = request.operation().map_or("none", Operation::name);
            let answer = own.carry_out(&port, caller, request).await;
            if act != BACKUP.name() {
                own.note(act, answer.is_ok());
            }
            answer
        })
    }
}

impl Operator {
    fn note(&self, act: &'static str, is_done: bool) {
        let result = if is_done { "done" } else { "refused" };
        self.handle.metrics().security("operator", result);
        tracing::info!(target: "turnstone::security", event = "operator", act, result);
    }

    /// The answer to a request.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the core answers the others")]
    async fn carry_out(&self, port: &Port, caller: Caller, request: Request) -> Result<OperatorAnswer, Words> {
        // The data directory of a node that follows is whole: it can be checked and saved. The rest is for the leader.
        if let Some(node) = self.node.as_ref().filter(|_| self.handle.is_following())
            && !matches!(request, Request::CheckStored(_) | Request::Backup(_))
        {
            return Err(failed(node.rejection()));
        }
        let is_export = matches!(request, Request::ExportMember(_));
        let answer = match request {
            Request::Backup(Backup { with_keys }) => return self.send_backup(with_keys).await,
            Request::CheckStored(_) => {
                let own = self.clone();
                let check = move || host::check(own.state.as_ref(), &own.config, own.keys);
                let (commit, ratings) = in_background(check).await?;
                json!({ "commit": commit.n, "ratings": host::of_ratings(&ratings) })
            }
            Request::StandbyState(_) => {
                let feed = self.feed.as_ref().ok_or_else(|| failed("this server has no listener for a standby"))?;
                of_primary(&feed.figures())
            }
            Request::DevAccount(DevAccount { handle }) => {
                self.dev()?.account(&handle, &self.handle).await.map_err(failed)?
            }
            Request::DevAdvance(DevAdvance { ms }) => self.dev()?.advance(ms, &self.handle).await,
            Request::RotateKey(input) => return self.rotate_key(port, caller, input).await,
            request => match whole_answer(port, &caller, request).await? {
                Answer::Audited(AuditEntry { account: Some(account), .. }) if is_export => self.export(account).await?,
                Answer::Invited(invited) => {
                    let link = self.config.invitation_link(&invited.invite_code);
                    json!({ "inviteCode": invited.invite_code, "uses": invited.uses, "link": link })
                }
                answer => return Ok(OperatorAnswer::Json(answer.json().into_owned())),
            },
        };
        Ok(OperatorAnswer::Json(answer.to_string()))
    }

    fn dev(&self) -> Result<&Dev, Words> {
        self.dev.as_deref().ok_or_else(|| failed("this server was not started with --dev"))
    }

    /// Audit the rotation, and add the key.
    async fn rotate_key(&self, port: &Port, caller: Caller, input: RotateKey) -> Result<OperatorAnswer, Words> {
        let _guard = ROTATES.lock().await;
        let (engine, data, compromised) = (engine(&self.config), &self.config.server.data, input.compromised);
        let key = engine.next_server_key(data).map_err(failed)?;
        let answer = answer_of_core(port, &caller, Request::RotateKey(RotateKey { key, ..input })).await?;
        engine.add_server_key(data, key, compromised).map_err(failed)?;
        Ok(OperatorAnswer::Json(answer.json().into_owned()))
    }

    /// Read everything stored about a member.
    async fn export(&self, account: AccountId) -> Result<Value, Words> {
        let state = self.state.clone();
        let found = in_background(move || -> Result<_, StorageError> {
            let reading = StateReading::begin(state.as_ref())?;
            export::export(account, &Vault::new(reading.keys), reading.rows.records())
        });
        let found = found.await?.ok_or_else(|| failed("there is no such account"))?;
        serde_json::to_value(found).map_err(failed)
    }

    /// Send a backup: the client saves it, since the server may not be able to write the client's files. A failure after
    /// the first piece ends the body, which the client sees as damage.
    async fn send_backup(&self, with_keys: bool) -> Result<OperatorAnswer, Words> {
        let (sender, mut pieces) = mpsc::channel(1);
        let own = self.clone();
        let sent = spawn_blocking(move || {
            let keys = with_keys.then_some(own.config.server.data.as_path());
            let mut out = BufWriter::with_capacity(PIECE_BYTES, PieceWriter(sender));
            let sent = turnstone_directory::send(&Os, own.state.as_ref(), keys, &mut out).map_err(failed);
            let sent = sent.and_then(|()| out.flush().map_err(failed));
            if let Err(Words { error, .. }) = &sent {
                tracing::warn!(%error, "a backup was not sent completely");
            }
            own.note("backup", sent.is_ok());
            sent
        });
        let Some(first) = pieces.recv().await else {
            return Err(sent.await.map_err(failed)?.err().unwrap_or_else(|| failed("the backup is empty")));
        };
        let mut first = Some(first);
        Ok(OperatorAnswer::File(Box::new(move |context| match first.take() {
            Some(first) => Poll::Ready(Some(first)),
            None => pieces.poll_recv(context),
        })))
    }
}

async fn answer_of_core(port: &Port, caller: &Caller, request: Request) -> Result<Answer, Words> {
    Ok(port.call(caller.clone(), request, 0).await.map_err(|rejected| rejected.rejection)?.answer)
}

/// The same. A search looks at a bounded number of rows in one step, so that others have their turn; it goes on until the
/// page is full.
async fn whole_answer(port: &Port, caller: &Caller, request: Request) -> Result<Answer, Words> {
    let mut answer = answer_of_core(port, caller, request.clone()).await?;
    while let Some(rest) = rest_of(&request, &answer) {
        match (&mut answer, answer_of_core(port, caller, rest).await?) {
            (Answer::MemberPage(page), Answer::MemberPage(more)) => {
                page.members.extend(more.members);
                page.before = more.before;
            }
            (Answer::TablePage(page), Answer::TablePage(more)) => {
                page.tables.extend(more.tables);
                page.before = more.before;
            }
            _ => break,
        }
    }
    Ok(answer)
}

/// The search for the rest of a page.
fn rest_of(request: &Request, answer: &Answer) -> Option<Request> {
    match (request, answer) {
        (Request::SearchMembers(search), Answer::MemberPage(page)) => {
            let limit = search.limit - page.members.len();
            let rest = SearchMembers { before: page.before, limit, ..search.clone() };
            (limit > 0 && page.before.is_some()).then_some(Request::SearchMembers(rest))
        }
        (Request::SearchTables(search), Answer::TablePage(page)) => {
            let limit = search.limit - page.tables.len();
            let rest = SearchTables { before: page.before, limit, ..search.clone() };
            (limit > 0 && page.before.is_some()).then_some(Request::SearchTables(rest))
        }
        _ => None,
    }
}

/// Sends what is written in pieces.
struct PieceWriter(mpsc::Sender<Bytes>);

impl Write for PieceWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let sent = self.0.blocking_send(Bytes::copy_from_slice(bytes));
        sent.map(|()| bytes.len()).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The result of long work.
async fn in_background<T: Send + 'static, E: ToString + Send + 'static>(
    work: impl FnOnce() -> Result<T, E> + Send + 'static,
) -> Result<T, Words> {
    spawn_blocking(work).await.map_err(failed)?.map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::is_operator;

    #[test]
    fn only_the_own_user_and_root_are_operators() {
        assert!(is_operator(1000, 1000) && is_operator(0, 1000) && is_operator(0, 0));
        assert!(!is_operator(1001, 1000) && !is_operator(1000, 0));
    }
}
