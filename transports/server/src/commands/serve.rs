//! `turnstone serve`

use super::{CommandResult, configured, say};
use clap::Args;
use std::error::Error;
use std::future::poll_fn;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::task::Poll;
use tokio::signal::unix::{Signal, SignalKind, signal};
use turnstone_engine::env::Clock;
use turnstone_server::config::{Config, Flags};
use turnstone_server::dev::Dev;
use turnstone_server::host::Accepted;
use turnstone_server::operator;
use turnstone_server::server::Server;
use turnstone_server::storage;
use turnstone_service::answer::Invited;

#[derive(Args, Debug, Default)]
pub(super) struct Serve {
    /// The address to listen on (or TURNSTONE_LISTEN)
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<SocketAddr>,
    /// Show every key of the configuration with what is in force and who said so, secrets as ***, and stop
    #[arg(long)]
    print_config: bool,
    /// Go on, this once, with other server keys than those that the data was written with: all tokens are void then
    #[arg(long)]
    accept_new_keys: bool,
    /// Go on, this once, with a clock that is more than 30 days ahead of the newest commit
    #[arg(long)]
    accept_clock: bool,
    /// Serve for tests: all in memory, no limits, a clock that stands still until it is moved, accounts for the asking
    /// (`turnstone dev`)
    #[arg(long)]
    dev: bool,
    /// With --dev: what the deals and all else that is drawn follow from; drawn itself if not given
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// With --dev: the directory of the operator's socket; one that is removed at the end if not given
    #[arg(long, value_name = "DIR")]
    socket: Option<PathBuf>,
    /// With --dev: tell in one line of JSON where it serves
    #[arg(long)]
    json: bool,
}

impl Serve {
    /// Take what was said before the command's name.
    pub(super) fn or(&mut self, other: Self) {
        self.listen = self.listen.or(other.listen);
        self.print_config |= other.print_config;
        self.accept_new_keys |= other.accept_new_keys;
        self.accept_clock |= other.accept_clock;
        self.dev |= other.dev;
        self.seed = self.seed.or(other.seed);
        self.socket = self.socket.take().or(other.socket);
        self.json |= other.json;
    }

    pub(super) fn run(self, mut flags: Flags) -> CommandResult {
        flags.listen = self.listen;
        flags.dev = self.dev;
        if !self.dev && (self.seed.is_some() || self.socket.is_some() || self.json) {
            return Err("--seed, --socket and --json are for --dev".into());
        }
        let configured = configured(&flags)?;
        if self.print_config {
            say(configured.print().trim_end());
            return Ok(ExitCode::SUCCESS);
        }
        if rustix::process::geteuid().is_root() {
            tracing::warn!("running as root, which nothing here needs: give it a user of its own");
        }
        // One thread for all sockets, beside the engine's: measured, every thread more costs more in wake-ups between
        // threads than it carries.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let accepted = Accepted { new_keys: self.accept_new_keys, clock: self.accept_clock };
        let config = configured.config;
        let ended = runtime.block_on(async {
            if self.dev {
                serve_dev(config, self.seed, self.socket, self.json).await
            } else {
                serve(config, accepted).await
            }
        });
        // Connections that did not end in time end here.
        runtime.shutdown_background();
        ended?;
        Ok(ExitCode::SUCCESS)
    }
}

async fn serve(config: Config, accepted: Accepted) -> Result<(), Box<dyn Error>> {
    let data = config.whole_data_path()?;
    let stops = Stops::listen()?;
    let server = Server::start(config, accepted).await?;
    let (address, base_url) = (server.address(), server.base_url());
    say(&format!("Turnstone serves at {base_url}\nData directory: {}", data.display()));
    if let Some(first) = server.first_invitation().await? {
        let link = server.invitation_link(&first.invite_code);
        say(&welcome(&base_url, &data, &first, &link)?);
    }
    tracing::info!(%address, %base_url, data = %data.display(), "serving");
    until_stopped(server, stops).await
}

async fn until_stopped(server: Server, mut stops: Stops) -> Result<(), Box<dyn Error>> {
    let stop = async {
        stops.recv().await;
        tracing::info!("draining");
    };
    server.run(stop).await?;
    tracing::info!("stopped");
    Ok(())
}

/// Serve for tests.
async fn serve_dev(
    mut config: Config,
    seed: Option<u64>,
    socket: Option<PathBuf>,
    json: bool,
) -> Result<(), Box<dyn Error>> {
    let seed = seed.map_or_else(getrandom::u64, Ok)?;
    let temporary;
    let socket = match socket {
        Some(socket) => given(socket).await?,
        None => {
            temporary = tempfile::Builder::new().prefix("turnstone-dev-").tempdir()?;
            temporary.path().to_owned()
        }
    };
    config.server.data.clone_from(&socket);
    let stops = Stops::listen()?;
    let dev = Dev::new(seed);
    let now = dev.clock().now().0;
    let server = Server::start_dev(config, dev).await?;
    tracing::warn!(seed, "DEV MODE: nothing is kept, nothing is limited, every deal is known: not for real members");
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
    until_stopped(server, stops).await
}

/// A directory for the socket. One that has data, or a server, is somebody's.
async fn given(socket: PathBuf) -> Result<PathBuf, Box<dyn Error>> {
    let socket = std::path::absolute(socket)?;
    let told = socket.display();
    if storage::exists(&socket)? {
        return Err(format!("--dev keeps everything in memory, and --socket {told} is a data directory").into());
    }
    std::fs::create_dir_all(&socket)?;
    if operator::is_served(&socket).await? {
        return Err(format!("another server has its operator's socket in {told}").into());
    }
    Ok(socket)
}

/// What a server for tests says first.
fn dev_welcome(base_url: &str, socket: &Path, seed: u64, code: &str) -> Result<String, Box<dyn Error>> {
    let socket = socket.to_str().ok_or("--socket is not UTF-8")?;
    let line =
        |command: &[&str]| shlex::try_join(["turnstone", "dev", "--socket", socket].iter().chain(command).copied());
    let (account, show, advance) =
        (line(&["account", "ada"])?, line(&["clock", "show"])?, line(&["clock", "advance", "2d"])?);
    Ok(format!(
        "DEV MODE: all is in memory and gone at the end. There are no limits, the clock stands still until it is moved,\n\
         and every deal follows from the seed. Not for real members.\n\n\
         Turnstone serves at {base_url}\nSeed: {seed}\nOperator's socket: {socket}\nInvitation code: {code}\n\n\
         A token of an account:\n  {account}\nThe time, and two days later:\n  {show}\n  {advance}"
    ))
}

/// The signals that stop a server.
struct Stops(Vec<Signal>);

impl Stops {
    fn listen() -> std::io::Result<Self> {
        let mut kinds = vec![SignalKind::terminate(), SignalKind::interrupt()];
        // Who runs it under nohup wants it to outlive the terminal.
        if !is_ignored(SignalKind::hangup()) {
            kinds.push(SignalKind::hangup());
        }
        kinds.into_iter().map(signal).collect::<Result<_, _>>().map(Self)
    }

    /// Wait for any of them.
    async fn recv(&mut self) {
        poll_fn(|context| {
            let came = self.0.iter_mut().any(|signal| signal.poll_recv(context).is_ready());
            if came { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
    }
}

/// Whether a signal was ignored by whoever started this process, as far as the system tells.
fn is_ignored(kind: SignalKind) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
    ignored.is_some_and(|ignored| ignored >> (kind.as_raw_value() - 1) & 1 == 1)
}

/// What to do first. Every command works as it stands, from any directory.
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
