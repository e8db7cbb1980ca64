//! What goes wrong in a world, each kind switched on or off by the seed, each for a while.

use super::place::Place;
use crate::rng::Rng;
use madsim::net::NetSim;
use madsim::runtime::{Handle, NodeHandle};
use madsim::time::{Instant, sleep, timeout};
use std::sync::atomic::Ordering;
use std::time::Duration;

/// How long a server may take from the word to stop until it has.
const STOP: Duration = Duration::from_secs(10);

/// What faults happen to.
pub(super) struct World<'a> {
    pub(super) place: &'a Place,
    pub(super) handle: Handle,
    pub(super) server: &'a NodeHandle,
    pub(super) clients: Vec<&'a NodeHandle>,
}

#[derive(Clone, Copy)]
enum Fault {
    Kill,
    Drain,
    Disk,
    Partition,
    Loss,
    Slowness,
    Skew,
}

const ALL: [Fault; 7] =
    [Fault::Kill, Fault::Drain, Fault::Disk, Fault::Partition, Fault::Loss, Fault::Slowness, Fault::Skew];

impl World<'_> {
    /// Faults for so many seconds, then calm.
    pub(super) async fn trouble(&self, rng: &mut Rng, seconds: u64) {
        quiet();
        // In some worlds nothing goes wrong at all: there all is judged by the clock.
        let share = if rng.percent(15) { 0 } else { 55 };
        let kinds: Vec<Fault> = ALL.into_iter().filter(|_| rng.percent(share)).collect();
        let end = Instant::now() + Duration::from_secs(seconds);
        while Instant::now() < end {
            sleep(Duration::from_millis(rng.between(1_000, 14_000))).await;
            match rng.pick(&kinds) {
                None => {}
                Some(Fault::Kill) => self.kill(rng).await,
                Some(Fault::Drain) => self.drain(rng).await,
                Some(Fault::Disk) => self.break_disk(rng).await,
                Some(Fault::Partition) => self.part(rng).await,
                Some(Fault::Loss) => self.lose(rng).await,
                Some(Fault::Slowness) => self.slow_down(rng).await,
                Some(Fault::Skew) => self.set_clock(rng),
            }
        }
        self.place.calm();
    }

    async fn kill(&self, rng: &mut Rng) {
        self.place.hit("fault: server killed and restarted");
        self.place.trouble_begins();
        self.handle.kill(self.server.id());
        self.place.disk.lose_power(rng.bits());
        sleep(Duration::from_millis(rng.below(3_000))).await;
        self.start_again().await;
        self.place.trouble_ends();
    }

    /// Whoever was there before the word to stop gets an answer.
    async fn drain(&self, rng: &mut Rng) {
        self.place.hit("fault: server stopped in order");
        self.place.drain_begins();
        self.place.stop.notify_one();
        if timeout(STOP, self.has_stopped()).await.is_err() {
            self.place.fail(format!("the server did not stop in {STOP:?}"));
        }
        // The last answers are on their way.
        sleep(Duration::from_millis(200)).await;
        self.place.trouble_begins();
        self.handle.kill(self.server.id());
        self.place.disk.lose_power(rng.bits());
        self.start_again().await;
        self.place.drain_ends();
        self.place.trouble_ends();
    }

    async fn has_stopped(&self) {
        while !self.place.has_stopped.load(Ordering::Relaxed) {
            sleep(Duration::from_millis(10)).await;
        }
    }

    /// The disk fails at some write: the loop ends by itself, and whoever runs it starts it again.
    async fn break_disk(&self, rng: &mut Rng) {
        self.place.trouble_begins();
        self.place.may_break.store(true, Ordering::Relaxed);
        self.place.disk.fail_after(rng.below(12) as u32);
        sleep(Duration::from_millis(rng.between(500, 6_000))).await;
        if self.place.has_stopped.load(Ordering::Relaxed) {
            self.place.hit("fault: the disk failed under the server");
        }
        self.handle.kill(self.server.id());
        self.place.disk.lose_power(rng.bits());
        self.place.disk.mend();
        self.place.may_break.store(false, Ordering::Relaxed);
        self.start_again().await;
        self.place.trouble_ends();
    }

    async fn start_again(&self) {
        self.place.is_up.store(false, Ordering::Relaxed);
        self.place.has_stopped.store(false, Ordering::Relaxed);
        self.handle.restart(self.server.id());
        let up = async {
            while !self.place.is_up.load(Ordering::Relaxed) {
                sleep(Duration::from_millis(10)).await;
            }
        };
        if timeout(Duration::from_secs(10), up).await.is_err() {
            self.place.fail("the server does not start".to_owned());
        }
    }

    async fn part(&self, rng: &mut Rng) {
        self.place.hit("fault: partition");
        self.place.trouble_begins();
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
        self.place.trouble_ends();
    }

    async fn lose(&self, rng: &mut Rng) {
        self.place.hit("fault: packets lost");
        self.place.trouble_begins();
        let loss = rng.between(1, 25) as f64 / 100.0;
        NetSim::current().update_config(|config| config.packet_loss_rate = loss);
        sleep(Duration::from_millis(rng.between(500, 8_000))).await;
        quiet();
        self.place.trouble_ends();
    }

    async fn slow_down(&self, rng: &mut Rng) {
        self.place.hit("fault: slow network");
        self.place.trouble_begins();
        let slowest = Duration::from_millis(rng.between(5, 800));
        NetSim::current().update_config(|config| config.send_latency = Duration::from_millis(1)..slowest);
        sleep(Duration::from_millis(rng.between(500, 8_000))).await;
        quiet();
        self.place.trouble_ends();
    }

    /// The wall clock jumps; nobody has to notice but who is waiting.
    fn set_clock(&self, rng: &mut Rng) {
        self.place.trouble_begins();
        let size = rng.one(&[1_000, 60_000, 3_600_000]);
        let skew = rng.below(2 * size) as i64 - size as i64;
        let forward = skew > self.place.skew_ms.load(Ordering::Relaxed);
        self.place.hit(if forward { "fault: clock set forward" } else { "fault: clock set back" });
        self.place.skew(skew);
        self.place.trouble_ends();
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
