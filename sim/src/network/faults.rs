//! The faults of a run. Each kind is switched on or off by the seed, and each lasts for a while.

use super::host::{HostNotes, HostState};
use super::machines::Begins;
use super::setup::other_limits;
use crate::inner::Fault;
use crate::rng::Rng;
use crate::world::{HostId, ms};
use madsim::net::NetSim;
use madsim::time::{Instant, sleep, timeout};
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Maximum time for a stop, and for a start.
const STOP: Duration = Duration::from_secs(10);
/// A stop counts as begun this long before the server drains.
const LEAD: Duration = Duration::from_millis(20);
/// Maximum delay of a packet without a fault.
pub(super) const SLOWEST: Duration = ms(10);
const KINDS: u64 = 9;

pub(super) struct World<'a> {
    pub(super) host: &'a HostState,
    pub(super) clients: Vec<HostId>,
}

impl World<'_> {
    /// Faults for this many seconds, then none.
    pub(super) async fn trouble(&self, rng: &mut Rng, seconds: u64) {
        reset_network();
        // Some runs have no faults at all: there every response has to be in time.
        let share = if rng.percent(15) { 0 } else { 55 };
        let kinds: Vec<u64> = (0..KINDS).filter(|_| rng.percent(share)).collect();
        let end = Instant::now() + Duration::from_secs(seconds);
        while Instant::now() < end {
            sleep(Duration::from_millis(rng.between(1_000, 14_000))).await;
            if self.host.setup.pair.is_some() && rng.percent(50) {
                self.hinder_pair(rng).await;
                continue;
            }
            match rng.pick(&kinds) {
                Some(0) => self.kill(rng).await,
                Some(1) => self.drain(rng).await,
                Some(2) => self.break_disk(rng).await,
                Some(3) => self.partition(rng).await,
                Some(4) => {
                    let loss = rng.between(1, 25) as f64 / 100.0;
                    let lose = || NetSim::current().update_config(|config| config.packet_loss_rate = loss);
                    self.for_a_while(rng, "fault: packets lost", lose, reset_network).await;
                }
                Some(5) => {
                    let latency = Duration::from_millis(1)..Duration::from_millis(rng.between(5, 800));
                    let slow_down = || NetSim::current().update_config(|config| config.send_latency = latency);
                    self.for_a_while(rng, "fault: slow network", slow_down, reset_network).await;
                }
                Some(6) => {
                    let (disk, slowest) = (self.host.disk(self.host.serving()), rng.one(&[20, 300, 3_000]));
                    let slow_down = || disk.slow_down(slowest);
                    self.for_a_while(rng, "fault: slow syncs", slow_down, || disk.slow_down(0)).await;
                }
                Some(7) => self.set_clock(rng),
                Some(_) => self.reload(rng),
                None => {}
            }
        }
        self.host.notes().calm = true;
    }

    async fn for_a_while(&self, rng: &mut Rng, counter: &'static str, begin: impl FnOnce(), end: impl FnOnce()) {
        self.host.hit(counter);
        self.host.trouble_begins();
        begin();
        // The standby may be out of reach, too.
        self.host.notes().may_break = self.host.setup.pair.is_some();
        sleep(Duration::from_millis(rng.between(500, 8_000))).await;
        end();
        self.look_after().await;
        self.host.trouble_ends();
    }

    async fn kill(&self, rng: &mut Rng) {
        self.host.hit("fault: server killed and restarted");
        self.host.trouble_begins();
        self.lose_power(rng);
        sleep(Duration::from_millis(rng.below(3_000))).await;
        self.start_again().await;
        self.host.trouble_ends();
    }

    /// Every request before the stop gets a response.
    async fn drain(&self, rng: &mut Rng) {
        self.host.hit("fault: server stopped cleanly");
        self.host.notes().is_leaving = true;
        let lag = self.host.setup.lag;
        if !lag.is_zero() {
            self.host.stop.notify_one();
            sleep(lag - LEAD).await;
        }
        self.host.drain_begins();
        if lag.is_zero() {
            self.host.stop.notify_one();
        }
        if timeout(STOP, self.becomes(|notes| notes.has_stopped)).await.is_err() {
            self.host.fail(format!("the server did not stop in {STOP:?}"));
        }
        // The last responses are in flight.
        sleep(Duration::from_millis(200)).await;
        self.host.trouble_begins();
        self.lose_power(rng);
        self.start_again().await;
        self.host.drain_ends();
        self.host.trouble_ends();
    }

    /// The disk fails at a write or sync. The loop ends by itself, and the server is started again.
    async fn break_disk(&self, rng: &mut Rng) {
        self.host.trouble_begins();
        self.host.notes().may_break = true;
        let fault = rng.one(&[Fault::BadWrite, Fault::BadWrite, Fault::NoSpace]);
        self.host.disk(self.host.serving()).plan(fault, rng.below(12) as u32, rng.bits());
        sleep(Duration::from_millis(rng.between(500, 6_000))).await;
        if self.host.notes().has_stopped {
            self.host.hit("fault: the disk failed under the server");
        }
        self.lose_power(rng);
        self.host.notes().may_break = false;
        self.start_again().await;
        self.host.trouble_ends();
    }

    /// The server ends and loses unsynced writes.
    fn lose_power(&self, rng: &mut Rng) {
        self.host.end_process(self.host.serving(), Some(rng.bits()));
    }

    async fn start_again(&self) {
        self.host.start(self.host.serving(), Begins::Server);
        self.look_after().await;
        if timeout(STOP, self.becomes(|notes| notes.is_up)).await.is_err() {
            self.host.fail("the server does not start".to_owned());
        }
    }

    async fn becomes(&self, is: fn(&HostNotes) -> bool) {
        while !is(&self.host.notes()) {
            sleep(Duration::from_millis(10)).await;
        }
    }

    async fn partition(&self, rng: &mut Rng) {
        let (net, client, server) = (&self.host.net, rng.one(&self.clients), self.host.serving());
        let ways = [(client, server), (server, client)];
        let ways = rng.one(&[&ways[..1], &ways[1..], &ways]);
        let begin = || ways.iter().for_each(|(from, to)| net.cut(*from, *to, true));
        let end = || net.repair();
        self.for_a_while(rng, "fault: partition", begin, end).await;
    }

    /// The operator changes limits while the server runs.
    fn reload(&self, rng: &mut Rng) {
        self.host.hit("network: limits were changed");
        self.host.limits_begin(&other_limits(&self.host.setup.settings, rng));
        self.host.reload.notify_one();
    }

    fn set_clock(&self, rng: &mut Rng) {
        self.host.trouble_begins();
        let size = rng.one(&[1_000, 60_000, 3_600_000]);
        let skew = rng.below(2 * size) as i64 - size as i64;
        let forward = skew > self.host.clock(self.host.serving()).skew_ms.swap(skew, Ordering::Relaxed);
        self.host.notes().measured.clock_set[usize::from(!forward)] += 1;
        self.host.hit(if forward { "fault: clock set forward" } else { "fault: clock set back" });
        self.host.trouble_ends();
    }
}

/// Restore the network without faults.
fn reset_network() {
    NetSim::current().update_config(|config| {
        config.packet_loss_rate = 0.0;
        config.send_latency = Duration::from_millis(1)..SLOWEST;
    });
}
