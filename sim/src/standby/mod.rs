//! The standby level: two machines, each with the shipped server or the shipped standby, and sealed links between them. An
//! operator promotes the standby, also while the primary lives, and makes the other machine its standby again. Members write to
//! whichever machine answers. What was acknowledged must be there after each failover, as far as the documents say.

mod faults;
mod members;
mod process;
mod world;

use crate::count::Totals;
use crate::rng::mix;
use crate::world::{SimNet, ms, simulated};
use faults::Faults;
use madsim::time::sleep;
use members::{Member, invite};
use process::run_process;
use std::sync::Arc;
use std::time::Duration;
use world::{Begins, MACHINES, StandbyWorld};

/// How soon a pair without faults must write, and the standby must have everything.
const RECOVERY: Duration = Duration::from_secs(30);
const MEMBERS: usize = 3;

/// The result of a run.
#[derive(Clone, Default, Debug)]
pub struct StandbyReport {
    /// Its events and sizes.
    pub totals: Totals,
    /// The violation, if there is one.
    pub failure: Option<String>,
}

/// The events that should happen in sixty seeds of forty seconds.
pub fn expected() -> impl Iterator<Item = &'static str> {
    include_str!("expected.txt").lines()
}

/// Run a seed with faults for this many simulated seconds.
pub fn run(seed: u64, seconds: u64) -> StandbyReport {
    let ran = simulated(mix(&[seed, 0x57]), move || async move {
        let net = SimNet::new(ms(3), ms(5_000 + mix(&[seed, 0xda7]) % 35_000));
        let world = StandbyWorld::new(seed, net.clone(), run_process);
        let run = net.spawn(world.members, simulate(world.clone(), seconds));
        if run.await.is_err() {
            world.fail("nothing ends the members", "their task is gone".to_owned());
        }
        (0..MACHINES).for_each(|machine| world.end_process(machine, None));
        let mut report = std::mem::take(&mut world.notes().report);
        report.totals.simulated_ms = net.now().as_millis() as u64;
        report
    });
    ran.unwrap_or_else(|panic| StandbyReport { failure: Some(panic), ..StandbyReport::default() })
}

async fn simulate(world: Arc<StandbyWorld>, seconds: u64) {
    world.start(0, Begins::Server);
    world.start(1, Begins::StandbyOf(0));
    let code = tokio::select! {
        biased;
        code = invite(&world) => code,
        () = sleep(RECOVERY) => return world.fail("a pair begins to serve", world.described()),
    };
    let mut members = Vec::new();
    for number in 0..MEMBERS {
        members.push(Member::join(&world, &code, number).await);
    }
    // The standby has all accounts before the first promotion.
    if !settles(&world).await {
        return;
    }
    let end = world.net.now() + Duration::from_secs(seconds);
    let (over, mut is_over) = tokio::sync::mpsc::unbounded_channel();
    for mut member in members {
        let over = over.clone();
        drop(madsim::task::spawn(async move {
            member.write_until(end).await;
            // The run may have failed.
            let _ = over.send(member);
        }));
    }
    Faults::new(&world).trouble(end).await;
    let mut members = Vec::new();
    while members.len() < MEMBERS && !world.has_failed() {
        tokio::select! {
            biased;
            Some(member) = is_over.recv() => members.push(member),
            () = sleep(RECOVERY) => return world.fail("a pair without faults writes", world.described()),
        }
    }
    if !settles(&world).await {
        return;
    }
    for member in &mut members {
        member.check().await;
    }
    if settles(&world).await {
        world.compare();
    }
}

/// Without faults the standby gets everything.
async fn settles(world: &Arc<StandbyWorld>) -> bool {
    let until = world.net.now() + RECOVERY;
    while !world.has_failed() {
        if world.is_settled() {
            return true;
        }
        if world.net.now() > until {
            world.fail("without faults the standby has everything", world.described());
        }
        sleep(ms(50)).await;
    }
    false
}
