//! The configuration of a run's server, drawn from the seed.

use super::Form;
use crate::inner::WorldSettings;
use crate::rng::{Rng, mix};
use crate::world::{HOSTS, ms};
use std::time::Duration;
use turnstone_http::StreamBounds;
use turnstone_service::config::Limits;
use turnstone_standby::WindowBounds;

pub(super) const MOST_CONNECTIONS: u32 = 64;
/// Maximum number of connections of one address, in the seeds with a limit. All clients together leave some free.
pub(super) const PER_ADDRESS: u32 = 12;

/// Bytes that an HTTP/2 stream holds without its response, and the number of streams there is memory for, per address
/// and in total.
pub(super) const STREAM: usize = 8 << 10;
pub(super) const STREAMS_PER_ADDRESS: usize = 20;
pub(super) const STREAMS: usize = 90;

/// Another network. In some seeds the clients are proxies, and their own network is trusted in place of it.
const ELSEWHERE: &str = "192.0.2.0/24";

/// The configuration of a server, beside that of the core.
pub(super) struct NetworkSetup {
    pub(super) settings: WorldSettings,
    /// Tables end and are archived within a run.
    pub(super) is_quick: bool,
    /// Origins whose pages may call with a Bearer token.
    pub(super) cors_origins: Vec<String>,
    /// Requests come through trusted proxies.
    pub(super) is_proxied: bool,
    /// Maximum connections of one address; 0 for no limit.
    pub(super) per_address: u32,
    /// Memory of HTTP/2 streams, in some seeds so little that it is used up.
    pub(super) streams: StreamBounds,
    /// How long the server is not ready before it drains.
    pub(super) lag: Duration,
    /// How the server works with its standby, if it has one.
    pub(super) pair: Option<PairSetup>,
    /// The address of the service in its configuration.
    pub(super) base_url: &'static str,
}

/// A server with its standby.
#[derive(Clone, Copy, Debug)]
pub(super) struct PairSetup {
    /// How long responses wait for the standby; `None` if they do not.
    pub(super) waits: Option<Duration>,
    pub(super) bounds: WindowBounds,
}

impl PairSetup {
    fn draw(seed: u64) -> Self {
        let mut rng = Rng::new(mix(&[seed, 0x5b]));
        let waits = rng.percent(60).then(|| ms(rng.between(1_000, 4_000)));
        let narrow = WindowBounds { kept: 2 << 10, during_snapshot: 256 << 10, snapshot: Duration::from_secs(20) };
        Self { waits, bounds: if rng.percent(60) { narrow } else { WindowBounds::default() } }
    }
}

impl NetworkSetup {
    pub(super) fn draw(seed: u64, form: Form) -> Self {
        let mut rng = Rng::new(mix(&[seed, 0x5e70]));
        let is_quick = rng.percent(50);
        let origins = ["https://play.example", "https://app.example:8443"];
        let cors_origins = origins[..rng.below(3) as usize].iter().map(|origin| (*origin).to_owned()).collect();
        Self {
            settings: settings(&mut rng, is_quick),
            is_quick,
            pair: (form == Form::Pair).then(|| PairSetup::draw(seed)),
            cors_origins,
            is_proxied: rng.percent(40),
            streams: if rng.percent(60) {
                StreamBounds { per_address: STREAMS_PER_ADDRESS * STREAM, total: STREAMS * STREAM }
            } else {
                StreamBounds::default()
            },
            per_address: if rng.percent(50) { PER_ADDRESS } else { 0 },
            lag: Duration::from_secs(if rng.percent(60) { rng.between(2, 8) } else { 0 }),
            base_url: rng.one(&["http://127.0.0.1:80", "https://play.turnstone.example"]),
        }
    }

    /// Whether its cookies are sent over https alone.
    pub(super) fn is_secure(&self) -> bool {
        self.base_url.starts_with("https:")
    }

    /// The origin of the service's own pages at the host that its clients name.
    pub(super) fn own_origin(&self) -> String {
        format!("{}://turnstone.example", if self.is_secure() { "https" } else { "http" })
    }

    pub(super) fn trusted_proxies<Net: std::str::FromStr<Err: std::fmt::Debug>>(&self) -> Vec<Net> {
        vec![if self.is_proxied { HOSTS } else { ELSEWHERE }.parse().expect("a network")]
    }
}

/// The settings of the core: the defaults, or tables that end within a run.
fn settings(rng: &mut Rng, is_quick: bool) -> WorldSettings {
    let limits = Limits::default();
    let (messenger, push) = (rng.percent(50), rng.percent(50));
    let plain = WorldSettings {
        // A limit that is reported and never reached.
        requests_per_minute: 100_000,
        moves_per_minute: limits.moves_per_minute,
        long_polls: limits.long_polls_per_credential,
        active_tables: limits.active_tables,
        practice_active: rng.between(0, 6) as u32,
        practice_per_10_minutes: 0,
        practice_per_day: 0,
        parties: limits.parties,
        messenger,
        webhook: messenger,
        push,
        ..WorldSettings::default()
    };
    let mut drawn = if is_quick {
        WorldSettings {
            live_turn_s: 20,
            live_bank_s: 10,
            solo_turn_s: 40,
            waiting_live_s: 60,
            waiting_invited_s: 40,
            rematch_s: 40,
            archive_after_s: 20,
            ..plain
        }
    } else {
        plain
    };
    if rng.percent(50) {
        let other = other_limits(&drawn, rng);
        drawn.set_limits(&other);
    }
    drawn
}

/// Limits that an operator may set while the server runs: some are reached, and clients can still continue.
pub(super) fn other_limits(settings: &WorldSettings, rng: &mut Rng) -> Limits {
    let mut draw = |least: u64, most: u64| rng.between(least, most) as u32;
    Limits {
        requests_per_minute: draw(2_000, 9_000),
        moves_per_minute: draw(100, 900),
        anonymous_per_minute: draw(60, 400),
        credential_per_minute: draw(40, 300),
        long_polls_per_credential: draw(2, 9),
        active_tables: draw(2, 12),
        parties: draw(1, 6),
        failed_logins: draw(4, 10),
        ..settings.config().limits
    }
}
