//! What goes wrong in a world, each kind switched on or off by the seed, each for a while.

use super::host::HostState;
use super::setup::other_limits;
use crate::rng::Rng;
use madsim::net::NetSim;
use madsim::runtime::{Handle, NodeHandle};
use madsim::time::{Instant, sleep, timeout};
use std::sync::atomic::Ordering;
use std::time::Duration;

/// How long a server may take from the word to stop until it has.
const STOP: Duration = Duration::from_secs(10);

/// A stop counts as begun so long before the server drains.
const LEAD: Duration = Duration::from_millis(20);

/// What faults happen to.
pub(super) struct World<'a> {
    pub(super) host: &'a HostState,
    pub(super) handle: Handle,
    pub(super) server: &'a NodeHandle,
    pub(super) clients: Vec<&'a NodeHandle>,
}

#[derive(Clone, Copy)]
enum NetworkFault {
    Kill,
    Drain,
    Disk,
    Partition,
    Loss,
    Slowness,
    SlowSync,
    Skew,
    Reload,
}

const ALL: [NetworkFault; 9] = [
    NetworkFault::Kill,
    NetworkFault::Drain,
    NetworkFault::Disk,
    NetworkFault::Partition,
    NetworkFault::Loss,
    NetworkFault::Slowness,
    NetworkFault::SlowSync,
    NetworkFault::Skew,
    NetworkFault::Reload,
];

