//! Takes calls from the loop and runs each in a task of its own.

use crate::VapidKey;
use crate::bot::{Bot, BotSettings};
use crate::client::{CallError, Client, Target};
use crate::counts::{CallKind, Counts};
use crate::gate::{Gate, HostClosed};
use crate::model::{ModelAsker, ModelSettings};
use crate::outcome::{CallOutcome, HostHealth};
use crate::push::{PushSender, PushSettings};
use crate::resolver::SystemResolver;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::Semaphore;
use tokio_rustls::rustls::RootCertStore;
use turnstone_engine::{Outbound, ReturnTo};
use turnstone_service::calls::{Call, CallResult};

/// Calls that are queued or running.
const TAKEN: usize = 4096;
/// Concurrent questions to the model.
const DECISIONS: usize = 32;
/// Concurrent messages to push services, in total and to one of them.
const PUSHES: usize = 64;
const PUSHES_PER_HOST: usize = 16;
/// Concurrent messages of the bot.
const TELLS: usize = 8;

/// The configured targets.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The model endpoint; without it no model is called.
    pub model: Option<ModelSettings>,
    /// The messenger bot; without it no message is sent.
    pub bot: Option<BotSettings>,
    /// This server's key for push services.
    pub vapid_key: VapidKey,
    /// The contact for push services: a `mailto:` or `https:` URI.
    pub push_subject: Option<String>,
    /// For tests: push endpoints may be on this machine, and use HTTP.
    pub push_allow_loopback: bool,
}

/// An invalid section of the configuration.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// The section `[model]`.
    #[error("model.url is no URL that can be called, or model.key has a character that a header cannot have")]
    Model,
    /// The section `[messenger]`.
    #[error("messenger.bot_api_url and messenger.bot_token make no URL that can be called")]
    Bot,
}

/// The outbound calls. Its tasks run on a runtime that the caller keeps.
pub struct Outgoing {
    pub(crate) room: Arc<Room>,
    taken: Arc<Semaphore>,
    runtime: Handle,
}

pub(crate) struct Room {
    client: Client,
    model: Option<ModelAsker>,
    bot: Option<Bot>,
    push: PushSender,
    decisions: Gate,
    pushes: Gate,
    tells: Gate,
    counts: Arc<Counts>,
}

impl Outgoing {
    /// With the system's resolver and the certificates that browsers trust.
    pub fn new(settings: Settings, runtime: Handle, counts: Arc<Counts>) -> Result<Self, SettingsError> {
        let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.into() };
        let client = Client::new(Arc::new(SystemResolver), roots);
        Self::over(client, settings, runtime, counts)
    }

    pub(crate) fn over(
        client: Client,
        settings: Settings,
        runtime: Handle,
        counts: Arc<Counts>,
    ) -> Result<Self, SettingsError> {
        let Settings { model, bot, vapid_key: key, push_subject: subject, push_allow_loopback } = settings;
        let push = PushSettings { key, subject, allow_loopback: push_allow_loopback };
        let room = Room {
            client,
            model: model.as_ref().map(ModelAsker::new).transpose().map_err(|_| SettingsError::Model)?,
            bot: bot.as_ref().map(Bot::new).transpose().map_err(|_| SettingsError::Bot)?,
            push: PushSender::new(push),
            decisions: Gate::new(DECISIONS, DECISIONS),
            pushes: Gate::new(PUSHES, PUSHES_PER_HOST),
            tells: Gate::new(TELLS, TELLS),
            counts,
        };
        Ok(Self { room: Arc::new(room), taken: Arc::new(Semaphore::new(TAKEN)), runtime })
    }
}

impl Outbound for Outgoing {
    fn call(&mut self, call: Call, back: ReturnTo) {
        let kind = CallKind::of(&call);
        let Ok(taken) = self.taken.clone().try_acquire_owned() else {
            let result = CallResult::Failed { retry_after_s: Some(1) };
            self.room.counts.count(kind, result);
            return back.with(result);
        };
        let room = self.room.clone();
        let under_way = room.counts.begin(kind);
        drop(self.runtime.spawn(async move {
            let result = room.make(&call).await;
            back.with(result);
            // Counted when the loop has it, so that the count is never ahead of the loop.
            under_way.ended(result);
            drop(taken);
        }));
    }
}

impl Room {
    pub(crate) async fn make(&self, call: &Call) -> CallResult {
        match call {
            Call::Decide(call) => {
                let Some(model) = &self.model else { return CallResult::Failed { retry_after_s: None } };
                self.through(&self.decisions, model.patience(), Ok(model.target()), async |_: &Target| {
                    model.decide(&self.client, &self.counts, call).await
                })
                .await
            }
            Call::Push(call) => {
                let target = self.push.target(call);
                let send = async |target: &Target| self.push.send(&self.client, target, call).await;
                self.through(&self.pushes, Duration::ZERO, target.as_ref(), send).await
            }
            Call::Tell(message) => {
                // Without the API's address the bot sends nothing.
                let Some(bot) = &self.bot else { return CallResult::Refused };
                self.through(&self.tells, Duration::ZERO, Ok(bot.target()), async |_: &Target| {
                    bot.tell(&self.client, message).await
                })
                .await
            }
        }
    }

    /// Make a call when it has its place, unless its host is paused.
    async fn through(
        &self,
        gate: &Gate,
        patience: Duration,
        target: Result<&Target, &CallError>,
        make: impl AsyncFnOnce(&Target) -> CallOutcome,
    ) -> CallResult {
        let target = match target {
            Ok(target) => target,
            Err(error) => return CallOutcome::from(*error).result,
        };
        let place = match gate.enter(&target.host, patience).await {
            Ok(place) => place,
            Err(HostClosed(seconds)) => return CallResult::Failed { retry_after_s: Some(seconds) },
        };
        let CallOutcome { result, host } = make(target).await;
        match host {
            HostHealth::Well => place.well(),
            HostHealth::Unwell(retry_after_s) => place.failed(retry_after_s),
            HostHealth::Unknown => drop(place),
        }
        result
    }
}
