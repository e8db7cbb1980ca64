//! What goes wrong with a pair, and what its operator does: starts what has ended, promotes the standby, makes the former server
//! its standby.

use super::faults::World;
use super::follower::KEY;
use super::host::HostState;
use super::machines::Begins;
use crate::rng::Rng;
use crate::world::{SimNet, ms};
use madsim::time::{sleep, timeout};
use std::time::Duration;
use turnstone_link::{PeerAddress, SharedKey, next_generation};
use turnstone_standby::tell;

/// How soon a pair without faults has everything on both machines, and a server that was replaced ends.
const RECOVERY: Duration = Duration::from_secs(45);

impl World<'_> {
    /// A fault of a pair, and its end.
    pub(super) async fn hinder_pair(&self, rng: &mut Rng) {
        self.host.trouble_begins();
        self.host.notes().may_break = true;
        let (server, standby, net) = (self.host.serving(), self.host.standby(), &self.host.net);
        match rng.below(10) {
            0 => {
                let power = rng.percent(50).then(|| rng.bits());
                self.host.hit(if power.is_some() { "fault: standby lost power" } else { "fault: standby killed" });
                self.host.end_process(standby, power);
                sleep(ms(rng.between(10, 6_000))).await;
            }
            1 => {
                self.host.hit("fault: standby paused");
                net.pause(standby, true);
                sleep(ms(rng.between(200, 12_000))).await;
                net.pause(standby, false);
            }
            2 => {
                self.host.hit("fault: standby replaced by an empty one");
                self.host.end_process(standby, None);
                self.host.wipe(standby);
            }
            3 | 4 => self.cut_link(rng).await,
            8 => self.catch_up_slowly(rng).await,
            5 => self.promote(rng).await,
            6 => self.announce_falsely(rng).await,
            7 => {
                self.host.hit("fault: server killed and replaced");
                self.host.end_process(server, rng.percent(50).then(|| rng.bits()));
                self.promote(rng).await;
            }
            _ => {
                self.host.hit("fault: server paused");
                net.pause(server, true);
                sleep(ms(rng.between(200, 6_000))).await;
                if rng.percent(50) {
                    self.promote(rng).await;
                }
                net.pause(server, false);
            }
        }
        self.look_after().await;
        self.host.trouble_ends();
    }

    /// The standby lacks some commits, or all, and the link to it is slow.
    async fn catch_up_slowly(&self, rng: &mut Rng) {
        self.host.hit("fault: a standby caught up over a slow link");
        let (server, standby, net) = (self.host.serving(), self.host.standby(), &self.host.net);
        self.host.end_process(standby, None);
        if rng.percent(30) {
            self.host.wipe(standby);
        }
        sleep(ms(rng.between(500, 8_000))).await;
        net.slow_down(server, standby, true);
        self.host.start(standby, Begins::Standby);
        sleep(ms(rng.between(100, 8_000))).await;
        if rng.percent(50) {
            self.promote(rng).await;
        }
        net.slow_down(server, standby, false);
    }

    /// Cut the link between the machines, in one or both directions.
    async fn cut_link(&self, rng: &mut Rng) {
        let (server, standby, net) = (self.host.serving(), self.host.standby(), &self.host.net);
        let both = [(server, standby), (standby, server)];
        let ways = rng.one(&[&both[..], &both[..1], &both[1..]]);
        let (whole, one_way) = ("fault: the machines were cut off", "fault: link cut one way");
        self.host.hit(if ways.len() == 2 { whole } else { one_way });
        ways.iter().for_each(|(from, to)| net.cut(*from, *to, true));
        sleep(ms(rng.between(500, 14_000))).await;
        if rng.percent(50) {
            // The former server still runs, and is not informed.
            self.promote(rng).await;
        }
        net.repair();
        // What was sent over the cut link may still be late.
        sleep(SimNet::RETRY).await;
    }

    /// Start what has ended, and wait until the standby has everything.
    pub(super) async fn look_after(&self) {
        if self.host.setup.pair.is_none() {
            return;
        }
        let settles = async {
            let is_done = || self.host.has_failed() || self.host.is_settled() && self.host.notes().is_up;
            while !is_done() {
                for (machine, begins) in [(self.host.serving(), Begins::Server), (self.host.standby(), Begins::Standby)]
                {
                    if !self.host.slot(machine).runs {
                        self.host.start(machine, begins);
                    }
                }
                sleep(ms(20)).await;
            }
        };
        if timeout(RECOVERY, settles).await.is_err() {
            self.host.fail(format!("without faults the standby has everything: {}", self.host.described()));
        }
        self.host.notes().may_break = false;
    }

    /// Stop the standby and let it serve, whatever the server does. Once the former server
    /// has ended, it becomes the standby.
    async fn promote(&self, rng: &mut Rng) {
        let (former, new) = (self.host.serving(), self.host.standby());
        let had_everything = self.host.is_settled();
        self.host.end_process(new, None);
        if !self.host.promote() {
            if had_everything {
                self.host.fail("a standby that has everything can be promoted".to_owned());
            }
            return self.host.start(new, Begins::Standby);
        }
        self.host.start(new, Begins::Server);
        sleep(ms(rng.below(4_000))).await;
        self.host.net.repair();
        self.host.net.pause(former, false);
        self.ends(former, "a server that was replaced ends").await;
        if rng.percent(30) {
            self.host.start(former, Begins::Server);
            // It may have ended before it was informed.
            self.ends(former, "a server that was replaced does not serve again").await;
        }
        self.host.end_process(former, None);
        self.host.wipe(former);
        self.host.start(former, Begins::Standby);
        self.host.hit("premise: a server that was replaced became a standby");
    }

    /// A peer with another key announces a promotion, and a peer with the key announces one with a term that is not later. Both
    /// are rejected.
    async fn announce_falsely(&self, rng: &mut Rng) {
        let (clock, own) = (self.host.clock(self.host.standby()), self.host.feed().map_or(0, |feed| feed.term()));
        let address = PeerAddress::parse(&HostState::standby_address(self.host.serving())).expect("an address");
        let (key, term) = if rng.percent(50) { ([8; 32], next_generation(own)) } else { (KEY, own + rng.below(2)) };
        let announced = async {
            let stream = address.connect(&clock).await?;
            tell(&clock, stream, &SharedKey::new(key), term).await
        };
        let announced = announced.await;
        self.host.hit("fault: a false promotion was announced");
        if announced.is_ok() {
            self.host.fail(format!("a server of term {own} accepts a promotion with term {term}"));
        }
    }

    /// The process of a machine ends by itself.
    async fn ends(&self, machine: usize, rule: &str) {
        let ends = async {
            while self.host.slot(machine).runs {
                sleep(ms(20)).await;
            }
        };
        if timeout(RECOVERY, ends).await.is_err() {
            self.host.fail(rule.to_owned());
        }
    }

    /// After the run both machines have the same state.
    pub(super) async fn settle(&self) {
        self.look_after().await;
        if self.host.setup.pair.is_some() && !self.host.has_failed() {
            self.host.compare_machines();
        }
    }
}
