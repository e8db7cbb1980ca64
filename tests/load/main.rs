//! A load client: pairs of members play whole matches through HTTP, each with a long-poll or a stream of their own, and
//! the costs of the server are printed next to those of a bare hyper echo in the same run.
//!
//! `cargo run --release -p turnstone-tests --bin turnstone-load -- --tables 64 --seconds 10`

#![allow(clippy::unwrap_used, reason = "a measurement that cannot be set up has failed")]
#![allow(clippy::print_stdout, reason = "the figures are its output")]

mod client;
mod echo;
mod events;
mod parked;
mod process;
mod spectators;
mod table;

use clap::Parser;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

#[derive(Parser)]
#[command(about = "Plays matches against a server of its own and prints what they cost.")]
struct Args {
    /// Number of concurrent tables; each has two members with a connection each.
    #[arg(long, default_value_t = 64)]
    tables: usize,
    /// Duration of the run.
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// The kind of table, played with random legal actions: 7 or 8 moves a match of tic-tac-toe, about 40 of mancala.
    #[arg(long, default_value = "mancala-vs-house")]
    kind: String,
    /// The server's binary.
    #[arg(long, default_value = "target/release/turnstone")]
    server: PathBuf,
    /// `sync` or `buffered`.
    #[arg(long, default_value = "sync")]
    durability: String,
    /// Only open this many long-polls or streams, and print the memory of each; `ulimit -n` must allow the connections. With
    /// `--at`, `--invite` and the server's `--pids`, hold them until standard input ends.
    #[arg(long, value_name = "COUNT")]
    polls: Option<usize>,
    /// Only play one match with this many spectators, and print the cost of a move.
    #[arg(long, value_name = "COUNT")]
    spectators: Option<usize>,
    /// What a seat or a spectator waits with.
    #[arg(long, value_enum, default_value = "polls")]
    wait: Wait,
    /// Tables that each pair of members plays at the same time.
    #[arg(long, default_value_t = 1)]
    each: usize,
    /// Seconds that a seat thinks before each move, from none to twice as many.
    #[arg(long, default_value_t = 0.0)]
    think: f64,
    /// Play at running servers: hosts of tables at the first address, their opponents at the second, or at the same one.
    #[arg(long, value_name = "ADDRESS", value_delimiter = ',', num_args = 1..=2, requires = "invite")]
    at: Vec<SocketAddr>,
    /// An invitation of these servers for two members of each table. Their limits must allow the load.
    #[arg(long, value_name = "CODE")]
    invite: Option<String>,
    /// Processes of these servers whose CPU time is printed.
    #[arg(long, value_delimiter = ',')]
    pids: Vec<u32>,
    /// Serve as the bare echo on a port, for the baseline.
    #[arg(long, hide = true)]
    echo: bool,
}

/// How a seat or a spectator hears of moves.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Wait {
    /// By long-polls.
    Polls,
    /// By the stream of each table.
    Streams,
    /// By the stream of the member, one for all their tables.
    MemberStreams,
}

fn main() {
    let args = Args::parse();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    if args.echo {
        runtime.block_on(echo::serve());
        return;
    }
    if let (Some(polls), &[address], Some(invite), &[pid]) = (args.polls, &*args.at, &args.invite, &*args.pids) {
        return runtime.block_on(parked::hold(address, invite, polls, args.wait != Wait::Polls, pid));
    }
    if let Some(polls) = args.polls {
        let data = tempfile::tempdir().unwrap();
        let server = process::Server::turnstone(&args.server, &data.path().join("data"), &args.durability);
        let bytes = runtime.block_on(parked::bytes_each(&server, polls, args.wait != Wait::Polls));
        println!("each                  {:.1} KiB of RSS", bytes as f64 / 1024.0);
        return;
    }
    if let Some(spectators) = args.spectators {
        let data = tempfile::tempdir().unwrap();
        let server = process::Server::turnstone(&args.server, &data.path().join("data"), &args.durability);
        let figures = runtime.block_on(spectators::cost_of_a_move(&server, spectators, args.wait != Wait::Polls));
        let cost = figures.cpu.as_secs_f64();
        let each = cost * 1e6 / spectators.max(1) as f64;
        println!(
            "server CPU            {:.2} ms a move before {spectators} spectators ({each:.1} us each)",
            cost * 1e3
        );
        let [p50, p99] = [50, 99].map(|percent| process::percentile(&figures.waits, percent).as_secs_f64() * 1000.0);
        println!("move sent to a spectator's view received: p50 {p50:.2} ms, p99 {p99:.2} ms");
        return;
    }
    let length = Duration::from_secs(args.seconds);
    let plan = table::Plan { kind: args.kind, each: args.each, think: args.think, wait: args.wait, length };
    if let (&[host, ..], Some(invite)) = (args.at.as_slice(), &args.invite) {
        let addresses = [host, args.at.last().copied().unwrap_or(host)];
        return runtime.block_on(play_at(addresses, invite, args.tables, &args.pids, &plan));
    }
    runtime.block_on(async {
        let echo = process::Server::echo();
        let baseline = echo::load(&echo, args.tables, length).await;
        drop(echo);
        let data = tempfile::tempdir().unwrap();
        let mut command = Command::new(&args.server);
        // A member waits at many tables.
        command.env("TURNSTONE_LIMITS__LONG_POLLS_PER_CREDENTIAL", "0");
        let server = process::Server::with(command, &args.server, &data.path().join("data"), &args.durability);
        let members = table::seat_members(&server, args.tables).await;
        let (cpu, own, start) = (server.cpu(), process::cpu_of("self"), Instant::now());
        let figures = table::play(&plan, members).await;
        report(&figures, start.elapsed());
        let moves = figures.moves as f64;
        let [used, client] = [server.cpu() - cpu, process::cpu_of("self") - own];
        let [per_thousand, client] = [used, client].map(|cpu| cpu.as_secs_f64() * 1000.0 / moves);
        println!("server CPU            {per_thousand:.4} s per 1,000 moves");
        println!("client CPU            {client:.4} s per 1,000 moves");
        println!("bare hyper echo       {:.4} s per 1,000 pairs of requests", baseline.cpu_per_thousand_pairs);
        println!("ratio to the echo     {:.2}", per_thousand / baseline.cpu_per_thousand_pairs);
        println!("server RSS            {} MiB", server.rss_bytes() >> 20);
    });
}

/// Play at servers that run already.
async fn play_at(addresses: [SocketAddr; 2], invite: &str, tables: usize, pids: &[u32], plan: &table::Plan) {
    let members = table::seat_members_at(addresses, invite, tables, 0).await;
    let used = || pids.iter().map(|pid| process::cpu_of(&pid.to_string())).collect::<Vec<_>>();
    let (before, start) = (used(), Instant::now());
    let figures = table::play(plan, members).await;
    report(&figures, start.elapsed());
    for ((pid, before), after) in pids.iter().zip(before).zip(used()) {
        let per_thousand = (after - before).as_secs_f64() * 1000.0 / figures.moves as f64;
        println!("CPU of process {pid:<7} {per_thousand:.4} s per 1,000 moves");
    }
}

fn report(figures: &table::Figures, took: Duration) {
    println!("matches played        {}", figures.matches);
    println!("moves                 {} ({:.0} a second)", figures.moves, figures.moves as f64 / took.as_secs_f64());
    let [p50, p99] = [50, 99].map(|percent| figures.latency(percent).as_secs_f64() * 1000.0);
    println!("move sent to the opponent's view received: p50 {p50:.2} ms, p99 {p99:.2} ms");
}
