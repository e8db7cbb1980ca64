//! A world: the driver, the people, and what is known of both.

use super::bugs::Bug;
use super::driver::Driver;
use super::judge::Judge;
use super::knowledge::Knowledge;
use super::outside::Outside;
use super::recording::Recording;
use super::settings::WorldSettings;
use crate::prelude::*;
use std::ops::Deref;

/// A world.
pub(crate) struct SimWorld {
    pub(super) seed: u64,
    /// What the wall clock says.
    pub(crate) clock: u64,
    pub(crate) driver: Driver,
    pub(super) judge: Judge,
    pub(crate) known: Knowledge,
    /// The core's clock at the latest start: the loop's is never behind it.
    pub(super) started: Millis,
    /// The outside, with the calls that have left.
    pub(crate) outside: Outside,
    /// What is written down of it, if someone looks on.
    pub(super) recording: Option<Box<Recording>>,
    pub(super) trace: u64,
    pub(super) step: u32,
    pub(super) drawn: u64,
}

/// What the judge knows is there to be read.
impl Deref for SimWorld {
    type Target = Judge;

    fn deref(&self) -> &Judge {
        &self.judge
    }
}

/// What requests are drawn from: the judge's model and the expected state of the callers.
pub(crate) trait Scene: Deref<Target = Judge> {
    /// What replies have taught the callers.
    fn known(&self) -> &Knowledge;

    /// The wall clock.
    fn clock(&self) -> u64;
}

impl Scene for SimWorld {
    fn known(&self) -> &Knowledge {
        &self.known
    }

    fn clock(&self) -> u64 {
        self.clock
    }
}

impl SimWorld {
    /// An empty world.
    pub(crate) fn new(seed: u64, settings: WorldSettings, bug: Option<Bug>) -> Result<Self, Violation> {
        let driver = Driver::new(seed, &settings, bug)?;
        let (former, started) = (settings.former, driver.service().now());
        let mut world = Self {
            seed,
            clock: settings.start_ms,
            known: Knowledge::new(settings.server_keys),
            judge: Judge::new(settings, started),
            started,
            driver,
            outside: Outside::default(),
            recording: None,
            trace: 0xcbf2_9ce4_8422_2325,
            step: 0,
            drawn: 0,
        };
        if former {
            world.take_over()?;
        }
        Ok(world)
    }

    /// A hash over everything that was written and replied.
    pub(crate) const fn trace(&self) -> u64 {
        self.trace
    }

    /// How many commands the core took.
    pub(crate) const fn commands(&self) -> u64 {
        self.judge.commands
    }

    /// Whether anything waits for a group commit.
    pub(crate) fn is_idle(&self) -> bool {
        self.driver.is_idle()
    }

    /// Whether something is due.
    pub(crate) fn is_due(&self) -> bool {
        self.driver.is_due(Millis(self.clock))
    }

    /// Time passes until something is due.
    pub(crate) fn sleep(&mut self) {
        if let Some(deadline) = self.driver.service().next_deadline() {
            self.clock = self.clock.max(deadline.at.0);
        }
    }
}
