//! The operator's door: a Unix socket in the data directory, for its owner alone. One line of JSON asks, one answers.

use crate::accept::accept_each;
use crate::config::Config;
use crate::dev::{Dev, DevReply, DevRequest};
use crate::hands::{AdminRequest, Desk};
use crate::host;
use crate::storage;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::AsRawFd;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::task::Context;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{UnixListener, UnixStream};
use turnstone_engine::{Closing, Door, Handle, Typed};
use turnstone_service::answer::Invited;
use turnstone_service::credentials::ServerKeys;
use turnstone_storage::{Commit, State};

const FILE: &str = "operator.sock";
/// Peers at a time. More wait to be accepted until one is done.
const PEERS: usize = 64;
/// Bytes of a line.
const LONGEST_LINE: u64 = 64 << 10;
/// How long the client that saves a backup may take for a few KiB of it.
const LONGEST_WRITE: Duration = Duration::from_secs(60);

/// What a line to the socket asks for.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
enum Asked {
    /// A backup. Its bytes are the answer: the client saves them, since the server may not see the client's files.
    Backup {
        /// Whether the root secrets go along.
        with_keys: bool,
    },
    /// What is answered in a line.
    Request(OperatorRequest),
}

/// What the operator asks of a running server, to be told in a line.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum OperatorRequest {
    /// Mint an invitation.
    Invite {
        /// How often it can be used.
        uses: u32,
        /// Until when.
        expires_in_s: Option<u64>,
        /// Whether its accounts are test accounts.
        test: bool,
        /// The name for the audit log; by default the user at the other end of the socket.
        by: Option<String>,
        /// Why.
        reason: Option<String>,
    },
    /// Walk all that is stored.
    Check,
    /// What a server for tests alone does.
    Dev(DevRequest),
    /// See or do something to members, tables and invitations.
    Admin(AdminRequest),
}

impl OperatorRequest {
    /// What the log calls it.
    const fn name(&self) -> &'static str {
        match self {
            Self::Invite { .. } => "invite",
            Self::Check => "check",
            Self::Dev(_) => "dev",
            Self::Admin(asked) => asked.name(),
        }
    }
}

/// What the operator is told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum OperatorReply {
    /// The invitation.
    Invited {
        /// The code.
        invite_code: String,
        /// How often it can be used.
        uses: u32,
        /// Where to join with it.
        link: String,
    },
    /// What a server for tests says.
    Dev(DevReply),
    /// Done, as of this commit.
    Done {
        /// Its number.
        commit: u64,
    },
    /// What the operator is shown, or has done.
    Answered {
        /// As JSON.
        answer: serde_json::Value,
    },
    /// Not done.
    Failed {
        /// Why.
        error: String,
    },
}

/// What the door leads to.
pub struct Operator {
    /// The loop.
    pub handle: Handle,
    /// What is stored.
    pub state: Arc<dyn State>,
    /// The root secrets, for a check.
    pub keys: ServerKeys,
    /// The configuration.
    pub config: Config,
    /// What a server for tests has besides.
    pub dev: Option<Arc<Dev>>,
}

/// Bytes that the address of a Unix socket holds, on every system that matters.
const LONGEST_ADDRESS: usize = 100;

/// The socket as an address that is short enough. One far down is reached through the open directory, which must stay
/// open until the address was used.
fn address(data: &Path) -> io::Result<(PathBuf, Option<File>)> {
    let path = data.join(FILE);
    if path.as_os_str().len() <= LONGEST_ADDRESS {
        return Ok((path, None));
    }
    let directory = File::open(data)?;
    let near = format!("/proc/self/fd/{}/{FILE}", directory.as_raw_fd());
    Ok((near.into(), Some(directory)))
}

/// Listen in the data directory. A socket that a killed server left is replaced: the directory is locked by us.
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

/// Take the socket away.
pub fn leave(data: &Path) {
    // The next start replaces one that stays.
    let _ = std::fs::remove_file(data.join(FILE));
}

/// The operator's door.
pub struct OperatorDoor {
    listener: UnixListener,
    operator: Arc<Operator>,
}

impl OperatorDoor {
    /// A door to what the operator may do.
    pub fn new(listener: UnixListener, operator: Operator) -> Self {
        Self { listener, operator: Arc::new(operator) }
    }
}

