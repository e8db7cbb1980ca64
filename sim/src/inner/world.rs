//! The world of a run: the driver, the callers, and the judge.

use super::moments::Recording;
use super::outbound::OutboundCalls;
use crate::inner::prelude::*;
use std::ops::Deref;

pub(crate) struct SimWorld {
    pub(super) seed: u64,
    /// The wall clock in milliseconds.
    pub(crate) clock: u64,
    pub(crate) driver: Driver,
    pub(super) judge: Judge,
    pub(crate) known: CallerState,
    /// The core's clock at the latest start: the loop's is never behind it.
    pub(super) started: Millis,
    pub(crate) outbound: OutboundCalls,
    pub(super) recording: Option<Box<Recording>>,
    /// A hash over everything that was written and replied.
    pub(super) trace: u64,
    pub(super) step: u32,
    pub(super) drawn: u64,
}

/// The state of the judge can be read.
impl Deref for SimWorld {
    type Target = Judge;

    fn deref(&self) -> &Judge {
        &self.judge
    }
}

/// What requests are drawn from: the judge's model and the expected state of the callers.
pub(crate) trait Scene: Deref<Target = Judge> {
    fn known(&self) -> &CallerState;

    fn clock(&self) -> u64;
}

impl Scene for SimWorld {
    fn known(&self) -> &CallerState {
        &self.known
    }

    fn clock(&self) -> u64 {
        self.clock
    }
}

impl SimWorld {
    pub(crate) fn new(seed: u64, settings: WorldSettings) -> Result<Self, Violation> {
        let driver = Driver::new(seed, &settings)?;
        let (former, started) = (settings.former, driver.service().now());
        let mut world = Self {
            seed,
            clock: settings.start_ms,
            known: CallerState::new(settings.server_keys),
            judge: Judge::new(settings, started),
            started,
            driver,
            outbound: OutboundCalls::default(),
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

    /// Advance the clock to the next deadline.
    pub(crate) fn sleep(&mut self) {
        if let Some(deadline) = self.driver.service().next_deadline() {
            self.clock = self.clock.max(deadline.at.0);
        }
    }
}