impl World<'_> {
    /// Faults for so many seconds, then calm.
    pub(super) async fn trouble(&self, rng: &mut Rng, seconds: u64) {
        quiet();
        // In some worlds nothing goes wrong at all: there all is judged by the clock.
        let share = if rng.percent(15) { 0 } else { 55 };
        let kinds: Vec<NetworkFault> = ALL.into_iter().filter(|_| rng.percent(share)).collect();
        let end = Instant::now() + Duration::from_secs(seconds);
        while Instant::now() < end {
            sleep(Duration::from_millis(rng.between(1_000, 14_000))).await;
            match rng.pick(&kinds) {
                None => {}
                Some(NetworkFault::Kill) => self.kill(rng).await,
                Some(NetworkFault::Drain) => self.drain(rng).await,
                Some(NetworkFault::Disk) => self.break_disk(rng).await,
                Some(NetworkFault::Partition) => self.part(rng).await,
                Some(NetworkFault::Loss) => self.lose(rng).await,
                Some(NetworkFault::Slowness) => self.slow_down(rng).await,
                Some(NetworkFault::SlowSync) => self.slow_syncs(rng).await,
                Some(NetworkFault::Skew) => self.set_clock(rng),
                Some(NetworkFault::Reload) => self.reload(rng),
            }
        }
        self.host.calm();
    }

    async fn kill(&self, rng: &mut Rng) {
        self.host.hit("fault: server killed and restarted");
        self.host.trouble_begins();
        self.handle.kill(self.server.id());
        self.host.disk.lose_power(rng.bits());
        sleep(Duration::from_millis(rng.below(3_000))).await;
        self.start_again().await;
        self.host.trouble_ends();
    }

    /// Whoever was there before the word to stop gets an answer.
    async fn drain(&self, rng: &mut Rng) {
        self.host.hit("fault: server stopped in order");
        self.host.leaving_begins();
        let lag = self.host.setup.lag;
        if !lag.is_zero() {
            self.host.stop.notify_one();
            sleep(lag - LEAD).await;
        }
        self.host.drain_begins();
        if lag.is_zero() {
            self.host.stop.notify_one();
        }
        if timeout(STOP, self.has_stopped()).await.is_err() {
            self.host.fail(format!("the server did not stop in {STOP:?}"));
        }
        // The last answers are on their way.
        sleep(Duration::from_millis(200)).await;
        self.host.trouble_begins();
        self.handle.kill(self.server.id());
        self.host.disk.lose_power(rng.bits());
        self.start_again().await;
        self.host.drain_ends();
        self.host.trouble_ends();
    }

    async fn has_stopped(&self) {
        while !self.host.has_stopped.load(Ordering::Relaxed) {
            sleep(Duration::from_millis(10)).await;
        }
    }

    /// The disk fails at some write: the loop ends by itself, and whoever runs it starts it again.
    async fn break_disk(&self, rng: &mut Rng) {
        self.host.trouble_begins();
        self.host.may_break.store(true, Ordering::Relaxed);
        self.host.disk.fail_after(rng.below(12) as u32);
        sleep(Duration::from_millis(rng.between(500, 6_000))).await;
        if self.host.has_stopped.load(Ordering::Relaxed) {
            self.host.hit("fault: the disk failed under the server");
        }
        self.handle.kill(self.server.id());
        self.host.disk.lose_power(rng.bits());
        self.host.disk.mend();
        self.host.may_break.store(false, Ordering::Relaxed);
        self.start_again().await;
        self.host.trouble_ends();
    }

    async fn start_again(&self) {
        self.host.is_up.store(false, Ordering::Relaxed);
        self.host.has_stopped.store(false, Ordering::Relaxed);
        self.handle.restart(self.server.id());
        let up = async {
            while !self.host.is_up.load(Ordering::Relaxed) {
                sleep(Duration::from_millis(10)).await;
            }
        };
        if timeout(Duration::from_secs(10), up).await.is_err() {
            self.host.fail("the server does not start".to_owned());
        }
    }

    async fn part(&self, rng: &mut Rng) {
        self.host.hit("fault: partition");
        self.host.trouble_begins();
        let (net, client, server) = (NetSim::current(), rng.one(&self.clients).id(), self.server.id());
        let way = rng.below(3);
        if way != 0 {
            net.clog_link(client, server);
        }
        if way != 1 {
            net.clog_link(server, client);
        }
        sleep(Duration::from_millis(rng.between(500, 8_000))).await;
        net.unclog_link(client, server);
        net.unclog_link(server, client);
        self.host.trouble_ends();
    }

    async fn lose(&self, rng: &mut Rng) {
        self.host.hit("fault: packets lost");
        self.host.trouble_begins();
        let loss = rng.between(1, 25) as f64 / 100.0;
        NetSim::current().update_config(|config| config.packet_loss_rate = loss);
        sleep(Duration::from_millis(rng.between(500, 8_000))).await;
        quiet();
        self.host.trouble_ends();
    }

    async fn slow_down(&self, rng: &mut Rng) {
        self.host.hit("fault: slow network");
        self.host.trouble_begins();
        let slowest = Duration::from_millis(rng.between(5, 800));
        NetSim::current().update_config(|config| config.send_latency = Duration::from_millis(1)..slowest);
        sleep(Duration::from_millis(rng.between(500, 8_000))).await;
        quiet();
        self.host.trouble_ends();
    }

    /// The disk takes its time: nobody is told of what it has not kept yet.
    async fn slow_syncs(&self, rng: &mut Rng) {
        self.host.hit("fault: slow syncs");
        self.host.trouble_begins();
        self.host.disk.slow_down(rng.one(&[20, 300, 3_000]));
        sleep(Duration::from_millis(rng.between(500, 8_000))).await;
        self.host.disk.slow_down(0);
        self.host.trouble_ends();
    }

    /// The operator changes limits while the server runs.
    fn reload(&self, rng: &mut Rng) {
        self.host.hit("network: limits were changed");
        self.host.limits_begin(&other_limits(&self.host.setup.settings, rng));
        self.host.reload.notify_one();
    }

    /// The wall clock jumps; nobody has to notice but who is waiting.
    fn set_clock(&self, rng: &mut Rng) {
        self.host.trouble_begins();
        let size = rng.one(&[1_000, 60_000, 3_600_000]);
        let skew = rng.below(2 * size) as i64 - size as i64;
        let forward = skew > self.host.skew_ms.load(Ordering::Relaxed);
        self.host.hit(if forward { "fault: clock set forward" } else { "fault: clock set back" });
        self.host.skew(skew);
        self.host.trouble_ends();
    }
}

/// How long a packet takes at most while all is well.
pub(super) const SLOWEST: Duration = Duration::from_millis(10);

/// The network as it should be.
fn quiet() {
    NetSim::current().update_config(|config| {
        config.packet_loss_rate = 0.0;
        config.send_latency = Duration::from_millis(1)..SLOWEST;
    });
}
