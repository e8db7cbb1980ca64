//! `turnstone serve`

use super::reloading::Reloading;
use super::{CommandResult, lan, say, supervisor};
use crate::cluster::{NodeEvent, NodeServer};
use crate::config::{Config, Configured, Flags};
use crate::dev::Dev;
use crate::host::{self, Accepted};
use crate::operator;
use crate::server::Server;
use crate::storage::engine;
use clap::Args;
use sd_notify::NotifyState;
use std::error::Error;
use std::future::{pending, poll_fn};
use std::io::{IsTerminal, stderr, stdout};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;
use tokio::signal::unix::{Signal, SignalKind, signal};
use turnstone_engine::Handle;
use turnstone_engine::env::Clock;
use turnstone_service::answer::Invited;
use turnstone_service::service::KeyLoss;

#[derive(Args, Debug, Default)]
pub(super) struct Serve {
    /// The address and port to listen on, such as 127.0.0.1:8080 or [::]:8080 (or TURNSTONE_LISTEN)
    #[arg(long, value_name = "IP:PORT")]
    listen: Option<SocketAddr>,
    /// Serve the other machines of a network that you trust: listen on all addresses, over plain http
    #[arg(long)]
    lan: bool,
    /// Print every key of the configuration with its value and its source, secrets as ***, and exit
    #[arg(long)]
    print_config: bool,
    /// Accept, this once, server keys other than those that the data was written with: all tokens become void
    #[arg(long)]
    accept_new_keys: bool,
    /// Accept, this once, a clock that is more than 30 days ahead of the newest commit
    #[arg(long)]
    accept_clock: bool,
    /// Serve for tests: everything in memory, no limits, a clock that only moves on request, accounts by `turnstone
    /// dev`
    #[arg(long)]
    dev: bool,
    /// With --dev: the seed of deals and all other random numbers; random if not given
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// With --dev: the directory of the operator's socket; a temporary one if not given
    #[arg(long, value_name = "DIR")]
    socket: Option<PathBuf>,
    /// With --dev: print the address and the seed as one line of JSON
    #[arg(long)]
    json: bool,
    /// With --dev: stop when standard input ends, so that the server does not outlive the program that started it
    #[arg(long)]
    until_eof: bool,
}

/// The flags of a server for tests.
struct DevFlags {
    seed: Option<u64>,
    socket: Option<PathBuf>,
    json: bool,
    until_eof: bool,
}

impl Serve {
    /// Add the flags before the command's name.
    pub(super) fn or(&mut self, other: Self) {
        self.listen = self.listen.or(other.listen);
        self.lan |= other.lan;
        self.print_config |= other.print_config;
        self.accept_new_keys |= other.accept_new_keys;
        self.accept_clock |= other.accept_clock;
        self.dev |= other.dev;
        self.seed = self.seed.or(other.seed);
        self.socket = self.socket.take().or(other.socket);
        self.json |= other.json;
        self.until_eof |= other.until_eof;
    }

    pub(super) fn run(self, mut flags: Flags) -> CommandResult {
        flags.listen = self.listen;
        flags.lan = self.lan;
        flags.dev = self.dev;
        if !self.dev && (self.seed.is_some() || self.socket.is_some() || self.json || self.until_eof) {
            return Err("--seed, --socket, --json and --until-eof are for --dev".into());
        }
        let configured = Configured::load(&flags)?;
        if self.print_config {
            say(configured.print().trim_end());
            return Ok(ExitCode::SUCCESS);
        }
        if !self.dev {
            configured.config.check_plain_http()?;
        }
        if rustix::process::geteuid().is_root() {
            tracing::warn!("running as root, which is not needed: use a separate user");
        }
        if self.accept_new_keys && !self.dev {
            // Before anything is changed.
            say(&cost_of_new_keys(host::lost_with_new_keys(&configured.config)?));
        }
        // One thread for all sockets, beside the engine's: in measurements, each further thread cost more in wake-ups
        // between threads than it gained.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let accepted = Accepted { new_keys: self.accept_new_keys, clock: self.accept_clock };
        crate::logs::follow(&configured.config.server.log_level);
        let lan = flags.lan;
        let reloading = Reloading::new(flags, configured);
        let ended = runtime.block_on(async {
            if self.dev {
                let Self { seed, socket, json, until_eof, .. } = self;
                serve_dev(reloading, DevFlags { seed, socket, json, until_eof }).await
            } else {
                serve(reloading, accepted, lan).await
            }
        });
        // Connections that did not end in time are closed here.
        runtime.shutdown_background();
        ended?;
        Ok(ExitCode::SUCCESS)
    }
}

