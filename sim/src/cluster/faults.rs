//! What goes wrong in a run. A seed has some of the kinds.

use super::process::start;
use super::shared::NODES;
use super::truth::KEYS;
use super::world::Cluster;
use crate::rng::Rng;
use crate::world::ms;
use madsim::time::sleep;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

const KINDS: u64 = 19;

pub(super) struct Faults {
    pub(super) cluster: Arc<Cluster>,
    pub(super) rng: Rng,
}

impl Faults {
    fn some_ms(&mut self, low: u64, high: u64) -> Duration {
        ms(self.rng.between(low, high))
    }

    /// A node, the one that leads more often than the others.
    fn node(&mut self) -> usize {
        let leads = |node: &usize| self.cluster.slot(*node).leading().is_some();
        let leader = (0..NODES).find(leads);
        let any = self.rng.below(NODES as u64) as usize;
        leader.filter(|_| self.rng.percent(60)).unwrap_or(any)
    }

    /// Faults until a time, then none.
    pub(super) async fn trouble(&mut self, until: Duration) {
        let share = if self.rng.percent(6) { 0 } else { self.rng.one(&[25, 50, 80]) };
        let kinds: Vec<u64> = (0..KINDS).filter(|_| self.rng.percent(share)).collect();
        while self.cluster.net.now() < until && !self.cluster.has_failed() {
            let pause = self.some_ms(300, 3_500);
            sleep(pause).await;
            if let Some(kind) = self.rng.pick(&kinds).copied() {
                let mut work = Self { cluster: self.cluster.clone(), rng: Rng::new(self.rng.bits()) };
                // Several at a time.
                madsim::task::spawn(async move { work.one(kind).await });
            }
        }
    }

    async fn one(&mut self, kind: u64) {
        match kind {
            0 | 1 => self.kill(false).await,
            2 => self.kill(true).await,
            3 => self.wipe().await,
            4 => {
                let node = self.node();
                self.cluster.hit("fault: process paused");
                self.cluster.pause(node, true);
                self.sleep(200, 10_000).await;
                self.cluster.pause(node, false);
            }
            5 => self.hand_over(),
            6 | 7 => self.cut_off().await,
            8 => {
                let one = self.rng.below(3) as usize;
                let other = (one + 1 + self.rng.below(2) as usize) % NODES;
                let is_whole = self.rng.percent(60);
                self.cluster.hit(if is_whole { "fault: partition of two nodes" } else { "fault: link cut one way" });
                let ways = [(one, other), (other, one)];
                let ways = &ways[..if is_whole { 2 } else { 1 }];
                self.cluster.cut(ways, true);
                self.sleep(500, 8_000).await;
                self.cluster.cut(ways, false);
            }
            9 => {
                self.cluster.etcd.lock().losses = std::array::from_fn(|_| self.rng.below(30));
                self.sleep(500, 6_000).await;
                self.cluster.etcd.lock().losses = [0; 3];
            }
            10 => {
                self.cluster.hit("fault: etcd slow");
                self.cluster.etcd.lock().slowest_ms = self.rng.one(&[30, 150, 350]);
                self.sleep(500, 6_000).await;
                self.cluster.etcd.lock().slowest_ms = 3;
            }
            11 => self.restart_etcd().await,
            12 => self.change_etcd_leader(),
            13 => {
                let (node, stick) = (self.node(), self.rng.percent(50));
                self.cluster.hit(if stick { "fault: watch stuck" } else { "fault: watches cut" });
                self.cluster.etcd.act(|network| {
                    if stick {
                        network.stuck_watches.insert(node, network.watches + 1);
                    } else {
                        network.cut_watches = network.watches + 1;
                    }
                });
            }
            14 => {
                self.cluster.hit("fault: etcd compacted");
                self.cluster.etcd.act(|network| network.store.compact());
            }
            15 => {
                self.cluster.hit("fault: etcd's quota used up");
                self.cluster.etcd.lock().store.is_full = true;
                self.cluster.hinder(ms(7_000));
                self.sleep(500, 7_000).await;
                self.cluster.etcd.lock().store.is_full = false;
            }
            16 => self.revoke(),
            17 => self.fail_within_write().await,
            _ => {
                let node = self.node();
                let size = self.rng.one(&[500, 20_000, 3_600_000]) as i64;
                let skew = self.rng.below(2 * size as u64) as i64 - size;
                self.cluster.hit("fault: wall clock set");
                self.cluster.slot(node).clock.skew_ms.store(skew, Ordering::Relaxed);
            }
        }
    }

    async fn sleep(&mut self, low: u64, high: u64) {
        let time = self.some_ms(low, high);
        sleep(time).await;
    }

