//! The operator's socket: a Unix socket in the data directory, for its owner alone. A request is a line of JSON, and so
//! is the response.

use crate::admin::{AdminRequest, Administration};
use crate::cluster::NodeSide;
use crate::config::Config;
use crate::dev::{Dev, DevReply, DevRequest};
use crate::host;
use crate::listeners::{Unix, each};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::AsRawFd;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{UnixListener, UnixStream};
use turnstone_directory::{Os, receive};
use turnstone_engine::{Handle, Transport, Typed};
use turnstone_service::answer::Invited;
use turnstone_service::credentials::ServerKeys;
use turnstone_standby::{Feed, FeedFigures};
use turnstone_storage::{Commit, State};

const FILE: &str = "operator.sock";
/// Peers at a time. Further ones wait to be accepted.
const PEERS: u32 = 64;
/// The maximum length of a line in bytes.
const MAX_LINE_BYTES: u64 = 64 << 10;
/// How long the client that saves a backup may take for a few KiB of it.
const MAX_WRITE: Duration = Duration::from_secs(60);

/// A line to the socket.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
enum Asked {
    /// A backup. The response is its bytes: the client saves them, since the server may not be able to write the
    /// client's files.
    Backup {
        /// Whether it includes the root secrets.
        with_keys: bool,
    },
    /// A request with a line as its response.
    Request(OperatorRequest),
}

/// A request of the operator to a running server.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum OperatorRequest {
    /// Create an invitation.
    Invite {
        /// The number of uses.
        uses: u32,
        /// When it expires.
        expires_in_s: Option<u64>,
        /// Whether its accounts are test accounts.
        test: bool,
        /// The name for the audit log; by default the user at the other end of the socket.
        by: Option<String>,
        /// The reason.
        reason: Option<String>,
    },
    /// Check everything stored.
    Check,
    /// How far the standby is.
    Standby,
    /// A request that only a server for tests accepts.
    Dev(DevRequest),
    /// A request to the admin API.
    Admin(AdminRequest),
}

impl OperatorRequest {
    /// Its name in the log.
    const fn name(&self) -> &'static str {
        match self {
            Self::Invite { .. } => "invite",
            Self::Check => "check",
            Self::Standby => "standby",
            Self::Dev(_) => "dev",
            Self::Admin(asked) => asked.name(),
        }
    }
}

/// A response to the operator.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum OperatorReply {
    /// The invitation.
    Invited {
        /// The code.
        invite_code: String,
        /// The number of uses.
        uses: u32,
        /// The link to join with.
        link: String,
    },
    /// The response of a server for tests.
    Dev(DevReply),
    /// Done, as of this commit.
    Done {
        /// Its number.
        commit: u64,
    },
    /// How far the standby is.
    Standby(StandbyReply),
    /// The response of the admin API.
    Answered {
        /// As JSON.
        answer: serde_json::Value,
    },
    /// Not done.
    Failed {
        /// The error.
        error: String,
    },
}

/// How far a standby is, as its own process or its primary reports it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StandbyReply {
    /// Whether the connection between the two exists and commits flow.
    pub is_following: bool,
    /// The state in words.
    pub state: String,
}

