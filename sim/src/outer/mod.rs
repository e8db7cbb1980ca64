//! The outer ring: the real HTTP door and the real loop on madsim's network, with clients that lose their connections,
//! a server that is killed in mid-request, a disk that tears and a wall clock that jumps. What clients can see is what
//! is judged: acknowledged means durable, nothing is answered 5xx but 503, every poll ends, wake-ups arrive.

mod client;
mod place;

use crate::count::Counts;
use crate::rng::{Rng, mix};
use client::Client;
use madsim::net::NetSim;
use madsim::runtime::{Handle, NodeHandle, Runtime};
use madsim::time::sleep;
use place::{Place, serve};
use std::sync::Arc;
use std::time::Duration;

/// What a run came to.
#[derive(Debug)]
pub struct Report {
    /// What happened in it.
    pub counts: Counts,
    /// A hash over everything that clients were told.
    pub trace: u64,
    /// Requests that were answered.
    pub answered: u64,
    /// The broken rule, if one was.
    pub failure: Option<String>,
}

const SERVER: &str = "10.0.0.1";

/// Run a seed in a thread of its own, for so many seconds of its world; on a disk that drops every sync, if `lies`.
pub fn run(seed: u64, seconds: u64, lies: bool) -> Report {
    let life = move || {
        let runtime = Runtime::with_seed_and_config(seed, madsim::Config::default());
        runtime.block_on(live(seed, seconds, lies))
    };
    let thread = std::thread::Builder::new().name(format!("seed {seed}")).spawn(life);
    let ended = thread.expect("a thread can be made").join();
    ended.unwrap_or_else(|panic| Report {
        counts: Counts::default(),
        trace: 0,
        answered: 0,
        failure: Some(format!("a panic: {}", words_of(panic.as_ref()))),
    })
}

fn words_of(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned())).unwrap_or_default()
}

async fn live(seed: u64, seconds: u64, lies: bool) -> Report {
    let mut rng = Rng::new(mix(&[seed, 0x00_07e2]));
    let place = Arc::new(Place::new(seed, lies));
    let handle = Handle::current();
    let at_server = place.clone();
    let server = handle
        .create_node()
        .name("server")
        .ip(SERVER.parse().expect("an address"))
        .init(move || serve(at_server.clone()))
        .build();
    let mut clients = Vec::new();
    for n in 0..rng.between(2, 5) {
        let ip = format!("10.0.1.{}", n + 1);
        let node = handle.create_node().name(format!("client {n}")).ip(ip.parse().expect("an address")).build();
        let client = Client::new(n, mix(&[seed, n]), place.clone());
        clients.push((node.spawn(client.live(seconds)), node));
    }
    trouble(&mut rng, &place, &handle, &server, &clients.iter().map(|(_, node)| node).collect::<Vec<_>>(), seconds)
        .await;
    for (life, _node) in clients {
        if life.await.is_err() {
            place.fail("a client ended before its time".to_owned());
        }
    }
    place.report()
}

/// Faults, each kind switched on or off by the seed.
async fn trouble(
    rng: &mut Rng,
    place: &Place,
    handle: &Handle,
    server: &NodeHandle,
    clients: &[&NodeHandle],
    seconds: u64,
) {
    let net = NetSim::current();
    let kinds: Vec<u64> = (0..5).filter(|_| rng.percent(60)).collect();
    let mut left = seconds;
    while left > 0 {
        let pause = rng.between(1, 10).min(left);
        left -= pause;
        sleep(Duration::from_secs(pause)).await;
        let Some(kind) = rng.pick(&kinds) else { continue };
        place.disturb();
        match kind {
            0 => {
                place.hit("fault: server killed and restarted");
                handle.kill(server.id());
                place.disk.lose_power(rng.bits());
                sleep(Duration::from_millis(rng.below(3_000))).await;
                handle.restart(server.id());
            }
            1 => {
                place.hit("fault: partition");
                let client = rng.one(clients).id();
                net.clog_link(client, server.id());
                if rng.percent(50) {
                    net.clog_link(server.id(), client);
                }
                sleep(Duration::from_secs(rng.between(1, 8))).await;
                net.unclog_link(client, server.id());
                net.unclog_link(server.id(), client);
            }
            2 => {
                place.hit("fault: packets lost");
                let loss = rng.below(20) as f64 / 100.0;
                net.update_config(|config| config.packet_loss_rate = loss);
            }
            3 => {
                place.hit("fault: slow network");
                let slowest = Duration::from_millis(rng.between(5, 800));
                net.update_config(|config| config.send_latency = Duration::from_millis(1)..slowest);
            }
            _ => {
                place.hit("fault: clock skew");
                let size = rng.one(&[1_000, 60_000, 3_600_000]);
                let skew = rng.below(2 * size) as i64 - size as i64;
                place.skew(skew);
            }
        }
        place.disturb();
    }
    net.update_config(|config| {
        config.packet_loss_rate = 0.0;
        config.send_latency = Duration::from_millis(1)..Duration::from_millis(10);
    });
    place.calm();
}