    /// End a process or cut its power, and start it again.
    async fn kill(&mut self, is_power: bool) {
        let node = self.node();
        let Some(_) = self.cluster.live(node) else { return };
        self.cluster.hit(if is_power { "fault: power lost" } else { "fault: process killed" });
        let luck = self.rng.bits();
        self.cluster.end_process(node, is_power.then_some(luck));
        self.sleep(10, 6_000).await;
        start(&self.cluster, node);
    }

    /// A machine fails within a write.
    async fn fail_within_write(&mut self) {
        let node = self.node();
        let Some(_) = self.cluster.live(node) else { return };
        self.cluster.hit("fault: power lost within a write");
        let (after, luck) = (self.rng.below(12) as u32, self.rng.bits());
        self.cluster.slot(node).is_dying = true;
        self.cluster.machine(node).plan(crate::inner::Fault::Death, after, luck);
        self.sleep(50, 1_000).await;
        self.cluster.end_process(node, Some(luck));
        self.sleep(10, 3_000).await;
        start(&self.cluster, node);
    }

    /// A machine is replaced by an empty one, if another one has the state.
    async fn wipe(&mut self) {
        let node = self.node();
        // What etcd has no longer must be on another machine.
        let first = self.cluster.etcd.lock().store.truth.first();
        let goes_on = |other: &usize| {
            let live = self.cluster.live(*other).filter(|live| live.standing.is_installed());
            *other != node && live.is_some_and(|live| live.storage.head().n + 1 >= first)
        };
        if (0..NODES).filter(goes_on).count() < 2 || self.cluster.live(node).is_none() {
            return;
        }
        self.cluster.hit("fault: machine replaced by an empty one");
        self.cluster.end_process(node, None);
        self.cluster.wipe(node);
        // Its former key in etcd ends first.
        self.sleep(3_200, 6_000).await;
        start(&self.cluster, node);
    }

    fn hand_over(&mut self) {
        let node = self.node();
        let Some(live) = self.cluster.live(node) else { return };
        self.cluster.hit("fault: process stopped in order");
        live.stop.notify_one();
        let (cluster, at) = (self.cluster.clone(), self.some_ms(3_000, 6_000));
        madsim::task::spawn(async move {
            sleep(at).await;
            // A process that is paused stops later.
            while cluster.slot(node).runs {
                sleep(ms(100)).await;
            }
            start(&cluster, node);
        });
    }

    async fn cut_off(&mut self) {
        let node = self.node();
        self.cluster.hit("fault: node cut off from etcd");
        self.cluster.etcd.lock().cut_off.insert(node);
        self.sleep(100, 7_000).await;
        self.cluster.etcd.act(|network| {
            network.cut_off.remove(&node);
            // Some connections never say that they have ended.
            network.stuck_watches.insert(node, network.watches + 1);
        });
    }

    async fn restart_etcd(&mut self) {
        self.cluster.hit("fault: etcd restarted");
        self.cluster.hinder(ms(6_000));
        self.cluster.etcd.act(|network| {
            network.is_down = true;
            network.cut_watches = network.watches + 1;
        });
        self.sleep(200, 5_000).await;
        let now = self.cluster.net.now();
        self.cluster.etcd.act(|network| {
            network.is_down = false;
            network.store.extend_leases(now);
        });
    }

    fn change_etcd_leader(&mut self) {
        self.cluster.hit("fault: etcd's leader changed");
        let (now, pause) = (self.cluster.net.now(), self.some_ms(200, 2_500));
        let cuts = self.rng.percent(50);
        self.cluster.hinder(pause);
        self.cluster.etcd.act(|network| {
            network.stalled_until = now + pause;
            network.store.extend_leases(now + pause);
            if cuts {
                network.cut_watches = network.watches + 1;
            }
        });
    }

    /// etcd ends the lease of the leader, which relies on it.
    fn revoke(&self) {
        self.cluster.hit("fault: lease ended early");
        self.cluster.etcd.act(|network| {
            if let Some(lease) = network.store.get(&KEYS.leader()).map(|leader| leader.lease) {
                network.store.truth.ended_early.insert(lease);
                network.store.revoke(lease);
            }
        });
    }

    /// End all faults. What still ends later does no harm.
    pub(super) fn heal(&self) {
        (0..NODES).for_each(|node| self.cluster.pause(node, false));
        self.cluster.net.repair();
        let now = self.cluster.net.now();
        self.cluster.etcd.act(|network| {
            network.cut_off.clear();
            (network.is_down, network.stalled_until, network.slowest_ms) = (false, now, 3);
            network.lies = 0;
            (network.losses, network.store.is_full) = ([0; 3], false);
        });
        (0..NODES).for_each(|node| start(&self.cluster, node));
    }
}
