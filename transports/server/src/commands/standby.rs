//! `turnstone standby`, `standby-key` and `promote`

use super::{CommandResult, block_on, must_exist, say, supervisor};
use crate::config::Config;
use crate::http;
use crate::operator::{self, Reports, ask_server, standby_state};
use crate::runtime::Tokio;
use crate::standby::monitor_standby;
use crate::storage::engine;
use clap::Args;
use sd_notify::NotifyState;
use serde_json::{Value, json};
use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, UNIX_EPOCH};
use tokio::signal::unix::{SignalKind, signal};
use turnstone_api::operation::operator::STANDBY_STATE;
use turnstone_directory::DirectoryOptions;
use turnstone_engine::Closing;
use turnstone_link::{PeerAddress, ReplicaDirectory, SharedKey, generation};
use turnstone_service::request::Request;
use turnstone_standby::{Follower, Promotion, StandbyActivity, StandbyProgress, promote};

#[derive(Args, Debug)]
pub(super) struct StandbyCommand {
    /// The address of the primary's `server.standby_listen`, such as http://10.0.0.1:9500, or of a proxy before it
    #[arg(long, value_name = "URL", value_parser = address, required_unless_present = "status")]
    from: Option<PeerAddress>,
    /// Report how far the running standby is, on either machine: exit status 0 if it follows, otherwise 1
    #[arg(long, conflicts_with = "from")]
    status: bool,
}

fn address(text: &str) -> Result<PeerAddress, String> {
    PeerAddress::parse(text)
}

impl StandbyCommand {
    pub(super) fn run(self, config: &Config) -> CommandResult {
        let Some(from) = self.from else { return status(config) };
        let data = config.whole_data_path()?;
        let file = config.server.standby_key_file.as_ref();
        let file = file.ok_or("a standby needs server.standby_key_file: the file with the key of the primary")?;
        let key = SharedKey::read(file)?;
        let shown = format!("Turnstone follows {}\nData directory: {}", from.text(), data.display());
        block_on(async {
            let follower = Follower::open(Tokio::current(), Arc::new(directory(config)), key, from)?;
            say(&shown);
            follow(config, follower).await
        })??;
        Ok(ExitCode::SUCCESS)
    }
}

/// The data directory of a standby. The server keys of its primary replace those that its records were written with.
fn directory(config: &Config) -> ReplicaDirectory {
    let options = DirectoryOptions { accept_new_keys: true, ..config.durability().into() };
    ReplicaDirectory::new(engine(config), &config.server.data, options)
}

/// Follow until a signal.
async fn follow(config: &Config, mut follower: Follower<Tokio>) -> Result<(), Box<dyn Error>> {
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    let progress = follower.progress();
    let monitor = monitor_standby(config, progress.clone()).await?;
    let reports = Reports(move |request: &Request| {
        let is_asked = matches!(request, Request::StandbyState(_));
        let other = || "this is a standby, which only reports how far it is: ask the primary".to_owned();
        is_asked.then(|| report(&progress)).ok_or_else(other)
    });
    let socket = operator::open(operator::listen(&config.server.data)?, http::without_core(config)?, reports);
    let (close, closing) = Closing::new();
    let monitor = monitor.map(|monitor| tokio::spawn(monitor.serve(closing.clone())));
    let socket = tokio::spawn(socket.serve(closing));
    supervisor::tell(NotifyState::Ready);
    let ended = tokio::select! {
        _ = terminate.recv() => None,
        _ = interrupt.recv() => None,
        fatal = follower.run() => Some(fatal),
    };
    close.tell();
    // Its only error is that it panicked, which is on stderr.
    let _ = socket.await;
    if let Some(monitor) = monitor {
        let _ = monitor.await;
    }
    operator::leave(&config.server.data);
    follower.close()?;
    ended.map_or(Ok(()), |fatal| Err(fatal.into()))
}

fn report(progress: &Mutex<StandbyProgress>) -> Value {
    let StandbyProgress { doing, commit, seen, heard } = *progress.lock().unwrap_or_else(PoisonError::into_inner);
    let doing = match doing {
        StandbyActivity::Connecting => "not connected to the primary",
        StandbyActivity::TakingSnapshot => "taking a snapshot",
        StandbyActivity::Following => "following the primary",
    };
    let heard = heard.map_or_else(
        || "nothing received since the start".to_owned(),
        |heard| format!("last received {} ms ago", heard.elapsed().as_millis()),
    );
    let behind = seen.commit.saturating_sub(commit);
    let state = format!("standby at commit {commit}; {doing}; {behind} commits behind what it last saw; {heard}");
    standby_state(doing == "following the primary", &state)
}

fn status(config: &Config) -> CommandResult {
    let reply = block_on(ask_server(&config.server.data, &STANDBY_STATE, &json!({})))??;
    let reply = reply.ok_or_else(|| format!("nothing runs on {}", config.server.data.display()))?;
    say(reply["state"].as_str().unwrap_or_default());
    Ok(if reply["isFollowing"] == true { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

#[derive(Args, Debug)]
pub(super) struct StandbyKeyCommand {
    /// The file to write; it must not exist
    file: PathBuf,
}

impl StandbyKeyCommand {
    pub(super) fn run(self) -> CommandResult {
        let shown = self.file.display();
        SharedKey::create(&self.file).map_err(|error| format!("{shown}: {error}"))?;
        say(&format!("a new key is in {shown}: copy it to the other machine, with mode 600"));
        Ok(ExitCode::SUCCESS)
    }
}

/// `turnstone promote`
pub(super) fn promote_standby(config: &Config) -> CommandResult {
    must_exist(config)?;
    let promotion = promote(&directory(config))?;
    say(&promoted(promotion));
    Ok(ExitCode::SUCCESS)
}

/// What was promoted, and what may be missing.
fn promoted(Promotion { term, commit, seen }: Promotion) -> String {
    let mut text =
        format!("promoted: the next start serves as generation {}\nlast commit here: {commit}", generation(term));
    match seen {
        None => text += "\nwhat the primary had is unknown",
        Some(seen) => {
            let at = humantime::format_rfc3339_millis(UNIX_EPOCH + Duration::from_millis(seen.at_ms));
            let (known, missing) = (seen.commit.max(commit), seen.commit.saturating_sub(commit));
            text += &format!(
                "\nlast commit seen of the primary: {known}, at {at}: {missing} commits are known to be missing.\n\
                 With server.standby = \"required\" on the primary, nothing acknowledged is missing. Otherwise what the \
                 primary acknowledged from about then on may be missing, too."
            );
        }
    }
    text
}