/// What the requests of the operator need.
pub struct Operator {
    /// The loop.
    pub handle: Handle,
    /// The reading side of storage.
    pub state: Arc<dyn State>,
    /// The root secrets, for a check.
    pub keys: ServerKeys,
    /// The configuration.
    pub config: Config,
    /// Set in a server for tests.
    pub dev: Option<Arc<Dev>>,
    /// The commits for the standby, if there is a listener for one.
    pub feed: Option<Arc<Feed>>,
    /// Set in a node of a cluster.
    pub(crate) node: Option<NodeSide>,
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

/// The transport for the operator.
pub fn open(listener: UnixListener, operator: Operator) -> Box<dyn Transport> {
    let operator = Arc::new(operator);
    each(Unix(listener), PEERS, move |stream| serve(stream, operator.clone()))
}

/// The transport for the operator of a standby: it reports how far the standby is.
pub fn open_standby(
    listener: UnixListener,
    state: impl Fn() -> StandbyReply + Send + Sync + 'static,
) -> Box<dyn Transport> {
    let error = "this is a standby, which only reports how far it is: ask the primary".to_owned();
    open_reporting(listener, move |asked| match asked {
        Some(OperatorRequest::Standby) => OperatorReply::Standby(state()),
        Some(_) | None => OperatorReply::Failed { error: error.clone() },
    })
}

/// A transport for the operator that answers without a loop. Without a request, another one was sent.
pub(crate) fn open_reporting(
    listener: UnixListener,
    answer: impl Fn(Option<OperatorRequest>) -> OperatorReply + Send + Sync + 'static,
) -> Box<dyn Transport> {
    let answer = Arc::new(answer);
    each(Unix(listener), PEERS, move |mut stream: UnixStream| {
        let answer = answer.clone();
        async move {
            let (from, mut to) = stream.split();
            let mut line = String::new();
            // A peer that disconnects gets no answer.
            let _ = BufReader::new(from.take(MAX_LINE_BYTES)).read_line(&mut line).await;
            let reply = match serde_json::from_str(&line) {
                Ok(Asked::Request(asked)) => answer(Some(asked)),
                Ok(Asked::Backup { .. }) | Err(_) => answer(None),
            };
            let answer = serde_json::to_string(&reply).expect("a reply is plain data");
            let _ = to.write_all(format!("{answer}\n").as_bytes()).await;
        }
    })
}

/// The state as the primary knows it.
fn of_primary(figures: &FeedFigures) -> StandbyReply {
    let FeedFigures { is_connected, head, written } = *figures;
    let standby = if is_connected { "a standby is connected" } else { "no standby is connected" };
    let written = match written {
        Some(written) => format!("on the standby's disk: commit {written} ({} behind)", head.saturating_sub(written)),
        None => "no standby has confirmed a commit since the start".to_owned(),
    };
    StandbyReply { is_following: is_connected, state: format!("primary at commit {head}; {standby}; {written}") }
}

/// The default name in the audit log for a user of this machine.
fn user_name(uid: u32) -> String {
    format!("uid {uid}")
}

/// The default name in the audit log for the user of this process.
pub fn own_name() -> String {
    user_name(rustix::process::geteuid().as_raw())
}

async fn serve(stream: UnixStream, operator: Arc<Operator>) {
    if let Err(error) = talk(stream, operator).await {
        tracing::debug!(%error, "a peer of the operator's socket disconnected");
    }
}

async fn talk(mut stream: UnixStream, operator: Arc<Operator>) -> io::Result<()> {
    let user = user_name(stream.peer_cred()?.uid());
    let (from, mut to) = stream.split();
    let mut line = String::new();
    BufReader::new(from.take(MAX_LINE_BYTES)).read_line(&mut line).await?;
    let reply = match serde_json::from_str(&line) {
        Ok(Asked::Backup { with_keys }) => return operator.send_backup(stream, with_keys).await,
        Ok(Asked::Request(asked)) => operator.answer(asked, user).await,
        Err(error) => OperatorReply::Failed { error: format!("invalid request: {error}") },
    };
    let mut answer = serde_json::to_vec(&reply)?;
    answer.push(b'\n');
    to.write_all(&answer).await
}

impl Operator {
    /// The answer of a node that follows. Its data directory is whole, so it can be checked; the rest is for the leader.
    fn follows(&self, asked: &OperatorRequest) -> Option<OperatorReply> {
        let node = self.node.as_ref().filter(|_| self.handle.is_following())?;
        (!matches!(asked, OperatorRequest::Check)).then(|| node.rejection())
    }

    /// Carry out a request. Each is a security event, logged without its subject (a code, a file).
    async fn answer(self: Arc<Self>, asked: OperatorRequest, user: String) -> OperatorReply {
        let act = asked.name();
        let reply = match self.follows(&asked) {
            Some(rejection) => rejection,
            None => self.clone().act(asked, user).await,
        };
        self.note(act, !matches!(reply, OperatorReply::Failed { .. }));
        reply
    }

    fn note(&self, act: &'static str, is_done: bool) {
        let result = if is_done { "done" } else { "refused" };
        self.handle.metrics().security("operator", result);
        tracing::info!(target: "turnstone::security", event = "operator", act, result);
    }

    /// Send a backup. An error is reported in a line, as elsewhere; after the first bytes of a backup the client sees
    /// it as damage.
    async fn send_backup(self: Arc<Self>, stream: UnixStream, with_keys: bool) -> io::Result<()> {
        let mut stream = stream.into_std()?;
        stream.set_nonblocking(false)?;
        stream.set_write_timeout(Some(MAX_WRITE))?;
        let own = self.clone();
        let send = move || {
            let keys = with_keys.then_some(own.config.server.data.as_path());
            let sent = turnstone_directory::send(&Os, own.state.as_ref(), keys, &mut stream);
            sent.map_err(|failure| {
                let error = failure.to_string();
                tracing::warn!(error, "a backup was not sent completely");
                // The peer may have disconnected.
                let _ = serde_json::to_writer(&stream, &OperatorReply::Failed { error });
            })
        };
        let sent = tokio::task::spawn_blocking(send).await;
        self.note("backup", matches!(sent, Ok(Ok(()))));
        Ok(())
    }

