//! The network level: the shipped HTTP transport and loop on madsim's network, with clients that lose and misuse
//! connections, a server that is killed or stopped, a disk that fails, and a wall clock that jumps. The requests come
//! from the core level's generator, and the loop is checked as at the core level. Each response must be a reply of the
//! loop to its request, in time, and follow the rules of HTTP.

mod behaviour;
mod checks;
mod client;
mod content;
mod documents;
mod envelope;
mod exchange;
mod faults;
mod follower;
mod following;
mod host;
mod http2;
mod judge;
mod log;
mod machines;
mod measures;
mod odd;
mod on_tokio;
mod operator;
mod raw;
mod requests;
mod server;
mod setup;
mod statement;
mod story;
pub(crate) mod stream;
mod tool_results;
mod tools;

use crate::count::Totals;
use crate::endings::against_the_house;
use crate::rejections::ROUTE_ANSWERS;
use crate::rng::{Rng, mix};
use crate::world::{DAY_MS, SimNet, ms, read_lines, simulated};
use client::SimClient;
use faults::{SLOWEST, World};
use host::HostState;
use log::LogBook;
use machines::MACHINES;
use madsim::time::sleep;
use server::run_process;
use statement::headers as stated_headers;
use std::future::pending;
use std::sync::Arc;
use std::time::Duration;
pub use story::{Story, picture, shorten};
use tools::TOOL_RESULTS;

/// What serves in a run.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Form {
    /// A server.
    #[default]
    Alone,
    /// A server with its standby.
    Pair,
}

/// The result of a run.
#[derive(Clone, Default, Debug)]
pub struct NetworkReport {
    /// What served.
    pub form: Form,
    /// Its events and sizes.
    pub totals: Totals,
    /// The violation, if there is one.
    pub failure: Option<String>,
    /// What happened, up to a violation.
    pub story: Story,
}

/// The events that should happen in a hundred seeds of two minutes.
pub fn expected() -> impl Iterator<Item = &'static str> {
    include_str!("expected.txt")
        .lines()
        .chain(against_the_house())
        .chain(ROUTE_ANSWERS.expected())
        .chain(TOOL_RESULTS.expected())
}

/// The events that should happen in sixty seeds of a server with its standby.
pub fn expected_of_pairs() -> impl Iterator<Item = &'static str> {
    include_str!("expected_pair.txt").lines()
}

/// The headers of the statement of responses, in the order of their first lines.
pub(crate) fn headers() -> impl Iterator<Item = &'static str> {
    stated_headers()
}

/// The metrics whose values a run knows.
pub(crate) fn metrics() -> impl Iterator<Item = &'static str> {
    measures::KNOWN.into_iter()
}

/// The tools, each with whether it calls no operation.
pub(crate) fn tools() -> impl Iterator<Item = (&'static str, bool)> {
    tools::TOOLS.iter().map(|tool| (tool.name, tool.operations.is_empty()))
}

/// No request that a client has left is open after this time.
const LONGEST_WAIT: Duration = Duration::from_secs(80);

/// Run a seed in a new thread for this many simulated seconds, with the fault that is active in the caller's thread.
pub fn run(seed: u64, seconds: u64, form: Form) -> NetworkReport {
    let ran = simulated(seed, move || async move {
        let log = LogBook::default();
        let notes = log.clone();
        read_lines(move |line| notes.note(line));
        simulate(seed, seconds, form, log).await
    });
    ran.unwrap_or_else(|panic| NetworkReport { form, failure: Some(panic), ..NetworkReport::default() })
}

async fn simulate(seed: u64, seconds: u64, form: Form, log: LogBook) -> NetworkReport {
    let mut rng = Rng::new(mix(&[seed, 0x00_07e2]));
    let net = SimNet::new(SLOWEST, ms(mix(&[seed, 0xda7]) % DAY_MS));
    let host = Arc::new(HostState::new(seed, form, net.clone(), log));
    for machine in 0..MACHINES {
        let own = host.clone();
        net.add(&HostState::machine_name(machine), move || run_process(own.clone(), machine));
    }
    let count = rng.between(2, 5);
    let world = World { host: &host, clients: (0..count).map(HostState::client).collect() };
    world.look_after().await;
    let mut clients = Vec::new();
    for n in 0..count {
        let added = net.add(&format!("client {n}"), pending::<()>);
        debug_assert_eq!(added, HostState::client(n));
        clients.push(net.spawn(added, SimClient::new(n, mix(&[seed, n]), host.clone()).run(seconds)));
    }
    world.trouble(&mut rng, seconds).await;
    for task in clients {
        if task.await.is_err() {
            host.fail("a client ended too early".to_owned());
        }
    }
    if !host.has_failed() {
        sleep(LONGEST_WAIT).await;
        host.check_measures(true);
        world.settle().await;
    }
    // Clients may share connections. Remaining tasks would keep their memory until the process ends.
    (0..MACHINES).chain(world.clients).for_each(|one| net.kill(one, false));
    host.report(seconds * 1_000)
}
