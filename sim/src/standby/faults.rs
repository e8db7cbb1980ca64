//! What goes wrong in a run, and what the operator does about it.

use super::world::{Begins, MACHINES, StandbyWorld};
use crate::rng::{Rng, mix};
use crate::world::ms;
use madsim::time::sleep;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

const KINDS: u64 = 10;

pub(super) struct Faults {
    world: Arc<StandbyWorld>,
    rng: Rng,
    /// The machine that the operator means to serve, and not the other one.
    server: usize,
}

impl Faults {
    pub(super) fn new(world: &Arc<StandbyWorld>) -> Self {
        Self { world: world.clone(), rng: Rng::new(mix(&[world.seed, 0xfa])), server: 0 }
    }

    const fn standby(&self) -> usize {
        1 - self.server
    }

    /// Faults until a time, then none. Several may last at a time: an operator looks after the processes all the time.
    pub(super) async fn trouble(&mut self, until: Duration) {
        let share = if self.rng.percent(6) { 0 } else { self.rng.one(&[30, 60, 90]) };
        let kinds: Vec<u64> = (0..KINDS).filter(|_| self.rng.percent(share)).collect();
        while self.world.net.now() < until && !self.world.has_failed() {
            sleep(ms(self.rng.between(200, 3_000))).await;
            if let Some(kind) = self.rng.pick(&kinds).copied() {
                self.one(kind).await;
            }
            self.look_after();
        }
        (0..MACHINES).for_each(|machine| self.world.net.pause(self.host(machine), false));
        self.world.net.repair();
        self.look_after();
        // Processes that end after the faults are also started again.
        let (world, mut after) =
            (self.world.clone(), Self { world: self.world.clone(), rng: Rng::new(1), server: self.server });
        drop(madsim::task::spawn(async move {
            while !world.has_failed() {
                sleep(ms(500)).await;
                after.look_after();
            }
        }));
    }

    fn host(&self, machine: usize) -> usize {
        self.world.slot(machine).clock.host
    }

    /// Start what has ended. A server that was replaced becomes the standby of the other one.
    fn look_after(&mut self) {
        self.world.start(self.server, Begins::Server);
        let standby = self.standby();
        if self.world.slot(standby).runs {
            return;
        }
        if self.world.slot(standby).begins == Begins::Server {
            self.world.wipe(standby);
            self.world.hit("premise: a server that was replaced became a standby");
        }
        self.world.start(standby, Begins::StandbyOf(self.server));
    }

    async fn one(&mut self, kind: u64) {
        let any = self.rng.below(MACHINES as u64) as usize;
        match kind {
            0 => self.end(any, None, "fault: process killed").await,
            1 => {
                let luck = self.rng.bits();
                self.end(any, Some(luck), "fault: power lost").await;
            }
            2 => {
                self.world.hit("fault: process paused");
                self.world.net.pause(self.host(any), true);
                self.wait(200, 12_000).await;
                self.world.net.pause(self.host(any), false);
            }
            3 | 4 => {
                let ways: &[_] = if self.rng.percent(60) { &[(0, 1), (1, 0)] } else { &[(any, 1 - any)] };
                let (whole, one_way) = ("fault: the machines were cut off", "fault: link cut one way");
                self.world.hit(if ways.len() == 2 { whole } else { one_way });
                for (from, to) in ways {
                    self.world.net.cut(self.host(*from), self.host(*to), true);
                }
                self.wait(500, 14_000).await;
                if self.rng.percent(40) {
                    // The former primary lives, and does not hear of it.
                    self.promote().await;
                    self.wait(500, 5_000).await;
                }
                self.world.net.repair();
            }
            5 => self.promote().await,
            6 => {
                self.end(self.server, None, "fault: process killed").await;
                self.promote().await;
            }
            7 => {
                let standby = self.standby();
                self.world.hit("fault: standby replaced by an empty one");
                self.world.end_process(standby, None);
                self.world.wipe(standby);
            }
            8 => {
                let slowest = self.rng.one(&[20, 300, 1_500]);
                let machine = self.world.slot(any).machine.clone();
                self.world.hit("fault: slow syncs");
                machine.slow_down(slowest);
                self.wait(500, 6_000).await;
                machine.slow_down(0);
            }
            _ => {
                self.world.hit("fault: wall clock set");
                let skew = self.rng.below(40_000) as i64 - 20_000;
                self.world.slot(any).clock.skew_ms.store(skew, Ordering::Relaxed);
            }
        }
    }

    async fn wait(&mut self, low: u64, high: u64) {
        sleep(ms(self.rng.between(low, high))).await;
    }

    async fn end(&mut self, machine: usize, power: Option<u64>, what: &'static str) {
        self.world.hit(what);
        self.world.end_process(machine, power);
        self.wait(10, 4_000).await;
    }

    /// Stop the standby and let it serve, whatever the other machine does.
    async fn promote(&mut self) {
        let standby = self.standby();
        // An operator promotes only a standby.
        if !matches!(self.world.slot(standby).begins, Begins::StandbyOf(_)) {
            return;
        }
        self.world.end_process(standby, None);
        if self.world.promote(standby) {
            self.server = standby;
            self.world.start(standby, Begins::Server);
            self.wait(10, 3_000).await;
        } else {
            self.world.start(standby, Begins::StandbyOf(1 - standby));
        }
    }
}