    async fn act(self: Arc<Self>, asked: OperatorRequest, user: String) -> OperatorReply {
        match asked {
            OperatorRequest::Invite { uses, expires_in_s, test, by, reason } => {
                let order = Typed::invite_as(uses, expires_in_s, test, by.unwrap_or(user), reason);
                match self.handle.ask(order).await {
                    Ok(Invited { invite_code, uses }) => {
                        let link = self.config.invitation_link(&invite_code);
                        OperatorReply::Invited { invite_code, uses, link }
                    }
                    Err(rejection) => OperatorReply::Failed { error: host::worded(rejection) },
                }
            }
            OperatorRequest::Admin(asked) => {
                let admin = Administration { handle: &self.handle, state: &self.state, config: &self.config, user };
                match admin.answer(asked).await {
                    Ok(answer) => OperatorReply::Answered { answer },
                    Err(error) => OperatorReply::Failed { error },
                }
            }
            OperatorRequest::Check => {
                self.walk(|own| host::check(own.state.as_ref(), &own.config, own.keys.clone())).await
            }
            OperatorRequest::Standby => match &self.feed {
                Some(feed) => OperatorReply::Standby(of_primary(&feed.figures())),
                None => OperatorReply::Failed { error: "this server has no listener for a standby".to_owned() },
            },
            OperatorRequest::Dev(asked) => match &self.dev {
                Some(dev) => dev.answer(asked, &self.handle).await,
                None => OperatorReply::Failed { error: "this server was not started with --dev".to_owned() },
            },
        }
    }

    /// Run long work in the background.
    async fn walk(
        self: Arc<Self>,
        walk: impl FnOnce(&Self) -> Result<Commit, String> + Send + 'static,
    ) -> OperatorReply {
        match tokio::task::spawn_blocking(move || walk(&self)).await {
            Ok(Ok(commit)) => OperatorReply::Done { commit: commit.n },
            Ok(Err(error)) => OperatorReply::Failed { error },
            Err(panic) => OperatorReply::Failed { error: panic.to_string() },
        }
    }
}

async fn connect(data: &Path) -> io::Result<Option<UnixStream>> {
    let none = |error: &io::Error| matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused);
    let (path, _directory) = match address(data) {
        Ok(address) => address,
        Err(error) if none(&error) => return Ok(None),
        Err(error) => return Err(error),
    };
    match UnixStream::connect(path).await {
        Ok(stream) => Ok(Some(stream)),
        Err(error) if none(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Whether a server listens there.
pub async fn is_served(data: &Path) -> io::Result<bool> {
    Ok(connect(data).await?.is_some())
}

async fn send(data: &Path, asked: &Asked) -> io::Result<Option<UnixStream>> {
    let Some(mut stream) = connect(data).await? else { return Ok(None) };
    let mut line = serde_json::to_vec(asked)?;
    line.push(b'\n');
    stream.write_all(&line).await?;
    Ok(Some(stream))
}

/// Send a request to the server of a data directory; `None` if none runs. `of` extracts the response.
pub async fn ask<T>(
    data: &Path,
    asked: OperatorRequest,
    of: impl FnOnce(OperatorReply) -> Option<T>,
) -> io::Result<Option<T>> {
    let Some(mut stream) = send(data, &Asked::Request(asked)).await? else { return Ok(None) };
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    let reply = serde_json::from_slice(&answer)?;
    if let OperatorReply::Failed { error } = reply {
        return Err(io::Error::other(error));
    }
    of(reply).map(Some).ok_or_else(|| io::Error::other("the server sent a reply of another type"))
}

/// Have the server of a data directory send a backup, and save it in a new file; `None` if none runs.
pub async fn save_backup(data: &Path, with_keys: bool, file: &Path) -> io::Result<Option<Result<Commit, String>>> {
    let Some(stream) = send(data, &Asked::Backup { with_keys }).await? else { return Ok(None) };
    let mut stream = stream.into_std()?;
    stream.set_nonblocking(false)?;
    let mut first = [0];
    stream.read_exact(&mut first)?;
    if first == *b"{" {
        let OperatorReply::Failed { error } = serde_json::from_reader(Read::chain(&first[..], stream))? else {
            return Err(io::ErrorKind::InvalidData.into());
        };
        return Ok(Some(Err(error)));
    }
    Ok(Some(receive(&Os, &mut Read::chain(&first[..], stream), file).map_err(|failure| failure.to_string())))
}