async fn serve(reloading: Reloading, accepted: Accepted, lan: bool) -> Result<(), Box<dyn Error>> {
    let config = reloading.config()?;
    let data = config.whole_data_path()?;
    if config.is_node() {
        return serve_node(reloading, accepted).await;
    }
    let mut signals = Signals::listen()?;
    // A start may wait for the standby without limit.
    let server = tokio::select! {
        server = Server::start(config, accepted) => server?,
        () = signals.stopped() => return Ok(()),
    };
    let (address, base_url) = (server.address(), server.base_url());
    say(&format!("Turnstone serves at {base_url}\nData directory: {}", data.display()));
    if let Some(first) = server.first_invitation().await? {
        let link = server.invitation_link(&first.invite_code);
        say(&welcome(&base_url, &data, &first, &link)?);
    }
    if lan {
        say(&lan::welcome(&base_url, stdout().is_terminal()));
    }
    tracing::info!(%address, %base_url, data = %data.display(), "serving");
    until_stopped(server, signals, reloading, pending()).await
}

/// Serve as a node of a cluster.
async fn serve_node(mut reloading: Reloading, accepted: Accepted) -> Result<(), Box<dyn Error>> {
    let config = reloading.config()?;
    let data = config.whole_data_path()?;
    let mut signals = Signals::listen()?;
    // A start may wait for etcd without limit.
    let node = tokio::select! {
        node = NodeServer::start(config, accepted) => node?,
        () = signals.stopped() => return Ok(()),
    };
    let (address, base_url) = (node.address(), node.base_url());
    say(&format!("Turnstone serves at {base_url}\nData directory: {}", data.display()));
    tracing::info!(%address, %base_url, data = %data.display(), "a node of a cluster");
    supervisor::tell(NotifyState::Ready);
    let limits = node.limits().clone();
    let stop = async {
        while signals.recv().await == OperatorSignal::Reload {
            reloading.reload(&limits);
        }
        supervisor::tell(NotifyState::Stopping);
    };
    let current = Arc::<Mutex<Option<Handle>>>::default();
    let watched = tokio::spawn(supervisor::watch_node(current.clone()));
    let on = async |event: NodeEvent| match event {
        NodeEvent::Serves(handle) => *current.lock().unwrap_or_else(PoisonError::into_inner) = Some(handle),
        NodeEvent::Begins(first, link) => match welcome(&base_url, &data, &first, &link) {
            Ok(text) => say(&text),
            Err(error) => tracing::warn!(%error, "the first steps cannot be shown"),
        },
    };
    let ended = node.run(stop, on).await;
    watched.abort();
    ended?;
    tracing::info!("stopped");
    Ok(())
}

/// Serve until a signal stops the server, or `over` is ready.
async fn until_stopped(
    server: Server,
    mut signals: Signals,
    mut reloading: Reloading,
    over: impl Future<Output = ()>,
) -> Result<(), Box<dyn Error>> {
    supervisor::tell(NotifyState::Ready);
    let watched = tokio::spawn(supervisor::watch(server.handle()));
    let limits = server.limits().clone();
    let stop = async {
        let stopped = async {
            while signals.recv().await == OperatorSignal::Reload {
                reloading.reload(&limits);
            }
        };
        tokio::select! {
            () = stopped => {}
            () = over => {}
        }
        supervisor::tell(NotifyState::Stopping);
    };
    let ended = server.run(stop).await;
    watched.abort();
    ended?;
    tracing::info!("stopped");
    Ok(())
}

/// Serve for tests.
async fn serve_dev(
    reloading: Reloading,
    DevFlags { seed, socket, json, until_eof }: DevFlags,
) -> Result<(), Box<dyn Error>> {
    let seed = seed.map_or_else(getrandom::u64, Ok)?;
    let temporary;
    let mut config = reloading.config()?;
    let socket = match socket {
        Some(socket) => given(&config, socket).await?,
        None => {
            temporary = tempfile::Builder::new().prefix("turnstone-dev-").tempdir()?;
            temporary.path().to_owned()
        }
    };
    config.server.data.clone_from(&socket);
    let signals = Signals::listen()?;
    let dev = Dev::new(seed);
    let now = dev.clock().now().0;
    let server = Server::start_dev(config, dev).await?;
    tracing::warn!(seed, "DEV MODE: nothing is stored, nothing is limited, every deal is known: not for real members");
    let base_url = server.base_url();
    let invite_code = server.first_invitation().await?.map(|first| first.invite_code).unwrap_or_default();
    if json {
        say(&serde_json::json!({
            "baseUrl": base_url, "socket": socket, "seed": seed, "now": now, "inviteCode": invite_code,
        })
        .to_string());
    } else {
        say(&dev_welcome(&base_url, &socket, seed, &invite_code)?);
    }
    let over = async {
        match until_eof {
            true => input_ended().await,
            false => pending().await,
        }
    };
    until_stopped(server, signals, reloading, over).await
}

/// Wait until standard input ends or cannot be read.
async fn input_ended() {
    let (ended, wait) = tokio::sync::oneshot::channel::<()>();
    // A thread of its own, because a read cannot be withdrawn. It ends with the process.
    std::thread::spawn(move || {
        let read = std::io::copy(&mut std::io::stdin().lock(), &mut std::io::sink());
        tracing::info!(?read, "standard input has ended");
        drop(ended);
    });
    // Its sender sends nothing.
    _ = wait.await;
}