impl Door for OperatorDoor {
    fn serve(self: Box<Self>, closing: Closing) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        let Self { listener, operator } = *self;
        Box::pin(closing.ends(async move {
            let next = |context: &mut Context<'_>| listener.poll_accept(context).map_ok(|(stream, _)| stream);
            accept_each(PEERS, next, |stream| serve(stream, operator.clone())).await;
        }))
    }
}

/// What a user of this machine is called in the audit who does not say.
fn user_name(uid: u32) -> String {
    format!("uid {uid}")
}

/// What the user of this process is called there.
pub fn own_name() -> String {
    user_name(rustix::process::geteuid().as_raw())
}

async fn serve(stream: UnixStream, operator: Arc<Operator>) {
    if let Err(error) = talk(stream, operator).await {
        tracing::debug!(%error, "the operator's peer left");
    }
}

async fn talk(mut stream: UnixStream, operator: Arc<Operator>) -> io::Result<()> {
    let user = user_name(stream.peer_cred()?.uid());
    let (from, mut to) = stream.split();
    let mut line = String::new();
    BufReader::new(from.take(LONGEST_LINE)).read_line(&mut line).await?;
    let told = match serde_json::from_str(&line) {
        Ok(Asked::Backup { with_keys }) => return operator.send_backup(stream, with_keys).await,
        Ok(Asked::Request(asked)) => operator.answer(asked, user).await,
        Err(error) => OperatorReply::Failed { error: format!("not understood: {error}") },
    };
    let mut answer = serde_json::to_vec(&told)?;
    answer.push(b'\n');
    to.write_all(&answer).await
}

impl Operator {
    /// Do what is asked. Each act is an event of security, told without what it is about: a code, a file.
    async fn answer(self: Arc<Self>, asked: OperatorRequest, user: String) -> OperatorReply {
        let act = asked.name();
        let reply = self.clone().act(asked, user).await;
        self.note(act, !matches!(reply, OperatorReply::Failed { .. }));
        reply
    }

    fn note(&self, act: &'static str, is_done: bool) {
        let result = if is_done { "done" } else { "refused" };
        self.handle.metrics().security("operator", result);
        tracing::info!(target: "turnstone::security", event = "operator", act, result);
    }

    /// Send a backup. An error is reported in a line, as elsewhere; after the first bytes of a backup the client sees it
    /// as damage.
    async fn send_backup(self: Arc<Self>, stream: UnixStream, with_keys: bool) -> io::Result<()> {
        let mut stream = stream.into_std()?;
        stream.set_nonblocking(false)?;
        stream.set_write_timeout(Some(LONGEST_WRITE))?;
        let own = self.clone();
        let send = move || {
            let keys = with_keys.then_some(own.config.server.data.as_path());
            let sent = storage::send_backup(own.state.as_ref(), keys, &mut stream);
            sent.map_err(|failure| {
                let error = failure.to_string();
                tracing::warn!(error, "a backup was not sent whole");
                // Who has left is told nothing.
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
                    Err(refusal) => OperatorReply::Failed { error: host::worded(refusal) },
                }
            }
            OperatorRequest::Admin(asked) => {
                let desk = Desk { handle: &self.handle, state: &self.state, config: &self.config, user };
                match desk.answer(asked).await {
                    Ok(answer) => OperatorReply::Answered { answer },
                    Err(error) => OperatorReply::Failed { error },
                }
            }
            OperatorRequest::Check => {
                self.walk(|own| host::check(own.state.as_ref(), &own.config, own.keys.clone())).await
            }
            OperatorRequest::Dev(asked) => match &self.dev {
                Some(dev) => dev.answer(asked, &self.handle).await,
                None => OperatorReply::Failed { error: "this server was not started with --dev".to_owned() },
            },
        }
    }

    /// Run what takes long beside the server's own work.
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

/// Ask the server that runs over a data directory; `None` if there is none. `of` takes the answer out of the reply.
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

/// Have the server that runs over a data directory send a backup, and save it in a new file; `None` if there is none.
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
    Ok(Some(storage::receive_backup(&mut Read::chain(&first[..], stream), file).map_err(|failure| failure.to_string())))
}