/// A directory for the socket. One with data or a running server is rejected.
async fn given(config: &Config, socket: PathBuf) -> Result<PathBuf, Box<dyn Error>> {
    let socket = std::path::absolute(socket)?;
    let shown = socket.display();
    if engine(config).exists(&socket)? {
        return Err(format!("--dev keeps everything in memory, and --socket {shown} is a data directory").into());
    }
    std::fs::create_dir_all(&socket)?;
    if operator::is_served(&socket).await? {
        return Err(format!("another server has its operator's socket in {shown}").into());
    }
    Ok(socket)
}

/// What other server keys cost.
fn cost_of_new_keys(lost: Option<KeyLoss>) -> String {
    let Some(KeyLoss { running_tables, open_days, their_tables }) = lost else {
        return "With these server keys no table becomes void, and no day stays unproven.".to_owned();
    };
    let counted = |count: u64, one: &str, several: &str| format!("{count} {}", if count == 1 { one } else { several });
    format!(
        "Keys of the server are lost. This start gives up, for good:\n\
         - {}: void, and all stakes go back\n\
         - {}: the deals stay unproven\n\
         - {}: the tables of these days",
        counted(running_tables as u64, "running table", "running tables"),
        counted(open_days as u64, "day", "days"),
        counted(their_tables, "table", "tables"),
    )
}

/// The first lines of a server for tests.
fn dev_welcome(base_url: &str, socket: &Path, seed: u64, code: &str) -> Result<String, Box<dyn Error>> {
    let socket = socket.to_str().ok_or("--socket is not UTF-8")?;
    let line =
        |command: &[&str]| shlex::try_join(["turnstone", "dev", "--socket", socket].iter().chain(command).copied());
    let (account, show, advance) =
        (line(&["account", "ada"])?, line(&["clock", "show"])?, line(&["clock", "advance", "2d"])?);
    Ok(format!(
        "DEV MODE: everything is in memory and lost at the end. There are no limits, the clock only moves on request,\n\
         and every deal follows from the seed. Not for real members.\n\n\
         Turnstone serves at {base_url}\nSeed: {seed}\nOperator's socket: {socket}\nInvitation code: {code}\n\n\
         A token of an account:\n  {account}\nThe time, and two days later:\n  {show}\n  {advance}"
    ))
}

/// The meaning of a signal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OperatorSignal {
    Stop,
    Reload,
}

/// The signals that a server handles.
struct Signals {
    stops: [Signal; 2],
    /// `None` if the process was started with hangups ignored, as by nohup.
    hangup: Option<Signal>,
    had_terminal: bool,
}

impl Signals {
    fn listen() -> std::io::Result<Self> {
        let hangup = if is_ignored(SignalKind::hangup()) { None } else { Some(signal(SignalKind::hangup())?) };
        let stops = [signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?];
        Ok(Self { stops, hangup, had_terminal: stderr().is_terminal() })
    }

    /// Wait for one that stops.
    async fn stopped(&mut self) {
        while self.recv().await == OperatorSignal::Reload {}
    }

    /// Wait for any of them. A hangup reloads, unless it reports that the terminal is gone.
    async fn recv(&mut self) -> OperatorSignal {
        poll_fn(|context| {
            if self.stops.iter_mut().any(|signal| signal.poll_recv(context).is_ready()) {
                return Poll::Ready(OperatorSignal::Stop);
            }
            let Some(hangup) = &mut self.hangup else { return Poll::Pending };
            hangup.poll_recv(context).map(|_| match self.had_terminal && !stderr().is_terminal() {
                true => OperatorSignal::Stop,
                false => OperatorSignal::Reload,
            })
        })
        .await
    }
}

/// Whether this process was started with a signal ignored, as far as the system reports it.
fn is_ignored(kind: SignalKind) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
    ignored.is_some_and(|ignored| ignored >> (kind.as_raw_value() - 1) & 1 == 1)
}

/// The first steps. Every command works unchanged, from any directory.
fn welcome(base_url: &str, data: &Path, first: &Invited, link: &str) -> Result<String, Box<dyn Error>> {
    let Invited { invite_code: code, uses } = first;
    let mut random = [0; 16];
    getrandom::fill(&mut random)?;
    let client_ref = uuid::Builder::from_random_bytes(random).into_uuid();
    let join = serde_json::json!({ "inviteCode": code, "handle": "ada", "clientRef": client_ref.to_string() });
    let program = std::env::current_exe().ok().and_then(|path| path.to_str().map(str::to_owned));
    let program = program.unwrap_or_else(|| "turnstone".to_owned());
    let data = data.to_str().unwrap_or_default();
    let invite = shlex::try_join([program.as_str(), "invite", "--data", data])?;
    Ok(format!(
        "\nInvitation code ({uses} uses): {code}\nInvitation link: {link}\n\nNext: open {base_url} in a browser and play, \
         or open the link and join.\nPrograms read {base_url}/skill.md, and join so:\n  \
         curl -s {base_url}/api/join -H 'content-type: application/json' \\\n    -d '{join}'\n\
         More invitations:\n  {invite}"
    ))
}
